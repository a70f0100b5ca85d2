"""The picture in words, for readers who do not see it."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from adjudicator.pictures.maps import BoardView

from ..facts import LOCATION, OWNER, POWER, PROTESTANT, spaces
from ..rules import table
from ..state import State
from .atlas import location_of, spoken, words
from .powers import facts_of

LONG: Final = 960
"""Letters that a picture in words has at most; of long lists then fewer are named."""
MOST: Final = 10
BRIEF: Final = 6
"""Things of a list that are named at most: by themselves, and beside the figures of all powers."""


def alt_text(shown: BoardView[State], title: str, language: str) -> str:
    """Describe every power, wars, sieges, the Reformation and unrest, and what has changed."""
    told = (_told(shown, title, language, most) for most in range(MOST, 0, -1))
    return next((text for text in told if len(text) <= LONG), _told(shown, title, language, 1))


def lying_about(shown: BoardView[State], language: str) -> str:
    """Describe what is on the board but neither in the figures of the powers nor in the news."""
    return " ".join(_about(shown.view, language, BRIEF))


def _told(shown: BoardView[State], title: str, language: str, most: int) -> str:
    state, word = shown.view, words(language).alt
    figures = (_figures(state, power, language) for power in POWER.ids)
    changed = dict.fromkeys(_named(location_of(change.id), language) for change in shown.changed)
    last = [word["changed"].format(_listed([*changed], most, language))] if changed else []
    return " ".join([f"{title}.", *figures, *_about(state, language, most), *last])


def _figures(state: State, power: str, language: str) -> str:
    word, name = words(language).alt, spoken(language).thing(OWNER, power)
    points, cards = table.points(state, power), len(state.hands[power].cards)
    if power == PROTESTANT:
        return word["without_keys"].format(name, points, cards)
    return word["figures"].format(name, points, table.keys(state, power), cards)


def _about(state: State, language: str, most: int) -> Iterator[str]:
    """Yield sentences about what is on the board, naming `most` things of each list."""
    word, to = words(language).alt, spoken(language)
    fighting = [pair for pair in combinations(OWNER.ids, 2) if state.wars.get(pair[0], 0) >> OWNER.index[pair[1]] & 1]
    wars = [" – ".join(to.thing(OWNER, each) for each in pair) for pair in fighting]
    yield word["wars"].format(_listed(wars, most, language)) if wars else word["peace"]
    yield word["reformed"].format(table.protestant_spaces(state))
    for id, found in (("sieges", [*state.sieges]), ("unrest", [*spaces(state.unrest)])):
        if found:
            yield word[id].format(_listed([_named(each, language) for each in found], most, language))


def _named(at: str, language: str) -> str:
    return spoken(language).thing(LOCATION, at)


def _listed(things: Sequence[str], most: int, language: str) -> str:
    """List these things, or `most` of them and how many more there are."""
    to = spoken(language)
    if len(things) <= most + 1:
        return to.listing(things)
    return to.gettext("%(things)s and %(n)s more", things=", ".join(things[:most]), n=len(things) - most)


def holding(state: State, power: str, language: str) -> str:
    """Describe everything that the card of a power shows."""
    name = spoken(language).thing(OWNER, power)
    return words(language).alt["holding"].format(name, "; ".join(facts_of(state, power, language)))
