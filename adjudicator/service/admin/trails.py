"""The details of acts in the audit trail, in words: people and seats by their names, never by numbers of the store."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.language import language
from adjudicator.service.admin.access import Visit
from adjudicator.service.campaign.matches import game_of
from adjudicator.store import matches
from adjudicator.store.tables import Person

SEATS = ("seat", "seats", "as")
"""Details that name seats."""


def seats_of(visit: Visit) -> Callable[[str], str]:
    """Return how the game of a campaign calls its seats; chairs beside the table keep their names."""
    head = matches.head(visit.work.session, visit.campaign.id)
    if head is None:
        return str
    game = game_of(visit.work.session, head)
    report, english = game.part("report"), language("en")
    return lambda name: report.party(name, english).name if name in game.seats else name


def details_text(session: Session, details: Mapping[str, Any], called: Callable[[str], str] = str) -> str:
    """Return what an act said: each detail that says something, with its name."""
    told = {name: ", ".join(_words(session, name, value, called)) for name, value in details.items() if name != "deed"}
    return "; ".join(f"{name.replace('_', ' ')}: {words}" for name, words in told.items() if words)


def _words(session: Session, name: str, value: Any, called: Callable[[str], str]) -> Iterator[str]:
    match value:
        case None | "":
            return
        case bool():
            yield "yes" if value else "no"
        case int() if name == "person":
            person = session.get(Person, value)
            yield "somebody whose data were erased" if person is None else person.name
        case list():
            for each in value:
                yield from _words(session, name, each, called)
        case dict():
            yield f"({details_text(session, value, called)})"
        case str() if name in SEATS:
            yield called(value)
        case _:
            yield str(value)
