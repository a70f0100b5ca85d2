"""Measure a `check` of 200 lines, bytes → answer queued: `python benchmarks/long_checks.py`.

The most lines that are read of one mail, in a few shapes, by one player who may send such a mail whenever they like. In
processor time; beside it the same with one line.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from itertools import cycle, islice
from pathlib import Path

from order_mail import create, install, next_mail
from timing import Sheet, median, spent

from adjudicator.mail.sandbox import start_reader
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.play.offers import words_at
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place

LINES, TIMES, STEPS = 200, 5, 12
TARGET = 1.0
SHAPES: dict[str, Callable[[Sequence[str]], Iterator[str]]] = {
    "orders": lambda lines: cycle(lines),
    "misspelt": lambda lines: (f"{line[:-2]}{line[-1:]}q" for line in cycle(lines)),
    "in many words": lambda lines: (" ".join(islice(cycle(line.split()), 40)) for line in cycle(lines)),
    "nonsense": lambda _: (f"flag atlantis debt {number}" for number in cycle(range(1000))),
}


def asked(service: Service, campaign: int) -> tuple[str, str, list[str]]:
    """Return who is asked, address and reply address, and the lines that answer."""
    with reading(service.engine) as session:
        table = table_of_campaign(service.work(session), campaign)
        seat = table.by_name[table.match.decisions()[0].waiting[0]]
        book = words_at(table.match)
        lines = [book.say(each, seat.language) for each in islice(table.match.options(seat.name), LINES)]
    return seat.holders[0].emails[0], service.reply_address(seat.token), lines


def main() -> None:
    sheet = Sheet("`check` with 200 lines, bytes to answer queued")
    with tempfile.TemporaryDirectory() as folder:
        load_games()
        reader = start_reader()
        service = install(Path(folder))
        campaign, uid = create(service, 0), 0

        def handled(raw: bytes) -> float:
            nonlocal uid
            uid += 1
            started = spent(reader)
            handle(service, ingest(service, Place("INBOX", 1, uid), service.clock.now(), raw).id)
            return spent(reader) - started

        for count in range(STEPS):
            handled(next_mail(service, campaign, count) or b"")
        sender, to, lines = asked(service, campaign)
        for shape, shaped in SHAPES.items():
            for many, target in ((1, None), (LINES, TARGET)):
                samples = []
                for _ in range(TIMES):
                    mail = EmailMessage()
                    mail["From"], mail["To"], mail["Subject"] = sender, to, "check"
                    mail["Message-ID"] = f"<check.{uid}@players.test>"
                    mail.set_content("\n".join(["check", *islice(shaped(lines), many)]) + "\n")
                    samples.append(handled(mail.as_bytes()))
                sheet.seconds(f"{shape}, {many} line{'s' if many > 1 else ''}", median(samples), target)
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    main()
