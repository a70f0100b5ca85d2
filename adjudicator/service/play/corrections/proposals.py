"""A correction worked out: what would be, what of later play fits no more, which draws are undone. Nothing changes."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.chance import ImpossibleDraw, TooFew
from adjudicator.kernel.correction_branch import (
    CorrectedBranch,
    DroppedOrder,
    Edit,
    ForcedDraw,
    Input,
    RevokedDraw,
    keep_sealed,
    moves_after,
    repeated,
    revise,
)
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.pending_draws import draw_rejection, is_open
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.play.corrections.lines import Played, checkpoint_at, line_entries, stand, stay_behind_bridge
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.store import revisions


class Kind(StrEnum):
    """The kind of a correction."""

    ROLLBACK = "rollback"
    REPLACE = "replace"
    INSERT = "insert"
    REMOVE = "remove"
    DRAW = "draw"
    FACT = "fact"
    CONTENT = "content"
    SCRIPT = "script"
    """Several of them, one after the other; only the position and the pack are corrected by themselves."""
    UNDO = "undo"
    TAKEBACK = "takeback"
    """A rollback that the players have agreed on."""
    UNTOLD = "untold"
    """A correction of orders that nobody else has been told of: nobody was asked."""
    MIGRATE = "migrate"
    """The campaign goes on by other rules than those it was played by."""
    CARRY = "carry"
    """The same from the position as it stands: nothing is played again."""

    @property
    def goes_back(self) -> bool:
        """Whether play is again where it was, and nothing is played again."""
        return self in (Kind.ROLLBACK, Kind.TAKEBACK, Kind.UNTOLD)


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A correction that a moderator wants, and why. The reason is told to everybody.

    `n` is a log number of the line that is played: where it goes back the last entry that stays, otherwise the
    entry that is corrected, or before which something is put in (the number behind the last one: now). `seat` is whose
    order it is, `orders` what is put in (or what reads it when its turn has come), `draws` are forced while the entry
    comes about. `steps` are the corrections of a script; its `n` is the first of theirs.
    """

    kind: Kind
    reason: str
    n: int = 0
    seat: str = ""
    orders: tuple[Action, ...] | Callable[[Match], tuple[Action, ...]] = ()
    draws: tuple[ForcedDraw, ...] = ()
    steps: tuple["Wish", ...] = ()


class Learned(msgspec.Struct, frozen=True):
    """A seat was told something for itself by an entry that does not count any more: it keeps knowing it."""

    seat: str
    n: int


class Proposal(msgspec.Struct):
    """A correction that can be carried out as long as the match stands where it stood (`revision`, `sequence`)."""

    wish: Wish
    revision: int
    sequence: int
    number: int
    """Number of the new revision."""
    parent: int | None
    """None: it shares nothing with any other line, not even the set-up."""
    branched_at: int
    revised: CorrectedBranch
    former: list[Played]
    """The entries of the line that is left, behind the point where the new one branches off."""
    dropped: list[DroppedOrder]
    restored: list[Played] = []
    """What an undone correction had undone: it counts again."""
    written: Mapping[int, str] = {}
    """By log number orders as they were written, where the rules that are installed know no words for them."""
    comparable: bool = True
    """Whether the line that is left can be read by the rules that are installed."""

    @property
    def match(self) -> Match:
        return self.revised.match

    @property
    def new_draws(self) -> bool:
        """Whether something is drawn afresh."""
        return self.revised.needs is not None or any(
            not draw.source for entry in self.match.log for draw in entry.chance
        )

    @property
    def gone(self) -> tuple[int, ...]:
        """Entries of the line that is left which the new one does not repeat."""
        kept = set(self.revised.again.values())
        return tuple(row.n for row in self.former if row.n not in kept)

    @property
    def fresh(self) -> tuple[int, ...]:
        """Entries of the new line that repeat nothing of the former one."""
        numbers = (*(row.n for row in self.restored), *(entry.n for entry in self.match.log))
        return tuple(n for n in numbers if n not in self.revised.again)

    @property
    def learned(self) -> list[Learned]:
        """The facts that seats were told for themselves by entries that do not count any more."""
        gone = set(self.gone)
        return [
            Learned(seat, row.n) for row in self.former if row.n in gone for told in row.told for seat in told.private
        ]


nothing_to_undo = RejectionReason("nothing_to_undo", msgid("No correction has been made, so none can be undone."))
by_other_rules = RejectionReason(
    "undo_of_rules",
    msgid("The last correction carried the campaign over to the rules it is played by now; it cannot be undone."),
)
no_entry = RejectionReason(
    "no_entry", msgid("There is no log entry %(n)s; the log goes from %(least)s to %(most)s. Nothing was changed.")
)
set_up = RejectionReason(
    "of_the_set_up", msgid("Log entry %(n)s belongs to the set-up of the match: begin a new one instead.")
)
other_giver = RejectionReason("other_giver", msgid("Log entry %(n)s is no order of %(seat)s, but of: %(seats)s."))
by_itself = RejectionReason("by_itself", msgid("Log entry %(n)s is no order: it followed by itself."))


class _Branch(NamedTuple):
    """A line of play that is to begin: its number, the line it leaves, and behind which entry."""

    number: int
    parent: int
    at: int


def propose(table: CampaignContext, wish: Wish, *, preview: bool = False) -> Proposal:
    """Work a correction out. Raises Refusal, Rejected, DrawNeeded.

    In a `preview` new draws are imagined, so that nobody sees what they will bring: whatever follows them may only be
    shown where there are none (`new_draws`). That of a script ends at the first of them.
    """
    number = revisions.lines_of(table.session, table.head.match_id)[-1].number + 1
    if wish.kind is Kind.UNDO:
        return _undo(table, wish, number)
    if wish.kind.goes_back:
        return _rollback(table, wish, number)
    return _edited(table, wish, number, preview=preview)


def _rollback(table: CampaignContext, wish: Wish, number: int) -> Proposal:
    _within(table, wish.n, least=0)
    start = stand(table, wish.n, keyed_by=number)
    former = line_entries(table, after=wish.n)
    moves = moves_after(stand(table, wish.n), [row.entry for row in former])
    made = revise(start, (), (), made_in={}, shown=table.match.position.shown)
    made.dropped += [DroppedOrder(given, None) for move in moves for given in move.inputs]
    made.undone += [undone for move in moves for undone in _draws(move.counter, move.entries)]
    return _proposal(table, wish, _Branch(number, table.head.revision, wish.n), made, former)


def _edited(table: CampaignContext, wish: Wish, number: int, *, preview: bool) -> Proposal:
    behind, steps = table.head.sequence + 1, wish.steps or (wish,)
    for step in steps:
        _within(table, step.n, least=1, most=behind)
    if wish.n == behind:
        branched_at, former = table.head.sequence, list[Played]()
    else:
        branched_at, former = _move_with(table, wish.n)
    start = stand(table, branched_at, keyed_by=number, preview=preview)
    moves = moves_after(stand(table, branched_at), [row.entry for row in former])
    for step in steps:
        _fits(step, [given for move in moves for given in move.inputs])
    edits = [
        Edit(
            step.n,
            MODERATOR if step.kind in (Kind.FACT, Kind.CONTENT) else step.seat,
            take_out=step.kind in (Kind.REPLACE, Kind.REMOVE),
            put_in=step.orders,
            draws=step.draws,
        )
        for step in steps
    ]
    made_in, up_to_draw = {row.n: row.revision for row in former}, preview and wish.kind is Kind.SCRIPT
    if up_to_draw:
        start.chance.asks, start.waits = _any_draw, False
    try:
        made = revise(start, moves, edits, made_in=made_in, shown=table.match.position.shown, up_to_draw=up_to_draw)
    except (ImpossibleDraw, TooFew) as no:
        raise draw_rejection(
            no, lambda wanted: is_open(start.game, wanted) or not playing_moderators(table.seats)
        ) from None
    return _proposal(table, wish, _Branch(number, table.head.revision, branched_at), made, former)


def _any_draw(wanted: object) -> bool:
    return True


def _move_with(table: CampaignContext, n: int) -> tuple[int, list[Played]]:
    """Return the last point before entry `n`, and the entries after it."""
    stay_behind_bridge(table, n - 1)
    sequence, state = checkpoint_at(table, n - 1)
    rows = line_entries(table, after=sequence)
    moves = moves_after(table.resume(state), [row.entry for row in rows])
    if n <= table.resume(state).position.n:
        raise set_up(n=n)
    first = next(move for move in moves if move.last >= n).entries[0].n
    return first - 1, [row for row in rows if row.n >= first]


def _fits(wish: Wish, given: Sequence[Input]) -> None:
    """Check that the seat has given the order that is to be corrected. Raises Rejected otherwise."""
    if wish.kind not in (Kind.REPLACE, Kind.REMOVE):
        return
    if (wish.n, wish.seat) not in {(each.n, each.by) for each in given}:
        names = sorted({str(each.by) for each in given if each.n == wish.n})
        raise other_giver(n=wish.n, seat=wish.seat or "-", seats=names) if names else by_itself(n=wish.n)


def _within(table: CampaignContext, n: int, *, least: int, most: int | None = None) -> None:
    most = table.head.sequence if most is None else most
    if not least <= n <= most:
        raise no_entry(n=n, least=least, most=most)


def _undo(table: CampaignContext, wish: Wish, number: int) -> Proposal:
    """Propose to return to the line played before the last correction.

    It goes on where it was left.
    """
    match_id, current = table.head.match_id, table.head.revision
    if current == 0:
        raise nothing_to_undo()
    lines = revisions.lines_of(table.session, match_id)
    line, former_line = lines[current], current - 1
    if line.rules != lines[former_line].rules:
        raise by_other_rules()
    left_at = revisions.last_sequence(table.session, match_id, former_line)
    shared = revisions.common(table.session, match_id, current, former_line) or 0
    start = stand(table, left_at, revision=former_line, keyed_by=number)
    made = revise(start, (), (), made_in={}, shown=table.match.position.shown)
    leaving = line_entries(table, after=shared)
    back = line_entries(table, revision=former_line, after=shared)
    made.again |= repeated([row.entry for row in leaving], [row.entry for row in back])
    new_play = [row for row in leaving if row.at > line.created_at and row.entry.given]
    made.dropped += [DroppedOrder(given, None) for row in new_play for given in _inputs(row)]
    counter = stand(table, shared).position.counter
    draws = _draws(counter, [row.entry for row in leaving])
    made.undone += [draw for draw in draws if not draw.draw.source.startswith("kept:")]
    proposal = _proposal(table, wish, _Branch(number, former_line, left_at), made, leaving)
    proposal.restored = back
    return proposal


def _inputs(row: Played) -> list[Input]:
    action = row.entry.action
    return [Input(row.n, row.entry.by, action)] if isinstance(action, Action) else []


def _awaited(table: CampaignContext) -> list[Input]:
    """Return orders that waited for a draw: they are part of no line."""
    awaited = table.match.awaited
    if awaited is None:
        return []
    kind = table.match.game.action_type
    return [Input(0, awaited.by, msgspec.convert(action, kind)) for action in awaited.actions]


def _draws(counter: int, entries: Sequence[Entry]) -> list[RevokedDraw]:
    """Return all draws of consecutive entries with their numbers."""
    drawn = ((entry.n, draw) for entry in entries for draw in entry.chance)
    return [RevokedDraw(no, n, draw) for no, (n, draw) in enumerate(drawn, counter)]


def _proposal(
    table: CampaignContext, wish: Wish, branch: _Branch, made: CorrectedBranch, former: list[Played]
) -> Proposal:
    dropped = [*made.dropped, *(() if made.needs is not None else not_kept(table, made.match))]
    return Proposal(wish, table.head.revision, table.head.sequence, *branch, made, former, dropped)


def not_kept(table: CampaignContext, made: Match) -> list[DroppedOrder]:
    """Return what is on file in the present match and cannot be in the new line, which keeps the rest."""
    sealed = keep_sealed(made, table.match, table.match.sealed)
    on_file = [Input(0, seat, action) for seat, action in sealed.items()] + _awaited(table)
    return [DroppedOrder(each, None) for each in on_file]
