"""`adjudicator demo`: loaded when it is called, with its own options."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command; everything behind its name goes to `cli.demo`."""
    passed_on = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    app.command("demo", context_settings=passed_on, add_help_option=False)(demo)


def demo(context: typer.Context) -> None:
    """Play the first turns of a game by real mails on this machine, all by itself."""
    from cli.demo import demo_command

    inner = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    inner.command("demo")(demo_command)
    inner(args=list(context.args), prog_name="adjudicator demo")
