"""The words of the picture in the languages of the players: `data/geography/words.yaml` and the catalogue."""

from functools import cache

import msgspec

from adjudicator.language import language as spoken
from adjudicator.pictures.maps.words import read_words

from ..catalogue import in_game
from ..facts import DATA


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language by their ids; `{}` is filled in."""

    text: dict[str, str]
    letters: dict[str, str]
    sides: dict[str, str]
    cities: dict[str, str]
    panels: dict[str, str]
    key: dict[str, str]
    alt: dict[str, str]
    waters: dict[str, str]
    otherwise: dict[str, str]


@cache
def words(language: str) -> Words:
    """The words of a language."""
    return read_words(DATA / "geography" / "words.yaml", in_game(spoken(language)).pgettext, Words)
