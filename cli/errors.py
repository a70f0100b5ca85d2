"""Errors as answers: one sentence each, on standard error, and an exit code.

0: done. 1: refused, failed or not found. 2: the command line itself is wrong. 130: ended from the keyboard.
"""

import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from cli.visible import put

FAILED = 1
INTERRUPTED = 130


class Failed(Exception):  # noqa: N818 - the answer to a person, nothing broke
    """A command cannot do what it was asked; every sentence says one reason."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


class Interrupted(Failed):
    """Somebody at the keyboard said no, or pressed Ctrl-C."""


_logged: list[Callable[[str], object]] = []
"""The function, if any, that takes reasons instead of standard error, in a process that stays."""


def tell(sentences: Sequence[str]) -> None:
    """Print reasons, one a line; a process that stays, and that nobody watches, has them in its log."""
    for sentence in sentences:
        if _logged and not sys.stderr.isatty():
            _logged[-1](sentence)
        else:
            put(f"adjudicator: {sentence}", to=sys.stderr)


def tell_at_once() -> None:
    """Write reasons to standard error, as at the start of each command."""
    _logged.clear()


def tell_the_log(say: Callable[[str], object]) -> None:
    """Tell the log in a process that stays from now on: `say` makes a line of its log of a reason."""
    _logged[:] = [say]


ANSWERS = {
    "adjudicator.given_files": ("BadFile",),
    "adjudicator.mail.embedded": ("NotInstalled",),
    "adjudicator.mail.signing": ("BadKey",),
    "adjudicator.kernel.errors": ("DocumentError", "Refusal", "UnknownGame", "ReplayError", "ChanceError"),
    "adjudicator.service.moderation.troubles": ("CommandError",),
    "adjudicator.service.people.new_campaigns": ("BadCampaign",),
    "adjudicator.service.campaign.packs": ("BadPack",),
    "adjudicator.settings.values": ("ConfigurationError",),
    "adjudicator.store.engine": ("StoreBusy",),
    "adjudicator.store.codec": ("CodecError",),
    "adjudicator.store.migrations": ("StoreTooNew", "StoreTooOld"),
    "adjudicator.store.campaign_dump": ("CannotRestore",),
}
"""Errors that are answers, by module. Only one whose module is loaded can be raised: nothing is imported in vain."""


def explain(error: Exception) -> Sequence[str]:
    """Explain for a person what went wrong.

    Defects of the program are named as such, with the place of the traceback.
    """
    if isinstance(error, Failed):
        return error.sentences
    if isinstance(error, OSError):
        return (f"{error.filename}: {error.strerror}" if error.filename else str(error),)
    if any(kind.__name__ in ANSWERS.get(kind.__module__, ()) for kind in type(error).__mro__):
        several = getattr(error, "sentences", ()) or getattr(error, "problems", ())
        return [str(each) for each in several] or [_told(error)]
    module = type(error).__module__
    if module.startswith("sqlalchemy."):
        cause = getattr(error, "orig", None) or error
        return (f"the database does not answer as expected: {str(cause).strip().splitlines()[0]}",)
    if module == "adjudicator.mail.fetch":
        return (f"the mailbox does not answer as expected: {error}; adjudicator doctor looks at it",)
    return _defect(error)


def _told(error: Exception) -> str:
    # only where something goes wrong: every start would pay for it
    from adjudicator.reports.wording.kernel_words import english_sentence

    return english_sentence(error)


def _defect(error: Exception) -> Sequence[str]:
    with tempfile.NamedTemporaryFile("w", prefix="adjudicator-", suffix=".txt", delete=False, encoding="utf-8") as file:
        file.write("".join(traceback.format_exception(error)))
    told = f"{type(error).__name__}: {error}".splitlines()[0]
    return (f"this is a defect of the program: {told} (traceback in {Path(file.name)})",)
