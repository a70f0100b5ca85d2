"""Every word of a mail is accounted for: what changes what is said changes what is done, in all games and languages.

Options of questions in random matches are said, changed and read: in each run a sample, in the long run many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from adjudicator import games
from adjudicator.kernel.actions import Action
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import begin_dense
from adjudicator.orders.options.answers import folded_words
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.service.play.offers import words_at
from tests.carried import desk_asked, understood
from tests.orders.positions import Position

GAMES = [name for name in sorted(games()) if "phrases" in game_named(name).parts]
STEPS, EVERY = 24, 8
"""Steps of random play, and how many of them pass before a question is taken."""
ROUNDS = pytest.mark.parametrize("matches", [1, pytest.param(25, marks=pytest.mark.long)])
IN_BOTH = pytest.mark.parametrize("language", ["en", "ru"])
_NUMBER = re.compile(r"(?<![\w-])\d+(?!\w)")
NEGATED = {
    "en": ("not {}", "never {}", "{} - not!", "if {}", "would Olga {}", "{}, if Olga agrees", "don't {}", "{} never"),
    "ru": ("не {}", "никогда не {}", "{} - нет!", "если {}", "пусть Ольга {}", "{}, если Ольга согласна", "{} никогда"),
}


class Question:
    """A question of a match, with its options as their seat may write them."""

    def __init__(self, desk: OrderContext, options: Sequence[Action]) -> None:
        self.desk = desk
        self.options = options

    def say(self, action: Action) -> str:
        return self.desk.book.say(action, self.desk.language)

    def read(self, line: str) -> MailOutcome:
        return run_orders(self.desk, [line])

    def sample(self, count: int) -> Sequence[Action]:
        return Random(len(self.options)).sample(list(self.options), min(count, len(self.options)))


@cache
def questions(game: str, language: str, matches: int) -> tuple[Question, ...]:
    """Questions of matches that begin in crowded positions and are played at random."""
    return tuple(_questions(game, language, matches, STEPS))


def _questions(game: str, language: str, matches: int, steps: int) -> Iterator[Question]:
    for number in range(matches):
        chance, match = Random(f"{game} {number}"), begin_dense(game, f"every word {number}")
        for step in range(steps):
            if match.result is not None:
                break
            seat = match.decisions()[0].waiting[0]
            options = match.options(seat)
            if step % EVERY == 0:
                yield Question(desk_asked(match.copy(), seat, language, words_at(match)), options)
            match.apply(seat, match.sample(seat, chance))


def sayings(game: str, language: str, matches: int, count: int) -> Iterator[tuple[Question, Action, str]]:
    """Some options of each question, as they are printed, with their question."""
    for question in questions(game, language, matches):
        for action in question.sample(count):
            yield question, action, question.say(action)


def affirmed(game: str, language: str, matches: int, count: int) -> Iterator[tuple[Question, Action, str]]:
    """Such options as deny nothing: nobody denies what denies."""
    return (each for each in sayings(game, language, matches, count) if not denies(each[2]))


def denies(text: str) -> bool:
    common = common_words()
    said = [word.folded for word in tokenize(text)]
    return any(common.is_in(common.denials | common.exceptions | common.doubts, word) for word in said)


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_is_said_is_the_number_that_is_done(game: str, language: str, matches: int) -> None:
    for question, action, said in sayings(game, language, matches, 12):
        for found in _NUMBER.finditer(said):
            changed = f"{said[: found.start()]}{int(found[0]) + 1}{said[found.end() :]}"
            if changed != said and action in understood(question.read(changed)):
                pytest.fail(f"{changed}: {said}")


def _stands_in(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether words are among others, in their order."""
    left = iter(others)
    return all(word in left for word in words)


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_without_its_number_or_its_denial_an_order_is_not_carried_out(game: str, language: str, matches: int) -> None:
    common = common_words()
    for question, action, said in sayings(game, language, matches, 12):
        own = folded_words(said)
        others = [folded_words(question.say(each)) for each in question.options if each != action]
        others = [each for each in others if not _stands_in(own, each)]  # those say more
        for at, word in enumerate(tokenize(said)):
            rest = own[:at] + own[at + 1 :]
            if not any(_stands_in(rest, each) for each in others):
                continue  # what is left says it still, and nothing else
            if word.typed.isdecimal() or common.is_in(common.denials, word.folded):
                start = word.column - 1
                changed = f"{said[:start]}{said[start + len(word.typed) :]}"
                assert action not in question.read(changed).actions, f"{changed}: {said}"


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_a_repaired_reading_is_never_carried_out(game: str, language: str, matches: int) -> None:
    for question, _, said in sayings(game, language, matches, 8):
        word = max(said.split(), key=len)
        if len(word) < 7 or not word.isalpha():
            continue
        swapped = f"{word[:3]}{word[4]}{word[3]}{word[5:]}"
        if swapped != word:
            line = said.replace(word, swapped)
            assert question.read(line).actions == (), line


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_a_denial_a_doubt_or_somebody_else_beside_an_order_never_leads_to_it(
    game: str, language: str, matches: int
) -> None:
    for question, action, said in affirmed(game, language, matches, 6):
        for shape in NEGATED[language]:
            line = shape.format(said)
            outcome = question.read(line)
            assert outcome.actions == (), line
            assert action not in understood(outcome), line


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_named_as_near_that_a_mail_excludes(game: str, language: str, matches: int) -> None:
    shape = {"en": "anything but {}", "ru": "что угодно, кроме {}"}[language]
    for question, action, said in affirmed(game, language, matches, 6):
        outcome = question.read(shape.format(said))
        near = [each for row in outcome.refused if row.problem is not None for each in row.problem.nearest]
        assert said not in near, shape.format(said)
        assert action not in understood(outcome)


@ROUNDS
@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_of_an_order_is_read_in_a_polite_sentence(game: str, language: str, matches: int) -> None:
    shape = {"en": "Hello Anna, please {}. Thank you!", "ru": "Добрый день! Пожалуйста, {}. Спасибо!"}[language]
    asked = read = 0
    for question, _, said in sayings(game, language, matches, 6):
        alone = understood(question.read(said))
        found = understood(question.read(shape.format(said)))
        assert found in ((), alone), shape.format(said)
        asked += bool(alone) and not found
        read += bool(found)
    assert read >= 3 * asked


@pytest.mark.parametrize(
    ("scene", "mail"),
    [
        ("realm_start", "Мы с Англией объявляем войну Бретани"),
        ("realm_start", "declare war on me"),
        ("realm_start", "England, please declare war on Brittany."),
        ("realm_start", "Declare war on Brittany - not!"),
        ("realm_start", "declare war on Brittany only if England agrees"),
        ("empire", "anything but E4M2"),
        ("hand", "I'll hold on to Co-Hong System, Le Beau Monde"),
    ],
)
def test_a_mail_with_a_word_that_no_order_has_is_asked_about(scene: str, mail: str) -> None:
    assert Position.for_line(scene, mail).meant(mail) == []


def test_an_end_in_a_remark_ends_nothing() -> None:
    outcome = Position("empire", "en").read("E4M2. In the end it is the best I can do")
    assert not any(row.said == "end" for row in (*outcome.rows, *outcome.yes))


def _order(game: str, wanted: str) -> tuple[Question, str]:
    """A question of a game in which an order may be given that begins so, and that order."""
    for asked in _questions(game, "en", 12, 120):
        for action in asked.options:
            if wanted in (said := asked.say(action)):
                return asked, said
    raise LookupError(wanted)


def test_a_card_that_is_played_to_the_advisers_is_not_discarded() -> None:
    asked, said = _order("oath", ", as adviser")
    (played,) = understood(asked.read(said))
    found = understood(asked.read(f"{said.removesuffix(', as adviser')} to my advisers"))
    assert found in ((), (played,))


def test_a_count_that_is_not_offered_is_asked_about() -> None:
    asked, said = _order("here-i-stand", "hire mercenaries in")
    place, _, count = said.removeprefix("hire mercenaries in ").partition(": ")
    ways = {"2": "two", "3": "three", "4": "four", "5": "five"}
    line = f"hire {ways[count]} mercenaries in {place}"
    assert [asked.say(each) for each in understood(asked.read(line))] == [said]
    for other in ("seven mercenaries", "mercenaries seven times"):
        assert asked.read(f"hire {other} in {place}").actions == ()


def test_war_on_nobody_is_no_refusal_of_war() -> None:
    asked, said = _order("here-i-stand", "declare no war")
    for line in ("declare war", "we declare war", "war"):
        assert asked.read(line).actions == (), line
    assert [asked.say(each) for each in asked.read(f"{said}, please").actions] == [said]
