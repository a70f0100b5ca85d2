"""Pay for purchases, advantages and abilities (5.3.2, 6.1, 9.1)."""

from typing import Literal

from msgspec import Struct

from adjudicator import Action

from ..components import MinistryIds, SideEvent, SpaceId, TypeId

Kind = Literal["major", "minor"]
"""Which action of the Investment tile pays (5.3.2)."""


Result = Literal["flag", "unflag"]
"""What a shift does (3.2.8): place an own flag in an empty space, or remove an opposing one."""


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
    huguenots: SpaceId | None = None
    reveal: MinistryIds = ()


class SpacePayment(Payment, frozen=True):
    """A payment for something in one space."""

    space: SpaceId


class Paid(Struct, frozen=True, omit_defaults=True):
    """The payment of a purchase (5.3.2, 6.1, 9.1).

    ``type``: economic, diplomatic, military. ``kind``: major or minor. ``cost`` = ``points`` + ``debt`` +
    ``trp`` + ``free_debt`` + ``ministry``. ``restricted``: how many of the points had a condition (5.2).
    ``free_debt``: debt that M-17 ignored. ``ministry``: points of M-22 and M-23; one that M-23 gave and this purchase
    did not need stays with the action, then ``points`` is -1.
    """

    type: TypeId
    kind: str
    cost: int
    points: int = 0
    debt: int = 0
    trp: int = 0
    restricted: int = 0
    free_debt: int = 0
    ministry: int = 0


class BoughtInSpace(SideEvent, frozen=True, touches=("space",)):
    """Something was paid for in one space."""

    space: SpaceId
    paid: Paid
