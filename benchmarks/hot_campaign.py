"""Measure how long a busy campaign keeps others waiting: `python benchmarks/hot_campaign.py` (as root, like `load.py`).

The mails of one campaign lie in the mailbox at once. While they are handled, one mail each of other campaigns arrives,
one behind the other; measured is the time from its arrival until Postfix has the answer, by the clock, beside that of
such mails while nothing else waits. Real processes on PostgreSQL, Redis, Dovecot, Postfix and OpenDKIM; every answer
has its pictures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from email.message import EmailMessage

import order_mail
from load import commands, installation, left, mails_for, rehearsed, release, submit, until
from sqlalchemy import func
from sqlmodel import col, select
from timing import Sheet, median

from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, OutboundState
from tests.live.production import running
from tests.live.stack import MailStack

BUSY = "europa-universalis"
WANTED = 2.0
"""The seconds by which other campaigns may be delayed."""
LOOK_SECONDS = 0.02


def answered_after(service: Service, stack: MailStack, campaign: int, mail: EmailMessage) -> float:
    """Return the seconds until all that a mail causes is handed over.

    They count from its arrival, and only its campaign matters.
    """
    before = handed_over(service, campaign)
    begun = time.monotonic()
    release(stack, [str(mail["Message-ID"])], settled=False)
    while handed_over(service, campaign) == before or waiting(service, campaign):
        time.sleep(LOOK_SECONDS)
    return time.monotonic() - begun


def handed_over(service: Service, campaign: int) -> int:
    return _mails(service, campaign, OutboundState.HANDED_OVER)


def waiting(service: Service, campaign: int) -> int:
    return _mails(service, campaign, OutboundState.QUEUED, OutboundState.RENDERED)


def _mails(service: Service, campaign: int, *states: OutboundState) -> int:
    with reading(service.engine) as session:
        found = select(func.count()).where(
            col(OutboundMail.campaign_id) == campaign, col(OutboundMail.state).in_(states)
        )
        return session.execute(found).scalar_one()


def measure(sheet: Sheet, stack: MailStack, workers: int, mails: int, others: int) -> None:
    busy_said, said = rehearsed(1, mails, BUSY), rehearsed(2 * others, 1)
    with installation(stack) as (settings, service):
        made = [order_mail.create(service, number) for number in range(2 * others)]
        busy = order_mail.create(service, 2 * others, BUSY)
        with running(settings, *commands(workers)):
            until(service, 0)
            single = [mails_for(service, made[k], k, said[k])[0] for k in range(2 * others)]
            flood = mails_for(service, busy, 2 * others, busy_said[0])
            submit(stack, [*single, *flood])
            alone = [answered_after(service, stack, made[k], single[k]) for k in range(others)]
            release(stack, [str(mail["Message-ID"]) for mail in flood])
            until_stored(service, others + len(flood))
            beside, began = [], left(service)[1]
            for k in range(others, 2 * others):
                if left(service)[1] < workers:
                    break
                beside.append(answered_after(service, stack, made[k], single[k]))
    named = f"{workers} worker{'s' if workers > 1 else ''}"
    sheet.seconds(f"{named}: answered while nothing waits, median of {others}", median(alone))
    sheet.seconds(f"{named}: – while a campaign has {began} left to do, median of {len(beside)}", median(beside))
    sheet.seconds(f"{named}: – delayed by", median(beside) - median(alone), WANTED)
    sheet.seconds(f"{named}: – the slowest of them, by", max(beside) - median(alone), WANTED)


def until_stored(service: Service, mails: int) -> None:
    while left(service)[0] < mails:
        time.sleep(LOOK_SECONDS)


def main(mails: int, others: int, workers: Sequence[int]) -> None:
    load_games()
    sheet = Sheet("a busy campaign and the others")
    with MailStack() as stack:
        for count in workers:
            measure(sheet, stack, count, mails, others)
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=500, help="of the busy campaign")
    parser.add_argument("--others", type=int, default=15)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    main(given.mails, given.others, given.workers)
