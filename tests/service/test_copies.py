"""One mail, sent directly and over a list: one copy is proven and the other is not. It is carried out once."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import StoreBusy, handle, sweep
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.tables import InboundMail, InboundStatus, OrderSet
from tests.by_turns import in_turn
from tests.service.test_held_mails import BLUE, FAIL, PASS, RED, code_in, received, sealed, send, status

FOOTER = "\n_______________________________________________\nGame mailing list\n"
LINES = "1a"
ORDERS = [("list", "direct"), ("direct", "list"), ("list", "direct", "list"), ("direct", "list", "direct")]


@pytest.fixture
def house(judging: Settings, house_of: Any) -> Any:
    return house_of(judging)


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def copies(house: Any, kind: str) -> dict[str, bytes]:
    """The same mail as it comes directly and as a list sends it on."""
    more = FOOTER if kind == "footer" else ""
    found = {}
    for how, result, body in (("direct", PASS, LINES), ("list", FAIL if kind == "denied" else "", LINES + more)):
        headers = {"Authentication_Results": result} if result else {}
        if how == "list":
            headers["List_Id"] = "<game.lists.test>"
        found[how] = house.raw("red", body + "\n", Message_ID="<one@players.test>", **headers)
    return found


def order_sets(house: Any) -> int:
    with reading(house.service.engine) as session:
        return len(session.scalars(select(OrderSet)).all())


def settle(house: Any) -> None:
    for _ in range(5):
        house.clock.forward(seconds=5)
        sweep(house.service, timedelta(seconds=1))


@in_turn(2, "kind", ["same", "footer", "denied"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_proven_copy_is_carried_out_whichever_comes_first(
    house: Any, campaign: int, said: Any, kind: str, order: tuple[str, ...]
) -> None:
    found = copies(house, kind)
    rows = [house.put(found[how]) for how in order]
    settle(house)
    assert set(sealed(house, campaign)) == {"red"}
    assert order_sets(house) == 1
    mails = received(house)[RED]
    assert sum("on file" in str(mail["Subject"]) for mail in mails) == 1
    asked = [mail for mail in mails if "is this email yours?" in str(mail["Subject"])]
    assert len(asked) == (order[0] == "list"), "nobody is asked about a mail that is carried out"
    assert all(status(house, row) not in (InboundStatus.HELD, InboundStatus.RECEIVED) for row in rows)
    for mail in asked:
        send(house, "red", f"confirm {code_in(said(mail))}", PASS)
        (answer,) = received(house)[RED]
        assert "was dealt with meanwhile" in said(answer)
    assert order_sets(house) == 1


@pytest.mark.parametrize("kind", ["same", "footer", "denied"])
@pytest.mark.parametrize("result", ["", PASS])
def test_a_confirmation_between_the_copies_carries_it_out_once(
    house: Any, campaign: int, said: Any, kind: str, result: str
) -> None:
    found = copies(house, kind)
    house.put(found["list"])
    (asked,) = received(house)[RED]
    send(house, "red", f"confirm {code_in(said(asked))}", result)
    received(house)
    assert order_sets(house) == 1
    direct = house.put(found["direct"])
    assert (direct.status, direct.reason) == (InboundStatus.IGNORED, "a copy of it was carried out")
    assert received(house) == {}
    assert order_sets(house) == 1


@pytest.mark.parametrize("order", list(permutations(("list", "direct"))))
def test_copies_that_are_stored_before_any_is_handled(house: Any, campaign: int, order: tuple[str, str]) -> None:
    for workers in permutations((0, 1)):
        found = copies(house, "same")
        ids = []
        for how in order:
            house.uid += 1
            ids.append(ingest(house.service, Place("INBOX", 1, house.uid), house.clock.now(), found[how]).id)
        for at in workers:
            try:
                handle(house.service, ids[at])
            except StoreBusy:
                pass
        settle(house)
        assert order_sets(house) == 1
        assert set(sealed(house, campaign)) == {"red"}


def test_two_unproven_copies_are_asked_about_once(house: Any, campaign: int, said: Any) -> None:
    found = copies(house, "footer")
    unproven = found["direct"].replace(b"dmarc=pass", b"dmarc=none")
    assert house.put(found["list"]).status is InboundStatus.HELD
    assert house.put(unproven).status is InboundStatus.IGNORED
    (asked,) = received(house)[RED]
    send(house, "red", f"confirm {code_in(said(asked))}")
    assert set(sealed(house, campaign)) == {"red"}
    assert order_sets(house) == 1


def test_a_copy_with_other_lines_is_a_mail_of_its_own(house: Any, campaign: int) -> None:
    found = copies(house, "same")
    house.put(found["direct"])
    forged = house.put(found["list"].replace(b"\n1a\n", b"\n1b\n"))
    assert forged.status is InboundStatus.HELD, "it is asked about, and does nothing"
    assert order_sets(house) == 1


def test_the_same_bytes_again_are_the_same_mail(house: Any, campaign: int) -> None:
    found = copies(house, "same")
    first = house.put(found["direct"])
    assert house.put(found["direct"]).id == first.id
    with reading(house.service.engine) as session:
        rows = session.scalars(select(InboundMail).where(col(InboundMail.message_id) == "<one@players.test>")).all()
    assert [row.twins for row in rows] == [False]


@pytest.mark.parametrize("order", list(permutations(("list", "direct"))))
def test_a_letter_that_comes_directly_and_over_a_list_is_delivered_once(
    house: Any, campaign: int, said: Any, order: tuple[str, str]
) -> None:
    letter = "press to blue: I shall bid one\n"
    for how in order:
        house.put(proven(house, letter + (FOOTER if how == "list" else ""), listed=how == "list"))
    assert sum("I shall bid one" in said(mail) for mail in received(house)[BLUE]) == 1


def test_what_a_list_puts_below_orders_is_not_tried(house: Any, campaign: int) -> None:
    house.put(proven(house, "1a\n"))
    received(house)
    copy = house.put(proven(house, "1a" + FOOTER, listed=True))
    assert (copy.status, copy.reason) == (InboundStatus.IGNORED, "a copy of it was carried out")
    assert received(house) == {}


def test_another_mail_under_one_id_and_date_counts_and_its_answer_says_so(house: Any, campaign: int, said: Any) -> None:
    house.put(proven(house, "1a\n"))
    assert "same Message-ID" not in said(received(house)[RED][0])
    first = sealed(house, campaign)["red"]
    house.put(proven(house, "1b\n"))
    (answer,) = received(house)[RED]
    assert "An email of yours with the same Message-ID and date came before" in said(answer).replace("\n", " ")
    assert sealed(house, campaign)["red"] != first
    house.put(proven(house, "1c\n", Date="Fri, 20 Nov 2026 13:00:00 +0300"))
    (answer,) = received(house)[RED]
    assert "same Message-ID" not in said(answer), "another date is another mail"


def proven(house: Any, text: str, *, listed: bool = False, **headers: str) -> bytes:
    """A proven mail of red under one Message-ID and date, as it comes directly or over a list."""
    given = {"Message_ID": "<two@players.test>", "Date": "Fri, 20 Nov 2026 12:00:00 +0300", **headers}
    if listed:
        given["List_Id"] = "<game.lists.test>"
    raw: bytes = house.raw("red", text, Authentication_Results=PASS, **given)
    return raw
