"""Notices beside the mails: what is told, to whom, that it was us, and what happens when nobody listens."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from adjudicator_channels import delivery, desk
from adjudicator_channels.desk import NewChannel
from adjudicator_channels.sending import send_beside
from adjudicator_channels.wording import body
from sqlmodel import col, select

from adjudicator.service.admin.access import Visit, Visitor, campaign_named
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import deadlines, extensions
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Appoint, Close
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people import replacements
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
from adjudicator.settings import Notices, Settings
from adjudicator.store import channels, heartbeats, prompts
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.tables import ChannelNotice, NoticeState, Person
from tests.receiver import Receiver, signed_by_openssl
from tests.service.conftest import words_of

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}
MILA = Visitor(name="Moderator")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"notices": Notices(allow_http=True, allow_private_networks=True, timeout_seconds=60)}
    )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as there:
        yield there


def add(installation: Any, receiver: Receiver, name: str = "sealed-bids", **wanted: str) -> desk.ChannelChange:
    asked = NewChannel(url=receiver.url, **wanted)
    shown, _ = desk.add(installation.service, None, name, asked, MILA)
    done, _ = desk.add(installation.service, shown, name, asked, MILA)
    found: desk.ChannelChange = done.value
    return found


def send(installation: Any) -> int:
    """Whatever is due goes."""
    count = 0
    while found := delivery.send_due(installation.service, body):
        count += found
    return count


def told(installation: Any, receiver: Receiver) -> list[Any]:
    """What has come since."""
    receiver.posted.clear()
    send(installation)
    return [posted.told for posted in receiver.posted]


def bid(installation: Any, campaign: int, seat: str) -> None:
    installation.write(seat, f"bid {installation.table(campaign).match.state.hands[seat][0]}")


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def at_the_desk(installation: Any, campaign: int, act: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        act(table_of_campaign(installation.service.work(session), campaign))


# what is told


def test_a_notice_tells_who_is_asked_in_fields_and_in_a_line(
    installation: Any, campaign: int, receiver: Receiver
) -> None:
    add(installation, receiver)
    assert told(installation, receiver) == [], "how things stand is no news"
    bid(installation, campaign, "red")
    assert told(installation, receiver) == [], "that somebody has answered in secret is nobody's business"
    bid(installation, campaign, "blue")
    (notice,) = told(installation, receiver)
    table = installation.table(campaign)
    (asked,) = table.match.asked_seats
    due = {row.deadline for row in _questions(installation, campaign)}.pop()
    assert notice["type"] == "asked"
    assert datetime.fromisoformat(notice["timestamp"]).utcoffset() is not None
    assert notice["data"] | {"id": "", "waiting": []} == {
        "id": "",
        "campaign": "sealed-bids",
        "title": "The sealed-bids",
        "language": "en",
        "seat": None,
        "deadline": due.isoformat(timespec="seconds"),
        "waiting": [],
        "missed": [],
        "turn": None,
        "paused": False,
        "text": f"The sealed-bids. Asked now: {asked.title()} (by Mon 23 Nov 09:00 UTC).",
    }
    (waiting,) = notice["data"]["waiting"]
    assert (waiting["seat"], waiting["deadline"]) == (asked, notice["data"]["deadline"])


def _questions(installation: Any, campaign: int) -> Any:
    with reading(installation.service.engine) as session:
        return prompts.open_questions(session, campaign)


def test_moments_have_the_zone_of_the_campaign(installation: Any, receiver: Receiver) -> None:
    campaign = installation.create("sealed-bids", SEATS, time_zone="Europe/Moscow", language="ru")
    add(installation, receiver)
    for seat in ("red", "blue"):
        bid(installation, campaign, seat)
    (notice,) = told(installation, receiver)
    assert notice["data"]["deadline"].endswith("+03:00")
    assert notice["timestamp"].endswith("+03:00")
    assert "Сейчас отвечают: " in notice["data"]["text"]
    assert " МСК" in notice["data"]["text"]


def test_deadlines_that_move_or_are_over_are_told(installation: Any, receiver: Receiver) -> None:
    campaign = installation.create("sealed-bids", SEATS)
    add(installation, receiver, events="deadline")
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    (later,) = told(installation, receiver)
    assert (later["type"], later["data"]["missed"]) == ("deadline", [])
    assert later["data"]["text"].count("by Tue 24 Nov 09:00 UTC") == 2
    at_the_desk(installation, campaign, lambda table: extensions.pause(table, by="Mila", reason="Quisquilia"))
    (paused,) = told(installation, receiver)
    assert paused["data"]["paused"]
    assert paused["data"]["deadline"] is None
    assert "The campaign is paused: no deadline runs." in paused["data"]["text"]
    assert "Quisquilia" not in str(paused), "what somebody writes freely is never in a notice"
    at_the_desk(installation, campaign, lambda table: extensions.resume(table, by="Mila"))
    assert [each["data"]["paused"] for each in told(installation, receiver)] == [False]
    bid(installation, campaign, "red")
    installation.clock.forward(days=6)
    deadlines.run(installation.service)
    (over,) = told(installation, receiver)
    assert [each["seat"] for each in over["data"]["missed"]] == ["blue"]
    assert over["data"]["text"].startswith("The sealed-bids. The deadline is over for Blue.")


def test_what_is_left_to_the_moderator_is_told(installation: Any, receiver: Receiver) -> None:
    installation.create("sealed-bids", SEATS, timing=TimingPolicy(missed_deadline=MissedDeadline.MODERATOR))
    add(installation, receiver)
    installation.clock.forward(days=4)
    deadlines.run(installation.service)
    (over,) = told(installation, receiver)
    assert [each["seat"] for each in over["data"]["missed"]] == ["red", "blue"]
    assert over["data"]["deadline"] is None


def test_turns_and_the_end_are_told(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver, events="turn,end")
    at_the_desk(installation, campaign, lambda table: perform(table, Close(), Author("Mila")))
    (end,) = told(installation, receiver)
    assert (end["type"], end["data"]["text"]) == ("end", "The sealed-bids. The match is over.")


# to whose channel


def test_the_channel_of_a_seat_learns_that_it_is_asked_and_not_what(
    installation: Any, campaign: int, receiver: Receiver
) -> None:
    add(installation, receiver, seat="blue")
    installation.clock.forward(hours=50)
    deadlines.run(installation.service)
    (near,) = told(installation, receiver)
    assert (near["type"], near["data"]["seat"]["seat"]) == ("deadline", "blue")
    assert near["data"]["text"].startswith("The sealed-bids. ")
    assert "ждём вашего ответа до пн 23.11 09:00 UTC" in near["data"]["text"]
    for seat in ("red", "blue"):
        bid(installation, campaign, seat)
    asked = installation.table(campaign).match.asked_seats
    assert [each["type"] for each in told(installation, receiver)] == (["asked"] if asked == ("blue",) else [])


def test_whoever_hands_a_seat_on_hears_no_more_of_it(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver, seat="red")

    def handed_on(table: Any) -> None:
        session = table.session
        new = Person(name="Vera", language="en", time_zone="UTC", created_at=table.now)
        session.add(new)
        session.flush()
        replacements.replace(table, table.by_name["red"], by="Mila", person_id=new.id)

    at_the_desk(installation, campaign, handed_on)
    assert told(installation, receiver) == []


# that it was us


def test_anybody_can_check_a_signature_who_has_the_secret(
    installation: Any, campaign: int, receiver: Receiver, tmp_path: Path
) -> None:
    """By OpenSSL, which knows nothing of our code."""
    secret = add(installation, receiver).secret
    assert secret is not None
    for seat in ("red", "blue"):
        bid(installation, campaign, seat)
    send(installation)
    (posted,) = receiver.posted
    assert posted.told["data"]["id"] == posted.name
    assert signed_by_openssl(secret, posted, tmp_path) == posted.headers["webhook-signature"]
    changed = msgspec.structs.replace(posted, body=posted.body.replace(b"asked", b"Asked"))
    assert signed_by_openssl(secret, changed, tmp_path) != posted.headers["webhook-signature"]


# nobody listens


def test_a_notice_is_tried_again_under_the_same_id(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)
    receiver.answers = [500, 503]
    for seat in ("red", "blue"):
        bid(installation, campaign, seat)
    for _ in range(3):
        send(installation)
        installation.clock.forward(minutes=10)
    assert send(installation) == 0
    first, second, third = receiver.posted
    assert first.name == second.name == third.name
    assert first.body == second.body == third.body
    assert len({each.headers["webhook-timestamp"] for each in receiver.posted}) == 3
    assert _states(installation) == [NoticeState.DELIVERED]


def _states(installation: Any) -> list[NoticeState]:
    with reading(installation.service.engine) as session:
        return [*session.scalars(select(ChannelNotice.state).order_by(col(ChannelNotice.id)))]


def test_what_never_arrives_is_given_up_and_told_once(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)
    add(installation, receiver, seat="blue", events="deadline")
    receiver.answers = [500] * 100
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    installation.deliver()
    before = {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}
    for _ in range(30):
        send(installation)
        installation.clock.forward(hours=2)
        installation.deliver()
    assert _states(installation) == [NoticeState.FAILED, NoticeState.FAILED]
    new = {seat: installation.received[f"{seat}@players.test"][count:] for seat, count in before.items()}
    (mail,) = new["moderator"]
    assert "notices do not arrive" in str(mail["Subject"])
    assert "for channel 1 (http://127.0.0.1:" in words_of(mail)
    (own,) = [mail for mail in new["blue"] if "уведомления" in str(mail["Subject"])]
    assert "Ни одно письмо этого не ждёт" in words_of(own)
    assert not any("notices" in str(mail["Subject"]) for mail in new["red"])
    assert "verysecret" not in "".join(map(str, (*new["moderator"], *new["blue"])))
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    installation.deliver()
    for _ in range(30):
        send(installation)
        installation.clock.forward(hours=2)
    assert not [mail for seat, mail in installation.deliver() if "notices" in str(mail["Subject"])], "it was told once"


def test_who_answers_410_wants_no_more_of_this_one(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)
    receiver.answers = [410]
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    assert send(installation) == 1
    assert _states(installation) == [NoticeState.FAILED]


def test_no_mail_waits_for_a_receiver_that_does_not_answer(
    installation: Any, campaign: int, receiver: Receiver
) -> None:
    add(installation, receiver)
    receiver.open.clear()
    for seat in ("red", "blue"):
        bid(installation, campaign, seat)
    thread = send_beside(installation.service)
    assert thread is not None
    assert receiver.came.wait(240)
    assert send_beside(installation.service) is None, "one thread of a process is enough"
    (asked,) = installation.table(campaign).match.asked_seats
    assert installation.write(asked, "status"), "and its answer is there"
    receiver.open.set()
    thread.join(240)
    assert _states(installation) == [NoticeState.DELIVERED]
    assert send_beside(installation.service) is None, "nothing is due"


def test_what_is_not_committed_is_not_told(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)

    def fails(table: Any) -> None:
        extensions.extend(table, by="Mila", hours=24)
        raise LookupError

    with pytest.raises(LookupError):
        at_the_desk(installation, campaign, fails)
    assert send(installation) == 0


def test_two_senders_send_a_notice_once(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    threads = [threading.Thread(target=send, args=(installation,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    assert len(receiver.posted) == 1


class TakenForDead:
    """The life of a sender that was silent for so long that another one freed what it has in hand."""

    id: int | None = 7

    def __init__(self, installation: Any) -> None:
        self._installation = installation

    def assure(self) -> None:
        with writing(self._installation.service.engine) as session:
            heartbeats.end(session, 7, self._installation.service.clock.now())

    def fetched(self, moment: datetime, mailboxes: Collection[str] = ()) -> None:
        """It fetches nothing."""


def test_a_notice_in_the_hand_of_the_dead_goes_at_once_and_a_slow_sender_lets_go(
    installation: Any, campaign: int, receiver: Receiver
) -> None:
    add(installation, receiver)
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    with writing(installation.service.engine) as session:
        ((taken, _),) = channels.claim(session, installation.service.clock.now(), Lease(delivery.LEASE, 7), 9)
    assert send(installation) == 0, "somebody has it in hand"
    TakenForDead(installation).assure()
    slow = dataclasses.replace(installation.service, life=TakenForDead(installation))
    assert delivery.send_due(slow, body) == 1
    assert receiver.posted == [], "it is not his any more"
    assert send(installation) == 1
    assert [posted.name for posted in receiver.posted] == [taken.name]


def test_a_removed_channel_gets_nothing_and_is_forgotten(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver)
    at_the_desk(installation, campaign, lambda table: extensions.extend(table, by="Mila", hours=24))
    shown, _ = desk.remove(installation.service, None, "sealed-bids", 1, MILA)
    desk.remove(installation.service, shown, "sealed-bids", 1, MILA)
    assert send(installation) == 0
    assert _states(installation) == [NoticeState.CANCELLED]
    with pytest.raises(CommandError, match="no channel 1"):
        desk.remove(installation.service, None, "sealed-bids", 1, MILA)
    assert add(installation, receiver).channel.number == 2


# what must not show


def test_seats_side_by_side_and_windows_with_a_delay_tell_nothing_by_their_notices(
    installation: Any, receiver: Receiver
) -> None:
    guilds = {"bakers": "en", "brewers": "en", "drapers": "en", "masons": "en", "smiths": "en"}
    timing = TimingPolicy(wait_for_reactions={"undercut": "delay 24h"})
    campaign = installation.create(
        "guild-fair", {**guilds, "moderator": "en"}, options={"visitors": False}, timing=timing
    )
    add(installation, receiver, "guild-fair")
    for number, seat in enumerate(guilds):
        assert told(installation, receiver) == [], "nobody learns who goes on in their chain"
        kept = installation.table(campaign).match.state.drawn[seat][0]
        installation.write(seat, f"keep {kept}")
        assert told(installation, receiver) == []
        installation.write(seat, "borrow 2")
        installation.clock.forward(hours=number)
    (begun,) = told(installation, receiver)
    assert [each["seat"] for each in begun["data"]["waiting"]] == ["bakers"]
    installation.write("bakers", f"work on {installation.table(campaign).match.state.contracts['bakers'][0]}")
    (window,) = told(installation, receiver)
    assert len({each["deadline"] for each in window["data"]["waiting"]}) == 1
    waiting = [each["seat"] for each in window["data"]["waiting"]]
    assert waiting == [seat for seat in guilds if seat != "bakers"]
    for seat in ("drapers", "smiths"):
        installation.write(seat, "undercut" if seat == "smiths" else "decline")
        assert told(installation, receiver) == [], "who has answered, and how, shows at the end"
    installation.clock.forward(hours=25)
    deadlines.run(installation.service)
    (over,) = told(installation, receiver)
    assert (over["type"], over["data"]["missed"]) == ("asked", [])


def test_windows_that_only_standing_orders_answer_do_not_show(installation: Any, receiver: Receiver) -> None:
    guilds = {"bakers": "en", "brewers": "en", "drapers": "en", "masons": "en", "smiths": "en"}
    timing = TimingPolicy(wait_for_reactions={"any": "standing only"})
    campaign = installation.create("guild-fair", guilds, options={"visitors": False}, timing=timing)
    installation.write("smiths", "standing undercut: undercut")
    for seat in guilds:
        installation.write(seat, f"keep {installation.table(campaign).match.state.drawn[seat][0]}", "borrow 2")
    add(installation, receiver, "guild-fair")
    installation.write("bakers", f"work on {installation.table(campaign).match.state.contracts['bakers'][0]}")
    (next_one,) = told(installation, receiver)
    assert [each["seat"] for each in next_one["data"]["waiting"]] == ["brewers"]


def test_a_moderator_who_plays_has_no_channel_to_another_seat(installation: Any, receiver: Receiver) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"})
    with writing(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), 1)
        perform(table, Appoint(who=Newcomer(name="Red", email="red@players.test")), Author("x"))
    red = Visitor(name="Red")
    with pytest.raises(CommandError, match="plays red"):
        desk.add(installation.service, None, "sealed-bids", NewChannel(url=receiver.url, seat="blue"), red)
    add(installation, receiver)
    shown, _ = desk.add(installation.service, None, "sealed-bids", NewChannel(url=receiver.url, seat="red"), red)
    desk.add(installation.service, shown, "sealed-bids", NewChannel(url=receiver.url, seat="red"), red)
    with reading(installation.service.engine) as session:
        visit = Visit(installation.service.work(session), campaign_named(session, "sealed-bids"), red)
        assert [each.seat for each in desk.channels_of(visit)] == [None, "red"]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"events": "asked,press"}, "unknown event 'press'"),
        ({"seat": "green"}, "there is no seat green"),
        ({"url": "ftp://127.0.0.1/verysecret"}, "ftp is no kind of channel here; there are https, discord"),
        ({"url": "slack://verysecret"}, "no address of a chat"),
        ({"url": "https://anna:verysecret@127.0.0.1/x"}, "a user name or a password"),
        ({"url": "https:///x"}, "names no host"),
        ({"url": "https://nowhere.invalid/x"}, "not found"),
        ({"url": "https://127.0.0.1/a b"}, "without spaces"),
        ({"url": "https://127.0.0.1:99999/"}, "no URL"),
    ],
)
def test_what_cannot_be_is_refused_without_quoting_it(
    installation: Any, campaign: int, receiver: Receiver, wanted: dict[str, str], why: str
) -> None:
    with pytest.raises(CommandError, match=why) as refused:
        desk.add(installation.service, None, "sealed-bids", NewChannel(**{"url": receiver.url, **wanted}), MILA)
    assert "verysecret" not in str(refused.value)


def test_in_a_chat_the_line_is_said(installation_of: Any, settings: Settings, receiver: Receiver) -> None:
    notices = settings.notices.model_copy(update={"chats": ("json",)})
    installation = installation_of(settings.model_copy(update={"notices": notices}))
    campaign = installation.create("sealed-bids", SEATS)
    wanted = NewChannel(url=receiver.url.replace("http:", "json:"), language="ru")
    shown, _ = desk.add(installation.service, None, "sealed-bids", wanted, MILA)
    done, _ = desk.add(installation.service, shown, "sealed-bids", wanted, MILA)
    assert (done.value.secret, done.value.channel.place) == (None, "json://…"), "nothing is signed"
    at_the_desk(installation, campaign, lambda table: extensions.pause(table, by="Mila"))
    receiver.answers = [503]
    send(installation)
    installation.clock.forward(minutes=10)
    send(installation)
    said = [posted.told["message"] for posted in receiver.posted]
    line = "The sealed-bids. Кампания на паузе: сроки не идут. Сейчас отвечают: Red и Blue."
    assert said == [line, line]
    assert _states(installation) == [NoticeState.DELIVERED]


def test_a_trial_is_told_as_one(installation: Any, campaign: int, receiver: Receiver) -> None:
    add(installation, receiver, language="ru")
    assert desk.trial(installation.service, "sealed-bids", 1, MILA) == delivery.Delivered()
    (posted,) = receiver.posted
    assert posted.told["type"] == "trial"
    assert posted.told["data"]["text"] == "The sealed-bids. Это пробное уведомление: ничего не произошло."
    receiver.answers = [404]
    assert desk.trial(installation.service, "sealed-bids", 1, MILA) == delivery.Failed("HTTP 404")
