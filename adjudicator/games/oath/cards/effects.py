"""Do what battle plans give their user after a campaign, as several cards share it."""

from collections.abc import Callable

from adjudicator import Frames, Play

from ..facts import CARD
from ..rules import pieces
from ..rules.plans import Battle
from ..state import State

Effect = Callable[[Play[State], Battle], Frames]


def gain_bank(play: Play[State], battle: Battle, suit: int, count: int) -> None:
    """Gain favor of a bank for the user of a plan; what bandits gain is burned."""
    if battle.user:
        pieces.gain_favor(play, battle.user, suit, count)
        return
    play.state.banks[suit] -= min(count, play.state.banks[suit])


def favor_gained(suit: int, count: int) -> Effect:
    """Return the effect that gains favor of a bank."""

    def effect(play: Play[State], battle: Battle) -> None:
        gain_bank(play, battle, suit, count)

    return effect


def warbands_gained(count: int) -> Effect:
    """Return the effect that gains warbands."""

    def effect(play: Play[State], battle: Battle) -> None:
        if battle.user:
            pieces.gain_warbands(play, battle.user, count)

    return effect


def supply_gained(count: int) -> Effect:
    """Return the effect that gains supply."""

    def effect(play: Play[State], battle: Battle) -> None:
        if battle.user:
            pieces.gain_supply(play, battle.user, count)

    return effect


def index(card: str) -> int:
    """Return the index of a card."""
    return CARD.number(card)
