"""Why a deed is refused: each reason once, in words that a moderator reads in their language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from adjudicator.language import Language, msgid
from adjudicator.service.clocks.more_time import NoMoreTime
from adjudicator.service.desk.rights import right_word

Called = Callable[[str], str]
"""Names a seat to a reader."""
Fact = str | int | Sequence[str]


class CannotBe(Exception):  # noqa: N818 - an answer to a person, nothing broke
    """A deed is refused, for the reason called `trouble`.

    Facts called `seat` or `seats` are names of seats, `right` and `wanted` rights: readers know them by other words.
    """

    def __init__(self, why: Trouble, **facts: Fact) -> None:
        super().__init__(why.name)
        self.trouble = why.name
        self._message, self._facts = why.message, facts

    def text(self, words: Language, called: Called = str) -> str:
        """The reason in a sentence for a reader of a language, who knows the seats by other names."""
        return words.gettext(
            self._message, **{name: _told(words, called, name, it) for name, it in self._facts.items()}
        )


def _told(words: Language, called: Called, name: str, fact: Fact) -> str:
    given = (str(fact),) if isinstance(fact, str | int) else fact
    if name in ("seat", "seats"):
        return ", ".join(map(called, given))
    return right_word(words, given[0]) if name in ("right", "wanted") else ", ".join(given)


class Trouble(NamedTuple):
    """A reason: its name, and a sentence that says what is possible instead, to be filled with facts."""

    name: str
    message: str

    def __call__(self, **facts: Fact) -> CannotBe:
        """The refusal for this reason."""
        return CannotBe(self, **facts)


bad_person = Trouble(
    "bad_person",
    msgid("“%(person)s” is no person: it takes a name and a mail address, as in “Anna Reed <anna@example.org>”."),
)
empty = Trouble("empty", msgid("Nobody holds %(seat)s."))
holds_already = Trouble("holds_already", msgid("%(person)s holds %(seat)s already."))
no_seat = Trouble("no_seat", msgid("There is no seat “%(wrong)s”; there are: %(seats)s."))
nobody_called = Trouble("no_such_person", msgid("Nobody of the name “%(person)s” holds %(seat)s."))
not_now = Trouble(
    "not_now",
    msgid(
        "This was meant for log number %(meant)s, but the campaign stands at %(now)s. Nothing was done; look "
        "at it again, and write the present number if you still want it."
    ),
)
not_running = Trouble("not_running", msgid("The campaign does not run now: it is paused, over, or not begun."))
other_rules = Trouble(
    "other_rules",
    msgid(
        "The campaign is played by another version of the rules than the one installed here, and stands still. "
        "Whoever runs the server decides what to do (adjudicator upgrade check)."
    ),
)
over = Trouble("over", msgid("The campaign is over: nothing is asked any more."))
past = Trouble("past", msgid("That moment is over already."))
wrong_right = Trouble(
    "right",
    msgid("Your right as a moderator is “%(right)s”; this needs “%(wanted)s”. Another moderator may do it."),
)

_TIME = {
    each.name: each
    for each in (
        not_running,
        Trouble("not_paused", msgid("The campaign is not paused.")),
        Trouble("nobody", msgid("None of these seats is asked anything now, so there is no deadline to move.")),
        Trouble("no_deadline", msgid("No deadline runs for this question now.")),
    )
}


@contextmanager
def of_time() -> Iterator[None]:
    """Raises CannotBe where NoMoreTime is raised inside."""
    try:
        yield
    except NoMoreTime as why:
        raise _TIME.get(why.trouble, not_running)() from None
