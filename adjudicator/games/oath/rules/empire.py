"""Citizens of the empire (6.6, 6.7, 6.8): how exiles become citizens, and citizens exiles."""

from collections.abc import Callable, Collection, Iterator
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code, Kind

from ..facts import BANNER, CARD, CHANCELLOR, NONE, PEOPLES_FAVOR, SPACE, SUPPLY, CardId, PlayerId, SpaceId
from ..state import State
from . import pieces, table
from .battle import army_places, falling
from .book import ActDeed, Fee, SeatEvent, step
from .modifying import lacking
from .playing import BannerTaken, RelicTaken, discard_vision, relics_taken
from .warbands import RelicSeen, may_use_scepter, no_scepter

not_exile = Code("6.6.1", player=str)
needs_relic = Code("6.6.1", space=SPACE)
cannot_give = Code("6.6.1")
"""Only what the two have can change hands, and no relic of the reliquary beside the one that is promised."""
not_citizen = Code("6.7", player=str)
own_scepter = Code("6.8")
"""The holder of the Grand Scepter cannot become an exile so."""
protected_seat = Code("6.7", card=CARD)


class BecameCitizen(SeatEvent, frozen=True, tag="became_citizen", rule="6.6.2"):
    """An exile became a citizen."""


class BecameExile(SeatEvent, frozen=True, tag="became_exile", rule="6.7"):
    """A citizen became an exile, for so much favor; `player`: whoever wanted it, if not the citizen."""

    favor: int
    player: PlayerId | None = None

    def hit(self) -> Collection[str]:
        return (CHANCELLOR, self.seat) if self.player else (CHANCELLOR,)


class OfferMade(SeatEvent, frozen=True, tag="offer_made", rule="6.6.1"):
    """The holder of the Grand Scepter offered citizenship."""

    player: PlayerId
    space: SpaceId


class OfferRefused(SeatEvent, frozen=True, tag="offer_refused", rule="6.6.2"):
    """An exile refused citizenship."""


class Terms(ActDeed, frozen=True):
    """What two players give each other: favor, secrets, relics and banners; `for_…` is what the other gives."""

    favor: int = 0
    secrets: int = 0
    cards: Annotated[tuple[str, ...], CARD] = ()
    banners: Annotated[tuple[str, ...], BANNER] = ()
    for_favor: int = 0
    for_secrets: int = 0
    for_cards: Annotated[tuple[str, ...], CARD] = ()
    for_banners: Annotated[tuple[str, ...], BANNER] = ()


def can_give(
    state: State, seat: str, favor: int, secrets: int, cards: tuple[str, ...], banners: tuple[str, ...]
) -> bool:
    """Return whether a player has what an exchange names: `cards` are relics."""
    board = state.boards[seat]
    held = {BANNER.ids[number] for number, banner in enumerate(state.banners) if banner.holder == seat}
    able = can_give_tokens(state, seat, favor, secrets) and len({*cards}) == len(cards)
    return able and {*map(CARD.number, cards)} <= {*board.relics} and {*banners} <= held


def can_give_tokens(state: State, seat: str, favor: int, secrets: int) -> bool:
    """Return whether a player has favor and secrets to give; Vow of Silence keeps all secrets."""
    board = state.boards[seat]
    silent = secrets and table.has(state, seat, SILENCE)
    return 0 <= favor <= board.favor and 0 <= secrets <= board.secrets and not silent


SILENCE = CARD.number("vow_of_silence")


def goods(kind: str, things: Kind[Any]) -> dict[str, Any]:
    """Return the fields of an exchange: favor, secrets, cards and these things, and the same `for_` them."""
    found = {"favor": int, "secrets": int, "cards": Annotated[tuple[str, ...], CARD]}
    found |= {kind: Annotated[tuple[str, ...], things]}
    return found | {f"for_{name}": each for name, each in found.items()}


def terms_of(action: Any) -> dict[str, Any]:
    """Return what an action says of an exchange, as it is stored."""
    found = {name: getattr(action, name) for name in action.__struct_fields__}
    wanted = {name: each for name, each in found.items() if name.removeprefix("for_") in EXCHANGED}
    return {name: list(each) if isinstance(each, tuple) else each for name, each in wanted.items()}


EXCHANGED: Final = ("favor", "secrets", "cards", "banners", "sites")


def hand_over(play: Play[State], seat: str, to: str, terms: dict[str, Any], back: str = "") -> None:
    """Give favor, secrets, cards and banners of an exchange (glossary: exchange); `back`: "for_" for what is got.

    A banner that is given is not seized: its tokens stay, and so does its side (2.5.3, R03).
    """
    state = play.state
    favor, secrets = terms[f"{back}favor"], terms[f"{back}secrets"]
    if favor:
        pieces.give_favor(play, seat, to, favor)
    state.boards[seat].secrets -= secrets
    if secrets:
        pieces.gain_secrets(play, to, secrets)
    for id in terms[f"{back}cards"]:
        card = CARD.number(id)
        pieces.lift(state, card)
        board = state.boards[to]
        if CARD.things[card].kind == "relic":
            board.relics = [*board.relics, card]
        else:
            board.advisers = [*board.advisers, card]
        play.emit(RelicTaken(to, id, player=seat))
    for id in terms.get(f"{back}banners", ()):
        state.banners[BANNER.number(id)].holder = to
        play.emit(BannerTaken(to, id, seat))


class Offer(Terms, frozen=True, tag="offer"):
    """Offer citizenship to an exile with a relic of the reliquary, and an exchange. 6.6.1.

    `show`: the spaces of the reliquary whose relics the exile may look at.
    """

    player: PlayerId = ""
    space: SpaceId = "brutal"
    show: Annotated[tuple[str, ...], SPACE] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for each in state.order:
            if not table.belongs(state, each):
                yield from (cls(player=each, space=SPACE.ids[n]) for n, lying in enumerate(state.reliquary) if lying)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not may_use_scepter(state, seat):
            return no_scepter()
        if self.player not in state.order or table.belongs(state, self.player):
            return not_exile(player=self.player)
        for space in map(SPACE.number, (self.space, *self.show)):
            if not state.reliquary[space]:
                return needs_relic(space=space)
        able = can_give(state, seat, self.favor, self.secrets, self.cards, self.banners)
        back = can_give(state, self.player, self.for_favor, self.for_secrets, self.for_cards, self.for_banners)
        return None if able and back else cannot_give()

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Show the exile the relics of the reliquary that are to be seen, and ask."""
        play.emit(OfferMade(seat, self.player, self.space))
        for space in self.show:
            (lying,) = play.state.reliquary[SPACE.number(space)]
            pieces.see(lying, self.player)
            play.show(RelicSeen(CARD.ids[lying.card], space=space), (self.player,))
        if self.player == seat:
            return [citizenship(seat, self.space)]
        return [offered(self.player, seat, self.space, terms_of(self))]


Accept = word("accept_citizenship", "Become a citizen on these terms. 6.6.2.")
Stay = word("stay_exile", "Refuse citizenship. 6.6.2.")
CITIZENSHIP: Final = Question(
    "citizenship",
    "6.6.2",
    Accept,
    default=Stay(),
    about={"player": PlayerId, "space": SpaceId, **goods("banners", BANNER)},
    interrupts=True,
)


@step("6.6.2")
def offered(play: Play[State], seat: PlayerId, holder: PlayerId, space: SpaceId, terms: dict[str, Any]) -> Asking:
    """Ask an exile whether citizenship is accepted on these terms."""
    answer = yield CITIZENSHIP(seat, [Accept(), Stay()], player=holder, space=space, **terms)
    if isinstance(answer, Stay):
        play.emit(OfferRefused(seat))
        return []
    hand_over(play, holder, seat, terms)
    hand_over(play, seat, holder, terms, "for_")
    return [citizenship(seat, space)]


@step("6.6.2")
def citizenship(play: Play[State], seat: PlayerId, space: SpaceId | None, given: bool = True) -> Frames:
    """Make an exile a citizen, with the relic of a space of the reliquary, which is given or taken.

    A false prophet who gets the discarded vision plays it afterwards: no exile any more, if it is the same player.
    """
    state = play.state
    board = state.boards[seat]
    taken: list[int] = []
    if space is not None and state.reliquary[SPACE.number(space)]:
        lying = state.reliquary[SPACE.number(space)][0]
        state.reliquary[SPACE.number(space)] = []
        board.relics = [*board.relics, lying.card]
        play.emit(RelicTaken(seat, CARD.ids[lying.card]))
        taken = [] if given else [lying.card]
    frames = discard_vision(play, seat) if board.vision != NONE else []
    left = table.bank_of(state, CHANCELLOR) - (board.prophet != NONE)
    if left < 0:
        board.prophet, left = NONE, 0
    short = sum(count for _, count in army_places(state, seat)) - left
    return [*falling(state, seat, max(0, short), seat), turned(seat), *frames, *relics_taken(play, seat, taken)]


@step("6.6.2")
def turned(play: Play[State], seat: PlayerId) -> None:
    """Turn the board of an exile to the side of a citizen, with purple warbands for those of its colour."""
    state = play.state
    state.boards[seat].citizen = True
    for here in state.sites:
        if here.colour == seat:
            here.colour = CHANCELLOR
    if state.title == seat:
        state.usurper = False
    state.boards[seat].supply = SUPPLY
    play.emit(BecameCitizen(seat))
    if state.turn.seat == seat:
        state.turn.acting = False


COUNCIL_SEAT = CARD.number("council_seat")


def exile_price(state: State, seat: str, citizen: str) -> int:
    """Return the favor that it costs to exile a citizen (6.7)."""
    mob = state.banners[PEOPLES_FAVOR].holder
    return 5 + (state.title == citizen) + (mob == citizen) - (state.title == seat) - (mob == seat)


class ExileCitizen(ActDeed, frozen=True, tag="exile_citizen"):
    """Exile another citizen for favor. 6.7."""

    player: PlayerId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(each) for each in state.order if state.boards[each].citizen)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not may_use_scepter(state, seat):
            return no_scepter()
        if self.player not in state.order or self.player == seat or not state.boards[self.player].citizen:
            return not_citizen(player=self.player)
        if table.has(state, self.player, COUNCIL_SEAT):
            return protected_seat(card=COUNCIL_SEAT)
        return lacking(state, seat, self.fee(state, seat))

    def fee(self, state: State, seat: str) -> Fee:
        return Fee(favor=exile_price(state, seat, self.player))

    def apply(self, play: Play[State], seat: str) -> Frames:
        price = exile_price(play.state, seat, self.player)
        pieces.give_favor(play, seat, self.player, price)
        become_exile(play, self.player)
        play.emit(BecameExile(self.player, price, seat))
        return []


class SelfExile(ActDeed, frozen=True, tag="self_exile"):
    """Exile yourself: give the holder of the Grand Scepter favor for warbands and secrets. 6.8."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> list[Action]:
        return [cls()] if state.boards[seat].citizen else []

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not state.boards[seat].citizen:
            return not_citizen(player=seat)
        if SCEPTER_ID in state.boards[seat].relics:
            return own_scepter()
        if table.has(state, seat, COUNCIL_SEAT):
            return protected_seat(card=COUNCIL_SEAT)
        return lacking(state, seat, self.fee(state, seat))

    def fee(self, state: State, seat: str) -> Fee:
        return Fee(favor=self_price(state, seat))

    def apply(self, play: Play[State], seat: str) -> Frames:
        price = self_price(play.state, seat)
        pieces.give_favor(play, seat, table.holder_of(play.state, SCEPTER_ID), price)
        become_exile(play, seat)
        play.state.turn.acting = False
        play.emit(BecameExile(seat, price))
        return []


SCEPTER_ID = CARD.number("grand_scepter")


def self_price(state: State, seat: str) -> int:
    """Return the favor that it costs a citizen to become an exile (6.8)."""
    return state.boards[seat].warbands + table.secrets_of(state, seat)


def become_exile(play: Play[State], seat: str) -> None:
    """Turn the board of a citizen, with warbands of its own colour; those on the map stay purple (6.7, 6.8)."""
    board = play.state.boards[seat]
    own = board.warbands
    board.warbands, board.citizen = 0, False
    board.warbands = min(own, table.bank_of(play.state, seat))
    board.supply = SUPPLY


@step("7.6.1")
def citizenship_by_card(play: Play[State], seat: PlayerId, card: CardId, relic: bool) -> Asking:
    """Let an exile become a citizen by a card, with an unseen relic if the card says so (7.6.1)."""
    if table.belongs(play.state, seat):
        return []
    spaces = [SPACE.ids[n] for n, lying in enumerate(play.state.reliquary) if lying] if relic else []
    answer = yield BY_CARD.in_turn_of(play.state.turn.seat)(
        seat, [*map(TakeSpace, spaces), *([] if spaces else [Accept()]), Stay()], card=card
    )
    if isinstance(answer, Stay):
        return []
    if card in GIVEN_FOR:
        GIVEN_FOR[card](play, seat)
    return [citizenship(seat, answer.space if isinstance(answer, TakeSpace) else None, False)]


GIVEN_FOR: Final[dict[str, Callable[[Play[State], str], None]]] = {}
"""What a card asks of whoever becomes a citizen by it, by its id."""


class TakeSpace(Action, frozen=True, tag="take_space"):
    """Become a citizen with the relic of this space of the reliquary. 7.6.1."""

    space: SpaceId


name_a_space = Code("7.6.1")
"""Name the space of the reliquary of which the relic is taken, if the card gives one and there is any."""
BY_CARD: Final = Question(
    "by_card",
    "7.6.1",
    Accept,
    TakeSpace,
    otherwise=name_a_space,
    default=Stay(),
    about={"card": CardId},
    interrupts=True,
)
