"""Voyages, riches and marriages that a test lays."""

from typing import Any

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import COLONY, EXPLORER, OWNER
from adjudicator.games.here_i_stand.rules import wives
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.new_world.riches import riches, sources
from adjudicator.games.here_i_stand.rules.new_world.voyages import new_world
from tests.games.here_i_stand.table import HELD, Arrange, dice, hand, state_of, table


def powers(*names: str) -> int:
    """The mask of some powers."""
    return sum(1 << OWNER.index[each] for each in names)


def only(kind: Any, *names: str) -> int:
    """The mask of some people or things."""
    return sum(1 << kind.index[each] for each in names)


def resolved(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """The New World phase, with the start's voyages gone."""
    calm = state_of(voyages=0, conquering=0)
    return table(HELD, calm, *arrange, frames=[new_world(), impulse("hapsburg")], draws=draws)


def explored(result: int, *arrange: Arrange, power: str = "hapsburg", name: str = "leon", rating: int = 1) -> Match:
    """An exploration with so much in all, with charts."""
    faces = max(1, result - rating - 6), min(6, result - rating - 1)
    under_way = state_of(voyages=powers(power), explorers=only(EXPLORER, name), charted=powers(power))
    return resolved(under_way, *arrange, draws=(dice("exploration", *faces, power=power),))


def rolled(*arrange: Arrange, faces: tuple[int, int], more: tuple[dict[str, object], ...] = ()) -> Match:
    """The riches of England's or the Hapsburgs' only possession."""
    state = table(*arrange).state
    ((power, source),) = [(each, name) for each in ("hapsburg", "england") for name, _ in sources(state, each)]
    whose = {"power": power, "of": source}
    return table(HELD, *arrange, frames=[riches(), impulse("hapsburg")], draws=(dice("riches", *faces, **whose), *more))


ROANOKE = state_of(colonies=only(COLONY, "roanoke"))


def played(card: str, *arrange: Arrange, power: str = "england", draws: tuple[dict[str, object], ...] = ()) -> Match:
    """A power has a card, and somebody else has one, too."""
    calm = state_of(voyages=0, conquering=0, sailed=0, conquered=0, charted=powers("england", "france", "hapsburg"))
    return table(hand(power, card), hand("papacy", "gout"), calm, *arrange, power=power, draws=draws)


def married(wife: str, *arrange: Arrange, die: int = 4) -> Match:
    """The marker moves on from a wife."""
    frames = [wives.marry(), impulse("hapsburg")]
    return table(HELD, state_of(wife=wife, turn=3), *arrange, frames=frames, draws=(dice("pregnancy", die),))
