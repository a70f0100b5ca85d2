"""Tell how lines were read, in the words of the mail that a seat would get."""

from collections.abc import Sequence

import msgspec

from adjudicator.reports.layout.render import rendered_text
from adjudicator.reports.model import Kind, Report
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import Answer, LineRead, encode
from adjudicator.service.play.ordering import Foreseen
from adjudicator.service.words.answers import title
from adjudicator.service.words.order_lines import reading_of
from adjudicator.service.words.reader import Reader
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OutboundMail


def checked_text(table: CampaignContext, seat: SeatAtTable, found: Foreseen) -> str:
    """Return the part of the answer to `check` that tells how the lines were read."""
    reader, intent = _reader(table, seat, found.rows, found.yes)
    reading, _ = reading_of(reader, intent)
    report = Report(
        kind=Kind.CHECK,
        campaign=table.campaign.title,
        title=title(reader.language, intent),
        written=table.now,
        seat=reader.name_of(seat),
        language=reader.language.code,
        zone=reader.zone,
        reading=reading,
        hints=(),
    )
    return rendered_text(report).rstrip()


def why(table: CampaignContext, seat: SeatAtTable, line: LineRead) -> str:
    """Return why a line that was read earlier did nothing, as its writer was told, with the rule."""
    reading, _ = reading_of(*_reader(table, seat, [msgspec.structs.replace(line, seat="")]))
    (told,) = reading.lines
    return f"{told.detail} (rule {told.rule})" if told.rule else told.detail


def _reader(
    table: CampaignContext, seat: SeatAtTable, lines: Sequence[LineRead], yes: tuple[LineRead, ...] = ()
) -> tuple[Reader, Answer]:
    """Return the reader of an answer to a message of these lines, and that answer."""
    intent = Answer(written=table.now, lines=tuple(lines), yes=yes, checked=True, before=table.head.sequence)
    row = OutboundMail(
        message_id="",
        kind="check",
        recipient="",
        campaign_id=table.campaign.id,
        seat_id=seat.id,
        match_id=table.head.match_id,
        revision=table.head.revision,
        sequence=table.head.sequence,
        due_at=table.now,
        queued_at=table.now,
        intent=encode(intent),
    )
    return Reader(table.session, row, intent), intent
