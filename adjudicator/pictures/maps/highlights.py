"""What changed since the last picture: a gold rim under the marker, above all a pennant with whose deed it was."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

import msgspec

from adjudicator.kernel.events import Event
from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Font, Item, Piece, Rect, Style, Text

from .atlas import Atlas
from .markers import RADIUS, grown
from .palette import BASE, Crest
from .spots import Spots

RIM = Style(fill=BASE.changed, stroke=BASE.frame, width=1.2)
"""The look of a rim; its shape is that of the marker, a little larger."""
_RIM_BOX = (-28.0, -28.0, 56.0, 56.0)
_NEAR = 48  # how far a pennant beside one marker may be from a place where the pennant of another would hide it
_PENNANT = (-9.0, -9.0, 18.0, 18.0)


class Change(msgspec.Struct, frozen=True):
    """A place that changed since the seat's last picture, and the side whose deed it was."""

    id: str
    by: str | None = None


def acting(event: Event) -> str | None:
    """The side whose deed an event was, if it says so."""
    return getattr(event, event.about.by) if event.about.by else None


def changes_of(
    events: Iterable[Event], places: Container[str], actor: Callable[[Event], str | None] = acting
) -> tuple[Change, ...]:
    """What changed on a board by what the events touch (see `kernel.events.About`), in their order; of several deeds in
    one place the last counts. What follows from a deed (a marker that leaves) belongs to who did it: the last `actor`.

    Only public fields may be declared as touched, so the public forms of the events are enough.
    """
    last: dict[str, Change] = {}
    by: str | None = None
    for event in events:
        by = actor(event) or by
        for field in event.about.touches:
            named = getattr(event, field)
            for name in (named,) if isinstance(named, str) else named:
                if name in places:
                    last.pop(name, None)
                    last[name] = Change(name, by)
    return tuple(last.values())


def rims(changes: Sequence[Change], plan: Atlas, rim: Callable[[str], Item]) -> Iterator[Piece]:
    """Under the markers, so that no rim hides the signs of a neighbour."""
    for change in changes:
        box = grown(_RIM_BOX, plan.marker.radius / RADIUS)
        yield Piece(f"rim-{change.id}", *plan.at(change.id), box, (rim(change.id),))


def pennants(changes: Sequence[Change], plan: Atlas, spots: Spots, crest: Callable[[str], Crest]) -> Iterator[Piece]:
    """Above everything, each where it hides least."""
    placed: list[Point] = []
    for change in changes:
        if change.by is not None:
            x, y = plan.at(change.id)
            near = tuple((px - x, py - y) for px, py in placed if abs(px - x) < _NEAR and abs(py - y) < _NEAR)
            dx, dy = spots.spot(change.id, near)
            placed.append((x + dx, y + dy))
            yield Piece(f"pennant-{change.id}", x + dx, y + dy, _PENNANT, tuple(pennant(crest(change.by))))


def pennant(crest: Crest) -> Iterator[Item]:
    """A small flag with the letter of the side whose deed a change was, around (0, 0)."""
    yield Rect(-7.5, -7, 15, 14, Style(fill=crest.colours.fill, stroke=BASE.changed, width=2), 3)
    yield Text(0, 3.9, crest.letter, 10.5, crest.colours.text, Font.BOLD, "middle")
