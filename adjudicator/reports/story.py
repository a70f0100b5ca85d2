"""What happened as a story: sentences with a subject and a verb, made from events.

A game has one `Stories`. Each chapter of its words says what its events do as a verb, in the past tense and without the
subject; what one party does in a row becomes one sentence, the same deed done to several things one phrase:

    verb(FortBuilt, "built a fort at %(things)s", "built forts at %(things)s", lambda event, to: to.space(event.space))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.reports.model import Mark, NewsGroup
from adjudicator.reports.speech import Speech
from adjudicator.reports.telling import Heard

S = TypeVar("S", bound=Speech)
E = TypeVar("E", bound=Event)
PHRASES = 4
"""Deeds that one sentence tells."""
BESIDES = 6
"""Lines of the news that stand behind the sentences: what is important, or what only the reader is told."""


class Verb(Struct, Generic[S], frozen=True):
    """What an event does; see `Stories.verb`."""

    one: str
    many: str
    things: Callable[[Any, S], str] | None
    when: Callable[[Any], bool]


class Stories(Generic[S]):
    """The verbs of a game's events. `called` names a party as the subject of a sentence."""

    def __init__(self, called: Callable[[str, S], str]) -> None:
        self._called = called
        self._verbs: dict[type[Event], list[Verb[S]]] = {}

    def verb(
        self,
        event: type[E],
        one: str,
        many: str = "",
        things: Callable[[E, S], str] | None = None,
        *,
        when: Callable[[E], bool] = lambda event: True,
    ) -> None:
        """The verb of a class of events, `when` they are of this kind: a message with a place for `things`, and the
        same for several.
        """
        self._verbs.setdefault(event, []).append(Verb(one, many or one, things, when))

    def told(self, events: Sequence[Heard], news: Sequence[NewsGroup], to: S) -> tuple[str, ...]:
        """The sentences of these events, and of their news what no verb tells and a reader must know."""
        sentences: list[str] = []
        who, deeds = "", dict[Verb[S], list[str]]()
        covered: set[int] = set()
        for each in events:
            verb = next((verb for verb in self._verbs.get(type(each.event), ()) if verb.when(each.event)), None)
            if verb is None:
                continue
            covered.add(each.n)
            by: str = getattr(each.event, each.event.about.by) if each.event.about.by else who
            if by != who:
                sentences += self._sentences(who, deeds, to)
                who, deeds = by, {}
            deeds.setdefault(verb, []).append("" if verb.things is None else verb.things(each.event, to))
        sentences += self._sentences(who, deeds, to)
        lines = [line for group in news for line in group.lines]
        besides = [line for line in lines if line.mark is not Mark.PLAIN and line.log not in covered]
        return (*sentences, *(_line(line.told, line.note) for line in besides[-BESIDES:]))

    def _sentences(self, who: str, deeds: dict[Verb[S], list[str]], to: S) -> list[str]:
        phrases = [_phrase(verb, things, to) for verb, things in deeds.items()]
        parts = [phrases[at : at + PHRASES] for at in range(0, len(phrases), PHRASES)]
        called = self._called(who, to) if who else ""
        return [to.gettext("%(who)s %(deeds)s.", who=called, deeds=to.listing(part)) for part in parts]


def _phrase(verb: Verb[Any], things: Sequence[str], to: Speech) -> str:
    if verb.things is None:
        return to.gettext(verb.one)
    return to.ngettext(verb.one, verb.many, len(things), things=to.listing(dict.fromkeys(things)))


def _line(told: str, note: str) -> str:
    said = told[:1].upper() + told[1:]
    return f"{said} ({note})." if note else f"{said}."
