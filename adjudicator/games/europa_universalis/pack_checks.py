"""Check that a pack fits together: decks that come out even, cards with what they need (R8.01, R16.01, R17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from msgspec import to_builtins

from adjudicator.kernel.errors import Problem

from .content import Content, all_effects
from .effects import (
    Bonus,
    Bonuses,
    Choice,
    DiscardRuler,
    Effects,
    ExtraDice,
    GainAction,
    GainDucats,
    GainsPower,
    Operation,
    Permit,
    PlaceDynamic,
    Upon,
    WarDeclaration,
    flat,
)
from .facts import REALM, ZONE
from .rules.meeting import Conditions
from .scenario import COUNTS, ROUNDS, events_shown
from .slots import CARD, MILESTONE, TITLE

SYMBOLS: Final = ("square", "circle", "cross", "triangle")
OF_A_REALM: Final = 2
COLOURS: Final = frozenset(each.dynamic for each in REALM if each.dynamic)
HALVES: Final = (1, 2)
LAST_AGE: Final = 4
"""That of the revolution (R15.03)."""


def pack_problems(content: Content) -> Iterator[Problem]:
    """Yield what does not fit in a pack, with its path."""
    yield from _cards(content)
    yield from _events(content)
    yield from _goals(content)
    for at, ops in all_effects(content):
        yield from _choices(at, ops)
        yield from _out_of_place(content, at, ops)
    yield from _dynamic(content)
    yield from _idle(content)
    for colour in ("infantry", "cavalry", "artillery", "rebel", "exploration"):
        if len(getattr(content.dice, colour)) != 6:
            yield Problem(f"dice.{colour}", "six faces are needed")


def _cards(content: Content) -> Iterator[Problem]:
    for id, title in content.cards.items():
        if title not in content.titles:
            yield Problem(f"cards.{id}", f"nothing is said of the title {title!r}")
        elif CARD.thing(id).deck != TITLE.thing(title).deck:
            yield Problem(f"cards.{id}", f"{title!r} is of another deck")
        if id not in content.characters:
            yield Problem(f"characters.{id}", "is missing: every action card has a character")
    for id, face in content.titles.items():
        if (face.kind == "display") != bool(face.acts and face.uses):
            yield Problem(f"titles.{id}", "a display card has uses and acts, and no other card has acts")
        for other in face.discount:
            if other not in content.titles:
                yield Problem(f"titles.{id}.discount.{other}", "nothing is said of this title")


def _events(content: Content) -> Iterator[Problem]:
    for id, face in content.events.items():
        for n, symbol in enumerate(face.symbols):
            if wrong := misplaced(symbol, face.age, content.colours.values()):
                yield Problem(f"events.{id}.symbols[{n}]", wrong)
    ages = sorted({event.age for event in content.events.values()})
    if ages != [*range(1, len(ages) + 1)]:
        yield Problem("events", f"there are events of the ages {ages}, and the first age is 1")
    for age in ages:
        yield from _of_age(content, age)


def misplaced(symbol: str, age: int, colours: Collection[str] = COLOURS) -> str:
    """Return why an event of an age cannot have a symbol, or "" if it can (R15.03, R16.11)."""
    if symbol == "spread_of_the_revolution" and age != LAST_AGE:
        return f"the revolution is of age {LAST_AGE} alone"
    colour = symbol.removeprefix("dnpr_")
    return "" if colour in (symbol, *colours) else f"no dynamic realm is {colour}"


def _of_age(content: Content, age: int) -> Iterator[Problem]:
    """Yield what does not fit in the deck of an age: four rounds, two of each half (R3.01, R16.01)."""
    of_age = {id: each for id, each in content.events.items() if each.age == age}
    for half in HALVES:
        found = Counter(each.mortality for each in of_age.values() if each.kind == "a" and each.half == half)
        if found != Counter(SYMBOLS):
            yield Problem("events", f"age {age}, half {half}: an a-event with each symbol of mortality is needed")
    realms = [(each.realm, each.half) for each in of_age.values() if each.kind == "realm"]
    for realm in dict.fromkeys(each for each, _ in realms):
        halves = [half for each, half in realms if each == realm]
        if len(halves) != OF_A_REALM:
            yield Problem(
                "events", f"age {age}: {realm or 'a realm event without a realm'} has {len(halves)} events, not 2"
            )
        elif sorted(halves) != [*HALVES]:
            yield Problem("events", f"age {age}: one event of {realm} is needed in each half")
    for players, count in COUNTS.items():
        used = Counter(
            each.half
            for each in of_age.values()
            if (not each.players or players in each.players) and (each.kind != "realm" or each.realm in count.realms)
        )
        shown, n = events_shown(players), sum(used.values())
        if n != ROUNDS * shown:
            yield Problem("events", f"age {age}: {n} events for {players} players, not {ROUNDS} rounds of {shown}")
        else:
            most = n // len(HALVES)
            for half in (each for each in HALVES if used[each] > most):
                yield Problem(
                    "events", f"age {age}, half {half}: {used[half]} events for {players} players, not {most}"
                )
    decks = {MILESTONE.thing(id).deck for id, each in content.milestones.items() if each.age == age}
    for deck in dict.fromkeys(each.deck for each in MILESTONE):
        if deck not in decks:
            yield Problem("milestones", f"age {age}: the deck {deck} has none")


def _goals(content: Content) -> Iterator[Problem]:
    for id, face in content.missions.items():
        for other in face.after:
            if other not in content.missions or content.missions[other].realm != face.realm:
                yield Problem(f"missions.{id}.after", f"{other!r} is no mission of {face.realm}")
        if not face.needs and not face.manual:
            yield Problem(f"missions.{id}.needs", "what has to hold is missing")
        yield from _impossible(f"missions.{id}.needs", face.needs)
    for id, milestone in content.milestones.items():
        if not milestone.needs:
            yield Problem(f"milestones.{id}.needs", "what has to hold is missing: everybody would reach it at once")
        yield from _impossible(f"milestones.{id}.needs", milestone.needs)
        for n, op in enumerate(milestone.reward):
            if not isinstance(op, GainsPower | GainDucats):
                yield Problem(f"milestones.{id}.reward[{n}]", "a milestone brings power or ducats alone")
    for id, struggle in content.struggles.items():
        if not struggle.areas:
            yield Problem(f"struggles.{id}.areas", "a battleground is needed")
    for id, trade in content.trades.items():
        for number, market in enumerate(trade.markets):
            if not market.key or market.secondary == market.node:
                yield Problem(f"trades.{id}.markets[{number}]", "key provinces and another node are needed")


def _impossible(at: str, needs: Conditions) -> Iterator[Problem]:
    """Yield conditions for more trade-protecting ships than a zone has slots.

    The slots are those of R9.20.
    """
    for n, need in enumerate(needs):
        asked = to_builtins(need)
        if asked["is"] == "protects" and asked.get("n", 1) > (slots := ZONE.thing(asked["zone"]).slots):
            yield Problem(f"{at}[{n}].n", f"{asked['zone']} has slots for {slots} ships that protect trade")


MARCHES: Final = ("move_army", "land_activation")
OF_ACTIONS: Final = {
    "spaces": MARCHES,
    "no_mountains": MARCHES,
    "light": MARCHES,
    "strength": ("siege", "land_activation"),
}
"""The arguments of `gain_action` that belong to some actions alone."""


def idle(op: Operation) -> Iterator[str]:
    """Yield the arguments of an operation that change nothing beside its other ones."""
    if isinstance(op, GainAction):
        yield from (name for name, actions in OF_ACTIONS.items() if getattr(op, name) and op.action not in actions)
    if isinstance(op, Upon) and op.which and (op.realm or (isinstance(op, WarDeclaration) and op.by)):
        yield "which"


def misfits(bonus: Bonus) -> Iterator[tuple[str, str]]:
    """Yield the arguments of a bonus that do not fit its other ones, and what is wrong with each."""
    if isinstance(bonus, Permit) and bonus.n and bonus.what != "ignore_dissent":
        yield "n", "changes nothing here"
    if isinstance(bonus, Permit) and not bonus.n and bonus.what == "ignore_dissent":
        yield "n", "in how many areas is dissent ignored?"
    if isinstance(bonus, ExtraDice) and bonus.same and not bonus.any:
        yield "same", "changes nothing here"


def _idle(content: Content) -> Iterator[Problem]:
    """Yield arguments and bonuses that change nothing where they stand."""
    for at, ops in all_effects(content):
        for op in flat(ops):
            yield from (Problem(at, f"{op.__struct_config__.tag}: {name!r} changes nothing here") for name in idle(op))
    for id, idea in content.ideas.items():
        yield from _idle_bonuses(f"ideas.{id}.bonus", idea.bonus, of_battles=False)
    for id, title in content.titles.items():
        yield from _idle_bonuses(f"titles.{id}.dice", title.dice, of_battles=True)
        for n, act in enumerate(title.acts):
            yield from _idle_bonuses(f"titles.{id}.acts[{n}].dice", act.dice, of_battles=True)


def _idle_bonuses(at: str, bonuses: Bonuses, *, of_battles: bool) -> Iterator[Problem]:
    for n, bonus in enumerate(bonuses):
        if isinstance(bonus, ExtraDice) is not of_battles:
            yield Problem(f"{at}[{n}]", "a battle action has extra_dice alone, and nothing else has them")
        yield from (Problem(f"{at}[{n}].{name}", wrong) for name, wrong in misfits(bonus))


def _choices(at: str, ops: Effects) -> Iterator[Problem]:
    for n, op in enumerate(ops):
        if isinstance(op, Choice):
            if len(op.options) < 2:
                yield Problem(f"{at}[{n}].options", "two options at least are needed")
            for k, option in enumerate(op.options):
                yield from _choices(f"{at}[{n}].options[{k}]", option)


def _dynamic(content: Content) -> Iterator[Problem]:
    """Yield operations that make a realm dynamic without one colour for its tokens (R13.02)."""
    for at, ops in all_effects(content):
        for op in flat(ops):
            if not isinstance(op, PlaceDynamic):
                continue
            colour = content.colours.get(REALM.index[op.realm])
            if colour is None:
                yield Problem(at, f"place_dynamic: a colour is needed, for {op.realm} has none on the map")
            elif op.colour and (REALM.thing(op.realm).dynamic or colour) != op.colour:
                yield Problem(at, f"place_dynamic: the tokens of {op.realm} have two colours")


def _out_of_place(content: Content, at: str, ops: Effects) -> Iterator[Problem]:
    """Yield operations that would do nothing where they stand (R16.03, R18.26)."""
    part, id = at.split(".")[:2]
    for n, op in enumerate(ops):
        if isinstance(op, Choice):
            for k, option in enumerate(op.options):
                yield from _out_of_place(content, f"{at}[{n}].options[{k}]", option)
        if isinstance(op, DiscardRuler) and not (part == "events" and id in content.characters):
            yield Problem(f"{at}[{n}]", "only an event with a ruler lets a realm discard it")
