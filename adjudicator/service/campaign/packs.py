"""Content packs of campaigns: whether one fits its game, in rules and in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.components.load import FactError
from adjudicator.kernel.content import with_content
from adjudicator.kernel.errors import DocumentError, Refusal
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named
from adjudicator.reports.wording.kernel_words import english_sentence


class BadPack(ValueError):  # noqa: N818 - an answer
    """A pack that does not fit its game; `problems` names everything that is wrong, with paths."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def fitting(game: str, pack: Mapping[str, Any] | None) -> Game[Any]:
    """Return the game with a pack, or with its default content.

    Raises:
        UnknownGame: There is no such game.
        BadPack: The pack does not fit the game.
    """
    try:
        found = with_content(game_named(game), pack)
    except DocumentError as error:
        raise BadPack([str(problem) for problem in error.problems]) from None
    except Refusal as refusal:
        raise BadPack([english_sentence(refusal)]) from None
    if problems := [*unspeakable(found)]:
        raise BadPack(problems)
    return found


def unspeakable(game: Game[Any]) -> Iterator[str]:
    """Yield what players could not be told, or could not write, with the content of a game."""
    for part in game.parts if game.pack else ():
        try:
            game.part(part)
        except FactError as error:
            yield from error.problems
        except (ValueError, LookupError) as error:
            yield f"{part}: {error}"
