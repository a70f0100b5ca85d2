"""Where a campaign agrees on it, the right lines of a draft count when its deadline is over, and only these."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.timing.policy import DraftsAtDeadline, MissedDeadline, TimingPolicy
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/order_reading/positions/second_turn.json")
"""France is about to take a tile in the second action round; then it is Britain's turn."""


def begin(installation: Any, drafts: DraftsAtDeadline = DraftsAtDeadline.RIGHT_LINES, **timing: Any) -> int:
    made: int = installation.create_plainly(
        "imperial-struggle",
        {"france": "en", "britain": "ru", "moderator": "en"},
        document=json.loads(POSITION.read_text()),
        timing=TimingPolicy(drafts_at_deadline=drafts, **timing),
    )
    return made


def wrote(installation: Any, seat: str, *lines: str) -> str:
    answer, *_ = installation.write(seat, *lines)
    return words_of(answer)


def over(installation: Any) -> dict[str, list[EmailMessage]]:
    """The deadline is over. Returns the mails that follow, by seat."""
    installation.clock.forward(hours=200)
    assert run_deadlines(installation.service) == 1
    told: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        told.setdefault(address.split("@")[0], []).append(mail)
    return told


def test_the_right_lines_are_done_and_the_default_ends_the_round(installation: Any) -> None:
    campaign = begin(installation)
    told = wrote(installation, "france", "D4E2 K99")
    assert "these lines would count at the deadline" in told
    assert "take Diplomatic 4 and Economic 2" in told
    mails = over(installation)
    assert installation.table(campaign).match.asked_seats == ("britain",), "one deadline for the whole round"
    (answer,) = mails["france"]
    assert "these right lines of your draft were carried out" in words_of(answer)
    assert "Diplomatic 4" in words_of(answer)
    assert "by default" in words_of(answer)


def test_without_the_setting_a_draft_counts_for_nothing(installation: Any) -> None:
    begin(installation, DraftsAtDeadline.NOTHING)
    assert "at the deadline" not in wrote(installation, "france", "D4E2 K99")
    (mail,) = over(installation)["france"]
    assert "your deadline has passed" in str(mail["Subject"])
    assert "Diplomatic 4 and Economic 2" not in words_of(mail).split("Asked")[0]


def test_a_written_end_counts_and_a_wrong_line_never(installation: Any) -> None:
    campaign = begin(installation)
    told = wrote(installation, "france", "D4E2 E99 end")
    assert "2. end" in told
    mails = over(installation)
    assert installation.table(campaign).match.asked_seats == ("britain",)
    assert "by default" not in words_of(mails["britain"][0])


def test_what_was_refused_or_only_proposed_never_counts(installation: Any) -> None:
    campaign = begin(installation)
    told = wrote(installation, "france", "D4E2", "flag Swedn", "E41")
    assert "2." not in told.split("would count at the deadline:")[1].split("TAKE ONE")[0]
    over(installation)
    match = installation.table(campaign).match
    assert match.asked_seats == ("britain",)
    assert "sweden" not in str(match.log).lower()


def test_a_draft_without_a_line_that_is_legal_by_itself_counts_for_nothing(installation: Any) -> None:
    begin(installation)
    assert "nothing of this draft counts at the deadline" in wrote(installation, "france", "K99", "end")
    (mail,) = over(installation)["france"]
    assert "your deadline has passed" in str(mail["Subject"])


def test_lines_that_were_prose_in_doubt_are_no_right_lines(installation: Any) -> None:
    begin(installation)
    assert "nothing of this draft counts" in wrote(installation, "france", "D4E2, maybe E14", "end")


def test_a_corrected_draft_counts_no_more(installation: Any) -> None:
    campaign = begin(installation)
    installation.write("france", "D4E2 K99")
    assert "at the deadline" not in wrote(installation, "france", "M4D2")
    over(installation)
    assert installation.table(campaign).match.asked_seats == ("britain",)


def test_a_seat_that_is_handed_to_a_moderator_has_no_draft_done(installation: Any) -> None:
    begin(installation, missed_deadline=MissedDeadline.MODERATOR)
    assert "at the deadline" not in wrote(installation, "france", "D4E2 K99")


def test_russian_and_nobody_else_learns_that_it_was_a_draft(installation: Any) -> None:
    campaign = begin(installation)
    installation.write("france", "M4D2 end")
    assert installation.table(campaign).match.asked_seats == ("britain",)
    told = wrote(installation, "britain", "Д4Э2", "К99", "конец")
    assert "зачтутся" in told
    mails = over(installation)
    assert installation.table(campaign).match.asked_seats == ("france",)
    (answer,) = mails["britain"]
    assert "Верные строки вашего черновика исполнены" in words_of(answer)
    for seat in ("france", "moderator"):
        for mail in mails[seat]:
            assert "draft" not in f"{mail['Subject']} {words_of(mail)}"
    assert any("what was on file has answered" in words_of(mail) for mail in mails["moderator"])


def test_in_a_decision_of_all_the_right_line_of_a_draft_is_the_answer(installation: Any) -> None:
    campaign = installation.create(
        "sealed-bids",
        {"red": "en", "blue": "en"},
        timing=TimingPolicy(drafts_at_deadline=DraftsAtDeadline.RIGHT_LINES),
        mail_format="text",
    )
    installation.write("blue", "2b")
    assert "these lines would count at the deadline: 1. 1c - bid 10" in wrote(
        installation, "red", "1c", "xyzzy 14 fnord"
    )
    mails = over(installation)
    assert "bids: Red 10, Blue 3" in words_of(mails["red"][0])
    assert installation.table(campaign).match.asked_seats == ("red",)
