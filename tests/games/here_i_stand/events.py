"""Cards of Here I Stand that a test lays in a hand, and plays as events."""

from __future__ import annotations

from adjudicator import Action, Match
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from tests.games.here_i_stand.table import Arrange, do, hand, state_of, table

Draws = tuple[dict[str, object], ...]


def ready(card: str, *arrange: Arrange, power: str = "hapsburg", draws: Draws = (), turn: int = 2) -> Match:
    """A power has a card and one more; England or France has one, too."""
    other = "england" if power != "england" else "france"
    return table(
        hand(power, card, "ransom" if card != "ransom" else "gout"),
        hand(other, "fuggers" if card != "fuggers" else "gout"),
        state_of(turn=turn),
        *arrange,
        power=power,
        draws=draws,
    )


def played(
    card: str,
    *actions: Action,
    arrange: tuple[Arrange, ...] = (),
    power: str = "hapsburg",
    draws: Draws = (),
    turn: int = 2,
) -> Match:
    """A power has played a card as an event, and said what it is for."""
    match = ready(card, *arrange, power=power, draws=draws, turn=turn)
    do(match, power, PlayEvent(card), *actions)
    return match
