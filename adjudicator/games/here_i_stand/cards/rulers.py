"""Rulers who come to power (4, 21.3), and events about them."""

from typing import Final

from adjudicator import Frames, Play

from ..facts import CARD, ENGLAND, FRANCE, HAPSBURG, OTTOMAN, OWNER, PAPACY, RULER, SPACE, ZONE_OF, RulerId
from ..rules import dealing, hands, table
from ..rules.book import PowerEvent
from ..rules.effects import event
from ..state import LeaderState, State


class RulerChanged(PowerEvent, frozen=True, tag="ruler_changed", rule="4"):
    """A power has a new ruler."""

    ruler: RulerId


def enthrone(play: Play[State], ruler: str) -> None:
    """Make somebody the ruler of a power; the card of the one before leaves the match."""
    known = RULER.thing(ruler)
    before = RULER.thing(play.state.powers[known.power].ruler)
    if before.card:
        hands.remove(play.state, before.card - 1)
    play.state.powers[known.power].ruler = ruler
    play.state.ruler_changed |= 1 << OWNER.index[known.power]
    play.emit(RulerChanged(known.power, ruler))


def succeed(play: Play[State], dead: str, heir: str, home: str) -> None:
    """Let a leader of armies take the place of another who has died: there, or in the capital."""
    state = play.state
    old = state.leaders.get(dead)
    if old is None:
        return
    table.put_leader(state, dead, None)
    at = old.at or home
    if table.controller(state, at) and table.friendly(state, table.leader_power(state, heir), at):
        table.put_leader(state, heir, LeaderState(at, old.inside))
    else:
        table.put_leader(state, heir, LeaderState(returns=True))
        return
    play.emit(dealing.LeaderReturned(heir, at))


POPES: Final = ("clement_vii", "paul_iii", "julius_iii")


def _pope(name: str) -> None:
    """Register the event that brings a pope."""

    @event(name)
    def _elected(play: Play[State], power: str) -> Frames:
        enthrone(play, name)
        return []


for _name in POPES:
    _pope(_name)


@event("edward_vi")
def _edward(play: Play[State], power: str) -> Frames:
    enthrone(play, "edward_vi")
    succeed(play, "henry_viii", "dudley", "london")
    return []


@event("mary_i")
def _mary(play: Play[State], power: str) -> Frames:
    """Crown Mary, or Edward if that one was born while her card was in play (21.3)."""
    state = play.state
    if state.edward and state.powers[ENGLAND].ruler == "henry_viii":
        enthrone(play, "edward_vi")
        hands.remove(state, CARD.number("edward_vi"), on_table=True)
        state.table = [each for each in state.table if each != CARD.number("mary_i")]
        state.waiting = sorted([*state.waiting, CARD.number("mary_i")])
    else:
        enthrone(play, "mary_i")
    succeed(play, "henry_viii", "dudley", "london")
    return []


@event("elizabeth_i")
def _elizabeth(play: Play[State], power: str) -> Frames:
    enthrone(play, "elizabeth_i")
    return []


@event("henry_ii")
def _henry(play: Play[State], power: str) -> Frames:
    enthrone(play, "henry_ii")
    succeed(play, "francis_i", "henry_ii", "paris")
    return []


@event("imperial_coronation")
def _coronation(play: Play[State], power: str) -> Frames:
    """Give the Hapsburgs and whoever plays it a card if Charles V is in the Italian zone."""
    found = play.state.leaders.get("charles_v")
    if found is None or found.at not in SPACE or not table.has(ZONE_OF["italian"], found.at):
        return []
    for each in dict.fromkeys((HAPSBURG, power)):
        hands.draw(play, each, 1)
    hands.remove(play.state, CARD.number("imperial_coronation"))
    return []


@event("la_forets_embassy_in_istanbul")
def _embassy(play: Play[State], power: str) -> Frames:
    """Give France and the Ottoman a card each if they are allied."""
    if table.allied(play.state, FRANCE, OTTOMAN):
        hands.draw(play, FRANCE, 1)
        hands.draw(play, OTTOMAN, 1)
        hands.remove(play.state, CARD.number("la_forets_embassy_in_istanbul"))
    return []


assert RULER.thing(POPES[0]).power == PAPACY
