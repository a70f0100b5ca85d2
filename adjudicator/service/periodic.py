"""Do what has to be done at its time, whether or not a mail comes: called every few seconds, by any worker."""

from adjudicator.service.clocks import deadlines, digests, promises, pruning, unasked_mails, unknown_time
from adjudicator.service.extensions import extensions_of
from adjudicator.service.moderation import morning_mails, succession, votes
from adjudicator.service.people.gathering import bidding
from adjudicator.service.press import sending
from adjudicator.service.service import Service


def run(service: Service) -> None:
    """Do what is due: deadlines, reminders, promises, letters, digests, overviews, votes, bids, deleting old data.

    Held mails that nobody could be asked about are tried again, silent moderators handled, and what optional packages
    have to do is done. While the time is not known, only the operator is told so.
    """
    if not service.time_is_known:
        unknown_time.run(service)
        return
    deadlines.run(service)
    promises.run(service)
    unasked_mails.run(service)
    sending.run(service)
    digests.run(service)
    morning_mails.run(service)
    succession.run(service)
    votes.run(service)
    bidding.run(service)
    for of_a_package in extensions_of("periodic"):
        of_a_package(service)
    pruning.run(service)
