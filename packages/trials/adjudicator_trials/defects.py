"""Tell what went wrong in a game as a sentence: the thing, the promise that it breaks, the place in its package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.registry import entry_of_game
from adjudicator.kernel.simulate import Failure


class Defect(NamedTuple):
    """One thing that went wrong: what it is, in which place of the package, where play met it, what it breaks."""

    what: str
    place: str
    met: str
    promise: str

    def told(self, game: str) -> str:
        """Return the sentence about it."""
        where = f"in {self.place}" if self.place else "found by the check"
        return f"{game} breaks “{self.promise}”: {self.what} ({', '.join(filter(None, (where, self.met)))})"


def defect(game: str, promise: str, error: BaseException) -> Defect:
    """Return what an error in a game is; `promise` is what should have held."""
    cause = _cause(error)
    met = ""
    if isinstance(error, Failure):
        met = f"met after {error.actions} log entries of the match of seed {error.seed}"
    place = place_in(game, cause)
    return Defect("; ".join(what(cause, place).splitlines()), place, met, promise)


def what(error: BaseException, place: str) -> str:
    """Return what an error means to the author of a game; `place`: where their code led to it, if it did."""
    if isinstance(error, AttributeError) and isinstance(error.obj, dict | list):
        held = type(error.obj).__name__
        return (
            f"“.{error.name}” is read of a {held}: a view has plain dicts, lists and ids where the state has structs, "
            f"so a field of one is read as [{error.name!r}]"
        )
    if isinstance(error, AttributeError) and error.name and type(error.obj).__name__.endswith("View"):
        has = ", ".join(getattr(type(error.obj), "__struct_fields__", ()))
        return f"the view has no field {error.name!r}: it has those of a document, {has}"
    if isinstance(error, KeyError) and place:
        return f"there is no key {error}: a view lacks what is hidden from its seats, and an observer has no seat"
    own = type(error).__module__.startswith("adjudicator.")
    if (own or type(error) in (AssertionError, LookupError)) and str(error):
        return str(error)
    return f"{type(error).__name__}: {error}"


def place_in(game: str, error: BaseException) -> str:
    """Return the last place in the package of a game that led to an error; empty if none of its code did."""
    root = root_of(game)
    found = ""
    for frame, line in walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename).resolve()
        if path.is_relative_to(root):
            found = f"{path.relative_to(root.parent if root.is_dir() else root)}, line {line}, {frame.f_code.co_name}"
    return found


def root_of(game: str) -> Path:
    """Return the folder of the package of an installed game, or the file of its only module."""
    spec = find_spec(entry_of_game(game).module.partition(".")[0])
    assert spec is not None
    places = [*spec.submodule_search_locations] if spec.submodule_search_locations else [spec.origin or ""]
    return Path(places[0]).resolve()


def _cause(error: BaseException) -> BaseException:
    """Return the error behind those that only say where it was met."""
    while isinstance(error, Failure | BrokenGame) and error.__cause__ is not None:
        error = error.__cause__
    return error
