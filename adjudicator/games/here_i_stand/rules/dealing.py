"""The card draw phase (8): what comes from the turn track, new cards, and the deal."""

from typing import Final

from adjudicator import FIRST, Asking, Event, Frames, Play, Question
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from .. import facts
from ..facts import CARD, DEBATER, HOME_CARD, OWNER, POWER, SPACE, DebaterId, LeaderId, LocationId, ReformerId, SpaceId
from ..state import LeaderState, State
from . import hands, table
from .book import AtSpace, step

REFORMERS = {"zwingli": "zurich", "calvin": "geneva", "cranmer": "london"}
"""Where reformers appear who come after the first turn (18.5)."""


class TurnBegan(Event, frozen=True, tag="turn_began", rule="7"):
    """A turn began."""

    turn: int


class Arrived(Event, frozen=True, tag="arrived", rule="8.2"):
    """Debaters came into the match, or back from excommunication."""

    debaters: tuple[DebaterId, ...]


class ReformerArrived(Event, frozen=True, tag="reformer_arrived", rule="8.2", touches=("space",)):
    """A reformer appeared; the space turned Protestant."""

    reformer: ReformerId
    space: SpaceId


class LeaderReturned(Event, frozen=True, tag="leader_returned", rule="8.2", touches=("space",)):
    """A leader came back, or came for the first time."""

    leader: LeaderId
    space: LocationId


def joins(state: State, card: facts.Card) -> bool:
    """Return whether a card that waits joins the deck in this turn (8.2)."""
    if card.id == "edward_vi":
        return state.edward != "" and state.turn >= max(card.turn, state.edward_turn)
    if card.id == "mary_i":
        ruled = state.powers[facts.ENGLAND].ruler == "edward_vi"
        no_heir = state.edward == "" and state.turn >= card.turn
        return state.edward != "healthy" and (no_heir or ruled)
    if card.id == "elizabeth_i":
        return state.elizabeth and state.powers[facts.ENGLAND].ruler == "mary_i"
    if card.turn == 99:
        return 0 < state.married_turn < state.turn
    return state.turn >= card.turn


@step("7")
def turn_begins(play: Play[State]) -> Frames:
    """Begin a turn: what lay on the turn track comes back (8.2)."""
    state = play.state
    play.line("turn")
    play.emit(TurnBegan(state.turn))
    state.lost_ships = {}
    for power in state.powers.values():
        power.used = 0
    state.this_turn = state.ruler_changed = 0
    state.sailed = state.conquered = state.colonized = 0
    if state.turn == 1:
        state.sailed = state.conquered = 1 << OWNER.index[facts.HAPSBURG]
    return coming(state)


def coming(state: State) -> Frames:
    """Return the frames in which leaders come back, or for the first time, then reformers and debaters (8.2)."""
    back = [each for each, found in table.leaders_of(state) if found.returns]
    new = [each.id for each in facts.LEADER if each.turn == state.turn and each.id not in state.leaders]
    return [*map(returning, (*back, *new)), debaters_come()]


@step("8.2")
def debaters_come(play: Play[State]) -> Frames:
    """Let debaters and reformers in who come in this turn, and those back who were excommunicated (18.5, 21.5)."""
    state = play.state
    married = 0 < state.married_turn == state.turn - 1
    new = [
        each.index
        for each in DEBATER
        if not state.burnt >> each.index & 1 and (each.turn == state.turn > 1 or (each.turn == 99 and married))
    ]
    back = state.banned & ~state.burnt
    found = mask_of(new) | back
    state.debaters |= found
    state.banned = 0
    if found:
        play.emit(Arrived(DEBATER.ids_of(found)))
    for each in bits(found):
        debater = DEBATER.things[each]
        if not debater.reformer or (at := HOME_OF_REFORMER.get(debater.id)) is None:
            continue
        state.reformers = {**state.reformers, debater.id: at}
        if each in new:
            state.protestant |= table.bit(at)
        play.emit(ReformerArrived(debater.id, at))
    return []


HOME_OF_REFORMER = {"luther": "wittenberg", **REFORMERS}


def home_spaces(state: State, owner: str, power: str, *, by_sea: bool = False, free: bool = False) -> list[str]:
    """Return where somebody comes home: to friendly capitals of an owner, or else to its friendly home keys (8.2, 9.1).

    `by_sea`: to any friendly port; the Protestants have electorates. With `free` there are no enemy units, either.
    """
    keys = facts.LOCATION.ids_of(facts.HOME_OF[owner] & facts.KEYS)
    if by_sea:
        ranks = [facts.LOCATION.ids_of(facts.PORTS)]
    elif owner == facts.PROTESTANT:
        ranks = [facts.LOCATION.ids_of(facts.ELECTORATE.mask & table.controlled(state, owner))]
    else:
        ranks = [facts.CAPITALS[owner], keys]

    def fits(at: str) -> bool:
        own = table.friendly(state, power, at) or table.controller(state, at) == owner
        return own and not (free and table.enemy_land(state, power, at))

    return next((found for rank in ranks if (found := [*filter(fits, rank)])), [])


class ReturnTo(AtSpace, frozen=True, tag="return_to"):
    """Choose where a leader of yours comes home. 8.2."""


not_home = Code("8.2", space=SPACE)
RETURN: Final = Question(
    "return",
    "8.2",
    ReturnTo,
    otherwise=not_home,
    default=FIRST,
    alone="silence",
    about={"leader": LeaderId},
    interrupts=True,
)


@step("8.2")
def returning(play: Play[State], leader: LeaderId) -> Asking:
    """Let a leader come home, where their power likes; without any place they wait for the next turn (8.2)."""
    state, known = play.state, facts.LEADER.thing(leader)
    power = table.leader_power(state, leader)
    owner = known.power or power
    places = home_spaces(state, owner, power or owner, by_sea=known.naval)
    lent = state.leaders[leader].lent_to if leader in state.leaders else ""
    table.put_leader(state, leader, LeaderState(returns=True, lent_to=lent))
    if not places:
        return []
    asked = RETURN.in_turn_of(state.impulse.power)
    at = (yield asked(power, map(ReturnTo, places), leader=leader)).space if power else places[0]
    table.put_leader(play.state, leader, LeaderState(at, table.besieged(play.state, at), lent_to=lent))
    play.emit(LeaderReturned(leader, at))
    return []


@step("8.2", phase="card_draw")
def card_draw(play: Play[State]) -> Frames:
    """Shuffle what was discarded and what is new into the deck, and deal (8.2)."""
    state = play.state
    new = [each for each in state.waiting if joins(state, CARD.things[each])]
    state.waiting = [each for each in state.waiting if each not in new]
    state.deck, state.discard = sorted([*state.deck, *state.discard, *new]), []
    for power in POWER.ids:
        hands.set_hand(state, power, home=mask_of(each.index for each in HOME_CARD if each.owner == power))
        hands.draw(play, power, table.dealt(state, power) + state.riches.get(power, 0))
        state.powers[power].fewer = 0
    state.riches = {}
    return []
