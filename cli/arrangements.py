"""`adjudicator campaign press | orders | invite | start`: what is agreed on, who may join, the beginning."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.console import arrangements
from adjudicator.service.console.arrangements import Arranged
from adjudicator.service.people.gathering.plan import Start
from adjudicator.settings import Settings
from cli import new_campaign
from cli.changing import arrange, go_ahead, told
from cli.commands import How, Switch, command
from cli.errors import Failed
from cli.installation import at_the_desk, campaign_at
from cli.options import Name
from cli.output import Columns, Output


@dataclass(frozen=True, kw_only=True)
class Letters:
    """What is switched, by the names of the settings."""

    signed: Annotated[Switch, "Letters that name their author."] = None
    anonymous: Annotated[Switch, "Letters without a name."] = None
    open: Annotated[Switch, "Letters that are signed for some of their readers only."] = None
    public: Annotated[Switch, "Letters to everybody."] = None
    private: Annotated[Switch, "Letters to some."] = None
    observers: Annotated[Switch, "Observers may write to others than the moderator."] = None
    watching: Annotated[Switch, "Newcomers may watch, with a code that you hand out."] = None
    diary_handed_on: Annotated[Switch, "Notes that players write from now on go to who takes their seat over."] = None
    characters: Annotated[int | None, typer.Option(min=1, help="Characters of a letter.")] = None
    per_day: Annotated[int | None, typer.Option(min=1, help="Letters of one seat in 24 hours.")] = None
    delay_minutes: Annotated[
        int | None, typer.Option(min=0, help="Within so many minutes a letter without a name leaves.")
    ] = None


@command(
    "campaign press",
    "adjudicator campaign press lights",
    "adjudicator campaign press lights --anonymous --delay-minutes 240",
    "adjudicator campaign press lights --no-private --observers",
)
def press(name: Name, letters: Letters, *, how: How) -> Output:
    """Which letters a campaign allows: without options it shows them, with options it switches.

    Letters to and from the moderator are always allowed. The next report of every seat tells of a change.
    """
    if wanted := {each: value for each, value in vars(letters).items() if value is not None}:
        switched = partial(arrangements.letters_allowed, wanted)
        return arrange(name, switched, how, lambda told: f"switched: {', '.join(each.what for each in told.changes)}")
    with campaign_at(name) as visit:
        allowed = arrangements.letters_told(settings_of(visit.campaign))
    shown = Columns(("SETTING", "VALUE"), [(field, arrangements.shown(value)) for field, value in allowed.items()])
    return Output(allowed, shown)


@command("campaign orders", "adjudicator campaign orders lights", "adjudicator campaign orders lights own")
def orders(
    name: Name,
    readers: Annotated[str | None, "open|own", "Who reads the orders when the match is over."] = None,
    *,
    how: How,
) -> Output:
    """Show or change who reads the orders when the match is over: open, everybody those of all; own, each seat its own.

    The next report of every seat tells of a change. When the match is over nothing can be opened any more.
    """
    match readers:
        case None:
            with campaign_at(name) as visit:
                archive = settings_of(visit.campaign).archive
            return Output({"orders": archive}, f"orders: {archive}")
        case "open" | "own":
            wanted = partial(arrangements.orders_read_by, readers)
            return arrange(name, wanted, how, lambda told: f"{told.campaign}: orders are {readers}")
        case _:
            raise Failed(f"{readers!r} is none of: open, own")


@command(
    "campaign invite",
    "adjudicator campaign invite --file campaign.toml",
    "adjudicator campaign invite lights --seat france",
    "adjudicator campaign invite lights --observer",
    "adjudicator campaign invite lights --revoke --dry-run",
)
def invite(
    name: Annotated[str | None, "CAMPAIGN", "A campaign that there is."] = None,
    file: Annotated[Path | None, "A new campaign: its file, players may be missing."] = None,
    by_hand: Annotated[
        bool, typer.Option("--start-by-hand", help="The match begins when you say so, not when all seats are taken.")
    ] = False,
    seat: Annotated[str, "A code for this seat only."] = "",
    observer: Annotated[bool, "A code for people who want to watch."] = False,
    revoke: Annotated[bool, "No code of the campaign opens anything any more."] = False,
    *,
    how: How,
) -> Output:
    """Let people join by mail: make a code to hand out, for a new campaign or for one that there is.

    Whoever writes `join CODE` to the service's address gets a free seat; `observe CODE` lets them watch.
    """
    if (name is None) == (file is None):
        raise typer.BadParameter("give the name of a campaign, or --file for a new one")
    if sum((bool(seat), observer, revoke)) > (file is None):
        raise typer.BadParameter("give one of --seat, --observer, --revoke, and only for a campaign that there is")
    if file is not None:
        return _gather(file, Start.MODERATOR if by_hand else Start.FULL, how)
    name = name or ""
    if revoke:
        return arrange(name, arrangements.codes_revoked, how, lambda told: f"{told.changes[0].before} codes revoked")
    if observer:
        return arrange(name, arrangements.chair_to_watch, how, lambda told: _handed_out("observe", "наблюдать", told))
    taken = partial(arrangements.seat_to_take, seat)
    return arrange(name, taken, how, lambda told: _handed_out("join", "вступить", told))


def _gather(file: Path, start: Start, how: How) -> Output:
    with at_the_desk(make=True) as service:
        new = new_campaign.from_file(file)
        done = arrangements.gathering_foreseen(new, start, service)
        if go_ahead(how, done.text()):
            done = arrangements.gathering_begun(new, start, service, done)
    return told(how, done, f"{new.name} waits for its people. Hand this out:\n{_handed_out('join', 'вступить', done)}")


def _handed_out(english: str, russian: str, told: Arranged) -> str:
    own = Settings.load().mail.address
    address = f"{own.local}@{own.domain}"
    return (
        f"  Write a mail to {address} with the line:  {english} {told.code}\n"
        f"  Напишите на {address} строку:  {russian} {told.code}"
    )


@command("campaign start", "adjudicator campaign start lights --dry-run", "adjudicator campaign start lights --yes")
def start(name: Name, *, how: How) -> Output:
    """Begin the match of a campaign that has gathered its people, with those who are there."""
    return arrange(name, arrangements.started, how, lambda _: f"{name} has begun; the first mails are queued")
