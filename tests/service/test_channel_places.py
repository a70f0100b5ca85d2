"""Where a notice goes, and where never: addresses, redirects, certificates, answers that come to no end."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from adjudicator_channels.places import Allowed, BadPlace, addresses, is_public, place_of
from adjudicator_channels.webhooks import Delivered, Failed, post, signature

from tests.mail.certificates import made_in
from tests.receiver import Receiver

HERE = Allowed(plain=True, private=True)
CLOSED = Allowed(plain=True)
PRIVATE = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "192.0.0.1",
    "192.168.1.1", "198.18.0.1", "203.0.113.5", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fc00::1", "fd12::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::1",
    "2001:0:1:2:3:4:80ff:fffe",
)  # fmt: skip
PUBLIC = ("1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1")


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_ours_is_none_of_the_open_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_internet_is_one(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0"],
)
def test_nothing_goes_to_this_machine_however_it_is_written(host: str) -> None:
    with Receiver() as receiver:
        url = f"http://{host}:{receiver.port}/"
        with pytest.raises(BadPlace, match="open internet"):
            addresses(place_of(url, CLOSED), CLOSED)
        assert isinstance(post(url, b"{}", {}, CLOSED, 60), Failed)
        assert receiver.posted == []


def test_plain_http_only_where_the_settings_allow_it() -> None:
    with pytest.raises(BadPlace, match="begins with https"):
        place_of("http://example.org/", Allowed())
    assert place_of("http://example.org/", CLOSED).port == 80


def test_a_name_is_looked_up_once_and_the_connection_goes_to_what_was_looked_at() -> None:
    seen: list[tuple[str, Any]] = []
    watching = [True]

    def watch(event: str, given: tuple[Any, ...]) -> None:
        if watching and event == "socket.getaddrinfo":
            seen.append((event, given[0]))
        elif watching and event == "socket.connect":
            seen.append((event, given[1][0]))

    sys.addaudithook(watch)
    with Receiver() as receiver:
        handed = post(f"http://localhost:{receiver.port}/", b"{}", {}, HERE, 60)
    watching.clear()
    assert handed == Delivered()
    assert [given for event, given in seen if event == "socket.getaddrinfo" and given == "localhost"] == ["localhost"]
    known = {str(where[0]) for *_, where in socket.getaddrinfo("localhost", None)}
    assert {given for event, given in seen if event == "socket.connect"} <= known


def test_no_redirect_is_followed() -> None:
    with Receiver() as receiver, Receiver() as elsewhere:
        receiver.answers, receiver.location = [307], elsewhere.url
        assert post(receiver.url, b"{}", {}, HERE, 60) == Failed("HTTP 307")
        assert (len(receiver.posted), elsewhere.posted) == (1, [])


def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver() as receiver, Receiver() as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        assert post(receiver.url, b"{}", {}, HERE, 60) == Delivered()
        assert proxy.posted == []


def test_an_answer_that_comes_to_no_end_is_hung_up_on() -> None:
    with Receiver() as receiver:
        receiver.trickles.set()
        told = post(receiver.url, b"{}", {}, HERE, 1)
        assert isinstance(told, Failed)
        assert told.why.startswith("no answer")


def test_nobody_there() -> None:
    with Receiver() as receiver:
        url = receiver.url
    assert post(url, b"{}", {}, HERE, 60) == Failed("no connection: ConnectionRefusedError")


def test_a_certificate_must_be_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = made_in(tmp_path)
    with Receiver(certificate) as receiver:
        assert post(receiver.url, b"{}", {}, HERE, 60) == Failed("the certificate of the host is not valid")
        assert receiver.posted == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
        assert post(receiver.url, b'{"a": 1}', {}, HERE, 60) == Delivered()
        (posted,) = receiver.posted
        assert (posted.body, posted.path) == (b'{"a": 1}', "/hooks/Quisquilia?key=verysecret")


def test_the_example_of_the_specification_has_this_signature() -> None:
    """https://github.com/standard-webhooks/standard-webhooks, in the tests of its libraries."""
    from base64 import b64decode
    from datetime import UTC, datetime

    secret, at = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), datetime.fromtimestamp(1614265330, UTC)
    signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
