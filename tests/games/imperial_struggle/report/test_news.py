"""Events that belong together are one line, lines stand under their headings, an order line tells its effect."""

from __future__ import annotations

from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.action_round import Passed, RoundEnded, RoundStarted
from adjudicator.games.imperial_struggle.rules.advantages import AdvantageUsed, SquadronSentHome
from adjudicator.games.imperial_struggle.rules.control import (
    AdvantageLost,
    ConflictLifted,
)
from adjudicator.games.imperial_struggle.rules.deal import (
    AwardsLaid,
    DebtLimitRaised,
    EventCardRemoved,
    EventsDealt,
    WarTilesLaid,
)
from adjudicator.games.imperial_struggle.rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from adjudicator.games.imperial_struggle.rules.events.effects import (
    EventWithoutEffect,
)
from adjudicator.games.imperial_struggle.rules.investment import InvestmentTaken
from adjudicator.games.imperial_struggle.rules.ministries.cards import (
    MinistryPoints,
    MinistryUsed,
)
from adjudicator.games.imperial_struggle.rules.payment import Paid
from adjudicator.games.imperial_struggle.rules.points import ActionEnded
from adjudicator.games.imperial_struggle.rules.scoring import DemandScored
from adjudicator.games.imperial_struggle.rules.shifts import SpaceShifted
from adjudicator.games.imperial_struggle.rules.squadrons import SquadronBuilt
from adjudicator.games.imperial_struggle.rules.war.conquest import (
    ConquestRefused,
    SpaceConquered,
    SpoilsUnflagged,
)
from adjudicator.games.imperial_struggle.rules.war.effects import TileEffectUsed
from adjudicator.games.imperial_struggle.rules.war.layout import WarEnded
from adjudicator.games.imperial_struggle.rules.war.resolution import TheatreRevealed, VictoryChecked, WarBegan
from adjudicator.games.imperial_struggle.rules.war.spoils import SpoilsTaken
from adjudicator.games.imperial_struggle.rules.war.strength import Strength, TheatreResolved
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import language
from adjudicator.reports.wording.game import Mention

MINOR = Paid("diplomatic", "minor", 2, 1, 1, 0)
MAJOR = Paid("military", "major", 3, 1, 1, 1)
ECONOMIC = Paid("economic", "major", 2, 2)


def lines_of(*events: Event, seat: str = "britain") -> list[str]:
    groups = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(events, 1)], seat, language("en"))
    return [line.text + (f" ({line.note})" if line.note else "") for group in groups for line in group.lines]


def test_a_pass_is_one_line() -> None:
    told = (
        RoundStarted("france", 1),
        InvestmentTaken("france", "inv_e4_d2"),
        DebtChanged("france", -2, "pass"),
        Passed("france", 2),
    )
    assert lines_of(*told) == ["tile taken: Economic 4 and Diplomatic 2, and passed (debt -2)"]


def test_an_advantage_and_its_effect_are_one_line() -> None:
    told = (AdvantageUsed("france", "rum", ECONOMIC), SpaceShifted("france", "caicos", "unflag", ECONOMIC, "rum"))
    assert lines_of(*told) == ["Caicos: British flag removed (advantage Rum, 2 economic points)"]
    told_free = (AdvantageUsed("france", "baltic_trade"), DebtChanged("france", -2, "baltic_trade"))
    assert lines_of(*told_free) == ["debt -2 (advantage Baltic Trade)"]


def test_treaty_points_for_an_advantage_do_not_part_it_from_its_effect() -> None:
    told = (
        AdvantageUsed("france", "silesia_negotiations", ECONOMIC),
        TreatyPointsChanged("france", 1, "m13"),
        SpaceShifted("france", "savoy", "unflag", ECONOMIC, "silesia_negotiations"),
    )
    assert lines_of(*told) == [
        "Savoy: British flag removed (advantage Silesia Negotiations, 2 economic points)",
        "+1 treaty point (Pompadour & Du Barry)",
    ]


def test_the_effect_of_a_line_ends_with_its_round() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, RoundEnded("france", 4, 1)),
        ObservedEvent(1, TreatyPointsChanged("france", -3, "reduce_treaty_points")),
        ObservedEvent(1, VictoryPoints("france", 1, "fish")),
    ]
    assert REPORT.effect(told, "france", language("en")).text == "round over; not used: 1 point of the major action"


def test_what_an_event_could_not_do_is_told_with_its_condition() -> None:
    assert lines_of(EventWithoutEffect("france", 34, "bonus", "vp")) == [
        "without effect: “1 VP with Governance face up”"
    ]


def test_alternatives_of_which_none_is_possible_are_told_once_5_2() -> None:
    found = {op.option: op.op for op in FACTS.event_versions[11][1].part("effect")}
    assert len(found) == 3
    (line,) = lines_of(*(EventWithoutEffect("britain", 12, "effect", op) for op in found.values()))
    assert line.startswith("without effect: “")
    assert line.count("; or ") == 2


def test_debt_stands_with_the_demand_it_came_from() -> None:
    told = (DemandScored("fish", 2, 1, "france", 2, 1), ForcedDebt("france", 1, 0, "fish"))
    assert lines_of(*told) == ["Fish: France +2 VP, debt +1 (2 to 1)"]


def test_victory_points_name_the_debt_that_did_not_fit_3_10() -> None:
    told = (
        DemandScored("fish", 2, 1, "france", 2, 1),
        ForcedDebt("france", 0, 1, "fish"),
        VictoryPoints("britain", 1, "fish"),
    )
    assert lines_of(*told) == [
        "Fish: France +2 VP (2 to 1; 1 point of debt does not fit below the limit)",
        "+1 VP (debt of France beyond its limit, Fish)",
    ]


def test_victory_points_name_their_side_also_in_its_own_round() -> None:
    told = (RoundStarted("france", 2), VictoryPoints("france", 2, "alberonis_ambition"))
    (group,) = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(told, 1)], "france", language("en"))
    assert [line.who.name for line in group.lines if line.who] == ["France"]


def test_the_track_at_its_end_is_not_a_match_without_a_winner_4_1_13() -> None:
    assert lines_of(VictoryChecked(29)) == ["nobody has won yet, the track stands at 29"]
    assert lines_of(VictoryChecked(34)) == ["the track stands at 34"]


def test_a_ministry_and_its_effect_are_one_line() -> None:
    told = (MinistryUsed("britain", "m10", 1, MAJOR), SquadronBuilt("britain", MAJOR))
    assert lines_of(*told) == [
        "a squadron built, it lies in the navy box (ministry Edmond Halley, 1 military point + 1 debt + 1 treaty point)"
    ]
    bank = (MinistryUsed("britain", "m8", 1), DebtLimitRaised((6, 7)))
    assert lines_of(*bank) == ["the debt limit is 7 now (ministry Bank of England)"]
    points = (MinistryUsed("france", "m1", 1), MinistryPoints("france", "m1", "diplomatic", 2, "major"))
    assert lines_of(*points) == ["2 diplomatic points more (ministry The Cardinal Ministers)"]


def test_spoils_are_one_line_for_winner_and_loser_7_2() -> None:
    told = (
        SpoilsTaken(2, "france", 1, 2, 1),
        VictoryPoints("france", 1, "wss_spain"),
        TreatyPointsChanged("britain", 2, "wss_spain"),
    )
    assert lines_of(*told) == ["spoils: France +1 VP, 1 conquest point; Britain +2 treaty points"]


def test_a_refusal_tells_its_price_once_7_2_2() -> None:
    told = (ConquestRefused("britain", "gibraltar", 3, 1), VictoryPoints("france", 3, "refusal"))
    assert lines_of(*told) == ["Gibraltar is not given up (France scores 3 VP)"]


def test_theatres_have_headings_of_their_own() -> None:
    told = (
        WarBegan("wss"),
        TheatreRevealed(1, "wss_central_europe", ("basic_plus1",), ("basic_plus2",), "france"),
        AdvantageLost("france", "rum"),
        TheatreRevealed(2, "wss_spain", ("basic_plus1",), ("basic_plus2",), "france"),
        VictoryChecked(12, war="wss"),
        WarEnded("wss"),
        WarTilesLaid("france", (0, 0, 0, 0), war="was"),
    )
    groups = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(told, 1)], (), language("en"))
    assert [(group.heading, len(group.lines)) for group in groups] == [
        ("War of the Spanish Succession", 1),
        ("Theatre 1: Central Europe", 2),
        ("Theatre 2: Spain", 1),
        ("Victory Check Phase (War)", 1),
        ("Reset Phase (War)", 1),
        ("War Layout Phase", 1),
    ]


def test_the_victory_check_of_a_war_speaks_of_its_theatres_7_4() -> None:
    told = (VictoryChecked(20, "france", "wss"), VictoryChecked(20, "france"))
    groups = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(told, 1)], (), language("en"))
    found = [(group.heading, line.rule or group.rule, line.text) for group in groups for line in group.lines]
    assert found == [
        (
            "Victory Check Phase (War)",
            "7.4",
            "France won every theatre with the most it can give",
        ),
        ("Victory Check Phase", "4.1.13", "France won every award and all demand"),
    ]


def test_the_effect_of_a_line_of_a_war_ends_with_the_theatre() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, SpaceConquered("france", "gibraltar", 1, "britain")),
        ObservedEvent(1, TheatreRevealed(2, "wss_spain", (), (), "france")),
        ObservedEvent(1, SpoilsUnflagged("britain", "savoy")),
    ]
    for seat in ("france", "britain"):
        text = REPORT.effect(told, seat, language("en")).text
        assert "Gibraltar conquered from Britain (1 conquest point)" in text
        assert "Savoy" not in text


def test_a_symbol_of_a_war_tile_alone_does_not_stand_under_the_spoils_7_1_2() -> None:
    told = [ObservedEvent[Event](1, TileEffectUsed("britain", "basic_unflag", "unflag", "bavaria"))]
    (group,) = REPORT.news(told, (), language("en"))
    assert (group.heading, group.rule) == ("War Resolution Phase", "7.1")


def test_rounds_have_headings_and_sides_are_not_repeated() -> None:
    told = (RoundStarted("france", 2), InvestmentTaken("france", "inv_e4_d2"), RoundEnded("france", 2))
    (group,) = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(told, 1)], (), language("en"))
    assert group.heading == "Action round 2: France"
    assert [(line.who, line.text) for line in group.lines] == [(None, "tile taken: Economic 4 and Diplomatic 2")]


def test_cards_that_leave_one_after_the_other_are_one_line_4_1_6() -> None:
    told = (EventCardRemoved("france", 7), EventCardRemoved("france", 14), EventCardRemoved("britain", 2))
    assert lines_of(*told) == [
        "Austro-Spanish Rivalry P07, Famine in Ireland P14 leave the game (Succession Era)",
        "Acts of Union P02 leaves the game (Succession Era)",
    ]


def test_what_happened_before_a_theatre_was_decided_stands_under_its_name_7_1() -> None:
    used = TileEffectUsed("france", "basic_unflag", "unflag", "sweden")
    resolved = TheatreResolved(1, "wss_central_europe", Strength(2), Strength(1), 1, "france")
    groups = REPORT.news([ObservedEvent(1, used), ObservedEvent(1, resolved)], (), language("en"))
    assert [group.heading for group in groups] == ["Theatre 1: Central Europe"]


def test_an_effect_is_private_only_where_what_it_tells_is() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, RoundEnded("france", 4)),
        ObservedEvent(1, EventsDealt("france", 1), {"france": EventsDealt("france", 1, (7,))}),
    ]
    effect = REPORT.effect(told, "france", language("en"))
    assert (effect.text, effect.private) == ("round over", False)


def test_markets_that_are_isolated_stand_in_the_standing_not_in_the_news_5_4_1() -> None:
    told = (RoundStarted("france", 2, ("caicos",)), RoundStarted("britain", 2, ("caicos",)))
    assert lines_of(*told) == []


def test_a_round_whose_beginning_was_told_before_learns_its_number_from_its_end() -> None:
    told = (SpaceShifted("britain", "savoy", "flag", MINOR), RoundEnded("britain", 3, 1))
    (group,) = REPORT.news([ObservedEvent(n, event) for n, event in enumerate(told, 1)], (), language("en"))
    assert group.heading == "Action round 3: Britain"


def test_a_round_whose_beginning_was_told_before_and_that_goes_on_has_its_number() -> None:
    before = [ObservedEvent(1, RoundStarted("france", 4))]
    told = [ObservedEvent(2, SquadronSentHome("britain", "biscay"))]
    (group,) = REPORT.news(told, "france", language("en"), before)
    assert group.heading == "Action round 4: France"
    assert group.lines[0].text == "Biscay: British squadron goes to its navy box"
    (other,) = REPORT.news(told, "france", language("en"), [*before, ObservedEvent(1, RoundEnded("france", 4))])
    assert other.heading != group.heading


def test_the_effect_of_a_line_tells_own_deeds_only() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, SpaceShifted("france", "savoy", "flag", MINOR)),
        ObservedEvent(1, ConflictLifted("savoy")),
        ObservedEvent(2, RoundEnded("france", 2)),
        ObservedEvent(2, RoundStarted("britain", 2)),
        ObservedEvent(2, AwardsLaid(("award_1",) * 4)),
    ]
    assert REPORT.effect(told, "france", language("en")).text == (
        "Savoy: French flag (1 diplomatic point + 1 debt, minor action); Savoy: the conflict marker leaves; round over"
    )


def test_points_left_by_an_action_are_told_once_with_what_ended_it_5_3() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, ActionEnded("france", "major", 1)),
        ObservedEvent(1, SpaceShifted("france", "savoy", "unflag", MINOR)),
        ObservedEvent(1, AdvantageLost("britain", "mediterranean_intrigue")),
    ]
    assert REPORT.effect(told, "france", language("en")).text == (
        "Savoy: British flag removed (1 diplomatic point + 1 debt, minor action, "
        "1 point of the major action unused); Britain: advantage lost: Mediterranean Intrigue"
    )
    (group,) = REPORT.news(told, "france", language("en"))
    assert [line.note for line in group.lines] == [
        "1 diplomatic point + 1 debt, minor action, 1 point of the major action unused",
        "",
    ]
    assert lines_of(ActionEnded("france", "major", 2)) == ["2 points of the major action unused"]


def test_both_actions_of_a_round_can_leave_points_5_0() -> None:
    over = RoundEnded("france", 2, 3, 2)
    (line,) = REPORT.news([ObservedEvent(1, over)], (), language("ru"))[0].lines
    assert line.text == ("раунд закончен, не использовано: 3 очка основного действия и 2 очка дополнительного действия")


def test_an_effect_covers_the_news_that_it_tells_and_no_others() -> None:
    told: list[ObservedEvent[Event]] = [
        ObservedEvent(1, SpaceShifted("france", "savoy", "flag", MINOR)),
        ObservedEvent(2, RoundEnded("france", 2)),
        ObservedEvent(2, RoundStarted("britain", 2)),
        ObservedEvent(2, AwardsLaid(("award_1",) * 4)),
    ]
    covered = REPORT.effect(told, "france", language("en")).covers
    lines = [line for group in REPORT.news(told, "france", language("en")) for line in group.lines]
    left = [line.text for line in lines if Mention(line.log or 0, line.text, line.note) not in covered]
    assert len(left) == 1
    assert left[0].startswith("awards ")
