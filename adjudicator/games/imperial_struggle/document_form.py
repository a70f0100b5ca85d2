"""The registry of checks on a state document and the small readers that they share.

Each check names the top-level keys that it reads, so that it still runs when the schema found fault with others:
whoever gets the refusal gets all of it at once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from adjudicator.kernel.errors import Problem

from .document_write import Json
from .fact_types import NONE, Turn
from .facts import facts

Check = Callable[[Json], Iterator[Problem]]
_CHECKS: list[tuple[frozenset[str], Check]] = []


def problems(doc: Json, unsound: frozenset[str]) -> list[Problem]:
    """What the checks find, those left out that read a key which is ``unsound`` (against the schema, or missing)."""
    return [problem for keys, function in _CHECKS if not keys & unsound for problem in function(doc)]


def check(*keys: str) -> Callable[[Check], Check]:
    """Register a check together with the top-level keys it reads."""

    def register(function: Check) -> Check:
        _CHECKS.append((frozenset(keys), function))
        return function

    return register


def turn_of(doc: Json) -> Turn:
    """The turn of a document."""
    return facts().turns[facts().turn[doc["turn"]]]


def awards_face_down(turn: Turn) -> int:
    """How many award tiles of the era lie face down: four until its second peace turn (4.1.3)."""
    f = facts()
    before = [other.peace for other in f.turns[: turn.index + 1] if other.peace]
    return len(f.award_set) - len(f.regions) if before[-1] % 2 == 1 else 0


def event_number(text: str) -> int:
    """``"15:name"`` → 15; the number decides."""
    return int(text.split(":")[0])


def ministry_number(text: str) -> int:
    """``"m10:name"`` → 10."""
    return int(text.split(":")[0][1:])


def listed(pile: "int | list[str]") -> list[str]:
    """The contents of a pile that may be only a number: then nothing is listed."""
    return [] if isinstance(pile, int) else pile


def size(pile: "int | list[str]") -> int:
    """How many a pile has, listed or counted."""
    return pile if isinstance(pile, int) else len(pile)


def laid(doc: Json, side: str, kind: str) -> list[str]:
    """War tiles of a side that lie at theatres, wait to be placed, or were just drawn; ``kind`` basic or bonus."""
    theatres: Json = doc["war"]["theaters"]
    tiles = [
        tile
        for key, sides in theatres.items()
        if key != "unassigned" or side in sides
        for tile in sides[side].get(kind, [])
    ]
    return tiles + [tile for tile in drawn(doc, side) if tile.startswith(kind)]


def drawn(doc: Json, side: str) -> list[str]:
    """War tiles that an open decision shows and no theatre has yet (5.3.3, 5.6.1)."""
    waiting = doc["war"]["theaters"].get("unassigned", {}).get(side, {}).get("bonus", [])
    shown = []
    for pending in doc.get("pending", []):
        if pending["side"] != side:
            continue
        if pending["decision"] == "place_bonus_tile" and pending.get("tile") not in (None, *waiting):
            shown.append(pending["tile"])
        if pending["decision"] == "keep_basic_tile" and "drawn" in pending:
            shown.append(pending["drawn"])
    return [tile for tile in shown if isinstance(tile, str)]


def ignores_war_tiles(doc: Json) -> bool:
    """Turn 6 with the American war's display left over, which a reader ignores (state_document, section 4)."""
    return turn_of(doc).next_war == NONE and doc["war"]["next"] == "awi"


def surplus(used: Iterable[str], mix: Iterable[str]) -> dict[str, int]:
    """What is there oftener than the mix allows, and by how many."""
    return dict(Counter(used) - Counter(mix))


def unknown_spaces(ids: Iterable[str], path: str, known: int, what: str, rule: str) -> Iterator[Problem]:
    """Ids that are no space, or no space of the kind that belongs here (``known``, a mask)."""
    f = facts()
    for id in ids:
        if id not in f.space:
            yield Problem(f"{path}.{id}", f"there is no space {id!r}")
        elif not known >> f.space[id] & 1:
            yield Problem(f"{path}.{id}", f"{id} is no {what}", rule)
