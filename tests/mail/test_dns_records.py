"""What DNS says of our own domain, asked at a server of our own; each gap is told with what to enter."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from adjudicator.mail.dns_records import Resolver, Seen, host_and_port, looked_up
from adjudicator.mail.signing import SigningKey, load_key
from tests.own_dns import Zone, dns_server

D = "play.game.test"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    file: Path = tmp_path_factory.mktemp("key") / "dkim.pem"
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    file.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()))
    return load_key(D, "adj", file)


def in_strings(record: str) -> str:
    return " ".join(f'"{record[start : start + 200]}"' for start in range(0, len(record), 200))


def whole(key: SigningKey) -> dict[tuple[str, str], list[str]]:
    """All as it should be."""
    return {
        (D, "MX"): ["20 two.game.test.", "10 mx.game.test."],
        ("mx.game.test", "A"): ["192.0.2.1"],
        ("two.game.test", "AAAA"): ["2001:db8::1"],
        (D, "TXT"): ['"some-site-verification=1"', '"v=spf1 mx -all"'],
        (f"adj._domainkey.{D}", "TXT"): [in_strings(key.record)],
        (f"_dmarc.{D}", "TXT"): ['"v=DMARC1; p=reject"'],
    }


def asked(zone: Zone, key: SigningKey | None, *, failing: bool = False) -> dict[str, Seen]:
    with dns_server(zone, failing=failing) as address:
        found = looked_up(Resolver(address, 5), D, takes="imap.game.test", sends="smtp.game.test", key=key)
        return {each.subject: each for each in found}


def test_where_all_is_there_all_is_good(key: SigningKey) -> None:
    found = asked(whole(key), key)
    assert {name: each.state for name, each in found.items()} == {
        "dns MX": "good", "dns SPF": "good", "dns DKIM": "good", "dns DMARC": "good",
    }  # fmt: skip
    assert found["dns MX"].text == "mx.game.test, two.game.test"
    assert "v=spf1 mx -all" in found["dns SPF"].text


def test_where_nothing_is_there_what_to_enter_is_told(key: SigningKey) -> None:
    found = asked({}, key)
    assert {name: each.state for name, each in found.items()} == {
        "dns MX": "wrong", "dns SPF": "wrong", "dns DKIM": "wrong", "dns DMARC": "remark",
    }  # fmt: skip
    assert f"enter for {D} the record MX 10 imap.game.test" in found["dns MX"].text
    assert "v=spf1 a:smtp.game.test -all" in found["dns SPF"].text
    assert f"enter for _dmarc.{D} the TXT record “v=DMARC1; p=quarantine" in found["dns DMARC"].text
    told = found["dns DKIM"].text.partition("the TXT record ")[2]
    strings = [each for each in told.split('"') if each.strip()]
    assert "".join(strings) == key.record
    assert max(map(len, strings)) == 255
    entered = asked({(f"adj._domainkey.{D}", "TXT"): [told]}, key)
    assert entered["dns DKIM"].state == "good", "what is told can be entered as it stands"


def test_without_a_signature_of_ours_its_key_is_not_asked_for() -> None:
    assert set(asked({}, None)) == {"dns MX", "dns SPF", "dns DMARC"}


@pytest.mark.parametrize(
    ("changed", "subject", "state", "told"),
    [
        ({(D, "MX"): ["0 ."]}, "dns MX", "wrong", "takes no mail (RFC 7505)"),
        ({(D, "MX"): ["10 lost.game.test."]}, "dns MX", "wrong", "lost.game.test has no address"),
        ({(D, "MX"): [], (D, "A"): ["192.0.2.7"]}, "dns MX", "remark", "goes to that host itself"),
        ({(D, "TXT"): ['"v=spf1 a -all"', '"v=spf1 mx -all"']}, "dns SPF", "wrong", "2 records, and so none counts"),
        ({(D, "TXT"): ['"v=spf1 mx +all"']}, "dns SPF", "wrong", "lets everybody send"),
        ({(D, "TXT"): ['"v=spf1 mx all"']}, "dns SPF", "wrong", "lets everybody send"),
        ({(D, "TXT"): ['"v=spf1 mx"']}, "dns SPF", "remark", "end it with -all"),
        ({(D, "TXT"): ['"v=spf1 redirect=_spf.game.test"']}, "dns SPF", "good", "redirect"),
        ({(D, "TXT"): ['"v=spf10 mx -all"']}, "dns SPF", "wrong", "none"),
        ({(f"adj._domainkey.{D}", "TXT"): ['"v=DKIM1; k=rsa; p=AAAA"']}, "dns DKIM", "wrong", "another key"),
        ({(f"_dmarc.{D}", "TXT"): ['"v=DMARC1; p=none"']}, "dns DMARC", "remark", "only watches"),
        ({(f"_dmarc.{D}", "TXT"): ['"v=DMARC1; sp=reject"']}, "dns DMARC", "remark", "no p="),
        ({(f"_dmarc.{D}", "TXT"): ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']}, "dns DMARC", "wrong", "keep one"),
        (
            {(f"_dmarc.{D}", "TXT"): [], ("_dmarc.game.test", "TXT"): ['"v=DMARC1; p=quarantine"']},
            "dns DMARC", "good", "_dmarc.game.test",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    key: SigningKey, changed: dict[tuple[str, str], list[str]], subject: str, state: str, told: str
) -> None:
    found = asked(whole(key) | changed, key)
    assert found[subject].state == state, found[subject].text
    assert told in found[subject].text
    rest = {each.state for name, each in found.items() if name != subject}
    assert rest == {"good"}


def test_a_server_that_cannot_answer_is_told_once(key: SigningKey) -> None:
    found = asked(whole(key), key, failing=True)
    assert list(found) == ["dns"]
    assert found["dns"].state == "remark"
    assert "no answer" in found["dns"].text


@pytest.mark.parametrize("wrong", ["dns.game.test", "127.0.0.1:", "127.0.0.1:70000", "[::1", ""])
def test_a_resolver_is_named_by_its_address(wrong: str) -> None:
    with pytest.raises(ValueError, match="is not an IP address"):
        host_and_port(wrong)
