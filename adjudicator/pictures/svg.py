"""Scene → SVG text. Pure, and the same bytes for the same scene."""

import hashlib
import re
from collections.abc import Iterable
from html import escape

from adjudicator.pictures.scene import Circle, Group, Item, Layer, Path, Piece, Rect, Scene, Style, Text

_COLOUR = re.compile(r' (?:fill|stroke)="(#[0-9a-f]{6})"')


def to_svg(scene: Scene) -> str:
    """Return the whole picture as one SVG 1.1 document: ground first, pieces over it."""
    body = scene.ground.svg + "".join(svg_piece(piece) for piece in scene.pieces)
    return svg_document(body, scene.width, scene.height, title=scene.title)


def layer(items: Iterable[Item]) -> Layer:
    """Write the unchanging part of a picture down once; its key is a digest of what was written."""
    svg = svg_body(items)
    return Layer(svg, hashlib.blake2b(svg.encode(), digest_size=12).hexdigest())


def colours_in(svg: str) -> list[str]:
    """Return every fill and stroke of a text that was written here, once each and sorted."""
    return sorted(set(_COLOUR.findall(svg)))


def svg_document(body: str, width: float, height: float, *, title: str = "") -> str:
    """Wrap a body of shapes into a document of the given size in pixels."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}"'
    name = f"<title>{escape(title)}</title>" if title else ""
    return f'{head} width="{_n(width)}" height="{_n(height)}">{name}{body}</svg>'


def svg_body(items: Iterable[Item]) -> str:
    """Return the shapes alone, without the document around them."""
    return "".join(_item(item) for item in items)


def svg_piece(piece: Piece) -> str:
    """Return a piece at its place, with its name."""
    place = f' transform="translate({_n(piece.x)} {_n(piece.y)})"' if piece.x or piece.y else ""
    return f'<g id="{escape(piece.name)}"{place}>{svg_body(piece.items)}</g>'


def _item(item: Item) -> str:
    match item:
        case Rect(x, y, width, height, style, radius):
            corner = f' rx="{_n(radius)}"' if radius else ""
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f"<rect {box}{corner}{_style(style)}/>"
        case Circle(x, y, radius, style):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_style(style)}/>'
        case Path(d, style):
            rule = ' fill-rule="evenodd"' if style.fill != "none" else ""
            return f'<path d="{escape(d)}"{rule}{_style(style)}/>'
        case Text():
            return _text(item)
        case Group():
            return _group(item)


def _style(style: Style) -> str:
    parts = [f' fill="{style.fill}"']
    if style.fill != "none" and style.fill_opacity != 1:
        parts.append(f' fill-opacity="{_n(style.fill_opacity)}"')
    if style.stroke != "none":
        parts.append(f' stroke="{style.stroke}" stroke-width="{_n(style.width)}" stroke-linejoin="round"')
        if style.stroke_opacity != 1:
            parts.append(f' stroke-opacity="{_n(style.stroke_opacity)}"')
        if style.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(_n, style.dash))}"')
        if style.round_ends:
            parts.append(' stroke-linecap="round"')
    return "".join(parts)


def _text(text: Text) -> str:
    family, weight, slope, stretch, _ = text.font.value
    parts = [f'x="{_n(text.x)}" y="{_n(text.y)}" font-family="{family}" font-size="{_n(text.size)}"']
    if weight != 400:
        parts.append(f'font-weight="{weight}"')
    if slope != "normal":
        parts.append(f'font-style="{slope}"')
    if stretch != "normal":
        parts.append(f'font-stretch="{stretch}"')
    if text.anchor != "start":
        parts.append(f'text-anchor="{text.anchor}"')
    if text.spacing:
        parts.append(f'letter-spacing="{_n(text.spacing)}"')
    if text.opacity != 1:
        parts.append(f'fill-opacity="{_n(text.opacity)}"')
    if text.rotate:
        parts.append(f'transform="rotate({_n(text.rotate)} {_n(text.x)} {_n(text.y)})"')
    if text.halo:
        parts.append(
            f'paint-order="stroke" stroke="{text.halo}" stroke-width="{_n(text.halo_width)}" stroke-linejoin="round"'
        )
    return f'<text {" ".join(parts)} fill="{text.fill}">{escape(text.text, quote=False)}</text>'


def _group(group: Group) -> str:
    moves = []
    if group.dx or group.dy:
        moves.append(f"translate({_n(group.dx)} {_n(group.dy)})")
    if group.scale != 1:
        moves.append(f"scale({_n(group.scale)})")
    attributes = f' id="{escape(group.name)}"' if group.name else ""
    if moves:
        attributes += f' transform="{" ".join(moves)}"'
    body = svg_body(group.items)
    if group.clip is None:
        return f"<g{attributes}>{body}</g>"
    x, y, width, height = group.clip
    # The id of a clip is made from the name and place of its group, so that equal scenes give equal bytes.
    clip = hashlib.blake2b(repr((group.name, group.clip, group.dx, group.dy)).encode(), digest_size=5).hexdigest()
    shape = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'
    cut = f'<clipPath id="clip-{clip}">{shape}</clipPath><g clip-path="url(#clip-{clip})">{body}</g>'
    return f"<g{attributes}>{cut}</g>"


def _n(value: float) -> str:
    """Return a length with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
