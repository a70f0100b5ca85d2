"""`adjudicator turn`: history: looked at, played again, corrected."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import turn_correct, turn_look
from cli.options import All, AsJson, AsSeat, Name, OwnLang, examples
from cli.output import emit_line, remark

app = typer.Typer(help="History: look at it, play it again, correct it.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """History: look at it, play it again, correct it."""


@app.command(
    "replay",
    epilog=examples(
        "adjudicator turn replay lights", "adjudicator turn replay lights --from 10 --to 40 --step --as france"
    ),
)
def replay(
    name: Name,
    first: Annotated[int, typer.Option("--from", min=1, help="Show from this log number on.")] = 1,
    last: Annotated[int | None, typer.Option("--to", help="Replay up to this log number.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step; q ends.")] = False,
    as_: AsSeat = None,
    all_: All = False,
    as_json: AsJson = False,
    lang: OwnLang = None,
) -> None:
    """Play a campaign's log from the start, recompute every draw, and compare each stored fingerprint.

    Ends with exit code 1 at the first entry or position that comes out differently.
    """
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.eyes import eyes
    from cli.replaying import steps

    with looking_at(name) as (service, session, campaign):
        table = table_for(session, campaign, service.clock.now())
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


def _go_on() -> bool:
    import sys

    print("-- Enter: next step, q: end -- ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit", "й")


turn_look.register(app)
turn_correct.register(app)
