"""What is arranged for a campaign that need not have a match yet: what it has agreed on, who may join, its beginning.

What a moderator does in play is a deed (`adjudicator.service.desk`).
"""

from collections.abc import Callable, Mapping

import msgspec

from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.service.campaign.settings import Archive, CampaignSettings, keep_settings, press_problems, settings_of
from adjudicator.service.campaign.troubles import CannotBe
from adjudicator.service.console.looks import locked_campaign
from adjudicator.service.console.rehearsals import changes_text, readers
from adjudicator.service.desk.deed import Change, may
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.moderators import right_of
from adjudicator.service.desk.rights import Right
from adjudicator.service.people.gathering import plan
from adjudicator.service.people.gathering.joining import begin, gather
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.service.service import Service
from adjudicator.store import outbound
from adjudicator.store.engine import writing
from adjudicator.store.tables import CampaignState, SeatKind


class Arranged(msgspec.Struct, frozen=True):
    """What was done, or would be. The code opens nothing, and is not told, in a dry run."""

    campaign: str
    deed: str
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()
    id: int | None = None
    code: str | None = None
    commitment: str | None = None
    dry_run: bool = False
    done: bool = True

    def text(self) -> str:
        """For people, before they say yes."""
        return f"{self.campaign}:\n{changes_text(self.changes, self.mails_to)}"


Arrangement = Callable[[Lobby], Arranged]
"""What is done with a locked campaign. Raises NotPossible."""


def rehearse(service: Service, name: str, arrange: Arrangement, by: str) -> Arranged:
    """What would be done; nothing is kept. Raises NotPossible."""
    done = _arranged(service.rehearsal, name, arrange, by)
    return msgspec.structs.replace(done, code=None, dry_run=True, done=False)


def carry_out(service: Service, arrange: Arrangement, shown: Arranged, by: str) -> Arranged:
    """Do it as it was shown. Raises NotPossible, also where it is not any more what was shown."""
    return _arranged(service, shown.campaign, arrange, by, shown)


def _arranged(service: Service, name: str, arrange: Arrangement, by: str, shown: Arranged | None = None) -> Arranged:
    with writing(service.engine) as session:
        lobby = Lobby(service.work(session), locked_campaign(session, name))
        try:
            may(right_of(lobby.seats, by), Right.ALL)
        except CannotBe as why:
            raise NotPossible(why.text(language("en"))) from None
        done = arrange(lobby)
        if shown is not None and done.changes != shown.changes:
            raise NotPossible("the campaign has changed meanwhile: nothing was changed; look again")
        return done


def _done(lobby: Lobby, deed: str, *changes: Change, code: str | None = None) -> Arranged:
    return Arranged(lobby.campaign.name, deed, changes, id=lobby.campaign.id, code=code)


def orders_read_by(archive: Archive, lobby: Lobby) -> Arranged:
    """Who reads the orders when the match is over: everybody those of all, or each seat its own."""
    campaign, before = lobby.campaign, settings_of(lobby.campaign)
    if before.archive == archive:
        raise NotPossible(f"{campaign.name} is set like that already")
    if archive == "open" and campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
        raise NotPossible("the match is over: orders that were to stay with their seats stay there")
    keep_settings(campaign, msgspec.structs.replace(before, archive=archive))
    return _done(lobby, "orders", Change("orders after the end", before.archive, archive))


LETTERS_BESIDE = {"watching": "observers", "diary_handed_on": "diary_handed_on"}
"""Settings of a campaign that go with its policy of letters, by the names that the desk has for them."""


def letters_allowed(wanted: Mapping[str, bool | int], lobby: Lobby) -> Arranged:
    """Some of what `letters_told` tells is otherwise."""
    before = settings_of(lobby.campaign)
    policy = {each: value for each, value in wanted.items() if each not in LETTERS_BESIDE}
    others = {LETTERS_BESIDE[each]: value for each, value in wanted.items() if each in LETTERS_BESIDE}
    press = msgspec.structs.replace(before.press, **policy)
    if problems := press_problems(press):
        raise NotPossible(*problems)
    after = msgspec.structs.replace(before, press=press, **others)
    was, now = letters_told(before), letters_told(after)
    changes = [Change(each, shown(was[each]), shown(now[each])) for each in was if was[each] != now[each]]
    if not changes:
        raise NotPossible(f"{lobby.campaign.name} is set like that already")
    keep_settings(lobby.campaign, after)
    return _done(lobby, "press", *changes)


def letters_told(agreed: CampaignSettings) -> dict[str, bool | int]:
    """What a campaign has agreed on about letters, diaries and observers."""
    beside = {name: getattr(agreed, field) for name, field in LETTERS_BESIDE.items()}
    return msgspec.structs.asdict(agreed.press) | beside


def shown(value: bool | int) -> str:
    """A setting for people."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def codes_revoked(lobby: Lobby) -> Arranged:
    """No code of the campaign opens anything any more."""
    count = plan.revoke(lobby.session, lobby.campaign.id, lobby.now)
    return _done(lobby, "revoke", Change("codes", str(count), "none"))


def chair_to_watch(lobby: Lobby) -> Arranged:
    """A code for people who want to watch."""
    name = lobby.campaign.name
    if not settings_of(lobby.campaign).observers:
        raise NotPossible(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
    return _coded(lobby, SeatKind.OBSERVER, "", "a chair to watch from")


def seat_to_take(seat: str, lobby: Lobby) -> Arranged:
    """A code for a seat by its name, or for any that is free."""
    name = lobby.campaign.name
    if lobby.campaign.state is not CampaignState.INVITING:
        raise NotPossible(f"{name} has begun: its seats are taken (--observer for people who want to watch)")
    free = lobby.plan.free(lobby.seats)
    if seat and seat not in lobby.plan.seats:
        raise NotPossible(f"{name} has no seat {seat!r}; there are {', '.join(lobby.plan.seats)}")
    if not free or (seat and seat not in free):
        raise NotPossible(f"somebody has {seat} already" if seat else f"all seats of {name} are taken")
    return _coded(lobby, SeatKind.PLAYER, seat, f"seat {seat}" if seat else f"a free seat ({', '.join(free)})")


def _coded(lobby: Lobby, kind: SeatKind, seat: str, opens: str) -> Arranged:
    code = plan.new_code(lobby.session, lobby.campaign.id, kind, seat, lobby.now)
    return _done(lobby, "invite", Change("a new code opens", "", opens), code=code)


def started(lobby: Lobby) -> Arranged:
    """Begin the match with those who are there."""
    session, campaign = lobby.session, lobby.campaign
    if campaign.state is not CampaignState.INVITING:
        raise NotPossible(f"{campaign.name} has begun already")
    before, seats = outbound.newest(session), lobby.seats
    held = {seat.name: ", ".join(h.name for h in seat.holders) for seat in seats if seat.kind is SeatKind.PLAYER}
    begin(lobby)
    session.flush()
    people = (Change(f"seat {seat}", "", names) for seat, names in held.items() if names)
    done = _done(lobby, "start", Change("campaign", "inviting", "running"), *people)
    return msgspec.structs.replace(done, mails_to=readers(session, campaign.id, seats, before))


def gathering_foreseen(new: NewCampaign, start: Start, service: Service) -> Arranged:
    """What a new campaign that gathers its people would be; nothing is kept. Raises BadCampaign."""
    gather(service.rehearsal, new, start)
    held: dict[str, list[str]] = {seat: [] for seat in game_named(new.game).seats}
    for player in new.players:
        held.setdefault(player.seat, []).append(player.name)
    full = all(held.values()) and start is Start.FULL
    seats = (Change(f"seat {seat}", "", ", ".join(names) or "free") for seat, names in held.items())
    told = tuple(dict.fromkeys(player.seat for player in new.players))
    changes = (Change("campaign", "", "running" if full else "inviting"), *seats)
    return Arranged(new.name, "invite", changes, told, dry_run=True, done=False)


def gathering_begun(new: NewCampaign, start: Start, service: Service, shown: Arranged) -> Arranged:
    """Create it. Raises BadCampaign."""
    made = gather(service, new, start)
    return msgspec.structs.replace(
        shown, id=made.campaign_id, code=made.code, commitment=made.commitment, dry_run=False, done=True
    )
