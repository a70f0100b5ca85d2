"""Positions that were stored before the state had a field."""

from __future__ import annotations

import json
from typing import Any

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA
from adjudicator.games.europa_universalis.rules.battles import battle_at
from adjudicator.games.europa_universalis.rules.relations import make_war
from adjudicator.games.europa_universalis.state import Army, Side, State, Units
from tests.games.europa_universalis.diplomats import realm
from tests.games.europa_universalis.table import table

ADDED = Side.__struct_fields__.index("used_acts")
"""Where the fields begin that a side did not have."""


def battle() -> Match:
    """A battle in Aquitaine in which France is asked first."""

    def armies(state: State) -> None:
        make_war(state, realm("england"), realm("france"))
        for seat in ("france", "england"):
            state.led[seat].armies[0] = Army(AREA.index["aquitaine"], Units(3))

    return table(armies, frames=[battle_at("france", "aquitaine", origin="loire")])


def test_a_battle_that_was_stored_before_acts_of_display_cards_counted_goes_on() -> None:
    """Fields are added at the end, and have their defaults if they are not there."""
    match = battle()
    stored = json.loads(match.checkpoint())
    battles = stored[4][State.__struct_fields__.index("battles")]
    for side in battles[0][:2]:
        assert side[ADDED] == 0
        del side[ADDED:]
    again = Match.resume(match.header, json.dumps(stored).encode())
    assert again.checkpoint() == match.checkpoint()
    assert again.options("france") == match.options("france") != ()


def test_its_document_is_loaded_too() -> None:
    match = battle()
    document: dict[str, Any] = json.loads(json.dumps(match.document()))
    for side in ("attackers", "defenders"):
        for field in Side.__struct_fields__[ADDED:]:
            del document["state"]["battles"][0][side][field]
    assert Match.from_document(document, seats=match.header.seats).hash == match.hash
