"""Say each thing once in a message.

Words with which nearly all options of a group begin stand behind its heading. An option that may have been meant is
shown below its line, and then not in the question again; a card that the question explains is not explained again among
those that the reader has. What came of an order is not told in the words of the order.
"""

import re
from collections import Counter

from msgspec.structs import replace

from adjudicator.reports.layout import brief
from adjudicator.reports.layout.options import cost_heading, tappable, typed_text
from adjudicator.reports.model import Holding, Option, OptionGroup, Question, ReadLine, Report

FEW = 12
"""A longer list stays whole: who looks for a place in it would take it for missing."""
FEW_BEGUN = 3
"""Options that may all begin with the same words."""


_PARTS = re.compile(r"; (?![^(]*\))")
"""What stands between parts of an effect, but not inside brackets."""
_WORDS = re.compile(r"\w{4,}|[-+]?\d+")


def news_of(order: str, effect: str) -> str:
    """Return what an order did, without the parts that only repeat its words or figures of the part before.

    >>> news_of("forge an alliance with Aragon", "alliance with Aragon; gained 1 influence in Aragon")
    'gained 1 influence in Aragon'
    >>> news_of("pass", "passed (+3 ducats); ducats +3")
    'passed (+3 ducats)'
    """
    known, last, kept = _stems(order), set[str](), list[str]()
    for part in _PARTS.split(effect):
        stems = _stems(part)
        figures = any(stem[0] in "-+" for stem in stems)
        if not stems or not (stems <= known or (figures and stems <= last)):
            kept.append(part)
        last = stems
    return "; ".join(kept)


def _stems(text: str) -> set[str]:
    """Return the beginnings of its words, which are inflected, and its figures."""
    return {each[:4].casefold() for each in _WORDS.findall(text)}


def once(report: Report) -> Report:
    """Return the report whose short questions leave out what can be tapped above.

    What is above says all that the question said.
    """
    reading = report.reading
    if reading is None:
        return report
    near = {typed_text(each) for line in reading.lines if tappable(line.nearest) for each in line.nearest}
    asked = [question for question in report.questions if len(_options(question)) <= FEW]
    said = {
        typed_text(option): option for question in asked for option in _options(question) if typed_text(option) in near
    }
    if not said:
        return report
    questions = tuple(_without(each, near) if each in asked else each for each in report.questions)
    lines = tuple(_with(line, said) for line in reading.lines)
    return replace(report, questions=questions, reading=replace(reading, lines=lines))


def begun_once(report: Report) -> Report:
    """Return the compact report whose options do without words with which nearly all of their group begin."""

    def asked(of: Question) -> Question:
        links = None if of.links is None else tuple(map(_begun_once, of.links))
        return replace(of, groups=tuple(map(_begun_once, of.groups)), links=links)

    return replace(report, questions=tuple(map(asked, report.questions)))


def _begun_once(group: OptionGroup) -> OptionGroup:
    said = [() if option.chip or option.onward else tuple(option.words.split(" ")) for option in group.options]
    begun = Counter(words[:n] for words in said for n in range(2, len(words)))
    often = [words for words, n in begun.items() if n > FEW_BEGUN and 4 * n >= 3 * len(said)]
    if not often or group.note or not cost_heading(group):
        return group
    first = max(often, key=len)
    options = (
        replace(each, words=" ".join(words[len(first) :])) if words[: len(first)] == first != words else each
        for each, words in zip(group.options, said, strict=True)
    )
    return replace(group, note=f"{' '.join(first)} …", options=tuple(options))


def held_once(report: Report) -> Report:
    """Return the compact report without holdings that its options, or their headings, explain in the same words.

    Such as a hand to discard from; one that they explain in part stays whole.
    """
    groups = [group for question in report.questions for group in brief.groups(question)]
    told = {text for group in groups for option in group.options for text in (option.note, option.gist) if text}
    told |= {group.note for group in groups if group.note}

    def is_told(held: Holding) -> bool:
        return all("; ".join(filter(None, (each.text, each.note))) in told for each in held.brief or held.items)

    return replace(report, holdings=tuple(holding for holding in report.holdings if not is_told(holding)))


def _options(question: Question) -> list[Option]:
    return [option for group in brief.groups(question) for option in group.options]


def _without(question: Question, near: set[str]) -> Question:
    def left(groups: tuple[OptionGroup, ...]) -> tuple[OptionGroup, ...]:
        kept = (
            replace(of, options=tuple(option for option in of.options if typed_text(option) not in near))
            for of in groups
        )
        return tuple(of for of in kept if of.options)

    links = None if question.links is None else left(question.links)
    return replace(question, groups=left(question.groups), links=links, singles=left(question.singles))


def _with(line: ReadLine, said: dict[str, Option]) -> ReadLine:
    if not tappable(line.nearest):
        return line
    nearest = (
        each if (known := said.get(typed_text(each))) is None else replace(known, words=each.words)
        for each in line.nearest
    )
    return replace(line, nearest=tuple(nearest))
