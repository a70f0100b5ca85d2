"""Positions and orders as judges by mail write them: `A PAR - BUR`, `F ENG C A LON - BRE`, `F STP/SC R BOT`."""

from __future__ import annotations

import re

from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET, STANDARD
from adjudicator.games.diplomacy.rules.resolution import HOLD, Convoy, Move, Order, Support, Unit

KIND = {"A": ARMY, "F": FLEET}


def place(word: str) -> str:
    return word.lower().replace("/", "_")


def province(word: str) -> str:
    return STANDARD.province.get(place(word), place(word))


def unit(power: str, words: str) -> Unit:
    kind, where = words.split()
    return Unit(power, KIND[kind], place(where))


def order(line: str, ordered: Unit) -> Order:
    """The order of a unit of a phase of movement.

    A coast is found where there is one, and left out for an army.
    """
    words = line.split()[2:]
    places = [word for word in words[1:] if word not in {"A", "F", "-", "H", "VIA"}]
    if words[0] == "-":
        return Move(_aimed(ordered, place(places[0])), "VIA" in words)
    if words[0] == "S":
        return Support(province(places[0]), place(places[1]) if places[1:] else "")
    if words[0] == "C":
        return Convoy(province(places[0]), province(places[1]))
    assert words[0] == "H", line
    return HOLD


def _aimed(ordered: Unit, to: str) -> str:
    if ordered.kind == ARMY:
        return STANDARD.province.get(to, to)
    coasts = [coast for coast in STANDARD.coasts.get(to, ()) if coast in STANDARD.reach(FLEET, ordered.place)]
    return coasts[0] if len(coasts) == 1 else to


def ordered_unit(line: str) -> str:
    """The unit that a line orders, as it writes it."""
    found = re.match(r"[AF] [A-Z]{3}(/[A-Z]C)?", line)
    assert found, line
    return found[0]
