"""Ministry cards are chosen and replaced secretly (3.5.1, 4.1.7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

from msgspec import field

from adjudicator import Action, Answers, Asks, Frames, Play, Together
from adjudicator.components import Code, Many

from ...components import MINISTRY_CARD, MinistryIds, SideEvent
from ...fact_types import FRANCE, SIDES
from ...facts import FACTS
from ...state import HeldMinistry, State, era, peace_turn
from ..book import step
from .cards import JACOBITE_UPRISINGS, lying, ministry_id, number_of, numbers_of, turn_up
from .cards import ministry_ids as _ids

wrong_number_of_ministries = Code("4.1.7", given=int, needed=int, eligible=Many(MINISTRY_CARD))
ministry_not_eligible = Code("3.5.1", ministries=Many(MINISTRY_CARD), eligible=Many(MINISTRY_CARD))
not_face_down = Code("4.1.7", ministries=Many(MINISTRY_CARD), face_down=Many(MINISTRY_CARD))
unequal_replacement = Code("4.1.7", given=int, needed=int, face_down=Many(MINISTRY_CARD), eligible=Many(MINISTRY_CARD))
"""Given: in, needed: out."""
no_jacobite_slot = Code("7.3", victories=int)
"""Victory markers so far."""
ministry_twice = Code("7.3", ministry=MINISTRY_CARD)


class ChooseMinistries(Action, frozen=True, tag="choose_ministries"):
    """Two Ministry cards for a new era, face down (4.1.7); ``jacobite``: M-4 as an extra card (7.3). Secret."""

    ministries: MinistryIds
    jacobite: bool = False


class ReplaceMinistries(Action, frozen=True, tag="replace_ministries"):
    """Face-down Ministry cards taken back and others laid for them (4.1.7); empty: keep all. Secret."""

    out: MinistryIds = ()
    into: MinistryIds = field(default=(), name="in")
    jacobite: bool = False


class MinistriesLaid(SideEvent, frozen=True, tag="ministries_laid", rule="4.1.7", own=("cards", "replaced")):
    """A side has chosen or replaced its face-down Ministry cards (4.1.7).

    ``cards``: all that lie before it now, ``replaced``: those it took back; both only for itself.
    """

    cards: MinistryIds = ()
    replaced: MinistryIds = ()


@step("4.1.7")
def ministry_phase(play: Play[State]) -> Frames:
    """Let both sides choose two cards in the first turn of an era; in the second, replace face-down ones."""
    play.state.phase = "ministry"
    _force_slot(play)
    if not chooses_anew(play.state):
        return [replace_ministries()]
    play.state.ministries = [_forced(play.state, side) for side in SIDES]
    return [choose_ministries([])]


@step("4.1.7")
def choose_ministries(play: Play[State], given: list[list[Any]]) -> Asks:
    """Let both sides take back their cards and lay two of the era face down.

    `given` are choices that are in already, `[side, cards]`, as a document may bring them.
    """
    chosen = {str(side): ChooseMinistries(tuple(cards)) for side, cards in given}
    seats = tuple(side for side in SIDES if side not in chosen)
    if seats:
        chosen |= yield Together(seats, ChooseMinistriesAnswers())
    for side in (side for side in SIDES if side in chosen):
        choice = chosen[side]
        _lay(play, side, _forced(play.state, side), choice, choice.ministries)


@step("4.1.7")
def replace_ministries(play: Play[State]) -> Asks:
    """Let each side that has face-down cards take them back and lay others."""
    state = play.state
    seats = replacing(state)
    if not seats:
        return
    answers = yield Together(seats, ReplaceMinistriesAnswers())
    for side, choice in answers.items():
        out = [number_of(card) for card in choice.out]
        kept = [held for held in state.ministries[SIDES.index(side)] if held.card not in out]
        _lay(play, side, kept, choice, choice.into, choice.out)


def chooses_anew(state: State) -> bool:
    """Return whether the ministries of an era are chosen this turn, and not only replaced."""
    return peace_turn(state) in (1, 3, 5)


def replacing(state: State) -> tuple[str, ...]:
    """Return the sides that have something to replace, or a slot to fill (7.3, R-51)."""
    return tuple(
        side for side in SIDES if face_down(state, side) or vacancies(state, side) or _extra_slot_open(state, side)
    )


def vacancies(state: State, side: str) -> int:
    """Count the normal slots that are empty, because M-4 has left the game or moved to a slot of its own (R-51)."""
    slots = state.ministries[SIDES.index(side)]
    return FACTS.limits.ministries - sum(not held.jacobite_slot for held in slots)


def eligible(state: State, side: str) -> list[int]:
    """Return the cards that a side may choose in this era (3.5.1), without those out of the game."""
    index = SIDES.index(side)
    gone = [*state.removed_ministries, *(held.card for held in _forced(state, side))]
    return [card for card in FACTS.ministries_of(index, era(state)) if card not in gone]


def face_down(state: State, side: str) -> list[int]:
    """Return the cards of a side that are face down in a normal slot."""
    slots = state.ministries[SIDES.index(side)]
    return [held.card for held in slots if not held.revealed and not held.jacobite_slot]


def in_reserve(state: State, side: str) -> list[int]:
    """Return the eligible cards of a side that are not in its slots."""
    before = [held.card for held in state.ministries[SIDES.index(side)]]
    return [card for card in eligible(state, side) if card not in before]


class ChooseMinistriesAnswers(Answers[State]):
    """Two different cards of the era."""

    kind = "choose_ministries"
    rule = "4.1.7"
    actions = (ChooseMinistries,)
    secret = True

    def options(self, state: State, seat: str) -> Iterator[ChooseMinistries]:
        for pair in combinations(eligible(state, seat), FACTS.limits.ministries):
            yield ChooseMinistries(_ids(pair))
            if _extra_slot_open(state, seat) and JACOBITE_UPRISINGS not in pair:
                yield ChooseMinistries(_ids(pair), jacobite=True)

    def check(self, state: State, seat: str, action: ChooseMinistries) -> None:  # type: ignore[override]
        nearest = tuple(self.nearest(state, seat, action))
        _check_eligible(action.ministries, eligible(state, seat), nearest)
        wanted = FACTS.limits.ministries
        if len({number_of(card) for card in action.ministries}) != wanted or len(action.ministries) != wanted:
            given, cards = len(set(action.ministries)), _ids(eligible(state, seat))
            raise wrong_number_of_ministries(nearest, given=given, needed=wanted, eligible=cards)
        if action.jacobite:
            _check_extra_slot(state, seat, action.ministries, nearest)

    def nearest(self, state: State, seat: str, action: ChooseMinistries) -> Iterator[ChooseMinistries]:  # type: ignore[override]
        """Yield what was named, filled up or cut down to two."""
        cards = eligible(state, seat)
        named = [number for number in dict.fromkeys(map(number_of, action.ministries)) if number in cards]
        rest = [card for card in cards if card not in named]
        yield ChooseMinistries(_ids(sorted([*named, *rest][: FACTS.limits.ministries])))

    def default(self, state: State, seat: str) -> ChooseMinistries:
        """Return the first two cards of the era."""
        return ChooseMinistries(_ids(eligible(state, seat)[: FACTS.limits.ministries]))


class ReplaceMinistriesAnswers(Answers[State]):
    """As many face-down cards back as others laid; none of them, too. An empty slot may be filled (R-51)."""

    kind = "replace_ministries"
    rule = "4.1.7"
    actions = (ReplaceMinistries,)
    secret = True

    def options(self, state: State, seat: str) -> Iterator[ReplaceMinistries]:
        extra = _extra_slot_open(state, seat)
        down, reserve = face_down(state, seat), in_reserve(state, seat)
        for count, more in product(range(len(down) + 1), range(vacancies(state, seat) + 1)):
            for out in combinations(down, count):
                for into in combinations(reserve, count + more):
                    yield ReplaceMinistries(_ids(out), _ids(into))
                    if extra and JACOBITE_UPRISINGS not in into and JACOBITE_UPRISINGS in (*reserve, *out):
                        yield ReplaceMinistries(_ids(out), _ids(into), jacobite=True)

    def check(self, state: State, seat: str, action: ReplaceMinistries) -> None:  # type: ignore[override]
        keep = (ReplaceMinistries(),)
        down, reserve = face_down(state, seat), in_reserve(state, seat)
        strange = [card for card in action.out if number_of(card) not in down]
        if strange:
            raise not_face_down(keep, ministries=strange, face_down=_ids(down))
        _check_eligible(action.into, reserve, keep)
        numbers = numbers_of((*action.out, *action.into))
        more = len(action.into) - len(action.out)
        if not 0 <= more <= vacancies(state, seat) or len(set(numbers)) != len(numbers):
            given, needed = len(set(action.into)), len(set(action.out))
            mine, free = _ids(down), _ids(reserve)
            raise unequal_replacement(keep, given=given, needed=needed, face_down=mine, eligible=free)
        if action.jacobite:
            _check_extra_slot(state, seat, _lying_after(state, seat, action), keep)

    def sample(self, state: State, seat: str, rng: Random) -> ReplaceMinistries:
        return rng.choice(list(self.options(state, seat)))

    def default(self, state: State, seat: str) -> ReplaceMinistries:
        """Keep all."""
        return ReplaceMinistries()


def _lay(
    play: Play[State],
    side: str,
    kept: Sequence[HeldMinistry],
    choice: ChooseMinistries | ReplaceMinistries,
    named: Sequence[str],
    replaced: Sequence[str] = (),
) -> None:
    """Lay the cards named next to those kept, M-4 in its own slot if that was chosen."""
    extra = [HeldMinistry(JACOBITE_UPRISINGS, jacobite_slot=True)] if choice.jacobite else []
    slots = [*kept, *(HeldMinistry(number_of(card)) for card in named), *extra]
    laid = sorted(slots, key=lambda held: (held.card, held.jacobite_slot))
    play.state.ministries[SIDES.index(side)] = laid
    play.emit(MinistriesLaid(side, _ids(held.card for held in laid), _ids(numbers_of(replaced))))


def _check_eligible(
    named: Sequence[str], cards: Sequence[int], nearest: tuple[ChooseMinistries | ReplaceMinistries, ...]
) -> None:
    strange = [card for card in named if number_of(card) not in cards]
    if strange:
        raise ministry_not_eligible(nearest, ministries=strange, eligible=_ids(cards))


def _extra_slot_open(state: State, side: str) -> bool:
    """Return whether France may lay M-4 in a slot of its own (7.3).

    The rebellion of the Austrian Succession was won.
    """
    if side != SIDES[FRANCE] or not state.jacobite_extra or state.options.jacobite_extra_slot == "forced":
        return False
    held = None if chooses_anew(state) else lying(state, FRANCE, JACOBITE_UPRISINGS)
    fixed = held is not None and (held.jacobite_slot or held.revealed)
    return not fixed and JACOBITE_UPRISINGS in eligible(state, side)


def _forced(state: State, side: str) -> list[HeldMinistry]:
    """Return M-4 where an option puts it into its own slot by itself (R-50).

    The option is `jacobite_extra_slot`.
    """
    if state.options.jacobite_extra_slot != "forced":
        return []
    return [held for held in state.ministries[SIDES.index(side)] if held.jacobite_slot]


def _force_slot(play: Play[State]) -> None:
    """Lay M-4 face up in its own slot, with the option `forced`, from the first Ministry Phase after the victory on."""
    state = play.state
    if state.options.jacobite_extra_slot != "forced" or not state.jacobite_extra or _forced(state, SIDES[FRANCE]):
        return
    if JACOBITE_UPRISINGS in state.removed_ministries:
        return
    others = [held for held in state.ministries[FRANCE] if held.card != JACOBITE_UPRISINGS]
    moved = HeldMinistry(JACOBITE_UPRISINGS, jacobite_slot=True)
    state.ministries[FRANCE] = sorted([moved, *others], key=lambda held: held.card)
    turn_up(play, FRANCE, [JACOBITE_UPRISINGS])


def _lying_after(state: State, side: str, action: ReplaceMinistries) -> tuple[str, ...]:
    before = [ministry_id(held.card) for held in state.ministries[SIDES.index(side)]]
    return tuple(card for card in before if card not in action.out) + action.into


def _check_extra_slot(
    state: State, side: str, lying: Sequence[str], nearest: tuple[ChooseMinistries | ReplaceMinistries, ...]
) -> None:
    if not _extra_slot_open(state, side):
        raise no_jacobite_slot(nearest, victories=state.jacobite_victories)
    if JACOBITE_UPRISINGS in numbers_of(lying):
        raise ministry_twice(nearest, ministry=ministry_id(JACOBITE_UPRISINGS))
