"""Who has put more tokens or cubes on the table than there are takes some back from elsewhere (R1.08)."""

from typing import Final

from adjudicator import Action, Asking, Frames, Play, alike, choice
from adjudicator.components import Code

from ..facts import AREA, POWER, SeatId
from ..state import State
from .book import OfArea, step
from .claims import ReturnClaim, change_claims
from .influence import ReturnInfluence, change, cubes_used
from .purse import gain_power
from .unrest import GivePower

CLAIMS: Final = 6
CORES: Final = 2
CUBES: Final = 30


ReturnCore = alike(OfArea, "return_core", "Take a core token back from an area. R1.08.")
nothing_to_take = Code("R1.08", token=str)
TAKEN: Final = (ReturnClaim, ReturnCore, ReturnInfluence, GivePower)
SUPPLY: Final = choice("supply", "R1.08", *TAKEN, otherwise=nothing_to_take, about={"token": str})


def short_of(state: State, seat: str) -> tuple[str, list[Action]]:
    """Of what a seat has too much on the table, and what it may take back; "" of nothing."""
    own = state.led[seat]
    if own.claims.bit_count() > CLAIMS:
        return "claim", [*map(ReturnClaim, AREA.ids_of(own.claims))]
    if own.cores.bit_count() > CORES:
        return "core", [*map(ReturnCore, AREA.ids_of(own.cores))]
    if cubes_used(state, seat) > CUBES:
        power = [GivePower(id) for id, n in zip(POWER.ids, own.power, strict=True) if n]  # type: ignore[arg-type]
        return "cube", [*power, *(ReturnInfluence(AREA.ids[area]) for area in AREA.indexes if own.influence[area])]
    return "", []


@step("R1.08")
def supplies(play: Play[State]) -> Frames:
    """Every seat, clockwise."""
    return [supply(seat) for seat in play.state.order if short_of(play.state, seat)[1]]


@step("R1.08")
def supply(play: Play[State], seat: SeatId) -> Asking:
    """A seat takes something back, until it has enough."""
    token, offers = short_of(play.state, seat)
    if not offers:
        return None
    answer = yield SUPPLY(seat, offers, token=token)
    own = play.state.led[seat]
    if isinstance(answer, GivePower):
        gain_power(play, seat, POWER.index[answer.power], -1)
        return [supply(seat)]
    area = AREA.index[answer.area]
    if isinstance(answer, ReturnClaim):
        change_claims(play, seat, 1 << area, placed=False)
    elif isinstance(answer, ReturnCore):
        own.cores &= ~(1 << area)
    else:
        change(play, seat, area, -answer.n)
    return [supply(seat)]
