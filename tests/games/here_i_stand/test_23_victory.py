"""Victory (23): at once (23.1), points (23.2), at the end of a turn (23.3)."""

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import IMMUNE, POWER, SPACE
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, action_phase, impulse
from adjudicator.games.here_i_stand.rules.victory import leaders, victory_determination, winner_at_once
from adjudicator.games.here_i_stand.state import Score, State
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, controls, do, empty, hand, protestant, state_of, table, unrest


@shows("23.1/1", "23.1/3")
def test_keys_win_at_once_unless_in_unrest_and_not_before_the_action_phase() -> None:
    keys = ("rome", "ravenna", "florence", "milan", "genoa", "venice", "naples")
    held = (HELD, empty("naples"), controls("papacy", *keys))
    assert winner_at_once(table(*held).state) == ("papacy", "military")
    assert winner_at_once(table(*held, unrest("milan")).state) is None
    match = table(*held, frames=[action_phase()])
    assert match.result is not None, "before the first impulse"


@shows("23.1/2")
def test_fifty_protestant_spaces_win_at_once_without_those_in_unrest() -> None:
    some = [each.id for each in SPACE if not IMMUNE >> each.index & 1][:50]
    assert winner_at_once(table(state_of(protestant=0), protestant(*some)).state) == ("protestant", "religious")
    assert winner_at_once(table(state_of(protestant=0), protestant(*some), unrest(some[0])).state) is None


START = {"ottoman": 8, "hapsburg": 9, "england": 9, "france": 12, "papacy": 19, "protestant": 0}


@shows("23.2/1")
@pytest.mark.parametrize(("power", "points"), START.items())
def test_the_points_at_the_start(power: str, points: int) -> None:
    assert rules.points(table().state, power) == points


def scored(turn: int, **points: int) -> Match:
    """A turn ends with so many bonus points more for some."""

    def more(state: State) -> None:
        for power in POWER.ids:
            now = rules.points(state, power)
            state.powers[power].bonus += points.get(power, 5) - now if points.get(power, 5) >= now else 0
            state.powers[power].phony += max(0, now - points.get(power, 5))

    return table(HELD, more, state_of(turn=turn), frames=[victory_determination(), impulse("hapsburg")])


OUTCOMES = [
    (1, {"france": 25, "england": 24}, ("france", "standard")),
    (2, {"france": 24, "england": 10}, None),
    (4, {"france": 20, "england": 15}, ("france", "domination")),
    (4, {"france": 20, "england": 16}, None),
    (3, {"france": 24, "england": 10}, None),
    (9, {"france": 20, "england": 19}, ("france", "time_limit")),
]


@shows("7/1", "23.3/1")
@pytest.mark.parametrize(("turn", "points", "outcome"), OUTCOMES)
def test_victory_at_the_end_of_a_turn(turn: int, points: dict[str, int], outcome: tuple[str, str] | None) -> None:
    result = scored(turn, **points).result
    assert (result is not None) == (outcome is not None)
    if outcome:
        assert outcome[0] in str(result)
        assert outcome[1] in str(result)


@shows("23.3/2", "23.3/3")
def test_ties_go_to_whoever_had_more_points_in_earlier_turns() -> None:
    even = dict.fromkeys(POWER.ids, 10)
    record = [
        Score(even | {"england": 12}),
        Score(even | {"england": 11, "france": 11}),
        Score(even | {"england": 20, "france": 20}),
    ]
    assert leaders(table(state_of(record=record)).state) == ["england"]


@shows("23.2/1")
def test_electorates_count_two_points_in_religion_and_control_without_unrest() -> None:
    plain = rules.points(table().state, "protestant")
    held = controls("protestant", "wittenberg")
    assert rules.points(table(held).state, "protestant") == plain, "Catholic"
    assert rules.points(table(held, protestant("wittenberg")).state, "protestant") == plain + 2
    assert rules.points(table(held, protestant("wittenberg"), unrest("wittenberg")).state, "protestant") == plain


@shows("23.2/2")
def test_what_protestant_spaces_are_worth() -> None:
    state = table().state
    assert (rules.points(state, "papacy") - state.st_peters_vp, rules.track_step(state)) == (19, 0)
    some = [each.id for each in SPACE if each.zone == "german"][:7]
    turned = table(protestant(*some)).state
    step = rules.track_step(turned)
    assert step > 0
    assert rules.points(turned, "protestant") == rules.points(state, "protestant") + step
    assert rules.points(turned, "papacy") == rules.points(state, "papacy") - step
    assert rules.track_step(table(protestant(*some), unrest(*some)).state) == 0
    english = table(protestant("york", "wales", "lincoln")).state
    assert rules.points(english, "england") == rules.points(state, "england") + 1


SPECIAL = {
    "piracy": ("ottoman", {"piracy": 3}, 3),
    "electorates of the Hapsburgs after the League": ("hapsburg", {"league": True}, 6),
    "Edward": ("england", {"edward": "sickly", "elizabeth": True}, 5),
    "Elizabeth": ("england", {"elizabeth": True}, 2),
    "chateaux": ("france", {"chateaux": 2}, 2),
    "St Peter's": ("papacy", {"st_peters_vp": 4}, 4),
    "burnt debaters": ("papacy", {"burnt_vp": {"papacy": 3}}, 3),
    "voyages": ("england", {"discoveries": {"amazon": "england"}}, 2),
    "Bibles": ("protestant", {"full_bible": {"german": 10}}, 1),
}


@shows("23.2/3", "23.2/4")
@pytest.mark.parametrize("name", SPECIAL)
def test_special_and_bonus_points(name: str) -> None:
    power, facts, more = SPECIAL[name]
    assert rules.points(table(state_of(**facts)).state, power) == rules.points(table().state, power) + more


@shows("23.2/4")
def test_bonus_points_of_cards_and_wars_and_the_loss_for_a_phony_war() -> None:
    state = table().state
    before = rules.points(state, "france")
    state.powers["france"].bonus, state.powers["france"].war_winner, state.powers["france"].phony = 2, 2, 1
    assert rules.points(state, "france") == before + 3


@shows("23.2/5")
def test_points_of_master_of_italy_add_up() -> None:
    italy = ("genoa", "milan", "venice", "florence", "naples")
    held = controls("independent", *italy), controls("papacy", *italy[:3]), hand("france", "master_of_italy")
    match = table(*held, hand("england", "gout"), power="france")
    match.state.powers["papacy"].bonus = 1
    do(match, "france", PlayEvent("master_of_italy"))
    assert match.state.powers["papacy"].bonus == 2
