"""What could be bought while the tile is still to be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.ahead import ahead
from adjudicator.games.imperial_struggle.fact_types import SIDES, WAR
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.payment import Payment
from adjudicator.games.imperial_struggle.rules.shifts import ShiftPolitical
from adjudicator.games.imperial_struggle.rules.war_tiles import MilitaryUpgrade
from adjudicator.kernel.actions import Action


def intents(actions: Sequence[Action]) -> list[Action]:
    """The same actions without their payment."""
    return [replace(each, kind=None, debt=0, trp=0) if isinstance(each, Payment) else each for each in actions]


def is_free(action: Action) -> bool:
    """Whether the points of the tile are enough, with no debt and without turning a ministry up or using one."""
    if not isinstance(action, Payment):
        return True
    return not (action.debt or action.trp or action.free_debt or action.reveal or action.huguenots)


def rounds(seed: bytes) -> list[tuple[Match, str]]:
    """Copies of a random match, one for each time a tile is chosen."""
    match, rng, found = new_match("imperial-struggle", seed=seed), Random(5), []
    while match.result is None:
        seat = match.decisions()[0].waiting[0]
        if match.decisions()[0].kind == "take_investment":
            found.append((match.copy(), seat))
        match.apply(seat, match.sample(seat, rng))
    return found


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_it_is_the_union_of_what_the_tiles_can_buy_without_debt(seed: bytes) -> None:
    for match, seat in rounds(seed):
        bought: set[Action] = set()
        for tile in match.options(seat):
            if isinstance(tile, TakeInvestment):
                taken = match.copy()
                taken.apply(seat, tile)
                bought.update(intents([each for each in taken.options(seat) if is_free(each)]))
        assert set(ahead(match.state, seat)) == bought


def test_it_lists_nothing_twice_and_changes_nothing() -> None:
    for match, seat in rounds(b"three"):
        before = msgspec.json.encode(match.state)
        found = ahead(match.state, seat)
        assert len(found) == len(set(found))
        assert found == intents(found)
        assert msgspec.json.encode(match.state) == before


def test_only_the_seat_that_takes_a_tile_has_something_ahead() -> None:
    match, rng = new_match("imperial-struggle", seed=b"four"), Random(5)
    while match.result is None:
        decision = match.decisions()[0]
        asked = decision.waiting if decision.kind == "take_investment" else ()
        assert tuple(seat for seat in SIDES if ahead(match.state, seat)) == asked
        match.apply(decision.waiting[0], match.sample(decision.waiting[0], rng))
    assert not any(ahead(match.state, seat) for seat in SIDES)


def test_it_does_not_depend_on_what_the_seat_cannot_know() -> None:
    rng = Random(1)
    for match, seat in rounds(b"five"):
        other = GAME.resample_hidden(match.state, seat, rng)
        assert ahead(other, seat) == ahead(match.state, seat)


def test_the_minor_action_does_not_pay_for_the_removal_of_a_flag_5_3_2(table: Any) -> None:
    table.bare().flag("britain", "savoy").begin("france", "inv_e4_d2")
    assert ShiftPolitical("sardinia", "flag") in ahead(table.match.state, "france")
    assert ShiftPolitical("savoy", "unflag") not in ahead(table.match.state, "france")
    table.begin("france", "inv_e4_d2", "inv_d2_m2")
    assert ShiftPolitical("savoy", "unflag") in ahead(table.match.state, "france")


def test_pass_and_the_end_of_the_round_come_last(table: Any) -> None:
    table.begin("france", "inv_e4_d2")
    assert ahead(table.match.state, "france")[-2:] == [Pass(), EndRound()]


def test_upgrades_are_listed_when_a_tile_has_the_symbol_5_3_3(table: Any) -> None:
    table.begin("france", "inv_e4_d2")
    assert not any(isinstance(each, MilitaryUpgrade) for each in ahead(table.match.state, "france"))
    table.begin("france", "inv_e4_d2", "inv_d2_m2")
    upgrades = [each for each in ahead(table.match.state, "france") if isinstance(each, MilitaryUpgrade)]
    assert len(upgrades) == len(WAR.things[0].theatres)
