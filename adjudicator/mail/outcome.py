"""What is to be done with a mail, decided from the mail and the seats alone.

A pure function, so that the way of any mail can be told beforehand (`adjudicator mail read`).
"""

from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.address import normal_address
from adjudicator.mail.authenticity import Proof, Verdict
from adjudicator.mail.model import Nature, ReadMail


class Kind(StrEnum):
    """The ways a mail can go."""

    ORDERS = "orders"
    CONFIRM = "confirm"
    """Read, but held until a registered address of the seat confirms."""
    HELP = "help"
    """From a player, nothing usable inside: the answer says how to do it."""
    QUARANTINE = "quarantine"
    """Set aside whole, the moderator is told, no answer."""
    IGNORE = "ignore"
    """Stored, no answer."""
    BOUNCE = "bounce"


class KnownSeat(Struct, frozen=True, kw_only=True):
    """A seat as the mail layer sees it.

    `token` is the secret tag of its plus address, `tag` the public one in subjects and at the
    beginning (up to the first dot) of our Message-IDs.
    """

    campaign: str
    seat: str
    token: str
    tag: str
    addresses: tuple[str, ...]


class Outcome(Struct, frozen=True, kw_only=True):
    """`overheard` are other players' addresses among the recipients (reply to all)."""

    kind: Kind
    why: str
    seat: KnownSeat | None = None
    overheard: tuple[str, ...] = ()


_BY_NATURE = {
    Nature.BOUNCE: Kind.BOUNCE,
    Nature.AUTOMATIC: Kind.IGNORE,
    Nature.RECEIPT: Kind.IGNORE,
    Nature.ECHO: Kind.IGNORE,
    Nature.COMPLAINT: Kind.QUARANTINE,
    Nature.UNREADABLE: Kind.QUARANTINE,
}


def decide(mail: ReadMail, verdict: Verdict, seats: tuple[KnownSeat, ...]) -> Outcome:
    """Which way the mail goes.

    The seat is told by the address, else by the reports that the mail answers, else by the
    subject; a token that points elsewhere than the sender is never enough.
    """
    named = seats_named(mail, seats)
    seat = named[0] if len(named) == 1 else None
    if mail.nature is not Nature.PERSON:
        return Outcome(kind=_BY_NATURE[mail.nature], why=mail.nature_why, seat=seat)
    sender = mail.sender.address if mail.sender else ""
    theirs = tuple(s for s in seats if sender in _addresses(s))
    if seat is None:
        return _without_seat(named, theirs)
    overheard = _overheard(mail, seat, seats)
    has_lines = mail.says_something
    if seat not in theirs:
        if any(s.campaign == seat.campaign for s in theirs):
            return Outcome(kind=Kind.QUARANTINE, why="the sender holds another seat", seat=seat)
        # a tag travels in every forward: with it alone a stranger must not make us write to the player
        secret = seat.token.lower() in mail.tokens.addressed
        kind = Kind.CONFIRM if has_lines and secret else Kind.IGNORE
        return Outcome(kind=kind, why="address not registered for the seat", seat=seat, overheard=overheard)
    if not has_lines:
        return Outcome(kind=Kind.HELP, why="no orders found", seat=seat, overheard=overheard)
    if verdict.proof is not Proof.PROVEN:
        return Outcome(kind=Kind.CONFIRM, why=verdict.why, seat=seat, overheard=overheard)
    return Outcome(kind=Kind.ORDERS, why=verdict.why, seat=seat, overheard=overheard)


def seats_named(mail: ReadMail, seats: tuple[KnownSeat, ...]) -> tuple[KnownSeat, ...]:
    """The seats that the strongest kind of token in the mail names; several mean a conflict."""
    tags = tuple(id_.strip("<>").partition(".")[0].lower() for id_ in mail.tokens.answered)
    by_address = tuple(s for s in seats if s.token.lower() in mail.tokens.addressed)
    if by_address:
        return by_address
    by_answer = tuple(s for s in seats if s.tag.lower() in tags)
    return by_answer or tuple(s for s in seats if s.tag.lower() in mail.tokens.subject)


def _without_seat(named: tuple[KnownSeat, ...], theirs: tuple[KnownSeat, ...]) -> Outcome:
    if named:
        return Outcome(kind=Kind.CONFIRM if theirs else Kind.IGNORE, why="tokens of several seats")
    if theirs:
        return Outcome(kind=Kind.HELP, why="no token: which seat is meant?", seat=None)
    return Outcome(kind=Kind.IGNORE, why="no token and an unknown sender")


def _overheard(mail: ReadMail, seat: KnownSeat, seats: tuple[KnownSeat, ...]) -> tuple[str, ...]:
    others = {a for s in seats if s.campaign == seat.campaign and s != seat for a in _addresses(s)}
    return tuple(a for a in mail.recipients if a in others - _addresses(seat))


def _addresses(seat: KnownSeat) -> frozenset[str]:
    return frozenset(normal_address(address) for address in seat.addresses)
