"""Ways to victory, figures of every seat and ends of matches, as any game may tell them."""

from __future__ import annotations

import pytest

from adjudicator.components import Kind
from adjudicator.components.names import Naming
from adjudicator.kernel.result import Result
from adjudicator.language import language
from adjudicator.reports.charts.races import Race, Way, nearest
from adjudicator.reports.wording.by_seat import by_letters, by_seat
from adjudicator.reports.wording.endings import ending_text
from adjudicator.reports.wording.speech import NamedSpeech

SEAT = Kind("seat", ("red", "rose"))
PRIZE = Kind("prize", ("cup", "crown"))
COUNT = Kind("count", ("towns", "roads"))
FAITH = Kind("faith", ("sun",))
NAMES = Naming(
    [SEAT, PRIZE, COUNT, FAITH],
    {
        "en": {SEAT: ("Red", "Rose"), PRIZE: ("Cup", "Crown"), COUNT: ("towns", "roads"), FAITH: ("Sun",)},
        "ru": {SEAT: ("Красный", "Роза"), PRIZE: ("Кубок", "Корона"), COUNT: ("города", "дороги"), FAITH: ("Солнце",)},
    },
)
RACE = Race(victories=PRIZE, seats=SEAT, figures=COUNT, means=FAITH)


class Speech(NamedSpeech):
    __slots__ = ()
    seats = SEAT


EN, RU = (Speech(language(code), NAMES) for code in ("en", "ru"))
WAYS = [
    Way("cup", "red", (("towns", 1, 3),), open=False),
    Way("cup", "rose", (("towns", 2, 3),), open=False),
    Way("crown", "red", (("towns", 3, 2), ("roads", 1, 3)), means="sun"),
    Way("crown", "rose", (("towns", 1, 2), ("roads", 3, 2)), means="sun"),
]


def test_only_what_is_missing_counts_as_a_step_and_a_closed_victory_as_one_more() -> None:
    assert [way.missing for way in WAYS] == [2, 1, 2, 1]
    assert nearest(WAYS) == WAYS[3], "the cup is as near, but closed"
    assert nearest(WAYS, "red") == WAYS[2]
    assert nearest([]) is None


def test_a_way_is_told_with_what_it_rests_on_and_whether_it_is_open() -> None:
    assert RACE.has(WAYS[2], EN) == "Sun: towns 3/2, roads 1/3"
    assert RACE.short(WAYS[0], EN) == "Cup: 2 steps, not open yet"
    assert RACE.short(Way("crown", "red", (("towns", 2, 2),)), EN) == "Crown: all is there"
    assert RACE.short(WAYS[1], RU) == "Кубок: 1 шаг, ещё не открыта"


def test_open_victories_stand_first_and_what_moved_is_marked() -> None:
    before = [*WAYS[:3], Way("crown", "rose", (("towns", 1, 2), ("roads", 2, 2)), means="sun")]
    table = RACE.table(WAYS, before, EN)
    assert [row.cells for row in table.rows] == [
        ("Crown", "Sun.", "Sun."),
        ("– towns", "3/2", "1/2"),
        ("– roads", "1/3", "3/2"),
        ("Cup (not open yet): towns", "1/3", "2/3"),
    ]
    assert [row.changed for row in table.rows] == [False, False, True, False]
    crown, cup = RACE.stakes(WAYS, before, EN)
    assert (crown.ahead.text, crown.worth, crown.changed) == ("Rose -1", "", True)
    assert (cup.ahead.text, cup.worth, cup.changed) == ("Rose -1", "not open yet", False)


def test_all_who_are_nearest_are_named_with_every_victory_that_is_so_near() -> None:
    red, rose = (Way("cup", seat, (("towns", 2, 3),)) for seat in ("red", "rose"))
    crown = Way("crown", "rose", (("towns", 1, 2),))
    far, closed = Way("crown", "red", (("towns", 0, 2),)), Way("cup", "red", (("towns", 3, 3),), open=False)
    for ways, label, note in (
        ([red, far, crown], "Steps to victory: Red and Rose", "Cup and Crown"),
        ([rose, crown], "Steps to victory: Rose", "Cup and Crown"),
        ([crown, closed], "Steps to victory: Rose", "Crown"),  # one that is closed is no nearer
    ):
        box = RACE.box(ways, "below", EN)
        assert (box.label, box.value, box.note) == (label, "1", note)


def test_of_three_seats_two_that_are_level_are_both_nearest() -> None:
    three = Kind("seat", ("red", "rose", "blue"))
    names = {three: ("Red", "Rose", "Blue"), PRIZE: ("Cup", "Crown"), COUNT: ("towns", "roads"), FAITH: ("Sun",)}
    race = Race(victories=PRIZE, seats=three, figures=COUNT, means=FAITH)
    speech = type("Three", (Speech,), {"seats": three})(
        language("en"), Naming([three, PRIZE, COUNT, FAITH], {"en": names})
    )
    ways = [Way("cup", seat, (("towns", have, 3),)) for seat, have in (("red", 2), ("rose", 2), ("blue", 1))]
    (stake,) = race.stakes(ways, [], speech)
    assert stake.ahead.text == "Re, Ro -1"
    assert race.box(ways, "", speech).label == "Steps to victory: Red and Rose"
    level = [Way("cup", seat, (("towns", 2, 3),)) for seat in ("red", "rose", "blue")]
    assert race.box(level, "", speech).label == "Steps to victory: all tied at"


def test_a_brief_mail_names_all_who_are_as_near_to_the_same_victory() -> None:
    box = RACE.box([*WAYS[:2], Way("cup", "red", (("towns", 2, 3),), open=False)], "below", EN)
    assert (box.label, box.value, box.note) == ("Steps to victory: Rose and Red", "1", "Cup, not open yet")
    assert RACE.box([], "below", EN).value == "–"


def test_several_victories_that_are_not_open_are_so_in_the_plural() -> None:
    closed = [Way(id, "rose", (("towns", 2, 3),), open=False) for id in ("cup", "crown")]
    assert RACE.box(closed, "", RU).note == "Кубок и Корона, ещё не открыты"
    assert RACE.box(closed[:1], "", RU).note == "Кубок, ещё не открыта"


def test_figures_of_all_seats_stand_in_a_line_with_what_changed() -> None:
    fact = by_seat("Coins", {"red": 3, "rose": 5}, {"red": 1, "rose": 5}, EN)
    assert (fact.value, fact.change) == ("Red 3, Rose 5", "Red +2")
    assert by_seat("Coins", {"red": 3}, {}, EN).change == ""
    assert by_letters({"red": 3, "rose": 5}, EN) == "Re 3, Ro 5"


@pytest.mark.parametrize(
    ("winners", "how", "told"),
    [
        (("red",), "roads", "No road is left. Red wins."),
        (("red", "rose"), "resignation", "The others have given up. Red and Rose share the victory."),
        ((), "agreement", "The players have agreed on the end. The game is a draw."),
        (("rose",), "as the moderator says", "Rose wins."),
    ],
)
def test_an_end_is_told_with_its_reason(winners: tuple[str, ...], how: str, told: str) -> None:
    assert ending_text(Result(winners, how, {}), {"roads": "No road is left."}, EN) == told
