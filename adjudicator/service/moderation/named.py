"""Seats and people that a moderator names: found, and registered if need be."""

import msgspec

from adjudicator.language import CODES, language
from adjudicator.mail.address import can_be_reached
from adjudicator.orders.text import clean, normalize_word
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation import troubles
from adjudicator.service.people import new_campaigns
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Person


class Newcomer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person who is given something to hold. Without language and zone those of the campaign."""

    name: str
    email: str
    language: str = ""
    time_zone: str = ""


def seat_named(table: CampaignContext, name: str) -> SeatAtTable:
    """Return a seat of the game, by its name in the rules or as readers of any language know it.

    Raises:
        Rejected: There is no such seat.
    """
    wanted, report = normalize_word(clean(name).strip(" .,!")), table.match.game.part("report")
    for seat in table.players:
        known = [seat.name, seat.name.replace("_", " "), *(report.party(seat.name, language(c)).name for c in CODES)]
        if wanted in map(normalize_word, known):
            return seat
    raise troubles.no_seat(wrong=name, seats=[seat.name for seat in table.players])


def person_of(table: CampaignContext, who: Newcomer) -> Person:
    """Return the person with that name and address, registering them if need be.

    Raises:
        Rejected: The name, the address or the language is not valid.
    """
    if not can_be_reached(who.email) or not who.name.strip() or (who.language and who.language not in CODES):
        raise troubles.bad_person(person=f"{who.name} <{who.email}>")
    player = new_campaigns.Player(
        seat="", name=who.name.strip(), email=who.email,
        language=who.language or table.campaign.language, time_zone=who.time_zone or table.campaign.time_zone,
    )  # fmt: skip
    person = new_campaigns.person_of(table.session, player, table.now)
    table.session.flush()
    return person
