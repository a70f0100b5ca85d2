"""Bidding for sides by mail (option of the game): people change seats, and nobody reads the other hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.names import names
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store.engine import lock_campaign, reading, writing

pytestmark = pytest.mark.store("sqlite")


@pytest.mark.parametrize("last", ["france", "britain"])
def test_the_higher_bidder_sits_where_he_wants_and_reads_only_his_own_cards(
    installation: Any, last: str, said: Any
) -> None:
    campaign = installation.create(
        "imperial-struggle", {"france": "en", "britain": "en"}, options={"bid_for_sides": True}, seed=b"bid"
    )
    first = "britain" if last == "france" else "france"
    words = {"france": "bid 0", "britain": "bid 2"}
    installation.write(first, words[first])
    installation.write(last, words[last])
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
    by_mail = {holder.emails[0]: seat.name for seat in table.seats for holder in seat.holders}
    assert by_mail == {"france@players.test": "britain", "britain@players.test": "france"}
    assert table.match.state.treaty_points == [0, 2] or table.match.state.treaty_points == [2, 0]
    for address, seat in by_mail.items():
        newest = said(installation.received[address][-1])
        own = ["france", "britain"].index(seat)
        hands = [
            {names("en").name(EVENT, event.id) for event in EVENT if event.number in table.match.state.hands[side]}
            for side in (own, 1 - own)
        ]
        assert all(card in newest for card in hands[0]), address
        assert not any(card in newest for card in hands[1] - hands[0]), address


def test_taking_the_bids_back_seats_everybody_as_before_and_all_are_told(installation: Any, said: Any) -> None:
    """A change of seats is undone by a rollback behind it, and comes again when that is undone."""
    people = {"france": "en", "britain": "ru", "moderator": "en"}
    campaign = installation.create("imperial-struggle", people, options={"bid_for_sides": True}, seed=b"bid")
    installation.write("france", "bid 0")
    installation.write("britain", "ставка 2")
    swapped = {"france@players.test": "britain", "britain@players.test": "france"}
    assert seating(installation, campaign) == swapped
    before = mails_so_far(installation)
    hand = hands(installation, campaign)
    correct(installation, campaign, Kind.ROLLBACK, 1)
    assert seating(installation, campaign) == {"france@players.test": "france", "britain@players.test": "britain"}
    told = new_mails(installation, before)
    assert set(told) == {f"{seat}@players.test" for seat in people}
    assert "you play France now, and no longer Britain" in said(told["france@players.test"])
    assert "теперь ваше место — Британия, а не Франция" in said(told["britain@players.test"])
    for address, mail in told.items():
        text = said(mail)
        assert re.search(r"the players change places|игроки меняются местами", text)
        assert not [card for card in unknown_to(address, swapped, hand) if card in text], address
    before = mails_so_far(installation)
    correct(installation, campaign, Kind.UNDO, 0)
    assert seating(installation, campaign) == swapped
    assert hands(installation, campaign) == hand
    for address, mail in new_mails(installation, before).items():
        assert not [card for card in unknown_to(address, swapped, hand) if card in said(mail)], address


def unknown_to(address: str, seated: dict[str, str], hand: dict[str, set[str]]) -> set[str]:
    """Cards that somebody has never held: of a moderator both hands."""
    return {card for seat, cards in hand.items() if seated.get(address) != seat for card in cards}


def seating(installation: Any, campaign: int) -> dict[str, str]:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
    return {holder.emails[0]: seat.name for seat in table.players for holder in seat.holders}


def hands(installation: Any, campaign: int) -> dict[str, set[str]]:
    """The cards of each seat, in both languages, without those of the other."""
    with reading(installation.service.engine) as session:
        state = table_of_campaign(installation.service.work(session), campaign).match.state
    return {
        seat: {
            names(code).name(EVENT, event.id)
            for code in ("en", "ru")
            for event in EVENT
            if event.number in state.hands[side]
        }
        for side, seat in enumerate(("france", "britain"))
    }


def correct(installation: Any, campaign: int, kind: Kind, n: int) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        proposal = propose(table, Wish(kind=kind, reason="misread", n=n))
        carry_out(table, proposal, by="Mila")
    installation.deliver()


def mails_so_far(installation: Any) -> dict[str, int]:
    return {address: len(mails) for address, mails in installation.received.items()}


def new_mails(installation: Any, before: dict[str, int]) -> dict[str, Any]:
    """The newest mail of everybody who has got one since."""
    return {
        address: mails[-1] for address, mails in installation.received.items() if len(mails) > before.get(address, 0)
    }
