"""Write a reply as the mail programs of players do: what they quote, how they mark it, how they encode it.

Nothing of the adjudicator is used here: these are the mails of other people's programs.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.header import Header
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime, formataddr
from zoneinfo import ZoneInfo

MONTHS = ("января", "февраля", "марта", "апреля", "мая", "июня",
          "июля", "августа", "сентября", "октября", "ноября", "декабря")  # fmt: skip
SHORT_MONTHS = ("янв.", "февр.", "мар.", "апр.", "мая", "июн.",
                "июл.", "авг.", "сент.", "окт.", "нояб.", "дек.")  # fmt: skip
DAYS = ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье")
SHORT_DAYS = ("пн", "вт", "ср", "чт", "пт", "сб", "вс")


@dataclass(frozen=True)
class Reply:
    """The text that a player typed, and the mail they typed it above."""

    name: str
    address: str
    language: str
    zone: str
    lines: Sequence[str]
    message_id: str
    date: datetime
    to_name: str
    to_address: str
    subject: str
    answered_id: str
    references: str
    quoted: str
    quoted_page: str
    quoted_subject: str
    quoted_date: datetime

    @property
    def quoted_html(self) -> str:
        """The page of the mail that is answered, or its text where it has none."""
        return self.quoted_page or _broken(self.quoted)

    @property
    def russian(self) -> bool:
        return self.language == "ru"


Program = Callable[[Reply], bytes]


def gmail(reply: Reply) -> bytes:
    """Gmail: text and HTML, the attribution line above the quote, which the HTML puts into `gmail_quote`."""
    when = reply.quoted_date.astimezone(ZoneInfo(reply.zone))
    who = f"{reply.to_name} <{reply.to_address}>"
    if reply.russian:
        day = f"{SHORT_DAYS[when.weekday()]}, {when.day} {SHORT_MONTHS[when.month - 1]} {when.year} г."
        attribution = f"{day} в {when:%H:%M}, {who}:"
    else:
        hour = f"{when.hour % 12 or 12}:{when:%M}\u202f{when:%p}"
        attribution = f"On {when:%a, %b} {when.day}, {when.year} at {hour} {who} wrote:"
    text = "\n".join([*reply.lines, "", attribution, "", _marked(reply.quoted, "> ")])
    inside = "".join(f"<div>{html.escape(line)}</div>" for line in reply.lines)
    page = (
        f'<div dir="ltr">{inside}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(attribution)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid #ccc;'
        f'padding-left:1ex">{reply.quoted_html}</blockquote></div>'
    )
    return _alternative(reply, text, page, "utf-8", "000000000000")


def gmail_html(reply: Reply) -> bytes:
    """Return the message of `gmail` without a text part, as some programs and forwarding servers leave it."""
    whole = message_from_bytes(gmail(reply), policy=policy.SMTP)
    page = whole.get_body(("html",))
    assert page is not None
    mail = MIMEText(str(page.get_content()), "html", "utf-8")
    for name, value in _headers(reply, "utf-8"):
        mail[name] = value
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def outlook(reply: Reply) -> bytes:
    """Outlook: nothing is marked; a block with four labels, then the whole mail once more."""
    when = reply.quoted_date.astimezone(ZoneInfo(reply.zone))
    if reply.russian:
        labels = ("От", "Отправлено", "Кому", "Тема")
        sent = f"{DAYS[when.weekday()]}, {when.day} {MONTHS[when.month - 1]} {when.year} г. {when:%H:%M}"
    else:
        labels = ("From", "Sent", "To", "Subject")
        sent = f"{when:%A, %B} {when.day}, {when.year} {when.hour % 12 or 12}:{when:%M %p}"
    values = (f"{reply.to_name} <{reply.to_address}>", sent, f"{reply.name} <{reply.address}>", reply.quoted_subject)
    block = [f"{label}: {value}" for label, value in zip(labels, values, strict=True)]
    text = "\n".join([*reply.lines, "", *block, "", reply.quoted])
    typed = "".join(f'<p class="MsoNormal">{html.escape(line)}<o:p></o:p></p>' for line in reply.lines)
    header = "<br>".join(f"<b>{label}:</b> {html.escape(value)}" for label, value in zip(labels, values, strict=True))
    page = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;'
        'font-size:11.0pt;} --></style></head><body><div class="WordSection1">'
        f'{typed}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;'
        f'padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">{header}<o:p></o:p></p></div>'
        f"<div>{reply.quoted_html}</div></div></body></html>"
    )
    return _alternative(reply, text, page, "utf-8", "_000_AM6PR04MB")


def mail_ru(reply: Reply) -> bytes:
    """mail.ru: windows-1251, a signature without the space behind its dashes, the attribution itself quoted."""
    when = reply.quoted_date.astimezone(ZoneInfo(reply.zone))
    day = DAYS[when.weekday()].capitalize()
    zone = f"{when:%z}"[:3] + ":" + f"{when:%z}"[3:]
    said = f"{day}, {when.day} {MONTHS[when.month - 1]} {when.year}, {when.hour}:{when:%M} {zone}"
    attribution = f">{said} от {reply.to_name} <{reply.to_address}>:"
    signature = ["--", reply.name, "Отправлено из Почты Mail.ru"]
    text = "\n".join([*reply.lines, "", *signature, "", attribution, ">", _marked(reply.quoted, ">")])
    return _plain(reply, text, "windows-1251", "8bit")


def phone(reply: Reply) -> bytes:
    """Return a reply from an iPhone: one line, an advertisement, and the attribution inside the quote."""
    when = reply.quoted_date.astimezone(ZoneInfo(reply.zone))
    who = f"{reply.to_name} <{reply.to_address}>"
    if reply.russian:
        advertisement = "Отправлено с iPhone"
        attribution = f"> {when.day} {SHORT_MONTHS[when.month - 1]} {when.year} г., в {when:%H:%M}, {who} написал(а):"
    else:
        advertisement = "Sent from my iPhone"
        attribution = f"> On {when.day} {when:%b %Y}, at {when:%H:%M}, {who} wrote:"
    quoted = _marked(reply.quoted, "> ")
    return _plain(reply, "\n".join([*reply.lines, "", advertisement, "", attribution, "> ", quoted]), "utf-8", "8bit")


PROGRAMS: dict[str, Program] = {
    "gmail": gmail,
    "gmail html": gmail_html,
    "outlook": outlook,
    "mail.ru": mail_ru,
    "phone": phone,
}


def _marked(text: str, mark: str) -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.splitlines())


def _broken(text: str) -> str:
    return "<br>".join(html.escape(line).replace("  ", "&nbsp; ") for line in text.splitlines())


def _plain(reply: Reply, text: str, charset: str, encoding: str) -> bytes:
    """Return a message of one text part; letters that the charset lacks become question marks."""
    head = [*_headers(reply, charset), ("MIME-Version", "1.0")]
    head.append(("Content-Type", f"text/plain; charset={charset}"))
    head.append(("Content-Transfer-Encoding", encoding))
    written = "".join(f"{name}: {value}\r\n" for name, value in head)
    return written.encode("ascii") + b"\r\n" + _lines(text).encode(charset, "replace")


def _lines(text: str) -> str:
    return "\r\n".join(text.splitlines()) + "\r\n"


def _alternative(reply: Reply, text: str, page: str, charset: str, boundary: str) -> bytes:
    mail = MIMEMultipart("alternative", boundary=f"{boundary}{abs(hash_of(reply.message_id)):012x}")
    for name, value in _headers(reply, charset):
        mail[name] = value
    mail.attach(MIMEText(_lines(text), "plain", charset))
    mail.attach(MIMEText(page, "html", charset))
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def hash_of(text: str) -> int:
    """Return a number made from a text, the same in every run."""
    number = 0
    for sign in text:
        number = (number * 131 + ord(sign)) % (1 << 44)
    return number


def _encoded(subject: str, charset: str) -> str:
    written = subject.encode(charset, "replace").decode(charset)
    return Header(written, charset, maxlinelen=75, header_name="Subject").encode(linesep="\r\n").strip()


def _headers(reply: Reply, charset: str) -> list[tuple[str, str]]:
    subject = reply.subject
    return [
        ("From", formataddr((reply.name, reply.address), "utf-8")),
        ("To", formataddr((reply.to_name, reply.to_address), "utf-8")),
        ("Subject", subject if subject.isascii() else _encoded(subject, charset)),
        ("Date", format_datetime(reply.date.astimezone(ZoneInfo(reply.zone)))),
        ("Message-ID", reply.message_id),
        ("In-Reply-To", reply.answered_id),
        ("References", reply.references),
    ]
