"""What is said of Here I Stand: everything has words, and whatever happens in random games can be told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from random import Random

import pytest

from adjudicator.games.here_i_stand.facts import CARD, POWER
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.phrases import ORDERS, PHRASES
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.faith.openings import diet_of_worms
from adjudicator.games.here_i_stand.rules.hands import Drew
from adjudicator.games.here_i_stand.rules.impulses import ImpulseBegan, Pass, Passed, Played, impulse
from adjudicator.games.here_i_stand.rules.spring import Deploy
from adjudicator.games.here_i_stand.rules.turns import next_turn
from adjudicator.games.here_i_stand.rules.war.battle import BattleBegan
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.sieges import SiegeBegan
from adjudicator.games.here_i_stand.rules.winter import WinterDone, winter
from adjudicator.games.here_i_stand.texts import printed, texts
from adjudicator.games.here_i_stand.trials.watched import EAGER, LOATH
from adjudicator.games.here_i_stand.words import REPORT
from adjudicator.games.here_i_stand.words.book import ASKINGS, REFUSALS, TELLINGS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.language import Language, language
from adjudicator.reports.model import Question
from adjudicator.reports.wording.game import Asked, Coded, Course, Stretch
from tests.games.here_i_stand import deals
from tests.games.here_i_stand.springs import spring, turn_of
from tests.games.here_i_stand.table import discarded, do, hand, siege, state_of, table, units, war
from tests.long_cases import alternate_variants

EN, RU = LANGUAGES = [language(code) for code in ("en", "ru")]


def test_everything_has_words() -> None:
    assert TELLINGS.untold(GAME.events) == []
    assert ASKINGS.unoffered(GAME.actions) == []
    assert ASKINGS.unasked(GAME.decision_kinds) == []
    assert REFUSALS.unsaid(codes_in(*GAME.chapters)) == []
    assert {phrase.action for phrase in ORDERS} == {*GAME.actions}


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_card_has_a_text(code: str) -> None:
    assert [*texts(code).card] == [*CARD.ids]
    assert all(printed(id, code) for id in CARD.ids)


@pytest.mark.parametrize(
    ("number", "to"), alternate_variants(range(3), LANGUAGES), ids=lambda each: getattr(each, "code", each)
)
def test_whatever_happens_and_is_asked_in_a_random_game_can_be_told(number: int, to: Language) -> None:
    rng = Random(number)
    match = set_up(GAME, seats=GAME.seats, seed=b"told %d" % number)
    for _ in range(250):
        if match.result is not None:
            break
        decision = match.decisions()[0]
        seat, legal = decision.waiting[0], match.options(decision.waiting[0])
        before = match.view(seat)
        lines = [Coded(f"7{n}", each, PHRASES.say(each, to.code)) for n, each in enumerate(legal)]
        question = REPORT.question(Asked(7, decision, tuple(lines), legal=tuple(legal)), before, seat, to)
        assert question.title
        assert sum(len(group.options) for group in question.groups) == len(legal)
        told = match.apply(seat, match.sample(seat, rng))
        stretch = Stretch(before=before, view=match.view(seat), told=told, seats=(seat,))
        REPORT.effect(told, seat, to)
        REPORT.gist(told, (seat,), to)
        said = [line.told for group in REPORT.news(told, (seat,), to) for line in group.lines]
        for text in (*said, *REPORT.story(stretch, to)):
            assert "_" not in text, text
            assert "None" not in text, text


@pytest.mark.parametrize(
    ("to", "headings"),
    [(EN, ["Impulse: Protestants", "Winter"]), (RU, ["Импульс: Протестанты", "Зима"])],
    ids=["en", "ru"],
)
def test_the_winter_is_a_part_of_the_news_mail_after_mail(to: Language, headings: list[str]) -> None:
    away, passes = units("leipzig", "hapsburg", regulars=2), (hand("protestant", "gout"), state_of(passes=5))
    match = table(away, *passes, power="protestant", frames=[impulse("protestant"), winter()])
    first = match.apply("protestant", Pass())
    assert [group.heading for group in REPORT.news(first, ("ottoman",), to)] == headings[:1]
    last = [told for each in match.decisions() for told in match.apply(each.waiting[0], WinterDone())]
    assert [group.heading for group in REPORT.news(last, ("ottoman",), to, before=first)] == headings[1:]


def test_a_turn_begins_a_part_of_the_news_that_does_not_last() -> None:
    match = table(
        hand("protestant", "gout"), state_of(passes=5), power="protestant", frames=[impulse("protestant"), next_turn()]
    )
    told = match.apply("protestant", Pass())
    assert [group.heading for group in REPORT.news(told, ("ottoman",), EN)] == ["Impulse: Protestants", "Turn 2"]
    assert "Turn 2 begins." in REPORT.sentences(told, ("ottoman",), EN)


def test_a_turn_is_told_power_by_power_and_without_passes() -> None:
    told = [
        ObservedEvent(1, Played("ottoman", "war_in_persia", 4)),
        ObservedEvent(2, Passed("france")),
        ObservedEvent(3, Played("papacy", "fuggers", 3)),
        ObservedEvent(4, Passed("papacy")),
        ObservedEvent(5, SiegeBegan("ottoman", "belgrade")),
        ObservedEvent(6, Passed("ottoman")),
    ]
    whole = REPORT.story_of_turn(Course(seats=(), moments=(), told=tuple(told)), EN)
    assert whole == (
        "Ottomans played War in Persia for points and besieged Belgrade.",
        "France passed.",
        "Papacy played Fuggers for points.",
    )


@pytest.mark.parametrize(("to", "said"), [(EN, "Ottomans: attacked at"), (RU, "Османы: атака")], ids=["en", "ru"])
def test_a_subject_says_whose_deed_it_tells(to: Language, said: str) -> None:
    battle = [ObservedEvent(1, ImpulseBegan("ottoman")), ObservedEvent(2, BattleBegan("ottoman", "belgrade", 5, 2))]
    assert REPORT.gist(battle, POWER.ids, to).startswith(said)


def test_what_was_drawn_only_the_power_is_told() -> None:
    match = set_up(GAME, seats=GAME.seats, seed=b"drawn")
    told = match.apply("protestant", match.options("protestant")[-1])
    while not any(isinstance(each.public, Drew) for each in told):
        seat = match.decisions()[0].waiting[0]
        told = match.apply(seat, match.options(seat)[-1])
    own, others = (" ".join(REPORT.sentences(told, (seat,), EN)) for seat in ("england", "france"))
    cards = [names_of(each) for each in match.state.hands["england"].cards]
    assert any(each in own for each in cards)
    assert not any(each in others for each in cards)


def names_of(card: int) -> str:
    return REPORT.speech(EN).thing(CARD, card)


def test_the_standing_names_every_power_and_the_hand_has_its_texts() -> None:
    match = set_up(GAME, seats=GAME.seats, seed=b"standing")
    for to in LANGUAGES:
        standing = REPORT.standing(match.view("england"), ("england",), None, to)
        assert standing.scoring is not None
        assert len(standing.scoring.rows) == 6
        (hand,) = REPORT.holdings(match.view("england"), "england", to)
        assert hand.items[0].text == printed("six_wives_of_henry_viii", to.code)


def offered(match: Match, to: Language) -> list[str]:
    """What is offered in a mail to whoever is asked first."""
    decision = match.decisions()[0]
    seat = decision.waiting[0]
    lines = tuple(Coded(f"7{n}", each, "") for n, each in enumerate(match.options(seat)))
    question = REPORT.question(Asked(7, decision, lines), match.view(seat), seat, to)
    return [option.words for group in question.groups for option in group.options]


def test_a_demonstration_looks_for_what_mails_offer_word_for_word() -> None:
    """The Sack of Rome, which is kept for its event, and what correspondents are eager for."""
    sack = table(hand("england", "sack_of_rome"), units("milan", "france", mercenaries=4), power="england")
    metz = table(units("metz", "france", regulars=4), siege("metz", "france"), power="france", cp=1)
    march = table(discarded("foul_weather", "gout"), units("orleans", "france", regulars=1), power="france", cp=1)
    do(march, "france", March("orleans", "dijon", regulars=1))
    match, rng = set_up(GAME, seats=GAME.seats, seed=b"sought 2"), Random(2)
    left = {(to.code, pattern) for to in LANGUAGES for pattern in (*EAGER[to.code], *LOATH[to.code])}

    def look(here: Match) -> None:
        for to in LANGUAGES:
            said = offered(here, to)
            left.difference_update({(to.code, each) for code, each in left if code == to.code and found(each, said)})

    look(sack)
    look(metz)
    look(march)
    while left and match.position.n < 200:
        look(match)
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    assert not left


def found(pattern: str, said: Iterable[str]) -> bool:
    return any(re.fullmatch(pattern, each) for each in said)


def test_the_situation_tells_wars_armies_enemies_near_and_who_is_next() -> None:
    match = table(war("ottoman", "hapsburg"), units("belgrade", "hungary_bohemia", regulars=1), power="ottoman", cp=2)
    told = REPORT.situation(match.view(("ottoman",)), "ottoman", language("en"))
    assert told[0] == "At war: Hapsburgs, Hungary-Bohemia"
    assert any(line.startswith("Your armies: ") and "Suleiman" in line for line in told)
    assert any(line.startswith("Enemies near: ") and "Belgrade" in line for line in told)
    assert told[-2] == "Your keys: 4; 11 win at once"
    assert told[-1] == "Then: Hapsburgs, England, France, Papacy, Protestants, you"
    asked = REPORT.situation(match.view(("england",)), "england", language("en"))
    assert asked[-1] == "Then: the turn goes on (Ottomans), and next: Hapsburgs, you"
    alone = REPORT.situation(match.view(("protestant",)), "protestant", language("ru"))
    assert alone[0].startswith("Война: ")
    for power in match.header.seats:
        assert len(REPORT.situation(match.view((power,)), power, language("en"))) <= 8


@pytest.mark.parametrize("to", LANGUAGES, ids=lambda each: each.code)
@pytest.mark.parametrize("turn", [1, 2])
def test_the_deal_that_the_negotiations_teach_can_be_signed_9_1(turn: int, to: Language) -> None:
    """In the first turn nobody can make peace with the Ottomans, whom it named."""
    match = deals.talking(turn=turn)
    decision = match.decisions()[0]
    for seat in decision.waiting:
        note = negotiations(match, seat, to)
        (line,) = re.findall("“(deal .*?)”|«(договор .*?)»", note)
        deal = PHRASES.parse("".join(line), to.code)
        assert isinstance(deal, Deal)
        assert deals.sign(match.copy(), deal)


def test_no_deal_is_taught_where_none_can_be_signed_9_1() -> None:
    match = deals.talking(turn=1)
    assert "for example" in negotiations(match, "england", EN)
    assert "for example" not in negotiations(match, "ottoman", EN)


@pytest.mark.parametrize(("to", "says"), [(EN, "You hold no card that stops it."), (RU, "У вас нет карты")])
def test_who_can_stop_nothing_is_told_so_and_why_they_are_asked_6(to: Language, says: str) -> None:
    """Whose answers only let it pass have no heading above them: nothing stands beside it."""
    match = table(hand("england", "foul_weather"), hand("papacy", "printing_press"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=3))
    assert {*match.decisions()[0].waiting} == {"england", "papacy"}
    asked = {seat: asked_of(match, seat, to) for seat in ("england", "papacy")}
    assert asked["england"].note == ""
    assert asked["papacy"].note.startswith(says)
    assert [group.heading for group in asked["papacy"].groups] == [""] * len(asked["papacy"].groups)
    assert any(group.heading for group in asked["england"].groups)


@pytest.mark.parametrize("to", LANGUAGES, ids=lambda each: each.code)
def test_the_order_that_spring_deployment_teaches_takes_one_unit_along_10(to: Language) -> None:
    match = turn_of(spring(units("paris", "france", regulars=4)), "france")
    order = re.search("[“«](.*?)[”»]", asked_of(match, "france", to).note)
    assert order is not None
    deploy = PHRASES.parse(order[1], to.code)
    assert isinstance(deploy, Deploy)
    assert deploy.troops.total == 1
    match.apply("france", deploy)


def test_each_card_for_the_diet_has_its_points_18_1() -> None:
    hands = (
        hand("hapsburg", "holy_roman_emperor"),
        hand("papacy", "gout", "printing_press"),
        hand("protestant", "erasmus"),
    )
    match = table(*hands, frames=[diet_of_worms()])
    told = {option.words: option.cost for group in asked_of(match, "papacy", EN).groups for option in group.options}
    assert told["Gout"] == "2 CP"
    assert told["Printing Press"] == "5 CP"


def asked_of(match: Match, seat: str, to: Language) -> Question:
    say = partial(PHRASES.say, language=to.code)
    options = tuple(Coded(f"7{n}", each, say(each)) for n, each in enumerate(match.options(seat)))
    return REPORT.question(Asked(7, match.decisions()[0], options, say=say), match.view(seat), seat, to)


def negotiations(match: Match, seat: str, to: Language) -> str:
    asked = Asked(7, match.decisions()[0], (), say=lambda action: PHRASES.say(action, to.code))
    return REPORT.question(asked, match.view(seat), seat, to).note
