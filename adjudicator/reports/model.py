"""What a mail to a player says, before it looks like anything.

A game fills in the parts it knows (what happened, the position, the options), the service the rest
(deadlines, what was read, who is waited for); `adjudicator.reports.render` makes text and HTML of it. Every
string is finished text in the language of the reader, one paragraph, without markup: line breaks and control
characters in it are shown as spaces. Times are aware datetimes and are shown in the zone of the report.
`rule` is a number of the rulebook as it prints it (`5.4.1`), or empty. All structs are frozen and can be
written as JSON.
"""

from datetime import datetime
from enum import StrEnum

import msgspec


class _Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class Kind(StrEnum):
    """Why a mail is written. It decides the order of the parts and whether the subject begins with `Re:`."""

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


class Party(_Part, frozen=True, kw_only=True):
    """Who did something: a seat, the moderator, the game. `tone` picks one of eight colours, 0 for none.

    `letter` goes with the colour wherever it is used, so that colour alone never tells two owners apart. `whom`: the
    name as somebody who is waited for, in languages that have a case for it (`Францию`).
    """

    name: str
    letter: str = ""
    tone: int = 0
    whom: str = ""


class Mark(StrEnum):
    """How a line of news stands out."""

    PLAIN = "plain"
    IMPORTANT = "important"
    PRIVATE = "private"
    """Only the reader is told this."""


class NewsLine(_Part, frozen=True, kw_only=True):
    """One thing that happened. `log` is the number of the log entry, `note` what it cost or what followed."""

    text: str
    who: Party | None = None
    note: str = ""
    rule: str = ""
    log: int | None = None
    mark: Mark = Mark.PLAIN

    @property
    def told(self) -> str:
        """Who did what: `France: takes a tile`."""
        return f"{self.who.name}: {self.text}" if self.who else self.text


class NewsGroup(_Part, frozen=True, kw_only=True):
    """The lines of one phase or action round; the heading may be empty when there is only one group.

    `chapter` names the turn or the war that begins here: an archive makes a chapter of it.
    """

    lines: tuple[NewsLine, ...]
    heading: str = ""
    rule: str = ""
    chapter: str = ""


class Detail(StrEnum):
    """How much of a mail is said at once."""

    BRIEF = "brief"
    """What a phone shows on four screens; the rest comes when it is asked for."""
    FULL = "full"


class News(_Part, frozen=True, kw_only=True):
    """What happened since the reader's last mail (`since`, if he had one), in the order of play."""

    groups: tuple[NewsGroup, ...]
    since: datetime | None = None


class Fact(_Part, frozen=True, kw_only=True):
    """One figure of the position: `Debt`, `2 of 6`; `change` is what moved since the last mail (`+1`)."""

    label: str
    value: str
    change: str = ""
    note: str = ""


class Align(StrEnum):
    """How a column of a table is set: words left, numbers right."""

    LEFT = "left"
    RIGHT = "right"


class Column(_Part, frozen=True, kw_only=True):
    """Head of one column."""

    title: str
    align: Align = Align.LEFT


def columns(*titles: str | Column) -> tuple[Column, ...]:
    """Heads of columns that begin at the left, but for those that are columns already."""
    return tuple(Column(title=each) if isinstance(each, str) else each for each in titles)


def right(title: str) -> Column:
    """The head of a column of figures, which ends at the right."""
    return Column(title=title, align=Align.RIGHT)


class Row(_Part, frozen=True, kw_only=True):
    """Cells in the order of the columns; a `changed` row moved since the last mail and is marked so."""

    cells: tuple[str, ...]
    changed: bool = False


class Item(_Part, frozen=True, kw_only=True):
    """A thing with a name, as in a list: a card, a tile, a command; `text` says what it does."""

    name: str
    text: str = ""
    note: str = ""


class Table(_Part, frozen=True, kw_only=True):
    """A table of the position. A caption is needed: it is the heading that a screen reader announces.

    `items` stand below it, a line each: what the things named in it do. `reference`: it says what the rules give in
    such a position, nothing of how things stand.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    items: tuple[Item, ...] = ()
    note: str = ""
    reference: bool = False


class Lead(_Part, frozen=True, kw_only=True):
    """Who is ahead, in words: `Britain +4`; `tone` as that of the party, 0 for nobody."""

    text: str
    tone: int = 0


class Bar(_Part, frozen=True, kw_only=True):
    """What was scored at a moment: `B1`, 4 for whom the tone says; None where it is still to come."""

    label: str
    value: int | None = None
    tone: int = 0


class Box(_Part, frozen=True, kw_only=True):
    """The score in a box: the figure with its name, `now` what would be scored at this moment, a line of small figures.

    `was`: what would have been scored before what the mail tells.
    """

    label: str
    value: str
    note: str = ""
    now_label: str = ""
    now: Lead | None = None
    was: Lead | None = None
    bars: tuple[Bar, ...] = ()
    line: str = ""


class Stake(_Part, frozen=True, kw_only=True):
    """Something that scores next: what it is worth, what each party counts there, who is ahead.

    `hint`: what one purchase of the reader would turn. `changed`: a count moved since the last mail.
    """

    name: str
    ahead: Lead
    worth: str = ""
    counts: tuple[Lead, ...] = ()
    hint: str = ""
    changed: bool = False


class Standing(_Part, frozen=True, kw_only=True):
    """The public position: a few figures that come first, tables that come after the questions.

    `scoring` stands with the figures: what scores next, who leads there and by how much. A brief mail has the `box` for
    the figures and `stakes`, dearest first, for the table; `stakes_note`: when that is scored.
    """

    facts: tuple[Fact, ...] = ()
    scoring: Table | None = None
    tables: tuple[Table, ...] = ()
    box: Box | None = None
    stakes: tuple[Stake, ...] = ()
    stakes_note: str = ""


class Holding(_Part, frozen=True, kw_only=True):
    """Something that only the reader knows he has: his hand, his face-down cards, his war tiles.

    `brief`: the same in a line each, for a brief mail.
    """

    heading: str
    items: tuple[Item, ...] = ()
    note: str = ""
    brief: tuple[Item, ...] = ()


class Outlook(_Part, frozen=True, kw_only=True):
    """What another side can do to the reader next, worked out from nothing but what the reader may know."""

    heading: str
    items: tuple[Item, ...] = ()
    note: str = ""
    brief: tuple[str, ...] = ()
    """The same in a few sentences, for a brief mail."""


class Option(_Part, frozen=True, kw_only=True):
    """One legal answer: `code` is what to type, `cost` what it takes (`2`, `1 + debt`), `note` a remark.

    `code` has the short names of what it is about (`E14`, `A02 A51`), a tile in figures (`D4M2`), or the question's
    number with letters (`12b`). On a link of a brief mail `chip` stands below it: the name of the last of these things.
    `figure` says how far it turns what is scored now, `gold` that this is much. `whole`: the code alone is an answer;
    `then`: lines of what may follow it, for who types on.
    """

    code: str
    words: str
    cost: str = ""
    note: str = ""
    rule: str = ""
    short: str = ""
    """What may be typed for the code, for ever: `E53`."""
    chip: str = ""
    figure: str = ""
    gold: bool = False
    whole: bool = False
    then: tuple[str, ...] = ()


class OptionGroup(_Part, frozen=True, kw_only=True):
    """Options of one kind or region. `cost_title` heads the costs: `diplomatic points`."""

    options: tuple[Option, ...]
    heading: str = ""
    cost_title: str = ""
    note: str = ""


class Example(_Part, frozen=True, kw_only=True):
    """A whole answer in one line, with what it would lead to; `figure` as that of an option."""

    line: str
    words: str = ""
    figure: str = ""


class Examples(_Part, frozen=True, kw_only=True):
    """Whole answers to be sent as they are; `note` below them says what the figures mean."""

    heading: str
    lines: tuple[Example, ...]
    aside: str = ""
    note: str = ""


class Question(_Part, frozen=True, kw_only=True):
    """One open decision of the reader.

    `title` names it as the rulebook does; `default` says what happens without an answer before `deadline`;
    `secret` when nobody is told the answer before all are in; `modifiers` may be added to a code (`+d2`). `seat`: which
    of the reader's seats is asked, where there are several.
    """

    number: int
    title: str
    seat: str = ""
    rule: str = ""
    deadline: datetime | None = None
    default: str = ""
    secret: bool = False
    note: str = ""
    groups: tuple[OptionGroup, ...] = ()
    modifiers: tuple[Item, ...] = ()
    examples: Examples | None = None
    how: str = ""
    """What a brief mail says for the note."""
    links: tuple[OptionGroup, ...] | None = None
    """The options as a brief mail has them, where that is not the `groups`: short, those first that turn something."""
    listed: bool = True
    """Whether the options stand in the mail; else they come with the word `list`."""


class FormLine(_Part, frozen=True, kw_only=True):
    """An order that stands in the form as a comment: without the `#` in front it counts. `words` say what it does."""

    order: str
    words: str = ""


class Form(_Part, frozen=True, kw_only=True):
    """The block to fill in: `opening` and `closing` are the marker lines as the order reader knows them.

    `choices` stand there commented out. A reader who plays several seats has a block for each that is asked: its
    `heading` says for which the lines are; the others stand `below`.
    """

    opening: str
    closing: str
    choices: tuple[FormLine, ...] = ()
    heading: str = ""
    below: tuple["Form", ...] = ()

    @property
    def blocks(self) -> tuple["Form", ...]:
        """All blocks, in their order."""
        return (self, *self.below)


class Outcome(StrEnum):
    """What became of a line."""

    DONE = "done"
    ON_FILE = "on file"
    """Accepted, carried out when all are in or the deadline falls."""
    LEGAL = "legal"
    """The answer to `check`: it would be done."""
    WAITING = "waiting"
    """Behind a stop; tried again when the answer is there."""
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


class ReadLine(_Part, frozen=True, kw_only=True):
    """A line of the player's mail and what became of it.

    `number` counts his own lines from 1; 0: kept from an earlier mail.

    `reading` is how it was understood, `detail` what it cost or why it was refused, `nearest` what he may
    have meant. `private` marks a detail that only the reader is told. `log` is the first log entry that it made.
    """

    number: int
    original: str
    outcome: Outcome
    seat: str = ""
    """Of which of the reader's seats it is, where there are several."""
    reading: str = ""
    detail: str = ""
    rule: str = ""
    nearest: tuple[Option, ...] = ()
    private: bool = False
    log: int | None = None


class Reading(_Part, frozen=True, kw_only=True):
    """What was read of a mail. `ignored` names what was not taken as orders (`the copy of our report`).

    `kept` is what stands on file now (a draft, a sealed answer), `after` who is told what, what comes next.
    """

    lines: tuple[ReadLine, ...] = ()
    ignored: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class Picture(_Part, frozen=True, kw_only=True):
    """A PNG shown in the HTML. `cid` is its Content-ID without brackets, `width` in CSS pixels.

    `alt` must say what counts in the picture, for readers who do not see it; `page` is the same as an HTML file, which
    can be moved and enlarged. Neither it nor `png` is part of the JSON that players can ask for.
    """

    cid: str
    alt: str
    caption: str = ""
    width: int = 600
    png: bytes = b""
    page: str = ""


class Score(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a match stood at a moment, small enough to be kept: `at` counts its stages (turns) that are over, with the
    share of the present one; `points` and what they would be if it were scored then (`foreseen`), by the game's names.
    """

    at: float
    points: dict[str, int]
    foreseen: dict[str, int] = {}


class Change(_Part, frozen=True, kw_only=True):
    """Something on the board that is otherwise than in the last mail: in words, and where it is seen."""

    text: str
    picture: Picture | None = None


class Section(_Part, frozen=True, kw_only=True):
    """Free prose: help, welcome, a notice of the moderator, press.

    `quote` are somebody's own lines, shown as his words and line by line; empty ones part paragraphs. A `late`
    section is for reference and stands behind everything else: fingerprints, keys.
    """

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    table: Table | None = None
    late: bool = False


class Due(_Part, frozen=True, kw_only=True):
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


class Receipt(_Part, frozen=True, kw_only=True):
    """The receipt for the orders that a mail answers: `text` is signed and stands in a header of the mail."""

    number: int
    root: str
    """SHA-256 over the salted lines, in hexadecimal."""
    text: str
    seat: str = ""
    """Whose orders they were, where the reader plays several seats."""


class Command(_Part, frozen=True, kw_only=True):
    """A word that always works as a link: what it is called, the lines of the mail that it opens."""

    name: str
    lines: tuple[str, ...]


class Footer(_Part, frozen=True, kw_only=True):
    """What comes next: when the reader hears again (`next_sign`), who is waited for as far as public."""

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

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """All receipts."""
        return () if self.receipt is None else (self.receipt, *self.others)


class Report(_Part, frozen=True, kw_only=True):
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
