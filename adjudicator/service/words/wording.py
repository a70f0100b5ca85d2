"""Notices in words: the paragraphs of their file, filled for one reader.

A place of a paragraph is filled by a function that is declared for it (`place`), or by the field of that name.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from msgspec import Struct

from adjudicator.language import Language, Value, msgid
from adjudicator.reports.wording.filling import Filling, texts_of
from adjudicator.reports.wording.speech import Speech, blanks
from adjudicator.service.outbox.notices import Notice, Paragraph, Templates

_BESIDES: Final = {
    "free": msgid("Free seats: %(seats)s."),
    "end": msgid("Until %(moment)s."),
    "reason": msgid("The reason: %(reason)s"),
}
"""Sentences for a field of a notice whose own words do not name it."""
EVERY: Final = "*"
"""Stands for all topics of a family."""
F = TypeVar("F", bound=Callable[..., Value])


class Wording(Speech):
    """A notice for its reader. `places`: what fills places, by topic and name."""

    places: ClassVar[dict[tuple[str, str], Callable[[Any, Any], Value]]] = {}

    def __init_subclass__(cls) -> None:
        cls.places = {}

    def __init__(self, words: Language, notice: Notice) -> None:
        super().__init__(words)
        self.words, self.notice = words, notice
        self.made: Mapping[str, Callable[[], Value]] = {
            name: partial(function, self, notice)
            for (topic, name), function in self.places.items()
            if topic in (notice.topic(), EVERY)
        }

    @classmethod
    def place(cls, topics: str, name: str) -> Callable[[F], F]:
        """Declare the function that fills a place of some notices, or of all (`EVERY`).

        It is called with the wording and the notice.
        """

        def declared(function: F) -> F:
            cls.places |= {(topic, name): function for topic in topics.split()}
            return function

        return declared

    def title(self) -> str:
        """Return a few words for the subject."""
        return self.fill(self.notice.row.title, self.notice)

    def sentences(self) -> tuple[str, ...]:
        """Return the paragraphs of the message: what is to be said, and the reason if one is given."""
        row = self.notice.row
        told = [self._said(each) for each in row.paragraphs if not each.condition or self.fact(each.condition)]
        named = {blank.field for each in row.paragraphs for text in texts(each) for blank in blanks(text)}
        for field, besides in _BESIDES.items():
            if field not in named and (value := getattr(self.notice, field, "")):
                told.append(self.words.gettext(besides, seats=value, moment=value, reason=value))
        return (*told, self.fill(row.closing, self.notice)) if row.closing else tuple(told)

    def _said(self, paragraph: Paragraph) -> str:
        say: Any = paragraph.say
        if paragraph.by:
            say = say[self.fact(paragraph.by)]
        if paragraph.counts:
            counted: Any = self.fact(paragraph.counts)
            values = {str(each): self.field(self.notice, each.field) for each in blanks(say[0]) if each.field != "n"}
            return self.ngettext(say[0], say[1], len(counted) if isinstance(counted, tuple) else counted, **values)
        return Filling(self, self.notice, made=self.made).sentence(say)

    def fact(self, name: str) -> Any:
        """Return what a function finds for a place, or a field as it is."""
        return self.made[name]() if name in self.made else getattr(self.notice, name)

    def field(self, said: Struct, name: str, form: str = "") -> Value:
        """Return what fills a place, as the reader knows it."""
        value: Value = self.fact(name)
        return value


def texts(paragraph: Paragraph) -> list[str]:
    """Return all templates of a paragraph."""
    every: list[Templates] = [*paragraph.say.values()] if isinstance(paragraph.say, dict) else [paragraph.say]
    return [str(text) for each in every for text in texts_of(each)]
