"""The state document of a position: what :func:`.document.document` writes, key by key in its order.

Sets are written in the order of the data files, piles and rows of tiles by id, hands and played events as they came,
so that equal positions give equal documents.
"""

from collections.abc import Iterable
from typing import Any

from adjudicator.components.bits import bits

from .cursor import Cursor, Pending
from .fact_types import ACTION_TYPES, FLAGS, NONE, SIDES, WAR_IDS
from .facts import facts
from .house_rules import differing
from .state import ActionPoints, HeldMinistry, State, WarProgress, held

Json = dict[str, Any]
FORMAT = "imperial_struggle.state"
VERSION = 1
STAGES = ("tile_taken", "before_spending", "spending")


def write(state: State, cursor: Cursor, note: str, *, secrets: bool) -> Json:
    """The whole document."""
    f = facts()
    doc: Json = {"format": FORMAT, "version": VERSION}
    if note:
        doc["note"] = note
    doc["options"] = differing(state.options)
    doc["turn"] = f.turns[state.turn].id
    doc["phase"] = state.phase
    if state.phase == "action":
        doc["round"] = state.round
    if state.phase in ("war_theater", "war_spoils"):
        doc["theater"] = state.theatre
        doc["theater_id"] = f.wars[state.next_war].theatres[state.theatre - 1].id
    doc["active"] = sorted(SIDES[side] for side in cursor.active)
    doc["pending"] = [_pending(pending) for pending in cursor.pending]
    doc["confirmed"] = [SIDES[side] for side in sorted(cursor.confirmed)]
    if secrets and cursor.secret != (None, None):
        doc["secret_choices"] = {
            SIDES[side]: list(cards) for side, cards in enumerate(cursor.secret) if cards is not None
        }
    doc |= _tracks(state) | _map(state) | _cards(state) | _tiles(state)
    doc["war"] = _war(state, cursor)
    doc["jacobite"] = {"victories": state.jacobite_victories, "defeat": state.jacobite_defeat}
    if state.jacobite_extra != extra_slot_follows(state.turn, state.jacobite_victories):
        doc["jacobite"]["extra_slot"] = state.jacobite_extra
    doc["usa_flags"] = state.flags[2].bit_count()
    if state.ap is not None:
        doc["ap"] = _points(state.ap)
    if state.result != NONE:
        doc["result"] = SIDES[state.result].capitalize()
    if state.how:
        doc["how"] = state.how
    return doc


def extra_slot_follows(turn: int, victories: int) -> bool:
    """Whether M-4 may lie in an extra slot (7.3), as far as the markers tell: a document says so where they do not,
    which is when the only marker comes from the War of the Spanish Succession.
    """
    return turn >= facts().turn[WAR_IDS[1]] and victories > 0


def _pending(pending: Pending) -> Json:
    f = facts()
    out: Json = {"side": SIDES[pending.side], "decision": pending.decision}
    if pending.keep:
        out["keep"] = pending.keep
    for key, tile in (("tile", pending.tile), ("placed", pending.placed), ("drawn", pending.drawn)):
        if tile != NONE:
            out[key] = f.war_tiles[tile].id
    if pending.theatres:
        out["theaters"] = list(pending.theatres)
    if pending.theatre:
        out["theater"] = pending.theatre
    if pending.card:
        out["card"] = f.events[pending.card - 1].key
    if pending.part:
        out["part"] = pending.part
    if pending.options:
        out["options"] = list(pending.options)
    if pending.space != NONE:
        out["space"] = f.spaces[pending.space].id
    if pending.vp:
        out["vp"] = pending.vp
    if pending.n:
        out["n"] = pending.n
    return out


def _tracks(state: State) -> Json:
    out: Json = {"vp": state.vp, "initiative": SIDES[state.initiative]}
    if state.first_player != NONE:
        out["first_player"] = SIDES[state.first_player]
    out["debt"] = _pair(state.debt)
    out["debt_limit"] = _pair(state.debt_limit)
    out["treaty_points"] = _pair(state.treaty_points)
    return out


def _map(state: State) -> Json:
    f = facts()
    owner = {i: FLAGS[flag] for flag, mask in enumerate(state.flags) for i in bits(mask)}
    out: Json = {
        "flags": {f.spaces[i].id: owner[i] for i in sorted(owner)},
        "squadrons": {name: _squadrons(state, side) for side, name in enumerate(SIDES)},
        "damaged_forts": _ids(state.damaged),
        "conflicts": {f.spaces[i].id: 1 + (state.conflicts_plus >> i & 1) for i in bits(state.conflicts)},
        "huguenots": {"placed": _ids(state.huguenots), "spent": _ids(state.huguenots_spent)},
        "isolated": _ids(state.isolated),
    }
    if state.phase == "action" and any(state.held_at_start[side] != held(state, side) for side in (0, 1)):
        out["controlled_at_round_start"] = {name: _ids(state.held_at_start[side]) for side, name in enumerate(SIDES)}
    return out


def _squadrons(state: State, side: int) -> Json:
    out: Json = {
        "map": _ids(state.squadrons[side]),
        "navy_box": state.navy_box[side],
        "unbuilt": state.unbuilt[side],
    }
    if state.lost[side]:
        out["removed"] = state.lost[side]
    if state.away[side]:
        out["away_until_next_peace_turn"] = state.away[side]
    return out


def _cards(state: State) -> Json:
    f = facts()
    out: Json = {
        "hands": {name: _events(state.hands[side]) for side, name in enumerate(SIDES)},
        "event_deck": _events(sorted(state.deck)),
        "discard": _events(sorted(state.discard)),
        "played_events": _events(state.played),
        "removed_events": _events(sorted(state.removed_events)),
        "ministries": {
            name: {f.ministries[card.card - 1].key: _ministry(card) for card in state.ministries[side]}
            for side, name in enumerate(SIDES)
        },
        "removed_ministries": [f.ministries[n - 1].key for n in sorted(state.removed_ministries)],
    }
    if state.townshend != NONE:
        out["townshend"] = f.commodities[state.townshend].id
    if state.ministry_used:
        out["ministry_used"] = True
    return out


def _ministry(card: HeldMinistry) -> Json:
    out: Json = {"revealed": card.revealed, "exhausted": [i + 1 for i in bits(card.exhausted)]}
    if card.used_debt:
        out["used_debt"] = card.used_debt
    if card.jacobite_slot:
        out["jacobite_slot"] = True
    return out


def _tiles(state: State) -> Json:
    f = facts()
    kinds = f.investments
    awards = {}
    for region, kind in zip(f.regions, state.awards, strict=True):
        tile = f.awards[kind]
        awards[region] = {"tile": tile.id, "vp": tile.vp, "trp": tile.trp, "margin": tile.margin}
    advantages: Json = {
        "owner": {a.id: SIDES[side] for a in f.advantages for side in (0, 1) if state.advantages[side] >> a.index & 1},
        "exhausted": [f.advantages[i].id for i in bits(state.advantages_exhausted)],
        "new_this_round": [f.advantages[i].id for i in bits(state.advantages_new)],
        "used_this_round": state.advantages_used,
    }
    if state.advantage_regions:
        advantages["regions_used_this_round"] = [f.regions[i] for i in bits(state.advantage_regions)]
    return {
        "investments": {
            "available": sorted(kinds[i].id for i in state.available),
            "taken": {name: [kinds[i].id for i in state.taken[side]] for side, name in enumerate(SIDES)},
            "stack": sorted(kinds[i].id for i in state.stack),
            "used": sorted(kinds[i].id for i in state.used),
        },
        "awards": awards,
        "awards_left": sorted(f.awards[i].id for i in state.awards_left),
        "demand": [f.commodities[i].id for i in state.demand],
        "advantages": advantages,
    }


def _war(state: State, cursor: Cursor) -> Json:
    theatres: Json = {
        str(order): {
            name: {
                "basic": _war_tiles([theatre.basic[side]] if theatre.basic[side] != NONE else []),
                "bonus": _war_tiles(theatre.bonus[side]),
            }
            for side, name in enumerate(SIDES)
        }
        for order, theatre in enumerate(state.theatres, 1)
    }
    waiting = [_waiting(state, cursor, side) for side in (0, 1)]
    if any(waiting):
        theatres["unassigned"] = {
            name: {"bonus": _war_tiles(waiting[side])} for side, name in enumerate(SIDES) if waiting[side]
        }
    out: Json = {
        "next": WAR_IDS[state.next_war] if state.next_war != NONE else None,
        "theaters": theatres,
        "pool": {
            name: {
                "basic": _war_tiles(state.pool_basic[side]),
                "bonus": _war_tiles(state.pool_bonus[side]),
            }
            for side, name in enumerate(SIDES)
        },
        "out_of_game": {name: _war_tiles(state.basic_out[side]) for side, name in enumerate(SIDES)},
    }
    if state.byng_theatre:
        out["byng_theater"] = state.byng_theatre
    if state.war is not None:
        out |= _progress(state.war)
    return out


def _waiting(state: State, cursor: Cursor, side: int) -> list[int]:
    """Bonus tiles that no theatre has and no open decision names."""
    named = {tile for p in cursor.pending if p.side == side for tile in (p.tile, p.drawn)}
    tiles = facts().war_tiles
    return state.unassigned[side] + [
        tile for tile in state.drawn[side] if tile not in named and tiles[tile].kind == "bonus"
    ]


def _progress(war: WarProgress) -> Json:
    out: Json = {}
    if war.resolved:
        out["resolved"] = [
            {
                "theater": done.theatre,
                "winner": SIDES[done.winner] if done.winner != NONE else "tie",
                "margin": done.margin,
                "max_spoils": done.max_spoils,
                "counted_conflicts": _ids(done.counted_conflicts),
            }
            for done in war.resolved
        ]
    if war.effects_left:
        out["effects_left"] = [
            {"side": SIDES[effect.side], "tile": facts().war_tiles[effect.tile].id} for effect in war.effects_left
        ]
    if war.spoils is not None:
        out["spoils"] = {
            "winner": SIDES[war.spoils.winner],
            "cp": war.spoils.cp,
            "unflag": war.spoils.unflag,
            "squadrons_to_give_up": war.spoils.squadrons_to_give_up,
            "usa": war.spoils.usa,
            "canada": war.spoils.canada,
        }
        if war.spoils.spain:
            out["spoils"]["spain"] = war.spoils.spain
    if any(war.refusals):
        out["refusals"] = _pair(war.refusals)
    if war.immune:
        out["immune"] = _ids(war.immune)
    if any(war.squadrons_used):
        out["squadrons_used"] = {name: _ids(war.squadrons_used[side]) for side, name in enumerate(SIDES)}
    if any(war.used_at_home):
        out["squadrons_used_at_home"] = _pair(war.used_at_home)
    return out


def _points(ap: ActionPoints) -> Json:
    f = facts()
    out: Json = {
        "major": {ACTION_TYPES[i]: n for i, n in enumerate(ap.major) if n},
        "minor": {ACTION_TYPES[i]: n for i, n in enumerate(ap.minor) if n},
        "major_allowed": [ACTION_TYPES[i] for i in bits(ap.major_allowed)],
        "restricted": [
            {"type": ACTION_TYPES[p.type], "n": p.n, "rule": p.rule} | ({"source": p.source} if p.source else {})
            for p in ap.restricted
        ],
        "regions_paid": {
            ACTION_TYPES[i]: [f.regions[r] for r in bits(mask)] for i, mask in enumerate(ap.regions_paid) if mask
        },
        "bonus_tiles_bought": ap.bonus_tiles_bought,
        "military_upgrade": ap.upgrade,
        "stage": STAGES[ap.stage],
        "modifiers": list(ap.modifiers),
        "deployed": _ids(ap.deployed),
    }
    if ap.converted_to != NONE:
        out["converted_to"] = ACTION_TYPES[ap.converted_to]
    return out


def _pair(values: list[int]) -> Json:
    return dict(zip(SIDES, values, strict=True))


def _ids(mask: int) -> list[str]:
    return list(facts().ids(mask))


def _events(numbers: Iterable[int]) -> list[str]:
    return [facts().events[n - 1].key for n in numbers]


def _war_tiles(tiles: Iterable[int]) -> list[str]:
    return sorted(facts().war_tiles[i].id for i in tiles)
