"""Define the slots that a pack fills: cards, characters, events, ideas … as slots with ids, and kinds of dice.

The slots are listed in ``data/slots.yaml``; what is printed on them is content (:mod:`.content`).
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from adjudicator.components import Kind, Thing
from adjudicator.components.load import DataFile

from .facts import DATA, POWER, REALM

SLOTS: Final = DataFile(DATA / "slots.yaml")


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


TITLE: Final = Kind("title", SLOTS.things("titles", Title))
CARD: Final = Kind("action card", SLOTS.things("cards", Card))
EVENT: Final = Kind("event", SLOTS.things("events", Slot))
IDEA: Final = Kind("idea", SLOTS.things("ideas", Idea))
MISSION: Final = Kind("mission", SLOTS.things("missions", Slot))
MILESTONE: Final = Kind("milestone", SLOTS.things("milestones", Milestone))
STRUGGLE: Final = Kind("power struggle", SLOTS.things("struggles", Slot))
TRADE: Final = Kind("trade card", SLOTS.things("trades", Slot))
ACT: Final = Kind("act", SLOTS.things("acts", Slot))
"""What display cards let do (R8.03)."""


def _characters() -> Iterator[Character]:
    ids = [(id, -1) for id in (*(each.id for each in REALM if each.playable), *EVENT.ids)]
    ids += [(each.id, each.index) for each in CARD]
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
