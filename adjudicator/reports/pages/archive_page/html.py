"""Chronicle → one HTML file: styles, script, fonts, pictures inside; no address is asked for anything.

The script only adds: without it the page is the whole story in order, a board after each phase or action round.
The content security policy lets nothing in that is not in the file: the script by its hash, fonts and pictures as
`data:`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

import msgspec
from jinja2 import Template
from markupsafe import Markup

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.raster import light_ground, to_png
from adjudicator.pictures.scene import Font
from adjudicator.pictures.text import font_file
from adjudicator.reports.layout.templates import templates
from adjudicator.reports.pages.archive_page.owners import Owners
from adjudicator.reports.pages.archive_page.sheet import Sheet
from adjudicator.reports.pages.archive_page.words import PageWords
from adjudicator.reports.wording.chronicle import Chronicle, Frame, Passage

GROUND_WIDTH = 2000
"""Pixels of the ground, which all boards of a page share; pieces are drawn by the browser, sharp at any size."""
LIGHT_WIDTH = 860
"""The same in a light page."""
_HERE = Path(__file__).parent


def html(chronicle: Chronicle, *, light: bool = False) -> str:
    """Return the page of a chronicle. Pure: the same chronicle gives the same page.

    A `light` one is sent by email: it opens on the newest step, has the reader's own fonts, a coarser ground, and
    without script a board after each chapter only.
    """
    sheet = Sheet(coarse=light)
    steps = [(number, frame, sheet.put(frame.board)) for number, frame in _steps(chronicle)]
    shown = _ends_of_chapters(chronicle) if light else _whole_passages(chronicle)
    ends = [(passage, board, sheet.put(board)) for passage, board in shown]
    boards = {id(passage): sheet.figure(number, board) for passage, board, number in ends}
    owners = Owners(chronicle)
    looks = _boards_style(sheet, light=light), owners.style()
    script = _REMARK.sub("", (_HERE / "page.js").read_text("utf-8"))
    return _template().render(
        chronicle=chronicle,
        words=PageWords(chronicle),
        owners=owners,
        boards=boards,
        identify=id,
        sheet=sheet,
        light=light,
        charts=[(base64.b64encode(each.png).decode(), each) for each in (chronicle.chart, chronicle.prospects) if each],
        symbols=sheet.symbols(),
        style=Markup("".join(((_HERE / "page.css").read_text("utf-8"), *looks, sheet.style()))),
        script=Markup(script),
        policy=_policy(script),
        data=_inside_script([*_frames(steps, sheet)]) if steps else "",
        scene=sheet.scene,
    )


def _passages(chronicle: Chronicle) -> Iterator[Passage]:
    for chapter in chronicle.chapters:
        yield from chapter.passages


def _whole_passages(chronicle: Chronicle) -> Iterator[tuple[Passage, Sketch]]:
    """Return every passage with the board at its end, everything marked that changed in it."""
    return ((passage, passage.board) for passage in _passages(chronicle) if passage.board)


def _ends_of_chapters(chronicle: Chronicle) -> Iterator[tuple[Passage, Sketch]]:
    """Yield the last frame of each chapter: no board is drawn for it."""
    for chapter in chronicle.chapters:
        yield from [(passage, passage.frames[-1].board) for passage in chapter.passages if passage.frames][-1:]


_REMARK = re.compile(r"^ *(?://.*\n)?", re.M)
"""Comments of a script."""

Splice = tuple[int, int, tuple[int | str, ...]]
"""A change: the place where it begins, how many elements go, and which ones come there."""

_CLAUSES = re.compile(r"(?<=[.,:;·]) ")
"""Separators of an alternative text: one clause changes, and those around it stay."""


def _steps(chronicle: Chronicle) -> Iterator[tuple[int, Frame]]:
    """Yield every frame with the number of its passage."""
    for number, passage in enumerate(_passages(chronicle)):
        yield from ((number, frame) for frame in passage.frames)


def _frames(
    steps: Sequence[tuple[int, Frame, int]], sheet: Sheet
) -> Iterator[tuple[int, int, list[Splice], list[Splice]]]:
    """Yield for each step how it differs from the one before.

    Log number, number of the passage, and the changes in the clauses of the alternative text and in the layers of the
    board.
    """
    before: tuple[int, ...] = ()
    said: list[str] = []
    for passage, frame, board in steps:
        now, clauses = sheet.layers(board), _CLAUSES.split(frame.board.alt)
        yield frame.log, passage, [*_splices(said, clauses)], [*_splices(before, now)]
        before, said = now, clauses


def _splices(before: Sequence[int | str], now: Sequence[int | str]) -> Iterator[Splice]:
    """Yield the splices that turn one list into another, the last one first: so none moves the place of the next."""
    for what, first, end, start, stop in reversed(SequenceMatcher(None, before, now, autojunk=False).get_opcodes()):
        if what != "equal":
            yield first, end - first, tuple(now[start:stop])


def _boards_style(sheet: Sheet, *, light: bool) -> str:
    """Return the style with the ground as the background of every board, and the fonts that its pieces are set in."""
    if sheet.scene is None:
        return ""
    if light:
        coarse = base64.b64encode(light_ground(sheet.scene, LIGHT_WIDTH)).decode()
        return f'.board{{background-image:url("data:image/webp;base64,{coarse}")}}'
    faces = "".join(_face(font) for font in Font)
    return f'{faces}.board{{background-image:url("data:image/png;base64,{_ground(sheet)}")}}'


def _ground(sheet: Sheet) -> str:
    assert sheet.scene is not None
    bare = msgspec.structs.replace(sheet.scene, pieces=())
    return base64.b64encode(to_png(bare, GROUND_WIDTH)).decode()


@lru_cache
def _face(font: Font) -> str:
    family, weight, style, stretch, _ = font.value
    data = base64.b64encode(font_file(font).read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};font-stretch:{stretch};'
        f'src:url("data:font/ttf;base64,{data}")}}'
    )


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def _inside_script(value: object) -> Markup:
    """Return JSON that cannot end the element it stands in."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


@lru_cache
def _template() -> Template:
    return templates(_HERE).get_template("page.html.j2")
