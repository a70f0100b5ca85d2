"""`adjudicator upgrade check | adopt`: whether campaigns play the same with the rules that are installed now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import How, changing, go_ahead
from cli.errors import Failed
from cli.options import AsJson, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.service.service import Service
    from cli.upgrading import Checked

app = typer.Typer(help="A newer version, before and when it is used.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """A newer version, before and when it is used."""


@app.command("check", epilog=examples("adjudicator upgrade check", "adjudicator upgrade check --json"))
def check(as_json: AsJson = False) -> None:
    """Play every running campaign again with the rules installed here, and tell the first difference of each.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    from cli.database import at_the_desk

    with at_the_desk(act=False) as service:
        found = _checked(service, None)
    if as_json:
        emit(found)
    else:
        columns(
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
    from cli.database import at_the_desk

    with at_the_desk() as service:
        found = [each for each in _checked(service, name) if each.stands_still]
        same = [each.campaign for each in found if not each.difference]
        done = []
        if same and go_ahead(how, "\n".join(f"{each}: all comes out the same" for each in same), "Adopt them?"):
            done = _adopt(service, same)
    if how.as_json:
        emit({"same": same, "adopted": done, "different": [each for each in found if each.difference]})
    elif not same:
        print("no campaign waits that plays the same")
    else:
        print("nothing was changed (--dry-run)" if how.dry_run else f"adopted: {', '.join(done)}")
    _complain(found)


def _adopt(service: Service, names: Sequence[str]) -> list[str]:
    from cli.upgrading import adopt as let_go_on

    for name in names:
        let_go_on(service, name)
    service.wakes.outbox()
    return list(names)


def _checked(service: Service, name: str | None) -> list[Checked]:
    from adjudicator.store.engine import reading
    from cli.upgrading import checked, running

    with reading(service.engine) as session:
        going = running(session)
        if name is not None and name not in {each.name for each in going}:
            raise Failed(f"no campaign named {name!r} runs; adjudicator campaign list tells those there are")
        return [checked(service, session, each) for each in going if name in (None, each.name)]


def _complain(found: Sequence[Checked]) -> None:
    different = [each.campaign for each in found if each.difference]
    if different:
        raise Failed(f"these campaigns do not play the same: {', '.join(different)}")
