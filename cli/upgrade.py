"""`adjudicator upgrade check`: whether every running campaign plays the same with the rules that are installed now."""

from __future__ import annotations

import typer

from cli.errors import Failed
from cli.options import AsJson, examples
from cli.output import columns, emit

app = typer.Typer(help="A newer version, before it is used.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """A newer version, before it is used."""


@app.command("check", epilog=examples("adjudicator upgrade check", "adjudicator upgrade check --json"))
def check(as_json: AsJson = False) -> None:
    """Play every running campaign again with the rules installed here, and tell the first difference of each.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    from adjudicator.store.engine import reading
    from cli.database import at_the_desk
    from cli.upgrading import checked, running

    with at_the_desk(act=False) as service, reading(service.engine) as session:
        found = [checked(service, session, campaign) for campaign in running(session)]
    if as_json:
        emit(found)
    else:
        columns(
            ("campaign", "log", "rules", "installed", "first difference"),
            [(each.campaign, str(each.log), each.rules, each.installed, each.difference or "none") for each in found],
        )
    different = [each.campaign for each in found if each.difference]
    if different:
        raise Failed(f"these campaigns do not play the same: {', '.join(different)}")
