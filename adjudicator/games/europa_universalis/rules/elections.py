"""Imperial elections (R18.30): :func:`election` is called when the ruler of an emperor was replaced or discarded."""

from typing import Final

from adjudicator import Asking, Asks, Event, Frames, Play, Question, derive, word
from adjudicator.components import bits

from ..facts import AREA, NONE, PROVINCES_OF, REALM, AreaId, SeatId
from ..state import State
from .book import OfPlayer, OfRealm, step
from .claims import place_cb
from .empire import change_authority, emperor_seat
from .realms import elector_areas, in_empire
from .relations import capital_area, counts_as, influence_in, is_led, is_npr, is_vassal, realm_of

STRONG: Final = 4
"""The most authority with which an election is held."""


class Elected(Event, frozen=True, tag="elected", rule="R18.30", by="seat"):
    """The emperor after an election, and the votes; nobody if none could be elected."""

    seat: SeatId | None
    votes: tuple[tuple[AreaId, SeatId], ...] = ()


VoteFor = derive(OfPlayer, "vote_for", "The emperor decides a tie: for a player, in an elector area or in all. R18.30.")


TakeCause = derive(
    OfRealm, "take_cause", "The new emperor places a token of casus belli on a realm that fights members. R18.30."
)
ForgoCause = word("forgo_cause", "He places none. R18.30.")
AREA_TIE: Final = Question("area_tie", "R18.30", VoteFor, about={"area": AreaId}, interrupts=True)
TIE: Final = Question("election_tie", "R18.30", VoteFor, interrupts=True)
CAUSE: Final = Question("emperors_cause", "R18.30", TakeCause, ForgoCause, default=ForgoCause(), interrupts=True)


def election(state: State) -> Frames:
    """Return the frames of an election, if there must be one.

    There must be one if authority is 4 or less and a player is emperor, but not without this advanced rule.
    """
    if emperor_seat(state) is None or state.rules.without("imperial_elections"):
        return []
    return [elected([], [])] if state.empire.authority <= STRONG else []


def eligible(state: State) -> list[str]:
    """Return who may be elected: who follows the official religion, if there is one."""
    official = state.empire.official
    return [each for each in state.order if official == NONE or counts_as(state.led[each].religion) == official]


def voters(state: State, area: int) -> list[str]:
    """Return for whom an elector area votes: one seat, several in a tie, nobody if it has no vote."""
    among = eligible(state)
    residents = [seat for seat in state.order if capital_area(state, realm_of(seat)) == area]
    if residents:
        return [seat for seat in residents if seat in among]
    owners = {state.owner[bit] for bit in bits(PROVINCES_OF[area])} - {NONE}
    over = {state.overlord[owner] for owner in owners if is_vassal(state, owner)}
    if over and not any(is_npr(state, owner) for owner in owners):
        lords = [REALM.ids[each] for each in over if is_led(state, each)]
        if len(lords) == 1 and lords[0] in among:
            return lords
    candidates = state.order if state.rules.barred_block_votes else among
    most = max((influence_in(state, seat, area) for seat in candidates), default=0)
    found = [seat for seat in candidates if most and influence_in(state, seat, area) == most]
    return found if set(found) <= set(among) else []


@step("R18.30")
def elected(play: Play[State], voted: list[AreaId], seats: list[SeatId]) -> Asking:
    """Let every elector area vote; the emperor decides ties, in an area and of the election."""
    state = play.state
    emperor = emperor_seat(state)
    assert emperor is not None
    for area in bits(elector_areas(state)):
        found = voters(state, area)
        if AREA.ids[area] in voted or not found:
            continue
        choice = found[0]
        if len(found) > 1:
            answer = yield AREA_TIE(emperor, map(VoteFor, found), area=AREA.ids[area])
            choice = answer.seat
        return [elected([*voted, AREA.ids[area]], [*seats, choice])]
    most = max(map(seats.count, seats), default=0)
    best = [seat for seat in eligible(state) if seats.count(seat) == most]
    winner = best[0] if best else None
    if len(best) > 1:
        answer = yield TIE(emperor, map(VoteFor, best))
        winner = answer.seat
    return _crowned(play, emperor, winner, tuple(zip(voted, seats, strict=True)))


def _crowned(play: Play[State], former: str, winner: str | None, votes: tuple[tuple[str, str], ...]) -> Frames:
    empire = play.state.empire
    play.emit(Elected(winner, votes))
    if winner is None:
        change_authority(play, -2)
        return []
    defended = empire.defending
    empire.emperor = realm_of(winner)
    if winner != former and not defended:
        empire.aggressors = 0  # they attacked the former emperor, not the empire
    if empire.authority < 3:
        change_authority(play, 1)
    return [new_emperor(winner)] if winner != former and defended else []


@step("R18.30")
def new_emperor(play: Play[State], seat: SeatId) -> Asks:
    """Let a new emperor place a token of casus belli on a realm outside the empire.

    The realm must be at war with members that nobody plays.
    """
    state = play.state
    members = sum(1 << each.index for each in REALM if is_npr(state, each.index) and in_empire(state, each.index))
    foes = [each for each in range(len(REALM)) if state.war[each] & members and not in_empire(state, each)]
    foes = [foe for foe in foes if foe != realm_of(seat)]
    if not foes:
        return
    answer = yield CAUSE(seat, [*(TakeCause(REALM.ids[foe]) for foe in foes), ForgoCause()])
    if isinstance(answer, TakeCause):
        place_cb(play, seat, REALM.index[answer.realm])
