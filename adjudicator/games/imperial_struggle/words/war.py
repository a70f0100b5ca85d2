"""Wars and their spoils in words (chapters 7 and 12)."""

from __future__ import annotations

from itertools import repeat

from adjudicator.reports.event_text import Context, EventText, TellingMode
from adjudicator.reports.phases import Group, Phase

from ..fact_types import SIDES, THEATRE, WAR
from ..rules.debt import TreatyPointsChanged, VictoryPoints
from ..rules.war import conquest, effects, special
from ..rules.war.layout import BasicTilesAssigned, BonusTilesCarried
from ..rules.war.resolution import TheatreRevealed, WarBegan
from ..rules.war.spoils import SpoilsTaken, SquadronGivenUp
from ..rules.war.strength import Strength, TheatreResolved
from .book import REGISTERS, TELLINGS, THEATRE_NEWS, UNDER_WAY, join, of_phase, tell
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


@TELLINGS.place
def effect_told(event: effects.TileEffectUsed, to: Speech) -> str:
    """Return what the symbol of a war tile did."""
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


@TELLINGS.place
def spoils_told(event: SpoilsTaken, to: Speech) -> str:
    """Return the spoils of a theatre."""
    told = gains(event, to)
    return to.gettext("spoils: %(gains)s", gains=told) if told else to.gettext("no spoils")


@TELLINGS.place
def shift_in_spain(event: special.SpainShifted, to: Speech) -> str:
    """Return what was shifted in Spain."""
    if not event.space:
        return to.gettext("nothing is shifted in Spain")
    if event.result == "flag":
        return to.gettext("%(space)s: %(flag)s", space=to.space(event.space), flag=to.flag(event.side))
    return to.unflagged(event.space, event.side)


@TELLINGS.place
def carried(event: BonusTilesCarried, to: Speech) -> str:
    """Return the tiles that are carried over into the next war, or how many."""
    if event.tiles:
        return to.gettext("bonus war tiles for the next war: %(tiles)s", tiles=own_tiles(event, to))
    return to.ngettext(
        "%(n)s bonus war tile is carried over into the next war",
        "%(n)s bonus war tiles are carried over into the next war",
        event.count,
    )


@TELLINGS.place
def own_tiles(event: BonusTilesCarried | BasicTilesAssigned, to: Speech) -> str:
    """Return war tiles with their strength and symbol."""
    return "; ".join(map(to.war_tile, event.tiles))


@TELLINGS.place
def tile_name(event: effects.TileEffectUnused, to: Speech) -> str:
    """Return a war tile without its symbol."""
    return to.war_tile_name(event.tile)


@TELLINGS.place
def source_tile(event: effects.TileEffectUsed, to: Speech) -> str:
    """Return the war tile whose symbol it was."""
    return by_tile(event.tile, to)


@TELLINGS.place
def dominance_joins(event: special.DominanceWon, to: Speech) -> str:
    """Return which theatre the marker of dominance joins."""
    return to.joins("atlantic_dominance", to.theatre("7yw", event.theater))


@TELLINGS.place
def own_squadron(event: SquadronGivenUp, to: Speech) -> str:
    """Return a squadron of the side."""
    return to.squadron(event.side)


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
def _said_before(
    context: Context[Speech], event: VictoryPoints | TreatyPointsChanged, said: EventText, to: Speech
) -> bool:
    """Return whether the sentences of spoils or of a refused conquest say already what they give."""
    if isinstance(event, VictoryPoints) and event.why == "refusal":
        return isinstance(context.before, conquest.ConquestRefused)
    return event.why in THEATRE and any(isinstance(each, SpoilsTaken) for each in context.events[-2:])


REGISTERS.parts["resolution"] = of_phase("theatre", "7.1", "war_resolution").unless(*UNDER_WAY)
REGISTERS.parts["defeat"] = THEATRE_NEWS.unless()
REGISTERS.parts["war_reset"] = of_phase("war_reset", "7.5")
tell(WarBegan, "the war begins", deed=TellingMode.NO, important=True, begins=_war, closes=True)
tell(TheatreRevealed, "war tiles: %(tiles)s", deed=TellingMode.BEGINS, begins=_theatre, tiles=_tiles)
tell(
    TheatreResolved,
    _theatre_resolved,
    deed=TellingMode.BEGINS,
    important=True,
    where=Phase("theatre", _theatre).unless(*UNDER_WAY),
    renames=_known,
)
