"""One mail is a whole turn: two actions with every choice in them, as it is written."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.phrases import PHRASES
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import MailOutcome, run_orders
from tests.carried import desk_at
from tests.games.pax_renaissance.table import border, do, empty_map, hand, holder, lay, stand, table


def mailed(match: Match, lines: list[str], language: str = "en") -> MailOutcome:
    seat = match.decisions()[0].waiting[0]
    offer = make_offer(PHRASES, 7, language, match.options(seat))
    outcome = run_orders(desk_at(match, seat, language, PHRASES, Offers((offer,))), lines)
    do(match, *outcome.actions)
    return outcome


def jihad() -> Match:
    return table(
        empty_map,
        hand("fugger", "the_grim", "anne_of_brittany"),
        stand(constantinople_1="islamic_rook", constantinople_2="islamic_knight", modon="reformist_rook"),
        stand(rhodes="catholic_rook", tana="islamic_knight"),
        border(ottoman_mamluk="islamic_pirate"),
    )


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "jihad with The Grim in Ottoman Empire; lose Tana",
                "lose K34; as they stand",
                "no concession; bishop to The Grim; crown Anne in France",
                "concession on England–France; end",
            ],
        ),
        (
            "ru",
            [
                "джихад картой The Grim в Османской Империи",
                "гибнет в Тане",
                "гибнет корсар на границе K34",
                "оставить как есть",
                "без концессии",
                "епископ на The Grim",
                "короновать Anne во Франции",
                "концессия на границе Англия–Франция",
                "конец хода",
            ],
        ),
    ],
)
def test_a_jihad_and_a_coronation_in_one_mail(language: str, lines: list[str]) -> None:
    match = jihad()
    outcome = mailed(match, lines, language)
    assert [row for row in outcome.rows if row.status not in ("done", "ignored")] == []
    assert outcome.rows[-1].status == "ignored"  # the turn is over without `end`
    assert not outcome.waiting
    assert holder(match, "ottoman") == holder(match, "france") == "fugger"
    assert match.decisions()[0].waiting == ("medici",)


def siege() -> Match:
    return table(
        empty_map,
        hand("fugger", "luther"),
        stand(paris="islamic_rook", bruges="islamic_knight", vienna="catholic_rook"),
        lay("fugger", "flanders_guild", "the_last_knight"),
    )


def test_operations_find_their_cards_and_end_within_the_turn_e4() -> None:
    match = siege()
    outcome = mailed(match, ["run west", "siege Paris", "end operations", "play Luther", "no agent", "no agent", "end"])
    assert [row.status for row in outcome.rows] == ["done"] * 6 + ["ignored"]


def test_what_ends_or_declines_something_is_left_out_where_that_is_over_e4() -> None:
    match = siege()
    lines = ["run west", "siege Paris", "siege Vienna", "end operations", "no concession", "play Luther", "no agents"]
    outcome = mailed(match, lines)
    assert [row.status for row in outcome.rows] == ["done", "done", "done", "ignored", "ignored", "done", "done"]
    assert match.decisions()[0].kind == "agent"


def test_alone_it_is_refused() -> None:
    assert [row.status for row in mailed(siege(), ["no concession"]).rows] == ["refused"]


def test_a_whole_battle_in_one_line() -> None:
    line = (
        "jihad with The Grim in Ottoman Empire; lose Tana; lose K34; as they stand; no concession; bishop to The Grim"
    )
    outcome = mailed(jihad(), [line])
    assert [row.status for row in outcome.rows] == ["done"] * 6


@pytest.mark.parametrize("end", ["end; end", "end operations; end turn", "end turn"])
@pytest.mark.parametrize("first", [[], ["west fair"]])
def test_the_end_of_the_turn_ends_its_operations_e4(first: list[str], end: str) -> None:
    match = siege()
    outcome = mailed(match, [*first, f"run west; siege Paris; {end}"])
    assert {row.status for row in outcome.rows} <= {"done", "ignored"}
    assert match.decisions()[0].waiting == ("medici",)


@pytest.mark.parametrize(
    ("code", "line"),
    [("en", "run west; siege Paris; west fair"), ("ru", "активировать Запад; осада Парижа; западная ярмарка")],
)
def test_the_next_action_ends_the_operations_of_the_one_before_e4(code: str, line: str) -> None:
    match = siege()
    outcome = mailed(match, [line], code)
    said = {
        "en": ["run west", "end operations", "west fair"],
        "ru": ["западные операции", "закончить операции", "западная ярмарка"],
    }
    assert [row.said for row in outcome.rows if "Flanders" not in row.said and "Фландрск" not in row.said] == said[code]
    assert match.decisions()[0].waiting == ("medici",)


@pytest.mark.parametrize(
    ("code", "line"), [("en", "run west; siege Paris; end"), ("ru", "активировать Запад; осада Парижа; хватит")]
)
def test_a_single_end_leaves_the_action_that_is_left_e4(code: str, line: str) -> None:
    match = siege()
    assert [row.status for row in mailed(match, [line], code).rows] == ["done"] * 3
    assert (match.decisions()[0].kind, match.decisions()[0].waiting) == ("turn", ("fugger",))


def test_what_is_declined_is_said_and_never_implied() -> None:
    """`no concession` follows from nothing that is ordered behind it."""
    match = jihad()
    lines = ["jihad with The Grim in Ottoman Empire; lose Tana; lose K34; as they stand", "bishop to The Grim"]
    outcome = mailed(match, lines)
    assert [row.status for row in outcome.rows][-1] == "refused"
