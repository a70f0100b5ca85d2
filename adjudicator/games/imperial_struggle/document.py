"""The state document: one JSON object that holds a whole position, public and hidden, with a published schema.

For moderators and tests only: it contains hidden information. Its form is ``data/state_document.schema.json``. Nearly
all of it follows from the fields of the state; here is what a document says in another way than the state.

>>> try:
...     load({"turn": "1"})
... except DocumentError as error:
...     print(error.problems[0])
(document): 'phase' is a required property
"""

from copy import deepcopy
from typing import Final

from msgspec import Struct

from adjudicator.components.field_types import Json, Reading
from adjudicator.kernel.errors import DocumentError, Problem

from .checks_moment import option_problems, told
from .cursor import PENDING, Cursor, Pending
from .document_fill import FORMAT, VERSION, extra_slot_follows, fill
from .document_schema import published, schema
from .fact_types import NONE, SIDES, TURN, USA, WAR, WAR_TILE
from .forms import FORM
from .house_rules import differing, house_rules
from .invariants import problems
from .isolation import isolated_markets
from .rules.war.effects import all_effects
from .state import State, held

__all__ = ["DocumentError", "Loaded", "Problem", "document", "load", "schema"]

IN_THEATRE: Final = ("war_theater", "war_spoils")


class Loaded(Struct, frozen=True):
    """The content of a document: the position with its house rules, who decides, the note."""

    state: State
    cursor: Cursor
    note: str


def document(state: State, cursor: Cursor, *, note: str = "", secrets: bool = False) -> Json:
    """Return the document of a position after set-up; equal positions give equal documents.

    Args:
        secrets: write simultaneous choices that are in but not complete.

    Raises:
        ValueError: the set-up is not done, no award tile is face up yet.
    """
    if state.phase == "set_up" or NONE in state.awards:
        raise ValueError("a position before the end of the set-up has no document")
    doc = {"format": FORMAT, "version": VERSION, "options": differing(state.options), **FORM.write(state)}
    doc |= _written_cursor(cursor, secrets=secrets) | ({"note": note} if note else {})
    doc["usa_flags"] = state.flags[USA].bit_count()
    _restate(doc, state, cursor)
    return {key: doc[key] for key in published()["properties"] if key in doc}


def load(doc: object) -> Loaded:
    """Return the position of a document.

    Raises:
        DocumentError: with every problem, those of the form first, each with its path and rule.
    """
    found, unsound = _against_schema(doc)
    if not isinstance(doc, dict):
        raise DocumentError(found)
    draft, reading = {key: value for key, value in deepcopy(doc).items() if key not in unsound}, Reading()
    fill(draft, unsound, reading)
    state = FORM.noted(draft, "", reading)
    pending = [PENDING.noted(each, f"pending.{n}", reading) for n, each in enumerate(draft.get("pending", []))]
    found += [problem for problem in reading.problems if _key(problem) not in unsound]
    found += option_problems(draft.get("options", {}))
    unsound |= set(map(_key, found)) | {path.partition(".")[0] for path in reading.counted}
    if "options" not in unsound:
        state.options = house_rules(draft.get("options", {}))
    if not unsound & {"turn"} and TURN.things[state.turn].war == NONE:
        state.war = None
    elif not unsound & {"war", "phase", "turn", "theater"} and "effects_left" not in draft["war"]:
        _work_effects_out(state)
    if "isolated" not in doc and not unsound & {"flags", "squadrons", "conflicts"}:
        state.isolated = isolated_markets(state) if state.phase == "action" else 0
    found += [*problems(state, unsound), *told(state, pending, draft, unsound)]
    if found:
        raise DocumentError(found)
    return Loaded(state, _read_cursor(draft, pending), doc.get("note", ""))


def _restate(doc: Json, state: State, cursor: Cursor) -> None:
    """Change what the document says differently from the state, and remove what follows from it."""
    plus = set(doc.pop("conflicts_plus"))
    doc["conflicts"] = {id: 1 + (id in plus) for id in doc["conflicts"]}
    if state.phase in IN_THEATRE:
        doc["theater_id"] = WAR.things[state.next_war].theatres[state.theatre - 1].id
    else:
        doc.pop("theater", None)
    if state.phase != "action" or all(state.held_at_start[side] == held(state, side) for side in (0, 1)):
        del doc["controlled_at_round_start"]
    if state.jacobite_extra == extra_slot_follows(state.turn, state.jacobite_victories):
        del doc["jacobite"]["extra_slot"]
    if "result" in doc:
        doc["result"] = doc["result"].capitalize()
    waiting, drawn = doc["war"].pop("unassigned"), doc["war"].pop("drawn")
    tiles = WAR_TILE.things
    for index, side in enumerate(SIDES):
        named = [
            tiles[tile].id for p in cursor.pending if p.side == index for tile in (p.tile, p.drawn) if tile != NONE
        ]
        waiting[side] += [id for id in drawn[side] if id not in named and not id.startswith("basic")]
    if any(waiting.values()):
        doc["war"]["theaters"]["unassigned"] = {side: {"bonus": sorted(of)} for side, of in waiting.items() if of}


def _written_cursor(cursor: Cursor, *, secrets: bool) -> Json:
    out: Json = {
        "active": sorted(SIDES[side] for side in cursor.active),
        "pending": [PENDING.write(pending) for pending in cursor.pending],
        "confirmed": [SIDES[side] for side in sorted(cursor.confirmed)],
    }
    if secrets and cursor.secret != (None, None):
        chosen = zip(SIDES, cursor.secret, strict=True)
        out["secret_choices"] = {side: list(cards) for side, cards in chosen if cards is not None}
    return out


def _read_cursor(doc: Json, pending: list[Pending]) -> Cursor:
    """Return who decides what, as far as the document says."""
    active = tuple(sorted(SIDES.index(side) for side in doc["active"]))
    confirmed = tuple(sorted(SIDES.index(side) for side in doc.get("confirmed", [])))
    secret = doc.get("secret_choices", {})
    france, britain = (tuple(secret[side]) if side in secret else None for side in SIDES)
    return Cursor(active, tuple(pending), confirmed, (france, britain))


def _work_effects_out(state: State) -> None:
    """Rule 7.1.2: the symbols of the revealed tiles, where a document leaves out which of them are still to be used."""
    if state.phase == "war_theater" and state.war is not None and 1 <= state.theatre <= len(state.theatres):
        state.war.effects_left = all_effects(state)


def _key(problem: Problem) -> str:
    return problem.path.partition(".")[0]


def _against_schema(doc: object) -> tuple[list[Problem], set[str]]:
    """Return problems of the form, and top-level keys not to rely on."""
    found: list[Problem] = []
    unsound: set[str] = set()
    from adjudicator.components.document_form import errors  # slow to load, and hardly a match begins from a document

    for error in errors(doc, published):
        path = [str(part) for part in error.absolute_path]
        found.append(Problem(".".join(path), error.message))
        unsound.update(path[:1])
    if isinstance(doc, dict):
        needed = {"round", "first_player"} if doc.get("phase") == "action" else set()
        needed |= {"theater", "theater_id"} if doc.get("phase") in IN_THEATRE else set()
        unsound.update(key for key in (*published()["required"], *needed) if key not in doc)
    return found, unsound
