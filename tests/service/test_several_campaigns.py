"""One mail for several campaigns: what holds for a mail holds in each of them by itself."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle, sweep
from adjudicator.service.people import new_campaigns
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.tables import InboundMail, InboundStatus
from tests.service.conftest import MX

PASS = f"{MX}; dmarc=pass header.from=players.test"
RED, CAROL = "red@players.test", "carol@players.test"


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def first(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"}, name="first", title="First Table")
    return made


def second_table(installation: Any, blue: str = CAROL) -> int:
    """Red plays here too; his opponent is somebody else, at this address."""
    players = (
        new_campaigns.Player(seat="red", name="Red", email=RED),
        new_campaigns.Player(seat="blue", name="Carol", email=blue),
    )
    new = new_campaigns.NewCampaign(name="second", title="Second Table", game="sealed-bids", seed=b"2", players=players)
    made: int = new_campaigns.create(installation.service, new)
    installation.deliver()
    installation.received[RED].sort(
        key=lambda mail: "Second" in mail["Subject"], reverse=True
    )  # the first table's is newest
    return made


def sealed(installation: Any, campaign: int) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def send(installation: Any, *lines: str, **headers: str) -> InboundMail:
    row: InboundMail = installation.put(
        installation.raw("red", "\n".join(lines) + "\n", Authentication_Results=PASS, **headers)
    )
    return row


def in_campaign(installation: Any, campaign: int) -> list[InboundMail]:
    with reading(installation.service.engine) as session:
        found = select(InboundMail).where(col(InboundMail.campaign_id) == campaign).order_by(col(InboundMail.id))
        return list(session.scalars(found))


def received(installation: Any) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address, []).append(mail)
    return found


def test_an_opponent_of_the_other_campaign_among_the_recipients(installation: Any, first: int, said: Any) -> None:
    second = second_table(installation)
    row = send(installation, "1a", "campaign Second Table", "1b", "press to Blue: hello", Cc=CAROL)
    assert row.status is InboundStatus.HANDLED
    assert sealed(installation, first) == {"red"}, "there she is nobody"
    assert sealed(installation, second) == set()
    (part,) = in_campaign(installation, second)
    assert (part.status, part.hold) == (InboundStatus.HELD, "overheard")
    mails = received(installation)
    assert set(mails) == {RED}, "she learns nothing of it, and the letter waits with the rest"
    asked = next(mail for mail in mails[RED] if "an opponent has read your email" in mail["Subject"])
    assert "Second Table" in asked["Subject"]
    assert "Blue was among its recipients" in said(asked)
    assert "1b" in said(asked)
    assert "1a" not in said(asked)
    installation.put(installation.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(installation, second) == {"red"}
    mails = received(installation)
    assert set(mails) == {RED, CAROL}
    assert any("another player was among the recipients" in said(mail) for mail in mails[RED])
    assert "hello" in said(mails[CAROL][0])


def test_an_opponent_of_the_first_campaign_is_nobody_in_the_other(installation: Any, first: int) -> None:
    second = second_table(installation)
    assert send(installation, "status", "campaign second", "1b", Cc="blue@players.test").status is InboundStatus.HANDLED
    assert sealed(installation, second) == {"red"}


def test_what_is_held_in_the_first_campaign_does_not_hold_up_the_other(
    installation: Any, first: int, said: Any
) -> None:
    second = second_table(installation)
    row = send(installation, "1a", "campaign second", "1b", Cc="blue@players.test")
    assert (row.status, row.hold) == (InboundStatus.HELD, "overheard")
    assert (sealed(installation, first), sealed(installation, second)) == (set(), {"red"})
    asked = next(mail for mail in received(installation)[RED] if "an opponent has read your email" in mail["Subject"])
    assert "1b" not in said(asked), "that is done already"
    installation.put(installation.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(installation, first) == {"red"}
    assert len(in_campaign(installation, second)) == 1, "and is not done twice"


def test_lines_below_the_name_of_the_very_campaign_are_no_way_around(installation: Any, first: int) -> None:
    send(installation, "status", "campaign first", "1a", Cc="blue@players.test")
    assert sealed(installation, first) == set()
    assert [row.hold for row in in_campaign(installation, first)] == ["", "overheard"]


def test_a_mailbox_that_is_shared_in_the_other_campaign(installation: Any, first: int) -> None:
    second = second_table(installation, RED)
    send(installation, "1a", "campaign second", "1b")
    assert sealed(installation, first) == {"red"}, "there nobody shares it"
    assert sealed(installation, second) == set()
    (part,) = in_campaign(installation, second)
    assert (part.status, part.hold) == (InboundStatus.HELD, "shared")
    asked = next(mail for mail in received(installation)[RED] if "share your mailbox" in mail["Subject"])
    installation.put(installation.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(installation, second) == {"red"}


def test_the_other_campaign_s_deadline_waits_for_the_word_and_the_lines_count_from_their_arrival(
    installation: Any, first: int
) -> None:
    second = second_table(installation)
    installation.clock.forward(hours=71)
    send(installation, "1a", "campaign second", "1b", Cc=CAROL)
    asked = next(mail for mail in received(installation)[RED] if "Second" in mail["Subject"])
    installation.clock.forward(hours=8)
    assert run_deadlines(installation.service) == 1, "that of the first table"
    received(installation)
    installation.put(installation.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(installation, second) == {"red"}


def test_rejected_lines_of_the_other_campaign_do_nothing(installation: Any, first: int) -> None:
    second = second_table(installation)
    send(installation, "campaign second", "1b", Cc=CAROL)
    asked = received(installation)[RED][-1]
    installation.put(installation.raw("red", "reject\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(installation, second) == set()
    assert in_campaign(installation, second)[0].status is InboundStatus.REFUSED


def test_lines_for_two_campaigns_have_each_their_answer_and_are_done_once(
    installation: Any, first: int, said: Any
) -> None:
    second = second_table(installation)
    raw = installation.raw(
        "red", "1a\ncampaign second\n1b\n\nkampagne\ncampaign second\nstatus\n", Authentication_Results=PASS
    )
    row = installation.put(raw)
    handle(installation.service, row.id)
    assert sweep(installation.service, timedelta(minutes=1)) == 0
    assert len(in_campaign(installation, second)) == 1, "all that is for one campaign is one mail there"
    mails = received(installation)[RED]
    assert sum("Second Table" in mail["Subject"] for mail in mails) == 1
    assert any("kampagne" in said(mail) for mail in mails)


def test_a_part_whose_worker_died_is_found_by_the_sweep(installation: Any, first: int, monkeypatch: Any) -> None:
    from adjudicator.service.inbox import handling

    second = second_table(installation)
    monkeypatch.setattr(handling, "_handle_released", lambda service, mail_id: None)
    raw = installation.raw("red", "1a\ncampaign second\n1b\n", Authentication_Results=PASS)
    stored = ingest(installation.service, Place("INBOX", 1, 999), installation.clock.now(), raw)
    handle(installation.service, stored.id)
    assert (sealed(installation, first), sealed(installation, second)) == ({"red"}, set())
    assert sweep(installation.service, timedelta(minutes=1)) == 1
    assert sealed(installation, second) == {"red"}


def test_a_campaign_is_found_by_its_title_without_odd_signs(installation: Any, said: Any) -> None:
    """A mail program may leave out marks that it cannot write; another name is asked back with what there is."""
    first = installation.create("sealed-bids", {"red": "en", "blue": "en"}, name="lodz", title="Łódź – №1")
    second_table(installation)
    send(installation, "campaign Lodz - N1", "1a", to=str(installation.received[RED][-1]["Reply-To"]))
    installation.deliver()
    assert sealed(installation, first) == set()
    assert "you play in: " in said(installation.newest("red"))
    assert "Łódź – №1 (lodz)" in said(installation.newest("red"))
    installation.received[RED].sort(key=lambda mail: "Second" in mail["Subject"])
    send(installation, "campaign Lodz 1", "1a")
    installation.deliver()
    assert sealed(installation, first) == {"red"}
