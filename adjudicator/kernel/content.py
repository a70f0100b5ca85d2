"""Content of games: the texts and numbers that a group may edit, such as what a card is called and what it is worth.

A pack is the whole content of a match. It is known by the SHA-256 of its canonical JSON, stands in the header, and a
match finds it under that hash. The rules read `play.content` and `game.content`; a state never holds any of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import BrokenGame, DocumentError
from adjudicator.kernel.events import ContentChange
from adjudicator.kernel.game import Game

PACK_HASH = 64
"""Hexadecimal digits of the hash of a pack; that of a game's own facts has fewer."""
KEPT = 256
"""Packs that a process keeps ready, the last ones that were made or met."""


class Contents(Protocol):
    """The packs that matches use: canonical JSON by hash. Raises KeyError for one that is not there."""

    def __getitem__(self, hash: str, /) -> bytes: ...


class PackTrouble(BrokenGame):
    """The pack of a match is missing, or it is not what its hash says: that match cannot be played here."""


def is_pack(game: Game[Any], content: str) -> bool:
    """Return whether the content of a header is a pack, not the game's own facts."""
    return game.content_form is not None and len(content) == PACK_HASH


def same_rules(game: Game[Any], version: str, content: str) -> bool:
    """Return whether a match of that version and content is played by the installed rules, perhaps with a pack."""
    return version == game.version and (is_pack(game, content) or content == game.unbound.content_hash)


def rebased(game: Game[Any], content: str) -> str:
    """Return the content of a match that continues by the installed rules: its pack, or the facts of the game."""
    return content if is_pack(game, content) else game.unbound.content_hash


def hash_of(data: bytes) -> str:
    """Return the hash of a pack, given its canonical JSON."""
    return hashlib.sha256(data).hexdigest()


def with_content(game: Game[Any], given: Any) -> Game[Any]:
    """Return the game with the content to be played: a struct of its form, or plain JSON values. None: its default.

    Raises:
        DocumentError: The content is wrong; it has every problem.
        Refusal: The game has no content that can be edited.
    """
    if given is None:
        return game.unbound
    form = game.content_form
    if form is None:
        raise refusals.no_content(game=game.id)
    if isinstance(given, msgspec.Struct):
        return _bound(game, form.write(given))
    content = form.read(given)
    return _bound(game, form.write(content), content)


def playing(game: Game[Any], content: str, contents: Contents | None) -> Game[Any]:
    """Return the game with the content of that hash, if it is the hash of a pack.

    Raises:
        PackTrouble: The pack is missing, is damaged, or does not fit.
    """
    if not is_pack(game, content):
        return game.unbound
    if contents is None:
        raise PackTrouble(f"the pack {content[:12]} of {game.id} is not here")
    ready = _ready.get((game.id, content))
    if ready is not None and ready.unbound is game.unbound:
        return ready
    try:
        data = contents[content]
    except KeyError:
        raise PackTrouble(f"the pack {content[:12]} of {game.id} is not here") from None
    if hash_of(data) != content:
        raise PackTrouble(f"the pack {content[:12]} of {game.id} is damaged: its hash is {hash_of(data)[:12]}")
    try:
        return _bound(game, msgspec.json.decode(data))
    except (DocumentError, msgspec.DecodeError) as error:
        raise PackTrouble(f"the pack {content[:12]} does not fit {game.id} {game.version}: {error}") from None


def edited(game: Game[Any], changes: Mapping[str, Any]) -> Game[Any]:
    """Return the game with its content changed, key by key (null removes).

    Raises:
        Refusal: `bad_correction`, `no_content`.
    """
    if game.content_form is None:
        raise refusals.no_content(game=game.id)
    before = plain_content(game)
    after = merge_patch(before, changes)
    if after == before:
        raise refusals.bad_correction(problems=["pack: it says all that already"])
    try:
        return _bound(game, after)
    except DocumentError as error:
        raise refusals.bad_correction(problems=[f"pack.{problem}" for problem in error.problems]) from None


def plain_content(game: Game[Any]) -> dict[str, Any]:
    """Return the content that is played as plain JSON values; empty for a game without content."""
    if game.content_form is None:
        return {}
    if not game.pack:
        return game.content_form.write(game.content)
    plain: dict[str, Any] = msgspec.json.decode(game.pack)
    return plain


def canonical(plain: Mapping[str, Any]) -> bytes:
    """Return the bytes that are hashed."""
    return msgspec.json.encode(plain, order="sorted")


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that turn `before` into `after` when they are merged key by key.

    >>> changes_between({"a": {"x": 1, "y": 2}, "b": 3}, {"a": {"x": 5, "y": 2}})
    {'a': {'x': 5}, 'b': None}
    """
    found: dict[str, Any] = {}
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            if inner := changes_between(one, other):
                found[key] = inner
        elif one != other or key not in before or key not in after:
            found[key] = other
    return found


def edits(before: Game[Any], after: Game[Any]) -> Iterator[ContentChange]:
    """Return every value of the content that is another now, with its path, in the order of the game."""
    form = before.content_form
    return iter(()) if form is None else _edits(form.write(before.content), form.write(after.content))


def _edits(before: Mapping[str, Any], after: Mapping[str, Any], *above: str) -> Iterator[ContentChange]:
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            yield from _edits(one, other, *above, key)
        elif one != other:
            yield ContentChange((*above, key), one, other)


_ready: dict[tuple[str, str], Game[Any]] = {}


def _bound(game: Game[Any], plain: Mapping[str, Any], content: msgspec.Struct | None = None) -> Game[Any]:
    """Return the game with this content, ready for the next match that plays it. Raises DocumentError.

    `content`: the parsed values, if they have been parsed already.
    """
    assert game.content_form is not None
    data = canonical(plain)
    key = game.id, hash_of(data)
    ready = _ready.pop(key, None)
    if ready is None or ready.unbound is not game.unbound:
        ready = game.bound(game.content_form.read(plain) if content is None else content, key[1], data)
    _ready[key] = ready
    while len(_ready) > KEPT:
        _ready.pop(next(iter(_ready)), None)
    return ready
