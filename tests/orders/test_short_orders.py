"""Orders of short names: a round is a set of tokens in any order, on either keyboard; no name, no order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import Match, new_match
from adjudicator.components.short_names import LETTERS, canonical, twins
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.short_orders import different
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from tests.carried import desk_at

POSITIONS = Path(__file__).parents[2] / "benchmarks" / "order_reading" / "positions"
TILE, PLACES = "D4E2", ("E14", "E53")
"""A round of Britain, first of the game, with this seed."""


class Round(NamedTuple):
    match: Match
    seat: str


def book_at(match: Match) -> Phrasebook:
    book: Phrasebook = match.game.part("phrases")
    return book.at(match.state)


def read(at: Round, *lines: str, language: str = "en") -> MailOutcome:
    match, seat = at
    book = book_at(match)
    offer = make_offer(book, match.number(seat) or 0, language, [*match.options(seat), *match.upcoming_actions(seat)])
    return run_orders(desk_at(match, seat, language, book, Offers((offer,))), lines)


def led_to(at: Round, outcome: MailOutcome) -> str:
    after = at.match.copy()
    for action in outcome.actions:
        after.apply(at.seat, action)
    return after.hash


def statuses(outcome: MailOutcome) -> list[tuple[str, str]]:
    return [(row.text, row.status) for row in outcome.rows]


def positions(seed: bytes) -> Iterator[Round]:
    """Positions in which a tile is to be taken, from random play."""
    rng = Random("short orders")
    match = new_match("imperial-struggle", seed=seed)
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        if any(book_at(match).opens(type(action)) for action in match.options(seat)):
            yield Round(match.copy(), seat)
        match.apply(seat, match.sample(seat, rng))


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    return list(islice(positions(b"x"), 24))


@pytest.fixture(scope="module")
def first(rounds: list[Round]) -> Round:
    return rounds[0]


def tile_token(book: Phrasebook, action: object) -> str:
    tile = str(getattr(action, "tile"))  # noqa: B009 - the action is of one of many types
    return tile.removeprefix("inv_").replace("_", "").upper()


def legal_round(at: Round, rng: Random) -> tuple[str, list[str]]:
    """A tile, and orders of short names behind it, all of them legal in this order, with one meaning each."""
    match, book = at.match.copy(), book_at(at.match)
    tiles = [action for action in match.options(at.seat) if book.opens(type(action))]
    tile = rng.choice(tiles)
    match.apply(at.seat, tile)
    orders: list[str] = []
    while len(orders) < 3 and match.question(at.seat) is not None:
        options = list(match.options(at.seat))
        by_names: dict[tuple[str, ...], list[object]] = {}
        for action in options:
            by_names.setdefault(book.shorts_of(action), []).append(action)
        sure = [names for names, meant in by_names.items() if names and names[0][1] != "0" and names[0][0] in "EAKH"]
        sure = [names for names in sure if len(different(by_names[names], book)) == 1]  # type: ignore[arg-type]
        if not sure:
            break
        names = rng.choice(sorted(sure))
        outcome = read(Round(match, at.seat), " ".join(names))
        if outcome.refused or not outcome.actions or any(row.stop for row in outcome.rows):
            break
        for action in outcome.actions:
            match.apply(at.seat, action)
        orders.append(" ".join(names))
    return tile_token(book, tile), orders


def test_a_round_is_one_line_in_either_alphabet(first: Round) -> None:
    wanted = led_to(first, read(first, f"take {TILE}", "flag Sweden", "flag Spain (Prestige 2)", "end"))
    for lines in (
        ["D4E2 E14 E53 end"],
        ["end E53 d4/e2 e14"],
        ["D4 E2", "E14", "E53 Spain (Prestige 2)", "end"],
        ["# D 2: E11 E13 E31", "E53", "D4E2 end", "E14"],
        ["Д4Э2 Е14 е53 конец"],
        ["Hello! D4E2, then E14 and E53. end", "thanks"],
    ):
        assert led_to(first, read(first, *lines)) == wanted, lines


def test_without_end_the_round_stays_open_and_a_place_alone_is_carried_out(first: Round) -> None:
    match = first.match.copy()
    for action in read(first, TILE).actions:
        match.apply(first.seat, action)
    outcome = read(Round(match, first.seat), "E14")
    assert [row.said for row in outcome.rows] == ["flag Sweden, major"]
    assert not any(book_at(match).closes(action) for action in outcome.actions)


def test_a_place_without_a_tile_is_asked_which(first: Round) -> None:
    outcome = read(first, "E14 end")
    (row,) = outcome.refused
    assert row.problem is not None
    assert (row.text, row.problem.why) == ("E14", "too_early")
    assert row.problem.codes
    assert all(code.endswith(" E14") for code in row.problem.codes)
    assert not outcome.actions


def test_what_may_be_two_things_is_asked_with_both_lines() -> None:
    """An event by a minister who is revealed for it, or the event and the minister."""
    at, names = next(found for each in positions(b"e") for found in of_two_meanings(each))
    (row,) = read(at, names).refused
    assert row.problem is not None
    assert (row.text, row.problem.why) == (names, "several_orders")
    assert len(row.problem.nearest) > 1
    assert len({led_to(at, read(at, *line.split("; "))) for line in row.problem.nearest}) == len(row.problem.nearest)


def of_two_meanings(at: Round) -> Iterator[tuple[Round, str]]:
    """Two names that may stand together, or each for itself, behind some tile."""
    book, match = book_at(at.match), at.match.copy()
    match.apply(at.seat, [action for action in match.options(at.seat) if book.opens(type(action))][-1])
    named = {book.shorts_of(action) for action in match.options(at.seat)}
    alone = {names[0] for names in named if len(names) == 1}
    yield from (
        (Round(match, at.seat), " ".join(names))
        for names in sorted(named)
        if len(names) == 2 and alone.issuperset(names)
    )


def test_a_thing_that_cannot_be_had_is_refused_by_the_rules(first: Round) -> None:
    (row,) = read(first, "D4E2 A74").refused
    assert row.problem is not None
    assert (row.problem.reason, row.problem.code) == ("illegal", "not_in_play")


@pytest.mark.parametrize(
    ("typed", "near"),
    [("C53", "E53"), ("E144", "E14"), ("E5З", "E53"), ("K5", "K54"), ("к5", "K54"), ("E5 +d2", "E53")],
)
def test_what_is_no_name_is_answered_with_what_is_near_and_never_taken(first: Round, typed: str, near: str) -> None:
    for lines in ([f"D4E2 {typed} end"], ["end", f"E14 {typed}", "D4E2"]):
        outcome = read(first, *lines)
        (row,) = outcome.refused
        assert row.problem is not None
        assert (row.text, near in row.problem.codes) == (typed, True)
        assert (outcome.actions, outcome.yes) == ((), ())


def test_a_short_name_that_lost_a_digit_is_told_in_an_order_in_words_too(first: Round) -> None:
    (row,) = read(first, "D4E2, flag K5, end").refused
    assert row.problem is not None
    assert "K54" in row.problem.codes
    assert "Antigua" in row.problem.nearest


@pytest.mark.parametrize("line", ["D4E2 E14 E99 end", "D4E2 E14 K5 end", "take D4E2, flag Sweden and K99, end"])
def test_no_line_is_named_that_leaves_out_a_wrong_short_name(first: Round, line: str) -> None:
    outcome = read(first, line)
    told = [code for row in outcome.refused if row.problem is not None for code in row.problem.codes]
    assert not outcome.actions
    assert not any(" " in code or code.endswith("z") for code in told), told


@pytest.mark.parametrize(
    "line",
    ["flag Sweden and Atlantis, end", "D4E2, flag Sweden and Atlantis, end", "flag Sweden and atlantis end",
     "flag atlantis, sweden, end", "E14 and atlantis end", "E14 foo end", "flag Sweden, foo, end"],
)  # fmt: skip
def test_no_line_is_named_that_ends_a_round_of_which_something_is_left_out(first: Round, line: str) -> None:
    outcome = read(first, line)
    told = [code for row in outcome.refused if row.problem is not None for code in row.problem.codes]
    assert not outcome.actions
    assert not any(code.endswith("z") for code in told), told
    assert not any(row.said == "end" for row in outcome.yes)


@pytest.mark.parametrize("line", ["D4E2 E14 Denmark end", "D4E2, E14 Антигуа, end"])
def test_a_short_name_with_the_name_of_something_else_is_asked(first: Round, line: str) -> None:
    outcome = read(first, line)
    (row,) = outcome.refused
    assert row.problem is not None
    assert (row.problem.why, row.problem.codes[0]) == ("two_things", "E14")
    assert (outcome.actions, outcome.yes) == ((), ())


def test_a_short_name_that_was_a_code_of_an_older_mail_is_what_it_was(first: Round) -> None:
    """Mails used to show `m12` for the twelfth of the military actions; M12 is a minister."""
    match, seat = first.match.copy(), first.seat
    taken = (action for action in match.options(seat) if book_at(match).opens(type(action)))
    match.apply(seat, next(action for action in taken if tile_token(book_at(match), action) == "M4E2"))
    offer = make_offer(book_at(match), 6, "en", match.options(seat))
    assert offer.named
    desk = desk_at(match, seat, "en", book_at(match), Offers((offer,)))
    older = desk_at(match, seat, "en", book_at(match), Offers((replace(offer, named=False),)))
    (row,) = run_orders(desk, ["m12"]).refused
    assert row.problem is not None
    assert row.problem.code == "ministry_not_held"
    assert [(row.text, row.status) for row in run_orders(older, ["m12"]).rows] == [("6m12", "done")]
    assert ("6m12", "done") in statuses(run_orders(older, ["m12 end"]))


def test_any_order_and_any_lines_of_a_round_are_the_same_round(rounds: list[Round]) -> None:
    rng, tried = Random("any order"), 0
    for at in rounds:
        tile, orders = legal_round(at, rng)
        outcome = read(at, " ".join([tile, *orders, "end"]))
        if outcome.refused or any(row.stop for row in outcome.rows[:-1]):
            continue
        wanted = led_to(at, outcome)
        for _ in range(3):
            mixed = [tile, *orders, "end"]
            rng.shuffle(mixed)
            lines = split_anyhow(mixed, rng)
            again = read(at, *lines)
            assert sorted(row.text for row in again.rows) == sorted(row.text for row in outcome.rows), lines
            assert led_to(at, again) == wanted, (lines, statuses(again))
        tried += 1
    assert tried > len(rounds) // 4, "the others take debt that nobody wrote"


def split_anyhow(tokens: Sequence[str], rng: Random) -> list[str]:
    lines = [""]
    for token in tokens:
        spelt = rng.choice([*twins(token), token.lower()]) if canonical(token) else token
        if rng.random() < 0.4:
            lines.append("")
        lines[-1] += rng.choice(["", "  ", ", "]) + " " + spelt
    return lines


def test_a_slip_in_a_name_is_another_real_name_or_nothing(first: Round) -> None:
    """Of whatever is done, the receipt has the name that was typed."""
    rng = Random("slips")
    for _ in range(60):
        token = rng.choice(PLACES)
        typed = slipped(token, rng)
        outcome = read(first, f"{TILE} {typed} end")
        short = canonical(typed)
        book = book_at(first.match)
        if not (short and book.book.by_short(short)):
            assert not outcome.actions, typed
        for row in outcome.rows:
            if row.status == "done" and row.text not in (TILE, "end"):
                assert row.text == short
                assert row.said.split(",")[0].endswith(
                    book.book.printed("space", book.book.by_short(short)[0][1], "en")
                )


def slipped(token: str, rng: Random) -> str:
    at = rng.randrange(3)
    kind = rng.randrange(4)
    if kind == 0:
        return token[:at] + token[at + 1 :]
    if kind == 1:
        return token[:at] + token[at] + token[at:]
    if kind == 2:
        return token[0] + token[2] + token[1]
    other = rng.choice(LETTERS + "BCOXY" if at == 0 else "0123456789")
    return token[:at] + other + token[at + 1 :]


def saved(position: str, seat: str) -> Round:
    document = msgspec.json.decode((POSITIONS / f"{position}.json").read_bytes())
    return Round(Match.from_document(document, seed=b"house", game="imperial-struggle"), seat)


@pytest.fixture(scope="module")
def purchases() -> Round:
    """A round of Britain that goes on: two diplomatic and two economic points, ministers face down."""
    return saved("purchases", "britain")


@pytest.mark.parametrize("line", ["M05", "M05 end"])
def test_what_may_mean_two_things_is_asked_with_the_code_of_each(purchases: Round, line: str) -> None:
    problem = read(purchases, line).refused[0].problem
    assert problem is not None
    for code, said in zip(problem.codes, problem.nearest, strict=True):
        (row,) = read(purchases, code).rows
        assert row.said == said
    assert len(problem.codes) == 2


@pytest.mark.parametrize("letter", ["a", "а", "в", "и", "I", "с", "к"])
def test_a_letter_that_is_a_word_too_never_invites_a_yes(purchases: Round, letter: str) -> None:
    outcome = read(purchases, letter)
    assert (outcome.actions, outcome.yes) == ((), ())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("remove a flag E21", "unflag Ireland (Alliance)"),
        ("remove the flag of Ireland", "unflag Ireland (Alliance)"),
        ("place a flag at Antigua", "flag Antigua"),
        ("поставить флаг в Антигуа", "flag Antigua"),
    ],
)
def test_the_words_of_a_heading_order_what_stands_below_it(purchases: Round, line: str, said: str) -> None:
    (row,) = read(purchases, line).rows
    assert (row.said.split(",")[0], row.status) == (said, "done")


@pytest.mark.parametrize(
    "line", ["squadron to Biscay", "эскадра в Бискайский залив", "эскадру в Бискайский", "squadron to E41"]
)
def test_a_squadron_comes_from_the_navy_box_where_only_its_sea_is_said(line: str) -> None:
    (row,) = read(saved("late_points", "france"), line).rows
    assert row.said.startswith("deploy from Navy Box to Biscay")
