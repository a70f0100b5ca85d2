"""Attribution: which of the seats that one person plays the lines of a mail are for.

A heading decides, then the number of a question in a code, then what is legal: a line that fits one seat goes to it,
one that fits several is asked back, with how it is written for each. What fits none goes where the line before it went,
or to the seat that is asked, whose question explains the mistake.
"""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from adjudicator.language import language
from adjudicator.orders.options.codes import code_like
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import is_check, without_check
from adjudicator.orders.text import folded, order_part, tokenize
from adjudicator.orders.text.common import agrees, common_words
from adjudicator.orders.vocabulary.phrases import AROUND
from adjudicator.orders.vocabulary.refusals import Problem, proposed_orders
from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import offers, ordering
from adjudicator.service.play.agreements.offer import numbered
from adjudicator.service.play.agreements.replies import reply_of
from adjudicator.service.play.headings import asked_back
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.campaigns import SeatAtTable


class Attributed(msgspec.Struct, frozen=True):
    """The lines of a message by seat, each in its place in the message, empty if it is another seat's.

    If it is unclear for which seat a line is (`unclear`), nothing is done for the seats that it may be for (`waiting`).
    """

    lines: dict[int, tuple[str, ...]]
    unclear: tuple[LineRead, ...] = ()
    waiting: frozenset[int] = frozenset()


def attribute(
    table: CampaignContext, seats: Sequence[SeatAtTable], lines: Sequence[str], named: Sequence[str]
) -> Attributed:
    """Share the lines out among these seats of one person; `named`: the seat that each was written for, if any."""
    if asked := asked_back(lines, named, {seat.name for seat in seats}):
        return Attributed({}, asked)
    if len(seats) == 1:
        return Attributed({seats[0].id: tuple(lines)})
    if not is_check(lines):
        return _Sharing(table, seats).share(lines, named)
    shared = _Sharing(table, seats).share([without_check(lines[0]), *lines[1:]], named)
    return msgspec.structs.replace(
        shared, lines={seat: (f"check {each[0]}", *each[1:]) for seat, each in shared.lines.items()}
    )


class _Sharing:
    """The lines of one mail, shared out one after the other."""

    def __init__(self, table: CampaignContext, seats: Sequence[SeatAtTable]) -> None:
        self._table, self._seats = table, seats
        self._offers = {seat.id: offers.offered_to(table.session, seat) for seat in seats}
        self._held = {seat.id: held_by(table, seat) for seat in seats}
        self._lines: dict[int, list[str]] = {}
        self._last: SeatAtTable | None = None

    def share(self, lines: Sequence[str], named: Sequence[str]) -> Attributed:
        unclear: list[LineRead] = []
        waiting: set[int] = set()
        certain = [self._certain(line, name) for line, name in zip(lines, named, strict=True)]
        fitting = self._fitting(lines, certain)
        for at, line in enumerate(lines):
            parts = certain[at] or self._by_law(line, fitting[at])
            if not parts:
                waiting |= {seat.id for seat in fitting[at]}
                unclear.append(self._asked_back(at + 1, line, fitting[at]))
            for seat, text in parts:
                mine = self._lines.setdefault(seat.id, [])
                mine += [""] * (at - len(mine))
                mine.append(text)
                self._last = seat
        return Attributed(
            {seat.id: tuple(self._lines[seat.id]) for seat in self._seats if seat.id in self._lines},
            tuple(unclear),
            frozenset(waiting),
        )

    def _certain(self, line: str, name: str) -> list[tuple[SeatAtTable, str]]:
        """Return the seats a line says that it is for, each with its part of the line; empty if it does not say it."""
        if name:
            return [(seat, line) for seat in self._seats if seat.name == name]
        if tuple(folded(order_part(line)).split()) in common_words().restart:
            return [(seat, line) for seat in self._seats]
        if agrees(line):
            drafted = [seat for seat in self._seats if self._held[seat.id].draft]
            return [(seat, line) for seat in drafted or self._seats[:1]]
        return self._by_number(line)

    def _by_number(self, line: str) -> list[tuple[SeatAtTable, str]]:
        """Return whose it is by the questions of the codes; a line of codes for several seats is taken apart."""
        shared: dict[int, list[str]] = {}
        whose: SeatAtTable | None = None
        plain = True
        for word in tokenize(order_part(line)):
            typed = code_like(word.folded)
            if typed is not None and typed.number is not None:
                whose = next((s for s in self._seats if _knows(self._offers[s.id], typed.number)), whose)
            elif typed is None and not word.folded.startswith("+"):
                plain = False
            if whose is not None:
                shared.setdefault(whose.id, []).append(word.typed)
        if len(shared) > 1 and plain:
            return [(seat, " ".join(shared[seat.id])) for seat in self._seats if seat.id in shared]
        return [(whose, line)] if whose is not None and len(shared) == 1 else []

    def _by_law(self, line: str, fitting: list[SeatAtTable]) -> list[tuple[SeatAtTable, str]]:
        """Return whose it is by what may be ordered now; none where it fits several seats."""
        if fitting:
            alone = fitting[:1] if len(fitting) == 1 else self._speaking(line, fitting)
            return [(seat, line) for seat in alone]
        asked = [seat for seat in self._seats if self._table.match.question(seat.name) is not None]
        drafted = [seat for seat in self._seats if self._held[seat.id].draft]
        explaining = [*(drafted if len(drafted) == 1 else ()), *([self._last] if self._last else ()), *asked]
        return [(next(iter(explaining), self._seats[0]), line)]

    def _fitting(
        self, lines: Sequence[str], certain: Sequence[list[tuple[SeatAtTable, str]]]
    ) -> list[list[SeatAtTable]]:
        """Return the seats that each line fits, if it does not say whose it is.

        For each seat all lines that may be its own are tried at once: those of another are no orders of it, and change
        nothing for those behind them.
        """
        fitting: list[list[SeatAtTable]] = [[] for _ in lines]
        for seat in self._seats if not all(certain) else ():
            mine = [
                next((text for each, text in parts if each.id == seat.id), "") if parts else line
                for line, parts in zip(lines, certain, strict=True)
            ]
            rows = ordering.foresee(self._table, seat, mine, alone=True).rows
            right = Counter(row.number for row in rows)
            right.subtract(row.number for row in rows if is_right(row))
            for at, parts in enumerate(certain):
                if not parts and right.get(at + 1) == 0:
                    fitting[at].append(seat)
        return fitting

    def _speaking(self, line: str, fitting: list[SeatAtTable]) -> list[SeatAtTable]:
        """Return the seat that speaks for all if the line is a reply to an offer (if possible its maker); else none."""
        reply = reply_of(1, line)
        on = numbered(self._table.session, self._table.head.match_id, reply.number) if reply and reply.said else None
        return [] if on is None else sorted(fitting, key=lambda seat: seat.name != on.offer.maker)[:1]

    def _asked_back(self, number: int, line: str, fitting: Sequence[SeatAtTable]) -> LineRead:
        report: GameReport = self._table.match.game.part("report")
        written = tuple(f"{report.party(seat.name, language(seat.language)).name}: {line}" for seat in fitting)
        problem = Problem("ambiguous", "several_seats", nearest=written)
        return LineRead(number, line, OrderOutcome.AMBIGUOUS, problem=problem)


def _knows(offered: Offers, number: int) -> bool:
    """Return whether the seat was asked the question."""
    return offered.numbered(number) is not None


def is_right(row: LineRead) -> bool:
    """Return whether a line is legal, wherever another is wrong, or one for which a legal one is proposed."""
    return row.outcome in (OrderOutcome.LEGAL, OrderOutcome.DRAFT) or (
        row.problem is not None and bool(proposed_orders(row.problem))
    )


# Lines that a game claims: they read like a command of the service, and are orders of the game that are legal now.


class Claims(NamedTuple):
    """The claims of a game on the lines of a message.

    `orders_in` returns the places of those of some lines that are orders which may be given now, one after the other:
    all lines of a message are tried at once, so that no line is tried again for each one behind it.
    """

    game: str
    orders_in: Callable[[Sequence[str]], Container[int]]

    def speaks(self, line: str) -> bool:
        """Return whether the line begins with a verb of the game, unabridged, or has one around a name."""
        given = _folded(order_part(line))
        return any(
            given[: len(head)] == head and given[len(given) - len(tail) :] == tail for head, tail in verbs_of(self.game)
        )


@lru_cache(maxsize=32)
def verbs_of(game: str) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the verbs of a game in all their forms and languages, word by word: before and behind their gap."""
    forms = (form for pattern in phrasebook(game).patterns for forms in pattern.phrase.verbs.values() for form in forms)
    parted = (form.partition(AROUND) for form in forms if form)
    return frozenset((_folded(head), _folded(tail)) for head, _, tail in parted)


def _folded(text: str) -> tuple[str, ...]:
    return tuple(word.folded for word in tokenize(text))
