"""`adjudicator demo`: a campaign that plays itself by mail on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.kernel.registry import game_named
from adjudicator.kernel.trials import trials_of
from adjudicator.service.admin import packs
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.errors import FAILED, tell


@command("demo", needs=Access.FILES)
def demo_command(
    directory: Annotated[Path, "Where everything is kept."] = Path("var/demo"),
    seed: Annotated[int, "Another seed is another game."] = 7,
    game: Annotated[str, "One of the installed games."] = "imperial-struggle",
    pack: Annotated[Path | None, "--pack FILE", "A content pack of the game."] = None,
    turns: Annotated[
        str, "--turns N|all", "How many turns, as the game counts them (a war may be one), or all; else what it shows."
    ] = "",
    players: Annotated[
        int | None, "--players N", "Number of people who play all the seats (default: one each)."
    ] = None,
    stewards: Annotated[int, "--stewards N", "Number of seats that stewards play, the program itself."] = 0,
    matches: Annotated[int, "--matches N", "Number of matches of a series; the turns are those of the last."] = 1,
    script: Annotated[
        bool, "At the end a moderator corrects a die by a script, and gives what is then missing."
    ] = False,
    go_on: Annotated[bool, "--continue", "Go on with the run in the folder, or fail."] = False,
    new: Annotated[bool, "Start again even if a run was interrupted."] = False,
) -> None:
    """Play a campaign by real emails on this machine. Servers, adjudicator and a program for every seat all run here.

    A run that was interrupted is gone on with. Ends with exit code 1 if any mail is missing or was set aside.
    """
    from rich.console import Console

    from demo.display import Watching
    from demo.display import tell as show_figures
    from demo.performance import Stuck
    from demo.run import NothingToContinue, Start, demo, interrupted
    from demo.stage import NotOurs, Stage

    if go_on and new:
        raise typer.BadParameter("--continue and --new exclude each other")
    if turns not in ("", "all") and not (turns.isascii() and turns.isdigit() and int(turns)):
        raise typer.BadParameter("--turns takes a number from 1, or all")
    if players is not None and players < 1:
        raise typer.BadParameter("--players takes a number from 1")
    if matches < 1:
        raise typer.BadParameter("--matches takes a number from 1")
    if stewards < 0 or (stewards and players is None):
        raise typer.BadParameter("--stewards takes a number from 0, and needs --players")
    wanted = None if turns == "all" else int(turns) if turns else trials_of(game_named(game)).turns
    start = Start.CONTINUE if go_on else Start.NEW if new else Start.EITHER
    console = Console(highlight=False)
    if start is Start.EITHER and interrupted(Stage(directory)):
        console.print(f"Going on with the run in {directory}; --new begins anew.")
    try:
        with Watching(console) as watching:
            content = None if pack is None else packs.read(pack, game).content
            summary, page = demo(
                directory,
                watching.moved,
                game=game,
                seed=seed,
                turns=wanted,
                start=start,
                pack=content,
                players=players,
                matches=matches,
                stewards=stewards,
                script=script,
            )
    except (NotOurs, NothingToContinue, Stuck) as error:
        tell([str(error)])
        raise typer.Exit(FAILED) from None
    show_figures(console, summary, page)
    if summary.problems:
        raise typer.Exit(FAILED)
