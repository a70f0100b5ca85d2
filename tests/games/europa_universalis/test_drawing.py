"""Phase 1 and the first draw: events, cards, missions (R3.10-R3.12, R2.04, R8.02)."""

from __future__ import annotations

import pytest

from adjudicator import parallel
from adjudicator.components.bits import mask_of
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.drawing import (
    ChooseMissions,
    DiscardCards,
    DrawCards,
    KeepCards,
    NoCardsLeft,
    choose_missions,
    draw_phase,
    drawing,
    keeping,
    reveal_events,
)
from adjudicator.games.europa_universalis.rules.purse import TakeLoan, clockwise
from adjudicator.games.europa_universalis.slots import CARD, EVENT, MISSION
from adjudicator.games.europa_universalis.state import State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import check_resume
from tests.games.europa_universalis.table import asked, do, has, refusal, table


@pytest.mark.example("ex_16_2_event_display")
def test_one_event_more_than_players_three_face_up_ex_16_2() -> None:
    match = table(frames=[reveal_events()])
    assert (len(match.state.events.shown), match.state.events.down) == (3, 2)
    match = table(frames=[reveal_events()], options={"four_open_events": True}, players=3)
    assert (len(match.state.events.shown), match.state.events.down) == (4, 0)


def test_the_deck_of_events_has_one_for_each_seat_and_one_more_a_round_r16_01() -> None:
    for players in (3, 4, 5, 6):
        events = table(players=players).state.events
        assert len(events.first) + len(events.second) == 4 * (players + 1)


def test_two_players_have_the_events_of_four_r20_01() -> None:
    match = table(frames=[reveal_events()], players=2)
    events = match.state.events
    assert (len(events.shown), events.down, len(events.first) + len(events.second)) == (3, 2, 4 * 5 - 3)
    realms = {match.game.content.events[id].realm for id in EVENT.ids_of(mask_of([*events.first, *events.second]))}
    assert realms <= {"", "france", "england"}


def test_three_cards_are_drawn_and_paid_for_r3_11() -> None:
    match = table(frames=[draw_phase()])
    do(match, DrawCards(("adm",)), seat="france")
    assert refusal(match, DrawCards(("adm", "adm", "mil")), seat="france") == "too_many_cards"
    do(match, DrawCards(("adm", "mil")), seat="france")
    drawn = [CARD.ids[each] for each in match.state.led["france"].drawn]
    assert sorted(id[:3] for id in drawn) == ["adm", "adm", "mil"]
    assert refusal(match, KeepCards(("dip_1",)), seat="france") == "not_drawn"
    do(match, KeepCards((drawn[0], drawn[2])), seat="france")
    own = match.state.led["france"]
    assert (own.ducats, [CARD.ids[each] for each in own.hand]) == (11, [drawn[0], drawn[2]])
    assert match.state.decks[0].discards == [CARD.index[drawn[1]]]


def test_where_a_deck_can_run_out_all_draw_in_turn_order_before_anybody_pays_r3_11() -> None:
    """Six administrative cards are left, enough for the first two; the others draw one after the other, from what was
    discarded before the round alone.
    """

    def few(state: State) -> None:
        deck = state.decks[0]
        deck.draw, deck.discards = deck.draw[:6], deck.draw[6:20]

    match = table(few, frames=[draw_phase()])
    order, three = clockwise(match.state, match.state.first), DrawCards(("adm", "adm", "adm"))
    assert match.asked_seats == tuple(order[:2])
    for seat in order[1::-1]:
        match.apply(seat, three)
    for seat in order[2:]:
        assert match.asked_seats == (seat,)
        match.apply(seat, three)
    assert len(match.state.decks[0].discards) == 5
    assert match.asked_seats == tuple(order)
    assert {each.kind for each in match.decisions()} == {"keep"}
    do(match, KeepCards(()), seat=order[3])
    assert len(match.state.decks[0].discards) == 8


def test_a_loan_covers_cards_r5_04() -> None:
    match = table(has("france", ducats=1), frames=[draw_phase()])
    do(match, DrawCards(("dip", "dip", "dip")), seat="france")
    drawn = tuple(CARD.ids[each] for each in match.state.led["france"].drawn)
    assert refusal(match, KeepCards(drawn), seat="france") == "cards_too_dear"
    do(match, TakeLoan(), KeepCards(drawn), seat="france")
    assert (match.state.led["france"].ducats, match.state.led["france"].interest) == (0, 1)


def test_outside_the_turns_a_loan_covers_only_what_is_missing_r5_04() -> None:
    """Three cards cost six ducats; nobody who has them borrows, nor at the set-up who can pay every advisor."""
    for ducats, code in ((5, ""), (6, "loan_not_needed")):
        match = table(has("france", ducats=ducats), frames=[draw_phase()])
        do(match, DrawCards(("dip", "dip", "dip")), seat="france")
        assert (TakeLoan() in match.options("france")) is not bool(code)
        if code:
            assert refusal(match, TakeLoan(), seat="france") == code
    begun = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"set-up")
    do(begun, DrawCards(("mil", "mil", "dip")), seat="france")
    assert refusal(begun, TakeLoan(), seat="france") == "loan_not_needed"


def test_an_empty_deck_keeps_its_top_five_discards_r8_02() -> None:
    def spent(state: State) -> None:
        deck = state.decks[0]
        deck.discards, deck.draw = deck.draw[:8], []

    match = table(spent, frames=[drawing("france", 3)])
    top = match.state.decks[0].discards[-5:]
    do(match, DrawCards(("adm", "adm", "adm")))
    assert match.state.decks[0].discards == top
    assert match.state.decks[0].draw == []
    match = table(spent, frames=[drawing("france", 5)])
    assert refusal(match, DrawCards(("adm",) * 4)) == "deck_empty"


def test_the_set_up_gives_six_cards_of_which_four_stay_r2_04() -> None:
    match = set_up(GAME, seats=GAME.seatings(3)[0], seed=b"set-up")
    assert [len(own.hand) for own in match.state.led.values()] == [3, 3, 3]
    for seat in match.state.order:
        do(match, DrawCards(("mil", "mil", "dip")), seat=seat)
        hand = [CARD.ids[each] for each in match.state.led[seat].hand]
        assert len(hand) == 6
        assert refusal(match, DiscardCards((hand[0],)), seat=seat) == "not_so_many"
        do(match, DiscardCards((hand[0], hand[5])), seat=seat)
        assert match.state.led[seat].ducats == 15
    assert asked(match)[0] == "missions"
    assert refusal(match, ChooseMissions(("fra_guyenne", "fra_across_the_alps")), seat="france") == "not_eligible"
    assert refusal(match, ChooseMissions(("fra_guyenne",)), seat="france") == "how_many_missions"
    for seat in match.state.order:
        match.apply(seat, next(iter(match.options(seat))))
    assert [len(own.missions) for own in match.state.led.values()] == [2, 2, 2]


def test_who_has_paid_for_cards_chooses_missions_while_others_draw_r3_12() -> None:
    match = table(frames=[draw_phase()])
    do(match, DrawCards(("adm", "dip", "mil")), KeepCards(()), seat="france")
    assert (match.question("france").kind, match.question("england").kind) == ("missions", "draw")
    do(match, match.options("france")[0], seat="france")
    assert match.question("france") is None
    assert len(match.state.led["france"].missions) == 2
    check_resume(match, "england", DrawCards(("adm",)))


def test_who_may_hold_all_missions_that_there_are_for_him_is_not_asked_r3_12() -> None:
    def one_left(state: State) -> None:
        own = state.led["france"]
        own.missions, own.mission_deck = [], mask_of([MISSION.number("fra_guyenne")])

    match = table(one_left, frames=[choose_missions()])
    assert set(match.asked_seats) == set(match.state.order) - {"france"}
    for seat in match.asked_seats:
        match.apply(seat, next(iter(match.options(seat))))
    assert MISSION.ids_of(mask_of(match.state.led["france"].missions)) == ("fra_guyenne",)


def test_what_a_deck_has_for_others_who_draw_beside_follows_what_one_draws_r3_11() -> None:
    """Whoever was asked before it was taken is offered no more than whoever is asked now."""

    def few(state: State) -> None:
        for deck in state.decks[1:]:
            deck.discards, deck.draw = [], deck.draw[:5]
        state.decks[0].draw, state.decks[0].discards = state.decks[0].draw[:3], []

    chains = {seat: [drawing(seat, 3)] for seat in ("france", "england")}
    match = table(few, frames=[parallel(chains, open=True)])
    adm = DrawCards(("adm", "adm", "adm"))
    assert adm in match.options("england")
    match.apply("france", adm)
    assert all("adm" not in each.decks for each in match.options("england"))
    assert refusal(match, adm, "england") == "deck_empty"
    check_resume(match, "england", adm)


def test_who_draws_beside_one_who_takes_the_last_card_draws_no_more_and_all_are_told_r8_02() -> None:
    """Whoever has drawn some chooses at once which of them are kept; whoever has drawn none is at the end."""

    def few(state: State) -> None:
        for deck in state.decks:
            deck.draw, deck.discards = [], []
        state.decks[0].draw = [each.index for each in CARD if each.deck == 0][:4]

    chains = {seat: [drawing(seat, 3), keeping(seat)] for seat in ("france", "england", "castile")}
    match = table(few, frames=[parallel(chains, open=True)])
    match.apply("castile", DrawCards(("adm",)))
    told = [each.public for each in match.apply("france", DrawCards(("adm", "adm", "adm")))]
    assert told[1:] == [NoCardsLeft("england", 3), NoCardsLeft("castile", 2)]
    assert {each.seats: each.kind for each in match.decisions()} == {("france",): "keep", ("castile",): "keep"}
    check_resume(match, "castile", KeepCards(()))
