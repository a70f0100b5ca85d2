"""Actions of faith (18.1): translations, treatises, burning books, St Peter's, universities."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code

from ...facts import (
    CARD,
    COSTS,
    DEBATER,
    ENGLAND,
    LOCATION,
    PAPACY,
    PROTESTANT,
    SPACE,
    ZONE,
    DebaterId,
    SpaceId,
    ZoneId,
)
from ...state import State
from .. import st_peters, table
from ..book import PowerEvent
from ..spending import CpDeed
from . import sources
from .attempts import attempting, no_such_bonus, take_bonus, uncommitted, uses_bonus

SCRIPTURE: tuple[str, ...] = ("german", "french", "english")
"""The zones with translations and debates."""
TESTAMENT, BIBLE = 6, 10
TREATISE, BURNING = 2, 2
"""How many attempts a treatise and burning books bring."""
CROMWELL = CARD.number("thomas_cromwell")

no_scripture_there = Code("18.1", zone=ZONE)
all_translated = Code("18.1", zone=ZONE, left=int)
no_cranmer = Code("18.1")
english_only = Code("18.1", zone=ZONE)
st_peters_done = Code("18.1", left=int)
no_jesuits = Code("18.1")
not_catholic = Code("18.1", space=SPACE)
has_university = Code("18.1", space=SPACE)


class Translated(PowerEvent, frozen=True, tag="translated", rule="18.1"):
    """The translation of a zone went on: steps of the New Testament and of the whole Bible that are done."""

    zone: ZoneId
    testament: int
    bible: int


class TreatisePublished(PowerEvent, frozen=True, tag="treatise_published", rule="18.1"):
    zone: ZoneId


class BooksBurned(PowerEvent, frozen=True, tag="books_burned", rule="18.1"):
    zone: ZoneId


class UniversityFounded(PowerEvent, frozen=True, tag="university_founded", rule="18.1", touches=("space",)):
    space: SpaceId


def translations(state: State, zone: str) -> tuple[int, int]:
    """Return the steps of the New Testament and of the whole Bible that are done in a zone."""
    return state.new_testament.get(zone, 0), state.full_bible.get(zone, 0)


def steps_left(state: State, zone: str) -> int:
    """Return how many steps of translation are left in a zone."""
    testament, bible = translations(state, zone)
    return TESTAMENT - testament + BIBLE - bible


class Translate(CpDeed, frozen=True, tag="translate"):
    """Translate scripture in a language zone, perhaps with the bonus of a debater. 18.1."""

    zone: ZoneId
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    debater: DebaterId | None = None

    row: ClassVar[str] = "translate"

    def price(self, state: State, seat: str) -> int:
        return COSTS[self.row].get(seat, 99) * self.count

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat != PROTESTANT:
            return
        for zone in SCRIPTURE:
            for count in sorted({1, min(state.impulse.cp, steps_left(state, zone))} - {0}):
                yield cls(zone, count)
                yield from (cls(zone, count, each) for each in _translators(state, zone))

    def against(self, state: State, seat: str) -> Refusal | None:
        if self.zone not in SCRIPTURE:
            return no_scripture_there(zone=self.zone)
        if self.debater is not None:
            if self.debater not in _translators(state, self.zone):
                return no_such_bonus(debater=self.debater)
            if (bad := uses_bonus(state, seat, self.debater)) is not None:
                return bad
        left = steps_left(state, self.zone)
        return all_translated(zone=self.zone, left=left) if self.count > left else None

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        if self.debater is not None:
            take_bonus(play, seat, self.debater)
        return translate(play, self.zone, self.count + (self.debater is not None))


def _translators(state: State, zone: str) -> list[str]:
    free = uncommitted(state, "protestant")
    bonus = {each: DEBATER.thing(each).bonus for each in free}
    return [each for each, has in bonus.items() if has.kind == "translation" and has.zone == zone]


def translate(play: Play[State], zone: str, count: int) -> Frames:
    """Move the translation on; a finished New Testament or Bible brings six attempts (18.1)."""
    state = play.state
    testament, bible = translations(state, zone)
    new = min(TESTAMENT, testament + count)
    whole = min(BIBLE, bible + count - (new - testament))
    state.new_testament = {**state.new_testament, zone: new}
    if whole:
        state.full_bible = {**state.full_bible, zone: whole}
    play.emit(Translated(PROTESTANT, zone, new, whole))
    frames = []
    if testament < new == TESTAMENT:
        frames.append(attempting(PROTESTANT, 6, zone))
    if bible < whole == BIBLE:
        frames.append(attempting(PROTESTANT, 6, zone, 0, 1))
    return frames


class PublishTreatise(CpDeed, frozen=True, tag="publish_treatise"):
    """Publish a treatise: two reformation attempts in a zone, three with the debater of that zone. 18.1."""

    zone: ZoneId
    debater: DebaterId | None = None

    row: ClassVar[str] = "treatise"

    def price(self, state: State, seat: str) -> int:
        cheap = seat == ENGLAND and state.this_turn >> CROMWELL & 1
        return 2 if cheap else super().price(state, seat)

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for zone in ("english",) if seat == ENGLAND else ZONE.ids:
            yield cls(zone)
            if seat == PROTESTANT:
                yield from (cls(zone, each) for each in _writers(state, zone))

    def against(self, state: State, seat: str) -> Refusal | None:
        if seat == ENGLAND and self.zone != "english":
            return english_only(zone=self.zone)
        if seat == ENGLAND and "cranmer" not in state.reformers:
            return no_cranmer()
        if self.debater is None:
            return None
        if self.debater not in _writers(state, self.zone):
            return no_such_bonus(debater=self.debater)
        return uses_bonus(state, seat, self.debater)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        if self.debater is not None:
            take_bonus(play, seat, self.debater)
        play.emit(TreatisePublished(seat, self.zone))
        extra = int(self.debater is not None)
        return [attempting(seat, TREATISE + extra, self.zone, 0, 0, self.debater or "", bool(extra))]


def _writers(state: State, zone: str) -> list[str]:
    bonus = {each: DEBATER.thing(each).bonus for each in uncommitted(state, "protestant")}
    return [each for each, has in bonus.items() if has.kind == "treatise" and has.zone == zone]


class BurnBooks(CpDeed, frozen=True, tag="burn_books"):
    """Burn books: two counter-reformation attempts in a zone, perhaps with the bonus of a debater. 18.1."""

    zone: ZoneId
    debater: DebaterId | None = None

    row: ClassVar[str] = "burn_books"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat != PAPACY:
            return
        for zone in ZONE.ids:
            yield cls(zone)
            yield from (cls(zone, each) for each in _burners(state))

    def against(self, state: State, seat: str) -> Refusal | None:
        if self.debater is None:
            return None
        if self.debater not in _burners(state):
            return no_such_bonus(debater=self.debater)
        return uses_bonus(state, seat, self.debater)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        play.emit(BooksBurned(seat, self.zone))
        return burning(play, self.zone, self.debater)


def burning(play: Play[State], zone: str, debater: str | None) -> Frames:
    """Return the attempts that burning books brings, with the bonus of a debater (18.1)."""
    if debater is None:
        return [attempting(PAPACY, BURNING, zone)]
    take_bonus(play, PAPACY, debater)
    bonus = DEBATER.thing(debater).bonus
    if bonus.kind == "st_peters":
        st_peters.build(play, 1)
        return [attempting(PAPACY, BURNING, zone, 0, 0, debater)]
    return [attempting(PAPACY, BURNING + 1, "all" if bonus.wide else zone, 0, 0, debater, not bonus.wide)]


def _burners(state: State) -> list[str]:
    return [each for each in uncommitted(state, "papacy") if DEBATER.thing(each).bonus.kind in ("burn", "st_peters")]


class BuildStPeters(CpDeed, frozen=True, tag="build_st_peters"):
    """Build St Peter's. 18.1."""

    count: Annotated[int, Meta(ge=1, le=10)] = 1

    row: ClassVar[str] = "st_peters"

    def price(self, state: State, seat: str) -> int:
        return COSTS[self.row].get(seat, 99) * self.count

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat == PAPACY:
            yield from (cls(count) for count in sorted({1, min(state.impulse.cp, 10)} - {0}))

    def against(self, state: State, seat: str) -> Refusal | None:
        left = (st_peters.MOST - state.st_peters_vp) * st_peters.STEP - state.st_peters
        return st_peters_done(left=left) if self.count > left else None

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        st_peters.build(play, self.count)
        return []


class FoundUniversity(CpDeed, frozen=True, tag="found_university"):
    """Found a Jesuit university in a Catholic space; cheaper with Loyola. 18.1."""

    space: SpaceId
    debater: DebaterId | None = None

    row: ClassVar[str] = "university"

    def price(self, state: State, seat: str) -> int:
        return 2 if self.debater is not None else super().price(state, seat)

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if seat != PAPACY or not state.jesuits:
            return
        for at in LOCATION.ids_of(sources.catholic(state) & ~state.universities):
            yield cls(at)
            yield cls(at, "loyola")

    def against(self, state: State, seat: str) -> Refusal | None:
        if not state.jesuits:
            return no_jesuits()
        if (bad := university_refused(state, self.space)) is not None:
            return bad
        if self.debater is None:
            return None
        if DEBATER.thing(self.debater).bonus.kind != "university":
            return no_such_bonus(debater=self.debater)
        return uses_bonus(state, seat, self.debater)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        if self.debater is not None:
            take_bonus(play, seat, self.debater)
        found_university(play, self.space)
        return []


def university_refused(state: State, at: str) -> Refusal | None:
    """Return why a space cannot have a Jesuit university, or None (18.1)."""
    if not table.has(sources.catholic(state), at):
        return not_catholic(space=at)
    return has_university(space=at) if table.has(state.universities, at) else None


def found_university(play: Play[State], at: str) -> None:
    """Place a Jesuit university."""
    play.state.universities |= table.bit(at)
    play.emit(UniversityFounded(PAPACY, at))
