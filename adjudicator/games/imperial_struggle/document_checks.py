"""Checks on map, tracks and cursor of a state document (state_document, section 6, points 1, 2, 8-12)."""

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.kernel.errors import Problem

from .cursor import DECISIONS
from .document_form import check, event_number, turn_of, unknown_spaces
from .document_write import Json
from .fact_events import PARTS
from .fact_types import NONE, SIDES, WAR_IDS
from .facts import facts
from .house_rules import OPTIONS
from .isolation import cut_off


@check("flags", "turn")
def _flags(doc: Json) -> Iterator[Problem]:
    f = facts()
    yield from unknown_spaces(doc["flags"], "flags", ~f.naval, "space for flags: squadrons hold naval spaces", "3.2.4")
    available = f.available[turn_of(doc).era] | f.usa_spaces
    for id in doc["flags"]:
        if id in f.space and not available >> f.space[id] & 1:
            yield Problem(f"flags.{id}", f"{id} comes into play in a later era", "3.2.1")


@check("flags", "usa_flags")
def _usa(doc: Json) -> Iterator[Problem]:
    f = facts()
    usa = [id for id, owner in doc["flags"].items() if owner == "usa"]
    if len(usa) != doc["usa_flags"]:
        yield Problem("usa_flags", f"{doc['usa_flags']} given, {len(usa)} on the map", "10.0")
    yield from unknown_spaces(usa, "flags", f.usa_award | f.canada_award, "territory that may fly a USA flag", "7.3")
    if not usa:
        for id in doc["flags"]:
            if id in f.space and f.usa_spaces >> f.space[id] & 1:
                yield Problem(f"flags.{id}", f"{id} needs a USA flag on the map", "10.0")


@check("flags", "options")
def _spain(doc: Json) -> Iterator[Problem]:
    if doc.get("options", {}).get("spanish_empire_12_1"):
        return
    for id, owner in doc["flags"].items():
        if owner == "spain":
            yield Problem(f"flags.{id}", "Spanish flags need the option spanish_empire_12_1", "12.1")


@check("damaged_forts")
def _forts(doc: Json) -> Iterator[Problem]:
    yield from unknown_spaces(doc["damaged_forts"], "damaged_forts", facts().fort, "fort", "3.2.5")


@check("conflicts")
def _conflicts(doc: Json) -> Iterator[Problem]:
    f = facts()
    yield from unknown_spaces(doc["conflicts"], "conflicts", f.market | f.political, "market or political space", "3.8")


@check("huguenots")
def _huguenots(doc: Json) -> Iterator[Problem]:
    f = facts()
    placed, spent = doc["huguenots"]["placed"], doc["huguenots"]["spent"]
    yield from unknown_spaces(placed, "huguenots.placed", f.territory, "territory", "M-9")
    for id in spent:
        if id not in placed:
            yield Problem(f"huguenots.spent.{id}", "no marker was placed there", "M-9")
    if len(placed) > f.set_up.huguenots:
        yield Problem("huguenots.placed", f"there are only {f.set_up.huguenots} markers", "M-9")


@check("controlled_at_round_start")
def _round_start(doc: Json) -> Iterator[Problem]:
    for side, ids in doc.get("controlled_at_round_start", {}).items():
        yield from unknown_spaces(ids, f"controlled_at_round_start.{side}", ~0, "space", "5.4.1")


@check("isolated")
def _isolated(doc: Json) -> Iterator[Problem]:
    yield from unknown_spaces(doc["isolated"], "isolated", facts().market, "market", "5.4.1")


@check("advantages")
def _advantage_ids(doc: Json) -> Iterator[Problem]:
    tiles = doc["advantages"]
    for key in ("owner", "exhausted", "new_this_round"):
        for id in tiles[key]:
            if id not in facts().advantage:
                yield Problem(f"advantages.{key}.{id}", f"there is no advantage {id!r}", "8.0")


@check("ap")
def _points(doc: Json) -> Iterator[Problem]:
    deployed = doc.get("ap", {}).get("deployed", [])
    yield from unknown_spaces(deployed, "ap.deployed", facts().naval, "naval space", "5.6.6")


# ---- 6.2 squadrons


@check("squadrons")
def _squadrons(doc: Json) -> Iterator[Problem]:
    total = facts().limits.squadrons
    for side, has in doc["squadrons"].items():
        yield from unknown_spaces(has["map"], f"squadrons.{side}.map", facts().naval, "naval space", "3.2.4")
        kept = ("navy_box", "unbuilt", "removed", "away_until_next_peace_turn")
        count = len(has["map"]) + sum(has.get(key, 0) for key in kept)
        if count != total:
            yield Problem(f"squadrons.{side}", f"{count} squadrons instead of {total}", "3.6")
    for id in set(doc["squadrons"]["france"]["map"]) & set(doc["squadrons"]["britain"]["map"]):
        yield Problem(f"squadrons.britain.map.{id}", "a naval space holds at most one squadron", "3.2.7")


# ---- 6.8 advantages


@check("flags", "advantages")
def _advantages(doc: Json) -> Iterator[Problem]:
    f = facts()
    owner = doc["advantages"]["owner"]
    for tile in f.advantages:
        holders = {doc["flags"].get(id) for id in f.ids(tile.spaces)}
        holder = holders.pop() if len(holders) == 1 else None
        due = holder if holder in SIDES else None
        if owner.get(tile.id) != due:
            text = f"{owner.get(tile.id) or 'nobody'} instead of {due or 'nobody'}: all spaces of the tile decide"
            yield Problem(f"advantages.owner.{tile.id}", text, "8.1")


# ---- 6.9, 6.10 tracks and demand


@check("options")
def _options(doc: Json) -> Iterator[Problem]:
    for key, value in doc.get("options", {}).items():
        if key not in OPTIONS:
            yield Problem(f"options.{key}", f"there is no option {key!r}")
        elif not any(
            value is allowed or (isinstance(value, str) and value == allowed) for allowed in OPTIONS[key].values
        ):
            yield Problem(f"options.{key}", f"{value!r} is none of {OPTIONS[key].values}", OPTIONS[key].rule)


@check("debt", "debt_limit")
def _debt(doc: Json) -> Iterator[Problem]:
    for side in SIDES:
        if doc["debt"][side] > doc["debt_limit"][side]:
            text = f"{doc['debt'][side]} is above the limit of {doc['debt_limit'][side]}"
            yield Problem(f"debt.{side}", text, "6.3")


@check("vp", "phase")
def _victory_points(doc: Json) -> Iterator[Problem]:
    """Whoever stood at an end of the track when it was looked at has won; between two looks only so much is gained."""
    ends, phase = facts().scoring, doc["phase"]
    if phase in ("final_scoring", "game_over"):
        return
    reach = 0 if phase in ("deal_cards", "ministry", "initiative") else _most_of_a_war()
    least, most = ends.vp_britain_wins + 1 - reach, ends.vp_france_wins - 1 + reach
    if not least <= doc["vp"] <= most:
        yield Problem("vp", f"{doc['vp']} is impossible here: from {least} to {most}", "4.1.13")


def _most_of_a_war() -> int:
    """Victory points that one side can win in a war at most: spoils (7.2), conquests that are refused (7.2.2), debt
    symbols against an opponent at his limit (7.1.2, 6.3b). No turn gives more.
    """
    f = facts()
    spoils = max(
        sum(max(row.vp for rows in theatre.spoils for row in rows) for theatre in war.theatres) for war in f.wars
    )
    own = [*f.basic_set, *f.bonus_sets[0][0]]
    symbols = sum(f.war_tiles[tile].symbol == "debt" for tile in own)
    return spoils + sum(f.war_rules.refusal_vp) + symbols


@check("demand", "played_events")
def _demand(doc: Json) -> Iterator[Problem]:
    drawn = facts().limits.demand_drawn
    fourth = any(event_number(text) == 19 for text in doc["played_events"])
    if len(doc["demand"]) not in ((drawn, drawn + 1) if fourth else (drawn,)):
        allowed = "three or four commodities" if fourth else "three commodities"
        yield Problem("demand", f"{len(doc['demand'])} instead of {allowed}", "4.1.4")


# ---- 6.11 and the cursor


@check("turn", "phase", "active")
def _phase(doc: Json) -> Iterator[Problem]:
    turn, phase = turn_of(doc), doc["phase"]
    if phase.startswith("war_") != (turn.war != NONE) and phase != "game_over":
        yield Problem("phase", f"{phase} is not a phase of turn {turn.id}", "4.0")
    if phase == "final_scoring" and turn.peace != 6:
        yield Problem("phase", "final scoring belongs to turn 6", "4.1.14")
    if phase == "action" and len(doc["active"]) != 1:
        yield Problem("active", "one side plays an action round", "4.1.9")


@check("phase", "pending")
def _decisions(doc: Json) -> Iterator[Problem]:
    for n, pending in enumerate(doc.get("pending", [])):
        if pending["decision"] not in DECISIONS[doc["phase"]]:
            text = f"{pending['decision']} is not asked in the phase {doc['phase']}"
            yield Problem(f"pending.{n}.decision", text, "4.0")


@check("pending", "active", "ap")
def _event_choice(doc: Json) -> Iterator[Problem]:
    for n, pending in enumerate(doc.get("pending", [])):
        if pending["decision"] != "choose_for_event":
            continue
        if not _well_formed("card", pending.get("card")):
            yield Problem(f"pending.{n}.card", "the event that asks must be named", "5.2")
        if pending.get("part") not in PARTS:
            yield Problem(f"pending.{n}.part", f"must be one of {', '.join(PARTS)}", "5.2")
        if "ap" not in doc:
            yield Problem("ap", "an event is played after a tile was taken", "5.2")


@check("phase", "round", "active", "first_player", "investments", "ap", "turn")
def _taken(doc: Json) -> Iterator[Problem]:
    if doc["phase"] != "action" or len(doc["active"]) != 1:
        return
    active, first, round = doc["active"][0], doc["first_player"], doc["round"]
    for side in SIDES:
        due = round - 1
        if (side == active and "ap" in doc) or (side != active and active != first):
            due = round
        if len(doc["investments"]["taken"][side]) != due:
            text = f"{len(doc['investments']['taken'][side])} tiles taken instead of {due} in round {round}"
            yield Problem(f"investments.taken.{side}", text, "4.1.9")


@check("phase", "theater", "theater_id", "war")
def _theatre(doc: Json) -> Iterator[Problem]:
    war = doc["war"]["next"]
    if doc["phase"] not in ("war_theater", "war_spoils") or war is None:
        return
    theatres = facts().wars[WAR_IDS.index(war)].theatres
    number = doc["theater"]
    if number > len(theatres) or theatres[number - 1].id != doc["theater_id"]:
        yield Problem("theater_id", f"theatre {number} of this war is another one", "7.1")


PENDING_KEYS = (
    "side",
    "decision",
    "keep",
    "tile",
    "theaters",
    "theater",
    "placed",
    "drawn",
    "card",
    "part",
    "options",
    "space",
    "vp",
    "n",
)


@check("pending")
def _pending(doc: Json) -> Iterator[Problem]:
    f = facts()
    for n, pending in enumerate(doc.get("pending", [])):
        path = f"pending.{n}"
        for key, value in pending.items():
            if key not in PENDING_KEYS:
                yield Problem(f"{path}.{key}", "unknown context of a decision")
            elif not _well_formed(key, value):
                yield Problem(f"{path}.{key}", "has another form")
            elif key in ("tile", "placed", "drawn") and value not in f.war_tile:
                yield Problem(f"{path}.{key}", f"there is no war tile {value!r}", "3.7")
            elif key == "space" and value not in f.space:
                yield Problem(f"{path}.{key}", f"there is no space {value!r}")


def _well_formed(key: str, value: Any) -> bool:
    if key in ("keep", "theater", "vp", "n"):
        return isinstance(value, int) and not isinstance(value, bool)
    if key == "card":
        number = value.split(":")[0] if isinstance(value, str) else ""
        return number.isdecimal() and 1 <= int(number) <= len(facts().events)
    if key in ("theaters", "options"):
        kind = int if key == "theaters" else str
        return isinstance(value, list) and all(isinstance(item, kind) for item in value)
    return isinstance(value, str)


@check("phase", "ap", "flags", "squadrons", "conflicts", "isolated", "advantages")
def _isolation(doc: Json) -> Iterator[Problem]:
    # An advantage used before the tile (option advantage_before_tile) may have changed the map already.
    if doc["phase"] != "action" or "ap" in doc or doc["advantages"]["used_this_round"]:
        return
    conflicts = _known(doc["conflicts"])
    due = 0
    for side in SIDES:
        flags = _known(id for id, owner in doc["flags"].items() if owner == side)
        due |= cut_off(flags, _known(doc["squadrons"][side]["map"]), conflicts)
    for id in facts().ids(due ^ _known(doc["isolated"])):
        text = "is isolated" if id not in doc["isolated"] else "is not isolated"
        yield Problem(f"isolated.{id}", f"{id} {text} at the start of this round", "5.4.1")


def _known(ids: Iterable[str]) -> int:
    space = facts().space
    return facts().mask(id for id in ids if id in space)
