"""A sign that servers put on mails of people, too, never makes an order vanish, and never makes two programs talk."""

from __future__ import annotations

import pytest

from adjudicator.settings import Settings
from tests.service.conftest import Installation, words_of

SIGNS = {
    "Precedence": "bulk", "precedence": "junk", "X-Auto-Response-Suppress": "DR, OOF, AutoReply",
    "Subject": "Automatic reply: your turn",
}  # fmt: skip
PASS = "mx.game.test; dkim=pass header.d=players.test; dmarc=pass header.from=players.test"


@pytest.fixture
def installation(judging: Settings, installation_of: object) -> Installation:
    made: Installation = installation_of(judging)  # type: ignore[operator]
    made.create("sealed-bids", {"red": "en", "blue": "en"})
    return made


def written(
    installation: Installation, text: str, sign: str, *, proven: bool = True, sender: str = ""
) -> tuple[str, list[str]]:
    """Red writes with a sign. How it ended, and what red is answered."""
    headers = {sign.title().replace("-", "_"): SIGNS[sign]} | ({"Authentication_Results": PASS} if proven else {})
    row = installation.put(installation.raw("red", text, sender=sender, **headers))
    mails = [mail for to, mail in installation.deliver() if to in ("red@players.test", sender)]
    return row.status.value, [words_of(mail) for mail in mails]


@pytest.mark.parametrize("sign", SIGNS)
def test_an_order_that_is_proven_is_carried_out_whatever_its_server_says(installation: Installation, sign: str) -> None:
    how, answers = written(installation, "1a\n", sign)
    assert (how, len(answers)) == ("handled", 1)
    assert "1 on file 1a bid 2" in answers[0]
    assert written(installation, "status\n", sign)[0] == "handled"


@pytest.mark.parametrize("sign", SIGNS)
def test_a_text_without_an_order_is_ignored_and_its_author_told_once_a_day(
    installation: Installation, sign: str
) -> None:
    away = "I am out of office until Monday and read no mails.\n"
    how, answers = written(installation, away, sign)
    assert (how, len(answers)) == ("ignored", 1)
    assert "looks as if a program had sent it" in answers[0]
    for _ in range(3):
        installation.clock.forward(hours=7)
        assert written(installation, away, sign) == ("ignored", [])
    installation.clock.forward(hours=4)
    assert len(written(installation, away, sign)[1]) == 1


@pytest.mark.parametrize("sign", SIGNS)
def test_what_nothing_proves_is_ignored_and_nobody_asked(installation: Installation, sign: str) -> None:
    assert written(installation, "1a\n", sign, proven=False) == ("ignored", [])
    assert written(installation, "1a\n", sign, sender="eve@elsewhere.test") == ("ignored", [])
