"""Say what two powers agree upon, in a deal that is signed, offered or announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..facts import LEADER, LOCATION, SPACE
from .book import Speech


def agreed(deal: Any, to: Speech) -> str:
    """Return the terms of anything with the fields of a deal."""
    return ", ".join(_terms(deal, to)) or to.pgettext("deal", "nothing")


def _terms(deal: Any, to: Speech) -> Iterator[str]:
    if deal.peace:
        yield to.gettext("peace")
    if deal.alliance:
        yield to.gettext("alliance")
    if deal.cards and deal.cards_from:
        yield to.gettext("cards from %(seat)s: %(n)s", seat=to.seat(deal.cards_from, "genitive"), n=deal.cards)
    if deal.mercenaries and deal.mercenaries_from:
        giver = to.seat(deal.mercenaries_from, "genitive")
        yield to.gettext("mercenaries from %(seat)s: %(n)s", seat=giver, n=deal.mercenaries)
    if deal.spaces:
        yield to.gettext("yielded: %(spaces)s", spaces=to.things(SPACE, deal.spaces))
    if deal.leaders:
        yield to.gettext("returned: %(leaders)s", leaders=to.things(LEADER, deal.leaders))
    if deal.ships:
        places = to.things(LOCATION, deal.ships)
        if deal.squadrons:
            yield to.gettext("squadrons lent: %(n)s of %(places)s", n=deal.squadrons, places=places)
        else:
            yield to.gettext("ships lent: %(places)s", places=places)
    if deal.divorce:
        yield to.gettext("divorce of Henry VIII")
    if deal.rescission:
        yield to.gettext("excommunication lifted")
    if only := getattr(deal, "only_with", ()):
        pair = to.listing(to.seat(each, "genitive") for each in only)
        yield to.gettext("only together with a deal of %(pair)s", pair=pair)
