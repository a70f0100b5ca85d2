"""Minor actions with warbands, advisers and relics that lie face down (6.1, 6.3, 6.4, 6.5)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from adjudicator import Action, Asks, Event, Frames, Play, Question, Refusal, word
from adjudicator.components import Code

from ..facts import BEAST, CARD, CHANCELLOR, NONE, SCEPTER, SLOT, SPACE, CardId, PlayerId, SiteId, SlotId, SpaceId
from ..state import State
from . import pieces, table
from .book import ActDeed, SeatEvent, step
from .economy import no_relic
from .modifying import modifiers_refused, usable
from .playing import FACEUP, Way, no_such_card, played, quoted, refused, ways

not_ruler = Code("6.5", slot=SLOT)
last_warband = Code("6.5", slot=SLOT)
not_enough = Code("6.5", warbands=int)
ring = Code("7.1.4", card=CARD)
no_scepter = Code("6.4")
"""The Grand Scepter is not held, or was taken in this turn (2.4.3)."""
no_partner = Code("6.5")
"""Warbands are given only to another imperial player whose pawn is at the same site."""


PLAYING: Final = ("wild_cry", "crop_rotation", "new_growth")
"""Modifiers of a search that change how a card is played, and so are used for a facedown adviser, too (R45)."""


class PlayAdviser(Way, ActDeed, frozen=True, tag="play_adviser"):
    """Play a facedown adviser face up, or discard it. 6.1."""

    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        mods = usable(state, seat, "search", PLAYING)
        for card in (each.card for each in state.boards[seat].hidden if each.card != NONE):
            less = _without(state, seat, card)
            plain = [*ways(less, seat, card, "6.1", (), cls)]
            yield from plain
            for mod in mods:
                cries = mod == "wild_cry" and CARD.things[card].suit == BEAST
                for way in ways(less, seat, card, "6.1", (mod,), cls):
                    if way not in plain or (cries and way.to != "discard"):
                        yield replace(way, modifiers=(mod,))

    @classmethod
    def legal(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        """Yield the candidates: they are legal ways already."""
        return cls.candidates(state, seat, asked)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card = CARD.number(self.card)
        if not any(each.card == card for each in state.boards[seat].hidden):
            return no_such_card(card=card)
        if self.to not in (*FACEUP, "discard"):
            return no_such_card(card=card)
        bad = modifiers_refused(state, seat, "search", self.modifiers, PLAYING)
        return bad or refused(quoted(_without(state, seat, card), seat, self, "6.1", self.modifiers))

    def apply(self, play: Play[State], seat: str) -> Frames:
        board, card = play.state.boards[seat], CARD.number(self.card)
        board.hidden = [each for each in board.hidden if each.card != card]
        return played(play, seat, self, "6.1", self.modifiers)


def _without(state: State, seat: str, card: int) -> State:
    """Return the position without a facedown adviser of a player, as it is while it is played."""
    board = state.boards[seat]
    less = replace(board, hidden=[each for each in board.hidden if each.card != card])
    return replace(state, boards={**state.boards, seat: less})


class RelicSeen(Event, frozen=True, tag="relic_seen", rule="6.3"):
    """A relic that lies face down, at a site or in the reliquary, as a player saw it."""

    card: CardId
    slot: SlotId | None = None
    space: SpaceId | None = None
    site: SiteId | None = None


class Peeked(SeatEvent, frozen=True, tag="peeked", rule="6.3", touches=("slot",)):
    """A player looked at a relic; what it is only that player knows."""

    slot: SlotId | None = None
    space: SpaceId | None = None
    site: SiteId | None = None


class PeekRelic(ActDeed, frozen=True, tag="peek_relic"):
    """Look at a relic of your site, by its number there. 6.3."""

    number: int = 1

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        here = state.sites[state.boards[seat].pawn]
        return (cls(n) for n, each in enumerate(here.relics, 1) if seat not in table.seats_of(each.seen_by))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        here = state.sites[state.boards[seat].pawn]
        return None if 1 <= self.number <= len(here.relics) else no_relic(number=self.number)

    def apply(self, play: Play[State], seat: str) -> Frames:
        slot = play.state.boards[seat].pawn
        lying = play.state.sites[slot].relics[self.number - 1]
        pieces.see(lying, seat)
        site = table.site_id(play.state, slot)
        play.emit(Peeked(seat, SLOT.ids[slot], site=site))
        play.show(RelicSeen(CARD.ids[lying.card], SLOT.ids[slot], site=site), (seat,))
        return []


class PeekReliquary(ActDeed, frozen=True, tag="peek_reliquary"):
    """Look at a relic of the reliquary. 6.4."""

    space: SpaceId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for number, lying in enumerate(state.reliquary):
            if lying and seat not in table.seats_of(lying[0].seen_by):
                yield cls(SPACE.ids[number])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not may_use_scepter(state, seat):
            return no_scepter()
        return None if state.reliquary[SPACE.number(self.space)] else no_relic(number=SPACE.number(self.space) + 1)

    def apply(self, play: Play[State], seat: str) -> Frames:
        lying = play.state.reliquary[SPACE.number(self.space)][0]
        pieces.see(lying, seat)
        play.emit(Peeked(seat, space=self.space))
        play.show(RelicSeen(CARD.ids[lying.card], space=self.space), (seat,))
        return []


def may_use_scepter(state: State, seat: str) -> bool:
    """Return whether a player holds the Grand Scepter and did not take it in this turn (2.4.3)."""
    return SCEPTER in state.boards[seat].relics and not state.turn.scepter_taken


class WarbandsMoved(SeatEvent, frozen=True, tag="warbands_moved", rule="6.5", touches=("slot",)):
    """Warbands were moved from a board to a site (`to`: "site") or from a site to a board, or to another player."""

    count: int
    to: str
    slot: SlotId | None = None
    player: PlayerId | None = None
    site: SiteId | None = None


class MoveWarbands(ActDeed, frozen=True, tag="move_warbands"):
    """Move warbands between your board and your site. 6.5."""

    count: int
    to: Literal["site", "board"]

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        board = state.boards[seat]
        yield from (cls(n, "site") for n in range(1, board.warbands + 1))
        yield from (cls(n, "board") for n in range(1, state.sites[board.pawn].warbands + 1))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        board = state.boards[seat]
        here = state.sites[board.pawn]
        if not table.rules(state, seat, board.pawn):
            return not_ruler(slot=board.pawn)
        if self.to == "site":
            if not pieces.may_place(state, seat):
                return ring(card=pieces.RING)
            return None if 1 <= self.count <= board.warbands else not_enough(warbands=board.warbands)
        keeps = 0 if table.crowned(state) == seat else 1
        if here.colour != table.colour(state, seat) or not 1 <= self.count <= here.warbands:
            return not_enough(warbands=here.warbands)
        return None if self.count <= here.warbands - keeps else last_warband(slot=board.pawn)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Move them; a citizen asks the chancellor before warbands leave a site."""
        slot = play.state.boards[seat].pawn
        if self.to == "board" and play.state.boards[seat].citizen:
            return [permitting(seat, SLOT.ids[slot], self.count)]
        if self.to == "site":
            pieces.place_warbands(play.state, seat, slot, self.count)
        else:
            to_board(play.state, seat, slot, self.count)
        play.emit(WarbandsMoved(seat, self.count, self.to, SLOT.ids[slot], site=table.site_id(play.state, slot)))
        return []


def to_board(state: State, seat: str, slot: int, count: int) -> None:
    """Move warbands from a site to a board of their colour."""
    here = state.sites[slot]
    here.warbands -= count
    state.boards[seat].warbands += count
    if not here.warbands:
        here.colour = ""


Permit = word("permit", "Permit it. 6.5, 5.5.2.")
Forbid = word("forbid", "Do not permit it. 6.5, 5.5.2.")
PERMISSION: Final = Question(
    "permission",
    "6.5",
    Permit,
    default=Forbid(),
    about={"player": PlayerId, "slot": SlotId, "count": int},
    interrupts=True,
)


class Refused(SeatEvent, frozen=True, tag="refused", rule="6.5"):
    """A player did not permit what another wanted."""

    player: PlayerId


@step("6.5")
def permitting(play: Play[State], seat: PlayerId, slot: SlotId, count: int) -> Asks:
    """Ask the chancellor whether a citizen may take warbands from a site."""
    answer = yield PERMISSION(CHANCELLOR, [Permit(), Forbid()], player=seat, slot=slot, count=count)
    if isinstance(answer, Permit):
        to_board(play.state, seat, SLOT.number(slot), count)
        site = table.site_id(play.state, SLOT.number(slot))
        play.emit(WarbandsMoved(seat, count, "board", slot, site=site))
    else:
        play.emit(Refused(CHANCELLOR, seat))


class GiveWarbands(ActDeed, frozen=True, tag="give_warbands"):
    """Give warbands to another imperial player at your site, or ask for some (`take`). 6.5."""

    player: PlayerId
    count: int
    take: bool = False

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for each in table.beside(state, seat):
            if table.belongs(state, seat) and table.belongs(state, each):
                yield from (cls(each, n) for n in range(1, state.boards[seat].warbands + 1))
                yield from (cls(each, n, True) for n in range(1, state.boards[each].warbands + 1))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        there = self.player in table.beside(state, seat)
        if not there or not (table.belongs(state, seat) and table.belongs(state, self.player)):
            return no_partner()
        had = state.boards[self.player if self.take else seat].warbands
        return None if 1 <= self.count <= had else not_enough(warbands=had)

    def apply(self, play: Play[State], seat: str) -> Frames:
        return [gift(self.player, seat, self.count, self.take)]


GIFT: Final = Question(
    "gift", "6.5", Permit, default=Forbid(), about={"player": PlayerId, "count": int, "take": bool}, interrupts=True
)


@step("6.5")
def gift(play: Play[State], partner: PlayerId, seat: PlayerId, count: int, take: bool) -> Asks:
    """Ask an imperial player whether warbands change boards."""
    answer = yield GIFT(partner, [Permit(), Forbid()], player=seat, count=count, take=take)
    if not isinstance(answer, Permit):
        play.emit(Refused(partner, seat))
        return
    giver, taker = (partner, seat) if take else (seat, partner)
    play.state.boards[giver].warbands -= count
    play.state.boards[taker].warbands += count
    play.emit(WarbandsMoved(giver, count, "player", player=taker))
