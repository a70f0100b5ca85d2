"""A deadline that somebody was told never comes nearer, whatever players, moderators and clocks do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlmodel import col, select

from adjudicator import Refusal, SetFact
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks import extensions
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author
from adjudicator.service.moderation.commands.deadlines import Policy
from adjudicator.service.people import replacements
from adjudicator.service.play import due_dates
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.timing.calendar import Absence
from adjudicator.service.timing.policy import Adjudication, Bank, MissedDeadline, ShortFuse, TimingPolicy, WaitPolicy
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState, Person, Prompt, PromptState

pytestmark = pytest.mark.store("sqlite")

SEATS = {"north": "en", "east": "ru", "south": "en"}
WAIT = WaitPolicy(hours=12, per_question=3)
POLICIES = {
    "plain": TimingPolicy(wait=WAIT, absence_days=30),
    "evenings": TimingPolicy(weekdays=(1, 2, 3, 4, 5), earliest="20:00", latest="20:00", wait=WAIT, absence_days=30),
    "window": TimingPolicy(
        adjudication=Adjudication.WINDOW, wait=WAIT, absence_days=30, short_fuse=ShortFuse(after=1, hours=12)
    ),
    "bank": TimingPolicy(bank=Bank(hours=96, increment=12), absence_days=30),
    "moderator": TimingPolicy(missed_deadline=MissedDeadline.MODERATOR, wait=WAIT, absence_days=30),
    "delay": TimingPolicy(wait_for_reactions={"any": "delay 24h"}, wait=WAIT, absence_days=30),
}


class Told:
    """What the seats have been told: until when each may answer a decision, and until when what it is asked now."""

    def __init__(self, installation: Any, campaign: int) -> None:
        self.installation, self.campaign = installation, campaign
        self.of: dict[tuple[int, int], datetime] = {}
        self.open: dict[int, datetime] = {}
        self.revision = 0

    def look(self, deed: str) -> None:
        """Compare what is in force with what was told, and tell it."""
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), self.campaign)
            rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        window = due_dates.policy_of(table.campaign).adjudication is Adjudication.WINDOW and table.match.is_complete
        corrected = table.head.revision != self.revision and deed in MODERATING
        asked, self.open, self.revision = self.open, {}, table.head.revision
        for row in rows:
            key, due = (row.seat_id, row.decision), row.deadline
            told = max(filter(None, (self.of.get(key), asked.get(row.seat_id) if corrected else None)), default=None)
            if due is not None and told is not None and not window:
                assert due >= told, f"{deed}: {table.by_id[row.seat_id].name} was told {told}, and {due} is in force"
            latest = max(filter(None, (told, None if window else due)), default=None)
            if latest is not None:
                self.of[key] = self.open[row.seat_id] = latest


def act(installation: Any, campaign: int, deed: Callable[[CampaignContext], object]) -> None:
    """Do something at the desk; what is not possible leaves no trace."""
    try:
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            deed(table_of_campaign(installation.service.work(session), campaign))
    except (Rejected, Refusal):
        pass


def order(installation: Any, campaign: int, rng: Random) -> None:
    table = installation.table(campaign)
    if table.match.pending_seats and table.campaign.state is CampaignState.RUNNING:
        seat = rng.choice(table.match.pending_seats)
        installation.order(campaign, seat, table.match.sample(seat, rng))


def take_back(installation: Any, campaign: int, rng: Random) -> None:
    installation.put(installation.raw(rng.choice([*SEATS]), "withdraw"))


def wait(installation: Any, campaign: int, rng: Random) -> None:
    act(installation, campaign, lambda table: extensions.wait(table, table.by_name[rng.choice([*SEATS])]))


def be_absent(installation: Any, campaign: int, rng: Random) -> None:
    first = installation.clock.now().date() + timedelta(days=rng.randint(0, 4))
    days = Absence(first, first + timedelta(days=rng.randint(0, 5)))
    act(installation, campaign, lambda table: extensions.be_absent(table, table.by_name[rng.choice([*SEATS])], days))


def come_back(installation: Any, campaign: int, rng: Random) -> None:
    act(installation, campaign, lambda table: extensions.come_back(table, table.by_name[rng.choice([*SEATS])]))


def change_zone(installation: Any, campaign: int, rng: Random) -> None:
    installation.put(
        installation.raw(rng.choice([*SEATS]), f"zone {rng.choice(['Pacific/Auckland', 'America/Lima', 'UTC'])}")
    )


def extend(installation: Any, campaign: int, rng: Random) -> None:
    seats = rng.choice([(), (rng.choice([*SEATS]),)])
    hours = rng.choice([12, 24, 72])
    act(installation, campaign, lambda table: extensions.extend(table, by="Mona", hours=hours, seats=seats))


def set_deadline(installation: Any, campaign: int, rng: Random) -> None:
    until = installation.clock.now() + timedelta(hours=rng.randint(1, 240))
    seats = rng.choice([(), (rng.choice([*SEATS]),)])
    act(installation, campaign, lambda table: extensions.extend(table, by="Mona", until=until, seats=seats))


def pause(installation: Any, campaign: int, rng: Random) -> None:
    act(installation, campaign, lambda table: extensions.pause(table, by="Mona"))


def resume(installation: Any, campaign: int, rng: Random) -> None:
    act(installation, campaign, lambda table: extensions.resume(table, by="Mona"))


def plan_pause(installation: Any, campaign: int, rng: Random) -> None:
    since = installation.clock.now() + timedelta(hours=rng.randint(1, 60))
    until = since + timedelta(hours=rng.randint(1, 90))
    act(installation, campaign, lambda table: extensions.plan_pause(table, by="Mona", since=since, until=until))


def grow_bank(installation: Any, campaign: int, rng: Random) -> None:
    act(installation, campaign, lambda table: extensions.add_to_banks(table, by="Mona", hours=24))


def other_rules(installation: Any, campaign: int, rng: Random) -> None:
    more = rng.choice([{"holidays": ("DE",)}, {"weekdays": (2, 4, 6)}, {"latest": "22:00", "earliest": "06:00"}, {}])

    def agree(table: CampaignContext) -> None:
        timing = msgspec.structs.replace(due_dates.policy_of(table.campaign), **more)
        Policy(timing=timing, deadline_hours=rng.choice([12, 36, 96])).carry_out(table, Author(name="Mona"))

    act(installation, campaign, agree)


def hand_on(installation: Any, campaign: int, rng: Random) -> None:
    def newcomer(table: CampaignContext) -> None:
        person = Person(name="Vera", language="en", time_zone="Asia/Tokyo", created_at=table.now)
        table.session.add(person)
        table.session.flush()
        replacements.replace(table, table.by_name["south"], by="Mona", person_id=person.id)

    act(installation, campaign, newcomer)


def roll_back(installation: Any, campaign: int, rng: Random) -> None:
    def back(table: CampaignContext) -> None:
        n = max(0, table.sequence - rng.randint(1, 4))
        carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="again", n=n)), by="Mona")

    act(installation, campaign, back)


def correct(installation: Any, campaign: int, rng: Random) -> None:
    def facts(table: CampaignContext) -> None:
        n = rng.randint(max(1, table.sequence - 3), table.sequence + 1)
        fact = SetFact({"state": {"round": rng.randint(1, 3)}}, "a mistake")
        carry_out(table, propose(table, Wish(kind=Kind.FACT, reason="a mistake", n=n, orders=(fact,))), by="Mona")

    act(installation, campaign, facts)


def undo(installation: Any, campaign: int, rng: Random) -> None:
    act(
        installation,
        campaign,
        lambda table: carry_out(table, propose(table, Wish(kind=Kind.UNDO, reason="no")), by="Mona"),
    )


DEEDS = {
    deed.__name__: deed
    for deed in (
        order, take_back, wait, be_absent, come_back, change_zone, extend, set_deadline, pause, resume, plan_pause,
        grow_bank, other_rules, hand_on, roll_back, correct, undo,
    )
}  # fmt: skip
OFTEN = {"order": 8, "roll_back": 3, "correct": 2, "resume": 3}
MODERATING = {"roll_back", "correct", "undo"}


@pytest.mark.parametrize("run", [0, 1, *(pytest.param(each, marks=pytest.mark.long) for each in range(2, 12))])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_deadline_that_was_told_never_comes_nearer(installation: Any, policy: str, run: int) -> None:
    rng = Random(f"{policy} {run}")
    campaign = installation.create_plainly("crossroads", SEATS, timing=POLICIES[policy], time_zone="Europe/Berlin")
    told, done = Told(installation, campaign), set[str]()
    told.look("begin")
    names, weights = [*DEEDS], [OFTEN.get(each, 1) for each in DEEDS]
    for _ in range(60):
        (deed,) = rng.choices(names, weights)
        DEEDS[deed](installation, campaign, rng)
        done.add(deed)
        told.look(deed)
        installation.clock.forward(hours=rng.choice([0, 0, 1, 5, 20]))
        run_deadlines(installation.service)
        told.look("a clock")
        if installation.table(campaign).match.result is not None:
            break
    assert len(done) > len(DEEDS) // 2


Deed = Callable[[CampaignContext], object]


def away(table: CampaignContext) -> None:
    """Whoever is asked is away for four days."""
    first = table.now.date()
    for name in table.match.asked_seats:
        extensions.be_absent(table, table.by_name[name], Absence(first, first + timedelta(days=4)))


def back(table: CampaignContext) -> None:
    for name in table.match.asked_seats:
        extensions.come_back(table, table.by_name[name])


def paused(table: CampaignContext) -> None:
    extensions.pause(table, by="Mona")


def resumed(table: CampaignContext) -> None:
    extensions.resume(table, by="Mona")


def more(hours: int) -> Deed:
    return lambda table: extensions.extend(table, by="Mona", hours=hours)


def in_ten_days(table: CampaignContext) -> None:
    extensions.extend(table, by="Mona", until=table.now + timedelta(days=10))


TURNS_OF_EVENTS: dict[str, tuple[Deed, ...]] = {
    "a pause after an absence that was taken back": (away, back, paused, resumed),
    "less time given in a pause than was left": (in_ten_days, paused, more(12), resumed),
    "more time after an absence that was taken back": (away, back, more(12)),
}


@pytest.mark.parametrize("turn", TURNS_OF_EVENTS)
def test_what_was_told_holds_after(installation: Any, turn: str) -> None:
    campaign = installation.create_plainly("crossroads", SEATS, timing=POLICIES["plain"], time_zone="UTC")
    told = Told(installation, campaign)
    for deed in TURNS_OF_EVENTS[turn]:
        told.look("before")
        act(installation, campaign, deed)
    before = max(told.of.values())
    told.look(turn)
    assert all(moment is not None and moment >= before for _, moment in due(installation))


def test_a_window_that_ends_early_leaves_what_was_told(installation: Any) -> None:
    policy = msgspec.structs.replace(POLICIES["window"], window_minutes=60)
    campaign = installation.create_plainly("sealed-bids", {"red": "en", "blue": "en"}, timing=policy, time_zone="UTC")
    act(installation, campaign, away)
    told = due(installation)
    act(installation, campaign, back)
    for seat in ("red", "blue"):
        installation.order(campaign, seat, installation.table(campaign).match.options(seat)[0])
    soon = installation.clock.now() + timedelta(minutes=60)
    assert all(moment is not None and moment <= soon for _, moment in due(installation))
    installation.put(installation.raw("red", "withdraw"))
    assert due(installation) == told


def due(installation: Any) -> list[tuple[int, datetime | None]]:
    """The line of play and the deadline of each open question."""
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return [(row.revision, row.deadline) for row in rows]


@pytest.mark.parametrize("kind", [Kind.FACT, Kind.ROLLBACK])
def test_more_time_stays_when_something_else_is_corrected(installation: Any, kind: Kind) -> None:
    campaign = installation.create_plainly("crossroads", SEATS, timing=POLICIES["plain"], time_zone="UTC")
    order(installation, campaign, Random(1))
    before = [moment for _, moment in due(installation)]
    act(installation, campaign, lambda table: extensions.extend(table, by="Mona", hours=48))
    orders = (SetFact({"state": {"round": 2}}, "a mistake"),) if kind is Kind.FACT else ()
    wish = Wish(
        kind=kind, reason="a mistake", n=installation.table(campaign).sequence + (kind is Kind.FACT), orders=orders
    )
    act(installation, campaign, lambda table: carry_out(table, propose(table, wish), by="Mona"))
    assert due(installation) == [(1, moment and moment + timedelta(hours=48)) for moment in before]
