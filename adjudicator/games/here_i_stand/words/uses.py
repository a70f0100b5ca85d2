"""Say what each use of a card does, where a card has several."""

from typing import Final

from adjudicator.language import msgid

from ..facts import CARD, NONE, OTTOMAN, POWER
from ..state import State
from .book import Speech

_VENICE: Final = msgid("a regular and 2 squadrons of Venice come")
_USES: Final = {
    "andrea_doria": (msgid("Genoa becomes your ally"), msgid("Doria hunts pirates")),
    "auld_alliance": (
        msgid("Scotland becomes an ally of France"),
        msgid("Scotland leaves its ally"),
        msgid("up to 3 French regulars land in Scotland"),
    ),
    "cloth_prices_fluctuate": (
        msgid("England and the Hapsburgs draw a card, you place 2 mercenaries"),
        msgid("who holds Antwerp loses a random card, 2 spaces rise"),
    ),
    "colonial_governor_native_uprising": (
        msgid("governor: nothing becomes a card"),
        msgid("uprising: the colony is lost"),
    ),
    "copernicus": (
        msgid("2 VP"),
        msgid("1 VP, and you draw a card"),
        msgid("1 VP, the Protestants lose a random card"),
    ),
    "diplomatic_marriage": (msgid("becomes your ally"), msgid("leaves its ally")),
    "foreign_recruits": (
        msgid("a mercenary for 1 CP"),
        msgid("a regular for 2 CP"),
        msgid("a corsair for 1 CP"),
        msgid("a squadron for 2 CP"),
    ),
    "holy_roman_emperor": (msgid("with Alva"),),
    "knights_of_st_john": (
        msgid("a random Ottoman card, its CP go to St Peter's"),
        msgid("a new port for the Knights"),
    ),
    "leipzig_debate": (msgid("against committed debaters"),),
    "papal_inquisition": (
        msgid("a random card of this hand"),
        msgid("a card of the discards"),
        msgid("a debate with 2 more dice"),
    ),
    "philip_of_hesses_bigamy": (msgid("Philip of Hesse leaves"), msgid("a random card is discarded")),
    "roxelana": (msgid("4 CP"), msgid("2 CP, and Suleiman goes to Istanbul")),
    "scots_raid": (msgid("6 CP"), msgid("3 CP, and a leader goes to Scotland")),
    "search_for_cibola": (msgid("no exploration"), msgid("no conquest")),
    "shipbuilding": (msgid("2 corsairs"),),
    "six_wives_of_henry_viii": ("", msgid("the next wife")),
    "thomas_cromwell": (
        msgid("Dissolution of the Monasteries comes back to England"),
        msgid("a treatise in the English zone"),
    ),
    "venetian_alliance": (msgid("Venice becomes an ally of the Papacy"), msgid("Venice leaves its ally"), _VENICE),
}
_OF_POWERS: Final = ("unpaid_mercenaries", "unsanitary_camp")
"""Cards of which the use says whose units are meant."""


def told(state: State, seat: str, use: int, to: Speech) -> str:
    """Return what a use of the card that was played does; "" for nothing special."""
    card = CARD.ids[state.impulse.card] if state.impulse.card != NONE else ""
    if card in _OF_POWERS:
        return to.seat(POWER.ids[use])
    said = _USES.get(card, ())
    if 0 < use <= len(said) and said[use - 1]:
        cavalry = card == "foreign_recruits" and seat == OTTOMAN and use == 1
        return to.gettext("cavalry for 1 CP") if cavalry else to.gettext(said[use - 1])
    return to.gettext("use %(n)s", n=use) if use else ""
