"""Define the conditions of orders, over what a side may know: the part `conditions`, in English and Russian."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from adjudicator.orders import NameBook, called, name
from adjudicator.orders.vocabulary.conditions import Condition, Conditions, Measured, condition

from .fact_events import EVENT
from .fact_types import ACTION_TYPE, ACTION_TYPES, FLAG, REGION, SIDE, SIDES, SPACE, TURN, WAR
from .known import known
from .names import names
from .rules.scoring import region_tally
from .view import View
from .words.things import things

_IN_WAR: Final = ("war_theater", "war_spoils", "war_layout")


class Controls(Condition, frozen=True, tag="controls"):
    """The flag or squadron on a space is of this side; without a flag the own one. Rule 3.2.7."""

    space: Annotated[str, SPACE]
    flag: Annotated[str | None, FLAG] = None

    def holds(self, view: View, seat: str) -> bool:
        return view.space(self.space).owner == (self.flag or seat)


class Uncontrolled(Condition, frozen=True, tag="uncontrolled"):
    """Nobody's flag or squadron lies on a space. Rule 3.2.7."""

    space: Annotated[str, SPACE]

    def holds(self, view: View, seat: str) -> bool:
        return view.space(self.space).owner is None


class Conflict(Condition, frozen=True, tag="conflict"):
    """A conflict marker lies on a space. Rule 3.8."""

    space: Annotated[str, SPACE]

    def holds(self, view: View, seat: str) -> bool:
        return view.space(self.space).conflict > 0


class Leads(Condition, frozen=True, tag="leads"):
    """A side, or the own one, counts more spaces in a region than the other. Rule 4.1.12."""

    region: Annotated[str, REGION]
    side: Annotated[str | None, SIDE] = None

    def holds(self, view: View, seat: str) -> bool:
        counts, own = region_tally(known(view), REGION.index[self.region]), SIDES.index(self.side or seat)
        return counts[own] > counts[1 - own]


class TookTile(Condition, frozen=True, tag="took_tile"):
    """The newest investment tile of a side this turn has a major action of this type. Rule 5.1."""

    side: Annotated[str, SIDE]
    type: Annotated[str, ACTION_TYPE]

    def holds(self, view: View, seat: str) -> bool:
        taken = view.taken(self.side)
        return bool(taken) and ACTION_TYPES[taken[-1].major] == self.type


class HoldsEvent(Condition, frozen=True, tag="holds_event"):
    """An Event card, by its number, is in the own hand. Rule 3.4."""

    event: Annotated[int, EVENT]

    def holds(self, view: View, seat: str) -> bool:
        return any(self.event in part.hand for part in view.private if SIDES[part.side] == seat)


class AtWar(Condition, frozen=True, tag="at_war"):
    """A war is fought, or this one. Rule 7."""

    war: Annotated[str | None, WAR] = None

    def holds(self, view: View, seat: str) -> bool:
        return view.phase in _IN_WAR and self.war in (None, view.war)


class Debt(Measured, frozen=True, tag="debt"):
    """The debt of a side, or the own one. Rule 6.1."""

    side: Annotated[str | None, SIDE] = None

    def measure(self, view: View, seat: str) -> int:
        return view.public.debt[SIDES.index(self.side or seat)]


class SpareDebt(Measured, frozen=True, tag="spare_debt"):
    """The debt that the own side may still take. Rule 6.1."""

    def measure(self, view: View, seat: str) -> int:
        own = SIDES.index(seat)
        return view.public.debt_limit[own] - view.public.debt[own]


class TreatyPoints(Measured, frozen=True, tag="treaty_points"):
    """The treaty points of a side, or the own ones. Rule 9.1."""

    side: Annotated[str | None, SIDE] = None

    def measure(self, view: View, seat: str) -> int:
        return view.public.treaty_points[SIDES.index(self.side or seat)]


class VictoryPoints(Measured, frozen=True, tag="vp"):
    """The position of the marker of victory points: France wins above 15. Rule 2."""

    def measure(self, view: View, seat: str) -> int:
        return view.public.vp


class Turn(Measured, frozen=True, tag="turn"):
    """The peace turn; in a war the one before it. Rule 4."""

    def measure(self, view: View, seat: str) -> int:
        return sum(turn.id.isdigit() for turn in TURN.things[: view.public.turn + 1])


class Squadrons(Measured, frozen=True, tag="squadrons"):
    """The squadrons in the own navy box. Rule 3.6."""

    def measure(self, view: View, seat: str) -> int:
        return view.public.navy_box[SIDES.index(seat)]


_SPACE, _SIDE, _FLAG = name("space"), name("side"), name("flag")
_TOLD: Final = (
    condition(Controls, _SPACE, en="{space} is~ mine | I~ control {space} | I~ hold {space}", ru="{space} ~у меня"),
    condition(
        Controls, _SPACE, _FLAG,
        en="{space} is~ held by {flag} | {flag} holds {space} | {flag} controls {space} | {space} belongs to {flag}",
        ru="{space} ~у {flag@genitive} | {flag} владеет {space}",
    ),
    condition(
        Uncontrolled, _SPACE,
        en="{space} is~ uncontrolled | {space} is~ free",
        ru="{space} ~без флага | {space} ~свободна | {space} ~ничья",
    ),
    condition(
        Conflict, _SPACE,
        en="{space} is~ in conflict | conflict in {space} | there is a conflict marker in {space}",
        ru="{space} ~под маркером конфликта | конфликт в {space} | маркер конфликта в {space}",
    ),
    condition(
        Leads, name("region"),
        en="I am~ ahead in {region} | I lead in {region}", ru="я ~впереди в регионе {region} | я ~впереди в {region}",
    ),
    condition(
        Leads, name("region"), _SIDE,
        en="{side} is~ ahead in {region} | {side} leads in {region}",
        ru="{side} ~впереди в регионе {region} | {side} ~впереди в {region}",
    ),
    condition(
        TookTile, _SIDE, name("type"),
        en="{side} takes a tile: {type} | {side} takes a {type} tile | {side} took a {type} tile",
        ru="{side} берёт тайл: {type} | {side} берёт {type} тайл | {side} взяла {type} тайл",
    ),
    condition(
        HoldsEvent, name("event"),
        en="{event} is~ in my hand | I~ hold {event} | I have {event}",
        ru="{event} ~на руке | у меня на руке {event} | у меня есть {event}",
    ),
    condition(AtWar, en="we are~ at war | there is~ a war", ru="сейчас ~война | идёт война"),
    condition(AtWar, name("war"), en="it is~ the {war}", ru="сейчас ~{war} | идёт {war}"),
    condition(
        Debt,
        en="debt {than} {amount} | my debt {than} {amount}", ru="долг {than} {amount} | мой долг {than} {amount}",
    ),
    condition(
        Debt, _SIDE,
        en="debt of {side} {than} {amount} | {side} debt {than} {amount}", ru="долг {side@genitive} {than} {amount}",
    ),
    condition(
        SpareDebt,
        en="spare debt {than} {amount} | debt left {than} {amount}",
        ru="запас долга {than} {amount} | свободный долг {than} {amount}",
    ),
    condition(
        TreatyPoints,
        en="treaty points {than} {amount} | my treaty points {than} {amount}",
        ru="очки договора {than} {amount} | очков договора {than} {amount}",
    ),
    condition(
        TreatyPoints, _SIDE,
        en="treaty points of {side} {than} {amount}", ru="очки договора {side@genitive} {than} {amount}",
    ),
    condition(
        VictoryPoints,
        en="VP {than} {amount} | victory points {than} {amount}",
        ru="ПО {than} {amount} | победные очки {than} {amount}",
    ),
    condition(Turn, en="turn {than} {amount}", ru="ход {than} {amount}"),
    condition(
        Squadrons,
        en="squadrons in my Navy Box {than} {amount} | squadrons {than} {amount}",
        ru="эскадр в Поле Флота {than} {amount} | эскадр {than} {amount} | эскадры {than} {amount}",
    ),
)  # fmt: skip
_SPOKEN = [names(code) for code in names.languages]
_FLAGS: Final = [each for spoken in _SPOKEN for each in called(spoken, FLAG, cases=("genitive",))]
CONDITIONS: Final = Conditions(
    NameBook(
        [
            *(each for spoken in _SPOKEN for each in things(spoken, "")),
            *(each for spoken in _SPOKEN for kind in (REGION, ACTION_TYPE) for each in called(spoken, kind)),
            *_FLAGS,
            *(msgspec.structs.replace(each, kind=SIDE.name) for each in _FLAGS if each.id in SIDES),
        ]
    ),
    _TOLD,
)
