"""Describe what Ministry cards do, in our own words, with the figures of the facts (3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import Value

from ..fact_types import ADVANTAGE, COMMODITY, COUNTRY, INDIA, KEYWORD, REGION, Ability, Ministry
from ..facts import FACTS
from ..house_rules import HouseRules
from ..rules.control import count
from ..rules.ministries.abilities import CardinalMinisters, JacobiteScore
from ..rules.ministries.cards import exhausted, lying
from ..rules.scoring import TREATY_COMMODITIES, dividends, prestige_treaties
from ..state import State
from .places import places, taken
from .speech import WORDS, Speech


def keywords(card: Ministry, to: Speech) -> str:
    """Return its keywords, or that it has none."""
    return ", ".join(to.thing(KEYWORD, keyword) for keyword in card.keywords) or to.gettext("no keyword")


def ministry_text(card: Ministry, state: State, to: Speech) -> str:
    """Return keywords and abilities of a card for its nation.

    Abilities are told with what they are worth now.
    """
    told = [ability_text(card, number, state, to) for number in range(1, len(card.abilities) + 1)]
    if len(told) > 1:
        told = [f"({number}) {words}" for number, words in enumerate(told, 1)]
    return to.gettext("%(needs)s - %(effect)s", needs=keywords(card, to), effect="; ".join(told))


def ability_text(card: Ministry, number: int, state: State, to: Speech) -> str:
    """Return the text of one ability, and whether it was used this turn."""
    facts, key = card.abilities[number - 1], f"{card.number}.{number}"
    changed = key in _CHANGED and _CHANGED[key](state.options)
    words = to.filled(WORDS["changed_abilities" if changed else "abilities"][key], partial(_filled, facts, to))
    if key in _NEAR and facts.needs:
        words = to.gettext("with a squadron in %(region)s, %(deed)s", region=_regions(facts.needs, to), deed=words)
    if key in _NOW:
        words = to.gettext("%(deed)s; now %(n)s", deed=words, n=_NOW[key](facts, state, card.nation))
    if facts.limit == "once_per_turn" and facts.exhausts:
        words = to.gettext("once a turn: %(deed)s", deed=words)
    held = lying(state, card.nation, card.number)
    if held is not None and exhausted(held, number):
        return to.gettext("%(deed)s - used this turn", deed=words)
    return words


# what fills the templates of `data/said/ministry_words.yaml` -----------------------------------------


def _filled(facts: Ability, to: Speech, name: str, form: str) -> Value:
    """Return what fills a place: points of a type, or in which way alone they may be used, by its form."""
    if form:
        return to.restriction(form) if name == "only" else to.points(form, facts.amount)
    return _VALUES[name](facts, to)


def _regions(mask: int, to: Speech) -> str:
    touched = dict.fromkeys(FACTS.region_of[space] for space in bits(mask))
    return to.things(REGION, map(REGION.id_of, touched))


def _won(facts: Ability, to: Speech) -> str:
    award = to.gettext("award of %(region)s", region=to.thing(REGION, REGION.id_of(INDIA)))
    return ", ".join([award, *(to.thing(COMMODITY, name) for name in TREATY_COMMODITIES)])


_VALUES: Final[Mapping[str, Callable[[Ability, Speech], Value]]] = {
    "n": lambda facts, to: facts.amount,
    "most": lambda facts, to: facts.most,
    "vp": lambda facts, to: to.vp(facts.amount),
    "treaty_points": lambda facts, to: to.treaty_points(facts.amount),
    "price": lambda facts, to: to.points("military", facts.points),
    "change": lambda facts, to: to.signed(-facts.amount),
    "more": lambda facts, to: to.signed(-facts.amount - facts.more),
    "places": lambda facts, to: places(facts.where, to),
    "unflagging": lambda facts, to: taken(to.gettext("remove an opposing flag"), facts.where, to),
    "country": lambda facts, to: places(facts.needs, to),
    "countries": lambda facts, to: ", ".join(
        to.thing(COUNTRY, c.id) for c in COUNTRY if facts.where & FACTS.by_country[c.index]
    ),
    "region": lambda facts, to: _regions(facts.needs, to),
    "regions": lambda facts, to: _regions(facts.where, to),
    "cp": lambda facts, to: to.cp(FACTS.war_rules.huguenots_cp),
    "advantages": lambda facts, to: ", ".join(to.thing(ADVANTAGE, tile.id) for tile in ADVANTAGE if tile.company),
    "awards": _won,
}
"""What a place of a template stands for."""
_NEAR: Final = ("10.1", "10.2", "11.2", "15.2")
"""Abilities for which a squadron must be in their region, if they have one."""
_NOW: Final[Mapping[str, Callable[[Ability, State, int], int]]] = {
    "1.1": lambda facts, state, side: CardinalMinisters(1).points(state, side),
    "4.2": lambda facts, state, side: JacobiteScore(4, 2).vp(state),
    "7.1": lambda facts, state, side: dividends(state),
    "14.1": lambda facts, state, side: prestige_treaties(state),
    "22.1": lambda facts, state, side: min(facts.amount * count(state, side, facts.needs), facts.most),
}
"""What an ability is worth in the present position."""
_CHANGED: Final[Mapping[str, Callable[[HouseRules], bool]]] = {
    "14.1": lambda options: options.voltaire_needs_winner,
    "21.1": lambda options: options.townshend_scope == "in_demand",
}
"""Abilities that house rules change."""
