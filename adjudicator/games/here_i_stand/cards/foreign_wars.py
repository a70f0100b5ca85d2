"""Revolts in Egypt and Ireland, War in Persia (cards 92, 93 and 110): they open foreign wars (21.7)."""

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code

from ..facts import CARD, FRANCE, HAPSBURG
from ..rules import hands
from ..rules.effects import event
from ..rules.war import abroad
from ..state import State

under_way = Code("21.7", card=CARD)


def _open(card: str) -> None:
    """Register a card that opens the foreign war printed on it."""

    def refused(state: State, power: str) -> Refusal | None:
        there = any(CARD.ids[each.card] == card for each in state.foreign_wars)
        return under_way(card=card) if there else None

    @event(card, refused)
    def run(play: Play[State], power: str) -> Frames:
        number, terms = CARD.number(card), CARD.thing(card).war
        assert terms is not None
        hands.remove(play.state, number, on_table=True)
        if card == "revolt_in_ireland" and power in (FRANCE, HAPSBURG):
            return [abroad.more_irish(power, number)]
        return abroad.open_war(play, number, terms.foreign)


for _each in ("revolt_in_egypt", "revolt_in_ireland", "war_in_persia"):
    _open(_each)
