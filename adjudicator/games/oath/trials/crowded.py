"""Try the game at random: crowded positions of a late game, and what play should reach."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from adjudicator.components.trials import Box
from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, SimulationProfile

from .. import facts, setup
from ..facts import BANNER, CARD, CHANCELLOR, DENIZEN, EDIFICE, NONE, PLAYER, REGION, SITE, SLOT, SUIT, WORLD
from ..house_rules import house_rules
from ..rules import table, victory
from ..rules.battle import BanditsPlan, PlanUsed
from ..rules.book import Modified
from ..rules.chronicle import Won
from ..rules.pieces import is_vision, lying
from ..rules.playing import Played
from ..rules.powers import PowerUsed
from ..rules.turns import set_up, turn
from ..setup import initial_state
from ..state import WAY, SiteState, State
from .wills import WILLS

SHOWN: Final = {
    "power": ("action", "rest"),
    "played": ("when_played",),
    "plan": ("battle_plan",),
    "modifier": ("modifier",),
}
"""What of a card random play should see: each of its kinds of powers at work."""
OTHERWISE: Final = frozenset(("grand_scepter", "book_of_records", "tyrant", "relic_hunter", "the_tribunal"))
"""Cards whose power is an action of its own, or binds without being named."""


BEYOND: Final = {
    "step bandits_give": "bandits must rule Wild Mounts, two nomad plans and a beast, and be attacked there",
}


def _points() -> Iterator[str]:
    for word, kinds in SHOWN.items():
        for each in CARD:
            if each.id not in OTHERWISE and any(kind in each.powers for kind in kinds) and not each.must:
                yield f"{word} {each.id}"
    yield from (f"ending {how}" for how in WAY.ids)


class OathTrials(SimulationProfile[State]):
    """Late games: sites full of cards, councils, citizens, relics, banners, visions, usurpers."""

    weight = 6
    wills = WILLS
    beyond = BEYOND

    def coverage_points(self) -> tuple[str, ...]:
        return tuple(_points())

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        for said in (*(entry.action for entry in happened.entries), *happened.events()):
            match said:
                case PowerUsed(card=card):
                    yield f"power {card}"
                case Played(card=card, to=("site" | "adviser")):
                    yield f"played {card}"
                case PlanUsed(card=card) | BanditsPlan(card=card):
                    yield f"plan {card}"
                case Modified(modifiers=cards):
                    yield from (f"modifier {card}" for card in cards)
                case Won(how=how):
                    yield f"ending {how}"

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        if rng.random() < LATER:
            return later_world(rng, seats, options), [set_up()]
        state = Crowd(rng, seats, options).state
        return state, [turn(rng.choice(state.order))]


TRIALS: Final = OathTrials()
LATER: Final = 0.1
"""How often a match begins with its set-up, in the world that earlier ones have left."""


def later_world(rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> State:
    """Return the position before the set-up of a later match: any sites, the Mine and the Salt Flats among them."""
    rich = [SITE.number("mine"), SITE.number("salt_flats")]
    found = rng.sample([each for each in SITE.indexes if each not in rich], 4) + rich
    rng.shuffle(found)
    cards = sorted(each.index for each in CARD if each.kind in ("denizen", "edifice"))
    rng.shuffle(cards)
    sites = [SiteState() for _ in SLOT.ids]
    for slot in sorted(rng.sample(range(len(sites)), len(found))):
        here = sites[slot]
        here.site = found.pop()
        room = [card for card in cards if card in _AT_SITES][: SITE.things[here.site].capacity]
        here.cards = room[: rng.randint(0, len(room))]
        cards = [card for card in cards if card not in here.cards]
    deck = [card for card in cards if card in DENIZEN.whole][:54]
    archive = [card for card in cards if card not in deck]
    citizens = [seat for seat in seats if seat != CHANCELLOR and rng.random() < 0.3]
    world = setup.Box(rng.choice(facts.OATH.indexes), sites, deck, archive, citizens=citizens, game=2)
    return setup.begun(seats, house_rules(options), world)


class Crowd:
    """A position in which much is in play."""

    def __init__(self, rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        self.state, self.rng = initial_state(seats, house_rules(options)), rng
        state = self.state
        others = [seat for seat in seats if seat != CHANCELLOR]
        state.order = [CHANCELLOR, *rng.sample(others, len(others))]
        state.oath = rng.choice(facts.OATH.indexes)
        state.round = min(rng.randint(1, facts.ROUNDS) for _ in range(3))
        state.turns = (state.round - 1) * len(seats)
        denizens = [each.index for each in CARD if each.kind in ("denizen", "edifice")]
        self.cards = Box([denizens, [*facts.VISION.indexes]], rng)
        self.relics = Box([[*state.relic_deck]], rng)
        self.boards()
        self.sites()
        self.councils()
        self.banners()
        self.decks()

    def boards(self) -> None:
        """Make some exiles citizens, and give everybody favor, secrets, warbands and relics."""
        state, rng = self.state, self.rng
        for seat, board in state.boards.items():
            board.citizen = seat != CHANCELLOR and rng.random() < 0.3
            board.favor, board.secrets, board.supply = rng.randint(0, 4), rng.randint(1, 5), rng.randint(4, 7)
            board.turned = rng.choice((0, 0, 1))
            board.warbands = 0
            board.relics += self.relics.some((0, 1, 2))
        for space in state.reliquary:
            if rng.random() < 0.7:
                space.extend(lying(each) for each in self.relics.some((1,)))
        state.banks = [rng.randint(0, 1) for _ in SUIT.ids]

    def sites(self) -> None:
        """Turn up sites with cards, relics, warbands and tokens, and place the pawns."""
        state, rng = self.state, self.rng
        deck = [*SITE.indexes]
        rng.shuffle(deck)
        for slot, here in enumerate(state.sites):
            here.cards, here.relics, here.warbands, here.colour = [], [], 0, ""
            here.site = NONE
            if rng.random() < 0.85 or slot == 0:
                here.site = deck.pop()
                here.favor, here.secrets = rng.choice((0, 0, 1)), rng.choice((0, 0, 1))
                here.relics = [lying(each) for each in self.relics.some((0, 1))]
                self.fill(slot)
        state.site_deck = sorted(deck)
        up = [slot for slot, here in enumerate(state.sites) if here.site != NONE]
        for seat, board in state.boards.items():
            board.pawn = rng.choice(up)
            left = table.bank_of(state, table.colour(state, seat))
            board.warbands = min(left, rng.choice((1, 3, 4, 6, 8)))
        for lying_down in (relic for here in state.sites for relic in here.relics):
            lying_down.seen_by = PLAYER.mask_of(seat for seat in state.boards if rng.random() < 0.2)

    def fill(self, slot: int) -> None:
        """Put denizens and edifices on a site, some ruined, and warbands of somebody."""
        state, rng, here = self.state, self.rng, self.state.sites[slot]
        room = table.capacity(state, slot)
        for _ in range(max(rng.randint(0, room), rng.randint(0, room))):
            found = self.cards.some((1,), EDIFICE.whole if rng.random() < 0.15 else _AT_SITES)
            here.cards = [*here.cards, *found]
            if found and found[0] in EDIFICE.whole and rng.random() < 0.4:
                state.ruined |= 1 << found[0]
        owner = table.colour(state, rng.choice(state.order))
        here.warbands = min(rng.choice((0, 1, 1, 2, 4)), table.bank_of(state, owner))
        here.colour = owner if here.warbands else ""

    def councils(self) -> None:
        """Give everybody advisers, face up and down, and exiles a vision."""
        state, rng = self.state, self.rng
        plotter = rng.choice(state.order) if self.cards.take({facts.CONSPIRACY}) else ""
        for seat, board in state.boards.items():
            if seat == plotter:
                board.hidden.append(lying(facts.CONSPIRACY, seat))
                board.advisers += self.cards.some((2,), rng.choice(_SUITS))
            for _ in range(rng.choice((0, 1, 2, 3, 3)) if seat != plotter else 0):
                for card in self.cards.some((1,), WORLD.whole):
                    found = CARD.things[card]
                    unplayed = found.id in _NARROW or "when_played" in found.powers
                    if found.place != "site" and not is_vision(card) and not unplayed and rng.random() < 0.8:
                        board.advisers.append(card)
                    else:
                        board.hidden.append(lying(card, seat))
            if not table.belongs(state, seat) and rng.random() < 0.4:
                visions = self.cards.some((1,), facts.TRUE_VISION.whole)
                board.vision = visions[0] if visions else NONE

    def banners(self) -> None:
        """Give banners to players, and the title to whoever fulfils the oath, perhaps a usurper."""
        state, rng = self.state, self.rng
        for number in BANNER.indexes:
            state.banners[number].holder = rng.choice((*state.order, ""))
            state.banners[number].tokens = rng.randint(1, 5)
        state.banners[0].mob = rng.random() < 0.3
        keepers = victory.oathkeepers(state)
        state.title = rng.choice(keepers) if keepers else rng.choice(state.order)
        state.usurper = not table.belongs(state, state.title) and rng.random() < 0.1

    def decks(self) -> None:
        """Lay cards on discard piles and some among the Dispossessed; the rest is the world deck and the archive."""
        state, rng = self.state, self.rng
        for number in REGION.indexes:
            state.discards[number] = [lying(each) for each in self.cards.some(range(7), WORLD.whole)]
        denizens, visions = self.cards.piles
        rng.shuffle(denizens)
        edifices = [denizen for denizen in denizens if denizen in EDIFICE.whole]
        denizens = [denizen for denizen in denizens if denizen in DENIZEN.whole]
        size = rng.choice((0, 2, 10, 30, 40))
        state.layers = [sorted([*denizens[:size], *visions]), [], []] if size else [[], [], sorted(visions)]
        state.dispossessed = sorted(denizens[size : size + rng.choice((0, 3, 12))])
        gone = {*state.dispossessed}
        state.archive = sorted([*edifices, *(denizen for denizen in denizens[size:] if denizen not in gone)])
        first = state.layers[0] or state.layers[2]
        state.top = [first.pop(rng.randrange(len(first)))] if first else []
        state.back = bool(state.top) and is_vision(state.top[0])
        state.box = []
        drawn = len(facts.VISION) - sum(is_vision(each) for each in (*state.top, *state.layers[0], *state.layers[2]))
        state.visions = drawn
        state.relic_top, state.relic_deck = [], sorted(self.relics.piles[0])


_AT_SITES: Final = frozenset(each.index for each in CARD if each.kind == "denizen" and each.place != "adviser")
_NARROW: Final = ("assassin", "insomnia", "silver_tongue", "family_wagon")
_SUITS: Final = [
    {
        each.index
        for each in CARD
        if each.kind == "denizen" and each.suit == suit and each.place != "site" and each.id not in _NARROW
    }
    for suit in SUIT.indexes
]
