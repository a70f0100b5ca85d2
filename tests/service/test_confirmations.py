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
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def owner(installation: Any, campaign: int, seat: str) -> Owner:
    with reading(installation.service.engine) as session:
        found = table_of_campaign(installation.service.work(session), campaign).by_name[seat]
    return Owner(found.id, found.holders[0].person_id)


def given(installation: Any, who: Owner, purpose: str = "test-erase", **more: Any) -> str:
    """A new code."""
    with writing(installation.service.engine) as session:
        request = Request(purpose=purpose, owner=who, payload=b"the east wing", **more)
        return confirmations.issue(session, request, installation.clock.now())


def redeemed(installation: Any, code: str, who: Owner) -> Redeemed | str:
    with writing(installation.service.engine) as session:
        try:
            return confirmations.redeem(session, code, who, installation.clock.now())
        except BadCode as bad:
            return bad.trouble


def test_a_code_is_eight_digits_in_two_groups(installation: Any, campaign: int) -> None:
    code = given(installation, owner(installation, campaign, "red"))
    left, _, right = code.partition("-")
    assert (len(left), len(right)) == (4, 4)
    assert (left + right).isdecimal()


def test_it_is_stored_neither_in_clear_nor_as_a_plain_hash(installation: Any, campaign: int) -> None:
    from hashlib import sha256

    code = confirmations.plain(given(installation, owner(installation, campaign, "red")))
    with reading(installation.service.engine) as session:
        row = session.execute(text("select * from confirmation")).one()
    stored = b"".join(bytes(each) if isinstance(each, bytes | memoryview) else str(each).encode() for each in row)
    assert code.encode() not in stored
    assert sha256(code.encode()).digest() not in stored


def test_it_counts_once_and_what_it_stood_for_is_forgotten(installation: Any, campaign: int) -> None:
    who = owner(installation, campaign, "red")
    code = given(installation, who)
    found = redeemed(installation, code, who)
    assert isinstance(found, Redeemed)
    assert (found.purpose, found.payload) == ("test-erase", b"the east wing")
    assert redeemed(installation, code, who) == "confirmed"
    with reading(installation.service.engine) as session:
        assert open_for(session, who, installation.clock.now()) == ()


def test_only_its_owner_can_use_it(installation: Any, campaign: int) -> None:
    red, blue = owner(installation, campaign, "red"), owner(installation, campaign, "blue")
    code = given(installation, red)
    assert redeemed(installation, code, blue) == "unknown"
    assert redeemed(installation, code, Owner(red.seat_id, blue.person_id)) == "unknown"
    assert redeemed(installation, code, Owner(blue.seat_id, red.person_id)) == "unknown"
    assert redeemed(installation, code, Owner()) == "unknown"
    assert isinstance(redeemed(installation, code, red), Redeemed)


def test_one_for_a_seat_is_used_by_whoever_holds_it_and_one_for_a_person_from_any_seat(
    installation: Any, campaign: int
) -> None:
    red = owner(installation, campaign, "red")
    assert isinstance(redeemed(installation, given(installation, Owner(seat_id=red.seat_id)), red), Redeemed)
    assert isinstance(redeemed(installation, given(installation, Owner(person_id=red.person_id)), red), Redeemed)


def test_one_for_an_address_is_used_from_there(installation: Any, campaign: int) -> None:
    red = owner(installation, campaign, "red")
    new = Owner(person_id=red.person_id, email="red@new.test")
    assert redeemed(installation, given(installation, new), Owner(email="red@other.test")) == "unknown"
    assert isinstance(redeemed(installation, given(installation, new), Owner(email="red@new.test")), Redeemed)
    assert isinstance(redeemed(installation, given(installation, new), red), Redeemed)


def test_it_expires(installation: Any, campaign: int) -> None:
    who = owner(installation, campaign, "red")
    code = given(installation, who)
    installation.clock.forward(days=3, hours=1)
    assert redeemed(installation, code, who) == "expired"


def test_five_wrong_guesses_void_it(installation: Any, campaign: int) -> None:
    who = owner(installation, campaign, "red")
    code = given(installation, who)
    wrong = f"{(int(confirmations.plain(code)) + 1) % 10**8:08d}"
    for _ in range(4):
        assert redeemed(installation, wrong, who) == "unknown"
    other = given(installation, who)
    assert redeemed(installation, wrong, who) == "unknown"
    assert redeemed(installation, code, who) == "void"
    assert isinstance(redeemed(installation, other, who), Redeemed), "a newer code has tries of its own"


def test_a_newer_one_takes_the_place_of_the_older_where_only_one_may_stand(installation: Any, campaign: int) -> None:
    who = owner(installation, campaign, "red")
    old, new = given(installation, who, alone=True), given(installation, who, alone=True)
    assert redeemed(installation, old, who) == "void"
    assert isinstance(redeemed(installation, new, who), Redeemed)


def test_there_are_never_too_many(installation: Any, campaign: int) -> None:
    who = owner(installation, campaign, "red")
    for _ in range(confirmations.MOST_OPEN):
        given(installation, who)
    with pytest.raises(TooManyOpen):
        given(installation, who)


@pytest.mark.parametrize(
    ("line", "ask"),
    [("confirm {}", "red"), ("Confirm: {}.", "red"), ("I confirm {}", "red"), ("Подтверждаю  {} !", "blue")],
)
def test_it_is_confirmed_by_a_line_of_a_mail(installation: Any, campaign: int, said: Any, line: str, ask: str) -> None:
    code = given(installation, owner(installation, campaign, ask))
    (answer,) = installation.write(ask, line.format(code.replace("-", " - ") if ask == "blue" else code))
    assert Erase.done == [b"the east wing"]
    assert "it is gone" in said(answer)
    (again,) = installation.write(ask, line.format(code))
    assert Erase.done == [b"the east wing"]
    assert "used before" in said(again) or "уже использован" in said(again)


def test_it_is_rejected_by_a_line_of_a_mail(installation: Any, campaign: int, said: Any) -> None:
    code = given(installation, owner(installation, campaign, "red"))
    (answer,) = installation.write("red", f"reject {code}")
    assert (Erase.done, Erase.dropped) == ([], [b"the east wing"])
    assert "nothing was done" in said(answer)
    (answer,) = installation.write("red", f"confirm {code}")
    assert Erase.done == []
    assert "rejected before" in said(answer)


def test_another_seat_that_learns_a_code_cannot_use_it(installation: Any, campaign: int, said: Any) -> None:
    code = given(installation, owner(installation, campaign, "red"))
    (answer,) = installation.write("blue", f"confirm {code}")
    assert Erase.done == []
    assert "ни один из кодов" in said(answer)


def test_the_word_alone_is_enough_where_the_purpose_says_so(installation: Any, campaign: int, said: Any) -> None:
    who = owner(installation, campaign, "red")
    given(installation, who)
    (answer,) = installation.write("red", "confirm")
    assert Erase.done == []
    assert "none of the codes" in said(answer)
    with writing(installation.service.engine) as session:
        session.execute(text("delete from confirmation"))
    given(installation, who, "test-simple")
    installation.write("red", "confirm")
    assert Simple.done == [b"the east wing"]


def test_what_is_no_code_leaves_the_line_an_order(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "confirm the treaty of Paris")
    assert "confirm the treaty" in said(answer)
    assert "no order starts" in said(answer)
