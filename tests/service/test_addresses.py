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
def house(judging: Settings, house_of: Any) -> Any:
    return house_of(judging)


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def send(house: Any, text: str, sender: str = RED, seat: str = "red", **headers: str) -> InboundMail:
    """A mail that the receiving server vouches for."""
    proof = f"{MX}; dmarc=pass header.from={sender.rpartition('@')[2]}"
    if "to" not in headers:
        with reading(house.service.engine) as session:
            token = table_of_campaign(house.service.work(session), 1).by_name[seat].token
        headers["to"] = f"orders+{token}@game.test"
    raw = house.raw(seat, text + "\n", sender=sender, Authentication_Results=proof, **headers)
    row: InboundMail = house.put(raw)
    return row


def arrived(house: Any, text: str, sender: str) -> int:
    """An answer to a mail that was about no seat, without a token, without proof; nobody has looked at it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "orders@game.test", "Re: please confirm"
    mail["Message-ID"] = f"<{house.uid}.direct@{sender.rpartition('@')[2]}>"
    mail.set_content(text + "\n")
    came: int = house.arrive(mail.as_bytes())
    return came


def direct(house: Any, text: str, sender: str) -> InboundMail:
    """The same, handled at once."""
    row: InboundMail = house.look_at(arrived(house, text, sender))
    return row


def received(house: Any) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in house.deliver():
        found.setdefault(address, []).append(mail)
    return found


def code_in(text: str) -> str:
    match = re.search(r"\d{4}(?:-\d{4})+", text)
    assert match is not None, text
    return match[0]


def emails(house: Any, campaign: int) -> tuple[str, ...]:
    with reading(house.service.engine) as session:
        seat = table_of_campaign(house.service.work(session), campaign).by_name["red"]
        found: tuple[str, ...] = seat.holders[0].emails
        return found


def with_phone(house: Any, said: Any) -> None:
    """The second address is registered."""
    send(house, f"address add {PHONE}")
    direct(house, f"confirm {code_in(said(received(house)[PHONE][0]))}", PHONE)
    received(house)


def test_a_second_address_counts_when_its_code_comes_back(house: Any, campaign: int, said: Any) -> None:
    send(house, f"address add {PHONE}")
    mails = received(house)
    assert set(mails) == {RED, PHONE}
    assert CODELESS(said(mails[RED][0])), "the code goes to the new address alone"
    asked = mails[PHONE][0]
    assert asked["Reply-To"] == asked["From"]
    assert "orders@game.test" in asked["Reply-To"], "no secret address before he has confirmed"
    assert "Red, who plays by email here" in said(asked)
    assert emails(house, campaign) == (RED,)
    assert send(house, "1a", PHONE).status.value == "held"
    received(house)
    assert direct(house, f"confirm {code_in(said(asked))}", PHONE).status.value == "handled"
    assert set(received(house)) == {RED, PHONE}
    assert emails(house, campaign) == (RED, PHONE)
    assert send(house, "1b", PHONE).status.value == "handled"
    assert set(received(house)) == {RED}, "our mails go to the main address"


def test_a_code_of_an_address_counts_that_came_in_time_however_late_it_is_read(
    house: Any, campaign: int, said: Any
) -> None:
    send(house, f"address add {PHONE}")
    came = arrived(house, f"confirm {code_in(said(received(house)[PHONE][0]))}", PHONE)
    house.clock.forward(days=4)
    assert house.look_at(came).status.value == "handled"
    assert emails(house, campaign) == (RED, PHONE)


def CODELESS(text: str) -> bool:  # noqa: N802
    return re.search(r"\d{4}(?:-\d{4})+", text) is None


def test_the_code_may_come_from_the_old_address_too(house: Any, campaign: int, said: Any) -> None:
    send(house, PHONE.join(("address ", "")))
    code = code_in(said(received(house)[PHONE][0]))
    send(house, f"confirm {code}")
    (answer,) = received(house)[RED]
    assert "is registered" in said(answer)
    assert emails(house, campaign) == (RED, PHONE)


def test_a_stranger_with_a_wrong_code_is_told_nothing(house: Any, campaign: int, said: Any) -> None:
    send(house, f"address add {PHONE}")
    code = code_in(said(received(house)[PHONE][0]))
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"
    for sender in (PHONE, "eve@elsewhere.test"):
        assert direct(house, f"confirm {wrong}", sender).status.value in ("refused", "ignored")
    assert direct(house, f"confirm {code}", "eve@elsewhere.test").status.value == "ignored"
    assert received(house) == {}
    assert emails(house, campaign) == (RED,)


def test_from_the_main_address_the_main_one_changes_at_once(house: Any, campaign: int, said: Any) -> None:
    with_phone(house, said)
    send(house, f"address main {PHONE}")
    mails = received(house)
    assert "the last one here" in said(mails[RED][0])
    assert emails(house, campaign) == (PHONE, RED)
    send(house, "status")
    assert set(received(house)) == {PHONE}


def test_from_another_address_the_main_one_is_asked(house: Any, campaign: int, said: Any) -> None:
    with_phone(house, said)
    send(house, f"address main {PHONE}", PHONE)
    mails = received(house)
    assert set(mails) == {RED}
    assert emails(house, campaign) == (RED, PHONE)
    code = code_in(" ".join(said(mail) for mail in mails[RED]))
    send(house, f"confirm {code}", PHONE)
    assert emails(house, campaign) == (PHONE, RED)


def test_an_address_is_removed_and_the_last_one_never(house: Any, campaign: int, said: Any) -> None:
    with_phone(house, said)
    send(house, f"адрес удалить {PHONE}")
    assert emails(house, campaign) == (RED,)
    send(house, f"address remove {RED}")
    assert "your only address" in said(received(house)[RED][-1])
    assert emails(house, campaign) == (RED,)


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
def test_what_cannot_be_is_told(house: Any, campaign: int, said: Any, line: str, says: str) -> None:
    send(house, line)
    assert says in said(received(house)[RED][0])


def test_nobodys_mailbox_is_filled_with_codes(house: Any, campaign: int, said: Any) -> None:
    for number in range(5):
        send(house, f"address add red{number}@phone.test")
    mails = received(house)
    assert len([address for address in mails if address.endswith("@phone.test")]) == addresses.CODES_A_DAY
    assert "Try again after" in said(mails[RED][-1])


def person(house: Any, campaign: int) -> int:
    with reading(house.service.engine) as session:
        return int(table_of_campaign(house.service.work(session), campaign).by_name["red"].holders[0].person_id)


def asked_by_moderator(house: Any, campaign: int) -> dict[str, list[EmailMessage]]:
    with writing(house.service.engine) as session:
        who = session.get_one(Person, person(house, campaign))
        addresses.add(house.service.work(session), who, PHONE, by="Mila")
    return received(house)


def released(house: Any, campaign: int) -> str | None:
    try:
        with writing(house.service.engine) as session:
            who = session.get_one(Person, person(house, campaign))
            addresses.release(house.service.work(session), who, PHONE)
    except Rejected as why:
        return why.trouble
    return None


def test_a_dead_address_is_replaced_by_the_moderator_after_notice(house: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(house, campaign)
    assert set(mails) == {RED, PHONE}
    assert f"reached at {PHONE} only" in said(mails[RED][0])
    assert released(house, campaign) == "unconfirmed"
    direct(house, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    received(house)
    assert emails(house, campaign) == (RED,), "the moderator has the last word"
    assert released(house, campaign) == "too_early"
    house.clock.forward(days=3)
    assert released(house, campaign) is None
    assert emails(house, campaign) == (PHONE, RED)


def test_an_old_address_that_lives_objects(house: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(house, campaign)
    direct(house, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    received(house)
    send(house, f"reject {code_in(said(mails[RED][0]))}", to="orders@game.test", In_Reply_To="<none@elsewhere.test>")
    (answer,) = received(house)[RED]
    assert "stays as it is" in said(answer)
    assert released(house, campaign) == "unknown"


def test_an_old_address_that_agrees_shortens_the_way(house: Any, campaign: int, said: Any) -> None:
    mails = asked_by_moderator(house, campaign)
    send(house, f"confirm {code_in(said(mails[RED][0]))}")
    direct(house, f"confirm {code_in(said(mails[PHONE][0]))}", PHONE)
    assert emails(house, campaign) == (RED, PHONE)
