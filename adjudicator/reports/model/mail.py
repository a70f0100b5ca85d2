"""A whole mail, and the parts that only the whole has."""

from datetime import datetime
from enum import StrEnum

from adjudicator.reports.model.basics import Part, Picture, Section
from adjudicator.reports.model.news import Change, News
from adjudicator.reports.model.position import Holding, Outlook, Standing
from adjudicator.reports.model.questions import Form, Question
from adjudicator.reports.model.reading import Reading, Receipt


class Kind(StrEnum):
    """The reason why a mail is written. It decides the order of the parts and whether the subject begins with `Re:`."""

    WELCOME = "welcome"
    PROMPT = "prompt"
    NOTICE = "notice"
    ANSWER = "answer"
    CHECK = "check"
    ERROR = "error"
    STATUS = "status"
    HELP = "help"
    LETTER = "letter"
    DIGEST = "digest"

    @property
    def is_reply(self) -> bool:
        """True when the mail answers one that the player wrote."""
        return self in (Kind.ANSWER, Kind.CHECK, Kind.ERROR, Kind.STATUS, Kind.HELP)


class Detail(StrEnum):
    """The amount of a mail that is said at once."""

    BRIEF = "brief"
    """What a phone shows on four screens; the rest comes when it is asked for."""
    FULL = "full"


class Due(Part, frozen=True, kw_only=True):
    """The deadline of a question, for a calendar. `title` as in subjects: nothing that only the reader may know.

    `settled`: there is nothing to answer any more (answered, closed, or the clock stands still). `revision` rises with
    every mail about the question.
    """

    number: int
    deadline: datetime
    title: str = ""
    settled: bool = False
    revision: int = 0
    course: str = ""
    """The turn and round of the question: all questions of one are one entry; empty: each has its own."""


class Command(Part, frozen=True, kw_only=True):
    """A word that always works as a link: what it is called, the lines of the mail that it opens."""

    name: str
    lines: tuple[str, ...]


class Footer(Part, frozen=True, kw_only=True):
    """The footer of a mail: what comes next.

    This is when the reader hears again (`next_sign`), and who is waited for as far as public.
    """

    next_sign: datetime | None = None
    waiting_for: tuple[str, ...] = ()
    log: int | None = None
    """The mail shows the position after this log entry."""
    commands: tuple[str, ...] = ()
    """Words that always work: `status`, `help`."""
    links: tuple["Command", ...] = ()
    """The same as links, for mails in which they are taps."""
    receipt: Receipt | None = None
    others: tuple[Receipt, ...] = ()
    """Receipts for orders of the reader's further seats."""
    stewards: tuple[str, ...] = ()
    """The seats that stewards play, the program itself."""

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """All receipts."""
        return () if self.receipt is None else (self.receipt, *self.others)


class Report(Part, frozen=True, kw_only=True):
    """A whole mail.

    `title` says in a few words what it is about and stands in the subject; `number` and `deadline` are those
    of the question that the subject names; `lead` are the first sentences. `seat` is empty for observers, and names
    all seats of who plays several.
    """

    kind: Kind
    campaign: str
    title: str
    written: datetime
    seat: str = ""
    language: str = "en"
    zone: str = "UTC"
    number: int | None = None
    deadline: datetime | None = None
    gist: str = ""
    """What happened, in few words for the subject: only what everybody was told."""
    constant_subject: bool = False
    """The subject is the same in every mail, for programs that make conversations of it."""
    detail: Detail = Detail.FULL
    preheader: str = ""
    """What is at stake, in a sentence: programs show it behind the subject."""
    lead: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    """What happened, in a few sentences."""
    reading: Reading | None = None
    news: News | None = None
    changes: tuple[Change, ...] = ()
    standing: Standing | None = None
    holdings: tuple[Holding, ...] = ()
    open: bool = False
    """Nothing in the game is hidden: what seats hold is known to all."""
    situation: tuple[str, ...] = ()
    """What a reader who is asked must know to choose, in a few lines."""
    outlook: tuple[Outlook, ...] = ()
    pictures: tuple[Picture, ...] = ()
    questions: tuple[Question, ...] = ()
    form: Form | None = None
    hints: tuple[str, ...] | None = None
    """How to answer; None lets the renderer write it from the questions and the form."""
    sections: tuple[Section, ...] = ()
    footer: Footer = Footer()
    dues: tuple[Due, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all questions, that of the subject first."""
        first = () if self.number is None else (self.number,)
        return tuple(dict.fromkeys((*first, *(question.number for question in self.questions))))
