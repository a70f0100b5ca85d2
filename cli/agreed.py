"""What a campaign has agreed on about letters, diaries and observers: shown and switched."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from cli.errors import Failed
from cli.options import AsJson, Name, examples
from cli.output import columns, emit

_Switch = bool | None
EXAMPLES = examples(
    "adjudicator campaign press lights",
    "adjudicator campaign press lights --anonymous --delay-minutes 240",
    "adjudicator campaign press lights --no-private --observers",
)


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
    as_json: AsJson = False,
) -> None:
    """Which letters a campaign allows: without options it shows them, with options it switches.

    Letters to and from the moderator are always allowed. The next report of every seat tells of a change.
    """
    from adjudicator.service.campaign_settings import keep_settings, settings_of
    from adjudicator.service.campaigns import named
    from adjudicator.service.press.policy import problems_of
    from adjudicator.store.engine import lock_campaign, writing
    from cli.database import at_the_desk

    given = {
        "signed": signed, "anonymous": anonymous, "open": open_, "public": public, "private": private,
        "observers": observers, "characters": characters, "per_day": per_day, "delay_minutes": delay_minutes,
    }  # fmt: skip
    changes = {name: value for name, value in given.items() if value is not None}
    others = {"observers": watching, "diary_handed_on": diary_handed_on}
    other_changes = {name: value for name, value in others.items() if value is not None}
    with at_the_desk() as service, writing(service.engine) as session:
        try:
            campaign = named(session, name)
        except LookupError as error:
            raise Failed(str(error.args[0])) from None
        agreed = settings_of(campaign)
        if changes or other_changes:
            lock_campaign(session, campaign.id)
            policy = msgspec.structs.replace(agreed.press, **changes)
            problems = problems_of(policy)
            if problems:
                raise Failed("; ".join(problems))
            agreed = msgspec.structs.replace(agreed, press=policy, **other_changes)
            keep_settings(campaign, agreed)
    shown = {
        **{field: getattr(agreed.press, field) for field in agreed.press.__struct_fields__},
        "watching": agreed.observers,
        "diary_handed_on": agreed.diary_handed_on,
    }
    if as_json:
        emit(shown)
    else:
        columns(("SETTING", "VALUE"), [(field, _plain(value)) for field, value in shown.items()])


def _plain(value: bool | int) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
