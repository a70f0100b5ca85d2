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
def house(judging: Settings, house_of: Any) -> Any:
    return house_of(judging)


@pytest.fixture
def first(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "en"}, name="first", title="First Table")
    return made


def second_table(house: Any, blue: str = CAROL) -> int:
    """Red plays here too; his opponent is somebody else, at this address."""
    players = (
        new_campaigns.Player(seat="red", name="Red", email=RED),
        new_campaigns.Player(seat="blue", name="Carol", email=blue),
    )
    new = new_campaigns.NewCampaign(name="second", title="Second Table", game="sealed-bids", seed=b"2", players=players)
    made: int = new_campaigns.create(house.service, new)
    house.deliver()
    house.received[RED].sort(key=lambda mail: "Second" in mail["Subject"], reverse=True)  # the first table's is newest
    return made


def sealed(house: Any, campaign: int) -> set[str]:
    with reading(house.service.engine) as session:
        return set(table_of_campaign(house.service.work(session), campaign).match.sealed)


def send(house: Any, *lines: str, **headers: str) -> InboundMail:
    row: InboundMail = house.put(house.raw("red", "\n".join(lines) + "\n", Authentication_Results=PASS, **headers))
    return row


def in_campaign(house: Any, campaign: int) -> list[InboundMail]:
    with reading(house.service.engine) as session:
        found = select(InboundMail).where(col(InboundMail.campaign_id) == campaign).order_by(col(InboundMail.id))
        return list(session.scalars(found))


def received(house: Any) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in house.deliver():
        found.setdefault(address, []).append(mail)
    return found


def test_an_opponent_of_the_other_campaign_among_the_recipients(house: Any, first: int, said: Any) -> None:
    second = second_table(house)
    row = send(house, "1a", "campaign Second Table", "1b", "press to Blue: hello", Cc=CAROL)
    assert row.status is InboundStatus.HANDLED
    assert sealed(house, first) == {"red"}, "there she is nobody"
    assert sealed(house, second) == set()
    (part,) = in_campaign(house, second)
    assert (part.status, part.hold) == (InboundStatus.HELD, "overheard")
    mails = received(house)
    assert set(mails) == {RED}, "she learns nothing of it, and the letter waits with the rest"
    asked = next(mail for mail in mails[RED] if "an opponent has read your email" in mail["Subject"])
    assert "Second Table" in asked["Subject"]
    assert "Blue was among its recipients" in said(asked)
    assert "1b" in said(asked)
    assert "1a" not in said(asked)
    house.put(house.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(house, second) == {"red"}
    mails = received(house)
    assert set(mails) == {RED, CAROL}
    assert any("another player was among the recipients" in said(mail) for mail in mails[RED])
    assert "hello" in said(mails[CAROL][0])


def test_an_opponent_of_the_first_campaign_is_nobody_in_the_other(house: Any, first: int) -> None:
    second = second_table(house)
    assert send(house, "status", "campaign second", "1b", Cc="blue@players.test").status is InboundStatus.HANDLED
    assert sealed(house, second) == {"red"}


def test_what_is_held_in_the_first_campaign_does_not_hold_up_the_other(house: Any, first: int, said: Any) -> None:
    second = second_table(house)
    row = send(house, "1a", "campaign second", "1b", Cc="blue@players.test")
    assert (row.status, row.hold) == (InboundStatus.HELD, "overheard")
    assert (sealed(house, first), sealed(house, second)) == (set(), {"red"})
    asked = next(mail for mail in received(house)[RED] if "an opponent has read your email" in mail["Subject"])
    assert "1b" not in said(asked), "that is done already"
    house.put(house.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(house, first) == {"red"}
    assert len(in_campaign(house, second)) == 1, "and is not done twice"


def test_lines_below_the_name_of_the_very_campaign_are_no_way_around(house: Any, first: int) -> None:
    send(house, "status", "campaign first", "1a", Cc="blue@players.test")
    assert sealed(house, first) == set()
    assert [row.hold for row in in_campaign(house, first)] == ["", "overheard"]


def test_a_mailbox_that_is_shared_in_the_other_campaign(house: Any, first: int) -> None:
    second = second_table(house, RED)
    send(house, "1a", "campaign second", "1b")
    assert sealed(house, first) == {"red"}, "there nobody shares it"
    assert sealed(house, second) == set()
    (part,) = in_campaign(house, second)
    assert (part.status, part.hold) == (InboundStatus.HELD, "shared")
    asked = next(mail for mail in received(house)[RED] if "share your mailbox" in mail["Subject"])
    house.put(house.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(house, second) == {"red"}


def test_the_other_campaign_s_deadline_waits_for_the_word_and_the_lines_count_from_their_arrival(
    house: Any, first: int
) -> None:
    second = second_table(house)
    house.clock.forward(hours=71)
    send(house, "1a", "campaign second", "1b", Cc=CAROL)
    asked = next(mail for mail in received(house)[RED] if "Second" in mail["Subject"])
    house.clock.forward(hours=8)
    assert run_deadlines(house.service) == 1, "that of the first table"
    received(house)
    house.put(house.raw("red", "confirm\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(house, second) == {"red"}


def test_rejected_lines_of_the_other_campaign_do_nothing(house: Any, first: int) -> None:
    second = second_table(house)
    send(house, "campaign second", "1b", Cc=CAROL)
    asked = received(house)[RED][-1]
    house.put(house.raw("red", "reject\n", to=str(asked["Reply-To"]), Authentication_Results=PASS))
    assert sealed(house, second) == set()
    assert in_campaign(house, second)[0].status is InboundStatus.REFUSED


def test_lines_for_two_campaigns_have_each_their_answer_and_are_done_once(house: Any, first: int, said: Any) -> None:
    second = second_table(house)
    raw = house.raw(
        "red", "1a\ncampaign second\n1b\n\nkampagne\ncampaign second\nstatus\n", Authentication_Results=PASS
    )
    row = house.put(raw)
    handle(house.service, row.id)
    assert sweep(house.service, timedelta(minutes=1)) == 0
    assert len(in_campaign(house, second)) == 1, "all that is for one campaign is one mail there"
    mails = received(house)[RED]
    assert sum("Second Table" in mail["Subject"] for mail in mails) == 1
    assert any("kampagne" in said(mail) for mail in mails)


def test_a_part_whose_worker_died_is_found_by_the_sweep(house: Any, first: int, monkeypatch: Any) -> None:
    from adjudicator.service.inbox import handling

    second = second_table(house)
    monkeypatch.setattr(handling, "_handle_released", lambda service, mail_id: None)
    raw = house.raw("red", "1a\ncampaign second\n1b\n", Authentication_Results=PASS)
    stored = ingest(house.service, Place("INBOX", 1, 999), house.clock.now(), raw)
    handle(house.service, stored.id)
    assert (sealed(house, first), sealed(house, second)) == ({"red"}, set())
    assert sweep(house.service, timedelta(minutes=1)) == 1
    assert sealed(house, second) == {"red"}


def test_a_campaign_is_found_by_its_title_without_odd_signs(house: Any, said: Any) -> None:
    """A mail program may leave out marks that it cannot write; another name is asked back with what there is."""
    first = house.create("sealed-bids", {"red": "en", "blue": "en"}, name="lodz", title="Łódź – №1")
    second_table(house)
    send(house, "campaign Lodz - N1", "1a", to=str(house.received[RED][-1]["Reply-To"]))
    house.deliver()
    assert sealed(house, first) == set()
    assert "you play in: " in said(house.newest("red"))
    assert "Łódź – №1 (lodz)" in said(house.newest("red"))
    house.received[RED].sort(key=lambda mail: "Second" in mail["Subject"])
    send(house, "campaign Lodz 1", "1a")
    house.deliver()
    assert sealed(house, first) == {"red"}
