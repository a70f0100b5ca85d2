"""Every card and tile as printed, its spaces by name: read once against the game, a change of any figure shows.

Behaviour has tests of its own; what they take from the data files is held here. `UPDATE_GOLDEN=1` writes the files
anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_events import EVENT, PARTS, BonusCondition, Condition, EventOp
from adjudicator.games.imperial_struggle.fact_types import (
    ACTION_TYPES,
    ADVANTAGE,
    AWARD,
    COMMODITY,
    ERAS,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    WAR_IDS,
    WAR_TILE,
    Ability,
    Advantage,
)
from adjudicator.games.imperial_struggle.facts import FACTS

GOLDEN = Path(__file__).parent / "golden" / "facts"
SPACES = {"spaces", "targets", "counted_spaces", "where", "needs"}
"""Fields that are sets of spaces."""


def listed(name: str, value: Any) -> str:
    """A field in words: spaces, advantages, commodities and types of points by name."""
    if name in SPACES:
        return f"{name} {len(SPACE.ids_of(value))}: {' '.join(SPACE.ids_of(value))}"
    if name == "tiles":
        return f"tiles: {' '.join(ADVANTAGE.ids[index] for index in bits(value))}"
    if name == "commodities":
        return f"commodities: {' '.join(COMMODITY.ids[index] for index in value)}"
    if name in ("type", "pays"):
        return f"{name} {ACTION_TYPES[value]}"
    if isinstance(value, Condition | BonusCondition):
        return f"if ({fields(value)})"
    return name if value is True else f"{name} {value}"


def says_nothing(name: str, value: Any) -> bool:
    return value == NONE if name in ("type", "pays") else value in (None, "", (), 0)


def fields(struct: msgspec.Struct, *left_out: str) -> str:
    """The fields that say something."""
    told = ((name, getattr(struct, name)) for name in struct.__struct_fields__ if name not in left_out)
    return "; ".join(listed(name, value) for name, value in told if not says_nothing(name, value))


def op_line(op: EventOp) -> str:
    return f"    {op.op}: {fields(op, 'op')}"


def events() -> Iterator[str]:
    for card, versions in zip(EVENT.things, FACTS.event_versions, strict=True):
        action = ACTION_TYPES[card.action] if card.action != NONE else "any tile"
        condition = fields(card.bonus_if) if card.bonus_if else "no bonus"
        yield f"{card.number} {card.id}, {ERAS[card.era]}, {action}, {condition}"
        sides = ("both",) if card.both else SIDES
        for side, version in zip(sides, versions, strict=False):
            yield f"  {side}{', the opponent chooses' if version.chooser_is_opponent else ''}"
            for part in PARTS:
                if version.part(part):
                    yield f"   {part}"
                yield from map(op_line, version.part(part))


def abilities(of: Iterable[Ability]) -> Iterator[str]:
    return (f"    {fields(ability)}" for ability in of)


def ministries() -> Iterator[str]:
    for card in MINISTRY:
        eras = " ".join(ERAS[era] for era in bits(card.eras))
        yield f"M-{card.number} {card.id}, {SIDES[card.nation]}, {eras}, {' '.join(card.keywords) or 'no keyword'}"
        yield from abilities(card.abilities)


def advantage_line(tile: Advantage) -> str:
    holder = f"; from {SIDES[tile.initial_holder]}" if tile.initial_holder != NONE else ""
    return f"{REGION.ids[tile.region]}: {fields(tile, 'index', 'region', 'initial_holder')}{holder}"


def tiles() -> Iterator[str]:
    yield from map(advantage_line, ADVANTAGE.things)
    for kind in INVESTMENT:
        major, minor = ACTION_TYPES[kind.major], ACTION_TYPES[kind.minor]
        marks = " event" * kind.event + " upgrade" * kind.upgrade
        yield f"{kind.count} x {kind.id}: {major} {kind.points}, minor {minor}{marks}"
    for award in AWARD:
        yield f"{award.count} x {award.id}: {award.vp} VP, {award.trp} treaty points, lead of {award.margin}"
    for commodity in COMMODITY:
        rows = zip(ERAS, commodity.awards, strict=True)
        told = "; ".join(f"{era} {row.vp} VP {row.debt:+} debt {row.trp} trp" for era, row in rows)
        yield f"{commodity.id}: {told}"
    for tile in WAR_TILE:
        of = f"{WAR_IDS[tile.war]} {SIDES[tile.side]}" if tile.kind == "bonus" else tile.kind
        yield f"{tile.count} x {tile.id}: {of}, {tile.strength:+}, {tile.symbol}"


def conditions() -> Iterator[str]:
    """Points with a condition (5.2 step 4, 3.5.4)."""
    for rule in FACTS.restrictions.values():
        where = "anywhere" if rule.spaces == NONE else listed("spaces", rule.spaces)
        ops = " ".join(rule.ops) or "any purchase"
        yield f"{rule.id}: {rule.result or 'flag or unflag'}, {ops}{', linked' * rule.linked}; {where}"


FILES = {"events": events, "ministries": ministries, "tiles": tiles, "conditions": conditions}


@pytest.mark.parametrize("name", FILES)
def test_cards_and_tiles_are_as_printed(name: str) -> None:
    path, told = GOLDEN / f"{name}.txt", "\n".join(FILES[name]()) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told)
    assert told == path.read_text()
