"""The words around the facts: headings, deadlines, counts, hints. Text and HTML take them from here.

One place says each thing, so that the two renderings of a mail cannot tell different stories.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from adjudicator.language import Language, language, msgid
from adjudicator.reports.layout.links import mailto
from adjudicator.reports.layout.options import typed_text
from adjudicator.reports.model import (
    Chapter,
    Detail,
    Due,
    Example,
    Kind,
    Mark,
    News,
    NewsLine,
    Option,
    OrderOutcome,
    Question,
    Reading,
    ReadLine,
    Report,
)

RECEIPT = msgid("Receipt %(number)s: %(root)s.")
RECEIPT_IN_FULL = msgid("Receipt %(number)s for these orders: %(root)s. Keep this email: it proves what you ordered.")


class Words:
    """The words of one report in its language; all methods are pure.

    `reply`: the address that links write to; without one a mail has no links.
    """

    def __init__(self, report: Report, reply: str = "") -> None:
        self._report = report
        self._reply = reply
        self._language: Language = language(report.language)

    def link(self, lines: Sequence[str], number: int | None = None) -> str:
        """Return a link that opens a reply with these lines, about a question or else that of the subject.

        Return "" if there is no reply address.
        """
        about = self._report.number if number is None else number
        return mailto(self._reply, self._report.campaign, about, lines) if self._reply else ""

    def example_lines(self, example: Example) -> tuple[str, ...]:
        """Return the lines that are sent for an example."""
        ahead = self._language.typed(en="ahead", ru="заранее")
        return tuple(filter(None, (example.line, example.ahead and f"{ahead} {example.ahead}")))

    def option_link(self, option: Option, number: int) -> str:
        """Return the link of an option.

        After an answer that may be more than a code the cursor has lines of its own.
        """
        line = typed_text(option)
        if option.whole or not line:
            return self.link((line,), number)
        return self.link(("", f"{line} ", "", *(f"# {line}" for line in option.then)), number)

    def moment(self, when: datetime) -> str:
        """Return a time such as `Sun 22 Nov 20:00 MSK`."""
        return self._language.time(when, self._report.zone, self._report.written)

    def number(self, number: int) -> str:
        """Return the number of a question, such as `#12`."""
        return self._language.pgettext("question", "#%(number)s", number=number)

    def who(self) -> str:
        """Return the campaign and the seat that reads: `Sun King · France`."""
        return " · ".join(name for name in (self._report.campaign, self._report.seat) if name)

    def due(self) -> str:
        """Return what is due: `Answer #12 by Sun 22 Nov 20:00 MSK`.

        Parts that the report lacks are left out.
        """
        report = self._report
        if len(report.questions) > 1 and len({question.deadline for question in report.questions}) > 1:
            return "; ".join(
                self._due(self.number(question.number), question.deadline) for question in report.questions
            )
        numbers = [self.number(number) for number in report.numbers]
        return self._due("" if report.number is None else self._language.listing(numbers), report.deadline)

    def _due(self, number: str, deadline: datetime | None) -> str:
        if not number:
            return "" if deadline is None else self._language.gettext("By %(moment)s", moment=self.moment(deadline))
        if deadline is None:
            return self._language.gettext("Asked: %(number)s", number=number)
        return self._language.gettext("Answer %(number)s by %(moment)s", number=number, moment=self.moment(deadline))

    def entry(self, due: Due) -> str:
        """Return a deadline for a calendar.

        For example `Sun King · France: answer #12 (your action round 1)`.
        """
        if due.settled:
            text = self._language.gettext(
                "%(who)s: %(number)s is settled", who=self.who(), number=self.number(due.number)
            )
        else:
            text = self._language.gettext("%(who)s: answer %(number)s", who=self.who(), number=self.number(due.number))
        return f"{text} ({due.title})" if due.title else text

    def entry_text(self, due: Due) -> str:
        """Return what to do about a deadline."""
        if due.settled:
            return self._language.gettext("Nothing is to be answered here any more.")
        return self._language.gettext(
            'Reply to the email that asks %(number)s. Deadline: %(moment)s. An email with the line "calendar '
            'off" ends these entries.',
            number=self.number(due.number),
            moment=self._language.time(due.deadline, self._report.zone, self._report.written),
        )

    def title(self) -> str:
        """Return the title of the report with a capital letter; the subject has it as it is."""
        return self._report.title[:1].upper() + self._report.title[1:]

    def by(self, when: datetime) -> str:
        """Return a deadline such as `by Sun 22 Nov 20:00 MSK`."""
        return self._language.gettext("by %(moment)s", moment=self.moment(when))

    def news(self) -> str:
        """Return the heading of what happened."""
        if self._since() is None:
            return self._language.gettext("What has happened")
        return self._language.gettext("Since your last email")

    def news_left(self, news: News) -> str:
        """Return the line in place of the news that a compact message leaves out."""
        word = self._language.typed(en="history", ru="история")
        return self._language.ngettext(
            "%(n)s more line: send “%(word)s”.",
            "%(n)s more lines: send “%(word)s”.",
            news.left or 0,
            word=word,
        )

    def since(self) -> str:
        """Return when the reader got their last message; empty if they got none.

        For example `Wed 18 Nov 18:02 MSK`.
        """
        since = self._since()
        return "" if since is None else self._language.time(since, self._report.zone, self._report.written)

    def _since(self) -> datetime | None:
        return self._report.news.since if self._report.news else None

    def changes(self) -> str:
        """Return the heading of what is otherwise on the board, or would be."""
        if self._report.kind is Kind.CHECK:
            return self._language.gettext("What would change")
        return self._language.gettext("What changed")

    def further(self) -> str:
        """Return the heading of what else changed, after what is asked."""
        return self._language.gettext("What else changed")

    def stakes(self) -> str:
        """Return the heading of what scores next."""
        return self._language.gettext("Scoring")

    def situation(self) -> str:
        """Return the heading of what must be known to choose."""
        return self._language.gettext("Where things stand")

    def list_word(self) -> str:
        """Return the command that brings all options."""
        return self._language.typed(en="list", ru="список")

    def chapter(self, chapter: Chapter) -> str:
        """Return the line that brings a chapter: `list declare war on`."""
        return f"{self.list_word()} {chapter.words}".rstrip()

    def on_request(self) -> str:
        """Return the line in place of options that a message leaves out."""
        return self._language.gettext("Send “%(list)s” to see all options.", list=self.list_word())

    def number_and_rule(self, question: Question) -> str:
        """Return the small text after a question's heading: `#6 · 5.1`."""
        return " · ".join(part for part in (self.number(question.number), question.rule) if part)

    def brief_title(self, question: Question) -> str:
        """Return a title such as `Take one investment tile`.

        It names the seat if the reader has several.
        """
        return f"{question.seat}: {question.title}" if question.seat else question.title

    def brief_terms(self, question: Question) -> list[str]:
        """Return what the head of a compact message does not say.

        The default, secrecy, a plan that waits, and the deadline of one question of several.
        """
        terms = self.terms(question)
        return (
            terms
            if len(self._report.questions) > 1 or question.deadline != self._report.deadline
            else [line for line in terms if question.deadline is None or line != terms[0]]
        )

    def standing(self) -> str:
        """Return the heading of the figures of the position."""
        return self._language.gettext("The standing")

    def holdings(self) -> str:
        """Return the heading of what only the reader knows; in a game that hides nothing, of what seats hold."""
        if self._report.open:
            return self._language.gettext("What is held")
        return self._language.gettext("Only you know this")

    def pictures(self) -> str:
        """Return the heading of the pictures: of the board alone, or with others."""
        if self._report.kind is Kind.LETTER:
            return self._language.gettext("With the letter")
        if sum(not picture.attached for picture in self._report.pictures) > 1:
            return self._language.gettext("In pictures")
        return self._language.gettext("The board")

    def attached(self) -> str:
        """Say where the whole board is, of which the page shows a part."""
        return self._language.gettext("The whole board is the attached file board.png.")

    def tables(self) -> str:
        """Return the heading of the tables of the position."""
        return self._language.gettext("The position in detail")

    def form(self) -> str:
        """Return the heading of the order form."""
        return self._language.gettext("Your orders")

    def uncomment(self) -> str:
        """Return the first comment in the order form."""
        return self._language.gettext("Remove the # before what you want, or write your own lines:")

    def changed(self) -> str:
        """Return what the mark of a changed row of a table means."""
        return self._language.gettext("* has changed since your last email")

    def aside(self, note: str) -> str:
        """Return a remark after a value, set off by the dash of the language."""
        return self._language.gettext("- %(note)s", note=note)

    def only_you(self) -> str:
        """Return the remark at a fact that nobody else is told."""
        return self._language.gettext("only you see this")

    def private(self, line: NewsLine) -> str:
        """Return the remark `only_you` if the line needs it."""
        return self.only_you() if line.mark is Mark.PRIVATE else ""

    def question(self, question: Question) -> str:
        """Return a question with its number: `#12 Take one investment tile`.

        It names the seat if the reader has several: `#12 France: take one investment tile`.
        """
        asked = f"{question.seat}: {question.title}" if question.seat else question.title
        return f"{self.number(question.number)} {asked}"

    def terms(self, question: Question) -> list[str]:
        """Return deadline, default and secrecy of a question, and what holds a plan up there, one sentence each."""
        lines = []
        if question.deadline is not None:
            lines.append(self._language.gettext("Answer by %(moment)s.", moment=self.moment(question.deadline)))
        if question.default:
            lines.append(self._language.gettext("Without an answer: %(default)s", default=question.default))
        if question.secret:
            lines.append(self._language.gettext("Secret: nobody sees your answer before everyone has answered."))
        return [*lines, question.plan] if question.plan else lines

    def modifiers(self) -> str:
        """Return the heading of what may be added to a code."""
        return self._language.gettext("You can add to a code:")

    def added(self, question: Question) -> str:
        """Return what may be added to a code of a question, in a line.

        For example `You can add to a code: +d2: two of the points …`.
        """
        told = (
            f"{modifier.name}: {modifier.text}" + (f" ({modifier.note})" if modifier.note else "")
            for modifier in question.modifiers
        )
        return f"{self.modifiers()} {'; '.join(told)}"

    def hints_heading(self) -> str:
        """Return the heading of how to answer."""
        return self._language.gettext("How to answer")

    def hints(self) -> list[str]:
        """Return how to answer, written from what the report asks; the report's own hints come first if it has any."""
        if self._report.hints is not None:
            return list(self._report.hints)
        if not self._report.questions:
            return []
        code = self._example_code()
        hints = []
        if code:
            text = self._language.gettext("Reply to this email; a code is enough: %(code)s", code=code)
            hints.append(text)
        if self._report.form is not None:
            hints.append(
                self._language.gettext(
                    "Or write your lines between %(opening)s and %(closing)s and send the whole email back.",
                    opening=self._report.form.opening,
                    closing=self._report.form.closing,
                )
            )
        hints.append(self._language.gettext('Write "check" before your lines to test them: nothing is done.'))
        return hints

    def _example_code(self) -> str:
        """Return the first code; if one order needs several, as the form has them."""
        form = self._report.form
        first = form.choices[0].order if form is not None and form.choices else ""
        if " " in first and set(first.split()) <= self._codes():
            return first
        first_of_each = [self._first_code(question) for question in self._report.questions]
        return " ".join(code for code in first_of_each if code)

    @staticmethod
    def _first_code(question: Question) -> str:
        return next((group.options[0].code for group in question.groups if group.options), "")

    def _codes(self) -> set[str]:
        return {
            option.code for question in self._report.questions for group in question.groups for option in group.options
        }

    def reading(self, reading: Reading) -> str:
        """Return how many lines were read and what was not: `Read: 1 line. Ignored: the quoted email.`."""
        count = len({line.number for line in reading.lines if line.number})
        if not count:
            return self._language.gettext("Your earlier lines were tried again.")
        read = self._language.ngettext("Read: %(n)s line", "Read: %(n)s lines", count)
        if not reading.ignored:
            return f"{read}."
        return self._language.ngettext(
            "%(read)s. Ignored: %(parts)s.",
            "%(read)s. Ignored: %(parts)s.",
            len(reading.ignored),
            read=read,
            parts=self._language.listing(reading.ignored),
        )

    def is_plain(self, reading: Reading) -> bool:
        """Return whether every line is done, as the title says: then no line repeats it."""
        return all(line.outcome is OrderOutcome.DONE for line in reading.lines)

    def told(self, line: ReadLine) -> str:
        """Return how a line was understood and what came of it, with its seat where the reader has several."""
        told = "; ".join(part for part in (line.reading, line.detail) if part)
        return ": ".join(part for part in (line.seat, told) if part)

    def outcome(self, outcome: OrderOutcome) -> str:
        """Return what became of a line, in a word or two."""
        return outcome_in_words(outcome, self._language)

    def nearest(self, line: ReadLine) -> str:
        """Return the heading of what the player may have meant; after a line that counts, of what may be added."""
        if line.outcome is OrderOutcome.DRAFT:
            return self._language.gettext("Add from these:")
        return self._language.gettext("Did you mean:")

    def after_heading(self) -> str:
        """Return the heading of the foot of a message."""
        return self._language.gettext("What comes next")

    def footer(self, *, linked: bool = False) -> list[str]:
        """Return who is waited for, when the reader hears again, and which words always work.

        Those of a compact message are one paragraph, without the words that it has as links (`linked`).
        """
        lines, brief = self._coming(), self._report.detail is Detail.BRIEF
        lines = [" ".join(lines)] if brief and lines else lines
        return lines if linked and brief else [*lines, *self._always()]

    def _coming(self) -> list[str]:
        gettext, footer = self._language.gettext, self._report.footer
        lines, brief = [], self._report.detail is Detail.BRIEF
        told = RECEIPT if brief else RECEIPT_IN_FULL
        if footer.waiting_for:
            lines.append(gettext("Waiting for %(who)s.", who=self._language.listing(footer.waiting_for)))
        if footer.stewards:
            lines.append(gettext("Played by stewards: %(seats)s.", seats=self._language.listing(footer.stewards)))
        if footer.next_sign is not None and not (brief and self._answered_by(footer.next_sign)):
            moment = self.moment(footer.next_sign)
            lines.append(gettext("You will hear from us by %(moment)s, unless a deadline changes.", moment=moment))
        if footer.log is not None and brief:
            lines.append(gettext("Position after log entry [%(log)s].", log=footer.log))
        elif footer.log is not None:
            lines.append(gettext("Position shown: after log entry [%(log)s], numbered as in the news.", log=footer.log))
        lines += [
            (f"{receipt.seat}: " if receipt.seat else "") + gettext(told, number=receipt.number, root=receipt.root[:16])
            for receipt in footer.receipts
        ]
        return lines

    def _answered_by(self, moment: datetime) -> bool:
        """Return whether the head of the mail says this moment already: answer by then."""
        report = self._report
        return report.number is not None and report.kind is not Kind.STATUS and moment == report.deadline

    def _always(self) -> list[str]:
        if not self._report.footer.commands:
            return []
        commands = self._language.listing(self._report.footer.commands, "or")
        return [self._language.gettext("You can also send one of these words: %(commands)s.", commands=commands)]


def outcome_in_words(outcome: OrderOutcome, language: Language) -> str:
    """Tell what became of a line, in a word or two."""
    gettext = language.gettext
    match outcome:
        case OrderOutcome.DONE:
            return gettext("done")
        case OrderOutcome.ON_FILE:
            return gettext("on file")
        case OrderOutcome.LEGAL:
            return gettext("legal")
        case OrderOutcome.WAITING:
            return gettext("waits")
        case OrderOutcome.PLANNED:
            return gettext("planned")
        case OrderOutcome.DRAFT:
            return gettext("kept as a draft")
        case OrderOutcome.UNTRIED:
            return gettext("not tried")
        case OrderOutcome.REFUSED:
            return gettext("against the rules")
        case OrderOutcome.DECLINED:
            return gettext("declined by another player")
        case OrderOutcome.OFFERED:
            return gettext("offered")
        case OrderOutcome.NOTED:
            return gettext("noted")
        case OrderOutcome.NOT_DONE:
            return gettext("not done")
        case OrderOutcome.LATE:
            return gettext("too late")
        case OrderOutcome.UNREADABLE:
            return gettext("not understood")
        case OrderOutcome.AMBIGUOUS:
            return gettext("not clear")
        case OrderOutcome.IGNORED:
            return gettext("ignored")
        case OrderOutcome.CORRECTED:
            return gettext("taken back by a correction")
    assert_never(outcome)
