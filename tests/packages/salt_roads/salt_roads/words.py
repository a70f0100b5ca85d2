"""How Salt Roads is spoken, written and drawn; its sentences, names and map stand in `data`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.components.names import Naming
from adjudicator.orders import NameBook, Phrasebook, interruption, name, phrase
from adjudicator.pictures import maps
from adjudicator.pictures.scene import Circle, Style
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.wordfile import read_words
from salt_roads import rules
from salt_roads.state import DATA, FORM, GOOD, LABEL, SEAT, TOWN

NAMES = Naming((SEAT, GOOD, TOWN, LABEL), DATA)
RULES = Rulebook(DATA / "rulebook")
LEXICON = read_words(Lexicon(NAMES, SEAT, FORM, tones=(4, 1, 7), spent=("coins",)), DATA, [rules], {"goods": GOOD})
TO = name("to", "town", en="to", ru="в @accusative")
PHRASES = Phrasebook(
    NameBook.of(NAMES, cases={TOWN: ("accusative",)}),
    [
        phrase(rules.Travel, TO, fixed={"deal": "nothing"}, en="travel", ru="ехать"),
        phrase(rules.Travel, TO, fixed={"deal": "sell"}, en="sell and travel", ru="продать и ехать"),
        phrase(rules.Travel, TO, fixed={"deal": "post"}, en="set up a post and travel", ru="открыть лавку и ехать"),
        phrase(rules.Rest, en="rest", ru="отдых | отдыхать"),
        phrase(rules.TakeToll, en="toll", ru="пошлина"),
        phrase(rules.BarRoad, en="bar the road | bar", ru="не пускать"),
    ],
    [interruption("toll", en="toll", ru="пошлина")],
)


class Valley(maps.NamedBoard[Any]):
    """The towns in the colour of their posts, the merchants where they are, the score, the seat's own goods."""

    def title(self, shown: maps.BoardView[Any], language: str) -> str:
        return f"{self.name('frame', 'valley', language)} · {shown.view.round} / 8"

    def label(self, place: str, language: str) -> maps.Label:
        wants = NAMES(language).name(GOOD, TOWN.thing(place).wants)
        return maps.Label(lines=[self.name("place", place, language), f"({wants})"])

    def marks(self, shown: maps.BoardView[Any]) -> Iterator[maps.Marker]:
        for town, owner in shown.view.posts.items():
            there = tuple(seat for seat, at in shown.view.at.items() if at == town)
            colours = (self.sides[seat] for seat in there)
            signs = (
                Circle(17 * n - 17, -22, 8, Style(fill=each.fill, stroke=each.text)) for n, each in enumerate(colours)
            )
            yield maps.Marker(place=town, side=owner, signs=tuple(signs), there=there)

    def arrows(self, shown: maps.BoardView[Any]) -> Iterator[maps.Arrow]:
        barred = {(event.seat, event.town) for event in shown.events if isinstance(event, rules.RoadBarred)}
        for event in shown.events:
            if isinstance(event, rules.Left):
                failed = (event.seat, event.to) in barred
                yield maps.Arrow(from_=event.here, to=event.to, side=event.seat, failed=failed)

    def panels(self) -> Iterator[maps.Panel[maps.BoardView[Any]]]:
        yield maps.header_panel(self, "header")
        yield maps.hand_panel(self, "goods", "hands", GOOD)
        yield maps.note_panel(self, "score", lambda shown, language: LEXICON.lines(shown.view, language))
        yield maps.legend_panel(self, "key")


SIDES = {"amber": maps.side("#c9820c"), "sapphire": maps.side("#1d4f91", ringed=True), "onyx": maps.side("#33302e")}
PLAN = maps.read_atlas((DATA / "board.yaml").read_bytes())
BOARD = Valley(PLAN, SIDES, NAMES, places=TOWN, seats=SEAT, labels=LABEL)
REPORT = LexiconReport(LEXICON, BOARD)
