"""Write what a mail asks: its questions with their options, the form to fill in, and what the subject says of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.language import msgid
from adjudicator.mail.patterns import CLOSING, OPENING
from adjudicator.reports.layout.section_order import SHORT
from adjudicator.reports.model import (
    Detail,
    Example,
    Examples,
    Form,
    FormLine,
    Option,
    OptionGroup,
    OrderOutcome,
    Question,
    Report,
)
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.problems import problem_text
from adjudicator.reports.wording.ready_lines import heading
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.payloads import ADVICE, Answer
from adjudicator.service.play import advice, due_dates, offers, standing_orders
from adjudicator.service.play.standing_lines import order_for_nothing
from adjudicator.service.words import banks, listed_answers, rulings
from adjudicator.service.words.examples import asked_of, only_legal
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader


def _on_table(reader: Reader, asked: Asked, seat: str, bundle: Action) -> str:
    """Say which bundle is on the table of an agreement, and how it is signed."""
    words = offers.words_at(reader.match).say(bundle, reader.language.code)
    code = next((f" ({option.code})" for option in asked.options if option.action == bundle), "")
    waiting = seat in asked.decision.waiting
    signs = msgid("On the table lies: %(bundle)s. To sign it answer with it; any other answer is a counter-offer.")
    signed = msgid("On the table lies what you have signed: %(bundle)s. Any other answer is a counter-offer.")
    return reader.language.gettext(signs if waiting else signed, bundle=words + code)


def with_question(reader: Reader, parts: Parts, report: Report) -> Report:
    """Add the question with its options, the form, and a title.

    If there are several seats, it says what each of them is asked.
    """
    if reader.pending is not None:
        return report
    shown = [found for number in reader.numbers(parts.number) if (found := asked_of(reader, number)) is not None]
    if not shown:
        return msgspec.structs.replace(report, lead=(*report.lead, *rulings.closed(reader)))
    asked = [msgspec.structs.replace(each, legal=tuple(reader.match.options(seat))) for seat, each in shown]
    questions = tuple(_question(reader, seat, each) for (seat, _), each in zip(shown, asked, strict=True))
    if MODERATOR in reader.asked_as:
        report = msgspec.structs.replace(report, sections=(*rulings.known(reader), *report.sections))
    if parts.titled_by_question:
        titles = (reader.report.title(each.decision, reader.public_view, reader.language) for each in asked)
        report = msgspec.structs.replace(report, title="; ".join(dict.fromkeys(titles)))
    first, *others = (
        _form(reader, seat, each, question) for (seat, _), each, question in zip(shown, asked, questions, strict=True)
    )
    report = msgspec.structs.replace(
        report,
        number=asked[0].number,
        deadline=min((each.deadline for each in asked if each.deadline is not None), default=None),
    )
    if report.detail is Detail.BRIEF and _told_before(reader):
        return report
    offered = tuple(
        _offered(reader, seat, of, each, report.detail)
        for (seat, _), of, each in zip(shown, asked, questions, strict=True)
    )
    form = _bare(first, others) if report.detail is Detail.BRIEF else _whole(reader, first, others)
    situation = report.situation
    if report.detail is Detail.BRIEF and not situation:
        situation = situation_of(reader, [seat for seat, _ in shown])
    if report.detail is Detail.BRIEF and all(each.decision.interrupts for each in asked):
        report = _in_short(report)
    return msgspec.structs.replace(report, questions=offered, form=form, situation=situation)


def _in_short(report: Report) -> Report:
    """Return a report that asks in the turn of another without what a turn of the reader's own would be about.

    That is what scores, and what the others can do next; `details` has it.
    """
    standing = report.standing
    bare = standing and msgspec.structs.replace(standing, stakes=(), scoring=None)
    return msgspec.structs.replace(report, standing=bare, outlook=())


def situation_of(reader: Reader, seats: Sequence[str]) -> tuple[str, ...]:
    """Return what these seats must know to choose, each under its name where there are several."""
    told = {seat: reader.report.situation(reader.view(), seat, reader.language) for seat in seats if seat != MODERATOR}
    if len(told) < 2:
        return tuple(line for lines in told.values() for line in lines)
    return tuple(f"{reader.seat_called(seat)}: {line}" for seat, lines in told.items() for line in lines)


def _told_before(reader: Reader) -> bool:
    """Return whether an answer says nothing of the question, which is in the message that asked it.

    That is so if nothing is done, or if a secret answer is on file.
    """
    intent = reader.intent
    if not isinstance(intent, Answer) or intent.shows or reader.several:
        return False
    outcomes = {line.outcome for line in intent.lines} - {OrderOutcome.IGNORED}
    return bool(intent.checked and intent.planned) or outcomes == {OrderOutcome.ON_FILE}


def _offered(reader: Reader, seat: str, asked: Asked, question: Question, detail: Detail) -> Question:
    """Return the question with what a message offers: its options, and whole answers that are legal."""
    if isinstance(reader.intent, Answer) and ADVICE in reader.intent.shows:
        return _compared(reader, seat, asked, question)
    goes_on = detail is Detail.BRIEF and _goes_on(reader, seat)
    listed, singles = _is_listed(reader, seat, asked, question), _singles(reader, asked, question)
    question = msgspec.structs.replace(question, listed=listed, singles=singles, goes_on=goes_on)
    if detail is Detail.BRIEF:
        question = _for_longer(reader, asked, question)
    wanted = reader.seat.examples and settings_of(reader.campaign).examples and not reader.is_followed
    if detail is Detail.FULL:
        return listed_answers.in_chapters(reader, asked, msgspec.structs.replace(question, examples=None))
    if not question.listed or not wanted:
        return msgspec.structs.replace(question, examples=None)
    return only_legal(reader, seat, asked, question)


def _compared(reader: Reader, seat: str, asked: Asked, question: Question) -> Question:
    """Return the question with the answers that a steward has compared for a hint, in the place of all options."""
    prompt, words = reader.prompt(asked.number), reader.language
    found = None if prompt is None else advice.known(prompt, reader.match, seat)
    bare = msgspec.structs.replace(question, groups=(), links=(), singles=(), modifiers=(), listed=False, examples=None)
    if found is None:
        return bare
    lines = []
    for each in found.options:
        action = msgspec.convert(each.action, reader.match.game.action_type)
        parts = offers.codes_of(asked.options, action)
        said = offers.words_at(reader.match).say(action, words.code)
        typed = " ".join(part.code for part in parts) or said
        lines.append(Example(line=typed, words="" if typed == said else said, figure=f"{_percent(each.worth)} %"))
    examples = Examples(
        heading=words.gettext("Compared"),
        lines=tuple(lines),
        note=words.gettext(
            "In front: your prospects afterwards in percent, as a steward reckons them from what your seat knows. It "
            "plans few steps ahead."
        ),
    )
    return only_legal(reader, seat, asked, msgspec.structs.replace(bare, examples=examples))


def _percent(worth: float) -> int:
    """Return a share in percent: what is reckoned from few plays may be a little more than all, or less than none."""
    return round(100 * min(1.0, max(0.0, worth)))


def _for_longer(reader: Reader, asked: Asked, question: Question) -> Question:
    """Add the words with which such questions end, where one in the turn of another may be declined.

    They are a standing order, and so for who plays one of the seats alone: others say for which seat they write.
    """
    book, kind = offers.words_at(reader.match), asked.decision.kind
    told = book.interruptions.get(kind)
    if not asked.decision.interrupts or told is None or reader.several:
        return question
    bound = len(asked.options) == 1  # to the order for nothing, where there is one
    if not told.declines and not (bound and order_for_nothing(reader.match, book, (kind,), reader.language.code)):
        return question
    turn = reader.language.typed(en="no for this turn", ru="нет на этот ход")
    ever = reader.language.typed(en="never", ru="никогда")
    options = (
        Option(code=turn, words=reader.language.gettext("decline, and all such questions of this turn"), whole=True),
        Option(code=ever, words=reader.language.gettext("decline, and all such questions from now on"), whole=True),
    )
    shown = question.groups if question.links is None else question.links
    group = OptionGroup(options=options, heading=reader.language.gettext("For longer"))
    return msgspec.structs.replace(question, links=(*shown, group))


WRITTEN: Final = 60
"""Options that a mail lists which asks for an order for each of many things."""
MENU: Final = 12
"""Prepared lines below a list of answers: a longer list has codes."""


def _is_listed(reader: Reader, seat: str, asked: Asked, question: Question) -> bool:
    """Return whether a mail shows the options.

    Few are shown in every mail, so that each is reached from whatever its reader has open; of many an answer repeats
    none that its reader has had for the most part, and where an order is written for each of many things, none are.
    """
    before = reader.match_before
    count = sum(len(group.options) for group in question.groups)
    short = count <= SHORT
    if asked.decision.form == "orders":
        return short or (count <= WRITTEN and not isinstance(reader.intent, Answer))
    if not isinstance(reader.intent, Answer) or reader.intent.shows or short or before is None:
        return True
    had = (
        {type(option) for option in (*before.options(seat), *before.upcoming_actions(seat))}
        if seat in before.asked_seats
        else set()
    )
    types = {type(option.action) for option in asked.options}
    return len(types & had) * 2 < len(types)


SINGLES: Final = 4
"""Options that stand in a mail which lists none of the others."""


def _singles(reader: Reader, asked: Asked, question: Question) -> tuple[OptionGroup, ...]:
    """Return the options that are the only ones of their kind; of many only what ends the round or the turn."""
    possible = [option for option in asked.options if not option.ahead]
    kinds = Counter(type(each.action) for each in possible)
    found = [each for each in possible if kinds[type(each.action)] == 1]
    if len(found) > SINGLES:
        found = [each for each in found if offers.closes(each.action, reader.match.game)]
    codes = {each.code for each in found}
    kept = (
        msgspec.structs.replace(group, options=tuple(option for option in group.options if option.code in codes))
        for group in (question.groups if question.links is None else question.links)
    )
    groups = tuple(group for group in kept if group.options)
    if all(offers.closes(each.action, reader.match.game) for each in found):  # beside nothing they need no heading
        return tuple(msgspec.structs.replace(group, heading="") for group in groups)
    return groups


def _goes_on(reader: Reader, seat: str) -> bool:
    """Return whether an answer shows what is left of the question that its reader has answered."""
    before = reader.match_before
    if not isinstance(reader.intent, Answer) or reader.intent.shows or before is None or seat not in before.asked_seats:
        return False
    asked, then = reader.match.question(seat), before.question(seat)
    return asked is not None and then is not None and asked.kind == then.kind


def _bare(first: Form, others: Sequence[Form]) -> Form:
    """Return the block without prepared orders: a compact message has them as links."""
    below = tuple(msgspec.structs.replace(each, choices=()) for each in others)
    return msgspec.structs.replace(first, choices=(), below=below)


def _whole(reader: Reader, first: Form, others: Sequence[Form]) -> Form | None:
    """Return the block with prepared orders; None below a long list of answers, which have their codes.

    Below a short one it tells which parts make one answer.
    """
    long = listed_answers.is_list(reader) and (listed_answers.named(reader) or len(first.choices) > MENU)
    return None if long else msgspec.structs.replace(first, below=tuple(others))


def _question(reader: Reader, seat: str, asked: Asked) -> Question:
    """Return what one seat is asked, from what its reader may know."""
    question = reader.report.question(asked, reader.view(), seat, reader.language)
    question = msgspec.structs.replace(question, plan=_unfit(reader, seat))
    if asked.decision.on_table is not None:
        question = msgspec.structs.replace(question, note=_on_table(reader, asked, seat, asked.decision.on_table))
    if seat == MODERATOR:
        question = rulings.with_hands(reader, question)
    if asked.decision.form == "orders":
        question = _written(reader, question)
    if asked.decision.held:
        question = _held_back(reader, seat, question)
    elif seat != MODERATOR and (told := banks.of_question(reader, asked.number)):
        question = msgspec.structs.replace(question, note=f"{question.note} {told}".strip())
    if settings_of(reader.campaign).practice:
        question = msgspec.structs.replace(question, default="")  # nothing is done without an answer
    return msgspec.structs.replace(question, seat=reader.seat_called(seat)) if reader.several else question


def _written(reader: Reader, question: Question) -> Question:
    """Return a question that is answered by many orders, with how they are written."""
    told = reader.language.gettext(
        "One order for each, a line each; a later one takes the place of an earlier. “%(ready)s” when all are written. "
        "Nobody sees them before everybody is ready or the deadline has come.",
        ready=reader.language.typed(en="ready", ru="готов"),
    )
    return msgspec.structs.replace(question, secret=False, note=told, how="")


def _unfit(reader: Reader, seat: str) -> str:
    """Say why nothing of the seat's plan can be done at what it is asked; "" if it was not tried there."""
    unfit = reader.unfit(seat)
    if unfit is None:
        return ""
    return reader.language.gettext(
        "Your plan stands, but nothing of it can be done here (“%(line)s”: %(why)s); “%(off)s” withdraws it.",
        line=unfit.line,
        why=problem_text(reader, unfit.problem),
        off=BY_ID["plan off"].name(reader.language),
    )


def _held_back(reader: Reader, seat: str, question: Question) -> Question:
    """Return a question whose answers come out at a fixed time; a standing order's answer replaces the default."""
    told = reader.language.gettext(
        "Every answer comes out at that time, not before; whether you have given one shows nobody."
    )
    at, today = reader.by_name(seat), due_dates.today(reader.campaign, reader.intent.written)
    left = standing_orders.answer_at(reader.session, at, reader.match, today) if at.standing else None
    default = question.default
    if left is not None:
        answer = offers.words_at(reader.match).say(left[1], reader.language.code)
        default = reader.language.gettext("%(answer)s, by your standing order %(n)s", answer=answer, n=left[0].number)
    note = f"{question.note} {told}".strip()
    return msgspec.structs.replace(question, secret=False, note=note, default=default)


def _closing(reader: Reader, asked: Asked) -> tuple[FormLine, ...]:
    """Return what ends a round as a comment like the rest: a form that is sent back must not throw one away."""
    told = reader.language.gettext("only when you have done all that you want to")
    return tuple(FormLine(order=line, words=told) for line in offers.closing_words(asked, reader.match.game))


def _form(reader: Reader, seat: str, asked: Asked, question: Question) -> Form:
    opening, closing = reader.language.forms(OPENING)[0], reader.language.forms(CLOSING)[0]
    return Form(
        opening=f"{opening} {asked.number}",
        closing=f"{closing} {asked.number}",
        choices=(*offers.choices(asked, question, reader.match.game), *_closing(reader, asked)),
        heading=heading(reader.seat_called(seat)) if reader.several else "",
    )
