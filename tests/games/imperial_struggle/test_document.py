"""State documents: what is written is read again, and what is no position is refused with every problem."""

import copy
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from adjudicator import Match
from adjudicator.components.document_form import errors
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.cursor import Cursor
from adjudicator.games.imperial_struggle.document import DocumentError, document, load, schema
from adjudicator.games.imperial_struggle.document_schema import published
from adjudicator.games.imperial_struggle.fact_types import INVESTMENT, SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.invariants import violations
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.kernel.decisions import OpenDecision
from tests.long_cases import one_in

DOCUMENTS = Path(__file__).parent / "documents"
Doc = dict[str, Any]


@pytest.fixture
def discard() -> Doc:
    """Turn 1, the secret discard."""
    return read("turn_1_discard.json")


@pytest.fixture
def last_round() -> Doc:
    """Turn 4, inside the last round of France."""
    return read("turn_4_last_round.json")


def read(name: str) -> Doc:
    doc: Doc = json.loads((DOCUMENTS / name).read_text(encoding="utf-8"))
    return doc


def refused(doc: object) -> dict[str, str]:
    """The problems of a document: path to text."""
    with pytest.raises(DocumentError) as caught:
        load(doc)
    return {problem.path: str(problem) for problem in caught.value.problems}


# ---- round trip


@pytest.mark.parametrize("path", sorted(DOCUMENTS.glob("*.json")), ids=lambda path: path.stem)
def test_a_document_comes_out_as_it_went_in(path: Path) -> None:
    doc = read(path.name)
    loaded = load(doc)
    again = document(loaded.state, loaded.cursor, note=loaded.note)
    assert again == doc
    assert load(again) == loaded
    assert violations(loaded.state) == []
    jsonschema.validate(again, schema())


def test_order_of_sets_and_piles_does_not_matter(discard: Doc) -> None:
    mixed = copy.deepcopy(discard)
    mixed["event_deck"].reverse()
    mixed["investments"]["stack"].reverse()
    mixed["war"]["pool"]["france"]["bonus"].reverse()
    mixed["flags"] = dict(reversed(mixed["flags"].items()))
    assert load(mixed) == load(discard)


def test_hands_keep_the_order_of_arrival(discard: Doc) -> None:
    assert load(discard).state.hands == [[5, 10, 14], [7, 3, 11]]


def test_the_number_of_a_card_decides_not_its_name(discard: Doc) -> None:
    nameless = copy.deepcopy(discard)
    nameless["hands"]["france"] = ["5", "10:whatever", "14"]
    assert load(nameless) == load(discard)


def test_a_position_before_the_first_deal_has_no_document() -> None:
    with pytest.raises(ValueError, match="set-up"):
        document(initial_state(), Cursor())


def test_house_rules_travel_with_the_document(discard: Doc) -> None:
    discard["options"] = {"fixed_price_is_final": True, "draw_event_action": "off"}
    loaded = load(discard)
    assert loaded.state.options == HouseRules(fixed_price_is_final=True, draw_event_action="off")
    assert document(loaded.state, loaded.cursor)["options"] == discard["options"]


def test_secret_choices_are_written_only_when_asked_for(discard: Doc) -> None:
    discard["confirmed"], discard["pending"] = ["france"], discard["pending"][1:]
    discard["secret_choices"] = {"france": ["5"]}
    loaded = load(discard)
    assert loaded.cursor.secret == (("5",), None)
    assert "secret_choices" not in document(loaded.state, loaded.cursor)
    assert document(loaded.state, loaded.cursor, secrets=True)["secret_choices"] == {"france": ["5"]}


# ---- taking over a game from a table: numbers instead of lists


def test_piles_may_be_numbers(discard: Doc) -> None:
    counted = copy.deepcopy(discard)
    counted["event_deck"] = len(discard["event_deck"])
    counted["investments"]["stack"], counted["investments"]["used"] = 15, 0
    counted["awards_left"] = 4
    for side in ("france", "britain"):
        pool = counted["war"]["pool"][side]
        pool["basic"], pool["bonus"] = len(pool["basic"]), len(pool["bonus"])
    assert load(counted) == load(discard)


def test_tiles_out_of_the_game_follow_from_a_listed_pool_5_3_3(discard: Doc) -> None:
    discard["war"]["pool"]["france"]["basic"].remove("basic_unflag")
    del discard["war"]["out_of_game"]
    assert load(discard).state.basic_out == [[WAR_TILE.index["basic_unflag"]], []]


def test_stack_and_used_pile_as_numbers_share_the_tiles_evenly(last_round: Doc) -> None:
    last_round["investments"]["stack"] = len(last_round["investments"]["stack"])
    last_round["investments"]["used"] = len(last_round["investments"]["used"])
    state = load(last_round).state
    assert (len(state.stack), len(state.used)) == (3, 12)
    assert {INVESTMENT.things[tile].major for tile in state.stack} == {1, 2}
    assert violations(state) == []


def test_on_turn_6_left_over_war_tiles_are_ignored(discard: Doc) -> None:
    late = turn_6(discard)
    late["war"]["next"] = "awi"
    late["war"]["theaters"] = {"1": {s: {"basic": ["basic_debt"], "bonus": []} for s in ("france", "britain")}}
    state = load(late).state
    assert (state.next_war, state.theatres, state.pool_bonus) == (-1, [], [[], []])
    assert violations(state) == []


def turn_6(doc: Doc) -> Doc:
    late = copy.deepcopy(doc)
    late["turn"], late["awards_left"] = "6", 0
    late["awards_left"] = 0
    late["event_deck"] = 41 - 6
    late["war"] = {
        "next": None,
        "theaters": {},
        "pool": {side: {"basic": 16, "bonus": 0} for side in ("france", "britain")},
        "out_of_game": {"france": [], "britain": []},
    }
    return late


# ---- decisions that follow from the phase


@pytest.mark.parametrize(
    ("phase", "active", "step"),
    [
        ("deal_cards", ["france", "britain"], "discard_events"),
        ("ministry", ["france", "britain"], "choose_ministries"),
        ("initiative", ["france"], "choose_first_player"),
        ("remaining_powers", ["france"], "resolve_powers"),
    ],
)
def test_open_decisions_may_be_left_out(discard: Doc, phase: str, active: list[str], step: str) -> None:
    discard["phase"], discard["active"] = phase, active
    del discard["pending"]
    assert GAME.load(discard)[1][0][0] == step


def test_at_the_start_of_a_round_a_tile_is_to_be_taken(discard: Doc) -> None:
    loaded = load(first_round(discard))
    assert loaded.cursor == Cursor((1,))
    assert [(each.kind, each.seats) for each in begun(first_round(discard))] == [("take_investment", ("britain",))]
    assert loaded.state.held_at_start == [loaded.state.flags[0], loaded.state.flags[1]]


def test_carried_over_tiles_are_placed_first_on_turn_4_7_6(last_round: Doc) -> None:
    last_round |= {"round": 1, "active": ["france"]}
    del last_round["ap"], last_round["pending"]
    tiles = last_round["investments"]
    tiles["used"] += tiles["taken"]["france"] + tiles["taken"]["britain"]
    tiles["taken"] = {"france": [], "britain": []}
    tile = last_round["war"]["theaters"]["2"]["france"]["bonus"].pop()
    last_round["war"]["theaters"]["unassigned"] = {"france": {"bonus": [tile]}}
    loaded = load(last_round)
    (decision,) = begun(last_round)
    assert (decision.kind, decision.seats) == ("place_bonus_tile", ("france",))
    (pending,) = Match.from_document(last_round).document()["pending"]
    assert pending == {"side": "france", "decision": "place_bonus_tile", "tile": tile, "theaters": (2,)}
    assert loaded.state.drawn == [[], []]
    assert load(document(loaded.state, loaded.cursor)) == loaded


def first_round(doc: Doc) -> Doc:
    late = doc | {"phase": "action", "active": ["britain"], "round": 1, "first_player": "britain"}
    late.pop("pending", None)
    return late


def begun(doc: Doc) -> Sequence[OpenDecision]:
    return Match.from_document(doc).decisions()


def test_a_drawn_tile_lies_in_nobodys_theatre_yet_5_3_3(last_round: Doc) -> None:
    last_round["war"]["pool"]["france"]["basic"].remove("basic_plus2")
    last_round["pending"] = [
        {
            "side": "france",
            "decision": "keep_basic_tile",
            "placed": last_round["war"]["theaters"]["1"]["france"]["basic"][0],
            "drawn": "basic_plus2",
            "theater": 1,
        }
    ]
    loaded = load(last_round)
    assert loaded.state.drawn == [[WAR_TILE.index["basic_plus2"]], []]
    assert violations(loaded.state) == []
    assert document(loaded.state, loaded.cursor) == last_round


# ---- what is refused (section 6 of the state document)


def test_every_problem_is_told_those_of_the_form_first(discard: Doc) -> None:
    discard["vp"] = "fifteen"
    discard["debt"]["france"] = 9
    discard["flags"]["biscay"] = "france"
    discard["surprise"] = 1
    with pytest.raises(DocumentError) as caught:
        load(discard)
    paths = [problem.path for problem in caught.value.problems]
    assert paths[:2] == ["", "vp"]
    assert set(paths) == {"", "vp", "flags.biscay", "debt.france"}
    rules = {problem.path: problem.rule for problem in caught.value.problems}
    assert (rules["debt.france"], rules["flags.biscay"]) == ("6.3", "3.2.4")


@pytest.mark.parametrize("doc", [None, [], "turn 1", {}, 7])
def test_something_else_is_refused(doc: object) -> None:
    assert refused(doc)


def test_ids_must_exist_6_1(discard: Doc) -> None:
    discard["flags"]["atlantis"] = "france"
    discard["conflicts"] = {"halifax": 1}
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
    discard["event_deck"].remove("13:alberonis_ambition")
    discard["discard"] = ["5", "20"]
    problems = refused(discard)
    assert "event alberonis_ambition is nowhere (rule 3.4)" in problems["event_deck"]
    assert set(problems) == {"event_deck", "discard"}
    discard["event_deck"] = 3
    assert "3 given, 9 are seen nowhere else" in refused(discard)["event_deck"]


def test_investment_tiles_are_the_24_of_the_game_6_4(discard: Doc) -> None:
    discard["investments"]["stack"][0] = "inv_d2_e2"
    problems = refused(discard)
    assert "investment inv_d2_m2 is nowhere" in problems["investments"]
    assert "inv_d2_e2 is also in investments." in problems["investments.stack"]
    discard["investments"]["stack"] = 14
    assert "14 given, 15 are seen nowhere else" in refused(discard)["investments.stack"]


def test_award_tiles_fit_the_mix_6_5(discard: Doc) -> None:
    discard["awards"]["europe"] = {"vp": 3, "trp": 0, "margin": 2}
    discard["awards"]["caribbean"] = {"vp": 2, "trp": 1, "margin": 1}
    assert set(refused(discard)) == {"awards", "awards.caribbean"}


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
    assert load(discard).state.pool_basic[0] == []
    moved = discard["war"]["theaters"]["1"]["france"]
    discard["war"]["out_of_game"]["france"] += moved["basic"]
    moved["basic"] = []
    assert set(refused(discard)) == {"war.out_of_game.france", "war.theaters.1.france.basic"}


def test_ministries_belong_to_side_and_era_6_7(discard: Doc) -> None:
    face_down = {"revealed": False, "exhausted": []}
    discard["phase"], discard["pending"] = "initiative", []
    discard["ministries"] = {"france": {"m5": face_down, "m11": face_down}, "britain": {}}
    assert set(refused(discard)) == {"ministries.france.m5:robert_walpole", "ministries.france.m11:choiseul"}
    discard["ministries"]["france"] = {"m1": face_down, "m2": face_down, "m4": face_down}
    assert set(refused(discard)) == {"ministries.france"}
    discard["ministries"]["france"]["m4"] = face_down | {"jacobite_slot": True}
    assert set(refused(discard)) == {"ministries.france.m4:jacobite_uprisings"}
    discard["jacobite"] |= {"victories": 1, "extra_slot": True}
    assert load(discard).state.ministries[0][2].jacobite_slot


def test_advantages_follow_the_flags_6_8(discard: Doc) -> None:
    discard["advantages"]["owner"]["rum"] = "france"
    del discard["advantages"]["owner"]["wheat"]
    assert set(refused(discard)) == {"advantages.owner.rum", "advantages.owner.wheat"}


def test_usa_flags_and_later_eras_6_9(discard: Doc) -> None:
    discard["flags"] |= {"sons_of_liberty": "france", "usa_prestige_2": "france"}
    discard["usa_flags"] = 1
    problems = refused(discard)
    assert {"flags.sons_of_liberty", "flags.usa_prestige_2", "usa_flags"} <= set(problems)


def test_spanish_flags_need_the_option_12_1(discard: Doc) -> None:
    discard["flags"]["havana"] = "spain"
    assert set(refused(discard)) == {"flags.havana"}
    discard["options"] = {"spanish_empire_12_1": True}
    assert load(discard).state.flags[3] == SPACE.mask_of(["havana"])


def test_three_commodities_or_four_with_event_19_6_10(discard: Doc) -> None:
    discard["demand"].append("furs")
    assert set(refused(discard)) == {"demand"}


def test_taken_tiles_fit_the_round_6_11(discard: Doc) -> None:
    doc = first_round(discard)
    doc["round"] = 2
    assert set(refused(doc)) == {"investments.taken.france", "investments.taken.britain"}


def test_isolated_markets_are_what_5_4_1_gives_6_12(discard: Doc) -> None:
    doc = first_round(discard)
    del doc["flags"]["quebec_and_montreal"]
    assert refused(doc) == {
        "isolated.cataraqui": "isolated.cataraqui: cataraqui is isolated at the start of this round (rule 5.4.1)"
    }
    doc["isolated"] = ["cataraqui"]
    assert load(doc).state.isolated == SPACE.mask_of(["cataraqui"])


def test_phase_and_decision_fit_the_turn(discard: Doc) -> None:
    discard["pending"][0]["decision"] = "use_tile"
    discard["phase"] = "war_layout"
    assert set(refused(discard)) == {"phase", "pending.0.decision", "pending.1.decision"}


def test_unknown_options_and_contexts_are_refused(discard: Doc) -> None:
    discard["options"] = {"house_of_cards": True, "fixed_price_is_final": "yes"}
    discard["pending"][0] |= {"tile": "basic_plus9", "colour": "red", "keep": "3"}
    assert set(refused(discard)) == {
        "options.house_of_cards",
        "options.fixed_price_is_final",
        "pending.0.tile",
        "pending.0.colour",
        "pending.0.keep",
    }


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
        assert told(errors(doc, published)) == told(jsonschema.Draft202012Validator(schema()).iter_errors(doc))
        try:
            loaded = load(doc)
        except DocumentError:
            continue
        assert load(document(loaded.state, loaded.cursor)).state == loaded.state


def told(found: Iterable[jsonschema.ValidationError]) -> list[tuple[str, str]]:
    return sorted((each.json_path, each.message) for each in found)


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


def test_a_used_squadron_that_was_removed_may_still_be_kept_in_mind_7_2_1_1() -> None:
    conquest = json.loads(
        (DOCUMENTS.parents[2] / "service" / "first_time_players" / "scenes" / "conquest.json").read_text()
    )
    known = load(conquest).state
    conquest["war"]["squadrons_used"]["france"].append("balearic")
    again = load(conquest).state
    assert again.war == known.war
    conquest["war"]["squadrons_used"]["france"].append("atlantis")
    with pytest.raises(DocumentError, match="atlantis"):
        load(conquest)
