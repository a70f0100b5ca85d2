"""`notices URL`: a player lets a program or a chat be told that they are asked, and confirms it."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from adjudicator_channels import delivery
from adjudicator_channels.webhooks import PREFIX
from adjudicator_channels.wording import body

from adjudicator.service.clocks import deadlines
from adjudicator.settings import Notices, Settings
from adjudicator.store.engine import reading
from adjudicator.store.tables import Channel
from tests.receiver import Receiver
from tests.service.conftest import words_of

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}
MARKS = ("Quisquilia", "verysecret")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    notices = Notices(allow_http=True, allow_private_networks=True, timeout_seconds=60, chats=("json",))
    return settings.model_copy(update={"notices": notices})


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def send(installation: Any) -> None:
    while delivery.send_due(installation.service, body):
        pass


def code_in(text: str) -> str:
    found = re.search(r"\b\d{4}-\d{4}\b", text)
    assert found is not None
    return found[0]


def test_a_player_asks_confirms_lists_and_removes(installation: Any, campaign: int) -> None:
    with Receiver() as receiver:
        (asked,) = installation.write("red", f"notices {receiver.url}")
        assert "please confirm where notices shall go" in str(asked["Subject"])
        assert f"Notices would go to http://127.0.0.1:{receiver.port}/…: that you are asked" in words_of(asked)
        send(installation)
        assert receiver.posted == [], "nothing goes before the word of who reads the mailbox"
        (done,) = installation.write("red", f"confirm {code_in(words_of(asked))}")
        assert "as channel 1. The first one tells that they do. It also brings the secret" in words_of(done)
        send(installation)
        (first,) = receiver.posted
        assert (first.told["type"], first.told["data"]["seat"]["seat"]) == ("added", "red")
        assert first.told["data"]["text"] == "The sealed-bids. Notices come here from now on."
        secret = first.told["data"]["secret"]
        with reading(installation.service.engine) as session:
            assert base64.b64decode(secret.removeprefix(PREFIX)) == session.get_one(Channel, 1).secret
        installation.clock.forward(hours=50)
        deadlines.run(installation.service)
        send(installation)
        assert "secret" not in receiver.posted[1].told["data"]
        *_, listed = installation.write("red", "notices")
        assert f"1. http://127.0.0.1:{receiver.port}/…" in words_of(listed)
        (unknown,) = installation.write("blue", "уведомления убрать 1")
        assert "У этого места нет вашего канала 1." in words_of(unknown)
        (removed,) = installation.write("red", "notices remove 1")
        assert "Nothing goes to http://127.0.0.1" in words_of(removed)
        (none,) = installation.write("red", "notices")
        assert "You have no channel. Write: notices [URL | remove NUMBER]" in words_of(none)
    mails = "".join(str(mail) + words_of(mail) for each in installation.received.values() for mail in each)
    assert not any(mark in mails for mark in (*MARKS, secret, PREFIX)), "neither URL nor secret stands in a mail"


def test_a_chat_is_told_without_a_secret(installation: Any, campaign: int) -> None:
    with Receiver() as receiver:
        (asked,) = installation.write("blue", f"уведомления {receiver.url.replace('http:', 'json:')}")
        assert "Уведомления пойдут на json://…: " in words_of(asked)
        (done,) = installation.write("blue", f"подтверждаю {code_in(words_of(asked))}")
        assert "секрет" not in words_of(done)
        send(installation)
        assert [each.told["message"] for each in receiver.posted] == [
            "The sealed-bids. Отныне уведомления приходят сюда."
        ]


@pytest.mark.parametrize(
    "wrong",
    ["ftp://verysecret/x", "https://anna:verysecret@hooks.test/", "slack://verysecret", "https://verysecret and more"],
)  # fmt: skip
def test_what_cannot_be_is_refused_without_quoting_it(installation: Any, campaign: int, wrong: str) -> None:
    (refused,) = installation.write("red", f"notices {wrong}")
    assert "Notices cannot go there" in words_of(refused)
    assert "verysecret" not in words_of(refused)


def test_what_is_rejected_is_forgotten(installation: Any, campaign: int) -> None:
    (asked,) = installation.write("red", "notices https://hooks.test/Quisquilia")
    installation.write("red", f"reject {code_in(words_of(asked))}")
    (none,) = installation.write("red", "notices")
    assert "You have no channel" in words_of(none)


def test_two_channels_are_the_most_of_a_seat(installation: Any, campaign: int) -> None:
    for _ in range(2):
        (asked,) = installation.write("red", "notices https://hooks.test/Quisquilia")
        installation.write("red", f"confirm {code_in(words_of(asked))}")
    (refused,) = installation.write("red", "notices https://hooks.test/Quisquilia")
    assert "You may have 2 channels for a seat" in words_of(refused)
