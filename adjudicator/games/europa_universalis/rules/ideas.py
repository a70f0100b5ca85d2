"""Ideas: researching them, what they give as long as they are held (R4.04, R8.06)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Event, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from ..content import Content
from ..facts import POWER, SeatId
from ..slots import IDEA, IdeaId
from ..state import State
from .deeds import Deed
from .operations import effects
from .purse import gain_prestige, lacks, pay

FOLLOWERS: Final = 2
"""How many may have an idea for them to get prestige when another seat researches it."""


class Researched(Event, frozen=True, tag="researched", rule="R4.04", by="seat"):
    """A seat has an idea; `lost`: the form of government that it gave up for it."""

    seat: SeatId
    idea: IdeaId
    lost: IdeaId | None = None


class IdeaShown(Event, frozen=True, tag="idea_shown", rule="R8.06"):
    """An idea came on display; `gone`: the one that it replaced."""

    idea: IdeaId
    gone: IdeaId | None = None


class Research(Action, frozen=True, tag="research"):
    """Research an idea on display, for its cost. R4.04."""

    idea: IdeaId


not_on_display = Code("R4.04", idea=IDEA)
known_already = Code("R4.04", idea=IDEA)


def cost_of(content: Content, idea: int, discount: int = 0) -> dict[str, int]:
    """What an idea costs, by type of power."""
    return {POWER.ids[IDEA.things[idea].power]: max(0, content.ideas[IDEA.ids[idea]].cost - discount)}


def governments(content: Content) -> int:
    """The ideas that are forms of government, as a mask."""
    return mask_of(IDEA.number(id) for id, each in content.ideas.items() if each.government)


def research_refused(state: State, seat: str, idea: int) -> Refusal | None:
    """Why a seat cannot have an idea at all."""
    return known_already(idea=IDEA.ids[idea]) if state.led[seat].ideas >> idea & 1 else None


def research(play: Play[State], seat: str, idea: int) -> Frames:
    """A seat has an idea: prestige for it, and for up to two that had it before; one form of government at a
    time. Then its instant effects.
    """
    state, content = play.state, play.content
    own = state.led[seat]
    before = [each for each in state.order if state.led[each].ideas >> idea & 1]
    lost = own.ideas & governments(content) if governments(content) >> idea & 1 else 0
    own.ideas = own.ideas & ~lost | 1 << idea
    play.emit(Researched(seat, IDEA.ids[idea], next(iter(IDEA.ids_of(lost)), None)))
    gain_prestige(play, seat, 2)
    if len(before) <= FOLLOWERS:
        for each in before:
            gain_prestige(play, each, 1)
    return [effects(seat, f"ideas.{IDEA.ids[idea]}.instant")]


def display(play: Play[State], idea: int) -> None:
    """An idea that is not on display comes there in place of one of its type that nobody has, else in a new row
    (R8.06). The one replaced goes back to the deck; which one is drawn.
    """
    state, content = play.state, play.content
    goals = state.goals
    if goals.ideas >> idea & 1:
        return
    held = 0
    for own in state.led.values():
        held |= own.ideas
    power = IDEA.things[idea].power
    free = [
        IDEA.ids[each]
        for each in bits(goals.ideas & ~held)
        if IDEA.things[each].power == power and not content.ideas[IDEA.ids[each]].basic
    ]
    gone = play.pick("idea", "idea", free) if free else None
    if idea in goals.idea_draw:
        goals.idea_draw.remove(idea)
    if gone is not None:
        goals.ideas &= ~(1 << IDEA.index[gone])
        goals.idea_draw = sorted([*goals.idea_draw, IDEA.index[gone]])
    goals.ideas |= 1 << idea
    play.emit(IdeaShown(IDEA.ids[idea], gone))


def _ideas(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (Research(id) for id in IDEA.ids_of(state.goals.ideas & ~state.led[seat].ideas))


def _refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, Research)
    idea = IDEA.number(action.idea)
    if not state.goals.ideas >> idea & 1:
        return not_on_display(idea=action.idea)
    return research_refused(state, seat, idea) or lacks(state, seat, **cost_of(content, idea))


def _done(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, Research)
    idea = IDEA.index[action.idea]
    pay(play, seat, **cost_of(play.content, idea))
    return research(play, seat, idea)


DEEDS: Final = (Deed(Research, _ideas, _refused, _done),)
