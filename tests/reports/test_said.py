"""Questions and refusals whose words stand in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import msgspec
import pytest

from adjudicator import Action, Event, Question, word
from adjudicator.components import Code, Kind
from adjudicator.components.load import FactError
from adjudicator.language import language
from adjudicator.reports.model import Party
from adjudicator.reports.wording.event_text import EventTemplates, Heard
from adjudicator.reports.wording.game import Coded
from adjudicator.reports.wording.option_groups import Shelf
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import Speech
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.template_file import messages
from adjudicator.reports.wording.worded import Registers

TOWN = Kind("town", ("lyon", "metz"))
ROAD = Kind("road", ("north", "south"))
SEAT = Kind("seat", ("red", "blue"))
Stay = word("stay", "Stay. Rule 1.")


class Towns(Speech):
    def thing(self, kind: Kind[Any], id: Any) -> str:
        return str(id).capitalize()

    def party(self, seat: str) -> Party:
        return Party(name=seat.capitalize(), letter=seat[:1], tone=1)


def registers() -> Registers[Towns, None]:
    where = Phase[Towns]("turn", lambda event, to: None).unless()  # type: ignore[arg-type, return-value]
    tellings: EventTemplates[Towns] = EventTemplates(lambda seat, to: to.party(seat), where)
    return Registers(tellings, PromptTemplates(), Stories(lambda seat, to: seat), Refusals())


def chapter(name: str) -> ModuleType:
    module = ModuleType(name)
    source = """
full = Code("1", town=TOWN)
GO = Question("go", "1", Stay, about={"town": TownId})
"""
    given = {"Code": Code, "Question": Question, "TOWN": TOWN, "TownId": Annotated[str, TOWN], "Stay": Stay}
    vars(module).update(given)
    exec(source, vars(module))
    return module


def read(tmp_path: Path, text: str) -> Registers[Towns, None]:
    (tmp_path / "said.yaml").write_text(text)
    found = registers()
    found.read(tmp_path / "said.yaml", [chapter("going")])
    return found


def test_a_refusal_has_a_sentence_for_each_value_of_a_fact(tmp_path: Path) -> None:
    text = 'refused: {full: {by: town, say: {lyon: "Lyon is full", true: "%(town)s is full", false: "all is full"}}}'
    refusals, to = read(tmp_path, text).refusals, Towns(language("en"))
    found = [refusals.said("full", {"town": town}, to) for town in ("lyon", "metz", "")]
    assert found == ["Lyon is full", "Metz is full", "all is full"]
    assert [*messages(msgspec.yaml.decode(text.encode()))] == ["Lyon is full", "%(town)s is full", "all is full"]


def test_what_a_file_says_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, 'asked: {go: [where?, "from %(town)s: where?"]}\nrefused: {full: "%(town)s is full"}')
    assert found.refusals.said("full", {"town": "lyon"}, Towns(language("en"))) == "Lyon is full"
    assert found.askings.unasked(["go"]) == []


def test_a_file_that_names_what_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FactError) as caught:
        read(tmp_path, "asked: {run: [where?, where?]}\nrefused: {empty: it is empty}")
    assert "asked.run: there is no such question" in str(caught.value)
    assert "refused.empty: there is no such code" in str(caught.value)


def test_tables_of_words_are_there_and_each_stands_in_one_file(tmp_path: Path) -> None:
    found = read(tmp_path, "words: {terms: {towns: income of towns}}")
    assert found.words["terms"]["towns"] == "income of towns"
    assert registers().words == {}
    assert list(messages({"words": {"terms": {"towns": "income of towns"}}})) == ["income of towns"]
    (tmp_path / "more.yaml").write_text("words: {terms: {units: upkeep}}")
    with pytest.raises(FactError, match=r"words\.terms: said in several files"):
        registers().read(tmp_path, [chapter("going")])


def test_a_place_that_nothing_fills_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="road"):
        read(tmp_path, 'refused: {full: "%(road)s is full"}')
    with pytest.raises(TypeError, match="road"):
        read(tmp_path, 'asked: {go: [where?, "%(road)s: where?"]}')


# events and options: fields in their forms, the first sentence that has something in all its places


class Sold(Event, frozen=True, tag="sold", rule="1", by="seat"):
    seat: Annotated[str, SEAT]
    town: Annotated[str, TOWN] | None = None
    road: Annotated[str, ROAD] | None = None
    owner: Annotated[str, SEAT] | None = None
    coins: int = 0


class March(Action, frozen=True, tag="march"):
    road: Annotated[str, ROAD]
    town: Annotated[str, TOWN] | None = None


class Coins(Towns):
    units = frozenset({"ducats"})

    def ducats(self, n: int) -> str:
        return f"{n} ducats"

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        return f"{case} {self.thing(kind, id)}"


class Counted(Event, frozen=True, tag="counted", by="seat", own=("coins",)):
    seat: Annotated[str, SEAT]
    coins: int = 0


def told(tmp_path: Path, text: str) -> Registers[Any, None]:
    (tmp_path / "market.yaml").write_text(text)
    found = registers()

    @found.tellings.fact
    def cheap(event: Sold) -> bool:
        return event.coins < 3

    @found.askings.place
    def guard(action: March, counter: None, to: Speech) -> str:
        return "a guard" if action.road == "north" else ""

    @found.askings.chip
    def chip_of_march(action: March, counter: None, to: Speech) -> tuple[str, str]:
        return "M", "march"

    for part in ("fair", "road"):
        found.parts[part] = Phase[Any](part, lambda event, to, part=part: Group(part, part)).unless(part)
    found.askings.facts(gate=lambda decision, counter, to: "the gate")
    found.read(tmp_path, [sys.modules[__name__]])
    return found


SOLD = """
told:
  sold:
    say: ["%(town|road)s sold, of %(owner@other_genitive)s", "%(town|road)s sold", "something is sold"]
    note: ["brings %(coins@ducats)s", "costs %(coins@less_ducats)s"]
    did:
      - {when: {cheap: true}, one: "gave %(things)s away", of: "%(town|road)s"}
      - {one: "sold %(things)s", many: "sold much: %(things)s", of: "%(town|road)s"}
"""


def test_the_first_sentence_is_told_that_has_something_in_all_its_places(tmp_path: Path) -> None:
    tellings, to = told(tmp_path, SOLD).tellings, Coins(language("en"))
    said = [
        tellings.said(event, to).line
        for event in (
            Sold("red", town="lyon", owner="blue", coins=3),
            Sold("red", road="north", owner="red", coins=-2),
            Sold("red"),
        )
    ]
    assert said == ["Lyon sold, of genitive Blue (brings 3 ducats)", "North sold (costs 2 ducats)", "something is sold"]


def test_a_story_takes_the_first_verb_that_fits(tmp_path: Path) -> None:
    found, to = told(tmp_path, SOLD), Coins(language("en"))
    events = [Heard(n, Sold("red", town=town, coins=n)) for n, town in ((1, "metz"), (4, "lyon"), (5, "metz"))]
    assert found.stories.told(events, (), to) == ("red gave Metz away, and sold much: Lyon and Metz.",)


def test_an_option_has_its_sentence_its_note_and_its_shelf(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        """
shelves: {road: {heading: "Roads"}}
offered: {march: {say: ["%(road)s to %(town)s", "%(road)s"], shelf: road, note: "there: %(guard)s", gist: true}}
""",
    )
    options = [Coded("1a", March("north", "lyon"), "x"), Coded("1b", March("south"), "x")]
    (group,) = found.askings.groups(options, None, Coins(language("en")))
    assert group.heading == "Roads"
    assert [(each.words, each.note, each.gist) for each in group.options] == [
        ("North to Lyon", "there: a guard", "there: a guard"),
        ("South", "", ""),
    ]


FAIR = """
where: fair
told:
  sold: {say: "%(town)s sold", closes: true, deed: anybodys, effect: "you have sold %(town)s"}
  counted:
    say: "coins are counted"
    own: "your coins: %(coins)s"
    noted_by: seat
    note: {blue: "%(seat)s has them", true: "of another"}
    where: road
    deed: ends
"""


def test_events_belong_to_a_part_of_the_news_and_to_whoever_did_them(tmp_path: Path) -> None:
    found, to = told(tmp_path, FAIR).tellings, Coins(language("en"))
    events = [Heard(1, Sold("red", town="lyon")), Heard(2, Counted("blue", 3)), Heard(3, Sold("red", town="metz"))]
    news = found.news(events, to)
    assert [(group.heading, [line.text for line in group.lines]) for group in news] == [
        ("fair", ["Lyon sold"]),
        ("road", ["your coins: 3"]),
        ("fair", ["Metz sold"]),
    ]
    assert found.effect(events, "blue", to).text == "you have sold Lyon; your coins: 3 (Blue has them)"
    assert found.said(Counted("blue"), to).text == "coins are counted"
    assert [found.said(Counted(seat), to).note for seat in ("blue", "red")] == ["Blue has them", "of another"]
    texts = {*messages(msgspec.yaml.decode(FAIR.encode()))}
    assert {"your coins: %(coins)s", "you have sold %(town)s"} <= texts


def test_an_option_may_stand_on_another_shelf_in_short_or_on_none(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        """
shelves: {road: {heading: "Roads"}, few: {heading: "Few"}, other: {heading: "Other"}}
offered: {march: {by: town, say: {true: "to %(town)s", false: "%(road)s"}, chip: chip_of_march, brief: few}}
""",
    )
    options = [Coded("1a", March("north", "lyon"), "x"), Coded("1b", March("south"), "x")]
    to = Coins(language("en"))
    (group,) = found.askings.groups(options, None, to)
    assert (group.heading, [each.words for each in group.options]) == ("", ["to Lyon", "South"])
    (brief,) = found.askings.links(options, None, to, "other", lambda action: 0)
    assert brief.heading == "Few"
    assert [(each.short, each.chip) for each in brief.options] == [("M", "march"), ("M", "march")]
    assert found.askings.shelf_at("road", to, 3) == Shelf((0, 3), "Roads")
    assert found.askings.shelf_at("few", to, heading="None").heading == "None"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('told: {sold: "%(price)s"}', "price"),
        ('told: {sold: "%(town|bridge)s"}', "bridge"),
        ("offered: {march: {say: '%(town)s', note: '%(toll)s', shelf: none}}\nshelves: {none: {}}", "toll"),
    ],
)
def test_a_template_about_an_event_or_action_has_places_that_something_fills(
    tmp_path: Path, text: str, wrong: str
) -> None:
    with pytest.raises(TypeError, match=wrong):
        told(tmp_path, text)


def test_an_amount_of_what_the_game_does_not_count_is_an_error(tmp_path: Path) -> None:
    found = told(tmp_path, 'told: {sold: "%(coins@pearls)s"}')
    with pytest.raises(LookupError, match="pearls"):
        found.tellings.said(Sold("red", coins=1), Coins(language("en")))


def test_all_messages_of_a_file_reach_the_catalogue() -> None:
    found = [*messages(msgspec.yaml.decode(SOLD.encode()))]
    assert ("sold %(things)s", "sold much: %(things)s") in found
    assert {"something is sold", "brings %(coins@ducats)s"} <= {each for each in found if isinstance(each, str)}


def test_the_text_and_the_links_of_a_question_print_one_wording_of_each_answer() -> None:
    worded: list[tuple[object, str]] = []

    def said(action: Action, counter: object, to: Towns) -> str:
        worded.append((counter, to.language.code))
        return to.gettext("stay")

    askings: PromptTemplates[Towns, Any] = PromptTemplates()
    shelf = Shelf((1,), "Answers")
    askings.offer(Stay, said, shelf=shelf)
    askings.shelves["besides"] = shelf
    options, red, blue = [Coded(f"E{number}", Stay(), "stay") for number in range(3)], ["red"], ["red"]
    english, russian = (Towns(language(code)) for code in ("en", "ru"))
    groups = askings.groups(options, red, english)
    links = askings.links(options, red, english, "besides", lambda action: 0)
    assert worded == [(red, "en")] * 3
    assert [option.words for group in (*groups, *links) for option in group.options] == ["stay"] * 6
    askings.groups(options, red, russian)
    askings.groups(options, blue, english)
    askings.groups([Coded("E0", Stay(), "stay")], blue, english)
    assert [code for _, code in worded[3:]] == ["ru"] * 3 + ["en"] * 4
    assert sum(counter is blue for counter, _ in worded) == 4, "what another position says of them is worded anew"
