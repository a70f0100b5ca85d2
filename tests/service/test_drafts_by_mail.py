"""Drafts by mail: a faulty set is corrected by its line, never stands in the way of a whole answer, and ends with its
question.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.language import language
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author
from adjudicator.service.moderation.commands.entering import Enter
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.play.readings import newest
from adjudicator.store.engine import reading, writing
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/order_reading/positions/second_turn.json")
SEATS = {"france": "ru", "britain": "en"}
WRONG = {"britain": "q", "france": "ю"}
LETTERS = {"britain": "abc", "france": "абв"}


@pytest.fixture
def campaign(installation: Any) -> int:
    """Both choose two ministries: questions 1 and 2."""
    made: int = installation.create("imperial-struggle", SEATS)
    return made


LEFT_OUT = {
    "britain": "From your draft, not carried out and no longer kept",
    "france": "Из вашего черновика не исполнено и больше не хранится",
}


def readings_of(installation: Any, campaign: int) -> list[LineRead]:
    """How the newest orders of France were read."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return newest(table, table.by_name["france"])


def draft(installation: Any, campaign: int, seat: str) -> list[str]:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return [line.text for line in held_by(table, table.by_name[seat]).draft]


def ministries(installation: Any, campaign: int, seat: str) -> tuple[str, ...]:
    filed: tuple[str, ...] = installation.table(campaign).match.sealed[seat].ministries  # type: ignore[attr-defined]
    return filed


def codes(seat: str, letters: str) -> str:
    number = list(SEATS).index(seat) + 1
    return " ".join(f"{number}{letter}" for letter in letters)


def faulty(installation: Any, campaign: int, seat: str) -> None:
    (answer,) = installation.write(seat, codes(seat, LETTERS[seat][0] + WRONG[seat]))
    assert ("no orders carried out" if seat == "britain" else "ничего не изменилось") in answer["Subject"]
    assert draft(installation, campaign, seat) == codes(seat, LETTERS[seat][0] + WRONG[seat]).split()


ADDED = {
    "britain": ("-- odd", "Sales department +44 123", "name no orders"),
    "france": ("-- odd", "Отдел сбыта +7 495 123", "нет приказ"),
}


@pytest.mark.parametrize("seat", SEATS)
def test_yes_leaves_out_lines_that_name_nothing_of_the_game(installation: Any, campaign: int, seat: str) -> None:
    """A mail program has added them in a shape that nobody knows."""
    first, second, told = ADDED[seat]
    (answer,) = installation.write(seat, codes(seat, LETTERS[seat][:2]), "", first, second)
    assert told in words_of(answer)
    assert seat not in installation.table(campaign).match.sealed
    installation.write(seat, {"britain": "yes", "france": "да"}[seat])
    assert len(ministries(installation, campaign, seat)) == 2
    assert draft(installation, campaign, seat) == []


@pytest.mark.parametrize("seat", SEATS)
def test_yes_leaves_out_no_line_that_resembles_an_order(installation: Any, campaign: int, seat: str) -> None:
    installation.write(seat, codes(seat, LETTERS[seat][:2]), "flga Savoy please now", "build Savoy with Atlantis")
    installation.write(seat, {"britain": "yes", "france": "да"}[seat])
    assert seat not in installation.table(campaign).match.sealed


@pytest.mark.parametrize("seat", SEATS)
def test_the_line_that_was_wrong_is_corrected_alone(installation: Any, campaign: int, seat: str) -> None:
    faulty(installation, campaign, seat)
    installation.write(seat, codes(seat, LETTERS[seat][1]))
    mended = ministries(installation, campaign, seat)
    installation.write(seat, codes(seat, LETTERS[seat][:2]))
    assert mended == ministries(installation, campaign, seat)


@pytest.mark.parametrize("seat", SEATS)
def test_a_whole_answer_counts_although_a_draft_is_there(installation: Any, campaign: int, seat: str) -> None:
    faulty(installation, campaign, seat)
    (answer,) = installation.write(seat, codes(seat, LETTERS[seat][1:]))
    assert ("on file" if seat == "britain" else "принято") in answer["Subject"], words_of(answer)
    assert draft(installation, campaign, seat) == []
    gone = codes(seat, LETTERS[seat][0] + WRONG[seat]).replace(" ", "; ")
    assert f"{LEFT_OUT[seat]}: {gone}." in words_of(answer)
    first = ministries(installation, campaign, seat)
    installation.write(seat, codes(seat, LETTERS[seat][1:]))
    assert first == ministries(installation, campaign, seat)


@pytest.mark.parametrize("seat", SEATS)
def test_a_mail_that_is_wrong_in_the_same_way_again_leaves_the_same_draft(
    installation: Any, campaign: int, seat: str
) -> None:
    """All in one line, as a telephone sends it: no answer grows with each try."""
    sizes = set()
    for _ in range(3):
        faulty(installation, campaign, seat)
        sizes.add(len(words_of(installation.newest(seat))))
    wrong = codes(seat, WRONG[seat] + LETTERS[seat][0])
    installation.write(seat, wrong)
    assert draft(installation, campaign, seat) == wrong.split()
    assert len(sizes) == 1


def test_a_draft_ends_with_its_question(installation: Any, campaign: int) -> None:
    """The deadline answers; what the draft would have answered is not taken for anything later, nor shown."""
    faulty(installation, campaign, "france")
    installation.clock.forward(days=4)
    run_deadlines(installation.service)
    installation.deliver()
    asked = installation.table(campaign).match.decisions()[0]
    assert asked.kind != "ministries"
    assert draft(installation, campaign, "france") == []
    (shown,) = installation.write("france", "приказы")
    assert "НА ХРАНЕНИИ Ничего" in words_of(shown) or "Ничего." in words_of(shown)
    installation.write("france", "да")
    assert installation.table(campaign).match.decisions()[0].number == asked.number


def at_the_tile(installation: Any, code: str) -> int:
    """France is about to take a tile in the second action round."""
    document = json.loads(POSITION.read_text())
    made: int = installation.create_plainly("imperial-struggle", {"france": code, "britain": "en"}, document=document)
    return made


ROUND = {
    "en": (("D4E2", "K22", "end"), "flag Sweden", "“flag Sweden” takes the place of “K22”"),
    "ru": (("Д4Э2", "К22", "конец"), "флаг на Швецию", "«флаг на Швецию» встала на место строки «K22»"),
}


@pytest.mark.parametrize("code", ROUND)
def test_the_corrected_line_brings_the_others_with_it_and_ends_the_round(installation: Any, code: str) -> None:
    wrong, right, told = ROUND[code]
    campaign = at_the_tile(installation, code)
    installation.write("france", *wrong)
    (checked, *_) = installation.write("france", {"en": "check", "ru": "проверь"}[code], right)
    for line in (wrong[0], right, wrong[2]):
        assert line in words_of(checked)
    assert installation.table(campaign).match.asked_seats == ("france",)
    (answer, *_) = installation.write("france", right)
    assert told in words_of(answer)
    assert draft(installation, campaign, "france") == []
    assert installation.table(campaign).match.asked_seats == ("britain",)
    assert [row.outcome for row in readings_of(installation, campaign)] == [OrderOutcome.DONE] * 3


def test_a_line_that_a_moderator_enters_corrects_the_draft_of_the_seat(installation: Any) -> None:
    """They learn that there are other lines, and not which."""
    campaign = at_the_tile(installation, "en")
    installation.write("france", *ROUND["en"][0])
    with writing(installation.service.engine) as session:
        entered, table = (
            Enter(seat="france", lines=("E14",)),
            table_of_campaign(installation.service.work(session), campaign),
        )
        before = "; ".join(entered.preview(table, language("en"), str))
        entered.carry_out(table, Author("Mila"))
        after = "; ".join(entered.came_of(table, language("en")))
    assert installation.table(campaign).match.asked_seats == ("britain",)
    for told in (before, after):
        assert told.count("a line that the seat had written before") == 2
        assert "flag Sweden" in told
        assert "Diplomatic" not in told
        assert "D4E2" not in told


def test_a_draft_that_is_started_over_is_told_to_be_gone(installation: Any) -> None:
    campaign = at_the_tile(installation, "en")
    installation.write("france", *ROUND["en"][0])
    (answer, *_) = installation.write("france", "start over", "M4D2")
    assert f"{LEFT_OUT['britain']}: D4E2 - take Diplomatic 4 and Economic 2; K22; end." in words_of(answer)
    assert draft(installation, campaign, "france") == []
