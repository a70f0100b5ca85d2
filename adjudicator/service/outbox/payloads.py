"""Define what a queued mail is going to say. Stored with the change that caused it, rendered after the commit."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from adjudicator.kernel.position import Stage
from adjudicator.orders.options.corrections import Dropped
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.reports.model import OrderOutcome, Receipt, Section


class LineRead(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order of a mail and what became of it.

    `number` is its line in the mail (0: kept from an earlier one), `said` the order as it was understood,
    `first` and `last` the log entries it made, `detail` what a dry run would do.
    """

    number: int
    original: str
    outcome: OrderOutcome
    said: str = ""
    first: int | None = None
    last: int | None = None
    problem: Problem | None = None
    detail: str = ""
    awaits: str = ""
    """The draw at the table that it waits for."""
    seat: str = ""
    """The seat that it is for, if its author plays several."""
    certain: bool = True
    """False for a refusal that may vanish when the mistakes before it are mended."""
    part: str = ""
    """Its own words, where `original` is a whole line with several orders."""
    unsaid: bool = False
    """Nobody wrote it: it follows the orders before it by itself."""


class Intent(msgspec.Struct, frozen=True, tag_field="mail", omit_defaults=True, kw_only=True):
    """Common to all mails: when it was decided to write it, and up to which log number the seat knew."""

    written: datetime
    since: int = 0


class Asking(Intent, frozen=True, kw_only=True):
    """Common to those that ask, or ask once more, the question of a number, if there is one."""

    number: int | None = None


class Welcome(Asking, frozen=True, tag="welcome"):
    """The first mail to a seat: who plays, how to play by mail, the commitment to the seed, the first question."""


class Ask(Intent, frozen=True, tag="ask"):
    """A report and the question with this number."""

    number: int
    anew: bool = False
    """What the seat had answered in secret is not possible any more."""
    resumed: bool = False
    """The question was suspended while another was asked."""
    overdue: tuple[str, ...] = ()
    """Seats for which the deadline answered, or the moderator (`ordered`)."""
    ordered: bool = False
    """The moderator had the decision carried out."""


PART: Final = "part "
"""Before a part of the board in what an answer `shows`: `part frame europe`."""


LIST: Final = "list"
"""What an answer `shows` that lists the answers to the question; behind it the words of those that were asked for."""
WHOLE: Final = "list *"
"""The same with all of them, however many."""
ARCHIVE: Final = "archive"
"""What an answer `shows` that brings the page of the whole match."""
ARCHIVE_OF_TURN: Final = "archive of turn "
"""The same of a turn, with its number behind it."""
ADVICE: Final = "advice"
"""What an answer `shows` that names the answers which a steward has compared."""
STATE: Final = "state"
"""What an answer `shows` that says in words where things stand."""


class Answer(Asking, frozen=True, tag="answer"):
    """The answer to a mail: what was read, what became of it, what is asked next (`number`).

    `said`, `shows` and `title` come from its commands (`adjudicator.service.commands.command.Said`).
    """

    subject: str = ""
    lines: tuple[LineRead, ...] = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    before: int = 0
    """The log number before the orders."""
    draft: bool = False
    yes: tuple[LineRead, ...] = ()
    """The lines that `yes` would carry out from the draft, tried; empty: it would do nothing."""
    counting: tuple[LineRead, ...] | None = None
    """The lines of the draft that would count at the deadline; None where no draft does."""
    forgotten: bool = False
    """A draft is dropped because its writer said so."""
    dropped: tuple[Dropped, ...] = ()
    """The lines of a draft that the message has replaced, or left out."""
    checked: bool = False
    planned: tuple[dict[str, Any], ...] = ()
    """What the lines of a dry run, or a `yes`, would do, as far as nothing is drawn and nobody else is asked."""
    rounds: tuple[tuple[dict[str, Any], ...], ...] = ()
    """What a plan would do in each of the turns to come, as far as it can be foreseen."""
    planned_at: int | None = None
    """The last log entry of the position in which they were tried; None in answers of before."""
    later: bool = False
    """The lines are kept until the campaign goes on."""
    until: datetime | None = None
    """The moment at which orders on file that may be changed are carried out."""
    kept: bool = False
    """They are those of this message."""
    said: tuple[Section, ...] = ()
    shows: tuple[str, ...] = ()
    title: str = ""
    changed: bool = False
    """One of the commands has changed something."""
    followed: bool = False
    """Another mail of its reader waits already: the answer to that one has the pictures and examples."""
    receipt: Receipt | None = None
    receipts: tuple[Receipt, ...] = ()
    """The receipts of further seats, if one mail held orders for several."""

    @property
    def listed(self) -> str | None:
        """The answers it lists: the words that name them, "" for all of the question; None: it has no list."""
        found = [each.removeprefix(LIST).strip() for each in self.shows if each.split(" ")[0] == LIST]
        return found[-1] if found else None


class Tell(Asking, frozen=True, tag="tell"):
    """News: the match is over, a deadline passed, a correction. `number` asks the open question once more."""

    topic: str
    values: dict[str, str] = {}


class Notices(Intent, frozen=True, tag="notices"):
    """Notices about others that one person has caused too many of: gathered, and told together."""

    told: tuple[Tell, ...]


class News(Asking, frozen=True, tag="news"):
    """Anytime actions that others took. `number` is the open question, which stands and is not asked again."""


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order of the reader that a correction has undone: how they would write it, and why it was not kept.

    `n` is its log number (0: it was on file), `code` that of the refusal ("": it was taken out).
    """

    words: str
    n: int = 0
    code: str = ""
    rule: str = ""
    facts: dict[str, Any] = {}


class Correction(Asking, frozen=True, tag="correction"):
    """The moderator has corrected the course of play. `old` is the revision and log number that play has left.

    `kind` says what they did, `seat` and `n` to whose order or before which log entry, `put_in` (told to that seat
    only) what they put in; `undone` are draws as number, log number and name. `was` is the reader's seat before.
    """

    kind: str
    reason: str
    by: str
    old: tuple[int, int]
    was: str = ""
    seat: str = ""
    n: int = 0
    put_in: tuple[str, ...] = ()
    lost: tuple[Lost, ...] = ()
    undone: tuple[tuple[int, int, str], ...] = ()
    comparable: bool = True
    """Whether the line that is left can be read by the rules that count now."""


class Dossier(Asking, frozen=True, tag="dossier"):
    """All that a seat knows, for who takes it over. `left`: lines of the predecessor, which do nothing."""

    left: tuple[str, ...] = ()
    joins: bool = False
    """They hold the seat together with others: nobody has left."""


Reason = Literal[
    "appointed",
    "nothing_read",
    "lost_text",
    "only_quoted",
    "program",
    "struck_out",
    "copy",
    "subject",
    "attachment",
    "encrypted",
    "signed_whole",
    "no_question",
    "kept_failed",
    "late",
    "leads_nowhere",
    "reads_along",
    "steward_plays",
    "which_campaign",
    "which_seat",
    "wrong_code",
    "foreign",
    "too_many_waiting",
    "too_large",
    "stumbled",
]
"""Why help comes unasked."""


class Copied(msgspec.Struct, frozen=True, array_like=True):
    """One of our messages that came back: when it was written, the question in it, and lines beside it not by us."""

    at: datetime
    number: int | None = None
    lines: tuple[str, ...] = ()


class Help(Asking, frozen=True, tag="help"):
    """An explanation how to write, fitted to what is open."""

    why: Reason | Literal[""] = ""
    """Why it is sent although nobody asked."""
    ignored: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """With `which_seat` seats of the reader in words, with `which_campaign` their campaigns, with `subject` a line,
    with `attachment` what was not read.
    """
    copied: Copied | None = None
    """With `copy`: of what."""


class HeldMail(Intent, frozen=True, tag="held"):
    """A mail waits for the seat's word, until a moment; `why` is a `Hold`, `overheard` names seats."""

    why: str
    code: str
    until: datetime
    received_at: datetime
    one_word: bool = False
    sender: str = ""
    subject: str = ""
    lines: tuple[LineRead, ...] = ()
    overheard: tuple[str, ...] = ()


class TakebackAsked(Intent, frozen=True, tag="takeback"):
    """`seat` asks to take back what it ordered after log entry `n`; the code agrees to it, until a moment."""

    code: str
    until: datetime
    seat: str
    n: int


class Offered(Intent, frozen=True, tag="offer"):
    """An offer that the reader may sign: its number, who made it, all who must sign, what it is.

    It ends `until` a moment, or with a turn or phase. `answers`: the number of the reader's that it answers.
    """

    offer: int
    maker: str
    parties: tuple[str, ...]
    action: dict[str, Any]
    until: datetime | None = None
    end: Stage | None = None
    public: bool = False
    answers: int = 0


class Agreed(Asking, frozen=True, kw_only=True, tag="agreed"):
    """All have signed an offer, and it was carried out."""

    offer: int
    action: dict[str, Any]


class LetterMail(Intent, frozen=True, tag="letter"):
    """A letter of somebody at the table to somebody at the table: the one with this key."""

    key: str


class Gather(Intent, frozen=True, tag="gather"):
    """News of a campaign that waits for its people; it has no match yet.

    `said`: the answer to commands; `title`: what the subject says of it.
    """

    topic: str
    values: dict[str, str] = {}
    said: tuple[Section, ...] = ()
    title: str = ""


class Watch(Asking, frozen=True, tag="watch"):
    """The first mail to somebody who watches or moderates: who plays, where things stand, what a moderator is asked."""


class Digest(Intent, frozen=True, tag="digest"):
    """The events `after` a moment, for somebody who does not need them in order to play."""

    after: datetime
    often: str


class PlainMail(Intent, frozen=True, tag="plain"):
    """A mail to an address and about no seat: finished text. `sender` is the name that it comes from.

    `seat`: the reader's, for which they answer it; 0: none.
    """

    sender: str
    title: str
    language: str
    zone: str
    seat: int = 0
    lead: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


AnyIntent = (
    Agreed
    | Correction
    | Digest
    | Gather
    | Watch
    | LetterMail
    | Offered
    | Welcome
    | Ask
    | Answer
    | Tell
    | Notices
    | News
    | Help
    | Dossier
    | HeldMail
    | TakebackAsked
    | PlainMail
)

_decoder: msgspec.json.Decoder[AnyIntent] = msgspec.json.Decoder(AnyIntent)


def encode(intent: AnyIntent) -> bytes:
    return msgspec.json.encode(intent)


def decode(data: bytes) -> AnyIntent:
    return _decoder.decode(data)
