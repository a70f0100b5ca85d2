"""`doctor` asks DNS about our own domain, at the resolver of the settings."""

from typing import Any

from tests.own_dns import dns_server

ZONE = {
    ("play.game.test", "MX"): ["10 mx.game.test."],
    ("mx.game.test", "A"): ["192.0.2.1"],
    ("play.game.test", "TXT"): ['"v=spf1 mx ?all"'],
}


def test_doctor_tells_what_dns_lacks(desk: Any, environment: dict[str, str]) -> None:
    environment["ADJ_MAIL__ADDRESS__DOMAIN"] = "play.game.test"
    environment["ADJ_MAIL__SMTP__HOST"] = environment["ADJ_MAIL__IMAP__HOST"] = "127.0.0.1"
    with dns_server(ZONE) as address:
        environment["ADJ_MAIL__DNS_RESOLVER"] = address
        found = {each["subject"]: each for each in desk("doctor", "--json", code=1).json}
    states = {name: each["state"] for name, each in found.items() if name.startswith("dns")}
    assert states == {"dns MX": "good", "dns SPF": "remark", "dns DMARC": "remark"}
    assert "_dmarc.play.game.test" in found["dns DMARC"]["text"]


def test_domains_that_dns_cannot_know_are_not_asked_for(desk: Any, environment: dict[str, str]) -> None:
    subjects = {each["subject"] for each in desk("doctor", "--json", code=1).json}
    assert not any(subject.startswith("dns") for subject in subjects)


def test_a_resolver_that_is_none_is_told(desk: Any, environment: dict[str, str]) -> None:
    environment["ADJ_MAIL__DNS_RESOLVER"] = "resolver.game.test"
    assert "is not an IP address" in desk("doctor", code=1).out
