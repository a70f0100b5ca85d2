"""What a page says once: the letter before a name, and shapes without a clip that cuts nothing off."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.scene import Group, Path, Piece, Scene, Style
from adjudicator.pictures.svg import layer
from adjudicator.reports.archive_page import html
from adjudicator.reports.archive_page.sharing import Shared
from adjudicator.reports.archive_page.sheet import Sheet
from adjudicator.service.history import tell

BOX = (0.0, 0.0, 100.0, 100.0)


def symbols(*groups: Group) -> str:
    sheet = Sheet(coarse=True)
    pieces = tuple(Piece(f"p{number}", 0, 0, BOX, (group,)) for number, group in enumerate(groups))
    sheet.put(Sketch(Scene(width=200, height=200, ground=layer(()), pieces=pieces, title=""), ""))
    return str(sheet.symbols())


@pytest.mark.parametrize(
    ("d", "cut"),
    [
        ("M2 2L98 2L98 98L2 98Z", False),
        ("M1 2L98 2L98 98L2 98Z", True),  # half of its line is outside
        ("M2 2L98 2L98 120L2 98Z", True),
        ("M2 2C98 2 98 98 2 98Z", True),  # a curve is not looked at
    ],
)
def test_a_clip_stays_only_where_it_cuts_something_off(d: str, cut: bool) -> None:
    shape = Path(d, Style(fill="#112233", stroke="#445566", width=4))
    made = symbols(Group((shape,), clip=BOX))
    assert ("clip-path" in made) is cut
    assert made.count("<path") == 1


def test_the_letter_before_a_name_stands_in_the_style_sheet(whole: Any) -> None:
    chronicle = tell(whole.record(), "en")
    page = html(chronicle, light=True)
    who = {
        line.who
        for chapter in chronicle.chapters
        for passage in chapter.passages
        for group in passage.groups
        for line in group.lines
        if line.who and line.who.letter
    }
    assert len(who) > 1
    for party in who:
        (named,) = set(re.findall(rf'<b class="(of\d+)">{re.escape(party.name)}</b>', page))
        assert f'.{named}::before{{content:"{party.letter}";' in page
        assert f"background:var(--tone{party.tone})}}" in page


def test_a_frame_says_only_the_clauses_that_changed(whole: Any) -> None:
    chronicle = tell(whole.record("france"), "ru", light=True)
    boards = [frame.board for part in chronicle.chapters for passage in part.passages for frame in passage.frames]
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', html(chronicle, light=True), re.S)
    assert data is not None
    said: list[str] = []
    sent = 0
    for board, frame in zip(boards, json.loads(data[1])["frames"], strict=True):
        for at, gone, come in frame[3]:
            said[at : at + gone] = come
            sent += sum(map(len, come))
        assert " ".join(said) == board.alt
    assert sent < sum(len(board.alt) for board in boards) / 3
    assert any(one.alt != other.alt for one, other in pairwise(boards))


def test_rows_that_return_stand_once_however_deep_and_come_out_as_they_were() -> None:
    anchor = '<circle cx="-15.5" r="7" class="l3"/><g transform="scale(0.58)"><path d="M0 -4.6V8.4M-4.5 -1.6H4.5"/></g>'
    bodies = [
        f'<g class="l{n}"><circle r="{n}"/><text y="{n}">A{n} &lt;</text>{anchor}</g><path d="M{n} 1"/>'
        for n in range(9)
    ]
    bodies += [anchor, f"{anchor}{anchor}", '<text class="l1">alone</text>']
    shared = Shared(bodies)
    names = {
        f'<use href="#{name}"/>': body
        for name, body in (re.findall(r'^<g id="(k\d+)">(.*)</g>$', each)[0] for each in shared.definitions())
    }
    assert list(names.values()) == [anchor], "the row of two is one element"
    assert not any("scale(" in each for each in shared.bodies)

    def whole(body: str) -> str:
        while used := re.search(r'<use href="#k\d+"/>', body):
            body = body.replace(used[0], names[used[0]])
        return body

    assert [whole(each) for each in shared.bodies] == bodies
