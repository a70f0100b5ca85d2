"""Highlight changes since the last picture: a gold rim under the marker, above all a pennant of whose deed it was."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from adjudicator.kernel.events import Event
from adjudicator.pictures.projection import Point
from adjudicator.pictures.scene import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import fit_text

from .atlas import Atlas
from .markers import RADIUS, grown
from .palette import BASE, Crest
from .spots import Spots

RIM = Style(fill=BASE.changed, stroke=BASE.frame, width=1.2)
"""The look of a rim; its shape is that of the marker, a little larger."""
_WIDE, _MIDDLE = 5.0, 2.9  # from the outline of a marker to that of its rim, and to the middle of it
_EMPTY = Style(fill=BASE.paper, stroke=BASE.frame, width=1.2)
_BROKEN = Style(stroke=BASE.changed, width=4.4, dash=(9, 5))
_FOUGHT_OVER = Style(stroke=BASE.text, width=2.0, dash=(5, 4))
_PLANNED = Style(stroke=BASE.changed, width=4.4, dash=(0.1, 6.4), round_ends=True)
Outline = Callable[[str, Style, float], Item]
"""The shape of a place in a style, grown by so many px."""
_RIM_BOX = (-28.0, -28.0, 56.0, 56.0)
_NEAR = 48  # how far a pennant beside one marker may be from a place where the pennant of another would hide it
_PENNANT = (-9.0, -9.0, 18.0, 18.0)


ChangeKind = Literal["changed", "gained", "lost", "conflict"]


class Change(msgspec.Struct, frozen=True):
    """A place that changed since the seat's last picture, and the side whose deed it was.

    `kind`: it has a new owner (`gained`), none any more, or what lay there is gone (`lost`), a `conflict` came, or
    anything else. A `planned` change has not happened yet: the picture shows what would be.
    """

    id: str
    by: str | None = None
    kind: ChangeKind = "changed"
    planned: bool = False


def acting(event: Event) -> str | None:
    """Return the side that caused an event, if the event says so."""
    return getattr(event, event.about.by) if event.about.by else None


def changes_of(
    events: Iterable[Event],
    places: Container[str],
    actor: Callable[[Event], str | None] = acting,
    called: Callable[[Event, str, str], str] = lambda _event, _field, name: name,
) -> tuple[Change, ...]:
    """Return what changed on a board by what the events touch (see `kernel.events.About`), in order.

    Of several actions in one place the last counts. What follows from an action (a marker that leaves) belongs to its
    author: the last `actor`.

    `called`: which place a field of an event names, where things of several kinds lie on a board.

    Only public fields may be declared as touched, so the public forms of the events are enough; one may be None.
    """
    last: dict[str, Change] = {}
    by: str | None = None
    for event in events:
        by = actor(event) or by
        for field in event.about.touches:
            named = getattr(event, field) or ()
            for name in (called(event, field, each) for each in ((named,) if isinstance(named, str) else named)):
                if name in places:
                    last.pop(name, None)
                    last[name] = Change(name, by)
    return tuple(last.values())


def rims(changes: Sequence[Change], plan: Atlas, outline: Outline) -> Iterator[Piece]:
    """Draw the rims of changes under the markers, so that no rim hides the signs of a neighbour.

    The form says what a change was, too: gold for what was gained, broken gold for what was lost, a dark broken line
    for a conflict, beads for what is planned.
    """
    for change in changes:
        box = grown(_RIM_BOX, plan.marker.radius / RADIUS)
        yield Piece(f"rim-{change.id}", *plan.at(change.id), box, tuple(rim(change, outline)))


def rim(change: Change, outline: Outline) -> Iterator[Item]:
    """Draw the rim of a change around (0, 0)."""
    full = change.kind != "lost" and not change.planned
    yield outline(change.id, RIM if full else _EMPTY, _WIDE)
    if change.planned:
        yield outline(change.id, _PLANNED, _MIDDLE)
    elif change.kind == "lost":
        yield outline(change.id, _BROKEN, _MIDDLE)
    if change.kind == "conflict":
        yield outline(change.id, _FOUGHT_OVER, _MIDDLE)


def pennants(changes: Sequence[Change], plan: Atlas, spots: Spots, crest: Callable[[str], Crest]) -> Iterator[Piece]:
    """Yield pennants above everything, each where it hides least."""
    placed: list[Point] = []
    for change in changes:
        if change.by is not None:
            x, y = plan.at(change.id)
            near = tuple((px - x, py - y) for px, py in placed if abs(px - x) < _NEAR and abs(py - y) < _NEAR)
            dx, dy = spots.spot(change.id, near)
            placed.append((x + dx, y + dy))
            yield Piece(f"pennant-{change.id}", x + dx, y + dy, _PENNANT, tuple(pennant(crest(change.by))))


def pennant(crest: Crest) -> Iterator[Item]:
    """Draw a small flag with the letter of the side that caused a change, around (0, 0)."""
    yield Rect(-7.5, -7, 15, 14, Style(fill=crest.colours.fill, stroke=BASE.changed, width=2), 3)
    font = Font.BOLD if len(crest.letter) == 1 else Font.CONDENSED_BOLD
    told, size = fit_text(crest.letter, 12.9, 10.5, 7, font)
    yield Text(0, 3.9 * size / 10.5, told, size, crest.colours.text, font, "middle")
