"""Several addresses of a player: confirmed by a code, changed with the word of the old one, or by the moderator."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.people import addresses
from adjudicator.settings import Settings
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import InboundMail, Person
from tests.service.conftest import MX

RED, PHONE = "red@players.test", "red@phone.test"


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def send(installation: Any, text: str, sender: str = RED, seat: str = "red", **headers: str) -> InboundMail:
    """A mail that the receiving server vouches for."""
    proof = f"{MX}; dmarc=pass header.from={sender.rpartition('@')[2]}"
    if "to" not in headers:
        with reading(installation.service.engine) as session:
            token = table_of_campaign(installation.service.work(session), 1).by_name[seat].token
        headers["to"] = f"orders+{token}@game.test"
    raw = installation.raw(seat, text + "\n", sender=sender, Authentication_Results=proof, **headers)
    row: InboundMail = installation.put(raw)
    return row


def arrived(installation: Any, text: str, sender: str) -> int:
    """An answer to a mail that was about no seat, without a token, without proof; nobody has looked at it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "orders@game.test", "Re: please confirm"
    mail["Message-ID"] = f"<{installation.uid}.direct@{sender.rpartition('@')[2]}>"
    mail.set_content(text + "\n")
    came: int = installation.arrive(mail.as_bytes())
    return came


def direct(installation: Any, text: str, sender: str) -> InboundMail:
    """The same, handled at once."""
    row: InboundMail = installation.look_at(arrived(installation, text, sender))
    return row


def received(installation: Any) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address, []).append(mail)
    return found


def code_in(text: str) -> str:
    match = re.search(r"\d{4}(?:-\d{4})+", text)
    assert match is not None, text
    return match[0]


def emails(installation: Any, campaign: int) -> tuple[str, ...]:
    with reading(installation.service.engine) as session:
        seat = table_of_campaign(installation.service.work(session), campaign).by_name["red"]
        found: tuple[str, ...] = seat.holders[0].emails
        return found


def with_phone(installation: Any, said: Any) -> None:
    """The second address is registered."""
    send(installation, f"address add {PHONE}")
    direct(installation, f"confirm {code_in(said(received(installation)[PHONE][0]))}", PHONE)
    received(installation)


def test_a_second_address_counts_when_its_code_comes_back(installation: Any, campaign: int, said: Any) -> None:
    send(installation, f"address add {PHONE}")
    mails = received(installation)
    assert set(mails) == {RED, PHONE}
    assert CODELESS(said(mails[RED][0])), "the code goes to the new address alone"
    asked = mails[PHONE][0]
    assert asked["Reply-To"] == asked["From"]
    assert "orders@game.test" in asked["Reply-To"], "no secret address before he has confirmed"
    assert "Red, who plays by email here" in said(asked)
    assert emails(installation, campaign) == (RED,)
    assert send(installation, "1a", PHONE).status.value == "held"
    received(installation)
    assert direct(installation, f"confirm {code_in(said(asked))}", PHONE).status.value == "handled"
    assert set(received(installation)) == {RED, PHONE}
    assert emails(installation, campaign) == (RED, PHONE)
    assert send(installation, "1b", PHONE).status.value == "handled"
    assert set(received(installation)) == {RED}, "our mails go to the main address"


def test_a_code_of_an_address_counts_that_came_in_time_however_late_it_is_read(
    installation: Any, campaign: int, said: Any
) -> None:
    send(installation, f"address add {PHONE}")
    came = arrived(installation, f"confirm {code_in(said(received(installation)[PHONE][0]))}", PHONE)
    installation.clock.forward(days=4)
    assert installation.look_at(came).status.value == "handled"
    assert emails(installation, campaign) == (RED, PHONE)


def CODELESS(text: str) -> bool:  # noqa: N802
    return re.search(r"\d{4}(?:-\d{4})+", text) is None


def test_the_code_may_come_from_the_old_address_too(installation: Any, campaign: int, said: Any) -> None:
    send(installation, PHONE.join(("address ", "")))
    code = code_in(said(received(installation)[PHONE][0]))
    send(installation, f"confirm {code}")
    (answer,) = received(installation)[RED]
    assert "is registered" in said(answer)
    assert emails(installation, campaign) == (RED, PHONE)


def test_a_stranger_with_a_wrong_code_is_told_nothing(installation: Any, campaign: int, said: Any) -> None:
    send(installation, f"address add {PHONE}")
    code = code_in(said(received(installation)[PHONE][0]))
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"
    for sender in (PHONE, "eve@elsewhere.test"):
        assert direct(installation, f"confirm {wrong}", sender).status.value in ("refused", "ignored")
    assert direct(installation, f"confirm {code}", "eve@elsewhere.test").status.value == "ignored"
    assert received(installation) == {}
    assert emails(installation, campaign) == (RED,)


def test_from_the_main_address_the_main_one_changes_at_once(installation: Any, campaign: int, said: Any) -> None:
    with_phone(installation, said)
    send(installation, f"address main {PHONE}")
    mails = received(installation)
    assert "the last one here" in said(mails[RED][0])
    assert emails(installation, campaign) == (PHONE, RED)
    send(installation, "status")
    assert set(received(installation)) == {PHONE}


def test_from_another_address_the_main_one_is_asked(installation: Any, campaign: int, said: Any) -> None:
    with_phone(installation, said)
    send(installation, f"address main {PHONE}", PHONE)
    mails = received(installation)
    assert set(mails) == {RED}
    assert emails(installation, campaign) == (RED, PHONE)
    code = code_in(" ".join(said(mail) for mail in mails[RED]))
    send(installation, f"confirm {code}", PHONE)
    assert emails(installation, campaign) == (PHONE, RED)


def test_an_address_is_removed_and_the_last_one_never(installation: Any, campaign: int, said: Any) -> None:
    with_phone(installation, said)
    send(installation, f"адрес удалить {PHONE}")
    assert emails(installation, campaign) == (RED,)
    send(installation, f"address remove {RED}")
    assert "your only address" in said(received(installation)[RED][-1])
    assert emails(installation, campaign) == (RED,)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("address add orders+abc@game.test", "an address of ours"),
        (f"address add {RED.upper()}", "counts already"),
        ("address main eve@elsewhere.test", "none of yours"),
        ("address add nonsense", "cannot write to that email address"),
        ("address", "the main one"),
        ("address add Anna@пример.рф", "xn--"),
        ("address add Анна@пример.рф", "cannot write to that email address"),
    ],
)
def test_what_cannot_be_is_told(installation: Any, campaign: int, said: Any, line: str, says: str) -> None:
    send(installation, line)
    assert says in said(received(installation)[RED][0])


def test_nobodys_mailbox_is_filled_with_codes(installation: Any, campaign: int, said: Any) -> None:
    for number in range(5):
        send(installation, f"address add red{number}@phone.test")
    mails = received(installation)
    assert len([address for address in mails if address.endswith("@phone.test")]) == addresses.CODES_A_DAY
    assert "Try again after" in said(mails[RED][-1])


def person(installation: Any, campaign: int) -> int:
    with reading(installation.service.engine) as session:
        return int(table_of_campaign(installation.service.work(session), campaign).by_name["red"].holders[0].person_id)


def asked_by_moderator(installation: Any, campaign: int) -> dict[str, list[EmailMessage]]:
    with writing(installation.service.engine) as session:
        who = session.get_one(Person, person(installation, campaign))
        addresses.add(installation.service.work(session), who, PHONE, by="Mila")
    return received(installation)


def released(installation: Any, campaign: int) -> str | None:
    try:
        with writing(installation.service.engine) as session:
            who = session.get_one(Person, person(installation, campaign))
            addresses.release(installation.service.work(session), who, PHONE)
    except Rejected as why:
        return why.trouble
    return None


def test_a_dead_address_is_replaced_by_the_moderator_after_notice(installation: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(installation, campaign)
    assert set(mails) == {RED, PHONE}
    assert f"reached at {PHONE} only" in said(mails[RED][0])
    assert released(installation, campaign) == "unconfirmed"
    direct(installation, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    received(installation)
    assert emails(installation, campaign) == (RED,), "the moderator has the last word"
    assert released(installation, campaign) == "too_early"
    installation.clock.forward(days=3)
    assert released(installation, campaign) is None
    assert emails(installation, campaign) == (PHONE, RED)


def test_an_old_address_that_lives_objects(installation: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(installation, campaign)
    direct(installation, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    received(installation)
    send(
        installation,
        f"reject {code_in(said(mails[RED][0]))}",
        to="orders@game.test",
        In_Reply_To="<none@elsewhere.test>",
    )
    (answer,) = received(installation)[RED]
    assert "stays as it is" in said(answer)
    assert released(installation, campaign) == "unknown"


def test_an_old_address_that_agrees_shortens_the_way(installation: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(installation, campaign)
    send(installation, f"confirm {code_in(said(mails[RED][0]))}")
    direct(installation, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    assert emails(installation, campaign) == (RED, PHONE)
