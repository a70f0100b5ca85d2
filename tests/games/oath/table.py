"""Positions of Oath that a test lays in a few lines, and what a test does with them.

Every site is face up and none has a power that matters in a campaign: bandits rule all of them, no card lies anywhere.
Each player has 5 warbands, 5 favor, 3 secrets and 7 supply; the pawns stand at `HOME`, and it is the turn of `turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Final

import pytest

from adjudicator import Action, Match, Refusal
from adjudicator.games.oath.facts import BANNER, CARD, CHANCELLOR, NONE, PLAYER, REGION, SITE, SLOT, SPACE, SUIT, VISION
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.rules.battle import Rolled
from adjudicator.games.oath.rules.turns import acting, resting
from adjudicator.games.oath.state import Facedown, SiteState, State, Tokens, Turn
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import stored_frames

Arrange = Callable[[State], None]
EACH: Final = range(1, 1000)
"""Entries of the log that a test gives itself: also the only answers."""
SITES: Final = {
    "cradle_1": "ancient_city",
    "cradle_2": "fertile_valley",
    "provinces_1": "steppe",
    "provinces_2": "standing_stones",
    "provinces_3": "lush_coast",
    "hinterland_1": "rocky_coast",
    "hinterland_2": "salt_flats",
    "hinterland_3": "wastes",
}
HOME: Final = {"chancellor": "cradle_1", "red": "provinces_1", "blue": "provinces_2", "yellow": "hinterland_1"}
"""Where the pawns stand at first; the white and the black one beside the red one."""
HOLLOW, SWORD, SKULL = 1, 4, 6
BLANK, SHIELD, TWO_SHIELDS, DOUBLE = 1, 3, 5, 6


def table(
    *arrange: Arrange,
    seats: Sequence[str] = ("chancellor", "red", "blue"),
    turn: str = "red",
    draws: Sequence[dict[str, Any]] = (),
    options: dict[str, Any] | None = None,
    rests: bool = False,
    given: Container[int] = EACH,
) -> Match:
    """A match in the act phase of `turn`, or in the rest phase; `draws` are scripted."""
    begun = set_up(GAME, seats=seats, options=options or {}, seed=b"table")
    state: State = begun.state
    state.order = [*seats]
    state.layers[2] = sorted([*state.layers[2], *(each for here in state.sites for each in here.cards)])
    state.relic_deck = sorted([*state.relic_deck, *(each.card for here in state.sites for each in here.relics)])
    state.sites = [SiteState(site=SITE.number(SITES[slot])) for slot in SLOT.ids]
    state.site_deck = [each for each in SITE.indexes if all(each != here.site for here in state.sites)]
    for seat, board in state.boards.items():
        state.layers[2] = sorted([*state.layers[2], *(each.card for each in (*board.drawn, *board.hidden))])
        board.drawn, board.hidden = [], []
        board.pawn = SLOT.number(HOME.get(seat, "provinces_1"))
        board.supply, board.warbands, board.favor, board.secrets = 7, 5, 5, 3
    state.banks = [2] * len(SUIT)
    state.visions = 0
    for each in arrange:
        each(state)
    state.turn = Turn(turn, acting=True)
    frames = [resting(turn)] if rests else [acting(turn)]
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    match = Match.begin(GAME, begun.header, position, Chance(b"table", script=draws), given=given)
    sound(match)
    return match


def sound(match: Match) -> None:
    """The position keeps every limit."""
    assert not (broken := GAME.invariants(match.state)), broken


def take(state: State, id: str) -> int:
    """A card leaves wherever it lies."""
    card = CARD.number(id)
    for pile in (state.top, *state.layers, state.below, state.archive, state.dispossessed, state.box):
        if card in pile:
            pile.remove(card)
    for relics in (state.relic_top, state.relic_deck, state.relic_below):
        if card in relics:
            relics.remove(card)
    for lying in (*state.discards, *state.reliquary, *(each.hidden for each in state.boards.values())):
        lying[:] = [each for each in lying if each.card != card]
    for here in state.sites:
        here.cards = [each for each in here.cards if each != card]
        here.relics = [each for each in here.relics if each.card != card]
    for board in state.boards.values():
        board.advisers = [each for each in board.advisers if each != card]
        board.relics = [each for each in board.relics if each != card]
    return card


def at(
    slot: str, *cards: str, ruler: str = "", warbands: int = 1, site: str = "", relics: Sequence[str] = ()
) -> Arrange:
    """Cards and facedown relics lie at a site, which a player rules with so many warbands; it may be another site."""

    def arrange(state: State) -> None:
        here = state.sites[SLOT.number(slot)]
        if site:
            here.site = SITE.number(site)
            state.site_deck = [each for each in SITE.indexes if all(each != other.site for other in state.sites)]
        here.cards = [*here.cards, *(take(state, card) for card in cards)]
        here.relics = [*here.relics, *(Facedown(take(state, card)) for card in relics)]
        if ruler:
            here.colour = CHANCELLOR if state.boards[ruler].citizen else ruler
            here.warbands = warbands

    return arrange


def emptied(space: str) -> Arrange:
    """The relic of a space of the reliquary is gone: what stands there binds the Chancellor."""

    def arrange(state: State) -> None:
        lying = state.reliquary[SPACE.number(space)]
        state.relic_deck = sorted([*state.relic_deck, *(each.card for each in lying)])
        lying.clear()

    return arrange


def facedown(slot: str) -> Arrange:
    """The site in a slot lies face down."""

    def arrange(state: State) -> None:
        here = state.sites[SLOT.number(slot)]
        state.site_deck = sorted([*state.site_deck, here.site])
        here.site = NONE

    return arrange


def advisers(seat: str, *cards: str) -> Arrange:
    """Faceup advisers of a player."""

    def arrange(state: State) -> None:
        state.boards[seat].advisers = [*state.boards[seat].advisers, *(take(state, card) for card in cards)]

    return arrange


def hidden(seat: str, *cards: str) -> Arrange:
    """Facedown advisers of a player, who has seen them."""

    def arrange(state: State) -> None:
        down = [
            Facedown(take(state, card), CARD.number(card) in VISION.whole, PLAYER.mask_of([seat])) for card in cards
        ]
        state.boards[seat].hidden = [*state.boards[seat].hidden, *down]

    return arrange


def relics(seat: str, *cards: str) -> Arrange:
    """Relics of a player."""

    def arrange(state: State) -> None:
        state.boards[seat].relics = [*state.boards[seat].relics, *(take(state, card) for card in cards)]

    return arrange


def discards(region: str, *cards: str) -> Arrange:
    """A discard pile from the top, in place of what lies there."""

    def arrange(state: State) -> None:
        number = REGION.number(region)
        state.layers[2] = sorted([*state.layers[2], *(each.card for each in state.discards[number])])
        state.discards[number] = [Facedown(take(state, card), CARD.number(card) in VISION.whole) for card in cards]

    return arrange


def deck(*cards: str) -> Arrange:
    """The topmost cards of the world deck."""

    def arrange(state: State) -> None:
        state.layers[2] = sorted([*state.layers[2], *state.top])
        state.top = [take(state, card) for card in cards]
        state.back = state.top[0] in VISION.whole

    return arrange


def player(seat: str, pawn: str = "", vision: str = "", **facts: Any) -> Arrange:
    """The pawn of a player, the revealed vision, and anything else on the board."""

    def arrange(state: State) -> None:
        board = state.boards[seat]
        if pawn:
            board.pawn = SLOT.number(pawn)
        if vision:
            board.vision = take(state, vision)
        for name, value in facts.items():
            assert hasattr(board, name)
            setattr(board, name, value)

    return arrange


def citizens(*seats: str) -> Arrange:
    """Players are citizens."""

    def arrange(state: State) -> None:
        for seat in seats:
            state.boards[seat].citizen = True

    return arrange


def banner(id: str, holder: str = "", tokens: int = 1, *, mob: bool = False) -> Arrange:
    """A banner with its holder and what lies on it."""

    def arrange(state: State) -> None:
        found = state.banners[BANNER.number(id)]
        found.holder, found.tokens, found.mob = holder, tokens, mob

    return arrange


def banks(**suits: int) -> Arrange:
    """The favor of banks."""

    def arrange(state: State) -> None:
        for suit, count in suits.items():
            state.banks[SUIT.number(suit)] = count

    return arrange


def tokens(card: str, favor: int = 0, secrets: int = 0) -> Arrange:
    """Favor and secrets on a card."""

    def arrange(state: State) -> None:
        state.on_cards = sorted(
            [*state.on_cards, Tokens(CARD.number(card), favor, secrets)], key=lambda each: each.card
        )

    return arrange


def title(seat: str, *, usurper: bool = False) -> Arrange:
    """The holder of the title."""

    def arrange(state: State) -> None:
        state.title, state.usurper = seat, usurper

    return arrange


def rolls(
    attack: Sequence[int] | None = None, defense: Sequence[int] | None = None, **dice: Sequence[int]
) -> list[Any]:
    """Scripted dice, by the names of their rolls."""
    given = {"defense": defense, "attack": attack, **dice}
    return [{"draw": name, "dice": [*faces]} for name, faces in given.items() if faces is not None]


def do(match: Match, *actions: Action, seat: str = "") -> list[Any]:
    """The seat that is asked, or this one, does these; what everybody learns of them."""
    events = []
    for action in actions:
        by = seat or match.decisions()[0].waiting[0]
        events += [told.public for told in match.apply(by, action) if told.public is not None]
        sound(match)
    return events


def finish(match: Match, *actions: Action, **answers: Action | Sequence[Action]) -> list[Any]:
    """Do these, then answer each question by its kind, or by default, until the act phase goes on or is over.

    Several answers to one kind are given one after the other; one answer is given to the first question of its kind.
    Returns what everybody learned.
    """
    given = {kind: [each] if isinstance(each, Action) else [*each] for kind, each in answers.items()}
    events = do(match, *actions)
    while match.result is None and (asked := match.decisions()[0]).kind not in ("act", "wake", "opportunity"):
        if given.get(asked.kind):
            events += do(match, given[asked.kind].pop(0))
        else:
            events += [told.public for told in match.close() if told.public is not None]
            sound(match)
    assert not any(given.values()), f"not asked: {given}"
    return events


def dice(events: Sequence[Any]) -> tuple[int, int]:
    """How many attack and defense dice were rolled."""
    rolled = {each.dice: len(each.faces) for each in events if isinstance(each, Rolled)}
    return rolled["attack"], rolled["defense"]


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and what; a question out of turn interrupts, so that standing orders can answer it."""
    decision = match.decisions()[0]
    seat = decision.waiting[0]
    assert not match.state.turn.seat or decision.interrupts == (seat != match.state.turn.seat), decision
    return seat, decision.kind


def refused(match: Match, action: Action, code: str = "") -> Refusal:
    """The refusal of an action, which has this code."""
    with pytest.raises(Refusal) as caught:
        match.apply(match.decisions()[0].waiting[0], action)
    assert not code or caught.value.code == code, caught.value.code
    return caught.value


def board(match: Match, seat: str = "red") -> Any:
    """The board of a player."""
    return match.state.boards[seat]


def site(match: Match, slot: str) -> Any:
    """What lies at a site."""
    return match.state.sites[SLOT.number(slot)]


def names(cards: Sequence[int]) -> list[str]:
    """The ids of cards."""
    return [CARD.ids[each] for each in cards if each != NONE]


def pile(match: Match, region: str) -> list[str]:
    """The discard pile of a region."""
    return names([each.card for each in match.state.discards[REGION.number(region)]])


def bank(match: Match, suit: str) -> int:
    """The favor of a bank."""
    return int(match.state.banks[SUIT.number(suit)])
