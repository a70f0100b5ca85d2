"""Word the questions, as far as templates do not: prices, what an option brings, what a card does."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.language import msgid

from ..facts import CARD, LEADER, LOCATION, MINOR, OWNER, POWER, SPACE, ZONE
from . import terms
from .book import ASKINGS, Counter, Speech

_UNREADABLE = msgid("use %(n)s")


@ASKINGS.place
def price(action: Action, now: Counter, to: Speech) -> str:
    """Return the command points that an option costs."""
    if not now.seat or not hasattr(action, "price"):
        return ""
    return to.points(action.price(now.state, now.seat))


@ASKINGS.place
def worth(action: Any, now: Counter, to: Speech) -> str:
    """Return the command points of a card."""
    return to.points(CARD.thing(action.card).cp)


@ASKINGS.place
def its_text(action: Any, now: Counter, to: Speech) -> str:
    """Return what a card does."""
    return to.text_of(action.card)


@ASKINGS.place
def company(action: Any, now: Counter, to: Speech) -> str:
    """Return the units and leaders that an option names."""
    return to.company(action) or to.gettext("all that can go")


@ASKINGS.place
def fleet(action: Any, now: Counter, to: Speech) -> str:
    """Return the ships and leaders that an option names."""
    return to.company(action) or to.gettext("all ships")


@ASKINGS.place
def which(action: Any, now: Counter, to: Speech) -> str:
    """Return which debaters a debate is against, or which way rowers change a roll."""
    if action.op == "row_harder":
        return to.gettext("2 more") if action.up else to.gettext("2 less")
    return to.gettext("debate against committed debaters") if action.committed else to.gettext("debate")


@ASKINGS.place
def where(action: Any, now: Counter, to: Speech) -> str:
    """Return the spaces of mercenaries, and whose they are."""
    spaces = to.things(SPACE, action.spaces) or to.gettext("nobody")
    return f"{spaces} ({to.things(OWNER, action.owners)})" if action.owners else spaces


@ASKINGS.place
def terms_of(action: Any, now: Counter, to: Speech) -> str:
    """Return the parties and the terms of a deal."""
    parties = to.listing(to.seat(each) for each in action.between)
    return f"{parties}: {terms.agreed(action, to)}"


@ASKINGS.place
def settled(action: Any, now: Counter, to: Speech) -> str:
    """Return what is paid for with cards: leaders who come home, an excommunication that ends."""
    told = [to.thing(LEADER, each) for each in action.leaders]
    told += [to.gettext("excommunication lifted")] if action.relief else []
    return ", ".join(told) or to.pgettext("settling", "nothing")


@ASKINGS.place
def use_told(action: Any, now: Counter, to: Speech) -> str:
    """Return what a card is for, and which use of it: what the use does stands with the card."""
    kinds = (("power", POWER), ("minor", MINOR), ("space", LOCATION), ("zone", ZONE))
    told = [to.at(kind, found) for field, kind in kinds if (found := getattr(action, field, ""))]
    if action.use:
        told.append(to.gettext(_UNREADABLE, n=action.use))
    return ", ".join(told)
