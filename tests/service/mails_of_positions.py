"""Mails from saved positions of a whole game, in both languages: what is asked there, a `check`, answers and what they
bring about.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudicator.reports import render as renderings
from adjudicator.reports.budget import cut, paged
from adjudicator.reports.model import Report
from adjudicator.reports.words import Words
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.words import rendering
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from tests.service.conftest import House

GAME = "imperial-struggle"
FOLDER = Path(__file__).parents[2] / "benchmarks" / "strangers" / "positions"
POSITIONS = ("conquest", "hand", "last_points", "late_order_of_play", "new_ministers", "replacing", "spoils")
LANGUAGES = ({"france": "en", "britain": "ru"}, {"france": "ru", "britain": "en"})
STEPS = 4


class Sent(NamedTuple):
    """A mail with the report that it says, and what was written before."""

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
        for each in self.made.pictures:
            found = found.replace(f"cid:{each.cid}", f"data:image/png;base64,{b64encode(each.png).decode()}")
        return found

    def __str__(self) -> str:
        return f"{self.made.subject!r}, after {self.after!r}"


def sent_from_positions(folder: Path, positions: Iterable[str] = POSITIONS) -> Iterator[Sent]:
    """Every mail of some campaigns that begin in saved positions; their players try an order and then give it."""
    written: list[Sent] = []
    after, plain = "", rendering.render

    def keeping(report: Report, reply: str = "") -> renderings.Rendered:
        made = plain(report, reply)
        written.append(Sent(report, reply, made, after))
        return made

    rendering.render = keeping
    try:
        for position in positions:
            document = msgspec.json.decode((FOLDER / f"{position}.json").read_bytes())
            for number, languages in enumerate(LANGUAGES):
                after, place = position, folder / f"{position}{number}"
                place.mkdir()
                mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
                house = House(Settings(database=f"sqlite:///{place}/house.db", data_directory=place, mail=mail))
                campaign = house.create(GAME, languages, document=document)
                for order in _played(house, campaign, languages, Random(position)):
                    after = f"{position}: {order}"
                house.service.engine.dispose()
    finally:
        rendering.render = plain
    yield from written


def _played(house: House, campaign: int, languages: dict[str, str], rng: Random) -> Iterator[str]:
    book: Any = phrasebook(GAME)
    for step in range(STEPS):
        match = house.table(campaign).match
        if match.result is not None:
            return
        seat = rng.choice(match.decisions()[0].waiting)
        lines = book.say(match.sample(seat, rng), languages[seat]).splitlines()
        house.clock.forward(hours=5)
        if step % 2 == 0:
            check = {"en": "check", "ru": "проверь"}[languages[seat]]
            yield f"{check} {lines}"
            house.write(seat, check, *lines)
        yield str(lines)
        house.write(seat, *lines)
