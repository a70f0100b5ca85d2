"""`adjudicator simulate`: whole games at random, checked while they are played."""

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.kernel.registry import game_named
from cli.commands import command
from cli.errors import FAILED
from cli.options import choices
from cli.random_games import Plan, again, run


@command(
    "simulate",
    "adjudicator simulate sealed-bids --games 1000 --seed 7 --invariants --replay",
    "adjudicator simulate imperial-struggle --games 20 --say-parse",
    "adjudicator simulate imperial-struggle --games 10000 --invariants --replay",
    "adjudicator simulate imperial-struggle --games 3000 --rich --coverage-required",
    "adjudicator simulate sealed-bids --games 5 --by-mail",
    "adjudicator simulate --case case-sealed-bids-7-12.json",
)
def simulate(
    game: Annotated[str | None, "GAME", "An installed game."] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    seed: Annotated[str, "Any text; the same text gives the same games."] = "1",
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None,
    invariants: Annotated[bool, "Check the game's invariants all the time."] = False,
    say_parse: Annotated[bool, "Say every legal action in every language and read it back."] = False,
    replay: Annotated[bool, "Replay every log to the same position."] = False,
    rich: Annotated[bool, "House rules at random, most games from crowded positions."] = False,
    coverage: Annotated[bool, "Print what no game has reached."] = False,
    coverage_required: Annotated[bool, "The same; and fail if there is any such thing."] = False,
    by_mail: Annotated[bool, "Send every action as a mail through a service with its own database."] = False,
    case: Annotated[Path | None, "Play this recorded failure again."] = None,
    cases: Annotated[Path, "Folder for the file of a failure."] = Path(),
) -> None:
    """Play whole games by random legal actions; print games and actions per second.

    Stops at the first failure with exit code 1 and writes a file from which --case plays it again.
    """
    if game is not None:
        game_named(game)
    if by_mail and (rich or coverage or coverage_required):
        raise typer.BadParameter("--rich and --coverage go without --by-mail")
    if case is not None:
        again(case)
        return
    if game is None:
        raise typer.BadParameter("which GAME?")
    wanted = {"invariants": invariants, "say-parse": say_parse, "replay": replay}
    checks = tuple(name for name in wanted if wanted[name])
    plan = Plan(
        game=game, seed=seed, games=games, options=choices(option or []), checks=checks, by_mail=by_mail, rich=rich
    )
    found = run(plan, cases, covered=coverage or coverage_required)
    if found is not None and found.missed and coverage_required:
        raise typer.Exit(FAILED)
