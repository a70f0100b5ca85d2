"""Bidding for sides by mail (option of the game): people change seats, and nobody reads the other hand."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.names import names
from adjudicator.service.matches import table_of_campaign
from adjudicator.store.engine import reading


@pytest.mark.parametrize("last", ["france", "britain"])
def test_the_higher_bidder_sits_where_he_wants_and_reads_only_his_own_cards(house: Any, last: str, said: Any) -> None:
    campaign = house.create(
        "imperial-struggle", {"france": "en", "britain": "en"}, options={"bid_for_sides": True}, seed=b"bid"
    )
    first = "britain" if last == "france" else "france"
    words = {"france": "bid 0", "britain": "bid 2"}
    house.write(first, words[first])
    house.write(last, words[last])
    with reading(house.service.engine) as session:
        table = table_of_campaign(session, campaign, house.clock.now())
    by_mail = {holder.emails[0]: seat.name for seat in table.seats for holder in seat.holders}
    assert by_mail == {"france@players.test": "britain", "britain@players.test": "france"}
    assert table.match.state.treaty_points == [0, 2] or table.match.state.treaty_points == [2, 0]
    f = facts()
    for address, seat in by_mail.items():
        newest = said(house.received[address][-1])
        own = ["france", "britain"].index(seat)
        hands = [
            {
                names("en").name("events", event.id)
                for event in f.events
                if event.number in table.match.state.hands[side]
            }
            for side in (own, 1 - own)
        ]
        assert all(card in newest for card in hands[0]), address
        assert not any(card in newest for card in hands[1] - hands[0]), address
