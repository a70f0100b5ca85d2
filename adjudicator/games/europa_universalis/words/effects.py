"""What cards do and what they ask, in a line: `military power +2; unrest +2, everybody; stability +1 or ducats +5`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudicator.components import Kind
from adjudicator.language import msgid

from ..conditions import Conditions
from ..content import Act, TitleFace
from ..effects import Choice, GainAction
from ..facts import AREA, NODE, PROVINCE, REALM, REGION, RELIGION, ZONE
from ..slots import IDEA
from .book import Speech

SAID: Final = {
    "gain_ducats": (msgid("ducats"), 1),
    "lose_ducats": (msgid("ducats"), -1),
    "gain_power": ("", 1),
    "lose_power": ("", -1),
    "gain_prestige": (msgid("prestige"), 1),
    "lose_prestige": (msgid("prestige"), -1),
    "gain_stability": (msgid("stability"), 1),
    "lose_stability": (msgid("stability"), -1),
    "gain_manpower": (msgid("manpower"), 1),
    "place_influence": (msgid("influence"), 1),
    "remove_influence": (msgid("influence"), -1),
    "place_claim": (msgid("claims"), 1),
    "place_core": (msgid("core tokens"), 1),
    "add_unrest": (msgid("unrest"), 1),
    "remove_unrest": (msgid("unrest"), -1),
    "place_rebels": (msgid("rebels"), 1),
    "roll_rebels": (msgid("rebel dice for all unrest"), 0),
    "add_plague": (msgid("plague"), 1),
    "convert_area": (msgid("an area takes your religion"), 0),
    "develop_town": (msgid("large towns for small ones"), 1),
    "place_town": (msgid("a town"), 0),
    "place_vassal": (msgid("a vassal"), 0),
    "place_dynamic": (msgid("a new realm"), 0),
    "gain_alliance": (msgid("alliance"), 0),
    "gain_marriage": (msgid("marriage"), 0),
    "end_alliance": (msgid("an alliance ends"), 0),
    "dispute_succession": (msgid("disputed succession"), 0),
    "place_cb": (msgid("casus belli"), 0),
    "declare_war": (msgid("war is declared"), 0),
    "adopt_religion": (msgid("state religion"), 0),
    "gain_cardinal": (msgid("cardinals"), 1),
    "lose_cardinal": (msgid("cardinals"), -1),
    "gain_authority": (msgid("imperial authority"), 1),
    "lose_authority": (msgid("imperial authority"), -1),
    "research_idea": (msgid("an idea is researched for less"), 0),
    "draw_cards": (msgid("action cards"), 1),
    "discard_cards": (msgid("action cards"), -1),
    "take_display": (msgid("a display card from the discards"), 0),
    "replace_milestones": (msgid("milestones are replaced"), 0),
    "gain_units": (msgid("regular units"), 1),
    "gain_mercenaries": (msgid("mercenaries"), 1),
    "lose_units": (msgid("units"), -1),
    "gain_ships": (msgid("ships"), 1),
    "expand_node": (msgid("a trade node is expanded"), 0),
    "gain_merchant": (msgid("a third merchant"), 0),
    "gain_colonists": (msgid("colonists"), 1),
    "cancel_covert": (msgid("counters a covert action"), 0),
}
"""What each operation brings or takes, and with which sign its number stands; none where it has no number."""
ACTIONS: Final = {
    "colonize": msgid("a colony at once"),
    "explore": msgid("an exploration at once"),
    "player_to_player": msgid("diplomacy with a player at once"),
    "move_army": msgid("a march at once"),
    "land_activation": msgid("a march or a siege at once"),
    "naval_activation": msgid("a voyage at once"),
    "siege": msgid("a siege at once"),
    "recruit": msgid("recruiting at once"),
}
WHO: Final = {"all": msgid("everybody"), "others": msgid("the others"), "emperor": msgid("the emperor")}
BESIDES: Final = {
    "regular_unit": msgid("for each regular unit"),
    "tax": msgid("for each tax value"),
    "half": msgid("halved"),
    "opponent": msgid("of an opponent"),
}
NEEDS: Final = {
    "owns": msgid("own provinces"),
    "owns_in": msgid("own provinces there"),
    "owns_all": msgid("all provinces there"),
    "controls_in": msgid("provinces controlled there"),
    "controls_nothing": msgid("nothing controlled there"),
    "controls_capital": msgid("its capital controlled"),
    "related": msgid("an ally, a spouse or a vassal"),
    "ties": msgid("alliances and marriages"),
    "marriages": msgid("marriages"),
    "calm_vassals": msgid("vassals without unrest"),
    "at_war": msgid("at war"),
    "at_peace": msgid("at peace"),
    "round": msgid("from the round on"),
    "age": msgid("from the age on"),
    "protects": msgid("ships that protect trade"),
    "at_sea": msgid("ships at sea"),
    "no_army": msgid("no army"),
    "distant_towns": msgid("towns overseas"),
    "authority": msgid("emperor, imperial authority"),
    "faith": msgid("state religion"),
    "stable": msgid("stability"),
    "grown": msgid("tax income more than at the start"),
    "wars_won": msgid("wars won"),
    "traded": msgid("ducats by trade in a round"),
}
"""What each condition asks; its number, if it has one, is the least."""
PLACES: Final[dict[str, Kind[Any]]] = {
    "areas": AREA,
    "area": AREA,
    "region": REGION,
    "zone": ZONE,
    "realm": REALM,
    "province": PROVINCE,
    "provinces": PROVINCE,
    "religion": RELIGION,
    "religions": RELIGION,
    "node": NODE,
    "idea": IDEA,
}


def told(effects: Iterable[Any], to: Speech) -> str:
    """What these operations do."""
    return "; ".join(_told(each, to) for each in effects)


def of_card(face: TitleFace, to: Speech) -> str:
    """What an action card does: by itself, and by each of its acts while it is on display; in a battle it gives dice.
    "" of one that does what it is called.
    """
    faces: list[TitleFace | Act] = [face, *face.acts]
    does = [told(each.effects, to) or (to.gettext("battle dice") if each.dice else "") for each in faces]
    return " / ".join(filter(None, does))


def _told(effect: Any, to: Speech) -> str:
    if isinstance(effect, Choice):
        return to.any_of(told(each, to) for each in effect.options)
    if isinstance(effect, GainAction):
        word, sign = ACTIONS[effect.action], 0
    else:
        word, sign = SAID[effect.__struct_config__.tag]
    said = to.gettext(word) if word else to.gettext("power") if effect.power == "any" else to.word(effect.power)
    parts = [f"{said} {to.signed(sign * effect.n)}" if sign else said]
    parts += [to.gettext(words) for name, words in BESIDES.items() if name in _besides(effect)]
    parts += _named(effect, to)
    if effect.who in WHO:
        parts.append(to.gettext(WHO[effect.who]))
    elif effect.who != "you":
        parts.append(to.seat(effect.who))
    if effect.when:
        parts.append(to.gettext("if: %(conditions)s", conditions=needs(effect.when, to)))
    return ", ".join(parts)


def needs(conditions: Conditions, to: Speech) -> str:
    """What conditions ask: `wars won 2; own provinces, Valencia`."""
    return "; ".join(", ".join([_asked(each, to), *_named(each, to)]) for each in conditions)


def _asked(condition: Any, to: Speech) -> str:
    said, n = to.gettext(NEEDS[condition.__struct_config__.tag]), getattr(condition, "n", 0)
    return f"{said} {n}" if n else said


def _named(said: Any, to: Speech) -> Iterator[str]:
    """What fields of an operation or a condition name."""
    for name, kind in PLACES.items():
        if named := getattr(said, name, None):
            yield to.things(kind, (named,) if isinstance(named, str) else named)


def _besides(effect: Any) -> set[str]:
    """For each of what there is so much, and what else is to be said of it."""
    return {getattr(effect, "per", ""), *(each for each in ("half", "opponent") if getattr(effect, each, False))}
