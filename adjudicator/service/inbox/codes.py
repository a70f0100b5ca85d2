"""Mails that name no seat and hold codes: answers to mails that were about an address and no seat."""

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import language
from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.service.campaign import confirmations
from adjudicator.service.commands import splitting
from adjudicator.service.inbox.held_mails import WORDS
from adjudicator.service.inbox.identity import Identified
from adjudicator.service.outbox import plain_mails
from adjudicator.service.people import addresses
from adjudicator.service.people.gathering import newcomers
from adjudicator.service.service import UnitOfWork
from adjudicator.store import addresses as stored
from adjudicator.store import matches
from adjudicator.store.confirmations import Owner, open_for
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import Address, AddressState, InboundStatus, Person


def for_any_seat(session: Session, mail: ReadMail, found: Identified, verdict: Verdict) -> Identified:
    """Accept a proven player who sends only codes: it does not matter which of their seats they mean."""
    given = splitting.split(mail).here
    only_codes = bool(given.commands) and not given.lines and all(command.id in WORDS for command in given.commands)
    seat = next((each for each in found.theirs if matches.head(session, each.campaign_id) is not None), None)
    if found.seat is not None or seat is None or verdict.proof is not Proof.PROVEN or not only_codes:
        return found
    holder = seat.at(mail.from_address)
    return found.giving_orders("codes only", seat, holder.person_id if holder else None)


def from_new_address(work: UnitOfWork, mail: ReadMail, came: datetime) -> Settlement | None:
    """Settle a message that returns the code which was sent to its address. None if it is no such message.

    Whoever sends it reads that mailbox, whatever else proves it. Wrong codes are not answered and do not count as an
    attempt: the sender is a stranger.
    """
    if mail.sender is None:
        return None
    who = Owner(email=mail.sender.address)
    if not open_for(work.session, who, came):
        return None
    for command in splitting.split(mail).here.commands:
        if command.id not in WORDS or not command.rest:
            continue
        row = confirmations.typed_code(work.session, command.rest, who, came)
        if row is None:
            return Settlement(InboundStatus.REFUSED, mail.nature, "a wrong code")
        redeemed = confirmations.use(work.session, row, came, reject=command.id == "reject")
        _settle(work, redeemed, command.id == "reject")
        return Settlement(InboundStatus.HANDLED, mail.nature, f"{command.id} {redeemed.purpose}")
    return None


def _settle(work: UnitOfWork, redeemed: confirmations.Redeemed, reject: bool) -> None:
    if redeemed.purpose == newcomers.PURPOSE:
        if not reject:
            newcomers.confirmed(work, redeemed)
        return
    waiting = msgspec.json.decode(redeemed.payload, type=addresses.Waiting)
    row = work.session.get(Address, waiting.address_id)
    person = None if row is None else work.session.get(Person, row.person_id)
    if row is None or person is None:
        return
    if reject:
        if row.state is AddressState.UNCONFIRMED:
            work.session.delete(row)
        return
    words = language(person.language)
    told = addresses.registered(words, row, now=addresses.take(work, row))
    main = addresses.main_of(work.session, person.id)
    zone, theirs = person.time_zone, stored.campaigns_of(work.session, person.id, work.now)
    campaign = theirs[-1] if theirs else None
    for recipient in dict.fromkeys([row.email, *([main.email] if main else [])]):
        plain_mails.send(work, recipient, words, words.gettext("addresses"), told, zone=zone, campaign=campaign)
