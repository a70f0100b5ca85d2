"""Reformation attempts (18.3)."""

from itertools import product

import pytest

from adjudicator.games.here_i_stand.facts import CARD, DEBATER, SPACE
from adjudicator.games.here_i_stand.phrases import PHRASES
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import sources
from adjudicator.games.here_i_stand.rules.faith.attempts import Attempted, NoMoreTries, Terms, Try, attempting
from adjudicator.games.here_i_stand.rules.faith.scripture import PublishTreatise
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.words import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded
from tests.games.here_i_stand.faith import REFORMERS, attempt, dice_of
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import dice, do, hand, options, protestant, refused, state_of, table, units, unrest


@shows("18.3/4")
def test_a_target_holds_a_reformer_or_lies_beside_or_across_the_sea() -> None:
    state = table(REFORMERS).state
    assert rules.has(sources.targets(state, "protestant"), "wittenberg")
    assert not rules.has(sources.targets(state, "protestant"), "erfurt")
    state = table(protestant("wittenberg", "lubeck")).state
    assert rules.has(sources.targets(state, "protestant"), "brandenburg")
    assert rules.has(sources.targets(state, "protestant"), "stettin"), "a port on the same sea"
    assert not rules.has(
        sources.targets(table(protestant("wittenberg"), unrest("wittenberg")).state, "protestant"), "leipzig"
    )


@shows("18.3/7", "18.3/8", "18.3/12")
def test_dice_count_neighbours_reformers_universities_and_stacks() -> None:
    assert dice_of("protestant", "erfurt") == 1, "one at least"
    assert dice_of("protestant", "leipzig", protestant("wittenberg"), REFORMERS) == 2, "a space and a reformer"
    there = (protestant("wittenberg"), REFORMERS, units("wittenberg", "protestant", regulars=2))
    assert dice_of("protestant", "leipzig", *there) == 3, "a stack, too"
    assert dice_of("protestant", "wittenberg", REFORMERS, units("wittenberg", "protestant", regulars=1)) == 4
    assert dice_of("protestant", "leipzig", protestant("wittenberg"), REFORMERS, unrest("wittenberg")) == 1
    college = state_of(universities=rules.bit("leipzig"))
    assert dice_of("papacy", "leipzig", college) - dice_of("papacy", "leipzig") == 2
    beside = state_of(universities=rules.bit("erfurt"))
    assert dice_of("papacy", "leipzig", beside) - dice_of("papacy", "leipzig") == 1


@shows("18.3/8")
def test_dice_never_come_across_a_pass() -> None:
    assert dice_of("protestant", "trent", protestant("innsbruck")) == 1
    assert dice_of("protestant", "zurich", protestant("innsbruck", "basel")) == 2


@shows("18.3/11", "18.3/13", "18.3/14")
def test_the_attacker_wins_ties_in_the_target_zone_only() -> None:
    there = (protestant("wittenberg", "antwerp"), REFORMERS)
    assert attempt("leipzig", 4, 4, *there)
    assert not attempt("brussels", 4, 4, *there)
    assert attempt("brussels", 5, 4, *there)
    assert not attempt("leipzig", 3, 4, *there)
    assert attempt("leipzig", 6, 6, *there), "a 6 is enough"


@shows("18.3/17")
def test_a_failure_of_carlstadt_brings_unrest() -> None:
    number = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "protestant", "leipzig")
    against = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "papacy", "leipzig")
    draws = [dice("attempt", *[1] * number, space="leipzig"), dice("resistance", *[6] * against, space="leipzig")]
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=2, draws=draws)
    do(match, "protestant", PublishTreatise("german", "carlstadt"), Try("leipzig"))
    assert rules.has(match.state.unrest, "leipzig")


@shows("18.3/1")
@pytest.mark.parametrize(("writer", "zone"), {"carlstadt": "german", "calvin": "french"}.items())
def test_a_third_attempt_of_a_treatise_keeps_all_of_them_in_the_zone(writer: str, zone: str) -> None:
    there = protestant("wittenberg", "strasburg", "metz"), state_of(debaters=DEBATER.mask_of([writer]))
    match = table(*there, power="protestant", cp=2)
    do(match, "protestant", PublishTreatise(zone, writer))
    assert match.decisions()[0].context.items() >= {"left": 3, "zone": zone}.items()
    found = [each.space for each in options(match, "protestant") if isinstance(each, Try)]
    assert found
    assert all(SPACE.thing(each).zone == zone for each in found)


BY_CARDS = {
    "a_mighty_fortress": (6, "german"),
    "affair_of_the_placards": (4, "french"),
    "calvins_institutes": (5, "french"),
    "book_of_common_prayer": (4, "england"),
    "dissolution_of_the_monasteries": (3, "english"),
    "marburg_colloquy": (7, "all"),
    "erasmus": (4, "all"),
    "katherina_bora": (5, "all"),
    "printing_press": (3, "all"),
}


@shows("11/7", "18.3/2", "18.3/15")
@pytest.mark.parametrize("card", BY_CARDS)
def test_the_attempts_that_cards_bring_are_made_by_the_protestants(card: str) -> None:
    there = protestant("wittenberg", "strasburg", "london"), state_of(debaters=DEBATER.mask)
    match = table(hand("hapsburg", card), hand("england", "gout"), *there)
    do(match, "hapsburg", PlayEvent(card))
    while match.decisions()[0].kind == "aim":
        do(match, "hapsburg", options(match, "hapsburg")[0])
    left, zone = BY_CARDS[card]
    assert match.decisions()[0].waiting == ("protestant",)
    assert match.decisions()[0].context.items() >= {"left": left, "zone": zone}.items()


@shows("18.3/3", "18.3/16")
def test_a_space_is_tried_once_in_an_impulse_however_many_actions() -> None:
    number = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "protestant", "leipzig")
    against = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "papacy", "leipzig")
    draws = [dice("attempt", *[1] * number, space="leipzig"), dice("resistance", *[6] * against, space="leipzig")]
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=4, draws=draws)
    do(match, "protestant", PublishTreatise("german"), Try("leipzig"), NoMoreTries(), PublishTreatise("german"))
    assert refused(match, "protestant", Try("leipzig")) == "tried_already"


@shows("18.3/4", "12.4/6")
def test_a_target_may_lie_over_a_pass_and_not_beside_what_is_in_unrest_alone() -> None:
    over = table(protestant("innsbruck")).state
    assert rules.has(sources.targets(over, "protestant"), "trent")
    assert not rules.has(sources.targets(table(protestant("leipzig"), unrest("leipzig")).state, "protestant"), "erfurt")


@shows("18.3/5")
def test_a_port_in_unrest_still_serves_for_other_ports() -> None:
    state = table(protestant("lubeck"), unrest("lubeck")).state
    assert rules.has(sources.targets(state, "protestant"), "stettin")
    assert not rules.has(sources.targets(state, "protestant"), "hamburg")


@shows("18.3/6")
def test_spaces_of_anybody_may_be_targets() -> None:
    found = sources.targets(table(protestant("prague", "basel", "orleans", "athens")).state, "protestant")
    assert all(rules.has(found, each) for each in ("brunn", "zurich", "paris"))


@shows("18.3/7", "18.3/12", "12.4/7")
def test_unrest_silences_what_stands_beside_and_not_in_the_target() -> None:
    there = (REFORMERS, units("wittenberg", "protestant", regulars=1), unrest("wittenberg"))
    assert dice_of("protestant", "wittenberg", *there) == 4
    college = state_of(universities=rules.bit("leipzig"))
    army = units("leipzig", "hapsburg", regulars=1)
    calm = dice_of("papacy", "leipzig", college, army)
    assert dice_of("papacy", "leipzig", college, army, unrest("leipzig")) == calm
    beside = dice_of("papacy", "erfurt", college, army)
    assert dice_of("papacy", "erfurt", college, army, unrest("leipzig")) == beside - 3


@shows("18.3/9")
def test_the_printing_press_and_the_theses_add_a_die() -> None:
    there = protestant("wittenberg"), REFORMERS
    plain = sources.dice(table(*there).state, "protestant", "leipzig")
    pressed = state_of(this_turn=1 << CARD.number("printing_press"))
    for extra, arrange in ((0, ()), (1, ()), (1, (pressed,))):
        match = table(*there, *arrange, frames=[attempting("protestant", 1, "german", extra)])
        (event,) = (each for each in do(match, "protestant", Try("leipzig")) if isinstance(each, Attempted))
        assert len(event.dice) == plain + extra + bool(arrange)


@shows("18.3/10", "18.3/11")
def test_what_is_added_to_dice_counts_in_the_target_zone_only() -> None:
    for at, added, success in (("leipzig", 1, True), ("brussels", 0, False)):
        there = (protestant("wittenberg", "antwerp"), REFORMERS)
        numbers = [sources.dice(table(*there).state, side, at) for side in ("protestant", "papacy")]  # type: ignore[arg-type]
        draws = [dice("attempt", *[5] * numbers[0], space=at), dice("resistance", *[6] * numbers[1], space=at)]
        match = table(*there, frames=[attempting("protestant", 1, "german", 0, 1)], draws=draws)
        (event,) = (each for each in do(match, "protestant", Try(at)) if isinstance(each, Attempted))
        assert (event.modifier, event.success) == (added, success)
        assert bool(event.against) is not success, "a 6 needs no answer in the zone"


@shows("18.3/14")
def test_the_book_of_common_prayer_is_for_english_home_spaces_with_calais() -> None:
    there = protestant("london", "boulogne", "antwerp", "wittenberg"), state_of(debaters=DEBATER.mask)
    match = table(hand("england", "book_of_common_prayer"), hand("france", "gout"), *there, power="england")
    do(match, "england", PlayEvent("book_of_common_prayer"))
    found = {each.space for each in options(match, "protestant") if isinstance(each, Try)}
    assert "calais" in found
    assert all(SPACE.thing(each).home == "england" for each in found)


@pytest.mark.parametrize(("mine", "theirs", "added", "ties"), [(2, 1, 0, True), (1, 3, 0, False), (3, 2, -1, True)])
def test_the_chance_of_an_attempt_is_that_of_all_its_rolls(mine: int, theirs: int, added: int, ties: bool) -> None:
    terms = Terms(mine, theirs, added, ties)
    rolls = [*product(product(range(1, 7), repeat=mine), product(range(1, 7), repeat=theirs))]
    won = sum(terms.succeeds(max(one), max(other)) for one, other in rolls)
    assert terms.chance == pytest.approx(won / len(rolls))


@pytest.mark.parametrize(
    ("code", "extra", "told"),
    [("en", 1, "3 dice against 4, 60%"), ("ru", 1, "3 кубика против 4, 60%"), ("ru", 0, "2 кубика против 4, 47%")],
)
def test_the_dice_and_the_chance_stand_beside_each_space(code: str, extra: int, told: str) -> None:
    there = (protestant("wittenberg"), REFORMERS)
    match = table(*there, frames=[attempting("protestant", 1, "german", extra)])
    decision, book, legal = match.decisions()[0], PHRASES.at(match.state), match.options("protestant")
    coded = tuple(Coded(str(n), action, book.say(action, code)) for n, action in enumerate(legal))
    question = REPORT.question(
        Asked(1, decision, coded, legal=tuple(legal)), match.view("protestant"), "protestant", language(code)
    )
    notes = {legal[int(each.code)]: each.note for group in question.groups for each in group.options}
    assert notes[Try("leipzig")] == told
