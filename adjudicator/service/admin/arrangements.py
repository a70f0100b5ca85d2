"""Arrange a campaign that need not have a match yet: what it has agreed on, who may join, its beginning.

What a moderator does in play is a deed (`adjudicator.service.moderation`).
"""

from pathlib import Path
from typing import Annotated, ClassVar, get_args

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.language import language, stamp
from adjudicator.reports.kernel_words import told
from adjudicator.service.admin.access import locked_campaign
from adjudicator.service.admin.rehearsals import changes_text, readers
from adjudicator.service.campaign.settings import Archive, CampaignSettings, keep_settings, press_problems, settings_of
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.errors import CommandError, require_as_shown
from adjudicator.service.moderation.forms import Option, WrongOptions, command
from adjudicator.service.moderation.rights import TO_BEGIN, Right
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering import bidding, plan
from adjudicator.service.people.gathering.bid_lines import written_bid
from adjudicator.service.people.gathering.joining import gather
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Seating
from adjudicator.service.service import Service
from adjudicator.store import outbound
from adjudicator.store.engine import writing
from adjudicator.store.tables import Campaign, CampaignState, SeatKind

ENGLISH = language("en")


class Arranged(msgspec.Struct, frozen=True):
    """An arrangement that was made, or would be. In a dry run the code opens nothing and is not told."""

    campaign: str
    deed: str
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()
    id: int | None = None
    code: str | None = None
    commitment: str | None = None
    address: str = ""
    """The address to which the code is sent."""
    dry_run: bool = False
    done: bool = True

    def text(self) -> str:
        """Return it for people, before they say yes."""
        return f"{self.campaign}:\n{changes_text(self.changes, self.mails_to)}"


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is arranged: its fields are the options of its command."""

    right: ClassVar[Right] = Right.ALL

    def arrange(self, lobby: Lobby) -> Arranged:
        """Do it with a locked campaign. Raises CommandError."""
        raise NotImplementedError  # abstract


def arrange(service: Service, shown: Arranged | None, name: str, wanted: Arrangement) -> tuple[Arranged, str]:
    """Do it as it was shown. Returns what was done, with its words; where nothing was shown only what would be.

    Raises CommandError, also where it is not any more what was shown.
    """
    with writing((service if shown else service.rehearsal).engine) as session:
        lobby = Lobby(service.work(session), locked_campaign(session, name))
        done = wanted.arrange(lobby)
        require_as_shown(shown and shown.changes, done.changes)
    return done if shown else msgspec.structs.replace(done, code=None, dry_run=True, done=False), done.text()


def _done(lobby: Lobby, deed: str, *changes: Change, code: str | None = None) -> Arranged:
    campaign, boxes = lobby.campaign, lobby.work.service.settings.mail.boxes
    address = boxes[campaign.mailbox].address.plain if code else ""
    return Arranged(campaign.name, deed, changes, id=campaign.id, code=code, address=address)


LETTERS_BESIDE = {"watching": "observers", "diary_handed_on": "diary_handed_on"}
"""Settings of a campaign that go with its policy of letters, by the names that the desk has for them."""


@command(
    "campaign press",
    "adjudicator campaign press lights",
    "adjudicator campaign press lights --anonymous --delay-minutes 240",
    "adjudicator campaign press lights --no-private --observers",
)
class Letters(Arrangement, frozen=True, kw_only=True):
    """Show or set which letters a campaign allows. Without options it shows them, with options it sets them.

    Letters to and from the moderator are always allowed. The next report of every seat tells of a change.
    """

    signed: Annotated[bool | None, "Letters that name their author."] = None
    anonymous: Annotated[bool | None, "Letters without a name."] = None
    open: Annotated[bool | None, "Letters that are signed for some of their readers only."] = None
    public: Annotated[bool | None, "Letters to everybody."] = None
    private: Annotated[bool | None, "Letters to some."] = None
    observers: Annotated[bool | None, "Observers may write to others than the moderator."] = None
    watching: Annotated[bool | None, "Newcomers may watch, with a code that you hand out."] = None
    diary_handed_on: Annotated[bool | None, "Notes that players write from now on go to who takes their seat over."] = (
        None
    )
    characters: Annotated[int | None, Option("Characters of a letter.", least=1)] = None
    per_day: Annotated[int | None, Option("Letters of one seat in 24 hours.", least=1)] = None
    delay_minutes: Annotated[int | None, Option("Within so many minutes a letter without a name leaves.", least=0)] = (
        None
    )

    private_hours: Annotated[int | None, Option("Hours that a letter to some is on its way.", least=0)] = None
    public_hours: Annotated[int | None, Option("Hours that a letter to everybody is on its way.", least=0)] = None
    forged: Annotated[bool | None, "Players may write letters in the name of another seat; every letter says so."] = (
        None
    )

    pictures: Annotated[bool | None, "Some pictures that are attached to a letter go with it, drawn again."] = None

    def arrange(self, lobby: Lobby) -> Arranged:
        before = settings_of(lobby.campaign)
        policy = {each: value for each, value in msgspec.structs.asdict(self).items() if value is not None}
        others = {field: policy.pop(name) for name, field in LETTERS_BESIDE.items() if name in policy}
        press = msgspec.structs.replace(before.press, **policy)
        if problems := press_problems(press):
            raise CommandError(*problems)
        after = msgspec.structs.replace(before, press=press, **others)
        was, now = letters_told(before), letters_told(after)
        changes = [Change(each, shown(was[each]), shown(now[each])) for each in was if was[each] != now[each]]
        if not changes:
            raise CommandError(f"no change: {lobby.campaign.name} already has these settings")
        keep_settings(lobby.campaign, after)
        return _done(lobby, "press", *changes)


def letters_told(agreed: CampaignSettings) -> dict[str, bool | int]:
    """Return what a campaign has agreed on about press messages, diaries and observers."""
    beside = {name: getattr(agreed, field) for name, field in LETTERS_BESIDE.items()}
    return msgspec.structs.asdict(agreed.press) | beside


def shown(value: bool | int) -> str:
    """Format a setting for people."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@command("campaign orders", "adjudicator campaign orders lights", "adjudicator campaign orders lights own")
class Readers(Arrangement, frozen=True, kw_only=True):
    """Show or set who reads the orders after the match.

    Open: everyone reads those of all; own: each seat reads its own.

    The next report of every seat tells of a change. When the match is over nothing can be opened any more.
    """

    readers: Annotated[str | None, "open|own", "Who reads the orders when the match is over."] = None

    def __post_init__(self) -> None:
        if self.readers not in (None, *get_args(Archive)):
            raise CommandError(f"unknown value {self.readers!r}; choose {' or '.join(get_args(Archive))}")

    def arrange(self, lobby: Lobby) -> Arranged:
        campaign, before = lobby.campaign, settings_of(lobby.campaign)
        if before.archive == self.readers:
            raise CommandError(f"no change: {campaign.name} already has these settings")
        if self.readers == "open" and campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise CommandError("the match is over: private orders can no longer be opened")
        keep_settings(campaign, msgspec.structs.replace(before, archive=self.readers))
        return _done(lobby, "orders", Change("orders after the end", before.archive, str(self.readers)))


class Switch(Arrangement, frozen=True, kw_only=True):
    """Something that a campaign agrees on or not; the first field of its class is the option, `yes` or `no`."""

    setting: ClassVar[str]
    """The field of the settings, which is also the word of the command."""
    called: ClassVar[str]

    def __post_init__(self) -> None:
        if self.wanted not in (None, "yes", "no"):
            raise CommandError(f"unknown value {self.wanted!r}; choose yes or no")

    @property
    def wanted(self) -> str | None:
        """The option; None: it only shows what is agreed on."""
        found: str | None = getattr(self, self.__struct_fields__[0])
        return found

    @classmethod
    def stands(cls, campaign: Campaign) -> bool:
        """Return whether a campaign has agreed on it."""
        return bool(getattr(settings_of(campaign), cls.setting))

    def arrange(self, lobby: Lobby) -> Arranged:
        campaign = lobby.campaign
        was = shown(self.stands(campaign))
        if was == self.wanted:
            raise CommandError(f"no change: {campaign.name} already has these settings")
        self.check(campaign)
        changed = {self.setting: self.wanted == "yes"}
        keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), **changed))
        return _done(lobby, self.setting, Change(self.called, was, str(self.wanted)))

    def check(self, campaign: Campaign) -> None:
        """Check whether it can be changed now. Raises CommandError."""


@command("campaign rated", "adjudicator campaign rated lights", "adjudicator campaign rated lights no")
class Rated(Switch, frozen=True, kw_only=True):
    """Show or set whether a match is rated. It then counts for the ratings of its players; only before it is over.

    The next report of every seat tells of a change.
    """

    setting: ClassVar = "rated"
    called: ClassVar = "counts for ratings"
    counts: Annotated[str | None, "yes|no", "Whether the match counts."] = None

    def check(self, campaign: Campaign) -> None:
        if campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise CommandError("the match is over: whether it counts was agreed on before")


@command("campaign public", "adjudicator campaign public lights", "adjudicator campaign public lights yes")
class Public(Switch, frozen=True, kw_only=True):
    """Show or set whether pages that anybody may read tell each turn, where the settings have a folder for them.

    They tell what everybody at the table knows, by the names of the seats. The next report of every seat tells of a
    change.
    """

    setting: ClassVar = "public"
    called: ClassVar = "public pages"
    pages: Annotated[str | None, "yes|no", "Whether there are such pages."] = None


@command(
    "campaign invite",
    "adjudicator campaign invite --file campaign.toml",
    "adjudicator campaign invite --file campaign.toml --number 4 --seating random",
    "adjudicator campaign invite lights --seat france",
    "adjudicator campaign invite lights --observer",
    "adjudicator campaign invite lights --revoke --dry-run",
)
class Invite(Arrangement, frozen=True, kw_only=True):
    """Make a code with which people join by email. For a new campaign, or for one that exists.

    Whoever writes `join CODE` to the service's address gets a free seat; `observe CODE` lets them watch.
    """

    name: Annotated[str | None, "CAMPAIGN", "A campaign that there is."] = None
    file: Annotated[Path | None, "A new campaign: its file, players may be missing."] = None
    by_hand: Annotated[bool, "--start-by-hand", "The match begins when you say so, not when all seats are taken."] = (
        False
    )
    number: Annotated[int, Option("So many are to play, of a game for several numbers.", least=0)] = 0
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

    def arrange(self, lobby: Lobby) -> Arranged:
        if self.revoke:
            count = plan.revoke(lobby.session, lobby.campaign.id, lobby.now)
            return _done(lobby, "revoke", Change("codes", str(count), "none"))
        return _chair_to_watch(lobby) if self.observer else _seat_to_take(self.seat, lobby)


def _chair_to_watch(lobby: Lobby) -> Arranged:
    name = lobby.campaign.name
    if not settings_of(lobby.campaign).observers:
        raise CommandError(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
    return _coded(lobby, SeatKind.OBSERVER, "", "a chair to watch from")


def _seat_to_take(seat: str, lobby: Lobby) -> Arranged:
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


def _coded(lobby: Lobby, kind: SeatKind, seat: str, opens: str) -> Arranged:
    code = plan.new_code(lobby.session, lobby.campaign.id, kind, seat, lobby.now)
    return _done(lobby, "invite", Change("a new code opens", "", opens), code=code)


@command("campaign start", "adjudicator campaign start lights --dry-run", "adjudicator campaign start lights --yes")
class Begin(Arrangement, frozen=True, kw_only=True):
    """Begin the match of a campaign that gathers players. It begins with those who are there.

    Where the seats are bid for, everybody is asked for a bid first. Said once more it begins at once, and who has not
    bid bids nothing.
    """

    right: ClassVar = TO_BEGIN

    def arrange(self, lobby: Lobby) -> Arranged:
        session, campaign = lobby.session, lobby.campaign
        if campaign.state is not CampaignState.INVITING:
            raise CommandError(f"{campaign.name} has begun already")
        before, seats = outbound.newest(session), lobby.seats
        held = {seat.name: ", ".join(h.name for h in seat.holders) for seat in seats if seat.kind is SeatKind.PLAYER}
        if bidding.start(lobby):
            people = (Change(f"seat {seat}", "", names) for seat, names in held.items() if names)
            done = _done(lobby, "start", Change("campaign", "inviting", "running"), *people)
        else:
            assert lobby.plan.asked is not None
            done = _done(
                lobby,
                "start",
                Change("bids", "", f"asked for until {stamp(lobby.plan.asked.until, campaign.time_zone)}"),
            )
        session.flush()
        return msgspec.structs.replace(done, mails_to=readers(session, campaign.id, seats, before))


@command(
    "campaign bid",
    'adjudicator campaign bid fair place-2 "bakers 3, smiths 1" --dry-run',
    "adjudicator campaign bid fair place-2 nothing --yes",
    "adjudicator campaign bid fair place-2 withdraw --yes",
)
class EnterBid(Arrangement, frozen=True, kw_only=True):
    """Enter a sealed bid for a player who cannot email it. It stays sealed, and its player is told.

    When with it all bids are in, the match begins.
    """

    place: Annotated[str, "PLACE", "Where the player stands in the order of joining: place-1, place-2, …"]
    wishes: Annotated[
        str, "BID", "As in a mail: seats, your favourite first, with what is bid for each; nothing; withdraw."
    ]

    def arrange(self, lobby: Lobby) -> Arranged:
        if lobby.campaign.state is not CampaignState.INVITING:
            raise CommandError(f"{lobby.campaign.name} has begun already")
        seat = next((each for each in lobby.players if each.name == self.place), None)
        if not lobby.plan.by_bids:
            raise CommandError(f"the seats of {lobby.campaign.name} are not bid for")
        if seat is None:
            there = ", ".join(each.name for each in lobby.players)
            raise CommandError(f"nobody is at {self.place}" + (f"; there are {there}" if there else ""))
        try:
            bid, begun = bidding.enter(lobby, seat, self.wishes)
        except Refusal as why:
            raise CommandError(told(why)) from None
        written = "none" if bid is None else written_bid(bid, plan.game_of_plan(lobby.session, lobby.plan), ENGLISH)
        news = [Change("campaign", "inviting", "running")] if begun else []
        return _done(lobby, "bid", Change(f"bid of {', '.join(seat.people)}", "", written), *news)


def gathering(service: Service, shown: Arranged | None, new: NewCampaign, start: Start) -> tuple[Arranged, str]:
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
    done = Arranged(new.name, "invite", changes, told, dry_run=shown is None, done=shown is not None)
    if shown:
        address = service.settings.mail.boxes[new.mailbox].address.plain
        done = msgspec.structs.replace(
            done, id=made.campaign_id, code=made.code, commitment=made.commitment, address=address
        )
    return done, done.text()
