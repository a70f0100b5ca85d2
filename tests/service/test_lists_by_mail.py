"""`list` by mail: a short list comes whole, a long one in chapters, which their words bring, in both languages."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import playable_games
from adjudicator.language import CODES, language
from adjudicator.orders.text import folded
from adjudicator.reports.layout import budget
from adjudicator.reports.layout.chapters import LINKED, LONG, chaptered, meant, tall
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.game import Asked
from adjudicator.service.play import offers
from tests.service.conftest import words_of
from tests.service.mails_of_positions import most_asked, saved

pytestmark = pytest.mark.store("sqlite")
GAME = "europa-universalis"
CODE = re.compile(r"(?:^|  )(?:1[a-zа-я]{1,2}|[A-Z]\d\d)(?= )", re.MULTILINE)
CHAPTER = re.compile(r"^ +(?:list|список) (\S.*?) +(\d+)$", re.MULTILINE)
HIGH = 4_500
"""Pixels of the page of a list."""
ASKED = {"en": "list", "ru": "список"}


class Lists:
    """The mails of the seat with the most answers."""

    def __init__(self, installation: Any, code: str, game: str = GAME) -> None:
        place, self.seat = most_asked(game)
        self._house, self.word = installation, ASKED[code]
        self.made = installation.create(game, dict.fromkeys(place.seats, code), name=game, document=place.document)

    def answer(self, words: str) -> EmailMessage:
        self._house.write(self.seat, words)
        newest: EmailMessage = self._house.newest(self.seat)
        return newest

    def said(self, words: str) -> str:
        body = self.answer(words).get_body(("plain",))
        assert body is not None
        return "\n".join(str(body.get_content()).splitlines())

    @property
    def options(self) -> int:
        return len(self._house.table(self.made).match.options(self.seat))

    @property
    def count(self) -> int:
        """Answers with those that are possible behind others."""
        return len(offers.decode(offers.offer_for(self._house.table(self.made).match, self.seat, 1, "en")).shown)


@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_long_list_comes_in_chapters_and_each_brings_what_it_counts(installation: Any, code: str) -> None:
    lists = Lists(installation, code)
    said = lists.said(lists.word)
    chapters = CHAPTER.findall(said)
    assert len(chapters) > 2
    assert len(CODE.findall(said)) + sum(int(n) for _, n in chapters) == lists.options > 150
    assert len(said) < budget.ROUND.long
    for name, n in chapters:
        part = lists.said(f"{lists.word} {name}")
        assert folded(name) in folded(part)
        inner = CHAPTER.findall(part)
        assert len(CODE.findall(part)) + sum(int(m) for _, m in inner) == int(n), name
    everything = lists.said(f"{lists.word} {'все' if code == 'ru' else 'all'}")
    assert CHAPTER.findall(everything) == chapters, "more than can be links"


@pytest.mark.parametrize(
    ("code", "words", "meant_by"),
    [
        ("en", "list take influence back from", "take influence back from"),
        ("en", "List of armies, please", "army"),
        ("en", "list забрать влияние", "take influence back from"),
        ("ru", "список войны", "поход из"),
        ("ru", "варианты Англия", "Англии"),
        ("ru", "list take influence back from", "забрать влияние из"),
    ],
)
def test_words_bring_the_answers_that_they_name(installation: Any, code: str, words: str, meant_by: str) -> None:
    """As an order begins, as a heading is called, as something stands in an order; in either language. Where they are
    too many, their chapters come.
    """
    lists = Lists(installation, code)
    said = lists.said(words)
    lines = [line for line in said.splitlines() if CODE.search(line) or CHAPTER.search(line)]
    assert 1 < len(lines) < lists.options / 2
    assert meant_by in said
    assert installation.table(lists.made).sequence == 0


@pytest.mark.parametrize(("code", "told"), [("en", "is called “hatstand”"), ("ru", "не называется «hatstand»")])
def test_a_name_of_nothing_is_told_and_the_chapters_come(installation: Any, code: str, told: str) -> None:
    lists = Lists(installation, code)
    said = lists.said(f"{lists.word} hatstand")
    assert told in " ".join(said.split())
    assert CHAPTER.findall(said)


@pytest.mark.parametrize("game", [GAME, "imperial-struggle", "pax-renaissance"])
@pytest.mark.parametrize("code", CODES)
def test_chapters_and_answers_of_a_list_are_links(installation: Any, code: str, game: str, browser: Any) -> None:
    """High enough for a thumb; and the list is no higher, nor wider, than a mail may be."""
    lists = Lists(installation, code, game)
    page = lists.answer(lists.word).get_body(("html",))
    assert page is not None
    html = str(page.get_content())
    sizes = "[...document.querySelectorAll('a[href^=\"mailto:\"]')].map(each => each.getBoundingClientRect().height)"
    root = "document.documentElement"
    links, high, wide = browser.look(
        html, lambda tab: [tab.evaluate(each) for each in (sizes, f"{root}.scrollHeight", f"{root}.scrollWidth")]
    )
    assert min(links) >= 32
    assert high <= HIGH
    assert wide <= 360
    chapters = [int(n) for _, n in CHAPTER.findall(lists.said(lists.word))]
    for n in chapters:
        assert f">{n}</b>" in html
    assert html.count('class="pick"') + sum(chapters) == lists.count


def test_a_short_list_stays_whole(installation: Any) -> None:
    """As do lists of all saved positions but one."""
    for place in saved():
        if place.name == "last_points":
            continue
        made = installation.create(
            place.game, dict.fromkeys(place.seats, "en"), name=place.name.replace("_", "-"), document=place.document
        )
        match = installation.table(made).match
        seat = match.decisions()[0].waiting[0]
        installation.write(seat, "list")
        said = words_of(installation.newest(seat)).replace("\r", "")
        assert not CHAPTER.findall(said), place.name
        assert "with the words of a chapter" not in said


def test_who_wants_everything_has_every_answer_as_a_link_or_chapters(installation: Any) -> None:
    """Whole where they can all be links: with every mail, or for “list all”."""
    lists = Lists(installation, "en")
    assert CHAPTER.findall(lists.said("format full"))
    lists = Lists(installation, "en", "imperial-struggle")
    assert CHAPTER.findall(lists.said("list"))
    page = lists.answer("list all").get_body(("html",))
    assert page is not None
    assert str(page.get_content()).count('class="pick"') == lists.count <= LINKED


def test_chapters_of_every_game_hold_every_answer_once() -> None:
    """At the top and within each of them, down to what has none."""
    seen = 0
    for game in playable_games():
        if "report" not in game.parts:
            continue
        place, seat = most_asked(game.id)
        match = Match.from_document(place.document, game=game.id, seed=b"lists")
        for code in CODES:
            coded = offers.coded_options(offers.offer_for(match, seat, 1, code), match, seat, code)
            decision = match.question(seat)
            assert decision is not None
            asked = Asked(1, decision, coded)
            groups = match.game.part("report").question(asked, match.view(seat), seat, language(code)).groups
            seen += _descend(groups, groups)
    assert seen > 20


def _descend(groups: tuple[OptionGroup, ...], all_groups: tuple[OptionGroup, ...], *, depth: int = 0) -> int:
    """Chapters below these groups. Each brings as many as it counts, and fewer than there were."""
    shown, there = chaptered(groups), _codes(groups)
    assert depth < 6
    found = _codes(shown)
    chapters = [chapter for group in shown for chapter in group.chapters]
    for chapter in chapters:
        brought = meant(all_groups, chapter.words)
        assert len(_codes(brought)) == chapter.count, chapter
        assert chapter.count < len(there)
        found |= _codes(brought)
        _descend(brought, all_groups, depth=depth + 1)
    assert found == there
    return len(chapters)


def _codes(groups: tuple[OptionGroup, ...]) -> set[str]:
    return {option.code for group in groups for option in group.options}


def test_names_alone_that_share_no_words_stand_below_their_heading() -> None:
    names = tuple(Option(code=f"1{n}", words=f"Town{n} by the river") for n in range(99))
    groups = (OptionGroup(heading="Flags, Europe", options=names), OptionGroup(heading="Or", options=names[:1]))
    first, last = chaptered(groups)
    assert [(chapter.words, chapter.count) for chapter in first.chapters] == [("flags europe", 99)]
    assert last.options
    alone = meant(groups, "flags europe")
    assert tall(alone) > LONG
    assert chaptered(alone) == alone, "there is no shorter way to say it"
