"""Mails that come seldom, in Russian and on a phone: letters, digests, held mails, corrections, shared mailboxes."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import digests
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.play.offers import phrasebook
from adjudicator.settings import Settings
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.conftest import MX

PROVEN = f"{MX}; dmarc=pass header.from=players.test"
GAME = "imperial-struggle"
SEATS = dict.fromkeys(("france", "britain", "observer", "moderator"), "ru")

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


def write(installation: Any, seat: str, *lines: str) -> None:
    row = installation.put(installation.raw(seat, "\n".join(lines) + "\n", Authentication_Results=PROVEN))
    assert row.status.value == "handled", row.reason
    installation.deliver()


@pytest.fixture
def mails(installation: Any) -> dict[str, EmailMessage]:
    """One mail of each kind, by its name."""
    campaign = installation.create(GAME, SEATS, title="Огни гавани", language="ru", time_zone="Europe/Moscow")
    letter = (
        "письмо Британии и ведущему:", "Добрый день!", "", "Предлагаю мир до конца хода. Вот мой план:",
        "  1) вы не спорите за Савойю,", "  2) я уступаю вам Португалию: https://example.org/" + "plan/" * 14,
        "", "> вы писали: «посмотрим»", "Обнимаю,", "Франция",
    )  # fmt: skip
    write(installation, "france", *letter)
    found = {"letter": installation.newest("britain"), "copy of a letter": installation.newest("france")}
    installation.clock.forward(days=2)
    rng = Random(5)
    for _ in range(5):
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), campaign).match
        seat = match.decisions()[0].waiting[0]
        write(installation, seat, phrasebook(GAME).say(match.sample(seat, rng), "ru"))
    installation.clock.forward(days=6)
    assert digests.run(installation.service)
    installation.deliver()
    found["digest"] = installation.newest("observer")
    row = installation.put(installation.raw("france", "пас\n"))
    assert row.status.value == "held"
    installation.deliver()
    found["held mail"] = installation.newest("france")
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        wish = Wish(kind=Kind.ROLLBACK, reason="карта прочитана неверно: на столе лежала другая", n=2)
        carry_out(table, propose(table, wish), by="Мила")
    installation.deliver()
    found["correction"] = installation.newest("britain")
    found["correction for a moderator"] = installation.newest("moderator")
    return found


def page_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def overhang(page: Any) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return found


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_they_shut_nobody_out_and_fit_a_phone(
    mails: dict[str, EmailMessage], browser: Any, barriers_of_mail: Any, every: int
) -> None:
    """For barriers one of so many is looked at."""
    for number, (name, mail) in enumerate(mails.items()):
        page = page_of(mail)
        if number % every == 0:
            assert browser.look(page, barriers_of_mail, dark=bool(number // every % 2)) == [], name
        assert browser.look(page, overhang, width=360, touch=True) <= 0, name


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_they_say_who_and_when(mails: dict[str, EmailMessage]) -> None:
    corrected = text_of(mails["correction"])
    assert "  - инициатива у Франции [4]" in corrected
    assert "Напишите их одной строкой, например: M05 M06." in corrected, "the question wants two"
    assert "Что произошло с пт 20.11" in text_of(mails["digest"]), "its first sentence tells since when"
    for name, mail in mails.items():
        assert "Следующее письмо" not in text_of(mail) or "назад" not in text_of(mail), name
