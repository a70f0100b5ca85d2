"""Positions that cannot be: documents and corrections that bring one are refused, each with what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.pax_renaissance.facts import VICTORY
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.rules.battles import casualties
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.targets import Tax
from adjudicator.games.pax_renaissance.rules.turns import turn_begins
from adjudicator.kernel.actions import MODERATOR, SetFact
from adjudicator.kernel.errors import DocumentError
from tests.games.pax_renaissance.table import active, asked, border, do, lay, rule, stand, table, there

Edit = Callable[[dict[str, Any]], None]
CASES: dict[str, tuple[Edit, str]] = {
    "four victories, comets to come": (
        lambda state: state.update(victories=[*VICTORY.ids]),
        "victories: 4 are open and 4 comets can still open one; there are 4 (L1)",
    ),
    "a deck of more cards than there are": (
        lambda state: state["decks"]["west"].update(first=100),
        "decks.west: 114 cards to come, but only",
    ),
    "comets beyond the last cards": (
        lambda state: state["decks"]["east"].update(last=1),
        "decks.east: more comets than last cards (C5a)",
    ),
    "one route": (lambda state: state.update(open_routes=["tana"]), "not one emporium of each colour is open (C1a)"),
    "routes of one side": (
        lambda state: state.update(open_routes=["tana", "novgorod"]),
        "not one emporium of each colour is open (C1a)",
    ),
    "a bank without a hand": (
        lambda state: state["hands"].pop("medici"),
        "medici: in florins or in hands, but not in both (C2)",
    ),
    "a holder who does not play": (
        lambda state: state["holder"].update(france="coeur"),
        "coeur: that bank does not play (C2)",
    ),
    "a square in a row of nobody": (lambda state: state["holder"].clear(), "england: in 1 rows (B4)"),
}


@pytest.mark.parametrize(("edit", "problem"), CASES.values(), ids=CASES)
def test_neither_a_document_nor_a_correction_may_bring_it(edit: Edit, problem: str) -> None:
    match = table(rule("fugger", "england"))
    document = match.document()
    edited = deepcopy(document)
    edit(edited["state"])
    with pytest.raises(DocumentError) as unread:
        Match.from_document(edited)
    assert problem in str(unread.value)
    changes = {key: value for key, value in edited["state"].items() if value != document["state"][key]}
    for key in ("hands", "holder"):  # what is left out of an object stays: null takes it away
        if key in changes:
            changes[key] = {**dict.fromkeys(document["state"][key]), **changes[key]}
    with pytest.raises(Refusal, match="bad_correction") as refused:
        match.apply(MODERATOR, SetFact({"state": changes}, "impossible"))
    assert any(problem in each for each in refused.value.facts["problems"])
    assert match.document() == document


def test_four_victories_are_possible_once_four_comets_are_out_l1() -> None:
    assert GAME.invariants(table(active(*VICTORY.ids)).state) == []


def corrected(match: Match, **changes: Any) -> None:
    match.apply(MODERATOR, SetFact({"state": changes}, "by hand"))
    assert GAME.invariants(match.state) == []


def test_a_concession_that_a_correction_takes_away_is_not_taxed_f4() -> None:
    seats = ("fugger", "medici", "coeur")
    arranged = (lay("fugger", "holy_land_crusade"), border(ottoman_mamluk="coeur_pawn"), stand(cairo=""))
    match = table(*arranged, seats=seats)
    do(match, Run("west"), Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"))
    assert asked(match) == ("coeur", "tax")
    corrected(match, borders={"ottoman_mamluk": None})
    assert asked(match) == ("coeur", "tax_levy")
    assert match.state.florins["coeur"] == 10


def test_operations_end_where_a_correction_leaves_none_e4() -> None:
    match = table(lay("fugger", "holy_land_crusade"), border(ottoman_mamluk="medici_pawn"), stand(cairo=""))
    do(match, Run("west"))
    assert asked(match) == ("fugger", "operation")
    corrected(match, borders={"ottoman_mamluk": None})
    assert asked(match) == ("fugger", "turn")


def test_who_has_left_a_battle_by_a_correction_does_not_fall_s2() -> None:
    units = ["place paris", "place lyon", "border england_france catholic_pirate"]
    frames = [casualties("fugger", "france", units, 2, False), turn_begins("fugger")]
    match = table(stand(lyon="catholic_knight"), border(england_france="catholic_pirate"), frames=frames)
    assert asked(match) == ("fugger", "casualty")
    corrected(match, borders={"england_france": None}, places={"lyon": None})
    assert there(match, "paris") == ""
    assert asked(match) == ("fugger", "turn")
