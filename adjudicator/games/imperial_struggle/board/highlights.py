"""What changed since the last picture: a gold rim under the marker, above all a pennant with whose deed it was."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Path, Piece, Rect, Style, Text
from adjudicator.pictures.shapes import polygon

from ..facts import facts
from .atlas import Language, atlas, palette
from .markers import outline
from .position import Position, Side
from .spots import pennant_spot
from .words import words

_RIM = (-28.0, -28.0, 56.0, 56.0)
_NEAR = 48  # how far a pennant beside one marker may be from a place where the pennant of another would hide it
_PENNANT = (-9.0, -9.0, 18.0, 18.0)


def rims(position: Position) -> Iterator[Piece]:
    """Under the markers, so that no rim hides the signs of a neighbour."""
    for change in position.changed:
        yield Piece(f"rim-{change.id}", *_at(change.id), _RIM, (_rim(change.id),))


def pennants(position: Position, language: Language) -> Iterator[Piece]:
    """Above everything, each where it hides least."""
    placed: list[tuple[float, float]] = []
    for change in position.changed:
        if change.by is not None:
            x, y = _at(change.id)
            near = tuple((px - x, py - y) for px, py in placed if abs(px - x) < _NEAR and abs(py - y) < _NEAR)
            dx, dy = pennant_spot(change.id, language, near)
            placed.append((x + dx, y + dy))
            yield Piece(f"pennant-{change.id}", x + dx, y + dy, _PENNANT, tuple(pennant(change.by, language)))


def pennant(by: Side, language: Language) -> Iterator[Item]:
    """A small flag with the letter of the side whose deed a change was, around (0, 0)."""
    base, colours = palette().base, palette().sides[by]
    yield Rect(-7.5, -7, 15, 14, Style(fill=colours.fill, stroke=base.changed, width=2), 3)
    yield Text(0, 3.9, words(language).letters[by], 10.5, colours.text, Font.BOLD, "middle")


def _rim(name: str) -> Item:
    style = Style(fill=palette().base.changed, stroke=palette().base.frame, width=1.2)
    if (index := facts().space.get(name)) is not None:
        return outline(facts().spaces[index].type, 5, style)
    return Path(polygon(0, 0, atlas().marker.advantage_radius + 7, 5), style)


def _at(name: str) -> tuple[float, float]:
    plan = atlas()
    return plan.at(plan.spaces.get(name) or plan.advantages[name])
