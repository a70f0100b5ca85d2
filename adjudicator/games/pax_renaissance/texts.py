"""What one-shots, operations and abilities do, in our own words: `data/texts.<code>.yaml`, read when first asked.

>>> what("ability", "unlimited_hand", "en")
'you may hold any number of cards'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, convert

from adjudicator.components.load import DataFile

from . import facts


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language, by id."""

    one_shot: Mapping[str, str]
    operation: Mapping[str, str]
    ability: Mapping[str, str]


@lru_cache(maxsize=4)
def texts(code: str) -> Texts:
    """Return the texts of a language, those in English if it has none."""
    path = facts.DATA / f"texts.{code}.yaml"
    return convert(DataFile(path if path.exists() else facts.DATA / "texts.en.yaml").rows, Texts)


def what(kind: str, id: str, code: str) -> str:
    """Return what a one-shot, an operation or an ability does."""
    found: Mapping[str, str] = getattr(texts(code), kind)
    return found[id]
