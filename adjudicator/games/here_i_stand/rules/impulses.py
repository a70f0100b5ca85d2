"""The action phase (11): impulses in order, a card for its points or as an event, passes."""

from collections.abc import Iterator
from typing import Any, ClassVar

from adjudicator import (
    Action,
    Asking,
    Choose,
    Frames,
    Play,
    Question,
    Refusal,
    RuleAction,
    RuleActionAnswers,
    Unwind,
    word,
)
from adjudicator.components import Code
from adjudicator.kernel.rule_actions import RuleAction as AnyDeed

from .. import facts
from ..facts import CARD, COSTS, OTTOMAN, POWER, CardId, PowerId
from ..state import Impulse, State
from . import building, hands, responding, table, victory, wives
from .book import OfCard, PowerEvent, step
from .effects import EVENTS
from .faith import debates, scripture
from .faith.attempts import attempting
from .naval import piracy, sailing, transport
from .new_world import voyages
from .spending import CpDeed
from .war import abroad, assaults, marching, sieges


class ImpulseBegan(PowerEvent, frozen=True, tag="impulse_began", rule="11"):
    """A power has its impulse."""


class Played(PowerEvent, frozen=True, tag="played", rule="11"):
    """A power played a card: as an event, or for its points."""

    card: CardId
    cp: int
    as_event: bool = False


class Passed(PowerEvent, frozen=True, tag="passed", rule="11"):
    """A power passed."""


class ImpulseOver(PowerEvent, frozen=True, tag="impulse_over", rule="11"):
    """An impulse ended; `unspent`: command points that are lost."""

    unspent: int = 0


class Skipped(PowerEvent, frozen=True, tag="skipped", rule="11"):
    """A power lost its impulse."""


not_held = Code("6", card=CARD)
must_happen = Code("6.1", card=CARD)
no_event = Code("6", card=CARD)
used_already = Code("11", card=CARD)
home_card_left = Code("11", card=CARD)
mandatory_left = Code("11")
too_many_cards = Code("11", cards=int, kept=int)
has_cards = Code("11")


class PlayForCp(OfCard, RuleAction[State], frozen=True, tag="play_for_cp"):
    """Play a card for its command points. 11."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(CARD.ids[each]) for each in hands.playable(state, seat))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card = CARD.thing(self.card)
        if not hands.holds(state, seat, card.index):
            return not_held(card=self.card)
        return must_happen(card=self.card) if card.kind == "mandatory" else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        card = CARD.thing(self.card)
        hands.spent(play.state, seat, card.index)
        play.state.impulse = Impulse(seat, card.index, card.cp)
        play.emit(Played(seat, self.card, card.cp))
        return [spending(seat)]


class PlayEvent(OfCard, RuleAction[State], frozen=True, tag="play_event"):
    """Play a card as an event; a mandatory one brings two command points, too. 6.1, 11."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(CARD.ids[each]) for each in hands.playable(state, seat))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card = CARD.thing(self.card)
        if not hands.holds(state, seat, card.index):
            return not_held(card=self.card)
        effect = EVENTS.get(self.card)
        if card.kind == "mandatory":
            return None
        if effect is None or (seat == facts.ENGLAND and card.kind == "response" and responding.marian(state)):
            return no_event(card=self.card)
        if hands.used(state, card.index):
            return used_already(card=self.card)
        return effect.refused(state, seat)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, card = play.state, CARD.thing(self.card)
        hands.lay_down(state, seat, card.index)
        state.powers[seat].used |= 1 << card.index
        state.impulse = Impulse(seat, card.index, 2 if card.kind == "mandatory" else 0)
        play.emit(Played(seat, self.card, 0, as_event=True))
        happens = wartburg(seat, self.card), event_happens(seat, self.card), event_over()
        return [*happens, sieges.sieges_checked(), victory.at_once(), spending(seat)]


def seclusion(state: State, power: str, card: facts.Card) -> bool:
    """Return whether the Protestants may publicly have The Wartburg against an event (card 37)."""
    bound = card.kind == "event" or (card.kind == "home" and card.owner == facts.PAPACY)
    alive = state.powers[facts.PROTESTANT].ruler == "luther" and not state.burnt >> LUTHER & 1
    asked = bound and alive and power != facts.PROTESTANT
    return asked and responding.may_hold(state, facts.PROTESTANT, WARTBURG)


class EventCancelled(PowerEvent, frozen=True, tag="event_cancelled", rule="6"):
    """An event was cancelled with The Wartburg; its impulse is over."""

    card: CardId


WARTBURG, LUTHER = "the_wartburg", facts.DEBATER.number("luther")
UseWartburg = word("use_wartburg", "Cancel the event with The Wartburg. 6.")
LetHappen = word("let_happen", "Let the event happen. 6.")
CANCEL = Question(
    "wartburg", "6", UseWartburg, otherwise=no_event, default=LetHappen(), about={"card": CardId}, interrupts=True
)


@step("6")
def wartburg(play: Play[State], power: PowerId, card: CardId) -> Asking:
    """Ask the Protestants whether The Wartburg cancels an event; then Luther hides for the turn (card 37)."""
    state = play.state
    if not seclusion(state, power, CARD.thing(card)):
        return []
    held = [UseWartburg()] if responding.held(state, facts.PROTESTANT, WARTBURG) else []
    answer = yield CANCEL(facts.PROTESTANT, [*held, LetHappen()], card=card)
    if not isinstance(answer, UseWartburg):
        return []
    state = play.state
    responding.use(play, facts.PROTESTANT, WARTBURG)
    state.this_turn |= 1 << CARD.number(WARTBURG)
    state.committed |= state.debaters & (1 << LUTHER)
    state.impulse.cp = 0
    play.emit(EventCancelled(power, card))
    return Unwind("impulse_ends")


@step("6")
def event_happens(play: Play[State], power: PowerId, card: CardId) -> Frames:
    """Carry out an event, if it still can; a card that leaves the match with it is put away."""
    state, effect, known = play.state, EVENTS.get(card), CARD.thing(card)
    if effect is None or effect.refused(state, power) is not None:
        return []
    if known.leaves in ("event", "ruler"):
        hands.remove(state, known.index, on_table=known.leaves == "ruler")
    return effect.run(play, power)


@step("11")
def event_over(play: Play[State]) -> Frames:
    """Discard the card whose event is over."""
    hands.put_away(play.state)
    return []


class Pass(RuleAction[State], frozen=True, tag="pass"):
    """Pass. 11."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        hand = state.hands[seat]
        if hand.home:
            return home_card_left(card=hands.playable(state, seat)[0])
        if any(CARD.things[each].kind == "mandatory" for each in hand.cards):
            return mandatory_left()
        kept = table.admin(state, seat)
        return too_many_cards(cards=len(hand.cards), kept=kept) if len(hand.cards) > kept else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.passes += 1
        play.emit(Passed(seat))
        again = seat == facts.ENGLAND and play.state.remarries == play.state.turn
        if again:
            play.state.remarries = 0
        return [wives.marry()] if again else []


class ImpulseAnswers(RuleActionAnswers[State]):
    """A card, or a pass (11)."""

    kind, rule = "impulse", "11"
    actions: ClassVar[tuple[type[AnyDeed[Any]], ...]] = (PlayForCp, PlayEvent, Pass)

    def default(self, state: State, seat: str) -> Action | None:
        """Return a pass where it is legal, otherwise a mandatory event, or the card with the fewest points."""
        if Pass().illegality(state, seat, self) is None:
            return Pass()
        cards = [CARD.things[each] for each in hands.playable(state, seat)]
        due = [each for each in cards if each.kind == "mandatory"]
        if due:
            return PlayEvent(due[0].id)
        return PlayForCp(min(cards, key=lambda card: (card.cp, card.number)).id)


NORTH = facts.HOME_OF[facts.SCOTLAND] | facts.LOCATION.mask_of(("berwick", "carlisle", "york"))
not_in_the_north = Code("6")
"""Scots Raid gives points for building, marches, control and assaults in Scotland and its borders only (card 97)."""


def _in_the_north(action: CpDeed) -> bool:
    """Return whether an action may be paid with the points of Scots Raid."""
    kinds = (building.RaiseUnits, building.BuildShip, building.TakeControl, assaults.Assault)
    if isinstance(action, marching.March):
        return table.has(NORTH, action.to)
    return isinstance(action, kinds) and table.has(NORTH, action.space)


EndImpulse = word("end_impulse", "End the impulse; points that are left are lost. 11.1.")


class SpendAnswers(RuleActionAnswers[State]):
    """What command points are spent on (11.1)."""

    kind, rule = "spend", "11.1"
    deeds: ClassVar[tuple[type[CpDeed], ...]] = (
        building.RaiseUnits,
        building.RaiseAbroad,
        building.BuildShip,
        building.TakeControl,
        building.RemoveUnrest,
        scripture.Translate,
        scripture.PublishTreatise,
        debates.CallDebate,
        scripture.BurnBooks,
        scripture.BuildStPeters,
        scripture.FoundUniversity,
        voyages.Explore,
        voyages.Colonize,
        voyages.Conquer,
        marching.March,
        assaults.Assault,
        abroad.FightForeignWar,
        sailing.Sail,
        transport.Transport,
        piracy.Piracy,
    )
    actions: ClassVar[tuple[type[Action], ...]] = (*deeds, EndImpulse)  # type: ignore[assignment]

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for deed in self.deeds:
            yield from deed.candidates(state, seat, self)
        yield EndImpulse()

    def options(self, state: State, seat: str) -> Iterator[Action]:
        for deed in self.deeds:
            if seat in COSTS[deed.row]:
                found = deed.legal(state, seat, self)
                yield from (each for each in found if not state.impulse.raid or _in_the_north(each))  # type: ignore[arg-type]
        yield EndImpulse()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, CpDeed):
            return None
        if state.impulse.raid and not _in_the_north(action):
            return not_in_the_north()
        return action.illegality(state, seat, self)

    def default(self, state: State, seat: str) -> Action:
        return EndImpulse()

    def context(self, state: State, seat: str) -> dict[str, int]:
        return {"cp": state.impulse.cp}


@step("11", phase="action")
def action_phase(play: Play[State]) -> Frames:
    """Begin the action phase with the first power in order."""
    play.state.passes = 0
    play.state.acting = True
    return [victory.at_once(), impulse(POWER.ids[0])]


@step("11", phase="action")
def impulse(play: Play[State], power: PowerId) -> Asking:
    """Ask a power for its impulse; six passes in a row end the phase (11)."""
    state = play.state
    if state.passes == len(POWER):
        state.acting = False
        return []
    if state.skipping >> facts.OWNER.index[power] & 1:
        state.skipping &= ~(1 << facts.OWNER.index[power])
        play.emit(Skipped(power))
        return [impulse(table.after(power))]
    if power == facts.ENGLAND and responding.marian(state) and hands.playable(state, power):
        play.emit(ImpulseBegan(power))
        return [naming_card(), impulse_ends(power), impulse(table.after(power))]
    answer = yield Choose(power, ImpulseAnswers(), automatic=not hands.playable(state, power))
    if not isinstance(answer, Pass):
        play.state.passes = 0
    play.emit(ImpulseBegan(power))
    return [*answer.apply(play, power), impulse_ends(power), impulse(table.after(power))]


# ---- Mary I (21.3)


class NameCard(OfCard, RuleAction[State], frozen=True, tag="name_card"):
    """Name the card of the impulse under Mary I, before a die is rolled. 21.3."""

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(CARD.ids[each]) for each in hands.playable(state, seat))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return PlayForCp(self.card).illegality(state, seat, asked)


class MarianAnswers(ImpulseAnswers):
    """A card under Mary I: named only; a mandatory event is played as always (21.3)."""

    kind, rule = "marian_impulse", "21.3"
    actions: ClassVar[Any] = (NameCard, PlayEvent, Pass)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, PlayEvent) and CARD.thing(action.card).kind != "mandatory":
            return no_event(card=action.card)
        return super().illegality(state, seat, action)

    def default(self, state: State, seat: str) -> Action | None:
        found = super().default(state, seat)
        return NameCard(found.card) if isinstance(found, PlayForCp) else found


class MaryDecided(PowerEvent, frozen=True, tag="mary_decided", rule="21.3"):
    """The die for a card under Mary I: on 1 to 3 the Papacy uses it."""

    card: CardId
    die: int


@step("21.3")
def naming_card(play: Play[State]) -> Asking:
    """Let England name a card, then roll who uses it (21.3)."""
    answer = yield Choose(facts.ENGLAND, MarianAnswers())
    state = play.state
    if not isinstance(answer, Pass):
        state.passes = 0
    if not isinstance(answer, NameCard):
        frames: Frames = answer.apply(play, facts.ENGLAND)
        return frames
    card = CARD.thing(answer.card)
    (die,) = play.roll("mary", 1, 6)
    play.emit(MaryDecided(facts.ENGLAND, card.id, die))
    if die > 3:
        return [as_named(card.id)]
    hands.spent(state, facts.ENGLAND, card.index)
    state.impulse = Impulse(facts.ENGLAND, card.index, 0)
    burns = [attempting(facts.PAPACY, scripture.BURNING, "english", 0, 0, "", True)] if card.cp != 3 else []
    argues = [debates.free_debate(facts.PAPACY, ["english"])] if card.cp >= 3 else []
    return [*burns, *argues]


class AsNamedAnswers(ImpulseAnswers):
    """The card that England has named: for its points, or as its event (21.3)."""

    kind, rule = "as_named", "21.3"
    actions: ClassVar[Any] = (PlayForCp, PlayEvent)
    card: CardId

    def __init__(self, card: str) -> None:
        self.card = card

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return iter((PlayForCp(self.card), PlayEvent(self.card)))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        named: str = action.card  # type: ignore[attr-defined]
        return super().illegality(state, seat, action) if named == self.card else not_held(card=named)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"card": self.card}

    def default(self, state: State, seat: str) -> Action | None:
        return PlayForCp(self.card)


@step("21.3")
def as_named(play: Play[State], card: CardId) -> Asking:
    """Let England use the card that it has named (21.3)."""
    answer = yield Choose(facts.ENGLAND, AsNamedAnswers(card))
    frames: Frames = answer.apply(play, facts.ENGLAND)
    return frames


LeaveIt = word("leave_it", "Keep the card, and play no other. 6.")


class FurtherAnswers(AsNamedAnswers):
    """The card that was taken from the discard pile, in the same impulse, or none."""

    kind, rule = "further_card", "6"
    actions: ClassVar[Any] = (PlayForCp, PlayEvent, LeaveIt)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from super().candidates(state, seat)
        yield LeaveIt()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if isinstance(action, LeaveIt) else super().illegality(state, seat, action)

    def default(self, state: State, seat: str) -> Action | None:
        return LeaveIt()


@step("6")
def further_card(play: Play[State], power: PowerId, card: CardId) -> Asking:
    """Let a power play the card that it has taken, or leave it at that (card 7).

    It is asked even if it has lost the card since: what the others see never depends on a hand.
    """
    answer = yield Choose(power, FurtherAnswers(card))
    return [] if isinstance(answer, LeaveIt) else answer.apply(play, power)


@step("11.1")
def spending(play: Play[State], power: PowerId) -> Asking:
    """Ask for one action after the other until the points are spent (11.1)."""
    if not play.state.impulse.cp:
        return []
    answer = yield Choose(power, SpendAnswers())
    if not isinstance(answer, CpDeed):
        return []
    return [*answer.apply(play, power), victory.at_once(), spending(power)]


@step("11", phase="action")
def impulse_ends(play: Play[State], power: PowerId) -> Frames:
    """End an impulse: what is left of the points is lost."""
    state = play.state
    hands.put_away(state)
    hands.keep(state, OTTOMAN)
    play.emit(ImpulseOver(power, state.impulse.cp))
    state.impulse = Impulse()
    state.impulses += 1
    state.sieges = {at: type(siege)(siege.by, False) for at, siege in state.sieges.items()}
    for war in state.foreign_wars:
        war.fought = False
    return [victory.at_once()]
