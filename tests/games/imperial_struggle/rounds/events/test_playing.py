"""Rule 5.2: when a card may be played, the bonus condition, choices in one line or one by one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import WAR_TILE
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.advantages import UseAdvantage
from adjudicator.games.imperial_struggle.rules.events.choosing import ChooseForEvent
from adjudicator.games.imperial_struggle.rules.events.playing import EventPlayed, PlayEvent
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.points import ActionEnded
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.kernel.worlds import other_world

if TYPE_CHECKING:
    from conftest import Cards


def offered(cards: Cards) -> list[PlayEvent]:
    return [option for option in cards.table.options() if isinstance(option, PlayEvent)]


# when (3.4.4, 5.2) ---------------------------------------------------------------------------------


def test_a_card_needs_the_symbol_on_the_tile_5_2(cards: Cards) -> None:
    cards.hold("france", 3).begin("inv_e4_m2")
    assert offered(cards) == []
    refusal = cards.refused()
    assert (refusal.code, refusal.rule, refusal.facts) == ("no_event_symbol", "5.2", {"card": 3, "tile": "inv_e4_m2"})


def test_a_card_with_a_type_needs_that_major_action_3_4_4(cards: Cards) -> None:
    cards.hold("france", 5, 3).begin("inv_e3_m2")
    refusal = cards.refused()
    assert (refusal.code, refusal.facts["type"], refusal.facts["major"]) == ("event_wrong_type", "military", "economic")
    assert [near.card for near in refusal.nearest] == [3]


def test_only_cards_in_hand_are_played_5_2(cards: Cards) -> None:
    cards.hold("france", 3).begin()
    refusal = cards.table.refused(PlayEvent(1))
    assert (refusal.code, refusal.facts) == ("event_not_in_hand", {"card": 1, "hand": [3]})


@pytest.mark.parametrize("before", ["purchase", "advantage", "event"])
def test_a_card_comes_before_anything_else_of_the_tile_5_2(cards: Cards, before: str) -> None:
    cards.table.flag("france", "denmark_norway", "prussia_alliance")
    cards.hold("france", 24 if before == "event" else 3, 4, turn="3" if before == "event" else "1").begin("inv_e3_m2")
    if before == "purchase":
        cards.do(ShiftMarket("ile_aux_noix", "flag", kind="major"))
    elif before == "advantage":
        cards.do(UseAdvantage("baltic_trade"))
    else:
        cards.do(PlayEvent(24))
    refusal = cards.table.refused(PlayEvent(4))
    assert (refusal.code, refusal.rule) == ("event_too_late", "5.2")
    assert offered(cards) == []


def test_passing_is_over_once_a_card_was_played_5_1(cards: Cards) -> None:
    cards.hold("france", 36).play()
    assert cards.table.refused(Pass()).code == "too_late_to_pass"


def test_a_card_leaves_the_game_once_played_5_2_step_5(cards: Cards) -> None:
    cards.hold("france", 36, 35).play()
    assert (cards.state.played, cards.state.hands[0]) == ([36], [35])
    assert cards.events[0] == EventPlayed("france", 36)


def test_on_turn_6_playing_a_card_uses_the_tile_so_the_symbol_pays_5_3_3(cards: Cards) -> None:
    cards.hold("britain", 36, turn="6").play("inv_e2_m2")
    assert cards.state.treaty_points[1] == 1


# the bonus condition (3.4.3, 3.5.3, 5.2 step 1) ----------------------------------------------------


def test_a_face_up_ministry_with_the_keyword_gives_the_bonus_3_5_3(cards: Cards) -> None:
    cards.hold("britain", 36).ministry(19, up=True).begin()
    assert offered(cards) == [PlayEvent(36, bonus=True)]
    cards.do(PlayEvent(36))
    assert cards.points() == {"economic": 3, "military": 3}


def test_a_face_down_one_is_turned_up_for_it_3_5_3(cards: Cards) -> None:
    cards.hold("britain", 36).ministry(19).begin()
    assert offered(cards) == [PlayEvent(36), PlayEvent(36, ("m19",), bonus=True)]
    cards.do(PlayEvent(36, ("m19",)))
    assert cards.state.ministries[1][0].revealed
    assert cards.points() == {"economic": 3, "military": 3}


def test_a_ministry_that_is_not_turned_up_gives_nothing(cards: Cards) -> None:
    cards.hold("britain", 36).ministry(19).play()
    assert not cards.state.ministries[1][0].revealed
    assert cards.points() == {"military": 3}


def test_whoever_counts_on_the_bonus_is_told_when_it_does_not_come(cards: Cards) -> None:
    cards.hold("britain", 36).ministry(19).begin()
    refusal = cards.table.refused(PlayEvent(36, bonus=True))
    assert (refusal.code, refusal.rule, refusal.facts["wanted"]) == ("event_without_bonus", "3.4.3", "scholarship")
    assert refusal.nearest == (PlayEvent(36), PlayEvent(36, ("m19",), bonus=True))


def test_a_ministry_without_the_keyword_is_not_turned_up_3_5_3(cards: Cards) -> None:
    cards.hold("britain", 36).ministry(21).begin()
    refusal = cards.table.refused(PlayEvent(36, ("m21",)))
    assert (refusal.code, refusal.facts["keyword"]) == ("reveal_without_keyword", "scholarship")


def test_available_debt_must_be_higher_by_the_figure_6_4(cards: Cards) -> None:
    cards.table.money("france", debt=2, limit=6).money("britain", debt=3, limit=6)
    cards.hold("france", 24).play()
    assert cards.restricted() == [("economic", 2, "caribbean_only")]


def test_equal_available_debt_is_no_lead_6_4(cards: Cards) -> None:
    cards.table.money("france", debt=2, limit=6).money("britain", debt=2, limit=6)
    cards.hold("france", 24).begin()
    refusal = cards.table.refused(PlayEvent(24, bonus=True))
    assert (refusal.facts["condition"], refusal.facts["wanted"], refusal.facts["has"]) == ("available_debt_lead", 1, 0)


def test_a_lead_of_bonus_tiles_counts_those_laid_at_the_next_war(cards: Cards) -> None:
    cards.hold("france", 16)
    cards.lay("france", 1)
    cards.play(conflicts=["port_de_paix", "martinique"])
    assert cards.conflicts() == {"port_de_paix", "martinique"}


def test_on_turn_6_there_is_no_next_war_and_no_lead_of_tiles_r_58(cards: Cards) -> None:
    cards.hold("france", 32, turn="6").play(conflicts=["martinique"])
    assert cards.conflicts() == {"martinique"}


def test_byng_and_atlantic_dominance_are_no_bonus_tiles_r_54(cards: Cards) -> None:
    cards.hold("britain", 16, turn="4")
    special = WAR_TILE.index["atlantic_dominance"]
    cards.state.theatres[0].bonus[1] = [special]
    cards.play(conflicts=["martinique"])
    assert cards.conflicts() == {"martinique"}


def test_a_conflict_marker_takes_a_space_from_the_condition_3_8(cards: Cards) -> None:
    cards.table.flag("britain", "scotland_prestige").conflict("scotland_prestige")
    cards.hold("britain", 2).play()
    assert cards.vp() == 0


def test_the_effect_cannot_make_the_condition_true_5_2_step_1(cards: Cards) -> None:
    cards.table.money("france", debt=2, limit=6).money("britain", debt=2, limit=6)
    cards.hold("france", 15).play()
    assert (cards.state.debt_limit[1], cards.debt()) == (5, 2)  # available debt 4 : 3 comes too late


# ministries that lift a restriction ----------------------------------------------------------------


def test_the_bank_plays_an_economic_card_from_any_tile_with_the_symbol_m_8(cards: Cards) -> None:
    cards.hold("britain", 15).ministry(8).begin("inv_m3_e2")
    assert PlayEvent(15, via="m8") in offered(cards)
    assert cards.table.refused(PlayEvent(15)).code == "event_wrong_type"
    cards.do(PlayEvent(15, via="m8"))
    held = cards.state.ministries[1][0]
    assert (held.revealed, held.exhausted, cards.state.played) == (True, 2, [15])


def test_condorcet_plays_a_card_without_the_symbol_m_25(cards: Cards) -> None:
    cards.hold("france", 36).ministry(25).begin("inv_e4_m2")
    cards.do(PlayEvent(36, via="m25"))
    assert cards.state.played == [36]


def test_a_ministry_is_not_used_where_it_is_not_needed(cards: Cards) -> None:
    cards.hold("britain", 15).ministry(8).begin("inv_e3_m2")
    assert cards.table.refused(PlayEvent(15, via="m8")).code == "via_not_needed"


# effects and points ---------------------------------------------------------------------------------


def test_plain_effects_need_no_connection_r_18(cards: Cards) -> None:
    cards.table.bare().flag("britain", "calicut")
    cards.hold("france", 4).play()
    assert cards.flag("calicut") == ""


def test_points_of_an_event_join_an_action_of_their_own_type_only_r_07(cards: Cards) -> None:
    cards.hold("france", 24).play("inv_m3_d2")
    assert cards.points() == {"economic": 1, "military": 3}
    refusal = cards.table.refused(ShiftMarket("ile_aux_noix", "flag"))
    assert (refusal.code, refusal.facts["points"]) == ("not_enough_points", 1)


def test_points_of_the_tiles_type_join_its_major_action_5_2_step_3(cards: Cards) -> None:
    cards.hold("france", 30).play("inv_e3_m2")
    cards.do(ShiftMarket("ile_aux_noix", "flag"))
    cards.do(ShiftMarket("niagara", "flag"))
    assert cards.points() == {}


def test_one_event_action_is_completed_before_the_tiles_major_action_5_3(cards: Cards) -> None:
    cards.hold("france", 36).bonus().play("inv_d3_m2")
    cards.do(ShiftMarket("niagara", "flag"))
    cards.do(ShiftPolitical("savoy", "flag"))
    assert cards.points() == {"diplomatic": 2}  # three and one of M-26, which was turned up
    assert cards.table.refused(ShiftMarket("ile_aux_noix", "flag")).code == "wrong_type"


def test_points_of_an_event_whose_action_was_begun_do_not_join_the_minor_action_5_3(cards: Cards) -> None:
    cards.hold("britain", 10).bonus().play("inv_m3_d2")
    cards.do(ShiftPolitical("prussia_alliance", "flag", kind="major"))
    assert cards.restricted() == [("diplomatic", 1, "europe_only")]
    refusal = cards.table.refused(ShiftPolitical("spain_prestige_3", "flag", kind="minor"))
    assert (refusal.code, refusal.facts["missing"]) == ("not_enough_points", 1)
    cards.do(ShiftPolitical("dutch_republic_alliance", "flag", kind="minor"))
    assert ActionEnded("britain", "major", 1) in cards.events
    assert cards.restricted() == []


def test_an_empty_list_for_a_choice_that_does_not_exist_is_no_choice(cards: Cards) -> None:
    cards.hold("britain", 2).play(conflicts=[], unflag=[])
    assert cards.restricted() == [("diplomatic", 1, "unflag_in_europe")]


def test_a_list_for_a_choice_that_does_not_exist_is_refused(cards: Cards) -> None:
    assert cards.hold("britain", 2).refused(conflicts=["savoy"]).code == "event_argument"


def test_points_of_an_event_not_begun_yet_do_5_2_step_3(cards: Cards) -> None:
    cards.hold("britain", 10).bonus().play("inv_m3_d2")
    cards.do(ShiftPolitical("spain_prestige_3", "flag", kind="minor"))
    assert cards.restricted() == [("diplomatic", 2, "german_and_dutch")]


def test_points_of_a_ministry_join_the_minor_action_whatever_was_begun_3_5_4(cards: Cards) -> None:
    cards.table.flag("", "bavaria")
    cards.hold("britain", 10, turn="3").bonus().ministry(15)
    cards.play("inv_m3_d2")
    cards.do(UseMinistry("m15"))
    cards.do(ShiftPolitical("prussia_alliance", "flag", kind="major", restricted=2))
    cards.do(ShiftPolitical("bavaria", "flag", kind="minor"))
    assert cards.flag("bavaria") == "britain"


# choices -------------------------------------------------------------------------------------------


def test_a_line_with_its_choices_is_the_event_and_a_choice_for_each_part(cards: Cards) -> None:
    cards.hold("france", 3).bonus().begin()
    cards.table.flag("britain", "caicos", "antigua")
    cards.play(remove_enemy=["caicos", "antigua"], remove_own=["martinique"])
    written = [entry.action for entry in cards.table.match.log[-3:]]
    assert written == [
        PlayEvent(3, cards.reveal, bonus=True),
        ChooseForEvent(3, "effect", remove_enemy=("caicos",), remove_own=("martinique",)),
        ChooseForEvent(3, "bonus", remove_enemy=("antigua",)),
    ]


def test_the_choices_may_come_one_by_one(cards: Cards) -> None:
    cards.hold("france", 3).begin()
    cards.do(PlayEvent(3))
    (decision,) = cards.table.match.decisions()
    assert (decision.kind, decision.rule, decision.seats) == ("choose_for_event", "5.2", ("france",))
    assert decision.context["arguments"][""]["remove_own"] == {"least": 1, "most": 1}
    cards.choose(remove_enemy=["st_lucia"], remove_own=["martinique"])
    assert cards.table.decision == "use_tile"


def test_a_wrong_choice_in_the_line_takes_the_event_back_too(cards: Cards) -> None:
    refusal = cards.hold("france", 3).refused(remove_enemy=["savoy"], remove_own=["martinique"])
    assert (refusal.code, refusal.facts["argument"], refusal.facts["given"]) == (
        "event_target",
        "remove_enemy",
        "savoy",
    )
    assert cards.state.hands[0] == [3]


def test_a_line_may_name_what_is_the_only_thing_possible(cards: Cards) -> None:
    cards.hold("france", 9).play(shift=["russia"])
    assert cards.flag("russia") == "france"


def test_a_line_that_names_another_thing_than_the_only_one_is_refused(cards: Cards) -> None:
    assert cards.hold("france", 9).refused(shift=["savoy"]).code == "event_argument"
    assert cards.refused(colour="blue").code == "malformed"


def test_refusals_of_choices_name_what_is_wrong(cards: Cards) -> None:
    cards.hold("france", 27).begin()
    cards.do(PlayEvent(27))
    table = cards.table

    def code(**choices: object) -> str:
        return str(table.refused(ChooseForEvent(27, "effect", **choices)).code)  # type: ignore[arg-type]

    assert code(conflicts=("savoy",)) == "event_target"
    assert code(conflicts=("kurpa", "kurpa")) == "event_target_twice"
    assert code(conflicts=("kurpa", "vellore", "calicut")) == "event_count"
    assert code(fort="arcot") == "event_argument"
    assert code(option="shift") == "event_option"
    assert table.refused(ChooseForEvent(3, "effect")).code == "other_event"
    assert table.refused(EndRound()).code == "not_now"


def test_a_shorter_list_is_refused_while_there_are_targets_5_2_step_2(cards: Cards) -> None:
    cards.table.flag("france", "maratha", "nizam")
    cards.hold("france", 1).begin()
    cards.do(PlayEvent(1))
    refusal = cards.table.refused(ChooseForEvent(1, "effect", conflicts=("kurpa",)))
    assert (refusal.code, refusal.facts["least"], refusal.facts["given"]) == ("event_count", 2, 1)


def test_an_unfinished_choice_is_completed(cards: Cards) -> None:
    cards.table.flag("britain", "caicos")
    cards.hold("france", 3).begin().do(PlayEvent(3))
    partial = {"op": "choose_for_event", "card": 3, "part": "effect", "remove_enemy": ["caicos"]}
    slot = cards.table.match.complete("france", partial)
    assert (slot.name, slot.values[0]) == ("remove_own", ("port_de_paix",))
    done = cards.table.match.complete("france", {**partial, "remove_own": ["martinique"]})
    assert done == ChooseForEvent(3, "effect", remove_enemy=("caicos",), remove_own=("martinique",))


def test_a_card_may_stand_in_the_mail_that_takes_the_tile(cards: Cards) -> None:
    cards.hold("britain", 36, 15).ministry(19)
    cards.table.begin("britain", "inv_m3_e2", "inv_e4_m2")

    def planned(seat: str) -> list[PlayEvent]:
        return [each for each in GAME.ahead(cards.state, seat) if isinstance(each, PlayEvent)]

    assert planned("britain") == [PlayEvent(36), PlayEvent(36, ("m19",), bonus=True)]  # 15 wants an economic tile
    assert planned("france") == []


# nobody else learns anything -----------------------------------------------------------------------


def test_the_question_and_the_view_of_the_other_side_do_not_depend_on_the_hand_3_4(cards: Cards) -> None:
    cards.hold("france", 3).begin()
    match, told = cards.table.match, cards.table.match.decisions()
    for seed in range(10):
        twin = other_world(match, ("britain",), Random(seed))
        assert twin.decisions() == told
        assert twin.options("britain") == []
