"""What follows at once from a card that is silenced or lost: hands, Venice, protected concessions."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Choose, Event, Frames, Judged, Play, Refusal
from adjudicator.components import Code

from ..facts import FIRST_PAWN, ITEM, NONE, PLACE, SECOND_VENICE, VENICE, BankId, ItemId, PlaceId
from ..state import State
from .book import step
from .market import HAND
from .pieces import kill
from .squares import discard_card
from .table import has, pirate_at, protected, second_in_venice


class HandCut(Event, frozen=True, tag="hand_cut", rule="§51a", by="seat"):
    """A bank has lost its large hand and discards down to two."""

    seat: BankId
    cards: int


class DiscardHand(Action, frozen=True, tag="discard_hand"):
    """Discard this card of the hand. Glossary: hand a."""

    card: ItemId


not_held = Code("§51a", card=ITEM)


class OwnHandAnswers(Judged[State]):
    """Which card goes, where the hand is too large."""

    kind, rule, actions = "own_hand", "§51a", (DiscardHand,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (DiscardHand(ITEM.ids[card]) for card in state.hands[seat])

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, DiscardHand)
        if ITEM.number(action.card) in state.hands[seat]:
            return None
        return not_held(list(self.candidates(state, seat))[:3], card=action.card)

    def default(self, state: State, seat: str) -> Action:
        return next(self.candidates(state, seat))


class HandAnswers(OwnHandAnswers):
    """The same, in the turn of somebody else."""

    kind = "hand"
    interrupts = True


class KeepInVenice(Action, frozen=True, tag="keep_in_venice"):
    """Keep the piece that stands here; the other one dies. G4c."""

    place: PlaceId


not_in_venice = Code("G4c", place=PLACE)


class VeniceAnswers(Judged[State]):
    """Which piece stays in Venice when there is room for one only (R31)."""

    kind, rule, actions = "venice", "G4c", (KeepInVenice,)

    def candidates(self, state: State, seat: str) -> list[Action]:
        return [KeepInVenice(PLACE.ids[VENICE]), KeepInVenice(PLACE.ids[SECOND_VENICE])]

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        found = self.candidates(state, seat)
        assert isinstance(action, KeepInVenice)
        return None if action in found else not_in_venice(found, place=action.place)

    def default(self, state: State, seat: str) -> Action:
        return KeepInVenice(PLACE.ids[VENICE])


def too_large(state: State) -> str | None:
    """A bank whose hand is too large now."""
    for seat in state.seats:
        if len(state.hands[seat]) > HAND and not has(state, seat, "unlimited_hand"):
            return seat
    return None


@step("G4c, §51a")
def consequences(play: Play[State], seat: BankId) -> Frames:
    """What a change of tableaus has brought about, before anything else is done."""
    state = play.state
    for border in range(len(state.borders)):
        for each in list(state.borders[border]):
            if each >= FIRST_PAWN and pirate_at(state, border) != NONE and not protected(state, each):
                kill(play, seat, each, border=border)
    frames: Frames = []
    if state.places[SECOND_VENICE] != NONE and not second_in_venice(state):
        frames = [venice(seat)]
    owner = too_large(state)
    return frames if owner is None else [*frames, hand_cut(seat, owner)]


@step("G4c")
def venice(play: Play[State], seat: BankId) -> Asking:
    """Venice has room for one piece again."""
    state = play.state
    if state.places[VENICE] == NONE:
        state.places[VENICE], state.places[SECOND_VENICE] = state.places[SECOND_VENICE], NONE
        return None
    kept = SECOND_VENICE
    if state.places[VENICE] != state.places[SECOND_VENICE]:
        answer = yield Choose(seat, VeniceAnswers())
        kept = PLACE.index[answer.place]
    lost = VENICE if kept == SECOND_VENICE else SECOND_VENICE
    kill(play, seat, state.places[lost], place=lost)
    if kept == SECOND_VENICE:
        state.places[VENICE], state.places[SECOND_VENICE] = state.places[SECOND_VENICE], NONE
    return None


@step("§51a")
def hand_cut(play: Play[State], seat: BankId, owner: BankId) -> Asking:
    """A hand that is too large is cut to two, card by card, by its owner."""
    answer = yield Choose(owner, OwnHandAnswers() if owner == seat else HandAnswers())
    discard_card(play, owner, ITEM.index[answer.card], owner)
    play.emit(HandCut(owner, len(play.state.hands[owner])))
    return [consequences(seat)]
