"""Harbour: a game with everything that can stop a set of orders.

Both seats choose two of three pilots in secret; then they play rounds in turn: flags cost two points of five
(debt pays as well), `dig` draws a tile that must be placed at once, `gamble` draws and asks nothing, `ask`
needs the other side's answer, `peek` shows a secret, `end` ends the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator import Action, Answers, Asking, Choose, Event, Frames, Game, Match, Play, Refusal, StepBook, Together
from adjudicator.components import Kind
from adjudicator.components.piece_fields import Hidden
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Header, Position
from adjudicator.orders import Group, Name, NameBook, Phrasebook, flag, name, number, phrase
from adjudicator.orders.options.codes import Offer, make_offer
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import MailOutcome, OrderContext
from tests.carried import carried_out, desk_at

SPACES = {"savoy": "Савойя", "sardinia": "Сардиния", "bavaria": "Бавария", "halifax": "Галифакс"}
PILOTS = {"halley": "Галлей", "walpole": "Уолпол", "marlow": "Марло"}
FORTS = {"fort_halifax": ("Halifax Fort", "Форт Галифакс")}
COST, POINTS, MOST_DEBT = 2, 5, 3


class Pilots(Action, frozen=True, tag="pilots"):
    pilots: tuple[str, ...]


class Flag(Action, frozen=True, tag="flag"):
    space: str
    debt: int = 0
    loud: bool = False


class Dig(Action, frozen=True, tag="dig"):
    pass


class Lay(Action, frozen=True, tag="lay"):
    space: str


class Gamble(Action, frozen=True, tag="gamble"):
    pass


class Ask(Action, frozen=True, tag="ask"):
    pass


class Reply(Action, frozen=True, tag="reply"):
    yes: bool = False


class Peek(Action, frozen=True, tag="peek"):
    pass


class End(Action, frozen=True, tag="end"):
    pass


class Happened(Event, frozen=True, tag="happened"):
    what: str


class Secret(Event, frozen=True, tag="secret"):
    treasure: str


class State(msgspec.Struct, array_like=True):
    points: int
    debt: int
    flags: dict[str, str]
    treasure: Annotated[str, Kind("space", SPACES), Hidden.FROM_ALL]
    tiles: int = 0


class PilotAnswers(Answers[State]):
    kind, rule, actions, secret = "pilots", "1", (Pilots,), True

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Pilots(pair) for pair in combinations(PILOTS, 2)]


class RoundAnswers(Answers[State]):
    kind, rule, actions = "round", "2", (Flag, Dig, Gamble, Ask, Peek, End)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        for space in SPACES:
            debt = max(0, COST - state.points)
            if space not in state.flags and state.debt + debt <= MOST_DEBT:
                yield Flag(space, debt)
        yield from (Dig(), Gamble(), Ask(), Peek(), End())

    def check(self, state: State, seat: str, action: Action) -> None:
        if not isinstance(action, Flag):
            return
        free = [Flag(space) for space in SPACES if space not in state.flags]
        if action.space in state.flags:
            raise Refusal("taken", "2.1", {"space": action.space}, free[:2])
        if action.debt > COST or state.debt + action.debt > MOST_DEBT:
            raise Refusal("too_much_debt", "2.3", {"limit": MOST_DEBT})
        if COST - action.debt > state.points:
            raise Refusal("cannot_pay", "2.2", {"cost": COST, "points": state.points})


class LayAnswers(Answers[State]):
    kind, rule, actions = "lay", "3", (Lay,)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Lay(space) for space in SPACES]


class ReplyAnswers(Answers[State]):
    kind, rule, actions = "reply", "4", (Reply,)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Reply(True), Reply(False)]


STEPS = StepBook()
step = STEPS.step


@step("1")
def choosing(play: Play[State]) -> Asking:
    yield Together(play.seats, PilotAnswers())
    play.emit(Happened("chosen"))
    return [new_round("red")]


@step("2")
def new_round(play: Play[State], seat: str) -> Frames:
    play.state.points = POINTS
    return [round_of(seat)]


@step("2")
def round_of(play: Play[State], seat: str) -> Asking:
    state = play.state
    action = yield Choose(seat, RoundAnswers())
    if isinstance(action, Flag):
        state.flags[action.space] = seat
        state.points -= COST - action.debt
        state.debt += action.debt
        found = action.space == state.treasure and action.loud
        state.points += COST if found else 0
        play.emit(Happened("treasure" if found else "flag"))
    elif isinstance(action, Dig):
        play.emit(Happened(play.pick("tile", "tile", ["a", "b", "c"])))
        return [laying(seat), round_of(seat)]
    elif isinstance(action, Gamble):
        state.points += play.pick("luck", "points", [1, 2])
    elif isinstance(action, Ask):
        return [replying("blue" if seat == "red" else "red"), round_of(seat)]
    elif isinstance(action, Peek):
        play.show(Secret(state.treasure), [seat])
    else:
        return [new_round("blue" if seat == "red" else "red")]
    return [round_of(seat)]


@step("3")
def laying(play: Play[State], seat: str) -> Asking:
    yield Choose(seat, LayAnswers())
    play.state.tiles += 1
    return None


@step("4")
def replying(play: Play[State], seat: str) -> Asking:
    yield Choose(seat, ReplyAnswers())
    return None


class Harbour(Game[State]):
    id = "harbour"
    titles = {"en": "Harbour"}
    version = "1"
    seats = ("red", "blue")
    form = StateSchema(State)
    steps = STEPS

    def start(self, seats: Sequence[str], options: Any, content: Any) -> tuple[State, Frames]:
        return State(0, 0, {}, "savoy"), [choosing()]


GAME = Harbour()

PHRASES = Phrasebook(
    NameBook(
        [
            *(Name("space", id, "en", id.title()) for id in SPACES),
            *(Name("space", id, "ru", text) for id, text in SPACES.items()),
            *(Name("pilot", id, "en", id.title()) for id in PILOTS),
            *(Name("pilot", id, "ru", text) for id, text in PILOTS.items()),
            *(
                Name("fort", id, language, text[k])
                for id, text in FORTS.items()
                for k, language in enumerate(("en", "ru"))
            ),
        ]
    ),
    [
        phrase(Pilots, name("pilots", "pilot", many=True), each="pilots", bare=True, en="pilots", ru="лоцманы"),
        phrase(
            Flag,
            name("space", "space"),
            number("debt", plus="dд", en="debt", ru="долг"),
            flag("loud", en="loudly", ru="громко"),
            group=Group({"en": "f", "ru": "ф"}),
            en="flag",
            ru="флаг",
        ),
        phrase(Dig, en="dig", ru="копать"),
        phrase(Lay, name("space", "space"), en="lay", ru="положить"),
        phrase(Gamble, en="gamble", ru="рискнуть"),
        phrase(Ask, en="ask", ru="спросить"),
        phrase(Reply, fixed={"yes": True}, en="agree", ru="согласен"),
        phrase(Reply, fixed={"yes": False}, en="disagree", ru="не согласен"),
        phrase(Peek, en="peek", ru="подсмотреть"),
        phrase(End, closes=True, group=Group({"en": "z", "ru": "я"}, only=True), en="end", ru="конец"),
    ],
)


class Table:
    """A match of Harbour with the questions as a service would number them."""

    def __init__(self) -> None:
        header = Header("harbour", "1", "", GAME.seats, {}, None)
        state, _ = GAME.start(GAME.seats, {}, None)
        position: Position[State, Any] = Position(0, 0, 1, [choosing()], state, [])
        self.match = Match(GAME, header, position, Chance(b"seed of the tests"))

    def to_rounds(self) -> Table:
        """Pilots are chosen; red is to act."""
        for seat in GAME.seats:
            self.match.apply(seat, Pilots(("halley", "walpole")))
        return self

    def offer(self, seat: str, number: int, language: str = "en") -> Offer:
        return make_offer(PHRASES, number, language, self.match.options(seat))

    def desk(self, seat: str = "red", language: str = "en", *, closed: tuple[Offer, ...] = ()) -> OrderContext:
        number = 10 * len(closed) + 10
        return desk_at(self.match, seat, language, PHRASES, Offers((self.offer(seat, number, language),), closed))

    def carried(self, lines: Sequence[str], **kept: Any) -> MailOutcome:
        """What lines of red come to, draws included; the match stays where it is."""
        return carried_out(self.match, self.desk(), lines, **kept)

    def apply(self, seat: str, actions: Sequence[Action]) -> None:
        for action in actions:
            self.match.apply(seat, action)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture(scope="session")
def new_table() -> type[Table]:
    """For property tests, which need a fresh table for every example."""
    return Table
