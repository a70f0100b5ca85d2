"""Define the operations of cards, each with its tag `op` and the arguments that it takes.

docs/reference/pack_format.md lists them. :mod:`.rules.operations` carries them out. A pack that
says an operation in a wrong way is refused when it is read.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.components import Kind, Thing
from adjudicator.kernel.shapes import derive, one_of

from .facts import AREA, FAITH, NODE, PROVINCE, REALM, RELIGION, SEAT
from .rules.meeting import Conditions
from .slots import IDEA

Some = Annotated[int, Meta(ge=1, le=30)]
PowerOf = Literal["adm", "dip", "mil", "any"]
WHO: Kind[Thing] = Kind("who", ("you", "all", "others", "emperor", *SEAT.ids))
"""Whom an operation is for: whoever takes the event or plays the card, everybody, the others, the emperor, a realm."""
Where = Literal["", "beside_realm", "own", "fully_owned", "with_town", "with_unrest", "of_vassals", "other_faith"]
"""Which areas: next to the realm, with own provinces, with nothing but own ones, with a player's town, …"""
Which = Literal["", "christian", "married"]
Colour = Literal["", "green", "pink", "blue", "orange"]
"""The colour of the tokens of a dynamic realm (R13.02)."""


class Operation(Struct, frozen=True, omit_defaults=True, tag_field="op", kw_only=True):
    """An operation. `who`: whom it is for; `when`: for those only of whom all of it holds."""

    who: Annotated[str, WHO] = "you"
    when: Conditions = ()


class Counted(Operation, frozen=True, kw_only=True):
    """So much of something."""

    n: Some = 1


class OfPower(Counted, frozen=True, kw_only=True):
    """So much power of a type, or of `any` types."""

    power: PowerOf


class Placing(Counted, frozen=True, kw_only=True):
    """`areas`: one of these; `where`: one that is so; neither: any."""

    areas: Annotated[tuple[str, ...], AREA] = ()
    where: Where = ""


class Hostile(Placing, frozen=True, kw_only=True):
    """`opponent`: upon what opponents have there; whose, the seat chooses each time."""

    opponent: bool = False


class Upon(Operation, frozen=True, kw_only=True):
    """`realm`: upon whom, else one is chosen that is `which`."""

    realm: Annotated[str, REALM] = ""
    which: Which = ""


class GainDucats(Counted, frozen=True, tag="gain_ducats"):
    """`n` ducats, or `n` for each of something; `half`: half of it, rounded up."""

    per: Literal["", "regular_unit", "tax"] = ""
    half: bool = False


class AreaConversion(Placing, frozen=True, tag="convert_area"):
    """Areas take the own state religion; with `unrest`: that is added to a town in each."""

    unrest: bool = False


class PlaceFaith(Placing, frozen=True, tag="place_faith"):
    """Areas take a religion, whoever owns them."""

    religion: Annotated[str, RELIGION]


class LeaveEmpire(Operation, frozen=True, tag="leave_empire"):
    """Areas leave the empire; authority is lost by another operation."""

    areas: Annotated[tuple[str, ...], AREA]


class AddIdea(Operation, frozen=True, tag="add_idea"):
    """An idea of a type comes on display in a new row."""

    power: Literal["adm", "dip", "mil"]


class WarDeclaration(Upon, frozen=True, tag="declare_war"):
    """War on a realm, steps 3 to 7; `by`: a realm that nobody plays declares it, on `realm` or on whom it is for."""

    by: Annotated[str, REALM] = ""


class PlaceTown(Operation, frozen=True, tag="place_town"):
    """A town on a province that no other player has."""

    province: Annotated[str, PROVINCE]


class PlaceVassal(Operation, frozen=True, tag="place_vassal"):
    """A realm that nobody plays becomes a vassal, if it can and there are tokens."""

    realm: Annotated[str, REALM]


class PlaceDynamic(Operation, frozen=True, tag="place_dynamic"):
    """A realm is dynamic from now on: its tokens on these provinces, the first its capital.

    `colour`: that of the tokens, if the map has none for the realm.
    """

    realm: Annotated[str, REALM]
    provinces: Annotated[tuple[str, ...], PROVINCE]
    colour: Colour = ""


class AdoptReligion(Operation, frozen=True, tag="adopt_religion"):
    """The state religion becomes another one."""

    religion: Annotated[str, FAITH]


class ResearchIdea(Operation, frozen=True, tag="research_idea"):
    """An idea is researched for less: `idea`, or one on display; `held`: one that an opponent has."""

    idea: Annotated[str, IDEA] = ""
    discount: int = 0
    held: bool = False


class GainUnits(Counted, frozen=True, tag="gain_units"):
    """Regular units, where no battle starts."""

    kind: Literal["infantry", "cavalry", "artillery"] = "infantry"


class GainShips(Counted, frozen=True, tag="gain_ships"):
    """Ships in own ports."""

    kind: Literal["light", "heavy", "galley"] = "light"


class ExpandNode(Operation, frozen=True, tag="expand_node"):
    """A trade node is expanded: `node`, or one with an own merchant."""

    node: Annotated[str, NODE] = ""


class GainAction(Counted, frozen=True, tag="gain_action"):
    """Actions that are done at once for no power, or never.

    Of a march: `spaces`, `no_mountains`, `light` (without more artillery than cavalry); of a siege: `strength`.
    """

    action: Literal[
        "colonize",
        "explore",
        "player_to_player",
        "move_army",
        "land_activation",
        "naval_activation",
        "siege",
        "recruit",
    ]
    spaces: int = 0
    strength: int = 0
    no_mountains: bool = False
    light: bool = False


class Choice(Operation, frozen=True, tag="choice"):
    """One of these; one that cannot be paid cannot be chosen, unless none can."""

    options: "tuple[Effects, ...]"


LoseDucats = derive(Counted, "lose_ducats", "Ducats are paid.")
GainsPower = derive(OfPower, "gain_power", "Power of a type, or of `any` types.")
LosesPower = derive(OfPower, "lose_power", "Power is paid.")
GainPrestige = derive(Counted, "gain_prestige", "Prestige is gained.")
LosePrestige = derive(Counted, "lose_prestige", "Prestige is lost.")
GainStability = derive(Counted, "gain_stability", "Stability goes up.")
LoseStability = derive(Counted, "lose_stability", "Stability goes down.")
GainManpower = derive(Counted, "gain_manpower", "Manpower for good.")
InfluencePlacement = derive(Placing, "place_influence", "Influence, which may displace that of others in a full area.")
RemoveInfluence = derive(
    Hostile, "remove_influence", "Own influence goes; of an `opponent`: that of one who is chosen with each cube."
)
PlaceClaim = derive(Placing, "place_claim", "Claims on areas.")
PlaceCore = derive(Placing, "place_core", "Core tokens in areas that are owned whole.")
AddUnrest = derive(
    Hostile, "add_unrest", "Unrest on own towns and vassals; of an `opponent`: on those of others, chosen one by one."
)
RemoveUnrest = derive(Placing, "remove_unrest", "Unrest is removed from own towns and vassals.")
PlaceRebels = derive(Hostile, "place_rebels", "Rebels in areas; of an `opponent`: where one has unrest.")
RollRebels = derive(Operation, "roll_rebels", "Rebel dice for all own unrest.")
AddPlague = derive(Placing, "add_plague", "Plague in areas.")
DevelopTown = derive(Counted, "develop_town", "A small town becomes a large one.")
GainAlliance = derive(Upon, "gain_alliance", "An alliance with a realm at peace; whoever plays it is asked.")
GainMarriage = derive(Upon, "gain_marriage", "A royal marriage; whoever plays the realm is asked.")
AllianceEnd = derive(Upon, "end_alliance", "An alliance ends.")
DisputeSuccession = derive(
    Upon, "dispute_succession", "All marriages on a realm are turned: its succession is disputed."
)
PlaceCB = derive(Upon, "place_cb", "A token of casus belli on a realm.")
DiscardRuler = derive(Operation, "discard_ruler", "The ruler of a realm's own event and its present one are discarded.")
GainCardinal = derive(Counted, "gain_cardinal", "Cardinals enter the curia.")
LoseCardinal = derive(Counted, "lose_cardinal", "Cardinals leave it.")
GainAuthority = derive(Counted, "gain_authority", "Imperial authority goes up.")
LoseAuthority = derive(Counted, "lose_authority", "Imperial authority goes down.")
CardDraw = derive(Counted, "draw_cards", "Action cards are drawn.")
CardDiscard = derive(Counted, "discard_cards", "Action cards are discarded.")
TakeDisplay = derive(Operation, "take_display", "A display card is taken from the discards.")
ReplaceMilestones = derive(Operation, "replace_milestones", "All milestones are replaced by others of their decks.")
GainMercenaries = derive(Counted, "gain_mercenaries", "Mercenary infantry, where no battle starts.")
LoseUnits = derive(Counted, "lose_units", "Land units are lost.")
GainMerchant = derive(Operation, "gain_merchant", "A third merchant.")
GainColonists = derive(Counted, "gain_colonists", "Colonists.")
CancelCovert = derive(Operation, "cancel_covert", "A covert action comes to nothing.")

if TYPE_CHECKING:
    Effect = Operation
else:
    Effect = one_of(Operation)
Effects = tuple[Effect, ...]


# What lasts as long as an idea is held, or a battle -------------------------------------------------------------------


class _Bonus(Struct, frozen=True, omit_defaults=True, tag_field="op"):
    """A bonus."""


class Permit(_Bonus, frozen=True, tag="permit"):
    """Something is allowed. `n`: in how many areas dissent is ignored, and only there."""

    what: Literal["ignore_dissent", "holy_war", "explore_with_ships", "recruit_artillery", "outlined_infantry"]
    n: int = 0


class Limit(_Bonus, frozen=True, tag="limit"):
    """More of something than others may have."""

    what: Literal["alliances", "marriages"]
    n: int = 1


class Income(_Bonus, frozen=True, tag="income"):
    """Ducats in phase 4."""

    n: int


class OpeningRoll(_Bonus, frozen=True, tag="opening_roll"):
    """Dice before the first round of a battle, with at least so many own cavalry units."""

    cavalry: int
    units: int = 0


class FewerLeaderDice(_Bonus, frozen=True, tag="fewer_leader_dice"):
    """The enemy's leader has fewer dice in a battle."""

    n: int = 1


class SiegeTax(_Bonus, frozen=True, tag="siege_tax"):
    """Each siege of own provinces needs more strength."""

    n: int = 1


class ExtraDice(_Bonus, frozen=True, tag="extra_dice"):
    """Dice of a battle action; `any`: of any colour, at most `same` of one."""

    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0
    any: int = 0
    same: int = 0


class Regular(_Bonus, frozen=True, tag="regular"):
    """Effects whenever something happens."""

    at: Literal["peace_enforced", "phase_4"]
    effects: Effects


Bonus = Permit | Limit | Income | OpeningRoll | FewerLeaderDice | SiegeTax | ExtraDice | Regular
Bonuses = tuple[Bonus, ...]


def flat(ops: Effects) -> Iterator[Operation]:
    """Yield operations, those among which a choice is left instead of the choice."""
    for op in ops:
        if isinstance(op, Choice):
            for option in op.options:
                yield from flat(option)
        else:
            yield op
