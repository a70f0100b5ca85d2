"""Say what is printed on a card, for those who ask by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from ..facts import AREA
from ..slots import ACT, CARD, CHARACTER, EVENT, IDEA, MILESTONE, MISSION, STRUGGLE, TITLE
from . import effects
from .book import Known, Speech
from .figures import character, title, whole_card


def _of(face: Callable[[Any, str, Speech], str], id: str, now: Known, seat: str, to: Speech) -> str:
    """Return what a function says of a thing, where it is played."""
    try:
        return face(now.content, id, to)
    except KeyError:
        return ""


def _card(content: Any, id: str, to: Speech) -> str:
    return whole_card(CARD.index[id], content, to)


def _act(content: Any, id: str, to: Speech) -> str:
    """Return what an action of a display card does, which the whole card says."""
    titles = (each for each, face in content.titles.items() if any(act.id == id for act in face.acts))
    return next((f"{to.thing(TITLE, each)}: {title(each, content, to)}" for each in titles), "")


def _milestone(content: Any, id: str, to: Speech) -> str:
    face = content.milestones[id]
    gains = to.gettext("prestige %(n)s", n="/".join(map(str, face.prestige)))
    reward = effects.in_all(face.manual, face.reward, to)
    return " → ".join(filter(None, (effects.needs(face.needs, to), "; ".join(filter(None, (gains, reward))))))


def _struggle(content: Any, id: str, to: Speech) -> str:
    face = content.struggles[id]
    return "; ".join((to.things(AREA, face.areas), *(effects.needs(line.needs, to) for line in face.lines)))


PRINTED: Final[Mapping[str, Callable[[Any, Known, str, Speech], str]]] = {
    kind: partial(_of, face)
    for kind, face in {
        ACT.name: _act,
        TITLE.name: lambda content, id, to: title(id, content, to),
        CARD.name: _card,
        CHARACTER.name: lambda content, id, to: character(content.characters[id], to),
        EVENT.name: lambda content, id, to: effects.of_event(content.events[id], to),
        IDEA.name: lambda content, id, to: effects.of_idea(content.ideas[id], to),
        MISSION.name: lambda content, id, to: effects.of_mission(content.missions[id], to),
        MILESTONE.name: _milestone,
        STRUGGLE.name: _struggle,
    }.items()
}
"""Texts printed on things, by kind."""
