"""No mail of any game shows what only the program calls a thing: tags of events, ids, names of fields."""

from __future__ import annotations

import re
from email.message import EmailMessage
from functools import reduce
from random import Random
from typing import Any

import pytest

from adjudicator import game_named, games
from adjudicator.service.play.offers import phrasebook
from tests.service.conftest import text_of

STEPS = 14
FEW = 4
"""In each run."""
RAW = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|(?<!\d )\b[a-z]+(?: [a-z]+)?: [a-z]+ \S+, [a-z]+ ")
"""`bids_opened`, and `rolled: seat red, dice 6`: a tag with its fields; `3 adm: ducats +1, for each …` has a price."""
LATIN = re.compile(r"[a-z]{3,}")
"""A word that does not begin with a capital, in a Russian mail: its names are written in Latin letters at the most."""
OURS = ("seed", "adjudicator", "verify", "revision", "number", "name")
"""What the recipe for the draws calls things, as the program does."""


def _printed(game: str) -> set[str]:
    """The words of names that the game prints in Latin letters in Russian, too."""
    owner = game_named(game)
    spoken = owner.part("names")("ru") if "names" in owner.parts else None
    kinds = owner.part("names").kinds if spoken is not None else ()
    return {word for kind in kinds for id in kind.ids for word in re.findall(r"[a-z]+", spoken.name(kind, id))}


def _in_brackets(game: str) -> list[str]:
    """The English names that the game prints in brackets behind its own."""
    owner = game_named(game)
    spoken = owner.part("names")("en") if "names" in owner.parts else None
    kinds = owner.part("names").kinds if spoken is not None else ()
    return [f"({spoken.name(kind, id)})" for kind in kinds for id in kind.ids]


pytestmark = pytest.mark.store("sqlite")


def told(mail: EmailMessage) -> str:
    """Subject and text without addresses, hashes and the name of the campaign."""
    text = f"{mail['Subject']}\n{text_of(mail)}"
    return re.sub(r"\S+@\S+|\b[0-9a-f]{8,}\b|the-campaign", "", text)


@pytest.mark.parametrize("steps", [FEW, pytest.param(STEPS, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games())
def test_mails_of_every_game_are_written_in_words(game: str, installation: Any, steps: int) -> None:
    owner = game_named(game)
    seats = owner.seatings(min(number for number in owner.numbers if number > 1))[0]
    languages = {seat: ("ru", "en")[at % 2] for at, seat in enumerate(seats)}
    create = installation.create if steps == STEPS else installation.create_plainly
    campaign = create(game, languages, title="the-campaign")
    book, rng = phrasebook(game), Random(game)
    for step in range(steps):
        match = installation.table(campaign).match
        if match.result is not None:
            break
        seat = rng.choice(match.decisions()[0].waiting)
        code, lines = languages[seat], book.say(match.sample(seat, rng), languages[seat]).splitlines()
        if step % 5 == 0:
            installation.write(seat, {"en": "check", "ru": "проверь"}[code], *lines)
            installation.write(seat, {"en": "history 1", "ru": "история 1"}[code])
        installation.write(seat, *lines)
    raw = [
        (found[0], mail["Subject"])
        for each in installation.received.values()
        for mail in each
        if (found := RAW.search(told(mail)))
    ]
    assert raw == []
    for seat, code in languages.items():
        for mail in installation.received[f"{seat}@players.test"]:
            if code == "ru":
                text = reduce(lambda text, name: text.replace(name, ""), _in_brackets(game), told(mail))
                latin = {word for word in re.findall(r"\b[a-z]+\b", text) if LATIN.fullmatch(word)}
                assert latin <= {*OURS, *_printed(game)}, (latin, mail["Subject"])
