"""Agents come to the map and to the tableaus (E2.2)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Final

from adjudicator import Action, Asking, Choose, Deed, Deeds, Frames, Play, Question, Refusal, word
from adjudicator.components import Code, bits

from .. import facts
from ..facts import BISHOP, BORDER, FIRST_CARD, FIRST_PAWN, ITEM, NONE, PIECE, PLACE, BankId, BorderId, ItemId, PieceId
from ..state import State
from .book import step
from .pieces import BishopsFell, Spot, is_free, kill, needed, put, put_concession, repress, spot_of
from .regime import border_refused, too_poor
from .table import bishop_on, borders_of, item, location, pawn, places_of, protected, tableaus, there

no_such_agent = Code("E2.2", piece=PIECE)
"""The agent goes elsewhere: a rook to a place, a pirate to a border, a bishop to a card."""
elsewhere = Code("E2.2", card=ITEM)
"""The place, border or item is not in the location of the card."""
under_disk = Code("B6d", place=PLACE)
no_sea_border = Code("E2.2c", border=BORDER)
own_agent = Code("E2.2", card=ITEM)
"""The second agent of a card cannot displace the first (R11)."""
agent_due = Code("E2.1", card=ITEM, piece=PIECE)
"""The one-shot takes place, and there is room for its agent."""
cannot_bear = Code("E2.2a", card=ITEM)
"""A player card, an old maid, a card in a hand bears no bishop."""


class _Placing(Deed[State], frozen=True):
    """An agent comes to a spot. `types`: which agents come to such spots."""

    types: ClassVar[tuple[int, ...]]

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return map(cls, cls.around(state, asked)) if facts.type_of(asked.piece) in cls.types else iter(())

    @classmethod
    def around(cls, state: State, asked: Any) -> Iterable[str]:
        """The spots of the location."""
        raise NotImplementedError  # abstract

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        fits = facts.type_of(asked.piece) in self.types
        return self.barred(state, seat, asked, spot_of(self)) if fits else no_such_agent(piece=asked.piece)

    def barred(self, state: State, seat: str, asked: Any, spot: Spot) -> Refusal | None:
        """Why the agent cannot come to this spot."""
        raise NotImplementedError  # abstract


class PlaceAgent(_Placing, frozen=True, tag="place_agent"):
    """Place the rook or knight; whoever stands there is repressed for a florin. E2.2b."""

    place: facts.PlaceId
    types = (facts.ROOK, facts.KNIGHT)

    @classmethod
    def around(cls, state: State, asked: Any) -> Iterable[str]:
        return PLACE.ids_of(places_of(asked.empires))

    def barred(self, state: State, seat: str, asked: Any, spot: Spot) -> Refusal | None:
        if not places_of(asked.empires) >> spot.number & 1:
            return elsewhere(card=asked.card)
        if not there(state) >> spot.number & 1:
            return under_disk(place=self.place)
        if is_free(state, spot):
            return None
        if self.place in asked.there:
            return own_agent(card=asked.card)
        return too_poor(florins=state.florins[seat], cost=1) if state.florins[seat] < 1 else None


class AgentToBorder(_Placing, frozen=True, tag="agent_to_border"):
    """Place the pawn or the pirate on a border. E2.2c, E2.2d."""

    border: BorderId
    types = (facts.PIRATE, facts.PAWN)

    @classmethod
    def around(cls, state: State, asked: Any) -> Iterable[str]:
        return BORDER.ids_of(borders_of(asked.empires))

    def barred(self, state: State, seat: str, asked: Any, spot: Spot) -> Refusal | None:
        if not borders_of(asked.empires) >> spot.number & 1:
            return elsewhere(card=asked.card)
        if not is_free(state, spot) and self.border in asked.there:
            return own_agent(card=asked.card)
        if facts.type_of(asked.piece) == facts.PAWN:
            return border_refused(state, seat, spot.number, [])
        return None if BORDER.things[spot.number].sea else no_sea_border(border=self.border)


class AgentToCard(_Placing, frozen=True, tag="agent_to_card"):
    """Place the bishop on an item of the location. E2.2a."""

    card: ItemId
    types = (BISHOP,)

    @classmethod
    def around(cls, state: State, asked: Any) -> Iterable[str]:
        return (ITEM.ids[each] for each in bearers(state, asked.empires, asked.card))

    def barred(self, state: State, seat: str, asked: Any, spot: Spot) -> Refusal | None:
        if spot.number in bearers(state, asked.empires, asked.card):
            return None
        known = spot.number < FIRST_CARD or tableaus(state) >> spot.number & 1
        return elsewhere(card=asked.card) if known else cannot_bear(card=spot.number)


class NoAgent(Deed[State], frozen=True, tag="no_agent"):
    """Do not place the agent. E2.2."""

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        found = asked.room(state, seat) if asked.due else []
        return agent_due(found[:3], card=asked.card, piece=asked.piece) if found else None


class AgentAnswers(Deeds[State]):
    """Where the next agent of a card goes. `due`: it must, where there is room. `there`: where agents of the card
    are.
    """

    kind, rule = "agent", "E2.2"
    card: Annotated[int, ITEM]
    piece: Annotated[int, PIECE]
    actions = (PlaceAgent, AgentToBorder, AgentToCard, NoAgent)

    def __init__(self, card: int, piece: int, empires: int, *, due: bool, there: list[str]) -> None:
        self.card, self.piece, self.empires, self.due, self.there = card, piece, empires, due, there

    def room(self, state: State, seat: str) -> list[Action]:
        """Empty spots that are legal: only these oblige (R03)."""
        placing = (each for each in self.candidates(state, seat) if not isinstance(each, NoAgent))
        return [each for each in placing if is_free(state, spot_of(each)) and not self.refused(state, seat, each)]

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": ITEM.ids[self.card], "piece": PIECE.ids[self.piece]}

    def default(self, state: State, seat: str) -> Action:
        return next(iter(self.room(state, seat) if self.due else ()), NoAgent())


def bearers(state: State, empires: int, card: int = NONE) -> list[int]:
    """The items of these empires that can bear a bishop: in tableaus and on thrones; and the card itself (E2.2a)."""
    held = tableaus(state)
    found = [each for each in bits(held) if location(state, each) & empires]
    if card != NONE and held >> card & 1 and card not in found:
        found.append(card)
    for empire in bits(empires):
        if not state.holder[empire]:
            found += [empire, *state.queens[empire]]
    return sorted(set(found))


def agents_of(card: int, seat: str) -> list[int]:
    """The agents of a card as pieces; pawns of the seat (B5g)."""
    return [pawn(seat) if each == FIRST_PAWN else each for each in item(card).agents]


@step("E2.2")
def agents(  # noqa: PLR0913 - what comes with a piece or a battle
    play: Play[State], seat: BankId, card: ItemId, pieces: list[PieceId], empires: int, due: bool, there: list[str]
) -> Asking:
    """The agents of a card are placed, one after the other; rooks and knights of a region in one of its empires
    (Glossary: location b).
    """
    if not pieces:
        return None
    state, number = play.state, ITEM.index[card]
    piece, rest = PIECE.index[pieces[0]], pieces[1:]
    answers = AgentAnswers(number, piece, empires, due=due, there=there)
    answer = yield Choose(seat, answers, automatic=due, silent=not due)
    if isinstance(answer, NoAgent):
        return [agents(seat, card, rest, empires, due, there)]
    spot = spot_of(answer)
    (id,) = spot.named.values()
    if isinstance(answer, PlaceAgent):
        empire = PLACE.things[spot.number].empire
        if not is_free(state, spot):  # whoever stands there is repressed for a florin (E2.2b)
            repress(play, seat, state.places[spot.number], empire, spot, 1)
        empires, comes = 1 << empire, ruler_put(seat, pieces[0], id)
    elif isinstance(answer, AgentToCard):
        comes = bishop_put(seat, pieces[0], id)
    else:
        comes = pirate_put(seat, pieces[0], id)
    frames = [*needed(state, seat, piece), comes]
    if piece >= FIRST_PAWN:
        frames = [*put_concession(state, seat, spot.number, empires)]
    return [*frames, agents(seat, card, rest, empires, due, [*there, id])]


@step("E2.2b")
def ruler_put(play: Play[State], seat: BankId, piece: PieceId, place: facts.PlaceId) -> None:
    put(play, seat, PIECE.index[piece], Spot("place", PLACE.index[place]))


@step("E2.2c")
def pirate_put(play: Play[State], seat: BankId, piece: PieceId, border: BorderId) -> None:
    """The pirate comes to its border; whoever is there dies."""
    pirate_comes(play, seat, PIECE.index[piece], BORDER.index[border])


def pirate_comes(play: Play[State], seat: str, piece: int, border: int, *, moved: bool = False) -> None:
    """A pirate comes to a border, or has `moved` there, and kills who is there, but no protected concession (E2.2c,
    F7a; Glossary: corsair d).
    """
    assert border in facts.SEA.whole
    spot = Spot("border", border)
    for each in list(play.state.borders[border]):
        if each < FIRST_PAWN or not protected(play.state, each):
            kill(play, seat, each, spot)
    put(play, seat, piece, spot, moved=moved)


@step("E2.2a")
def bishop_put(play: Play[State], seat: BankId, piece: PieceId, card: ItemId) -> Frames:
    return bishop_comes(play, seat, facts.religion_of(PIECE.index[piece]), ITEM.index[card])


def bishop_comes(play: Play[State], seat: str, religion: int, index: int, *, moved: bool = False) -> Frames:
    """A bishop comes to an item, or has `moved` there: both die if there is one (F1a), else it may kill a repressed
    piece (F1b).
    """
    state, piece, ids = play.state, facts.piece_of(BISHOP, religion), PIECE.ids
    other = bishop_on(state, index)
    if other != NONE:
        state.bishops[other].remove(index)
        play.emit(BishopsFell(seat, ITEM.ids[index], ids[piece], ids[facts.piece_of(BISHOP, other)]))
        return []
    put(play, seat, piece, Spot("card", index), moved=moved)
    return [pacification(seat, ITEM.ids[index])] if index < FIRST_CARD and state.repressed[index] else []


class Pacify(Action, frozen=True, tag="pacify"):
    """Kill a repressed piece. F1b."""

    piece: PieceId


Spare = word("spare", "Kill nobody. F1b.")
not_on_square = Code("F1b", piece=PIECE)
PACIFICATION: Final = Question(
    "pacification", "F1b", Pacify, Spare, otherwise=not_on_square, default=Spare(), about={"empire": facts.EmpireId}
)


@step("F1b")
def pacification(play: Play[State], seat: BankId, card: ItemId) -> Asking:
    """The bishop may kill one repressed piece there."""
    empire = ITEM.index[card]
    there = dict.fromkeys(play.state.repressed[empire])
    offers = [*(Pacify(PIECE.ids[each]) for each in there), Spare()]
    answer = yield PACIFICATION(seat, offers, empire=facts.EMPIRE.ids[empire])
    if isinstance(answer, Pacify):
        kill(play, seat, PIECE.index[answer.piece], Spot("empire", empire))
    return None
