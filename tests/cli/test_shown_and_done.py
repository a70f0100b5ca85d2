"""Between what a dry run has shown and the yes somebody else may have changed it: then nothing is done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from adjudicator_channels import desk
from adjudicator_channels.desk import NewChannel

from adjudicator.service.admin.access import Visitor
from adjudicator.service.admin.arranging import arrange, in_campaign
from adjudicator.service.admin.held_messages import Reject, Release, Reprocess, treat
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.arrangement import Arrangement, ArrangementResult
from adjudicator.service.moderation.arrangements import Move
from adjudicator.service.moderation.arrangements.addresses import Add, Remove
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service
from adjudicator.settings import Notices, OwnAddress
from adjudicator.settings.mail import Mailbox
from adjudicator.store.addresses import of_person
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Address, AddressState, Campaign, Channel, InboundMail, InboundStatus, OutboundMail
from tests.cli.conftest import MILA, Played
from tests.cli.test_mail import stranger

pytestmark = pytest.mark.store("sqlite")

MILA_AT_DESK = Visitor(MILA.name)
ANOTHER = "it would not do any more what was shown: nothing was changed; look again"


@pytest.fixture
def service(played: Played) -> Service:
    """The installation, with a second mailbox, and notices to this machine."""
    settings = played.service.settings
    mail = settings.mail.model_copy(update={"mailboxes": {"clubs": Mailbox(address=OwnAddress(domain="clubs.test"))}})
    return replace(
        played.service,
        settings=settings.model_copy(update={"mail": mail, "notices": Notices(allow_private_networks=True)}),
    )


def rows(service: Service, *tables: Any) -> list[str]:
    with reading(service.engine) as session:
        return [repr(sorted(each.model_dump().items(), key=lambda pair: pair[0])) for kind in tables
                for each in session.query(kind).order_by(*kind.__table__.primary_key)]  # fmt: skip


def arranged(service: Service, shown: ArrangementResult | None, wanted: Arrangement) -> tuple[ArrangementResult, str]:
    return arrange(service, shown, in_campaign("lights", wanted, "Mila"))


def test_an_address_that_has_come_to_count_meanwhile_is_not_removed(service: Service) -> None:
    wish = Add(seat="blue", address="boris@new.test")
    arranged(service, arranged(service, None, wish)[0], wish)
    away = Remove(seat="blue", address="boris@new.test")
    shown, words = arranged(service, None, away)
    assert "waits for its code → no address of theirs" in words
    with writing(service.engine) as session:
        row = session.query(Address).filter_by(email="boris@new.test").one()
        row.state = AddressState.ACTIVE
    before = rows(service, Address, OutboundMail)
    with pytest.raises(CommandError, match=ANOTHER):
        arranged(service, shown, away)
    assert rows(service, Address, OutboundMail) == before
    again, _ = arranged(service, None, away)
    arranged(service, again, away)
    assert not [row for row in rows(service, Address) if "boris@new.test" in row]


def test_another_reader_of_the_news_of_an_address_is_another_deed(service: Service) -> None:
    wish = Add(seat="blue", address="boris@new.test")
    shown, words = arranged(service, None, wish)
    assert "boris@players.test" in words
    with writing(service.engine) as session:
        person = session.query(Address).filter_by(email="boris@players.test").one().person_id
        (own,) = of_person(session, person)
        further = Address(
            person_id=person,
            email="boris@work.test",
            state=AddressState.ACTIVE,
            main=False,
            registered_at=own.registered_at,
        )
        session.add(further)
    before = rows(service, Address, OutboundMail)
    with pytest.raises(CommandError, match=ANOTHER):
        arranged(service, shown, wish)
    assert rows(service, Address, OutboundMail) == before


def test_a_channel_is_not_given_to_another_player_of_the_seat(service: Service) -> None:
    wanted = NewChannel(url="https://127.0.0.1/anna", seat="red")
    shown, words = desk.add(service, None, "lights", wanted, MILA_AT_DESK)
    assert "for red (Anna)" in words
    hand_over(service, "red", "Nora")
    before = rows(service, Channel)
    with pytest.raises(CommandError, match=ANOTHER):
        desk.add(service, shown, "lights", wanted, MILA_AT_DESK)
    assert rows(service, Channel) == before


def hand_over(service: Service, seat: str, name: str) -> None:
    with writing(service.engine) as session:
        table = table_of_campaign(service.work(session), 1)
        new = Newcomer(name=name, email=f"{name.lower()}@players.test")
        perform(table, Replace(seat=seat, to=new), Author("Mila"))


def test_a_channel_with_another_number_is_not_the_one_that_was_shown(service: Service) -> None:
    wanted = NewChannel(url="https://127.0.0.1/one")
    shown, _ = desk.add(service, None, "lights", wanted, MILA_AT_DESK)
    other = NewChannel(url="https://127.0.0.1/two")
    desk.add(service, desk.add(service, None, "lights", other, MILA_AT_DESK)[0], "lights", other, MILA_AT_DESK)
    with pytest.raises(CommandError, match=ANOTHER):
        desk.add(service, shown, "lights", wanted, MILA_AT_DESK)
    assert len(rows(service, Channel)) == 1


def test_a_channel_that_was_replaced_is_not_removed_but_one_that_failed_meanwhile_is(service: Service) -> None:
    wanted = NewChannel(url="https://127.0.0.1/one")
    desk.add(service, desk.add(service, None, "lights", wanted, MILA_AT_DESK)[0], "lights", wanted, MILA_AT_DESK)
    shown, _ = desk.remove(service, None, "lights", 1, MILA_AT_DESK)
    with writing(service.engine) as session:
        row = session.query(Channel).one()
        url, row.url, row.failed = row.url, b"https://127.0.0.1:9/two", 3
    before = rows(service, Channel)
    with pytest.raises(CommandError, match=ANOTHER):
        desk.remove(service, shown, "lights", 1, MILA_AT_DESK)
    assert rows(service, Channel) == before
    with writing(service.engine) as session:
        session.query(Channel).one().url = url
    assert desk.remove(service, shown, "lights", 1, MILA_AT_DESK)[0].value.done


def test_a_campaign_that_was_moved_meanwhile_is_not_moved_again(service: Service) -> None:
    shown, words = arranged(service, None, Move(mailbox="clubs"))
    assert "come from" in words
    with writing(service.engine) as session:
        session.get_one(Campaign, 1).mailbox = "gone"
    before = rows(service, Campaign, OutboundMail)
    with pytest.raises(CommandError, match=ANOTHER):
        arranged(service, shown, Move(mailbox="clubs"))
    assert rows(service, Campaign, OutboundMail) == before
    again, _ = arranged(service, None, Move(mailbox="clubs"))
    assert arranged(service, again, Move(mailbox="clubs"))[0].value.done


@pytest.mark.parametrize("kind", [Release, Reject, Reprocess])
def test_a_mail_that_was_set_aside_otherwise_meanwhile_is_left_as_it_is(
    kind: Any, service: Service, played: Played
) -> None:
    number = stranger(played, f"bid {played.hands['blue'][0]}")
    wanted = kind(mail=f"in-{number}")
    shown, words = treat(service, None, MILA_AT_DESK, wanted)
    assert words.strip().startswith(f"in-{number}  held →")
    with writing(service.engine) as session:
        session.get_one(InboundMail, number).status = InboundStatus.QUARANTINED
    before = rows(service, InboundMail)
    with pytest.raises(CommandError, match=ANOTHER):
        treat(service, shown, MILA_AT_DESK, wanted)
    assert rows(service, InboundMail) == before
    again, _ = treat(service, None, MILA_AT_DESK, wanted)
    assert treat(service, again, MILA_AT_DESK, wanted)[0].value.status is not InboundStatus.QUARANTINED


def test_a_mail_that_counts_for_another_seat_meanwhile_is_not_released(service: Service, played: Played) -> None:
    number = stranger(played, f"bid {played.hands['blue'][0]}")
    shown, words = treat(service, None, MILA_AT_DESK, Release(mail=f"in-{number}"))
    assert "for blue" in words
    with writing(service.engine) as session:
        row = session.get_one(InboundMail, number)
        seats = {seat for (seat,) in session.query(OutboundMail.seat_id).distinct() if seat}
        row.seat_id = next(seat for seat in sorted(seats) if seat != row.seat_id)
    with pytest.raises(CommandError, match=ANOTHER):
        treat(service, shown, MILA_AT_DESK, Release(mail=f"in-{number}"))
