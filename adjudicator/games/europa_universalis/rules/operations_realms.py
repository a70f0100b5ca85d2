"""Operations between realms: alliances, marriages, successions, casus belli, the empire, the curia (R16.03)."""

from collections.abc import Iterable
from typing import Final

from adjudicator import Asking, Asks, Frames, Play, Question, Refusal, derive
from adjudicator.components import Code, bits

from .. import effects as forms
from ..content import Content
from ..facts import REALM, SeatId
from ..state import State
from . import curia
from .alliances import end, form, most_alliances
from .book import SeatAndRealm, step
from .claims import barred, place_cb
from .declaration import npr_declares, war_declared
from .empire import change_authority
from .marriages import CHRISTIAN, dispute, divorce, marry, most_marriages, refused_marriage
from .operations import REALM_FOR, WithRealm, a_realm, changes, does, one_or_none
from .players import AcceptDeal, DealRefused, RefuseDeal
from .realms import lawful, tax, tokens_left, vassals
from .relations import (
    ally_of,
    influence_on,
    is_forsaken,
    is_led,
    is_npr,
    peaceful,
    realm_of,
    state_religion,
    stays_independent,
    top,
)
from .settlement import set_free, subdue

VassalWon = derive(SeatAndRealm, "vassal_won", "A realm is a vassal of a seat now.", rule="R11.90")


def _such(state: State, seat: str, realm: int, which: forms.Which) -> bool:
    if which == "married":
        return any(state.married[each] >> realm & 1 for each in state.order)
    return which != "christian" or bool(CHRISTIAN >> state_religion(state, realm) & 1)


def realms_for(state: State, seat: str, named: str, which: forms.Which) -> Iterable[int]:
    """Return the realms that an operation means: the named one, or all that satisfy the condition."""
    if named:
        return [REALM.index[named]]
    return [index for index in REALM.indexes if index in state.owner and _such(state, seat, index, which)]


def may_ally(state: State, seat: str, realm: int, content: Content) -> bool:
    """Return whether a seat can get an alliance with a realm (R16.03).

    The realm must be independent and at peace. If nobody plays it, the seat needs at least as much influence as its
    ally. A token may come from elsewhere, but not from an active ally; a player who is allied needs one, too.
    """
    if not (is_npr(state, realm) or is_led(state, realm)) or is_forsaken(state, realm) or realm == realm_of(seat):
        return False
    if not peaceful(state, realm) or state.allied[seat] >> realm & 1:
        return False
    if not all(_has_token(state, each, "alliance", content) for each in _sides(state, seat, realm)):
        return False
    ally = None if is_led(state, realm) else ally_of(state, realm)
    return ally is None or influence_on(state, seat, realm) >= influence_on(state, ally, realm)


def may_marry(state: State, seat: str, realm: int, content: Content) -> bool:
    """Return whether a seat can get a marriage: a fitting partner; a token may come from elsewhere (R16.03)."""
    pairs = [(seat, realm), *([(REALM.ids[realm], realm_of(seat))] if is_led(state, realm) else [])]
    against = [refused_marriage(state, each, partner, content) for each, partner in pairs]
    if any(found is not None and found.code != "too_many_marriages" for found in against):
        return False
    return all(_has_token(state, each, "marriage", content) for each, _ in pairs)


def _sides(state: State, seat: str, realm: int) -> list[str]:
    """Return who places a token for a tie of a seat with a realm: the seat, and the player of the realm."""
    return [seat, *([REALM.ids[realm]] if is_led(state, realm) else [])]


def _movable(state: State, seat: str, what: str) -> int:
    """Return the realms whose tokens of alliance, or of marriage, may be moved for another one (R16.03)."""
    return state.allied[seat] & ~state.active if what == "alliance" else state.married[seat] & ~state.disputed[seat]


def _is_full(state: State, seat: str, what: str, content: Content) -> bool:
    """Return whether a seat has no token of alliance, or of marriage, beside the board."""
    if what == "alliance":
        return state.allied[seat].bit_count() >= most_alliances(state, seat, content)
    return state.married[seat].bit_count() >= most_marriages(state, seat, content)


def _has_token(state: State, seat: str, what: str, content: Content) -> bool:
    return not _is_full(state, seat, what, content) or bool(_movable(state, seat, what))


@does(forms.GainAlliance)
def alliance_gained(play: Play[State], seat: str, op: forms.Upon) -> Frames:
    """Return the frames of a new alliance; realms that cannot be allied are ignored."""
    state, content = play.state, play.content
    realms = [each for each in realms_for(state, seat, op.realm, op.which) if may_ally(state, seat, each, content)]
    return [with_realm(seat, "alliance", realms, True)]


@does(forms.GainMarriage)
def marriage_gained(play: Play[State], seat: str, op: forms.Upon) -> Frames:
    """Return the frames of a new marriage; realms that are no fitting partner are ignored."""
    state, content = play.state, play.content
    realms = [each for each in realms_for(state, seat, op.realm, op.which) if may_marry(state, seat, each, content)]
    return [with_realm(seat, "marriage", realms, True)]


@does(forms.AllianceEnd)
def alliance_ended(play: Play[State], seat: str, op: forms.Upon) -> Frames:
    """Return the frames that end an alliance; an active ally takes its units back (R16.03)."""
    held = play.state.allied[seat]
    found = [each for each in realms_for(play.state, seat, op.realm, op.which) if held >> each & 1]
    return [with_realm(seat, "no alliance", found, False)]


@does(forms.DisputeSuccession)
def succession_disputed(play: Play[State], seat: str, op: forms.Upon) -> Frames:
    """Dispute all marriages on a realm (R11.25).

    Returns the frame in which the seat chooses the realm, where none is named.
    """
    if op.realm:
        dispute(play, REALM.index[op.realm])
        return []
    return [with_realm(seat, "dispute", list(realms_for(play.state, seat, "", op.which)), False)]


@does(forms.PlaceCB)
def cb_placed(play: Play[State], seat: str, op: forms.Upon) -> Frames:
    """Return the frames that place a token of casus belli on another realm, which is nobody's vassal."""
    state = play.state
    found = dict.fromkeys(top(state, each) for each in realms_for(state, seat, op.realm, op.which))
    return [with_realm(seat, "cb", [each for each in found if each != realm_of(seat)], True)]


@does(forms.PlaceVassal)
def vassal_placed(play: Play[State], seat: str, op: forms.PlaceVassal) -> None:
    """Make an independent realm that nobody plays a vassal, if it can be one and there are tokens.

    Its own vassals become free; alliances and marriages of others with it end.
    """
    state, realm = play.state, REALM.index[op.realm]
    if not is_npr(state, realm) or stays_independent(state, realm):
        return
    if tax(state, lawful(state, 1 << realm)) > tokens_left(state, realm_of(seat)):
        return
    play.emit(VassalWon(seat, op.realm))
    set_free(state, vassals(state, realm))
    subdue(play, seat, realm, 0)


@does(forms.WarDeclaration)
def war_of_event(play: Play[State], seat: str, op: forms.WarDeclaration) -> Frames:
    """Let a seat declare war at no cost (R9.06).

    A seat that has passed declares none, and some realms may not be attacked. A realm that nobody plays may declare it.
    """
    state = play.state
    if op.by:
        return npr_declares(play, REALM.index[op.by], REALM.index[op.realm] if op.realm else realm_of(seat))
    if state.led[seat].status.passed:
        return []
    found = [each for each in realms_for(state, seat, op.realm, op.which) if barred(state, seat, each) is None]
    return [with_realm(seat, "war", found, False)]


@step("R16.03")
def with_realm(play: Play[State], seat: SeatId, what: str, realms: list[int], may: bool) -> Asking:
    """Ask a seat for one of these realms, and carry out the operation with it."""
    state = play.state
    if not realms:
        return None
    offers = [WithRealm(REALM.ids[each]) for each in realms]
    answer = yield from one_or_none(REALM_FOR, seat, offers, may=may, what=what)
    if answer is None:
        return None
    realm = REALM.index[answer.realm]
    match what:
        case "alliance" | "marriage" if is_led(state, realm):
            return [tie_offered(seat, what, realm, realms)]
        case "alliance" | "marriage":
            return _tied(play, seat, what, realm)
        case "no alliance":
            end(play, seat, realm)
        case "dispute":
            dispute(play, realm)
        case "war":
            return [war_declared(seat, 1 << realm, True)]
        case _:
            place_cb(play, seat, realm)
    return None


BY: Final = {"by": SeatId}
ALLIANCE_OFFERED: Final = Question(
    "alliance_offered", "R16.03", AcceptDeal, RefuseDeal, default=RefuseDeal(), about=BY, interrupts=True
)
MARRIAGE_OFFERED: Final = Question(
    "marriage_offered", "R16.03", AcceptDeal, RefuseDeal, default=RefuseDeal(), about=BY, interrupts=True
)


@step("R16.03")
def tie_offered(play: Play[State], seat: SeatId, what: str, realm: int, realms: list[int]) -> Asking:
    """Ask the player of a realm whether they agree to a tie; if they refuse, the seat chooses among the others."""
    other, asked = REALM.ids[realm], ALLIANCE_OFFERED if what == "alliance" else MARRIAGE_OFFERED
    answer = yield asked.in_turn_of(play.state.turn.active)(other, [AcceptDeal(), RefuseDeal()], by=seat)
    if isinstance(answer, AcceptDeal):
        return _tied(play, seat, what, realm)
    play.emit(DealRefused(other, seat))
    return [with_realm(seat, what, [each for each in realms if each != realm], True)]


def _tied(play: Play[State], seat: str, what: str, realm: int) -> Frames:
    """Return the frames in which the token of a tie is placed; who has none left moves one first."""
    state, content = play.state, play.content
    full = [each for each in _sides(state, seat, realm) if _is_full(state, each, what, content)]
    moved = [token_moved(each, what, _movable(state, each, what)) for each in full]
    return [*moved, token_placed(seat, what, realm)]


@step("R16.03")
def token_moved(play: Play[State], seat: SeatId, what: str, realms: int) -> Asks:
    """Move a token that is missing from elsewhere on the board, without a penalty."""
    realm = yield from a_realm(seat, bits(realms), f"no {what}")
    (end if what == "alliance" else divorce)(play, seat, realm)


@step("R16.03")
def token_placed(play: Play[State], seat: SeatId, what: str, realm: int) -> None:
    """Place the token; a player's realm places one in return."""
    (form if what == "alliance" else marry)(play, seat, realm)


changes(forms.GainAuthority, lambda play, seat, n: change_authority(play, n))
changes(forms.LoseAuthority, lambda play, seat, n: change_authority(play, -n))


no_cardinal = Code("R19.01", n=int)


def _few_cardinals(state: State, seat: str, op: forms.Counted) -> Refusal | None:
    has = state.curia.cardinals.count(seat)
    return no_cardinal(n=has) if has < op.n else None


def _cardinals(play: Play[State], seat: str, n: int) -> None:
    for _ in range(abs(n)):
        (curia.gain_cardinal if n > 0 else curia.lose_cardinal)(play, seat)


changes(forms.GainCardinal, _cardinals)
changes(forms.LoseCardinal, _cardinals, -1, _few_cardinals)
