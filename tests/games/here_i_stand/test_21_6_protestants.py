"""The Protestants before and after the Schmalkaldic League (21.6)."""

from adjudicator.games.here_i_stand.facts import CARD, ELECTORATE, HOME_OF, LOCATION
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules import ways
from adjudicator.games.here_i_stand.rules.building import RaiseUnits, TakeControl
from adjudicator.games.here_i_stand.rules.diplomacy import declarations
from adjudicator.games.here_i_stand.rules.diplomacy.deals import Deal
from adjudicator.games.here_i_stand.rules.faith import sources
from adjudicator.games.here_i_stand.rules.faith.attempts import Try, attempting
from adjudicator.games.here_i_stand.rules.faith.conversion import convert, rise
from adjudicator.games.here_i_stand.rules.faith.league import ChooseNearest, forming, league_holds, may_form
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, PlayEvent
from adjudicator.games.here_i_stand.rules.war import entering
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.winter import must_go, quarters, winter_over
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    count,
    dice,
    do,
    hand,
    leader,
    protestant,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)


@shows("21.6/1")
def test_pl_1_the_protestants_declare_no_war() -> None:
    state = table().state
    assert not declarations.targets(state, "protestant")
    bad = declarations.refused(state, "protestant", "england")
    assert bad is not None
    assert bad.code == "no_war_before_league"


def reformed(*places: str) -> Arrange:
    """Spaces are Protestant, with the regulars that came when electorates turned."""

    def arrange(state: rules.State) -> None:
        for at in places:
            state.protestant |= rules.bit(at)
            waiting = state.display.get(at, 0)
            if waiting:
                state.display = {space: number for space, number in state.display.items() if space != at}
                rules.add(state, at, "protestant", {"regulars": waiting})

    return arrange


@shows("21.6/1")
def test_pl_2_the_protestants_build_no_unit() -> None:
    match = table(reformed("wittenberg"), controls("protestant", "wittenberg"), power="protestant", cp=4)
    for unit in ("regular", "mercenary"):
        assert refused(match, "protestant", RaiseUnits(unit, "wittenberg")) == "before_league"
    match = table(hand("protestant", "foreign_recruits"), hand("ottoman", "gout"), power="protestant")
    assert refused(match, "protestant", PlayEvent("foreign_recruits")) == "no_effect"


@shows("21.6/1")
def test_pl_3_the_protestants_move_no_unit() -> None:
    match = table(reformed("wittenberg"), power="protestant", cp=4)
    assert refused(match, "protestant", March("wittenberg", "leipzig", regulars=1)) == "before_league"


@shows("21.6/2")
def test_pl_4_nobody_declares_war_on_the_protestants() -> None:
    state = table().state
    for power in ("ottoman", "hapsburg", "england", "france", "papacy"):
        assert "protestant" not in declarations.targets(state, power)
        bad = declarations.never(state, power, "protestant")
        assert bad is not None
        assert bad.code == "no_war_before_league"


@shows("21.6/2")
def test_pl_5_others_do_not_move_into_an_electorate() -> None:
    match = table(units("leipzig", "hapsburg", regulars=2), cp=3)
    assert refused(match, "hapsburg", March("leipzig", "wittenberg", regulars=1)) == "electorate"


@shows("21.6/2")
def test_pl_6_others_do_not_retreat_into_an_electorate() -> None:
    state = table(units("worms", "hapsburg", regulars=2)).state
    assert not entering.refuge(state, "hapsburg", "mainz")
    assert not any(at in ELECTORATE for at in quarters(state, "hapsburg", "hapsburg", "worms"))


@shows("21.6/3")
def test_pl_7_an_electorate_brings_its_regulars_when_it_turns() -> None:
    due = {"wittenberg": 2, "augsburg": 2, "brandenburg": 1, "mainz": 1, "trier": 1, "cologne": 1}
    assert table().state.display == due
    there = (reformed("wittenberg"), protestant("erfurt", "nuremberg"))
    number = sources.dice(table(*there).state, "protestant", "brandenburg")
    match = table(
        *there,
        frames=[attempting("protestant", 1, "german")],
        power="protestant",
        draws=[dice("attempt", *[6] * number, space="brandenburg")],
    )
    do(match, "protestant", Try("brandenburg"))
    assert count(match, "brandenburg", "protestant") == {"regulars": 1}
    assert "brandenburg" not in match.state.display


@shows("21.6/3")
def test_pl_8_only_the_first_conversion_counts() -> None:
    match = table(reformed("mainz"))
    state = match.state
    state.protestant &= ~rules.bit("mainz")
    assert count(match, "mainz", "protestant") == {"regulars": 1}, "who is there stays"
    state.protestant |= rules.bit("mainz")
    assert "mainz" not in state.display


@shows("21.6/1")
def test_pl_9_no_mercenaries_no_control_and_no_line_through_electorates() -> None:
    match = table(units("basel", "protestant", regulars=1), power="protestant", cp=2)
    assert refused(match, "protestant", TakeControl("basel")) == "no_line"
    deal = Deal(("hapsburg", "protestant"), mercenaries=1, mercenaries_from="hapsburg")
    talks = state_of(negotiating=True, turn=2)
    match = table(talks, hand("hapsburg", "gout"), units("vienna", "hapsburg", mercenaries=1))
    assert refused(match, "hapsburg", deal) == "no_mercenaries_for"
    assert ways.supplied(match.state, "hapsburg") >> LOCATION.index["leipzig"] & 1
    around = ("erfurt", "nuremberg", "prague")
    cut = table(controls("france", *around)).state
    assert not ways.supplied(cut, "hapsburg") >> LOCATION.index["leipzig"] & 1, "Wittenberg alone is no way"


def test_pl_10_the_protestant_home_spaces_are_the_hapsburgs() -> None:
    state = table().state
    home = LOCATION.ids_of(HOME_OF["protestant"])
    assert len(home) == 21
    assert {rules.controller(state, at) for at in home} == {"hapsburg"}


def test_pl_11_protestant_units_stay_where_they_are_in_winter() -> None:
    match = table(reformed("wittenberg", "augsburg"))
    assert must_go(match.state, "protestant", "wittenberg") == 0
    assert must_go(match.state, "protestant", "augsburg") == 0


TWELVE = (
    *("wittenberg", "brandenburg", "augsburg", "erfurt", "kassel", "leipzig", "magdeburg", "hamburg", "lubeck"),
    *("bremen", "nuremberg", "worms"),
)


@shows("21.6/13")
def test_sl_1_the_league_waits_for_turn_2() -> None:
    assert not may_form(table(reformed(*TWELVE)).state)
    assert may_form(table(reformed(*TWELVE), state_of(turn=2)).state)


@shows("21.6/13")
def test_sl_2_it_needs_twelve_protestant_spaces_and_unrest_counts() -> None:
    assert not may_form(table(reformed(*TWELVE[1:]), state_of(turn=2)).state)
    assert may_form(table(reformed(*TWELVE), unrest("erfurt", "kassel"), state_of(turn=2)).state)


@shows("21.6/13")
def test_sl_3_it_forms_in_the_winter_of_turn_4_whatever_the_threshold() -> None:
    match = table(reformed("wittenberg"), state_of(turn=4), frames=[winter_over()])
    assert match.state.league
    assert CARD.number("schmalkaldic_league") in match.state.gone
    match = table(reformed("wittenberg"), state_of(turn=3), frames=[winter_over()])
    assert not match.state.league


@shows("6.1/7")
def test_sl_4_a_card_that_comes_too_early_is_two_points_and_comes_back() -> None:
    match = table(hand("france", "schmalkaldic_league"), hand("ottoman", "gout"), reformed("erfurt"), power="france")
    do(match, "france", PlayEvent("schmalkaldic_league"))
    assert match.state.impulse.cp == 2
    do(match, "france", EndImpulse())
    assert not match.state.league
    assert match.state.discard == [CARD.number("schmalkaldic_league")]


def formed(*arrange: Arrange) -> rules.State:
    """The state when the League has been formed."""
    match = table(*arrange, state_of(turn=3), frames=[forming()])
    while match.decisions() and match.decisions()[0].kind == "nearest":
        option = match.options("protestant")[0]
        match.apply("protestant", option)
    return match.state


@shows("21.6/4", "21.6/5")
def test_sl_5_and_6_leaders_join_the_nearest_protestant_stacks() -> None:
    state = formed(reformed("wittenberg", "mainz"))
    assert state.leaders["john_frederick"].at == "wittenberg"
    assert state.leaders["philip_of_hesse"].at == "mainz"
    state = formed(reformed("trier"))
    assert state.leaders["john_frederick"].at == "trier"


@shows("21.6/6")
def test_sl_7_protestant_home_spaces_come_under_their_control() -> None:
    state = formed(reformed("wittenberg"), protestant("erfurt", "zurich"), unrest("erfurt"))
    assert rules.controller(state, "wittenberg") == "protestant"
    assert rules.controller(state, "erfurt") == "protestant", "unrest is no exception"
    assert rules.controller(state, "kassel") == "hapsburg", "it is Catholic"
    assert rules.controller(state, "zurich") == "independent", "it is no home space"


@shows("21.6/7")
def test_sl_8_a_space_with_a_fortress_marker_keeps_its_controller() -> None:
    state = formed(reformed("wittenberg"), protestant("erfurt"), state_of(fortresses=rules.bit("erfurt")))
    assert rules.controller(state, "erfurt") == "hapsburg"


@shows("21.6/8")
def test_sl_9_all_restrictions_end() -> None:
    match = table(reformed("wittenberg"), frames=[league_holds()])
    state = match.state
    assert "england" in declarations.targets(state, "protestant")
    assert entering.entry_refused(state, "hapsburg", "wittenberg") is None
    match = table(
        reformed("wittenberg"),
        controls("protestant", "wittenberg"),
        war("protestant", "hapsburg"),
        state_of(league=True),
        power="protestant",
        cp=3,
    )
    do(match, "protestant", RaiseUnits("mercenary", "wittenberg"), March("wittenberg", "leipzig", mercenaries=1))


@shows("21.6/9")
def test_sl_10_the_wars_with_hapsburgs_and_papacy_never_end() -> None:
    state = formed(reformed("wittenberg"))
    for other in ("hapsburg", "papacy"):
        assert rules.at_war(state, "protestant", other)
    match = table(state_of(negotiating=True, turn=3, league=True), frames=[league_holds()])
    match.state.negotiating = True
    deal = Deal(("hapsburg", "protestant"), peace=True)
    assert (
        match.game.anytime(match.state, "hapsburg").illegality(match.state, "hapsburg", deal).code
        == "no_peace_possible"
    )


@shows("21.6/10")
def test_sl_11_protestants_leave_catholic_electorates() -> None:
    match = table(reformed("wittenberg", "mainz"))
    state = match.state
    state.protestant &= ~rules.bit("mainz")
    state = formed(reformed("wittenberg", "mainz"), lambda state: setattr(state, "protestant", rules.bit("wittenberg")))
    assert not rules.land_of(state, "protestant", "mainz")
    assert rules.land_of(state, "protestant", "wittenberg") == 3


class PlayStub:
    """What a conversion needs of a step: the state, and somewhere to tell it."""

    def __init__(self, match: object) -> None:
        self.state = match.state  # type: ignore[attr-defined]

    def emit(self, event: object) -> None:
        """Tell nobody."""


@shows("21.6/12")
def test_sl_12_afterwards_display_units_need_religion_and_control() -> None:
    match = table(reformed("wittenberg"), state_of(league=True))
    play = PlayStub(match)
    convert(play, "cologne", "protestant")  # type: ignore[arg-type]
    assert match.state.display["cologne"] == 1, "the Hapsburgs control it"
    rules.set_controller(match.state, "cologne", "protestant")
    rise(play, "cologne")  # type: ignore[arg-type]
    assert "cologne" not in match.state.display
    assert count(match, "cologne", "protestant") == {"regulars": 1}


def test_sl_13_an_option_withholds_them_while_the_electorate_is_besieged() -> None:
    there = (units("cologne", "france", regulars=3), controls("protestant", "cologne"), protestant("cologne"))
    for waits in (True, False):
        match = table(
            *there,
            siege("cologne", "france"),
            state_of(league=True),
            options={"display_waits_for_siege": waits},
        )
        rise(PlayStub(match), "cologne")  # type: ignore[arg-type]
        assert ("cologne" in match.state.display) == waits


@shows("21.6/11")
def test_sl_14_electorates_are_taken_by_siege_only() -> None:
    match = table(
        units("erfurt", "protestant", regulars=2),
        controls("protestant", "erfurt", "wittenberg"),
        state_of(league=True),
        power="protestant",
        cp=2,
    )
    assert refused(match, "protestant", TakeControl("mainz")) == "fortified_space"


@shows("21.6/4", "21.6/5")
def test_sl_15_the_protestants_choose_among_nearest_stacks() -> None:
    match = table(
        units("erfurt", "protestant", regulars=1),
        units("nuremberg", "protestant", regulars=1),
        state_of(turn=3),
        frames=[forming()],
    )
    asked = match.decisions()[0]
    assert (asked.kind, asked.waiting) == ("nearest", ("protestant",))
    offers = match.options("protestant")
    assert all(isinstance(each, ChooseNearest) for each in offers)
    assert len(offers) > 1


@shows("21.6/10")
def test_sl_16_a_leader_goes_with_the_stack_that_relocates() -> None:
    state = formed(reformed("mainz", "augsburg"), lambda state: setattr(state, "protestant", rules.bit("augsburg")))
    assert state.leaders["philip_of_hesse"].at == "augsburg"


def test_leaders_wait_where_no_protestant_unit_is_on_the_map() -> None:
    state = formed(leader("suleiman", "istanbul"))
    assert state.leaders["john_frederick"].returns
