"""Pictures: a small scene vocabulary, written as SVG and drawn as PNG. Knows no game."""

from adjudicator.pictures.scene import Circle, Font, Group, Item, Layer, Path, Piece, Rect, Scene, Style, Text
from adjudicator.pictures.svg import layer, to_svg

__all__ = [
    "Circle", "Font", "Group", "Item", "Layer", "Path", "Piece", "Rect", "Scene", "Style", "Text",
    "layer", "to_svg",
]  # fmt: skip
