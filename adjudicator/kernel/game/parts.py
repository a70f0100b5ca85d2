"""Name what other layers use of a game: for a game that is played by mail, with words, a board and orders."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, ClassVar


class Parts:
    """Load by name what has no part in the rules."""

    id: ClassVar[str]
    parts: ClassVar[Mapping[str, str]] = {}
    """Dotted `module:attribute` of what other layers use: `phrases`, `conditions`, `report`, `board`, `rules`,
    `trials`, `worth`; `module:function()` of what is made when somebody asks for it."""

    def part(self, name: str) -> Any:
        """Load what another layer needs of this game. Raises LookupError if the game has no such part."""
        if name not in self.parts:
            raise LookupError(f"{self.id} has no {name}")
        module, _, attribute = self.parts[name].partition(":")
        found = getattr(importlib.import_module(module), attribute.removesuffix("()"))
        return found() if attribute.endswith("()") else found
