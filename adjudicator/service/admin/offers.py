"""Offers as they show at the desk."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from adjudicator.service.admin.access import CampaignView
from adjudicator.service.play import offers
from adjudicator.service.play.agreements.offer import Numbered, read
from adjudicator.store import agreements
from adjudicator.store.tables import AgreementState


class OfferFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer: its number, who made it and when, what it is, who has signed, and how long it is open.

    It is open `until` a moment, or until a turn or phase `ends` it.
    """

    offer: str
    state: str
    made_by: str
    order: str
    signed: tuple[str, ...]
    missing: tuple[str, ...]
    since: datetime
    until: datetime | None = None
    ends: str = ""
    public: bool = False


def offers_seen(view: CampaignView, *, over: bool = False) -> list[OfferFacts]:
    """Return the offers that the viewer may see, by number: those that can be signed, or also those that are `over`."""
    return [_facts(view, each) for each in _of_match(view) if over or _state(view, each) == AgreementState.OPEN]


def _of_match(view: CampaignView) -> Iterator[Numbered]:
    if not view.table.ledger.made:
        return
    for each in map(read, agreements.of_match(view.session, view.table.head.match_id)):
        if each.offer.public or view.eyes.everything or view.eyes.seat in each.offer.parties:
            yield each


def _state(view: CampaignView, each: Numbered) -> AgreementState:
    lapsed = each.state is AgreementState.OPEN and each.offer.ended(view.table.match, view.table.now)
    return AgreementState.EXPIRED if lapsed else each.state


def _facts(view: CampaignView, each: Numbered) -> OfferFacts:
    offer, book = each.offer, offers.words_at(view.table.match)
    return OfferFacts(
        each.called,
        _state(view, each).value,
        offer.maker,
        book.say(offer.typed(view.table.match), view.words.code),
        offer.signed,
        offer.missing,
        each.stored.made_at,
        offer.until,
        "" if offer.stage is None else book.phases.say(offer.stage, view.words),
        offer.public,
    )
