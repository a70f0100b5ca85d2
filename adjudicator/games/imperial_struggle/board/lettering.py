"""Names on the maps: spaces, countries, advantages, seas, regions."""

from collections.abc import Iterator, Sequence

from adjudicator.pictures import Font, Group, Item, Piece, Rect, Style, Text
from adjudicator.pictures.scene import Anchor
from adjudicator.pictures.text import text_width

from ..facts import facts
from ..names import names
from .atlas import Compass, Frame, Language, atlas, palette
from .naming import place_lines
from .position import Position
from .words import words

Point = tuple[float, float]

_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}  # share of a text before its anchor
_RING = 30  # reach of a changed marker with rim and pennant


def lettering(language: Language) -> Iterator[Item]:
    """Everything that is written on the maps and never changes."""
    plan = atlas()
    for frame in plan.frames.values():
        yield from _water_names(frame, language)
    for name in (*plan.spaces, *plan.advantages, *plan.groups):
        yield from place_text(name, language)
    for name, frame in plan.frames.items():
        yield from _title(name, frame, language)


def changed_names(position: Position, language: Language) -> Iterator[Piece]:
    """The names that the rims of changes would hide parts of, once more."""
    plan = atlas()
    spots = [plan.at(plan.spaces.get(change.id) or plan.advantages[change.id]) for change in position.changed]
    for name in (*plan.spaces, *plan.advantages, *plan.groups) if spots else ():
        lines = tuple(place_text(name, language))
        if any(_covers(spot, line) for spot in spots for line in lines):
            x, y = lines[0].x, lines[0].y
            left, top, right, bottom = _extent(lines)
            box = (left - x, top - y, right - left, bottom - top)
            yield Piece(f"name-{name}", x, y, box, (Group(lines, dx=-x, dy=-y),))


def _extent(lines: Sequence[Text]) -> tuple[float, float, float, float]:
    """What a name covers with its soft rim: left, top, right, bottom."""
    wide = [text_width(line.text, line.size, line.font) for line in lines]
    left = [line.x - _BEFORE[line.anchor] * width for line, width in zip(lines, wide, strict=True)]
    right = max(start + width for start, width in zip(left, wide, strict=True))
    return min(left) - 4, lines[0].y - lines[0].size - 3, right + 4, lines[-1].y + 0.3 * lines[-1].size + 3


def _covers(spot: Point, line: Text) -> bool:
    """Whether a rim around a marker touches a line of a name."""
    wide = text_width(line.text, line.size, line.font)
    left = line.x - _BEFORE[line.anchor] * wide
    aside = max(left - spot[0], 0, spot[0] - left - wide)
    above = max(line.y - 0.8 * line.size - spot[1], 0, spot[1] - line.y)
    return aside**2 + above**2 < _RING**2


def place_text(name: str, language: Language) -> Iterator[Text]:
    """The name of a space, a country or an advantage; spaces of a country have none of their own."""
    plan, base, marker = atlas(), palette().base, atlas().marker
    if block := plan.groups.get(name):
        lines, font = place_lines(name, language), Font.CONDENSED_BOLD
        middle = plan.at(block)
        yield from name_text(middle, block.half_size, block.label, lines, base.text, base.land, font=font)
    elif place := plan.advantages.get(name):
        half = (marker.advantage_radius, marker.advantage_radius)
        lines, label = place_lines(name, language), place.label or "s"
        yield from name_text(plan.at(place), half, label, lines, base.advantage_line, base.land, size=12)
    elif (place := plan.spaces[name]).label:
        naval = facts().spaces[facts().space[name]].type == "naval"
        colour, halo = (base.text_water, base.sea) if naval else (base.text, base.land)
        font = Font.SERIF_ITALIC if naval else Font.CONDENSED
        # A name in the north stands above the sign of an alliance, which reaches over the marker's upper edge.
        above = 3.5 if place.label == "n" and _allies(name) else 0.0
        half, lines = (marker.radius, marker.radius + above), place_lines(name, language)
        yield from name_text(plan.at(place), half, place.label, lines, colour, halo, font=font)


def _allies(name: str) -> bool:
    space = facts().spaces[facts().space[name]]
    return bool(space.alliance or space.local_alliance)


def name_text(
    middle: Point,
    half: Point,
    side: Compass,
    lines: Sequence[str],
    colour: str,
    halo: str,
    *,
    font: Font = Font.CONDENSED,
    size: float | None = None,
) -> Iterator[Text]:
    """A name in lines beside a marker whose half width and height are `half`, on the given side of it."""
    marker = atlas().marker
    size = size or marker.label_px
    step = marker.line_px * size / marker.label_px
    x, y = middle
    match side:
        case "s":
            first = y + half[1] + marker.gap_px + 0.8 * step
        case "n":
            first = y - half[1] - marker.gap_px - (len(lines) - 1) * step - 0.15 * step
        case _:
            first = y - len(lines) * step / 2 + 0.76 * step
    if side == "e":
        x += half[0] + 4
    elif side == "w":
        x -= half[0] + 4
    anchors: dict[Compass, Anchor] = {"e": "start", "w": "end", "n": "middle", "s": "middle"}
    for i, line in enumerate(lines):
        yield Text(x, first + i * step, line, size, colour, font, anchors[side], halo, 3.2)


def _water_names(frame: Frame, language: Language) -> Iterator[Item]:
    x, y, width, _ = frame.rect
    for name in frame.water_names:
        text, english = words(language).waters[name.name], words("en").waters[name.name]
        size = name.font_px * (0.88 if len(text) > len(english) + 2 and name.font_px > 10 else 1)
        spacing = 2.5 if name.font_px > 10 else 1.0
        half = (text_width(text, size, Font.SERIF_ITALIC) + spacing * len(text)) / 2 + 8
        # A name that lies must not leave the frame; one that stands has room.
        across = name.xy[0] if abs(name.rotate) > 30 else min(max(name.xy[0], half), width - half)
        yield Text(
            x + across, y + name.xy[1], text, size, palette().base.text_water, Font.SERIF_ITALIC, "middle",
            opacity=0.75, spacing=spacing, rotate=name.rotate,
        )  # fmt: skip


def title_rect(frame: Frame, *, tall: bool = False) -> tuple[float, float, float, float]:
    """The plate of a region's name in board pixels: x, y, width, height."""
    x, y, _, _ = frame.rect
    x0, y0, x1, y1 = frame.title_box
    return x + x0, y + y0, x1 - x0, y1 - y0 + (24 if tall else 0)


def _title(name: str, frame: Frame, language: Language) -> Iterator[Item]:
    base = palette().base
    x, y, width, height = title_rect(frame, tall=name == "europe")
    yield Rect(x, y, width, height, Style(fill=base.paper, stroke=base.frame, width=1.6), 4)
    yield Rect(x + 3, y + 3, width - 6, height - 6, Style(stroke=base.shade, width=0.8), 2)
    text = names(language).name("regions", name)
    size = min(17, 17 * (width - 16) / text_width(text, 17, Font.SERIF_BOLD))
    yield Text(x + width / 2, y + 22, text, size, base.text, Font.SERIF_BOLD, "middle")
