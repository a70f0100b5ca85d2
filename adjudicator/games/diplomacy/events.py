"""What the reports tell of a year."""

from __future__ import annotations

from adjudicator.kernel.events import Event

from .rules.resolution import Outcome


class YearBegan(Event, frozen=True, tag="year_began", rule="movement"):
    year: int


class Ordered(Event, frozen=True, tag="ordered", rule="movement"):
    """An order of movement and what came of it; `of`: the unit that is supported, or the army that is carried."""

    power: str
    kind: str
    place: str
    order: str
    outcome: Outcome
    of: str = ""
    to: str = ""
    by_convoy: bool = False
    dislodged: bool = False


class Retreated(Event, frozen=True, tag="retreated", rule="retreats"):
    """A dislodged unit went to a place, or, with none, was disbanded; `aimed`: where it wanted to go."""

    power: str
    kind: str
    place: str
    to: str = ""
    aimed: str = ""


class Built(Event, frozen=True, tag="built", rule="winter"):
    power: str
    kind: str
    place: str


class Disbanded(Event, frozen=True, tag="disbanded", rule="winter"):
    power: str
    kind: str
    place: str


class CentresCounted(Event, frozen=True, tag="centres_counted", rule="winter"):
    """Whose each centre is after autumn, and which powers have taken it since."""

    owners: dict[str, str]
    taken: dict[str, str]
