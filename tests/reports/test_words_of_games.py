"""The registers of a game's words: templates, joins, parts of the news; what is without words raises."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator.components.kinds import Kind, Many, Reference
from adjudicator.components.load import FactError
from adjudicator.components.names import Naming
from adjudicator.components.piece_fields import By, Count, Hidden, One, Pile
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import declared_classes
from adjudicator.kernel.codes import Code, codes_in
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport
from adjudicator.reports.wording.option_groups import Shelf
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.wordfile import read_words

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
TownId = Annotated[str, TOWN]
no_road = Code("3", town=TOWN, roads=Many(TOWN))


class Rode(Event, frozen=True, tag="rode", rule="2", by="seat", own=("coins",)):
    seat: Annotated[str, SEAT]
    to: Annotated[str, TOWN]
    note: str = ""
    coins: int = 0


class Ride(Action, frozen=True, tag="ride"):
    to: Annotated[str, TOWN]


RULES = """
from adjudicator import Answers, Event
from adjudicator.kernel.chapters import declared_classes
from adjudicator.kernel.codes import Code
from tests.reports.test_words_of_games import TownId

class Fell(Event, frozen=True, tag="fell"):
    pass

class Where(Answers):
    kind = "where"
    to: TownId

no_way = Code("1")
"""


class State(msgspec.Struct, array_like=True):
    coins: Annotated[dict[str, int], By(SEAT, Count())]
    at: Annotated[dict[str, str], By(SEAT, One(TOWN, none=""))]
    goods: Annotated[list[str], Pile(TOWN)]
    hands: Annotated[dict[str, list[str]], By(SEAT, Pile(TOWN)), Hidden.FROM_OTHERS]


FORM = StateSchema(State, seats=SEAT)


def lexicon() -> Lexicon:
    made = Lexicon(NAMES, SEAT, FORM)
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
TOLD = [ObservedEvent(1, Rode("red", "lyon"), {"red": Rode("red", "lyon", coins=3)})]


def test_a_game_speaks_with_names_in_both_languages() -> None:
    (group,) = REPORT.news(TOLD, "blue", EN)
    assert [(line.text, line.who and line.who.name, line.rule) for line in group.lines] == [("to Lyon", "Red", "2")]
    assert REPORT.news(TOLD, (), RU)[0].lines[0].text == "прибытие: Лион"
    assert REPORT.effect(TOLD, "red", EN).text == "to Lyon, coins found: 3"
    assert REPORT.effect(TOLD, "red", EN).private
    assert REPORT.effect(TOLD, "blue", EN).text == ""
    facts: dict[str, Any] = {"town": "paris", "roads": ["lyon"]}
    assert REPORT.refusal("no_road", "3", facts, RU) == "нет дороги: Париж; есть: Лион"
    assert REPORT.refusal("no_road", "3", {**facts, "town": "rome"}, EN) == "no road to rome; roads: Lyon"


def test_what_is_without_words_raises() -> None:
    bare = Lexicon(NAMES, SEAT, FORM)
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


def test_a_template_has_cases_and_places_that_functions_fill() -> None:
    made = lexicon()
    made.tellings.tell(
        Rode,
        {"lyon": "home to %(to)s", True: "to %(goal)s %(times)s"},
        by="to",
        who="",
        important="coins",
        note="from %(to)s",
        goal="to",
        times=lambda event, to: to.signed(event.coins),
    )
    said = [
        made.tellings.said(Rode("red", town, coins=coins), made.speech(EN))
        for town, coins in (("lyon", 0), ("paris", 2))
    ]
    assert [(each.text, each.note, each.who) for each in said] == [
        ("home to Lyon", "from Lyon", ""),
        ("to Paris +2", "from Paris", ""),
    ]
    assert [each.important for each in said] == [False, True]
    with pytest.raises(TypeError, match="town"):
        made.tellings.tell(Rode, {True: "to %(town)s", False: "nowhere"}, by="to")


def test_a_shelf_that_is_declared_is_said_in_the_language() -> None:
    askings: PromptTemplates[Any, int] = PromptTemplates()
    askings.offer(Ride, "%(to)s", Shelf((1,), "Your orders"))
    options = [Coded("1a", Ride("lyon"), "lyon")]
    (group,) = askings.groups(options, 0, lexicon().speech(RU))
    assert group.heading == "Ваши приказы"


def test_options_stand_on_shelves_in_their_order_with_costs() -> None:
    askings: PromptTemplates[Any, int] = PromptTemplates(lambda action, purse, to: (str(purse), ""))
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


def test_the_position_is_shown_with_the_names_of_what_lies_in_its_fields() -> None:
    made = lexicon()
    for field in ("coins", "at", "goods"):
        made.show(field, en=field, ru=field)
    made.hold("hands", en="Your towns", ru="Ваши города")
    made.draw("town", TOWN, en="a town", ru="город")
    report = LexiconReport(made)
    at, hands = {"red": "paris", "blue": ""}, {"red": ["paris"], "blue": []}
    state = State({"red": 2, "blue": 0}, at, ["lyon", "paris", "lyon"], hands)
    view = FORM.view(state, frozenset({"red"}))
    assert [fact.value for fact in report.standing(view, "red", None, EN).facts] == [
        "Red 2, Blue 0",
        "Red: Paris",
        "2 × Lyon, Paris",
    ]
    richer = FORM.view(State({"red": 1, "blue": 3}, at, ["lyon"], hands), frozenset({"red"}))
    changes = [fact.change for fact in report.standing(richer, "red", view, EN).facts]
    assert changes == ["Red -1, Blue +3", "", ""]
    assert made.lines(view, "ru")[1] == "at: Красные: Париж"
    (holding,) = report.holdings(view, "red", EN)
    assert (holding.heading, [item.name for item in holding.items]) == ("Your towns", ["Paris"])
    assert (report.draw("town", RU), report.drawn("town", "lyon", RU)) == ("город", ("Лион",))


def test_a_seat_has_the_colour_that_goes_with_its_board() -> None:
    assert [Lexicon(NAMES, SEAT, FORM, tones=(4, 7)).party(seat, EN).tone for seat in SEAT.ids] == [4, 7]
    assert [lexicon().party(seat, EN).tone for seat in SEAT.ids] == [1, 2]


def test_a_place_may_ask_for_a_case() -> None:
    made = lexicon()
    made.tell(Rode, en="rides to %(to)s", ru="едет из %(to@genitive)s")
    made.refuse(no_road, en="no road from %(town)s", ru="нет дороги из %(town@genitive)s")
    made.ask("ride", {"to": Reference(TOWN)}, en="%(to)s?", ru="до %(to@genitive)s?")
    report = LexiconReport(made)
    assert report.news(TOLD, (), RU)[0].lines[0].text == "едет из Лиона"
    assert report.news(TOLD, (), EN)[0].lines[0].text == "rides to Lyon"
    assert report.refusal("no_road", "3", {"town": "paris", "roads": []}, RU) == "нет дороги из Парижа"
    assert report.refusal("no_road", "3", {"town": "rome", "roads": []}, RU) == "нет дороги из rome"
    asked = OpenDecision(1, "ride", "2", ("red",), ("red",), False, "choose", {"to": "lyon"})
    assert report.title(asked, Rode("red", "lyon"), RU) == "до Лиона?"
    assert report.lexicon.asked(asked, EN) == ("Lyon?", "Lyon?")
    made.ask("ride", heading={"en": "where do you ride?", "ru": "куда?"}, en="your ride", ru="ваш ход")
    assert report.lexicon.asked(asked, EN) == ("your ride", "where do you ride?")
    with pytest.raises(TypeError, match="from"):
        made.ask("ride", {"to": Reference(TOWN)}, en="from %(from)s?")


WORDS = """
told: {fell: a fall}
asked: {where: "where to %(to)s?"}
refused: {no_way: no way}
shown: {coins: Coins}
"""


def test_files_of_words_must_say_everything_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chapter_of_falls.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("chapter_of_falls")
    (tmp_path / "words.en.yaml").write_text(WORDS)
    (tmp_path / "words.ru.yaml").write_text("told: {fel: x}\nasked: {where: x}\nrefused: {no_way: x}\n")
    with pytest.raises(FactError) as problems:
        read_words(Lexicon(NAMES, SEAT, FORM), tmp_path, [module])
    assert problems.value.problems == (
        "words.ru.yaml: told.fell: has no words",
        "words.ru.yaml: told.fel: there is no such thing",
        "words.ru.yaml: shown.coins: has no words",
    )
    (tmp_path / "words.ru.yaml").write_text(WORDS)
    made = read_words(Lexicon(NAMES, SEAT, FORM), tmp_path, [module])
    assert made.unworded(declared_classes(Event, module), ["where"], codes_in(module)) == []
    (tmp_path / "words.ru.yaml").write_text("tell: {}")
    with pytest.raises(FactError, match=r"words.ru.yaml: .*unknown field"):
        read_words(Lexicon(NAMES, SEAT, FORM), tmp_path, [module])


def test_codes_know_their_names_and_their_module() -> None:
    import sys

    assert [code.name for code in codes_in(sys.modules[__name__])] == ["no_road"]


def test_what_is_hidden_is_shown_by_its_back_and_without_one_as_unknown() -> None:
    hidden = msgspec.defstruct(
        "Table",
        [
            ("laid", Annotated[list[str], Pile(TOWN, back=lambda id: id[0]), Hidden.FROM_ALL]),
            ("bid", Annotated[str, TOWN, Hidden.FROM_ALL]),
        ],
    )
    form = StateSchema(hidden, seats=SEAT)
    lexicon = Lexicon(NAMES, SEAT, form)
    lexicon.show("laid", en="Laid", ru="Лежит")
    lexicon.show("bid", en="Bid", ru="Ставка")
    lexicon.turn("l", en="green back", ru="зелёная рубашка")
    view = form.view(hidden(["lyon", "paris", "lyon"], "paris"), frozenset())
    assert lexicon.lines(view, "en") == ["Laid: 2 × green back, ?", "Bid: ?"]
    assert lexicon.lines(view, "ru") == ["Лежит: 2 × зелёная рубашка, ?", "Ставка: ?"]
