"""Keep the scores of the present turn at the end of each of its rounds: with the match, public, a few figures.

A round is over when the next one begins. What is kept stands in the row that is loaded anyway, so that no mail has to
look for it. The last of them only tells the moment at which play stands: its score is made when somebody asks, or when
its round is over.
"""

import msgspec

from adjudicator.reports.model import Score
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.store.matches import Head

_decoder: msgspec.json.Decoder[tuple[Score, ...]] = msgspec.json.Decoder(tuple[Score, ...])


def scores_until(head: Head, now: Score) -> tuple[Score, ...]:
    """Return the scores of the rounds that ended in the current turn, followed by the present score."""
    kept = _decoder.decode(head.course) if head.course else ()
    return (*(each for each in kept if each.points and int(each.at) == int(now.at) and each.at < now.at), now)


def new_course(table: CampaignContext, *, corrected: bool) -> bytes | None:
    """Return the course to store if a round has just ended: the earlier scores, then the present moment.

    None if what is already stored is still right. After a correction, the stored scores of later rounds are dropped.
    """
    report: GameReport = table.match.game.part("report")
    at = report.moment(table.match.view())
    if at is None:
        return None
    kept = _decoder.decode(table.head.course) if table.head.course else ()
    if kept and kept[-1].at == at and not corrected:
        return None
    view = table.resume(table.head.state).view()
    then = report.moment(view)
    assert then is not None
    ended = () if then == at else (report.score(view),)
    rounds = [each for each in kept if each.points and each.at < then and int(each.at) == int(at)]
    return msgspec.json.encode((*rounds, *ended, Score(at=at, points={})))
