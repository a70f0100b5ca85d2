"""Define what Here I Stand says in mails: the part `report` of the game, in English and Russian."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile
from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import Language, msgid
from adjudicator.reports.model import NewsGroup, Question
from adjudicator.reports.wording.event_text import Heard, events_for
from adjudicator.reports.wording.game import Asked, Course
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.worded import Shows, WordedReport

from .. import texts
from ..board import board
from ..facts import (
    CARD,
    COLONY,
    CONQUEST,
    CONQUISTADOR,
    DATA,
    DEBATER,
    DISCOVERY,
    EXPLORER,
    LEADER,
    LOCATION,
    OWNER,
    POWER,
)
from ..game import GAME
from ..names import names
from ..state import State, known
from . import course, figures, options, own, situation
from .book import REGISTERS, Counter, Speech, speech

DRAWS: Final[Mapping[str, tuple[str, Kind[Any] | None]]] = {
    "attack": (msgid("dice of the attack"), None),
    "attempt": (msgid("dice of the attempt"), None),
    "avoid_battle": (msgid("dice to avoid battle"), None),
    "campeggio": (msgid("die of Campeggio"), None),
    "chateau": (msgid("die of the château"), None),
    "circumnavigation": (msgid("dice of the circumnavigation"), None),
    "conquest": (msgid("dice of the conquest"), None),
    "conquistador": (msgid("conquistador"), CONQUISTADOR),
    "council": (msgid("dice of the Council of Trent"), None),
    "deal": (msgid("cards dealt"), CARD),
    "debate": (msgid("dice of the debate"), None),
    "debater": (msgid("debater"), DEBATER),
    "defense": (msgid("dice of the defence"), None),
    "diet": (msgid("dice of the Diet of Worms"), None),
    "doria": (msgid("dice of Andrea Doria"), None),
    "exploration": (msgid("dice of the exploration"), None),
    "explorer": (msgid("explorer"), EXPLORER),
    "fountain": (msgid("die of the Fountain of Youth"), None),
    "interception": (msgid("dice of the interception"), None),
    "mary": (msgid("die of Mary I"), None),
    "michelangelo": (msgid("dice of Michelangelo"), None),
    "naval_avoidance": (msgid("dice to avoid battle at sea"), None),
    "naval_combat": (msgid("dice of the naval battle"), None),
    "naval_interception": (msgid("dice of the interception at sea"), None),
    "odd_losses": (msgid("who bears the odd losses"), POWER),
    "piracy": (msgid("dice of the pirates"), None),
    "piracy_defence": (msgid("dice against the pirates"), None),
    "prayer": (msgid("die of the Book of Common Prayer"), None),
    "pregnancy": (msgid("die of the pregnancy"), None),
    "raiders": (msgid("die of the raiders"), None),
    "random_card": (msgid("card drawn at random"), CARD),
    "rebels": (msgid("dice of the rebels"), None),
    "resistance": (msgid("dice of the resistance"), None),
    "riches": (msgid("dice of New World riches"), None),
    "siege_artillery": (msgid("dice of the siege artillery"), None),
    "threat": (msgid("die of Threat to Power"), None),
    "wooing": (msgid("die of the wooing"), None),
}
"""What the draws of the rules are called, and what they bring."""
DRAWS_FOR: Final[Mapping[str, Kind[Any]]] = {"power": POWER, "space": LOCATION, "sea": LOCATION, "leader": LEADER}
"""For what something is drawn, beside a seat."""
SIDES: Final[Mapping[str, str]] = {"attack": msgid("the attacker"), "defense": msgid("the defender")}
RICHES: Final[tuple[Kind[Any], ...]] = (COLONY, DISCOVERY, CONQUEST)
"""What brings riches from the New World."""
SHOWS: Final = Shows[Speech, State](
    counter=Counter,
    standing=figures.standing,
    holdings=own.holdings,
    situation=situation.situation,
    left=own.left,
    price=lambda action, state, seat, to: str(options.price(action, Counter(state, seat), to)),
    printed={"card": texts.told},
    fields=DataFile(DATA / "fields.yaml"),
    moment=course.moment,
    score=course.score,
    chart=course.chart,
    turned=course.turned,
    over=course.ending,
    board=board,
)
for _name in ("events", "ready"):
    import_module(f"{__package__}.{_name}")
REGISTERS.read(DATA / "said", GAME.chapters)


class Report(WordedReport[Speech, Counter, State]):
    """The report, whose stories and subjects name whose deed it is: they stand under no heading that does."""

    def sentences(
        self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language
    ) -> tuple[str, ...]:
        to, events = self.speech(language), events_for(told, seats)
        return self.registers.stories.told(events, self._named(events, to), to)

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        to, events = self.speech(language), events_for(told, ())
        return self.registers.stories.gist(events, self._named(events, to), frozenset(seats), to)

    def story_of_turn(self, course: Course, language: Language) -> tuple[str, ...]:
        """Return what each power did in a turn; in an impulse, one deed after the other."""
        if not course.whole:
            return super().story_of_turn(course, language)
        to, events = self.speech(language), events_for(course.told, course.seats)
        return self.registers.stories.of_each(events, self._named(events, to), to)

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        to = self.speech(language)
        if key == "side":
            return to.gettext(SIDES[str(value)]) if value in SIDES else to.thing(OWNER, value)
        of = next((kind for kind in RICHES if value in kind.ids), None) if key == "of" else None
        return to.thing(of, value) if of is not None else super().drawn_for(key, value, language)

    def question(self, asked: Asked, view: Struct, seat: str, language: Language) -> Question:
        counter = replace(self.counter(view, seat), context=asked.decision.context)
        return self.registers.askings.question(asked, counter, self.speech(language))

    def _named(self, events: Sequence[Heard], to: Speech) -> tuple[NewsGroup, ...]:
        """Return what happened as one part of the news in which every deed is somebody's."""
        return (NewsGroup(lines=self.registers.tellings.lines(events, to)),)


REPORT: Final = Report(REGISTERS, speech, names, POWER, DRAWS, known, SHOWS, DRAWS_FOR)
RULEBOOK: Final = Rulebook(DATA / "rulebook")
"""The rules in short, in our own words, by the book's numbers."""
