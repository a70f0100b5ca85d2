"""What is killed: every process at every named point that it comes to, when it comes there for the n-th time."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from adjudicator.failpoints import Point


class Role(StrEnum):
    """The processes of an installation."""

    POLLER = "poller"
    WORKER = "worker"
    SENDER = "sender"
    BEAT = "beat"
    SERVE = "serve"
    MODERATOR = "moderator"


class Cast(StrEnum):
    """Which processes an installation has."""

    APART = "apart"
    """One of each, and each waits while the one before it works."""
    TWICE = "twice"
    """Two pollers and two workers for everything, at the same time."""
    ONE = "one"
    """`adjudicator serve`."""


DELIVERED = "delivered"
"""No point of the program: the server has the mail, and whoever hands it over dies before the answer."""
MOMENT = "some moment"
"""So many half seconds after it was started a process is killed, wherever it is."""
_COMMITS = (Point.COMMITTING, Point.COMMITTED)
_FETCHING = (Point.FETCHING, Point.FETCHED, Point.STORED, Point.WOKEN, Point.MOVING, Point.MOVED)
_HANDLING = (Point.HANDLING, Point.BEGUN, Point.SETTLED, Point.HANDLED, Point.OUTBOX_WOKEN, Point.SWEPT)
"""A try is begun again only after a death."""
_SENDING = (
    Point.RENDERING,
    Point.RENDERED,
    Point.RENDER_STORED,
    Point.CLAIMED,
    Point.HANDING_OVER,
    Point.HANDED_OVER,
    Point.ACKNOWLEDGED,
    Point.NOTICE_CLAIMED,
    Point.NOTICE_SENT,
    Point.NOTICE_KEPT,
)
_TICKING = (Point.TICKING, Point.TICKED)
POINTS: dict[Cast, dict[Role, tuple[Point, ...]]] = {
    Cast.APART: {
        Role.POLLER: (*_FETCHING, *_COMMITS),
        Role.WORKER: (*_HANDLING, *_COMMITS),
        Role.SENDER: (*_SENDING, *_COMMITS),
        Role.BEAT: _TICKING,
        Role.MODERATOR: _COMMITS,
    },
    Cast.TWICE: {
        Role.POLLER: (*_FETCHING, *_COMMITS),
        Role.WORKER: (*_HANDLING, *_SENDING, *_COMMITS),
    },
    Cast.ONE: {Role.SERVE: (*_FETCHING, *_HANDLING, *_SENDING, *_TICKING, *_COMMITS)},
}
"""Where each process can come; all points of the program are here (a test says so)."""
EVERY_TIME = 6
"""As often as a process comes to any place of a pair."""
COMMITS = {Role.POLLER: 2, Role.WORKER: 6, Role.SENDER: 6, Role.SERVE: 6, Role.MODERATOR: 1}
"""So many transactions of a process are told apart: a worker counts a try, handles, releases, renders, claims and
acknowledges in one each, a sender the last three for every mail."""


class Pair(Struct, frozen=True):
    """A process dies when it comes to a place for the n-th time since it was started.

    The first time it is fresh: connections are new, nothing is loaded. The second time it stands in the midst of
    what it has begun: mails of the same fetch, the same batch, the same lease are done, others are not. A third time
    is like the second, except at transactions, which are many different ones under one name.
    """

    role: Role
    place: str
    n: int

    @property
    def fault(self) -> str:
        """What arms the process; nothing where it is killed from outside."""
        return "" if self.place in (DELIVERED, MOMENT) else f"{self.place}:{self.n}"

    def __str__(self) -> str:
        return f"{self.role} {self.place} {self.n}"


def pairs(cast: Cast, most: int) -> dict[Role, list[Pair]]:
    """The pairs of an installation with the first so many times, in the order in which its processes are armed."""
    return {role: [pair for pair in _of(cast, role) if pair.n <= most] for role in POINTS[cast]}


def _of(cast: Cast, role: Role) -> Iterator[Pair]:
    times = 1 if role is Role.MODERATOR else 2
    for n in range(1, COMMITS.get(role, times) + 1):
        for point in POINTS[cast][role]:
            if n <= times or point in _COMMITS:
                yield Pair(role, point, n)
        if role in (Role.SENDER, Role.SERVE) and n <= times:
            yield Pair(role, DELIVERED, n)
