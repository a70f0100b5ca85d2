"""`adjudicator campaign`: create, look at, arrange, pause, end, take along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.console import archives
from adjudicator.service.console.campaigns import facts, gathering, standing_text, summaries
from adjudicator.service.console.log import news_lines
from adjudicator.service.console.looks import gathering_eyes, look_of
from adjudicator.service.console.seats import waited_for
from adjudicator.service.people.new_campaigns import create as begin
from adjudicator.store.engine import reading, rehearsing
from adjudicator.store.tables import CampaignState
from cli import arrangements, new_campaign
from cli.changing import DryRun, How, changing, go_ahead, tell
from cli.deeds import add_deeds
from cli.installation import at_the_desk, author, campaign_at, eyes_of, looking_at, visitor
from cli.interview import interview, is_needed
from cli.mail import list_ as list_mails
from cli.options import All, AsJson, AsSeat, Limit, Name, OwnLang, choices, examples, seed_of
from cli.output import emit, emit_line, minute, show, table, write_whole

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


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
    given = None
    if file is not None:
        if any(value is not None for value in (name, title, game, player, option, language, time_zone, deadline_hours)):
            raise typer.BadParameter("with --file everything stands in the file")
        given = new_campaign.from_file(file)
    with at_the_desk(make=True) as service:
        if given is None and is_needed(name, game, player or []):
            asked = interview(service.settings, name=name, game=game, players=player or [])
            name, title, game, player = asked.name, title or asked.title, asked.game, list(asked.players)
            time_zone, deadline_hours = time_zone or asked.time_zone, deadline_hours or asked.deadline_hours
        new = given or new_campaign.from_options(
            service.settings,
            new_campaign.Options(
                name, title, game, tuple(player or ()), choices(option or []), language, time_zone, deadline_hours,
                seed_of(seed),
            ),
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
    with at_the_desk() as service, reading(service.engine) as session:
        found = summaries(service.work(session), archived=archived)
    if as_json:
        emit(found)
        return
    table(
        ("NAME", "GAME", "STATE", "LOG", "ASKED", "DEADLINE"),
        [
            (each.name, each.game, each.state, str(each.log), ", ".join(each.asked), minute(each.deadline, " UTC"))
            for each in found
        ],
    )


@app.command(
    "show", epilog=examples("adjudicator campaign show lights", "adjudicator campaign show lights --as france --json")
)
def show_(name: Name, as_: AsSeat = None, all_: All = False, as_json: AsJson = False, lang: OwnLang = None) -> None:
    """How a campaign stands: people, questions, position. Public unless --as or --all is given."""
    with campaign_at(name) as visit:
        eyes = eyes_of(as_, everything=all_)
        if visit.campaign.state is CampaignState.INVITING:
            told = gathering(visit, gathering_eyes(visit, visitor(), eyes))
            show(told, told.text(), as_json=as_json)
            return
        look = look_of(visit, visitor(), eyes, lang)
        if as_json:
            emit(facts(look))
        else:
            print(standing_text(look))


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
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        for entry in news_lines(look):
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
    if proof and (as_ is not None or all_):
        raise typer.BadParameter("--proof excludes --as and --all")
    with campaign_at(name) as visit:
        eyes, remark = eyes_of(as_, everything=all_), ""
        if visit.campaign.state is CampaignState.INVITING and not proof:
            made = archives.archive_of_gathering(visit, gathering_eyes(visit, visitor(), eyes))
            remark = f"; {name} has no match yet"
        else:
            look = look_of(visit, visitor(), eyes)
            made = archives.proof_of(look.table) if proof else archives.archive(look)
        write_whole(output, made)
    print(f"{output}: {output.stat().st_size} bytes{remark}")


@app.command(
    "waiting", epilog=examples("adjudicator campaign waiting lights", "adjudicator campaign waiting lights --all")
)
def waiting(name: Name, as_: AsSeat = None, all_: All = False, as_json: AsJson = False) -> None:
    """Who is asked what, since when, until when.

    Who has answered a secret question already shows with --all, or --as for one's own seat.
    """
    with looking_at(name, as_, everything=all_) as look:
        found = waited_for(look)
    if as_json:
        emit(found)
        return
    table(
        ("SEAT", "WHO", "QUESTION", "SINCE", "UNTIL", "ANSWERED"),
        [
            (
                each.seat, ", ".join(each.people), f"{each.kind} {each.rule}".strip(), minute(each.since),
                minute(each.until, " UTC"), "" if each.answered is None else "yes" if each.answered else "no",
            )
            for each in found
        ],
    )  # fmt: skip


@app.command(
    "mails", epilog=examples("adjudicator campaign mails lights", "adjudicator campaign mails lights --out --json")
)
def mails(
    name: Name,
    out: Annotated[bool, typer.Option("--out", help="Mails of ours instead of those that came in.")] = False,
    status: Annotated[str | None, typer.Option("--status", help="Only in this state.")] = None,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> None:
    """The mails of a campaign, the newest first; the same as mail list --campaign."""
    list_mails(out=out, campaign=name, status=status, limit=limit, as_json=as_json)


@app.command(
    "import",
    epilog=examples(
        "adjudicator campaign import lights.zip --dry-run",
        "adjudicator campaign import lights.zip",
        "adjudicator campaign import --document position.json --file campaign.toml --deal",
    ),
)
@changing
def import_(
    archive: Annotated[
        Path | None, typer.Argument(metavar="ARCHIVE", help="An archive of everything (export --all).")
    ] = None,
    document: Annotated[
        Path | None, typer.Option("--document", help="Instead: begin a campaign from this neutral document.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Its people: a file as for campaign create.")] = None,
    deal: Annotated[bool, typer.Option("--deal", help="Deal hidden parts that the document only counts.")] = False,
    *,
    how: How,
) -> None:
    """Bring a campaign back from its archive: people, seats, match, mails, trail, with the same secret addresses.

    With --document and --file a new campaign goes on from the position of a table instead; everything that is wrong
    with it is listed at once.

    From an archive it stands still until campaign resume; before that, mail reread fetches what came since from the
    mailbox. What had not been sent is not sent: every seat gets one new mail instead. The database is made if need be.
    """
    if archive is None:
        if document is None or file is None:
            raise typer.BadParameter("give an archive, or --document and --file")
        _from_table(document, file, how, deal=deal)
    elif document is not None or file is not None or deal:
        raise typer.BadParameter("an archive holds everything: --document, --file and --deal are for a table")
    else:
        _from_archive(archive, how)


def _from_archive(archive: Path, how: How) -> None:
    """A campaign that there was, with its people and its secret addresses."""
    rows = archives.rows_in(archive)
    with at_the_desk(make=True) as service:
        found = archives.bring_back(replace(service, engine=rehearsing(service.engine)), rows, author())
        stood = f"{found.state} at log {found.log}, as it stood at {found.since:%Y-%m-%d %H:%M} UTC"
        shown = f"{found.campaign}: {stood}; {found.held_back} unsent mails are held back"
        if go_ahead(how, shown, "Bring it back?"):
            found = archives.bring_back(service, rows, author())
    told = {"restored": found, "dry_run": how.dry_run}
    tell(how, told, f"{found.campaign} is back; go on with: adjudicator mail reread")


def _from_table(document: Path, file: Path, how: How, *, deal: bool) -> None:
    """A new campaign from a position. Nothing is created where anything is wrong."""
    new = new_campaign.from_position(file, document, deal=deal)
    campaign_id = None
    with at_the_desk(make=True) as service:
        begin(replace(service, engine=rehearsing(service.engine)), new)
        people = ", ".join(f"{player.seat}: {player.name}" for player in new.players)
        if go_ahead(how, f"{new.name}: {new.title} goes on from {document}; {people}", "Begin it?"):
            campaign_id = begin(service, new)
    if how.as_json:
        emit({"id": campaign_id, "name": new.name, "dry_run": how.dry_run})
    elif how.dry_run:
        print("the document and the file are in order; nothing was created (--dry-run)")
    else:
        print(f"{new.name} goes on from {document}; {len(new.players)} first mails are queued")


def _who_draws(name: str, as_json: bool, options: Any) -> None:
    with campaign_at(name) as visit:
        which = settings_of(visit.campaign).table_draws
    told = {
        "none": "the adjudicator makes all draws",
        "open": "a moderator enters what is drawn openly, the adjudicator draws what is hidden",
        "all": "a moderator enters all draws",
    }
    show({"table_draws": which}, f"{which}: {told[which]}", as_json=as_json)


app.add_typer(arrangements.app)
add_deeds(app, "campaign", {"draws": _who_draws})
