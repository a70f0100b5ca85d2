"""A code without a number means the question that its mail answers, and never another one."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.options.codes import Offer
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.play import offers
from adjudicator.service.play.bare_answers import is_coded
from adjudicator.store.engine import reading
from tests.service.beginnings import beginning

pytestmark = pytest.mark.store("sqlite")

LETTER = {"en": "b", "ru": "б"}
CLOSED = {"en": "question 1 is closed", "ru": "вопрос 1 закрыт"}


def now(installation: Any, campaign: int) -> CampaignContext:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign)


@pytest.fixture
def code() -> str:
    return "en"


@pytest.fixture
@beginning
def asked_twice(installation: Any, code: str) -> tuple[int, Any]:
    """A campaign in which red was asked twice, and the first mail of the two."""
    campaign = installation.create("sealed-bids", {"red": code, "blue": code})
    first = installation.newest("red")
    installation.write("red", f"1{LETTER[code]}")
    installation.write("blue", f"2{LETTER[code]}")
    assert installation.newest("red")["Subject"] != first["Subject"]
    return campaign, first


def told_by(first: Any, how: str) -> tuple[dict[str, str], str]:
    """Headers, and what is quoted, from which it can be seen that a mail answers the first one."""
    if how == "header":
        return {"In_Reply_To": str(first["Message-ID"])}, ""
    if how == "subject":
        return {"In_Reply_To": "<nobody@nowhere.test>", "Subject": f"Re: {first['Subject']}"}, ""
    lines = [f"Subject: {first['Subject']}", "Answer"]
    return {"In_Reply_To": "<nobody@nowhere.test>", "Subject": "Re: bid"}, "\n".join(f"> {line}" for line in lines)


@pytest.mark.parametrize(("how", "code"), [("header", "en"), ("subject", "ru"), ("quote", "ru")])
def test_of_an_answered_question_it_does_nothing(
    installation: Any, asked_twice: tuple[int, Any], said: Any, code: str, how: str
) -> None:
    campaign, first = asked_twice
    before = now(installation, campaign).match.position.n
    headers, quoted = told_by(first, how)
    (answer,) = installation.write("red", LETTER[code], "", quoted, **headers)
    assert CLOSED[code] in said(answer).lower(), said(answer)
    assert now(installation, campaign).match.position.n == before


@pytest.mark.parametrize("headers", [{}, {"In_Reply_To": "<nobody@nowhere.test>", "Subject": "my move"}])
def test_of_the_open_question_it_counts_and_where_nothing_tells_which(
    installation: Any, asked_twice: tuple[int, Any], code: str, headers: dict[str, str]
) -> None:
    campaign, _ = asked_twice
    before = now(installation, campaign).match.position.n
    installation.write("red", LETTER[code], **headers)
    assert now(installation, campaign).match.position.n > before


def test_an_answer_says_for_what_a_code_stands(installation: Any, asked_twice: tuple[int, Any], said: Any) -> None:
    number = installation.newest("red")["Subject"].partition("#")[2].split()[0]
    (answer,) = installation.write("red", f"{number}b")
    assert f"{number}b reroll; Red rolls" in said(answer)


@pytest.mark.parametrize(
    ("line", "coded"),
    [("1a", True), ("E4M2 K42", True), ("1а", True), ("2", False), ("bring D05", False), ("yes", False), ("", False)],
)
def test_a_line_of_codes_is_read_without_its_question(line: str, coded: bool) -> None:
    assert is_coded(line) is coded


def test_what_is_over_is_read_only_for_a_line_about_it(
    installation: Any, asked_twice: tuple[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    decode = offers.decode

    def counted(offered: bytes) -> Offer:
        offer = decode(offered)
        asked.append(offer.number)
        return offer

    monkeypatch.setattr(installation, "deliver", list)
    monkeypatch.setattr(offers, "decode", counted)
    before = now(installation, asked_twice[0]).match.position.n
    installation.write("red", "3a")
    assert set(asked) == {3}
    assert now(installation, asked_twice[0]).match.position.n > before
    installation.write("red", "1a")
    assert 1 in asked
