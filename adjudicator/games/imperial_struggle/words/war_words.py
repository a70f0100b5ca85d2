"""Tell what decides a theatre and what it is worth, in words: the War Displays with the position of now (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.model import Row, Table, columns, right

from ..fact_types import SIDES, THEATRE, WAR, WAR_TILE, Spoils, Theatre
from ..known import bonus_strength, known
from ..state import State
from ..view import TheatreSlots, TileSlot, View
from .places import taken, unflagged_by
from .speech import Speech


def war_table(view: View, to: Speech) -> Table:
    """Return who has what at each theatre.

    Tiles by their backs or faces, and what the map adds for everybody to see.
    """
    assert view.war is not None
    position, open_to = known(view), view.public.theatre
    rows = []
    for theatre in view.theatres():
        cells = [_side(view, position, theatre, side, to) for side in range(len(SIDES))]
        result = _done(view, theatre.order, to) or (to.gettext("under way") if theatre.order == open_to else "")
        name = to.theatre(view.war, theatre.order)
        rows.append(Row(cells=(f"{name}: {result}" if result else name, *cells)))
    caption = to.gettext("War tiles of the next war: %(war)s", war=to.thing(WAR, view.war))
    if view.public.theatre:
        caption = to.gettext("%(war)s: the theatres", war=to.thing(WAR, view.war))
    note = to.gettext("The figure behind the tiles is the strength that the map gives now (7.1.3).")
    heads = columns(to.gettext("Theatre"), *map(to.seat, SIDES))
    return Table(caption=caption, columns=heads, rows=tuple(rows), note=note)


def _side(view: View, position: State, theatre: TheatreSlots, side: int, to: Speech) -> str:
    slots = theatre.britain if side else theatre.france
    opened = view.public.theatres[theatre.order - 1].open is not None
    byng = theatre.byng and side
    if opened:
        army = sum(slot.tile.strength for slot in slots if slot.tile is not None)
        tiles = to.gettext("tiles %(n)s", n=army + (WAR_TILE.thing("byng").strength if byng else 0))
    else:
        tiles = _backs(slots, to)
        if byng:
            tiles = f"{tiles} + {to.war_tile_name('byng')}"
    if _done(view, theatre.order, to):
        return tiles
    bonus = bonus_strength(position, theatre.order, side)
    return f"{tiles}; {to.signed(bonus)}" if bonus else tiles


def _backs(slots: tuple[TileSlot, ...], to: Speech) -> str:
    kinds = [slot.kind for slot in slots]
    parts = [to.gettext("basic")] if "basic" in kinds else []
    bonus = kinds.count("bonus")
    parts += [to.ngettext("%(n)s bonus", "%(n)s bonus", bonus)] if bonus else []
    if "special" in kinds:
        parts.append(to.war_tile_name("atlantic_dominance"))
    return " + ".join(parts) or "-"


def _done(view: View, order: int, to: Speech) -> str:
    war = view.public.war
    done = next((done for done in war.resolved if done.theatre == order), None) if war is not None else None
    if done is None:
        return ""
    if done.winner < 0:
        return to.gettext("a tie")
    return f"{to.seat(SIDES[done.winner])} +{done.margin}"


# what is at stake ----------------------------------------------------------------------------------


def stakes_table(view: View, to: Speech) -> Table:
    """Show the spoils of every theatre, row by row (7.2)."""
    assert view.war is not None
    theatres = WAR.thing(view.war).theatres
    rows = [Row(cells=cells) for theatre in theatres for cells in _rows(theatre, to)]
    notes = [to.gettext("CP: conquest points. Whoever leads by its last row in every theatre wins the game (7.4).")]
    if not all(map(_for_both, theatres)):
        france, britain = (to.seat(side) for side in SIDES)
        letters = to.gettext(
            "%(f)s and %(b)s: if %(france)s or %(britain)s wins there.",
            f=france[:1],
            b=britain[:1],
            france=france,
            britain=britain,
        )
        notes.insert(0, letters)
    return Table(
        caption=to.gettext("What the theatres are worth"),
        columns=columns(
            to.gettext("Theatre"), right(to.gettext("Lead")), to.gettext("The winner gets"), to.gettext("The loser")
        ),
        rows=tuple(rows),
        note=" ".join(notes),
        reference=True,
    )


def _for_both(theatre: Theatre) -> bool:
    """Return whether the theatre gives the same to whoever wins it."""
    return theatre.spoils[0] == theatre.spoils[1]


def _rows(theatre: Theatre, to: Speech) -> Iterator[tuple[str, str, str, str]]:
    both, first = _for_both(theatre), True
    for side, rows in enumerate(theatre.spoils):
        if both and side:
            return
        for row in rows:
            name = to.thing(THEATRE, theatre.id) if first else ""
            lead = row.margins if both else f"{to.seat(SIDES[side])[:1]} {row.margins}"
            yield name, lead, spoils_words(row, side, theatre, to), loser_words(row, to)
            first = False


def spoils_words(row: Spoils, side: int, theatre: Theatre, to: Speech) -> str:
    """Say what the winner gets."""
    parts = [to.vp(row.vp)] if row.vp else []
    parts += [to.gettext("%(n)s CP", n=row.cp)] if row.cp else []
    if row.unflag is not None:
        parts.append(taken(to.gettext("remove a flag"), unflagged_by(row.unflag.type, row.unflag.region), to))
    if row.atlantic_dominance:
        strength = to.signed(WAR_TILE.thing("atlantic_dominance").strength)
        parts.append(f"{strength}: {to.thing(THEATRE, 'french_and_indian_war')}")
    parts += [to.gettext("USA")] if row.usa else []
    parts += [to.gettext("Canada")] if row.canada else []
    parts += [to.gettext("Jacobite victory (France)")] if row.jacobite_victory else []
    parts += [to.gettext("Jacobite defeat")] if row.jacobite_defeat else []
    return ", ".join(parts) or "-"


def loser_words(row: Spoils, to: Speech) -> str:
    """Say what the loser gets, and gives up."""
    parts = [to.gettext("%(n)s TRP", n=row.trp)] if row.trp else []
    if row.squadrons_to_unbuilt:
        parts.append(to.gettext("squadrons %(change)s (to be built)", change=to.signed(-row.squadrons_to_unbuilt)))
    if row.squadrons_removed:
        parts.append(to.gettext("squadrons %(change)s (out of the game)", change=to.signed(-row.squadrons_removed)))
    return ", ".join(parts) or "-"
