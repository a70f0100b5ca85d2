"""Moderators by mail: their own words, codes for what cannot be undone, rights, and everything visible to all."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.outbox.payloads import Answer, decode
from adjudicator.service.timing.policy import Adjudication, TimingPolicy
from adjudicator.store import audits
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.tables import Audit, CampaignState, OrderSet, OutboundMail, Prompt, PromptState

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}
START = datetime(2026, 11, 20, 9, tzinfo=UTC)


def trail(installation: Any, campaign: int) -> tuple[Audit, ...]:
    with reading(installation.service.engine) as session:
        return audits.trail(session, campaign)


def due(installation: Any) -> set[datetime | None]:
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return {row.deadline and row.deadline.replace(second=0, microsecond=0) for row in rows}


class Mona:
    """The moderator at her own address."""

    def __init__(self, installation: Any, campaign: int, seat: str = "moderator", email: str = "") -> None:
        self.installation, self.campaign, self.seat = installation, campaign, seat
        self.email = email or f"{seat}@players.test"

    def write(self, *lines: str) -> list[tuple[str, EmailMessage]]:
        """All mails that follow, with their readers."""
        token = self.installation.table(self.campaign).by_name[self.seat].token
        mail = EmailMessage()
        mail["From"] = self.email
        mail["To"] = self.installation.service.reply_address(token)
        mail["Subject"] = "desk"
        mail["Message-ID"] = f"<{self.installation.uid + 1}.desk@players.test>"
        mail.set_content("\n".join(lines) + "\n")
        assert self.installation.put(mail.as_bytes()).status.value == "handled"
        return self.installation.deliver()  # type: ignore[no-any-return]

    def answer(self, mails: list[tuple[str, EmailMessage]]) -> EmailMessage:
        (mine,) = [mail for address, mail in mails if address == self.email and mail["Subject"].startswith("Re:")]
        return mine


def got(seat: str, mails: list[tuple[str, EmailMessage]]) -> list[EmailMessage]:
    return [mail for address, mail in mails if address == f"{seat}@players.test"]


def code_in(text: str) -> str:
    found = re.search(r"\d{4}(?:-\d{4})+", text)
    assert found is not None, text
    return found[0]


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


@pytest.fixture
def mona(installation: Any, campaign: int) -> Mona:
    return Mona(installation, campaign)


def test_several_words_of_a_moderator_are_one_answer(installation: Any, mona: Mona, said: Any) -> None:
    mails = mona.write("extend 24 h", "remind", "status")
    text = said(mona.answer(mails))
    for part in ("deadline is later", "Who that is stays secret", "Asked now"):
        assert part in text
    assert due(installation) == {START + timedelta(hours=96)}
    assert [act.command for act in trail(installation, mona.campaign)] == ["extend", "remind"]
    assert {act.author for act in trail(installation, mona.campaign)} == {"Moderator (mail)"}


@pytest.mark.parametrize("line", ["extend 24 h red because he is ill", "продлить срок 24 ч red, потому что he is ill"])
def test_more_time_for_a_seat_has_a_reason_behind_because(installation: Any, mona: Mona, said: Any, line: str) -> None:
    mails = mona.write(line)
    assert "The deadline is later" in said(mona.answer(mails))
    assert "he is ill" in said(got("red", mails)[0])
    assert got("blue", mails) == []
    refused = said(mona.answer(mona.write("extend 24 h rde because he is ill")))
    assert "There is no seat “rde”" in refused


def test_pause_and_resume_in_russian_with_a_reason(installation: Any, mona: Mona, said: Any) -> None:
    mails = mona.write("Пауза: болезнь")
    for seat in ("red", "blue"):
        (told,) = got(seat, mails)
        assert "болезнь" in said(told)
    assert due(installation) == {None}
    installation.clock.forward(hours=100)
    mails = mona.write("продолжить")
    assert len(got("red", mails)) == 1
    assert due(installation) != {None}


def test_orders_that_came_in_a_pause_are_tried_when_it_goes_on(installation: Any, mona: Mona, said: Any) -> None:
    mona.write("pause")
    (kept,) = installation.write("red", "1a")
    assert "kept until the campaign goes on" in kept["Subject"]
    assert "in the order in which emails arrived" in said(kept)
    (onfile,) = installation.write("red", "orders")
    assert "tried when the campaign goes on" in said(onfile)
    installation.write("blue", "2a")
    installation.write("blue", "отозвать")
    assert installation.table(mona.campaign).match.sealed == {}
    mails = mona.write("resume")
    assert set(installation.table(mona.campaign).match.sealed) == {"red"}
    assert any("on file" in mail["Subject"] for mail in got("red", mails))
    assert not any("хранится" in mail["Subject"] for mail in got("blue", mails))


def test_orders_of_both_sides_play_on_when_the_pause_ends(installation: Any, mona: Mona) -> None:
    mona.write("pause")
    installation.write("red", "1a")
    installation.write("blue", "2a")
    before = installation.table(mona.campaign).head.sequence
    mona.write("resume")
    assert installation.table(mona.campaign).head.sequence > before


def test_a_pause_does_not_forbid_a_dry_run(installation: Any, mona: Mona, said: Any) -> None:
    mona.write("pause")
    (answer,) = installation.write("red", "check 1a")
    assert "checked" in answer["Subject"]
    (other,) = installation.write("red", "orders")
    assert "Nothing." in said(other)


def test_what_cannot_be_undone_names_its_position_and_waits_for_a_code(
    installation: Any, mona: Mona, said: Any
) -> None:
    log = installation.table(mona.campaign).head.sequence
    asked = said(mona.answer(mona.write("process")))
    assert f"log number {log}" in asked
    assert "process" in asked
    refused = said(mona.answer(mona.write(f"process {log + 1}")))
    assert f"is at {log}" in refused
    answer = mona.answer(mona.write(f"process {log}"))
    assert "please confirm" in answer["Subject"]
    assert installation.table(mona.campaign).head.sequence == log
    mails = mona.write(f"confirm {code_in(said(answer))}")
    assert installation.table(mona.campaign).head.sequence > log
    for seat in ("red", "blue"):
        (told,) = got(seat, mails)
        assert "The moderator had" in said(told) or "По указанию ведущего" in said(told)


def test_a_code_does_nothing_when_play_went_on_meanwhile(installation: Any, mona: Mona, said: Any) -> None:
    log = installation.table(mona.campaign).head.sequence
    code = code_in(said(mona.answer(mona.write(f"process {log}"))))
    installation.write("red", "1a")
    installation.write("blue", "2a")
    now = installation.table(mona.campaign).head.sequence
    assert now > log
    told = said(mona.answer(mona.write(f"confirm {code}")))
    assert f"meant for log number {log}, but the campaign is at {now}" in told
    assert installation.table(mona.campaign).head.sequence == now


def test_asking_for_a_code_changes_nothing(installation: Any, mona: Mona) -> None:
    before = installation.table(mona.campaign)
    log = before.head.sequence
    mails = mona.write(f"process {log}", f"eject {log} blue", f"close {log} nobody plays")
    assert [address for address, _ in mails] == ["moderator@players.test"]
    after = installation.table(mona.campaign)
    assert after.match.checkpoint() == before.match.checkpoint()
    assert after.seats == before.seats
    assert {act.command for act in trail(installation, mona.campaign)} == {"ask for a code"}


def test_a_player_is_told_kindly_whose_words_these_are(installation: Any, mona: Mona, said: Any) -> None:
    for seat, line, word in (("red", "pause", "Only a moderator"), ("blue", "исполнить 3", "только ведущий")):
        (answer,) = installation.write(seat, line)
        assert word in said(answer)
        assert "Moderator" in said(answer)
    assert installation.table(mona.campaign).campaign.state is CampaignState.RUNNING


def test_a_seat_is_taken_away_with_or_without_its_orders(installation: Any, mona: Mona, said: Any) -> None:
    installation.write("blue", "2a")
    log = installation.table(mona.campaign).head.sequence
    answer = mona.answer(mona.write(f"eject {log} blue keep"))
    assert "stay and will be carried out" in said(answer)
    other = mona.answer(mona.write(f"eject {log} blue"))
    assert "are dropped" in said(other)
    mails = mona.write(f"confirm {code_in(said(other))}")
    assert installation.table(mona.campaign).match.sealed == {}
    (gone,) = got("blue", mails)
    assert "+" not in str(gone["Reply-To"])
    (told,) = got("red", mails)
    assert "Blue" in said(told)
    assert installation.table(mona.campaign).by_name["blue"].holders == ()
    installation.write("red", "1a")
    from adjudicator.service.clocks.deadlines import run

    installation.clock.forward(hours=80)
    assert run(installation.service) == 1, "an empty seat gets its default"
    assert installation.table(mona.campaign).match.state.bids["blue"]


def test_a_kept_answer_counts_after_the_player_is_gone(installation: Any, mona: Mona, said: Any) -> None:
    installation.write("blue", "2б")
    log = installation.table(mona.campaign).head.sequence
    sealed = installation.table(mona.campaign).match.sealed["blue"]
    answer = mona.answer(mona.write(f"исключить {log} blue оставить"))
    mona.write(f"confirm {code_in(said(answer))}")
    assert installation.table(mona.campaign).match.sealed == {"blue": sealed}
    installation.write("red", "1a")
    assert installation.table(mona.campaign).match.state.bids["blue"] == [sealed.card]  # type: ignore[attr-defined]


def test_a_successor_is_named_by_mail(installation: Any, mona: Mona, said: Any) -> None:
    log = installation.table(mona.campaign).head.sequence
    told = said(mona.answer(mona.write(f"replace {log} blue")))
    assert "no standby player" in told
    answer = mona.answer(mona.write(f"replace {log} blue by Stella Stone <stella@players.test>"))
    assert "Stella Stone <stella@players.test>" in said(answer)
    mails = mona.write(f"confirm {code_in(said(answer))}")
    (dossier,) = got("stella", mails)
    assert "You take over a seat" in dossier["Subject"]
    installation.write("red", "1a")
    raw = installation.raw("blue", "2a", sender="stella@players.test", to=str(dossier["Reply-To"]))
    assert installation.put(raw).status.value == "handled"
    assert installation.table(mona.campaign).match.state.bids["blue"]


def test_a_closed_campaign_tells_everybody_and_the_seed(installation: Any, mona: Mona, said: Any) -> None:
    log = installation.table(mona.campaign).head.sequence
    answer = mona.answer(mona.write(f"close {log} nobody has time"))
    mails = mona.write(f"confirm {code_in(said(answer))}")
    (told,) = got("red", mails)
    assert "nobody has time" in said(told)
    assert b"house".hex() in said(told)
    assert installation.table(mona.campaign).campaign.state is CampaignState.FINISHED
    (late,) = installation.write("red", "1a")
    assert "You have nothing to answer now" in said(late)


def test_a_moderator_with_the_right_to_time_may_pause_and_no_more(installation: Any, mona: Mona, said: Any) -> None:
    mails = mona.write("promote Tim <tim@players.test> time")
    (told,) = got("red", mails)
    assert "Tim moderates from now on, with the right “time”" in said(told)
    (welcome,) = [mail for mail in got("tim", mails) if "you moderate" in mail["Subject"]]
    assert "pause" in said(welcome)
    assert "process" in said(welcome)
    tim = Mona(installation, mona.campaign, "moderator_2", "tim@players.test")
    log = installation.table(mona.campaign).head.sequence
    refused = said(tim.answer(tim.write(f"process {log}")))
    assert "Your right as a moderator is “time”; this needs “all”" in refused
    tim.write("pause")
    assert installation.table(mona.campaign).campaign.state is CampaignState.PAUSED
    assert trail(installation, mona.campaign)[-1].author == "Tim (mail)"
    mails = mona.write("demote Tim", "resume")
    assert "does not moderate any more" in said(got("red", mails)[0])
    assert "do not moderate" in got("tim", mails)[-1]["Subject"]
    last = said(mona.answer(mona.write("demote Moderator")))
    assert "appoint another one first" in last


def test_a_moderator_who_plays_writes_from_the_moderators_address(installation: Any, said: Any) -> None:
    from adjudicator.service.people.new_campaigns import NewCampaign, Player, create

    players = tuple(
        Player(seat=seat, name=name, email=f"{name.lower()}@players.test")
        for seat, name in (("red", "Anna"), ("blue", "Boris"), ("moderator", "Boris"))
    )
    made = create(
        installation.service, NewCampaign(name="both", title="Both", game="sealed-bids", players=players, seed=b"x")
    )
    installation.deliver()
    player = Mona(installation, made, "blue", "boris@players.test")
    assert "this is the address of your seat" in said(player.answer(player.write("pause")))
    desk = Mona(installation, made, "moderator", "boris@players.test")
    mails = desk.write("pause")
    assert [mail for address, mail in mails if address == "anna@players.test"]
    assert installation.table(made).campaign.state is CampaignState.PAUSED


def test_a_reminder_does_not_tell_the_moderator_who_has_answered(installation: Any, said: Any) -> None:
    made = installation.create("sealed-bids", SEATS, timing=TimingPolicy(adjudication=Adjudication.DEADLINE))
    mona = Mona(installation, made)
    before = said(mona.answer(mona.write("remind")))
    installation.write("red", "1a")
    mails = mona.write("remind")
    assert got("red", mails) == []
    assert len(got("blue", mails)) == 1
    assert said(mona.answer(mails)) == before


def test_wrong_wording_is_answered_with_the_right_one(installation: Any, mona: Mona, said: Any) -> None:
    log = installation.table(mona.campaign).head.sequence
    answer = said(mona.answer(mona.write("extend much", f"eject {log} green", "promote Tim")))
    assert "extend 24 h" in answer
    assert "There is no seat “green”; there are: Red, Blue" in answer
    assert "promote NAME <ADDRESS>" in answer
    assert trail(installation, mona.campaign) == ()


def test_orders_kept_in_a_pause_that_came_in_the_same_second_are_tried_in_the_order_in_which_they_were_stored(
    installation: Any, mona: Mona
) -> None:
    mona.write("pause")
    second = installation.clock.now().replace(microsecond=0)
    mails = {}
    for number, (seat, line) in enumerate((("blue", "2а"), ("red", "1b"), ("red", "1a"))):
        raw = installation.raw(seat, f"{line}\n", Message_ID=f"<{number}.{seat}@x.test>")
        mails[number] = ingest(installation.service, Place("INBOX", 1, 500 + number), second, raw).id
    for mail_id in mails.values():
        handle(installation.service, mail_id)
    installation.deliver()
    mona.write("resume")
    with reading(installation.service.engine) as session:
        tried = session.scalars(select(OrderSet).order_by(col(OrderSet.id))).all()
        assert [each.inbound_mail_id for each in tried] == list(mails.values()), "whatever the order of the seats"
        answers = [decode(row.intent) for row in session.scalars(select(OutboundMail)) if row.intent]
    assert not any(answer.followed for answer in answers if isinstance(answer, Answer) and not answer.later), "in full"
