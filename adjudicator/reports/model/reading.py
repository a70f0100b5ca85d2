"""Define what became of the lines that a mail answers."""

from enum import StrEnum

from adjudicator.reports.model.basics import Part
from adjudicator.reports.model.questions import Option


class OrderOutcome(StrEnum):
    """The outcome of a line."""

    DONE = "done"
    ON_FILE = "on file"
    """Accepted, carried out when all are in or the deadline falls."""
    LEGAL = "legal"
    """The answer to `check`: it would be done."""
    WAITING = "waiting"
    """Behind a stop; tried again when the answer is there."""
    PLANNED = "planned"
    """Kept for a turn that is to come, and tried then."""
    DRAFT = "draft"
    UNTRIED = "untried"
    REFUSED = "refused"
    """Against the rules."""
    DECLINED = "declined"
    """The other side said no."""
    OFFERED = "offered"
    """Others must sign it too, and are asked."""
    NOTED = "noted"
    """A word on an offer, which counts."""
    NOT_DONE = "not done"
    """A word on an offer that cannot be done, or an offer that cannot be made."""
    LATE = "late"
    """An answer to a question that was closed before."""
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    IGNORED = "ignored"
    CORRECTED = "corrected"
    """Done once, and taken back by a correction."""


class ReadLine(Part, frozen=True, kw_only=True):
    """A line of the player's mail and what became of it.

    `number` counts the player's own lines from 1; 0: kept from an earlier mail.

    `reading` is how it was understood, `detail` what it cost or why it was refused, `nearest` what they may have
    meant. `private` marks a detail that only the reader is told. `log` is the first log entry that it made.
    """

    number: int
    original: str
    outcome: OrderOutcome
    seat: str = ""
    """Of which of the reader's seats it is, where there are several."""
    reading: str = ""
    detail: str = ""
    rule: str = ""
    nearest: tuple[Option, ...] = ()
    private: bool = False
    log: int | None = None


class Reading(Part, frozen=True, kw_only=True):
    """The result of reading a mail. `ignored` names what was not taken as orders (`the copy of our report`).

    `kept` is what stands on file now (a draft, a sealed answer), `yes` the word that does what it names, `after` who is
    told what, what comes next.
    """

    lines: tuple[ReadLine, ...] = ()
    ignored: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    yes: Option | None = None
    after: tuple[str, ...] = ()


class Receipt(Part, frozen=True, kw_only=True):
    """The receipt for the orders that a mail answers: `text` is signed and stands in a header of the mail."""

    number: int
    root: str
    """SHA-256 over the salted lines, in hexadecimal."""
    text: str
    seat: str = ""
    """Whose orders they were, where the reader plays several seats."""
