"""`adjudicator backup | restore`: a copy of the whole installation in a file, and the way back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from adjudicator.service.admin.backups import back_up, go_on_from_copy, require_rest, require_rest_at, restore_all
from adjudicator.service.admin.installation import missing_file
from adjudicator.service.moderation.restoration import Restored
from adjudicator.service.moderation.rights import Access
from adjudicator.settings import Settings
from adjudicator.store.copies import CannotCopy
from cli.changing import confirm, ignore_interrupts
from cli.commands import Yes, command
from cli.errors import Failed
from cli.installation import at_the_desk, author, quiet
from cli.output import Output


@command("backup", "/var/backups/adjudicator-monday.copy", needs=Access.OPERATOR)
def backup(file: Annotated[Path, "FILE", "File for the copy; it must not exist yet."]) -> Output:
    """Copy the whole database into a file. The rules that campaigns keep are copied too, while the service goes on.

    The key that opens its secrets is not in it: keep that apart (docs/how_to/operators/backup.md).
    """
    quiet()
    settings = Settings.load()
    if (missing := missing_file(settings)) is not None:
        raise Failed(f"there is no database at {missing}")
    try:
        made = back_up(settings, file)
    except CannotCopy as error:
        raise Failed(str(error)) from error
    lines = [f"{file}: {made.bytes:,} bytes"]
    if made.rules:
        lines.append(f"with the rules kept as {', '.join(made.rules)}")
    if made.changed:
        lines.append(f"without rules whose folders are changed (see adjudicator doctor): {', '.join(made.changed)}")
    return Output(made, *lines)


@command("restore", "/var/backups/adjudicator-monday.copy", needs=Access.OPERATOR)
def restore(file: Annotated[Path, "FILE", "A copy that adjudicator backup made."], yes: Yes = False) -> Output:
    """Put a copy of the database back. All campaigns are paused, unsent emails are held back, everyone is told.

    Stop the service before: while it is at work this is refused. Then adjudicator mail refetch fetches what came since,
    and campaign resume lets each go on.
    """
    quiet()
    settings = Settings.load()
    require_rest_at(settings)
    if not yes:
        shown = settings.database.rpartition("@")[2]
        confirm(f"Does nothing work on {shown} now, and may what it holds be replaced?")
    ignore_interrupts()
    try:
        rules = restore_all(settings, file)
    except CannotCopy as error:
        raise Failed(str(error)) from error
    with at_the_desk(make=True) as service:
        done = go_on_from_copy(service, author())
    return told(done, rules)


@command("db mark-restored", "", needs=Access.OPERATOR)
def restored(yes: Yes = False) -> Output:
    """Mark the database as restored by other tools.

    All campaigns are paused and players told, as adjudicator restore does.
    """
    with at_the_desk(make=True) as service:
        require_rest(service)
        if not yes:
            confirm("Is this database a copy of an earlier day, and does nothing work on it now?")
        ignore_interrupts()
        return told(go_on_from_copy(service, author()))


def told(done: Sequence[Restored], rules: Sequence[str] = ()) -> Output:
    """Say where each campaign is again, and what is to be done next."""
    lines = [f"kept rules put back: {name}" for name in rules]
    lines += [f"{each.campaign}: {each.state} as it stood at {each.since:%Y-%m-%d %H:%M} UTC" for each in done]
    return Output(done, *lines, *(["go on with: adjudicator mail refetch"] if done else []))
