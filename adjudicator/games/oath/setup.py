"""The position at the start (1), of a first game and of a later one of a chronicle."""

from collections.abc import Sequence

from msgspec import Struct

from . import facts
from .facts import (
    CARD,
    CHANCELLOR,
    DARKEST_SECRET,
    DEVOTION,
    NONE,
    OATH,
    PEOPLES_FAVOR,
    PLAYER,
    SITE,
    SLOT,
    THE_PEOPLE,
    WARBANDS,
)
from .house_rules import HouseRules
from .state import FORM, Annal, Banner, Board, SiteState, State

FIRST_SITES = {
    "cradle_1": ("plains", "longbows"),
    "provinces_1": ("mountain", "taming_charm"),
    "hinterland_1": ("rocky_coast", "elders"),
}
"""The faceup sites of a first game with their denizens."""


def initial_state(seats: Sequence[str], rules: HouseRules) -> State:
    """Return the state at the beginning of a first game, before anything is drawn (1.1 to 1.15)."""
    sites = [SiteState() for _ in SLOT.ids]
    for slot, (site, card) in FIRST_SITES.items():
        here = sites[SLOT.number(slot)]
        here.site, here.cards = SITE.number(site), [CARD.number(card)]
    on_map = {card for here in sites for card in here.cards}
    first = [each.index for each in CARD if each.kind == "denizen" and each.number <= facts.FIRST_GAME]
    deck = [each for each in first if each not in on_map]
    archive = [each.index for each in CARD if each.kind == "edifice" or each.number > facts.FIRST_GAME]
    return begun(seats, rules, Box(OATH.number(rules.oath), sites, deck, archive))


class Box(Struct):
    """What one match of a chronicle hands on to the next one (8.7)."""

    oath: int
    sites: list[SiteState]
    deck: list[int]
    archive: list[int]
    dispossessed: list[int] = []
    relic_top: list[int] = []
    ruined: int = 0
    citizens: Sequence[str] = ()
    game: int = 1
    annals: list[Annal] = []


def box_of(state: State) -> Box:
    """Return what a match that is over hands on, with the boards that show the side of a citizen (8.7.2)."""
    used = [seat for seat, board in state.boards.items() if board.citizen]
    citizens = (*used, *PLAYER.ids_of(state.boxed_citizens))
    return Box(
        state.next_oath,
        state.sites,
        state.layers[2],
        state.archive,
        state.dispossessed,
        state.relic_top,
        state.ruined,
        citizens,
        state.game + 1,
        state.annals,
    )


def begun(seats: Sequence[str], rules: HouseRules, box: Box) -> State:
    """Return the state before the first draw, from what the box holds (1)."""
    per_bank = 4 if len(seats) >= 5 else 3
    boards = {seat: Board(favor=1, secrets=1, warbands=3, citizen=seat in box.citizens) for seat in seats}
    boards[CHANCELLOR] = Board(favor=2, secrets=1, warbands=3, relics=[facts.SCEPTER])
    topmost = True
    for here in box.sites:
        if here.site == NONE:
            continue
        if topmost or any(not box.ruined >> card & 1 for card in here.cards):
            here.colour, here.warbands = CHANCELLOR, 2 if topmost else 1
        topmost = False
    left = WARBANDS[CHANCELLOR] - boards[CHANCELLOR].warbands - sum(here.warbands for here in box.sites)
    for board in (each for each in boards.values() if each.citizen):
        board.warbands = min(board.warbands, left)  # there are no more purple ones (9.3)
        left -= board.warbands
    gone = {facts.SCEPTER, *box.relic_top, *(relic.card for here in box.sites for relic in here.relics)}
    state = FORM.start(
        rules=rules,
        order=[],
        boards=boards,
        sites=box.sites,
        site_deck=[index for index in SITE.indexes if all(here.site != index for here in box.sites)],
        top=[],
        layers=[[], [], []],
        below=[],
        back=False,
        discards=[[], [], []],
        archive=sorted(box.archive),
        dispossessed=sorted(box.dispossessed),
        box=[*facts.VISION.indexes],
        relic_top=sorted(box.relic_top),
        relic_deck=[index for index in facts.RELIC.indexes if index not in gone],
        relic_below=[],
        reliquary=[[], [], [], []],
        banks=[per_bank] * len(facts.SUIT),
        banners=[Banner(), Banner()],
        oath=box.oath,
        ruined=box.ruined,
        game=box.game,
        annals=box.annals,
        boxed_citizens=PLAYER.mask_of(citizen for citizen in box.citizens if citizen not in boards),
    )
    if box.oath == DEVOTION:
        state.banners[DARKEST_SECRET].holder = CHANCELLOR
    if box.oath == THE_PEOPLE:
        state.banners[PEOPLES_FAVOR].holder = CHANCELLOR
    state.layers = [[], [], sorted(box.deck)]
    return state
