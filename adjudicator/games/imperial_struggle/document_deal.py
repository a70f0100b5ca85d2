"""Hidden parts that a state document only counts are dealt: hands, and tiles that lie at the theatres of the next war.

A group that goes on from a table need not tell anybody which cards were held: it writes how many, and new ones are
dealt from what lies nowhere else. Ministries are chosen, not dealt: they must be named.
"""

from collections.abc import Iterable
from copy import deepcopy

from adjudicator.components.field_types import Json
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import DocumentError, Problem

from .document import load
from .document_fill import events_left, listed, rest
from .document_holders import card_number
from .fact_events import EVENT
from .fact_types import SIDES, WAR_IDS, WAR_TILE
from .facts import FACTS


def dealt(doc: Json, chance: Chance) -> Json:
    """Return the document with everything dealt that it only counts.

    What does not have the form of a document stays as it is: reading it tells what is wrong.

    Raises:
        DocumentError: There is too little to deal from.
    """
    filled = deepcopy(doc)
    try:
        problems = [*_hands(filled, chance), *_theatres(filled, chance)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return doc
    if problems:
        raise DocumentError([*problems, *_others(filled, {problem.path for problem in problems})])
    return filled


def _others(doc: Json, known: set[str]) -> list[Problem]:
    """Return what else is wrong, so that all of it is told at once."""
    try:
        load(doc)
    except DocumentError as error:
        return [problem for problem in error.problems if problem.path not in known]
    return []


def _hands(doc: Json, chance: Chance) -> list[Problem]:
    """Rule 4.1.6: cards come from the pile; where it is only counted, from all cards of the era that lie nowhere."""
    problems = []
    for side in SIDES:
        wanted = doc["hands"][side]
        if not isinstance(wanted, int):
            continue
        pool = _events_left(doc)
        if not 0 <= wanted <= len(pool):
            problems.append(Problem(f"hands.{side}", f"{wanted} cards cannot be dealt from {len(pool)}", "4.1.6"))
            continue
        cards = chance.pick_many("event", "cards", pool, wanted, {"side": side})
        doc["hands"][side] = [EVENT.at(number).key for number in cards]
        if isinstance(doc["event_deck"], list):
            doc["event_deck"] = [text for text in doc["event_deck"] if card_number(text) not in cards]
    return problems


def _events_left(doc: Json) -> list[int]:
    pile = doc["event_deck"]
    left = pile if isinstance(pile, list) else events_left(doc, map(listed, doc["hands"].values()))
    return sorted(map(card_number, left))


def _theatres(doc: Json, chance: Chance) -> list[Problem]:
    """Deal a Basic tile and Bonus tiles to each side (3.7, 5.6.1).

    The tiles come from the side's own pools.
    """
    problems = []
    for key, sides in doc["war"]["theaters"].items():
        for side in SIDES:
            for kind in ("basic", "bonus"):
                wanted = sides.get(side, {}).get(kind)
                if not isinstance(wanted, int):
                    continue
                pool = _tiles_left(doc, side, kind)
                if not 0 <= wanted <= len(pool):
                    path = f"war.theaters.{key}.{side}.{kind}"
                    problems.append(Problem(path, f"{wanted} tiles cannot be laid from {len(pool)}", "3.7"))
                    continue
                drawn = chance.pick_many(f"{kind}_tile", "tiles", pool, wanted, {"side": side, "theater": key})
                sides[side][kind] = drawn
                _take(doc["war"]["pool"][side], kind, drawn)
    return problems


def _tiles_left(doc: Json, side: str, kind: str) -> list[str]:
    """Return the pool, or everything that is nowhere else if the pool is only counted."""
    pool = doc["war"]["pool"][side][kind]
    if isinstance(pool, list):
        return sorted(pool)
    war = doc["war"]
    whole = FACTS.basic_set if kind == "basic" else FACTS.bonus_sets[WAR_IDS.index(war["next"])][SIDES.index(side)]
    laid = [tile for sides in war["theaters"].values() for tile in listed(sides.get(side, {}).get(kind, []))]
    out = war.get("out_of_game", {}).get(side, []) if kind == "basic" else []
    return rest(map(WAR_TILE.id_of, whole), [*laid, *out])


def _take(pool: Json, kind: str, drawn: Iterable[str]) -> None:
    if isinstance(pool[kind], list):
        pool[kind] = rest(pool[kind], drawn)
