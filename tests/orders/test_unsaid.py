"""What an order leaves unsaid of several things that it might be is asked, with a line for each, and never guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from adjudicator import Action, Match
from adjudicator.orders.codes import make_offer
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.pieces import Offers
from adjudicator.orders.sayings import Reading
from adjudicator.orders.sets import Desk, Outcome, carry_out
from benchmarks.strangers.sheets import scenes

Thing = tuple[tuple[str, str | int], ...]
LEADS = frozenset(("from", "to", "in", "at", "with", "on", "into", "из", "в", "на", "с", "к", "по"))
TO_THE_PASSAGE = ("deploy from Navy Box to Atlantic Passage", "deploy from Cuba Passage to Atlantic Passage")


class Position:
    """A saved position, read in one language."""

    def __init__(self, name: str, language: str) -> None:
        scene = scenes()[name]
        assert scene.document is not None
        document = msgspec.json.decode(scene.document.read_bytes())
        self.match = Match.from_document(document, seed=b"unsaid", game=scene.game)
        self.seat, self.language = scene.seat, language
        self.book: Phrasebook = self.match.game.part("phrases").at(self.match.state)
        self.options = self.match.options(self.seat)

    def read(self, *lines: str) -> Outcome:
        options = [*self.options, *self.match.ahead(self.seat)]
        offer = make_offer(self.book, self.match.number(self.seat) or 0, self.language, options)
        return carry_out(Desk(self.match, self.seat, self.language, self.book, Offers((offer,))), lines)

    def things(self, action: Action) -> list[Thing]:
        fields = {field: getattr(action, field) for field in action.__struct_fields__}
        return [tuple(thing) for thing in self.book.things_of(Reading(type(action), fields))]

    def without(self, action: Action, thing: Thing) -> str:
        """The order without one of its things and the word that leads to it; "" where it is not named there."""
        said = self.book.say(action, self.language)
        names = (self.book.book.printed(kind, id, self.language) for kind, id in thing)
        name = next((name for name in names if name in said), "")
        before, _, behind = said.partition(name) if name else ("", "", "")
        led = before.split()
        return " ".join([*(led[:-1] if led and led[-1].lower() in LEADS else led), behind.strip(" ,")]).strip()

    def open_choices(self) -> Iterator[tuple[str, list[Thing]]]:
        """Orders without one thing that might be several, with what is left; one of each kind."""
        known: set[tuple[type[Action], int]] = set()
        for action in self.options:
            things = self.things(action)
            for at, thing in enumerate(things if len(things) > 1 else ()):
                rest = [*things[:at], *things[at + 1 :]]
                line = self.without(action, thing)
                if line and (type(action), at) not in known and len(self.open_for(type(action), rest)) > 1:
                    known.add((type(action), at))
                    yield line, rest

    def open_for(self, kind: type[Action], rest: list[Thing]) -> set[Thing]:
        """What is open where an order of a kind is about all this and one thing more."""
        alike = [Counter(self.things(each)) for each in self.options if type(each) is kind]
        fitting = (each for each in alike if each.total() == len(rest) + 1 and each >= Counter(rest))
        return {thing for each in fitting for thing in each - Counter(rest)}


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


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", sorted(scenes()))
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
    (action,) = position.read(line).actions
    assert position.book.say(action, position.language).startswith(said)
