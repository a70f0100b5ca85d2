"""All that is kept on somebody is given to them, and is forgotten; the campaign is played again and proves itself."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.service.admin import erasure, persons
from adjudicator.service.admin.access import CampaignView, OwnPart, Visitor
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.arranging import arrange, in_campaign
from adjudicator.service.admin.mails import mail_details
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.arrangements.addresses import Add
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Close, Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people import pseudonyms
from adjudicator.service.people.pseudonyms import Scrub
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import Verdict, verify
from adjudicator.service.words.rendering import message_bytes
from adjudicator.store import audits
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import (
    Channel,
    InboundMail,
    LogEntry,
    MailPlace,
    OutboundMail,
    OutboundState,
    Person,
    Receipt,
    Row,
)
from tests.service.beginnings import beginning
from tests.service.conftest import Installation
from tests.service.test_undelivered import bounce

NAME, EMAIL, SECOND = "Stella Orlova", "stella@orlov.test", "orlova@elsewhere.test"
STELLA = Newcomer(name=NAME, email=EMAIL, language="en")
TOM = Newcomer(name="Tom", email="tom@players.test", language="en")
LETTER, NOTE, NONSENSE = "shall we meet at the lighthouse?", "never trust the blue one", "zounds what is this"
MILA = Visitor("Mila")


@pytest.fixture
@beginning
def campaign(installation: Installation) -> int:
    """Red goes to Stella; she orders, writes a letter, a note, nonsense; blue quotes the letter. Then Tom has red."""
    made = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    do(installation, made, Replace(seat="red", to=STELLA))
    installation.received["red@players.test"] = [*installation.received[EMAIL]]
    with writing(installation.service.engine) as session:
        stella = session.scalars(select(Person).where(col(Person.name) == NAME)).one()
        session.add(Channel(
            campaign_id=made, person_id=stella.id, number=1, url=f"https://hooks.test/{EMAIL}".encode(), secret=b"x",
            events="asked", language="en", added_at=installation.clock.now(),
        ))  # fmt: skip
    wish = Add(seat="red", address=SECOND, person=NAME, reason=f"{NAME} moves")
    act = in_campaign("sealed-bids", wish, "Mila")
    shown, _ = arrange(installation.service, None, act)
    arrange(installation.service, shown, act)
    card = min(installation.table(made).match.state.hands["red"])
    for text in (f"bid {card}", f"press to blue: {LETTER}", f"diary {NOTE}", NONSENSE, "diary", "letters"):
        installation.put(installation.raw("red", f"{text}\n", sender=EMAIL))
        installation.deliver()
    installation.put(
        installation.raw("blue", f"ставка {min(installation.table(made).match.state.hands['blue'])}\n> {LETTER}\n")
    )
    installation.deliver()
    do(installation, made, Replace(seat="red", to=TOM))
    installation.received["red@players.test"] = installation.received["tom@players.test"]
    return made


def do(installation: Installation, campaign: int, deed: ModeratorCommand) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
    installation.deliver()


def kept(installation: Installation) -> Iterator[tuple[str, str]]:
    """Every value of the database, opened, by table and column."""
    with reading(installation.service.engine) as session:
        for table in Row.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                for name, value in row.items():
                    if isinstance(value, bytes | str):
                        text = value.decode(errors="replace") if isinstance(value, bytes) else value
                        yield f"{table.name}.{name}", text


def stands_in(installation: Installation, *words: str) -> set[str]:
    return {place for place, text in kept(installation) if any(word.casefold() in text.casefold() for word in words)}


def proof(installation: Installation, campaign: int) -> Verdict:
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), Viewpoint(everything=True))
        return verify(Archive.read(archive(view)))


def facts(made: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(made)) as file:
        told: dict[str, Any] = msgspec.json.decode(file.read(persons.FACTS))
        names = file.namelist()
        mails = {name for name in names if name.endswith(".eml")}
        for name in mails:
            raw = file.read(name)
            assert EMAIL.encode() in raw or SECOND.encode() in raw, "a mail of theirs, or to them"
        return told | {"files": mails}


def test_everything_on_a_person_is_given_to_them_and_nothing_of_others(
    installation: Installation, campaign: int
) -> None:
    told = facts(persons.export(installation.service, MILA, EMAIL))
    assert told["person"]["name"] == NAME
    assert [each["email"] for each in told["addresses"]] == [EMAIL, SECOND]
    (seat,) = told["seats"]
    assert (seat["campaign"], seat["seat"], bool(seat["until"])) == ("sealed-bids", "red", True)
    assert [letter["lines"] for letter in told["letters"]] == [[LETTER]]
    assert [note["text"] for note in told["diary"]] == [NOTE]
    assert len(told["receipts"]) == 1
    assert [each["place"] for each in told["channels"]] == ["https://hooks.test/…"]
    assert told["orders"][0]["lines"][0]["text"].startswith("bid ")
    assert len(told["mails_in"]) == 6
    assert len([name for name in told["files"] if "/in/" in name]) == 6
    assert len([name for name in told["files"] if "/out/" in name]) == len(told["mails_out"]) >= 7
    text = msgspec.json.encode(told).decode()
    assert "blue@players.test" not in text
    assert "tom@players.test" not in text
    with reading(installation.service.engine) as session:
        looks = [act for act in audits.trail(session, campaign) if act.command == audits.LOOK]
    assert [msgspec.json.decode(act.details)["as"] for act in looks] == ["red"]


def test_of_several_people_of_one_name_a_number_says_which(installation: Installation, campaign: int) -> None:
    other = installation.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    do(installation, other, Replace(seat="north", to=Newcomer(name=NAME, email="other@players.test")))
    with pytest.raises(CommandError, match=r"several people .*#\d+ \(since 2026-11-20\), #\d+"):
        persons.export(installation.service, MILA, NAME)
    assert facts(persons.export(installation.service, MILA, " Stella@Orlov.test"))["person"]["name"] == NAME
    with pytest.raises(CommandError, match="no person named"):
        persons.export(installation.service, MILA, "#999")


def test_nothing_of_a_person_is_left_and_the_match_is_what_it_was(installation: Installation, campaign: int) -> None:
    installation.put(bounce(installation.received[EMAIL][0], EMAIL))
    with writing(installation.service.engine) as session:
        for sent in session.scalars(select(OutboundMail).where(col(OutboundMail.recipient) == EMAIL)):
            sent.error = f"450 4.2.1 <{EMAIL}> is busy"
        places = session.execute(select(MailPlace.mailbox, MailPlace.uid)).all()  # type: ignore[call-overload]
    before, made_before = proof(installation, campaign), entries(installation)
    assert before.differences == ()
    assert {
        "person.name",
        "address.email",
        "press.content",
        "diary_note.text",
        "inbound_mail.raw",
        "inbound_mail.reason",
        "outbound_mail.error",
        "audit.details",
        "channel.url",
    } < (stands_in(installation, NAME, EMAIL, SECOND, LETTER, NOTE, NONSENSE))
    foreseen = erasure.foreseen(installation.service, MILA, NAME)
    assert (foreseen.mails_in, foreseen.letters, foreseen.notes, foreseen.addresses) == (6, 1, 1, 2)
    assert stands_in(installation, NAME), "a look forgets nothing"
    erasure.erase(installation.service, MILA, NAME)
    assert stands_in(installation, NAME, EMAIL, SECOND, LETTER, NOTE, NONSENSE) == set()
    assert "@orlov.test" not in "".join(text for place, text in kept(installation) if not place.startswith("receipt."))
    assert entries(installation) == made_before
    with reading(installation.service.engine) as session:
        assert session.execute(select(MailPlace.mailbox, MailPlace.uid)).all() == places  # type: ignore[call-overload]
    after = proof(installation, campaign)
    with reading(installation.service.engine) as session:
        trail = audits.trail(session, campaign)
    assert msgspec.structs.replace(after, acts=before.acts) == before
    assert after.acts.trail == len(trail), "with the erasure itself, and the look before it"
    with pytest.raises(CommandError, match="no person named"):
        erasure.foreseen(installation.service, MILA, NAME)
    with reading(installation.service.engine) as session:
        part = OwnPart(installation.service.work(session), MILA)
        shown = [mail_details(part, f"in-{number}", seat=None, everything=True) for number in range(1, 8)]
    assert any(each.lines == (pseudonyms.GONE,) for each in shown)
    assert not any(NONSENSE in each.text() for each in shown)


def entries(installation: Installation) -> list[Any]:
    with reading(installation.service.engine) as session:
        log = [row.entry for row in session.scalars(select(LogEntry).order_by(col(LogEntry.sequence)))]
        return log + [row.leaves for row in session.scalars(select(Receipt).order_by(col(Receipt.seat_id)))]


def test_reports_that_are_written_anew_have_the_pseudonym(installation: Installation, campaign: int) -> None:
    with reading(installation.service.engine) as session:
        wrote = select(OutboundMail).where(col(OutboundMail.kind) == "letter")
        before = [message_bytes(installation.service, row) for row in session.scalars(wrote)]
    assert any(LETTER.encode() in raw for raw in before)
    erasure.erase(installation.service, MILA, NAME)
    with reading(installation.service.engine) as session:
        rows = list(session.scalars(select(OutboundMail)))
    assert {row.state for row in rows} == {OutboundState.HANDED_OVER}
    said = []
    for row in rows:
        raw = message_bytes(installation.service, row)
        assert not any(word.encode() in raw for word in (NAME, EMAIL, LETTER, NOTE)), row.kind
        said.append(raw)
    assert any(pseudonyms.GONE in part for raw in said for part in texts(raw))


def texts(raw: bytes) -> Iterator[str]:
    from email import message_from_bytes, policy

    for part in message_from_bytes(raw, policy=policy.default).walk():
        if part.get_content_maintype() == "text":
            yield part.get_content()


def test_play_goes_on_and_so_does_the_trail(installation: Installation, campaign: int) -> None:
    with reading(installation.service.engine) as session:
        was = audits.trail(session, campaign)[-1].hash
        assert stands_in(installation, NAME) & {"audit.details"}
    erasure.erase(installation.service, MILA, NAME)
    with reading(installation.service.engine) as session:
        acts = audits.trail(session, campaign)
        assert audits.first_broken(acts) is None
        assert acts[-1].command == erasure.COMMAND
        details = msgspec.json.decode(acts[-1].details)
    assert details["last_hash_before"] == was.hex()
    assert details["acts_changed"] >= 1
    seat = installation.table(campaign).match.decisions()[0].waiting[0]
    sender = {"red": "tom@players.test", "blue": "blue@players.test"}[seat]
    row = installation.put(installation.raw(seat, "status\n", sender=sender))
    assert row.status == "handled"
    assert installation.deliver()


def test_who_holds_a_seat_hands_it_over_first(installation: Installation, campaign: int) -> None:
    with pytest.raises(CommandError, match="Tom holds red in sealed-bids: hand it over first"):
        erasure.foreseen(installation.service, MILA, "Tom")
    with pytest.raises(CommandError, match="hand it over first"):
        erasure.erase(installation.service, MILA, "Tom")
    assert "person.name" in stands_in(installation, "Tom")
    do(installation, campaign, Close())
    erasure.erase(installation.service, MILA, "Tom")
    assert stands_in(installation, "tom@players.test") == set()
    assert proof(installation, campaign).differences == ()


def test_a_mail_that_waits_is_not_forgotten_before_it_is_handled(installation: Installation, campaign: int) -> None:
    waiting = installation.arrive(installation.raw("red", "status\n", sender=EMAIL, Message_ID="<late@orlov.test>"))
    with pytest.raises(CommandError, match="still being processed"):
        erasure.foreseen(installation.service, MILA, NAME)
    installation.look_at(waiting)
    installation.deliver()
    erasure.erase(installation.service, MILA, NAME)
    with reading(installation.service.engine) as session:
        row = session.get_one(InboundMail, waiting)
    assert (row.raw, row.sender) == (b"", pseudonyms.address_of(_number(row.sender)))
    assert "orlov" not in row.message_id


def _number(address: str) -> int:
    return int(address.partition("@")[0].removeprefix("nn-"))


def test_an_address_that_somebody_else_has_too_stays_theirs(installation: Installation, campaign: int) -> None:
    other = installation.create("crossroads", {"north": "en", "east": "en", "south": "en"})
    do(installation, other, Replace(seat="north", to=Newcomer(name="Oleg", email=EMAIL)))
    assert any("too" in remark for remark in erasure.foreseen(installation.service, MILA, NAME).remarks)
    erasure.erase(installation.service, MILA, NAME)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), other)
    assert table.by_name["north"].holders[0].emails == (EMAIL,)
    assert "press.content" not in stands_in(installation, LETTER)


def test_a_seat_that_is_called_the_same_keeps_its_name(installation: Installation) -> None:
    made = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    do(installation, made, Replace(seat="red", to=TOM))
    with reading(installation.service.engine) as session:
        intents = [row.intent for row in session.scalars(select(OutboundMail).where(col(OutboundMail.seat_id) == 2))]
    assert any(
        "a seat has the same name" in remark for remark in erasure.foreseen(installation.service, MILA, "Red").remarks
    )
    erasure.erase(installation.service, MILA, "Red")
    with reading(installation.service.engine) as session:
        assert intents == [
            row.intent for row in session.scalars(select(OutboundMail).where(col(OutboundMail.seat_id) == 2))
        ]
    assert stands_in(installation, "red@players.test") == set()


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("Anna has left, Annabel stays", "N. N. 7 has left, Annabel stays"),
        ("write to ANNA@x.test.", "write to nn-7@erased.invalid."),
        ("joanna@x.test and anna@x.testing", "joanna@x.test and anna@x.testing"),
        ("> meet me at nine sharp", "> […]"),
        ("Анна", "Анна"),
    ],
)
def test_only_what_is_theirs_is_taken_from_a_text(text: str, scrubbed: str) -> None:
    scrub = Scrub(7, ["Anna"], ["anna@x.test"], ["meet me at nine sharp", "ok"])
    assert scrub.text(text) == scrubbed
    assert scrub.mentions(text) == (text != scrubbed)
    assert scrub.value({"a": [text, 1, None]}) == {"a": [scrubbed, 1, None]}


def test_every_table_that_names_a_person_is_known_here() -> None:
    """A new reference to a person has to be looked at in `console.persons` and `console.erasure`."""
    found = {
        f"{table.name}.{column.name}"
        for table in Row.metadata.sorted_tables
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table.name == "person"
    }
    assert found == {
        "address.person_id", "holding.person_id", "diary_note.person_id", "order_set.person_id",
        "confirmation.person_id", "inbound_mail.released_person_id", "inbound_mail.part_by", "channel.person_id",
        "absence.steward_for",
    }  # fmt: skip
