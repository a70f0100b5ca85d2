"""A match in a file: header, start, log, and for its owner the seed, so that every draw can be recomputed.

```json
{"format": "adjudicator.match", "version": 1, "header": {...}, "start": null, "chance": [],
 "log": [{"n": 1, ...}], "sealed": {}, "seed": "00ff..."}
```
`packs` are the content packs that were played, by hash, where there are any.
`start` is the neutral document that the match began from (null: the set-up of the game), `chance` the scripted
draws it was given, `sealed` secret answers that wait for others. Without `seed` the log can be replayed, and
played on until something must be drawn.
"""

from pathlib import Path
from typing import Any, Literal

import msgspec

from adjudicator import Game, Match, ReplayError, game_named, given_files
from adjudicator.given_files import BadFile
from adjudicator.kernel.chance import commitment
from adjudicator.kernel.content import canonical, hash_of, same_rules
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.position import Header
from adjudicator.kernel.replay import begin, replay
from cli.errors import Failed


class MatchFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The file as it is written. Whoever may not know the hidden things must not get it."""

    format: Literal["adjudicator.match"] = "adjudicator.match"
    version: Literal[1] = 1
    header: Header
    start: dict[str, Any] | None = None
    chance: list[dict[str, Any]] = []
    log: list[dict[str, Any]] = []
    sealed: dict[str, dict[str, Any]] = {}
    seed: str | None = None
    packs: dict[str, dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    """The content packs that were played, by hash."""


def with_match(file: MatchFile, match: Match) -> MatchFile:
    """Return the file brought up to the match, whose log must hold everything since the start."""
    lines = [msgspec.to_builtins(entry.line(match.game)) for entry in match.log]
    sealed = {seat: msgspec.to_builtins(action) for seat, action in match.sealed.items()}
    packs = {hash: msgspec.json.decode(data) for hash, data in match.contents.items()} or msgspec.UNSET
    return msgspec.structs.replace(file, log=lines, sealed=sealed, packs=packs)


def match_in(path: Path) -> Match:
    """Return the match at the point where a file ends. Raises as `read` and `match_of_file` do."""
    return match_of_file(read(path))


def read(path: Path) -> MatchFile:
    """Return the file.

    Raises:
        Failed: It is not a match file.
    """
    data = given_files.read(path)
    try:
        file: MatchFile = given_files.from_json(data, MatchFile)
    except BadFile as error:
        raise Failed(f"{path}: not a match file: {error}") from None
    if file.seed is not None:
        try:
            bytes.fromhex(file.seed)
        except ValueError:
            raise Failed(f"{path}: seed: not in hexadecimal digits") from None
    return file


def match_of_file(file: MatchFile) -> Match:
    """Return the match at the point where the file ends.

    Every entry is played again and, with a seed, every draw recomputed.

    Raises:
        ReplayError: It names the first entry that comes out differently.
        Failed: The file is of another version of the game.
        PackTrouble: The pack is missing, is damaged, or does not fit.
    """
    game = game_named(file.header.game)
    if not same_rules(game, file.header.version, file.header.content):
        raise Failed(
            f"the match was made by version {file.header.version} ({file.header.content}) of {game.id}, "
            f"installed is {game.version} ({game.content_hash})"
        )
    entries = _entries(file, game)
    seed = None if file.seed is None else bytes.fromhex(file.seed)
    if seed is not None and file.header.commitment != commitment(seed):
        raise Failed("the seed does not match the commitment in the header")
    script = () if seed is None else file.chance
    packs = {} if file.packs is msgspec.UNSET else {hash: canonical(pack) for hash, pack in file.packs.items()}
    for hash, data in packs.items():
        if hash_of(data) != hash:
            raise Failed(f"the pack {hash[:12]} is damaged: its hash is {hash_of(data)[:12]}")
    start = begin(file.header, entries, script=script, document=file.start, seed=seed, contents=packs)
    match = replay(start, entries)
    if match.position.n != len(entries):
        raise ReplayError(len(entries) + 1, "is missing from the log")
    for seat, action in file.sealed.items():
        match.seal(seat, action)
    return match


def _entries(file: MatchFile, game: Game[Any]) -> list[Entry]:
    """Return the log, typed. Raises Failed with the number of a line that is not an entry of the game."""
    found = []
    for place, line in enumerate(file.log, 1):
        try:
            found.append(entry_of(line, game))
        except (msgspec.ValidationError, KeyError) as error:
            raise Failed(f"log[{place}]: not an entry of {game.id}: {error}") from None
    return found
