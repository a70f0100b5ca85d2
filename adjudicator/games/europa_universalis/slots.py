"""Define the slots that a pack fills: cards, characters, events, ideas …

Those of the game's own pack are listed in ``data/slots.yaml``; spare ones are for packs, which call them as they like.
What is printed on them is content (:mod:`.content`).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from adjudicator.components import Kind, Thing
from adjudicator.components.load import DataFile

from .facts import DATA, POWER, REALM

SLOTS: Final = DataFile(DATA / "slots.yaml")
T = TypeVar("T", bound=Thing)


class Title(Thing, frozen=True):
    """The title of an action card; several cards may have the same. `deck`: the power that it costs (R8.01)."""

    index: int
    deck: Annotated[int, POWER]


class Card(Thing, frozen=True):
    """An action card: its title is one half of its use, its character the other (R8.01)."""

    index: int
    deck: Annotated[int, POWER]


class Slot(Thing, frozen=True):
    """A card of a deck of its own."""

    index: int


class Idea(Thing, frozen=True):
    """An idea of a type of power (R4.04)."""

    index: int
    power: Annotated[int, POWER]


class Milestone(Thing, frozen=True):
    """A milestone of one of the four decks (R17.02)."""

    index: int
    deck: Literal["expansion", "politics", "warfare", "economics"]


class Character(Thing, frozen=True):
    """A person who can rule, lead or advise: of a set-up (`england`), of an event, or of an action card (R7.01)."""

    index: int
    card: int = -1
    """The index of the action card; -1 of a ruler who is no card."""


class Spare(Struct, frozen=True):
    """Further slots of a list, for packs: `n` of each sort, whose names and values of `field` are `sorts`."""

    name: str
    n: int
    field: str = ""
    sorts: Mapping[str, int | str] = {}

    def ids(self) -> Iterator[tuple[str, int | str]]:
        """Yield id and sort of each."""
        for sort, value in (self.sorts or {"": ""}).items():
            for number in range(1, self.n + 1):
                yield "_".join(filter(None, ("spare", sort, self.name, str(number)))), value


_POWERS: Final = POWER.index
_DECKS: Final = {arg: arg for arg in get_args(Milestone.__annotations__["deck"])}
SPARE: Final = {
    "titles": Spare("", 12, "deck", _POWERS),
    "events": Spare("event", 224),
    "ideas": Spare("idea", 20, "power", _POWERS),
    "missions": Spare("mission", 160),
    "milestones": Spare("", 20, "deck", _DECKS),
    "struggles": Spare("struggle", 16),
    "trades": Spare("trade", 44),
    "acts": Spare("act", 40),
}


def _slots(key: str, form: type[T]) -> Callable[[], tuple[T, ...]]:
    """Return the slots that a list names, and its spare ones."""
    listed, spare = SLOTS.things(key, form), SPARE[key]

    def things() -> tuple[T, ...]:
        named = listed.things()
        rows = (
            {"id": id, "index": index} | ({spare.field: value} if spare.field else {})
            for index, (id, value) in enumerate(spare.ids(), len(named))
        )
        return (*named, *(msgspec.convert(row, form) for row in rows))

    return things


TITLE: Final = Kind("title", _slots("titles", Title))
CARD: Final = Kind("action card", SLOTS.things("cards", Card))
EVENT: Final = Kind("event", _slots("events", Slot))
IDEA: Final = Kind("idea", _slots("ideas", Idea))
MISSION: Final = Kind("mission", _slots("missions", Slot))
MILESTONE: Final = Kind("milestone", _slots("milestones", Milestone))
STRUGGLE: Final = Kind("power struggle", _slots("struggles", Slot))
TRADE: Final = Kind("trade card", _slots("trades", Slot))
ACT: Final = Kind("act", _slots("acts", Slot))
"""What display cards let do (R8.03)."""


def _characters() -> Iterator[Character]:
    ids = [(each.id, -1) for each in REALM if each.playable]
    ids += [(each.id, each.index) for each in CARD]
    ids += [(id, -1) for id in EVENT.ids]
    return (Character(id, index, card) for index, (id, card) in enumerate(ids))


CHARACTER: Final = Kind("character", lambda: tuple(_characters()))

TitleId = Annotated[str, TITLE]
CardId = Annotated[str, CARD]
EventId = Annotated[str, EVENT]
IdeaId = Annotated[str, IDEA]
MissionId = Annotated[str, MISSION]
MilestoneId = Annotated[str, MILESTONE]
StruggleId = Annotated[str, STRUGGLE]
TradeId = Annotated[str, TRADE]
ActId = Annotated[str, ACT]
CharacterId = Annotated[str, CHARACTER]


def of_card(card: int) -> int:
    """Return the character of an action card."""
    return CHARACTER.index[CARD.ids[card]]


PRINTED: Final = (TITLE, CARD, EVENT, IDEA, MISSION, MILESTONE, STRUGGLE, TRADE, ACT, CHARACTER)
"""What has its names from a pack."""
