"""What nobody may learn from who is asked, what stands there and in which order: hidden hands and signed deals."""

from random import Random

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.here_i_stand.cards.aims import ForCard, ForPower
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import Announced
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.impulses import CANCEL, PlayEvent
from adjudicator.games.here_i_stand.rules.winter import Due
from adjudicator.kernel.alone import check_alone
from adjudicator.kernel.simulate import begin_dense, simulate
from adjudicator.kernel.worlds import other_world
from tests.games.here_i_stand.deals import announce, sign, talking
from tests.games.here_i_stand.table import discarded, do, hand, table

OF_HANDS = {"deal", "random_card"}
"""Draws that come out otherwise with other hands."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "actions"),
    [*((n, 150) for n in range(3)), *(pytest.param(n, 3000, marks=pytest.mark.long) for n in range(9))],
)
def test_what_follows_an_action_hangs_on_nothing_hidden(number: int, actions: int) -> None:
    """The same is done with the same dice, while other cards are hidden: a bystander is told and asked the same."""
    match, rng, compared = begin_dense("here-i-stand", f"secrets/{number}"), Random(number), 0
    while match.result is None and actions:
        actions -= 1
        seat = rng.choice(match.decisions()[0].waiting)
        viewer = rng.choice([each for each in match.header.seats if each != seat])
        action, before = match.sample(seat, rng), len(match.log)
        twin = match.twin(Match, match.chance.copy(), GAME.resample_hidden(match.state, (viewer,), rng))
        open_hands = bool(match.sealed) or match.state.negotiating or match.state.offered_by
        told = match.apply(seat, action)
        try:
            theirs = twin.apply(seat, action)
        except Refusal:
            continue  # of a card that is not in the other hand
        draws = {draw.name for each in (*match.log[before:], *twin.log) for draw in each.chance}
        taken = any(isinstance(each.public, Due) for each in told)  # from a hand or the deck, for all to see (19.8)
        if open_hands or taken or draws & OF_HANDS:
            continue
        mine = [each.visible_to((viewer,)) for each in told if each.public is not None]
        assert mine == [each.visible_to((viewer,)) for each in theirs if each.public is not None], (
            viewer,
            seat,
            action,
        )
        assert match.decisions(viewer) == twin.decisions(viewer), (viewer, seat, action)
        assert match.view((viewer,)) == twin.view((viewer,)), (viewer, seat, action)
        compared += 1
    assert compared > 50


def test_who_can_give_one_card_only_is_asked_all_the_same() -> None:
    """That all others of the hand are mandatory events is nobody's business."""
    few = hand("hapsburg", "diplomatic_overture", "barbary_pirates", "defender_of_the_faith")
    drawn = [{"draw": "deal", "cards": ["master_of_italy", "fuggers"], "power": "hapsburg"}]
    match = table(few, draws=drawn)
    do(match, "hapsburg", PlayEvent("diplomatic_overture"))
    assert match.options("hapsburg") == [ForCard("fuggers")]
    assert match.decisions()[0].waiting == ("hapsburg",)


def test_what_is_about_to_be_given_away_is_of_the_hand_in_every_world() -> None:
    match = table(hand("hapsburg", "diplomatic_overture", "gout", "treachery"))
    do(match, "hapsburg", PlayEvent("diplomatic_overture"), ForCard("gout"))
    worlds = [other_world(match, ("france",), Random(seed)).state for seed in range(9)]
    assert all(each.offered in each.hands["hapsburg"].cards for each in worlds)
    assert len({each.offered for each in worlds}) > 1
    mine = other_world(match, ("hapsburg",), Random(1)).state
    assert mine.offered == CARD.number("gout")
    do(match, "hapsburg", ForPower("england"))
    assert match.state.hands["england"].cards == [CARD.number("gout")]


def test_the_card_that_luther_took_is_asked_for_in_every_world() -> None:
    match = table(hand("protestant", "here_i_stand"), discarded("gout"), power="protestant")
    do(match, "protestant", PlayEvent("here_i_stand"))
    while match.decisions()[0].kind != "further_card":
        do(match, match.decisions()[0].waiting[0], match.options(match.decisions()[0].waiting[0])[0])
    worlds = [other_world(match, ("papacy",), Random(seed)) for seed in range(3)]
    assert all(each.decisions("papacy") == match.decisions("papacy") for each in worlds)


def test_deals_come_out_by_powers_and_not_as_they_were_signed() -> None:
    deals = Deal(("hapsburg", "papacy"), alliance=True), Deal(("hapsburg", "england"), alliance=True)
    found = []
    for order in (deals, deals[::-1]):
        match = talking()
        for each in order:
            sign(match, each)
        found.append([each.public.second for each in announce(match) if isinstance(each.public, Announced)])
    assert found == [["england", "papacy"]] * 2


def test_others_cannot_tell_how_many_deals_were_signed() -> None:
    match = talking()
    empty = match.game.observed_by(match.state, "france")
    for each in ("england", "papacy"):
        sign(match, Deal(("hapsburg", each), alliance=True))
        assert match.game.observed_by(match.state, "france") == empty
        assert match.decisions("france") == talking().decisions("france")
    worlds = [GAME.resample_hidden(match.state, ("france",), Random(seed)) for seed in range(9)]
    assert {len(each.pacts["hapsburg"]) for each in worlds} != {2}, "there might be none"


@pytest.mark.slow
def test_who_holds_the_wartburg_would_be_seen_if_only_they_were_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The single answer of whoever cannot cancel an event must not be given by itself: the check of that finds it."""
    monkeypatch.setattr(CANCEL, "alone", "logged")
    with pytest.raises(Exception, match=r"wartburg: \w+ learns what is hidden of protestant, whom nobody asks"):
        simulate("here-i-stand", 3, "alone", watchers=[check_alone(Random(1))])
