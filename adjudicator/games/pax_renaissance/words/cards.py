"""Cards and squares in words: where they are, what they do, what they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.components.bits import bits
from adjudicator.language import msgid

from .. import facts
from ..rules.table import bishop_on, front, silenced, vassals
from ..state import State
from ..texts import what
from .book import Speech


def operation(found: facts.Operation, to: Speech) -> str:
    """Return an operation, such as `repress (knight, pawn)`.

    Others are `siege`, `inquisitor (Catholic)`, `commerce (East)`.
    """
    told = [to.thing(facts.RELIGION, found.religion)] if found.religion != facts.NONE else []
    told += [to.thing(facts.SIDE, found.side)] if found.side != facts.NONE and found.op == "commerce" else []
    told += [to.thing(facts.TYPE, target) for target in found.targets]
    name = to.thing(facts.OPERATION, found.op)
    return f"{name} ({', '.join(told)})" if told else name


def operations(found: Iterable[facts.Operation], to: Speech) -> str:
    """Return all operations of an item."""
    return ", ".join(operation(each, to) for each in found)


def one_shot(found: facts.OneShot, to: Speech) -> str:
    """Return a one-shot, such as `crusade (Catholic)`.

    Another is `trade shift (Novgorod)`.
    """
    name = to.thing(facts.ONE_SHOT, found.kind)
    if found.emporium != facts.NONE:
        return f"{name} ({to.thing(facts.ROUTE, found.emporium)})"
    return f"{name} ({to.things(facts.RELIGION, found.religions)})" if found.religions else name


def where(item: facts.Item, to: Speech) -> str:
    """Return its empire, or its region, or the suitors of a queen."""
    if item.kind == "queen":
        return to.gettext("queen for %(empires)s", empires=to.things(facts.EMPIRE, facts.EMPIRE.ids_of(item.suitors)))
    if item.region:
        return to.thing(facts.SIDE, item.side)
    return to.things(facts.EMPIRE, facts.EMPIRE.ids_of(item.location))


def agents(item: facts.Item, to: Speech) -> str:
    """List the pieces that come with a card; a pawn is one of the bank that plays it."""
    told = [
        to.thing(facts.TYPE, "pawn") if each >= facts.FIRST_PAWN else to.thing(facts.PIECE, each)
        for each in item.agents
    ]
    return ", ".join(f"{told.count(each)} × {each}" if told.count(each) > 1 else each for each in dict.fromkeys(told))


def described(index: int, to: Speech) -> str:
    """Describe what is printed on a card of the market or of a hand."""
    item = facts.ITEM.things[index]
    if item.kind == "comet":
        return to.gettext("comet: opens a victory")
    return "; ".join(_described(item, to))


def explained(index: int, to: Speech) -> str:
    """Describe a card, and what its one-shot and its operations do."""
    item, code = facts.ITEM.things[index], to.language.code
    told = [("one_shot", facts.ONE_SHOT, item.one_shot.kind)] if item.one_shot is not None else []
    told += [("operation", facts.OPERATION, each) for each in dict.fromkeys(one.op for one in item.operations)]
    lines = [described(index, to), *(f"{to.thing(kind, id)}: {what(name, id, code)}" for name, kind, id in told)]
    return ". ".join(line[:1].upper() + line[1:] for line in lines)


def _described(item: facts.Item, to: Speech) -> Iterator[str]:
    yield where(item, to)
    for template, face in zip((msgid("king: %(does)s"), msgid("republic: %(does)s")), item.faces, strict=False):
        shown = (operations(face.operations, to), to.things(facts.PRESTIGE, face.prestige))
        yield to.gettext(template, does=", ".join(filter(None, shown)) or "–")
    if item.agents:
        yield to.gettext("agents: %(agents)s", agents=agents(item, to))
    if item.one_shot is not None:
        yield to.gettext("one-shot: %(shot)s", shot=one_shot(item.one_shot, to))
    if item.operations:
        yield operations(item.operations, to)
    if item.prestige:
        yield to.gettext("prestige: %(prestige)s", prestige=to.things(facts.PRESTIGE, item.prestige))
    for ability in item.abilities:
        yield f"{to.thing(facts.ABILITY, ability)}: {what('ability', ability, to.language.code)}"


def gist(index: int, to: Speech) -> str:
    """Describe a card briefly, for a cell of a table: `Hungary; conspiracy`."""
    item = facts.ITEM.things[index]
    if item.kind == "comet":
        return to.gettext("comet")
    told = [where(item, to)] + ([one_shot(item.one_shot, to)] if item.one_shot is not None else [])
    return "; ".join(told)


def called(state: State, index: int, to: Speech) -> str:
    """Name an item of a tableau with its short name, a square by its empire and what it is: `France T12, republic`."""
    if index >= len(facts.EMPIRE):
        return to.at(facts.ITEM, index)
    name = f"{to.thing(facts.EMPIRE, index)} {to.short(facts.ITEM, index)}"
    return to.gettext("%(empire)s, republic", empire=name) if state.republics >> index & 1 else name


def held(state: State, seat: str, index: int, to: Speech) -> tuple[str, str, str]:
    """Describe an item of a tableau: its name with queens and vassals, what it can do, what it shows."""
    name = called(state, index, to)
    queens = state.queens[index] if index < len(facts.EMPIRE) else []
    remarks = [to.gettext("queen %(name)s", name=to.at(facts.ITEM, queen)) for queen in queens]
    under = vassals(state, index) if index < len(facts.EMPIRE) else []
    if under:
        remarks.append(
            to.gettext("vassals: %(names)s", names=", ".join(to.thing(facts.EMPIRE, each) for each in under))
        )
    bishop = bishop_on(state, index)
    if bishop != facts.NONE:
        remarks.append(to.gettext("bishop: %(religion)s", religion=to.thing(facts.RELIGION, bishop)))
    if silenced(state, seat) >> index & 1:
        remarks.append(to.gettext("silenced"))
    own = [index, *queens, *under]
    can = [each for item in own for each in front(state, item).operations]
    shown = [each for item in own for each in front(state, item).prestige]
    name = f"{name} ({'; '.join(remarks)})" if remarks else name
    return name, operations(can, to), to.things(facts.PRESTIGE, shown)


def abilities(items: int, to: Speech) -> Iterator[str]:
    """Yield the abilities of these items, each after its card."""
    for index in bits(items):
        if found := facts.ITEM.things[index].abilities:
            yield f"{to.at(facts.ITEM, index)}: {to.things(facts.ABILITY, found)}"
