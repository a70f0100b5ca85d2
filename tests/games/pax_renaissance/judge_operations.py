"""Which operations are legal (F), by the book."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import Action
from adjudicator.components import bits
from adjudicator.games.pax_renaissance.facts import (
    BORDER,
    EMPIRE,
    ITEM,
    KNIGHT,
    MAMLUK,
    NONE,
    PATRON,
    PAWN,
    PLACE,
    SIDE,
    Operation,
    religion_of,
    type_of,
)
from adjudicator.games.pax_renaissance.rules.targets import (
    Behead,
    Campaign,
    Commerce,
    MoveBishop,
    RepressAt,
    RepressOn,
    SailPirate,
    SiegeAt,
    SiegeOn,
    Tax,
    Vote,
)
from tests.games.pax_renaissance.judge_sight import Sight

POLITICAL = ("behead", "tax", "repress", "vote")


def operations(sight: Sight, seat: str, sides: list[str]) -> Iterator[Action]:
    """Every operation that a seat may use of these sides of its tableau (E4)."""
    used = sight.state.turn.used
    for item in sight.tableau[seat]:
        if used >> item & 1 or SIDE.ids[sight.side(item)] not in sides:
            continue
        for icon in sight.operations(item):
            yield from targets(sight, seat, item, icon)


def political(sight: Sight, seat: str) -> Iterator[Action]:
    """Every political operation of an opponent (Glossary: cryptography; R28)."""
    for item, owner in sight.owners.items():
        for icon in sight.operations(item) if owner != seat else ():
            if icon.op in POLITICAL:
                yield from targets(sight, seat, item, icon)


def targets(sight: Sight, seat: str, item: int, icon: Operation) -> Iterator[Action]:
    """Against what one icon of an item may be used by a seat."""
    match icon.op:
        case "inquisitor":
            yield from _inquisitor(sight, item, icon.religion)
        case "commerce":
            money = sight.state.money[icon.side]
            yield from (Commerce(ITEM.ids[item], SIDE.ids[icon.side], slot) for slot, lies in enumerate(money) if lies)
        case "behead":
            yield from _behead(sight, item)
        case "tax":
            yield from _tax(sight, item)
        case "repress":
            yield from _repress(sight, item, icon.types)
        case "vote":
            yield from _vote(sight, seat, item, icon.side)
        case "corsair":
            yield from _corsair(sight, item, icon.religion)
        case "siege":
            yield from _siege(sight, item)
        case "campaign":
            yield from _campaign(sight, seat, item)


def _inquisitor(sight: Sight, item: int, religion: int) -> Iterator[Action]:
    reachable = [*sight.owners, *(each for each in range(len(ITEM)) if sight.on_throne(each))]
    for at in sight.state.bishops[religion]:
        for to in reachable:
            if to != at and steps(sight, at, to):
                yield MoveBishop(ITEM.ids[item], ITEM.ids[at], ITEM.ids[to])


def steps(sight: Sight, at: int, to: int) -> bool:
    """Whether a bishop may go from one item to another (F1, F1c, F1d)."""
    if sight.on_throne(at) and sight.on_throne(to):
        return sight.king_of.get(at, at) == sight.king_of.get(to, to)
    if sight.location(at) & sight.location(to):
        return True
    here, there = sight.place_in_row(at), sight.place_in_row(to)
    if here is None or there is None or here[:2] != there[:2]:
        return False
    return abs(here[2] - there[2]) <= 1


def _behead(sight: Sight, item: int) -> Iterator[Action]:
    only = ITEM.things[item].beheads
    for target in sight.owners:
        if target == item or not sight.location(target) & sight.location(item):
            continue
        if only and not (target in sight.borne and only >> sight.borne[target] & 1):
            continue
        yield Behead(ITEM.ids[item], ITEM.ids[target])


def _tax(sight: Sight, item: int) -> Iterator[Action]:
    for empire in bits(sight.location(item)):
        for border in sight.borders(1 << empire) if sight.empty_places(empire) else ():
            if sight.pawns(border):
                yield Tax(ITEM.ids[item], BORDER.ids[border], EMPIRE.ids[empire])


def _repress(sight: Sight, item: int, types: tuple[int, ...]) -> Iterator[Action]:
    for empire in bits(sight.location(item)):
        for place in sight.standing(empire):
            if type_of(sight.state.places[place]) in types:
                yield RepressAt(ITEM.ids[item], PLACE.ids[place])
        for border in sight.borders(1 << empire) if PAWN in types else ():
            if sight.pawns(border):
                yield RepressOn(ITEM.ids[item], BORDER.ids[border], EMPIRE.ids[empire])


def price_of_vote(sight: Sight, seat: str, empire: int) -> int:
    """A florin for each repressed piece (F6a), less with Jewish Bankers."""
    price = len(sight.state.repressed[empire])
    discount = len(sight.with_ability("vote_discount_per_patron", seat)) * sight.prestige(seat, maids=False)[PATRON]
    return max(price - discount, 0)


def _vote(sight: Sight, seat: str, item: int, side: int) -> Iterator[Action]:
    for empire in EMPIRE:
        number = empire.index
        if empire.side != side or not sight.state.holder[number] or sight.state.suzerain[number] != NONE:
            continue
        votes = {
            each: sight.concessions(1 << number)[each] * (2 if sight.with_ability("multiply_concessions", each) else 1)
            for each in sight.state.seats
        }
        ahead = all(votes[seat] > votes[each] for each in votes if each != seat)
        if ahead and price_of_vote(sight, seat, number) <= sight.state.florins[seat]:
            yield Vote(ITEM.ids[item], empire.id)


def _corsair(sight: Sight, item: int, religion: int) -> Iterator[Action]:
    found = set()
    for empire in bits(sight.location(item)):
        near = sight.adjacent(empire)
        if sight.state.rules.corsair_range == "adjacent_by_sea":
            shared = [BORDER.things[each].empires for each in sight.borders(1 << empire, sea=True)]
            near = sum(1 << each for each in bits(near) if any(both >> each & 1 for both in shared))
        for at in sight.borders(1 << empire, sea=True):
            if religion not in map(religion_of, sight.pirates(at)):
                continue
            for to in sight.borders(1 << empire | near, sea=True):
                if to != at and religion not in map(religion_of, sight.pirates(to)):
                    found.add((at, to))
    yield from (SailPirate(ITEM.ids[item], BORDER.ids[at], BORDER.ids[to]) for at, to in found)


def _siege(sight: Sight, item: int) -> Iterator[Action]:
    for empire in bits(sight.location(item)):
        yield from (SiegeAt(ITEM.ids[item], PLACE.ids[each]) for each in sight.standing(empire))
    for border in sight.borders(sight.location(item)):
        if sight.pirates(border):
            yield SiegeOn(ITEM.ids[item], BORDER.ids[border])


def knights(sight: Sight, seat: str, king: int, empire: int) -> list[str]:
    """Who rides in a campaign, as units: the knights of the king (F9b), and Slave Soldiers (R45)."""
    state = sight.state
    found = [f"place {PLACE.ids[each]}" for each in sight.standing(king) if type_of(state.places[each]) == KNIGHT]
    if EMPIRE.things[empire].side == 1 and sight.with_ability("repressed_in_mamluk_fight_as_knights", seat):
        found += [f"repressed {each}" for each in state.repressed[MAMLUK]]
    return found


def _campaign(sight: Sight, seat: str, king: int) -> Iterator[Action]:
    for empire in bits(sight.adjacent(king)):
        outside = sight.state.rules.strawman_campaign and sight.column(king) != sight.column(empire)
        if sight.state.holder[empire] == seat and not outside:
            continue
        if 0 < len(knights(sight, seat, king, empire)) <= sight.state.florins[seat]:
            yield Campaign(ITEM.ids[king], EMPIRE.ids[empire])
