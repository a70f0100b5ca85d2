"""Rule 5.2 step 2: a part of an event asks for what it leaves open, and is carried out."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, Literal

import msgspec

from adjudicator import Action, Answers, Asking, Choose, Frames, Play, Refusal
from adjudicator.components import Code

from ...components import CommodityId, EventNumber, PlaceId, SideIndex, SpaceIds, WarTileId
from ...fact_events import EVENT, Part
from ...fact_types import SIDES
from ...facts import FACTS
from ...state import State
from ..book import step
from ..ministries.cards import BONUS_RECEIVED
from ..ministries.for_events import bonus_received
from ..purse import points_of
from .conditions import Doing, holds
from .effects import EFFECTS, UNCHOSEN, EventWithoutEffect
from .menus import Alternative, Field, Given, alternative_of, asks, menu_of
from .targets import Activation, chooser

event_choice_later = Code("5.2", card=EVENT, argument=str)
"""Something is drawn before it can be chosen."""
other_event = Code("5.2", card=EVENT, part=str, asked_card=EVENT, asked_part=str)
event_option = Code("5.2", card=EVENT, part=str, option=str, options=str)
event_argument = Code("5.2", card=EVENT, part=str, argument=str, arguments=str)
"""Arguments: those that it takes."""
event_target = Code("5.2", card=EVENT, part=str, argument=str, given=str, targets=str)
event_target_twice = Code("5.2", card=EVENT, part=str, argument=str, given=str)
event_count = Code("5.2", card=EVENT, part=str, argument=str, given=int, least=int, most=int)


class ChooseForEvent(Action, frozen=True, tag="choose_for_event"):
    """The choice for a part of an Event that leaves one (5.2); the arguments are those that its card asks for.

    ``conflicts``: spaces of new markers. ``unflag``, ``remove_enemy``, ``remove_own``: flags that go. ``shift``: empty
    spaces are flagged, opposing ones unflagged. ``option``: the alternative. ``squadron``: a naval space or
    ``navy_box``. ``theater``: number in the war. ``tile``: an own Bonus War tile. ``commodity``: one that comes into
    demand, ``replaces``: one that leaves it. ``points``: economic points taken for debt that could not be lowered.
    ``pay``: debt or trp. ``refresh``, ``exhaust``: Advantages.
    """

    card: EventNumber
    part: Literal["effect", "bonus"]
    option: str | None = None
    conflicts: SpaceIds = ()
    unflag: tuple[str, ...] = ()
    shift: tuple[str, ...] = ()
    remove_enemy: tuple[str, ...] = ()
    remove_own: tuple[str, ...] = ()
    take_control: tuple[str, ...] = ()
    refresh: tuple[str, ...] = ()
    exhaust: tuple[str, ...] = ()
    fort: str | None = None
    squadron: PlaceId | None = None
    tile: WarTileId | None = None
    theater: int | None = None
    commodity: CommodityId | None = None
    replaces: CommodityId | None = None
    points: int = 0
    score_cotton: bool = False
    pay: Literal["debt", "trp"] | None = None
    activate: Activation | None = None


ARGUMENTS: Final = ChooseForEvent.__struct_fields__[3:]
"""What it may say besides card, part and option."""


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
            yield from (self._answer(alternative, given) for given in alternative.all())

    def sample(self, state: State, seat: str, rng: Random) -> ChooseForEvent:
        alternative = rng.choice(menu_of(state, self.side, self.card, self.part))
        return self._answer(alternative, alternative.one(rng))

    def _answer(self, alternative: Alternative, given: Given) -> ChooseForEvent:
        return ChooseForEvent(self.card, self.part, alternative.option, **given)

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, ChooseForEvent)
        try:
            self._check(state, action)
        except Refusal as reason:
            reason.nearest = tuple(self.nearest(state, seat, action))
            raise

    def default(self, state: State, seat: str) -> ChooseForEvent:
        """Return the first of the legal answers."""
        return next(self.options(state, seat))

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """Return the card, its part, its alternatives, and which arguments each of them takes.

        Nothing hidden is in it: the values may be War tiles of the side that is asked.
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
        nothing = ChooseForEvent(card, part)
        for name in ARGUMENTS:
            if name not in names and getattr(action, name) != getattr(nothing, name):
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
    """Return an id or a figure; for an activation, the advantage with its target."""
    if isinstance(value, msgspec.Struct):
        return " ".join(str(part) for part in msgspec.structs.astuple(value) if part)
    return value


@step("5.2")
def event_part(play: Play[State], side: SideIndex, card: EventNumber, part: Part) -> Asking:
    """Carry out the effect, then the bonus if its condition held when the card was played (5.2 steps 1 and 2)."""
    state = play.state
    if part == "bonus" and BONUS_RECEIVED not in points_of(state).modifiers:
        return ()
    menu = menu_of(state, side, card, part)
    choice = None
    if asks(menu):
        answers = ChooseForEventAnswers(side, card, part)
        choice = yield Choose(SIDES[chooser(state, side, card)], answers, automatic=True)
    return _carry_out(play, side, card, part, choice or ChooseForEvent(card, part))


def _carry_out(play: Play[State], side: int, card: int, part: Part, choice: ChooseForEvent) -> Frames:
    """Carry out the ops of a part in order (5.2 step 2).

    If no alternative is possible, all of them are without effect.
    """
    following: list[Any] = []
    for op in FACTS.event_versions[card - 1][side].part(part):
        if op.option and choice.option is None:
            play.emit(EventWithoutEffect(SIDES[side], card, part, op.op))
            continue
        if op.option and op.option != choice.option:
            continue
        chosen = getattr(choice, op.argument) if op.argument else None
        possible = holds(play.state, side, op.condition) and (chosen or not op.argument or op.op in UNCHOSEN)
        done = possible and EFFECTS[op.op](Doing(play, side, card, part, op, chosen))
        if not possible or done is False:
            play.emit(EventWithoutEffect(SIDES[side], card, part, op.op))
        elif done not in (None, True):
            following += done  # type: ignore[arg-type]
    if part == "bonus":
        bonus_received(play, side)
    return following


def alternatives(actions: Iterable[object]) -> dict[tuple[int, Part], str]:
    """Return which alternative was chosen for parts of cards among these actions; "" where there is only one."""
    return {(action.card, action.part): action.option or "" for action in actions if isinstance(action, ChooseForEvent)}
