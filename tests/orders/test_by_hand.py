"""Effects that the moderator carries out by hand: lines that change a position, all of them or none."""

from __future__ import annotations

from typing import Any

import pytest
from guild_fair.content import CONTENT
from guild_fair.rules.chains import Borrow
from guild_fair.rules.turns import Save

from adjudicator import MODERATOR, Match, Nothing, Refusal, Resolve, new_match
from adjudicator.kernel.correction_branch import Edit, moves_after, revise
from adjudicator.kernel.simulate import check_document, check_replay, check_resume
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from adjudicator.service.play import offers
from tests.carried import desk_at

GUILDS = ("bakers", "brewers", "drapers")
FEAST = {"en": "A feast: who eats pays what they think fit.", "ru": "Пир: кто ест, платит, сколько сочтёт нужным."}


def by_hand() -> Match:
    """The bakers have fulfilled a contract whose words leave something to the moderator."""
    pack = CONTENT.write(CONTENT.default())
    for contract in pack["contracts"].values():
        contract["manual"] = FEAST
    match = new_match("guild-fair", seats=GUILDS, seed=b"1", content=pack, chance=[{"draw": "omen", "omen": "rain"}])
    for seat in GUILDS:
        match.apply(seat, match.options(seat)[0])
        match.apply(seat, Borrow(0))
    match.apply("bakers", match.options("bakers")[0])
    match.close()
    return match


def answered(match: Match, *lines: str, language: str = "en", public: bool = False) -> Any:
    offer = offers.decode(offers.offer_for(match, MODERATOR, 7, language))
    fields = match.game.part("report").fields()
    desk = desk_at(match, MODERATOR, language, offers.words_at(match), Offers((offer,)), fields=fields, public=public)
    return run_orders(desk, lines)


def test_the_moderator_is_asked_with_the_words_of_the_card() -> None:
    match = by_hand()
    (decision,) = match.decisions()
    assert (decision.kind, decision.seats, decision.context["words"]) == ("manual", (MODERATOR,), FEAST)
    assert (match.by_hand, match.involved, match.options(MODERATOR)) == (True, ("bakers",), [Nothing()])
    assert not new_match("guild-fair", seats=GUILDS, seed=b"1").by_hand


def test_changes_are_made_and_play_goes_on_behind_the_question() -> None:
    match = by_hand()
    for seat in (*GUILDS, MODERATOR):
        check_resume(match, seat, Nothing())
        check_document(match, seat, Nothing())
    told = match.apply(MODERATOR, Resolve({"state": {"coins": {"bakers": 9}}}))
    assert [type(each.public).__name__ for each in told] == ["DoneByHand"]
    assert match.state.coins["bakers"] == 9
    assert match.decisions()[0].seats == ("brewers",)
    check_replay(match)


def test_nothing_happens_where_nothing_is_said_to() -> None:
    match = by_hand()
    before = dict(match.state.coins)
    match.apply(MODERATOR, Nothing())
    assert match.state.coins == before
    check_replay(match)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"state": {"coins": {"bakers": -3}}}, "state.coins.bakers: -3 is impossible"),
        ({"state": {"done": []}}, "contract oven"),
        ({"cursor": []}, "cursor"),
    ],
)
def test_impossible_positions_are_refused_and_nothing_changes(changes: dict[str, Any], told: str) -> None:
    match = by_hand()
    before = match.checkpoint()
    for act in (match.check, match.apply):
        with pytest.raises(Refusal) as refused:
            act(MODERATOR, Resolve(changes))
        assert told in str(refused.value.facts["problems"])
    assert match.checkpoint() == before
    with pytest.raises(Refusal):
        match.apply("bakers", Resolve({"state": {"coins": {"bakers": 9}}}))


def test_an_effect_by_hand_is_corrected_like_an_order() -> None:
    match = by_hand()
    packs, start, at = match.contents, match.checkpoint(), match.position.n
    match.apply(MODERATOR, Resolve({"state": {"coins": {"bakers": 9}}}))
    match.apply("brewers", Save())
    before, fresh = (Match.resume(match.header, start, seed=b"1", contents=packs) for _ in range(2))
    moves = moves_after(before, [entry for entry in match.log if entry.n > at])
    edit = Edit(at + 1, MODERATOR, take_out=True, put_in=(Resolve({"state": {"coins": {"bakers": 2}}}),))
    made = revise(fresh, moves, [edit], made_in={})
    assert (made.match.state.coins, made.dropped) == ({"bakers": 2, "brewers": 6, "drapers": 4}, [])


@pytest.mark.parametrize(
    ("language", "lines", "changes", "said"),
    [
        ("en", ["coins bakers +2"], {"coins": {"bakers": 5}}, "Coins Bakers: 3 → 5"),
        ("en", ["set bakers' coins to 7"], {"coins": {"bakers": 7}}, "Coins Bakers: 3 → 7"),
        ("en", ["state.coins.bakers = 7"], {"coins": {"bakers": 7}}, "Coins Bakers: 3 → 7"),
        ("en", ["bakers renown -1"], {"renown": {"bakers": 0}}, "Renown Bakers: 1 → 0"),
        ("ru", ["монеты пекарей +2"], {"coins": {"bakers": 5}}, "Монеты Пекари: 3 → 5"),
        ("ru", ["союзники пекари +пивовары"], {"allies": {"bakers": ["brewers"]}}, "Союзники Пекари: +Пивовары"),
    ],
)  # fmt: skip
def test_lines_name_places_in_any_order_and_language(
    language: str, lines: list[str], changes: dict[str, Any], said: str
) -> None:
    outcome = answered(by_hand(), *lines, language=language)
    assert outcome.actions == (Resolve({"state": changes}),)
    assert outcome.rows[0].said == said


@pytest.mark.parametrize(
    ("line", "why", "near"),
    [
        ("coins bakers", "wrong_value", "Coins Bakers"),
        ("coins bakres 3", "unknown_place", "Coins Bakers 3"),
        ("coins bakers +gate", "wrong_value", "Coins Bakers"),
        ("give them a feast", "unknown_place", ""),
    ],
)
def test_what_is_not_understood_is_asked_back_with_what_is_near(line: str, why: str, near: str) -> None:
    outcome = answered(by_hand(), "coins bakers +1", line)
    assert outcome.actions == ()
    right, wrong = outcome.rows
    assert (right.status, wrong.problem.why) == ("unjudged", why)
    assert near in (*wrong.problem.nearest, "")


def test_pieces_are_neither_lost_nor_doubled() -> None:
    outcome = answered(by_hand(), "fulfilled +gate")
    assert outcome.rows[0].problem.code == "bad_correction"
    match = by_hand()
    (action,) = answered(match, "fulfilled +gate", "pool -gate").actions
    match.apply(MODERATOR, action)
    assert match.state.done == ["oven", "gate"]


@pytest.mark.parametrize("line", ["nothing", "7z", "z", "ничего"])
def test_nothing_is_said_by_its_code_or_in_words(line: str) -> None:
    assert answered(by_hand(), line).actions == (Nothing(),)
    torn = answered(by_hand(), line, "coins bakers +1")
    assert (torn.actions, {row.problem.why for row in torn.rows}) == ((), {"two_answers"})


def test_lines_are_tried_without_being_done() -> None:
    outcome = answered(by_hand(), "check coins bakers +2")
    assert (outcome.check, outcome.actions, [row.status for row in outcome.rows]) == (True, (), ["legal"])


def test_who_plays_touches_only_what_everybody_knows() -> None:
    assert answered(by_hand(), "coins bakers +2", public=True).actions
    hidden = answered(by_hand(), "loans brewers +1", public=True)
    assert hidden.rows[0].problem.why == "unknown_place"
    impossible = answered(by_hand(), "fulfilled +gate", public=True)
    assert [fact.value for fact in impossible.rows[0].problem.facts] == [("-",)]
