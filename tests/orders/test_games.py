"""Every installed game: what random play can do, a player can write, in both languages and by codes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import NODEFAULT

from adjudicator import Action, Match, game_named, games, new_match
from adjudicator.kernel.worlds import other_world
from adjudicator.orders import Legal, Phrasebook
from adjudicator.orders.options.codes import make_offer, reading_of
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from adjudicator.orders.vocabulary.patterns import Pattern, Slot, build
from adjudicator.orders.vocabulary.phrases import Value
from tests.carried import desk_asked, desk_at, written
from tests.long_cases import one_in

WITH_WORDS = [game for game in games() if "phrases" in game_named(game).parts]
STEPS = 150
QUARTERS = one_in(4, "quarter", range(4))
"""Every fourth position in each run, and the others."""
TWELFTHS = one_in(12, "twelfth", range(12))


def played(game: str, part: int = 0, parts: int = 1) -> Iterator[tuple[Match, str, Random]]:
    """Positions of random play, all or a part of so many, with a seat that has to answer."""
    rng = Random(f"orders {game}")
    match = new_match(game, seed=b"orders")
    for step in range(STEPS):
        open_now = match.decisions()
        if not open_now:
            match = new_match(game, seed=rng.randbytes(8))
            continue
        seat = rng.choice(open_now[0].waiting)
        if step % parts == part:
            yield match, seat, rng
        match.apply(seat, match.sample(seat, rng))


def book_at(match: Match) -> Phrasebook:
    book: Phrasebook = match.game.part("phrases")
    return book.at(match.state)


def some(match: Match, seat: str, rng: Random) -> list[Action]:
    """What the seat may do here, and what random play would."""
    options = [*match.options(seat), *match.anytime(seat), *match.game.ahead(match.state, seat)]
    chosen = options if len(options) <= 8 else rng.sample(options, 8)
    return [*chosen, match.sample(seat, rng)]


@pytest.mark.slow
@QUARTERS
@pytest.mark.parametrize("game", WITH_WORDS)
def test_say_and_parse_are_inverse(game: str, quarter: int) -> None:
    for match, seat, rng in played(game, quarter, 4):
        book = book_at(match)
        legal = Legal(match.options(seat))
        for action in some(match, seat, rng):
            for said_in in book.languages:
                for read_in in book.languages:
                    line = book.say(action, said_in)
                    assert book.parse(line, read_in, legal) == action, line
                    if not follows_from_the_rest(book, action):
                        assert book.parse(line, read_in) == action, line


def follows_from_the_rest(book: Phrasebook, action: Action) -> bool:
    """Whether something of such actions is not printed, because what is legal tells it."""
    return any(pattern.silent() for pattern in book.patterns if pattern.phrase.action is type(action))


def invented(pattern: Pattern, book: Phrasebook, rng: Random) -> Action:
    """Any action that a phrase can say, legal or not."""
    fields = dict(pattern.phrase.fixed)
    needed = [slot for slot in pattern.slots if slot.required or slot.default is NODEFAULT]
    said = [slot for slot in pattern.slots if slot in needed or rng.random() < 0.35]
    heads = {slot.argument.field.partition(".")[0] for slot in said if "." in slot.argument.field}
    for slot in pattern.slots:
        if slot in said or slot.argument.field.partition(".")[0] in heads:
            fields[slot.argument.field] = invented_value(slot, book, rng)
    return build(pattern.phrase.action, fields)


def invented_value(slot: Slot, book: Phrasebook, rng: Random) -> Value:
    if slot.argument.form == "flag":
        return True
    if slot.argument.form == "number":
        return rng.randint(1, 6)
    kinds = {kind for kind, _ in slot.shelves}
    ids = list(dict.fromkeys(name.id for name in book.book.names if name.kind in kinds))
    return tuple(rng.sample(ids, min(len(ids), rng.randint(1, 3)))) if slot.argument.many else rng.choice(ids)


@pytest.mark.slow
@pytest.mark.parametrize("times", [8, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_WORDS)
def test_whatever_a_phrase_can_say_is_read_back(game: str, times: int) -> None:
    general: Phrasebook = game_named(game).part("phrases")
    books = {id(book): book for book in (general, *(book_at(match) for match, _, _ in played(game)))}
    rng = Random(f"invented {game}")
    for book in books.values():
        for pattern in book.patterns:
            for _ in range(times):
                action = invented(pattern, book, rng)
                for language in book.languages:
                    line = book.say(action, language)
                    context = Legal([action]) if follows_from_the_rest(book, action) else None
                    assert book.parse(line, language, context) == action, line


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_WORDS)
def test_every_option_can_be_taken_by_its_code(game: str) -> None:
    for number, (match, seat, rng) in enumerate(played(game), 10):
        book = book_at(match)
        language = rng.choice(book.languages)
        offer = make_offer(book, number, language, match.options(seat))
        assert len({option.code for option in offer.options}) == len(offer.options)
        whole = [option for option in offer.options if not option.part]
        if not whole:
            continue
        option = rng.choice(whole)
        desk = desk_at(match, seat, language, book, Offers((offer,)))
        outcome = run_orders(desk, [f"{number}{option.code}".upper()])
        assert [row.status for row in outcome.rows if not row.unsaid] in (["done"], ["filed"]), outcome.rows
        meant = reading_of(option, book)
        assert type(outcome.actions[0]) is meant.action
        match.copy().apply(seat, outcome.actions[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_WORDS)
def test_line_of_random_play_is_carried_out_as_it_was_said(game: str) -> None:
    for match, seat, rng in played(game):
        book = book_at(match)
        action = match.sample(seat, rng)
        language = rng.choice(book.languages)
        outcome = run_orders(desk_at(match, seat, language, book), [book.say(action, language)])
        assert written(outcome) == (action,)


@pytest.mark.slow
@TWELFTHS
@pytest.mark.parametrize("game", WITH_WORDS)
def test_check_never_changes_or_tells_more_than_reading(game: str, twelfth: int) -> None:
    """Neither of what the seat may do here nor of what somebody could do before, most of which is refused."""
    earlier = list[str]()
    for match, seat, rng in played(game, twelfth, 12):
        book = book_at(match)
        before = match.checkpoint(), dict(match.sealed), match.hash
        lines = [book.say(action, "en") for action in some(match, seat, rng)]
        other = other_world(match, (seat,), rng)
        for mail in (lines, earlier):
            outcome = run_orders(desk_at(match, seat, "en", book), ["check", *mail])
            assert outcome.actions == ()
            assert (match.checkpoint(), dict(match.sealed), match.hash) == before
            assert run_orders(desk_at(other, seat, "en", book), ["check", *mail]) == outcome
        earlier = rng.sample(lines, 1)


@pytest.mark.parametrize("game", WITH_WORDS)
def test_what_may_be_declined_is_named_so(game: str) -> None:
    """Standing orders must know beforehand which questions of somebody else's turn `no` answers."""
    for match, _, _ in played(game):
        known = book_at(match).interruptions
        for decision in match.decisions():
            if decision.interrupts:
                assert known[decision.kind].declines is (decision.form == "window"), decision.kind


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_WORDS)
def test_what_the_rules_refuse_is_answered_with_its_few_legal_like(game: str) -> None:
    """An order that was legal once is said again where the rules refuse it, and others of its kind are legal."""
    once, seen, answered = dict[type[Action], Action](), 0, 0
    for match, seat, _ in played(game):
        legal, language = [*match.options(seat), *match.anytime(seat)], "en"
        desk = desk_asked(match, seat, language, book_at(match))
        for kind in {type(option) for option in legal} & once.keys():
            of_kind = [option for option in legal if type(option) is kind]
            if len(of_kind) > 5 or once[kind] in of_kind:
                continue
            (row,) = run_orders(desk, [desk.book.say(once[kind], language)]).rows[-1:]
            if row.problem is not None and row.problem.why == "rules":
                seen += 1
                answered += bool(row.problem.nearest)
                assert {*row.problem.nearest} <= {desk.book.say(option, language) for option in legal}
        once |= {type(option): option for option in legal}
    assert answered == seen
