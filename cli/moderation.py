"""`adjudicator seat | deadline | moderator | process | remind`: what moderators do while a campaign is played."""

from typing import Any

from adjudicator.service.admin.access import Visit, table_for
from adjudicator.service.admin.rulings import asked_of_moderators
from adjudicator.service.admin.seats import held, seat_text, whole_seat
from adjudicator.service.moderation.commands.deadlines import flat_policy
from adjudicator.service.moderation.moderators import moderators
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.deeds import add_deeds
from cli.installation import Sight, campaign_at, looking_at
from cli.options import AsJson, Name, Seat
from cli.output import Columns, Output, record_table


@command("seat show", "lights france", "lights france --as france", needs=Access.LOOK)
def show(name: Name, seat: Seat, as_json: AsJson = False, *, sight: Sight) -> Output:
    """Show a seat. Who holds it, how to reach them, what is asked, what is on file, what it holds.

    Without --as SEAT (that seat) or --all only what everybody may know.
    """
    with looking_at(name, sight) as view:
        found = whole_seat(view, seat)
        return Output(found, "" if as_json else seat_text(view, found))


@command("moderator list", "lights", needs=Access.LOOK)
def list_(name: Name) -> Output:
    """List the moderators and their rights. Also what the game asks them now (turn rule answers it)."""
    with campaign_at(name) as visit:
        table = table_for(visit.work, visit.campaign)
        rows = [(holder.name, holder.rights, seat.name) for seat, holder in moderators(table)]
        asked = asked_of_moderators(visit)
        questions = [asked.text(visit.campaign.time_zone)] if asked else []
    told = [dict(zip(("name", "right", "seat"), row, strict=True)) for row in rows]
    return Output(told, Columns(("NAME", "RIGHT", "SEAT"), rows), *questions)


def _holders(visit: Visit, options: dict[str, Any]) -> Output:
    found = held(table_for(visit.work, visit.campaign), options["seat"])
    return record_table(found, "NAME", "ROLE", "SINCE", "UNTIL", zone=visit.campaign.time_zone)


def _policy(visit: Visit, options: dict[str, Any]) -> Output:
    rules = flat_policy(table_for(visit.work, visit.campaign))
    return Output(rules, Columns(("RULE", "VALUE"), rules.items()))


add_deeds("seat", holders=_holders)
add_deeds("deadline", policy=_policy)
add_deeds("moderator")
add_deeds("process")
add_deeds("")
