"""What is said of Oath: everything has words, battles are told, and what one player has seen stays with that player."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import Match
from adjudicator.games.oath.game import CHAPTERS, GAME
from adjudicator.games.oath.phrases import ORDERS, PHRASES
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.economy import Muster
from adjudicator.games.oath.rules.powers import UsePower
from adjudicator.games.oath.rules.search import Search
from adjudicator.games.oath.rules.travel import Travel
from adjudicator.games.oath.rules.warbands import PeekRelic
from adjudicator.games.oath.state import State
from adjudicator.games.oath.words import REPORT, RULEBOOK
from adjudicator.games.oath.words.book import ASKINGS, REFUSALS, TELLINGS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.simulate import begin_dense
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import Asked, Coded, Stretch
from tests.games.oath.table import BLANK, SWORD, at, hidden, player, refused, rolls, table
from tests.long_cases import alternate_variants

EN, RU = LANGUAGES = [language(code) for code in ("en", "ru")]


def test_everything_has_words() -> None:
    assert TELLINGS.untold(GAME.events) == []
    assert ASKINGS.unoffered(GAME.actions) == []
    assert ASKINGS.unasked(GAME.decision_kinds) == []
    assert REFUSALS.unsaid(codes_in(*CHAPTERS)) == []
    assert {phrase.action for phrase in ORDERS} == {*GAME.actions}


@pytest.mark.parametrize(
    ("number", "to"), alternate_variants(range(3), LANGUAGES), ids=lambda each: getattr(each, "code", each)
)
def test_whatever_happens_and_is_asked_in_a_random_game_can_be_told(number: int, to: Language) -> None:
    rng = Random(number)
    match = set_up(GAME, seats=rng.choice(GAME.seatings(4)), seed=b"told %d" % number)
    for _ in range(250):
        if match.result is not None:
            break
        decision = match.decisions()[0]
        seat, legal = decision.waiting[0], match.options(decision.waiting[0])
        before, book = match.view(seat), PHRASES.at(match.state)
        lines = [Coded(f"7{n}", each, book.say(each, to.code)) for n, each in enumerate(legal)]
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


def groups(match: Match, seat: str, to: Language) -> dict[str, Any]:
    """Return the groups of options of the open question by their headings."""
    decision = match.decisions()[0]
    book, legal = PHRASES.at(match.state), match.options(seat)
    lines = tuple(Coded(f"7{n}", each, book.say(each, to.code)) for n, each in enumerate(legal))
    question = REPORT.question(Asked(7, decision, lines, legal=tuple(legal)), match.view(seat), seat, to)
    return {group.heading: group for group in question.groups}


def test_an_option_shows_its_price_and_what_it_brings() -> None:
    found = groups(table(at("provinces_1", "longbows", "alchemist")), "red", EN)
    longbows = next(each for each in found["Muster"].options if each.words == "Longbows")
    assert (longbows.cost, longbows.note) == ("1 supply, 1 favor", "brings 2 warbands")
    (alchemist,) = [each for each in found["Use a card"].options if each.words == "Alchemist"]
    assert alchemist.cost == "2 secrets"
    assert alchemist.note == "Gain 4 favor from any banks, split as you like."


def test_an_option_of_a_journey_shows_the_site() -> None:
    found = groups(table(at("provinces_2", "elders")), "red", RU)
    (there,) = [each for each in found["Перемещение"].options if each.words == "Стоячие камни K22"]
    assert there.cost == "2 провианта"
    assert "Старейшины" in there.note


def test_a_battle_is_told_in_sentences() -> None:
    match = table(player("blue", pawn="provinces_1"), draws=[*rolls([SWORD] * 5, [BLANK] * 2)])
    told = match.apply("red", Attack("blue", pawn=True))
    said = [line.told for group in REPORT.news(told, (), EN) for line in group.lines]
    assert said[0] == "campaigned against Blue for pawn and favor"


def test_what_was_drawn_only_the_player_is_told() -> None:
    match = table()
    told = match.apply("red", Search(source="world"))
    own, others = (REPORT.news(told, seats, EN)[0].lines[0] for seats in (("red",), ("blue",)))
    assert others.note == "3 cards"
    drawn = [each.card for each in match.state.boards["red"].drawn]
    assert len(own.note.split(", ")) == len(drawn)


def test_a_relic_that_was_looked_at_stays_with_the_player() -> None:
    match = table(at("provinces_1", relics=("sticky_fire",)))
    told = match.apply("red", PeekRelic(1))
    assert any("Sticky Fire" in text for text in REPORT.sentences(told, ("red",), EN))
    assert not any("Sticky Fire" in text for text in REPORT.sentences(told, ("blue",), EN))
    (seen,) = REPORT.holdings(match.view("red"), "red", EN)
    assert (seen.heading, seen.items[0].name) == ("What you have seen", "Sticky Fire")
    assert REPORT.holdings(match.view("blue"), "blue", EN) == ()


def test_own_facedown_advisers_come_with_their_texts() -> None:
    (own,) = REPORT.holdings(table(hidden("red", "scouts")).view("red"), "red", EN)
    assert own.heading == "Your facedown advisers"
    assert own.items[0].text.startswith("Order; battle plan (attacker).")


def test_an_event_calls_the_site() -> None:
    told = table().apply("red", Travel(slot="provinces_2"))
    assert REPORT.gist(told, ("red",), EN) == "Red travelled to Standing Stones"
    assert REPORT.gist(told, ("red",), RU) == "Красный перемещается в локацию Стоячие камни"


def test_the_report_says_who_is_how_near_to_victory() -> None:
    standing = REPORT.standing(table().view("red"), ("red",), None, EN)
    assert standing.scoring is not None
    assert [row.cells[:2] for row in standing.scoring.rows][-1] == ("Stable regime", "Chancellor")
    assert [each.caption for each in standing.tables] == ["Players", "Councils", "Sites"]
    assert [each.label for each in standing.facts][:2] == ["Round", "Oath of Supremacy"]


def test_a_refusal_says_what_is_missing() -> None:
    match = table(at("provinces_1", "longbows"), player("red", supply=0))
    refusal = refused(match, Muster(card="longbows"), "no_supply")
    assert REPORT.refusal(refusal.code, refusal.rule, refusal.facts, EN) == "that needs 1 supply; you have 0"


def test_a_question_of_a_card_names_it_and_says_what_it_does() -> None:
    match = table(at("provinces_1", "spirit_snare"))
    match.apply("red", UsePower("spirit_snare"))
    decision = match.decisions()[0]
    question = REPORT.question(Asked(7, decision, (), legal=()), match.view("red"), "red", EN)
    assert question.title == "Spirit Snare: what do you choose?"
    assert question.note == "Gain 1 favor from any one bank."


@pytest.mark.parametrize(("typed", "number"), [("5.1.4.II", "5.1.4.2"), ("5.5.7.i", "5.5.7.1"), ("4.1.1", "4.1.1")])
def test_last_figures_of_a_rule_may_be_roman(typed: str, number: str) -> None:
    assert RULEBOOK.number(typed) == number


def test_a_player_is_told_who_could_campaign_against_them() -> None:
    match = table(player("blue", pawn="provinces_1"))
    (outlook,) = REPORT.outlook(match.view("red"), "red", EN)
    assert outlook.heading == "What Blue can do next"
    assert [(each.name, each.text) for each in outlook.items] == [
        ("campaign against you, 5 warbands", "pawn and favor")
    ]


def test_a_campaign_that_a_card_pays_for_shows_no_price() -> None:
    match = table(player("blue", pawn="provinces_1"))
    paid = REPORT.question(_asked(match, "act"), match.view("red"), "red", EN)
    free = REPORT.question(_asked(match, "free_campaign", card="second_wind"), match.view("red"), "red", EN)
    assert [each.cost for group in paid.groups for each in group.options] == ["2 supply"]
    assert [each.cost for group in free.groups for each in group.options] == [""]
    assert free.title == "Second Wind: do you campaign, for no supply?"


def _asked(match: Match, kind: str, **context: str) -> Asked:
    """Return a question of a kind with one campaign as its answer."""
    attack = Attack("blue", pawn=True)
    decision = replace(match.decisions()[0], kind=kind, context={"supply": 7, **context})
    return Asked(7, decision, (Coded("7a", attack, "campaign"),), legal=(attack,))


@pytest.mark.parametrize("number", range(6))
def test_complete_turns_can_be_sent_as_they_are(number: int) -> None:
    rng, found = Random(number), 0
    match = begin_dense("oath", f"ready/{number}")
    for _ in range(60):
        if match.result is not None:
            break
        decision = match.decisions()[0]
        seat, book = decision.waiting[0], PHRASES.at(match.state)
        lines = tuple(Coded(str(n), each, "") for n, each in enumerate(match.options(seat)))
        offered = Asked(1, decision, lines, say=lambda action, book=book: book.say(action, "en"))
        ready = ASKINGS.usual_examples(offered, REPORT.counter(match.view(seat), seat), REPORT.speech(EN))
        for each in ready.lines if ready else ():
            assert each.figure.endswith(" supply left")
            board = Match.resume(match.header, match.checkpoint(), seed=b"ready")
            for line in each.line.split("; "):
                asked = None if board.result is not None else board.question(seat)
                if asked is not None and asked.kind == decision.kind:  # who can only rest does so by themselves
                    board.apply(seat, book.parse(line, "en"))
                    found += 1
        match.apply(seat, match.sample(seat, rng))
    assert found


@pytest.mark.parametrize(
    ("to", "title"),
    [
        (EN, "The attack falls short. Do you sacrifice 2 warbands to win?"),
        (RU, "Нападению не хватает сил. Пожертвовать для победы: 2 отряда?"),
    ],
)
def test_a_sacrifice_is_asked_for_in_warbands(to: Language, title: str) -> None:
    match = table(at("provinces_1", ruler="blue", warbands=6), draws=rolls([SWORD] * 5, [BLANK]))
    match.apply("red", Attack("blue", sites=("provinces_1",)))
    question = REPORT.question(Asked(7, match.decisions()[0], (), legal=()), match.view("red"), "red", to)
    assert question.title == title


@pytest.mark.parametrize(("to", "told"), [(EN, "gained 1 secret"), (RU, "получает 1 тайну")])
def test_what_somebody_gets_is_the_object_of_the_verb(to: Language, told: str) -> None:
    match = table(at("provinces_1", "elders"))
    _, gained = match.apply("red", UsePower("elders"))
    assert REPORT.gist([gained], ("red",), to).endswith(told)


def test_an_order_for_a_campaign_calls_the_site_in_its_case() -> None:
    match = table(at("provinces_1", ruler="blue"))
    line = PHRASES.at(match.state).say(Attack("blue", sites=("provinces_1",)), "ru")
    assert line == "набег на Синего за локацию Степь"


def test_trading_where_the_bank_is_empty_says_so() -> None:
    def emptied(state: State) -> None:
        state.banks = [0] * len(state.banks)

    trades = groups(table(at("provinces_1", "longbows"), emptied), "red", EN)["Trade"].options
    assert {option.note for option in trades} == {"no favor there", "no faceup adviser of its suit"}


def test_how_near_somebody_is_stands_as_a_part_of_what_is_needed() -> None:
    facts = REPORT.standing(table(at("provinces_1", ruler="blue")).view("red"), ("red",), None, EN)
    assert "sites ruled: 0 of 2" in str(facts.scoring)


def test_the_situation_tells_sites_the_title_banners_and_who_is_next() -> None:
    arranged = at("provinces_1", ruler="red", warbands=2), at("hinterland_1", ruler="blue")
    match = table(*arranged)
    told = REPORT.situation(match.view("red"), "red", EN)
    assert told == (
        "You have: 7 supply, 5 favor, 3 secrets, 5 warbands",
        "You rule: Steppe K21",
        "Oath of Supremacy: Chancellor, oathkeeper; sites ruled: Chancellor 0, Red 1, Blue 1",
        "People's Favor: nobody, 1 favor on it; Darkest Secret: nobody, 1 secret on it",
        "Your ways to win: sites ruled: 1 of 2",
        "Then: Blue, Chancellor, you",
    )
    waiting = REPORT.situation(match.view("blue"), "blue", RU)
    assert waiting[-1] == "Дальше: ход продолжается (Красный), затем: вы"
    assert REPORT.situation(match.view("chancellor"), "chancellor", EN)[4].startswith("Stable regime: ")


def test_the_situation_tells_who_would_win_in_the_next_wake_phase() -> None:
    def usurped(state: State) -> None:
        state.title, state.usurper = "blue", True

    match = table(at("hinterland_1", ruler="blue"), usurped)
    warning = "Would win in the next wake phase: Blue"
    assert warning in REPORT.situation(match.view("red"), "red", EN)
    assert warning not in REPORT.situation(match.view("blue"), "blue", EN)
