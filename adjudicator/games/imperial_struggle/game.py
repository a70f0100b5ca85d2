"""Imperial Struggle for the kernel: what the other modules add up to."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.chapters import chapters
from adjudicator.kernel.documents import Sight
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.kernel.events import Event
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position, Stage
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frames

from . import former, rules
from .ahead import ahead
from .checks_moment import stated
from .compound import parts_of
from .fact_types import DATA, SIDES, TURN
from .forms import FORM
from .house_rules import OPTIONS, house_rules
from .invariants import violations
from .resume import asked_by, frames_of
from .rules.bidding import SidesBid
from .rules.book import STEPS
from .rules.ending import result
from .rules.turn import action_rounds, game
from .setup import initial_state
from .state import State
from .view import View, sight

CHAPTERS: Final = tuple(chapters(rules))
"""The modules of the rules."""
PHASE_OF: Final[Mapping[str, str]] = {
    "set_up": "deal",
    "deal_cards": "deal",
    "ministry": "ministry",
    "initiative": "initiative",
    "action": "action",
    "remaining_powers": "scoring",
    "scoring": "scoring",
    "final_scoring": "scoring",
    "war_layout": "war",
    "war_theater": "war",
    "war_spoils": "war",
}
"""Phases that players name when something is to end with them, by those of a position."""

FACTS: Final = "advantages events map ministries prices restrictions sequence setup tiles wars"
"""The files of facts."""


class ImperialStruggle(Game[State]):
    """The whole game, from the set-up to the final scoring."""

    id = "imperial-struggle"
    titles: ClassVar[Mapping[str, str]] = {"en": "Imperial Struggle", "ru": "Imperial Struggle"}
    version = "4"
    seats = SIDES
    seat_key = "side"
    form = FORM
    view_type = View
    chapters = CHAPTERS
    steps = STEPS
    fact_files = tuple(DATA / f"{name}.yaml" for name in FACTS.split())
    phases = ("deal", "ministry", "initiative", "action", "scoring", "war")
    options = OPTIONS
    open_draws = frozenset(("award", "commodity", "demand", "investment"))
    parts: ClassVar[Mapping[str, str]] = {
        "names": "adjudicator.games.imperial_struggle.names:names",
        "phrases": "adjudicator.games.imperial_struggle.phrases:PHRASES",
        "report": "adjudicator.games.imperial_struggle.words:REPORT",
        "board": "adjudicator.games.imperial_struggle.board:board()",
        "conditions": "adjudicator.games.imperial_struggle.conditions:CONDITIONS",
        "rules": "adjudicator.games.imperial_struggle.rulebook:RULEBOOK",
        "trials": "adjudicator.games.imperial_struggle.coverage:TRIALS",
        "worth": "adjudicator.games.imperial_struggle.worth:worth",
    }

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(house_rules(options)), [game()]

    def visible_state(self, state: State) -> Sight:
        return sight(state)

    def expand(self, state: State, seat: str, action: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        return parts_of(self, state, seat, action)

    def ahead(self, state: State, seat: str) -> Sequence[Action]:
        return ahead(state, seat)

    def seat_changes(self, event: Event) -> Mapping[str, str]:
        if isinstance(event, SidesBid) and event.swapped:
            return dict(zip(SIDES, reversed(SIDES), strict=True))
        return {}

    def turns_done(self, state: State) -> int:
        return state.turn

    def rounds_done(self, state: State) -> int:
        return max(0, state.round - 1) if state.phase == "action" else 0

    def own_round(self, position: Position[State, Any]) -> int | None:
        return next((int(frame[1]) for frame in position.frames if frame[0] == action_rounds.name), None)

    def stage(self, position: Position[State, Any]) -> Stage:
        """Return the present stage; a war is the last phase of the peace turn before it."""
        state = position.state
        turn = next(TURN.things[each].peace for each in range(state.turn, -1, -1) if TURN.things[each].peace)
        return Stage(turn, PHASE_OF.get(state.phase, ""))

    def invariants(self, state: State) -> list[str]:
        return violations(state)

    def fill_hidden_parts(self, document: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        if document.get("format") == former.FORMAT:
            return former.dealt(document, chance)
        return super().fill_hidden_parts(document, chance)

    def load(self, document: Mapping[str, Any]) -> tuple[State, Frames]:
        if document.get("format") == former.FORMAT:
            return former.loaded(document)
        state, frames = super().load(document)
        if found := [Problem(f"state.{path}", what, rule) for path, what, rule in stated(state)]:
            raise DocumentError(found)
        return state, frames

    def result_of(self, document: Mapping[str, Any]) -> Result | None:
        if document.get("format") == former.FORMAT:
            return result(former.loaded(document)[0])
        return super().result_of(document)

    def corrected(self, document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the document with changes, which may be those of format 1; frames and result follow the state."""
        made = super().corrected(document, changes)
        if not changes or changes.keys() & {"cursor"}:
            return made
        asked = asked_by(self._cursor.read(document["cursor"], "cursor"))
        if former.is_written(changes):
            state, after = former.corrected(document["state"], changes, asked)
        else:
            state = self.form.read(made["state"], "state")
            if self.invariants(state):  # which `load` tells
                return made
            after = frames_of(state, asked)
        before = frames_of(self.form.read(document["state"], "state"), asked)
        cursor = document["cursor"] if after == before else self._cursor.write(after)
        told = {"state": self.form.write(state), "cursor": cursor, "result": msgspec.to_builtins(result(state))}
        return {**document, **told}


GAME: Final = ImperialStruggle()
