"""One position of Here I Stand, complete. Places, people and owners stand in it by their ids, sets as masks.

What follows from the rest is not in it: who is besieged, lines of communication, points, keys (:mod:`.rules.table`).

`State` is data alone: steps of :mod:`.rules` and :mod:`.cards` change it, and tell each change with an event; units and
leaders change through :mod:`.rules.table` (`add`, `put_leader`). What must hold:

- Each card but the home cards lies in one place. Fields with `mention` only name what lies elsewhere.
- An owner has one `Force` at most in a place with the same `inside` and `lent_to`, and none without units.
- `impulse` is of one impulse; `battle`, `sailing`, `sea_battle` and `debate` are None where none is under way.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta, Struct, field

from adjudicator.components import Kind, Thing
from adjudicator.components.piece_fields import At, By, Count, Hidden, Many, One, Owned, Pile, Set
from adjudicator.components.state_schema import Pieces, StateSchema

from . import facts
from .facts import CARD, CONQUEST, DEBATER, DISCOVERY, LEADER, LOCATION, NONE, OWNER, POWER, SPACE, ZONE
from .house_rules import HouseRules

FACE: Final[Kind[Thing]] = Kind("face", ("1", "2", "3", "4", "5", "6"), first=1)
"""Faces of a die."""
FAITH: Final[Kind[Thing]] = Kind("faith", ("protestant", "papacy"))
"""The sides of the Reformation (18)."""
SIDE: Final[Kind[Thing]] = Kind("side", ("governor", "uprising"))
"""The sides of the marker of card 111."""
WAY: Final[Kind[Thing]] = Kind("way to victory", ("military", "religious", "standard", "domination", "time_limit"))
"""How a match is won (23)."""


class Troops(NamedTuple):
    """Land units by their kind; `allied`: those of minor allies (5.1)."""

    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    allied: int = 0

    @property
    def total(self) -> int:
        """The number of units."""
        return sum(self)

    def within(self, other: "Troops") -> bool:
        """Return whether others have at least as many of each kind."""
        return all(0 <= mine <= theirs for mine, theirs in zip(self, other, strict=True))

    def named(self) -> dict[str, Any]:
        """Return the numbers by their kind, without those that are none."""
        return {kind: number for kind, number in self._asdict().items() if number}


Number = Annotated[int, Meta(ge=0, le=60)]


class OfUnits(Struct, frozen=True, kw_only=True):
    """Fields of whatever names land units of one owner by their kind."""

    regulars: Number = 0
    mercenaries: Number = 0
    cavalry: Number = 0

    @property
    def troops(self) -> Troops:
        """The units."""
        return Troops(self.regulars, self.mercenaries, self.cavalry)


class OfTroops(OfUnits, frozen=True, kw_only=True):
    """Fields of whatever names land units by their kind, those of minor allies too."""

    allied: Number = 0

    @property
    def troops(self) -> Troops:
        return super().troops._replace(allied=self.allied)


class OfFormation(OfTroops, frozen=True, kw_only=True):
    """Fields of whatever names land units and leaders."""

    leaders: Annotated[tuple[str, ...], LEADER] = ()


class OfArmy(OfFormation, frozen=True, kw_only=True):
    """Fields of whatever names land units and leaders, or `everybody`: all that may go."""

    everybody: bool = False


class Force(Struct, array_like=True):
    """The units of one owner in one place (5.1).

    `inside`: in the fortification of a space that is besieged (15.1). `lent_to`: the power to which ships are on loan
    (9.1), "" for none.
    """

    owner: Annotated[str, One(OWNER)]
    regulars: Annotated[int, Count(), At("regulars", lean=True)] = 0
    mercenaries: Annotated[int, Count(), At("mercenaries", lean=True)] = 0
    cavalry: Annotated[int, Count(), At("cavalry", lean=True)] = 0
    squadrons: Annotated[int, Count(), At("squadrons", lean=True)] = 0
    corsairs: Annotated[int, Count(), At("corsairs", lean=True)] = 0
    inside: Annotated[bool, At("inside", lean=True)] = False
    lent_to: Annotated[str, One(POWER, none=""), At("lent_to", lean=True)] = ""


class LeaderState(Struct, array_like=True):
    """A leader who is in the match (5.1).

    `at`: where; "" while captured, in a foreign war or on the turn track. `inside`: besieged. `captor`: who holds them.
    `abroad`: the card of their foreign war. `returns`: in the next card draw phase.
    `lent_to`: the power to which a naval leader is on loan.
    """

    at: Annotated[str, One(LOCATION, none="")] = ""
    inside: Annotated[bool, At("inside", lean=True)] = False
    captor: Annotated[str, One(POWER, none=""), At("captor", lean=True)] = ""
    abroad: Annotated[int, One(CARD, none=NONE, mention=True), At("abroad", lean=True)] = NONE
    returns: Annotated[bool, At("returns", lean=True)] = False
    lent_to: Annotated[str, One(POWER, none=""), At("lent_to", lean=True)] = ""


class Siege(Struct, array_like=True):
    """A siege (15.1): by whom, and whether it began in this impulse."""

    by: Annotated[str, One(OWNER)]
    fresh: bool = True


class ForeignWar(Struct, array_like=True):
    """A foreign war (21.7): the units of the enemy and of the power on the card; `fought`: in this impulse."""

    card: Annotated[int, One(CARD, mention=True)]
    foreign: Annotated[int, Count()]
    regulars: Annotated[int, Count()] = 0
    mercenaries: Annotated[int, Count()] = 0
    cavalry: Annotated[int, Count()] = 0
    fought: bool = False


class Hand(Struct, array_like=True):
    """The cards of a power (6): those of the deck that it holds, and the home cards that are not played yet (open).

    `looking`: cards of others of which it keeps one (21.5), or that pirates have got in this impulse (16.4).
    """

    cards: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_OTHERS] = []
    home: Annotated[int, Set(facts.HOME_CARD, mention=True)] = 0
    looking: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_OTHERS] = []


class PowerState(Struct, array_like=True):
    """What a power has beside its pieces (4).

    `bonus`: bonus victory points; `war_winner`: markers of won wars; `phony`: of phony wars, which cost a point each
    (9.6). `fewer`: cards less in the next deal. `used`: cards that it used in this turn as event, response or combat
    card. `excommunicated`: by a bull that still binds (21.5).
    """

    ruler: Annotated[str, One(facts.RULER)]
    bonus: Annotated[int, Count()] = 0
    war_winner: Annotated[int, Count()] = 0
    phony: Annotated[int, Count()] = 0
    fewer: Annotated[int, Count()] = 0
    used: Annotated[int, Set(CARD, mention=True)] = 0
    excommunicated: bool = False


class Score(Struct, array_like=True):
    """The victory points of each power at the end of a turn (23)."""

    points: Annotated[dict[str, int], By(POWER, Count())]


class Pact(Struct, array_like=True):
    """A deal that two powers have signed (9.1).

    `cards_from` gives `cards` drawn at random, `mercenaries_from` mercenaries. `ships`: ports whose fleets are lent;
    `squadrons`: so many of each, 0 for all. `only_with`: it holds only together with a deal between these two.
    """

    first: Annotated[str, One(POWER)]
    second: Annotated[str, One(POWER)]
    peace: bool = False
    alliance: bool = False
    cards: Annotated[int, Count()] = 0
    cards_from: Annotated[str, One(POWER, none="")] = ""
    mercenaries: Annotated[int, Count()] = 0
    mercenaries_from: Annotated[str, One(POWER, none="")] = ""
    spaces: Annotated[list[str], Pile(SPACE, mention=True)] = []
    leaders: Annotated[list[str], Pile(LEADER, mention=True)] = []
    ships: Annotated[list[str], Pile(LOCATION, mention=True)] = []
    squadrons: Annotated[int, Count()] = 0
    divorce: bool = False
    rescission: bool = False
    only_with: Annotated[list[str], Pile(POWER, mention=True)] = []


class Debate(Struct, array_like=True):
    """A debate under way (18.5).

    `power` called it in a `zone`, against a pool of `committed` debaters or of others, with `extra` dice; `own`: the
    debater it sends, `barred`: one who may not take part. `attacker` and `defender` meet in a `round`; whether each was
    uncommitted (`_free`).
    """

    power: Annotated[str, One(POWER)]
    zone: Annotated[str, One(ZONE)]
    committed: bool = False
    extra: Annotated[int, Count()] = 0
    own: Annotated[str, One(DEBATER, none="", mention=True)] = ""
    barred: Annotated[str, One(DEBATER, none="", mention=True)] = ""
    attacker: Annotated[str, One(DEBATER, none="", mention=True)] = ""
    defender: Annotated[str, One(DEBATER, none="", mention=True)] = ""
    round: Annotated[int, Count(0, 2)] = 0
    attacker_free: bool = False
    defender_free: bool = False


class Impulse(Struct, array_like=True):
    """The impulse under way (11).

    `cp`: command points left; `card`: what was played. `tried`: spaces of attempts, by side.
    `assaulted`, `pirated`: where that has been done. `weather`: Foul Weather was played. `gouty`: leaders who may not
    move. `bonus`: who used the bonus of a debater. `stuck`: units that may not move any more, by where they are.
    `tired`: units that have tried to intercept, like `stuck`,
    which holds those of the active power, and the units of others that lost a field battle.
    """

    power: Annotated[str, One(POWER, none="")] = ""
    card: Annotated[int, One(CARD, none=NONE, mention=True)] = NONE
    cp: Annotated[int, Count()] = 0
    tried: Annotated[dict[str, int], By(FAITH, Set(SPACE), sparse=True)] = {}
    assaulted: Annotated[int, Set(SPACE)] = 0
    weather: bool = False
    gouty: Annotated[int, Set(LEADER, mention=True)] = 0
    bonus: Annotated[int, Set(POWER, mention=True)] = 0
    stuck: Annotated[dict[str, list[Force]], By(LOCATION, Many(), sparse=True)] = {}
    moved: Annotated[dict[str, list[Force]], By(LOCATION, Many(), sparse=True)] = {}
    """Units that have marched, by where they are: in Foul Weather they march no more."""
    tired: Annotated[dict[str, list[Force]], By(LOCATION, Many(), sparse=True)] = {}
    recruits: Annotated[int, Count()] = 0
    """Points left for Foreign Recruits."""
    bound: Annotated[int, Set(LEADER, mention=True)] = 0
    """Leaders who may not move any more, of others those who have tried to intercept (13.1, 13.2)."""
    joined: Annotated[dict[str, int], By(LOCATION, Count(), sparse=True)] = {}
    """How many units have joined a siege of their power in this impulse (15.1)."""
    favour: bool = False
    """Whether Suleiman may assault once without points and at once (card 42)."""
    raid: bool = False
    """Whether France spends the points of Scots Raid; `cp_kept`: those of the power whose impulse it is."""
    cp_kept: Annotated[int, Count()] = 0
    beaten: Annotated[dict[str, list[Force]], By(LOCATION, Many(), sparse=True)] = {}
    """Ships of the active power that lost a naval combat in this impulse, by where they are (16.1)."""
    passed_on: Annotated[int, Set(POWER, mention=True)] = 0
    """Who lets whatever is announced in this impulse pass."""


class Battle(Struct, array_like=True):
    """A march, and what it leads to (13, 14); an assault (15.2), a battle abroad (21.7) or for Rome (21.5).

    `power`: who attacks; `units`, `leaders`: the formation that marches from `origin` to `at`; `card`: of the war
    abroad. `met`: who has intercepted; `tried`: from where. `sortie`: the besieged units that take part.
    `attack`, `defense`: dice besides those of units and leaders, `attack_low` and `defense_low` further ones that hit
    on 4 and more; `surprise`: the side that rolls first, `struck`: its hits that were taken at once. The hits and the
    dice of both sides, once they have rolled.
    """

    kind: Literal["march", "field", "assault", "abroad", "sack"]
    power: Annotated[str, One(POWER)]
    at: Annotated[str, One(LOCATION, none="")] = ""
    origin: Annotated[str, One(LOCATION, none="")] = ""
    units: Annotated[list[Force], Many()] = []
    leaders: Annotated[int, Set(LEADER, mention=True)] = 0
    card: Annotated[int, One(CARD, none=NONE, mention=True)] = NONE
    met: Annotated[int, Set(POWER)] = 0
    tried: Annotated[int, Set(LOCATION)] = 0
    sortie: Annotated[list[Force], Many()] = []
    attack: Annotated[int, Count(-99, 99)] = 0
    defense: Annotated[int, Count(-99, 99)] = 0
    attack_low: Annotated[int, Count()] = 0
    defense_low: Annotated[int, Count()] = 0
    surprise: Literal["", "attack", "defense"] = ""
    struck: Annotated[int, Count()] = 0
    attack_hits: Annotated[int, Count()] = 0
    defense_hits: Annotated[int, Count()] = 0
    attack_dice: Annotated[int, Count()] = 0
    defense_dice: Annotated[int, Count()] = 0


class OfShips(Struct, frozen=True, kw_only=True):
    """Fields of whatever names ships and naval leaders; without figures all ships of a place."""

    squadrons: Number = 0
    corsairs: Number = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class Route(Struct, array_like=True):
    """Ships and leaders that set sail from one place to another (16.1)."""

    origin: Annotated[str, One(LOCATION)]
    to: Annotated[str, One(LOCATION)]
    ships: Annotated[list[Force], Many()] = []
    leaders: Annotated[list[str], Pile(LEADER, mention=True)] = []


class Sailing(Struct, array_like=True):
    """A naval move under way (16.1).

    `fresh`: the sea zones where its ships lie crosswise, as no others of the power lay there. `tried`: from where was
    intercepted, `met`: which power succeeded, `fought`: who has been fought, by place. `faces`, `added`: of the roll
    under way.
    """

    power: Annotated[str, One(POWER)]
    routes: Annotated[list[Route], Many()] = []
    fresh: Annotated[list[str], Pile(LOCATION, mention=True)] = []
    tried: Annotated[dict[str, int], By(LOCATION, Set(LOCATION, mention=True), sparse=True)] = {}
    met: Annotated[dict[str, str], By(LOCATION, One(POWER), sparse=True)] = {}
    fought: Annotated[dict[str, int], By(LOCATION, Set(OWNER, mention=True), sparse=True)] = {}
    faces: Annotated[list[int], Pile(FACE, mention=True)] = []
    added: Annotated[int, Count(-9, 9)] = 0


class NavalBattle(Struct, array_like=True):
    """A naval combat (16.2): `power` attacks an `enemy`; the dice and the hits of both; at the `outbreak` of a war."""

    power: Annotated[str, One(POWER)]
    enemy: Annotated[str, One(OWNER)]
    at: Annotated[str, One(LOCATION)]
    dice: Annotated[int, Count()] = 0
    against: Annotated[int, Count()] = 0
    hits: Annotated[int, Count()] = 0
    hits_against: Annotated[int, Count()] = 0
    outbreak: bool = False


class State(Struct, array_like=True):
    """A position.

    `control`: the spaces that each owner controls, none of them a space out of play; `protestant`: spaces of Protestant
    religion, the others are Catholic or, at home of the Ottoman, have none; `unrest`, `fortresses` (markers),
    `universities`: spaces with such markers. `display`: regulars that wait for electorates (21.6). `forces`,
    `leaders`, `sieges`: units, leaders and sieges. `wars`, `alliances`: who is at war or allied with whom, both ways
    round. `minors`: the power to which each minor power is allied. `deck`, `discard`, `hands`, `gone` (out of the
    match), `waiting` (not yet in the deck), `table` (rulers, foreign wars): where cards are. `this_turn`: events that
    count until its end.
    """

    rules: HouseRules
    turn: Annotated[int, Count(1, 9)]
    control: Annotated[list[int], Owned(OWNER, SPACE)]
    forces: Annotated[dict[str, list[Force]], By(LOCATION, Many(), sparse=True)]
    leaders: Annotated[dict[str, LeaderState], By(LEADER, sparse=True)]
    wars: Annotated[dict[str, int], By(OWNER, Set(OWNER, mention=True), sparse=True)]
    powers: Annotated[dict[str, PowerState], By(POWER)]
    hands: Annotated[dict[str, Hand], By(POWER)]
    deck: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]
    waiting: Annotated[list[int], Pile(CARD, mixed=True)]
    discard: Annotated[list[int], Pile(CARD)] = []
    gone: Annotated[list[int], Pile(CARD, mixed=True)] = []
    table: Annotated[list[int], Pile(CARD, mixed=True)] = []
    played: Annotated[list[int], Pile(CARD)] = []
    """The card whose event is under way."""
    alliances: Annotated[dict[str, int], By(POWER, Set(POWER, mention=True), sparse=True)] = {}
    minors: Annotated[dict[str, str], By(facts.MINOR, One(POWER), sparse=True)] = {}
    protestant: Annotated[int, Set(SPACE)] = 0
    unrest: Annotated[int, Set(SPACE)] = 0
    fortresses: Annotated[int, Set(SPACE)] = 0
    universities: Annotated[int, Set(SPACE)] = 0
    havens: Annotated[int, Set(SPACE)] = 0
    sieges: Annotated[dict[str, Siege], By(SPACE, sparse=True)] = {}
    display: Annotated[dict[str, int], By(facts.ELECTORATE, Count(), sparse=True)] = {}
    league: bool = False
    barbary: bool = False
    """Whether Barbary Pirates has been played."""
    jesuits: bool = False
    """Whether Society of Jesus has been played."""
    reformers: Annotated[dict[str, str], By(facts.REFORMER, One(SPACE), sparse=True)] = {}
    debaters: Annotated[int, Set(DEBATER, mention=True)] = 0
    """The debaters who are in the match and not out of it for this turn."""
    committed: Annotated[int, Set(DEBATER, mention=True)] = 0
    banned: Annotated[int, Set(DEBATER, mention=True)] = 0
    """The debaters who are excommunicated until the next card draw phase."""
    burnt: Annotated[int, Set(DEBATER, mention=True)] = 0
    """The debaters who were burnt, disgraced or have died."""
    burnt_vp: Annotated[dict[str, int], By(POWER, Count(), sparse=True)] = {}
    bulls: Annotated[int, Set(facts.RULER, mention=True)] = 0
    """The rulers who have been excommunicated in this match."""
    cursed: Annotated[int, Set(facts.REFORMER, mention=True)] = 0
    """The reformers who have been excommunicated in this match."""
    new_testament: Annotated[dict[str, int], By(ZONE, Count(0, 6), sparse=True)] = {}
    full_bible: Annotated[dict[str, int], By(ZONE, Count(0, 10), sparse=True)] = {}
    st_peters: Annotated[int, Count(0, 4)] = 0
    """Command points on the track of St Peter's; five of them make one of `st_peters_vp`."""
    st_peters_vp: Annotated[int, Count(0, 5)] = 0
    piracy: Annotated[int, Count(0, 10)] = 0
    chateaux: Annotated[int, Count(0, 6)] = 0
    wife: Annotated[str, One(facts.WIFE)] = "catherine_of_aragon"
    births: Annotated[int, Count(0, 63)] = 0
    """The lines of the pregnancy chart that have happened, as bits."""
    edward: Literal["", "sickly", "healthy"] = ""
    elizabeth: bool = False
    edward_turn: Annotated[int, Count()] = 0
    """The turn in whose card draw phase a card of a child or a marriage joins the deck."""
    married_turn: Annotated[int, Count()] = 0
    foreign_wars: Annotated[list[ForeignWar], Many()] = []
    voyages: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers with an exploration under way; `conquering`, `colonizing` those with the others (20)."""
    conquering: Annotated[int, Set(POWER, mention=True)] = 0
    colonizing: Annotated[int, Set(POWER, mention=True)] = 0
    sailed: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers that have explored in this turn; `conquered`, `colonized` those that have done the others."""
    conquered: Annotated[int, Set(POWER, mention=True)] = 0
    colonized: Annotated[int, Set(POWER, mention=True)] = 0
    charted: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers that have charts: those that have rolled for an exploration (20.2)."""
    explorers: Annotated[int, Set(facts.EXPLORER, mention=True)] = 0
    """The explorers who are still in the match and at home."""
    conquistadors: Annotated[int, Set(facts.CONQUISTADOR, mention=True)] = 0
    colonies: Annotated[int, Set(facts.COLONY, mention=True)] = 0
    discoveries: Annotated[dict[str, str], By(DISCOVERY, One(POWER), sparse=True)] = {}
    conquests: Annotated[dict[str, str], By(CONQUEST, One(POWER), sparse=True)] = {}
    depleted: Annotated[int, Set(CONQUEST, mention=True)] = 0
    this_turn: Annotated[int, Set(CARD, mention=True)] = 0
    lasting: Annotated[int, Set(CARD, mention=True)] = 0
    """Cards whose marker is in play: galleons, plantations and others."""
    markers: Annotated[dict[str, str], By(CARD, One(POWER), sparse=True)] = {}
    """The power that has the marker of a card."""
    lost_ships: Annotated[dict[str, int], By(OWNER, Count(), sparse=True)] = {}
    """Ships on the turn track, which can be built again from the next turn on (16.3)."""
    knights: Annotated[str, One(SPACE, none="")] = "rhodes"
    passes: Annotated[int, Count(0, 6)] = 0
    impulse: Impulse = field(default_factory=Impulse)
    skipping: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers that lose their next impulse."""
    record: Annotated[list[Score], Many()] = []
    mapped: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers whose exploration has Mercator's Map; `poxed` those whose conquest has Smallpox."""
    poxed: Annotated[int, Set(POWER, mention=True)] = 0
    barred: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers that may not explore in this turn; `barred_conquests` those that may not conquer."""
    barred_conquests: Annotated[int, Set(POWER, mention=True)] = 0
    raiders: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers whose raiders lie beside the colonies of the Hapsburgs (20.4)."""
    riches: Annotated[dict[str, int], By(POWER, Count(), sparse=True)] = {}
    """Cards that the New World brings in the deal of this turn."""
    colonial: Annotated[dict[str, str], By(SIDE, One(POWER), sparse=True)] = {}
    """The power beside whose colonies the marker of a colonial governor or a native uprising lies."""
    peace: Annotated[dict[str, int], By(OWNER, Set(OWNER, mention=True), sparse=True)] = {}
    """Who has made peace or an alliance with whom in this diplomacy phase."""
    anne_discount: bool = False
    """Whether the Hapsburgs declare war on England for 2 less, once, because of Anne Boleyn (21.3)."""
    phony_wars: Annotated[dict[str, int], By(POWER, Set(facts.MINOR, mention=True), sparse=True)] = {}
    """The minor powers for which somebody intervened, by the power that declared war and has not fought yet (9.6)."""
    negotiating: bool = False
    """Whether deals may be signed now (9.1)."""
    pacts: Annotated[dict[str, list[Pact]], By(POWER, Many(unseen=True)), Hidden.FROM_OTHERS] = field(
        default_factory=lambda: {power: [] for power in POWER.ids}
    )
    """The deals that each power has signed and that are not announced yet; every one stands with both its parties."""
    divorced: Annotated[int, Count()] = 0
    """The turn in which the Papacy granted the divorce, 0: not yet."""
    remarries: Annotated[int, Count()] = 0
    """The turn in which Henry VIII marries again when England passes for the first time."""
    ruler_changed: Annotated[int, Set(POWER, mention=True)] = 0
    """The powers that got another ruler in this turn."""
    offered: Annotated[int, One(CARD, none=NONE, mention=True), Hidden.FROM_ALL.but("offered_by")] = NONE
    """The card that a power is about to give away, and who that is."""
    offered_by: Annotated[int, Set(POWER, mention=True)] = 0
    wages: Annotated[int, Count()] = 0
    """How many mercenaries of the power whose mercenaries demand pay are paid."""
    renegade: Annotated[str, One(POWER, none="")] = ""
    """The power that the Renegade serves."""
    debate: Debate | None = None
    colloquy: Annotated[int, Count()] = 0
    """The attempts that those bring who go to Marburg."""
    chosen: Annotated[str, One(DEBATER, none="", mention=True)] = ""
    """The debater whom the Papacy has chosen or barred for the Leipzig Debate."""
    council: Annotated[int, Set(DEBATER, mention=True)] = 0
    """The debaters at the Council of Trent."""
    acting: bool = False
    """Whether the action phase is under way, in which response cards may be used at any time (6)."""
    battle: Battle | None = None
    hungary_lost: bool = False
    """Whether Hungary has been defeated (22.5)."""
    sailing: Sailing | None = None
    sea_battle: NavalBattle | None = None
    pirated: Annotated[int, Set(facts.SEA, mention=True)] = 0
    """The sea zones where there was piracy in this turn."""
    maurice: Annotated[str, One(POWER, none="")] = ""
    """The power that Maurice of Saxony has changed sides to."""
    offered_too: Annotated[int, One(CARD, none=NONE, mention=True), Hidden.FROM_ALL.but("offered_by")] = NONE
    """The other card of which one is given away."""
    informing: bool = False
    """Whether nobody has deployed yet in this spring, so that Venetian Informant can be used (10)."""
    dues: Annotated[dict[str, int], By(POWER, Count(), sparse=True)] = {}
    """What each power owes for the wars of this segment, until all have announced theirs (9.6)."""
    joined: Annotated[int, Set(facts.MINOR, mention=True)] = 0
    """The minor powers for which somebody intervenes who has not paid for it yet."""
    ceded: Annotated[dict[str, int], By(POWER, Set(POWER, mention=True), sparse=True)] = {}
    """To whom each power has yielded a home space in this diplomacy phase (9.3)."""
    impulses: Annotated[int, Count()] = 0
    """How many impulses there were in the match."""
    inquired: bool = False
    """Whether the Hapsburgs know the hands of England and the Protestants, until they choose a card (card 58)."""


def _due(state: State, owner: str) -> list[int]:
    """Return every card but the home cards, which lie on the power cards (6)."""
    return [each.index for each in CARD if each.kind != "home"]


CARDS: Final = Pieces(CARD, due=_due, rule="6")
FORM: Final = StateSchema(State, seats=POWER, pieces=[CARDS])
known: Final = FORM.known
