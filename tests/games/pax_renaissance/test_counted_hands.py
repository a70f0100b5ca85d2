"""A group goes on from its table: the document tells how many cards a bank holds, and no more."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from adjudicator import DocumentError, Match
from adjudicator.games.pax_renaissance.facts import ITEM, SIDE
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.simulate import begin_dense, check_document, check_invariants, play_out
from tests.long_cases import one_in

LABELS = ("table 0", "table 1", "table 2", "table 3")


def counted(label: str) -> tuple[Match, dict[str, Any]]:
    """A match and its document as a table would write it: hands and comets counted, of the decks how high they are."""
    match = begin_dense("pax-renaissance", label)
    document = deepcopy(dict(match.document()))
    hands, decks = document["state"]["hands"], document["state"]["decks"]
    for seat in hands:
        hands[seat] = len(hands[seat])
    for deck in decks.values():
        deck["comets"] = len(deck["comets"])
        del deck["pool"]
    return match, document


@pytest.mark.parametrize("label", LABELS)
def test_hands_and_decks_are_dealt_from_what_lies_nowhere(label: str) -> None:
    match, document = counted(label)
    filled = GAME.fill_hidden_parts(document, Chance(b"table"))
    state, _ = GAME.load(filled)
    before = match.position.state
    assert {seat: len(held) for seat, held in state.hands.items()} == {seat: len(h) for seat, h in before.hands.items()}
    assert GAME.invariants(state) == GAME.invariants(before) == []
    assert (state.rows, state.market, state.places) == (before.rows, before.market, before.places)
    assert document["state"]["hands"] == counted(label)[1]["state"]["hands"], "what was given stays as it is"


@pytest.mark.slow
@one_in(2, "label", LABELS)
def test_it_is_played_on_to_its_end(label: str) -> None:
    filled = GAME.fill_hidden_parts(counted(label)[1], Chance(b"table"))
    match = Match.from_document(filled, game="pax-renaissance", seed=b"on")
    play_out(match, Random(1), [check_invariants, check_document])
    assert match.result is not None


def test_a_hand_that_is_known_is_kept_and_never_dealt_to_others() -> None:
    match, document = counted("table 0")
    seat = next(seat for seat, held in match.position.state.hands.items() if held)
    known = dict(match.document())["state"]["hands"][seat]
    document["state"]["hands"][seat] = known
    filled = GAME.fill_hidden_parts(document, Chance(b"table"))
    assert filled["state"]["hands"][seat] == known
    assert GAME.invariants(GAME.load(filled)[0]) == []


def test_more_cards_than_there_are_is_a_problem() -> None:
    _, document = counted("table 2")
    seat = next(iter(document["state"]["hands"]))
    document["state"]["hands"][seat] = 500
    with pytest.raises(DocumentError, match=f"state.hands.{seat}: 500 cannot be dealt from"):
        GAME.fill_hidden_parts(document, Chance(b"table"))


def test_what_is_no_document_is_left_for_the_reader() -> None:
    assert GAME.fill_hidden_parts({"state": 7}, Chance(b"table")) == {"state": 7}


def test_a_card_that_turns_up_in_a_hand_takes_another_back_to_the_pool() -> None:
    """What a moderator corrects: the hand as it is at the table, and the pool by its number."""
    document = GAME.document_of(*GAME.load(GAME.fill_hidden_parts(counted("table 0")[1], Chance(b"table"))))
    state, _ = GAME.load(document)
    seat = next(seat for seat, held in state.hands.items() if held)
    dealt, real = state.hands[seat][0], state.decks[ITEM.things[state.hands[seat][0]].side].pool[0]
    side = SIDE.ids[ITEM.things[dealt].side]
    document["state"]["hands"][seat] = [ITEM.ids[real], *(ITEM.ids[card] for card in state.hands[seat][1:])]
    with pytest.raises(DocumentError, match=f"{ITEM.ids[real]} is also in"):
        GAME.load(document)
    document["state"]["decks"][side]["pool"] = len(state.decks[ITEM.things[dealt].side].pool)
    now, _ = GAME.load(document)
    assert GAME.invariants(now) == []
    assert real in now.hands[seat]
    assert dealt in now.decks[ITEM.things[dealt].side].pool
    document["state"]["decks"][side]["pool"] = 3
    with pytest.raises(DocumentError, match=r"3 given, \d+ are seen nowhere else"):
        GAME.load(document)
