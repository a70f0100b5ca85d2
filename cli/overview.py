"""`adjudicator overview`: all campaigns of an installation, a line each."""

from typing import Annotated

from adjudicator.service.desk.overview import NEEDS, Line, Order, Viewer, overview
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState
from cli.commands import command
from cli.installation import at_the_desk, author, visitor
from cli.output import Output, listed, minute


@command(
    "overview",
    "adjudicator overview",
    "adjudicator overview --needs-me --sort deadline",
    "adjudicator overview --moderator Mila --state running",
)
def overview_(
    needs_me: Annotated[bool, "Only campaigns that need a moderator."] = False,
    sort: Annotated[Order, "What comes first: needs, since, deadline, missed, held, name."] = Order.NEEDS,
    moderator: Annotated[str, "Only campaigns that this person moderates."] = "",
    state: Annotated[CampaignState | None, "Only in this state: inviting, running, paused."] = None,
) -> Output:
    """All campaigns that are not over, a line each: who is waited for and since when, what needs a moderator.

    MISSED counts deadlines since the present players hold their seats; SILENT are the seats that missed the last one.
    IN TIME: questions that were answered before their deadline, of how many; SLOWEST: within so many hours the slowest
    player gives half of the answers.
    Of a campaign in which you play, only what your own seat is asked.
    """

    def wanted(line: Line) -> bool:
        mine = not moderator or moderator.casefold() in map(str.casefold, line.moderators)
        return visitor().sees(line.name) and mine and (bool(line.needs) or not needs_me) and state in (None, line.state)

    with at_the_desk() as service, reading(service.engine) as session:
        found = [line for line in overview(session, service.clock.now(), Viewer(name=author()), sort) if wanted(line)]
    return listed(
        found,
        "NAME",
        "STATE",
        ("WAITING FOR", "waiting"),
        "SINCE",
        ("UNTIL", lambda line: minute(line.deadline)),
        ("MISSED", lambda line: line.missed or ""),
        ("IN TIME", lambda line: f"{line.answered[0]}/{line.answered[1]}" if line.answered[1] else ""),
        ("SLOWEST", lambda line: "" if line.slowest is None else f"{line.slowest:g} h"),
        ("HELD", lambda line: line.held or ""),
        "SILENT",
        ("NEEDS YOU", lambda line: "; ".join(NEEDS[need] for need in line.needs)),
    )
