"""`adjudicator upgrade check | adopt`: whether campaigns play the same with the rules that are installed now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from adjudicator.service.console.log import Checked, adopt_rules, check_rules
from cli.changing import How, changing, go_ahead
from cli.errors import Failed
from cli.installation import at_the_desk, at_work, author
from cli.options import AsJson, examples
from cli.output import emit, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("check", epilog=examples("adjudicator upgrade check", "adjudicator upgrade check --json"))
def check(as_json: AsJson = False) -> None:
    """Play every running campaign again with the rules installed here, and tell the first difference of each.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    with at_work() as service:
        found = check_rules(service, None)
    if as_json:
        emit(found)
    else:
        table(
            ("campaign", "log", "rules", "installed", "first difference"),
            [(each.campaign, str(each.log), each.rules, each.installed, each.difference or "none") for each in found],
        )
    _complain(found)


@app.command(
    "adopt",
    epilog=examples(
        "adjudicator upgrade adopt --dry-run", "adjudicator upgrade adopt", "adjudicator upgrade adopt lights --yes"
    ),
)
@changing
def adopt(
    name: Annotated[
        str | None, typer.Argument(metavar="CAMPAIGN", help="Only this campaign; without it all that run.")
    ] = None,
    *,
    how: How,
) -> None:
    """Let campaigns go on by the installed version of the rules, where everything so far comes out the same by it.

    Until then a campaign that was begun with another version stands still: orders are kept, no deadline falls. The
    next reports tell it to all. One that does not play the same is left alone: exit code 1 (docs/operator.md).
    """
    with at_the_desk() as service:
        found = [each for each in check_rules(service, name) if each.stands_still]
        same = [each.campaign for each in found if not each.difference]
        done: Sequence[str] = []
        if same and go_ahead(how, "\n".join(f"{each}: all comes out the same" for each in same), "Adopt them?"):
            done = same
            for each in same:
                adopt_rules(service, each, author())
            service.wakes.outbox()
    if how.as_json:
        emit({"same": same, "adopted": done, "different": [each for each in found if each.difference]})
    elif not same:
        print("no campaign waits that plays the same")
    else:
        print("nothing was changed (--dry-run)" if how.dry_run else f"adopted: {', '.join(done)}")
    _complain(found)


def _complain(found: Sequence[Checked]) -> None:
    different = [each.campaign for each in found if each.difference]
    if different:
        raise Failed(f"these campaigns do not play the same: {', '.join(different)}")
