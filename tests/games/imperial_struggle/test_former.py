"""What earlier versions have left behind: documents of format 1 are read, dealt and corrected as before."""

import copy
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.imperial_struggle import GAME, former
from adjudicator.games.imperial_struggle.fact_types import SPACE, TURN, WAR_TILE
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.isolation import isolated_markets
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.simulate import begin_random, random_action
from tests.games.imperial_struggle.test_document import damage
from tests.long_cases import one_in

DOCUMENTS = Path(__file__).parent / "documents"
SCENES = Path(__file__).parents[2] / "service" / "first_time_players" / "scenes"
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
    doc: Doc = json.loads((DOCUMENTS / "format_1" / name).read_text(encoding="utf-8"))
    return doc


def load(doc: Doc) -> State:
    return GAME.load(doc)[0]


def refused(doc: Doc) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        GAME.load(doc)
    return [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize("name", ["turn_1_discard.json", "turn_4_last_round.json"])
def test_a_document_means_what_it_means_today(name: str) -> None:
    today = json.loads((DOCUMENTS / name).read_text(encoding="utf-8"))
    assert GAME.load(read(name)) == GAME.load(today)
    assert Match.from_document(read(name)).document() == Match.from_document(today).document()


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(SCENES.glob("*.json")) if former.FORMAT in path.read_text()],
    ids=lambda path: path.stem,
)
def test_a_position_of_each_kind_asks_what_it_asked(path: Path) -> None:
    doc = json.loads(path.read_text(encoding="utf-8"))
    (decision,) = Match.from_document(doc).decisions()
    assert {each["decision"] for each in doc["pending"]} == {decision.kind}
    assert {each["side"] for each in doc["pending"]} == {*decision.waiting}


def test_the_number_of_a_card_decides_not_its_name(discard: Doc) -> None:
    nameless = copy.deepcopy(discard)
    nameless["hands"]["france"] = ["5", "10:whatever", "14"]
    assert load(nameless) == load(discard)


def test_house_rules_stand_at_the_top(discard: Doc) -> None:
    discard["options"] = {"fixed_price_is_final": True, "draw_event_action": "off"}
    assert load(discard).options == HouseRules(fixed_price_is_final=True, draw_event_action="off")


def test_piles_may_be_numbers(discard: Doc) -> None:
    counted = copy.deepcopy(discard)
    counted["event_deck"] = len(discard["event_deck"])
    counted["investments"]["stack"], counted["investments"]["used"] = 15, 0
    counted["awards_left"] = 4
    for side in ("france", "britain"):
        pool = counted["war"]["pool"][side]
        pool["basic"], pool["bonus"] = len(pool["basic"]), len(pool["bonus"])
    assert load(counted) == load(discard)
    assert refused(counted | {"awards_left": 3}) == ["awards_left"]


def test_tiles_out_of_the_game_follow_from_a_listed_pool_5_3_3(discard: Doc) -> None:
    discard["war"]["pool"]["france"]["basic"].remove("basic_unflag")
    del discard["war"]["out_of_game"]
    assert load(discard).basic_out == [[WAR_TILE.index["basic_unflag"]], []]


def test_on_turn_6_left_over_war_tiles_are_ignored(discard: Doc) -> None:
    late = discard | {"turn": "6", "awards_left": 0, "event_deck": 41 - 6}
    late["war"] = {
        "next": "awi",
        "theaters": {"1": {side: {"basic": ["basic_debt"], "bonus": []} for side in ("france", "britain")}},
        "pool": {side: {"basic": 16, "bonus": 0} for side in ("france", "britain")},
    }
    state = load(late)
    assert (state.next_war, state.theatres, state.pool_bonus) == (-1, [], [[], []])


# ---- what follows


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


def first_round(doc: Doc) -> Doc:
    late = doc | {"phase": "action", "active": ["britain"], "round": 1, "first_player": "britain"}
    late.pop("pending", None)
    return late


def begun(doc: Doc) -> Sequence[OpenDecision]:
    return Match.from_document(doc).decisions()


def test_at_the_start_of_a_round_a_tile_is_to_be_taken(discard: Doc) -> None:
    state = load(first_round(discard))
    assert [(each.kind, each.seats) for each in begun(first_round(discard))] == [("take_investment", ("britain",))]
    assert state.held_at_start == state.flags[:2]
    assert refused(first_round(discard) | {"active": ["france"]}) == ["active"]


def test_isolated_markets_may_be_left_out_5_4_1(discard: Doc) -> None:
    doc = first_round(discard)
    del doc["flags"]["quebec_and_montreal"]
    assert refused(doc) == ["isolated.cataraqui"]
    doc.pop("isolated")
    assert load(doc).isolated == SPACE.mask_of(["cataraqui"])


def test_owners_of_advantages_may_be_left_out_8_1(discard: Doc) -> None:
    whole = load(discard)
    discard["advantages"].pop("owner")
    assert load(discard) == whole


def test_carried_over_tiles_are_placed_first_on_turn_4_7_6(last_round: Doc) -> None:
    last_round |= {"round": 1, "active": ["france"]}
    del last_round["ap"], last_round["pending"]
    tiles = last_round["investments"]
    tiles["used"] += tiles["taken"]["france"] + tiles["taken"]["britain"]
    tiles["taken"] = {"france": [], "britain": []}
    tile = last_round["war"]["theaters"]["2"]["france"]["bonus"].pop()
    last_round["war"]["theaters"]["unassigned"] = {"france": {"bonus": [tile]}}
    (decision,) = begun(last_round)
    assert (decision.kind, decision.seats) == ("place_bonus_tile", ("france",))
    assert load(last_round).unassigned == [[WAR_TILE.index[tile]], []]


def test_a_drawn_tile_lies_in_nobodys_theatre_yet_5_3_3(last_round: Doc) -> None:
    last_round["war"]["pool"]["france"]["basic"].remove("basic_plus2")
    placed = last_round["war"]["theaters"]["1"]["france"]["basic"][0]
    shown = {"placed": placed, "drawn": "basic_plus2", "theater": 1}
    last_round["pending"] = [{"side": "france", "decision": "keep_basic_tile", **shown}]
    state, frames = GAME.load(last_round)
    assert state.drawn == [[WAR_TILE.index["basic_plus2"]], []]
    assert frames[0] == ["keep_basic_tile", 0, 1]


def test_a_used_squadron_that_was_removed_may_still_be_kept_in_mind_7_2_1_1() -> None:
    conquest = json.loads((SCENES / "conquest.json").read_text(encoding="utf-8"))
    known = load(conquest)
    conquest["war"]["squadrons_used"]["france"].append("balearic")
    assert load(conquest).war == known.war
    conquest["war"]["squadrons_used"]["france"].append("atlantis")
    assert refused(conquest) == ["war.progress.squadrons_used.france.atlantis"]


def test_secret_choices_of_one_side_are_kept_4_1_6(discard: Doc) -> None:
    discard["hands"]["france"].append(discard["event_deck"].pop(0))
    done = {"confirmed": ["france"], "secret_choices": {"france": ["5"]}, "active": ["britain"], "pending": []}
    assert GAME.load(discard | done)[1][0] == ["discard_events", [["france", [5]]]]
    assert refused(discard | done | {"secret_choices": {"france": ["7"]}}) == ["secret_choices.france"]
    assert GAME.load(discard | done | {"secret_choices": {}})[1][0] == ["discard_events", []]


@one_in(3, "seed", range(8))
def test_a_damaged_document_is_read_or_refused(seed: int) -> None:
    """Whatever is broken, the answer is a list of problems, never another exception."""
    rng, found = random.Random(seed), 0
    for _ in range(40):
        doc = read(rng.choice(["turn_1_discard.json", "turn_4_last_round.json"]))
        for _ in range(rng.randint(1, 3)):
            damage(doc, rng)
        try:
            GAME.load(doc)
        except DocumentError as error:
            found += len(error.problems)
    assert found


# ---- dealing, and corrections in logs


def test_hidden_parts_are_dealt_with_the_draws_of_format_1(last_round: Doc) -> None:
    last_round["hands"] = {"france": 3, "britain": 3}
    last_round["event_deck"] = len(last_round["event_deck"])
    tiles = last_round["war"]["theaters"]["1"]["france"]
    tiles["basic"], tiles["bonus"] = 1, 2
    pool = last_round["war"]["pool"]["france"]
    pool["basic"], pool["bonus"] = len(pool["basic"]), len(pool["bonus"])
    script = [
        {"draw": "event", "side": "france", "cards": [1, 2, 3]},
        {"draw": "event", "side": "britain", "cards": [4, 5, 6]},
        {"draw": "basic_tile", "side": "france", "theater": "1", "tiles": ["basic_plus2"]},
        {
            "draw": "bonus_tile",
            "side": "france",
            "theater": "1",
            "tiles": read("turn_4_last_round.json")["war"]["theaters"]["1"]["france"]["bonus"],
        },
    ]
    match = Match.from_document(last_round, chance=script)
    assert match.state.hands == [[1, 2, 3], [4, 5, 6]]
    assert match.state.theatres[0].basic[0] == WAR_TILE.index["basic_plus2"]
    with pytest.raises(DocumentError, match="99 cards cannot be dealt"):
        Match.from_document(last_round | {"hands": {"france": 99, "britain": 3}}, chance=script)


def corrected(doc: Doc, **changes: Any) -> Match:
    match = Match.from_document(doc, seed=b"seed")
    match.apply("moderator", {"op": "set", "changes": changes, "reason": "as before"})
    return match


def test_a_log_may_correct_in_format_1(last_round: Doc) -> None:
    state = corrected(last_round, vp=3, treaty_points={"france": 2}, conflicts={"caicos": None, "albany": 2}).state
    assert (state.vp, state.treaty_points[0]) == (3, 2)
    assert SPACE.ids_of(state.conflicts_plus) == ("albany",)
    assert "caicos" not in SPACE.ids_of(state.conflicts)
    hands = {"hands": {"france": ["1:carnatic_war"]}, "discard": ["2", "3", "7", "8", "9"]}
    assert corrected(last_round, **hands).state.hands[0] == [1]
    revealed = {"m15:pitt_the_elder": {"revealed": True, "exhausted": [2]}, "m17:merchant_banks": None}
    (pitt,) = corrected(last_round, ministries={"britain": revealed}).state.ministries[1]
    assert (pitt.card, pitt.revealed, pitt.exhausted) == (15, True, 2)
    assert corrected(last_round, options={"tougher_forts_12_3": True}).state.options.tougher_forts_12_3
    awards = read("turn_4_last_round.json")["awards"]
    swapped = corrected(last_round, awards={"europe": awards["india"], "india": awards["europe"]}).state.awards
    assert (swapped[0], swapped[3]) == tuple(load(last_round).awards[n] for n in (3, 0))


@pytest.mark.parametrize(
    "changes",
    [
        {"war": 5},
        {"hands": {"france": 7}},
        {"conflicts": ["savoy"]},
        {"active": ["usa"]},
        {"pending": [{}]},
        {"vp": "x"},
    ],
    ids=str,
)
def test_a_correction_that_has_no_form_is_refused(last_round: Doc, changes: Doc) -> None:
    with pytest.raises(Refusal, match="bad_correction"):
        corrected(last_round, **changes)


def test_what_was_held_follows_the_flags_in_a_correction_in_format_1(last_round: Doc) -> None:
    match = corrected(last_round, flags={"prussia_prestige": "france"})
    assert match.state.held_at_start[0] & SPACE.mask_of(["prussia_prestige"])


def test_the_question_follows_a_correction(last_round: Doc) -> None:
    match = corrected(last_round, ap=None, investments=one_tile_back(last_round), isolated=isolated(last_round))
    assert [(each.kind, each.seats) for each in match.decisions()] == [("take_investment", ("france",))]


def isolated(doc: Doc) -> list[str]:
    return [*SPACE.ids_of(isolated_markets(load(doc)))]


def one_tile_back(doc: Doc) -> Doc:
    """France has not taken the last of its tiles."""
    tiles = copy.deepcopy(doc["investments"])
    tiles["available"].append(tiles["taken"]["france"].pop())
    return {"available": tiles["available"], "taken": {"france": tiles["taken"]["france"]}}


def test_a_stop_in_format_1_leads_to_the_war() -> None:
    match = begin_random("imperial-struggle", "stop")
    rng = random.Random(1)
    while match.decisions()[0].kind != "take_investment":
        random_action(match, rng)
    stop = {"phase": "scoring", "active": [], "pending": []}
    match.apply("moderator", {"op": "set", "changes": stop, "reason": "late"})
    assert match.state.turn == TURN.index["wss"]
