"""Load the words of the picture: `data/geography/words.yaml`, and the catalogue for other languages."""

from typing import Any

import msgspec

from adjudicator.components.kinds import Kind

from ..names import names


class AltWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of the alternative text; `{}` is filled in."""

    opening: str
    score: str
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
    ahead: str
    level: str
    scored_now: str
    scored_now_level: str
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
    chart: dict[str, str]
    alt: AltWords
    waters: dict[str, str]


def both_names(kind: Kind[Any], id: str, language: str) -> str:
    """Return the short name of a thing and its name."""
    return f"{names.short.of(kind, id)} {names(language).name(kind, id)}"
