"""Tell where land units may go: borders, bridges of ships, military access, mountains (R9.26, R9.27, R9.29, R9.31).

Includes the card with which an army leaves before the attack of an enemy, as a reaction (R5.01, R8.01).
"""

from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final, Literal

from adjudicator import Action, Asks, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits, mask_of, union

from ..content import Content
from ..facts import AREA, NONE, PROVINCES_OF, REALM, SEAS_BESIDE, ZONE, AreaId, SeatId
from ..slots import CARD, CardId
from ..state import State
from .book import OfArea, OfCard, OfSeat, SeatAndArea, step
from .decks import discard, may_hold
from .empire import empire_areas
from .influence import cubes_in, remove, wed_in
from .purse import lacks, pay
from .relations import (
    at_war,
    claimed,
    controller,
    enemies,
    friendly_area,
    friends,
    hostile_area,
    is_led,
    realm_of,
    ships,
)
from .units import ALONE, armies_in, move, outgunned, strength

OVER_MOUNTAINS: Final = 3
ON_A_SHIP: Final = 3
ACCESS_DUCATS: Final = 3
PayId = Literal["", "influence", "ducats"]
PAYMENTS: Final[tuple[PayId, ...]] = ("", "influence", "ducats")


class GoTo(OfArea, frozen=True, tag="go_to"):
    """Move to the next space. R9.25, R9.27.

    `pay`: for military access, an influence there or 3 ducats; `consent`: which of the opponents who own all of it is
    asked.
    """

    pay: PayId = ""
    consent: SeatId | None = None


class Ferry(Action, frozen=True, tag="ferry"):
    """An army or a unit crosses the bridge of ships. R9.29."""

    start: AreaId
    area: AreaId
    army: int = ALONE
    pay: PayId = ""
    consent: SeatId | None = None


PassageRefused = derive(
    SeatAndArea, "passage_refused", "A seat did not let another one's units into an area.", rule="R9.27"
)
LetPass = word("let_pass", "Let the units of somebody else into an area. R9.27.")
RefusePassage = word("refuse_passage", "Do not let them in. R9.27.")
ENTERED: Final = {"area": AreaId, "by": SeatId}
CONSENT: Final = Question(
    "consent", "R9.27", LetPass, RefusePassage, default=RefusePassage(), interrupts=True, about=ENTERED
)

not_adjacent = Code("R9.25", start=AREA, area=AREA)
not_on_distant = Code("R9.31", area=AREA)
no_access_at_peace = Code("R9.27", area=AREA)
own_claim_there = Code("R9.27", area=AREA)
access_costs = Code("R9.27", area=AREA, ducats=int)
no_influence_to_spend = Code("R9.27", area=AREA)
access_is_free = Code("R9.27", area=AREA)
consent_needed = Code("R9.27", area=AREA)
consent_of_whom = Code("R9.27", area=AREA)


def size(state: State, seat: str, army: int) -> int:
    """Return how many units march."""
    return 1 if army == ALONE else state.led[seat].armies[army - 1].all


def stands(state: State, seat: str, army: int, area: int) -> bool:
    """Return whether the army, or a unit that stands alone, is there."""
    return bool(state.led[seat].alone[area]) if army == ALONE else army in armies_in(state, seat, area)


def _helpers(state: State, seat: str, to: int) -> list[str]:
    """Return the allied players whose ships may carry to an area (R9.29).

    For a hostile area, they must be at war with an enemy there.
    """
    own = realm_of(seat)
    found = [each for each in state.order if state.allied[seat] >> REALM.index[each] & 1]
    foes = enemies(state, own)
    there = {controller(state, bit) for bit in bits(PROVINCES_OF[to])}
    there |= {realm_of(each) for each in state.order if strength(state, each, to).all}
    hostile = [each for each in there if each != NONE and foes >> each & 1]
    return [each for each in found if not hostile or enemies(state, realm_of(each)) & mask_of(hostile)]


def bridged(state: State, seat: str, start: int, to: int, n: int, by: int = NONE) -> bool:
    """Return whether `n` units can cross from one area to another over zones with friendly ships.

    Three units cross for each ship (R9.29). `by`: a zone that the bridge must include.
    """
    helpers = _helpers(state, seat, to)
    for crews in ([seat], [seat, *helpers]) if helpers else ([seat],):
        foes = [each for each in state.order if at_war(state, realm_of(seat), realm_of(each))]
        open_ = mask_of(
            zone
            for zone in ZONE.indexes
            if ON_A_SHIP * sum(ships(state, crew, zone) for crew in crews) >= n
            and not (len(crews) > 1 and any(ships(state, foe, zone) for foe in foes))
        )
        reached = _joined((AREA.things[start].zones if by == NONE else 1 << by) & open_, open_)
        if reached & AREA.things[start].zones and reached & AREA.things[to].zones:
            return True
    return False


def _joined(zones: int, open_: int) -> int:
    found, border = zones, zones
    while border:
        border = union(SEAS_BESIDE, border) & open_ & ~found
        found |= border
    return found


def _free_access(state: State, realm: int, area: int) -> bool:
    """Return whether a friend or an enemy lawfully owns or controls a province there (R9.27).

    The whole empire is open to an emperor who defends it, and to the emperor's enemies (R18.20).
    """
    if state.empire.defending and empire_areas(state) >> area & 1:
        emperor = state.empire.emperor
        if realm == emperor or at_war(state, realm, emperor):
            return True
    known = friends(state, realm) | enemies(state, realm)
    for bit in bits(PROVINCES_OF[area]):
        if any(who != NONE and known >> who & 1 for who in (state.owner[bit], controller(state, bit))):
            return True
    return False


def _access_refused(
    state: State, seat: str, area: int, pay_: PayId, consent: str | None, retreats: bool
) -> Refusal | None:
    realm = realm_of(seat)
    if _free_access(state, realm, area):
        return access_is_free(area=area) if pay_ or consent else None
    if not state.war[realm]:
        return no_access_at_peace(area=area)
    if claimed(state, seat) >> area & 1:
        return own_claim_there(area=area)
    owners = {state.owner[bit] for bit in bits(PROVINCES_OF[area])}
    if owners and all(owner != NONE and is_led(state, owner) for owner in owners):
        if consent is None:
            return consent_needed(area=area)
        if REALM.number(consent) not in owners:
            return consent_of_whom(area=area)
    elif consent is not None:
        return consent_of_whom(area=area)
    if not pay_:
        return access_costs(area=area, ducats=ACCESS_DUCATS)
    if pay_ == "influence":
        due = _influence_due(state, seat, area, retreats)
        return None if cubes_in(state, seat, area) >= due else no_influence_to_spend(area=area)
    return lacks(state, seat, ducats=ACCESS_DUCATS)


def _distant_refused(state: State, seat: str, area: int) -> Refusal | None:
    """Return why units may not enter an area on a distant continent, or None if they may (R9.31).

    They may enter friendly areas, areas with provinces of an enemy or held by an enemy or by rebels, and territories
    claimed by the seat or by an enemy.
    """
    realm = realm_of(seat)
    if not AREA.things[area].distant or friendly_area(state, realm, area):
        return None
    foes = enemies(state, realm)
    owners = {state.owner[bit] for bit in bits(PROVINCES_OF[area])}
    holders = owners | {controller(state, bit) for bit in bits(PROVINCES_OF[area])}
    if state.rebel_towns & PROVINCES_OF[area] or any(holder != NONE and foes >> holder & 1 for holder in holders):
        return None
    claimed = [each for each in state.order if state.led[each].claims >> area & 1]
    vacant = owners <= {NONE}
    if vacant and any(each == seat or at_war(state, realm, realm_of(each)) for each in claimed):
        return None
    return not_on_distant(area=AREA.ids[area])


def entry_refused(
    state: State, seat: str, area: int, pay_: PayId, consent: str | None = None, *, retreats: bool = False
) -> Refusal | None:
    """Return why units may not be in an area, whatever their way to it, or None (R9.27, R9.31).

    The reasons are distant land and military access.
    """
    if refusal := _distant_refused(state, seat, area):
        return refusal
    vacant = AREA.things[area].distant and all(state.owner[bit] == NONE for bit in bits(PROVINCES_OF[area]))
    return None if vacant else _access_refused(state, seat, area, pay_, consent, retreats)


def lets_pass(play: Play[State], seat: str, area: AreaId, consent: SeatId) -> Generator[Any, Any, bool]:
    """Ask an opponent who owns provinces of an area whether units of a seat may enter it (R9.27)."""
    answer = yield CONSENT(consent, [LetPass(), RefusePassage()], area=area, by=seat)
    if isinstance(answer, RefusePassage):
        play.emit(PassageRefused(consent, area))
    return isinstance(answer, LetPass)


def _influence_due(state: State, seat: str, area: int, retreats: bool) -> int:
    """Return the influence that access costs (R9.27).

    A marriage saves it in an action, but not in a retreat, which is not an action (R11.02).
    """
    return 1 if retreats else 1 - wed_in(state, seat, 1 << area)


def pays_access(play: Play[State], seat: str, area: int, pay_: PayId, *, retreats: bool = False) -> None:
    """Pay for military access (R9.27)."""
    if pay_ == "influence":
        remove(play, seat, area, _influence_due(play.state, seat, area, retreats))
    elif pay_ == "ducats":
        pay(play, seat, ducats=ACCESS_DUCATS)


def mountain_cost(state: State, seat: str, start: int, to: int, n: int) -> int:
    """Return the additional mil for more than three units over mountains into a non-friendly area (R9.26, R9.29).

    It is 0 for units that a bridge of ships carries past the mountains.
    """
    if not AREA.things[start].mountains >> to & 1 or friendly_area(state, realm_of(seat), to):
        return 0
    if bridged(state, seat, start, to, n):
        return 0
    return max(0, -(-n // OVER_MOUNTAINS) - 1)


def go_refused(  # noqa: PLR0913 - who goes where, and how
    state: State, seat: str, army: int, start: int, action: GoTo | Ferry, by: int = NONE, *, free: bool = False
) -> Refusal | None:
    """Return why an army may not move to the next space, or None if it may.

    `by`: over a bridge with this zone; `free`: mountains cost nothing.
    """
    to, n = AREA.number(action.area), size(state, seat, army)
    on_land = by == NONE and AREA.things[start].land >> to & 1
    if to == start or not (on_land or bridged(state, seat, start, to, n, by)):
        return not_adjacent(start=AREA.ids[start], area=action.area)
    if refusal := entry_refused(state, seat, to, action.pay, action.consent):
        return refusal
    return lacks(state, seat, mil=mountain_cost(state, seat, start, to, n) if on_land and not free else 0)


def ways(  # noqa: PLR0913 - who goes where, and how
    state: State, seat: str, army: int, start: int, areas: Iterable[int], by: int = NONE, *, free: bool = False
) -> Iterator[GoTo]:
    """Yield the moves of an army into these areas; `free`: mountains cost nothing."""
    for area in areas:
        id = AREA.ids[area]
        against = go_refused(state, seat, army, start, GoTo(id), by, free=free)
        if against is None:
            yield GoTo(id)
        elif against.code in ("access_costs", "consent_needed"):
            asked = [None] if against.code == "access_costs" else [each for each in state.order if each != seat]
            found = (GoTo(id, paid, consent) for consent in asked for paid in ("influence", "ducats"))
            yield from (each for each in found if go_refused(state, seat, army, start, each, by, free=free) is None)


def near(state: State, seat: str, start: int) -> list[int]:
    """Return the areas that might be the next space: by land, or over zones with ships."""
    found = AREA.things[start].land
    if AREA.things[start].zones:
        found |= mask_of(area.index for area in AREA if area.zones)
    return [bit for bit in bits(found) if bit != start]


TRIGGER: Final = "enemy_enters_area_of_own_army"


class StepAhead(OfCard, frozen=True, tag="step_ahead"):
    """Play the card: an army goes to the next area before the battle. R8.01."""

    army: int
    area: AreaId
    pay: PayId = ""


class SteppedAhead(OfSeat, frozen=True, tag="stepped_ahead", rule="R8.01", touches=("start", "area")):
    """An army left before the battle."""

    card: CardId
    army: int
    start: AreaId
    area: AreaId


AwaitAttack = word("await_attack", "Play no card. R8.01.")
no_such_reaction = Code("R8.01", card=CARD)
army_not_attacked = Code("R8.01", army=int)
guns_too_slow = Code("R9.20", army=int)
no_flight_to_enemies = Code("R8.01", area=AREA)

STEP_AHEAD: Final = Question(
    "step_ahead", "R8.01", StepAhead, AwaitAttack, default=AwaitAttack(), interrupts=True, about={"area": AreaId}
)


def reactions(state: State, seat: str, area: int) -> Frames:
    """Return the frames in which the enemies of a seat that enters an area may leave it."""
    foes = [each for each in state.order if at_war(state, realm_of(seat), realm_of(each))]
    return [leaves_ahead(foe, AREA.ids[area]) for foe in foes if armies_in(state, foe, area)]


def _refused(state: State, seat: str, area: int, action: StepAhead, content: Content) -> Refusal | None:
    card, own = CARD.number(action.card), state.led[seat]
    face = content.titles[content.title_of(card)] if card in own.hand else None
    if face is None or face.kind != "reaction" or face.trigger != TRIGGER:
        return no_such_reaction(card=action.card)
    if action.army not in armies_in(state, seat, area):
        return army_not_attacked(army=action.army)
    army, to = own.armies[action.army - 1], AREA.number(action.area)
    if face.forbidden and outgunned(army):
        return guns_too_slow(army=action.army)
    if refusal := go_refused(state, seat, action.army, area, GoTo(action.area, action.pay)):
        return refusal
    if hostile_area(state, realm_of(seat), to):
        return no_flight_to_enemies(area=action.area)
    mountains = mountain_cost(state, seat, area, to, size(state, seat, action.army))
    return lacks(state, seat, mil=face.cost + mountains, ducats=ACCESS_DUCATS if action.pay == "ducats" else 0)


def _offers(state: State, seat: str, area: int) -> Iterator[StepAhead]:
    for card in dict.fromkeys(state.led[seat].hand):
        for army in armies_in(state, seat, area):
            for to in near(state, seat, area):
                yield from (StepAhead(CARD.ids[card], army, AREA.ids[to], payment) for payment in PAYMENTS)


@step("R8.01")
def leaves_ahead(play: Play[State], seat: SeatId, area: AreaId) -> Asks:
    """Let a seat whose army is being attacked play the card.

    Every such seat that may hold it is asked.
    """
    state, start = play.state, AREA.index[area]
    if not may_hold(state, seat, play.content, "attacked") or not armies_in(state, seat, start):
        return

    offers, content = [AwaitAttack(), *_offers(state, seat, start)], play.content
    answer = yield STEP_AHEAD(seat, offers, lambda action: _refused(state, seat, start, action, content), area=area)
    if isinstance(answer, AwaitAttack):
        return
    card, to, own = CARD.index[answer.card], AREA.index[answer.area], play.state.led[seat]
    mil = play.content.titles[play.content.title_of(card)].cost
    mil += mountain_cost(state, seat, start, to, size(state, seat, answer.army))
    pay(play, seat, mil=mil)
    pays_access(play, seat, to, answer.pay)
    own.hand.remove(card)
    discard(play.state, card)
    move(play.state, seat, answer.army, start, to)
    play.emit(SteppedAhead(seat, answer.card, answer.army, area, answer.area))
