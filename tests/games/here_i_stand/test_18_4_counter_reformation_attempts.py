"""Counter-reformation attempts (18.4)."""

import pytest

from adjudicator.games.here_i_stand.facts import CARD, DEBATER, SPACE
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import sources
from adjudicator.games.here_i_stand.rules.faith.attempts import (
    Attempted,
    NoMoreTries,
    Try,
    attempting,
    bonus_dice,
    tried,
)
from adjudicator.games.here_i_stand.rules.faith.scripture import BurnBooks
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from tests.games.here_i_stand.faith import REFORMERS, attempt
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    dice,
    do,
    hand,
    leader,
    options,
    protestant,
    refused,
    state_of,
    table,
)


@shows("18.4/7")
def test_the_papacy_wins_ties_under_paul_iii_and_julius_iii() -> None:
    there = protestant("leipzig", "wittenberg")
    assert not attempt("leipzig", 4, 4, there, power="papacy")
    strict: Arrange = lambda state: setattr(state.powers["papacy"], "ruler", "paul_iii")  # noqa: E731 - an arrangement
    assert attempt("leipzig", 4, 4, there, strict, power="papacy")
    assert attempt("leipzig", 6, 6, there, strict, power="papacy")


@shows("18.4/6")
def test_the_augsburg_confession_takes_one_from_papal_dice() -> None:
    there = (protestant("leipzig", "wittenberg"), state_of(this_turn=1 << CARD.number("augsburg_confession")))
    assert not attempt("leipzig", 5, 4, *there, power="papacy")
    assert attempt("leipzig", 6, 4, *there, power="papacy")


BY_CARDS = {
    "defender_of_the_faith": (2, 3, "all"),
    "mary_defies_council": (2, 3, "english"),
    "erasmus": (3, 4, "all"),
}


@shows("18.4/1")
@pytest.mark.parametrize("card", BY_CARDS)
def test_the_attempts_that_cards_bring_the_papacy(card: str) -> None:
    turn, left, zone = BY_CARDS[card]
    match = table(hand("hapsburg", card), hand("england", "gout"), protestant("wittenberg"), state_of(turn=turn))
    do(match, "hapsburg", PlayEvent(card))
    assert match.decisions()[0].waiting == ("papacy",)
    assert match.decisions()[0].context.items() >= {"left": left, "zone": zone}.items()


@shows("18.4/1")
def test_caraffa_burns_books_in_any_zone() -> None:
    there = protestant("wittenberg", "orleans"), state_of(debaters=DEBATER.mask_of(["caraffa", "cajetan"]))
    for burner, french in (("caraffa", True), ("cajetan", False)):
        match = table(*there, power="papacy", cp=2)
        do(match, "papacy", BurnBooks("german", burner))
        assert match.decisions()[0].context["left"] == 3
        assert (Try("orleans") in options(match, "papacy")) is french


@shows("18.4/2")
def test_the_papacy_tries_a_space_once_in_an_impulse() -> None:
    there = protestant("leipzig", "wittenberg")
    state = table(there).state
    numbers = sources.dice(state, "papacy", "leipzig"), sources.dice(state, "protestant", "leipzig")
    draws = [
        dice("attempt", *[1] * numbers[0], space="leipzig"),
        dice("resistance", *[6] * numbers[1], space="leipzig"),
    ]
    match = table(there, power="papacy", cp=4, draws=draws)
    do(match, "papacy", BurnBooks("german"), Try("leipzig"), NoMoreTries(), BurnBooks("german"))
    assert refused(match, "papacy", Try("leipzig")) == "tried_already"
    match.state.impulse.power = "protestant"
    assert not tried(match.state, "protestant"), "what the Protestants try is another matter"


@shows("18.4/3")
def test_the_papacy_needs_a_university_a_neighbour_or_a_port() -> None:
    everywhere = protestant(*(each.id for each in SPACE if each.zone == "german" and each.id != "lubeck"))
    found = sources.targets(table(everywhere).state, "papacy")
    assert rules.has(found, "hamburg"), "beside Lübeck"
    assert rules.has(found, "stettin"), "a port on its sea"
    assert not rules.has(found, "erfurt")
    college = state_of(universities=rules.bit("erfurt"))
    assert rules.has(sources.targets(table(everywhere, college).state, "papacy"), "erfurt")


@shows("18.4/4")
def test_the_dice_of_both_sides_are_those_of_a_reformation_attempt() -> None:
    there = protestant("leipzig", "wittenberg"), REFORMERS, state_of(universities=rules.bit("leipzig"))
    state = table(*there).state
    match = table(*there, frames=[attempting("papacy", 1, "german")])
    (event,) = (each for each in do(match, "papacy", Try("leipzig")) if isinstance(each, Attempted))
    assert len(event.dice) == sources.dice(state, "papacy", "leipzig")
    assert len(event.against) == sources.dice(state, "protestant", "leipzig") == 2


@shows("18.4/5")
def test_bonuses_of_papal_debaters() -> None:
    state = table(leader("charles_v", "vienna")).state
    assert bonus_dice(state, "contarini", "linz") == 1
    assert bonus_dice(state, "contarini", "leipzig") == 0
    assert bonus_dice(state, "canisius", "augsburg") == 1
    assert bonus_dice(state, "canisius", "bremen") == 0
    assert bonus_dice(state, "faber", "augsburg") == 2
    assert bonus_dice(state, "faber", "leipzig") == 0
