"""What the reports tell of a year."""

from __future__ import annotations

from typing import Annotated

from adjudicator.kernel.events import Event

from .facts import OUTCOME, PLACE, SEASON, PlaceId, PowerId, ProvinceId, UnitId


class SeasonBegan(Event, frozen=True, tag="season_began", rule="3"):
    year: int
    season: Annotated[str, SEASON]


class Ordered(Event, frozen=True, tag="ordered", rule="3", by="power"):
    """An order of movement and what came of it; `of`: the unit that is supported, or the army that is carried."""

    power: PowerId
    kind: UnitId
    place: PlaceId
    order: str
    outcome: Annotated[str, OUTCOME]
    of: ProvinceId = ""
    to: PlaceId = ""
    by_convoy: bool = False
    dislodged: bool = False
    of_kind: UnitId = ""


class MustRetreat(Event, frozen=True, tag="must_retreat", rule="4", by="power", touches=("place",), hits=("power",)):
    """A unit was dislodged; `open`: where it may go, as far as the campaign shows it."""

    power: PowerId
    kind: UnitId
    place: PlaceId
    open: Annotated[tuple[str, ...], PLACE] = ()


class Retreated(Event, frozen=True, tag="retreated", rule="4", by="power", touches=("place", "to")):
    """A dislodged unit went to a place, or, with none, was disbanded; `aimed`: where it wanted to go."""

    power: PowerId
    kind: UnitId
    place: PlaceId
    to: PlaceId = ""
    aimed: PlaceId = ""


class Built(Event, frozen=True, tag="built", rule="5", by="power", touches=("place",)):
    power: PowerId
    kind: UnitId
    place: PlaceId


class Disbanded(Event, frozen=True, tag="disbanded", rule="5", by="power", touches=("place",)):
    power: PowerId
    kind: UnitId
    place: PlaceId


class CentresTaken(
    Event, frozen=True, tag="centres_taken", rule="5", by="power", touches=("centres",), hits=("loser",)
):
    """A power has taken centres since the last autumn, those of `loser`, or, with none, those of nobody."""

    power: PowerId
    centres: Annotated[tuple[str, ...], PLACE]
    loser: PowerId = ""


class CentresCounted(Event, frozen=True, tag="centres_counted", rule="5"):
    """How many centres each power has after autumn."""

    year: int
    counts: dict[str, int]
