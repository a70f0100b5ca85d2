"""Actions of war that something else gives: a declaration without battles, cards, events (R9.02, R16.03)."""

from collections.abc import Iterator
from typing import Final, Literal

from adjudicator import Action, Asking, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import AREA, SeatId
from ..state import State
from . import exploration, movement, recruiting, sailing, sieges
from .access import stands
from .battles import battles_of_war, due
from .book import step
from .choices import Forgo
from .exploration import Colonize, Explore
from .movement import SPACES, March, marching
from .recruiting import Recruit
from .recruiting import recruiting as recruits
from .sailing import Sail, Undock
from .sieges import Besiege
from .units import ALONE

Gift = Literal["colonize", "explore", "move_army", "land_activation", "naval_activation", "siege", "recruit", "war"]


not_given = Code("R9.02")
too_much_artillery = Code("R9.20", army=int)

KINDS: Final[dict[Gift, tuple[type[Action], ...]]] = {
    "colonize": (Colonize,),
    "explore": (Explore,),
    "move_army": (March,),
    "land_activation": (March, Besiege),
    "naval_activation": (Sail, Undock),
    "siege": (Besiege,),
    "recruit": (Recruit,),
    "war": (March, Besiege, Sail, Undock, Recruit),
}
DEEDS_OF: Final = {
    deed.action: deed for chapter in (movement, sailing, sieges, recruiting, exploration) for deed in chapter.DEEDS
}
GIVEN: Final = Question(
    "given_action",
    "R9.02",
    March,
    Besiege,
    Sail,
    Undock,
    Recruit,
    Explore,
    Colonize,
    Forgo,
    default=Forgo(),
    about={"what": str},
)


@step("R9.02")
def after_declaration(play: Play[State], seat: SeatId) -> Frames:
    """Battles of the war, naval ones first; if there are none, a free activation or recruiting, unless an event has
    brought the war (R9.06).
    """
    turn = play.state.turn
    by_event, turn.war_of_event = turn.war_of_event, False
    if any(due(play.state, seat)):
        return [battles_of_war(seat)]
    return [] if by_event else [given(seat, "war")]


def _refused(  # noqa: PLR0913 - what is given, and with what
    state: State, seat: str, what: Gift, action: Action, content: Content, strength_: int, light: bool
) -> Refusal | None:
    """What is against an action that costs no power of its own."""
    if not isinstance(action, KINDS[what]):
        return not_given()
    if isinstance(action, March):
        start = AREA.number(action.area)
        army = state.led[seat].armies[action.army - 1] if 1 <= action.army <= 3 else None
        if (action.army != ALONE and army is None) or not stands(state, seat, action.army, start):
            return movement.no_such_army(area=action.area, army=action.army)
        if light and army is not None:
            guns = army.regular.artillery + army.mercenary.artillery
            horse = army.regular.cavalry + army.mercenary.cavalry + army.allied.cavalry
            return too_much_artillery(army=action.army) if guns > horse else None
        return None
    if isinstance(action, Besiege):
        return sieges.siege_refused(state, seat, action, content, bonus=strength_, free=1)
    if isinstance(action, Sail):
        return sailing.sail_refused(state, seat, action, cost=0)
    if isinstance(action, Undock):
        return sailing.undock_refused(state, seat, action, cost=0)
    if isinstance(action, Explore):
        return exploration.explore_refused(state, seat, action, content, free=True)
    if isinstance(action, Colonize):
        return exploration.colonize_refused(state, seat, action, content)
    return recruiting.recruit_refused(state, seat, content, cost=0)


def _offers(state: State, seat: str, what: Gift, content: Content) -> Iterator[Action]:
    for kind in KINDS[what]:
        yield from DEEDS_OF[kind].candidates(state, seat, content)


@step("R9.02")
def given(  # noqa: PLR0913 - what is given, and with what
    play: Play[State],
    seat: SeatId,
    what: Gift,
    n: int = 1,
    spaces: int = SPACES,
    strength: int = 0,
    no_mountains: bool = False,
    light: bool = False,
) -> Asking:
    """A seat may do `n` actions of a kind for no power: `spaces` and `no_mountains` of a march, `light` of an army with
    no more artillery than cavalry; `strength` more in a siege.
    """
    state, content = play.state, play.content

    def why(action: Action) -> Refusal | None:
        if isinstance(action, Forgo):
            return None
        return _refused(state, seat, what, action, content, strength, light)

    offers = [each for each in _offers(state, seat, what, content) if why(each) is None]
    if not offers:
        return None
    answer = yield GIVEN(seat, [*offers, Forgo()], why, what=what)
    if isinstance(answer, Forgo):
        return None
    rest = [given(seat, what, n - 1, spaces, strength, no_mountains, light)] if n > 1 else []
    return [*_done(play, seat, answer, spaces, no_mountains), *rest]


def _done(play: Play[State], seat: str, action: Action, spaces: int, no_mountains: bool) -> Frames:
    if isinstance(action, March):
        return [marching(seat, action.army, action.area, spaces, no_mountains)]
    if isinstance(action, Besiege):
        return sieges.besiege(play, seat, action, free=1)
    if isinstance(action, Sail):
        return sailing.after_voyage(play, seat, action)
    if isinstance(action, Undock):
        return sailing.undock(play, seat, action)
    if isinstance(action, Explore):
        return exploration.explore(play, seat, action)
    if isinstance(action, Colonize):
        return exploration.colonize(play, seat, action)
    return [recruits(seat)]
