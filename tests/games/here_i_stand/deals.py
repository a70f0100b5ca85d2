"""Negotiations that a test lays, and how both sides sign and announce."""

from adjudicator import Match
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import DoneTalking, negotiation
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.kernel.events import ObservedEvent
from tests.games.here_i_stand.table import Arrange, hand, state_of, table


def talking(*arrange: Arrange, turn: int = 2, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """Negotiations are open; behind them the Hapsburgs have their impulse."""
    held = [hand("hapsburg", "gout")]
    return table(*held, *arrange, state_of(turn=turn), frames=[negotiation(), impulse("hapsburg")], draws=draws)


def sign(match: Match, deal: Deal) -> list[ObservedEvent]:
    """Both parties sign a deal."""
    return match.apply(deal.between, deal)


def announce(match: Match) -> list[ObservedEvent]:
    """Everybody has done with talking."""
    told: list[ObservedEvent] = []
    for power in match.decisions()[0].waiting:
        told += match.apply(power, DoneTalking())
    return told
