"""The words of the picture in the languages of the players: `data/geography/words.yaml` and the catalogue."""

from collections.abc import Callable
from functools import cache
from pathlib import Path as FilePath
from typing import TypeAlias

import msgspec

from adjudicator.language import language as spoken
from adjudicator.language import picture_context

from ..catalogue import in_game
from .atlas import Language

_FILE = FilePath(__file__).parent.parent / "data" / "geography" / "words.yaml"
_Tree: TypeAlias = "str | dict[str, _Tree]"


class AltWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of the alternative text; `{}` is filled in."""

    opening: str
    score: str
    ahead: str
    level: str
    regions: str
    leads: str
    tied: str
    changed: str
    by: str
    unchanged: str
    more: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a picture in one language; `{}` is filled in, mappings go from an id to its name."""

    game: str
    letters: dict[str, str]
    wars_short: dict[str, str]
    phases: dict[str, str]
    waiting: str
    seen_by: str
    observer: str
    all_seeing: str
    both: str
    score: str
    wins: str
    endings: dict[str, str]
    track: str
    turns: str
    initiative: str
    jacobites: str
    jacobite_defeat: str
    away: str
    demand: str
    prestige: str
    war: str
    no_war: str
    final: str
    finals: dict[str, str]
    investments: str
    actions: dict[str, str]
    action_names: dict[str, str]
    navy: str
    navy_box: str
    unbuilt: str
    ledger: str
    debt: str
    treaty_points: str
    cards: str
    hand: str
    hand_of: str
    hand_of_one: str
    ministries: str
    face_down: str
    not_chosen: str
    legend: str
    vp: str
    trp: str
    cp: str
    tie: str
    spoils: dict[str, str]
    debt_short: str
    lead: str
    commodity_letters: dict[str, str]
    key: dict[str, str]
    alt: AltWords
    waters: dict[str, str]


@cache
def words(language: Language) -> Words:
    """The words of a language."""
    gettext = in_game(spoken(language)).pgettext
    english: _Tree = msgspec.yaml.decode(_FILE.read_bytes())
    return msgspec.convert(_translated(english, (), gettext), Words)


def _translated(english: _Tree, path: tuple[str, ...], pgettext: Callable[[str, str], str]) -> _Tree:
    if isinstance(english, str):
        return pgettext(picture_context(path), english)
    return {key: _translated(inside, (*path, key), pgettext) for key, inside in english.items()}
