"""Everything that the rules declare has words in English and Russian; a report tells the reader's own realm first."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import pytest

from adjudicator import Action, Event
from adjudicator.components.kinds import Kind, Many
from adjudicator.components.load import DataFile, read
from adjudicator.games.europa_universalis import rules
from adjudicator.games.europa_universalis.catalogue import in_game
from adjudicator.games.europa_universalis.facts import DATA
from adjudicator.games.europa_universalis.game import CHAPTERS, GAME
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules.administration import ChangeFocus
from adjudicator.games.europa_universalis.rules.empire import RaiseAuthority
from adjudicator.games.europa_universalis.rules.upkeep import accounts
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.games.europa_universalis.words.book import REGISTERS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chapters import declared_classes, questions
from adjudicator.kernel.codes import Code, codes_in
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.simulate import random_action
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import Asked, Coded, Stretch
from adjudicator.reports.wording.template_file import SaidFile, files_of

LANGUAGES = tuple(map(language, ("en", "ru")))
CODES = list(codes_in(*CHAPTERS))


def test_nothing_is_without_words() -> None:
    assert REGISTERS.tellings.untold(GAME.events) == []
    assert REGISTERS.askings.unoffered(GAME.actions) == []
    assert REGISTERS.askings.unasked(GAME.decision_kinds) == []
    assert REGISTERS.refusals.unsaid(CODES) == []


def test_words_stand_in_a_file_called_as_the_chapter_that_declares_what_they_say() -> None:
    for file in files_of(DATA / "said"):
        chapter = import_module(f"{rules.__name__}.{file.stem}")
        said = read(DataFile(file).rows, SaidFile, file.name)
        assert set(said.told) <= {str(each.__struct_config__.tag) for each in declared_classes(Event, chapter)}
        assert set(said.offered) <= {str(each.__struct_config__.tag) for each in declared_classes(Action, chapter)}
        assert set(said.asked) <= {each.kind for each in questions(chapter)}
        assert set(said.refused) <= {code.name for code in codes_in(chapter)}


def test_russian_words_are_those_of_the_rulebook() -> None:
    """It has leaders, «лидеры», rounds of battles, «раунды сражения», authority, «авторитет», and so on."""
    said = in_game(LANGUAGES[1])
    for text in ("leader", "Which leader commands in the battle?", "Which die does the enemy's leader not give?"):
        assert "лидер" in said.gettext(text).casefold()
    for text, term in (
        ("imperial authority", "авторитет"),
        ("national focus: %(to)s", "фокус"),
        ("merchants", "торговцы"),
        ("disputed succession", "оспариваемое наследование"),
        ("a vassal in dissent", "религиозные противоречия"),
        ("a tie of electors", "выборщик"),
    ):
        assert term in said.gettext(text)
    assert PHRASES.say(RaiseAuthority(), "ru") == "повысить имперский авторитет"
    assert PHRASES.say(ChangeFocus(), "ru") == "сменить фокус"
    assert "раунде сражения" in said.gettext("Do you use a battle action in this round of the battle?")


def test_no_two_chapters_share_a_code_or_a_kind_of_question() -> None:
    names = Counter(code.name for code in CODES)
    assert [name for name, n in names.items() if n > 1] == []


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_a_refusal_is_said_with_all_its_facts(code: Code) -> None:
    facts = {name: _fact(kind) for name, kind in code.facts.items()}
    for each in LANGUAGES:
        said = REPORT.refusal(code.name, code.rule, facts, each)
        assert said
        assert "_" not in said.replace("%(", "_")
    assert REPORT.refusal(code.name, code.rule, facts, LANGUAGES[0]) != said


def _fact(kind: object) -> object:
    if isinstance(kind, Many):
        return kind.kind.ids[:2]
    return kind.ids[0] if isinstance(kind, Kind) else 3 if kind is int else "white"


def _everything(match: Match, told: list[ObservedEvent[Any]], seat: str, to: Language) -> list[str]:
    """All texts that a seat may be sent now."""
    view = match.view((seat,))
    standing = REPORT.standing(view, (seat,), None, to)
    texts = [each.value for each in standing.facts]
    texts += [cell for table in standing.tables for row in table.rows for cell in row.cells]
    texts += [item.name + item.text + item.note for each in REPORT.holdings(view, seat, to) for item in each.items]
    texts += [item.text for each in REPORT.outlook(view, seat, to) for item in each.items]
    texts += [line.text + line.note for group in REPORT.news(told, (seat,), to) for line in group.lines]
    texts += REPORT.story(Stretch(before=None, view=view, told=told, seats=(seat,)), to)
    texts.append(REPORT.gist(told, GAME.seats, to))
    for decision in match.decisions():
        texts.append(REPORT.title(decision, view, to))
        if seat in decision.waiting:
            options = [Coded(f"1{n}", each, "words") for n, each in enumerate(match.options(seat)[:20])]
            question = REPORT.question(Asked(1, decision, tuple(options)), view, seat, to)
            texts += [question.title, *(each.words for group in question.groups for each in group.options)]
    return texts


@pytest.mark.parametrize("players", [3, 6])
def test_whatever_happens_is_told_in_both_languages_without_ids(players: int) -> None:
    match, rng = set_up(GAME, seats=GAME.seatings(players)[0], seed=b"words"), Random(players)
    told = list[ObservedEvent[Any]]()
    for n in range(400):
        told += random_action(match, rng, [])
        if n % 20 == 0:
            for to in LANGUAGES:
                texts = _everything(match, told, match.header.seats[n // 20 % players], to)
                assert [text for text in texts if "_" in text or "%(" in text] == []
            told.clear()


def test_the_story_begins_with_the_own_realm() -> None:
    match, rng = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"words"), Random(3)
    told = list[ObservedEvent[Any]]()
    for _ in range(150):
        told += random_action(match, rng, [])
    for seat, name in (("france", "France"), ("england", "England"), ("castile", "Castile")):
        stretch = Stretch(before=None, view=match.view((seat,)), told=told, seats=(seat,))
        assert REPORT.story(stretch, LANGUAGES[0])[0].startswith(name)


def test_the_next_income_is_foretold_with_its_terms() -> None:
    match = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"words")
    books = accounts(match.state, "france", GAME.content)
    forecast = REPORT.holdings(match.view(("france",)), "france", LANGUAGES[0])[-1]
    assert forecast.items[0].text == f"{books.net:+}"
    assert f"towns {books.towns:+}" in forecast.items[0].note


def test_the_chart_shows_the_prestige_of_all_realms_over_the_rounds() -> None:
    match = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"words")
    score = REPORT.score(match.view(()))
    assert score is not None
    chart = REPORT.chart([score], LANGUAGES[0])
    assert chart is not None
    assert chart.png.startswith(b"\x89PNG")
    assert "France 0" in chart.alt
