"""Nobody sees a draw before it is made: what orders come to is the same whatever the seed has not yet given out.

Two worlds differ in the seed, and in all else that a seat cannot know. Mails of many shapes around an order that draws
come to the same in both: rows, suggestions, codes, facts, drafts and waiting lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from adjudicator import Action, Match, games
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.kernel.simulate import begin_dense
from adjudicator.kernel.trials import trials_of
from adjudicator.kernel.worlds import other_world
from adjudicator.orders.execution import outcomes
from adjudicator.orders.execution.trial import Trial
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.service.play.offers import phrasebook
from tests.carried import desk_at

WITH_WORDS = [name for name in sorted(games()) if "phrases" in game_named(name).parts]
DRAWING = ("europa-universalis", "imperial-struggle", "pax-renaissance", "salt-roads")
"""Games of which a few random matches surely come to an order that draws."""
NONSENSE = "flurb the wazoo"
SEVERAL = 6
"""Positions of a game that are looked for together."""


class Before(NamedTuple):
    """A position in which a seat can order something that draws, and what it may order behind that in one world."""

    match: Match
    seat: str
    draws: Action
    behind: tuple[Action, ...]


SHAPES: dict[str, Callable[[str, str, str], Sequence[str]]] = {
    "nonsense, draw, follow": lambda d, f, v: (NONSENSE, d, f),
    "nonsense, draw, verb": lambda d, f, v: (NONSENSE, d, v),
    "nonsense, draw, nonsense": lambda d, f, v: (NONSENSE, d, NONSENSE),
    "nonsense, draw, misspelt": lambda d, f, v: (NONSENSE, d, misspelt(f)),
    "draw, nonsense in one line, follow": lambda d, f, v: (f"{d}, {NONSENSE}", f),
    "nonsense, draw and follow in one line": lambda d, f, v: (NONSENSE, f"{d}, {f}"),
    "check, draw": lambda d, f, v: ("check", d),
    "check, draw, follow": lambda d, f, v: ("check", d, f),
    "check, draw, verb": lambda d, f, v: ("check", d, v),
    "check, draw, nonsense": lambda d, f, v: ("check", d, NONSENSE),
    "check, draw, misspelt": lambda d, f, v: ("check", d, misspelt(f)),
    "check, nonsense, draw, follow": lambda d, f, v: ("check", NONSENSE, d, f),
    "check, misspelt draw, verb": lambda d, f, v: ("check", misspelt(d), v),
    "misspelt draw, verb": lambda d, f, v: (misspelt(d), v),
    "polite draw, nonsense": lambda d, f, v: (f"hello, {d} please", NONSENSE, v),
    "check in one line": lambda d, f, v: (f"check {d}, {v}",),
    "nonsense between": lambda d, f, v: (NONSENSE, d, NONSENSE, f, v),
    "draw twice": lambda d, f, v: (NONSENSE, d, d, v),
    "check, draw twice": lambda d, f, v: ("check", d, d, v),
    "start over": lambda d, f, v: ("start over", NONSENSE, d, f),
    "regret": lambda d, f, v: (d, f"sorry, no, {v}"),
    "question": lambda d, f, v: (f"what if I {d}?", f"then {f}?"),
    "hedge": lambda d, f, v: (f"perhaps {d}", f),
    "draw": lambda d, f, v: (d,),
    "draw, follow": lambda d, f, v: (d, f),
    "draw, nonsense": lambda d, f, v: (d, NONSENSE),
    "draw, verb": lambda d, f, v: (d, v),
    "verb, draw": lambda d, f, v: (v, d),
    "follow, draw": lambda d, f, v: (f, d),
    "negated draw": lambda d, f, v: (f"do not {d}", f),
}
"""Mails by name, from an order that draws, one that may follow it, and the verb of that one."""


def misspelt(line: str) -> str:
    """The line with two letters of its longest word exchanged."""
    word = max(line.split(), key=len, default="")
    return line.replace(word, f"{word[:1]}{word[2:3]}{word[1:2]}{word[3:]}") if len(word) > 3 else f"{line}x"


def reveals(match: Match, seat: str, action: Action) -> bool:
    """Whether an action draws, or shows its seat something."""
    sandbox = Sandbox.of(match, (seat,))
    try:
        told = sandbox.apply(seat, action)
    except DrawNeeded:
        return True
    return any(seat in each.private for each in told)


@cache
def positions(game: str, count: int) -> tuple[Before, ...]:
    """So many positions of random matches from crowded and common starts, of different actions as far as there are."""
    found: list[Before] = []
    kinds: Counter[type[Action]] = Counter()
    weight = trials_of(game_named(game)).weight
    for number in range(max(3, 24 // weight)):
        rng = Random(f"ahead {game} {number}")
        match = begin_dense(game, f"ahead {game} {number}")
        for _ in range(120):
            if match.result is not None or len(found) >= count * 3:
                break
            seat = match.decisions()[0].waiting[0]
            question = match.question(seat)
            assert question is not None
            if question.form == "choose":
                for action in rng.sample(options := match.options(seat), min(4, len(options))):
                    if kinds[type(action)] < 2 and reveals(match, seat, action):
                        kinds[type(action)] += 1
                        ahead = match.copy()
                        ahead.apply(seat, action)
                        there = ahead.options(seat) if ahead.question(seat) else []
                        found.append(Before(match.copy(), seat, action, tuple(there[-2:])))
            match.apply(seat, match.sample(seat, rng))
    return tuple(sorted(found, key=lambda each: kinds[type(each.draws)])[:count])


def come_to(
    match: Match, seat: str, lines: Sequence[str], draft: Sequence[KeptLine], language: str, book: Any = None
) -> Any:
    """All that the order layer says of a mail before anything is done, as the seat may be told it."""
    book = book or phrasebook(match.game).at(match.state)
    options = [*match.options(seat), *match.upcoming_actions(seat)]
    offer = make_offer(book, match.number(seat), language, options)
    desk = desk_at(match, seat, language, book, Offers((offer,)))
    return told_of(run_orders(desk, lines, draft=draft), seat)


def told_of(outcome: MailOutcome, seat: str) -> Any:
    """An outcome with of every event only what the seat learns."""
    rows = [
        replace(row, told=tuple(each.visible_to((seat,)) for each in row.told)) for row in (*outcome.rows, *outcome.yes)
    ]
    left = None if outcome.paused is None else [line.text for line in outcome.paused.run.left]
    return rows, replace(outcome, rows=(), yes=(), paused=None), left


def orders_of(at: Before, language: str) -> Iterator[tuple[str, str, str]]:
    """The order that draws, one that may follow and its verb, in words."""
    book = phrasebook(at.match.game).at(at.match.state)
    draws = book.say(at.draws, language)
    for action in at.behind or (at.draws,):
        follow = book.say(action, language)
        yield draws, follow, follow.split()[0]


def differences(game: str, count: int, shapes: Sequence[str]) -> Iterator[str]:
    """The mails that come to different things in two worlds that their writer cannot tell apart."""
    for number, at in enumerate(positions(game, max(SEVERAL, count))[:count]):
        worlds = [at.match, other_world(at.match, (at.seat,), Random(number))]
        language = "ru" if number % 3 == 2 else "en"
        for draws, follow, verb in islice(orders_of(at, language), 1 + number % 2):
            for shape in shapes:
                lines = SHAPES[shape](draws, follow, verb)
                one, other = (come_to(each, at.seat, lines, (), language) for each in worlds)
                done = one[1].actions if one[1].actions == other[1].actions else ()
                if at.draws in done and (one[2] is None) != (other[2] is None):
                    continue  # it is really done, and shows whether something is drawn
                if one != other:
                    yield f"{game}, {at.seat}, {shape}: {lines}: {one} or {other}"
                    continue
                draft = one[1].draft
                if draft:
                    for answer in (("check", "yes"), ("check", verb), (NONSENSE, verb)):
                        one, other = (come_to(each, at.seat, answer, draft, language) for each in worlds)
                        if one != other:
                            yield f"{game}, {at.seat}, {shape}, then {answer}: {lines}: {one} or {other}"


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_WORDS)
def test_a_mail_comes_to_the_same_whatever_will_be_drawn(game: str) -> None:
    """In each run every third shape, or fewer, of each game others."""
    assert positions(game, SEVERAL) or game not in DRAWING, "no order of this game draws"
    shapes = [*SHAPES][WITH_WORDS.index(game) % 3 :: max(3, trials_of(game_named(game)).weight)]
    assert not [*islice(differences(game, 1, shapes), 5)]


REVEALING = (
    (NONSENSE, "flag savoy loudly", "flag sardinia", "flag bavaria debt 0", "flag halifax debt 0"),
    ("flag savoy loudly", "flag sardinia", "flag bavaria debt 0", NONSENSE),
    ("flag savoy loudly", "flag sardinia", "flag bavaria debt 0", "flag halifax debt 0"),
    ("flag savoy loudly and flag sardinia", "flag bavaria debt 0", "flag nowhere"),
    ("check", "flag savoy loudly", "flag sardinia", "flag bavaria debt 0", NONSENSE),
    ("check", "flag savoy loudly", "flag sardinia", "flag bavaria", "flag halifax"),
)
"""Mails of which one order reveals in public what nobody could know: whether the treasure lies there."""


def revealed(new_table: Any) -> Iterator[str]:
    """The mails that come to different things where the treasure lies elsewhere, before anything is done."""
    for lines in REVEALING:
        found = []
        for treasure in ("savoy", "bavaria"):
            table = new_table().to_rounds()
            table.match.state.treasure = treasure
            found.append(come_to(table.match, "red", lines, (), "en", table.desk().book))
        if found[0] != found[1]:
            yield f"{lines}: {found[0]} or {found[1]}"


def test_what_an_order_reveals_is_not_seen_before_it_is_done(new_table: Any) -> None:
    assert not [*revealed(new_table)]


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_WORDS)
def test_mails_from_many_positions_come_to_the_same(game: str) -> None:
    assert not [*islice(differences(game, 40, [*SHAPES]), 5)]


def drawn(match: Match, seat: str, action: Action) -> str:
    """What an order draws."""
    ahead = match.copy()
    ahead.apply(seat, action)
    return repr([draw.value for entry in ahead.log for draw in entry.chance])


def dependence(at: Before, lines: Sequence[str], trials: int) -> tuple[float, float]:
    """How the answer to a mail hangs together with what will be drawn, and with what another seed would draw: for
    both, chi-square over its degrees of freedom.
    """
    rng, pairs, apart = Random(f"dependence {lines}"), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for _ in range(trials):
        world, other = (Match(*_parts(at.match), at.match.chance.reseeded(rng.randbytes(8))) for _ in range(2))
        answer = repr(come_to(world, at.seat, lines, (), "en"))
        pairs[answer, drawn(world, at.seat, at.draws)] += 1
        apart[answer, drawn(other, at.seat, at.draws)] += 1
    return chi_square(pairs), chi_square(apart)


def _parts(match: Match) -> tuple[Any, ...]:
    return match.game, match.header, match.copy().position


def chi_square(pairs: Counter[tuple[str, str]]) -> float:
    """The chi-square statistic of a contingency table over its degrees of freedom; 0 where one side never varies."""
    rows, columns = Counter[str](), Counter[str]()
    for (row, column), count in pairs.items():
        rows[row] += count
        columns[column] += count
    freedom = (len(rows) - 1) * (len(columns) - 1)
    total = pairs.total()
    expected = ((pairs[row, column], rows[row] * columns[column] / total) for row in rows for column in columns)
    return sum((seen - due) ** 2 / due for seen, due in expected) / freedom if freedom else 0.0


LITTLE = 1.5
"""Over some degrees of freedom chi-square exceeds them by half hardly ever by chance."""
FEW = (("salt-roads", 60), ("sealed-bids", 60), ("pax-renaissance", 10))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "trials"), FEW)
def test_nothing_in_an_answer_predicts_the_draw(game: str, trials: int) -> None:
    _predicts_nothing(game, trials, [*SHAPES][1::9])


@pytest.mark.long
@pytest.mark.parametrize("game", DRAWING)
def test_nothing_in_thousands_of_answers_predicts_the_draw(game: str) -> None:
    _predicts_nothing(game, 2000 // trials_of(game_named(game)).weight, [*SHAPES])


def _predicts_nothing(game: str, trials: int, shapes: Sequence[str]) -> None:
    for at in positions(game, SEVERAL)[:1]:
        for shape in shapes:
            real, independent = dependence(at, SHAPES[shape](*next(orders_of(at, "en"))), trials)
            assert real <= max(LITTLE, 2 * independent), f"{game}, {shape}: {real}, by chance {independent}"


# whether these tests can see a leak -------------------------------------------------------------------


def with_real_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox that has the chance of its match."""
    made = Sandbox.of.__func__  # type: ignore[attr-defined]

    def of(cls: type[Sandbox], match: Match, seats: Any = (), *, state: Any = None) -> Sandbox:
        plain: Sandbox = made(cls, match, seats, state=state)
        twin = cls(plain.game, plain.header, plain.position, match.chance.copy(), plain.sealed)
        twin.held, twin.unasked, twin.contents = plain.held, plain.unasked, plain.contents
        return twin

    monkeypatch.setattr(Sandbox, "of", classmethod(of))


def with_real_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dry runs in the world as it is."""
    monkeypatch.setattr(outcomes, "consistent_matches", lambda match, seat, **more: [Sandbox.of(match, (seat,))])


def without_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail of which nothing is done is not compared with other worlds."""
    monkeypatch.setattr(outcomes, "_without_secrets", lambda desk, lines, run, readings: run)


def going_on_behind_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown to a seat stops nothing."""
    monkeypatch.setattr(Trial, "_stop", lambda self, told, shown: None if self.question is not None else "answer")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["europa-universalis", "pax-renaissance"])
def test_a_reader_that_sees_the_real_draws_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    positions(game, SEVERAL)
    with_real_chance(monkeypatch)
    assert next(differences(game, SEVERAL, [*SHAPES]), None) is not None


def test_answers_that_predict_the_draw_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    at = positions("sealed-bids", SEVERAL)[0]
    with_real_chance(monkeypatch)
    lines = SHAPES["draw, follow"](*next(orders_of(at, "en")))
    assert dependence(at, lines, 60)[0] > LITTLE


def test_a_reader_that_goes_on_behind_what_is_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    positions("crossroads", SEVERAL)
    going_on_behind_what_is_shown(monkeypatch)
    assert next(differences("crossroads", SEVERAL, [*SHAPES]), None) is not None


@pytest.mark.parametrize("mutant", [with_real_secrets, without_comparing])
def test_a_reader_that_sees_hidden_things_is_found(
    mutant: Any, new_table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    assert next(revealed(new_table), None) is not None
