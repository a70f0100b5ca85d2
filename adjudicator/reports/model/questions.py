"""Define what a mail asks: questions with their options, whole answers, the form to fill in."""

from datetime import datetime

from adjudicator.reports.model.basics import Item, Part


class Option(Part, frozen=True, kw_only=True):
    """One legal answer.

    `code` is what to type, `cost` what it takes (`2`, `1 + debt`), `note` a remark, `gist` the same in a few words.

    `code` has the short names of what it is about (`E14`, `A02 A51`), a tile in figures (`D4M2`), or the question's
    number with letters (`12b`). On a link of a compact message `chip` is shown below it: the name of the last of these
    things. `figure` says how far it changes what is scored now, `gold` that this is much. `whole`: the code alone is an
    answer; `then`: lines of what may follow it, for readers who type on. `onward`: the code is the first of two, and
    these are the second ones (`A34 +1 A76`), of which one is typed after it.
    """

    code: str
    words: str
    cost: str = ""
    note: str = ""
    gist: str = ""
    rule: str = ""
    short: str = ""
    """A lasting name that may be typed instead of the code: `E53`."""
    chip: str = ""
    figure: str = ""
    gold: bool = False
    whole: bool = False
    then: tuple[str, ...] = ()
    onward: str = ""


class Chapter(Part, frozen=True, kw_only=True):
    """A part of a list that is too long for a mail: the words that bring it behind `list`, and how many answers."""

    words: str
    count: int


class OptionGroup(Part, frozen=True, kw_only=True):
    """Options of one kind or region.

    `cost_title` heads the costs: `diplomatic points`. `chapters` represent further options, which come on request.
    """

    options: tuple[Option, ...]
    heading: str = ""
    cost_title: str = ""
    note: str = ""
    chapters: tuple[Chapter, ...] = ()


class Example(Part, frozen=True, kw_only=True):
    """A whole answer in one line, with what it would lead to; `figure` as that of an option.

    `ahead`: standing orders for an occasion that go with the line, or stand alone, as they are written behind the word.
    """

    line: str = ""
    ahead: str = ""
    words: str = ""
    figure: str = ""


class Examples(Part, frozen=True, kw_only=True):
    """Whole answers to be sent as they are; `note` below them says what the figures mean."""

    heading: str
    lines: tuple[Example, ...]
    aside: str = ""
    note: str = ""


class Question(Part, frozen=True, kw_only=True):
    """One open decision of the reader.

    `title` names it as the rulebook does; `default` says what happens without an answer before `deadline`;
    `secret` when nobody is told the answer before all are in; `modifiers` may be added to a code (`+d2`). `seat`: which
    of the reader's seats is asked, where there are several. `plan`: why nothing of the reader's plan can be done here.
    """

    number: int
    title: str
    seat: str = ""
    rule: str = ""
    deadline: datetime | None = None
    default: str = ""
    secret: bool = False
    plan: str = ""
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
    singles: tuple[OptionGroup, ...] = ()
    """Those that stand there nevertheless: there is only one of the kind, such as the end of a turn."""
    goes_on: bool = False
    """The reader has answered it in part and had its options: what is left may be told in few words."""


class FormLine(Part, frozen=True, kw_only=True):
    """An order that stands in the form as a comment: without the `#` in front it counts. `words` say what it does."""

    order: str
    words: str = ""


class Form(Part, frozen=True, kw_only=True):
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
