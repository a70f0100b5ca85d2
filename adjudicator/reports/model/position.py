"""Define the position in a mail: figures, the score and what scores next, what only the reader has, what may come."""

import msgspec

from adjudicator.reports.model.basics import Item, Part, Table


class Fact(Part, frozen=True, kw_only=True):
    """One figure of the position: `Debt`, `2 of 6`; `change` is what moved since the last mail (`+1`)."""

    label: str
    value: str
    change: str = ""
    note: str = ""


class Lead(Part, frozen=True, kw_only=True):
    """The leader, in words: `Britain +4`; `tone` as that of the party, 0 for nobody."""

    text: str
    tone: int = 0


class Bar(Part, frozen=True, kw_only=True):
    """The score of a moment: `B1`, 4 for whom the letter and the tone say; None where it is still to come."""

    label: str
    value: int | None = None
    letter: str = ""
    tone: int = 0


class Box(Part, frozen=True, kw_only=True):
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


class Stake(Part, frozen=True, kw_only=True):
    """Something that scores next: what it is worth, what each party counts there, who is ahead.

    `hint`: what one purchase of the reader would turn. `changed`: a count moved since the last mail.
    """

    name: str
    ahead: Lead
    worth: str = ""
    counts: tuple[Lead, ...] = ()
    hint: str = ""
    changed: bool = False


class Standing(Part, frozen=True, kw_only=True):
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


class Holding(Part, frozen=True, kw_only=True):
    """Something that only the reader knows they have: their hand, face-down cards, war tiles.

    `brief`: the same in a line each, for a brief mail.
    """

    heading: str
    items: tuple[Item, ...] = ()
    note: str = ""
    brief: tuple[Item, ...] = ()


class Outlook(Part, frozen=True, kw_only=True):
    """The next deeds that another side could do to the reader, worked out from nothing but what the reader may know."""

    heading: str
    items: tuple[Item, ...] = ()
    note: str = ""
    brief: tuple[str, ...] = ()
    """The same in a few sentences, for a brief mail."""


class Score(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The score of a match at a moment, small enough to be kept.

    `at` counts its stages (turns) that are over, with the share of the present one; `points` and what they would be if
    it were scored then (`foreseen`), by the game's names.
    """

    at: float
    points: dict[str, int]
    foreseen: dict[str, int] = {}
