"""The words of a small game, in as many languages as it likes, so that it needs no report of its own.

    LEXICON = Lexicon(NAMES, SEAT, FORM)
    LEXICON.tell(Laid, en="red lays %(red)s, blue %(blue)s", ru="красные кладут %(red)s, синие %(blue)s")
    LEXICON.ask("lay", en="which card do you lay?", ru="какую карту вы кладёте?")
    LEXICON.refuse(not_in_hand, en="you do not hold %(card)s", ru="у вас нет карты %(card)s")
    LEXICON.show("points", en="Points", ru="Очки")
    LEXICON.hold("hands", en="Your cards", ru="Ваши карты")
    LEXICON.draw("card", CARD, en="cards", ru="карты")
    REPORT = LexiconReport(LEXICON)

Names of things come from the game's names. The words may stand in files (`adjudicator.reports.wording.wordfile`). A
game with catalogues of its own declares its words with `EventTemplates`, `PromptTemplates` and `Refusals` instead.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from adjudicator.components.content import ContentForm
from adjudicator.components.kinds import Kind, Reference
from adjudicator.components.names import Case, Naming
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.codes import Code
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import ContentCorrected, Corrected, Event, ObservedEvent, WindowClosed
from adjudicator.language import Language
from adjudicator.language import language as language_of
from adjudicator.pictures.board import Board
from adjudicator.reports.model import Fact, Holding, Item, NewsGroup, Party, Question, Standing
from adjudicator.reports.wording.event_text import EventTemplates, TellingMode, events_for
from adjudicator.reports.wording.game import Asked, Effect, Stretch
from adjudicator.reports.wording.generic import WINDOW_CLOSED, GenericReport
from adjudicator.reports.wording.phases import Group, Phase, Where
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import Speech, Text, blanks
from adjudicator.reports.wording.story import SHORT
from adjudicator.reports.wording.view_diff import figures

_NEWS: Final = Phase[Speech]("news", lambda event, to: Group("news"))


class NamingSpeech(Speech):
    """Speaks with the names of a game; in a language that the game has none in, with the English ones."""

    __slots__ = ("_names",)

    def __init__(self, language: Language, naming: Naming) -> None:
        super().__init__(language)
        self._names = naming(language.code if language.code in naming.languages else "en")

    def thing(self, kind: Kind[Any], id: Any) -> str:
        return self._names.name(kind, kind.id_of(id) if isinstance(id, int) else id)

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        return self._names.in_case(kind, kind.id_of(id) if isinstance(id, int) else id, cast(Case, case))


class Lexicon:
    """The words in which a game tells, asks, refuses and shows."""

    def __init__(
        self,
        naming: Naming,
        seats: Kind[Any],
        form: StateSchema[Any],
        *,
        tones: Sequence[int] = (),
        spent: Sequence[str] = (),
        where: Where[Speech] = _NEWS,
    ) -> None:
        """Prepare the words of a game.

        `tones`: the colour of each seat's letter in messages, 1 to 8 (`Party`), near those of its board. `spent`: those
        of the shown fields, figures by seat, of which a seat is told what remains before it says yes. `where`: the part
        of the news that an event belongs to.
        """
        self.naming, self.seats, self.form = naming, seats, form
        self._spent = spent
        self._tones = dict(zip(seats.ids, tones or range(1, len(seats) + 1), strict=True))
        self.tellings: EventTemplates[Speech] = EventTemplates(lambda seat, to: self.party(seat, to.language), where)
        self.refusals: Refusals[Speech] = Refusals()
        self._asked: dict[str, tuple[Text, Text, Mapping[str, Reference]]] = {}
        self._shown: dict[str, Text] = {}
        self._held: dict[str, Text] = {}
        self._draws: dict[str, tuple[Text, Kind[Any]]] = {}
        self._backs: dict[str, Text] = {}
        self._described: dict[Kind[Any], Callable[[Any, str, Speech], str]] = {}
        self._played: Any = None
        self._content: tuple[ContentForm[Any] | None, Mapping[str, Text]] = None, {}
        self.tellings.tell(ContentCorrected, self._corrected, deed=TellingMode.NO)
        self.tell(Corrected, en="the moderator corrected the position", ru="ведущий исправил позицию")
        self.tell(WindowClosed, en=WINDOW_CLOSED["en"], ru=WINDOW_CLOSED["ru"])

    # declaring

    def tell(self, event: type[Event], own: Mapping[str, str] | None = None, **said: str) -> None:
        """Declare the sentence of an event, by language; `own`: of the form that only the seat itself is told."""
        deed = TellingMode.NO if event in (Corrected, WindowClosed) else TellingMode.OWN
        self.tellings.tell(event, said, own or "", deed=deed)

    def ask(
        self, kind: str, context: Mapping[str, Reference] = {}, heading: Mapping[str, str] = {}, **said: str
    ) -> None:
        """Declare what is asked by a kind of decision, by language.

        The title of the message, and the `heading` of the question where it says more. `context`: which things the
        facts name that belong to the question and occur in the text.
        """
        texts = said, heading or said
        if missing := [str(blank) for text in texts for blank in blanks(text) if blank.field not in context]:
            raise TypeError(f"{kind}: {said['en']!r} has places that no fact fills: {', '.join(missing)}")
        self._asked[kind] = *texts, context

    def refuse(self, code: Code, **said: str) -> None:
        """Declare why an action is refused, by language."""
        self.refusals.refuse(code, said)

    def show(self, field: str, **said: str) -> None:
        """Declare a field of the view that is shown among the figures of the position."""
        self._shown[field] = said

    def hold(self, field: str, **said: str) -> None:
        """Declare a field of the view that has, by seat, the things that only this seat knows."""
        self._held[field] = said

    def draw(self, name: str, kind: Kind[Any], **said: str) -> None:
        """Declare what is drawn by chance under a name, by language; `kind`: of the things that may come out."""
        self._draws[name] = said, kind

    def turn(self, back: str, **said: str) -> None:
        """Declare what a hidden thing with this back is called among the figures of the position, by language."""
        self._backs[back] = said

    def describe(self, kind: Kind[Any], told: Callable[[Any, str, Speech], str]) -> None:
        """Declare what follows the things of a kind that a seat holds, from the content that is played, by id."""
        self._described[kind] = told

    def edit(self, form: ContentForm[Any], labels: Mapping[str, Text]) -> None:
        """Declare the names of the fields of the game's content, by `ContentForm.fields`, to report its corrections.

        Raises:
            TypeError: A field has no words.
        """
        if missing := [field for field in form.fields if field not in labels]:
            raise TypeError(f"no words for what may be edited: {', '.join(missing)}")
        self._content = form, labels

    def with_content(self, content: Any, names: Mapping[str, Any]) -> Lexicon:
        """Return the lexicon with the names of a game's content."""
        twin = copy.copy(self)
        twin.naming, twin._played = self.naming.overlaid(names), content
        twin.tellings = self.tellings.of_others(lambda seat, to: twin.party(seat, to.language))
        return twin

    @property
    def labels(self) -> dict[str, dict[str, str]]:
        """The labels of fields of the position, by language."""
        codes = self.naming.languages
        labels = {**self._held, **self._shown}
        return {
            field: {code: self.speech(language_of(code)).text(said) for code in codes} for field, said in labels.items()
        }

    def unworded(self, events: Iterable[type[Event]], kinds: Iterable[str], codes: Iterable[Code]) -> list[str]:
        """Return the events, kinds and codes that have no words."""
        missing = [event.__name__ for event in self.tellings.untold(events)]
        missing += [kind for kind in kinds if kind not in self._asked]
        return missing + [code.name for code in self.refusals.unsaid(codes)]

    # speaking

    def speech(self, language: Language) -> Speech:
        """Return the language with the names of the game."""
        return NamingSpeech(language, self.naming)

    def party(self, seat: str, language: Language) -> Party:
        """Return a seat by its name, with a letter and a colour of its own."""
        to = self.speech(language)
        name = to.thing(self.seats, seat)
        whom, whose = (to.inflected(self.seats, seat, case) for case in ("accusative", "genitive"))
        return Party(name=name, letter=name[:1].upper(), tone=self._tones[seat], whom=whom, whose=whose)

    def asked(self, decision: OpenDecision, language: Language) -> tuple[str, str]:
        """Return what is asked, as title and as heading.

        Raises:
            LookupError: The kind has no words.
        """
        if decision.kind not in self._asked:
            raise LookupError(f"no words for decisions of kind {decision.kind!r}")
        title, heading, context = self._asked[decision.kind]
        to = self.speech(language)

        def fill(of: str, case: str) -> str:
            return to.named(context[of], decision.context[of], case)

        return to.filled(title, fill), to.filled(heading, fill)

    def drawn(self, name: str, language: Language) -> str:
        """Return what is drawn under a name.

        Raises:
            LookupError: The draw has no words.
        """
        return self.speech(language).text(self._draws[name][0])

    def forms(self, draw: str, value: str | int, language: Language) -> tuple[str, ...]:
        """Return every way to write what a draw may bring."""
        kind, names = self._draws[draw][1], self.naming(language.code)
        return names.forms(kind, kind.id_of(value) if isinstance(value, int) else value)

    def facts(self, view: msgspec.Struct, language: Language, before: msgspec.Struct | None = None) -> tuple[Fact, ...]:
        """Return the figures of the position, with how much everybody holds, and by how much that has changed."""
        to = self.speech(language)
        return tuple(
            Fact(
                label=to.text(said),
                value=self._value(field, getattr(view, field), to),
                change="" if before is None else self._change(field, getattr(before, field), getattr(view, field), to),
            )
            for field, said in self._shown.items()
        )

    def lines(self, view: msgspec.Struct, language: str) -> list[str]:
        """Return the figures of the position as lines of small print; `language`: a code."""
        return [f"{fact.label}: {fact.value}" for fact in self.facts(view, language_of(language))]

    def left(self, before: msgspec.Struct, view: msgspec.Struct, seat: str, language: Language) -> tuple[Item, ...]:
        """Return what a seat has left of what it spends, and had before."""
        to = self.speech(language)
        both = ((self._shown[field], getattr(before, field)[seat], getattr(view, field)[seat]) for field in self._spent)
        return tuple(
            Item(name=to.text(said), text=str(now) if was == now else f"{was} → {now}") for said, was, now in both
        )

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        """Return what only this seat has."""
        to = self.speech(language)
        held = (
            (to.text(said), self.form.kinds(field)[1], getattr(view, field)[seat]) for field, said in self._held.items()
        )
        return tuple(
            Holding(heading=heading, items=tuple(self._item(kind, thing, to) for thing in things))
            for heading, kind, things in held
            if kind and things and not isinstance(things, int)
        )

    def _item(self, kind: Kind[Any], held: Any, to: Speech) -> Item:
        id, told = kind.id_of(held) if isinstance(held, int) else held, self._described.get(kind)
        return Item(name=to.thing(kind, id), text="" if told is None else told(self._played, id, to))

    def _corrected(self, event: ContentCorrected, to: Speech) -> str:
        """Say which values of the pack are others now, as far as this reader sees them.

        Texts are told in the reader's language only.
        """
        form, labels = self._content
        if form is None:
            raise LookupError("no words for what may be edited")
        told = []
        for edit in event.edits:
            place = form.place(edit.path)
            if place.language in ("", to.language.code):
                id = form.slots(self._played).get(place.id, place.id)
                thing = f"{to.thing(place.kind, id)}: " if place.kind is not None else ""
                change = f"{_printed(edit.before)} → {_printed(edit.after)}"
                told.append(f"{thing}{to.text(labels[place.field])} {change}")
        if not told:
            return to.text(_OTHER_TEXTS)
        return to.text(_CORRECTED, what="; ".join(told))

    def _change(self, field: str, before: Any, after: Any, to: Speech) -> str:
        """Return changes such as `Amber +2, Onyx -1`."""
        keys, _ = self.form.kinds(field)
        found = figures(before, after)
        told = (f"{to.thing(keys, key)} {to.signed(n)}" if keys else to.signed(n) for key, n in found.items())
        return ", ".join(told)

    def _value(self, field: str, value: Any, to: Speech) -> str:
        keys, kind = self.form.kinds(field)

        def one(value: Any) -> str:
            if isinstance(value, list | tuple):
                counted = Counter(map(one, value))
                return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counted.items()) or "-"
            if isinstance(value, Mapping):
                return to.text(self._backs[value["back"]]) if value.get("back") in self._backs else _UNKNOWN
            if kind is None or isinstance(value, int):
                return str(value)
            return to.thing(kind, value) if value in kind else _UNKNOWN

        if keys is None:
            return one(value)
        between = " " if kind is None else ": "
        told = (f"{to.thing(keys, key)}{between}{one(of)}" for key, of in value.items() if of not in (None, []))
        return ", ".join(told) or "-"


def _printed(value: Any) -> str:
    """Return a value of a pack for people: of a name its printed form."""
    if isinstance(value, Mapping):
        value = value.get("name", "-")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _printed(value[0]) if value else "-"
    return "-" if value is None else str(value)


_UNKNOWN: Final = "?"
"""A single thing that is hidden from the reader, or with a back that has no words."""
_CORRECTED: Final = {"en": "the pack of the game was corrected: %(what)s", "ru": "набор игры исправлен: %(what)s"}
_OTHER_TEXTS: Final = {
    "en": "texts of the pack in another language were corrected",
    "ru": "исправлены тексты набора на другом языке",
}


class LexiconReport(GenericReport):
    """Speaks for a game with the words of its lexicon. `sketch`: the part `board` of the game, where it has one."""

    def __init__(self, lexicon: Lexicon, sketch: Board | None = None) -> None:
        super().__init__(lexicon.naming, lexicon.seats)
        self.lexicon, self._sketch = lexicon, sketch

    def with_content(self, content: Any, names: Mapping[str, Any]) -> LexiconReport:
        """Return the report with the names of a game's content."""
        twin = copy.copy(self)
        twin.lexicon = self.lexicon.with_content(content, names)
        twin._naming = twin.lexicon.naming
        return twin

    def party(self, seat: str, language: Language) -> Party:
        return self.lexicon.party(seat, language)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return self.lexicon.asked(decision, language)[0]

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        heading = self.lexicon.asked(asked.decision, language)[1]
        words = asked.decision.context.get("words", {})
        card = words.get(language.code, words.get("en", ""))
        return replace(super().question(asked, view, seat, language), title=heading, note=card)

    def news(
        self,
        told: Sequence[ObservedEvent[Any]],
        seats: Iterable[str],
        language: Language,
        before: Sequence[ObservedEvent[Any]] = (),
    ) -> tuple[NewsGroup, ...]:
        to = self.lexicon.speech(language)
        return self.lexicon.tellings.news(events_for(told, seats), to, events_for(before, seats))

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        """Return the last thing that one of the seats did: `Amber leaves for the City`."""
        names = {self.party(seat, language).name for seat in seats}
        lines = [line for group in self.news(told, (), language) for line in group.lines]
        said = [f"{line.who.name} {line.text}" for line in lines if line.who is not None and line.who.name in names]
        return said[-1] if said and len(said[-1]) <= SHORT else ""

    def effect(self, told: Sequence[ObservedEvent[Any]], seat: str, language: Language) -> Effect:
        return self.lexicon.tellings.effect(events_for(told, (seat,)), seat, self.lexicon.speech(language))

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        return Standing(facts=self.lexicon.facts(view, language, before))

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        return self.lexicon.holdings(view, seat, language)

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        assert stretch.before is not None
        return self.lexicon.left(stretch.before, stretch.view, seat, language)

    def board(self) -> Board | None:
        return self._sketch

    def fields(self) -> Mapping[str, Mapping[str, str]]:
        return self.lexicon.labels

    def draw(self, name: str, language: Language) -> str:
        return self.lexicon.drawn(name, language)

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        return self.lexicon.forms(name, value, language)

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return self.lexicon.refusals.said(code, facts, self.lexicon.speech(language))
