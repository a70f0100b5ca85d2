"""Royal marriages, and successions that are disputed (R11.25, R3.34, R3.35)."""

from collections.abc import Iterator
from typing import Any, Final

from adjudicator import FIRST, Asks, Event, Frames, Play, Question, Refusal, derive
from adjudicator.components import Code, bits
from adjudicator.kernel.steps import Frame

from ..content import Content
from ..facts import NONE, REALM, RELIGION, RealmId, SeatId
from ..state import State
from .book import OfRealm, SeatAndRealm, step
from .purse import gain_prestige, gain_stability
from .relations import influence_on, is_led, is_vassal, realm_of, state_religion

MARRIAGES: Final = 3
CHRISTIAN: Final = RELIGION.mask_of(("catholic", "counter_reformed", "protestant", "orthodox"))
MUSLIM, REVOLUTIONARY = RELIGION.index["muslim"], RELIGION.index["revolutionary"]
DISPUTED: Final = 3
"""Prestige lost by a disputed succession (R3.34)."""


Married = derive(
    SeatAndRealm, "married", "A royal marriage was made; between players' realms both have a token.", rule="R11.25"
)
MarriageEnded = derive(SeatAndRealm, "marriage_ended", "A royal marriage ended.", rule="R11.25", hits=("seat", "realm"))


class SuccessionDisputed(Event, frozen=True, tag="succession_disputed", rule="R11.25", touches=("realm",)):
    """All marriages on a realm show a disputed succession; or no longer that of one seat."""

    realm: RealmId
    disputed: bool = True
    seat: SeatId | None = None


not_a_partner = Code("R11.25", realm=REALM)
married_already = Code("R11.25", realm=REALM)
vassal_of_another = Code("R11.25", realm=REALM, overlord=REALM)
other_faith = Code("R11.25", realm=REALM)
too_many_marriages = Code("R11.25", most=int)
nobody_rules = Code("R7.03")


def faiths_marry(one: int, other: int) -> bool:
    """Return whether realms of two religions marry.

    Christians each other, muslims each other, revolutionaries nobody.
    """
    return bool(CHRISTIAN >> one & 1 and CHRISTIAN >> other & 1) or one == other == MUSLIM


def most_marriages(state: State, seat: str, content: Content) -> int:
    """Return how many marriages a seat may have: three, with the idea cabinet four (R11.25)."""
    return MARRIAGES + content.more(state.led[seat].ideas, "marriages")


def refused_marriage(state: State, seat: str, realm: int, content: Content) -> Refusal | None:
    """Return what forbids a marriage with a realm, played or not, or None (R11.25)."""
    own = realm_of(seat)
    if realm == own or realm not in state.owner:
        return not_a_partner(realm=realm)
    if state.married[seat] >> realm & 1:
        return married_already(realm=realm)
    if is_vassal(state, realm) and state.overlord[realm] != own:
        return vassal_of_another(realm=realm, overlord=REALM.ids[state.overlord[realm]])
    if not faiths_marry(state.led[seat].religion, state_religion(state, realm)):
        return other_faith(realm=realm)
    if state.led[seat].ruler == NONE:
        return nobody_rules()
    most = most_marriages(state, seat, content)
    return too_many_marriages(most=most) if state.married[seat].bit_count() >= most else None


def marry(play: Play[State], seat: str, realm: int) -> None:
    """Place a marriage token; between players' realms one on each."""
    play.state.married[seat] |= 1 << realm
    if is_led(play.state, realm):
        play.state.married[REALM.ids[realm]] |= 1 << realm_of(seat)
    play.emit(Married(seat, REALM.ids[realm]))


def divorce(play: Play[State], seat: str, realm: int) -> None:
    """End a marriage; between players' realms on both sides."""
    state = play.state
    ends = [(seat, realm)] + ([(REALM.ids[realm], realm_of(seat))] if is_led(state, realm) else [])
    for each, partner in ends:
        state.married[each] &= ~(1 << partner)
        state.disputed[each] &= ~(1 << partner)
    play.emit(MarriageEnded(seat, REALM.ids[realm]))


def divorce_others(play: Play[State], realm: int, overlord: str) -> None:
    """End the marriages of other players with a realm that has become a vassal (R11.25)."""
    for seat in play.state.order:
        if seat != overlord and play.state.married[seat] >> realm & 1:
            divorce(play, seat, realm)


def dispute(play: Play[State], realm: int) -> None:
    """Turn every marriage token on a realm: its succession is disputed (R11.25)."""
    found = [seat for seat in play.state.order if play.state.married[seat] >> realm & 1]
    for seat in found:
        play.state.disputed[seat] |= 1 << realm
    if found:
        play.emit(SuccessionDisputed(REALM.ids[realm]))


def settle(play: Play[State], seat: str, realm: int) -> None:
    """Turn back the disputed succession token of a seat."""
    play.state.disputed[seat] &= ~(1 << realm)
    play.emit(SuccessionDisputed(REALM.ids[realm], disputed=False, seat=seat))


Wed = derive(OfRealm, "wed", "Marry into a realm that nobody plays. R11.25.")


def brides(state: State, seat: str, content: Content) -> Iterator[OfRealm]:
    """Yield whom the card royal marriage can marry: realms that nobody plays, own vassals too."""
    for realm in REALM.indexes:
        if not is_led(state, realm) and refused_marriage(state, seat, realm, content) is None:
            yield Wed(REALM.ids[realm])


WEDDING: Final = Question("royal_marriage", "R11.25", Wed, default=FIRST)


@step("R11.25")
def royal_marriage(play: Play[State], seat: SeatId) -> Asks:
    """Play the card royal marriage, with a realm that nobody plays."""

    def why(action: Any) -> Refusal | None:
        realm = REALM.number(action.realm)
        if is_led(play.state, realm):
            return not_a_partner(realm=action.realm)
        return refused_marriage(play.state, seat, realm, play.content)

    answer = yield WEDDING(seat, list(brides(play.state, seat, play.content)), why)
    marry(play, seat, REALM.index[answer.realm])


@step("R3.34")
def disputes_settled(play: Play[State]) -> None:
    """Turn back every disputed succession; its owner loses prestige unless the succession is secure.

    It is secure if only the owner has an alliance with the realm and, if nobody plays it, at least two influence and
    more than any other seat.
    """
    state = play.state
    for seat in state.order:
        for realm in bits(state.disputed[seat]):
            settle(play, seat, realm)
            if not _secure(state, seat, realm):
                gain_prestige(play, seat, -DISPUTED, "disputed")


def _secure(state: State, seat: str, realm: int) -> bool:
    allies = [each for each in state.order if state.allied[each] >> realm & 1]
    if allies != [seat]:
        return False
    others = (influence_on(state, each, realm) for each in state.order if each != seat)
    has = influence_on(state, seat, realm)
    return is_led(state, realm) or (has >= 2 and has > max(others, default=0))


@step("R3.35")
def realms_without_rulers(play: Play[State]) -> Frames:
    """Take stability from seats without a ruler and dispute their marriages.

    Returns the frames of the lost stability.
    """
    frames = list[Frame]()
    for seat in play.state.order:
        if play.state.led[seat].ruler == NONE:
            frames += gain_stability(play, seat, -1)
            dispute(play, realm_of(seat))
    return frames
