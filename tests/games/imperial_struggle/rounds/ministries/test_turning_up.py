"""Cards lie face down until they are used or turned up, and nothing betrays them (3.5, 3.5.2, R-05)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import MINISTRY
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.events.playing import PlayEvent
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.cards import MinistryRevealed, bearers, has_keyword
from adjudicator.games.imperial_struggle.rules.ministries.use import RevealMinistry, UseMinistry
from adjudicator.games.imperial_struggle.rules.shifts import ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron
from adjudicator.kernel.worlds import other_world

if TYPE_CHECKING:
    from conftest import Table

D4, E4, M4_E = "inv_d4_m2", "inv_e4_d2", "inv_m4_e2"


def test_a_card_may_be_turned_up_without_using_it_before_and_after_the_tile_r_05(table: Table) -> None:
    table.cards("france", 2, 3).begin("france", D4)
    assert RevealMinistry("m2") in table.options("reveal_ministry")
    assert table.told(RevealMinistry("m2")) == [MinistryRevealed("france", "m2")]
    assert table.decision == "take_investment"
    table.do(TakeInvestment(D4), RevealMinistry("m3"))
    assert table.ministry(2).revealed
    assert table.ministry(3).revealed
    assert table.options("reveal_ministry") == []
    assert Pass() in table.options()


def test_with_strict_ru_cards_are_turned_up_only_by_using_them_r_05(table: Table) -> None:
    table.cards("france", 2, 3).rules(ministry_reveal="strict_ru").begin("france", D4)
    assert table.options("reveal_ministry") == []
    refusal = table.refused(RevealMinistry("m2"))
    assert (refusal.code, refusal.rule) == ("no_voluntary_reveal", "3.5")


def test_only_own_face_down_cards_can_be_turned_up_3_5(table: Table) -> None:
    table.cards("france", 2).cards("france", 3, up=True).cards("britain", 5).play("france", D4)
    assert table.refused(RevealMinistry("m5")).code == "ministry_not_held"
    assert table.refused(RevealMinistry("m3")).code == "already_face_up"
    assert table.refused(RevealMinistry("law")).code == "unknown_ministry"
    assert table.refused(RevealMinistry("m3")).nearest == (RevealMinistry("m2"),)


def test_a_payment_may_turn_up_only_cards_one_has_3_5(table: Table) -> None:
    table.cards("britain", 6).play("britain", D4)
    shift = ShiftPolitical("scotland_prestige", "flag", reveal=("m5",))
    assert table.refused(shift).code == "ministry_not_held"


def test_with_strict_ru_a_payment_turns_up_only_what_matters_for_it_r_05(table: Table) -> None:
    table.cards("britain", 6, 8).rules(ministry_reveal="strict_ru").play("britain", D4)
    idle = ShiftPolitical("savoy", "flag", kind="major", reveal=("m6",))
    assert (table.refused(idle).code, table.refused(idle).facts) == ("reveal_unused", {"ministries": ["m6"]})
    table.do(ShiftPolitical("scotland_prestige", "flag", kind="major", reveal=("m6",)))
    assert table.ministry(6).revealed
    assert not table.ministry(8).revealed


def test_with_strict_ru_an_event_turns_up_only_what_its_bonus_needs_r_05(table: Table) -> None:
    salon = 26
    table.hand("france", salon).cards("france", 13, 26).cards("france", 23, up=True)
    table.turn("5").rules(ministry_reveal="strict_ru").play("france", "inv_d3_m2")
    offered = [option for option in table.options() if isinstance(option, PlayEvent)]
    assert offered == [PlayEvent(salon, bonus=True), PlayEvent(salon, ("m26",), bonus=True)]
    assert table.refused(PlayEvent(salon, ("m13",))).code == "reveal_unused"  # Turgot shows Style already
    table.do(PlayEvent(salon, ("m26",)))
    assert table.ministry(26).revealed


def test_with_strict_ru_lavoisier_is_not_turned_up_without_the_bonus_r_05(table: Table) -> None:
    table.hand("france", 26).cards("france", 26).rules(ministry_reveal="strict_ru").play("france", "inv_d3_m2")
    refusal = table.refused(PlayEvent(26, ("m26",)))
    assert (refusal.code, refusal.facts) == ("reveal_unused", {"ministries": ["m26"]})


def test_a_keyword_counts_if_it_lies_face_up_or_is_turned_up_3_5_3(table: Table) -> None:
    table.cards("france", 2).cards("france", 1, up=True)
    assert has_keyword(table.state, 0, "governance")
    assert not has_keyword(table.state, 0, "finance")
    assert has_keyword(table.state, 0, "finance", ("m2",))
    assert bearers(table.state, 0, "finance") == ("m2",)
    assert not has_keyword(table.state, 1, "governance")


def test_abilities_of_one_card_are_exhausted_separately_r_05(table: Table) -> None:
    table.cards("britain", 10).squadron("britain", "biscay").hand("britain", 1).play("britain", "inv_m4_d2")
    table.do(UseMinistry("m10", 1, kind="major"))
    assert table.ministry(10).exhausted == 0b01
    assert table.refused(UseMinistry("m10", 1)).code == "ability_exhausted"
    table.do(UseMinistry("m10", 2, card=1))
    assert table.ministry(10).exhausted == 0b11


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (UseMinistry("m99"), "unknown_ministry"),
        (UseMinistry("m5"), "ministry_not_held"),
        (UseMinistry("m1", 2), "no_such_ability"),
        (UseMinistry("m3"), "ability_by_itself"),
        (UseMinistry("m1", card=3), "ability_argument"),
        (UseMinistry("m1", debt=1), "ability_nothing_to_pay"),
    ],
)
def test_uses_that_do_not_exist_are_refused_3_5_2(table: Table, action: UseMinistry, code: str) -> None:
    table.cards("france", 1, 3).flag("france", "savoy").play("france", D4)
    assert table.refused(action).code == code


def test_what_a_side_without_a_tile_cannot_use_yet_5_1(table: Table) -> None:
    table.cards("france", 1, 4).begin("france", D4)
    assert table.refused(UseMinistry("m4", 2)).code == "ability_needs_tile"
    assert table.refused(UseMinistry("m4", 2)).rule == "5.1"


def test_passing_after_an_ability_is_allowed_unless_an_option_says_otherwise_r_21(table: Table) -> None:
    table.cards("britain", 8).begin("britain", D4)
    table.do(UseMinistry("m8"), TakeInvestment(D4))
    assert Pass() in table.options()
    assert table.do(Pass())
    assert table.decision == ""


def test_with_the_option_an_ability_before_the_tile_forbids_to_pass_r_21(table: Table) -> None:
    table.cards("britain", 8).rules(pass_after_ministry=False).begin("britain", D4)
    table.do(UseMinistry("m8"), TakeInvestment(D4))
    assert Pass() not in table.options()
    assert (table.refused(Pass()).code, table.refused(Pass()).rule) == ("passed_after_ministry", "5.1")
    table.do(EndRound())
    assert not table.match.state.ministry_used


# what the other side could notice ------------------------------------------------------------------


@pytest.mark.parametrize("option", ["2p", "strict_ru"])
@pytest.mark.parametrize("cards", [(2, 3), (1, 4), (4, 9)])
def test_a_round_never_ends_by_itself_while_a_card_lies_face_down_3_5(
    table: Table, cards: tuple[int, int], option: str
) -> None:
    """Whether the card could do anything or not: else the other side would learn from it which one it is."""
    table.rules(ministry_reveal=option).bare().money("france", limit=0).cards("france", *cards)
    use_up(table.play("france", "inv_d4_m2"))
    assert table.decision == "use_tile"


def test_a_round_ends_by_itself_when_all_cards_lie_face_up_and_can_do_nothing_5_0(table: Table) -> None:
    table.bare().money("france", limit=0).cards("france", 2, 3, up=True)
    use_up(table.play("france", "inv_d4_m2"))
    assert table.decision == ""
    assert table.match.log[-1].how == "only"


def use_up(table: Table) -> None:
    """Spend all points of a diplomatic tile."""
    table.do(ShiftPolitical("savoy", "flag", kind="major"), ShiftPolitical("sardinia", "flag", kind="major"))
    table.do(DeploySquadron("navy_box", "biscay", kind="minor"))


def test_the_other_side_sees_the_same_questions_whatever_lies_face_down_3_5(table: Table) -> None:
    table.cards("france", 1, 4).cards("britain", 5, 6).begin("france", D4, E4)
    rng = Random(5)
    for _ in range(12):
        twin = other_world(table.match, ("britain",), rng)
        assert GAME.observed_by(twin.state, "britain") == GAME.observed_by(table.match.state, "britain")
        assert twin.decisions() == table.match.decisions()
        assert twin.options("britain") == table.match.options("britain") == []


def test_offers_of_face_down_cards_are_the_owners_alone_3_5(table: Table) -> None:
    table.cards("france", 9, 2).begin("france", D4)
    offered = table.options("use_ministry")
    assert {offer.ministry for offer in offered} == {"m9"}
    assert len(offered) == (MINISTRY.things[8].abilities[0].where & table.state.flags[0]).bit_count()
    assert table.match.options("britain") == []
