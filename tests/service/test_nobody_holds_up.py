"""Held mails and deadlines: what an adversary can delay over years, and what in one question."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from guild_fair.state import CONTRACT
from guild_fair.words import NAMES

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import PATIENCE
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail, InboundStatus
from tests.service.conftest import MX
from tests.service.test_held_mails import code_in, received, sealed, seat

pytestmark = pytest.mark.store("sqlite")

PASS = f"{MX}; dmarc=pass header.from=players.test"
FAIL = f"{MX}; dmarc=fail header.from=players.test"
RED, BLUE = "red@players.test", "blue@players.test"
YEARS = 2


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return made


def send(installation: Any, name: str, text: str, result: str = "", **headers: str) -> InboundMail:
    if result:
        headers["Authentication_Results"] = result
    row: InboundMail = installation.put(installation.raw(name, text + "\n", **headers))
    return row


FORGERIES: tuple[dict[str, str], ...] = (
    {},
    {"result": FAIL},
    {"result": PASS, "sender": "red@phone.test"},
    {"sender": "eve@elsewhere.test"},
    {"result": PASS, "Cc": BLUE},
)
"""Unproven, denied, from addresses that are not registered, and proven but with an opponent among the recipients."""


class Years:
    """Matches one behind the other, in which red is attacked at every moment; another campaign runs beside them."""

    def __init__(self, installation: Any, rng: Random) -> None:
        self.installation, self.rng = installation, rng
        self.answers = self.delays = self.questions = 0
        self.delayed = timedelta()
        self.made = 0

    def play(self, until: datetime) -> None:
        """Question behind question, until a moment."""
        while self.installation.clock.now() < until:
            self.made += 1
            ours, theirs = (
                self.installation.create("sealed-bids", {"red": "en", "blue": "ru"}, name=f"{name}{self.made}")
                for name in ("attacked", "calm")
            )
            while self._open(ours) is not None and self.installation.clock.now() < until:
                self._question(ours, theirs)

    def _open(self, campaign: int) -> tuple[int, datetime] | None:
        """The decision that is open and when its time is over."""
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), campaign)
            ends = [row.deadline for row in table.open_prompts() if row.deadline is not None]
            return (table.decision, max(ends)) if table.match.result is None and ends else None

    def _question(self, ours: int, theirs: int) -> None:
        asked = self._open(ours)
        assert asked is not None
        self.questions += 1
        decision, end = asked
        other = self._open(theirs)
        begun, answered = self.installation.clock.now(), False
        moments = sorted(self.rng.random() for _ in range(self.rng.randint(1, 4)))
        for share in (*moments, 0.9999):
            self.installation.clock.time = max(self.installation.clock.time, begun + (end - begun) * share)
            forged = dict(self.rng.choice(FORGERIES))
            send(self.installation, "red", "1a", forged.pop("result", ""), to=self._address(ours), **forged)
            self.installation.deliver()
        for name in ("red", "blue"):
            code = self._code(ours, name, decision)
            if code and self.rng.random() < 0.3:
                row = send(self.installation, name, code, PASS, to=self._address(ours, name))
                assert row.status is InboundStatus.HANDLED
                answered |= name == "red"
        self.answers += answered
        self._wait_for(ours, decision, end, answered)
        moment = self.installation.clock.time
        run_deadlines(self.installation.service)
        now = self._open(theirs)
        if other is not None:
            assert now is None or now[0] != other[0] or moment < other[1], "nothing else is delayed"

    def _wait_for(self, campaign: int, decision: int, end: datetime, answered: bool) -> None:
        self.installation.clock.time = max(self.installation.clock.time, end)
        while (now := self._open(campaign)) is not None and now[0] == decision:
            over = self.installation.clock.time - end
            assert over <= PATIENCE + timedelta(minutes=1), "never longer than once"
            run_deadlines(self.installation.service)
            self.installation.deliver()
            still = self._open(campaign)
            if still is None or still[0] != decision:
                break
            if over <= timedelta(hours=1):
                assert not answered, "who has answered delays nothing"
                self.delays += 1
            self.installation.clock.forward(hours=1)
        self.delayed += max(timedelta(), self.installation.clock.time - end - timedelta(minutes=1))

    def _address(self, campaign: int, name: str = "red") -> str:
        return f"orders+{seat(self.installation, campaign, name).token}@game.test"

    def _code(self, campaign: int, name: str, decision: int) -> str:
        """Its first answer; empty: the decision does not ask it."""
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session), campaign)
            rows = [row for row in table.open_prompts() if row.decision == decision]
        return next((f"{row.number}a" for row in rows if table.by_id[row.seat_id].name == name), "")


@pytest.mark.parametrize("days", [15, pytest.param(365 * YEARS, marks=pytest.mark.long)])
def test_over_years_an_adversary_delays_one_deadline_for_each_answer_of_the_seat(installation: Any, days: int) -> None:
    years = Years(installation, Random(1))
    years.play(installation.clock.now() + timedelta(days=days))
    assert years.questions > days // 4
    assert 0 < years.delays <= years.answers + 1
    assert years.delayed <= PATIENCE * (years.answers + 1) + timedelta(hours=years.delays)


def closes_at_once(installation: Any) -> bool:
    """Whether a deadline that is just over is closed."""
    installation.clock.forward(minutes=1)
    return bool(run_deadlines(installation.service))


@pytest.mark.parametrize("forged", FORGERIES[1:4], ids=["denied", "second address", "stranger"])
def test_a_mail_of_a_second_address_shortly_before_a_deadline_buys_nothing(
    installation: Any, campaign: int, forged: dict[str, str]
) -> None:
    installation.clock.forward(hours=71, minutes=59)
    assert send(installation, "red", "1a", **forged).status is InboundStatus.HELD
    assert closes_at_once(installation)


def test_a_held_mail_of_one_who_has_answered_delays_nothing(installation: Any, campaign: int) -> None:
    send(installation, "red", "1a", PASS)
    installation.clock.forward(hours=71, minutes=59)
    assert send(installation, "red", "1b").status is InboundStatus.HELD
    assert closes_at_once(installation), "blue is silent, and no mail of blue's is held"


def test_a_held_mail_delays_no_later_question(installation: Any, campaign: int) -> None:
    send(installation, "red", "1a")
    installation.clock.forward(hours=72 + 12.1)
    assert run_deadlines(installation.service) == 1
    installation.deliver()
    installation.clock.forward(hours=72)
    assert closes_at_once(installation), "nor does one of the new question, after one that was missed"


def test_after_a_delay_in_vain_an_answer_in_time_brings_the_next_one(installation: Any, campaign: int) -> None:
    installation.clock.forward(hours=71)
    send(installation, "red", "1a")
    installation.clock.forward(hours=1.1)
    assert not run_deadlines(installation.service)
    installation.clock.forward(hours=12)
    assert run_deadlines(installation.service)
    installation.deliver()
    send(installation, "red", "3a", PASS)
    send(installation, "blue", "4а", PASS)
    installation.deliver()
    assert sealed(installation, campaign) == {}, "the second question is answered"
    installation.clock.forward(hours=71)
    send(installation, "red", "5a")
    installation.deliver()
    installation.clock.forward(hours=1.1)
    assert not run_deadlines(installation.service)


def test_a_held_mail_delays_not_beyond_the_life_of_its_code(installation: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"}, deadline_hours=24 * 3 + 20)
    installation.clock.forward(hours=18)
    send(installation, "red", "1a")
    installation.clock.forward(hours=74)
    assert closes_at_once(installation), "it came three days and two hours before the deadline"


def test_without_a_code_that_counts_nothing_is_waited_for(installation: Any, campaign: int, said: Any) -> None:
    installation.clock.forward(hours=71, minutes=58)
    send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    send(installation, "red", f"reject {code_in(said(asked))}", PASS)
    installation.clock.forward(minutes=1)
    assert closes_at_once(installation)


def test_what_is_waited_for_gives_nobody_more_time(installation: Any, campaign: int, said: Any, read: Any) -> None:
    installation.clock.forward(hours=71)
    send(installation, "red", "1a")
    (asked,) = received(installation)[RED]
    installation.clock.forward(hours=3)
    for name, address, told in (
        ("red", RED, "was over when your email arrived"),
        ("blue", BLUE, "время на этот вопрос"),
    ):
        assert send(installation, name, "1b" if name == "red" else "2а", PASS).status is InboundStatus.HANDLED
        (answer,) = received(installation)[address]
        assert told in said(answer)
    assert sealed(installation, campaign) == {}
    send(installation, "blue", "статус", PASS)
    assert len(received(installation)[BLUE]) == 1, "words are answered as always"
    send(installation, "red", f"confirm {code_in(said(asked))}", PASS)
    received(installation)
    assert set(sealed(installation, campaign)) == {"red"}, "what came in time counts"
    assert run_deadlines(installation.service) == 1


def test_answers_that_come_out_after_a_delay_wait_for_no_held_mail(installation: Any) -> None:
    seats = dict.fromkeys(("bakers", "brewers", "drapers", "masons", "smiths"), "en")
    fair = installation.create(
        "guild-fair",
        seats,
        options={"visitors": False},
        timing=TimingPolicy(wait_for_reactions={"undercut": "delay 24h"}),
    )
    for name in seats:
        kept = NAMES("en").name(CONTRACT, match(installation, fair).state.drawn[name][0])
        installation.write(name, f"keep {kept}", Authentication_Results=PASS)
        installation.write(name, "borrow 2", Authentication_Results=PASS)
    work = NAMES("en").name(CONTRACT, match(installation, fair).state.contracts["bakers"][0])
    installation.write("bakers", f"work on {work}", Authentication_Results=PASS)
    (decision,) = match(installation, fair).decisions()
    assert decision.kind == "undercut"
    installation.clock.forward(hours=23)
    assert send(installation, "brewers", "undercut").status is InboundStatus.HELD
    assert send(installation, "smiths", "undercut", PASS, Cc="masons@players.test").status is InboundStatus.HELD
    installation.clock.forward(hours=1)
    assert closes_at_once(installation)


def match(installation: Any, campaign: int) -> Any:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign).match
