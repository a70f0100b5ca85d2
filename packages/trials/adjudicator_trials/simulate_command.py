"""`adjudicator simulate`: whole games at random, checked while they are played, and the file of a failure."""

import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from adjudicator import Action, Match, given_files
from adjudicator.given_files import BadFile
from adjudicator.kernel.content import plain_content
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import (
    PlayoutBias,
    Watcher,
    begin_dense,
    begin_random,
    check_disguise,
    check_invariants,
    check_replay,
    check_worlds,
    play_out,
)
from adjudicator.orders import Legal
from adjudicator.service.admin.packs import game_with_pack
from adjudicator.service.moderation.rights import Access
from adjudicator_trials.battery import check_hidden_structs
from adjudicator_trials.correspondence import correspondence
from cli.commands import command
from cli.errors import FAILED, Failed
from cli.options import choices
from cli.output import write_json
from cli.visible import put


@command(
    "simulate",
    "sealed-bids --games 1000 --seed 7 --invariants --replay",
    "imperial-struggle --games 20 --round-trip",
    "imperial-struggle --games 10000 --invariants --replay",
    "imperial-struggle --games 3000 --dense --coverage-required",
    "sealed-bids --games 20 --disguise",
    "sealed-bids --games 5 --by-mail",
    "guild-fair --games 100 --pack viaduct.yaml --replay",
    "--case case-sealed-bids-7-12.json",
    needs=Access.FILES,
)
def simulate(
    game: Annotated[str | None, "GAME", "An installed game."] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Number of games.")] = 10,
    seed: Annotated[str, "Any text; the same text gives the same games."] = "1",
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None,
    pack: Annotated[Path | None, "--pack FILE", "Play with this content pack: a file or a folder."] = None,
    invariants: Annotated[bool, "Check the game's invariants after every action."] = False,
    round_trip: Annotated[bool, "Say every legal action in every language and read it back."] = False,
    replay: Annotated[bool, "Replay every log to the same position."] = False,
    disguise: Annotated[bool, "Check that what is hidden makes no difference to anything a seat is told."] = False,
    dense: Annotated[bool, "House rules at random, most games from crowded positions."] = False,
    coverage: Annotated[bool, "Print what no game has reached."] = False,
    coverage_required: Annotated[bool, "Like --coverage, but fail if anything was not reached."] = False,
    by_mail: Annotated[bool, "Send every action as an email through a service with its own database."] = False,
    case: Annotated[Path | None, "Play this recorded failure again."] = None,
    cases: Annotated[Path, "Folder for the file of a failure."] = Path(),
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
) -> None:
    """Play whole games with random legal actions. Prints games and actions per second, and who won how often.

    Stops at the first failure with exit code 1 and writes a file from which --case plays it again.
    """
    if game is not None:
        game_named(game)
    if game is not None and disguise:
        _hides_well(game)
    if by_mail and (dense or coverage or coverage_required):
        raise typer.BadParameter("--dense and --coverage go without --by-mail")
    if case is not None:
        again(case)
        return
    if game is None:
        raise typer.BadParameter("which GAME?")
    wanted = {
        "invariants": invariants,
        "say-parse": round_trip,
        "replay": replay,
        "disguise": disguise,
        "worlds": disguise,
    }
    checks = tuple(name for name in wanted if wanted[name])
    plan = Plan(
        game=game,
        seed=seed,
        games=games,
        options=choices(option or []),
        checks=checks,
        by_mail=by_mail,
        rich=dense,
        pack=None if pack is None else plain_content(game_with_pack(pack, game)),
    )
    found = run(plan, cases, covered=coverage or coverage_required, jobs=jobs)
    if found is not None and found.missed and coverage_required:
        raise typer.Exit(FAILED)


LISTED = 200
"""Options that are said and read back at each decision."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of what is to be played and checked."""

    game: str
    seed: str
    games: int = 1
    options: dict[str, Any] = {}
    checks: tuple[str, ...] = ()
    by_mail: bool = False
    rich: bool = False
    pack: dict[str, Any] | None = None


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A failure: enough to play it again, and its log to look at."""

    format: Literal["adjudicator.case"] = "adjudicator.case"
    plan: Plan
    label: str
    what: str
    actions: int
    log: list[dict[str, Any]] = []


class Broken(Exception):  # noqa: N818
    """A game that went wrong, with the match as far as it got."""

    def __init__(self, match: Match | None, what: str) -> None:
        super().__init__(what)
        self.match = match


class Played(NamedTuple):
    """The result of a game: how many log entries it has, how it ended, whose seats and winners, what it reached."""

    entries: int
    ending: str
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    met: frozenset[str]


def run(plan: Plan, cases: Path, *, covered: bool = False, jobs: int = 1) -> Coverage | None:
    """Play the games of a plan. Raises Failed at the first that goes wrong, after writing its case.

    Returns what they reached, if that is wanted, and prints what they did not.
    """
    coverage = Coverage(game_named(plan.game)) if covered else None
    actions = 0
    endings, tables = Counter[str](), Counter[int]()
    played, won, due = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    started = time.perf_counter()
    bar = Console(stderr=True)
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(jobs, get_context("spawn")) if jobs > 1 else None
        if pool is not None:
            stack.callback(pool.shutdown, cancel_futures=True)
        games = (pool.map if pool else map)(partial(_played, plan, cases, covered), range(plan.games))
        for game in track(
            games, "random games", plan.games, console=bar, transient=True, disable=not sys.stderr.isatty()
        ):
            actions += game.entries
            endings[game.ending] += 1
            tables[len(game.seats)] += 1
            for seat in game.seats if game.winners else ():
                played[seat] += 1
                won[seat] += (seat in game.winners) / len(game.winners)
                due[seat] += 1 / len(game.seats)
            if coverage is not None:
                coverage.met.update(game.met)
    seconds = time.perf_counter() - started
    put(f"{plan.games} games, {actions} log entries in {seconds:.2f} s")
    put(f"{plan.games / seconds:.1f} games/s, {actions / seconds:.0f} actions/s")
    for how, count in endings.most_common():
        put(f"{count:6d}  {how}")
    for players, count in sorted(tables.items()):
        put(f"{count:6d}  with {players} players")
    for seat, count in played.items() if len(due) > 1 else ():
        put(f"{won[seat]:6.1f}  of {count} won by {seat}, {won[seat] / due[seat]:.2f} of an equal share")
    if coverage is not None:
        put(f"{len(coverage.points) - len(coverage.missed)} of {len(coverage.points)} points of coverage reached")
        for point in coverage.missed:
            put(f"never reached: {point}")
    return coverage


def _played(plan: Plan, cases: Path, covered: bool, number: int) -> Played:
    """Play a game of the plan, perhaps in a process of its own. Raises Failed."""
    label = f"{plan.seed}/{number}"
    coverage = Coverage(game_named(plan.game)) if covered else None
    try:
        match = play(plan, label, coverage)
    except Broken as broken:
        raise Failed(_written(plan, label, broken, cases)) from broken.__cause__
    met = frozenset(coverage.met) if coverage is not None else frozenset[str]()
    ending = match.result.how if match.result else "unfinished"
    winners = match.result.winners if match.result else ()
    return Played(len(match.log), ending, tuple(match.header.seats), winners, met)


def play(plan: Plan, label: str, coverage: Coverage | None = None) -> Match:
    """Play one game. Raises Broken with what went wrong."""
    match: Match | None = None
    watchers = [WATCHERS[name]() for name in plan.checks if name in WATCHERS]
    try:
        if plan.by_mail:
            with correspondence(plan.game, label, plan.options, pack=plan.pack) as mails:
                match = mails.match
                mails.play(watchers)
            return match
        match = _begun(plan, label)
        rng = Random(label)
        whims = PlayoutBias(match, rng) if plan.rich else None
        play_out(match, rng, watchers, coverage, whims=whims)
        if "replay" in plan.checks:
            check_replay(match, _begun(plan, label) if plan.rich else None)
    except Exception as error:
        raise Broken(match, f"{type(error).__name__}: {error}") from error
    return match


def _begun(plan: Plan, label: str) -> Match:
    if plan.rich:
        return begin_dense(plan.game, label, plan.options, plan.pack, packs=True)
    return begin_random(plan.game, label, plan.options, plan.pack)


def again(path: Path) -> None:
    """Play a recorded failure again. Raises Failed if it happens again."""
    data = given_files.read(path)
    try:
        case = given_files.from_json(data, Case)
    except BadFile as error:
        raise Failed(f"{path}: not a case: {error}") from None
    try:
        play(case.plan, case.label)
    except Broken as broken:
        raise Failed(f"{case.plan.game}, {case.label}: it happens again: {broken}") from broken.__cause__
    put(f"{case.plan.game}, {case.label}: it does not happen any more (it was: {case.what})")


def say_and_parse(match: Match, seat: str, action: Action) -> None:
    """Check that legal orders can be said, and are read back as the same.

    This is so in every language.
    """
    book = match.game.part("phrases").at(match.state)
    options = match.options(seat)
    context = Legal([action, *options])
    for language in book.languages:
        for legal in (action, *options[:: max(1, len(options) // LISTED)]):
            text = book.say(legal, language)
            read = book.parse(text, language, context)
            assert read == legal, f"{legal} is said {text!r} in {language} and read {read}"


WATCHERS: dict[str, Callable[[], Watcher]] = {
    "invariants": lambda: check_invariants,
    "say-parse": lambda: say_and_parse,
    "disguise": lambda: check_disguise(Random(1)),
    "worlds": lambda: check_worlds(Random(1)),
}
"""The checks that look at every action, made again for each game."""


def _hides_well(game: str) -> None:
    """Raise Failed if a game leaves to its form what only its rules can imagine."""
    try:
        check_hidden_structs(game)
    except AssertionError as error:
        raise Failed(f"{game}: {error}") from None


def _written(plan: Plan, label: str, broken: Broken, cases: Path) -> str:
    log = [] if broken.match is None else [entry.line(broken.match.game) for entry in broken.match.log]
    case = Case(plan=plan, label=label, what=str(broken), actions=len(log), log=log)
    path = cases / f"case-{plan.game}-{re.sub(r'[^A-Za-z0-9]+', '-', label)}.json"
    write_json(path, case)
    return (
        f"{plan.game}, {label}, after {len(log)} log entries: {broken} (again with: adjudicator simulate --case {path})"
    )
