"""Positions of Here I Stand that a test lays in a few lines, and what a test does with them.

All stands as at the start of 1517, but every deck card lies in the deck and nobody has an unplayed home card. It is the
impulse of `power`, who has `cp` command points to spend; without any it has to play a card or to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import Action, Match, Refusal
from adjudicator.games.here_i_stand.facts import CARD, POWER
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.house_rules import house_rules
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hands import remove
from adjudicator.games.here_i_stand.rules.impulses import impulse, impulse_ends, spending
from adjudicator.games.here_i_stand.rules.table import bit
from adjudicator.games.here_i_stand.setup import initial_state
from adjudicator.games.here_i_stand.state import Hand, Impulse, LeaderState, Siege, State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.events import Event
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frames, stored_frames

Arrange = Callable[[State], None]


def table(
    *arrange: Arrange,
    power: str = "hapsburg",
    cp: int = 0,
    draws: Sequence[dict[str, Any]] = (),
    options: dict[str, Any] | None = None,
    frames: Frames = (),
) -> Match:
    """A match in the impulse of a power; `draws` are scripted; `frames`: what is done instead of that impulse."""
    begun = set_up(GAME, options=options or {}, seed=b"table")
    state: State = initial_state(house_rules(begun.header.options))
    for each in POWER.ids:
        state.deck = sorted([*state.deck, *state.hands[each].cards])
        state.hands = {**state.hands, each: Hand()}
    state.acting = True
    for change in arrange:
        change(state)
    after = rules.after(power)
    if cp:
        state.impulse = Impulse(power, CARD.number("arquebusiers"), cp)
        frames = frames or [spending(power), impulse_ends(power), impulse(after)]
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(frames or [impulse(power)]), state, [])
    match = Match.begin(GAME, begun.header, position, Chance(b"table", script=draws))
    sound(match)
    return match


def sound(match: Match) -> None:
    """The position keeps every limit."""
    assert not (broken := GAME.invariants(match.state)), broken


def hand(power: str, *cards: str) -> Arrange:
    """Cards in the hand of a power; home cards are unplayed."""

    def arrange(state: State) -> None:
        for each in map(CARD.thing, cards):
            held = state.hands[power]
            if each.kind == "home":
                state.hands = {**state.hands, power: Hand(held.cards, held.home | 1 << each.index)}
                continue
            remove(state, each.index)
            state.gone = [card for card in state.gone if card != each.index]
            held = state.hands[power]
            state.hands = {**state.hands, power: Hand(sorted([*held.cards, each.index]), held.home)}

    return arrange


def discarded(*cards: str) -> Arrange:
    """Cards that lie face up among the discards, so that nobody can hold them."""

    def arrange(state: State) -> None:
        for each in map(CARD.number, cards):
            remove(state, each)
            state.gone = [card for card in state.gone if card != each]
            state.discard = [*state.discard, each]

    return arrange


HELD = hand("hapsburg", "gout")
"""The Hapsburgs have a card, so that a match waits for them."""


def units(at: str, owner: str, *, inside: bool = False, **counts: int) -> Arrange:
    """More units in a place."""
    return lambda state: rules.add(state, at, owner, counts, inside=inside)


def empty(*places: str) -> Arrange:
    """Places without any unit or leader."""

    def arrange(state: State) -> None:
        state.forces = {at: here for at, here in state.forces.items() if at not in places}
        state.leaders = {leader: each for leader, each in state.leaders.items() if each.at not in places}

    return arrange


def leader(name: str, at: str, **facts: Any) -> Arrange:
    """A leader stands somewhere."""
    return lambda state: rules.put_leader(state, name, LeaderState(at, **facts))


def controls(owner: str, *places: str) -> Arrange:
    """An owner controls spaces."""

    def arrange(state: State) -> None:
        for at in places:
            rules.set_controller(state, at, owner)

    return arrange


def war(one: str, other: str, on: bool = True) -> Arrange:
    """Two are at war, or not."""
    return lambda state: rules.set_war(state, one, other, on)


def allies(one: str, other: str) -> Arrange:
    """Two powers are allied, or a power and a minor power."""

    def arrange(state: State) -> None:
        if other in POWER:
            rules.set_alliance(state, one, other)
        else:
            state.minors = {**state.minors, other: one}

    return arrange


def protestant(*places: str) -> Arrange:
    """Spaces of Protestant religion."""

    def arrange(state: State) -> None:
        for at in places:
            state.protestant |= bit(at)

    return arrange


def unrest(*places: str) -> Arrange:
    """Spaces in unrest."""

    def arrange(state: State) -> None:
        for at in places:
            state.unrest |= bit(at)

    return arrange


def siege(at: str, by: str, *, fresh: bool = False) -> Arrange:
    """A siege by an owner; whoever else has units there is inside."""

    def arrange(state: State) -> None:
        here = [replace(each, inside=not rules.allied(state, by, each.owner)) for each in state.forces[at]]
        state.forces = {**state.forces, at: here}
        state.sieges = {**state.sieges, at: Siege(by, fresh)}

    return arrange


def state_of(**facts: Any) -> Arrange:
    """Any other field of the state."""

    def arrange(state: State) -> None:
        for name, value in facts.items():
            setattr(state, name, value)

    return arrange


def do(match: Match, power: str, *actions: Action) -> list[Event]:
    """Let a power do some things one after the other; returns what everybody learns of it."""
    told = [each.public for action in actions for each in match.apply(power, action)]
    sound(match)
    return [each for each in told if each is not None]


def refused(match: Match, power: str, action: Action) -> str:
    """The code with which an action is refused."""
    with pytest.raises(Refusal) as error:
        match.apply(power, action)
    return error.value.code


def options(match: Match, power: str) -> list[Action]:
    """Everything that a power may do now."""
    return match.options(power)


def calm(match: Match, power: str) -> None:
    """Let a power withdraw where it may, and else stand fast and do nothing, as long as only such things are asked."""
    while match.decisions() and match.decisions()[0].waiting == (power,):
        kinds = {each.op: each for each in match.options(power)}
        ways = ("withdraw", "stand_fast", "no_interception", "no_hire", "no_combat", "let_pass")
        if (found := next((kinds[each] for each in ways if each in kinds), None)) is None:
            return
        do(match, power, found)


def count(match: Match, at: str, owner: str) -> dict[str, int]:
    """The units of an owner in a place, by kind, inside and outside together."""
    found: dict[str, int] = {}
    for each in rules.forces(match.state, at):
        if each.owner == owner:
            for unit, number in rules.counts(each).items():
                found[unit] = found.get(unit, 0) + number
    return found


def dice(name: str, *faces: int, **keys: Any) -> dict[str, Any]:
    """A scripted roll."""
    return {"draw": name, "dice": [*faces], **keys}
