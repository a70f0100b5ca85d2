"""Whole campaigns by mail, played at random in words: whoever is waited for knows it, nobody learns too much."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.games.europa_universalis.names import everything
from adjudicator.games.europa_universalis.slots import MISSION
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import MINISTRY, THEATRE
from adjudicator.games.imperial_struggle.names import names
from adjudicator.kernel.replay import begin, replay
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading
from adjudicator.store.tables import OrderLine, Prompt, PromptState
from tests.stored_log import entries_of

LANGUAGES = ("en", "ru")


def open_questions(installation: Any, table: CampaignContext) -> list[str]:
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN))
        return [table.by_id[row.seat_id].name for row in rows]


def secrets_of(table: CampaignContext, seat: int) -> set[str]:
    """Names, in both languages, of what only this seat may know: hand, face-down ministries, drawn war tiles."""
    state = table.match.state
    events = [event.id for event in EVENT if event.number in state.hands[seat]]
    hidden = [card for card in state.ministries[seat] if not card.revealed]
    ministries = [ministry.id for ministry in MINISTRY if ministry.number in {card.card for card in hidden}]
    return {
        names(language).name(kind, id)
        for language in LANGUAGES
        for kind, ids in ((EVENT, events), (MINISTRY, ministries))
        for id in ids
    }


def play(installation: Any, campaign: int, rng: Random, check: Any, *, most: int) -> bool:
    """Play until the match ends or so many mails are written. Returns whether it ended."""
    book = phrasebook(installation.table(campaign).match.game.id)
    for _ in range(most):
        table = installation.table(campaign)
        decisions = table.match.decisions()
        if not decisions:
            return True
        asked = open_questions(installation, table)
        assert len(asked) == len(set(asked)), "two open questions for one seat"
        assert {each for one in decisions for each in one.waiting} <= set(asked), "who is waited for does not know it"
        assert set(asked) <= {each for one in decisions for each in one.seats}, "somebody is asked and not waited for"
        seat = rng.choice(decisions[0].waiting)
        action = table.match.sample(seat, rng)
        language = rng.choice(LANGUAGES)
        line = book.say(action, language)
        raw = installation.raw(seat, line + "\n")
        row = installation.put(raw)
        assert row.status.value == "handled", row.reason
        mails = [(address, mail) for address, mail in installation.deliver() if check(address, mail)]
        answered = [address for address, mail in mails if mail["In-Reply-To"] == row.message_id]
        assert answered == [f"{seat}@players.test"], f"{line!r} was answered {answered}"
    return False


@pytest.mark.store("sqlite")
def test_tiny_games_by_mail(installation: Any) -> None:
    for number, game in enumerate(("sealed-bids", "crossroads")):
        seats = ["red", "blue"] if game == "sealed-bids" else ["north", "east", "south"]
        campaign = installation.create(game, {seat: LANGUAGES[k % 2] for k, seat in enumerate(seats)})
        assert play(installation, campaign, Random(number), lambda address, mail: True, most=400)
        table = installation.table(campaign)
        assert table.match.result is not None


@pytest.mark.parametrize(("unseen", "most"), [(42, 18), pytest.param(0, 90, marks=pytest.mark.long)])
def test_two_turns_and_a_war_of_imperial_struggle_by_mail(installation: Any, read: Any, unseen: int, most: int) -> None:
    """`unseen`: so many orders are given before the first mail."""
    seed = 1 if installation.service.engine.dialect.name == "sqlite" else 2
    campaign = installation.create("imperial-struggle", {"france": "en", "britain": "ru"}, seed=bytes([seed]))

    def check(address: str, mail: Any) -> bool:
        """A mail holds nothing that its reader must not know: the other side's cards, as they are at that moment."""
        table = installation.table(campaign)
        other = 0 if address.startswith("britain") else 1
        own = secrets_of(table, 1 - other)
        html = str(mail.get_body(("html",)).get_content())
        assert len(html.encode()) < 102 * 1024, "Gmail cuts longer mails off"
        text = read(mail)
        theatres = [name[0] for code in LANGUAGES for name in names(code).table(THEATRE).values()]
        for theatre in theatres:  # they bear the names of events, and tables of the text part break them
            text, html = text.replace(theatre, ""), html.replace(theatre, "")
        hidden = secrets_of(table, other) - own
        whole = {secret for secret in hidden if not any(secret in theatre for theatre in theatres)}
        told = {secret for secret in hidden if secret in html} | {secret for secret in whole if secret in text}
        assert not told, f"{address} reads {told}"
        return True

    rng = Random(seed)
    for _ in range(unseen):
        match = installation.table(campaign).match
        seat = rng.choice(match.decisions()[0].waiting)
        installation.order(campaign, seat, match.sample(seat, rng))
    installation.deliver()
    play(installation, campaign, rng, check, most=most)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        entries = entries_of(session, "imperial-struggle", table.head.match_id, 0)
        wrong = session.scalars(select(OrderLine).where(col(OrderLine.outcome) != "done")).all()
    assert [line.text.decode() for line in wrong] == []
    again = replay(begin(header_of(table.head), entries), entries)
    assert again.checkpoint() == table.match.checkpoint()
    assert table.match.state.turn > 0


@pytest.mark.parametrize("most", [25, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.store("sqlite")
def test_europa_universalis_by_mail(installation: Any, read: Any, most: int) -> None:
    """The long run plays all four ages to the final scoring; nobody reads the names of missions in other hands."""
    seats = {"england": "en", "france": "ru", "castile": "en"}
    campaign = installation.create("europa-universalis", seats, seed=b"four ages", mail_format="text")

    def check(address: str, mail: Any) -> bool:
        state = installation.table(campaign).match.state
        others = (own for seat, own in state.led.items() if not address.startswith(seat))
        held = {MISSION.ids[mission] for own in others for mission in own.missions}
        text = read(mail)
        told = {id for id in held for code in LANGUAGES if everything(code).name(MISSION, id) in text}
        assert not told, f"{address} reads {told}"
        return True

    ended = play(installation, campaign, Random(4), check, most=most)
    assert ended == (most > 25)
    assert installation.table(campaign).match.position.n > 0
