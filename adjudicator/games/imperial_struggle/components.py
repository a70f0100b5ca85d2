"""Define how fields of actions, events and refusals name things of a game (:mod:`.fact_types`, :mod:`.fact_events`)."""

from typing import Annotated, Final

from adjudicator.components.kinds import Kind, Thing
from adjudicator.kernel.events import Event

from .fact_events import EVENT
from .fact_types import (
    ACTION_TYPE,
    ADVANTAGE,
    COMMODITY,
    ERA,
    FLAG,
    INVESTMENT,
    KEYWORD,
    MINISTRY,
    REGION,
    SIDE,
    SPACE,
    THEATRE,
    TURN,
    WAR,
    WAR_TILE,
)

NAVY_BOX: Final = "navy_box"
"""Stands for a space where a squadron lies."""
PLACE: Final[Kind[Thing]] = Kind("place", lambda: map(Thing, (*SPACE.ids, NAVY_BOX)))
"""Where a squadron may lie: a space, or the navy box of its side."""
MINISTRY_CARD: Final[Kind[Thing]] = Kind(
    "ministry card", lambda: [Thing(f"m{number}") for number in MINISTRY.indexes], first=1
)
"""Ministry cards as actions and events name them: `m` and their number."""
ACTION: Final[Kind[Thing]] = Kind("action", ("major", "minor"))
"""The two actions of an Investment tile (5.3)."""

SideId = Annotated[str, SIDE]
SideIndex = Annotated[int, SIDE]
FlagId = Annotated[str, FLAG]
TypeId = Annotated[str, ACTION_TYPE]
EraId = Annotated[str, ERA]
WarId = Annotated[str, WAR]
TurnId = Annotated[str, TURN]
RegionId = Annotated[str, REGION]
SpaceId = Annotated[str, SPACE]
SpaceIds = Annotated[tuple[str, ...], SPACE]
PlaceId = Annotated[str, PLACE]
CommodityId = Annotated[str, COMMODITY]
CommodityIds = Annotated[tuple[str, ...], COMMODITY]
AdvantageId = Annotated[str, ADVANTAGE]
InvestmentId = Annotated[str, INVESTMENT]
InvestmentIds = Annotated[tuple[str, ...], INVESTMENT]
WarTileId = Annotated[str, WAR_TILE]
WarTileIds = Annotated[tuple[str, ...], WAR_TILE]
TheatreId = Annotated[str, THEATRE]
EventNumber = Annotated[int, EVENT]
EventNumbers = Annotated[tuple[int, ...], EVENT]
MinistryId = Annotated[str, MINISTRY_CARD]
MinistryIds = Annotated[tuple[str, ...], MINISTRY_CARD]
KeywordId = Annotated[str, KEYWORD]


class SideEvent(Event, frozen=True, by="side"):
    """Something that a side did, or that happened to it."""

    side: SideId

    @property
    def against(self) -> tuple[str]:
        """The other side."""
        return (SIDE.ids[1 - SIDE.index[self.side]],)
