"""Attempts and debates that a test lays."""

from adjudicator.games.here_i_stand.rules.faith import sources
from adjudicator.games.here_i_stand.rules.faith.attempts import Attempted, Try, attempting
from adjudicator.games.here_i_stand.rules.faith.debates import debate_round
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.state import Debate, State
from tests.games.here_i_stand.table import Arrange, dice, do, hand, options, protestant, state_of, table

REFORMERS = state_of(reformers={"luther": "wittenberg"})


def dice_of(side: str, at: str, *arrange: Arrange) -> int:
    """The dice of a side for a space."""
    return sources.dice(table(*arrange).state, side, at)  # type: ignore[arg-type]


def attempt(
    at: str, attack: int, defense: int, *arrange: Arrange, power: str = "protestant", zone: str = "german"
) -> bool:
    """Whether an attempt succeeds whose highest dice are these."""
    state = table(*arrange).state
    side = "papacy" if power == "papacy" else "protestant"
    other = "protestant" if side == "papacy" else "papacy"
    numbers = sources.dice(state, side, at), sources.dice(state, other, at)  # type: ignore[arg-type]
    draws = [dice("attempt", *[attack] * numbers[0], space=at), dice("resistance", *[defense] * numbers[1], space=at)]
    match = table(*arrange, frames=[attempting(power, 1, "german")], draws=draws)
    (event,) = (each for each in do(match, power, Try(at)) if isinstance(each, Attempted))
    return event.success


def debate_of(attack: list[int], defense: list[int], attacker: str, defender: str) -> State:
    """The state after the first round of a debate of the Papacy in the German zone between these two."""
    draws = [
        {"draw": "debater", "debater": attacker, "side": "papacy"},
        {"draw": "debater", "debater": defender, "side": "protestant"},
        dice("debate", *attack, side="attack"),
        dice("debate", *defense, side="defense"),
    ]
    match = table(
        state_of(debate=Debate("papacy", "german")),
        protestant("wittenberg", "leipzig", "erfurt", "kassel"),
        hand("hapsburg", "gout"),
        frames=[debate_round(1), impulse("hapsburg")],
        draws=draws,
        power="papacy",
    )
    while match.decisions()[0].kind == "turn_space":
        do(match, "papacy", options(match, "papacy")[0])
    state: State = match.state
    return state
