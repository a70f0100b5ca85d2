"""What a mail takes back of what it says itself is not done, and what replaces it takes the rest of the sentence."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from adjudicator import Action
from adjudicator.orders.corrections import repaired
from adjudicator.orders.sets import Outcome, carry_out
from benchmarks.strangers.sheets import scenes
from tests.orders.positions import Position

CHANGES = {
    "en": (
        "{one}, no, not {first}, {second}", "{one}. No wait, {second}", "{one} no wait {second}",
        "{one}, correction: {other}",
        "{one}, make that {second}", "{one} make that {second}", "{one} - er, {other}", "{one}, that is, {second}",
        "{one}, I mean {second}", "{one}. Scratch {first}. {other}", "{one}, {other}, strike {first}",
        "{one} sorry {second}",
        "{one}, {other}. Cancel {first}", "{one}; {other}; {first} is out", "{one}. Forget {first}, {other}",
    ),
    "ru": (
        "{one}, нет, не {first}, {second}", "{one}, ой, {second}", "{one} ой нет {second}", "{one}, вернее, {second}",
        "{one}, то есть не {first}, а {second}", "{one} точнее {second}", "{one}, поправка: {other}",
        "{one}, виноват, {second}",
        "{one}, {other}, вычеркните {first}", "{one}, {other}. {first} отменяю", "{one}. Забудьте {first}, {other}",
        "{one}, хотел сказать {second}", "{one}, {other}; {first} вычёркиваем",
    ),
}  # fmt: skip
"""How somebody changes his mind: `one` order and the `other` whole, `first` and `second` what they are about."""


@cache
def position(name: str, language: str) -> Position:
    return Position(name, language)


def meant(outcome: Outcome) -> list[Action]:
    """What is done, and what a `yes` would do."""
    return [*outcome.actions, *(row.action for row in outcome.yes if row.action is not None)]


def pairs(at: Position, rng: Random) -> list[tuple[Action, Action]]:
    """Two answers of one kind about two things."""
    single = [each for each in at.options if len(at.things(each)) == 1]
    kinds: dict[type[Action], dict[tuple[object, ...], Action]] = {}
    for each in single:
        kinds.setdefault(type(each), {})[at.things(each)[0]] = each
    some = [rng.sample(list(alike.values()), 2) for alike in kinds.values() if len(alike) > 1]
    return [(first, second) for first, second in some][:2]


@pytest.mark.parametrize("name", sorted(scenes()))
def test_what_is_taken_back_is_neither_done_nor_proposed(name: str) -> None:
    at, rng = position(name, scenes()[name].language), Random(name)
    for first, second in pairs(at, rng):
        told = {key: at.book.say(each, at.language) for key, each in (("one", first), ("other", second))}
        names = [at.book.book.printed(*at.things(each)[0][0], at.language) for each in (first, second)]
        for change in rng.sample(CHANGES[at.language], 3):
            line = change.format(**told, first=names[0], second=names[1])
            assert at.things(first) not in map(at.things, meant(at.read(line))), line


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("purchases", "flag Savoy, flag Sweden, scratch Sweden", ["flag Savoy, major"]),
        ("purchases", "flag Savoy, Sweden, strike Savoy, end", ["flag Sweden, major", "end"]),
        ("purchases", "flag Savoy, Sweden, Albany. Forget Sweden. end",
         ["flag Savoy, major", "flag Albany, minor, debt 1", "end"]),
        ("purchases", "flag Savoy and Sweden. Cross out Savoy and Sweden, Albany instead",
         ["flag Albany, minor, debt 1"]),
        ("purchases", "flag Savoy. Scratch Savoy and flag Sweden", ["flag Sweden, major"]),
        ("purchases", "flag Savoy. Scratch Sweden", []),
        ("purchases", "flag Sweden no wait Savoy end", ["flag Savoy, major", "end"]),
        ("purchases", "flag Sweden sorry Savoy end", ["flag Savoy, major", "end"]),
        ("purchases", "flag Savoy, that is all", ["flag Savoy, major", "end"]),
        ("purchases", "flag Savoy with debt 1, no, with debt 2", ["flag Savoy, major, debt 2"]),
        ("purchases", "flag Savoy, with debt 2", ["flag Savoy, major, debt 2"]),
        ("third_round", "E4D2, flag Santiago and Sweden. Scratch Sweden, make it Savoy.",
         ["take Economic 4 and Diplomatic 2", "flag Santiago, major", "flag Savoy, minor"]),
        ("america", "флаг на Гавану, флаг на Курпу, вычеркните Гавану", ["флаг на Курпу, основным действием"]),
        ("america", "флаг на Гавану, на Курпу. Гавану отменяю. конец", ["флаг на Курпу, основным действием", "конец"]),
        ("america", "эскадру из Залива Мэн в Пролив Кабота, вернее в Бискайский Залив",
         ["развернуть эскадру из Залива Мэн в Бискайский Залив, дополнительным действием"]),
        ("america", "эскадру из Залива Мэн, то есть из Залива Касонес, в Пролив Кабота",
         ["развернуть эскадру из Залива Касонес в Пролив Кабота, дополнительным действием"]),
    ],
)  # fmt: skip
def test_what_replaces_it_takes_the_rest_of_the_sentence(name: str, line: str, said: list[str]) -> None:
    at = position(name, scenes()[name].language)
    assert [at.book.say(action, at.language) for action in meant(at.read(line))] == said


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("from Maine to Cabot, rather to Biscay", "from Maine to Biscay"),
        ("ship from Maine to Cabot. No, from Cuba", "ship from Cuba to Cabot"),
        ("с Аллегейни, ой, со Швеции", "с Аллегейни, ой, со Швеции"),
        ("снять со Швеции, ой, с Сардинии, конец", "снять с Сардинии. конец"),
        ("flag Savoy, to be kept", "flag Savoy, to be kept"),
    ],
)
def test_a_part_of_an_order_takes_the_place_of_the_part_that_begins_alike(line: str, right: str) -> None:
    assert repaired(line, lambda word: False) == right


@pytest.mark.parametrize(
    "line", ["flag Savoy and uh flag Bavaria", "flag Savoy, and, er, Bavaria", "флаг на Савойю и э на Баварию"]
)
def test_who_hesitates_behind_an_and_takes_nothing_back(table: Any, line: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [line])
    assert [action.space for action in outcome.actions] == ["savoy", "bavaria"]


def test_who_hesitates_behind_a_name_may_take_it_back(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["flag Savoy er Bavaria"])
    assert [action.space for action in outcome.actions] == ["bavaria"]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "I'll be a bit late, sorry! Tonight."), ("ru", "Опоздаю немного, простите! Вечером пришлю.")],
)
def test_who_names_nothing_takes_nothing_back(language: str, line: str) -> None:
    rows = position("purchases", language).read(line).rows
    assert all(row.problem is not None and row.problem.why != "corrected" for row in rows)
