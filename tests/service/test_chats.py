"""Notices in chats, by Apprise, said to a real server: what is said, and where it never goes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from adjudicator_channels import chats
from adjudicator_channels.places import BadPlace
from adjudicator_channels.webhooks import Delivered, Failed
from apprise import Apprise

from adjudicator.settings import CHATS, Notices
from tests.receiver import Receiver

HERE = Notices(chats=("json", "jsons", "syslog"), allow_private_networks=True, timeout_seconds=60)
BODY = b'{"type": "asked", "data": {"id": "msg_1", "text": "Lights. Asked now: Red."}}'


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as there:
        yield there


def url(receiver: Receiver, rest: str = "", host: str = "127.0.0.1") -> str:
    return f"json://{host}:{receiver.port}/Quisquilia{rest}"


def test_the_line_of_a_notice_is_said_and_nothing_else(receiver: Receiver) -> None:
    assert chats.say(url(receiver), BODY, HERE) == Delivered()
    (posted,) = receiver.posted
    assert (posted.told["message"], posted.told["title"]) == ("Lights. Asked now: Red.", "")
    assert b"msg_1" not in posted.body


def test_a_chat_that_does_not_take_it_is_tried_again(receiver: Receiver) -> None:
    receiver.answers = [500]
    assert chats.say(url(receiver), BODY, HERE) == Failed("not taken")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_no_chat_leads_to_this_machine(receiver: Receiver, host: str) -> None:
    closed = HERE.model_copy(update={"allow_private_networks": False})
    told = chats.say(url(receiver, host=host), BODY, closed)
    assert told == Failed("the chat leads to an address that is not of the open internet")
    assert receiver.posted == []


def test_no_redirect_is_followed(receiver: Receiver) -> None:
    with Receiver() as elsewhere:
        receiver.answers, receiver.location = [307], elsewhere.url
        assert chats.say(url(receiver), BODY, HERE) == Failed("not taken")
        assert elsewhere.posted == []


@pytest.mark.parametrize("option", ["?verify=no", "?redirect=yes"])
def test_a_url_cannot_switch_off_what_keeps_it_safe(receiver: Receiver, option: str) -> None:
    with pytest.raises(BadPlace, match="leave verify and redirect away"):
        chats.require_chat(url(receiver, option), HERE)
    assert isinstance(chats.say(url(receiver, option), BODY, HERE), Failed)
    assert receiver.posted == []


def test_no_proxy_is_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver() as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        assert chats.say(url(receiver), BODY, HERE) == Delivered()
        assert proxy.posted == []


def test_a_chat_that_does_not_answer_is_hung_up_on(receiver: Receiver) -> None:
    receiver.open.clear()
    told = chats.say(url(receiver, "?rto=600"), BODY, HERE.model_copy(update={"timeout_seconds": 1}))
    assert told == Failed("no answer in time")


@pytest.mark.parametrize("wrong", ["json:///", "syslog://", "slack://Quisquilia", "file:///etc/passwd", "Quisquilia"])
def test_what_is_no_chat_here_is_refused_without_quoting_it(wrong: str) -> None:
    notices = Notices() if wrong.startswith(("syslog", "slack")) else HERE
    with pytest.raises(BadPlace) as refused:
        chats.require_chat(wrong, notices)
    assert "Quisquilia" not in str(refused.value)


def test_the_kinds_of_the_settings_are_known_and_go_by_tls() -> None:
    secure = {name for each in Apprise().details()["schemas"] for name in each["secure_protocols"] or ()}
    assert set(CHATS) <= secure
