"""Checks on cards and tiles of a state document (state_document, section 6, points 3-7)."""

from collections.abc import Iterator

from adjudicator.kernel.errors import Problem

from .document_form import (
    awards_face_down,
    check,
    event_number,
    ignores_war_tiles,
    laid,
    listed,
    ministry_number,
    size,
    surplus,
    turn_of,
    unknown_spaces,
)
from .document_write import Json
from .fact_types import ERAS, NONE, SIDES, WAR_IDS
from .facts import facts

# ---- 6.3 events


@check("turn", "hands", "event_deck", "discard", "played_events", "removed_events")
def _events(doc: Json) -> Iterator[Problem]:
    f = facts()
    era = turn_of(doc).era
    begun = {event.number for event in f.events if event.era <= era}
    piles = [(f"hands.{side}", doc["hands"][side]) for side in SIDES]
    piles += [(f"{key}", listed(doc.get(key, []))) for key in ("event_deck", "discard", "played_events")]
    piles.append(("removed_events", doc.get("removed_events", [])))
    seen: dict[int, str] = {}
    for path, cards in piles:
        for text in cards:
            number = event_number(text)
            if number not in begun:
                yield Problem(path, f"event {number} belongs to a later era", "4.1.1")
            elif number in seen:
                yield Problem(path, f"event {number} is also in {seen[number]}", "3.4")
            seen[number] = path
    unseen = begun - set(seen)
    if isinstance(doc["event_deck"], int):
        if doc["event_deck"] != len(unseen):
            text = f"{doc['event_deck']} cards given, {len(unseen)} are seen nowhere else"
            yield Problem("event_deck", text, "4.1.6")
    else:
        for number in sorted(unseen):
            yield Problem("event_deck", f"event {number} is nowhere", "3.4")


# ---- 6.4, 6.5 investment and award tiles


@check("investments")
def _investments(doc: Json) -> Iterator[Problem]:
    f = facts()
    has = doc["investments"]
    piles = (has["available"], *has["taken"].values(), listed(has["stack"]), listed(has["used"]))
    visible = [tile for pile in piles for tile in pile]
    for tile in sorted(set(visible) - set(f.investment)):
        yield Problem("investments", f"there is no investment tile {tile!r}", "3.3")
    mix = [f.investments[i].id for i in f.investment_set]
    for tile, many in surplus((t for t in visible if t in f.investment), mix).items():
        yield Problem("investments", f"{many} too many of {tile}", "3.3")
    total = len(visible) + sum(pile for pile in (has["stack"], has["used"]) if isinstance(pile, int))
    if total != len(mix):
        yield Problem("investments", f"{total} tiles instead of {len(mix)}", "3.3")


@check("turn", "awards", "awards_left")
def _awards(doc: Json) -> Iterator[Problem]:
    f = facts()
    by_figures = {(a.vp, a.trp, a.margin): a.id for a in f.awards}
    shown = []
    for region, award in doc["awards"].items():
        id = by_figures.get((award["vp"], award["trp"], award["margin"]))
        if id is None or award.get("tile", id) != id:
            yield Problem(f"awards.{region}", "there is no award tile with these figures", "3.9")
        else:
            shown.append(id)
    mix = [f.awards[i].id for i in f.award_set]
    for tile, many in surplus(shown + listed(doc["awards_left"]), mix).items():
        yield Problem("awards", f"{many} too many of {tile}", "3.9")
    turn = turn_of(doc)
    left = awards_face_down(turn)
    # in a war turn they may be left out: they are the rest of the eight
    if size(doc["awards_left"]) not in ((left, 0) if turn.war != NONE else (left,)):
        text = f"{size(doc['awards_left'])} tiles face down instead of {left}"
        yield Problem("awards_left", text, "4.1.3")


# ---- 6.6 war tiles


@check("turn", "phase", "war", "pending")
def _theatres(doc: Json) -> Iterator[Problem]:
    f = facts()
    turn, war = turn_of(doc), doc["war"]
    if ignores_war_tiles(doc):
        return
    expected = WAR_IDS[turn.next_war] if turn.next_war != NONE else None
    if war["next"] != expected and doc["phase"] != "war_layout":
        yield Problem("war.next", f"{war['next']} instead of {expected}", "4.0")
    count = len(f.wars[WAR_IDS.index(war["next"])].theatres) if war["next"] else 0
    for key, sides in war["theaters"].items():
        if key == "unassigned":
            continue
        if int(key) > count:
            yield Problem(f"war.theaters.{key}", f"this war has {count} theatres", "7.1")
        for side in SIDES:
            placed = [tile for tile in sides[side]["bonus"] if tile != "atlantic_dominance"]
            if len(placed) > f.limits.bonus_tiles_per_theatre:
                yield Problem(f"war.theaters.{key}.{side}.bonus", "more than two bonus tiles", "5.6.1")
    dominance = [
        key
        for key, sides in war["theaters"].items()
        if key != "unassigned"
        for side in SIDES
        if "atlantic_dominance" in sides[side]["bonus"]
    ]
    for key in dominance:
        if war["next"] != "7yw" or len(dominance) > 1:
            yield Problem(f"war.theaters.{key}", "Atlantic Dominance cannot lie here", "7.3")


@check("turn", "war", "pending")
def _basic_tiles(doc: Json) -> Iterator[Problem]:
    f = facts()
    mix = [f.war_tiles[i].id for i in f.basic_set]
    for side in SIDES:
        placed = [] if ignores_war_tiles(doc) else laid(doc, side, "basic")
        pool = doc["war"]["pool"][side]["basic"]
        out = doc["war"].get("out_of_game", {}).get(side)
        if ignores_war_tiles(doc) and out is None:
            continue
        path = f"war.pool.{side}.basic"
        for tile, many in surplus(placed + listed(pool) + (out or []), mix).items():
            yield Problem(path, f"{many} too many of {tile}", "3.7")
        known = len(placed) + size(pool) + len(out or [])
        if out is not None and known != len(mix) and not ignores_war_tiles(doc):
            yield Problem(path, f"{known} basic tiles instead of {len(mix)}", "3.7")
        if out is None and isinstance(pool, int) and known != len(mix):
            yield Problem(f"war.out_of_game.{side}", "needed when the pool is only a number", "5.3.3")
        gone = len(out) if out is not None else len(mix) - known
        if gone > len(mix) - f.limits.basic_tiles_kept:
            yield Problem(f"war.out_of_game.{side}", "fewer than four basic tiles are left", "5.3.3")


@check("turn", "war", "pending")
def _bonus_tiles(doc: Json) -> Iterator[Problem]:
    f = facts()
    if ignores_war_tiles(doc):
        return
    war = doc["war"]["next"]
    for index, side in enumerate(SIDES):
        tiles = f.bonus_sets[WAR_IDS.index(war)][index] if war else ()
        mix = [f.war_tiles[i].id for i in tiles]
        pool = doc["war"]["pool"][side]["bonus"]
        placed = [tile for tile in laid(doc, side, "bonus") if tile != "atlantic_dominance"]
        path = f"war.pool.{side}.bonus"
        for tile, many in surplus(placed + listed(pool), mix).items():
            what = f"{many} too many of {tile}" if tile in mix else f"{tile} is no tile of this side and war"
            yield Problem(path, what, "3.7")
        if len(placed) + size(pool) != len(mix):
            text = f"{len(placed) + size(pool)} bonus tiles instead of {len(mix)}"
            yield Problem(path, text, "3.7")


# ---- 6.7 ministries


@check("turn", "phase", "ministries", "removed_ministries")
def _ministries(doc: Json) -> Iterator[Problem]:
    f = facts()
    turn = turn_of(doc)
    before = turn.era - 1 if doc["phase"] == "deal_cards" and turn.peace in (3, 5) else turn.era
    removed = {ministry_number(text) for text in doc.get("removed_ministries", [])}
    for index, side in enumerate(SIDES):
        cards = doc["ministries"][side]
        for text, has in cards.items():
            card = f.ministries[ministry_number(text) - 1]
            path = f"ministries.{side}.{text}"
            if card.nation != index:
                yield Problem(path, f"belongs to {SIDES[card.nation]}", "3.5.1")
            elif not card.eras >> before & 1:
                yield Problem(path, f"does not belong to the {ERAS[before]} era", "4.1.7")
            if card.number in removed:
                yield Problem(path, "has left the game", "7.3")
            if any(n > len(card.abilities) for n in has["exhausted"]):
                yield Problem(path, "has no second ability", "3.5.2")
            if has.get("jacobite_slot") and card.number != 4:
                yield Problem(path, "only M-4 may lie in the extra slot", "7.3")
        numbers = [ministry_number(text) for text in cards]
        for number in surplus(map(str, numbers), map(str, set(numbers))):
            yield Problem(f"ministries.{side}", f"m{number} is there twice", "4.1.7")
        if sum(not has.get("jacobite_slot", False) for has in cards.values()) > f.limits.ministries:
            yield Problem(f"ministries.{side}", "more than two cards", "4.1.7")


# ---- war turns


@check("war")
def _war_ids(doc: Json) -> Iterator[Problem]:
    f = facts()
    war = doc["war"]
    yield from unknown_spaces(war.get("immune", []), "war.immune", f.territory, "territory", "7.2.2")
    for side, ids in war.get("squadrons_used", {}).items():
        yield from unknown_spaces(ids, f"war.squadrons_used.{side}", f.naval, "naval space", "7.2.1.1")
    for n, done in enumerate(war.get("resolved", [])):
        path = f"war.resolved.{n}.counted_conflicts"
        yield from unknown_spaces(
            done.get("counted_conflicts", []), path, f.market | f.political, "market or political space", "7.5"
        )
    for n, effect in enumerate(war.get("effects_left", [])):
        if effect["tile"] not in f.war_tile:
            yield Problem(f"war.effects_left.{n}.tile", f"there is no war tile {effect['tile']!r}", "3.7")
    count = len(f.wars[WAR_IDS.index(war["next"])].theatres) if war["next"] else 0
    if war.get("byng_theater", 0) > count:
        yield Problem("war.byng_theater", f"this war has {count} theatres", "7.1")
