"""The segments of peace, ransom and relief that a test lays."""

from adjudicator import Match
from adjudicator.games.here_i_stand.rules.diplomacy.peace import NoPeace, RemoveUnit, SuePeace, peace_segment, ransoms
from adjudicator.games.here_i_stand.rules.impulses import impulse
from tests.games.here_i_stand.table import Arrange, do, hand, leader, state_of, table

CAPTURED = leader("montmorency", "", captor="hapsburg")


def segment(*arrange: Arrange) -> Match:
    """The peace segment is on; behind it the Hapsburgs have their impulse."""
    held = hand("hapsburg", "gout")
    return table(held, *arrange, state_of(turn=2), frames=[peace_segment(), impulse("hapsburg")])


def sued(*arrange: Arrange) -> Match:
    """France has sued the Hapsburgs for peace."""
    match = segment(*arrange)
    for power in match.decisions()[0].waiting:
        do(match, power, SuePeace("hapsburg") if power == "france" else NoPeace())
    return match


def removed(match: Match) -> None:
    """France removes two regulars of Paris."""
    do(match, "france", RemoveUnit("paris", "regular"), RemoveUnit("paris", "regular"))


def settling(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """The segments of ransom and relief."""
    return table(hand("hapsburg", "gout"), *arrange, frames=[ransoms(), impulse("hapsburg")], draws=draws)
