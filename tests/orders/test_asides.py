"""What stands beside the orders of a letter: first thoughts, reasons, what another mail will say, courtesies."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.sets import carry_out
from tests.orders.test_talk import asked


@pytest.mark.parametrize(
    ("mail", "meant"),
    [
        ("I was going to flag Bavaria but Savoy gives more. So flag Savoy.", ["flag Savoy"]),
        ("I wanted Bavaria, however that costs too much. Flag Savoy, then end.", ["flag Savoy", "end"]),
        ("First I thought of Bavaria, but it rains there. Flag Savoy.", ["flag Savoy"]),
        ("I nearly flagged Bavaria, though winter comes. Flag Savoy and Sardinia.", ["flag Savoy", "flag Sardinia"]),
        ("Our harbours freeze in winter, so flag Savoy.", ["flag Savoy"]),
        ("Bavaria grows stronger, therefore flag Savoy.", ["flag Savoy"]),
        ("Halifax froze over, hence flag Savoy, end.", ["flag Savoy", "end"]),
        ("flag Savoy. I'll tell you the rest once I've looked at the chart again.", ["flag Savoy"]),
        ("flag Savoy. I will write when my cousin has gone home.", ["flag Savoy"]),
        ("Думал взять Баварию, но Савойя ближе. Поэтому флаг на Савойю.", ["flag Savoy"]),
        ("Хотела Баварию, однако дорого. Флаг на Савойю, конец.", ["flag Savoy", "end"]),
        ("Сначала думал про Баварию, но дожди. Флаг на Савойю.", ["flag Savoy"]),
        ("Бавария крепнет, поэтому флаг на Савойю.", ["flag Savoy"]),
        ("Гавани замерзают, так что флаг на Савойю, конец.", ["flag Savoy", "end"]),
        ("Флаг на Савойю. А что потом делать - напишу, когда посмотрю газеты.", ["flag Savoy"]),
        ("Флаг на Савойю. Сообщу, если приедет кузина.", ["flag Savoy"]),
        ("Флаг на Савойю, кузины мне не нужны.", ["flag Savoy"]),
        ("flag Savoy, cousins and uncles never bothered anybody", ["flag Savoy"]),
    ],
)
def test_what_is_said_beside_the_orders_keeps_no_yes_back(table: Any, mail: str, meant: list[str]) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert [row.said for row in outcome.yes or outcome.rows if row.said] == meant


@pytest.mark.parametrize(
    "mail",
    [
        "I was going to flag Savoy.",
        "I was going to flag Savoy but Bavaria gives more.",
        "I wanted Savoy, but you were faster.",
        "You flagged Bavaria, so I am sad about Savoy.",
        "If Bavaria is free, so flag Savoy.",
        "They say so, flag Savoy.",
        "flag Savoy. Not now.",
        "flag Savoy, don't do it",
        "flag Savoy, never mind that",
        "I'll tell you whether I flag Savoy.",
        "I will decide about Savoy tomorrow.",
        "Хотел флаг на Савойю.",
        "Хотел флаг на Савойю, но передумал.",
        "Вы взяли Баварию, поэтому Савойя грустит.",
        "Если Бавария свободна, то поэтому флаг на Савойю.",
        "Флаг на Савойю. Не сейчас.",
        "Флаг на Савойю, не делайте этого.",
        "Напишу, ставить ли флаг на Савойю.",
        "Подумаю про Савойю.",
    ],
)
def test_a_first_thought_or_a_promise_orders_nothing(table: Any, mail: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert not outcome.actions
    assert [row.said for row in outcome.yes] == []


@pytest.mark.parametrize(
    ("position", "mail", "meant"),
    [
        ("america", "Вышвырните французов с Ниагары", ["снять флаг с Ниагары, основным действием"]),
        ("america", "Выгоняем французов с Ниагары", ["снять флаг с Ниагары, основным действием"]),
        ("america", "Прошу оформить снятие флага с Ниагары", ["снять флаг с Ниагары, основным действием"]),
        (
            "america",
            "Милостивый государь! Прогоните французов с Ниагары. Ваш покорный слуга",
            ["снять флаг с Ниагары, основным действием"],
        ),
        ("early_purchases", "Разрулите конфликт в Олбани", ["убрать конфликт с Олбани, основным действием"]),
        ("early_purchases", "Погасите конфликт в Олбани, голубчики", ["убрать конфликт с Олбани, основным действием"]),
        (
            "early_purchases",
            "Честь имею доложить: эскадру построить незамедлительно",
            ["построить эскадру, основным действием"],
        ),
        (
            "early_purchases",
            "Гоню эскадру в Бискайский залив",
            ["развернуть эскадру из Поля Флота в Бискайский Залив, основным действием"],
        ),
        ("bank_market", "Лютера сбагрить", ["продать Luther"]),
        ("bank_market", "Сплавляю Лютера", ["продать Luther"]),
        ("bank_market", "Извольте приобрести Antipope", ["купить Antipope"]),
        ("india", "Kick the British out of West Bengal", ["unflag West Bengal, major"]),
        ("india", "drive the British from West Bengal, forthwith", ["unflag West Bengal, major"]),
        ("india", "Kindly process: flag in Calicut", ["flag Calicut, major"]),
        ("india", "I beg leave to flag Calicut. Your obedient servant", ["flag Calicut, major"]),
        ("india", "Flags on Savoy and Calicut. Don't end the round yet.", ["flag Savoy, minor", "flag Calicut, major"]),
        ("hand", "bin Co-Hong System and Le Beau Monde", ["discard Le Beau Monde, Co-Hong System"]),
        ("late_points", "erect a fort at Louisbourg", ["build fort Louisbourg, major"]),
        ("late_points", "Dears, a fort at Louisbourg, please. Much love", ["build fort Louisbourg, major"]),
    ],
)
def test_people_of_every_station_are_understood(position: str, mail: str, meant: list[str]) -> None:
    desk, _ = asked(position)
    outcome = carry_out(desk, [mail])
    assert [row.said for row in outcome.yes or outcome.rows if row.said] == meant
