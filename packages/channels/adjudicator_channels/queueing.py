"""A notice is queued in the transaction that caused it, for every channel that is for such events."""

import secrets
from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.happenings import (
    Closed,
    DeadlinesMissed,
    DeadlinesMoved,
    Happening,
    MatchMoved,
    Reminded,
)
from adjudicator.service.campaign.matches import CampaignContext, turn_of
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.store import channels, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, Channel, ChannelNotice, Role
from adjudicator_channels import places, webhooks
from adjudicator_channels.wording import Event, Facts, Standing, Waiting, standing

_QUEUED = "notices of this transaction about deadlines"


def new_idempotency_key() -> str:
    """Return a new id for a notice; every attempt to deliver it carries the same id."""
    return f"msg_{secrets.token_hex(16)}"


def heard(table: CampaignContext, happening: Happening) -> None:
    """Queue notices of what happens, where the campaign has channels."""
    if not settings_of(table.campaign).channels:
        return
    for channel, seat in _open(table):
        match happening:
            case MatchMoved():
                _moved_on(table, channel, seat, happening)
            case DeadlinesMoved(numbers):
                if seat is None:
                    _stands(table, channel)
                elif any(row.seat_id == seat.id and row.number in numbers for row in table.open_prompts()):
                    _ask(table, channel, seat, Event.DEADLINE)
            case DeadlinesMissed(seats):
                if seat is None:
                    _stands(table, channel, tuple(seats))
            case Reminded(reminded):
                if seat is not None and seat.id == reminded.id:
                    _ask(table, channel, seat, Event.DEADLINE)
            case Closed():
                _put(table, channel, Facts(event=Event.END, moment=table.now, seat=_name(seat)))


def _moved_on(table: CampaignContext, channel: Channel, seat: SeatAtTable | None, happening: MatchMoved) -> None:
    """Tell of a turn that is over, of the end, and of who is asked.

    While seats play in parallel, nobody is told whose deadline is over, since that would show how far they are.
    """
    turns, _ = turn_of(table.match)
    if turns > table.turn[0] and not happening.corrected:
        _put(table, channel, Facts(event=Event.TURN, moment=table.now, seat=_name(seat), turn=turns))
    if table.match.result is not None:
        _put(table, channel, Facts(event=Event.END, moment=table.now, seat=_name(seat)))
    if seat is None:
        _stands(table, channel, () if table.match.concurrent_seats else tuple(happening.missed))
    elif seat.name in happening.asked and seat.name not in table.match.sealed:
        _ask(table, channel, seat, Event.ASKED)


def _open(table: CampaignContext) -> Iterator[tuple[Channel, SeatAtTable | None]]:
    """Yield the channels of the campaign, and those of seats whose owner still gives the orders, each with its seat."""
    for channel in channels.of_campaign(table.session, table.campaign.id):
        seat = None if channel.seat_id is None else table.by_id[channel.seat_id]
        if seat is not None:
            holder = seat.of(channel.person_id)
            if holder is None or holder.role is not Role.ORDERS:
                continue
        yield channel, seat


def _name(seat: SeatAtTable | None) -> str | None:
    return None if seat is None else seat.name


def _stands(table: CampaignContext, channel: Channel, missed: tuple[str, ...] = ()) -> None:
    """Tell who is asked now if it is other than was told last, or whose deadline is over."""
    now = standing(table)
    was = Standing() if channel.told is None else msgspec.json.decode(channel.told, type=Standing)
    channel.told = msgspec.json.encode(now)
    others = _asked(now) != _asked(was)
    if missed or (now != was and not others):
        _put(table, channel, _facts(table, Event.DEADLINE, now, missed))
    if others and (now.waiting or now.draw):
        _put(table, channel, _facts(table, Event.ASKED, now))


def _asked(stands: Standing) -> tuple[int, bool, tuple[str, ...]]:
    return stands.decision, stands.draw, tuple(each.seat for each in stands.waiting)


def _facts(table: CampaignContext, event: Event, now: Standing, missed: tuple[str, ...] = ()) -> Facts:
    first = min((each.deadline for each in now.waiting if each.deadline is not None), default=None)
    return Facts(
        event=event,
        moment=table.now,
        deadline=first,
        waiting=now.waiting,
        missed=missed,
        paused=now.paused,
        draw=now.draw,
    )


def _ask(table: CampaignContext, channel: Channel, seat: SeatAtTable, event: Event) -> None:
    rows = prompts.open_questions(table.session, table.campaign.id)
    due: datetime | None = next((row.deadline for row in rows if row.seat_id == seat.id), None)
    own = (Waiting(seat.name, due),)
    _put(table, channel, Facts(event=event, moment=table.now, seat=seat.name, deadline=due, waiting=own))


def _put(table: CampaignContext, channel: Channel, facts: Facts) -> None:
    """Queue it, if the channel is for such events; of several about a deadline in one transaction the last counts."""
    if facts.event not in channel.events.split(","):
        return
    queued: dict[tuple[int, Event], ChannelNotice] = table.session.info.setdefault(_QUEUED, {})
    before = queued.get((channel.id, facts.event))
    if before is not None and facts.event is Event.DEADLINE and before.queued_at == table.now:
        earlier = msgspec.json.decode(before.facts, type=Facts)
        before.facts = msgspec.json.encode(msgspec.structs.replace(facts, missed=facts.missed or earlier.missed))
        table.session.add(before)
    else:
        queued[channel.id, facts.event] = put(table.session, channel, facts)
    table.session.flush()


def put(session: Session, channel: Channel, facts: Facts) -> ChannelNotice:
    """Queue it, whatever the channel is for."""
    row = ChannelNotice(
        channel_id=channel.id,
        name=new_idempotency_key(),
        facts=msgspec.json.encode(facts),
        queued_at=facts.moment,
        due_at=facts.moment,
    )
    session.add(row)
    return row


# A channel comes or goes, whether it is asked for at the desk or by mail.


class New(msgspec.Struct, frozen=True, kw_only=True):
    """A channel that is to come. Whose it is, by the numbers of a seat and of a person; without them the campaign's."""

    url: str
    events: tuple[Event, ...]
    language: str
    seat_id: int | None = None
    person_id: int | None = None


def add(session: Session, campaign: Campaign, new: New, at: datetime) -> Channel:
    """Add a channel with the next number, and with a new secret if its notices are signed with one."""
    row = Channel(
        campaign_id=campaign.id,
        seat_id=new.seat_id,
        person_id=new.person_id,
        number=channels.next_number(session, campaign.id),
        url=new.url.encode(),
        secret=webhooks.new_secret() if places.is_webhook(new.url) else b"",
        events=",".join(new.events),
        language=new.language,
        added_at=at,
    )
    session.add(row)
    _has_channels(campaign, there=True)
    session.flush()
    return row


def remove(session: Session, campaign: Campaign, channel: Channel, at: datetime) -> None:
    """Send nothing there any more; a campaign that has no other is not asked for its channels again."""
    channels.remove(session, channel, at)
    _has_channels(campaign, there=bool(channels.of_campaign(session, campaign.id)))


def _has_channels(campaign: Campaign, *, there: bool) -> None:
    keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), channels=there))
