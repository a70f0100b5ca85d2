"""Cards with other cards: an Event with ministries and advantages in one round, and what outlasts the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, COMMODITY, TURN
from adjudicator.games.imperial_struggle.rules.action_round import EndRound
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.deal import reset
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.scoring import DemandScored, scoring
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron
from adjudicator.games.imperial_struggle.setup import initial_state

if TYPE_CHECKING:
    from conftest import Cards

At = Callable[..., Match]


def next_round(cards: Cards, tile: str) -> Cards:
    """The player's next round of the turn, with its tile."""
    cards.do(EndRound())
    cards.table.state = cards.state
    cards.table.begin(cards.side, tile, number=2)
    return cards.do(TakeInvestment(tile))


# with advantages -----------------------------------------------------------------------------------


def test_an_advantage_won_by_an_event_is_not_usable_in_that_round_8_2(cards: Cards) -> None:
    cards.hold("britain", 20).play(option="take_control", take_control=["maratha"])
    raids = UseAdvantage("raids_and_incursions", conflict="plassey")
    assert cards.table.refused(raids).code == "advantage_new"
    next_round(cards, "inv_e4_m2").do(raids)
    assert cards.conflicts() == {"plassey"}


def test_a_marker_that_an_event_places_blocks_the_advantage_at_once_8_1(cards: Cards) -> None:
    cards.table.flag("britain", "savoy", "spain_prestige_3")
    cards.hold("britain", 7).play(conflicts=["spain_prestige_3"])
    intrigue = UseAdvantage("mediterranean_intrigue", conflict="sardinia")
    assert cards.table.refused(intrigue).code == "advantage_conflict"


def test_an_own_flag_that_an_event_takes_away_takes_its_advantage_too_8_1(cards: Cards) -> None:
    cards.table.flag("france", "puerto_rico").flag("britain", "caicos", "antigua")
    cards.hold("france", 3).play(remove_enemy=["caicos"], remove_own=["puerto_rico"])
    assert cards.table.refused(UseAdvantage("rum", space="antigua")).code == "advantage_not_held"


def test_17_a_refreshed_advantage_works_again_and_pays_pompadour_again_m_13(cards: Cards) -> None:
    cards.table.flag("france", "denmark_norway", "prussia_alliance").money("france", debt=5)
    cards.hold("france", 17).ministry(13, up=True).begin("inv_e4_m2").do(UseAdvantage("baltic_trade"))
    assert (cards.debt(), cards.table.trp("france")) == (3, 1)
    next_round(cards, "inv_m3_d2")
    assert cards.table.refused(UseAdvantage("baltic_trade")).code == "advantage_exhausted"
    cards.do({"op": "play_event", "card": 17, "refresh": ["baltic_trade"]}).do(UseAdvantage("baltic_trade"))
    assert (cards.debt(), cards.table.trp("france")) == (1, 2)


def test_33_an_activated_advantage_is_not_exhausted_so_watt_gets_nothing_m_19(cards: Cards) -> None:
    cards.table.cards("britain", 19, up=True)
    cards.hold("france", 33).play(activate={"advantage": "algonquin_raids", "conflict": "hudson_valley"})
    assert cards.table.trp("britain") == 0


def test_33_what_was_activated_and_not_used_lapses_with_the_round_r_25(cards: Cards) -> None:
    cards.table.flag("france", "asiento")
    cards.table.state.advantages_exhausted = 1 << ADVANTAGE.index["slaving_contracts"]
    cards.hold("france", 33).play("inv_m3_e2", activate={"advantage": "slaving_contracts"})
    next_round(cards, "inv_m4_e2")
    assert cards.table.refused(UseAdvantage("slaving_contracts")).code == "advantage_exhausted"


# with ministries -----------------------------------------------------------------------------------


def test_4_and_halley_build_a_squadron_for_nothing_with_a_military_action_m_10_r_26(cards: Cards) -> None:
    cards.hold("britain", 4).ministry(8).ministry(10)
    cards.reveal = ("m8",)
    cards.play("inv_m3_e2", unflag=["martinique"])
    halley = UseMinistry("m10", kind="major")
    assert cards.table.cost(halley) == 0
    cards.do(halley)
    assert cards.points() == {"military": 3}
    assert cards.table.cost(BuildSquadron(kind="major")) == 4  # one squadron only


def test_24_turgot_adds_to_debt_taken_for_the_points_of_an_event_m_23(cards: Cards) -> None:
    cards.table.money("britain", debt=3)
    cards.hold("france", 24, turn="5").ministry(23, up=True).play("inv_m3_d2")
    cards.do(ShiftMarket("niagara", "flag", restricted=0, debt=1))  # 1 of the event, 1 debt, 1 of Turgot
    assert (cards.debt(), cards.flag("niagara")) == (1, "france")


def test_24_ignored_debt_is_bound_like_other_debt_m_17_r_08(cards: Cards) -> None:
    cards.table.money("france", debt=3)
    cards.hold("britain", 35).ministry(17, up=True).ministry(22)
    cards.reveal = ("m22",)
    cards.play("inv_m3_d2", unflag=["martinique"])
    assert cards.restricted() == [("economic", 3, "caribbean_only")]
    assert cards.table.refused(ShiftMarket("albany", "flag", free_debt=2)).code == "restricted_elsewhere"
    market = next(option for option in cards.table.options("shift_market") if option.free_debt == 0)
    cost = cards.table.cost(market)
    refusal = cards.table.refused(
        ShiftMarket(market.space, market.result, free_debt=min(2, cost), debt=cost - min(2, cost))
    )
    assert refusal.code == "restricted_needed"


# what outlasts the round ---------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "side"), [(17, "britain"), (4, "france")])
def test_a_discount_of_an_event_ends_with_the_round_5_2(cards: Cards, card: int, side: str) -> None:
    cards.hold(side, card, turn="3").bonus()
    cards.play("inv_m3_d2", **({"unflag": ["st_lucia"]} if card == 4 else {}))
    next_round(cards, "inv_m4_d2")
    assert cards.state.ap is not None
    assert cards.state.ap.modifiers == []


def test_19_the_commodity_that_was_added_is_scored_and_gone_with_the_turn_4_1_12(at: At) -> None:
    state = initial_state()
    state.turn, state.awards = TURN.index["3"], [0, 1, 2, 3]
    state.demand = sorted(COMMODITY.index[name] for name in ("furs", "spice", "fish", "cotton"))
    match = at(state, [scoring()])
    scored = [told.public.commodity for told in match.opening if isinstance(told.public, DemandScored)]
    assert scored == ["furs", "spice", "fish", "cotton"]


def test_18_a_squadron_that_is_away_gives_no_strength_and_protects_nothing_4_1_5(cards: Cards) -> None:
    cards.table.squadron("britain", "biscay")
    cards.hold("france", 18).play(squadron="biscay")
    assert (cards.state.squadrons[1], cards.state.away) == (0, [0, 1])
    cards.do(EndRound())
    reset(cards.state)
    assert (cards.state.away, cards.state.navy_box[1]) == ([0, 0], 3)
