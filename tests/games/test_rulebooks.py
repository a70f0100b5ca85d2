"""What holds for the short rulebook of every game: each section in both languages, no reference that leads nowhere."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from adjudicator import Event
from adjudicator.kernel.chapters import declared_classes, questions
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.game import Game
from adjudicator.language import CODES
from adjudicator.reports.wording.rulebook import Rulebook

FOLDER = Path(__file__).parents[2] / "adjudicator/games"
BOOKS = {
    path.parent.name: import_module(f"adjudicator.games.{path.parent.name}.rulebook").RULEBOOK
    for path in sorted(FOLDER.glob("*/rulebook.py"))
}
NUMBER = re.compile(r"§\d+|\b[A-L]\d(?:\.\d+)?[a-j]?\b|\bR\d+(?:\.\d+)?\b|\b\d+(?:\.\d+)+\b")
each_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


@each_book
def test_every_section_has_a_title_and_a_text(book: Rulebook) -> None:
    for code in CODES:
        assert list(book.rules(code)) == list(book.rules("en"))
        for number, rule in book.rules(code).items():
            assert rule.title, number
            assert 20 < len(rule.text) < 600, number
            assert re.search(r"[.?]$", rule.text), number


@each_book
def test_both_languages_point_to_the_same_rules_which_exist(book: Rulebook) -> None:
    for number, english in book.rules("en").items():
        russian = book.rules("ru")[number]
        told = [set(NUMBER.findall(rule.text)) for rule in (english, russian)]
        assert set.union(*told) <= {*book.rules("en")}, number
        if "–" not in russian.text:
            assert told[0] == told[1], number


@each_book
def test_every_section_is_found_below_its_chapter(book: Rulebook) -> None:
    reached = {number for number in book.rules("en") if not book.below(number)}
    for number in book.rules("en"):
        reached.update(book.below(number))
    chapters = {each for each in book.rules("en") if re.fullmatch(r"\d+\.0|[A-Z]|§\d+", each)}
    assert reached | chapters == {*book.rules("en")}


@each_book
def test_terms_point_to_rules_and_stand_once(book: Rulebook) -> None:
    terms = [said for term in book.terms for said in (*term.en, *term.ru)]
    assert len(terms) == len(set(terms))
    assert {number for term in book.terms for number in term.rules} <= {*book.rules("en")}


@each_book
def test_a_number_is_found_however_it_is_typed(book: Rulebook) -> None:
    for number in book.rules("en"):
        for typed in (number, number.lower(), number.upper(), number.removesuffix(".0"), number.removeprefix("§")):
            assert book.number(typed) == number
    assert book.number("xyzzy") == ""


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_that_players_are_told_stands_in_the_rulebook(name: str) -> None:
    game: Game[Any] = import_module(f"adjudicator.games.{name}.game").GAME
    told = {code.rule for code in codes_in(*game.chapters)} | {each.rule for each in questions(*game.chapters)}
    told |= {option.rule for option in game.options.values()}
    told |= {event.about.rule for event in declared_classes(Event, *game.chapters)}
    told |= {rule for each in game.steps for rule in each.rule.split(", ")}
    assert told - {""} <= {*BOOKS[name].rules("en")}
