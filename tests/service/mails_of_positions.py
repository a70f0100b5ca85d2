"""Mails from crowded positions of every installed game, in both languages: what is asked there, a `check`, answers and
what they bring about.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.registry import game_named, playable_games
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.reports.layout import render as renderings
from adjudicator.reports.layout.budget import cut, paged
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Report
from adjudicator.service.play import offers
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.words import rendering
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from tests.service.conftest import Installation

FOLDER = Path(__file__).parents[2] / "benchmarks" / "order_reading" / "positions"
SAVED = ("conquest", "hand", "last_points", "late_order_of_play", "new_ministers", "replacing", "spoils")
"""Where mails of a game were longest; a game without saved positions is played from crowded ones."""
ASKED = {"en": ("list", "details", "status", "flag atlantis"), "ru": ("список", "подробно", "статус", "флаг атлантида")}
CROWDED = 2
PLAYED = 500
"""Actions at random among which the question with the most answers is sought."""


class Place(NamedTuple):
    """A position from which a campaign begins."""

    game: str
    name: str
    document: dict[str, Any]
    seats: tuple[str, ...]


def saved() -> Iterator[Place]:
    """The positions that lie in files."""
    for name in SAVED:
        document = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())
        game = document["format"].split(".")[0].replace("_", "-")
        yield Place(game, name, document, game_named(game).seats_of(document))


def places() -> Iterator[Place]:
    """Positions of every installed game that is written about."""
    filed = [*saved()]
    yield from filed
    for game in playable_games():
        if "report" in game.parts and game.id not in {each.game for each in filed}:
            for number in range(CROWDED):
                match = begin_dense(game.id, f"screens {number}")
                yield Place(game.id, f"{game.id} {number}", match.document(), match.header.seats)


@cache
def most_asked(game: str) -> tuple[Place, str]:
    """The position of a match at random in which a seat is shown the most answers, and that seat."""
    match, rng = begin_dense(game, "most asked"), Random(game)
    most, found, asked = 0, match.document(), match.header.seats[0]
    for _ in range(PLAYED):
        if match.result is not None:
            break
        seat = match.decisions()[0].waiting[0]
        if seat in match.header.seats and len(match.options(seat)) > most:
            n = len(offers.decode(offers.offer_for(match, seat, 1, "en")).shown)
            if n > most:
                most, found, asked = n, match.document(), seat
        random_action(match, rng)
    return Place(game, f"{game}, most asked", found, match.header.seats), asked


class Sent(NamedTuple):
    """A mail with the report that it says, and what was written before."""

    game: str
    report: Report
    reply: str
    made: renderings.Rendered
    after: str

    @property
    def brief(self) -> tuple[Report, Words]:
        """What its page is made of."""
        report = cut(self.report)
        page = paged(report, Words(report, self.reply))
        return page, Words(page, self.reply)

    @property
    def page(self) -> str:
        """The page with its pictures in it."""
        found = self.made.html
        for picture in self.made.pictures:
            found = found.replace(f"cid:{picture.cid}", f"data:image/png;base64,{b64encode(picture.png).decode()}")
        return found

    def __str__(self) -> str:
        return f"{self.game}: {self.made.subject!r}, after {self.after!r}"


def sent_from_positions(folder: Path, every: int, turned: int, steps: int) -> Iterator[Sent]:
    """Every mail of some campaigns that begin in the middle, in each so many-th place; their players try an order and
    then give it, in so many steps, and in the end somebody asks, and orders what cannot be done. They write in both
    languages; `turned` (0 or 1) tells which of them is first where.
    """
    written: list[Sent] = []
    game, after, plain = "", "", rendering.render

    def keeping(report: Report, reply: str = "", *, with_page: bool = True) -> renderings.Rendered:
        made = plain(report, reply, with_page=with_page)
        written.append(Sent(game, report, reply, made, after))
        return made

    rendering.render = keeping
    try:
        for number, place in enumerate(islice(places(), None, None, every)):
            game = place.game
            codes = ("en", "ru") if (number + turned) % 2 else ("ru", "en")
            after, data = place.name, folder / str(number)
            data.mkdir()
            languages = dict(zip(place.seats, cycle(codes), strict=False))
            mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
            installation = Installation(Settings(database=f"sqlite:///{data}/house.db", data_directory=data, mail=mail))
            campaign = installation.create(game, languages, document=place.document)
            for order in _played(installation, campaign, languages, Random(place.name), steps):
                after = f"{place.name}: {order}"
            installation.service.engine.dispose()
    finally:
        rendering.render = plain
    yield from written


def _played(
    installation: Installation, campaign: int, languages: dict[str, str], rng: Random, steps: int
) -> Iterator[str]:
    for step in range(steps):
        match = installation.table(campaign).match
        if match.result is not None:
            return
        seat = rng.choice(match.decisions()[0].waiting)
        lines = phrasebook(match.game.id).say(match.sample(seat, rng), languages[seat]).splitlines()
        installation.clock.forward(hours=5)
        if step % 2 == 0:
            check = {"en": "check", "ru": "проверь"}[languages[seat]]
            yield f"{check} {lines}"
            installation.write(seat, check, *lines)
        yield str(lines)
        installation.write(seat, *lines)
    match = installation.table(campaign).match
    seat = match.decisions()[0].waiting[0] if match.result is None else match.header.seats[0]
    for asked in ASKED[languages[seat]]:
        yield asked
        installation.write(seat, asked)
