"""Create a campaign that gathers its people, shown before it is done."""

import msgspec

from adjudicator.service.moderation.arrangement import Arranged, Outcome
from adjudicator.service.moderation.arrangements.joining import handed_out
from adjudicator.service.moderation.command import Change
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.joining import gather
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.service.service import Service


def gathering(service: Service, shown: Outcome | None, new: NewCampaign, start: Start) -> tuple[Outcome, str]:
    """Create a campaign that gathers its people. Returns it with its words; where nothing was shown what would be.

    Raises BadCampaign.
    """
    made = gather(service if shown else service.rehearsal, new, start)
    chairs = [player for player in new.players if player.seat in new_campaigns.CHAIRS]
    held = made.seats | {chair: ", ".join(each.name for each in chairs if each.seat == chair) for chair in
                         dict.fromkeys(player.seat for player in chairs)}  # fmt: skip
    full = all(made.seats.values()) and start is Start.FULL
    seats = (Change(f"seat {seat}", "", names or "free") for seat, names in held.items())
    places = iter(made.seats)
    told = tuple(dict.fromkeys(player.seat or next(places) for player in new.players))
    changes = (Change("campaign", "", "running" if full else "inviting"), *seats)
    done, said = Arranged(new.name, "invite", changes, told, dry_run=shown is None, done=shown is not None), ""
    if shown:
        address = service.settings.mail.boxes[new.mailbox].address.plain
        done = msgspec.structs.replace(
            done, id=made.campaign_id, code=made.code, commitment=made.commitment, address=address
        )
        said = f"{new.name} waits for its people. Hand this out:\n{handed_out(address, made.code)}"
    outcome = done.outcome(said)
    return outcome, outcome.told
