"""Look at cards that lie face down, by a power: what is seen, only that player knows."""

from typing import Annotated, Literal

from adjudicator import Event, Play

from ..facts import CARD, CardId, PlayerId, RegionId, SiteId, SlotId
from ..rules.book import SeatEvent
from ..state import State

Where = Literal["deck", "pile", "adviser", "relic"]


class CardsSeen(Event, frozen=True, tag="cards_seen", rule="9.4"):
    """The cards that a player saw, in their order: of the world deck, of a pile, of another player."""

    where: Where
    cards: Annotated[tuple[str, ...], CARD]
    region: RegionId | None = None
    player: PlayerId | None = None


class SiteSeen(Event, frozen=True, tag="site_seen", rule="9.4"):
    """The site that lies face down in a slot, as a player saw it."""

    slot: SlotId
    site: SiteId


class Revealed(SeatEvent, frozen=True, tag="revealed", rule="10.0"):
    """A player showed everybody a card that lay face down."""

    card: CardId


class Looked(SeatEvent, frozen=True, tag="looked", rule="9.4"):
    """A player looked at so many cards."""

    where: Where
    count: int
    region: RegionId | None = None
    player: PlayerId | None = None


def look(
    play: Play[State],
    seat: str,
    cards: list[int],
    where: Where,
    *,
    region: str | None = None,
    player: str | None = None,
) -> None:
    """Show cards to a player, and tell everybody that they were looked at."""
    play.emit(Looked(seat, where, len(cards), region, player))
    play.show(CardsSeen(where, tuple(CARD.ids[card] for card in cards), region, player), (seat,))
