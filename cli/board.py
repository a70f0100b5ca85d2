"""`adjudicator board`: the picture of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options import All, Name, OwnLang, Width, examples


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("board", epilog=examples("adjudicator board lights -o lights.png", "adjudicator board lights --as france --lang ru -o f.png"))(board)  # noqa: E501  # fmt: skip


def board(
    name: Name,
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture to write (.png).")],
    as_: Annotated[str | None, typer.Option("--as", "--seat", metavar="SEAT", help="As this seat sees it.")] = None,
    all_: All = False,
    lang: OwnLang = None,
    width: Width = 1600,
) -> None:
    """Draw the board as everybody sees it, or as a seat does; prints its alternative text."""
    from adjudicator.pictures import to_png
    from cli.campaign_facts import language_for, table_for
    from cli.database import looking_at
    from cli.errors import Failed
    from cli.eyes import eyes
    from cli.output import write_whole

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        match = table.match
        looking = eyes(as_, all_, match.header.seats)
        try:
            draw = match.game.part("board")
        except LookupError:
            raise Failed(f"{match.game.id} draws no board") from None
        sketch = draw(
            match.view(match.header.seats if looking.everything else looking.seats),
            language_for(table, looking, lang),
            to_move=[seat for decision in match.decisions() for seat in decision.seats],
        )
    write_whole(output, to_png(sketch.scene, width))
    print(sketch.alt)
