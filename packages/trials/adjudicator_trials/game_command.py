"""`adjudicator game check`: the common battery on a game of anybody."""

import logging
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Annotated

import structlog

from adjudicator.kernel.errors import UnknownGame
from adjudicator.kernel.registry import GROUP, game_named, games
from adjudicator.orders import Phrasebook
from adjudicator.service.logs import configure
from adjudicator.service.moderation.rights import Access
from adjudicator_trials.battery import BY_MAIL, CHECKS, Check
from adjudicator_trials.defects import Defect, defect
from cli.commands import command
from cli.errors import Failed
from cli.output import Output

LOADS = Check("package", "the game loads", lambda game, thorough: game_named(game))


@command("game check", "salt-roads", "../my-game --thorough", needs=Access.FILES)
def check(
    package: Annotated[str, "PACKAGE", "An installed game, its package, or the folder of its pyproject.toml."],
    thorough: Annotated[bool, "Play three times as many matches, and look at every action."] = False,
) -> Output:
    """Check what must hold for every game. Plays it at random in many ways, and once by mail.

    Every defect is told in a sentence, with the first promise that it breaks and its place in the package.
    """
    kept: list[dict[str, str]] = []
    wrong: list[str] = []
    with _silence():
        for game in games_of(package):
            found: dict[tuple[str, str], Defect] = {}
            for each in (LOADS, *CHECKS, BY_MAIL):
                broken = defect_in(each, game, thorough)
                if broken is None:
                    kept.append({"game": game, "check": each.name, "promise": each.promise})
                    continue
                found.setdefault((broken.what, broken.place), broken)
                if each is LOADS:
                    break
            wrong += [each.told(game) for each in found.values()]
    if wrong:
        raise Failed(*wrong)
    told = (f"{each['game']}: {each['check']}: {each['promise']}" for each in kept)
    return Output(kept, *told, *(warning for game in games_of(package) for warning in warnings(game)))


def warnings(game: str) -> Iterator[str]:
    """Yield what is no defect, and may surprise players of a game."""
    book: Phrasebook = game_named(game).part("phrases")
    for name, verb in dict.fromkeys(book.names_like_verbs()):
        yield f"{game}: warning: {name!r} is a name, and the verb {verb!r} cut short: it is read as the name"


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the service from logging what it meets: a defect is told here."""
    before = structlog.get_config()
    configure(logging.CRITICAL)
    try:
        yield
    finally:
        structlog.configure(**before)


def defect_in(check: Check, game: str, thorough: bool = False) -> Defect | None:
    """Return what breaks a promise in a game; None if it keeps it."""
    try:
        check.look(game, thorough)
    except Exception as error:
        return defect(game, check.promise, error)
    return None


def games_of(package: str) -> tuple[str, ...]:
    """Return the installed games that are called so, or that a package or a folder has.

    Raises:
        Failed: It has no game, or its game is not installed.
        UnknownGame: There is nothing of that name.
    """
    if package in games():
        return (package,)
    file = Path(package) / "pyproject.toml"
    if file.is_file():
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
        return _installed(package, project.get("entry-points", {}).get(GROUP, ()), f"pip install -e {package}")
    try:
        points = distribution(package).entry_points
    except (PackageNotFoundError, ValueError):
        raise UnknownGame(f"no game, package or folder named {package!r}; games: {', '.join(games())}") from None
    return _installed(package, (point.name for point in points if point.group == GROUP), "")


def _installed(package: str, names: Iterable[str], hint: str) -> tuple[str, ...]:
    found = tuple(names)
    if not found:
        raise Failed(f"{package} has no game: it has no entry point in the group {GROUP}")
    if missing := [name for name in found if name not in games()]:
        raise Failed(f"the game {', '.join(missing)} of {package} is not installed: {hint}")
    return found
