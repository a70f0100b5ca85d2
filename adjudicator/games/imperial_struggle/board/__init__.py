"""The board of Imperial Struggle as a picture: what a seat may see → scene → SVG, PNG, alternative text."""

from .alt import alt_text
from .changes import changes_of
from .drawing import board_scene, sketch
from .from_view import position_of
from .position import (
    AdvantageMark,
    AwardMark,
    MinistryMark,
    Position,
    ResultMark,
    SideMark,
    SpaceMark,
    StrengthMark,
    TheatreMark,
    WarTileMark,
)

__all__ = [
    "AdvantageMark", "AwardMark", "MinistryMark", "Position", "ResultMark", "SideMark", "SpaceMark",
    "StrengthMark", "TheatreMark", "WarTileMark", "alt_text", "board_scene", "changes_of", "position_of",
    "sketch",
]  # fmt: skip
