"""Mails as the programs of the demonstration's players write them."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header

from demo.programs import Reply, mail_ru

DAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def test_letters_that_a_charset_lacks_become_question_marks_in_subjects_too() -> None:
    subject = "Медичи покупает карту Sindicat Remença"
    reply = Reply(
        name="Пётр",
        address="petr@demo.test",
        language="ru",
        zone="Europe/Moscow",
        lines=["P40"],
        message_id="<1@demo.test>",
        date=DAY,
        to_name="Судья",
        to_address="orders@demo.test",
        subject=f"Re: {subject}",
        answered_id="<0@demo.test>",
        references="<0@demo.test>",
        quoted=subject,
        quoted_page="",
        quoted_subject=subject,
        quoted_date=DAY,
    )
    mail = message_from_bytes(mail_ru(reply))
    assert str(make_header(decode_header(mail["Subject"]))) == "Re: Медичи покупает карту Sindicat Remen?a"
