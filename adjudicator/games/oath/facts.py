"""The things of the game as they stand in ``data/``, one frozen struct a thing, and their kinds.

All cards are one kind, `CARD`: denizens, visions, edifices and relics have powers, bear favor and secrets, and lie in
the same places. A site is a kind of its own; its slot is the space of the board that it lies on. Seats, and the colours
of warbands, are one kind: purple is the colour of the chancellor.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Struct

from adjudicator.components import Kind, Thing, mask_of
from adjudicator.components.load import DataFile

NONE: Final = -1
"""No card, no site, no slot: in every field that holds an index."""

DATA: Final = Path(__file__).parent / "data"
CARDS: Final = DataFile(DATA / "cards.yaml")
SITES: Final = DataFile(DATA / "sites.yaml")

PLAYER: Final[Kind[Thing]] = Kind("player", ("chancellor", "red", "blue", "yellow", "white", "black"))
SUIT: Final[Kind[Thing]] = Kind("suit", ("discord", "arcane", "order", "hearth", "beast", "nomad"))
"""Suits clockwise (8.4), which is the order of the banks from left to right (5.4.4)."""
REGION: Final[Kind[Thing]] = Kind("region", ("cradle", "provinces", "hinterland"))
SLOT: Final[Kind[Thing]] = Kind(
    "slot",
    (
        *("cradle_1", "cradle_2", "provinces_1", "provinces_2", "provinces_3"),
        *("hinterland_1", "hinterland_2", "hinterland_3"),
    ),
)
"""The spaces for sites (2.1.1), from the top."""
OATH: Final[Kind[Thing]] = Kind("oath", ("supremacy", "the_people", "protection", "devotion"))
BANNER: Final[Kind[Thing]] = Kind("banner", ("peoples_favor", "darkest_secret"))
SPACE: Final[Kind[Thing]] = Kind("space", ("brutal", "decadent", "careless", "greedy"))
"""The spaces of the reliquary with the modifiers below them (2.3, 6.6.2)."""
LAYER: Final[Kind[Thing]] = Kind("layer", ("upper", "middle", "lower"))
"""The stacks of which the world deck is built (8.8)."""
MAJOR: Final[Kind[Thing]] = Kind("major_action", ("search", "muster", "trade", "recover", "campaign", "travel"))
POWER: Final[Kind[Thing]] = Kind(
    "power", ("battle_plan", "modifier", "action", "when_played", "rest", "persistent", "continuous")
)
"""Kinds of powers (7): `persistent` ones bind whoever they name (7.1.4), `continuous` ones always their holder."""

CHANCELLOR: Final = "chancellor"
DISCORD, ARCANE, ORDER, HEARTH, BEAST, NOMAD = SUIT.indexes
CRADLE, PROVINCES, HINTERLAND = REGION.indexes
SUPREMACY, THE_PEOPLE, PROTECTION, DEVOTION = OATH.indexes
PEOPLES_FAVOR, DARKEST_SECRET = BANNER.indexes
BRUTAL, DECADENT, CARELESS, GREEDY = SPACE.indexes

REGION_OF: Final = (CRADLE, CRADLE, PROVINCES, PROVINCES, PROVINCES, HINTERLAND, HINTERLAND, HINTERLAND)
SLOTS_OF: Final = tuple(
    mask_of(slot for slot, found in enumerate(REGION_OF) if found == region) for region in REGION.indexes
)
DISCARDS_TO: Final = (PROVINCES, HINTERLAND, CRADLE)
"""The region on whose pile a card goes that is discarded in a region (glossary: discard)."""
TRAVEL: Final = ((1, 2, 4), (2, 2, 2), (4, 2, 3))
"""Supply for a journey from one region to another (5.6.1)."""
SEARCH: Final = (2, 3, 3, 4, 4, 4)
"""Supply for a search of the world deck, by visions drawn (2.1.6)."""
FAVOR: Final = 36
WARBANDS: Final = {CHANCELLOR: 24}
EXILE_WARBANDS: Final = 14
SUPPLY: Final = 7
"""The leftmost space of the supply track."""
REFRESH: Final = {True: ((18, 6), (11, 5), (4, 4), (0, 3)), False: ((9, 6), (4, 5), (0, 4))}
"""Supply by warbands left in the personal bank (4.3.3), of the chancellor and of an exile."""
ADVISERS: Final = 3
REVEALING: Final = 3
"""Visions that must have been drawn before one can win (3.2)."""
END_DIE: Final = {5: 6, 6: 5, 7: 3}
"""The lowest result of the end die that ends the game, by round (3.3)."""
ROUNDS: Final = 8


class Cost(Struct, frozen=True):
    """The price of a power (7.1.2): what is put on the card, and what is burned."""

    favor: int = 0
    secrets: int = 0
    burn_favor: int = 0
    burn_secrets: int = 0


class Dice(Struct, frozen=True):
    """The dice of a battle plan.

    `attack`: so many more for the attacker, or fewer against the defender; `defense`: more for the defender.
    """

    attack: int = 0
    defense: int = 0


class Face(Struct, frozen=True):
    """One side of a card: its powers, the action they modify, whether they must, the side in a campaign, the cost."""

    powers: Annotated[tuple[str, ...], POWER] = ()
    modifies: Annotated[str, MAJOR] = ""
    must: bool = False
    side: Literal["", "attacker", "defender", "either"] = ""
    cost: Cost = Cost()
    dice: Dice = Dice()


class Card(Thing, frozen=True):
    """A card (2.4, 2.6, 2.7, 2.9). `number`: as printed on a denizen; `defense`: dice of a relic as a target."""

    index: int
    kind: Literal["denizen", "vision", "edifice", "relic"]
    number: int = 0
    suit: Annotated[int, SUIT] = NONE
    place: Literal["any", "site", "adviser"] = "any"
    locked: bool = False
    oath: Annotated[int, OATH] = NONE
    defense: int = 0
    powers: Annotated[tuple[str, ...], POWER] = ()
    modifies: Annotated[str, MAJOR] = ""
    must: bool = False
    side: Literal["", "attacker", "defender", "either"] = ""
    cost: Cost = Cost()
    dice: Dice = Dice()
    ruin: Face | None = None


class Start(Struct, frozen=True):
    """The things that lie at a site when it is turned up (2.8.2)."""

    relics: int = 0
    favor: int = 0
    secrets: int = 0


class Recover(Struct, frozen=True):
    """The price of a relic of a site (2.8.4): favor for a bank, or what is burned."""

    bank: Annotated[int, SUIT] = NONE
    favor: int = 0
    burn_favor: int = 0
    burn_secrets: int = 0


class Homeland(Struct, frozen=True):
    """The reward for playing a card of a suit to a site."""

    suit: Annotated[int, SUIT]
    reward: Literal["warbands", "favor", "secrets", "relic_here"]
    count: int


class Site(Thing, frozen=True):
    """A site (2.8)."""

    index: int
    capacity: int
    start: Start = Start()
    recover: Recover | None = None
    homeland: Homeland | None = None
    gives: tuple[Literal["favor", "secret"], ...] = ()
    coast: bool = False


CARD: Final = Kind("card", CARDS.things("cards", Card))
DENIZEN: Final = CARD.where("denizen", lambda card: card.kind == "denizen")
VISION: Final = CARD.where("vision", lambda card: card.kind == "vision")
EDIFICE: Final = CARD.where("edifice", lambda card: card.kind == "edifice")
RELIC: Final = CARD.where("relic", lambda card: card.kind == "relic")
RUIN: Final[Kind[Thing]] = Kind("ruin", EDIFICE.ids)
"""The other sides of edifices, under the ids of their cards (2.9): they have names and texts of their own."""
WORLD: Final = CARD.where("card of the world deck", lambda card: card.kind in ("denizen", "vision"))
SUITED: Final = CARD.where("denizen or edifice", lambda card: card.kind in ("denizen", "edifice"))
SITE: Final = Kind("site", SITES.things("sites", Site))

SCEPTER: Final = CARD.number("grand_scepter")
CONSPIRACY: Final = CARD.number("conspiracy")
TRUE_VISION: Final = VISION.where("true vision", lambda card: card.oath != NONE)
FIRST_GAME: Final = 54
"""Denizens with numbers up to this are in the first world deck."""

PlayerId = Annotated[str, PLAYER]
SuitId = Annotated[str, SUIT]
RegionId = Annotated[str, REGION]
SlotId = Annotated[str, SLOT]
OathId = Annotated[str, OATH]
BannerId = Annotated[str, BANNER]
SpaceId = Annotated[str, SPACE]
CardId = Annotated[str, CARD]
SiteId = Annotated[str, SITE]
