"""`adjudicator campaign`: create, list, look at, export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli import agreed, drawing, gathering
from cli.doing import DryRun
from cli.errors import Failed
from cli.options import All, AsJson, AsSeat, Name, OwnLang, choices, examples, seed_of
from cli.output import columns, emit, emit_line

app = typer.Typer(
    help="Campaigns: create them, look at them, take them along.", no_args_is_help=True, rich_markup_mode=None
)


@app.command(
    "create",
    epilog=examples(
        "adjudicator campaign create                       # asks what it needs",
        "adjudicator campaign create --file campaign.toml --dry-run",
        "adjudicator campaign create lights --title 'Harbour Lights' --game imperial-struggle \\",
        "    --player 'france=Anna <anna@example.org>' --player 'britain=Boris <boris@example.org> ru Europe/Moscow'",
    ),
)
def create(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Small letters, digits, hyphens.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A .toml or .json file instead of options.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title in mails.")] = None,
    game: Annotated[str | None, typer.Option("--game", help="An installed game.")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="'seat=Name <address> [language [time zone]]'; also moderator= and observer=."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="A house rule, name=value; repeatable.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="A language by its code.")] = None,
    time_zone: Annotated[str | None, typer.Option("--time-zone", help="IANA name, e.g. Europe/Moscow.")] = None,
    deadline_hours: Annotated[int | None, typer.Option("--deadline-hours", help="Hours for each answer.")] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="Secret seed in hexadecimal; without it a new one.")
    ] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Create a campaign, begin its match and queue the first mail of every seat.

    The database is made or brought up to date if need be. Everything that is wrong is listed at once. At a terminal,
    what is missing is asked.
    """
    from dataclasses import replace

    from adjudicator.service.people.new_campaigns import create as begin
    from adjudicator.store.engine import rehearsing
    from cli.database import at_the_desk
    from cli.interview import interview, is_needed
    from cli.new_campaign import from_file, from_options

    given = None
    if file is not None:
        if any(value is not None for value in (name, title, game, player, option, language, time_zone, deadline_hours)):
            raise typer.BadParameter("with --file everything stands in the file")
        given = from_file(file)
    with at_the_desk(make=True) as service:
        if given is None and is_needed(name, game, player or []):
            asked = interview(service.settings, name=name, game=game, players=player or [])
            name, title, game, player = asked.name, title or asked.title, asked.game, list(asked.players)
            time_zone, deadline_hours = time_zone or asked.time_zone, deadline_hours or asked.deadline_hours
        new = given or from_options(
            service.settings,
            name=name, title=title, game=game, players=player or [], options=choices(option or []),
            language=language, time_zone=time_zone, deadline_hours=deadline_hours, seed=seed_of(seed),
        )  # fmt: skip
        campaign_id = begin(replace(service, engine=rehearsing(service.engine)) if dry_run else service, new)
    if as_json:
        emit({"id": None if dry_run else campaign_id, "name": new.name, "dry_run": dry_run})
    elif dry_run:
        print(f"{new.name} could be created, with {len(new.players)} people; nothing was changed (--dry-run)")
    else:
        print(f"{new.name} is created; {len(new.players)} first mails are queued (adjudicator mail list --out)")


@app.command("list", epilog=examples("adjudicator campaign list", "adjudicator campaign list --archived --json"))
def list_(
    archived: Annotated[bool, typer.Option("--archived", help="Those in the archive too.")] = False,
    as_json: AsJson = False,
) -> None:
    """The campaigns and who is waited for."""
    from adjudicator.store.engine import reading
    from cli.campaign_facts import summaries
    from cli.database import at_the_desk

    with at_the_desk() as service, reading(service.engine) as session:
        found = summaries(service.work(session), archived=archived)
    if as_json:
        emit(found)
        return
    columns(
        ("NAME", "GAME", "STATE", "LOG", "ASKED", "DEADLINE"),
        [
            (
                each.name, each.game, each.state, str(each.log), ", ".join(each.asked),
                each.deadline.strftime("%Y-%m-%d %H:%M UTC") if each.deadline else "",
            )
            for each in found
        ],
    )  # fmt: skip


@app.command(
    "show", epilog=examples("adjudicator campaign show lights", "adjudicator campaign show lights --as france --json")
)
def show(name: Name, as_: AsSeat = None, all_: All = False, as_json: AsJson = False, lang: OwnLang = None) -> None:
    """How a campaign stands: people, questions, position. Public unless --as or --all is given."""
    from adjudicator.store.tables import CampaignState
    from cli.campaign_facts import facts, gathering_facts, gathering_text, language_for, standing_text, table_for
    from cli.database import looking_at
    from cli.eyes import eyes, gathering_eyes

    with looking_at(name) as (service, session, campaign):
        if campaign.state is CampaignState.INVITING:
            looking = gathering_eyes(session, campaign, service.clock.now(), as_, all_)
            told = gathering_facts(session, campaign, looking, service.clock.now())
            if as_json:
                emit(told)
            else:
                print(gathering_text(told))
            return
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        if as_json:
            emit(facts(session, table, looking))
        else:
            print(standing_text(session, table, looking, language_for(table, looking, lang)))


@app.command(
    "log", epilog=examples("adjudicator campaign log lights", "adjudicator campaign log lights --as britain --from 40")
)
def log(
    name: Name, as_: AsSeat = None, all_: All = False, as_json: AsJson = False,
    first: Annotated[int, typer.Option("--from", min=1, help="First log number.")] = 1,
    last: Annotated[int | None, typer.Option("--to", help="Last log number.")] = None,
    lang: OwnLang = None,
) -> None:  # fmt: skip
    """What happened, entry by entry, as everybody learned it; --as and --all show more.

    With --json each entry is a line of its own.
    """
    from cli.campaign_facts import language_for, news_lines, table_for
    from cli.database import looking_at
    from cli.eyes import eyes

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        for entry in news_lines(session, table, looking, language_for(table, looking, lang)):
            if first <= entry.n <= (last or entry.n):
                if as_json:
                    emit_line(entry)
                else:
                    print(entry.text())


@app.command(
    "export",
    epilog=examples(
        "adjudicator campaign export lights -o lights.zip",
        "adjudicator campaign export lights --all -o backup.zip",
        "adjudicator campaign export lights --proof -o for-everybody.zip",
    ),
)
def export(
    name: Name,
    output: Annotated[Path, typer.Option("--output", "-o", help="The archive to write (.zip).")],
    as_: AsSeat = None,
    all_: All = False,
    proof: Annotated[
        bool,
        typer.Option("--proof", help="When the match is over: what proves it to anybody, without mails and letters."),
    ] = False,
) -> None:
    """Write one archive: log, documents, mails, commitment (form: docs/archive.md).

    Without --as or --all it holds what everybody may know; with --all everything, the seed included.
    """
    from adjudicator.store.tables import CampaignState
    from cli.archive import archive, archive_of_gathering, proof_of
    from cli.campaign_facts import table_for
    from cli.database import looking_at
    from cli.eyes import eyes, gathering_eyes
    from cli.output import write_whole

    if proof and (as_ is not None or all_):
        raise typer.BadParameter("--proof excludes --as and --all")
    with looking_at(name) as (service, session, campaign):
        now = service.clock.now()
        if campaign.state is CampaignState.INVITING and not proof:
            looking = gathering_eyes(session, campaign, now, as_, all_)
            write_whole(output, archive_of_gathering(session, campaign, looking, now))
            print(f"{output}: {output.stat().st_size} bytes; {name} has no match yet")
            return
        table = table_for(service.work(session, now), campaign)
        if proof:
            if table.match.result is None:
                raise Failed("the match is not over: what proves it opens the secrets of every seat")
            write_whole(output, proof_of(session, table))
        else:
            write_whole(output, archive(session, table, eyes(as_, all_, table.match.header.seats)))
    print(f"{output}: {output.stat().st_size} bytes")


drawing.register_campaign(app)
app.command("press", epilog=agreed.EXAMPLES)(agreed.press)
app.command("orders", epilog=agreed.ORDERS_EXAMPLES)(agreed.orders)
app.command("invite", epilog=gathering.INVITE_EXAMPLES)(gathering.invite)
app.command("start", epilog=gathering.START_EXAMPLES)(gathering.start)
