"""The riches of the New World (20.4), and raiders who take them."""

from typing import Final, Literal

from adjudicator import Frames, Play

from ...facts import COLONY, CONQUEST, ENGLAND, FRANCE, HAPSBURG, POWER, PROTESTANT, PowerId
from ...state import State
from ..book import PowerEvent, step

Result = Literal["nothing", "card", "deplete", "eliminated"]
INCA_AZTEC: Final = ("deplete",) * 4 + ("card", "galleon", "card", "card", "card", "card", "card")
TABLE: Final[dict[str, tuple[str, ...]]] = {
    "inca": INCA_AZTEC,
    "aztec": ("deplete",) * 4 + ("nothing", "galleon", "card", "card", "card", "card", "card"),
    "maya": ("deplete",) * 5 + ("galleon", "card", "card", "card", "card", "card"),
    "potosi": ("eliminated", "eliminated", *("nothing",) * 3, "galleon", "card", "card", "card", "card", "card"),
    "colony": ("eliminated",) * 3 + ("nothing",) * 3 + ("galleon", "card", "card", "card", "card"),
}
"""The riches table: the results of 2 to 12 for each source (20.4)."""
RAIDERS: Final = (FRANCE, ENGLAND, PROTESTANT)
"""The order in which raiders try to take a card of the Hapsburgs (20.4)."""


class Riches(PowerEvent, frozen=True, tag="riches", rule="20.4"):
    """What a conquest, a colony or Potosi brought."""

    source: str
    dice: tuple[int, ...]
    result: Result


class Raided(PowerEvent, frozen=True, tag="raided", rule="20.4"):
    """A raider tried to take a card that riches would have brought the Hapsburgs."""

    die: int
    stolen: bool
    lost: bool


def sources(state: State, power: str) -> list[tuple[str, str]]:
    """Return what brings a power riches, each with its column of the table."""
    found = [
        (each, each)
        for each in reversed(CONQUEST.ids)
        if state.conquests.get(each) == power and not state.depleted >> CONQUEST.index[each] & 1
    ]
    if state.markers.get("potosi_silver_mines") == power:
        found.append(("potosi", "potosi"))
    placed = COLONY.ids_of(state.colonies)
    return [*found, *((each, "colony") for each in placed if COLONY.thing(each).power == power)]


@step("20.4", phase="card_draw")
def riches(play: Play[State]) -> Frames:
    """Roll for everything that a power has in the New World (20.4)."""
    state = play.state
    worked = set()
    for power in POWER.ids:
        for source, column in sources(state, power):
            dice = play.roll("riches", 2, 6, power=power, of=source)
            planted = state.markers.get("plantations") == power and column in ("colony", "potosi")
            result = TABLE[column][min(12, sum(dice) + planted) - 2]
            if result == "galleon":
                result = "card" if state.markers.get("galleons") == power else "nothing"
            if result == "nothing" and column == "colony":
                for marker, changed in ((GOVERNOR, "card"), (UPRISING, "eliminated")):
                    if state.colonial.get(marker) == power:
                        result = changed
                        worked.add(marker)
            play.emit(Riches(power, source, tuple(dice), result))  # type: ignore[arg-type]
            _brought(play, power, source, column, result)
    state.colonial = {marker: power for marker, power in state.colonial.items() if marker not in worked}
    return []


GOVERNOR, UPRISING = "governor", "uprising"
"""The sides of the marker of card 111."""


def _brought(play: Play[State], power: str, source: str, column: str, result: str) -> None:
    """Carry out a result of the riches table; what is depleted brings a card for the last time (20.4)."""
    state = play.state
    if result == "deplete":
        state.depleted |= 1 << CONQUEST.index[source]
    elif result == "eliminated" and column == "colony":
        state.colonies &= ~(1 << COLONY.index[source])
    elif result == "eliminated":
        state.markers = {card: owner for card, owner in state.markers.items() if card != "potosi_silver_mines"}
    if result in ("card", "deplete"):
        taker = _raiders(play) if power == HAPSBURG else None
        state.riches = {**state.riches, taker or power: state.riches.get(taker or power, 0) + 1}


def _raiders(play: Play[State]) -> PowerId | None:
    """Return the raider who takes a card of the Hapsburgs, or None (20.4)."""
    state = play.state
    for power in RAIDERS:
        if not state.raiders >> POWER.index[power] & 1:
            continue
        (die,) = play.roll("raiders", 1, 6, power=power)
        galleons = state.markers.get("galleons") == HAPSBURG
        lost = die in (1, 5) or (die == 2 and galleons)
        stolen = die >= 5
        if lost:
            state.raiders &= ~(1 << POWER.index[power])
        play.emit(Raided(power, die, stolen, lost))
        if stolen:
            return power
    return None
