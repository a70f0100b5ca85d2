"""Say why a deed is refused: each reason once, in words that a moderator reads in their language."""

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.language import language, msgid
from adjudicator.service.campaign.troubles import Rejected, RejectionReason

# Answer somebody at the desk that something cannot be done.


class CommandError(Exception):
    """The request cannot be done or shown; every sentence says one reason."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


def command_error(why: Rejected) -> CommandError:
    """Return a refusal as the answer to somebody at the desk."""
    return CommandError(why.text(language("en")))


@contextmanager
def command_errors() -> Iterator[None]:
    """Turn each refusal in the block into an answer to somebody at the desk. Raises CommandError."""
    try:
        yield
    except Rejected as why:
        raise command_error(why) from None


def require_as_shown(shown: object, now: object) -> None:
    """Refuse what would be done now where something else was shown. Raises CommandError.

    Nothing is compared where nothing was `shown`: it is only rehearsed.
    """
    if shown is not None and shown != now:
        raise CommandError("it would not do any more what was shown: nothing was changed; look again")


bad_person = RejectionReason(
    "bad_person",
    msgid("Cannot read “%(person)s”. Write a name and an address: “Anna Reed <anna@example.org>”."),
)
empty = RejectionReason("empty", msgid("Nobody holds %(seat)s."))
holds_already = RejectionReason("holds_already", msgid("%(person)s already holds %(seat)s."))
no_seat = RejectionReason("no_seat", msgid("There is no seat “%(wrong)s”; there are: %(seats)s."))
nobody_called = RejectionReason("no_such_person", msgid("Nobody of the name “%(person)s” holds %(seat)s."))
no_answer = RejectionReason(
    "no_answer",
    msgid(
        "Internal error: after this, the rules would ask a question without a legal answer (%(decision)s, "
        "rule %(rule)s). Nothing was done. Please report the kind and the rule to whoever runs the "
        "server."
    ),
)
not_now = RejectionReason(
    "not_now",
    msgid(
        "This was meant for log number %(meant)s, but the campaign is at %(now)s. Nothing was done; look "
        "at it again, and write the current number if you still want it."
    ),
)
other_rules = RejectionReason(
    "other_rules",
    msgid(
        "The campaign is played by another version of the rules than the one installed here, and stands still. "
        "Whoever runs the server decides what to do (adjudicator upgrade check)."
    ),
)
over = RejectionReason("over", msgid("The campaign is over: nothing is asked any more."))
past = RejectionReason("past", msgid("That moment is over already."))
wrong_right = RejectionReason(
    "right",
    msgid("Your right as a moderator is “%(right)s”; this needs “%(wanted)s”. Another moderator may do it."),
)
