"""`adjudicator deadline`: more time, a deadline at a moment, other rules about time."""

from __future__ import annotations

from typing import Any

import typer

from adjudicator.service.desk.deeds.deadlines import flat_policy
from cli.deeds import add_deeds
from cli.installation import looking_at
from cli.output import emit, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _policy(name: str, as_json: bool, options: Any) -> None:
    with looking_at(name) as look:
        rules = flat_policy(look.table)
    if as_json:
        emit(rules)
    else:
        table(("RULE", "VALUE"), list(rules.items()))


add_deeds(app, "deadline", {"policy": _policy})
