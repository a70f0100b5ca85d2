"""Record a campaign for one pair of eyes: facts, no sentences, so that any language can tell it later.

A record is JSON. It holds nothing that these eyes may not know: it can be given to whoever they belong to.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.kernel.chance import Draw
from adjudicator.kernel.content import plain_content, with_content
from adjudicator.kernel.events import ContentCorrected, ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.result import Result
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.acts import ToldAct
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.steward.analysis import Analysis

FORMAT = "adjudicator.history"
VERSION = 1


class Sitting(msgspec.Struct, frozen=True):
    """A seat, the people who hold it, and its language."""

    seat: str
    people: tuple[str, ...]
    language: str


class Ordered(msgspec.Struct, frozen=True):
    """The order lines of one mail, met after the log entry `after`."""

    seat: str
    at: datetime
    after: int
    lines: tuple[LineRead, ...]


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person in the campaign: the kind and the name of their seat; for an observer also who holds it.

    All empty if the person has left.
    """

    kind: str = ""
    name: str = ""
    people: tuple[str, ...] = ()


class Lettered(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A letter that these eyes may read, after the log entry `after`; `author` is None where they may not know them.

    `unnamed`: it went to the author of an anonymous letter. `writer` wrote it in the name of the author, as far as
    these eyes may know that. So many `pictures` went with it.
    """

    at: datetime
    after: int
    lines: tuple[str, ...]
    author: Person | None = None
    writer: Person | None = None
    pictures: int = 0
    groups: tuple[str, ...] = ()
    seats: tuple[Person, ...] = ()
    unnamed: bool = False


class Correction(msgspec.Struct, frozen=True):
    """Play was corrected: what came after the log entry `after` is not what was played first. The reason is public."""

    at: datetime
    after: int
    reason: str


class DrawnFact(msgspec.Struct, frozen=True):
    """A draw: the counter and label it was made with, and what the log keeps of it."""

    revision: int
    counter: int
    draw: Draw


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The log entries `first` to `last`, which one answer made, as they were told, and the view after them.

    `turn` counts the turns that are over; `asked` are the seats that a question is open for.
    """

    first: int
    last: int
    at: datetime
    turn: int
    asked: tuple[str, ...]
    told: tuple[Any, ...]
    view: Any
    draws: tuple[DrawnFact, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign up to `at`. Draws, seed and the orders of others are in it from the end of the match on.

    `before`: in a stretch, what was told before its first step; a whole record, which is what archives hold, has none.
    """

    format: str = FORMAT
    version: int = VERSION
    eyes: Viewpoint
    title: str
    language: str
    zone: str
    at: datetime
    header: Header
    sittings: tuple[Sitting, ...]
    steps: tuple[Step, ...]
    orders: tuple[Ordered, ...]
    letters: tuple[Lettered, ...] = ()
    corrections: tuple[Correction, ...] = ()
    acts: tuple[ToldAct, ...] = ()
    """What was done at the moderator's desk, as far as these eyes may know it."""
    result: Result | None = None
    seed: str = ""
    nonces: tuple[str, ...] = ()
    before: tuple[Any, ...] = ()
    pack: dict[str, Any] | None = None
    """The pack that is played after the last step, where one is."""
    analysis: Analysis | None = None
    """How the prospects went, and what decided the match, from its end on."""

    @property
    def played(self) -> tuple[tuple[int, Game[Any]], ...]:
        """The game with each content that was played, and the log entry from which on; the newest comes first."""
        last = game_named(self.header.game)
        found, pack = [(0, with_content(last, self.pack))], self.pack
        for n, event in corrected_packs(self.steps):
            pack = before(event, plain_content(last) if pack is None else pack)
            found[-1:] = [(n, found[-1][1]), (0, with_content(last, pack))]
        return tuple(found)


def corrected_packs(steps: Sequence[Step]) -> list[tuple[int, ContentCorrected]]:
    """Return the corrections of the content in these steps, with their log numbers, the last one first."""
    told = [each for step in reversed(steps) for each in reversed(step.told)]
    return [(each.n, each.public) for each in told if isinstance(each.public, ContentCorrected)]


def before(corrected: ContentCorrected, pack: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pack as it was played before it was corrected."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(pack))
    for edit in corrected.edits:
        *above, last = edit.path
        place = made
        for step in above:
            place = place.setdefault(step, {})
        if edit.before is None:
            place.pop(last, None)
        else:
            place[last] = edit.before
    return made


def stretch(record: Record, first: int, last: int | None = None) -> Record:
    """Return the part of a record between two log numbers, both included: a turn, a war. Steps stay whole."""
    end = record.steps[-1].last if last is None else last
    steps = tuple(step for step in record.steps if step.last >= first and step.first <= end)
    low = min((step.first for step in steps), default=first)
    high = max((step.last for step in steps), default=end)
    ahead = high + (high == record.steps[-1].last)
    later = corrected_packs(tuple(step for step in record.steps if step.last > high))
    pack = record.pack
    for _, event in later:
        pack = before(event, plain_content(game_named(record.header.game)) if pack is None else pack)
    whole = bool(record.steps) and low <= record.steps[0].first and ahead == high + 1
    return msgspec.structs.replace(
        record,
        pack=pack,
        analysis=record.analysis if whole else None,
        steps=steps,
        before=(*record.before, *(told for step in record.steps if step.last < low for told in step.told)),
        orders=tuple(order for order in record.orders if low <= order.after + 1 <= ahead),
        letters=tuple(letter for letter in record.letters if low <= letter.after + 1 <= ahead),
    )


def thinned(record: Record, most: int) -> Record:
    """Return the record with at most `most` steps: if there are more, successive steps are merged.

    Use it only for a record that holds what its viewer knows (`as_known`): otherwise the joints would betray what was
    left out.
    """
    size = -(-len(record.steps) // most)
    groups = (record.steps[at : at + size] for at in range(0, len(record.steps), max(size, 1)))
    return msgspec.structs.replace(record, steps=tuple(map(_one, groups)))


def _one(steps: Sequence[Step]) -> Step:
    """Merge steps into one: the view is that after the last."""
    return msgspec.structs.replace(
        steps[-1],
        first=steps[0].first,
        told=tuple(told for step in steps for told in step.told),
        draws=tuple(draw for step in steps for draw in step.draws),
    )


def to_json(record: Record) -> bytes:
    """Encode the record as one line of JSON."""
    return msgspec.json.encode(msgspec.structs.replace(record, header=record.header.published))


def from_json(data: bytes) -> Record:
    """Read a record. Raises msgspec.ValidationError when it is none, LookupError when the game is not installed."""
    record = msgspec.json.decode(data, type=Record)
    if record.format != FORMAT or record.version != VERSION:
        raise msgspec.ValidationError(f"a {record.format} of version {record.version}, not a {FORMAT} of {VERSION}")
    game = game_named(record.header.game)
    events, view = _told_type(game), game.view_type
    steps = tuple(
        msgspec.structs.replace(
            step,
            told=tuple(msgspec.convert(list(step.told), events)),
            view=msgspec.convert(step.view, view) if view is not msgspec.Struct else None,
        )
        for step in record.steps
    )
    return msgspec.structs.replace(record, steps=steps)


@lru_cache(maxsize=32)
def _told_type(game: Game[Any]) -> Any:
    return list[ObservedEvent[game.event_type]]  # type: ignore[name-defined]
