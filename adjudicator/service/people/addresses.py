"""The addresses of a person: more than one, which is the main one, and how one takes the place of another.

A new address is confirmed by a code that is sent to it. Where mails about a seat go changes only with the word of
the address they go to now. When that one is dead, a moderator asks for the new one, all old addresses are told and
may object, and releases it when the time for that is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import ClassVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language, language, msgid
from adjudicator.mail.address import can_be_reached, normal_address
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, how_to, issue
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.outbox import plain_mails
from adjudicator.service.outbox.answers import may_answer
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import addresses as stored
from adjudicator.store.confirmations import HOLDS, Owner, Request, issued_since
from adjudicator.store.tables import Address, AddressState, Person

HEADING = msgid("Addresses")
MOST = 5
"""Addresses that a person may have."""
CODES_A_DAY = 3
"""Codes for new addresses that a person may ask for in a day: nobody's mailbox is filled by us."""
NOTICE = timedelta(days=3)
"""Between the word of a moderator that an address is dead and the moment when another takes its place."""


not_one = RejectionReason(
    "not_one",
    msgid("We cannot write to that email address (its part before the @ has to be Latin letters)."),
)
ours = RejectionReason("ours", msgid("That is an address of ours."))
known = RejectionReason("known", msgid("That address counts already."))
unknown = RejectionReason("unknown", msgid("That address is none of yours."))
too_many = RejectionReason("too_many", msgid("You may have %(most)s addresses; remove one first."))
too_often = RejectionReason("too_often", msgid("Too many codes were asked for. Try again after %(moment)s."))
last = RejectionReason("last", msgid("It is your only address."))
unconfirmed = RejectionReason(
    "unconfirmed", msgid("That address is not confirmed yet: its code has to come back first.")
)
too_early = RejectionReason("too_early", msgid("The old address may object until %(moment)s."))


class Waiting(msgspec.Struct, frozen=True):
    """The address that a code stands for."""

    address_id: int


def add(work: UnitOfWork, person: Person, email: str, *, by: str = "") -> Address:
    """Register an address that counts once its owner has sent back the code that is sent there.

    `by`: the moderator who asks for it. Raises Rejected.
    """
    email = _good(work.service, email)
    rows = stored.of_person(work.session, person.id)
    row = next((each for each in rows if each.email == email), None)
    if row is not None and row.state is not AddressState.UNCONFIRMED:
        raise known()
    if row is None and len(rows) >= MOST:
        raise too_many(most=MOST)
    asked = issued_since(work.session, NewAddress.id, work.now - timedelta(days=1), person_id=person.id)
    if asked >= CODES_A_DAY or not may_answer(work, email):
        raise too_often(moment=lambda words: words.time(work.now + timedelta(days=1), "UTC", work.now))
    if row is None:
        row = stored.add(work.session, person.id, email, by, work.now)
    row.asked_by = by
    work.session.flush()
    ask(work, person, NewAddress, row, row)
    if by:  # all that were registered before hear of it, dead or not, and may agree or object
        ask(work, person, Replacement, row, *(old for old in rows if old.state is not AddressState.UNCONFIRMED))
    return row


def take(work: UnitOfWork, row: Address) -> bool:
    """Confirm a new address whose code came back. Return whether it counts now, or waits for the moderator."""
    row.confirmed_at = row.confirmed_at or work.now
    if not row.asked_by:
        _count(work, row)
    work.session.flush()
    return row.state is AddressState.ACTIVE


def _count(work: UnitOfWork, row: Address) -> None:
    """Activate the address; another seat may read the same mailbox."""
    if row.state is not AddressState.ACTIVE:
        row.state = AddressState.ACTIVE
        work.session.flush()
        shared_mailboxes.tell_of(work, row)


def release(work: UnitOfWork, person: Person, email: str) -> Address:
    """Let a moderator make an address that they asked for the person's main one.

    Not before its owner has confirmed it, and the old ones have had time to object.

    Raises:
        Rejected: The address is active already, unconfirmed, or too new.
    """
    row = of(work.session, person.id, email)
    if row.state is AddressState.ACTIVE:
        raise known()
    if row.confirmed_at is None:
        raise unconfirmed()
    if work.now < row.registered_at + NOTICE:
        until = row.registered_at + NOTICE
        raise too_early(moment=lambda words: words.time(until, "UTC", work.now))
    _count(work, row)
    stored.make_main(work.session, row)
    words = language(person.language)
    told = words.gettext("From now on our emails to you come here.")
    _mail(work, person, [row], words.gettext("your new address counts"), told)
    return row


def of(session: Session, person_id: int, email: str) -> Address:
    """Return the address of a person that was typed.

    Raises:
        Rejected: The person has no such address.
    """
    wanted = normal_address(email)
    row = next((each for each in stored.of_person(session, person_id) if each.email == wanted), None)
    if row is None:
        raise unknown()
    return row


def remove(session: Session, row: Address) -> None:
    """Remove the address.

    Raises:
        Rejected: It is the last one.
    """
    if stored.usable(stored.of_person(session, row.person_id)) == (row,):
        raise last()
    session.delete(row)
    session.flush()


def main_of(session: Session, person_id: int) -> Address | None:
    """Return where messages for a person go."""
    return next(iter(stored.usable(stored.of_person(session, person_id))), None)


def ask(work: UnitOfWork, person: Person, purpose: type[AboutAddress], row: Address, *readers: Address) -> None:
    """Ask those who read some addresses for their word on one. Raises Rejected."""
    owner = Owner(person_id=person.id, email=row.email if purpose is NewAddress else None)
    request = Request(purpose=purpose.id, owner=owner, payload=msgspec.json.encode(Waiting(row.id)), alone=True)
    code = issue(work.session, request, work.now)
    words, zone = language(person.language), person.time_zone
    until = words.time(row.registered_at + NOTICE, zone, work.now)
    told = words.gettext(purpose.asked, name=person.name, address=row.email, until=until)
    choice = how_to(words, code, work.now + HOLDS, zone, work.now)
    _mail(work, person, readers, words.gettext(purpose.title), told, choice)


def _good(service: Service, text: str) -> str:
    email = normal_address(text)
    if not can_be_reached(email):
        raise not_one()
    if service.own.token_of(email) is not None:
        raise ours()
    return email


def _mail(work: UnitOfWork, person: Person, rows: Iterable[Address], title: str, *told: str | Section) -> None:
    found = stored.campaigns_of(work.session, person.id, work.now)
    campaign, words = found[-1] if found else None, language(person.language)
    for row in rows:
        plain_mails.send(work, row.email, words, title, *told, zone=person.time_zone, campaign=campaign)


class AboutAddress(Purpose):
    """Common to the codes about an address; they do nothing for one that is gone, or in another state."""

    proves = True
    states: ClassVar[tuple[AddressState, ...]] = tuple(AddressState)
    title: ClassVar[str]
    """The title of the mail that brings the code: a message."""
    asked: ClassVar[str]
    """What it says: a message with `name` of the person, `address`, `until` when the old ones may object."""

    def done(self, act: CommandContext, row: Address) -> str:
        """Do what was asked for; returns what is said of it. Raises Rejected."""
        raise NotImplementedError  # abstract

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Carry out what was asked for, once, with an address that is still there."""
        row = self.address(act.session, redeemed)
        if row is None:
            return self.gone(act)
        try:
            return act.says(HEADING, self.done(act, row), changed=True)
        except Rejected as why:
            return act.says(HEADING, why.text(act.language))

    def address(self, session: Session, redeemed: Redeemed) -> Address | None:
        """Return the address that the code is about."""
        row = session.get(Address, msgspec.json.decode(redeemed.payload, type=Waiting).address_id)
        counts = row is not None and row.person_id == redeemed.person_id and row.state in self.states
        return row if counts else None

    def gone(self, act: CommandContext) -> CommandReply:
        """Answer that there is nothing to do any more."""
        return act.says(HEADING, act.language.gettext("That address is not among yours any more."))


class NewAddress(AboutAddress):
    """The code that was sent to a new address."""

    id = "address-new"
    title = msgid("please confirm your address")
    asked = msgid(
        "%(name)s, who plays by email here, wants to write from this address and to get emails at it. If "
        "that is you, confirm it. If not, do nothing: without your word you will not hear of us again."
    )

    def done(self, act: CommandContext, row: Address) -> str:
        return registered(act.language, row, now=take(act.work, row))

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply | None:
        self._drop(act.session, self.address(act.session, redeemed))
        return None

    def from_address(self, work: UnitOfWork, redeemed: Redeemed, *, reject: bool) -> None:
        row = self.address(work.session, redeemed)
        if reject:
            self._drop(work.session, row)
        elif row is not None:
            person = work.session.get_one(Person, row.person_id)
            words = language(person.language)
            told = registered(words, row, now=take(work, row))
            main = main_of(work.session, person.id)
            _mail(work, person, [row] if main in (None, row) else [row, main], words.gettext("addresses"), told)

    def _drop(self, session: Session, row: Address | None) -> None:
        if row is not None and row.state is AddressState.UNCONFIRMED:
            session.delete(row)


class MainAddress(AboutAddress):
    """The main address agrees that another takes its place."""

    id = "address-main"
    states = (AddressState.ACTIVE,)
    title = msgid("shall our emails go elsewhere?")
    asked = msgid("You have asked that our emails go to %(address)s from now on.")

    def done(self, act: CommandContext, row: Address) -> str:
        stored.make_main(act.session, row)
        return act.language.gettext("From now on our emails go to %(address)s.", address=row.email)


class RemoveAddress(AboutAddress):
    """The main address agrees that it counts no more."""

    id = "address-remove"
    title = msgid("shall this address count no more?")
    asked = msgid("You have asked that %(address)s no longer counts.")

    def done(self, act: CommandContext, row: Address) -> str:
        remove(act.session, row)
        return act.language.gettext("%(address)s no longer counts.", address=row.email)


class Replacement(AboutAddress):
    """The word of an old address on the new one that a moderator asked for."""

    id = "address-replace"
    states = (AddressState.UNCONFIRMED,)
    title = msgid("is this address dead?")
    asked = msgid(
        "The moderator was told that you can be reached at %(address)s only. From %(until)s on they may "
        "send your emails there. You can agree at once, or object."
    )

    def done(self, act: CommandContext, row: Address) -> str:
        """Accept the new address on behalf of the old one; all that may be missing is the code sent to the new one."""
        row.asked_by = ""
        confirmed = row.confirmed_at is not None
        if confirmed:
            _count(act.work, row)
        act.session.flush()
        return registered(act.language, row, now=confirmed)

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply | None:
        """Drop what the moderator asked for, since the old address is in use."""
        row = self.address(act.session, redeemed)
        if row is None:
            return self.gone(act)
        told = act.language.gettext("%(address)s will not be used. Your address stays as it is.", address=row.email)
        act.session.delete(row)
        act.session.flush()
        return act.says(HEADING, told, changed=True)


def registered(words: Language, row: Address, *, now: bool) -> str:
    """Return the answer to the code of a new address."""
    if now:
        return words.gettext("%(address)s is registered: you may write from there too.", address=row.email)
    if row.confirmed_at is None:
        return words.gettext("%(address)s counts as soon as its own code comes back.", address=row.email)
    return words.gettext("%(address)s is confirmed, and waits for the moderator.", address=row.email)
