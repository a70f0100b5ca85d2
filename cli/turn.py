"""`adjudicator turn`: history: looked at, played again, corrected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import drawing, turn_correct, turn_look
from cli.options import All, AsJson, AsSeat, Name, OwnLang, Width, examples
from cli.output import emit_line, remark

if TYPE_CHECKING:
    from adjudicator.service.history import Record

app = typer.Typer(help="History: look at it, play it again, correct it.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """History: look at it, play it again, correct it."""


@app.command(
    "replay",
    epilog=examples(
        "adjudicator turn replay lights",
        "adjudicator turn replay lights --from 10 --to 40 --step --as france",
        "adjudicator turn replay lights --as france --html france.html",
        "adjudicator turn replay lights.zip --html lights.html --lang ru",
        "adjudicator turn replay lights --from 57 --to 63 --html war.html",
        "adjudicator turn replay lights --pictures steps/",
    ),
)
def replay(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=1, help="From this log number on.")] = 1,
    last: Annotated[int | None, typer.Option("--to", help="Up to this log number.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step; q ends.")] = False,
    as_: AsSeat = None,
    all_: All = False,
    as_json: AsJson = False,
    lang: OwnLang = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the archive page instead: all in one file.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option("--pictures", metavar="DIR", help="Write the board after each step instead, as PNG.")
    ] = None,
    width: Width = 1600,
) -> None:
    """Play a campaign's log from the start, recompute every draw, and compare each stored fingerprint.

    Ends with exit code 1 at the first entry or position that comes out differently. With --html or --pictures
    CAMPAIGN may also be an archive file (.zip) that "campaign export" wrote.
    """
    if html is not None or pictures is not None:
        from cli.archive_page import record_of

        _write(record_of(name, as_, first, last, everything=all_), lang, html, pictures, width)
        return
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.eyes import eyes
    from cli.replaying import steps

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        looking = eyes(as_, all_, table.match.header.seats)
        compared = 0
        for each in steps(session, table, looking, language_for(table, looking, lang), last):
            compared += 1
            if each.lines[-1].n < first:
                continue
            for line in each.lines:
                if as_json:
                    emit_line(line)
                else:
                    print(line.text())
            if step and not _go_on():
                break
    remark(f"{campaign.name}: {compared} positions compared, all as stored")


def _write(record: Record, lang: str | None, page: Path | None, folder: Path | None, width: int) -> None:
    from cli.archive_page import language_of, write_page, write_pictures

    code = language_of(record, lang)
    if page is not None:
        remark(write_page(record, code, page))
    if folder is not None:
        remark(f"{folder}: {write_pictures(record, code, folder, width)} pictures")


def _go_on() -> bool:
    import sys

    print("-- Enter: next step, q: end -- ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit", "й")


turn_look.register(app)
turn_correct.register(app)
drawing.register(app)
