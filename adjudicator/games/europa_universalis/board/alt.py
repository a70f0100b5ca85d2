"""The picture in words, for readers who do not see it."""

from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.language import language as spoken
from adjudicator.pictures.maps import Shown

from ..facts import AREA, NONE, PROVINCE, REALM
from ..names import names
from ..rules import realms as figures
from ..rules.relations import controller, realm_of
from ..rules.units import strength
from ..state import State
from .atlas import thing_of, words
from .markers import unrest


def alt_text(shown: Shown[State], title: str, language: str) -> str:
    """What every realm has; wars, occupied provinces, armies, unrest; what has changed."""
    state, called, word = shown.view, names(language), words(language).alt
    listing = spoken(language).listing
    told = [f"{title}.", *(holding(state, seat, language) for seat in state.order)]
    if state.empire.emperor != NONE:
        told.append(word["emperor"].format(called.name(REALM, REALM.ids[state.empire.emperor])))
    if wars := [*_wars(state, language)]:
        told.append(word["wars"].format(listing(wars)))
    if armies := [*_armies(state, language)]:
        told.append(word["armies"].format(listing(armies)))
    if occupied := [*_occupied(state, language)]:
        told.append(word["occupied"].format(listing(occupied)))
    if angry := [called.name(PROVINCE, each) for each in unrest(state)]:
        told.append(word["unrest_in"].format(listing(angry)))
    if changed := [called.name(*thing_of(change.id)) for change in shown.changed]:
        told.append(word["changed"].format(listing(changed)))
    return " ".join(told)


def holding(state: State, seat: str, language: str) -> str:
    """What a realm of a player has."""
    called, word, realm = names(language), words(language).alt, realm_of(seat)
    own = state.led[seat]
    provinces = figures.provinces(state, realm).bit_count()
    has = [word["figures"].format(own.prestige, own.stability, own.ducats, provinces)]
    vassals = [called.name(REALM, REALM.ids[each]) for each, top in enumerate(state.overlord) if top == realm]
    has += [word["vassals"].format(", ".join(vassals))] if vassals else []
    return word["held"].format(called.name(REALM, seat), "; ".join(has))


def _wars(state: State, language: str) -> Iterator[str]:
    called = names(language)
    for one, mask in enumerate(state.war):
        for two in bits(mask):
            if one < two:
                yield " – ".join(called.name(REALM, REALM.ids[each]) for each in (one, two))


def _armies(state: State, language: str) -> Iterator[str]:
    called, word = names(language), words(language).alt
    for seat in state.order:
        for area in AREA:
            if count := strength(state, seat, area.index).all:
                yield word["army_in"].format(called.name(REALM, seat), count, called.name(AREA, area.id))


def _occupied(state: State, language: str) -> Iterator[str]:
    called, word = names(language), words(language).alt
    for province in PROVINCE:
        rebels = state.rebel_towns >> province.index & 1
        holder = controller(state, province.index)
        if rebels or holder != state.owner[province.index]:
            by = word["rebels"] if rebels else called.name(REALM, REALM.ids[holder])
            yield word["occupation"].format(called.name(PROVINCE, province.id), by)
