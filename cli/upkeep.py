"""`adjudicator db | clock | upgrade`: the database, the clock, a newer version."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from adjudicator.service.admin import migrations, upgrades
from adjudicator.service.admin.migrations import Migrated
from adjudicator.service.admin.upgrades import Checked, Pinned, adopt_rules, check_rules
from adjudicator.service.moderation.rights import Access
from adjudicator.service.service import Service
from adjudicator.settings import new_key as fresh
from adjudicator.store import clock_watermark
from adjudicator.store.codec import Codec
from adjudicator.store.engine import reading, writing
from adjudicator.store.metrics import figures
from adjudicator.store.rotation import rotate, vacuum
from cli.changing import carry_out, confirm, go_ahead, ignore_interrupts, told
from cli.commands import How, Yes, command
from cli.errors import Failed
from cli.installation import Sight, at_the_desk, author, visit_at
from cli.options import Name
from cli.output import Output, record_table
from cli.visible import put


@command("db new-key", "", needs=Access.INSPECT)
def new_key() -> None:
    """Print a new server key for `secret_key`. Nothing is changed.

    Write it into the settings (the former one goes to `older_secret_keys`), restart, then: adjudicator db rotate-key.
    """
    put(fresh())


@command("db rotate-key", "", needs=Access.OPERATOR)
def rotate_key() -> None:
    """Re-encrypt the database with the current key.

    Whatever was written with an earlier key, or with none, is encrypted with the key of the settings.

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
                put(f"{done.table}.{done.column}: {done.blobs}")
        if total:
            vacuum(service.engine)
    put(f"{total} blobs encrypted anew")


@command("db upgrade", "", needs=Access.OPERATOR)
def upgrade() -> None:
    """Create the tables, or bring them up to date. All or nothing. Make a backup before."""
    with at_the_desk(make=True) as service:
        put(f"{service.engine.url.render_as_string(hide_password=True)} is up to date")


@command("clock trust", "", needs=Access.OPERATOR)
def accept_clock(yes: Yes = False) -> Output:
    """Trust the system clock again and resume deadlines. It is as late as this machine says.

    For an installation that does not believe its clock (adjudicator doctor tells) though it is right. Where the clock
    is wrong, set it instead: then nothing needs to be accepted.
    """
    with at_the_desk() as service:
        now = service.clock.now()
        with reading(service.engine) as session:
            before, over = clock_watermark.latest_moment(session), figures(session, now).overdue
        if before is None:
            raise Failed("no process has used this database yet; there is no clock to accept")
        shown = f"it is {now:%Y-%m-%d %H:%M:%S} UTC (seen last: {before:%Y-%m-%d %H:%M:%S})"
        if not yes:
            confirm(f"Is it right that {shown}? Then the deadlines of {over} questions are over.")
        ignore_interrupts()
        with writing(service.engine) as session:
            clock_watermark.accept(session, now)
    return Output({"now": now, "before": before, "overdue": over}, shown)


@command("upgrade check", "", "--json", needs=Access.INSPECT)
def check() -> Output:
    """Replay every running campaign with the new rules. Those installed here; the first difference of each is told.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    with at_the_desk() as service:
        found = check_rules(service, None)
    columns = (
        "campaign",
        "game",
        "log",
        "rules",
        "installed",
        ("carried over", lambda each: each.bridge or "-"),
        ("first difference", lambda each: each.difference or "none"),
    )
    return Output(found, *record_table(found, *columns).parts, failed=_complaint(found))


@command("upgrade adopt", "--dry-run", "", "lights --yes", needs=Access.OPERATOR)
def adopt(
    name: Annotated[str | None, "CAMPAIGN", "Only this campaign (default: all that run)."] = None,
    *,
    how: How,
) -> Output:
    """Let campaigns go on with the installed rules. Only where everything so far comes out the same.

    Until then a campaign that was begun with another version stands still: orders are kept, no deadline falls. One
    whose rules were changed without a new version plays on, and is adopted too. The next reports tell it to all. One
    that does not play the same is left alone: exit code 1 (docs/how_to/operators/upgrade.md).
    """
    with at_the_desk() as service:
        found = [rule for rule in check_rules(service, name) if rule.stands_still]
        same = [each.campaign for each in found if not each.difference]
        done: Sequence[str] = []
        if same and go_ahead(how, "\n".join(f"{each}: all comes out the same" for each in same), "Adopt them?"):
            done = same
            for each in same:
                adopt_rules(service, each, author())
            service.wakes.outbox()
    words = "no campaign waits that plays the same"
    if same:
        words = "nothing was changed (--dry-run)" if how.dry_run else f"adopted: {', '.join(done)}"
    plain = {"same": same, "adopted": done, "different": [each for each in found if each.difference]}
    return Output(plain, words, failed=_complaint(found))


@command(
    "upgrade migrate", "lights --dry-run --all", "lights --reason 'version 2 mends the tolls'", needs=Access.OPERATOR
)
def migrate(
    name: Name,
    reason: Annotated[str, "Reason; it is logged, and every seat is told."],
    *,
    as_it_stands: Annotated[bool, "Carry the position over as it stands; give no order again."] = False,
    sight: Sight,
    how: How,
) -> Output:
    """Carry a campaign over to the installed rules. Also where not everything comes out the same.

    Up to the first difference the log stays as it is. Behind it every order is given again by the new rules, with the
    draws that it had, up to the first that they refuse: there play is taken up again. It is a revision like a
    correction: the former line stays, and every seat is told what is different for it. Look first: --dry-run.

    With --as-it-stands nothing is given again: the new line begins from the present position. From there on it can be
    verified, corrected and taken back; what was played before counts as it is, and is proven by its own rules alone.
    """
    eyes = sight.open()

    def act(service: Service, shown: Migrated | None) -> tuple[Migrated, str]:
        if shown is not None:
            return migrations.carry_out(service, shown, author()), ""
        with visit_at(service, name) as visit:
            return migrations.rehearse(visit, reason, eyes, sight.lang, as_it_stands=as_it_stands)

    shown = carry_out(how, act, to=print)
    return told(how, shown, "adopted" if shown.same else "carried over; every seat gets a correction report")


@command(
    "upgrade pin",
    "lights --dry-run",
    "lights",
    "lights --package /opt/adjudicator-1/.venv/lib/python3.11/site-packages",
    needs=Access.OPERATOR,
)
def pin(
    name: Name,
    *,
    package: Annotated[Path | None, "Folder of the older package of the game, or of the site-packages with it."] = None,
    version: Annotated[str, "The version of kept rules to take, where several have been kept."] = "",
    how: How,
) -> Output:
    """Let a campaign keep its own version of the rules. It is kept next to the one that is installed.

    Before an update the installed package of the game is copied into the folder `rules` of the data directory; after it
    the older one is taken from --package, or from what was kept there for another campaign. It counts only where all
    that was played comes out the same by the copy. Campaigns that begin later have the installed rules.
    """

    def act(service: Service, shown: Pinned | None) -> tuple[Pinned, str]:
        if shown is not None:
            return upgrades.carry_out(service, shown, author()), ""
        shown = upgrades.rehearse(service, name, package, version)
        return shown, shown.text

    shown = carry_out(how, act)
    return told(how, shown, f"{name} goes on by {shown.rules}, kept as {shown.kept}")


def _complaint(found: Sequence[Checked]) -> Sequence[str] | None:
    different = [each.campaign for each in found if each.difference]
    return [f"these campaigns do not play the same: {', '.join(different)}"] if different else None
