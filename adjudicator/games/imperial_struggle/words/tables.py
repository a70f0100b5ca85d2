"""The public position in tables, enough to play without a picture; the War Displays of now (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import msgid
from adjudicator.reports.model import Item, Row, Table, columns, right

from ..fact_types import (
    ADVANTAGE,
    COMMODITY,
    MINISTRY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    THEATRE,
    TURN,
    WAR,
    WAR_TILE,
    Space,
    Spoils,
    Theatre,
)
from ..facts import FACTS
from ..known import bonus_strength, final_scores_now, known
from ..rules.control import joined
from ..rules.ending import FinalScored
from ..state import State, playable
from ..view import SpaceStatus, TheatreSlots, TileSlot, View
from .figures import Moved, leads, stakes
from .ministries import advantage_text
from .printed import ministry_text
from .speech import Speech
from .terms import taken, unflagged_by
from .turns import final_name


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


def tables(view: View, moved: Moved, to: Speech) -> Iterator[Table]:
    """Yield the coming war, tiles, ministries, advantages, and every region."""
    peace = TURN.things[view.public.turn].peace > 0 and view.phase != "game_over"
    if lines := final_scores_now(view):
        yield _final(lines, to)
    if view.public.theatres:
        yield war_table(view, to)
        yield stakes_table(view, to)
    if peace and (view.public.available or view.public.taken[0] or view.public.taken[1]):
        yield _investments(view, to)
    yield _ministries(view, to)
    yield _advantages(view, moved.spaces, to)
    for region in range(len(REGION.ids)):
        yield _region(view, region, moved.spaces, to)


def _row(*cells: str, changed: bool = False) -> Row:
    return Row(cells=cells, changed=changed)


# what scores next (4.1.12) -------------------------------------------------------------------------


def scoring(view: View, changed: Collection[str], to: Speech) -> Table | None:
    """Show what scores next, who leads there and by how much; None if nothing does."""
    found = stakes(view, to)
    if not found:
        return None
    rows = tuple(
        _row(
            stake.name,
            stake.worth,
            str(stake.counts[0]),
            str(stake.counts[1]),
            leads(stake.counts, stake.margin, to),
            changed=any(id in changed for id in SPACE.ids_of(stake.spaces)),
        )
        for stake in found
    )
    return _scoring_table(to.gettext("What scores at the end of this turn"), rows, to)


def _final(lines: Sequence[FinalScored], to: Speech) -> Table:
    """Show the final scoring (11.0) in the present position, line by line."""
    caption = to.gettext("The final scoring after this turn, as things lie now (11.0)")
    return _scoring_table(caption, tuple(_final_row(line, to) for line in lines), to)


def _scoring_table(caption: str, rows: tuple[Row, ...], to: Speech) -> Table:
    """Show what is scored, what it is worth, what each side counts, who is ahead."""
    return Table(
        caption=caption,
        columns=columns(
            to.gettext("Scored"), to.gettext("Worth"), *map(right, map(to.seat, SIDES)), to.gettext("Ahead")
        ),
        rows=rows,
        note=to.gettext("Spaces with a conflict marker count for nobody; a tie gives nothing (3.8, 4.1.12)."),
    )


def _final_row(line: FinalScored, to: Speech) -> Row:
    final, name, margin = FACTS.scoring.final, final_name(line, to), 1
    if line.what == "territory":
        flagged = to.gettext("%(space)s: %(flag)s", space=name, flag=to.flag(line.flag))
        return _row(flagged, to.vp(final.territory), "", "", to.seat(line.winner))
    worth = to.vp(final.prestige if line.what == "prestige" else final.commodity)
    if line.what == "debt":
        margin, each = final.debt_step, to.vp(1)
        worth = to.gettext("%(vp)s for every %(step)s, at most %(most)s", vp=each, step=margin, most=final.debt_max)
    counts = line.france, line.britain
    return _row(name, worth, *map(str, counts), leads(counts, margin, to))


# war, tiles, cards ---------------------------------------------------------------------------------


def _investments(view: View, to: Speech) -> Table:
    taken = [[to.short_tile(tile.id) for tile in view.taken(side)] for side in SIDES]
    rows = [_row(str(n), *cells) for n, cells in enumerate(zip_longest(*taken, fillvalue="-"), 1)]
    left = ", ".join(to.short_tile(tile.id) for tile in view.available)
    return Table(
        caption=to.gettext("Investment tiles of this turn (E economic, D diplomatic, M military)"),
        columns=columns(right(to.gettext("Round")), *map(to.seat, SIDES)),
        rows=tuple(rows) or (_row("1", "-", "-"),),
        note=to.gettext("Face up: %(tiles)s.", tiles=left) if left else "",
    )


def _ministries(view: View, to: Speech) -> Table:
    rows = []
    for side, cards in zip(SIDES, view.public.ministries, strict=True):
        names = ", ".join(to.thing(MINISTRY, MINISTRY.id_of(card.card)) for card in cards.face_up)
        rows.append(_row(to.seat(side), names or "-", str(cards.face_down + cards.jacobite_slot)))
    theirs = tuple(_theirs(view, to))
    return Table(
        caption=to.gettext("Ministries"),
        columns=columns(to.gettext("Side"), to.gettext("Face up"), right(to.gettext("Face down"))),
        rows=tuple(rows),
        items=theirs,
        note=to.gettext("“You” is whoever holds the card.") if theirs else "",
    )


def _theirs(view: View, to: Speech) -> Iterator[Item]:
    """Yield the abilities of face-up cards of the other sides.

    The reader's own cards are shown with what the reader knows.
    """
    position = known(view)
    for index, side in enumerate(SIDES):
        if side not in view.seats:
            for card in view.public.ministries[index].face_up:
                ministry = MINISTRY.at(card.card)
                yield Item(name=to.thing(MINISTRY, ministry.id), text=ministry_text(ministry, position, to))


def _advantages(view: View, changed: Collection[str], to: Speech) -> Table:
    rows, told = [], []
    for advantage in ADVANTAGE:
        owner = view.advantage_owner(advantage.id)
        if owner is None:
            continue
        told.append(Item(name=to.thing(ADVANTAGE, advantage.id), text=advantage_text(advantage, to)))
        state = [to.gettext("used this turn")] if view.is_exhausted(advantage.id) else []
        state += [to.gettext("usable next round")] if view.is_new(advantage.id) else []
        if advantage.spaces & view.public.conflicts:
            state.append(to.gettext("blocked by a conflict marker"))
        region = to.thing(REGION, REGION.ids[advantage.region])
        cells = (to.thing(ADVANTAGE, advantage.id), region, to.seat(owner), ", ".join(state))
        rows.append(_row(*cells, changed=advantage.id in changed))
    return Table(
        caption=to.gettext("Advantages"),
        columns=columns(to.gettext("Advantage"), to.gettext("Region"), to.gettext("Holder"), to.gettext("State")),
        rows=tuple(rows) or (_row("-", "", "", ""),),
        items=tuple(told) if view.public.phase in WHILE_USED else (),
    )


WHILE_USED = ("deal_cards", "ministry", "initiative", "action")
"""The phases before and while advantages are used, when it is told what they do; `rules 8.2` tells it at any time."""


# regions -------------------------------------------------------------------------------------------


def _region(view: View, region: int, changed: Collection[str], to: Speech) -> Table:
    heads = (to.gettext("Space"), to.gettext("Kind"), right(to.gettext("Cost")), to.gettext("Holder"))
    guarded, rows = _protected(view) & FACTS.market, []
    for index in bits(FACTS.by_region[region] & playable(known(view))):
        space = SPACE.things[index]
        status = view.space(space.id)
        owner, marked = status.owner, _marks(status, to, guarded=bool(guarded >> index & 1))
        cells = (to.space(space.id), kind(space, to), str(space.cost or ""), to.seat(owner) if owner else "-", marked)
        rows.append(_row(*cells, changed=space.id in changed))
    caption = to.thing(REGION, REGION.ids[region])
    if any(row.cells[-1] for row in rows):
        return Table(caption=caption, columns=columns(*heads, to.gettext("Marks")), rows=tuple(rows))
    rows = [_row(*row.cells[:-1], changed=row.changed) for row in rows]
    return Table(caption=caption, columns=columns(*heads), rows=tuple(rows))


def _protected(view: View) -> int:
    """Return flagged spaces that their side protects (3.2.8).

    A squadron or an undamaged fort protects them.
    """
    p, found = view.public, 0
    for squadrons, flags in zip(p.squadrons, p.flags, strict=False):
        found |= joined(squadrons | flags & FACTS.fort & ~p.damaged) & flags
    return found


def kind(space: Space, to: Speech) -> str:
    """Return what a space is: `furs`, `alliance, prestige`, `fort`."""
    if space.commodity != NONE:
        return to.thing(COMMODITY, COMMODITY.id_of(space.commodity))
    parts = [to.gettext(_KINDS[space.type])] if space.type in _KINDS else []
    if space.alliance:
        parts.append(to.gettext("alliance"))
    elif space.local_alliance and not space.prestige:
        parts.append(to.gettext("local alliance"))
    parts += [to.gettext("prestige")] if space.prestige else []
    return ", ".join(parts) or to.gettext("political")


_KINDS: Final = {
    "market": msgid("market"),
    "territory": msgid("territory"),
    "fort": msgid("fort"),
    "naval": msgid("naval"),
}


def _marks(status: SpaceStatus, to: Speech, *, guarded: bool) -> str:
    marks = [to.gettext("conflict")] if status.conflict == 1 else []
    marks += [to.gettext("conflict +1")] if status.conflict == 2 else []
    marks += [to.gettext("damaged")] if status.damaged else []
    marks += [to.gettext("isolated")] if status.isolated else []
    marks += [to.gettext("Huguenots, used")] if status.huguenots_spent else []
    marks += [to.gettext("Huguenots")] if status.huguenots and not status.huguenots_spent else []
    marks += [to.gettext("protected")] if guarded else []
    return ", ".join(marks)
