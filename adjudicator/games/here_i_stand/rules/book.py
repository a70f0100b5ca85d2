"""Define what every chapter declares with: the register of the steps, events of a power, actions that name things."""

from typing import Final

from adjudicator import Action, Event, StepBook

from ..facts import CardId, DebaterId, LeaderId, LocationId, MinorId, PowerId, SpaceId, ZoneId

STEPS: Final = StepBook()
step = STEPS.step


class PowerEvent(Event, frozen=True, by="power"):
    """Something that a power does, or that happens to it."""

    power: PowerId


class OfCard(Action, frozen=True):
    card: CardId


class AtSpace(Action, frozen=True):
    space: SpaceId


class AtLocation(Action, frozen=True):
    at: LocationId


class OfPower(Action, frozen=True):
    power: PowerId


class OfMinor(Action, frozen=True):
    minor: MinorId


class OfZone(Action, frozen=True):
    zone: ZoneId


class OfDebater(Action, frozen=True):
    debater: DebaterId


class OfLeader(Action, frozen=True):
    leader: LeaderId
