"""Players with a will in random play, who come where chance does not: to conquests, visions, riches, citizenship.

A will tells how dear an action is to its player: the dearest is done; what is worth nothing is left to whims.
"""

from typing import Final

from adjudicator import Action

from ..facts import TRUE_VISION
from ..rules import table
from ..rules.battle import Sacrifice, UsePlan
from ..rules.campaign import Attack
from ..rules.deals import AcceptDeal, Propose
from ..rules.economy import Muster, RecoverBanner, RecoverRelic, Trade
from ..rules.empire import Accept, Terms
from ..rules.playing import Way
from ..rules.powers import UsePower
from ..rules.search import Search
from ..rules.spoils import BurnHalf
from ..rules.travel import Travel
from ..rules.turns import TakeToken
from ..rules.warbands import MoveWarbands, Permit
from ..state import State


def conqueror(state: State, seat: str, action: Action) -> float:
    """Want sites: muster, go where an army is the stronger one, and campaign."""
    match action:
        case Attack():
            begun = action.begun(state, seat, state.boards[seat].pawn)
            return 4 + begun.attack - begun.defense
        case UsePlan() | Sacrifice() | BurnHalf():
            return 3
        case Muster():
            return 2
        case Travel() if state.boards[seat].warbands > 2:
            return 1
        case _:
            return 0


def seer(state: State, seat: str, action: Action) -> float:
    """Want a vision: search the world deck, reveal the vision that is found, and reach its goal."""
    match action:
        case Way(card=card, to="revealed") if card in TRUE_VISION.ids:
            return 9
        case RecoverBanner() | RecoverRelic():
            return 6
        case Search():
            return 4
        case Way():
            return 2
        case Trade():
            return 1
        case _:
            return 0


def hoarder(state: State, seat: str, action: Action) -> float:
    """Want relics, banners, favor and secrets, and use all powers."""
    match action:
        case RecoverRelic():
            return 9
        case RecoverBanner():
            return 7
        case UsePower():
            return 6
        case TakeToken() | AcceptDeal():
            return 5
        case Trade():
            return 4
        case Propose():
            return 2
        case Travel() if state.boards[seat].supply > 4:
            return 1
        case _:
            return 0


def courtier(state: State, seat: str, action: Action) -> float:
    """Want an empire of many: offer and accept citizenship, give help, and keep sites garrisoned."""
    match action:
        case Accept() | Permit():
            return 9
        case Terms():
            return 5
        case MoveWarbands() if not table.belongs(state, seat):
            return 1
        case Search():
            return 1
        case _:
            return 0


WILLS: Final = (conqueror, seer, hoarder, courtier)
