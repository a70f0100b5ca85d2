"""Describe the contents of a place in words: of a part that is looked at, and of what has changed."""

from collections.abc import Iterator

from ..facts import DEBATER, FORTIFIED, LEADER, LOCATION, OWNER, SEA
from ..rules import table
from ..state import Force, State
from .atlas import is_faith, location_of, spoken, words
from .markers import faith

Told = tuple[str, str]
"""What it is, and how many there are."""


def contents(place: str, state: State, language: str) -> Iterator[Told]:
    """Return everything that a marker shows beside its owner, in its order."""
    here = location_of(place)
    return _faithful(state, here, language) if is_faith(place) else _lying(state, here, language)


def lying(place: str, state: State, language: str) -> str:
    """Describe what is in a place, separated by commas; "" where there is nothing to tell."""
    here, word = location_of(place), words(language)
    found = [f"{what}: {much}" if much else what for what, much in contents(place, state, language)]
    if is_faith(place):
        found = [word.faiths[faith(state, here)], *found]
    elif here not in SEA:
        owner = table.controller(state, here)
        told = spoken(language).thing(OWNER, owner) if owner else word.within["free"]
        found = [word.within["control"].format(told), *found]
    return ", ".join(found)


def otherwise(place: str, was: State, now: State, language: str) -> Iterator[str]:
    """Yield what was added to a place, removed from it, or changed in number."""
    word = words(language).within
    old, new = (dict(contents(place, each, language)) for each in (was, now))
    for what, much in new.items():
        if what not in old:
            yield f"{what}: {much}" if much else word["now"].format(what)
        elif old[what] != much:
            yield f"{what}: {old[what]} → {much}"
    for what in old:
        if what not in new:
            yield f"{what}: {old[what]} → 0" if old[what] else word["gone"].format(what)


def is_cleared(place: str, was: State, now: State) -> bool:
    """Return whether something that was in a place is gone, and nothing came."""
    old, new = (dict(contents(place, each, "en")).keys() for each in (was, now))
    return new < old


def _lying(state: State, at: str, language: str) -> Iterator[Told]:
    word, to = words(language).within, spoken(language)
    ally = state.minors.get(table.controller(state, at), "") if at not in SEA else ""
    if ally:
        yield word["ally"], to.thing(OWNER, ally)
    if at in state.sieges:
        yield word["siege"].format(to.thing(OWNER, state.sieges[at].by)), ""
    for force in table.forces(state, at):
        whose = to.thing(OWNER, force.owner)
        if force.inside:
            whose = word["besieged"].format(whose)
        if force.lent_to:
            whose = f"{whose} ({word['on_loan'].format(to.thing(OWNER, force.lent_to))})"
        yield whose, units(force, language)
    for leader in table.leaders_at(state, at):
        power = table.leader_power(state, leader)
        lent = power and power != LEADER.thing(leader).power
        yield to.thing(LEADER, leader), to.thing(OWNER, power) if lent else ""
    if at in SEA:
        if state.pirated >> LOCATION.index[at] & 1:
            yield word["pirated"], ""
        return
    added = state.fortresses & ~FORTIFIED
    for id, mask in (("unrest", state.unrest), ("fortress", added), ("haven", state.havens)):
        if table.has(mask, at):
            yield word[id], ""


def units(force: Force, language: str) -> str:
    """Return the units of a force by kind, such as `4 reg., 2 merc.`."""
    word = words(language).within
    return ", ".join(word[unit].format(number) for unit, number in table.counts(force).items())


def _faithful(state: State, at: str, language: str) -> Iterator[Told]:
    word = words(language).within
    for reformer, there in state.reformers.items():
        if there == at:
            yield spoken(language).thing(DEBATER, reformer), ""
    for id, mask in (("university", state.universities), ("unrest", state.unrest)):
        if table.has(mask, at):
            yield word[id], ""
