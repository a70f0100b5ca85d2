"""Work out how far each bank is from each victory: what it has, and what it needs."""

from adjudicator.reports.charts.races import Way

from .facts import RELIGION, VICTORY
from .rules.table import others, prestige
from .rules.victories import bishops_in_play, faithful, measures, supreme
from .state import State


def ways(state: State) -> list[Way]:
    """Return every victory for every bank that is in the game, victory by victory."""
    seats = [seat for seat in state.seats if seat not in state.out]
    return [way(state, seat, victory) for victory in VICTORY.ids for seat in seats]


def way(state: State, seat: str, victory: str) -> Way:
    """Return one bank's way to one victory.

    A Holy Victory rests on the religion that is supreme, or could be.
    """
    is_open = bool(state.victories >> VICTORY.index[victory] & 1)
    if victory != "holy":
        return Way(victory, seat, tuple(measures(state, seat, victory)), is_open)
    faith = supreme(state, seat)  # any religion counts if none is supreme
    faiths = RELIGION.indexes if faith < 0 else (faith,)
    found = (Way(victory, seat, _holy(state, seat, each), is_open, RELIGION.ids[each]) for each in faiths)
    return min(found, key=lambda each: each.missing)


def _holy(state: State, seat: str, religion: int) -> tuple[tuple[str, int, int], ...]:
    """Return what a religious supremacy wants, with counts (L3).

    It wants more than half of bishops and faithful, then most prestige of the religion.
    """
    most = max((prestige(state, each)[religion] for each in others(state, seat)), default=-1)
    counted = (("bishops", bishops_in_play(state, seat)), ("tokens", faithful(state)))
    figures = ((name, found[religion], sum(found) - found[religion] + 1) for name, found in counted)
    return (*figures, ("faith", prestige(state, seat)[religion], most + 1))
