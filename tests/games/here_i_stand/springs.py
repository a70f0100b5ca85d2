"""Turns of Here I Stand in which a test stands before spring deployment."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.spring import DeployNothing, spring_deployment
from tests.games.here_i_stand.table import HELD, Arrange, do, table


def spring(*arrange: Arrange) -> Match:
    """Spring deployment begins."""
    return table(HELD, *arrange, frames=[spring_deployment(), impulse("hapsburg")])


def turn_of(match: Match, power: str) -> Match:
    """Let those before a power deploy nothing."""
    while match.decisions()[0].kind == "spring" and match.decisions()[0].waiting[0] != power:
        do(match, match.decisions()[0].waiting[0], DeployNothing())
    assert match.decisions()[0].waiting == (power,)
    return match
