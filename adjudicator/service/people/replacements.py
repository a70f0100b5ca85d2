"""A seat changes hands, or loses its people.

The newcomer gets its dossier, a new secret address and the full time, or more where the seat was told a later deadline.
Who comes to a seat besides its people gets the dossier when their days begin. The seat's past stays the seat's; the
predecessor's record stays theirs.
What they left on file (drafts, waiting lines) is told to the newcomer and does nothing of itself.
"""

from collections.abc import Sequence

import msgspec

from adjudicator.language import language, msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed
from adjudicator.service.campaign.matches import CampaignContext, take_back_sealed
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.outbox import notice_mails, queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import Dossier
from adjudicator.service.outbox.queue import addresses_of
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.play import due_dates, offers, standing_lines, standing_orders
from adjudicator.service.play.agreements import review
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import Held
from adjudicator.service.service import Service
from adjudicator.store import campaigns, holdings, prompts
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import Person, Role, Seat, SeatKind, SeatRecord

DOSSIER_ENTRIES = 150
"""Log entries that the dossier tells; a mail program cuts what is longer. The rest comes with `history`."""


no_standby = RejectionReason(
    "no_standby",
    msgid("%(seat)s has no standby player; name the successor: their name and email address."),
)


def standby_of(seat: SeatAtTable) -> int | None:
    """Return the person who takes the seat over if its holder falls silent."""
    return next((holder.person_id for holder in seat.holders if holder.role is Role.STANDBY), None)


def replace(
    table: CampaignContext, seat: SeatAtTable, *, by: str, person_id: int | None = None, keep: bool = False
) -> None:
    """Hand the seat to a person, or to its standby player.

    `keep`: what the predecessor has on file stays and is carried out. The table's seats are replaced too.
    Raises Rejected.
    """
    now = table.now
    successor = person_id if person_id is not None else standby_of(seat)
    if successor is None:
        raise no_standby(seat=seat.name)
    left = () if keep else _lines(table, seat)
    stored.cancel_for_seat(table.session, seat.id)
    stored.end_absences(table.session, seat.id, due_dates.today(table.campaign, now), with_steward=True)
    holdings.hand_over(table.session, seat.id, successor, now)
    table.session.get_one(Seat, seat.id).language = table.session.get_one(Person, successor).language
    campaigns.issue_token(table.session, seat.id, now)
    if not keep:
        forget(table, seat)
    new = table.reloaded(seat.id)
    prompt = due_dates.prompt_of(table, seat.id)
    if prompt is not None and not keep and new.language != seat.language:
        # nobody knows the codes in the letters of the old one
        prompt.offered = offers.offer_for(table.match, seat.name, prompt.number, new.language)
    give_full_time(table, seat)
    notice_mails.farewell(table, seat, addresses_of(new))
    queue.send(table, new, _dossier(table, seat, left=left))
    name = table.session.get_one(Person, successor).name
    to_table("replaced", seats=(seat.name,), person=name).send(table, table.others(seat))
    shared_mailboxes.tell_of_holder(table, new, successor)
    table.record(by, "replace", {"seat": seat.name, "person": successor, "keep": keep})


def give_full_time(table: CampaignContext, seat: SeatAtTable) -> None:
    """Give who has come to a seat the full time for what it is asked."""
    prompt = due_dates.prompt_of(table, seat.id)
    if prompt is None:
        return
    prompt.opened_at, prompt.reminded_at, prompt.ready = table.now, None, False
    prompt.answered_at, prompt.missed = None, False
    prompt.waits, prompt.allowed_minutes = 0, due_dates.minutes_for(table, seat.id)
    table.session.flush()
    due_dates.recalculate(table, seats=[seat.id], revive=True)


def leave(table: CampaignContext, seat: SeatAtTable, person_id: int) -> None:
    """End a person's holding of the seat.

    A player's seat goes to its standby player, or stays with its team; without them it is empty, the rules' defaults
    are carried out at its deadlines, and everybody is told.
    """
    holder = seat.of(person_id)
    name = holder.name if holder else ""
    others = any(holder.person_id != person_id for holder in seat.in_charge)
    if seat.kind is SeatKind.PLAYER and not others and standby_of(seat) is not None:
        replace(table, seat, by=name)
        return
    let_go(table, seat, [holder for holder in seat.holders if holder.person_id == person_id], "left")
    if seat.kind is SeatKind.PLAYER and table.match.result is None:
        notice = "left_team" if others else "left"
        to_table(notice, seats=(seat.name,), person=name).send(table, table.seats if others else table.others(seat))
        table.record(name, "leave", {"seat": seat.name, "person": name})


def let_go(
    table: CampaignContext, seat: SeatAtTable, gone: Sequence[Holder], topic: str, *, keep: bool = False, **fields: str
) -> bool:
    """Let people go from a seat and take leave of them with a notice. Return whether others give its orders.

    Without others it gets a new secret address, and what was on file for it is cleared unless `keep` is true.
    """
    others = any(holder not in gone for holder in seat.in_charge)
    holdings.end(table.session, seat.id, {holder.person_id for holder in gone}, table.now)
    if not others:
        stored.cancel_for_seat(table.session, seat.id)
        campaigns.issue_token(table.session, seat.id, table.now)
        if seat.kind is SeatKind.PLAYER and not keep:
            forget(table, seat)
    spared = addresses_of(table.reloaded(seat.id))
    notice_mails.farewell(table, msgspec.structs.replace(seat, holders=tuple(gone)), spared, topic, **fields)
    return others


def send_dossiers_due(service: Service) -> int:
    """Send dossiers to stand-ins whose days have begun.

    Returns how many were sent.
    """
    with reading(service.engine) as session:
        ids = [campaign_id for _, campaign_id in holdings.dossiers_due(session, service.clock.now())]
    return sweep(service, ids, _send_due)


def _send_due(table: CampaignContext) -> int:
    rows = [row for row, of in holdings.dossiers_due(table.session, table.now) if of == table.campaign.id]
    for row in rows:
        row.dossier_due = False
        seat = table.by_id[row.seat_id]
        send_dossier(table, seat, row.person_id)
        shared_mailboxes.tell_of_holder(table, seat, row.person_id)
    return len(rows)


def send_dossier(table: CampaignContext, seat: SeatAtTable, person_id: int) -> None:
    """Send all that the seat knows to one of its people."""
    queue.send(table, seat, _dossier(table, seat, joins=True), kind=queue.NOTE, to=addresses_of(seat, person_id))


def _dossier(table: CampaignContext, seat: SeatAtTable, *, left: tuple[str, ...] = (), joins: bool = False) -> Dossier:
    prompt, since = due_dates.prompt_of(table, seat.id), max(0, table.sequence - DOSSIER_ENTRIES)
    number = None if prompt is None else prompt.number
    return Dossier(written=table.now, number=number, left=left, since=since, joins=joins)


def _lines(table: CampaignContext, seat: SeatAtTable) -> tuple[str, ...]:
    words = language(seat.language)
    lines = [line.text for line in held_orders.held_by(table, seat).filed(words)]
    standing = (
        standing_lines.order_line(each.order, table.match, words) for each in standing_orders.orders_of(table, seat)
    )
    return (*lines, *(f"{words.typed(en='standing', ru='постоянно')} {line}" for line in standing))


def forget(table: CampaignContext, seat: SeatAtTable) -> None:
    """Clear what the predecessor left: sealed answer, lines, standing orders, offers, signatures, and their record."""
    sealed = seat.name in table.match.sealed and table.match.awaited is None
    if sealed:
        take_back_sealed(table, seat)
    prompts.drop_lines(table.session, seat.id, sealed=sealed)
    held_orders.keep(table, seat, Held())
    standing_orders.withdraw(table, seat, None)
    review.forget(table, seat)
    record = table.session.get(SeatRecord, seat.id)
    if record is not None:
        table.session.delete(record)
        table.session.flush()


GONE = CommandReply(changed=True, gone=True)
"""The reply to a writer who has nothing to do with the seat any more."""


class Leave(Purpose):
    """The word of a player that they give up their seat."""

    id = "leave"

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """End the mails of somebody who leaves; the last mail says so."""
        assert act.person_id is not None
        leave(act.table, act.seat, act.person_id)
        return GONE

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Answer that they stay."""
        words = act.language
        title = words.gettext("nothing was changed")
        return act.says(msgid("Leaving"), words.gettext("Good: you stay."), title=title, changed=True)
