"""What all notices in words have in common: names, days and moments as one reader knows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Generic, TypeVar, get_args

from adjudicator.service.outbox.notices import Notice
from adjudicator.service.words.reader import Desk

N = TypeVar("N", bound=Notice)
WORDINGS: dict[type[Notice], type[Wording[Any]]] = {}
"""The class that words each notice."""


class Wording(Generic[N]):
    """A notice in words. A subclass is for the notice in its brackets: `class Back(Wording[notices.Back])`."""

    def __init__(self, desk: Desk, notice: N) -> None:
        self.desk, self.notice, self.words = desk, notice, desk.language

    def __init_subclass__(cls) -> None:
        (base,) = cls.__orig_bases__  # type: ignore[attr-defined]
        for kind in get_args(base):
            if isinstance(kind, type):
                WORDINGS[kind] = cls

    def title(self) -> str:
        """A few words for the subject."""
        raise NotImplementedError  # abstract

    def lead(self) -> str:
        """What is to be said, in a sentence or two."""
        raise NotImplementedError  # abstract

    def sentences(self) -> tuple[str, ...]:
        """The paragraphs of the mail: the lead, and the reason where one is given."""
        reason = getattr(self.notice, "reason", "")
        return (self.lead(), self.words.gettext("The reason: %(reason)s", reason=reason)) if reason else (self.lead(),)

    def listed(self, seats: Sequence[str]) -> str:
        """Seats as the game calls them."""
        return self.words.listing([self.desk.seat_called(name) for name in seats])

    def day(self, day: date) -> str:
        return self.words.day(day, self.desk.intent.written)

    def moment(self, moment: datetime) -> str:
        return self.words.time(moment, self.desk.zone, self.desk.intent.written)
