"""Bidding for sides (R-14)."""

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.bidding import Bid, SidesBid


def bidding() -> Match:
    return new_match("imperial-struggle", options={"bid_for_sides": True}, seed=b"bid")


def test_nobody_bids_unless_the_campaign_wants_it_r_14() -> None:
    assert new_match("imperial-struggle", seed=b"bid").decisions()[0].kind == "choose_ministries"


@pytest.mark.parametrize(
    ("france", "britain", "trp", "swapped"), [(3, 1, 3, False), (2, 5, 5, True), (2, 2, 2, False), (0, 0, 0, False)]
)
def test_the_higher_bid_gets_the_side_and_the_other_its_treaty_points_r_14(
    france: int, britain: int, trp: int, swapped: bool
) -> None:
    match = bidding()
    (decision,) = match.decisions()
    assert (decision.kind, decision.secret, decision.waiting) == ("bid", True, ("france", "britain"))
    assert match.apply("france", Bid(france)) == []
    told = match.apply("britain", Bid(britain))
    assert told[0].public == SidesBid(france, britain, "france", trp, swapped)
    assert match.state.treaty_points == [0, trp]


def test_nothing_hidden_is_dealt_before_the_bids_r_14() -> None:
    match = bidding()
    state = match.state
    assert state.hands == [[], []]
    assert all(tile < 0 for theatre in state.theatres for tile in theatre.basic)
    assert len(state.available) == 9
    for seat in ("france", "britain"):
        match.apply(seat, Bid(0))
    assert [len(hand) for hand in match.state.hands] == [3, 3]
    assert all(tile >= 0 for theatre in match.state.theatres for tile in theatre.basic)
    assert match.decisions()[0].kind == "choose_ministries"


def test_a_bid_out_of_range_is_refused_with_the_nearest_one_r_14() -> None:
    match, highest = bidding(), FACTS.set_up.highest_bid
    for wrong, near in ((-1, 0), (highest + 1, highest)):
        with pytest.raises(Refusal) as refused:
            match.apply("france", Bid(wrong))
        assert (refused.value.code, refused.value.nearest) == ("bid_out_of_range", (Bid(near),))


def test_silence_bids_nothing_and_a_document_stands_before_the_bids_r_14() -> None:
    match = bidding()
    assert match.default("britain") == Bid(0)
    again = Match.from_document(match.document(), seed=b"again")
    assert again.position.frames == match.position.frames
    match.close()
    assert match.decisions()[0].kind == "choose_ministries"
