"""The position at the start of the campaign of 1517 (22), before anything is drawn."""

from typing import Annotated, Final

from msgspec import Struct

from adjudicator.components.load import DataFile, Each

from . import facts
from .facts import CARD, DATA, ELECTORATE, LEADER, LOCATION, OWNER, POWER, RULER, SPACE
from .house_rules import HouseRules
from .state import FORM, Force, Hand, LeaderState, PowerState, State


class Units(Struct, frozen=True):
    """Units that stand in a space at the start."""

    regulars: int = 0
    cavalry: int = 0
    squadrons: int = 0


class Setup(Struct, frozen=True):
    """The set-up as the file has it; `control`: of spaces whose home power does not control them."""

    units: Annotated[dict[str, dict[str, Units]], Each(OWNER, some=True)]
    leaders: Annotated[dict[str, Annotated[tuple[str, ...], LEADER]], Each(SPACE, some=True)]
    control: dict[str, str]
    wars: tuple[tuple[str, str], ...]
    display: Annotated[dict[str, int], Each(ELECTORATE)]


FILE: Final = DataFile(DATA / "setup.yaml")
SETUP: Final = FILE.rest(Setup)
FIRST_RULERS: Final = {
    facts.OTTOMAN: "suleiman",
    facts.HAPSBURG: "charles_v",
    facts.ENGLAND: "henry_viii",
    facts.FRANCE: "francis_i",
    facts.PAPACY: "leo_x",
    facts.PROTESTANT: "luther",
}


def initial_state(rules: HouseRules) -> State:
    """Return the state at the beginning of 1517: the Ninety-five Theses are still to be posted (18.1)."""
    forces: dict[str, list[Force]] = {}
    for owner, places in SETUP.units.items():
        for at, units in places.items():
            forces.setdefault(at, []).append(
                Force(owner, units.regulars, cavalry=units.cavalry, squadrons=units.squadrons)
            )
    wars = dict.fromkeys(OWNER.ids, 0)
    for one, other in SETUP.wars:
        wars[one] |= 1 << OWNER.index[other]
        wars[other] |= 1 << OWNER.index[one]
    kinds = {each.index: each for each in CARD}
    theses = CARD.number("luthers_95_theses")
    return FORM.start(
        rules=rules,
        turn=1,
        control=[_held(owner) for owner in OWNER.ids],
        forces=forces,
        leaders={each: LeaderState(at) for at, some in SETUP.leaders.items() for each in some},
        wars={owner: mask for owner, mask in wars.items() if mask},
        powers={power: PowerState(FIRST_RULERS[power]) for power in POWER.ids},
        hands={power: Hand(home=CARD.mask_of(_home_cards(power))) for power in POWER.ids},
        deck=[n for n, card in kinds.items() if card.kind != "home" and not card.turn and n != theses],
        waiting=[n for n, card in kinds.items() if card.turn],
        gone=[theses],
        display=dict(SETUP.display),
        debaters=facts.DEBATER.mask_of(each.id for each in facts.DEBATER if each.turn == 1),
        explorers=facts.EXPLORER.mask,
        conquistadors=facts.CONQUISTADOR.mask,
        voyages=POWER.mask_of((facts.HAPSBURG,)),
        conquering=POWER.mask_of((facts.HAPSBURG,)),
        sailed=POWER.mask_of((facts.HAPSBURG,)),
        conquered=POWER.mask_of((facts.HAPSBURG,)),
    )


def _controller(space: facts.Location) -> str:
    """Return who controls a space at the start; Protestant home spaces are the Hapsburgs' (21.6)."""
    if space.id in SETUP.control:
        found = SETUP.control[space.id]
        return "" if found == "none" else found
    return facts.HAPSBURG if space.home == facts.PROTESTANT else space.home


def _held(owner: str) -> int:
    """Return the spaces that an owner controls at the start, as a mask."""
    return LOCATION.mask_of(each.id for each in SPACE if _controller(each) == owner)


def _home_cards(power: str) -> list[str]:
    return [each.id for each in facts.HOME_CARD if each.owner == power]


assert set(FIRST_RULERS.values()) <= set(RULER.ids)
assert {*SETUP.control} <= {*LOCATION.ids}
