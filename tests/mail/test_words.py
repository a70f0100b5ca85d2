"""Finding a person's own words in what mail programs make of them."""

import pytest

from adjudicator.mail.model import Limits, NoteCode, ReadMail, SkipReason
from adjudicator.mail.read import read_mail
from tests.mail.written import FORM, FORM_TEXT, OUTLOOK, OWN, REPORT, both, quoted, read

ATTRIBUTIONS = [
    "On Fri, Nov 20, 2026 at 9:01 AM Sun King <orders+x@game.test> wrote:",
    "On Fri, Nov 20, 2026 at 9:01\u202fAM Sun King\n<orders+x@game.test>\nwrote:",
    "On 20/11/2026 09:01, Sun King wrote:",
    "пт, 20 нояб. 2026 г. в 09:01, Король-солнце <orders+x@game.test>:",
    "пт, 20 нояб. 2026 г., 09:01 Король-солнце <orders+x@game.test>:",
    "20 нояб. 2026 г., в 09:01, Король-солнце <orders+x@game.test> написал(а):",
    '20.11.2026, 09:01, "Король-солнце" <orders+x@game.test>:',
    "20.11.2026 09:01, Король-солнце пишет:",
    "Вы писали 20 ноября 2026 г., 09:01:",
    "Пятница, 20 ноября 2026, 9:01 +03:00 от Король-солнце <orders+x@game.test>:",
    "Am 20.11.26 um 09:01 schrieb Sun King:",
    "Am Fr., 20. Nov. 2026 um 09:01 Uhr schrieb Sun King <orders+x@game.test>:",
    "Le ven. 20 nov. 2026 à 09:01, Sun King <orders+x@game.test> a écrit :",
    "On Fri, 20 Nov 2026 09:01:00 +0300\nSun King <orders+x@game.test> wrote:",
    "On 20 November 2026 09:01:12 GMT+03:00, Sun King <orders+x@game.test> wrote:",
    "В пт, 20 нояб. 2026 г. в 09:01 Король <orders+x@game.test> пишет:",
    "20 ноября 2026 г. 09:01:12 GMT+03:00, Король <orders+x@game.test> пишет:",
    "---- On Fri, 20 Nov 2026 09:01:00 +0300 Sun King <orders+x@game.test> wrote ----",
    "09:01, 20 ноября 2026 г., Король-солнце <orders+x@game.test>:",
    "Король-солнце <orders+x@game.test> 20 нояб. 2026 г. 09:01 написал(а):",
    "Король-солнце писал(а) 2026-11-20 09:01:",
    "В сообщении от пятница, 20 ноября 2026 г. 09:01:02 MSK пользователь Король написал:",
    "пт, 20 лист. 2026 р. о 09:01 Король <orders+x@game.test> пише:",
    "pt., 20 lis 2026 o 09:01 Sun King <orders+x@game.test> napisał(a):",
    "W dniu 20.11.2026 o 09:01, Sun King pisze:",
    "El vie, 20 nov 2026 a las 9:01, Sun King (<orders+x@game.test>) escribió:",
    "Nov 20, 2026, 09:01 by orders+x@game.test:",
    "Friday, 20 November 2026, 09:01AM +03:00 from Sun King orders+x@game.test:",
    "Sun King <orders+x@game.test> wrote on 11/20/2026 09:01:02 AM:",
    "Sun King wrote:",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_and_its_quote_are_cut_and_the_lines_around_stay(attribution: str) -> None:
    mail = read(f"12a s1\n{attribution}\n\n{quoted(REPORT)}\nend\n")
    assert mail.lines == ("12a s1", "end")
    assert {line.why for line in mail.ignored} == {SkipReason.ATTRIBUTION, SkipReason.QUOTE}


@pytest.mark.parametrize("attribution", ATTRIBUTIONS[:-1])
def test_below_an_attribution_an_unmarked_copy_is_cut_to_the_end(attribution: str) -> None:
    assert read(f"12a s1\n{attribution}\n\n{REPORT}").lines == ("12a s1",)


BLOCKS = [
    OUTLOOK,
    "________________________________\n" + OUTLOOK,
    "-----Original Message-----\n" + OUTLOOK,
    "*From:* Sun King\n*Sent:* Friday\n",
    "От: Король-солнце <orders+x@game.test>\nОтправлено: 20 ноября 2026 г. 9:01\nКому: Анна\nТема: ход\n\n",
    "-----Исходное сообщение-----\nОт: Король\nДата: 20 ноября\nКопия: Том\n\n",
    "-------- Исходное сообщение --------\nОт: Король\nДата: 20.11.2026 09:01 (GMT+03:00)\nКому: Анна\nТема: ход\n\n",
    "---------- Forwarded message ---------\nFrom: Sun King <orders+x@game.test>\nDate: Fri, Nov 20\nSubject: x\n\n",
    "-------- Пересылаемое сообщение --------\n20.11.2026, 09:01, Король <orders+x@game.test>:\n\n",
    "------------------ Original ------------------\nFrom: Sun King\nDate: Fri, Nov 20, 2026 09:01 AM\n\n",
    "From: Sun King Sent: Friday, November 20, 2026 9:01 AM To: Tom Subject: turn 3\n",
    "Від: Король\nНадіслано: 20 листопада 2026 р. 9:01\nКому: Анна\n\n",
    "On Fri, Nov 20, 2026 at 9:01, Sun King<orders+x@game.test> wrote:   Turn 3 has begun.\n",
    '----------------\nКому: a@b.test (a@b.test);\nТема: ход;\n20.11.2026, 09:01, "Король" <o@game.test>:\n\n',
]


@pytest.mark.parametrize("block", BLOCKS)
def test_below_a_copied_header_block_nothing_counts(block: str) -> None:
    assert read(f"12a s1\n\n{block}{REPORT}").lines == ("12a s1",)


def test_initials_before_the_mark_are_a_quote() -> None:
    mail = read("Вы писали 20 ноября 2026 г., 09:01:\n\nАР> Действие 1 из 3?\n12а\nАР> Действие 2?\n13b\n")
    assert mail.lines == ("12а", "13b")


def test_header_labels_of_two_languages_are_no_block() -> None:
    assert read("From: Savoy\nКому: Sardinia\n").lines == ("From: Savoy", "Кому: Sardinia")


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Отправлено с iPhone",
        "Отправлено с моего Galaxy",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Скачать Outlook для Android",
        "Отправлено из мобильной Почты Mail.ru",
        "Sent from Yahoo Mail on Android",
        "Отправлено со смартфона Samsung Galaxy.",
        "Получите Outlook для iOS<https://aka.ms/o0ukef>",
        "Sent with [Proton Mail](https://proton.me/) secure email.",
        "Sent via Superhuman ( https://superhuman.example/?vip=a&b=c )",
        "Yahoo Mail: Search, Organize, Conquer",
        "Відправлено з iPhone",
        "https://aqua.example/mail",
    ],
)
def test_lines_of_phones_are_no_orders(line: str) -> None:
    mail = read(f"12a\n\n{line}\n")
    assert mail.lines == ("12a",)
    assert [i.why for i in mail.ignored] == [SkipReason.ADVERTISEMENT]


def test_an_order_with_an_address_in_it_begins_no_quote() -> None:
    line = "press to Anna: on Friday I wrote: see anna@players.test"
    assert read(f"replace 12 red Anna <anna@players.test>: keep\n12a\n{line}\n").lines[1] == "12a"


def test_a_list_that_a_phone_numbers_in_boxes_is_a_list() -> None:
    assert read("1\ufe0f\u20e3 12a\n2\u20e3 12b\n").lines == ("1. 12a", "2. 12b")


@pytest.mark.parametrize("delimiter", ["-- ", "--", "—"])
def test_a_signature_ends_at_a_quote(delimiter: str) -> None:
    mail = read(f"12a\n{delimiter}\nPass the port\nChief of Staff\n\nSun King wrote:\n{quoted('13?')}13b\n")
    assert mail.lines == ("12a", "13b")


def test_hello_good_bye_and_ones_own_name_are_no_orders() -> None:
    assert read("Hi all,\n\n12a\n\nBest regards,\nAnna\n").lines == ("12a",)
    russian = read(
        "Добрый вечер!\n12а\n\nС уважением,\nОльга", sender="=?utf-8?B?0J7Qu9GM0LPQsCDQmtC40Lw=?= <o@players.test>"
    )
    assert russian.lines == ("12а",)


def test_a_greeting_with_an_order_behind_it_stays() -> None:
    assert read("Hi, 12a please\n").lines == ("Hi, 12a please",)


def test_of_a_disclaimer_every_line_is_named() -> None:
    disclaimer = (
        "This e-mail is intended only for the addressee and may be confidential.\n"
        "Any use by others is forbidden.\n\n"
        "Данное сообщение предназначено только адресату.\nИное использование запрещено.\n\n"
        "Проверено на вирусы Kaspersky\n"
    )
    mail = read(f"12a\n\n{disclaimer}")
    assert mail.lines == ("12a",)
    named = [line.text for line in mail.ignored if line.why is SkipReason.DISCLAIMER]
    assert named == [line for line in disclaimer.split("\n") if line]


def test_a_disclaimer_that_no_pattern_knows_is_left_for_the_order_layer_to_refuse() -> None:
    text = "12a\n\nOpinions are mine, and the firm has none.\n"
    assert read(text).lines == ("12a", "Opinions are mine, and the firm has none.")


def test_a_list_footer_in_the_text_is_cut() -> None:
    footer = "_" * 47 + "\nGamers mailing list -- gamers@lists.example\nTo unsubscribe send an email\n"
    assert read(f"12a\n{footer}").lines == ("12a",)


# markers


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("ORDERS", "END"),
        ("orders:", "end."),
        ("*Orders 12*", "*End*"),
        ("ORDERS #12", "END 12"),
        ("ПРИКАЗЫ №12:", "КОНЕЦ"),
        ("приказы", "конец приказов"),
        ("ORDERS 12", "FINISH 12"),
    ],
)
def test_between_markers_only_their_lines_count(opening: str, closing: str) -> None:
    mail = read(f"Hello, build in Savoy\n{opening}\n12a\n\n13b\n{closing}\nflag savoy later\n")
    assert mail.lines == ("12a", "13b")
    assert mail.extract is not None
    assert mail.extract.marked
    assert [i.text for i in mail.ignored if i.why is SkipReason.OUTSIDE] == [
        "Hello, build in Savoy",
        "flag savoy later",
    ]


def test_end_is_an_order_where_a_sure_marker_closes() -> None:
    assert read("ORDERS 12\n12a s1\nend\nFINISH 12\n").lines == ("12a s1", "end")
    assert read("ORDERS\n12a s1\nend\nEND\n").lines == ("12a s1", "end")
    assert read("ORDERS 12\n12a s1\n# then close it\nend\n\n# the marker\nEND\n").lines == ("12a s1", "end")
    assert read("ORDERS\n12a s1\nEND\nthanks\n").lines == ("12a s1",)


def test_without_markers_end_is_an_order() -> None:
    assert read("12a s1\nend\n").lines == ("12a s1", "end")


def test_an_open_block_counts_to_its_end_and_is_remarked() -> None:
    mail = read("hello savoy\nORDERS\n12a\n13b\n")
    assert mail.lines == ("12a", "13b")
    assert NoteCode.NO_END in [note.code for note in mail.notes]


def test_two_blocks_count_in_order() -> None:
    assert read("ORDERS 12\n12a\nEND 12\ntalk\nORDERS 13\n13b\nEND 13\n").lines == ("12a", "13b")


def test_markers_win_over_everything_that_looks_like_a_signature() -> None:
    assert read("-- \nORDERS\nSent from my iPhone\n12a\nEND\n").lines == ("Sent from my iPhone", "12a")


def test_comments_never_count() -> None:
    mail = read("ORDERS\n# 12a\n12b\nEND\n")
    assert mail.lines == ("12b",)
    assert SkipReason.COMMENT in [line.why for line in mail.ignored]


def test_the_empty_form_that_we_sent_counts_as_absent() -> None:
    mail = read(f"12a s1\nend\n\nTurn 3\n{FORM_TEXT}\n")
    assert mail.lines == ("12a s1", "end", "Turn 3")
    assert [i.text for i in mail.ignored if i.why is SkipReason.FORM] == list(FORM)


def test_an_empty_block_counts_as_absent_even_if_the_form_is_unknown() -> None:
    assert read("12a\n\nORDERS\n\n# for example: 12b\nEND\n", form=()).lines == ("12a",)


def test_a_filled_form_counts_with_its_prefilled_lines() -> None:
    assert read(FORM_TEXT.replace("\nend", "\n12a s1\nend")).lines == ("12a s1", "end")


def test_a_form_filled_in_inside_a_quote_is_shown_and_not_executed() -> None:
    filled = REPORT.replace("\nend", "\n12a s1\nend")
    mail = read(f"Sun King wrote:\n{quoted(filled)}")
    assert mail.lines == ()
    assert mail.quoted == ("12a s1",)
    assert NoteCode.ONLY_QUOTED in [note.code for note in mail.notes]
    copied = read(f"see below, please\n\n{OUTLOOK}{filled}")
    assert copied.quoted == ("12a s1",)


def test_an_untouched_form_inside_a_quote_is_not_shown() -> None:
    assert read(f"12a\n\nSun King wrote:\n{quoted(REPORT)}").quoted == ()
    listed = "Say in which\n  order.\n\n  12a  Savoy\n  12b  Spain\n"
    assert read(f"12a\n\nSun King wrote:\n{quoted(listed)}").quoted == (), "a list of answers is no form"


def test_the_word_before_a_single_order_is_taken_away() -> None:
    assert read("Orders: 12a s1\n").lines == ("12a s1",)


# parts


def parts(*bodies: tuple[str, str]) -> ReadMail:
    head = "From: a@players.test\r\nTo: orders@game.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    text = "".join(f"--b\r\n{headers}\r\n\r\n{body}\r\n" for headers, body in bodies)
    return read_mail((head + text + "--b--\r\n").encode(), own=OWN)


FILE = "Content-Type: text/plain; name=orders.txt\r\nContent-Disposition: attachment; filename=orders.txt"


def test_body_and_attachment_body_counts_and_the_other_is_named() -> None:
    mail = parts(("Content-Type: text/plain", "12a"), (FILE, "13b"))
    assert mail.lines == ("12a",)
    assert [extract.name for extract in mail.others] == ["orders.txt"]
    assert [(note.code, note.detail) for note in mail.notes] == [(NoteCode.SEVERAL_SOURCES, "orders.txt")]


def test_a_marked_attachment_goes_before_an_unmarked_body() -> None:
    mail = parts(("Content-Type: text/plain", "talk of savoy"), (FILE, "ORDERS\r\n13b\r\nEND"))
    assert mail.lines == ("13b",)


def test_a_body_that_only_points_to_the_file_gives_way() -> None:
    mail = parts(("Content-Type: text/plain", "My orders are attached.\r\n\r\nCheers"), (FILE, "13b"))
    assert mail.lines == ("13b",)


def test_the_logo_of_a_signature_is_no_attachment() -> None:
    logo = ("Content-Type: image/png; name=logo.png\r\nContent-Disposition: inline", "x")
    mail = parts(("Content-Type: text/plain", "fleet in the attached state"), logo)
    assert mail.lines == ("fleet in the attached state",)
    assert mail.notes == ()


def test_a_photo_alone_is_said_not_to_be_opened() -> None:
    photo = ("Content-Type: image/jpeg; name=board.jpg\r\nContent-Disposition: inline", "x")
    mail = parts(("Content-Type: text/plain", ""), photo)
    assert [(note.code, note.detail) for note in mail.notes] == [(NoteCode.ATTACHMENT_NOT_OPENED, "board.jpg")]


def test_an_attachment_with_another_name_is_not_read() -> None:
    mail = parts(("Content-Type: text/plain", ""), (FILE.replace("orders", "novel"), "13b"))
    assert mail.lines == ()
    assert [(note.code, note.detail) for note in mail.notes] == [(NoteCode.ATTACHMENT_NOT_OPENED, "novel.txt")]


def test_a_blank_part_before_a_photo_gives_way_to_the_text_behind_it() -> None:
    photo = ("Content-Type: image/jpeg; name=board.jpg", "x")
    mail = parts(("Content-Type: text/plain", " "), photo, ("Content-Type: text/plain", "12a"))
    assert mail.lines == ("12a",)


def test_an_encrypted_mail_is_said_to_be_so() -> None:
    mail = parts(("Content-Type: application/pkcs7-mime; name=smime.p7m", "MIIB"))
    assert [note.code for note in mail.notes] == [NoteCode.ENCRYPTED]


def test_lost_characters_are_said_to_be_lost() -> None:
    head = b"From: a@players.test\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    body = "Построить эскадру в Портси".encode()
    mail = read_mail(head + body[:20] + b"\xff" + body[20:], own=OWN)
    assert NoteCode.CHARACTERS_LOST in [note.code for note in mail.notes]


def test_more_lines_than_the_limit_are_remarked() -> None:
    mail = read("flag savoy\n" * 3000)
    assert len(mail.lines) == 2000
    assert NoteCode.TEXT_CUT in [note.code for note in mail.notes]


def test_a_line_without_end_is_cut_and_remarked() -> None:
    mail = read("flag " * 50_000)
    assert len(mail.lines[0]) == 1000
    assert NoteCode.TEXT_CUT in [note.code for note in mail.notes]


@pytest.mark.parametrize("limit", range(401, 405))
def test_a_text_that_is_cut_inside_a_letter_is_read_as_what_it_is(limit: int) -> None:
    head = b"From: a@players.test\r\nContent-Type: text/plain\r\n\r\n"
    body = "флаг савойя\n— " + "и так далее… " * 100
    mail = read_mail(head + body.encode(), own=OWN, limits=Limits(text_bytes=limit))
    assert mail.lines[0] == "флаг савойя"
    codes = [note.code for note in mail.notes]
    assert NoteCode.TEXT_CUT in codes
    assert not {NoteCode.CHARSET_GUESSED, NoteCode.CHARACTERS_LOST} & {*codes}


@pytest.mark.parametrize("more", range(3))
def test_a_subject_that_is_cut_inside_a_letter_is_read_as_what_it_is(more: int) -> None:
    subject = "x" * more + "Савойя… " * 1000
    mail = read_mail(f"From: a@players.test\r\nSubject: {subject}\r\n\r\nhelp\r\n".encode(), own=OWN)
    assert subject.startswith(mail.subject)
    assert "Савойя" in mail.subject


@pytest.mark.parametrize("charset", ["koi8-r", "cp1251", "cp866", "iso8859-5"])
@pytest.mark.parametrize("line", ["Пас", "флаг савойя долг 2", "Переместить эскадру Портси - Серая бухта"])
def test_cyrillic_without_a_declaration_is_guessed(charset: str, line: str) -> None:
    head = b"From: a@players.test\r\nContent-Type: text/plain; charset=x-user-defined\r\n\r\n"
    mail = read_mail(head + line.encode(charset), own=OWN)
    assert mail.lines == (line,)


@pytest.mark.parametrize("line", [">> 12a <<", "> flag Savoy <", ">>12a<<"])
def test_what_is_pointed_at_from_both_sides_is_no_quote(line: str) -> None:
    assert read(f"{line}\n").lines == (line,)
    assert read(f"> 12b\n{line}\n").lines == (line,)


@pytest.mark.parametrize("line", ["> 12a", ">> Anna <anna@players.test> wrote:", "> <", "> a < b"])
def test_what_is_marked_on_one_side_alone_is_a_quote(line: str) -> None:
    assert read(f"12b\n{line}\n").lines == ("12b",)


DER_SIGNED = "MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIA="
DER_ENVELOPED = "MIAGCSqGSIb3DQEHA6CAMIACAQAxggE="


@pytest.mark.parametrize("kind", ["application/pkcs7-mime; smime-type=signed-data", "application/x-pkcs7-mime"])
def test_a_mail_that_is_signed_as_a_whole_is_not_called_encrypted(kind: str) -> None:
    head = f"Content-Type: {kind}; name=smime.p7m\r\nContent-Transfer-Encoding: base64"
    assert [note.code for note in parts((head, DER_SIGNED)).notes] == [NoteCode.SIGNED_WHOLE]
    assert [note.code for note in parts((head, DER_ENVELOPED)).notes] == [NoteCode.ENCRYPTED]


TEXT = ("Content-Type: text/plain; charset=utf-8", "12a\r\n")
UNREAD = [
    ("Content-Type: text/plain; name=plan.txt\r\nContent-Disposition: attachment; filename=plan.txt", "plan.txt"),
    ("Content-Type: text/plain\r\nContent-Disposition: attachment", "text/plain"),
    ("Content-Type: text/plain\r\nContent-Disposition: inline; filename=notes.log", "notes.log"),
    ("Content-Type: text/html\r\nContent-Disposition: attachment; filename=a.html", "a.html"),
    ("Content-Type: text/calendar; method=REQUEST", "text/calendar"),
    ("Content-Type: text/rtf", "text/rtf"),
    ("Content-Type: application/rtf; name=orders.rtf", "orders.rtf"),
    ("Content-Type: text/markdown", "text/markdown"),
    ("Content-Type: text/x-amp-html", "text/x-amp-html"),
    ("Content-Type: text/csv", "text/csv"),
    ("Content-Type: text/xml", "text/xml"),
    ("Content-Type: application/octet-stream", "application/octet-stream"),
    ("Content-Type: application/pdf; name=a.pdf", "a.pdf"),
    ("Content-Type: application/zip; name=a.zip", "a.zip"),
    ("Content-Type: message/rfc822", "message/rfc822"),
    ("Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml", "a.eml"),
    ("Content-Type: audio/mpeg; name=a.mp3", "a.mp3"),
    ("Content-Type: video/mp4\r\nContent-Disposition: inline", "video/mp4"),
    ("Content-Type: image/png; name=a.png\r\nContent-Disposition: attachment", "a.png"),
    ("Content-Type: x-unknown/thing", "x-unknown/thing"),
]


@pytest.mark.parametrize(("head", "name"), UNREAD)
def test_each_part_that_is_not_read_is_noted(head: str, name: str) -> None:
    hidden = (head, "Subject: x\r\n\r\n13b\r\n" if "message/" in head else "13b\r\n")
    told = [(NoteCode.ATTACHMENT_NOT_OPENED, name)]
    for bodies, lines in (((TEXT, hidden), ("12a",)), ((hidden, TEXT), ("12a",)), ((hidden,), ())):
        mail = parts(*bodies)
        assert (mail.lines, [(note.code, note.detail) for note in mail.notes]) == (lines, told)
    alternative = both("12a", "<p>12a</p>\r\n--b\r\n" + "\r\n\r\n".join(hidden))
    assert (alternative.lines, [(note.code, note.detail) for note in alternative.notes]) == (("12a",), told)


READ = [
    (TEXT, ("Content-Type: text/plain", "13b\r\n")),
    (TEXT, ("Content-Type: text/html", "<p>13b</p>")),
    (("Content-Type: text/html", "<p>12a</p>"), ("Content-Type: text/plain", "13b\r\n")),
    (TEXT, ("Content-Type: image/png\r\nContent-Disposition: inline", "x"), ("Content-Type: text/plain", "13b")),
    (TEXT, ("Content-Type: text/enriched", "<bold>13b</bold>")),
    (TEXT, ("Content-Type: text/plain", "  \r\n"), ("Content-Type: text/plain", "13b\r\n")),
    (TEXT, ("Content-Type: text/plain", "13b\r\n"), ("Content-Type: application/pgp-signature", "x")),
    (("Content-Type: multipart/related; boundary=c", "--c\r\nContent-Type: text/html\r\n\r\n<p>12a</p>\r\n--c--"),
     ("Content-Type: text/plain", "13b\r\n")),
]  # fmt: skip


@pytest.mark.parametrize("bodies", READ)
def test_all_texts_are_read_in_their_order(bodies: tuple[tuple[str, str], ...]) -> None:
    mail = parts(*bodies)
    assert (mail.lines, mail.notes) == (("12a", "13b"), ())


@pytest.mark.parametrize(
    "html", ["<p>12a</p><p>13b</p>", "<p>13b</p>", "<table><tr><td>12a</td><td>13b</td></tr></table>"]
)
def test_a_form_of_the_text_that_says_more_is_noted(html: str) -> None:
    mail = both("12a", html)
    assert (mail.lines, [note.detail for note in mail.notes]) == (("12a",), ["text/html"])


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("12a\r\n", "<p>12a</p>"),
        ("1. 12a\r\n2. *13b*", "<ol><li>12a</li><li><b>13b</b></li></ol>"),
        ("12a [image: map.png] <https://x.test/a>", "<p>12a <img src='x'></p>"),
        ("12a\r\n13b\r\n14c", "<p>12a 13b<br>14c</p>"),
        ("12a\r\n\r\n> 13b", "<p>12a</p><blockquote>13b 14c</blockquote>"),
        ("12a\r\n\r\nSent from my iPhone", "<p>12a</p><br><div>Sent from my iPhone</div>"),
    ],
)
def test_forms_of_one_text_are_no_parts_that_were_not_read(plain: str, html: str) -> None:
    assert both(plain, html).notes == ()


def test_a_word_that_the_page_hides_in_a_quote_is_no_order_of_the_text() -> None:
    mail = both("12a\r\n13b", "<p>12a</p><blockquote><p>13b</p><p style='display:none'>13b</p></blockquote>")
    assert mail.lines == ("12a",)
