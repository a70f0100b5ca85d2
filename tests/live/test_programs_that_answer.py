"""Programs at the other end: none of them makes a loop, what they say is noted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from adjudicator.service.outbox import delivery
from adjudicator.service.people import new_campaigns
from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from adjudicator.store import outbound
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import Address, AddressState, OutboundMail, OutboundState
from tests.live.installation import Installation, on_its_way, reply, settings_for, until
from tests.live.production import running
from tests.live.stack import MailStack

RED, BLUE = "red@players.test", "blue@players.test"


def test_a_decent_autoresponder_keeps_silent_because_our_mails_say_what_they_are(installation: Installation) -> None:
    installation.create(red=RED, blue="vacation@players.test")
    installation.until(lambda: installation.inbox("vacation@players.test"))
    note = EmailMessage()
    note["From"], note["To"], note["Subject"] = RED, "vacation@players.test", "are you there?"
    note.set_content("?\n")
    installation.stack.submit(note)
    installation.until(
        lambda: any(mail["Auto-Submitted"] == "auto-replied (vacation)" for mail in installation.inbox(RED))
    )
    assert installation.mails() == [], "it answers people, not us"


def test_an_autoresponder_that_marks_its_mails_is_not_answered(installation: Installation) -> None:
    installation.create(red=RED, blue=BLUE)
    away = reply(installation.first(BLUE), BLUE, "I am away until Monday.\n")
    away["Auto-Submitted"] = "auto-replied"
    installation.stack.submit(away)
    assert installation.until(lambda: installation.handled(str(away["Message-ID"]))).status == "ignored"
    assert len(installation.outbox()) == 2, "the two welcomes and nothing else"


def test_a_rude_autoresponder_that_answers_everything_is_answered_a_bounded_number_of_times(
    settings: Settings, open_installation: Callable[[Settings], Installation]
) -> None:
    """It signs its mails, says nowhere that it is a program, and answers every mail of ours at once."""
    most = 5
    limits = settings.limits.model_copy(update={"answers_per_hour": most})
    installation = open_installation(settings.model_copy(update={"limits": limits}))
    installation.create(red=RED, blue=BLUE)
    seen, before = 0, -1
    while seen != before or not installation.at_rest() or len(installation.inbox(BLUE)) != seen:
        installation.work()
        mails, before = installation.inbox(BLUE), seen
        for mail in mails[seen:]:
            installation.stack.submit(reply(mail, BLUE, "I am away until Monday.\n", seen))
        seen = len(mails)
    assert most <= seen <= most + 2, "the welcome, the answers of one hour, and that there are no more"
    assert len(installation.mails()) == seen


def test_a_bounce_is_recorded_and_not_answered(installation: Installation) -> None:
    installation.create(red=RED, blue="bounce@players.test")
    (report,) = installation.until(installation.mails)
    held = installation.until(lambda: installation.handled(report.message_id))
    assert (held.status, held.nature) == ("handled", "bounce")
    to_it = [mail for mail in installation.outbox() if mail.recipient == "bounce@players.test"]
    assert len(to_it) == 1, "nothing is sent because of a bounce to the address that bounced"
    found = address_of(installation, "bounce@players.test")
    assert (found.state, found.bounces) == (AddressState.ACTIVE, 1), "one bounce is counted"


def test_two_bounces_suspend_the_address_and_the_moderator_is_told_once(installation: Installation) -> None:
    """Two campaigns with the same dead address; the bounces name their mails by the envelope alone."""
    moderator = "umpire@players.test"
    for name in ("first", "second"):
        players = (
            new_campaigns.Player(seat="red", name="Red", email=RED),
            new_campaigns.Player(seat="blue", name="Blue", email="bounce@players.test"),
            new_campaigns.Player(seat="moderator", name="Umpire", email=moderator),
        )
        new = new_campaigns.NewCampaign(name=name, title=name.title(), game="sealed-bids", players=players)
        new_campaigns.create(installation.service, new)
    installation.until(lambda: address_of(installation, "bounce@players.test").state is AddressState.SUSPENDED)
    notices = installation.until(
        lambda: [m for m in installation.inbox(moderator) if "out of use" in str(m["Subject"])]
    )
    installation.until(installation.at_rest)
    bounced = [mail for mail in installation.mails() if mail.nature == "bounce"]
    assert [mail.status for mail in bounced] == ["handled", "handled"]
    told = [m for m in installation.inbox(moderator) if "out of use" in str(m["Subject"])]
    assert len(told) == 2, "once for each campaign in which the address has a seat"
    assert "bounce@players.test" in notices[0].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    envelopes = {str(mail["Return-Path"]) for mail in installation.inbox(RED)}
    assert len(envelopes) == 2
    assert all("orders+bounce." in envelope for envelope in envelopes), "each mail has an envelope sender of its own"


def test_a_player_whose_mailbox_is_full_makes_a_bounce(installation: Installation) -> None:
    installation.create(red=RED, blue="full@players.test")
    (report,) = installation.until(installation.mails)
    assert installation.until(lambda: installation.handled(report.message_id)).nature == "bounce"


def test_a_busy_recipient_is_tried_again_until_he_takes_the_mail(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", timedelta(hours=1))
    installation.stack.impatient()
    try:
        installation.create(red=RED, blue="defer@players.test")
        installation.first(RED)
        (waiting,) = (mail for mail in installation.outbox() if mail.recipient.startswith("defer"))
        assert waiting.state is OutboundState.RENDERED
        assert waiting.error.startswith("450")
        assert waiting.due_at > installation.service.clock.now()
        first_try = waiting.kept
    finally:
        installation.stack.patient()

    def arrived() -> bool:
        with writing(installation.service.engine) as session:
            outbound.release(session, installation.service.clock.now())  # the pause is over
        return bool(installation.inbox("defer@players.test"))

    installation.until(arrived)
    (sent,) = (mail for mail in installation.outbox() if mail.recipient.startswith("defer"))
    assert sent.state is OutboundState.HANDED_OVER
    assert sent.attempts >= 2
    assert sent.kept == first_try


@pytest.mark.long
def test_two_services_that_are_each_others_players_fall_silent(stack: MailStack, tmp_path: Path) -> None:
    """Each is registered at the other under the very address that the other writes from."""
    ours, theirs = (_home(stack, tmp_path / name, f"{name}.test") for name in ("game", "other"))
    of_ours = _open(ours, "orders@other.test")
    of_theirs = _open(theirs, of_ours)
    _register(ours, "orders@other.test", of_theirs)
    with running(ours, ("serve",)), running(theirs, ("serve",)):
        until(lambda: _sent(ours) == 2 and _sent(theirs) == 2)
        # somebody pokes the fire: words in the name of the other service, signed by its domain
        poke = EmailMessage()
        poke["From"], poke["To"], poke["Subject"] = of_theirs, of_ours, "now you"
        poke["Message-ID"] = "<poke@other.test>"
        poke.set_content("help\nnonsense\n")
        stack.submit(poke, sender="orders@other.test")
        until(lambda: _sent(ours) > 2)
        before, count = -1, 0
        while count != before or on_its_way(stack, ours, theirs) or _sent(ours) + _sent(theirs) != count:
            before, count = count, _sent(ours) + _sent(theirs)
            assert count < 60, "they do not fall silent"
    assert 5 <= before <= 7, "four welcomes, and at most a few answers to the poke"


def address_of(installation: Installation, email: str) -> Address:
    with reading(installation.service.engine) as session:
        return session.scalars(select(Address).where(col(Address.email) == email)).one()


def _home(stack: MailStack, folder: Path, domain: str) -> Settings:
    folder.mkdir()
    settings = settings_for(stack, folder, domain=domain)
    service = open_service(settings)
    upgrade(service.engine)
    service.engine.dispose()
    return settings


def _open(settings: Settings, player: str) -> str:
    """A campaign in which `player` has the seat blue; returns the address from which he is written to."""
    service = open_service(settings)
    players = (
        new_campaigns.Player(seat="red", name="Red", email=RED),
        new_campaigns.Player(seat="blue", name="Blue", email=player),
    )
    new = new_campaigns.NewCampaign(name="live", title="Live", game="sealed-bids", players=players)
    made = new_campaigns.create(service, new)
    with reading(service.engine) as session:
        blue = next(s for s in seats_at_table(session, made, service.clock.now()) if s.name == "blue")
    service.engine.dispose()
    return service.reply_address(blue.token)


def _register(settings: Settings, old: str, new: str) -> None:
    """The player of the campaign is known under another address from the beginning."""
    service = open_service(settings)
    with writing(service.engine) as session:
        session.execute(update(Address).where(col(Address.email) == old).values(email=new))
        session.execute(update(OutboundMail).where(col(OutboundMail.recipient) == old).values(recipient=new))
    service.engine.dispose()


def _sent(settings: Settings) -> int:
    service = open_service(settings)
    with reading(service.engine) as session:
        gone = select(func.count()).where(col(OutboundMail.state) == OutboundState.HANDED_OVER)
        count = session.scalar(gone) or 0
    service.engine.dispose()
    return count
