"""Mails of those who have joined a campaign that has not begun."""

from adjudicator.service.campaign.act import CommandContext, CommandReply, together
from adjudicator.service.commands import registry
from adjudicator.service.inbox.passing import MessageContext
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.notices import LobbyNotice, to_lobby
from adjudicator.service.people.gathering import bidding
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, CampaignState

MOST = 8
"""Commands of one mail that are obeyed."""


def take(at: MessageContext) -> None:
    """Handle a message of somebody who has joined a campaign (locked) that has not begun yet: one mail answers it."""
    lobby = Lobby(at.work, at.work.session.get_one(Campaign, at.seat.campaign_id))
    if (asked := lobby.plan.asked) and at.work.service.time_is_known and bidding.close_due(lobby, at.row.received_at):
        explain(lobby, at.seat, to_lobby("bid_late", until=asked.until), queue.NOTE)
        return
    act = CommandContext(lobby, at.seat, at.row.received_at, at.mail, at.found.person_id)
    act.hand, act.overheard = lobby.theirs(at.seat), at.found.outcome.overheard
    given = [found for line in at.mail.lines if (found := registry.before_match(line, at.seat))]
    if not given:
        explain(lobby, at.seat, to_lobby("not_yet"))
        return
    told = list[CommandReply]()
    for each in given[:MOST]:
        told.append(registry.obey_one(act, each))
        if told[-1].gone or lobby.campaign.state is not CampaignState.INVITING:
            return  # what stands below is for nobody who is here, and another mail is the answer
    said = together(told)
    if said.sections or said.shows != ("sent",):
        seat = next((seat for seat in (lobby.by_id[at.seat.id], *lobby.theirs(at.seat)) if seat.holders), at.seat)
        lobby.answer(seat, said, answers.answerable(at.work, seat))


def explain(lobby: Lobby, seat: SeatAtTable, notice: LobbyNotice, kind: str = queue.UNASKED) -> None:
    """Tell a seat of a campaign that gathers its people why a mail did nothing, if that may still be told."""
    lobby.tell(seat, notice, kind, answers.answerable(lobby.work, seat, unasked=kind == queue.UNASKED))
