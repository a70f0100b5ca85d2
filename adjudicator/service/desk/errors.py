"""What somebody at the desk is answered when it cannot be."""


class NotPossible(Exception):  # noqa: N818 - the answer to a person, nothing broke
    """What was asked for cannot be done or shown; every sentence says one reason."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences
