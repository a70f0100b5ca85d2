"""Cards with rules of their own: assaults by treachery, raids, leaders who change sides, recruits (6)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from adjudicator import Action, Frames, Play, Refusal

from ..facts import (
    CARD,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    HOME_OF,
    LOCATION,
    NONE,
    OTTOMAN,
    OWNER,
    PAPACY,
    PROTESTANT,
    SCOTLAND,
    SEAS_OF,
    SPACE,
    PowerId,
    SpaceId,
)
from ..rules import building, dealing, displacing, hands, table, ways
from ..rules.book import PowerEvent, step
from ..rules.effects import event, spending
from ..rules.war import assaults, formations, sieges
from ..state import LeaderState, State
from .aims import Named, a_card, a_leader, a_power, a_space, a_use, aim, aiming, ask, no_effect, only

# ---- Treachery, Roxelana


def _betrayed(state: State, power: str) -> Iterator[Action]:
    """Yield the besieged spaces that can be assaulted at once, each with whoever besieges it."""
    for at, siege in sorted(state.sieges.items()):
        by = table.major_of(state, siege.by)
        if by and assaults.assault_refused(state, by, at, free=True) is None:
            yield a_space(at)


@aim("treachery", _betrayed)
def _treachery(play: Play[State], power: str, answer: Named) -> Frames:
    """Assault a besieged space at once; if more besiegers than besieged are left, it falls."""
    by = table.major_of(play.state, play.state.sieges[answer.space].by)
    play.emit(assaults.Assaulted(by, answer.space))
    return [*assaults.assaulting_free(play.state, by, answer.space), gates_opened(by, answer.space)]


@step("6")
def gates_opened(play: Play[State], power: PowerId, space: SpaceId) -> Frames:
    """Let a betrayed space fall where the besiegers still outnumber the besieged (card 105)."""
    state = play.state
    if space not in state.sieges or sieges.outside(state, space) <= sieges.within(state, space):
        return []
    assaults.take(play, power, space)
    return []


SULEIMAN: Final = "suleiman"


def _roxelana_uses(state: State, power: str) -> Iterator[Action]:
    """Yield four points (1), for the Ottoman with an assault by Suleiman, or two points and Suleiman's return (2)."""
    yield a_use(1)
    found = state.leaders.get(SULEIMAN)
    if found is None or not found.at:
        return
    if power != OTTOMAN and not found.inside and found.at != "istanbul":
        yield a_use(2)


@aim("roxelana", _roxelana_uses)
def _roxelana(play: Play[State], power: str, answer: Named) -> Frames:
    state = play.state
    state.impulse.cp += 2 if answer.use == 2 else 4
    state.impulse.favour = power == OTTOMAN
    if answer.use == 2:
        return [dealing.returning(SULEIMAN)]
    return []


# ---- Foreign Recruits, Scots Raid


RECRUITS: Final = {1: "mercenary", 2: "regular", 3: "corsair", 4: "squadron"}
"""What the points of Foreign Recruits build, by the use; the Ottoman has cavalry for mercenaries."""
RECRUIT_COSTS: Final = {1: 1, 2: 2, 3: 1, 4: 2}


def _recruit_sites(state: State, power: str) -> Iterator[Action]:
    """Yield where recruits and ships can come: controlled spaces that are neither besieged nor in unrest."""
    uses = [1, 2] if table.left_in_box(state, power, "land") > 0 else []
    ships = [4, *([3] if power == OTTOMAN and state.barbary else [])] if power != PROTESTANT else []
    ships = ships if table.left_in_box(state, power, "ships") > 0 else []
    for at in LOCATION.ids_of(table.controlled(state, power)):
        if not table.besieged(state, at) and not table.has(state.unrest, at):
            for use in (*uses, *(ships if SEAS_OF[LOCATION.index[at]] else ())):
                if RECRUIT_COSTS[use] <= state.impulse.recruits:
                    yield a_space(at, use)


def _no_recruits(state: State, power: str) -> Refusal | None:
    return no_effect(card="foreign_recruits") if power == PROTESTANT and not state.league else None


@event("foreign_recruits", _no_recruits)
def _recruits(play: Play[State], power: str) -> Frames:
    """Give four points for units anywhere in the realm."""
    play.state.impulse.recruits = 4
    return [aiming(power, "foreign_recruits", 4)]


@ask("foreign_recruits", _recruit_sites, optional=True)
def _recruited(play: Play[State], power: str, answer: Named) -> None:
    """Build a unit; new land units go to a foreign war that is below strength first (21.7)."""
    unit = "cavalry" if power == OTTOMAN and answer.use == 1 else RECRUITS[answer.use]
    play.state.impulse.recruits -= RECRUIT_COSTS[answer.use]
    if answer.use <= 2 and not building.abroad_first(play, power, unit, 1):  # type: ignore[arg-type]
        return
    table.add(play.state, answer.space, power, {building.FIELD[unit]: 1})
    play.emit(building.Raised(power, unit, 1, answer.space, power))  # type: ignore[arg-type]


@event("scots_raid")
def _raid(play: Play[State], power: str) -> Frames:
    """Make Stirling French if Scotland is allied to France, and give France points for war in the north."""
    state = play.state
    if state.minors.get(SCOTLAND) != FRANCE:
        return []
    hands.remove(state, CARD.number("scots_raid"))
    table.set_controller(play.state, "stirling", FRANCE)
    play.emit(building.Controlled(FRANCE, "stirling", SCOTLAND))
    return [*displacing.displaced_but(state, "stirling", FRANCE), aiming(FRANCE, "scots_raid/use")]


SCOTTISH: Final = LOCATION.ids_of(HOME_OF[SCOTLAND])


def _movers(state: State, power: str) -> Iterator[Action]:
    """Yield the French leaders of armies who can be sent to Scotland."""
    for at in SPACE.ids:
        yield from map(a_leader, formations.captains(state, FRANCE, at) if at not in SCOTTISH else ())


def _raid_uses(state: State, power: str) -> list[Action]:
    """Return six points for France (1), or a leader who goes to Scotland, and three points (2)."""
    return [a_use(1), *([a_use(2)] if any(_movers(state, power)) else [])]


@ask("scots_raid/use", _raid_uses, asks=FRANCE)
def _raid_use(play: Play[State], power: str, answer: Named) -> Frames:
    return [raiding(6)] if answer.use == 1 else [aiming(FRANCE, "scots_raid/space"), raiding(3)]


def _goals(state: State, power: str) -> Iterator[Action]:
    return (a_space(at) for at in SCOTTISH if table.friendly(state, FRANCE, at))


@ask("scots_raid/space", _goals, asks=FRANCE)
def _raid_goal(play: Play[State], power: str, answer: Named) -> Frames:
    return [aiming(FRANCE, f"scots_raid/{answer.space}")]


def _arrive(at: str, play: Play[State], power: str, answer: Named) -> None:
    table.put_leader(play.state, answer.leader, LeaderState(at, table.besieged(play.state, at)))
    play.emit(dealing.LeaderReturned(answer.leader, at))


for goal in SCOTTISH:
    ask(f"scots_raid/{goal}", _movers, asks=FRANCE)(partial(_arrive, goal))


@step("6")
def raiding(play: Play[State], cp: int) -> Frames:
    """Let France spend points in the north of Britain (card 97)."""
    play.state.impulse.raid = True
    play.state.impulse.cp_kept, play.state.impulse.cp = play.state.impulse.cp, cp
    return [spending(FRANCE), raid_over()]


@step("6")
def raid_over(play: Play[State]) -> Frames:
    """Give the power whose impulse it is its own points back."""
    now = play.state.impulse
    now.raid = False
    now.cp, now.cp_kept = now.cp_kept, 0
    return []


# ---- Maurice of Saxony


MAURICE: Final = "maurice_of_saxony"


class SidesChanged(PowerEvent, frozen=True, tag="sides_changed", rule="6", touches=("origin", "space")):
    """Maurice of Saxony changed sides with mercenaries."""

    origin: SpaceId
    space: SpaceId | None
    mercenaries: int


def _maurice_refused(state: State, power: str) -> Refusal | None:
    if (bad := only("maurice_of_saxony", HAPSBURG, PROTESTANT)(state, power)) is not None:
        return bad
    serves = table.leader_power(state, MAURICE) if MAURICE in state.leaders else ""
    return None if serves and serves != power else no_effect(card="maurice_of_saxony")


@event("maurice_of_saxony", _maurice_refused)
def _maurice(play: Play[State], power: str) -> Frames:
    """Let Maurice change sides with the mercenaries of the stack."""
    state = play.state
    found = state.leaders[MAURICE]
    old = table.leader_power(state, MAURICE)
    state.maurice = power
    origin = found.at
    if not origin:
        home = next((at for at in LOCATION.ids_of(table.controlled(state, power)) if table.fortified(state, at)), None)
        table.put_leader(state, MAURICE, LeaderState(home) if home else LeaderState(returns=True))
        return []
    goals = ways.nearest(
        origin,
        lambda at: table.friendly(state, power, at) and not table.forces(state, at) and not table.has(state.unrest, at),
    )
    here = [each for each in table.forces(state, origin) if each.owner == old and each.inside == found.inside]
    count = sum(each.mercenaries for each in here)
    count = min(count, table.left_in_box(state, power, "land"))
    for each in here:
        if each.mercenaries:
            table.add(state, origin, old, {"mercenaries": -each.mercenaries}, inside=each.inside)
    goal = goals[0] if goals else None
    if goal is not None and count:
        table.add(state, goal, power, {"mercenaries": count})
    table.put_leader(state, MAURICE, LeaderState(goal) if goal else LeaderState(returns=True))
    play.emit(SidesChanged(power, origin, goal, count if goal else 0))
    return [sieges.siege_checked(origin)]


# ---- Lady Jane Grey


def _jane_refused(state: State, power: str) -> Refusal | None:
    changed = state.ruler_changed >> OWNER.index[ENGLAND] & 1
    return None if changed and state.hands[ENGLAND].cards else no_effect(card="lady_jane_grey")


@event("lady_jane_grey", _jane_refused)
def _jane(play: Play[State], power: str) -> Frames:
    """Take a card of England and one of the deck; keep one, and give the other to Protestants or Papacy."""
    state = play.state
    card = hands.at_random(play, ENGLAND)
    assert card is not None
    if power != ENGLAND:
        hands.take(play, power, ENGLAND, card)
    before = state.hands[power].cards
    hands.draw(play, power, 1)
    drawn = [each for each in state.hands[power].cards if each not in before]
    state.offered, state.offered_by = card, 1 << OWNER.index[power]
    state.offered_too = drawn[0] if drawn else NONE
    return [aiming(power, "lady_jane_grey/card")] if drawn else []


def _jane_cards(state: State, power: str) -> Iterator[Action]:
    return (a_card(CARD.ids[each]) for each in (state.offered, state.offered_too) if each != NONE)


@ask("lady_jane_grey/card", _jane_cards)
def _jane_gives(play: Play[State], power: str, answer: Named) -> Frames:
    """Choose the card that goes to another power."""
    play.state.offered, play.state.offered_too = CARD.number(answer.card), NONE
    return [aiming(power, "lady_jane_grey/power")]


@ask("lady_jane_grey/power", lambda state, power: [a_power(each) for each in (PROTESTANT, PAPACY) if each != power])
def _jane_taker(play: Play[State], power: str, answer: Named) -> None:
    card = play.state.offered
    play.state.offered, play.state.offered_by = NONE, 0
    hands.take(play, answer.power, power, card)
