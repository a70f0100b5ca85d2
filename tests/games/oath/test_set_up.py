"""The set-up (1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.oath import facts, setup
from adjudicator.games.oath.facts import CARD, CHANCELLOR, NONE, RELIC, SITE, SLOT
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.house_rules import HouseRules
from adjudicator.games.oath.rules import table as ruling
from adjudicator.games.oath.rules import turns
from adjudicator.games.oath.rules.economy import Muster, Trade
from adjudicator.games.oath.rules.pieces import is_vision, shared_favor, world_left
from adjudicator.games.oath.rules.playing import quoted
from adjudicator.games.oath.rules.search import Keep, Search
from adjudicator.games.oath.rules.turns import Begin, GoWithout
from adjudicator.games.oath.state import SiteState
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import stored_frames
from tests.games.oath.table import asked, do, refused, table

SEATS = ("chancellor", "red", "blue", "yellow", "white", "black")


def begun(players: int = 4, **options: object) -> Match:
    return set_up(GAME, seats=SEATS[:players], options=options, seed=b"set-up")


def test_the_first_map_has_three_faceup_sites_with_their_denizens_1_1() -> None:
    state = begun().state
    open = {
        SLOT.ids[n]: (SITE.ids[each.site], [CARD.ids[card] for card in each.cards])
        for n, each in enumerate(state.sites)
        if each.site != NONE
    }
    assert open == {
        "cradle_1": ("plains", ["longbows"]),
        "provinces_1": ("mountain", ["taming_charm"]),
        "hinterland_1": ("rocky_coast", ["elders"]),
    }


@pytest.mark.parametrize(("players", "each"), [(3, 3), (4, 3), (5, 4), (6, 4)])
def test_banks_hold_three_favor_and_four_with_five_players_1_4_1_6(players: int, each: int) -> None:
    state = begun(players).state
    assert state.banks == [each] * 6
    assert [banner.tokens for banner in state.banners] == [1, 1]
    assert not state.banners[0].mob
    assert shared_favor(state) == 36 - 6 * each - 1 - 2 - (players - 1)


def test_the_chancellor_goes_first_and_the_others_as_drawn_1_7_4() -> None:
    state = begun(6).state
    assert state.order[0] == CHANCELLOR
    assert sorted(state.order) == sorted(SEATS)


def test_the_boards_of_the_chancellor_and_of_exiles_1_8_1_10_1_11_1_15() -> None:
    boards = begun().state.boards
    chancellor, red = boards["chancellor"], boards["red"]
    assert (chancellor.favor, chancellor.secrets, chancellor.warbands, chancellor.supply) == (2, 1, 3, 7)
    assert [CARD.ids[each] for each in chancellor.relics] == ["grand_scepter"]
    assert (red.favor, red.secrets, red.warbands, red.supply, red.relics) == (1, 1, 3, 7, [])


def test_purple_warbands_stand_where_denizens_are_1_12() -> None:
    state = begun().state
    placed = {SLOT.ids[n]: each.warbands for n, each in enumerate(state.sites) if each.warbands}
    assert placed == {"cradle_1": 2, "provinces_1": 1, "hinterland_1": 1}
    assert ruling.bank_of(state, CHANCELLOR) == 17


@pytest.mark.parametrize(
    ("oath", "holders"), [("devotion", ["", CHANCELLOR]), ("the_people", [CHANCELLOR, ""]), ("supremacy", ["", ""])]
)
def test_the_oath_may_give_the_chancellor_a_banner_1_13_1_14(oath: str, holders: list[str]) -> None:
    state = begun(oath=oath).state
    assert [each.holder for each in state.banners] == holders
    assert state.title == CHANCELLOR
    assert not state.usurper


def test_relics_lie_at_the_mountain_and_in_the_reliquary_1_16_1_17_1_18() -> None:
    state = begun().state
    assert [len(each.relics) for each in state.sites if each.site != NONE] == [0, 1, 0]
    assert [len(each) for each in state.reliquary] == [1, 1, 1, 1]
    assert len(state.relic_deck) == len(RELIC) - 1 - 1 - 4


def rich_sites(players: int) -> Match:
    """The set-up of a later match, whose map begins with the Mine and the Salt Flats."""
    sites = [SiteState() for _ in SLOT.ids]
    for slot, site in (("cradle_1", "mine"), ("provinces_1", "salt_flats"), ("hinterland_1", "plains")):
        sites[SLOT.number(slot)].site = SITE.number(site)
    deck = [each.index for each in facts.DENIZEN][:54]
    archive = [each.index for each in facts.SUITED if each.index not in deck]
    world = setup.begun(SEATS[:players], HouseRules(), setup.Box(0, sites, deck, archive))
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames([turns.set_up()]), world, [])
    return Match.begin(GAME, begun(players).header, position, Chance(b"rich"))


@pytest.mark.parametrize(("slot", "favor"), [("cradle_1", [2, 2, 0]), ("provinces_1", [3, 1, 0])])
def test_of_two_sites_the_chancellor_says_which_goes_without_favor_1_16(slot: str, favor: list[int]) -> None:
    match = rich_sites(6)
    assert asked(match) == (CHANCELLOR, "short")
    assert not any(board.drawn for board in match.state.boards.values())
    refused(match, GoWithout("hinterland_1"), "asks_no_favor")
    do(match, GoWithout(slot))
    open = [here for here in match.state.sites if here.site != NONE]
    assert [here.favor for here in open] == favor
    assert [len(here.relics) for here in open] == [1, 0, 0]
    assert shared_favor(match.state) == 0
    assert asked(match) == (CHANCELLOR, "begin")


def test_five_players_find_favor_for_both_sites_1_16() -> None:
    match = rich_sites(5)
    assert asked(match) == (CHANCELLOR, "begin")
    assert [here.favor for here in match.state.sites if here.site != NONE] == [3, 2, 0]


def test_the_world_deck_has_its_visions_in_the_two_upper_stacks_8_8() -> None:
    state = begun().state
    upper = [*state.top, *state.layers[0]]
    assert (len(upper), sum(map(is_vision, upper))) == (12, 2)
    assert (len(state.layers[1]), sum(map(is_vision, state.layers[1]))) == (18, 3)
    assert not any(map(is_vision, state.layers[2]))
    assert state.back == is_vision(state.top[0])


def test_cards_come_from_the_bottom_of_the_deck_1_19_1_20_1_21_1_22() -> None:
    state = begun().state
    assert [len(each) for each in state.discards] == [1, 1, 1]
    assert all(len(each.drawn) == 3 for each in state.boards.values())
    assert world_left(state) == 56 - 3 - 4 * 3
    assert state.visions == 0
    numbers = Counter(CARD.things[each].number <= facts.FIRST_GAME for each in state.layers[2])
    assert numbers == {True: len(state.layers[2])}


def test_everybody_places_a_pawn_and_keeps_a_card_1_23() -> None:
    match = begun()
    assert asked(match) == (CHANCELLOR, "begin")
    (first, second, third) = (CARD.ids[each.card] for each in match.state.boards[CHANCELLOR].drawn)
    refused(match, Begin("provinces_1", first), "facedown_site")
    refused(match, Begin("cradle_1", "vision_of_faith"), "not_dealt")
    match.apply(CHANCELLOR, Begin("cradle_1", second))
    board = match.state.boards[CHANCELLOR]
    assert [CARD.ids[each.card] for each in board.hidden] == [second]
    assert not board.drawn
    pile = [CARD.ids[each.card] for each in match.state.discards[facts.PROVINCES]]
    assert {first, third} < {*pile}
    seat = match.state.order[1]
    assert asked(match) == (seat, "begin")
    refused(match, Begin("cradle_2", CARD.ids[match.state.boards[seat].drawn[0].card]), "facedown_site")


def test_what_a_player_keeps_only_that_player_sees_1_23_9_4() -> None:
    match = begun()
    card = CARD.ids[match.state.boards[CHANCELLOR].drawn[0].card]
    match.apply(CHANCELLOR, Begin("cradle_1", card))
    assert match.view(CHANCELLOR).boards[CHANCELLOR]["hidden"][0]["card"] == card
    assert match.view("red").boards[CHANCELLOR]["hidden"][0]["card"] == {"back": "denizen"}


def test_there_are_no_more_warbands_of_a_colour_than_belong_to_it_9_3() -> None:
    state = table().state
    state.boards["red"].warbands = 15
    assert GAME.invariants(state) == ["boards.red: more warbands than there are"]


def test_each_faceup_site_is_offered_with_each_card_1_23() -> None:
    match = begun()
    cards = [CARD.ids[each.card] for each in match.state.boards[CHANCELLOR].drawn]
    assert [*match.options(CHANCELLOR)] == [Begin("cradle_1", each) for each in cards]
    match.close()
    board, seat = match.state.boards[CHANCELLOR], match.state.order[1]
    assert (SLOT.ids[board.pawn], [CARD.ids[each.card] for each in board.hidden]) == ("cradle_1", cards[:1])
    cards = [CARD.ids[each.card] for each in match.state.boards[seat].drawn]
    slots = ("cradle_1", "provinces_1", "hinterland_1")
    assert [*match.options(seat)] == [Begin(slot, each) for slot in slots for each in cards]


def test_before_the_pawn_is_placed_no_site_is_at_hand_1_23() -> None:
    state = begun().state
    state.sites[0].cards = [CARD.number("longbows"), CARD.number("observatory")]
    for deed, code in (
        (Muster(card="longbows"), "not_here"),
        (Trade(card="longbows"), "not_here"),
        (Search(source="cradle"), "other_pile"),
        (Search(source="hinterland"), "other_pile"),
    ):
        found = deed.illegality(state, "red", None)
        assert found is not None
        assert found.code == code
    assert ruling.accessible(state, "red", "modifier", "search") == []
    way = Keep("elders", "site", slot="cradle_1")
    assert quoted(state, "red", way, "search").slots == 0
