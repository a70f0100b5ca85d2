"""What cards do, in our own words: `data/texts.<code>.yaml`, read when first asked.

What is printed beside the text (points, kind, whether it leaves the match) comes from the facts.

>>> printed("copernicus", "en").split(". ")[0]
'event, 6 CP, leaves the match when played as event'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, convert

from adjudicator.components.load import DataFile

from . import facts


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language: the effect of each card, and the words for what is printed beside it."""

    card: Mapping[str, str]
    kind: Mapping[str, str]
    points: str
    leaves: Mapping[str, str]
    due: str


@lru_cache(maxsize=4)
def texts(code: str) -> Texts:
    """Return the texts of a language, those in English if it has none."""
    path = facts.DATA / f"texts.{code}.yaml"
    return convert(DataFile(path if path.exists() else facts.DATA / "texts.en.yaml").rows, Texts)


def printed(id: str, code: str) -> str:
    """Return what is printed on a card: its facts, then what it does."""
    found, card = texts(code), facts.CARD.thing(id)
    told = [found.kind[card.kind], found.points % card.cp]
    told += [found.leaves[card.leaves]] if card.leaves else []
    told += [found.due % card.due] if card.due else []
    return f"{', '.join(told)}. {found.card[id]}"


def told(id: str, view: object, seat: str, to: Any) -> str:
    """Return what is printed on a card, as a report shows it."""
    return printed(id, to.language.code)
