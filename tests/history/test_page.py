"""The archive page: one file, whole without script, and in Chromium as people use it."""

from __future__ import annotations

import io
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adjudicator.reports.pages.archive_page import html
from adjudicator.service.history import tell
from adjudicator.service.history.record import stretch, thinned

SEATS = ("france", "britain")


FEW = 30
"""Boards that do to see how a page behaves."""
SIZES = pytest.mark.parametrize("campaign", ["few", pytest.param("half", marks=pytest.mark.long)])
"""Half of a campaign is told with few boards, by `make long` with all of them."""


@pytest.fixture(scope="module")
def page(common: Any, request: pytest.FixtureRequest) -> Any:
    """`page(campaign, seat, language)`: the file of a page; each is made once."""

    def written(file: Path, name: str, seat: str | None, code: str) -> None:
        played = request.getfixturevalue("half" if name == "few" else name)
        told = tell(thinned(played.record(seat), FEW), code) if name == "few" else played.chronicle(seat, code)
        file.write_text(html(told), encoding="utf-8")

    @cache
    def made(name: str, seat: str | None, code: str) -> Path:
        file: Path = common.once(f"{name}-{seat}-{code}.html", lambda file: written(file, name, seat, code))
        return file

    return made


# ---- the file


@pytest.mark.parametrize(("seat", "code"), [(None, "en"), pytest.param("france", "ru", marks=pytest.mark.long)])
def test_a_whole_campaign_stays_small_and_asks_for_nothing(page: Any, seat: str | None, code: str) -> None:
    text = page("whole", seat, code).read_text(encoding="utf-8")
    assert len(text.encode()) < 6_000_000
    assert f'<html lang="{code}">' in text
    assert "default-src 'none'" in unescape(text[:3000])
    outside = re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"|url\((?!"data:)', text)
    assert outside == []
    assert text.count("data:image/png") == 3, "the ground, the score as a chart, the prospects as another"
    assert "Harbour &lt;Lights&gt;" in text


_TOLD = """() => [...[...document.querySelectorAll(".passage:has(.news .now)")].at(-1).querySelectorAll(".now")]
  .map(each => each.textContent.replace(each.querySelector("i")?.textContent ?? "", "").trim())"""
"""The lines of news that are lit, without their rules."""


@pytest.mark.parametrize(
    ("seat", "code", "turn"),
    [
        ("france", "ru", 5),
        *(pytest.param(*each, None, marks=pytest.mark.long) for each in (("britain", "en"), ("france", "ru"))),
    ],
)
def test_a_page_for_a_mail_is_light_and_opens_on_the_newest_step(
    whole: Any, browser: Any, tmp_path: Path, seat: str, code: str, turn: int | None
) -> None:
    """The whole match in 1.5 MB, every turn in 300 kB, with some room for longer ones; in each run the last turn."""
    record = whole.record(seat)
    turns: dict[int, list[Any]] = {}
    for step in record.steps:
        turns.setdefault(step.turn, []).append(step)
    if turn is None:
        assert len(html(tell(record, code), light=True).encode()) < 1_250_000
    else:
        turns = {turn: turns[turn]}
    for steps in turns.values():
        page = html(tell(stretch(record, steps[0].first, steps[-1].last), code), light=True)
        assert len(page.encode()) < 275_000
    file = tmp_path / "light.html"
    file.write_text(page, encoding="utf-8")
    place, last, lost, said, caption, news = browser.look(
        file,
        lambda tab: (
            tab.input_value("#place"),
            tab.get_attribute("#place", "max"),
            tab.locator("#pieces use").count(),
            tab.get_attribute("#board", "aria-label"),
            tab.inner_text("#caption"),
            tab.evaluate(_TOLD),
        ),
        width=390,
        height=844,
    )
    assert place == last
    assert (
        said
        == tell(stretch(record, steps[0].first, steps[-1].last), code).chapters[-1].passages[-1].frames[-1].board.alt
    )
    assert lost > 5, "the layers of the newest step lie on the board"
    assert news[0] in caption
    assert caption.count(" · ") == min(len(news), 6) - (len(news) <= 6)


def test_ids_are_unique_and_every_reference_has_its_end(page: Any) -> None:
    text = page("whole", None, "en").read_text(encoding="utf-8")
    ids = re.findall(r'\bid="?([^" >]+)', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="?#([^" >]+)', text)) <= set(ids)


def test_the_same_campaign_gives_the_same_page(half: Any, page: Any) -> None:
    again = html(tell(thinned(half.record("france"), FEW), "ru"))
    assert again == page("few", "france", "ru").read_text(encoding="utf-8")


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_the_page_of_a_seat_has_no_order_of_another_and_no_seed_before_the_end(half: Any, page: Any, seat: str) -> None:
    text = page("half", seat, "en").read_text(encoding="utf-8")
    for other in SEATS:
        secret = [line for line in half.sent[other] if line.startswith(("ministers", "выбрать министерства"))]
        assert secret
        for line in secret:
            assert (line in text) == (other == seat)
    assert b"lights7".hex() not in text
    assert half.table().match.header.commitment in text


def test_after_the_end_the_page_shows_errors_orders_draws_and_the_seed(whole: Any, page: Any) -> None:
    text = page("whole", None, "en").read_text(encoding="utf-8")
    for seat in SEATS:
        for line in whole.sent[seat][:20]:
            assert f"<code>{line}</code>" in text
    assert "flag savyo" in text
    assert b"lights7".hex() in text
    assert text.count("<li>No. ") == sum(len(step.draws) for step in whole.record().steps)


@pytest.mark.parametrize(("code", "words"), [("en", "Orders as they were sent"), ("ru", "Приказы, как они были")])
def test_both_languages(page: Any, code: str, words: str) -> None:
    assert words in page("few", "france", code).read_text(encoding="utf-8")


# ---- in the browser


@pytest.mark.parametrize(
    ("campaign", "width", "dark"),
    [
        ("few", 360, True),
        *(pytest.param("half", *each, marks=pytest.mark.long) for each in ((360, True), (1280, False))),
    ],
    ids=["few-phone-dark", "phone-dark", "desk-light"],
)
def test_axe_finds_no_barrier(page: Any, browser: Any, barriers: Any, campaign: str, width: int, dark: bool) -> None:
    file = page(campaign, "france", "ru")
    assert browser.look(file, barriers, width=width, dark=dark, touch=width < 500) == []


@pytest.mark.long
def test_axe_finds_no_barrier_when_everything_is_shown(page: Any, browser: Any, barriers: Any) -> None:
    def shown(tab: Any) -> list[str]:
        tab.click("#all")
        assert tab.locator(".passage figure:visible").count() > 8
        found: list[str] = barriers(tab)
        return found

    assert browser.look(page("half", "britain", "en"), shown, width=1280, height=900) == []


@SIZES
def test_who_reads_everything_at_once_sees_in_the_timeline_where_he_is(page: Any, browser: Any, campaign: str) -> None:
    def read(tab: Any) -> list[str]:
        tab.click("#all")
        found = []
        for chapter in ("c2", "c3", "c1"):
            tab.evaluate(f"document.getElementById('{chapter}').scrollIntoView({{behavior: 'instant'}})")
            tab.locator(f".timeline a[aria-current][href='#{chapter}']").wait_for()
            found.append(tab.locator(".timeline a[aria-current]").inner_text())
        assert tab.locator(".strip a[aria-current]").count() == 0
        return found

    found = browser.look(page(campaign, None, "en"), read, width=1280, height=900)
    assert found == ["War of the Spanish Succession", "Turn 2", "Turn 1"]


_CUT = """row => {
  const edge = row.getBoundingClientRect(), link = row.querySelector("[aria-current]").getBoundingClientRect();
  return [edge.left - link.left, Math.min(link.right - edge.right, link.width - edge.width)];
}"""


WIDTHS = pytest.mark.parametrize(
    ("campaign", "width"),
    [("few", 360), *(pytest.param("half", each, marks=pytest.mark.long) for each in (360, 1280))],
)


@WIDTHS
def test_where_the_reader_is_stands_whole_in_the_timeline_and_in_its_strip(
    page: Any, browser: Any, campaign: str, width: int
) -> None:
    def cuts(tab: Any) -> list[list[float]]:
        boards = tab.evaluate("[...document.querySelectorAll('.passage:has(figure)')].map(each => each.id)")
        found = []
        for place in (0, len(boards) // 3, 2 * len(boards) // 3, -1):
            tab.evaluate(f"location.hash = '#{boards[place]}'")
            tab.locator(f".strip a[href='#{boards[place]}'][aria-current]").wait_for(state="attached")
            found += [row.evaluate(_CUT) for row in tab.locator(".timeline, .chapter:not(.elsewhere) .strip").all()]
        return found

    found = browser.look(page(campaign, "france", "ru"), cuts, width=width, height=900)
    assert len(found) == 8
    assert [cut for cut in found if cut[0] > 0 or cut[1] > 0] == []


@WIDTHS
def test_the_board_is_seen_and_nothing_runs_over_the_edge(page: Any, browser: Any, campaign: str, width: int) -> None:
    def look(tab: Any) -> bytes:
        assert tab.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
        tab.locator("#stage").scroll_into_view_if_needed()
        shot: bytes = tab.locator("#board").screenshot()
        return shot

    shot = browser.look(page(campaign, None, "en"), look, width=width, height=900, touch=width < 500)
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    assert image.width >= width * 0.6
    colours = image.getcolors(image.width * image.height) or []

    def share(colour: tuple[int, int, int]) -> float:
        close = (n for n, each in colours if sum(abs(one - two) for one, two in zip(colour, each, strict=True)) < 30)
        return sum(close) / (image.width * image.height)

    assert share((201, 217, 220)) > 0.1  # sea
    assert share((239, 228, 200)) > 0.2  # land
    assert share((21, 100, 158)) > 0.002  # France


@SIZES
def test_pieces_lie_where_the_ground_has_their_places(page: Any, browser: Any, campaign: str) -> None:
    """The browser draws the same board as the mail has: two renderings of one scene."""

    sizes = (360, 760), (1280, 900), (1280, 500), (1900, 1000)

    def look(tab: Any) -> list[tuple[float, float]]:
        found = []
        for width, height in sizes:
            tab.set_viewport_size({"width": width, "height": height})
            box = tab.locator("#board").bounding_box()
            ratio = tab.evaluate("(box => box.width / box.height)(document.getElementById('board').viewBox.baseVal)")
            found.append((ratio, box["width"] / box["height"]))
        return found

    found = browser.look(page(campaign, None, "en"), look, width=360)
    assert len(found) == len(sizes)
    for ratio, shown in found:
        assert shown == pytest.approx(ratio, rel=0.01)


@SIZES
def test_keys_step_through_the_campaign(page: Any, browser: Any, campaign: str) -> None:
    def walk(tab: Any) -> list[Any]:
        seen = [tab.input_value("#place")]
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft"):
            tab.keyboard.press(key)
            seen.append((int(tab.input_value("#place")), tab.inner_text("#caption"), tab.evaluate("location.hash")))
            assert tab.locator(".passage:visible").count() >= 1
        return seen

    start, *steps = browser.look(page(campaign, None, "en"), walk, width=1280, height=900)
    assert start == "0"
    assert [step[0] for step in steps[:3]] == [1, 2, 1]
    assert steps[3][0] > steps[2][0]
    assert steps[5][0] == steps[3][0]
    assert len({step[1] for step in steps}) >= 4
    assert all(step[2].startswith("#n") for step in steps)


@SIZES
def test_every_control_is_reached_by_tab_and_is_large_enough_for_a_thumb(
    page: Any, browser: Any, campaign: str
) -> None:
    def walk(tab: Any) -> tuple[set[str], list[float]]:
        reached = set()
        for _ in range(60):
            tab.keyboard.press("Tab")
            reached.add(tab.evaluate("document.activeElement.id || document.activeElement.className || ''"))
        sizes = tab.evaluate("[...document.querySelectorAll('.controls button')].filter(b => b.offsetWidth)"
                             ".flatMap(b => [b.offsetWidth, b.offsetHeight])")  # fmt: skip
        return reached, sizes

    reached, sizes = browser.look(page(campaign, None, "en"), walk, width=360)
    assert {"skip", "place", "step-on", "passage-on", "frame", "all"} <= reached
    assert min(sizes) >= 44


@SIZES
def test_a_finger_swipes_to_the_next_step_and_taps_to_enlarge(page: Any, browser: Any, campaign: str) -> None:
    drag = """([from, to]) => {
        const frame = document.getElementById('frame'), box = frame.getBoundingClientRect();
        const at = (type, share) => frame.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerType: 'touch',
            clientX: box.left + box.width * share, clientY: box.top + box.height / 2}));
        at('pointerdown', from); at('pointerup', to);
    }"""

    def swipe(tab: Any) -> list[Any]:
        seen = []
        for way in ([0.8, 0.2], [0.8, 0.2], [0.2, 0.8]):
            tab.evaluate(drag, way)
            seen.append(int(tab.input_value("#place")))
        tab.locator("#frame").tap()
        wide = tab.evaluate("document.getElementById('board').clientWidth")
        tab.locator("#frame").tap()
        return [*seen, wide, tab.evaluate("document.getElementById('board').clientWidth")]

    one, two, back, large, small = browser.look(page(campaign, None, "en"), swipe, width=360, touch=True)
    assert (one, two, back) == (1, 2, 1)
    assert large == 1600  # names of 13 pixels are 13 CSS pixels
    assert small <= 360


@pytest.mark.parametrize(
    ("campaign", "chapters"),
    [("few", 3), *(pytest.param(*each, marks=pytest.mark.long) for each in (("half", 3), ("whole", 10)))],
)
def test_the_timeline_leads_to_every_turn(page: Any, browser: Any, campaign: str, chapters: int) -> None:
    def follow(tab: Any) -> list[str]:
        seen = []
        for link in tab.locator(".timeline a").all()[:-1]:
            link.click()
            seen.append(tab.locator(".chapter:not(.elsewhere) h2").inner_text())
            assert link.get_attribute("aria-current") == "true"
        return seen

    seen = browser.look(page(campaign, None, "en"), follow, width=1280, height=900)
    assert seen[:3] == ["Turn 1", "War of the Spanish Succession", "Turn 2"]
    assert len(seen) == chapters


@SIZES
def test_without_script_it_is_the_whole_story_in_order(page: Any, browser: Any, campaign: str) -> None:
    text = re.sub(
        r"<script.*?</script>", "", page(campaign, "france", "en").read_text(encoding="utf-8"), flags=re.DOTALL
    )

    def read(tab: Any) -> tuple[int, int, int]:
        boards = tab.locator("figure .board")
        hidden = tab.locator(".passage:not(:visible)").count()
        return tab.locator(".passage:visible").count(), boards.count(), hidden

    passages, boards, hidden = browser.look(text, read, width=360)
    assert passages == text.count('class="passage"')
    assert boards == text.count("<figure>") > 8
    assert hidden == 0


@SIZES
def test_printed_it_has_every_board_and_no_controls(page: Any, browser: Any, campaign: str) -> None:
    def printed(tab: Any) -> tuple[int, bool]:
        tab.emulate_media(media="print")
        return tab.locator("figure .board:visible").count(), tab.locator(".controls").is_visible()

    file = page(campaign, None, "en")
    boards, controls = browser.look(file, printed, width=1000)
    assert boards == file.read_text(encoding="utf-8").count("<figure>")
    assert not controls
