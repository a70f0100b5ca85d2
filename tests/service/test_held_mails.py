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
def house(judging: Settings, house_of: Any) -> Any:
    return house_of(judging)


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {**SEATS, "moderator": "en"}, mail_format="full")
    return made


def send(house: Any, seat: str, text: str, result: str = "", **headers: str) -> InboundMail:
    """A mail as it arrives: with the verdict of our server, or without any."""
    if result:
        headers["Authentication_Results"] = result
    row: InboundMail = house.put(house.raw(seat, text + "\n", **headers))
    return row


def received(house: Any) -> dict[str, list[EmailMessage]]:
    """Who gets what now."""
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in house.deliver():
        found.setdefault(address, []).append(mail)
    return found


def code_in(text: str) -> str:
    match = CODE.search(text)
    assert match is not None, text
    return match[0]


def status(house: Any, row: InboundMail) -> InboundStatus:
    with reading(house.service.engine) as session:
        now = session.get(InboundMail, row.id)
        assert now is not None
        return now.status


def sealed(house: Any, campaign: int) -> dict[str, Any]:
    with reading(house.service.engine) as session:
        return dict(table_of_campaign(house.service.work(session), campaign).match.sealed)


def seat(house: Any, campaign: int, name: str) -> SeatAtTable:
    with reading(house.service.engine) as session:
        return table_of_campaign(house.service.work(session), campaign).by_name[name]


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
    house: Any, campaign: int, said: Any, result: str, sender: str, says: str
) -> None:
    row = send(house, "red", "1a", result, sender=sender)
    assert row.status is InboundStatus.HELD
    mails = received(house)
    assert set(mails) == {RED}, "nobody but the registered address is told"
    (asked,) = mails[RED]
    text = said(asked)
    assert asked["Subject"].endswith("is this email yours?")
    assert says in text
    assert "1a" in text
    assert sealed(house, campaign) == {}
    confirming = send(house, "red", f"confirm {code_in(text)}", result, sender=sender)
    assert confirming.status is InboundStatus.HANDLED
    assert status(house, row) is InboundStatus.HANDLED
    assert set(sealed(house, campaign)) == {"red"}
    mails = received(house)
    assert set(mails) == {RED}
    (answer,) = mails[RED]
    assert "on file" in answer["Subject"]
    assert answer["In-Reply-To"] == row.message_id


def test_the_question_comes_in_russian_too(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "blue", "2а")
    (asked,) = received(house)[BLUE]
    assert "это ваше письмо?" in asked["Subject"]
    send(house, "blue", f"Подтверждаю {code_in(said(asked))}.")
    assert status(house, row) is InboundStatus.HANDLED
    assert set(sealed(house, campaign)) == {"blue"}


def test_a_held_mail_counts_from_its_arrival(house: Any, campaign: int, said: Any) -> None:
    house.clock.forward(hours=71)
    send(house, "red", "1b")
    (asked,) = received(house)[RED]
    house.clock.forward(hours=8)
    assert run_deadlines(house.service) == 0, "the deadline waits for his word"
    send(house, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(house)[RED]
    assert "read it only now" not in said(answer), "it was we who waited"
    assert set(sealed(house, campaign)) == {"red"}
    assert run_deadlines(house.service) == 1
    with reading(house.service.engine) as session:
        row = session.scalars(select(InboundMail).order_by(col(InboundMail.id))).first()
        assert row is not None
        assert row.released_person_id == seat(house, campaign, "red").holders[0].person_id


@pytest.mark.parametrize("result", ["", PASS])
def test_a_code_counts_that_came_in_time_however_late_it_is_read(
    house: Any, campaign: int, said: Any, result: str
) -> None:
    row = send(house, "red", "1b")
    (asked,) = received(house)[RED]
    headers = {"Authentication_Results": result} if result else {}
    house.clock.forward(hours=71)
    came = house.arrive(house.raw("red", f"confirm {code_in(said(asked))}\n", **headers))
    house.clock.forward(days=4)
    assert run_deadlines(house.service) == 0, "it came before the end of the question"
    assert house.look_at(came).status is InboundStatus.HANDLED
    assert status(house, row) is InboundStatus.HANDLED
    received(house)
    assert set(sealed(house, campaign)) == {"red"}


def test_a_code_that_came_within_the_wait_for_it_is_waited_for_too(house: Any, campaign: int, said: Any) -> None:
    house.clock.forward(hours=71)
    send(house, "red", "1b")
    (asked,) = received(house)[RED]
    house.clock.forward(hours=8)
    came = house.arrive(house.raw("red", f"confirm {code_in(said(asked))}\n", Authentication_Results=PASS))
    house.clock.forward(days=1)
    assert run_deadlines(house.service) == 0, "it came while the question still waited for it"
    house.look_at(came)
    received(house)
    assert set(sealed(house, campaign)) == {"red"}
    assert run_deadlines(house.service) == 1


def test_a_code_that_came_too_late_does_nothing(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "red", "1b")
    (asked,) = received(house)[RED]
    house.clock.forward(hours=73)
    late = send(house, "red", f"confirm {code_in(said(asked))}")
    assert (late.status, late.reason) == (InboundStatus.REFUSED, "a wrong code")
    assert status(house, row) is InboundStatus.HELD


@pytest.mark.parametrize("result", ["", FAIL])
def test_nobody_can_put_off_a_deadline_for_long(house: Any, campaign: int, said: Any, result: str) -> None:
    house.clock.forward(hours=71)
    send(house, "red", "1b", result)
    (asked,) = received(house)[RED]
    house.clock.forward(hours=2 if result == FAIL else 14)
    assert run_deadlines(house.service) == 1
    house.deliver()
    send(house, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(house)[RED]
    assert "question 1 is closed" in said(answer)


def test_the_notice_tells_nothing_that_the_mail_did_not_say(house: Any, campaign: int, said: Any) -> None:
    with reading(house.service.engine) as session:
        hand = table_of_campaign(house.service.work(session), campaign).match.state.hands["red"]
    missing = next(card for card in range(1, 13) if card not in hand)
    send(house, "red", f"bid {missing}")
    (asked,) = received(house)[RED]
    text = said(asked)
    assert f"bid {missing}" in text
    assert "not in your hand" not in text
    for card in hand:
        assert f"bid {card} " not in text


def test_a_rejected_mail_is_gone_and_a_known_secret_is_replaced(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "red", "1a", PASS, sender="eve@elsewhere.test")
    old = seat(house, campaign, "red").token
    (asked,) = received(house)[RED]
    code = code_in(said(asked))
    send(house, "red", f"reject {code}", PASS)
    assert status(house, row) is InboundStatus.REFUSED
    (answer,) = received(house)[RED]
    new = seat(house, campaign, "red").token
    assert new != old
    assert new in answer["Reply-To"]
    assert old not in answer.as_string()
    again = send(house, "red", "1a", PASS, sender="eve@elsewhere.test", to=f"orders+{old}@game.test")
    assert again.status is InboundStatus.IGNORED
    assert received(house) == {}
    assert send(house, "red", f"confirm {code}", PASS).status is InboundStatus.HANDLED
    assert sealed(house, campaign) == {}
    assert send(house, "red", "1a", PASS, to=f"orders+{old}@game.test").status is InboundStatus.HANDLED
    assert set(sealed(house, campaign)) == {"red"}, "an answer to an older mail of ours still counts"


def test_a_code_cannot_be_guessed_by_mails_that_nothing_proves(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "red", "1a")
    (asked,) = received(house)[RED]
    code = code_in(said(asked))
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"
    assert len(code.replace("-", "")) == 12, "too long for all the mails that anybody could send"
    for number in range(8):
        assert send(house, "red", f"confirm {wrong}").status is InboundStatus.REFUSED
        told = [said(mail) for mail in received(house).get(RED, [])]
        assert ["is not valid" in text for text in told] == [True] * (number < 5), "six a day"
        assert status(house, row) is InboundStatus.HELD
        assert sealed(house, campaign) == {}
    send(house, "red", f"confirm {code}")
    assert status(house, row) is InboundStatus.HANDLED, "what anybody may guess costs the real code no try"
    assert set(sealed(house, campaign)) == {"red"}


def test_a_form_filled_in_inside_the_quote_is_shown_and_one_word_confirms_it(
    house: Any, campaign: int, read: Any, said: Any
) -> None:
    copy = read(house.newest("red")).replace("# 1c  // bid", "1c  // bid")
    quoted = "\n".join(f"> {line}" for line in copy.splitlines())
    row = send(house, "red", f"\nOn Friday the adjudicator wrote:\n{quoted}", PASS)
    assert row.status is InboundStatus.HELD
    (asked,) = received(house)[RED]
    text = said(asked)
    assert "inside the quoted copy" in text
    assert "1c" in text
    assert sealed(house, campaign) == {}
    send(house, "red", "Confirm!", PASS)
    assert set(sealed(house, campaign)) == {"red"}
    (answer,) = received(house)[RED]
    assert "on file" in answer["Subject"]


def filled_quote(copy: str) -> str:
    """A quoted copy of our mail, in whose form the third choice is taken."""
    filled = re.sub(r"# (\d[cв]  // )", r"\1", copy)
    assert filled != copy
    return "\n".join(f"> {line}" for line in filled.splitlines())


def test_a_form_filled_in_inside_the_quote_below_own_lines_is_named_and_not_read(
    house: Any, campaign: int, read: Any, said: Any
) -> None:
    quote = filled_quote(read(house.newest("red")))
    row = send(house, "red", f"1b\n\nOn Friday the adjudicator wrote:\n{quote}", PASS)
    assert row.status is InboundStatus.HANDLED
    (answer,) = received(house)[RED]
    assert "1 line of the order form was filled in too. It was not read" in said(answer)
    assert "1c" in said(answer)
    with reading(house.service.engine) as session:
        match = table_of_campaign(house.service.work(session), campaign).match
        assert str(match.state.hands["red"][1]) in str(match.sealed["red"]), "what stood above it counts"
    send(house, "red", f"1c\n\nOn Friday the adjudicator wrote:\n{quote}", PASS)
    (answer,) = received(house)[RED]
    assert "was not read" not in said(answer), "he wrote the same himself"


def test_the_same_below_a_command_and_in_russian(house: Any, campaign: int, read: Any, said: Any) -> None:
    quote = filled_quote(read(house.newest("blue")))
    send(house, "blue", f"статус\n\n20.11.2026 09:01, Судья пишет:\n{quote}", PASS)
    (answer,) = received(house)[BLUE]
    assert "заполнена ещё 1 строка бланка" in said(answer)
    assert sealed(house, campaign) == {}


def test_a_secret_answer_that_an_opponent_has_read_waits(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "red", "1a", PASS, Cc=BLUE)
    assert row.status is InboundStatus.HELD
    mails = received(house)
    assert set(mails) == {RED}
    (asked,) = mails[RED]
    assert "Blue was among its recipients" in said(asked)
    assert BLUE not in said(asked)
    assert sealed(house, campaign) == {}
    send(house, "red", "1b", PASS)
    assert set(sealed(house, campaign)) == {"red"}
    received(house)
    send(house, "red", f"confirm {code_in(said(asked))}", PASS)
    (answer,) = received(house)[RED]
    assert "another player was among the recipients" in said(answer)


def test_what_is_public_is_only_warned_about(house: Any, said: Any) -> None:
    house.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    row = send(house, "north", "status", PASS, Cc="east@players.test")
    assert row.status is InboundStatus.HANDLED


def test_a_reply_to_all_with_the_address_of_another_seat_is_for_his_own(house: Any, campaign: int) -> None:
    other = seat(house, campaign, "blue").token
    row = send(house, "red", "status", PASS, Cc=f"orders+{other}@game.test")
    assert row.status is InboundStatus.HANDLED
    assert set(received(house)) == {RED}


def test_the_token_of_another_seat_does_nothing_and_the_moderator_hears_of_it(
    house: Any, campaign: int, said: Any
) -> None:
    theirs = seat(house, campaign, "blue")
    row = send(house, "red", "2a", PASS, to=f"orders+{theirs.token}@game.test")
    assert row.status is InboundStatus.QUARANTINED
    assert row.seat_id is None, "nobody reads it through the eyes of the other seat"
    mails = received(house)
    assert set(mails) == {RED, MILA}
    assert "not yours" in said(mails[RED][0])
    assert "Red came to the secret address of Blue" in said(mails[MILA][0])
    for mail in (*mails[RED], *mails[MILA]):
        assert theirs.token not in mail.as_string()
        assert seat(house, campaign, "blue").token not in mail.as_string()
    assert seat(house, campaign, "blue").token != theirs.token
    assert sealed(house, campaign) == {}


def test_a_flood_of_held_mails_ends_in_silence(house: Any, campaign: int) -> None:
    for _ in range(30):
        assert send(house, "red", "1a").status is InboundStatus.HELD
    assert len(received(house)[RED]) <= 20


def test_another_seat_cannot_confirm(house: Any, campaign: int, said: Any) -> None:
    row = send(house, "red", "1a")
    (asked,) = received(house)[RED]
    send(house, "blue", f"confirm {code_in(said(asked))}", PASS)
    assert status(house, row) is InboundStatus.HELD
    assert sealed(house, campaign) == {}


def reader(house: Any, name: str, role: Any) -> str:
    """One more holder of red; his address."""
    from adjudicator.store.engine import writing
    from adjudicator.store.tables import Address, Holding, Person, Seat

    email = f"{name}@players.test"
    with writing(house.service.engine) as session:
        found = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        person = Person(name=name.title(), language="en", time_zone="UTC", created_at=house.clock.now())
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email=email, registered_at=house.clock.now()))
        session.add(Holding(seat_id=found.id, person_id=person.id, role=role, since=house.clock.now()))
    return email


def test_who_reads_along_never_sees_a_code_and_proves_nothing_by_one(house: Any, campaign: int, said: Any) -> None:
    from adjudicator.store.tables import Role

    rita = reader(house, "rita", Role.COPY)
    row = send(house, "red", "1a")
    mails = received(house)
    assert set(mails) == {RED}, "a reader could confirm what he forged himself"
    assert send(house, "red", "1a", sender=rita).status is InboundStatus.REFUSED
    assert send(house, "red", f"confirm {code_in(said(mails[RED][0]))}", PASS, sender=rita).status.value == "handled"
    assert status(house, row) is InboundStatus.HELD
    assert sealed(house, campaign) == {}


def test_in_a_team_each_confirms_his_own_mails(house: Any, campaign: int, said: Any) -> None:
    from adjudicator.store.tables import Role

    tom = reader(house, "tom", Role.ORDERS)
    row = send(house, "red", "1a", sender=tom)
    mails = received(house)
    assert set(mails) == {tom}
    code = code_in(said(mails[tom][0]))
    assert send(house, "red", f"confirm {code}", sender=RED).status is InboundStatus.REFUSED
    assert status(house, row) is InboundStatus.HELD
    send(house, "red", f"confirm {code}", sender=tom)
    assert status(house, row) is InboundStatus.HANDLED
    assert set(sealed(house, campaign)) == {"red"}


def test_a_code_for_something_else_proves_nobody(house: Any, campaign: int) -> None:
    from adjudicator.service.campaign import confirmations
    from adjudicator.store.confirmations import Owner, Request
    from adjudicator.store.engine import writing

    red = seat(house, campaign, "red")
    with writing(house.service.engine) as session:
        owner = Owner(red.id, red.holders[0].person_id)
        code = confirmations.issue(session, Request(purpose="something", owner=owner), house.clock.now())
    assert send(house, "red", f"confirm {code}").status is InboundStatus.HELD


def test_who_only_asks_what_he_may_see_needs_no_proof(house: Any, campaign: int) -> None:
    assert send(house, "red", "status\nhistory").status is InboundStatus.HANDLED
    assert set(received(house)) == {RED}
    for row in (
        send(house, "red", "status\n1a"),
        send(house, "red", "language ru"),
        send(house, "red", "status", FAIL),
        send(house, "red", "status", sender="eve@elsewhere.test"),
    ):
        assert row.status is InboundStatus.HELD
    assert sealed(house, campaign) == {}


def test_a_campaign_that_gathers_its_people_holds_nothing(house: Any, campaign: int, said: Any) -> None:
    from adjudicator.store.campaigns import new_seat
    from adjudicator.store.engine import writing
    from adjudicator.store.tables import Address, Campaign, CampaignState, Holding, Person

    with writing(house.service.engine) as session:
        now = house.clock.now()
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
    row = send(house, "red", "leave", sender="nora@players.test", to=address)
    assert row.status is InboundStatus.QUARANTINED
    ((to, note),) = house.deliver()
    assert (to, "nothing proves" in said(note)) == ("nora@players.test", True)
    assert send(house, "red", "confirm 1234-5678", sender="nora@players.test", to=address).status.value == "refused"
    elsewhere = {"to": "orders@game.test", "In_Reply_To": "<none@elsewhere.test>"}
    assert send(house, "red", "1a", sender="nora@players.test", **elsewhere).status.value == "refused"
    assert send(house, "red", "x", PASS, to=address).status.value in ("quarantined", "held", "ignored")
