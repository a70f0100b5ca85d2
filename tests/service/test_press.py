"""Letters by mail: who gets them, who learns who wrote them, and that nothing in them is ever an order."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, PressPolicy, keep_settings
from adjudicator.service.press import content, sending
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Person, Press

SEATS = {"north": "en", "east": "ru", "south": "en", "moderator": "en", "observer": "ru"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("crossroads", SEATS)
    return made


def allow(installation: Any, campaign: int, **policy: Any) -> None:
    with writing(installation.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        keep_settings(row, CampaignSettings(press=PressPolicy(**policy)))


def wrote(installation: Any, seat: str, *lines: str, **headers: str) -> dict[str, list[EmailMessage]]:
    """A seat writes; returns what everybody gets."""
    row = installation.put(installation.raw(seat, "\n".join(lines) + "\n", **headers))
    assert row.status.value == "handled", row.reason
    return by_seat(installation.deliver())


def by_seat(mails: list[tuple[str, EmailMessage]]) -> dict[str, list[EmailMessage]]:
    found: dict[str, list[EmailMessage]] = {}
    for address, mail in mails:
        found.setdefault(address.partition("@")[0], []).append(mail)
    return found


def whole(mail: EmailMessage) -> str:
    """Everything of a mail that a reader could look at, decoded."""
    parts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join([*(f"{name}: {value}" for name, value in mail.items()), *parts])


def log(installation: Any, campaign: int) -> int:
    with reading(installation.service.engine) as session:
        n: int = table_of_campaign(installation.service.work(session), campaign).match.position.n
        return n


def later(installation: Any) -> dict[str, list[EmailMessage]]:
    """Until every letter has left."""
    installation.clock.forward(hours=3)
    sending.run(installation.service)
    return by_seat(installation.deliver())


def test_a_letter_reaches_whom_it_names_and_its_author_gets_a_copy(installation: Any, campaign: int, read: Any) -> None:
    got = wrote(
        installation, "north", "press to east and the moderator:", "Hello East,", "", "shall we talk?", "Thanks!"
    )
    assert set(got) == {"north", "east", "moderator"}
    for seat in got:
        assert "| Hello East,\n|\n| shall we talk?\n| Thanks!" in read(got[seat][0])
    assert "Север" in got["east"][0]["Subject"]  # as their language calls the seat
    assert "letter sent" in got["north"][0]["Subject"]


READERS = [
    ("press to south: hi", {"south"}),
    ("- Press to South, and North!: hi", {"south", "north"}),
    ("press to all: hi", {"south", "north", "moderator", "observer"}),
    ("press to everybody hi there", {"south", "north", "moderator", "observer"}),
    ("letter to the players: hi", {"south", "north"}),
    ("message to observers: hi", {"observer"}),
    ("письмо модератору: привет", {"moderator"}),
    ("Письмо всем: привет", {"south", "north", "moderator", "observer"}),
    ("пресса north, south: привет", {"south", "north"}),
    ("письмо для наблюдателей и модератора: привет", {"observer", "moderator"}),
]


def test_what_is_attached_to_a_letter_stays_behind_and_its_author_is_told(
    installation: Any, campaign: int, said: Any
) -> None:
    mail = email.message_from_bytes(
        installation.raw("north", "press to East:\nHere is my map.\n"), policy=email.policy.default
    )
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="map.pdf")
    installation.put(mail.as_bytes())
    found = by_seat(installation.deliver())
    assert "What was attached does not go with it, for letters are text: map.pdf." in said(found["north"][0])
    assert "map.pdf" not in whole(found["east"][0])


def test_who_is_meant(installation: Any, campaign: int) -> None:
    own = _base(installation, "east")
    for line, readers in READERS:
        got = wrote(installation, "east", line, To=own)
        assert set(got) - {"east"} == readers, line
        assert len(got["east"]) == 1


def test_no_line_of_a_letter_is_an_order(installation: Any, campaign: int, said: Any) -> None:
    before = log(installation, campaign)
    got = wrote(installation, "north", "press to east", "ORDERS", "1a", "ride to Mill", "status", "END", "end press")
    assert log(installation, campaign) == before
    assert "Its lines were not read as orders" in said(got["north"][0])
    assert "| 1a" in got["east"][0].get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_orders_commands_and_letters_in_one_mail(installation: Any, campaign: int, said: Any) -> None:
    got = wrote(
        installation,
        "north",
        "1a",
        "press to east",
        "I ride to Mill.",
        "end press",
        "history",
        "press to south: and you?",
    )
    assert log(installation, campaign) > 1
    assert len(got["north"]) == 1
    text = said(got["north"][0])
    assert "I ride to Mill." in text
    assert "and you?" in text
    assert "What happened" in text or "WHAT HAPPENED" in text
    letters = [mail for mail in got["east"] if "letter" in mail["Subject"] or "письмо" in mail["Subject"]]
    assert len(letters) == 1


def test_a_filled_form_below_a_letter_still_counts(installation: Any, campaign: int) -> None:
    before = log(installation, campaign)
    got = wrote(installation, "north", "press to east", "Look out!", "ORDERS 1", "1a", "FINISH 1")
    assert log(installation, campaign) > before
    assert any("Look out!" in whole(mail) for mail in got["east"])


def test_a_code_at_the_end_of_an_open_letter_does_not_leave_with_it(
    installation: Any, campaign: int, said: Any
) -> None:
    before = log(installation, campaign)
    got = wrote(installation, "north", "press to east: I shall ride", "1a")
    assert set(got) == {"north"}
    assert log(installation, campaign) == before
    assert "end press" in said(got["north"][0])


def test_answering_a_letter_writes_to_its_author_alone(installation: Any, campaign: int, read: Any) -> None:
    wrote(installation, "north", "press to all: peace?")
    got = wrote(installation, "east", "Привет!", "Согласен.", "Спасибо")
    assert set(got) == {"north", "east"}
    assert "| Привет!\n| Согласен.\n| Спасибо" in read(got["north"][0])
    got = wrote(installation, "north", "Good.", To=str(got["north"][0]["Reply-To"]))
    assert set(got) == {"north", "east"}


def test_a_letter_to_several_is_answered_to_all_of_them(installation: Any, campaign: int, said: Any) -> None:
    wrote(installation, "north", "press to east, south: peace?")
    assert "Север и Юг" in said(installation.newest("east"))
    got = wrote(installation, "east", "Мир так мир.")
    assert set(got) == {"north", "east", "south"}
    assert "From: East. To: North and South." in said(got["south"][0])
    got = wrote(installation, "south", "Me too.", To=str(got["south"][0]["Reply-To"]))
    assert set(got) == {"north", "east", "south"}


def test_who_wrote_anonymously_to_several_stays_so_for_all_of_them(installation: Any, campaign: int, said: Any) -> None:
    allow(installation, campaign, anonymous=True)
    wrote(installation, "east", "anonymous press to north, south: hi")
    later(installation)
    got = wrote(installation, "north", "Who are you?", To=str(installation.newest("north")["Reply-To"]))
    assert set(got) == {"north", "south", "east"}
    assert "To: the author of the anonymous letter and South." in said(got["south"][0])
    assert set(wrote(installation, "east", "Не скажу.", To=str(got["east"][0]["Reply-To"]))) == {"east"}
    got = later(installation)
    assert set(got) == {"north", "south"}
    for mails in got.values():
        assert "East" not in whole(mails[0])


def test_the_mails_of_a_correspondence_are_one_thread(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to east: peace?")
    first = installation.newest("east")
    got = wrote(installation, "east", "Да")
    answer = got["north"][0]
    got = wrote(installation, "north", "Good.", To=str(answer["Reply-To"]))
    second = got["east"][0]
    assert first["References"] == second["References"]
    assert first["References"] != answer["References"]


def test_what_reads_as_an_order_is_no_answer_to_a_letter(installation: Any, campaign: int) -> None:
    wrote(installation, "east", "press to north: what will you do?")
    before, letter = log(installation, campaign), str(installation.newest("north")["Reply-To"])
    for line in ("1a", "status", "ride to Mill"):
        got = wrote(installation, "north", line, To=letter)
        assert set(got) == {"north"}
        assert log(installation, campaign) == before
        assert "letter not sent" in got["north"][0]["Subject"]
    got = wrote(installation, "north", "press:", "ride to Mill", "end press", To=letter)
    assert set(got) == {"north", "east"}, "with the word above it, it is a letter"


def test_a_letter_can_only_be_answered_by_who_got_it(installation: Any, campaign: int, said: Any) -> None:
    wrote(installation, "north", "press to east: peace?")
    key = str(installation.newest("east")["Reply-To"]).partition(".")[2].partition("@")[0]
    own = str(installation.newest("south")["Reply-To"])
    got = wrote(installation, "south", "me too", To=own.replace("@game.test", f".{key}@game.test"))
    assert set(got) == {"south"}
    assert "not known here" in said(got["south"][0])


def test_kinds_that_are_not_allowed_are_refused(installation: Any, campaign: int, said: Any) -> None:
    got = wrote(installation, "south", "anonymous press to all: hi")
    assert set(got) == {"south"}
    assert "Anonymous letters are not allowed" in said(got["south"][0])
    allow(installation, campaign, private=False)
    assert "only to everybody" in said(wrote(installation, "south", "press to east: hi")["south"][0])
    assert "east" in wrote(installation, "south", "press to all: hi")
    allow(installation, campaign, public=False, signed=False)
    assert set(wrote(installation, "south", "press to all: hi")) == {"south"}
    assert set(wrote(installation, "south", "press to moderator: help me")) == {"south", "moderator"}
    assert "moderator only" in said(wrote(installation, "observer", "language en", "press to east: hi")["observer"][0])


def test_size_and_number_are_bounded(installation: Any, campaign: int, said: Any) -> None:
    allow(installation, campaign, characters=50, per_day=2)
    assert "too long" in said(wrote(installation, "south", "press to east: " + "x" * 51)["south"][0])
    wrote(installation, "south", "press to east: one")
    wrote(installation, "south", "press to east: two")
    got = wrote(installation, "south", "press to east: three")
    assert set(got) == {"south"}
    assert "2 letters in a day" in said(got["south"][0])
    installation.clock.forward(days=1)
    assert "east" in wrote(installation, "south", "press to east: four")


def test_an_unknown_name_is_answered_with_the_names_that_there_are(installation: Any, campaign: int, said: Any) -> None:
    got = wrote(installation, "north", "press to eats: hello")
    text = said(got["north"][0])
    assert set(got) == {"north"}
    assert "Did you mean East?" in text
    assert "South" in text
    assert "| hello" in text


def test_an_anonymous_letter_leaves_later_and_names_nobody(installation: Any, campaign: int) -> None:
    allow(installation, campaign, anonymous=True)
    got = wrote(installation, "east", "анонимное письмо всем: остерегайтесь севера")
    assert set(got) == {"east"}
    got = later(installation)
    assert set(got) == {"north", "south", "moderator", "observer"}
    tags = {
        seat: str(installation.received[f"{seat}@players.test"][0]["Message-ID"]).partition(".")[0] for seat in SEATS
    }
    for mails in got.values():
        everything = whole(mails[0])
        assert "остерегайтесь севера" in everything
        for secret in ("East", "east", "Восток", tags["east"]):
            assert secret not in everything
    written = installation.received["east@players.test"][-1]
    assert got["north"][0]["Date"] != written["Date"]
    assert len({mails[0]["Date"] for mails in got.values()}) == 1


def test_the_author_of_an_anonymous_letter_stays_unknown_in_the_answers(
    installation: Any, campaign: int, said: Any
) -> None:
    allow(installation, campaign, anonymous=True)
    wrote(installation, "east", "анонимное письмо полюсу: привет")
    assert set(later(installation)) == set(), "a name in Russian that the game does not have"
    wrote(installation, "east", "анонимное письмо north: привет")
    later(installation)
    got = wrote(installation, "north", "Who are you?")
    assert set(got) == {"north", "east"}
    assert "East" not in said(got["north"][0]).replace("spy on East", "")
    assert "the author of the anonymous letter" in said(got["north"][0])
    got = wrote(installation, "east", "Не скажу.", To=str(got["east"][0]["Reply-To"]))
    assert set(got) == {"east"}
    got = later(installation)
    assert set(got) == {"north"}
    assert "East" not in whole(got["north"][0])


def test_a_letter_may_be_signed_for_some_only(installation: Any, campaign: int, said: Any) -> None:
    allow(installation, campaign, open=True)
    wrote(installation, "north", "press to all, signed for south: hi")
    got = later(installation)
    assert "From: North" in said(got["south"][0])
    assert "North" not in said(got["observer"][0]).replace("North:", "")
    assert "North" not in said(got["east"][0])
    got = wrote(installation, "north", "press to east, signed for south: hi")
    assert "not among those who get it" in said(got["north"][0])


def test_letters_are_listed_apart_from_history(installation: Any, campaign: int, said: Any) -> None:
    wrote(installation, "north", "press to east: one secret word")
    assert "one secret word" not in said(
        wrote(installation, "east", "история 1", To=_base(installation, "east"))["east"][0]
    )
    assert "one secret word" in said(wrote(installation, "east", "письма")["east"][0])
    assert "one secret word" not in said(wrote(installation, "south", "letters")["south"][0])


def _base(installation: Any, seat: str) -> str:
    """The seat's own address: of its first mail."""
    return str(installation.received[f"{seat}@players.test"][0]["Reply-To"])


def test_letters_go_on_in_a_pause_and_nothing_is_sent_with_check(installation: Any, campaign: int) -> None:
    got = wrote(installation, "north", "check", "1a", "press to east: hi")
    assert set(got) == {"north"}
    with writing(installation.service.engine) as session:
        session.get_one(Campaign, campaign).state = "paused"
    assert "east" in wrote(installation, "north", "press to east: hi")


def test_a_letter_goes_to_the_campaign_that_is_named_above_it(installation: Any, campaign: int) -> None:
    installation.create("crossroads", SEATS, name="second", title="Second Table")
    installation.received["north@players.test"].reverse()
    got = wrote(installation, "north", "press to east: here", "end press", "campaign second", "press to south: there")
    assert "[crossroads]" in got["east"][0]["Subject"]
    assert "[Second Table]" in got["south"][0]["Subject"]


def test_what_is_stored_of_a_letter_is_sealed(installation: Any, campaign: int) -> None:
    wrote(installation, "north", "press to east: one secret word")
    with reading(installation.service.engine) as session:
        row = session.scalars(select(Press).where(col(Press.campaign_id) == campaign)).one()
        assert msgspec.json.decode(row.content, type=content.Letter).lines == ("one secret word",)
        columns = {name for name in Press.model_fields if name != "content"}
    assert columns == {"id", "campaign_id", "key", "written_at", "due_at", "delivered"}


def call(installation: Any, seat: str, name: str) -> None:
    """Give the one who plays a seat this name."""
    with writing(installation.service.engine) as session:
        session.execute(update(Person).where(col(Person.name) == seat.title()).values(name=name))


@pytest.mark.parametrize(
    ("writer", "called", "openings"),
    [
        ("north", "Anna", ("press to Анна:", "письмо Анне:", "press to ANNA:")),
        ("east", "Пётр Ильич", ("letter to Peter:", "press to Pyotr:", "message to Petr Ilyich:")),
        ("east", "Alexey Homyakov", ("письмо для Алексея Хомякова:", "письмо Хомякову:", "press to Alexei:")),
    ],
)
def test_people_are_found_by_their_names_in_either_alphabet(
    installation: Any, campaign: int, writer: str, called: str, openings: tuple[str, ...]
) -> None:
    allow(installation, campaign, signed=True, open=True, public=True, private=True)
    call(installation, "south", called)
    for opening in openings:
        mails = wrote(installation, writer, opening, "Shall we meet?")
        assert any("Shall we meet?" in whole(mail) for mail in mails.get("south", [])), opening


def test_two_people_who_sound_alike_and_slips_are_asked(installation: Any, campaign: int, said: Any) -> None:
    call(installation, "south", "Anna")
    call(installation, "east", "Ana")
    got = wrote(installation, "north", "press to Анне: the old treaty stands")
    assert "the old treaty stands" in said(got["north"][0])
    assert set(got) == {"north"}
    call(installation, "Ana", "Владимир")
    got = wrote(installation, "north", "press to Valdimir: and this one too")
    assert set(got) == {"north"}, "near is not the same"
    assert "Did you mean East?" in said(got["north"][0])
    assert "| and this one too" in said(got["north"][0])
