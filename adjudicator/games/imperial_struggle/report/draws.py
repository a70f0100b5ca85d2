"""What the draws of the game are called."""

from __future__ import annotations

from adjudicator.language import msgid

from .speech import Speech

_DRAWS = {
    "award": msgid("award tile"),
    "demand": msgid("global demand"),
    "investment": msgid("investment tiles"),
    "event": msgid("event cards"),
    "basic_tile": msgid("basic war tile"),
    "bonus_tile": msgid("bonus war tile"),
    "returned_tile": msgid("war tile that goes back"),
    "commodity": msgid("commodity"),
}


def draw_called(name: str, to: Speech) -> str:
    """By the name in the log; one that the rules do not have is shown as it is."""
    return to.gettext(_DRAWS[name]) if name in _DRAWS else name.replace("_", " ")
