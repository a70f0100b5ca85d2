"""The gist of letters: words that stand in no answer are left out, and nothing that may be an order is."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.sets import carry_out


@pytest.mark.parametrize(
    ("mail", "meant"),
    [
        ("flag the lovely Savoy", ["flag Savoy"]),
        ("flag Savoy for the glory of our noble bankers", ["flag Savoy"]),
        ("flag the lovely Savoy, then the sunny Bavaria flagged, end", []),
        ("flag the lovely Savoy Srdinia", ["flag Savoy", "flag Sardinia"]),
        ("флаг на прекрасную Савойю", ["flag Savoy"]),
    ],
)
def test_what_names_nothing_is_left_out_of_what_a_yes_does(table: Any, mail: str, meant: list[str]) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert not outcome.actions
    assert [row.said for row in outcome.yes] == meant


@pytest.mark.parametrize(
    "mail",
    [
        "flag Savoy and sell Bavaria",
        "flag Savoy, sell Bavaria",
        "flag Savoy and the sale of Bavaria",
        "flag Savoy. Surrender the flag of Bavaria",
        "the lovely Savoy",
        "Savoy stays lovely, flag Bavaria",
        "flag Savoy if the merchants like it",
        "flag the lovely Savoy?",
        "flag the lovely Savoy but not the ugly Bavaria",
        "they say: flag the lovely Savoy",
        "flag the lovely Savoy, never the ugly Bavaria",
        "Savoy is too lovely to flag",
        "Савойя – прекрасный город, был там в прошлом году",
        "Savoy - a lovely spot, we went there last year",
        "flag Savoy and 3 lovely ones",
        "flag the lovely Savoy and plunder everything",
        "flag the lovely Savoy, plunder everything",
        "продать Баварию, флаг на прекрасную Савойю",
        "flag savvoy: markerr in: mangalorre",
        "strange unheard of tidings came from flag Savoy",
    ],
)
def test_what_may_be_an_order_has_its_place_or_nothing_is_proposed(table: Any, mail: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert not outcome.actions
    assert outcome.yes == ()
