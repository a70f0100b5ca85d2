"""Patterns are data: an operator adds what his players' programs write."""

from pathlib import Path

import msgspec
import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.patterns import load_patterns
from adjudicator.mail.read import read_mail

RAW = b"From: a@players.test\r\n\r\n12a\r\nWritten on my toaster\r\n"
OWN = OwnAddresses(addresses=("orders@game.test",))


def test_an_operators_file_adds_to_the_lists(tmp_path: Path) -> None:
    extra = tmp_path / "patterns.yaml"
    extra.write_text("advertisements: ['written on my .*']\nopens: [befehle]\ncloses: [ende]\n")
    patterns = load_patterns(extra)
    assert read_mail(RAW, own=OWN).lines == ("12a", "Written on my toaster")
    assert read_mail(RAW, own=OWN, patterns=patterns).lines == ("12a",)
    german = b"From: a@players.test\r\n\r\nBefehle 12:\r\n12a\r\nEnde\r\nhallo\r\n"
    assert read_mail(german, own=OWN, patterns=patterns).lines == ("12a",)
    assert read_mail(RAW + b"Sent from my iPhone\r\n", own=OWN, patterns=patterns).lines == ("12a",)


def test_a_mistyped_list_is_an_error(tmp_path: Path) -> None:
    extra = tmp_path / "patterns.yaml"
    extra.write_text("advertisement: ['x']\n")
    with pytest.raises(msgspec.ValidationError):
        load_patterns(extra)
