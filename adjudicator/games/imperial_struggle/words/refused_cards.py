"""Why the rules forbid something with Ministry cards and Event cards (3.5, 5.2); see :mod:`.refusals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.language import msgid

from ..components import NAVY_BOX
from ..fact_types import ADVANTAGE, COMMODITY, KEYWORD
from ..facts import facts
from .speech import Speech

Facts = Mapping[str, Any]

MINISTRY_TEXTS: Final[Mapping[str, str]] = {
    "unknown_ministry": msgid("there is no ministry “%(ministry)s”"),
    "ministry_not_held": msgid("%(ministry)s does not lie before you; there lie %(ministries)s"),
    "already_face_up": msgid("%(ministry)s lies face up already"),
    "no_voluntary_reveal": msgid("this campaign turns ministries up only by using them: %(ministry)s"),
    "reveal_unused": msgid("this makes no use of %(ministries)s, so nothing is turned up"),
    "no_such_ability": msgid("%(ministry)s has no ability %(ability)s to use here; abilities: %(abilities)s"),
    "ability_exhausted": msgid("%(ministry)s: ability %(ability)s was used this turn"),
    "ability_needs_tile": msgid("take a tile first, then use %(ministry)s"),
    "ability_too_late": msgid("%(ministry)s can be used only before anything of the tile is used"),
    "ability_needs_action": msgid("%(ministry)s needs an open action of your tile: %(type)s"),
    "ability_needs_space": msgid("%(ministry)s: you need one of these, without a conflict marker: %(spaces)s"),
    "ability_no_effect": msgid("%(ministry)s would have no effect now"),
    "ability_target": msgid("%(ministry)s does not work on %(space)s; it works on: %(targets)s"),
    "ability_other_round": msgid("%(ministry)s: its two abilities need two different rounds"),
    "ability_nothing_to_pay": msgid("%(ministry)s costs nothing; leave the payment out"),
    "no_event_to_draw": msgid("%(ministry)s: there is no event card to draw"),
    "unknown_commodity": msgid("“%(commodity)s” cannot be named; you may name %(commodities)s"),
    "no_huguenots": msgid("no unused Huguenot marker at %(space)s; there are some at: %(spaces)s"),
    "huguenots_elsewhere": msgid("%(space)s: this Huguenot marker works on markets of its region only: %(region)s"),
    "no_free_debt": msgid("debt that is not marked: you asked for %(free_debt)s, %(left)s is left this turn"),
    "free_debt_economic": msgid("Merchant Banks lend for economic actions only; this one is another: %(type)s"),
    "europe_only": msgid("%(space)s: with the points of %(ministry)s this action stays in Europe"),
    "no_power": msgid("%(ministry)s can do nothing at the end of the turn"),
    "passed_after_ministry": msgid("an ability of a ministry was used, so you may not pass, only end the round"),
}
EVENT_TEXTS: Final[Mapping[str, str]] = {
    "restricted_points": msgid("points with a condition: you asked for %(restricted)s, %(fitting)s of them fit here"),
    "restricted_elsewhere": msgid("your points are bound by a condition that does not fit here: %(type)s, %(rules)s"),
    "restricted_needed": msgid(
        "it costs %(cost)s, and at least one point with a condition must pay for it (now %(restricted)s), not only "
        "debt %(debt)s and treaty points %(trp)s"
    ),
    "restricted_spent": msgid(
        "the points with a condition that opened this action are spent; debt and treaty points could only be added to "
        "them: %(type)s"
    ),
    "event_not_in_hand": msgid("%(card)s is not in your hand; you hold %(hand)s"),
    "no_event_symbol": msgid("the tile %(tile)s has no event symbol, so %(card)s cannot be played"),
    "event_wrong_type": msgid("%(card)s needs another major action: %(type)s; yours is %(major)s"),
    "event_too_late": msgid("%(card)s: an event is played before anything of the tile is used, one in a round"),
    "via_not_needed": msgid("%(card)s can be played without %(ministry)s"),
    "other_event": msgid("the choice is for another card: %(asked_card)s, not %(card)s"),
    "event_choice_later": msgid("%(card)s: something is drawn first, then you are asked"),
    "theater_bound": msgid("the tile belongs to theatre %(bound)s, not to theatre %(theater)s"),
    "bid_out_of_range": msgid("a bid of %(trp)s is not possible: 0 to %(highest)s"),
}


# ministries ----------------------------------------------------------------------------------------

_BY_ITSELF: Final[Mapping[str, str]] = {
    "automatic": msgid("%(ministry)s: this ability works by itself while the card lies face up"),
    "scoring": msgid("%(ministry)s: this ability works by itself at scoring, if the card already lies face up"),
    "end_of_turn": msgid("%(ministry)s: this ability works by itself at the end of the turn, if the card lies face up"),
    "reveal": msgid("%(ministry)s: name the card with the purchase, and its ability counts for the price"),
    "free_debt": msgid("%(ministry)s: add +f1 or +f2 to an economic purchase"),
    "via": msgid("%(ministry)s: name the card when you play the event"),
    "advantage": msgid("%(ministry)s: this ability works when you use an advantage in Europe"),
}


def _by_itself(given: Facts, to: Speech) -> str:
    """How abilities come into force that have no order of their own (3.5.2)."""
    text = _BY_ITSELF[given["how"]]
    return to.gettext(text, ministry=to.ministry(given["ministry"]))


def _ability_argument(given: Facts, to: Speech) -> str:
    """What must be named with an ability."""
    name = to.ministry(given["ministry"])
    match given["wanted"]:
        case "space":
            return to.gettext("%(ministry)s: say at which space", ministry=name)
        case "space result":
            return to.gettext("%(ministry)s: say the space and whether you place or remove the flag", ministry=name)
        case "card":
            return to.gettext("%(ministry)s: say which event card", ministry=name)
        case "commodity":
            return to.gettext("%(ministry)s: say which commodity", ministry=name)
        case _:
            return to.gettext("%(ministry)s needs no target", ministry=name)


# playing events ------------------------------------------------------------------------------------


def _without_bonus(given: Facts, to: Speech) -> str:
    """Why the bonus of a card does not come (3.4.3)."""
    card, wanted, has = to.event(given["card"]), given["wanted"], given["has"]
    match given["condition"]:
        case "keyword":
            return to.gettext(
                "no bonus for %(card)s: no ministry of yours with %(keyword)s is face up or named",
                card=card,
                keyword=to.name(KEYWORD, wanted),
            )
        case "available_debt_lead":
            return to.gettext(
                "no bonus for %(card)s: available debt +%(wanted)s against the opponent is needed; yours is %(has)s",
                card=card,
                wanted=wanted,
                has=to.signed(has),
            )
        case "bonus_tiles_lead":
            return to.gettext(
                "no bonus for %(card)s: bonus war tiles +%(wanted)s against the opponent are needed; yours are %(has)s",
                card=card,
                wanted=wanted,
                has=to.signed(has),
            )
        case "more_of":
            spaces = to.spaces(str(wanted).split())
            return to.gettext("no bonus for %(card)s: you need more of %(spaces)s", card=card, spaces=spaces)
        case "advantage":
            name = to.name(ADVANTAGE, wanted)
            return to.gettext("no bonus for %(card)s: it needs the advantage %(advantage)s", card=card, advantage=name)
        case _:
            return to.gettext("%(card)s has no bonus", card=card)


def _without_keyword(given: Facts, to: Speech) -> str:
    card, ministry = to.event(given["card"]), to.ministry(given["ministry"])
    if not given["keyword"]:
        return to.gettext("%(card)s asks for no keyword: do not turn %(ministry)s up", card=card, ministry=ministry)
    keyword = to.name(KEYWORD, given["keyword"])
    return to.gettext(
        "%(card)s asks for %(keyword)s; %(ministry)s does not show it", card=card, keyword=keyword, ministry=ministry
    )


# choices for events --------------------------------------------------------------------------------


def _event_option(given: Facts, to: Speech) -> str:
    options = to.language.listing([_alternative(option, to) for option in given["options"]], "or")
    card = to.event(given["card"])
    if not options:
        return to.gettext("%(card)s leaves no such choice here", card=card)
    return to.gettext("%(card)s: choose one of these: %(options)s", card=card, options=options)


def _alternative(option: str, to: Speech) -> str:
    match option:
        case "damage_fort":
            return to.gettext("damage a fort")
        case "shift":
            return to.gettext("shift")
        case "squadron":
            return to.gettext("squadron")
        case "return_tile":
            return to.gettext("bonus war tile")
        case "take_control":
            return to.gettext("take control")
        case "conflicts":
            return to.gettext("conflict markers")
        case _:
            return to.of_type(option)


_ARGUMENTS: Final[Mapping[str, str]] = {
    "conflicts": msgid("spaces for conflict markers"),
    "unflag": msgid("flags to remove"),
    "shift": msgid("spaces to shift"),
    "remove_enemy": msgid("opposing flags to remove"),
    "remove_own": msgid("own flags to remove"),
    "take_control": msgid("spaces to control"),
    "refresh": msgid("advantages to use again"),
    "exhaust": msgid("advantages to use up"),
    "fort": msgid("a fort"),
    "squadron": msgid("a squadron"),
    "tile": msgid("a war tile"),
    "theater": msgid("a theatre"),
    "commodity": msgid("a commodity"),
    "replaces": msgid("the commodity that leaves"),
    "points": msgid("economic points"),
    "score_cotton": msgid("whether to score"),
    "pay": msgid("how to pay"),
    "activate": msgid("an advantage"),
    "option": msgid("an alternative"),
}


def _argument(name: str, to: Speech) -> str:
    return to.gettext(_ARGUMENTS[name]) if name in _ARGUMENTS else name


def _event_argument(given: Facts, to: Speech) -> str:
    card, named = to.event(given["card"]), _argument(given["argument"], to)
    wanted = ", ".join(_argument(name, to) for name in given["arguments"])
    if not wanted:
        return to.gettext("%(card)s does not ask for this: %(argument)s", card=card, argument=named)
    return to.gettext(
        "%(card)s does not ask for this: %(argument)s; it asks for: %(arguments)s",
        card=card,
        argument=named,
        arguments=wanted,
    )


def _chosen(value: object, to: Speech) -> str:
    """A value of an argument: a space, an advantage with its target, a tile, a theatre, a figure."""
    if not isinstance(value, str):
        return str(value)
    return ": ".join(any_name(word, to) for word in value.split())


def any_name(id: str, to: Speech) -> str:
    """Whatever has this id; the id itself where nothing has, for it was written by the player."""
    f = facts()
    if id in f.space or id == NAVY_BOX:
        return to.space(id)
    if id in f.advantage:
        return to.name(ADVANTAGE, id)
    if id in f.commodity:
        return to.name(COMMODITY, id)
    if id in f.war_tile:
        return to.war_tile_name(id)
    if id in ("debt", "trp"):
        return to.debt(1) if id == "debt" else to.treaty_points(1)
    return id


def _event_target(given: Facts, to: Speech) -> str:
    targets = ", ".join(_chosen(value, to) for value in given["targets"]) or to.gettext("nothing")
    return to.gettext(
        "%(card)s does not work on %(target)s; it works on: %(targets)s",
        card=to.event(given["card"]),
        target=_chosen(given["given"], to),
        targets=targets,
    )


def _event_target_twice(given: Facts, to: Speech) -> str:
    named = ", ".join(_chosen(value, to) for value in given["given"])
    return to.gettext("%(card)s: something is named twice: %(targets)s", card=to.event(given["card"]), targets=named)


def _event_count(given: Facts, to: Speech) -> str:
    least, most = given["least"], given["most"]
    return to.gettext(
        "%(card)s asks for %(argument)s: %(number)s; you named %(given)s",
        card=to.event(given["card"]),
        argument=_argument(given["argument"], to),
        number=str(most) if least == most else f"{least}-{most}",
        given=given["given"],
    )


CARD_SPECIAL: Final[Mapping[str, Callable[[Facts, Speech], str]]] = {
    "ability_by_itself": _by_itself,
    "ability_argument": _ability_argument,
    "event_without_bonus": _without_bonus,
    "reveal_without_keyword": _without_keyword,
    "event_option": _event_option,
    "event_argument": _event_argument,
    "event_target": _event_target,
    "event_target_twice": _event_target_twice,
    "event_count": _event_count,
}
"""Codes whose sentence depends on what their facts say."""
