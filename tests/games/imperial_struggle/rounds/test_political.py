"""Diplomatic actions (5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.games.imperial_struggle.fact_types import SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.shifts import DrawEvent, ShiftPolitical

if TYPE_CHECKING:
    from conftest import Table

D4 = "inv_d4_m2"


def flag(space: str, **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, "flag", **payment)  # type: ignore[arg-type]


def unflag(space: str, **payment: object) -> ShiftPolitical:
    return ShiftPolitical(space, "unflag", **payment)  # type: ignore[arg-type]


def test_no_connection_is_needed_5_5_1(table: Table) -> None:
    table.bare().play("france", D4).do(flag("maratha"))
    assert table.match.state.flags[0] == SPACE.mask_of(["maratha"])


def test_the_printed_number_is_the_price_5_5_2(table: Table) -> None:
    table.play("france", D4)
    assert table.terms(flag("spain_prestige_3")) == [("base", "5.5.2", 3)]


def test_a_conflict_marker_makes_it_one_5_5_2(table: Table) -> None:
    table.conflict("spain_prestige_3").play("france", D4)
    assert table.cost(flag("spain_prestige_3")) == 1
    table.do(flag("spain_prestige_3"))
    assert table.match.state.conflicts == 0


def test_taking_over_costs_two_shifts_3_2_8(table: Table) -> None:
    table.play("france", D4).do(unflag("austria_alliance_2"), flag("austria_alliance_2"))
    assert table.match.state.flags[0] >> SPACE.index["austria_alliance_2"] & 1
    assert table.match.state.ap.major == [0, 0, 0]


def test_a_further_region_costs_one_more_5_3_4(table: Table) -> None:
    table.play("france", D4).do(flag("savoy"))
    assert table.terms(flag("maratha")) == [("base", "5.5.2", 2), ("region", "5.3.4", 1)]


def test_spaces_of_a_later_era_are_not_in_play_3_2_1(table: Table) -> None:
    table.play("france", D4)
    refusal = table.refused(flag("prussia_empire_prestige"))
    assert (refusal.code, refusal.rule, refusal.facts["era"]) == ("not_in_play", "3.2.1", "empire")
    assert table.refused(flag("usa_prestige_2")).facts["era"] == ""


def test_empire_prussia_is_in_play_on_turn_3_3_2_1(table: Table) -> None:
    table.turn("3").play("france", D4).do(flag("prussia_empire_prestige"))


def test_usa_spaces_need_a_usa_flag_10_0(table: Table) -> None:
    table.turn("6").flag("usa", "northern_colonies").play("france", D4).do(flag("usa_prestige_2"))
    assert table.match.state.flags[0] >> SPACE.index["usa_prestige_2"] & 1


# drawing an Event card (2nd printing 5.5.3) ---------------------------------------------------------


def test_three_points_draw_an_event_card_r_01(table: Table) -> None:
    table.play("france", D4, chance=[{"draw": "event", "side": "france", "cards": [7]}])
    told = table.do(DrawEvent())
    assert table.match.state.hands[0] == [7]
    assert 7 not in table.match.state.deck
    assert told[0].public.card == 0  # hidden from the opponent
    assert told[0].private["france"].card == 7
    assert table.match.state.ap.major == [0, 1, 0]


def test_a_minor_action_with_one_debt_draws_one_too_r_60(table: Table) -> None:
    table.play("france", "inv_m4_d2").do(DrawEvent(debt=1))
    assert len(table.match.state.hands[0]) == 1


def test_drawing_has_no_region_r_59(table: Table) -> None:
    table.play("france", D4).do(DrawEvent())
    assert table.cost(flag("maratha")) == 2


def test_an_empty_pile_is_not_renewed_r_01(table: Table) -> None:
    table.state.deck, table.state.discard = [], [1, 2]
    table.play("france", D4)
    refusal = table.refused(DrawEvent())
    assert (refusal.code, refusal.rule) == ("event_pile_empty", "5.5.3")


def test_with_the_option_the_discard_pile_is_shuffled_r_01(table: Table) -> None:
    table.state.deck, table.state.discard = [], [1, 2]
    table.rules(draw_event_action="reshuffle").play("france", D4).do(DrawEvent())
    assert len(table.match.state.hands[0]) == 1
    assert table.match.state.discard == []


def test_the_action_can_be_switched_off_r_01(table: Table) -> None:
    table.rules(draw_event_action="off").play("france", D4)
    assert table.refused(DrawEvent()).code == "no_draw_event"
    assert not table.options("draw_event")


def test_succession_cards_leave_the_game_on_turn_5_4_1_6(table: Table) -> None:
    old, new = (FACTS.events_of_era(era)[0] for era in (0, 2))
    table.turn("5").state.deck = sorted([old, new])
    draws = [{"draw": "event", "side": "france", "cards": [card]} for card in (old, new)]
    table.play("france", D4, chance=draws).do(DrawEvent())
    assert (table.match.state.hands[0], table.match.state.removed_events) == ([new], [old])


def test_a_pile_of_succession_cards_alone_gives_none_on_turn_5_4_1_6(table: Table) -> None:
    old = FACTS.events_of_era(0)[0]
    table.turn("5").state.deck = [old]
    table.state.discard = [FACTS.events_of_era(2)[0]]
    table.play("france", D4).do(DrawEvent())
    assert (table.match.state.hands[0], table.match.state.removed_events) == ([], [old])
