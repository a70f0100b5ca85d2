"""How answers to interrupting questions are waited for, and that the public timeline tells nobody who could react."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from adjudicator_channels.wording import body
from adjudicator_trials.leaks import put_other_seed
from guild_fair.state import CONTRACT
from guild_fair.words import NAMES
from sqlmodel import col, select

from adjudicator.kernel.match import Match
from adjudicator.kernel.worlds import other_world
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.seats import waited_for
from adjudicator.service.campaign.matches import header_of, table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.clocks import deadlines
from adjudicator.service.people.new_campaigns import BadCampaign
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store import matches
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Channel, ChannelNotice
from adjudicator.store.tables import Match as StoredMatch
from tests.long_cases import alternate_variants, one_in

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "en", "drapers": "ru", "masons": "en", "smiths": "en"}


def create(installation: Any, **reactions: str) -> None:
    installation.create(
        "guild-fair",
        {**SEATS, "moderator": "en"},
        options={"visitors": False},
        timing=TimingPolicy(wait_for_reactions=reactions),
    )


def match(installation: Any) -> Any:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), 1).match


def say(installation: Any, seat: str, en: str, ru: str) -> Any:
    return installation.write(seat, en if SEATS[seat] == "en" else ru)


def to_turns(installation: Any) -> None:
    for seat, language in SEATS.items():
        kept = NAMES(language).name(CONTRACT, match(installation).state.drawn[seat][0])
        say(installation, seat, f"keep {kept}", f"оставить {kept}")
        say(installation, seat, "borrow 2", "занять 2")


def work(installation: Any, seat: str = "bakers") -> None:
    contract = NAMES(SEATS[seat]).name(CONTRACT, match(installation).state.contracts[seat][0])
    say(installation, seat, f"work on {contract}", f"работать {contract}")


def asked(installation: Any) -> tuple[str, tuple[str, ...]]:
    (decision,) = match(installation).decisions()
    return decision.kind, decision.seats


def later(installation: Any, **units: float) -> None:
    installation.clock.forward(**units)
    deadlines.run(installation.service)
    installation.deliver()


# a delay for everybody


def test_answers_come_out_at_the_end_of_the_delay_however_they_were_given(
    installation: Any, read: Any, said: Any
) -> None:
    create(installation, undercut="delay 24h")
    installation.write("brewers", "standing undercut: undercut if coins > 0")
    to_turns(installation)
    work(installation)
    text = said(installation.newest("brewers"))
    assert "Without an answer: undercut, by your standing order 1" in text
    assert "Every answer comes out at that time, not before; whether you have given one shows nobody." in text
    assert "Все ответы откроются в этот срок, не раньше" in said(installation.newest("drapers"))
    for seat in ("drapers", "masons", "smiths"):
        (answer,) = say(installation, seat, "decline", "отказ")
    assert "you can change it until then; nobody sees it" in said(answer)
    later(installation, hours=23)
    assert asked(installation)[0] == "undercut", "all who write have answered, and nothing comes of it yet"
    installation.write("smiths", "undercut")
    later(installation, hours=2)
    assert asked(installation)[0] == "turn"
    assert "Brewers: pay a coin to undercut Bakers" in said(installation.newest("brewers")), (
        "by the standing order, the first"
    )


def test_a_question_to_one_seat_is_held_back_too(installation: Any, said: Any) -> None:
    create(installation, bout="delay 6h")
    to_turns(installation)
    installation.write("bakers", "feud with smiths")
    assert asked(installation) == ("bout", ("smiths",))
    (filed,) = installation.write("smiths", "stand firm")
    assert "on file" in str(filed["Subject"])
    assert match(installation).sealed, "it is kept"
    installation.write("smiths", "yield")
    assert asked(installation) == ("bout", ("smiths",))
    (refused,) = installation.write("smiths", "wait")
    assert "come out at a fixed time" in said(refused)
    later(installation, hours=5)
    assert asked(installation)[0] == "bout"
    later(installation, hours=2)
    assert asked(installation) == ("turn", ("brewers",)), "the newest answer, to yield, has counted"
    assert "default" not in said(installation.newest("brewers"))


def test_absences_and_missed_deadlines_move_no_delay(installation: Any) -> None:
    create(installation, undercut="delay 24h")
    to_turns(installation)
    installation.write("smiths", "absent 20.11 to 1.12")
    work(installation)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), 1)
        assert len({row.deadline for row in table.open_prompts()}) == 1
    later(installation, hours=25)
    assert asked(installation)[0] == "turn"


# standing orders only


def test_where_nobody_is_asked_standing_orders_answer_alone(installation: Any, said: Any) -> None:
    create(installation, any="standing only")
    agreed = "Agreed for this campaign: answers to “undercutting”: nobody is asked, only standing orders answer; "
    assert agreed in said(installation.newest("smiths"))
    assert "Условлено для этой кампании: ответы на «перебивание»: никого не спрашивают" in said(
        installation.newest("drapers")
    )
    assert agreed in said(installation.write("smiths", "help standing")[0])
    installation.write("smiths", "standing undercut: undercut", "standing feud: stand")
    to_turns(installation)
    work(installation)
    assert asked(installation) == ("turn", ("brewers",))
    assert "Smiths: pay a coin to undercut Bakers" in said(installation.newest("brewers"))
    installation.write("brewers", "feud with smiths")
    assert asked(installation) == ("turn", ("drapers",)), "three bouts were fought by the standing order"
    say(installation, "drapers", "feud with masons", "вражда Каменщики")
    assert asked(installation) == ("turn", ("masons",)), "and the default of the rules was taken for who has none"
    with reading(installation.service.engine) as session:
        rows = line_entries(table_of_campaign(installation.service.work(session), 1))
    assert {row.entry.how for row in rows} <= {"", "only"}, "nobody can tell the one from the other"
    assert not any(
        "by default" in said(mail) for seat in SEATS for mail in installation.received[f"{seat}@players.test"]
    )


# how it is set


def test_a_moderator_sets_it_by_mail_and_everybody_is_told(installation: Any, said: Any) -> None:
    create(installation)
    to_turns(installation)
    (answer,) = installation.write("moderator", "reactions undercutting: delay 1 d")
    assert "The rules about time are changed; everybody is told." in said(answer)
    assert "answers to “undercutting”: everybody is asked → all come out after 24 h, whoever answers" in said(
        installation.newest("brewers")
    )
    assert "ответы на «перебивание»: спрашивают всех → все откроются через 24 ч, кто бы ни ответил" in said(
        installation.newest("drapers")
    )
    work(installation)
    (refused,) = installation.write("moderator", "reactions undercutting: ask")
    assert "Such a question is open now" in said(refused)
    (wrong,) = installation.write("moderator", "reactions undercutting: sometimes")
    assert "that must be ask, standing only, or delay 1h to delay 336h" in said(wrong)
    (unknown,) = installation.write("moderator", "reactions fued: ask")
    assert "“fued” is no kind of question" in said(unknown)
    assert match(installation).held == {"undercut"}


def test_a_campaign_begins_with_it_or_is_refused(installation: Any) -> None:
    with pytest.raises(BadCampaign, match="there is no such question in this game, but: undercut, bout"):
        create(installation, toll="ask")
    with pytest.raises(BadCampaign, match="that must be ask"):
        create(installation, bout="delay 0h")


# the public timeline


Way = Callable[[Any, str], None]
Ways = dict[str, Way | tuple[str, ...]]


def silent(installation: Any, seat: str) -> None:
    """Nothing is said."""


def standing(*orders: str) -> Way:
    def left(installation: Any, seat: str) -> None:
        installation.write(seat, *(f"standing {order}" for order in orders))

    return left


def by_mail(*lines: str) -> tuple[str, ...]:
    """What is written while the question is open."""
    return lines


DECLINING: tuple[Way | tuple[str, ...], ...] = (
    silent,
    standing("undercut: no"),
    standing("any: ask"),
    standing("undercut: undercut if coins > 90", "undercut: no if renown >= 0"),
    by_mail("decline"),
    by_mail("undercut", "decline"),
)
REACTING: tuple[Way | tuple[str, ...], ...] = (
    standing("undercut: undercut"),
    standing("undercut: undercut if coins > 0"),
    by_mail("undercut"),
    by_mail("decline", "undercut"),
)


def timeline(
    installation: Any, text: Callable[[Any], str], rng: Random, mode: str, watcher: str, *, react: bool, world: int
) -> list[str]:
    """What a watcher and the public learn of one window, from its opening to the next turn; the other seats go other
    ways in each world, and have other secrets.
    """
    start = installation.clock.time
    create(installation, undercut=mode)
    others = [seat for seat in SEATS if seat not in ("bakers", watcher)]
    mails = mode != "standing only"
    declining, reacting = ([way for way in each if mails or callable(way)] for each in (DECLINING, REACTING))
    ways: Ways = {seat: rng.choice(reacting if react and seat == "smiths" else declining) for seat in others}
    if not react:  # all are silent in one world, and all have answered early in another
        early: Way = standing("undercut: no")
        worlds: tuple[Ways, ...] = ({seat: silent for seat in others}, {seat: early for seat in others}, ways)  # noqa: C420
        ways = worlds[world]
    for seat, way in ways.items():
        if callable(way):
            way(installation, seat)
    to_turns(installation)
    listen(installation)
    disguise(installation, watcher, rng)
    before = len(installation.received[f"{watcher}@players.test"])
    installation.clock.time = start + timedelta(hours=1)
    work(installation)
    if mode != "standing only" and watcher != "bakers":
        say(installation, watcher, "decline", "отказ")
    seen = [public(installation, watcher)]
    moments = sorted(rng.sample(range(2, 24), 6))
    lines = [(seat, line) for seat, way in ways.items() if not callable(way) for line in way]
    for hour in range(2, 24, 5):
        while lines and moments and moments[0] <= hour:
            installation.clock.time = start + timedelta(hours=moments.pop(0), minutes=-20)
            installation.write(*lines.pop(0))
        installation.clock.time = start + timedelta(hours=hour)
        deadlines.run(installation.service)
        say(installation, watcher, "status", "статус")
        seen.append(public(installation, watcher))
    for seat, line in lines:
        installation.write(seat, line)
    installation.clock.time = start + timedelta(hours=26)
    later(installation)
    assert asked(installation) == ("turn", ("brewers",))
    seen.append(public(installation, watcher))
    for mail in installation.received[f"{watcher}@players.test"][before:]:
        told = re.sub(r"(Receipt|Квитанция) \d+:\s+\w+", "", text(mail))
        seen.append(f"{mail['Subject']}\n{told}")
    seen += notices(installation)
    return "\n".join(seen).split("\n")


def notices(installation: Any) -> list[str]:
    """What the campaign's channel has been told since the turn began, and when, to the minute."""
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(ChannelNotice).order_by(col(ChannelNotice.id))).all()
        channel = session.get_one(Channel, 1)
        told = [msgspec.json.decode(body(session, channel, row)) for row in rows]
    return [f"{each['timestamp'][:16]} {each['type']} {each['data'] | {'id': ''}}" for each in told]


def public(installation: Any, watcher: str) -> str:
    """What `campaign waiting` tells everybody, and the watcher."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), 1)
        rows = [waited_for(CampaignView(table, Viewpoint(seat))) for seat in (None, watcher)]
        return str(msgspec.to_builtins([[msgspec.structs.replace(each, since=None) for each in row] for row in rows]))


def listen(installation: Any) -> None:
    """The campaign has a channel from now on."""
    with writing(installation.service.engine) as session:
        campaign = session.get_one(Campaign, 1)
        keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), channels=True))
        session.add(Channel(
            campaign_id=1, number=1, url=b"https://hooks.test/", secret=b"", events="asked,deadline,turn,end",
            language="en", added_at=installation.clock.now(),
        ))  # fmt: skip


def disguise(installation: Any, watcher: str, rng: Random) -> None:
    """What the watcher cannot know is something else in the store."""
    with writing(installation.service.engine) as session:
        head = matches.head(session, 1)
        assert head is not None
        checkpoint = matches.checkpoint_before(session, head.match_id, head.revision, head.sequence)
        assert checkpoint is not None
        found = Match.resume(header_of(head), checkpoint.state)
        other = other_world(found, (watcher,), rng)
        if watcher != "bakers":
            other.state.contracts["bakers"] = found.state.contracts["bakers"]  # what they work on will lie open
        checkpoint.state = other.checkpoint()
        put_other_seed(session.get_one(StoredMatch, head.match_id), rng)


@pytest.mark.parametrize(("react", "mode"), alternate_variants((False, True), ("delay 24h", "standing only")))
@one_in(2, "watcher", ["bakers", "drapers"])
def test_the_timeline_is_the_same_whoever_could_react(
    installation_of: Any,
    tmp_path: Path,
    read: Any,
    mode: str,
    watcher: str,
    react: bool,
) -> None:
    rng = Random(f"{mode} {watcher} {react}")
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    installations = (
        installation_of(Settings(database=f"sqlite:///{tmp_path}/{n}.db", data_directory=tmp_path, mail=mail))
        for n in range(3)
    )
    first, *others = (
        timeline(installation, read, rng, mode, watcher, react=react, world=world)
        for world, installation in enumerate(installations)
    )
    assert len(first) > 100
    assert any(" asked {" in line for line in first)
    for other in others:
        assert other == first
