"""What a campaign has agreed on about letters, diaries, observers, and who reads the orders: shown and switched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import How, changing
from cli.errors import Failed
from cli.options import Name, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.settings import Archive, CampaignSettings
    from adjudicator.service.service import Service
    from adjudicator.store.tables import Campaign
    from cli.settling import Told

_Switch = bool | None
EXAMPLES = examples(
    "adjudicator campaign press lights",
    "adjudicator campaign press lights --anonymous --delay-minutes 240",
    "adjudicator campaign press lights --no-private --observers",
)


@changing
def press(
    name: Name,
    signed: Annotated[_Switch, typer.Option("--signed/--no-signed", help="Letters that name their author.")] = None,
    anonymous: Annotated[_Switch, typer.Option("--anonymous/--no-anonymous", help="Letters without a name.")] = None,
    open_: Annotated[
        _Switch, typer.Option("--open/--no-open", help="Letters that are signed for some of their readers only.")
    ] = None,
    public: Annotated[_Switch, typer.Option("--public/--no-public", help="Letters to everybody.")] = None,
    private: Annotated[_Switch, typer.Option("--private/--no-private", help="Letters to some.")] = None,
    observers: Annotated[
        _Switch, typer.Option("--observers/--no-observers", help="Observers may write to others than the moderator.")
    ] = None,
    watching: Annotated[
        _Switch, typer.Option("--watching/--no-watching", help="Newcomers may watch, with a code that you hand out.")
    ] = None,
    diary_handed_on: Annotated[
        _Switch,
        typer.Option(
            "--diary-handed-on/--no-diary-handed-on",
            help="Notes that players write from now on go to who takes their seat over.",
        ),
    ] = None,
    characters: Annotated[int | None, typer.Option(min=1, help="Characters of a letter.")] = None,
    per_day: Annotated[int | None, typer.Option(min=1, help="Letters of one seat in 24 hours.")] = None,
    delay_minutes: Annotated[
        int | None, typer.Option(min=0, help="Within so many minutes a letter without a name leaves.")
    ] = None,
    *,
    how: How,
) -> None:
    """Which letters a campaign allows: without options it shows them, with options it switches.

    Letters to and from the moderator are always allowed. The next report of every seat tells of a change.
    """
    from cli.settling import settle

    policy = {
        "signed": signed, "anonymous": anonymous, "open": open_, "public": public, "private": private,
        "observers": observers, "characters": characters, "per_day": per_day, "delay_minutes": delay_minutes,
    }  # fmt: skip
    others = {"observers": watching, "diary_handed_on": diary_handed_on}
    wanted = Wanted(
        *({name: value for name, value in given.items() if value is not None} for given in (policy, others))
    )
    if wanted.policy or wanted.others:
        settle(name, wanted.switch, how, lambda told: f"switched: {', '.join(each.what for each in told.changes)}")
    else:
        _show(name, as_json=how.as_json)


ORDERS_EXAMPLES = examples("adjudicator campaign orders lights", "adjudicator campaign orders lights own")


@changing
def orders(
    name: Name,
    readers: Annotated[
        str | None, typer.Argument(metavar="open|own", help="Who reads the orders when the match is over.")
    ] = None,
    *,
    how: How,
) -> None:
    """Show or change who reads the orders when the match is over: open, everybody those of all; own, each seat its own.

    The next report of every seat tells of a change. When the match is over nothing can be opened any more.
    """
    from cli.settling import settle

    match readers:
        case None:
            _show_readers(name, as_json=how.as_json)
        case "open" | "own":
            settle(name, Readers(readers).switch, how, lambda told: f"{told.campaign}: orders are {readers}")
        case _:
            raise Failed(f"{readers!r} is none of: open, own")


def _show_readers(name: str, *, as_json: bool) -> None:
    from adjudicator.service.campaign.settings import settings_of
    from cli.database import looking_at

    with looking_at(name) as (_, _, campaign):
        archive = settings_of(campaign).archive
    if as_json:
        emit({"orders": archive})
    else:
        print(f"orders: {archive}")


@dataclass(frozen=True)
class Readers:
    """Who is to read the orders when the match is over."""

    archive: Archive

    def switch(self, session: Session, service: Service, campaign: Campaign) -> Told:
        """Keep it. Raises Failed."""
        import msgspec

        from adjudicator.service.campaign.settings import keep_settings, settings_of
        from adjudicator.service.desk.deed import Change
        from adjudicator.store.tables import CampaignState
        from cli.settling import Told

        before = settings_of(campaign)
        if before.archive == self.archive:
            raise Failed(f"{campaign.name} is set like that already")
        if self.archive == "open" and campaign.state in (CampaignState.FINISHED, CampaignState.ARCHIVED):
            raise Failed("the match is over: orders that were to stay with their seats stay there")
        keep_settings(campaign, msgspec.structs.replace(before, archive=self.archive))
        change = Change("orders after the end", before.archive, self.archive)
        return Told(campaign.name, "orders", (change,), id=campaign.id)


@dataclass(frozen=True)
class Wanted:
    """What is to be switched, by field: of the policy of letters, and of the other settings."""

    policy: dict[str, bool | int]
    others: dict[str, bool | int]

    def switch(self, session: Session, service: Service, campaign: Campaign) -> Told:
        """Keep the new settings. Raises Failed."""
        import msgspec

        from adjudicator.service.campaign.press_policy import problems_of
        from adjudicator.service.campaign.settings import keep_settings, settings_of
        from adjudicator.service.desk.deed import Change
        from cli.settling import Told

        before = settings_of(campaign)
        policy = msgspec.structs.replace(before.press, **self.policy)
        problems = problems_of(policy)
        if problems:
            raise Failed(*problems)
        after = msgspec.structs.replace(before, press=policy, **self.others)
        was, now = _settings(before), _settings(after)
        changes = tuple(Change(each, _plain(was[each]), _plain(now[each])) for each in was if was[each] != now[each])
        if not changes:
            raise Failed(f"{campaign.name} is set like that already")
        keep_settings(campaign, after)
        return Told(campaign.name, "press", changes, id=campaign.id)


def _show(name: str, *, as_json: bool) -> None:
    from adjudicator.service.campaign.settings import settings_of
    from cli.database import looking_at

    with looking_at(name) as (_, _, campaign):
        shown = _settings(settings_of(campaign))
    if as_json:
        emit(shown)
    else:
        columns(("SETTING", "VALUE"), [(field, _plain(value)) for field, value in shown.items()])


def _settings(agreed: CampaignSettings) -> dict[str, bool | int]:
    return {
        **{field: getattr(agreed.press, field) for field in agreed.press.__struct_fields__},
        "watching": agreed.observers,
        "diary_handed_on": agreed.diary_handed_on,
    }


def _plain(value: bool | int) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
