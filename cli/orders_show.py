"""`adjudicator orders show`: what was ordered. Loaded without what reads and enters orders."""

from adjudicator.language import stamp
from adjudicator.service.admin.seats import order_sets
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.errors import Failed
from cli.installation import ViewerOptions, looking_at
from cli.options import Limit, Name
from cli.output import Output


@command("orders show", "lights --as france", "lights --all --json", needs=Access.LOOK)
def show(name: Name, limit: Limit = 20, *, eye: ViewerOptions) -> Output:
    """Show what was ordered, the newest first.

    Each line as it was written, how it was read, what it made, or why it did nothing.

    Each line as it was written, how it was read, and what it did, or why it did nothing. Only with --as SEAT (that
    seat's own orders) or --all.
    """
    if eye == ViewerOptions():
        raise Failed("what was ordered shows only with --as SEAT or --all")
    with looking_at(name, eye) as view:
        found, zone = order_sets(view, limit), view.table.campaign.time_zone
    told = [] if found else [f"nothing was ordered{f' by {eye.as_}' if eye.as_ else ''} yet"]
    for each in found:
        source = f"in-{each.mail}" if each.mail is not None else "at the desk"
        told.append(f"{stamp(each.received_at, zone)}  {each.seat}  {each.state}  {source}")
        for line in each.lines:
            made = "" if line.first is None else f"  [{line.first}-{line.last}]"
            said = f"  = {line.said}" if line.said != line.text else ""
            told.append(f"  {line.outcome:<12} {line.text}{said}{made}")
            told += [f"  {'':<12} {line.why}"] if line.why else []
    return Output(found, *told)
