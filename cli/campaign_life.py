"""`adjudicator campaign pause | resume | close | archive | import`: how a campaign lives, and comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cli.doing import AtLog, How, Reason, carry_out, changing, go_ahead
from cli.options import Name, examples
from cli.output import emit


def register(app: typer.Typer) -> None:
    """Add the commands to the group `campaign`."""
    app.command("pause", epilog=examples("adjudicator campaign pause lights --reason 'the moderator is ill'"))(pause)
    app.command(
        "resume", epilog=examples("adjudicator campaign resume lights", "adjudicator campaign resume lights -y")
    )(resume)
    app.command(
        "close",
        epilog=examples("adjudicator campaign close lights --reason 'nobody plays any more' --log 42"),
    )(close)
    app.command(
        "import",
        epilog=examples(
            "adjudicator campaign import lights.zip --dry-run",
            "adjudicator campaign import lights.zip",
            "adjudicator campaign import --document position.json --file campaign.toml --deal",
        ),
    )(import_)
    app.command("archive", epilog=examples("adjudicator campaign archive lights"))(archive)


@changing
def pause(name: Name, reason: Reason = "", *, how: How) -> None:
    """Everything stands still until resume: no deadline runs, orders are kept and tried then. Everybody is told."""
    from adjudicator.service.desk.deeds import Pause

    carry_out(name, lambda *_: Pause(reason=reason), how)


@changing
def resume(name: Name, reason: Reason = "", *, how: How) -> None:
    """The campaign goes on with the time that was left, and orders that were kept are tried. Everybody is told."""
    from adjudicator.service.desk.deeds import Resume

    carry_out(name, lambda *_: Resume(reason=reason), how)


@changing
def close(
    name: Name,
    reason: Reason = "",
    log: AtLog = None,
    *,
    how: How,
) -> None:
    """End a campaign without a result of the rules. The seed is opened to everybody; this cannot be undone."""
    from adjudicator.service.desk.deeds import Close

    carry_out(name, lambda *_: Close(reason=reason, log=log), how)


@changing
def archive(name: Name, *, how: How) -> None:
    """Take a campaign that is over out of the list. Nothing is deleted: show, log and export still work."""
    from adjudicator.service.desk.deeds import Archive

    carry_out(name, lambda *_: Archive(), how)


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
    from cli import acting
    from cli.database import at_the_desk
    from cli.importing import bring_back, rehearse, rows_in

    rows = rows_in(archive)
    with at_the_desk(make=True) as service:
        found = rehearse(service, rows, acting.author())
        stood = f"{found.state} at log {found.log}, as it stood at {found.since:%Y-%m-%d %H:%M} UTC"
        shown = f"{found.campaign}: {stood}; {found.held_back} unsent mails are held back"
        if go_ahead(how, shown, "Bring it back?"):
            found = bring_back(service, rows, acting.author())
    if how.as_json:
        emit({"restored": found, "dry_run": how.dry_run})
    elif how.dry_run:
        print("nothing was changed (--dry-run)")
    else:
        print(f"{found.campaign} is back; go on with: adjudicator mail reread")


def _from_table(document: Path, file: Path, how: How, *, deal: bool) -> None:
    """A new campaign from a position. Nothing is created where anything is wrong."""
    from adjudicator.service.people.new_campaigns import create
    from adjudicator.store.engine import rehearsing
    from cli.database import at_the_desk
    from cli.new_campaign import from_position

    new = from_position(file, document, deal=deal)
    campaign_id = None
    with at_the_desk(make=True) as service:
        create(replace(service, engine=rehearsing(service.engine)), new)
        people = ", ".join(f"{player.seat}: {player.name}" for player in new.players)
        if go_ahead(how, f"{new.name}: {new.title} goes on from {document}; {people}", "Begin it?"):
            campaign_id = create(service, new)
    if how.as_json:
        emit({"id": campaign_id, "name": new.name, "dry_run": how.dry_run})
    elif how.dry_run:
        print("the document and the file are in order; nothing was created (--dry-run)")
    else:
        print(f"{new.name} goes on from {document}; {len(new.players)} first mails are queued")
