"""Mails that nothing proves, or that may not be what their author wanted: held, shown, confirmed or dropped."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.settings import Settings
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus
from tests.service.conftest import MX

SEATS = {"red": "en", "blue": "ru"}
PASS = f"{MX}; dmarc=pass header.from=players.test"
FAIL = f"{MX}; dmarc=fail header.from=players.test"
RED, BLUE, MILA = "red@players.test", "blue@players.test", "moderator@players.test"
CODE = re.compile(r"\d{4}(?:-\d{4})+")


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {**SEATS, "moderator": "en"}, mail_format="full")
    return made


def send(installation: Any, seat: str, text: str, result: str = "", **headers: str) -> InboundMail:
    """A mail as it arrives: with the verdict of our server, or without any."""
    if result:
        headers["Authentication_Results"] = result
    row: InboundMail = installation.put(installation.raw(seat, text + "\n", **headers))
    return row


def received(installation: Any) -> dict[str, list[EmailMessage]]:
    """Who gets what now."""
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address, []).append(mail)
    return found


def code_in(text: str) -> str:
    match = CODE.search(text)
    assert match is not None, text
    return match[0]


def status(installation: Any, row: InboundMail) -> InboundStatus:
    with reading(installation.service.engine) as session:
        now = session.get(InboundMail, row.id)
        assert now is not None
        return now.status


def sealed(installation: Any, campaign: int) -> dict[str, Any]:
    with reading(installation.service.engine) as session:
        return dict(table_of_campaign(installation.service.work(session), campaign).match.sealed)


def seat(installation: Any, campaign: int, name: str) -> SeatAtTable:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign).by_name[name]


@pytest.mark.parametrize(
    ("result", "sender", "says"),
    [
        ("", RED, "nothing proves that you wrote it"),
        (f"{MX}; dmarc=temperror header.from=players.test; dkim=temperror", RED, "nothing proves"),
        (FAIL, RED, "did not send it"),
        (PASS, "red@phone.test", "red@phone.test, which is not registered"),
    ],
)
def test_what_is_not_proven_waits_until_the_code_comes_back(
    installation: Any, campaign: int, said: Any, result: str, sender: str, says: str
) -> None:
    row = send(installation, "red", "1a", result, sender=sender)
    assert row.status is InboundStatus.HELD
    mails = received(installation)
    assert set(mails) == {RED}, "nobody but the registered address is told"
    (asked,) = mails[RED]
    text = said(asked)
    assert asked["Subject"].endswith("is this email yours?")
    assert says in text
    assert "1a" in text
    assert sealed(installation, campaign) == {}
    confirming = send(installation, "red", f"confirm {code_in(text)}", result, sender=sender)
    assert confirming.status is InboundStatus.HANDLED
    assert status(installation, row) is InboundStatus.HANDLED
    assert set(sealed(installation, campaign)) == {"red"}
    mails = received(installation)
    assert set(mails) == {RED}
    (answer,) = mails[RED]
    assert "on file" in answer["Subject"]
    assert answer["In-Reply-To"] == row.message_id


def test_the_question_comes_in_russian_too(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "blue", "2а")
    (asked,) = received(installation)[BLUE]
    assert "это ваше письмо?" in asked["Subject"]
    send(installation, "blue", f"Подтверждаю {code_in(said(asked))}.")
    assert status(installation, row) is InboundStatus.HANDLED
    assert set(sealed(installation, campaign)) == {"blue"}


def test_a_held_mail_counts_from_its_arrival(installation: Any, campaign: int, said: Any) -> None:
    installation.clock.forward(hours=71)
    send(installation, "red", "1b")
    (asked,) = received(installation)[RED]
    installation.clock.forward(hours=8)
    assert run_deadlines(installation.service) == 0, "the deadline waits for his word"
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(installation)[RED]
    assert "read it only now" not in said(answer), "it was we who waited"
    assert set(sealed(installation, campaign)) == {"red"}
    assert run_deadlines(installation.service) == 1
    with reading(installation.service.engine) as session:
        row = session.scalars(select(InboundMail).order_by(col(InboundMail.id))).first()
        assert row is not None
        assert row.released_person_id == seat(installation, campaign, "red").holders[0].person_id


@pytest.mark.parametrize("result", ["", PASS])
def test_a_code_counts_that_came_in_time_however_late_it_is_read(
    installation: Any, campaign: int, said: Any, result: str
) -> None:
    row = send(installation, "red", "1b")
    (asked,) = received(installation)[RED]
    headers = {"Authentication_Results": result} if result else {}
    installation.clock.forward(hours=71)
    came = installation.arrive(installation.raw("red", f"confirm {code_in(said(asked))}\n", **headers))
    installation.clock.forward(days=4)
    assert run_deadlines(installation.service) == 0, "it came before the end of the question"
    assert installation.look_at(came).status is InboundStatus.HANDLED
    assert status(installation, row) is InboundStatus.HANDLED
    received(installation)
    assert set(sealed(installation, campaign)) == {"red"}


def test_a_code_that_came_within_the_wait_for_it_is_waited_for_too(installation: Any, campaign: int, said: Any) -> None:
    installation.clock.forward(hours=71)
    send(installation, "red", "1b")
    (asked,) = received(installation)[RED]
    installation.clock.forward(hours=8)
    came = installation.arrive(
        installation.raw("red", f"confirm {code_in(said(asked))}\n", Authentication_Results=PASS)
    )
    installation.clock.forward(days=1)
    assert run_deadlines(installation.service) == 0, "it came while the question still waited for it"
    installation.look_at(came)
    received(installation)
    assert set(sealed(installation, campaign)) == {"red"}
    assert run_deadlines(installation.service) == 1


def test_a_code_that_came_too_late_does_nothing(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1b")
    (asked,) = received(installation)[RED]
    installation.clock.forward(hours=73)
    late = send(installation, "red", f"confirm {code_in(said(asked))}")
    assert (late.status, late.reason) == (InboundStatus.REFUSED, "a wrong code")
    assert status(installation, row) is InboundStatus.HELD


@pytest.mark.parametrize("result", ["", FAIL])
def test_nobody_can_put_off_a_deadline_for_long(installation: Any, campaign: int, said: Any, result: str) -> None:
    installation.clock.forward(hours=71)
    send(installation, "red", "1b", result)
    (asked,) = received(installation)[RED]
    installation.clock.forward(hours=2 if result == FAIL else 14)
    assert run_deadlines(installation.service) == 1
    installation.deliver()
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(installation)[RED]
    assert "question 1 is closed" in said(answer)


def test_the_notice_tells_nothing_that_the_mail_did_not_say(installation: Any, campaign: int, said: Any) -> None:
    with reading(installation.service.engine) as session:
        hand = table_of_campaign(installation.service.work(session), campaign).match.state.hands["red"]
    missing = next(card for card in range(1, 13) if card not in hand)
    send(installation, "red", f"bid {missing}")
    (asked,) = received(installation)[RED]
    text = said(asked)
    assert f"bid {missing}" in text
    assert "not in your hand" not in text
    for card in hand:
        assert f"bid {card} " not in text


def test_a_rejected_mail_is_gone_and_a_known_secret_is_replaced(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a", PASS, sender="eve@elsewhere.test")
    old = seat(installation, campaign, "red").token
    (asked,) = received(installation)[RED]
    code = code_in(said(asked))
    send(installation, "red", f"reject {code}", PASS)
    assert status(installation, row) is InboundStatus.REFUSED
    (answer,) = received(installation)[RED]
    new = seat(installation, campaign, "red").token
    assert new != old
    assert new in answer["Reply-To"]
    assert old not in answer.as_string()
    again = send(installation, "red", "1a", PASS, sender="eve@elsewhere.test", to=f"orders+{old}@game.test")
    assert again.status is InboundStatus.IGNORED
    assert received(installation) == {}
    assert send(installation, "red", f"confirm {code}", PASS).status is InboundStatus.HANDLED
    assert sealed(installation, campaign) == {}
    assert send(installation, "red", "1a", PASS, to=f"orders+{old}@game.test").status is InboundStatus.HANDLED
    assert set(sealed(installation, campaign)) == {"red"}, "an answer to an older mail of ours still counts"


def test_a_code_cannot_be_guessed_by_mails_that_nothing_proves(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    code = code_in(said(asked))
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"
    assert len(code.replace("-", "")) == 12, "too long for all the mails that anybody could send"
    for number in range(8):
        assert send(installation, "red", f"confirm {wrong}").status is InboundStatus.REFUSED
        told = [said(mail) for mail in received(installation).get(RED, [])]
        assert ["is not valid" in text for text in told] == [True] * (number < 5), "six a day"
        assert status(installation, row) is InboundStatus.HELD
        assert sealed(installation, campaign) == {}
    send(installation, "red", f"confirm {code}")
    assert status(installation, row) is InboundStatus.HANDLED, "what anybody may guess costs the real code no try"
    assert set(sealed(installation, campaign)) == {"red"}


def test_a_form_filled_in_inside_the_quote_is_shown_and_one_word_confirms_it(
    installation: Any, campaign: int, read: Any, said: Any
) -> None:
    copy = read(installation.newest("red")).replace("# 1c  // bid", "1c  // bid")
    quoted = "\n".join(f"> {line}" for line in copy.splitlines())
    row = send(installation, "red", f"\nOn Friday the adjudicator wrote:\n{quoted}", PASS)
    assert row.status is InboundStatus.HELD
    (asked,) = received(installation)[RED]
    text = said(asked)
    assert "inside the quoted copy" in text
    assert "1c" in text
    assert sealed(installation, campaign) == {}
    send(installation, "red", "Confirm!", PASS)
    assert set(sealed(installation, campaign)) == {"red"}
    (answer,) = received(installation)[RED]
    assert "on file" in answer["Subject"]


def filled_quote(copy: str) -> str:
    """A quoted copy of our mail, in whose form the third choice is taken."""
    filled = re.sub(r"# (\d[cв]  // )", r"\1", copy)
    assert filled != copy
    return "\n".join(f"> {line}" for line in filled.splitlines())


def test_a_form_filled_in_inside_the_quote_below_own_lines_is_named_and_not_read(
    installation: Any, campaign: int, read: Any, said: Any
) -> None:
    quote = filled_quote(read(installation.newest("red")))
    row = send(installation, "red", f"1b\n\nOn Friday the adjudicator wrote:\n{quote}", PASS)
    assert row.status is InboundStatus.HANDLED
    (answer,) = received(installation)[RED]
    assert "1 line of the order form was filled in too. It was not read" in said(answer)
    assert "1c" in said(answer)
    with reading(installation.service.engine) as session:
        match = table_of_campaign(installation.service.work(session), campaign).match
        assert str(match.state.hands["red"][1]) in str(match.sealed["red"]), "what stood above it counts"
    send(installation, "red", f"1c\n\nOn Friday the adjudicator wrote:\n{quote}", PASS)
    (answer,) = received(installation)[RED]
    assert "was not read" not in said(answer), "he wrote the same himself"


def test_the_same_below_a_command_and_in_russian(installation: Any, campaign: int, read: Any, said: Any) -> None:
    quote = filled_quote(read(installation.newest("blue")))
    send(installation, "blue", f"статус\n\n20.11.2026 09:01, Судья пишет:\n{quote}", PASS)
    (answer,) = received(installation)[BLUE]
    assert "заполнена ещё 1 строка бланка" in said(answer)
    assert sealed(installation, campaign) == {}


def test_a_secret_answer_that_an_opponent_has_read_waits(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a", PASS, Cc=BLUE)
    assert row.status is InboundStatus.HELD
    mails = received(installation)
    assert set(mails) == {RED}
    (asked,) = mails[RED]
    assert "Blue was among its recipients" in said(asked)
    assert BLUE not in said(asked)
    assert sealed(installation, campaign) == {}
    send(installation, "red", "1b", PASS)
    assert set(sealed(installation, campaign)) == {"red"}
    received(installation)
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(installation)[RED]
    assert "another player was among the recipients" in said(answer)


def test_what_is_public_is_only_warned_about(installation: Any, said: Any) -> None:
    installation.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    row = send(installation, "north", "status", PASS, Cc="east@players.test")
    assert row.status is InboundStatus.HANDLED


def test_a_reply_to_all_with_the_address_of_another_seat_is_for_his_own(installation: Any, campaign: int) -> None:
    other = seat(installation, campaign, "blue").token
    row = send(installation, "red", "status", PASS, Cc=f"orders+{other}@game.test")
    assert row.status is InboundStatus.HANDLED
    assert set(received(installation)) == {RED}


def test_the_token_of_another_seat_does_nothing_and_the_moderator_hears_of_it(
    installation: Any, campaign: int, said: Any
) -> None:
    theirs = seat(installation, campaign, "blue")
    row = send(installation, "red", "2a", PASS, to=f"orders+{theirs.token}@game.test")
    assert row.status is InboundStatus.QUARANTINED
    assert row.seat_id is None, "nobody reads it through the eyes of the other seat"
    mails = received(installation)
    assert set(mails) == {RED, MILA}
    assert "not yours" in said(mails[RED][0])
    assert "Red came to the secret address of Blue" in said(mails[MILA][0])
    for mail in (*mails[RED], *mails[MILA]):
        assert theirs.token not in mail.as_string()
        assert seat(installation, campaign, "blue").token not in mail.as_string()
    assert seat(installation, campaign, "blue").token != theirs.token
    assert sealed(installation, campaign) == {}


def test_a_flood_of_held_mails_ends_in_silence(installation: Any, campaign: int) -> None:
    for _ in range(30):
        assert send(installation, "red", "1a").status is InboundStatus.HELD
    assert len(received(installation)[RED]) <= 20


def test_another_seat_cannot_confirm(installation: Any, campaign: int, said: Any) -> None:
    row = send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    send(installation, "blue", f"confirm {code_in(said(asked))}", PASS)
    assert status(installation, row) is InboundStatus.HELD
    assert sealed(installation, campaign) == {}


def reader(installation: Any, name: str, role: Any) -> str:
    """One more holder of red; his address."""
    from adjudicator.store.engine import writing
    from adjudicator.store.tables import Address, Holding, Person, Seat

    email = f"{name}@players.test"
    with writing(installation.service.engine) as session:
        found = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        person = Person(name=name.title(), language="en", time_zone="UTC", created_at=installation.clock.now())
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email=email, registered_at=installation.clock.now()))
        session.add(Holding(seat_id=found.id, person_id=person.id, role=role, since=installation.clock.now()))
    return email


def test_who_reads_along_never_sees_a_code_and_proves_nothing_by_one(
    installation: Any, campaign: int, said: Any
) -> None:
    from adjudicator.store.tables import Role

    rita = reader(installation, "rita", Role.COPY)
    row = send(installation, "red", "1a")
    mails = received(installation)
    assert set(mails) == {RED}, "a reader could confirm what he forged himself"
    assert send(installation, "red", "1a", sender=rita).status is InboundStatus.REFUSED
    assert (
        send(installation, "red", f"confirm {code_in(said(mails[RED][0]))}", PASS, sender=rita).status.value
        == "handled"
    )
    assert status(installation, row) is InboundStatus.HELD
    assert sealed(installation, campaign) == {}


def test_in_a_team_each_confirms_his_own_mails(installation: Any, campaign: int, said: Any) -> None:
    from adjudicator.store.tables import Role

    tom = reader(installation, "tom", Role.ORDERS)
    row = send(installation, "red", "1a", sender=tom)
    mails = received(installation)
    assert set(mails) == {tom}
    code = code_in(said(mails[tom][0]))
    assert send(installation, "red", f"confirm {code}", sender=RED).status is InboundStatus.REFUSED
    assert status(installation, row) is InboundStatus.HELD
    send(installation, "red", f"confirm {code}", sender=tom)
    assert status(installation, row) is InboundStatus.HANDLED
    assert set(sealed(installation, campaign)) == {"red"}


def test_a_code_for_something_else_proves_nobody(installation: Any, campaign: int) -> None:
    from adjudicator.service.campaign import confirmations
    from adjudicator.store.confirmations import Owner, Request
    from adjudicator.store.engine import writing

    red = seat(installation, campaign, "red")
    with writing(installation.service.engine) as session:
        owner = Owner(red.id, red.holders[0].person_id)
        code = confirmations.issue(session, Request(purpose="something", owner=owner), installation.clock.now())
    assert send(installation, "red", f"confirm {code}").status is InboundStatus.HELD


def test_who_only_asks_what_he_may_see_needs_no_proof(installation: Any, campaign: int) -> None:
    assert send(installation, "red", "status\nhistory").status is InboundStatus.HANDLED
    assert set(received(installation)) == {RED}
    for row in (
        send(installation, "red", "status\n1a"),
        send(installation, "red", "language ru"),
        send(installation, "red", "status", FAIL),
        send(installation, "red", "status", sender="eve@elsewhere.test"),
    ):
        assert row.status is InboundStatus.HELD
    assert sealed(installation, campaign) == {}


def test_a_campaign_that_gathers_its_people_holds_nothing(installation: Any, campaign: int, said: Any) -> None:
    from adjudicator.store.campaigns import new_seat
    from adjudicator.store.engine import writing
    from adjudicator.store.tables import Address, Campaign, CampaignState, Holding, Person

    with writing(installation.service.engine) as session:
        now = installation.clock.now()
        gathering = Campaign(
            name="later", title="Later", state=CampaignState.INVITING, language="en", time_zone="UTC",
            deadline_hours=72, created_at=now,
        )  # fmt: skip
        session.add(gathering)
        session.flush()
        place = new_seat(gathering.id, "red", "en", now)
        person = Person(name="Nora", language="en", time_zone="UTC", created_at=now)
        session.add_all((place, person))
        session.flush()
        session.add(Address(person_id=person.id, email="nora@players.test", registered_at=now))
        session.add(Holding(seat_id=place.id, person_id=person.id, since=now))
        address = f"orders+{place.token.decode()}@game.test"
    row = send(installation, "red", "leave", sender="nora@players.test", to=address)
    assert row.status is InboundStatus.QUARANTINED
    ((to, note),) = installation.deliver()
    assert (to, "nothing proves" in said(note)) == ("nora@players.test", True)
    assert (
        send(installation, "red", "confirm 1234-5678", sender="nora@players.test", to=address).status.value == "refused"
    )
    elsewhere = {"to": "orders@game.test", "In_Reply_To": "<none@elsewhere.test>"}
    assert send(installation, "red", "1a", sender="nora@players.test", **elsewhere).status.value == "refused"
    assert send(installation, "red", "x", PASS, to=address).status.value in ("quarantined", "held", "ignored")
