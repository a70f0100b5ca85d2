"""What a mail says beside a question: purse, wars and ties, milestones that are near, and what comes next."""

from __future__ import annotations

from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.kernel.beginning import set_up
from adjudicator.language import Language, language
from tests.games.europa_universalis.table import Arrange, has, power, table

ENGLISH, RUSSIAN = language("en"), language("ru")


def told(*arrange: Arrange, seat: str = "france", to: Language = ENGLISH) -> tuple[str, ...]:
    return REPORT.situation(table(*arrange).view((seat,)), seat, to)


def tied(state: State) -> None:
    make_war(state, REALM.index["france"], REALM.index["england"])
    state.allied["france"] = REALM.mask_of(("castile",))
    state.allied["castile"] = REALM.mask_of(("france",))
    state.married["france"] = REALM.mask_of(("castile",))
    state.married["castile"] = REALM.mask_of(("france",))


def test_purse_wars_ties_and_the_nearest_milestones_stand_there() -> None:
    lines = told(tied, power("france", adm=3, dip=2, mil=1), has("france", ducats=15))
    assert lines[0].startswith("You have: 3 adm, 2 dip, 1 mil, 15 ducats; next income: ")
    assert lines[1:3] == ("At war: England", "Allied: Castile; Married: Castile")
    near = "Milestone Web of pacts: alliances and marriages 4 (you 2 of 4; Castile, England 2)"
    assert near in lines[3:6], "that of which least is missing is among the three"
    assert len(lines) == 7
    assert told(to=RUSSIAN)[1] == "Война: нет"


def test_then_come_the_turns_of_those_who_have_not_passed_r3_20() -> None:
    def passed(state: State) -> None:
        state.led["castile"].status.passed = 1

    assert told()[-1] == "Then: Castile, England, Austria, you"
    assert told(passed)[-1] == "Then: England, Austria, you"
    assert told(seat="england")[-1] == "Then: the turn goes on (France), and next: Castile, you"


def test_before_and_behind_the_turns_then_come_the_phases_r3_01() -> None:
    def peace(state: State) -> None:
        state.phase = 3

    begun = set_up(GAME, seats=GAME.seatings(4)[0], seed=b"then")
    first = begun.state.first
    assert REPORT.situation(begun.view((first,)), first, ENGLISH)[-1].startswith("Then: the turns, ")
    assert told(peace)[-1] == "Then: income, cleanup, the next round"
    assert len(told()) <= 8
