"""From a sound state document to the position: what :func:`.document.load` does after every check has passed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from adjudicator.components.bits import mask_of

from .cursor import Cursor, Pending, implied_pending
from .document_form import (
    awards_face_down,
    drawn,
    event_number,
    ignores_war_tiles,
    laid,
    listed,
    ministry_number,
    turn_of,
)
from .document_write import STAGES, Json, extra_slot_follows
from .fact_types import ACTION_TYPES, FLAGS, NONE, SIDES, WAR_IDS
from .facts import facts
from .house_rules import house_rules
from .setup import empty_theatres
from .state import (
    ActionPoints,
    HeldMinistry,
    Phase,
    ResolvedTheatre,
    RestrictedPoints,
    SpoilsLeft,
    State,
    TheatreTiles,
    TileEffect,
    WarProgress,
    held,
)


def read_state(doc: Json) -> State:
    """The position. Piles that are only numbers get what is seen nowhere else (state_document, section 1)."""
    f = facts()
    squadrons = [doc["squadrons"][side] for side in SIDES]
    conflicts, advantages = doc["conflicts"], doc["advantages"]
    stack, used = _investment_piles(doc["investments"])
    next_war = _next_war(doc)
    state = State(
        turn=f.turn[doc["turn"]],
        phase=cast(Phase, doc["phase"]),
        round=doc["round"] if doc["phase"] == "action" else 0,
        theatre=doc["theater"] if doc["phase"] in ("war_theater", "war_spoils") else 0,
        vp=doc["vp"],
        initiative=SIDES.index(doc["initiative"]),
        first_player=SIDES.index(doc["first_player"]) if "first_player" in doc else NONE,
        debt=_pair(doc["debt"]),
        debt_limit=_pair(doc["debt_limit"]),
        treaty_points=_pair(doc["treaty_points"]),
        flags=[f.mask(id for id, owner in doc["flags"].items() if owner == flag) for flag in FLAGS],
        squadrons=[f.mask(has["map"]) for has in squadrons],
        navy_box=[has["navy_box"] for has in squadrons],
        unbuilt=[has["unbuilt"] for has in squadrons],
        lost=[has.get("removed", 0) for has in squadrons],
        away=[has.get("away_until_next_peace_turn", 0) for has in squadrons],
        damaged=f.mask(doc["damaged_forts"]),
        conflicts=f.mask(conflicts),
        conflicts_plus=f.mask(id for id, kind in conflicts.items() if kind == 2),
        huguenots=f.mask(doc["huguenots"]["placed"]),
        huguenots_spent=f.mask(doc["huguenots"]["spent"]),
        isolated=f.mask(doc["isolated"]),
        held_at_start=[0, 0],
        hands=[[event_number(text) for text in doc["hands"][side]] for side in SIDES],
        deck=_deck(doc),
        discard=_numbers(doc["discard"]),
        played=[event_number(text) for text in doc["played_events"]],
        removed_events=_numbers(doc.get("removed_events", [])),
        ministries=[_ministries(doc["ministries"][side]) for side in SIDES],
        removed_ministries=sorted(ministry_number(text) for text in doc.get("removed_ministries", [])),
        townshend=f.commodity[doc["townshend"]] if "townshend" in doc else NONE,
        available=sorted(f.investment[id] for id in doc["investments"]["available"]),
        taken=[[f.investment[id] for id in doc["investments"]["taken"][side]] for side in SIDES],
        stack=stack,
        used=used,
        awards=[_award(doc["awards"][region]) for region in f.regions],
        awards_left=_awards_left(doc),
        demand=sorted(f.commodity[id] for id in doc["demand"]),
        advantages=[
            mask_of(f.advantage[id] for id, owner in advantages["owner"].items() if owner == side) for side in SIDES
        ],
        advantages_exhausted=mask_of(f.advantage[id] for id in advantages["exhausted"]),
        advantages_new=mask_of(f.advantage[id] for id in advantages["new_this_round"]),
        advantages_used=advantages["used_this_round"],
        advantage_regions=mask_of(f.region[id] for id in advantages.get("regions_used_this_round", [])),
        next_war=next_war,
        theatres=_theatres(doc, next_war),
        unassigned=[_unassigned(doc, side) for side in SIDES],
        pool_basic=[_basic_pool(doc, side) for side in SIDES],
        pool_bonus=[_bonus_pool(doc, index, next_war) for index in range(len(SIDES))],
        basic_out=[_basic_out(doc, side) for side in SIDES],
        drawn=[_tiles(drawn(doc, side)) for side in SIDES],
        byng_theatre=doc["war"].get("byng_theater", 0),
        jacobite_victories=doc["jacobite"]["victories"],
        jacobite_defeat=doc["jacobite"]["defeat"],
        ap=_points(doc["ap"]) if "ap" in doc else None,
        war=_progress(doc["war"]) if turn_of(doc).war != NONE else None,
        result=SIDES.index(doc["result"].lower()) if "result" in doc else NONE,
        how=doc.get("how", ""),
        ministry_used=doc.get("ministry_used", False),
        options=house_rules(doc.get("options", {})),
        jacobite_extra=doc["jacobite"].get(
            "extra_slot", extra_slot_follows(f.turn[doc["turn"]], doc["jacobite"]["victories"])
        ),
    )
    if state.phase == "action":
        given = doc.get("controlled_at_round_start", {})
        state.held_at_start = [
            f.mask(given[side]) if side in given else held(state, index) for index, side in enumerate(SIDES)
        ]
    return state


def read_cursor(doc: Json, state: State) -> Cursor:
    """Who decides what; open decisions that the document leaves out follow from the phase."""
    active = tuple(sorted(SIDES.index(side) for side in doc["active"]))
    confirmed = tuple(sorted(SIDES.index(side) for side in doc.get("confirmed", [])))
    waiting = tuple(side for side in active if side not in confirmed)
    given = doc.get("pending")
    secret = doc.get("secret_choices", {})
    return Cursor(
        active=active,
        pending=tuple(map(_pending, given)) if given is not None else implied_pending(state, waiting),
        confirmed=confirmed,
        secret=(
            tuple(secret["france"]) if "france" in secret else None,
            tuple(secret["britain"]) if "britain" in secret else None,
        ),
    )


def _pending(given: Json) -> Pending:
    f = facts()

    def tile(key: str) -> int:
        return f.war_tile[given[key]] if key in given else NONE

    return Pending(
        side=SIDES.index(given["side"]),
        decision=given["decision"],
        keep=given.get("keep", 0),
        tile=tile("tile"),
        theatres=tuple(given.get("theaters", ())),
        theatre=given.get("theater", 0),
        placed=tile("placed"),
        drawn=tile("drawn"),
        card=event_number(given["card"]) if "card" in given else 0,
        part=given.get("part", ""),
        options=tuple(given.get("options", ())),
        space=f.space[given["space"]] if "space" in given else NONE,
        vp=given.get("vp", 0),
        n=given.get("n", 0),
    )


def _pair(given: Json) -> list[int]:
    return [given[side] for side in SIDES]


def _numbers(cards: Iterable[str]) -> list[int]:
    return sorted(event_number(text) for text in cards)


def _deck(doc: Json) -> list[int]:
    if not isinstance(doc["event_deck"], int):
        return _numbers(doc["event_deck"])
    era = turn_of(doc).era
    seen = {
        event_number(text)
        for pile in (
            *doc["hands"].values(),
            doc["discard"],
            doc["played_events"],
            doc.get("removed_events", []),
        )
        for text in pile
    }
    return [event.number for event in facts().events if event.era <= era and event.number not in seen]


def _ministries(given: Json) -> list[HeldMinistry]:
    cards = [
        HeldMinistry(
            card=ministry_number(text),
            revealed=has["revealed"],
            exhausted=mask_of(n - 1 for n in has["exhausted"]),
            used_debt=has.get("used_debt", 0),
            jacobite_slot=has.get("jacobite_slot", False),
        )
        for text, has in given.items()
    ]
    return sorted(cards, key=lambda held: held.card)


def _investment_piles(given: Json) -> tuple[list[int], list[int]]:
    f = facts()
    piles = [given["available"], *given["taken"].values(), listed(given["stack"]), listed(given["used"])]
    visible = Counter(f.investment[id] for pile in piles for id in pile)
    unseen = sorted((Counter(f.investment_set) - visible).elements())
    stack = [f.investment[id] for id in listed(given["stack"])]
    used = [f.investment[id] for id in listed(given["used"])]
    if isinstance(given["stack"], int) and isinstance(given["used"], int):
        more, rest = _spread(unseen, given["stack"])
        return more, rest
    if isinstance(given["stack"], int):
        stack = unseen
    elif isinstance(given["used"], int):
        used = unseen
    return sorted(stack), sorted(used)


def _spread(tiles: Sequence[int], first: int) -> tuple[list[int], list[int]]:
    """Two piles out of one, the first with so many, evenly over the kinds: nobody wrote down which lay where."""
    total = len(tiles)
    cut = [(n + 1) * first // total > n * first // total for n in range(total)]
    return (
        [tile for tile, yes in zip(tiles, cut, strict=True) if yes],
        [tile for tile, yes in zip(tiles, cut, strict=True) if not yes],
    )


def _award(given: Json) -> int:
    figures = (given["vp"], given["trp"], given["margin"])
    return next(a.index for a in facts().awards if (a.vp, a.trp, a.margin) == figures)


def _awards_left(doc: Json) -> list[int]:
    f = facts()
    if isinstance(doc["awards_left"], list) and doc["awards_left"]:
        return sorted(f.award[id] for id in doc["awards_left"])
    if not awards_face_down(turn_of(doc)):
        return []
    shown = Counter(_award(award) for award in doc["awards"].values())
    return sorted((Counter(f.award_set) - shown).elements())


def _next_war(doc: Json) -> int:
    war = doc["war"]["next"]
    return NONE if war is None or ignores_war_tiles(doc) else WAR_IDS.index(war)


def _tiles(ids: Iterable[str]) -> list[int]:
    return sorted(facts().war_tile[id] for id in ids)


def _theatres(doc: Json, next_war: int) -> list[TheatreTiles]:
    theatres = empty_theatres(next_war)
    for order, theatre in enumerate(theatres, 1):
        given = doc["war"]["theaters"].get(str(order))
        for index, side in enumerate(SIDES if given else ()):
            basic = _tiles(given[side]["basic"])
            theatre.basic[index] = basic[0] if basic else NONE
            theatre.bonus[index] = _tiles(given[side]["bonus"])
    return theatres


def _unassigned(doc: Json, side: str) -> list[int]:
    return _tiles(doc["war"]["theaters"].get("unassigned", {}).get(side, {}).get("bonus", []))


def _basic_rest(doc: Json, side: str, seen: Iterable[str]) -> list[int]:
    f = facts()
    placed = [] if ignores_war_tiles(doc) else laid(doc, side, "basic")
    there = Counter(f.war_tile[id] for id in (*placed, *seen))
    return sorted((Counter(f.basic_set) - there).elements())


def _basic_pool(doc: Json, side: str) -> list[int]:
    pool = doc["war"]["pool"][side]["basic"]
    if ignores_war_tiles(doc) or isinstance(pool, int):
        return _basic_rest(doc, side, doc["war"].get("out_of_game", {}).get(side, []))
    return _tiles(pool)


def _basic_out(doc: Json, side: str) -> list[int]:
    out = doc["war"].get("out_of_game", {}).get(side)
    if out is not None:
        return _tiles(out)
    pool = doc["war"]["pool"][side]["basic"]
    if ignores_war_tiles(doc) or isinstance(pool, int):
        return []
    return _basic_rest(doc, side, pool)


def _bonus_pool(doc: Json, side: int, next_war: int) -> list[int]:
    f = facts()
    if next_war == NONE:
        return []
    pool = doc["war"]["pool"][SIDES[side]]["bonus"]
    if not isinstance(pool, int):
        return _tiles(pool)
    placed = {f.war_tile[id] for id in laid(doc, SIDES[side], "bonus")}
    return [tile for tile in f.bonus_sets[next_war][side] if tile not in placed]


def _points(given: Json) -> ActionPoints:
    f = facts()
    paid = given.get("regions_paid", {})
    return ActionPoints(
        major=[given.get("major", {}).get(kind, 0) for kind in ACTION_TYPES],
        minor=[given.get("minor", {}).get(kind, 0) for kind in ACTION_TYPES],
        major_allowed=mask_of(ACTION_TYPES.index(kind) for kind in given.get("major_allowed", [])),
        restricted=[
            RestrictedPoints(ACTION_TYPES.index(p["type"]), p["n"], p["rule"], p.get("source", ""))
            for p in given.get("restricted", [])
        ],
        regions_paid=[mask_of(f.region[r] for r in paid.get(kind, [])) for kind in ACTION_TYPES[:2]],
        bonus_tiles_bought=given.get("bonus_tiles_bought", 0),
        upgrade=given.get("military_upgrade", False),
        stage=STAGES.index(given.get("stage", "spending")),
        modifiers=list(given.get("modifiers", [])),
        deployed=f.mask(given.get("deployed", [])),
        converted_to=ACTION_TYPES.index(given["converted_to"]) if "converted_to" in given else NONE,
    )


def _progress(war: Json) -> WarProgress:
    f = facts()
    spoils = war.get("spoils")
    used = war.get("squadrons_used", {})
    return WarProgress(
        resolved=[
            ResolvedTheatre(
                theatre=done["theater"],
                winner=NONE if done["winner"] == "tie" else SIDES.index(done["winner"]),
                margin=done["margin"],
                max_spoils=done.get("max_spoils", False),
                counted_conflicts=f.mask(done.get("counted_conflicts", [])),
            )
            for done in war.get("resolved", [])
        ],
        effects_left=[
            TileEffect(SIDES.index(effect["side"]), f.war_tile[effect["tile"]])
            for effect in war.get("effects_left", [])
        ],
        spoils=SpoilsLeft(
            winner=SIDES.index(spoils["winner"]),
            cp=spoils.get("cp", 0),
            unflag=spoils.get("unflag", 0),
            squadrons_to_give_up=spoils.get("squadrons_to_give_up", 0),
            usa=spoils.get("usa", False),
            canada=spoils.get("canada", False),
            spain=spoils.get("spain", 0),
        )
        if spoils is not None
        else None,
        refusals=_pair(war["refusals"]) if "refusals" in war else [0, 0],
        immune=f.mask(war.get("immune", [])),
        squadrons_used=[f.mask(used.get(side, [])) for side in SIDES],
        used_at_home=_pair(war["squadrons_used_at_home"]) if "squadrons_used_at_home" in war else [0, 0],
    )
