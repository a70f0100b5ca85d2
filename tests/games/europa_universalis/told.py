"""Whether events say by how much prestige, stability, colonists and authority have changed."""

from __future__ import annotations

from typing import Any

from adjudicator import Action, Match
from adjudicator.games.europa_universalis.facts import NONE
from adjudicator.games.europa_universalis.rules.ages import Scored
from adjudicator.games.europa_universalis.rules.empire import AuthorityChanged
from adjudicator.games.europa_universalis.rules.purse import ColonistsChanged, PrestigeChanged, StabilityChanged
from adjudicator.games.europa_universalis.state import State

Figures = dict[tuple[str, type], int]


def _figures(state: State) -> Figures:
    found: Figures = {}
    for seat, own in state.led.items():
        found[seat, PrestigeChanged] = own.prestige
        found[seat, StabilityChanged] = own.stability
        found[seat, ColonistsChanged] = own.colonists
    if state.empire.emperor != NONE:
        found["", AuthorityChanged] = state.empire.authority
    return found


def told_truly(match: Match, by: str, action: Action) -> list[Any]:
    """What everybody learns of an action; what it says of figures is what has become of them."""
    said = _figures(match.state)
    events = [each.public for each in match.apply(by, action) if each.public is not None]
    for each in events:
        figure = getattr(each, "seat", ""), type(each)
        if isinstance(each, Scored):
            said[each.seat, PrestigeChanged] = each.total
        elif figure in said:
            said[figure] += each.n
            assert getattr(each, "now", said[figure]) == said[figure], each
    now = _figures(match.state)
    assert {figure: n for figure, n in said.items() if figure in now} == now
    return events
