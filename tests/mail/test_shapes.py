"""What programs write around a person's words is known by its place and shape, in languages that no list names."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import ReadMail, SkipReason
from adjudicator.mail.read import read_mail

OWN = OwnAddresses(addresses=("orders@game.test",))
WE = "The Sun King <orders+h7k2@game.test>"
QUOTED = "> Question 4: take a tile\n> 4a, 4b\n"
PLAIN = "Question 4: take a tile\n4a, 4b\n"
ORDERS = "4a\nend"


def read(text: str) -> ReadMail:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Anna <anna@players.test>", "orders+h7k2@game.test"
    mail["Message-ID"], mail["Subject"] = "<1@players.test>", "Re: The Sun King"
    mail.set_content(text)
    return read_mail(mail.as_bytes(), own=OWN)


def why(mail: ReadMail, words: str) -> SkipReason:
    """Why the line with these words does not count."""
    return next(each.why for each in mail.ignored if words in each.text)


WITH_ADDRESS = [
    f"fre 20 nov. 2026 kl. 13:30 skrev {WE}:",
    f"Op vr 20 nov 2026 om 13:30 schreef {WE}:",
    f"2026年11月20日(金) 13:30 {WE}:",
    f"{WE} 于2026年11月20日周五 13:30写道\uff1a",
    f"20 Kas 2026 Cum, 13:30 tarihinde {WE} şunu yazdı:",
    f"pá 20. 11. 2026 v 13:30 odesílatel {WE} napsal:",
    f"pe 20. marrask. 2026 klo 13.30 {WE} kirjoitti:",
    f"2026. nov. 20., P 13:30 időpontban {WE} ezt írta:",
    f"2026년 11월 20일 (금) 오후 1:30, {WE}님이 작성:",
    f"Em sex., 20 de nov. de 2026 às 13:30, {WE} escreveu:",
    f"Στις Παρ 20 Νοε 2026 στις 13:30, ο χρήστης {WE} έγραψε:",
    f"Vào Th 6, 20 thg 11, 2026 vào lúc 13:30 {WE} đã viết:",
]


@pytest.mark.parametrize("quote", [QUOTED, PLAIN], ids=["marked", "plain"])
@pytest.mark.parametrize("line", WITH_ADDRESS)
def test_a_line_with_our_address_above_the_copy_of_our_mail_is_no_order(line: str, quote: str) -> None:
    mail = read(f"{ORDERS}\n\n{line}\n\n{quote}")
    assert mail.lines == ("4a", "end")
    assert why(mail, "Sun King") is SkipReason.ATTRIBUTION


@pytest.mark.parametrize("line", WITH_ADDRESS[:3])
def test_it_may_be_broken_in_two_and_takes_no_order_with_it(line: str) -> None:
    broken = line.replace(" <orders", "\n<orders")
    assert read(f"{ORDERS}\n\n{broken}\n{QUOTED}").lines == ("4a", "end")
    close = read(f"{ORDERS}\n{broken}\n{QUOTED}").lines
    assert close[:2] == ("4a", "end"), "an order right above it is none of it"


@pytest.mark.parametrize(
    "line", ["Dne pá 20. 11. 2026 v 13:30 Král Slunce napsal:", "2026-11-20 13:30, Aurinkokuningas kirjoitti:"]
)
def test_without_an_address_a_date_and_a_colon_right_above_marks_are_enough(line: str) -> None:
    assert read(f"{ORDERS}\n\n{line}\n{QUOTED}").lines == ("4a", "end")
    assert line in read(f"{ORDERS}\n\n{line}\n{PLAIN}").lines, "nothing shows that a copy begins there"


@pytest.mark.parametrize(
    "head",
    [
        f"Van: {WE}\nVerzonden: 20. november 2026 10:00\nAan: Anna <anna@players.test>\nOnderwerp: The Sun King\n",
        f"Kimden: {WE}\nGönderildi: 20 Kasım 2026 Cuma 10:00\nKime: Anna\nKonu: The Sun King\n",
        f"________________________________\nOd: {WE}\nOdesláno: pátek 20. listopadu 2026\nKomu: Anna\nPředmět: X\n",
        f"-------- Oorspronkelijk bericht --------\nVan: {WE}\nDatum: 20-11-2026 10:00\n",
        f"-----Eredeti üzenet-----\nFeladó: {WE}\nElküldve: 2026. november 20.\n",
    ],
)
def test_a_head_of_labels_with_our_address_begins_a_copy_in_any_language(head: str) -> None:
    mail = read(f"{ORDERS}\n\n{head}\n{PLAIN}")
    assert mail.lines == ("4a", "end")
    assert why(mail, "take a tile") is SkipReason.QUOTE


def test_labels_and_dashes_of_ones_own_are_lines_of_ones_own() -> None:
    mail = read("Army: march to Burgundy\nFleet: stay\n---- second part ----\nend\n")
    assert [*mail.lines] == ["Army: march to Burgundy", "Fleet: stay", "---- second part ----", "end"]


@pytest.mark.parametrize(
    "line",
    ["Inviato da iPhone", "Verstuurd vanaf mijn iPhone", "Enviado do meu iPhone", "Skickat från min Samsung",
     "Lähetetty Outlookista Androidille", "Poslano z mého Xiaomi"],
)  # fmt: skip
def test_a_program_that_names_itself_below_is_no_order(line: str) -> None:
    assert read(f"{ORDERS}\n\n{line}\n").lines == ("4a", "end")
    assert why(read(f"{ORDERS}\n\n{line}\n\n{WITH_ADDRESS[0]}\n{QUOTED}"), line) is SkipReason.ADVERTISEMENT
    assert line in read(f"4a\n{line}\nend\n").lines, "between orders it stays, and is asked about"


def test_below_a_rule_stand_orders_unless_it_is_the_footer_of_a_list() -> None:
    rule = "________________________________"
    assert read(f"4a\n{rule}\n\nend\n").lines == ("4a", "end")
    footer = f"{rule}_______________\nGames mailing list\ngames@lists.test\n"
    assert read(f"4a\nend\n{footer}").lines == ("4a", "end")


BANNERS = [
    "CAUTION: This email originated from outside your organization. Do not click links or open attachments unless you "
    "recognize the sender and know the content is safe.",
    "ВНИМАНИЕ: это письмо пришло от внешнего отправителя. Не открывайте вложения и не переходите по ссылкам.",
    "ACHTUNG: Diese E-Mail kommt von außerhalb. Öffnen Sie keine Anhänge und Links unbekannter Absender.",
    "LET OP: dit bericht komt van buiten. Klik niet op links en open geen bijlagen als u de afzender niet kent.",
    "ATTENTION : ce courriel vient de l'extérieur. N'ouvrez pas les pièces jointes et ne suivez pas les liens.",
]


@pytest.mark.parametrize("banner", BANNERS)
def test_the_warning_that_a_server_puts_on_top_is_no_order(banner: str) -> None:
    mail = read(f"{banner}\n\n\n{ORDERS}\n")
    assert mail.lines == ("4a", "end")
    assert why(mail, banner[:20]) is SkipReason.DISCLAIMER
    below = read(f"{ORDERS}\n\n{banner}\n")
    assert below.lines[:2] == ("4a", "end")


def parts(*texts: tuple[str, str], kind: str = "mixed") -> ReadMail:
    """A mail of text parts, each with its type, and a picture between them."""
    picture = "--b\r\nContent-Type: image/png; name=a.png\r\nContent-Disposition: inline\r\n\r\nx\r\n"
    body = picture.join(f"--b\r\nContent-Type: {of}; charset=utf-8\r\n\r\n{text}\r\n" for of, text in texts)
    head = (
        "From: anna@players.test\r\nTo: orders+h7k2@game.test\r\nMessage-ID: <1@players.test>\r\nMIME-Version: 1.0\r\n"
    )
    raw = f'{head}Content-Type: multipart/{kind}; boundary="b"\r\n\r\n{body}--b--\r\n'
    return read_mail(raw.encode(), own=OWN)


def test_text_behind_a_picture_is_read_and_each_text_once() -> None:
    assert parts(("text/plain", "4a\n"), ("text/plain", "end\n")).lines == ("4a", "end")
    assert parts(("text/html", "<p>4a</p>"), ("text/html", "<p>end</p>")).lines == ("4a", "end")
    assert parts(("text/plain", "4a\n"), ("text/plain", "4a\n")).lines == ("4a",), "the same part twice"
    assert parts(("text/plain", "4a\n"), ("text/html", "<p>4a</p>")).lines == ("4a",), "the same in another form"
    assert parts(("text/plain", " \n"), ("text/html", "<p>4a</p>")).lines == ("4a",)


def test_of_alternatives_one_is_read() -> None:
    assert parts(("text/plain", "4a\n"), ("text/html", "<p>4b</p>"), kind="alternative").lines == ("4a",)
    amp = parts(("text/plain", "4a\n"), ("text/x-amp-html", "<b>4b</b>"), ("text/html", "4a"), kind="alternative")
    assert (amp.lines, [note.detail for note in amp.notes]) == (("4a",), ["text/x-amp-html"])
