"""Battles of a round in a sentence each: who fought whom, who won, what it cost each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from adjudicator.kernel.events import Event

from ..facts import AREA, NODE, ZONE
from ..rules.battle_dice import BattleActionPlayed, DiceRolled, IdeaInBattle
from ..rules.battles import BattleBegan, BattleOver, LedBy
from ..rules.casualties import OthersLost, ShipCaptured, ShipLost, UnitLost, Wounded
from .book import Speech
from .events import assailants, opponents, outlaws, side_of, won_by

OF_BATTLES = (
    BattleBegan,
    BattleOver,
    LedBy,
    DiceRolled,
    BattleActionPlayed,
    IdeaInBattle,
    OthersLost,
    ShipCaptured,
    ShipLost,
    UnitLost,
    Wounded,
)
"""What a battle consists of."""


class Fought(Struct):
    """A battle as it went: how it began, its losses by seat and by side, how it ended (None: not yet)."""

    began: BattleBegan
    lost: dict[str, int] = {}
    others: dict[str, int] = {}
    rebels: int = 0
    over: BattleOver | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that fought in it."""
        return (*self.began.attackers, *self.began.defenders)


def battles(events: Iterable[Event]) -> Iterator[Fought]:
    """Yield the battles among some events, in their order."""
    going: Fought | None = None
    for event in events:
        if isinstance(event, BattleBegan):
            if going is not None:
                yield going
            going = Fought(event)
        elif going is None:
            continue
        elif isinstance(event, UnitLost | ShipLost):
            going.lost[event.seat] = going.lost.get(event.seat, 0) + 1
        elif isinstance(event, OthersLost):
            going.others[event.side] = going.others.get(event.side, 0) + event.units
            going.rebels += event.rebels
        elif isinstance(event, BattleOver):
            going.over = event
            yield going
            going = None
    if going is not None:
        yield going


def told(battle: Fought, to: Speech) -> str:
    """Return a battle in a sentence.

    `Battle, Andalucia: Castile against Granada, won by Castile; losses: Castile 2, Granada 3.`
    """
    began, over = battle.began, battle.over
    kind, where = next(
        (kind, each) for kind, each in ((AREA, began.area), (ZONE, began.zone), (NODE, began.node)) if each
    )
    attackers, defenders = assailants(began, to), opponents(began, to)
    said = to.gettext(
        "Battle, %(where)s: %(attackers)s against %(defenders)s",
        where=to.thing(kind, where),
        attackers=attackers,
        defenders=defenders,
    )
    if over is not None:
        ended = to.gettext("won by %(winner)s", winner=won_by(over, to)) if over.side else to.gettext("no units left")
        said = f"{said}, {ended}"
    lost = ", ".join(_losses(battle, to))
    return to.gettext("%(battle)s; losses: %(losses)s.", battle=said, losses=lost) if lost else f"{said}."


def _losses(battle: Fought, to: Speech) -> Iterator[str]:
    """Yield what each seat lost, then each side's realms that nobody plays, then rebels or pirates."""
    yield from (f"{to.seat(seat)} {n}" for seat, n in battle.lost.items())
    for side, realms in (("attackers", battle.began.helpers), ("defenders", battle.began.realms)):
        if n := battle.others.get(side, 0):
            yield f"{side_of((), realms, None, to)} {n}"
    if battle.rebels:
        yield f"{outlaws(battle.began.node, to)} {battle.rebels}"
