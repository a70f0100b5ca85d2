"""Orders of Pax Renaissance: what is printed is read; a card need not be said where one alone can do it."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.facts import WEST
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.phrases import ORDERS, PHRASES
from adjudicator.games.pax_renaissance.rules.cards import Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair, GiveUp, Levy, PayTax
from adjudicator.games.pax_renaissance.rules.operations import EndOperations, Run
from adjudicator.games.pax_renaissance.rules.targets import Behead, Commerce, SailPirate, SiegeAt, Tax
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.rules.victories import Declare
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import play_out
from adjudicator.orders.vocabulary.phrases import Legal
from tests.games.pax_renaissance.table import border, do, lay, stand, table

SAID = {phrase.action for phrase in ORDERS}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_what_is_printed_is_read(number: int) -> None:
    met: set[Action] = set()

    def collect(match: Match, *rest: object) -> None:
        met.update(
            each for seat in match.decisions()[0].waiting for each in match.options(seat) if match.result is None
        )

    rng = Random(number)
    seats = rng.choice([*GAME.seatings(2), *GAME.seatings(3), *GAME.seatings(4)])
    play_out(set_up(GAME, seats=seats, seed=f"orders {number}".encode()), rng, [collect])
    for action in met:
        if type(action) in SAID:
            for language in ("en", "ru"):
                assert PHRASES.parse(PHRASES.say(action, language), language) == action


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("sell Conquistadors", "en", Sell("conquistadors")),
        ("продаю Conquistadors", "ru", Sell("conquistadors")),
        ("east fair", "en", Fair("east")),
        ("hold the fair in the west", "en", Fair("west")),
        ("запускаю западную ярмарку", "ru", Fair("west")),
        ("активирую запад", "ru", Run("west")),
        ("восточная ярмарка", "ru", Fair("east")),
        ("run west", "en", Run("west")),
        ("операции запад", "ru", Run("west")),
        ("siege Modon with Duke of Milan", "en", SiegeAt("duke_of_milan", "modon")),
        ("осада Модон картой Duke of Milan", "ru", SiegeAt("duke_of_milan", "modon")),
        ("behead Qizilbash with The Grim", "en", Behead("the_grim", "qizilbash")),
        ("казнь Кызылбаши с помощью Грозного", "ru", Behead("the_grim", "qizilbash")),
        (
            "tax England–France for France with The Grim",
            "en",
            Tax("the_grim", "england_france", "france"),
        ),
        ("pay", "en", PayTax()),
        ("плачу", "ru", PayTax()),
        ("give up the concession", "en", GiveUp()),
        ("levy Paris", "en", Levy("paris")),
        ("сбор в Париж", "ru", Levy("paris")),
        ("declare Imperialism", "en", Declare("imperial")),
        ("объявить Священную победу", "ru", Declare("holy")),
        ("end turn", "en", EndTurn()),
        ("конец хода", "ru", EndTurn()),
    ],
)
def test_orders_are_short_and_natural(line: str, language: str, action: Action) -> None:
    assert PHRASES.parse(line, language) == action


def test_the_card_is_found_where_one_alone_can_do_it() -> None:
    match = table(lay("fugger", "duke_of_milan"), stand(valencia="catholic_knight"))
    do(match, Run("west"))
    legal = Legal(match.options("fugger"))
    assert PHRASES.parse("siege Valencia", "en", legal) == SiegeAt("duke_of_milan", "valencia")
    assert PHRASES.parse("осада A25", "ru", legal) == SiegeAt("duke_of_milan", "valencia")


def test_short_names_alone_say_from_where_a_pirate_sails_to_where() -> None:
    match = table(lay("fugger", "genoese_fleet"), border(portugal_aragon="catholic_pirate"))
    do(match, Run("west"))
    legal = Legal(match.options("fugger"))
    sailing = SailPirate("genoese_fleet", "portugal_aragon", "aragon_papal_states")
    assert PHRASES.parse("sail K31 K32", "en", legal) == sailing
    assert PHRASES.parse("корсар K31 на K32", "ru", legal) == sailing


def test_the_slot_of_the_market_is_enough_where_one_row_has_a_florin_there() -> None:
    match = table(lay("fugger", "flanders_guild"), lambda state: state.money[WEST].__setitem__(3, 1))
    do(match, Run("west"))
    legal = Legal(match.options("fugger"))
    assert PHRASES.parse("commerce 3", "en", legal) == Commerce("flanders_guild", "west", 3)


def test_the_same_word_ends_operations_and_turns() -> None:
    match = table(lay("fugger", "the_grim", "black_sheep_tribe"))
    do(match, Run("east"), SiegeAt("the_grim", "constantinople_1"))
    assert PHRASES.parse("end", "en", Legal(match.options("fugger"))) == EndOperations()
    do(match, EndOperations())
    assert PHRASES.parse("end", "en", Legal(match.options("fugger"))) == EndTurn()
