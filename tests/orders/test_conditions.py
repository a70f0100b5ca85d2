"""Conditions of every installed game: said and read back in every language, and blind to what a seat may not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import game_named, games, new_match
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.kernel.trials import fewer
from adjudicator.kernel.worlds import other_world
from adjudicator.orders import NameBook, name
from adjudicator.orders.vocabulary.conditions import Clause, Condition, Conditions, NoCondition, all_hold, condition

DRAWN = 100
"""Conditions that are drawn in a position; those of which both was met are not asked again."""
WITH_CONDITIONS = [game for game in games() if "conditions" in game_named(game).parts]


def of(game: str) -> Conditions:
    found: Conditions = game_named(game).part("conditions")
    return found


def test_games_with_conditions() -> None:
    assert {"guild-fair", "imperial-struggle"} <= set(WITH_CONDITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("lines", [100, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_CONDITIONS)
def test_whatever_can_be_said_is_read_back(game: str, lines: int) -> None:
    known, rng = of(game), Random(f"conditions {game}")
    for _ in range(lines):
        clauses = tuple(known.sample(rng) for _ in range(rng.choice((1, 1, 2))))
        for said_in in known.languages:
            line = known.say(clauses, said_in)
            for read_in in known.languages:
                assert known.parse(line, read_in) == clauses, line


@pytest.mark.parametrize("game", WITH_CONDITIONS)
def test_every_form_is_read(game: str) -> None:
    """Not the printed ones alone: each form of each condition, whatever the names in it."""
    known = of(game)
    for code in known.languages:
        for example in known.examples(code):
            assert known.say(known.parse(example.upper(), code), code) == example


@pytest.mark.slow
@pytest.mark.parametrize("actions", [40, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_CONDITIONS)
def test_no_condition_tells_what_a_seat_may_not_know(game: str, actions: int) -> None:
    known, rng, compared = of(game), Random(f"blind {game}"), 0
    match = new_match(game, seed=b"blind")
    for _ in range(fewer(game_named(game), actions)):
        if match.result is not None:
            match = new_match(game, seed=rng.randbytes(8))
        owing = match.pending_seats
        for seat in match.header.seats:
            other = other_world(match, (seat,), rng)
            seen, as_well = match.view(seat), other.view(seat)
            for _ in range(10):
                clause = known.sample(rng)
                facts = [{} if (asked := each.question(seat)) is None else asked.context for each in (match, other)]
                assert clause.holds(seen, seat, facts[0]) is clause.holds(as_well, seat, facts[1]), clause
                compared += 1
        by = rng.choice(owing)
        match.apply(by, match.sample(by, rng))
    assert compared > 5 * actions


@pytest.mark.slow
@pytest.mark.parametrize("least", [200, pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_CONDITIONS)
def test_every_condition_is_there_to_hold_and_not_to(game: str, least: int) -> None:
    """Random play from crowded positions meets both of each, the rare ones later: none is a constant by mistake."""
    known, rng = of(game), Random(f"both {game}")
    seen: dict[str, set[bool]] = {}
    match = begin_dense(game, "both")
    for number in range(10_000):
        if number > least and all(len(verdicts) == 2 for verdicts in seen.values()):
            break
        if match.result is not None:
            match = begin_dense(game, f"both {rng.random()}")
        asked = match.decisions()[0]
        seat = rng.choice(asked.waiting if rng.random() < 0.5 else match.header.seats)
        view, question = match.view(seat), match.question(seat)
        facts = {} if question is None else question.context
        for found in (known.sample(rng).condition for _ in range(DRAWN)):
            verdicts = seen.setdefault(type(found).__name__, set())
            if len(verdicts) < 2:
                verdicts.add(found.holds_for(view, seat, facts))
        random_action(match, rng)
    assert not {name: verdicts for name, verdicts in seen.items() if len(verdicts) == 1}


def test_conditions_of_imperial_struggle_in_both_languages() -> None:
    known = of("imperial-struggle")

    def read(line: str, language: str) -> str:
        return known.say(known.parse(line, language), "en")

    assert read("savoy isn't mine and debt is less than 4", "en") == "Savoy is not mine and debt < 4"
    assert read("Савойя не у меня и долг меньше 4", "ru") == "Savoy is not mine and debt < 4"
    assert read("France takes a military tile", "en") == "France takes a tile: Military"
    assert read("Франция берёт военный тайл", "ru") == "France takes a tile: Military"
    assert read("not debt >= 3", "en") == "debt < 3"
    assert read("долг не больше 3", "ru") == "debt <= 3"
    assert read("there is a war", "en") == "we are at war"
    assert read("сейчас война", "ru") == "we are at war"


@pytest.mark.parametrize(
    ("line", "unknown", "nearest"),
    [
        ("savy is mine", "savy", "Savoy"),
        ("debt < 4 and savy is mine", "savy", "Savoy"),
        ("debts < 4", "", "debt < 7"),
        ("it rains", "", "VP < 9"),
    ],
)
def test_what_is_unknown_is_refused_with_the_nearest(line: str, unknown: str, nearest: str) -> None:
    with pytest.raises(NoCondition) as refused:
        of("imperial-struggle").parse(line, "en")
    assert refused.value.unknown == unknown
    assert nearest in refused.value.nearest


class Holds(Condition, frozen=True, tag="test_holds"):
    town: str

    def holds(self, view: Any, seat: str) -> bool:
        return bool(view[self.town] == seat)


def test_words_and_fields_must_fit() -> None:
    with pytest.raises(ValueError, match="says"):
        condition(Holds, name("town", "town"), en="it is mine", ru="{town} у меня")
    with pytest.raises(ValueError, match="not said in ru"):
        Conditions(
            NameBook([]),
            [
                condition(Holds, name("town", "town"), en="{town} is mine", ru="{town} у меня"),
                condition(Holds, name("town", "town"), en="{town} is mine"),
            ],
        )


def test_all_of_them_must_hold() -> None:
    mine, theirs = Clause(Holds("lyon")), Clause(Holds("lyon"), negated=True)
    assert all_hold((), {}, "red")
    assert all_hold((mine,), {"lyon": "red"}, "red")
    assert not all_hold((mine, theirs), {"lyon": "red"}, "red")
