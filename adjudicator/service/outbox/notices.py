"""Notices: short news without orders, of which a file says what each holds and what it says (`notices.yaml`).

Whoever tells something makes one by its topic: `to_table("wait", seats=("red",), hours=24).send(table, seats)`. It is
stored by its topic, with its fields as text, and worded when the mail is written (`adjudicator/service/words`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

import msgspec

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Tell
from adjudicator.service.service import UnitOfWork
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign

Templates = str | Sequence[str]


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph: one template, or the first of several whose places all have something in them.

    `by`: what chooses it by its value; `counts`: the figure, or the list, that goes with one of a pair; `condition`
    (`if` in the file): the paragraph is left out where there is nothing of this.
    """

    say: Templates | dict[str | bool, Templates]
    by: str = ""
    counts: str = ""
    condition: str = msgspec.field(name="if", default="")


class NoticeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notice as the file has it."""

    title: str = ""
    fields: dict[str, str] = {}
    told: str | Paragraph | list[str | Paragraph] = ""
    closing: str = ""
    asks: bool = False
    kind: str = queue.NOTICE

    @property
    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs that it says, without the closing one."""
        listed = self.told if isinstance(self.told, list) else [self.told] if self.told else []
        return [Paragraph(each) if isinstance(each, str) else each for each in listed]


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="topic", omit_defaults=True):
    """Common to all notices."""

    row: ClassVar[NoticeRow]

    @classmethod
    def topic(cls) -> str:
        """Return the name of the notice in the stored message."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def fields(cls) -> Mapping[str, msgspec.structs.FieldInfo]:
        """Return its fields by the names under which they are stored."""
        return {field.encode_name: field for field in msgspec.structs.fields(cls)}

    def values(self) -> dict[str, str]:
        """Return its fields as they are stored: lists with commas, moments in ISO form, texts each by its own name."""
        stored: dict[str, str] = {}
        for name, value in msgspec.to_builtins(self).items():
            if isinstance(value, dict):
                stored |= {f"{name}.{key}": text for key, text in value.items()}
            elif name != "topic":
                stored[name] = ",".join(value) if isinstance(value, list | tuple) else str(value)
        return stored

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """Make it from what is stored; an empty text is a field that was left out. Raises msgspec.ValidationError."""
        given: dict[str, Any] = {"topic": cls.topic()}
        fields = cls.fields()
        for name, value in values.items():
            first, dot, key = name.partition(".")
            if dot and first in fields:
                given.setdefault(first, {})[key] = value
            elif value:
                given[name] = value.split(",") if name in fields and fields[name].type == tuple[str, ...] else value
        return msgspec.convert(given, cls, strict=False)

    def tell(self, written: datetime, *, since: int = 0, number: int | None = None) -> Tell:
        """Return the message with this notice: news `since` a log number, question `number` once more."""
        return Tell(written=written, since=since, topic=self.topic(), values=self.values(), number=number)


class TableNotice(Notice, frozen=True, kw_only=True):
    """Common to notices to seats of a match."""

    def send(self, table: CampaignContext, seats: Iterable[SeatAtTable]) -> None:
        """Queue it to each of the seats; those that have an open question get it once more, if it is one that asks.

        It does not go any more when that question is closed.
        """
        numbers = {row.seat_id: row.number for row in prompts.open_questions(table.session, table.campaign.id)}
        for seat in seats:
            number = numbers.get(seat.id) if self.row.asks else None
            queue.send(table, seat, self.tell(table.now, number=number), kind=self.row.kind)


class LobbyNotice(Notice, frozen=True, kw_only=True):
    """Common to notices to those who have joined a campaign that has no match yet.

    Each mail shows how things stand besides.
    """


class OutsideNotice(Notice, frozen=True, kw_only=True):
    """Common to notices to addresses of people without a seat; they hold nothing of a seat, and no secret address.

    The seat is named in the reader's language; empty for a chair beside the table.
    """

    language: str
    seat: str = ""

    def send(self, work: UnitOfWork, campaign: Campaign, addresses: Iterable[str]) -> None:
        """Queue it to each of the addresses."""
        for address in addresses:
            queue.send_outside(work, address, self.tell(work.now), campaign)


N = TypeVar("N", bound=Notice)
FILE: Final = Path(__file__).with_name("notices.yaml")
_TYPES: Final[Mapping[str, Any]] = {
    "text": str,
    "int": int,
    "names": tuple[str, ...],
    "date": date,
    "moment": datetime,
    "texts": dict[str, str],
}
_EMPTY: Final[Mapping[str, Any]] = {"text": "", "names": ()}


def _family(rows: Mapping[str, NoticeRow], base: type[N]) -> dict[str, type[N]]:
    """Return the classes of a family by topic."""
    made: dict[str, type[N]] = {}
    for topic, row in rows.items():
        fields = [_field(name, said) for name, said in row.fields.items()]
        stored = {name: said.partition(" ")[2] for name, said in row.fields.items() if " " in said}
        made[topic] = msgspec.defstruct(  # type: ignore[assignment]
            topic, fields, bases=(base,), namespace={"row": row}, tag=topic, rename=stored, frozen=True, kw_only=True
        )
    return made


def _field(name: str, said: str) -> tuple[str, Any] | tuple[str, Any, Any]:
    """Return a field of a notice as a class has it: `int`, `int?`, `int=-1`, `moment? from`."""
    kind, _, default = said.partition(" ")[0].partition("=")
    plain = kind.removesuffix("?")
    declared = _TYPES[plain]
    if default:
        return name, declared, msgspec.convert(default, declared, strict=False)
    if plain == kind:
        return name, declared
    return (name, declared, _EMPTY[plain]) if plain in _EMPTY else (name, declared | None, None)


_ROWS: Final = msgspec.yaml.decode(FILE.read_bytes(), type=dict[str, dict[str, NoticeRow]])
TABLE: Final = _family(_ROWS["table"], TableNotice)
LOBBY: Final = _family(_ROWS["lobby"], LobbyNotice)
OUTSIDE: Final = _family(_ROWS["outside"], OutsideNotice)


def to_table(topic: str, **fields: object) -> TableNotice:
    """Return a notice to seats of a match. Raises KeyError for an unknown topic, TypeError for its fields."""
    return TABLE[topic](**fields)


def to_lobby(topic: str, **fields: object) -> LobbyNotice:
    """Return a notice to those who wait for a match to begin. Raises as `to_table` does."""
    return LOBBY[topic](**fields)


def to_outside(topic: str, **fields: str) -> OutsideNotice:
    """Return a notice to addresses of people without a seat. Raises as `to_table` does."""
    return OUTSIDE[topic](**fields)


TURN_OVER, VOTE_ASKED = "turn_over", "vote_asked"
ENDINGS: Final = ("over", "closed")
"""The last mails of a match: they bring the news and the last position."""


class TurnTold(NamedTuple):
    """The turn that a mail tells, behind so many, or the round behind so many `rounds` of it (-1: the whole turn)."""

    turns: int
    rounds: int = -1


def turn_in(intent: Tell) -> TurnTold:
    """Return the turn or round that a message tells."""
    notice: Any = TABLE[TURN_OVER].of(intent.values)
    return TurnTold(notice.turns, notice.rounds)
