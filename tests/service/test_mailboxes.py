"""Several mailboxes in one installation: a campaign has its own address, and a mail counts wherever it comes in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.mail.signing import BadKey
from adjudicator.service.admin.arranging import arrange, in_campaign
from adjudicator.service.admin.mailboxes import homeless, require_homes
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.inbox.arrival import Arrived, ingest_all
from adjudicator.service.moderation import morning_mails
from adjudicator.service.moderation.arrangement import ArrangementResult
from adjudicator.service.moderation.arrangements import Move
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.outbox import delivery
from adjudicator.service.people.new_campaigns import BadCampaign
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.service.words import rendering
from adjudicator.settings import Mail, Settings, Trust
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.engine import reading, writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.inbound import Place
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState, ProcessKind
from tests.service.conftest import MX, Installation
from tests.service.post_office import PostOffice
from worker.monitor import troubles

SEATS = {"red": "en", "blue": "en"}
CLUBS = {"address": {"domain": "clubs.test", "separator": "-"}, "authserv_id": "mx.clubs.test"}
GENUINE = "dmarc=pass header.from=players.test"


def mail(**more: Any) -> Mail:
    return Mail.model_validate({"address": {"domain": "game.test"}, "mailboxes": {"clubs": CLUBS}, **more})


@pytest.fixture
def settings(migrated_url: str, tmp_path: Path) -> Settings:
    return Settings(database=migrated_url, data_directory=tmp_path, mail=mail(trust="everybody"))


@pytest.fixture
def offices() -> Iterator[tuple[PostOffice, PostOffice]]:
    with PostOffice() as one, PostOffice() as other:
        yield one, other


def smtp(office: PostOffice, **more: Any) -> dict[str, Any]:
    return {"host": "127.0.0.1", "port": office.port, "tls": "none", "timeout_seconds": 5, **more}


def put(installation: Installation, raw: bytes, box: str) -> InboundMail:
    """A mail comes into a mailbox and is handled."""
    installation.uid += 1
    place = Place(f"{box}:INBOX" if box else "INBOX", 1, installation.uid)
    (stored,) = ingest_all(installation.service, [Arrived(place, installation.clock.now(), raw, box=box)])
    return installation.look_at(stored.id)


def create(installation: Installation, *campaigns: tuple[str, str]) -> list[int]:
    return [installation.create("sealed-bids", SEATS, name=name, mailbox=box) for name, box in campaigns]


def test_mails_of_a_campaign_come_from_its_own_address(installation: Installation) -> None:
    (campaign,) = create(installation, ("clubs", "clubs"))
    first = installation.newest("red")
    seat = installation.table(campaign).by_name["red"]
    assert str(first["Reply-To"]).endswith(f"<orders-{seat.token}@clubs.test>")
    assert str(first["From"]) == str(first["Reply-To"])
    assert str(first["Message-ID"]).endswith("@clubs.test>")
    assert "clubs.test" in str(first["List-Id"])
    assert "game.test" not in first.as_string()


def test_a_campaign_that_names_none_has_the_main_one(installation: Installation) -> None:
    create(installation, ("plain", ""))
    assert "game.test" in str(installation.newest("red")["Reply-To"])
    assert "clubs.test" not in installation.newest("red").as_string()


def test_an_unknown_mailbox_is_told_with_those_that_there_are(installation: Installation) -> None:
    with pytest.raises(BadCampaign, match="no 'dubs', but main, clubs"):
        create(installation, ("lost", "dubs"))


@pytest.mark.parametrize("box", ["", "clubs"])
def test_orders_count_in_whichever_mailbox_they_come_in(installation: Installation, box: str) -> None:
    (campaign,) = create(installation, ("clubs", "clubs"))
    assert put(installation, installation.raw("red", "1a\n"), box).status == "handled"
    assert installation.table(campaign).match.sealed.keys() == {"red"}
    assert [str(each["From"]).partition("@")[2] for _, each in installation.deliver()] == ["clubs.test>"]


def test_the_same_mail_in_two_mailboxes_is_handled_once(installation: Installation) -> None:
    create(installation, ("plain", ""), ("clubs", "clubs"))
    raw = installation.raw("red", "1a\n")
    assert put(installation, raw, "clubs").id == put(installation, raw, "").id
    assert len(installation.deliver()) == 1


def test_a_mail_of_ours_that_comes_into_another_mailbox_of_ours_is_no_mail_to_answer(
    installation: Installation,
) -> None:
    create(installation, ("clubs", "clubs"))
    row = put(installation, installation.newest("red").as_bytes(), "")
    assert (row.status, row.nature) == ("ignored", "echo")
    assert installation.deliver() == []


def test_no_address_of_any_mailbox_of_ours_can_be_registered(installation: Installation) -> None:
    create(installation, ("plain", ""))
    installation.write("red", "address add orders-stranger@clubs.test")
    assert not any("clubs.test" in each for each in installation.received if each != "red@players.test")


def test_the_server_of_the_mailbox_is_believed_and_no_other(
    installation_of: Callable[[Settings], Installation], settings: Settings
) -> None:
    installation = installation_of(settings.model_copy(update={"mail": mail(authserv_id=MX)}))
    (campaign,) = create(installation, ("clubs", "clubs"))
    raw = installation.raw("red", "1a\n")
    of_clubs = f"Authentication-Results: mx.clubs.test; {GENUINE}\r\n".encode() + raw
    assert put(installation, of_clubs, "").status == "held", "at the main mailbox anybody can write that header"
    assert put(installation, of_clubs.replace(b".red@", b".red2@"), "clubs").status == "handled"
    assert installation.table(campaign).match.sealed.keys() == {"red"}


def test_a_bounce_names_its_mail_at_each_domain(installation: Installation) -> None:
    create(installation, ("clubs", "clubs"))
    lost = str(installation.newest("red")["Message-ID"])
    name = lost.strip("<>").partition("@")[0]
    report = (
        f"From: <mailer-daemon@players.test>\r\nTo: orders-bounce.{name}@clubs.test\r\nSubject: lost\r\n\r\nlost\r\n"
    )
    assert put(installation, report.encode(), "clubs").status != "held"
    with reading(installation.service.engine) as session:
        assert (
            session.scalars(select(OutboundMail).where(col(OutboundMail.message_id) == lost)).one().mailbox == "clubs"
        )


def test_each_mailbox_has_its_way_out_and_its_limit(
    installation_of: Callable[[Settings], Installation], settings: Settings, offices: tuple[PostOffice, PostOffice]
) -> None:
    main, clubs = offices
    given = mail(trust="everybody", smtp=smtp(main), mailboxes={"clubs": {**CLUBS, "smtp": smtp(clubs, per_hour=5)}})
    installation = installation_of(settings.model_copy(update={"mail": given}))
    installation.deliver = list  # type: ignore[method-assign, assignment]
    names = [(f"c{n}", "clubs") for n in range(4)] + [(f"p{n}", "") for n in range(4)]
    create(installation, *names)
    while rendering.render_due(installation.service) + asyncio.run(delivery.send_due(installation.service)):
        pass
    assert len(main.taken) == 8, "the limit of another account is none"
    assert len(clubs.taken) == 5
    assert {each.sender.rpartition("@")[2] for each in clubs.taken} == {"clubs.test"}
    assert {each.sender.rpartition("@")[2] for each in main.taken} == {"game.test"}


def test_a_server_that_refuses_keeps_no_other_mailbox_waiting(
    installation_of: Callable[[Settings], Installation], settings: Settings, offices: tuple[PostOffice, PostOffice]
) -> None:
    main, clubs = offices
    main.answers["red@players.test"] = main.answers["blue@players.test"] = "450 4.2.1 busy"
    given = mail(trust="everybody", smtp=smtp(main), mailboxes={"clubs": {**CLUBS, "smtp": smtp(clubs)}})
    installation = installation_of(settings.model_copy(update={"mail": given}))
    installation.deliver = list  # type: ignore[method-assign, assignment]
    create(installation, ("plain", ""), ("clubs", "clubs"))
    while rendering.render_due(installation.service) + asyncio.run(delivery.send_due(installation.service)):
        pass
    assert (len(main.taken), len(clubs.taken)) == (0, 2)


def test_a_wrong_key_of_one_mailbox_stops_its_mails_alone(
    installation_of: Callable[[Settings], Installation], settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "key.pem").write_text("no key")
    dkim = {"selector": "own", "key_file": tmp_path / "key.pem"}
    given = mail(trust="everybody", mailboxes={"clubs": {**CLUBS, "dkim": dkim}})
    installation = installation_of(settings.model_copy(update={"mail": given}))
    create(installation, ("clubs", "clubs"), ("plain", ""))
    assert len(installation.received["red@players.test"]) == 1
    assert "game.test" in str(installation.newest("red")["From"])
    alone = installation_of(settings.model_copy(update={"mail": mail(trust="everybody", dkim=dkim, mailboxes={})}))
    with pytest.raises(BadKey):
        rendering.render_due(alone.service)


def test_a_deadline_waits_for_a_look_into_the_mailbox_of_its_campaign(installation: Installation) -> None:
    timing = TimingPolicy(grace_minutes=0)
    for name, box in (("plain", ""), ("clubs", "clubs")):
        installation.create("sealed-bids", SEATS, name=name, mailbox=box, timing=timing)
    looked(installation, "", "clubs")
    installation.clock.forward(days=7)
    looked(installation, "")
    assert run_deadlines(installation.service) == 1, "what lies in the mailbox of the other may have come in time"
    looked(installation, "clubs")
    assert run_deadlines(installation.service) == 1


def looked(installation: Installation, *boxes: str) -> None:
    with writing(installation.service.engine) as session:
        clock_watermark.see(session, installation.clock.now())
        for box in boxes:
            clock_watermark.note_fetched(session, installation.clock.now(), box)


def test_health_names_the_mailbox_that_nobody_reads(installation: Installation) -> None:
    own = Self(1, ProcessKind.SERVE, "here", 1, installation.clock.now())
    looked(installation, "")
    with writing(installation.service.engine) as session:
        heartbeats.beat(session, own, installation.clock.now())
    assert troubles(installation.service) == ["nobody has looked into the mailbox clubs ever"]
    looked(installation, "clubs")
    assert troubles(installation.service) == []
    installation.clock.forward(minutes=16)
    looked(installation, "clubs")
    with writing(installation.service.engine) as session:
        heartbeats.beat(session, own, installation.clock.now())
    (told,) = troubles(installation.service)
    assert told.startswith("nobody has looked into the mailbox main since")


def move(service: Any, shown: ArrangementResult | None, name: str, mailbox: str) -> tuple[ArrangementResult, str]:
    return arrange(service, shown, in_campaign(name, Move(mailbox=mailbox), "Mila"))


def test_a_campaign_moves_to_another_mailbox_with_the_mails_that_wait(installation: Installation) -> None:
    (campaign,) = create(installation, ("plain", ""))
    old = installation.raw("blue", "1b\n")
    installation.put(installation.raw("red", "1a\n"))
    shown, words = move(installation.service, None, "plain", "clubs")
    assert "orders@clubs.test, 1 of those" in words
    assert installation.table(campaign).campaign.mailbox == ""
    move(installation.service, shown, "plain", "clubs")
    assert "clubs.test" in str(installation.deliver()[0][1]["From"])
    installation.deliver()
    assert installation.put(old).status == "handled", "the old address counts"
    answers = [each for to, each in installation.deliver() if to == "blue@players.test"]
    assert [str(answer["Reply-To"]).endswith("@clubs.test>") for answer in answers] == [True]
    with pytest.raises(CommandError, match="clubs already"):
        move(installation.service, None, "plain", "clubs")


@pytest.mark.parametrize(("box", "domain"), [("", "game.test"), ("clubs", "clubs.test")])
def test_a_mail_about_no_campaign_is_answered_from_the_mailbox_into_which_it_came(
    installation: Installation, box: str, domain: str
) -> None:
    create(installation, ("plain", ""), ("fair", "clubs"))
    installation.deliver()
    raw = installation.raw("red", "status\n", to=f"orders@{domain}", In_Reply_To="<x@players.test>", Subject="hello")
    assert put(installation, raw, box).status == "refused"
    ((to, asked),) = installation.deliver()
    assert (to, str(asked["Subject"])) == ("red@players.test", f"[{domain}] for which seat?")
    for name in ("From", "Message-ID"):
        assert str(asked[name]).rstrip(">").endswith(f"@{domain}"), name


def test_a_mail_before_an_address_counts_comes_from_the_mailbox_of_the_campaign(installation: Installation) -> None:
    create(installation, ("fair", "clubs"))
    installation.write("red", "address add anna@elsewhere.test")
    (asked,) = installation.received["anna@elsewhere.test"]
    assert str(asked["From"]).endswith("@clubs.test>")


def test_the_morning_mail_comes_from_the_mailbox_of_the_newest_campaign(installation: Installation) -> None:
    installation.create("sealed-bids", {**SEATS, "moderator": "en"}, name="fair", mailbox="clubs")
    installation.write("moderator", "overview daily")
    installation.clock.time += timedelta(days=2)
    assert morning_mails.run(installation.service) == 1
    (told,) = [each for to, each in installation.deliver() if to == "moderator@players.test"]
    assert str(told["From"]).endswith("@clubs.test>")


def test_campaigns_of_a_mailbox_that_is_gone_are_named_and_their_mails_wait(
    installation_of: Callable[[Settings], Installation], settings: Settings
) -> None:
    installation = installation_of(settings)
    (campaign,) = create(installation, ("clubs", "clubs"))
    installation.put(installation.raw("red", "1a\n"))
    assert rendering.render_due(installation.service) == 1
    later = installation_of(settings.model_copy(update={"mail": mail(trust="everybody", mailboxes={})}))
    later.received, later.clock.time = installation.received, installation.clock.time
    assert rendering.render_due(later.service) == asyncio.run(delivery.send_due(later.service)) == 0
    with reading(later.service.engine) as session:
        assert homeless(session, later.service.settings) == {"clubs": ["clubs"]}
    with pytest.raises(CommandError, match="adjudicator campaign mailbox clubs main"):
        require_homes(later.service)
    shown, _ = move(later.service, None, "clubs", "main")
    move(later.service, shown, "clubs", "main")
    require_homes(later.service)
    with reading(later.service.engine) as session:
        waiting = session.scalars(select(OutboundMail).where(col(OutboundMail.state) == OutboundState.QUEUED)).all()
        assert [(row.campaign_id, row.mailbox) for row in waiting] == [(campaign, "")]
    assert "game.test" in str(later.deliver()[0][1]["From"])


def test_signatures_are_asked_for_where_the_mailbox_says_so(
    installation_of: Callable[[Settings], Installation], settings: Settings
) -> None:
    given = mail(trust="everybody", mailboxes={"clubs": {**CLUBS, "trust": Trust.DKIM}})
    installation = installation_of(settings.model_copy(update={"mail": given}))
    create(installation, ("clubs", "clubs"))
    assert put(installation, installation.raw("red", "1a\n"), "clubs").hold == "unproven"
    assert put(installation, installation.raw("red", "1c\n"), "").status == "handled"
