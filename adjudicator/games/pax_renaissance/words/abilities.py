"""Abilities that are actions, in words (Glossary: ability)."""

from __future__ import annotations

from typing import Final

from adjudicator import Action
from adjudicator.reports.asking import Shelf

from ..facts import EMPIRE, RELIGION
from ..rules import abilities
from .book import Counter, Rank, offer
from .speech import Speech


def _revolt(action: Action, counter: Counter, to: Speech) -> str:
    """Where the peasants rise."""
    empire = abilities.risen_against(counter.state, counter.seat)
    return to.gettext("peasant revolt, %(empire)s", empire=to.thing(EMPIRE, empire))


_ABILITIES: Final = Shelf((Rank.ABILITY,), "Abilities")
offer(abilities.Reprisals, "reprisals: Elizabeth Báthory is discarded", _ABILITIES, note=_revolt)
offer(
    abilities.Accuse,
    lambda action, counter, to: to.gettext(
        "apostasy: %(religions)s", religions=to.things(RELIGION, (action.one, action.other))
    ),
    _ABILITIES,
)
