"""Why there is no more time, in the words of a moderator's answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.language import msgid
from adjudicator.service.clocks.more_time import NoMoreTime
from adjudicator.service.desk.deed import CannotBe, not_running

_MESSAGES = {
    "not_paused": msgid("The campaign is not paused."),
    "nobody": msgid("None of these seats is asked anything now, so there is no deadline to move."),
    "no_deadline": msgid("No deadline runs for this question now."),
}


@contextmanager
def worded() -> Iterator[None]:
    """Raises CannotBe where NoMoreTime is raised inside."""
    try:
        yield
    except NoMoreTime as why:
        message = _MESSAGES.get(why.trouble)
        raise (CannotBe(why.trouble, message) if message else not_running()) from None
