"""What a player writes: what is said of an action is read back, and what follows from the rest may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.phrases import PHRASES
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder, AgentToCard, PlaceAgent
from adjudicator.games.pax_renaissance.rules.battles import FallOn, SettleAt
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard
from adjudicator.games.pax_renaissance.rules.regime import Concede, Forgo, Free
from adjudicator.kernel.beginning import set_up
from adjudicator.orders import Legal
from adjudicator.orders.vocabulary.refusals import Ambiguous
from tests.games.pax_renaissance.table import empty_map, hand, lay, stand, table

SPOKEN = {pattern.phrase.action for pattern in PHRASES.patterns}


def answers(number: int) -> Iterator[tuple[list[Action], Action]]:
    """What is legal in a random game, and one of it that is done."""
    rng = Random(number)
    match = set_up(GAME, seats=rng.choice(GAME.seatings(4 - number % 3)), seed=f"phrases {number}".encode())
    while match.result is None:
        seat = match.decisions()[0].waiting[0]
        legal = match.options(seat)
        yield legal, rng.choice(legal)
        match.apply(seat, match.sample(seat, rng))


@pytest.mark.parametrize("number", range(3))
def test_what_is_said_of_an_action_is_read_back(number: int) -> None:
    for legal, action in answers(number):
        for said_in in PHRASES.languages if type(action) in SPOKEN else ():
            line = PHRASES.say(action, said_in)
            for read_in in PHRASES.languages:
                assert PHRASES.parse(line, read_in, Legal(legal)) == action, line


def asked() -> Match:
    return table(
        empty_map,
        hand("fugger", "the_grim", "anne_of_brittany"),
        stand(modon="reformist_rook", constantinople_2="islamic_knight"),
        lay("medici", "luther"),
    )


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("jihad with The Grim in Ottoman Empire", Launch("the_grim", "ottoman")),
        ("jihad", Launch("the_grim", "ottoman")),
        ("Jihad with the Grim!", Launch("the_grim", "ottoman")),
        ("джихад", Launch("the_grim", "ottoman")),
        ("джихад против османов", Launch("the_grim", "ottoman")),
        ("джихад в Османской Империи картой The Grim", Launch("the_grim", "ottoman")),
        ("crown Anne in France", Launch("anne_of_brittany", "france")),
        ("marry Anne to the king of Aragon", Launch("anne_of_brittany", "aragon")),
        ("выдать Anne в Англии", Launch("anne_of_brittany", "england")),
        ("play The Grim", PlayCard("the_grim")),
        ("old maid Anne", PlayCard("anne_of_brittany")),
        ("старая дева Anne of Brittany", PlayCard("anne_of_brittany")),
        ("разыграть The Grim", PlayCard("the_grim")),
        ("crusade in Aragon with Jesuits", Launch("jesuits", "aragon")),
        ("knight to Paris", PlaceAgent("paris")),
        ("ладью в Брюгге", PlaceAgent("bruges")),
        ("pawn to England–France", AgentToBorder("england_france")),
        ("агент на границу K12", AgentToBorder("france_holy_roman_empire")),
        ("bishop to King of England", AgentToCard("square_england")),
        ("concession on England–France", Concede("england_france")),
        ("концессия Англия–Франция", Concede("england_france")),
        ("no concession", Forgo()),
        ("без концессии", Forgo()),
        ("free gold knight to Paris", Free("catholic_knight", "paris")),
        ("освободить золотую ладью в Париж", Free("catholic_rook", "paris")),
        ("гибнет золотой корсар на границе Англия–Франция", FallOn("england_france", "catholic_pirate")),
        ("survivor to Valencia", SettleAt("valencia")),
    ],
)
def test_lines_as_people_write_them(line: str, action: Action) -> None:
    legal = Legal(asked().options("fugger"))
    assert PHRASES.parse(line, "en" if line.isascii() else "ru", legal) == action


def test_where_several_empires_are_possible_they_are_named() -> None:
    with pytest.raises(Ambiguous) as doubt:
        PHRASES.parse("crown Anne", "en", Legal(asked().options("fugger")))
    assert doubt.value.problem.nearest[:2] == (
        "crown Anne of Brittany in England",
        "crown Anne of Brittany in France",
    )


def test_short_names_order_a_one_shot_by_its_card_and_its_empire() -> None:
    assert PHRASES.shorts_of(Launch("the_grim", "ottoman")) == ("P58", "E03")
    assert PHRASES.shorts_of(Launch("twelver_ghulat")) == ("H67",)
