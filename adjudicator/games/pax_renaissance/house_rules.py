"""Define the choices of a campaign: variants of the rulebook, and readings where its text can be read in two ways."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, array_like=True):
    """The options of a match, their defaults first."""

    map_1550: Annotated[bool | Literal["red_sea_open"], Ruled("C1c")] = False
    """England and the Holy Roman Empire begin as reformist theocracies; with the Red Sea open, too."""
    astrology: Annotated[bool, Ruled("C5c")] = False
    """The next card of each deck is known."""
    bankruptcy: Annotated[bool, Ruled("G6")] = False
    """Whoever holds a fair gets no subsidy; a bank without florins, cards and concessions is out."""
    open_hands: Annotated[bool, Ruled("E1a")] = False
    extended_game: Annotated[bool, Ruled("C5a")] = False
    """Four more cards a deck."""
    limited_cards: Annotated[bool, Ruled("B5")] = False
    """Without the cards printed with an X."""
    promo_cards: Annotated[bool, Ruled("B5")] = False
    """With nine cards that are not in the box."""
    ransom_in_couple: Annotated[Literal[6, 4], Ruled("E3a")] = 6
    """What a couple with a ransomed queen is sold for."""
    regime_order: Annotated[Literal["concession_first", "emancipation_first"], Ruled("§56")] = "concession_first"
    coronation_frees_vassals: Annotated[bool, Ruled("I1a")] = False
    """A king of one's own tableau who is crowned loses vassals and bishop."""
    golden_liberty: Annotated[Literal["medieval_only", "any_state"], Ruled("F6d")] = "medieval_only"
    corsair_range: Annotated[Literal["adjacent", "adjacent_by_sea"], Ruled("F7")] = "adjacent"
    multipliers: Annotated[Literal["multiply", "add"], Ruled("§59")] = "multiply"
    strawman_campaign: Annotated[bool, Ruled("F9a")] = False
    """A campaign against an empire of one's own tableau, outside of its own suzerainty."""


OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """Return the rules of a match from its complete options."""
    return HouseRules(**{field: options[field] for field in HouseRules.__struct_fields__})
