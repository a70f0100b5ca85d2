"""Why the rules forbid something in a war (chapter 7, 12.1, 12.2); see :mod:`.refusals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.language import msgid

from ..facts import facts
from .places import places
from .refused_cards import any_name
from .speech import Speech

Facts = Mapping[str, Any]

WAR_TEXTS: Final[Mapping[str, str]] = {
    "no_such_effect": msgid("you have no open symbol of %(tile)s here; you have: %(tiles)s"),
    "no_effect_there": msgid("%(tile)s does not work on %(space)s; it works on: %(targets)s"),
    "effect_not_optional": msgid("in this campaign the symbol of %(tile)s must be used; it works on: %(targets)s"),
    "not_conquerable": msgid("%(space)s cannot be conquered, it is of another kind: %(type)s"),
    "outside_theater": msgid("%(space)s cannot be conquered at this theatre: %(theater)s"),
    "territory_immune": msgid("%(space)s: a conquest was refused, so it is safe for the rest of this war"),
    "no_conquest_line": msgid(
        "%(space)s: you need a space at the other end of a conquest line; they lead to: %(lines)s"
    ),
    "no_squadron_for_conquest": msgid(
        "%(space)s needs a squadron from the navy box or from this theatre that has taken no naval space in this war; "
        "you have none"
    ),
    "squadron_needed": msgid("%(space)s: say where the squadron comes from: %(spaces)s"),
    "squadron_not_free": msgid("no squadron can come from here: %(space)s; it could come from: %(spaces)s"),
    "no_squadron_needed": msgid("%(space)s is no naval space: it needs no squadron"),
    "not_enough_cp": msgid("%(space)s costs %(cost)s CP; you have %(cp)s left"),
    "wrong_cp": msgid("%(space)s costs %(cost)s CP, not %(given)s"),
    "no_unflag_left": msgid("%(space)s: these spoils remove no (more) flag"),
    "not_that_territory": msgid("%(conquered)s is being conquered, not %(space)s"),
    "no_squadron_to_give_up": msgid("no squadron of yours is here: %(space)s; yours are at: %(spaces)s"),
    "not_of_the_award": msgid("not possible here: %(spaces)s; possible are: %(allowed)s"),
    "named_twice": msgid("named twice: %(spaces)s"),
    "shift_half_said": msgid("say the space and whether you place or remove the flag"),
    "not_the_tiles_drawn": msgid("these are not the tiles you drew: %(given)s; you drew %(drawn)s"),
}


def _not_for_unflag(given: Facts, to: Speech) -> str:
    f = facts()
    kind = f.market if given["type"] == "market" else f.political
    where = places(kind & f.by_region[f.region[given["region"]]], to)
    return to.gettext(
        "%(space)s has no flag that these spoils may remove; they remove an opposing one: %(places)s",
        space=to.space(given["space"]),
        places=where,
    )


def _no_shift_in_spain(given: Facts, to: Speech) -> str:
    space = any_name(given["space"], to)
    if given["result"] == "flag":
        return to.gettext("%(space)s: no flag can be placed there", space=space)
    return to.gettext("%(space)s: no opposing flag in Spain is there", space=space)


WAR_SPECIAL: Final[Mapping[str, Callable[[Facts, Speech], str]]] = {
    "not_for_unflag": _not_for_unflag,
    "no_shift_in_spain": _no_shift_in_spain,
}
"""Codes whose sentence depends on what their facts say."""
