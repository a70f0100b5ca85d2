"""The public cases of adjudication (DATC) as mails: each power writes its lines, and they are read like any mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.diplomacy.events import Built, Disbanded, Ordered, Retreated
from adjudicator.games.diplomacy.facts import SPRING
from adjudicator.games.diplomacy.game import GAME
from adjudicator.games.diplomacy.phases import adjusting, moving, new_year, retreating
from adjudicator.games.diplomacy.rules.geography import STANDARD
from adjudicator.games.diplomacy.rules.resolution import Outcome
from adjudicator.games.diplomacy.state import State
from adjudicator.kernel.steps import Frames
from adjudicator.orders.sets import run_orders
from tests.carried import desk_asked, given
from tests.games.diplomacy.judges import ordered_unit, province
from tests.games.diplomacy.test_datc import BESIDE, CASES, FLAGS, at, check_owners, standing
from tests.games.diplomacy.test_year import all_ready, begun


def begun_at(case: Mapping[str, Any], frames: Frames) -> Match:
    owners = {province(centre): power for power, owned in case.get("centres", {}).items() for centre in owned}
    return begun(State(standing(case), owners, 1901, SPRING), frames)


def send(match: Match, orders: Mapping[str, Iterable[str]], *others: str) -> dict[tuple[str, str], Any]:
    """Each power sends its mail; return what is wrong with lines that are not filed, by power and unit.

    `others`: how lines may end besides: an order of movement waits for its season, the same one twice says nothing.
    """
    refused: dict[tuple[str, str], Any] = {}
    for power, lines in orders.items():
        desk = desk_asked(match, power, "en", GAME.part("phrases").at(match.state))
        outcome = run_orders(desk, list(lines))
        for action in outcome.actions:
            given(match, power, action)
        assert len(outcome.rows) == len([*lines])
        for row, line in zip(outcome.rows, lines, strict=True):
            assert row.status in ("filed", "refused", *others), (line, row)
            if row.status != "filed":
                assert row.problem is not None or row.status in others
                refused[power, at(ordered_unit(line))] = row.problem
    return refused


def flags_of(event: Ordered, refused: Mapping[tuple[str, str], Any]) -> set[str]:
    """What the facts call what came of an order; a line that was refused is void, and its unit has held."""
    if (event.power, STANDARD.province[event.place]) not in refused:
        return {FLAGS[Outcome(event.outcome)]}
    assert (event.order, event.outcome) == ("hold", Outcome.DONE)
    return {"void"}


@pytest.mark.parametrize("case", [case for case in CASES if "phase" not in case], ids=lambda case: case["case"])
def test_movement_and_retreats_are_read_from_mails(case: dict[str, Any]) -> None:
    phase = case["phases"][0]
    match = begun_at(case, [moving(SPRING), retreating(), new_year()])
    refused = send(match, phase["orders"])
    for problem in refused.values():
        assert (problem.reason, bool(problem.rule)) == ("illegal", True), problem
    told = {STANDARD.province[event.place]: event for event in all_ready(match) if isinstance(event, Ordered)}
    for words, expected in phase.get("expect", {}).items():
        event, wanted = told.get(at(words)), set(expected)
        flags = {"void"} if event is None else flags_of(event, refused)
        if event is not None and event.dislodged:
            flags = (flags | {"dislodged"}) - {"ok"} - BESIDE
            wanted -= BESIDE
        if event is not None and event.order == "support" and event.to and flags | wanted == {"ok", "void"}:
            continue  # the facts call a support both that counts for nothing
        assert flags == wanted, words
    if not match.state.dislodged:
        check_owners(case, phase, match.state.units)
    if len(case["phases"]) == 2:
        retreat(case, match)


def retreat(case: Mapping[str, Any], match: Match) -> None:
    phase = case["phases"][1]
    asked = match.decisions()[0].kind == "retreats"
    mails = {power: lines for power, lines in phase["orders"].items() if power in match.asked_seats}
    refused = {where for _, where in send(match, mails, "waiting")}
    before = match.state.dislodged
    events = all_ready(match) if asked else []
    told = {STANDARD.province[event.place]: event for event in events if isinstance(event, Retreated)}
    for words, expected in phase["expect"].items():
        where = at(words)
        event = told.get(where)
        if "ok" in expected:
            assert event is not None, words
            assert event.to, words
        elif "bounce" in expected:
            assert event is not None, words
            assert event.aimed, words
            assert not event.to, words
        else:
            assert event is None or not event.aimed, words
            unasked = not asked or where not in before or not before[where].open
            assert "void" not in expected or where in refused or unasked, words
    check_owners(case, phase, match.state.units)


@pytest.mark.parametrize("case", [case for case in CASES if "phase" in case], ids=lambda case: case["case"])
def test_winter_is_read_from_mails(case: dict[str, Any]) -> None:
    phase = case["phases"][0]
    match = begun_at(case, [adjusting(), new_year()])
    asked = match.asked_seats
    mails = {power: lines for power, lines in phase["orders"].items() if power in asked}
    refused = {where for _, where in send(match, mails, "ignored")}
    told = all_ready(match)
    done = {STANDARD.province[event.place] for event in told if isinstance(event, Built | Disbanded)}
    for words, expected in phase.get("expect", {}).items():
        named = [power for power, lines in phase["orders"].items() if any(words in line for line in lines)]
        assert (at(words) in done) == ("ok" in expected[0]), words
        assert "ok" in expected[0] or at(words) in refused or not {*named} & {*asked}, words
    check_owners(case, phase, match.state.units)
