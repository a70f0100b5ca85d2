"""What we send: the structure, the headers, and the same bytes each time."""

import email
import re
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from adjudicator.mail.address import Address, OwnAddresses
from adjudicator.mail.compose import Attachment, AutoSubmitted, OutgoingMail, Picture, compose
from adjudicator.mail.model import Nature
from adjudicator.mail.read import read_mail

PNG = bytes(range(256)) * 40
PLAIN = OutgoingMail(
    message_id="<red1.t3@game.test>",
    date=datetime(2026, 11, 20, 9, 1, tzinfo=UTC),
    sender=Address("orders+h7k2m9qa@game.test", "Sun King"),
    to=Address("anna@players.test", "Reed, Anna"),
    subject="[Sun King] #12 France: your action round 1",
    text="Строка\n12a s1\nend\n",
    auto_submitted=AutoSubmitted.GENERATED,
)
FULL = structs.replace(
    PLAIN,
    html='<p>Строка</p><img src="cid:board">',
    language="ru",
    pictures=(Picture(cid="board", filename="board.png", png=PNG, alt="The board\nat turn 3"),),
    attachments=(
        Attachment(
            filename="срок.ics",
            content_type="text/calendar; method=PUBLISH; charset=utf-8",
            data=b"BEGIN:VCALENDAR\r\n",
        ),
    ),
    in_reply_to="<a.1@players.test>",
    references=tuple(f"<red1.t{n}@game.test>" for n in range(14)),
    list_id="Король <c1.game.test>",
    list_unsubscribe="mailto:orders+h7k2m9qa@game.test?subject=leave",
)


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_equal_mails_give_equal_bytes() -> None:
    assert compose(FULL) == compose(structs.replace(FULL))
    assert compose(FULL) != compose(structs.replace(FULL, message_id="<other@game.test>"))


def test_the_parts_are_nested_as_clients_expect() -> None:
    kinds = [part.get_content_type() for part in parsed(compose(FULL)).walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    assert parsed(compose(PLAIN)).get_content_type() == "text/plain"


def test_every_part_comes_back_as_it_was() -> None:
    leaves = [part for part in parsed(compose(FULL)).walk() if not part.is_multipart()]
    assert all(not part.defects for part in leaves)
    text, html, picture, calendar = leaves
    assert text.get_content().replace("\r\n", "\n") == FULL.text
    assert html.get_content().strip() == FULL.html
    assert picture.get_content() == PNG
    assert picture["Content-ID"] == "<board>"
    assert calendar.get_filename() == "срок.ics"
    assert calendar.get_param("method") == "PUBLISH"


def test_headers_are_those_of_an_automatic_mail() -> None:
    message = parsed(compose(FULL))
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["Content-Language"] == "ru"
    assert message["Reply-To"] == message["From"] == "Sun King <orders+h7k2m9qa@game.test>"
    assert message["To"] == '"Reed, Anna" <anna@players.test>'
    assert message["List-Unsubscribe"] == "<mailto:orders+h7k2m9qa@game.test?subject=leave>"
    assert str(message["List-Id"]).endswith("<c1.game.test>")
    assert message["Date"] == "Fri, 20 Nov 2026 09:01:00 +0000"


def test_references_keep_the_root_and_the_newest_nine() -> None:
    references = str(parsed(compose(FULL))["References"]).split()
    assert references == ["<red1.t0@game.test>", *(f"<red1.t{n}@game.test>" for n in range(5, 14))]


def test_no_line_is_longer_than_998_octets_and_each_ends_in_crlf() -> None:
    raw = compose(structs.replace(FULL, text="x" * 5000 + "\nя" * 3000, html="<p>" + "y" * 20_000 + "</p>"))
    lines = raw.split(b"\r\n")
    assert all(b"\n" not in line and b"\r" not in line for line in lines)
    assert max(map(len, lines)) <= 998
    assert raw.isascii()


outside = st.text(alphabet=st.characters(codec="utf-8"), max_size=300) | st.text(
    alphabet='a\r\n\0:= ?<>"\\я', max_size=300
)


def header_names(raw: bytes) -> list[bytes]:
    head = raw.split(b"\r\n\r\n")[0]
    return [line.split(b":")[0] for line in head.split(b"\r\n") if line[:1] not in (b" ", b"\t")]


@given(name=outside, subject=outside, alt=outside, filename=outside)
def test_nothing_from_outside_adds_a_header(name: str, subject: str, alt: str, filename: str) -> None:
    mail = structs.replace(
        FULL,
        sender=Address(FULL.sender.address, name),
        to=Address(FULL.to.address, name),
        subject=subject,
        pictures=(Picture(cid="board", filename=filename or "a", png=PNG[:9], alt=alt),),
    )
    raw = compose(mail)
    assert header_names(raw) == header_names(compose(FULL))
    read = read_mail(raw, own=OwnAddresses(addresses=("orders@elsewhere.test",)))
    assert read.message_id == FULL.message_id
    assert read.nature in (Nature.AUTOMATIC, Nature.UNREADABLE)  # the name may show another address


@given(text=st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=400))
def test_any_text_comes_back(text: str) -> None:
    expected = text.replace("\r\n", "\n").replace("\r", "\n")
    content = parsed(compose(structs.replace(PLAIN, text=text))).get_content()
    assert content.replace("\r\n", "\n").rstrip("\n") == expected.rstrip("\n")


def test_a_long_foreign_name_of_a_file_comes_back_and_no_encoded_word_is_too_long() -> None:
    """RFC 2231, 3; RFC 2047, 2: at most 75 characters."""
    name, alt = "Ставка Верховного " * 9 + ".png", "Карта Европы после хода " * 6
    pictures = (Picture(cid="board", filename=name, png=PNG, alt=alt),)
    raw = compose(structs.replace(FULL, pictures=pictures))
    (found,) = (part for part in parsed(raw).walk() if part.get_content_type() == "image/png")
    assert (found.get_filename(), found["Content-Description"].strip()) == (name.strip(), alt.strip())
    assert max(map(len, re.findall(rb"=\?utf-8\?.*?\?=", raw))) <= 75
    assert max(map(len, raw.split(b"\r\n"))) < 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"message_id": "no brackets@x"},
        {"message_id": "<a b@x>"},
        {"in_reply_to": "<a@x>\r\nBcc: <b@x>"},
        {"references": ("<a@x> <b@x>",)},
        {"to": Address("anna@players.test\r\nBcc: eve@x.test")},
        {"to": Address("анна@players.test")},
        {"date": datetime(2026, 11, 20)},  # noqa: DTZ001
    ],
)
def test_a_defect_of_ours_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        compose(structs.replace(PLAIN, **wrong))
