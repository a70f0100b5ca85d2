"""Peace resolution: the order in which wars end, enforcing, offering, surrendering (R10.03-10.07)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import FIRST, Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.kernel.steps import Frame

from ..facts import REALM, ProvinceId, RealmId, SeatId
from ..state import State
from .aftermath import aftermath
from .book import step
from .keeping import KeepState, kept, refused_keep
from .ports import harbours
from .purse import clockwise, gain_prestige
from .relations import is_led, realm_of
from .settlement import TermId, Victory, over, pays_prestige, victory, wards, white_already
from .terms import carried_out, refused_demand, refused_term
from .upkeep import regular

SURRENDER: Final = 2
TERMS: Final[tuple[TermId, ...]] = (
    "white",
    "humiliation",
    "vassalization",
    "conversion",
    "succession",
    "annexation",
)


class Surrendered(Event, frozen=True, tag="surrendered", rule="R10.05", by="seat", touches=("realm",)):
    """A seat has surrendered to another."""

    seat: SeatId
    realm: RealmId


class PeaceRefused(Event, frozen=True, tag="peace_refused", rule="R10.05", by="seat"):
    """A seat has refused an offer of peace."""

    seat: SeatId
    other: SeatId


class Enforce(Action, frozen=True, tag="enforce"):
    """Enforce a term on an enemy; a white peace is offered to one that nobody plays, and taken. R10.06."""

    realm: RealmId
    term: TermId


class OfferPeace(Action, frozen=True, tag="offer_peace"):
    """Offer a player a peace: a term, whose victor is oneself, the other, or nobody. R10.06."""

    realm: RealmId
    term: TermId
    victor: RealmId | None = None


class OfferState(Action, frozen=True, tag="offer_state"):
    """Offer a player the present state as peace; oneself may sell, free and exchange. R10.06."""

    realm: RealmId
    sold: tuple[ProvinceId, ...] = ()
    freed: tuple[ProvinceId, ...] = ()
    given: tuple[ProvinceId, ...] = ()
    got: tuple[ProvinceId, ...] = ()

    @property
    def kept(self) -> KeepState:
        return KeepState(self.realm, self.sold, self.freed, self.given, self.got)


class Surrender(Action, frozen=True, tag="surrender"):
    """Surrender to a player. R10.05."""

    realm: RealmId


class FightOn(Action, frozen=True, tag="fight_on"):
    """End no other war. R10.03."""


class AcceptPeace(Action, frozen=True, tag="accept_peace"):
    """Accept the peace. R10.06."""


class RefusePeace(Action, frozen=True, tag="refuse_peace"):
    """Refuse the peace. R10.06."""


not_an_enemy = Code("R10.03", realm=REALM)
refused_before = Code("R10.05", realm=REALM)
no_surrender_here = Code("R20.03")
not_negotiable = Code("R10.06", term=str)
emperor_settles = Code("R18.20", realm=REALM)
must_end = Code("R10.03", realm=REALM)

_ACTIONS: Final = (Enforce, KeepState, OfferPeace, OfferState, Surrender, FightOn)
PEACE: Final = Question("peace", "R10.03", *_ACTIONS, default=FightOn(), about={"enemies": tuple[RealmId, ...]})
VICTOR: Final = Question(
    "victor", "R10.03", Enforce, KeepState, OfferPeace, OfferState, default=FIRST, about={"realm": RealmId}
)
TREATY: Final = Question(
    "peace_offer", "R10.06", AcceptPeace, RefusePeace, default=RefusePeace(), about={"by": SeatId}, interrupts=True
)


@step("R10.03", phase="peace")
def peace_resolution(play: Play[State]) -> Frames:
    """Wars in which nobody occupies anything end; then who has won wholly, then everybody else in turn order."""
    order = clockwise(play.state, play.state.first)
    first = [white_peaces(), *map(total_victories, order)]
    return [*first, *(wars_of(seat) for seat in order), *(aftermath(seat) for seat in order), harbours()]


@step("R10.02")
def white_peaces(play: Play[State]) -> None:
    """Automatic white peace, active allies with their patrons."""
    state = play.state
    for seat in clockwise(state, state.first):
        own = realm_of(seat)
        for foe in bits(state.war[own]):
            if state.war[own] >> foe & 1 and white_already(state, own, foe) and not ward(state, own, foe):
                pays_prestige(play, own, foe, -1, 1)
                over(play, seat, foe, "white")


def ward(state: State, own: int, foe: int) -> bool:
    """Whether the emperor makes peace for an enemy, as its defender (R18.20)."""
    return bool(wards(state, own) >> foe & 1)


def enemies_of(state: State, seat: str) -> list[int]:
    """With whom a seat has to make peace: not with those for whom others do."""
    own = realm_of(seat)
    return [foe for foe in bits(state.war[own]) if not ward(state, own, foe)]


def beaten_allies(state: State, seat: str) -> list[int]:
    """The active allies of its enemies over which a seat has a total victory (R10.04)."""
    foes = state.war[realm_of(seat)]
    patrons = [each for each in state.order if foes >> realm_of(each) & 1]
    allies = {ally for each in patrons for ally in bits(state.allied[each] & state.active)}
    return sorted(each for each in allies if victory(state, seat, each) == "total")


# what may be said ----------------------------------------------------------------------------------------------------


def refused_enforce(
    state: State, seat: str, action: Enforce | KeepState, won: Victory, *, surrendered: bool = False
) -> Refusal | None:
    """What is against enforcing a term (R10.07)."""
    foe = REALM.number(action.realm)
    term: TermId = "keep" if isinstance(action, KeepState) else action.term
    if not isinstance(action, KeepState) and term == "keep":
        return not_negotiable(term="keep")
    refusal = refused_term(state, seat, foe, term, won, surrendered=surrendered)
    return refusal or (refused_keep(state, seat, action) if isinstance(action, KeepState) else None)


def refused_offer(state: State, seat: str, action: OfferPeace | OfferState) -> Refusal | None:
    """What is against offering a peace to a player (R10.06)."""
    id = action.realm
    foe, own = REALM.number(id), realm_of(seat)
    if not state.war[own] >> foe & 1 or not is_led(state, foe):
        return not_an_enemy(realm=id)
    if isinstance(action, OfferState):
        return refused_keep(state, seat, action.kept)
    if action.term in ("keep", "vassalization", "annexation"):
        return not_negotiable(term=action.term)
    if action.term == "white":
        return None
    winner, loser = (own, foe) if action.victor != id else (foe, own)
    return refused_demand(state, winner, loser, action.term)


def enforceable(state: State, seat: str, foe: int, won: Victory, *, surrendered: bool = False) -> Iterator[Action]:
    """The terms that a seat can enforce on an enemy; the present state unchanged."""
    id = REALM.ids[foe]
    said: list[Enforce | KeepState] = [KeepState(id), *(Enforce(id, term) for term in TERMS)]
    for action in said:
        if refused_enforce(state, seat, action, won, surrendered=surrendered) is None:
            yield action


def offers_to(state: State, seat: str, foe: int) -> Iterator[Action]:
    """The peaces that a seat can offer to a player, simple ones."""
    id = REALM.ids[foe]
    yield OfferPeace(id, "white")
    yield OfferState(id)
    for term in TERMS[1:]:
        for victor in (seat, id):
            if refused_offer(state, seat, OfferPeace(id, term, victor)) is None:
                yield OfferPeace(id, term, victor)


def enforced(play: Play[State], seat: str, action: Action) -> Frames:
    """The victor's term is carried out; on a player it may bring what ideas give for it (R4.04)."""
    assert isinstance(action, Enforce | KeepState)
    foe = REALM.index[action.realm]
    more = regular(play.state, seat, play.content, "peace_enforced") if is_led(play.state, foe) else []
    if isinstance(action, KeepState):
        return [*kept(play, seat, action), *more]
    return [*carried_out(play, seat, foe, action.term, victor=action.term != "white"), *more]


# the steps -----------------------------------------------------------------------------------------------------------


@step("R10.03")
def total_victories(play: Play[State], seat: SeatId, refused: int = 0) -> Asking:
    """A seat ends all wars that it has won wholly, against active allies separately; each must end."""
    state = play.state
    won = [
        *beaten_allies(state, seat),
        *(each for each in enemies_of(state, seat) if victory(state, seat, each) == "total"),
    ]
    if not won:
        return None
    foe = won[0]

    def why(action: Action) -> Refusal | None:
        return _answer_refused(state, seat, action, foe, "total", refused)

    offers = list(enforceable(state, seat, foe, "total"))
    if is_led(state, foe) and not refused >> foe & 1:
        offers += offers_to(state, seat, foe)
    answer = yield VICTOR(seat, offers, why, realm=REALM.ids[foe])
    if isinstance(answer, OfferPeace | OfferState):
        return [offered(seat, answer), total_victories(seat, refused | 1 << foe)]
    return [*enforced(play, seat, answer), total_victories(seat, refused)]


def _answer_refused(  # noqa: PLR0913 - of three questions
    state: State, seat: str, action: Action, foe: int, won: Victory, refused: int, *, surrendered: bool = False
) -> Refusal | None:
    id: str = action.realm  # type: ignore[attr-defined]
    if REALM.number(id) != foe:
        return must_end(realm=REALM.ids[foe])
    if isinstance(action, OfferPeace | OfferState):
        return refused_before(realm=id) if refused >> foe & 1 else refused_offer(state, seat, action)
    assert isinstance(action, Enforce | KeepState)
    return refused_enforce(state, seat, action, won, surrendered=surrendered)


@step("R10.03")
def wars_of(play: Play[State], seat: SeatId, refused: int = 0) -> Asking:
    """A seat ends those of its other wars that it can and wants to end."""
    state, foes = play.state, enemies_of(play.state, seat)
    if not foes:
        return None

    def why(action: Action) -> Refusal | None:
        if isinstance(action, FightOn):
            return None
        id: str = action.realm  # type: ignore[attr-defined]
        foe = REALM.number(id)
        if foe not in foes:
            return emperor_settles(realm=id) if state.war[realm_of(seat)] >> foe & 1 else not_an_enemy(realm=id)
        if isinstance(action, Surrender):
            return _surrender_refused(state, action)
        return _answer_refused(state, seat, action, foe, victory(state, seat, foe), refused)

    offers: list[Action] = []
    for foe in foes:
        offers += enforceable(state, seat, foe, victory(state, seat, foe))
        if is_led(state, foe):
            offers += [*offers_to(state, seat, foe), Surrender(REALM.ids[foe])]
    answer = yield PEACE(seat, [*offers, FightOn()], why, enemies=[REALM.ids[foe] for foe in foes])
    if isinstance(answer, FightOn):
        return None
    if isinstance(answer, OfferPeace | OfferState):
        return [offered(seat, answer), wars_of(seat, refused | 1 << REALM.index[answer.realm])]
    if isinstance(answer, Surrender):
        gain_prestige(play, seat, -SURRENDER)
        gain_prestige(play, answer.realm, SURRENDER)
        play.emit(Surrendered(seat, answer.realm))
        return [surrendered(answer.realm, seat), wars_of(seat, refused)]
    return [*enforced(play, seat, answer), wars_of(seat, refused)]


def _surrender_refused(state: State, action: Surrender) -> Refusal | None:
    if state.rules.no_surrender:
        return no_surrender_here()
    return None if is_led(state, REALM.number(action.realm)) else not_an_enemy(realm=action.realm)


@step("R10.05")
def surrendered(play: Play[State], seat: SeatId, loser: SeatId, refused: int = 0) -> Asking:
    """The victor of a surrender ends the war, as after a partial victory."""
    state, foe = play.state, realm_of(loser)
    if not state.war[realm_of(seat)] >> foe & 1:
        return None

    def why(action: Action) -> Refusal | None:
        return _answer_refused(state, seat, action, foe, "partial", refused, surrendered=True)

    offers = list(enforceable(state, seat, foe, "partial", surrendered=True))
    offers += [] if refused else offers_to(state, seat, foe)
    answer = yield VICTOR(seat, offers, why, realm=loser)
    if isinstance(answer, OfferPeace | OfferState):
        return [offered(seat, answer), surrendered(seat, loser, 1 << foe)]
    return enforced(play, seat, answer)


def offered(seat: str, action: OfferPeace | OfferState) -> Frame:
    """The frame in which a player answers an offer."""
    if isinstance(action, OfferState):
        named = (list(each) for each in (action.sold, action.freed, action.given, action.got))
        return state_offered(seat, action.realm, *named)
    return peace_offered(seat, action.realm, action.term, action.victor)


@step("R10.06")
def peace_offered(
    play: Play[State], seat: SeatId, other: SeatId, term: TermId, victor: RealmId | None = None
) -> Asking:
    """A player accepts a peace, or refuses it."""
    answer = yield TREATY(other, [AcceptPeace(), RefusePeace()], by=seat, term=term, victor=victor)
    if isinstance(answer, RefusePeace):
        play.emit(PeaceRefused(other, seat))
        return None
    winner, loser = (seat, other) if victor != other else (other, seat)
    return carried_out(play, winner, realm_of(loser), term, victor=term != "white")


@step("R10.06")
def state_offered(  # noqa: PLR0913 - what is offered
    play: Play[State],
    seat: SeatId,
    other: SeatId,
    sold: list[ProvinceId],
    freed: list[ProvinceId],
    given: list[ProvinceId],
    got: list[ProvinceId],
) -> Asking:
    """A player accepts the present state as peace, or refuses it; nobody has won then."""
    offer = KeepState(other, tuple(sold), tuple(freed), tuple(given), tuple(got))
    about = {name: list(getattr(offer, name)) for name in ("sold", "freed", "given", "got")}
    answer = yield TREATY(other, [AcceptPeace(), RefusePeace()], by=seat, term="keep", **about)
    if isinstance(answer, RefusePeace):
        play.emit(PeaceRefused(other, seat))
        return None
    return kept(play, seat, offer, victor=False)
