"""Landsknechts and Swiss Mercenaries (cards 33 and 36) as events of the own impulse."""

from adjudicator import Frames, Play, Refusal

from ..facts import OTTOMAN, PROTESTANT
from ..rules import hiring
from ..rules.effects import event
from ..state import State


def _register(card: str) -> None:
    """Register one of the two cards."""

    def refused(state: State, power: str) -> Refusal | None:
        if power == PROTESTANT and not state.league:
            return hiring.before_league()
        able = hiring.due(state, card, power) or (power, card) == (OTTOMAN, hiring.SWISS)
        return None if able else hiring.not_now(card=card)

    @event(card, refused)
    def run(play: Play[State], power: str) -> Frames:
        return [hiring.hiring_of(power, card)]


for _each in hiring.CARDS:
    _register(_each)
