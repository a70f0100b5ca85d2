"""Here I Stand for the kernel: what the other modules add up to."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from random import Random
from typing import Any, ClassVar, Final

import msgspec

from adjudicator import Action, Answers
from adjudicator.kernel.chapters import chapters
from adjudicator.kernel.events import as_seats
from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Occasion, Position
from adjudicator.kernel.steps import Frames

from . import cards, rules
from .cards.anytime import AnytimeAnswers, StrikeNow, striking
from .facts import DATA, ENGLAND, HAPSBURG, NONE, POWER, PROTESTANT
from .house_rules import OPTIONS, house_rules
from .rules.book import STEPS
from .rules.diplomacy.deals import DealAnswers, deal_signed
from .rules.hiring import HireNow, using_anytime
from .rules.impulses import impulse, impulse_ends
from .rules.spring import Inform, InformAnswers, informed
from .rules.turns import turn
from .rules.war.sides import fighting
from .setup import initial_state
from .state import FORM, State


class HereIStand(Game[State]):
    """The campaign of 1517 for six powers (22), which three to six people hold between them."""

    id = "here-i-stand"
    titles: ClassVar[Mapping[str, str]] = {"en": "Here I Stand", "ru": "На том стою"}
    version = "2"
    seats = POWER.ids
    form = FORM
    chapters = (*chapters(rules), *chapters(cards))
    steps = STEPS
    phases = ("luther", "card_draw", "diplomacy", "diet", "spring", "action", "winter", "new_world", "victory")
    fact_files = tuple(DATA / f"{name}.yaml" for name in ("cards", "map", "people", "powers", "setup"))
    options = OPTIONS
    occasions = ("battle",)
    parts: ClassVar[Mapping[str, str]] = {
        "board": "adjudicator.games.here_i_stand.board:board()",
        "names": "adjudicator.games.here_i_stand.names:names",
        "phrases": "adjudicator.games.here_i_stand.phrases:PHRASES",
        "report": "adjudicator.games.here_i_stand.words:REPORT",
        "rules": "adjudicator.games.here_i_stand.words:RULEBOOK",
        "conditions": "adjudicator.games.here_i_stand.conditions:CONDITIONS",
        "trials": "adjudicator.games.here_i_stand.trials.crowded:TRIALS",
        "worth": "adjudicator.games.here_i_stand.worth:worth",
    }

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        return initial_state(house_rules(options)), [turn()]

    def anytime(self, state: State, seat: str) -> Answers[State]:
        """Return the deals that a power may sign while negotiations last (9.1), or cards for any time (6)."""
        if state.negotiating:
            return DealAnswers()
        return InformAnswers() if state.informing else AnytimeAnswers()

    def perform(self, state: State, by: Sequence[str], action: Action) -> Frames:
        if isinstance(action, HireNow):
            return [using_anytime(by[0], action.card, list(action.spaces), list(action.owners))]
        if isinstance(action, StrikeNow):
            return [striking(by[0], action.power, action.use)]
        if isinstance(action, Inform):
            return [informed(by[0], action.victim, action.to or by[0])]
        return [deal_signed(msgspec.to_builtins(action))]

    def resample_hidden(self, state: State, seats: Iterable[str], rng: Random) -> State:
        """Deal again what is hidden; what a power is about to give away is of its hand.

        Whoever sees hands while choosing a card of them knows these.
        """
        eyes = {*as_seats(seats)}
        known = eyes | {ENGLAND, PROTESTANT} if state.inquired and HAPSBURG in eyes else eyes
        other: State = self.form.other(state, known, rng)
        givers = [power for power in POWER.ids_of(state.offered_by) if power not in eyes]
        for giver in givers:
            some = iter(rng.sample(other.hands[giver].cards, 2))
            other.offered, other.offered_too = (
                NONE if each == NONE else next(some) for each in (state.offered, state.offered_too)
            )
        return other

    def invariants(self, state: State) -> list[str]:
        """Return what is wrong with the number of pieces, and spaces with two controllers."""
        twice = sum(map(int.bit_count, state.control)) - reduce(or_, state.control, 0).bit_count()
        return [*super().invariants(state), *(["control: spaces with two controllers"] if twice else [])]

    def occasion(self, state: State) -> Occasion | None:
        """Return the march, battle or assault that is under way."""
        if state.battle is None:
            return None
        now = state.battle
        return Occasion("battle", now.at or str(now.card), fighting(state))

    def turns_done(self, state: State) -> int:
        """Return the number of turns that are over."""
        return state.turn - 1

    def own_round(self, position: Position[State, Any]) -> int | None:
        """Return the number of the impulse under way, or None outside impulses (11)."""
        within = position.is_within(impulse.name, impulse_ends.name)
        return position.state.impulses if within else None


GAME: Final = HereIStand()
