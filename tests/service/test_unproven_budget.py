"""What mails cost that nobody has proven to have written: nothing of what proven ones need."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign import confirmations
from adjudicator.settings import Settings
from adjudicator.store import rate_limits
from adjudicator.store.confirmations import Owner, Request
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Address, AddressState, InboundStatus, OutboundMail, Priority
from tests.service.conftest import MX, text_of
from tests.service.test_held_mails import BLUE, FAIL, MILA, PASS, RED, code_in, received, sealed, seat, send, status

FLOOD = 25
OF_A_DAY = 6
"""Answers to mails that nothing proves, of each kind."""


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


FORGED = [
    pytest.param({}, "1a", id="unproven orders"),
    pytest.param({"result": FAIL}, "1a", id="denied orders", marks=pytest.mark.long),
    pytest.param(
        {"result": PASS, "sender": "eve@elsewhere.test"}, "1a", id="a stranger's orders", marks=pytest.mark.long
    ),
    pytest.param({}, "status", id="unproven looks", marks=pytest.mark.long),
    pytest.param({}, "confirm 1234-5678-9012", id="unproven codes", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("how", "text"), FORGED)
@pytest.mark.store("sqlite")
def test_a_flood_of_unproven_mails_silences_nobody(
    installation: Any, campaign: int, said: Any, how: dict[str, str], text: str
) -> None:
    for _ in range(FLOOD):
        send(installation, "red", text, **how)
    flood = len(received(installation)[RED])
    assert flood <= OF_A_DAY, "nor do they fill anybody's mailbox"
    for question in ("status", "help", "orders"):
        send(installation, "red", question, PASS)
        assert len(received(installation)[RED]) == 1, "he hears what he asks"
    assert send(installation, "red", "1b", PASS, Cc=BLUE).status is InboundStatus.HELD
    (asked,) = received(installation)[RED]
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    assert set(sealed(installation, campaign)) == {"red"}, "there was a place for his own mail that waits"


@pytest.mark.store("sqlite")
def test_mails_without_the_secret_take_no_place_from_those_with_it(installation: Any, campaign: int, said: Any) -> None:
    for _ in range(FLOOD):
        send(installation, "red", "1a", to="orders@game.test", subject=f"[{seat(installation, campaign, 'red').tag}]")
    assert len(received(installation)[RED]) == OF_A_DAY
    send(installation, "red", "1b")
    (asked,) = received(installation)[RED]
    send(installation, "red", f"confirm {code_in(said(asked))}")
    assert set(sealed(installation, campaign)) == {"red"}


@pytest.mark.store("sqlite")
def test_the_moderator_hears_once_of_mails_that_nobody_is_asked_about(
    installation: Any, campaign: int, said: Any
) -> None:
    for _ in range(FLOOD):
        send(installation, "red", "1a")
    (told,) = received(installation)[MILA]
    assert "nobody could be asked" in said(told)
    assert "red" in said(told).lower()
    installation.clock.forward(hours=25)
    for _ in range(FLOOD):
        send(installation, "red", "1a")
    assert MILA in received(installation), "and once more the next day"


@pytest.mark.store("sqlite")
def test_what_was_held_without_a_question_is_asked_about_later(installation: Any, campaign: int, said: Any) -> None:
    for _ in range(OF_A_DAY):
        send(installation, "red", "1a")
    row = send(installation, "red", "1b")
    assert status(installation, row) is InboundStatus.HELD
    received(installation)
    installation.clock.forward(hours=2)
    periodic.run(installation.service)
    assert installation.look_at(row.id).status is InboundStatus.HELD
    assert received(installation).get(RED, []) == [], "the day is not over"
    installation.clock.forward(hours=24)
    periodic.run(installation.service)
    assert installation.look_at(row.id).status is InboundStatus.HELD
    asked = received(installation)[RED][-1]
    assert "1b" in said(asked)
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    assert status(installation, row) is InboundStatus.HANDLED


def test_answers_to_proven_mails_leave_room_to_ask_about_the_others(
    installation: Any, campaign: int, said: Any
) -> None:
    for _ in range(FLOOD):
        send(installation, "red", "status", PASS)
    assert len(received(installation)[RED]) == 21, "20 answers, and that no more come"
    installation.received[RED].pop()  # that one has no secret address
    send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    assert "nothing proves that you wrote it" in said(asked)


@pytest.mark.store("sqlite")
def test_what_others_do_uses_up_no_answers(installation: Any, campaign: int) -> None:
    for _ in range(FLOOD):
        send(installation, "moderator", "extend 1 h", PASS)
    assert len(received(installation)[RED]) == FLOOD
    send(installation, "red", "status", PASS)
    assert len(received(installation)[RED]) == 1


def test_a_code_for_something_proven_is_not_lost_by_unproven_guesses(installation: Any, campaign: int) -> None:
    with writing(installation.service.engine) as session:
        red = seat(installation, campaign, "red")
        owner = Owner(red.id, red.holders[0].person_id)
        code = confirmations.issue(session, Request("own-held-mail", owner, b'{"mail_id":0}'), installation.clock.now())
    for number in range(FLOOD):
        send(installation, "red", f"confirm 0000-{number:04}")
    with reading(installation.service.engine) as session:
        assert confirmations.typed_code(session, code, owner, installation.clock.now()) is not None


def test_guesses_of_a_proven_mail_cost_tries(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    for number in range(5):
        send(installation, "red", f"confirm 0000-0000-{number:04}", PASS)
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    assert status(installation, row) is InboundStatus.HELD


def test_an_unproven_mail_with_many_codes_is_worth_one_guess(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    guesses = [f"confirm 0000-0000-{number:04}" for number in range(50)]
    send(installation, "red", "\n".join([*guesses, f"confirm {code_in(said(asked))}"]))
    assert status(installation, row) is InboundStatus.HELD
    assert sealed(installation, campaign) == {}


def test_wrong_codes_from_an_address_that_waits_for_its_own_cost_it_nothing(
    installation: Any, campaign: int, said: Any
) -> None:
    new = "red@phone.test"
    send(installation, "red", f"address add {new}", PASS)
    mails = received(installation)
    (asked,) = mails[new]
    bare = {"sender": new, "to": "orders@game.test", "In_Reply_To": "<a@b>"}
    for number in range(8):
        row = send(installation, "red", f"confirm 0000-0000-{number:04}", **bare)
        assert row.status is InboundStatus.REFUSED
    assert received(installation) == {}
    code = code_in(said(asked))
    row = send(installation, "red", f"confirm {code}", **bare)
    assert row.status is InboundStatus.HANDLED
    assert new in received(installation)


@pytest.mark.parametrize("how", [{}, {"result": FAIL}, {"result": f"{MX}; dkim=pass header.d=elsewhere.test"}])
def test_only_a_proven_mail_brings_a_suspended_address_back(
    installation: Any, campaign: int, how: dict[str, str]
) -> None:
    with writing(installation.service.engine) as session:
        address = session.query(Address).filter_by(email=RED).one()
        address.state, address.bounces = AddressState.SUSPENDED, 9
    for text in ("status", "1a", "confirm 1234-5678-9012"):
        send(installation, "red", text, **how)
    with reading(installation.service.engine) as session:
        assert rate_limits.suspended_addresses(session) == {RED}
    send(installation, "red", "1b", PASS)
    with reading(installation.service.engine) as session:
        assert rate_limits.suspended_addresses(session) == frozenset()


def test_answers_to_unproven_mails_go_behind_the_others(installation: Any, campaign: int) -> None:
    send(installation, "red", "1a")
    send(installation, "blue", "статус", PASS)
    with reading(installation.service.engine) as session:
        newest = sorted(session.query(OutboundMail).all(), key=lambda mail: mail.id)[-2:]
    assert [mail.priority for mail in newest] == [Priority.REPORT, Priority.QUESTION]


@pytest.mark.store("sqlite")
@pytest.mark.parametrize(
    "how",
    [{}, {"to": "orders@game.test", "In_Reply_To": "<x@y.test>"}],
    ids=["to the secret address", "to ours"],
)
@pytest.mark.parametrize("text", ["help", "1a", "list"])
def test_unproven_mails_of_a_whole_day_bring_few_answers(
    installation: Any, campaign: int, text: str, how: dict[str, str]
) -> None:
    for _ in range(8):
        for _ in range(FLOOD // 4):
            send(installation, "red", text, **how)
        installation.clock.forward(hours=1)
    assert len(received(installation).get(RED, [])) <= OF_A_DAY
    installation.clock.forward(hours=24)
    send(installation, "red", text, **how)
    assert len(received(installation)[RED]) == 1, "the next day is another"


def echo(mail: EmailMessage, shape: str) -> str:
    """What comes back from a mailbox that returns whatever it gets."""
    text = text_of(mail)
    return "".join(f"> {line}\n" for line in text.splitlines()) if shape == "quoted" else text


@pytest.mark.store("sqlite")
@pytest.mark.parametrize("shape", ["quoted", "as it is"])
@pytest.mark.parametrize("result", [PASS, ""], ids=["proven", "unproven"])
def test_two_mailboxes_that_echo_stay_below_ten_mails_a_day(
    installation: Any, campaign: int, result: str, shape: str
) -> None:
    """Each of them returns every mail of ours, and no header says that a program did it."""
    returned = Counter[str]()
    for name in ("red", "blue"):
        send(installation, name, "hm", result)
    for _ in range(24):
        while mails := [(to, mail) for to, mail in installation.deliver() if to in (RED, BLUE)]:
            for to, mail in mails:
                returned[to] += 1
                back = {"to": str(mail["Reply-To"]), "In_Reply_To": str(mail["Message-ID"])}
                send(
                    installation,
                    to.partition("@")[0],
                    echo(mail, shape),
                    result,
                    subject=f"Re: {mail['Subject']}",
                    **back,
                )
        installation.clock.forward(hours=1)
    assert all(1 <= count < 10 for count in returned.values()), returned
    assert returned.keys() == {RED, BLUE}


def test_who_is_proven_hears_once_a_day_that_explanations_end_and_can_answer(
    installation: Any, campaign: int, said: Any
) -> None:
    for _ in range(FLOOD):
        send(installation, "red", "> 1a", PASS)
        installation.clock.forward(minutes=5)
    *explained, silent = received(installation)[RED]
    assert len(explained) == OF_A_DAY
    assert "nothing to do" in said(silent)
    assert str(silent["Reply-To"]) == str(explained[0]["Reply-To"]), "the secret address of the seat"
    send(installation, "red", "status", PASS)
    assert len(received(installation)[RED]) == 1, "what is asked is answered"
    send(installation, "red", "1b", PASS)
    assert set(sealed(installation, campaign)) == {"red"}, "and what is ordered is done"
