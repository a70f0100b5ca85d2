"""What an order leaves unsaid of several things that it might be is asked, with a line for each, and never guessed."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.order_reading.sheets import scenes
from tests.carried import is_asked, understood
from tests.long_cases import alternate_variants
from tests.orders.positions import Position

TO_THE_PASSAGE = ("deploy from Navy Box to Atlantic Passage", "deploy from Cuba Passage to Atlantic Passage")


@pytest.mark.parametrize(
    "line",
    [
        "send a squadron to the atlantic passage",
        "deploy to Atlantic Passage",
        "move squadron to atlantic passage",
        "Let us move the squadron to Atlantic Passage, please",
        "I think I will send the squadron to the Atlantic Passage",
    ],
)
def test_where_several_squadrons_may_sail_the_answer_asks_with_a_line_for_each(line: str) -> None:
    position = Position("late_points", "en")
    outcome = position.read(line)
    assert (outcome.actions, outcome.yes) == ((), ())
    (row,) = outcome.refused
    assert row.problem is not None
    assert row.problem.nearest == TO_THE_PASSAGE
    for code, said in zip(row.problem.codes, TO_THE_PASSAGE, strict=True):
        (action,) = position.read(code).actions
        assert position.book.say(action, "en").startswith(said)


def test_a_single_squadron_that_may_sail_is_named() -> None:
    position = Position("late_points", "en")
    (first,) = position.read("A76").actions
    position.match.apply(position.seat, first)
    position.options = position.match.options(position.seat)
    outcome = position.read("send a squadron to biscay")
    (said,) = [row.said for row in (*outcome.yes, *outcome.rows) if row.said]
    assert said.startswith("deploy from Cuba Passage to Biscay")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), alternate_variants(sorted(scenes()), ("en", "ru")))
def test_no_thing_of_several_is_chosen_for_its_writer(name: str, language: str) -> None:
    position = Position(name, language)
    for line, rest in position.open_choices():
        outcome = position.read(line)
        meant = [*outcome.actions, *(row.action for row in outcome.yes if row.action is not None)]
        chosen = [each for each in meant if Counter(position.things(each)) > Counter(rest)]
        assert not chosen, line


@pytest.mark.parametrize(
    "line",
    [
        "move squadron cuba passage to balearic",
        "squadron from Cuba Passage to Balearic",
        "squadron Cuba Passage - Balearic",
        "deploy to Balearic from Cuba Passage",
    ],
)
def test_what_stands_without_a_word_that_leads_to_it_is_the_other_thing(line: str) -> None:
    position = Position("late_points", "en")
    (action,) = position.read(line).actions
    assert position.book.say(action, "en").startswith("deploy from Cuba Passage to Balearic")


@pytest.mark.parametrize("line", ["move squadron Biscay to Balearic", "move squadron Balearic to Biscay"])
def test_a_squadron_that_is_not_there_moves_nowhere_and_no_other_one_does(line: str) -> None:
    outcome = Position("squadrons", "ru").read(line)
    assert (outcome.actions, outcome.yes) == ((), ())
    (row,) = outcome.refused
    assert row.problem is not None
    assert row.problem.code == "no_squadron_there"


@pytest.mark.parametrize("line", ["fnish rond", "fnish the round"])
def test_a_slip_of_an_end_orders_nothing_else(line: str) -> None:
    outcome = Position("purchases", "en").read(line)
    assert outcome.actions == ()
    assert [row.said for row in outcome.yes] in ([], ["end"])


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("america", "Убрать, пожалуйста, флаг с Аллегейни", "снять флаг с Аллегейни"),
        ("america", "снимите, пожалуйста, флаг с Аллегейни", "снять флаг с Аллегейни"),
        ("america", "да, пожалуйста, флаг на залив Святого Лаврентия", "флаг на Залив Святого Лаврентия"),
        ("purchases", "place, please, a flag on Savoy", "flag Savoy"),
        ("purchases", "yes, please, flag Savoy", "flag Savoy"),
    ],
)
def test_a_please_amidst_a_verb_parts_nothing(name: str, line: str, said: str) -> None:
    position = Position(name, scenes()[name].language)
    found = position.read(line)
    for action in understood(found):
        assert position.book.say(action, position.language).startswith(said)
    assert understood(found) or is_asked(found)


@pytest.mark.parametrize("line", ["build fort Nowhere", "build fort Atlantis"])
def test_a_verb_before_a_name_that_is_not_known_names_no_other_order(line: str) -> None:
    outcome = Position("late_points", "en").read(line)
    near = [said for row in outcome.refused if row.problem is not None for said in row.problem.nearest]
    assert not [said for said in near if said.startswith("build squadron")]


@pytest.mark.parametrize("line", ["flag nothing in Savoy", "flag Savoy using nothing"])
def test_nothing_is_offered_for_what_is_to_have_nothing(line: str) -> None:
    assert Position("purchases", "en").read(line).yes == ()
