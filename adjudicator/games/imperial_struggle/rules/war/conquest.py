"""Rules 7.2.1 and 7.2.2: conquest points, conquest lines, flags removed by the spoils, refusals.

While the winner of a theatre has spoils that can be used (``may_spend``), :func:`.spoils.spoils` asks with
``spend_spoils``: take a space, remove a flag, or leave the rest. A territory under the other side's flag is not taken
at once: while that side has refusals left, ``answer_conquest`` asks it first.

``quote`` is what a space costs or why it cannot be taken; options, checks and the conquest itself ask it, so that
nothing is offered that is refused.

What must hold:

- Conquest points are spent once for each conquest that is tried: when the space is taken (``_take``), or when its owner
  refuses. A territory that was refused is immune for the rest of the war.
- A squadron takes one naval space in a war. ``squadrons_used`` marks where it lies then; if it is sent home, it counts
  among ``used_at_home``, and as many of those in the navy box may not sail again.
"""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from adjudicator import Action, Answers, Asking, Asks, Choose, Frames, Play, Refusal
from adjudicator.components import Code, Many, bits

from ...components import NAVY_BOX, PLACE, FlagId, PlaceId, SideEvent, SpaceId
from ...fact_types import FLAGS, NONE, REGION, SIDES, SPACE, SPACE_TYPE, THEATRE, USA
from ...facts import FACTS
from ...state import State, held, opponent, playable
from ..book import step
from ..control import controller, lift_squadron, opposing_flags, remove_flag, take_control
from ..debt import score
from ..ministries.huguenots import extra_cp
from ..purchase import space_named
from ..shifts import already_yours, permanent_flag
from .progress import progress, send_squadron_home, spaces_in, spoils_of, theatre_of, unflag_of

not_conquerable = Code("7.2.1", space=SPACE, type=SPACE_TYPE)
outside_theater = Code("7.2.1", space=SPACE, theater=THEATRE)
"""Theater: its id."""
territory_immune = Code("7.2.2", space=SPACE)
"""A conquest of it was refused in this war."""
no_conquest_line = Code("7.2.1.2", space=SPACE, lines=Many(SPACE))
"""Lines: where they lead to."""
no_squadron_for_conquest = Code("7.2.1.1", space=SPACE)
squadron_needed = Code("7.2.1.1", space=PLACE, spaces=Many(PLACE))
"""Spaces: where squadrons could come from."""
squadron_not_free = Code("7.2.1.1", space=PLACE, spaces=Many(PLACE))
no_squadron_needed = Code("7.2.1.1", space=SPACE)
not_enough_cp = Code("7.2.1", space=SPACE, cost=int, cp=int)
wrong_cp = Code("7.2.1", space=SPACE, cost=int, given=int)
no_unflag_left = Code("7.2", space=SPACE)
not_for_unflag = Code("7.2", space=SPACE, type=SPACE_TYPE, region=REGION)
"""Type, region: of the flags that may be removed."""
not_that_territory = Code("7.2.2", space=SPACE, conquered=SPACE)


class Conquer(Action, frozen=True, tag="conquer"):
    """Take a space with conquest points (7.2.1).

    ``squadron``: for a naval space, where the squadron comes from, ``navy_box`` or a space; may be left out where
    only one place can. ``cp``: what the player expects to pay; refused if it is something else.
    """

    space: SpaceId
    squadron: PlaceId | None = None
    cp: int | None = None


class AnswerConquest(Action, frozen=True, tag="answer_conquest"):
    """Give an own territory up to the conqueror, or refuse for victory points (7.2.2)."""

    space: SpaceId
    refuse: bool = False


class SpoilsUnflag(Action, frozen=True, tag="spoils_unflag"):
    """Remove the opposing flag that the spoils allow to remove (7.2)."""

    space: SpaceId


class EndSpoils(Action, frozen=True, tag="end_spoils"):
    """Leave the rest of the spoils unused (7.2)."""


class SpaceConquered(
    SideEvent, frozen=True, tag="space_conquered", rule="7.2.1", touches=("source", "space"), hits=("owner",)
):
    """A space was taken with conquest points (7.2.1); ``owner``: whose it was, "" if it was empty.

    ``source``: where the squadron came from that holds a naval space now.
    """

    space: SpaceId
    cp: int
    owner: FlagId = ""
    source: PlaceId = ""


class ConquestTried(SideEvent, frozen=True, tag="conquest_tried", rule="7.2.2", hits=("owner",)):
    """A side spends conquest points on a territory, whose owner may refuse for ``vp`` (7.2.2)."""

    space: SpaceId
    cp: int
    owner: FlagId
    vp: int


class ConquestRefused(SideEvent, frozen=True, tag="conquest_refused", rule="7.2.2"):
    """The owner of a territory kept it for victory points (7.2.2); it is safe for the rest of the war."""

    space: SpaceId
    vp: int
    refusals: int


class SpoilsUnflagged(SideEvent, frozen=True, tag="spoils_unflagged", rule="7.2", touches=("space",)):
    """The spoils removed an opposing flag (7.2)."""

    space: SpaceId

    def hit(self) -> Collection[str]:
        return self.against


class SpoilsLost(SideEvent, frozen=True, tag="spoils_lost", rule="7.2"):
    """Spoils that were not used, by choice or because nothing could be taken (7.2)."""

    cp: int = 0
    unflag: int = 0


LAVISH = 0.05
"""How often random play leaves spoils unused."""


class Conquest(Struct, frozen=True):
    """The consequences of taking a space: conquest points, who may refuse it (a side or ``NONE``)."""

    space: int
    cp: int
    may_refuse: int


def quote(state: State, winner: int, name: str) -> Conquest:
    """Return the price of a space for the winner of the current theatre (rule 7.2.1), whatever points are left.

    Raises:
        Refusal: The space cannot be conquered.
    """
    index = space_named(name)
    if not _conquerable() >> index & 1:
        raise not_conquerable(space=name, type=SPACE.things[index].type)
    if not within_reach(state) >> index & 1:
        raise outside_theater(space=name, theater=theatre_of(state).id)
    owner = controller(state, index)
    if owner == winner:
        raise already_yours(space=name)
    if owner == USA:
        raise permanent_flag(space=name)
    if progress(state).immune >> index & 1:
        raise territory_immune(space=name)
    if not _line(state, winner, index):
        raise no_conquest_line(space=name, lines=SPACE.ids_of(FACTS.conquest[index]))
    if FACTS.naval >> index & 1 and not sources(state, winner):
        raise no_squadron_for_conquest(space=name)
    return Conquest(index, conquest_points(state, index), _who_may_refuse(state, winner, index))


def conquest_points(state: State, space: int) -> int:
    """Return one conquest point, one more for a Huguenot marker (M-9)."""
    rules = FACTS.war_rules
    return rules.conquest_cp + extra_cp(state, space)


def within_reach(state: State) -> int:
    """Return spaces of the theatre that may be conquered (7.2.1, R-10).

    They are those of its regions and its additional territories.
    """
    theatre = theatre_of(state)
    return spaces_in(theatre.regions) & playable(state) | theatre.additional_territories


def sources(state: State, winner: int) -> tuple[str, ...]:
    """Return where a squadron for a naval space may come from.

    It is the navy box, or a naval space of the theatre whose squadron has not been used like this in this war
    (7.2.1.1, R-33).
    """
    war = progress(state)
    there = state.squadrons[winner] & spaces_in(theatre_of(state).regions) & ~war.squadrons_used[winner]
    at_home = (NAVY_BOX,) if state.navy_box[winner] > war.used_at_home[winner] else ()
    return (*at_home, *SPACE.ids_of(there))


def _conquerable() -> int:
    return FACTS.fort | FACTS.market | FACTS.naval | FACTS.territory


def _line(state: State, winner: int, space: int) -> bool:
    """Return whether a conquest line allows taking a space.

    A territory with conquest lines needs a space held at the other end of one (rule 7.2.1.2); with 12.3 a fort does
    too.
    """
    needs = FACTS.territory | (FACTS.fort if state.options.tougher_forts_12_3 else 0)
    lines = FACTS.conquest[space]
    return not (needs >> space & 1 and lines) or bool(lines & held(state, winner))


def _who_may_refuse(state: State, winner: int, space: int) -> int:
    """Rule 7.2.2: the other side for a territory under its flag, while it has refusals left in this war."""
    other = opponent(winner)
    left = progress(state).refusals[other] < len(FACTS.war_rules.refusal_vp)
    mine = FACTS.territory & state.flags[other]
    return other if left and mine >> space & 1 else NONE


def conquests(state: State, winner: int) -> Iterator[Conquer]:
    """Yield everything that the points left can take, with every squadron that could go there."""
    cp = spoils_of(state).cp
    if not cp:
        return
    for space in bits(_conquerable() & within_reach(state) & ~held(state, winner)):
        name = SPACE.ids[space]
        try:
            price = quote(state, winner, name)
        except Refusal:
            continue
        if price.cp > cp:
            continue
        if FACTS.naval >> space & 1:
            for source in sources(state, winner):
                yield Conquer(name, source)
        else:
            yield Conquer(name)


def removable(state: State) -> int:
    """Return opposing flags that the theatre's spoils may remove (7.2)."""
    left = spoils_of(state)
    if not left.unflag:
        return 0
    unflag = unflag_of(state)
    kind = FACTS.market if unflag.type == "market" else FACTS.political
    return opposing_flags(state, left.winner) & kind & FACTS.by_region[REGION.index[unflag.region]]


def may_spend(state: State) -> bool:
    """Return whether anything is left to choose."""
    return bool(removable(state)) or next(conquests(state, spoils_of(state).winner), None) is not None


class SpoilsAnswers(Answers[State]):
    """The winner takes spaces, removes a flag, or leaves the rest."""

    kind = "spend_spoils"
    rule = "7.2"
    actions = (Conquer, SpoilsUnflag, EndSpoils)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        yield from conquests(state, SIDES.index(seat))
        for space in SPACE.ids_of(removable(state)):
            yield SpoilsUnflag(space)
        yield EndSpoils()

    def check(self, state: State, seat: str, action: Action) -> None:
        try:
            if isinstance(action, Conquer):
                _check_conquest(state, SIDES.index(seat), action)
            elif isinstance(action, SpoilsUnflag):
                _check_unflag(state, action)
        except Refusal as reason:
            reason.nearest = reason.nearest or tuple(self.nearest(state, seat, action))
            raise

    def sample(self, state: State, seat: str, rng: Random) -> Action:
        options = list(self.options(state, seat))
        return EndSpoils() if len(options) == 1 or rng.random() < LAVISH else rng.choice(options[:-1])

    def default(self, state: State, seat: str) -> EndSpoils:
        """Leave the rest."""
        return EndSpoils()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """Return the theatre, the conquest points left, and the flags that may be removed."""
        left = spoils_of(state)
        return {"theater": state.theatre, "n": left.cp, "unflag": left.unflag}


def _check_conquest(state: State, winner: int, action: Conquer) -> None:
    """Check whether the winner may conquer a space. Raises Refusal otherwise."""
    price = quote(state, winner, action.space)
    left = spoils_of(state).cp
    if price.cp > left:
        raise not_enough_cp(space=action.space, cost=price.cp, cp=left)
    if action.cp not in (None, price.cp):
        raise wrong_cp(space=action.space, cost=price.cp, given=action.cp)
    if not FACTS.naval >> price.space & 1:
        if action.squadron is not None:
            raise no_squadron_needed(space=action.space)
        return
    there = sources(state, winner)
    if action.squadron is None and len(there) > 1:
        raise squadron_needed(space=action.space, spaces=there)
    if action.squadron is not None and action.squadron not in there:
        raise squadron_not_free(space=action.squadron, spaces=there)


def _check_unflag(state: State, action: SpoilsUnflag) -> None:
    index = space_named(action.space)
    if not spoils_of(state).unflag:
        raise no_unflag_left(space=action.space)
    if not removable(state) >> index & 1:
        unflag = unflag_of(state)
        raise not_for_unflag(space=action.space, type=unflag.type, region=unflag.region)


@step("7.2.1")
def spend_spoils(play: Play[State]) -> Asking:
    """Let the winner take a space, remove a flag, or end."""
    winner = spoils_of(play.state).winner
    answer = yield Choose(SIDES[winner], SpoilsAnswers())
    state, left = play.state, spoils_of(play.state)
    if isinstance(answer, Conquer):
        return _conquer(play, winner, answer)
    if isinstance(answer, SpoilsUnflag):
        left.unflag -= 1
        play.emit(SpoilsUnflagged(SIDES[winner], answer.space))
        remove_flag(play, SPACE.index[answer.space])
        return None
    if left.cp or left.unflag:
        play.emit(SpoilsLost(SIDES[winner], left.cp, left.unflag))
    spoils_of(state).cp = left.unflag = 0
    return None


def _conquer(play: Play[State], winner: int, action: Conquer) -> Frames:
    state = play.state
    price = quote(state, winner, action.space)
    if price.may_refuse != NONE:
        vp = refusal_price(state, price.may_refuse)
        play.emit(ConquestTried(SIDES[winner], action.space, price.cp, SIDES[price.may_refuse], vp))
        return [answer_conquest(action.space)]
    _take(play, winner, price.space, action.squadron)
    return ()


def refusal_price(state: State, side: int) -> int:
    """Return victory points for the next refusal of a side (7.2.2)."""
    return FACTS.war_rules.refusal_vp[progress(state).refusals[side]]


def _take(play: Play[State], winner: int, space: int, squadron: str | None) -> None:
    """Pay, and place flag or squadron (7.2.1.1, 7.2.1.2)."""
    state = play.state
    cp, owner, source = conquest_points(state, space), controller(state, space), ""
    spoils_of(state).cp -= cp
    if FACTS.naval >> space & 1:
        source = squadron or sources(state, winner)[0]
    told = FLAGS[owner] if owner != NONE else ""
    play.emit(SpaceConquered(SIDES[winner], SPACE.ids[space], cp, told, source))
    if source:
        _sail(state, winner, space, source)
        return
    uncontrolled = FACTS.set_up.spanish_territories >> space & 1 and owner == NONE
    if state.options.spanish_empire_12_1 and uncontrolled:
        spoils_of(state).spain += 1
    if FACTS.fort >> space & 1 and state.options.cp_repairs_fort:
        state.damaged &= ~(1 << space)
    take_control(play, winner, space)


def _sail(state: State, winner: int, space: int, source: str) -> None:
    """Move a squadron to a naval space; an opposing one goes to its navy box."""
    bit = 1 << space
    if state.squadrons[opponent(winner)] & bit:
        send_squadron_home(state, opponent(winner), space)
    lift_squadron(state, winner, source)
    state.squadrons[winner] |= bit
    progress(state).squadrons_used[winner] |= bit


class RefusalAnswers(Answers[State]):
    """The owner gives the territory up or keeps it for victory points."""

    kind = "answer_conquest"
    rule = "7.2.2"
    actions = (AnswerConquest,)
    interrupts = True

    def __init__(self, space: str) -> None:
        self.space = space

    def options(self, state: State, seat: str) -> tuple[AnswerConquest, ...]:
        return (AnswerConquest(self.space), AnswerConquest(self.space, refuse=True))

    def check(self, state: State, seat: str, action: AnswerConquest) -> None:  # type: ignore[override]
        if action.space != self.space:
            near = (AnswerConquest(self.space, refuse=action.refuse),)
            raise not_that_territory(near, space=action.space, conquered=self.space)

    def default(self, state: State, seat: str) -> AnswerConquest:
        """Give the territory up."""
        return AnswerConquest(self.space)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """Return the territory and what a refusal costs."""
        return {"space": self.space, "vp": refusal_price(state, SIDES.index(seat))}


@step("7.2.2")
def answer_conquest(play: Play[State], space: SpaceId) -> Asks:
    """Let the owner of a territory that is being taken refuse; the conquest points are spent all the same."""
    winner = spoils_of(play.state).winner
    owner = opponent(winner)
    answer: AnswerConquest = yield Choose(SIDES[owner], RefusalAnswers(space))
    state, index = play.state, SPACE.index[space]
    if not answer.refuse:
        _take(play, winner, index, None)
        return
    vp, war = refusal_price(state, owner), progress(state)
    war.refusals[owner] += 1
    war.immune |= 1 << index
    spoils_of(state).cp -= conquest_points(state, index)
    play.emit(ConquestRefused(SIDES[owner], space, vp, war.refusals[owner]))
    score(play, winner, vp, "refusal")
