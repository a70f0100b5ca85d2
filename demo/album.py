"""The mails of a demonstration as files to look at: `.eml`, `.png`, and one page that shows them in order."""

from __future__ import annotations

import base64
import io
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2
import msgspec
from markupsafe import Markup
from PIL import Image

from demo.cast import OFFICE, PEOPLE, TITLE
from demo.findings import Summary
from demo.post import Mail, typed_of
from demo.stage import Stage

PREVIEW_WIDTH = 900
"""Pixels of the pictures in the page; the files beside it have them all."""
PROGRAMS = {
    "_000_AM6PR04MB": "Outlook",
    "000000000000": "Gmail",
}
_IMAGE = re.compile(r'src="cid:([^"]+)"')
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL | re.IGNORECASE)
_NARROW = "<style>@media (max-width: 480px) { .scroll { max-width: calc(100vw - 64px) !important } }</style>"
"""The mails give their tables the whole width of a phone; here a frame is round them."""
_STYLE = re.compile(r"<style[^>]*>.*?</style>", re.DOTALL | re.IGNORECASE)


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as the page shows it."""

    number: int
    side: str
    who: str
    whom: str
    time: str
    subject: str
    typed: tuple[str, ...]
    """The player's own lines; empty for mails of the adjudicator."""
    remarks: tuple[str, ...]
    text: str
    page: str
    eml: str
    pictures: tuple[str, ...]


def make_album(stage: Stage, mails: Sequence[Mail], summary: Summary) -> Path:
    """Write the files anew and return the page."""
    for folder in (stage.mails, stage.pictures):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    known: dict[str, str] = {}
    counts: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    shown = []
    for number, mail in enumerate(mails, 1):
        counts[mail.mailbox] += 1
        copies[mail.message_id] += 1
        eml = _keep_mail(stage, mail, counts[mail.mailbox])
        pictures = {cid: _keep_picture(stage, png, known, number) for cid, png in mail.pictures}
        shown.append(_shown(stage, mail, number, eml, pictures, again=copies[mail.message_id] > 1))
    page = _environment().get_template("album.html.j2").render(title=TITLE, mails=shown, summary=summary, people=PEOPLE)
    stage.index.write_text(page, encoding="utf-8")
    return stage.index


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _keep_mail(stage: Stage, mail: Mail, count: int) -> str:
    """`mails/anna/007_Sun-King-12-France-done.eml`."""
    words = re.findall(r"\w+", mail.subject.partition(" - ")[0])
    name = f"{count:03}_{'-'.join(words)[:60] or 'mail'}.eml"
    file = stage.mails / mail.mailbox / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(mail.raw)
    return file.relative_to(stage.folder).as_posix()


def _keep_picture(stage: Stage, png: bytes, known: dict[str, str], number: int) -> str:
    """The file of a picture; equal pictures are kept once."""
    key = base64.b64encode(png).decode()
    if key not in known:
        file = stage.pictures / f"{number:03}_{len(known) + 1}.png"
        file.write_bytes(png)
        known[key] = file.relative_to(stage.folder).as_posix()
    return known[key]


def _shown(stage: Stage, mail: Mail, number: int, eml: str, pictures: Mapping[str, str], *, again: bool) -> Shown:
    ours = mail.mailbox != OFFICE
    other = mail.delivered_to if ours else mail.sender[1]
    person = next(person for person in PEOPLE if person.address == other)
    remarks = [] if ours else [program_of(mail)]
    if again:
        remarks.append("the same mail once more")
    return Shown(
        number=number,
        side=f"to {person.user}" if ours else f"from {person.user}",
        who="Adjudicator" if ours else person.name,
        whom=person.name if ours else "Adjudicator",
        time=f"{mail.arrived:%H:%M:%S}",
        subject=mail.subject,
        typed=() if ours else typed_of(mail.parsed),
        remarks=tuple(remarks),
        text=mail.text,
        page=Markup(_inlined(stage, mail.html, pictures)),
        eml=eml,
        pictures=tuple(dict.fromkeys(pictures.values())),
    )


def program_of(mail: Mail) -> str:
    """The mail program, by what it leaves in a mail."""
    if mail.parsed.get_content_type() == "text/html":
        return "Gmail, HTML only"
    boundary = str(mail.parsed.get_boundary() or "")
    for start, name in PROGRAMS.items():
        if boundary.startswith(start):
            return name
    return "mail.ru, windows-1251" if "1251" in str(mail.parsed.get_content_charset()) else "iPhone"


def _inlined(stage: Stage, html: str, pictures: Mapping[str, str]) -> str:
    """The HTML of a mail with its pictures inside, for a shadow root."""
    body = _BODY.search(html)
    inside = body[1] if body else html
    style = "".join(_STYLE.findall(html))

    def source(match: re.Match[str]) -> str:
        file = pictures.get(match[1])
        return f'src="{_preview(stage.folder / file)}"' if file else 'src=""'

    return style + _NARROW + _IMAGE.sub(source, inside)


def _preview(file: Path) -> str:
    with Image.open(file) as picture:
        small = picture.convert("RGB")
        small.thumbnail((PREVIEW_WIDTH, PREVIEW_WIDTH * 4), Image.Resampling.LANCZOS)
        buffer = io.BytesIO()
        small.save(buffer, "WEBP", quality=72, method=3)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode()
