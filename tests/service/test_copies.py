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
from tests.long_cases import one_in
from tests.service.test_held_mails import BLUE, FAIL, PASS, RED, code_in, received, sealed, send, status

FOOTER = "\n_______________________________________________\nGame mailing list\n"
LINES = "1a"
ORDERS = [("list", "direct"), ("direct", "list"), ("list", "direct", "list"), ("direct", "list", "direct")]


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def copies(installation: Any, kind: str) -> dict[str, bytes]:
    """The same mail as it comes directly and as a list sends it on."""
    more = FOOTER if kind == "footer" else ""
    found = {}
    for how, result, body in (("direct", PASS, LINES), ("list", FAIL if kind == "denied" else "", LINES + more)):
        headers = {"Authentication_Results": result} if result else {}
        if how == "list":
            headers["List_Id"] = "<game.lists.test>"
        found[how] = installation.raw("red", body + "\n", Message_ID="<one@players.test>", **headers)
    return found


def order_sets(installation: Any) -> int:
    with reading(installation.service.engine) as session:
        return len(session.scalars(select(OrderSet)).all())


def settle(installation: Any) -> None:
    for _ in range(5):
        installation.clock.forward(seconds=5)
        sweep(installation.service, timedelta(seconds=1))


@one_in(2, "kind", ["same", "footer", "denied"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_proven_copy_is_carried_out_whichever_comes_first(
    installation: Any, campaign: int, said: Any, kind: str, order: tuple[str, ...]
) -> None:
    found = copies(installation, kind)
    rows = [installation.put(found[how]) for how in order]
    settle(installation)
    assert set(sealed(installation, campaign)) == {"red"}
    assert order_sets(installation) == 1
    mails = received(installation)[RED]
    assert sum("on file" in str(mail["Subject"]) for mail in mails) == 1
    asked = [mail for mail in mails if "is this email yours?" in str(mail["Subject"])]
    assert len(asked) == (order[0] == "list"), "nobody is asked about a mail that is carried out"
    assert all(status(installation, row) not in (InboundStatus.HELD, InboundStatus.RECEIVED) for row in rows)
    for mail in asked:
        send(installation, "red", f"confirm {code_in(said(mail))}", PASS)
        (answer,) = received(installation)[RED]
        assert "was dealt with meanwhile" in said(answer)
    assert order_sets(installation) == 1


@pytest.mark.parametrize("kind", ["same", "footer", "denied"])
@pytest.mark.parametrize("result", ["", PASS])
def test_a_confirmation_between_the_copies_carries_it_out_once(
    installation: Any, campaign: int, said: Any, kind: str, result: str
) -> None:
    found = copies(installation, kind)
    installation.put(found["list"])
    (asked,) = received(installation)[RED]
    send(installation, "red", f"confirm {code_in(said(asked))}", result)
    received(installation)
    assert order_sets(installation) == 1
    direct = installation.put(found["direct"])
    assert (direct.status, direct.reason) == (InboundStatus.IGNORED, "a copy of it was carried out")
    assert received(installation) == {}
    assert order_sets(installation) == 1


@pytest.mark.parametrize("order", list(permutations(("list", "direct"))))
def test_copies_that_are_stored_before_any_is_handled(installation: Any, campaign: int, order: tuple[str, str]) -> None:
    for workers in permutations((0, 1)):
        found = copies(installation, "same")
        ids = []
        for how in order:
            installation.uid += 1
            ids.append(
                ingest(
                    installation.service, Place("INBOX", 1, installation.uid), installation.clock.now(), found[how]
                ).id
            )
        for at in workers:
            try:
                handle(installation.service, ids[at])
            except StoreBusy:
                pass
        settle(installation)
        assert order_sets(installation) == 1
        assert set(sealed(installation, campaign)) == {"red"}


def test_two_unproven_copies_are_asked_about_once(installation: Any, campaign: int, said: Any) -> None:
    found = copies(installation, "footer")
    unproven = found["direct"].replace(b"dmarc=pass", b"dmarc=none")
    assert installation.put(found["list"]).status is InboundStatus.HELD
    assert installation.put(unproven).status is InboundStatus.IGNORED
    (asked,) = received(installation)[RED]
    send(installation, "red", f"confirm {code_in(said(asked))}")
    assert set(sealed(installation, campaign)) == {"red"}
    assert order_sets(installation) == 1


def test_a_copy_with_other_lines_is_a_mail_of_its_own(installation: Any, campaign: int) -> None:
    found = copies(installation, "same")
    installation.put(found["direct"])
    forged = installation.put(found["list"].replace(b"\n1a\n", b"\n1b\n"))
    assert forged.status is InboundStatus.HELD, "it is asked about, and does nothing"
    assert order_sets(installation) == 1


def test_the_same_bytes_again_are_the_same_mail(installation: Any, campaign: int) -> None:
    found = copies(installation, "same")
    first = installation.put(found["direct"])
    assert installation.put(found["direct"]).id == first.id
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(InboundMail).where(col(InboundMail.message_id) == "<one@players.test>")).all()
    assert [row.twins for row in rows] == [False]


@pytest.mark.parametrize("order", list(permutations(("list", "direct"))))
def test_a_letter_that_comes_directly_and_over_a_list_is_delivered_once(
    installation: Any, campaign: int, said: Any, order: tuple[str, str]
) -> None:
    letter = "press to blue: I shall bid one\n"
    for how in order:
        installation.put(proven(installation, letter + (FOOTER if how == "list" else ""), listed=how == "list"))
    assert sum("I shall bid one" in said(mail) for mail in received(installation)[BLUE]) == 1


def test_what_a_list_puts_below_orders_is_not_tried(installation: Any, campaign: int) -> None:
    installation.put(proven(installation, "1a\n"))
    received(installation)
    copy = installation.put(proven(installation, "1a" + FOOTER, listed=True))
    assert (copy.status, copy.reason) == (InboundStatus.IGNORED, "a copy of it was carried out")
    assert received(installation) == {}


def test_another_mail_under_one_id_and_date_counts_and_its_answer_says_so(
    installation: Any, campaign: int, said: Any
) -> None:
    installation.put(proven(installation, "1a\n"))
    assert "same Message-ID" not in said(received(installation)[RED][0])
    first = sealed(installation, campaign)["red"]
    installation.put(proven(installation, "1b\n"))
    (answer,) = received(installation)[RED]
    assert "An email of yours with the same Message-ID and date came before" in said(answer).replace("\n", " ")
    assert sealed(installation, campaign)["red"] != first
    installation.put(proven(installation, "1c\n", Date="Fri, 20 Nov 2026 13:00:00 +0300"))
    (answer,) = received(installation)[RED]
    assert "same Message-ID" not in said(answer), "another date is another mail"


def proven(installation: Any, text: str, *, listed: bool = False, **headers: str) -> bytes:
    """A proven mail of red under one Message-ID and date, as it comes directly or over a list."""
    given = {"Message_ID": "<two@players.test>", "Date": "Fri, 20 Nov 2026 12:00:00 +0300", **headers}
    if listed:
        given["List_Id"] = "<game.lists.test>"
    raw: bytes = installation.raw("red", text, Authentication_Results=PASS, **given)
    return raw
