"""Decide what is to be done with a mail, from the mail and the seats alone.

A pure function, so that the way of any mail can be told beforehand (`adjudicator mail read`).
"""

from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.address import normal_address
from adjudicator.mail.model import Nature, ReadMail
from adjudicator.mail.results import Proof, Verdict


class Route(StrEnum):
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


class HoldReason(StrEnum):
    """The reason why a mail waits for somebody's word."""

    UNPROVEN = "unproven"
    """Nothing shows that the registered address wrote it."""
    FORGED = "forged"
    """The sender's domain says that it did not send it; lists and forwarders do that to honest mails too."""
    STRANGER = "stranger"
    """The secret address is right, the sender's address is not registered for the seat."""
    QUOTED = "quoted"
    """The order form was filled in inside the quoted copy of our mail."""
    OVERHEARD = "overheard"
    """It answers a secret question, and an opponent is among the recipients."""
    SHARED = "shared"
    """Another seat of the campaign reads the same mailbox, and this one has not agreed to it yet."""


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
    first_of: frozenset[str] = frozenset()
    """Addresses whose owner plays several seats there, if this is the first of them: it stands for all."""


class RoutingDecision(Struct, frozen=True, kw_only=True):
    """`overheard` are other players' addresses among the recipients (reply to all)."""

    kind: Route
    why: str
    seat: KnownSeat | None = None
    hold: HoldReason | None = None
    """With `CONFIRM`: why."""
    overheard: tuple[str, ...] = ()


FOREIGN = "the sender holds another seat"
"""Why a mail is set aside that came to the secret address of an opponent."""

_BY_NATURE = {
    Nature.BOUNCE: Route.BOUNCE,
    Nature.AUTOMATIC: Route.IGNORE,
    Nature.RECEIPT: Route.IGNORE,
    Nature.ECHO: Route.IGNORE,
    Nature.COMPLAINT: Route.QUARANTINE,
    Nature.UNREADABLE: Route.QUARANTINE,
}


def decide(mail: ReadMail, verdict: Verdict, seats: tuple[KnownSeat, ...]) -> RoutingDecision:
    """Return which way the mail goes.

    The seat is told by the address, else by the reports that the mail answers, else by the
    subject; a token that points elsewhere than the sender is never enough.
    """
    sender = mail.sender.address if mail.sender else ""
    theirs = tuple(s for s in seats if sender in _addresses(s))
    named = seats_named(mail, seats)
    seat = _the_one(named) or _the_one(tuple(s for s in named if s in theirs)) or _first_of(named, sender)
    if mail.nature is not Nature.PERSON:
        return RoutingDecision(kind=_BY_NATURE[mail.nature], why=mail.nature_why, seat=seat)
    if mail.sign and (seat not in theirs or verdict.proof is not Proof.PROVEN or not mail.says_something):
        return RoutingDecision(kind=Route.IGNORE, why=mail.sign, seat=seat)
    if seat is None:
        return _without_seat(named, theirs)
    heard = overheard(mail, seat, seats)
    has_lines = mail.says_something or bool(mail.quoted)
    if seat not in theirs:
        if any(s.campaign == seat.campaign for s in theirs):
            return RoutingDecision(kind=Route.QUARANTINE, why=FOREIGN, seat=seat)
        # a tag travels in every forward: with it alone a stranger must not make us write to the player
        secret = seat.token.lower() in mail.tokens.addressed
        why = "address not registered for the seat"
        if not (has_lines and secret):
            return RoutingDecision(kind=Route.IGNORE, why=why, seat=seat, overheard=heard)
        return RoutingDecision(kind=Route.CONFIRM, why=why, seat=seat, hold=HoldReason.STRANGER, overheard=heard)
    if not has_lines:
        return RoutingDecision(kind=Route.HELP, why="no orders found", seat=seat, overheard=heard)
    if verdict.proof is not Proof.PROVEN:
        hold = HoldReason.FORGED if verdict.proof is Proof.FORGED else HoldReason.UNPROVEN
        return RoutingDecision(kind=Route.CONFIRM, why=verdict.why, seat=seat, hold=hold, overheard=heard)
    if not mail.says_something:
        why = "filled in inside the quote"
        return RoutingDecision(kind=Route.CONFIRM, why=why, seat=seat, hold=HoldReason.QUOTED, overheard=heard)
    return RoutingDecision(kind=Route.ORDERS, why=verdict.why, seat=seat, overheard=heard)


def _the_one(seats: tuple[KnownSeat, ...]) -> KnownSeat | None:
    return seats[0] if len(seats) == 1 else None


def _first_of(named: tuple[KnownSeat, ...], sender: str) -> KnownSeat | None:
    """Return the one of several seats that a mail names that stands for all, if one person plays them."""
    return _the_one(tuple(s for s in named if sender in s.first_of))


def seats_named(mail: ReadMail, seats: tuple[KnownSeat, ...]) -> tuple[KnownSeat, ...]:
    """Return the seats that the strongest kind of token in the message names; several mean a conflict."""
    tags = tuple(id_.strip("<>").partition(".")[0].lower() for id_ in mail.tokens.answered)
    by_address = tuple(s for s in seats if s.token.lower() in mail.tokens.addressed)
    if by_address:
        return by_address
    by_answer = tuple(s for s in seats if s.tag.lower() in tags)
    return by_answer or tuple(s for s in seats if s.tag.lower() in mail.tokens.subject)


def _without_seat(named: tuple[KnownSeat, ...], theirs: tuple[KnownSeat, ...]) -> RoutingDecision:
    if named:
        return RoutingDecision(kind=Route.HELP if theirs else Route.IGNORE, why="tokens of several seats")
    if theirs:
        return RoutingDecision(kind=Route.HELP, why="no token: which seat is meant?", seat=None)
    return RoutingDecision(kind=Route.IGNORE, why="no token and an unknown sender")


def overheard(mail: ReadMail, seat: KnownSeat, seats: tuple[KnownSeat, ...]) -> tuple[str, ...]:
    """Return opponents' addresses among the recipients."""
    others = {a for s in seats if s.campaign == seat.campaign and s != seat for a in _addresses(s)}
    return tuple(a for a in mail.recipients if a in others - _addresses(seat))


def _addresses(seat: KnownSeat) -> frozenset[str]:
    return frozenset(normal_address(address) for address in seat.addresses)
