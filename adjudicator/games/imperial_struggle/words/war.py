"""Wars and their spoils in words (chapters 7 and 12)."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import Final

from adjudicator.reports.phases import Group, Phase
from adjudicator.reports.telling import Context, Deed, Said

from ..fact_types import SIDES, THEATRE, WAR
from ..rules.debt import TreatyPointsChanged, VictoryPoints
from ..rules.ministries.cards import JacobiteDefeat
from ..rules.war import conquest, effects, special
from ..rules.war.layout import BasicTilesAssigned, BonusTilesCarried, WarEnded, not_the_tiles_drawn
from ..rules.war.resolution import TheatreRevealed, WarBegan
from ..rules.war.spoils import SpoilsTaken, SquadronGivenUp, no_squadron_to_give_up
from ..rules.war.strength import KeywordShown, Strength, TheatreResolved
from . import book
from .book import THEATRE_NEWS, UNDER_WAY, WAR_LAYOUT, in_theatre, join, of_phase, refuse
from .credit import by_tile
from .places import taken, unflagged_by
from .speech import Speech, opponent


def _tiles(event: TheatreRevealed, to: Speech) -> str:
    laid = (event.france, (*event.britain, "byng") if event.byng else event.britain)
    return "; ".join(
        f"{to.seat(side)} {', '.join(map(_face, tiles, repeat(to))) or '-'}"
        for side, tiles in zip(SIDES, laid, strict=True)
    )


def _face(tile: str, to: Speech) -> str:
    """Show a war tile by its face; the marker of Byng is not a tile, and has no back."""
    return to.war_tile(tile) if tile == "byng" else f"[{to.war_tile(tile)}]"


def _effect_used(event: effects.TileEffectUsed, to: Speech) -> str:
    other = opponent(event.side)
    match event.effect:
        case "damage":
            return to.damaged(event.space, other)
        case "send_home":
            return to.sent_home(event.space, other)
        case "unflag":
            return to.unflagged(event.space, event.side)
        case _:
            raise LookupError(f"no words for the effect {event.effect!r}")


def _theatre_resolved(event: TheatreResolved, to: Speech) -> tuple[str, str]:
    found = dict(zip(SIDES, (event.france, event.britain), strict=True))
    strengths = [strength.total for strength in found.values()]
    if event.winner:
        text = to.gettext(
            "%(theatre)s: %(side)s wins by %(margin)s, %(more)s to %(less)s",
            theatre=to.thing(THEATRE, event.id),
            side=to.seat(event.winner),
            margin=event.margin,
            more=max(strengths),
            less=min(strengths),
        )
    else:
        name = to.thing(THEATRE, event.id)
        text = to.gettext("%(theatre)s: a tie, %(n)s to %(n)s, nobody gets anything", theatre=name, n=strengths[0])
    return text, "; ".join(f"{to.seat(side)} {strength_parts(strength, to)}" for side, strength in found.items())


def strength_parts(found: Strength, to: Speech) -> str:
    """Return parts of a strength: `tiles 3, alliances 2, forts 1`."""
    parts = [to.gettext("tiles %(n)s", n=found.army)]
    parts += [to.gettext("alliances %(n)s", n=found.alliances)] if found.alliances else []
    parts += [to.gettext("keywords %(n)s", n=found.keywords)] if found.keywords else []
    parts += [to.gettext("conflicts %(n)s", n=found.conflicts)] if found.conflicts else []
    parts += [to.gettext("forts %(n)s", n=found.forts)] if found.forts else []
    parts += [to.gettext("squadrons %(n)s", n=found.squadrons)] if found.squadrons else []
    return ", ".join(parts)


def gains(event: SpoilsTaken, to: Speech) -> str:
    """Say what the margin gave to both sides; "" for nothing."""
    won = [to.vp_gain(event.vp)] if event.vp else []
    won += [to.cp(event.cp)] if event.cp else []
    if event.unflag:
        won.append(taken(to.gettext("remove a flag"), unflagged_by(event.unflag, event.unflag_region), to))
    won += [to.gettext("USA")] if event.usa else []
    won += [to.gettext("Canada")] if event.canada else []
    other = [to.treaty_change(event.trp)] if event.trp else []
    if event.squadrons:
        other.append(to.ngettext("%(n)s squadron to give up", "%(n)s squadrons to give up", event.squadrons))
    both = ((event.winner, won), (opponent(event.winner), other))
    return "; ".join(f"{to.seat(side)} {', '.join(what)}" for side, what in both if what)


def _spoils_taken(event: SpoilsTaken, to: Speech) -> str:
    told = gains(event, to)
    return to.gettext("spoils: %(gains)s", gains=told) if told else to.gettext("no spoils")


def _spain_shifted(event: special.SpainShifted, to: Speech) -> str:
    if not event.space:
        return to.gettext("nothing is shifted in Spain")
    if event.result == "flag":
        return to.gettext("%(space)s: %(flag)s", space=to.space(event.space), flag=to.flag(event.side))
    return to.unflagged(event.space, event.side)


def _carried(event: BonusTilesCarried, to: Speech) -> str:
    if event.tiles:
        return to.gettext("bonus war tiles for the next war: %(tiles)s", tiles=_own_tiles(event, to))
    return to.ngettext(
        "%(n)s bonus war tile is carried over into the next war",
        "%(n)s bonus war tiles are carried over into the next war",
        event.count,
    )


def _own_tiles(event: BonusTilesCarried | BasicTilesAssigned, to: Speech) -> str:
    return "; ".join(map(to.war_tile, event.tiles))


def _war(event: WarBegan, to: Speech) -> Group:
    name = to.thing(WAR, event.war)
    return Group("theatre", name, "7.0", chapter=name)


def _theatre(event: TheatreRevealed | TheatreResolved, to: Speech) -> Group:
    heading = to.gettext("Theatre %(n)s: %(theatre)s", n=event.theater, theatre=to.thing(THEATRE, event.id))
    return Group("theatre", heading, "7.1")


def _known(event: TheatreResolved, group: Group, to: Speech) -> None:
    """Put what was told before the tiles of a theatre were compared under that theatre too."""
    if group.rule in ("7.1", "7.2"):
        group.heading, group.rule = _theatre(event, to).heading, "7.1"


@join(VictoryPoints, TreatyPointsChanged)
def _said_before(context: Context[Speech], event: VictoryPoints | TreatyPointsChanged, said: Said, to: Speech) -> bool:
    """Return whether the sentences of spoils or of a refused conquest say already what they give."""
    if isinstance(event, VictoryPoints) and event.why == "refusal":
        return isinstance(context.before, conquest.ConquestRefused)
    return event.why in THEATRE and any(isinstance(each, SpoilsTaken) for each in context.events[-2:])


RESOLUTION: Final = of_phase("theatre", "7.1", "war_resolution").unless(*UNDER_WAY)
tell = partial(book.tell, where=in_theatre, important=True)
tell(WarBegan, "the war begins", deed=Deed.NO, begins=_war, closes=True)
tell(TheatreRevealed, "war tiles: %(tiles)s", important=False, deed=Deed.BEGINS, begins=_theatre, tiles=_tiles)
tell(effects.TileEffectUsed, _effect_used, note=lambda event, to: by_tile(event.tile, to), who="", where=RESOLUTION)
tell(
    effects.TileEffectUnused,
    "the symbol of %(tile)s is not used",
    important=False,
    note=lambda event, to: "" if event.targets else to.gettext("no target"),
    where=RESOLUTION,
    tile=lambda event, to: to.war_tile_name(event.tile),
)
tell(KeywordShown, "ministry revealed: %(ministry)s", note="%(keyword)s", deed=Deed.NO)
tell(
    TheatreResolved,
    _theatre_resolved,
    deed=Deed.BEGINS,
    where=Phase("theatre", _theatre).unless(*UNDER_WAY),
    renames=_known,
)
tell(SpoilsTaken, _spoils_taken, deed=Deed.NO)
tell(
    special.DominanceWon,
    lambda event, to: to.joins("atlantic_dominance", to.theatre("7yw", event.theater)),
    deed=Deed.NO,
)
tell(
    special.JacobiteVictory,
    "Jacobite victory, markers now: %(n)s",
    note=lambda event, to: to.gettext("Jacobite Uprisings may lie in an extra slot from now on") if event.slot else "",
    who="france",
    deed=Deed.NO,
    n="victories",
)
tell(
    JacobiteDefeat,
    "Jacobite defeat: Jacobite Uprisings leaves the game",
    note=lambda event, to: to.gettext("it lay before France") if event.lay else "",
    where=THEATRE_NEWS.unless(),
)
tell(
    SquadronGivenUp,
    {
        "unbuilt": "%(space)s: %(squadron)s is given up, it must be built anew",
        "out_of_game": "%(space)s: %(squadron)s leaves the game",
    },
    by="to",
    who="",
    space="source",
    squadron=lambda event, to: to.squadron(event.side),
)
tell(
    special.UsaFlagsPlaced,
    {True: "United States flags in %(spaces)s", False: "no flags of the United States are placed"},
    by="spaces",
    who="france",
)
tell(
    special.UsaFortsRemoved,
    {True: "flags removed from %(spaces)s", False: "no flags of forts are removed"},
    by="spaces",
    who="france",
)
tell(special.IsolatedFlagsRemoved, "isolated by that and without a flag now: %(spaces)s")
tell(special.SpainShifted, _spain_shifted, important=False)
tell(
    WarEnded,
    "the war is over, its bonus tiles leave the game",
    important=False,
    note=lambda event, to: (
        to.gettext("conflict markers that leave: %(spaces)s", spaces=to.spaces(event.conflicts))
        if event.conflicts
        else ""
    ),
    deed=Deed.NO,
    where=of_phase("war_reset", "7.5"),
)
tell(
    BasicTilesAssigned,
    "basic war tiles assigned to the theatres",
    "basic war tiles assigned, in the order of the theatres: %(tiles)s",
    important=False,
    deed=Deed.NO,
    where=WAR_LAYOUT,
    tiles=_own_tiles,
)
tell(
    BonusTilesCarried,
    _carried,
    important=False,
    note="to be laid at the start of the first action round",
    deed=Deed.NO,
    where=WAR_LAYOUT,
)


refuse(effects.no_such_effect, "you have no open symbol of %(tile)s here; you have: %(tiles)s")
refuse(effects.no_effect_there, "%(tile)s does not work on %(space)s; it works on: %(targets)s")
refuse(effects.effect_not_optional, "in this campaign the symbol of %(tile)s must be used; it works on: %(targets)s")
refuse(no_squadron_to_give_up, "no squadron of yours is here: %(space)s; yours are at: %(spaces)s")
refuse(special.not_of_the_award, "not possible here: %(spaces)s; possible are: %(allowed)s")
refuse(special.named_twice, "named twice: %(spaces)s")
refuse(special.shift_half_said, "say the space and whether you place or remove the flag")
refuse(
    special.no_shift_in_spain,
    {"flag": "%(space)s: no flag can be placed there", "unflag": "%(space)s: no opposing flag in Spain is there"},
    by="result",
)
refuse(not_the_tiles_drawn, "these are not the tiles you drew: %(given)s; you drew %(drawn)s")
