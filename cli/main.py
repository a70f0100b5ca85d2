"""The program `adjudicator`: every command of every group."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import (
    address,
    audit,
    board,
    campaign,
    campaign_life,
    db,
    deadline,
    demo_entry,
    doctor,
    looking,
    mail,
    match,
    moderator,
    orders,
    process,
    seat,
    serve,
    simulate,
    turn,
    upgrade,
    verify,
)
from cli.errors import FAILED, INTERRUPTED, Interrupted, explain, tell

app = typer.Typer(
    name="adjudicator",
    help="Runs long board-game campaigns that are played by e-mail.",
    epilog="Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 130 stopped from the keyboard. "
    "Settings: docs/operator.md.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(match.app, name="match")
app.add_typer(campaign.app, name="campaign")
campaign_life.register(campaign.app)
app.add_typer(seat.app, name="seat")
app.add_typer(deadline.app, name="deadline")
app.add_typer(process.app, name="process")
app.add_typer(moderator.app, name="moderator")
app.add_typer(orders.app, name="orders")
app.add_typer(turn.app, name="turn")
app.add_typer(mail.app, name="mail")
app.add_typer(address.app, name="address")
app.add_typer(audit.app, name="audit")
app.add_typer(db.app, name="db")
app.add_typer(upgrade.app, name="upgrade")
looking.register(campaign.app, seat.app, orders.app)
for register in (
    process.register,
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
        sys.exit(INTERRUPTED if isinstance(error, Interrupted) else FAILED)


if __name__ == "__main__":
    main()
