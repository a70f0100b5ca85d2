"""Write how a mail was read: every line, what became of it, why, and what may have been meant."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any, Final, TypeAlias

import msgspec

from adjudicator.components.russian import lemmas
from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import Language, msgid
from adjudicator.mail.model import SkipReason
from adjudicator.orders.text import tokenize as words_in
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.reports.layout.deduplicate import news_of
from adjudicator.reports.model import News, Option, OrderOutcome, Reading, ReadLine
from adjudicator.reports.wording.game import Effect, Mention
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.payloads import LIST, Answer, LineRead
from adjudicator.service.play.readings import WRONG
from adjudicator.service.words import help, listed_answers, previews
from adjudicator.service.words.examples import shown_words, typed_lines
from adjudicator.service.words.reader import Reader

MOST_IDLE = 40
"""Lines without effect that an answer shows one by one."""

_CODE = re.compile(r"\d+[^\W\d_]{1,2}")
"""An answer by its code alone: `3b`."""


def reading_of(reader: Reader, intent: Answer) -> tuple[Reading, frozenset[Mention]]:
    """Return the part of an answer about how the message was read.

    It includes the news that result from it.
    """
    shown = _shown([line for line in intent.lines if line.seat in ("", *reader.players)])
    effects = [_effect(reader, line) for line in shown]
    answers = cache(partial(_answers, reader))
    reading = Reading(
        lines=tuple(_line(reader, intent, line, done, answers) for line, done in zip(shown, effects, strict=True)),
        ignored=tuple(dict.fromkeys(reader.language.gettext(IGNORED[SkipReason(each)]) for each in intent.ignored)),
        kept=(
            *_kept(reader, intent),
            *_dropped(reader, intent),
            *_asked_first(reader, intent),
            *_planned(reader, intent),
        ),
        yes=_yes(reader) if intent.draft and intent.yes else None,
        after=(
            *([_left_out(reader.language, left)] if (left := len(intent.lines) - len(shown)) else []),
            *_ended(reader, intent),
            *help.first_steps(reader, intent),
            *(reader.language.gettext(_NOTES[note]) for note in intent.notes if note in _NOTES),
        ),
    )
    return reading, frozenset(mention for done in effects for mention in done.covers)


def untold(news: News | None, told: Container[Mention]) -> News | None:
    """Return the news without the lines that are told already; what another seat did is never among those."""
    if news is None:
        return None
    groups = []
    for group in news.groups:
        lines = tuple(line for line in group.lines if Mention(line.log or 0, line.text, line.note) not in told)
        if lines:
            groups.append(msgspec.structs.replace(group, lines=lines))
    return msgspec.structs.replace(news, groups=tuple(groups)) if groups else None


def _shown(lines: Sequence[LineRead]) -> list[LineRead]:
    """Return all lines that did or will do something, and the first of the others: Gmail hides what is above 102 KB."""
    idle = (OrderOutcome.UNREADABLE, OrderOutcome.REFUSED, OrderOutcome.UNTRIED, OrderOutcome.DRAFT)
    first = {id(line) for line in [line for line in lines if line.outcome in idle][:MOST_IDLE]}
    return [line for line in lines if line.outcome not in idle or id(line) in first]


def _left_out(language: Language, count: int) -> str:
    return language.ngettext(
        "%(n)s more line did nothing; it is not listed.", "%(n)s more lines did nothing; they are not listed.", count
    )


def _ended(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell what follows orders that nobody wrote, such as the end of a turn, and what takes it back or prevents it."""
    ends = [line for line in intent.lines if line.unsaid]
    words = {
        "ends": "; ".join(dict.fromkeys(line.said for line in ends)),
        "more": reader.language.typed(en="more", ru="ещё"),
        "takeback": reader.language.typed(en="takeback", ru="вернуть"),
    }
    if any(line.outcome is OrderOutcome.DONE for line in ends):
        told = msgid(
            "Your orders did not end with “%(more)s”, so they were followed by: %(ends)s. To take back all orders of "
            "your last email, send this one line: %(takeback)s"
        )
    elif any(line.outcome is OrderOutcome.WAITING for line in ends):
        told = msgid(
            "Your orders did not end with “%(more)s”, so they are followed by this once the others have answered: "
            "%(ends)s. To go on with your turn then, send this one line: %(more)s"
        )
    elif any(line.outcome is OrderOutcome.LEGAL for line in ends):
        told = msgid("Your orders do not end with “%(more)s”, so they would be followed by: %(ends)s.")
    else:
        return ()
    return (reader.language.gettext(told, **words),)


def _effect(reader: Reader, line: LineRead) -> Effect:
    told, seat = _told(reader, line), line.seat or next(iter(reader.players), "")
    return reader.report.effect(told, seat, reader.language) if told and seat else Effect(line.detail)


_Answers: TypeAlias = Callable[[], tuple[Mapping[str, str], Mapping[str, str]]]
"""How the open question shows its answers, and what is typed for them, by full code: worked out once for all lines."""


def _answers(reader: Reader) -> tuple[Mapping[str, str], Mapping[str, str]]:
    return shown_words(reader), typed_lines(reader)


def _line(reader: Reader, intent: Answer, line: LineRead, done: Effect, answers: _Answers) -> ReadLine:
    """Return a line with its result; an effect in words replaces the reading, except of a code, which says nothing.

    A line that is only incomplete counts as kept, and an offer is read back whole. What is done is not told in the
    words of its order again, unless it has to be told for which of several seats.
    """
    original = line.part or line.original
    told = bool(done.text) and line.outcome is not OrderOutcome.OFFERED
    clear = _same_words(line.said, original) or (told and not _CODE.fullmatch(original.strip()))
    problem = line.problem
    rule = problem.rule or "" if problem else ""
    detail = done.text or _detail(reader, line)
    if done.text and line.outcome is OrderOutcome.DONE and not reader.several:
        detail = news_of(original if clear else line.said, done.text)
    return ReadLine(
        number=line.number,
        original=original,
        outcome=OrderOutcome.DRAFT if intent.draft and incomplete(line) else line.outcome,
        seat=reader.seat_called(line.seat) if line.seat and reader.several else "",
        reading="" if clear else line.said,
        detail=detail,
        rule=rule,
        nearest=_nearest(reader, answers, problem) if problem and line.outcome is not OrderOutcome.PLANNED else (),
        private=done.private,
        log=line.first if line.outcome is OrderOutcome.DONE else None,
    )


def incomplete(line: LineRead) -> bool:
    """Return whether nothing is wrong with a line but that there must be more of what it names."""
    return line.problem is not None and line.problem.why == "more_needed"


def _same_words(said: str, original: str) -> bool:
    """Return whether an order was understood as it stands, punctuation apart: a draft is kept without its colons."""
    return re.findall(r"\w+", said) == re.findall(r"\w+", original)


def _told(reader: Reader, line: LineRead) -> list[ObservedEvent[Any]]:
    """Return the events of the log entries that the line made."""
    if line.first is None or line.last is None:
        return []
    return [each for each in reader.told(line.first - 1) if each.n <= line.last]


def _detail(reader: Reader, line: LineRead) -> str:
    if line.problem is not None:
        text = problem_text(reader, line.problem)
        if line.outcome is OrderOutcome.PLANNED:
            return reader.language.gettext("as things stand: %(why)s; it is tried in your turn", why=text)
        if not line.certain:
            text += " " + reader.language.gettext("(this may change once the lines above are corrected)")
        return text
    if line.awaits:
        return reader.language.gettext(
            "it counts, and is carried out as soon as the moderator has entered a draw that is made at the table: "
            "%(draw)s",
            draw=in_words(line.awaits, reader.report, reader.language),
        )
    if any(decision.form == "orders" for decision in reader.match.decisions()):
        return ""  # one sentence for all of them stands below their list
    if line.outcome is OrderOutcome.ON_FILE and any(decision.held for decision in reader.match.decisions()):
        return reader.language.gettext("you can change it until then; nobody sees it")
    if line.outcome is OrderOutcome.ON_FILE:
        return reader.language.gettext("you can change it until everyone has answered; nobody sees it before then")
    return ""


def _nearest(reader: Reader, answers: _Answers, problem: Problem) -> tuple[Option, ...]:
    """Return what may be meant, each with what is sent for it.

    An order that says less than the question (`theatre 2`) has the words of the question, too. Words that are no whole
    answer are sent behind `list`, where that brings any.
    """
    shown, typed = answers() if any(problem.codes) else ({}, {})
    return tuple(
        Option(
            code=" ".join(typed.get(word, word) for word in code.split()),
            words=words,
            note=_unsaid(shown.get(code, ""), words),
        )
        if code
        else _listed(reader, words)
        for code, words in problem.choices()
    )


def _listed(reader: Reader, words: str) -> Option:
    """Return what brings the answers that have these words in them, with their number.

    Words that are an answer are sent themselves; those that no answer has are only said.
    """
    count = listed_answers.count_of(reader, words)
    if count < 2:
        return Option(code=words, words="") if count else Option(code="", words=words)
    note = reader.language.ngettext("%(n)s answer", "%(n)s answers", count)
    return Option(code=f"{BY_ID[LIST].name(reader.language)} {words}", words="", note=note)


def _unsaid(shown: str, said: str) -> str:
    """Return the words of the question, if the order holds none of them in any form."""
    known = {lemma for word in words_in(said) for lemma in lemmas(word.folded)}
    return "" if any(lemmas(word.folded) & known for word in words_in(shown)) else shown


_COPY, _SIGNATURE, _ADDED = (
    msgid("the quoted email"),
    msgid("your signature"),
    msgid("text added by your email program"),
)
_GREETING, _COMMENTS = msgid("the greeting"), msgid("comments")
IGNORED: Final[Mapping[SkipReason, str]] = {
    SkipReason.QUOTE: _COPY,
    SkipReason.ATTRIBUTION: _COPY,
    SkipReason.FORM: _COPY,
    SkipReason.SIGNATURE: _SIGNATURE,
    SkipReason.FAREWELL: _SIGNATURE,
    SkipReason.ADVERTISEMENT: _ADDED,
    SkipReason.DISCLAIMER: _ADDED,
    SkipReason.OUTSIDE: msgid("text before or after the orders"),
    SkipReason.GREETING: _GREETING,
    SkipReason.COVER_NOTE: _GREETING,
    SkipReason.TOO_MANY: msgid("lines beyond the limit"),
    SkipReason.COMMENT: _COMMENTS,
    SkipReason.MARKER: _COMMENTS,
    SkipReason.LETTER: _COMMENTS,
    SkipReason.DECORATION: _COMMENTS,
}
"""The names of lines that do not count."""


def _kept(reader: Reader, intent: Answer) -> tuple[str, ...]:
    language = reader.language
    if intent.later:
        return (
            language.gettext(
                "The campaign is paused. Your lines are kept and tried when it resumes, in the order in which "
                "emails arrived; you will get the answer then. Until then you can send “%(withdraw)s” to take "
                "them back.",
                withdraw=language.typed(en="withdraw", ru="отозвать"),
            ),
        )
    if intent.until is not None:
        return (*_changeable(reader, intent, intent.until), *(_draft(reader, intent) if intent.draft else ()))
    if intent.forgotten:
        return (reader.language.gettext("Your draft was discarded: nothing in it was carried out."),)
    return (*_draft(reader, intent), *_counting(reader, intent)) if intent.draft else ()


def _dropped(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell which lines of a draft have been replaced, and by what, and which are left out."""
    gettext = reader.language.gettext
    told = [
        gettext("From your draft: “%(new)s” takes the place of “%(old)s”.", new=line.by, old=line.text)
        for line in intent.dropped
        if line.by
    ]
    if left := [line.text for line in intent.dropped if not line.by]:
        told.append(gettext("From your draft, not carried out and no longer kept: %(lines)s.", lines="; ".join(left)))
    return tuple(told)


def _changeable(reader: Reader, intent: Answer, until: datetime) -> tuple[str, ...]:
    """Tell until when orders can be changed: those of the message, or earlier ones that it has not replaced."""
    values = {
        "moment": reader.time(until),
        "withdraw": reader.language.typed(en="withdraw", ru="отозвать"),
    }
    if intent.kept and any(line.outcome in WRONG for line in intent.lines):
        told = msgid(
            "Your orders before the mistake are carried out at %(moment)s. Until then a new email with orders replaces "
            "them, and “%(withdraw)s” takes them back."
        )
    elif intent.kept:
        told = msgid(
            "Your orders are legal and are carried out at %(moment)s. Until then a new email with orders replaces "
            "them, and “%(withdraw)s” takes them back."
        )
    else:
        told = msgid(
            "Your earlier orders stand: they are carried out at %(moment)s, unless legal ones replace them before. "
            "“%(withdraw)s” takes them back."
        )
    return (reader.language.gettext(told, **values),)


def _counting(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell what of a draft would count at the deadline, where the campaign lets its right lines count."""
    if intent.counting is None:
        return ()
    gettext = reader.language.gettext
    if not intent.counting:
        return (gettext("If you send nothing more, nothing of this draft counts at the deadline."),)
    head = gettext("If you send nothing more, these lines would count at the deadline:")
    return (head, *(f"{number}. {_tried(reader, row)}" for number, row in enumerate(intent.counting, 1)))


def _planned(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell what becomes of lines that are kept for turns to come."""
    if intent.checked or all(line.outcome is not OrderOutcome.PLANNED for line in intent.lines):
        return ()
    language = reader.language
    told = language.gettext(
        "What is planned is kept for your next turn and was tried as if nobody else did anything until then. When your "
        "turn begins it is tried again and carried out if it costs no more; otherwise you are asked, or what stands "
        "below “%(otherwise)s” is done. “%(withdraw)s” takes it back, a new plan replaces it.",
        otherwise=language.typed(en="else:", ru="иначе:"),
        withdraw=language.typed(en="withdraw", ru="отозвать"),
    )
    return (told,)


def _draft(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Return the kept lines, and for each what the word `yes` would do."""
    language = reader.language
    yes = _yes(reader).code
    kept = language.gettext(
        "Your lines are kept as a draft: send only the corrected line, or all of them again. To order something else "
        "instead, begin with “%(anew)s”.",
        anew=language.typed(en="start over", ru="заново"),
    )
    if all(map(incomplete, intent.lines)):
        return (language.gettext("What you named is kept as a draft: send only the rest, or all of it again."),)
    added = _perhaps_added(reader, intent)
    if not intent.yes:
        return (kept, *added)
    if len(intent.yes) == 1 and all(line.outcome is not OrderOutcome.DRAFT for line in intent.lines):
        told = language.gettext("Reply “%(yes)s” to do this: %(line)s.", yes=yes, line=_tried(reader, intent.yes[0]))
        return (told, *_left(reader, intent))
    head = language.gettext("Reply “%(yes)s” to do this, and nothing else:", yes=yes)
    return (kept, *added, head, *_numbered(reader, intent), *_left(reader, intent))


def _perhaps_added(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Return a hint about lines that name nothing of the game: the mail program of the reader may have added them."""
    numbers = [str(row.number) for row in intent.lines if row.number and row.problem and row.problem.names_nothing]
    if not numbers or len(numbers) == len(intent.lines):
        return ()
    told = reader.language.ngettext(
        "Line %(lines)s names no order. If your email program has added it, delete it before you send.",
        "Lines %(lines)s name no orders. If your email program has added them, delete them before you send.",
        len(numbers),
        lines=reader.language.listing(numbers),
    )
    return (told,)


def _asked_first(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Tell what a `yes` would do after lines that were only tried, or that are tried later."""
    if intent.draft or not intent.yes:
        return ()
    yes = _yes(reader).code
    head = reader.language.gettext(
        "You will be asked before any of this is done; “%(yes)s” would then do this, and nothing else:", yes=yes
    )
    return (head, *_numbered(reader, intent))


def _numbered(reader: Reader, intent: Answer) -> tuple[str, ...]:
    return tuple(f"{number}. {_tried(reader, row)}" for number, row in enumerate(intent.yes, 1))


def _yes(reader: Reader) -> Option:
    """Return the word that carries out what a draft would do."""
    language = reader.language
    return Option(code=language.typed(en="yes", ru="да"), words=language.gettext("do this"), whole=True)


def _left(reader: Reader, intent: Answer) -> tuple[str, ...]:
    """Return what remains after the whole list, or after its last line whose result can be foreseen."""
    language, found = reader.language, previews.foreseen_of(reader, intent)
    items = () if found is None else previews.left(reader, found.stretch)
    if found is None or not items:
        return ()
    left = "; ".join(f"{item.name[:1].lower()}{item.name[1:]}: {item.text}" for item in items)
    if (told := found.lines) == len(intent.yes):
        return (language.gettext("After that – %(left)s.", left=left),)
    return (language.gettext("After line %(n)s – %(left)s.", n=told, left=left),)


def _tried(reader: Reader, row: LineRead) -> str:
    """Return a line of a draft as it would be carried out: what was written, how it is read, what it costs."""
    typed, language = typed_lines(reader), reader.language
    told = (row.detail and " " in row.original) or _same_words(row.said, row.original)
    said = "" if told else row.said
    written = " ".join(typed.get(word, word) for word in row.original.split())
    first, *behind = (part for part in (written, said, row.detail) if part)
    return " ".join([first, *(language.gettext("- %(note)s", note=part) for part in behind)])


_NOTES = {
    "charset guessed": msgid("The alphabet of your email was guessed; check how it was read."),
    "characters lost": msgid("Some characters in your email could not be read."),
    "text cut": msgid("Your email was very long; the end was not read."),
    "struck out": msgid(
        "Text in your email that is struck out, hidden, or not surely shown to every reader was not read."
    ),
    "no end": msgid("No line ended your orders; all lines below their first one counted."),
    "entered": msgid("The moderator has entered these orders for you."),
    "draft counted": msgid(
        "Your deadline was over, and these right lines of your draft were carried out, as this campaign has agreed. "
        "What they left unanswered was done as the rules name it."
    ),
    "overheard": msgid("Careful: another player was among the recipients of your email and can read it."),
}
