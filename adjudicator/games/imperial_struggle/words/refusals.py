"""Why the rules forbid an action: one sentence for every code of `rules/refusals.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.components import Kind
from adjudicator.language import msgid

from ..fact_types import ADVANTAGE, COMMODITY, ERA, FLAG, REGION, SPACE_TYPE, THEATRE, WAR_TILE
from .refused_cards import CARD_SPECIAL, EVENT_TEXTS, MINISTRY_TEXTS
from .refused_wars import WAR_SPECIAL, WAR_TEXTS
from .speech import Speech

Facts = Mapping[str, Any]

TEXTS: Final[Mapping[str, str]] = {
    "unknown_space": msgid("there is no space “%(space)s”"),
    "unknown_advantage": msgid("there is no advantage “%(advantage)s”"),
    "unknown_tile": msgid("there is no investment tile “%(tile)s”"),
    "wrong_space": msgid("%(space)s is of another kind: %(type)s; needed here: %(wanted)s"),
    "not_in_hand": msgid("not in your hand: %(cards)s; you hold %(hand)s"),
    "wrong_number_of_cards": msgid("cards to discard: %(needed)s; you named %(given)s"),
    "wrong_number_of_ministries": msgid("ministries to choose: %(needed)s; you named %(given)s"),
    "ministry_not_eligible": msgid("not to be chosen now: %(ministries)s; you may choose from %(eligible)s"),
    "not_face_down": msgid("does not lie face down before you: %(ministries)s; there lie %(face_down)s"),
    "unequal_replacement": msgid("as many new ministries as taken back; you named %(given)s new, %(needed)s back"),
    "no_jacobite_slot": msgid("the extra slot needs a won rebellion; victory markers so far: %(victories)s"),
    "ministry_twice": msgid("%(ministry)s cannot lie in two slots"),
    "tile_not_available": msgid("%(tile)s is not there any more; there are: %(tiles)s"),
    "tile_first": msgid("take a tile first, then use the advantage %(advantage)s"),
    "too_late_to_pass": msgid("something of the tile is used already; you may only end the round"),
    "wrong_type": msgid("your tile %(tile)s has no %(type)s points"),
    "major_over": msgid("the major action is over: another action was begun (%(type)s)"),
    "minor_spent": msgid("the minor action is used up: it is one purchase only (%(type)s)"),
    "wrong_kind": msgid("the %(kind)s action cannot pay this; the %(other)s action can"),
    "kind_needed": msgid("both actions could pay this: add “major” or “minor”"),
    "minor_cannot_remove": msgid(
        "%(space)s: a minor action removes an opposing flag or squadron only where a conflict marker is"
    ),
    "overpaid": msgid("it costs %(cost)s; debt %(debt)s and treaty points %(trp)s are more than that"),
    "negative_payment": msgid("debt %(debt)s and treaty points %(trp)s: less than nothing cannot be paid"),
    "debt_limit": msgid("debt %(debt)s is too much: %(available_debt)s is left below your limit of %(debt_limit)s"),
    "not_enough_treaty_points": msgid("treaty points needed: %(trp)s; you have %(treaty_points)s"),
    "nothing_to_pay": msgid("%(advantage)s costs nothing; leave the payment out"),
    "already_yours": msgid("%(space)s is yours already"),
    "not_empty": msgid("%(space)s is not empty, it belongs to %(owner)s: remove the flag first"),
    "no_flag": msgid("%(space)s has no flag that could be removed"),
    "own_flag": msgid("%(space)s bears your own flag"),
    "permanent_flag": msgid("%(space)s: flags of the United States stay for ever"),
    "event_pile_empty": msgid("the pile of event cards is empty"),
    "no_draw_event": msgid("this campaign plays without drawing events for points"),
    "no_next_war": msgid("no war follows, so there are no war tiles to buy"),
    "bonus_tiles_bought": msgid("you have bought %(bought)s bonus war tiles in this round, the most is %(limit)s"),
    "theaters_full": msgid("every theatre has its %(limit)s bonus tiles of yours"),
    "no_bonus_tile": msgid("no bonus war tile of yours is left"),
    "only_on_turn_6": msgid("military points are exchanged on turn 6 only; this is turn %(turn)s"),
    "converted_other": msgid("one type a round: you have exchanged for %(converted_to)s points, not for %(to)s"),
    "no_conflict": msgid("%(space)s has no conflict marker"),
    "not_damaged": msgid("the fort %(space)s is not damaged"),
    "no_seize_link": msgid(
        "%(space)s: to seize the fort you need a squadron or market connected to it; connected are %(connects)s"
    ),
    "no_unbuilt_squadron": msgid("all %(squadrons)s of your squadrons are built"),
    "navy_box_empty": msgid("your navy box is empty"),
    "no_squadron_there": msgid("no squadron of yours at %(space)s; yours are at: %(spaces)s"),
    "already_deployed": msgid("the squadron at %(space)s has moved in this round already"),
    "own_squadron_there": msgid("your own squadron is at %(space)s"),
    "no_upgrade": msgid("the tile %(tile)s has no upgrade symbol"),
    "upgrade_used": msgid("the military upgrade of this tile is used"),
    "upgrade_turn_6": msgid("on turn 6 the upgrade symbol gives a treaty point instead"),
    "no_such_theater": msgid("there is no theatre %(theater)s; the next war has %(theaters)s"),
    "no_basic_tile": msgid("no basic war tile is left in your pool"),
    "too_few_basic_tiles": msgid("%(limit)s basic tiles must stay in the game; you have %(left)s"),
    "swap_needs_two": msgid("name two different theatres whose basic tiles change places"),
    "no_swap": msgid("this campaign plays without the exchange of two basic tiles: name one theatre"),
    "not_that_tile": msgid("%(tile)s is not the tile to be laid; you drew %(drawn)s"),
    "theater_full": msgid("theatre %(theater)s has its %(limit)s bonus tiles: one of them must make room"),
    "no_need_to_move": msgid("theatre %(theater)s has room: no tile needs to move"),
    "tile_not_there": msgid("%(tile)s does not lie at theatre %(theater)s; there lie %(tiles)s"),
    "no_room_to_move": msgid("theatre %(theater)s has its %(limit)s bonus tiles: choose another place"),
    "advantage_not_held": msgid("you do not hold %(advantage)s; you lack %(missing)s"),
    "advantage_new": msgid("%(advantage)s was gained just now; it can be used from your next round on"),
    "advantage_exhausted": msgid("%(advantage)s was used this turn"),
    "advantage_conflict": msgid("%(advantage)s is blocked by a conflict marker: %(conflicts)s"),
    "advantage_limit": msgid("you have used %(used)s advantages in this round, the most is %(limit)s"),
    "advantage_region": msgid("%(advantage)s: only one advantage per region and round, and that of %(region)s is used"),
    "not_a_target": msgid("%(advantage)s does not work on %(space)s; it works on: %(targets)s"),
    "protected_target": msgid("%(space)s is protected, and %(advantage)s needs a space that is not"),
    "conflict_there": msgid("%(space)s has a conflict marker already"),
    "no_opposing_flag": msgid("%(space)s bears no opposing flag"),
    "no_opposing_squadron": msgid("no opposing squadron at %(space)s; they are at: %(spaces)s"),
    **MINISTRY_TEXTS,
    **EVENT_TEXTS,
    **WAR_TEXTS,
}
"""Sentences that need nothing but their facts; those of :data:`SPECIAL` look closer."""


def refusal(code: str, facts_: Facts, to: Speech) -> str:
    """Why, in one sentence; "" for a code that is not of this game."""
    special = SPECIAL.get(code)
    if special is not None:
        return special(facts_, to)
    text = TEXTS.get(code)
    if text is None:
        return ""
    return to.gettext(text, **{name: _value(code, name, value, to) for name, value in facts_.items()})


# facts ---------------------------------------------------------------------------------------------


_KINDS: Final[Mapping[str, Kind[Any]]] = {
    "advantage": ADVANTAGE,
    "region": REGION,
    "owner": FLAG,
}
_SPACES: Final = (
    "space",
    "spaces",
    "connects",
    "conflicts",
    "isolated",
    "new",
    "missing",
    "targets",
    "lines",
    "conquered",
    "allowed",
)
_CARDS: Final = ("cards", "hand", "card", "asked_card")
_MINISTRIES: Final = ("ministry", "ministries", "eligible", "face_down")
_WAR_TILES: Final = (
    "not_that_tile",
    "tile_not_there",
    "no_such_effect",
    "no_effect_there",
    "effect_not_optional",
    "not_the_tiles_drawn",
)


def _value(code: str, name: str, value: Any, to: Speech) -> str:
    """One fact as the sentence needs it; several things as a list."""
    if isinstance(value, list | tuple):
        return to.listing(_value(code, name, each, to) for each in value) or to.gettext("nothing")
    if isinstance(value, int) and name not in _CARDS:
        return str(value)
    try:
        return _thing(code, name, value, to)
    except (KeyError, IndexError, ValueError):
        return str(value)


def _thing(code: str, name: str, value: Any, to: Speech) -> str:
    if name in _SPACES:
        return to.space(value)
    if name in _CARDS:
        return to.event(value)
    if name in _MINISTRIES:
        return to.ministry(value)
    if name in ("tile", "tiles", "drawn") or code == "not_the_tiles_drawn":
        return to.name(WAR_TILE, value) if code in _WAR_TILES else to.tile(value)
    if name in _KINDS:
        return to.name(_KINDS[name], value)
    if name == "theater":
        return to.name(THEATRE, value)
    if name in ("commodity", "commodities"):
        return to.name(COMMODITY, value)
    if name == "rules":
        return to.restriction(value)
    if code in ("wrong_space", "not_conquerable"):
        return to.name(SPACE_TYPE, value).lower()
    if name in ("kind", "other"):
        return to.pgettext("action", "major") if value == "major" else to.pgettext("action", "minor")
    return to.of_type(value)


# what looks closer ---------------------------------------------------------------------------------


def _not_connected(given: Facts, to: Speech) -> str:
    """Connections of a market, and why those that are the player's own do not count."""
    parts = [
        to.gettext(
            "%(space)s is not connected to you; connected to it: %(spaces)s",
            space=to.space(given["space"]),
            spaces=to.spaces(given["connects"]),
        )
    ]
    for name, text in (
        ("conflicts", msgid("does not count, it has a conflict marker: %(spaces)s")),
        ("isolated", msgid("does not count, it is isolated: %(spaces)s")),
        ("new", msgid("does not count, it is yours only since this round: %(spaces)s")),
    ):
        if given[name]:
            parts.append(to.gettext(text, spaces=to.spaces(given[name])))
    return "; ".join(parts)


def _no_fort_link(given: Facts, to: Speech) -> str:
    text = to.gettext(
        "%(space)s: a fort needs a market, naval space or territory of yours connected to it; connected are %(spaces)s",
        space=to.space(given["space"]),
        spaces=to.spaces(given["connects"]),
    )
    if not given["new"]:
        return text
    new = to.gettext("does not count, it is yours only since this round: %(spaces)s", spaces=to.spaces(given["new"]))
    return f"{text}; {new}"


def _not_enough_points(given: Facts, to: Speech) -> str:
    text = to.gettext(
        "it costs %(cost)s and %(missing)s more would be needed; points %(points)s, debt %(debt)s, "
        "treaty points %(trp)s",
        **{name: int(given[name]) for name in ("cost", "missing", "points", "debt", "trp")},
    )
    return f"{text}; " + to.gettext(
        "you could still add: debt %(debt)s, treaty points %(trp)s",
        debt=max(0, given["available_debt"] - given["debt"]),
        trp=max(0, given["treaty_points"] - given["trp"]),
    )


def _not_in_play(given: Facts, to: Speech) -> str:
    space = to.space(given["space"])
    if given["era"]:
        return to.gettext("%(space)s is not in play before: %(era)s", space=space, era=to.name(ERA, given["era"]))
    return to.gettext("%(space)s is not in play before the United States have a flag", space=space)


def _whose_fort(given: Facts, to: Speech) -> str:
    space = to.space(given["space"])
    if not given["owner"]:
        return to.gettext("%(space)s: there is no fort", space=space)
    return to.gettext("%(space)s: the fort belongs to %(owner)s", space=space, owner=to.side(given["owner"]))


def _advantage_argument(given: Facts, to: Speech) -> str:
    """What must be named with an advantage (8.2)."""
    name = to.name(ADVANTAGE, given["advantage"])
    match given["wanted"]:
        case "conflict":
            return to.gettext("%(advantage)s: say where the conflict marker goes", advantage=name)
        case "space":
            return to.gettext("%(advantage)s: say which flag is removed", advantage=name)
        case "squadron":
            return to.gettext("%(advantage)s: say which squadron is sent home", advantage=name)
        case _:
            return to.gettext("%(advantage)s needs no target", advantage=name)


SPECIAL: Final[Mapping[str, Callable[[Facts, Speech], str]]] = {
    "not_connected": _not_connected,
    "no_fort_link": _no_fort_link,
    "not_enough_points": _not_enough_points,
    "not_in_play": _not_in_play,
    "not_your_fort": _whose_fort,
    "not_opposing_fort": _whose_fort,
    "advantage_argument": _advantage_argument,
    **CARD_SPECIAL,
    **WAR_SPECIAL,
}
"""Codes whose sentence depends on what their facts say."""
