"""From what a mail was to say, and the position it was decided in, to the report a seat reads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.events import Told
from adjudicator.kernel.match import Match
from adjudicator.mail.patterns import CLOSING, OPENING
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Footer, Form, Kind, News, Report, Section
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.confirmations import how_to
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import (
    Answer,
    AnyIntent,
    Ask,
    Correction,
    Digest,
    Dossier,
    Gather,
    HeldMail,
    Help,
    LetterMail,
    Status,
    TakebackAsked,
    Tell,
    Watch,
    Welcome,
    decode,
)
from adjudicator.service.outbox.notices import NOTICES
from adjudicator.service.play import offers, prose_questions
from adjudicator.service.play.dues import policy_of
from adjudicator.service.timing import closing_time
from adjudicator.service.words import (
    calendar_entries,
    confirmation_requests,
    corrections,
    diaries,
    digests,
    fair_draws,
    help,
    service_texts,
)
from adjudicator.service.words.gathering import gathering_report, watch_lead
from adjudicator.service.words.letters import letter_report
from adjudicator.service.words.notices import worded
from adjudicator.service.words.order_lines import reading_of, untold
from adjudicator.service.words.reader import Desk
from adjudicator.store import audits
from adjudicator.store.tables import OutboundMail, SeatKind
from adjudicator.store.timing import asked_at


def write(session: Session, row: OutboundMail) -> Report:
    """The report that a queued mail stands for. Raises LookupError if what it tells of is gone."""
    intent = decode(row.intent)
    if isinstance(intent, Gather):
        return gathering_report(session, row, intent)
    desk = Desk(session, row, intent)
    report = _with_acts(desk, row)
    return msgspec.structs.replace(report, dues=calendar_entries.dues(desk, report))


def _with_acts(desk: Desk, row: OutboundMail) -> Report:
    """A report tells what the moderators did since the one before; the first of the match, since it was planned."""
    report = _written(desk, desk.intent)
    if row.kind != queue.REPORT:
        return report
    since = desk.campaign.created_at if isinstance(desk.intent, Welcome) else desk.last_report
    if since is None:
        return report
    acts = audits.to_be_told(desk.session, desk.campaign.id, since, row.queued_at)
    section = audit.acts_section(acts, desk.language, desk.zone)
    return report if section is None else msgspec.structs.replace(report, sections=(*report.sections, section))


def _written(desk: Desk, intent: AnyIntent) -> Report:
    if isinstance(intent, Watch):
        return _watch(desk)
    if isinstance(intent, Digest):
        return _digest(desk, intent)
    if isinstance(intent, LetterMail):
        return letter_report(desk, intent.key)
    if isinstance(intent, Welcome):
        return _welcome(desk, intent)
    if isinstance(intent, Ask):
        return _ask(desk, intent)
    if isinstance(intent, Answer):
        return _answer(desk, intent)
    if isinstance(intent, Status):
        return _status(desk, intent)
    if isinstance(intent, Help):
        return _help(desk, intent)
    if isinstance(intent, Dossier):
        return _dossier(desk, intent)
    if isinstance(intent, Correction):
        return _correction(desk, intent)
    if isinstance(intent, HeldMail):
        return _held(desk, intent)
    if isinstance(intent, TakebackAsked):
        return _takeback(desk, intent)
    if not isinstance(intent, Tell):
        raise LookupError("the mail is about no seat")
    return _tell(desk, intent)


def _watch(desk: Desk) -> Report:
    moderator = desk.seat.kind is SeatKind.MODERATOR
    title = desk.language.gettext("you moderate") if moderator else desk.language.gettext("you watch")
    report = _position(desk, Kind.WELCOME, title)
    return msgspec.structs.replace(report, lead=watch_lead(desk), sections=service_texts.welcome_sections(desk))


def _digest(desk: Desk, intent: Digest) -> Report:
    report = _position(desk, Kind.DIGEST, digests.title(desk.language, intent))
    return msgspec.structs.replace(
        report,
        # The first sentence tells the stretch of time, which need not begin with the reader's last mail.
        news=None if report.news is None else msgspec.structs.replace(report.news, since=None),
        lead=(digests.lead(desk, intent), *service_texts.status_lead(desk)),
        sections=tuple(digests.letters(desk, intent)),
    )


def _welcome(desk: Desk, intent: Welcome) -> Report:
    report = _position(desk, Kind.WELCOME, service_texts.welcome_title(desk.language))
    report = msgspec.structs.replace(
        report,
        lead=service_texts.welcome_lead(desk.language, desk.campaign.title, desk.name_of(desk.seat)),
        sections=service_texts.welcome_sections(desk),
    )
    return _with_question(desk, report, intent.number)


def _ask(desk: Desk, intent: Ask) -> Report:
    report = _position(desk, Kind.PROMPT, "")
    seats = [desk.seat_called(name) for name in intent.overdue]
    if intent.ordered:
        lead: tuple[str, ...] = (service_texts.moderator_answered(desk.language, desk.language.listing(seats)),)
    else:
        lead = tuple(service_texts.deadline_answered(desk.language, name) for name in seats)
    return _with_question(desk, msgspec.structs.replace(report, lead=lead), intent.number)


def _answer(desk: Desk, intent: Answer) -> Report:
    changed = desk.sequence > intent.before
    with_position = changed or "position" in intent.shows
    kind = _kind_of(intent)
    report = _position(desk, kind, "") if with_position else _bare(desk, kind, "")
    ordered = bool(intent.lines or intent.draft or intent.checked)
    reading, told = reading_of(desk, intent) if ordered else (None, ())
    report = msgspec.structs.replace(
        report,
        title=service_texts.answer_title(desk.language, intent) if ordered or not intent.title else intent.title,
        lead=service_texts.status_lead(desk) if "status" in intent.shows else (),
        reading=reading,
        news=untold(report.news, told),
        sections=(*intent.said, *(_help_sections(desk, intent.number) if "help" in intent.shows else ())),
    )
    footer = msgspec.structs.replace(report.footer, receipt=intent.receipt)
    report = msgspec.structs.replace(report, footer=footer)
    if desk.match.result is not None:
        return _over(desk, report)
    return _with_question(desk, report, intent.number, keep_title=True)


def _kind_of(intent: Answer) -> Kind:
    """What the mail mainly is, which decides the order of its parts."""
    if intent.checked:
        return Kind.CHECK
    if prose_questions.all_questions(intent.lines) and intent.shows:
        return Kind.STATUS
    if intent.lines or not intent.shows:
        return Kind.ANSWER
    return Kind.HELP if "help" in intent.shows else Kind.STATUS


def _status(desk: Desk, intent: Status) -> Report:
    report = _position(desk, Kind.STATUS, service_texts.status_title(desk.language))
    report = msgspec.structs.replace(report, lead=service_texts.status_lead(desk))
    return _with_question(desk, report, intent.number, keep_title=True)


def _help(desk: Desk, intent: Help) -> Report:
    report = _bare(desk, Kind.ERROR if intent.why else Kind.HELP, service_texts.help_title(desk.language, intent))
    lead = service_texts.help_lead(desk.language, intent)
    if intent.why in service_texts.NOTHING_READ and desk.player is not None:
        report = msgspec.structs.replace(report, lead=(*lead, help.how_to_answer(desk, intent.number)))
    else:
        report = msgspec.structs.replace(report, lead=lead, sections=_help_sections(desk, intent.number))
    return _with_question(desk, report, intent.number, keep_title=True)


def _help_sections(desk: Desk, number: int | None) -> tuple[Section, ...]:
    how, *words = help.help_sections(desk)
    return (how, *help.example_section(desk, number), *words)


def _dossier(desk: Desk, intent: Dossier) -> Report:
    report = _position(desk, Kind.WELCOME, service_texts.dossier_title(desk.language, intent))
    report = msgspec.structs.replace(
        report,
        lead=service_texts.dossier_lead(desk, intent),
        sections=service_texts.dossier_sections(desk, intent),
    )
    return _with_question(desk, report, intent.number, keep_title=True)


def _correction(desk: Desk, intent: Correction) -> Report:
    """What a correction means for the reader, and the question that is open for him now."""
    report = _position(desk, Kind.NOTICE, corrections.title(desk.language))
    report = msgspec.structs.replace(
        report, lead=corrections.lead(desk, intent), sections=corrections.sections(desk, intent)
    )
    if desk.match.result is not None:
        return _over(desk, report)
    return _with_question(desk, report, intent.number, keep_title=True)


def _notice(desk: Desk, intent: Tell) -> Report:
    """A short mail: what it is about, and the open question once more."""
    notice = worded(desk, intent)
    report = _bare(desk, Kind.NOTICE, notice.title())
    report = msgspec.structs.replace(report, lead=notice.sentences())
    return _with_question(desk, report, intent.number, keep_title=True)


def _held(desk: Desk, intent: HeldMail) -> Report:
    """A mail of the seat waits for its word: how it was read, and how to answer."""
    report = _bare(desk, Kind.NOTICE, confirmation_requests.title(desk.language, intent))
    return msgspec.structs.replace(
        report,
        lead=confirmation_requests.lead(desk, intent),
        reading=confirmation_requests.reading(desk, intent),
        sections=confirmation_requests.sections(desk, intent),
    )


def _takeback(desk: Desk, intent: TakebackAsked) -> Report:
    """Somebody asks for orders back: which, and how to answer."""
    report = _bare(desk, Kind.NOTICE, confirmation_requests.takeback_title(desk, intent))
    sections = corrections.as_sections(
        desk, desk.told(intent.n), desk.player, desk.language.gettext("What would not count any more")
    )
    choice = how_to(desk.language, intent.code, intent.until, desk.zone, intent.written)
    return msgspec.structs.replace(
        report, lead=confirmation_requests.takeback_lead(desk, intent), sections=(choice, *sections)
    )


def _tell(desk: Desk, intent: Tell) -> Report:
    if intent.topic in NOTICES:
        return _notice(desk, intent)
    report = _position(desk, Kind.NOTICE, service_texts.tell_title(desk.language, intent))
    if desk.match.result is not None:
        return _over(desk, report)
    report = msgspec.structs.replace(report, lead=service_texts.tell_lead(desk.language, intent))
    if intent.topic == "closed":
        return msgspec.structs.replace(
            report, sections=(*report.sections, *diaries.opened_sections(desk), fair_draws.opening(desk))
        )
    return report


def _over(desk: Desk, report: Report) -> Report:
    assert desk.match.result is not None
    ended = desk.report.over(desk.match.result, desk.player, desk.language)
    return msgspec.structs.replace(
        report,
        title=service_texts.over_title(desk.language),
        lead=(*report.lead, ended),
        sections=(*report.sections, *diaries.opened_sections(desk), fair_draws.opening(desk)),
    )


def _bare(desk: Desk, kind: Kind, title: str) -> Report:
    """A mail without the position."""
    return Report(
        kind=kind,
        campaign=desk.campaign.title,
        title=title,
        written=desk.intent.written,
        seat=desk.name_of(desk.seat) if desk.player else "",
        language=desk.language.code,
        zone=desk.zone,
        footer=_footer(desk),
    )


def _position(desk: Desk, kind: Kind, title: str) -> Report:
    """A mail with news, standing, holdings and the board, as the reader may see them."""
    view = desk.view()
    return msgspec.structs.replace(
        _bare(desk, kind, title),
        news=_news(desk),
        standing=desk.report.standing(view, desk.player, desk.view_before, desk.language),
        holdings=desk.report.holdings(view, desk.player, desk.language) if desk.player else (),
        outlook=desk.report.outlook(view, desk.player, desk.language) if desk.player else (),
        pictures=desk.report.pictures(view, desk.player, _told(desk), desk.language, drawn=desk.seat.has_page),
    )


def _told(desk: Desk) -> list[Told[Any]]:
    """What is new for the reader: after a correction also what happened otherwise than he was told."""
    return corrections.news(desk, desk.intent) if isinstance(desk.intent, Correction) else desk.news


def _news(desk: Desk) -> News | None:
    told = _told(desk)
    groups = desk.report.news(told, desk.player, desk.language, desk.before(told) if told else ())
    return News(groups=groups, since=desk.told_at) if groups else None


def _footer(desk: Desk) -> Footer:
    if desk.pending is not None:
        entering = desk.language.gettext("the moderator, who enters a draw that is made at the table")
        return Footer(waiting_for=(entering,), log=desk.sequence, commands=service_texts.always(desk.language))
    waiting = sorted({seat for decision in desk.match.decisions() for seat in _publicly_waiting(desk.match, decision)})
    parties = [desk.report.party(seat, desk.language) for seat in waiting if seat != desk.player]
    closed = desk.campaign.state in service_texts.OVER
    names = () if closed else tuple(party.whom or party.name for party in parties)
    return Footer(
        next_sign=_next_sign(desk),
        waiting_for=names,
        log=desk.sequence,
        commands=service_texts.always(desk.language),
    )


def _publicly_waiting(match: Match, decision: Any) -> Sequence[str]:
    """Everybody who is asked: who has already answered a secret question is nobody's business."""
    seats: Sequence[str] = decision.seats
    return seats


def _next_sign(desk: Desk) -> datetime | None:
    """When the reader hears again at the latest: when the last answer that is waited for is due.

    Of all who are asked, not of those who have not answered: who has is nobody's business. None while nobody
    knows: in a pause, or when that moment has passed and something else is waited for.
    """
    if desk.match.result is not None:
        return None
    asked = asked_at(desk.session, desk.campaign.id, desk.intent.written)
    ends = [closing_time(policy_of(desk.campaign), row.deadline) for row in asked if row.deadline is not None]
    due = max(ends) if ends and len(ends) == len(asked) else None
    return due if due is not None and due > desk.intent.written else None


def _with_question(desk: Desk, report: Report, number: int | None, *, keep_title: bool = False) -> Report:
    """Add the question with its options, the form, and what the subject says."""
    prompt = None if number is None else desk.prompt(number)
    if prompt is None or desk.player is None or number is None or desk.pending is not None:
        return (
            report if report.title else msgspec.structs.replace(report, title=service_texts.news_title(desk.language))
        )
    decision = desk.match.decisions()[0]
    asked = Asked(
        number,
        decision,
        offers.coded(prompt.offered, desk.match, desk.player, desk.language.code),
        prompt.deadline,
        *offers.default_of(desk.match, desk.player, desk.language.code),
        tuple(desk.match.options(desk.player)),
    )
    question = desk.report.question(asked, desk.match.view(desk.player), desk.player, desk.language)
    title = desk.report.title(decision, desk.match.view(), desk.language)
    opening, closing = desk.language.forms(OPENING)[0], desk.language.forms(CLOSING)[0]
    form = Form(
        opening=f"{opening} {number}",
        closing=f"{closing} {number}",
        choices=offers.choices(asked, question, desk.match.game.id),
        prefilled=offers.closing_words(asked, desk.match.game.id),
    )
    return msgspec.structs.replace(
        report,
        title=report.title if keep_title else title,
        number=number,
        deadline=prompt.deadline,
        questions=(question,),
        form=form,
    )
