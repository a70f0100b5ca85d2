"""Say a brief mail in fewer words where it would be too long, one thing after the other.

Each step leaves out something that the reader can ask for: `details` has all of the position and of what they
hold, `list` what is asked with every explanation, `history` what happened.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from msgspec.structs import replace

from adjudicator.reports.layout import brief
from adjudicator.reports.layout.section_order import Part
from adjudicator.reports.model import (
    Holding,
    Kind,
    Mark,
    News,
    NewsGroup,
    NewsLine,
    Option,
    OptionGroup,
    Question,
    Report,
)

Step = tuple[Part, Callable[[Report], Report]]
"""The part that becomes shorter, and how."""


class Named(IntEnum):
    """The options without a link that have their names; the others stand as short names alone."""

    ALL = 0
    TURNING = 1
    MUCH = 2
    NONE = 3


NEWS: Final = 8
"""Lines of what happened, where a game has no story for it."""
FEW_NEWS, FEWEST_NEWS = 4, 2
STORY: Final = 2_000
"""Letters of a story: more is told after a long silence, and nobody reads it in one piece."""


def news(most: int) -> Step:
    """Return a step that keeps the latest lines of what happened.

    Important lines, and those that only the reader is told, come before others.
    """

    def fewer(report: Report) -> Report:
        told = report.news
        if told is None or report.story:
            return report
        lines = [(line.mark is not Mark.PLAIN, at) for at, line in enumerate(_lines(told.groups))]
        kept = {at for _, at in sorted(lines)[-most:]}
        if len(kept) == len(lines):
            return report
        groups, first = [], 0
        for group in told.groups:
            left = tuple(line for at, line in enumerate(group.lines, first) if at in kept)
            first += len(group.lines)
            groups += [replace(group, lines=left)] if left else []
        return replace(report, news=replace(told, groups=tuple(groups), left=(told.left or 0) + len(lines) - len(kept)))

    return Part.STORY, fewer


def story(most: int) -> Step:
    """Return a step that keeps the first sentences of a story, those about the reader, up to a number of letters."""

    def fewer(report: Report) -> Report:
        kept, long = 0, 0
        for each in report.story:
            long += len(each) + 1
            if kept and long > most:
                break
            kept += 1
        left = len(report.story) - kept
        if not left:
            return report
        told = report.news or News(groups=())
        return replace(report, story=report.story[:kept], news=replace(told, left=(told.left or 0) + left))

    return Part.STORY, fewer


def _lines(groups: tuple[NewsGroup, ...]) -> list[NewsLine]:
    return [line for group in groups for line in group.lines]


def once(report: Report) -> Report:
    """Return the report without figures and changes that its sections already contain.

    Where its sections have tables, these hold the figures of all, and their words say what changed.
    """
    tabled = any(section.table is not None for section in report.sections)
    return _beside(replace(report, changes=())) if tabled else report


def _beside(report: Report) -> Report:
    """Describe the board in words without the figures of all, which `details` has."""
    said = (picture if picture.beside is None else replace(picture, alt=picture.beside) for picture in report.pictures)
    return replace(report, pictures=tuple(said))


def _unseen(report: Report) -> Report:
    return replace(report, changes=())


def _fewer_seen(most: int) -> Step:
    """Return a step that keeps the first pictures of what changed, which show most of it."""
    return Part.CHANGES, lambda report: replace(report, changes=report.changes[:most])


def _unsaid(report: Report) -> Report:
    """Drop the words of pictures if the mail has them already.

    They repeat many orders above, or the sections of a turn.

    The words remain for readers who do not see the pictures.
    """
    if report.kind is not Kind.NOTICE and (report.reading is None or not brief.many(report.reading)):
        return report
    bare = (
        replace(change, text="", picture=replace(change.picture, alt=change.text)) if change.picture else change
        for change in report.changes
    )
    return replace(report, changes=tuple(bare))


def _unscored(report: Report) -> Report:
    return replace(report, standing=None)


def _unstaked(report: Report) -> Report:
    return replace(report, standing=report.standing and replace(report.standing, stakes=(), scoring=None))


def _unhinted(report: Report) -> Report:
    standing = report.standing
    if standing is None:
        return report
    return replace(
        report, standing=replace(standing, stakes=tuple(replace(stake, hint="") for stake in standing.stakes))
    )


def _cards(report: Report) -> Report:
    """Reduce cards to their names; other holdings stay."""
    return replace(report, holdings=tuple(map(_by_name, report.holdings)))


def _by_name(held: Holding) -> Holding:
    few = tuple(item if item.lasting else replace(item, text="", note="") for item in held.brief or held.items)
    return replace(held, brief=few) if held.brief else replace(held, items=few)


def _unforeseen(report: Report) -> Report:
    return replace(report, outlook=())


def _unsituated(report: Report) -> Report:
    return replace(report, situation=())


def _asked(less: Callable[[Option], Option]) -> Callable[[Report], Report]:
    def group(of: OptionGroup) -> OptionGroup:
        return replace(of, options=tuple(map(less, of.options)))

    def question(of: Question) -> Question:
        links = None if of.links is None else tuple(map(group, of.links))
        return replace(of, groups=tuple(map(group, of.groups)), links=links)

    return lambda report: replace(report, questions=tuple(map(question, report.questions)))


def _in_short(option: Option) -> Option:
    return replace(option, note=option.gist) if option.gist else option


def _unexplained(option: Option) -> Option:
    return replace(option, note="", gist="")


def _untaught(report: Report) -> Report:
    """Remove defaults and ways of paying from questions; `list` has them."""
    asked = tuple(replace(question, default="", modifiers=()) for question in report.questions)
    return replace(report, questions=asked)


def _fewer_examples(report: Report) -> Report:
    """Keep the first of the answers that can be sent as they are."""
    shown = ((question, question.examples) for question in report.questions)
    few = (
        each if told is None else replace(each, examples=replace(told, lines=told.lines[:1])) for each, told in shown
    )
    return replace(report, questions=tuple(few))


GIST: Final[Step] = (Part.LINKS, _asked(_in_short))
"""A step that shortens the explanations of options, if the game has short ones."""
BARE: Final[Step] = (Part.LINKS, _asked(_unexplained))
BOARD: Final[Step] = (Part.PICTURES, _beside)
CAPTIONS: Final[Step] = (Part.CHANGES, _unsaid)
PICTURES: Final[Step] = (Part.CHANGES, _unseen)
SCORE: Final[Step] = (Part.SCORE, _unscored)
STAKES: Final[Step] = (Part.STAKES, _unstaked)
CARDS: Final[Step] = (Part.SECRETS, _cards)
AHEAD: Final[Step] = (Part.AHEAD, _unforeseen)
HINTS: Final[Step] = (Part.STAKES, _unhinted)
SITUATION: Final[Step] = (Part.SITUATION, _unsituated)

HOW: Final[Step] = (Part.LINKS, _untaught)
EXAMPLES: Final[Step] = (Part.LINKS, _fewer_examples)
AFTER_LINKS: Final = (BARE, HOW, EXAMPLES)
"""Steps that a first mail takes only where its options have no room without links; links come before the others."""

_ANSWER: Final = (news(FEW_NEWS), GIST, HOW, BARE, SCORE, news(FEWEST_NEWS), SITUATION, CAPTIONS, PICTURES)
_CHECK: Final = (news(FEW_NEWS), SCORE, GIST, BARE, PICTURES)
_STATUS: Final = (news(FEW_NEWS), PICTURES, STAKES, GIST, BARE)
_NOTICE: Final = (CAPTIONS, *map(_fewer_seen, (3, 2, 1)), PICTURES)
_FIRST: Final = (STAKES, CARDS, AHEAD, SITUATION, GIST, BARE, HOW, EXAMPLES)


def of_page(report: Report) -> tuple[Step, ...]:
    """Return what is dropped on the page of a message apart from links.

    From one that asks links are dropped, and before them only where things stand.
    """
    if report.kind is Kind.WELCOME:
        return _FIRST
    if report.kind is Kind.STATUS:
        return _STATUS
    if report.kind is Kind.CHECK:  # what it shows is what it is for
        return _CHECK
    if report.kind is Kind.NOTICE:
        return _NOTICE
    return _ANSWER if report.kind in (Kind.ANSWER, Kind.ERROR) else (SITUATION,)


def is_shown(report: Report) -> bool:
    """Return whether an answer has a picture of what changed: it takes the place of links."""
    return report.kind is Kind.ANSWER and bool(report.changes)


_TEXT: Final[tuple[Step | Named, ...]] = (BOARD, HINTS, Named.TURNING, CARDS, AHEAD, Named.MUCH, Named.NONE)


def of_text(report: Report, *, receipt: bool) -> tuple[Step | Named, ...]:
    """Return what is dropped in its text, which has no links: names of options are dropped, too."""
    if report.kind is Kind.WELCOME:
        return (*_FIRST, *_TEXT)
    if not receipt:
        return _TEXT
    return (*(step for step in of_page(report) if step is not PICTURES), *Named)
