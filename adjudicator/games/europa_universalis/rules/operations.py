"""The operations of cards: how a list of them is carried out, one after the other (R16.02, R16.03).

`at` is where they stand in the content that is played: `events.corsairs.effects`. What an operation does is registered
in the modules operations_…; one that no module carries out is left to the moderator, as a card with words in `manual`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from adjudicator import FIRST, MODERATOR, Action, Asking, ByHand, Choose, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import Content
from ..effects import Choice, Effect, Effects
from ..facts import REALM, SeatId
from ..state import State
from .book import step
from .meeting import meets
from .purse import clockwise

E = TypeVar("E")
Done = Callable[[Play[State], str, Any], Frames | None]
Lacks = Callable[[State, str, Any], Refusal | None]


class Doing(Struct, frozen=True):
    """What an operation does, and why a seat cannot pay it."""

    done: Done
    lacks: Lacks | None = None


DOES: Final[dict[type, Doing]] = {}


def does(form: type[E], lacks: Lacks | None = None) -> Callable[[Done], Done]:
    """Register what an operation does; `lacks`: why a seat cannot pay it, so that it would choose something else."""

    def register(done: Done) -> Done:
        assert form not in DOES, form
        DOES[form] = Doing(done, lacks)
        return done

    return register


def found_at(content: Content, at: str) -> Any:
    """What stands somewhere in the content: `events.corsairs.effects.0`."""
    found: Any = content
    for part in at.split("."):
        if isinstance(found, tuple):
            found = found[int(part)]
        else:
            found = found[part] if isinstance(found, dict) else getattr(found, part)
    return found


def whom(state: State, seat: str, who: str) -> list[str]:
    """The seats an operation is for, clockwise from the seat (R16.02)."""
    if who == "you":
        return [seat]
    if who in ("all", "others"):
        return [each for each in clockwise(state, seat) if who == "all" or each != seat]
    if who == "emperor":
        emperor = state.empire.emperor
        return [REALM.ids[emperor]] if emperor >= 0 and REALM.ids[emperor] in state.led else []
    return [who] if who in state.led else []


class DoneByHand(Event, frozen=True, tag="done_by_hand", rule="R16.02", by="seat"):
    """The moderator has done what a card says."""

    seat: SeatId
    at: str


class ByHandAnswers(ByHand[State]):
    """Asked of the moderator: what comes of the words of a card."""

    kind, rule = "manual", "R16.02"
    seat: SeatId

    def __init__(self, seat: str, at: str, words: Mapping[str, str]) -> None:
        self.seat, self.at, self.words = seat, at, words

    def involved(self, state: State) -> tuple[str, ...]:
        return (self.seat,)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"seat": self.seat, "at": self.at, "words": dict(self.words)}


def card(content: Content, seat: str, at: str, field: str = "effects") -> Frames:
    """The frames of a card: by hand what is said in words, then its operations."""
    found = found_at(content, at)
    return [*([by_hand(seat, at)] if found.manual else []), *([effects(seat, f"{at}.{field}")])]


@step("R16.02")
def by_hand(play: Play[State], seat: SeatId, at: str) -> Asking:
    """The moderator enters what comes of a card or of an operation."""
    found = found_at(play.content, at)
    yield Choose(MODERATOR, ByHandAnswers(seat, at, getattr(found, "manual", {})))
    play.emit(DoneByHand(seat, at))
    return None


@step("R16.02")
def effects(play: Play[State], seat: SeatId, at: str) -> Frames:
    """Operations in their order, each for whom it is."""
    return [
        operation(each, f"{at}.{number}")
        for number, op in enumerate(found_at(play.content, at))
        for each in whom(play.state, seat, op.who)
    ]


@step("R16.02")
def operation(play: Play[State], seat: SeatId, at: str) -> Frames | None:
    """An operation, if its conditions are met."""
    op: Effect = found_at(play.content, at)
    if not meets(play.state, seat, op.when):
        return None
    if isinstance(op, Choice):
        return [choosing(seat, at)]
    return DOES[type(op)].done(play, seat, op) if type(op) in DOES else [by_hand(seat, at)]


def lacking(state: State, seat: str, ops: Effects) -> Refusal | None:
    """Why a seat cannot pay what these operations take of it (R16.02)."""
    for op in ops:
        doing = DOES.get(type(op))
        if op.who == "you" and doing is not None and doing.lacks is not None:
            refusal = doing.lacks(state, seat, op)
            if refusal is not None:
                return refusal
    return None


# A or B ---------------------------------------------------------------------------------------------------------------


class TakeOption(Action, frozen=True, tag="option"):
    """Choose one of the options of a card, from 1. R16.02."""

    option: int


no_such_option = Code("R16.02", option=int)
OPTION: Final = Question("card_option", "R16.02", TakeOption, default=FIRST, alone="silence")


def possible(state: State, seat: str, op: Choice) -> Iterator[int]:
    """The options that a seat can pay, from 1; all if it can pay none (R16.02)."""
    found = [number for number, each in enumerate(op.options, 1) if lacking(state, seat, each) is None]
    return iter(found or range(1, len(op.options) + 1))


@step("R16.02")
def choosing(play: Play[State], seat: SeatId, at: str) -> Asking:
    """One of the options of a card; one that cannot be paid only if none can."""
    op: Choice = found_at(play.content, at)

    def why(action: TakeOption) -> Refusal | None:
        if action in offers:
            return None
        ops = op.options[action.option - 1] if 1 <= action.option <= len(op.options) else ()
        return lacking(play.state, seat, ops) or no_such_option(offers, option=action.option)

    offers = list(map(TakeOption, possible(play.state, seat, op)))
    answer = yield OPTION(seat, offers, why, at=at)
    return [effects(seat, f"{at}.options.{answer.option - 1}")]
