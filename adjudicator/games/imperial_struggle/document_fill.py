"""Fill in what a state document may leave out or only count, from its other parts, before it is read.

A group that goes on from a table need not list what lies in a stack: it writes how many there are. What follows from
other parts (the tiles of a theatre that has none, the spaces held at the start of a round) may be missing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from adjudicator.components.field_types import Json, Reading

from .document_holders import card_number
from .fact_events import EVENT
from .fact_types import AWARD, NONE, REGION, SIDES, SPACE, TURN, WAR, WAR_IDS, WAR_TILE, Turn
from .facts import FACTS

FORMAT: Final = "imperial_struggle.state"
VERSION: Final = 1

Filler = Callable[[Json, Reading], None]
_FILLERS: list[tuple[str, frozenset[str], Filler]] = []


def fill(doc: Json, unsound: set[str], reading: Reading) -> None:
    """Fill a document in place.

    What depends on keys that are `unsound` (against the schema, or missing) cannot be filled, and is unsound then.
    """
    for made, keys, function in _FILLERS:
        if keys & unsound:
            unsound.add(made)
            doc.pop(made, None)
        else:
            function(doc, reading)


def _fills(made: str, *keys: str) -> Callable[[Filler], Filler]:
    """Register a filler with the key that it makes and the others it reads."""

    def register(function: Filler) -> Filler:
        _FILLERS.append((made, frozenset((made, *keys)), function))
        return function

    return register


def turn_of(doc: Json) -> Turn:
    """Return the turn of a document."""
    return TURN.thing(doc["turn"])


def extra_slot_follows(turn: int, victories: int) -> bool:
    """Return whether M-4 may be in an extra slot (7.3), as far as the markers tell.

    A document says so if they do not tell, which is when the only marker comes from the War of the Spanish Succession.
    """
    return turn >= TURN.index[WAR_IDS[1]] and victories > 0


def awards_face_down(turn: Turn) -> int:
    """Return how many award tiles of the era lie face down: four until its second peace turn (4.1.3)."""
    before = [other.peace for other in TURN.things[: turn.index + 1] if other.peace]
    return len(FACTS.award_set) - len(REGION.ids) if before[-1] % 2 == 1 else 0


def listed(pile: "int | list[str]") -> list[str]:
    """Return the contents of a pile; empty if it is only a number."""
    return [] if isinstance(pile, int) else pile


def size(pile: "int | list[str]") -> int:
    """Return how many a pile has, listed or counted."""
    return pile if isinstance(pile, int) else len(pile)


def rest(whole: Iterable[str], seen: Iterable[str]) -> list[str]:
    """Return what is left of a whole when what is seen is taken away."""
    return sorted((Counter(whole) - Counter(seen)).elements())


def events_left(doc: Json, hands: Iterable[list[str]]) -> list[str]:
    """Return the cards of the eras that have begun which are in no hand and no open pile (4.1.6)."""
    open_ = (doc["discard"], doc["played_events"], doc.get("removed_events", []))
    seen = {card_number(text) for pile in (*hands, *open_) for text in pile}
    return [event.key for event in EVENT if event.era <= turn_of(doc).era and event.number not in seen]


def ignores_war_tiles(doc: Json) -> bool:
    """Turn 6 with the American war's display left over, which a reader ignores (state_document, section 4)."""
    return turn_of(doc).next_war == NONE and doc["war"]["next"] == "awi"


@_fills("conflicts")
def _conflicts(doc: Json, reading: Reading) -> None:
    doc["conflicts_plus"] = [id for id, kind in doc["conflicts"].items() if kind == 2]
    doc["conflicts"] = list(doc["conflicts"])


@_fills("controlled_at_round_start", "flags", "squadrons", "phase")
def _round_start(doc: Json, reading: Reading) -> None:
    """Fill in what was held when the round began; by default as now."""
    given = doc.get("controlled_at_round_start", {}) if doc["phase"] == "action" else {}
    doc["controlled_at_round_start"] = {
        side: given.get(side, _held(doc, side) if doc["phase"] == "action" else []) for side in SIDES
    }


def _held(doc: Json, side: str) -> list[str]:
    flags = [id for id, owner in doc["flags"].items() if owner == side]
    return [id for id in (*flags, *doc["squadrons"][side]["map"]) if id in SPACE]


@_fills("jacobite", "turn")
def _extra_slot(doc: Json, reading: Reading) -> None:
    follows = extra_slot_follows(turn_of(doc).index, doc["jacobite"]["victories"])
    doc["jacobite"].setdefault("extra_slot", follows)


@_fills("awards_left", "turn", "awards")
def _awards(doc: Json, reading: Reading) -> None:
    """Fill in the face-down tiles of a war turn, which may be left out: they are the rest of the eight."""
    left, turn = doc["awards_left"], turn_of(doc)
    figures = {(tile.vp, tile.trp, tile.margin): tile.id for tile in AWARD}
    shown = [figures.get((award["vp"], award["trp"], award["margin"]), "") for award in doc["awards"].values()]
    whole = [AWARD.id_of(tile) for tile in FACTS.award_set]
    for tile, many in (Counter(filter(None, shown)) + Counter(listed(left)) - Counter(whole)).items():
        reading.wrong("awards", f"{many} too many of {tile}", "3.9")
    due = awards_face_down(turn)
    if size(left) not in ((due, 0) if turn.war != NONE else (due,)):
        reading.wrong("awards_left", f"{size(left)} tiles face down instead of {due}", "4.1.3")
    if not listed(left):
        doc["awards_left"] = rest(whole, shown) if due else []


@_fills("war", "turn", "pending", "squadrons")
def _war(doc: Json, reading: Reading) -> None:
    war, unassigned = doc["war"], doc["war"]["theaters"].pop("unassigned", {})
    war["unassigned"] = {side: unassigned.get(side, {}).get("bonus", []) for side in SIDES}
    war["drawn"] = {side: list(_drawn(doc, side)) for side in SIDES}
    if ignores_war_tiles(doc):
        war["next"], war["theaters"] = None, {}
        for side in SIDES:
            war["pool"][side] = {"basic": len(_basic_tiles()), "bonus": 0}
            war["pool"][side]["basic"] -= len(war.get("out_of_game", {}).get(side, []))
        war.setdefault("out_of_game", {side: [] for side in SIDES})
    count = len(WAR.things[WAR_IDS.index(war["next"])].theatres) if war["next"] else 0
    for order in [order for order in war["theaters"] if int(order) > count]:
        reading.wrong(f"war.theaters.{order}", f"this war has {count} theatres", "7.1")
    laid = war["theaters"]
    war["theaters"] = {
        str(order): laid.get(str(order), {side: {"basic": [], "bonus": []} for side in SIDES})
        for order in range(1, count + 1)
    }
    out = war.setdefault("out_of_game", {})
    for side in SIDES:
        if side not in out:
            laid = [tile for sides in war["theaters"].values() for tile in sides[side]["basic"]]
            pool = war["pool"][side]["basic"]
            known = [*laid, *war["drawn"][side], *listed(pool)]
            out[side] = [] if isinstance(pool, int) else rest(_basic_tiles(), known)
    if "squadrons_used" in war:
        war["squadrons_used"] = {side: _still_there(doc, side) for side in SIDES}


def _still_there(doc: Json, side: str) -> list[str]:
    """Return where used squadrons stand; one that was removed since may be kept in mind elsewhere (7.2.1.1)."""
    gone = {*SPACE.ids} - {*doc["squadrons"][side]["map"]}
    return [id for id in doc["war"]["squadrons_used"].get(side, []) if id not in gone]


def _basic_tiles() -> list[str]:
    return [WAR_TILE.id_of(tile) for tile in FACTS.basic_set]


def _drawn(doc: Json, side: str) -> Iterator[str]:
    """Yield war tiles that a decision shows and no theatre has (5.3.3, 5.6.1)."""
    for pending in doc.get("pending", []):
        key = {"place_bonus_tile": "tile", "keep_basic_tile": "drawn"}.get(pending["decision"])
        shown = str(pending.get(key))
        if pending["side"] == side and shown in WAR_TILE and shown not in doc["war"]["unassigned"][side]:
            yield shown


@_fills("ap")
def _points(doc: Json, reading: Reading) -> None:
    if "ap" in doc:
        doc["ap"] = {"major": {}, "minor": {}, "stage": "spending", **doc["ap"]}


@_fills("result")
def _result(doc: Json, reading: Reading) -> None:
    if "result" in doc:
        doc["result"] = doc["result"].lower()


@_fills("round", "phase")
def _round(doc: Json, reading: Reading) -> None:
    if doc["phase"] != "action":
        doc.pop("round", None)


@_fills("theater", "phase")
def _theatre(doc: Json, reading: Reading) -> None:
    if doc["phase"] not in ("war_theater", "war_spoils"):
        doc.pop("theater", None)


def _may_be_empty(key: str) -> None:
    """Declare a list that a document may leave out."""
    _fills(key)(lambda doc, reading: doc.setdefault(key, []))


for _key in ("removed_events", "removed_ministries", "isolated"):
    _may_be_empty(_key)
