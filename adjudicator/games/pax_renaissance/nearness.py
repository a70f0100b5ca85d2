"""How far each bank is from each victory: what it has, what it needs, how many steps are missing."""

from typing import Final

from msgspec import Struct

from .facts import RELIGION, VICTORY
from .rules.table import others, prestige
from .rules.victories import bishops_in_play, faithful, measures, supreme
from .state import State

CLOSED: Final = 1
"""What a tile that no comet has opened counts as."""


class Way(Struct, frozen=True):
    """A bank's way to a victory: figures by name with what it has and needs; `missing` steps, 0 if all is there.

    `religion`: on which supremacy a Holy Victory rests, or would rest.
    """

    victory: str
    seat: str
    figures: tuple[tuple[str, int, int], ...]
    missing: int
    open: bool
    religion: str = ""

    @property
    def rank(self) -> tuple[int, bool]:
        """The nearest first, an open one before a closed one."""
        return self.missing + (0 if self.open else CLOSED), not self.open


def ways(state: State) -> list[Way]:
    """Every victory for every bank that is in the game, victory by victory."""
    seats = [seat for seat in state.seats if seat not in state.out]
    return [way(state, seat, victory) for victory in VICTORY.ids for seat in seats]


def way(state: State, seat: str, victory: str) -> Way:
    """One bank's way to one victory."""
    open_ = bool(state.victories >> VICTORY.index[victory] & 1)
    if victory != "holy":
        figures = tuple(measures(state, seat, victory))
        return Way(victory, seat, figures, sum(max(0, need - have) for _, have, need in figures), open_)
    faith = supreme(state, seat)  # any, where there is none
    faiths = RELIGION.indexes if faith < 0 else (faith,)
    return min((_holy(state, seat, each, open_) for each in faiths), key=lambda each: each.missing)


def _holy(state: State, seat: str, religion: int, open_: bool) -> Way:
    """Supremacy wants more than half of the bishops and of the faithful; then most prestige of that religion (L3)."""
    most = max((prestige(state, each)[religion] for each in others(state, seat)), default=-1)
    counted = (("bishops", bishops_in_play(state, seat)), ("tokens", faithful(state)))
    figures = [(name, found[religion], sum(found) - found[religion] + 1) for name, found in counted]
    figures.append(("faith", prestige(state, seat)[religion], most + 1))
    missing = sum(max(0, need - have) for _, have, need in figures)
    return Way("holy", seat, tuple(figures), missing, open_, RELIGION.ids[religion])


def nearest(state: State, seat: str = "") -> Way | None:
    """The nearest way of a bank, or of all; None where nobody is left."""
    found = [each for each in ways(state) if seat in ("", each.seat)]
    return min(found, key=lambda each: each.rank, default=None)
