"""Tell what happened, in words: events become sentences, sentences that belong together one, sentences lines of news.

A game has one `EventTemplates`. Each chapter of its words says how its events are told:

    tell(FortSeized, "%(space)s: fort seized", important=True)
    tell(SquadronLost, "%(space)s: %(squadron)s leaves the game", space="source", squadron=_whose)
    tell(MarketTaxed, {True: "%(space)s: taxed twice", False: "%(space)s: taxed"}, by="again")
    tell(SquadronDeployed, _deployed)       # a function of event and speech, where no template does

A template is filled with the fields of the event, things by their names (`adjudicator.reports.wording.filling`); the
rule, the actor and what only the seat itself is told stand with the event's class (`adjudicator.kernel.events.About`),
and hold for functions too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import Event, ObservedEvent, as_seats
from adjudicator.language import Value
from adjudicator.reports.model import Mark, NewsGroup, NewsLine, Party
from adjudicator.reports.wording.filling import Filling, Texts, misfits
from adjudicator.reports.wording.game import Effect, Mention
from adjudicator.reports.wording.phases import Group, Phase, Where
from adjudicator.reports.wording.speech import Speech

S = TypeVar("S", bound=Speech)
E = TypeVar("E", bound=Event)
Made = TypeVar("Made", bound=Callable[[Any, Any], Value])


class EventText(Struct, frozen=True, kw_only=True):
    """One event in words, before it becomes a line of news or of an answer.

    `who` is the seat that did it, "" where the sentence needs none. `note` is what it cost or gave, `rule` the
    section of the rulebook. `private`: it tells what only the seat of the event may know. `scores`: victory points,
    which name their side wherever they stand.
    """

    text: str
    who: str = ""
    note: str = ""
    rule: str = ""
    important: bool = False
    private: bool = False
    scores: bool = False

    @property
    def line(self) -> str:
        """Text and note in one: `Savoy: French flag (2 diplomatic points)`."""
        return f"{self.text} ({self.note})" if self.note else self.text


class Heard(Struct, frozen=True):
    """An event as the reader learns of it, with its log number; `silent`: see `ObservedEvent`."""

    n: int
    event: Event
    silent: tuple[str, ...] = ()


class Sentence(Struct):
    """The words about one event, or about several that belong together: the last of them stands for all."""

    n: int
    event: Event
    said: EventText


class TellingMode(Enum):
    """The telling of an event: whether as the effect of the order line that led to it."""

    OWN = auto()
    """If it is the seat's own."""
    ANYBODYS = auto()
    """Also what it does to another seat."""
    NO = auto()
    """It is news, and nothing that the line did."""
    ENDS = auto()
    """Its own, and the last thing that the line did."""
    BEGINS = auto()
    """Something else begins here, which the line did not do."""


Words = Texts | Mapping[Any, Texts] | Callable[[Any, S], "str | tuple[str, str] | EventText"]
Place = str | Callable[[Any, S], Value]
"""The source of a place of a template: another field, or a function."""


class Telling(Struct, Generic[S], frozen=True):
    """The wording of the events of one class; see `EventTemplates.tell`."""

    words: Words[S]
    own: Texts
    by: str
    who: str | None
    important: bool | str
    note: Texts | Mapping[Any, Texts] | Callable[[Any, S], str] | None
    noted_by: str
    deed: TellingMode
    effect: Callable[[Any, S], str] | None
    places: Mapping[str, Place[S]]
    where: Where[S] | None
    begins: Callable[[Any, S], Group] | None
    lasts: bool
    closes: bool
    renames: Callable[[Any, Group, S], None] | None
    silent: bool | Callable[[Any, Group], bool]


Join = Callable[["Context[S]", Any, EventText, S], bool]
"""Puts a sentence into one told before it, or leaves it out; False: it stands by itself."""


class Context(Struct, Generic[S]):
    """The surroundings of an event: the sentences made so far, the events behind them, the one right before."""

    sentences: list[Sentence]
    events: Sequence[Event]
    n: int

    @property
    def last(self) -> Sentence | None:
        """The last sentence."""
        return self.sentences[-1] if self.sentences else None

    @property
    def before(self) -> Event | None:
        """The event right before, told or not."""
        return self.events[-1] if self.events else None

    def add(self, event: Event, said: EventText) -> bool:
        """Add this sentence by itself."""
        self.sentences.append(Sentence(self.n, event, said))
        return True

    def instead(self, event: Event, said: EventText, at: int = -1) -> bool:
        """Replace a sentence by this one, by default the last."""
        self.sentences[at] = Sentence(self.n, event, said)
        return True


def events_for(news: Iterable[ObservedEvent[Any]], seats: Iterable[str]) -> list[Heard]:
    """Return the events that these seats together learn of, each once; none: an observer."""
    own = as_seats(seats)
    return [Heard(each.n, event, each.silent) for each in news for event in each.all_visible_to(own)]


class EventTemplates(Generic[S]):
    """The words of a game's events. `party` makes an actor of a seat, `otherwise` places events that no one placed."""

    def __init__(
        self,
        party: Callable[[str, S], Party],
        otherwise: Where[S],
        note: Callable[[Event, S], str] = lambda event, to: "",
    ) -> None:
        self._party, self._otherwise, self._note = party, otherwise, note
        self._told: dict[type[Event], Telling[S]] = {}
        self._joins: dict[type[Event], list[Join[S]]] = {}
        self._passes: list[Callable[[list[Sentence], S], list[Sentence]]] = []
        self._places: dict[str, Callable[[Any, S], Value]] = {}
        self._facts: dict[str, Callable[[Any], Any]] = {}

    # declaring

    def tell(  # noqa: PLR0913 - a declaration
        self,
        event: type[E],
        words: Texts | Mapping[Any, Texts] | Callable[[E, S], str | tuple[str, str] | EventText],
        own: Texts = "",
        *,
        by: str = "",
        who: str | None = None,
        important: bool | str = False,
        deed: TellingMode = TellingMode.OWN,
        note: Texts | Mapping[Any, Texts] | Callable[[E, S], str] | None = None,
        noted_by: str = "",
        effect: Callable[[E, S], str] | None = None,
        where: Where[S] | None = None,
        begins: Callable[[E, S], Group] | None = None,
        lasts: bool = False,
        closes: bool = False,
        renames: Callable[[E, Group, S], None] | None = None,
        silent: bool | Callable[[E, Group], bool] = False,
        **places: str | Callable[[E, S], Value],
    ) -> None:
        """Declare the sentence of a class of events.

        A template, several to choose from (`filling`), or a function, which may say the note too. `own`: what the seat
        itself is told instead, of what only it knows. `by`: a field or `fact`, for each value of which there are
        templates, or for True and False. `who` did it, where the class does not say it, or "" where the sentence names
        everybody. `important` may be the field that makes it so. `note` follows it in brackets; `noted_by`: a field or
        `fact`, as `by`. `effect`: other words after the order line. `places`: which field or function fills a place.

        `where`: the part of the news it belongs to, or it `begins` one; `lasts`: that is still under way when the next
        message begins; `closes`: after it none is. `renames`: it says more about the part that it is in. `silent`: the
        heading of the part says enough.

        Raises:
            TypeError: Nothing fills a place of a template.
        """
        cases = words.values() if by and isinstance(words, Mapping) else (words,)
        notes = note.values() if noted_by and isinstance(note, Mapping) else (note or "",)
        fields, made = self._fillers(places)
        for said in (*cases, own, *notes):
            for problem in () if callable(said) else misfits(said, event, fields, made):
                raise TypeError(problem)
        self._told[event] = Telling(
            *(words, own, by, who, important, note, noted_by, deed, effect, places, where),
            *(begins, lasts, closes, renames, silent),
        )

    def place(self, made: Made) -> Made:
        """Declare what fills the places of its name in all templates; "" where there is nothing to say."""
        self._places[made.__name__] = made
        return made

    def fact(self, found: Callable[[E], Any]) -> Callable[[E], Any]:
        """Declare something about events, by its name, that words may depend on as on a field."""
        self._facts[found.__name__] = found
        return found

    def value(self, event: Event, name: str) -> Any:
        """Return a field of an event, or a fact about it."""
        return self._facts[name](event) if name in self._facts else getattr(event, name)

    def _case(self, event: Event, by: str, cases: Mapping[Any, Any]) -> Any:
        """Return the words for the value of a field or fact, or for whether it has one."""
        value = self.value(event, by)
        return cases[value if value in cases else bool(value)]

    def filling(self, event: Event, to: S, places: Mapping[str, Place[S]] = {}) -> Filling:
        """Return what fills the templates of an event."""
        by = getattr(event, event.about.by) if event.about.by else ""
        return Filling(to, event, *self._fillers(places), (event, to), by)

    def _fillers(self, places: Mapping[str, Place[S]]) -> tuple[dict[str, str], dict[str, Callable[[Any, S], Value]]]:
        """Return places that another field fills, and those a function fills."""
        fields = {name: place for name, place in places.items() if isinstance(place, str)}
        return fields, self._places | {name: place for name, place in places.items() if callable(place)}

    def join(self, *events: type[Event]) -> Callable[[Join[S]], Join[S]]:
        """Declare a function that joins the sentences of these events to what was told before."""

        def declared(join: Join[S]) -> Join[S]:
            for event in events:
                self._joins.setdefault(event, []).append(join)
            return join

        return declared

    def last_pass(self, change: Callable[[list[Sentence], S], list[Sentence]]) -> None:
        """Declare a function that goes once more over all sentences, when what belongs together has been joined."""
        self._passes.append(change)

    def of_others(self, party: Callable[[str, S], Party]) -> EventTemplates[S]:
        """Return the same words, with another function that makes the actors."""
        twin = copy.copy(self)
        twin._party = party
        return twin

    def untold(self, events: Iterable[type[Event]]) -> list[type[Event]]:
        """Return those of the events that nobody has given words to."""
        return [event for event in events if event not in self._told]

    # telling

    def said(self, event: Event, to: S) -> EventText:
        """Return an event in words.

        Raises:
            LookupError: The event has no words.
        """
        telling, about = self._of(event), event.about
        private = any(getattr(event, field) for field in about.own)
        words: Any = telling.words
        if private and telling.own:
            words = telling.own
        elif telling.by:
            words = self._case(event, telling.by, words)
        filling = self.filling(event, to, telling.places)
        said = words(event, to) if callable(words) else filling.sentence(words)
        if isinstance(said, EventText):
            return said
        text, note = said if isinstance(said, tuple) else (said, None)
        if note is None:
            words = self._note if telling.note is None else telling.note
            if telling.noted_by:
                words = self._case(event, telling.noted_by, words)
            note = words(event, to) if callable(words) else filling.note(words)
        important = telling.important
        return EventText(
            text=text,
            who=telling.who if telling.who is not None else getattr(event, about.by) if about.by else "",
            note=note,
            rule=about.rule,
            important=bool(getattr(event, important)) if isinstance(important, str) else important,
            private=private,
        )

    def sentences(self, events: Sequence[Heard], to: S) -> list[Sentence]:
        """Return the events in words; what belongs together becomes one sentence."""
        found: list[Sentence] = []
        past: list[Event] = []
        for event in events:
            said, context = self.said(event.event, to), Context[S](found, past, event.n)
            if not any(join(context, event.event, said, to) for join in self._joins.get(type(event.event), ())):
                found.append(Sentence(event.n, event.event, said))
            past.append(event.event)
        for change in self._passes:
            found = change(found, to)
        return found

    def news(self, events: Sequence[Heard], to: S, before: Sequence[Heard] = ()) -> tuple[NewsGroup, ...]:
        """Return the lines of these events, grouped; a group without lines is left out.

        `before`: what was told earlier, which says what is under way when they begin.
        """
        groups = self._under_way(before, to)
        silent_in = {event.n: event.silent for event in events if event.silent}
        for sentence in self.sentences(events, to):
            if sentence.said.who and sentence.said.who in silent_in.get(sentence.n, ()):
                silent_in[sentence.n] = tuple(seat for seat in silent_in[sentence.n] if seat != sentence.said.who)
                sentence.said = added(sentence.said, to.gettext("by default"))
            telling = self._of(sentence.event)
            group = self._group(sentence.event, telling, groups, to)
            if telling.renames is not None:
                telling.renames(sentence.event, group, to)
            silent = telling.silent
            if not (silent(sentence.event, group) if callable(silent) else silent):
                group.lines.append(self._line(sentence, group, to))
        return tuple(
            NewsGroup(lines=tuple(group.lines), heading=group.heading, rule=group.rule, chapter=group.chapter)
            for group in groups
            if group.lines
        )

    def lines(self, events: Sequence[Heard], to: S) -> tuple[NewsLine, ...]:
        """Return a line for each sentence, under no heading: each names whose deed it is."""
        return tuple(self._line(sentence, Group(""), to) for sentence in self.sentences(events, to))

    def effect(self, events: Sequence[Heard], seat: str, to: S) -> Effect:
        """Return what one order line of a seat did: its own actions, and what follows from them."""
        kept: list[Sentence] = []
        for sentence in self.sentences(events, to):
            deed, by = self._of(sentence.event).deed, sentence.event.about.by
            if deed is TellingMode.BEGINS:
                break
            own = not by or getattr(sentence.event, by) == seat
            if deed is TellingMode.ANYBODYS or (deed is not TellingMode.NO and own):
                kept.append(sentence)
            if deed is TellingMode.ENDS:
                break
        return Effect(
            text="; ".join(dict.fromkeys(self._effect(each, seat, to) for each in kept)),
            private=any(each.said.private for each in kept),
            covers=tuple(Mention(each.n, each.said.text, each.said.note) for each in kept),
        )

    # the parts of it

    def _of(self, event: Event) -> Telling[S]:
        found = self._told.get(type(event))
        if found is None:
            raise LookupError(f"no words for {type(event).__name__}")
        return found

    def _effect(self, each: Sentence, seat: str, to: S) -> str:
        other_words = self._of(each.event).effect
        if other_words is not None:
            return other_words(each.event, to)
        said = each.said
        return f"{self._party(said.who, to).name}: {said.line}" if said.who not in ("", seat) else said.line

    def _under_way(self, before: Sequence[Heard], to: S) -> list[Group]:
        """Return what these events leave open, as a group without lines yet."""
        turned = [each.event for each in before if self._of(each.event).lasts or self._of(each.event).closes]
        begins = self._of(turned[-1]).begins if turned and self._of(turned[-1]).lasts else None
        return [] if begins is None else [begins(turned[-1], to)]

    def _group(self, event: Event, telling: Telling[S], groups: list[Group], to: S) -> Group:
        """Return the group that an event belongs to: the last one, or a new one."""
        going = groups[-1].key if groups else ""
        if telling.begins is not None:
            groups.append(telling.begins(event, to))
            return groups[-1]
        where = telling.where or self._otherwise
        phase = where if isinstance(where, Phase) else where(event, going)
        if phase is not None and phase.key != going:
            groups.append(phase.opened(event, to))
        return groups[-1]

    def _line(self, each: Sentence, group: Group, to: S) -> NewsLine:
        said = each.said
        mark = Mark.PRIVATE if said.private else Mark.IMPORTANT if said.important else Mark.PLAIN
        named = said.who and (said.who != group.side or said.scores) and not said.private
        who = self._party(said.who, to) if named else None
        rule = "" if said.rule == group.rule else said.rule
        return NewsLine(text=said.text, who=who, note=said.note, rule=rule, log=each.n, mark=mark)


def added(said: EventText, *notes: str, **changes: Any) -> EventText:
    """Return a sentence with further notes after it."""
    return replace(said, note=", ".join(filter(None, [said.note, *notes])), **changes)
