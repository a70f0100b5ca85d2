"""The fields of the state prepared for use: documents, the pieces of the game, what a seat cannot know."""

from collections.abc import Iterable

from adjudicator.components.field_types import Place
from adjudicator.components.state_schema import Pieces, StateSchema

from .fact_events import EVENT
from .fact_types import ERAS, INVESTMENT, MINISTRY, NONE, SIDE, SIDES, TURN
from .facts import FACTS
from .state import BASIC, BONUS, State, era, full_advantages, revealed


def ministries_in_play(state: State, side: str) -> set[int]:
    """Return the cards that a side may have chosen.

    On turns 3 and 5 those of the era before stay until the deal (4.1.7).
    """
    before = state.phase == "deal_cards" and TURN.things[state.turn].peace in (3, 5)
    possible = FACTS.ministries_of(SIDES.index(side), era(state) - before)
    return set(possible) - set(state.removed_ministries)


def _events(state: State, owner: str) -> range:
    """Return the cards of the eras that have begun.

    They are numbered era by era (3.4.1).
    """
    return range(1, 1 + sum(FACTS.era_sizes[: era(state) + 1]))


def _bonus_tiles(state: State, side: str) -> Iterable[int]:
    return FACTS.bonus_sets[state.next_war][SIDES.index(side)] if state.next_war != NONE else ()


def _fits(state: State, place: Place, thing: int) -> bool:
    """Return whether the hand may have it: in the Revolution Era no hand has Succession cards (4.1.1)."""
    late = place.field == "hands" and era(state) == ERAS.index("revolution")
    return not late or EVENT.things[thing - 1].era > 0


def _known(state: State, place: Place) -> bool:
    """Return whether what is in a place is known.

    The tiles of a revealed theatre are face up (7.1.1); M-4 in a slot of its own is known for what it is.
    """
    if place.path.startswith("war.theaters."):
        return int(place.path.split(".")[2]) <= revealed(state)
    return place.field == "card" and any(
        held.jacobite_slot and held.card in place.things for held in state.ministries[SIDES.index(place.owner)]
    )


FORM = StateSchema(
    State,
    seats=SIDE,
    pieces=(
        Pieces(EVENT, due=_events, path="event_deck", rule="3.4", needs=("turn",)),
        Pieces(INVESTMENT, due=lambda state, owner: FACTS.investment_set, path="investments", rule="3.3"),
        Pieces(BASIC, due=lambda state, side: FACTS.basic_set, by=SIDE, path="war.pool.*.basic", rule="3.7"),
        Pieces(BONUS, due=_bonus_tiles, by=SIDE, path="war.pool.*.bonus", rule="3.7"),
        Pieces(MINISTRY, due=ministries_in_play, by=SIDE, loose=True),
    ),
    follows={"advantages": lambda state: [full_advantages(mask) for mask in state.flags[:2]]},
    fits=_fits,
    known=_known,
)
