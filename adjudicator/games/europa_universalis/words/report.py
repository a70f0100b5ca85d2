"""Define what Europa Universalis says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import msgspec

from adjudicator.components.bits import bits
from adjudicator.components.kinds import Kind
from adjudicator.components.names import Called, Naming
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import Language, msgid
from adjudicator.reports.model import Picture, Standing
from adjudicator.reports.wording.endings import ending_text
from adjudicator.reports.wording.game import Course, Effect, Stretch
from adjudicator.reports.wording.worded import Shows, WordedReport

from .. import rules
from ..board import board
from ..catalogue import in_game
from ..content import Content, default
from ..facts import AREA, DATA, NODE, PROVINCE, REALM, SEAT
from ..names import everything
from ..rules.battles import BattleBegan, BattleOver
from ..rules.declaration import WarDeclared
from ..rules.elections import Elected
from ..rules.relations import realm_of
from ..rules.settlement import PeaceMade
from ..slots import CARD, EVENT, IDEA, MILESTONE, STRUGGLE, TRADE
from ..state import FORM
from . import course as course_words
from . import events, figures, fought, lands
from .book import FIELDS, REGISTERS, Known, Speech, played
from .netting import said_by_others, settled
from .outlook import outlook
from .printed import PRINTED
from .situation import situation

DRAWS: Final[Mapping[str, tuple[str, Kind[Any] | None]]] = {
    "authority": (msgid("die of the Empire"), None),
    "battle": (msgid("battle dice"), None),
    "exploration": (msgid("exploration die"), None),
    "rebels": (msgid("rebel dice"), None),
    "card": (msgid("action card"), CARD),
    "leader": (msgid("leader"), CARD),
    "event": (msgid("event"), EVENT),
    "idea": (msgid("idea"), IDEA),
    "milestone": (msgid("milestone"), MILESTONE),
    "struggle": (msgid("power struggle"), STRUGGLE),
    "trade": (msgid("trade card"), TRADE),
    "invasion": (msgid("invasion"), AREA),
    "pirates": (msgid("pirates"), NODE),
    "revolution": (msgid("revolution"), REALM),
}
"""What the draws of the rules are called, and what they bring."""
DRAWS_FOR: Final[Mapping[str, Kind[Any]]] = {"area": AREA, "realm": REALM}
"""For what something is drawn, beside a seat."""
SIDES: Final[Mapping[str, str]] = {"attackers": msgid("the attackers"), "defenders": msgid("the defenders")}
GREAT: Final = (BattleBegan, BattleOver, Elected, PeaceMade, WarDeclared)
"""Events that the subject of a mail names before anything else."""
REGISTERS.load(__package__, "events", "fought", "hands", "options", rules=rules, said=DATA / "said")
SHOWS: Final = Shows[Speech, Known](
    holdings=figures.holdings,
    situation=situation,
    outlook=outlook,
    left=course_words.left,
    preview=course_words.preview,
    printed=PRINTED,
    fields=FIELDS,
    turned=course_words.turned,
    moment=figures.moment,
    score=figures.score,
    chart=figures.chart,
    over=lambda result, to: ending_text(result, {}, to),
    board=board,
)


WIDEST: Final = 376
"""Pixels of a page on which the picture of a region is as large as it is drawn."""


class EuropaUniversalisReport(WordedReport[Speech, Known, Known]):
    """Implements `GameReport` for matches with this content and these names."""

    def __init__(self, content: Content, naming: Naming) -> None:
        look, speech = partial(_look, content), lru_cache(maxsize=8)(partial(_spoken, naming, content))
        super().__init__(REGISTERS, speech, naming, SEAT, DRAWS, look, SHOWS, DRAWS_FOR)
        self._dice = content.dice

    def with_content(
        self, content: Content, names: Mapping[str, Mapping[str, Mapping[str, Called]]]
    ) -> EuropaUniversalisReport:
        """Return the report of a match that uses another pack."""
        return EuropaUniversalisReport(content, everything.overlaid(names))

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        to = self.speech(language)
        if key == "side":
            return to.gettext(SIDES[str(value)])
        return to.word(str(value)) if key == "colour" else super().drawn_for(key, value, language)

    def faces(self, name: str, keys: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """Return the faces of battle, rebel and exploration dice.

        The rules are R9.44, R14.10 and R4.03.
        """
        to = self.speech(language)
        printed = {"battle": keys.get("colour", ""), "rebels": "rebel", "exploration": "exploration"}.get(name, "")
        faces = getattr(self._dice, printed) if printed else ()
        return tuple(events.explored(face, to) if name == "exploration" else to.word(face) for face in faces)

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        now, to = self.look(view), self.speech(language)
        state, then = now.state, None if before is None else self.look(before).state
        own = played(seats, state)
        tables = (
            *(lands.realm(state, seat, to) for seat in own or state.order),
            figures.wars(state, to),
            *(() if own else (lands.elsewhere(state, to),)),
            figures.events(state, now.content, to),
            figures.milestones(state, now.content, to),
            figures.ideas(state, now.content, to),
        )
        return Standing(
            facts=tuple(figures.first(state, then, own, to)),
            scoring=figures.powers(state, then, to),
            tables=tuple(table for table in tables if table is not None and table.rows),
            box=course_words.box(state, own, to),
            stakes=tuple(course_words.stakes(now, then, to)),
            stakes_note=to.gettext(
                "milestones: progress of each realm, %(order)s", order=course_words.order(state, to)
            ),
        )

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        """Return what the readers did, then what their enemies did, then what the others did."""
        seats, war = frozenset(stretch.seats), self.look(stretch.view).state.war
        foes = {each for each in SEAT.ids for seat in seats if war[realm_of(seat)] >> realm_of(each) & 1}

        def rank(told: ObservedEvent[Any]) -> int:
            by = _by(told.visible_to(seats))
            return 0 if by in seats else 1 if by in foes else 2

        before = None if stretch.before is None else self.look(stretch.before).state
        told = _once(settled(stretch.told, seats, before), seats)
        fights = fought.battles(event for each in told if (event := each.visible_to(seats)) is not None)
        told = [each for each in told if not isinstance(each.visible_to(seats), fought.OF_BATTLES)]
        parts = ([each for each in told if rank(each) == n] for n in range(3))
        lines = [line for part in parts for line in self.sentences(part, stretch.seats, language)]
        lines += [
            fought.told(fight, self.speech(language), live=fight.began is None or not seats.isdisjoint(fight.seats))
            for fight in fights
        ]
        return tuple(dict.fromkeys(lines))

    def region(self, view: msgspec.Struct, seats: Iterable[str], language: Language) -> Picture | None:
        """Draw the provinces of the first of the seats, as far as they hang together by land from the capital on."""
        seat = next(iter(seats), None)
        if seat is None:
            return None
        home = [PROVINCE.ids[each] for each in bits(lands.homeland(self.look(view).state, realm_of(seat)))]
        if not home:
            return None
        crop = board().part(view, [f"place {each}" for each in home], language.code)
        to = self.speech(language)
        alt = to.gettext("Your lands: %(provinces)s", provinces=to.things(PROVINCE, home))
        return Picture(cid="region", alt=alt, width=min(crop.width, WIDEST), png=crop.png)

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        """Return the last battle, war, peace or election, or else the gist without what came to nothing.

        It omits, for example, an advisor who was sent away again.
        """
        told = settled(told, ())
        great = [each for each in told if isinstance(each.visible_to(()), GREAT)][-1:]
        if great and isinstance(great[0].visible_to(()), fought.OF_BATTLES):
            *_, last = fought.battles(event for each in told if (event := each.visible_to(())) is not None)
            return fought.headline(last, self.speech(language))
        return super().gist(great or told, SEAT.ids if great else seats, language)

    def effect(self, told: Sequence[ObservedEvent[Any]], seat: str, language: Language) -> Effect:
        """Return the effect, with the words of what others say only as covered."""
        whole, kept = super().effect(told, seat, language), _once(told, (seat,))
        if len(kept) == len(told):
            return whole
        return msgspec.structs.replace(whole, text=super().effect(kept, seat, language).text)

    def story_of_turn(self, course: Course, language: Language) -> tuple[str, ...]:
        """Tell who leads and where the readers are; what happened is in sections, one for each realm of theirs."""
        began, ended = (self.look(course.moments[at].view) for at in (0, -1))
        return tuple(course_words.standings(ended, began, course.seats, self.speech(language)))


def _look(content: Content, view: msgspec.Struct) -> Known:
    return Known(FORM.known(view), content)


def _spoken(naming: Naming, content: Content, language: Language) -> Speech:
    return Speech(in_game(language), naming, content)


def _once(told: Sequence[ObservedEvent[Any]], seats: Iterable[str]) -> list[ObservedEvent[Any]]:
    """Return what these seats heard, without events that others of them report."""
    own = frozenset(seats)
    others = said_by_others(each.visible_to(own) for each in told)
    return [each for each in told if each.visible_to(own) not in others]


def _by(event: Event | None) -> str:
    """Return whose deed it is."""
    return str(getattr(event, event.about.by)) if event is not None and event.about.by else ""


REPORT: Final = EuropaUniversalisReport(default(), everything)
"""The report with the game's own pack."""
