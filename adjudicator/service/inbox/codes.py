"""Mails that name no seat and hold codes: answers to mails that were about an address and no seat."""

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.confirmations import purpose_of
from adjudicator.service.commands import splitting
from adjudicator.service.commands.confirmation import WORDS
from adjudicator.service.inbox.identity import Identified
from adjudicator.service.service import UnitOfWork
from adjudicator.store import matches
from adjudicator.store.confirmations import Owner, open_for
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundStatus


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
        purpose_of(redeemed.purpose).from_address(work, redeemed, reject=command.id == "reject")
        return Settlement(InboundStatus.HANDLED, mail.nature, f"{command.id} {redeemed.purpose}")
    return None
