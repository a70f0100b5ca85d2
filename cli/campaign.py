"""`adjudicator campaign`: create, look at, arrange, pause, end, take along."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs

from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.service.admin import archives
from adjudicator.service.admin.access import gathering_eyes, view_of
from adjudicator.service.admin.campaigns import usual_hours_in
from adjudicator.service.moderation.arrangements import mailbox as mailbox_
from adjudicator.service.moderation.restoration import Restored
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people.gathering.joining import ask_for_bids
from adjudicator.service.people.new_campaigns import Seating, all_problems
from adjudicator.service.people.new_campaigns import create as begin
from adjudicator.service.service import Service
from adjudicator.service.words.lasting import lasting, lengths
from adjudicator.store.campaign_dump import NameTaken
from adjudicator.store.tables import CampaignState
from cli import new_campaign
from cli.changing import go_ahead, told
from cli.commands import DryRun, How, command
from cli.forms import add_arrangements
from cli.installation import ViewerOptions, at_the_desk, author, campaign_at
from cli.mail import list_ as list_mails
from cli.options import Limit, Name, NewMailbox, Out, json_in
from cli.output import Output, write_whole
from cli.visible import put


@command(
    "campaign create",
    "adjudicator campaign create                       # asks what it needs",
    "--file campaign.toml --dry-run",
    "lights --title 'Harbour Lights' --game imperial-struggle \\",
    "    --player 'france=Anna <anna@example.org>' --player 'britain=Boris <boris@example.org> ru Europe/Moscow'",
    needs=Access.OPERATOR,
)
def create(
    options: new_campaign.Options,
    file: Annotated[Path | None, "A .toml or .json file instead of options."] = None,
    dry_run: DryRun = False,
) -> Output:
    """Create a campaign and begin its match.

    The first email of every seat is queued; with --seating bid, bids are asked for first.

    The database is made or brought up to date if need be. Everything that is wrong is listed at once. At a terminal,
    what is missing is asked.
    """
    if file is not None and replace(options, seed=None) != new_campaign.Options():
        raise typer.BadParameter("with --file everything stands in the file")
    given = None if file is None else new_campaign.from_file(file, all_problems)
    with at_the_desk(make=True) as service:
        if given is None:
            given = new_campaign.from_options(service.settings, new_campaign.interview(service.settings, options))
        by_bids, where = given.seating is Seating.BID, service.rehearsal if dry_run else service
        campaign_id = ask_for_bids(where, given) if by_bids else begin(where, given)
        usual = () if dry_run else usual_hours_in(service, campaign_id)
    game = game_named(given.game)
    lasts = (*lasting(game, given.options, language("en")), *lengths(game))
    people, mails = len(given.players), "mails that ask for bids" if by_bids else "first mails"
    done = (
        f"{given.name} could be created, with {people} people; nothing was changed (--dry-run)"
        if dry_run
        else f"{given.name} is created; {people} {mails} are queued (adjudicator mail list --out)"
    )
    return Output(
        {
            "id": None if dry_run else campaign_id,
            "name": given.name,
            "dry_run": dry_run,
            "lasts": lasts,
            "usual_hours": usual,
        },
        "\n".join((done, *lasts, *usual)),
    )


@command(
    "campaign export",
    "lights -o lights.zip",
    "lights --all -o backup.zip",
    "lights --proof -o for-everybody.zip",
    needs=Access.LOOK,
)
def export(
    name: Name,
    output: Annotated[Path, "--output -o", "The archive to write (.zip)."],
    proof: Annotated[bool, "When the match is over: what proves it to anybody, without mails and letters."] = False,
    *,
    eye: ViewerOptions,
) -> None:
    """Write a campaign to an archive.

    It holds log, documents, emails and commitment (form: docs/reference/archive_format.md).

    Without --as or --all it holds what everybody may know; with --all everything, the seed included. With one of them
    only the owner of the file may read it.
    """
    if proof and eye != ViewerOptions():
        raise typer.BadParameter("--proof excludes --as and --all")
    with campaign_at(name) as visit:
        eyes, remark = eye.open(), ""
        if visit.campaign.state is CampaignState.INVITING and not proof:
            made = archives.archive_of_gathering(visit, gathering_eyes(visit, eyes))
            remark = f"; {name} has no match yet"
        else:
            view = view_of(visit, eyes)
            made = archives.proof_of(view.table) if proof else archives.archive(view)
        write_whole(output, made, secret=eye.secret)
    put(f"{output}: {output.stat().st_size} bytes{remark}")


@command("campaign mails", "lights", "lights --out --json", needs=Access.LOOK)
def mails(
    name: Name,
    out: Out = False,
    status: Annotated[str | None, "Only in this state."] = None,
    limit: Limit = 50,
) -> Output:
    """List the emails of a campaign, the newest first. The same as mail list --campaign."""
    return list_mails(out, name, status, limit)


@command(
    "campaign import",
    "lights.zip --dry-run",
    "lights.zip",
    "lights.zip --mailbox clubs",
    "--document position.json --file campaign.toml --deal",
    needs=Access.OPERATOR,
)
def import_(
    archive: Annotated[Path | None, "ARCHIVE", "An archive of everything (export --all)."] = None,
    document: Annotated[Path | None, "Instead: begin a campaign from this neutral document."] = None,
    file: Annotated[Path | None, "Its people: a file as for campaign create."] = None,
    deal: Annotated[bool, "Deal hidden parts that the document only counts."] = False,
    name: Annotated[str | None, "Another name, where a campaign has its own already."] = None,
    mailbox: NewMailbox = None,
    *,
    how: How,
) -> Output:
    """Restore a campaign from its archive, or take it over from another installation.

    People, seats, match, emails and trail come back, with the same secret addresses. What comes from another
    installation gets numbers of this one; people whom both know by name and address stay one.

    With --document and --file a new campaign goes on from the position of a table instead; everything that is wrong
    with it is listed at once.

    From an archive it stands still until campaign resume; before that, mail refetch fetches what came since from the
    mailbox, if that is the same. What had not been sent is not sent: every seat gets one new mail instead. The database
    is made if need be.
    """
    if archive is None:
        if document is None or file is None or name is not None:
            raise typer.BadParameter("give an archive, or --document and --file")
        return _from_table(document, file, mailbox, how, deal=deal)
    if document is not None or file is not None or deal:
        raise typer.BadParameter("an archive holds everything: --document, --file and --deal are for a table")
    return _from_archive(archive, name, mailbox, how)


def _from_archive(archive: Path, name: str | None, mailbox: str | None, how: How) -> Output:
    """Create a campaign from an archive, with its people and its secret addresses."""
    if name is not None and (wrong := new_campaign.wrong_name(name)):
        raise typer.BadParameter(f"--name {name!r}: {wrong}")
    rows, earlier = archives.rows_in(archive)
    if mailbox is not None:
        rows, earlier = archives.moved_to(rows, mailbox), [archives.moved_to(each, mailbox) for each in earlier]
    with at_the_desk(make=True) as service:
        found, name = _rehearsed(service, rows, earlier, name)
        stood = f"{found.state} at log {found.log}, as it stood at {found.since:%Y-%m-%d %H:%M} UTC"
        shown = f"{found.campaign}: {stood}; {found.held_back} unsent mails are held back"
        if go_ahead(how, shown, "Bring it back?"):
            found = archives.bring_back(service, rows, author(), earlier, name)
    value = {"restored": found, "dry_run": how.dry_run}
    further = f"campaign resume {found.campaign}" if found.moved else "mail refetch"
    where = "is here now" if found.moved else "is back"
    return told(how, value, f"{found.campaign} {where}; go on with: adjudicator {further}")


def _rehearsed(
    service: Service, rows: archives.Rows, earlier: Sequence[archives.Rows], name: str | None
) -> tuple[Restored, str | None]:
    """Return what would come of it, and the name that it gets: at a terminal another is asked for if it is taken."""
    while True:
        try:
            return archives.bring_back(service.rehearsal, rows, author(), earlier, name), name
        except NameTaken as taken:
            if not sys.stdin.isatty():
                raise NameTaken(f"{taken}; give this one another: --name NAME") from None
            name = new_campaign.until(f"{taken}; its name here", "", new_campaign.wrong_name)


def _from_table(document: Path, file: Path, mailbox: str | None, how: How, *, deal: bool) -> Output:
    """Create a campaign from a position. Nothing is created if anything is wrong."""
    new = structs.replace(new_campaign.from_file(file), document=json_in(document, dict), deal=deal)
    new = new if mailbox is None else structs.replace(new, mailbox=mailbox)
    campaign_id = None
    with at_the_desk(make=True) as service:
        begin(service.rehearsal, new)
        people = ", ".join(f"{player.seat}: {player.name}" for player in new.players)
        if go_ahead(how, f"{new.name}: {new.title} goes on from {document}; {people}", "Begin it?"):
            campaign_id = begin(service, new)
    return Output(
        {"id": campaign_id, "name": new.name, "dry_run": how.dry_run},
        "the document and the file are in order; nothing was created (--dry-run)"
        if how.dry_run
        else f"{new.name} goes on from {document}; {len(new.players)} first mails are queued",
    )


add_arrangements(mailbox_)
