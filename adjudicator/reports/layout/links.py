"""Links that open a reply with its lines in it (RFC 6068): what a tap on a phone writes."""

from collections.abc import Sequence
from urllib.parse import quote

LONGEST = 1800
"""Characters of a link; Windows cuts them at 2,083."""
_NAME = 24
"""Letters of a campaign that its subject may have: a longer name, or one beyond ASCII, is left out."""


def mailto(address: str, campaign: str, number: int | None, lines: Sequence[str]) -> str:
    """Return the link to a reply; lines that would make it too long are dropped from the end, the first one never.

    >>> mailto("orders+k7@play.example", "Sun King", 6, ["", "E4D2 ", "# K21 K34"])
    'mailto:orders%2Bk7@play.example?subject=Re%3A%20%5BSun%20King%5D%20%236&body=%0D%0AE4D2%20%0D%0A%23%20K21%20K34'
    """
    head = f"mailto:{quote(address, safe='@')}?subject={quote(_subject(campaign, number), safe='')}&body="
    kept = list(lines)
    while True:
        link = head + quote("\r\n".join(kept), safe="")
        if len(link) < LONGEST or len(kept) == 1:
            return link
        kept.pop()


def _subject(campaign: str, number: int | None) -> str:
    named = f"[{campaign}]" if campaign.isascii() and len(campaign) <= _NAME else ""
    return " ".join(part for part in ("Re:", named, "" if number is None else f"#{number}") if part)
