"""`adjudicator overview`: all campaigns of an installation, a line each."""

import shutil
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

from adjudicator.service.moderation.overview import NEEDS, Need, Order, OverviewLine, Viewer, overview
from adjudicator.service.moderation.rights import Access
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState
from cli.commands import command
from cli.errors import Failed
from cli.installation import at_the_desk, author, visitor
from cli.output import Output, Tint, Tinted, record_table, span

LAST = timedelta(hours=12)
ROOM = 20
"""Letters for the seats that a campaign waits for."""
NEXT = {
    Need.STUCK: ("audit show NAME", "turn correct NAME", "campaign resume NAME"),
    Need.DRAW: ("turn draw NAME",),
    Need.RULE: ("turn rule NAME",),
    Need.DECIDE: ("process now NAME", "deadline extend NAME"),
    Need.VACANT: ("seat replace NAME SEAT --to …",),
    Need.UNREACHED: ("mail bounces", "seat replace …"),
    Need.HELD: ("mail list --status held",),
}
"""The commands that meet a need."""


class AtPlay(StrEnum):
    """The states of campaigns that are not over."""

    INVITING = CampaignState.INVITING
    RUNNING = CampaignState.RUNNING
    PAUSED = CampaignState.PAUSED


@command("overview", "", "--needs-me --sort deadline", "--moderator Mila --state running", needs=Access.LOOK)
def overview_(
    needs_me: Annotated[bool, "Only campaigns that need a moderator."] = False,
    sort: Annotated[Order, "What comes first: needs, since, deadline, missed, held, name."] = Order.NEEDS,
    moderator: Annotated[str, "Only campaigns that this person moderates."] = "",
    state: Annotated[AtPlay | None, "Only in this state; see campaign list for those that are over."] = None,
    whole: Annotated[bool, "--all", "Also campaigns for which the screen has no room."] = False,
) -> Output:
    """List active campaigns: who must answer, what needs you.

    A line each for all campaigns that are not over: who is waited for and since when, what needs a moderator.

    WAITED: how long the first of them has been asked; LEFT: until the next deadline.
    MISSED counts deadlines since the present players hold their seats; SILENT are the seats that missed the last one.
    IN TIME: questions that were answered before their deadline, of how many; SLOWEST: within so many hours the slowest
    player gives half of the answers.
    At a terminal LEFT is red when the deadline is over and yellow in its last twelve hours.
    Below stands what each word under NEEDS YOU means, with the commands that meet it. Where the screen has too few
    lines, campaigns in which nothing is to be done now are left out, and counted.
    Where there is too little room (a file has that of 80 letters, or COLUMNS) the columns in the middle are left out;
    --json has all, with the moments.
    Of a campaign in which you play, only what your own seat is asked.
    """

    def wanted(line: OverviewLine) -> bool:
        mine = not moderator or moderator.casefold() in map(str.casefold, line.moderators)
        return mine and (bool(line.needs) or not needs_me) and (state is None or state.value == line.state.value)

    with at_the_desk() as service, reading(service.engine) as session:
        now = service.clock.now()
        seen = [line for line in overview(session, now, Viewer(name=author()), sort) if visitor().sees(line.name)]
    _require_known(moderator, seen)
    found = [line for line in seen if wanted(line)]
    below = [_sum(found, now), *_next(found)]
    shown = found if whole else found[: _room(found, now, len(below))]
    if len(shown) < len(found):
        below.insert(0, f"and {len(found) - len(shown)} more, in which nothing is to be done now (--all)")
    made = record_table(
        shown,
        "NAME",
        ("WAITING FOR", lambda line: few(line.waiting)),
        ("WAITED", lambda line: None if line.since is None else span(now - line.since)),
        ("LEFT", lambda line: Tinted(_left(line, now), _haste(line, now))),
        ("MISSED", lambda line: Tinted(line.missed or "", Tint.SOON)),
        ("IN TIME", lambda line: f"{line.answered[0]}/{line.answered[1]}" if line.answered[1] else ""),
        ("SLOWEST", lambda line: "" if line.slowest is None else f"{line.slowest:g} h"),
        ("HELD", lambda line: Tinted(line.held or "", Tint.WRONG)),
        ("SILENT", lambda line: Tinted(line.silent, Tint.SOON)),
        ("NEEDS YOU", lambda line: Tinted(tuple(map(str, line.needs)), Tint.WRONG)),
        spare=("SLOWEST", "IN TIME", "HELD", "SILENT", "MISSED"),
        loud=lambda line: bool(line.needs),
        below="\n".join(below),
    )
    return Output(found, *made.parts)


def _require_known(moderator: str, lines: Sequence[OverviewLine]) -> None:
    """Check that the name moderates one of these campaigns. Raises Failed if not: it is mostly misspelt."""
    there = sorted({name for line in lines for name in line.moderators})
    if moderator and moderator.casefold() not in map(str.casefold, there):
        known = f"; those who do: {', '.join(there)}" if there else ""
        raise Failed(f"{moderator} moderates no campaign that is not over{known}")


def _room(lines: Sequence[OverviewLine], now: datetime, below: int) -> int:
    """Return how many of the lines a screen shows at once, with their heads, the lines below and the next prompt.

    Lines that somebody has to look at are never left out.
    """
    if not sys.stdout.isatty():
        return len(lines)
    room = shutil.get_terminal_size().lines - 2 - below
    if room >= len(lines):
        return len(lines)
    last = max((place for place, line in enumerate(lines, 1) if line.needs or line.is_over(now)), default=0)
    return max(last, room - 1, 1)


def _next(lines: Sequence[OverviewLine]) -> list[str]:
    """Return what each need that occurs means, and the commands that meet it, a line each."""
    there = {need for line in lines for need in line.needs}
    return [f"  {need:<9}  {NEEDS[need]}: {', '.join(how)}" for need, how in NEXT.items() if need in there]


def few(seats: Sequence[str]) -> str:
    """Return as many seats as fit a cell, and how many more there are."""
    shown = len(seats)
    while shown > 1 and len(", ".join(seats[:shown])) > ROOM:
        shown -= 1
    return ", ".join(seats[:shown]) + (f" +{len(seats) - shown}" if shown < len(seats) else "")


def _left(line: OverviewLine, now: datetime) -> str | None:
    """Return the time until the deadline, or why none runs."""
    if line.state is not CampaignState.RUNNING:
        return line.state.value
    if line.deadline is None:
        return None
    return "over" if line.is_over(now) else span(line.deadline - now)


def _haste(line: OverviewLine, now: datetime) -> Tint:
    """Return how near the deadline is."""
    if line.state is not CampaignState.RUNNING or line.deadline is None:
        return Tint.IDLE
    if line.is_over(now):
        return Tint.WRONG
    return Tint.SOON if line.deadline - now < LAST else Tint.GOOD


def _sum(lines: Sequence[OverviewLine], now: datetime) -> str:
    """Return what there is to do, in a line."""
    urgent = sum(bool(line.needs) for line in lines)
    counts = {
        "needs you" if urgent == 1 else "need you": urgent,
        "over their deadline": sum(_left(line, now) == "over" for line in lines),
        "paused": sum(line.state is CampaignState.PAUSED for line in lines),
        "waiting for people": sum(line.state is CampaignState.INVITING for line in lines),
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    return f"{len(lines)} campaign{'s' if len(lines) > 1 else ''}: {', '.join(told) or 'none needs you'}"
