"""Ministry cards chosen and replaced in secret (3.5.1, 4.1.7)."""

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import Match, Refusal, Slot, new_match
from adjudicator.games.imperial_struggle.fact_types import TURN
from adjudicator.games.imperial_struggle.house_rules import house_rules
from adjudicator.games.imperial_struggle.rules.ministries.phase import (
    ChooseMinistries,
    MinistriesLaid,
    ReplaceMinistries,
    ministry_phase,
)
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State

At = Callable[..., Match]


def cards_of(match: Match, side: int) -> list[int]:
    return [held.card for held in match.state.ministries[side]]


def second_turn(french: list[HeldMinistry], british: list[HeldMinistry]) -> State:
    state = initial_state()
    state.turn = TURN.index["2"]
    state.ministries = [french, british]
    return state


def test_each_side_chooses_two_of_its_five_succession_cards_4_1_7() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    assert len(match.options("france")) == len(match.options("britain")) == 10
    match.apply("britain", ChooseMinistries(("m10:edmond_halley", "m5")))
    match.apply("france", {"op": "choose_ministries", "ministries": ["m4", "m1"]})
    assert (cards_of(match, 0), cards_of(match, 1)) == ([1, 4], [5, 10])
    assert not any(held.revealed for side in match.state.ministries for held in side)


def test_choices_stay_sealed_and_may_be_replaced_until_both_are_in_4_1_7() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    before = match.checkpoint()
    assert match.apply("france", ChooseMinistries(("m1", "m2"))) == []
    assert match.checkpoint() == before
    match.apply("france", ChooseMinistries(("m3", "m9")))
    match.apply("britain", match.default("britain"))
    assert cards_of(match, 0) == [3, 9]


def test_which_cards_were_chosen_is_told_only_to_their_side_4_1_7() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    match.apply("france", ChooseMinistries(("m1", "m2")))
    told = match.apply("britain", ChooseMinistries(("m5", "m6")))
    laid = [entry for entry in told if isinstance(entry.public, MinistriesLaid)]
    assert [entry.public for entry in laid] == [MinistriesLaid("france"), MinistriesLaid("britain")]
    assert laid[0].private == {"france": MinistriesLaid("france", ("m1", "m2"))}


@pytest.mark.parametrize(
    ("ministries", "code", "rule"),
    [
        (("m1",), "wrong_number_of_ministries", "4.1.7"),
        (("m1", "m1"), "wrong_number_of_ministries", "4.1.7"),
        (("m1", "m2", "m3"), "wrong_number_of_ministries", "4.1.7"),
        (("m1", "m5"), "ministry_not_eligible", "3.5.1"),
        (("m1", "m11"), "ministry_not_eligible", "3.5.1"),
        (("m1", "law"), "ministry_not_eligible", "3.5.1"),
        (("m1", "m99"), "ministry_not_eligible", "3.5.1"),
    ],
)
def test_wrong_choices_are_refused_with_a_legal_one(ministries: tuple[str, ...], code: str, rule: str) -> None:
    match = new_match("imperial-struggle", seed=b"a")
    with pytest.raises(Refusal) as refused:
        match.apply("france", ChooseMinistries(ministries))
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert "m1" in refused.value.nearest[0].ministries
    match.check("france", refused.value.nearest[0])


def test_a_card_out_of_the_game_cannot_be_chosen_7_3_r_51(at: At) -> None:
    state = initial_state()
    state.turn, state.removed_ministries, state.jacobite_defeat = TURN.index["3"], [4], True
    match = at(state, [ministry_phase()])
    assert all("m4" not in choice.ministries for choice in match.options("france"))
    with pytest.raises(Refusal) as refused:
        match.apply("france", ChooseMinistries(("m4", "m11")))
    assert (refused.value.code, refused.value.facts["ministries"]) == ("ministry_not_eligible", ["m4"])


def test_no_extra_slot_for_the_jacobites_without_a_won_rebellion_7_3() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    with pytest.raises(Refusal) as refused:
        match.apply("france", ChooseMinistries(("m1", "m2"), jacobite=True))
    assert (refused.value.code, refused.value.rule) == ("no_jacobite_slot", "7.3")


def test_in_a_new_era_revealed_cards_may_be_replaced_too_4_1_7(at: At) -> None:
    state = second_turn([HeldMinistry(1, revealed=True)], [HeldMinistry(7, revealed=True, exhausted=1)])
    state.turn = TURN.index["3"]
    match = at(state, [ministry_phase()])
    match.apply("france", ChooseMinistries(("m12", "m13")))
    match.apply("britain", ChooseMinistries(("m7", "m15")))
    assert cards_of(match, 0) == [12, 13]
    assert match.state.ministries[1][0] == HeldMinistry(7)


def test_face_down_cards_may_be_replaced_in_the_second_turn_of_an_era_4_1_7(at: At) -> None:
    state = second_turn([HeldMinistry(1), HeldMinistry(2)], [HeldMinistry(5), HeldMinistry(6, revealed=True)])
    match = at(state, [ministry_phase()])
    assert len(match.options("france")) == 1 + 2 * 3 + 3
    assert len(match.options("britain")) == 1 + 3
    match.apply("france", ReplaceMinistries(("m1",), ("m9",)))
    match.apply("britain", ReplaceMinistries())
    assert (cards_of(match, 0), cards_of(match, 1)) == ([2, 9], [5, 6])


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (ReplaceMinistries(("m6",), ("m7",)), "not_face_down"),
        (ReplaceMinistries(("m5",), ("m6",)), "ministry_not_eligible"),
        (ReplaceMinistries(("m5",), ()), "unequal_replacement"),
        (ReplaceMinistries(("m5",), ("m7", "m8")), "unequal_replacement"),
        (ReplaceMinistries(("m5", "m5"), ("m7", "m8")), "unequal_replacement"),
    ],
)
def test_wrong_replacements_are_refused(at: At, action: ReplaceMinistries, code: str) -> None:
    state = second_turn([HeldMinistry(1), HeldMinistry(2)], [HeldMinistry(5), HeldMinistry(6, revealed=True)])
    match = at(state, [ministry_phase()])
    with pytest.raises(Refusal) as refused:
        match.apply("britain", action)
    assert refused.value.code == code
    match.check("britain", refused.value.nearest[0])


def test_nobody_is_asked_whose_cards_all_lie_face_up_4_1_7(at: At) -> None:
    up = [HeldMinistry(5, revealed=True), HeldMinistry(6, revealed=True)]
    match = at(second_turn([HeldMinistry(1), HeldMinistry(2)], up), [ministry_phase()])
    assert match.decisions()[0].seats == ("france",)
    french = [HeldMinistry(1, revealed=True), HeldMinistry(2, revealed=True)]
    nobody = at(second_turn(french, up), [ministry_phase()])
    assert nobody.decisions() == []


def test_after_a_second_rebellion_m_4_may_lie_in_a_slot_of_its_own_r_50(at: At) -> None:
    state = second_turn([HeldMinistry(13), HeldMinistry(14)], [HeldMinistry(17), HeldMinistry(18)])
    state.turn, state.jacobite_victories, state.jacobite_extra = TURN.index["4"], 2, True
    match = at(state, [ministry_phase()])
    match.apply("france", ReplaceMinistries(jacobite=True))
    match.apply("britain", ReplaceMinistries())
    assert match.state.ministries[0] == [HeldMinistry(4, jacobite_slot=True), HeldMinistry(13), HeldMinistry(14)]


def fourth_turn(*french: HeldMinistry, **options: Any) -> State:
    state = second_turn(list(french), [HeldMinistry(17, revealed=True), HeldMinistry(18, revealed=True)])
    state.turn, state.jacobite_extra, state.options = TURN.index["4"], True, house_rules(options)
    return state


def test_m_4_may_move_from_a_normal_slot_while_it_lies_face_down_r_50(at: At) -> None:
    match = at(fourth_turn(HeldMinistry(4), HeldMinistry(13, revealed=True)), [ministry_phase()])
    match.apply("france", ReplaceMinistries(("m4",), ("m14",), jacobite=True))
    assert match.state.ministries[0] == [
        HeldMinistry(4, jacobite_slot=True),
        HeldMinistry(13, revealed=True),
        HeldMinistry(14),
    ]


def test_m_4_face_up_in_a_normal_slot_stays_there_and_nobody_is_asked_r_50(at: At) -> None:
    match = at(fourth_turn(HeldMinistry(4, revealed=True), HeldMinistry(13, revealed=True)), [ministry_phase()])
    assert match.decisions() == []


def test_a_new_era_may_lay_m_4_as_a_third_card_r_50(at: At) -> None:
    state = fourth_turn()
    state.turn = TURN.index["5"]
    match = at(state, [ministry_phase()])
    match.apply("france", ChooseMinistries(("m25", "m26"), jacobite=True))
    match.apply("britain", match.default("britain"))
    assert [held.card for held in match.state.ministries[0]] == [4, 25, 26]
    with pytest.raises(Refusal) as refused:
        at(state_again(state), [ministry_phase()]).apply("france", ChooseMinistries(("m4", "m26"), jacobite=True))
    assert refused.value.code == "ministry_twice"


def state_again(state: State) -> State:
    state.ministries = [[], []]
    return state


def test_with_the_option_m_4_lies_in_its_slot_by_itself_and_face_up_r_50(at: At) -> None:
    state = fourth_turn(HeldMinistry(4), HeldMinistry(13, revealed=True), jacobite_extra_slot="forced")
    match = at(state, [ministry_phase()])
    assert match.state.ministries[0][0] == HeldMinistry(4, revealed=True, jacobite_slot=True)
    assert match.options("france") == [
        ReplaceMinistries(),
        *(ReplaceMinistries((), (f"m{card}",)) for card in (11, 12, 14)),
    ]
    match.apply("france", ReplaceMinistries((), ("m14",)))
    assert cards_of(match, 0) == [4, 13, 14]


def test_with_the_option_it_stays_in_a_new_era_r_50(at: At) -> None:
    slot = HeldMinistry(4, revealed=True, jacobite_slot=True)
    state = fourth_turn(slot, HeldMinistry(13), jacobite_extra_slot="forced")
    state.turn = TURN.index["5"]
    match = at(state, [ministry_phase()])
    assert all("m4" not in choice.ministries for choice in match.options("france"))
    match.apply("france", ChooseMinistries(("m25", "m26")))
    match.apply("britain", match.default("britain"))
    assert match.state.ministries[0] == [slot, HeldMinistry(25), HeldMinistry(26)]


def test_the_slot_that_the_jacobites_left_is_filled_in_the_next_ministry_phase_r_51(at: At) -> None:
    state = second_turn([HeldMinistry(25, revealed=True)], [HeldMinistry(17), HeldMinistry(20, revealed=True)])
    state.turn, state.removed_ministries, state.jacobite_defeat = TURN.index["6"], [4], True
    match = at(state, [ministry_phase()])
    assert match.decisions()[0].seats == ("france", "britain")
    with pytest.raises(Refusal) as refused:
        match.apply("france", ReplaceMinistries((), ("m26", "m24")))
    assert refused.value.code == "unequal_replacement"
    match.apply("france", ReplaceMinistries((), ("m26",)))
    match.apply("britain", ReplaceMinistries())
    assert cards_of(match, 0) == [25, 26]


def test_a_replacement_is_completed_slot_by_slot_in_json_names(at: At) -> None:
    state = second_turn([HeldMinistry(1), HeldMinistry(2)], [HeldMinistry(5), HeldMinistry(6)])
    match = at(state, [ministry_phase()])
    slot = match.complete("france", {"op": "replace_ministries", "out": ["m1"]})
    assert slot == Slot("in", (("m3",), ("m4",), ("m9",)))
    whole = match.complete("france", {"op": "replace_ministries", "out": ["m1"], "in": ["m9"]})
    assert whole == ReplaceMinistries(("m1",), ("m9",))
