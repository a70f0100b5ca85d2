"""Peace resolution: the order in which wars end, enforcing, surrendering (R10.03-10.07)."""

from collections.abc import Generator, Iterator
from typing import Any, Final

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits

from ..facts import AREA, NONE, REALM, ZONE, AreaId, RealmId, SeatId
from ..state import State
from .alliances import dismiss
from .book import OfArea, OfRealm, OfSeat, SeatAndRealm, step
from .ports import harbours
from .purse import clockwise, gain_prestige
from .realms import in_empire
from .relations import at_war, friendly_area, hostile_area, is_led, realm_of, units_in
from .settlement import TermId, Victory, followers, over, patron, pays_prestige, victory, wards, white_already
from .supplies import supplies
from .terms import carried_out, refused_term
from .treaties import KeepState, kept, negotiation, refused_keep
from .units import disband_empty
from .upkeep import regular

SURRENDER: Final = 2
TERMS: Final[tuple[TermId, ...]] = ("white", "humiliation", "vassalization", "conversion", "succession", "annexation")


Surrendered = derive(SeatAndRealm, "surrendered", "A seat has surrendered to another.", rule="R10.05")


class Enforce(OfRealm, frozen=True, tag="enforce"):
    """Enforce a term on an enemy; a white peace is offered to one that nobody plays, and taken. R10.06."""

    term: TermId


Negotiate = derive(OfRealm, "negotiate", "Negotiate with a player about peace. R10.06.")
Surrender = derive(OfRealm, "surrender", "Surrender to a player. R10.05.")
FightOn = word("fight_on", "End no other war. R10.03.")
not_an_enemy = Code("R10.03", realm=REALM)
refused_before = Code("R10.05", realm=REALM)
no_surrender_here = Code("R20.03")
not_enforced_so = Code("R10.07", term=str)
emperor_settles = Code("R18.20", realm=REALM)
emperor_defends = Code("R18.20", realm=REALM)
patron_settles = Code("R10.04", realm=REALM, patron=REALM)
must_end = Code("R10.03", realm=REALM)

ENDS: Final = (Enforce, KeepState, Negotiate)
ENEMIES: Final = {"enemies": tuple[RealmId, ...]}
PEACE: Final = Question("peace", "R10.03", *ENDS, Surrender, FightOn, default=FightOn(), about=ENEMIES)
VICTOR: Final = Question("victor", "R10.03", *ENDS, default=FIRST, about={"realm": RealmId})


@step("R10.03", phase="peace")
def peace_resolution(play: Play[State]) -> Frames:
    """Return the steps of peace, white peaces first.

    Those who have won wholly follow, then everybody in turn order.
    """
    order = clockwise(play.state, play.state.first)
    first = [white_peaces(), *map(total_victories, order)]
    return [*first, *(wars_of(seat) for seat in order), *(aftermath(seat) for seat in order), harbours(), supplies()]


@step("R10.02")
def white_peaces(play: Play[State]) -> None:
    """Conclude automatic white peaces, those of active allies included."""
    state = play.state
    for seat in clockwise(state, state.first):
        own = realm_of(seat)
        for foe in bits(state.war[own]):
            if state.war[own] >> foe & 1 and white_already(state, own, foe) and not ward(state, own, foe):
                pays_prestige(play, own, foe, "white", -1, 1)
                over(play, seat, foe, "white")


def ward(state: State, own: int, foe: int) -> bool:
    """Return whether another enemy makes peace for this one.

    This is the emperor as its defender (R18.20), or the realm whose active ally it is (R10.04).
    """
    lord = patron(state, foe)
    return bool(wards(state, own) >> foe & 1) or (lord != NONE and at_war(state, own, lord))


def shielded(state: State, seat: str, foe: int) -> bool:
    """Return whether an enemy is a subject of the empire on which nothing can be enforced (R18.20).

    It is if its emperor defends the empire against the seat, and the seat has won no victory over the emperor.
    """
    own, empire = realm_of(seat), state.empire
    if not empire.defending or foe == empire.emperor or not at_war(state, own, empire.emperor):
        return False
    return in_empire(state, foe) and victory(state, seat, empire.emperor) == "none"


def enemies_of(state: State, seat: str) -> list[int]:
    """Return with whom a seat has to make peace: not with those for whom others do."""
    own = realm_of(seat)
    return [foe for foe in bits(state.war[own]) if not ward(state, own, foe)]


def beaten_allies(state: State, seat: str) -> list[int]:
    """Return the active allies of its enemies over which a seat has a total victory (R10.04)."""
    foes = state.war[realm_of(seat)]
    patrons = [each for each in state.order if foes >> realm_of(each) & 1]
    allies = {ally for each in patrons for ally in bits(state.allied[each] & state.active)}
    return sorted(each for each in allies if not shielded(state, seat, each) and victory(state, seat, each) == "total")


def heirless(state: State, seat: str) -> list[int]:
    """Return the active allies of its enemies whose succession a seat may secure in a separate peace (R10.04)."""
    foes = [bit for bit in bits(state.war[realm_of(seat)]) if victory(state, seat, bit) != "none"]
    allies = (ally for foe in foes for ally in followers(state, foe))
    open_ = (each for each in allies if not shielded(state, seat, each))
    return [each for each in open_ if refused_term(state, seat, each, "succession", "partial") is None]


def refused_enforce(
    state: State, seat: str, action: Enforce | KeepState, won: Victory, *, surrendered: bool = False
) -> Refusal | None:
    """Return why a seat may not enforce a term, or None if it may (R10.07)."""
    foe = REALM.number(action.realm)
    if not surrendered and shielded(state, seat, foe):
        return emperor_defends(realm=foe)
    term: TermId = "keep" if isinstance(action, KeepState) else action.term
    if not isinstance(action, KeepState) and term == "keep":
        return not_enforced_so(term="keep")
    refusal = refused_term(state, seat, foe, term, won, surrendered=surrendered)
    return refusal or (refused_keep(state, seat, action) if isinstance(action, KeepState) else None)


def enforceable(state: State, seat: str, foe: int, won: Victory, *, surrendered: bool = False) -> Iterator[Action]:
    """Yield the terms that a seat can enforce on an enemy, among them the present state without changes."""
    id = REALM.ids[foe]
    said: list[Enforce | KeepState] = [KeepState(id), *(Enforce(id, term) for term in TERMS)]
    for action in said:
        if refused_enforce(state, seat, action, won, surrendered=surrendered) is None:
            yield action


def enforced(play: Play[State], seat: str, action: Action) -> Frames:
    """Carry out the victor's term, or a white peace even without a victor.

    On a player it may bring what ideas give for it (R4.04).
    """
    assert isinstance(action, Enforce | KeepState)
    foe = REALM.index[action.realm]
    more = regular(play.state, seat, play.content, "peace_enforced") if is_led(play.state, foe) else []
    if isinstance(action, KeepState):
        return [*kept(play, seat, action, victor=realm_of(seat)), *more]
    won = action.term != "white" or victory(play.state, seat, foe) != "none"
    return [*carried_out(play, seat, foe, action.term, victor=won), *more]


@step("R10.03")
def total_victories(play: Play[State], seat: SeatId, refused: int = 0) -> Asking:
    """Make a seat end all wars that it has won totally, those against active allies separately."""
    state = play.state
    won = [
        *beaten_allies(state, seat),
        *(
            each
            for each in enemies_of(state, seat)
            if not shielded(state, seat, each) and victory(state, seat, each) == "total"
        ),
    ]
    if not won:
        return None
    foe = won[0]
    answer = yield from _victor_says(play, seat, foe, "total", refused)
    if isinstance(answer, Negotiate):
        return [negotiation(seat, answer.realm), total_victories(seat, refused | 1 << foe)]
    return [*enforced(play, seat, answer), total_victories(seat, refused)]


def _victor_says(
    play: Play[State], seat: str, foe: int, won: Victory, refused: int, *, surrendered: bool = False
) -> Generator[Any, Any, Action]:
    """Ask a victor which term it enforces; it may instead negotiate once with a player."""
    state = play.state

    def why(action: Action) -> Refusal | None:
        return _answer_refused(state, seat, action, foe, won, refused, surrendered=surrendered)

    offers = list(enforceable(state, seat, foe, won, surrendered=surrendered))
    if is_led(state, foe) and not refused >> foe & 1:
        offers.append(Negotiate(REALM.ids[foe]))
    answer: Action = yield VICTOR(seat, offers, why, realm=REALM.ids[foe])
    return answer


def _answer_refused(  # noqa: PLR0913 - of three questions
    state: State, seat: str, action: Action, foe: int, won: Victory, refused: int, *, surrendered: bool = False
) -> Refusal | None:
    id: str = action.realm  # type: ignore[attr-defined]
    if REALM.number(id) != foe:
        return must_end(realm=REALM.ids[foe])
    if isinstance(action, Negotiate):
        if not is_led(state, foe):
            return not_an_enemy(realm=id)
        return refused_before(realm=id) if refused >> foe & 1 else None
    assert isinstance(action, Enforce | KeepState)
    return refused_enforce(state, seat, action, won, surrendered=surrendered)


@step("R10.03")
def wars_of(play: Play[State], seat: SeatId, refused: int = 0) -> Asking:
    """Let a seat end those of its other wars that it can and wants to end."""
    state, foes = play.state, enemies_of(play.state, seat)
    if not foes:
        return None

    def why(action: Action) -> Refusal | None:
        id: str = action.realm  # type: ignore[attr-defined]
        foe = REALM.number(id)
        if isinstance(action, Enforce) and action.term == "succession" and foe in heirless(state, seat):
            return None
        if foe not in foes:
            return _not_to_settle(state, seat, foe)
        if isinstance(action, Surrender):
            if state.rules.no_surrender:
                return no_surrender_here()
            return None if is_led(state, foe) else not_an_enemy(realm=id)
        return _answer_refused(state, seat, action, foe, victory(state, seat, foe), refused)

    offers: list[Action] = [Enforce(REALM.ids[each], "succession") for each in heirless(state, seat)]
    for foe in foes:
        offers += enforceable(state, seat, foe, victory(state, seat, foe))
        if is_led(state, foe):
            offers += [Negotiate(REALM.ids[foe]), Surrender(REALM.ids[foe])]
    answer = yield PEACE(seat, [*offers, FightOn()], why, enemies=[REALM.ids[foe] for foe in foes])
    if isinstance(answer, FightOn):
        return None
    if isinstance(answer, Negotiate):
        return [negotiation(seat, answer.realm), wars_of(seat, refused | 1 << REALM.index[answer.realm])]
    if isinstance(answer, Surrender):
        gain_prestige(play, seat, -SURRENDER, "surrender")
        gain_prestige(play, answer.realm, SURRENDER, "surrender")
        play.emit(Surrendered(seat, answer.realm))
        return [surrendered(answer.realm, seat), wars_of(seat, refused)]
    return [*enforced(play, seat, answer), wars_of(seat, refused)]


def _not_to_settle(state: State, seat: str, foe: int) -> Refusal:
    """Return who makes peace for a realm with which a seat makes none."""
    lord = patron(state, foe)
    if lord != NONE and at_war(state, realm_of(seat), lord):
        return patron_settles(realm=foe, patron=REALM.ids[lord])
    return emperor_settles(realm=foe) if at_war(state, realm_of(seat), foe) else not_an_enemy(realm=foe)


@step("R10.05")
def surrendered(play: Play[State], seat: SeatId, loser: SeatId, refused: int = 0) -> Asking:
    """Let the victor of a surrender end the war, as after a partial victory."""
    state, foe = play.state, realm_of(loser)
    if not state.war[realm_of(seat)] >> foe & 1:
        return None
    answer = yield from _victor_says(play, seat, foe, "partial", refused, surrendered=True)
    if isinstance(answer, Negotiate):
        return [negotiation(seat, loser, surrendered=True), surrendered(seat, loser, 1 << foe)]
    return enforced(play, seat, answer)


class WentHome(OfSeat, frozen=True, tag="went_home", rule="R10.09", touches=("area", "to")):
    """All units of a seat in a neutral area have moved to a friendly one."""

    area: AreaId
    to: AreaId


GoHome = derive(OfArea, "go_home", "Move the units to this area. R10.09.")
not_nearest = Code("R10.09", area=AREA)
HOME: Final = choice("go_home", "R10.09", GoHome, otherwise=not_nearest, about={"start": AreaId})


def nearest(state: State, realm: int, start: int) -> list[int]:
    """Return the friendly areas nearest to an area; areas and sea zones count one each."""
    areas, zones, border = {start}, set[int](), ({start}, set[int]())
    while border[0] or border[1]:
        land = {near for area in border[0] for near in bits(AREA.things[area].land)}
        land |= {area.index for area in AREA if any(area.zones >> zone & 1 for zone in border[1])}
        sea = {zone for area in border[0] for zone in bits(AREA.things[area].zones)}
        sea |= {near for zone in border[1] for near in bits(ZONE.things[zone].adjacent)}
        border = (land - areas, sea - zones)
        areas |= land
        zones |= sea
        found = sorted(each for each in border[0] if friendly_area(state, realm, each))
        if found:
            return found
    return []


@step("R10.09")
def aftermath(play: Play[State], seat: SeatId) -> Asking:
    """Dismiss the active allies of a seat at peace, and let its units leave neutral areas."""
    state, own = play.state, realm_of(seat)
    if state.war[own]:
        return None
    abroad = [
        area
        for area in AREA.indexes
        if units_in(state, seat, area) and not friendly_area(state, own, area) and not hostile_area(state, own, area)
    ]
    goals = {area: found for area in abroad if (found := nearest(state, own, area))}
    if not goals:
        dismiss(play, seat)
        disband_empty(state, seat)
        return None
    start = min(goals)
    answer = yield HOME(seat, [GoHome(AREA.ids[area]) for area in goals[start]], start=AREA.ids[start])
    to, led = AREA.index[answer.area], state.led[seat]
    led.alone[to], led.alone[start] = led.alone[to] + led.alone[start], 0
    for army in led.armies:
        if army.area == start:
            army.area = to
    play.emit(WentHome(seat, AREA.ids[start], answer.area))
    return [aftermath(seat)]
