"""Advantages, and what lies on the map without being bought, in words (3.8, chapter 8): our own words for the tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.kernel.events import Event
from adjudicator.language import msgid
from adjudicator.reports.shelves import Shelf
from adjudicator.reports.telling import Context, Deed, Said, Sentence

from ..fact_types import ACTION_TYPES, ADVANTAGE, ECONOMIC, NONE, SPACE, Advantage, AdvantageOp
from ..facts import FACTS
from ..rules import advantages
from ..rules.control import AdvantageGained, AdvantageLost, ConflictLifted, ConflictPlaced
from ..rules.debt import DebtChanged, TreatyPointsChanged
from ..rules.shifts import SpaceShifted
from ..rules.squadrons import SquadronBuilt
from .book import Counter, Rank, by_means_of, join, offer, place, points_of, refuse, tell, verb
from .places import places, taken
from .shifts import market
from .speech import Speech


@join(SpaceShifted, SquadronBuilt, DebtChanged, ConflictPlaced, advantages.SquadronSentHome)
def _by_advantage(context: Context[Speech], event: Event, said: Said, to: Speech) -> bool:
    """Say that an advantage was used by telling what it does."""
    at = _advantage_before(context.sentences)
    if at is None:
        return False
    used = context.sentences[at].event
    assert isinstance(used, advantages.AdvantageUsed)
    if isinstance(event, SpaceShifted | SquadronBuilt) and event.advantage != used.advantage:
        return False
    if isinstance(event, DebtChanged) and event.why != used.advantage:
        return False
    name = to.thing(ADVANTAGE, used.advantage)
    by = to.gettext("advantage %(advantage)s", advantage=name)
    return context.instead(event, by_means_of(used, name, by, said, to), at)


def _advantage_before(sentences: Sequence[Sentence]) -> int | None:
    """Return the use of an advantage that was told last.

    Treaty points of ministries for it are skipped (M-13, M-19).
    """
    for at in range(len(sentences) - 1, -1, -1):
        if isinstance(sentences[at].event, advantages.AdvantageUsed):
            return at
        if not isinstance(sentences[at].event, TreatyPointsChanged):
            break
    return None


_HEADINGS: Final[Mapping[AdvantageOp, str]] = {
    "place_conflict": msgid("Advantage %(advantage)s: conflict marker in"),
    "unflag_fixed": msgid("Advantage %(advantage)s: remove a flag"),
    "unflag_discount": msgid("Advantage %(advantage)s: remove a flag, %(n)s cheaper"),
    "squadron_to_navy_box": msgid("Advantage %(advantage)s: send a squadron home"),
}
"""One shelf for each Advantage with targets, one for all others."""


def _shelf(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> Shelf:
    tile = ADVANTAGE.thing(action.advantage)
    if tile.op not in _HEADINGS:
        return Shelf((Rank.ADVANTAGES, 99), to.gettext("Other advantages"))
    heading = to.gettext(_HEADINGS[tile.op], advantage=to.thing(ADVANTAGE, tile.id), n=tile.amount)
    points = points_of(ECONOMIC if tile.op == "unflag_discount" else tile.pays, to)
    return Shelf((Rank.ADVANTAGES, tile.index), heading, points)


def _target(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    space = action.conflict or action.space or action.squadron
    if space is None:
        return to.thing(ADVANTAGE, action.advantage)
    return market(space, to) if FACTS.market >> SPACE.index[space] & 1 else to.space(space)


def _chip(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> tuple[str, str]:
    space = action.conflict or action.space or action.squadron
    return "", to.thing(ADVANTAGE, action.advantage) if space is None else to.chip(SPACE, space)


def _used(action: advantages.UseAdvantage, counter: Counter, to: Speech) -> str:
    """Return the advantage, if a target is named after it."""
    aimed = action.conflict or action.space or action.squadron
    return to.thing(ADVANTAGE, action.advantage) if aimed else ""


offer(advantages.UseAdvantage, _target, _shelf, chip=_chip, first=_used, brief=Shelf((50,), "Use an advantage"))

tell(ConflictLifted, "%(space)s: the conflict marker leaves")
verb(
    ConflictPlaced,
    "laid a conflict marker on %(things)s",
    "laid conflict markers on %(things)s",
    place("space", "accusative"),
)
verb(
    advantages.AdvantageUsed,
    "used the advantage %(things)s",
    "used the advantages %(things)s",
    lambda event, to: to.quoted(ADVANTAGE, event.advantage),
)
verb(
    AdvantageGained,
    "gained the advantage %(things)s",
    "gained the advantages %(things)s",
    lambda event, to: to.quoted(ADVANTAGE, event.advantage),
)
verb(
    AdvantageLost,
    "lost the advantage %(things)s",
    "lost the advantages %(things)s",
    lambda event, to: to.quoted(ADVANTAGE, event.advantage),
)
tell(ConflictPlaced, {True: "%(space)s: conflict marker +1", False: "%(space)s: conflict marker"}, by="plus")
tell(advantages.SquadronSentHome, lambda event, to: to.sent_home(event.space, event.owner), deed=Deed.ANYBODYS)
tell(advantages.AdvantageUsed, "advantage used: %(advantage)s")
tell(AdvantageGained, "advantage gained: %(advantage)s", important=True, deed=Deed.ANYBODYS)
tell(AdvantageLost, "advantage lost: %(advantage)s", important=True, deed=Deed.ANYBODYS)


refuse(advantages.unknown_advantage, "there is no advantage “%(advantage)s”")
refuse(advantages.nothing_to_pay, "%(advantage)s costs nothing; leave the payment out")
refuse(advantages.advantage_not_held, "you do not hold %(advantage)s; you lack %(missing)s")
refuse(advantages.advantage_new, "%(advantage)s was gained just now; it can be used from your next round on")
refuse(advantages.advantage_exhausted, "%(advantage)s was used this turn")
refuse(advantages.advantage_conflict, "%(advantage)s is blocked by a conflict marker: %(conflicts)s")
refuse(advantages.advantage_limit, "you have used %(used)s advantages in this round, the most is %(limit)s")
refuse(
    advantages.advantage_region,
    "%(advantage)s: only one advantage per region and round, and that of %(region)s is used",
)
refuse(
    advantages.advantage_argument,
    {
        "conflict": "%(advantage)s: say where the conflict marker goes",
        "space": "%(advantage)s: say which flag is removed",
        "squadron": "%(advantage)s: say which squadron is sent home",
        "": "%(advantage)s needs no target",
    },
    by="wanted",
)
refuse(advantages.not_a_target, "%(advantage)s does not work on %(space)s; it works on: %(targets)s")
refuse(advantages.protected_target, "%(space)s is protected, and %(advantage)s needs a space that is not")
refuse(advantages.conflict_there, "%(space)s has a conflict marker already")
refuse(advantages.no_opposing_flag, "%(space)s bears no opposing flag")
refuse(advantages.no_opposing_squadron, "no opposing squadron at %(space)s; they are at: %(spaces)s")


# what the tiles do -------------------------------------------------------------------------------


def advantage_text(tile: Advantage, to: Speech) -> str:
    """Return its effect and what it costs: `a new squadron for 2 military points`."""
    told = _deed(tile, to)
    if tile.pays != NONE:
        points = to.points(ACTION_TYPES[tile.pays], tile.points)
        listed = tile.op == "unflag_fixed"
        told = f"{told} ({points})" if listed else to.gettext("%(deed)s for %(points)s", deed=told, points=points)
    if not tile.targets or tile.op in ("unflag_fixed", "unflag_discount"):
        return told
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(tile.targets, to))


def _deed(tile: Advantage, to: Speech) -> str:
    match tile.op:
        case "place_conflict":
            told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", 1)
            return to.gettext("%(deed)s, not protected", deed=told) if tile.unprotected else told
        case "unflag_fixed":
            return taken(to.gettext("remove an opposing flag"), tile.targets, to)
        case "unflag_discount":
            told = taken(to.gettext("remove an opposing flag"), tile.targets, to)
            return to.gettext("%(deed)s, %(n)s cheaper", deed=told, n=tile.amount)
        case "reduce_debt":
            return to.gettext("debt %(change)s", change=to.signed(-tile.amount))
        case "squadron_to_navy_box":
            return to.gettext("%(squadron)s goes to its navy box", squadron=to.gettext("an opposing squadron"))
        case "construct_squadron":
            return to.gettext("a new squadron")


def all_advantages(to: Speech) -> tuple[str, ...]:
    """Return each of the 22 tiles: its name, the spaces that bring it, what it does."""
    return tuple(
        f"{to.thing(ADVANTAGE, tile.id)} ({to.spaces(SPACE.ids_of(tile.spaces))}): {advantage_text(tile, to)}."
        for tile in ADVANTAGE
    )
