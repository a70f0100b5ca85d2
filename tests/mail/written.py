"""Mails as people write them, read as they are read when they come."""

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import ReadMail
from adjudicator.mail.read import read_mail

OWN = OwnAddresses(addresses=("orders@game.test",))
HEAD = (
    "From: {sender}\r\nTo: orders+h7k2m9qa@game.test\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n"
    "Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
)
FORM = ("ORDERS 12", "# for example:  12a s1 s2+d1 m1", "end", "FINISH 12")
FORM_TEXT = "\n".join(FORM)
REPORT = f"Turn 3 has begun.\nflag savoy\n{FORM_TEXT}\nUntil Sunday 18:00."
OUTLOOK = "From: Sun King <orders+x@game.test>\nSent: Friday, November 20, 2026 9:01 AM\nTo: Tom\nSubject: [x]\n\n"


def read(
    text: str,
    *,
    kind: str = "plain",
    subject: str = "Re: Sun King [x1y2]",
    sender: str = "Anna Reed <anna@players.test>",
    form: tuple[str, ...] = FORM,
) -> ReadMail:
    head = HEAD.format(sender=sender, subject=subject, kind=kind)
    return read_mail(head.encode() + text.encode(), own=OWN, sent_form=form)


def both(plain: str, html: str) -> ReadMail:
    """A mail with its text twice."""
    head = "From: a@players.test\r\nTo: orders@game.test\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
    first = f"--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{plain}\r\n"
    second = f"--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--\r\n"
    return read_mail((head + first + second).encode(), own=OWN)


def quoted(text: str, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}\n" for line in text.split("\n"))
