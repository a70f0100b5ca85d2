"""`adjudicator db`: the database."""

from adjudicator.service.console.archives import go_on_from_copy
from adjudicator.settings import new_key as fresh
from adjudicator.store.codec import Codec
from adjudicator.store.rotation import rotate, vacuum
from cli.changing import confirm, too_late_to_stop
from cli.commands import Yes, command
from cli.errors import Failed
from cli.installation import at_the_desk, author
from cli.output import Output


@command("db new-key", "adjudicator db new-key")
def new_key() -> None:
    """Print a fresh server key for `secret_key`; nothing is changed.

    Write it into the settings (the former one goes to `older_secret_keys`), restart, then: adjudicator db rotate-key.
    """
    print(fresh())


@command("db rotate-key", "adjudicator db rotate-key")
def rotate_key() -> None:
    """Encrypt anew, with the key of the settings, whatever was written with an earlier one or with none.

    The service may be at work; run it again until nothing is left. Then the earlier keys may go from the settings.
    Backups made before are still readable with the earlier keys.
    """
    with at_the_desk() as service:
        if service.settings.key is None:
            raise Failed("there is no secret_key in the settings; adjudicator db new-key prints one")
        codec = Codec(service.settings.key, service.settings.older_keys)
        total = 0
        for done in rotate(service.engine, codec):
            total += done.blobs
            if done.blobs:
                print(f"{done.table}.{done.column}: {done.blobs}")
        if service.engine.dialect.name == "sqlite" and total:
            vacuum(service.engine)
    print(f"{total} blobs encrypted anew")


@command("db upgrade", "adjudicator db upgrade")
def upgrade() -> None:
    """Make the tables, or bring them up to date; all or nothing. Make a backup before."""
    with at_the_desk(make=True) as service:
        print(f"{service.engine.url.render_as_string(hide_password=True)} is up to date")


@command("db restored", "adjudicator db restored")
def restored(yes: Yes = False) -> Output:
    """After the database was put back from a copy: all campaigns stand still, unsent mails are held back, all are told.

    Then adjudicator mail reread fetches what came since, and campaign resume lets each go on.
    """
    with at_the_desk(make=True) as service:
        if not yes:
            confirm("Is this database a copy of an earlier day, and does nothing work on it now?")
        too_late_to_stop()
        done = go_on_from_copy(service, author())
    told = [f"{each.campaign}: {each.state} as it stood at {each.since:%Y-%m-%d %H:%M} UTC" for each in done]
    return Output(done, *told, *(["go on with: adjudicator mail reread"] if done else []))
