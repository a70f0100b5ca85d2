"""Define words that several chapters need: groups of codes, how purchases are paid, words for results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.orders import Group, choice, name, number, said
from adjudicator.orders.vocabulary.phrases import Argument

from .book import order

Words = Mapping[str | int, Mapping[str, str]]
"""What the values of an argument are called, by language."""
led = partial(name, needs_lead=True)
"""A name that stands behind its lead alone."""
several = partial(led, many=True)
"""Names behind one lead."""
POLITICAL_CODES = Group({"en": "s", "ru": "п"})
MARKET_CODES = Group({"en": "c", "ru": "р"})
MILITARY_CODES = Group({"en": "m", "ru": "в"})
ADVANTAGE_CODES = Group({"en": "v", "ru": "у"})
PASS_CODES = Group({"en": "p", "ru": "н"}, only=True)
END_CODES = Group({"en": "z", "ru": "я"}, only=True)
EVENT_CODES = Group({"en": "e", "ru": "е"})
MINISTRY_CODES = Group({"en": "h", "ru": "м"})


_ACTIONS: Words = {
    "major": said(en="major", ru="основным действием | основное действие | основное | главное"),
    "minor": said(en="minor", ru="дополнительным действием | дополнительное действие | дополнительное | малое"),
}


def payment() -> tuple[Argument, ...]:
    """Return how a purchase is paid (5.3.2, 6.1, 9.1)."""
    return (
        choice("kind", _ACTIONS, payment=True),
        number("debt", plus="dд", en="debt", ru="долг"),
        number("trp", plus="tт", en="treaty | treaty points", ru="договор | очки договора"),
        number("free_debt", plus="fл", en="free debt", ru="неучтённый долг | льготный долг"),
        number("restricted", payment=True, en="restricted", ru="условные"),
        led("huguenots", "territory", payment=True, en="huguenots", ru="гугеноты"),
        several("reveal", "ministry", payment=True, en="revealing", ru="открывая министерство | открывая"),
    )


SHIFTABLE = ("market", "political")
"""Kinds of spaces that may be shifted, and bear conflict markers."""
FLAGGED = (*SHIFTABLE, "territory", "fort")
"""Kinds of spaces that bear flags."""
MAPPED = (*FLAGGED, "naval")
"""All kinds of spaces of the map."""
RESULTS: Words = {"flag": said(en="flag", ru="флаг"), "unflag": said(en="unflag", ru="снять")}
"""What a shift may do."""


def buying(action: type[Action], *arguments: Argument, group: Group | None = MILITARY_CODES, **said: Any) -> None:
    """Declare how a purchase is written: its arguments, then how it is paid; most are military."""
    order(action, *arguments, *payment(), group=group, **said)
