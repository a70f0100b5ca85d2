"""Orders that are told instead of given: what the writer's own seat does is ordered, what others do is not."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import game_named
from adjudicator.orders import Phrasebook
from adjudicator.orders.sets import Outcome, carry_out
from adjudicator.orders.voices import Voice


@pytest.fixture(scope="module")
def britain() -> Voice:
    book: Phrasebook = game_named("imperial-struggle").part("phrases")
    return Voice(book, "britain")


def done(outcome: Outcome) -> list[str]:
    return [row.said for row in outcome.rows if row.status == "done"]


@pytest.mark.parametrize(
    ("told", "ordered"),
    [
        ("Britain flags Savoy and ends the round", "flag Savoy and end the round"),
        ("Great Britain will flag Savoy", "flag Savoy"),
        ("Britain: Savoy, Sweden", "Savoy, Sweden"),
        ("The Merchant Banks wait, Britain discards Tax Reform", "The Merchant Banks wait, discard Tax Reform"),
        ("We're flagging Savoy", "flag Savoy"),
        ("Британия ставит флаг на Ниагару и строит форт", "ставлю флаг на Ниагару и строю форт"),
        ("Британия никого не меняет", "никого не меняю"),
        ("Мы ставим флаг", "Мы ставлю флаг"),
        ("I should like to flag Savoy", "flag Savoy"),
        ("His Majesty flags Savoy", "flag Savoy"),
        ("The King of Great Britain flags Savoy", "flag Savoy"),
        ("Our king will flag Savoy", "flag Savoy"),
        ("We, Britain, take Savoy", "We, take Savoy"),
        ("Его Величество ставит флаг на Ниагару", "ставлю флаг на Ниагару"),
        ("Король Британии строит форт", "строю форт"),
    ],
)
def test_what_the_own_seat_does_is_written_as_an_order(britain: Voice, told: str, ordered: str) -> None:
    assert britain.own(told) == ordered


@pytest.mark.parametrize(
    "told",
    [
        "France flags Savoy",
        "The King of France flags Savoy",
        "His Majesty flagged Savoy",
        "Король Франции строит форт",
        "Британию Франция не тронет",
        "Франция ставит флаг на Ниагару",
        "Britain flagged Savoy",
        "Британия поставила флаг на Ниагару",
        "Britain, flags are cheap",
        "Savoy is flagged",
        "флаг ставится на Ниагару",
        "I'd rather not flag Savoy",
        "we were flagging Savoy",
        "Merchant Banks",
    ],
)
def test_what_others_do_and_what_was_done_stays_as_it_is_told(britain: Voice, told: str) -> None:
    assert britain.own(told) == told


@pytest.mark.parametrize(
    ("told", "ordered"),
    [
        ("Savoy is to be flagged", "flag Savoy"),
        ("Calicut is flagged by Britain", "flag Calicut"),
        ("a fort is built at Louisbourg", "build a fort at Louisbourg"),
        ("форт строится в Луисбурге", "строю форт в Луисбурге"),
        ("она пригодится", "она пригодится"),
    ],
)
def test_the_passive_is_an_order_only_to_who_reads_freely(britain: Voice, told: str, ordered: str) -> None:
    assert britain.own(told, freely=True).strip() == ordered
    assert britain.own(told) == told


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (["flag Savoy because Bavaria is too dear"], ["flag Savoy"]),
        (["flag Savoy, since I need it, flag Bavaria"], ["flag Savoy", "flag Bavaria"]),
        (["As prices rise, I flag Savoy"], ["flag Savoy"]),
        (["флаг на Савойю, потому что Бавария дорога"], ["flag Savoy"]),
        (["Так как Бавария дорога, флаг на Савойю"], ["flag Savoy"]),
        (["флаг на Савойю, чтобы соседи не прошли"], ["flag Savoy"]),
        (["flag Savoy because if Bavaria falls I am lost"], []),
        (["flag Savoy because it is cheap and flag Bavaria"], []),
        (["I won't flag Savoy because it is dear"], []),
        (["as soon as Bavaria falls, flag Savoy"], []),
        (["первый раз вижу Савойю"], []),
    ],
)
def test_a_reason_orders_nothing_and_hides_nothing(table: Any, lines: list[str], meant: list[str]) -> None:
    assert done(carry_out(table.to_rounds().desk(), lines)) == meant
