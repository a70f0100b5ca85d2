"""The action phase (11)."""

from adjudicator.games.here_i_stand.cards.aims import ForCard, ForPower, ForUse
from adjudicator.games.here_i_stand.facts import CARD, COSTS, DEBATER, POWER
from adjudicator.games.here_i_stand.rules.building import RaiseUnits
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, Pass, PlayEvent, PlayForCp, impulse
from adjudicator.games.here_i_stand.rules.winter import winter
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import count, discarded, do, hand, options, refused, state_of, table


@shows("11/2", "6.1/1", "6.1/5")
def test_nobody_passes_with_a_home_card_a_mandatory_event_or_too_many_cards() -> None:
    match = table(hand("hapsburg", "holy_roman_emperor"))
    assert refused(match, "hapsburg", Pass()) == "home_card_left"
    match = table(hand("hapsburg", "clement_vii"))
    assert refused(match, "hapsburg", Pass()) == "mandatory_left"
    assert refused(match, "hapsburg", PlayForCp("clement_vii")) == "must_happen"
    match = table(hand("hapsburg", "fuggers", "gout", "ransom"))
    assert refused(match, "hapsburg", Pass()) == "too_many_cards"
    match = table(hand("hapsburg", "fuggers", "gout"), hand("england", "ransom"))
    do(match, "hapsburg", Pass())
    assert match.state.passes == 1


@shows("11/3")
def test_who_has_no_card_is_not_asked() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("papacy", "gout", "ransom"), power="hapsburg")
    do(match, "hapsburg", PlayForCp("fuggers"), EndImpulse())
    assert match.decisions()[0].waiting == ("papacy",)


@shows("11/5")
def test_points_left_are_spent_one_action_after_the_other() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout"))
    do(match, "hapsburg", PlayForCp("fuggers"), RaiseUnits("regular", "vienna"))
    assert count(match, "vienna", "hapsburg") == {"regulars": 5}
    assert match.state.impulse.cp == 1
    do(match, "hapsburg", RaiseUnits("mercenary", "antwerp"))
    assert count(match, "antwerp", "hapsburg") == {"regulars": 3, "mercenaries": 1}
    assert match.decisions()[0].waiting == ("england",)


@shows("11/1")
def test_an_impulse_is_a_card_for_points_a_card_as_event_or_a_pass() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout"))
    assert {*options(match, "hapsburg")} == {PlayForCp("fuggers"), PlayEvent("fuggers"), Pass()}


@shows("11/4")
def test_a_pass_is_not_final_and_six_in_a_row_end_the_phase() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout", "ransom"), hand("france", "erasmus"))
    do(match, "hapsburg", Pass())
    do(match, "england", PlayForCp("gout"), EndImpulse())
    do(match, "france", Pass())
    assert match.decisions()[0].waiting == ("hapsburg",), "it may play after all"
    match = table(hand("hapsburg", "fuggers"), state_of(passes=5), frames=[impulse("hapsburg"), winter()])
    do(match, "hapsburg", Pass())
    assert match.decisions()[0].kind == "winter"


@shows("11/6")
def test_a_card_happens_once_a_turn() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout"))
    match.state.powers["france"].used = 1 << CARD.number("fuggers")
    assert refused(match, "hapsburg", PlayEvent("fuggers")) == "used_already"
    do(match, "hapsburg", PlayForCp("fuggers"))


@shows("11/8")
def test_a_card_lies_among_the_discards_when_its_event_is_over() -> None:
    there = state_of(debaters=DEBATER.mask_of(["caraffa"])), hand("england", "gout"), discarded("erasmus", "ransom")
    match = table(hand("papacy", "papal_inquisition"), *there, power="papacy")
    do(match, "papacy", PlayEvent("papal_inquisition"), ForPower("england"), ForUse(2))
    assert {*options(match, "papacy")} == {ForCard("erasmus"), ForCard("ransom")}, "not the card itself"
    do(match, "papacy", ForCard("erasmus"))
    assert CARD.number("papal_inquisition") in match.state.discard
    assert not match.state.played


PRICES = {
    "move": 1,
    "sail": 1,
    "mercenary": 1,
    "regular": 2,
    "cavalry": 1,
    "squadron": 2,
    "corsair": 1,
    "assault": 1,
    "foreign_war": 1,
    "control": 1,
    "piracy": 2,
    "explore": 2,
    "conquer": 4,
    "translate": 1,
    "debate": 3,
    "st_peters": 1,
    "burn_books": 2,
    "university": 3,
}


@shows("11.1/1")
def test_what_actions_cost() -> None:
    for action, cp in PRICES.items():
        assert {*COSTS[action].values()} == {cp}, action
    assert COSTS["colonize"] == {"hapsburg": 2, "england": 3, "france": 3}
    assert COSTS["treatise"] == {"protestant": 2, "england": 3}


@shows("11.1/3")
def test_who_has_which_action() -> None:
    assert {*COSTS["mercenary"]} == {*POWER.ids} - {"ottoman"}
    for naval in ("sail", "squadron"):
        assert {*COSTS[naval]} == {*POWER.ids} - {"protestant"}
    for own, power in (("corsair", "ottoman"), ("cavalry", "ottoman"), ("piracy", "ottoman"), ("burn_books", "papacy")):
        assert {*COSTS[own]} == {power}
    assert {*COSTS["explore"]} == {*COSTS["conquer"]} == {"hapsburg", "england", "france"}
    assert {*COSTS["debate"]} == {"papacy", "protestant"}
    assert {*COSTS["translate"]} == {"protestant"}
