"""Positions of Oath of which boards are drawn: the start for so many seats, a crowded one, one with too much."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.games.oath.facts import CARD, CHANCELLOR, NONE, PLAYER, RELIC, SITE, SLOT, VISION
from adjudicator.games.oath.house_rules import HouseRules
from adjudicator.games.oath.setup import initial_state
from adjudicator.games.oath.state import Facedown, State, Tokens


def start(seats: Sequence[str] = PLAYER.ids) -> State:
    """A first game after the set-up, as nobody in particular sees it."""
    state = initial_state(seats, HouseRules())
    state.order = [*seats]
    for number, seat in enumerate(seats):
        state.boards[seat].pawn = 0 if seat == CHANCELLOR else (0, 2, 5)[number % 3]
        state.boards[seat].hidden = [Facedown(NONE)]
    state.reliquary = [[Facedown(NONE)] for _ in state.reliquary]
    state.discards = [[Facedown(NONE)] * 5, [Facedown(NONE)] * 4, [Facedown(NONE), Facedown(NONE, vision=True)]]
    state.sites[2].relics = [Facedown(NONE)]
    state.turn.seat = CHANCELLOR
    return state


def card(id: str) -> int:
    """The index of a card."""
    return CARD.number(id)


def crowded(seats: Sequence[str] = PLAYER.ids) -> State:
    """Late in a game: every site face up and full, tokens and relics everywhere, all that a board can hold."""
    state = start(seats)
    sites = ("fertile_valley", "ancient_city", "standing_stones", "mine", "great_slum", "the_hidden_place")
    denizens = iter(each.index for each in CARD if each.kind == "denizen" and each.place != "adviser")
    advisers = iter(each.index for each in CARD if each.kind == "denizen" and each.place == "adviser")
    relics = iter(each for each in RELIC.indexes if CARD.ids[each] != "grand_scepter")
    for slot, id in enumerate((*sites, "salt_flats", "charming_valley")):
        here, site = state.sites[slot], SITE.thing(id)
        here.site, here.colour, here.warbands = site.index, seats[slot % len(seats)], 1 + slot % 3
        here.cards = [next(denizens) for _ in range(site.capacity)]
        here.relics = [Facedown(NONE)] * site.start.relics
        here.favor, here.secrets = site.start.favor, site.start.secrets
    state.sites[1].cards = [card("hall_of_debate"), card("keep")]
    state.sites[4].cards[1:] = [card("ancient_forge"), card("extra_provisions")]
    state.ruined = 1 << card("ancient_forge")
    state.sites[3].relics = [Facedown(card("dowsing_sticks"))]
    state.sites[5].colour, state.sites[5].warbands = "", 0
    state.on_cards = [Tokens(state.sites[0].cards[0], favor=2), Tokens(card("keep"), favor=1, secrets=1)]
    for number, seat in enumerate(seats):
        board = state.boards[seat]
        board.warbands, board.favor, board.secrets, board.turned = 1 + number, 3 * number, 2 + number % 3, number % 2
        board.supply, board.pawn = number, (7 * number + 1) % len(SLOT)
        board.advisers = [next(advisers) for _ in range(1 + number % 3)]
        board.hidden = [Facedown(NONE, vision=bool(number % 2))] if number % 3 != 2 else []
        board.relics += [next(relics) for _ in range(number % 3)]
        board.citizen = seat == "blue"
    state.boards[seats[1]].hidden = [Facedown(card("disgraced_captain"))]
    state.boards[seats[-1]].vision = VISION.indexes[0]
    state.banners[0].holder, state.banners[0].tokens, state.banners[0].mob = seats[1], 7, True
    state.banners[1].tokens = 4
    state.reliquary[2] = []
    state.reliquary[0] = [Facedown(card("cursed_cauldron"))]
    state.banks = [0, 3, 12, 5, 1, 7]
    state.title, state.usurper, state.back = seats[-1], True, True
    state.round, state.visions, state.game = 7, 4, 3
    state.turn.seat = seats[1]
    return state


def heaped(seats: Sequence[str] = PLAYER.ids) -> State:
    """More at one site and on one board than anybody had in a game."""
    state = crowded(seats)
    for seat in seats:
        state.boards[seat].pawn = 3
    state.sites[3].relics = [Facedown(NONE)] * 3
    state.sites[3].warbands, state.sites[3].favor = 13, 11
    board = state.boards[seats[1]]
    board.relics = [each for each in RELIC.indexes if CARD.ids[each] != "grand_scepter"][-5:]
    board.favor, board.secrets, board.warbands = 31, 12, 8
    board.drawn = [Facedown(card("vision_of_faith")), Facedown(card("memory_of_nature"))]
    return state
