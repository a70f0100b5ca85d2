"""Questions that operations of cards ask: where, on what, of which type (R16.03)."""

from typing import Final, Literal

from adjudicator import FIRST, Action, Question
from adjudicator.components import Code

from ..facts import AREA, PROVINCE, REALM, AreaId, NodeId, ProvinceId, RealmId
from .purse import PowerId


class InArea(Action, frozen=True, tag="in_area"):
    """In this area. R16.03."""

    area: AreaId


class AtProvince(Action, frozen=True, tag="at_province"):
    """On this province. R16.03."""

    province: ProvinceId


class WithRealm(Action, frozen=True, tag="with_realm"):
    """This realm. R16.03."""

    realm: RealmId


class AtNode(Action, frozen=True, tag="at_node"):
    """In this trade node. R16.03."""

    node: NodeId


class OfPower(Action, frozen=True, tag="of_power"):
    """Power of this type. R16.03."""

    power: PowerId


class Forgo(Action, frozen=True, tag="forgo"):
    """Take nothing of it, or nothing more. R16.03."""


not_this_area = Code("R16.03", area=AREA)
not_this_province = Code("R16.03", province=PROVINCE)
not_this_realm = Code("R16.03", realm=REALM)
must_choose = Code("R16.03")
not_this_power = Code("R16.03")

Token = Literal["claim", "core", "plague", "rebels", "religion", "unrest", "calm", "town"]

AREA_FOR: Final = Question(
    "area_for",
    "R16.03",
    InArea,
    Forgo,
    default=FIRST,
    otherwise={InArea: not_this_area, Forgo: must_choose},
    alone="silence",
    about={"what": str},
)
PROVINCE_FOR: Final = Question(
    "province_for",
    "R16.03",
    AtProvince,
    Forgo,
    default=FIRST,
    otherwise={AtProvince: not_this_province, Forgo: must_choose},
    alone="silence",
    about={"what": str},
)
REALM_FOR: Final = Question(
    "realm_for",
    "R16.03",
    WithRealm,
    Forgo,
    default=FIRST,
    otherwise={WithRealm: not_this_realm, Forgo: must_choose},
    alone="silence",
    about={"what": str},
)
POWER_FOR: Final = Question(
    "power_for",
    "R16.03",
    OfPower,
    default=FIRST,
    otherwise=not_this_power,
    alone="silence",
)
