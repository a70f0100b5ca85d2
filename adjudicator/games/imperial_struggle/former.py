"""Read what earlier versions have left behind: state documents of format 1, and corrections that are written in it.

Format 1 (`imperial_struggle.state`) has the fields of the state at the top, cards as `5:name`, some values in a form of
their own, and instead of frames the sides that are asked (`active`) and what for (`pending`). What follows from the
rest may be left out, and a pile may be a number: hidden ones are dealt, in the order and with the names of draws that
format 1 had, so that a log that begins from such a document is played again to the same position.

What must hold: a document, and a correction of a position, lead to the same state and frames as before.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

from adjudicator.components import Kind
from adjudicator.components.field_types import Json
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import DocumentError, Problem, Refusal
from adjudicator.kernel.steps import Frame

from .checks_moment import stated
from .fact_events import EVENT, PARTS
from .fact_types import AWARD, MINISTRY, NONE, REGION, SIDES, SPACE, TURN, WAR, WAR_IDS, WAR_TILE
from .facts import FACTS
from .forms import FORM
from .invariants import problems
from .isolation import isolated_markets
from .resume import Asked, frames_of, on_turn
from .rules.discard import DiscardAnswers, DiscardEvents
from .rules.ministries.phase import ChooseMinistries, ChooseMinistriesAnswers
from .rules.war.effects import all_effects
from .state import ABILITY, State

FORMAT: Final = "imperial_struggle.state"
PROGRESS: Final = frozenset(
    ("resolved", "effects_left", "spoils", "refusals", "immune", "squadrons_used", "squadrons_used_at_home")
)
"""What format 1 has of the progress of a war beside the tiles."""
IN_FORMAT_2: Final = frozenset({"format", "version", "cursor", "state", "result", "content"})
OF_THE_CURSOR: Final = frozenset({"active", "pending", "confirmed", "secret_choices"})
SAID_TWICE: Final = frozenset({"format", "version", "note", "theater_id", "usa_flags", "result"})
STEP: Final = {"choose_for_event": "event_part", "bid": "bid_for_sides"}
"""The steps that ask for decisions which format 1 calls otherwise."""


def loaded(doc: Mapping[str, Any]) -> tuple[State, list[Frame]]:
    """Return the state and the frames of a document of format 1.

    Raises:
        DocumentError: Something is wrong.
    """
    with _as_problems():
        given = _values({"removed_events": [], "removed_ministries": [], **doc}, {})
        _count(given, doc)
        return _read(given, doc, Asked())


def corrected(now: Json, changes: Mapping[str, Any], asked: Asked) -> tuple[State, list[Frame]]:
    """Return the state and the frames after changes of format 1 to a state as documents have it now.

    Raises:
        DocumentError: Something is wrong.
    """
    with _as_problems():
        given = merge_patch(now, _values(changes, now))
        if "controlled_at_round_start" not in changes and now["controlled_at_round_start"] == _held(now):
            del given["controlled_at_round_start"]
        jacobite = now["jacobite"]
        if "extra_slot" not in changes.get("jacobite", {}) and jacobite["extra_slot"] == _has_extra_slot(now):
            del given["jacobite"]["extra_slot"]
        return _read(given, changes, asked)


@contextmanager
def _as_problems() -> Iterator[None]:
    """Raise DocumentError where something has not the shape of format 1."""
    try:
        yield
    except DocumentError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise DocumentError([Problem("", f"this is no document of format 1: {error!r}")]) from error


def _read(given: Json, said: Mapping[str, Any], asked: Asked) -> tuple[State, list[Frame]]:
    """Return the state of these values, with what they leave out, and the frames by what is `said` of who is asked."""
    _fill(given)
    progress = given["war"]["progress"]
    state = FORM.read({"isolated": [], **given})
    if progress is not None and "effects_left" not in progress and state.phase == "war_theater":
        assert state.war is not None
        state.war.effects_left = all_effects(state) if 1 <= state.theatre <= len(state.theatres) else []
    if "isolated" not in given and state.phase == "action":
        state.isolated = isolated_markets(state)
    if found := [*problems(state), *stated(state)]:
        raise DocumentError(found)
    return state, frames_of(state, _asked_in(said, state, asked))


def is_written(changes: Mapping[str, Any]) -> bool:
    """Return whether changes of a position are written in format 1, which has the fields of the state at the top."""
    return not changes.keys() <= IN_FORMAT_2 or isinstance(changes.get("result"), str)


# ---- values


def _number(text: str) -> int:
    number = text.partition(":")[0].removeprefix("m")
    return int(number) if number.isdecimal() else 0


def _card(kind: Kind[Any]) -> Callable[[str], str]:
    return lambda text: kind.id_of(_number(text)) if _number(text) in kind.indexes else text


def _pile(kind: Kind[Any]) -> Callable[[Any], Any]:
    return lambda pile: [*map(_card(kind), pile)] if isinstance(pile, list) else pile


def _each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda given: {key: None if value is None else change(value) for key, value in given.items()}


def _ministry(held: Json) -> Json:
    return held | ({"exhausted": [ABILITY.ids[n - 1] for n in held["exhausted"]]} if "exhausted" in held else {})


def _award(figures: Json) -> str:
    """Rule 3.9: the figures of an award tile decide."""
    said = tuple(figures[key] for key in ("vp", "trp", "margin"))
    return next((tile.id for tile in AWARD if (tile.vp, tile.trp, tile.margin) == said), str(figures.get("tile")))


def _slot(tiles: Any) -> Any:
    return (tiles[0] if tiles else None) if isinstance(tiles, list) else tiles


def _war(war: Json) -> Json:
    """Put the progress of a war apart, and tiles that are not placed yet beside the theatres."""
    found = {key: value for key, value in war.items() if key not in PROGRESS}
    if progress := {key: war[key] for key in PROGRESS if key in war}:
        found["progress"] = progress
    theatres = {**found.pop("theaters", {})}
    if "unassigned" in theatres:
        waiting = theatres.pop("unassigned") or {}
        found["unassigned"] = {side: waiting.get(side, {}).get("bonus", []) for side in SIDES}
    lying = _each(_each(lambda tiles: {key: _slot(of) if key == "basic" else of for key, of in tiles.items()}))
    return found | {"theaters": lying(theatres)}


CHANGED: Final[Mapping[str, Callable[[Any], Any]]] = {
    "hands": _each(_pile(EVENT)),
    **dict.fromkeys(("event_deck", "discard", "played_events", "removed_events"), _pile(EVENT)),
    "removed_ministries": _pile(MINISTRY),
    "ministries": _each(
        lambda held: {_card(MINISTRY)(key): None if of is None else _ministry(of) for key, of in held.items()}
    ),
    "awards": _each(_award),
    "war": _war,
}
"""The values that format 1 has in another form."""


def _values(given: Mapping[str, Any], now: Mapping[str, Any]) -> Json:
    """Return values of format 1, of a whole document or a part of one, as they stand in the state of a document now.

    `now`: the state that they are to change.
    """
    left = {key: value for key, value in given.items() if key not in OF_THE_CURSOR | SAID_TWICE}
    found = {key: value if value is None or key not in CHANGED else CHANGED[key](value) for key, value in left.items()}
    if "result" in given:
        found["result"] = given["result"] and given["result"].lower()
    if "conflicts" in left:
        plus = {*now.get("conflicts_plus", ())}
        kinds = merge_patch({id: 1 + (id in plus) for id in now.get("conflicts", ())}, left["conflicts"])
        found |= {"conflicts": [*kinds], "conflicts_plus": [id for id, kind in kinds.items() if kind == 2]}
    return found


# ---- what is left out


def _count(given: Json, doc: Mapping[str, Any]) -> None:
    """Fill in what a whole document may only count, and what its open decisions show."""
    turn, war = TURN.thing(doc["turn"]), given["war"]
    before = [other.peace for other in TURN.things[: turn.index + 1] if other.peace]
    left, due = given["awards_left"], (len(FACTS.award_set) - len(REGION.ids)) * (before[-1] % 2)
    if _size(left) not in ((due, 0) if turn.war != NONE else (due,)):
        raise DocumentError([Problem("awards_left", f"{_size(left)} tiles face down instead of {due}", "4.1.3")])
    rest = _rest(map(AWARD.id_of, FACTS.award_set), given["awards"].values()) if due else []
    given["awards_left"] = _listed(left) or rest
    if "ap" in given:
        given["ap"] = {"major": {}, "minor": {}, "stage": "spending", **given["ap"]}
    war.setdefault("unassigned", {side: [] for side in SIDES})
    war["drawn"] = {side: [*_drawn(doc, side, war["unassigned"][side])] for side in SIDES}
    out = war.setdefault("out_of_game", {})
    if turn.next_war == NONE and war["next"] == "awi":  # the display of the last war may lie there still
        war |= {"next": None, "theaters": {}}
        war["pool"] = {side: {"basic": len(FACTS.basic_set) - len(out.get(side, ())), "bonus": 0} for side in SIDES}
    empty: Json = {side: {"basic": None, "bonus": []} for side in SIDES}
    orders = [str(n) for n, _ in enumerate(WAR.thing(war["next"]).theatres if war["next"] else (), 1)]
    if strange := [order for order in war["theaters"] if order not in orders]:
        path = f"war.theaters.{strange[0]}"
        raise DocumentError([Problem(path, f"this war has {len(orders)} theatres", "7.1")])
    war["theaters"] = {order: war["theaters"].get(order, empty) for order in orders}
    for side in SIDES:
        laid = [tiles[side]["basic"] for tiles in war["theaters"].values()]
        pool = war["pool"][side]["basic"]
        seen = [*laid, *war["drawn"][side], *_listed(pool)]
        out.setdefault(side, [] if isinstance(pool, int) else _rest(map(WAR_TILE.id_of, FACTS.basic_set), seen))


def _fill(given: Json) -> None:
    """Fill in what follows from the rest, and drop what a phase has nothing of."""
    phase, war = given["phase"], given["war"]
    if phase != "action":
        given.pop("round", None)
        given["controlled_at_round_start"] = {side: [] for side in SIDES}
    if phase not in ("war_theater", "war_spoils"):
        given.pop("theater", None)
    given["controlled_at_round_start"] = {**_held(given), **given.get("controlled_at_round_start", {})}
    given["jacobite"] = {"extra_slot": _has_extra_slot(given), **given["jacobite"]}
    progress = war.get("progress") or {}
    if "squadrons_used" in progress:  # one that was removed since may be kept in mind (7.2.1.1)
        kept = {
            side: [id for id in spaces if id in given["squadrons"][side]["map"] or id not in SPACE]
            for side, spaces in progress["squadrons_used"].items()
        }
        progress = progress | {"squadrons_used": kept}
    war["progress"] = None if TURN.thing(given["turn"]).war == NONE else progress


def _has_extra_slot(given: Json) -> bool:
    """Return whether M-4 may be in an extra slot (7.3), as far as the markers tell."""
    return TURN.index[given["turn"]] >= TURN.index[WAR_IDS[1]] and given["jacobite"]["victories"] > 0


def _held(given: Json) -> dict[str, list[str]]:
    """Return the spaces that each side holds, as it stands in a document."""
    found = {}
    for side in SIDES:
        flags = [id for id, owner in given["flags"].items() if owner == side and id in SPACE]
        there = {*flags, *given["squadrons"][side]["map"]} & {*SPACE.ids}
        found[side] = sorted(there, key=SPACE.index.__getitem__)
    return found


def _drawn(doc: Mapping[str, Any], side: str, waiting: Iterable[str]) -> Iterator[str]:
    """Yield war tiles that a decision shows and no theatre has (5.3.3, 5.6.1)."""
    for pending in doc.get("pending", ()):
        shown = pending.get({"place_bonus_tile": "tile", "keep_basic_tile": "drawn"}.get(pending["decision"], ""))
        if pending["side"] == side and shown is not None and shown not in waiting:
            yield shown


def _listed(pile: Any) -> list[str]:
    return [] if isinstance(pile, int) else pile


def _size(pile: Any) -> int:
    return pile if isinstance(pile, int) else len(pile)


def _rest(whole: Iterable[str], seen: Iterable[str]) -> list[str]:
    return sorted((Counter(whole) - Counter(seen)).elements())


# ---- who is asked


def _asked_in(said: Mapping[str, Any], state: State, now: Asked) -> Asked:
    """Return who is asked by what values of format 1 say of it; what they leave out is as it is `now`.

    Raises:
        DocumentError: The round is another side's, or a secret choice that is in is not legal.
    """
    sides = tuple(map(SIDES.index, said["active"])) if "active" in said else now.sides
    if state.phase == "action" and "active" in said and sides != (on_turn(state),):
        raise DocumentError([Problem("active", f"it is the round of {SIDES[on_turn(state)]}", "4.1.9")])
    step = now.step
    if "pending" in said:
        rows = [each for each in said["pending"] or () if state.phase != "action" or _is_asked(each, sides)]
        step = _step(rows[0], sides) if rows else ()
    if said.get("confirmed"):
        asked: tuple[str, Answers[State], type[Any]] = (
            ("discard_events", DiscardAnswers(), DiscardEvents)
            if state.phase == "deal_cards"
            else ("choose_ministries", ChooseMinistriesAnswers(), ChooseMinistries)
        )
        step = (asked[0], [*_chosen(said, state, *asked[1:])])
    return Asked(sides, step)


def _is_asked(pending: Json, sides: Iterable[int]) -> bool:
    return SIDES.index(pending["side"]) in sides or pending["decision"] == "choose_for_event"


def _chosen(said: Mapping[str, Any], state: State, answers: Answers[State], action: type[Any]) -> Iterator[list[Any]]:
    """Yield the secret choices that are in, by side; one that is not told must be made again."""
    for side in sorted(said["confirmed"], key=SIDES.index):
        told = said.get("secret_choices", {}).get(side)
        if told is not None:
            cards = told if action is ChooseMinistries else [*map(_number, told)]
            try:
                answers.check(state, side, action(tuple(cards)))
            except Refusal as refused:
                raise DocumentError([Problem(f"secret_choices.{side}", str(refused), refused.rule)]) from None
            yield [side, cards]


def _step(pending: Json, sides: Sequence[int]) -> list[Any]:
    """Return the frame that asks for an open decision."""
    name = STEP.get(pending["decision"], pending["decision"])
    match name:
        case "event_part":
            part = pending.get("part", "")
            if part not in PARTS or _number(pending.get("card", "")) not in EVENT.indexes:
                raise DocumentError([Problem("pending", "the event that asks must be named, and its part", "5.2")])
            return [name, sides[0], _number(pending["card"]), part]
        case "keep_basic_tile":
            return [name, sides[0], pending["theater"]]
        case "answer_conquest":
            return [name, pending["space"]]
        case _:
            return [name]


# ---- dealing


def dealt(doc: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
    """Return a document of format 1 with everything dealt that it only counts (3.7, 4.1.6, 5.6.1).

    What does not have its form stays as it is: reading it tells what is wrong.

    Raises:
        DocumentError: There is too little to deal from.
    """
    filled = deepcopy({**doc})
    try:
        found = [*_deal_hands(filled, chance), *_deal_theatres(filled, chance)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return doc
    if found:
        raise DocumentError(found)
    return filled


def _deal_hands(doc: Json, chance: Chance) -> Iterator[Problem]:
    """Deal cards from the pile; where it is only counted, of all cards of the eras so far that lie nowhere (4.1.6)."""
    for side in SIDES:
        wanted, pile = doc["hands"][side], doc["event_deck"]
        if not isinstance(wanted, int):
            continue
        lying = (*doc["hands"].values(), doc["discard"], doc["played_events"], doc.get("removed_events", []))
        seen = {_number(text) for cards in lying for text in _listed(cards)}
        era = TURN.thing(doc["turn"]).era
        left = [event.number for event in EVENT if event.era <= era and event.number not in seen]
        pool = sorted(map(_number, pile)) if isinstance(pile, list) else left
        if not 0 <= wanted <= len(pool):
            yield Problem(f"hands.{side}", f"{wanted} cards cannot be dealt from {len(pool)}", "4.1.6")
            continue
        cards = chance.pick_many("event", "cards", pool, wanted, {"side": side})
        doc["hands"][side] = [EVENT.at(number).key for number in cards]
        if isinstance(pile, list):
            doc["event_deck"] = [text for text in pile if _number(text) not in cards]


def _deal_theatres(doc: Json, chance: Chance) -> Iterator[Problem]:
    """Lay tiles from the pool of a side; where it is only counted, of all that are nowhere else (3.7, 5.6.1)."""
    war = doc["war"]
    for order, sides in war["theaters"].items():
        for side in SIDES:
            for kind in ("basic", "bonus"):
                wanted, pool = sides.get(side, {}).get(kind), war["pool"][side][kind]
                if not isinstance(wanted, int):
                    continue
                of_war = FACTS.bonus_sets[WAR_IDS.index(war["next"])][SIDES.index(side)]
                whole = FACTS.basic_set if kind == "basic" else of_war
                laid = [tile for each in war["theaters"].values() for tile in _listed(each.get(side, {}).get(kind, []))]
                gone = war.get("out_of_game", {}).get(side, []) if kind == "basic" else []
                left = sorted(pool) if isinstance(pool, list) else _rest(map(WAR_TILE.id_of, whole), [*laid, *gone])
                if not 0 <= wanted <= len(left):
                    path = f"war.theaters.{order}.{side}.{kind}"
                    yield Problem(path, f"{wanted} tiles cannot be laid from {len(left)}", "3.7")
                    continue
                keys = {"side": side, "theater": order}
                sides[side][kind] = chance.pick_many(f"{kind}_tile", "tiles", left, wanted, keys)
                if isinstance(pool, list):
                    war["pool"][side][kind] = _rest(pool, sides[side][kind])
