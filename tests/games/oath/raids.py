"""How tests of cards begin: a raid of red on a site of blue, and a card that red has just played."""

from __future__ import annotations

from typing import Any

from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.warbands import PlayAdviser
from tests.games.oath.table import BLANK, HOLLOW, SHIELD, SWORD, at, do, hidden, player, rolls, table

HERE = "provinces_1"
RAID = Attack(player="blue", sites=(HERE,))
WINS = {"attack": [SWORD] * 10, "defense": [BLANK]}
LOSES = {"attack": [HOLLOW] * 10, "defense": [SHIELD]}


def attack(*plans: str, player: str | None = "blue", sites: tuple[str, ...] = (HERE,)) -> Attack:
    """The attack of red with these battle plans."""
    return Attack(player=player, sites=sites, plans=plans)


def raid(*arrange: Any, attack: list[int] | None = None, defense: list[int] | None = None, **facts: Any) -> Any:
    """A table for `RAID` with these dice: red with ten warbands against a warband at the site and five on the board."""
    laid = (at(HERE, ruler="blue"), player("blue", pawn=HERE), player("red", warbands=10), *arrange)
    return table(*laid, draws=rolls(attack, defense), **facts)


def play(card: str, *arrange: Any, to: Any = "adviser", **facts: Any) -> Any:
    """A table at which red has just played this card from the council."""
    match = table(hidden("red", card), *arrange, **facts)
    do(match, PlayAdviser(card=card, to=to))
    return match
