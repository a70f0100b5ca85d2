"""The addresses of a person: more than one, which is the main one, and how one takes the place of another.

A new address is confirmed by a code that is sent to it. Where mails about a seat go changes only with the word of
the address they go to now. When that one is dead, a moderator asks for the new one, all old addresses are told and
may object, and he releases it when the time for that is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NoReturn

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language, language, msgid
from adjudicator.mail.address import can_be_reached, normal_address
from adjudicator.reports.model import Section
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, Request, TooManyOpen, how_to
from adjudicator.service.outbox import plain_mails
from adjudicator.service.outbox.answers import may_answer
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.service import Service, Work
from adjudicator.store import addresses as stored
from adjudicator.store.confirmations import Owner
from adjudicator.store.tables import Address, AddressState, Person

HEADING = msgid("Addresses")
MOST = 5
"""Addresses that a person may have."""
CODES_A_DAY = 3
"""Codes for new addresses that a person may ask for in a day: nobody's mailbox is filled by us."""
NOTICE = timedelta(days=3)
"""Between the word of a moderator that an address is dead and the moment when another takes its place."""


class Why(StrEnum):
    """Why something cannot be done with an address."""

    NOT_ONE = "not_one"
    OURS = "ours"
    KNOWN = "known"
    UNKNOWN = "unknown"
    TOO_MANY = "too_many"
    TOO_OFTEN = "too_often"
    LAST = "last"
    UNCONFIRMED = "unconfirmed"
    TOO_EARLY = "too_early"


class BadAddress(Exception):  # noqa: N818 - an answer
    """It cannot be done; `until` with `TOO_EARLY`."""

    def __init__(self, why: Why, until: datetime | None = None) -> None:
        super().__init__(why.value)
        self.why = why
        self.until = until


class Waiting(msgspec.Struct, frozen=True):
    """What a code about an address stands for."""

    address_id: int


def add(work: Work, person: Person, email: str, *, by: str = "") -> Address:
    """Register an address that counts once its owner has sent back the code that he is sent there.

    `by`: the moderator who asks for it. Raises BadAddress.
    """
    email = _good(work.service, email)
    rows = stored.of_person(work.session, person.id)
    row = next((each for each in rows if each.email == email), None)
    if row is not None and row.state is not AddressState.UNCONFIRMED:
        raise BadAddress(Why.KNOWN)
    if row is None and len(rows) >= MOST:
        raise BadAddress(Why.TOO_MANY)
    asked = stored.codes_since(work.session, person.id, NewAddress.id, work.now - timedelta(days=1))
    if asked >= CODES_A_DAY or not may_answer(work, email):
        raise BadAddress(Why.TOO_OFTEN)
    if row is None:
        row = stored.add(work.session, person.id, email, by, work.now)
    row.asked_by = by
    work.session.flush()
    _send_code(work, person, row)
    if by:
        _tell_old(work, person, rows, row)
    return row


def take(work: Work, row: Address) -> bool:
    """The code came back from the new address. Returns whether it counts now, or waits for the moderator."""
    row.confirmed_at = row.confirmed_at or work.now
    if not row.asked_by:
        _count(work, row)
    work.session.flush()
    return row.state is AddressState.ACTIVE


def _count(work: Work, row: Address) -> None:
    """It counts from now on; another seat may read the same mailbox."""
    if row.state is not AddressState.ACTIVE:
        row.state = AddressState.ACTIVE
        work.session.flush()
        shared_mailboxes.tell_of(work, row)


def release(work: Work, person: Person, email: str) -> Address:
    """A moderator puts an address that he asked for into the place of the main one. Raises BadAddress.

    Not before its owner has confirmed it, and the old ones have had time to object.
    """
    row = _row(work.session, person.id, email)
    if row.state is AddressState.ACTIVE:
        raise BadAddress(Why.KNOWN)
    if row.confirmed_at is None:
        raise BadAddress(Why.UNCONFIRMED)
    if work.now < row.registered_at + NOTICE:
        raise BadAddress(Why.TOO_EARLY, row.registered_at + NOTICE)
    _count(work, row)
    stored.make_main(work.session, row)
    words = language(person.language)
    told = words.gettext("From now on our mails to you come here.")
    _mail(work, person, [row], words.gettext("your new address counts"), told)
    return row


def make_main(session: Session, person_id: int, email: str) -> Address:
    """Mails go there from now on. Raises BadAddress."""
    row = _row(session, person_id, email)
    if row.state is not AddressState.ACTIVE:
        raise BadAddress(Why.UNCONFIRMED)
    stored.make_main(session, row)
    return row


def remove(session: Session, person_id: int, email: str) -> Address:
    """The address counts no more. Raises BadAddress for the last one."""
    row = _row(session, person_id, email)
    usable = stored.usable(stored.of_person(session, person_id))
    if usable == (row,):
        raise BadAddress(Why.LAST)
    session.delete(row)
    session.flush()
    return row


def main_of(session: Session, person_id: int) -> Address | None:
    """Where mails for a person go."""
    return next(iter(stored.usable(stored.of_person(session, person_id))), None)


def ask_main(work: Work, person: Person, purpose: str, row: Address, title: str, told: str) -> None:
    """Ask the main address whether something about the addresses is to be done. Raises BadAddress(TOO_OFTEN)."""
    main = main_of(work.session, person.id)
    assert main is not None
    _mail(work, person, [main], title, told, _choice(work, person, purpose, row))


def _good(service: Service, text: str) -> str:
    email = normal_address(text)
    if not can_be_reached(email):
        raise BadAddress(Why.NOT_ONE)
    if service.own.token_of(email) is not None:
        raise BadAddress(Why.OURS)
    return email


def _row(session: Session, person_id: int, email: str) -> Address:
    wanted = normal_address(email)
    row = next((each for each in stored.of_person(session, person_id) if each.email == wanted), None)
    return row if row is not None else _unknown()


def _unknown() -> NoReturn:
    raise BadAddress(Why.UNKNOWN)


def _send_code(work: Work, person: Person, row: Address) -> None:
    words = language(person.language)
    told = words.gettext(
        "%(name)s, who plays by mail here, wants to write from this address and to get mails at it. If that is you, "
        "confirm it. If not, do nothing: without your word you will not hear of us again.",
        name=person.name,
    )
    choice = _choice(work, person, NewAddress.id, row, only=row.email)
    _mail(work, person, [row], words.gettext("please confirm your address"), told, choice)


def _tell_old(work: Work, person: Person, rows: tuple[Address, ...], new: Address) -> None:
    """All addresses that were registered before hear of it, dead or not, and may agree or object."""
    words = language(person.language)
    told = words.gettext(
        "The moderator was told that you can be reached at %(address)s only. From %(until)s on he may send your mails "
        "there. You can agree at once, or object.",
        address=new.email,
        until=words.moment(new.registered_at + NOTICE, person.time_zone, work.now),
    )
    old = [row for row in rows if row.state is not AddressState.UNCONFIRMED]
    _mail(work, person, old, words.gettext("is this address dead?"), told, _choice(work, person, Replacement.id, new))


def _choice(work: Work, person: Person, purpose: str, row: Address, only: str | None = None) -> Section:
    """A code about an address, for the person, or `only` for who reads one. Raises BadAddress(TOO_OFTEN)."""
    owner, payload = Owner(person_id=person.id, email=only), msgspec.json.encode(Waiting(row.id))
    try:
        request = Request(purpose=purpose, owner=owner, payload=payload, alone=True)
        code = confirmations.issue(work.session, request, work.now)
    except TooManyOpen:
        raise BadAddress(Why.TOO_OFTEN) from None
    return how_to(language(person.language), code, work.now + confirmations.HOLDS, person.time_zone, work.now)


def _mail(work: Work, person: Person, rows: Iterable[Address], title: str, *told: str | Section) -> None:
    found = stored.campaigns_of(work.session, person.id, work.now)
    sender, words = found[-1].title if found else "", language(person.language)
    for row in rows:
        plain_mails.queue(work, row.email, words, title, *told, zone=person.time_zone, sender=sender)


def _address(act: Act, redeemed: Redeemed) -> Address | None:
    waiting = msgspec.json.decode(redeemed.payload, type=Waiting)
    row = act.session.get(Address, waiting.address_id)
    return row if row is not None and row.person_id == redeemed.person_id else None


def _gone(act: Act) -> Said:
    return act.says(HEADING, act.language.gettext("That address is not among yours any more."))


class NewAddress(Purpose):
    """The code that was sent to a new address."""

    id = "address-new"

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        row = _address(act, redeemed)
        if row is None:
            return _gone(act)
        return act.says(HEADING, registered(act.language, row, now=take(act.work, row)), changed=True)

    def rejected(self, act: Act, redeemed: Redeemed) -> Said | None:
        row = _address(act, redeemed)
        if row is not None and row.state is AddressState.UNCONFIRMED:
            act.session.delete(row)
        return None


class MainAddress(Purpose):
    """The main address agrees that another takes its place."""

    id = "address-main"

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        row = _address(act, redeemed)
        if row is None or row.state is not AddressState.ACTIVE:
            return _gone(act)
        stored.make_main(act.session, row)
        told = act.language.gettext("From now on our mails go to %(address)s.", address=row.email)
        return act.says(HEADING, told, changed=True)


class RemoveAddress(Purpose):
    """The main address agrees that it counts no more."""

    id = "address-remove"

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        row = _address(act, redeemed)
        if row is None:
            return _gone(act)
        try:
            remove(act.session, row.person_id, row.email)
        except BadAddress:
            return act.says(HEADING, act.language.gettext("It is your only address."))
        told = act.language.gettext("%(address)s no longer counts.", address=row.email)
        return act.says(HEADING, told, changed=True)


class Replacement(Purpose):
    """The word of an old address on the new one that a moderator asked for."""

    id = "address-replace"

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        """The old one agrees: nothing but the code that was sent to the new one is missing."""
        row = _address(act, redeemed)
        if row is None or row.state is not AddressState.UNCONFIRMED:
            return _gone(act)
        row.asked_by = ""
        confirmed = row.confirmed_at is not None
        if confirmed:
            _count(act.work, row)
        act.session.flush()
        return act.says(HEADING, registered(act.language, row, now=confirmed), changed=True)

    def rejected(self, act: Act, redeemed: Redeemed) -> Said | None:
        """The old one lives: what the moderator asked for is dropped."""
        row = _address(act, redeemed)
        if row is None or row.state is not AddressState.UNCONFIRMED:
            return _gone(act)
        told = act.language.gettext("%(address)s will not be used. Your address stays as it is.", address=row.email)
        act.session.delete(row)
        act.session.flush()
        return act.says(HEADING, told, changed=True)


def registered(words: Language, row: Address, *, now: bool) -> str:
    """What is said when the code of a new address has come back."""
    if now:
        return words.gettext("%(address)s is registered: you may write from there too.", address=row.email)
    if row.confirmed_at is None:
        return words.gettext("%(address)s counts as soon as its own code comes back.", address=row.email)
    return words.gettext("%(address)s is confirmed, and waits for the moderator.", address=row.email)


for _purpose in (NewAddress(), MainAddress(), RemoveAddress(), Replacement()):
    confirmations.register(_purpose)
