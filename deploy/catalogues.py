"""Compiles message catalogues and names of games when the package is built or installed (a build hook of Hatchling).

Where what the program needs is there already, as the guides install it, the manual page and completions are packed too.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):  # type: ignore[misc]
    """Writes a `.mo` file beside each `.po` file, `.json` files beside those of names and words, and packs them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in sorted(Path(self.root, "adjudicator").rglob("LC_MESSAGES/*.po")):
            compiled = source.with_suffix(".mo")
            with source.open("rb") as text, compiled.open("wb") as binary:
                catalogue = read_po(text, locale=source.parts[-3])
                # Babel would write the time of the compilation into the header.
                catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
                write_mo(binary, catalogue)
            build_data["artifacts"].append(compiled.relative_to(self.root).as_posix())
        sys.path.insert(0, self.root)
        from adjudicator.components.names import compile_names
        from adjudicator.components.russian import compile_lemmas

        games = sorted(Path(self.root, "adjudicator").glob("games/*/data"))
        made = [path for folder in games for path in compile_names(folder)]
        made += [compile_lemmas(folder) for folder in (*games, Path(self.root, "adjudicator/orders/text/words"))]
        build_data["artifacts"].extend(path.relative_to(self.root).as_posix() for path in made)
        if version == "standard" and find_spec("typer") and find_spec("sqlmodel"):
            from deploy.manual import write

            build_data["shared_data"] |= write(Path(self.directory, "manual"), self.metadata.version)
