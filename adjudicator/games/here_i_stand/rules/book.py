"""Define what every chapter declares with: the register of the steps, events of a power, actions that name things."""

from typing import Any, ClassVar, Final

from adjudicator import Action, Choose, Event, Play, Refusal, StepBook, ValidatedAnswers

from ..facts import CardId, DebaterId, LeaderId, LocationId, MinorId, PowerId, SpaceId, ZoneId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


class Choices(ValidatedAnswers[State]):
    """Answers of one kind that can be wrong, and perhaps `silent`: to do nothing, which is never wrong.

    Who does not answer does nothing, or where something must be done, the first of what can be.
    """

    silent: ClassVar[type[Action] | None] = None

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        done = self.silent is not None and isinstance(action, self.silent)
        return None if done else self.against(state, seat, action)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        """Return why an action is not legal; None if it is."""
        raise NotImplementedError  # abstract

    def default(self, state: State, seat: str) -> Action | None:
        return next(iter(self.options(state, seat)), None) if self.silent is None else self.silent()


def asking(play: Play[State], power: str, answers: Any, *, automatic: bool = False) -> Choose[State]:
    """Return a question to a power, which interrupts the impulse of another one; `automatic` as `Choose` has it."""
    answers.interrupts = play.state.acting and power != play.state.impulse.power
    return Choose(power, answers, automatic)


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
