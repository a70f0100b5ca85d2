"""Copies of one mail: one came directly and one over a list, which has put a footer below it.

A mail is known by its author, its Message-ID and its Date. It is carried out once: the first proven copy, or an
unproven one by its code, whichever comes first. Two mails that share all three and say different things are two mails;
the answer to the second says so. What a list has put below a copy makes no difference.
"""

import email
import email.message
import email.policy
import re
from collections.abc import Sequence
from datetime import timedelta

from adjudicator.mail.html_text import read_html
from adjudicator.mail.model import NoteCode, ReadMail
from adjudicator.service.inbox.arrival import read
from adjudicator.service.inbox.held_mails import CODE_NEEDED
from adjudicator.service.inbox.passing import Deferred, MessageContext
from adjudicator.service.outbox.payloads import Copied
from adjudicator.store import inbound, kept_mails, outbound
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState

CARRIED_OUT = "a copy of it was carried out"
ASKED_ABOUT = "its author is asked about a copy of it"
PROVEN = "a proven copy of it came"
EARLIER = "a copy of it came before, and is handled first"
PAUSE = timedelta(seconds=2)


def unproven(at: MessageContext) -> Settlement | Deferred | None:
    """Return how a message that would be held ends, where a copy of it has come before it.

    The copy is handled first.
    """
    if not at.row.twins or at.found.outcome.hold not in CODE_NEEDED:
        return None
    for twin in inbound.duplicates_of(at.work.session, at.row):
        if twin.status is InboundStatus.RECEIVED and twin.id < at.row.id:
            inbound.put_back(at.work.session, at.row.id, max(at.work.now, twin.due_at) + PAUSE, EARLIER)
            return Deferred.PUT_BACK
        if not _alike(at, twin):
            continue
        if twin.status is InboundStatus.HANDLED:
            return at.settled(InboundStatus.IGNORED, CARRIED_OUT)
        if twin.status is InboundStatus.HELD and twin.hold in CODE_NEEDED and twin.id < at.row.id:
            return at.settled(InboundStatus.IGNORED, ASKED_ABOUT)
    return None


def believed(at: MessageContext) -> Settlement | None:
    """Settle a message that is proven or was released, if a copy of it was carried out; else drop its held copies.

    The campaign is locked.
    """
    twins = inbound.duplicates_of(at.work.session, at.row) if at.row.twins else ()
    done = [twin for twin in twins if twin.status is InboundStatus.HANDLED]
    for twin in done:
        let_through = at.row.released_at is not None or twin.released_at is not None
        if _same(at, twin) or (_alike(at, twin) if let_through else _of_one_date(at, twin) and _over_a_list(at, twin)):
            return at.settled(InboundStatus.IGNORED, CARRIED_OUT)
    at.differs = any(_of_one_date(at, twin) for twin in done)
    for twin in twins:
        if twin.status is InboundStatus.HELD and twin.hold in CODE_NEEDED:
            inbound.drop(at.work.session, twin.id, PROVEN)
    return None


def _read(at: MessageContext, row: InboundMail) -> ReadMail:
    return read(row.raw, at.work.service.own, at.work.service.mail_limits)


def _same(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same.

    One so old that it is kept no more counts as such by its Message-ID alone.
    """
    return twin.dropped_at is not None or _read(at, twin).content_hash == _read(at, at.row).content_hash


def _alike(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same, but for what stands below the shorter one."""
    if _same(at, twin):
        return True
    shorter, longer = sorted((_said(_read(at, twin)), _said(_read(at, at.row))), key=len)
    return bool(shorter) and longer[: len(shorter)] == shorter


def _over_a_list(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same, but for what a list has put below the longer one."""
    shorter, longer = sorted((_read(at, twin), _read(at, at.row)), key=lambda mail: len(_said(mail)))
    return _alike(at, twin) and (bool(longer.list_id) or _said(longer) == _said(shorter))


def _of_one_date(at: MessageContext, twin: InboundMail) -> bool:
    date = _read(at, at.row).date_shown
    return bool(date) and twin.dropped_at is None and _read(at, twin).date_shown == date


def _said(mail: ReadMail) -> tuple[str, ...]:
    """Return all that its author wrote, letters included; of an attachment the lines."""
    return tuple(line.text for line in mail.prose) or mail.lines


# Copies of our own mails that come back: forwarded, attached, pasted without marks of a quote.
#
# Nothing of such a mail is carried out, not even a line on top of it: where our lines end and those of its writer
# begin, nobody can tell surely. Only the filled-in form is, which stands between its own markers.

_LEAST = 6
"""Long lines of our own that make a copy of a mail; a few may be quoted by hand."""
_LONG = 14
"""Letters of a line that stands in one of our mails by no accident."""
_LOOKED_AT = 6
"""The number of our newest mails to the seat that are compared; older ones are known by their id."""
_MOST_SHOWN = 10
_ATTACHED = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,200}>)", re.IGNORECASE | re.MULTILINE)


def copy_in(at: MessageContext) -> Copied | None:
    """Return which of our messages a message is a copy of, and which lines are not ours; None if it is no copy."""
    mail, session = at.mail, at.work.session
    lines = _lines(mail)
    attached = () if mail.lines else _attached(at.row.raw, mail.message_id)
    own = {seat.id for seat in at.author_seats} | {at.seat.id}
    named = [outbound.by_message_id(session, each) for each in (*attached, *mail.tokens.answered[:2])]
    known = {row.id: row for row in named if row is not None and row.seat_id in own and _came(row)}
    for row in known.values():
        if row.message_id in attached:
            return _copied(row, ())
    if sum(len(_squeezed(line)) >= _LONG for line in lines) < _LEAST:
        return None  # to read our own mails takes longer than all else: many short orders are no copy of one
    newest = outbound.newest_rendered(session, at.seat.id, _LOOKED_AT)
    for row in {**known, **{row.id: row for row in newest}}.values():
        rest = _besides(lines, kept_mails.text_alone(row.kept or b""))
        if rest is not None:
            return _copied(row, rest if mail.lines else ())
    return None


def _came(row: OutboundMail) -> bool:
    """Return whether somebody may have it; its bytes may be dropped since."""
    return row.kept is not None or row.state is OutboundState.HANDED_OVER


def _copied(row: OutboundMail, rest: Sequence[str]) -> Copied:
    return Copied(row.queued_at, row.prompt_number, tuple(rest[:_MOST_SHOWN]))


def _lines(mail: ReadMail) -> tuple[str, ...]:
    """Return the lines that may be a copy.

    These are the lines that count, if no form was filled in; else what was cut off as a copy, unless it was by quote
    marks.
    """
    if mail.extract is not None and mail.extract.marked and mail.lines:
        return ()
    if mail.lines:
        return mail.lines
    cut = [line.text for line in mail.ignored]
    quoted = sum(text.lstrip().startswith(">") for text in cut)
    return tuple(cut) if any(note.code is NoteCode.ONLY_QUOTED for note in mail.notes) and 2 * quoted < len(cut) else ()


def _attached(raw: bytes, own_id: str) -> tuple[str, ...]:
    """Return the ids of the mails in it."""
    found = dict.fromkeys(each.decode("ascii", "replace") for each in _ATTACHED.findall(raw))
    return tuple(each for each in found if each != own_id)[:3]


def _besides(lines: Sequence[str], raw: bytes) -> list[str] | None:
    """Return the lines that are not in one of our messages; None if too few are."""
    ours = _texts(raw)
    known = {_squeezed(line) for text in ours for line in text.split("\n")}
    whole = [_squeezed(text) for text in ours]
    rest, long = [], 0
    for line in lines:
        plain = _squeezed(line)
        alike = plain in known or (len(plain) >= _LONG and any(plain in text for text in whole))
        long += alike and len(plain) >= _LONG
        if not alike:
            rest.append(line)
    return rest if long >= _LEAST and 2 * len(rest) < len(lines) else None


def _texts(raw: bytes) -> list[str]:
    """Return what one of our messages says, as text and as a page."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, email.message.EmailMessage)
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    texts = [] if plain is None else [str(plain.get_content())]
    return texts if page is None else [*texts, read_html(str(page.get_content()), ours=True).text]


def _squeezed(text: str) -> str:
    """Return only letters and digits: programs change signs and line breaks.

    They change spaces, too.
    """
    return "".join(filter(str.isalnum, text.casefold()))
