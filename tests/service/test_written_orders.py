"""Everybody writes at once, by mail: each order is judged by itself, and nobody learns of what others wrote."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.clocks.reminders import run as run_reminders
from adjudicator.service.timing.policy import Adjudication, TimingPolicy
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
SEATS = {"fox": "en", "owl": "ru"}


def begin(installation: Any, **timing: Any) -> int:
    made: int = installation.create("carts", {**SEATS, "moderator": "en"}, timing=TimingPolicy(**timing))
    installation.deliver()
    return made


def said(installation: Any, seat: str, *lines: str) -> str:
    (mail,) = installation.write(seat, *lines)
    return words_of(mail)


def on_sheet(installation: Any, campaign: int, seat: str) -> dict[str, str]:
    """Where each cart of a seat is sent that it has ordered."""
    sheet = installation.table(campaign).match.sealed.get(seat)
    return {} if sheet is None else {order.cart: getattr(order, "to", "") for order in sheet.orders}


def at(installation: Any, campaign: int) -> dict[str, str]:
    found: dict[str, str] = installation.table(campaign).match.state.at
    return found


def test_the_first_mail_says_how_orders_are_written(installation: Any) -> None:
    installation.create("carts", SEATS)
    first, second = (words_of(installation.newest(seat)) for seat in SEATS)
    assert "One order for each, a line each" in first
    assert "“ready” when all are written" in first
    assert "напишите «готов»" in second


def test_a_wrong_line_stops_only_itself(installation: Any) -> None:
    made = begin(installation)
    told = said(installation, "fox", "drive Fox cart 1 to Fair", "drive Fox cart 2 to Fair", "flurb the wazoo")
    assert on_sheet(installation, made, "fox") == {"fox_2": "fair"}
    assert "no road leads Fox cart 1 to Fair" in told
    assert "1 against the rules" in told
    assert "3 not understood" in told
    assert "ON FILE IN PART" in told


def test_every_answer_lists_what_is_on_file_for_each_thing(installation: Any) -> None:
    begin(installation)
    told = said(installation, "fox", "drive Fox cart 2 to Fair")
    assert "YOUR ORDERS" in told
    assert "- stay Fox cart 1: not ordered: done by default" in told
    assert "- drive Fox cart 2 to Fair" in told
    for command in ("orders", "status"):
        shown = said(installation, "fox", command)
        assert "not ordered: done by default" in shown
        assert "- drive Fox cart 2 to Fair" in shown


def test_a_later_order_takes_the_place_of_an_earlier_one(installation: Any) -> None:
    made = begin(installation)
    told = said(installation, "fox", "drive Fox cart 2 to Ford", "drive Fox cart 2 to Fair")
    assert "your email says something else for it below" in told
    assert on_sheet(installation, made, "fox") == {"fox_2": "fair"}
    said(installation, "fox", "drive Fox cart 2 to Mill")
    assert on_sheet(installation, made, "fox") == {"fox_2": "mill"}
    said(installation, "fox", "withdraw")
    assert on_sheet(installation, made, "fox") == {}


@pytest.mark.parametrize("adjudication", [Adjudication.AT_ONCE, Adjudication.DEADLINE])
def test_it_is_carried_out_when_all_are_ready(installation: Any, adjudication: Adjudication) -> None:
    made = begin(installation, adjudication=adjudication)
    said(installation, "fox", "ready", "drive Fox cart 1 to Inn")
    said(installation, "owl", "ехать Повозка Совы 2 в Трактир")
    assert at(installation, made)["fox_1"] == "mill"
    mails = installation.write("owl", "готов")
    assert at(installation, made) == {"fox_1": "inn", "fox_2": "inn", "owl_1": "fair", "owl_2": "inn"}
    assert {mail["to"] for mail in mails} >= {"Owl <owl@players.test>"}


def test_nobody_is_ready_beside_a_wrong_line(installation: Any) -> None:
    made = begin(installation)
    told = said(installation, "fox", "ready", "drive Fox cart 1 to Fair", "drive Fox cart 2 to Fair")
    assert "you are not noted as ready" in told
    assert on_sheet(installation, made, "fox") == {"fox_2": "fair"}
    assert not installation.table(made).match.sealed["fox"].ready
    assert "Order or command" not in told


def test_a_wrong_line_takes_ready_back(installation: Any) -> None:
    made = begin(installation)
    said(installation, "fox", "ready")
    assert "You are waited for" in said(installation, "fox", "drive Fox cart 1 to Fair")
    said(installation, "owl", "готов")
    assert installation.table(made).match.state.round == 1
    said(installation, "fox", "drive Fox cart 1 to Ford", "ready")
    assert installation.table(made).match.state.round == 2


def test_ready_is_taken_back(installation: Any) -> None:
    made = begin(installation)
    assert "You are ready" in said(installation, "fox", "ready")
    assert "You are waited for" in said(installation, "fox", "not ready")
    said(installation, "owl", "готов")
    assert installation.table(made).match.state.round == 1


def test_a_check_files_nothing(installation: Any) -> None:
    made = begin(installation)
    told = said(installation, "fox", "check drive Fox cart 1 to Fair", "drive Fox cart 2 to Fair", "ready")
    assert "no road leads Fox cart 1 to Fair" in told
    assert on_sheet(installation, made, "fox") == {}
    assert installation.table(made).match.sealed == {}


def test_the_deadline_takes_what_is_written(installation: Any) -> None:
    """Who has orders on file has missed nothing, ready or not; who has none is told so, and the default is done."""
    made = begin(installation)
    said(installation, "fox", "drive Fox cart 1 to Ford")
    installation.clock.forward(hours=200)
    assert run_deadlines(installation.service) == 1
    mails = {str(mail["to"]): words_of(mail) for _, mail in installation.deliver()}
    assert at(installation, made) == {"fox_1": "ford", "fox_2": "inn", "owl_1": "fair", "owl_2": "ford"}
    owing = next(told for to, told in mails.items() if "moderator" in to)
    assert "Owl" in owing
    assert "Fox" not in re.sub(r"Fox cart \d", "", owing.split("Owl")[0])


def unnumbered(told: str) -> str:
    """The words of a mail without what numbers it."""
    return re.sub(r"Receipt \d+: \w+|message \d+", "", told)


def test_what_others_wrote_leaves_no_trace(installation: Any) -> None:
    """Whatever another seat has on file, ready or not: the same mails come, with the same words, and none to it."""
    made = begin(installation)

    def heard() -> list[str]:
        mails = [installation.write("owl", *lines) for lines in (["статус"], ["приказы"], ["список"])]
        assert all(len(each) == 1 for each in mails)
        return [unnumbered(words_of(mail)) for each in mails for mail in each]

    first = heard()
    for lines in (["drive Fox cart 1 to Ford"], ["drive Fox cart 2 to Fair", "stay Fox cart 1"], ["ready"]):
        received = len(installation.received["owl@players.test"])
        installation.write("fox", *lines)
        assert len(installation.received["owl@players.test"]) == received
        assert heard() == first
    assert run_reminders(installation.service) == 0
    assert installation.table(made).match.state.round == 1
