"""The card draw phase (8), spring deployment (10), impulses (11) and victory (23)."""

import pytest

from adjudicator import Match
from adjudicator.components.bits import bits
from adjudicator.games.here_i_stand.cards.aims import ForCard
from adjudicator.games.here_i_stand.facts import CARD, DEBATER, IMMUNE, LINKS, LOCATION, POWER, SPACE
from adjudicator.games.here_i_stand.rules import dealing
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.impulses import (
    EndImpulse,
    LeaveIt,
    PlayEvent,
    PlayForCp,
    UseWartburg,
    action_phase,
    impulse,
)
from adjudicator.games.here_i_stand.rules.spring import Deploy, DeployNothing, Inform, PrepareSpring, spring_deployment
from adjudicator.games.here_i_stand.rules.victory import leaders, victory_determination, winner_at_once
from adjudicator.games.here_i_stand.state import ForeignWar, Score, State
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    protestant,
    refused,
    state_of,
    table,
    units,
    unrest,
)

HELD = hand("hapsburg", "gout")


def drawn(*arrange: Arrange, turn: int = 2) -> Match:
    """A turn begins and cards are dealt."""
    return table(
        HELD, *arrange, state_of(turn=turn), frames=[dealing.turn_begins(), dealing.card_draw(), impulse("hapsburg")]
    )


def test_leaders_of_the_turn_track_return_to_the_capital_or_a_home_key() -> None:
    away = leader("montmorency", "", returns=True)
    assert drawn(away).state.leaders["montmorency"].at == "paris"
    match = drawn(away, controls("england", "paris"), empty("paris"))
    assert match.decisions()[0].waiting == ("france",)
    do(match, "france", ReturnTo("bordeaux"))
    assert match.state.leaders["montmorency"].at == "bordeaux"


def test_debaters_come_in_their_turn_and_back_from_excommunication() -> None:
    state = drawn(state_of(banned=1 << DEBATER.index["zwingli"]), turn=3).state
    assert state.debaters >> DEBATER.index["zwingli"] & 1
    assert state.reformers["zwingli"] == "zurich"
    assert not state.banned


def test_ships_can_be_built_again_and_used_cards_are_forgotten() -> None:
    state = drawn(state_of(lost_ships={"france": 2}, pirated=1)).state
    assert not state.lost_ships
    assert not state.pirated


def test_home_cards_come_back_and_discards_are_shuffled_in() -> None:
    state = drawn(discarded("ransom")).state
    assert not state.discard
    assert all(state.hands[power].home for power in POWER.ids)


START = {"ottoman": 8, "hapsburg": 9, "england": 9, "france": 12, "papacy": 19, "protestant": 0}


CARDS = {"ottoman": 3, "hapsburg": 5, "england": 3, "france": 4, "papacy": 3}


@pytest.mark.parametrize(("power", "cards"), CARDS.items())
def test_keys_and_rulers_say_how_many_cards_are_dealt(power: str, cards: int) -> None:
    assert rules.dealt(table().state, power) == cards


@pytest.mark.parametrize(("power", "points"), START.items())
def test_the_points_at_the_start(power: str, points: int) -> None:
    assert rules.points(table().state, power) == points


def test_a_bull_a_foreign_war_and_the_fuggers_cost_a_card_each() -> None:
    plain = rules.dealt(table().state, "ottoman")
    abroad = state_of(foreign_wars=[ForeignWar(CARD.number("war_in_persia"), 4)])
    assert rules.dealt(table(abroad).state, "ottoman") == plain - 1
    match = table()
    match.state.powers["france"].excommunicated = True
    match.state.powers["france"].fewer = 1
    assert rules.dealt(match.state, "france") == rules.dealt(table().state, "france") - 2


def test_the_protestants_have_five_cards_with_four_electorates() -> None:
    held = controls("protestant", "wittenberg", "augsburg", "mainz")
    assert rules.base_cards(table(held).state, "protestant") == 4
    assert rules.base_cards(table(held, controls("protestant", "trier")).state, "protestant") == 5


JOINS = [
    ("paul_iii", 2, {}, False),
    ("paul_iii", 3, {}, True),
    ("edward_vi", 6, {}, False),
    ("edward_vi", 6, {"edward": "sickly"}, True),
    ("edward_vi", 7, {"edward": "healthy", "edward_turn": 8}, False),
    ("mary_i", 6, {}, True),
    ("mary_i", 7, {"edward": "healthy"}, False),
    ("mary_i", 7, {"edward": "sickly"}, False),
    ("elizabeth_i", 7, {"elizabeth": True}, False),
    ("book_of_common_prayer", 5, {}, False),
    ("book_of_common_prayer", 5, {"married_turn": 5}, False),
    ("book_of_common_prayer", 5, {"married_turn": 4}, True),
]


@pytest.mark.parametrize(("card", "turn", "facts", "new"), JOINS)
def test_when_cards_join_the_deck(card: str, turn: int, facts: dict[str, object], new: bool) -> None:
    assert dealing.joins(table(state_of(turn=turn, **facts)).state, CARD.thing(card)) is new


def spring(*arrange: Arrange) -> Match:
    """Spring deployment begins."""
    return table(HELD, *arrange, frames=[spring_deployment(), impulse("hapsburg")])


def turn_of(match: Match, power: str) -> Match:
    """Let those before a power deploy nothing."""
    while match.decisions()[0].kind == "spring" and match.decisions()[0].waiting[0] != power:
        do(match, match.decisions()[0].waiting[0], DeployNothing())
    assert match.decisions()[0].waiting == (power,)
    return match


def test_all_but_the_protestants_deploy_in_the_order_of_impulses() -> None:
    match, asked = spring(), []
    while match.decisions()[0].kind == "spring":
        asked += match.decisions()[0].waiting
        do(match, asked[-1], DeployNothing())
    assert asked == ["ottoman", "hapsburg", "england", "france", "papacy"]


def test_a_formation_goes_from_a_capital_as_far_as_friendly_spaces_reach() -> None:
    match = turn_of(spring(units("paris", "france", regulars=4)), "france")
    assert refused(match, "france", Deploy("lyon", "paris", regulars=1)) == "no_capital"
    assert refused(match, "france", Deploy("paris", "brussels", regulars=1)) == "not_reachable"
    assert refused(match, "france", Deploy("paris", "lyon", regulars=5)) == "formation_too_large"
    assert refused(match, "france", Deploy("paris", "lyon", cavalry=1)) == "no_such_units"
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1, leaders=("suleiman",))) == "leader_not_there"
    do(match, "france", Deploy("paris", "lyon", regulars=4))
    assert count(match, "lyon", "france").get("regulars", 0) >= 4


def test_minor_allies_in_a_capital_are_deployed_like_own_units() -> None:
    scots = (allies("france", "scotland"), units("paris", "scotland", regulars=2))
    match = turn_of(spring(*scots), "france")
    assert refused(match, "france", Deploy("paris", "lyon", allied=3)) == "no_such_units"
    do(match, "france", Deploy("paris", "lyon", regulars=1, allied=2))
    assert count(match, "lyon", "scotland") == {"regulars": 2}
    assert not count(match, "paris", "scotland")


def test_unrest_and_strangers_stop_a_deployment() -> None:
    away = units("paris", "france", regulars=2)
    around = [LOCATION.ids[n] for n in bits(LINKS[LOCATION.index["paris"]])]
    match = turn_of(spring(away, unrest(*around)), "france")
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1)) == "not_reachable"
    match = turn_of(spring(away, units("lyon", "england", regulars=1)), "france")
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1)) == "not_reachable"


def test_five_at_most_cross_one_sea_without_foreign_fleets_in_its_ports() -> None:
    fleets = [at for at, here in table().state.forces.items() if any(each.squadrons for each in here)]
    calm = empty(*fleets)
    match = turn_of(spring(calm, units("london", "england", regulars=6), leader("henry_viii", "london")), "england")
    by = ("henry_viii",)
    assert refused(match, "england", Deploy("london", "calais", regulars=6, leaders=by)) == "too_many_by_sea"
    do(match, "england", Deploy("london", "calais", regulars=5, leaders=by))
    assert match.state.leaders["henry_viii"].at == "calais"
    foreign = units("antwerp", "hapsburg", squadrons=1)
    channel = units("rouen", "france", squadrons=1)
    match = turn_of(spring(calm, foreign, channel, units("london", "england", regulars=4)), "england")
    assert refused(match, "england", Deploy("london", "calais", regulars=1)) == "not_reachable"


def test_spring_preparations_bring_regulars_and_lift_the_limits_of_the_sea() -> None:
    match = spring(
        hand("england", "spring_preparations"), units("london", "england", regulars=6), leader("henry_viii", "london")
    )
    turn_of(match, "england")
    assert refused(turn_of(spring(), "england"), "england", PrepareSpring()) == "not_prepared"
    before = count(match, "london", "england")["regulars"]
    do(match, "england", PrepareSpring())
    assert count(match, "london", "england")["regulars"] == before + 1
    do(match, "england", Deploy("london", "calais", regulars=7, leaders=("henry_viii",)))
    assert CARD.number("spring_preparations") in match.state.discard


def test_fw_11_the_regular_of_spring_preparations_goes_to_a_foreign_war() -> None:
    abroad = state_of(foreign_wars=[ForeignWar(CARD.number("war_in_persia"), 4, regulars=2)])
    match = turn_of(spring(hand("ottoman", "spring_preparations"), abroad), "ottoman")
    before = count(match, "istanbul", "ottoman")["regulars"]
    do(match, "ottoman", PrepareSpring())
    assert count(match, "istanbul", "ottoman")["regulars"] == before
    assert match.state.foreign_wars[0].regulars == 3


def test_venetian_informant_sees_a_hand_before_anybody_has_deployed() -> None:
    match = spring(hand("france", "venetian_informant"), hand("england", "ransom"))
    assert refused(match, "england", Inform("france")) == "no_informant"
    assert refused(match, "france", Inform("france")) == "no_such_hand"
    told = match.apply("france", Inform("england"))
    assert any("ransom" in str(each.private.get("france")) for each in told)
    assert not any("ransom" in str(each.private.get("papacy")) + str(each.public) for each in told)
    match = spring(hand("france", "venetian_informant"))
    do(match, "ottoman", DeployNothing())
    assert refused(match, "france", Inform("england")) == "not_your_turn"


def test_the_wartburg_cancels_an_event_and_ends_the_impulse() -> None:
    match = table(
        hand("hapsburg", "fuggers", "gout"), hand("protestant", "the_wartburg", "ransom"), hand("england", "erasmus")
    )
    do(match, "hapsburg", PlayEvent("fuggers"))
    do(match, "protestant", UseWartburg())
    assert len(match.state.hands["hapsburg"].cards) == 1
    assert CARD.number("fuggers") in match.state.discard
    assert match.state.committed >> DEBATER.index["luther"] & 1
    assert match.decisions()[0].waiting == ("england",)


@pytest.mark.parametrize("card", ["clement_vii", "landsknechts", "holy_roman_emperor"])
def test_the_wartburg_is_not_asked_for_mandatory_responses_nor_home_cards(card: str) -> None:
    match = table(hand("hapsburg", card, "gout"), hand("protestant", "the_wartburg"))
    do(match, "hapsburg", PlayEvent(card))
    assert match.decisions()[0].kind != "wartburg"


def test_here_i_stand_plays_or_keeps_the_card_that_it_takes_and_no_other() -> None:
    match = table(
        hand("protestant", "here_i_stand", "gout"), discarded("fuggers"), hand("ottoman", "erasmus"), power="protestant"
    )
    do(match, "protestant", PlayEvent("here_i_stand"))
    if match.decisions()[0].kind == "aim":
        do(match, "protestant", ForCard("fuggers"))
    assert refused(match, "protestant", PlayForCp("gout")) == "not_held"
    assert LeaveIt() in options(match, "protestant")
    do(match, "protestant", PlayForCp("fuggers"))
    assert match.state.impulse.cp == 3
    do(match, "protestant", EndImpulse())


def test_keys_win_at_once_unless_in_unrest_and_not_before_the_action_phase() -> None:
    keys = ("rome", "ravenna", "florence", "milan", "genoa", "venice", "naples")
    held = (HELD, empty("naples"), controls("papacy", *keys))
    assert winner_at_once(table(*held).state) == ("papacy", "military")
    assert winner_at_once(table(*held, unrest("milan")).state) is None
    match = table(*held, frames=[action_phase()])
    assert match.result is not None, "before the first impulse"


def test_fifty_protestant_spaces_win_at_once_without_those_in_unrest() -> None:
    some = [each.id for each in SPACE if not IMMUNE >> each.index & 1][:50]
    assert winner_at_once(table(state_of(protestant=0), protestant(*some)).state) == ("protestant", "religious")
    assert winner_at_once(table(state_of(protestant=0), protestant(*some), unrest(some[0])).state) is None


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


@pytest.mark.parametrize(("turn", "points", "outcome"), OUTCOMES)
def test_victory_at_the_end_of_a_turn(turn: int, points: dict[str, int], outcome: tuple[str, str] | None) -> None:
    result = scored(turn, **points).result
    assert (result is not None) == (outcome is not None)
    if outcome:
        assert outcome[0] in str(result)
        assert outcome[1] in str(result)


def test_ties_go_to_whoever_had_more_points_in_earlier_turns() -> None:
    even = dict.fromkeys(POWER.ids, 10)
    record = [
        Score(even | {"england": 12}),
        Score(even | {"england": 11, "france": 11}),
        Score(even | {"england": 20, "france": 20}),
    ]
    assert leaders(table(state_of(record=record)).state) == ["england"]
