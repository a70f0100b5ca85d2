"""The card draw phase (8): what comes from the turn track, new cards, and the deal."""

from adjudicator import Event, Frames, Play
from adjudicator.components.bits import bits, mask_of

from .. import facts
from ..facts import CARD, DEBATER, HOME_CARD, OWNER, POWER, DebaterId, LeaderId, LocationId, ReformerId, SpaceId
from ..state import Hand, LeaderState, State
from . import hands, table
from .book import step

REFORMERS = {"zwingli": "zurich", "calvin": "geneva", "cranmer": "london"}
"""Where reformers appear who come after the first turn (18.5)."""


class TurnBegan(Event, frozen=True, tag="turn_began", rule="7"):
    """A turn began."""

    turn: int


class Arrived(Event, frozen=True, tag="arrived", rule="8.1"):
    """Debaters came into the match, or back from excommunication."""

    debaters: tuple[DebaterId, ...]


class ReformerArrived(Event, frozen=True, tag="reformer_arrived", rule="8.1", touches=("space",)):
    """A reformer appeared; the space turned Protestant."""

    reformer: ReformerId
    space: SpaceId


class LeaderReturned(Event, frozen=True, tag="leader_returned", rule="8.1", touches=("space",)):
    """A leader came back, or came for the first time."""

    leader: LeaderId
    space: LocationId


def joins(state: State, card: facts.Card) -> bool:
    """Return whether a card that waits joins the deck in this turn (8.1)."""
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
    """Begin a turn: what lay on the turn track comes back (8.1)."""
    state = play.state
    play.line("turn")
    play.emit(TurnBegan(state.turn))
    _debaters(play)
    for leader in [each for each, found in table.leaders_of(state) if found.returns]:
        bring_leader(play, leader)
    for each in facts.LEADER:
        if each.turn == state.turn and each.id not in state.leaders:
            _first(play, each.id)
    state.lost_ships = {}
    for power in state.powers.values():
        power.used = 0
    state.this_turn = state.ruler_changed = state.pirated = 0
    state.sailed = state.conquered = state.colonized = 0
    if state.turn == 1:
        state.sailed = state.conquered = 1 << OWNER.index[facts.HAPSBURG]
    return []


def _debaters(play: Play[State]) -> None:
    """Let debaters and reformers in who come in this turn, and those back who were excommunicated (18.5, 21.4)."""
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


HOME_OF_REFORMER = {"luther": "wittenberg", **REFORMERS}


def _first(play: Play[State], leader: str) -> None:
    """Bring a leader of the Protestants who comes in this turn to an electorate of theirs, or let them wait."""
    state = play.state
    held = facts.ELECTORATE.mask & table.controlled(state, facts.PROTESTANT)
    at = next(iter(facts.LOCATION.ids_of(held)), None)
    inside = at is not None and table.besieged(state, at)
    table.put_leader(state, leader, LeaderState(at, inside) if at else LeaderState(returns=True))
    if at is not None:
        play.emit(LeaderReturned(leader, at))


def bring_leader(play: Play[State], leader: str) -> None:
    """Put a leader of the turn track into the capital or a friendly home key (8.1); without any, they wait on."""
    state = play.state
    power = table.leader_power(state, leader)
    if power == facts.PROTESTANT:
        _first(play, leader)
        return
    home = home_key(state, facts.LEADER.thing(leader).power or power)
    if home is None:
        return
    table.put_leader(state, leader, LeaderState(home, inside=table.besieged(state, home)))
    play.emit(LeaderReturned(leader, home))


def home_key(state: State, owner: str) -> str | None:
    """Return the capital of an owner, or else a home key that is under friendly control, or None."""
    power = table.major_of(state, owner) or owner
    for at in facts.CAPITALS[owner]:
        if table.friendly(state, power, at):
            return at
    for n in bits(facts.HOME_OF[owner] & facts.KEYS):
        at = facts.LOCATION.ids[n]
        if table.friendly(state, power, at) or table.controller(state, at) == owner:
            return at
    return None


@step("8.2", phase="card_draw")
def card_draw(play: Play[State]) -> Frames:
    """Shuffle what was discarded and what is new into the deck, and deal (8.2)."""
    state = play.state
    new = [each for each in state.waiting if joins(state, CARD.things[each])]
    state.waiting = [each for each in state.waiting if each not in new]
    state.deck, state.discard = sorted([*state.deck, *state.discard, *new]), []
    for power in POWER.ids:
        home = mask_of(each.index for each in HOME_CARD if each.owner == power)
        state.hands = {**state.hands, power: Hand(state.hands[power].cards, home)}
    for power in POWER.ids:
        hands.draw(play, power, table.dealt(state, power) + state.riches.get(power, 0))
        state.powers[power].fewer = 0
    state.riches = {}
    return []
