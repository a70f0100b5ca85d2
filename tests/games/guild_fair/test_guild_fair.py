"""Guild Fair, the small game of three to five: chains side by side, pacts, feuds, a moderator who is asked."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from guild_fair.rules.chains import Borrow, Keep
from guild_fair.rules.feuds import Feud, Stand, Yield
from guild_fair.rules.pacts import Give, Levy, Pact
from guild_fair.rules.rounds import Decree
from guild_fair.rules.turns import Save, Undercut, Work

from adjudicator import MODERATOR, Decline, Match, Refusal, new_match
from adjudicator.kernel.correction_branch import Edit, moves_after, revise
from adjudicator.kernel.simulate import check_document, check_replay, check_resume

SEATS = ("bakers", "brewers", "drapers", "masons", "smiths")
RAIN, VISITOR = {"draw": "omen", "omen": "rain"}, {"draw": "omen", "omen": "visitor"}


def begun(*omens: dict[str, Any], seats: tuple[str, ...] = SEATS, seed: bytes = b"fair") -> Match:
    return new_match("guild-fair", seats=seats, seed=seed, chance=omens or (RAIN,))


def chosen(match: Match, seat: str) -> None:
    """The whole chain of a seat: the first contract, a loan of one."""
    match.apply(seat, Keep(match.state.drawn[seat][0]))
    match.apply(seat, Borrow(1))


def at_turns(*omens: dict[str, Any], seats: tuple[str, ...] = SEATS) -> Match:
    match = begun(*omens, seats=seats)
    for seat in seats:
        chosen(match, seat)
    return match


def number(match: Match, seat: str) -> int:
    return next(each.number for each in match.decisions() if seat in each.seats)


# chains side by side (rule 2)


def test_every_guild_is_asked_at_once_about_its_own_contracts() -> None:
    match = begun()
    assert [(each.kind, each.seats, each.waiting) for each in match.decisions()] == [
        ("keep", (seat,), (seat,)) for seat in SEATS
    ]
    assert len({each.number for each in match.decisions()}) == 5
    match.apply("masons", match.options("masons")[0])
    assert [each.kind for each in match.decisions()] == ["keep", "keep", "keep", "loan", "keep"]
    assert match.options("masons") == [Borrow(0), Borrow(1), Borrow(2)]


def test_chains_end_in_any_order_with_the_same_hash() -> None:
    hashes = set()
    for order in permutations(SEATS[:3]):
        match = begun(seats=SEATS[:3])
        for seat in order:
            match.apply(seat, Keep(match.state.drawn[seat][-1]))
        for seat in reversed(order):
            match.apply(seat, Borrow(SEATS.index(seat)))
        assert match.decisions()[0].kind == "turn"
        hashes.add(match.hash)
        check_replay(match)
    assert len(hashes) == 1


def test_what_a_chain_draws_depends_on_nobody_else() -> None:
    """The draws are keyed by the seat; what comes after the chains does not depend on their order either."""

    def played(order: tuple[str, ...]) -> tuple[dict[str, Any], list[Any]]:
        match = new_match("guild-fair", seats=SEATS, seed=b"keyed")
        drawn = msgspec.to_builtins(match.state.drawn)
        if match.decisions()[0].kind == "decree":
            match.apply(MODERATOR, Decree("bakers"))
            drawn = msgspec.to_builtins(match.state.drawn)
        for seat in order:
            chosen(match, seat)
        for seat in SEATS:
            match.apply(seat, Save())
        return drawn, [draw.line for entry in match.log for draw in entry.chance if draw.name == "omen"]

    assert played(SEATS) == played(SEATS[::-1])


def test_nobody_learns_how_far_the_others_are() -> None:
    one, other = begun(), begun()
    chosen(one, "smiths")
    one.apply("bakers", Keep(one.state.drawn["bakers"][0]))
    assert one.asked_seats == other.asked_seats == SEATS
    for seat in ("brewers", "drapers"):
        assert one.game.observed_by(one.state, seat) == other.game.observed_by(other.state, seat)
        assert number(one, seat) == number(other, seat)
    answers = []
    for match in (one, other):
        with pytest.raises(Refusal) as refused:
            match.check("brewers", Save())
        answers.append((refused.value.code, refused.value.facts))
    assert answers[0] == answers[1]
    with pytest.raises(Refusal) as waiting:
        one.check("smiths", Borrow(2))
    assert (waiting.value.code, waiting.value.facts["asked"]) == ("not_your_turn", list(SEATS))
    told = one.apply("brewers", Keep(one.state.drawn["brewers"][0]))
    assert [(each.visible_to(("masons",)), set(each.private)) for each in told] == [(None, {"brewers"})]


def test_a_match_goes_on_from_the_middle_of_chains() -> None:
    match = begun()
    chosen(match, "brewers")
    match.apply("smiths", Keep(match.state.drawn["smiths"][1]))
    for seat in SEATS:
        check_resume(match, seat, Borrow(0))
        check_document(match, seat, Borrow(0))
    document = match.document()
    assert document["cursor"][0]["chains"]["brewers"] == []
    assert document["cursor"][0]["chains"]["smiths"] == [{"step": "loan", "seat": "smiths"}]


def test_the_deadline_of_one_chain_leaves_the_others() -> None:
    match = begun()
    match.close(["drapers"])
    assert [each.kind for each in match.decisions()] == ["keep", "keep", "loan", "keep", "keep"]
    match.close()
    match.close()
    assert match.decisions()[0].kind == "turn"


def test_a_correction_in_one_chain_keeps_what_the_others_did() -> None:
    match = begun()
    before = match.checkpoint()
    for seat in SEATS:
        chosen(match, seat)
    entries = list(match.log)
    start = Match.resume(match.header, before, seed=b"fair")
    moves = moves_after(start, [entry for entry in entries if entry.n > Match.resume(match.header, before).position.n])
    n = next(entry.n for entry in entries if entry.by == "brewers" and isinstance(entry.action, Borrow))
    made = revise(
        Match.resume(match.header, before, seed=b"fair", revision=1),
        moves,
        [Edit(n, "brewers", take_out=True, put_in=(Borrow(2),))],
        made_in={},
    )
    assert [each.refusal for each in made.dropped] == []
    assert made.match.state.loans == {**dict.fromkeys(SEATS, 1), "brewers": 2}


# at any time (rule 5)


def test_a_pact_leaves_the_open_question_as_it_is() -> None:
    match = at_turns()
    before = match.decisions()
    for _ in range(3):
        told = match.apply(("brewers", "smiths"), Pact(("brewers", "smiths")))
        assert match.decisions() == before
        assert set(told[0].private) == {"brewers", "smiths"}
        check_resume(match, "bakers", Save())
        check_document(match, "bakers", Save())
    check_replay(match)
    match.apply("bakers", Save())
    assert match.decisions()[0].number == before[0].number + 1
    assert all(frame[0] != "question" for frame in match.position.frames)


def test_a_pact_in_the_middle_of_chains_disturbs_nobody() -> None:
    match = begun()
    before = match.decisions()
    match.apply(("brewers", "masons", "smiths"), Pact(("brewers", "masons", "smiths")))
    assert match.decisions() == before
    assert match.view("bakers").allies["bakers"] == []
    assert match.view("smiths").allies["smiths"] == ["brewers", "masons"]


def test_a_pact_needs_all_its_members() -> None:
    with pytest.raises(Refusal) as refused:
        begun().apply("bakers", Pact(("bakers", "smiths")))
    assert (refused.value.code, refused.value.facts) == ("needs_signatures", {"seats": ["bakers", "smiths"]})


def test_a_gift_keeps_the_number_of_a_reaction_whoever_joins_or_leaves() -> None:
    match = at_turns()
    match.state.coins.update(brewers=1, drapers=0)
    match.apply("bakers", Work(match.state.contracts["bakers"][0]))
    (before,) = match.decisions()
    assert before.seats == ("brewers", "masons", "smiths")
    match.apply("masons", Undercut())
    match.apply("brewers", Give("drapers"))
    (now,) = match.decisions()
    assert (now.number, now.seats, now.waiting) == (
        before.number,
        ("drapers", "masons", "smiths"),
        ("drapers", "smiths"),
    )
    match.apply("drapers", Give("brewers"))
    assert match.decisions() == [msgspec.structs.replace(before, waiting=("brewers", "smiths"))]
    check_resume(match, "smiths", Decline())
    check_document(match, "smiths", Decline())


def test_a_reaction_closes_when_only_who_leaves_was_waited_for() -> None:
    match = at_turns(seats=SEATS[:3])
    match.state.coins["drapers"] = 1
    contract = match.state.contracts["bakers"][0]
    match.apply("bakers", Work(contract))
    match.apply("brewers", Undercut())
    match.apply("drapers", Give("bakers"))
    assert match.state.done == [contract]
    assert match.decisions()[0].seats == ("brewers",)


def test_nobody_has_signed_with_others_than_those_who_were_asked() -> None:
    match = at_a_levy()
    match.state.coins = {"bakers": 20, "brewers": 9, "drapers": 4, "masons": 9, "smiths": 2}
    match.apply("smiths", Levy(3))
    before = match.decisions()[0]
    match.apply("brewers", Give("smiths"))
    assert match.decisions("bakers")[0].on_table == Levy(3)
    match.apply("drapers", Give("smiths"))
    match.apply("drapers", Give("smiths"))
    (now,) = match.decisions("drapers")
    assert (now.seats, now.on_table) == (("bakers", "drapers"), None)
    assert now.number != before.number


@pytest.mark.parametrize("who", [MODERATOR, "observer", "nobody"])
def test_who_has_no_seat_is_answered_all_the_same(who: str) -> None:
    match = at_turns()
    assert (match.anytime(who), match.options(who), match.default(who)) == ([], [], None)
    assert match.terms(who, Save()) == ()
    with pytest.raises(Refusal):
        match.check(who, Save())


# reactions and feuds (rules 3, 4)


def test_the_first_that_undercuts_in_seat_order_does() -> None:
    match = at_turns()
    contract = match.state.contracts["bakers"][0]
    match.apply("bakers", Work(contract))
    (decision,) = match.decisions()
    assert (decision.form, decision.interrupts, decision.seats) == ("window", True, SEATS[1:])
    for seat in ("smiths", "masons"):
        match.apply(seat, Undercut())
    for seat in ("brewers", "drapers"):
        match.apply(seat, Decline())
    assert (match.state.coins["masons"], match.state.coins["smiths"]) == (3, 4)


def test_who_yields_leaves_the_feud_with_all_its_bouts() -> None:
    match = at_turns()
    match.apply("bakers", Feud("smiths"))
    match.apply("smiths", Stand())
    assert (match.state.coins["bakers"], match.state.coins["smiths"]) == (3, 3)
    match.apply("smiths", Yield())
    assert match.state.renown["bakers"] == 2
    assert match.decisions()[0].seats == ("brewers",)
    check_replay(match)


# the levy (rule 5)


def at_a_levy() -> Match:
    match = at_turns(RAIN, RAIN)
    for seat in SEATS[:-1]:
        match.apply(seat, Save())
    match.apply("smiths", Feud("bakers"))
    match.apply("bakers", Yield())
    return match


def test_a_levy_is_proposed_countered_and_signed() -> None:
    match = at_a_levy()
    (decision,) = match.decisions()
    assert (decision.form, decision.seats, decision.waiting) == ("agree", ("bakers", "smiths"), ("smiths",))
    with pytest.raises(Refusal) as early:
        match.apply("bakers", Levy(1))
    assert early.value.code == "not_your_turn"
    match.apply("smiths", Levy(3))
    assert [each.waiting for each in match.decisions()] == [("bakers",)]
    assert match.decisions("bakers")[0].on_table == Levy(3)
    assert match.decisions("masons")[0].on_table is None
    assert match.decisions()[0].on_table is None
    match.apply("bakers", Levy(1))
    assert (match.decisions("smiths")[0].on_table, match.decisions()[0].waiting) == (Levy(1), ("smiths",))
    before = dict(match.state.coins)
    match.apply("smiths", Levy(1))
    assert match.state.coins == {**before, "bakers": before["bakers"] - 1, "smiths": before["smiths"] + 1}
    check_replay(match)


def test_a_levy_that_is_declined_is_over() -> None:
    match = at_a_levy()
    match.apply("smiths", Levy(3))
    coins = dict(match.state.coins)
    match.apply("bakers", Decline())
    assert match.state.round == 2
    assert match.state.coins == coins
    check_replay(match)


# the moderator is asked (rule 1)


def test_the_visitor_is_ruled_by_the_moderator() -> None:
    match = begun(VISITOR)
    (decision,) = match.decisions()
    assert (decision.kind, decision.seats, decision.waiting) == ("decree", (MODERATOR,), (MODERATOR,))
    assert match.options("bakers") == []
    assert Decree("smiths", 2) in match.options(MODERATOR)
    with pytest.raises(Refusal) as closed:
        match.close()
    assert closed.value.code == "no_default"
    with pytest.raises(Refusal):
        match.apply("smiths", Decree("smiths", 2))
    match.apply(MODERATOR, Decree("smiths", 2))
    assert match.state.coins["smiths"] == 6
    assert [each.kind for each in match.decisions()] == ["keep"] * 5
    check_replay(match)


def test_a_correction_while_the_moderator_is_asked_is_one() -> None:
    match = begun(VISITOR)
    match.apply(MODERATOR, {"op": "set", "changes": {"state": {"coins": {"bakers": 9}}}, "reason": "a gift"})
    assert match.state.coins["bakers"] == 9
    assert match.decisions()[0].seats == (MODERATOR,)


def test_omens_come_as_often_as_they_weigh() -> None:
    rng, counts = Random(3), {"rain": 0, "market": 0, "visitor": 0}
    for _ in range(600):
        match = new_match("guild-fair", seats=SEATS[:3], seed=rng.randbytes(8))
        counts[match.log[0].chance[0].value] += 1
    assert 260 < counts["rain"] < 340
    assert 160 < counts["market"] < 240
    assert 70 < counts["visitor"] < 130


# answers that are held back


def test_answers_that_are_held_back_come_out_when_the_question_is_closed() -> None:
    match = at_turns()
    match.held = frozenset(("undercut", "bout"))
    match.apply("bakers", Work(match.state.contracts["bakers"][0]))
    for seat in SEATS[1:]:
        assert match.apply(seat, Undercut() if seat == "masons" else Decline()) == []
    (decision,) = match.decisions()
    assert (decision.kind, decision.waiting, decision.held) == ("undercut", (), True)
    match.close()
    assert match.state.coins["masons"] == 3
    match.apply("brewers", Feud("smiths"))
    assert match.apply("smiths", Stand()) == []
    assert (match.decisions()[0].waiting, match.decisions()[0].secret) == ((), True)
    assert match.copy().apply("smiths", Yield()) == []
    match.close()
    assert match.state.bouts == 2
    assert match.log[-1].how == ""
    match.close()
    assert (match.state.bouts, match.log[-1].how) == (0, ""), "the default does not show as one"
    check_replay(match)
