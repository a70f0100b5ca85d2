"""Players with a will in random play, who come where chance does not: to conquests, visions, riches, citizenship.

A will tells how dear an action is to its player: the dearest is done; what is worth nothing is left to whims.
"""

from typing import Final

from msgspec.structs import replace

from adjudicator import Action
from adjudicator.kernel.trials import Will

from ..facts import CARD, CONSPIRACY, NONE, PROTECTION, SLOT, SUPREMACY, TRUE_VISION
from ..rules import table
from ..rules.battle import LetPlan, Sacrifice, UsePlan
from ..rules.book import Modified
from ..rules.campaign import Attack
from ..rules.chronicle import Restore
from ..rules.deals import KINDS, AcceptDeal, Propose
from ..rules.economy import Muster, RecoverBanner, RecoverRelic, Trade
from ..rules.empire import Accept, ExileCitizen, TakeSpace, Terms
from ..rules.playing import ConspiracyAnswers, Conspire, ConspireForBanner, Way
from ..rules.powers import TARGETING, Skip, UsePower
from ..rules.search import Search
from ..rules.spoils import BanishTo, BurnHalf, BuryRelic, KeepRelic, PlaceAt, SpareFavor
from ..rules.travel import NoJourney, Travel
from ..rules.turns import PutFavor, TakeToken, UseRest
from ..rules.warbands import MoveWarbands, Permit
from ..state import State

ENDLESS: Final = frozenset((*KINDS, "tavern_songs", "oracular_pig"))
"""Cards whose power costs nothing and may change nothing: who wants it would use it without end."""


def conqueror(state: State, seat: str, action: Action) -> float:
    """Want sites: muster, go where an army is the stronger one, and campaign."""
    match action:
        case Attack():
            begun = action.begun(state, seat, state.boards[seat].pawn)
            return 4 + begun.attack - begun.defense
        case UsePlan() | Sacrifice() | BurnHalf() | BanishTo() | PlaceAt() | LetPlan() | KeepRelic():
            return 3
        case Muster():
            return 2 + _named(action)
        case Travel() if state.boards[seat].warbands > 2:
            return 1 + _named(action)
        case _:
            return 0


def seer(state: State, seat: str, action: Action) -> float:
    """Want a vision: search the world deck, reveal the vision that is found, and reach its goal."""
    board = state.boards[seat]
    match action:
        case Way(card=card, to="revealed") if card in TRUE_VISION.ids:
            return 9
        case _ if board.vision != NONE and (wanted := _fulfils(state, seat, action, CARD.things[board.vision].oath)):
            return wanted
        case RecoverBanner() | RecoverRelic():
            return 6
        case Search():
            return 4
        case Way():
            return 2
        case Trade():
            return 1 + _named(action)
        case _:
            return 0


def _fulfils(state: State, seat: str, action: Action, oath: int) -> float:
    """Return how dear an action is to a player whose vision has this goal (3.2)."""
    match action:
        case Attack() if oath == SUPREMACY:
            return conqueror(state, seat, action)
        case Muster() | PlaceAt() if oath == SUPREMACY:
            return 3
        case RecoverRelic() | RecoverBanner() if oath == PROTECTION:
            return 8
        case RecoverBanner(banner=banner) if oath not in (SUPREMACY, PROTECTION):
            sought = ("peoples_favor", "darkest_secret")[oath != 1]
            return 8 if banner == sought and state.banners[oath != 1].holder != seat else 0
        case Trade(gain=gain) if oath not in (SUPREMACY, PROTECTION):
            return 5 if gain == ("favor", "secrets")[oath != 1] else 0
        case _:
            return 0


def hoarder(state: State, seat: str, action: Action) -> float:
    """Want relics, banners, favor and secrets, and use all powers."""
    match action:
        case RecoverRelic():
            return 8
        case RecoverBanner():
            return 7
        case UsePower(card=card):
            return 0 if card in ENDLESS else 6
        case TakeToken() | AcceptDeal() | KeepRelic():
            return 5
        case Trade():
            return 4 + _named(action)
        case Propose():
            return 2
        case Travel() if state.boards[seat].supply > 4:
            return 1 + _named(action)
        case _:
            return 0


def _plots(state: State, seat: str, action: Action) -> float:
    """Return how dear an action is to a player who wants the Conspiracy to take something (5.1.4.4)."""
    match action:
        case ConspireForBanner():
            return 10
        case Conspire():
            return 9
        case Way(to="conspiracy"):
            return 9 if _takes(state, seat) else 0
        case Way(card="conspiracy", to="facedown"):
            return 8
        case Travel(slot=slot) if any(adviser.card == CONSPIRACY for adviser in state.boards[seat].hidden):
            then = replace(state, boards={**state.boards, seat: replace(state.boards[seat], pawn=SLOT.number(slot))})
            return 8 if _takes(then, seat) and not _takes(state, seat) else 0
        case _:
            return 0


def _takes(state: State, seat: str) -> bool:
    """Return whether the Conspiracy would take something where the player is."""
    return len([*ConspiracyAnswers().options(state, seat)]) > 1


def courtier(state: State, seat: str, action: Action) -> float:
    """Want an empire of many: offer and accept citizenship, give help, spare others, and keep sites garrisoned."""
    match action:
        case Accept() | Permit() | TakeSpace():
            return 9
        case SpareFavor() | NoJourney():
            return 2
        case Way(card="royal_ambitions" | "bewitch" | "long_lost_heir", to="adviser" | "site"):
            return 8
        case Terms():
            return 5
        case ExileCitizen():
            return 4
        case MoveWarbands() if not table.belongs(state, seat):
            return 1
        case Search():
            return 1 + _named(action)
        case _:
            return 0


def scholar(state: State, seat: str, action: Action) -> float:
    """Want to see what cards do: conspire, use powers, battle plans and modifiers, and play cards face up."""
    match action:
        case _ if plots := _plots(state, seat, action):
            return plots
        case UsePower(card=card):
            return 0 if card in ENDLESS else 7
        case Way(card=card, to="site" | "adviser"):
            return 8 if "when_played" in CARD.thing(card).powers else 4
        case UsePlan() | UseRest() | BuryRelic() | TakeSpace() | PutFavor() | Restore():
            return 6
        case Attack():
            return 9 if action.plans else 5 if _armed(state, seat) else 0
        case Modified():
            return 3 + 3 * _named(action)
        case Skip():
            return 0
        case _ if isinstance(action, TARGETING):
            return 1
        case _:
            return 0


def _named(action: Modified) -> float:
    """Return a little more for each modifier that an action uses."""
    return 0.1 * len(action.modifiers)


def _armed(state: State, seat: str) -> bool:
    """Return whether a player rules a battle plan and has warbands for a campaign."""
    plans = (card for card in table.ruled_cards(state, seat) if "battle_plan" in table.face(state, card).powers)
    return state.boards[seat].warbands > 1 and any(plans)


def _or_curious(will: Will[State]) -> Will[State]:
    """Return a will that looks at cards where it wants nothing of its own."""
    return lambda state, seat, action: will(state, seat, action) or scholar(state, seat, action) / 10


WILLS: Final = (*map(_or_curious, (conqueror, seer, hoarder, courtier)), scholar)
