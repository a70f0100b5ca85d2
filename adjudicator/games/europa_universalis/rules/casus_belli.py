"""On whom war may be declared, and with what cause (R9.01, R9.04, R9.05)."""

from typing import Literal

from adjudicator import Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..content import Content
from ..effects import Permit
from ..facts import NONE, PROVINCE, PROVINCES_OF, REALM
from ..state import State
from .claims import claim_against
from .marriages import CHRISTIAN, MUSLIM
from .realms import helped, in_empire
from .relations import (
    CATHOLIC,
    ally_of,
    areas_of,
    at_war,
    beside,
    bonuses,
    controller,
    counts_as,
    enemies,
    is_led,
    is_vassal,
    realm_of,
    state_religion,
)

Cause = Literal["claim", "token", "disputed", "excommunication", "holy_war", "crusade", "liberation"]

not_a_target = Code("R9.01", realm=REALM)
a_vassal = Code("R11.90", realm=REALM, overlord=REALM)
at_war_already = Code("R9.01", realm=REALM)
is_an_ally = Code("R9.01", realm=REALM)
in_truce = Code("R9.01", realm=REALM)
has_passed = Code("R9.01", realm=REALM)
ally_of_protected = Code("R9.01", realm=REALM, ally=REALM)
emperor_protected = Code("R9.01", realm=REALM, emperor=REALM)
undiscovered = Code("R9.01", realm=REALM)
nobody_declares = Code("R9.01")


def passed(state: State, realm: int) -> bool:
    """Whether a player's realm has passed in this round (R3.23)."""
    led = state.led.get(REALM.ids[realm])
    return led is not None and led.status.passed > 0


def barred(state: State, seat: str, realm: int) -> Refusal | None:
    """Why a seat cannot declare war on a realm (R9.01); a marriage that it has disputed there opens a way (R9.05)."""
    own, id = realm_of(seat), REALM.ids[realm]
    if realm == own or realm not in state.owner:
        return not_a_target(realm=id)
    if is_vassal(state, realm):
        return a_vassal(realm=id, overlord=REALM.ids[state.overlord[realm]])
    if enemies(state, own) >> realm & 1:
        return at_war_already(realm=id)
    heir = state.disputed[seat] >> realm & 1
    if state.allied[seat] >> realm & 1 and not heir:
        return is_an_ally(realm=id)
    if state.led[seat].ruler == NONE and not heir:
        return nobody_declares()
    if state.truce[own] >> realm & 1:
        return in_truce(realm=id)
    if passed(state, realm):
        return has_passed(realm=id)
    ally = None if is_led(state, realm) else ally_of(state, realm)
    if ally is not None and ally != seat and _shielded(state, own, realm_of(ally)):
        return ally_of_protected(realm=id, ally=ally)
    emperor = state.empire.emperor
    if emperor not in (NONE, own, realm) and in_empire(state, realm) and not at_war(state, emperor, realm):
        friend = state.allied[seat] >> emperor & 1
        if friend or _shielded(state, own, emperor):
            return emperor_protected(realm=id, emperor=REALM.ids[emperor])
    return undiscovered(realm=id) if REALM.things[realm].distant and not _found(state, seat, realm) else None


def _shielded(state: State, own: int, other: int) -> bool:
    return bool(state.truce[own] >> other & 1) or passed(state, other)


def _found(state: State, seat: str, realm: int) -> bool:
    return bool((state.led[seat].claims | areas_of(state, realm_of(seat))) & areas_of(state, realm))


def causes(state: State, content: Content, seat: str, realm: int) -> tuple[Cause, ...]:
    """The causes that a seat has for a war on a realm (R9.04); calls to arms and events are causes by themselves."""
    own, led = realm_of(seat), state.led[seat]
    mine, theirs = counts_as(led.religion), counts_as(state_religion(state, realm))
    disputed = 0
    for each in state.disputed.values():
        disputed |= each
    christians = CHRISTIAN >> mine & 1 and CHRISTIAN >> theirs & 1
    deus_vult = any(isinstance(each, Permit) and each.what == "holy_war" for each in bonuses(state, content, seat))
    near = beside(state, own) & areas_of(state, realm)
    found: list[tuple[Cause, object]] = [
        ("claim", claim_against(state, seat, realm)),
        ("token", state.cb[seat] >> realm & 1),
        ("disputed", disputed >> realm & 1 or (is_led(state, realm) and disputed & state.war[realm])),
        ("excommunication", mine == CATHOLIC and state.curia.excommunicated == realm),
        ("holy_war", deus_vult and near and mine != theirs and not christians),
        ("crusade", mine == CATHOLIC and crusaded(state, realm)),
        ("liberation", own == state.empire.emperor and unlawful(state, realm)),
    ]
    return tuple(cause for cause, there in found if there)


def crusaded(state: State, realm: int) -> bool:
    """Whether a muslim realm owns provinces where a crusade goes (R19.10)."""
    aim = state.curia.crusade
    if aim == NONE or state_religion(state, realm) != MUSLIM:
        return False
    return any(state.owner[each] == realm for each in bits(PROVINCES_OF[aim]))


def unlawful(state: State, realm: int) -> bool:
    """Whether an outside realm controls or has vassals in land of the empire (R18.10)."""
    if in_empire(state, realm) or realm == state.empire.emperor:
        return False
    held = helped(state, realm)
    return any(
        each.hre
        and not state.empire.left >> each.area & 1
        and (held >> each.index & 1 or controller(state, each.index) == realm)
        for each in PROVINCE
    )
