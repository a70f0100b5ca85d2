"""`adjudicator audit`: what was done at the desk, and whether the trail is whole."""

from typing import Annotated

import msgspec

from adjudicator.service.admin.access import look
from adjudicator.service.moderation.rights import Access
from adjudicator.store.audits import INSTALLATION, first_broken, trail
from adjudicator.store.engine import reading
from adjudicator.store.tables import Audit
from cli.commands import command
from cli.installation import at_the_desk, campaign_at
from cli.options import All
from cli.output import Columns, Output

Which = Annotated[str | None, "CAMPAIGN", "Name of the campaign; without it the installation."]


@command("audit show", "adjudicator audit show lights", "adjudicator audit show", needs=Access.LOOK)
def show(name: Which = None, all_: All = False) -> Output:
    """Show what moderators did, the oldest first. When, who, what, how the players hear of it.

    What exactly was said may be a secret of somebody: it shows with --all, like the reasons.
    """
    told, rows, lines = [], [], []
    for act in _trail(name, everything=all_):
        plain = {"number": act.number, "at": act.at, "author": act.author, "command": act.command}
        plain |= {"told_by": act.telling, "hash": act.hash.hex()}
        rows.append((act.number, f"{act.at:%Y-%m-%d %H:%M:%S}", act.author, act.command, act.telling))
        if all_:
            plain["details"] = msgspec.json.decode(act.details)
            lines.append(f"{act.number:>5}  {plain['details']}")
        told.append(plain)
    return Output(told, Columns(("NO", "WHEN", "WHO", "WHAT", "TOLD BY"), rows), *lines)


@command("audit verify", "adjudicator audit verify lights", "adjudicator audit verify", needs=Access.LOOK)
def verify(name: Which = None) -> Output:
    """Verify that the audit trail is whole.

    Each act is bound to the one before. Exit code 1 names the first that is not.

    Write down the last hash now and then: a trail that somebody computed again from the start has another one.
    """
    acts = _trail(name, everything=False)
    broken = first_broken(acts)
    last = acts[-1].hash.hex() if acts else ""
    told = {"acts": len(acts), "whole": broken is None, "first_broken": broken, "last_hash": last}
    if broken is not None:
        return Output(told, failed=[f"act {broken} was changed, or one before it is missing"])
    return Output(told, f"{len(acts)} acts, the trail is whole; last hash {last or '-'}")


def _trail(name: str | None, *, everything: bool) -> tuple[Audit, ...]:
    if name is None:
        with at_the_desk() as service, reading(service.engine) as session:
            return trail(session, INSTALLATION)
    with campaign_at(name) as visit:
        if everything:
            look(visit, None)
        return trail(visit.work.session, visit.campaign.id)
