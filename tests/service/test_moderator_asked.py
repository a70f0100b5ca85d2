"""The match asks its moderator: a question to each of them by mail, answered once; nobody's clock runs meanwhile."""

from __future__ import annotations

from email.message import EmailMessage
from functools import cache
from typing import Any

import pytest
from guild_fair.rules.rounds import Decree, DecreeAnswers

from adjudicator import MODERATOR, new_match
from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Rule
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store import audits, prompts
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.beginnings import begun

GUILDS = {"bakers": "en", "brewers": "ru", "drapers": "en"}
MILA = Player(seat="moderator", name="Mila", email="mila@players.test")
TIM = Player(seat="moderator", name="Тим", email="tim@players.test", language="ru")


@cache
def seed_of(omen: str) -> bytes:
    """A seed whose first omen is this one."""
    for n in range(200):
        seed = b"%d" % n
        if new_match("guild-fair", seats=tuple(GUILDS), seed=seed).log[0].chance[0].value == omen:
            return seed
    raise AssertionError(omen)


def begin(installation: Any, *moderators: Player, seed: bytes = b"") -> int:
    """A fair to which a visitor has come: the moderator is asked first of all."""
    players = [
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
        for seat, language in GUILDS.items()
    ]
    new = NewCampaign(
        name="fair",
        title="The Fair",
        game="guild-fair",
        players=(*players, *moderators),
        seed=seed or seed_of("visitor"),
        mail_format="full",
    )

    def make() -> int:
        made = create(installation.service, new)
        installation.deliver()
        return made

    begun_campaign: int = begun(installation, new, make)
    return begun_campaign


@pytest.fixture
def campaign(installation: Any) -> int:
    return begin(installation, MILA, TIM)


def write(installation: Any, who: str, *lines: str, to: str = "") -> dict[str, list[EmailMessage]]:
    """Somebody answers their newest mail. Returns what everybody gets."""
    row = installation.put(installation.raw(who, "\n".join(lines) + "\n", to=to))
    assert row.status.value == "handled", row.reason
    got: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        got.setdefault(address.partition("@")[0], []).append(mail)
    return got


def test_every_moderator_is_asked_in_their_language(installation: Any, campaign: int, said: Any) -> None:
    mila, tim = installation.newest("mila"), installation.newest("tim")
    assert "#1 A VISITOR HAS COME: WHICH GUILD GETS ONE COIN OR TWO?" in said(mila)
    assert "1c decree Brewers" in said(mila)
    assert "№2 ПРИШЁЛ ГОСТЬ" in said(tim)
    assert "2в указ Пивовары" in said(tim)
    with reading(installation.service.engine) as session:
        assert [row.deadline for row in prompts.open_prompts(session, campaign)] == [None, None]


def test_players_hear_for_whom_they_wait(installation: Any, campaign: int, said: Any) -> None:
    assert "Waiting for the moderator, to whom the rules leave a decision." in said(installation.newest("bakers"))
    (status,) = write(installation, "brewers", "статус")["brewers"]
    assert "Сейчас отвечают: ведущий Mila и Тим (срок не идёт)." in said(status)
    assert "Ждём ведущего: правила оставляют решение ему." in said(status)


@pytest.mark.parametrize("line", ["2г", "указ пивовары, монет 2", "decree brewers 2"])
def test_the_first_answer_counts_and_all_hear_of_it(installation: Any, campaign: int, said: Any, line: str) -> None:
    got = write(installation, "tim", line)
    assert installation.table(campaign).match.state.coins["brewers"] == 6
    assert "the visitor gives Brewers 2" in said(got["bakers"][0])
    assert "Тим, by email: answered what the game asked the moderators (log entry 2)" in said(got["bakers"][0])
    assert "Тим has answered what the game asked the moderators (log entry 2): decree Brewers coins 2." in said(
        got["mila"][0]
    )
    with reading(installation.service.engine) as session:
        assert [(act.author, act.command) for act in audits.trail(session, campaign)] == [("Тим (mail)", "ruling")]
    late = write(installation, "mila", "decree bakers")
    assert list(late) == ["mila"]
    assert "no orders carried out" in late["mila"][0]["Subject"]
    assert "nobody sits" not in said(late["mila"][0])
    assert installation.table(campaign).match.state.coins["bakers"] == 4


def test_a_mistake_is_answered_as_to_players(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = write(installation, "tim", "указ Кузнецы")["tim"]
    assert "Возможно, вы имели в виду: 2а указ Пекари" in said(answer)
    (answer,) = write(installation, "mila", "check 1b")["mila"]
    assert "1 legal check 1b decree Bakers coins 2" in said(answer)
    (answer,) = write(installation, "mila", "help")["mila"]
    assert "The game asks you something that its rules leave to the moderator" in said(answer)
    assert MODERATOR in installation.table(campaign).match.pending_seats


def test_no_deadline_runs_and_the_moderator_is_reminded(installation: Any, campaign: int, said: Any) -> None:
    installation.clock.forward(days=2, hours=1)
    periodic.run(installation.service)
    reminded = dict(installation.deliver())
    assert sorted(reminded) == ["mila@players.test", "tim@players.test"]
    assert "2в указ Пивовары" in said(reminded["tim@players.test"])
    periodic.run(installation.service)
    assert installation.deliver() == []
    installation.clock.forward(days=6)
    periodic.run(installation.service)
    silent = [mail for address, mail in installation.deliver() if address.startswith("bakers")]
    assert "who takes over" in str(silent[0]["Subject"])
    assert MODERATOR in installation.table(campaign).match.pending_seats


def test_a_moderator_with_fewer_rights_is_not_asked(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "mila", "promote Tina <tina@players.test> time")
    got = write(installation, "tina", "decree bakers")
    assert MODERATOR in installation.table(campaign).match.pending_seats
    assert "no orders carried out" in got["tina"][0]["Subject"]
    got = write(installation, "mila", "promote Uta <uta@players.test>")
    assert "WHICH GUILD GETS" in said(got["uta"][0])


def test_a_campaign_without_a_moderator_asks_the_players_who_would(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    periodic.run(installation.service)
    asked = dict(installation.deliver())
    assert "this campaign has none" in said(asked["bakers@players.test"])
    assert "«буду вести»" in said(asked["brewers@players.test"])
    write(installation, "brewers", "буду вести")
    got = write(installation, "bakers", "support moderator brewers")
    (question,) = [mail for mail in got["brewers"] if "ПРИШЁЛ ГОСТЬ" in said(mail)]
    installation.received["brewers@players.test"].append(question)
    write(installation, "brewers", "указ каменщики")
    write(installation, "brewers", "указ пекари")
    assert installation.table(campaign).match.state.coins["bakers"] == 5


def test_an_answer_is_given_at_the_desk(installation: Any, campaign: int, said: Any) -> None:
    def do(by: str, *lines: str) -> None:
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            perform(table_of_campaign(installation.service.work(session), campaign), Rule(lines=lines), Author(by))

    do("root", "1b")
    got = dict(installation.deliver())
    assert installation.table(campaign).match.state.coins["bakers"] == 6
    for moderator in ("mila", "tim"):
        assert "root" in said(got[f"{moderator}@players.test"])
    with reading(installation.service.engine) as session:
        assert [(act.author, act.command) for act in audits.trail(session, campaign)] == [("root", "ruling")]


def test_an_answer_is_corrected_as_orders_are(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "mila", "decree bakers 2")
    installation.write("brewers", f"оставить {installation.table(campaign).match.state.drawn['brewers'][0]}")
    decree = installation.table(campaign).match.game.ops["decree"]
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        wish = Wish(kind=Kind.REPLACE, reason="misread", n=2, seat=MODERATOR, orders=(decree("drapers", 1),))
        carry_out(table, propose(table, wish), by="Mila")
    installation.deliver()
    match = installation.table(campaign).match
    assert match.state.coins == {"bakers": 4, "brewers": 4, "drapers": 5}
    assert match.state.kept["brewers"]
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="again", n=1)), by="Mila")
    asked = dict(installation.deliver())
    assert "WHICH GUILD GETS" in said(asked["mila@players.test"])
    assert "ПРИШЁЛ ГОСТЬ" in said(asked["tim@players.test"])


def playing(installation: Any, seed: bytes = b"") -> int:
    """The bakers moderate too."""
    return begin(installation, Player(seat="moderator", name="Bakers", email="bakers@players.test"), seed=seed)


def test_who_plays_answers_what_everybody_may_see(installation: Any, said: Any) -> None:
    campaign = playing(installation)
    assert "A VISITOR HAS COME" in said(installation.newest("bakers"))
    got = write(installation, "bakers", "open eyes")
    told = "Bakers moderates and plays, and has looked at everything"
    assert all(any(told in said(mail) for mail in got[seat]) for seat in ("bakers", "drapers"))
    write(installation, "bakers", "decree drapers")
    assert installation.table(campaign).match.state.coins["drapers"] == 5


def test_who_plays_does_not_see_what_would_betray_something(
    installation: Any, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The visitor of this fair goes to guilds by the contracts that they hold in secret."""

    def options(answers: Any, state: Any, seat: str) -> list[Any]:
        return [Decree(guild) for guild in state.coins if {"mill", "gate", "hall"} & {*state.contracts[guild]}]

    campaign = playing(installation, twice_visited())
    write(installation, "bakers", "decree bakers")
    monkeypatch.setattr(DecreeAnswers, "options", options)
    while MODERATOR not in installation.table(campaign).match.pending_seats:
        installation.clock.forward(days=4)
        periodic.run(installation.service)
    installation.deliver()
    asked = installation.newest("bakers")
    assert "would tell you what your own seat may not know" in said(asked)
    assert "decree" not in said(asked)
    refused = write(installation, "bakers", "decree smiths 1")
    assert "decree Brewers" not in said(refused["bakers"][-1])
    got = write(installation, "bakers", "open eyes")
    assert any("decree" in said(mail) for mail in got["bakers"])
    assert any("has looked at everything" in said(mail) for mail in got["drapers"])


def twice_visited() -> bytes:
    """A seed that brings visitors to the first round and to a later one, when everybody saves and keeps contracts."""
    for n in range(2000):
        match = new_match("guild-fair", seats=tuple(GUILDS), seed=b"%d" % n)
        if match.pending_seats == (MODERATOR,):
            match.apply(MODERATOR, Decree("bakers"))
            while match.result is None and MODERATOR not in match.pending_seats:
                match.close()
            if match.result is None:
                return b"%d" % n
    raise AssertionError
