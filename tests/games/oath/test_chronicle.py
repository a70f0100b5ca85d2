"""The chronicle, and the match that follows (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.oath.facts import CARD, CHANCELLOR, DENIZEN, NONE, OATH, PLAYER, SITE, SLOT, SUIT
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.house_rules import HouseRules
from adjudicator.games.oath.rules.chronicle import (
    Build,
    BuildNothing,
    DeckChanged,
    Invite,
    InviteNobody,
    NameSuit,
    Redrawn,
    Restore,
    Swear,
)
from adjudicator.games.oath.rules.pieces import is_vision
from adjudicator.games.oath.rules.table import bank_of
from adjudicator.games.oath.rules.turns import Rest
from adjudicator.games.oath.rules.warbands import Forbid, Permit
from adjudicator.games.oath.setup import Box, begun
from adjudicator.games.oath.state import WAY, Annal, SiteState, State
from adjudicator.games.oath.words import REPORT
from adjudicator.kernel.replay import begin
from adjudicator.kernel.sequel import Wishes, next_match, sequel_of
from adjudicator.kernel.simulate import begin_random, check_invariants, check_replay, play_out
from adjudicator.language import language
from tests.games.oath.table import (
    Arrange,
    advisers,
    asked,
    at,
    board,
    citizens,
    discards,
    do,
    facedown,
    finish,
    hidden,
    names,
    player,
    refused,
    relics,
    site,
    table,
    title,
    tokens,
)

LONG_WAR: Arrange = lambda state: setattr(state, "round", 8)  # noqa: E731


def won_by_the_chancellor(*arrange: Arrange) -> Match:
    """The last turn of the long war is over: the chancellor swears."""
    match = table(LONG_WAR, at("cradle_1", ruler=CHANCELLOR), *arrange, turn="blue")
    do(match, Rest())
    assert asked(match) == (CHANCELLOR, "swear")
    return match


def test_the_winner_swears_another_oath_8_1() -> None:
    match = won_by_the_chancellor()
    refused(match, Swear("supremacy"), "same_oath")
    do(match, Swear("devotion"))
    assert match.state.next_oath == OATH.number("devotion")


def test_a_vision_alone_says_the_oath_8_1() -> None:
    seen = (
        player("red", vision="vision_of_conquest"),
        at("provinces_1", ruler="red"),
        lambda state: setattr(state, "visions", 3),
    )
    match = table(*seen, title("blue"), turn=CHANCELLOR)
    do(match, Rest())
    assert match.state.next_oath == OATH.number("supremacy"), "even if it is the same one"


def test_a_prophet_swears_the_oath_of_the_vision_that_was_fulfilled_8_1() -> None:
    followed = player("red", vision="vision_of_sanctuary", prophet=CARD.number("vision_of_conquest"))
    seen = (followed, at("provinces_1", ruler="red"), lambda state: setattr(state, "visions", 3))
    match = table(*seen, title("blue"), turn=CHANCELLOR)
    do(match, Rest())
    assert match.state.next_oath == OATH.number("supremacy")


def test_an_exile_turns_the_citizens_and_may_invite_other_exiles_8_2() -> None:
    match = table(
        at("provinces_1", ruler="red"),
        at("provinces_3", ruler="red"),
        at("provinces_2", ruler="blue", warbands=3),
        title("red", usurper=True),
        citizens("yellow"),
        seats=("chancellor", "red", "blue", "yellow"),
        turn=CHANCELLOR,
    )
    do(match, Rest(), Swear("devotion"))
    assert not match.state.boards["yellow"].citizen
    assert list(match.options("red")) == [Invite("blue"), InviteNobody()], "not who was just turned"
    do(match, Invite("blue"))
    assert asked(match) == ("blue", "invited")
    do(match, Permit())
    assert match.state.boards["blue"].citizen
    assert [SITE.ids[each.site] for each in match.state.sites if each.site != NONE][:2] == ["steppe", "standing_stones"]


def test_a_board_that_turns_has_no_more_warbands_than_there_are_8_2_9_3() -> None:
    match = table(
        at("provinces_1", ruler="red", warbands=14),
        at("provinces_2", ruler="blue"),
        player("red", warbands=0),
        player("yellow", warbands=15),
        player(CHANCELLOR, warbands=9),
        title("red", usurper=True),
        citizens("yellow"),
        seats=("chancellor", "red", "blue", "yellow", "white"),
        turn=CHANCELLOR,
    )
    do(match, Rest(), Swear("devotion"))
    assert match.state.boards["yellow"].warbands == 14
    match.state.boards[CHANCELLOR].warbands = 21
    do(match, Invite("blue"), Permit())
    assert match.state.boards["blue"].warbands == 3


def test_an_imperial_winner_builds_an_edifice_8_3_8_3_1_2_9() -> None:
    match = won_by_the_chancellor(at("cradle_1", "keep"), at("provinces_1", "longbows"))
    do(match, Swear("devotion"))
    refused(match, Build("longbows"), "cannot_build")
    do(match, Build("keep"))
    assert names(match.state.sites[0].cards) == ["sprawling_rampart"], "even a locked denizen may be replaced"
    assert CARD.number("keep") in match.state.layers[2]


def test_a_ruin_may_be_restored_8_3_1() -> None:
    def ruin(state: object) -> None:
        state.ruined |= 1 << CARD.number("great_spire")  # type: ignore[attr-defined]

    match = won_by_the_chancellor(at("cradle_1", "great_spire"), ruin)
    do(match, Swear("devotion"), Restore("great_spire"))
    assert not match.state.ruined


def test_sites_that_the_winner_does_not_rule_are_gone_8_3_2_8_3_4() -> None:
    match = won_by_the_chancellor(at("provinces_1", "longbows", relics=["map"]))
    do(match, Swear("devotion"))
    finish(match)
    there = [SITE.ids[each.site] for each in match.state.sites if each.site != NONE]
    assert "ancient_city" in there
    assert "steppe" not in there[:1]
    assert all(not each.warbands and not each.favor for each in match.state.sites)
    assert CARD.number("map") in (*match.state.relic_deck, *match.state.relic_top)


def test_edifices_of_others_fall_into_ruin_and_go_to_the_edge_8_3_3_8_3_5() -> None:
    match = won_by_the_chancellor(at("cradle_2", "great_spire", "wizard_school"))
    do(match, Swear("devotion"))
    finish(match)
    assert match.state.ruined == 1 << CARD.number("great_spire")
    assert names(site(match, "hinterland_3").cards) == ["great_spire"], "the last space is filled first"


def test_each_region_has_a_faceup_site_8_3_5() -> None:
    match = won_by_the_chancellor()
    do(match, Swear("devotion"))
    finish(match)
    open = {SLOT.ids[n].partition("_")[0] for n, each in enumerate(match.state.sites) if each.site != NONE}
    assert open == {"cradle", "provinces", "hinterland"}
    assert [n for n, each in enumerate(match.state.sites) if each.site != NONE] == [0, 2, 5], "the upper ones"
    assert SITE.ids[match.state.sites[0].site] == "ancient_city"


def test_six_cards_of_the_winners_suits_join_and_six_are_lost_8_4_8_5_8_8() -> None:
    lost = discards("cradle", "tents", "wolves", "tutor", "dazzle", "keep", "garrison", "augury", "portal")
    match = won_by_the_chancellor(advisers(CHANCELLOR, "longbows", "scouts", "elders"), lost)
    before = len(match.state.archive)
    do(match, Swear("devotion"))
    finish(match)
    state = match.state
    assert len(state.dispossessed) == 6
    assert len(state.archive) == before - 6
    assert not any(map(is_vision, (*state.dispossessed, *state.layers[2])))
    assert sorted(map(is_vision, state.box)) == [True] * 5, "the Conspiracy comes back, too"


def test_of_suits_that_tie_the_winner_names_one_8_4() -> None:
    match = won_by_the_chancellor(advisers(CHANCELLOR, "longbows", "elders"))
    do(match, Swear("devotion"))
    while match.decisions()[0].kind != "suit":
        match.close()
    assert [*match.options(CHANCELLOR)] == [NameSuit("order"), NameSuit("nomad")]


def test_relics_of_the_winner_lie_on_top_of_the_deck_8_6_1_8_6_2_8_6_3() -> None:
    match = won_by_the_chancellor(relics(CHANCELLOR, "map"), relics("red", "whistle"))
    reliquary = {lying.card for space in match.state.reliquary for lying in space}
    do(match, Swear("devotion"))
    finish(match)
    state = match.state
    lying = {each.card for here in state.sites for each in here.relics}
    assert {*state.relic_top} == {CARD.number("map"), *reliquary} - lying
    assert CARD.number("whistle") in {*state.relic_deck} | lying
    needs = [SITE.things[here.site].start.relics for here in state.sites if here.site != NONE]
    assert [len(here.relics) for here in state.sites if here.site != NONE] == needs


def chronicle(match: Match) -> Match:
    """Play the match and its chronicle to the end, at random."""
    play_out(match, Random(7), [check_invariants])
    return match


def test_the_next_match_begins_in_the_world_that_was_left_8_7_1_8_7_2_1_1() -> None:
    match = chronicle(begin_random("oath", "chronicle"))
    sequel = sequel_of(match)
    assert sequel is not None
    after = next_match(match, sequel, seed=b"after")
    old, new = match.state, after.state
    assert new.oath == old.next_oath
    assert new.game == 2
    assert [each.site for each in new.sites] == [each.site for each in old.sites]
    assert new.ruined == old.ruined
    assert {*new.dispossessed} == {*old.dispossessed}
    assert not GAME.invariants(new)


def test_the_winner_is_chancellor_and_the_others_choose_boards_1_7_1_9() -> None:
    match = chronicle(begin_random("oath", "seats"))
    assert match.result is not None
    (winner,) = match.result.winners
    sequel = sequel_of(match)
    assert sequel is not None
    assert sequel.seats[winner] == CHANCELLOR
    other = next(each for each in match.header.seats if each not in (winner, CHANCELLOR))
    free = next(each for each in GAME.seats if each not in match.header.seats)
    chosen = sequel_of(match, Wishes(seats={other: (free,)}))
    assert chosen is not None
    assert chosen.seats[other] == free
    fewer = sequel_of(match, Wishes(leaving=(other,), players=len(match.header.seats)))
    assert fewer is not None
    assert len(fewer.open) == 1


def test_citizens_begin_with_the_purple_warbands_that_are_left_1_15_9_3() -> None:
    seats = GAME.seats
    sites = [SiteState(number) for number, _ in enumerate(SLOT.ids)]
    for here in sites:
        here.cards = [CARD.number("great_spire")]
    box = Box(0, sites, [], [], citizens=[each for each in seats if each != CHANCELLOR])
    state = begun(seats, HouseRules(), box)
    assert [state.boards[each].warbands for each in seats] == [3, 3, 3, 3, 3, 0]
    assert bank_of(state, CHANCELLOR) == 0


@pytest.mark.parametrize("chronicles", [2, pytest.param(1000, marks=pytest.mark.long)])
def test_people_come_and_go_in_chronicles_of_three_matches_8_0(chronicles: int) -> None:
    for number in range(chronicles):
        rng, match = Random(number), begin_random("oath", f"chronicle/{number}")
        document: Mapping[str, Any] | None = None
        for game in range(1, 4):
            assert match.state.game == game
            play_out(match, rng, [check_invariants])
            check_replay(match, begin(match.header, match.log, document=document))
            assert len(match.state.annals) == game
            sequel = sequel_of(match, wishes(match, rng))
            assert sequel is not None
            match, document = next_match(match, sequel, seed=b"%d/%d" % (number, game)), sequel.document
            assert not GAME.invariants(match.state)


def wishes(match: Match, rng: Random) -> Wishes:
    """Some leave, some would like another board, and others may join."""
    seats = match.header.seats
    leaving = tuple(rng.sample(seats, rng.randint(0, len(seats) - 1)))
    liked = {seat: tuple(rng.sample(GAME.seats, 2)) for seat in seats if seat not in leaving and rng.random() < 0.3}
    numbers = [each for each in GAME.numbers if each >= len(seats) - len(leaving)]
    return Wishes(leaving=leaving, seats=liked, players=rng.choice(numbers))


def test_the_annals_remember_each_match_8_0() -> None:
    match = won_by_the_chancellor(at("cradle_1", "keep"), at("provinces_1", ruler="red"), citizens("blue"))
    do(match, Swear("devotion"), Build("keep"))
    finish(match)
    (annal,) = match.state.annals
    assert (WAY.ids[annal.how], annal.winner, annal.round) == ("long_war", CHANCELLOR, 8)
    assert annal.ruled == {
        CHANCELLOR: 1 << SITE.number("ancient_city"),
        "red": 1 << SITE.number("steppe"),
    }
    assert CARD.ids[annal.built] == "sprawling_rampart"
    assert PLAYER.ids_of(annal.citizens) == ("blue",)
    sequel = sequel_of(match, Wishes(seats={"red": ("white",)}))
    assert sequel is not None
    (kept,) = next_match(match, sequel, seed=b"annals").state.annals
    assert kept.heirs == {CHANCELLOR: CHANCELLOR, "red": "white", "blue": "blue"}


def test_the_history_follows_the_first_empire_over_three_matches_8_0() -> None:
    plains, mountain = 1 << SITE.number("plains"), 1 << SITE.number("mountain")
    annals = [
        Annal(0, "red", WAY.number("usurper"), 6, {CHANCELLOR: plains | mountain}, heirs={"chancellor": "red"}),
        Annal(1, "chancellor", WAY.number("long_war"), 8, {"red": mountain}, heirs={"red": "blue"}),
        Annal(2, "chancellor", WAY.number("successor"), 5, {"blue": mountain}),
    ]
    match = table(lambda state: setattr(state, "annals", annals))
    story, fate = REPORT.history(match.view(()), language("en"))
    assert story.paragraphs[0].startswith("Match 1, Oath of Supremacy, round 6. Red wins as the usurper.")
    (told,) = fate.paragraphs
    assert "The empire of match 1 held Plains and Mountain when Red won." in told
    assert "Its first Chancellor then played Red in match 2 and Blue in match 3." in told
    assert "At the end of match 3 Blue rules Mountain." in told


@pytest.mark.parametrize("stands", [True, False])
def test_forest_temple_keeps_sites_with_a_beast_on_the_map_8_3_2(stands: bool) -> None:
    def ruin(state: State) -> None:
        state.ruined |= (not stands) << CARD.number("forest_temple")

    beasts = at("provinces_2", "wolves"), at("provinces_3", "elders")
    match = won_by_the_chancellor(at("cradle_1", "forest_temple"), *beasts, ruin)
    do(match, Swear("devotion"))
    finish(match)
    cards = {card for here in match.state.sites for card in here.cards}
    assert (CARD.number("wolves") in cards) == stands
    assert CARD.number("elders") not in cards, "no beast is there"


def ruined(card: str) -> Arrange:
    """An edifice shows its ruined side."""
    return lambda state: setattr(state, "ruined", state.ruined | 1 << CARD.number(card))


def test_only_a_denizen_of_a_ruled_site_without_edifice_makes_way_8_3_1() -> None:
    match = won_by_the_chancellor(
        at("cradle_1", "longbows"),
        at("cradle_2", "wolves", "forest_temple", ruler=CHANCELLOR),
        at("provinces_2", "scouts", "rangers", "salt_the_earth", ruler=CHANCELLOR),
        at("hinterland_1", "tents", ruler="red"),
        advisers(CHANCELLOR, "elders"),
    )
    do(match, Swear("devotion"))
    assert [*match.options(CHANCELLOR)] == [Build("longbows"), Build("scouts"), BuildNothing()]
    for card in ("wolves", "rangers", "salt_the_earth", "tents", "elders"):
        refused(match, Build(card), "cannot_build")
    refused(match, Build("forest_temple"), "cannot_build")
    refused(match, Restore("forest_temple"), "cannot_build")
    match.close()
    assert not match.state.annals[-1].fell
    assert match.state.annals[-1].built == NONE


def test_nothing_is_built_where_there_is_nothing_to_build_8_3_1() -> None:
    match = won_by_the_chancellor()
    do(match, Swear("devotion"))
    assert asked(match) != (CHANCELLOR, "edifice")


def test_a_ruin_that_others_rule_goes_back_to_the_archive_intact_8_3_2() -> None:
    match = won_by_the_chancellor(at("cradle_2", "great_spire", "elders", ruler="red"), ruined("great_spire"))
    do(match, Swear("devotion"))
    finish(match)
    assert CARD.number("great_spire") in match.state.archive
    assert not match.state.ruined
    assert not match.state.annals[-1].fell


def test_a_ruin_of_the_winner_goes_to_the_edge_and_stays_a_ruin_8_3_5() -> None:
    match = won_by_the_chancellor(at("cradle_1", "great_spire", "elders"), ruined("great_spire"))
    do(match, Swear("devotion"))
    finish(match)
    assert match.state.ruined == 1 << CARD.number("great_spire")
    assert names(site(match, "hinterland_3").cards) == ["great_spire", "elders"]


def test_ruled_sites_move_up_region_by_region_8_3_5() -> None:
    ruled = ("cradle_2", "provinces_2", "provinces_3", "hinterland_1", "hinterland_3")
    match = won_by_the_chancellor(*(at(each, ruler=CHANCELLOR) for each in ruled), at("cradle_1", ruler="red"))
    do(match, Swear("devotion"))
    finish(match)
    found = [SITE.ids[each.site] if each.site != NONE else "" for each in match.state.sites]
    assert found[:5] == ["fertile_valley", "standing_stones", "lush_coast", "rocky_coast", "wastes"]
    assert found[5]
    assert found[6:] == ["", ""]
    assert match.state.annals[-1].gone.bit_count() == 3


def test_a_site_that_was_looked_at_is_shuffled_with_the_others_8_3_2() -> None:
    def known(state: State) -> None:
        here = state.sites[SLOT.number("hinterland_3")]
        here.under, here.under_seen_by = SITE.number("plains"), 1
        state.site_deck = [each for each in state.site_deck if each != here.under]

    match = won_by_the_chancellor(facedown("hinterland_3"), known)
    do(match, Swear("devotion"))
    finish(match)
    assert not GAME.invariants(match.state)
    assert not any(each.under != NONE for each in match.state.sites)


@pytest.mark.parametrize("count", [False, True])
def test_facedown_advisers_count_for_the_suit_by_an_option_8_4(count: bool) -> None:
    laid = advisers(CHANCELLOR, "longbows"), hidden(CHANCELLOR, "elders", "tents", "vision_of_faith")
    options = {"chronicle_facedown_advisers_count": count}
    match = table(LONG_WAR, at("cradle_1", ruler=CHANCELLOR), *laid, turn="blue", options=options)
    events = [*do(match, Rest(), Swear("devotion")), *finish(match)]
    (told,) = [each for each in events if isinstance(each, DeckChanged)]
    assert (told.suit, told.added) == ("nomad" if count else "order", 6)


def test_when_the_archive_is_short_six_dispossessed_cards_come_back_8_4() -> None:
    def few(state: State) -> None:
        there = [each for each in state.archive if each in DENIZEN.whole]
        orders = [each for each in there if CARD.things[each].suit == SUIT.number("order")]
        others = [each for each in there if CARD.things[each].suit == SUIT.number("nomad")]
        state.archive = [each for each in state.archive if each not in (*orders, *others)]
        state.dispossessed = sorted([*others, *orders[:2]])
        state.layers[2] = sorted([*state.layers[2], *orders[2:]])

    match = won_by_the_chancellor(advisers(CHANCELLOR, "longbows"), few)
    before = {*match.state.dispossessed}
    do(match, Swear("devotion"))
    finish(match)
    state = match.state
    came = before - {*state.archive, *state.dispossessed}
    assert len(came) == 6
    assert {CARD.things[each].suit for each in came} == {SUIT.number("nomad")}
    assert came <= {*state.layers[2]}
    assert before - came <= {*state.archive}, "the rest lies in the archive"


def test_an_exile_may_refuse_citizenship_and_another_is_invited_8_2() -> None:
    match = table(
        at("provinces_1", ruler="red", warbands=3),
        at("provinces_3", ruler="red"),
        at("provinces_2", ruler="blue", warbands=3),
        title("red", usurper=True),
        seats=("chancellor", "red", "blue", "yellow"),
        turn=CHANCELLOR,
    )
    do(match, Rest(), Swear("devotion"))
    assert [*match.options("red")] == [Invite("blue"), Invite("yellow"), InviteNobody()]
    do(match, Invite("blue"), Forbid())
    assert not board(match, "blue").citizen
    assert [*match.options("red")] == [Invite("yellow"), InviteNobody()]
    match.close()
    found = [SITE.ids[each.site] for each in match.state.sites if each.site != NONE]
    assert "standing_stones" not in found[:2], "blue stayed an enemy"


def test_the_scepter_stays_with_the_winner_8_6_2() -> None:
    match = table(at("provinces_1", ruler="red"), title("red", usurper=True), relics("red", "map"), turn=CHANCELLOR)
    do(match, Rest(), Swear("devotion"))
    finish(match)
    assert {seat: names(each.relics) for seat, each in match.state.boards.items()} == {
        CHANCELLOR: [],
        "red": ["grand_scepter"],
        "blue": [],
    }
    assert not [lying for here in match.state.sites for lying in here.relics if lying.seen_by]


def test_pawns_tokens_and_warbands_leave_the_map_8_3_4() -> None:
    laid = player("red", turned=2), tokens("longbows", favor=1), at("cradle_1", "longbows")
    match = won_by_the_chancellor(*laid)
    do(match, Swear("devotion"))
    finish(match)
    state = match.state
    assert state.on_cards == []
    for each in state.boards.values():
        assert (each.pawn, each.favor, each.secrets, each.turned, each.warbands) == (NONE, 0, 0, 0, 0)
        assert (each.advisers, each.hidden, each.drawn, each.vision, each.prophet) == ([], [], [], NONE, NONE)
    assert (state.discards, state.top, state.below) == ([[], [], []], [], [])


@pytest.mark.parametrize("adviser", ["elders", "longbows", "wolves"])
def test_three_cards_of_a_suit_join_two_and_one_of_the_next_ones_8_4(adviser: str) -> None:
    match = won_by_the_chancellor(advisers(CHANCELLOR, adviser))
    before = {*match.state.archive}
    events = [*do(match, Swear("devotion")), *finish(match)]
    suits = Counter(CARD.things[each].suit for each in before - {*match.state.archive})
    first = CARD.thing(adviser).suit
    assert suits == {(first + n) % 6: 3 - n for n in range(3)}
    (told,) = [each for each in events if isinstance(each, DeckChanged)]
    assert (told.suit, told.added) == (SUIT.ids[first], 6)


def test_marriage_counts_twice_for_the_suit_8_4() -> None:
    match = won_by_the_chancellor(advisers(CHANCELLOR, "longbows", "marriage"))
    events = [*do(match, Swear("devotion")), *finish(match)]
    (told,) = [event for event in events if isinstance(event, DeckChanged)]
    assert told.suit == "hearth"


@pytest.mark.parametrize(("left", "archive"), [((3, 2, 1), True), ((3, 1, 1), False), ((2, 2, 1), False)])
def test_the_archive_must_have_all_six_cards_8_4(left: tuple[int, ...], archive: bool) -> None:
    def few(state: State) -> None:
        for n, keep in enumerate(left):
            suit = SUIT.number("order") + n
            there = [each for each in state.archive if each in DENIZEN.whole and CARD.things[each].suit == suit]
            state.archive = [each for each in state.archive if each not in there[keep:]]
            state.dispossessed = sorted([*state.dispossessed, *there[keep:]])

    match = won_by_the_chancellor(advisers(CHANCELLOR, "longbows"), few, discards("cradle"))
    before = {*match.state.dispossessed}
    do(match, Swear("devotion"))
    finish(match)
    assert (before <= {*match.state.dispossessed}) == archive


def test_losers_and_the_piles_lose_at_most_six_denizens_8_5() -> None:
    lost = advisers("red", "tents"), hidden("blue", "wolves", "vision_of_faith")
    match = won_by_the_chancellor(*lost, *(discards(each) for each in ("cradle", "provinces", "hinterland")))
    events = [*do(match, Swear("devotion")), *finish(match)]
    (told,) = [each for each in events if isinstance(each, DeckChanged)]
    assert (told.removed, names(match.state.dispossessed)) == (2, ["tents", "wolves"])


def test_ruins_fill_the_map_from_the_bottom_8_3_5() -> None:
    fall = at("cradle_2", "great_spire"), at("provinces_1", "forest_temple", ruler="red")
    match = won_by_the_chancellor(*fall, ruined("forest_temple"), at("provinces_2", "hall_of_debate"))
    events = [*do(match, Swear("devotion")), *finish(match)]
    there = {SLOT.ids[n]: names(each.cards) for n, each in enumerate(match.state.sites) if each.cards}
    assert there == {"hinterland_3": ["hall_of_debate"], "hinterland_2": ["great_spire"]}
    (told,) = [each for each in events if isinstance(each, Redrawn)]
    assert (told.stay, told.ruins, told.gone) == (1, 2, 5)
    assert CARD.number("forest_temple") in match.state.archive
