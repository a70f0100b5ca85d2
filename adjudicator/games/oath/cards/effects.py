"""Do what several powers and battle plans give: favor, secrets, supply, warbands."""

from adjudicator import Play

from ..facts import SUIT
from ..rules import pieces
from ..rules.plans import Battle, Effect
from ..rules.powers import Carries
from ..state import State
from .aims import Aimed


def gain_bank(play: Play[State], battle: Battle, suit: int, count: int) -> None:
    """Gain favor of a bank for the user of a plan; what bandits gain is burned."""
    if battle.user:
        pieces.gain_favor(play, battle.user, suit, count)
    else:
        play.state.banks[suit] -= min(count, play.state.banks[suit])


def gains(*, secrets: int = 0, supply: int = 0, warbands: int = 0) -> Carries:
    """Return the power that gains so much."""

    def carried(play: Play[State], seat: str, *_: object) -> None:
        pieces.gain_secrets(play, seat, secrets)
        pieces.gain_supply(play, seat, supply)
        pieces.gain_warbands(play, seat, warbands)

    return carried


def gains_favor(count: int = 1) -> Carries:
    """Return the power that gains favor of the bank that was chosen."""

    def carried(play: Play[State], seat: str, answer: Aimed) -> None:
        pieces.gain_favor(play, seat, SUIT.number(answer.suit), count)

    return carried


def for_user(power: Carries) -> Effect:
    """Return the effect of a plan that is this power of its user; bandits have none."""
    return lambda play, battle: power(play, battle.user) if battle.user else None
