"""Codes that came where they do nothing: in the subject alone, or in another campaign of their writer."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.store("sqlite")

SUBJECT = {"en": "reply with this line as the text: {}", "ru": "ответьте письмом с такой строкой в тексте: {}"}
THERE = {"en": "In The beta question #3 is open for you", "ru": "В кампании The beta для вас открыт вопрос №3"}
LETTER = {"en": "b", "ru": "б"}
SWITCH = {"en": "campaign", "ru": "кампания"}


@pytest.fixture
def campaign(installation: Any, code: str) -> int:
    made: int = installation.create("sealed-bids", {"red": code, "blue": code}, name="alpha", title="The alpha")
    return made


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("1b", "\n"),
        ("RE: 1b", "\n-- \nAnna\n"),
        ("Re: 1B!", "Sent from my iPhone\n"),
        ("Re: [The alpha] #1 red: your bid - by Mon 23 Nov 09:00 UTC (in 3 d) 1b", "\n"),
        ("Ответ: 1b", "\n> old text\n"),
        ("1b 1c", "\n"),
    ],
)
def test_a_code_in_the_subject_alone_is_answered_as_such(
    installation: Any, campaign: int, said: Any, code: str, subject: str, text: str
) -> None:
    (answer,) = installation.write("red", text, Subject=subject)
    line = "1b 1c" if "1c" in subject else "1B" if "1B" in subject else "1b"
    assert SUBJECT[code].format(line) in said(answer), said(answer)
    assert not installation.table(campaign).match.sealed


@pytest.mark.parametrize("subject", ["Re: [The alpha] #1 Red: bid - by Mon 23 Nov 09:00 UTC (in 3 d)", "Hello", ""])
def test_our_own_subject_is_no_code(installation: Any, campaign: int, said: Any, code: str, subject: str) -> None:
    (answer,) = installation.write("red", "\n", Subject=subject)
    assert SUBJECT[code][:30] not in said(answer)


@pytest.mark.parametrize("line", ["3{}", " 3{} ", "3{}."])
def test_an_answer_sent_to_the_wrong_campaign_is_told_where_its_question_is(
    installation: Any, campaign: int, said: Any, code: str, line: str
) -> None:
    beta, first = in_beta(installation, code)
    (answer,) = installation.write("red", line.format(LETTER[code]), to=first)
    assert THERE[code] in said(answer), said(answer)
    switch, given = f"- {SWITCH[code]} beta", f"- 3{LETTER[code]}"
    assert f"{switch} {given}" in said(answer), said(answer)
    before = installation.table(beta).head.sequence
    installation.write("red", switch[2:], given[2:], to=first)
    assert installation.table(beta).head.sequence > before


@pytest.mark.parametrize("line", ["7b", "3z", "thanks, Anna"])
def test_what_answers_no_question_of_another_campaign_is_told_nothing_of_them(
    installation: Any, campaign: int, said: Any, code: str, line: str
) -> None:
    _, first = in_beta(installation, code)
    assert "beta" not in said(installation.write("red", line, to=first)[-1])


def test_nobody_is_told_of_campaigns_of_others(installation: Any, campaign: int, said: Any, code: str) -> None:
    first = str(installation.newest("blue")["Reply-To"])
    in_beta(installation, code)
    assert "beta" not in said(installation.write("blue", "3b", to=first)[-1]), "question 3 is asked of red"


def in_beta(installation: Any, code: str) -> tuple[int, str]:
    """A second campaign, in which question 3 waits for red; and the address of red in the first one."""
    first = str(installation.newest("red")["Reply-To"])
    beta = installation.create("sealed-bids", {"red": code, "blue": code}, name="beta", title="The beta")
    installation.write("red", f"1{LETTER[code]}")
    installation.write("blue", f"2{LETTER[code]}")
    return beta, first
