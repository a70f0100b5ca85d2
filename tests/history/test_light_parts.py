"""What a page says once: the letter before a name, and shapes without a clip that cuts nothing off."""

from __future__ import annotations

import json
import re
from itertools import accumulate, pairwise
from math import sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.pictures.board import Sketch
from adjudicator.pictures.scene import Group, Path, Piece, Scene, Style, Text
from adjudicator.pictures.svg import layer
from adjudicator.reports.pages.archive_page import html
from adjudicator.reports.pages.archive_page.layers import layered
from adjudicator.reports.pages.archive_page.outlines import outline
from adjudicator.reports.pages.archive_page.sharing import Shared
from adjudicator.reports.pages.archive_page.sheet import Sheet
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
    for board, frame in zip(boards, json.loads(data[1]), strict=True):
        for at, gone, come in frame[2]:
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


def test_pieces_that_always_lie_together_are_one_layer() -> None:
    boards = [(1, 2, 3, 4, 5), (1, 2, 9, 4, 5), (1, 2, 3, 4, 5, 7, 7)]
    layers, rows = layered(boards)
    assert layers == [(1, 2), (3,), (4, 5), (9,), (7,)]
    assert [tuple(piece for layer in row for piece in layers[layer]) for row in rows] == boards


@given(st.lists(st.lists(st.integers(0, 6), max_size=9).map(tuple), min_size=1, max_size=5))
def test_boards_are_the_same_in_layers(boards: list[tuple[int, ...]]) -> None:
    layers, rows = layered(boards)
    assert [tuple(piece for layer in row for piece in layers[layer]) for row in rows] == boards
    assert len(layers) == len(set(layers))


@pytest.mark.parametrize(
    ("d", "fine", "coarse"),
    [
        ("M2 1L9.6 2L5 5L2 4Z", "m2 1 7.6 1-4.6 3-3-1Z", "m2 1 8 1-5 3-3-1Z"),
        ("M10 10L12 10L12 12ZM11 11L11 14", "m10 10 2 0 0 2Zm1 1 0 3", "m10 10 2 0 0 2Zm1 1 0 3"),
        ("M1 1L2 2", "M1 1L2 2", "M1 1L2 2"),  # a small mark
        ("M1 1C2 2 3 3 4 4L5 5L6 6L7 7", "M1 1C2 2 3 3 4 4L5 5L6 6L7 7", "M1 1C2 2 3 3 4 4L5 5L6 6L7 7"),
    ],
)
def test_points_of_an_outline_are_told_from_one_to_the_next(d: str, fine: str, coarse: str) -> None:
    assert outline(d, coarse=False) == fine
    assert outline(d, coarse=True) == coarse


def test_a_coarse_outline_stays_within_a_unit_of_the_fine_one() -> None:
    line = [(n, 20 * sin(n / 15) + n % 2 / 2) for n in range(200)]
    d = "M" + "L".join(f"{x} {y:.1f}" for x, y in line)
    steps = [int(each) for each in re.findall(r"-?\d+", outline(d, coarse=True))]
    kept = list(accumulate(steps[::2])), list(accumulate(steps[1::2]))
    assert len(kept[0]) < 40
    for x, y in line:
        after = next(place for place, at in enumerate(kept[0]) if at >= x)
        one, other = ((kept[0][at], kept[1][at]) for at in (max(after - 1, 0), after))
        share = (x - one[0]) / ((other[0] - one[0]) or 1)
        assert abs(one[1] + share * (other[1] - one[1]) - y) < 2, "a unit, and half a one for what is rounded"


def test_a_panel_of_figures_changes_only_where_a_figure_does() -> None:
    def board(figure: str) -> Sketch:
        texts = tuple(Text(5, 10 * n, figure if n == 4 else f"row {n}", 9, "#112233") for n in range(9))
        piece = Piece("panel", 30, 20, BOX, texts)
        return Sketch(Scene(width=200, height=200, ground=layer(()), pieces=(piece,), title=""), "")

    sheet = Sheet()
    first, second = sheet.put(board("6")), sheet.put(board("7"))
    assert len(set(sheet.layers(first)) ^ set(sheet.layers(second))) == 2
    made = str(sheet.symbols())
    assert made.count("<text") == 10
    assert "<text x=35 y=60 class=l0>6</text>" in made
