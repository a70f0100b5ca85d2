"""The picture in words, for readers who do not see it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from adjudicator.components import bits
from adjudicator.pictures.maps import BoardView

from ..facts import AREA, NONE, PROVINCE, REALM
from ..rules import realms as figures
from ..rules.relations import controller, realm_of
from ..rules.units import strength
from ..state import State
from .atlas import spoken, thing_of, words
from .markers import unrest

LONG: Final = 960
"""Letters that a picture in words has at most; of long lists then fewer are named."""
MOST: Final = 12
BRIEF: Final = 8
"""Things of a list that are named at most: by themselves, and in a mail that tells what happened to them."""


def alt_text(shown: BoardView[State], title: str, language: str) -> str:
    """Describe every realm, wars, occupied provinces, armies and unrest, and the changes if they are few."""
    told = (_told(shown, title, language, most) for most in range(MOST, 0, -1))
    return next((text for text in told if len(text) <= LONG), _told(shown, title, language, 1))


def lying_about(shown: BoardView[State], language: str) -> str:
    """Describe what is on the board but neither in the figures of the realms nor in the news."""
    return " ".join(_about(shown.view, language, BRIEF))


def _told(shown: BoardView[State], title: str, language: str, most: int) -> str:
    state, to, word = shown.view, spoken(language), words(language).alt
    changed = [to.thing(*thing_of(change.id)) for change in shown.changed]
    told = [word["changed"].format(to.listing(changed))] if 0 < len(changed) <= most else []
    held = (holding(state, seat, language, most) for seat in state.order)
    return " ".join([f"{title}.", *held, *_about(state, language, most), *told])


def _about(state: State, language: str, most: int) -> Iterator[str]:
    """Yield sentences about what is on the board, naming `most` things of each list."""
    to, word = spoken(language), words(language).alt
    emperor, wars = state.empire.emperor, [(one, two) for one, all_ in enumerate(state.war) for two in bits(all_)]
    armies = [
        (seat, area, n) for seat in state.order for area in AREA.indexes if (n := strength(state, seat, area).all)
    ]
    lists = {
        "emperor": [to.thing(REALM, emperor)] if emperor != NONE else [],
        "wars": [f"{to.thing(REALM, one)} – {to.thing(REALM, two)}" for one, two in wars if one < two],
        "armies": [word["army_in"].format(to.thing(REALM, seat), n, to.thing(AREA, area)) for seat, area, n in armies],
    }
    for key, found in lists.items():
        if found:
            yield word[key].format(_listed(found, most, language))
    for holder, taken in _occupied(state, language).items():
        yield word["occupied"].format(holder, _listed(taken, most, language))
    if troubled := [to.thing(PROVINCE, each) for each in unrest(state)]:
        yield word["unrest_in"].format(_listed(troubled, most, language))


def _listed(things: Sequence[str], most: int, language: str) -> str:
    """List these things, or `most` of them and how many more there are."""
    to = spoken(language)
    if len(things) <= most + 1:
        return to.listing(things)
    return to.gettext("%(things)s and %(n)s more", things=", ".join(things[:most]), n=len(things) - most)


def holding(state: State, seat: str, language: str, most: int = MOST) -> str:
    """Describe what the realm of a player has, naming `most` of its vassals."""
    to, word, own, realm = spoken(language), words(language).alt, state.led[seat], realm_of(seat)
    provinces, vassals = figures.provinces(state, realm).bit_count(), figures.vassals(state, realm)
    has = [word["figures"].format(own.prestige, own.stability, own.ducats, provinces)]
    led = [to.thing(REALM, bit) for bit in bits(vassals)]
    has += [word["vassals"].format(_listed(led, most, language))] if led else []
    return word["held"].format(to.thing(REALM, seat), "; ".join(has))


def _occupied(state: State, language: str) -> Mapping[str, list[str]]:
    """Return the provinces that their owners do not hold, by holder."""
    to, held = spoken(language), dict[str, list[str]]()
    for province in PROVINCE.indexes:
        rebels, holder = state.rebel_towns >> province & 1, controller(state, province)
        if rebels or holder != state.owner[province]:
            who = words(language).alt["rebels"] if rebels else to.thing(REALM, holder)
            held.setdefault(who, []).append(to.thing(PROVINCE, province))
    return held
