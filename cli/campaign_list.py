"""`adjudicator campaign list`. Loaded without what looks into a campaign."""

from typing import Annotated

from adjudicator.language import stamp
from adjudicator.service.admin.campaign_list import summaries
from adjudicator.service.moderation.overview import Viewer
from adjudicator.service.moderation.rights import Access
from adjudicator.store.engine import reading
from cli.commands import command
from cli.installation import at_the_desk, author, visitor
from cli.output import Output, record_table


@command("campaign list", "", "--archived --json", needs=Access.LOOK)
def list_(
    archived: Annotated[bool, "Those in the archive too."] = False,
) -> Output:
    """List the campaigns and who is asked. Of a campaign in which you play, only your own seat."""
    with at_the_desk() as service, reading(service.engine) as session:
        viewer = Viewer(name=author())
        rows = summaries(session, service.clock.now(), viewer, archived=archived)
        found = [row for row in rows if visitor().sees(row.name)]
    chained = [("MATCH", lambda each: each.match or "")] if any(each.match for each in found) else []
    due = ("DEADLINE", lambda each: each.deadline and stamp(each.deadline, each.time_zone))
    return record_table(found, "NAME", *chained, "GAME", "STATE", "LOG", "ASKED", due)
