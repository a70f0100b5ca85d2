"""Describe what cards do, in our own words, made from the same facts that the rules carry out (3.4, 3.5, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import Value

from ..fact_events import BonusCondition, Condition, Event, EventOp, EventOpName, EventVersion, Part
from ..fact_types import (
    ACTION_TYPES,
    ADVANTAGE,
    COMMODITY,
    COUNTRY,
    INDIA,
    KEYWORD,
    NONE,
    REGION,
    SPACE,
    THEATRE,
    WAR_TILE,
    Ability,
    Ministry,
)
from ..facts import FACTS
from ..house_rules import HouseRules
from ..rules.control import count
from ..rules.events.conditions import amount, holds, standing
from ..rules.ministries.abilities import CardinalMinisters, JacobiteScore
from ..rules.ministries.cards import bearers, exhausted, lying
from ..rules.scoring import TREATY_COMMODITIES, dividends, prestige_treaties
from ..state import State
from .speech import WORDS, Speech
from .terms import places, regions_of, taken


def event_text(card: Event, state: State, side: int, to: Speech) -> str:
    """Return the tile the card needs, its effect and its bonus for a side, and whether the bonus would come now.

    Only what that side may know of `state` is used.
    """
    version = FACTS.event_versions[card.number - 1][side]
    effect = _part(version, "effect", state, side, to)
    text = to.gettext("%(needs)s - %(effect)s", needs=_needs(card, to), effect=effect)
    if card.bonus_if is None:
        return text
    when = {"condition": condition_words(card.bonus_if, to), "now": _now(card, state, side, to)}
    if version.bonus == version.effect:
        bonus = to.gettext("Bonus (%(condition)s, %(now)s): the same once more", **when)
    elif version.bonus:
        told = _part(version, "bonus", state, side, to)
        bonus = to.gettext("Bonus (%(condition)s, %(now)s): %(bonus)s", bonus=told, **when)
    else:
        bonus = to.gettext("Bonus: %(condition)s, %(now)s", **when)
    return f"{text}. {bonus}"


def event_line(card: Event, state: State, side: int, to: Speech) -> str:
    """Return the tile the card needs, if not any, and its effect; its bonus if it would come now, or could."""
    text = _part(FACTS.event_versions[card.number - 1][side], "effect", state, side, to)
    if card.action != NONE:
        text = to.gettext("%(needs)s: %(effect)s", needs=_needs(card, to), effect=text)
    if card.bonus_if is None or not (standing(state, side, card.number).met or _helpers(card, state, side)):
        return text
    return to.gettext("%(text)s; bonus %(now)s", text=text, now=_now(card, state, side, to))


def part_text(card: int, part: Part, state: State, side: int, to: Speech) -> str:
    """Return the text of one part of a card."""
    return _part(FACTS.event_versions[card - 1][side], part, state, side, to)


def op_text(card: int, part: Part, op: str, side: int, to: Speech) -> str:
    """Describe the op of a part that has this name, without what it would be worth now."""
    ops = FACTS.event_versions[card - 1][side].part(part)
    named = sorted((each for each in ops if each.op == op), key=lambda each: each.condition is None)
    if not named:
        return ""
    return _deed(named[0], to)


def _deed(op: EventOp, to: Speech) -> str:
    """Say what an op does, and on which condition."""
    said = _OPS.get(op.op)
    words = said(op, to) if said else to.filled(WORDS["ops"][op.op], lambda name, _: _VALUES[name](op, to))
    if op.condition is None:
        return words
    return to.gettext("%(deed)s %(condition)s", deed=words, condition=_condition(op.condition, to))


def _needs(card: Event, to: Speech) -> str:
    needed = "" if card.action == NONE else ACTION_TYPES[card.action]
    return to.word("needs", needed)


def condition_words(bonus: BonusCondition, to: Speech) -> str:
    """Say when the bonus comes (3.4.3)."""
    if bonus.keyword:
        return to.thing(KEYWORD, bonus.keyword)
    if bonus.available_debt_lead:
        return to.gettext("available debt +%(n)s against the opponent", n=bonus.available_debt_lead)
    if bonus.bonus_tiles_lead:
        return to.gettext("bonus war tiles +%(n)s against the opponent", n=bonus.bonus_tiles_lead)
    if bonus.advantage:
        return to.gettext("advantage %(advantage)s", advantage=to.thing(ADVANTAGE, bonus.advantage))
    return to.gettext("more than the opponent: %(places)s", places=places(SPACE.mask_of(bonus.more_of), to))


def _now(card: Event, state: State, side: int, to: Speech) -> str:
    if standing(state, side, card.number).met:
        return to.gettext("met now")
    if helpers := _helpers(card, state, side):
        names = to.listing(map(to.ministry, helpers))
        return to.gettext("met if you reveal %(ministries)s", ministries=names)
    return to.gettext("not met now")


def _helpers(card: Event, state: State, side: int) -> Sequence[str]:
    """Return ministries that would bring its bonus if revealed."""
    return tuple(bearers(state, side, card.bonus_if.keyword)) if card.bonus_if and card.bonus_if.keyword else ()


# parts ---------------------------------------------------------------------------------------------


def _part(version: EventVersion, part: Part, state: State, side: int, to: Speech) -> str:
    ops = version.part(part)
    alternatives: dict[str, list[str]] = {}
    for op in ops:
        alternatives.setdefault(op.option, []).append(_op(op, state, side, to))
    told = [to.gettext("; then ").join(words) for words in alternatives.values()]
    text = either(told, to)
    return to.gettext("the opponent chooses: %(choice)s", choice=text) if version.chooser_is_opponent else text


def either(told: Sequence[str], to: Speech) -> str:
    """Return alternatives, such as `damage a fort; or shift a market`."""
    return to.gettext("; or ").join(told)


def _op(op: EventOp, state: State, side: int, to: Speech) -> str:
    words = _deed(op, to)
    if op.condition is not None:
        now = to.gettext("met now") if holds(state, side, op.condition) else to.gettext("not met now")
        return to.gettext("%(deed)s (%(now)s)", deed=words, now=now)
    return to.gettext("%(deed)s, now %(n)s", deed=words, n=amount(state, side, op)) if op.counted else words


def _condition(condition: Condition, to: Speech) -> str:
    match condition.kind:
        case "keyword":
            return to.gettext("with %(keyword)s face up", keyword=to.thing(KEYWORD, condition.keyword))
        case "debt_lead":
            return to.gettext("if your available debt is greater by %(n)s", n=condition.n)
        case kind:
            return to.word("conditions", kind, places=where(condition.spaces, to))


def where(mask: int, to: Speech) -> str:
    """Return the places of a condition; a whole region by its name."""
    for region, spaces in enumerate(FACTS.by_region):
        if mask == spaces:
            return to.thing(REGION, REGION.ids[region])
    return places(mask, to)


# ops -----------------------------------------------------------------------------------------------


def _flag(op: EventOp, to: Speech) -> str:
    return to.word("whose_flag", op.owner)


def _squadron(op: EventOp, to: Speech) -> str:
    return to.word("whose_squadron", op.owner)


def _points(op: EventOp, to: Speech) -> str:
    told = to.points(ACTION_TYPES[op.type], op.n)
    if op.only:
        told = to.gettext("%(points)s (%(condition)s)", points=told, condition=to.restriction(op.only))
    return _for_each(told, op, to)


def _for_each(told: str, op: EventOp, to: Speech) -> str:
    match op.counted:
        case "spaces":
            return to.gettext(
                "%(places)s: for each you hold, %(deed)s", deed=told, places=places(op.counted_spaces, to)
            )
        case "two_squadrons":
            return to.gettext("%(deed)s for every two squadrons of yours", deed=told)
        case "debt_lead":
            told = to.gettext("%(deed)s for each point of debt the opponent has more", deed=told)
            return to.gettext("%(deed)s, at most %(n)s", deed=told, n=op.most) if op.most else told
        case "":
            return told


def _debt(op: EventOp, to: Speech) -> str:
    told = to.gettext("debt %(change)s", change=to.signed(op.n))
    if op.opponent:
        return to.gettext("debt %(change)s for the opponent", change=to.signed(op.n))
    if op.shortfall:
        return to.gettext("%(deed)s; debt that is not there may become economic points", deed=told)
    return told


def _debt_limit(op: EventOp, to: Speech) -> str:
    told = to.gettext("debt limit of the opponent %(change)s", change=to.signed(op.n))
    return to.gettext(
        "%(deed)s; if they are at it, their debt falls with it and you score %(vp)s", deed=told, vp=to.vp(op.vp)
    )


def _conflicts(op: EventOp, to: Speech) -> str:
    told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", op.n)
    if op.plus:
        told = to.ngettext("%(n)s conflict marker +1", "%(n)s conflict markers +1", op.n)
    told = _for_each(told, op, to)
    if op.n_with_bonus:
        told = to.gettext("%(deed)s (with the bonus %(n)s)", deed=told, n=op.n_with_bonus)
    if op.up_to:
        told = to.gettext("up to %(deed)s", deed=told)
    if op.owner:
        told = to.gettext("%(deed)s under %(flag)s", deed=told, flag=_flag(op, to))
    if op.unprotected:
        told = to.gettext("%(deed)s, not protected", deed=told)
    return _at(told, op, to)


def _on_places(op: EventOp, to: Speech) -> str:
    return _at(to.word("ops", op.op), op, to)


def _at(told: str, op: EventOp, to: Speech) -> str:
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(op.targets, to))


def _damage_fort(op: EventOp, to: Speech) -> str:
    told = to.gettext("damage an opposing fort")
    return told if op.targets == FACTS.fort else _at(told, op, to)


def _unflag(op: EventOp, to: Speech) -> str:
    told = taken(to.gettext("remove %(flag)s", flag=_flag(op, to)), op.targets, to)
    return to.gettext("%(deed)s, but none that isolates a market", deed=told) if op.isolates_nothing else told


def _squadron_away(op: EventOp, to: Speech) -> str:
    told = to.gettext("%(squadron)s is away until the next turn", squadron=_squadron(op, to))
    return to.gettext("%(deed)s: %(vp)s", deed=told, vp=to.vp(op.vp)) if op.vp else told


def _draw_tile(op: EventOp, to: Speech) -> str:
    told = _for_each(to.gettext("draw a bonus war tile"), op, to)
    if not op.theatre:
        return told
    name = to.thing(THEATRE, next(id for id in THEATRE.ids if id.endswith(op.theatre)))
    return to.gettext("%(deed)s; it belongs to the theatre %(theatre)s", deed=told, theatre=name)


def _modifier(op: EventOp, to: Speech) -> str:
    if op.targets:
        deed = to.gettext("in this round %(n)s cheaper: remove %(flag)s", n=-op.n, flag=_flag(op, to))
        return taken(deed, op.targets, to)
    return to.gettext("the next squadron of this round is %(n)s cheaper", n=-op.n)


def _advantages(op: EventOp, to: Speech) -> str:
    words, regions = to.word("ops", op.op, n=op.n), regions_of(op.tiles, to)
    if op.just_gained:
        words = to.gettext("%(deed)s, also one just gained", deed=words)
    return to.gettext("%(deed)s: %(places)s", deed=words, places=regions) if regions else words


_VALUES: Final[Mapping[str, Callable[[EventOp, Speech], Value]]] = {
    "squadron": _squadron,
    "strength": lambda op, to: to.signed(WAR_TILE.thing("byng").strength),
    "points": lambda op, to: to.treaty_points(op.n),
    "commodities": lambda op, to: to.any_of(
        to.thing(COMMODITY, COMMODITY.id_of(commodity)) for commodity in op.commodities
    ),
}
"""What a place of a template stands for."""
_OPS: Final[Mapping[EventOpName, Callable[[EventOp, Speech], str]]] = {
    "points": _points,
    "debt": _debt,
    "debt_limit": _debt_limit,
    "vp": lambda op, to: _for_each(to.vp(op.n), op, to),
    "place_conflict": _conflicts,
    "unflag": _unflag,
    "shift": _on_places,
    "remove_own": lambda op, to: taken(to.gettext("remove a flag of your own"), op.targets, to),
    "take_control": _on_places,
    "remove_scored_flags": _on_places,
    "damage_fort": _damage_fort,
    "squadron_away": _squadron_away,
    "draw_tile": _draw_tile,
    "modifier": _modifier,
    "refresh_advantage": _advantages,
    "exhaust_advantage": _advantages,
    "activate_advantage": _advantages,
}
"""What ops do that a template alone does not say."""


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
    return _ABILITY_VALUES[name](facts, to)


def _regions(mask: int, to: Speech) -> str:
    touched = dict.fromkeys(FACTS.region_of[space] for space in bits(mask))
    return to.things(REGION, map(REGION.id_of, touched))


def _won(facts: Ability, to: Speech) -> str:
    award = to.gettext("award of %(region)s", region=to.thing(REGION, REGION.id_of(INDIA)))
    return ", ".join([award, *(to.thing(COMMODITY, name) for name in TREATY_COMMODITIES)])


_ABILITY_VALUES: Final[Mapping[str, Callable[[Ability, Speech], Value]]] = {
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
