"""Notices: short news without orders, one class each, with the fields that its words need.

Whoever tells something sends one. What it says stands with its fields; `adjudicator.service.words` has functions for
what is more than a sentence. It is stored by its topic (its tag), with its fields as text. The classes, by subject:

time_notices, people_notices, play_notices, mail_notices   to seats of a match
lobby_notices                                              to seats of a campaign that waits for its people
outside_notices                                            to addresses of people who have no seat, or none any more
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import ClassVar, Self, TypeVar

import msgspec

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Tell
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="topic", omit_defaults=True):
    """Common to all notices."""

    title: ClassVar[str]
    """A few words for the subject: a message."""
    told: ClassVar[str] = ""
    """What is to be said: a message with its fields."""
    closing: ClassVar[str] = ""
    """A last paragraph: what its reader can do."""

    @classmethod
    def topic(cls) -> str:
        """Return the name of the notice in the stored message."""
        return str(cls.__struct_config__.tag)

    @property
    def text(self) -> str:
        """The text that is to be said of this notice."""
        return self.told

    def values(self) -> dict[str, str]:
        """Return its fields as they are stored: lists with commas, moments in ISO form."""
        fields = msgspec.to_builtins(self)
        return {
            name: ",".join(value) if isinstance(value, list | tuple) else str(value)
            for name, value in fields.items()
            if name != "topic"
        }

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """Make it from what is stored; an empty text is a field that was left out. Raises msgspec.ValidationError."""
        many = {field.encode_name for field in msgspec.structs.fields(cls) if field.type == tuple[str, ...]}
        given = {name: value.split(",") if name in many else value for name, value in values.items() if value}
        return msgspec.convert(given | {"topic": cls.topic()}, cls, strict=False)

    def tell(self, written: datetime, *, since: int = 0, number: int | None = None) -> Tell:
        """Return the message with this notice: news `since` a log number, question `number` once more."""
        return Tell(written=written, since=since, topic=self.topic(), values=self.values(), number=number)


class TableNotice(Notice, frozen=True, kw_only=True):
    """Common to notices to seats of a match."""

    asking: ClassVar[bool] = False
    """Who has an open question gets it once more."""
    kind: ClassVar[str] = queue.NOTICE

    def send(self, table: CampaignContext, seats: Iterable[SeatAtTable]) -> None:
        """Queue it to each of the seats; those that have an open question get it once more, if it is one that asks.

        It does not go any more when that question is closed.
        """
        numbers = {row.seat_id: row.number for row in prompts.open_questions(table.session, table.campaign.id)}
        for seat in seats:
            number = numbers.get(seat.id) if self.asking else None
            queue.send(table, seat, self.tell(table.now, number=number), kind=self.kind)


class AboutSeats(TableNotice, frozen=True, kw_only=True):
    """Common to all that name seats."""

    alone: ClassVar[str] = ""
    """Said instead where it names none."""
    seats: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.told if self.seats or not self.alone else self.alone


N = TypeVar("N", bound=Notice)


def by_topic(family: type[N]) -> dict[str, type[N]]:
    """Return the notices of a family by topic; only those whose modules are imported."""
    found: dict[str, type[N]] = {}
    for subclass in family.__subclasses__():
        found |= by_topic(subclass) or {subclass.topic(): subclass}
    return found
