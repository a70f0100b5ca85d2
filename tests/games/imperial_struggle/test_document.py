"""State documents: what is written is read again, and what is no position is refused with every problem."""

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import INVESTMENT, SPACE
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.invariants import violations
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.errors import DocumentError
from tests.long_cases import one_in

DOCUMENTS = Path(__file__).parent / "documents"
Doc = dict[str, Any]


@pytest.fixture
def discard() -> Doc:
    """Turn 1, the secret discard."""
    return state_in("turn_1_discard.json")


@pytest.fixture
def last_round() -> Doc:
    """Turn 4, inside the last round of France."""
    return state_in("turn_4_last_round.json")


def read(name: str) -> Doc:
    doc: Doc = json.loads((DOCUMENTS / name).read_text(encoding="utf-8"))
    return doc


def state_in(name: str) -> Doc:
    """The state of a document, for the tests to change."""
    state: Doc = read(name)["state"]
    return state


def load(state: object) -> State:
    """The state of a document that has this one."""
    return GAME.load(read("turn_1_discard.json") | {"state": state})[0]


def refused(state: object) -> dict[str, str]:
    """The problems of a state in a document: path in the state to text."""
    with pytest.raises(DocumentError) as caught:
        load(state)
    told = [str(problem).removeprefix("state.").removeprefix("state: ") for problem in caught.value.problems]
    return {text.partition(": ")[0]: text for text in told}


@cache
def schema() -> Doc:
    return GAME.document_schema()


# ---- round trip


@pytest.mark.parametrize("path", sorted(DOCUMENTS.glob("*.json")), ids=lambda path: path.stem)
def test_a_document_comes_out_as_it_went_in(path: Path) -> None:
    doc = read(path.name)
    state, frames = GAME.load(doc)
    assert json.loads(json.dumps(GAME.document_of(state, frames))) == doc
    assert violations(state) == []
    jsonschema.validate(doc, schema())


def test_order_of_sets_and_piles_does_not_matter(discard: Doc) -> None:
    mixed = copy.deepcopy(discard)
    mixed["event_deck"].reverse()
    mixed["investments"]["stack"].reverse()
    mixed["war"]["pool"]["france"]["bonus"].reverse()
    mixed["flags"] = dict(reversed(mixed["flags"].items()))
    assert load(mixed) == load(discard)


def test_hands_keep_the_order_of_arrival(discard: Doc) -> None:
    assert load(discard).hands == [[5, 10, 14], [7, 3, 11]]


def test_house_rules_travel_with_the_document(discard: Doc) -> None:
    discard["options"] = {"fixed_price_is_final": True, "draw_event_action": "off"}
    state = load(discard)
    assert state.options == HouseRules(fixed_price_is_final=True, draw_event_action="off")
    written = GAME.document_of(state, [])["state"]["options"]
    assert discard["options"].items() <= written.items()


# ---- taking over a game from a table: numbers instead of lists


def test_piles_may_be_numbers(discard: Doc) -> None:
    counted = copy.deepcopy(discard)
    counted["event_deck"] = len(discard["event_deck"])
    counted["investments"]["stack"], counted["investments"]["used"] = 15, 0
    for side in ("france", "britain"):
        pool = counted["war"]["pool"][side]
        pool["basic"], pool["bonus"] = len(pool["basic"]), len(pool["bonus"])
    assert load(counted) == load(discard)


def test_stack_and_used_pile_as_numbers_share_the_tiles_evenly(last_round: Doc) -> None:
    last_round["investments"]["stack"] = len(last_round["investments"]["stack"])
    last_round["investments"]["used"] = len(last_round["investments"]["used"])
    state = load(last_round)
    assert (len(state.stack), len(state.used)) == (3, 12)
    assert {INVESTMENT.things[tile].major for tile in state.stack} == {1, 2}
    assert violations(state) == []


# ---- what is refused


def test_every_problem_of_the_form_is_told_and_then_those_of_the_position(discard: Doc) -> None:
    wrong = copy.deepcopy(discard) | {"vp": "fifteen", "surprise": 1}
    wrong["flags"]["biscay"] = "france"
    assert set(refused(wrong)) == {"vp", "surprise", "flags.biscay"}
    assert "(rule 3.2.4)" in refused(wrong)["flags.biscay"]
    discard["debt"]["france"], discard["vp"] = 9, 99
    assert set(refused(discard)) == {"vp", "debt.france"}


@pytest.mark.parametrize("state", [None, [], "turn 1", {}, 7])
def test_something_else_is_refused(state: object) -> None:
    assert refused(state)


def test_ids_must_exist_6_1(discard: Doc) -> None:
    discard["flags"]["atlantis"] = "france"
    discard["conflicts"] = ["halifax"]
    discard["damaged_forts"] = ["savoy"]
    discard["huguenots"]["placed"] = ["caicos"]
    assert set(refused(discard)) == {
        "flags.atlantis",
        "conflicts.halifax",
        "damaged_forts.savoy",
        "huguenots.placed.caicos",
    }


def test_eight_squadrons_one_to_a_space_6_2(discard: Doc) -> None:
    for side in ("france", "britain"):
        discard["squadrons"][side]["map"] = ["biscay"]
    assert set(refused(discard)) == {"squadrons.france", "squadrons.britain", "squadrons.britain.map.biscay"}


def test_every_event_of_the_era_is_in_one_place_6_3(discard: Doc) -> None:
    discard["event_deck"].remove("alberonis_ambition")
    discard["discard"] = ["war_of_jenkins_ear", "hyder_ali"]
    problems = refused(discard)
    assert "event alberonis_ambition is nowhere (rule 3.4)" in problems["event_deck"]
    assert set(problems) == {"event_deck", "discard"}
    discard["event_deck"] = 3
    assert "3 given, 9 are seen nowhere else" in refused(discard)["event_deck"]


def test_investment_tiles_are_the_24_of_the_game_6_4(discard: Doc) -> None:
    stack = discard["investments"]["stack"]
    stack[stack.index("inv_d2_m2")] = "inv_d2_e2"
    problems = refused(discard)
    assert "investment inv_d2_m2 is nowhere" in problems["investments"]
    assert "inv_d2_e2 is also in investments." in problems["investments.stack"]
    discard["investments"]["stack"] = 14
    assert "14 given, 15 are seen nowhere else" in refused(discard)["investments.stack"]


def test_award_tiles_fit_the_mix_6_5(discard: Doc) -> None:
    discard["awards"]["europe"] = "award_3_margin_2"
    assert set(refused(discard)) == {"awards"}
    discard["awards"]["caribbean"] = "award_9"
    assert set(refused(discard)) == {"awards.caribbean"}


def test_as_many_award_tiles_lie_face_down_as_the_turn_leaves_4_1_3(discard: Doc) -> None:
    discard["awards_left"] = discard["awards_left"][1:] if discard["awards_left"] else ["award_1"]
    assert set(refused(discard)) >= {"awards_left"}


def test_war_tiles_are_those_of_the_side_and_war_6_6(discard: Doc) -> None:
    discard["war"]["pool"]["france"]["bonus"][0] = "bonus_was_fr_saxe"
    discard["war"]["pool"]["britain"]["basic"].pop()
    discard["war"]["theaters"]["3"]["britain"]["bonus"] = ["atlantic_dominance"]
    assert set(refused(discard)) == {
        "war.pool.france.bonus",
        "war.pool.britain.basic",
        "war.theaters.3",
    }


def test_four_basic_tiles_stay_in_the_game_5_3_3(discard: Doc) -> None:
    pool = discard["war"]["pool"]["france"]
    discard["war"]["out_of_game"]["france"], pool["basic"] = pool["basic"], []
    assert load(discard).pool_basic[0] == []
    moved = discard["war"]["theaters"]["1"]["france"]
    discard["war"]["out_of_game"]["france"].append(moved["basic"])
    moved["basic"] = None
    assert set(refused(discard)) == {"war.out_of_game.france"}
    discard["war"]["pool"]["france"]["basic"].append(discard["war"]["out_of_game"]["france"].pop())
    assert set(refused(discard)) == {"war.theaters.1.france.basic"}


def test_ministries_belong_to_side_and_era_6_7(discard: Doc) -> None:
    face_down = {"revealed": False, "exhausted": []}
    discard["phase"] = "initiative"
    discard["ministries"] = {"france": {"robert_walpole": face_down, "choiseul": face_down}, "britain": {}}
    assert set(refused(discard)) == {"ministries.france.robert_walpole", "ministries.france.choiseul"}
    three = ("the_cardinal_ministers", "john_law", "jacobite_uprisings")
    discard["ministries"]["france"] = dict.fromkeys(three, face_down)
    assert set(refused(discard)) == {"ministries.france"}
    discard["ministries"]["france"]["jacobite_uprisings"] = face_down | {"jacobite_slot": True}
    assert set(refused(discard)) == {"ministries.france.jacobite_uprisings"}
    discard["jacobite"] |= {"victories": 1, "extra_slot": True}
    assert load(discard).ministries[0][-1].jacobite_slot


def test_advantages_follow_the_flags_6_8(discard: Doc) -> None:
    discard["advantages"]["owner"]["rum"] = "france"
    del discard["advantages"]["owner"]["wheat"]
    assert set(refused(discard)) == {"advantages.owner.rum", "advantages.owner.wheat"}


def test_usa_flags_and_later_eras_6_9(discard: Doc) -> None:
    discard["flags"] |= {"sons_of_liberty": "france", "usa_prestige_2": "france"}
    assert {"flags.sons_of_liberty", "flags.usa_prestige_2"} <= set(refused(discard))


def test_spanish_flags_need_the_option_12_1(discard: Doc) -> None:
    discard["flags"]["havana"] = "spain"
    assert set(refused(discard)) == {"flags.havana"}
    discard["options"] = {"spanish_empire_12_1": True}
    assert load(discard).flags[3] == SPACE.mask_of(["havana"])


def test_three_commodities_or_four_with_event_19_6_10(discard: Doc) -> None:
    discard["demand"].append("furs")
    assert set(refused(discard)) == {"demand"}


def first_round(state: Doc) -> Doc:
    """The same at the start of the first round, which Britain begins."""
    held = {side: [id for id, owner in state["flags"].items() if owner == side] for side in ("france", "britain")}
    return state | {
        "phase": "action", "round": 1, "first_player": "britain", "controlled_at_round_start": held
    }  # fmt: skip


def test_taken_tiles_fit_the_round_6_11(discard: Doc) -> None:
    assert load(first_round(discard)).round == 1
    assert set(refused(first_round(discard) | {"round": 2})) == {"investments.taken"}


def test_isolated_markets_are_what_5_4_1_gives_6_12(discard: Doc) -> None:
    del discard["flags"]["quebec_and_montreal"]
    doc = first_round(discard)
    said = "isolated.cataraqui: cataraqui is isolated at the start of this round (rule 5.4.1)"
    assert refused(doc) == {"isolated.cataraqui": said}
    assert load(doc | {"isolated": ["cataraqui"]}).isolated == SPACE.mask_of(["cataraqui"])


def test_a_phase_fits_its_turn(discard: Doc) -> None:
    assert set(refused(discard | {"phase": "war_layout"})) == {"phase"}


def test_unknown_options_are_refused(discard: Doc) -> None:
    discard["options"] = {"house_of_cards": True, "fixed_price_is_final": "yes"}
    assert set(refused(discard)) == {"options.house_of_cards", "options.fixed_price_is_final"}


VALUES: tuple[object, ...] = (
    0,
    -1,
    99,
    "x",
    "savoy",
    "biscay",
    "usa",
    None,
    [],
    {},
    True,
    "basic_debt",
    "awi",
    "6",
    "action",
    "m20",
    ["savoy"],
)


@one_in(3, "seed", range(8))
def test_a_damaged_document_is_read_exactly_or_refused(seed: int) -> None:
    """Whatever is broken, the answer is a list of problems, never another exception."""
    rng = random.Random(seed)
    for _ in range(25):
        doc = read(rng.choice(["turn_1_discard.json", "turn_4_last_round.json"]))
        for _ in range(rng.randint(1, 3)):
            damage(doc, rng)
        try:
            state, frames = GAME.load(doc)
        except DocumentError:
            continue
        assert GAME.load(GAME.document_of(state, frames)) == (state, frames)


def damage(doc: Doc, rng: random.Random) -> None:
    """Take away or replace one value somewhere in the document."""
    places: list[tuple[Any, Any]] = []
    nodes: list[Any] = [doc]
    while nodes:
        node = nodes.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        places += [(node, key) for key in keys]
        nodes += [node[key] for key in keys if isinstance(node[key], dict | list)]
    node, key = rng.choice(places)
    if rng.random() < 0.3:
        node.pop(key)
    else:
        node[key] = rng.choice(VALUES)
