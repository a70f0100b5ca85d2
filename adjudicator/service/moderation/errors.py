"""Answer somebody at the desk that something cannot be done."""


class CommandError(Exception):
    """The request cannot be done or shown; every sentence says one reason."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


def require_as_shown(shown: object, now: object) -> None:
    """Refuse what would be done now where something else was shown. Raises CommandError.

    Nothing is compared where nothing was `shown`: it is only rehearsed.
    """
    if shown is not None and shown != now:
        raise CommandError("it would not do any more what was shown: nothing was changed; look again")
