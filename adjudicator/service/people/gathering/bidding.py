"""Bids for the seats of a campaign that gathers its people: sealed until all are in, or their time is over.

A person bids once, for as many seats as they have places. When the bids are in the match begins, and its first mails
tell everybody all of them.
"""

from datetime import datetime, timedelta

import msgspec

from adjudicator.kernel.beginning import checked_number
from adjudicator.kernel.bidding import Bid, checked_bid
from adjudicator.service.outbox.notices import LobbyNotice, to_lobby
from adjudicator.service.people.gathering.beginning import TooFew, begin
from adjudicator.service.people.gathering.bid_lines import read_bid
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import AskedForBids, Start, due, game_of_plan
from adjudicator.service.people.new_campaigns import BadCampaign
from adjudicator.service.play import due_dates
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import closing_time, next_deadline, reminder_due, reminder_times
from adjudicator.service.timing.policy import Adjudication
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState
from adjudicator.store.timing import unread_until


def go_on(lobby: Lobby) -> bool:
    """Go on when somebody has joined or bid: the match begins, or everybody is asked for bids.

    Returns whether it has begun.
    """
    plan = lobby.plan
    if plan.asked is not None:
        return _close_or_wait(lobby)
    if plan.free(lobby.seats):
        return False
    if plan.start is Start.MODERATOR:
        lobby.tell_moderators(to_lobby("full"))
        return False
    return start(lobby)


def start(lobby: Lobby) -> bool:
    """Begin the match with those who have joined, or ask them for bids first. Return whether it has begun.

    A second call begins at once, and a player without a bid bids nothing.

    Raises:
        BadCampaign: The match cannot begin.
    """
    if lobby.plan.by_bids and lobby.plan.asked is None and not _all_in(lobby):
        _ask(lobby)
        return False
    begin(lobby)
    return True


def enter(lobby: Lobby, seat: SeatAtTable, text: str) -> tuple[Bid | None, bool]:
    """Keep the bid of a person as it is written, for all places that they have.

    Return the bid (None: it is withdrawn), and whether the match has begun: its first message tells them so.

    Raises:
        Refusal: The bid is not possible.
    """
    game, number = game_of_plan(lobby.session, lobby.plan), lobby.plan.number
    wishes = read_bid(text, game, number)
    if wishes is not None:
        checked_bid(wishes, game.bid_unit, checked_number(game, number))
    for each in lobby.theirs(seat):
        lobby.row(each).bid = None if wishes is None else msgspec.json.encode(wishes)
    lobby.session.flush()
    if lobby.plan.asked is not None and _close_or_wait(lobby):
        return wishes, True
    return wishes, False


def noted(wishes: Bid | None, heard: tuple[str, ...] = ()) -> LobbyNotice:
    """Return what somebody is told of a bid; `heard`: who else received the message."""
    seats = tuple(f"{wish.seat} {wish.amount}" for wish in wishes or ())
    return to_lobby("bid_back") if wishes is None else to_lobby("bid", seats=seats, heard=heard)


def ask_anew(lobby: Lobby) -> None:
    """Ask again after the store went back in time.

    Whoever was asked has the whole time once more.
    """
    if lobby.plan.asked is not None:
        _ask(lobby)


def _ask(lobby: Lobby) -> None:
    """Ask everybody who is there for a bid. Raises BadCampaign where so many cannot play."""
    players, game, campaign = lobby.players, game_of_plan(lobby.session, lobby.plan), lobby.campaign
    if len(players) not in game.numbers:
        raise TooFew(len(players), next(number for number in game.numbers if number > len(players)))
    new = msgspec.structs.replace(lobby.plan.new, number=len(players))
    policy = due_dates.policy_of(campaign)
    until = next_deadline(policy, lobby.now, timedelta(hours=campaign.deadline_hours), zone=campaign.time_zone)
    assert until is not None, "nothing pauses a campaign that has not begun"
    asked = AskedForBids(asked_at=lobby.now, until=until, closes_at=closing_time(policy, until))
    lobby.plan = msgspec.structs.replace(lobby.plan, new=new)
    _keep(lobby, asked)
    for seat in players:
        lobby.tell(seat, to_lobby("bids", until=until))
    lobby.tell_moderators(to_lobby("bids_awaited", until=until))


def _keep(lobby: Lobby, asked: AskedForBids) -> None:
    """Keep until when they are asked, and when the next thing is due for it: a reminder, or the end."""
    last = asked.reminded_at or asked.asked_at
    reminders = reminder_times(due_dates.policy_of(lobby.campaign), asked.asked_at, asked.until)
    due_at = min([reminder for reminder in reminders if reminder > last] + [asked.closes_at])
    lobby.change(msgspec.structs.replace(lobby.plan, asked=asked), due_at)


def _all_in(lobby: Lobby) -> bool:
    return all(lobby.bid_of(seat) is not None for seat in lobby.players)


def _close_or_wait(lobby: Lobby) -> bool:
    """Apply what an answer changes: once all are in, bids are opened at the moment that the campaign has agreed on."""
    asked, policy = lobby.plan.asked, due_dates.policy_of(lobby.campaign)
    assert asked is not None
    closes_at = closing_time(policy, asked.until)
    if _all_in(lobby):
        if policy.adjudication is Adjudication.AT_ONCE:
            begin(lobby)
            return True
        window = lobby.now + timedelta(minutes=policy.window_minutes)
        closes_at = min(window, asked.until) if policy.adjudication is Adjudication.WINDOW else asked.until
    _keep(lobby, msgspec.structs.replace(asked, closes_at=closes_at))
    return False


def close_due(lobby: Lobby, moment: datetime) -> bool:
    """Begin the match if the time for bids was over at a moment. A mail that came in time is waited for."""
    asked = lobby.plan.asked if lobby.campaign.state is CampaignState.INVITING else None
    if asked is None or asked.closes_at > moment:
        return False
    if unread_until(lobby.session, lobby.campaign.id, asked.closes_at, [seat.id for seat in lobby.players]):
        return False
    try:
        begin(lobby)
    except BadCampaign as bad:
        lobby.change(msgspec.structs.replace(lobby.plan, asked=None))
        lobby.tell_moderators(to_lobby("cannot_begin", reason=str(bad)))
        return False
    return True


def run(service: Service) -> int:
    """Open the bids whose time is over, and remind who has not bid. Returns how many matches have begun."""
    now, begun = service.clock.now(), 0
    with reading(service.engine) as session:
        waiting = due(session, now)
    for campaign_id in waiting:
        try:
            with writing(service.engine) as session:
                lobby = Lobby(service.work(session), lock_campaign(session, campaign_id))
                begun += close_due(lobby, lobby.now) or _remind(lobby)
        except CampaignBusy:
            continue
        service.wakes.outbox()
    return begun


def _remind(lobby: Lobby) -> bool:
    """Remind whoever has not bid, if that is due. Never begins a match."""
    asked, policy = lobby.plan.asked, due_dates.policy_of(lobby.campaign)
    if asked is not None and reminder_due(policy, asked.asked_at, asked.until, asked.reminded_at, lobby.now):
        for seat in lobby.players:
            if lobby.bid_of(seat) is None:
                lobby.tell(seat, to_lobby("bid_reminder", until=asked.until))
        _keep(lobby, msgspec.structs.replace(asked, reminded_at=lobby.now))
    return False
