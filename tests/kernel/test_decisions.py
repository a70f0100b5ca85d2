"""The kinds of decisions, shown on the two tiny games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from crossroads.actions import Bargain, Ride, Spy, Toll, Treaty, Windfall
from crossroads.events import Bargained, Gave, TreasureAt
from sealed_bids.game import Bid, Keep, Reroll

from adjudicator import MODERATOR, Action, Answers, Decline, Match, Refusal, SetFact, Slot, new_match, replay
from adjudicator.kernel.actions import EndMatch
from adjudicator.kernel.replay import begin


@pytest.fixture
def bids() -> Match:
    return new_match("sealed-bids", seed=b"bids")


@pytest.fixture
def roads() -> Match:
    return new_match("crossroads", seats=("north", "east", "south"), seed=b"roads")


def hand(match: Match, seat: str) -> list[int]:
    return [action.card for action in match.options(seat) if isinstance(action, Bid)]


def refused(act: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value


class TestTogether:
    def test_the_first_answer_is_sealed_and_changes_nothing(self, bids: Match) -> None:
        before = bids.checkpoint()
        assert bids.apply("red", Bid(hand(bids, "red")[0])) == []
        assert bids.checkpoint() == before
        assert bids.decisions()[0].waiting == ("blue",)
        assert bids.log == new_match("sealed-bids", seed=b"bids").log

    def test_a_sealed_answer_is_replaced_until_all_are_in(self, bids: Match) -> None:
        first, second = hand(bids, "red")[:2]
        bids.apply("red", Bid(first))
        bids.apply("red", Bid(second))
        bids.apply("blue", Bid(hand(bids, "blue")[0]))
        assert [entry.action for entry in bids.log if entry.by == "red"] == [Bid(second)]

    def test_answers_are_logged_in_seat_order(self, bids: Match) -> None:
        bids.apply("blue", Bid(hand(bids, "blue")[0]))
        bids.apply("red", Bid(hand(bids, "red")[0]))
        assert [entry.by for entry in bids.log if isinstance(entry.action, Bid)] == ["red", "blue"]

    def test_the_deadline_gives_the_default_and_the_log_says_so(self, bids: Match) -> None:
        lowest = min(hand(bids, "blue"))
        bids.apply("red", Bid(max(hand(bids, "red"))))
        bids.close()
        entry = next(entry for entry in bids.log if entry.by == "blue")
        assert (entry.action, entry.how) == (Bid(lowest), "default")

    def test_an_answer_can_be_withdrawn(self, bids: Match) -> None:
        bids.apply("red", Bid(hand(bids, "red")[0]))
        bids.withdraw("red")
        assert bids.decisions()[0].waiting == ("red", "blue")
        assert refused(lambda: bids.withdraw("red")).code == "nothing_sealed"

    def test_sealing_without_closing_leaves_everybody_a_window_for_changes(self, bids: Match) -> None:
        for seat in ("red", "blue"):
            bids.seal(seat, Bid(hand(bids, seat)[0]))
        assert bids.decisions()[0].waiting == ()
        assert bids.close() != []


class TestChoose:
    def test_only_the_seat_that_is_asked_may_act(self, roads: Match) -> None:
        refusal = refused(lambda: roads.apply("east", Ride("mill")))
        assert refusal.code == "not_your_turn"
        assert roads.options("east") == []

    def test_a_refusal_tells_the_rule_and_what_is_near(self, roads: Match) -> None:
        refusal = refused(lambda: roads.apply("north", Ride("forge")))
        assert (refusal.code, refusal.rule) == ("not_a_neighbour", "2")
        assert refusal.nearest == (Ride("mill"), Ride("market"))

    def test_one_possible_answer_is_given_and_logged(self) -> None:
        match = new_match("sealed-bids", options={"rerolls": 0}, seed=b"only")
        for seat in ("red", "blue"):
            match.apply(seat, Bid(hand(match, seat)[0]))
        assert [(entry.action, entry.how) for entry in match.log if isinstance(entry.action, Keep)] == [
            (Keep(), "only")
        ]
        assert match.decisions()[0].kind == "bid"

    def test_json_objects_are_actions(self, roads: Match) -> None:
        roads.apply("north", {"op": "ride", "to": "mill"})
        assert roads.decisions()[0].kind == "toll"

    @pytest.mark.parametrize(
        ("action", "code"),
        [
            ({"op": "fly"}, "unknown_op"),
            ({"op": "ride"}, "malformed"),
            ({"op": "ride", "to": 3}, "malformed"),
            ({"op": "ride", "to": "mill", "fast": True}, "malformed"),
            ({"op": "ride", "to": "moon"}, "unknown_town"),
            ({"op": "toll"}, "not_now"),
        ],
    )
    def test_bad_actions_are_refused_and_change_nothing(
        self, roads: Match, action: dict[str, object], code: str
    ) -> None:
        before = roads.checkpoint()
        assert refused(lambda: roads.apply("north", action)).code == code
        assert roads.checkpoint() == before

    def test_partial_actions_are_completed_slot_by_slot(self, roads: Match) -> None:
        assert roads.complete("north", {}) == Slot("op", ("ride", "spy"))
        assert roads.complete("north", {"op": "ride"}) == Slot("to", ("mill", "market"))
        assert roads.complete("north", {"op": "ride", "to": "mill"}) == Ride("mill")
        assert refused(lambda: roads.complete("north", {"op": "ride", "to": "abbey"})).code == "no_such_option"


class TestWindow:
    def test_every_other_seat_is_asked_and_the_first_in_order_counts(self, roads: Match) -> None:
        roads.apply("north", Ride("mill"))
        assert roads.decisions()[0].seats == ("east", "south")
        roads.apply("south", Toll())
        roads.apply("east", Toll())
        riders = roads.state.riders
        assert (riders["east"].toll, riders["south"].toll) == (False, True)

    def test_the_window_closes_alike_whether_anybody_reacted(self, roads: Match) -> None:
        other = roads.copy()
        for match, answer in ((roads, Decline()), (other, Toll())):
            match.apply("north", Ride("mill"))
            match.apply("east", answer)
        quiet = roads.apply("south", Decline())[0].public
        assert quiet == other.apply("south", Decline())[0].public

    def test_silence_is_no_reaction(self, roads: Match) -> None:
        roads.apply("north", Ride("mill"))
        roads.close()
        assert roads.decisions()[0].seats == ("east",)


class TestAgree:
    @pytest.fixture
    def bargaining(self, roads: Match) -> Match:
        while roads.decisions()[0].form != "agree":
            decision = roads.decisions()[0]
            for seat in decision.waiting:
                if decision.form == "window":
                    roads.apply(seat, Decline())
                else:
                    others = [option for option in roads.options(seat) if isinstance(option, Spy)]
                    roads.apply(seat, others[0])
        return roads

    def test_both_must_sign(self, bargaining: Match) -> None:
        first, second = bargaining.decisions()[0].seats
        assert bargaining.apply(first, Bargain()) == []
        told = bargaining.apply(second, Bargain())
        third = next(seat for seat in bargaining.header.seats if seat not in (first, second))
        made = [each for each in told if any(isinstance(event, Bargained) for event in each.private.values())]
        assert len(made) == 1
        assert made[0].visible_to((third,)) is None

    def test_together_in_one_go(self, bargaining: Match) -> None:
        parties = bargaining.decisions()[0].seats
        bargaining.apply(parties, Bargain())
        assert bargaining.log[-1].by == parties or any(entry.by == parties for entry in bargaining.log)

    def test_one_no_is_enough(self, bargaining: Match) -> None:
        coins = {seat: rider.coins for seat, rider in bargaining.state.riders.items()}
        bargaining.apply(bargaining.decisions()[0].seats[0], Decline())
        assert {seat: rider.coins for seat, rider in bargaining.state.riders.items()} == coins


class TestAnytime:
    def test_a_treaty_lies_on_top_of_the_open_question(self, roads: Match) -> None:
        asked = roads.decisions()[0].kind
        told = roads.apply(("north", "east"), Treaty("north", "east", 2))
        assert roads.decisions()[0].kind == asked
        assert told[0].visible_to(("south",)) is None
        assert told[0].visible_to(("east",)) == Gave("north", "east", 2)

    def test_one_signature_is_not_enough(self, roads: Match) -> None:
        refusal = refused(lambda: roads.apply("north", Treaty("north", "east", 1)))
        assert (refusal.code, refusal.facts["seats"]) == ("needs_signatures", ["north", "east"])

    def test_a_sealed_reaction_survives_a_treaty(self, roads: Match) -> None:
        roads.apply("north", Ride("mill"))
        roads.apply("east", Toll())
        roads.apply(("north", "south"), Treaty("north", "south", 1))
        assert roads.decisions()[0].waiting == ("south",)

    def test_a_compound_is_taken_whole_or_not_at_all(self, roads: Match) -> None:
        before = roads.checkpoint()
        gifts = [{"giver": "north", "taker": "east", "coins": 2}, {"giver": "north", "taker": "east", "coins": 2}]
        refused(lambda: roads.apply(("north", "east"), {"op": "treaties", "gifts": gifts}))
        assert roads.checkpoint() == before
        roads.apply(("north", "east"), {"op": "treaties", "gifts": gifts[:1]})
        assert roads.state.riders["east"].coins == 5


class TestModerator:
    def test_a_correction_is_an_action_with_a_reason(self, roads: Match) -> None:
        document = roads.document()
        assert document["state"]["riders"]["north"]["coins"] == 3
        changes = {"state": {"round": 2}}
        told = roads.apply(MODERATOR, SetFact(changes, "we skipped a round"))
        assert roads.state.round == 2
        assert told[0].public is not None
        assert roads.log[-1].line(roads.game)["reason"] == "we skipped a round"

    def test_a_correction_against_the_invariants_is_refused(self, roads: Match) -> None:
        before = roads.checkpoint()
        refusal = refused(lambda: roads.apply(MODERATOR, SetFact({"state": {"minted": 7}}, "a gift")))
        assert refusal.code == "bad_correction"
        assert roads.checkpoint() == before

    def test_results_of_a_table_are_entered_by_the_moderator_only(self, roads: Match) -> None:
        roads.apply(MODERATOR, Windfall("south", 3))
        assert roads.state.riders["south"].coins == 6
        assert refused(lambda: roads.apply("south", Windfall("south", 3))).code in ("not_now", "not_your_turn")

    def test_corrections_are_replayed(self, roads: Match) -> None:
        roads.apply(MODERATOR, SetFact({"state": {"round": 4}}, "late"))
        roads.apply("north", Spy("east"))
        again = replay(begin(roads.header, roads.log), roads.log)
        assert again.checkpoint() == roads.checkpoint()

    @pytest.mark.parametrize(("winners", "how"), [((), "agreement"), (("south",), "resignation")])
    def test_a_moderator_ends_a_match_as_no_rule_does(self, roads: Match, winners: tuple[str, ...], how: str) -> None:
        assert refused(lambda: roads.apply("north", EndMatch(winners))).code == "not_now"
        assert refused(lambda: roads.apply(MODERATOR, EndMatch(("west",)))).code == "unknown_seat"
        roads.apply(MODERATOR, EndMatch(winners, "by a vote"))
        assert roads.result is not None
        assert (roads.result.winners, roads.result.how, roads.asked_seats) == (winners, how, ())
        assert refused(lambda: roads.apply(MODERATOR, EndMatch(winners))).code == "match_over"
        assert replay(begin(roads.header, roads.log), roads.log).checkpoint() == roads.checkpoint()
        assert Match.from_document(roads.document(), seats=roads.header.seats).result == roads.result


class TestShow:
    def test_a_shown_secret_reaches_one_seat_and_stays_known(self, roads: Match) -> None:
        told = roads.apply("north", Spy("east"))
        treasure = roads.state.riders["east"].treasure
        shown = [each for each in told if each.private]
        assert [each.visible_to(("north",)) for each in shown] == [TreasureAt("east", treasure)]
        assert all(each.visible_to(("south",)) is None for each in shown)
        later = Match.resume(roads.header, roads.checkpoint())
        assert [known.fact for known in later.certified_messages(["north"])] == [TreasureAt("east", treasure)]
        assert later.certified_messages(["south"]) == []


def test_a_finished_match_takes_nothing(bids: Match) -> None:
    while bids.result is None:
        for seat in bids.decisions()[0].waiting:
            bids.apply(seat, bids.options(seat)[0])
            if bids.result:
                break
    assert bids.decisions() == []
    assert refused(lambda: bids.apply("red", Keep())).code == "match_over"
    assert Reroll not in {type(option) for option in bids.options("red")}


class Low(Action, frozen=True, tag="low"):
    pass


class High(Action, frozen=True, tag="high"):
    by: int


def test_several_samples_are_drawn_like_one_and_listed_once() -> None:
    listed = list[str]()

    class Counted(Answers[None]):
        kind, actions = "counted", (Low, High)

        def options(self, state: None, seat: str) -> list[Action]:
            listed.append(seat)
            return [Low(), *map(High, range(3))]

    drawn = Counted().samples(None, "red", Random(1), 400)
    assert len(listed) == 1
    assert 150 < drawn.count(Low()) < 250, "the kind of action is drawn first"
    assert {*drawn} == {Low(), *map(High, range(3))}
    assert Counted().samples(None, "red", Random(7), 1) == [Counted().sample(None, "red", Random(7))]


class Fixed(Answers[None]):
    """Answers that draw in a way of their own."""

    kind = "fixed"

    def sample(self, state: None, seat: str, rng: Random) -> Action:
        return High(7)


def test_several_samples_of_answers_that_draw_by_themselves_are_theirs() -> None:
    assert Fixed().samples(None, "red", Random(1), 2) == [High(7), High(7)]
