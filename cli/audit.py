"""`adjudicator audit`: what was done at the desk, and whether the trail is whole."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec

from adjudicator.service.admin.access import look
from adjudicator.service.admin.log import details_text, seats_of
from adjudicator.service.moderation.rights import Access
from adjudicator.store.audits import INSTALLATION, first_broken, trail
from adjudicator.store.engine import reading
from adjudicator.store.tables import Audit
from cli.commands import command
from cli.installation import at_the_desk, campaign_at
from cli.options import All
from cli.output import Columns, Output

Which = Annotated[str | None, "CAMPAIGN", "Name of the campaign; without it the installation."]


@command("audit show", "lights", "", needs=Access.LOOK)
def show(name: Which = None, all_: All = False) -> Output:
    """Show what moderators did, the oldest first. When, who, what, how the players hear of it.

    What exactly was said may be a secret of somebody: it shows with --all, like the reasons.
    """
    if name is None:
        with at_the_desk() as service, reading(service.engine) as session:
            return _shown(trail(session, INSTALLATION), partial(details_text, session) if all_ else None)
    with campaign_at(name) as visit:
        if all_:
            look(visit, None)
        words = partial(details_text, visit.work.session, called=seats_of(visit)) if all_ else None
        return _shown(trail(visit.work.session, visit.campaign.id), words, visit.campaign.time_zone)


def _shown(acts: Sequence[Audit], words: Callable[[Mapping[str, Any]], str] | None, zone: str = "UTC") -> Output:
    """Return acts as a table, and below it in words what was said, where that is shown too."""
    told, rows, lines = [], [], []
    for act in acts:
        plain: dict[str, Any] = {"number": act.number, "at": act.at, "author": act.author, "command": act.command}
        plain |= {"told_by": act.telling, "hash": act.hash.hex()}
        rows.append((act.number, act.at, act.author, act.command, act.telling))
        if words is not None:
            plain["details"] = msgspec.json.decode(act.details)
            lines.append(f"{act.number:>5}  {words(plain['details'])}".rstrip())
        told.append(plain)
    return Output(told, Columns(("NO", "WHEN", "WHO", "WHAT", "TOLD BY"), rows, zone=zone), *lines)


@command("audit verify", "lights", "", needs=Access.LOOK)
def verify(name: Which = None) -> Output:
    """Verify that the audit trail is whole.

    Each act is bound to the one before. Exit code 1 names the first that is not.

    Write down the last hash now and then: a trail that somebody computed again from the start has another one.
    """
    acts = _trail(name)
    broken = first_broken(acts)
    last = acts[-1].hash.hex() if acts else ""
    told = {"acts": len(acts), "whole": broken is None, "first_broken": broken, "last_hash": last}
    if broken is not None:
        return Output(told, failed=[f"act {broken} was changed, or one before it is missing"])
    return Output(told, f"{len(acts)} acts, the trail is whole; last hash {last or '-'}")


def _trail(name: str | None) -> tuple[Audit, ...]:
    if name is None:
        with at_the_desk() as service, reading(service.engine) as session:
            return trail(session, INSTALLATION)
    with campaign_at(name) as visit:
        return trail(visit.work.session, visit.campaign.id)
