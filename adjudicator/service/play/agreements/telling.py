"""Tell the parties of an offer, and nobody else, what becomes of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import Agreed, Offered
from adjudicator.service.play.agreements.offer import Numbered
from adjudicator.service.play.questions import Questions


class Why(msgspec.Struct, frozen=True):
    """A refusal as it is stored in a notice."""

    code: str
    rule: str
    facts: dict[str, Any]


def offered(table: CampaignContext, made: Numbered, answered: Numbered | None = None) -> None:
    """Ask the others to sign. A seat that was no party to the offer that this one answers is not told of that."""
    offer = made.offer
    for name in offer.missing:
        knows = answered is not None and name in answered.offer.parties
        intent = Offered(
            written=table.now,
            offer=made.number,
            maker=offer.maker,
            parties=offer.parties,
            action=offer.action,
            until=offer.until,
            end=offer.stage,
            public=offer.public,
            answers=offer.answers if knows else 0,
        )
        queue.send(table, table.by_name[name], intent, kind=queue.NOTICE)


def off(table: CampaignContext, gone: Numbered, topic: str, by: Sequence[str], to: Iterable[str]) -> None:
    """Tell that the offer is off, by what somebody did with one of their seats, the first in `by`."""
    _tell(table, gone, topic, [name for name in to if name not in by], seats=(by[0],))


def ended(table: CampaignContext, gone: Numbered) -> None:
    """Play has reached its end."""
    _tell(table, gone, "offer_ended", gone.offer.parties)


def impossible(table: CampaignContext, gone: Numbered, why: Mapping[str, Refusal | None]) -> None:
    """Tell each party that the offer cannot be carried out any more, and why as far as they may know it."""
    for name, refusal in why.items():
        known = refusal and msgspec.json.encode(Why(refusal.code, refusal.rule, refusal.facts)).decode()
        _tell(table, gone, "offer_impossible", [name], why=known or "")


def _tell(table: CampaignContext, gone: Numbered, topic: str, to: Iterable[str], **fields: Any) -> None:
    order = msgspec.json.encode(gone.offer.typed(table.match)).decode()
    notice = to_table(topic, offer=gone.number, order=order, **fields)
    notice.send(table, [table.by_name[name] for name in to])


def agreed(table: CampaignContext, done: Numbered, asked: Questions, by: Sequence[str]) -> None:
    """Tell those by whom it was not carried out that all have signed; the last one to sign is answered instead."""
    for name in done.offer.parties:
        if name not in by:
            seat = table.by_name[name]
            intent = Agreed(
                written=table.now,
                since=queue.known_to(table, seat),
                number=asked.of(name),
                offer=done.number,
                action=done.offer.action,
            )
            queue.send(table, seat, intent)
