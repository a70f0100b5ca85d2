"""Events: what happened, in the game's terms, for those who may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

E = TypeVar("E")


class EventMetadata(msgspec.Struct, frozen=True):
    """The properties that all events of a class share.

    `rule`: section of the rulebook, "" for none. `by`: the field that names the seat that acts, "" where nobody does.
    `touches`: fields that name what changed on the board. `own`: those that only the form of the seat fills that acts;
    everybody else learns their defaults. `hits`: fields that name who is attacked by it, or loses something.
    """

    rule: str = ""
    by: str = ""
    touches: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class EventMeta(msgspec.StructMeta):
    """Takes what :class:`EventMetadata` says in the head of an event class.

    A subclass inherits what it does not say again.
    """

    about: EventMetadata

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        **options: Any,
    ) -> EventMeta:
        said = {key: options.pop(key) for key in EventMetadata.__struct_fields__ if key in options}
        made: EventMeta = super().__new__(mcls, name, bases, namespace, **options)
        made.about = msgspec.structs.replace(
            next((each.about for each in made.__mro__[1:] if hasattr(each, "about")), EventMetadata()), **said
        )
        for field in (*filter(None, [made.about.by]), *made.about.own, *made.about.touches, *made.about.hits):
            if said and field not in made.__struct_fields__:
                raise TypeError(f"{name} has no field {field!r}")
        return made


class Event(msgspec.Struct, metaclass=EventMeta, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened. Subclasses carry ids and figures, never texts: reports are made from them.

    >>> class FortSeized(Event, frozen=True, tag="fort_seized", rule="5.6.4", by="side", touches=("space",)):
    ...     side: str
    ...     space: str
    >>> FortSeized.about.rule, msgspec.json.encode(FortSeized("france", "mahon"))
    ('5.6.4', b'{"event":"fort_seized","side":"france","space":"mahon"}')
    """

    about: ClassVar[EventMetadata]

    def hit(self) -> Collection[str]:
        """Return who is attacked by it, or loses something: seats among them are told of it at once.

        The values of the fields `hits`; an event that hits nobody in some of its forms says so itself.

        >>> class Raided(Event, frozen=True, tag="raided", by="seat", hits=("victim", "helpers")):
        ...     seat: str
        ...     victim: str | None
        ...     helpers: tuple[str, ...] = ()
        >>> Raided("red", "blue", ("green",)).hit(), Raided("red", None).hit()
        (('blue', 'green'), ())
        """
        found = (getattr(self, field) for field in self.about.hits)
        return tuple(name for value in found if value for name in as_seats(value))


def public_form(event: Event) -> Event:
    """Return the event as everybody learns of it: fields that only its seat may know have their defaults.

    >>> class Drew(Event, frozen=True, tag="drew", by="seat", own=("cards",)):
    ...     seat: str
    ...     cards: tuple[int, ...] = ()
    >>> public_form(Drew("red", (3, 5)))
    Drew(seat='red', cards=())
    """
    return msgspec.structs.replace(event, **_blanks(type(event)))


@lru_cache(maxsize=1024)
def _blanks(kind: type[Event]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(kind) if field.name in kind.about.own}


class Corrected(Event, frozen=True, tag="corrected"):
    """The moderator changed the position. What was changed may be secret; that it was, and why, is public."""

    reason: str


class ContentChange(msgspec.Struct, frozen=True, array_like=True):
    """A value of a pack that is another now; None: there was none, or there is none any more."""

    path: tuple[str, ...]
    before: Any
    after: Any


class ContentCorrected(Event, frozen=True, tag="content_corrected"):
    """The moderator changed the content that is played; `content` is the hash of what is played now."""

    edits: tuple[ContentChange, ...]
    reason: str
    content: str


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """Everybody who could react has answered. The same whether anybody reacted or not."""

    kind: str


def as_seats(seats: Iterable[str]) -> tuple[str, ...]:
    """Return seats that look together, as a tuple.

    A name alone is one seat; an observer is no seat.

    >>> as_seats("red"), as_seats(["red", "blue"]), as_seats(())
    (('red',), ('red', 'blue'), ())
    """
    return (seats,) if isinstance(seats, str) else tuple(seats)


class ObservedEvent(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True):
    """One happening as different people learn of it.

    `public` is what everybody learns (None: nothing), `private` what single seats learn instead of it.
    `n` is the number of the log entry it belongs to. `silent`: seats for which the default answered what led to it, as
    the log says; filled in when a log is read.
    """

    n: int
    public: E | None = None
    private: Mapping[str, E] = {}
    silent: tuple[str, ...] = ()

    def only(self, seats: Iterable[str]) -> ObservedEvent[E]:
        """Return it without what others learn of it.

        >>> ObservedEvent(1, "two cards", {"red": "ace, king", "blue": "ten, nine"}).only("red").private
        {'red': 'ace, king'}
        """
        eyes = as_seats(seats)
        return msgspec.structs.replace(self, private={seat: own for seat, own in self.private.items() if seat in eyes})

    def visible_to(self, seats: Iterable[str]) -> E | None:
        """Return what the given seats together learn, as one event.

        It is the fuller event of the first of them that has one. None if they learn nothing.
        """
        return next(iter(self.all_visible_to(seats)), None)

    def all_visible_to(self, seats: Iterable[str]) -> list[E]:
        """Return all that the given seats together learn.

        If several of them have their own fuller event, each of these is included.

        >>> told = ObservedEvent(1, "two cards", {"red": "ace, king", "blue": "ace, king", "green": "ten, nine"})
        >>> told.all_visible_to(["red", "blue", "green"]), told.all_visible_to(["white", "red"])
        (['ace, king', 'ten, nine'], ['ace, king'])
        >>> told.all_visible_to(())
        ['two cards']
        """
        own = [self.private[seat] for seat in as_seats(seats) if seat in self.private]
        if not own:
            return [] if self.public is None else [self.public]
        return own if len(own) == 1 else [each for at, each in enumerate(own) if each not in own[:at]]


class CertifiedMessage(msgspec.Struct, Generic[E], frozen=True, array_like=True):
    """A certified private message that stays known: fact, to whom, at which log number."""

    n: int
    to: tuple[str, ...]
    fact: E
