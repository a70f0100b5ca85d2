"""The things of the game as they stand in ``data/``, one frozen struct a thing, and their kinds.

Spaces and sea zones are one kind, `LOCATION`: units and leaders are in either. Powers, minor powers and what is
independent are one kind, `OWNER`; seats are the powers. Sections are those of the rulebook of 2017.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Struct

from adjudicator.components import Kind, Thing, bits, mask_of
from adjudicator.components.load import DataFile, Each, Lines, Mask

DATA: Final = Path(__file__).parent / "data"
MAP: Final = DataFile(DATA / "map.yaml")
CARDS: Final = DataFile(DATA / "cards.yaml")
PEOPLE: Final = DataFile(DATA / "people.yaml")
POWERS: Final = DataFile(DATA / "powers.yaml")

NONE: Final = -1
"""No card: in every field that holds an index."""

OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY, PROTESTANT = (
    *("ottoman", "hapsburg", "england", "france", "papacy", "protestant"),
)
GENOA, HUNGARY, SCOTLAND, VENICE = "genoa", "hungary_bohemia", "scotland", "venice"
INDEPENDENT, KNIGHTS = "independent", "knights"
ATLANTIC = "atlantic_ocean"
NEVER_ATLANTIC = (GENOA, VENICE)
"""Whose ships never enter the Atlantic (22)."""
_POWERS: Final = (OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY, PROTESTANT)
_MINORS: Final = (GENOA, HUNGARY, SCOTLAND, VENICE)

OWNER: Final[Kind[Thing]] = Kind("owner", (*_POWERS, *_MINORS, INDEPENDENT, KNIGHTS))
"""Everybody who has units or spaces; the powers in the order of their impulses (11)."""
POWER: Final = OWNER.where("power", lambda owner: owner.id in _POWERS)
MINOR: Final = OWNER.where("minor power", lambda owner: owner.id in _MINORS)
ZONE: Final[Kind[Thing]] = Kind("language zone", ("german", "french", "english", "italian", "spanish"))
"""The language zones (2.3); debates and translations are in the first three of them."""
WIFE: Final[Kind[Thing]] = Kind(
    "wife",
    (
        *("catherine_of_aragon", "ask_for_divorce", "anne_boleyn", "jane_seymour", "anne_of_cleves"),
        *("kathryn_howard", "katherine_parr"),
    ),
)
"""The steps of the marital status of Henry VIII (21.3)."""
DISCOVERY: Final[Kind[Thing]] = Kind(
    "discovery", ("st_lawrence", "great_lakes", "mississippi", "amazon", "pacific_strait", "circumnavigation")
)
CONQUEST: Final[Kind[Thing]] = Kind("conquest", ("maya", "aztec", "inca"))


class Location(Thing, frozen=True):
    """A space or a sea zone (2).

    `home`: whose home space it is; `zone`: its language zone, "" for none.
    """

    index: int
    kind: Literal["key", "electorate", "fortress", "unfortified", "sea"]
    home: Annotated[str, OWNER] = ""
    zone: Annotated[str, ZONE] = ""
    capital: bool = False


class Card(Thing, frozen=True):
    """A card (6). `turn`: in whose card draw phase it joins the deck; 99: by an event. `due`: the winter it happens."""

    index: int
    number: int
    cp: int
    kind: Literal["home", "mandatory", "combat", "response", "event"]
    owner: Annotated[str, OWNER] = ""
    turn: int = 0
    leaves: Literal["", "event", "ruler", "conditional"] = ""
    due: int = 0
    war: "Abroad | None" = None


class Abroad(Struct, frozen=True):
    """A foreign war (21.7): the power affected, the units that it must send, and those of the enemy."""

    power: Annotated[str, OWNER]
    own: int
    foreign: int


class Leader(Thing, frozen=True):
    """A leader (5.1): battle and command rating, or battle and piracy rating of a `naval` one. `turn` as of a card."""

    index: int
    battle: int
    power: Annotated[str, OWNER] = ""
    command: int = 0
    naval: bool = False
    piracy: int = 0
    turn: int = 0


class Ruler(Thing, frozen=True):
    """A ruler: how many cards may be kept (`admin`), how many more are dealt (`bonus`), the card that brings them."""

    index: int
    power: Annotated[str, OWNER]
    admin: int
    bonus: int
    leader: bool = False
    card: int = 0


class Bonus(Struct, frozen=True):
    """What a debater who is not committed can add (18.5).

    `near`: within two spaces of a space; `leader`: of a leader; `homes`: in home spaces; `electorate`: in electorates;
    `zone`: in a zone; `wide`: in any zone.
    """

    kind: Literal[
        "translation",
        "attempt_die",
        "treatise",
        "debate_die",
        "campeggio",
        "extra_flip",
        "st_peters",
        "burn",
        "counter_die",
        "council",
        "university",
        "insert",
    ]
    dice: int = 1
    zone: Annotated[str, ZONE] = ""
    near: "Annotated[str, LOCATION]" = ""
    leader: "Annotated[str, LEADER]" = ""
    homes: Annotated[tuple[str, ...], OWNER] = ()
    electorate: bool = False
    wide: bool = False


class Debater(Thing, frozen=True):
    """A debater (18.5) of one side; `reformer`: whether they are on the map, too. `turn`: when they come."""

    index: int
    side: Literal["protestant", "papacy"]
    value: int
    bonus: Bonus
    zone: Annotated[str, ZONE] = ""
    turn: int = 1
    reformer: bool = False


class Explorer(Thing, frozen=True):
    """An explorer or a conquistador (20). `only_by_card`: not among those that are drawn."""

    index: int
    power: Annotated[str, OWNER]
    rating: int
    only_by_card: bool = False


class Colony(Thing, frozen=True):
    """A colony (20.1)."""

    index: int
    power: Annotated[str, OWNER]


LOCATION: Final = Kind("location", MAP.things("locations", Location))
SPACE: Final = LOCATION.where("space", lambda place: place.kind != "sea")
SEA: Final = LOCATION.where("sea zone", lambda place: place.kind == "sea")
KEY: Final = LOCATION.where("key", lambda place: place.kind == "key")
ELECTORATE: Final = LOCATION.where("electorate", lambda place: place.kind == "electorate")
CARD: Final = Kind("card", CARDS.things("cards", Card))
HOME_CARD: Final = CARD.where("home card", lambda card: card.kind == "home")
WAR_CARD: Final = CARD.where("foreign war", lambda card: card.war is not None)
LEADER: Final = Kind("leader", PEOPLE.things("leaders", Leader))
RULER: Final = Kind("ruler", PEOPLE.things("rulers", Ruler))
DEBATER: Final = Kind("debater", PEOPLE.things("debaters", Debater))
REFORMER: Final = DEBATER.where("reformer", lambda debater: debater.reformer)
EXPLORER: Final = Kind("explorer", PEOPLE.things("explorers", Explorer))
CONQUISTADOR: Final = Kind("conquistador", PEOPLE.things("conquistadors", Explorer))
COLONY: Final = Kind("colony", PEOPLE.things("colonies", Colony))


class _Ways(Struct, frozen=True):
    links: Annotated[tuple[int, ...], Lines(LOCATION)]
    passes: Annotated[tuple[int, ...], Lines(LOCATION)]
    lanes: Annotated[tuple[int, ...], Lines(LOCATION)]
    ports: Annotated[dict[str, Annotated[int, Mask(SEA)]], Each(SPACE, some=True)]


_WAYS: Final = MAP.rest(_Ways)
LINKS: Final = _WAYS.links
"""The spaces next to each over land, as masks, by index."""
PASSES: Final = _WAYS.passes
BESIDE: Final = tuple(links | passes for links, passes in zip(LINKS, PASSES, strict=True))
"""The spaces next to each over land or a pass."""
LANES: Final = _WAYS.lanes
"""The sea zones next to each sea zone."""
SEAS_OF: Final = tuple(_WAYS.ports.get(each.id, 0) for each in LOCATION)
"""The sea zones to which each space has a port."""
PORTS_OF: Final = tuple(mask_of(n for n, seas in enumerate(SEAS_OF) if seas >> at & 1) for at in LOCATION.indexes)
"""The ports on each sea zone."""
SAILED: Final = tuple(map(int.__or__, LANES, map(int.__or__, SEAS_OF, PORTS_OF)))
"""Where ships go in one move from a sea zone (sea zones, ports) or from a port (its sea zones)."""

HOME_OF: Final = {owner: mask_of(each.index for each in SPACE if each.home == owner) for owner in OWNER.ids}
"""The home spaces of each owner."""
ZONE_OF: Final = {zone: mask_of(each.index for each in SPACE if each.zone == zone) for zone in ZONE.ids}
KEYS: Final = KEY.mask
FORTIFIED: Final = mask_of(each.index for each in SPACE if each.kind != "unfortified")
"""The spaces that are fortified by what is printed on the map."""
PORTS: Final = mask_of(n for n, seas in enumerate(SEAS_OF) if seas)
CAPITALS: Final = {
    owner: tuple(each.id for each in SPACE if each.capital and each.home == owner) for owner in OWNER.ids
}
IMMUNE: Final = HOME_OF[OTTOMAN]
"""The spaces without a religion (2.3)."""


class Terms(Struct, frozen=True):
    """What a power has on its power card (4): cards and points by keys, markers, and the keys that win at once."""

    cards: tuple[int, ...] = ()
    vp: tuple[int, ...] = ()
    markers: int = 0
    wins: int = 0


class _Tables(Struct, frozen=True):
    terms: Annotated[dict[str, Terms], Each(POWER)]
    costs: dict[str, Annotated[dict[str, int], Each(POWER, some=True)]]
    war_costs: dict[str, Annotated[dict[str, int], Each(POWER, some=True)]]
    minor_war_costs: dict[str, Annotated[dict[str, int], Each(MINOR, some=True)]]
    protestant_spaces: tuple[int, ...]
    minor_allies: Annotated[dict[str, Annotated[tuple[str, ...], POWER]], Each(MINOR)]
    pieces: Annotated[dict[str, dict[str, int]], Each(OWNER, some=True)]


TABLES: Final = POWERS.rest(_Tables)
COSTS: Final = TABLES.costs
"""Command points of each action by the powers that have it (11.1)."""
TURNS: Final = 9

OwnerId = Annotated[str, OWNER]
PowerId = Annotated[str, POWER]
MinorId = Annotated[str, MINOR]
LocationId = Annotated[str, LOCATION]
SpaceId = Annotated[str, SPACE]
SeaId = Annotated[str, SEA]
ElectorateId = Annotated[str, ELECTORATE]
ZoneId = Annotated[str, ZONE]
CardId = Annotated[str, CARD]
LeaderId = Annotated[str, LEADER]
RulerId = Annotated[str, RULER]
DebaterId = Annotated[str, DEBATER]
ReformerId = Annotated[str, REFORMER]
ExplorerId = Annotated[str, EXPLORER]
ConquistadorId = Annotated[str, CONQUISTADOR]
ColonyId = Annotated[str, COLONY]
WifeId = Annotated[str, WIFE]
DiscoveryId = Annotated[str, DISCOVERY]
ConquestId = Annotated[str, CONQUEST]


def spaces(mask: int) -> tuple[str, ...]:
    """Return the ids of locations, given as a mask."""
    return LOCATION.ids_of(mask)


def near(at: str) -> list[str]:
    """Return the spaces next to a space, over land or over a pass."""
    return [LOCATION.ids[each] for each in bits(BESIDE[LOCATION.index[at]])]
