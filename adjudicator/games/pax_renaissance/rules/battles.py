"""Battles (Glossary: battle): civil wars (J), religious wars (K), campaigns (F9).

A unit is a short text that says where it is and what: `agent catholic_rook`, `place london`,
`border england_france catholic_pirate`, `repressed france catholic_rook`.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, Final, Literal

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits

from .. import facts
from ..facts import BORDER, EMPIRE, KNIGHT, NONE, PAWN, PIECE, PIRATE, PLACE, ROOK, BankId, EmpireId, PieceId, PlaceId
from ..state import State
from .book import IN_EMPIRE, AtPlace, Moved, OfPiece, OnBorder, SeatEvent, step
from .pieces import KINDS, Spot, kill, lay, lift, needed, put, spot_at, spot_of
from .regime import How, become, free, regime_change
from .table import adjacent, empty_places, free_borders, has, pawn, ruling

War = Literal["conspiracy", "peasant_revolt", "crusade", "jihad", "reformation", "campaign"]
Some = Callable[[int], bool]
FAITH = {"crusade": 0, "jihad": 1, "reformation": 2}
"""The believers of each religious war (K1)."""


class BattleFought(SeatEvent, frozen=True, tag="battle_fought", rule="§2", touches=("empire",)):
    """A battle in an empire: how many fought on each side, and whether an attacker survived."""

    empire: EmpireId
    war: str
    attackers: int
    defenders: int
    won: bool


Survived = derive(
    Moved, "survived", "An agent came to a place or a border; without either it was repressed.", rule="§2i"
)


class Rearranged(SeatEvent, frozen=True, tag="rearranged", rule="K2a", touches=("one", "other")):
    one: PlaceId
    other: PlaceId


def piece_of_unit(state: State, unit: str) -> int:
    """Return which piece a unit is."""
    kind, *rest = unit.split(" ")
    return state.places[PLACE.index[rest[0]]] if kind == "place" else PIECE.index[rest[-1]]


def spot_of_unit(unit: str) -> Spot | None:
    """Return where a unit is; None of an agent, which is not on the map yet."""
    kind, id, *_ = unit.replace("repressed", "empire").split(" ")
    return None if kind == "agent" else Spot(kind, KINDS[kind].index[id])  # type: ignore[arg-type]


def present(state: State, units: list[str]) -> list[str]:
    """Return the units that are still where they were: a piece may have been taken for another (B1), or corrected."""

    def stands(unit: str, before: int) -> bool:
        spot = spot_of_unit(unit)
        if spot is None or spot.kind == "place":
            return spot is None or state.places[spot.number] != NONE
        there = (state.borders if spot.kind == "border" else state.repressed)[spot.number]
        return there.count(piece_of_unit(state, unit)) > before

    return [unit for at, unit in enumerate(units) if stands(unit, units[:at].count(unit))]


def _units(state: State, empire: int, kind: str, some: Some = lambda piece: True) -> list[str]:
    """Return the units of an empire in its places, on its borders or repressed, or some of them."""
    if kind == "place":
        return [f"place {PLACE.ids[place]}" for place in ruling(state, empire) if some(state.places[place])]
    found = [(EMPIRE.ids[empire], piece) for piece in state.repressed[empire]]
    if kind == "border":
        found = [(BORDER.ids[bit], piece) for bit in bits(facts.BORDERS_OF[empire]) for piece in state.borders[bit]]
    return [f"{kind} {id} {PIECE.ids[piece]}" for id, piece in found if some(piece)]


def heretics(state: State, empire: int, faith: int) -> list[str]:
    """Return who defends an empire against a religious war: ruling class and pirates of other religions (K1b)."""

    def other(piece: int) -> bool:
        return facts.religion_of(piece) not in (faith, NONE)

    return [*_units(state, empire, "place", other), *_units(state, empire, "border", other)]


def sides_of(  # noqa: PLR0913 - what comes with a piece or a battle
    state: State, seat: str, war: str, empire: int, agents: list[int], *, by: int = NONE, rooks: bool = False
) -> tuple[list[str], list[str]]:
    """Return the attackers and the defenders (J1, J2, K1, F9); all that can fight must fight.

    In a religious war the knights of adjacent empires ride; with Knights of Rhodes their rooks do, too.
    """
    if war == "campaign":
        riders = _units(state, by, "place", lambda piece: facts.type_of(piece) == KNIGHT)
        return riders + slave_soldiers(state, seat, empire), _units(state, empire, "place")
    agents = [each for each in agents if facts.type_of(each) != facts.BISHOP]
    if war in FAITH:
        faith, types = FAITH[war], (KNIGHT, ROOK) if rooks else (KNIGHT,)

        def believes(piece: int) -> bool:
            return facts.religion_of(piece) == faith

        fighters = [f"agent {PIECE.ids[each]}" for each in agents if each < facts.FIRST_PAWN]
        fighters += _units(state, empire, "border", believes) + _units(state, empire, "place", believes)
        for other in bits(adjacent(state, empire)):
            fighters += _units(state, other, "place", lambda piece: believes(piece) and facts.type_of(piece) in types)
        return fighters, heretics(state, empire, faith)
    fighters = [f"agent {PIECE.ids[each]}" for each in agents]
    fighters += _units(state, empire, "border", lambda piece: facts.type_of(piece) == PIRATE)
    if war == "conspiracy":
        fighters += _units(state, empire, "repressed", lambda piece: piece < facts.FIRST_PAWN)
    else:
        fighters += _units(state, empire, "border", lambda piece: piece == pawn(seat))
        fighters += _units(state, empire, "repressed", lambda piece: piece >= facts.FIRST_PAWN)
    return fighters, _units(state, empire, "place")


def slave_soldiers(state: State, seat: str, empire: int) -> list[str]:
    """Return repressed Mamluks in a campaign against the East.

    They fight because of Circassian Mamluks (R45).
    """
    able = EMPIRE.things[empire].side and has(state, seat, "repressed_in_mamluk_fight_as_knights")
    return _units(state, facts.MAMLUK, "repressed") if able else []


class FallOn(Action, frozen=True, tag="fall_on"):
    """A pirate or a concession on this border falls. Glossary: battle."""

    border: facts.BorderId
    piece: PieceId


FallAt = derive(AtPlace, "fall_at", "Whoever stands in this place falls. Glossary: battle.")
FallAgent = derive(OfPiece, "fall_agent", "An agent of the card falls. Glossary: battle.")
FallRepressed = derive(OfPiece, "fall_repressed", "A repressed piece that fights falls. Glossary: battle.")
FALLS: Final[Mapping[str, Any]] = {"place": FallAt, "border": FallOn, "agent": FallAgent, "repressed": FallRepressed}
not_fighting = Code("§2", empire=EMPIRE)
CASUALTY: Final = choice("casualty", "§2", *FALLS.values(), otherwise=not_fighting, about=IN_EMPIRE)
"""Who falls next: the attacker chooses all losses, on both sides."""


def fight(  # noqa: PLR0913 - what comes with a piece or a battle
    state: State, seat: str, war: War, empire: int, agents: list[int], *, by: int = NONE, rooks: bool = False
) -> Frames:
    """Return the frames of a battle: losses on both sides, then its result."""
    attackers, defenders = sides_of(state, seat, war, empire, agents, by=by, rooks=rooks)
    losses = min(len(attackers), len(defenders))
    king = None if by == NONE else EMPIRE.ids[by]
    return [
        battle(seat, EMPIRE.ids[empire], war, len(attackers), len(defenders)),
        casualties(seat, EMPIRE.ids[empire], defenders, losses, False),
        casualties(seat, EMPIRE.ids[empire], attackers, losses, True),
        *([victory(seat, EMPIRE.ids[empire], war, king)] if len(attackers) > losses else []),
    ]


@step("§2")
def battle(play: Play[State], seat: BankId, empire: EmpireId, war: War, attackers: int, defenders: int) -> None:
    play.emit(BattleFought(seat, empire, war, attackers, defenders, attackers > defenders))


@step("§2")
def casualties(play: Play[State], seat: BankId, empire: EmpireId, units: list[str], count: int, own: bool) -> Asking:
    """Ask which `count` of these units fall, one after the other.

    Of the attackers the others survive.
    """
    units = present(play.state, units)
    count = min(count, len(units))
    if not count:
        homeless = [each for each in units if each.startswith(("agent", "repressed"))]
        return [survivors(seat, empire, homeless)] if own else None
    offers = {}
    for unit in units[:1] if count == len(units) else units:
        kind, *ids = unit.split(" ")
        offers[FALLS[kind](*ids[-1:] if kind == "repressed" else ids)] = unit
    answer = yield CASUALTY(seat, offers, empire=empire, count=count, own=int(own))
    fallen, left = offers[answer], list(units)
    kill(play, seat, piece_of_unit(play.state, fallen), spot_of_unit(fallen))
    left.remove(fallen)
    return [casualties(seat, empire, left, count - 1, own)] if count > 1 or own else None


SettleAt = derive(AtPlace, "settle_at", "The survivor goes to this empty place. Glossary: battle i.")
SettleOn = derive(OnBorder, "settle_on", "The survivor goes to this free border. Glossary: battle i.")
GiveWay = word("give_way", "The survivor leaves the room to another one. Glossary: battle i.")
no_room = Code("§2i", piece=PIECE, empire=EMPIRE)
room_for_all = Code("§2i", piece=PIECE)
SURVIVOR: Final = Question(
    "survivor",
    "§2i",
    *(SettleAt, SettleOn, GiveWay),
    otherwise={SettleAt: no_room, SettleOn: no_room, GiveWay: room_for_all},
    default=FIRST,
    alone="logged",
    about={"empire": EmpireId, "piece": PieceId},
)
"""The question where a survivor goes."""
COMPETING: Final = {ROOK: (ROOK, KNIGHT), KNIGHT: (ROOK, KNIGHT), PIRATE: (PIRATE, PAWN), PAWN: (PAWN,)}
"""Which survivors may want the spots of one."""


@step("§2i")
def survivors(play: Play[State], seat: BankId, empire: EmpireId, units: list[str]) -> Asking:
    """Settle agents and repressed pieces that survived in empty places or on free borders, one after the other.

    Without a free one they are repressed at no cost, and a pirate is gone. A piece may meanwhile have been taken for
    another of which none was left (B1).
    """
    state, number = play.state, EMPIRE.index[empire]
    units = present(state, units)
    held = {unit: spot_of_unit(unit) for unit in units}
    if not units:
        return None
    unit, rest = units[0], units[1:]
    piece, left = piece_of_unit(state, unit), [survivors(seat, empire, rest)]
    behind = (piece_of_unit(state, each) for each in rest)
    rivals = [each for each in behind if facts.type_of(each) in COMPETING[facts.type_of(piece)]]
    if facts.type_of(piece) in (ROOK, KNIGHT):
        found: list[Action] = [SettleAt(PLACE.ids[place]) for place in empty_places(state, number)]
    else:
        sea = facts.type_of(piece) == PIRATE
        found = [SettleOn(BORDER.ids[border]) for border in free_borders(state, number, sea=sea)]
    spot = None
    if found:
        crowded = len(rivals) >= len(found) and any(rival != piece for rival in rivals)
        offers = [*found, GiveWay()] if crowded else found
        answer = yield SURVIVOR(seat, offers, empire=empire, piece=PIECE.ids[piece])
        spot = None if isinstance(answer, GiveWay) else next(iter(spot_of(answer).named.values()))
    if spot is None and held[unit] is None and facts.type_of(piece) == PIRATE:
        return left
    supplied = needed(state, seat, piece) if held[unit] is None else []
    return [*supplied, settled(seat, empire, unit, spot), *left]


@step("§2i")
def settled(play: Play[State], seat: BankId, empire: EmpireId, unit: str, spot: str | None) -> None:
    """Move a survivor to its spot; without one it is repressed here."""
    piece, held, here = piece_of_unit(play.state, unit), spot_of_unit(unit), Spot("empire", EMPIRE.index[empire])
    if spot is not None:
        to = spot_at(place=spot) if spot in PLACE else spot_at(border=spot)
        put(play, seat, piece, to) if held is None else free(play, seat, piece, held.number, to)
    elif held != here:
        if held is not None:
            lift(play.state, piece, held)
        lay(play.state, piece, here)
        play.emit(Survived(seat, PIECE.ids[piece], empire))


@step("Jc, K2")
def victory(play: Play[State], seat: BankId, empire: EmpireId, war: War, by: EmpireId | None) -> Frames:
    """Apply a victory of the attackers: a religious war makes a theocracy, and the regime changes."""
    number = EMPIRE.index[empire]
    arrange: Frames = []
    if war in FAITH:
        become(play, seat, number, FAITH[war] + 1)
        arrange = [constantinople(seat, 2)] if number == facts.OTTOMAN else []
    how: How = "campaign" if war == "campaign" else "one_shot"
    return [*arrange, *regime_change(play.state, seat, number, how, by)]


class Arrange(Action, frozen=True, tag="arrange"):
    """Exchange what stands in two places of Constantinople. K2a."""

    one: PlaceId
    other: PlaceId


AsTheyStand = word("as_they_stand", "Leave the pieces in Constantinople where they are. K2a.")
not_in_constantinople = Code("K2a", place=PLACE)
ARRANGEMENT: Final = Question("arrangement", "K2a", Arrange, AsTheyStand, default=AsTheyStand(), alone="silence")
"""Which pieces of Constantinople change places after a religious war."""


@step("K2a")
def constantinople(play: Play[State], seat: BankId, times: int) -> Asking:
    """Offer an exchange of pieces in Constantinople.

    Two exchanges reach every order.
    """
    there = play.state.places

    def why(action: Action) -> Refusal | None:
        if not isinstance(action, Arrange):
            return None
        places = [PLACE.number(action.one), PLACE.number(action.other)]
        unlike = {*places} <= {*facts.CONSTANTINOPLE} and there[places[0]] != there[places[1]]
        return None if unlike else not_in_constantinople(place=action.one)

    pairs = (Arrange(PLACE.ids[one], PLACE.ids[other]) for one, other in combinations(facts.CONSTANTINOPLE, 2))
    answer = yield ARRANGEMENT(seat, [*pairs, AsTheyStand()], why)
    if isinstance(answer, AsTheyStand):
        return None
    one, other = PLACE.index[answer.one], PLACE.index[answer.other]
    there[one], there[other] = there[other], there[one]
    play.emit(Rearranged(seat, answer.one, answer.other))
    return [constantinople(seat, times - 1)] if times > 1 else None
