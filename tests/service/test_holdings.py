"""Seat is not person: teams, readers, standby players, and stand-ins for some days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Eject, Hold, Pause, Release, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.words import rendering
from adjudicator.store import kept_mails, outbound
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import OutboundState, Role
from tests.service.conftest import parsed
from tests.service.test_moderators_by_mail import got

pytestmark = pytest.mark.store("sqlite")

SEATS = {"red": "en", "blue": "ru"}
STELLA = Newcomer(name="Stella", email="stella@players.test", language="en")


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def do(installation: Any, campaign: int, deed: ModeratorCommand) -> CampaignContext:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        return perform(table, deed, Author("Mila"))


def test_a_team_shares_a_seat_its_mails_and_its_orders(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="red", who=STELLA))
    mails = installation.deliver()
    dossier = next(mail for mail in got("stella", mails) if "hold too" in mail["Subject"])
    hand = installation.table(campaign).match.state.hands["red"]
    assert all(f"bid {card}" in said(dossier) for card in hand)
    assert "Stella gives orders for Red too" in said(got("red", mails)[0])
    raw = installation.raw("red", "1a", sender="stella@players.test")
    assert installation.put(raw).status.value == "handled"
    mails = installation.deliver()
    assert {address for address, _ in mails} == {"red@players.test", "stella@players.test"}
    assert set(installation.table(campaign).match.sealed) == {"red"}


def test_a_reader_gets_the_mails_and_gives_no_orders(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="red", who=STELLA, role=Role.COPY))
    installation.deliver()
    installation.put(installation.raw("red", "1a", sender="stella@players.test"))
    assert all("someone else" in said(mail) for mail in got("stella", installation.deliver()))
    assert installation.table(campaign).match.sealed == {}


def test_who_only_read_along_is_told_that_and_nobody_that_the_player_is_another(
    installation: Any, campaign: int, said: Any
) -> None:
    do(installation, campaign, Hold(seat="red", who=STELLA, role=Role.COPY))
    do(installation, campaign, Release(seat="red", person="Stella"))
    told = got("stella", installation.deliver())[-1]
    assert "You have nothing to do with Red any more" in said(told)
    assert "someone else" not in said(told)


def test_letters_and_lists_name_who_plays_not_who_stands_by(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="red", who=STELLA, role=Role.STANDBY))
    installation.deliver()
    installation.write("red", "press to blue: Good evening")
    assert "(Red)" in str(installation.newest("blue")["Subject"])
    assert "Stella" not in said(installation.newest("blue"))


def test_a_stretch_of_days_is_one_sentence(installation: Any, campaign: int, said: Any) -> None:
    since = installation.clock.now() + timedelta(days=1)
    do(installation, campaign, Hold(seat="red", who=STELLA, since=since, until=since + timedelta(days=1)))
    told = said(got("blue", installation.deliver())[0])
    assert "Red: приказы отдаёт и Stella. Так будет с сб 21.11 09:00 UTC до вс 22.11 09:00 UTC." in told


def test_a_standby_player_learns_nothing_of_the_seat(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="blue", who=STELLA, role=Role.STANDBY))
    (told,) = got("stella", installation.deliver())
    assert "You stand by for Blue" in said(told)
    assert "+" not in str(told["Reply-To"])
    installation.write("red", "1a")
    assert got("stella", installation.deliver()) == []


def test_a_stand_in_gets_the_seat_on_his_day_and_loses_it_on_the_last(
    installation: Any, campaign: int, said: Any
) -> None:
    since = installation.clock.now() + timedelta(days=1)
    do(installation, campaign, Hold(seat="red", who=STELLA, since=since, until=since + timedelta(days=1)))
    (told,) = got("stella", installation.deliver())
    assert "You hold Red from" in said(told)
    assert "ORDERS" not in said(told)
    early = installation.raw("red", "1a", sender="stella@players.test")
    assert installation.put(early).status.value != "handled"
    installation.deliver()
    installation.clock.forward(hours=25)
    periodic.run(installation.service)
    periodic.run(installation.service)
    (dossier,) = got("stella", installation.deliver())
    assert "bid" in said(dossier)
    raw = installation.raw("red", "1a", sender="stella@players.test", Message_ID="<x@players.test>")
    assert installation.put(raw).status.value == "handled"
    assert set(installation.table(campaign).match.sealed) == {"red"}
    installation.clock.forward(hours=25)
    late = installation.raw("red", "1b", sender="stella@players.test", Message_ID="<y@players.test>")
    assert installation.put(late).status.value != "handled"
    assert [holder.name for holder in installation.table(campaign).by_name["red"].holders] == ["Red"]


def test_one_of_a_team_leaves_and_the_others_go_on(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Hold(seat="red", who=STELLA))
    installation.write("red", "1a")
    token = installation.table(campaign).by_name["red"].token
    do(installation, campaign, Eject(seat="red", person="Stella"))
    table = installation.table(campaign)
    assert [holder.name for holder in table.by_name["red"].holders] == ["Red"]
    assert table.by_name["red"].token == token, "the others keep their address"
    assert set(table.match.sealed) == {"red"}, "and their orders"
    (gone,) = [mail for mail in got("stella", installation.deliver()) if "taken" in mail["Subject"]]
    assert "+" not in str(gone["Reply-To"])


def test_a_successor_has_codes_in_the_letters_of_his_language(installation: Any, campaign: int, said: Any) -> None:
    assert "2а " in said(installation.newest("blue"))
    do(installation, campaign, Replace(seat="blue", to=STELLA))
    (dossier,) = got("stella", installation.deliver())
    assert "2a " in said(dossier)
    assert "2а " not in said(dossier)
    raw = installation.raw("blue", "2b", sender="stella@players.test", to=str(dossier["Reply-To"]))
    assert installation.put(raw).status.value == "handled"
    assert set(installation.table(campaign).match.sealed) == {"blue"}


def test_the_others_are_told_who_plays_now(installation: Any, campaign: int, said: Any) -> None:
    do(installation, campaign, Replace(seat="blue", to=STELLA))
    (told,) = got("red", installation.deliver())
    assert "Blue is played by Stella from now on." in said(told)


def test_nothing_goes_before_the_first_mail_to_a_newcomer(installation: Any) -> None:
    """Also where their seat is asked nothing: what they are told next explains nothing to who knows nothing yet."""
    campaign = installation.create("crossroads", dict.fromkeys(("north", "east", "south"), "en"))
    installation.deliver()
    do(installation, campaign, Replace(seat="south", to=STELLA))
    do(installation, campaign, Pause())
    do(installation, campaign, Resume())
    while rendering.render_due(installation.service):
        pass
    with writing(installation.service.engine) as session:
        gone = outbound.claim(
            session, OutboundState.RENDERED, installation.clock.now(), outbound.Lease(timedelta(hours=1)), 100
        )
        first = [parsed(kept_mails.whole(session, row))["Subject"] for row in gone if row.recipient == STELLA.email]
    assert len(first) > 1
    assert "you take over a seat" in first[0]


def test_the_last_one_is_ejected_or_replaced_not_released(installation: Any, campaign: int) -> None:
    from adjudicator.service.campaign.troubles import Rejected

    with pytest.raises(Rejected) as why:
        do(installation, campaign, Release(seat="red", person="Red"))
    assert why.value.trouble == "last_holder"
