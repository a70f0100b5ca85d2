"""Find the question that a mail answers: a code without a number means that one, and never another."""

import re
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from adjudicator.components.short_names import canonical
from adjudicator.mail.model import ReadMail, SkipReason
from adjudicator.orders.options.codes import code_like
from adjudicator.orders.text import order_part, tokenize
from adjudicator.service.outbox.notices import VOTE_ASKED
from adjudicator.service.outbox.payloads import Answer, Offered, Tell, decode
from adjudicator.service.play.readings import WRONG
from adjudicator.store import outbound
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OutboundMail

_NUMBER: Final = re.compile(r"[#№]\s?(\d{1,6})\b")


def answered(session: Session, mail: ReadMail, seat: SeatAtTable, lines: tuple[str, ...]) -> int | None:
    """Return the number of the question that a message answers.

    It is that of the message it replies to (`In-Reply-To`), else the `#n` of its subject or of what it quotes. None if
    nothing tells it, or if the lines have no code without a number.
    """
    if not any(map(_has_bare_code, lines)):
        return None
    if (number := replied_to(session, mail, seat)) is not None:
        return number
    quoted = (line.text for line in mail.ignored if line.why in (SkipReason.QUOTE, SkipReason.ATTRIBUTION))
    found = (_NUMBER.findall(text) for text in (mail.subject, *quoted))
    numbers = next((each for each in found if each), [])
    return int(numbers[0]) if len(set(numbers)) == 1 else None


def replied_to(session: Session, mail: ReadMail, seat: SeatAtTable) -> int | None:
    """Return the number of the question in the message that a message replies to; None if it had none."""
    ours = _ours(session, mail, seat)
    return None if ours is None else ours.prompt_number


def vote_replied_to(session: Session, mail: ReadMail, seat: SeatAtTable) -> int | None:
    """Return the number of the vote about which the message asks that a message replies to; None if about none."""
    ours = _ours(session, mail, seat)
    told = None if ours is None else decode(ours.intent)
    if not isinstance(told, Tell) or told.topic != VOTE_ASKED:
        return None
    return int(told.values["number"])


def offer_replied_to(session: Session, mail: ReadMail, seat: SeatAtTable) -> int | None:
    """Return the number of the offer that the message which a message replies to asks to sign; None if it asks none."""
    ours = _ours(session, mail, seat)
    told = None if ours is None else decode(ours.intent)
    return told.offer if isinstance(told, Offered) else None


def known_since(session: Session, mail: ReadMail, seat: SeatAtTable) -> datetime | None:
    """Return when the message was queued that a message replies to; None if it is unknown."""
    ours = _ours(session, mail, seat)
    return None if ours is None else ours.queued_at


def replies_to_mistake(session: Session, mail: ReadMail, seat: SeatAtTable) -> bool:
    """Return whether the message that a message replies to says that a line was wrong: a yes may be about that."""
    ours = _ours(session, mail, seat)
    told = None if ours is None else decode(ours.intent)
    return isinstance(told, Answer) and any(line.outcome in WRONG for line in told.lines)


def _ours(session: Session, mail: ReadMail, seat: SeatAtTable) -> OutboundMail | None:
    """Return the message to the seat that a message replies to."""
    for message_id in mail.tokens.answered[:1]:
        ours = outbound.by_message_id(session, message_id)
        if ours is not None and ours.seat_id == seat.id:
            return ours
    return None


def _has_bare_code(line: str) -> bool:
    typed = [(word.folded, code_like(word.folded)) for word in tokenize(order_part(line))]
    return any(code is not None and code.number is None and not canonical(word) for word, code in typed)
