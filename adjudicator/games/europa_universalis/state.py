"""One complete state of Europa Universalis: The Price of Power (S1-S25).

Indexes are those of :mod:`.facts` and :mod:`.slots`; realms that players lead are seats. What follows from the rest is
not included: income, total manpower, capacities, who is friendly (:mod:`.rules.realms`, :mod:`.rules.relations`).

`State` is data alone: steps of :mod:`.rules` change it in place, and tell each change with an event. The annotation of
a field says what it holds and who sees it; `FORM` makes documents, views and checks of that.

What must hold:

- `led` has by seat what the realms have that players lead; of others there is what lies on the map and how they stand.
- `war` and `truce` stand with both realms. Allies, marriages and tokens of casus belli stand with the seat that has
  them.
- What belongs to one turn alone is in `turn`, what belongs to a round in the `status` of a seat: each gets a new one.
- `battles` has the battle under way, or nothing. Imperial units in it are in no pool: they return when it is over.
- No action card is in two places; one that is out of the match may be nowhere.
- The missions on a hand stay in its `mission_deck`: so nobody learns from that deck which ones are held.
"""

from typing import Annotated, Final

from msgspec import Struct, field

from adjudicator.components.piece_fields import By, Count, Hidden, Many, One, Pile, Set
from adjudicator.components.state_schema import Pieces, StateSchema

from .facts import AREA, NODE, NONE, POWER, PROVINCE, REALM, RELIGION, SEAT, SHIP, ZONE
from .house_rules import HouseRules
from .slots import ACT, CARD, CHARACTER, EVENT, IDEA, MILESTONE, MISSION, STRUGGLE, TITLE, TRADE

ARMIES: Final = 3


class Units(Struct, array_like=True):
    """Land units by type: infantry, cavalry, artillery (R9.20)."""

    infantry: Annotated[int, Count()] = 0
    cavalry: Annotated[int, Count()] = 0
    artillery: Annotated[int, Count()] = 0

    @property
    def all(self) -> int:
        return self.infantry + self.cavalry + self.artillery


class Army(Struct, array_like=True):
    """An army: regular, mercenary and allied units in an area, `NONE` if it is not deployed (S12).

    `general`: a character of a card, or the ruler who leads the army (R5.02).
    """

    area: Annotated[int, One(AREA, none=NONE)] = NONE
    regular: Units = field(default_factory=Units)
    mercenary: Units = field(default_factory=Units)
    allied: Units = field(default_factory=Units)
    general: Annotated[int, One(CHARACTER, none=NONE)] = NONE

    @property
    def all(self) -> int:
        return self.regular.all + self.mercenary.all + self.allied.all


class Ships(Struct, array_like=True):
    """Light ships of a realm that are not in its fleet (S12).

    Those that protect trade and those that do not, by zone, and those in ports.
    """

    protecting: Annotated[list[int], By(ZONE, Count(), sparse=True)]
    light: Annotated[list[int], By(ZONE, Count(), sparse=True)]
    docked: Annotated[dict[str, int], By(PROVINCE, Count(1))]

    def at(self, zone: int) -> int:
        """Return how many are in a zone, whether they protect trade or not."""
        return self.light[zone] + self.protecting[zone]

    def in_port(self, port: int) -> int:
        """Return how many lie in a port."""
        return self.docked.get(PROVINCE.ids[port], 0)

    def moor(self, port: str, n: int = 1) -> None:
        """Add ships to a port; remove them if `n` is negative."""
        if there := self.docked.pop(port, 0) + n:
            self.docked[port] = there


class Fleet(Struct, array_like=True):
    """The fleet of a realm, in a zone or in a port (S12).

    `heavy` ships are whole, `damaged` ones have one hit left.
    """

    zone: Annotated[int, One(ZONE, none=NONE)] = NONE
    port: Annotated[int, One(PROVINCE, none=NONE)] = NONE
    light: Annotated[int, Count()] = 0
    heavy: Annotated[int, Count()] = 0
    damaged: Annotated[int, Count()] = 0
    galleys: Annotated[int, Count()] = 0
    admiral: Annotated[int, One(CHARACTER, none=NONE)] = NONE

    @property
    def all(self) -> int:
        return self.light + self.heavy + self.damaged + self.galleys

    def repair(self) -> None:
        """Make damaged ships in a port whole again (R9.30)."""
        if self.port != NONE:
            self.heavy, self.damaged = self.heavy + self.damaged, 0


class Displayed(Struct, array_like=True):
    """A display card before its owner, with the charges that are left (R8.03)."""

    card: Annotated[int, One(CARD)]
    charges: Annotated[int, Count()]


class Status(Struct, array_like=True):
    """The deeds of a seat in this round (S15).

    `events`: event actions taken; `passed`: its place among those that have passed, 0 before; `last_turns`: turns left
    when no more bonuses are paid (R3.24), -1 before.
    """

    events: Annotated[int, Count()] = 0
    passed: Annotated[int, Count()] = 0
    last_turns: int = -1
    focused: bool = False
    trade_income: Annotated[int, Count()] = 0
    """Ducats from trade in this round, for milestones."""


class Led(Struct, array_like=True):
    """The possessions of a realm that a player leads (S2-S15).

    `ruler` none: interregnum (R7.03). `advisors` by power. `available`, `exhausted`, `allied`: manpower (R9.3);
    `bonus_manpower`: gained for good. `alone`: regular infantry without an army by area. `influence`: cubes by area;
    `colonists`: in their pool, influence on distant continents (R11.03). `merchants`: nodes; `standing` says which of
    them stand, and behind them of one who has come to no node yet. `hand` and `missions` are known to their owner.
    `won`: wars won (milestones); `base`: base tax income at the start.
    """

    power: Annotated[list[int], By(POWER, Count(0, 10, rule="R3.45"))]
    ducats: Annotated[int, Count()]
    stability: int
    prestige: int
    religion: Annotated[int, RELIGION]
    ruler: Annotated[int, One(CHARACTER, none=NONE)]
    available: Annotated[int, Count()]
    armies: Annotated[list[Army], Many()]
    alone: Annotated[list[int], By(AREA, Count(), sparse=True)]
    ships: Ships
    fleet: Fleet
    influence: Annotated[list[int], By(AREA, Count(0, 5, rule="R11.01"), sparse=True)]
    claims: Annotated[int, Set(AREA)]
    merchants: Annotated[list[int], Pile(NODE)]
    standing: list[bool]
    base: Annotated[int, Count()] = 0
    interest: Annotated[int, Count()] = 0
    exhausted: Annotated[int, Count()] = 0
    allied: Annotated[int, Count()] = 0
    bonus_manpower: Annotated[int, Count()] = 0
    won: Annotated[int, Count()] = 0
    colonists: Annotated[int, Count()] = 0
    cores: Annotated[int, Set(AREA)] = 0
    """Areas with a core token (R7.30)."""
    advisors: Annotated[list[int], By(POWER, One(CARD, none=NONE))] = field(default_factory=lambda: [NONE] * len(POWER))
    hand: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_OTHERS] = []
    drawn: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_OTHERS] = []
    """Action cards that were drawn in phase 1 and not paid for yet (R3.11)."""
    missions: Annotated[list[int], Pile(MISSION, mixed=True), Hidden.FROM_OTHERS] = []
    mission_deck: Annotated[int, Set(MISSION)] = 0
    """Missions that it may still take; those in its hand are among them, so that nobody sees which it holds."""
    completed: Annotated[int, Set(MISSION)] = 0
    display: Annotated[list[Displayed], Many()] = []
    ideas: Annotated[int, Set(IDEA)] = 0
    status: Status = field(default_factory=Status)
    missions_met: Annotated[int, Set(MISSION)] = 0
    """Missions that it may hold and that were met when last looked at: it has been asked whether it completes one."""

    @property
    def regular(self) -> int:
        """Its regular units on the board (R1.06)."""
        return sum(self.alone) + sum(army.regular.all for army in self.armies)

    @property
    def idle(self) -> int:
        """The number of its merchants that have come to no node yet (R12.09)."""
        return len(self.standing) - len(self.merchants)


class Deck(Struct, array_like=True):
    """The action cards of a type of power (R8.02): those to draw, and the discards, the newest last."""

    draw: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL] = []
    discards: Annotated[list[int], Pile(CARD)] = []


class DisplayedEvent(Struct, array_like=True):
    """A face-up event on the display, with its ducats (R4.01)."""

    event: Annotated[int, One(EVENT)]
    ducats: Annotated[int, Count()] = 0


class Events(Struct, array_like=True):
    """Events of the age (R16.01): the two halves of the deck, what lies face up, how many lie face down."""

    first: Annotated[list[int], Pile(EVENT, mixed=True), Hidden.FROM_ALL] = []
    second: Annotated[list[int], Pile(EVENT, mixed=True), Hidden.FROM_ALL] = []
    shown: Annotated[list[DisplayedEvent], Many()] = []
    down: Annotated[int, Count()] = 0
    gone: Annotated[list[int], Pile(EVENT)] = []


class Commerce(Struct, array_like=True):
    """Trade (S20): the deck, the discards, cards of continents that are not in use yet, nodes and pirates."""

    draw: Annotated[list[int], Pile(TRADE, mixed=True), Hidden.FROM_ALL] = []
    discards: Annotated[list[int], Pile(TRADE)] = []
    unused: Annotated[int, Set(TRADE)] = 0
    expanded: Annotated[int, Set(NODE)] = 0
    pirates: Annotated[list[int], By(NODE, Count(), sparse=True)] = field(default_factory=lambda: [0] * len(NODE))


class Goals(Struct, array_like=True):
    """Ideas and milestones on display, power struggles (S22). `reached`: who has each milestone, in order."""

    ideas: Annotated[int, Set(IDEA)] = 0
    idea_draw: Annotated[list[int], Pile(IDEA, mixed=True), Hidden.FROM_ALL] = []
    milestones: Annotated[int, Set(MILESTONE)] = 0
    milestone_draw: Annotated[list[int], Pile(MILESTONE, mixed=True), Hidden.FROM_ALL] = []
    reached: Annotated[list[list[str]], By(MILESTONE, Pile(SEAT), sparse=True)] = field(
        default_factory=lambda: [[] for _ in MILESTONE.ids]
    )
    struggle_draw: Annotated[list[int], Pile(STRUGGLE, mixed=True), Hidden.FROM_ALL] = []
    upcoming: Annotated[int, One(STRUGGLE, none=NONE)] = NONE
    struggle: Annotated[int, One(STRUGGLE, none=NONE)] = NONE


class Empire(Struct, array_like=True):
    """The Holy Roman Empire (S23).

    `emperor` none: dissolved. `official`: its religion, none if mixed. `defending`: the emperor defends it. `manpower`:
    imperial units left.
    """

    emperor: Annotated[int, One(REALM, none=NONE)]
    authority: Annotated[int, Count(0, 6, rule="R18.01")]
    imperial: Annotated[list[int], By(AREA, Count(), sparse=True)]
    left: Annotated[int, Set(AREA)] = 0
    official: Annotated[int, One(RELIGION, none=NONE)] = 0
    defending: bool = False
    aggressors: Annotated[int, Set(REALM)] = 0
    """Outside realms that have attacked the emperor, or somebody whom the emperor defends (R18.03)."""
    manpower: Annotated[int, Count(0, 8, rule="R18.20")] = 0
    released: Annotated[int, Set(AREA)] = 0
    """Areas that an event took out of it, and whose land has not changed hands since (R18.26)."""


class Curia(Struct, array_like=True):
    """The papal curia (S24): cardinals from left to right, and what the controller has done.

    Who holds the Roma cardinal follows from the map (:func:`.rules.curia.roma`).
    """

    cardinals: Annotated[list[str], Pile(SEAT)]
    used: bool = False
    excommunicated: Annotated[int, One(REALM, none=NONE)] = NONE
    crusade: Annotated[int, One(AREA, none=NONE)] = NONE
    committed: Annotated[list[str], Pile(SEAT, mixed=True)] = []


class Turn(Struct, array_like=True):
    """The state that belongs only to the turn under way (S25).

    `served`, `sailed`: provinces whose military and naval capacity was used (R9.12). `won`: the reward for a battle was
    taken (R9.49). `influenced`: cubes placed by area (R11.01).
    """

    active: Annotated[str, One(SEAT, none="")] = ""
    acted: bool = False
    """Whether its action was done; minor actions may follow (R3.20)."""
    war_of_event: bool = False
    """Whether the war that is being declared is one of an event (R9.06)."""
    declined: Annotated[list[str], Pile(SEAT, mixed=True)] = []
    """Players who have refused to deal in this turn (R4.02)."""
    served: Annotated[int, Set(PROVINCE)] = 0
    sailed: Annotated[int, Set(PROVINCE)] = 0
    won: bool = False
    influenced: Annotated[list[int], By(AREA, Count(), sparse=True)] = field(default_factory=lambda: [0] * len(AREA))
    entered: Annotated[int, Set(AREA)] = 0
    """Areas where the active seat has units that had none before this turn (R9.03)."""
    entered_zones: Annotated[int, Set(ZONE)] = 0
    fresh: Annotated[list[int], By(SEAT, Set(REALM), sparse=True)] = field(default_factory=lambda: [0] * len(SEAT))
    """The realms with which each seat is at war only since this turn (R9.03)."""
    raised: Annotated[list[int], By(AREA, Count(), sparse=True)] = field(default_factory=lambda: [0] * len(AREA))
    """Regular units recruited within capacity, by area; ships built by port, mercenaries hired (R9.12, R9.20)."""
    built: Annotated[dict[str, int], By(PROVINCE, Count(1))] = {}
    hired: Annotated[int, Count()] = 0
    converted: Annotated[int, Set(AREA)] = 0
    """Areas on which a token of religion was placed in this turn (R15.02)."""
    raised_allied: Annotated[list[int], By(AREA, Count(), sparse=True)] = field(default_factory=lambda: [0] * len(AREA))
    """Allied units recruited within military capacity, by area, which that of allies may serve (R9.20)."""
    driven: Annotated[list[int], By(SEAT, Set(AREA), sparse=True)] = field(default_factory=lambda: [0] * len(SEAT))
    """Areas where units of each seat that had none there have retreated as defenders; zones where ships of seats that
    are not on move have come (R9.03)."""
    driven_zones: Annotated[list[int], By(SEAT, Set(ZONE), sparse=True)] = field(
        default_factory=lambda: [0] * len(SEAT)
    )
    renounced: Annotated[int, Set(REALM)] = 0
    """Realms that discard the ruler of the event under way and their present one (R16.03)."""
    outsiders: Annotated[int, Set(AREA)] = 0
    """Areas of the empire of an emperor whom nobody plays that held units from outside before this turn (R18.28)."""


class Side(Struct, array_like=True):
    """A side of a battle (R9.40).

    `seats`: the main defender first; `realms`: those that nobody plays, with their `units`; `rebels`, or pirates, with
    theirs; `imperial`: units of the emperor's pool (R18.20). `dice` by colour, `used`: battle actions of this round;
    `lost`, `outlined`, and the ships: of the last roll.
    """

    seats: Annotated[list[str], Pile(SEAT)] = []
    realms: Annotated[int, Set(REALM)] = 0
    units: Annotated[int, Count()] = 0
    rebels: Annotated[int, Count()] = 0
    imperial: Annotated[int, Count()] = 0
    dice: Units = field(default_factory=Units)
    leader: Annotated[int, One(CHARACTER, none=NONE)] = NONE
    used: Annotated[int, Set(TITLE)] = 0
    lost: Annotated[int, Count()] = 0
    outlined: Annotated[int, Count()] = 0
    sunk: Annotated[list[str], Pile(SHIP, mixed=True)] = []
    used_acts: Annotated[int, Set(ACT)] = 0
    """Battle actions of display cards that were used in this round (R8.04)."""


class Battle(Struct, array_like=True):
    """A battle: in an area, in a zone, or in a zone with the pirates of a `node`.

    `origin`: the area from which the attackers came; if it is NONE, they cannot go back (R9.48).
    """

    attackers: Side
    defenders: Side
    area: Annotated[int, One(AREA, none=NONE)] = NONE
    zone: Annotated[int, One(ZONE, none=NONE)] = NONE
    node: Annotated[int, One(NODE, none=NONE)] = NONE
    origin: Annotated[int, One(AREA, none=NONE)] = NONE
    round: Annotated[int, Count()] = 1


class State(Struct, array_like=True):
    """A position.

    `owner`: the lawful owner of each province. `occupier`: who occupies it; `rebel_towns`: rebels do. `dnpr`: whose
    coloured token lies there, under a player's token too (R13.02). `overlord`: of a vassal realm. `allied`: each seat's
    allies, players' realms among them; `active`: active allies. `married`: realms of whose marriages each seat has the
    token; `disputed`: those that are turned. `war`, `truce`: both ways; `cb`: tokens by who placed them. `ill`:
    characters with a token. `order`: seats clockwise; `first`: the first player.
    """

    rules: HouseRules
    order: Annotated[list[str], Pile(SEAT)]
    first: Annotated[str, One(SEAT)]
    led: Annotated[dict[str, Led], By(SEAT)]
    owner: Annotated[list[int], By(PROVINCE, One(REALM, none=NONE))]
    occupier: Annotated[list[int], By(PROVINCE, One(REALM, none=NONE), sparse=True)]
    rebel_towns: Annotated[int, Set(PROVINCE)]
    unrest: Annotated[int, Set(PROVINCE)]
    plus_manpower: Annotated[int, Set(PROVINCE)]
    dnpr: Annotated[list[int], By(PROVINCE, One(REALM, none=NONE), sparse=True)]
    overlord: Annotated[list[int], By(REALM, One(REALM, none=NONE), sparse=True)]
    allied: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    active: Annotated[int, Set(REALM)]
    married: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    disputed: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    cb: Annotated[dict[str, int], By(SEAT, Set(REALM))]
    religion: Annotated[list[int], By(AREA, One(RELIGION))]
    beneath: Annotated[list[int], By(AREA, One(RELIGION, none=NONE), sparse=True)]
    """The religion under a token of the revolution (R15.03)."""
    rebels: Annotated[list[int], By(AREA, Count(), sparse=True)]
    plague: Annotated[int, Set(AREA)]
    war: Annotated[list[int], By(REALM, Set(REALM), sparse=True)]
    truce: Annotated[list[int], By(REALM, Set(REALM), sparse=True)]
    empire: Empire
    curia: Curia
    decks: Annotated[list[Deck], By(POWER)]
    events: Events
    trade: Commerce
    goals: Goals
    ill: Annotated[int, Set(CHARACTER)] = 0
    discovered: Annotated[int, Set(AREA)] = 0
    age: Annotated[int, Count(1, 4, rule="R3.01")] = 1
    round: Annotated[int, Count(1, 4, rule="R3.01")] = 1
    phase: Annotated[int, Count(1, 5, rule="R3.01")] = 1
    rounds: Annotated[int, Count()] = 0
    """Rounds that are over, of all ages."""
    turn: Turn = field(default_factory=Turn)
    grown: Annotated[int, Set(PROVINCE)] = 0
    """Small provinces in which their owner has built a large town (R16.03)."""
    covered: Annotated[int, Set(PROVINCE)] = 0
    """Provinces where an occupier's town lies on unrest, which does not count then (R14.01)."""
    battles: Annotated[list[Battle], Many()] = []
    """The battle under way, if there is one."""
    leaving: Annotated[int, Set(REALM)] = 0
    """Realms whose player leaves: nobody plays one any more after a round that ends with it at peace (R13.30)."""
    forsaken: Annotated[int, Set(REALM)] = 0
    """Realms whose players have left."""
    capitals: Annotated[list[int], By(REALM, One(PROVINCE, none=NONE), sparse=True)] = field(
        default_factory=lambda: [NONE] * len(REALM)
    )
    """The capitals of dynamic realms whose tokens an event has placed, if they are not those of the map."""
    turns: Annotated[int, Count()] = 0
    """Turns of action phases that have begun (R3.20)."""

    @property
    def seats(self) -> list[str]:
        return [*self.led]


FORM: Final = StateSchema(State, seats=SEAT, pieces=[Pieces(CARD, loose=True, rule="R2.01")])
