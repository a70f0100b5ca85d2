"""Bad input of every kind: a clear reply where one is safe, the mail kept, the game untouched."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlmodel import select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people import new_campaigns
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    return made


@pytest.fixture
def position(installation: Any, campaign: int) -> Any:
    def now() -> bytes:
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), campaign).match
            return bytes(match.checkpoint()) + repr(sorted(match.sealed)).encode()

    return now


def kept(installation: Any) -> int:
    with reading(installation.service.engine) as session:
        return len(session.scalars(select(InboundMail)).all())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dance wildly", "no order starts"),
        ("bid 99", "not in your hand"),
        ("keep", "not what is asked now"),
        ("77a", "no question with this number"),
        ("1z", "no answer"),
        ("bid", "still to be chosen: bid … – 2"),
    ],
)
@pytest.mark.store("sqlite")
def test_every_mistake_is_named(
    installation: Any, campaign: int, position: Any, said: Any, text: str, says: str
) -> None:
    before = position()
    (answer,) = installation.write("red", text)
    assert says in said(answer)
    assert position() == before


def test_orders_out_of_turn(installation: Any, campaign: int, position: Any, said: Any) -> None:
    installation.write("red", "1a")
    installation.write("blue", "2a")
    with reading(installation.service.engine) as session:
        decision = table_of_campaign(installation.service.work(session), campaign).match.decisions()[0]
    idle = "red" if decision.seats == ("blue",) else "blue"
    before = position()
    (answer,) = installation.write(idle, "keep")
    assert "not your turn" in said(answer)
    assert position() == before


def test_a_stranger_gets_no_answer(installation: Any, campaign: int, position: Any) -> None:
    before = position()
    row = installation.put(b"From: eve@elsewhere.test\r\nTo: orders@game.test\r\nSubject: hi\r\n\r\n1a\r\n")
    assert row.status.value in ("ignored", "quarantined")
    assert installation.deliver() == []
    assert position() == before


def test_a_stranger_with_the_secret_address_is_held_and_the_player_is_asked(
    installation: Any, campaign: int, position: Any, said: Any
) -> None:
    before = position()
    row = installation.put(installation.raw("red", "1a\n", sender="eve@elsewhere.test"))
    assert row.status.value == "held"
    ((recipient, mail),) = installation.deliver()
    assert recipient == "red@players.test"
    assert "not registered" in said(mail)
    assert position() == before


def test_another_players_secret_address_is_no_use(installation: Any, campaign: int, position: Any, said: Any) -> None:
    before = position()
    row = installation.put(installation.raw("red", "1a\n", sender="blue@players.test"))
    assert row.status.value == "quarantined"
    ((recipient, mail),) = installation.deliver()
    assert recipient == "blue@players.test"
    assert "Your email went to an address of" in said(mail)
    assert position() == before


def test_a_wrong_token_of_a_known_player_is_answered_at_his_registered_address(
    installation: Any, campaign: int, position: Any, said: Any
) -> None:
    raw = installation.raw("red", "1a\n", to="orders+nonsense@game.test", In_Reply_To="<x@y.test>", Subject="orders")
    installation.put(raw)
    ((recipient, mail),) = installation.deliver()
    assert recipient == "red@players.test"
    assert "not clear" in said(mail)


def test_an_empty_body_is_answered(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "")
    assert "your email program did not pass on the line" in said(answer)


def test_an_attachment_alone_is_answered(installation: Any, campaign: int, said: Any) -> None:
    head = installation.raw("red", "x").split(b"\n\n")[0].decode()
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
    installation.put(raw)
    ((recipient, mail),) = installation.deliver()
    assert recipient == "red@players.test"
    assert "not read: orders.pdf" in said(mail)


def test_an_unknown_charset_still_gives_the_orders(installation: Any, campaign: int) -> None:
    raw = installation.raw("red", "1a\n").replace(b"utf-8", b"x-martian")
    assert installation.put(raw).status.value == "handled"
    ((_, mail),) = installation.deliver()
    assert "on file" in mail["Subject"]


def test_a_mail_of_25_megabytes_is_kept_and_said(installation: Any, campaign: int, position: Any) -> None:
    raw = installation.raw("red", "1a\n" + "\n".join("x" * 990 for _ in range(25_500)))
    assert len(raw) > 25_000_000
    row = installation.put(raw)
    assert row.status.value in ("handled", "quarantined")
    assert len(installation.deliver()) == 1


@pytest.mark.parametrize("raw", [b"", b"\x00" * 200, b"\xff\xfe\x00not a mail at all", b"From: \r\n\r\n", b"\r\n\r\n"])
def test_what_is_no_mail_is_kept_and_nobody_is_answered(
    installation: Any, campaign: int, position: Any, raw: bytes
) -> None:
    before = position()
    row = installation.put(raw)
    assert row.status.value in ("ignored", "quarantined")
    assert installation.deliver() == []
    assert kept(installation) == 1
    assert position() == before


@pytest.mark.parametrize("mails", [50, pytest.param(150, marks=pytest.mark.long)])
def test_damaged_mails_never_crash_the_service(installation: Any, campaign: int, mails: int) -> None:
    rng = random.Random(7)
    good = installation.raw("red", "1a\nbid 3\nend\n")
    for _ in range(mails):
        raw = bytearray(good)
        for _ in range(rng.randint(1, 12)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        row = installation.put(bytes(raw[: rng.randint(1, len(raw))]))
        assert row.status.value != "received"
        assert not row.reason.startswith(("KeyError", "ValueError", "TypeError", "AssertionError", "IndexError"))


def test_header_injection_through_names_and_subjects(installation: Any, campaign: int) -> None:
    raw = installation.raw("red", "nonsense\n", Subject="x")
    raw = raw.replace(b"Subject: x", b"Subject: =?utf-8?q?x=0D=0ABcc=3A_eve=40elsewhere=2Etest?=")
    installation.put(raw)
    ((_, mail),) = installation.deliver()
    assert mail["Bcc"] is None


SILENT = {"en": "no answers until ", "ru": "без ответов до "}


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_flood_is_answered_only_so_often_and_its_writer_is_told_once(
    installation: Any, read: Any, language: str
) -> None:
    installation.create("sealed-bids", {"red": language, "blue": "en"})
    installation.deliver()
    limit = installation.service.settings.limits.answers_per_hour
    mails = []
    for _ in range(limit + 15):
        installation.put(installation.raw("red", "status\n"))
        mails += installation.deliver()
    silent = [mail for _, mail in mails if SILENT[language] in str(mail["Subject"])]
    assert len(silent) == 1
    assert str(limit) in read(silent[0])
    assert len(mails) - 1 <= limit
    installation.clock.forward(hours=1, minutes=1)
    installation.put(installation.raw("red", "status\n"))
    ((_, mail),) = installation.deliver()
    assert SILENT[language] not in str(mail["Subject"])


NASTY = "{{ 7*7 }} {% include '/etc/passwd' %} %(boom)s {0} ${HOME} <b>&amp;</b>"


def test_whatever_people_are_called_and_write_is_text_and_no_template(installation: Any, read: Any) -> None:
    """Names, titles, subjects and orders are shown as they are; none of them is evaluated, nor makes a header."""
    players = tuple(
        new_campaigns.Player(seat=seat, name=f"{NASTY}\r\nBcc: eve@elsewhere.test", email=f"{seat}@players.test")
        for seat in ("red", "blue")
    )
    title = f"{NASTY}\r\nBcc: eve@elsewhere.test"[:100]
    new_campaigns.create(
        installation.service,
        new_campaigns.NewCampaign(name="nasty", title=title, game="sealed-bids", seed=b"house", players=players),
    )
    mails = installation.deliver()
    installation.put(installation.raw("red", f"{NASTY}\nstatus\nwhat is {NASTY}\n", Subject=NASTY))
    mails += installation.deliver()
    assert len(mails) == 3
    for _, mail in mails:
        assert mail["Bcc"] is None
        assert mail.keys().count("Subject") == mail.keys().count("To") == 1
        words = read(mail)
        html = str(mail.get_body(("html",)).get_content())
        for shown in (words, html, str(mail["Subject"])):
            assert " 49 " not in shown
            assert "root:" not in shown
        assert "{{ 7*7 }}" in words
        assert "<b>&amp;</b>" not in html


def test_a_sender_with_letters_of_his_alphabet_before_the_at_sign_is_a_stranger_and_harms_nothing(
    installation: Any, campaign: int
) -> None:
    raw = installation.raw("red", "bid 3\n").replace(b"From: red@players.test", "From: красный@players.test".encode())
    row = installation.put(raw)
    assert row.status.value in ("held", "quarantined", "ignored")
    assert [address for address, _ in installation.deliver()] in ([], ["red@players.test"])


def test_an_address_that_most_servers_refuse_is_not_registered(installation: Any) -> None:
    player = new_campaigns.Player(seat="red", name="Red", email="красный@players.test")
    other = new_campaigns.Player(seat="blue", name="Blue", email="blue@пример.test")
    new = new_campaigns.NewCampaign(name="letters", title="X", game="sealed-bids", players=(player, other))
    with pytest.raises(new_campaigns.BadCampaign) as bad:
        new_campaigns.create(installation.service, new)
    assert len(bad.value.problems) == 1, "a domain has an ASCII form"
    assert "other letters than ASCII" in bad.value.problems[0]


@pytest.mark.parametrize(
    "date",
    [
        "",
        "yesterday",
        "Fri, 99 Nov 2026 99:99:99 +9999",
        "0",
        "Fri, 20 Nov 99999999 10:00:00 +0000",
        "\x00",
        "x" * 5000,
    ],
)
def test_a_malformed_date_changes_nothing(installation: Any, campaign: int, date: str) -> None:
    raw = installation.raw("red", "status\n").replace(b"Message-ID:", b"Date: " + date.encode() + b"\nMessage-ID:", 1)
    row = installation.put(raw)
    assert row.status.value == "handled"
    assert abs((row.received_at - installation.clock.now()).total_seconds()) < 60
    assert len(installation.deliver()) == 1
