"""The program `adjudicator`: every command of every group, each imported when it is called."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from cli.errors import FAILED, INTERRUPTED, Interrupted, explain, tell, tell_at_once
from cli.rights import may_choose_settings

COMMANDS = {
    "overview": ("All campaigns, a line each: who is waited for, what needs a moderator.", "overview"),
    "remind": ("Send a reminder at once to everybody who owes an answer.", "moderation"),
    "verify": ("Compute every draw and every position of a campaign again.", "verify"),
    "simulate": ("Play whole games by random legal actions.", "simulate"),
    "board": ("Draw the board as everybody sees it, or as a seat does.", "board"),
    "serve": ("The whole service in one process.", "serve"),
    "poll": ("Fetch mails and store them.", "serve"),
    "worker": ("Handle mails and send answers.", "serve"),
    "sender": ("Only send.", "serve"),
    "beat": ("Wake the workers for deadlines and for what was left behind.", "serve"),
    "monitor": ("Tell figures and health over HTTP.", "serve"),
    "demo": ("Play the first turns of a game by real mails on this machine.", "demo"),
    "doctor": ("Check settings, database, mail accounts, broker, games, pictures, clock.", "doctor"),
    "match": ("A match in a file: begin it, look at it, play it, prove it.", "match"),
    "campaign": (
        "Campaigns: create them, look at them, take them along.",
        "campaign",
        "campaign_list",
        "campaign_look",
        "arrangements",
    ),
    "pack": ("Content packs: cards and figures that a group has edited.", "pack"),
    "seat": ("Seats: who holds them.", "moderation"),
    "deadline": ("Deadlines: later ones, other rules.", "moderation"),
    "process": ("The open decision.", "moderation"),
    "moderator": ("Moderators: who they are, what they may do.", "moderation"),
    "orders": ("Order lines: try them, see what was ordered, enter them for a seat.", "orders", "orders_look"),
    "turn": ("History: look at it, play it again, correct it.", "turn", "corrections"),
    "mail": ("Mails: list them, read them.", "mail", "mail_treatments"),
    "notices": ("Notices to programs, beside the mails.", "notices"),
    "address": ("Addresses of players: see them, replace a dead one.", "address"),
    "person": ("People: all that is kept on one, and how to forget them.", "person"),
    "ratings": ("Ratings and statistics over finished matches.", "ratings"),
    "tournament": ("Tournaments: tables drawn, round after round, standings.", "tournament", "tournament_acts"),
    "audit": ("The trail of what moderators did.", "audit"),
    "prune": ("Drop what is kept longer than the settings say.", "prune"),
    "backup": ("Copy the whole database into a file.", "backup"),
    "restore": ("Put a copy of the database back.", "backup"),
    "db": ("The database.", "upkeep", "backup"),
    "clock": ("The clock of this machine, where it is doubted.", "upkeep"),
    "upgrade": ("A newer version, before and when it is used.", "upkeep"),
}
"""Commands and groups of commands, each with a line for the list and its modules."""

LOOKS: dict[str, dict[str, tuple[str, ...]]] = {
    "campaign": {"campaign_list": ("list",), "campaign_look": ("show", "log", "waiting", "offers")},
    "orders": {"orders_look": ("show",)},
    "mail": {"mail": ("list", "show", "raw", "read", "bounces", "reread")},
    "tournament": {"tournament": ("list", "show", "standings", "verify")},
}
"""The commands of a group that only look, by their module: they wait for no other."""

GARBAGE = 20_000
"""So many new objects are made before they are searched for garbage: a game that a command loads later stays too."""


@cache
def loaded(name: str, *, looks: str = "") -> Any:
    """Return the command or group of that name with all its commands, and import its modules now.

    With `looks` only the commands of that module are loaded.
    """
    told, *modules = COMMANDS[name]
    modules = [looks] if looks else modules
    gc.disable()  # what is loaded stays: to look for garbage in it takes a sixth of the time
    for module in modules:
        import_module(f"cli.{module}")
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()
    groups = import_module("cli.commands").GROUPS
    if name not in groups:
        return get_group(groups[""]).commands[name]
    group = get_group(groups[name])
    group.name, group.help = name, told
    return group


class Program(TyperGroup):
    """The program: its list of commands imports none of them."""

    def __init__(self, **given: Any) -> None:
        listed = {name: TyperCommand(name, help=told) for name, (told, *_) in COMMANDS.items()}
        super().__init__(**given | {"commands": listed})

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is called."""
        name, listed, rest = super().resolve_command(ctx, args)
        if listed is None:
            return name, None, rest
        called = listed.name or ""
        looks = (module for module, commands in LOOKS.get(called, {}).items() if rest[:1] and rest[0] in commands)
        return name, loaded(called, looks=next(looks, "")), rest


app = typer.Typer(
    name="adjudicator",
    cls=Program,
    help="Runs long board-game campaigns that are played by e-mail.",
    epilog="Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 130 stopped from the keyboard. "
    "Settings: docs/reference/settings.md.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(asked: bool) -> None:
    """Tell which version is installed, and of each game; nothing else is done."""
    if not asked:
        return
    games = sorted(entry_points(group="adjudicator.games"), key=lambda each: each.name)
    told = {each.name: f"{each.name} {each.dist.version}" for each in games if each.dist is not None}
    print(f"adjudicator {version('adjudicator')}; games: {', '.join(told.values())}")
    raise typer.Exit


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
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Tell the version and the games.")
    ] = False,
) -> None:
    """Run long board-game campaigns that are played by email."""
    if config is not None:
        may_choose_settings(config)
        os.environ["ADJ_CONFIG"] = str(config)


def main() -> None:
    """Run the command line; whatever goes wrong is told in a sentence, a crash of the interpreter by its stacks."""
    faulthandler.enable(2)  # the descriptor itself: sys.stderr may be a stream that has none
    tell_at_once()
    try:
        app()
    except Exception as error:
        tell(explain(error))
        sys.exit(INTERRUPTED if isinstance(error, Interrupted) else FAILED)


if __name__ == "__main__":
    main()
