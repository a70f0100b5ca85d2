"""From what a mail was to say, and the position it was decided in, to the report a seat reads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.events import Told
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language
from adjudicator.mail.patterns import CLOSING, OPENING
from adjudicator.reports.game import Asked, GameReport
from adjudicator.reports.model import Footer, Form, Kind, News, Report, Section
from adjudicator.service import (
    asking,
    audit,
    diaries,
    digests,
    entries,
    fairness,
    helping,
    notices,
    offers,
    outbox,
    prose,
    texts,
)
from adjudicator.service.correcting import letters
from adjudicator.service.dues import policy_of
from adjudicator.service.gathering.mails import gathering_report, watch_lead
from adjudicator.service.intents import (
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
    Tell,
    Watch,
    Welcome,
    decode,
)
from adjudicator.service.matches import Pending, header_of, pending_in, position_at, told_between
from adjudicator.service.press.showing import letter_report
from adjudicator.service.reading import reading_of
from adjudicator.service.timing import closing_time
from adjudicator.store import audits, campaigns, matches, prompts
from adjudicator.store import outbox as stored_outbox
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, OutboundMail, Prompt, SeatKind
from adjudicator.store.timing import asked_at


class Desk:
    """Everything that the writing of one mail needs, fetched once, for one reader."""

    def __init__(self, session: Session, row: OutboundMail, intent: AnyIntent) -> None:
        if row.campaign_id is None or row.match_id is None or row.revision is None or row.sequence is None:
            raise LookupError(f"mail {row.id} belongs to no match")
        campaign = session.get(Campaign, row.campaign_id)
        head = matches.head(session, row.campaign_id)
        assert campaign is not None
        assert head is not None
        self.session = session
        self.head = head
        self.campaign = campaign
        self.intent = intent
        self.queued_at = row.queued_at
        self.sequence = row.sequence
        self.where = (row.match_id, row.revision)
        self.seats = campaigns.seats_at_table(session, campaign.id, intent.written)
        self.seat = next(seat for seat in self.seats if seat.id == row.seat_id)
        self.match = position_at(session, row.match_id, row.revision, row.sequence, header_of(head))
        self.report: GameReport = game_named(head.game).part("report")
        self.game = head.game

    @property
    def player(self) -> str | None:
        """The seat's name, None for observers and moderators: they see what is public."""
        return self.seat.name if self.seat.kind is SeatKind.PLAYER else None

    @cached_property
    def language(self) -> Language:
        return language(self.seat.language)

    @cached_property
    def zone(self) -> str:
        return self.seat.holders[0].time_zone if self.seat.holders else self.campaign.time_zone

    def told(self, after: int) -> list[Told[Any]]:
        """The events after a log number, up to the position of this mail."""
        return told_between(self.session, self.game, *self.where, after, self.sequence)

    @cached_property
    def news(self) -> list[Told[Any]]:
        if isinstance(self.intent, Correction):
            return letters.news(self, self.intent)
        return self.told(self.intent.since)

    @cached_property
    def last_report(self) -> datetime | None:
        """When the report before this mail was written."""
        return stored_outbox.queued_before(self.session, self.seat.id, outbox.REPORT, self.queued_at)

    @property
    def told_at(self) -> datetime | None:
        """When the reader had the last mail that told all news; None if he had none."""
        return self.last_report if self.intent.since else None

    def name_of(self, seat: SeatAtTable) -> str:
        """A seat as the game calls it; a chair beside the table, which the game does not know, by who sits there."""
        if seat.kind is SeatKind.PLAYER:
            return self.report.party(seat.name, self.language).name
        people = ", ".join(holder.name for holder in seat.holders)
        chair = (
            self.language.gettext("moderator") if seat.kind is SeatKind.MODERATOR else self.language.gettext("observer")
        )
        return f"{chair} {people}".strip()

    def seat_called(self, name: str) -> str:
        """`name_of`, by the seat's own name."""
        seat = next((each for each in self.seats if each.name == name), None)
        return self.report.party(name, self.language).name if seat is None else self.name_of(seat)

    def view(self) -> msgspec.Struct:
        return self.match.view(() if self.player is None else (self.player,))

    @cached_property
    def pending(self) -> Pending | None:
        """What waited for a draw at the table when this mail was decided on."""
        found = pending_in(self.head)
        return found if found is not None and found.since <= self.intent.written else None

    def prompt(self, number: int) -> Prompt | None:
        return prompts.prompt_by_number(self.session, self.campaign.id, number)


def write(session: Session, row: OutboundMail) -> Report:
    """The report that a queued mail stands for. Raises LookupError if what it tells of is gone."""
    intent = decode(row.intent)
    if isinstance(intent, Gather):
        return gathering_report(session, row, intent)
    desk = Desk(session, row, intent)
    report = _with_acts(desk, row)
    return msgspec.structs.replace(report, dues=entries.dues(desk, report))


def _with_acts(desk: Desk, row: OutboundMail) -> Report:
    """A report tells what the moderators did since the one before."""
    report = _written(desk, desk.intent)
    if row.kind != outbox.REPORT:
        return report
    if desk.last_report is None:
        return report
    acts = audits.to_be_told(desk.session, desk.campaign.id, desk.last_report, row.queued_at)
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
    if not isinstance(intent, Tell):
        raise LookupError("the mail is about no seat")
    return _tell(desk, intent)


def _watch(desk: Desk) -> Report:
    moderator = desk.seat.kind is SeatKind.MODERATOR
    title = desk.language.gettext("you moderate") if moderator else desk.language.gettext("you watch")
    report = _position(desk, Kind.WELCOME, title)
    return msgspec.structs.replace(report, lead=watch_lead(desk), sections=texts.welcome_sections(desk))


def _digest(desk: Desk, intent: Digest) -> Report:
    report = _position(desk, Kind.DIGEST, digests.title(desk.language, intent))
    return msgspec.structs.replace(
        report,
        # The first sentence tells the stretch of time, which need not begin with the reader's last mail.
        news=None if report.news is None else msgspec.structs.replace(report.news, since=None),
        lead=(digests.lead(desk, intent), *texts.status_lead(desk)),
        sections=tuple(digests.letters(desk, intent)),
    )


def _welcome(desk: Desk, intent: Welcome) -> Report:
    report = _position(desk, Kind.WELCOME, texts.welcome_title(desk.language))
    report = msgspec.structs.replace(
        report,
        lead=texts.welcome_lead(desk.language, desk.campaign.title, desk.name_of(desk.seat)),
        sections=texts.welcome_sections(desk),
    )
    return _with_question(desk, report, intent.number)


def _ask(desk: Desk, intent: Ask) -> Report:
    report = _position(desk, Kind.PROMPT, "")
    seats = [desk.seat_called(name) for name in intent.overdue]
    if intent.ordered:
        lead: tuple[str, ...] = (texts.moderator_answered(desk.language, desk.language.listing(seats)),)
    else:
        lead = tuple(texts.deadline_answered(desk.language, name) for name in seats)
    return _with_question(desk, msgspec.structs.replace(report, lead=lead), intent.number)


def _answer(desk: Desk, intent: Answer) -> Report:
    changed = desk.sequence > intent.before
    with_position = changed or "position" in intent.shows
    kind = _kind_of(intent)
    report = _position(desk, kind, "") if with_position else _bare(desk, kind, "")
    ordered = bool(intent.lines or intent.draft or intent.checked)
    report = msgspec.structs.replace(
        report,
        title=texts.answer_title(desk.language, intent) if ordered or not intent.title else intent.title,
        lead=texts.status_lead(desk) if "status" in intent.shows else (),
        reading=reading_of(desk, intent) if ordered else None,
        news=_news(desk) if with_position else None,
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
    if prose.all_questions(intent.lines) and intent.shows:
        return Kind.STATUS
    if intent.lines or not intent.shows:
        return Kind.ANSWER
    return Kind.HELP if "help" in intent.shows else Kind.STATUS


def _status(desk: Desk, intent: Status) -> Report:
    report = _position(desk, Kind.STATUS, texts.status_title(desk.language))
    report = msgspec.structs.replace(report, lead=texts.status_lead(desk))
    return _with_question(desk, report, intent.number, keep_title=True)


def _help(desk: Desk, intent: Help) -> Report:
    report = _bare(desk, Kind.ERROR if intent.why else Kind.HELP, texts.help_title(desk.language, intent))
    lead = texts.help_lead(desk.language, intent)
    if intent.why in texts.NOTHING_READ and desk.player is not None:
        report = msgspec.structs.replace(report, lead=(*lead, helping.how_to_answer(desk, intent.number)))
    else:
        report = msgspec.structs.replace(report, lead=lead, sections=_help_sections(desk, intent.number))
    return _with_question(desk, report, intent.number, keep_title=True)


def _help_sections(desk: Desk, number: int | None) -> tuple[Section, ...]:
    how, *words = helping.help_sections(desk)
    return (how, *helping.example_section(desk, number), *words)


def _dossier(desk: Desk, intent: Dossier) -> Report:
    report = _position(desk, Kind.WELCOME, texts.dossier_title(desk.language, intent))
    report = msgspec.structs.replace(
        report,
        lead=texts.dossier_lead(desk, intent),
        sections=texts.dossier_sections(desk, intent),
    )
    return _with_question(desk, report, intent.number, keep_title=True)


def _correction(desk: Desk, intent: Correction) -> Report:
    """What a correction means for the reader, and the question that is open for him now."""
    report = _position(desk, Kind.NOTICE, letters.title(desk.language))
    report = msgspec.structs.replace(report, lead=letters.lead(desk, intent), sections=letters.sections(desk, intent))
    if desk.match.result is not None:
        return _over(desk, report)
    return _with_question(desk, report, intent.number, keep_title=True)


def _notice(desk: Desk, intent: Tell) -> Report:
    """A short mail: what it is about, and the open question once more."""
    report = _bare(desk, Kind.NOTICE, notices.title(desk.language, intent.topic))
    report = msgspec.structs.replace(report, lead=notices.lead(desk, intent))
    return _with_question(desk, report, intent.number, keep_title=True)


def _held(desk: Desk, intent: HeldMail) -> Report:
    """A mail of the seat waits for its word: how it was read, and how to answer."""
    report = _bare(desk, Kind.NOTICE, asking.title(desk.language, intent))
    return msgspec.structs.replace(
        report,
        lead=asking.lead(desk, intent),
        reading=asking.reading(desk, intent),
        sections=asking.sections(desk, intent),
    )


def _tell(desk: Desk, intent: Tell) -> Report:
    if intent.topic in notices.TOPICS:
        return _notice(desk, intent)
    report = _position(desk, Kind.NOTICE, texts.tell_title(desk.language, intent))
    if desk.match.result is not None:
        return _over(desk, report)
    report = msgspec.structs.replace(report, lead=texts.tell_lead(desk.language, intent))
    if intent.topic == "closed":
        return msgspec.structs.replace(
            report, sections=(*report.sections, *diaries.opened_sections(desk), fairness.opening(desk))
        )
    return report


def _over(desk: Desk, report: Report) -> Report:
    assert desk.match.result is not None
    ended = desk.report.over(desk.match.result, desk.player, desk.language)
    return msgspec.structs.replace(
        report,
        title=texts.over_title(desk.language),
        lead=(*report.lead, ended),
        sections=(*report.sections, *diaries.opened_sections(desk), fairness.opening(desk)),
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
        standing=desk.report.standing(view, desk.player, desk.news, desk.language),
        holdings=desk.report.holdings(view, desk.player, desk.language) if desk.player else (),
        outlook=desk.report.outlook(view, desk.player, desk.language) if desk.player else (),
        pictures=desk.report.pictures(view, desk.player, desk.news, desk.language),
    )


def _news(desk: Desk) -> News | None:
    groups = desk.report.news(desk.news, desk.player, desk.language)
    return News(groups=groups, since=desk.told_at) if groups else None


def _footer(desk: Desk) -> Footer:
    if desk.pending is not None:
        entering = desk.language.gettext("the moderator, who enters a draw that is made at the table")
        return Footer(waiting_for=(entering,), log=desk.sequence, commands=texts.always(desk.language))
    waiting = sorted({seat for decision in desk.match.decisions() for seat in _publicly_waiting(desk.match, decision)})
    parties = [desk.report.party(seat, desk.language) for seat in waiting if seat != desk.player]
    names = tuple(party.whom or party.name for party in parties)
    return Footer(
        next_sign=_next_sign(desk),
        waiting_for=names,
        log=desk.sequence,
        commands=texts.always(desk.language),
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
        return report if report.title else msgspec.structs.replace(report, title=texts.news_title(desk.language))
    decision = desk.match.decisions()[0]
    asked = Asked(
        number,
        decision,
        offers.coded(prompt.offered, desk.match, desk.player, desk.language.code),
        prompt.deadline,
        *offers.default_of(desk.match, desk.player, desk.language.code),
    )
    question = desk.report.question(asked, desk.match, desk.player, desk.language)
    title = desk.report.title(decision, desk.match, desk.player, desk.language)
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
