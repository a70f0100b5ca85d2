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
from adjudicator.service.outbox.play_notices import Ending
from adjudicator.service.play import offers, prose_questions
from adjudicator.service.play.dues import policy_of
from adjudicator.service.timing.deadline import closing_time
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
from adjudicator.service.words.gathering import LobbyWording
from adjudicator.service.words.letters import letter_report
from adjudicator.service.words.notices import worded
from adjudicator.service.words.order_lines import reading_of, untold
from adjudicator.service.words.reader import Reader
from adjudicator.store import audits
from adjudicator.store.tables import OutboundMail, SeatKind
from adjudicator.store.timing import asked_at


def write(session: Session, row: OutboundMail) -> Report:
    """The report that a queued mail stands for. Raises LookupError if what it tells of is gone."""
    intent = decode(row.intent)
    if isinstance(intent, Gather):
        return LobbyWording(session, row, intent).report()
    reader = Reader(session, row, intent)
    report = _with_acts(reader, row)
    return msgspec.structs.replace(report, dues=calendar_entries.dues(reader, report))


def _with_acts(reader: Reader, row: OutboundMail) -> Report:
    """A report tells what the moderators did since the one before; the first of the match, since it was planned."""
    report = _written(reader, reader.intent)
    if row.kind != queue.REPORT:
        return report
    since = reader.campaign.created_at if isinstance(reader.intent, Welcome) else reader.last_report
    if since is None:
        return report
    acts = audits.to_be_told(reader.session, reader.campaign.id, since, row.queued_at)
    section = audit.acts_section(acts, reader.language, reader.zone)
    return report if section is None else msgspec.structs.replace(report, sections=(*report.sections, section))


def _written(reader: Reader, intent: AnyIntent) -> Report:
    if isinstance(intent, Watch):
        return _watch(reader)
    if isinstance(intent, Digest):
        return _digest(reader, intent)
    if isinstance(intent, LetterMail):
        return letter_report(reader, intent.key)
    if isinstance(intent, Welcome):
        return _welcome(reader, intent)
    if isinstance(intent, Ask):
        return _ask(reader, intent)
    if isinstance(intent, Answer):
        return _answer(reader, intent)
    if isinstance(intent, Status):
        return _status(reader, intent)
    if isinstance(intent, Help):
        return _help(reader, intent)
    if isinstance(intent, Dossier):
        return _dossier(reader, intent)
    if isinstance(intent, Correction):
        return _correction(reader, intent)
    if isinstance(intent, HeldMail):
        return _held(reader, intent)
    if isinstance(intent, TakebackAsked):
        return _takeback(reader, intent)
    if not isinstance(intent, Tell):
        raise LookupError("the mail is about no seat")
    return _tell(reader, intent)


def _watch(reader: Reader) -> Report:
    moderator = reader.seat.kind is SeatKind.MODERATOR
    title = reader.language.gettext("you moderate") if moderator else reader.language.gettext("you watch")
    report = _position(reader, Kind.WELCOME, title)
    return msgspec.structs.replace(
        report, lead=service_texts.watch_lead(reader), sections=service_texts.welcome_sections(reader)
    )


def _digest(reader: Reader, intent: Digest) -> Report:
    report = _position(reader, Kind.DIGEST, reader.language.gettext(digests.TITLES[intent.often]))
    return msgspec.structs.replace(
        report,
        # The first sentence tells the stretch of time, which need not begin with the reader's last mail.
        news=None if report.news is None else msgspec.structs.replace(report.news, since=None),
        lead=(digests.lead(reader, intent), *service_texts.status_lead(reader)),
        sections=tuple(digests.letters(reader, intent)),
    )


def _welcome(reader: Reader, intent: Welcome) -> Report:
    report = _position(reader, Kind.WELCOME, reader.language.gettext("welcome"))
    report = msgspec.structs.replace(
        report,
        lead=service_texts.welcome_lead(reader.language, reader.campaign.title, reader.name_of(reader.seat)),
        sections=service_texts.welcome_sections(reader),
    )
    return _with_question(reader, report, intent.number)


def _ask(reader: Reader, intent: Ask) -> Report:
    report = _position(reader, Kind.PROMPT, "")
    seats = [reader.seat_called(name) for name in intent.overdue]
    if intent.ordered:
        lead: tuple[str, ...] = (service_texts.moderator_answered(reader.language, reader.language.listing(seats)),)
    else:
        lead = tuple(service_texts.deadline_answered(reader.language, name) for name in seats)
    return _with_question(reader, msgspec.structs.replace(report, lead=lead), intent.number)


def _answer(reader: Reader, intent: Answer) -> Report:
    changed = reader.sequence > intent.before
    with_position = changed or "position" in intent.shows
    kind = _kind_of(intent)
    report = _position(reader, kind, "") if with_position else _bare(reader, kind, "")
    ordered = bool(intent.lines or intent.draft or intent.checked)
    reading, told = reading_of(reader, intent) if ordered else (None, ())
    report = msgspec.structs.replace(
        report,
        title=service_texts.answer_title(reader.language, intent) if ordered or not intent.title else intent.title,
        lead=service_texts.status_lead(reader) if "status" in intent.shows else (),
        reading=reading,
        news=untold(report.news, told),
        sections=(*intent.said, *(_help_sections(reader, intent.number) if "help" in intent.shows else ())),
    )
    footer = msgspec.structs.replace(report.footer, receipt=intent.receipt)
    report = msgspec.structs.replace(report, footer=footer)
    if reader.match.result is not None:
        return _over(reader, report)
    return _with_question(reader, report, intent.number, keep_title=True)


def _kind_of(intent: Answer) -> Kind:
    """What the mail mainly is, which decides the order of its parts."""
    if intent.checked:
        return Kind.CHECK
    if prose_questions.all_questions(intent.lines) and intent.shows:
        return Kind.STATUS
    if intent.lines or not intent.shows:
        return Kind.ANSWER
    return Kind.HELP if "help" in intent.shows else Kind.STATUS


def _status(reader: Reader, intent: Status) -> Report:
    report = _position(reader, Kind.STATUS, reader.language.gettext("how things stand"))
    report = msgspec.structs.replace(report, lead=service_texts.status_lead(reader))
    return _with_question(reader, report, intent.number, keep_title=True)


def _help(reader: Reader, intent: Help) -> Report:
    report = _bare(reader, Kind.ERROR if intent.why else Kind.HELP, service_texts.help_title(reader.language, intent))
    lead = service_texts.help_lead(reader.language, intent)
    if intent.why in service_texts.NOTHING_READ and reader.player is not None:
        report = msgspec.structs.replace(report, lead=(*lead, help.how_to_answer(reader, intent.number)))
    else:
        report = msgspec.structs.replace(report, lead=lead, sections=_help_sections(reader, intent.number))
    return _with_question(reader, report, intent.number, keep_title=True)


def _help_sections(reader: Reader, number: int | None) -> tuple[Section, ...]:
    how, *words = help.help_sections(reader)
    return (how, *help.example_section(reader, number), *words)


def _dossier(reader: Reader, intent: Dossier) -> Report:
    report = _position(reader, Kind.WELCOME, service_texts.dossier_title(reader.language, intent))
    report = msgspec.structs.replace(
        report,
        lead=service_texts.dossier_lead(reader, intent),
        sections=service_texts.dossier_sections(reader, intent),
    )
    return _with_question(reader, report, intent.number, keep_title=True)


def _correction(reader: Reader, intent: Correction) -> Report:
    """What a correction means for the reader, and the question that is open for him now."""
    report = _position(reader, Kind.NOTICE, corrections.title(reader.language))
    report = msgspec.structs.replace(
        report, lead=corrections.lead(reader, intent), sections=corrections.sections(reader, intent)
    )
    if reader.match.result is not None:
        return _over(reader, report)
    return _with_question(reader, report, intent.number, keep_title=True)


def _held(reader: Reader, intent: HeldMail) -> Report:
    """A mail of the seat waits for its word: how it was read, and how to answer."""
    report = _bare(reader, Kind.NOTICE, confirmation_requests.title(reader.language, intent))
    return msgspec.structs.replace(
        report,
        lead=confirmation_requests.lead(reader, intent),
        reading=confirmation_requests.reading(reader, intent),
        sections=confirmation_requests.sections(reader, intent),
    )


def _takeback(reader: Reader, intent: TakebackAsked) -> Report:
    """Somebody asks for orders back: which, and how to answer."""
    report = _bare(reader, Kind.NOTICE, confirmation_requests.takeback_title(reader, intent))
    sections = corrections.as_sections(
        reader, reader.told(intent.n), reader.player, reader.language.gettext("What would not count any more")
    )
    choice = how_to(reader.language, intent.code, intent.until, reader.zone, intent.written)
    return msgspec.structs.replace(
        report, lead=confirmation_requests.takeback_lead(reader, intent), sections=(choice, *sections)
    )


def _tell(reader: Reader, intent: Tell) -> Report:
    """A short mail: what it is about, and the open question once more. The last one brings news and the position."""
    wording = worded(reader, intent)
    if not isinstance(wording.notice, Ending):
        report = msgspec.structs.replace(_bare(reader, Kind.NOTICE, wording.title()), lead=wording.sentences())
        return _with_question(reader, report, intent.number, keep_title=True)
    report = msgspec.structs.replace(_position(reader, Kind.NOTICE, wording.title()), lead=wording.sentences())
    return _over(reader, report)


def _over(reader: Reader, report: Report) -> Report:
    """The match has come to its result, or its campaign is closed: what was secret is opened."""
    if reader.match.result is not None:
        ended = reader.report.over(reader.match.result, reader.player, reader.language)
        title = reader.language.gettext("the match is over")
        report = msgspec.structs.replace(report, title=title, lead=(*report.lead, ended))
    opened = (*report.sections, *diaries.opened_sections(reader), fair_draws.opening(reader))
    return msgspec.structs.replace(report, sections=opened)


def _bare(reader: Reader, kind: Kind, title: str) -> Report:
    """A mail without the position."""
    return Report(
        kind=kind,
        campaign=reader.campaign.title,
        title=title,
        written=reader.intent.written,
        seat=reader.name_of(reader.seat) if reader.player else "",
        language=reader.language.code,
        zone=reader.zone,
        footer=_footer(reader),
    )


def _position(reader: Reader, kind: Kind, title: str) -> Report:
    """A mail with news, standing, holdings and the board, as the reader may see them."""
    view = reader.view()
    return msgspec.structs.replace(
        _bare(reader, kind, title),
        news=_news(reader),
        standing=reader.report.standing(view, reader.player, reader.view_before, reader.language),
        holdings=reader.report.holdings(view, reader.player, reader.language) if reader.player else (),
        outlook=reader.report.outlook(view, reader.player, reader.language) if reader.player else (),
        pictures=reader.report.pictures(
            view, reader.player, _told(reader), reader.language, drawn=reader.seat.has_page
        ),
    )


def _told(reader: Reader) -> list[Told[Any]]:
    """What is new for the reader: after a correction also what happened otherwise than he was told."""
    return corrections.news(reader, reader.intent) if isinstance(reader.intent, Correction) else reader.news


def _news(reader: Reader) -> News | None:
    told = _told(reader)
    groups = reader.report.news(told, reader.player, reader.language, reader.before(told) if told else ())
    return News(groups=groups, since=reader.told_at) if groups else None


def _footer(reader: Reader) -> Footer:
    if reader.pending is not None:
        entering = reader.language.gettext("the moderator, who enters a draw that is made at the table")
        return Footer(waiting_for=(entering,), log=reader.sequence, commands=service_texts.always(reader.language))
    waiting = sorted(
        {seat for decision in reader.match.decisions() for seat in _publicly_waiting(reader.match, decision)}
    )
    parties = [reader.report.party(seat, reader.language) for seat in waiting if seat != reader.player]
    closed = reader.campaign.state in service_texts.OVER
    names = () if closed else tuple(party.whom or party.name for party in parties)
    return Footer(
        next_sign=_next_sign(reader),
        waiting_for=names,
        log=reader.sequence,
        commands=service_texts.always(reader.language),
    )


def _publicly_waiting(match: Match, decision: Any) -> Sequence[str]:
    """Everybody who is asked: who has already answered a secret question is nobody's business."""
    seats: Sequence[str] = decision.seats
    return seats


def _next_sign(reader: Reader) -> datetime | None:
    """When the reader hears again at the latest: when the last answer that is waited for is due.

    Of all who are asked, not of those who have not answered: who has is nobody's business. None while nobody
    knows: in a pause, or when that moment has passed and something else is waited for.
    """
    if reader.match.result is not None:
        return None
    asked = asked_at(reader.session, reader.campaign.id, reader.intent.written)
    ends = [closing_time(policy_of(reader.campaign), row.deadline) for row in asked if row.deadline is not None]
    due = max(ends) if ends and len(ends) == len(asked) else None
    return due if due is not None and due > reader.intent.written else None


def _with_question(reader: Reader, report: Report, number: int | None, *, keep_title: bool = False) -> Report:
    """Add the question with its options, the form, and what the subject says."""
    prompt = None if number is None else reader.prompt(number)
    if prompt is None or reader.player is None or number is None or reader.pending is not None:
        return (
            report if report.title else msgspec.structs.replace(report, title=reader.language.gettext("what happened"))
        )
    decision = reader.match.decisions()[0]
    asked = Asked(
        number,
        decision,
        offers.coded(prompt.offered, reader.match, reader.player, reader.language.code),
        prompt.deadline,
        *offers.default_of(reader.match, reader.player, reader.language.code),
        tuple(reader.match.options(reader.player)),
    )
    question = reader.report.question(asked, reader.match.view(reader.player), reader.player, reader.language)
    title = reader.report.title(decision, reader.match.view(), reader.language)
    opening, closing = reader.language.forms(OPENING)[0], reader.language.forms(CLOSING)[0]
    form = Form(
        opening=f"{opening} {number}",
        closing=f"{closing} {number}",
        choices=offers.choices(asked, question, reader.match.game.id),
        prefilled=offers.closing_words(asked, reader.match.game.id),
    )
    return msgspec.structs.replace(
        report,
        title=report.title if keep_title else title,
        number=number,
        deadline=prompt.deadline,
        questions=(question,),
        form=form,
    )
