"""Travel (5.6), and journeys that somebody is made to take."""

from collections.abc import Collection, Iterator
from typing import Annotated, Any, Final

from msgspec.structs import replace

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.components.quotes import Powers, Quote

from .. import facts
from ..facts import CARD, DECADENT, NONE, REGION_OF, SITE, SLOT, TRAVEL, CardId, PlayerId, SiteId, SlotId
from ..state import State
from . import pieces, table
from .book import AtSlot, Fee, Modified, SeatEvent, step, with_modifiers
from .modifying import automatic, fee_with, lacking, modifiers_refused, pay_modifiers, site_broken, usable
from .playing import spell_broken

same_site = Code("5.6.1", slot=SLOT)
narrow_pass = Code("5.6.1", slot=SLOT)
"""Whoever comes from another region must go to the pass."""
hidden_place = Code("5.6.1", slot=SLOT)
"""It costs a secret that is turned face down, and who is made to travel pays nothing."""
no_giant = Code("7.4", slot=SLOT)
no_station = Code("7.1.4", slot=SLOT)
STATION = CARD.number("way_station")
DRUM: Final = "dragonskin_drum"
"""Costs nothing and goes with any journey: each is offered with it, and allowed without."""
union = Code("7.1.4", slot=SLOT)
"""With Vow of Union nobody leaves a site that is ruled while there are warbands on the board."""


class Travelled(SeatEvent, frozen=True, tag="travelled", rule="5.6", touches=("slot",)):
    """A player travelled to a site; `forced`: somebody else wanted it so."""

    slot: SlotId
    supply: int = 0
    forced: bool = False
    site: SiteId | None = None

    def hit(self) -> Collection[str]:
        return (self.seat,) if self.forced else ()


class TravelQuote(Quote[State]):
    """The terms of a journey.

    `free`: no supply, whatever would be added (7.6.2). `turned`: secrets that are turned face down; `fees`: favor for
    players ("": burned). `forced`: who travels pays nothing. `ends_turn`: the act phase is over then.
    """

    def __init__(
        self, state: State, seat: str, to: int, *, forced: bool = False, giant: bool = False, station: bool = False
    ) -> None:
        super().__init__(state, seat)
        self.station = station
        self.origin, self.to, self.forced, self.giant = state.boards[seat].pawn, to, forced, giant
        away, there = REGION_OF[self.origin], REGION_OF[to]
        self.same_region = away == there
        self.supply = TRAVEL[away][there]
        self.free = forced
        self.turned = 0
        self.fees: list[tuple[str, int]] = []
        self.after: list[Any] = []
        self.ends_turn = False
        self.drums = 0
        self.loses = 0
        """Warbands on the own board that the journey kills."""
        self._sites()

    def _sites(self) -> None:
        """Apply the powers of sites and of the reliquary."""
        state, to, origin = self.state, self.to, self.origin
        if self.seat == facts.CHANCELLOR and not state.reliquary[DECADENT]:
            if REGION_OF[to] == facts.CRADLE and not self.same_region:
                self.free = True
            self.supply += REGION_OF[to] == facts.HINTERLAND
        if table.is_site(state, origin, "charming_valley"):
            self.supply += 1
        gate = next(
            (slot for slot in bits(facts.SLOTS_OF[REGION_OF[to]]) if table.is_site(state, slot, "narrow_pass")),
            NONE,
        )
        if gate not in (NONE, to) and not self.same_region:
            self.forbid("narrow_pass", narrow_pass(slot=gate))
        site = state.sites[to].site
        if self.giant:
            if not table.is_site(state, origin, "buried_giant") or self.forced:
                self.forbid("giant", no_giant(slot=origin))
            if any(spell_broken(state, self.seat)):
                self.forbid("giant", site_broken(slot=origin))
            self.free = True
            self.turned += 1
            self.ignore("narrow_pass")
        if table.is_site(state, origin, "shrouded_wood"):
            self.supply = 2
            self.ignore("narrow_pass", "the_hidden_place")
        coast = state.sites[origin].site
        if coast != NONE and site != NONE and SITE.things[coast].coast and SITE.things[site].coast:
            self.supply = min(self.supply, 1)
            self.ignore("narrow_pass")
        if table.is_site(state, to, "the_hidden_place") and not self.ignores("the_hidden_place"):
            if self.forced:
                self.forbid("the_hidden_place", hidden_place(slot=to))
            elif any(spell_broken(state, self.seat)):
                self.forbid("the_hidden_place", site_broken(slot=to))
            elif not (self.giant and not state.rules.giant_hidden_two_secrets):
                self.turned += 1

    def ignore_sites(self) -> None:
        """Ignore the powers of sites: Forest Paths, Portal."""
        self.ignore("narrow_pass", "the_hidden_place", "shrouded_wood")
        self.turned = min(self.turned, int(self.giant))

    @property
    def price(self) -> int:
        """The supply that it costs."""
        return 0 if self.free else self.supply

    def refused(self, by: tuple[str, ...] = ()) -> Refusal | None:
        """Return why the journey is not possible with these modifiers, or None."""
        if self.to == self.origin:
            return same_site(slot=self.to)
        if self.refusal:
            return self.refusal  # type: ignore[no-any-return]
        return None if self.forced else lacking(self.state, self.seat, self.fee(by))

    def fee(self, by: tuple[str, ...]) -> Fee:
        """Return what it costs with these modifiers."""
        return fee_with(self.state, by, self.price, sum(favor for _, favor in self.fees), self.turned)


TRAVELS: Final = Powers[TravelQuote]()
AFTER_TRAVEL: Final[list[Any]] = []
"""What happens to whoever has travelled: called with the play, the seat and where the journey began."""


def quoted(  # noqa: PLR0913 - what the traveller says
    state: State,
    seat: str,
    to: int,
    by: tuple[str, ...] = (),
    *,
    forced: bool = False,
    giant: bool = False,
    station: bool = False,
) -> TravelQuote:
    """Return the terms of a journey, with the modifiers that are used for it."""
    quote = TravelQuote(state, seat, to, forced=forced, giant=giant, station=station)
    return TRAVELS.applied(quote, [*by, *automatic(state, TRAVELS)])


class Travel(Modified, frozen=True, tag="travel"):
    """Travel to another site. 5.6.

    `giant`: by turning a secret at the Buried Giant; `station`: by giving a favor to the ruler of the Way Station.
    """

    slot: SlotId = ""
    giant: bool = False
    station: bool = False
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        here = state.boards[seat].pawn
        mods = usable(state, seat, "travel", TRAVELS)
        drum = tuple(mod for mod in mods if mod == DRUM)
        for slot in SLOT.indexes:
            if slot != here:
                journey = cls(slot=SLOT.ids[slot], modifiers=drum)
                yield from with_modifiers(journey, [mod for mod in mods if mod != DRUM])
                if table.is_site(state, here, "buried_giant"):
                    yield replace(journey, giant=True)
                if STATION in state.sites[slot].cards and not table.rules_card(state, seat, STATION):
                    yield replace(journey, station=True)

    def quote(self, state: State, seat: str) -> TravelQuote:
        """Return the terms of this journey."""
        slot = SLOT.number(self.slot)
        return quoted(state, seat, slot, self.modifiers, giant=self.giant, station=self.station)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if self.station and STATION not in state.sites[SLOT.number(self.slot)].cards:
            return no_station(slot=SLOT.number(self.slot))
        bad = modifiers_refused(state, seat, "travel", self.modifiers, TRAVELS)
        return bad or self.quote(state, seat).refused(self.modifiers)

    def fee(self, state: State, seat: str) -> Fee:
        return self.quote(state, seat).fee(self.modifiers)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Pay, and go, unless the enemy who rules the Shrouded Wood says where."""
        state = play.state
        quote, board = self.quote(state, seat), state.boards[seat]
        guide = "" if quote.ignores("shrouded_wood") else wood_guide(state, seat)
        board.supply -= quote.price
        pay_modifiers(play, seat, self.modifiers)
        if guide:
            return [guided(guide, seat, False, list(self.modifiers), quote.ends_turn)]
        return [*go(play, seat, quote), *quote.after]


def go(play: Play[State], seat: str, quote: TravelQuote) -> list[Any]:
    """Give what is demanded on the way, turn secrets, and arrive."""
    board = play.state.boards[seat]
    for player, favor in quote.fees:
        pieces.give_favor(play, seat, player, favor)
    board.secrets -= quote.turned
    board.turned += quote.turned
    return arrive(play, seat, quote)


def wood_guide(state: State, seat: str) -> str:
    """Return the enemy who rules the Shrouded Wood where a player is, or ""."""
    slot = state.boards[seat].pawn
    if not table.is_site(state, slot, "shrouded_wood"):
        return ""
    found = table.ruler(state, slot)
    return found if found and table.enemies(state, found, seat) else ""


def arrive(play: Play[State], seat: str, quote: TravelQuote) -> list[Any]:
    """Move the pawn, turn up the site (5.6.2), and return what follows."""
    state = play.state
    if quote.loses:
        pieces.kill_on(play, seat, quote.loses)
    state.boards[seat].pawn = quote.to
    paid, site = 0 if quote.forced else quote.price, table.site_id(state, quote.to)
    play.emit(Travelled(seat, SLOT.ids[quote.to], paid, quote.forced, site))
    if state.sites[quote.to].site == NONE:
        pieces.turn_up(play, quote.to)
    follows: list[Any] = []
    for rule in AFTER_TRAVEL:
        follows += rule(play, seat, quote)
    if quote.ends_turn:
        state.turn.acting = False
    return follows


def arrive_at(play: Play[State], seat: str, slot: int) -> None:
    """Put a pawn on a site by a card, which is no journey."""
    play.state.boards[seat].pawn = slot
    play.emit(Travelled(seat, SLOT.ids[slot], site=table.site_id(play.state, slot)))
    if play.state.sites[slot].site == NONE:
        pieces.turn_up(play, slot)


class Guide(AtSlot, frozen=True, tag="guide"):
    """Send whoever leaves the Shrouded Wood to this site."""


not_there = Code("5.6", slot=SLOT)
GUIDED: Final = Question(
    "guided",
    "5.6",
    Guide,
    otherwise=not_there,
    default=FIRST,
    alone="logged",
    about={"traveller": PlayerId},
    interrupts=True,
)


def destinations(state: State, seat: str, *, forced: bool, by: tuple[str, ...] = ()) -> list[int]:
    """Return the sites to which a player can travel, or be made to travel."""
    here = state.boards[seat].pawn
    return [
        slot for slot in SLOT.indexes if slot != here and quoted(state, seat, slot, by, forced=forced).refused() is None
    ]


@step("5.6")
def guided(play: Play[State], guide: PlayerId, seat: PlayerId, forced: bool, by: list[str], ends: bool) -> Asking:
    """Let the ruler of the Shrouded Wood name where a journey ends; the traveller has paid."""
    state = play.state
    slots = destinations(state, seat, forced=True)
    if not slots:
        return []
    answer = yield GUIDED.in_turn_of(state.turn.seat)(guide, [Guide(SLOT.ids[slot]) for slot in slots], traveller=seat)
    quote = quoted(state, seat, SLOT.number(answer.slot), tuple(by), forced=True)
    quote.ends_turn = ends
    return [*arrive(play, seat, quote), *quote.after]


@step("5.6")
def forced_journey(play: Play[State], seat: PlayerId, to: SlotId) -> Frames:
    """Make a player travel to a site, if that is possible; from the Shrouded Wood its ruler says where (5.5.7.3)."""
    state = play.state
    guide = wood_guide(state, seat)
    if guide:
        return [guided(guide, seat, True, [], False)]
    quote = quoted(state, seat, SLOT.number(to), forced=True)
    return [] if quote.refused() else arrive(play, seat, quote)


class GoTo(AtSlot, frozen=True, tag="go_to"):
    """Travel to this site for no supply. 7.6.2."""


NoJourney = word("no_journey", "Stay. 7.6.2.")
FREE: Final = Question(
    "free_travel", "7.6.2", GoTo, otherwise=not_there, default=NoJourney(), about={"card": CardId}, interrupts=True
)
MUST_GO: Final = Question("must_travel", "7.6.2", GoTo, otherwise=not_there, default=FIRST, about={"card": CardId})


def free_quote(state: State, seat: str, slot: int) -> TravelQuote:
    """Return the terms of a journey that costs no supply, whatever would be added to it (7.6.2)."""
    quote = quoted(state, seat, slot)
    quote.free = True
    return quote


def free_slots(state: State, seat: str) -> list[int]:
    """Return the sites to which a player can travel for no supply."""
    here = state.boards[seat].pawn
    return [slot for slot in SLOT.indexes if slot != here and free_quote(state, seat, slot).refused() is None]


@step("7.6.2")
def free_travel(play: Play[State], seat: PlayerId, card: CardId, only: list[SlotId], may_stay: bool) -> Asking:
    """Let a player travel for no supply by a card, to one of these sites."""
    state = play.state
    slots = [slot for slot in free_slots(state, seat) if SLOT.ids[slot] in only]
    if not slots:
        return []
    going = [GoTo(SLOT.ids[slot]) for slot in slots]
    answer = (
        yield FREE.in_turn_of(state.turn.seat)(seat, [*going, NoJourney()], card=card)
        if may_stay
        else MUST_GO(seat, going, card=card)
    )
    if not isinstance(answer, GoTo):
        return []
    guide = wood_guide(state, seat)
    if guide:
        return [guided(guide, seat, False, [], False)]
    quote = free_quote(state, seat, SLOT.number(answer.slot))
    return [*go(play, seat, quote)]
