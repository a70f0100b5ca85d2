"""The list of the answers to a question: whole where it is short, else in chapters, or those that its reader named."""

from collections.abc import Container, Sequence

from msgspec.structs import replace

from adjudicator.language import CODES, language
from adjudicator.orders.text import folded
from adjudicator.reports.layout.chapters import LINKED, chaptered, meant
from adjudicator.reports.model import OptionGroup, Question
from adjudicator.reports.wording.game import Asked
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.payloads import LIST, WHOLE, Answer
from adjudicator.service.words.examples import asked_of
from adjudicator.service.words.reader import Reader


def named(reader: Reader) -> str:
    """Return the words of the answers that a message lists; "" if it lists all, or none."""
    return (reader.intent.listed if isinstance(reader.intent, Answer) else None) or ""


def is_list(reader: Reader) -> bool:
    """Return whether a message was asked for the answers to its question: all, or those that its reader named."""
    return isinstance(reader.intent, Answer) and reader.intent.listed is not None


def in_chapters(reader: Reader, asked: Asked, question: Question) -> Question:
    """Return the question with the answers that its reader asked for.

    All of them where these can all be links, if they asked for all or want everything with every message.
    """
    wanted, groups, told = named(reader), question.groups, list[str]()
    fits = sum(len(group.options) for group in groups) <= LINKED
    if fits and (f"{LIST} {wanted}" == WHOLE or (reader.seat.wants_all and not is_list(reader))):
        return question
    if wanted and f"{LIST} {wanted}" != WHOLE:
        groups = _meant(reader, asked, question, wanted) or groups
        if groups is question.groups:
            told.append(reader.language.gettext("No answer to your question is called “%(words)s”.", words=wanted))
    shown = chaptered(groups)
    if any(group.chapters for group in shown):
        told.append(
            reader.language.gettext(
                "There are %(n)s answers. “%(list)s” with the words of a chapter brings those in it.",
                n=sum(len(group.options) for group in groups),
                list=BY_ID[LIST].name(reader.language),
            )
        )
        if fits:
            everything = reader.language.typed(en="list all", ru="список все")
            told.append(reader.language.gettext("“%(all)s” brings all of them.", all=everything))
    return replace(question, groups=shown, note=" ".join(filter(None, (question.note, *told))))


def count_of(reader: Reader, words: str) -> int:
    """Return how many answers to the open question of a message these words bring behind `list`; 1 if they are one."""
    found = asked_of(reader, getattr(reader.intent, "number", None))
    if found is None:
        return 0
    seat, asked = found
    if any(folded(option.words) == folded(words) for option in asked.options):
        return 1
    question = reader.report.question(asked, reader.view(), seat, reader.language)
    return sum(len(group.options) for group in _meant(reader, asked, question, words))


def _groups(reader: Reader, seat: str, asked: Asked, code: str) -> tuple[OptionGroup, ...]:
    return reader.report.question(asked, reader.view(), seat, language(code)).groups


def _meant(reader: Reader, asked: Asked, question: Question, wanted: str) -> tuple[OptionGroup, ...]:
    """Return the answers that words mean in the reader's language, as they are told or ordered, else in another."""
    if found := meant(question.groups, wanted):
        return found
    words = folded(wanted)
    ordered = {option.code for option in asked.options if f"{folded(option.words)} ".startswith(f"{words} ")}
    if found := _those(question.groups, ordered):
        return found
    for code in CODES:
        if code == reader.language.code:
            continue
        found_there = asked_of(reader, asked.number, code)
        there = () if found_there is None else _groups(reader, *found_there, code)
        if found := _those(question.groups, {option.code for of in meant(there, wanted) for option in of.options}):
            return found
    return ()


def _those(groups: Sequence[OptionGroup], codes: Container[str]) -> tuple[OptionGroup, ...]:
    """Return the answers with these codes, in their groups."""
    kept = (replace(of, options=tuple(option for option in of.options if option.code in codes)) for of in groups)
    return tuple(group for group in kept if group.options)
