"""Name what is printed on cards, and say which ids of its own a pack may use."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from adjudicator.components import Kind
from adjudicator.components.content import ContentForm
from adjudicator.components.names import Called, forms_of
from adjudicator.components.own_ids import Room
from adjudicator.kernel.documents import Names

from .content import Content
from .slots import ACT, CARD, CHARACTER, EVENT, IDEA, MILESTONE, MISSION, PRINTED, STRUGGLE, TITLE, TRADE


class Printed(ContentForm[Content]):
    """The content, with names of everything.

    An action card is named by its title and its character, an act as in its title, and what a pack leaves out by its
    number.
    """

    def names(self, content: Struct) -> Names:
        given = super().names(content)
        found = {code: {kind: dict(named) for kind, named in table.items()} for code, table in given.items()}
        assert isinstance(content, Content)
        for language, table in found.items():
            cards = table.setdefault(CARD.name, {})
            for id, title in content.cards.items():
                said, who = (_printed(table, kind, id, language) for kind, id in ((TITLE, title), (CHARACTER, id)))
                cards[id] = f"{said[:1].upper()}{said[1:]} ({who})"
            acts = table.setdefault(ACT.name, {})
            acts |= {act.id: act.name[language] for face in content.titles.values() for act in face.acts}
            for kind in PRINTED:
                named = table.setdefault(kind.name, {})
                named |= {
                    id: f"{_unused(language)} {kind.name} {n + 1}" for id, n in kind.index.items() if id not in named
                }
        return found


def _unused(language: str) -> str:
    return "неиспользуемое" if language == "ru" else "unused"


def _printed(table: Mapping[str, Mapping[str, Called]], kind: Kind[Any], id: str, language: str) -> str:
    called = table.get(kind.name, {}).get(id)
    return f"{_unused(language)} {id}" if called is None else forms_of(called)[0]


def _is_spare(slot: str) -> bool:
    return slot.startswith("spare_")


ROOMS: Final = (
    Room(TITLE, "titles", _is_spare, sort="deck"),
    Room(EVENT, "events", _is_spare),
    Room(IDEA, "ideas", _is_spare, sort="power"),
    Room(MISSION, "missions", _is_spare),
    Room(MILESTONE, "milestones", _is_spare, sort="deck"),
    Room(STRUGGLE, "struggles", _is_spare),
    Room(TRADE, "trades", _is_spare),
    Room(ACT, "titles", _is_spare, inside="acts"),
)
