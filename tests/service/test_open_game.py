"""A game that hides nothing, as its form says: who watches it sees in their mails all that the seats hold."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator import Action, Answers, Asking, Choose, Event, Game, Play, StepBook, game_named, games
from adjudicator.components import Kind
from adjudicator.components.names import Naming
from adjudicator.components.piece_fields import By, Count, Pile
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel import registry
from adjudicator.orders import NameBook, Phrasebook, name, phrase
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport

pytestmark = pytest.mark.store("sqlite")

SEAT = Kind("seat", ("red", "blue"))
CARD = Kind("card", ("ace", "king", "queen", "jack"))
STEPS = StepBook()


class State(msgspec.Struct, array_like=True):
    hands: Annotated[dict[str, list[str]], By(SEAT, Pile(CARD))]
    laid: Annotated[dict[str, int], By(SEAT, Count())]


class Lay(Action, frozen=True, tag="lay"):
    card: Annotated[str, CARD]


class Laid(Event, frozen=True, tag="laid", by="seat", rule="1"):
    seat: Annotated[str, SEAT]
    card: Annotated[str, CARD]


class LayAnswers(Answers[State]):
    kind, rule, actions = "lay", "1", (Lay,)

    def options(self, state: State, seat: str) -> list[Lay]:
        return [Lay(card) for card in state.hands[seat]]


@STEPS.step("1")
def laying(play: Play[State], seat: Annotated[str, SEAT]) -> Asking:
    answer: Lay = yield Choose(seat, LayAnswers())
    play.state.hands[seat].remove(answer.card)
    play.state.laid[seat] += 1
    play.emit(Laid(seat, answer.card))
    if not play.state.hands["blue"]:
        play.end(["red"], "laid")
        return None
    return [laying("blue" if seat == "red" else "red")]


NAMES = Naming(
    [SEAT, CARD],
    {
        "en": {SEAT: ("Red", "Blue"), CARD: ("Ace", "King", "Queen", "Jack")},
        "ru": {SEAT: ("Париж", "Лондон"), CARD: ("Туз", "Король", "Дама", "Валет")},
    },
)
FORM = StateSchema(State, seats=SEAT)
LEXICON = Lexicon(NAMES, SEAT, FORM)
LEXICON.tell(Laid, en="lays %(card)s", ru="кладут: %(card)s")
LEXICON.ask("lay", en="which card?", ru="какая карта?")
LEXICON.show("laid", en="Laid", ru="Положено")
LEXICON.hold("hands", en="Cards", ru="Карты")
REPORT = LexiconReport(LEXICON)
PHRASES = Phrasebook(NameBook.of(NAMES), [phrase(Lay, name("card"), en="lay", ru="положить")])


class OpenCards(Game[State]):
    id = "open-cards"
    titles = {"en": "Open Cards", "ru": "Открытые карты"}
    version = "1"
    seats = SEAT.ids
    form = FORM
    steps = STEPS
    parts = {part: f"{__name__}:{part.upper()}" for part in ("names", "phrases", "report")}

    def start(self, seats: Any, options: Any, content: Any) -> Any:
        return State({"red": ["ace", "king"], "blue": ["queen", "jack"]}, {"red": 0, "blue": 0}), [laying("red")]


GAME = OpenCards()


@pytest.fixture
def open_cards() -> Iterator[None]:
    """The game, installed for the time of the test."""
    point = importlib.metadata.EntryPoint(GAME.id, f"{__name__}:GAME", registry.GROUP)
    assert __name__ in sys.modules
    registry._installed()[GAME.id] = point
    yield
    del registry._installed()[GAME.id]
    registry.game_named.cache_clear()


def test_whether_a_game_hides_anything_follows_from_its_form() -> None:
    assert GAME.open
    assert {game for game in games() if game_named(game).open} == {"carts", "diplomacy"}
    match = GAME.form.view(GAME.start((), {}, None)[0], frozenset())
    assert match == GAME.form.view(GAME.start((), {}, None)[0], frozenset(SEAT.ids))


@pytest.mark.usefixtures("open_cards")
def test_who_watches_sees_what_every_seat_holds(installation: Any, said: Any) -> None:
    installation.create("open-cards", {"red": "en", "blue": "ru", "observer": "en"})
    watching = said(installation.newest("observer"))
    assert "Nothing in this game is hidden: you see all that the players see." in watching
    installation.write("red", "lay ace")
    (board,) = installation.write("observer", "board")
    assert "WHAT IS HELD Red: Cards - King Blue: Cards - Queen - Jack" in said(board)
    assert "ONLY YOU KNOW" not in said(board)
    assert "ЗНАЕТЕ ТОЛЬКО ВЫ" not in said(installation.newest("blue"))
