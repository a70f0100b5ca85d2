"""A mail of which one thing is open, or not all is understood: the answer names lines that hold all of it."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.orders.sets import Outcome
from benchmarks.strangers.sheets import scenes
from tests.orders.positions import Position

TO_THE_PASSAGE = (
    "deploy from Navy Box to Atlantic Passage, major",
    "deploy from Cuba Passage to Atlantic Passage, major",
)


@cache
def position(name: str) -> Position:
    return Position(name, scenes()[name].language)


def named(outcome: Outcome) -> list[str]:
    """The lines that an answer names."""
    return [code for row in outcome.rows if row.problem is not None for code in row.problem.codes]


def done_by(at: Position, line: str) -> list[str]:
    return [at.book.say(action, at.language) for action in at.read(line).actions]


@pytest.mark.parametrize(
    "line",
    [
        "build the fort at louisbourg send a squadron to the atlantic passage flag west bengal and end my round",
        "build the fort at louisbourg, send a squadron to the atlantic passage, flag west bengal and end my round",
        "Build the fort at Louisbourg. Send a squadron to the Atlantic Passage. Flag West Bengal. End.",
        "1) build fort louisbourg 2) move a squadron to the atlantic passage 3) flag west bengal 4) end",
        "build fort Louisbourg; deploy to Atlantic Passage; flag West Bengal; end",
        "build fort louisbourg move squadron to atlantic passage flag west bengal end round",
        "send a squadron to the atlantic passage build fort louisbourg flag west bengal end",
        "построить форт луисбург отправить эскадру в атлантический путь флаг на западную бенгалию конец",
        "построить форт Луисбург, отправить эскадру в Атлантический Путь, флаг на Западную Бенгалию, конец",
    ],
)
def test_the_answer_has_a_line_for_each_choice_that_holds_the_whole_mail(line: str) -> None:
    at = position("late_points")
    outcome = at.read(line)
    assert (outcome.actions, outcome.yes) == ((), ())
    standing = {"build fort Louisbourg, major", "flag West Bengal, minor", "end"}
    assert [set(done_by(at, each)) - standing for each in named(outcome)] == [{one} for one in TO_THE_PASSAGE]
    assert all(standing < set(done_by(at, each)) for each in named(outcome))


@pytest.mark.parametrize(
    "line",
    ["flag West Bengal, build fort Atlantis, end", "flag West Bengal, send a squadron to the moon, end"],
)
def test_no_line_holds_what_is_not_known_here(line: str) -> None:
    at = position("late_points")
    assert not any("end" in done_by(at, each) for each in named(at.read(line)))


@pytest.mark.parametrize(
    ("name", "line", "seems"),
    [
        ("purchases", "finish the round", "end"),
        ("purchases", "Sweden gets my flag, please", "flag Sweden, major"),
        ("early_purchases", "Сент-Джеймсу мой флаг", "флаг на Сент-Джеймс, дополнительным действием"),
    ],
)
def test_what_seems_an_order_is_named_beside_a_line_that_is_not_understood(name: str, line: str, seems: str) -> None:
    outcome = position(name).read("flag Moscow" if name == "purchases" else "флаг на Москву", line)
    assert (outcome.actions, outcome.yes) == ((), ())
    strange, seeming = (row.problem for row in outcome.rows)
    assert strange is not None
    assert strange.why == "unknown_word"
    assert seeming is not None
    assert (seeming.reason, seeming.nearest) == ("ambiguous", (seems,))


@pytest.mark.parametrize(
    ("name", "line", "whole"),
    [
        ("second_turn", "I'd like the one with four diplomacy and two economy, please, and could you put a little flag "
         "in Sweden for me. That's all for this round.", "1b 1s5 1z"),
        ("empire", "With D4E2 I can kick France out of the German States (alliance 2) and out of Savoy, and still flag "
         "St Lucia. End of round.", "1b 1s14 1s17 1c3 1z"),
        ("empire", "Economic four and military two for me, thank you, with a flag on Panzacola if that's still "
         "allowed. And end my round, there's a dear.", "1a 1c1 1z"),
        ("purchases", "Could you please put one of my flags in Sweden and one in Antigua, and then I'm finished for "
         "this round. Thank you ever so much!", "1s7 1c5 1z"),
        ("purchases", "I was going to take Sweden, but no. Flag Savoy and the lovely Antigua, end", "1s14 1c5 1z"),
        ("last_round", "Последний раунд, рисковать нечем. Э3В2, флаг на Малаккский маршрут, и конец.", "1а 1р7 1я"),
        ("america", "Всё в Индию. Флаги на Канчипурам, Тиручираппалли и Мангалор, конфликт в Карикале убрать.",
         "1р11 1р12 1р14 1в6"),
        ("first_tile", "Думал взять Д4Э2, но рыба важнее. Поэтому Э3В2, флаг на залив Святого Лаврентия, а эскадра "
         "пусть идёт в Бискайский залив. Конец раунда.", "1б 1р1 1в5 1я"),
    ],
)  # fmt: skip
def test_what_is_thought_of_asked_for_or_conditioned_politely_leaves_all_orders_to_a_yes_or_a_line(
    name: str, line: str, whole: str
) -> None:
    at = position(name)
    outcome = at.read(line)
    assert outcome.actions == ()
    assert [row.said for row in outcome.yes] == done_by(at, whole) or named(outcome)[0] == whole


@pytest.mark.parametrize(
    "line",
    ["flag Savoy if Bavaria falls, then end", "E4M2, flag Panzacola if you think so, end", "Panzacola or not? end"],
)
def test_no_line_ends_a_round_of_which_a_condition_is_left_out(line: str) -> None:
    at = position("empire")
    assert not any(done_by(at, each)[-1:] == ["end"] for each in named(at.read(line)) if "1z" in each.split())


def test_with_what_is_no_reason_where_it_orders_something() -> None:
    at = position("empire")
    assert done_by(at, "E4M2, with a flag in Panzacola, end") == [
        "take Economic 4 and Military 2",
        "flag Panzacola, major",
        "end",
    ]
