"""A turn that is over in words: what scored and what decided it, in both languages, from what a seat may know."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import new_match
from adjudicator.games.imperial_struggle.fact_types import SIDES, THEATRE, TURN
from adjudicator.games.imperial_struggle.rules.scoring import AwardScored, DemandScored, PrestigeScored
from adjudicator.games.imperial_struggle.rules.war.spoils import SpoilsTaken
from adjudicator.games.imperial_struggle.rules.war.strength import TheatreResolved
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import language
from adjudicator.reports.wording.game import Course, Moment, Stretch, TurnSummary

SHORT = re.compile(r"\b[AEHKMPT]\d\d\b")


@pytest.fixture(scope="module")
def courses() -> dict[str, Course]:
    """The first turn and the war after it, as France learns of them."""
    match, rng, seats = new_match("imperial-struggle", seed=b"a story"), Random(3), ("france",)
    found: dict[str, Course] = {}
    moments, told = [Moment(match.position.n, match.view(seats))], list[Any]()
    while len(found) < 2:
        turn = match.state.turn
        seat = match.decisions()[0].waiting[0]
        told += match.apply(seat, match.sample(seat, rng))
        moments.append(Moment(match.position.n, match.view(seats)))
        if match.state.turn != turn:
            found[TURN.ids[turn]] = Course(seats=seats, moments=tuple(moments), told=tuple(told))
            moments, told = moments[-1:], []
    return found


def everything(told: TurnSummary) -> str:
    """All its words."""
    rows = [cell for section in told.sections if section.table for row in section.table.rows for cell in row.cells]
    items = [f"{item.name} {item.text} {item.note}" for section in told.sections for item in section.items]
    return "\n".join(
        (told.title, *told.story, *rows, *items, *(line for each in told.sections for line in each.paragraphs))
    )


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("turn", ["1", "wss"])
def test_a_turn_is_told_in_finished_sentences(courses: dict[str, Course], office: Any, code: str, turn: str) -> None:
    told = REPORT.turned(courses[turn], language(code))
    assert told.story
    for sentence in (told.title, *told.story):
        assert office.is_finished(SHORT.sub("", sentence), code), sentence
    assert SHORT.search(everything(told)), "places have their short names"


def test_what_scored_adds_up_to_what_the_track_moved_4_1_12(courses: dict[str, Course]) -> None:
    course = courses["1"]
    (table,) = (each.table for each in REPORT.turned(course, language("en")).sections if each.table)
    scored = [
        each.public for each in course.told if isinstance(each.public, AwardScored | PrestigeScored | DemandScored)
    ]
    *rows, total = table.rows
    assert len(rows) >= len(scored)
    figures = [int(row.cells[2].replace("−", "-")) for row in (*rows, total)]
    assert sum(figures[:-1]) == figures[-1]
    before, after = (each.view.public.vp for each in course.moments[-2:])  # type: ignore[attr-defined]
    assert after - before == figures[-1]


def test_what_decided_an_award_is_the_last_change_of_its_lead(courses: dict[str, Course]) -> None:
    course = courses["1"]
    (table,) = (each.table for each in REPORT.turned(course, language("en")).sections if each.table)
    named = {short for row in table.rows for short in SHORT.findall(row.cells[3])}
    changed = "\n".join(
        str(set(SHORT.findall(everything(REPORT.turned(step, language("en"))))))
        for one, two in pairwise(course.moments)
        if (step := Course(seats=course.seats, moments=(one, two), told=(), whole=False))
    )
    assert named
    assert named <= set(SHORT.findall(changed)), "only places that changed hands"


def test_what_gave_most_is_said_of_one_award_only_if_it_is_one(courses: dict[str, Course]) -> None:
    fish, furs, sugar = (DemandScored(each, 3, 1, "france", 2) for each in ("fish", "furs", "sugar"))
    prestige, none = PrestigeScored(1, 2, "britain", 3), AwardScored("india", "india_1", 4, 4, 1)
    for scored, said in (
        ((fish, prestige, none), ["Больше всего дала награда «Престиж»: её взяла Британия, 2 против 1, 3 ПО."]),
        ((fish, sugar), ["Больше всего, по 2 ПО, дали награды: Рыба (Франция) и Сахар (Франция)."]),
        ((fish, furs, sugar, PrestigeScored(1, 2, "britain", 2)), []),
        ((none,), []),
    ):
        told = tuple(ObservedEvent(n, each) for n, each in enumerate(scored, 1))
        course = replace(courses["1"], told=told)
        assert [line for line in REPORT.turned(course, language("ru")).story if "Больше всего" in line] == said


def test_a_war_names_its_theatres_and_who_won_them(courses: dict[str, Course]) -> None:
    course = courses["wss"]
    told = REPORT.turned(course, language("en"))
    fought = [each.public for each in course.told if isinstance(each.public, TheatreResolved)]
    (table,) = (each.table for each in told.sections if each.table)
    assert told.title.startswith("War of the Spanish Succession: ")
    assert [row.cells[0].split()[-1] for row in table.rows] == [f"T1{each.theater}" for each in fought]
    taken = [each.public for each in course.told if isinstance(each.public, SpoilsTaken)]
    named = {each.theater: REPORT.speech(language("en")).thing(THEATRE, each.id) for each in fought}
    assert [item.name for item in table.items] == [named[each.theater] for each in taken]
    assert taken
    assert all(re.search(r"\d", item.text) for item in table.items)


def test_who_won_a_theatre_is_told_with_its_name_wherever_it_stands(courses: dict[str, Course]) -> None:
    """In a story and in a subject no heading stands above it."""
    told = [each for each in courses["wss"].told if isinstance(each.public, TheatreResolved)]
    for each in told:
        words = (
            REPORT.gist([each], SIDES, language("ru"))
            or REPORT.story(
                Stretch(before=None, view=courses["wss"].moments[-1].view, told=[each], seats=()), language("ru")
            )[0]
        )
        assert re.match(r"[А-ЯЁ][^:]+: (?:побеждает (?:Франция|Британия) с перевесом|поровну)", words), words


def test_nothing_of_the_other_hand_is_in_it(courses: dict[str, Course]) -> None:
    """Cards that lie face down or in Britain's hand are told to nobody."""
    for course in courses.values():
        bare = Course(seats=(), moments=course.moments, told=tuple(each for each in course.told if each.public))
        assert everything(REPORT.turned(course, language("en"))) == everything(REPORT.turned(bare, language("en")))


def test_the_mail_of_a_round_names_the_round_that_is_over(courses: dict[str, Course]) -> None:
    moments = courses["1"].moments
    began = 0
    for over in (1, 2, 3):
        ended = next(at for at, each in enumerate(moments) if each.view.public.round > over)  # type: ignore[attr-defined]
        course = Course(seats=("france",), moments=moments[began : ended + 1], told=(), whole=False)
        assert REPORT.turned(course, language("en")).title.startswith(f"Turn 1, round {over}: scored now, ")
        assert REPORT.turned(course, language("ru")).title.startswith(f"Ход 1, раунд {over}: если считать сейчас, ")
        began = ended
