"""Split off what an order leaves open: ranked choices, a most, and that it is given only if it is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

MOST = 30
"""The highest number behind `up to`; each lower one is a choice."""
_ELSE = re.compile(r"\s*[,;]?\s+(?:or\s+else|else|otherwise|(?:а\s+|или\s+)?иначе)\s*[,:]?\s+", re.IGNORECASE)
_UP_TO = re.compile(r"(?<!\S)(?:up\s+to|at\s+most|не\s+(?:больше|более)|до)\s+(\d{1,2})(?![\w.:])", re.IGNORECASE)
_IF_NEEDED = re.compile(
    r"[\s,;(]+(?:if\s+(?:needed|asked|need\s+be|necessary)|если\s+(?:нужно|надо|понадобится|спросят))[\s).!]*$",
    re.IGNORECASE,
)


class Choices(Struct, frozen=True):
    """An order with what it leaves open: its choices, the dearest first, and whether it is given only if needed."""

    texts: tuple[str, ...]
    if_needed: bool = False

    def __bool__(self) -> bool:
        """Return whether anything is left open."""
        return len(self.texts) > 1 or self.if_needed

    def in_full(self, text: str) -> Iterator[str]:
        """Yield a choice as it stands, then behind what the first one begins with: `Steppe`, `lose at Steppe`, …."""
        begun = self.texts[0].split()[:-1]
        return (" ".join([*begun[:length], text]) for length in (0, *range(len(begun), 0, -1)))


def choices_of(line: str) -> Choices:
    """Return the choices of a line, each an order by itself but for a verb that only the first has.

    >>> choices_of("keep Elders, else Scouts if needed")
    Choices(texts=('keep Elders', 'Scouts'), if_needed=True)
    >>> choices_of("занять не больше 2, иначе копить").texts
    ('занять 2', 'занять 1', 'занять 0', 'копить')
    """
    plain = _IF_NEEDED.sub("", line)
    parts = tuple(each for part in _ELSE.split(plain) if part.strip() for each in _counted_down(part.strip()))
    return Choices(parts or (line,), if_needed=plain != line)


def _counted_down(part: str) -> Iterator[str]:
    """Yield an order with each number that `up to` allows, the highest first."""
    found = _UP_TO.search(part)
    if found is None or int(found[1]) > MOST:
        yield part
        return
    for number in range(int(found[1]), -1, -1):
        yield f"{part[: found.start()]}{number}{part[found.end() :]}"
