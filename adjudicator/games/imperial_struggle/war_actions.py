"""What sides do in wars and before the game (chapter 7, option ``bid_for_sides``): see :mod:`.actions`."""

from typing import Final, Literal

from msgspec import Struct, field

from adjudicator.kernel.actions import Action


class WarTileEffect(Action, frozen=True, tag="war_tile_effect"):
    """Use the symbol of an own War tile (7.1.2).

    ``space``: the fort that is damaged, the naval space whose squadron goes home, or the flag that is removed;
    left out: the symbol is not used.
    """

    tile: str
    space: str | None = None


class Conquer(Action, frozen=True, tag="conquer"):
    """Take a space with conquest points (7.2.1).

    ``squadron``: for a naval space, where the squadron comes from, ``navy_box`` or a space; may be left out where
    only one place can. ``cp``: what the player expects to pay; refused if it is something else.
    """

    space: str
    squadron: str | None = None
    cp: int | None = None


class AnswerConquest(Action, frozen=True, tag="answer_conquest"):
    """Give an own territory up to the conqueror, or refuse for victory points (7.2.2)."""

    space: str
    refuse: bool = False


class SpoilsUnflag(Action, frozen=True, tag="spoils_unflag"):
    """Remove the opposing flag that the spoils allow to remove (7.2)."""

    space: str


class EndSpoils(Action, frozen=True, tag="end_spoils"):
    """Leave the rest of the spoils unused (7.2)."""


class GiveUpSquadron(Action, frozen=True, tag="give_up_squadron"):
    """Take a squadron from ``navy_box`` or a naval space away, as the spoils of the other side demand (7.2)."""

    source: str = field(name="from")


class PlaceUsaFlags(Action, frozen=True, tag="place_usa_flags"):
    """Put USA flags on some of the territories of the award (7.3); none: place none."""

    spaces: tuple[str, ...] = ()


class RemoveUsaForts(Action, frozen=True, tag="remove_usa_forts"):
    """Remove flags from forts of the Northern Colonies after the award USA (7.3); none: remove none."""

    spaces: tuple[str, ...] = ()


class ShiftSpain(Action, frozen=True, tag="shift_spain"):
    """Shift a political space of Spain after the other side took a Spanish territory (12.1); none: leave it."""

    space: str | None = None
    result: Literal["flag", "unflag"] | None = None


class Assigned(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Basic tile for every theatre; a war of three theatres has no fourth."""

    first: str = field(name="1")
    second: str = field(name="2")
    third: str = field(name="3")
    fourth: str = field(name="4", default="")

    @property
    def each(self) -> tuple[str, ...]:
        """The tiles in the order of the theatres."""
        tiles = (self.first, self.second, self.third, self.fourth)
        return tiles if self.fourth else tiles[:3]


class AssignBasicTiles(Action, frozen=True, tag="assign_basic_tiles"):
    """Say which of the Basic tiles drawn lies at which theatre (12.2). Secret."""

    tiles: Assigned


WAR_ACTIONS: Final[tuple[type[Action], ...]] = (
    WarTileEffect,
    Conquer,
    AnswerConquest,
    SpoilsUnflag,
    EndSpoils,
    GiveUpSquadron,
    PlaceUsaFlags,
    RemoveUsaForts,
    ShiftSpain,
    AssignBasicTiles,
)
"""The actions of the wars, for the kernel's Game class."""
