"""Whatever is on file, in whatever order it comes, is done once, told, and as the lists say: played at random."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase
from hypothesis import settings as examples
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import booleans, lists, sampled_from, sets
from sqlmodel import col, select

from adjudicator.kernel.actions import SYSTEM
from adjudicator.kernel.foresight import own_turn
from adjudicator.kernel.replay import begin, replay
from adjudicator.language import language
from adjudicator.reports.model import OrderOutcome, Section
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Pause, Resume
from adjudicator.service.outbox.payloads import Answer, LineRead, decode
from adjudicator.service.play import standing_orders
from adjudicator.service.play.kept.held_orders import held_by, plan_lines
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.settings import Settings
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState, OutboundMail, Seat
from tests.service.conftest import Installation, text_of
from tests.stored_log import entries_of

pytestmark = pytest.mark.store("sqlite")

SEATS = ("north", "east", "south")
RING = ("Harbour", "Mill", "Abbey", "Forge", "Market")
CHANGE_MINUTES = 30
STANDING = (
    "toll: no",
    "toll: toll",
    "toll: ask if round < 2",
    "toll: no if North rides to Mill",
    "toll: ask only if South rides to Abbey",
)
STEPS = ("+", "+", "-", "spy", "wrong")
"""What a line does, seen from where its rider will stand: to the next town, to the one before it, and so on."""
HEADS = ("plan:", "next round", "ask me")
"""Lines of a plan that are no orders."""
LISTED = re.compile(r"^\d+\. ")
"""The number before a round of a plan."""
BY_OTHERS = ("Decline", "Toll", "Bargain")
"""Actions that a standing order, or the rules, may bring about without a line."""


def orders(lines: Iterable[str]) -> Counter[str]:
    return Counter(line for line in lines if line not in HEADS)


@dataclass
class Shelf:
    """What is on file for a seat, by what makes it due; the texts of its lines in their order."""

    waiting: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    plan: list[str] = field(default_factory=list)
    changeable: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)

    @property
    def texts(self) -> Counter[str]:
        """All lines that are orders."""
        return orders((*self.waiting, *self.draft, *self.plan, *self.changeable, *self.later))


@dataclass
class Known:
    """A campaign as it is between two mails."""

    shelves: dict[str, Shelf]
    standing: dict[str, list[str]]
    done: dict[int, tuple[str, str]]
    """By log number: the seat, and the kind of what it did."""
    questions: dict[str, int]


def known(installation: Installation, campaign: int) -> Known:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        entries = entries_of(session, table.match.game.id, table.head.match_id, 0)
        words = language("en")
        return Known(
            {seat.name: shelf_of(table, seat.name) for seat in table.players},
            {
                seat.name: [
                    each.listed(table.match, words).partition(". ")[2]
                    for each in standing_orders.orders_of(table, seat)
                ]
                for seat in table.players
            },
            {each.n: (str(each.by), type(each.action).__name__) for each in entries if each.given},
            {seat.name: table.match.number(seat.name) for seat in table.players},
        )


def shelf_of(table: CampaignContext, name: str) -> Shelf:
    held = held_by(table, table.by_name[name])
    rounds = () if held.plan is None else held.plan.rounds
    return Shelf(
        [line.text for line in held.waiting],
        [line.text for line in held.draft],
        [line.text for each in rounds for way in (each.lines, *each.instead) for line in way],
        [] if held.changeable is None else [*held.changeable.mail.lines],
        [line for kept in held.mails if kept.until is None for line in kept.mail.lines],
    )


class Mails(RuleBasedStateMachine):
    """Three riders who write lines for now, for later and for good, and take them back."""

    settings: Settings

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        place = Path(self._folder.name)
        changed = {"database": f"sqlite:///{place / 'store.db'}", "data_directory": place}
        self.installation = Installation(self.settings.model_copy(update=changed), kept=True)
        self.budget: dict[str, Counter[str]] = {name: Counter() for name in SEATS}
        """By seat: the lines that it has written and neither seen done nor withdrawn."""
        self.claimed: dict[int, str] = {}
        """By log number: the line that was told to have made it."""

    @initialize(changing=booleans(), acts=sampled_from((1, 3)), standing=sets(sampled_from(SEATS)))
    def begin(self, changing: bool, acts: int, standing: set[str]) -> None:
        self.campaign = self.installation.create(
            "crossroads",
            dict.fromkeys(SEATS, "en"),
            options={"acts": acts},
            mail_format="text",
            timing=TimingPolicy(change_minutes=CHANGE_MINUTES if changing else 0),
        )
        self.last = self._newest_mail()
        self.before = known(self.installation, self.campaign)
        for seat in sorted(standing):
            self.stand(seat, STANDING[0])

    def teardown(self) -> None:
        self.installation.service.engine.dispose()
        self._folder.cleanup()

    # What people do.

    @rule(seat=sampled_from(SEATS), steps=lists(sampled_from(STEPS), min_size=1, max_size=3))
    def write(self, seat: str, steps: list[str]) -> None:
        """Lines for now; out of turn they are a plan."""
        self._write(seat, self._lines(seat, steps))

    @rule(steps=lists(sampled_from(STEPS), min_size=1, max_size=3))
    def answer(self, steps: list[str]) -> None:
        """Lines of somebody who is asked."""
        seat, question = self._asked()
        self._write(seat, ["decline"] if question == "toll" else self._lines(seat, steps))

    @rule(line=sampled_from(("decline", "toll")))
    def react(self, line: str) -> None:
        seat, question = self._asked()
        if question == "toll":
            self._write(seat, [line])

    @rule(seat=sampled_from(SEATS), steps=lists(sampled_from(STEPS[:-1]), min_size=1, max_size=3), apart=booleans())
    def plan(self, seat: str, steps: list[str], apart: bool) -> None:
        lines = self._lines(seat, steps)
        rounds = [each for line in lines for each in ("next round", line)][1:] if apart else lines
        self._write(seat, ["plan:", *rounds], written=lines)

    @rule(seat=sampled_from(SEATS), line=sampled_from(STANDING))
    def stand(self, seat: str, line: str) -> None:
        self._write(seat, [f"standing {line}"], written=())

    @rule(seat=sampled_from(SEATS))
    def stand_no_more(self, seat: str) -> None:
        self._write(seat, ["standing off"], written=())
        assert not self._now().standing[seat]

    @rule(seat=sampled_from(SEATS))
    def withdraw(self, seat: str) -> None:
        """Nothing that is on file now is ever done."""
        self._write(seat, ["withdraw"], written=(), replaces=True)
        assert not self._now().shelves[seat].texts
        self.budget[seat].clear()

    @rule(seat=sampled_from(SEATS))
    def withdraw_plan(self, seat: str) -> None:
        self._write(seat, ["plan off"], written=(), replaces=True)
        assert not self._now().shelves[seat].plan

    @rule(seat=sampled_from(SEATS), word=sampled_from(("yes", "no")))
    def say(self, seat: str, word: str) -> None:
        """A draft is carried out as it was proposed, or forgotten."""
        if self.before.shelves[seat].draft:
            self._write(seat, [word], written=(), replaces=True)

    @rule()
    def pause(self) -> None:
        self._moderate(Pause())

    @precondition(lambda self: self._state() is CampaignState.PAUSED)
    @rule()
    def go_on(self) -> None:
        """What came in the pause is tried in the order in which it came."""
        self._moderate(Resume())
        assert not any(shelf.later for shelf in self._now().shelves.values())

    @rule()
    def wait(self) -> None:
        """The time in which orders can be changed is over."""
        self.installation.clock.forward(minutes=CHANGE_MINUTES + 1)
        while run_deadlines(self.installation.service):
            pass
        if self._state() is CampaignState.RUNNING:
            assert not any(shelf.changeable for shelf in self._now().shelves.values())
        self._compare()

    @rule(seat=sampled_from(SEATS))
    def look(self, seat: str) -> None:
        """The list of what is on file has each line on file, and no other."""
        self._write(seat, ["orders"], written=())
        (section,) = [each for each in self.sections if each.heading == "On file for you"]
        listed = [
            line
            for item in section.items
            if not item.text.startswith("a secret answer")
            for line in LISTED.sub("", item.name).split(" | ")
        ]
        assert orders(listed) == self.before.shelves[seat].texts

    # What must hold between two mails.

    @invariant()
    def nobody_waits_for_nothing(self) -> None:
        """Nothing is due: no line on file could be tried now for a seat that is asked."""
        if not hasattr(self, "campaign") or self._state() is not CampaignState.RUNNING:
            return
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), self.campaign)
            for seat in table.players:
                held, turn = held_by(table, seat), own_turn(table.match, seat.name)
                if not turn:
                    continue
                assert not held.waiting, f"{seat.name} is asked, and has lines that wait"
                if held.plan is not None and held.changeable is None:
                    unfit = held.plan.unfit
                    number = table.match.number(seat.name)
                    looked = turn == held.plan.after or (unfit is not None and unfit.question == number)
                    assert looked or held.draft, (
                        f"{seat.name} is asked, and its plan {plan_lines(held.plan, language('en'))}"
                    )

    @invariant()
    def the_log_is_what_was_told(self) -> None:
        """Each ride and each visit of a spy has the one line that made it, and a replay leads to the same position."""
        if not hasattr(self, "campaign"):
            return
        for n, (by, kind) in self._now().done.items():
            assert n in self.claimed or kind in BY_OTHERS or "Window" in kind or kind == "SystemLine", (n, by, kind)
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), self.campaign)
            entries = entries_of(session, "crossroads", table.head.match_id, 0)
        again = replay(begin(header_of(table.head), entries), entries)
        assert again.checkpoint() == table.match.checkpoint()

    def _compare(self, author: str = "", written: Any = (), *, replaces: bool = False) -> None:
        """Compare what is on file and done with what was, and with what the answers tell of the difference."""
        before, now = self.before, self._now()
        self.before = now
        told = self._answers()
        self.budget.setdefault(author, Counter()).update(written)
        for name in SEATS:
            rows = told.get(name, [])
            done = [row for row in rows if row.outcome is OrderOutcome.DONE and row.first is not None]
            firsts = [row.first for row in done]
            assert firsts == sorted(firsts, key=lambda n: n or 0), "lines of a seat are done in their order"
            for row in done:
                assert row.first is not None
                assert self.claimed.setdefault(row.first, row.original) == row.original, "an entry comes of two lines"
                assert now.done[row.first][0] in (name, SYSTEM), "a line has made an entry of another seat"
                if row.first in before.done:
                    continue
                assert self.budget[name][row.original] > 0, f"{name}: “{row.original}” is done, and nobody ordered it"
                self.budget[name][row.original] -= 1
            was, shelf = before.shelves[name], now.shelves[name]
            planned = [row.original in was.plan and row.original not in was.waiting for row in done]
            assert name == author or planned == sorted(planned), "lines that wait come before a plan"
            if replaces and name == author:
                continue
            gone = was.texts + Counter(written if name == author else ())
            gone -= shelf.texts + Counter(row.original for row in rows)
            mails = was.later != shelf.later or was.changeable != shelf.changeable
            if name == author or mails:  # what a mail says stands in the place of what was on file
                gone -= Counter((*was.plan, *was.draft, *was.changeable))
                gone -= Counter(was.waiting) & Counter(written)  # nor does the same line wait twice
            if before.questions[name] != now.questions[name]:  # a draft ends with its question
                gone -= Counter((*was.draft, *was.changeable))
            assert not gone, f"{name}: {gone} was on file, and nobody has heard of it"

    # How it is done.

    def _write(self, seat: str, lines: list[str], written: Any = None, *, replaces: bool = False) -> None:
        self.installation.write(seat, *lines)
        self._compare(seat, lines if written is None else written, replaces=replaces)

    def _lines(self, seat: str, steps: list[str]) -> list[str]:
        """Lines from where a rider stands, a town further with each."""
        at = RING.index(self.installation.table(self.campaign).match.state.riders[seat].town.capitalize())
        lines = []
        for step in steps:
            if step == "spy":
                lines.append(f"spy on {next(other for other in SEATS if other != seat).capitalize()}")
                continue
            at += {"+": 1, "-": -1}.get(step, 2)
            lines.append(f"ride to {RING[at % len(RING)]}")
        return lines

    def _moderate(self, deed: ModeratorCommand) -> None:
        if isinstance(deed, Pause) and self._state() is not CampaignState.RUNNING:
            return
        with writing(self.installation.service.engine) as session:
            lock_campaign(session, self.campaign)
            perform(table_of_campaign(self.installation.service.work(session), self.campaign), deed, Author("Mila"))
        self._compare()

    def _asked(self) -> tuple[str, str]:
        """Somebody who is asked, and the kind of the question."""
        match = self.installation.table(self.campaign).match
        if not match.pending_seats:
            return SEATS[0], ""
        question = match.question(match.pending_seats[0])
        return match.pending_seats[0], "" if question is None else question.kind

    def _state(self) -> CampaignState:
        return self.installation.table(self.campaign).campaign.state

    def _now(self) -> Known:
        return known(self.installation, self.campaign)

    def _newest_mail(self) -> int:
        with reading(self.installation.service.engine) as session:
            return max(session.scalars(select(col(OutboundMail.id))), default=0)

    def _answers(self) -> dict[str, list[LineRead]]:
        """By seat: the lines of earlier and of this mail that were told since the last look."""
        found: dict[str, list[LineRead]] = {}
        self.sections = list[Section]()
        with reading(self.installation.service.engine) as session:
            rows = session.scalars(
                select(OutboundMail).where(col(OutboundMail.id) > self.last).order_by(col(OutboundMail.id))
            ).all()
            names = {row.id: row.name for row in session.scalars(select(Seat))}
            for row in rows:
                self.last, intent = row.id, decode(row.intent)
                if isinstance(intent, Answer) and row.seat_id is not None:
                    self.sections += intent.said
                    found.setdefault(names[row.seat_id], []).extend(intent.lines)
                    found[names[row.seat_id]] += [
                        LineRead(0, each.text, OrderOutcome.NOT_DONE) for each in intent.dropped
                    ]
        self.installation.deliver()
        return found


@pytest.mark.parametrize(("runs", "steps"), [(6, 12), pytest.param(100, 30, marks=pytest.mark.long)])
def test_lines_that_wait(settings: Settings, runs: int, steps: int) -> None:
    machine = type("Machine", (Mails,), {"settings": settings})
    run_state_machine_as_test(
        machine, settings=examples(max_examples=runs, stateful_step_count=steps, phases=[Phase.generate])
    )


def test_a_line_that_waits_and_is_sent_once_more_goes_on_waiting(installation: Installation) -> None:
    """It is not taken for a plan, or for an order against the rules, because others are asked meanwhile."""
    campaign = installation.create("crossroads", dict.fromkeys(SEATS, "en"), options={"acts": 3}, mail_format="text")
    installation.write("north", "ride to Mill", "spy on East")
    (told,) = installation.write("north", "Spy on East.", "ride to Abbey")
    assert re.search(r"waits +Spy on East", text_of(told))
    shelf = known(installation, campaign).shelves["north"]
    assert (shelf.waiting, shelf.plan) == (["spy on East"], ["ride to Abbey"])
    installation.write("east", "decline")
    installation.write("south", "decline")
    after = known(installation, campaign)
    assert [kind for by, kind in after.done.values() if by == "north"][:2] == ["Ride", "Spy"]
    assert after.shelves["north"].waiting == []
