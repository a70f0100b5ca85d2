"""The next match of a series: the same people, new addresses, what was carried over, an open seat, one history."""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.simulate import random_action
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive, bring_back, rows_in
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.history import Viewpoint
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.store import holdings, series, timing
from adjudicator.store.campaigns import campaign_by_name
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import CampaignState, Role, Seat
from tests.service.beginnings import beginning
from tests.service.test_gathering import letter
from tests.service.test_verify import installation_in

PEOPLE = {"bakers": "anna", "brewers": "boris", "drapers": "clara", "masons": "dora", "smiths": "emil"}
RUSSIAN = ("boris", "emil")


@cache
def last_moves(seats: tuple[str, ...]) -> dict[str, Any]:
    """The position of a fair a few moves before its end."""
    match = new_match("guild-fair", seats=seats, options={"visitors": False}, seed=b"last moves")
    rng, past = Random(1), deque[dict[str, Any]](maxlen=4)
    while match.result is None:
        past.append(match.document())
        random_action(match, rng)
    return past[0]


def fair(installation: Any, *guilds: str) -> int:
    """A fair of these guilds (all) before its last moves, a moderator, somebody who watches."""
    seats = guilds or tuple(PEOPLE)
    people = [
        Player(seat=seat, name=PEOPLE[seat].title(), email=f"{PEOPLE[seat]}@players.test",
               language="ru" if PEOPLE[seat] in RUSSIAN else "en", time_zone="Europe/Moscow")
        for seat in seats
    ]  # fmt: skip
    chairs = (Player(seat="moderator", name="Mila", email="mila@players.test"),
              Player(seat="observer", name="Olga", email="olga@players.test", language="ru"))  # fmt: skip
    new = NewCampaign(
        name="fair", title="The Fair", game="guild-fair", players=(*people, *chairs), seed=b"fair",
        document=last_moves(seats),
    )  # fmt: skip
    made = create(installation.service, new)
    installation.deliver()
    return made


def called(installation: Any, name: str) -> int:
    with reading(installation.service.engine) as session:
        found = campaign_by_name(session, name)
        assert found is not None
        return found.id


def write(installation: Any, table: CampaignContext, seat: str, text: str) -> dict[str, list[EmailMessage]]:
    """A seat or chair of a campaign writes to its own address there. What everybody gets."""
    own = table.by_name[seat]
    return letter(installation, own.emails[0], text, to=installation.service.reply_address(own.token))


def play(installation: Any, campaign: int, label: str, mails: int = 1000) -> None:
    """At random, by mail, to the end or for so many mails."""
    rng = Random(label)
    for _ in range(mails):
        table = installation.table(campaign)
        waiting = [seat for decision in table.match.decisions() for seat in decision.waiting]
        if not waiting:
            return
        seat = rng.choice(waiting)
        line = table.match.game.part("phrases").say(table.match.sample(seat, rng), table.by_name[seat].language)
        write(installation, table, seat, line)


def begin_next(installation: Any, campaign: int, said: Any) -> dict[str, list[EmailMessage]]:
    """The moderator writes it by mail, and confirms."""
    table = installation.table(campaign)
    got = write(installation, table, "moderator", f"next match {table.head.sequence}")
    asked = said(got["mila"][0])
    code = asked.partition("confirm ")[2].split()[0]
    return write(installation, table, "moderator", f"confirm {code}")


@pytest.fixture
@beginning
def played(installation: Any) -> int:
    made = fair(installation)
    table = installation.table(made)
    write(installation, table, "bakers", "absent from 25.11 to 27.11\nformat text")
    with writing(installation.service.engine) as session:
        olga, now = table.by_name["observer"].holders[0].person_id, installation.clock.now()
        holdings.hold(session, table.by_name["drapers"].id, olga, now, role=Role.COPY)
        holdings.hold(session, table.by_name["masons"].id, olga, now + timedelta(days=2), until=now + timedelta(days=9))
    play(installation, made, "first")
    return made


def test_the_last_mail_of_a_match_names_the_command_to_the_moderator_alone(
    installation: Any, played: int, said: Any
) -> None:
    table = installation.table(played)
    told = said(installation.newest("mila"))
    assert f"“next match {table.head.sequence}” begins the next one of the series" in told
    for person in ("anna", "boris", "olga"):
        assert "next match" not in said(installation.newest(person))
        assert "следующая партия" not in said(installation.newest(person))


def test_the_same_people_play_the_next_match(installation: Any, played: int, said: Any) -> None:
    before = installation.table(played)
    got = begin_next(installation, played, said)
    assert "everybody gets its first email" in said(got["mila"][-1])
    after = installation.table(called(installation, "fair-2"))
    assert (after.campaign.title, after.campaign.series_position) == ("The Fair 2", 2)
    assert set(got) == {"anna", "boris", "clara", "dora", "emil", "mila", "olga"}
    renown = before.match.state.renown
    order = sorted(renown, key=lambda seat: (renown[seat], before.match.header.seats.index(seat)))
    for old, new in zip(order, after.match.header.seats, strict=True):
        mine, theirs = before.by_name[old], after.by_name[new]
        assert mine.people[0] == theirs.people[0]
        assert (mine.emails[0], mine.language, mine.mail_format) == (
            theirs.emails[0],
            theirs.language,
            theirs.mail_format,
        )
        assert mine.token != theirs.token
        welcome = said(got[PEOPLE[old]][-1])
        if mine.language == "ru":
            assert "Это партия № 2 серии «The Fair»" in welcome
        else:
            assert "This is match 2 of the series “The Fair”" in welcome
            assert ("You keep your seat" if old == new else "In the match before you were") in welcome
        if renown[old] >= 3 and mine.language == "en":
            assert f"coins from the fair before: {renown[old] // 3}" in welcome
    assert {seat.name for seat in after.moderators} == {"moderator"}
    assert after.by_name["observer"].people == ("Olga",)


@pytest.mark.parametrize(
    "wishes",
    [
        "; without smiths; bakers: masons; drapers: Masons, brewers; 4 players",
        "; без Кузнецы; Пекари: Каменщики; Суконщики: Каменщики, Пивовары; 4 игрока",
    ],
)
def test_people_choose_seats_anew_and_one_leaves(installation: Any, played: int, said: Any, wishes: str) -> None:
    before = installation.table(played)
    renown = before.match.state.renown
    order = sorted(renown, key=lambda seat: (renown[seat], before.match.header.seats.index(seat)))
    got = write(installation, before, "moderator", f"next match {before.head.sequence}{wishes}")
    code = said(got["mila"][0]).partition("confirm ")[2].split()[0]
    got = write(installation, before, "moderator", f"confirm {code}")
    assert "emil" in got, "who does not go on is told"
    table = installation.table(called(installation, "fair-2"))
    held = {seat.people[0]: seat.name for seat in table.players if seat.people}
    first, second = sorted(("bakers", "drapers"), key=order.index)
    names = {seat: PEOPLE[seat].title() for seat in PEOPLE}
    assert held[names[first]] == "masons"
    assert first == "bakers" or held[names["bakers"]] != "masons"
    assert second == "bakers" or held[names["drapers"]] == "brewers"
    assert "Emil" not in held
    assert len(held) == len(table.match.header.seats) == 4
    assert {"bakers", "drapers"} <= {*table.match.header.seats}, "those come to every fair"


def test_wishes_for_a_next_match_that_cannot_be_are_told(installation: Any, played: int, said: Any) -> None:
    table = installation.table(played)
    got = write(installation, table, "moderator", f"next match {table.head.sequence}; 9 players")
    assert "9" in said(got["mila"][0])
    assert "3, 4 or 5" in said(got["mila"][0]) or "3, 4, 5" in said(got["mila"][0])
    got = write(installation, table, "moderator", f"next match {table.head.sequence}; bakers: tinkers")
    assert "tinkers" in said(got["mila"][0])


def test_roles_absences_and_days_to_come_go_along(installation: Any, played: int, said: Any) -> None:
    before = installation.table(played)
    begin_next(installation, played, said)
    after = installation.table(called(installation, "fair-2"))
    with reading(installation.service.engine) as session:
        rows = {row.former: row.id for row in session.scalars(
            select(Seat).where(col(Seat.campaign_id) == after.campaign.id))}  # fmt: skip
        for old in ("drapers", "masons"):
            mine = holdings.now_or_later(session, before.by_name[old].id, installation.clock.now())
            theirs = holdings.now_or_later(session, rows[old], installation.clock.now())
            assert [(row.person_id, row.role, row.until) for row, _ in mine] == [
                (row.person_id, row.role, row.until) for row, _ in theirs
            ]
        (away,) = timing.absences_of(session, rows["bakers"])
        assert (away.first_day.day, away.last_day.day) == (25, 27)


def test_what_is_written_to_the_finished_match_does_nothing_in_the_next(
    installation: Any, played: int, said: Any
) -> None:
    begin_next(installation, played, said)
    old, new = installation.table(played), called(installation, "fair-2")
    log = installation.table(new).match.position.n
    got = write(installation, old, "bakers", "1b\nsave")
    assert "The series goes on with The Fair 2" in said(got["anna"][0])
    assert "Серия продолжается" in said(write(installation, old, "brewers", "статус")["boris"][0])
    assert installation.table(new).match.position.n == log
    there = installation.table(new)
    mine = next(seat.name for seat in there.players if seat.people == ("Anna",))
    assert "This is match 2 of a series" in said(write(installation, there, mine, "history")["anna"][0])
    assert "match 2" not in said(write(installation, old, "bakers", "history 1")["anna"][0])
    letters = write(installation, old, "bakers", "press to drapers: shall we meet again?")
    assert "shall we meet again?" in said(letters["clara"][0])


def test_an_open_seat_is_filled_and_play_goes_on(installation: Any, said: Any) -> None:
    first = fair(installation, "bakers", "drapers", "smiths")
    play(installation, first, "first")
    got = begin_next(installation, first, said)
    second = called(installation, "fair-2")
    with reading(installation.service.engine) as session:
        assert campaign_by_name(session, "fair-2").state is CampaignState.INVITING  # type: ignore[union-attr]
    told = said(got["mila"][0])
    assert "is match 2 of the series" in told
    assert "Brewers free" in told
    code = told.partition("“join ")[2].partition("”")[0]
    assert "“join" not in said(got["anna"][-1])
    assert "has a place in it" in said(got["anna"][-1])
    got = letter(installation, "Boris <boris@players.test>", f"вступить {code}")
    assert "Это партия № 2 серии" in said(got["boris"][-1])
    there = installation.table(second)
    assert set(there.match.header.seats) == {"bakers", "brewers", "drapers", "smiths"}
    play(installation, second, "second", 6)
    assert installation.table(second).match.position.n > there.match.position.n


def test_when_no_match_can_follow(installation: Any, played: int, said: Any) -> None:
    table = installation.table(played)
    begin_next(installation, played, said)
    got = write(installation, table, "moderator", f"next match {table.head.sequence}")
    assert "The next match of the series is there already: The Fair 2." in said(got["mila"][0])
    new = installation.table(called(installation, "fair-2"))
    got = write(installation, new, "moderator", f"next match {new.head.sequence}")
    assert "The match is not over" in said(got["mila"][0])
    got = write(installation, new, "bakers", "next match")
    answer = said(next(iter(got.values()))[0])
    assert "Only a moderator may do this" in answer or "Это может сделать только ведущий" in answer


def test_one_archive_tells_proves_and_restores_all_matches(
    installation: Any, played: int, said: Any, tmp_path: Path
) -> None:
    begin_next(installation, played, said)
    second = called(installation, "fair-2")
    play(installation, second, "second", 4)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), second)
        mine = next(seat.name for seat in table.players if seat.people == ("Anna",))
        whole, own, public = (
            archive(CampaignView(table, eyes)) for eyes in (Viewpoint(everything=True), Viewpoint(mine), Viewpoint())
        )
        before = table_of_campaign(installation.service.work(session), played)
        hashes = [each.match.hash for each in (before, table)]
    read = Archive.read(whole)
    (first,) = read.earlier
    assert (first.head.name, read.head.name) == ("fair", "fair-2")
    for each in (first, read):
        assert verify(each).differences == ()
    broken = Archive(read.members | {"earlier/1-fair/log.jsonl": b"{}"})
    assert "earlier/1-fair/log.jsonl" in str(verify(broken).differences)
    assert [each.head.seen_by for each in Archive.read(own).earlier] == ["bakers"]
    (theirs,) = Archive.read(public).earlier
    assert theirs.head.seen_by == "public"
    assert not [name for name in theirs.members if name.startswith(("mails/", "store/"))]
    (tmp_path / "fair.zip").write_bytes(whole)
    other = installation_in(tmp_path / "elsewhere")
    rows, earlier = rows_in(tmp_path / "fair.zip")
    bring_back(other.service, rows, "Mila", earlier)
    assert [other.table(called(other, name)).match.hash for name in ("fair", "fair-2")] == hashes
    with reading(other.service.engine) as session:
        again = table_of_campaign(other.service.work(session), called(other, "fair-2"))
        assert [each.name for each in series.chain(session, again.campaign)] == ["fair", "fair-2"]


def test_a_successor_does_not_read_the_matches_of_their_predecessor(installation: Any, played: int, said: Any) -> None:
    begin_next(installation, played, said)
    table = installation.table(called(installation, "fair-2"))
    seat = next(seat.name for seat in table.players if seat.people == ("Anna",))
    got = write(installation, table, "moderator", f"replace {table.head.sequence} {seat} Zoe <zoe@players.test>")
    code = said(got["mila"][0]).partition("confirm ")[2].split()[0]
    write(installation, table, "moderator", f"confirm {code}")
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), table.campaign.id)
        (before,) = Archive.read(archive(CampaignView(table, Viewpoint(seat)))).earlier
    assert before.head.seen_by == "public"
