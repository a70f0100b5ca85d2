"""Every act at the desk is written down, and what touches play is told to the players."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from adjudicator.language import language
from adjudicator.service.campaign.audit import AuditedCommand
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import extensions
from adjudicator.service.moderation.acts import ToldAct
from adjudicator.service.moderation.acts_told import Speaker
from adjudicator.service.people.new_campaigns import Player
from adjudicator.service.play import disclosures
from adjudicator.store.audits import INSTALLATION, first_broken, trail
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Audit, Campaign, Person, Telling


def acts(installation: Any, campaign: int) -> tuple[Audit, ...]:
    with reading(installation.service.engine) as session:
        return trail(session, campaign)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def desk(installation: Any, command: str = "campaign retitle", **details: Any) -> Any:
    return AuditedCommand("Mila", command, details, installation.clock).watch(installation.service)


def test_whatever_a_command_commits_is_written_down(installation: Any, campaign: int) -> None:
    with writing(desk(installation, reason="a typing mistake").engine) as session:
        lock_campaign(session, campaign)
        session.get_one(Campaign, campaign).title = "Lights"
    (act,) = acts(installation, campaign)
    assert (act.author, act.command, act.telling) == ("Mila", "campaign retitle", Telling.REPORT)
    assert b"a typing mistake" in act.details
    assert first_broken((act,)) is None


def test_what_concerns_no_campaign_stands_in_the_chain_of_the_installation(installation: Any, campaign: int) -> None:
    with writing(desk(installation, "people add").engine) as session:
        session.add(Person(name="Ute", language="en", time_zone="UTC", created_at=installation.clock.now()))
    assert [act.command for act in acts(installation, INSTALLATION)] == ["people add"]
    assert acts(installation, campaign) == ()


def test_looking_is_no_act_and_neither_is_what_was_rolled_back(installation: Any, campaign: int) -> None:
    watched = desk(installation)

    def in_vain() -> None:
        with writing(watched.engine) as session:
            lock_campaign(session, campaign)
            session.get_one(Campaign, campaign).title = "Lights"
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_vain()
    with writing(watched.engine) as session:
        lock_campaign(session, campaign)
        assert session.get_one(Campaign, campaign).title == "The sealed-bids"
    assert acts(installation, campaign) == ()


def test_an_act_that_wrote_itself_down_is_not_written_twice(installation: Any, campaign: int) -> None:
    watched = desk(installation, "campaign pause")
    with writing(watched.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(watched.work(session), campaign)
        extensions.pause(table, by="Mila", reason="holidays")
    assert [(act.command, act.telling) for act in acts(installation, campaign)] == [("pause", Telling.NOTICE)]


def test_the_next_report_tells_what_the_moderators_did(installation: Any, campaign: int, said: Any) -> None:
    with writing(desk(installation, "campaign retitle", reason="a typing mistake").engine) as session:
        lock_campaign(session, campaign)
        session.get_one(Campaign, campaign).title = "Lights"
    hands = _hands(installation, campaign)
    (filed,) = installation.write("red", f"bid {hands['red'][0]}")
    assert "campaign retitle" not in said(filed), "an answer that tells no news"
    (reported,) = installation.write("blue", f"bid {hands['blue'][0]}")
    assert "Mila: выполняет команду «campaign retitle» (a typing mistake)" in said(reported)
    assert "Mila: used the command “campaign retitle” (a typing mistake)" in said(installation.newest("red"))
    hands = _hands(installation, campaign)
    installation.write("red", f"bid {hands['red'][0]}")
    (later,) = installation.write("blue", f"bid {hands['blue'][0]}")
    assert "Mila" not in said(later), "it is told once"


@pytest.mark.parametrize("command", ["campaign create", "campaign import", "notices add", "campaign mailbox"])
@pytest.mark.parametrize("code", ["en", "ru"])
def test_acts_of_the_command_line_are_told_in_words(command: str, code: str) -> None:
    act = ToldAct(at=datetime(2026, 11, 20, tzinfo=UTC), by="root", command=command, facts={}, reason="")
    told = Speaker(language(code), str, "UTC").sentence(act)
    assert command not in told
    assert told.startswith("root: ")


def test_a_moderator_who_plays_sees_more_only_openly(installation: Any, said: Any) -> None:
    boris = {"name": "Boris", "email": "boris@players.test"}
    players = (
        Player(seat="red", name="Anna", email="red@players.test"),
        Player(seat="blue", **boris),
        Player(seat="moderator", **boris),
    )
    campaign = _create(installation, players)
    disclosures.look(installation.service, campaign, by="boris", command="campaign show", seat="blue", openly=False)
    assert acts(installation, campaign) == ()
    for seat in ("red", None):
        with pytest.raises(disclosures.NotOpenly, match="Boris plays blue"):
            disclosures.look(
                installation.service, campaign, by="boris", command="campaign show", seat=seat, openly=False
            )
    assert installation.deliver() == []
    disclosures.look(installation.service, campaign, by="boris", command="campaign show", seat="red", openly=True)
    told = {address: said(mail) for address, mail in installation.deliver()}
    assert set(told) == {"red@players.test", "boris@players.test"}
    assert "Boris moderates and plays, and has looked at what only Red may know" in told["red@players.test"]
    assert [(act.command, act.telling) for act in acts(installation, campaign)] == [("look", Telling.NOTICE)]


def test_without_a_moderator_a_look_is_told_with_the_next_report(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    disclosures.look(installation.service, campaign, by="olga", command="campaign show", seat=None, openly=False)
    hands = _hands(installation, campaign)
    installation.write("red", f"bid {hands['red'][0]}")
    (mail,) = installation.write("blue", f"bid {hands['blue'][0]}")
    assert "olga: looked at what not everybody knows" in said(mail)


def _create(installation: Any, players: tuple[Player, ...]) -> int:
    from adjudicator.service.people import new_campaigns

    new = new_campaigns.NewCampaign(name="lights", title="Lights", game="sealed-bids", players=players, seed=b"lights")
    made = new_campaigns.create(installation.service, new)
    installation.deliver()
    return made


def _hands(installation: Any, campaign: int) -> dict[str, list[int]]:
    with reading(installation.service.engine) as session:
        match = table_of_campaign(installation.service.work(session), campaign).match
        return {seat: list(match.state.hands[seat]) for seat in match.header.seats}
