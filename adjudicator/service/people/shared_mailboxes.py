"""Two people with one mailbox: whoever reads it knows what the seats of both know.

Each has to agree, once, before playing. One person who plays several seats knows all of that anyway. The secret
address of a message tells which of the two it is for. The moderators are told.
"""

from adjudicator.mail.routing import HoldReason
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.confirmations import TooManyOpen
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import HeldMail
from adjudicator.service.service import UnitOfWork
from adjudicator.store import holdings
from adjudicator.store.addresses import campaigns_of
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.confirmations import HOLDS, Owner, Request
from adjudicator.store.tables import (
    Address,
    CampaignState,
    Role,
    SeatKind,
)

PURPOSE = "shared-mailbox"
"""The purpose of its codes; `holding` does it."""


def others_behind(seat: SeatAtTable, person_id: int | None, table: CampaignContext) -> tuple[str, ...]:
    """Return others' seats in the game that read a mailbox of this person."""
    if seat.kind is not SeatKind.PLAYER:
        return ()
    own = {email for holder in seat.holders if holder.person_id == person_id for email in holder.emails}
    return tuple(
        other.name
        for other in table.players
        if other.id != seat.id
        and any(own & set(reader.emails) and reader.person_id != person_id for reader in _readers(other))
    )


def ask_all(table: CampaignContext) -> None:
    """Ask every seat that shares a mailbox when a campaign begins, and tell the moderators."""
    shared = []
    for seat in table.players:
        for holder in seat.in_charge:
            others = others_behind(seat, holder.person_id, table)
            if others:
                shared.append(seat.name)
                ask(table, seat, holder, others)
    if shared:
        _tell_moderators(table, shared)


def tell_of(work: UnitOfWork, address: Address) -> None:
    """Handle an address that is now active: if another seat reads it too, ask both and tell the moderators."""
    for campaign in campaigns_of(work.session, address.person_id, work.now):
        if campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED):
            table = table_of_campaign(work, campaign.id)
            shared = _behind(table, address.email)
            theirs = [holder for holders in shared.values() for holder in holders]
            if _people(shared) > 1 and any(holder.person_id == address.person_id for holder in theirs):
                _ask_and_tell(table, shared)


def tell_of_holder(table: CampaignContext, seat: SeatAtTable, person_id: int) -> None:
    """Tell of a new holder of a seat: where another seat reads their mailbox, it is as when a campaign begins."""
    told: set[tuple[str, ...]] = set()
    emails = [email for holder in seat.holders if holder.person_id == person_id for email in holder.emails]
    for email in dict.fromkeys(emails if seat.kind is SeatKind.PLAYER else ()):
        shared = _behind(table, email)
        if _people(shared) > 1 and seat.name in shared and tuple(shared) not in told:
            told.add(tuple(shared))
            _ask_and_tell(table, shared)


def _behind(table: CampaignContext, email: str) -> dict[str, list[Holder]]:
    """Return the seats of the game that read a mailbox, each with those of its people who own it."""
    found = {seat.name: [holder for holder in _readers(seat) if email in holder.emails] for seat in table.players}
    return {name: holders for name, holders in found.items() if holders}


def _people(shared: dict[str, list[Holder]]) -> int:
    """Return how many people read a mailbox: one who plays several seats is one."""
    return len({holder.person_id for holders in shared.values() for holder in holders})


def _ask_and_tell(table: CampaignContext, shared: dict[str, list[Holder]]) -> None:
    for name in shared:
        seat = table.by_name[name]
        for holder in shared[name]:
            others = others_behind(seat, holder.person_id, table)
            if (
                others
                and holder.role is Role.ORDERS
                and not holdings.has_agreed(table.session, seat.id, holder.person_id)
            ):
                ask(table, seat, holder, others)
    _tell_moderators(table, list(shared))


def _tell_moderators(table: CampaignContext, shared: list[str]) -> None:
    to_table("shared_mailbox", seats=tuple(dict.fromkeys(shared))).send(table, table.moderators)


def ask(table: CampaignContext, seat: SeatAtTable, holder: Holder, others: tuple[str, ...]) -> None:
    """Ask a person whether they agree."""
    owner = Owner(seat_id=seat.id, person_id=holder.person_id)
    request = Request(purpose=PURPOSE, owner=owner, campaign_id=table.campaign.id, alone=True)
    try:
        code = confirmations.issue(table.session, request, table.now)
    except TooManyOpen:
        answers.help_to(table, seat, "too_many_waiting", None)
        return
    why, until = HoldReason.SHARED.value, table.now + HOLDS
    intent = HeldMail(
        written=table.now, received_at=table.now, why=why, code=code, one_word=True, until=until, overheard=others
    )
    queue.send(table, seat, intent, kind=queue.NOTE, to=queue.addresses_of(seat, holder.person_id))


def _readers(seat: SeatAtTable) -> list[Holder]:
    return [holder for holder in seat.holders if holder.role is not Role.STANDBY]
