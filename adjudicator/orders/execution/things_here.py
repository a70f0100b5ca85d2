"""Things by their short names where a mail's orders have led: what is ordered for them, and why nothing can be."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders.execution.trial import Refused, Trial
from adjudicator.orders.options.codes import reading_of
from adjudicator.orders.options.hints import Hints
from adjudicator.orders.options.pieces import OrderItem, Short, Wrong
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.options.short_orders import ShortOrders, attempts, not_now, offered
from adjudicator.orders.strict.readings import Readings
from adjudicator.orders.text import normalize_word
from adjudicator.orders.vocabulary.refusals import Misread


class ThingsHere:
    """The meaning of short names for one seat in the position of a trial."""

    def __init__(self, trial: Trial, desk: OrderContext, readings: Readings) -> None:
        self._trial = trial
        self._desk = desk
        self._readings = readings

    def meant(self, orders: ShortOrders, shorts: Sequence[Short]) -> OrderItem | Wrong | None:
        """Return the order that begins with the first of these names, or None."""
        try:
            meant = orders.meaning(shorts)
        except Misread as misread:
            meant = Wrong(shorts[0].text, misread.problem)
        if isinstance(meant, Wrong):
            hints = Hints(self._readings.answers, self._trial.context())
            meant = replace(meant, problem=hints.with_codes(meant.problem))
        return meant

    def ends_round(self, piece: OrderItem | Wrong) -> bool:
        """Return whether the round is over behind an order."""
        if not isinstance(piece, OrderItem):
            return False
        after = self._trial.fork()
        try:
            return after.perform(after.complete(piece)).ended
        except Refused:
            return False

    def lacking(self, short: Short) -> OrderItem | Wrong:
        """Return what is missing with a thing that cannot be ordered here, or why it cannot be ordered."""
        return self._trial.short_orders().lacking(short) or self._impossible(short)

    def _impossible(self, short: Short) -> OrderItem | Wrong:
        """Return why the rules refuse what the thing would be ordered for."""
        book = self._desk.book
        if (unit := offered(short, reversed(self._desk.offers.open), book)) is not None:
            return unit
        legal = {type(action) for action in self._trial.options()}
        for unit in sorted(attempts(short, book), key=lambda each: each.reading.action not in legal):
            try:
                self._trial.judge(self._trial.complete(unit))
            except Refused as refused:
                if not refused.not_now and refused.problem.why == "rules":
                    return Wrong(short.text, refused.problem)
        return Wrong(short.text, not_now(short, book, self._desk.language))

    def near(self, typed: str) -> dict[str, str]:
        """Return short names near a mistyped one: those possible now, or after an answer to an open question."""
        book, offers = self._desk.book, self._desk.offers.open
        ahead = [reading_of(each, book).typed() for offer in offers for each in offer.shown if not each.part]
        orders = ShortOrders([*self._trial.options(), *ahead], book, self._desk.language)
        return orders.near(normalize_word(typed))
