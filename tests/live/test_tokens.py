"""A mail account that takes no password: OAuth2 for fetching and sending, against Dovecot and Postfix."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.mail.fetch import LoginRefused, Mailbox, MailboxLost
from adjudicator.mail.send import Delivered, TemporaryFailure, hand_over
from adjudicator.service.outbox import delivery
from adjudicator.service.outbox.delivery import imap_settings, smtp_settings
from adjudicator.settings import OAuth, Settings
from tests.live.installation import Installation, reply, settings_for
from tests.live.provider import Provider
from tests.live.stack import MailStack

RED, BLUE, ORDERS = "red@players.test", "blue@players.test", "orders@game.test"
OpenInstallation = Callable[[Settings], Installation]
MAIL = b"From: orders@game.test\r\nTo: red@players.test\r\nSubject: a token\r\nMessage-ID: <1@game.test>\r\n\r\nx\r\n"


@pytest.fixture
def provider(stack: MailStack) -> Iterator[Provider]:
    provider = Provider(ORDERS)
    with provider.at(stack.oauth):
        yield provider


@pytest.fixture(autouse=True)
def first_process() -> None:
    delivery._tokens.cache_clear()


@pytest.fixture
def without_password(stack: MailStack, tmp_path: Path) -> Settings:
    settings = settings_for(stack, tmp_path)
    oauth = OAuth(
        token_url=f"http://127.0.0.1:{stack.oauth}/token",
        client_id="our-client",
        client_secret="our-secret",  # type: ignore[arg-type]
        refresh_token="refresh-0",  # type: ignore[arg-type]
    )
    instead = {"oauth": oauth, "password": type(settings.mail.imap.password)("")}
    servers = {name: getattr(settings.mail, name).model_copy(update=instead) for name in ("imap", "smtp")}
    return settings.model_copy(update={"mail": settings.mail.model_copy(update=servers)})


def sent(settings: Settings) -> object:
    return asyncio.run(hand_over(MAIL, sender=ORDERS, recipient=RED, settings=smtp_settings(settings)))


def fetched(settings: Settings) -> None:
    Mailbox.connect(imap_settings(settings)).close()


def test_an_order_is_fetched_and_answered_with_tokens_alone(
    open_installation: OpenInstallation, without_password: Settings, provider: Provider, stack: MailStack
) -> None:
    installation = open_installation(without_password)
    installation.create(red=RED, blue=BLUE)
    stack.submit(reply(installation.first(RED), RED, "1a\n"))
    installation.until(lambda: len(installation.inbox(RED)) > 1)
    assert provider.given == ["access-0"], "fetching and sending share a token as long as it counts"


def test_a_new_refresh_token_is_kept_for_the_next_process(
    without_password: Settings, provider: Provider, tmp_path: Path
) -> None:
    fetched(without_password)
    (kept,) = tmp_path.glob("oauth-*.token")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert provider.refresh in kept.read_text()
    delivery._tokens.cache_clear()  # as another process begins
    assert isinstance(sent(without_password), Delivered)
    assert provider.given == ["access-0", "access-1"]


def test_a_token_that_ends_is_replaced_before_it_does(without_password: Settings, provider: Provider) -> None:
    provider.lasts = 60
    for number in range(3):
        fetched(without_password)
        assert len(provider.given) == number + 1


def test_a_token_that_the_server_does_not_take_any_more_is_fetched_anew(
    without_password: Settings, provider: Provider
) -> None:
    fetched(without_password)
    provider.counting.clear()
    with pytest.raises(LoginRefused):
        fetched(without_password)
    fetched(without_password)
    provider.counting.clear()
    assert isinstance(sent(without_password), TemporaryFailure)
    assert isinstance(sent(without_password), Delivered)


def test_a_provider_that_is_away_costs_time_and_nothing_else(without_password: Settings, provider: Provider) -> None:
    provider.away = True
    with pytest.raises(MailboxLost, match="token: "):
        fetched(without_password)
    assert isinstance(sent(without_password), TemporaryFailure)
    provider.away = False
    fetched(without_password)


def test_a_refused_grant_says_why_and_tells_no_secret(without_password: Settings, provider: Provider) -> None:
    provider.refresh = "another"
    with pytest.raises(LoginRefused, match="invalid_grant: the refresh token does not count") as refused:
        fetched(without_password)
    handed = sent(without_password)
    assert isinstance(handed, TemporaryFailure)
    for secret in ("refresh-0", "our-secret"):
        assert secret not in f"{refused.value} {handed}"
