"""Every sample mail: the lines read, their source, the verdict, and the way it goes."""

from datetime import UTC, datetime
from typing import Protocol

import msgspec
import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Nature, ReadMail
from adjudicator.mail.read import read_mail, to_json
from adjudicator.mail.results import Proof
from adjudicator.mail.routing import KnownSeat, decide
from adjudicator.mail.sender_authentication import AuthSettings, authenticity

ARRIVED = datetime(2026, 11, 20, tzinfo=UTC)
PROOFS = {"pass": Proof.PROVEN, "fail": Proof.FORGED, "none": Proof.UNPROVEN}


class Sample(Protocol):
    file: str
    outcome: str
    seat: str
    sender: str
    auth: str
    source: str | None
    extracts: list[list[str]]
    extract: str
    accept_outcome: tuple[str, ...]
    raw: bytes
    bounced: str
    permanent: bool | None


def test_the_lines_and_their_source_are_those_of_the_index(sample: Sample, own: OwnAddresses) -> None:
    mail = read_mail(sample.raw, own=own)
    if sample.source is None:
        if sample.outcome != "quarantine":
            assert mail.extract is None
        return
    assert mail.extract is not None
    assert [line.text for line in mail.extract.lines] in sample.extracts
    assert mail.extract.source == sample.source


def test_the_verdict_is_that_of_the_index(sample: Sample, own: OwnAddresses, auth: AuthSettings) -> None:
    mail = read_mail(sample.raw, own=own)
    if mail.sender is None:
        assert mail.nature is Nature.UNREADABLE
    else:
        assert authenticity(mail, auth, ARRIVED).proof is PROOFS[sample.auth]
        assert mail.sender.address == sample.sender.lower()


def test_the_way_it_goes_is_that_of_the_index(
    sample: Sample, own: OwnAddresses, auth: AuthSettings, seats: tuple[KnownSeat, ...]
) -> None:
    mail = read_mail(sample.raw, own=own)
    outcome = decide(mail, authenticity(mail, auth, ARRIVED), seats)
    assert outcome.kind in (sample.outcome, *sample.accept_outcome), outcome.why
    assert outcome.seat is not None or mail.nature is Nature.UNREADABLE
    if outcome.seat is not None:
        assert outcome.seat.seat == sample.seat


def test_a_bounce_names_address_and_weight(sample: Sample, own: OwnAddresses) -> None:
    mail = read_mail(sample.raw, own=own)
    expected = [(sample.bounced, sample.permanent)] if sample.bounced else []
    assert [(b.recipient, b.permanent) for b in mail.bounces] == expected
    for bounce in mail.bounces:
        assert bounce.message_id == "<b3n6v5cd.t3.report@game.test>"
        assert bounce.status in ("5.1.1", "4.2.2")


def test_a_reading_survives_json(sample: Sample, own: OwnAddresses) -> None:
    mail = read_mail(sample.raw, own=own)
    assert msgspec.json.decode(to_json(mail), type=ReadMail) == mail


def test_each_sample_is_listed_once(all_samples: tuple[Sample, ...]) -> None:
    assert len({s.file for s in all_samples}) == len(all_samples) >= 61


def test_lines_of_a_subject_are_split_at_semicolons(all_samples: tuple[Sample, ...], own: OwnAddresses) -> None:
    sample = next(s for s in all_samples if s.file == "subject_only_ru.eml")
    assert read_mail(sample.raw, own=own).lines == ("Построить эскадру в Портси", "Пас")


def test_one_id_with_two_contents_is_two_mails(all_samples: tuple[Sample, ...], own: OwnAddresses) -> None:
    first, second = (read_mail(s.raw, own=own) for s in all_samples if s.file.startswith("same_message_id"))
    assert first.message_id == second.message_id
    assert first.content_hash != second.content_hash


def test_the_same_mail_by_another_way_has_the_same_content_hash(
    all_samples: tuple[Sample, ...], own: OwnAddresses
) -> None:
    for sample in all_samples:
        if sample.outcome != "orders":
            continue
        again = b"Delivered-To: elsewhere@game.test\r\n" + sample.raw.replace(b"\r\n", b"\n")
        assert read_mail(again, own=own).content_hash == read_mail(sample.raw, own=own).content_hash
        assert read_mail(again, own=own).raw_hash != read_mail(sample.raw, own=own).raw_hash


def test_a_line_break_in_an_encoded_subject_does_not_survive(
    all_samples: tuple[Sample, ...], own: OwnAddresses
) -> None:
    sample = next(s for s in all_samples if s.file == "subject_line_break_injected.eml")
    mail = read_mail(sample.raw, own=own)
    assert "eve@elsewhere.example" in mail.subject
    assert "\n" not in mail.subject
    assert "\r" not in mail.subject


@pytest.mark.parametrize("name", ["orders@game.test", "ORDERS+X@Game.Test"])
def test_mail_under_our_own_address_is_an_echo(name: str, own: OwnAddresses) -> None:
    raw = f"From: {name}\r\nTo: orders@game.test\r\n\r\nPass\r\n".encode()
    assert read_mail(raw, own=own).nature is Nature.ECHO
