"""Turns of the action phase, passing, its end (R3.20-R3.25)."""

from __future__ import annotations

import pytest

from adjudicator import Action, Match
from adjudicator.games.europa_universalis.game import CHAPTERS
from adjudicator.games.europa_universalis.rules.acting import (
    BONUS,
    DEEDS,
    EndTurn,
    Pass,
    Replenish,
    action_phase,
    turn,
)
from adjudicator.games.europa_universalis.rules.acting import first_player as next_first
from adjudicator.games.europa_universalis.rules.administration import IncreaseStability
from adjudicator.games.europa_universalis.rules.book import TurnDeed
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.purse import ManpowerChanged, RepayLoan, TakeLoan
from adjudicator.games.europa_universalis.rules.treaties import Treaty
from adjudicator.games.europa_universalis.state import DisplayedEvent, State
from adjudicator.kernel.chapters import declared_classes
from tests.games.europa_universalis.table import asked, do, has, refusal, table


def pass_turn(match: Match, *before: Action) -> None:
    do(match, *before, Pass(), EndTurn())


def test_every_chapter_gives_its_deeds_once() -> None:
    assert len(DEEDS) == len(set(DEEDS))
    assert set(DEEDS) == set(declared_classes(TurnDeed, *CHAPTERS)) - {Treaty}


def test_a_minor_action_alone_is_no_turn_r3_20() -> None:
    match = table()
    do(match, TakeLoan())
    assert refusal(match, EndTurn()) == "must_act"
    do(match, Pass())
    assert refusal(match, Pass()) == "acted_already"
    do(match, RepayLoan(), EndTurn())
    assert asked(match) == ("turn", "castile")


@pytest.mark.parametrize(("players", "bonus"), [(3, [5, 2]), (4, [5, 3, 2]), (6, [5, 3, 2, 1])])
def test_who_passes_gets_ducats_by_place_r3_22(players: int, bonus: list[int]) -> None:
    match = table(players=players, frames=[action_phase()])
    order = match.state.order
    for seat in order[: len(bonus)]:
        assert asked(match) == ("turn", seat)
        pass_turn(match)
    assert [match.state.led[seat].ducats - 15 for seat in order[: len(bonus)]] == bonus == [*BONUS[players]]
    assert asked(match)[1] == order[len(bonus)]
    pass_turn(match)
    assert match.state.led[order[len(bonus)]].ducats == 15


def test_the_last_have_one_more_turn_r3_24() -> None:
    match = table(has("castile", exhausted=3), frames=[action_phase()], players=3)
    pass_turn(match)  # France
    do(match, Replenish(), seat="castile")
    assert refusal(match, EndTurn()) == "must_act"
    pass_turn(match)  # Castile: no bonus is left
    assert asked(match) == ("turn", "england")
    assert match.state.led["england"].status.last_turns == 1
    pass_turn(match)
    assert match.decisions() == []
    assert [match.state.led[seat].status.passed for seat in match.state.order] == [1, 2, 3]


def test_who_has_had_his_last_turn_has_passed_r3_24() -> None:
    """Of six the last two have one more turn; then nobody declares war any more on the first of them."""
    match = table(frames=[action_phase()], players=6)
    for _ in range(4):
        pass_turn(match)
    done, last = (seat for seat, led in match.state.led.items() if not led.status.passed)
    if asked(match) != ("turn", done):
        done, last = last, done
    do(match, IncreaseStability(), EndTurn())
    assert asked(match) == ("turn", last)
    assert match.state.led[done].status.passed == 5
    assert match.state.led[done].ducats == 15, "there is no bonus left"
    assert refusal(match, DeclareWar((done,))) == "has_passed"


@pytest.mark.parametrize(("taken", "turns"), [(0, 3), (1, 2), (2, 2)])
def test_of_two_players_the_other_has_two_turns_r20_01(taken: int, turns: int) -> None:
    """Or one besides the events that it has still to take; the last turns are for these. It gets no ducats."""

    def rest(state: State) -> None:
        state.led["england"].status.events = taken
        for _ in range(3):
            event = (state.events.first or state.events.second).pop()
            state.events.shown.append(DisplayedEvent(event))

    match = table(rest, has("england", power=[9, 9, 9], exhausted=20), players=2, frames=[turn("france")])
    match.state.led["france"].status.events = 2
    pass_turn(match)
    assert match.state.led["france"].ducats == 15 + 3
    done, last = 0, False
    while match.state.led["england"].status.last_turns > 0 and not match.state.led["england"].status.passed:
        assert asked(match) == ("turn", "england")
        last = bool(match.decisions()[0].context["event"])
        missing = 2 - match.state.led["england"].status.events
        assert last == (missing >= match.state.led["england"].status.last_turns)
        match.state.led["england"].status.events += last
        match.state.turn.acted = True
        do(match, EndTurn())
        done += 1
    assert (done, match.state.led["england"].ducats) == (turns, 15)
    assert next_first(match.state) == "france"


def test_the_first_to_pass_is_first_unless_it_was_r3_25() -> None:
    match = table(frames=[action_phase()])
    for _ in range(4):
        pass_turn(match)
    assert match.state.first == "france"
    assert next_first(match.state) == "castile"


def test_three_units_recover_for_a_mil_r5_05() -> None:
    match = table(has("france", exhausted=4))
    before = match.state.led["france"].available
    assert ManpowerChanged("france", -3) in do(match, Replenish())
    own = match.state.led["france"]
    assert (own.power[2], own.exhausted, own.available) == (4, 1, before + 3)
    assert ManpowerChanged("france", -1) in do(match, Replenish()), "no more than are exhausted"
    assert refusal(match, Replenish()) == "none_exhausted"
