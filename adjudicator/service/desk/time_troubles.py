"""Why there is no more time, in the words of a moderator's answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.service.clocks.more_time import NoMoreTime
from adjudicator.service.desk.deed import CannotBe, not_running


@contextmanager
def worded() -> Iterator[None]:
    """Raises CannotBe where NoMoreTime is raised inside."""
    try:
        yield
    except NoMoreTime as why:
        raise _REFUSALS.get(why.trouble, not_running)() from None


def _not_paused() -> CannotBe:
    return CannotBe("not_paused", lambda words, _: words.gettext("The campaign is not paused."))


def _nobody() -> CannotBe:
    return CannotBe(
        "nobody",
        lambda words, _: words.gettext("None of these seats is asked anything now, so there is no deadline to move."),
    )


def _no_deadline() -> CannotBe:
    return CannotBe("no_deadline", lambda words, _: words.gettext("No deadline runs for this question now."))


_REFUSALS = {"not_paused": _not_paused, "nobody": _nobody, "no_deadline": _no_deadline}
