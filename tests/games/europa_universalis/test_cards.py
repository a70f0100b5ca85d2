"""Action cards, display cards, covert actions (R8.01-R8.05)."""

from __future__ import annotations

import pytest

from adjudicator import Decline, Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, REALM, RELIGION
from adjudicator.games.europa_universalis.rules.acting import EndTurn
from adjudicator.games.europa_universalis.rules.alliances import Court
from adjudicator.games.europa_universalis.rules.cards import CounterCovert, GiveUpDisplay, PlayCard, UseDisplay, cost
from adjudicator.games.europa_universalis.rules.claims import FabricateClaims
from adjudicator.games.europa_universalis.rules.drawing import DiscardCards, set_up_hand
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import Displayed, State, Units
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.games.europa_universalis.words.book import REGISTERS
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded
from tests.games.europa_universalis.table import Arrange, areas, asked, do, hand, has, refusal, table

NEW_ALLIANCE, COUNTER, AUTHORITY, NETWORK = "dip_9", "dip_15", "adm_5", "dip_12"


def shown(seat: str, *cards: str, charges: int = 3) -> Arrange:
    def arrange(state: State) -> None:
        for id in cards:
            state.decks[CARD.thing(id).deck].draw.remove(CARD.index[id])
            state.led[seat].display.append(Displayed(CARD.index[id], charges))

    return arrange


def courted(state: State) -> None:
    """France and Castile have two cubes each in Aragon, nobody else has any there."""
    for seat in state.order:
        state.led[seat].influence[AREA.index["aragon"]] = 2 if seat in ("france", "castile") else 0
        for id in ("sicily", "corsica_sardinia"):
            state.led[seat].influence[AREA.index[id]] = 0


def discards(state: State) -> set[str]:
    return {CARD.ids[each] for deck in state.decks for each in deck.discards}


@pytest.mark.example("ex_6_2_counterespionage")
def test_new_alliance_is_countered_ex_6_2_counterespionage() -> None:
    """Both cards are gone, 4 dip and 2 ducats, 2 dip; nothing has happened, and the turn is over."""
    match = table(hand("france", NEW_ALLIANCE), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"))
    assert asked(match) == ("counter_covert", "castile")
    do(match, CounterCovert(COUNTER))
    state = match.state
    assert (state.led["france"].power[1], state.led["france"].ducats, state.led["castile"].power[1]) == (1, 13, 3)
    assert state.led["castile"].influence[AREA.index["aragon"]] == 2
    assert not state.allied["france"] >> REALM.index["aragon"] & 1
    assert discards(state) == {NEW_ALLIANCE, COUNTER}
    assert refusal(match, PlayCard(NEW_ALLIANCE)) == "acted_already"
    do(match, EndTurn())


def test_a_counter_may_be_countered_r8_05() -> None:
    """France answers the counterespionage of Castile with one of its own; then the alliance comes about."""
    match = table(hand("france", NEW_ALLIANCE, "dip_16"), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"))
    do(match, CounterCovert(COUNTER))
    assert asked(match) == ("counter_covert", "france")
    again = match.copy()
    do(again, Decline())
    assert not again.state.allied["france"] >> REALM.index["aragon"] & 1
    match.state.led["france"].power[1] = 2
    do(match, CounterCovert("dip_16"))
    assert match.state.allied["france"] >> REALM.index["aragon"] & 1
    assert discards(match.state) == {NEW_ALLIANCE, COUNTER, "dip_16"}
    assert match.state.led["france"].power[1] == 0


@pytest.mark.parametrize(("code", "declined"), [("en", "decline"), ("ru", "отказ")])
def test_who_may_counter_is_asked_in_words_and_told_how_to_decline_r8_05(code: str, declined: str) -> None:
    match = table(hand("france", NEW_ALLIANCE), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"))
    book, options = match.game.part("phrases"), match.options("castile")
    coded = tuple(Coded(f"1{n}", each, book.say(each, code)) for n, each in enumerate(options))
    waiting = Asked(1, match.decisions()[0], coded, default=Decline(), default_words=declined)
    question = REPORT.question(waiting, match.view(("castile",)), "castile", language(code))
    assert question.default == declined
    assert [option.words for option in question.groups[-1].options] == [declined]


def test_new_alliance_that_nobody_counters_r8_05() -> None:
    match = table(hand("france", NEW_ALLIANCE), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"), Decline())
    assert match.state.allied["france"] >> REALM.index["aragon"] & 1
    assert match.state.led["castile"].influence[AREA.index["aragon"]] == 0
    assert discards(match.state) == {NEW_ALLIANCE}


def test_fabricated_claims_may_be_countered_r11_20() -> None:
    match = table(hand("england", COUNTER, "dip_1"), on_move="castile")
    before = match.state.led["castile"].claims
    do(match, FabricateClaims(("aragon",)))
    assert refusal(match, CounterCovert("dip_1")) == "no_counter"
    assert refusal(match, CounterCovert("dip_16")) == "card_not_in_hand"
    do(match, CounterCovert(COUNTER))
    assert match.state.led["castile"].claims == before
    assert match.state.led["castile"].power[1] == 3
    assert areas("aragon") & before == 0


@pytest.mark.example("ex_6_2_war_taxes")
def test_war_taxes_ex_6_2() -> None:
    """2 adm and 2 ducats bring three charges; in the next turn 1 adm and two charges bring 8 ducats and unrest."""

    def at_war(state: State) -> None:
        for one, other in (("austria", "venice"), ("venice", "austria")):
            state.war[REALM.index[one]] |= 1 << REALM.index[other]
        state.led["austria"].armies[0].regular = Units(8)

    match = table(hand("austria", AUTHORITY), at_war, on_move="austria")
    do(match, PlayCard(AUTHORITY))
    led = match.state.led["austria"]
    assert (led.power[0], led.ducats, led.display) == (3, 13, [Displayed(CARD.index[AUTHORITY], 3)])
    match = table(shown("austria", AUTHORITY), at_war, on_move="austria")
    unrest = match.state.unrest.bit_count()
    do(match, UseDisplay(AUTHORITY, "war_taxes"))
    led = match.state.led["austria"]
    assert (led.power[0], led.ducats, led.display[0].charges) == (4, 23, 1)
    while asked(match)[0] != "turn":
        do(match, next(iter(match.options("austria"))))
    assert match.state.unrest.bit_count() == unrest + 1


def test_a_display_card_is_spent_r8_03() -> None:
    match = table(shown("austria", AUTHORITY, charges=1), on_move="austria")
    assert refusal(match, UseDisplay(AUTHORITY, "war_taxes")) == "too_few_charges"
    assert refusal(match, UseDisplay(AUTHORITY, "missionaries")) == "no_such_act"
    assert refusal(match, UseDisplay(NETWORK, "sow_discontent")) == "not_displayed"
    do(match, UseDisplay(AUTHORITY, "royal_commission"))
    assert match.state.led["austria"].display == []
    assert discards(match.state) == {AUTHORITY}
    peace = table(shown("austria", AUTHORITY), on_move="austria")
    assert refusal(peace, UseDisplay(AUTHORITY, "war_taxes")) == "requires_more"


def test_two_display_cards_never_two_alike_r8_03() -> None:
    match = table(shown("france", AUTHORITY, NETWORK), hand("france", "adm_6", "mil_1"))
    assert refusal(match, PlayCard("adm_6")) == "displayed_already"
    do(match, PlayCard("mil_1"), GiveUpDisplay(NETWORK))
    assert [CARD.ids[each.card] for each in match.state.led["france"].display] == [AUTHORITY, "mil_1"]


def test_what_cannot_be_played_r8_01() -> None:
    match = table(hand("france", COUNTER, "mil_15", "dip_9"), has("france", ducats=1))
    assert refusal(match, PlayCard("dip_1")) == "card_not_in_hand"
    assert refusal(match, PlayCard(COUNTER)) == "not_in_a_turn"
    assert refusal(match, PlayCard("mil_15")) == "not_in_a_turn"


def test_costs_follow_stability_and_display_cards_r8_01() -> None:
    """Court reform costs as stability stands; a spy network makes a new alliance cheaper, and the protestant faith
    development (R15.01).
    """
    state = table(has("france", stability=2), shown("france", NETWORK)).state
    assert cost(state, "france", CARD.index["adm_8"], default()) == {"adm": 3 + 2, "ducats": 0}
    assert cost(state, "france", CARD.index[NEW_ALLIANCE], default()) == {"dip": 3, "ducats": 2}
    assert cost(state, "england", CARD.index[NEW_ALLIANCE], default()) == {"dip": 4, "ducats": 2}
    for faith, price in (("protestant", 1), ("catholic", 2)):
        state = table(has("france", religion=RELIGION.index[faith])).state
        assert cost(state, "france", CARD.index["adm_1"], default()) == {"adm": price, "ducats": 0}
    low = table(has("france", stability=-3)).state
    assert cost(low, "france", CARD.index["adm_8"], default()) == {"adm": 0, "ducats": 0}


@pytest.mark.parametrize(
    ("to", "title", "does"),
    [
        (
            "en",
            "France, covert action “New alliance” (Aragon): do you counter it?",
            "What it does: 2 influence of others",
        ),
        (
            "ru",
            "Франция, тайное действие «Новый союз» (Арагон): противодействуете?",
            "Действие: 2 чужих кубика влияния",
        ),
    ],
)
def test_a_question_about_a_covert_action_names_it_r8_05(to: str, title: str, does: str) -> None:
    match = table(hand("france", NEW_ALLIANCE), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"))
    question = REPORT.question(Asked(7, match.decisions()[0], ()), match.view("castile"), "castile", language(to))
    assert question.title == title
    assert question.note.startswith(does)


def test_a_counter_and_claims_are_named_r8_05() -> None:
    match = table(hand("france", NEW_ALLIANCE, "dip_16"), hand("castile", COUNTER), courted)
    do(match, PlayCard(NEW_ALLIANCE), Court("aragon", "castile"), CounterCovert(COUNTER))
    assert titled(match, "france") == "Castile, covert action “Counterespionage”: do you counter it?"
    match = table(hand("castile", COUNTER))
    do(match, FabricateClaims(("aragon",)))
    assert titled(match, "castile") == "France, covert action “fabricated claims” (Aragon): do you counter it?"


def titled(match: Match, seat: str) -> str:
    return REPORT.question(Asked(7, match.decisions()[0], ()), match.view(seat), seat, language("en")).title


def test_beside_a_card_stands_what_it_does_and_who_is_on_it_r2_04() -> None:
    match = table(hand("france", NEW_ALLIANCE, COUNTER), frames=[set_up_hand("france")])
    speech = REPORT.speech(language("en"))
    option = Coded("7a", DiscardCards((NEW_ALLIANCE,)), "7a")
    place = REGISTERS.askings.option(option, REPORT.counter(match.view("france"), "france"), speech)
    assert place.note.startswith("4 dip, 2 ducats: 2 influence of others in a realm that nobody plays become yours; ")
    assert "; advisor " in place.note or "; leader " in place.note
    assert place.gist == place.note


def test_a_card_with_rules_of_its_own_says_what_it_does_r8_01() -> None:
    view = table().view("france")
    for title in ("new_alliance", "subjugate", "royal_marriage"):
        assert ": " in REPORT.printed("title", title, view, "france", language("en"))
