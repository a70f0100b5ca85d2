"""What has to be done at its time, whether or not a mail comes: called every few seconds, by any worker."""

from adjudicator.service.clocks import deadlines, digests, pruning, unknown_time
from adjudicator.service.desk import morning_mails, silence
from adjudicator.service.people.gathering import bidding
from adjudicator.service.press import sending
from adjudicator.service.service import Service


def run(service: Service) -> None:
    """Deadlines and reminders, letters that wait for their moment, digests, overviews of moderators, silent
    moderators, bids for seats, what is kept no longer. While nobody knows how late it is, the operator alone is
    told.
    """
    if not service.time_is_known:
        unknown_time.run(service)
        return
    deadlines.run(service)
    sending.run(service)
    digests.run(service)
    morning_mails.run(service)
    silence.run(service)
    bidding.run(service)
    pruning.run(service)
