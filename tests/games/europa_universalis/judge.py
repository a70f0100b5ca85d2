"""What the rulebook says of battles and of declaring war, worked out anew from the tokens on the board and from what is
printed: nothing that the rules of the game work out is used (§9.1, 9.6-9.9, R9.01, R9.40-R9.49).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from msgspec import Struct, field

from adjudicator import Action, Match
from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules import battle_dice, battles, casualties, retreats
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import State

ORDER = ("mercenary", "regular", "allied")
ARMS = ("infantry", "cavalry", "artillery")
FACES = {"inf": "infantry", "cav": "cavalry", "art": "artillery"}
TWICE = [each for each in ("tercios_janissaries", "line_infantry") if each in IDEA.index]
"""The ideas for which an outlined infantry face counts twice."""


class Force(Struct):
    """One side: what each seat has by category, type and army, or by kind of ship; what nobody plays; its dice."""

    seats: list[str]
    held: dict[str, Counter[Any]]
    nobody: int = 0
    rebels: int = 0
    dice: int = 3
    leaders: int = 0

    def sizes(self) -> dict[str, int]:
        """How much each group of it has."""
        found = {seat: units(self.held[seat]) for seat in self.seats} | {"nobody": self.nobody, "rebels": self.rebels}
        return {who: n for who, n in found.items() if n}

    def all(self) -> int:
        return sum(self.sizes().values())


def units(held: Counter[Any]) -> int:
    return sum(n for what, n in held.items() if what != "hits")


def troops(state: State, seat: str, area: int) -> Counter[Any]:
    """The land units of a seat in an area, by category, type and army."""
    led, found = state.led[seat], Counter[Any]()
    found["regular", "infantry", 0] = led.alone[area]
    for number, army in enumerate(led.armies, 1):
        if army.area == area:
            for category in ORDER:
                for arm in ARMS:
                    found[category, arm, number] = getattr(getattr(army, category), arm)
    return +found


def flotilla(state: State, seat: str, zone: int) -> Counter[Any]:
    """The ships of a seat in a zone, by kind, those of the fleet apart."""
    led, found = state.led[seat], Counter[Any]()
    found["light", False] = led.ships.light[zone] + led.ships.protecting[zone]
    if led.fleet.zone == zone:
        fleet = led.fleet
        found["light", True], found["galley", True] = fleet.light, fleet.galleys
        found["heavy", True], found["damaged", True] = fleet.heavy, fleet.damaged
    return +found


def battle_dice_of(character: str) -> int:
    """How many dice a leader adds."""
    found = default().characters.get(character)
    return 0 if found is None else sum((found.dice.infantry, found.dice.cavalry, found.dice.artillery, found.dice.any))


PRICES = ("", "influence", "ducats")
"""Of military access."""


class BattleJudge(Struct):
    """Follows one battle by what is told and answered, and says where it goes another way than the rulebook."""

    match: Match
    sides: dict[str, Force] = field(default_factory=dict)
    rolled: list[tuple[str, int]] = []
    due: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    large: dict[str, dict[str, int]] = field(default_factory=dict)
    turn: dict[str, int] = field(default_factory=dict)
    exhausted: Counter[str] = field(default_factory=Counter)
    place: tuple[int, int] = (-1, -1)
    origin: int = -1
    sudden: int = 0
    answered: Action | None = None
    compared: int = 0
    over: bool = False
    """The battle is; another may follow where somebody has retreated to."""

    def agree(self, one: object, other: object, what: str) -> None:
        self.compared += 1
        assert one == other, f"{what}: told {one}, by the book {other}"

    @property
    def land(self) -> bool:
        return self.place[0] >= 0

    def before(self, seat: str, options: Iterable[Action], kind: str) -> None:
        """What may be answered to a question of the battle."""
        if kind == "loss":
            category = self._next(seat)
            mine = {(arm, army) for (cat, arm, army), n in self.of(seat).items() if cat == category and n}
            self.agree({(each.unit, each.army) for each in options}, mine, f"units that {seat} may lose")  # type: ignore[attr-defined]
        elif kind == "ship_loss":
            held = self.of(seat)
            mine_ = {(kind, fleet) for (kind, fleet), n in held.items() if n}
            named = {(self._kind(held, each), each.fleet) for each in options}  # type: ignore[attr-defined]
            self.agree(named, mine_, f"ships that {seat} may lose")
        elif kind == "retreat" and self.land:
            places = {(each.area, each.pay, each.consent) for each in options if isinstance(each, retreats.Retreat)}
            self.agree(places, set(self._ways_out(seat)), f"where {seat} may retreat")

    def _ways_out(self, seat: str) -> Iterator[tuple[str, str, str | None]]:
        """An attacker goes back; a defender to an area next to it by land, without enemies and with access that is
        free or that he pays for, with the consent of an opponent where they own all of it.
        """
        state, area = self.match.state, self.place[0]
        if seat in self.sides["attackers"].seats:
            yield from [(AREA.ids[self.origin], "", None)] if self.origin >= 0 else []
            return
        board, asked = Board(state), (None, *state.led)
        for near in bits(AREA.things[area].land):
            if not board.hostile_units(seat, near):
                ways = ((pay, consent) for pay in PRICES for consent in asked)
                yield from ((AREA.ids[near], *way) for way in ways if board.may_enter(seat, near, *way, retreats=True))

    def of(self, seat: str) -> Counter[Any]:
        return self.force(seat).held[seat]

    def name(self, seat: str) -> str:
        return next(name for name, own in self.sides.items() if seat in own.held)

    def force(self, seat: str) -> Force:
        return self.sides[self.name(seat)]

    def _next(self, seat: str) -> str:
        """The category whose turn it is to lose a unit: mercenaries, regulars, allied ones in turn, from the first on
        with each roll, and for who retreats (§9.7, 4 and 6).
        """
        at = self.turn.get(seat, 0) if self._open(self.name(seat)) else 0
        held = {category for (category, _, _), n in self.of(seat).items() if n}
        return next(ORDER[(at + k) % 3] for k in range(3) if ORDER[(at + k) % 3] in held)

    # what is told --------------------------------------------------------------------------------------------------

    def told(self, event: Any, before: State) -> None:
        if self.over:
            return
        match event:
            case battles.BattleBegan():
                self._began(event, before)
            case battles.LedBy():
                own = self.sides[event.side]
                own.leaders += 1
                self.agree(own.leaders, 1, "leaders of a side")
                own.dice += battle_dice_of(event.character)
            case battle_dice.BattleActionPlayed():
                found = default().titles[event.title]
                face = next((act for act in found.acts if act.id == event.act), found)
                self.force(event.seat).dice += sum(
                    sum((each.infantry, each.cavalry, each.artillery, each.any))
                    for each in face.dice
                    if isinstance(each, battle_dice.ExtraDice)
                )
            case battle_dice.IdeaInBattle():
                self._idea(event)
            case battle_dice.DiceRolled():
                self._rolled(event, before)
            case casualties.OthersLost() | casualties.UnitLost() | casualties.ShipLost():
                self._lost(event)
            case casualties.ShipCaptured():
                self.agree(event.fleet or event.ship == "light", True, "only light ships are outside the fleet")
                self.of(event.seat)["damaged" if event.ship == "heavy" else event.ship, event.fleet] += 1
            case retreats.Retreated():
                self.settled()
                own = self.force(event.seat)
                own.seats.remove(event.seat)
            case battles.BattleOver():
                self._over(event)
                self.over = True

    def _began(self, event: Any, before: State) -> None:
        index = (AREA.index[event.area], -1) if event.area else (-1, ZONE.index[event.zone])
        self.place, hold = index, troops if event.area else flotilla
        where = max(index)
        there = [seat for seat in before.order if units(hold(before, seat, where))]
        (one,) = event.attackers
        foes = {each for each in there if before.war[REALM.index[one]] >> REALM.index[each] & 1}
        self.agree(set(event.defenders), foes, "players who defend together")
        self.agree(event.rebels, before.rebels[where] if event.area else 0, "rebels that defend")
        self.sides = {
            name: Force([*seats], {seat: hold(before, seat, where) for seat in seats}, nobody, rebels)
            for name, seats, nobody, rebels in (
                ("attackers", event.attackers, event.help, 0),
                ("defenders", event.defenders, event.units, event.rebels),
            )
        }
        sizes = {seat: units(self.of(seat)) for seat in event.defenders}
        most = [seat for seat, n in sizes.items() if n == max(sizes.values())]
        if len(most) == 1:
            self.leads(most[0])
        self.exhausted = Counter({seat: before.led[seat].exhausted for seat in there})

    def leads(self, seat: str) -> None:
        """The main defender: who has most units, or whom of equals the one who had the last turn names (§9.7)."""
        own = self.sides["defenders"]
        own.seats = [seat, *(each for each in own.seats if each != seat)]

    def _idea(self, event: Any) -> None:
        bonuses = default().bonuses(1 << IDEA.index[event.idea], object)
        own = self.force(event.seat)
        enemy = next(each for each in self.sides.values() if each is not own)
        for each in bonuses:
            if isinstance(each, battle_dice.FewerLeaderDice):
                enemy.dice -= 1
            elif isinstance(each, battle_dice.OpeningRoll):
                self.sudden = each.cavalry

    def _rolled(self, event: Any, before: State) -> None:
        self.settled()
        own, enemy = self.sides[event.side], "defenders" if event.side == "attackers" else "attackers"
        self.agree(len(event.faces), self.sudden or own.dice, f"dice of the {event.side}")
        self.agree(event.hits, self._hits(event, before), f"hits of the {event.side}")
        self.rolled.append((enemy, event.hits))
        if self.sudden or len(self.rolled) == 2:
            self.sudden = 0
            for side, hits in self.rolled:
                self.due[side] = sorted(self._shares(side, hits).items())
                self.large[side] = self.sides[side].sizes()
            self.rolled, self.turn = [], {}

    def _hits(self, event: Any, before: State) -> int:
        """Each unit hits once at most with a face of its type; realms that nobody plays and rebels are infantry; at sea
        every ship hits with artillery faces, and each heavy one besides (§9.7, 3; §9.9, 3).
        """
        own = self.sides[event.side]
        faces = Counter(FACES[face.removesuffix("_outlined")] for face in event.faces if face != "miss")
        if not self.land:
            heavy = sum(own.held[seat]["heavy", True] + own.held[seat]["damaged", True] for seat in own.seats)
            return min(own.all(), faces["artillery"]) + heavy
        arms = Counter[str]({"infantry": own.nobody + own.rebels})
        for seat in own.seats:
            for (_, arm, _), n in own.held[seat].items():
                arms[arm] += n
        if own.seats and before.led[own.seats[0]].ideas & IDEA.mask_of(TWICE):
            faces["infantry"] += event.faces.count("inf_outlined")
        return sum(min(arms[arm], faces[arm]) for arm in ARMS)

    def _bears(self, who: str, n: int, own: Force) -> int:
        return n + (own.held[who]["heavy", True] if not self.land and who in own.held else 0)

    def _shares(self, side: str, hits: int) -> dict[str, int]:
        """Losses go to several in turn, from the largest to the smallest (§9.7, several enemies)."""
        own = self.sides[side]
        left = {who: self._bears(who, n, own) for who, n in sorted(own.sizes().items(), key=lambda each: -each[1])}
        found = dict.fromkeys(left, 0)
        while hits and any(left.values()):
            for who in left:
                if hits and left[who]:
                    found[who], left[who], hits = found[who] + 1, left[who] - 1, hits - 1
        return found

    def _lost(self, event: Any) -> None:
        if isinstance(event, casualties.OthersLost):
            own = self.sides[event.side]
            if not self._open(event.side):  # they retreat: weaker than the enemy, and none of them rebels
                enemy = self.sides["attackers" if event.side == "defenders" else "defenders"]
                self.agree((event.units, own.rebels), (own.nobody, 0), "what nobody plays retreats whole")
                self.agree(own.all() < enemy.all(), True, "only who is weaker retreats")
                own.nobody = 0
                return
            self._paid(event.side, "nobody", event.units)
            self._paid(event.side, "rebels", event.rebels)
            own.nobody, own.rebels = own.nobody - event.units, own.rebels - event.rebels
            return
        own, seat = self.force(event.seat), event.seat
        side = self.name(seat)
        if isinstance(event, casualties.UnitLost):
            self.agree(event.category, self._next(seat), f"the category that {seat} loses of")
            self.turn[seat] = ORDER.index(event.category) + 1
            own.held[seat][event.category, event.unit, event.army] -= 1
            self.exhausted[seat] += event.category == "regular"
        else:
            self._hit(own.held[seat], event, sinking=not self._open(side))
        if self._open(side):
            self._paid(side, seat, 1)

    @staticmethod
    def _kind(held: Counter[Any], ship: Any) -> str:
        """Which ship is named: of heavy ones a damaged one, if there is any and no whole one is asked for."""
        whole = getattr(ship, "whole", False) or not held["damaged", True]
        return "damaged" if ship.ship == "heavy" and not whole else str(ship.ship)

    def _hit(self, held: Counter[Any], event: Any, *, sinking: bool) -> None:
        """A ship that is named takes a hit; who retreats loses it (§9.9, 4 and 6)."""
        if event.ship != "heavy":
            fleet = getattr(self.answered, "fleet", True) if event.ship == "light" else True
            fleet = fleet if held[event.ship, fleet] else not fleet
            held[event.ship, fleet] -= 1
            return
        asked = held["heavy", True] and held["damaged", True]
        kind = self._kind(held, self.answered if asked else event)
        self.agree(event.damaged, kind == "heavy" and not sinking, "a whole heavy ship is damaged, but in a retreat")
        held[kind, True] -= 1
        held["damaged", True] += event.damaged

    def _open(self, side: str) -> bool:
        """Whether hits are to be taken still; else whoever loses something retreats."""
        return sum(n for _, n in self.due.get(side, [])) > 0

    def _paid(self, side: str, who: str, n: int) -> None:
        """Hits that a group has taken; groups of equal size may change places, as the attacker wants."""
        if n:
            found = dict(self.due[side])
            found[who] = found.get(who, 0) - n
            self.due[side] = sorted(found.items())

    def settled(self) -> None:
        """All hits were taken, each by whom the book says; where groups are as large the attacker has chosen."""
        for side, left in self.due.items():
            open_ = Counter[int]()
            for who, n in left:
                open_[self.large[side][who]] += n
            self.agree({size: n for size, n in open_.items() if n}, {}, "hits that groups of a size did not take")
        self.due = {}

    def _over(self, event: Any) -> None:
        self.settled()
        left = {name: own.all() for name, own in self.sides.items()}
        winner = next((name for name, n in left.items() if n and not sum(left.values()) - n), "")
        self.agree(event.side, winner, "who has won")
        state, hold = self.match.state, troops if self.land else flotilla
        for own in self.sides.values():
            for seat, held in own.held.items():
                if seat in own.seats:
                    self.agree(hold(state, seat, max(self.place)), +held, f"what {seat} has left")
                self.agree(state.led[seat].exhausted, self.exhausted[seat], f"exhausted manpower of {seat}")


def last_on_move(state: State, seats: set[str]) -> str:
    """Who had the last turn: back from the active player the first who plays on, else who has passed last (§9.7)."""
    at = state.order.index(state.turn.active or state.first)
    back = [state.order[at - n] for n in range(1, len(state.order) + 1)]
    passed = {seat: state.led[seat].status.passed for seat in seats}
    return next((seat for seat in back if passed.get(seat) == 0), max(passed, key=lambda seat: passed[seat]))


def fought(match: Match, rng: Any, judge: BattleJudge) -> int:
    """A battle is played at random under a judge. Returns how many comparisons were made."""
    before = deepcopy(match.state)
    for each in match.opening:
        judge.told(each.public, before)
    while match.decisions() and not judge.over:
        decision = match.decisions()[0]
        seat = decision.waiting[0]
        options = match.options(seat)
        judge.before(seat, options, decision.kind)
        if decision.kind == "main_defender":
            sizes = {each: units(judge.of(each)) for each in judge.sides["defenders"].seats}
            named = {each.seat for each in options}  # type: ignore[attr-defined]
            judge.agree(named, {each for each, n in sizes.items() if n == max(sizes.values())}, "who may lead")
            judge.agree(seat, last_on_move(match.state, named), "who names the main defender")
        judge.answered, before = rng.choice(options), deepcopy(match.state)
        if isinstance(judge.answered, battles.MakeMain):
            judge.leads(judge.answered.seat)
        for each in match.apply(seat, judge.answered):
            if each.public is not None:
                judge.told(each.public, before)
    return judge.compared


class Board(Struct):
    """Who is whose friend and enemy, by the tokens on the board (§2.3, 9.1, 11.5, 11.6)."""

    state: State

    def holder(self, province: int) -> int:
        """Who controls a province; -1: rebels, or nobody."""
        if self.state.rebel_towns >> province & 1:
            return -1
        by: int = self.state.occupier[province]
        return by if by >= 0 else self.state.owner[province]

    def lord(self, realm: int) -> int:
        """Whose vassal a realm is, while that lord has any land, occupied or not; else the realm itself."""
        over: int = self.state.overlord[realm]
        there = over >= 0 and (REALM.ids[over] in self.state.led or over in self.state.owner)
        return over if there else realm

    def bloc(self, realm: int, *, all_allies: bool) -> set[int]:
        """A realm with its allies, or the active ones alone, and the vassals of all of them."""
        seat = REALM.ids[realm]
        allies = self.state.allied.get(seat, 0) & (-1 if all_allies else self.state.active)
        heads = {realm, *bits(allies)}
        return heads | {each for each in REALM.indexes if self.state.overlord[each] in heads}

    def foes(self, realm: int) -> set[int]:
        """Everybody on the side of a realm that it is at war with."""
        own = self.bloc(realm, all_allies=False)
        sides = [self.bloc(each, all_allies=False) for each in bits(self.state.war[realm])]
        return {each for side in sides for each in side} - own

    def hostile_units(self, seat: str, area: int) -> bool:
        """Whether rebels stand there, or units of a player at war with the seat."""
        enemies = self.foes(REALM.index[seat])
        there = (each for each in self.state.led if units(troops(self.state, each, area)))
        return bool(self.state.rebels[area]) or any(REALM.index[each] in enemies for each in there)

    def free_access(self, seat: str, area: int) -> bool:
        """Whether a friend or an enemy owns or controls anything there (§9.5, military access)."""
        realm = REALM.index[seat]
        known = self.bloc(realm, all_allies=True) | self.foes(realm)
        places = [each.index for each in PROVINCE if each.area == area]
        return any({self.state.owner[each], self.holder(each)} & known for each in places)

    def friendly(self, seat: str, area: int) -> bool:
        """Whether anything there is friendly, and nothing hostile (§2.3)."""
        realm = REALM.index[seat]
        holders = {self.holder(each.index) for each in PROVINCE if each.area == area}
        rebels = any(self.state.rebel_towns >> each.index & 1 for each in PROVINCE if each.area == area)
        hostile = rebels or self.hostile_units(seat, area) or bool(holders & self.foes(realm))
        return bool(holders & self.bloc(realm, all_allies=True)) and not hostile

    def may_go(self, seat: str, n: int, start: int, to: int, pay: str, consent: str | None) -> bool:
        """Whether so many units may go to an area next to theirs by land: mountains cost 1 mil for each three units
        after the first; where everybody is neutral, and one is at war without a claim there, access costs an influence
        or 3 ducats, and where opponents own everything one of them agrees (§9.5).
        """
        own = self.state.led[seat]
        mountain = AREA.things[start].mountains >> to & 1 and not self.friendly(seat, to)
        if mountain and own.power[2] < (n - 1) // 3:
            return False
        return self.may_enter(seat, to, pay, consent)

    def may_enter(self, seat: str, to: int, pay: str, consent: str | None, *, retreats: bool = False) -> bool:
        """Whether there is military access, for this price and with this consent; but in a retreat a marriage stands
        for the influence (§11.2), and the emperor has the imperial influence, too (§18.2).
        """
        state, own = self.state, self.state.led[seat]
        if self.free_access(seat, to):
            return not pay and consent is None
        if not state.war[REALM.index[seat]] or (own.claims | own.cores) >> to & 1:
            return False
        owners = {REALM.ids[state.owner[each.index]] for each in PROVINCE if each.area == to}
        if not (consent in owners if owners <= {*state.led} else consent is None):
            return False
        if pay != "influence":
            return pay == "ducats" and own.ducats >= 3
        grey = state.empire.imperial[to] if state.empire.emperor == REALM.index[seat] else 0
        return own.influence[to] + grey > 0 or (not retreats and self.wed_in(seat, to))

    def wed_in(self, seat: str, area: int) -> bool:
        """Whether a marriage of a seat lies on a capital in an area: the natural one, else the first of the large
        provinces, else of the others (§13).
        """
        return any(PROVINCE.things[self.seat_of(each)].area == area for each in bits(self.state.married[seat]))

    def seat_of(self, realm: int) -> int:
        """The capital of a realm."""
        natural, grown = REALM.things[realm].capital, self.state.grown
        if self.state.owner[natural] == realm:
            return natural
        owned = [each for each in PROVINCE if self.state.owner[each.index] == realm]
        return min(owned, key=lambda each: (-each.tax - (grown >> each.index & 1), each.id)).index

    def may_declare(self, seat: str, realm: int) -> bool:
        """Whether a seat may declare war on a realm that is no vassal (§9.1, R9.01, R9.05)."""
        state, own = self.state, REALM.index[seat]
        owned = {REALM.ids[each]: each for each in set(state.owner) if each >= 0}
        if REALM.ids[realm] not in owned or realm == own or self.lord(realm) != realm or realm in self.foes(own):
            return False
        heir = state.disputed[seat] >> realm & 1
        if not heir and (state.allied[seat] >> realm & 1 or state.led[seat].ruler < 0):
            return False
        if self._shielded(own, realm):
            return False
        patrons = [each for each in state.led if state.allied[each] >> realm & 1 and each != seat]
        if REALM.ids[realm] not in state.led and any(self._shielded(own, REALM.index[each]) for each in patrons):
            return False
        return not REALM.things[realm].distant

    def _shielded(self, own: int, other: int) -> bool:
        """A truce, or a player who has passed."""
        led = self.state.led.get(REALM.ids[other])
        return bool(self.state.truce[own] >> other & 1) or (led is not None and led.status.passed > 0)
