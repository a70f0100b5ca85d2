"""`adjudicator campaign pause | resume | close | archive`: how a campaign lives."""

from __future__ import annotations

import typer

from cli.doing import AtLog, DryRun, How, Reason, Yes, carry_out
from cli.options import AsJson, Name, examples


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
    app.command("archive", epilog=examples("adjudicator campaign archive lights"))(archive)


def pause(name: Name, reason: Reason = "", dry_run: DryRun = False, yes: Yes = False, as_json: AsJson = False) -> None:
    """Everything stands still until resume: no deadline runs, orders are kept and tried then. Everybody is told."""
    from adjudicator.service.moderation.deeds import Pause

    carry_out(name, lambda *_: Pause(reason=reason), How(dry_run=dry_run, yes=yes, as_json=as_json))


def resume(name: Name, reason: Reason = "", dry_run: DryRun = False, yes: Yes = False, as_json: AsJson = False) -> None:
    """The campaign goes on with the time that was left, and orders that were kept are tried. Everybody is told."""
    from adjudicator.service.moderation.deeds import Resume

    carry_out(name, lambda *_: Resume(reason=reason), How(dry_run=dry_run, yes=yes, as_json=as_json))


def close(
    name: Name,
    reason: Reason = "",
    log: AtLog = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """End a campaign without a result of the rules. The seed is opened to everybody; this cannot be undone."""
    from adjudicator.service.moderation.deeds import Close

    carry_out(name, lambda *_: Close(reason=reason, log=log), How(dry_run=dry_run, yes=yes, as_json=as_json))


def archive(name: Name, dry_run: DryRun = False, yes: Yes = False, as_json: AsJson = False) -> None:
    """Take a campaign that is over out of the list. Nothing is deleted: show, log and export still work."""
    from adjudicator.service.moderation.deeds import Archive

    carry_out(name, lambda *_: Archive(), How(dry_run=dry_run, yes=yes, as_json=as_json))
