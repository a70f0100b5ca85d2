"""Named points at which a process can be made to die, to show that nothing is lost and nothing done twice.

Nothing happens unless the environment variable ``ADJUDICATOR_FAULT`` names a point, as ``stored`` or, for the
third time the process comes by, ``stored:3``: then the process gets SIGKILL from itself, as if the power failed
there. ``handling#17`` kills it whenever it comes there with the mail number 17. ``tests/faults`` plays campaigns
that way.
"""

import os
import signal
from enum import StrEnum

VARIABLE = "ADJUDICATOR_FAULT"


class Point(StrEnum):
    """A point at which a process may die, in the order in which it handles a mail."""

    FETCHING = "fetching"
    FETCHED = "fetched"
    STORED = "stored"
    WOKEN = "woken"
    MOVING = "moving"
    MOVED = "moved"
    SWEPT = "swept"
    BEGUN = "begun"
    HANDLING = "handling"
    SETTLED = "settled"
    HANDLED = "handled"
    OUTBOX_WOKEN = "outbox-woken"
    RENDERING = "rendering"
    RENDERED = "rendered"
    RENDER_STORED = "render-stored"
    CLAIMED = "claimed"
    HANDING_OVER = "handing-over"
    HANDED_OVER = "handed-over"
    ACKNOWLEDGED = "acknowledged"
    NOTICE_CLAIMED = "notice-claimed"
    NOTICE_SENT = "notice-sent"
    NOTICE_KEPT = "notice-kept"
    TICKING = "ticking"
    TICKED = "ticked"
    COMMITTING = "committing"
    COMMITTED = "committed"


_armed: tuple[Point, int] | None = None
_poisonous: tuple[Point, int] | None = None


def arm(text: str) -> None:
    """Set where to die: ``point``, ``point:count`` or ``point#thing``.

    An empty text disarms all points.

    Raises:
        ValueError: there is no such point, or the count is no number from 1.
    """
    global _armed, _poisonous
    name, mark, thing = text.partition("#")
    _poisonous = (Point(name), int(thing)) if mark else None
    if mark:
        text = ""
    name, _, count = text.partition(":")
    number = int(count or 1)
    if number < 1:
        raise ValueError(f"{text}: the count begins with 1")
    _armed = (Point(name), number) if name else None


def reached(point: Point, thing: int = 0) -> None:
    """Note that the process has come to this point, with the message of this number if the point is about one."""
    global _armed
    if _poisonous == (point, thing):
        os.kill(os.getpid(), signal.SIGKILL)
    if _armed is None or _armed[0] is not point:
        return
    _armed = (point, _armed[1] - 1)
    if _armed[1] == 0:
        os.kill(os.getpid(), signal.SIGKILL)


arm(os.environ.get(VARIABLE, ""))
