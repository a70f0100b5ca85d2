"""Define the content of a match: the print on cards and dice, which a group may replace by a pack.

docs/reference/pack_format.md describes packs.
Each card stands in a slot (:mod:`.slots`). A title, event, idea, mission … without effects that the operations can say
is `manual`: play stops, and the moderator enters what comes of it.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta, Struct

from adjudicator.components import bits, mask_of
from adjudicator.components.content import Name, Said
from adjudicator.components.load import DataFile, Each

from .effects import Bonuses, CancelCovert, Effects, Limit, Permit, PlaceDynamic, Regular, flat
from .facts import AREA, DATA, NODE, POWER, PROVINCE, REALM
from .rules.meeting import Conditions
from .slots import CARD, CHARACTER, EVENT, IDEA, MILESTONE, MISSION, STRUGGLE, TITLE, TRADE, ActId

B = TypeVar("B")
Cost = Annotated[int, Meta(ge=0, le=20)]
Symbol = Literal[
    "unrest_rebellion",
    "native_uprising",
    "lost_at_sea",
    "pirates",
    "cardinal_dies",
    "attrition",
    "disloyal_vassals",
    "dnpr_green",
    "dnpr_pink",
    "dnpr_blue",
    "dnpr_orange",
    "spread_of_religious_ideas",
    "spread_of_the_revolution",
    "activate_power_struggle",
]
"""What stands on the lower edge of events (R16.10)."""
Mortality = Literal["square", "circle", "cross", "triangle"]
Use = Literal["battle", "attacked", "covert", "post"]
"""Uses of cards in the hand: battle actions, reactions, countering a covert action, a leader's post."""
Face = Literal["inf", "inf_outlined", "cav", "art", "art_outlined", "cav_outlined", "miss"]
RebelFace = Literal[
    "rebellion", "lose_2_ducats", "lose_1_monarch_power", "no_effect", "exhaust_1_manpower", "remove_1_unrest"
]


class Act(Struct, frozen=True, omit_defaults=True):
    """An action of a display card (R8.03). `uses`: the charges that it takes; `dice`: of a battle action."""

    id: ActId
    name: Name
    cost: Cost
    uses: int = 1
    ducats: Cost = 0
    kind: Literal["action", "covert", "battle_action"] = "action"
    requires: Conditions = ()
    effects: Effects = ()
    dice: Bonuses = ()
    manual: Said = {}


class TitleFace(Struct, frozen=True, omit_defaults=True):
    """An action card (R8.01); `Content.cards` says how often it is in its deck. `deck`: the power that it costs.

    `uses`: charges of a display card; `by_stability`: its cost goes up and down with stability; `discount`: how much
    cheaper it is with a display card; `leader`: a leader of the seat must be in the battle; `forbidden`: which armies
    may not use it; `dice`: of a battle action.
    """

    name: Name
    deck: Annotated[str, POWER] = ""
    kind: Literal["action", "display", "covert", "reaction", "battle_action"] = "action"
    cost: Cost = 0
    ducats: Cost = 0
    uses: int = 0
    by_stability: bool = False
    requires: Conditions = ()
    leader: bool = False
    forbidden: Literal["", "more_artillery_than_cavalry"] = ""
    trigger: Literal["", "enemy_enters_area_of_own_army"] = ""
    rules: Literal["", "subjugate", "royal_marriage", "new_alliance"] = ""
    discount: Annotated[dict[str, int], Each(TITLE, some=True)] = {}
    acts: tuple[Act, ...] = ()
    effects: Effects = ()
    dice: Bonuses = ()
    manual: Said = {}


class Dice(Struct, frozen=True, omit_defaults=True):
    """Battle dice by colour (R9.43)."""

    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0
    any: int = 0


class CharacterFace(Struct, frozen=True, omit_defaults=True):
    """A character (R7.01).

    `skill`: by type of power; `cost`: ducats of an advisor, mil power of a leader; `ill`: a historical ruler who begins
    with a token of ill health (R7.02).
    """

    name: Name
    kind: Literal["advisor", "leader", "ruler"]
    skill: tuple[int, int, int]
    mortality: Mortality
    cost: Cost = 0
    dice: Dice = Dice()
    ill: bool = False


class EventFace(Struct, frozen=True, omit_defaults=True):
    """An event (R16).

    `realm`: of a realm event; `half`: the half of the deck that it must be in, 0 for either; `players`: the numbers of
    players that it is used with, empty for any; `ruler`: whether the character of this slot comes with it.
    """

    name: Name
    kind: Literal["a", "realm", "b"]
    age: Annotated[int, Meta(ge=1, le=4)] = 1
    half: Annotated[int, Meta(ge=0, le=2)] = 0
    realm: Annotated[str, REALM] = ""
    players: tuple[int, ...] = ()
    mortality: Mortality | Literal[""] = ""
    symbols: tuple[Symbol, ...] = ()
    effects: Effects = ()
    manual: Said = {}


class IdeaFace(Struct, frozen=True, omit_defaults=True):
    """An idea (R8.06). `instant`: once; `bonus`: as long as it is held."""

    name: Name
    cost: Cost
    power: Annotated[str, POWER] = ""
    age: Annotated[int, Meta(ge=1, le=4)] = 1
    basic: bool = False
    government: bool = False
    instant: Effects = ()
    bonus: Bonuses = ()


class MissionFace(Struct, frozen=True, omit_defaults=True):
    """A mission (R17.01) of a realm. `needs`: it is met if all of it holds; `after`: one of these was completed."""

    name: Name
    realm: Annotated[str, REALM]
    prestige: int
    starting: bool = False
    after: Annotated[tuple[str, ...], MISSION] = ()
    needs: Conditions = ()
    effects: Effects = ()
    manual: Said = {}


class MilestoneFace(Struct, frozen=True, omit_defaults=True):
    """A milestone (R17.02): prestige for the first, second and third, a reward for everyone."""

    name: Name
    deck: Literal["", "expansion", "politics", "warfare", "economics"] = ""
    age: Annotated[int, Meta(ge=1, le=4)] = 1
    needs: Conditions = ()
    prestige: tuple[int, int, int] = (5, 3, 1)
    reward: Effects = ()
    manual: Said = {}


class StruggleLine(Struct, frozen=True, omit_defaults=True):
    """Prestige for all of whom the conditions hold when a power struggle is scored."""

    needs: Conditions
    prestige: int


class StruggleFace(Struct, frozen=True, omit_defaults=True):
    """A power struggle (R17.03): its battlegrounds, and further lines of scoring.

    `age`: those of an earlier age lie above it in the deck.
    """

    name: Name
    areas: Annotated[tuple[str, ...], AREA]
    age: Annotated[int, Meta(ge=1, le=4)] = 1
    lines: tuple[StruggleLine, ...] = ()


class Market(Struct, frozen=True, omit_defaults=True):
    """One of the nodes of a trade card: its key provinces with the value of each (R12.03).

    `secondary`: the primary node at which the other nodes are paid (R12.06).
    """

    node: Annotated[str, NODE]
    key: Annotated[dict[str, int], Each(PROVINCE, some=True)]
    secondary: Annotated[str, NODE] = ""
    requires: Literal["", "token", "own"] = ""


class TradeFace(Struct, frozen=True, omit_defaults=True):
    """A trade card (R12): what the rows bring, from the lowest, in a normal and in an expanded node."""

    name: Name
    income: tuple[int, int, int]
    expanded: tuple[int, int, int]
    markets: tuple[Market, ...]
    continents: tuple[int, ...] = ()
    gold: bool = False
    slaves: bool = False


class DiceFaces(Struct, frozen=True, omit_defaults=True):
    """The faces of the dice."""

    infantry: tuple[Face, ...]
    cavalry: tuple[Face, ...]
    artillery: tuple[Face, ...]
    rebel: tuple[RebelFace, ...]
    exploration: tuple[str, ...]


class Content(Struct, frozen=True, dict=True):
    """The content of a match: all that is printed.

    Only slots that a match uses are given. `cards` has the title of each action card, `characters` its character.
    `slots`: the ids that only the pack knows, with their slots.
    """

    titles: Annotated[dict[str, TitleFace], Each(TITLE, some=True)]
    cards: Annotated[dict[str, Annotated[str, TITLE]], Each(CARD, some=True)]
    characters: Annotated[dict[str, CharacterFace], Each(CHARACTER, some=True)]
    events: Annotated[dict[str, EventFace], Each(EVENT, some=True)]
    ideas: Annotated[dict[str, IdeaFace], Each(IDEA, some=True)]
    missions: Annotated[dict[str, MissionFace], Each(MISSION, some=True)]
    milestones: Annotated[dict[str, MilestoneFace], Each(MILESTONE, some=True)]
    struggles: Annotated[dict[str, StruggleFace], Each(STRUGGLE, some=True)]
    trades: Annotated[dict[str, TradeFace], Each(TRADE, some=True)]
    dice: DiceFaces
    slots: dict[str, str] = {}

    def cards_of(self, power: int) -> list[int]:
        """Return the action cards of a deck, sorted."""
        return sorted(each for each in map(CARD.number, self.cards) if CARD.things[each].deck == power)

    def title_of(self, card: int) -> str:
        """Return the title of an action card."""
        return self.cards[CARD.ids[card]]

    def skill(self, character: int, power: int) -> int:
        """Return the skill of a character in a type of power (R7.01)."""
        return self.characters[CHARACTER.ids[character]].skill[power]

    def trades_at_start(self) -> list[int]:
        """Return the trade cards in the deck from the start: those of no continent (R12.20)."""
        return sorted(TRADE.number(id) for id, each in self.trades.items() if not each.continents)

    def later_trades(self) -> int:
        """Return the trade cards that belong to a continent, as a mask."""
        return mask_of(TRADE.number(id) for id, each in self.trades.items() if each.continents)

    def missions_of(self, realm: int) -> int:
        """Return the missions of a realm, as a mask."""
        return mask_of(MISSION.number(id) for id, each in self.missions.items() if REALM.number(each.realm) == realm)

    @cached_property
    def uses(self) -> dict[Use, dict[int, int]]:
        """By what a card of the hand may be held for: the decks with such cards, and the least power it costs there."""
        found: dict[Use, dict[int, int]] = {"battle": {}, "attacked": {}, "covert": {}, "post": {}}
        for card in map(CARD.number, self.cards):
            face, deck = self.titles[self.title_of(card)], CARD.things[card].deck
            leads = self.characters[CARD.ids[card]].kind == "leader"
            fits: dict[Use, int | None] = {
                "battle": face.cost if face.kind == "battle_action" else None,
                "attacked": face.cost if face.kind == "reaction" and face.trigger else None,
                "covert": 0 if any(isinstance(effect, CancelCovert) for effect in face.effects) else None,
                "post": 0 if leads else None,
            }
            for use, price in fits.items():
                if price is not None:
                    found[use][deck] = min(price, found[use].get(deck, price))
        return found

    @cached_property
    def colours(self) -> dict[int, str]:
        """The realms that may be dynamic, with the colour of their tokens: by the map, or by an operation (R13.02)."""
        found = {each.index: each.dynamic for each in REALM}
        for _, ops in all_effects(self):
            found |= {
                REALM.index[op.realm]: op.colour for op in flat(ops) if isinstance(op, PlaceDynamic) and op.colour
            }
        return {realm: colour for realm, colour in found.items() if colour}

    def bonuses(self, ideas: int, kind: type[B]) -> Iterator[B]:
        """Yield the bonuses of a kind that these ideas give."""
        for idea in bits(ideas):
            face = self.ideas.get(IDEA.ids[idea])
            yield from (each for each in (face.bonus if face else ()) if isinstance(each, kind))

    def permits(self, ideas: int, what: str) -> bool:
        """Return whether one of these ideas allows something."""
        return any(bonus.what == what for bonus in self.bonuses(ideas, Permit))

    def more(self, ideas: int, what: Literal["alliances", "marriages"]) -> int:
        """Return how much more of something these ideas allow."""
        return sum(bonus.n for bonus in self.bonuses(ideas, Limit) if bonus.what == what)


def all_effects(content: Content) -> Iterator[tuple[str, Effects]]:
    """Yield every list of operations, with its path."""
    for id, title in content.titles.items():
        yield f"titles.{id}.effects", title.effects
        yield from ((f"titles.{id}.acts[{n}].effects", act.effects) for n, act in enumerate(title.acts))
    for id, event in content.events.items():
        yield f"events.{id}.effects", event.effects
    for id, idea in content.ideas.items():
        yield f"ideas.{id}.instant", idea.instant
        for n, bonus in enumerate(idea.bonus):
            if isinstance(bonus, Regular):
                yield f"ideas.{id}.bonus[{n}].effects", bonus.effects
    for id, mission in content.missions.items():
        yield f"missions.{id}.effects", mission.effects
    for id, milestone in content.milestones.items():
        yield f"milestones.{id}.reward", milestone.reward


PACK: Final = DATA / "western_europe_1444.yaml"


@lru_cache(maxsize=1)
def default() -> Content:
    """Return our own cards for Western Europe from 1444 on."""
    return DataFile(PACK).rest(Content)
