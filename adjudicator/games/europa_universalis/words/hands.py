"""Word what may be done with the cards of a hand: a shelf a card, which says what it does and who is on it.

So each card is explained once, however many posts its leader may get, and beside what is chosen.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.language import msgid
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.option_groups import Shelf, grouped

from ..rules import drawing
from ..rules.book import OfCard
from ..slots import CARD
from . import effects, figures
from .book import ASKINGS, Known, Speech, ask


@ASKINGS.place
def card_does(action: OfCard, counter: Known, to: Speech) -> str:
    """Describe what a card does."""
    return effects.of_card(counter.content.titles[counter.content.title_of(CARD.index[action.card])], to)


@ASKINGS.shelf
def hand(action: OfCard, counter: Known, to: Speech) -> Shelf:
    """Return the shelf of a card."""
    return _shelf(action.card, counter, to)


def _shelf(id: str, counter: Known, to: Speech) -> Shelf:
    card = CARD.index[id]
    told = figures.whole_card(card, counter.content, to)
    return Shelf((*ASKINGS.order("card"), card), heading=to.thing(CARD, card), note=told)


def _with_discards(asked: Asked, counter: Known, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the shelves of a hand of which some cards go, with what discards each of them in front."""
    away = {
        option.action.cards[0]: option
        for option in asked.options
        if isinstance(option.action, drawing.OfCards) and len(option.action.cards) == 1
    }
    others = [option for option in asked.options if not option.ahead and option not in away.values()]
    posts = {group.heading: group for group in ASKINGS.groups(others, counter, to)}
    shelves = []
    for card, option in away.items():
        shown = replace(ASKINGS.option(option, counter, to), words=to.gettext("discard"), note="", gist="")
        shelf = grouped(_shelf(card, counter, to), (shown,))
        same = posts.pop(shelf.heading, replace(shelf, options=()))
        shelves.append(replace(shelf, options=(shown, *same.options)))
    return (*shelves, *posts.values())


def _first_hand(asked: Asked, counter: Known, to: Speech) -> str:
    """Say how many cards go, and what the figures of a character mean."""
    due = len(asked.default.cards) if isinstance(asked.default, drawing.OfCards) else 0
    goes = to.ngettext(
        "You keep four cards for free: %(n)s goes. Discard it, or appoint its character, who leaves your hand at the "
        "usual cost.",
        "You keep four cards for free: %(n)s go. Discard them in one line; a character you appoint now leaves your "
        "hand at the usual cost, and counts as one of them.",
        due,
    )
    figures_mean = to.gettext(
        "Skills are adm/dip/mil: an advisor adds that of their post to the power of each round; a leader's dice count "
        "in battles."
    )
    return f"{goes} {figures_mean}" if due else figures_mean


ask(
    drawing.SET_UP,
    msgid("the first hand"),
    msgid("Which characters do you appoint, and which cards do you discard?"),
    note=_first_hand,
    groups=_with_discards,
    links=_with_discards,
)
