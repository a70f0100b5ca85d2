"""A mail that asks has its choice in it: each of up to 30 options is a link with its name, and every further one is
brought by a `list` that the page prints. Random play of every game, in both languages; what is tapped is carried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.kernel.simulate import begin_dense, begin_random
from adjudicator.language import language
from adjudicator.reports.layout import brief
from adjudicator.reports.layout import render as renderings
from adjudicator.reports.layout.chapters import meant
from adjudicator.reports.layout.section_order import SHORT
from adjudicator.reports.model import Detail, Kind, Option, OrderOutcome, Question, Report
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.readings import WRONG
from adjudicator.service.words import rendering
from tests.service.mails_of_positions import Sent, most_asked

pytestmark = pytest.mark.store("sqlite")
GAMES = tuple(game.id for game in playable_games() if "report" in game.parts)
LONG_LISTS = ("europa-universalis", "here-i-stand", "imperial-struggle")
"""Games with so many options that mails name parts of the list."""
DENSE, LISTS_OF_THE_FOOT = 0.5, 1
LIST = {"en": "list", "ru": "список"}
_LINK = re.compile(r'<a [^>]*href="(mailto:[^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def links(page: str) -> Iterator[tuple[str, str]]:
    """Yield what each link of a page sends in its first line, and what is read on it."""
    for href, inside in _LINK.findall(page):
        body = parse_qs(urlsplit(unescape(href)).query).get("body", [""])[0]
        first = next((line for line in body.splitlines() if line.strip()), "")
        yield first.strip(), " ".join(unescape(_TAG.sub(" ", inside)).split())


def missed(sent: Sent, question: Question) -> list[str]:
    """Return the options of a question that its page does not bring.

    Of few each is a link that sends it, or the first of two things behind which it stands, and says more than the code.
    Of many it is that, a name, one of the orders behind the words of a link, one that is named behind words without
    a link, or comes with a `list` that is printed for the question: that of the foot, which every mail has, counts only
    where the mail says that it lists none of them.
    """
    page, lines = dict(links(sent.made.html)), [line for line, _ in links(sent.made.html)]
    shown = [option for group in brief.groups(question) for option in group.options]
    short = {option.code: option.short for option in shown if option.short}
    onward = {option.short or option.code for option in shown if option.onward}
    word, found = LIST[sent.report.language], list[Option]()
    plain = f" {' '.join(unescape(_TAG.sub(' ', sent.made.html)).split())} "
    options = [option for group in question.groups for option in group.options]
    for option in options:
        typed = {option.code, option.short, short.get(option.code, "")} - {""}
        firsts = {first for first in onward if option.code.startswith(f"{first} ")}
        if any(len(page[line].replace(line, "").strip()) > 1 for line in (typed | firsts) & page.keys()):
            continue
        told = (*(f" {each}" for each in typed), *(f" {first} → " for first in firsts))
        if len(options) > SHORT and any(each in plain for each in told):
            continue
        found.append(option)
    if len(options) <= SHORT:
        return [f"{each.code} {each.words}" for each in found]
    if not question.listed or lines.count(word) > LISTS_OF_THE_FOOT:
        return []
    named = (option for option in shown if option.onward and (option.code in page or _names_all(option, plain)))
    behind = sum(len(option.then) for option in named)
    asked = {line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")}
    brought = {option.code for said in asked for group in meant(question.groups, said) for option in group.options}
    left = [f"{each.code} {each.words}" for each in found if each.code not in brought]
    return left if len(left) > behind else []


def _names_all(option: Option, plain: str) -> bool:
    """Return whether a page says all that may follow the first words of an order."""
    return option.onward.count(" · ") + 1 == len(option.then) and " ".join(option.onward.split()) in plain


class Play:
    """A campaign played at random, with every mail that was written."""

    def __init__(
        self, installation: Any, game: str, label: str, monkeypatch: pytest.MonkeyPatch, document: Any = None
    ) -> None:
        self.installation, self.game, self.rng = installation, game, Random(label)
        self.sent: list[Sent] = []
        self.after = ""
        plain = rendering.render

        def keeping(report: Report, reply: str = "", *, with_page: bool = True) -> renderings.Rendered:
            made = plain(report, reply, with_page=with_page)
            self.sent.append(Sent(game, report, reply, made, self.after))
            return made

        monkeypatch.setattr(rendering, "render", keeping)
        begun = (begin_dense if self.rng.random() < DENSE else begin_random)(game, label)
        document = document or begun.document()
        seats = game_named(game).seats_of(document)
        self.languages = {seat: ("en", "ru")[(n + len(label)) % 2] for n, seat in enumerate(seats)}
        self.campaign = installation.create(game, self.languages, name="choice", document=document)

    def step(self) -> bool:
        """Let somebody do something; False when the match is over."""
        match = self.installation.table(self.campaign).match
        if match.result is not None:
            return False
        seats = [seat for decision in match.decisions() for seat in decision.waiting if seat != MODERATOR]
        if not seats:
            return False
        seat = self.rng.choice(seats)
        lines = phrasebook(self.game).say(match.sample(seat, self.rng), self.languages[seat]).splitlines()
        self.write(seat, *lines)
        return True

    def newest(self) -> dict[str, Sent]:
        """Return the newest mail of each seat that is asked, which shows options."""
        match = self.installation.table(self.campaign).match
        report, asked = match.game.part("report"), [seat for seat in match.pending_seats if seat != MODERATOR]
        names = {seat: report.party(seat, language(self.languages[seat])).name for seat in asked}
        found = {seat: sent for sent in self.sent for seat in asked if sent.report.seat == names[seat]}
        return {seat: sent for seat, sent in found.items() if sent.report.questions}

    def write(self, seat: str, *lines: str) -> Sent | None:
        """Let somebody write, and return the answer."""
        self.after = " / ".join(lines)
        before = len(self.sent)
        self.installation.clock.forward(hours=2)
        self.installation.write(seat, *lines)
        return self.sent[-1] if len(self.sent) > before else None


def asking(sent: list[Sent]) -> Iterator[tuple[Sent, Question]]:
    """Yield each question of brief mails whose options stand in them."""
    for each in sent:
        if each.report.detail is Detail.BRIEF:
            yield from ((each, question) for question in each.report.questions)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("number", "steps"), [(0, 8), *(pytest.param(n, 60, marks=pytest.mark.long) for n in range(1, 9))]
)
def test_every_option_is_reached_from_the_page(
    installation: Any, game: str, number: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play(installation, game, f"choice/{game}/{number}", monkeypatch)
    for _ in range(steps):
        if not play.step():
            break
    seen = 0
    for sent, question in asking(play.sent):
        assert not missed(sent, question), (str(sent), question.title)
        seen += 1
    assert seen > 1


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("game", LONG_LISTS)
def test_every_option_of_the_longest_question_is_reached(
    installation: Any, game: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no room for links, what may follow words and is not named comes with a `list` of their group."""
    place, seat = most_asked(game)
    play = Play(installation, game, f"longest/{game}/{'x' * number}", monkeypatch, place.document)
    sent = play.newest()[seat]
    for question in sent.report.questions:
        assert not missed(sent, question), str(sent)


def listed(sent: Sent) -> int:
    """Return how many answers a list brings, those of its chapters too."""
    groups = [group for question in sent.report.questions for group in question.groups]
    return sum(len(group.options) + sum(chapter.count for chapter in group.chapters) for group in groups)


def lists(sent: Sent) -> dict[str, int | None]:
    """Return the lines of a mail that ask for a part of the list, with how many answers it says that they bring."""
    word = LIST[sent.report.language]
    found: dict[str, int | None] = {}
    for line, shown in links(sent.made.html):
        if line.startswith(f"{word} ") and line != f"{word} all":
            count = re.search(r"(?<![\w-])(\d+)$|^(\d+)", shown.replace(line, "").strip())
            found[line] = int(count[1] or count[2]) if count else None
    for question in sent.report.questions if sent.report.detail is Detail.BRIEF else ():
        for group in brief.groups(question):
            for option in group.options:
                if option.onward and not option.short and not any(map(str.isdigit, option.code)):
                    found[f"{word} {option.code}"] = None  # "list and the words before the arrow"
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("number", "steps"), [(0, 12), *(pytest.param(n, 60, marks=pytest.mark.long) for n in range(1, 9))]
)
def test_every_list_that_a_mail_prints_brings_what_it_says(
    installation: Any, game: str, number: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One list of each mail is asked for, in the long run all of them, and those that its answer prints in turn."""
    place = None if number else most_asked(game)[0].document
    play = Play(installation, game, f"lists/{game}/{number}", monkeypatch, place)
    asked = 0
    for _ in range(steps):
        for seat, newest in play.newest().items():
            asked += len(asked_for(play, seat, newest, every=bool(number)))
        if not play.step():
            break
    assert asked or game not in LONG_LISTS


def asked_for(play: Play, seat: str, newest: Sent, *, every: bool) -> set[str]:
    """Ask for lists that a mail prints, and for one of those that each answer prints; the lines that were sent."""
    ways, sent = lists(newest), set[str]()
    left = sorted(ways) if every else [play.rng.choice(sorted(ways))] if ways else []
    while left:
        line = left.pop()
        answer = play.write(seat, line)
        assert answer is not None
        notes = " ".join(question.note for question in answer.report.questions)
        assert not re.search("No answer to your|Ни один ответ на", notes), (str(newest), line, notes)
        assert listed(answer) == (ways[line] or listed(answer)) > 0, (str(newest), line, ways[line])
        sent.add(line)
        if further := sorted(lists(answer).keys() - ways.keys()):
            ways |= lists(answer)
            left.append(play.rng.choice(further))
    return sent


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("number", "steps"), [(0, 10), *(pytest.param(n, 80, marks=pytest.mark.long) for n in range(1, 9))]
)
def test_a_game_is_played_by_taps_alone(
    installation: Any, game: str, number: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a link of an option sends is carried out as it is; what has to come before it the answer offers."""
    play = Play(installation, game, f"taps/{game}/{number}", monkeypatch)
    tapped = 0
    for _ in range(steps):
        newest = play.newest()
        seat = play.rng.choice(sorted(newest)) if newest else ""
        if not newest or not (ways := taps(newest[seat])):
            if not play.step():
                break
            continue
        line, before = play.rng.choice(sorted(ways)), len(play.sent)
        play.write(seat, line)
        told = [each for each in play.sent[before:] if each.report.kind is Kind.ANSWER]
        read = [row for each in told if each.report.reading is not None for row in each.report.reading.lines]
        wrong = [row for row in read if row.outcome in WRONG]
        assert told, (str(newest[seat]), line)
        offered = all(row.outcome is OrderOutcome.REFUSED and row.nearest for row in wrong)
        assert ways[line] or offered, (str(newest[seat]), line, wrong)
        tapped += 1
    assert tapped >= min(steps // 3, 5)  # what is written for one unit is answered without those of the others


def taps(sent: Sent) -> dict[str, bool]:
    """Return what the links of options send, with whether more must be named behind it."""
    page, found = {line for line, _ in links(sent.made.html)}, dict[str, bool]()
    for question in sent.report.questions:
        for group in brief.groups(question) if sent.report.detail is Detail.BRIEF else question.groups:
            for option in group.options:
                for typed in {option.code, option.short} & page - {""}:
                    found[typed] = found.get(typed, False) or bool(option.onward)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"), [("crossroads", "toll"), ("here-i-stand", "call_off"), ("here-i-stand", "wartburg")]
)
def test_a_question_that_comes_again_is_ended_with_a_tap(
    installation: Any, game: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words that decline such questions of a turn are a link of the question, which is declined with it."""
    play = Play(installation, game, f"longer/{game}/{kind}", monkeypatch)
    ends = {"en": "no for this turn", "ru": "нет на этот ход"}
    for _ in range(80):
        for seat, newest in play.newest().items():
            word = ends[play.languages[seat]]
            match = installation.table(play.campaign).match
            if word in dict(links(newest.made.html)) and match.question(seat).kind == kind:
                number = match.question(seat).number
                answer = play.write(seat, word)
                assert answer is not None
                after = installation.table(play.campaign).match.question(seat)
                assert after is None or after.number != number or seat not in after.waiting, str(newest)
                return
        assert play.step()
    raise AssertionError("nobody was asked what may be declined")
