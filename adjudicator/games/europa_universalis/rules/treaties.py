"""Negotiated peace between players: one bundle of a term, diplomacy, ties that are cut (R10.06)."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from adjudicator import Agree, Asking, Event, Frames, Judged, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..content import Content
from ..facts import AREA, REALM, AreaId, ProvinceId, RealmId, SeatId
from ..state import State
from .alliances import cut, no_such_ally
from .book import step
from .claims import change_claims
from .influence import change
from .keeping import KeepState, kept, refused_keep
from .players import Deal, agreed, refused_deal
from .relations import realm_of
from .settlement import TermId
from .terms import carried_out, refused_demand

NEGOTIABLE: Final[tuple[TermId, ...]] = ("white", "keep", "humiliation", "conversion", "succession")


class Treaty(Deal, frozen=True, tag="treaty", kw_only=True):
    """A negotiated peace between `by` and the `other`: a term, whose victor is one of them or nobody. With the present
    state provinces are `returned` for ducats, `freed` and `exchanged`. Besides, `by` may deal with the other player,
    end alliances (`cut`), and take back what influence and claims it has in areas that it is to `leave`. R10.06.
    """

    by: SeatId
    term: TermId
    victor: SeatId | None = None
    returned: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    exchanged: tuple[ProvinceId, ...] = ()
    cut: tuple[RealmId, ...] = ()
    leave: tuple[AreaId, ...] = ()

    @property
    def kept(self) -> KeepState:
        return KeepState(self.other, self.returned, self.freed, self.exchanged)

    @property
    def deals(self) -> bool:
        """Whether it is diplomacy between the players, too."""
        return bool(self.alliance or self.marriage or self.give or self.bought or self.sold)


class PeaceRefused(Event, frozen=True, tag="peace_refused", rule="R10.05", by="seat"):
    """A seat has sought a peace with another, and they have agreed on none."""

    seat: SeatId
    other: SeatId


not_of_this_war = Code("R10.06", realm=REALM)
not_negotiable = Code("R10.06", term=str)
needs_present_state = Code("R10.06", term=str)
needs_victor = Code("R10.06", term=str)
nothing_to_leave = Code("R10.06", area=AREA)


def refused_treaty(state: State, seats: tuple[str, str], action: Treaty, content: Content) -> Refusal | None:
    """What is against a bundle between the two players of a war."""
    by, other = action.by, action.other
    strangers = [each for each in (by, other, action.victor) if each not in (*seats, None)]
    if strangers or by == other:
        return not_of_this_war(realm=strangers[0] if strangers else other)
    if action.term not in NEGOTIABLE:
        return not_negotiable(term=action.term)
    return (
        _term_refused(state, action)
        or (refused_deal(state, by, action, content, peace=True) if action.deals else None)
        or _ties_refused(state, action)
    )


def _term_refused(state: State, action: Treaty) -> Refusal | None:
    if action.term == "keep":
        return refused_keep(state, action.by, action.kept, both=True)
    if action.kept != KeepState(action.other):
        return needs_present_state(term=action.term)
    if (action.term == "white") != (action.victor is None):
        return needs_victor(term=action.term)
    if action.victor is None:
        return None
    loser = action.other if action.victor == action.by else action.by
    return refused_demand(state, realm_of(action.victor), realm_of(loser), action.term)


def _ties_refused(state: State, action: Treaty) -> Refusal | None:
    for id in action.cut:
        if not state.allied[action.by] >> REALM.number(id) & 1 or action.cut.count(id) > 1:
            return no_such_ally(realm=id)
    own = state.led[action.by]
    for id in action.leave:
        area = AREA.number(id)
        if not (own.influence[area] or own.claims >> area & 1):
            return nothing_to_leave(area=id)
    return None


class TreatyAnswers(Judged[State]):
    """The bundle that two players sign; another one is a counter-offer (R10.06)."""

    kind, rule = "treaty", "R10.06"
    actions = (Treaty,)

    def __init__(self, seats: tuple[str, str], content: Content) -> None:
        self.seats, self.content = seats, content

    def candidates(self, state: State, seat: str) -> Iterator[Treaty]:
        """Each term alone; a white peace, or the present state, with something besides."""
        one, two = self.seats
        for term in NEGOTIABLE:
            yield from (Treaty(two, by=one, term=term, victor=victor) for victor in (None, one, two))
        for by, other in (self.seats, self.seats[::-1]):
            more: Iterator[dict[str, Any]] = chain(
                ({"give": give} for give in (5, 10)),
                [{"alliance": True}, {"marriage": True}, {"alliance": True, "marriage": True, "give": 5}],
                ({"cut": (id,)} for id in REALM.ids_of(state.allied[by])),
                ({"leave": (AREA.ids[area],)} for area in bits(state.led[by].claims)),
            )
            for each in more:
                yield from (Treaty(other, by=by, term=term, **each) for term in ("white", "keep"))

    def refused(self, state: State, seat: str, action: Treaty) -> Refusal | None:  # type: ignore[override]
        return refused_treaty(state, self.seats, action, self.content)

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"by": self.seats[0], "other": self.seats[1]}


@step("R10.06")
def negotiation(play: Play[State], seat: SeatId, other: SeatId) -> Asking:
    """A seat proposes a peace to another; either may propose another one, until both sign or one leaves it."""
    treaty: Treaty | None = yield Agree((seat, other), TreatyAnswers((seat, other), play.content), proposer=seat)
    if treaty is None:
        play.emit(PeaceRefused(seat, other))
        return None
    return _signed(play, treaty)


def _signed(play: Play[State], treaty: Treaty) -> Frames:
    """Diplomacy first, while what was agreed is there; then the peace; then ties are cut."""
    by, other, term = treaty.by, treaty.other, treaty.term
    frames = [*agreed(play, by, treaty)] if treaty.deals else []
    if term == "keep":
        victor = None if treaty.victor is None else realm_of(treaty.victor)
        frames += kept(play, by, treaty.kept, victor=victor, prizes=False)
    else:
        winner, loser = (other, by) if treaty.victor == other else (by, other)
        frames += carried_out(play, winner, realm_of(loser), term, victor=term != "white")
    for id in treaty.cut:
        frames += cut(play, by, REALM.index[id])
    for area in map(AREA.number, treaty.leave):
        change(play, by, area, -play.state.led[by].influence[area])
    change_claims(play, by, AREA.mask_of(treaty.leave), placed=False)
    return frames
