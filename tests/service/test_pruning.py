"""What is done with is dropped after a while; the campaign plays on, is played again, and proves itself as before."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.service import periodic
from adjudicator.service.admin.access import CampaignView, OwnPart, Visitor
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.held_messages import Reprocess, treat
from adjudicator.service.admin.mails import NOT_KEPT, opened
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import pruning
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import Verdict, verify
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import (
    Campaign,
    CampaignState,
    Confirmation,
    ConfirmationState,
    DeliveryTrouble,
    InboundMail,
    InboundStatus,
    OutboundMail,
    SignatureSeen,
    TroubleKind,
)
from tests.service.conftest import House

DAYS = 30


@pytest.fixture
def campaign(house: House) -> int:
    """Four mails have come; nothing is kept longer than a month."""
    limits = house.service.settings.limits.model_copy(
        update={"keep_mails_days": DAYS, "keep_received_days": DAYS, "keep_metadata_days": DAYS}
    )
    house.service = replace(house.service, settings=house.service.settings.model_copy(update={"limits": limits}))
    made = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    play(house, made, 4)
    return made


def play(house: House, campaign: int, mails: int) -> None:
    """So many mails, each of whoever is asked."""
    rng, book = Random(4), phrasebook("sealed-bids")
    for _ in range(mails):
        table = house.table(campaign)
        seat = table.match.decisions()[0].waiting[0]
        house.write(seat, book.say(table.match.sample(seat, rng), table.by_name[seat].language))


def proof(house: House, campaign: int) -> Verdict:
    with reading(house.service.engine) as session:
        view = CampaignView(table_of_campaign(house.service.work(session), campaign), Viewpoint(everything=True))
        return verify(Archive.read(archive(view)))


def received(house: House) -> list[InboundMail]:
    with reading(house.service.engine) as session:
        return list(session.scalars(select(InboundMail).order_by(col(InboundMail.id))))


def grow_old(house: House, days: int = DAYS + 1) -> None:
    house.clock.forward(days=days)


def test_what_is_dropped_is_told_before_by_kind(house: House, campaign: int) -> None:
    assert {each.rows for each in pruning.foreseen(house.service)} == {0}, "nothing is old yet"
    grow_old(house)
    told = {each.kind: each for each in pruning.foreseen(house.service)}
    assert told["received mails"].rows == 4
    assert told["received mails"].bytes > 4 * 200
    assert told["sent mails"].rows > 6
    before = received(house)
    assert all(row.raw for row in before)
    assert sum(pruning.everything(house.service)) == told["received mails"].rows + told["sent mails"].rows
    assert {each.rows for each in pruning.foreseen(house.service)} == {0}
    with reading(house.service.engine) as session:
        assert session.scalar(select(func.count(col(OutboundMail.kept)))) == 0
    for row, was in zip(received(house), before, strict=True):
        assert (row.raw, row.size, row.message_id, row.status) == (b"", was.size, was.message_id, was.status)


def test_a_campaign_is_as_provable_as_it_was(house: House, campaign: int) -> None:
    before = proof(house, campaign)
    assert before.differences == ()
    assert before.receipts == 4
    grow_old(house)
    list(pruning.everything(house.service))
    assert proof(house, campaign) == before
    play(house, campaign, 2)
    after = proof(house, campaign)
    assert (after.differences, after.receipts) == ((), 6)


def test_the_service_does_it_by_itself(house: House, campaign: int) -> None:
    grow_old(house)
    periodic.run(house.service)
    assert all(row.dropped_at is not None for row in received(house))


def test_without_a_period_everything_stays(house: House, campaign: int) -> None:
    limits = house.service.settings.limits.model_copy(
        update={"keep_mails_days": 0, "keep_received_days": 0, "keep_metadata_days": 0}
    )
    house.service = replace(house.service, settings=house.service.settings.model_copy(update={"limits": limits}))
    grow_old(house, 4000)
    assert {each.days for each in pruning.foreseen(house.service)} == {None}
    assert list(pruning.everything(house.service)) == []
    assert all(row.raw for row in received(house))


def test_a_copy_of_a_mail_that_is_kept_no_more_is_not_carried_out(house: House, campaign: int) -> None:
    table = house.table(campaign)
    seat = table.match.decisions()[0].waiting[0]
    line = phrasebook("sealed-bids").say(table.match.sample(seat, Random(4)), table.by_name[seat].language)
    first = house.raw(seat, f"{line}\n")
    assert house.put(first).status is InboundStatus.HANDLED
    house.deliver()
    grow_old(house)
    list(pruning.everything(house.service))
    n = house.table(campaign).match.position.n
    assert house.arrive(first) == max(row.id for row in received(house)), "the very same bytes are known by their hash"
    over_a_list = first.replace(b"\n\n", b"\nX-List: lists.test\n\n", 1) + b"\n-- \nA list\n"
    row = house.put(over_a_list)
    assert row.status is InboundStatus.IGNORED
    assert house.table(campaign).match.position.n == n


def test_what_is_set_aside_waits_however_old_it_is(house: House, campaign: int) -> None:
    with writing(house.service.engine) as session:
        session.get_one(InboundMail, 1).status = InboundStatus.HELD
        session.get_one(InboundMail, 2).status = InboundStatus.QUARANTINED
        session.get_one(InboundMail, 3).status = InboundStatus.RECEIVED
    grow_old(house)
    list(pruning.everything(house.service))
    assert [bool(row.raw) for row in received(house)] == [True, True, True, False]


def test_what_is_kept_no_more_cannot_be_read_again(house: House, campaign: int) -> None:
    grow_old(house)
    list(pruning.everything(house.service))
    with writing(house.service.engine) as session:
        session.get_one(InboundMail, 1).status = InboundStatus.IGNORED
    desk = Visitor("Mila")
    with pytest.raises(CommandError, match="kept no more"):
        treat(house.service, None, desk, Reprocess(mail="in-1"))
    with reading(house.service.engine) as session:
        part = OwnPart(house.service.work(session), desk)
        shown = opened(part, "in-2", seat=None, everything=True)
    assert (shown.raw, shown.closed_because) == (None, NOT_KEPT)
    assert len(shown.lines) == 1, "the order stands, as its seat wrote it"
    assert shown.lines[0] in shown.text()
    assert shown.plain()["lines"] == shown.lines


def test_codes_delivery_reports_and_signatures_go_when_nobody_asks_for_them(house: House, campaign: int) -> None:
    now = house.clock.now()
    with writing(house.service.engine) as session:
        mail = session.scalars(select(OutboundMail).limit(1)).one()
        session.add(DeliveryTrouble(
            outbound_mail_id=mail.id, recipient=mail.recipient, at=now, kind=TroubleKind.DELAYED, diagnostic=b"wait",
        ))  # fmt: skip
        session.add(Confirmation(
            purpose="address", email="red@players.test", salt=b"s", code_hash=b"h", payload=b"p", tries=5,
            state=ConfirmationState.VOID, issued_at=now, expires_at=now + timedelta(days=3),
        ))  # fmt: skip
        session.add(SignatureSeen(mark="1" * 64, inbound_mail_id=1))
    kinds: tuple[Any, ...] = (DeliveryTrouble, Confirmation, SignatureSeen)

    def left() -> list[int]:
        with reading(house.service.engine) as session:
            return [session.scalar(select(func.count()).select_from(kind)) or 0 for kind in kinds]

    before = left()
    assert all(before)
    list(pruning.everything(house.service))
    assert left() == before
    grow_old(house, DAYS + 5)
    list(pruning.everything(house.service))
    assert left() == [0, 0, before[2]], "the campaign is still played"
    with writing(house.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        row.state, row.finished_at = CampaignState.FINISHED, house.clock.now()
    grow_old(house)
    list(pruning.everything(house.service))
    assert left() == [0, 0, 0]


def test_a_little_goes_in_each_transaction(house: House, campaign: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 3)
    grow_old(house)
    steps = list(pruning.everything(house.service))
    assert len(steps) > 3
    assert max(steps) == 3
    assert all(row.dropped_at is not None for row in received(house))
