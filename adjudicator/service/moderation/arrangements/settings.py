"""Arrange the settings of a campaign: letters, who reads orders after the match, what counts."""

from typing import Annotated, ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign.settings import CampaignSettings, keep_settings, press_problems, settings_of
from adjudicator.service.moderation.arrangement import Arrangement, ArrangementResult, Standing, arrangement_result
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.forms import FormOption, command
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.store.tables import Campaign, CampaignState

LETTERS_BESIDE = {"watching": "observers", "diary_for_successor": "diary_for_successor"}
"""Settings of a campaign that go with its policy of letters, by the names that the desk has for them."""


class Agreement(Arrangement, frozen=True, kw_only=True):
    """Something that a campaign agrees on; without options it is shown."""

    @property
    def only_shows(self) -> bool:
        return not any(each is not None for each in msgspec.structs.astuple(self))


def _agree(lobby: Lobby, deed: str, agreed: CampaignSettings, said: str, *changes: Change) -> ArrangementResult:
    if agreed == settings_of(lobby.campaign):
        raise CommandError(f"no change: {lobby.campaign.name} already has these settings")
    keep_settings(lobby.campaign, agreed)
    return arrangement_result(lobby, deed, said, *changes)


@command("campaign press", "lights", "lights --anonymous --delay-minutes 240", "lights --no-private --observers")
class Letters(Agreement, frozen=True, kw_only=True, tag="campaign press"):
    """Show or set which letters a campaign allows. Without options it shows them, with options it sets them.

    Letters to and from the moderator are always allowed. The next report of every seat tells of a change.
    """

    did: ClassVar = msgid("changed which letters are allowed (“press” tells which)")
    signed: Annotated[bool | None, "Letters that name their author."] = None
    anonymous: Annotated[bool | None, "Letters without a name."] = None
    open: Annotated[bool | None, "Letters that are signed for some of their readers only."] = None
    public: Annotated[bool | None, "Letters to everybody."] = None
    private: Annotated[bool | None, "Letters to some."] = None
    observers: Annotated[bool | None, "Observers may write to others than the moderator."] = None
    watching: Annotated[bool | None, "Newcomers may watch, with a code that you hand out."] = None
    diary_for_successor: Annotated[
        bool | None, "Notes that players write from now on go to who takes their seat over."
    ] = None
    characters: Annotated[int | None, FormOption("Characters of a letter.", least=1)] = None
    per_day: Annotated[int | None, FormOption("Letters of one seat in 24 hours.", least=1)] = None
    delay_minutes: Annotated[
        int | None, FormOption("Within so many minutes a letter without a name leaves.", least=0)
    ] = None

    private_hours: Annotated[int | None, FormOption("Hours that a letter to some is on its way.", least=0)] = None
    public_hours: Annotated[int | None, FormOption("Hours that a letter to everybody is on its way.", least=0)] = None
    forged: Annotated[bool | None, "Players may write letters in the name of another seat; every letter says so."] = (
        None
    )

    pictures: Annotated[bool | None, "Some pictures that are attached to a letter go with it, drawn again."] = None

    def stands(self, campaign: Campaign) -> Standing:
        allowed = letters_told(settings_of(campaign))
        return allowed, [(name, _told(value)) for name, value in allowed.items()]

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        before = settings_of(lobby.campaign)
        policy = {each: value for each, value in msgspec.structs.asdict(self).items() if value is not None}
        others = {field: policy.pop(name) for name, field in LETTERS_BESIDE.items() if name in policy}
        press = msgspec.structs.replace(before.press, **policy)
        if problems := press_problems(press):
            raise CommandError(*problems)
        after = msgspec.structs.replace(before, press=press, **others)
        was, now = letters_told(before), letters_told(after)
        changes = [Change(each, _told(was[each]), _told(now[each])) for each in was if was[each] != now[each]]
        return _agree(lobby, "press", after, f"switched: {', '.join(change.what for change in changes)}", *changes)


def letters_told(agreed: CampaignSettings) -> dict[str, bool | int]:
    """Return what a campaign has agreed on about press messages, diaries and observers."""
    beside = {name: getattr(agreed, field) for name, field in LETTERS_BESIDE.items()}
    return msgspec.structs.asdict(agreed.press) | beside


def _told(value: bool | int) -> str:
    """Format a setting for people."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class Choice(Agreement, frozen=True, kw_only=True):
    """One thing that a campaign agrees on; its option takes the values for which `others_told` has words."""

    def __post_init__(self) -> None:
        if self.wanted not in (None, *self.others_told):
            raise CommandError(f"unknown value {self.wanted!r}; choose {' or '.join(self.others_told)}")

    @property
    def wanted(self) -> str | None:
        """The option; None: it only shows what is agreed on."""
        found: str | None = getattr(self, self.shown[0])
        return found


@command("campaign orders", "lights", "lights own")
class Readers(Choice, frozen=True, kw_only=True, tag="campaign orders"):
    """Show or set who reads the orders after the match.

    Open: everyone reads those of all; own: each seat reads its own.

    The next report of every seat tells of a change. When the match is over nothing can be opened any more.
    """

    shown: ClassVar = ("readers",)
    others_told: ClassVar = {
        "open": msgid("agreed that everybody reads all orders when the match is over"),
        "own": msgid("agreed that each seat's orders stay its own when the match is over"),
    }
    readers: Annotated[str | None, "open|own", "Who reads the orders when the match is over."] = None

    def stands(self, campaign: Campaign) -> Standing:
        archive = settings_of(campaign).archive
        return {"orders": archive}, f"orders: {archive}"

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        campaign, before, readers = lobby.campaign, settings_of(lobby.campaign), str(self.readers)
        if readers == "open" != before.archive and campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise CommandError("the match is over: private orders can no longer be opened")
        after = msgspec.structs.replace(before, archive=readers)
        change = Change("orders after the end", before.archive, readers)
        return _agree(lobby, "orders", after, f"{campaign.name}: orders are {readers}", change)


class Switch(Choice, frozen=True, kw_only=True):
    """Something that a campaign agrees on or not: `yes` or `no`."""

    setting: ClassVar[str]
    """The field of the settings, which is also the word of the command."""
    called: ClassVar[str]

    def stands(self, campaign: Campaign) -> Standing:
        agreed = bool(getattr(settings_of(campaign), self.setting))
        return {self.setting: agreed}, f"{self.called}: {_told(agreed)}"

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        campaign, before = lobby.campaign, settings_of(lobby.campaign)
        after = msgspec.structs.replace(before, **{self.setting: self.wanted == "yes"})
        if after != before:
            self.check(campaign)
        change = Change(self.called, _told(getattr(before, self.setting)), str(self.wanted))
        return _agree(lobby, self.setting, after, f"{campaign.name}: {self.called}: {self.wanted}", change)

    def check(self, campaign: Campaign) -> None:
        """Check whether it can be changed now. Raises CommandError."""


@command("campaign rated", "lights", "lights no")
class Rated(Switch, frozen=True, kw_only=True, tag="campaign rated"):
    """Show or set whether a match is rated. It then counts for the ratings of its players; only before it is over.

    The next report of every seat tells of a change.
    """

    shown: ClassVar = ("counts",)
    others_told: ClassVar = {
        "yes": msgid("agreed that the match counts for the ratings of its players"),
        "no": msgid("agreed that the match does not count for the ratings of its players"),
    }
    setting: ClassVar = "rated"
    called: ClassVar = "counts for ratings"
    counts: Annotated[str | None, "yes|no", "Whether the match counts."] = None

    def check(self, campaign: Campaign) -> None:
        if campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise CommandError("the match is over: whether it counts was agreed on before")


@command("campaign public", "lights", "lights yes")
class Public(Switch, frozen=True, kw_only=True, tag="campaign public"):
    """Show or set whether pages that anybody may read tell each turn, where the settings have a folder for them.

    They tell what everybody at the table knows, by the names of the seats. The next report of every seat tells of a
    change.
    """

    shown: ClassVar = ("pages",)
    others_told: ClassVar = {
        "yes": msgid("agreed that pages on the web tell everybody what is public"),
        "no": msgid("agreed that no page on the web tells of the match"),
    }
    setting: ClassVar = "public"
    called: ClassVar = "public pages"
    pages: Annotated[str | None, "yes|no", "Whether there are such pages."] = None
