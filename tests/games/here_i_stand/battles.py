"""Armies of Here I Stand that meet: what tests of battles, of withdrawal and of combat cards begin with."""

from __future__ import annotations

from typing import Any

from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import StandFast, Withdraw
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    table,
    units,
    unrest,
    war,
)


def attack(*arrange: Arrange, own: int = 3, theirs: int = 2, rolls: tuple[Any, ...] = (), **facts: Any) -> Match:
    """The Hapsburgs march from Besancon into Dijon, which France holds."""
    draws = [dice("attack", *rolls[0]), dice("defense", *rolls[1])] if len(rolls) == 2 else list(rolls)
    more = units("besancon", "hapsburg", regulars=own), units("dijon", "france", regulars=theirs)
    match = table(*PLAIN, *more, unrest("st_dizier"), *arrange, draws=draws, cp=facts.pop("cp", 2))
    do(match, "hapsburg", March("besancon", "dijon", regulars=min(own, 4), **facts))
    return match


PLAIN = (discarded("foul_weather", "gout"), empty("paris", "lyon", "besancon"), unrest("lyon", "paris", "orleans"))
"""Dijon, open, with St Dizier as the only refuge."""


def ottoman_battle(*rolls: dict[str, Any]) -> Match:
    """The Ottoman attacks the Hapsburgs in Szegedin, with the home card unplayed."""
    match = table(
        war("ottoman", "hapsburg"),
        hand("ottoman", "janissaries"),
        empty("belgrade", "buda"),
        controls("ottoman", "belgrade"),
        units("belgrade", "ottoman", regulars=2),
        units("szegedin", "hapsburg", regulars=2),
        draws=rolls,
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", March("belgrade", "szegedin", regulars=2))
    return match


def beaten_off(cp: int) -> Match:
    """One Frenchman stands before Besancon, in which there is one, too."""
    match = table(units("dijon", "france", regulars=1), leader("montmorency", "dijon"), power="france", cp=cp)
    do(match, "france", March("dijon", "besancon", regulars=1, leaders=("montmorency",)))
    do(match, "hapsburg", StandFast(), Withdraw())
    return match
