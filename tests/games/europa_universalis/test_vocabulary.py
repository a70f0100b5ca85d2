"""Peoples, idioms and abbreviations: what they do in saved positions, and what their opposites do not."""

from __future__ import annotations

import pytest

from adjudicator.orders.options.codes import label, make_offer
from adjudicator.orders.options.pieces import Offers, ShownAnswer
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at, is_safe
from tests.orders.positions import Position


@pytest.mark.parametrize(
    ("name", "line", "done"),
    [
        ("realm_start", "declare war on the Savoyards", ["declare war on Savoy"]),
        ("realm_start", "declare war on the King of England", ["declare war on England"]),
        ("realm_start", "объявить войну бретонцам", ["declare war on Brittany"]),
        ("realm_start", "заключаю союз с Римом", ["forge alliance with Papal States"]),
        ("realm_start", "Heinz is fired", ["dismiss Heinz"]),
        ("realm_start", "гоню Heinz", ["dismiss Heinz"]),
        ("realm_start", "borrow from the bankers", ["take loan"]),
        ("realm_start", "занимаю", ["take loan"]),
        ("realm_start", "army 1 seine->loire", ["march from Seine with army 1", "go to Loire"]),
        ("realm_start", "арм 1 сена->луара", ["march from Seine with army 1", "go to Loire"]),
        (
            "realm_start",
            "propose an alliance and a wedding to the Castilians",
            ["propose to Castile alliance marriage"],
        ),
        (
            "realm_draw",
            "an admin card and a military one",
            ["take cards from decks Administrative power, Military power"],
        ),
        ("realm_recruiting", "inf aquitaine army 2", ["raise infantry in Aquitaine for army 2"]),
        ("realm_influence", "ещё кубик арагонцам", ["more influence in Aragon"]),
        ("realm_peace", "make the Swiss our vassals", ["enforce on Switzerland: vassalization"]),
    ],
)
def test_the_words_of_players_are_the_order_that_they_mean_or_are_asked(name: str, line: str, done: list[str]) -> None:
    assert Position.for_line(name, line).meant(line) in (done, [])


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("realm_start", "declare war on the Doge"),
        ("realm_start", "don't let Heinz go"),
        ("realm_start", "Heinz is not fired"),
        ("realm_start", "не занимаю"),
        ("realm_start", "we are at war with the Swiss"),
        ("realm_turn", "the general of army 3 doesn't move to army 1"),
        ("realm_recruiting", "no foot in Aquitaine"),
    ],
)
def test_what_may_mean_two_things_or_is_denied_does_nothing(name: str, line: str) -> None:
    assert not Position.for_line(name, line).meant(line)


def test_one_card_of_a_deck_is_not_one_of_each() -> None:
    """The words of the answer that takes three decks at once name each of them."""
    at = Position("realm_draw", "en")
    offer = make_offer(at.book, 1, "en", at.options)
    shown = {f"1{option.code}": ShownAnswer(label(option, at.book, "en"), "Cards") for option in offer.shown}
    desk = desk_at(at.match, at.seat, "en", at.book, Offers((offer,)), lambda: shown)
    (one,) = (each for each in at.options if at.book.say(each, "en") == "take cards from decks Military power")
    assert is_safe(run_orders(desk, ["one military card"]), [one])
