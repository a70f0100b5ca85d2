"""What mails tell of a year: the results of all orders, retreats, centres; the table, the curve and the options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import Match, game_named, new_match
from adjudicator.games.diplomacy.events import MustRetreat
from adjudicator.games.diplomacy.facts import SPRING
from adjudicator.games.diplomacy.house_rules import HouseRules
from adjudicator.games.diplomacy.phases import adjusting, counting, moving, new_year, retreating
from adjudicator.games.diplomacy.questions import Build, Convoy, Move, Retreat, Support
from adjudicator.games.diplomacy.rules.geography import ARMY, FLEET
from adjudicator.games.diplomacy.rules.resolution import Unit
from adjudicator.games.diplomacy.state import State
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.written_orders import Ready
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded, Course, Moment
from tests.games.diplomacy.test_year import all_ready, begun, placed

REPORT = game_named("diplomacy").part("report")
FIGHT = (Unit("france", ARMY, "par"), Unit("france", ARMY, "gas"), Unit("germany", ARMY, "bur"))
DISLODGED = {"france": [Move("par", "bur"), Support("gas", "par", "bur")]}


def told(events: Iterable[Any], code: str) -> dict[str, list[str]]:
    news: Sequence[ObservedEvent[Any]] = [ObservedEvent(n, event, {}) for n, event in enumerate(events)]
    return {group.heading: [line.noted for line in group.lines] for group in REPORT.news(news, (), language(code))}


def with_rules(state: State, **rules: Any) -> State:
    state.rules = replace(HouseRules(), **rules)
    return state


def fight(**rules: Any) -> Match:
    return begun(with_rules(placed(*FIGHT), **rules), [moving(SPRING), retreating(), new_year()])


def test_the_results_of_all_orders_are_told_by_power() -> None:
    match = fight()
    events = all_ready(match, DISLODGED)
    assert told(events, "en")["Spring 1901"] == [
        "France: A Gascony S A Paris - Burgundy",
        "France: A Paris - Burgundy",
        "Germany: A Burgundy H (dislodged)",
        "Germany: must retreat from Burgundy: Belgium, Marseilles, Munich, Picardy, Ruhr",
    ]
    assert told(events, "ru")["Весна 1901"][2] == "Германия: А Бургундия СТОИТ (выбит)"
    events = all_ready(match, {"germany": [Retreat("bur", "mun")]})
    assert told(events, "en")["Retreats"] == ["Germany: A Burgundy → Munich"]
    assert told(events, "ru")["Отступления"] == ["Германия: А Бургундия → Мюнхен"]


def test_centres_are_told_with_whose_they_were() -> None:
    owners = {"mun": "germany", "par": "france"}
    match = begun(placed(Unit("france", ARMY, "mun"), owners=owners), [counting(), adjusting(), new_year()])
    news = told([each.public for each in match.opening], "en")
    assert news["Centres"] == ["France: takes Munich (Germany)", "centres: France 2"]
    table = REPORT.standing(match.view(), (), None, language("en")).tables[0]
    assert table.rows[0].cells == ("France", "2", "1", "Munich, Paris")
    score = REPORT.score(match.view())
    assert score.points["france"] == 2
    assert REPORT.chart([score, score], language("ru")).alt.startswith("Центры: Австрия 0")


def test_a_question_lists_its_answers_by_unit() -> None:
    match = new_match("diplomacy", seed=b"question")
    book = match.game.part("phrases").at(match.state)
    options = tuple(Coded(str(n), order, book.say(order, "en")) for n, order in enumerate(match.options("france")))
    asked = Asked(1, match.decisions()[0], options)
    question = REPORT.question(asked, match.view("france"), "france", language("en"))
    assert [group.heading for group in question.groups] == ["Brest", "Marseilles", "Paris"]
    assert question.title == "What do your units do?"
    assert question.secret


def test_possible_retreats_are_told_unless_the_campaign_hides_them() -> None:
    for shown, places in ((True, ("bel", "mar", "mun", "pic", "ruh")), (False, ())):
        events = all_ready(fight(show_retreats=shown), DISLODGED)
        assert MustRetreat("germany", ARMY, "bur", places) in events


def test_powers_build_in_all_their_centres_where_the_campaign_says_so() -> None:
    owners = {"spa": "france", "por": "france"}
    for anywhere in (False, True):
        state = with_rules(placed(Unit("france", ARMY, "gas"), owners=owners), build_anywhere=anywhere)
        match = begun(state, [adjusting(), new_year()])
        assert (Build(FLEET, "spa_nc") in match.options("france")) is anywhere


@pytest.mark.parametrize(("paradox", "dislodged"), [("szykman", {"eng"}), ("all_hold", set())])
def test_a_paradox_is_resolved_by_the_rule_of_the_campaign(paradox: str, dislodged: set[str]) -> None:
    units = (
        Unit("england", FLEET, "lon"), Unit("england", FLEET, "wal"), Unit("france", ARMY, "bre"),
        Unit("france", FLEET, "eng"),
    )  # fmt: skip
    match = begun(with_rules(placed(*units), paradox=paradox), [moving(SPRING), retreating(), new_year()])
    all_ready(
        match,
        {
            "england": [Support("lon", "wal", "eng"), Move("wal", "eng")],
            "france": [Move("bre", "lon", by_convoy=True), Convoy("eng", "bre", "lon")],
        },
    )
    assert set(match.state.dislodged) == dislodged
    assert match.state.units["bre"].kind == ARMY


def test_the_last_year_ends_in_a_draw_of_those_who_have_a_centre() -> None:
    state = with_rules(placed(Unit("france", ARMY, "gas"), owners={"par": "france", "mun": "germany"}), last_year=1907)
    state.year = 1907
    match = begun(state, [counting(), new_year()])
    assert match.result is not None
    assert (match.result.winners, match.result.how) == (("france", "germany"), "draw")


def test_each_season_is_a_turn_with_a_report_of_its_own() -> None:
    match = new_match("diplomacy", seed=b"year")
    before, news = match.view(), list[ObservedEvent[Any]]()
    for season, year, turns in (("Spring", 1901, 1), ("Autumn", 1901, 2), ("Spring", 1902, 3)):
        for seat in match.pending_seats:
            news += match.apply(seat, Ready())
        assert match.game.turns_done(match.state) == turns
        course = Course(seats=(), moments=(Moment(0, before), Moment(1, match.view())), told=tuple(news))
        summary = REPORT.turned(course, language("en"))
        assert summary.title == REPORT.gist(news, (), language("en")) == f"{season} {year}"
        assert summary.sections[0].table.rows[0].cells[:3] == ("Russia", "4", "4")
        assert f"{season} {year}" in match.game.part("board")(match.view(), "en").alt
    assert match.state.counts[-1] == match.state.counts[0]
