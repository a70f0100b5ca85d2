"""A mail on its way through the line: what is known of it so far, and how it may end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from sqlalchemy.orm import Session

from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Verdict
from adjudicator.mail.sender_authentication import authenticity
from adjudicator.orders.sets import is_check
from adjudicator.service.campaign.act import CommandContext
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.commands.splitting import Split
from adjudicator.service.inbox.identity import Identified
from adjudicator.service.service import UnitOfWork
from adjudicator.store import inbound
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus


class Deferred(Enum):
    """The mail is not settled now."""

    PUT_BACK = "it is not this mail's turn: it is stored when to try again"


@dataclass
class MessageContext:
    """A mail at work. Each stage finds set what those before it have found out."""

    work: UnitOfWork
    row: InboundMail
    mail: ReadMail
    own_check: Verdict | None
    """What our own check of its signatures says, where we make one."""
    found: Identified = field(init=False)
    """The seat and the person, as far as they are known; set by `senders.author`."""
    table: CampaignContext = field(init=False)
    """The campaign, locked; set by `turns.deadline`."""
    given: Split = field(init=False)
    """Commands, orders and letters, by campaign; set by `contents.taken_apart`."""
    followed: bool = False
    """Whether another mail for its seat waits behind it; set by `turns.earlier_mail`."""
    differs: bool = False
    """Whether another mail of its Message-ID and date was carried out, and said something else; set by `turns.copy`."""
    understood: bool = True
    """Whether every campaign that it names is one of its author's."""

    @property
    def seat(self) -> SeatAtTable:
        """The seat that it is for, as it is held now."""
        assert self.found.seat is not None
        return self.found.seat

    @property
    def author_seats(self) -> tuple[SeatAtTable, ...]:
        """Return the seats that the message is for.

        These are all seats of its author in the campaign if it came to their shared address, else the one it was
        addressed to.
        """
        theirs = played_by(self.table.seats, self.found.person_id)
        return theirs if theirs and theirs[0].id == self.seat.id and not self.letter else (self.seat,)

    @property
    def sender(self) -> str:
        """The address that it names as its sender; empty without one."""
        return self.mail.sender.address if self.mail.sender else ""

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict whether its sender is proven; a signature that came with another mail before proves nothing."""
        found = self.own_check or authenticity(
            self.mail, self.work.service.auth(self.row.mailbox), self.row.received_at
        )
        marks = [signature.mark for signature in self.mail.signatures]
        if found.proof is Proof.PROVEN and marks and inbound.signed_before(self.work.session, self.row.id, marks):
            return Verdict(Proof.UNPROVEN, "its signature came with an earlier mail")
        return found

    @property
    def letter(self) -> bool:
        """It came to the address of a letter, and is the answer to its author."""
        return bool(self.mail.tokens.letters and self.mail.prose and not self.mail.letters)

    @property
    def knows_secret(self) -> bool:
        """Whether it came to the secret address of the seat that it is about."""
        seat = self.found.seat
        return seat is not None and seat.token.lower() in self.mail.tokens.addressed

    @property
    def gives_orders(self) -> bool:
        """Whether its author gives the orders of the seat (and does not only read along or stand by)."""
        return any(holder.person_id == self.found.person_id for holder in self.seat.in_charge)

    @property
    def only_tries(self) -> bool:
        """Whether its orders are only to be tried, in positions that may not be the true one."""
        return hasattr(self, "given") and is_check(self.given.here.lines)

    def act(self, seat: SeatAtTable | None = None) -> CommandContext:
        """Return its author at work, for the seat or for a part of its people."""
        act = CommandContext(self.table, seat or self.seat, self.row.received_at, self.mail, self.found.person_id)
        act.hand = () if seat is not None else self.author_seats
        return act

    def settled(self, status: InboundStatus, why: str = "", hold: str = "") -> Settlement:
        """Return the settlement with this end, filed under the seat if that is known."""
        seat = self.found.seat
        if seat is None:
            return Settlement(status, self.mail.nature, why, hold=hold)
        return Settlement(status, self.mail.nature, why, seat.campaign_id, seat.id, hold=hold)


_HANDED_ON = "mails to be handled next"


def hand_on(session: Session, mail_id: int) -> None:
    """Remember a mail that this transaction has let through or made: whoever commits it handles that one next."""
    session.info.setdefault(_HANDED_ON, []).append(mail_id)


def handed_on(session: Session) -> tuple[int, ...]:
    """Return those mails, once."""
    return tuple(session.info.pop(_HANDED_ON, ()))


Stage = Callable[[MessageContext], Settlement | Deferred | None]
"""One reason to stop a mail: how it ends there, or None: on to the next stage."""
