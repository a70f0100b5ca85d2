"""Answer somebody at the desk that something cannot be done."""

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.language import language
from adjudicator.service.campaign.troubles import Rejected


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
