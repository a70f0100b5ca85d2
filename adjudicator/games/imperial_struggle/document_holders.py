"""Write fields of a state document in its own way: cards by number, rows of tiles by id, award tiles by figures."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from adjudicator.components.bits import bits, mask_of
from adjudicator.components.field_types import FieldType, Json, Reading
from adjudicator.components.piece_fields import OfKind, One, Pile

from .fact_types import AWARD, NONE


def card_number(text: str) -> int:
    """Return the number of a card: ``"15:name"`` → 15, ``"m10:name"`` → 10."""
    number = text.split(":")[0].removeprefix("m")
    return int(number) if number.isdecimal() else 0


class _Numbered(OfKind):
    """Cards are written as ``number:id``, and only the number is read."""

    @cached_property
    def written(self) -> Mapping[Any, str]:
        return {card.number: card.key for card in self.kind}

    def thing(self, given: Any, path: str, reading: Reading) -> Any:
        number = card_number(given) if isinstance(given, str) else 0
        if number in self.kind.indexes:
            return number
        reading.wrong(path, f"there is no {self.kind.name} {given!r}", self.rule)
        return None


class Card(_Numbered, One):
    """A card."""


class Cards(_Numbered, Pile):
    """Cards."""


class Row(Pile):
    """Tiles without an order: a document has them by id."""

    def write(self, value: Any) -> list[str]:
        return sorted(super().write(value))

    def __init__(self, kind: Any, *, countable: bool = False, rule: str = "") -> None:
        super().__init__(kind, mixed=True, countable=countable, rule=rule)


class Slot(One):
    """Room for one tile: a list of one id, or an empty one."""

    def write(self, value: Any) -> list[str]:
        return [] if value == self.none else [self.written[value]]

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        return super().read(given[0], path, reading) if given else self.none


class AwardTile(One):
    """An award tile with its figures, which decide (3.9)."""

    def __init__(self) -> None:
        super().__init__(AWARD, none=NONE, rule="3.9")

    def write(self, value: Any) -> Json:
        tile = AWARD.at(value)
        return {"tile": tile.id, "vp": tile.vp, "trp": tile.trp, "margin": tile.margin}

    def read(self, given: Any, path: str, reading: Reading) -> int:
        figures = (given["vp"], given["trp"], given["margin"])
        found = next((tile for tile in AWARD if (tile.vp, tile.trp, tile.margin) == figures), None)
        if found is None or given.get("tile", found.id) != found.id:
            reading.wrong(path, "there is no award tile with these figures", self.rule)
            return NONE
        return found.index


class Abilities(FieldType):
    """Some abilities of a card: in the state a mask, in a document their numbers from 1."""

    def nothing(self) -> int:
        return 0

    def write(self, value: Any) -> list[int]:
        return [index + 1 for index in bits(value)]

    def read(self, given: Any, path: str, reading: Reading) -> int:
        return mask_of(number - 1 for number in given)

    def schema(self) -> Json:
        return {"type": "array", "items": {"enum": [1, 2]}, "uniqueItems": True}
