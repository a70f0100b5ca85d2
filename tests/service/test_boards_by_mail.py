"""The whole board weighs more than all the rest of a mail: it comes where it tells something new, and on request."""

from __future__ import annotations

import io
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from PIL import Image

from tests.service.conftest import at_the_tiles, words_of

pytestmark = [pytest.mark.store("sqlite"), pytest.mark.drawn]


def boards(mail: EmailMessage) -> list[int]:
    """How wide the boards in a mail are, in pixels."""
    found = [part for part in mail.walk() if part["Content-ID"] == "<board>"]
    return [Image.open(io.BytesIO(part.get_payload(decode=True))).width for part in found]  # type: ignore[arg-type]


def test_the_board_comes_first_and_on_request_and_with_no_answer(installation: Any) -> None:
    installation.create("imperial-struggle", {"france": "en", "britain": "ru"})
    assert [boards(installation.newest(seat)) for seat in ("france", "britain")] == [[1000], [1000]]

    installation.write("france", "status")
    assert boards(installation.newest("france")) == []
    installation.write("france", "board")
    assert boards(installation.newest("france")) == [1600]

    installation.write("france", "1a 1b")
    installation.write("britain", "2а 2б")
    assert boards(installation.newest("france")) == []
    assert "cid:board" not in str(installation.newest("france"))


def test_the_same_board_does_not_come_twice_at_once(installation: Any, said: Any) -> None:
    """A turn mail has it: the question that goes beside it does without."""
    made = installation.create("pax-renaissance", dict.fromkeys(("fugger", "coeur"), "en"))
    rng = Random(4)
    while (table := installation.table(made)).turn[0] == 0:
        (seat, *_) = table.match.decisions()[0].waiting
        installation.order(made, seat, table.match.sample(seat, rng))
    installation.deliver()
    (over,) = [each for each in installation.received["fugger@players.test"] if "round 1 is over" in each["Subject"]]
    assert boards(over) == [1000]
    (first,) = installation.received["fugger@players.test"][-1:]
    assert "actions left" in first["Subject"]
    assert boards(first) == []


def test_plain_text_says_in_words_what_the_board_shows(installation: Any, said: Any) -> None:
    installation.create("imperial-struggle", {"france": "en", "britain": "ru"})
    installation.write("france", "format text")
    installation.write("france", "board")
    assert "BOARD" in said(installation.newest("france"))
    assert boards(installation.newest("france")) == []
    installation.write("france", "status")
    assert "BOARD" not in said(installation.newest("france"))


def test_of_mails_that_lie_there_together_the_last_is_answered_with_pictures(installation: Any) -> None:
    at_the_tiles(installation, "en")
    answers = {}
    for together in (True, False):
        start = installation.raw("britain", "E4D2 K16" if together else "E4D2 E53")
        waiting = [
            installation.arrive(start),
            *([installation.arrive(installation.raw("britain", "K42"))] if together else []),
        ]
        for number, mail in enumerate(waiting):
            assert installation.look_at(mail).status.value == "handled"
            answers[together, number] = [each for to, each in installation.deliver() if to == "britain@players.test"][
                -1
            ]
        if together:
            installation.write("britain", "takeback")
            installation.write("britain", "takeback")
    pictured = {at: any("crop" in str(part["Content-ID"]) for part in mail.walk()) for at, mail in answers.items()}
    assert pictured == {(True, 0): False, (True, 1): True, (False, 0): True}
    assert all(code in words_of(answers[True, 0]) for code in ("E4D2", "K16"))
    assert "#" in answers[True, 0]["Subject"]
