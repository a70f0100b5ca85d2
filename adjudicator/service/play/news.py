"""News for those whose question stands as it was, and for those who are not asked: of attacks, of what was done."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, Final

from adjudicator.kernel.events import ObservedEvent
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import News
from adjudicator.service.play import due_dates
from adjudicator.service.play.questions import Questions

AT_ONCE: Final = timedelta(minutes=1)
"""How long news of what hits somebody waits for more: mails of one minute are one."""


def tell_at_once(
    table: CampaignContext, told: Sequence[ObservedEvent[Any]], asked: Questions, heard: Collection[str | None]
) -> None:
    """Tell seats at once that events hit them, unless another mail tells them.

    The mail waits for what else happens in the same minute.
    """
    for seat in table.players:
        if seat.name in heard or seat.name in (*asked.new, *asked.again):
            continue
        if any((event := each.visible_to((seat.name,))) is not None and seat.name in event.hit() for each in told):
            since, number = queue.known_to(table, seat), asked.standing.get(seat.name)
            queue.gather(table, seat, News(written=table.now, since=since, number=number), table.now + AT_ONCE)


def tell(
    table: CampaignContext, told: Sequence[ObservedEvent[Any]], asked: Questions, heard: Collection[str | None]
) -> None:
    """Gather news of what was done apart from the open question.

    It is for everybody else who may know of it.

    Those who have `heard` of it, or are asked again, get it in another mail. Who may know nothing of it gets none.
    """
    first = min(table.match.interruptions)
    due_at = table.now + timedelta(minutes=due_dates.policy_of(table.campaign).news_minutes)
    for seat in table.players:
        if seat.name in heard or seat.name in asked.new:
            continue
        if any(each.n >= first and each.visible_to((seat.name,)) is not None for each in told):
            since, number = queue.known_to(table, seat), asked.standing.get(seat.name)
            queue.gather(table, seat, News(written=table.now, since=since, number=number), due_at)
