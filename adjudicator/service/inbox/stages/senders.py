"""Stages that ask who wrote a mail, for which seat, and whether that is proven. Nothing here touches a match."""

from dataclasses import replace

from adjudicator.language import language
from adjudicator.mail.model import Nature
from adjudicator.mail.results import Proof
from adjudicator.mail.routing import FOREIGN, HoldReason, Route
from adjudicator.service.campaign.confirmations import BadCode
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox import codes, duplicates, other_campaigns, replies
from adjudicator.service.inbox.held_mails import CODE_NEEDED, hold, is_read_only, proven_by_code, who_orders
from adjudicator.service.inbox.identity import Identified, as_released, everywhere, identify
from adjudicator.service.inbox.own_lines import with_quoted
from adjudicator.service.inbox.passing import Deferred, MessageContext
from adjudicator.service.outbox import answers, bounces, plain_mails
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import practices
from adjudicator.service.people.gathering import newcomers
from adjudicator.service.service import AnswerKind
from adjudicator.store import matches
from adjudicator.store.campaigns import issue_token
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import Campaign, InboundStatus


def delivery_report(at: MessageContext) -> Settlement | None:
    """Take a bounce or a complaint: it reports on one of our messages, and is never answered."""
    if at.mail.nature in (Nature.BOUNCE, Nature.COMPLAINT):
        return bounces.take_report(at.work, at.row, at.mail)
    return None


def bounce_address(at: MessageContext) -> Settlement | None:
    """Ignore what was written to the address for bounces.

    Only programs write to it.
    """
    if bounces.to_bounce_address(at.work.service, at.mail):
        return Settlement(InboundStatus.IGNORED, at.mail.nature, "written to the address for bounces")
    return None


def author(at: MessageContext) -> Settlement | Deferred | None:
    """Find out the seat and the person.

    A copy of an earlier message does nothing. If a code that was to prove the message is wrong, it is refused and the
    seat is told.
    """
    session, row, now = at.work.session, at.row, at.work.now
    proven = at.verdict.proof is Proof.PROVEN
    if row.part_by is not None:
        at.mail = other_campaigns.only_here(session, at.mail, row, now)
    if row.released_at is not None or row.part_by is not None:
        if row.released_at is not None or proven:
            bounces.heard_from(at.work, at.mail)
        at.mail = with_quoted(at.mail)
        at.found = as_released(session, row, at.mail, now)
        return None
    found = identify(at.work, at.mail, at.verdict)
    if proven and not _in_good_use(found, at.mail.from_address) and bounces.heard_from(at.work, at.mail):
        found = identify(at.work, at.mail, at.verdict)
    at.found = is_read_only(at.mail, found)
    if not proven or at.found.outcome.hold is HoldReason.STRANGER:
        at.work = replace(at.work, answers_as=AnswerKind.UNPROVEN_SECRET if at.knows_secret else AnswerKind.UNPROVEN)
    copy = duplicates.unproven(at)
    if copy is not None:
        return copy
    try:
        if (by_code := proven_by_code(session, at.mail, at.found, row.received_at)) is not at.found:
            at.found, at.work = by_code, replace(at.work, answers_as=AnswerKind.PROVEN)
    except BadCode:
        replies.to_registered(at.work, at.found, "wrong_code")
        return at.settled(InboundStatus.REFUSED, "a wrong code")
    return None


def _in_good_use(found: Identified, sender: str) -> bool:
    """Return whether it is known without a look that there is nothing to forgive the address."""
    holder = None if found.seat is None else found.seat.at(sender)
    return holder is not None and sender not in holder.bounced


def address_code(at: MessageContext) -> Settlement | None:
    """Take the code that was sent to an address and comes back from there: whoever sends it reads that mailbox."""
    if at.found.seat is not None or not at.mail.is_personal:
        return None
    at.found = codes.for_any_seat(at.work.session, at.mail, at.found, at.verdict)
    return None if at.found.seat else codes.from_new_address(at.work, at.mail, at.row.received_at)


def newcomer(at: MessageContext) -> Settlement | None:
    """Let somebody without a seat ask to join, with a code that opens one, or to practise."""
    if at.found.seat is not None or not at.mail.is_personal:
        return None
    asked = newcomers.take_request(at.work, at.mail, at.verdict.proof)
    if asked is None:
        outcome = practices.take_request(at.work, at.mail, at.verdict.proof)
        return None if outcome is None else at.settled(InboundStatus.HANDLED, outcome)
    return Settlement(InboundStatus.HANDLED, at.mail.nature, asked.outcome, asked.campaign.id)


def foreign_address(at: MessageContext) -> Settlement | None:
    """Quarantine a message of a player to the secret address of another seat; only they and the moderator are told.

    The address is no longer secret, so the seat gets a new one. The message is filed under no seat, so that nobody
    reads it as the other seat.
    """
    if at.found.outcome.why != FOREIGN:
        return None
    session, seat = at.work.session, at.seat
    aside = Settlement(InboundStatus.QUARANTINED, at.mail.nature, FOREIGN, seat.campaign_id, None)
    own = next(each for each in at.found.theirs if each.campaign_id == seat.campaign_id)
    replies.to_seat(at.work, own, "foreign", at.mail.message_id)
    if seat.token.lower() in at.mail.tokens.addressed and matches.head(session, seat.campaign_id) is not None:
        table = table_of_campaign(at.work, seat.campaign_id, at.found.at_table)
        to_table("foreign_token", seats=(seat.name,), by=own.name).send(table, table.moderators)
        issue_token(session, seat.id, at.work.now)
    return aside


def no_person(at: MessageContext) -> Settlement | None:
    """Store, but do not answer, an automatic reply, a receipt, our own echo, or a stranger without a secret.

    Who is proven to be a player elsewhere, and names a seat of others, is asked which of their own they meant.
    """
    if at.found.outcome.kind is not Route.IGNORE:
        return None
    if at.mail.is_personal and at.verdict.proof is Proof.PROVEN:
        replies.ask_which_seat(at.work, everywhere(at.work, at.found, at.sender), at.sender)
    return at.settled(InboundStatus.IGNORED, at.found.outcome.why)


def unreadable(at: MessageContext) -> Settlement | None:
    """Set aside whole. Only a seat's registered address is told, and only where it is safe.

    Who is proven to have written it, and names no seat of theirs, is asked which they meant.
    """
    if at.mail.nature is not Nature.UNREADABLE:
        return None
    if at.found.seat is not None and at.found.person_id is not None:
        replies.to_registered(at.work, at.found, "too_large")
    elif at.verdict.proof is Proof.PROVEN:
        replies.ask_which_seat(at.work, at.found, at.sender)
    return Settlement(InboundStatus.QUARANTINED, at.mail.nature, at.mail.nature_why)


def forged(at: MessageContext) -> Settlement | None:
    """Hold a message that its sender's domain disowns, until the person it names confirms it."""
    return _held(at, HoldReason.FORGED)


def unproven(at: MessageContext) -> Settlement | None:
    """Hold a mail that nothing proves to come from a registered address.

    It waits until that address confirms it.
    """
    return _held(at, HoldReason.UNPROVEN)


def stranger(at: MessageContext) -> Settlement | None:
    """Hold a message to the right secret address whose sender is not registered for the seat.

    It waits for the seat's confirmation.
    """
    return _held(at, HoldReason.STRANGER)


def quoted_form(at: MessageContext) -> Settlement | None:
    """Hold a mail in which only the quoted copy of our order form is filled in.

    It waits for one word of its author.
    """
    return _held(at, HoldReason.QUOTED)


def no_seat(at: MessageContext) -> Settlement | None:
    """Ask somebody who holds seats which of them is meant, as the message does not tell."""
    if at.found.seat is not None:
        return None
    replies.ask_which_seat(at.work, at.found, at.sender)
    return at.settled(InboundStatus.REFUSED, at.found.outcome.why)


def _held(at: MessageContext, why: HoldReason) -> Settlement | None:
    """Hold the message until the person in whose name it came confirms it, as long as its seat can be asked."""
    found = at.found
    if found.outcome.kind is not Route.CONFIRM or found.outcome.hold is not why or found.seat is None:
        return None
    if matches.head(at.work.session, at.seat.campaign_id) is not None:
        return hold(at, why)
    return _before_the_match(at) if why in CODE_NEEDED else None


def _before_the_match(at: MessageContext) -> Settlement:
    """Refuse a message in a campaign that has not begun, where nothing is held, and ask the person to write again."""
    seat, work = at.seat, at.work
    person = at.found.person_id or who_orders(seat)
    holder = next((each for each in seat.holders if each.person_id == person and each.emails), None)
    campaign = work.session.get_one(Campaign, seat.campaign_id)
    if holder is not None and answers.may_answer(work, holder.emails[0], campaign):
        words = language(seat.language)
        told = words.gettext(
            "An email in your name came, and nothing proves that you wrote it. It did nothing. If it was "
            "yours, send it from your registered address, or ask the moderator to release it."
        )
        title = words.gettext("is this email yours?")
        plain_mails.send(work, holder.emails[0], words, title, told, zone=holder.time_zone, campaign=campaign)
    return at.settled(InboundStatus.QUARANTINED, at.found.outcome.why)
