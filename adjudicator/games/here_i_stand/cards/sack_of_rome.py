"""Sack of Rome (card 95, 21.5): unpaid mercenaries in Italy attack the Papal regulars in Rome."""

from collections.abc import Iterator
from itertools import product
from typing import Annotated

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, choice
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.kernel.questions import FIRST

from ..facts import CARD, LOCATION, PAPACY, POWER, ZONE_OF, CardId, PowerId, SpaceId
from ..rules import hands, table
from ..rules.book import OfCard, PowerEvent, step
from ..rules.effects import event
from ..rules.war import battle, formations, losses, sides, sieges
from ..rules.war.sides import Side
from ..state import Battle, Force, State

ROME, CARD_95 = "rome", "sack_of_rome"
LOST_CP = 5
"""What St Peter's loses when Rome is sacked (21.5)."""
STEP_CP = 5
"""The points on the track that make one victory point (18.1)."""

no_stack = Code("21.5")


class RomeSpared(PowerEvent, frozen=True, tag="rome_spared", rule="21.5"):
    """The Papacy beat those who wanted to sack Rome; `power`: whose they were."""


class RomeSacked(PowerEvent, frozen=True, tag="rome_sacked", rule="21.5"):
    """Rome was sacked by units of a power; what is left of St Peter's."""

    points: int
    vp: int


class Sack(Action, frozen=True, tag="sack"):
    """Let this stack of a power march on Rome. 21.5."""

    space: SpaceId
    owner: Annotated[str, POWER]


SACK = choice("sack", "21.5", Sack)


def stacks(state: State) -> Iterator[tuple[str, str]]:
    """Yield the stacks in Italy with more mercenaries than there are Papal regulars in Rome (21.5)."""
    regulars = sum(each.regulars for each in table.forces(state, ROME) if each.owner == PAPACY)
    for each in bits(ZONE_OF["italian"]):
        at = LOCATION.ids[each]
        for power in POWER.ids:
            here = table.units_of(state, power, at, inside=False)
            if power != PAPACY and sum(force.mercenaries for force in here) > regulars:
                yield at, power


def _refused(state: State, power: str) -> Refusal | None:
    return None if next(stacks(state), None) is not None else no_stack()


@event(CARD_95, _refused)
def _run(play: Play[State], power: str) -> Frames:
    return [sacking(power)]


@step("21.5")
def sacking(play: Play[State], power: PowerId) -> Asking:
    """Ask which stack sacks Rome, and let it fight the Papal regulars there (21.5)."""
    answer = yield SACK(power, [Sack(*each) for each in stacks(play.state)])
    play.state.battle = Battle("sack", answer.owner, ROME, answer.space)
    return [battle.battle_begins()]


@step("21.5")
def sack_decided(play: Play[State]) -> Frames:
    """Take the casualties, the survivors being back where they came from; if the Papacy lost, sack Rome (21.5)."""
    state, now = play.state, sides.battle_of(play.state)
    lost = now.attack_hits > now.defense_hits
    sack_losses(play, "attack", now.defense_hits - (now.struck if now.surprise == "defense" else 0))
    sack_losses(play, "defense", now.attack_hits - (now.struck if now.surprise == "attack" else 0))
    attacker = now.power
    if not sides.size(state, "attack"):
        for leader in formations.captains(state, attacker, now.origin):
            sieges.capture(play, PAPACY, leader)
    origin = now.origin
    state.battle = None
    if not lost:
        play.emit(RomeSpared(attacker))
        return [sieges.siege_checked(origin), sieges.siege_checked(ROME)]
    sacked(state)
    hands.remove(state, CARD.number(CARD_95))
    play.emit(RomeSacked(attacker, state.st_peters, state.st_peters_vp))
    return [sieges.siege_checked(origin), sieges.siege_checked(ROME), looting(attacker)]


battle.STEPS_OF["sack"] = sack_decided


@step("21.5")
def taking_losses(play: Play[State], side: Side, hits: int) -> None:
    """Take the hits of a Surprise Attack at once, as all others here (card 29)."""
    sack_losses(play, side, hits)


battle.CASUALTIES_OF["sack"] = lambda state, side, hits: [taking_losses(side, hits)]


def sack_losses(play: Play[State], side: Side, hits: int) -> None:
    """Take the casualties of a side."""
    (spread if side == "attack" else _papal_losses)(play, hits)


def spread(play: Play[State], hits: int) -> None:
    """Take the casualties of those who attack Rome as evenly as possible of mercenaries and others (21.5)."""
    army = sides.units(play.state, "attack")
    there = {"mercenaries": sum(each.mercenaries for each in army)}
    there["others"] = formations.size(army) - there["mercenaries"]
    due = losses.shared(there, hits)
    for kinds, left in ((("mercenaries",), due["mercenaries"]), (("regulars", "cavalry"), due["others"])):
        for force, kind in product(army, kinds):
            count = min(left, getattr(force, kind))
            left -= count
            if count:
                losses.fall(play, "attack", [Force(force.owner, **{kind: count})])


def _papal_losses(play: Play[State], hits: int) -> None:
    """Take the casualties of the Papacy: regulars first, then mercenaries in Rome (21.5)."""
    state = play.state
    regulars = min(hits, sides.size(state, "defense"))
    there = sum(each.mercenaries for each in table.forces(state, ROME) if each.owner == PAPACY)
    dead = [Force(PAPACY, regulars, min(hits - regulars, there))]
    if formations.size(dead):
        losses.fall(play, "defense", dead)


def sacked(state: State) -> None:
    """Take the points from St Peter's: of all that was ever spent, or of the track alone (21.5)."""
    if state.rules.sack_counts == "track":
        state.st_peters = max(0, state.st_peters - LOST_CP)
        return
    total = max(0, STEP_CP * state.st_peters_vp + state.st_peters - LOST_CP)
    state.st_peters_vp, state.st_peters = divmod(total, STEP_CP)


# ---- the loot


class Give(OfCard, frozen=True, tag="throw_away"):
    """Discard this one of the two cards. 21.5."""


LOOT = Question("loot", "21.5", Give, default=FIRST, interrupts=True)


class Looted(PowerEvent, frozen=True, tag="looted", rule="21.5", own=("cards",)):
    """A power looks at cards of the Papacy."""

    count: int
    cards: tuple[CardId, ...] = ()


@step("21.5")
def looting(play: Play[State], power: PowerId) -> Frames:
    """Let the owner of the stack draw two cards of the Papacy at random, of which it keeps one (21.5)."""
    drawn = []
    for _ in range(2):
        if (card := hands.at_random(play, PAPACY)) is not None:
            hands.change_hand(play.state, PAPACY, drop=card)
            drawn.append(card)
    if not drawn:
        return []
    hands.set_hand(play.state, power, looking=sorted(drawn))
    play.emit(Looted(power, len(drawn), tuple(CARD.ids[each] for each in sorted(drawn))))
    return [loot_kept(power)]


@step("21.5")
def loot_kept(play: Play[State], power: PowerId) -> Asking:
    """Ask which of the two cards is discarded; a single one is kept, and a mandatory event is never discarded (6.1)."""
    state = play.state
    looking = state.hands[power].looking
    free = [each for each in looking if CARD.things[each].kind != "mandatory"] if len(looking) > 1 else []
    thrown = None
    if free:
        answer = yield LOOT.in_turn_of(state.impulse.power)(power, [Give(CARD.ids[each]) for each in free])
        thrown = CARD.number(answer.card)
    hands.keep(play.state, power)
    if thrown is not None:
        hands.discard(play, power, thrown)
    return []
