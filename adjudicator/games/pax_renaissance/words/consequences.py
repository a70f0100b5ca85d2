"""What follows at once from a lost or silenced card, in words."""

from __future__ import annotations

from ..facts import NONE, PIECE, PLACE
from ..rules import consequences
from .book import ANSWER, Counter, chip_of, offer, tell
from .speech import Speech


def _kept(action: consequences.KeepInVenice, counter: Counter, to: Speech) -> str:
    piece = counter.state.places[PLACE.number(action.place)]
    return to.at(PLACE, action.place) if piece == NONE else f"{to.thing(PIECE, piece)}, {to.at(PLACE, action.place)}"


offer(consequences.DiscardHand, "%(card)s", ANSWER, chip=chip_of("card"))
offer(consequences.KeepInVenice, _kept, ANSWER, chip=chip_of("place"))


tell(
    consequences.HandCut,
    lambda event, to: to.ngettext(
        "the large hand is lost, %(n)s card is left", "the large hand is lost, %(n)s cards are left", event.cards
    ),
)
