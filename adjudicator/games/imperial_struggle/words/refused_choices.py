"""Explain why a choice for an Event is refused, in words (5.2)."""

from __future__ import annotations

from adjudicator.reports.refusing import Facts

from ..components import PLACE
from ..fact_types import ADVANTAGE, COMMODITY, WAR_TILE
from ..rules.events import choosing
from .book import refuse
from .speech import WORDS, Speech


def _argument(name: str, to: Speech) -> str:
    return to.word("arguments", name) if name in WORDS["arguments"] else name


def _chosen(value: object, to: Speech) -> str:
    """Describe a value of an argument: a space, an advantage with its target, a tile, a theatre, a figure."""
    if not isinstance(value, str):
        return str(value)
    return ": ".join(_any_name(word, to) for word in value.split())


def _any_name(id: str, to: Speech) -> str:
    """Return the name of whatever has this id, else the id itself.

    An unknown id was written by the player.
    """
    for kind in (PLACE, ADVANTAGE, COMMODITY):
        if id in kind:
            return to.thing(kind, id)
    if id in WAR_TILE:
        return to.war_tile_name(id)
    return {"debt": to.debt(1), "trp": to.treaty_points(1)}.get(id, id)


def _event_option(given: Facts, to: Speech) -> str:
    options = to.any_of(to.word("alternatives", option) for option in given["options"])
    card = to.event(given["card"])
    if not options:
        return to.gettext("%(card)s leaves no such choice here", card=card)
    return to.gettext("%(card)s: choose one of these: %(options)s", card=card, options=options)


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


refuse(choosing.event_option, _event_option)
refuse(choosing.event_argument, _event_argument)
refuse(choosing.event_target, _event_target)
refuse(choosing.event_target_twice, _event_target_twice)
refuse(choosing.event_count, _event_count)
