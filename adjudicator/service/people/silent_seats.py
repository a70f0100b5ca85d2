"""A seat has missed several deadlines in a row: the steps of the chain that its campaign has agreed on.

At `chain.replace_after` the standby player takes the seat; without one the moderator is asked for somebody. At
`chain.vote_after` the other players are asked: when more than half of them are for it, the seat is taken from its
people, for its standby player if there is one. An answer in time ends the chain, and whatever was voted.
"""

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import replacements
from adjudicator.service.play import due_dates
from adjudicator.store import agreements
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Role, SeatKind, VoteKind

BY = "the players"
"""Author of what is done by vote, for the audit trail."""


def missed_again(table: CampaignContext, name: str, in_row: int) -> bool:
    """Take the step that is due after `in_row` missed deadlines. Return whether the seat has changed hands.

    Its new holder has time of their own.
    """
    chain, seat = due_dates.policy_of(table.campaign).chain, table.by_name[name]
    if not seat.in_charge:
        return False
    if in_row == chain.vote_after:
        _ask(table, seat, in_row)
    if in_row != chain.replace_after:
        return False
    if replacements.standby_of(seat) is not None:
        replacements.replace(table, seat, by="deadline")
        return True
    moderators = [moderator for moderator in table.moderators if moderator.in_charge]
    told = moderators or [player for player in table.players if player.id != seat.id]
    to_table("replacement_wanted", seats=(name,), missed=in_row).send(table, told)
    return False


def _ask(table: CampaignContext, seat: SeatAtTable, in_row: int) -> None:
    agreements.drop_votes(table.session, table.campaign.id, VoteKind.REPLACE, seat.id)
    others = [player for player in table.players if player.id != seat.id]
    to_table("release_asked", seats=(seat.name,), missed=in_row).send(table, others)


def is_silent(table: CampaignContext, seat: SeatAtTable) -> bool:
    """Return whether a seat has missed so many deadlines that its others were asked about it."""
    after = due_dates.policy_of(table.campaign).chain.vote_after
    return bool(after) and stored.missed_in_row(table.session, seat.id) >= after


def release(table: CampaignContext, seat: SeatAtTable) -> None:
    """Give the seat to its standby player, or leave it empty until the moderator finds somebody."""
    if replacements.standby_of(seat) is not None:
        replacements.replace(table, seat, by=BY)
        return
    gone = tuple(holder for holder in seat.holders if holder.role is not Role.STANDBY)
    replacements.let_go(table, seat, gone, "voted_out")
    told = [each for each in table.seats if each.kind is not SeatKind.OBSERVER]
    to_table("emptied", seats=(seat.name,), person=", ".join(holder.name for holder in gone)).send(table, told)
    table.record(BY, "vote out", {"seat": seat.name})
