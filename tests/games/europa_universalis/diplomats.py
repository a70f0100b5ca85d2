"""Positions of Europa Universalis for the chapters of diplomacy, and what a test does with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import pytest

from adjudicator import Action, Asking, Choose, Frames, Game, Match, Play, Refusal, StepBook, ValidatedAnswers
from adjudicator.games.europa_universalis import rules
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.house_rules import OPTIONS, house_rules
from adjudicator.games.europa_universalis.rules import alliances, claims, curia, declaration, empire, influence, players
from adjudicator.games.europa_universalis.rules.book import STEPS, TurnDeed
from adjudicator.games.europa_universalis.rules.sieges import occupy
from adjudicator.games.europa_universalis.scenario import COUNTS
from adjudicator.games.europa_universalis.setup import initial_state
from adjudicator.games.europa_universalis.state import FORM, State, Turn
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.chapters import chapters, declared_classes
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame, Step, stored_frames
from tests.games.europa_universalis.told import begin, told_truly

SIX = ("france", "castile", "england", "burgundy", "venice", "austria")
DEEDS = declared_classes(TurnDeed, influence, alliances, claims, declaration, empire, curia, players)


Arrange = Callable[[State], None]


class Book(StepBook):
    """The steps of the game, and those of this module."""

    def __getitem__(self, name: str) -> Step[...]:
        return super().__getitem__(name) if super().__contains__(name) else STEPS[name]

    def __iter__(self) -> Iterator[Step[...]]:
        return iter([*STEPS, *super().__iter__()])

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in STEPS

    def phase_of(self, frames: Frames) -> str:
        return STEPS.phase_of([frame for frame in frames if frame[0] in STEPS])


BOOK = Book()
CHAPTERS = tuple(chapters(rules))
OF_WAR = {"next_battle", "command", "given_action"}
"""What is asked when a war has begun (R9.02)."""


class Diplomacy(ValidatedAnswers[State]):
    """All deeds of the chapters."""

    kind = "diplomacy"
    actions = DEEDS

    def candidates(self, state: State, seat: str) -> Iterable[Action]:
        return (action for deed in DEEDS for action in deed.candidates(state, seat, default()))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, TurnDeed)
        return action.illegality(state, seat, default())


@BOOK.step("")
def negotiating(play: Play[State], seats: Sequence[str]) -> Asking:
    """The first of the seats does something, then the next, round and round."""
    action = yield Choose(seats[0], Diplomacy())
    play.state.turn.active = seats[0]
    return [*action.apply(play, seats[0]), negotiating([*seats[1:], seats[0]])]


@BOOK.step("")
def negotiate(play: Play[State], seat: str) -> Asking:
    """A seat does something once."""
    action = yield Choose(seat, Diplomacy())
    play.state.turn = Turn(active=seat)
    frames: Frames = action.apply(play, seat)
    return frames


_CALLS: list[Callable[[Play[State]], Any]] = []


@BOOK.step("")
def calling(play: Play[State], number: int) -> None:
    _CALLS[number](play)


def call(function: Callable[[Play[State]], Any]) -> Frame:
    """A frame that calls a function of the rules which is no step."""
    _CALLS.append(function)
    return calling(len(_CALLS) - 1)


class Table(Game[State]):
    """The game as far as its chapters of diplomacy go."""

    id = "europa-universalis-diplomacy"
    titles: ClassVar = {"en": "Diplomacy", "ru": "Дипломатия"}
    version = "1"
    seats = SIX
    form = FORM
    steps = BOOK
    options = OPTIONS
    content_form = CONTENT

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        return [tuple(each for each in SIX if each in COUNTS[players].realms)] if players in COUNTS else []

    def start(self, seats: Sequence[str], options: Any, content: Any) -> tuple[State, list[Frame]]:
        return initial_state(seats, house_rules(options), content), [negotiating([*seats])]


GAME = Table()


def table(
    *arrange: Arrange,
    frames: Frames = (),
    seats: Sequence[str] = SIX,
    options: dict[str, Any] | None = None,
    dice: Sequence[dict[str, Any]] = (),
    start: Callable[..., Match] = begin,
) -> Match:
    """A match in the position of the start, arranged; these frames are next, or the seats act in turn."""
    begun = set_up(GAME, seats=seats, options=options or {}, seed=b"table")
    for each in arrange:
        each(begun.state)
    position: Position[Any, Any] = Position(
        0, 0, 0, stored_frames([*frames] or [negotiating([*seats])]), begun.state, []
    )
    return start(GAME, begun.header, position, Chance(b"table", script=dice))


def acting(seat: str, *others: str) -> list[Frame]:
    """The seat acts, then the others."""
    return [negotiating([seat, *others])]


def do(match: Match, *actions: Action) -> list[Any]:
    """Whoever is asked does these; what everybody learns of them."""
    events = []
    for action in actions:
        by = match.decisions()[0].waiting[0]
        events += told_truly(match, by, action)
    return events


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and what."""
    decision = match.decisions()[0]
    return decision.waiting[0], decision.kind


def refused(match: Match, action: Action, code: str) -> None:
    """The action is refused for this reason, and listed nowhere."""
    by = match.decisions()[0].waiting[0]
    with pytest.raises(Refusal) as caught:
        match.apply(by, action)
    assert caught.value.code == code, caught.value
    assert action not in match.options(by)


def realm(id: str) -> int:
    return REALM.index[id]


def area(id: str) -> int:
    return AREA.index[id]


def influence_at(match: Match, seat: str, *areas: str) -> list[int]:
    """The cubes of a seat in areas."""
    return [match.state.led[seat].influence[area(id)] for id in areas]


def cubes(seat: str, **areas: int) -> Arrange:
    """The seat has so many cubes in areas."""

    def arrange(state: State) -> None:
        for id, n in areas.items():
            state.led[seat].influence[area(id)] = n

    return arrange


def has(seat: str, **fields: Any) -> Arrange:
    """Fields of what belongs to a seat; `power` as (adm, dip, mil)."""

    def arrange(state: State) -> None:
        for name, value in fields.items():
            setattr(state.led[seat], name, list(value) if isinstance(value, tuple) else value)

    return arrange


def allied(seat: str, *realms: str, active: bool = False) -> Arrange:
    """The seat is allied to realms, and to nobody else that nobody plays; who was so before is no more."""

    def arrange(state: State) -> None:
        for id in realms:
            for other in state.order:
                state.allied[other] &= ~(1 << realm(id)) if id not in state.led else -1
            state.allied[seat] |= 1 << realm(id)
            if id in state.led:
                state.allied[id] |= 1 << realm(seat)
            if active:
                state.active |= 1 << realm(id)

    return arrange


def wed(seat: str, *realms: str, disputed: bool = False) -> Arrange:
    def arrange(state: State) -> None:
        state.married[seat] |= REALM.mask_of(realms)
        if disputed:
            state.disputed[seat] |= REALM.mask_of(realms)

    return arrange


def war(one: str, *others: str) -> Arrange:
    """Realms are at war with one."""

    def arrange(state: State) -> None:
        for other in others:
            state.war[realm(one)] |= 1 << realm(other)
            state.war[realm(other)] |= 1 << realm(one)

    return arrange


def owned(by: str, *provinces: str) -> Arrange:
    """Provinces belong to a realm."""

    def arrange(state: State) -> None:
        for id in provinces:
            state.owner[PROVINCE.index[id]] = realm(by)

    return arrange


def whole(by: str, *areas: str) -> Arrange:
    """All provinces of areas belong to a realm."""
    return owned(by, *(each.id for each in PROVINCE if AREA.ids[each.area] in areas))


def occupied(by: str, *provinces: str) -> Arrange:
    """Provinces are occupied: towns with unrest."""

    def arrange(state: State) -> None:
        for id in provinces:
            occupy(state, PROVINCE.index[id], realm(by))

    return arrange


def alliance(match: Match, seat: str) -> set[str]:
    return set(REALM.ids_of(match.state.allied[seat]))


def truce(one: str, *others: str) -> Arrange:
    def arrange(state: State) -> None:
        for other in others:
            state.truce[realm(one)] |= 1 << realm(other)
            state.truce[realm(other)] |= 1 << realm(one)

    return arrange
