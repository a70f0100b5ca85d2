"""All mails of a stretch of a campaign, one by one: size, width, form, and in the browser one of every kind."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import cycle
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.kernel.trials import trials_of
from adjudicator.pictures.board import Between
from adjudicator.reports.layout import budget
from adjudicator.reports.layout.columns import WIDTH, width
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import reminders
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.play.offers import phrasebook
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from tests.service.conftest import text_of

DRAWN = [each.id for each in sorted(playable_games(), key=lambda game: trials_of(game).weight) if "board" in each.parts]
GAMES = [(DRAWN[-1], 2), *(pytest.param(id, 1, marks=pytest.mark.long) for id in DRAWN)]
"""The heaviest game in each run, with every so many-th order, and of so many of its kinds of mails one is looked at for
barriers; mails of all games from crowded positions are looked at in `four_screens`.
"""
ANSWERS = (
    r"^Re: .*(done|no orders carried out|nothing was changed|исполнено|ничего не изменено|"
    r"how things stand|как обстоят дела)"
)
"""Subjects of answers to orders and to `status`."""
MOST = 100_000
"""Bytes of a page without its pictures; Gmail cuts at 102 kB."""
STEPS, MOST_STEPS = 16, 48
"""Steps of the stretch; it goes on to more of them until the board has changed."""
ASIDE = (
    "help",
    "status",
    "history 1",
    "board",
    "orders",
    "wait",
    "absent from 1.12 to 10.12",
    "flag atlantis",
    "check pass",
    "Good morning!",
)
"""What players write besides orders: commands, a mistake, small talk."""

pytestmark = pytest.mark.store("sqlite")


def _middle(game: Game[Any]) -> Match:
    """A crowded position in which the board has begun to change."""
    match, rng, board = begin_dense(game.id, "letters"), Random(3), game.part("board")
    while True:
        if match.result is not None:  # some positions are a move away from the end
            match = begin_dense(game.id, "further letters")
        before, events = match.view(()), random_action(match, rng)
        seen = tuple(each for event in events for each in event.all_visible_to(()))
        if match.result is None and board.crops(Between(before, match.view(()), seen), "en", most=1):
            return match


@pytest.fixture
def mails(installation: Any, settings: Settings, request: pytest.FixtureRequest) -> list[EmailMessage]:
    """What players get in two rounds or so, with everything they ask aside; of a long game from its middle, since its
    board rests for longer at the beginning.
    """
    game, every = game_named(request.param), request.node.callspec.params["every"]
    middle = _middle(game) if trials_of(game).weight > 1 else None
    seats = game.seatings(max(game.numbers))[0] if middle is None else middle.header.seats
    languages = dict(zip(seats, cycle(("en", "ru")), strict=False))
    campaign = installation.create(game.id, languages, document=None if middle is None else middle.document())
    rng, aside = Random(3), list(ASIDE)
    for step in range(MOST_STEPS):
        if step >= STEPS and any(
            "cid:crop" in page_of(mail)
            for mail in (mail for received in installation.received.values() for mail in received)
        ):
            break
        installation.clock.forward(minutes=20)
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), campaign).match
        if match.result is not None:
            break
        seat = match.decisions()[0].waiting[0]
        if step % 3 != 2 and aside:
            installation.write(seat, aside.pop(0))
        if step % every == 0 or step >= STEPS:
            installation.write(seat, phrasebook(game.id).say(match.sample(seat, rng), languages[seat]))
    installation.clock.forward(hours=60)
    reminders.run(installation.service)
    installation.deliver()
    installation.clock.forward(hours=24)
    run_deadlines(installation.service)
    installation.deliver()
    return [mail for received in installation.received.values() for mail in received]


def page_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def seen_of(mail: EmailMessage) -> str:
    """The page with its pictures in it."""
    page = page_of(mail)
    for part in mail.walk():
        if part["Content-ID"]:
            data = b64encode(part.get_payload(decode=True)).decode()  # type: ignore[arg-type]
            page = page.replace(f"cid:{part['Content-ID'][1:-1]}", f"data:{part.get_content_type()};base64,{data}")
    return page


def heights(mails: list[EmailMessage], browser: Any) -> list[int]:
    """Pixels of each page on a phone of 360 px."""

    def look(page: Any) -> list[int]:
        found = []
        for mail in mails:
            page.set_content(seen_of(mail))
            found.append(page.evaluate("document.documentElement.scrollHeight"))
        return found

    high: list[int] = browser.look("<p>", look)
    return high


def taps(mail: EmailMessage) -> int:
    """How many options stand in it as links."""
    return len(re.findall(r'class="(?:chip|half|row)[" ]', page_of(mail)))


def kinds(mails: list[EmailMessage]) -> Iterator[EmailMessage]:
    """One mail of every kind, told apart by the headings of its page; in one language or the other."""
    seen: set[tuple[object, ...]] = set()
    for mail in mails:
        parts = re.findall(r"<h2[^>]*>", page_of(mail))
        key = ("Re:" in mail["Subject"], len(parts), "<h3" in page_of(mail), "cid:" in page_of(mail))
        if key not in seen:
            seen.add(key)
            yield mail


@pytest.mark.parametrize(("mails", "every"), GAMES, indirect=["mails"])
def test_mails_are_small_narrow_and_without_barriers(
    mails: list[EmailMessage], every: int, browser: Any, barriers_of_mail: Any
) -> None:
    assert len(mails) > 30
    for mail in mails:
        text = mail.get_body(("plain",))
        assert text is not None
        wide = [line for line in str(text.get_content()).splitlines() if width(line) > WIDTH and "://" not in line]
        assert wide == [], mail["Subject"]
        page = page_of(mail)
        shown = sorted(re.findall(r'src="cid:([^"]*)"', page))
        assert shown == sorted(str(part["Content-ID"])[1:-1] for part in mail.walk() if part["Content-ID"])
        assert len(page.encode()) < MOST, mail["Subject"]
        assert not re.search(r"https?://(?!www\.w3\.org)", page)
    for mail, high in zip(mails, heights(mails, browser), strict=True):
        answers = re.search(ANSWERS, mail["Subject"]) is not None and not taps(mail)
        bound = budget.ANSWER if answers else budget.ROUND
        assert high <= bound.high + budget.MARGIN.high, mail["Subject"]  # where nothing can give way any more
        assert len(page_of(mail).encode()) <= bound.heavy, mail["Subject"]
        assert len(text_of(mail).replace("\r\n", "\n")) <= bound.long, mail["Subject"]  # a line ends with one letter
    assert any("cid:crop" in page_of(mail) for mail in mails), "what changed is seen"
    looked = list(kinds(mails))
    assert len(looked) > 7
    for number, mail in enumerate(looked[::every]):
        found = browser.look(page_of(mail), barriers_of_mail, dark=bool(number % 2))
        assert found == [], mail["Subject"]
