"""The words of a small game, in as many languages as it likes, so that it needs no report of its own.

    LEXICON = Lexicon(NAMES, SEAT)
    LEXICON.tell(Laid, en="red lays %(red)s, blue %(blue)s", ru="красные кладут %(red)s, синие %(blue)s")
    LEXICON.ask("lay", en="which card do you lay?", ru="какую карту вы кладёте?")
    LEXICON.refuse(not_in_hand, en="you do not hold %(card)s", ru="у вас нет карты %(card)s")
    LEXICON.show("points", en="Points", ru="Очки")
    LEXICON.hold("hands", CARD, en="Your cards", ru="Ваши карты")
    REPORT = LexiconReport(LEXICON)

Names of things come from the game's names. A game with catalogues of its own declares its words with `Tellings`,
`Askings` and `Refusals` instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.components.codes import Code
from adjudicator.components.kinds import Kind
from adjudicator.components.names import Naming
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Corrected, Event, Told, WindowClosed
from adjudicator.language import Language
from adjudicator.pictures.board import Board
from adjudicator.reports.game import Effect
from adjudicator.reports.generic import GenericReport
from adjudicator.reports.model import Fact, Holding, Item, NewsGroup, Party, Standing
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.speech import Speech, Text
from adjudicator.reports.telling import Deed, Group, Phase, Tellings, heard

_NEWS: Final = Phase[Speech]("news", lambda event, to: Group("news"))


class NamingSpeech(Speech):
    """Speaks with the names of a game; in a language that the game has none in, with the English ones."""

    __slots__ = ("_names",)

    def __init__(self, language: Language, naming: Naming) -> None:
        super().__init__(language)
        self._names = naming(language.code if language.code in naming.languages else "en")

    def thing(self, kind: Kind[Any], id: Any) -> str:
        return self._names.name(kind, kind.id_of(id) if isinstance(id, int) else id)


class Lexicon:
    """What a game tells, asks, refuses and shows, in words."""

    def __init__(self, naming: Naming, seats: Kind[Any]) -> None:
        self.naming, self.seats = naming, seats
        self.tellings: Tellings[Speech] = Tellings(lambda seat, to: self.party(seat, to.language), _NEWS)
        self.refusals: Refusals[Speech] = Refusals()
        self._asked: dict[str, Text] = {}
        self._shown: list[tuple[str, Kind[Any] | None, Text]] = []
        self._held: list[tuple[str, Kind[Any], Text]] = []
        self.tell(Corrected, en="the moderator corrected the position", ru="ведущий исправил позицию")
        self.tell(WindowClosed, en="everybody who could react has answered", ru="все, кто мог ответить, ответили")

    # declaring

    def tell(
        self, event: type[Event], own: Mapping[str, str] | None = None, *, important: bool = False, **said: str
    ) -> None:
        """The sentence of an event, by language; `own`: of the form that only the seat itself is told."""
        deed = Deed.NO if event in (Corrected, WindowClosed) else Deed.OWN
        self.tellings.tell(event, said, own or "", important=important, deed=deed)

    def ask(self, kind: str, **said: str) -> None:
        """What is asked by a kind of decision, by language: title of the mail and heading of the question."""
        self._asked[kind] = said

    def refuse(self, code: Code, **said: str) -> None:
        """Why an action is refused, by language."""
        self.refusals.refuse(code, said)

    def show(self, field: str, kind: Kind[Any] | None = None, **said: str) -> None:
        """A field of the view that stands among the figures of the position; `kind`: of the things it names."""
        self._shown.append((field, kind, said))

    def hold(self, field: str, kind: Kind[Any], **said: str) -> None:
        """A field of the view that has, by seat, the things that only this seat knows."""
        self._held.append((field, kind, said))

    def unworded(self, events: Iterable[type[Event]], kinds: Iterable[str], codes: Iterable[Code]) -> list[str]:
        """What nobody has given words to."""
        missing = [event.__name__ for event in self.tellings.untold(events)]
        missing += [kind for kind in kinds if kind not in self._asked]
        return missing + [code.name for code in self.refusals.unsaid(codes)]

    # speaking

    def speech(self, language: Language) -> Speech:
        """The language with the names of the game."""
        return NamingSpeech(language, self.naming)

    def party(self, seat: str, language: Language) -> Party:
        """A seat by its name, with a letter and a colour of its own."""
        name = self.speech(language).thing(self.seats, seat)
        return Party(name=name, letter=name[:1].upper(), tone=self.seats.number(seat) - self.seats.first + 1)

    def asked(self, kind: str, language: Language) -> str:
        """What is asked. Raises LookupError for a kind without words."""
        if kind not in self._asked:
            raise LookupError(f"no words for decisions of kind {kind!r}")
        return self.speech(language).text(self._asked[kind])

    def facts(self, view: msgspec.Struct, language: Language) -> tuple[Fact, ...]:
        """The figures of the position, with how much everybody holds."""
        to = self.speech(language)
        shown = [(to.text(said), self._value(getattr(view, field), kind, to)) for field, kind, said in self._shown]
        return tuple(Fact(label=label, value=value) for label, value in shown)

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        """What only this seat has."""
        to = self.speech(language)
        held = ((to.text(said), kind, getattr(view, field)[seat]) for field, kind, said in self._held)
        return tuple(
            Holding(heading=heading, items=tuple(Item(name=to.thing(kind, each)) for each in things))
            for heading, kind, things in held
            if things and not isinstance(things, int)
        )

    def _value(self, value: Any, kind: Kind[Any] | None, to: Speech) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{to.thing(self.seats, key)} {self._value(of, kind, to)}" for key, of in value.items())
        if isinstance(value, list | tuple | set):
            return ", ".join(self._value(each, kind, to) for each in value) or "-"
        return str(value) if kind is None or isinstance(value, int) else to.thing(kind, value)


class LexiconReport(GenericReport):
    """Speaks for a game with the words of its lexicon. `sketch`: the part `board` of the game, where it has one."""

    def __init__(self, lexicon: Lexicon, sketch: Board | None = None) -> None:
        super().__init__(lexicon.naming, lexicon.seats)
        self.lexicon, self._sketch = lexicon, sketch

    def party(self, seat: str, language: Language) -> Party:
        return self.lexicon.party(seat, language)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return self.lexicon.asked(decision.kind, language)

    def news(
        self, told: Sequence[Told[Any]], seat: str | None, language: Language, before: Sequence[Told[Any]] = ()
    ) -> tuple[NewsGroup, ...]:
        to = self.lexicon.speech(language)
        return self.lexicon.tellings.news(heard(told, seat), to, heard(before, seat))

    def effect(self, told: Sequence[Told[Any]], seat: str, language: Language) -> Effect:
        return self.lexicon.tellings.effect(heard(told, seat), seat, self.lexicon.speech(language))

    def standing(
        self, view: msgspec.Struct, seat: str | None, told: Sequence[Told[Any]], language: Language
    ) -> Standing:
        return Standing(facts=self.lexicon.facts(view, language))

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        return self.lexicon.holdings(view, seat, language)

    def board(self) -> Board | None:
        return self._sketch

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return self.lexicon.refusals.said(code, facts, self.lexicon.speech(language))
