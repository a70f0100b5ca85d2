"""A plugin of pytest: the program as it is where no optional package of the service is installed."""

import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

OPTIONAL = {path.name for path in Path(__file__).parents[1].glob("packages/*/adjudicator_*")}


class Nowhere:
    """Finds no module of an optional package, as if it were not there."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        if name.partition(".")[0] in OPTIONAL:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _installed(entry_points: Any) -> Any:
    """Return `entry_points` without what optional packages give."""

    def found(**chosen: Any) -> Any:
        points = entry_points(**chosen)
        if not chosen:  # by their groups: what others ask who list all programs of the machine
            return points
        return metadata.EntryPoints(each for each in points if each.module.partition(".")[0] not in OPTIONAL)

    return found


assert OPTIONAL
assert not OPTIONAL & {name.partition(".")[0] for name in sys.modules}
sys.meta_path.insert(0, Nowhere())  # type: ignore[arg-type] # a finder by its only method
metadata.entry_points = _installed(metadata.entry_points)
