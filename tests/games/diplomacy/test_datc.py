"""The public cases of adjudication (DATC), phase by phase."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.games.diplomacy.rules import adjustments
from adjudicator.games.diplomacy.rules.geography import STANDARD
from adjudicator.games.diplomacy.rules.resolution import Outcome, Resolved, Support, Unit, resolve
from adjudicator.games.diplomacy.rules.retreats import carried_out, positions, retreats
from tests.games.diplomacy.judges import order, ordered_unit, place, province, unit

CASES: list[dict[str, Any]] = msgspec.yaml.decode((Path(__file__).parent / "datc.yaml").read_bytes())
FLAGS = {
    Outcome.DONE: "ok", Outcome.BOUNCED: "bounce", Outcome.CUT: "cut", Outcome.VOID: "void",
    Outcome.NO_CONVOY: "no_convoy", Outcome.DISRUPTED: "disrupted",
}  # fmt: skip
BESIDE = {"bounce", "cut", "disrupted", "no_convoy", "void"}
"""Flags that the facts give to a dislodged unit in some cases and leave out in others."""


def standing(case: Mapping[str, Any]) -> dict[str, Unit]:
    found = (unit(power, words) for power, units in case["units"].items() for words in units)
    return {STANDARD.province[each.place]: each for each in found}


def at(words: str) -> str:
    return province(words.split()[1])


def movement(case: Mapping[str, Any], units: Mapping[str, Unit]) -> Resolved:
    phase, orders = case["phases"][0], {}
    for power, lines in phase["orders"].items():
        for line in lines:
            there = units.get(where := at(ordered_unit(line)))
            if there is not None and there.power == power:
                orders[where] = order(line, there)
    resolved = resolve(STANDARD, units, orders)
    for words, expected in phase.get("expect", {}).items():
        flags = {FLAGS[resolved.outcomes[at(words)]]} if at(words) in resolved.outcomes else {"void"}
        wanted = set(expected)
        if at(words) in resolved.dislodged:
            flags = (flags | {"dislodged"}) - {"ok"} - BESIDE
            wanted -= BESIDE
        asked = orders.get(at(words))
        if isinstance(asked, Support) and asked.to and flags | wanted == {"ok", "void"}:
            continue  # a support that counts for nothing, as it would be against an own unit: the facts call it both
        assert flags == wanted, words
    for words, attacker in phase.get("dislodged", {}).items():
        assert resolved.attackers[at(words)] == at(attacker), words
    return resolved


def powers(there: Mapping[str, Unit]) -> dict[tuple[str, str], str]:
    """Whose unit stands where; a province stands for its coasts, too."""
    found = {}
    for where, each in there.items():
        found |= dict.fromkeys(((each.kind[0].upper(), where), (each.kind[0].upper(), each.place)), each.power)
    return found


def check_owners(case: Mapping[str, Any], phase: Mapping[str, Any], there: Mapping[str, Unit]) -> None:
    """Dislodged units are listed where they stood, beside who is there now."""
    here = powers(there)
    for words, owner in phase.get("owners", {}).items():
        kind, where = words.split()
        found = here.get((kind, place(where)))
        if owner is None:
            assert found is None, words
        elif words not in phase.get("dislodged", {}):
            assert found in {owner, None} if "dislodged" in phase else found == owner, words


@pytest.mark.parametrize("case", [case for case in CASES if "phase" not in case], ids=lambda case: case["case"])
def test_movement_and_retreats(case: dict[str, Any]) -> None:
    units = standing(case)
    resolved = movement(case, units)
    there = positions(STANDARD, units, resolved)
    check_owners(case, case["phases"][0], there)
    if len(case["phases"]) == 1:
        return
    phase = case["phases"][1]
    ordered: dict[str, str] = {}
    refused = set()
    for power, lines in phase["orders"].items():
        for line in lines:
            where, words = at(ordered_unit(line)), line.split()
            gone = where in resolved.dislodged and units[where].power == power
            may = retreats(STANDARD, units[where], resolved.dislodged[where], there, resolved.contested) if gone else ()
            if words[2] == "R" and place(words[3]) in may:
                ordered[where] = place(words[3])
            elif words[2] != "D" or not gone:
                refused.add(where)
    done = carried_out(STANDARD, ordered)
    for words, expected in phase["expect"].items():
        where = at(words)
        if "ok" in expected:
            assert where in done, words
        elif "bounce" in expected:
            assert where in ordered, words
            assert where not in done, words
        else:
            assert where not in ordered, words
            assert (where in refused) == ("void" in expected), words
    for where, to in done.items():
        there[STANDARD.province[to]] = Unit(units[where].power, units[where].kind, to)
    check_owners(case, phase, there)


@pytest.mark.parametrize("case", [case for case in CASES if "phase" in case], ids=lambda case: case["case"])
def test_winter(case: dict[str, Any]) -> None:
    units, phase = standing(case), case["phases"][0]
    owners = {province(centre): power for power, centres in case["centres"].items() for centre in centres}
    for power in {*case["units"], *case["centres"]}:
        left, done = adjustments.difference(power, units, owners), set()
        for line in phase["orders"].get(power, ()):
            made, where = unit(power, ordered_unit(line)), at(ordered_unit(line))
            if line.endswith(" B"):
                may = left > 0 and where in adjustments.sites(STANDARD, power, units, owners)
                if may and (made.kind, made.place) in adjustments.builds(STANDARD, where):
                    units[where], left = made, left - 1
                    done.add(ordered_unit(line))
            elif left < 0 and units.get(where) == made:
                del units[where]
                left += 1
                done.add(ordered_unit(line))
        for where in adjustments.civil_disorder(STANDARD, power, units, -left):
            del units[where]
        for words, expected in phase.get("expect", {}).items():
            if words in " ".join(phase["orders"].get(power, ())):
                assert (words in done) == ("ok" in expected[0]), words
    check_owners(case, phase, units)
