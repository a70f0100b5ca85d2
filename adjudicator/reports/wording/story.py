"""Tell what happened as a story: sentences with a subject and a verb, made from events.

A game has one `Stories`. Each chapter of its words says what its events do as a verb, in the past tense and without the
subject; what one party does in a row becomes one sentence, the same deed done to several things one phrase:

    verb(FortBuilt, "built a fort at %(things)s", "built forts at %(things)s", lambda event, to: to.space(event.space))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.reports.model import Mark, NewsGroup, NewsLine
from adjudicator.reports.wording.event_text import Heard
from adjudicator.reports.wording.speech import Speech

S = TypeVar("S", bound=Speech)
E = TypeVar("E", bound=Event)
PHRASES = 4
"""Deeds that one sentence tells."""
BESIDES = 6
"""Lines of the news that stand behind the sentences: what is important, or what only the reader is told."""
LISTED = 6
"""Things that a deed names in what each party has done."""
SHORT, NAMED = 60, 2
"""Letters of a gist, and things that one of its deeds names."""
_BRACKETS = re.compile(r" \((?:[^()]|\([^()]*\))*\)$")
"""A remark in brackets at the end of a thing."""


class Verb(Struct, Generic[S], frozen=True):
    """The deed of an event, as a verb; see `Stories.verb`."""

    one: str
    many: str
    things: Callable[[Any, S], str] | None
    when: Callable[[Any], bool]
    by_the_way: bool
    joins: bool
    behind: Callable[[Any, S], str] | None


class _Done(Struct, Generic[S]):
    """A deed that a verb tells: its log numbers, whose it is, to what it was done, what stands behind that."""

    n: list[int]
    by: str
    verb: Verb[S]
    thing: str
    behind: list[str] = []

    @property
    def by_the_way(self) -> bool:
        """Whether there is anything better to tell."""
        return self.verb.by_the_way and not self.behind

    @property
    def told(self) -> str:
        """The thing with the words that follow it."""
        return f"{self.thing} ({', '.join(self.behind)})" if self.behind else self.thing


class Stories(Generic[S]):
    """The verbs of a game's events. `called` names a party as the subject of a sentence."""

    def __init__(self, called: Callable[[str, S], str]) -> None:
        self._called = called
        self._verbs: dict[type[Event], list[Verb[S]]] = {}

    def verb(  # noqa: PLR0913 - each says one thing of the verb
        self,
        event: type[E],
        one: str,
        many: str = "",
        things: Callable[[E, S], str] | None = None,
        *,
        when: Callable[[E], bool] = lambda event: True,
        by_the_way: bool = False,
        joins: bool = False,
        behind: Callable[[E, S], str] | None = None,
    ) -> None:
        """Declare the verb of a class of events, `when` they are of this kind.

        A message with a place for `things`, and the same for several. `by_the_way`: a gist has something else to tell,
        if anything was done. `joins`: its thing is the only one of its name, so that several such actions done to it
        are one phrase: `bought and sold the mill`. `behind`: what the thing belongs to; if the party has done something
        to that, the thing follows it in brackets, else the phrase names the thing in full.
        """
        self._verbs.setdefault(event, []).append(Verb(one, many or one, things, when, by_the_way, joins, behind))

    def told(self, events: Sequence[Heard], news: Sequence[NewsGroup], to: S) -> tuple[str, ...]:
        """Return the sentences of these events, and the news that no verb tells and a reader must know."""
        done, sentences = self._done(events, to), list[str]()
        for who, deeds in groupby(done, lambda deed: deed.by):
            sentences += self._sentences(who, _by_verb(deeds), to)
        return (*sentences, *_besides(news, done, (Mark.IMPORTANT, Mark.PRIVATE)))

    def of_each(self, events: Sequence[Heard], news: Sequence[NewsGroup], to: S) -> tuple[str, ...]:
        """Return the sentences of a long stretch with many parties: what each has done in one paragraph.

        They come in the order in which the parties began. Minor actions are left out unless the party did nothing else;
        then follows what else is important to all.
        """
        done, parties = self._done(events, to), dict[str, list[_Done[S]]]()
        for deed in done:
            if deed.by:
                parties.setdefault(deed.by, []).append(deed)
        chief = {who: [deed for deed in own if not deed.by_the_way] or own for who, own in parties.items()}
        told = (self._sentences(who, _by_verb(deeds), to, LISTED) for who, deeds in chief.items())
        return (*map(" ".join, told), *_besides(news, done, (Mark.IMPORTANT,)))

    def gist(self, events: Sequence[Heard], news: Sequence[NewsGroup], seats: Collection[str], to: S) -> str:
        """Return what the last of these seats to do anything did, in few words.

        Deeds by the way count only where nothing else was done. What is important of the news after it comes first, or
        during it if all that it did is by the way.
        """
        theirs = [deed for deed in self._done(events, to) if deed.by in seats]
        runs = [(by, list(deeds)) for by, deeds in groupby(theirs, lambda deed: deed.by)]
        chief = [run for run in runs if not _is_small(run[1])] or runs
        who, deeds = chief[-1] if chief else ("", [])
        small = _is_small(deeds)
        since = 0 if not deeds else min(deeds[0].n) if small else max(deeds[-1].n)
        lines = (line for group in news for line in group.lines if line.mark is Mark.IMPORTANT and _n(line) > since)
        after = [line.told for line in lines]
        if after and len(after[-1]) <= SHORT:
            return _begun(after[-1])
        return self._gist(who, _by_verb(deeds), to) if deeds else ""

    def _gist(self, who: str, deeds: dict[Verb[S], list[str]], to: S) -> str:
        """Return as many actions as there is room for in their order, of more those that were done to most things.

        If one is too long, it comes without what is in brackets.
        """
        ranked = sorted(deeds, key=lambda verb: (verb.by_the_way, -len(deeds[verb])))
        called, told = self._called(who, to), list[Verb[S]]()

        def said(verbs: Sequence[Verb[S]], *, bare: bool = False) -> str:
            chosen = {
                verb: [_BRACKETS.sub("", each) if bare else each for each in things]
                for verb, things in deeds.items()
                if verb in verbs
            }
            phrases = _phrases(chosen, to, NAMED)
            return to.gettext("%(who)s %(deeds)s", who=called, deeds=to.listing(phrases))

        for verb in ranked:
            told.append(verb)
            if len(told) > 1 and (verb.by_the_way or len(said(told)) > SHORT):
                told.pop()
        whole = said(told)
        return whole if len(whole) <= SHORT else said(told, bare=True)

    def _done(self, events: Sequence[Heard], to: S) -> list[_Done[S]]:
        """Return the events that a verb tells.

        If an event does not say who did it, it is the party of the event before it.
        """
        who, done = "", list[_Done[S]]()
        for event in events:
            if (verb := self._verb(event)) is not None:
                who = getattr(event.event, event.event.about.by) if event.event.about.by else who
                thing = "" if verb.things is None else verb.things(event.event, to)
                whole = "" if verb.behind is None else verb.behind(event.event, to)
                before = next(
                    (deed for deed in reversed(done) if whole and (deed.by, deed.thing) == (who, whole)), None
                )
                if before is None:
                    done.append(_Done([event.n], who, verb, thing, [whole] if whole else []))
                else:
                    before.n.append(event.n)
                    before.behind.append(thing)
        return done

    def _verb(self, each: Heard) -> Verb[S] | None:
        return next((verb for verb in self._verbs.get(type(each.event), ()) if verb.when(each.event)), None)

    def _sentences(self, who: str, deeds: dict[Verb[S], list[str]], to: S, most: int = 0) -> list[str]:
        phrases = _phrases(deeds, to, most)
        parts = [phrases[at : at + PHRASES] for at in range(0, len(phrases), PHRASES)]
        called = self._called(who, to) if who else ""
        return [to.gettext("%(who)s %(deeds)s.", who=called, deeds=to.listing(part)) for part in parts]


def _is_small(deeds: Iterable[_Done[Any]]) -> bool:
    return all(deed.by_the_way for deed in deeds)


def _by_verb(deeds: Iterable[_Done[S]]) -> dict[Verb[S], list[str]]:
    """Return things by what was done to them, the first deed first."""
    found: dict[Verb[S], list[str]] = {}
    for deed in deeds:
        found.setdefault(deed.verb, []).append(deed.told)
    return found


def _besides(news: Sequence[NewsGroup], done: Iterable[_Done[Any]], marks: Collection[Mark]) -> Iterator[str]:
    """Return the last of the news that no verb tells and a reader must know."""
    covered = {n for deed in done for n in deed.n}
    lines = [line for group in news for line in group.lines]
    besides = [line for line in lines if line.mark in marks and line.log not in covered]
    return (_line(line.told, line.note) for line in besides[-BESIDES:])


def _n(line: NewsLine) -> int:
    return 0 if line.log is None else line.log


class _Joint(Struct, frozen=True):
    """Deeds done to one thing: the verbs, and what stands between them and the thing."""

    verbs: tuple[str, ...]
    middle: str
    thing: str

    def with_(self, other: _Joint) -> _Joint | None:
        """Merge both if they were done to the same thing; what follows stays.

        Returns None if they were not.
        """
        things = sorted((self.thing, other.thing), key=len)
        middles = {self.middle, other.middle} - {""}
        same = things[0] == things[1] or things[1].startswith(f"{things[0]} (")
        return _Joint((*self.verbs, *other.verbs), "".join(middles), things[1]) if same and len(middles) < 2 else None

    def told(self, to: Speech) -> str:
        """Return deeds in words: `bought and played the card Luther P52`."""
        return " ".join(filter(None, (to.listing(self.verbs), self.middle, self.thing)))


def _joint(verb: Verb[Any], things: Sequence[str], to: Speech) -> _Joint | None:
    """Return an action done to one thing that may be named together with others, if the thing comes at the end."""
    if not verb.joins or len(things) != 1:
        return None
    told = to.ngettext(verb.one, verb.many, 1, things=things[0])
    head, _, middle = told.removesuffix(things[0]).strip().partition(" ")
    return _Joint((head,), middle, things[0]) if told.endswith(things[0]) else None


def _phrases(deeds: Mapping[Verb[S], Sequence[str]], to: Speech, most: int = 0) -> list[str]:
    """Return the actions in order; a thing to which several in a row were done is named once."""
    found: list[str] = []
    last: _Joint | None = None
    for verb, things in deeds.items():
        joint = _joint(verb, things, to)
        both = last.with_(joint) if last and joint else None
        if both is None:
            found.append(_phrase(verb, things, to, most))
        else:
            found[-1] = both.told(to)
        last = both or joint
    return found


def _phrase(verb: Verb[Any], things: Sequence[str], to: Speech, most: int = 0) -> str:
    """Return the action with all its things, or with `most` of them and how many more there are."""
    if verb.things is None:
        return to.gettext(verb.one)
    named = list(dict.fromkeys(things))
    if most and len(named) > most:
        more = to.gettext("%(things)s and %(n)s more", things=", ".join(named[:most]), n=len(named) - most)
    else:
        more = to.listing(named)
    return to.ngettext(verb.one, verb.many, len(things), things=more)


def _begun(told: str) -> str:
    return told[:1].upper() + told[1:]


def _line(told: str, note: str) -> str:
    said = _begun(told)
    return f"{said} ({note})." if note else said if said.endswith(".") else f"{said}."
