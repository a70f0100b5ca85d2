"""Content packs as files: read from a file or a folder, written to be edited, compared with what is played.

A pack is a YAML or JSON file with the name of its game under `game`, and the whole content beside it; or a folder of
such files, of which each other than `pack` holds what stands under its own name (`contracts.yaml`: `contracts`), and
may be a table (`contracts.csv`). Things that are known by their ids may stand in a list, each with its `id`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from adjudicator.given_files import MIB, BadFile, from_json, from_yaml, inside, read_text
from adjudicator.given_files import read as read_file
from adjudicator.kernel.content import edits, hash_of
from adjudicator.kernel.errors import DocumentError, UnknownGame
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.reports.wording.differences import NOTHING, Difference
from adjudicator.service.admin.access import Visit
from adjudicator.service.campaign.matches import game_of
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people.gathering.plan import game_of_plan, plan_of
from adjudicator.store import matches

GAME: Final = "game"
WHOLE: Final = "pack"
"""The file of a folder whose parts stand at the top."""
LARGEST: Final = 4 * MIB
"""Bytes of a file of a pack."""
FILES: Final = 200
"""Files of a folder that is a pack."""
TABLE: Final = ".csv"
ENDINGS: Final = (".yaml", ".yml", ".json", TABLE)


class PackFile(msgspec.Struct, frozen=True):
    """A pack as it was read: of which game, empty where it does not say so, and its content."""

    game: str
    content: dict[str, Any]


def read(path: Path, game: str = "") -> PackFile:
    """Return the pack of a file or folder, for a game if one is given.

    Raises:
        CommandError: It is not a pack, or is for another game.
        BadFile, OSError: It cannot be read.
    """
    parts = dict(_parts(path))
    named = parts.pop(GAME, game)
    if not isinstance(named, str) or (game and named != game):
        raise CommandError(f"{path}: it is a pack for {named}, not for {game}")
    wrong = list[str]()
    content = {
        name: _table(name, part, named, wrong) if isinstance(part, Path) else part for name, part in parts.items()
    }
    content |= {
        name: _by_id(f"{path}: {name}", part, wrong) for name, part in content.items() if isinstance(part, list)
    }
    if wrong:
        raise CommandError(*wrong)
    return PackFile(named, content)


def _table(name: str, file: Path, game: str, wrong: list[str]) -> Any:
    """Return a part that is a CSV file; what is wrong is noted."""
    try:
        form = game_named(game).content_form
        if form is None:
            raise CommandError(f"{file}: {game} takes no pack")
        return form.table(name, read_text(file, LARGEST).removeprefix("\ufeff"))
    except UnknownGame as unknown:
        raise CommandError(f"{file}: {unknown}") from None
    except DocumentError as error:
        wrong += [f"{file}: {problem}" for problem in error.problems]
        return {}


def _by_id(where: str, rows: list[Any], wrong: list[str]) -> Any:
    """Return a list of things by their ids; what is wrong is noted."""
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows):
        wrong.append(f"{where}: each thing of a list needs an id")
        return {}
    times = Counter(row["id"] for row in rows)
    wrong += [f"{where}: {id!r} stands there twice" for id, n in times.items() if n > 1]
    return {row["id"]: {key: value for key, value in row.items() if key != "id"} for row in rows}


def game_with_pack(path: Path, game: str = "") -> Game[Any]:
    """Return the game with the pack of a file.

    Raises:
        CommandError: The pack does not fit; the error lists everything that is wrong.
    """
    found = read(path, game)
    if not found.game:
        raise CommandError(f"{path}: it does not say its game: write game: NAME at its top, or give --game")
    try:
        return fitting(found.game, found.content)
    except UnknownGame as unknown:
        raise CommandError(f"{path}: {unknown}") from None
    except BadPack as bad:
        raise CommandError(*(f"{path}: {problem}" for problem in bad.problems)) from None


def example(name: str) -> str:
    """Return a pack to edit: the default content of a game.

    Raises:
        UnknownGame: There is no such game.
        CommandError: The game takes no pack.
    """
    return written(game_named(name))


def written(game: Game[Any]) -> str:
    """Return the content that a game is bound to, as a file to edit.

    Raises:
        CommandError: The game takes no pack.
    """
    if game.content_form is None:
        able = ", ".join(each.id for each in playable_games() if each.content_form is not None) or "none"
        raise CommandError(f"nothing of {game.id} can be edited: it takes no pack; games that do: {able}")
    plain = {GAME: game.id, **game.content_form.write(game.content)}
    return (
        f"# The content of {game.titles.get('en', game.id)}, to be edited; then: adjudicator pack check FILE\n"
        + msgspec.yaml.encode(plain, order=None).decode()
    )


def played_by(visit: Visit) -> Game[Any]:
    """Return the game of a campaign, with the content that it plays now or will begin with.

    Raises:
        PackTrouble: The content cannot be used.
    """
    session, campaign = visit.work.session, visit.campaign
    head = matches.head(session, campaign.id)
    return game_of_plan(session, plan_of(session, campaign.id)) if head is None else game_of(session, head)


def hash_played(game: Game[Any]) -> str:
    """Return the hash of the pack that a game is bound to; empty if it plays its default content."""
    return hash_of(game.pack) if game.pack else ""


def differences(game: Game[Any], other: Game[Any] | None = None) -> tuple[Difference, ...]:
    """Return how the content of a game differs from that of another, or from its default, by path."""
    return tuple(
        Difference("", ".".join((WHOLE, *edit.path)), _told(edit.before), _told(edit.after))
        for edit in edits(game.unbound if other is None else other, game)
    )


def _told(value: Any) -> str:
    return NOTHING if value is None else value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _parts(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the topmost entries of a pack, by name."""
    if not path.is_dir():
        yield from _mapping(path).items()
        return
    files = [inside(path, file) for file in sorted(path.iterdir()) if file.suffix in ENDINGS]
    if not files:
        raise CommandError(f"{path}: there is no {' or '.join(ENDINGS)} file in it")
    if len(files) > FILES:
        raise CommandError(f"{path}: there are more than {FILES} files in it")
    for file in files:
        if file.suffix == TABLE:
            yield file.stem, file
        elif file.stem == WHOLE:
            yield from _mapping(file).items()
        else:
            yield file.stem, _content(file)


def _content(file: Path) -> Any:
    """Return the content of a file in YAML or JSON."""
    data = read_file(file, LARGEST)
    try:
        return (from_json if file.suffix == ".json" else from_yaml)(data)
    except BadFile as error:
        raise CommandError(f"{file}: {error}") from None


def _mapping(file: Path) -> Mapping[str, Any]:
    """Return the content of a file. Raises CommandError if it is not a mapping."""
    found = _content(file)
    if not isinstance(found, dict) or not all(isinstance(key, str) for key in found):
        raise CommandError(f"{file}: a mapping is needed")
    return found
