"""Running operations (E4): one side of the tableau, each card once, in any order."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Choose, Frames, Judged, Play, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..state import State
from . import targets
from .agents import bishop_comes, pirate_comes
from .battles import fight
from .book import Done, step
from .consequences import consequences
from .deeds import Deed
from .pieces import kill, pay, repress
from .regime import regime_change
from .squares import behead, discard_card
from .table import WITH, active, bishop_on, has, operations_of, owner_of, pawn_at, pirate_at, side_in, silenced
from .taxes import tax


class Operated(Done, frozen=True, tag="operated", rule="E4"):
    """A card was used for an operation; what came of it follows. `florins`: taken with commerce, or paid if
    negative.
    """

    card: facts.ItemId
    operation: facts.OperationId
    florins: int = 0


class BishopMoved(Done, frozen=True, tag="bishop_moved", rule="F1"):
    """A bishop went from one item to another."""

    piece: facts.PieceId
    at: facts.ItemId
    to: facts.ItemId


class PirateSailed(Done, frozen=True, tag="pirate_sailed", rule="F7", touches=("at", "to")):
    """A pirate went from one sea border to another."""

    piece: facts.PieceId
    at: facts.BorderId
    to: facts.BorderId


class Voted(Done, frozen=True, tag="voted", rule="F6", touches=("empire",)):
    """A vote was won."""

    empire: facts.EmpireId
    price: int


class Run(Action, frozen=True, tag="run"):
    """Run the operations of one side of the tableau. E4."""

    side: facts.SideId


RunBoth = word("run_both", "Run the operations of both sides with one action (an ability of a card). E4.")
EndOperations = word("end_operations", "No more operations. E4.")
ran_already = Code("D1.4", side=facts.SIDE)
nothing_to_run = Code("E4", side=facts.SIDE)
no_double_run = Code("E4")
nothing_to_do = Code("E4")
not_yours = Code("E4", card=facts.ITEM)
used_already = Code("E4", card=facts.ITEM)
other_side = Code("E4", card=facts.ITEM)
is_silenced = Code("F1f", card=facts.ITEM)
one_at_least = Code("E4")


class OperationAnswers(Judged[State]):
    """The next operation. `sides`: a mask of those that run; `begun`: one was done, so that it may end."""

    kind, rule = "operation", "E4"
    actions = (*targets.OPERATES, EndOperations)

    def __init__(self, sides: int, *, begun: bool) -> None:
        self.sides, self.begun = sides, begun

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        mute = silenced(state, seat)
        for card in targets.able(state, seat, self.sides):
            for operation in operations_of(state, card):
                if operation.op == "inquisitor" or not mute >> card & 1:
                    yield from targets.targets(state, seat, card, operation)
        if self.begun:
            yield EndOperations()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, EndOperations):
            return None if self.begun else one_at_least()
        assert isinstance(action, targets.Operate)
        card = facts.ITEM.number(action.card)
        if owner_of(state, card) != seat:
            return not_yours(card=action.card)
        if state.turn.used >> card & 1:
            return used_already(card=action.card)
        if not self.sides >> side_in(state, seat, card) & 1:
            return other_side(card=action.card)
        if not isinstance(action, targets.MoveBishop) and silenced(state, seat) >> card & 1:
            return is_silenced(card=action.card)
        return targets.refused(state, seat, action)

    def context(self, state: State, seat: str) -> dict[str, list[str]]:
        return {"sides": [facts.SIDE.ids[each] for each in bits(self.sides)]}

    def default(self, state: State, seat: str) -> Action:
        return EndOperations() if self.begun else next(iter(self.options(state, seat)))


def run_refused(state: State, seat: str, action: Action) -> Refusal | None:
    """A side runs once a turn, and only if something can be done (D1)."""
    if isinstance(action, RunBoth):
        if not has(state, seat, "east_and_west_ops_in_one_action"):
            return no_double_run()
        if state.turn.ran:
            return ran_already(side=facts.SIDE.ids[facts.EAST if state.turn.ran >> facts.EAST & 1 else facts.WEST])
        some = any(True for _ in OperationAnswers(0b11, begun=False).options(state, seat))
        return None if some else nothing_to_do()
    assert isinstance(action, Run)
    side = facts.SIDE.number(action.side)
    if state.turn.ran >> side & 1:
        return ran_already(side=action.side)
    some = any(True for _ in OperationAnswers(1 << side, begun=False).options(state, seat))
    return None if some else nothing_to_run(side=action.side)


def ran(play: Play[State], seat: str, action: Action) -> Frames:
    """The side is run."""
    sides = 0b11 if isinstance(action, RunBoth) else 1 << facts.SIDE.index[action.side]  # type: ignore[attr-defined]
    play.state.turn.ran |= sides
    return [operating(seat, sides, False)]


def run_cost(state: State, seat: str, action: Action) -> int:
    """Nothing with Fortifications of that side."""
    if isinstance(action, Run):
        side = facts.SIDE.number(action.side)
        free = active(state, seat) & WITH["free_ops"]
        if any(facts.ITEM.things[each].side == side for each in bits(free)):
            return 0
    return 1


RUN = Deed(Run, lambda state, seat: map(Run, facts.SIDE.ids), run_refused, ran, run_cost)
RUN_BOTH = Deed(RunBoth, lambda state, seat: [RunBoth()], run_refused, ran, needs="east_and_west_ops_in_one_action")


@step("E4")
def operating(play: Play[State], seat: facts.BankId, sides: int, begun: bool) -> Asking:
    """One operation after the other, until there is none or it is enough."""
    answer = yield Choose(seat, OperationAnswers(sides, begun=begun), silent=begun)
    if isinstance(answer, EndOperations):
        return None
    play.state.turn.used |= 1 << facts.ITEM.index[answer.card]
    return [*operate(play, seat, answer), consequences(seat), operating(seat, sides, True)]


def operate(play: Play[State], seat: str, action: targets.Operate) -> Frames:
    """An operation is done (F)."""
    state, card = play.state, facts.ITEM.index[action.card]
    match action:
        case targets.MoveBishop():
            at, to = facts.ITEM.index[action.at], facts.ITEM.index[action.to]
            religion = bishop_on(state, at)
            state.bishops[religion].remove(at)
            _told(play, seat, action, "inquisitor")
            play.emit(BishopMoved(seat, facts.PIECE.ids[facts.BISHOP * 3 + religion], action.at, action.to))
            return bishop_comes(play, seat, religion, to, moved=True)
        case targets.Commerce():
            side = facts.SIDE.index[action.side]
            state.money[side][action.slot] -= 1
            state.florins[seat] += 1
            _told(play, seat, action, "commerce", 1)
        case targets.Behead():
            target = facts.ITEM.index[action.target]
            _told(play, seat, action, "behead")
            behead(play, seat, target, owner_of(state, target))
            if target < facts.FIRST_CARD and owner_of(state, card):
                discard_card(play, seat, card, owner_of(state, card))
        case targets.Tax():
            _told(play, seat, action, "tax")
            return tax(state, seat, facts.BORDER.index[action.border], facts.EMPIRE.index[action.empire])
        case targets.RepressAt():
            place = facts.PLACE.index[action.place]
            _told(play, seat, action, "repress")
            repress(play, seat, state.places[place], facts.PLACE.things[place].empire, place=place, cost=-1)
        case targets.RepressOn():
            border = facts.BORDER.index[action.border]
            _told(play, seat, action, "repress")
            repress(play, seat, pawn_at(state, border), facts.EMPIRE.index[action.empire], border=border, cost=-1)
        case targets.Vote():
            empire = facts.EMPIRE.index[action.empire]
            price = targets.vote_price(state, seat, empire)
            pay(state, seat, price)
            _told(play, seat, action, "vote", -price)
            play.emit(Voted(seat, action.empire, price))
            return regime_change(state, seat, empire, "vote")
        case targets.SailPirate():
            at, to = facts.BORDER.index[action.at], facts.BORDER.index[action.to]
            pirate = pirate_at(state, at)
            state.borders[at].remove(pirate)
            _told(play, seat, action, "corsair")
            play.emit(PirateSailed(seat, facts.PIECE.ids[pirate], action.at, action.to))
            pirate_comes(play, seat, pirate, to, moved=True)
        case targets.SiegeAt():
            place = facts.PLACE.index[action.place]
            _told(play, seat, action, "siege")
            kill(play, seat, state.places[place], place=place)
        case targets.SiegeOn():
            border = facts.BORDER.index[action.border]
            _told(play, seat, action, "siege")
            kill(play, seat, pirate_at(state, border), border=border)
        case _:
            assert isinstance(action, targets.Campaign)
            empire = facts.EMPIRE.index[action.empire]
            price = targets.campaign_price(state, seat, card, empire)
            pay(state, seat, price)
            _told(play, seat, action, "campaign", -price)
            return fight(state, seat, "campaign", empire, [], by=card)
    return []


def _told(play: Play[State], seat: str, action: targets.Operate, operation: str, florins: int = 0) -> None:
    play.emit(Operated(seat, action.card, operation, florins))
