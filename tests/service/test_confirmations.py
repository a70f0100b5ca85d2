"""One-time codes: they count once, for whom they were meant, for a while, and cannot be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from sqlalchemy import text

from adjudicator.reports.model import Section
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import BadCode, Purpose, Redeemed, TooManyOpen
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.store.confirmations import Owner, Request, open_for
from adjudicator.store.engine import reading, writing

SEATS = {"red": "en", "blue": "ru"}


class Erase(Purpose):
    """What a test asks to be confirmed."""

    id = "test-erase"
    done: ClassVar[list[bytes]] = []
    dropped: ClassVar[list[bytes]] = []

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        self.done.append(redeemed.payload)
        return CommandReply(
            sections=(Section(heading="Erased", paragraphs=("it is gone",)),), title="erased", changed=True
        )

    def rejected(self, act: CommandContext, redeemed: Redeemed) -> CommandReply | None:
        self.dropped.append(redeemed.payload)
        return None


class Simple(Erase):
    id = "test-simple"
    one_word = True
    done: ClassVar[list[bytes]] = []


@pytest.fixture(autouse=True)
def purposes() -> Iterator[None]:
    yield
    for each in (Erase.done, Erase.dropped, Simple.done):
        each.clear()


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", SEATS)
    return made


def owner(house: Any, campaign: int, seat: str) -> Owner:
    with reading(house.service.engine) as session:
        found = table_of_campaign(house.service.work(session), campaign).by_name[seat]
    return Owner(found.id, found.holders[0].person_id)


def given(house: Any, who: Owner, purpose: str = "test-erase", **more: Any) -> str:
    """A new code."""
    with writing(house.service.engine) as session:
        request = Request(purpose=purpose, owner=who, payload=b"the east wing", **more)
        return confirmations.issue(session, request, house.clock.now())


def redeemed(house: Any, code: str, who: Owner) -> Redeemed | str:
    with writing(house.service.engine) as session:
        try:
            return confirmations.redeem(session, code, who, house.clock.now())
        except BadCode as bad:
            return bad.trouble


def test_a_code_is_eight_digits_in_two_groups(house: Any, campaign: int) -> None:
    code = given(house, owner(house, campaign, "red"))
    left, _, right = code.partition("-")
    assert (len(left), len(right)) == (4, 4)
    assert (left + right).isdecimal()


def test_it_is_stored_neither_in_clear_nor_as_a_plain_hash(house: Any, campaign: int) -> None:
    from hashlib import sha256

    code = confirmations.plain(given(house, owner(house, campaign, "red")))
    with reading(house.service.engine) as session:
        row = session.execute(text("select * from confirmation")).one()
    stored = b"".join(bytes(each) if isinstance(each, bytes | memoryview) else str(each).encode() for each in row)
    assert code.encode() not in stored
    assert sha256(code.encode()).digest() not in stored


def test_it_counts_once_and_what_it_stood_for_is_forgotten(house: Any, campaign: int) -> None:
    who = owner(house, campaign, "red")
    code = given(house, who)
    found = redeemed(house, code, who)
    assert isinstance(found, Redeemed)
    assert (found.purpose, found.payload) == ("test-erase", b"the east wing")
    assert redeemed(house, code, who) == "confirmed"
    with reading(house.service.engine) as session:
        assert open_for(session, who, house.clock.now()) == ()


def test_only_its_owner_can_use_it(house: Any, campaign: int) -> None:
    red, blue = owner(house, campaign, "red"), owner(house, campaign, "blue")
    code = given(house, red)
    assert redeemed(house, code, blue) == "unknown"
    assert redeemed(house, code, Owner(red.seat_id, blue.person_id)) == "unknown"
    assert redeemed(house, code, Owner(blue.seat_id, red.person_id)) == "unknown"
    assert redeemed(house, code, Owner()) == "unknown"
    assert isinstance(redeemed(house, code, red), Redeemed)


def test_one_for_a_seat_is_used_by_whoever_holds_it_and_one_for_a_person_from_any_seat(
    house: Any, campaign: int
) -> None:
    red = owner(house, campaign, "red")
    assert isinstance(redeemed(house, given(house, Owner(seat_id=red.seat_id)), red), Redeemed)
    assert isinstance(redeemed(house, given(house, Owner(person_id=red.person_id)), red), Redeemed)


def test_one_for_an_address_is_used_from_there(house: Any, campaign: int) -> None:
    red = owner(house, campaign, "red")
    new = Owner(person_id=red.person_id, email="red@new.test")
    assert redeemed(house, given(house, new), Owner(email="red@other.test")) == "unknown"
    assert isinstance(redeemed(house, given(house, new), Owner(email="red@new.test")), Redeemed)
    assert isinstance(redeemed(house, given(house, new), red), Redeemed)


def test_it_expires(house: Any, campaign: int) -> None:
    who = owner(house, campaign, "red")
    code = given(house, who)
    house.clock.forward(days=3, hours=1)
    assert redeemed(house, code, who) == "expired"


def test_five_wrong_guesses_void_it(house: Any, campaign: int) -> None:
    who = owner(house, campaign, "red")
    code = given(house, who)
    wrong = f"{(int(confirmations.plain(code)) + 1) % 10**8:08d}"
    for _ in range(4):
        assert redeemed(house, wrong, who) == "unknown"
    other = given(house, who)
    assert redeemed(house, wrong, who) == "unknown"
    assert redeemed(house, code, who) == "void"
    assert isinstance(redeemed(house, other, who), Redeemed), "a newer code has tries of its own"


def test_a_newer_one_takes_the_place_of_the_older_where_only_one_may_stand(house: Any, campaign: int) -> None:
    who = owner(house, campaign, "red")
    old, new = given(house, who, alone=True), given(house, who, alone=True)
    assert redeemed(house, old, who) == "void"
    assert isinstance(redeemed(house, new, who), Redeemed)


def test_there_are_never_too_many(house: Any, campaign: int) -> None:
    who = owner(house, campaign, "red")
    for _ in range(confirmations.MOST_OPEN):
        given(house, who)
    with pytest.raises(TooManyOpen):
        given(house, who)


@pytest.mark.parametrize(
    ("line", "ask"),
    [("confirm {}", "red"), ("Confirm: {}.", "red"), ("I confirm {}", "red"), ("Подтверждаю  {} !", "blue")],
)
def test_it_is_confirmed_by_a_line_of_a_mail(house: Any, campaign: int, said: Any, line: str, ask: str) -> None:
    code = given(house, owner(house, campaign, ask))
    (answer,) = house.write(ask, line.format(code.replace("-", " - ") if ask == "blue" else code))
    assert Erase.done == [b"the east wing"]
    assert "it is gone" in said(answer)
    (again,) = house.write(ask, line.format(code))
    assert Erase.done == [b"the east wing"]
    assert "used before" in said(again) or "уже использован" in said(again)


def test_it_is_rejected_by_a_line_of_a_mail(house: Any, campaign: int, said: Any) -> None:
    code = given(house, owner(house, campaign, "red"))
    (answer,) = house.write("red", f"reject {code}")
    assert (Erase.done, Erase.dropped) == ([], [b"the east wing"])
    assert "nothing was done" in said(answer)
    (answer,) = house.write("red", f"confirm {code}")
    assert Erase.done == []
    assert "rejected before" in said(answer)


def test_another_seat_that_learns_a_code_cannot_use_it(house: Any, campaign: int, said: Any) -> None:
    code = given(house, owner(house, campaign, "red"))
    (answer,) = house.write("blue", f"confirm {code}")
    assert Erase.done == []
    assert "ни один из кодов" in said(answer)


def test_the_word_alone_is_enough_where_the_purpose_says_so(house: Any, campaign: int, said: Any) -> None:
    who = owner(house, campaign, "red")
    given(house, who)
    (answer,) = house.write("red", "confirm")
    assert Erase.done == []
    assert "none of the codes" in said(answer)
    with writing(house.service.engine) as session:
        session.execute(text("delete from confirmation"))
    given(house, who, "test-simple")
    house.write("red", "confirm")
    assert Simple.done == [b"the east wing"]


def test_what_is_no_code_leaves_the_line_an_order(house: Any, campaign: int, said: Any) -> None:
    (answer,) = house.write("red", "confirm the treaty of Paris")
    assert "confirm the treaty" in said(answer)
    assert "no order starts" in said(answer)
