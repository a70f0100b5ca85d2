"""The public position in tables, enough to play without a picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import msgid
from adjudicator.reports.model import Item, Row, Table, columns, right

from ..fact_types import ADVANTAGE, COMMODITY, MINISTRY, NONE, REGION, SIDES, SPACE, TURN, Space
from ..facts import FACTS
from ..known import final_scores_now, known
from ..rules.control import joined
from ..rules.ending import FinalScored
from ..state import playable
from ..view import SpaceStatus, View
from .advantages import advantage_text
from .ministry_words import ministry_text
from .moved import Moved
from .speech import Speech
from .stakes import stakes
from .standing import leads
from .turn import final_name
from .war_words import stakes_table, war_table


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
