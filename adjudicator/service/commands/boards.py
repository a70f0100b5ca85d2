"""The board, or a part of it, as a command of a mail: `board`, `board Europe`, `покажи Испанию`."""

import re
from functools import lru_cache
from typing import Any, Final

from adjudicator.language import CODES, msgid
from adjudicator.orders.text import tokenize
from adjudicator.orders.vocabulary.shelves import Name, NameIndex
from adjudicator.pictures.board import Board as Pictured
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope, ViewCommand
from adjudicator.service.outbox.payloads import PART

_POLITE: Final = ("please", "thanks", "пожалуйста", "спасибо")
_PLACE = re.compile(rf"[^\W_]+(?:[ '’.-]{{1,2}}[^\W_]+){{0,4}}?(?:,? (?:{'|'.join(_POLITE)}))?")
_LEADING: Final = frozenset(
    (
        "of",
        "in",
        "at",
        "the",
        "for",
        "map",
        "board",
        "на",
        "в",
        "во",
        "у",
        "карта",
        "карту",
        "me",
        "please",
        "мне",
    )
)
_KINDS: Final = ("frame", "group", "place", "panel")
"""The kinds of parts; the first one is meant if several bear a name."""
_MOST_ASKED = 12


class Board(ViewCommand):
    scope = Scope.ONCE
    names = {
        "en": ("board", "map", "position", "the board", "the map"),
        "ru": ("доска", "карта", "позиция", "поле", "доску", "карту", "позицию"),
    }
    usage = msgid("[map or place]")
    purpose = msgid("the position as you may see it, with the picture; or a part of the board, larger")
    shows = ("position", "board")
    title = msgid("the position")

    def takes(self, rest: str) -> bool:
        return not rest or _PLACE.fullmatch(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        typed = named(rest)
        if not typed:
            return super().obey(act, rest)
        title, game = act.language.gettext("the board"), act.table.match.game
        board = game.part("board") if "board" in game.parts else None
        if not isinstance(board, Pictured):
            return act.says(title, act.language.gettext("This game has no map."), title=title)
        found = _found(board, typed, act.language.code)
        if not found:
            return act.says(title, *_unknown(act, board, rest, typed), title=title)
        maps = {board.map_of(part) for part in found}
        if len(maps) > 1:
            names = [_called(board, part, act.language.code) for part in found[:_MOST_ASKED]]
            asked = act.language.gettext("“%(words)s” may be: %(names)s.", words=rest, names=", ".join(names))
            return act.says(title, asked, title=title)
        return CommandReply(shows=tuple(f"{PART}{part}" for part in found), title=title)


def named(rest: str) -> list[str]:
    """Return the folded words after a command, without leading words and polite endings."""
    typed = [word.folded for word in tokenize(rest)]
    while typed and typed[0] in _LEADING:
        typed.pop(0)
    while typed and typed[-1] in _POLITE:
        typed.pop()
    return typed


def _found(board: Pictured, typed: list[str], code: str) -> tuple[str, ...]:
    """Return all parts of the board that the words name: maps before regions before places."""
    shelf = _shelf(board)
    hits = (shelf.read(typed, code), shelf.read_inflected(typed, code))
    parts = dict.fromkeys(str(part) for hit in hits if hit.length == len(typed) for part in hit.ids)
    for kind in _KINDS:
        if found := tuple(part for part in parts if part.split()[0] == kind):
            return found
    return ()


def _shelf(board: Any) -> NameIndex:
    """Return the index of all names on the board, in all languages."""
    return _kept(board)


@lru_cache(maxsize=8)
def _kept(board: Any) -> NameIndex:
    named = ((code, part, names) for code in CODES for part, names in board.parts(code) if names)
    return NameIndex(Name("part", part, code, names[0], names[1:]) for code, part, names in named)


def _unknown(act: CommandContext, board: Pictured, rest: str, typed: list[str]) -> tuple[str, ...]:
    """Say what is near and what there is: maps, regions and panels by name, and that every place has a name."""
    language, names = act.language, dict(board.parts(act.language.code))
    near = [_called(board, str(part), language.code) for part in _shelf(board).near(typed, language.code)]
    large = [called[0] for part, called in names.items() if called and part.split()[0] != "place"]
    told = [language.gettext("Nothing on the board is called “%(words)s”.", words=rest)]
    told += [language.gettext("Did you mean %(names)s?", names=language.listing(near, "or"))] if near else []
    listed = ", ".join(dict.fromkeys(large))
    told += [language.gettext("There are: %(names)s; and every place by its name.", names=listed)] if large else []
    return tuple(told)


def _called(board: Pictured, part: str, code: str) -> str:
    return " ".join(dict(board.parts(code))[part][:2])


COMMANDS: tuple[Command, ...] = (Board(),)
