"""Battles: when one begins, who fights on which side, its rounds and its end (R9.03, R9.40, R9.41, R9.49, R9.50).

What the dice do stands in :mod:`.battle_dice`, losses in :mod:`.casualties`, retreat in :mod:`.retreats`.
"""

from typing import Final, Literal

from adjudicator import Action, Asking, Asks, Event, Frames, Play, choice, derive
from adjudicator.components import bits, mask_of
from adjudicator.kernel.standing import StandingStill

from ..content import Content, Dice
from ..facts import AREA, NODE, NONE, REALM, SEAT, ZONE, AreaId, NodeId, RealmId, SeatId, ZoneId
from ..slots import CARD, CHARACTER, CharacterId, of_card
from ..state import Battle, Side, State
from .book import STEPS, OfPlayer, step
from .decks import discard, top_card
from .empire import emperor_seat, empire_of_nobody, imperial_defenders, imperial_return, imperial_units_join
from .npr_defence import allotted, defenders, foe, ships_of, units_of
from .purse import MIL, clockwise, gain_power
from .relations import at_war, realm_of, ships, side_of, units_in
from .units import disband_empty

SideId = Literal["attackers", "defenders"]
SIDES: Final[tuple[SideId, SideId]] = ("attackers", "defenders")
NPR_LEADER_FROM: Final = 3


class BattleBegan(Event, frozen=True, tag="battle_began", rule="R9.40", touches=("area", "zone"), hits=("defenders",)):
    """A battle began: seats and realms that nobody plays on both sides, with the units of the latter and rebels.

    `rebels`: those that attack if nobody else does, else those that defend, or pirates.
    """

    attackers: tuple[SeatId, ...]
    defenders: tuple[SeatId, ...]
    area: AreaId | None = None
    zone: ZoneId | None = None
    node: NodeId | None = None
    realms: tuple[RealmId, ...] = ()
    helpers: tuple[RealmId, ...] = ()
    units: int = 0
    help: int = 0
    rebels: int = 0
    imperial: int = 0

    @property
    def of_rebels(self) -> bool:
        """True if rebels attack: they do so alone (R14.50)."""
        return not (self.attackers or self.helpers)


class AgainstPirates(Event, frozen=True, kw_only=True):
    """An event of a battle; `node`: with the pirates there."""

    node: NodeId | None = None


class OfSide(AgainstPirates, frozen=True):
    """An event of a side of a battle, with its seats and the realms that nobody plays.

    If there are neither seats nor such realms, the side is rebels, pirates, or nobody.
    """

    side: str
    seats: tuple[SeatId, ...]
    realms: tuple[RealmId, ...]


class SideAndCharacter(OfSide, frozen=True):
    """An event of a leader on a side of a battle."""

    character: CharacterId


LedBy = derive(SideAndCharacter, "led_by", "A leader takes command of a side.", rule="R9.41")


class BattleOver(OfSide, frozen=True, tag="battle_over", rule="R9.49", touches=("area", "zone")):
    """A battle is over; `side`: the winner, none if nobody has units left; `rebels` stay."""

    area: AreaId | None
    zone: ZoneId | None
    rebels: int


class Fight(Action, frozen=True, tag="fight"):
    """Choose the battle that comes next: an area, or a sea zone. R9.03."""

    area: AreaId | None = None
    zone: ZoneId | None = None


MakeMain = derive(OfPlayer, "make_main", "Who is the main defender. R9.41.")


class Command(Action, frozen=True, tag="command"):
    """Choose the leader who commands. R9.41."""

    character: CharacterId


def the_battle(state: State) -> Battle:
    """Return the battle under way."""
    return state.battles[-1]


def side(state: State, which: SideId) -> Side:
    """Return one side of the battle."""
    return the_battle(state).attackers if which == "attackers" else the_battle(state).defenders


def whose(state: State, which: SideId) -> tuple[SideId, tuple[SeatId, ...], tuple[RealmId, ...]]:
    """Return a side with its seats and realms, in the form of events."""
    own = side(state, which)
    return which, tuple(own.seats), tuple(REALM.ids_of(own.realms))


def hunted(battle: Battle) -> NodeId | None:
    """Return the node of the pirates that a battle is against, or None (R9.51)."""
    return NODE.id_or_none(battle.node)


def other(which: SideId) -> SideId:
    """Return the opposing side."""
    return "defenders" if which == "attackers" else "attackers"


def force(state: State, seat: str) -> int:
    """Return the number of units or ships of a seat in the battle."""
    battle = the_battle(state)
    if battle.area == NONE:
        return ships(state, seat, battle.zone)
    imperial = battle.attackers.imperial + battle.defenders.imperial if seat == emperor_seat(state) else 0
    return units_in(state, seat, battle.area) + imperial


def strength_of(state: State, which: SideId) -> int:
    """Return all that a side has left."""
    own = side(state, which)
    return own.units + own.rebels + sum(force(state, seat) for seat in own.seats)


# who fights ----------------------------------------------------------------------------------------------------------


def _present(state: State, area: int, zone: int) -> list[str]:
    here = ((seat, units_in(state, seat, area) if zone == NONE else ships(state, seat, zone)) for seat in state.order)
    return [seat for seat, n in here if n]


def _force_of(state: State, realm: int, area: int, zone: int, pending: int) -> tuple[int, int]:
    if zone == NONE:
        places = allotted(state, realm, area, pending, sea=False)
        return units_of(state, realm, places), places
    places = allotted(state, realm, zone, pending, sea=True)
    return ships_of(state, places), places


def opposed(
    state: State, active: str, area: int = NONE, zone: int = NONE, pending: int = 0, fought: int = 0
) -> str | None:
    """Return the seat that attacks there, clockwise from the active one, or None if there is no battle (R9.03).

    Realms that nobody plays which have `fought` there do not defend again.
    """
    present = _present(state, area, zone)
    rebels = area != NONE and bool(state.rebels[area])
    nobodys = [defender for defender in defenders(state, area, zone) if not fought >> defender & 1] if present else []
    for seat in clockwise(state, active):
        if seat not in present:
            continue
        if rebels or any(at_war(state, realm_of(seat), realm_of(each)) for each in present):
            return seat
        foes = [each for each in nobodys if foe(state, seat, each)]
        n = sum(_force_of(state, each, area, zone, pending)[0] for each in foes)
        if foes and _with_authority(state, n, area):
            return seat
    return None


def _with_authority(state: State, n: int, area: int) -> int:
    """Return the units of defenders that nobody plays.

    In an empire whose emperor nobody plays, the emperor's authority is included (R18.28).
    """
    return imperial_defenders(state, n) if empire_of_nobody(state, area) else n


def due(state: State, active: str) -> tuple[int, int]:
    """Return all zones and areas where a battle begins now, as masks (R9.03)."""
    with StandingStill(state):
        zones = mask_of(zone for zone in ZONE.indexes if opposed(state, active, zone=zone) is not None)
        return zones, mask_of(area for area in AREA.indexes if opposed(state, active, area) is not None)


def _join(state: State, own: Side, realms: list[int], battle: Battle, pending: int) -> None:
    for realm in realms:
        n, places = _force_of(state, realm, battle.area, battle.zone, pending)
        if n:
            own.realms |= 1 << realm
            own.units += n
            if battle.zone == NONE:
                state.turn.served |= places
            else:
                state.turn.sailed |= places


# the course of it ----------------------------------------------------------------------------------------------------

NEXT_BATTLE: Final = choice("next_battle", "R9.03", Fight)
MAIN: Final = choice("main_defender", "R9.41", MakeMain, interrupts=True)
LEADER: Final = choice("leader", "R9.41", Command, interrupts=True)


@step("R9.02")
def battles_of_war(play: Play[State], seat: SeatId) -> Frames:
    """Return all battles that a declaration of war or recruiting begins: naval ones first (R9.02, R9.20)."""
    return [battles_due(seat, sea=True), battles_due(seat, sea=False)]


@step("R9.03")
def battles_due(play: Play[State], seat: SeatId, sea: bool) -> Frames:
    """Return the frame of the naval battles, or the land battles, that begin now."""
    zones, areas = due(play.state, seat)
    return [fight_all(seat, zones, 0) if sea else fight_all(seat, 0, areas)]


@step("R9.03")
def fight_all(play: Play[State], seat: SeatId, zones: int, areas: int) -> Asking:
    """Fight these battles, in the order that the active player chooses."""
    if not zones | areas:
        return None
    offers = [Fight(zone=id) for id in ZONE.ids_of(zones)] + [Fight(id) for id in AREA.ids_of(areas)]
    answer = yield NEXT_BATTLE(seat, offers)
    if answer.zone is not None:
        fight, zones = battle_at(seat, None, answer.zone, None, zones), zones & ~(1 << ZONE.index[answer.zone])
    else:
        fight, areas = battle_at(seat, answer.area, None, None, areas), areas & ~(1 << AREA.number(answer.area or ""))
    return [fight, fight_all(seat, zones, areas)]


@step("R9.40")
def battle_at(  # noqa: PLR0913 - whose turn, where, and who fights elsewhere or no more
    play: Play[State],
    seat: SeatId,
    area: AreaId | None,
    zone: ZoneId | None = None,
    origin: AreaId | None = None,
    pending: int = 0,
    fought: int = 0,
) -> Frames:
    """Begin a battle in an area or a zone, if there is an enemy to fight; the attackers came from `origin`.

    After it, all who are left there go on fighting, but each realm that nobody plays which has `fought` there fights
    only once (R9.03).
    """
    state = play.state
    battle = Battle(Side(), Side(), AREA.index_or_none(area), ZONE.index_or_none(zone))
    battle.origin = AREA.index_or_none(origin)
    first = opposed(state, seat, battle.area, battle.zone, pending, fought)
    if first is None:
        return []
    present = _present(state, battle.area, battle.zone)
    own = realm_of(first)
    battle.attackers.seats = [first]
    battle.defenders.seats = [
        each for each in clockwise(state, seat) if each in present and at_war(state, own, realm_of(each))
    ]
    if battle.area != NONE:
        battle.defenders.rebels = state.rebels[battle.area]
    nobodys = [defender for defender in defenders(state, battle.area, battle.zone) if not fought >> defender & 1]
    foes = [each for each in nobodys if foe(state, first, each)]
    helpers = [each for each in nobodys if side_of(state, own) >> each & 1]
    _join(state, battle.defenders, foes, battle, pending)
    if foes and empire_of_nobody(state, battle.area):
        battle.defenders.units = imperial_defenders(state, battle.defenders.units)
        battle.defenders.realms |= mask_of(foes)
    _join(state, battle.attackers, helpers, battle, pending)
    fought |= mask_of(foes) | mask_of(helpers)
    return [*begin(play, battle), battle_at(seat, area, zone, None, pending, fought)]


def begin(play: Play[State], battle: Battle) -> Frames:
    """Begin a battle whose sides are known, and return its frames."""
    state = play.state
    state.battles.append(battle)
    attackers, foes = battle.attackers, battle.defenders
    imperial_units_join(state, battle)
    if battle.zone != NONE:
        for seat in (*attackers.seats, *foes.seats):
            own = state.led[seat].ships
            own.light[battle.zone] += own.protecting[battle.zone]
            own.protecting[battle.zone] = 0
    place = AREA.id_or_none(battle.area), ZONE.id_or_none(battle.zone), NODE.id_or_none(battle.node)
    realms = tuple(REALM.ids_of(foes.realms)), tuple(REALM.ids_of(attackers.realms))
    nobodys = foes.units, attackers.units, foes.rebels + attackers.rebels, attackers.imperial + foes.imperial
    play.emit(BattleBegan(tuple(attackers.seats), tuple(foes.seats), *place, *realms, *nobodys))
    command = [main_defender(), appointing("attackers"), appointing("defenders")]
    command += [leader_of("attackers"), leader_of("defenders"), leader_of_nobody()]
    return [*command, military_ideas("attackers"), military_ideas("defenders"), battle_round()]


def _last_on_move(state: State, seats: list[str]) -> str:
    """Return which of some seats had the last turn: of those who have not passed, or if all have, who passed last."""
    turns = [seat for seat in clockwise(state, state.turn.active or state.first) if seat in seats]
    playing = [seat for seat in turns if not state.led[seat].status.passed]
    return playing[-1] if playing else max(turns, key=lambda seat: state.led[seat].status.passed)


@step("R9.41")
def main_defender(play: Play[State]) -> Asks:
    """Choose the main defender: the one with the most units.

    Of equals, the one who had the last turn decides.
    """
    foes = the_battle(play.state).defenders
    if len(foes.seats) < 2:
        return
    most = max(force(play.state, seat) for seat in foes.seats)
    equal = [seat for seat in foes.seats if force(play.state, seat) == most]
    answer = yield MAIN(_last_on_move(play.state, equal), [MakeMain(seat) for seat in equal])
    foes = the_battle(play.state).defenders
    foes.seats = [answer.seat, *(seat for seat in foes.seats if seat != answer.seat)]


def leaders(state: State, seat: str) -> list[int]:
    """Return the leaders of a seat in the battle: generals of its armies there, the admiral of its fleet."""
    battle, own = the_battle(state), state.led[seat]
    if battle.zone != NONE:
        there = own.fleet.zone == battle.zone and own.fleet.admiral != NONE
        return [own.fleet.admiral] if there else []
    return [army.general for army in own.armies if army.area == battle.area and army.general != NONE]


@step("R9.41")
def leader_of(play: Play[State], which: SideId) -> Asks:
    """Let the leader of a side's main player give dice."""
    own = side(play.state, which)
    found = leaders(play.state, own.seats[0]) if own.seats else []
    if not found:
        return
    answer = yield LEADER(own.seats[0], [Command(CHARACTER.ids[each]) for each in found])
    take_command(play, which, CHARACTER.index[answer.character])


def take_command(play: Play[State], which: SideId, character: int) -> None:
    """Put a leader in command of a side and add the leader's dice."""
    own = side(play.state, which)
    own.leader = character
    add_dice(own, face_dice(play.content, character))
    play.emit(LedBy(*whose(play.state, which), CHARACTER.ids[character], node=hunted(the_battle(play.state))))


def face_dice(content: Content, character: int) -> Dice:
    """Return the battle dice printed on a leader, or none."""
    found = content.characters.get(CHARACTER.ids[character])
    return found.dice if found is not None else Dice()


def add_dice(own: Side, dice: Dice) -> None:
    """Add dice of each colour to a side.

    Dice of any colour become dice of infantry.
    """
    own.dice.infantry += dice.infantry + dice.any
    own.dice.cavalry += dice.cavalry
    own.dice.artillery += dice.artillery


@step("R9.50")
def leader_of_nobody(play: Play[State]) -> None:
    """Draw a military card for three or more defenders that nobody plays.

    A leader on it commands them.
    """
    foes = the_battle(play.state).defenders
    if foes.seats or foes.units + foes.rebels < NPR_LEADER_FROM:
        return
    card = top_card(play, MIL, "leader")
    if card is None:
        return
    discard(play.state, card)
    if play.content.characters[CARD.ids[card]].kind == "leader":
        take_command(play, "defenders", of_card(card))


@STEPS.announce
def appointing(which: SideId) -> None:
    """Let a leader be appointed."""


@STEPS.announce
def military_ideas(which: SideId) -> None:
    """Apply ideas before the first round."""


@STEPS.announce
def battle_round() -> None:
    """Fight a round, and what follows it."""


@step("R9.49")
def battle_ends(play: Play[State]) -> Frames:
    """End a battle and determine the winner.

    A seat that wins in its own turn of the action phase gains 1 mil, once a turn. Units of realms that nobody plays
    vanish. Where defenders have retreated to, the next battle begins if an enemy that nobody plays is there, or
    attackers came back (R9.03).
    """
    state, battle = play.state, the_battle(play.state)
    won = [which for which in SIDES if strength_of(state, which) and not strength_of(state, other(which))]
    winner, seats, realms = whose(state, won[0]) if won else ("", (), ())
    if state.phase == 2 and state.turn.active in seats and not state.turn.won:
        state.turn.won = True
        gain_power(play, state.turn.active, MIL, 1)
    invaded = battle.area != NONE and battle.origin == NONE and not battle.attackers.seats
    if invaded and battle.attackers.units:
        state.rebels[battle.area] += battle.attackers.units
    for own in (battle.attackers, battle.defenders):
        imperial_return(state, own)
    state.battles.pop()
    for seat in state.led:
        disband_empty(state, seat)
    rebels = 0 if battle.area == NONE else state.rebels[battle.area]
    place = AREA.id_or_none(battle.area), ZONE.id_or_none(battle.zone)
    play.emit(BattleOver(winner, seats, realms, *place, rebels, node=hunted(battle)))
    near = AREA.things[battle.area].land if battle.area != NONE else 0
    fled = [(seat, area) for seat in state.order for area in bits(state.turn.driven[SEAT.index[seat]] & near)]
    begin_at = [(state.turn.active or seat, area) for seat, area in fled if not state.rebels[area]]
    return [battle_at(seat, AREA.ids[area]) for seat, area in begin_at if opposed(state, seat, area) is not None]
