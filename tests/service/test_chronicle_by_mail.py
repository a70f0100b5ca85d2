"""A chronicle by mail: the last mails of a match tell the history of all, the first ones of the next match too."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.sequel import next_match, sequel_of
from adjudicator.kernel.simulate import play_out, random_action
from adjudicator.language import language
from adjudicator.reports.pages.archive_page import html
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.store.engine import reading
from tests.service.test_series import begin_next, called, play

SEATS = ("chancellor", "red", "blue")
PEOPLE = ("anna", "boris", "clara")
FIRST_EMPIRE = {"en": "What became of the first empire", "ru": "Что стало с первой империей"}


def before_the_end(match: Match) -> dict[str, Any]:
    """The position a few answers before the match and its chronicle are over."""
    rng, past = Random(5), deque[dict[str, Any]](maxlen=3)
    while match.result is None:
        past.append(match.document())
        random_action(match, rng)
    return past[0]


@pytest.fixture
def ended(installation: Any) -> int:
    """The second match of a chronicle, over."""
    first = new_match("oath", seats=SEATS, seed=b"the first match")
    play_out(first, Random(3))
    sequel = sequel_of(first)
    assert sequel is not None
    second = next_match(first, sequel, seed=b"the second match")
    people = zip(SEATS, PEOPLE, ("en", "ru", "en"), strict=True)
    players = [Player(seat=seat, name=name.title(), email=f"{name}@players.test", language=code)
               for seat, name, code in people]  # fmt: skip
    chair = Player(seat="moderator", name="Mila", email="mila@players.test")
    new = NewCampaign(name="oath", title="Oath", game="oath", players=(*players, chair), seed=b"oath",
                      document=before_the_end(second))  # fmt: skip
    made = create(installation.service, new)
    installation.deliver()
    play(installation, made, "the end")
    assert installation.table(made).match.result is not None
    return made


def test_the_last_mails_tell_what_became_of_the_first_empire(installation: Any, ended: int, said: Any) -> None:
    for person, code, match in (("anna", "en", "Match 2, "), ("boris", "ru", "Партия 2, ")):
        told = said(installation.newest(person))
        assert FIRST_EMPIRE[code].upper() in told
        assert match in told


def test_the_next_match_begins_with_the_chronicle(installation: Any, ended: int, said: Any) -> None:
    got = begin_next(installation, ended, said)
    assert called(installation, "oath-2")
    assert "Match 2, " in said(got["anna"][-1])
    assert "ХРОНИКА" in said(got["boris"][-1])


def test_the_page_of_the_archive_tells_the_chronicle(installation: Any, ended: int) -> None:
    with reading(installation.service.engine) as session:
        record = gather(table_of_campaign(installation.service.work(session), ended), Viewpoint())
    for code, heading in FIRST_EMPIRE.items():
        chronicle = tell(record, code, light=True)
        analysed = [language(code).gettext(each) for each in ("Prospects and luck", "What decided the match")]
        assert [each.heading for each in chronicle.history][1:] == [heading, *analysed]
        assert heading in html(chronicle)
