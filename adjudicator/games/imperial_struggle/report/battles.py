"""What happens in wars and at the end of the game, in words (chapters 7 and 11)."""

from __future__ import annotations

from .. import war_events as w
from ..actions import NAVY_BOX
from ..fact_types import SIDES
from ..facts import facts
from .deeds import by_tile, told
from .phases import scored
from .places import places
from .said import Said
from .speech import Speech


@told.register
def _sides_bid(event: w.SidesBid, to: Speech) -> Said:
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


@told.register
def _war_began(event: w.WarBegan, to: Speech) -> Said:
    return Said(text=to.gettext("the war begins"), rule="7.0", important=True)


@told.register
def _theatre_revealed(event: w.TheatreRevealed, to: Speech) -> Said:
    tiles = [_tiles(side, laid, to) for side, laid in zip(SIDES, (event.france, event.britain), strict=True)]
    if event.byng:
        byng = facts().war_tiles[facts().war_tile["byng"]]
        tiles[1] = f"{tiles[1]}, {to.name('war_tiles', byng.id)} {to.signed(byng.strength)}"
    text = to.gettext("war tiles: %(tiles)s", tiles="; ".join(tiles))
    return Said(text=text, rule="7.1.1")


def _tiles(side: str, laid: tuple[str, ...], to: Speech) -> str:
    return f"{to.side(side)} {', '.join(f'[{to.war_tile(tile)}]' for tile in laid) or '-'}"


@told.register
def _effect_used(event: w.TileEffectUsed, to: Speech) -> Said:
    other = SIDES[1 - SIDES.index(event.side)]
    match event.effect:
        case "damage":
            text = to.damaged(event.space, other)
        case "send_home":
            text = to.sent_home(event.space, other)
        case _:
            text = to.unflagged(event.space, event.side)
    return Said(text=text, note=by_tile(event.tile, to), rule="7.1.2", important=True)


@told.register
def _effect_unused(event: w.TileEffectUnused, to: Speech) -> Said:
    text = to.gettext("the symbol of %(tile)s is not used", tile=to.war_tile_name(event.tile))
    note = "" if event.targets else to.gettext("no target")
    return Said(text=text, who=event.side, note=note, rule="7.1.2")


@told.register
def _keyword_shown(event: w.KeywordShown, to: Speech) -> Said:
    text = to.gettext("ministry turned up: %(ministry)s", ministry=to.ministry(event.ministry))
    return Said(text=text, who=event.side, note=to.name("keywords", event.keyword), rule="7.1.3", important=True)


@told.register
def _theatre_resolved(event: w.TheatreResolved, to: Speech) -> Said:
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


def strength_parts(found: w.Strength, to: Speech) -> str:
    """`tiles 3, alliances 2, forts 1`."""
    parts = [to.gettext("tiles %(n)s", n=found.army)]
    parts += [to.gettext("alliances %(n)s", n=found.alliances)] if found.alliances else []
    parts += [to.gettext("keywords %(n)s", n=found.keywords)] if found.keywords else []
    parts += [to.gettext("conflicts %(n)s", n=found.conflicts)] if found.conflicts else []
    parts += [to.gettext("forts %(n)s", n=found.forts)] if found.forts else []
    parts += [to.gettext("squadrons %(n)s", n=found.squadrons)] if found.squadrons else []
    return ", ".join(parts)


@told.register
def _spoils_taken(event: w.SpoilsTaken, to: Speech) -> Said:
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


@told.register
def _dominance_won(event: w.DominanceWon, to: Speech) -> Said:
    tile = facts().war_tiles[facts().war_tile["atlantic_dominance"]]
    text = to.gettext(
        "%(tile)s (%(strength)s) joins %(theatre)s",
        tile=to.name("war_tiles", tile.id),
        strength=to.signed(tile.strength),
        theatre=to.theatre("7yw", event.theater),
    )
    return Said(text=text, who=event.side, rule="7.3", important=True)


@told.register
def _jacobite_victory(event: w.JacobiteVictory, to: Speech) -> Said:
    text = to.gettext("Jacobite victory, markers now: %(n)s", n=event.victories)
    note = to.gettext("Jacobite Uprisings may lie in an extra slot from now on") if event.slot else ""
    return Said(text=text, who="france", note=note, rule="7.3", important=True)


@told.register
def _jacobite_defeat(event: w.JacobiteDefeat, to: Speech) -> Said:
    text = to.gettext("Jacobite defeat: Jacobite Uprisings leaves the game")
    note = to.gettext("it lay before France") if event.lay else ""
    return Said(text=text, note=note, rule="7.3", important=True)


@told.register
def _space_conquered(event: w.SpaceConquered, to: Speech) -> Said:
    text = to.gettext("%(space)s conquered", space=to.space(event.space))
    if event.owner:
        text = to.gettext("%(space)s conquered from %(owner)s", space=to.space(event.space), owner=to.of(event.owner))
    notes = [to.cp(event.cp)]
    if event.source == NAVY_BOX:
        notes.append(to.gettext("squadron from the navy box"))
    elif event.source:
        notes.append(to.gettext("squadron from %(source)s", source=to.from_space(event.source)))
    return Said(text=text, who=event.side, note=", ".join(notes), rule="7.2.1", important=True)


@told.register
def _conquest_tried(event: w.ConquestTried, to: Speech) -> Said:
    text = to.gettext(
        "wants to conquer %(space)s; %(owner)s may refuse for %(vp)s",
        space=to.space(event.space),
        owner=to.side(event.owner),
        vp=to.vp(event.vp),
    )
    return Said(text=text, who=event.side, note=to.cp(event.cp), rule="7.2.2", important=True)


@told.register
def _conquest_refused(event: w.ConquestRefused, to: Speech) -> Said:
    text = to.gettext("%(space)s is not given up", space=to.space(event.space))
    other = to.side(SIDES[1 - SIDES.index(event.side)])
    note = to.gettext("%(side)s scores %(vp)s", side=other, vp=to.vp(event.vp))
    return Said(text=text, who=event.side, note=note, rule="7.2.2", important=True)


@told.register
def _spoils_unflagged(event: w.SpoilsUnflagged, to: Speech) -> Said:
    return Said(text=to.unflagged(event.space, event.side), rule="7.2", important=True)


@told.register
def _spoils_lost(event: w.SpoilsLost, to: Speech) -> Said:
    lost = [to.cp(event.cp)] if event.cp else []
    lost += [to.gettext("a flag to remove")] if event.unflag else []
    return Said(
        text=to.gettext("spoils not used: %(spoils)s", spoils=", ".join(lost) or to.gettext("nothing")),
        who=event.side,
        rule="7.2",
    )


@told.register
def _squadron_given_up(event: w.SquadronGivenUp, to: Speech) -> Said:
    text = to.squadron_lost(event.source, event.side)
    if event.to == "unbuilt":
        text = to.gettext(
            "%(space)s: %(squadron)s is given up, it must be built anew",
            space=to.space(event.source),
            squadron=to.squadron(event.side),
        )
    return Said(text=text, rule="7.2", important=True)


@told.register
def _usa_flags_placed(event: w.UsaFlagsPlaced, to: Speech) -> Said:
    text = to.gettext("no flags of the United States are placed")
    if event.spaces:
        text = to.gettext("United States flags in %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who="france", rule="7.3", important=True)


@told.register
def _usa_forts_removed(event: w.UsaFortsRemoved, to: Speech) -> Said:
    text = to.gettext("no flags of forts are removed")
    if event.spaces:
        text = to.gettext("flags removed from %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, who="france", rule="7.3", important=True)


@told.register
def _isolated_removed(event: w.IsolatedFlagsRemoved, to: Speech) -> Said:
    text = to.gettext("isolated by that and without a flag now: %(spaces)s", spaces=to.spaces(event.spaces))
    return Said(text=text, rule="7.3", important=True)


@told.register
def _spain_shifted(event: w.SpainShifted, to: Speech) -> Said:
    if not event.space:
        text = to.gettext("nothing is shifted in Spain")
    elif event.result == "flag":
        text = to.gettext("%(space)s: %(flag)s", space=to.space(event.space), flag=to.flag(event.side))
    else:
        text = to.unflagged(event.space, event.side)
    return Said(text=text, who=event.side, rule="12.1")


@told.register
def _war_ended(event: w.WarEnded, to: Speech) -> Said:
    text = to.gettext("the war is over, its bonus tiles leave the game")
    if not event.conflicts:
        return Said(text=text, rule="7.5")
    note = to.gettext("conflict markers that leave: %(spaces)s", spaces=to.spaces(event.conflicts))
    return Said(text=text, note=note, rule="7.5")


@told.register
def _basic_assigned(event: w.BasicTilesAssigned, to: Speech) -> Said:
    text = to.gettext("basic war tiles assigned to the theatres")
    if event.tiles:
        tiles = "; ".join(to.war_tile(tile) for tile in event.tiles)
        text = to.gettext("basic war tiles assigned, in the order of the theatres: %(tiles)s", tiles=tiles)
    return Said(text=text, who=event.side, rule="12.2", private=bool(event.tiles))


@told.register
def _bonus_carried(event: w.BonusTilesCarried, to: Speech) -> Said:
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


@told.register
def _final_scored(event: w.FinalScored, to: Speech) -> Said:
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
            what = to.name("commodities", event.of)
    short = to.gettext("a lead of %(n)s is needed", n=facts().scoring.final.debt_step) if event.what == "debt" else ""
    return scored(event, what, to.vp_gain(event.vp), short, "11.0", to)


@told.register
def _tie_broken(event: w.TieBroken, to: Speech) -> Said:
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
