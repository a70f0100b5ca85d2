"""Define what Oath says in mails: the part `report` of the game, in English and Russian."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile
from adjudicator.language import Language, msgid
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.worded import Shows, WordedReport

from .. import texts
from ..board import board
from ..facts import CARD, DATA, NONE, PLAYER, SITE, SLOT, SUIT
from ..game import CHAPTERS
from ..names import names
from ..state import State, known
from . import annals, course, events, figures, own, prices, situation
from .book import REGISTERS, Counter, Speech, speech

DRAWS: Final[Mapping[str, tuple[str, Kind[Any] | None]]] = {
    "order": (msgid("seat"), PLAYER),
    "stack": (msgid("card of a stack"), CARD),
    "visions": (msgid("vision of a stack"), CARD),
    "world": (msgid("card of the world deck"), CARD),
    "relic": (msgid("relic"), CARD),
    "site": (msgid("site"), SITE),
    "spire": (msgid("card of the Dispossessed"), CARD),
    "pilgrims": (msgid("card of the Dispossessed"), CARD),
    "suit": (msgid("suit of the archive"), SUIT),
    "archive": (msgid("card of the archive"), CARD),
    "exiled": (msgid("card for the Dispossessed"), CARD),
    "attack": (msgid("attack dice"), None),
    "defense": (msgid("defense dice"), None),
    "end": (msgid("end die"), None),
    "gambling_hall": (msgid("dice of the Gambling Hall"), None),
    "relic_thief": (msgid("die of the Relic Thief"), None),
}
"""What the draws of the rules are called, and what they bring."""


_ROMAN: Final = re.compile(r"\.([ivx]+)(?=$|[\s.])")
_FIGURES: Final = {each: n for n, each in enumerate(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), 1)}


class Sections(Rulebook):
    """The rules in short. Last figures may be Roman, as the book prints them: `5.1.4.2` is 5.1.4.2."""

    def number(self, typed: str) -> str:
        return super().number(_ROMAN.sub(_arabic, typed.casefold()))


def _arabic(found: re.Match[str]) -> str:
    return f".{_FIGURES.get(found[1], found[1])}"


def _card(id: str, state: State, seat: str, to: Speech) -> str:
    return to.face(state, CARD.number(id))


def _slot(id: str, state: State, seat: str, to: Speech) -> str:
    """Return what is printed on the site that lies face up in a slot."""
    site = state.sites[SLOT.number(id)].site
    return "" if site == NONE else texts.printed(SITE, SITE.ids[site], to.language.code)


SHOWS: Final = Shows[Speech, State](
    counter=Counter,
    standing=figures.standing,
    holdings=own.holdings,
    situation=situation.situation,
    outlook=own.outlook,
    left=own.left,
    preview=own.preview,
    price=prices.price,
    printed={**texts.PRINTED, "card": _card, "slot": _slot},
    fields=DataFile(DATA / "fields.yaml"),
    moment=course.moment,
    score=course.score,
    chart=course.chart,
    turned=course.turned,
    over=course.ending,
    history=annals.history,
    board=board,
)

for _name in ("events", "options", "ready"):
    import_module(f"{__package__}.{_name}")
REGISTERS.read(DATA / "said", CHAPTERS)


class Report(WordedReport[Speech, Counter, State]):
    """The report, whose dice have pictures."""

    def faces(self, name: str, keys: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """Return the faces of attack and defense dice; cards roll defense dice, and the end die has figures."""
        dice, to = "attack" if name == "attack" else "defense", self.speech(language)
        return () if name == "end" else tuple(events.shown(dice, (face,), to) for face in range(1, 7))


REPORT: Final = Report(REGISTERS, speech, names, PLAYER, DRAWS, known, SHOWS, {"slot": SLOT})
RULEBOOK: Final = Sections(DATA / "rulebook")
"""The rules in short, in our own words, by the book's numbers."""
