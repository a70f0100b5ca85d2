"""The actions of Imperial Struggle: everything that a side can do in a peace turn.

Spaces, advantages, commodities and tiles are named by the ids of the data files, ministries by ``m`` and
their number (``m10``), events by number, theatres by their order in the war (1-4). An argument that is left
out means none, no or 0.

>>> import msgspec
>>> msgspec.json.encode(ShiftMarket("bahamas", "flag", kind="major", debt=1))
b'{"op":"shift_market","space":"bahamas","result":"flag","kind":"major","debt":1}'
"""

from typing import Final, Literal

from msgspec import Struct, field

from adjudicator.kernel.actions import Action

from .event_actions import ChooseForEvent
from .war_actions import WAR_ACTIONS

NAVY_BOX: Final = "navy_box"
"""Stands for a space where a squadron comes from."""

Kind = Literal["major", "minor"]
"""Which action of the Investment tile pays (5.3.2)."""

Result = Literal["flag", "unflag"]
"""What a shift does (3.2.8): place an own flag in an empty space, or remove an opposing one."""


class Bid(Action, frozen=True, tag="bid"):
    """Treaty points offered for the preferred side (option ``bid_for_sides``, R-14). Secret."""

    trp: int


class DiscardEvents(Action, frozen=True, tag="discard_events"):
    """Event cards put away so that three stay in hand (4.1.6). Secret until both sides have chosen."""

    cards: tuple[int, ...]


class ChooseMinistries(Action, frozen=True, tag="choose_ministries"):
    """Two Ministry cards for a new era, face down (4.1.7); ``jacobite``: M-4 as an extra card (7.3). Secret."""

    ministries: tuple[str, ...]
    jacobite: bool = False


class ReplaceMinistries(Action, frozen=True, tag="replace_ministries"):
    """Face-down Ministry cards taken back and others laid for them (4.1.7); empty: keep all. Secret."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = field(default=(), name="in")
    jacobite: bool = False


class ChooseFirstPlayer(Action, frozen=True, tag="choose_first_player"):
    """Who plays the first action round of each pair (4.1.8)."""

    first: Literal["france", "britain"]


class TakeInvestment(Action, frozen=True, tag="take_investment"):
    """Take an Investment tile of this kind (5.1); ``reveal``: ministries turned up with it."""

    tile: str
    reveal: tuple[str, ...] = ()


class RevealMinistry(Action, frozen=True, tag="reveal_ministry"):
    """Turn a Ministry card up, with no further effect (2nd printing 3.5.2, R-05)."""

    ministry: str


class Pass(Action, frozen=True, tag="pass"):
    """Use nothing of the tile; debt goes down by up to two (5.1, 6.2)."""


class EndRound(Action, frozen=True, tag="end_round"):
    """Give up what is left; the round is over (5.0)."""


class EndPowers(Action, frozen=True, tag="end_powers"):
    """Use no (more) powers at the end of the turn (4.1.11)."""


# purchases and how they are paid -------------------------------------------------------------------


class Payment(Action, frozen=True, kw_only=True):
    """The arguments with which every purchase is paid (5.3.2, 6.1, 9.1); the rest comes from action points.

    ``kind`` may be left out where only one can pay. ``debt``, ``trp``: points paid with debt and with treaty
    points. ``free_debt``: debt ignored by M-17. ``restricted``: points with a condition to use, left out: as
    many as fit. ``huguenots``: space of a marker of M-9 to flip. ``reveal``: ministries turned up for it.
    """

    kind: Kind | None = None
    debt: int = 0
    trp: int = 0
    free_debt: int = 0
    restricted: int | None = None
    huguenots: str | None = None
    reveal: tuple[str, ...] = ()


class ShiftMarket(Payment, frozen=True, tag="shift_market"):
    """Shift a market (5.4.1, 5.4.2)."""

    space: str
    result: Result


class ShiftPolitical(Payment, frozen=True, tag="shift_political"):
    """Shift a political space (5.5.1, 5.5.2)."""

    space: str
    result: Result


class DrawEvent(Payment, frozen=True, tag="draw_event"):
    """Draw an Event card (2nd printing 5.5.3, R-01)."""


class BuyBonusWarTile(Payment, frozen=True, tag="buy_bonus_war_tile"):
    """Draw a Bonus War tile, to be laid with ``place_bonus_tile`` (5.6.1)."""


class ConvertMilitary(Payment, frozen=True, tag="convert_military"):
    """On turn 6: military points for a point of another type (5.6.1)."""

    to: Literal["economic", "diplomatic"]


class RemoveConflict(Payment, frozen=True, tag="remove_conflict"):
    """Remove a conflict marker (5.6.2)."""

    space: str


class BuildFort(Payment, frozen=True, tag="build_fort"):
    """Build a fort in an empty fort space (5.6.3)."""

    space: str


class RepairFort(Payment, frozen=True, tag="repair_fort"):
    """Repair an own damaged fort (5.6.4)."""

    space: str


class SeizeFort(Payment, frozen=True, tag="seize_fort"):
    """Repair an opposing damaged fort and take it over (5.6.4)."""

    space: str


class BuildSquadron(Payment, frozen=True, tag="build_squadron"):
    """Build a squadron; it goes to the navy box (5.6.5)."""


class DeploySquadron(Payment, frozen=True, tag="deploy_squadron"):
    """Move a squadron from ``navy_box`` or a naval space to another naval space (5.6.6)."""

    source: str = field(name="from")
    to: str


class UseAdvantage(Payment, frozen=True, tag="use_advantage"):
    """Use an Advantage tile (8.2).

    ``conflict``: space of the marker to place. ``space``: what is unflagged. ``squadron``: space of the
    opposing squadron sent home.
    """

    advantage: str
    conflict: str | None = None
    space: str | None = None
    squadron: str | None = None


class UseMinistry(Payment, frozen=True, tag="use_ministry"):
    """Use an ability of a Ministry card (3.5.2)."""

    ministry: str
    ability: int = 1
    space: str | None = None
    result: Result | None = None
    card: int | None = None
    commodity: str | None = None


# war tiles -----------------------------------------------------------------------------------------


class MilitaryUpgrade(Action, frozen=True, tag="military_upgrade"):
    """Name the own Basic War tile of a theatre and draw another (5.3.3).

    ``with_theater``: only with optional rule 12.2, the theatre whose basic tile changes places with it.
    """

    theater: int
    with_theater: int | None = None


class KeepBasicTile(Action, frozen=True, tag="keep_basic_tile"):
    """Which of the two tiles of an upgrade lies at the theatre, and where the other one goes (5.3.3)."""

    keep: Literal["placed", "drawn"]
    other: Literal["pool", "out_of_game"]


class Move(Struct, frozen=True):
    """An own Bonus War tile that makes room: which one, and the theatre it goes to (5.6.1)."""

    tile: str
    theater: int


class PlaceBonusTile(Action, frozen=True, tag="place_bonus_tile"):
    """Lay a Bonus War tile at a theatre (5.6.1, 7.6); ``move``: one of the two that lie there makes room."""

    tile: str
    theater: int
    move: Move | None = None


# events --------------------------------------------------------------------------------------------


class PlayEvent(Action, frozen=True, tag="play_event"):
    """Play an Event card before anything else of the tile (5.2).

    ``reveal``: ministry whose keyword meets the bonus condition. ``via``: ministry that lifts a restriction.
    ``bonus``: refuse if the bonus condition is not met.
    """

    card: int
    reveal: tuple[str, ...] = ()
    via: str | None = None
    bonus: bool = False


PURCHASES: Final[tuple[type[Payment], ...]] = (
    ShiftMarket,
    ShiftPolitical,
    DrawEvent,
    BuyBonusWarTile,
    ConvertMilitary,
    RemoveConflict,
    BuildFort,
    RepairFort,
    SeizeFort,
    BuildSquadron,
    DeploySquadron,
)
"""What action points buy (5.4-5.6), in the order of the rulebook."""

ACTIONS: Final[tuple[type[Action], ...]] = (
    Bid,
    DiscardEvents,
    ChooseMinistries,
    ReplaceMinistries,
    ChooseFirstPlayer,
    TakeInvestment,
    RevealMinistry,
    Pass,
    EndRound,
    EndPowers,
    *PURCHASES,
    UseAdvantage,
    UseMinistry,
    MilitaryUpgrade,
    KeepBasicTile,
    PlaceBonusTile,
    PlayEvent,
    ChooseForEvent,
    *WAR_ACTIONS,
)
"""Every action, for the kernel's Game class."""
