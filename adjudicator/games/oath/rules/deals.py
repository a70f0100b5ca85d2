"""Binding exchanges (7.6.3): a player proposes one, and the partner accepts it or does not.

What is haggled about beforehand, people write to each other; what is proposed here is kept.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, NamedTuple

from adjudicator import Action, Asking, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code

from ..facts import CARD, NONE, SLOT, PlayerId
from ..state import State
from . import pieces, table
from .book import ActDeed, SeatEvent, in_turn, step
from .councils import can_have, council_of
from .empire import can_give_tokens, goods, hand_over, terms_of
from .playing import trim
from .spoils import placing

TRIBUNAL: Final = "the_tribunal"
KINDS: Final = {
    "tinkers_fair": ("relic",),
    "festival_district": ("denizen",),
    "deed_writer": ("site",),
    "the_gathering": ("relic", "denizen"),
    TRIBUNAL: (),
}
"""What may change hands besides favor and secrets, by the card or site that allows it."""

not_to_be_dealt = Code("7.6.3")
"""Only what the two have, and what the card or the site allows."""
no_tribunal = Code("7.6.3")


class DealMade(SeatEvent, frozen=True, tag="deal_made", rule="7.6.3"):
    """Two players have exchanged something."""

    player: PlayerId
    favor: int = 0
    secrets: int = 0
    cards: Annotated[tuple[str, ...], CARD] = ()
    sites: Annotated[tuple[str, ...], SLOT] = ()
    for_favor: int = 0
    for_secrets: int = 0
    for_cards: Annotated[tuple[str, ...], CARD] = ()
    for_sites: Annotated[tuple[str, ...], SLOT] = ()


class DealRefused(SeatEvent, frozen=True, tag="deal_refused", rule="7.6.3"):
    """A player refused an exchange."""

    player: PlayerId


class Propose(Action, frozen=True, tag="propose"):
    """Propose a binding exchange to a player: what you give, and what you get for it (`for_…`). 7.6.3."""

    player: PlayerId
    favor: int = 0
    secrets: int = 0
    cards: Annotated[tuple[str, ...], CARD] = ()
    sites: Annotated[tuple[str, ...], SLOT] = ()
    for_favor: int = 0
    for_secrets: int = 0
    for_cards: Annotated[tuple[str, ...], CARD] = ()
    for_sites: Annotated[tuple[str, ...], SLOT] = ()


NoDeal = word("no_deal", "Propose nothing. 7.6.3.")


class Side(NamedTuple):
    """What one of the two gives."""

    favor: int
    secrets: int
    cards: tuple[str, ...]
    sites: tuple[str, ...]


class ProposeAnswers(ValidatedAnswers[State]):
    """The exchanges that a card or a site allows. `by`: its id."""

    kind, rule, interrupts = "propose", "7.6.3", True
    actions = (Propose, NoDeal)

    def __init__(self, by: str) -> None:
        self.by = by

    def partners(self, state: State, seat: str) -> list[str]:
        """Return with whom an exchange is possible: at a gathering with whoever is there."""
        return table.beside(state, seat) if self.by == "the_gathering" else table.others(state, seat)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        """Yield exchanges of one thing for another: the full range is what players write."""
        for partner in self.partners(state, seat):
            yield Propose(partner, favor=1, for_secrets=1)
            yield Propose(partner, secrets=1, for_favor=2)
            own, theirs = (dealable(state, who, other, self.by) for who, other in ((seat, partner), (partner, seat)))
            yield from (Propose(partner, cards=(card,), for_favor=1) for card in own[0])
            yield from (Propose(partner, favor=1, for_cards=(card,)) for card in theirs[0])
            yield from (Propose(partner, sites=(slot,), for_favor=1) for slot in own[1])
            yield from (Propose(partner, favor=1, for_sites=(slot,)) for slot in theirs[1])
        yield NoDeal()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoDeal):
            return None
        assert isinstance(action, Propose)
        if action.player not in self.partners(state, seat):
            return not_to_be_dealt()
        there = Side(action.favor, action.secrets, action.cards, action.sites)
        back = Side(action.for_favor, action.for_secrets, action.for_cards, action.for_sites)
        able = self.can_give(state, seat, action.player, there) and self.can_give(state, action.player, seat, back)
        able = able and can_hold(state, seat, action.sites, action.for_sites)
        able = able and can_hold(state, action.player, action.for_sites, action.sites)
        given, got = [*map(CARD.number, action.cards)], [*map(CARD.number, action.for_cards)]
        able = able and can_have(council_of(state, seat), given, _advisers(got))
        able = able and can_have(council_of(state, action.player), got, _advisers(given))
        return None if able else not_to_be_dealt()

    def can_give(self, state: State, seat: str, to: str, side: Side) -> bool:
        """Return whether a player has what is named, and the card or the site allows it."""
        cards, sites = dealable(state, seat, to, self.by)
        distinct = all(len({*things}) == len(things) for things in (side.cards, side.sites))
        has = {*side.cards} <= {*cards} and {*side.sites} <= {*sites}
        return distinct and has and can_give_tokens(state, seat, side.favor, side.secrets)

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"by": self.by}

    def default(self, state: State, seat: str) -> Action:
        return NoDeal()


def dealable(state: State, seat: str, partner: str, by: str) -> tuple[list[str], list[str]]:
    """Return the cards and the sites that a player may give a partner by a card or a site.

    Imperial players rule their sites together and give each other none.
    """
    kinds, board = KINDS[by], state.boards[seat]
    cards = [*board.relics] if "relic" in kinds else []
    cards += [adviser for adviser in board.advisers if "denizen" in kinds and not CARD.things[adviser].locked]
    together = table.belongs(state, seat) and table.belongs(state, partner)
    sites = table.ruled(state, seat) if "site" in kinds and not together else []
    return [CARD.ids[card] for card in cards], [SLOT.ids[site] for site in sites if state.sites[site].warbands]


def _advisers(cards: Iterable[int]) -> list[int]:
    return [card for card in cards if CARD.things[card].kind != "relic"]


def can_hold(state: State, seat: str, given: tuple[str, ...], got: tuple[str, ...]) -> bool:
    """Return whether a player can put a warband on each site that comes; those of sites that go come back first.

    Who has the Bandit Crown rules a site without warbands, too (7.6.5).
    """
    if not got or table.rules_bandits(state, seat):
        return True
    back = sum(state.sites[slot].warbands for slot in map(SLOT.number, given))
    return len(got) <= state.boards[seat].warbands + back and pieces.may_place(state, seat)


@step("7.6.3")
def proposing(play: Play[State], seat: PlayerId, by: str) -> Asking:
    """Let a player propose an exchange; at The Gathering as many as they like."""
    answer = yield Choose(seat, in_turn(play.state, seat, ProposeAnswers(by)))
    if not isinstance(answer, Propose):
        return []
    again = [proposing(seat, by)] if by == "the_gathering" else []
    return [agreeing(answer.player, seat, terms_of(answer)), *again]


AcceptDeal = word("accept_deal", "Accept the exchange. 7.6.3.")
RefuseDeal = word("refuse_deal", "Refuse the exchange. 7.6.3.")
DEAL: Final = Question(
    "deal",
    "7.6.3",
    AcceptDeal,
    default=RefuseDeal(),
    about={"player": PlayerId, **goods("sites", SLOT)},
    interrupts=True,
)


@step("7.6.3")
def agreeing(play: Play[State], seat: PlayerId, by: PlayerId, terms: dict[str, Any]) -> Asking:
    """Ask the partner; who gets more advisers than there is room for discards others before the exchange (5.1.4.II)."""
    answer = yield DEAL.in_turn_of(play.state.turn.seat)(seat, [AcceptDeal(), RefuseDeal()], player=by, **terms)
    if isinstance(answer, RefuseDeal):
        play.emit(DealRefused(seat, by))
        return []
    given, got = (
        [CARD.ids[card] for card in _advisers(map(CARD.number, terms[name]))] for name in ("cards", "for_cards")
    )
    return [trim(by, [], given, got), trim(seat, [], got, given), exchanged(seat, by, terms)]


@step("7.6.3")
def exchanged(play: Play[State], seat: PlayerId, by: PlayerId, terms: dict[str, Any]) -> Frames:
    """Exchange what was agreed, and let new rulers of sites put warbands there."""
    state = play.state
    hand_over(play, by, seat, terms)
    hand_over(play, seat, by, terms, "for_")
    made: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in terms.items()}
    play.emit(DealMade(by, seat, **made))
    for giver, slots in ((by, terms["sites"]), (seat, terms["for_sites"])):
        for here in (state.sites[slot] for slot in map(SLOT.number, slots)):
            state.boards[giver].warbands += here.warbands
            here.warbands, here.colour = 0, ""
    came = ((by, terms["for_sites"]), (seat, terms["sites"]))
    return [
        placing(taker, SLOT.mask_of(slots), 0 if table.rules_bandits(state, taker) else 1)
        for taker, slots in came
        if slots and pieces.may_place(state, taker)
    ]


class UseTribunal(ActDeed, frozen=True, tag="use_tribunal"):
    """Propose a binding exchange at The Tribunal, which you rule or where your pawn is. 7.6.3."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> list[Action]:
        return [cls()]

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        slot = next((n for n in SLOT.indexes if table.is_site(state, n, TRIBUNAL)), NONE)
        able = slot != NONE and (state.boards[seat].pawn == slot or table.rules(state, seat, slot))
        return None if able else no_tribunal()

    def apply(self, play: Play[State], seat: str) -> Frames:
        return [proposing(seat, TRIBUNAL)]
