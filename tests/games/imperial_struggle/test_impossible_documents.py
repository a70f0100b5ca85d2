"""What the rulebook makes impossible is refused, with path and rule; what follows may be left out."""

from random import Random

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.state import TileEffect
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.simulate import begin_dense, begin_random, random_action
from tests.games.imperial_struggle.test_document import Doc, first_round, load, state_in


@pytest.fixture
def discard() -> Doc:
    """Turn 1, the secret discard."""
    return state_in("turn_1_discard.json")


@pytest.fixture
def last_round() -> Doc:
    """Turn 4, inside the last round of France."""
    return state_in("turn_4_last_round.json")


@pytest.fixture(scope="module")
def effects() -> Match:
    """A war in which a symbol of a tile is to be used."""
    for number in range(200):
        match, rng = begin_dense("imperial-struggle", f"effects/{number}"), Random(number)
        while match.result is None:
            if match.decisions()[0].kind == "resolve_tile_effect":
                return match
            random_action(match, rng)
    raise AssertionError("no game came to a symbol")


def refused(state: Doc) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        load(state)
    return [str(problem).removeprefix("state: ") for problem in caught.value.problems]


@pytest.mark.parametrize("vp", [30, 0, -3, 99])
def test_nobody_begins_a_turn_beyond_the_end_of_the_track_4_1_13(discard: Doc, vp: int) -> None:
    said = f"vp: {vp} is impossible here: from 1 to 29 (rule 4.1.13)"
    assert refused(discard | {"vp": vp}) == [said]
    assert refused(first_round(discard) | {"vp": vp}) == [said]


def test_a_debt_limit_is_what_eras_and_cards_make_of_it_6_3(discard: Doc, last_round: Doc) -> None:
    discard["debt_limit"] = {"france": 40, "britain": 5}
    assert refused(discard) == [
        "debt_limit.france: 40 is impossible here: from 6 to 6 (rule 6.3)",
        "debt_limit.britain: 5 is impossible here: from 6 to 7 (rule 6.3)",
    ]
    last_round["debt_limit"] = {"france": 10, "britain": 12}
    assert load(last_round).debt_limit == [10, 12]


def test_a_huguenot_marker_leaves_a_territory_that_is_not_french_m_9(discard: Doc) -> None:
    british = next(
        id for id, owner in discard["flags"].items() if owner == "britain" and FACTS.territory >> SPACE.index[id] & 1
    )
    discard["huguenots"]["placed"] = [british]
    said = f"huguenots.placed.{british}: {british} is not French any more: its marker has left (rule M-9)"
    assert refused(discard) == [said]


def test_m_4_has_no_slot_of_its_own_before_the_victory_7_3(last_round: Doc) -> None:
    face_down = {"revealed": False, "exhausted": [], "jacobite_slot": True}
    last_round["jacobite"] = {"victories": 0, "defeat": False, "extra_slot": False}
    last_round["ministries"]["france"]["jacobite_uprisings"] = face_down
    assert refused(last_round) == [
        "ministries.france.jacobite_uprisings: there is no extra slot before France has won the Jacobite Rebellion "
        "of the Austrian Succession (rule 7.3)"
    ]


def test_no_conflict_marker_lies_on_a_space_that_is_not_in_play_3_2_1(discard: Doc) -> None:
    discard["conflicts"] = ["sons_of_liberty"]
    assert refused(discard) == ["conflicts.sons_of_liberty: sons_of_liberty is not in play (rule 3.2.1)"]


def test_damage_lies_on_forts_that_were_built_5_6_3(discard: Doc) -> None:
    discard["damaged_forts"] = ["halifax"]
    assert refused(discard) == ["damaged_forts.halifax: halifax is no fort of anybody (rule 5.6.3)"]


def test_a_symbol_that_no_tile_of_the_theatre_has_is_refused_7_1_2(effects: Match) -> None:
    document = effects.document()
    document["state"]["war"]["progress"]["effects_left"] = [{"side": "france", "tile": "basic_plus2"}]
    with pytest.raises(DocumentError) as caught:
        GAME.load(document)
    assert [str(problem) for problem in caught.value.problems] == [
        "state: war.progress.effects_left.0.tile: basic_plus2 of france has no symbol to use at this theatre "
        "(rule 7.1.2)"
    ]
    assert TileEffect(0, WAR_TILE.index["basic_plus2"]) not in effects.state.war.effects_left


def test_owners_of_advantages_may_be_left_out_and_are_refused_with_both_values_8_1(discard: Doc) -> None:
    whole = load(discard)
    discard["advantages"].pop("owner")
    assert load(discard) == whole
    discard["advantages"]["owner"] = {"rum": "france"}
    assert "advantages.owner.rum: 'france' is given, but nothing follows from the rest (rule 8.1)" in refused(discard)


@pytest.mark.parametrize("matches", [3, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("rich", [False, True])
def test_every_document_of_random_play_loads_to_the_position_it_was_written_of(rich: bool, matches: int) -> None:
    loaded = 0
    for number in range(matches):
        begin = begin_dense if rich else begin_random
        match, rng = begin("imperial-struggle", f"loads/{number}"), Random(number)
        while match.result is None:
            if rng.random() < 0.1:
                assert GAME.load(match.document())[0] == match.state
                loaded += 1
            random_action(match, rng)
    assert loaded > 10 * matches
