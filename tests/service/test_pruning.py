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
from adjudicator.service.admin.mails import NOT_KEPT, mail_details
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import pruning
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
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
from tests.service.conftest import Installation

DAYS = 30


@pytest.fixture
def campaign(installation: Installation) -> int:
    """Four mails have come; nothing is kept longer than a month."""
    limits = installation.service.settings.limits.model_copy(
        update={"keep_mails_days": DAYS, "keep_received_days": DAYS, "keep_metadata_days": DAYS}
    )
    installation.service = replace(
        installation.service, settings=installation.service.settings.model_copy(update={"limits": limits})
    )
    made = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    play(installation, made, 4)
    return made


def play(installation: Installation, campaign: int, mails: int) -> None:
    """So many mails, each of whoever is asked."""
    rng, book = Random(4), phrasebook("sealed-bids")
    for _ in range(mails):
        table = installation.table(campaign)
        seat = table.match.decisions()[0].waiting[0]
        installation.write(seat, book.say(table.match.sample(seat, rng), table.by_name[seat].language))


def proof(installation: Installation, campaign: int) -> Verdict:
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), Viewpoint(everything=True))
        return verify(Archive.read(archive(view)))


def received(installation: Installation) -> list[InboundMail]:
    with reading(installation.service.engine) as session:
        return list(session.scalars(select(InboundMail).order_by(col(InboundMail.id))))


def grow_old(installation: Installation, days: int = DAYS + 1) -> None:
    installation.clock.forward(days=days)


def test_what_is_dropped_is_told_before_by_kind(installation: Installation, campaign: int) -> None:
    assert {each.rows for each in pruning.foreseen(installation.service)} == {0}, "nothing is old yet"
    grow_old(installation)
    told = {each.kind: each for each in pruning.foreseen(installation.service)}
    assert told["received mails"].rows == 4
    assert told["received mails"].bytes > 4 * 200
    assert told["sent mails"].rows > 6
    before = received(installation)
    assert all(row.raw for row in before)
    assert sum(pruning.everything(installation.service)) == told["received mails"].rows + told["sent mails"].rows
    assert {each.rows for each in pruning.foreseen(installation.service)} == {0}
    with reading(installation.service.engine) as session:
        assert session.scalar(select(func.count(col(OutboundMail.kept)))) == 0
    for row, was in zip(received(installation), before, strict=True):
        assert (row.raw, row.size, row.message_id, row.status) == (b"", was.size, was.message_id, was.status)


def test_a_campaign_is_as_provable_as_it_was(installation: Installation, campaign: int) -> None:
    before = proof(installation, campaign)
    assert before.differences == ()
    assert before.receipts == 4
    grow_old(installation)
    list(pruning.everything(installation.service))
    assert proof(installation, campaign) == before
    play(installation, campaign, 2)
    after = proof(installation, campaign)
    assert (after.differences, after.receipts) == ((), 6)


def test_the_service_does_it_by_itself(installation: Installation, campaign: int) -> None:
    grow_old(installation)
    periodic.run(installation.service)
    assert all(row.dropped_at is not None for row in received(installation))


def test_without_a_period_everything_stays(installation: Installation, campaign: int) -> None:
    limits = installation.service.settings.limits.model_copy(
        update={"keep_mails_days": 0, "keep_received_days": 0, "keep_metadata_days": 0}
    )
    installation.service = replace(
        installation.service, settings=installation.service.settings.model_copy(update={"limits": limits})
    )
    grow_old(installation, 4000)
    assert {each.days for each in pruning.foreseen(installation.service)} == {None}
    assert list(pruning.everything(installation.service)) == []
    assert all(row.raw for row in received(installation))


def test_a_copy_of_a_mail_that_is_kept_no_more_is_not_carried_out(installation: Installation, campaign: int) -> None:
    table = installation.table(campaign)
    seat = table.match.decisions()[0].waiting[0]
    line = phrasebook("sealed-bids").say(table.match.sample(seat, Random(4)), table.by_name[seat].language)
    first = installation.raw(seat, f"{line}\n")
    assert installation.put(first).status is InboundStatus.HANDLED
    installation.deliver()
    grow_old(installation)
    list(pruning.everything(installation.service))
    n = installation.table(campaign).match.position.n
    assert installation.arrive(first) == max(row.id for row in received(installation)), (
        "the very same bytes are known by their hash"
    )
    over_a_list = first.replace(b"\n\n", b"\nX-List: lists.test\n\n", 1) + b"\n-- \nA list\n"
    row = installation.put(over_a_list)
    assert row.status is InboundStatus.IGNORED
    assert installation.table(campaign).match.position.n == n


def test_what_is_set_aside_waits_however_old_it_is(installation: Installation, campaign: int) -> None:
    with writing(installation.service.engine) as session:
        session.get_one(InboundMail, 1).status = InboundStatus.HELD
        session.get_one(InboundMail, 2).status = InboundStatus.QUARANTINED
        session.get_one(InboundMail, 3).status = InboundStatus.RECEIVED
    grow_old(installation)
    list(pruning.everything(installation.service))
    assert [bool(row.raw) for row in received(installation)] == [True, True, True, False]


def test_what_is_kept_no_more_cannot_be_read_again(installation: Installation, campaign: int) -> None:
    grow_old(installation)
    list(pruning.everything(installation.service))
    with writing(installation.service.engine) as session:
        session.get_one(InboundMail, 1).status = InboundStatus.IGNORED
    desk = Visitor("Mila")
    with pytest.raises(CommandError, match="kept no more"):
        treat(installation.service, None, desk, Reprocess(mail="in-1"))
    with reading(installation.service.engine) as session:
        part = OwnPart(installation.service.work(session), desk)
        shown = mail_details(part, "in-2", seat=None, everything=True)
    assert (shown.raw, shown.closed_because) == (None, NOT_KEPT)
    assert len(shown.lines) == 1, "the order stands, as its seat wrote it"
    assert shown.lines[0] in shown.text()
    assert shown.plain()["lines"] == shown.lines


def test_codes_delivery_reports_and_signatures_go_when_nobody_asks_for_them(
    installation: Installation, campaign: int
) -> None:
    now = installation.clock.now()
    with writing(installation.service.engine) as session:
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
        with reading(installation.service.engine) as session:
            return [session.scalar(select(func.count()).select_from(kind)) or 0 for kind in kinds]

    before = left()
    assert all(before)
    list(pruning.everything(installation.service))
    assert left() == before
    grow_old(installation, DAYS + 5)
    list(pruning.everything(installation.service))
    assert left() == [0, 0, before[2]], "the campaign is still played"
    with writing(installation.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        row.state, row.finished_at = CampaignState.FINISHED, installation.clock.now()
    grow_old(installation)
    list(pruning.everything(installation.service))
    assert left() == [0, 0, 0]


def test_a_little_goes_in_each_transaction(
    installation: Installation, campaign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 3)
    grow_old(installation)
    steps = list(pruning.everything(installation.service))
    assert len(steps) > 3
    assert max(steps) == 3
    assert all(row.dropped_at is not None for row in received(installation))
