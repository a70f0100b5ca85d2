"""The form of what groups may edit of a game: read, written, named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

Names = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""What content calls things: by language, name of the kind and id."""


class ContentForm(Protocol):
    """The editable part of a game. `adjudicator.components.content.ContentForm` makes it from a struct."""

    def default(self) -> msgspec.Struct:
        """Return the content of the game's own data files."""
        ...

    def read(self, given: Any) -> msgspec.Struct:
        """Return the content of plain JSON values.

        Raises:
            DocumentError: Something is wrong; it has every problem with its path.
        """
        ...

    def table(self, part: str, text: str) -> dict[str, Any]:
        """Return a part of a pack that is written as CSV, a line for each thing, as plain JSON values.

        Raises:
            DocumentError: Something is wrong; it has every problem with its line.
        """
        ...

    def write(self, content: msgspec.Struct) -> dict[str, Any]:
        """Return the content as plain JSON values."""
        ...

    def names(self, content: msgspec.Struct) -> Names:
        """Return the names that the content gives to things."""
        ...

    def slots(self, content: msgspec.Struct) -> Mapping[str, str]:
        """Return the slot of each id that only the pack knows."""
        ...
