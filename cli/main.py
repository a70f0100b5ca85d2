"""The program `adjudicator`: every command of every group, each imported when it is called."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from cli.errors import FAILED, INTERRUPTED, Interrupted, explain, tell, tell_at_once
from cli.rights import may_choose_settings
from cli.visible import put

COMMANDS: dict[str, tuple[str, ...]] = {
    "overview": ("List active campaigns: who must answer, what needs you.", "overview"),
    "remind": ("Send a reminder at once to everyone who owes an answer.", "moderation"),
    "verify": ("Verify an archive: draws, positions and receipts.", "verify"),
    "analyse": ("Tell what decided a match that is over, and whose luck it was.", "analyse"),
    "board": ("Draw the board as everyone sees it, or as a seat does.", "board"),
    "serve": ("Run the whole service in one process.", "serve"),
    "poll": ("Fetch emails and store them.", "serve"),
    "worker": ("Handle emails and send answers.", "serve"),
    "sender": ("Run a process that only sends email.", "serve"),
    "thinker": ("Run a process that only thinks for stewards.", "serve"),
    "beat": ("Wake the workers for deadlines and unfinished work.", "serve"),
    "monitor": ("Serve metrics and health checks over HTTP.", "serve"),
    "demo": ("Play a game by real emails on this machine.", "demo"),
    "init": ("Set up an installation in this folder.", "init"),
    "doctor": ("Check the installation and say what to mend.", "doctor"),
    "match": ("Play and verify a match in a file, without a server.", "match"),
    "campaign": (
        "Create, inspect, export and import campaigns.",
        "campaign: create export mails import mailbox",
        "campaign_acts: draws close conclude archive pause resume next",
        "campaign_list: list",
        "campaign_show: show log waiting offers",
        "arrangements: press orders rated public invite start bid",
    ),
    "pack": ("Check, show and write content packs.", "pack"),
    "seat": ("Show or change who plays a seat.", "moderation"),
    "deadline": ("Extend deadlines and change time rules.", "moderation"),
    "process": ("Resolve the open decision now.", "moderation"),
    "moderator": ("List, add and remove moderators.", "moderation"),
    "orders": ("Check, show or enter orders.", "orders: check enter", "orders_show: show"),
    "turn": (
        "Show, replay and correct the history of a match.",
        "turn: replay points show diff explain revisions",
        "corrections: decide draw rule rollback correct undo",
    ),
    "mail": (
        "List, show and release stored emails.",
        "mail: list show raw read bounces refetch",
        "mail_held: release reject reprocess",
    ),
    "address": ("List players’ addresses and replace broken ones.", "address"),
    "person": ("Export or erase personal data.", "person"),
    "audit": ("Show and verify the audit trail.", "audit"),
    "prune": ("Delete data past its retention period.", "prune"),
    "backup": ("Copy the whole database into a file.", "backup"),
    "restore": ("Put a copy of the database back.", "backup"),
    "db": ("Create, upgrade and re-encrypt the database.", "upkeep", "backup"),
    "clock": ("Trust the system clock again after a jump.", "upkeep"),
    "upgrade": ("Check and migrate campaigns after an upgrade.", "upkeep"),
}
# read here: what `extensions_of` needs would load more than a list of commands may
for _of_a_package in sorted(entry_points(group="adjudicator.desk_commands"), key=lambda each: each.name):
    COMMANDS |= _of_a_package.load()
"""Commands and groups of commands, each with a line for the list and its modules; last those of optional packages.

Behind a module stand the commands of the group that need no other module. A name without a dot is a module of `cli`.
"""

GARBAGE = 20_000
"""The number of new objects before garbage is searched for: a game that a command loads later stays too."""


@cache
def load_command(name: str, called: str = "") -> Any:
    """Return the command or group of that name with all its commands, and import its modules now.

    If one of its commands is `called` that needs only one module, no other is loaded.
    """
    told, *parts = COMMANDS[name]
    alone = [part for part in parts if called in part.partition(":")[2].split()]
    modules = [part.partition(":")[0] for part in alone or parts]
    gc.disable()  # what is loaded stays: to look for garbage in it takes a sixth of the time
    for module in modules:
        import_module(module if "." in module else f"cli.{module}")
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()
    commands = import_module("cli.commands")
    if name not in commands.GROUPS:
        command = get_group(commands.GROUPS[""]).commands[name]
        commands.without_types(command)
        return command
    group = get_group(commands.GROUPS[name])
    group.name, group.help = name, told
    for each in group.commands.values():
        commands.without_types(each)
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
        return name, load_command(listed.name or "", *rest[:1]), rest


app = typer.Typer(
    name="adjudicator",
    cls=Program,
    help="Run long board-game campaigns by email.",
    epilog="Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 130 stopped from the keyboard. "
    "Settings: docs/reference/settings.md.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(asked: bool) -> None:
    """Tell which version is installed, and of each game the version of its rules; nothing else is done."""
    if not asked:
        return
    found = sorted(entry_points(group="adjudicator.games"), key=lambda each: each.name)
    put(f"adjudicator {version('adjudicator')}; games: {', '.join(map(_rules, found))}")
    raise typer.Exit


def _rules(game: EntryPoint) -> str:
    try:
        rules = f"rules {game.load().version}"
    except Exception as error:
        rules = f"cannot be loaded: {type(error).__name__}"
    tries = game.dist is not None and "test game" in (game.dist.metadata["Keywords"] or "")
    return f"{game.name} ({rules}{', a test game' if tries else ''})"


@app.callback()
def settings_file(
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Settings file instead of ADJ_CONFIG or ./adjudicator.toml."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="NAME", help="Name for the audit trail (default: your login)."),
    ] = None,
    open_eyes: Annotated[
        bool,
        typer.Option(
            "--reveal",
            help="Show secrets beyond your own seat. This is logged and announced to all players.",
        ),
    ] = False,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_tell_version,
            help="Print the version, and of each game that of its rules.",
        ),
    ] = False,
) -> None:
    """Run long board-game campaigns by email."""
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
