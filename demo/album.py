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

from demo.cast import OFFICE, Person, Run
from demo.findings import Summary
from demo.mailboxes import Mail, typed_of
from demo.stage import Stage

PREVIEW_WIDTH = 900
"""Pixels of the pictures in the page; the files beside it have them all."""
COLOURS = ("#27509b", "#a5402d", "#2e7d4f", "#7b4397")
"""Of the players, in their order; they come again at a larger table."""
PROGRAMS = {
    "_000_AM6PR04MB": "Outlook",
    "000000000000": "Gmail",
}
_IMAGE = re.compile(r'src="cid:([^"]+)"')
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL | re.IGNORECASE)
_NARROW = "<style>@media (max-width: 480px) { .scroll { max-width: calc(100vw - 64px) !important } }</style>"
"""The mails give their tables the whole width of a phone; here a frame is round them."""
_STYLE = re.compile(r"<style[^>]*>.*?</style>", re.DOTALL | re.IGNORECASE)


class ShownPicture(msgspec.Struct, frozen=True, kw_only=True):
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


def make_album(stage: Stage, run: Run, mails: Sequence[Mail], summary: Summary) -> Path:
    """Write the files again and return the page."""
    files, people = _Files(stage), {person.address: person for person in run.people}
    shown = [_shown(people, mail, files.keep(mail)) for mail in mails]
    template = _environment().get_template("album.html.j2")
    page = template.render(title=run.title, mails=shown, summary=summary, people=run.people, colours=COLOURS)
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


class _Kept(msgspec.Struct, frozen=True):
    """The files of a mail: paths below the folder of the page."""

    number: int
    again: bool
    """A copy of this mail has come before."""
    eml: str
    page: str
    """Its HTML with the pictures inside."""
    pictures: tuple[str, ...]


class _Files:
    """Writes mails and pictures; equal pictures are kept once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pictures: dict[bytes, Path] = {}
        self._seen: Counter[str] = Counter()
        self._number = 0
        for folder in (stage.mails, stage.pictures):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)

    def keep(self, mail: Mail) -> _Kept:
        """Write what belongs to the next mail."""
        self._number += 1
        self._seen.update((mail.mailbox, mail.message_id))
        pictures = {cid: self._picture(png) for cid, png in mail.pictures}
        return _Kept(
            number=self._number,
            again=self._seen[mail.message_id] > 1,
            eml=self._below(self._mail(mail, self._seen[mail.mailbox])),
            page=_inlined(mail.html, pictures),
            pictures=tuple(dict.fromkeys(self._below(file) for file in pictures.values())),
        )

    def _mail(self, mail: Mail, count: int) -> Path:
        """`mails/anna/007_Imperial-Struggle-12-France-done.eml`."""
        words = re.findall(r"\w+", mail.subject.partition(" - ")[0])
        file = self._stage.mails / mail.mailbox / f"{count:03}_{'-'.join(words)[:60] or 'mail'}.eml"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(mail.raw)
        return file

    def _picture(self, png: bytes) -> Path:
        if png not in self._pictures:
            file = self._stage.pictures / f"{self._number:03}_{len(self._pictures) + 1}.png"
            file.write_bytes(png)
            self._pictures[png] = file
        return self._pictures[png]

    def _below(self, file: Path) -> str:
        return file.relative_to(self._stage.folder).as_posix()


def _shown(people: Mapping[str, Person], mail: Mail, kept: _Kept) -> ShownPicture:
    ours = mail.mailbox != OFFICE
    person = people[mail.delivered_to if ours else mail.sender[1]]
    remarks = [] if ours else [program_of(mail)]
    if kept.again:
        remarks.append("the same mail once more")
    return ShownPicture(
        number=kept.number,
        side=f"to {person.user}" if ours else f"from {person.user}",
        who="Adjudicator" if ours else person.name,
        whom=person.name if ours else "Adjudicator",
        time=f"{mail.arrived:%H:%M:%S}",
        subject=mail.subject,
        typed=() if ours else typed_of(mail.parsed),
        remarks=tuple(remarks),
        text=mail.text,
        page=Markup(kept.page),
        eml=kept.eml,
        pictures=kept.pictures,
    )


def program_of(mail: Mail) -> str:
    """Return the name of the mail program that wrote a message, by the traces it leaves."""
    if mail.parsed.get_content_type() == "text/html":
        return "Gmail, HTML only"
    boundary = str(mail.parsed.get_boundary() or "")
    for start, name in PROGRAMS.items():
        if boundary.startswith(start):
            return name
    return "mail.ru, windows-1251" if "1251" in str(mail.parsed.get_content_charset()) else "iPhone"


def _inlined(html: str, pictures: Mapping[str, Path]) -> str:
    """Return the HTML of a message with its pictures inside, for a shadow root."""
    body = _BODY.search(html)
    inside = body[1] if body else html
    style = "".join(_STYLE.findall(html))

    def source(match: re.Match[str]) -> str:
        file = pictures.get(match[1])
        return f'src="{_preview(file)}"' if file else 'src=""'

    return style + _NARROW + _IMAGE.sub(source, inside)


def _preview(file: Path) -> str:
    with Image.open(file) as picture:
        small = picture.convert("RGB")
        small.thumbnail((PREVIEW_WIDTH, PREVIEW_WIDTH * 4), Image.Resampling.LANCZOS)
        buffer = io.BytesIO()
        small.save(buffer, "WEBP", quality=72, method=3)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode()
