"""Bad input of every kind: a clear reply where one is safe, the mail kept, the game untouched."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlmodel import select

from adjudicator.service.matches import table_of_campaign
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "en"})
    return made


@pytest.fixture
def position(house: Any, campaign: int) -> Any:
    def now() -> bytes:
        with reading(house.service.engine) as session:
            match = table_of_campaign(session, campaign, house.clock.now()).match
            return bytes(match.checkpoint()) + repr(sorted(match.sealed)).encode()

    return now


def kept(house: Any) -> int:
    with reading(house.service.engine) as session:
        return len(session.scalars(select(InboundMail)).all())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dance wildly", "do not know an order"),
        ("bid 99", "not in your hand"),
        ("keep", "not what is asked now"),
        ("77a", "no question with this number"),
        ("1z", "no answer"),
        ("bid", "missing"),
    ],
)
def test_every_mistake_is_named(house: Any, campaign: int, position: Any, said: Any, text: str, says: str) -> None:
    before = position()
    (answer,) = house.write("red", text)
    assert says in said(answer)
    assert position() == before


def test_orders_out_of_turn(house: Any, campaign: int, position: Any, said: Any) -> None:
    house.write("red", "1a")
    house.write("blue", "2a")
    with reading(house.service.engine) as session:
        decision = table_of_campaign(session, campaign, house.clock.now()).match.decisions()[0]
    idle = "red" if decision.seats == ("blue",) else "blue"
    before = position()
    (answer,) = house.write(idle, "keep")
    assert "not your turn" in said(answer)
    assert position() == before


def test_a_stranger_gets_no_answer(house: Any, campaign: int, position: Any) -> None:
    before = position()
    row = house.put(b"From: eve@elsewhere.test\r\nTo: orders@game.test\r\nSubject: hi\r\n\r\n1a\r\n")
    assert row.status.value in ("ignored", "quarantined")
    assert house.deliver() == []
    assert position() == before


def test_a_stranger_with_the_secret_address_is_held_and_the_player_is_asked(
    house: Any, campaign: int, position: Any, said: Any
) -> None:
    before = position()
    row = house.put(house.raw("red", "1a\n", sender="eve@elsewhere.test"))
    assert row.status.value == "quarantined"
    ((recipient, mail),) = house.deliver()
    assert recipient == "red@players.test"
    assert "not registered" in said(mail)
    assert position() == before


def test_another_players_secret_address_is_no_use(house: Any, campaign: int, position: Any) -> None:
    before = position()
    row = house.put(house.raw("red", "1a\n", sender="blue@players.test"))
    assert row.status.value == "quarantined"
    assert house.deliver() == []
    assert position() == before


def test_a_wrong_token_of_a_known_player_is_answered_at_his_registered_address(
    house: Any, campaign: int, position: Any, said: Any
) -> None:
    raw = house.raw("red", "1a\n", to="orders+nonsense@game.test", In_Reply_To="<x@y.test>", Subject="orders")
    house.put(raw)
    ((recipient, mail),) = house.deliver()
    assert recipient == "red@players.test"
    assert "not clear" in said(mail)


def test_an_empty_body_is_answered(house: Any, campaign: int, said: Any) -> None:
    (answer,) = house.write("red", "")
    assert "no line that could be an order" in said(answer)


def test_an_attachment_alone_is_answered(house: Any, campaign: int, said: Any) -> None:
    head = house.raw("red", "x").split(b"\n\n")[0].decode()
    kept_headers = [line for line in head.splitlines() if not line.startswith(("Content-", "MIME-"))]
    raw = "\r\n".join(
        [
            *kept_headers,
            "MIME-Version: 1.0",
            'Content-Type: application/pdf; name="orders.pdf"',
            "Content-Transfer-Encoding: base64",
            'Content-Disposition: attachment; filename="orders.pdf"',
            "",
            "JVBERi0xLjQK",
            "",
        ]
    ).encode()
    house.put(raw)
    ((recipient, mail),) = house.deliver()
    assert recipient == "red@players.test"
    assert "attachment" in said(mail)


def test_an_unknown_charset_still_gives_the_orders(house: Any, campaign: int) -> None:
    raw = house.raw("red", "1a\n").replace(b"utf-8", b"x-martian")
    assert house.put(raw).status.value == "handled"
    ((_, mail),) = house.deliver()
    assert "on file" in mail["Subject"]


def test_a_mail_of_25_megabytes_is_kept_and_said(house: Any, campaign: int, position: Any) -> None:
    raw = house.raw("red", "1a\n" + "\n".join("x" * 990 for _ in range(25_500)))
    assert len(raw) > 25_000_000
    row = house.put(raw)
    assert row.status.value in ("handled", "quarantined")
    assert len(house.deliver()) == 1


@pytest.mark.parametrize("raw", [b"", b"\x00" * 200, b"\xff\xfe\x00not a mail at all", b"From: \r\n\r\n", b"\r\n\r\n"])
def test_what_is_no_mail_is_kept_and_nobody_is_answered(house: Any, campaign: int, position: Any, raw: bytes) -> None:
    before = position()
    row = house.put(raw)
    assert row.status.value in ("ignored", "quarantined")
    assert house.deliver() == []
    assert kept(house) == 1
    assert position() == before


def test_damaged_mails_never_crash_the_service(house: Any, campaign: int) -> None:
    rng = random.Random(7)
    good = house.raw("red", "1a\nbid 3\nend\n")
    for _ in range(150):
        raw = bytearray(good)
        for _ in range(rng.randint(1, 12)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        row = house.put(bytes(raw[: rng.randint(1, len(raw))]))
        assert row.status.value != "received"
        assert not row.reason.startswith(("KeyError", "ValueError", "TypeError", "AssertionError", "IndexError"))


def test_header_injection_through_names_and_subjects(house: Any, campaign: int) -> None:
    raw = house.raw("red", "nonsense\n", Subject="x")
    raw = raw.replace(b"Subject: x", b"Subject: =?utf-8?q?x=0D=0ABcc=3A_eve=40elsewhere=2Etest?=")
    house.put(raw)
    ((_, mail),) = house.deliver()
    assert mail["Bcc"] is None


def test_a_flood_is_answered_only_so_often(house: Any, campaign: int) -> None:
    limit = house.service.settings.limits.answers_per_hour
    answered = 0
    for _ in range(limit + 15):
        house.put(house.raw("red", "status\n"))
        answered += len(house.deliver())
    assert answered <= limit
