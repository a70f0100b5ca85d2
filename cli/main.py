"""The program `adjudicator`: every command of every group."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import address, board, campaign, db, demo_entry, doctor, mail, match, orders, serve, simulate, turn, verify
from cli.errors import FAILED, explain, tell

app = typer.Typer(
    name="adjudicator",
    help="Runs long board-game campaigns that are played by e-mail.",
    epilog="Exit codes: 0 done, 1 refused or failed, 2 wrong command line. Settings: docs/operator.md.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(match.app, name="match")
app.add_typer(campaign.app, name="campaign")
app.add_typer(orders.app, name="orders")
app.add_typer(turn.app, name="turn")
app.add_typer(mail.app, name="mail")
app.add_typer(address.app, name="address")
app.add_typer(db.app, name="db")
for register in (
    verify.register,
    simulate.register,
    board.register,
    serve.register,
    demo_entry.register,
    doctor.register,
):
    register(app)


@app.callback()
def settings_file(
    config: Annotated[
        Path | None, typer.Option("--config", help="Settings file instead of ADJ_CONFIG or ./adjudicator.toml.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="NAME", help="Who you are, for the audit trail; otherwise your login name."),
    ] = None,
    open_eyes: Annotated[
        bool,
        typer.Option(
            "--open-eyes", help="See more than the seat you play may know; it is written down and told to everybody."
        ),
    ] = False,
) -> None:
    """Runs long board-game campaigns that are played by e-mail."""
    if config is not None:
        os.environ["ADJ_CONFIG"] = str(config)


def main() -> None:
    """Run the command line; whatever goes wrong is told in a sentence."""
    try:
        app()
    except Exception as error:
        tell(explain(error))
        sys.exit(FAILED)


if __name__ == "__main__":
    main()
