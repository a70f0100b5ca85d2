"""`adjudicator campaign press | orders | rated | public | invite | start | bid`: what is agreed on, how it begins."""

from msgspec import structs

from adjudicator.service.moderation.arrangements import joining, settings
from adjudicator.service.moderation.arrangements.joining import Invite
from adjudicator.service.people.gathering.plan import Start
from cli import new_campaign
from cli.changing import carry_out, told
from cli.commands import How
from cli.forms import add_arrangements, arrange
from cli.output import Output


def _invite(wanted: Invite, *, how: How) -> Output:
    if wanted.file is None:
        return arrange(wanted.name or "", wanted, how=how)
    new = new_campaign.from_file(wanted.file)
    new = structs.replace(new, number=wanted.number or new.number, seating=wanted.seating or new.seating)
    done = carry_out(how, joining.gathering, new, Start.MODERATOR if wanted.by_hand else Start.FULL, make=True)
    return told(how, done.value, done.said)


add_arrangements(settings)
add_arrangements(joining, invite=_invite)
