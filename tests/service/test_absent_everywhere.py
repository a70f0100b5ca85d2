"""`absent everywhere` and `back everywhere`: one mail, each campaign of its author, one answer with a line for each."""

from __future__ import annotations

import importlib.metadata
from datetime import UTC, date, datetime
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.kernel import registry
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.settings import Settings
from adjudicator.store.engine import CampaignBusy, lock_campaign, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import Absence, Campaign, CampaignState, Holding, InboundStatus, Person, Role, Seat
from tests.service.conftest import MX

RED = "red@players.test"
LOST = "crossroads"
"""A game that a test takes away."""
FIRST, LAST = date(2026, 12, 1), date(2026, 12, 10)
LINES = {
    "en": ("absent everywhere from 1.12 to 10.12", "back everywhere"),
    "ru": ("отсутствую везде с 1.12 по 10.12", "вернулся везде"),
}


def table_of(
    installation: Any, name: str, language: str = "en", game: str = "sealed-bids", *, own: int = 1, **timing: Any
) -> int:
    """A campaign in which Red plays the first seats, and others the rest."""
    seats = {"sealed-bids": ("red", "blue"), LOST: ("north", "east", "south")}[game]
    players = [new_campaigns.Player(seat=seat, name="Red", email=RED, language=language) for seat in seats[:own]]
    players += [new_campaigns.Player(seat=seat, name=f"{name}er", email=f"{name}@players.test") for seat in seats[own:]]
    new = new_campaigns.NewCampaign(
        name=name,
        title=f"The {name}",
        game=game,
        seed=name.encode(),
        players=tuple(players),
        timing=TimingPolicy(**timing),
    )
    made: int = new_campaigns.create(installation.service, new)
    installation.deliver()
    return made


def away(installation: Any) -> dict[str, list[tuple[str, date, date, date | None]]]:
    """The absences of each campaign: of which seat, from when to when, and when they ended before."""
    found: dict[str, list[tuple[str, date, date, date | None]]] = {}
    with writing(installation.service.engine) as session:
        rows = session.execute(
            select(Campaign, Seat, Absence)
            .join(Seat, col(Seat.campaign_id) == col(Campaign.id))
            .join(Absence, col(Absence.seat_id) == col(Seat.id))
            .order_by(col(Absence.id))
        )
        for campaign, seat, row in rows:
            found.setdefault(campaign.name, []).append((seat.name, row.first_day, row.last_day, row.ended_on))
    return found


def state(installation: Any, campaign: int, to: CampaignState) -> None:
    with writing(installation.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == campaign).values(state=to))


def got(mails: list[tuple[str, EmailMessage]]) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in mails:
        found.setdefault(address, []).append(mail)
    return found


@pytest.mark.parametrize("code", ["en", "ru"])
def test_one_mail_tells_every_campaign_and_has_one_answer(installation: Any, said: Any, code: str) -> None:
    names = ("alpha", "beta", "gamma")
    for name in names:
        table_of(installation, name, code)
    announces, returns = LINES[code]
    installation.put(installation.raw("red", announces))
    assert away(installation) == {name: [("red", FIRST, LAST, None)] for name in names}
    mails = got(installation.deliver())
    assert set(mails) == {RED, *(f"{name}@players.test" for name in names)}, "the others of each are told"
    (answer,) = mails[RED]
    assert all(f"The {name}" in said(answer) for name in names)
    left = {"en": "Left in 2026: 20 days.", "ru": "Осталось в 2026 году: 20 дней."}[code]
    assert said(answer).count(left) == 3, "each has its own budget"
    (back,) = installation.write("red", returns)
    assert {row[3] for rows in away(installation).values() for row in rows} == {date(2026, 11, 30)}
    assert said(back).count({"en": "Welcome back", "ru": "С возвращением"}[code]) == 3


def test_what_one_campaign_refuses_counts_in_the_others(installation: Any, said: Any) -> None:
    over = table_of(installation, "over")
    table_of(installation, "strict", absence_days=9)
    table_of(installation, "free")
    state(installation, over, CampaignState.FINISHED)
    (answer,) = installation.write("red", LINES["en"][0])
    assert away(installation) == {"free": [("red", FIRST, LAST, None)]}
    told = said(answer)
    assert "The strict" in told
    assert "more than the 9 days a year" in told
    assert "The over" not in told, "there is nothing left to be absent from"
    assert "nothing was changed" not in str(answer["Subject"])


def test_a_campaign_that_cannot_go_on_stops_no_other(
    installation: Any, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(installation, "broken", game=LOST)
    table_of(installation, "whole")
    gone = importlib.metadata.EntryPoint(LOST, "no_such_package:GAME", registry.GROUP)
    monkeypatch.setitem(registry._installed(), LOST, gone)
    registry.game_named.cache_clear()
    (answer,) = installation.write("red", LINES["en"][0])
    assert set(away(installation)) == {"whole"}
    assert "The broken The campaign cannot go on now" in said(answer)
    assert "The whole Your time stands still" in said(answer)


def test_every_seat_of_the_author_is_absent_and_no_other(installation: Any, said: Any) -> None:
    table_of(installation, "both", own=2)
    table_of(installation, "one")
    answer = next(mail for mail in installation.write("red", LINES["en"][0]) if "absence" in str(mail["Subject"]))
    assert sorted(away(installation)["both"]) == [("blue", FIRST, LAST, None), ("red", FIRST, LAST, None)]
    assert away(installation)["one"] == [("red", FIRST, LAST, None)]
    assert "The both: Red" in said(answer)
    assert "The both: Blue" in said(answer)


def test_a_plain_absence_counts_for_its_campaign_and_tells_of_the_other_way(installation: Any, said: Any) -> None:
    table_of(installation, "alone")
    hint = "absent everywhere from 1.12 to 10.12"
    (answer,) = installation.write("red", "absent from 1.12 to 10.12")
    assert hint not in said(answer), "there is no other campaign"
    assert set(away(installation)) == {"alone"}
    table_of(installation, "other")
    (answer,) = installation.write("red", "absent from 1.12 to 10.12")
    assert hint in said(answer)
    assert set(away(installation)) == {"alone", "other"}, "each by its own mail"
    assert len(away(installation)["other"]) == 1


def test_who_reads_along_learns_nothing_of_other_campaigns(installation: Any, said: Any) -> None:
    shared = table_of(installation, "shared")
    table_of(installation, "hidden")
    installation.received[RED].reverse()  # answered is a mail of the shared seat
    with writing(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.campaign_id) == shared, col(Seat.name) == "red")).one()
        reader = session.scalars(select(Person).where(col(Person.name) == "hiddener")).one()
        session.add(Holding(seat_id=seat.id, person_id=reader.id, role=Role.COPY, since=installation.clock.now()))
    installation.put(installation.raw("red", "absent from 1.12 to 2.12"))
    mails = got(installation.deliver())
    assert all("everywhere" not in said(mail) for each in mails.values() for mail in each)
    installation.received[RED].sort(key=lambda mail: "The shared" not in str(mail["From"]), reverse=True)
    installation.put(installation.raw("red", LINES["en"][0]))
    mails = got(installation.deliver())
    own = [mail for mail in mails[RED] if "The hidden" in said(mail)]
    assert len(own) == 1, "in a mail of its own"
    copied = [mail for mail in mails["hidden@players.test"] if "separate email" in said(mail)]
    assert len(copied) == 1
    assert "hidden" not in said(copied[0]).casefold()


def test_dates_that_cannot_be_are_explained_and_nothing_is_done(installation: Any, said: Any) -> None:
    table_of(installation, "alpha")
    table_of(installation, "beta")
    (answer,) = installation.write("red", "absent everywhere from 31.2 to 5.3")
    assert away(installation) == {}
    assert "nothing was changed" in str(answer["Subject"])
    assert said(answer).count("There is no such day") == 2


@pytest.mark.store("postgresql")  # a writer of SQLite has the whole database
def test_a_campaign_that_is_worked_on_lets_the_whole_mail_wait(installation: Any) -> None:
    table_of(installation, "alpha")
    busy = table_of(installation, "beta")
    mail = ingest(
        installation.service, Place("INBOX", 1, 77), installation.clock.now(), installation.raw("red", LINES["en"][0])
    ).id
    with writing(installation.service.engine) as session:
        lock_campaign(session, busy)
        with pytest.raises(CampaignBusy):
            handle(installation.service, mail)
    assert away(installation) == {}
    assert installation.look_at(mail).status is InboundStatus.HANDLED
    assert set(away(installation)) == {"alpha", "beta"}


def test_a_deadline_that_was_over_before_is_not_moved(installation: Any) -> None:
    installation.clock.time = datetime(2026, 11, 20, 9, tzinfo=UTC)
    table_of(installation, "alpha")
    late = table_of(installation, "beta")
    installation.received[RED].reverse()
    installation.clock.forward(hours=80)
    before = installation.table(late).match.position.n
    installation.put(installation.raw("red", LINES["en"][0]))
    assert installation.table(late).match.position.n > before, "its default was carried out, and only then it is absent"
    assert set(away(installation)) == {"alpha", "beta"}


def test_a_mail_that_nothing_proves_announces_it_nowhere(judging: Settings, installation_of: Any) -> None:
    installation = installation_of(judging)
    table_of(installation, "alpha")
    table_of(installation, "beta")
    assert installation.put(installation.raw("red", LINES["en"][0])).status is InboundStatus.HELD
    assert away(installation) == {}
    proof = f"{MX}; dmarc=pass header.from=players.test"
    installation.put(installation.raw("red", LINES["en"][0], Authentication_Results=proof))
    assert set(away(installation)) == {"alpha", "beta"}
