"""Looking at what not everybody knows: always written down; told to all where it gives somebody at the table an edge.

A moderator may play. Then the desk shows what the moderator's own seat knows, and more only when they say so
(`openly`). Where a campaign has no moderator, whoever sits at the desk may be a player: the next report tells of
every look.
"""

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.service import Service
from adjudicator.store import audits
from adjudicator.store.campaigns import Holder, SeatAtTable, seats_at_table
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import Campaign, CampaignState, SeatKind, Telling


class NotOpenly(Exception):  # noqa: N818 - an answer to a person, nothing broke
    """The moderator plays and has not said that they want to see more.

    `player` is their name, `seats` those they play.
    """

    def __init__(self, player: str, seats: tuple[str, ...]) -> None:
        super().__init__(f"{player} plays {', '.join(seats)}")
        self.player = player
        self.seats = seats


def playing_moderators(seats: tuple[SeatAtTable, ...]) -> dict[str, tuple[str, ...]]:
    """Return by name the people who moderate and play, with the seats they play."""
    found = {
        holder.name: tuple(own.name for own in seats if own.kind is SeatKind.PLAYER and _holds(own, holder))
        for seat in seats
        if seat.moderates
        for holder in seat.holders
    }
    return {name: own for name, own in found.items() if own}


def moderators_only(seats: tuple[SeatAtTable, ...]) -> list[SeatAtTable]:
    """Return the seats of moderators who do not play.

    Moderators who play learn what the others learn, and when they do.
    """
    playing = playing_moderators(seats)
    return [seat for seat in seats if seat.moderates and playing.keys().isdisjoint(seat.people)]


def own_seats(seats: tuple[SeatAtTable, ...], by: str) -> tuple[str, ...] | None:
    """Return the seats that the person at the desk plays; None if none that we know of.

    `by` is the name they gave. If it is not a moderator's, they may be any of those who play: if there are several,
    nothing is certainly their own.
    """
    playing = playing_moderators(seats)
    if not playing or any(seat.moderates and by in seat.people for seat in seats):
        return playing.get(by)
    return next(iter(playing.values())) if len(playing) == 1 else ()


def look(service: Service, campaign_id: int, *, by: str, command: str, seat: str | None, openly: bool) -> None:
    """Write down that somebody at the desk looks at what a seat knows, or at everything (`seat` is None).

    Raises NotOpenly where they play themselves, the seat is not theirs, and they have not said that everybody may be
    told.
    """
    with writing(service.engine) as session:
        now = service.clock.now()
        lock_campaign(session, campaign_id)
        seats = seats_at_table(session, campaign_id, now)
        own = own_seats(seats, by)
        if own is not None and seat in own:
            return
        telling = _telling(seats, own)
        if telling is Telling.NOTICE:
            playing = playing_moderators(seats)
            player = by if by in playing else ", ".join(playing)
            if not openly:
                raise NotOpenly(player, own or tuple(name for names in playing.values() for name in names))
            if session.get_one(Campaign, campaign_id).state is CampaignState.INVITING:
                telling = Telling.REPORT  # there is nothing to report of yet: the first mail of the match tells it
            else:
                from adjudicator.service.outbox.notices import to_table  # few looks are told: the others need not wait

                table = table_of_campaign(service.work(session, now), campaign_id)
                to_table("open_eyes", player=player, seats=(seat,) if seat else ()).send(table, table.seats)
        details = {"command": command, "as": seat or "all"}
        audits.record(session, campaign_id, audits.NewAct(by, audits.LOOK, details, telling), now)
    service.wakes.outbox()


def _telling(seats: tuple[SeatAtTable, ...], own: tuple[str, ...] | None) -> Telling:
    if own is not None:
        return Telling.NOTICE
    watched = any(seat.moderates and seat.holders for seat in seats)
    return Telling.NOBODY if watched else Telling.REPORT


def _holds(seat: SeatAtTable, person: Holder) -> bool:
    return any(
        holder.person_id == person.person_id or set(holder.emails) & set(person.emails) for holder in seat.holders
    )
