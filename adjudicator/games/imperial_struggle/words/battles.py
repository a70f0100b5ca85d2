"""What happens in wars and at the end of the game, in words (chapters 7 and 11)."""

from __future__ import annotations

from functools import partial
from typing import Final

from adjudicator.kernel.events import Event
from adjudicator.reports.telling import Context, Deed, Group, Phase, Said

from ..components import NAVY_BOX
from ..fact_types import COMMODITY, KEYWORD, SIDES, THEATRE, WAR, WAR_TILE
from ..facts import facts
from ..rules.bidding import SidesBid
from ..rules.debt import TreatyPointsChanged, VictoryPoints
from ..rules.final_scoring import FinalScored, TieBroken
from ..rules.ministries.cards import JacobiteDefeat
from ..rules.war.conquest import ConquestRefused, ConquestTried, SpaceConquered, SpoilsLost, SpoilsUnflagged
from ..rules.war.effects import TileEffectUnused, TileEffectUsed
from ..rules.war.layout import BasicTilesAssigned, BonusTilesCarried, WarEnded
from ..rules.war.resolution import TheatreRevealed, WarBegan
from ..rules.war.special import (
    DominanceWon,
    IsolatedFlagsRemoved,
    JacobiteVictory,
    SpainShifted,
    UsaFlagsPlaced,
    UsaFortsRemoved,
)
from ..rules.war.spoils import SpoilsTaken
from ..rules.war.squadrons import SquadronGivenUp
from ..rules.war.strength import KeywordShown, Strength, TheatreResolved
from . import book
from .book import UNDER_WAY, begin, close, in_theatre, join, of_phase, place, rename
from .deeds import by_tile
from .phases import scored
from .places import places
from .speech import Speech


def _sides_bid(event: SidesBid, to: Speech) -> Said:
    text = to.gettext(
        "bids for %(side)s: seat of %(france)s %(n)s, seat of %(britain)s %(m)s",
        side=to.side(event.preferred),
        france=to.side("france"),
        n=event.france,
        britain=to.side("britain"),
        m=event.britain,
    )
    note = to.gettext("the players change places") if event.swapped else to.gettext("everybody keeps his side")
    return Said(text=text, note=note, rule="4.0", important=True)


def _war_began(event: WarBegan, to: Speech) -> Said:
    return Said(text=to.gettext("the war begins"), rule="7.0", important=True)


def _theatre_revealed(event: TheatreRevealed, to: Speech) -> Said:
    tiles = [_tiles(side, laid, to) for side, laid in zip(SIDES, (event.france, event.britain), strict=True)]
    if event.byng:
        byng = facts().war_tiles[facts().war_tile["byng"]]
        tiles[1] = f"{tiles[1]}, {to.name(WAR_TILE, byng.id)} {to.signed(byng.strength)}"
    text = to.gettext("war tiles: %(tiles)s", tiles="; ".join(tiles))
    return Said(text=text, rule="7.1.1")


def _tiles(side: str, laid: tuple[str, ...], to: Speech) -> str:
    return f"{to.side(side)} {', '.join(f'[{to.war_tile(tile)}]' for tile in laid) or '-'}"


def _effect_used(event: TileEffectUsed, to: Speech) -> Said:
    other = SIDES[1 - SIDES.index(event.side)]
    match event.effect:
        case "damage":
            text = to.damaged(event.space, other)
        case "send_home":
            text = to.sent_home(event.space, other)
        case _:
            text = to.unflagged(event.space, event.side)
    return Said(text=text, note=by_tile(event.tile, to), rule="7.1.2", important=True)


def _effect_unused(event: TileEffectUnused, to: Speech) -> Said:
    text = to.gettext("the symbol of %(tile)s is not used", tile=to.war_tile_name(event.tile))
    note = "" if event.targets else to.gettext("no target")
    return Said(text=text, who=event.side, note=note, rule="7.1.2")


def _keyword_shown(event: KeywordShown, to: Speech) -> Said:
    text = to.gettext("ministry turned up: %(ministry)s", ministry=to.ministry(event.ministry))
    return Said(text=text, who=event.side, note=to.name(KEYWORD, event.keyword), rule="7.1.3", important=True)


def _theatre_resolved(event: TheatreResolved, to: Speech) -> Said:
    strengths = (event.france.total, event.britain.total)
    if event.winner:
        text = to.gettext(
            "%(side)s wins by %(margin)s, %(more)s to %(less)s",
            side=to.side(event.winner),
            margin=event.margin,
            more=max(strengths),
            less=min(strengths),
        )
    else:
        text = to.gettext("a tie, %(n)s to %(n)s: nobody gets anything", n=strengths[0])
    parts = [
        f"{to.side(side)} {strength_parts(found, to)}"
        for side, found in zip(SIDES, (event.france, event.britain), strict=True)
    ]
    return Said(text=text, note="; ".join(parts), rule="7.1.4", important=True)


def strength_parts(found: Strength, to: Speech) -> str:
    """`tiles 3, alliances 2, forts 1`."""
    parts = [to.gettext("tiles %(n)s", n=found.army)]
    parts += [to.gettext("alliances %(n)s", n=found.alliances)] if found.alliances else []
    parts += [to.gettext("keywords %(n)s", n=found.keywords)] if found.keywords else []
    parts += [to.gettext("conflicts %(n)s", n=found.conflicts)] if found.conflicts else []
    parts += [to.gettext("forts %(n)s", n=found.forts)] if found.forts else []
    parts += [to.gettext("squadrons %(n)s", n=found.squadrons)] if found.squadrons else []
    return ", ".join(parts)


def _spoils_taken(event: SpoilsTaken, to: Speech) -> Said:
    loser = SIDES[1 - SIDES.index(event.winner)]
    gains = [to.vp_gain(event.vp)] if event.vp else []
    gains += [to.cp(event.cp)] if event.cp else []
    if event.unflag:
        where = facts().by_region[facts().region[event.unflag_region]]
        kind = facts().market if event.unflag == "market" else facts().political
        gains.append(to.gettext("remove a flag from: %(places)s", places=places(kind & where, to)))
    gains += [to.gettext("USA")] if event.usa else []
    gains += [to.gettext("Canada")] if event.canada else []
    other = [to.treaty_change(event.trp)] if event.trp else []
    if event.squadrons:
        other.append(to.ngettext("%(n)s squadron to give up", "%(n)s squadrons to give up", event.squadrons))
    parts = [f"{to.side(side)} {', '.join(what)}" for side, what in ((event.winner, gains), (loser, other)) if what]
    text = to.gettext("spoils: %(gains)s", gains="; ".join(parts)) if parts else to.gettext("no spoils")
    return Said(text=text, rule="7.2", important=True)


def _dominance_won(event: DominanceWon, to: Speech) -> Said:
    tile = facts().war_tiles[facts().war_tile["atlantic_dominance"]]
    text = to.gettext(
        "%(tile)s (%(strength)s) joins %(theatre)s",
        tile=to.name(WAR_TILE, tile.id),
        strength=to.signed(tile.strength),
        theatre=to.theatre("7yw", event.theater),
    )
    return Said(text=text, who=event.side, rule="7.3", important=True)


def _jacobite_victory(event: JacobiteVictory, to: Speech) -> Said:
    text = to.gettext("Jacobite victory, markers now: %(n)s", n=event.victories)
    note = to.gettext("Jacobite Uprisings may lie in an extra slot from now on") if event.slot else ""
    return Said(text=text, who="france", note=note, rule="7.3", important=True)


def _jacobite_defeat(event: JacobiteDefeat, to: Speech) -> Said:
    text = to.gettext("Jacobite defeat: Jacobite Uprisings leaves the game")
    note = to.gettext("it lay before France") if event.lay else ""
    return Said(text=text, note=note, rule="7.3", important=True)


def _space_conquered(event: SpaceConquered, to: Speech) -> Said:
    text = to.gettext("%(space)s conquered", space=to.space(event.space))
    if event.owner:
        text = to.gettext("%(space)s conquered from %(owner)s", space=to.space(event.space), owner=to.of(event.owner))
    notes = [to.cp(event.cp)]
    if event.source == NAVY_BOX:
        notes.append(to.gettext("squadron from the navy box"))
    elif event.source:
        notes.append(to.gettext("squadron from %(source)s", source=to.from_space(event.source)))
    return Said(text=text, who=event.side, note=", ".join(notes), rule="7.2.1", important=True)


def _conquest_tried(event: ConquestTried, to: Speech) -> Said:
    text = to.gettext(
        "wants to conquer %(space)s; %(owner)s may refuse for %(vp)s",
        space=to.space(event.space),
        owner=to.side(event.owner),
        vp=to.vp(event.vp),
    )
    return Said(text=text, who=event.side, note=to.cp(event.cp), rule="7.2.2", important=True)


def _conquest_refused(event: ConquestRefused, to: Speech) -> Said:
    text = to.gettext("%(space)s is not given up", space=to.space(event.space))
    other = to.side(SIDES[1 - SIDES.index(event.side)])
    note = to.gettext("%(side)s scores %(vp)s", side=other, vp=to.vp(event.vp))
    return Said(text=text, who=event.side, note=note, rule="7.2.2", important=True)


def _spoils_unflagged(event: SpoilsUnflagged, to: Speech) -> Said:
    return Said(text=to.unflagged(event.space, event.side), rule="7.2", important=True)


def _spoils_lost(event: SpoilsLost, to: Speech) -> Said:
    lost = [to.cp(event.cp)] if event.cp else []
    lost += [to.gettext("a flag to remove")] if event.unflag else []
    return Said(
        text=to.gettext("spoils not used: %(spoils)s", spoils=", ".join(lost) or to.gettext("nothing")),
        who=event.side,
        rule="7.2",
    )


def _squadron_given_up(event: SquadronGivenUp, to: Speech) -> Said:
    text = to.squadron_lost(event.source, event.side)
    if event.to == "unbuilt":
        text = to.gettext(
            "%(space)s: %(squadron)s is given up, it must be built anew",
            space=to.space(event.source),
            squadron=to.squadron(event.side),
        )
    return Said(text=text, rule="7.2", important=True)


def _usa_flags_placed(event: UsaFlagsPlaced, to: Speech) -> Said:
    text = to.gettext("no flags of the United States are placed")
    if event.spaces:
        text = to.gettext("United States flags in %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who="france", rule="7.3", important=True)


def _usa_forts_removed(event: UsaFortsRemoved, to: Speech) -> Said:
    text = to.gettext("no flags of forts are removed")
    if event.spaces:
        text = to.gettext("flags removed from %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who="france", rule="7.3", important=True)


def _isolated_removed(event: IsolatedFlagsRemoved, to: Speech) -> Said:
    text = to.gettext("isolated by that and without a flag now: %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, rule="7.3", important=True)


def _spain_shifted(event: SpainShifted, to: Speech) -> Said:
    if not event.space:
        text = to.gettext("nothing is shifted in Spain")
    elif event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=to.space(event.space), flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    return Said(text=text, who=event.side, rule="12.1")


def _war_ended(event: WarEnded, to: Speech) -> Said:
    text = to.gettext("the war is over, its bonus tiles leave the game")
    if not event.conflicts:
        return Said(text=text, rule="7.5")
    note = to.gettext("conflict markers that leave: %(spaces)s", spaces=to.spaces(event.conflicts))
    return Said(text=text, note=note, rule="7.5")


def _basic_assigned(event: BasicTilesAssigned, to: Speech) -> Said:
    text = to.gettext("basic war tiles assigned to the theatres")
    if event.tiles:
        tiles = "; ".join(to.war_tile(tile) for tile in event.tiles)
        text = to.gettext("basic war tiles assigned, in the order of the theatres: %(tiles)s", tiles=tiles)
    return Said(text=text, who=event.side, rule="12.2", private=bool(event.tiles))


def _bonus_carried(event: BonusTilesCarried, to: Speech) -> Said:
    text = to.ngettext(
        "%(n)s bonus war tile is carried over into the next war",
        "%(n)s bonus war tiles are carried over into the next war",
        event.count,
    )
    if event.tiles:
        tiles = "; ".join(to.war_tile(tile) for tile in event.tiles)
        text = to.gettext("bonus war tiles for the next war: %(tiles)s", tiles=tiles)
    note = to.gettext("to be laid at the start of the first action round")
    return Said(text=text, who=event.side, note=note, rule="7.6", private=bool(event.tiles))


# the end -------------------------------------------------------------------------------------------


def _final_scored(event: FinalScored, to: Speech) -> Said:
    if event.what == "territory":
        text = to.gettext(
            "%(what)s: %(side)s %(gained)s",
            what=to.space(event.of),
            side=to.side(event.winner),
            gained=to.vp_gain(event.vp),
        )
        return Said(text=text, note=to.flag(event.flag), rule="11.0")
    match event.what:
        case "prestige":
            what = to.gettext("Prestige")
        case "debt":
            what = to.gettext("Available debt")
        case _:
            what = to.name(COMMODITY, event.of)
    short = to.gettext("a lead of %(n)s is needed", n=facts().scoring.final.debt_step) if event.what == "debt" else ""
    return scored(event, what, to.vp_gain(event.vp), short, "11.0", to)


def _tie_broken(event: TieBroken, to: Speech) -> Said:
    text = to.gettext(
        "the track stands in the middle; available debt: %(france)s %(n)s, %(britain)s %(m)s",
        france=to.side("france"),
        n=event.france,
        britain=to.side("britain"),
        m=event.britain,
    )
    if event.france == event.britain:
        return Said(text=text, note=to.gettext("equal, so Britain wins"), rule="4.1.14", important=True)
    return Said(text=text, note=to.gettext("%(side)s wins", side=to.side(event.winner)), rule="4.1.14", important=True)


tell = partial(book.tell, where=in_theatre)

tell(SidesBid, _sides_bid, deed=Deed.NO)
tell(WarBegan, _war_began, deed=Deed.NO)
tell(TheatreRevealed, _theatre_revealed, deed=Deed.BEGINS)
tell(TileEffectUsed, _effect_used)
tell(TileEffectUnused, _effect_unused)
tell(KeywordShown, _keyword_shown, deed=Deed.NO)
tell(TheatreResolved, _theatre_resolved, deed=Deed.BEGINS)
tell(SpoilsTaken, _spoils_taken, deed=Deed.NO)
tell(DominanceWon, _dominance_won, deed=Deed.NO)
tell(JacobiteVictory, _jacobite_victory, deed=Deed.NO)
tell(JacobiteDefeat, _jacobite_defeat)
tell(SpaceConquered, _space_conquered, deed=Deed.ANYBODYS)
tell(ConquestTried, _conquest_tried)
tell(ConquestRefused, _conquest_refused)
tell(SpoilsUnflagged, _spoils_unflagged)
tell(SpoilsLost, _spoils_lost)
tell(SquadronGivenUp, _squadron_given_up)
tell(UsaFlagsPlaced, _usa_flags_placed)
tell(UsaFortsRemoved, _usa_forts_removed)
tell(IsolatedFlagsRemoved, _isolated_removed)
tell(SpainShifted, _spain_shifted)
tell(WarEnded, _war_ended, deed=Deed.NO)
tell(BasicTilesAssigned, _basic_assigned, deed=Deed.NO)
tell(BonusTilesCarried, _bonus_carried, deed=Deed.NO)
tell(FinalScored, _final_scored, deed=Deed.NO)
tell(TieBroken, _tie_broken, deed=Deed.NO)

RESOLUTION: Final = of_phase("theatre", "7.1", "war_resolution")


def _resolution(event: Event, going: str) -> Phase[Speech] | None:
    return None if going in UNDER_WAY else RESOLUTION


def _resolved(event: TheatreResolved, going: str) -> Phase[Speech] | None:
    return None if going in UNDER_WAY else Phase("theatre", _theatre)


def _war(event: WarBegan, to: Speech) -> Group:
    name = to.name(WAR, event.war)
    return Group("theatre", name, "7.0", chapter=name)


def _theatre(event: TheatreRevealed | TheatreResolved, to: Speech) -> Group:
    heading = to.gettext("Theatre %(n)s: %(theatre)s", n=event.theater, theatre=to.name(THEATRE, event.id))
    return Group("theatre", heading, "7.1")


def _known(event: TheatreResolved, group: Group, to: Speech) -> None:
    """What was told before its tiles were compared belongs to the theatre too."""
    if group.rule in ("7.1", "7.2"):
        group.heading, group.rule = _theatre(event, to).heading, "7.1"


@join(VictoryPoints, TreatyPointsChanged)
def _said_before(context: Context[Speech], event: VictoryPoints | TreatyPointsChanged, said: Said, to: Speech) -> bool:
    """The sentences of spoils and of refused conquests say what they give."""
    if isinstance(event, VictoryPoints) and event.why == "refusal":
        return isinstance(context.before, ConquestRefused)
    return event.why in facts().theatre and any(isinstance(each, SpoilsTaken) for each in context.events[-2:])


begin(WarBegan, _war)
begin(TheatreRevealed, _theatre)
rename(TheatreResolved, _known)
close(WarBegan)
place(_resolution, TileEffectUsed, TileEffectUnused)
place(_resolved, TheatreResolved)
place(lambda event, going: None if going else book.THEATRE, JacobiteDefeat)
place(Phase("bid", lambda event, to: Group("bid", to.gettext("Bidding for sides"), "4.0")), SidesBid)
place(of_phase("war_reset", "7.5"), WarEnded)
place(of_phase("war_layout", "7.6"), BonusTilesCarried, BasicTilesAssigned)
place(of_phase("final_scoring", "11.0"), FinalScored, TieBroken)
