"""Letters in doubt: which words of a mail may say something else than what its writer saw."""

import base64
import quopri

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.charset import decode_text
from adjudicator.mail.model import NoteCode, ReadMail
from adjudicator.mail.read import read_mail

OWN = OwnAddresses(addresses=("orders@game.test",))
RUSSIAN = "6в\nфлаг в Савойю\nда\n"


def read(body: bytes, declared: str = "", *, subject: bytes = b"x") -> ReadMail:
    charset = f"; charset={declared}" if declared else ""
    head = b"From: a@players.test\r\nTo: orders@game.test\r\nSubject: " + subject + b"\r\n"
    return read_mail(head + f"Content-Type: text/plain{charset}\r\n\r\n".encode() + body, own=OWN)


@pytest.mark.parametrize("charset", ["utf-8", "cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic"])
def test_letters_of_the_declared_charset_are_no_doubt(charset: str) -> None:
    mail = read(RUSSIAN.encode(charset), charset)
    assert mail.lines == tuple(RUSSIAN.split("\n")[:3])
    assert mail.doubtful_words == {}


@pytest.mark.parametrize("declared", ["", "us-ascii", "x-user-defined", "utf-8", "nonsense"])
@pytest.mark.parametrize("charset", ["cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic"])
def test_letters_of_a_charset_that_nobody_declared_are_in_doubt(charset: str, declared: str) -> None:
    mail = read(RUSSIAN.encode(charset), declared)
    assert set(mail.doubtful_words) >= {next(word for word in mail.lines[0].split())}
    readings = {mail.lines[0], *mail.doubtful_words[mail.lines[0]]}
    assert "6в" in readings


@pytest.mark.parametrize("declared", ["", "us-ascii", "iso-8859-1", "cp1251", "koi8-r", "x-unknown"])
def test_utf8_under_another_name_or_none_is_read_and_in_doubt(declared: str) -> None:
    mail = read(RUSSIAN.encode(), declared)
    assert mail.lines[1] == "флаг в Савойю"
    assert {"6в", "в", "да"} == set(mail.doubtful_words)


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1252", "latin1"])
def test_a_latin_letter_may_be_cyrillic(declared: str) -> None:
    mail = read("6в".encode("cp1251"), declared)
    assert mail.lines == ("6â",)
    assert "6в" in mail.doubtful_words["6â"]


@pytest.mark.parametrize("declared", ["", "us-ascii", "utf-8", "koi8-r", "cp1251", "x-unknown", "iso-8859-1"])
def test_ascii_is_the_same_in_every_charset(declared: str) -> None:
    mail = read(b"6a s1+d2\nflag savoy", declared)
    assert mail.lines == ("6a s1+d2", "flag savoy")
    assert mail.doubtful_words == {}


@pytest.mark.parametrize("between", ["cp1251", "latin1", "koi8-r"])
def test_utf8_that_was_encoded_twice_is_repaired_and_in_doubt(between: str) -> None:
    twice = RUSSIAN.encode().decode(between).encode()
    mail = read(twice, "utf-8")
    assert mail.lines == ("6в", "флаг в Савойю", "да")
    assert set(mail.doubtful_words) == {"6в", "в", "да"}
    assert NoteCode.CHARSET_GUESSED in [note.code for note in mail.notes]


@pytest.mark.parametrize(
    "text",
    ["Ã la carte, 6a", "РС флаг", "Größe für Ørsk", "ВРАГ НАРОДА Р»", "São Tomé", "РЎРјРѕС‚СЂРё: смотри", "½ ¼ Ð"],
)
def test_what_is_not_surely_encoded_twice_stays_as_it_is(text: str) -> None:
    assert decode_text(text.encode(), declared="utf-8").text == text


def test_a_subject_in_raw_bytes_is_in_doubt() -> None:
    mail = read(b"", "", subject="приказы: 6в".encode("koi8-r"))
    assert mail.lines == ("6в",)
    assert "6в" in mail.doubtful_words


def test_a_subject_in_encoded_words_is_not() -> None:
    word = base64.b64encode("приказы: 6в".encode("koi8-r")).decode()
    mail = read(b"", "", subject=f"=?koi8-r?b?{word}?=".encode())
    assert (mail.lines, mail.doubtful_words) == (("6в",), {})


def test_base64_and_quoted_printable_with_the_wrong_name_are_in_doubt() -> None:
    for encoding, data in (
        ("base64", base64.b64encode(RUSSIAN.encode("cp1251"))),
        ("quoted-printable", quopri.encodestring(RUSSIAN.encode("cp1251"))),
    ):
        head = b"From: a@players.test\r\nContent-Type: text/plain; charset=utf-8\r\n"
        mail = read_mail(head + f"Content-Transfer-Encoding: {encoding}\r\n\r\n".encode() + data, own=OWN)
        assert mail.lines[1] == "флаг в Савойю"
        assert "6в" in mail.doubtful_words


def test_a_soft_break_inside_a_code_is_no_break() -> None:
    head = b"From: a@players.test\r\nContent-Type: text/plain; charset=utf-8\r\n"
    head += b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    assert read_mail(head + b"12=\r\na s=\r\n1+d=\r\n2\r\n", own=OWN).lines == ("12a s1+d2",)


def test_what_is_shown_from_right_to_left_is_in_doubt() -> None:
    mail = read("\u202ea6\nsavoy galf\n".encode(), "utf-8")
    assert mail.doubtful_words == {"a6": ("6a",)}
    assert read("\u200e6a\u200f\n".encode(), "utf-8").doubtful_words == {}


def test_utf7_and_iso2022_are_read_as_declared() -> None:
    assert read(b"6+BDI-", "utf-7").lines == ("6в",)
    assert read(b"\x1b$BF|\x1b(B 6a", "iso-2022-jp").lines == ("日 6a",)
    assert "6в" not in read(b"6+BDI-").lines


@pytest.mark.parametrize("text", ["её", "Её", "ЕЁ", "сё", "её.", "неё", "всё", "моё"])
def test_a_short_word_in_utf8_is_not_taken_for_utf8_encoded_twice(text: str) -> None:
    """In KOI8-R the bytes of «её» are a letter of UTF-8, which was then read as an answer code."""
    assert decode_text(text.encode(), declared="utf-8").text == text
