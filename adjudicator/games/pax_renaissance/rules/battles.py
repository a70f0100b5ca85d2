"""Battles (Glossary: battle): civil wars (J), religious wars (K), campaigns (F9).

A unit is a short text that says where it is and what: `agent catholic_rook`, `place london`,
`border england_france catholic_pirate`, `repressed france catholic_rook`.
"""

from itertools import combinations
from typing import Final, Literal

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..state import State
from .book import Done, step
from .pieces import Killed, kill, kill_repressed, needed, put_at, put_on
from .regime import become, free, regime_change
from .table import BORDERS, adjacent, empty_places, free_borders, has, pawn, ruling

War = Literal["conspiracy", "peasant_revolt", "crusade", "jihad", "reformation", "campaign"]
FAITH = {"crusade": 0, "jihad": 1, "reformation": 2}
"""The believers of each religious war (K1)."""


class BattleFought(Done, frozen=True, tag="battle_fought", rule="§2", touches=("empire",)):
    """A battle in an empire: how many fought on each side, and whether an attacker survived."""

    empire: facts.EmpireId
    war: str
    attackers: int
    defenders: int
    won: bool


class Survived(Done, frozen=True, tag="survived", rule="§2i", touches=("place", "border")):
    """An agent that survived came to a place or to a border; without either it was repressed."""

    piece: facts.PieceId
    empire: facts.EmpireId
    place: facts.PlaceId | None = None
    border: facts.BorderId | None = None


class Rearranged(Done, frozen=True, tag="rearranged", rule="K2a", touches=("one", "other")):
    """Pieces of Constantinople changed places."""

    one: facts.PlaceId
    other: facts.PlaceId


def _place(place: int) -> str:
    return f"place {facts.PLACE.ids[place]}"


def _border(border: int, piece: int) -> str:
    return f"border {facts.BORDER.ids[border]} {facts.PIECE.ids[piece]}"


def _repressed(empire: int, piece: int) -> str:
    return f"repressed {facts.EMPIRE.ids[empire]} {facts.PIECE.ids[piece]}"


def agent(piece: int) -> str:
    """An agent of the card as a unit."""
    return f"agent {facts.PIECE.ids[piece]}"


def piece_of_unit(state: State, unit: str) -> int:
    """Which piece a unit is."""
    kind, _, rest = unit.partition(" ")
    return state.places[facts.PLACE.index[rest]] if kind == "place" else facts.PIECE.index[rest.split(" ")[-1]]


def _on_borders(state: State, empire: int, wanted: int = facts.NONE) -> list[str]:
    """The pirates on the borders of an empire; of one religion if so wanted."""
    return [
        _border(border, piece)
        for border in bits(BORDERS[empire])
        for piece in state.borders[border]
        if facts.type_of(piece) == facts.PIRATE and wanted in (facts.NONE, facts.religion_of(piece))
    ]


def heretics(state: State, empire: int, faith: int) -> list[str]:
    """Who defends an empire against a religious war: ruling class and pirates of other religions (K1b)."""
    held = [_place(place) for place in ruling(state, empire) if facts.religion_of(state.places[place]) != faith]
    return held + [
        each for each in _on_borders(state, empire) if facts.religion_of(piece_of_unit(state, each)) != faith
    ]


def sides_of(  # noqa: PLR0913 - what comes with a piece or a battle
    state: State, seat: str, war: str, empire: int, agents: list[int], *, by: int = facts.NONE, rooks: bool = False
) -> tuple[list[str], list[str]]:
    """Attackers and defenders (J1, J2, K1, F9); everybody who can must fight."""
    fighters = [agent(each) for each in agents if facts.type_of(each) != facts.BISHOP]
    defenders = [_place(place) for place in ruling(state, empire)]
    if war == "campaign":
        fighters = [_place(place) for place in ruling(state, by) if facts.type_of(state.places[place]) == facts.KNIGHT]
        return fighters + slave_soldiers(state, seat, empire), defenders
    if war in FAITH:
        faith = FAITH[war]
        fighters = [agent(each) for each in agents if each < facts.FIRST_PAWN and facts.type_of(each) != facts.BISHOP]
        fighters += _on_borders(state, empire, faith)
        fighters += [
            _place(place) for place in ruling(state, empire) if facts.religion_of(state.places[place]) == faith
        ]
        for other in bits(adjacent(state, empire)):
            fighters += [
                _place(each) for each in ruling(state, other) if _rides(state.places[each], faith, rooks=rooks)
            ]
        return fighters, heretics(state, empire, faith)
    fighters += _on_borders(state, empire)
    if war == "conspiracy":
        fighters += [_repressed(empire, piece) for piece in state.repressed[empire] if piece < facts.FIRST_PAWN]
    else:
        own = pawn(seat)
        fighters += [_border(border, own) for border in bits(BORDERS[empire]) if own in state.borders[border]]
        fighters += [_repressed(empire, piece) for piece in state.repressed[empire] if piece >= facts.FIRST_PAWN]
    return fighters, defenders


def _rides(piece: int, faith: int, *, rooks: bool) -> bool:
    """Whether a piece of an adjacent empire joins a religious war: its knights; rooks, too, with Knights of Rhodes."""
    return facts.religion_of(piece) == faith and (
        facts.type_of(piece) == facts.KNIGHT or (rooks and facts.type_of(piece) == facts.ROOK)
    )


def slave_soldiers(state: State, seat: str, empire: int) -> list[str]:
    """Repressed Mamluks in a campaign against the East (Circassian Mamluks; R45)."""
    eastern, mamluk = facts.EMPIRE.things[empire].side, facts.MAMLUK
    if not eastern or not has(state, seat, "repressed_in_mamluk_fight_as_knights"):
        return []
    return [_repressed(mamluk, piece) for piece in state.repressed[mamluk]]


# casualties ---------------------------------------------------------------------------------------------------------


class FallAt(Action, frozen=True, tag="fall_at"):
    """Whoever stands in this place falls. Glossary: battle."""

    place: facts.PlaceId


class FallOn(Action, frozen=True, tag="fall_on"):
    """A pirate or a concession on this border falls. Glossary: battle."""

    border: facts.BorderId
    piece: facts.PieceId


class FallAgent(Action, frozen=True, tag="fall_agent"):
    """An agent of the card falls. Glossary: battle."""

    piece: facts.PieceId


class FallRepressed(Action, frozen=True, tag="fall_repressed"):
    """A repressed piece that fights falls. Glossary: battle."""

    piece: facts.PieceId


not_fighting = Code("§2", empire=facts.EMPIRE)


CASUALTY: Final = Question(
    "casualty",
    "§2",
    *(FallAt, FallOn, FallAgent, FallRepressed),
    otherwise=not_fighting,
    default=FIRST,
    alone="silence",
    about={"empire": facts.EmpireId},
)
"""Who falls next: the attacker chooses all losses, on both sides."""


def fall_of(unit: str) -> Action:
    """The action by which a unit falls."""
    kind, *rest = unit.split(" ")
    if kind == "place":
        return FallAt(rest[0])
    if kind == "border":
        return FallOn(rest[0], rest[1])
    return FallAgent(rest[0]) if kind == "agent" else FallRepressed(rest[1])


def fight(  # noqa: PLR0913 - what comes with a piece or a battle
    state: State, seat: str, war: War, empire: int, agents: list[int], *, by: int = facts.NONE, rooks: bool = False
) -> Frames:
    """The frames of a battle: losses on both sides, then what comes of it."""
    attackers, defenders = sides_of(state, seat, war, empire, agents, by=by, rooks=rooks)
    losses = min(len(attackers), len(defenders))
    king = None if by == facts.NONE else facts.EMPIRE.ids[by]
    return [
        battle(seat, facts.EMPIRE.ids[empire], war, len(attackers), len(defenders)),
        casualties(seat, facts.EMPIRE.ids[empire], defenders, losses, False),
        casualties(seat, facts.EMPIRE.ids[empire], attackers, losses, True),
        *([victory(seat, facts.EMPIRE.ids[empire], war, king)] if len(attackers) > losses else []),
    ]


@step("§2")
def battle(
    play: Play[State], seat: facts.BankId, empire: facts.EmpireId, war: War, attackers: int, defenders: int
) -> None:
    """The battle begins."""
    play.emit(BattleFought(seat, empire, war, attackers, defenders, attackers > defenders))


@step("§2")
def casualties(
    play: Play[State], seat: facts.BankId, empire: facts.EmpireId, units: list[str], count: int, own: bool
) -> Asking:
    """So many of these units fall, one after the other; of the attackers the others survive."""
    if not count:
        return _survivors(seat, empire, units) if own else None
    offers = {fall_of(unit): unit for unit in (units[:1] if count == len(units) else units)}
    answer = yield CASUALTY(seat, offers, empire=empire, count=count, own=int(own))
    fallen = offers[answer]
    _fall(play, seat, fallen)
    left = list(units)
    left.remove(fallen)
    return [casualties(seat, empire, left, count - 1, own)] if count > 1 or own else None


def _fall(play: Play[State], seat: str, unit: str) -> None:
    """A unit dies; an agent has not come to the map yet, and returns to the supply."""
    kind, *rest = unit.split(" ")
    piece = piece_of_unit(play.state, unit)
    if kind == "place":
        kill(play, seat, piece, place=facts.PLACE.index[rest[0]])
    elif kind == "border":
        kill(play, seat, piece, border=facts.BORDER.index[rest[0]])
    elif kind == "repressed":
        kill_repressed(play, seat, piece, facts.EMPIRE.index[rest[0]])
    else:
        play.emit(Killed(seat, facts.PIECE.ids[piece]))


def _survivors(seat: str, empire: str, units: list[str]) -> Frames:
    """Agents and repressed pieces that survived come to the empire; the others stay where they are."""
    return [survivors(seat, empire, [unit for unit in units if unit.startswith(("agent", "repressed"))])]


# survivors -----------------------------------------------------------------------------------------------------------


class SettleAt(Action, frozen=True, tag="settle_at"):
    """The survivor goes to this empty place. Glossary: battle i."""

    place: facts.PlaceId


class SettleOn(Action, frozen=True, tag="settle_on"):
    """The survivor goes to this free border. Glossary: battle i."""

    border: facts.BorderId


GiveWay = word("give_way", "The survivor leaves the room to another one. Glossary: battle i.")
no_room = Code("§2i", piece=facts.PIECE, empire=facts.EMPIRE)
room_for_all = Code("§2i", piece=facts.PIECE)


SURVIVOR: Final = Question(
    "survivor",
    "§2i",
    *(SettleAt, SettleOn, GiveWay),
    otherwise={SettleAt: no_room, SettleOn: no_room, GiveWay: room_for_all},
    default=FIRST,
    alone="logged",
    about={"empire": facts.EmpireId, "piece": facts.PieceId},
)
"""Where a survivor goes."""


def spots(state: State, empire: int, piece: int) -> list[Action]:
    """The empty places or free borders where a survivor may go."""
    kind = facts.type_of(piece)
    if kind in (facts.ROOK, facts.KNIGHT):
        return [SettleAt(facts.PLACE.ids[place]) for place in empty_places(state, empire)]
    return [SettleOn(facts.BORDER.ids[each]) for each in free_borders(state, empire, sea=kind == facts.PIRATE)]


@step("§2i")
def survivors(play: Play[State], seat: facts.BankId, empire: facts.EmpireId, units: list[str]) -> Asking:
    """Survivors go to empty places or free borders, one after the other; without one they are repressed at no cost, a
    pirate is gone.
    """
    state, number = play.state, facts.EMPIRE.index[empire]
    units = [unit for unit in units if _is_there(state, unit)]
    if not units:
        return None
    unit, rest = units[0], units[1:]
    piece, left = piece_of_unit(state, unit), [survivors(seat, empire, rest)]
    room = {
        facts.ROOK: (facts.ROOK, facts.KNIGHT),
        facts.KNIGHT: (facts.ROOK, facts.KNIGHT),
        facts.PIRATE: (facts.PIRATE, facts.PAWN),
        facts.PAWN: (facts.PAWN,),
    }[facts.type_of(piece)]
    behind = [other for other in (piece_of_unit(state, each) for each in rest) if facts.type_of(other) in room]
    found = spots(state, number, piece)
    if not found:
        return [*_without_room(play, seat, number, unit, piece), *left]
    crowded = len(behind) >= len(found) and any(each != piece for each in behind)
    offers = [*found, GiveWay()] if crowded else found
    answer = yield SURVIVOR(seat, offers, empire=empire, piece=facts.PIECE.ids[piece])
    if isinstance(answer, GiveWay):
        return [*_without_room(play, seat, number, unit, piece), *left]
    spot = answer.place if isinstance(answer, SettleAt) else answer.border
    supplied = [] if unit.startswith("repressed") else needed(state, seat, piece)
    return [*supplied, settled(seat, empire, unit, spot), *left]


def _is_there(state: State, unit: str) -> bool:
    """Whether a survivor has not been taken for another one, of which none was left (B1)."""
    kind, *rest = unit.split(" ")
    return kind == "agent" or facts.PIECE.index[rest[1]] in state.repressed[facts.EMPIRE.index[rest[0]]]


def _without_room(play: Play[State], seat: str, empire: int, unit: str, piece: int) -> Frames:
    state = play.state
    if unit.startswith("repressed"):
        held = facts.EMPIRE.index[unit.split(" ")[1]]
        if held != empire:
            state.repressed[held].remove(piece)
            state.repressed[empire] = sorted([*state.repressed[empire], piece])
            play.emit(Survived(seat, facts.PIECE.ids[piece], facts.EMPIRE.ids[empire]))
        return []
    if facts.type_of(piece) == facts.PIRATE:
        return []
    return [*needed(state, seat, piece), crowded_out(seat, facts.EMPIRE.ids[empire], facts.PIECE.ids[piece])]


@step("§2i")
def crowded_out(play: Play[State], seat: facts.BankId, empire: facts.EmpireId, piece: facts.PieceId) -> None:
    """There is no room for an agent that survived: it is repressed."""
    number = facts.EMPIRE.index[empire]
    play.state.repressed[number] = sorted([*play.state.repressed[number], facts.PIECE.index[piece]])
    play.emit(Survived(seat, piece, empire))


@step("§2i")
def settled(play: Play[State], seat: facts.BankId, empire: facts.EmpireId, unit: str, spot: str) -> None:
    """The survivor is there."""
    piece, state = piece_of_unit(play.state, unit), play.state
    place = facts.PLACE.index[spot] if spot in facts.PLACE else facts.NONE
    border = facts.BORDER.index[spot] if spot in facts.BORDER else facts.NONE
    if unit.startswith("repressed"):
        held = facts.EMPIRE.index[unit.split(" ")[1]]
        free(play, seat, piece, held, place=place, border=border)
    elif place != facts.NONE:
        put_at(play, seat, piece, place)
    else:
        assert not state.borders[border]
        put_on(play, seat, piece, border)


@step("Jc, K2")
def victory(
    play: Play[State], seat: facts.BankId, empire: facts.EmpireId, war: War, by: facts.EmpireId | None
) -> Frames:
    """The attackers have won: a religious war makes a theocracy, and the regime changes."""
    number = facts.EMPIRE.index[empire]
    arrange: Frames = []
    if war in FAITH:
        become(play, seat, number, FAITH[war] + 1)
        arrange = rearrangement(seat, number)
    king = facts.NONE if by is None else facts.EMPIRE.index[by]
    how: Literal["campaign", "one_shot"] = "campaign" if war == "campaign" else "one_shot"
    return [*arrange, *regime_change(play.state, seat, number, how, king)]


# Constantinople ------------------------------------------------------------------------------------------------------


class Arrange(Action, frozen=True, tag="arrange"):
    """Exchange what stands in two places of Constantinople. K2a."""

    one: facts.PlaceId
    other: facts.PlaceId


AsTheyStand = word("as_they_stand", "Leave the pieces in Constantinople where they are. K2a.")
not_in_constantinople = Code("K2a", place=facts.PLACE)


ARRANGEMENT: Final = Question("arrangement", "K2a", Arrange, AsTheyStand, default=AsTheyStand(), alone="silence")
"""Which pieces of Constantinople change places after a religious war."""


def rearrangement(seat: str, empire: int) -> Frames:
    """The pieces of Constantinople stay in the city, not in their places (K2a)."""
    return [constantinople(seat, 2)] if empire == facts.OTTOMAN else []


@step("K2a")
def constantinople(play: Play[State], seat: facts.BankId, times: int) -> Asking:
    """Pieces in Constantinople change places; two exchanges reach every order."""
    there = play.state.places

    def why(action: Action) -> Refusal | None:
        if not isinstance(action, Arrange):
            return None
        places = [facts.PLACE.number(action.one), facts.PLACE.number(action.other)]
        unlike = {*places} <= {*facts.CONSTANTINOPLE} and there[places[0]] != there[places[1]]
        return None if unlike else not_in_constantinople(place=action.one)

    pairs = (
        Arrange(facts.PLACE.ids[one], facts.PLACE.ids[other]) for one, other in combinations(facts.CONSTANTINOPLE, 2)
    )
    answer = yield ARRANGEMENT(seat, [*pairs, AsTheyStand()], why)
    if isinstance(answer, AsTheyStand):
        return None
    one, other = facts.PLACE.index[answer.one], facts.PLACE.index[answer.other]
    there[one], there[other] = there[other], there[one]
    play.emit(Rearranged(seat, answer.one, answer.other))
    return [constantinople(seat, times - 1)] if times > 1 else None
