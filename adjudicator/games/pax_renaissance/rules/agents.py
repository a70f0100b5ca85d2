"""Agents come to the map and to the tableaus (E2.2)."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import Action, Asking, Choose, Frames, Judged, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..state import State
from .book import step
from .pieces import (
    BishopPlaced,
    BishopsFell,
    kill,
    kill_repressed,
    needed,
    put_at,
    put_concession,
    put_on,
    repress,
)
from .regime import border_refused, too_poor
from .table import bishop_on, borders_of, item, location, pawn, places_of, protected, tableaus, there


class PlaceAgent(Action, frozen=True, tag="place_agent"):
    """Place the rook or knight; whoever stands there is repressed for a florin. E2.2b."""

    place: facts.PlaceId


class AgentToBorder(Action, frozen=True, tag="agent_to_border"):
    """Place the pawn or the pirate on a border. E2.2c, E2.2d."""

    border: facts.BorderId


class AgentToCard(Action, frozen=True, tag="agent_to_card"):
    """Place the bishop on an item of the location. E2.2a."""

    card: facts.ItemId


NoAgent = word("no_agent", "Do not place the agent. E2.2.")
no_such_agent = Code("E2.2", piece=facts.PIECE)
"""The agent goes elsewhere: a rook to a place, a pirate to a border, a bishop to a card."""
elsewhere = Code("E2.2", card=facts.ITEM)
"""The place, border or item is not in the location of the card."""
under_disk = Code("B6d", place=facts.PLACE)
no_sea_border = Code("E2.2c", border=facts.BORDER)
own_agent = Code("E2.2", card=facts.ITEM)
"""The second agent of a card cannot displace the first (R11)."""
agent_due = Code("E2.1", card=facts.ITEM, piece=facts.PIECE)
"""The one-shot takes place, and there is room for its agent."""
cannot_bear = Code("E2.2a", card=facts.ITEM)
"""A player card, an old maid, a card in a hand bears no bishop."""


class AgentAnswers(Judged[State]):
    """Where the next agent of a card goes. `due`: it must, where there is room. `there`: where agents of the card
    are.
    """

    kind, rule = "agent", "E2.2"
    card: Annotated[int, facts.ITEM]
    piece: Annotated[int, facts.PIECE]
    actions = (PlaceAgent, AgentToBorder, AgentToCard, NoAgent)

    def __init__(self, card: int, piece: int, empires: int, *, due: bool, there: list[str]) -> None:
        self.card, self.piece, self.empires, self.due, self.there = card, piece, empires, due, there

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        kind = facts.type_of(self.piece)
        if kind == facts.BISHOP:
            yield from (AgentToCard(facts.ITEM.ids[each]) for each in bearers(state, self.empires, self.card))
        elif kind in (facts.PIRATE, facts.PAWN):
            yield from (AgentToBorder(facts.BORDER.ids[each]) for each in bits(borders_of(self.empires)))
        else:
            yield from (PlaceAgent(facts.PLACE.ids[each]) for each in bits(places_of(self.empires)))
        yield NoAgent()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        kind, card = facts.type_of(self.piece), facts.ITEM.ids[self.card]
        if isinstance(action, NoAgent):
            found = self._room(state, seat) if self.due else []
            return agent_due(found[:3], card=card, piece=facts.PIECE.ids[self.piece]) if found else None
        if isinstance(action, AgentToCard):
            if kind != facts.BISHOP:
                return no_such_agent(piece=facts.PIECE.ids[self.piece])
            return self._bishop_refused(state, facts.ITEM.number(action.card))
        if isinstance(action, AgentToBorder):
            if kind not in (facts.PIRATE, facts.PAWN):
                return no_such_agent(piece=facts.PIECE.ids[self.piece])
            return self._border_refused(state, seat, facts.BORDER.number(action.border))
        assert isinstance(action, PlaceAgent)
        if kind in (facts.BISHOP, facts.PIRATE, facts.PAWN):
            return no_such_agent(piece=facts.PIECE.ids[self.piece])
        return self._place_refused(state, seat, facts.PLACE.number(action.place))

    def _place_refused(self, state: State, seat: str, place: int) -> Refusal | None:
        if not places_of(self.empires) >> place & 1:
            return elsewhere(card=facts.ITEM.ids[self.card])
        if not there(state) >> place & 1:
            return under_disk(place=facts.PLACE.ids[place])
        if state.places[place] == facts.NONE:
            return None
        if facts.PLACE.ids[place] in self.there:
            return own_agent(card=facts.ITEM.ids[self.card])
        return too_poor(florins=state.florins[seat], cost=1) if state.florins[seat] < 1 else None

    def _border_refused(self, state: State, seat: str, border: int) -> Refusal | None:
        if not borders_of(self.empires) >> border & 1:
            return elsewhere(card=facts.ITEM.ids[self.card])
        if state.borders[border] and facts.BORDER.ids[border] in self.there:
            return own_agent(card=facts.ITEM.ids[self.card])
        if facts.type_of(self.piece) == facts.PAWN:
            return border_refused(state, seat, border, [])
        if not facts.BORDER.things[border].sea:
            return no_sea_border(border=facts.BORDER.ids[border])
        return None

    def _bishop_refused(self, state: State, index: int) -> Refusal | None:
        if index in bearers(state, self.empires, self.card):
            return None
        known = index < facts.FIRST_CARD or tableaus(state) >> index & 1
        return elsewhere(card=facts.ITEM.ids[self.card]) if known else cannot_bear(card=facts.ITEM.ids[index])

    def _room(self, state: State, seat: str) -> list[Action]:
        """Empty spots that are legal: only these oblige (R03)."""
        found = []
        for action in self.candidates(state, seat):
            if isinstance(action, NoAgent) or self.refused(state, seat, action):
                continue
            if isinstance(action, PlaceAgent) and state.places[facts.PLACE.index[action.place]] != facts.NONE:
                continue
            if isinstance(action, AgentToBorder) and state.borders[facts.BORDER.index[action.border]]:
                continue
            if isinstance(action, AgentToCard) and bishop_on(state, facts.ITEM.index[action.card]) != facts.NONE:
                continue
            found.append(action)
        return found

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": facts.ITEM.ids[self.card], "piece": facts.PIECE.ids[self.piece]}

    def default(self, state: State, seat: str) -> Action:
        return next(iter(self._room(state, seat) if self.due else ()), NoAgent())


def bearers(state: State, empires: int, card: int = facts.NONE) -> list[int]:
    """The items of these empires that can bear a bishop: in tableaus and on thrones; and the card itself (E2.2a)."""
    held = tableaus(state)
    found = [each for each in bits(held) if location(state, each) & empires]
    if card != facts.NONE and held >> card & 1 and card not in found:
        found.append(card)
    for empire in bits(empires):
        if not state.holder[empire]:
            found += [empire, *state.queens[empire]]
    return sorted(set(found))


def agents_of(card: int, seat: str) -> list[int]:
    """The agents of a card as pieces; pawns of the seat (B5g)."""
    return [pawn(seat) if each == facts.FIRST_PAWN else each for each in item(card).agents]


@step("E2.2")
def agents(  # noqa: PLR0913 - what comes with a piece or a battle
    play: Play[State],
    seat: facts.BankId,
    card: facts.ItemId,
    pieces: list[facts.PieceId],
    empires: int,
    due: bool,
    there: list[str],
) -> Asking:
    """The agents of a card are placed, one after the other; rooks and knights of a region in one of its empires
    (Glossary: location b).
    """
    if not pieces:
        return None
    state, number = play.state, facts.ITEM.index[card]
    piece, rest = facts.PIECE.index[pieces[0]], pieces[1:]
    answers = AgentAnswers(number, piece, empires, due=due, there=there)
    answer = yield Choose(seat, answers, automatic=due, silent=not due)
    if isinstance(answer, NoAgent):
        return [agents(seat, card, rest, empires, due, there)]
    if isinstance(answer, PlaceAgent):
        spot = answer.place
        _make_room(play, seat, facts.PLACE.index[spot])
        empires = 1 << facts.PLACE.thing(spot).empire
        frames: Frames = [
            *needed(state, seat, piece),
            ruler_put(seat, pieces[0], spot),
        ]
    elif isinstance(answer, AgentToBorder):
        spot, border = answer.border, facts.BORDER.index[answer.border]
        if piece >= facts.FIRST_PAWN:
            frames = put_concession(state, seat, border, empires)
        else:
            frames = [*needed(state, seat, piece), pirate_put(seat, pieces[0], spot)]
    else:
        spot = answer.card
        frames = [*needed(state, seat, piece), bishop_put(seat, pieces[0], spot)]
    return [*frames, agents(seat, card, rest, empires, due, [*there, spot])]


def _make_room(play: Play[State], seat: str, place: int) -> None:
    """Whoever stands in a place is repressed for a florin (E2.2b)."""
    occupant = play.state.places[place]
    if occupant != facts.NONE:
        repress(play, seat, occupant, facts.PLACE.things[place].empire, place=place, cost=1)


@step("E2.2b")
def ruler_put(play: Play[State], seat: facts.BankId, piece: facts.PieceId, place: facts.PlaceId) -> None:
    """The rook or knight comes to its place."""
    put_at(play, seat, facts.PIECE.index[piece], facts.PLACE.index[place])


@step("E2.2c")
def pirate_put(play: Play[State], seat: facts.BankId, piece: facts.PieceId, border: facts.BorderId) -> None:
    """The pirate comes to its border; whoever is there dies."""
    pirate_comes(play, seat, facts.PIECE.index[piece], facts.BORDER.index[border])


def pirate_comes(play: Play[State], seat: str, piece: int, border: int, *, moved: bool = False) -> None:
    """A pirate comes to a border, or has `moved` there, and kills who is there, but no protected concession (E2.2c,
    F7a; Glossary: corsair d).
    """
    assert border in facts.SEA.whole
    for each in list(play.state.borders[border]):
        if each < facts.FIRST_PAWN or not protected(play.state, each):
            kill(play, seat, each, border=border)
    put_on(play, seat, piece, border, moved=moved)


@step("E2.2a")
def bishop_put(play: Play[State], seat: facts.BankId, piece: facts.PieceId, card: facts.ItemId) -> Frames:
    """The bishop comes to its item."""
    return bishop_comes(play, seat, facts.religion_of(facts.PIECE.index[piece]), facts.ITEM.index[card])


def bishop_comes(play: Play[State], seat: str, religion: int, index: int, *, moved: bool = False) -> Frames:
    """A bishop comes to an item, or has `moved` there: both die if there is one (F1a), else it may kill a repressed
    piece (F1b).
    """
    state, piece = play.state, facts.BISHOP * 3 + religion
    other = bishop_on(state, index)
    if other != facts.NONE:
        state.bishops[other].remove(index)
        play.emit(
            BishopsFell(seat, facts.ITEM.ids[index], facts.PIECE.ids[piece], facts.PIECE.ids[facts.BISHOP * 3 + other])
        )
        return []
    state.bishops[religion] = sorted([*state.bishops[religion], index])
    if not moved:
        play.emit(BishopPlaced(seat, facts.PIECE.ids[piece], facts.ITEM.ids[index]))
    return [pacification(seat, facts.ITEM.ids[index])] if index < facts.FIRST_CARD and state.repressed[index] else []


class Pacify(Action, frozen=True, tag="pacify"):
    """Kill a repressed piece. F1b."""

    piece: facts.PieceId


Spare = word("spare", "Kill nobody. F1b.")
not_on_square = Code("F1b", piece=facts.PIECE)


PACIFICATION: Final = Question(
    "pacification", "F1b", Pacify, Spare, otherwise=not_on_square, default=Spare(), about={"empire": facts.EmpireId}
)


@step("F1b")
def pacification(play: Play[State], seat: facts.BankId, card: facts.ItemId) -> Asking:
    """The bishop may kill one repressed piece there."""
    empire = facts.ITEM.index[card]
    there = dict.fromkeys(play.state.repressed[empire])
    offers = [*(Pacify(facts.PIECE.ids[each]) for each in there), Spare()]
    answer = yield PACIFICATION(seat, offers, empire=facts.EMPIRE.ids[empire])
    if isinstance(answer, Pacify):
        kill_repressed(play, seat, facts.PIECE.index[answer.piece], empire)
    return None
