"""A figure of every seat in one line: florins, cards in hand."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.reports.model import Fact
from adjudicator.reports.wording.speech import NamedSpeech, initials


def by_seat(label: str, now: Mapping[str, int], before: Mapping[str, int], to: NamedSpeech) -> Fact:
    """Return figures of seats and their changes as a fact.

    For example `Fugger 3, Medici 5`, and `Fugger +2`. `before`: the earlier figures, of those that had some.
    """
    moved = {seat: n - before[seat] for seat, n in now.items() if seat in before}
    return Fact(
        label=label,
        value=", ".join(f"{to.seat(seat)} {n}" for seat, n in now.items()),
        change=", ".join(f"{to.seat(seat)} {to.signed(n)}" for seat, n in moved.items() if n),
    )


def by_letters(figures: Mapping[str, int], to: NamedSpeech) -> str:
    """Return figures by short names, such as `F 3, Me 5`.

    Each name has as many letters as tell it from the others.
    """
    names = initials([to.seat(seat) for seat in figures])
    return ", ".join(f"{name} {n}" for name, n in zip(names, figures.values(), strict=True))
