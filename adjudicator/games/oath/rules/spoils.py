"""Give the victor of a campaign what it brings (5.5.7, 5.5.8): sites, relics, banners, banishment, effects of plans."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from adjudicator import Action, Asking, Asks, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import BANNER, CARD, NONE, SLOT, BannerId, CardId, PlayerId, SiteId, SlotId
from ..state import State
from . import pieces, plans, table
from .book import AtSlot, SeatEvent, in_turn, step
from .plans import Battle, marked
from .playing import BannerTaken, RelicTaken, relics_taken, take_lying
from .travel import destinations, forced_journey
from .victory import settling


class Placed(SeatEvent, frozen=True, tag="placed", rule="5.5.7.1", touches=("slot",)):
    """The attacker put warbands on a site that was won."""

    slot: SlotId
    count: int
    site: SiteId | None = None


HUNTER = CARD.number("relic_hunter")
WRESTLERS = CARD.number("wrestlers")


def spared(state: State, user: str, card: int) -> int:
    """Return how many killed warbands come back to the site of a card that its user still rules (Hospital).

    Those that were sacrificed do not.
    """
    now, spot = state.campaign, table.spot_of(state, card)
    if now is None or not user or spot is None or spot.slot == NONE or not table.rules(state, user, spot.slot):
        return 0
    wrestled = sum(plan.card == WRESTLERS and plan.met for plan in now.plans)
    attacks = user == now.attacker
    killed = now.attackers_killed - now.sacrificed if attacks else now.defenders_killed - wrestled
    able = pieces.may_place(state, user)
    return max(0, min(killed, table.bank_of(state, table.colour(state, user)))) if able else 0


def spare(play: Play[State], battle: Battle, card: int) -> Frames:
    """Bring back warbands of the user that were killed (Hospital)."""
    state, user = play.state, battle.user
    if user and (found := spared(state, user, card)):
        slot = table.spot_of(state, card).slot  # type: ignore[union-attr]
        here = state.sites[slot]
        here.warbands, here.colour = here.warbands + found, table.colour(state, user)
        play.emit(Placed(user, SLOT.ids[slot], found, table.site_id(state, slot)))
    return []


@step("5.5.7")
def winning(play: Play[State], seat: PlayerId) -> Frames:
    """Give the attacker who has won the sites, relics and banners, and the choice to banish (5.5.7)."""
    state, now = play.state, table.fought(play.state)
    if not now.won:
        return []
    frames: list[Any] = []
    if now.sites and pieces.may_place(state, seat):
        frames.append(placing(seat, now.sites))
    frames += [settling(), taking(seat)]
    if now.pawn:
        frames += [banishing(seat, now.defender), burning(seat, now.defender)]
    return frames


class PlaceAt(AtSlot, frozen=True, tag="place_at"):
    """Put warbands of your board on a site that you won. 5.5.7.1, 7.6.3."""

    count: int


PlaceNoMore = word("place_no_more", "Put no more warbands on sites. 5.5.7.1.")
cannot_place = Code("5.5.7.1", slot=SLOT)
must_place = Code("7.6.3")
"""Who gets a site by a deal puts warbands there."""


class PlaceAnswers(ValidatedAnswers[State]):
    """The sites that were won and are not decided yet, with how many warbands they may get: `least` at the least."""

    kind, rule, interrupts = "placing", "5.5.7.1", True
    actions = (PlaceAt, PlaceNoMore)

    def __init__(self, slots: int, least: int) -> None:
        self.slots, self.least = slots, least

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for slot in bits(self.slots):
            yield from (PlaceAt(SLOT.ids[slot], n) for n in range(1, state.boards[seat].warbands + 1))
        yield PlaceNoMore()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, PlaceNoMore):
            return must_place() if self.least else None
        assert isinstance(action, PlaceAt)
        slot = SLOT.number(action.slot)
        left = state.boards[seat].warbands - self.least * (self.slots.bit_count() - 1)
        able = self.slots >> slot & 1 and 1 <= action.count <= left
        return None if able else cannot_place(slot=slot)

    def default(self, state: State, seat: str) -> Action:
        """Return one warband for the first site that has none; a site without warbands falls to bandits."""
        found = [option for option in self.options(state, seat) if isinstance(option, PlaceAt) and option.count == 1]
        return found[0] if found else PlaceNoMore()


@step("5.5.7.1")
def placing(play: Play[State], seat: PlayerId, slots: int, least: int = 0) -> Asking:
    """Let the victor put warbands on the sites that were targets, or whoever got sites by a deal: `least` on each."""
    state = play.state
    if not slots or not state.boards[seat].warbands:
        return []
    answer = yield Choose(seat, in_turn(state, seat, PlaceAnswers(slots, least)))
    if isinstance(answer, PlaceNoMore):
        return []
    slot = SLOT.number(answer.slot)
    pieces.place_warbands(play.state, seat, slot, answer.count)
    play.emit(Placed(seat, answer.slot, answer.count, table.site_id(play.state, slot)))
    return [placing(seat, slots & ~(1 << slot), least)]


@step("5.5.7.2")
def taking(play: Play[State], seat: PlayerId) -> Frames:
    """Take the relics and banners that were targets, one after the other; the title follows each of them (2.11)."""
    state, now = play.state, table.fought(play.state)
    frames: list[Any] = []
    for card in CARD.ids_of(now.relics):
        frames += [taking_relic(seat, card), settling()]
    for banner in BANNER.ids_of(now.banners):
        frames += [taking_banner(seat, banner), settling()]
    hunts = [hunting(seat, SLOT.ids[slot]) for slot in bits(now.lying) for _ in state.sites[slot].relics]
    return [*frames, taken(seat), *hunts]


@step("5.5.7.2")
def taking_relic(play: Play[State], seat: PlayerId, card: CardId) -> None:
    """Take a relic of the defender."""
    now = play.state.campaign
    if now is not None and CARD.number(card) in play.state.boards[now.defender].relics:
        pieces.take_relic(play.state, seat, CARD.number(card))
        play.emit(RelicTaken(seat, card, player=now.defender))


@step("5.5.7.2")
def taking_banner(play: Play[State], seat: PlayerId, banner: BannerId) -> None:
    """Take a banner of the defender."""
    now = table.fought(play.state)
    pieces.seize(play, seat, BANNER.number(banner))
    play.emit(BannerTaken(seat, banner, now.defender))


@step("5.5.7.2")
def taken(play: Play[State], seat: PlayerId) -> Frames:
    """Let the victor keep what Relic Hunter leaves a choice of, and others react to the relics that were taken."""
    state, now = play.state, table.fought(play.state)
    relics = [card for card in bits(now.relics) if card in state.boards[seat].relics]
    asks = relics if any(plan.card == HUNTER for plan in now.plans) else []
    return [*(hunted(seat, CARD.ids[each]) for each in asks), *relics_taken(play, seat, relics)]


KeepRelic = word("keep_relic", "Keep the relic. 5.5.7.2.")
BuryRelic = word("bury_relic", "Put the relic on the bottom of the relic deck. 5.5.7.2.")
HUNTED: Final = Question(
    "hunted", "5.5.7.2", KeepRelic, BuryRelic, default=KeepRelic(), about={"card": CardId}, interrupts=True
)


@step("5.5.7.2")
def hunting(play: Play[State], seat: PlayerId, slot: SlotId) -> Frames:
    """Take a relic that lay face down at a targeted site (Relic Hunter)."""
    here = play.state.sites[SLOT.number(slot)]
    if not here.relics:
        return []
    card = CARD.ids[here.relics[0].card]
    return [hunted(seat, card), *take_lying(play, seat, SLOT.number(slot), 0)]


@step("5.5.7.2")
def hunted(play: Play[State], seat: PlayerId, card: CardId) -> Asks:
    """Let the victor keep a relic or put it on the bottom of the deck (Relic Hunter)."""
    answer = yield HUNTED.in_turn_of(play.state.turn.seat)(seat, [KeepRelic(), BuryRelic()], card=card)
    if isinstance(answer, BuryRelic):
        pieces.lift(play.state, CARD.number(card))
        pieces.bury_relic(play.state, CARD.number(card))


class BanishTo(AtSlot, frozen=True, tag="banish_to"):
    """Make the defender's pawn travel to this site. 5.5.7.3."""


NoBanish = word("no_banish", "Leave the pawn where it is. 5.5.7.3.")
cannot_banish = Code("5.5.7.3", slot=SLOT)
BANISH: Final = Question(
    "banish",
    "5.5.7.3",
    BanishTo,
    otherwise=cannot_banish,
    default=NoBanish(),
    about={"player": PlayerId},
    interrupts=True,
)


@step("5.5.7.3")
def banishing(play: Play[State], seat: PlayerId, player: PlayerId) -> Asking:
    """Let the victor send the defender's pawn to another site."""
    slots = destinations(play.state, player, forced=True)
    if not slots:
        return []
    offers = [*(BanishTo(SLOT.ids[slot]) for slot in slots), NoBanish()]
    answer = yield BANISH.in_turn_of(play.state.turn.seat)(seat, offers, player=player)
    return [] if isinstance(answer, NoBanish) else [forced_journey(player, answer.slot)]


BurnHalf = word("burn_half", "Burn half of the defender's favor. 5.5.7.3.")
SpareFavor = word("spare_favor", "Burn no favor of the defender's. 5.5.7.3.")
BURN: Final = Question("burn", "5.5.7.3", BurnHalf, default=SpareFavor(), about={"player": PlayerId}, interrupts=True)


@step("5.5.7.3")
def burning(play: Play[State], seat: PlayerId, player: PlayerId) -> Asking:
    """Let the victor burn half of the defender's favor."""
    favor = play.state.boards[player].favor
    burned = favor if marked(play.state, "all_burned") else favor // 2
    if not burned:
        return []
    answer = yield BURN.in_turn_of(play.state.turn.seat)(seat, [BurnHalf(), SpareFavor()], player=player)
    if isinstance(answer, BurnHalf):
        pieces.burn_favor(play, player, burned)
    return []


@step("5.5.8")
def finishing(play: Play[State], seat: PlayerId) -> Frames:
    """Carry out what battle plans do after a victory or a defeat, and at the end (5.5.8)."""
    state, now = play.state, table.fought(play.state)
    frames: list[Any] = []
    for moment in ("result", "end"):
        for plan in now.plans:
            rule, won = plans.rule_of(state, plan.card), (plan.user == now.attacker) == now.won
            effect = rule.end if moment == "end" else rule.won if won else rule.lost
            if effect is not None and (plan.met or moment == "end"):  # who leaves, leaves without the dice, too
                frames += effect(play, Battle(state, plan.user)) or []
    last = [CARD.ids[plan.card] for plan in now.plans if now.won and plans.rule_of(state, plan.card).after]
    return [*frames, closing(seat, now.defender, last)]


@step("5.5.8")
def closing(play: Play[State], seat: PlayerId, defender: str, last: list[CardId]) -> Frames:
    """End the campaign; what others may do after it comes then, and at last what plans of the victor allow."""
    now = table.fought(play.state)
    frames = [*chain.from_iterable(rule(play, seat, defender, now.won) for rule in AFTER_CAMPAIGN)]
    for id in last:
        after = plans.rule_of(play.state, CARD.number(id)).after
        frames += (after(play, Battle(play.state, seat)) if after else None) or []
    play.state.campaign = None
    return frames


AFTER_CAMPAIGN: Final[list[Any]] = []
"""What comes after a campaign (Herald, Sneak Attack): called with the play, both players, and whether it was won."""
