"""The registers of a game's words: templates, joins, parts of the news; what is without words raises."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from adjudicator.components.codes import Code, Many, codes_in
from adjudicator.components.kinds import Kind
from adjudicator.components.names import Naming
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event, Told
from adjudicator.language import language
from adjudicator.reports.asking import Askings, Shelf
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.lexicon import Lexicon, LexiconReport

SEAT = Kind("seat", ("red", "blue"))
TOWN = Kind("town", ("lyon", "paris"))
NAMES = Naming(
    (SEAT, TOWN),
    {
        "en": {SEAT: ("Red", "Blue"), TOWN: ("Lyon", "Paris")},
        "ru": {SEAT: ("Красные", "Синие"), TOWN: ("Лион", "Париж")},
    },
)
EN, RU = language("en"), language("ru")
no_road = Code("3", town=TOWN, roads=Many(TOWN))


class Rode(Event, frozen=True, tag="rode", rule="2", by="seat", own="coins"):
    seat: Annotated[str, SEAT]
    to: Annotated[str, TOWN]
    note: str = ""
    coins: int = 0


class Ride(Action, frozen=True, tag="ride"):
    to: Annotated[str, TOWN]


def lexicon() -> Lexicon:
    made = Lexicon(NAMES, SEAT)
    made.tell(
        Rode,
        {"en": "to %(to)s, coins found: %(coins)s", "ru": "%(to)s, найдено монет: %(coins)s"},
        en="to %(to)s",
        ru="прибытие: %(to)s",
    )
    made.ask("ride", en="where do you ride?", ru="куда вы едете?")
    made.refuse(no_road, en="no road to %(town)s; roads: %(roads)s", ru="нет дороги: %(town)s; есть: %(roads)s")
    return made


REPORT = LexiconReport(lexicon())
TOLD = [Told(1, Rode("red", "lyon"), {"red": Rode("red", "lyon", coins=3)})]


def test_a_game_speaks_with_names_in_both_languages() -> None:
    (group,) = REPORT.news(TOLD, "blue", EN)
    assert [(line.text, line.who and line.who.name, line.rule) for line in group.lines] == [("to Lyon", "Red", "2")]
    assert REPORT.news(TOLD, None, RU)[0].lines[0].text == "прибытие: Лион"
    assert REPORT.effect(TOLD, "red", EN).text == "to Lyon, coins found: 3"
    assert REPORT.effect(TOLD, "red", EN).private
    assert REPORT.effect(TOLD, "blue", EN).text == ""
    facts: dict[str, Any] = {"town": "paris", "roads": ["lyon"]}
    assert REPORT.refusal("no_road", "3", facts, RU) == "нет дороги: Париж; есть: Лион"
    assert REPORT.refusal("no_road", "3", {**facts, "town": "rome"}, EN) == "no road to rome; roads: Lyon"


def test_what_is_without_words_raises() -> None:
    bare = Lexicon(NAMES, SEAT)
    assert bare.unworded([Rode], ["ride"], [no_road]) == ["Rode", "ride", "no_road"]
    assert lexicon().unworded([Rode], ["ride"], [no_road]) == []
    decision = OpenDecision(1, "ride", "2", ("red",), ("red",), False, "choose")
    with pytest.raises(LookupError, match="Rode"):
        LexiconReport(bare).news(TOLD, "red", EN)
    with pytest.raises(LookupError, match="ride"):
        LexiconReport(bare).title(decision, Rode("red", "lyon"), EN)


def test_a_place_that_no_field_fills_is_found_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="town"):
        lexicon().tell(Rode, en="to %(town)s")
    with pytest.raises(TypeError, match="note"):  # no kind says what it names
        lexicon().tell(Rode, en="to %(note)s")
    with pytest.raises(TypeError, match="cost"):
        lexicon().refuse(no_road, en="it costs %(cost)s")


def test_options_stand_on_shelves_in_their_order_with_costs() -> None:
    askings: Askings[Any, int] = Askings(lambda action, purse, to: (str(purse), ""))
    askings.ask("ride", "where to?", "Where do you ride?")
    askings.offer(Ride, "%(to)s", lambda action, purse, to: Shelf((action.to != "paris",), f"by {action.to}", "coins"))
    decision = OpenDecision(1, "ride", "2", ("red",), ("red",), False, "choose")
    asked = Asked(1, decision, tuple(Coded(f"1{n}", Ride(town), town) for n, town in zip("ab", TOWN.ids, strict=True)))
    question = askings.question(asked, 2, lexicon().speech(EN))
    assert [
        (group.heading, group.cost_title, group.options[0].words, group.options[0].cost) for group in question.groups
    ] == [
        ("by paris", "coins", "Paris", "2"),
        ("by lyon", "coins", "Lyon", "2"),
    ]
    assert askings.unasked(["ride", "toll"]) == ["toll"]
    with pytest.raises(LookupError, match="toll"):
        askings.title(OpenDecision(1, "toll", "3", ("red",), ("red",), False, "choose"), 2, lexicon().speech(EN))


def test_codes_know_their_names_and_their_module() -> None:
    import sys

    assert [code.name for code in codes_in(sys.modules[__name__])] == ["no_road"]
