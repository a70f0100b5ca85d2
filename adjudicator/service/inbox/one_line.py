"""A mail of one line that answers what it does not name: a vote, an offer, a question.

The line is completed by what it answers, and goes on as if its author had written it so; the answer quotes it as it was
written.
"""

from __future__ import annotations

import msgspec

from adjudicator.service.commands import splitting
from adjudicator.service.commands.confirmation import WORDS
from adjudicator.service.commands.splitting import Part
from adjudicator.service.inbox import questions
from adjudicator.service.inbox.passing import MessageContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import bare_answers, ordering
from adjudicator.service.play.agreements import unnamed
from adjudicator.service.play.agreements.offer import Numbered
from adjudicator.service.play.agreements.replies import said_alone
from adjudicator.store.confirmations import Owner, open_for
from adjudicator.store.tables import SeatKind


def completed(at: MessageContext, *, orders: bool) -> Part:
    """Return what a mail holds for its campaign, with its only line completed. `orders`: it may be one."""
    here = _unasked(at, at.given.here)
    if len(here.lines) != 1 or here.commands or here.letters:
        return here
    if (vote := _vote(at, here)) is not None:
        return vote
    if not orders or at.seat.kind is not SeatKind.PLAYER or at.table.other_rules:
        return here
    if (number := _offer(at, here)) is not None:
        return msgspec.structs.replace(here, lines=(unnamed.with_code(number, here.lines[0]),))
    if len(at.author_seats) > 1 or here.seats[0] not in ("", at.seat.name) or here.quotes[0] is not None:
        return here
    if bare_answers.is_coded(here.lines[0]):
        return here
    replied = questions.replied_to(at.work.session, at.mail, at.seat)
    return msgspec.structs.replace(here, lines=(ordering.in_full(at.table, at.seat, here.lines[0], replied),))


def which_offer(at: MessageContext) -> LineRead | None:
    """Return the question which offer a bare yes is to sign; None if that is clear, or the line is anything else."""
    here = at.given.here
    if len(here.lines) != 1 or here.commands or here.letters or at.seat.kind is not SeatKind.PLAYER:
        return None
    found = _may_sign(at, here)
    clear = len(found) == 1 and not questions.replies_to_mistake(at.work.session, at.mail, at.seat)
    return unnamed.which(at.table, at.seat, here.lines[0], found) if found and not clear else None


def _unasked(at: MessageContext, here: Part) -> Part:
    """Return a word that confirms, or declines to, as a line where nothing waits to be confirmed: “I agree”."""
    if len(here.commands) != 1 or here.lines or here.letters:
        return here
    (word,) = here.commands
    seats = [seat for seat in at.author_seats if word.seat in ("", seat.name)]
    waiting = (open_for(at.work.session, Owner(each.id, at.found.person_id), at.row.received_at) for each in seats)
    if word.id not in WORDS or word.rest or any(waiting):
        return here
    return Part(lines=(word.original,), originals=(word.original,), quotes=(None,), seats=(word.seat,))


def _vote(at: MessageContext, here: Part) -> Part | None:
    """Return a yes or no in reply to a mail about a vote as an answer to that vote."""
    said = splitting.voted(here.lines[0])
    number = None if said is None else questions.vote_replied_to(at.work.session, at.mail, at.seat)
    if said is None or number is None:
        return None
    return Part(commands=(msgspec.structs.replace(said, rest=f"{number} {here.lines[0]}", seat=here.seats[0]),))


def _offer(at: MessageContext, here: Part) -> int | None:
    """Return the number of the offer that a word without a code is about; None if it is about none, or unclear."""
    if not said_alone(here.lines[0], at.mail.doubtful_words):
        return None
    number = questions.offer_replied_to(at.work.session, at.mail, at.seat)
    if number is not None or questions.replies_to_mistake(at.work.session, at.mail, at.seat):
        return number
    found = _may_sign(at, here)
    return found[0].number if len(found) == 1 else None


def _may_sign(at: MessageContext, here: Part) -> tuple[Numbered, ...]:
    """Return the offers that a line may sign, if it is a bare yes and does not stand below a quote."""
    said = said_alone(here.lines[0], at.mail.doubtful_words) if at.table.ledger.open else ""
    if said != "yes" or here.quotes[0] is not None or at.table.other_rules:
        return ()
    seats = [seat for seat in at.author_seats if here.seats[0] in ("", seat.name)]
    known = questions.known_since(at.work.session, at.mail, at.seat)
    return unnamed.waiting_for(at.table, seats, here.lines[0], at.row.received_at, known)
