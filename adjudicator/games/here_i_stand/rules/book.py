"""Define what every chapter declares with: the register of the steps, events of a power, actions that name things."""

from typing import Any, Final

from adjudicator import Action, Choose, Event, Play, StepBook

from ..facts import CardId, DebaterId, LeaderId, LocationId, MinorId, PowerId, SpaceId, ZoneId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


def asking(play: Play[State], power: str, answers: Any) -> Choose[State]:
    """Return a question to a power, which interrupts the impulse of another one."""
    answers.interrupts = play.state.acting and power != play.state.impulse.power
    return Choose(power, answers)


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
