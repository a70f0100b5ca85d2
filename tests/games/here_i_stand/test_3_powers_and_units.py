"""Powers and rulers (3), power cards (4) and military units (5)."""

from adjudicator.games.here_i_stand.facts import CARD, COSTS, MINOR, POWER, RULER, TABLES
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import BuildShip, RaiseUnits
from adjudicator.games.here_i_stand.rules.war.marching import March
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import allies, calm, count, do, empty, leader, options, refused, table, units


@shows("3.2/2")
def test_a_power_is_a_major_power() -> None:
    assert POWER.ids == ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
    assert not {*POWER.ids} & {*MINOR.ids}


@shows("3.3/1")
def test_two_rulers_stay_and_four_powers_change_theirs_by_mandatory_events() -> None:
    later = {each.power for each in RULER if each.card}
    assert later == {"england", "france", "papacy", "protestant"}
    numbered = {each.number: each for each in CARD}
    assert all(numbered[each.card].kind == "mandatory" for each in RULER if each.card)


@shows("3.3/2")
def test_rulers_keep_cards_and_bring_some() -> None:
    state = table().state
    for power in POWER.ids:
        ruler = RULER.thing(state.powers[power].ruler)
        assert rules.admin(state, power) == ruler.admin
        assert rules.dealt(state, power) == rules.base_cards(state, power) + ruler.bonus


@shows("3.3/3")
def test_a_captured_ruler_rules_on() -> None:
    match = table(empty("dijon"), leader("francis_i", "dijon"), cp=1)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    calm(match, "france")
    assert match.state.leaders["francis_i"].captor == "hapsburg"
    assert match.state.powers["france"].ruler == "francis_i"


@shows("4/1")
def test_the_power_card_fixes_actions_cards_and_points() -> None:
    assert "ottoman" not in COSTS["explore"]
    assert "protestant" in COSTS["translate"]
    assert "france" not in COSTS["translate"]
    for power in ("ottoman", "hapsburg", "england", "france", "papacy"):
        row = TABLES.terms[power]
        assert len(row.cards) >= row.wins - 1
        assert list(row.vp) == sorted(row.vp)


@shows("5/1")
def test_the_pieces_of_the_box_are_a_limit() -> None:
    there = TABLES.pieces["papacy"]["land"]
    match = table(units("rome", "papacy", mercenaries=there - 2), power="papacy", cp=6)
    assert refused(match, "papacy", RaiseUnits("mercenary", "rome", 2)) == "none_left"
    ships = TABLES.pieces["papacy"]["ships"]
    full = table(units("rome", "papacy", squadrons=ships - 1), power="papacy", cp=6)
    assert refused(full, "papacy", BuildShip("squadron", "rome")) == "none_left"


@shows("5.2/1", "5.2/2")
def test_every_number_up_to_the_total_stands() -> None:
    there = TABLES.pieces["papacy"]["land"]
    for number in range(1, there - 1):
        match = table(empty("rome", "ravenna"), units("rome", "papacy", regulars=number))
        assert count(match, "rome", "papacy") == {"regulars": number}


@shows("5.2/3", "5.3/1")
def test_which_units_a_power_can_have() -> None:
    assert {*COSTS["regular"]} == {*POWER.ids}
    assert {*COSTS["mercenary"]} == {*POWER.ids} - {"ottoman"}
    assert {*COSTS["cavalry"]} == {"ottoman"}
    assert {*COSTS["squadron"]} == {*POWER.ids} - {"protestant"}
    assert {*COSTS["corsair"]} == {"ottoman"}
    hungary = table(allies("hapsburg", "hungary_bohemia"), cp=4)
    assert not [each for each in options(hungary, "hapsburg") if isinstance(each, BuildShip) and each.space == "prague"]
    both = table(units("istanbul", "ottoman", corsairs=3)).state
    assert rules.left_in_box(both, "ottoman", "ships") == rules.left_in_box(table().state, "ottoman", "ships") - 3
