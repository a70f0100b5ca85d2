"""Mails that wait for somebody's word: held, shown to the registered addresses, and let through or dropped.

A held mail does nothing. The registered addresses of its seat, and nobody else, get a mail that shows its lines, with a
one-time code. How they would be read is told only where it is proven who wrote them: nobody else may cause the work of
trying them. Confirmed, it is handled as if it were proven, with its own time of arrival; rejected,
it is gone, and if a stranger knew the secret address of the seat, the seat gets a new one.
"""

from datetime import datetime, timedelta
from typing import ClassVar

import msgspec
from msgspec import structs
from sqlalchemy.orm import Session

from adjudicator.language import msgid
from adjudicator.mail.model import ReadMail
from adjudicator.mail.routing import HoldReason, Route
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import BadCode, Purpose, Redeemed, TooManyOpen
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.commands import registry, splitting
from adjudicator.service.commands.confirmation import WORDS
from adjudicator.service.inbox import replies
from adjudicator.service.inbox.identity import Identified, seats_behind
from adjudicator.service.inbox.own_lines import with_quoted
from adjudicator.service.inbox.passing import MessageContext, hand_on
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import HeldMail, LineRead
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.play import ordering
from adjudicator.store import campaigns, holdings, inbound
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.confirmations import HOLDS, Owner, Request
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus, SeatKind

CODE_NEEDED = frozenset((HoldReason.UNPROVEN, HoldReason.FORGED, HoldReason.STRANGER))
"""Somebody else may have written it, so that the code has to prove who confirms."""
ONLY_LOOKS = "only looks"
"""Why a mail passes that asks for nothing but what its seat may see."""
DAY = timedelta(days=1)
SHOWN_LINES = 40
SHOWN_LETTERS = 200
_READABLE = frozenset((OrderOutcome.UNREADABLE, OrderOutcome.AMBIGUOUS))


class _Waiting(msgspec.Struct, frozen=True):
    """The held mail that a code stands for."""

    mail_id: int


def hold(at: MessageContext, why: HoldReason) -> Settlement:
    """Set a message aside and ask the person in whose name it came.

    If they have had too many messages already, they are asked later (`clocks.unasked_mails`); the moderator is told.
    Only their own address gets the code, for whoever has it acts for them: a seat may have readers, and a moderator's
    seat people with other rights. Who only reads along gives no orders, and is told so.
    """
    found, seat, work = at.found, at.seat, at.work
    table = table_of_campaign(work, seat.campaign_id, found.at_table)
    if why is not HoldReason.STRANGER and not at.gives_orders:
        replies.gives_no_orders(table, seat, at.sender, at.mail.message_id)
        return at.settled(InboundStatus.REFUSED, "the sender gives no orders for the seat")
    person = found.person_id or who_orders(seat)
    own = queue.addresses_of(seat, person) if person else ()
    to = [each for each in answers.answerable(work, seat) if each in own]
    code = _code(at, person, why) if to else None
    if code is None:
        if not at.row.unasked and not inbound.unasked(work.session, work.now - DAY, 1, seat):
            to_table("held_unasked", seats=(seat.name,)).send(table, table.moderators)
        if why not in CODE_NEEDED and to and not at.row.unasked:
            answers.help_to(table, seat, "too_many_waiting", at.mail.message_id)
    else:
        heard = seats_behind(found.outcome.overheard, found.at_table)
        intent = HeldMail(
            written=work.now,
            why=why.value,
            code=code,
            one_word=why not in CODE_NEEDED,
            until=work.now + HOLDS,
            sender=at.mail.from_address,
            received_at=at.row.received_at,
            subject=at.mail.subject,
            lines=lines_of(table, seat, at.mail, proven=why not in CODE_NEEDED),
            overheard=tuple(name for name in heard if name != seat.name),
        )
        queue.send(table, seat, intent, kind=queue.NOTE, to=to)
    return structs.replace(at.settled(InboundStatus.HELD, found.outcome.why, hold=why.value), unasked=code is None)


def proven_by_code(session: Session, mail: ReadMail, found: Identified, came: datetime) -> Identified:
    """Accept a mail that has the right code of a held mail: its sender reads the mailbox to which the code was sent.

    Other codes prove nothing, for they stand in mails that several people may get. One code of a mail is looked at. A
    wrong one raises BadCode and costs no try: anybody may have sent it, and it is too long to be guessed.
    """
    seat, outcome = found.seat, found.outcome
    if seat is None or outcome.kind is not Route.CONFIRM or outcome.hold not in CODE_NEEDED:
        return found
    given = splitting.split(mail, desk=seat.moderates).here
    codes = [command.rest for command in given.commands if command.id in WORDS and command.rest]
    if not codes:
        return found
    people = [holder.person_id for holder in seat.in_charge]
    owners = [Owner(seat.id, person) for person in people if found.person_id in (None, person)]
    rows = (confirmations.typed_code(session, codes[0], owner, came) for owner in owners)
    row = next((row for row in rows if row is not None), None)
    if row is None:
        raise BadCode(confirmations.unknown)
    if row.purpose not in confirmations.UNPROVEN_MAILS:
        return found
    return found.giving_orders("proven by a code", found.seat, row.person_id)


def is_read_only(mail: ReadMail, found: Identified) -> Identified:
    """Accept a message from a registered address that asks only for what its seat may see: answered without proof.

    The answer goes to the registered addresses; a forger learns nothing, and changes nothing.
    """
    if found.outcome.hold is not HoldReason.UNPROVEN or found.person_id is None:
        return found
    given = splitting.split(mail)
    harmless = all(registry.BY_ID[command.id].harmless for command in given.here.commands)
    if not given.here.commands or not harmless or given.here.lines or given.here.letters or given.elsewhere:
        return found
    return found.giving_orders(ONLY_LOOKS, found.seat, found.person_id)


def lines_of(table: CampaignContext, seat: SeatAtTable, mail: ReadMail, *, proven: bool) -> tuple[LineRead, ...]:
    """Return the lines as they were written and, if it is proven who wrote them, how they would be read.

    Nothing about what they would do, for that may tell what only the seat knows.
    """
    given = splitting.split(with_quoted(mail), desk=seat.moderates).here
    number = len(given.lines)
    if not proven:
        read = [LineRead(at, line, OrderOutcome.UNTRIED) for at, line in enumerate(given.originals, 1)]
    elif given.lines and seat.kind is SeatKind.PLAYER:
        orders = ordering.foresee(table, seat, given.lines, doubts=mail.doubtful_words).rows
        read = [_blank(line, given.originals) for line in orders if 0 < line.number <= number]
    else:
        read = []
    for at, command in enumerate(given.commands, number + 1):
        read.append(LineRead(at, command.original, OrderOutcome.UNTRIED))
    return tuple(structs.replace(line, original=line.original[:SHOWN_LETTERS]) for line in read[:SHOWN_LINES])


def release(session: Session, row: InboundMail, person_id: int, now: datetime) -> bool:
    """Let a mail that was set aside be handled as this person's. Returns False when that is over.

    It is handled when the transaction is committed.
    """
    if not inbound.free(session, row.id, person_id, now):
        return False
    hand_on(session, row.id)
    return True


def who_orders(seat: SeatAtTable) -> int | None:
    """Return the person whose word counts for a seat."""
    return next((holder.person_id for holder in seat.in_charge), None)


def _code(at: MessageContext, person: int | None, why: HoldReason) -> str | None:
    """Return a code to release a held mail, or None.

    Returns None if too many mails wait already, or nobody gives orders for the seat. Nobody is asked then.
    """
    if person is None:
        return None
    request = Request(
        purpose=_purpose(at, why).id,
        owner=Owner(seat_id=at.seat.id, person_id=person),
        payload=msgspec.json.encode(_Waiting(at.row.id)),
        campaign_id=at.seat.campaign_id,
    )
    try:
        return confirmations.issue(at.work.session, request, at.work.now)
    except TooManyOpen:
        return None


def _purpose(at: MessageContext, why: HoldReason) -> type[Purpose]:
    if why not in CODE_NEEDED:
        return OwnHeldMails
    return HeldSecretMails if at.knows_secret else HeldMails


def _blank(line: LineRead, originals: tuple[str, ...]) -> LineRead:
    """Return a line as it was understood, without what a dry run found out about the position."""
    original = originals[line.number - 1] or line.original
    if line.outcome in _READABLE:
        return structs.replace(line, original=original, detail="")
    return LineRead(line.number, original, OrderOutcome.UNTRIED, said=line.said)


class HeldMails(Purpose):
    """A mail that may be somebody else's: only the code lets it through."""

    id = confirmations.HELD_MAIL
    proves = True

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Release the message. It is answered itself, so this answer says something only if it is too late."""
        row = _row(act, redeemed)
        person = redeemed.person_id
        if row is None or person is None or not release(act.session, row, person, act.now):
            return _over(act)
        return CommandReply(shows=("sent",), changed=True)

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply | None:
        """Drop a held mail; replace a secret address that a stranger knew."""
        row = _row(act, redeemed)
        if row is None or not inbound.drop(act.session, row.id, "rejected by the player"):
            return _over(act)
        words = act.language
        told = [words.gettext("The email is dropped: it did nothing and never will.")]
        if row.hold in CODE_NEEDED:
            act.seat = structs.replace(act.seat, token=campaigns.issue_token(act.session, act.seat.id, act.now))
            told.append(
                words.gettext(
                    "Somebody else knew your secret address, so you have a new one from now on: this email comes from "
                    "it. Answers to older emails of ours still count if they come from your registered address."
                )
            )
        return act.says(msgid("Rejected"), *told, changed=True)


class HeldSecretMails(HeldMails):
    """One of them that came to the secret address of its seat."""

    id = confirmations.HELD_SECRET_MAIL


class OwnHeldMails(HeldMails):
    """A mail that is proven, and waits because it may not be what its author wanted."""

    id = confirmations.OWN_HELD_MAIL
    proves = False
    one_word: ClassVar[bool] = True


class SharedMailbox(Purpose):
    """A person agrees that another seat reads their mailbox; what waited for that goes its way."""

    id = shared_mailboxes.PURPOSE
    one_word = True

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        holdings.change(act.session, redeemed.seat_id, redeemed.person_id, agreed_at=act.now)
        waiting = inbound.held_mails(act.session, redeemed.seat_id, HoldReason.SHARED)
        for row in waiting:
            if redeemed.person_id is not None:
                release(act.session, row, redeemed.person_id, act.now)
        words = act.language
        told = [
            words.gettext("Thank you: you play from a shared mailbox. Your secret address tells your emails apart.")
        ]
        if waiting:
            told.append(words.gettext("Your orders that waited for this are carried out now."))
        return act.says(msgid("A shared mailbox"), *told, changed=True)

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Say that the person plays again when they have an address of their own."""
        words = act.language
        told = words.gettext(
            "Then please register an address of your own (“%(command)s”) and make it the main one, or speak with the "
            "moderator. Until then your orders wait.",
            command=words.gettext("address add you@example.org"),
        )
        return act.says(msgid("A shared mailbox"), told, title=words.gettext("nothing was changed"), changed=True)


def _row(act: CommandContext, redeemed: Redeemed) -> InboundMail | None:
    waiting = msgspec.json.decode(redeemed.payload, type=_Waiting)
    row = inbound.load(act.session, waiting.mail_id)
    return row if row is not None and row.seat_id == act.seat.id else None


def _over(act: CommandContext) -> CommandReply:
    told = act.language.gettext("The email was dealt with meanwhile, perhaps by the moderator. Nothing was done now.")
    return act.says(msgid("Confirmation"), told)
