"""What Ministry cards do for Events: M-8, M-24, M-25, M-26, and what an Advantage that an Event works does not give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.cards import MinistryPoints, MinistryUsed
from adjudicator.games.imperial_struggle.rules.ministries.use import RevealMinistry, UseMinistry
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron

if TYPE_CHECKING:
    from conftest import Table

D3, M3_E, M4_D, D4 = "inv_d3_m2", "inv_m3_e2", "inv_m4_d2", "inv_d4_m2"
WEALTH, REFORM, NINE_SISTERS, HERCULE = 36, 8, 33, 26


def points(table: Table) -> tuple[list[int], list[int]]:
    assert table.now.ap is not None
    return table.now.ap.major, table.now.ap.minor


def test_m26_adds_a_point_to_both_actions_after_an_event_with_its_bonus_r_45(table: Table) -> None:
    table.hand("france", WEALTH).cards("france", 26, 25, up=True).play("france", D3)
    told = table.told(PlayEvent(WEALTH))
    assert MinistryPoints("france", "m26", "diplomatic", 1, "major") in told
    assert MinistryPoints("france", "m26", "military", 1, "minor") in told
    assert points(table) == ([3, 4, 0], [0, 0, 3])


def test_m26_may_be_turned_up_for_its_keyword_and_adds_at_once_r_45(table: Table) -> None:
    table.hand("france", WEALTH).cards("france", 26).play("france", D3)
    table.do(PlayEvent(WEALTH, ("m26",), bonus=True))
    assert points(table)[0][1] == 4


def test_m26_may_be_turned_up_after_the_event_of_the_round_r_45(table: Table) -> None:
    table.hand("france", HERCULE).cards("france", 23, up=True).cards("france", 26).play("france", D3)
    table.do(PlayEvent(HERCULE, bonus=True))
    assert points(table) == ([0, 3, 0], [0, 0, 2])
    told = table.told(RevealMinistry("m26"))
    assert MinistryPoints("france", "m26", "military", 1, "minor") in told
    assert points(table) == ([0, 4, 0], [0, 0, 3])


def test_m26_adds_nothing_to_an_action_that_is_over_r_45(table: Table) -> None:
    table.hand("france", HERCULE).cards("france", 23, up=True).cards("france", 26).play("france", D3)
    table.do(PlayEvent(HERCULE, bonus=True), DeploySquadron("navy_box", "biscay"), RevealMinistry("m26"))
    assert points(table) == ([0, 4, 0], [0, 0, 0])
    assert "ministry_points" not in table.happened(EndRound())


def test_m26_turned_up_adds_nothing_without_an_event_or_its_bonus_r_45(table: Table) -> None:
    table.hand("france", HERCULE).cards("france", 26).play("france", D3)
    table.do(PlayEvent(HERCULE), RevealMinistry("m26"))
    assert points(table) == ([0, 3, 0], [0, 0, 2])


def test_m26_adds_nothing_without_the_bonus_or_face_down_r_45(table: Table) -> None:
    table.hand("france", NINE_SISTERS).cards("france", 26, up=True).play("france", D3)
    table.match.apply("france", {"op": "play_event", "card": NINE_SISTERS})
    assert points(table)[0][1] == 3


def test_m24_adds_to_economic_points_of_an_event_where_the_tile_has_no_economic_action_r_44(table: Table) -> None:
    furs = ("york_factory", "hudson_valley", "massachusetts_bay")
    table.flag("france", *furs).hand("france", WEALTH).cards("france", 24, 26, up=True).play("france", D3)
    told = table.told(PlayEvent(WEALTH))
    assert MinistryPoints("france", "m24", "economic", 1, "major") in told
    assert points(table)[0][0] == 3 + 1
    assert "m24" not in (table.now.ap.modifiers if table.now.ap else ["m24"])


def test_m8_plays_an_economic_event_from_another_tile_once_a_turn(table: Table) -> None:
    table.money("britain", debt=3).hand("britain", REFORM).cards("britain", 8).play("britain", M3_E)
    assert table.refused(PlayEvent(REFORM)).rule == "3.4.4"
    told = table.told(PlayEvent(REFORM, via="m8"))
    assert MinistryUsed("britain", "m8", 2) in told
    assert (table.ministry(8).exhausted, table.now.ministry_used) == (0b10, True)
    assert table.debt("britain") == 0  # two, and one more: the Bank has Finance


def test_m8_lifts_only_the_type_and_only_of_economic_events(table: Table) -> None:
    table.hand("britain", 6, REFORM).cards("britain", 8).play("britain", M3_E)
    assert table.refused(PlayEvent(6, via="m8")).code == "ability_no_effect"
    table.__init__()  # type: ignore[misc]
    table.hand("britain", REFORM).cards("britain", 8).play("britain", M4_D)
    assert table.refused(PlayEvent(REFORM, via="m8")).code == "ability_no_effect"
    assert table.refused(PlayEvent(REFORM, via="m5")).code == "ministry_not_held"


def test_m25_plays_an_event_without_the_symbol_whose_type_fits(table: Table) -> None:
    table.hand("france", WEALTH, 34).cards("france", 25).play("france", M4_D)
    assert table.refused(PlayEvent(34, via="m25")).rule == "3.4.4"
    table.do(PlayEvent(WEALTH, via="m25"))
    assert table.ministry(25).exhausted == 1


def test_the_keyword_of_the_ministry_that_lets_a_card_be_played_counts_for_its_bonus_3_5_3(table: Table) -> None:
    jesuits = 35
    table.hand("france", jesuits).cards("france", 25).play("france", M4_D)
    offered = [option for option in table.options() if isinstance(option, PlayEvent)]
    assert offered == [PlayEvent(jesuits, via="m25", bonus=True)]
    table.do(*offered)
    assert table.now.vp == 15 + 2


def test_m25_is_not_needed_with_the_symbol(table: Table) -> None:
    table.hand("france", WEALTH).cards("france", 25).play("france", D3)
    assert table.refused(PlayEvent(WEALTH, via="m25")).code in ("via_not_needed", "ability_no_effect")


@pytest.mark.parametrize(("allowed", "offered"), [(True, True), (False, False)])
def test_an_ability_after_the_tile_may_forbid_to_pass_too_r_21(table: Table, allowed: bool, offered: bool) -> None:
    table.flag("france", "savoy").cards("france", 1).rules(pass_after_ministry=allowed).begin("france", D4)
    table.do(TakeInvestment(D4), UseMinistry("m1"))
    assert (Pass() in table.options()) is offered


def test_la_gabelle_pays_neither_watt_nor_pompadour_r_48(table: Table) -> None:
    """An Event exhausts the advantages: France does not, and neither did it use them."""
    table.flag("france", "denmark_norway", "prussia_alliance").hand("britain", 34)
    table.cards("britain", 19, up=True).cards("france", 13, up=True).play("britain", D3)
    table.match.apply("britain", {"op": "play_event", "card": 34, "exhaust": ["baltic_trade", "algonquin_raids"]})
    assert table.now.advantages_exhausted.bit_count() == 2
    assert (table.trp("britain"), table.trp("france")) == (0, 0)
