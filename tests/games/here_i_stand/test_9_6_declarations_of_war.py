"""Declarations of war, interventions and phony wars (9.6)."""

from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.cards.aims import ForPower, ForSpace
from adjudicator.games.here_i_stand.facts import CARD, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import end_war
from adjudicator.games.here_i_stand.rules.diplomacy.declarations import (
    DeclareWars,
    Intervene,
    PayWith,
    StandAside,
    cost,
    payments,
    war_segment,
)
from adjudicator.games.here_i_stand.rules.displacing import DisplaceTo
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, impulse
from adjudicator.games.here_i_stand.rules.minors import JoinWar, StayOut
from adjudicator.games.here_i_stand.rules.naval.fights import SeaBattle
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.marching import March
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    war,
)


def segment(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """The war segment is on; behind it the Hapsburgs have their impulse."""
    return table(
        hand("hapsburg", "gout"), *arrange, state_of(turn=2), frames=[war_segment(), impulse("hapsburg")], draws=draws
    )


def declare(match: Match, **wars: tuple[str, ...]) -> None:
    """Everybody declares wars, or none."""
    for power in match.decisions()[0].waiting:
        do(match, power, DeclareWars(wars.get(power, ())))


def asked(match: Match) -> tuple[str, str]:
    """What is asked now, and whom first."""
    now = match.decisions()[0]
    return now.kind, now.waiting[0]


ARMED = (hand("england", "fuggers", "arquebusiers", "treachery"),)


@shows("9.6/1")
def test_declarations_are_paid_together_and_what_is_paid_too_much_is_lost() -> None:
    match = segment(*ARMED)
    declare(match, england=("hapsburg", "scotland"))
    assert asked(match) == ("pay_wars", "england")
    assert refused(match, "england", PayWith(("fuggers",))) == "too_little_paid"
    assert refused(match, "england", PayWith(("gout",))) == "not_to_pay"
    assert refused(match, "england", PayWith(("fuggers", "fuggers"))) == "card_twice"
    do(match, "england", PayWith(("treachery",)))
    assert rules.at_war(match.state, "england", "hapsburg")
    assert rules.at_war(match.state, "england", "scotland")
    assert len(match.state.hands["england"].cards) == 2


@shows("9.6/1")
def test_nobody_declares_more_than_it_can_pay_nor_with_mandatory_events() -> None:
    match = segment(hand("england", "fuggers", "clement_vii"))
    assert refused(match, "england", DeclareWars(("hapsburg", "scotland"))) == "war_too_dear"
    declare(match, england=("hapsburg",))
    assert refused(match, "england", PayWith(("clement_vii",))) == "not_to_pay"


@shows("9.6/1")
def test_two_who_declare_war_on_each_other_pay_once() -> None:
    match = segment(hand("hapsburg", "fuggers"), hand("england", "treachery"))
    declare(match, hapsburg=("england",), england=("hapsburg",))
    do(match, "hapsburg", PayWith(("gout", "fuggers")))
    assert rules.at_war(match.state, "england", "hapsburg")
    assert match.state.hands["england"].cards
    assert asked(match)[0] == "impulse"


COSTS = {
    ("ottoman", "papacy"): 2,
    ("hapsburg", "england"): 3,
    ("hapsburg", "papacy"): 4,
    ("france", "england"): 3,
    ("papacy", "france"): 3,
    ("england", "protestant"): 2,
    ("ottoman", "venice"): 1,
    ("hapsburg", "genoa"): 1,
}


@shows("9.6/2")
@pytest.mark.parametrize(("two", "cp"), COSTS.items())
def test_what_a_declaration_costs(two: tuple[str, str], cp: int) -> None:
    assert cost(segment().state, *two) == cp


@shows("9.6/3")
def test_the_hapsburgs_have_one_discount_because_of_anne_boleyn() -> None:
    match = segment(state_of(anne_discount=True), hand("england", "fuggers"))
    declare(match, hapsburg=("england",))
    do(match, "hapsburg", PayWith(("gout",)))
    assert not match.state.anne_discount
    assert cost(match.state, "hapsburg", "england") == 3


NEVER: dict[str, tuple[str, str, tuple[Arrange, ...], str]] = {
    "itself": ("england", "england", (), "war_on_self"),
    "an enemy": ("france", "hapsburg", (), "already_at_war"),
    "an ally": ("england", "france", (allies("england", "france"),), "war_on_ally"),
    "Hungary": ("england", "hungary_bohemia", (), "never_at_war"),
    "the independents": ("england", "independent", (), "never_at_war"),
    "the Knights": ("england", "knights", (), "never_at_war"),
    "a minor power with an ally": ("england", "genoa", (allies("france", "genoa"),), "never_at_war"),
    "Scotland by the Papacy": ("papacy", "scotland", (), "never_at_war"),
    "Scotland by an ally of France": ("england", "scotland", (allies("england", "france"),), "never_at_war"),
    "Scotland after peace with France": (
        "england",
        "scotland",
        (state_of(peace={"england": 1 << OWNER.index["france"]}),),
        "peace_this_turn",
    ),
    "Venice by England": ("england", "venice", (), "never_at_war"),
    "Venice by an ally of the Papacy": ("hapsburg", "venice", (allies("hapsburg", "papacy"),), "war_on_ally"),
    "the Protestants before the League": ("england", "protestant", (), "no_war_before_league"),
    "after peace": (
        "england",
        "hapsburg",
        (state_of(peace={"england": 1 << OWNER.index["hapsburg"]}),),
        "peace_this_turn",
    ),
}


@shows("9.6/10", "9.6/11")
@pytest.mark.parametrize("name", NEVER)
def test_on_whom_war_is_never_declared(name: str) -> None:
    power, on, arrange, code = NEVER[name]
    ready = segment(hand(power, "treachery"), war("hapsburg", "france"), *arrange)
    assert refused(ready, power, DeclareWars((on,))) == code


@shows("9.6/10")
def test_the_protestants_declare_no_war_before_the_league() -> None:
    assert "protestant" not in segment(hand("protestant", "treachery")).decisions()[0].waiting


@shows("9.6/5")
def test_france_itself_may_declare_war_on_scotland_without_a_guardian() -> None:
    match = segment(hand("france", "fuggers"))
    declare(match, france=("scotland",))
    do(match, "france", PayWith(("fuggers",)))
    assert rules.at_war(match.state, "france", "scotland")
    assert asked(match) == ("impulse", "hapsburg")


def attacked(*arrange: Arrange, draws: tuple[dict[str, object], ...] = ()) -> Match:
    """England has declared war on Scotland, and France may intervene."""
    match = segment(hand("england", "gout"), hand("france", "fuggers", "auld_alliance"), *arrange, draws=draws)
    declare(match, england=("scotland",))
    assert asked(match) == ("intervene", "france")
    return match


def paid(match: Match, card: str) -> None:
    """England pays for its war, then France for its intervention."""
    do(match, "england", PayWith(("gout",)))
    do(match, "france", PayWith((card,)))


@shows("22.1/2")
def test_war_alone_does_not_make_a_minor_power_active() -> None:
    match = attacked()
    do(match, "france", StandAside())
    assert "scotland" not in match.state.minors
    assert rules.at_war(match.state, "england", "scotland")
    assert not rules.at_war(match.state, "england", "france")


@shows("9.6/5", "9.6/6", "22.2/2")
def test_an_intervention_costs_two_and_makes_an_ally_and_a_phony_war() -> None:
    before = rules.points(segment().state, "england")
    match = attacked()
    do(match, "france", Intervene())
    paid(match, "fuggers")
    assert match.state.minors == {"scotland": "france"}
    assert rules.at_war(match.state, "england", "france")
    assert rules.controller(match.state, "edinburgh") == "france"
    assert not match.state.wars.get("scotland")
    assert rules.points(match.state, "england") == before - 1


def test_auld_alliance_pays_for_an_intervention_and_brings_regulars() -> None:
    match = attacked()
    do(match, "france", Intervene())
    paid(match, "auld_alliance")
    do(match, "france", ForSpace("glasgow"))
    assert count(match, "glasgow", "france") == {"regulars": 3}


@shows("22.2/3")
def test_others_at_war_with_the_minor_power_fight_the_guardian_or_leave() -> None:
    match = attacked(
        war("hapsburg", "scotland"), war("hapsburg", "france", False), units("stirling", "hapsburg", regulars=1)
    )
    do(match, "france", Intervene())
    assert asked(match) == ("activation_war", "hapsburg")
    do(match, "hapsburg", StayOut())
    while match.decisions()[0].kind == "displace":
        do(match, "hapsburg", options(match, "hapsburg")[0])
    assert not count(match, "stirling", "hapsburg")
    assert not rules.at_war(match.state, "hapsburg", "france")
    match = attacked(war("hapsburg", "scotland"), war("hapsburg", "france", False))
    do(match, "france", Intervene())
    do(match, "hapsburg", JoinWar())
    assert rules.at_war(match.state, "hapsburg", "france")


@shows("9.6/5")
def test_whoever_shares_a_space_with_the_minor_power_is_displaced() -> None:
    match = attacked(units("edinburgh", "england", regulars=2))
    do(match, "france", Intervene())
    do(match, "england", DisplaceTo("york"))
    assert count(match, "york", "england")["regulars"] >= 2
    assert not count(match, "edinburgh", "england")


@shows("9.6/1", "9.6/5")
def test_a_war_and_an_intervention_are_paid_together_when_all_have_announced() -> None:
    held = hand("france", "treachery"), hand("england", "gout")
    match = segment(*held)
    declare(match, england=("scotland",), france=("england",))
    do(match, "france", Intervene())
    do(match, "england", PayWith(("gout",)))
    assert asked(match) == ("pay_wars", "france")
    assert match.decisions()[0].context == {"cp": 5}
    do(match, "france", PayWith(("treachery",)))
    assert not match.state.dues
    poor = segment(hand("france", "ransom"), hand("england", "gout"))
    declare(poor, england=("scotland",), france=("england",))
    assert refused(poor, "france", Intervene()) == "war_too_dear"


@shows("9.6/10")
def test_nobody_intervenes_against_an_ally() -> None:
    match = attacked(state_of())
    rules.set_alliance(match.state, "england", "france")
    assert refused(match, "france", Intervene()) == "war_on_ally"


PHONY = (
    war("england", "france"),
    allies("france", "scotland"),
    state_of(phony_wars={"england": 1 << OWNER.index["scotland"]}),
)


def besieged(*more: Arrange, power: str = "england", **options: Any) -> Match:
    """England besieges Edinburgh in a phony war."""
    arrange = (
        *PHONY,
        empty("edinburgh"),
        units("edinburgh", "scotland", regulars=1),
        units("edinburgh", "england", regulars=3),
    )
    return table(
        *arrange,
        siege("edinburgh", "england"),
        units("north_sea", "england", squadrons=1),
        *more,
        power=power,
        **options,
    )


@shows("9.6/6")
def test_an_assault_on_the_minor_power_ends_a_phony_war() -> None:
    match = besieged(cp=1, draws=(dice("attack", 1, 1), dice("defense", 1, 1)))
    before = rules.points(match.state, "england")
    told = do(match, "england", Assault("edinburgh"))
    assert [type(each).__name__ for each in told].count("PhonyWarOver") == 1
    assert not match.state.phony_wars
    assert rules.points(match.state, "england") == before + 1


@shows("9.6/6")
def test_peace_makes_a_phony_war_cost_a_point_for_good() -> None:
    match = besieged()
    before = rules.points(match.state, "england")
    end_war(match.state, "england", "france")
    assert match.state.powers["england"].phony == 1
    assert not match.state.phony_wars
    assert rules.points(match.state, "england") == before


@shows("9.6/5")
def test_leaders_of_the_declarer_are_displaced_with_its_units() -> None:
    match = attacked(units("edinburgh", "england", regulars=1), leader("charles_brandon", "edinburgh"))
    do(
        match,
        "france",
        Intervene(),
    )
    do(match, "england", DisplaceTo("york"))
    assert match.state.leaders["charles_brandon"].at == "york"


@shows("9.6/6")
def test_a_field_battle_with_the_guardian_ends_a_phony_war() -> None:
    there = (empty("york"), units("york", "france", regulars=1), units("berwick", "england", regulars=4))
    match = table(*PHONY, *there, hand("ottoman", "gout"), power="england", cp=1)
    do(match, "england", March("berwick", "york", regulars=4))
    while match.state.phony_wars and match.decisions()[0].kind != "impulse":
        asked_first = match.decisions()[0].waiting[0]
        do(match, asked_first, options(match, asked_first)[0])
    assert not match.state.phony_wars


@shows("9.6/6")
def test_a_battle_with_others_leaves_a_phony_war_as_it_is() -> None:
    there = (empty("york"), units("york", "hapsburg", regulars=1), units("berwick", "england", regulars=4))
    match = table(*PHONY, war("england", "hapsburg"), *there, hand("ottoman", "gout"), power="england", cp=1)
    do(match, "england", March("berwick", "york", regulars=4))
    assert match.state.phony_wars


@shows("22.2/3")
def test_who_declared_war_too_may_fight_the_guardian_or_stay_out() -> None:
    match = segment(hand("ottoman", "gout"), hand("hapsburg", "fuggers"), hand("papacy", "erasmus"))
    declare(match, ottoman=("venice",), hapsburg=("venice",))
    assert asked(match) == ("intervene", "papacy")
    do(match, "papacy", Intervene())
    assert asked(match) == ("activation_war", "hapsburg")
    do(match, "hapsburg", StayOut())
    assert rules.at_war(match.state, "ottoman", "papacy")
    assert not rules.at_war(match.state, "hapsburg", "papacy")


@shows("9.6/1")
def test_more_than_four_cards_are_not_offered_where_fewer_are_enough() -> None:
    small = [each.id for each in CARD if each.cp == 1 and each.kind == "event"][:5]
    large = next(each.id for each in CARD if each.cp == 5 and each.kind == "event")
    assert [*payments(segment(hand("england", large, *small)).state, "england", 5)] == [(large,)]
    assert [{*each} for each in payments(segment(hand("england", *small)).state, "england", 5)] == [{*small}]


@shows("9.6/4")
def test_a_war_with_a_minor_power_ends_only_when_it_becomes_active() -> None:
    match = segment(war("england", "scotland"), war("england", "france"), hand("england", "fuggers"))
    end_war(match.state, "england", "france")
    assert rules.at_war(match.state, "england", "scotland")
    minors = segment(war("england", "scotland"), allies("france", "scotland")).state
    assert not rules.at_war(minors, "england", "scotland")


AT_SEA = (
    hand("england", "machiavelli_the_prince"),
    discarded("arquebusiers", "professional_rowers"),
    units("english_channel", "england", squadrons=1),
    units("english_channel", "france", squadrons=1),
)


@shows("9.6/7", "9.6/8", "9.6/9")
def test_new_enemies_at_sea_fight_at_once_and_part_with_equal_hits() -> None:
    rolls = dice("naval_combat", 1, 1, side="england"), dice("naval_combat", 1, 1, side="france")
    match = table(*AT_SEA, power="england", draws=rolls)
    told = do(match, "england", PlayEvent("machiavelli_the_prince"), ForPower("france"))
    assert next(each for each in told if isinstance(each, SeaBattle)).power == "england", "it is England's impulse"
    for power in ("england", "france"):
        assert asked(match) == ("naval_retreat", power)
        do(match, power, options(match, power)[0])
    assert not count(match, "english_channel", "england")
    assert not count(match, "english_channel", "france")


@shows("9.6/8")
def test_who_loses_such_a_fight_goes_away_alone() -> None:
    rolls = dice("naval_combat", 6, 6, side="england"), dice("naval_combat", 1, 1, side="france")
    match = table(*AT_SEA, power="england", draws=rolls)
    do(match, "england", PlayEvent("machiavelli_the_prince"), ForPower("france"))
    assert count(match, "english_channel", "england") == {"squadrons": 1}
    assert not count(match, "english_channel", "france")


@shows("9.6/8")
def test_a_war_that_is_declared_in_the_diplomacy_phase_is_not_fought_at_once() -> None:
    match = segment(*ARMED, *AT_SEA[2:])
    declare(match, england=("france",))
    do(match, "england", options(match, "england")[0])
    assert count(match, "english_channel", "england") == count(match, "english_channel", "france") == {"squadrons": 1}
