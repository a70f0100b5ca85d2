"""Mails that wait: those of one campaign wake for each other, and no campaign keeps the others waiting."""

from __future__ import annotations

import dataclasses
from collections import deque
from queue import Queue
from threading import Thread

import pytest

from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import SettledElsewhere, handle
from adjudicator.store.engine import StoreBusy, reading, writing
from adjudicator.store.inbound import Place, put_back
from adjudicator.store.tables import InboundMail
from tests.service.conftest import Installation

SEATS = ("red", "blue")


class Line:
    """Wake-ups for mails, in the order in which they were given."""

    def __init__(self) -> None:
        self.waiting: deque[int] = deque()
        self.given: list[int] = []

    def mail(self, mail_id: int, campaign_id: int | None = None) -> None:
        self.waiting.append(mail_id)
        self.given.append(mail_id)

    def outbox(self) -> None:
        """Nobody sends here."""


class Queued(Line):
    """The same for workers that wait at a queue."""

    def __init__(self) -> None:
        super().__init__()
        self.queue: Queue[int | None] = Queue()

    def mail(self, mail_id: int, campaign_id: int | None = None) -> None:
        self.queue.put(mail_id)


@pytest.fixture
def line(installation: Installation) -> Line:
    made = Line()
    installation.service = dataclasses.replace(installation.service, wakes=made)
    return made


def campaign(installation: Installation, name: str) -> dict[str, str]:
    """A campaign. Returns the secret addresses of its seats."""
    installation.create("sealed-bids", dict.fromkeys(SEATS, "en"), name=name)
    return {seat: str(installation.newest(seat)["Reply-To"]) for seat in SEATS}


def arrives(installation: Installation, to: str, seat: str = "red") -> int:
    installation.uid += 1
    raw = installation.raw(seat, "status\n", to=to)
    return ingest(installation.service, Place("INBOX", 1, installation.uid), installation.clock.now(), raw).id


def statuses(installation: Installation, ids: list[int]) -> set[str]:
    with reading(installation.service.engine) as session:
        return {str(session.get_one(InboundMail, id).status) for id in ids}


def test_a_mail_that_is_settled_wakes_for_the_next_one_of_its_campaign(installation: Installation, line: Line) -> None:
    to = campaign(installation, "one")
    ids = [arrives(installation, to[seat], seat) for seat in SEATS * 3]
    woken = list(line.waiting)
    line.waiting.clear()
    for mail_id in reversed(woken):  # a second worker was faster than the first
        handle(installation.service, mail_id)
    while line.waiting:
        handle(installation.service, line.waiting.popleft())
    assert statuses(installation, ids) == {"handled"}, "nobody had to sweep"


def test_a_mail_that_came_too_early_wakes_nobody_and_waits_for_its_turn(installation: Installation, line: Line) -> None:
    to = campaign(installation, "one")
    first, second = arrives(installation, to["red"]), arrives(installation, to["blue"], "blue")
    assert line.given == [first]
    handle(installation.service, second)
    assert statuses(installation, [second]) == {"received"}
    handle(installation.service, first)
    assert line.given[-1] == second
    handle(installation.service, second)
    assert statuses(installation, [first, second]) == {"handled"}


def test_a_campaign_with_many_mails_keeps_no_other_waiting(installation: Installation, line: Line) -> None:
    hot, other = campaign(installation, "hot"), campaign(installation, "other")
    many = [arrives(installation, hot["red"]) for _ in range(12)]
    late = arrives(installation, other["blue"], "blue")
    handled = []
    while line.waiting:
        handled.append(line.waiting.popleft())
        handle(installation.service, handled[-1])
    assert sorted(handled) == [*many, late]
    assert handled.index(late) == 1, "behind one mail of the campaign with many"


def test_a_mail_that_waits_for_something_else_is_not_woken_before_its_time(
    installation: Installation, line: Line
) -> None:
    to = campaign(installation, "one")
    first, second = arrives(installation, to["red"]), arrives(installation, to["red"])
    with writing(installation.service.engine) as session:
        put_back(session, second, installation.clock.now().replace(year=2030), "DNS does not answer")
    handle(installation.service, first)
    assert line.given == [first]


def test_two_workers_answer_many_mails_of_few_campaigns_without_a_sweep(installation: Installation) -> None:
    addresses = [campaign(installation, name) for name in ("one", "two", "three")]
    wakes = Queued()
    installation.service = dataclasses.replace(installation.service, wakes=wakes)
    ids: list[int] = []

    def work() -> None:
        while (mail_id := wakes.queue.get()) is not None:
            try:
                handle(installation.service, mail_id)
            except StoreBusy:
                wakes.queue.put(mail_id)
            except SettledElsewhere:  # it was woken for twice
                pass
            wakes.queue.task_done()
        wakes.queue.task_done()

    workers = [Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    ids = [arrives(installation, to[seat], seat) for to in addresses for seat in SEATS * 3]
    wakes.queue.join()
    for _ in workers:
        wakes.queue.put(None)
    for worker in workers:
        worker.join()
    assert statuses(installation, ids) == {"handled"}
