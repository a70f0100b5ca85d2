"""Card types (6.1): home cards, mandatory events, responses, combat cards."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForCard, ForPower, ForUse
from adjudicator.games.here_i_stand.facts import CARD, DEBATER
from adjudicator.games.here_i_stand.rules import hands
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, LeaveIt, PlayEvent, PlayForCp, UseWartburg
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import discarded, do, hand, options, refused, table
from tests.games.here_i_stand.test_cards import played, ready, refusal, ruler


@shows("6.1/12", "cards/16")
def test_the_wartburg_cancels_an_event_and_ends_the_impulse() -> None:
    match = table(
        hand("hapsburg", "fuggers", "gout"), hand("protestant", "the_wartburg", "ransom"), hand("england", "erasmus")
    )
    do(match, "hapsburg", PlayEvent("fuggers"))
    do(match, "protestant", UseWartburg())
    assert len(match.state.hands["hapsburg"].cards) == 1
    assert CARD.number("fuggers") in match.state.discard
    assert match.state.committed >> DEBATER.index["luther"] & 1
    assert match.decisions()[0].waiting == ("england",)


@shows("cards/16")
@pytest.mark.parametrize("card", ["clement_vii", "landsknechts", "holy_roman_emperor"])
def test_the_wartburg_is_not_asked_for_mandatory_responses_nor_home_cards(card: str) -> None:
    match = table(hand("hapsburg", card, "gout"), hand("protestant", "the_wartburg"))
    do(match, "hapsburg", PlayEvent(card))
    assert match.decisions()[0].kind != "wartburg"


@shows("cards/6")
def test_here_i_stand_plays_or_keeps_the_card_that_it_takes_and_no_other() -> None:
    match = table(
        hand("protestant", "here_i_stand", "gout"), discarded("fuggers"), hand("ottoman", "erasmus"), power="protestant"
    )
    do(match, "protestant", PlayEvent("here_i_stand"))
    if match.decisions()[0].kind == "aim":
        do(match, "protestant", ForCard("fuggers"))
    assert refused(match, "protestant", PlayForCp("gout")) == "not_held"
    assert LeaveIt() in options(match, "protestant")
    do(match, "protestant", PlayForCp("fuggers"))
    assert match.state.impulse.cp == 3
    do(match, "protestant", EndImpulse())


@shows("6.1/6")
def test_a_card_that_leaves_the_match_leaves_the_others_on_the_table() -> None:
    state = table().state
    first, second, third = sorted(map(CARD.number, ("edward_vi", "clement_vii", "calvin")))
    state.table = [first, second, third]
    hands.remove(state, second)
    assert state.table == [first, third]
    assert second in state.gone


@shows("6.1/2")
def test_only_the_chosen_text_of_a_card_with_two_has_to_be_possible() -> None:
    match = ready("six_wives_of_henry_viii", ruler("england", "edward_vi"), power="england")
    do(match, "england", PlayEvent("six_wives_of_henry_viii"))
    assert refused(match, "england", ForUse(2)) == "no_aim"
    do(match, "england", ForPower("france"))


@shows("6.1/6")
def test_two_mandatory_events_alone_do_not_leave_the_match() -> None:
    stays = [each.id for each in CARD if each.kind == "mandatory" and not each.leaves]
    assert stays == ["master_of_italy", "council_of_trent"]
    assert CARD.number("barbary_pirates") in played("barbary_pirates").state.gone
    assert CARD.number("master_of_italy") in played("master_of_italy").state.discard


@shows("6.1/8")
def test_a_mandatory_card_that_is_lost_does_not_happen() -> None:
    match = table(hand("france", "halleys_comet", "gout"), hand("england", "clement_vii"), power="france")
    do(match, "france", PlayEvent("halleys_comet"), ForPower("england", 1))
    assert CARD.number("clement_vii") in match.state.discard
    assert match.state.powers["papacy"].ruler == "leo_x"


@shows("6.1/11")
@pytest.mark.parametrize("card", [each.id for each in CARD if each.kind == "combat"])
def test_combat_cards_are_no_events_of_an_impulse(card: str) -> None:
    assert refusal(card) == "no_event"


@shows("6.1/13")
@pytest.mark.parametrize("card", ["spring_preparations", "venetian_informant"])
def test_cards_of_the_spring_are_for_points_only_in_an_impulse(card: str) -> None:
    match = ready(card)
    assert refused(match, "hapsburg", PlayEvent(card)) == "no_event"
    do(match, "hapsburg", PlayForCp(card))
    assert match.state.impulse.cp == CARD.thing(card).cp
