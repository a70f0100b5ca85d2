"""Rule 5.2 step 2: a part of an event asks for what it leaves open, and is carried out."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from adjudicator import Action, Answers, Asking, Choose, Play, Refusal
from adjudicator.components import Code

from ...fact_events import EVENT, Part
from ...fact_types import SIDES
from ...state import State
from ..book import step
from ..ministries.cards import BONUS_RECEIVED
from ..purse import points_of
from .choices import ChooseForEvent
from .effects import carry_out
from .menus import Field, alternative_of, asks, menu_of, set_arguments
from .targets import chooser

other_event = Code("5.2", card=EVENT, part=str, asked_card=EVENT, asked_part=str)
event_option = Code("5.2", card=EVENT, part=str, option=str, options=str)
event_argument = Code("5.2", card=EVENT, part=str, argument=str, arguments=str)
"""Arguments: those that it takes."""
event_target = Code("5.2", card=EVENT, part=str, argument=str, given=str, targets=str)
event_target_twice = Code("5.2", card=EVENT, part=str, argument=str, given=str)
event_count = Code("5.2", card=EVENT, part=str, argument=str, given=int, least=int, most=int)


class ChooseForEventAnswers(Answers[State]):
    """The choices of one part of a card; ``side`` plays it, the opponent may be the one who chooses."""

    kind = "choose_for_event"
    rule = "5.2"
    actions = (ChooseForEvent,)
    interrupts = True

    def __init__(self, side: int, card: int, part: Part) -> None:
        self.side, self.card, self.part = side, card, part

    def options(self, state: State, seat: str) -> Iterator[ChooseForEvent]:
        for alternative in menu_of(state, self.side, self.card, self.part):
            yield from alternative.answers(self.card, self.part)

    def sample(self, state: State, seat: str, rng: Random) -> ChooseForEvent:
        return rng.choice(menu_of(state, self.side, self.card, self.part)).one(self.card, self.part, rng)

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, ChooseForEvent)
        try:
            self._check(state, action)
        except Refusal as reason:
            reason.nearest = tuple(self.nearest(state, seat, action))
            raise

    def default(self, state: State, seat: str) -> ChooseForEvent:
        """The first of the legal answers."""
        return next(self.options(state, seat))

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """The card, its part, its alternatives, and which arguments each of them takes. Nothing hidden: the values
        may be War tiles of the side that is asked.
        """
        menu = menu_of(state, self.side, self.card, self.part)
        return {
            "card": self.card,
            "part": self.part,
            "side": SIDES[self.side],
            "options": [alternative.option for alternative in menu if alternative.option],
            "arguments": {
                alternative.option or "": {
                    field.name: {"least": field.least, "most": field.most} for field in alternative.fields
                }
                for alternative in menu
            },
        }

    def _check(self, state: State, action: ChooseForEvent) -> None:
        card, part = action.card, action.part
        if (card, part) != (self.card, self.part):
            raise other_event(card=card, part=part, asked_card=self.card, asked_part=self.part)
        menu = menu_of(state, self.side, card, part)
        alternative = alternative_of(menu, action.option)
        if alternative is None:
            known = [found.option for found in menu if found.option]
            raise event_option(card=card, part=part, option=action.option, options=known)
        names = [field.name for field in alternative.fields]
        for name in set_arguments(action):
            if name not in names:
                raise event_argument(card=card, part=part, argument=name, arguments=names)
        for field in alternative.fields:
            given = getattr(action, field.name)
            self._check_values(field, given if field.many else () if given is None else (given,))

    def _check_values(self, field: Field, values: tuple[Any, ...]) -> None:
        told: dict[str, Any] = {"card": self.card, "part": self.part, "argument": field.name}
        for value in values:
            if value not in field.values:
                targets = [_told(value) for value in field.values]
                raise event_target(**told, given=_told(value), targets=targets)
        if len(set(values)) != len(values):
            raise event_target_twice(**told, given=[_told(value) for value in values])
        if not field.least <= len(values) <= field.most:
            raise event_count(**told, given=len(values), least=field.least, most=field.most)


def _told(value: Any) -> Any:
    """An id or a figure; the advantage of an activation with its target."""
    if isinstance(value, msgspec.Struct):
        return " ".join(str(part) for part in msgspec.structs.astuple(value) if part)
    return value


@step("5.2")
def event_part(play: Play[State], side: int, card: int, part: Part) -> Asking:
    """The effect, then the bonus if its condition held when the card was played (5.2 steps 1 and 2)."""
    state = play.state
    if part == "bonus" and BONUS_RECEIVED not in points_of(state).modifiers:
        return ()
    menu = menu_of(state, side, card, part)
    choice = None
    if asks(menu):
        answers = ChooseForEventAnswers(side, card, part)
        choice = yield Choose(SIDES[chooser(state, side, card)], answers, automatic=True)
    return carry_out(play, side, card, part, choice or ChooseForEvent(card, part))
