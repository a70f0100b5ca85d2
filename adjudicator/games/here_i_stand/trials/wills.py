"""Players with a will in random play, who come where chance does not: to sieges, debates, the sea, the New World.

A will tells how dear an action is to its player: the dearest is done; what is worth nothing is left to whims.
"""

from typing import Final

from adjudicator import Action

from ..facts import CARD, SPACE
from ..rules import table
from ..rules.building import RaiseUnits, TakeControl
from ..rules.diplomacy.declarations import DeclareWars
from ..rules.faith.attempts import Try, Turn
from ..rules.faith.debates import CallDebate
from ..rules.faith.scripture import BurnBooks, PublishTreatise, Translate
from ..rules.impulses import PlayEvent, PlayForCp
from ..rules.naval.piracy import Piracy
from ..rules.naval.sailing import AttackFleet, InterceptAtSea, Sail
from ..rules.naval.transport import Transport
from ..rules.new_world.voyages import Colonize, Conquer, Explore
from ..rules.war.assaults import Assault
from ..rules.war.marching import March
from ..rules.war.meeting import Intercept
from ..state import State


def conqueror(state: State, seat: str, action: Action) -> float:
    """Want keys: march with all one has against enemies, besiege, assault."""
    match action:
        case Assault():
            return 9
        case March(to=to) if action.troops.total > 1:
            owner = table.controller(state, to)
            worth = 3 if SPACES[to] == "key" else 1
            return worth * (not table.allied(state, seat, owner)) + action.troops.total / 20
        case Intercept() | DeclareWars(on=(_, *_)) | TakeControl():
            return 2
        case PlayForCp(card=card):
            return CARD.thing(card).cp / 5
        case RaiseUnits():
            return 0.2
        case _:
            return 0


def admiral(state: State, seat: str, action: Action) -> float:
    """Want the sea and the New World."""
    match action:
        case Piracy() | Explore() | Conquer() | Colonize() | AttackFleet() | InterceptAtSea():
            return 5
        case Transport():
            return 3
        case Sail():
            return 2
        case PlayForCp(card=card):
            return CARD.thing(card).cp / 5
        case _:
            return 0


def preacher(state: State, seat: str, action: Action) -> float:
    """Want souls: translate, publish, debate, burn books."""
    match action:
        case CallDebate() | PublishTreatise() | BurnBooks():
            return 4
        case Try() | Turn():
            return 3
        case Translate(count=count):
            return 1 + count / 10
        case PlayForCp(card=card):
            return CARD.thing(card).cp / 5
        case _:
            return 0


def courtier(state: State, seat: str, action: Action) -> float:
    """Want events: play every card for what it says."""
    return 2 if isinstance(action, PlayEvent) else 0


SPACES: Final = {each.id: each.kind for each in SPACE}
WILLS: Final = (conqueror, admiral, preacher, courtier)
