"""Set-up, and phases 1 to 6 of a peace turn."""

from collections import Counter
from collections.abc import Callable

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import AWARD, COMMODITY, NONE, REGION, TURN, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.deal import EventPileRenewed, EventsDealt, WarTilesLaid, deal
from adjudicator.games.imperial_struggle.rules.discard import DiscardEvents, EventsDiscarded, discard_events
from adjudicator.games.imperial_struggle.rules.ministries.phase import ministry_phase
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, era

At = Callable[..., Match]


def dealt(match: Match, kind: type) -> list[object]:
    return [told.public for told in match.opening if isinstance(told.public, kind)]


def stand_at(turn: str) -> State:
    """Before the first phase of a peace turn that begins with an empty pile of used tiles."""
    state = initial_state()
    state.turn = TURN.index[turn]
    return state


def test_set_up_lays_a_basic_tile_for_each_side_and_theatre_and_one_french_bonus_tile() -> None:
    state = new_match("imperial-struggle", seed=b"a").state
    assert all(tile >= 0 for theatre in state.theatres for tile in theatre.basic)
    assert [[len(theatre.bonus[side]) for theatre in state.theatres] for side in (0, 1)] == [[1, 0, 0, 0], [0] * 4]
    for side in (0, 1):
        laid = [theatre.basic[side] for theatre in state.theatres]
        assert Counter(laid + state.pool_basic[side]) == Counter(FACTS.basic_set)
    assert (len(state.pool_bonus[0]), len(state.pool_bonus[1])) == (11, 12)


def test_set_up_and_deal_stand_on_lines_of_the_system_with_their_draws() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    lines = [entry.line(match.game) for entry in match.log]
    assert [(line["side"], line["op"]) for line in lines] == [("system", "set_up"), ("system", "deal")]
    assert Counter(draw["draw"] for draw in lines[0]["chance"]) == {"basic_tile": 8, "bonus_tile": 1}
    assert Counter(draw["draw"] for draw in lines[1]["chance"]) == {
        "award": 4,
        "demand": 1,
        "investment": 1,
        "event": 2,
    }
    assert lines[1]["turn"] == 1


def test_scripted_draws_are_taken_by_name_and_keys() -> None:
    script = [
        {"draw": "award", "region": "india", "tile": "award_3_margin_2"},
        {"draw": "event", "side": "britain", "cards": [11, 3, 7]},
        {"draw": "demand", "commodities": ["cotton", "spice", "tobacco"]},
        {"draw": "basic_tile", "side": "france", "theater": 2, "tile": "basic_debt"},
    ]
    match = new_match("imperial-struggle", seed=b"a", chance=script)
    state = match.state
    assert AWARD.things[state.awards[REGION.index["india"]]].id == "award_3_margin_2"
    assert state.hands[1] == [11, 3, 7]
    assert [COMMODITY.ids[i] for i in state.demand] == ["spice", "tobacco", "cotton"]
    assert WAR_TILE.ids[state.theatres[1].basic[0]] == "basic_debt"


def test_hands_are_told_only_to_their_side_4_1_6() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    told = [entry for entry in match.opening if isinstance(entry.public, EventsDealt)]
    assert [entry.public for entry in told] == [EventsDealt("france", 3), EventsDealt("britain", 3)]
    for entry, side, hand in zip(told, ("france", "britain"), match.state.hands, strict=True):
        assert entry.private == {side: EventsDealt(side, 3, tuple(hand))}


def test_war_tiles_are_told_only_to_their_side_3_7() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    told = [entry for entry in match.opening if isinstance(entry.public, WarTilesLaid)]
    assert [entry.public for entry in told] == [
        WarTilesLaid("france", (1, 0, 0, 0)),
        WarTilesLaid("britain", (0, 0, 0, 0)),
    ]
    assert [len(entry.private[side].tiles[0]) for entry, side in zip(told, ("france", "britain"), strict=True)] == [
        2,
        1,
    ]


def test_the_pile_gets_the_cards_of_the_new_era_on_turn_3_4_1_1(at: At) -> None:
    state = stand_at("3")
    state.deck, state.discard, state.hands = [1, 2], [5, 6], [[3], [4]]
    match = at(state, [deal()])
    every = {*match.state.deck, *match.state.hands[0], *match.state.hands[1]}
    assert every == {1, 2, 3, 4, *FACTS.events_of_era(1)}
    assert match.state.discard == [5, 6]


def test_succession_cards_leave_hands_on_turn_5_and_the_pile_as_they_are_drawn_4_1_1_4_1_6(at: At) -> None:
    state = stand_at("5")
    state.deck, state.hands = [1, 2, 3], [[4, 20], [5]]
    script = [
        {"draw": "event", "side": "france", "cards": [1, 31, 33]},
        {"draw": "event", "side": "france", "cards": [34]},
    ]
    match = at(state, [deal()], chance=script)
    assert match.state.hands[0] == [20, 31, 33, 34]
    assert {1, 4, 5} <= set(match.state.removed_events)
    assert all(EVENT.things[card - 1].era > 0 for hand in match.state.hands for card in hand)


def test_purge_deck_turn5_r_11_takes_succession_cards_from_the_pile_at_once(at: At) -> None:
    state = stand_at("5")
    state.deck = [1, 2, 3]
    state.options = type(state.options)(purge_deck_turn5=True)
    match = at(state, [deal()])
    assert match.state.removed_events == [1, 2, 3]
    assert all(EVENT.things[card - 1].era > 0 for card in match.state.deck)


def test_the_rest_of_the_pile_is_dealt_before_the_discards_are_shuffled_r_12(at: At) -> None:
    state = stand_at("2")
    state.deck, state.discard = [1, 2], [5, 6, 7, 8, 9]
    state.hands = [[3], [4]]
    match = at(state, [deal()])
    assert {1, 2} <= set(match.state.hands[0])
    assert match.state.discard == []
    assert dealt(match, EventPileRenewed) == [EventPileRenewed(5)]


@pytest.mark.parametrize(("turn", "limit"), [("1", 6), ("2", 6), ("3", 10), ("4", 6), ("5", 10)])
def test_debt_limits_rise_by_four_in_the_first_turn_of_later_eras_4_1_2(at: At, turn: str, limit: int) -> None:
    assert at(stand_at(turn), [deal()]).state.debt_limit == [limit, limit]


def test_the_second_turn_of_an_era_gets_the_other_four_awards_4_1_3(at: At) -> None:
    first = at(stand_at("1"), [deal()]).state
    shown, left = list(first.awards), list(first.awards_left)
    assert Counter(shown + left) == Counter(FACTS.award_set)
    first.turn, first.deck = TURN.index["2"], [*first.deck]
    second = at(first, [deal()]).state
    assert Counter(second.awards) == Counter(left)
    assert second.awards_left == []


def test_nine_investment_tiles_and_the_stack_runs_out_on_turn_3_4_1_6(at: At) -> None:
    state = at(stand_at("1"), [deal()]).state
    state.turn = TURN.index["2"]
    state = at(state, [deal()]).state
    assert (len(state.available), len(state.stack), len(state.used)) == (9, 6, 9)
    rest = Counter(state.stack)
    state.turn = TURN.index["3"]
    state = at(state, [deal()]).state
    assert (len(state.available), len(state.stack), len(state.used)) == (9, 15, 0)
    assert rest <= Counter(state.available)
    assert Counter(state.available + state.stack) == Counter(FACTS.investment_set)


def test_reset_takes_markers_off_and_brings_squadrons_home_4_1_5(at: At) -> None:
    state = stand_at("2")
    state.advantages_exhausted, state.away, state.navy_box = 5, [1, 0], [2, 2]
    state = at(state, [deal()]).state
    assert (state.advantages_exhausted, state.away, state.navy_box) == (0, [0, 0], [3, 2])
    assert era(state) == 0


def test_reset_makes_ministries_ready_again_4_1_5(at: At) -> None:
    """Both abilities, the debt that M-17 has ignored, the commodity that M-21 has named; cards stay face up."""
    state = stand_at("6")
    state.ministries[1] = [
        HeldMinistry(17, revealed=True, exhausted=1, used_debt=2),
        HeldMinistry(20, revealed=True, exhausted=3),
    ]
    state.townshend = COMMODITY.index["furs"]
    state = at(state, [deal()]).state
    assert state.ministries[1] == [HeldMinistry(17, revealed=True), HeldMinistry(20, revealed=True)]
    assert state.townshend == NONE


def test_all_investment_tiles_of_the_turn_are_used_taken_or_not_4_1_5(at: At) -> None:
    state = at(stand_at("1"), [deal()]).state
    nine = list(state.available)
    state.taken = [nine[:4], nine[4:8]]
    state.available = nine[8:]
    state.turn = TURN.index["2"]
    state = at(state, [deal()]).state
    assert state.used == nine
    assert state.taken == [[], []]


def six_cards(at: At) -> Match:
    state = stand_at("2")
    state.deck = [card for card in state.deck if card > 6]
    state.hands = [[1, 2, 3], [4, 5, 6]]
    return at(state, [deal(), discard_events([]), ministry_phase()])


def test_both_discard_down_to_three_secretly_and_show_together_4_1_6(at: At) -> None:
    match = six_cards(at)
    (decision,) = match.decisions()
    assert (decision.kind, decision.seats, decision.secret) == ("discard_events", ("france", "britain"), True)
    assert len(match.options("france")) == 20
    assert match.apply("france", DiscardEvents((1, 2, 3))) == []
    told = match.apply("britain", match.default("britain"))
    assert [entry.public.side for entry in told if isinstance(entry.public, EventsDiscarded)] == [
        "france",
        "britain",
    ]
    assert [len(hand) for hand in match.state.hands] == [3, 3]
    assert {1, 2, 3} <= set(match.state.discard)


@pytest.mark.parametrize(
    ("cards", "code"),
    [((1, 2), "wrong_number_of_cards"), ((1, 1, 2), "wrong_number_of_cards"), ((1, 2, 4), "not_in_hand")],
)
def test_a_wrong_discard_is_refused_with_the_nearest_legal_one_4_1_6(at: At, cards: tuple[int, ...], code: str) -> None:
    match = six_cards(at)
    with pytest.raises(Refusal) as refused:
        match.apply("france", DiscardEvents(cards))
    assert (refused.value.code, refused.value.rule) == (code, "4.1.6")
    (nearest,) = refused.value.nearest
    match.check("france", nearest)


def test_nobody_discards_below_three_4_1_6(at: At) -> None:
    match = six_cards(at)
    with pytest.raises(Refusal) as refused:
        match.apply("france", DiscardEvents(tuple(match.state.hands[0][:4])))
    assert (refused.value.code, refused.value.facts["needed"]) == ("wrong_number_of_cards", 3)


def test_nobody_is_asked_to_discard_three_cards_4_1_6() -> None:
    assert new_match("imperial-struggle", seed=b"a").decisions()[0].kind == "choose_ministries"


def test_a_choice_that_a_document_brings_is_kept_while_the_other_side_chooses(at: At) -> None:
    match = six_cards(at)
    waiting = at(match.state, [["discard_events", [["france", [1, 2, 3]]]]])
    assert waiting.decisions()[0].seats == ("britain",)
    waiting.apply("britain", waiting.default("britain"))
    assert {1, 2, 3} <= set(waiting.state.discard)
