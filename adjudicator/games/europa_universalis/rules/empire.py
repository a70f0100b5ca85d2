"""The Holy Roman Empire: authority, imperial influence, land, defence (R18.01-18.28); elections: :mod:`.elections`.

The empire is its emperor (none: it is dissolved), its authority, and areas: those of the map without the ones that have
`left`. When provinces change hands (:mod:`.settlement`), `land_changed` lets areas leave or return, and authority
follow. When a member is attacked from outside, `may_defend` says whether the emperor is called; `defends` answers.

An emperor is a player (`emperor_seat`), or a realm that nobody plays (`_of_nobody`). A player raises authority by an
action, places or takes imperial influence at the end of a round until it equals authority, and defends with units of a
pool (`manpower`), which join battles (`imperial_units_join`) and return. For a realm that nobody plays a die moves
authority, and authority itself defends (`imperial_defenders`).

What must hold:

- Authority is from 0 to 6 and changes through `change_authority` alone, which tells it; `dissolve` sets it to 0.
- Imperial units are in the pool or in a battle, at most `UNITS` of them; with the peace of the emperor they are gone.
"""

from typing import Final

from adjudicator import FIRST, Action, Asking, Event, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, RELIGION, SEAT, AreaId, RealmId, SeatId
from ..state import Battle, Side, State
from . import curia
from .book import STEPS, Fee, OfArea, OfRealm, TurnDeed, step
from .claims import place_cb
from .influence import MOST as PLACES
from .influence import clear_closed, total
from .purse import LOAN, MOST_LOANS, charge, exhaust, gain_prestige, lacks, pay
from .realms import authority_cap, capital, elector_areas, in_empire, provinces, tax_income
from .relations import CATHOLIC, at_war, counts_as, influence_in, is_led, is_npr, realm_of, units_in
from .units import black_units_left

MOST: Final = 6
UNITS: Final = 8
"""Imperial units at most (R18.20)."""
PROTESTANT, REVOLUTIONARY = RELIGION.index["protestant"], RELIGION.index["revolutionary"]


class AuthorityChanged(Event, frozen=True, tag="authority_changed", rule="R18.03"):
    """Imperial authority went up, or down if negative; `now`: where it stands."""

    n: int
    now: int


class AreaLeftEmpire(Event, frozen=True, tag="area_left_empire", rule="R18.26", touches=("area",)):
    """An area belongs to the empire no more, or again."""

    area: AreaId
    returned: bool = False


class EmpireDefended(Event, frozen=True, tag="empire_defended", rule="R18.20"):
    """The emperor defends the empire with so many imperial units."""

    emperor: RealmId
    units: int


EmpireDissolved = derive(Event, "empire_dissolved", "There is no empire any more.", rule="R18.27")


class EmpireConverted(Event, frozen=True, tag="empire_converted", rule="R18.27"):
    """The empire has this official religion now, or none."""

    religion: str | None


authority_full = Code("R18.02", most=int)
not_emperor = Code("R18.02")
empire_is_of_another_faith = Code("R18.27", religion=RELIGION)


def emperor_seat(state: State) -> str | None:
    """Return the player who is emperor, or None."""
    emperor = state.empire.emperor
    return REALM.ids[emperor] if emperor != NONE and is_led(state, emperor) else None


def empire_areas(state: State) -> int:
    """Return the areas of the empire (R18.10)."""
    found = mask_of(each.area for each in PROVINCE if each.hre)
    return 0 if state.empire.emperor == NONE else found & ~state.empire.left


def change_authority(play: Play[State], n: int) -> None:
    """Change authority within 0 and 6; it rises only as far as the elector areas allow (R18.01)."""
    empire = play.state.empire
    if empire.emperor == NONE:
        return
    most = max(empire.authority, authority_cap(play.state)) if n > 0 else MOST
    now = max(0, min(most, empire.authority + n))
    if now != empire.authority:
        play.emit(AuthorityChanged(now - empire.authority, now))
        empire.authority = now


def bonuses_of(authority: int) -> tuple[int, int, int]:
    """Return what authority gives the emperor each round: dip power, mil power, prestige (R18.04)."""
    return (authority >= 2) + (authority == 6), int(authority >= 4), int(authority == 6)


# the action ----------------------------------------------------------------------------------------------------------


class RaiseAuthority(TurnDeed, frozen=True, tag="raise_authority"):
    """Raise imperial authority by one, for one adm power more than it is. R18.02."""

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"adm": 1 + state.empire.authority}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        if emperor_seat(state) != seat:
            return not_emperor()
        if state.empire.authority >= authority_cap(state):
            return authority_full(most=authority_cap(state))
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        change_authority(play, 1)
        return []


# land (R18.26) -------------------------------------------------------------------------------------------------------


def belongs(state: State, realm: int) -> bool:
    """Return whether what a realm owns counts as land of members: its own, the emperor's, or that of their vassals."""
    if realm == NONE:
        return False
    over = state.overlord[realm]
    first = realm if over == NONE else over
    return first == state.empire.emperor or PROVINCE.things[capital(state, first)].hre


def land_changed(play: Play[State]) -> None:
    """Apply what follows when provinces have new owners.

    Areas leave the empire or return, influence is removed where players own everything, authority falls with the
    elector areas, and the curia follows Roma.
    """
    state, empire = play.state, play.state.empire
    clear_closed(play)
    if empire.emperor != NONE:
        for area in AREA.indexes:
            land = [bit for bit in bits(PROVINCES_OF[area]) if PROVINCE.things[bit].hre]
            if not land:
                continue
            owners = [state.owner[each] for each in land]
            if not empire.left >> area & 1:
                if not any(owner == NONE or in_empire(state, owner) or belongs(state, owner) for owner in owners):
                    empire.left |= 1 << area
                    empire.imperial[area] = 0
                    play.emit(AreaLeftEmpire(AREA.ids[area]))
                    change_authority(play, -1)
            elif not empire.released >> area & 1 and all(belongs(state, owner) for owner in owners):
                empire.left &= ~(1 << area)
                play.emit(AreaLeftEmpire(AREA.ids[area], returned=True))
                change_authority(play, 1)
        change_authority(play, min(0, authority_cap(state) - empire.authority))
    curia.settle(play)


def release(play: Play[State], areas: int) -> None:
    """Let an event take areas out of the empire (R16.03, R18.26).

    Its text tells what authority is lost. An area returns only when its land has changed hands since.
    """
    empire = play.state.empire
    for area in bits(areas & empire_areas(play.state)):
        empire.left |= 1 << area
        empire.released |= 1 << area
        empire.imperial[area] = 0
        play.emit(AreaLeftEmpire(AREA.ids[area]))
    land_changed(play)


def dissolve(play: Play[State]) -> None:
    """Dissolve the empire (R18.27, R18.28)."""
    empire = play.state.empire
    empire.emperor, empire.authority, empire.manpower = NONE, 0, 0
    empire.imperial[:] = [0] * len(AREA)
    empire.defending, empire.aggressors = False, 0
    play.emit(EmpireDissolved())


def bound_by_empire(state: State, seat: str, religion: int) -> Refusal | None:
    """Return why an emperor may not take another state religion, or None if a seat may (R18.27).

    An emperor follows the official religion of the empire alone. The revolution is open to all: it ends the empire.
    """
    if emperor_seat(state) != seat or state.rules.without("religion_of_the_empire") or religion == REVOLUTIONARY:
        return None
    allowed = (counts_as(state.led[seat].religion), state.empire.official)
    return None if counts_as(religion) in allowed else empire_is_of_another_faith(religion=religion)


def empire_adopts(play: Play[State], seat: str) -> None:
    """Dissolve the empire when the emperor adopts the revolution, but not without the advanced rule (R18.27)."""
    state = play.state
    emperor = state.empire.emperor == realm_of(seat) and not state.rules.without("religion_of_the_empire")
    if emperor and state.led[seat].religion == REVOLUTIONARY:
        dissolve(play)


# defence (R18.20) ----------------------------------------------------------------------------------------------------


def may_defend(state: State, target: int, aggressors: int) -> bool:
    """Return whether an attack from outside on a member calls the emperor.

    Authority 1, no war between them (R18.20).
    """
    emperor = state.empire.emperor
    own = emperor == target
    if state.empire.authority < 1 or (own and state.empire.defending):
        return False
    joined = state.empire.defending and not aggressors & ~state.war[emperor]
    return in_empire(state, target) and not joined and not (not own and at_war(state, emperor, target))


def defends(play: Play[State], aggressors: int) -> Frames:
    """Make the emperor defend the empire.

    The emperor gets imperial units for influence in elector areas; subjects led by players help.
    """
    state, empire = play.state, play.state.empire
    seat = emperor_seat(state)
    assert seat is not None
    empire.aggressors |= from_outside(state, aggressors)
    if not empire.defending:
        empire.defending = True
        found = sum(influence_in(state, seat, area) for area in bits(elector_areas(state)))
        empire.manpower += min(UNITS - empire.manpower, found, black_units_left(state))
    play.emit(EmpireDefended(seat, empire.manpower))
    subjects = [each for each in state.order if each != seat and in_empire(state, realm_of(each))]
    return [subject_helps(subject, aggressors) for subject in subjects]


def from_outside(state: State, realms: int) -> int:
    """Return those of some realms whose capital lies outside the empire (R18.10)."""
    return mask_of(bit for bit in bits(realms) if not in_empire(state, bit))


def note_aggressors(state: State, aggressors: int) -> None:
    """Note the outside realms that have attacked an emperor whom a player leads, or whom that emperor defends (R18.03).

    It does not matter whether the defence of the empire is active. A war from before this turn stays what it was.
    """
    seat = emperor_seat(state)
    if seat is not None and not aggressors >> realm_of(seat) & 1:
        state.empire.aggressors |= from_outside(state, aggressors & state.turn.fresh[SEAT.index[seat]])


GiveCause = derive(OfRealm, "give_cause", "Place a token of casus belli on the aggressor. R18.10.")
ExhaustUnits = word("exhaust_units", "Exhaust two units of manpower, at most half. R18.10.")
PayEmperor = word("pay_emperor", "Lose six ducats, at most half the tax income. R18.10.")
LosePrestige = word("lose_prestige", "Lose a prestige. R18.10.")
DUES: Final = (ExhaustUnits, PayEmperor, LosePrestige, GiveCause)
SUBJECT: Final = Question("imperial_subject", "R18.10", *DUES, default=LosePrestige(), interrupts=True)


def dues(state: State, seat: str) -> tuple[int, int]:
    """Return how many units, or how many ducats, a subject owes: two and six, at most half of all it has (R18.10)."""
    own = state.led[seat]
    whole = own.available + own.exhausted + own.regular
    return min(2, -(-whole // 2)), min(6, -(-tax_income(state, realm_of(seat)) // 2))


@STEPS.announce
def unit_lost_there(seat: SeatId, n: int, regular: bool = False, for_good: bool = False) -> None: ...


@step("R18.10")
def subject_helps(play: Play[State], seat: SeatId, aggressors: int) -> Asking:
    """Let a player who is a subject choose what the emperor's defence costs.

    The choice is among what the player has: available units before deployed ones, ducats with loans.
    """
    state, own = play.state, play.state.led[seat]
    units, ducats = dues(state, seat)
    offers: list[Action] = [ExhaustUnits()] if own.available + own.regular >= units else []
    offers += [PayEmperor()] if own.ducats + LOAN * max(0, MOST_LOANS - own.interest) >= ducats else []
    offers += [LosePrestige(), *map(GiveCause, REALM.ids_of(aggressors))]
    answer = yield SUBJECT(seat, offers)
    if isinstance(answer, ExhaustUnits):
        missing = max(0, units - own.available)
        exhaust(play, seat, units - missing)
        return [unit_lost_there(seat, missing, regular=True)]
    if isinstance(answer, PayEmperor):
        return charge(play, seat, ducats)
    if isinstance(answer, LosePrestige):
        gain_prestige(play, seat, -1, "lord_refused")
    else:
        place_cb(play, seat, REALM.index[answer.realm])
    return None


# the end of a round --------------------------------------------------------------------------------------------------


class PutImperial(OfArea, frozen=True, tag="put_imperial"):
    """Place imperial influence in an area, from the supply or from another one. R18.05."""

    out_of: AreaId | None = None


TakeImperial = derive(OfArea, "take_imperial", "Take imperial influence away that is too much. R18.05.")
KeepImperial = word("keep_imperial", "Leave the rest as it is. R18.05.")
no_imperial_there = Code("R18.05", area=AREA)
_OTHERWISE: Final[dict[type[Action], Code]] = {
    PutImperial: no_imperial_there,
    TakeImperial: no_imperial_there,
    KeepImperial: not_emperor,
}
IMPERIAL: Final = Question(
    "imperial_influence", "R18.05", TakeImperial, PutImperial, KeepImperial, default=FIRST, otherwise=_OTHERWISE
)


def imperial_areas(state: State) -> int:
    """Return areas of the empire with room for influence (R18.05).

    They have provinces of members that nobody plays.
    """
    return mask_of(
        area
        for area in bits(empire_areas(state))
        if total(state, area) < PLACES and any(_member(state, state.owner[bit]) for bit in bits(PROVINCES_OF[area]))
    )


def _member(state: State, realm: int) -> bool:
    return realm != NONE and is_npr(state, realm) and in_empire(state, realm)


@step("R3.51")
def imperial_influence(play: Play[State], moved: int = 0) -> Asking:
    """Let the emperor place or remove imperial cubes until they equal authority.

    New cubes are placed only where there is room; the emperor may also move others.
    """
    state, empire = play.state, play.state.empire
    seat = emperor_seat(state)
    if seat is None:
        return None
    spare = empire.authority - sum(empire.imperial)
    there = [AREA.ids[area] for area in AREA.indexes if empire.imperial[area]]
    allowed = AREA.ids_of(imperial_areas(state))
    offers: list[Action]
    if spare < 0:
        offers = [*map(TakeImperial, there)]
    elif spare:
        offers = [*map(PutImperial, allowed)] or [KeepImperial()]
    else:
        pairs = ((to, out) for out in there for to in allowed if to != out)
        offers = [KeepImperial(), *(PutImperial(to, out) for to, out in pairs)] if moved < MOST else [KeepImperial()]
    if offers == [KeepImperial()]:
        return None
    answer = yield IMPERIAL(seat, offers)
    if isinstance(answer, KeepImperial):
        return None
    if isinstance(answer, TakeImperial):
        empire.imperial[AREA.index[answer.area]] -= 1
        return [imperial_influence(moved)]
    empire.imperial[AREA.index[answer.area]] += 1
    if answer.out_of is not None:
        empire.imperial[AREA.index[answer.out_of]] -= 1
        moved += 1
    return [imperial_influence(moved)]


@step("R3.51")
def defence_ends(play: Play[State]) -> None:
    """End the defence of an emperor at peace and remove the imperial units; forget aggressors whose war is over."""
    empire = play.state.empire
    if empire.emperor == NONE:
        return
    empire.aggressors &= play.state.war[empire.emperor]
    if not play.state.war[empire.emperor]:
        empire.manpower, empire.defending = 0, False


@step("R18.27")
def empire_religion(play: Play[State]) -> None:
    """Set the religion of the empire by those of the elector areas, from age III.

    It is set if all are catholic or all are protestant; if there are several, there is none. Otherwise, and always
    without this advanced rule, it stays.
    """
    state, empire = play.state, play.state.empire
    if state.rules.without("religion_of_the_empire"):
        return
    found = {counts_as(state.religion[area]) for area in bits(elector_areas(state))}
    if empire.emperor == NONE or state.age < 3 or not (found <= {CATHOLIC, PROTESTANT} or len(found) > 1) or not found:
        return
    now = found.pop() if len(found) == 1 else NONE
    if now == empire.official:
        return
    empire.official = now
    play.emit(EmpireConverted(RELIGION.id_or_none(now)))
    if now == PROTESTANT:
        change_authority(play, -1)


@step("R18.28")
def emperor_of_nobody(play: Play[State]) -> None:
    """Adjust the authority of an emperor whom nobody plays by a die roll."""
    empire = play.state.empire
    if empire.emperor == NONE or is_led(play.state, empire.emperor):
        return
    rolled = play.roll("authority", 1, 6)[0]
    if rolled in (1, 6):
        change_authority(play, -1 if rolled == 1 else 1)
    elif abs(rolled - empire.authority) >= 2:
        change_authority(play, -1 if rolled < empire.authority else 1)


def outsiders(state: State) -> int:
    """Return the areas with units from outside, in an empire whose emperor nobody plays, as a mask (R18.28)."""
    if not _of_nobody(state):
        return 0
    outside = [seat for seat in state.order if not in_empire(state, realm_of(seat))]
    return mask_of(area for area in bits(empire_areas(state)) if any(units_in(state, seat, area) for seat in outside))


def imperial_defenders(state: State, capacity: int) -> int:
    """Return how many units defend an area of the empire of an emperor whom nobody plays (R18.28)."""
    return max(0, capacity + 3 * state.empire.authority - 2 * state.turn.outsiders.bit_count())


def empire_of_nobody(state: State, area: int) -> bool:
    """Return whether it is an area of an empire whose emperor nobody plays (R18.28)."""
    return area != NONE and _of_nobody(state) and bool(empire_areas(state) >> area & 1)


def _of_nobody(state: State) -> bool:
    return state.empire.emperor != NONE and emperor_seat(state) is None


def imperial_units_join(state: State, battle: Battle) -> None:
    """Let imperial units join the emperor in battles in the empire and in the emperor's areas next to it (R18.20).

    They do not join battles against nothing but members that nobody plays.
    """
    seat, empire = emperor_seat(state), state.empire
    if seat is None or battle.area == NONE or not empire.defending:
        return
    inside = empire_areas(state)
    home = AREA.things[battle.area].land & inside and PROVINCES_OF[battle.area] & provinces(state, empire.emperor)
    if not (inside >> battle.area & 1 or home):
        return
    for own, enemy in ((battle.attackers, battle.defenders), (battle.defenders, battle.attackers)):
        if seat in own.seats and (
            enemy.seats or enemy.rebels or not all(in_empire(state, bit) for bit in bits(enemy.realms))
        ):
            own.imperial, empire.manpower = empire.manpower, 0


def imperial_return(state: State, own: Side) -> None:
    """Return the imperial units that are left to their pool (R18.20)."""
    state.empire.manpower += own.imperial
    own.imperial = 0
