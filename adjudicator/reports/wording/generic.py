"""A report for games that say little about themselves: a base class to override where a game has words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from adjudicator.components.kinds import Kind, references
from adjudicator.components.names import Naming
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event, ObservedEvent, WindowClosed
from adjudicator.kernel.result import Result
from adjudicator.language import Language
from adjudicator.pictures.board import Between, Board, Crop
from adjudicator.pictures.raster import to_png
from adjudicator.reports.model import (
    Bar,
    Holding,
    Item,
    Mark,
    NewsGroup,
    NewsLine,
    Option,
    OptionGroup,
    Outlook,
    Party,
    Picture,
    Question,
    Score,
    Section,
    Standing,
)
from adjudicator.reports.wording.game import Asked, Course, Effect, Mention, Stretch, TurnSummary

WINDOW_CLOSED: Final = {"en": "everybody who could react has answered", "ru": "все, кто мог ответить, ответили"}
"""The words for questions to several that are over."""
PICTURE_SHOWN = 600
"""CSS pixels of the picture in the page."""


def crops_of(board: Board, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
    """Return what changed on a board, as pictures of a message."""
    found = board.crops(_between(stretch), language.code, most=stretch.most) if stretch.before is not None else ()
    return tuple(_picture(f"crop-{number}", crop) for number, crop in enumerate(found, 1))


def maps_of(board: Board, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
    """Return the map of a board on which most changed, before and after."""
    found = board.maps(_between(stretch), language.code) if stretch.before is not None else ()
    return tuple(_picture(name, crop) for pair in found for name, crop in zip(("before", "after"), pair, strict=True))


def _between(stretch: Stretch) -> Between:
    return Between(stretch.before, stretch.view, stretch.events(), planned=stretch.planned)


def _picture(name: str, crop: Crop) -> Picture:
    return Picture(cid=name, alt=crop.alt, width=crop.width, png=crop.png)


def won_by(names: Sequence[str], language: Language) -> str:
    """Return who has won, in few words for a subject: `France wins`, `a draw`."""
    if not names:
        return language.gettext("a draw")
    return language.ngettext("%(names)s wins", "%(names)s share the victory", len(names), names=language.listing(names))


class GenericReport:
    """Speaks for a game with the names of its things and the ids of its rules. Override what deserves better words."""

    def __init__(
        self,
        naming: Naming | None = None,
        seats: Kind[Any] | None = None,
        sentences: Mapping[type[Event], Mapping[str, str]] = MappingProxyType({}),
    ) -> None:
        """Prepare a report for a game.

        `naming`: the names of the things that events name; `seats`: the kind whose names are those of the seats;
        `sentences`: what an event says in each language, with its fields in places: `%(rider)s: to %(to)s`.
        """
        self._naming = naming
        self._seats = seats
        self._sentences: Mapping[type[Event], Mapping[str, str]] = {WindowClosed: WINDOW_CLOSED, **sentences}

    def party(self, seat: str, language: Language) -> Party:
        if self._seats is None or self._naming is None:
            name = seat.replace("_", " ").capitalize()
            return Party(name=name, letter=name[:1].upper())
        names = self._naming(language.code if language.code in self._naming.languages else "en")
        whom, whose = (names.in_case(self._seats, seat, case) for case in ("accusative", "genitive"))
        name = names.name(self._seats, seat)
        return Party(name=name, letter=name[:1].upper(), whom=whom, whose=whose)

    def _name(self, kind: Kind[Any], value: Any, language: Language) -> str:
        """Return the name of a thing by its id or number; in a game without names, what the rules call it."""
        if self._naming is None:
            return str(value)
        code = language.code if language.code in self._naming.languages else "en"
        return self._naming(code).name(kind, kind.id_of(value) if isinstance(value, int) else value)

    def _field(self, event: Event, field: str, language: Language) -> str:
        """Return a field of an event: things by their names, anything else as it is."""
        value, found = getattr(event, field), references(type(event)).get(field)
        if found is None or value is None:
            return str(value)
        values = value if found.many else (value,)
        return ", ".join(self._name(found.kind, each, language) for each in values)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return decision.kind.replace("_", " ")

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        now = [Option(code=option.code, words=option.words) for option in asked.options if not option.ahead]
        later = [Option(code=option.code, words=option.words) for option in asked.options if option.ahead]
        groups = [OptionGroup(options=tuple(now))]
        if later:
            groups.append(OptionGroup(options=tuple(later), heading=language.gettext("may follow in the same email")))
        return Question(
            number=asked.number,
            title=self.title(asked.decision, view, language),
            rule=asked.decision.rule,
            deadline=asked.deadline,
            default=asked.default_words,
            secret=asked.decision.secret and asked.decision.form not in ("agree", "choose"),
            groups=tuple(groups),
        )

    def news(
        self,
        told: Sequence[ObservedEvent[Any]],
        seats: Iterable[str],
        language: Language,
        before: Sequence[ObservedEvent[Any]] = (),
    ) -> tuple[NewsGroup, ...]:
        lines = []
        for each in told:
            for event in each.all_visible_to(seats):
                mark = Mark.PLAIN if event is each.public else Mark.PRIVATE
                lines.append(NewsLine(text=self.sentence(event, language), log=each.n, mark=mark))
        return (NewsGroup(lines=tuple(lines)),) if lines else ()

    def sentence(self, event: Event, language: Language) -> str:
        """Say one event in words; one without a sentence by what it is called in the rules."""
        fields = {name: self._field(event, name, language) for name in event.__struct_fields__}
        said = self._sentences.get(type(event), {})
        if said:
            template: str = said.get(language.code) or said["en"]
            return template % fields
        told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fields.items())
        called = str(event.__struct_config__.tag).replace("_", " ")
        return f"{called}: {told}" if told else called

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        return ()

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        return ""

    def effect(self, told: Sequence[ObservedEvent[Any]], seat: str, language: Language) -> Effect:
        heard = ((each.n, each.visible_to((seat,))) for each in told)
        covers = tuple(Mention(n, self.sentence(event, language)) for n, event in heard if event is not None)
        return Effect(
            text="; ".join(each.text for each in covers),
            private=any(seat in each.private for each in told),
            covers=covers,
        )

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        return Standing()

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        return ()

    def printed(self, kind: str, id: Any, view: msgspec.Struct, seat: str, language: Language) -> str:
        return ""

    def situation(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[str, ...]:
        return ()

    def outlook(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Outlook, ...]:
        return ()

    def pictures(
        self,
        view: msgspec.Struct,
        seats: Iterable[str],
        told: Sequence[ObservedEvent[Any]],
        language: Language,
        *,
        width: int,
    ) -> tuple[Picture, ...]:
        board = self.board()
        if board is None:
            return ()
        events = [event for each in told for event in each.all_visible_to(seats)]
        sketch = board(view, language.code, events=events)
        png = to_png(sketch.scene, width) if width else b""
        return (Picture(cid="board", alt=sketch.alt, beside=sketch.beside, width=PICTURE_SHOWN, png=png),)

    def region(self, view: msgspec.Struct, seats: Iterable[str], language: Language) -> Picture | None:
        return None

    def crops(self, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
        board = self.board()
        return crops_of(board, stretch, language) if board else ()

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        return ()

    def price(self, action: Action, view: msgspec.Struct, seat: str, language: Language) -> str:
        return ""

    def preview(self, stretch: Stretch, seat: str, language: Language) -> tuple[Section, ...]:
        return ()

    def maps(self, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
        board = self.board()
        return maps_of(board, stretch, language) if board else ()

    def moment(self, view: msgspec.Struct) -> float | None:
        """Return None: a game that has no score to draw."""
        return None

    def score(self, view: msgspec.Struct) -> Score | None:
        return None

    def bars(self, scores: Sequence[Score], view: msgspec.Struct, language: Language) -> tuple[Bar, ...]:
        return ()

    def chart(self, scores: Sequence[Score], language: Language) -> Picture | None:
        return None

    def board(self) -> Board | None:
        """Return the part `board` of the game if it has one: its picture goes into the messages."""
        return None

    def turned(self, course: Course, language: Language) -> TurnSummary:
        """Return the news in short: what is important in them, if anything is."""
        lines = [line for group in self.news(course.told, course.seats, language) for line in group.lines]
        important = [line for line in lines if line.mark is Mark.IMPORTANT] or lines
        title = language.gettext("a turn is over") if course.whole else language.gettext("a round is over")
        return TurnSummary(title=title, story=tuple(line.sentence for line in important))

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return language.gettext("the rules do not allow it (%(code)s)", code=code.replace("_", " "))

    def fields(self) -> Mapping[str, Mapping[str, str]]:
        return {}

    def draw(self, name: str, language: Language) -> str:
        return name.replace("_", " ")

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        return ()

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        return self.party(str(value), language).name if key in ("seat", "side") else f"{key} {value}"

    def faces(self, name: str, keys: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        return ()

    def won(self, result: Result, language: Language) -> str:
        return won_by([self.party(winner, language).name for winner in result.winners], language)

    def history(self, view: msgspec.Struct, language: Language) -> tuple[Section, ...]:
        return ()

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        return language.gettext("The match is over, %(won)s.", won=self.won(result, language))
