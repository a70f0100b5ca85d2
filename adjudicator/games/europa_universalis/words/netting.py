"""Leave out of a story what came to nothing: loans that were repaid, a general who was moved to and fro."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel.events import Event, ObservedEvent

from ..facts import POWER
from ..rules.alliances import Allied, WarBegan
from ..rules.book import SeatAndInterest, SeatAndRealm
from ..rules.characters import Appointed, Gone
from ..rules.claims import ClaimsChanged
from ..rules.declaration import WarDeclared
from ..rules.influence import InfluenceChanged
from ..rules.marriages import Married
from ..rules.movement import Marched
from ..rules.players import Dealt
from ..rules.purse import LoanRepaid, LoanTaken
from ..rules.settlement import PeaceMade
from ..rules.terms import UnrestCalmed
from ..rules.treaties import PeaceSigned
from ..slots import CHARACTER, of_card
from ..state import State


class _Netting:
    """Events as far as they are heard, those that others undid left out. `before`: where they began."""

    def __init__(self, before: State | None) -> None:
        self._before = before
        self.kept: dict[int, tuple[ObservedEvent[Any], Event]] = {}
        self._loans: dict[str, list[int]] = {}
        self._last: dict[tuple[Any, ...], int] = {}

    def hear(self, place: int, told: ObservedEvent[Any], event: Event) -> None:
        """Add one more event."""
        self.kept[place] = told, event
        for kind, joined in _JOINED.items():
            if isinstance(event, kind):
                joined(self, place, event)

    def loan(self, place: int, event: SeatAndInterest) -> None:
        """Drop a loan together with its repayment, in either order."""
        open_ones = self._loans.setdefault(event.seat, [])
        if open_ones and type(self.kept[open_ones[-1]][1]) is not type(event):
            del self.kept[open_ones.pop()], self.kept[place]
        else:
            open_ones.append(place)

    def post(self, place: int, event: Appointed) -> None:
        """Count only the last of the posts of a character, and none if it is the one held before."""
        self._before_it(("post", event.seat, event.character), place)
        if self._before is not None and _held(self._before, event):
            del self.kept[place]

    def left(self, place: int, event: Gone) -> None:
        """Forget the post of a character that is gone."""
        self._before_it(("post", event.seat, event.character), place)

    def influence(self, place: int, event: InfluenceChanged) -> None:
        """Add up the changes of a seat's cubes in an area."""
        earlier = self._before_it(("influence", event.seat, event.area), place)
        self._now(place, event, event.n + (earlier.n if isinstance(earlier, InfluenceChanged) else 0), "n")

    def claims(self, place: int, event: ClaimsChanged) -> None:
        """Drop a claim that was placed and given up, or the other way round."""
        left = set(event.areas)
        for other, (told, earlier) in [*self.kept.items()]:
            undone = isinstance(earlier, ClaimsChanged) and (earlier.seat, earlier.placed) == (
                event.seat,
                not event.placed,
            )
            if undone and isinstance(earlier, ClaimsChanged):
                both = left & set(earlier.areas)
                left -= both
                self._keep(other, told, earlier, [area for area in earlier.areas if area not in both], "areas")
        self._keep(place, self.kept[place][0], event, [area for area in event.areas if area in left], "areas")

    def march(self, place: int, event: Marched) -> None:
        """Report an army as coming from where it set out first, and drop it if it is there again."""
        if not event.army:
            return
        earlier = self._before_it(("march", event.seat, event.army), place)
        start = earlier.start if isinstance(earlier, Marched) else event.start
        self._now(place, event, "" if start == event.area else start, "start")

    def deal(self, place: int, event: Dealt) -> None:
        """Join all that two players agreed on into one deal."""
        earlier = self._before_it(("deal", *sorted((event.seat, event.other))), place)
        if isinstance(earlier, Dealt):
            both = _joint(earlier, event)
            if not any((both.alliance, both.marriage, both.ducats, both.bought, both.sold)):  # money given back
                del self.kept[place]
                return
            self.kept[place] = ObservedEvent(self.kept[place][0].n, both, silent=self.kept[place][0].silent), both

    def pact(self, place: int, event: SeatAndRealm) -> None:
        """Drop what players have agreed on, since their deal reports it."""
        for _, deal in self.kept.values():
            agreed = isinstance(deal, Dealt) and (deal.alliance if isinstance(event, Allied) else deal.marriage)
            if agreed and isinstance(deal, Dealt) and {deal.seat, deal.other} == {event.seat, event.realm}:
                del self.kept[place]
                return

    def _before_it(self, key: tuple[Any, ...], place: int) -> Event | None:
        """Remove an event with the same key, which the new one replaces, and return it."""
        earlier = self.kept.pop(self._last.get(key, -1), None)
        self._last[key] = place
        return None if earlier is None else earlier[1]

    def _now(self, place: int, event: Event, value: Any, field: str) -> None:
        self._keep(place, self.kept[place][0], event, value, field)

    def _keep(self, place: int, told: ObservedEvent[Any], event: Event, value: Any, field: str) -> None:
        """Keep the event with this value, or drop it if the value is empty."""
        if not value:
            self.kept.pop(place, None)
        elif (value := tuple(value) if isinstance(value, list) else value) != getattr(event, field):
            changed = replace(event, **{field: value})
            self.kept[place] = ObservedEvent(told.n, changed, silent=told.silent), changed


_JOINED: Final[dict[type[Event] | tuple[type[Event], ...], Callable[[_Netting, int, Any], None]]] = {
    (LoanTaken, LoanRepaid): _Netting.loan,
    Appointed: _Netting.post,
    Gone: _Netting.left,
    InfluenceChanged: _Netting.influence,
    ClaimsChanged: _Netting.claims,
    Marched: _Netting.march,
    Dealt: _Netting.deal,
    (Allied, Married): _Netting.pact,
}


def _joint(one: Dealt, two: Dealt) -> Dealt:
    """Return two deals of the same players as the first of them told it."""
    if two.seat != one.seat:
        two = replace(two, seat=one.seat, other=one.other, ducats=-two.ducats, bought=two.sold, sold=two.bought)
    return replace(
        one,
        alliance=one.alliance or two.alliance,
        marriage=one.marriage or two.marriage,
        ducats=one.ducats + two.ducats,
        bought=(*one.bought, *two.bought),
        sold=(*one.sold, *two.sold),
    )


def settled(
    told: Sequence[ObservedEvent[Any]], seats: Iterable[str], before: State | None = None
) -> list[ObservedEvent[Any]]:
    """Return what these seats heard, without what came to nothing.

    `before`: the state in which it began, if it is known.
    """
    netting, own = _Netting(before), tuple(seats)
    for place, each in enumerate(told):
        if (event := each.visible_to(own)) is not None:
            netting.hear(place, each, event)
    return [each for _, (each, _) in sorted(netting.kept.items())]


def signatures(events: Iterable[Event | None]) -> list[Event]:
    """Return the events that report a signature for a peace that is reported among these events."""
    known = [*events]
    made = {frozenset((each.seat, each.realm)) for each in known if isinstance(each, PeaceMade)}
    return [each for each in known if isinstance(each, PeaceSigned) and frozenset((each.seat, each.other)) in made]


def said_by_others(events: Iterable[Event | None]) -> list[Event]:
    """Return the events that others of these events report with more detail.

    These are a signature for a peace, the beginning of a declared war, and the loss of a claim that was given up for
    calm.
    """
    known = [*events]
    wars = {frozenset((each.seat, id)) for each in known if isinstance(each, WarDeclared) for id in each.realms}
    calmed = {(each.seat, (each.area,)) for each in known if isinstance(each, UnrestCalmed)}
    begun = [each for each in known if isinstance(each, WarBegan) and frozenset((each.one, each.other)) in wars]
    claims = [each for each in known if isinstance(each, ClaimsChanged) and not each.placed]
    return [*signatures(known), *begun, *(claim for claim in claims if (claim.seat, claim.areas) in calmed)]


def _held(state: State, event: Appointed) -> bool:
    """Return whether a character had a post in a position."""
    own, who = state.led[event.seat], CHARACTER.index[event.character]
    if event.army:
        return own.armies[event.army - 1].general == who
    if event.power:
        card = own.advisors[POWER.index[event.power]]
        return card >= 0 and of_card(card) == who
    return who in (own.fleet.admiral, own.ruler)
