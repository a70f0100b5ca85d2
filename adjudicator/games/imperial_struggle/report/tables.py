"""The public position in tables, enough to play without a picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.reports.model import Align, Column, Row, Table

from ..bits import bits
from ..fact_types import ERAS, SIDES, Space
from ..facts import facts
from ..rules.control import joined
from ..view import View
from .moved import Moved
from .speech import Speech
from .standing import has_awards, in_play, leads, tally


def tables(view: View, moved: Moved, to: Speech) -> Iterator[Table]:
    """What scores next, the coming war, tiles, ministries, advantages, and every region."""
    if has_awards(view):
        yield _scoring(view, moved.spaces, to)
    if view.public.theatres:
        yield _war(view, to)
    if view.public.available or view.public.taken[0] or view.public.taken[1]:
        yield _investments(view, to)
    yield _ministries(view, to)
    yield _advantages(view, moved.spaces, to)
    for region in range(len(facts().regions)):
        yield _region(view, region, moved.spaces, to)


def _sides(to: Speech, *, numbers: bool = True) -> tuple[Column, Column]:
    align = Align.RIGHT if numbers else Align.LEFT
    return Column(title=to.side("france"), align=align), Column(title=to.side("britain"), align=align)


def _row(*cells: str, changed: bool = False) -> Row:
    return Row(cells=cells, changed=changed)


# what scores next (4.1.12) -------------------------------------------------------------------------


def _scoring(view: View, changed: Collection[str], to: Speech) -> Table:
    rows = [*_awards(view, changed, to), _prestige(view, changed, to), *_demand(view, changed, to)]
    return Table(
        caption=to.gettext("What scores at the end of this turn"),
        columns=(
            Column(title=to.gettext("Scored")),
            Column(title=to.gettext("Worth")),
            *_sides(to),
            Column(title=to.gettext("Ahead")),
        ),
        rows=tuple(rows),
        note=to.gettext("Spaces with a conflict marker count for nobody; a tie gives nothing (3.8, 4.1.12)."),
    )


def _awards(view: View, changed: Collection[str], to: Speech) -> Iterator[Row]:
    f = facts()
    for index, region in enumerate(f.regions):
        tile = view.award(region)
        if tile is not None:
            spaces = f.by_region[index] & in_play(view)
            counts = tally(view, spaces)
            worth = to.short_gains(vp=tile.vp, trp=tile.trp)
            if tile.margin > 1:
                worth = to.gettext("%(gains)s at +%(margin)s", gains=worth, margin=tile.margin)
            yield _scored(to.name("regions", region), worth, counts, tile.margin, spaces, changed, to)


def _prestige(view: View, changed: Collection[str], to: Speech) -> Row:
    rule = facts().scoring.prestige
    spaces = facts().prestige & in_play(view)
    return _scored(to.gettext("Prestige"), to.vp(rule.vp), tally(view, spaces), rule.margin, spaces, changed, to)


def _demand(view: View, changed: Collection[str], to: Speech) -> Iterator[Row]:
    f = facts()
    for name in view.demand:
        commodity = f.commodities[f.commodity[name]]
        gains = commodity.awards[ERAS.index(view.era)]
        worth = to.short_gains(vp=gains.vp, trp=gains.trp, debt=gains.debt)
        spaces = f.by_commodity[commodity.index]
        counts = tally(view, spaces)
        yield _scored(to.name("commodities", name), worth, counts, 1, spaces, changed, to)


def _scored(
    name: str, worth: str, counts: tuple[int, int], margin: int, spaces: int, changed: Collection[str], to: Speech
) -> Row:
    touched = any(id in changed for id in facts().ids(spaces))
    return _row(name, worth, str(counts[0]), str(counts[1]), leads(counts, margin, to), changed=touched)


# war, tiles, cards ---------------------------------------------------------------------------------


def _war(view: View, to: Speech) -> Table:
    assert view.war is not None
    war = view.war
    rows = [
        _row(to.theatre(war, order), *(_backs(theatre.basic[i], theatre.bonus[i], to) for i in range(2)))
        for order, theatre in enumerate(view.public.theatres, 1)
    ]
    return Table(
        caption=to.gettext("War tiles of the next war: %(war)s", war=to.name("wars", war)),
        columns=(Column(title=to.gettext("Theatre")), *_sides(to, numbers=False)),
        rows=tuple(rows),
    )


def _backs(basic: int, bonus: int, to: Speech) -> str:
    parts = [to.gettext("basic")] if basic else []
    parts += [to.ngettext("%(n)s bonus", "%(n)s bonus", bonus)] if bonus else []
    return " + ".join(parts) or "-"


def _investments(view: View, to: Speech) -> Table:
    rows = []
    for number in range(max(len(view.public.taken[0]), len(view.public.taken[1]))):
        cells = [_taken(view, side, number, to) for side in SIDES]
        rows.append(_row(str(number + 1), *cells))
    left = ", ".join(to.short_tile(tile.id) for tile in view.available)
    return Table(
        caption=to.gettext("Investment tiles of this turn (E economic, D diplomatic, M military)"),
        columns=(Column(title=to.gettext("Round"), align=Align.RIGHT), *_sides(to, numbers=False)),
        rows=tuple(rows) or (_row("1", "-", "-"),),
        note=to.gettext("Face up: %(tiles)s.", tiles=left) if left else "",
    )


def _taken(view: View, side: str, number: int, to: Speech) -> str:
    tiles = view.taken(side)
    return to.short_tile(tiles[number].id) if number < len(tiles) else "-"


def _ministries(view: View, to: Speech) -> Table:
    rows = []
    for index, side in enumerate(SIDES):
        cards = view.public.ministries[index]
        names = [to.ministry(f"m{card.card}") for card in cards.face_up]
        down = cards.face_down + cards.jacobite_slot
        rows.append(_row(to.side(side), ", ".join(names) or "-", str(down)))
    return Table(
        caption=to.gettext("Ministries"),
        columns=(
            Column(title=to.gettext("Side")),
            Column(title=to.gettext("Face up")),
            Column(title=to.gettext("Face down"), align=Align.RIGHT),
        ),
        rows=tuple(rows),
    )


def _advantages(view: View, changed: Collection[str], to: Speech) -> Table:
    rows = []
    for advantage in facts().advantages:
        owner = view.advantage_owner(advantage.id)
        if owner is None:
            continue
        state = [to.gettext("used this turn")] if view.is_exhausted(advantage.id) else []
        state += [to.gettext("not usable yet")] if view.is_new(advantage.id) else []
        if advantage.spaces & view.public.conflicts:
            state.append(to.gettext("blocked by a conflict marker"))
        region = to.name("regions", facts().regions[advantage.region])
        cells = (to.name("advantages", advantage.id), region, to.side(owner), ", ".join(state))
        rows.append(_row(*cells, changed=advantage.id in changed))
    return Table(
        caption=to.gettext("Advantages"),
        columns=(
            Column(title=to.gettext("Advantage")),
            Column(title=to.gettext("Region")),
            Column(title=to.gettext("Holder")),
            Column(title=""),
        ),
        rows=tuple(rows) or (_row("-", "", "", ""),),
    )


# regions -------------------------------------------------------------------------------------------


def _region(view: View, region: int, changed: Collection[str], to: Speech) -> Table:
    f = facts()
    guarded = _protected(view)
    marks, rows = False, []
    for index in bits(f.by_region[region] & in_play(view)):
        space = f.spaces[index]
        owner = view.owner_of(space.id)
        marked = _marks(view, space, to, guarded=bool(guarded >> index & 1))
        marks = marks or bool(marked)
        cells = (to.space(space.id), kind(space, to), str(space.cost or ""), to.side(owner) if owner else "-", marked)
        rows.append(_row(*cells, changed=space.id in changed))
    columns: tuple[Column, ...] = (
        Column(title=to.gettext("Space")),
        Column(title=to.gettext("Kind")),
        Column(title=to.gettext("Cost"), align=Align.RIGHT),
        Column(title=to.gettext("Holder")),
        Column(title=to.gettext("Marks")),
    )
    if not marks:
        columns, rows = columns[:-1], [_row(*row.cells[:-1], changed=row.changed) for row in rows]
    return Table(caption=to.name("regions", f.regions[region]), columns=columns, rows=tuple(rows))


def _protected(view: View) -> int:
    """Spaces with a flag that a squadron or undamaged fort of its side guards (3.2.8)."""
    f, p = facts(), view.public
    found = 0
    for side in range(2):
        guards = p.squadrons[side] | p.flags[side] & f.fort & ~p.damaged
        found |= joined(guards) & p.flags[side]
    return found


def kind(space: Space, to: Speech) -> str:
    """`market: furs`, `political, prestige`, `fort`."""
    match space.type:
        case "market":
            return to.name("commodities", facts().commodities[space.commodity].id)
        case "territory":
            return to.gettext("territory")
        case "fort":
            return to.gettext("fort")
        case "naval":
            return to.gettext("naval, prestige") if space.prestige else to.gettext("naval")
        case _ if space.prestige:
            return to.gettext("prestige")
        case _ if space.local_alliance:
            return to.gettext("local alliance")
        case _ if space.alliance:
            return to.gettext("alliance")
        case _:
            return to.gettext("political")


def _marks(view: View, space: Space, to: Speech, *, guarded: bool) -> str:
    marks = [to.gettext("conflict")] if view.conflict_at(space.id) == 1 else []
    marks += [to.gettext("conflict +1")] if view.conflict_at(space.id) == 2 else []
    marks += [to.gettext("damaged")] if view.is_damaged(space.id) else []
    marks += [to.gettext("isolated")] if view.is_isolated(space.id) else []
    p = view.public
    marks += [to.gettext("Huguenots, used")] if p.huguenots_spent >> space.index & 1 else []
    marks += [to.gettext("Huguenots")] if (p.huguenots & ~p.huguenots_spent) >> space.index & 1 else []
    marks += [to.gettext("protected")] if guarded and space.type == "market" else []
    return ", ".join(marks)
