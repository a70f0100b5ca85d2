"""Make the reports of somebody who watches and has no seat: they know what is public, and nothing else."""

from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import CODES, Language, language
from adjudicator.reports.model import Footer, Picture, Report, Section
from adjudicator.service.campaign.matches import CampaignContext, told_between
from adjudicator.service.history import Viewpoint, analysis, gather, turn_began
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import AnyIntent, Digest, encode
from adjudicator.service.words import replays, reports
from adjudicator.steward.analysis import Moment
from adjudicator.store import matches
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OutboundMail, SeatKind


class Turn(NamedTuple):
    """A turn that is over: the log number that ended it; by language its report, and the page that shows its steps."""

    last: int
    told: dict[str, Report]
    steps: dict[str, str]


def now(table: CampaignContext, code: str) -> Report:
    """Return how a campaign stands, and what happened since its last turn ended; no letters.

    Of a match that is over, also what decided it.
    """
    turn, _ = table.turn
    since = turn_began(table, turn) if turn else 0
    told = _report(table, code, Digest(written=table.now, since=since, after=table.now, often="each"))
    _, *lead = told.lead  # the first sentence tells the stretch of time
    looked, curve = _analysed(table, language(code))
    return msgspec.structs.replace(
        told,
        title=language(code).gettext("how things stand"),
        lead=tuple(lead),
        sections=(*told.sections, *looked),
        pictures=(*told.pictures, *curve),
    )


def _analysed(table: CampaignContext, words: Language) -> tuple[tuple[Section, ...], tuple[Picture, ...]]:
    head, match = table.head, table.match

    def happened(moment: Moment) -> list[ObservedEvent[Any]]:
        return told_between(table.session, head.game, head.match_id, head.revision, moment.first - 1, moment.last)

    found = None if match.result is None else analysis.analysis_of(table.session, head)
    return analysis.in_a_report(found, match.game.part("report"), words, happened, ())


def turns_told(table: CampaignContext, *, over: bool) -> int:
    """Return how many turns are told: those that are over, and one in which the match was played when it ended."""
    turn, _ = table.turn
    return turn + int(over and turn_began(table, turn) < table.head.sequence)


def turn_over(table: CampaignContext, turn: int) -> Turn:
    """Return the turn behind so many turns, which is over, in every language."""
    last = min(turn_began(table, turn + 1), table.head.sequence)
    intent = to_table("turn_over", turns=turn).tell(_moment(table, last))
    told = {code: _report(table, code, intent, last) for code in CODES}
    # who plays, what anybody wrote, and what moderators did is for those at the table
    record = replays.turn_of(gather(table, Viewpoint(None), turn), turn)
    record = msgspec.structs.replace(record, sittings=(), orders=(), letters=(), acts=())
    size, frames = replays.TURN_SIZE, replays.TURN_FRAMES
    return Turn(last, told, {code: replays.page(record, code, frames=frames, size=size) for code in CODES})


def _moment(table: CampaignContext, log: int) -> datetime:
    """Return when a log entry was made; before the first, when the campaign was."""
    found = matches.log(table.session, table.head.match_id, table.head.revision, after=log - 1, upto=log)
    return next((entry.created_at for entry in found), table.campaign.created_at)


def _report(table: CampaignContext, code: str, intent: AnyIntent, sequence: int | None = None) -> Report:
    """Return the report of a message that nobody gets."""
    watcher, head = watching(table, code), table.head
    row = OutboundMail(
        message_id="",
        kind=queue.DIGEST,
        recipient="",
        campaign_id=table.campaign.id,
        seat_id=watcher.id,
        match_id=head.match_id,
        revision=head.revision,
        sequence=head.sequence if sequence is None else sequence,
        due_at=table.now,
        queued_at=table.now,
        intent=encode(intent),
    )
    seats = (msgspec.structs.replace(seat, holders=()) for seat in table.seats)  # whoever plays is told by seat alone
    told = reports.write(table.session, row, (*seats, watcher))
    report, words = table.match.game.part("report"), language(code)
    played = tuple(report.party(seat.name, words).name for seat in table.players if seat.steward)
    return msgspec.structs.replace(told, footer=Footer(stewards=played))  # nobody is told how to answer


def watching(table: CampaignContext, code: str) -> SeatAtTable:
    """Return a seat from which a campaign is watched: nobody holds it, and no mail goes there."""
    return SeatAtTable(
        id=0,
        campaign_id=table.campaign.id,
        name="",
        kind=SeatKind.OBSERVER,
        tag="",
        token="",
        language=code,
        mail_format="",
        calendar=False,
        data_copy=False,
        examples=False,
        right_lines=False,
        digest="",
        holders=(),
    )
