"""Read what a board is drawn from, in one folder of the game.

`places.yaml` (the plan), `palette.yaml`, `words.yaml` (English; other languages are in the game's catalogue) and
`coasts.json`. Each is read when it is first needed.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from adjudicator.language import Language, language
from adjudicator.pictures.maps.atlas import Atlas, Outlines, read_atlas, read_outlines
from adjudicator.pictures.maps.words import read_words

P = TypeVar("P")
W = TypeVar("W")
T = TypeVar("T")


class BoardFiles(Generic[P, W]):
    """The files of a board; `palette` and `words` are the structs that the game has for them."""

    def __init__(self, folder: Path, palette: type[P], words: type[W], in_game: Callable[[Language], Language]) -> None:
        """Prepare the files of a folder.

        `in_game` returns a language with the game's catalogue.
        """
        self.folder = folder
        self._palette_type, self._words_type, self._in_game = palette, words, in_game
        self._words: dict[str, W] = {}

    @cached_property
    def _atlas(self) -> Atlas:
        return read_atlas((self.folder / "places.yaml").read_bytes())

    @cached_property
    def _palette(self) -> P:
        return self.read("palette.yaml", self._palette_type)

    def atlas(self) -> Atlas:
        """Return the drawing plan."""
        return self._atlas

    def palette(self) -> P:
        """Return the colours."""
        return self._palette

    def words(self, code: str) -> W:
        """Return the words of a language, by its code."""
        if code not in self._words:
            pgettext = self._in_game(language(code)).pgettext
            self._words[code] = read_words(self.folder / "words.yaml", pgettext, self._words_type)
        return self._words[code]

    def coasts(self) -> Mapping[str, Outlines]:
        """Return the outlines by frame.

        They are not cached, because they are needed once, for the ground of the maps.
        """
        return read_outlines(self.folder / "coasts.json")

    def read(self, name: str, kind: type[T]) -> T:
        """Read another file of the folder."""
        return msgspec.yaml.decode((self.folder / name).read_bytes(), type=kind)

    def file(self, name: str, kind: type[T]) -> Callable[[], T]:
        """Return a function that reads another file when it is first needed."""
        return cache(lambda: self.read(name, kind))
