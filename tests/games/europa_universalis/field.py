"""Positions of Europa Universalis that a test of the rules arranges, and what it does with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec
import pytest

from adjudicator import Action, Frames, Game, Match, Play, Refusal
from adjudicator.games.europa_universalis import rules
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM, SEAT, ZONE
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.house_rules import OPTIONS, house_rules
from adjudicator.games.europa_universalis.rules.book import STEPS, TurnDeed
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.setup import initial_state
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER, IDEA
from adjudicator.games.europa_universalis.state import FORM, Army, State, Units
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance, Draw
from adjudicator.kernel.chapters import chapters, declared_classes
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame, stored_frames
from tests.games.europa_universalis.told import begin, told_truly

SIX = ("england", "france", "castile", "austria", "burgundy", "venice")
Arrange = Callable[[State], None]
INF, OUTLINED, CAV, MISS = 1, 3, 4, 6
"""Faces of an infantry die."""


class Rules(Game[State]):
    """The rules without a beginning."""

    id = "europa-universalis-rules"
    titles = {"en": "Europa Universalis"}
    version = "0"
    seats = SEAT.ids
    form = FORM
    steps = STEPS
    chapters = tuple(chapters(rules))
    content_form = CONTENT
    options = OPTIONS

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        return [SEAT.ids] if players == 6 else [tuple(id for id in SEAT.ids if id in SIX[:players])]

    def start(self, seats: Sequence[str], options: Any, content: Any) -> tuple[State, Frames]:
        return initial_state(seats, house_rules(options), content), []


GAME = Rules()


def table(
    *arrange: Arrange,
    frames: Sequence[Frame],
    active: str = "france",
    players: int = 6,
    dice: Sequence[Draw | dict[str, Any]] = (),
    phase: int = 2,
    options: dict[str, Any] | None = None,
) -> Match:
    """A match with these frames next, in the turn of `active`; nobody has units, ships or power unless arranged."""
    seats = tuple(id for id in SEAT.ids if id in SIX[:players])
    begun = set_up(GAME, seats=seats, options=options or {}, seed=b"table")
    state: State = begun.state
    for led in state.led.values():
        led.armies = [Army() for _ in led.armies]
        led.ships.light, led.ships.protecting = [0] * len(ZONE), [0] * len(ZONE)
        led.fleet.zone, led.fleet.galleys = -1, 0
        led.power = [5, 5, 5]
        led.available = 10
    state.phase, state.turn.active = phase, active
    for each in arrange:
        each(state)
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(list(frames)), state, [])
    match = begin(GAME, begun.header, position, Chance(b"table", script=dice))
    assert GAME.invariants(match.state) == []
    return match


def army(seat: str, area: str, n: int = 1, *, general: str = "", **units: int) -> Arrange:
    """An army of regular units stands in an area."""

    def arrange(state: State) -> None:
        led = state.led[seat]
        led.armies[n - 1] = Army(AREA.index[area], Units(**units))
        if general:
            led.armies[n - 1].general = CHARACTER.index[general]

    return arrange


def alone(seat: str, area: str, n: int = 1) -> Arrange:
    """Regular infantry stands alone."""
    return lambda state: state.led[seat].alone.__setitem__(AREA.index[area], n)


def ships(seat: str, zone: str, n: int = 1) -> Arrange:
    """Light ships are in a zone."""
    return lambda state: state.led[seat].ships.light.__setitem__(ZONE.index[zone], n)


def war(one: str, *others: str, fresh: bool = False) -> Arrange:
    """Realms are at war, since before this turn unless `fresh`."""

    def arrange(state: State) -> None:
        for each in others:
            make_war(state, REALM.index[one], REALM.index[each])
        if not fresh:
            state.turn.fresh = [0] * len(SEAT)

    return arrange


def allies(seat: str, *realms: str, active: bool = False) -> Arrange:
    """Alliances, or active ones."""

    def arrange(state: State) -> None:
        for each in realms:
            for led in state.led:
                state.allied[led] &= ~(1 << REALM.index[each])
            state.allied[seat] |= 1 << REALM.index[each]
            if active:
                state.active |= 1 << REALM.index[each]

    return arrange


def idea(seat: str, *ideas: str) -> Arrange:
    """Ideas are researched."""

    def arrange(state: State) -> None:
        for each in ideas:
            state.led[seat].ideas |= 1 << IDEA.index[each]

    return arrange


def holding(seat: str, *cards: str) -> Arrange:
    """Cards of the decks come to a hand."""

    def arrange(state: State) -> None:
        for card in map(CARD.number, cards):
            state.decks[CARD.things[card].deck].draw.remove(card)
            state.led[seat].hand = sorted([*state.led[seat].hand, card])

    return arrange


def entered(*areas: str) -> Arrange:
    """The units of the active seat have come there in this turn."""

    def arrange(state: State) -> None:
        state.turn.entered |= AREA.mask_of(areas)

    return arrange


def occupied(province: str, by: str) -> Arrange:
    """A province is occupied."""
    return lambda state: state.occupier.__setitem__(PROVINCE.index[province], REALM.index[by])


def rolled(side: str, colour: str, *faces: int) -> dict[str, Any]:
    """Battle dice of a colour of a side."""
    return {"draw": "battle", "side": side, "colour": colour, "dice": list(faces)}


@STEPS.step("R3.20")
def deed_of_a_test(play: Play[State], seat: str, module: str, action: dict[str, Any]) -> Frames:
    """A deed of a chapter is done, as in a turn."""
    deed = next(each for each in _deeds(module) if each.__struct_config__.tag == action["op"])
    return msgspec.convert(action, deed, strict=False).apply(play, seat)


def _deeds(module: str) -> tuple[type[TurnDeed], ...]:
    return declared_classes(TurnDeed, import_module(f"{rules.__name__}.{module}"))


def does(module: str, seat: str, action: Action) -> Frame:
    """The frame in which a seat does a deed of a chapter."""
    return deed_of_a_test(seat, module, {"op": action.op, **msgspec.to_builtins(action)})


def against(match: Match, module: str, seat: str, action: Action) -> Refusal | None:
    """What is against a deed."""
    assert isinstance(action, _deeds(module))
    return action.illegality(match.state, seat, default())


def code(match: Match, module: str, seat: str, action: Action) -> str:
    """The code of the refusal of a deed, "" of one that nothing is against."""
    found = against(match, module, seat, action)
    return "" if found is None else found.code


def possible(match: Match, module: str, seat: str) -> list[Action]:
    """All candidates of a chapter's deeds that nothing is against."""
    found = (each for deed in _deeds(module) for each in deed.candidates(match.state, seat, default()))
    return [each for each in found if against(match, module, seat, each) is None]


def told(match: Match, *answers: tuple[str, Action]) -> list[Any]:
    """The public events of the opening and of these answers."""
    found = [each.public for each in match.opening]
    for seat, action in answers:
        found += told_truly(match, seat, action)
    return found


def of(events: list[Any], kind: type) -> list[Any]:
    """The events of a kind."""
    return [each for each in events if isinstance(each, kind)]


def refused(match: Match, seat: str, action: Action) -> Refusal:
    """The refusal of an action."""
    with pytest.raises(Refusal) as caught:
        match.apply(seat, action)
    return caught.value
