"""Piracy (16.4)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ...facts import CARD, KEYS, LEADER, LOCATION, OTTOMAN, PORTS_OF, POWER, SAILED, SEA, LocationId, PowerId, SeaId
from ...state import FACE, State
from .. import announcing, hands, table
from ..book import PowerEvent, step
from ..spending import CpDeed
from . import fleets

A_TURN: Final = 4
"""How often the Ottoman may initiate piracy in a turn (16.4)."""
MOST_VP: Final = 10
HIT: Final = 5
JULIA: Final = CARD.number("julia_gonzaga")
TYRRHENIAN: Final = "tyrrhenian_sea"

no_pirates_yet = Code("16.4")
done_there = Code("16.4", sea=SEA)
done_enough = Code("16.4")
no_corsair_there = Code("16.4", sea=SEA)
no_port_there = Code("16.4", power=POWER)
bad_weather = Code("6")


class PiracyRolled(
    PowerEvent, frozen=True, tag="piracy_rolled", rule="16.4", touches=("sea",), hits=("target", "power")
):
    """Corsairs raided a power: dice of the defence, corsairs lost, dice and hits of the pirates."""

    target: PowerId
    sea: SeaId
    defence: Annotated[tuple[int, ...], FACE]
    lost: int
    faces: Annotated[tuple[int, ...], FACE]
    hits: int


class PiratesTook(PowerEvent, frozen=True, tag="pirates_took", rule="16.4", hits=("target",)):
    """A hit of pirates cost a power a squadron, a card, or the Ottoman got a point."""

    target: PowerId
    award: Literal["squadron", "card", "vp"]


class Piracy(CpDeed, frozen=True, tag="piracy"):
    """Raid a power with the corsairs of a sea zone. 16.4."""

    sea: SeaId
    target: PowerId

    row: ClassVar[str] = "piracy"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat != OTTOMAN or not state.barbary:
            return
        for at in fleets.fleets_of(state, OTTOMAN):
            if at in SEA:
                yield from (cls(at, each) for each in POWER.ids if each != OTTOMAN)

    def against(self, state: State, seat: str) -> Refusal | None:
        if not state.barbary:
            return no_pirates_yet()
        if state.impulse.weather:
            return bad_weather()
        if table.has(state.pirated, self.sea):
            return done_there(sea=self.sea)
        if state.pirated.bit_count() >= A_TURN:
            return done_enough()
        if not corsairs(state, self.sea):
            return no_corsair_there(sea=self.sea)
        return None if ports(state, self.target, self.sea) else no_port_there(power=self.target)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        return [
            announcing.announced(seat, self.price(play.state, seat), []),
            pirating(self.sea, self.target),
            announcing.action_over(),
        ]


def corsairs(state: State, at: str) -> int:
    """Return the corsairs in a place."""
    return sum(each.corsairs for each in table.forces(state, at))


def ports(state: State, power: str, sea: str) -> list[str]:
    """Return the ports on a sea zone that a power, or a minor power of its, controls."""
    found = LOCATION.ids_of(PORTS_OF[LOCATION.index[sea]])
    return [at for at in found if table.major_of(state, table.controller(state, at)) == power]


def defence(state: State, target: str, sea: str) -> int:
    """Return the dice against pirates (16.4): ships of the target, of enemies of the Ottoman, fortresses."""
    found = 2 * sum(each.squadrons for each in fleets.fleet(state, target, sea))
    for n in bits(SAILED[LOCATION.index[sea]]):
        at = LOCATION.ids[n]
        for each in table.forces(state, at):
            sailor = fleets.sailor(state, each)
            if each.squadrons and (sailor == target or table.at_war(state, sailor, OTTOMAN)):
                found += each.squadrons
    for at in LOCATION.ids_of(PORTS_OF[LOCATION.index[sea]] & ~KEYS & ~state.unrest):
        owner = table.controller(state, at)
        foe = table.major_of(state, owner) == target or table.at_war(state, owner, OTTOMAN)
        found += (at == state.knights or foe) and table.fortified(state, at) and not table.besieged(state, at)
    return found


def pirate_dice(state: State, target: str, sea: str) -> int:
    """Return the dice of the pirates (16.4)."""
    few = corsairs(state, sea) == 1 or len(ports(state, target, sea)) == 1
    best = max((LEADER.thing(each).piracy for each in fleets.admirals(state, OTTOMAN, sea)), default=0)
    return (1 if few else 2) + best


@step("16.4")
def pirating(play: Play[State], sea: SeaId, target: PowerId) -> Frames:
    """Roll for the defence, then for the corsairs that are left (16.4)."""
    state = play.state
    state.pirated |= table.bit(sea)
    guards = defence(state, target, sea)
    rolled = play.roll("piracy_defence", guards, 6, sea=sea) if guards else []
    lost = min(corsairs(state, sea), sum(face >= HIT for face in rolled))
    if lost:
        table.add(state, sea, OTTOMAN, {"corsairs": -lost})
        table.lose_ships(state, OTTOMAN, lost)
    faces = play.roll("piracy", pirate_dice(state, target, sea), 6, sea=sea) if corsairs(state, sea) else []
    hits = sum(face >= HIT for face in faces)
    play.emit(PiracyRolled(OTTOMAN, target, sea, tuple(rolled), lost, tuple(faces), hits))
    if hits and sea == TYRRHENIAN and state.this_turn >> JULIA & 1:
        state.this_turn &= ~(1 << JULIA)
        state.powers[OTTOMAN].bonus += 1
    return [paying_pirates(target, sea, hits, [])] if hits else []


class GiveSquadron(Action, frozen=True, tag="give_squadron"):
    """Lose a squadron to pirates. 16.4."""

    at: LocationId


class GiveAward(Action, frozen=True, tag="give_award"):
    """Give pirates a random card, or the Ottoman a point. 16.4."""

    award: Literal["card", "vp"]


not_that_award = Code("16.4")
AWARD: Final = Question(
    "piracy_award",
    "16.4",
    GiveAward,
    GiveSquadron,
    otherwise=not_that_award,
    default=FIRST,
    about={"sea": SeaId},
    interrupts=True,
)


def awards(state: State, target: str, sea: str, given: list[str]) -> list[Action]:
    """Return what a hit may cost (16.4): nothing twice before everything possible was given once."""
    near = [sea, *(LOCATION.ids[n] for n in bits(SAILED[LOCATION.index[sea]]))]
    squadrons: list[Action] = [
        GiveSquadron(at) for at in near if any(each.squadrons for each in fleets.fleet(state, target, at))
    ]
    found: dict[str, list[Action]] = {
        "vp": [GiveAward("vp")] if state.piracy < MOST_VP else [],
        "card": [GiveAward("card")] if state.hands[target].cards else [],
        "squadron": squadrons,
    }
    able = [each for each, offers in found.items() if offers]
    least = min((given.count(each) for each in able), default=0)
    return [offer for each in able if given.count(each) == least for offer in found[each]]


@step("16.4")
def paying_pirates(play: Play[State], target: PowerId, sea: SeaId, hits: int, given: list[str]) -> Asking:
    """Ask who was raided what a hit costs (16.4)."""
    state = play.state
    offers = awards(state, target, sea, given)
    if not hits or not offers:
        return []
    answer = yield AWARD(target, offers, sea=sea)
    state = play.state
    award: Any = "squadron"
    if isinstance(answer, GiveSquadron):
        force = next(each for each in fleets.fleet(state, target, answer.at) if each.squadrons)
        table.add(state, answer.at, force.owner, {"squadrons": -1}, inside=force.inside, lent_to=force.lent_to)
        table.lose_ships(state, force.owner, 1)
    else:
        award = answer.award
        if award == "vp":
            state.piracy += 1
        elif (card := hands.take_at_random(play, OTTOMAN, target)) is not None:
            hand = state.hands[OTTOMAN]  # the card may be used in a later impulse
            left = [each for each in hand.cards if each != card]
            hands.set_hand(state, OTTOMAN, cards=left, looking=sorted([*hand.looking, card]))
    play.emit(PiratesTook(OTTOMAN, target, award))
    return [paying_pirates(target, sea, hits - 1, [*given, award])]
