"""Notices in words: the sentences that stand with their classes, filled for one reader; and functions that say more."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from adjudicator.language import Language, Value, msgid
from adjudicator.reports.speech import blanks
from adjudicator.service.outbox.notices import Notice

N = TypeVar("N", bound=Notice)
FUNCTIONS: dict[type[Notice], Callable[[Any, Any], Iterator[str]]] = {}
_BESIDES = {
    "free": msgid("Free seats: %(seats)s."),
    "end": msgid("Until %(moment)s."),
    "reason": msgid("The reason: %(reason)s"),
}
"""Sentences for a field of a notice whose own words do not name it."""


class Wording:
    """A notice for its reader."""

    def __init__(self, words: Language, notice: Notice) -> None:
        self.words, self.notice = words, notice

    def title(self) -> str:
        """Return a few words for the subject."""
        return self.say(self.notice.title)

    def sentences(self) -> tuple[str, ...]:
        """Return the paragraphs of the message: what is to be said, and the reason if one is given."""
        notice, function = self.notice, FUNCTIONS.get(type(self.notice))
        text = "" if function else notice.text
        told = [*function(self, notice)] if function else [self.say(text)] if text else []
        named = [field for field, _ in blanks(text)]
        for field, besides in _BESIDES.items():
            if field not in named and (value := getattr(notice, field, "")):
                told.append(self.words.gettext(besides, seats=value, moment=value, reason=value))
        return (*told, self.say(notice.closing)) if notice.closing else tuple(told)

    def say(self, text: str, **more: Value) -> str:
        """Return a message, filled with the fields of the notice and with `more`."""
        fields = {name: more[name] if name in more else self.field(name) for name, _ in blanks(text)}
        return self.words.gettext(text, **fields)

    def field(self, name: str) -> Value:
        """Return a field of the notice as its reader knows it."""
        value: Value = getattr(self.notice, name)
        return value


W = TypeVar("W", bound=Wording)


def of(kind: type[N]) -> Callable[[Callable[[W, N], Iterator[str]]], None]:
    """Declare the function that words the notices of a class if its own sentences are not enough."""

    def declared(function: Callable[[W, N], Iterator[str]]) -> None:
        FUNCTIONS[kind] = function

    return declared
