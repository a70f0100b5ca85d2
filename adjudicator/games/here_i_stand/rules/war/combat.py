"""Combat cards (6, 14, 15.2): what each gives a side, in which kind of battle, and who may use it."""

from collections.abc import Callable
from typing import Final, NamedTuple

from adjudicator import Play, Refusal
from adjudicator.components import Code

from ...facts import CARD, FRANCE, HAPSBURG, OTTOMAN
from ...state import Force, State
from .. import table
from . import formations, losses, sides


class CombatCard(NamedTuple):
    """What a combat card gives: so many dice in each kind of battle, or what a function of its own does.

    `more`: dice in a field battle by power; `side`: which side may use it; `refused`: what else is against it.
    """

    field: int = 0
    assault: int = 0
    naval: int = 0
    more: dict[str, int] = {}
    side: str = ""
    kinds: tuple[str, ...] = ("field",)
    refused: Callable[[State, str], Refusal | None] | None = None
    use: Callable[[Play[State], str], None] | None = None


not_in_this_battle = Code("6", card=CARD)
not_against_ottoman = Code("6", card=CARD)
no_mercenaries = Code("6", card=CARD)
no_tercios = Code("6", card=CARD)


def _opponents(state: State, power: str) -> list[Force]:
    """Return the units of the side that fights against a power."""
    side = sides.side_of(state, power)
    return sides.units(state, sides.other(side)) if side else []


def _bribed_refused(state: State, power: str) -> Refusal | None:
    both = [*sides.shares(state, "attack"), *sides.shares(state, "defense")]
    if OTTOMAN in both:
        return not_against_ottoman(card="mercenaries_bribed")
    there = sum(each.mercenaries for each in _opponents(state, power))
    return None if there else no_mercenaries(card="mercenaries_bribed")


def _bribe(play: Play[State], power: str) -> None:
    """Replace half of the enemy's mercenaries, rounded up, by own ones, as far as there are any (card 26)."""
    state, now = play.state, sides.battle_of(play.state)
    side = sides.side_of(state, power)
    assert side is not None
    left = (sum(each.mercenaries for each in _opponents(state, power)) + 1) // 2
    won = 0
    for each in _opponents(state, power):
        count = min(left - won, each.mercenaries)
        if count:
            losses.fall(play, sides.other(side), [Force(each.owner, mercenaries=count)])
            won += count
    come = min(won, table.left_in_box(state, power, "land"))
    if come:
        join(state, now.at, power, come)


def join(state: State, at: str, power: str, count: int) -> None:
    """Let new mercenaries stand in the space of a battle, in the formation if they are the attacker's."""
    now = state.battle
    table.add(state, at, power, {"mercenaries": count})
    if now is not None and now.kind == "field" and (power, at) == (now.power, now.at):
        now.units = formations.joined(now.units, [Force(power, mercenaries=count)])


def _tercios_refused(state: State, power: str) -> Refusal | None:
    if power == HAPSBURG:
        return None
    there = sum(each.regulars for each in _opponents(state, power) if each.owner == HAPSBURG)
    return None if there >= 3 else no_tercios(card="tercios")


def _tercios(play: Play[State], power: str) -> None:
    """Give the Hapsburgs three dice that hit on 4, or take three from their side (card 30)."""
    side = sides.side_of(play.state, power)
    assert side is not None
    if power == HAPSBURG:
        sides.add_dice(play.state, side, 3, low=True)
    else:
        sides.add_dice(play.state, sides.other(side), -3)


def _surprise(play: Play[State], power: str) -> None:
    """Let the side of a power roll first (card 29)."""
    side = sides.side_of(play.state, power)
    assert side is not None
    sides.battle_of(play.state).surprise = side


def _restless_refused(state: State, power: str) -> Refusal | None:
    there = sum(each.mercenaries for each in sides.units(state, "attack"))
    return None if there else no_mercenaries(card="mercenaries_grow_restless")


def _restless(play: Play[State], power: str) -> None:
    """Remove all mercenaries of the formation that assaults (card 27)."""
    for each in sides.units(play.state, "attack"):
        if each.mercenaries:
            losses.fall(play, "attack", [Force(each.owner, mercenaries=each.mercenaries)])


WAR: Final = ("field", "abroad", "sack")
"""The kinds of battle that are fought as a field battle."""
COMBAT: Final[dict[str, CombatCard]] = {
    "arquebusiers": CombatCard(field=2, naval=2, kinds=WAR),
    "field_artillery": CombatCard(field=2, more={FRANCE: 3, OTTOMAN: 3}, kinds=WAR),
    "mercenaries_bribed": CombatCard(refused=_bribed_refused, use=_bribe),
    "mercenaries_grow_restless": CombatCard(
        side="defense", kinds=("assault",), refused=_restless_refused, use=_restless
    ),
    "siege_mining": CombatCard(assault=3, side="attack", kinds=("assault",)),
    "surprise_attack": CombatCard(use=_surprise, kinds=WAR),
    "tercios": CombatCard(refused=_tercios_refused, use=_tercios, kinds=("field", "sack")),
}
JANISSARIES: Final = {"field": 5, "abroad": 5, "sack": 5, "naval": 4}
"""The dice of the Ottoman's home card after the roll (card 1)."""
assert {*COMBAT} == {each.id for each in CARD if each.kind == "combat"}


def cards_for(state: State) -> tuple[str, ...]:
    """Return the combat cards that count in the battle under way."""
    kind = sides.battle_of(state).kind
    return tuple(each for each, rule in COMBAT.items() if kind in rule.kinds)


def cards_of(state: State, power: str) -> tuple[str, ...]:
    """Return the combat cards that a power could use in the battle under way, as far as all know."""
    side = sides.side_of(state, power)
    return tuple(each for each in cards_for(state) if COMBAT[each].side in ("", side))


def refused(state: State, power: str, card: str) -> Refusal | None:
    """Return why a power may not use a combat card in the battle under way, or None."""
    rule, side = COMBAT[card], sides.side_of(state, power)
    if side is None or sides.battle_of(state).kind not in rule.kinds or rule.side not in ("", side):
        return not_in_this_battle(card=card)
    return rule.refused(state, power) if rule.refused is not None else None


def use(play: Play[State], power: str, card: str) -> None:
    """Let a power use a combat card in the battle under way."""
    rule, side = COMBAT[card], sides.side_of(play.state, power)
    assert side is not None
    count = rule.assault if sides.battle_of(play.state).kind == "assault" else rule.more.get(power, rule.field)
    if count:
        sides.add_dice(play.state, side, count)
    if rule.use is not None:
        rule.use(play, power)
