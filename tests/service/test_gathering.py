"""Joining, watching and leaving by mail: a code opens a seat, and nobody else gets an answer."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.service.campaign.matches import secrets_of, table_of_campaign
from adjudicator.service.clocks import digests
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Gather
from adjudicator.service.people.gathering import joining, plan
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.store import audits
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Campaign, CampaignState, Holding, Role, Seat, SeatKind

MODERATOR = Player(seat="moderator", name="Mila", email="moderator@players.test")


def gather(installation: Any, start: Start = Start.FULL, **more: Any) -> joining.Gathered:
    new = NewCampaign(
        name="lights",
        title="Harbour Lights",
        game="sealed-bids",
        players=(MODERATOR,),
        time_zone="Europe/Moscow",
        **more,
    )
    made: joining.Gathered = joining.gather(installation.service, new, start)
    installation.deliver()
    return made


def letter(installation: Any, sender: str, text: str, *, to: str = "", **headers: str) -> dict[str, list[EmailMessage]]:
    """Somebody writes to the service; what everybody gets."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = to or "orders@game.test"
    mail["Subject"] = headers.pop("Subject", "hello")
    mail["Message-ID"] = f"<{installation.uid + 1}@strangers.test>"
    for name, value in headers.items():
        mail[name] = value
    mail.set_content(text)
    installation.put(mail.as_bytes())
    found: dict[str, list[EmailMessage]] = {}
    for address, got in installation.deliver():
        found.setdefault(address.partition("@")[0], []).append(got)
    return found


def state(installation: Any, campaign: int) -> CampaignState:
    with reading(installation.service.engine) as session:
        found: CampaignState = session.get_one(Campaign, campaign).state
        return found


def test_a_code_opens_a_seat_and_the_match_begins_when_all_are_there(installation: Any, said: Any) -> None:
    made = gather(installation)
    got = letter(
        installation, "Anna Reed <anna@players.test>", f"Hello,\njoin {made.code} seat red nonce blue moon\nThanks",
        Date="Fri, 20 Nov 2026 12:00:00 +0300",
    )  # fmt: skip
    assert set(got) == {"anna", "moderator"}
    assert "You play Red in Harbour Lights" in said(got["anna"][0])
    assert made.commitment in said(got["anna"][0])
    assert "Anna Reed has joined as Red" in said(got["moderator"][0])
    assert state(installation, made.campaign_id) is CampaignState.INVITING
    got = letter(installation, "boris@players.test", f"Вступить {made.code.upper()} имя Борис")
    assert state(installation, made.campaign_id) is CampaignState.RUNNING
    welcome = got["boris"][-1]
    assert "ставка" in said(welcome)
    assert "#1" in got["anna"][-1]["Subject"]
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made.campaign_id)
        assert secrets_of(table.head).nonces == (b"blue moon", b"")
        assert {seat.name: seat.holders[0].name for seat in table.players} == {"red": "Anna Reed", "blue": "Борис"}
        assert table.by_name["red"].holders[0].time_zone == "Europe/Moscow"
    address = str(welcome["Reply-To"])
    got = letter(installation, "boris@players.test", "1a", to=address)
    assert "boris" in got


def test_who_has_no_right_code_gets_no_answer_and_no_seat(installation: Any) -> None:
    made = gather(installation)
    for text in ("join", "join abcdefghjk", "hello", f"join {made.code[:-1]}", "observe 22222222aa"):
        assert letter(installation, "eve@players.test", text) == {}
    assert letter(installation, "eve@players.test", f"join {made.code}", **{"Auto-Submitted": "auto-replied"}) == {}


def test_why_somebody_could_not_join(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    letter(installation, "anna@players.test", f"join {made.code} seat red")
    assert "taken" in said(letter(installation, "boris@players.test", f"join {made.code} seat RED")["boris"][0])
    got = letter(installation, "boris@players.test", f"join {made.code} seat green")
    assert "no such seat" in said(got["boris"][0])
    assert "Free seats: Blue" in said(got["boris"][0])
    assert "already joined" in said(letter(installation, "anna@players.test", f"join {made.code}")["anna"][0])
    got = letter(installation, "boris@players.test", "hi", Subject=f"join {made.code}")
    assert "You play Blue" in said(got["boris"][0])
    assert "All seats are taken" in said(letter(installation, "carol@players.test", f"join {made.code}")["carol"][0])


def test_members_ask_change_and_leave_until_it_begins(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    first = letter(installation, "anna@players.test", f"join {made.code} seat red")["anna"][0]
    own = str(first["Reply-To"])
    got = letter(installation, "anna@players.test", "language ru\nzone Berlin\nnonce two words", to=own)
    (answer,) = got["anna"]
    for part in ("по-русски", "Europe/Berlin", "two words"):
        assert part in said(answer), "one mail answers all lines"
    got = letter(installation, "anna@players.test", "пояс Новосибриск\nпояс Новосибирск", to=own)
    (answer,) = got["anna"]
    assert "Может быть, Новосибирск?" in said(answer)
    assert "Asia/Novosibirsk" in said(answer)
    assert "ещё не началась" in said(letter(installation, "anna@players.test", "1a", to=own)["anna"][0])
    got = letter(installation, "anna@players.test", "выйти", to=own)
    assert set(got) == {"anna", "moderator"}
    assert letter(installation, "anna@players.test", "status", to=own) == {}, "the address is void"
    got = letter(installation, "anna@players.test", f"join {made.code} seat red")
    assert "You play Red" in said(got["anna"][0])
    letter(installation, "boris@players.test", f"join {made.code}")
    desk = str(installation.newest("moderator")["Reply-To"])
    assert state(installation, made.campaign_id) is CampaignState.INVITING
    got = letter(installation, "anna@players.test", "start", to=str(got["anna"][0]["Reply-To"]))
    assert state(installation, made.campaign_id) is CampaignState.INVITING, "only the moderator begins it"
    got = letter(installation, "moderator@players.test", "start", to=desk)
    assert state(installation, made.campaign_id) is CampaignState.RUNNING
    assert {"anna", "boris"} <= set(got)


def test_the_header_for_leaving_works_before_the_match_begins(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    first = letter(installation, "anna@players.test", f"join {made.code} seat red")["anna"][0]
    link = str(first["List-Unsubscribe"]).strip("<>").removeprefix("mailto:").partition("?")
    subject = {"Subject": "ORDERS: unsubscribe"}
    (told,) = letter(installation, "anna@players.test", "unsubscribe", to=link[0], **subject)["anna"]
    assert "do not go to anna@players.test any more" in said(told)
    assert "Questions, answers, reports and letters do: you have a seat" in said(told)
    assert "you give your place back" in said(told)


def test_what_is_ones_own_is_chosen_before_the_match_too(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    first = letter(installation, "anna@players.test", f"join {made.code} seat red")["anna"][0]
    text = "format text\ndigest daily\nsubscribe\ntime zone Berlin\nI am looking forward to it"
    (told,) = letter(installation, "anna@players.test", text, to=str(first["Reply-To"]))["anna"]
    assert "From now on our emails to you are plain text." in said(told)
    assert "every day at 9:00" in said(told)
    assert "Your time zone is Europe/Berlin now." in said(told)
    with reading(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        assert (seat.mail_format, seat.digest) == ("text", "daily")


def test_a_moderator_who_plays_begins_the_match_from_their_chair(installation: Any, said: Any) -> None:
    mila = [Player(seat=seat, name="Mila", email="moderator@players.test") for seat in ("moderator", "red", "blue")]
    new = NewCampaign(name="lights", title="Harbour Lights", game="sealed-bids", players=tuple(mila))
    made = joining.gather(installation.service, new, Start.MODERATOR)
    address = {}
    for _, mail in installation.deliver():
        address["You moderate" in said(mail)] = str(mail["Reply-To"])
    told = letter(installation, "moderator@players.test", "start", to=address[False])["moderator"][0]
    assert "nothing of your email could be done" in said(told)
    assert state(installation, made.campaign_id) is CampaignState.INVITING
    letter(installation, "moderator@players.test", "start", to=address[True])
    assert state(installation, made.campaign_id) is CampaignState.RUNNING


def test_a_moderator_without_the_right_begins_nothing_and_it_is_written_down(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    with writing(installation.service.engine) as session:
        session.execute(update(Holding).values(rights="time"))
    desk = str(installation.newest("moderator")["Reply-To"])
    (told,) = letter(installation, "moderator@players.test", "start", to=desk)["moderator"]
    assert "“time”" in said(told), said(told)
    with reading(installation.service.engine) as session:
        assert audits.trail(session, made.campaign_id)[-1].command == f"{audits.REFUSED}campaign start"


def test_a_copy_of_our_mail_gives_nothing_back_and_begins_nothing(installation: Any, said: Any, read: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    for who in ("anna", "boris"):
        letter(installation, f"{who}@players.test", f"join {made.code}")
    for who in ("anna", "moderator"):
        ours = installation.newest(who)
        assert {"anna": "- leave: you", "moderator": "- start: the"}[who] in read(ours)
        got = letter(installation, f"{who}@players.test", read(ours), to=str(ours["Reply-To"]))
        assert set(got) == {who}
        assert "None of your seats is called “you give your place back”" in said(got[who][0])
    assert state(installation, made.campaign_id) is CampaignState.INVITING
    got = letter(
        installation, "anna@players.test", "Please leave, thanks", to=str(installation.newest("anna")["Reply-To"])
    )
    assert "You have given your place back" in said(got["anna"][0])


def test_what_stands_below_leaving_is_for_nobody(installation: Any, said: Any) -> None:
    made = gather(installation, Start.MODERATOR)
    first = letter(installation, "anna@players.test", f"join {made.code} seat red")["anna"][0]
    got = letter(installation, "anna@players.test", "leave\nnonce blue moon", to=str(first["Reply-To"]))
    assert [said(mail).count("You have given your place back") for mail in got["anna"]] == [1]
    with reading(installation.service.engine) as session:
        assert session.scalars(select(Seat).where(col(Seat.name) == "red")).one().nonce is None


def test_a_mail_of_a_topic_that_is_none_says_how_things_stand(installation: Any, said: Any) -> None:
    """An older version has queued it."""
    made = gather(installation, Start.MODERATOR)
    with writing(installation.service.engine) as session:
        lobby = Lobby(installation.service.work(session), lock_campaign(session, made.campaign_id))
        intent = Gather(written=lobby.now, topic="zone", values={"zone": "Europe/Paris"})
        queue.send_before_the_match(lobby.work, lobby.seats[0], intent)
    ((_, mail),) = installation.deliver()
    assert "how things stand" in str(mail["Subject"])
    assert "The match begins when 2 more seats are taken" in said(mail)


def observer_code(installation: Any, campaign: int) -> str:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        return plan.new_code(session, campaign, SeatKind.OBSERVER, "", installation.clock.now())


def test_who_watches_gets_digests_and_may_stop(installation: Any, said: Any) -> None:
    campaign = installation.create(
        "sealed-bids", {"red": "en", "blue": "en"}, title="Lights", time_zone="Europe/Moscow"
    )
    code = observer_code(installation, campaign)
    got = letter(installation, "olga@players.test", f"наблюдать {code} имя Ольга")
    assert set(got) == {"olga"}
    assert "еженедельно" in said(got["olga"][0]) or "каждую неделю" in said(got["olga"][0])
    got = letter(installation, "anna@players.test", f"join {code}")
    assert "You watch" in said(got["anna"][0])
    watching = str(got["anna"][0]["Reply-To"])
    installation.write("red", "1a")
    installation.write("blue", "2a")
    assert digests.run(installation.service) == 0
    installation.clock.forward(days=2, hours=20)  # Monday, 8:00 in Moscow
    assert digests.run(installation.service) == 0
    installation.clock.forward(hours=2)
    assert digests.run(installation.service) == 2
    assert digests.run(installation.service) == 0
    mails = dict(installation.deliver())
    digest = said(mails["anna@players.test"])
    assert "What happened from" in digest
    got = letter(installation, "anna@players.test", "digest each", to=watching)
    assert "as it happens" in said(got["anna"][0])
    installation.clock.forward(hours=2)
    assert digests.run(installation.service) == 0, "nothing happened"
    got = letter(installation, "anna@players.test", "leave", to=watching)
    assert "do not watch any more" in said(got["anna"][0])
    assert len(got["anna"]) == 1
    installation.clock.forward(days=7)
    assert digests.run(installation.service) == 1, "the other one still watches"


def test_no_observers_where_the_moderator_has_switched_them_off(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en"}, observers=False)
    code = observer_code(installation, campaign)
    assert "may not watch" in said(letter(installation, "olga@players.test", f"observe {code}")["olga"][0])


def test_a_player_may_ask_for_a_digest_too(installation: Any, said: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    (answer,) = installation.write("red", "digest weekly")
    assert "every Monday" in said(answer)
    installation.clock.forward(days=7)
    assert digests.run(installation.service) == 1
    assert {address for address, _ in installation.deliver()} == {"red@players.test"}


@pytest.mark.parametrize("standby", [False, True])
def test_a_player_leaves_with_a_code(installation: Any, said: Any, standby: bool) -> None:
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"})
    if standby:
        with writing(installation.service.engine) as session:
            seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
            watcher = session.scalars(
                select(col(Holding.person_id)).join(Seat).where(col(Seat.name) == "moderator")
            ).one()
            session.add(Holding(seat_id=seat.id, person_id=watcher, role=Role.STANDBY, since=installation.clock.now()))
    (asked,) = installation.write("red", "leave")
    code = re.search(r"confirm (\d{4}(?:-\d{4})+)", said(asked))
    assert code is not None
    assert len(installation.received["blue@players.test"]) == 1, "nobody is told before it is confirmed"
    old = str(asked["Reply-To"])
    installation.put(installation.raw("red", f"confirm {code[1]}\n1a\nstatus"))
    got: dict[str, list[EmailMessage]] = {}
    for address, mail in installation.deliver():
        got.setdefault(address.partition("@")[0], []).append(mail)
    assert len(got["red"]) == 1
    assert "Thank you for your part" in said(got["red"][0])
    assert {"blue", "moderator"} <= set(got)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert not table.match.sealed, "an order behind the farewell is not carried out"
        token = table.by_name["red"].token
        assert [h.name for h in table.by_name["red"].holders if h.role is Role.ORDERS] == (
            ["Moderator"] if standby else []
        )
    assert token not in " ".join(str(mail) for mail in got["red"])
    installation.put(installation.raw("red", "1a", to=old))
    assert installation.deliver() == []


def test_digests_leave_on_monday_at_nine_of_the_campaign_through_clock_changes() -> None:
    from datetime import UTC, datetime

    moment = datetime(2026, 3, 20, tzinfo=UTC)
    seen = {digests.slot(moment + timedelta(hours=h), digests.Often.WEEKLY, "Europe/Berlin") for h in range(24 * 28)}
    assert {(each.weekday(), each.hour, each.minute) for each in seen} == {(0, 9, 0)}
    assert len(seen) == 5


def test_one_person_with_several_seats_is_invited_by_one_mail_and_may_give_one_back(
    installation: Any, said: Any
) -> None:
    players = tuple(
        Player(seat=seat, name="Anna", email="anna@players.test", language="ru")
        for seat in ("bakers", "brewers", "smiths")
    )
    new = NewCampaign(name="fair", title="The Fair", game="guild-fair", players=(*players, MODERATOR), number=5)
    made = joining.gather(installation.service, new, Start.FULL)
    got = installation.deliver()
    assert sorted(address for address, _ in got) == ["anna@players.test", "moderator@players.test"]
    mail = installation.newest("anna")
    assert "Вы играете в партии «The Fair»: Пекари, Пивовары и Кузнецы." in said(
        mail
    ) or "Пекари, Пивовары и Кузнецы" in said(mail)
    own = str(mail["Reply-To"])
    assert (
        "ни одно из ваших мест"
        in said(letter(installation, "anna@players.test", "выйти красные", to=own)["anna"][0]).lower()
    )
    left = letter(installation, "anna@players.test", "выйти пекари", to=own)
    assert "Anna has given back Bakers" in said(left["moderator"][0])
    (told,) = left["anna"]
    assert "Пивовары и Кузнецы" in said(told)
    own = str(told["Reply-To"])
    status = letter(installation, "anna@players.test", "язык en\nstatus", to=own)
    assert [said(each).count("Brewers and Smiths") > 0 for each in status["anna"]] == [True]
    gone = letter(installation, "anna@players.test", "leave", to=own)
    assert len(gone["moderator"]) == 2
    assert len(gone["anna"]) == 1
    assert "You have given your place back" in said(gone["anna"][0])
    assert "Bakers free" in said(
        letter(installation, "boris@players.test", f"join {made.code} seat drapers")["boris"][0]
    )
