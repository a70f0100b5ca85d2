"""Patterns are data: an operator adds what the programs of their players write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.model import Limits
from adjudicator.mail.patterns import BadPatterns, use_patterns_of
from adjudicator.mail.read import read_mail
from adjudicator.mail.sandbox import parse_in_sandbox
from adjudicator.service.service import open_service
from adjudicator.settings import ConfigurationError, Settings
from adjudicator.settings.mail import Mail

RAW = b"From: a@players.test\r\n\r\n12a\r\nWritten on my toaster\r\n"
OWN = OwnAddresses(addresses=("orders@game.test",))


@pytest.fixture
def extra(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "patterns.yaml"
    path.write_text("advertisements: ['written on my .*']\nopens: [befehle]\ncloses: [ende]\n")
    yield path
    use_patterns_of(None)


def test_an_operators_file_adds_to_the_lists(extra: Path) -> None:
    assert read_mail(RAW, own=OWN).lines == ("12a", "Written on my toaster")
    use_patterns_of(extra)
    assert read_mail(RAW, own=OWN).lines == ("12a",)
    german = b"From: a@players.test\r\n\r\nBefehle 12:\r\n12a\r\nEnde\r\nhallo\r\n"
    assert read_mail(german, own=OWN).lines == ("12a",)
    assert read_mail(RAW + b"Sent from my iPhone\r\n", own=OWN).lines == ("12a",)


def test_the_setting_counts_in_the_process_that_reads_mails(extra: Path, tmp_path: Path) -> None:
    before = parse_in_sandbox(RAW, own=OWN, limits=Limits())
    assert before.lines == ("12a", "Written on my toaster")
    open_service(
        Settings(database=f"sqlite:///{tmp_path}/a.db", data_directory=tmp_path, mail=Mail(patterns_file=extra))
    )
    assert parse_in_sandbox(RAW, own=OWN, limits=Limits()).lines == ("12a",)


@pytest.mark.parametrize(
    "text", ["advertisement: ['x']", "advertisements: ['(']", "advertisements: [", "- a", "a: \x00"]
)
def test_a_wrong_file_is_an_error_that_says_why(extra: Path, tmp_path: Path, text: str) -> None:
    extra.write_text(text)
    with pytest.raises(BadPatterns, match=r"patterns\.yaml: ."):
        use_patterns_of(extra)
    settings = Settings(database=f"sqlite:///{tmp_path}/a.db", data_directory=tmp_path, mail=Mail(patterns_file=extra))
    with pytest.raises(ConfigurationError, match=r"mail\.patterns_file: .*patterns\.yaml"):
        open_service(settings)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadPatterns, match="nowhere"):
        use_patterns_of(tmp_path / "nowhere.yaml")
