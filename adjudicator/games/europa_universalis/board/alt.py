"""The picture in words, for readers who do not see it."""

from collections.abc import Sequence
from typing import Final

from adjudicator.components import bits
from adjudicator.pictures.maps import Shown

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


def alt_text(shown: Shown[State], title: str, language: str) -> str:
    """What every realm has; wars, occupied provinces, armies, unrest; what has changed."""
    told = (_told(shown, title, language, most) for most in range(MOST, 0, -1))
    return next((text for text in told if len(text) <= LONG), _told(shown, title, language, 1))


def _told(shown: Shown[State], title: str, language: str, most: int) -> str:
    state, to, word = shown.view, spoken(language), words(language).alt
    emperor, wars = state.empire.emperor, [(one, two) for one, all_ in enumerate(state.war) for two in bits(all_)]
    armies = [
        (seat, area, n) for seat in state.order for area in AREA.indexes if (n := strength(state, seat, area).all)
    ]
    lists = {
        "emperor": [to.thing(REALM, emperor)] if emperor != NONE else [],
        "wars": [f"{to.thing(REALM, one)} – {to.thing(REALM, two)}" for one, two in wars if one < two],
        "armies": [word["army_in"].format(to.thing(REALM, seat), n, to.thing(AREA, area)) for seat, area, n in armies],
        "occupied": [each for province in PROVINCE.indexes if (each := _occupied(state, province, language))],
        "unrest_in": [to.thing(PROVINCE, each) for each in unrest(state)],
        "changed": [to.thing(*thing_of(change.id)) for change in shown.changed],
    }
    told = [word[key].format(_listed(found, most, language)) for key, found in lists.items() if found]
    return " ".join([f"{title}.", *(holding(state, seat, language, most) for seat in state.order), *told])


def _listed(things: Sequence[str], most: int, language: str) -> str:
    """These things, or `most` of them and how many more there are."""
    to = spoken(language)
    if len(things) <= most + 1:
        return to.listing(things)
    return to.gettext("%(things)s and %(n)s more", things=", ".join(things[:most]), n=len(things) - most)


def holding(state: State, seat: str, language: str, most: int = MOST) -> str:
    """What a realm of a player has; of its vassals `most` are named."""
    to, word, own, realm = spoken(language), words(language).alt, state.led[seat], realm_of(seat)
    provinces, vassals = figures.provinces(state, realm).bit_count(), figures.vassals(state, realm)
    has = [word["figures"].format(own.prestige, own.stability, own.ducats, provinces)]
    led = [to.thing(REALM, each) for each in bits(vassals)]
    has += [word["vassals"].format(_listed(led, most, language))] if led else []
    return word["held"].format(to.thing(REALM, seat), "; ".join(has))


def _occupied(state: State, province: int, language: str) -> str:
    to, word, holder = spoken(language), words(language).alt, controller(state, province)
    rebels = state.rebel_towns >> province & 1
    if not rebels and holder == state.owner[province]:
        return ""
    return word["occupation"].format(
        to.thing(PROVINCE, province), word["rebels"] if rebels else to.thing(REALM, holder)
    )
