"""Every mail of ours that a seat's holder may reply to carries the secret address of the seat.

Mails about a seat have it by the one way in which they are written. The others are the few that are written about no
seat: each place in the program that does so is named here, with who reads it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation import morning_mails
from adjudicator.service.moderation.commands import Hold
from adjudicator.service.outbox import plain_mails, queue
from adjudicator.service.outbox.notices import OUTSIDE, TABLE
from adjudicator.service.outbox.payloads import PlainMail, Tell
from adjudicator.service.people import addresses
from adjudicator.service.people.gathering.plan import Start
from adjudicator.settings import Settings
from adjudicator.store.engine import writing
from adjudicator.store.tables import Person, Role
from tests.service.conftest import Installation, words_of
from tests.service.test_gathering import gather
from tests.service.test_held_mails import MILA, PASS, RED, code_in, seat, send
from tests.service.test_holdings import STELLA, do
from tests.service.test_notices import STORED, STORED_OUTSIDE
from tests.service.test_proven_is_answered import installation_mail

pytestmark = pytest.mark.store("sqlite")

SERVICE = Path(plain_mails.__file__).parents[1]
NEW = "red@phone.test"


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Installation:
    made: Installation = installation_of(judging)
    return made


def begun(installation: Installation) -> int:
    return installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})


def address_of(installation: Installation, campaign: int, name: str) -> str:
    return f"orders+{seat(installation, campaign, name).token}@game.test"


def delivered(installation: Installation, to: str, about: str) -> EmailMessage:
    """The one mail to somebody that says this."""
    (found,) = [mail for address, mail in installation.deliver() if address == to and about in words_of(mail)]
    return found


# each brings its reader a mail about no seat, and returns it with the address that it should come from


def silence(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    for _ in range(25):
        send(installation, "red", "status", PASS)
    return delivered(installation, RED, "answers in an hour"), address_of(installation, campaign, "red")


def silence_of_a_day(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    for _ in range(10):
        send(installation, "red", "> 1a", PASS)
    return delivered(installation, RED, "answers in a day"), address_of(installation, campaign, "red")


def what_is_about_the_author(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    do(installation, campaign, Hold(seat="red", who=STELLA, role=Role.COPY))
    installation.deliver()
    send(installation, "red", "addresses", PASS)
    return delivered(installation, RED, RED), address_of(installation, campaign, "red")


def an_address(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    send(installation, "red", f"address add {NEW}", PASS)
    code = code_in(words_of(delivered(installation, NEW, "code")))
    installation.put(installation_mail(NEW, f"confirm {code}"))
    return delivered(installation, RED, NEW), address_of(installation, campaign, "red")


def an_address_of_a_seat(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    (holder,) = seat(installation, campaign, "red").holders
    with writing(installation.service.engine) as session:
        addresses.add(installation.service.work(session), session.get_one(Person, holder.person_id), NEW, by="Mila")
    return delivered(installation, RED, NEW), address_of(installation, campaign, "red")


def before_the_match(installation: Installation) -> tuple[EmailMessage, str]:
    made = gather(installation, Start.MODERATOR)
    installation.put(installation_mail(RED, f"join {made.code}"))
    address = next(str(mail["Reply-To"]) for to, mail in installation.deliver() if to == RED)
    unproven = installation_mail(RED, "leave", address).replace(b"dmarc=pass", b"dmarc=none")
    installation.put(unproven)
    return delivered(installation, RED, "nothing proves"), address.partition("<")[2].rstrip(">")


def in_the_morning(installation: Installation) -> tuple[EmailMessage, str]:
    campaign = begun(installation)
    with writing(installation.service.engine) as session:
        (holder,) = seat(installation, campaign, "moderator").holders
        assert morning_mails.send(installation.service.work(session), holder.person_id)
    return delivered(installation, MILA, "You moderate"), address_of(installation, campaign, "moderator")


Scene = Callable[[Installation], tuple[EmailMessage, str]]
PLACES: dict[str, str | tuple[Scene, ...]] = {
    "alarms": "operators, who have no seat in what they are told",
    "unknown_time": "the operator, likewise",
    "morning_mails": (in_the_morning,),
    "notices": "every topic below: people without a seat, or with another one",
    "answers": (silence, silence_of_a_day, what_is_about_the_author),
    "senders": (before_the_match,),
    "replies": "somebody with several seats is asked which, so no single one may be answered; and standby players",
    "plain_mails": "hands on what the others write",
    "newcomers": "people who ask to join, and have no seat yet",
    "practices": "people who ask to practise, and name no seat of theirs",
    "addresses": (an_address, an_address_of_a_seat),
}
"""The modules that write mails about no seat, with mails of theirs that holders of seats get, or why none."""


def writers() -> Iterator[str]:
    """The modules that call what writes such mails."""
    for path in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("plain_mails.send", "queue.send_outside", "send_outside"):
                yield path.stem


def test_every_place_that_writes_about_no_seat_is_named_here() -> None:
    assert {*writers()} == set(PLACES)
    kinds = get_type_hints(queue.send_outside)["intent"]
    assert set(get_args(kinds)) == {PlainMail, Tell}, "all other kinds are about a seat"


@pytest.mark.parametrize("scene", [each for found in PLACES.values() if not isinstance(found, str) for each in found])
def test_it_comes_from_the_secret_address_and_its_reader_can_answer(installation: Installation, scene: Scene) -> None:
    mail, address = scene(installation)
    assert f"<{address}>" in str(mail["Reply-To"])
    assert f"<{address}>" in str(mail["From"])
    answer = installation_mail(str(mail["To"]).partition("<")[2].rstrip(">") or str(mail["To"]), "status", address)
    assert installation.put(answer).status.value == "handled"


def test_a_reply_that_lost_the_address_still_names_the_seat(installation: Installation) -> None:
    mail, _ = silence(installation)
    answer = installation_mail(RED, "1a").replace(
        b"Subject", b"In-Reply-To: " + str(mail["Message-ID"]).encode() + b"\nSubject"
    )
    assert installation.put(answer).status.value == "handled"


def test_every_notice_to_a_seat_carries_its_address(installation: Installation) -> None:
    campaign = begun(installation)
    red = seat(installation, campaign, "red")
    written = 0
    for kinds, stored in ((TABLE, STORED), (OUTSIDE, STORED_OUTSIDE)):
        for topic, values in stored.items():
            intent = Tell(written=installation.clock.now(), topic=topic, values=kinds[topic].of(values).values())
            with writing(installation.service.engine) as session:
                table = table_of_campaign(installation.service.work(session), campaign)
                if kinds is TABLE:
                    queue.send(table, red, intent, kind=queue.NOTICE, to=[RED])
                else:
                    queue.send_outside(table.work, RED, intent, table.campaign)
            for to, mail in installation.deliver():
                assert (to, f"<{address_of(installation, campaign, 'red')}>" in str(mail["Reply-To"])) == (RED, True), (
                    topic
                )
                written += 1
    assert written > len(STORED) + len(STORED_OUTSIDE) - 8, "but for the few that tell of something that must be there"
