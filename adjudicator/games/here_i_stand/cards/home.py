"""Home cards of the Hapsburgs, England and France (6): the others belong to religion and to battles."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components.bits import bits

from ..facts import CARD, ENGLAND, FRANCE, HAPSBURG, HOME_OF, KEYS, LOCATION, SCOTLAND, ZONE_OF
from ..rules import dealing, hands, table, wives
from ..rules.book import PowerEvent
from ..rules.diplomacy import declarations
from ..rules.effects import event
from ..state import LeaderState, State
from .aims import Named, a_card, a_minor, a_power, a_space, a_use, aim, aiming, ask, no_effect
from .shields import UNLESS, unless

POINTS: Final = 5
CHARLES, ALVA = "charles_v", "duke_of_alva"
CHATEAUX: Final = 6


class ChateauRolled(PowerEvent, frozen=True, tag="chateau_rolled", rule="21.4"):
    """France rolled for a chateau: the die, with what is added, and the victory points."""

    die: int
    result: int
    vp: int


def _emperor_goes(state: State, power: str) -> Iterator[Action]:
    """Yield where Charles V can be sent: controlled home spaces without unrest and enemies; 1: Alva goes along."""
    if not table.free_leader(state, CHARLES):
        return
    here = state.leaders[CHARLES].at
    alva = table.free_leader(state, ALVA) and state.leaders[ALVA].at == here
    for at in LOCATION.ids_of(table.homes(state, HAPSBURG) & table.controlled(state, HAPSBURG) & ~state.unrest):
        if at != here and not table.enemy_units(state, HAPSBURG, at):
            yield a_space(at)
            if alva:
                yield a_space(at, 1)


@aim("holy_roman_emperor", _emperor_goes)
def _emperor(play: Play[State], power: str, answer: Named) -> Frames:
    """Send Charles V to a home space unless Gout forbids it, then spend five points."""
    play.state.impulse.cp += POINTS
    return [unless(power, "holy_roman_emperor", "gout", answer.space, answer.use)]


def _emperor_arrives(play: Play[State], space: str, use: int) -> Frames:
    """Put Charles V, and Alva with `use` 1, into a home space."""
    for leader in (CHARLES, *((ALVA,) if use else ())):
        table.put_leader(play.state, leader, LeaderState(space))
        play.emit(dealing.LeaderReturned(leader, space))
    return []


UNLESS["holy_roman_emperor"] = _emperor_arrives


def _wives_uses(state: State, power: str) -> Iterator[Action]:
    """Yield a free war with France, the Hapsburgs or Scotland, and the next wife (2)."""
    for each in (FRANCE, HAPSBURG):
        if declarations.never(state, ENGLAND, each) is None:
            yield a_power(each)
    if declarations.never(state, ENGLAND, SCOTLAND) is None:
        yield a_minor(SCOTLAND)
    if state.turn > 1 and wives.may_marry(state):
        yield a_use(2)


@aim("six_wives_of_henry_viii", _wives_uses)
def _wives(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.op == "for_use":
        return [wives.marry()]
    play.state.impulse.cp += POINTS
    on = answer.power if answer.op == "for_power" else answer.minor
    play.emit(declarations.WarDeclared(ENGLAND, on))
    return [declarations.declaring(ENGLAND, on, True)]


def _no_patron(state: State, power: str) -> Refusal | None:
    able = state.powers[FRANCE].ruler == "francis_i" and table.free_leader(state, "francis_i")
    return None if able and state.chateaux < CHATEAUX else no_effect(card="patron_of_the_arts")


def chateau_bonus(state: State) -> int:
    """Return what is added to the roll for a chateau (21.4)."""
    found = 2 * (table.controller(state, "milan") == FRANCE) + (table.controller(state, "florence") == FRANCE)
    found += 2 * ((table.controlled(state, FRANCE) & KEYS & ZONE_OF["italian"]).bit_count() >= 3)
    home = HOME_OF[FRANCE]
    found -= bool(home & ~table.controlled(state, FRANCE))
    found -= 2 * any(table.enemy_units(state, FRANCE, LOCATION.ids[n]) for n in bits(home))
    return found


@event("patron_of_the_arts", _no_patron)
def _patron(play: Play[State], power: str) -> Frames:
    """Roll for a chateau: points, and cards of which one may have to be discarded (21.4)."""
    (die,) = play.roll("chateau", 1, 6)
    result = die + chateau_bonus(play.state)
    vp = int(result >= 3)
    play.state.chateaux += vp
    play.emit(ChateauRolled(FRANCE, die, result, vp))
    hands.draw(play, FRANCE, 2 if result >= 8 or result <= 2 else 1)
    return [] if 5 <= result <= 7 else [aiming(FRANCE, "patron_of_the_arts/discard")]


@ask("patron_of_the_arts/discard", lambda state, power: discards(state, FRANCE), hands=(FRANCE,))
def _discard(play: Play[State], power: str, answer: Named) -> None:
    hands.discard(play, FRANCE, CARD.number(answer.card))


def discards(state: State, power: str) -> Iterator[Action]:
    """Yield the cards that a power may discard: no mandatory events (6.1)."""
    return (a_card(CARD.ids[each]) for each in state.hands[power].cards if CARD.things[each].kind != "mandatory")
