"""Races: what each seat has and what it needs for every victory, in figures; who is nearest, and what has moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from adjudicator.components.kinds import Kind
from adjudicator.reports.model import Box, Lead, Row, Stake, Table, columns
from adjudicator.reports.wording.speech import NamedSpeech, initials

CLOSED: Final = 1
"""Steps that a victory which is not open counts as more."""
_PAIR = 2
"""Seats of which both are named although they are tied."""
_WIDE, _BRIEF = 3, 6
"""Seats whose columns have room for whole names, and letters that one has room for beside more."""


class Way(Struct, frozen=True):
    """A seat's way to a victory: by name what it has and needs.

    `open`: it can be won now; `means`: what it rests on, or would rest on, where there are several ways to win it.
    """

    victory: str
    seat: str
    figures: tuple[tuple[str, int, int], ...]
    open: bool = True
    means: str = ""

    @property
    def missing(self) -> int:
        """Steps, 0 if all is there."""
        return sum(max(0, need - have) for _, have, need in self.figures)

    @property
    def rank(self) -> tuple[int, bool]:
        """The nearest first, an open one before a closed one."""
        return self.missing + (0 if self.open else CLOSED), not self.open

    @property
    def won(self) -> bool:
        """Whether nothing is missing, and it is open."""
        return self.open and not self.missing


class Race(Struct, frozen=True, kw_only=True):
    """The wording of a race: the kinds that name its victories, seats and figures, and what victories rest on."""

    victories: Kind[Any]
    seats: Kind[Any]
    figures: Kind[Any]
    means: Kind[Any]

    def has(self, way: Way, to: NamedSpeech) -> str:
        """Return what a seat has and needs, such as `kings 1/2`."""
        means = f"{to.thing(self.means, way.means)}: " if way.means else ""
        return means + ", ".join(f"{to.thing(self.figures, name)} {have}/{need}" for name, have, need in way.figures)

    def steps(self, way: Way, to: NamedSpeech) -> str:
        """Return the missing steps, such as `1 step, not open yet`."""
        told = to.ngettext("%(n)s step", "%(n)s steps", way.missing) if way.missing else to.gettext("all is there")
        return _if_open(told, way, to)

    def short(self, way: Way, to: NamedSpeech) -> str:
        """Return a victory in short, such as `Imperial Victory: 1 step`."""
        return f"{to.thing(self.victories, way.victory)}: {self.steps(way, to)}"

    def box(self, now: Sequence[Way], line: str, to: NamedSpeech) -> Box:
        """Return the box of a brief message: how many steps the nearest lack to a victory, and to which.

        A line is below.
        """
        way = nearest(now)
        if way is None:
            return Box(label=to.gettext("Steps to victory"), value="–", line=line)
        near = [each for each in now if each.rank == way.rank]
        seats = dict.fromkeys(to.thing(self.seats, each.seat) for each in near)
        if len(seats) > _PAIR and len(seats) == len({each.seat for each in now}):
            label = to.gettext("Steps to victory: all tied at")
        else:
            label = to.gettext("Steps to victory: %(seats)s", seats=to.listing([*seats]))
        victories = dict.fromkeys(to.thing(self.victories, each.victory) for each in near)
        return Box(
            label=label,
            value=str(way.missing),
            note=_if_open(to.listing([*victories]), way, to, len(victories)),
            line=line,
        )

    def stakes(self, now: Sequence[Way], before: Sequence[Way], to: NamedSpeech) -> Iterator[Stake]:
        """Yield each victory: how many steps every seat is short of it, and who is nearest."""
        for victory, own in self._by_victory(now):
            best, then = min(own, key=lambda each: each.missing), _then(before)
            level = len(own) > 1 and all(each.missing == best.missing for each in own)
            yield Stake(
                name=to.thing(self.victories, victory),
                ahead=Lead(text=to.gettext("tie")) if level else self._ahead(own, best.missing, to),
                worth="" if best.open else _not_open(to),
                counts=tuple(Lead(text=str(each.missing), tone=to.tone(each.seat)) for each in own),
                changed=bool(then) and any(then.get((victory, each.seat)) != each.figures for each in own),
            )

    def _ahead(self, own: Sequence[Way], missing: int, to: NamedSpeech) -> Lead:
        """Return who is nearest to a victory.

        A single seat is named; several that are level are told by as many letters as distinguish them.
        """
        steps = to.signed(-missing) if missing else "✓"
        names = {each.seat: to.thing(self.seats, each.seat) for each in own}
        near = [each.seat for each in own if each.missing == missing]
        if len(near) == 1:
            return Lead(text=f"{names[near[0]]} {steps}", tone=to.tone(near[0]))
        letters = dict(zip(names, initials([*names.values()]), strict=True))
        return Lead(text=f"{', '.join(letters[seat] for seat in near)} {steps}")

    def table(self, now: Sequence[Way], before: Sequence[Way], to: NamedSpeech) -> Table:
        """Return a table of what each seat has and needs for each victory, open ones first."""
        rows = [row for victory, own in self._by_victory(now) for row in self._rows(victory, own, _then(before), to)]
        seats = [to.thing(self.seats, seat) for seat in dict.fromkeys(each.seat for each in now)]
        heads = columns(to.gettext("has/needs"), *(_brief(name, len(seats)) for name in seats))
        return Table(caption=to.gettext("Ways to victory"), columns=heads, rows=tuple(rows))

    def _rows(self, victory: str, own: Sequence[Way], then: _Figures, to: NamedSpeech) -> Iterator[Row]:
        label = to.thing(self.victories, victory) + ("" if own[0].open else f" ({_not_open(to)})")
        sep = ":"
        if own[0].means:
            means = (to.thing(self.means, each.means) for each in own)
            yield Row(cells=(label, *(f"{each[:3]}." for each in means)))
            label, sep = "–", ""
        for at, (name, _, _) in enumerate(own[0].figures):
            had = [then.get((victory, each.seat), each.figures)[at] for each in own]
            has = [each.figures[at] for each in own]
            told = f"{label}{sep} {to.thing(self.figures, name)}"
            yield Row(cells=(told, *(f"{n}/{of}" for _, n, of in has)), changed=had != has)
            label, sep = "–", ""

    def _by_victory(self, ways: Sequence[Way]) -> Iterator[tuple[str, list[Way]]]:
        """Return the ways of all seats to each victory, open ones first."""
        found = ((id, [way for way in ways if way.victory == id]) for id in self.victories.ids)
        return iter(sorted(((id, own) for id, own in found if own), key=lambda each: not each[1][0].open))


_Figures = dict[tuple[str, str], tuple[tuple[str, int, int], ...]]


def nearest(ways: Sequence[Way], seat: str = "") -> Way | None:
    """Return the nearest way of a seat, or of all; None if there is none."""
    return min((way for way in ways if seat in ("", way.seat)), key=lambda each: each.rank, default=None)


def _then(before: Sequence[Way]) -> _Figures:
    return {(each.victory, each.seat): each.figures for each in before}


def _if_open(told: str, way: Way, to: NamedSpeech, victories: int = 1) -> str:
    return told if way.open else f"{told}, {_not_open(to, victories)}"


def _not_open(to: NamedSpeech, victories: int = 1) -> str:
    return to.language.npgettext("victory", "not open yet", "not open yet", victories)


def _brief(name: str, beside: int) -> str:
    """Return a name for the head of one of several narrow columns."""
    return name if beside <= _WIDE or len(name) <= _BRIEF else f"{name[: _BRIEF - 2]}."
