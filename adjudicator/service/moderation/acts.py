"""The acts of a campaign's audit trail, as much of each as its readers may know.

The trail itself may hold secrets: what is entered for a seat, what a mail said. Of each act everybody is told the facts
that its deed names as `shown`, and the reason where it was told to all. An act from which somebody could learn that a
seat has answered is told to others when what came of it lies open.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation.command import ModeratorAct
from adjudicator.service.play.corrections.lines import Played, line_entries
from adjudicator.service.play.corrections.proposals import Kind
from adjudicator.store import audits
from adjudicator.store.tables import Audit, Telling

ASKED = "ask for a code"
"""The name of a moderator's question for a code: it does nothing, but what the code does is an act."""
_CORRECTION = ("kind", "n", "branched_at", "seat")
_SHOWN: Mapping[str, tuple[str, ...]] = {
    audits.LOOK: ("as",), "draw": ("draws",), "vote out": ("seat",), "leave": ("seat",),
    "vote": ("vote", "seats", "passed"),
    **dict.fromkeys(("turn rollback", "turn correct", "turn undo", "turn takeback"), _CORRECTION),
}  # fmt: skip
"""The public parts of acts that are no deeds, or are not written down as their deeds say them."""
_LOGGED = ("log", "n", "branched_at")
"""Facts that are numbers of log entries."""


def deed_of(command: str) -> type[ModeratorAct] | None:
    """Return the deed or arrangement with that name in the audit trail; None if there is none."""
    return _by_tag().get(command)


@cache
def _by_tag() -> Mapping[str, type[ModeratorAct]]:
    from adjudicator.service.moderation.arrangements import ARRANGEMENTS  # who only looks need not wait for them
    from adjudicator.service.moderation.commands import DEEDS

    return {deed.recorded_as or str(deed.__struct_config__.tag): deed for deed in (*DEEDS, *ARRANGEMENTS)}


class ToldAct(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act with nothing in it that its readers may not know: facts, so that any language can tell it."""

    at: datetime
    by: str
    command: str
    facts: dict[str, Any] = {}
    reason: str = ""


def done(act: Audit, own: Collection[str], upto: Callable[[int], int], *, everything: bool = False) -> ToldAct:
    """Return what the player of the seats `own` is told of an act.

    `upto` gives log entries the numbers that the player knows.
    """
    details = msgspec.json.decode(act.details, type=dict[str, Any])
    deed = deed_of(act.command)
    shown = _SHOWN.get(act.command, deed.shown if deed is not None else ())
    facts = {name: _fact(name, details[name], upto) for name in shown if details.get(name) not in (None, "", [], 0)}
    named = _seats(details)
    theirs = everything or not (named and deed is not None and deed.for_seats) or not named.isdisjoint(own)
    told = everything or act.telling is not Telling.NOBODY
    reason = str(details.get("reason") or "") if theirs and told else ""
    return ToldAct(at=act.at, by=act.author, command=act.command, facts=facts, reason=reason)


def acts_known_to(table: CampaignContext, own: Collection[str], *, everything: bool = False) -> tuple[ToldAct, ...]:
    """Return the acts of a campaign that the player of these seats may know of, the oldest first."""
    proven = everything or table.match.result is not None
    upto = (lambda n: n) if proven else table.ledger.last_public
    trail = [act for act in audits.trail(table.session, table.campaign.id) if _is_act(act, everything=everything)]
    open_ = trail if proven else _lying_open(table, trail, own)
    return tuple(done(act, own, upto, everything=everything) for act in open_)


def _is_act(act: Audit, *, everything: bool) -> bool:
    deed = deed_of(act.command)
    if (
        act.command == ASKED
        or act.command.startswith(audits.REFUSED)
        or (act.telling is Telling.NOBODY and deed is not None and not deed.listed)
    ):
        return False
    untold = act.command == "turn takeback" and _details(act).get("kind") == Kind.UNTOLD.value
    return everything or not untold


def _lying_open(table: CampaignContext, trail: Sequence[Audit], own: Collection[str]) -> Iterator[Audit]:
    """Yield those that betray nothing while the match goes on.

    What mails of its own told everybody is known; everything else from the next log entry on that everybody knows
    of, as the reports do it; orders for a seat when the first log entry that the seat has given since lies open.
    """
    last = _last_open(table)
    log = line_entries(table) if any(map(_enters, trail)) else []
    for act in trail:
        if _enters(act):
            if not _seats(_details(act)).isdisjoint(own) or _came_out(act, table, log):
                yield act
        elif act.telling is Telling.NOTICE or act.at <= last:
            yield act


def _enters(act: Audit) -> bool:
    deed = deed_of(act.command)
    return deed is not None and deed.gives_orders


def _came_out(act: Audit, table: CampaignContext, log: Sequence[Played]) -> bool:
    seats = _seats(_details(act))
    first = next((row for row in log if row.at >= act.at and not seats.isdisjoint(_givers(row))), None)
    return first is not None and _lies_open(table, first.n)


def _givers(row: Played) -> tuple[str, ...]:
    by = row.entry.by
    return by if isinstance(by, tuple) else (by,)


def _lies_open(table: CampaignContext, n: int) -> bool:
    """Return whether everybody knows that there is such a log entry."""
    return n <= table.match.public_n and table.ledger.public(n) is not None


def _last_open(table: CampaignContext) -> datetime:
    """Return the moment of the last log entry that everybody knows of."""
    last = next((n for n in range(table.match.public_n, 0, -1) if _lies_open(table, n)), 0)
    row = next((entry for entry in line_entries(table, after=last - 1) if entry.n == last), None) if last else None
    return datetime.min.replace(tzinfo=UTC) if row is None else row.at


def _details(act: Audit) -> dict[str, Any]:
    return msgspec.json.decode(act.details, type=dict[str, Any])


def _seats(details: Mapping[str, Any]) -> set[str]:
    """Return the seats that an act names."""
    one, many = details.get("seat"), details.get("seats")
    return {*([one] if isinstance(one, str) and one else []), *(many if isinstance(many, list) else [])}


def _fact(name: str, value: Any, upto: Callable[[int], int]) -> Any:
    """Return a fact as everybody may know it: people by name, log entries by the numbers that players know."""
    if isinstance(value, dict):
        return value.get("name", "")
    if name in _LOGGED:
        return [upto(n) for n in value] if isinstance(value, list) else upto(value)
    return value
