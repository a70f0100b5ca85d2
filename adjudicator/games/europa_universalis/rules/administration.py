"""Stability, converting areas, the national focus, the state religion (R6.01, R6.02, R4.05, R4.06)."""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Annotated, Any, Final

from adjudicator import FIRST, Action, Asking, Asks, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, POWER, PROVINCE, PROVINCES_OF, REALM, RELIGION, PowerOf, SeatId, areas_with
from ..slots import CARD, CardId
from ..state import State
from .ages import EndMarriage
from .book import Fee, OfArea, OfCard, OfSeat, SeatAndCard, TurnDeed, step
from .curia import papal_controller, settle
from .decks import CardsDiscarded, discard, draw, left, take
from .drawing import DiscardCards, DrawCards, drawable, not_yours
from .empire import bound_by_empire, empire_adopts
from .influence import influence_comes, influence_leaves, wed_in
from .marriages import divorce
from .purse import gain_power, gain_prestige, gain_stability, lacks, pay
from .realms import capital, lawful, provinces
from .rebels import RebelsMoved
from .relations import FAITHLESS, capital_area, counts_as, of_faith, realm_of, state_religion
from .religion import convert, dissents
from .sieges import Relieved, relieve
from .unrest import own_towns, rolls, spread

CATHOLIC, COUNTER_REFORMED, PROTESTANT, ORTHODOX = RELIGION.indexes[:4]
OPEN_DISCARDS: Final = 5


class Focused(OfSeat, frozen=True, tag="focused", rule="R4.05"):
    """Power of other types has become power of one."""

    to: PowerOf
    of: tuple[PowerOf, ...]


PickedDiscard = derive(SeatAndCard, "picked_discard", "A card was taken from the discards.", rule="R4.05")


class ReligionChanged(OfSeat, frozen=True, tag="religion_changed", rule="R4.06"):
    """A realm has another state religion."""

    religion: Annotated[str, RELIGION]


# stability -----------------------------------------------------------------------------------------------------------


STABILITY: Final = 5
"""Adm power for one stability at 0 (R6.01)."""


def stability_cost(state: State, seat: str, base: int) -> int:
    """Return what one more stability costs, at least 0 (R6.01).

    The present stability is added; it costs one less for the papal controller, and one less for the orthodox at -1 and
    0.
    """
    own = state.led[seat]
    less = (papal_controller(state) == seat) + (own.religion == ORTHODOX and own.stability in (-1, 0))
    return max(0, base + own.stability - less)


class IncreaseStability(TurnDeed, frozen=True, tag="increase_stability"):
    """Increase stability by one, for 5 adm and as much as stability is. R6.01."""

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"adm": stability_cost(state, seat, STABILITY)}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return gain_stability(play, seat, 1)


# converting ----------------------------------------------------------------------------------------------------------


of_this_faith = Code("R6.02", area=AREA)
nothing_owned = Code("R6.02", area=AREA)
held_by_others = Code("R6.02", area=AREA, province=PROVINCE)
others_faith = Code("R6.02", area=AREA, realm=REALM)
no_faith_there = Code("R6.02", area=AREA)


def convert_refused(state: State, seat: str, area: int) -> Refusal | None:
    """Return why a seat cannot convert an area, or None if it can.

    It cannot if the area is distant, none of its provinces is owned, one is occupied, or an owner has another state
    religion.
    """
    realm, religion = realm_of(seat), counts_as(state.led[seat].religion)
    if AREA.things[area].distant:
        return no_faith_there(area=area)
    if counts_as(state.religion[area]) == religion:
        return of_this_faith(area=area)
    if not provinces(state, realm) & PROVINCES_OF[area]:
        return nothing_owned(area=area)
    for bit in bits(PROVINCES_OF[area]):
        owner = state.owner[bit]
        if state.occupier[bit] != NONE or state.rebel_towns >> bit & 1:
            return held_by_others(area=area, province=bit)
        if owner not in (NONE, realm) and counts_as(state_religion(state, owner)) != religion:
            return others_faith(area=area, realm=owner)
    return None


class ConvertArea(TurnDeed, OfArea, frozen=True, tag="convert_area"):
    """Convert an area to the state religion, for 2 adm and 3 ducats, 1 adm for protestants. R6.02."""

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, AREA.ids_of(areas_with(provinces(state, realm_of(seat)))))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"adm": 1 if state.led[seat].religion == PROTESTANT else 2, "ducats": 3}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return convert_refused(state, seat, AREA.number(self.area)) or lacks(
            state, seat, **self.fee(state, seat, content)
        )

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, area = play.state, AREA.index[self.area]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        convert(play, area, state.led[seat].religion)
        towns = own_towns(state, seat) & PROVINCES_OF[area]
        return [*spread(seat, 1, towns, placed=True), dice_in(seat, 1 << area)]


@step("R6.02")
def dice_in(play: Play[State], seat: SeatId, areas: int) -> Frames:
    """Return the frames in which a seat rolls for its unrest in some areas."""
    return rolls(play.state, seat, {seat: areas})


# the national focus --------------------------------------------------------------------------------------------------


PickDiscard = derive(
    OfCard,
    "pick_discard",
    "Take one of the five newest discards of a deck for 1 power of its type, 2 ducats. R4.05.",
)
KeepHand = word("keep_hand", "Exchange no cards. R4.05.")
focused_already = Code("R4.05")
no_such_focus = Code("R4.05")
no_cards = Code("R4.05")
too_many_exchanged = Code("R4.05", n=int, most=int)
must_exchange = Code("R4.05")
not_on_top = Code("R4.05", card=CARD)
picked_already = Code("R4.05")
too_many_drawn = Code("R4.05", n=int, left=int)


class ChangeFocus(TurnDeed, frozen=True, tag="change_focus"):
    """Change the national focus. R4.05.

    One power of each type in `of` becomes power `to`; then cards may be exchanged, and must be if no power is moved.
    """

    to: PowerOf | None = None
    of: tuple[PowerOf, ...] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        yield cls()
        for to in POWER.ids:
            others = [id for id in POWER.ids if id != to]
            yield from (cls(to, of) for n in (2, 1) for of in combinations(others, n))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return dict.fromkeys(self.of, 1)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own = state.led[seat]
        if own.status.focused:
            return focused_already()
        if self.to is None:
            return no_such_focus() if self.of else (None if own.hand else no_cards())
        if not self.of or self.to in self.of or len(set(self.of)) < len(self.of):
            return no_such_focus()
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        own = play.state.led[seat]
        own.status.focused = True
        if self.to is not None:
            pay(play, seat, **self.fee(play.state, seat, play.content))
            play.emit(Focused(seat, self.to, self.of))
            gain_power(play, seat, POWER.index[self.to], len(self.of))
        return [exchanging(seat, self.to is None)] if own.hand else []


EXCHANGE: Final = Question("exchange", "R4.05", DiscardCards, KeepHand, default=FIRST, alone="silence")


@step("R4.05")
def exchanging(play: Play[State], seat: SeatId, must: bool) -> Asking:
    """Ask for up to three cards to lay aside.

    They join the discards when the new ones are drawn.
    """
    own = play.state.led[seat]
    most = min(3, len(own.hand))

    def why(action: Any) -> Refusal | None:
        if isinstance(action, KeepHand):
            return must_exchange() if must else None
        cards = list(map(CARD.number, action.cards))
        if len(set(cards)) < len(cards) or not set(cards) <= set(own.hand):
            return not_yours(cards=action.cards)
        return None if 1 <= len(cards) <= most else too_many_exchanged(n=len(cards), most=most)

    ids = [CARD.ids[each] for each in own.hand]
    offers = [DiscardCards(cards) for n in range(1, most + 1) for cards in combinations(ids, n)]
    answer = yield EXCHANGE(seat, [KeepHand(), *offers], why)
    if isinstance(answer, KeepHand):
        return None
    own.hand = [each for each in own.hand if CARD.ids[each] not in answer.cards]
    return [redrawing(seat, len(answer.cards) - 1, list(answer.cards))]


REDRAW: Final = Question("redraw", "R4.05", DrawCards, PickDiscard, default=FIRST, about={"left": int})


@step("R4.05")
def redrawing(play: Play[State], seat: SeatId, n: int, aside: list[CardId], picked: bool = False) -> Asking:
    """Draw one card fewer, from any decks; one may come from the discards."""
    state = play.state
    n = min(n, sum(left(state, power) for power in POWER.indexes))
    if not n:
        for id in aside:
            discard(state, CARD.index[id])
        play.emit(CardsDiscarded(seat, tuple(aside)))
        return None
    tops = [card for deck in state.decks for card in deck.discards[-OPEN_DISCARDS:]]

    def why(action: Any) -> Refusal | None:
        if isinstance(action, PickDiscard):
            card = CARD.number(action.card)
            if picked:
                return picked_already()
            if card not in tops:
                return not_on_top(card=action.card)
            return lacks(state, seat, **{POWER.ids[CARD.things[card].deck]: 1}, ducats=2)
        if not 1 <= len(action.decks) <= n:
            return too_many_drawn(n=len(action.decks), left=n)
        return drawable(state, action.decks)

    offers = [DrawCards(decks) for k in range(1, n + 1) for decks in combinations_with_replacement(POWER.ids, k)]
    answer = yield REDRAW(seat, [*offers, *(PickDiscard(CARD.ids[top]) for top in tops)], why, left=n)
    if isinstance(answer, PickDiscard):
        card = CARD.index[answer.card]
        deck = state.decks[CARD.things[card].deck]
        pay(play, seat, **{POWER.ids[CARD.things[card].deck]: 1}, ducats=2)
        deck.discards.remove(card)
        take(state, seat, [card])
        play.emit(PickedDiscard(seat, answer.card))
        return [redrawing(seat, n - 1, aside, True)]
    take(state, seat, draw(play, seat, answer.decks))
    return [redrawing(seat, n - len(answer.decks), aside, picked)]


# the state religion --------------------------------------------------------------------------------------------------


not_before_age_2 = Code("R4.06")
no_such_change = Code("R4.06", religion=RELIGION)
no_counter_reform = Code("R4.06")


REBELS_AT_LEAST: Final = 3
"""Provinces in areas of other faiths that rebels hold, the capital among them, to force theirs on a realm (R20.03)."""


def forced_faith(state: State, seat: str) -> int:
    """Return the faith that religious rebels force on a realm (R20.03).

    This is the faith of its capital area, or NONE if they force none.
    """
    realm = realm_of(seat)
    home = capital(state, realm)
    held = mask_of(
        bit
        for bit in bits(state.rebel_towns)
        if state.owner[bit] == realm and dissents(state, seat, PROVINCE.things[bit].area)
    )
    faith = state.religion[PROVINCE.things[home].area]
    forced = held >> home & 1 and held.bit_count() >= REBELS_AT_LEAST and faith not in FAITHLESS
    return faith if state.rules.religious_rebels and forced else NONE


class ChangeReligion(TurnDeed, frozen=True, tag="change_religion"):
    """Change the state religion from catholic to protestant or back; or to counter-reformed, for 3 adm. R4.06."""

    religion: Annotated[str, RELIGION]

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        faiths = dict.fromkeys((CATHOLIC, PROTESTANT, COUNTER_REFORMED, forced_faith(state, seat)))
        return (cls(RELIGION.ids[faith]) for faith in faiths if faith != NONE)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        forced = RELIGION.number(self.religion) == forced_faith(state, seat)
        return {"adm": 3} if self.religion == RELIGION.ids[COUNTER_REFORMED] and not forced else {}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own, religion = state.led[seat], RELIGION.number(self.religion)
        if religion == forced_faith(state, seat):
            return bound_by_empire(state, seat, religion)
        if religion == COUNTER_REFORMED:
            if COUNTER_REFORMED not in state.religion:
                return no_counter_reform()
            return (
                lacks(state, seat, **self.fee(state, seat, content))
                if own.religion == CATHOLIC
                else no_such_change(religion=religion)
            )
        if state.age < 2:
            return not_before_age_2()
        if (counts_as(own.religion), religion) not in ((CATHOLIC, PROTESTANT), (PROTESTANT, CATHOLIC)):
            return no_such_change(religion=religion)
        return bound_by_empire(state, seat, religion)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, realm = play.state, realm_of(seat)
        own, religion = state.led[seat], RELIGION.index[self.religion]
        old, forced = counts_as(own.religion), religion == forced_faith(state, seat)
        reforms = religion == COUNTER_REFORMED and not forced
        pay(play, seat, **self.fee(play.state, seat, play.content))
        own.religion = religion
        play.emit(ReligionChanged(seat, self.religion))
        if reforms:
            convert(play, capital_area(state, realm), COUNTER_REFORMED)
            return []
        settle(play)
        empire_adopts(play, seat)
        gain_prestige(play, seat, -2, "faith")
        frames = [*gain_stability(play, seat, -1)]
        theirs, ours = of_faith(state, old), of_faith(state, counts_as(religion))
        towns = own_towns(state, seat)
        if forced:
            content_again(play, seat, ours)
        frames += [marriage_falls(seat, theirs), influence_follows(seat, theirs, ours)]
        for area in bits(areas_with(towns) & theirs):
            frames += spread(seat, 1, towns & PROVINCES_OF[area], placed=True)
        return [*frames, dice_in(seat, theirs & areas_with(provinces(state, realm)))]


def content_again(play: Play[State], seat: str, areas: int) -> None:
    """Remove rebels from areas whose realm has taken their faith (R20.03).

    They leave the towns as well.
    """
    state, realm = play.state, realm_of(seat)
    for area in bits(areas):
        own = PROVINCES_OF[area] & lawful(state, 1 << realm)
        if own and state.rebels[area]:
            play.emit(RebelsMoved(AREA.ids[area], state.rebels[area]))
            state.rebels[area] = 0
        for bit in bits(own & state.rebel_towns):
            relieve(state, bit)
            play.emit(Relieved(seat, PROVINCE.ids[bit], rebels=True))


FALLS: Final = choice("marriage_falls", "R4.06", EndMarriage)


@step("R4.06")
def marriage_falls(play: Play[State], seat: SeatId, areas: int) -> Asks:
    """End a marriage in areas of the old faith, of the seat's choice."""
    state = play.state
    wed = [bit for bit in bits(state.married[seat]) if areas >> capital_area(state, bit) & 1]
    if not wed:
        return
    answer = yield FALLS(seat, [EndMarriage(REALM.ids[each]) for each in wed])
    divorce(play, seat, REALM.index[answer.realm])


FOLLOWS: Final = 5
"""Cubes that leave the old faith."""


@step("R4.06")
def influence_follows(play: Play[State], seat: SeatId, old: int, new: int) -> Frames:
    """Return the frames that remove five cubes from areas of the old faith.

    It is one fewer with a marriage that remains there (R11.02). Own cubes go first and come to areas of the new faith
    where there is room; imperial ones return only in phase 5 (R18.05).
    """
    state = play.state
    due = FOLLOWS - wed_in(state, seat, old)
    own = min(due, sum(state.led[seat].influence[area] for area in bits(old)))
    frames = [influence_leaves(seat, old, own, imperial=False)] if own else []
    frames += [influence_leaves(seat, old, due - own)] if due > own else []
    return [*frames, influence_comes(seat, new, own, displaces=False)] if own else frames
