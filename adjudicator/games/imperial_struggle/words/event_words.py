"""What Event cards do, in our own words, made from the same facts that the rules carry out (3.4, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from adjudicator.language import msgid

from ..fact_events import BonusCondition, Condition, Event, EventOp, EventOpName, EventVersion, Part
from ..fact_types import ACTION_TYPES, ADVANTAGE, COMMODITY, KEYWORD, NONE, REGION, THEATRE
from ..facts import facts
from ..rules.events.conditions import amount, holds, standing
from ..rules.ministries.cards import bearers
from ..state import State
from .places import places, regions_of
from .speech import Speech


def event_text(card: Event, state: State, side: int, to: Speech) -> str:
    """The tile it needs, its effect and its bonus for a side, and whether the bonus would come now.

    Only what that side may know of `state` is looked at.
    """
    version = facts().event_versions[card.number - 1][side]
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


def part_text(card: int, part: Part, state: State, side: int, to: Speech) -> str:
    """One part of a card."""
    return _part(facts().event_versions[card - 1][side], part, state, side, to)


def op_text(card: int, part: Part, op: str, side: int, to: Speech) -> str:
    """The op of a part that has this name, without what it would be worth now."""
    ops = facts().event_versions[card - 1][side].part(part)
    named = sorted((each for each in ops if each.op == op), key=lambda each: each.condition is None)
    if not named:
        return ""
    return _deed(named[0], side, to)


def _deed(op: EventOp, side: int, to: Speech) -> str:
    """What an op does, and on which condition."""
    words = _WORDS[op.op](op, side, to)
    if op.condition is None:
        return words
    return to.gettext("%(deed)s %(condition)s", deed=words, condition=_condition(op.condition, to))


def _needs(card: Event, to: Speech) -> str:
    if card.action == NONE:
        return to.gettext("any tile")
    return {
        "economic": to.gettext("economic tile"),
        "diplomatic": to.gettext("diplomatic tile"),
        "military": to.gettext("military tile"),
    }[ACTION_TYPES[card.action]]


def condition_words(bonus: BonusCondition, to: Speech) -> str:
    """When the bonus comes (3.4.3)."""
    if bonus.keyword:
        return to.name(KEYWORD, bonus.keyword)
    if bonus.available_debt_lead:
        return to.gettext("available debt +%(n)s against the opponent", n=bonus.available_debt_lead)
    if bonus.bonus_tiles_lead:
        return to.gettext("bonus war tiles +%(n)s against the opponent", n=bonus.bonus_tiles_lead)
    if bonus.advantage:
        return to.gettext("advantage %(advantage)s", advantage=to.name(ADVANTAGE, bonus.advantage))
    return to.gettext("more than the opponent: %(places)s", places=places(facts().mask(bonus.more_of), to))


def _now(card: Event, state: State, side: int, to: Speech) -> str:
    if standing(state, side, card.number).met:
        return to.gettext("met now")
    assert card.bonus_if is not None
    helpers = bearers(state, side, card.bonus_if.keyword) if card.bonus_if.keyword else ()
    if helpers:
        names = to.listing(to.ministry(each) for each in helpers)
        return to.gettext("met if you turn up %(ministries)s", ministries=names)
    return to.gettext("not met now")


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
    """Alternatives: `damage a fort; or shift a market`."""
    return to.gettext("; or ").join(told)


def _op(op: EventOp, state: State, side: int, to: Speech) -> str:
    words = _deed(op, side, to)
    if op.condition is not None:
        now = to.gettext("met now") if holds(state, side, op.condition) else to.gettext("not met now")
        return to.gettext("%(deed)s (%(now)s)", deed=words, now=now)
    return to.gettext("%(deed)s, now %(n)s", deed=words, n=amount(state, side, op)) if op.counted else words


_CONDITIONS: Final[Mapping[str, str]] = {
    "holds_all": msgid("if you hold all of: %(places)s"),
    "holds_any": msgid("if you hold one of: %(places)s"),
    "no_opposing_flag": msgid("if no opposing flag is in: %(places)s"),
    "no_opposing_squadron": msgid("if no opposing squadron is in: %(places)s"),
    "more": msgid("if you hold more than the opponent: %(places)s"),
}


def _condition(condition: Condition, to: Speech) -> str:
    match condition.kind:
        case "keyword":
            return to.gettext("with %(keyword)s face up", keyword=to.name(KEYWORD, condition.keyword))
        case "debt_lead":
            return to.gettext("if your available debt is greater by %(n)s", n=condition.n)
        case kind:
            return to.gettext(_CONDITIONS[kind], places=where(condition.spaces, to))


def where(mask: int, to: Speech) -> str:
    """Places of a condition; whole regions by their names."""
    f = facts()
    for region, spaces in enumerate(f.by_region):
        if mask == spaces:
            return to.name(REGION, f.regions[region])
    return places(mask, to)


# ops -----------------------------------------------------------------------------------------------


_FLAGS: Final[Mapping[str, str]] = {
    "france": msgid("a French flag"),
    "britain": msgid("a British flag"),
    "opponent": msgid("an opposing flag"),
    "": msgid("an opposing flag"),
}
_SQUADRONS: Final[Mapping[str, str]] = {
    "france": msgid("a French squadron"),
    "britain": msgid("a British squadron"),
    "self": msgid("a squadron of your own"),
    "opponent": msgid("an opposing squadron"),
    "": msgid("an opposing squadron"),
}
"""Whose it is; no event removes or marks a flag of one's own by this op."""


def _flag(op: EventOp, to: Speech) -> str:
    return to.gettext(_FLAGS[op.owner])


def _squadron(op: EventOp, to: Speech) -> str:
    return to.gettext(_SQUADRONS[op.owner])


def _points(op: EventOp, side: int, to: Speech) -> str:
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


def _debt(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("debt %(change)s", change=to.signed(op.n))
    if op.opponent:
        return to.gettext("debt %(change)s for the opponent", change=to.signed(op.n))
    if op.shortfall:
        return to.gettext("%(deed)s; debt that is not there may become economic points", deed=told)
    return told


def _debt_limit(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("debt limit of the opponent %(change)s", change=to.signed(op.n))
    return to.gettext(
        "%(deed)s; if he is at it, his debt falls with it and you score %(vp)s", deed=told, vp=to.vp(op.vp)
    )


def _vp(op: EventOp, side: int, to: Speech) -> str:
    return _for_each(to.vp(op.n), op, to)


def _conflicts(op: EventOp, side: int, to: Speech) -> str:
    n = op.n
    if op.plus:
        told = to.ngettext("%(n)s conflict marker +1", "%(n)s conflict markers +1", n)
    else:
        told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", n)
    told = _for_each(told, op, to)
    if op.n_with_bonus:
        told = to.gettext("%(deed)s (with the bonus %(n)s)", deed=told, n=op.n_with_bonus)
    if op.up_to:
        told = to.gettext("up to %(deed)s", deed=told)
    if op.owner:
        told = to.gettext("%(deed)s under %(flag)s", deed=told, flag=_flag(op, to))
    if op.unprotected:
        told = to.gettext("%(deed)s, not protected", deed=told)
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(op.targets, to))


def _on(text: str) -> Callable[[EventOp, int, Speech], str]:
    """An op that is told by its places."""

    def told(op: EventOp, side: int, to: Speech) -> str:
        return to.gettext("%(deed)s: %(places)s", deed=to.gettext(text), places=places(op.targets, to))

    return told


def _damage_fort(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("damage an opposing fort")
    if op.targets == facts().fort:
        return told
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(op.targets, to))


def _unflag(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("remove %(flag)s", flag=_flag(op, to))
    told = to.gettext("%(deed)s: %(places)s", deed=told, places=places(op.targets, to))
    return to.gettext("%(deed)s, but none that isolates a market", deed=told) if op.isolates_nothing else told


def _squadron_home(op: EventOp, side: int, to: Speech) -> str:
    return to.gettext("%(squadron)s goes to its navy box", squadron=_squadron(op, to))


def _squadron_away(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("%(squadron)s is away until the next turn", squadron=_squadron(op, to))
    return to.gettext("%(deed)s: %(vp)s", deed=told, vp=to.vp(op.vp)) if op.vp else told


def _squadron_lost(op: EventOp, side: int, to: Speech) -> str:
    return to.gettext("%(squadron)s leaves the game", squadron=_squadron(op, to))


def _draw_tile(op: EventOp, side: int, to: Speech) -> str:
    told = _for_each(to.gettext("draw a bonus war tile"), op, to)
    if not op.theatre:
        return told
    theatre = next(theatre for id, theatre in facts().theatre.items() if id.endswith(op.theatre))
    name = to.name(THEATRE, theatre.id)
    return to.gettext("%(deed)s; it belongs to the theatre %(theatre)s", deed=told, theatre=name)


def _modifier(op: EventOp, side: int, to: Speech) -> str:
    if op.targets:
        told = to.gettext("in this round %(n)s cheaper: remove %(flag)s", n=-op.n, flag=_flag(op, to))
        return to.gettext("%(deed)s: %(places)s", deed=told, places=places(op.targets, to))
    return to.gettext("the next squadron of this round is %(n)s cheaper", n=-op.n)


def _advantages(told: str, op: EventOp, to: Speech) -> str:
    where_ = regions_of(op.tiles, to)
    return to.gettext("%(deed)s: %(places)s", deed=told, places=where_) if where_ else told


def _refresh(op: EventOp, side: int, to: Speech) -> str:
    return _advantages(to.gettext("up to %(n)s used advantages may be used again", n=op.n), op, to)


def _exhaust(op: EventOp, side: int, to: Speech) -> str:
    return _advantages(to.gettext("up to %(n)s advantages become used and have no effect", n=op.n), op, to)


def _activate(op: EventOp, side: int, to: Speech) -> str:
    told = to.gettext("an advantage of yours takes effect without becoming used")
    if op.just_gained:
        told = to.gettext("%(deed)s, also one just gained", deed=told)
    return _advantages(told, op, to)


def _byng(op: EventOp, side: int, to: Speech) -> str:
    strength = facts().war_tiles[facts().war_tile["byng"]].strength
    return to.gettext("Byng (%(strength)s) joins a theatre that counts squadrons", strength=to.signed(strength))


def _commodities(op: EventOp, to: Speech) -> str:
    return to.language.listing([to.name(COMMODITY, facts().commodities[c].id) for c in op.commodities], "or")


def _add_demand(op: EventOp, side: int, to: Speech) -> str:
    return to.gettext("you may bring %(commodities)s into demand", commodities=_commodities(op, to))


def _score_demand(op: EventOp, side: int, to: Speech) -> str:
    return to.gettext("you may score %(commodities)s now, as at the end of the turn", commodities=_commodities(op, to))


def _fixed(text: str) -> Callable[[EventOp, int, Speech], str]:
    """An op that needs no figures."""
    return lambda op, side, to: to.gettext(text)


_WORDS: Final[Mapping[EventOpName, Callable[[EventOp, int, Speech], str]]] = {
    "points": _points,
    "debt": _debt,
    "debt_limit": _debt_limit,
    "vp": _vp,
    "trp": lambda op, side, to: to.treaty_points(op.n),
    "place_conflict": _conflicts,
    "unflag": _unflag,
    "shift": _on(msgid("shift")),
    "remove_own": _on(msgid("remove a flag of your own")),
    "take_control": _on(msgid("take control, even from the opponent")),
    "remove_scored_flags": _on(msgid("remove your flags that scored")),
    "damage_fort": _damage_fort,
    "squadron_home": _squadron_home,
    "squadron_away": _squadron_away,
    "squadron_lost": _squadron_lost,
    "construct_squadron": _fixed(msgid("a squadron for nothing, in your navy box")),
    "pay_debt_or_trp": _fixed(msgid("it costs 1 debt or 1 treaty point")),
    "return_tile_unseen": _fixed(msgid("name a theatre: one of the opponent's bonus tiles there goes back at random")),
    "return_own_tile": _fixed(msgid("a bonus war tile at a theatre goes back to the pool")),
    "draw_tile": _draw_tile,
    "modifier": _modifier,
    "refresh_advantage": _refresh,
    "exhaust_advantage": _exhaust,
    "activate_advantage": _activate,
    "place_byng": _byng,
    "add_demand": _add_demand,
    "replace_demand": _fixed(msgid("a commodity drawn at random replaces one in demand; you choose which")),
    "score_demand": _score_demand,
}
"""What each op does."""
