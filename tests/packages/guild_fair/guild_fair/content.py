"""What a group may edit of Guild Fair: its contracts."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.components.content import ContentForm, Name, Said
from adjudicator.components.load import Each
from adjudicator.components.names import Naming
from guild_fair.state import CONTRACT, DATA, FACTS, OMEN, SEAT

NAMES = Naming((SEAT, CONTRACT, OMEN), DATA)


class Contract(msgspec.Struct, frozen=True, omit_defaults=True):
    """A contract with words in `manual` does what they say when it is fulfilled, by the moderator's hand."""

    name: Name
    reward: Annotated[int, msgspec.Meta(ge=0, le=9)]
    manual: Said = {}


class Content(msgspec.Struct, frozen=True):
    contracts: Annotated[dict[str, Contract], Each(CONTRACT)]


def default() -> Content:
    """The contracts of the game's own data."""
    rewards = FACTS.rows["contracts"]
    return Content({each: Contract(NAMES.called(CONTRACT, each), rewards[each]) for each in CONTRACT.ids})


CONTENT = ContentForm(Content, default)
