"""Let other players look at facedown advisers, at any time (9.4): what they are shown is certified."""

from collections.abc import Iterator

from adjudicator import Action, Event, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code

from ..facts import CARD, CardId, PlayerId
from ..state import State
from . import pieces, table
from .book import step


class ShowAdviser(Action, frozen=True, tag="show_adviser"):
    """Let a player look at one of your facedown advisers, by its place counted from 1. 9.4."""

    number: int
    player: PlayerId


class AdviserShown(Event, frozen=True, tag="adviser_shown", rule="9.4"):
    """A facedown adviser of a player, as that player showed it."""

    card: CardId
    player: PlayerId


no_such_adviser = Code("9.4", number=int)
not_to_yourself = Code("9.4")


class ShowAnswers(ValidatedAnswers[State]):
    """The facedown advisers that a player may show to others."""

    kind, rule = "show", "9.4"
    actions = (ShowAdviser,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for number, lying in enumerate(state.boards[seat].hidden, 1):
            seen = table.seats_of(lying.seen_by)
            yield from (ShowAdviser(number, each) for each in table.others(state, seat) if each not in seen)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, ShowAdviser)
        if not 1 <= action.number <= len(state.boards[seat].hidden):
            return no_such_adviser(number=action.number)
        return None if action.player in table.others(state, seat) else not_to_yourself()


@step("9.4")
def showing(play: Play[State], seat: PlayerId, number: int, player: PlayerId) -> None:
    """Show a facedown adviser to a player, who knows it from now on."""
    lying = play.state.boards[seat].hidden[number - 1]
    pieces.see(lying, player)
    play.show(AdviserShown(CARD.ids[lying.card], seat), (player,))
