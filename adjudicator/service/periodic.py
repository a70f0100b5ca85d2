"""Do what has to be done at its time, whether or not a mail comes: called every few seconds, by any worker."""

from adjudicator.service.clocks import deadlines, digests, promises, pruning, unasked_mails, unknown_time
from adjudicator.service.moderation import morning_mails, succession, votes
from adjudicator.service.people.gathering import bidding
from adjudicator.service.press import sending
from adjudicator.service.service import Service
from adjudicator.service.spectators import pages


def run(service: Service) -> None:
    """Do what is due: deadlines, reminders, promises, letters, digests, overviews, votes, bids, deleting old data.

    Public pages are written, held mails that nobody could be asked about are tried again, and silent moderators
    handled. While the time is not known, only the operator is told so.
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
    pages.run(service)
    pruning.run(service)
