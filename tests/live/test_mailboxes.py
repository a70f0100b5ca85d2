"""Two mailboxes of two domains in one installation, read by one poller or by one each, on PostgreSQL and Redis."""

from __future__ import annotations

import tempfile
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Mail, Settings
from adjudicator.store import clock_watermark
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from tests.live.installation import parsed, reply, settings_for, until
from tests.live.production import running
from tests.live.stack import MailStack
from tests.own_servers import redis

OTHERS = (("worker", "--concurrency", "1"), ("beat",))
DOMAINS = {"": "game.test", "other": "other.test"}


def with_other(settings: Settings) -> Settings:
    """The same installation with a second mailbox, of another domain and account."""
    given: dict[str, Any] = {name: getattr(settings.mail, name) for name in settings.mail.model_fields_set}
    account = {"user": "orders@other.test", "password": "secret"}
    given["mailboxes"] = {"other": {"address": {"domain": "other.test"}, "imap": account, "smtp": account}}
    return settings.model_copy(update={"mail": Mail.model_validate(given)})


def address(box: str, seat: str) -> str:
    return f"{box or 'main'}-{seat}@players.test"


def mails(stack: MailStack, box: str, seat: str) -> list[EmailMessage]:
    return [parsed(raw) for raw in stack.read(address(box, seat))]


def begin(service: Service, box: str) -> None:
    players = tuple(Player(seat=seat, name=seat.title(), email=address(box, seat)) for seat in ("red", "blue"))
    name = box or "main"
    create(service, NewCampaign(name=name, title=name, game="sealed-bids", seed=b"x", players=players, mailbox=box))


def answered(stack: MailStack, box: str, seat: str, mail: EmailMessage) -> list[EmailMessage]:
    return [each for each in mails(stack, box, seat) if each["In-Reply-To"] == mail["Message-ID"]]


@pytest.mark.parametrize(
    "pollers",
    [
        pytest.param((("poll",),), marks=pytest.mark.long, id="one"),
        pytest.param((("poll", "--mailbox", "main"), ("poll", "--mailbox", "other")), id="two"),
    ],
)
def test_campaigns_of_two_mailboxes_are_played(
    stack: MailStack, tmp_path: Path, postgresql_url: str, pollers: tuple[tuple[str, ...], ...]
) -> None:
    with tempfile.TemporaryDirectory() as folder, redis(Path(folder)) as broker:
        settings = with_other(settings_for(stack, tmp_path, database=postgresql_url, broker=broker))
        service = open_service(settings)
        upgrade(service.engine)
        for box in DOMAINS:
            begin(service, box)
        with running(settings, *pollers, *OTHERS):
            for box, domain in DOMAINS.items():
                first = until(lambda box=box: mails(stack, box, "red"))[0]  # type: ignore[misc]
                assert str(first["Reply-To"]).endswith(f"@{domain}>")
                assert str(first["Return-Path"]).endswith(f"@{domain}>")
                order = reply(first, address(box, "red"), "1a\n")
                stack.submit(order)
                (answer,) = until(lambda box=box, order=order: answered(stack, box, "red", order))  # type: ignore[misc]
                assert str(answer["From"]).endswith(f"@{domain}>")
            until(lambda: looked_into(service) == {"other"})
        service.engine.dispose()
    for domain in DOMAINS.values():
        assert len(stack.read(f"orders@{domain}", "Handled")) == 1
        assert not stack.new_in(f"orders@{domain}")


def looked_into(service: Service) -> set[str]:
    with reading(service.engine) as session:
        return set(clock_watermark.others_fetched_until(session))


@pytest.mark.long
def test_a_campaign_answers_from_its_address_though_the_mail_came_into_another_mailbox(
    stack: MailStack, tmp_path: Path, postgresql_url: str
) -> None:
    """A copy of the order goes to both mailboxes, as one that is forwarded does: it is answered once."""
    with tempfile.TemporaryDirectory() as folder, redis(Path(folder)) as broker:
        settings = with_other(settings_for(stack, tmp_path, database=postgresql_url, broker=broker))
        service = open_service(settings)
        upgrade(service.engine)
        begin(service, "other")
        with running(settings, ("poll",), *OTHERS):
            first = until(lambda: mails(stack, "other", "red"))[0]
            order = reply(first, address("other", "red"), "1a\n")
            order["Cc"] = "orders@game.test"
            stack.submit(order)
            until(lambda: answered(stack, "other", "red", order))
            until(lambda: all(stack.read(f"orders@{domain}", "Handled") for domain in DOMAINS.values()))
            until(lambda: not stack.busy())
        service.engine.dispose()
    (answer,) = answered(stack, "other", "red", order)
    assert str(answer["From"]).endswith("@other.test>")
