"""`adjudicator seat`: who holds a seat, and who does not any more."""

from __future__ import annotations

from typing import Any

import typer

from adjudicator.service.console.seats import held, seat_text, whole_seat
from cli.deeds import add_deeds
from cli.installation import looking_at
from cli.options import All, AsJson, AsSeat, Name, OwnLang, Seat, examples
from cli.output import emit, minute, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command(
    "show", epilog=examples("adjudicator seat show lights france", "adjudicator seat show lights france --as france")
)
def show(
    name: Name, seat: Seat, as_: AsSeat = None, all_: All = False, as_json: AsJson = False, lang: OwnLang = None
) -> None:
    """A seat: who holds it, how to reach them, what is asked, what lies on file, what it holds.

    Without --as SEAT (that seat) or --all only what everybody may know.
    """
    with looking_at(name, as_, everything=all_, lang=lang) as look:
        found = whole_seat(look, seat)
        if as_json:
            emit(found)
        else:
            print(seat_text(look, found))


def _holders(name: str, as_json: bool, options: Any) -> None:
    with looking_at(name) as look:
        found = held(look.table, options["seat"])
    if as_json:
        emit(found)
    else:
        rows = [(each.name, each.role, minute(each.since), minute(each.until)) for each in found]
        table(("NAME", "ROLE", "SINCE", "UNTIL"), rows)


add_deeds(app, "seat", {"holding": _holders})
