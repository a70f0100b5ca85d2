"""One-time codes: somebody is given one by mail, and what it stands for is done when they send it back.

    code = issue(session, Request("erase", Owner(seat_id=7), payload, campaign_id=3), now)
    …
    redeemed = redeem(session, typed, Owner(seat_id=7, person_id=2), came)    # raises BadCode

Whoever gives codes declares a `Purpose`; the mail commands `confirm CODE` and `reject CODE` find it there and let
it act in their transaction. A code is eight digits, because digits are the same on every keyboard and in every
alphabet. It counts once, for its owner only, if it reached our mail server before it expired; each wrong guess in
a proven mail of its owner costs a try. Only its hash is kept. Knowing it proves that one reads the mailbox it was
sent to: one that proves a mail by itself has twelve digits, and no wrong guess counts, because anybody may make
one.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from typing import ClassVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import Language, msgid
from adjudicator.orders.strict.confusables import in_plain_letters
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.service import UnitOfWork
from adjudicator.store import confirmations as stored
from adjudicator.store.confirmations import Owner, Request
from adjudicator.store.tables import Confirmation, ConfirmationState

HELD_MAIL, HELD_SECRET_MAIL, OWN_HELD_MAIL = "held-mail", "held-secret-mail", "own-held-mail"
"""The purposes of codes for held mails: unproven ones, unproven ones to the secret address of a seat, proven ones."""
UNPROVEN_MAILS = (HELD_MAIL, HELD_SECRET_MAIL)
DIGITS, DIGITS_THAT_PROVE = 8, 12
GROUP = 4
"""Digits between two hyphens."""
MOST_OPEN = 20
"""Codes that may be open for one owner: of each purpose of unproven mails, and of all the others. Nobody confirms more,
and a flood must not cost a hash each."""
REMEMBERED = 10
"""Codes that are over, of which a late `confirm` is told why it does nothing."""
_WRITTEN = re.compile(r"(?:\d[\s.-]*){4,12}")
_LIKE_DIGITS = str.maketrans({**dict.fromkeys("oо", "0"), **dict.fromkeys("lіi|", "1"), "з": "3", "б": "6"})
"""Letters that look like digits."""
_BETWEEN = re.compile(r"[\s.-]+")


class Redeemed(msgspec.Struct, frozen=True):
    """A code that was right; what it stood for is the caller's to do, now and once."""

    purpose: str
    payload: bytes
    seat_id: int | None
    person_id: int | None


class BadCode(Rejected):
    """The code does nothing."""


unknown = RejectionReason(
    "unknown",
    msgid(
        "This is none of the codes that wait for your word. Copy it from the email that asks you to "
        "confirm; after several wrong tries it does not count any more."
    ),
)
not_digits = RejectionReason(
    "not_digits",
    msgid(
        "A code is made of digits 0-9, and yours has other signs; nothing was done, and no try is counted. If you mean "
        "%(code)s, write it so."
    ),
)
OVER = {
    ConfirmationState.OPEN: RejectionReason(
        "expired", msgid("The time for this code is over. Nothing was done; send what you want anew.")
    ),
    ConfirmationState.CONFIRMED: RejectionReason(
        "confirmed", msgid("This code was used before: what it stood for was done then, and once.")
    ),
    ConfirmationState.REJECTED: RejectionReason(
        "rejected", msgid("This was rejected before. Nothing was done; send what you want anew.")
    ),
    ConfirmationState.VOID: RejectionReason(
        "void",
        msgid("This code does not count any more: a newer one took its place, or it was tried wrongly too often."),
    ),
}
"""Why a code that was given does nothing any more, by what became of it; an open one has expired."""


class TooManyOpen(Rejected):
    """The owner has `MOST_OPEN` codes that wait for their word."""


too_many_open = RejectionReason(
    "too_many_open", msgid("Too many codes wait for your word already; use or reject those first.")
)


_purposes: dict[str, Purpose] = {}


class Purpose:
    """The effect of a kind of code. A subclass sets `id` and overrides `confirmed`.

    Both methods work in the transaction of the mail and return what its answer says. `one_word`: a proven sender
    with nothing else open may confirm without the code. `proves`: it also counts in a mail that nothing else proves.
    A purpose whose codes are for an address alone overrides `from_address` too.
    """

    id: ClassVar[str]
    one_word: ClassVar[bool] = False
    proves: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "id" in cls.__dict__:
            _purposes[cls.id] = cls()

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Do what was asked for."""
        raise NotImplementedError  # abstract

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply | None:
        """Let it be. None: the answer only says that nothing was done."""
        return None

    def from_address(self, work: UnitOfWork, redeemed: Redeemed, *, reject: bool) -> None:
        """Do, or let be, what was asked for: the code came from the address that it was sent to, and for no seat."""
        raise NotImplementedError  # abstract


def purpose_of(name: str) -> Purpose:
    """Return the purpose with this id.

    Raises:
        LookupError: The module of the purpose was not imported.
    """
    try:
        return _purposes[name]
    except KeyError:
        raise LookupError(f"nobody has declared the confirmations called {name!r}") from None


def issue(session: Session, request: Request, now: datetime) -> str:
    """Issue a new code and return it as it is shown (`4821-3907`).

    Raises:
        TooManyOpen: The owner has too many open codes.
    """
    if request.alone:
        stored.void(session, request.owner, request.purpose, now)
    proves = _proves(request.purpose)
    waiting = stored.open_for(session, request.owner, now)
    if sum(_counted_as(row.purpose) == _counted_as(request.purpose) for row in waiting) >= MOST_OPEN:
        raise TooManyOpen(too_many_open)
    digits = DIGITS_THAT_PROVE if proves else DIGITS
    code = _new_code(digits)
    while stored.matching(waiting, code) is not None:
        code = _new_code(digits)
    stored.issue(session, request, code, now)
    return _grouped(code)


def _grouped(code: str) -> str:
    """Return it as it is shown: groups are easier to carry over."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def _counted_as(purpose: str) -> str:
    """Return the budget that a purpose shares: whoever knows no secret address uses up no place of those who do."""
    return purpose if purpose in UNPROVEN_MAILS else ""


def _proves(purpose: str) -> bool:
    declared = _purposes.get(purpose)
    return declared is not None and declared.proves


def redeem(session: Session, typed: str, who: Owner, came: datetime, *, reject: bool = False) -> Redeemed:
    """Use up a code that was sent back at a given moment.

    A wrong guess is counted (commit the transaction); a doubtful reading is not a guess.

    Raises:
        BadCode: The code is wrong, doubtful or no longer open.
    """
    if meant := doubtful(typed):
        raise BadCode(not_digits, code=meant)
    row = typed_code(session, typed, who, came)
    if row is None:
        waiting = stored.open_for(session, who, came)
        over = stored.matching(stored.closed_for(session, who, came, REMEMBERED), plain(typed))
        if over is None:
            stored.guessed_wrong(session, waiting, came)
        raise BadCode(unknown if over is None else OVER[over.state])
    return use(session, row, came, reject=reject)


def typed_code(session: Session, typed: str, who: Owner, came: datetime) -> Confirmation | None:
    """Return the owner's code that was typed, if it was valid when it was sent back; it may have waited since then.

    The code is not used up, and no guess is counted.
    """
    return stored.matching(stored.open_for(session, who, came), plain(typed))


def use(session: Session, row: Confirmation, came: datetime, *, reject: bool = False) -> Redeemed:
    """Use up a code that was found. Raises BadCode if somebody did that meanwhile."""
    redeemed = Redeemed(row.purpose, row.payload, row.seat_id, row.person_id)
    state = ConfirmationState.REJECTED if reject else ConfirmationState.CONFIRMED
    if not stored.settle(session, row.id, state, came):
        raise BadCode(OVER[ConfirmationState.CONFIRMED])
    return redeemed


def plain(typed: str) -> str:
    """Return a code without what people put between the digits.

    >>> plain(" 4821 - 3907.")
    '48213907'
    """
    return _BETWEEN.sub("", typed)


def looks_like_code(typed: str) -> bool:
    """Return whether somebody means a code, even a wrong one.

    >>> looks_like_code("4821 3907"), looks_like_code("the treaty")
    (True, False)
    """
    return _WRITTEN.fullmatch(typed.strip()) is not None or bool(doubtful(typed))


def doubtful(typed: str) -> str:
    """Return what a code with characters other than digits may mean, as it would be shown.

    Empty if the code is in order, or if the text is not a code.

    >>> doubtful("482l-З9О7"), doubtful("4821-3907-55О1"), doubtful("4821-3907"), doubtful("the treaty")
    ('4821-3907', '4821-3907-5501', '', '')
    """
    given = plain(typed.strip())
    signs = in_plain_letters(given).casefold().translate(_LIKE_DIGITS)
    if re.fullmatch("[0-9]+", given) or not re.fullmatch(rf"[0-9]{{{DIGITS}}}|[0-9]{{{DIGITS_THAT_PROVE}}}", signs):
        return ""
    return _grouped(signs) if any(sign.isdecimal() for sign in given) else ""


def asked(
    act: CommandContext, purpose: type[Purpose], *told: Section, title: str, payload: bytes = b"", alone: bool = True
) -> CommandReply:
    """Return the answer that asks the author of a command, with a code, whether it is to be done.

    `told`: what would be done. `alone`: an earlier question of this purpose counts no more.

    Raises:
        TooManyOpen: The author has too many open codes.
    """
    owner, campaign = Owner(act.seat.id, act.person_id), act.table.campaign.id
    wanted = Request(purpose=purpose.id, owner=owner, payload=payload, campaign_id=campaign, alone=alone)
    code = issue(act.session, wanted, act.now)
    choice = how_to(act.language, code, act.now + stored.HOLDS, act.zone, act.now)
    return CommandReply(sections=(*told, choice), title=title, changed=True)


def how_to(language: Language, code: str, until: datetime, zone: str, now: datetime) -> Section:
    """Return the section that goes with a code: the two lines to choose from, and until when they are valid."""
    confirm = language.typed(en="confirm", ru="подтверждаю")
    reject = language.typed(en="reject", ru="отклоняю")
    moment = language.time(until, zone, now)
    return Section(
        heading=language.gettext("Answer with one of these lines"),
        paragraphs=(language.gettext("The code counts once, until %(moment)s.", moment=moment),),
        items=(
            Item(name=f"{confirm} {code}", text=language.gettext("to have it done")),
            Item(name=f"{reject} {code}", text=language.gettext("to have it dropped")),
        ),
    )


def _new_code(digits: int) -> str:
    return f"{secrets.randbelow(10**digits):0{digits}d}"
