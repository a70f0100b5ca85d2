"""A farewell and a name below orders are never an order, whatever the name is one word of."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.orders.sets import run_orders
from adjudicator.orders.text import Word
from adjudicator.orders.text.closings import closing

THINGS = {"savoy", "sardinia", "georgia", "sweden"}


def is_thing(name: Sequence[Word]) -> bool:
    return " ".join(word.folded for word in name) in THINGS


CLOSINGS = """Cheers, Anna | Best, Louis | Regards, Queen Anne | Kind regards / Anna | Best wishes, / George
Yours / James | Take care! / Anne | Have a nice weekend, Louis | Many thanks / Robert | Thanks, Robert W.
See you, Charles | Sincerely yours, King George | Talk soon, / -Anna | Bye, / Anna | Love, Louisbourg
Cheers / Antigua Anna | - Anne | /George | xoxo Anne | Greetings from Spain, / Anna | Good luck! Anne
Until tomorrow / Anne | cheers, anna | br, George | Warmly, / Mr. Walpole | Best from Sardinia, Louis | V/r, James
With kind regards, your humble servant, / George | Cheers, Georgia | Thanks so much, Savoy
С уважением / Анна | Всего доброго, Георг | С ув., Анна | Ваш Людовик | Пока, Анна | До завтра! / Анна | Обнимаю, Анна
С наилучшими пожеланиями, / Георг | Всем хорошего дня! Анна | Удачи, Георг | Спасибо, Анна | До встречи / Георг
С приветом из Испании, / Анна | Жму руку, Георг | — Анна | Искренне ваш, король Георг | Твоя Анна
Хороших выходных, Анна | Целую, Анна | С почтением, Савойя"""


@pytest.mark.parametrize("said", [each.strip() for line in CLOSINGS.split("\n") for each in line.split(" | ")])
def test_a_closing_is_found_whole(said: str) -> None:
    own = said.split(" / ")
    end = closing(["flag Savoy", "Sardinia", "", *own], is_thing)
    assert end == (3, 0)
    assert closing([f"flag Savoy. {own[0]}", *own[1:]], is_thing) in ((0, 12), (1, 0), None)


@pytest.mark.parametrize(
    "lines",
    [
        ["flag Savoy", "Sardinia"],
        ["take D4E2, thanks", "Savoy"],
        ["Cheers, Anna", "flag Savoy"],
        ["Thanks!", "Savoy"],
        ["- Savoy", "- Sardinia"],
        ["- flag Sweden", "- Anne"],
        ["Best, Louis"],
        ["flag Savoy", "Queen Anne"],
        ["flag Savoy", "thanks for the fish", "E42"],
        ["flag Savoy", "Cheers, 1b"],
        ["спасибо, беру Савойю", "Сардиния"],
        ["flag Savoy", "yours is the next, I think"],
        ["flag Savoy", "Best minister: Walpole"],
    ],
)
def test_what_is_no_closing_is_read(lines: list[str]) -> None:
    end = closing(lines, is_thing)
    assert end is None or lines[end.line][end.start :].startswith("Best"), end


def test_a_name_of_ones_own_signs_in_either_alphabet() -> None:
    for name in ("Anna", "Анна", "anna"):
        assert closing(["flag Savoy", name], is_thing, {"ana"}) == (1, 0)
    assert closing(["flag Sweden", "Georgia"], is_thing, {"georgia"}) is None, "it is a place too"


@pytest.mark.parametrize(
    "below", [["Regards, Queen Anne"], ["Cheers,", "Queen Anne"], ["С уважением", "Королева Анна"]]
)
def test_a_queen_who_signs_upgrades_nothing(table: Any, below: list[str]) -> None:
    desk = table.to_rounds().desk()
    outcome = run_orders(desk, ["flag savoy", *below])
    assert [row.status for row in outcome.rows] == ["done", *["ignored"] * len(below)]
