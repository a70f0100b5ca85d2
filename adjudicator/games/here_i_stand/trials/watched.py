"""Name what a demonstration shows of the game, and the options that lead there, by their words."""

import re
from collections.abc import Iterator
from typing import Any, Final

from adjudicator.language import language

from ..cards.sack_of_rome import RomeSacked
from ..facts import CARD, LEADER, LOCATION, ZONE
from ..names import names
from ..phrases import PHRASES
from ..rules.diplomacy.announcements import Announced
from ..rules.faith.debates import DebateCalled
from ..rules.faith.league import LeagueFormed
from ..rules.naval.sailing import NavalRoll
from ..rules.war.meeting import InterceptionRolled
from ..rules.war.sieges import SiegeBegan
from ..words.book import speech

SIGHTS: Final = ("deal announced", "interception tried", "siege begun", "debate called")
BESIDES: Final = ("Rome sacked", "League formed")
BEYOND: Final = ("belgrade", "florence", "genoa", "metz", "milan", "besancon", "venice", "navarre")
"""Strong places near the armies of others, which somebody may besiege in the first turns."""
TOWARDS: Final = ("nezh", "dijon", "grenoble")
"""Where a spring deployment brings an army near one of them."""
WATERS: Final = "gulf_of_lyon"
"""The sea between the fleets of two powers at war."""
HIRING: Final = ("naples", "milan")
"""Where mercenaries stand who may sack Rome: those of who is likely to hold the card, and of others."""
FIRST: Final = ("holy_roman_emperor", "here_i_stand")
"""Home cards that go to the Diet of Worms rather than the Sack of Rome does, and are played early."""
WORDS: Final = {
    "en": ("from", "assault", "debate", "a treatise", "translation", r"\d+ mercenar(?:y|ies) in"),
    "ru": ("из", "штурм", "диспут", "трактат", "перевод", r"\d+ наёмник\w*,"),
}


def points(code: str) -> str:
    """Return the word behind a number of command points."""
    return speech(language(code)).points(5).partition(" ")[2]


def sought(code: str) -> Iterator[str]:
    """Yield patterns of options, the rarest first: home cards, the sack, battles, sieges, debates, faith, soldiers."""
    said, (out, assault, debate, treatise, translation, soldiers) = names(code), WORDS[code]

    def places(*ids: str) -> str:
        return "(?:" + "|".join(re.escape(said.name(LOCATION, each)) for each in ids) + ")"

    sack, *kept = (re.escape(said.name(CARD, card)) for card in ("sack_of_rome", *FIRST))
    yield "|".join(kept)
    yield sack
    yield f"{assault}.*"
    yield f"{out} .+"
    yield rf".+ → {places(*BEYOND)}.*: (?:[3-9]|1\d) .*"
    yield rf"{soldiers} {places(HIRING[0])}.*"
    yield rf".+ → {places(WATERS)}.*"
    yield f"{debate}.*"
    yield rf".+ → {places(*TOWARDS)}.*: .*(?:{'|'.join(re.escape(said.name(LEADER, each.id)) for each in LEADER)}).*"
    yield f"{treatise}, {re.escape(said.name(ZONE, 'german'))}.*"
    yield f"{translation}, {re.escape(said.name(ZONE, 'german'))}.*"
    yield rf"{soldiers} {places(*HIRING)}.*"
    yield rf"(?!{sack}).+: [3-5] {points(code)}.*"


EAGER: Final = {code: tuple(sought(code)) for code in PHRASES.languages}

LOATH: Final = {
    code: (rf"{re.escape(names(code).name(CARD, 'sack_of_rome'))}: \d {points(code)}.*",) for code in PHRASES.languages
}
"""Whoever holds the Sack of Rome waits until mercenaries stand in Italy."""


def seen(event: Any) -> str | None:
    """Return which of the sights an event is."""
    match event:
        case Announced():
            return SIGHTS[0]
        case InterceptionRolled() | NavalRoll(avoiding=False):
            return SIGHTS[1]
        case SiegeBegan():
            return SIGHTS[2]
        case DebateCalled():
            return SIGHTS[3]
        case RomeSacked():
            return BESIDES[0]
        case LeagueFormed():
            return BESIDES[1]
        case _:
            return None
