"""Arrange the beginning of a campaign that gathers its people: codes to join with, bids for seats, the start."""

from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.language import language, stamp
from adjudicator.reports.wording.kernel_words import english_sentence
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.moderation.arrangement import (
    Arranged,
    Arrangement,
    ArrangementResult,
    arrangement_result,
    readers,
)
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.forms import FormOption, WrongOptions, command
from adjudicator.service.moderation.rights import TO_BEGIN
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering import bidding, plan
from adjudicator.service.people.gathering.bidding import written_bid
from adjudicator.service.people.gathering.joining import gather
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Seating
from adjudicator.service.service import Service
from adjudicator.store import outbound
from adjudicator.store.tables import CampaignState, SeatKind

ENGLISH = language("en")


@command(
    "campaign invite",
    "--file campaign.toml",
    "--file campaign.toml --number 4 --seating random",
    "lights --seat france",
    "lights --observer",
    "lights --revoke --dry-run",
)
class Invite(Arrangement, frozen=True, kw_only=True, tag="campaign invite"):
    """Make a code with which people join by email. For a new campaign, or for one that exists.

    Whoever writes `join CODE` to the service's address gets a free seat; `observe CODE` lets them watch.
    """

    name: Annotated[str | None, "CAMPAIGN", "A campaign that there is."] = None
    file: Annotated[Path | None, "A new campaign: its file, players may be missing."] = None
    by_hand: Annotated[bool, "--start-by-hand", "The match begins when you say so, not when all seats are taken."] = (
        False
    )
    number: Annotated[int, FormOption("So many are to play, of a game for several numbers.", least=0)] = 0
    seating: Annotated[
        Seating | None, "Who gets which seat: chosen by who joins, random (drawn when the match begins), or bid for."
    ] = None
    seat: Annotated[str, "A code for this seat only."] = ""
    observer: Annotated[bool, "A code for people who want to watch."] = False
    revoke: Annotated[bool, "No code of the campaign opens anything any more."] = False

    def __post_init__(self) -> None:
        if (self.name is None) == (self.file is None):
            raise WrongOptions("give the name of a campaign, or --file for a new one")
        if sum((bool(self.seat), self.observer, self.revoke)) > (self.file is None):
            raise WrongOptions("give one of --seat, --observer, --revoke, and only for a campaign that there is")
        if self.file is None and (self.number or self.seating):
            raise WrongOptions("--number and --seating are for a new campaign")

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        if self.revoke:
            count = plan.revoke(lobby.session, lobby.campaign.id, lobby.now)
            return arrangement_result(lobby, "revoke", f"{count} codes revoked", Change("codes", str(count), "none"))
        return _chair_to_watch(lobby) if self.observer else _seat_to_take(self.seat, lobby)


def _chair_to_watch(lobby: Lobby) -> ArrangementResult:
    name = lobby.campaign.name
    if not settings_of(lobby.campaign).observers:
        raise CommandError(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
    return _coded(lobby, SeatKind.OBSERVER, "", "a chair to watch from")


def _seat_to_take(seat: str, lobby: Lobby) -> ArrangementResult:
    name = lobby.campaign.name
    if lobby.campaign.state is not CampaignState.INVITING:
        raise CommandError(f"{name} has begun: its seats are taken (--observer for people who want to watch)")
    free = lobby.plan.free(lobby.seats)
    if seat and lobby.plan.at_places:
        raise CommandError(f"the seats of {name} are given out when it begins: a code opens no particular one")
    if seat and seat not in lobby.plan.seats:
        raise CommandError(f"{name} has no seat {seat!r}; there are {', '.join(lobby.plan.seats)}")
    if not free or (seat and seat not in free):
        raise CommandError(f"somebody has {seat} already" if seat else f"all seats of {name} are taken")
    return _coded(lobby, SeatKind.PLAYER, seat, f"seat {seat}" if seat else f"a free seat ({', '.join(free)})")


def _coded(lobby: Lobby, kind: SeatKind, seat: str, opens: str) -> ArrangementResult:
    code = plan.new_code(lobby.session, lobby.campaign.id, kind, seat, lobby.now)
    address = lobby.work.service.settings.mail.boxes[lobby.campaign.mailbox].address.plain
    said, change = handed_out(address, code, kind), Change("a new code opens", "", opens)
    return arrangement_result(lobby, "invite", said, change, code=code, address=address)


def handed_out(address: str, code: str, kind: SeatKind = SeatKind.PLAYER) -> str:
    """Return what to hand out with a code: to which address which line is written."""
    english, russian = ("observe", "наблюдать") if kind is SeatKind.OBSERVER else ("join", "вступить")
    return (
        f"  Write a mail to {address} with the line:  {english} {code}\n"
        f"  Напишите на {address} строку:  {russian} {code}"
    )


@command("campaign start", "lights --dry-run", "lights --yes")
class Begin(Arrangement, frozen=True, kw_only=True, tag="campaign start"):
    """Begin the match of a campaign that gathers players. It begins with those who are there.

    Where the seats are bid for, everybody is asked for a bid first. Said once more it begins at once, and who has not
    bid bids nothing.
    """

    right: ClassVar = TO_BEGIN

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        session, campaign = lobby.session, lobby.campaign
        if campaign.state is not CampaignState.INVITING:
            raise CommandError(f"{campaign.name} has begun already")
        before, seats = outbound.newest(session), lobby.seats
        held = {seat.name: ", ".join(h.name for h in seat.holders) for seat in seats if seat.kind is SeatKind.PLAYER}
        if bidding.start(lobby):
            said = "has begun; the first mails are queued"
            people = (Change(f"seat {seat}", "", names) for seat, names in held.items() if names)
            changes = [Change("campaign", "inviting", "running"), *people]
        else:
            assert lobby.plan.asked is not None
            until = f"asked for until {stamp(lobby.plan.asked.until, campaign.time_zone)}"
            said, changes = f"waits for bids, {until}", [Change("bids", "", until)]
        session.flush()
        mails_to = readers(session, campaign.id, seats, before)
        return arrangement_result(lobby, "start", f"{campaign.name} {said}", *changes, mails_to=mails_to)


@command(
    "campaign bid",
    'fair place-2 "bakers 3, smiths 1" --dry-run',
    "fair place-2 nothing --yes",
    "fair place-2 withdraw --yes",
)
class EnterBid(Arrangement, frozen=True, kw_only=True, tag="campaign bid"):
    """Enter a sealed bid for a player who cannot email it. It stays sealed, and its player is told.

    When with it all bids are in, the match begins.
    """

    place: Annotated[str, "PLACE", "Where the player stands in the order of joining: place-1, place-2, …"]
    wishes: Annotated[
        str, "BID", "As in a mail: seats, your favourite first, with what is bid for each; nothing; withdraw."
    ]

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        if lobby.campaign.state is not CampaignState.INVITING:
            raise CommandError(f"{lobby.campaign.name} has begun already")
        seat = next((player for player in lobby.players if player.name == self.place), None)
        if not lobby.plan.by_bids:
            raise CommandError(f"the seats of {lobby.campaign.name} are not bid for")
        if seat is None:
            there = ", ".join(player.name for player in lobby.players)
            raise CommandError(f"nobody is at {self.place}" + (f"; there are {there}" if there else ""))
        try:
            bid, begun = bidding.enter(lobby, seat, self.wishes)
            if not begun:
                lobby.answer(seat, bidding.noted(lobby, seat, bid))
        except Refusal as why:
            raise CommandError(english_sentence(why)) from None
        written = "none" if bid is None else written_bid(bid, lobby.game, ENGLISH)
        change = Change(f"bid of {', '.join(seat.people)}", "", written)
        said, news = f"{change.what}: {written}", []
        if begun:
            said += f"; {lobby.campaign.name} has begun, and the first mails are queued"
            news.append(Change("campaign", "inviting", "running"))
        return arrangement_result(lobby, "bid", said, change, *news)


def gathering(
    service: Service, shown: ArrangementResult | None, new: NewCampaign, start: Start
) -> tuple[ArrangementResult, str]:
    """Create a campaign that gathers its people. Returns it with its words; where nothing was shown what would be.

    Raises BadCampaign.
    """
    made = gather(service if shown else service.rehearsal, new, start)
    chairs = [player for player in new.players if player.seat in new_campaigns.CHAIRS]
    held = made.seats | {chair: ", ".join(each.name for each in chairs if each.seat == chair) for chair in
                         dict.fromkeys(player.seat for player in chairs)}  # fmt: skip
    full = all(made.seats.values()) and start is Start.FULL
    seats = (Change(f"seat {seat}", "", names or "free") for seat, names in held.items())
    places = iter(made.seats)
    told = tuple(dict.fromkeys(player.seat or next(places) for player in new.players))
    changes = (Change("campaign", "", "running" if full else "inviting"), *seats)
    done, said = Arranged(new.name, "invite", changes, told, dry_run=shown is None, done=shown is not None), ""
    if shown:
        address = service.settings.mail.boxes[new.mailbox].address.plain
        done = msgspec.structs.replace(
            done, id=made.campaign_id, code=made.code, commitment=made.commitment, address=address
        )
        said = f"{new.name} waits for its people. Hand this out:\n{handed_out(address, made.code)}"
    outcome = done.outcome(said)
    return outcome, outcome.told
