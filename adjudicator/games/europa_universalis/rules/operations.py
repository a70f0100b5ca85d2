"""The operations of cards: how a list of them is carried out, one after the other, and what they ask (R16.02, R16.03).

`at` is where they stand in the content that is played: `events.corsairs.effects`. What an operation does is registered
in the modules operations_…; one that no module carries out is left to the moderator, as a card with words in `manual`.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct, to_builtins

from adjudicator import (
    MODERATOR,
    Action,
    Asking,
    Asks,
    ByHand,
    Choose,
    Frames,
    Play,
    Question,
    Refusal,
    Resolve,
    choice,
    derive,
    word,
)
from adjudicator.components import Code

from .. import effects as forms
from ..content import Content
from ..facts import AREA, POWER, PROVINCE, REALM, SeatId
from ..state import FORM, State
from . import purse
from .book import OfArea, OfNode, OfProvince, OfRealm, OfSeat, step
from .meeting import meets
from .purse import lacks
from .realms import base_tax_income
from .relations import realm_of

Why = Callable[[Any], Refusal | None]


InArea = derive(OfArea, "in_area", "In this area. R16.03.")
AtProvince = derive(OfProvince, "at_province", "On this province. R16.03.")
AtNode = derive(OfNode, "at_node", "In this trade node. R16.03.")
OfPower = derive(purse.OfPowerType, "of_power", "Power of this type. R16.03.")
WithRealm = derive(OfRealm, "with_realm", "This realm. R16.03.")


Forgo = word("forgo", "Take nothing of it, or nothing more. R16.03.")
NOTHING: Final = Forgo()
not_this_area = Code("R16.03", area=AREA)
not_this_province = Code("R16.03", province=PROVINCE)
not_this_realm = Code("R16.03", realm=REALM)
must_choose = Code("R16.03")
not_this_power = Code("R16.03")


def _one_of(kind: str, action: type[Action], code: Code) -> Question:
    """Return a question that asks for one of some things; it may be declined where that is offered."""
    otherwise, about = {action: code, Forgo: must_choose}, {"what": str}
    return choice(kind, "R16.03", action, Forgo, otherwise=otherwise, about=about)


AREA_FOR: Final = _one_of("area_for", InArea, not_this_area)
PROVINCE_FOR: Final = _one_of("province_for", AtProvince, not_this_province)
REALM_FOR: Final = _one_of("realm_for", WithRealm, not_this_realm)
POWER_FOR: Final = choice("power_for", "R16.03", OfPower, otherwise=not_this_power)


def one_or_none(
    asked: Question, seat: str, offers: Iterable[Action], why: Why | None = None, /, may: bool = True, **about: Any
) -> Generator[Any, Any, Any]:
    """Ask a seat for one of these actions; return None if it takes none.

    It may take none only if `may` is set.
    """
    answer = yield asked(seat, [*offers, *([NOTHING] if may else [])], why, **about)
    return None if answer == NOTHING else answer


def an_area(seat: str, areas: Iterable[int], what: str, n: int = 1) -> Generator[Any, Any, int]:
    """Ask a seat for one of some areas, and return its index."""
    answer = yield AREA_FOR(seat, [InArea(AREA.ids[area]) for area in areas], what=what, n=n)
    return AREA.index[answer.area]


def a_province(seat: str, provinces: Iterable[int], what: str, n: int = 1) -> Generator[Any, Any, int]:
    """Ask a seat for one of some provinces, and return its index."""
    answer = yield PROVINCE_FOR(seat, [AtProvince(PROVINCE.ids[province]) for province in provinces], what=what, n=n)
    return PROVINCE.index[answer.province]


def a_realm(seat: str, realms: Iterable[int], what: str) -> Generator[Any, Any, int]:
    """Ask a seat for one of some realms, and return its index."""
    answer = yield REALM_FOR(seat, [WithRealm(REALM.ids[realm]) for realm in realms], what=what)
    return REALM.index[answer.realm]


E = TypeVar("E")
Done = Callable[[Play[State], str, Any], Frames | None]
Lacks = Callable[[State, str, Any], Refusal | None]


class Doing(Struct, frozen=True):
    """The work of an operation, and the reason why a seat cannot pay it."""

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


def changes(form: type[E], gain: Callable[[Play[State], str, int], object], sign: int = 1, *lacks: Lacks) -> None:
    """Register an operation that brings a seat `n` of a figure, or takes it if the sign is negative."""

    def done(play: Play[State], seat: str, op: Any) -> None:
        gain(play, seat, sign * op.n)

    does(form, *lacks)(done)


def found_at(content: Content, at: str) -> Any:
    """Return what is at a path in the content, such as `events.corsairs.effects.0`."""
    found: Any = content
    for part in at.split("."):
        if isinstance(found, tuple):
            found = found[int(part)]
        else:
            found = found[part] if isinstance(found, dict) else getattr(found, part)
    return found


OF_ITSELF: Final = (
    forms.GainDucats,
    forms.OfPower,
    forms.GainPrestige,
    forms.LosePrestige,
    forms.GainStability,
    forms.GainManpower,
    forms.GainColonists,
)
"""What changes nothing but the figures of a seat and asks nobody but it, about its own things."""


def asks_alone(ops: forms.Effects) -> bool:
    """Return whether operations can be carried out in parallel with those of others.

    Other operations may ask another player or the moderator, or depend on what others do.
    """
    return all(
        op.who == "you"
        and (all(map(asks_alone, op.options)) if isinstance(op, forms.Choice) else isinstance(op, OF_ITSELF))
        for op in ops
    )


def whom(state: State, seat: str, who: str) -> list[str]:
    """Return the seats that an operation is for, clockwise from the seat (R16.02)."""
    if who == "you":
        return [seat]
    if who in ("all", "others"):
        return [each for each in purse.clockwise(state, seat) if who == "all" or each != seat]
    if who == "emperor":
        emperor = state.empire.emperor
        return [REALM.ids[emperor]] if emperor >= 0 and REALM.ids[emperor] in state.led else []
    return [who] if who in state.led else []


class DoneByHand(OfSeat, frozen=True, tag="done_by_hand", rule="R16.02"):
    """The moderator has done what a card says: `changes` of the document, as far as everybody sees them."""

    at: str
    changes: dict[str, Any] = {}


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
    """Return the frames of a card: first by hand what is stated in words, then its operations."""
    found = found_at(content, at)
    return [*([by_hand(seat, at)] if found.manual else []), *([effects(seat, f"{at}.{field}")])]


@step("R16.02")
def by_hand(play: Play[State], seat: SeatId, at: str) -> Asks:
    """Ask the moderator to enter the result of a card or of an operation."""
    found = found_at(play.content, at)
    answer = yield Choose(MODERATOR, ByHandAnswers(seat, at, getattr(found, "manual", {})))
    changes = answer.changes.get("state", {}) if isinstance(answer, Resolve) else {}
    play.emit(DoneByHand(seat, at, _seen(changes, to_builtins(FORM.view(play.state, frozenset())))))


def _seen(changes: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of the changes that a view shows as it is now."""
    found = {}
    for key, value in changes.items():
        if isinstance(value, Mapping):
            if inner := _seen(value, view[key]) if isinstance(view.get(key), Mapping) else {}:
                found[key] = inner
        elif view.get(key, _nothing_of(value)) == value:
            found[key] = value
    return found


def _nothing_of(value: Any) -> Any:
    """Return the empty value that a view leaves out."""
    return [] if isinstance(value, list) else 0


@step("R16.02")
def effects(play: Play[State], seat: SeatId, at: str) -> Frames:
    """Return the operations in their order, each for the seats it concerns."""
    return [
        operation(each, f"{at}.{number}")
        for number, op in enumerate(found_at(play.content, at))
        for each in whom(play.state, seat, op.who)
    ]


@step("R16.02")
def operation(play: Play[State], seat: SeatId, at: str) -> Frames | None:
    """Carry out an operation if its conditions are met."""
    op: forms.Effect = found_at(play.content, at)
    if not meets(play.state, seat, op.when):
        return None
    if isinstance(op, forms.Choice):
        return [choosing(seat, at)]
    return DOES[type(op)].done(play, seat, op) if type(op) in DOES else [by_hand(seat, at)]


def lacking(state: State, seat: str, ops: forms.Effects) -> Refusal | None:
    """Return why a seat cannot pay what these operations take of it (R16.02)."""
    for op in ops:
        doing = DOES.get(type(op))
        if op.who == "you" and doing is not None and doing.lacks is not None:
            refusal = doing.lacks(state, seat, op)
            if refusal is not None:
                return refusal
    return None


class TakeOption(Action, frozen=True, tag="option"):
    """Choose one of the options of a card, from 1. R16.02."""

    option: int


class OptionTaken(OfSeat, frozen=True, tag="option_taken", rule="R16.02"):
    """A seat has chosen one of the options of a card, from 1."""

    at: str
    option: int


no_such_option = Code("R16.02", option=int)
OPTION: Final = choice("card_option", "R16.02", TakeOption)


def possible(state: State, seat: str, op: forms.Choice) -> Iterator[int]:
    """Return the options that a seat can pay, numbered from 1, or all if it can pay none (R16.02)."""
    found = [number for number, each in enumerate(op.options, 1) if lacking(state, seat, each) is None]
    return iter(found or range(1, len(op.options) + 1))


@step("R16.02")
def choosing(play: Play[State], seat: SeatId, at: str) -> Asking:
    """Ask for one of the options of a card; one that cannot be paid only if none can."""
    op: forms.Choice = found_at(play.content, at)

    def why(action: TakeOption) -> Refusal | None:
        if action in offers:
            return None
        ops = op.options[action.option - 1] if 1 <= action.option <= len(op.options) else ()
        return lacking(play.state, seat, ops) or no_such_option(offers, option=action.option)

    offers = list(map(TakeOption, possible(play.state, seat, op)))
    answer = yield OPTION(seat, offers, why, at=at)
    play.emit(OptionTaken(seat, at, answer.option))
    return [effects(seat, f"{at}.options.{answer.option - 1}")]


too_little_of_all = Code("R16.02", cost=int, has=int)


def _for_good(play: Play[State], seat: str, n: int) -> None:
    play.state.led[seat].bonus_manpower += n


changes(forms.GainPrestige, purse.gain_prestige)
changes(forms.LosePrestige, purse.gain_prestige, -1)
changes(forms.GainStability, purse.gain_stability)
changes(forms.GainManpower, _for_good)
changes(forms.GainColonists, purse.gain_colonists)
does(forms.LoseStability)(lambda play, seat, op: purse.gain_stability(play, seat, -op.n))
changes(forms.LoseDucats, purse.gain_ducats, -1, lambda state, seat, op: lacks(state, seat, ducats=op.n))


@does(forms.GainDucats)
def ducats_gained(play: Play[State], seat: str, op: forms.GainDucats) -> None:
    """Give a seat `n` ducats, or `n` per regular unit or ducat of tax income.

    Half of the income is rounded up (R1.07).
    """
    own = play.state.led[seat]
    each = {
        "": 1,
        "regular_unit": own.regular,
        "tax": base_tax_income(play.state, realm_of(seat)),
    }[op.per]
    n = op.n * each
    purse.gain_ducats(play, seat, -(-n // 2) if op.half else n)


def _short_of_power(state: State, seat: str, op: forms.OfPower) -> Refusal | None:
    own = state.led[seat].power
    if op.power == "any":
        return too_little_of_all(cost=op.n, has=sum(own)) if sum(own) < op.n else None
    has = own[POWER.index[op.power]]
    return purse.too_little_power(power=op.power, cost=op.n, has=has) if has < op.n else None


@does(forms.GainsPower)
def power_gained(play: Play[State], seat: str, op: forms.OfPower) -> Frames | None:
    """Give power of a type, or take what is there; ask if any type will do."""
    n = op.n if isinstance(op, forms.GainsPower) else -op.n
    if op.power == "any":
        return [any_power(seat, n)]
    purse.gain_power(play, seat, POWER.index[op.power], n)
    return None


does(forms.LosesPower, _short_of_power)(power_gained)


@step("R3.45")
def any_power(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Ask for a type of power to gain, or to lose if `n` is negative.

    The types are chosen one by one.
    """
    own, one = play.state.led[seat].power, 1 if n > 0 else -1
    offers = [
        OfPower(id)  # type: ignore[arg-type]
        for id, has in zip(POWER.ids, own, strict=True)
        if (has < purse.MOST_POWER if n > 0 else has > 0)
    ]
    if not n or not offers:
        return None
    answer = yield POWER_FOR(seat, offers, n=n)
    purse.gain_power(play, seat, POWER.index[answer.power], one)
    return [any_power(seat, n - one)]
