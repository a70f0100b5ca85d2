"""Tell what happened and what is refused, as far as templates alone do not say it."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.events import Event
from adjudicator.reports.wording.event_text import Context, EventText, TellingMode, added
from adjudicator.reports.wording.phases import new_turn

from ..facts import FIRST_PAWN, ITEM, ONE_SHOT, OPERATION, PIECE
from ..rules import battles, cards, regime, squares, turns
from ..rules.book import Moved
from ..rules.fairs import Taxed
from ..rules.pieces import Killed, Repressed
from ..rules.table import pawn
from ..rules.targets import BishopMoved, Operated, PirateSailed, Voted
from .book import TELLINGS, Speech, tell

_OWN_WORDS: Final = ("commerce", "campaign")
"""Operations that are told themselves; of the others what they did, with the card."""


@TELLINGS.place
def how(event: cards.Played, to: Speech) -> str:
    """Describe what a played card brings: its one-shot, or a queen that nobody marries."""
    shot = ITEM.thing(event.card).shot if event.shot else ""
    return to.gettext("an old maid") if event.maid else to.thing(ONE_SHOT, shot) if shot else ""


@TELLINGS.place
def war(event: battles.BattleFought, to: Speech) -> str:
    """Name what a battle is fought for: a one-shot or a campaign."""
    return to.heading(OPERATION if event.war == "campaign" else ONE_SHOT, event.war)


@TELLINGS.fact
def conceded(event: Moved) -> bool:
    """Return whether it is a concession, and no pirate."""
    return PIECE.number(event.piece) >= FIRST_PAWN


@TELLINGS.fact
def of_its_own(event: Moved) -> bool:
    """Return whether the seat lost something itself: a pawn, or an agent that had not come to the map."""
    at_home = event.place is event.border is event.card is event.empire is None
    return at_home or event.piece == PIECE.ids[pawn(event.seat)]


@TELLINGS.fact
def by_coronation(event: regime.RegimeChanged) -> bool:
    """Return whether it came with a queen."""
    return event.how == "coronation"


@TELLINGS.fact
def own_coronation(event: regime.RegimeChanged) -> bool:
    """Return whether a king only married."""
    return event.how == "coronation" and event.loser == event.seat


tell(turns.TurnBegan, "%(seat)s begins a turn", begins=new_turn, lasts=True, silent=True, deed=TellingMode.BEGINS)


@TELLINGS.join(squares.Discarded, squares.Dethroned)
def _sold(
    context: Context[Speech], event: squares.Discarded | squares.Dethroned, effect: EventText, to: Speech
) -> bool:
    """Return whether an item left by a sale, which is reported as a sale."""
    return event.cause == "sale"


@TELLINGS.join(BishopMoved, PirateSailed, Voted, Killed, Repressed, squares.Discarded, squares.Dethroned, Taxed)
def _by_means_of(context: Context[Speech], event: Event, effect: EventText, to: Speech) -> bool:
    """Report what an operation did, with the card that did it."""
    used = context.before
    if not isinstance(used, Operated) or used.operation in _OWN_WORDS:
        return False
    card = to.inflected(ITEM, used.card, "genitive")
    return context.instead(event, added(effect, to.gettext("with %(card)s", card=card)))
