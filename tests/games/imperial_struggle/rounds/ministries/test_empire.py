"""The Ministry cards of the Empire Era in a round: M-11, M-13, M-15, M-16, M-17 (3.5.2, 3.5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.debt import TreatyPointsChanged
from adjudicator.games.imperial_struggle.rules.military import BuyBonusWarTile, RemoveConflict
from adjudicator.games.imperial_struggle.rules.ministries.cards import MinistryPoints, MinistryRevealed
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import BuildSquadron, DeploySquadron

if TYPE_CHECKING:
    from conftest import Table

D4, E4, E2, M4_D, M4_E, M2 = "inv_d4_m2", "inv_e4_m2", "inv_e2_m2", "inv_m4_d2", "inv_m4_e2", "inv_m2_e2"


def political(space: str, result: str = "flag", **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, result, **payment)  # type: ignore[arg-type]


# M-11 Choiseul -------------------------------------------------------------------------------------


def test_m11_gives_a_military_point_for_tiles_or_deploying(table: Table) -> None:
    table.cards("france", 11).play("france", M4_D)
    told = table.told(UseMinistry("m11", 1))
    assert told[-1] == MinistryPoints("france", "m11", "military", 1, rule="bonus_tiles_and_deployment")
    table.do(DeploySquadron("navy_box", "biscay", kind="major"))
    assert table.now.ap is not None
    assert (table.now.ap.major[2], table.now.ap.restricted) == (4, [])


def test_m11_does_not_pay_for_anything_else(table: Table) -> None:
    table.conflict("savoy").cards("france", 11).play("france", M4_D).do(UseMinistry("m11", 1))
    table.do(RemoveConflict("savoy", kind="major"))
    assert table.now.ap is not None
    assert (table.now.ap.major[2], len(table.now.ap.restricted)) == (2, 1)


def test_m11_joins_a_minor_action_but_makes_no_action_of_its_own(table: Table) -> None:
    table.squadron("britain", "biscay").money("france", limit=6).cards("france", 11).play("france", D4)
    table.do(UseMinistry("m11", 1))
    assert table.refused(DeploySquadron("navy_box", "biscay", debt=2)).code == "minor_cannot_remove"
    table.do(DeploySquadron("navy_box", "balearic", kind="minor"))
    assert not [option for option in table.options() if option.op in ("buy_bonus_war_tile", "deploy_squadron")]


def test_m11_needs_a_military_action(table: Table) -> None:
    table.cards("france", 11).play("france", "inv_d4_e2")
    assert table.refused(UseMinistry("m11", 1)).facts["type"] == "military"


def test_m11_builds_a_squadron_for_two_with_one_in_north_america(table: Table) -> None:
    table.cards("france", 11).play("france", M4_D)
    assert table.refused(UseMinistry("m11", 2)).code == "ability_needs_space"
    table.do(DeploySquadron("navy_box", "gulf_of_maine", kind="major"))
    assert table.cost(UseMinistry("m11", 2)) == 2
    table.do(UseMinistry("m11", 2, kind="major"))
    assert table.now.navy_box[0] == 1
    assert table.cost(BuildSquadron()) == 4


# M-15 Pitt the Elder -------------------------------------------------------------------------------


def test_m15_gives_a_diplomatic_point_for_spaces_without_prestige(table: Table) -> None:
    table.cards("britain", 15).play("britain", D4).do(UseMinistry("m15", 1))
    table.do(political("savoy", kind="major"))
    assert table.now.ap is not None
    assert (table.now.ap.major[1], table.now.ap.restricted) == (3, [])


def test_m15_does_not_pay_for_prestige(table: Table) -> None:
    table.cards("britain", 15).play("britain", D4).do(
        UseMinistry("m15", 1), political("spain_prestige_2", kind="major")
    )
    assert table.now.ap is not None
    assert (table.now.ap.major[1], len(table.now.ap.restricted)) == (2, 1)


def test_m15_joins_a_minor_action(table: Table) -> None:
    table.money("britain", limit=0).cards("britain", 15).play("britain", M4_D).do(UseMinistry("m15", 1))
    table.do(political("german_states_alliance_2", kind="minor"))
    assert table.refused(political("savoy")).code == "minor_spent"


def test_m15_needs_a_diplomatic_action(table: Table) -> None:
    table.cards("britain", 15).play("britain", M4_E)
    assert table.refused(UseMinistry("m15", 1)).code == "ability_needs_action"


def test_m15_builds_a_squadron_for_two(table: Table) -> None:
    table.cards("britain", 15).play("britain", E4).do(UseMinistry("m15", 2))
    assert table.now.unbuilt[1] == 5
    assert table.refused(UseMinistry("m15", 2)).code == "ability_exhausted"


# M-16 Charles Hanbury Williams ---------------------------------------------------------------------


@pytest.mark.parametrize(("space", "cost"), [("prussia_prestige", 2), ("german_states_alliance_2", 1), ("russia", 2)])
def test_m16_makes_french_flags_in_the_north_cheaper_to_remove_this_round(table: Table, space: str, cost: int) -> None:
    table.flag("france", space).cards("britain", 16).play("britain", D4)
    assert table.cost(political(space, "unflag")) == cost + 1
    table.do(UseMinistry("m16"))
    assert table.cost(political(space, "unflag")) == cost


def test_m16_does_not_help_elsewhere_or_to_place_flags(table: Table) -> None:
    table.flag("france", "savoy").cards("britain", 16).play("britain", D4).do(UseMinistry("m16"))
    assert table.cost(political("savoy", "unflag")) == 2
    assert table.cost(political("russia")) == 3


def test_m16_is_used_once_a_turn(table: Table) -> None:
    table.cards("britain", 16).play("britain", D4).do(UseMinistry("m16"))
    assert table.refused(UseMinistry("m16")).code == "ability_exhausted"


# M-17 Merchant Banks -------------------------------------------------------------------------------


def market(table: Table, cost: int) -> ShiftMarket:
    """A market that Britain could flag for so many points."""
    found = [option for option in table.options("shift_market") if option.result == "flag"]
    action = next(option for option in found if table.cost(option) == cost)
    return ShiftMarket(action.space, "flag")


def paid(action: ShiftMarket, **payment: int) -> ShiftMarket:
    return ShiftMarket(action.space, action.result, kind="major", **payment)  # type: ignore[arg-type]


def test_m17_ignores_debt_taken_as_economic_points_also_at_the_limit_r_43(table: Table) -> None:
    table.money("britain", debt=6, trp=0).cards("britain", 17).play("britain", E2)
    two = market(table, 2)
    told = table.told(paid(two, free_debt=2))
    assert told[0] == MinistryRevealed("britain", "m17")
    assert told[1].paid.free_debt == 2
    assert (table.debt("britain"), table.now.ap.major[0] if table.now.ap else None) == (6, 2)
    assert (table.ministry(17).used_debt, table.ministry(17).exhausted) == (2, 1)


def test_m17_ignores_two_debt_a_turn(table: Table) -> None:
    table.cards("britain", 17).play("britain", E4)
    two = market(table, 2)
    refusal = table.refused(paid(two, free_debt=3))
    assert (refusal.code, refusal.facts) == ("no_free_debt", {"free_debt": 3, "left": 2})
    table.do(paid(two, free_debt=1))
    assert (table.ministry(17).used_debt, table.ministry(17).exhausted) == (1, 0)
    assert table.refused(paid(market(table, 2), free_debt=2)).facts["left"] == 1


def test_m17_is_for_economic_debt(table: Table) -> None:
    table.cards("britain", 17).play("britain", D4)
    assert table.refused(political("savoy", free_debt=1)).code == "free_debt_economic"


def test_m17_must_be_held(table: Table) -> None:
    table.cards("britain", 18).play("britain", E4)
    assert table.refused(paid(market(table, 2), free_debt=1)).facts["left"] == 0


def test_m17_face_up_pays_before_debt_does(table: Table) -> None:
    table.cards("britain", 17, up=True).play("britain", E2)
    table.do(paid(market(table, 2)))
    offers = [option for option in table.options("shift_market") if option.free_debt]
    assert offers
    assert all(option.free_debt == min(2, table.cost(option)) for option in offers)


def test_m17_face_down_is_offered_only_where_nothing_else_pays(table: Table) -> None:
    table.money("britain", limit=0).cards("britain", 17).play("britain", E2)
    table.do(paid(market(table, 2)))
    offers = table.options("shift_market")
    assert offers
    assert all(option.free_debt == table.cost(option) and not option.reveal for option in offers)


def test_m17_payment_is_completed_and_checked_like_the_others(table: Table) -> None:
    table.cards("britain", 17, up=True).play("britain", E2)
    space = market(table, 2).space
    partial = {"op": "shift_market", "space": space, "result": "flag", "debt": 0, "trp": 0}
    slot = table.match.complete("britain", partial)
    assert (slot.name, slot.values) == ("free_debt", (0, 1, 2))
    whole = table.match.complete("britain", {**partial, "free_debt": 1})
    assert whole == paid(market(table, 2), free_debt=1)


# M-13 Pompadour & Du Barry -------------------------------------------------------------------------


def europe_advantage(table: Table) -> UseAdvantage:
    table.flag("france", "denmark_norway", "prussia_alliance").money("france", debt=2)
    return UseAdvantage("baltic_trade")


def test_m13_gives_a_treaty_point_for_an_own_advantage_in_europe(table: Table) -> None:
    action = europe_advantage(table)
    table.cards("france", 13, up=True).play("france", D4)
    assert TreatyPointsChanged("france", 1, "m13") in table.told(action)
    assert table.trp("france") == 1


def test_m13_is_turned_up_with_the_advantage(table: Table) -> None:
    europe_advantage(table)
    table.cards("france", 13).play("france", D4)
    told = table.told(UseAdvantage("baltic_trade", reveal=("m13",)))
    assert told[0] == MinistryRevealed("france", "m13")
    assert table.trp("france") == 1


def test_m13_face_down_gives_nothing(table: Table) -> None:
    action = europe_advantage(table)
    table.cards("france", 13).play("france", D4).do(action)
    assert table.trp("france") == 0


def test_m13_is_for_europe_only(table: Table) -> None:
    table.cards("france", 13, up=True).play("france", D4).do(UseAdvantage("algonquin_raids", conflict="albany"))
    assert table.trp("france") == 0


def test_m13_with_strict_ru_is_not_turned_up_by_another_region(table: Table) -> None:
    table.cards("france", 13).rules(ministry_reveal="strict_ru").play("france", D4)
    action = UseAdvantage("algonquin_raids", conflict="albany", reveal=("m13",))
    assert table.refused(action).code == "reveal_unused"


def test_bonus_tiles_cost_two_with_and_without_m11(table: Table) -> None:
    table.cards("france", 11).play("france", M2).do(UseMinistry("m11", 1))
    assert table.cost(BuyBonusWarTile()) == 2
    assert FACTS.costs.bonus_tile == 2
