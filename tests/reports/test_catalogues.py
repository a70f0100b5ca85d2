"""Committed catalogues are fresh, complete, compiled, and their placeholders fit."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine

from adjudicator.language import CODES, DIRECTORY
from adjudicator.locale import update
from adjudicator.locale.update import Domain, domains, extract, problems, write


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES[1:])
@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.name)
def test_catalogue_is_fresh_and_complete(domain: Domain, code: str) -> None:
    assert list(problems(domain, code)) == []


@pytest.mark.slow
def test_every_source_with_messages_is_read() -> None:
    found = {name for message in extract(domains()[0]) for name, _ in message.locations}
    assert {"language.py", "reports/layout/words.py"} <= found


@pytest.fixture
def domain(tmp_path: Path) -> Domain:
    (tmp_path / "words.py").write_text(
        'a = language.gettext("one %(x)s", x=1)\nb = msgid("two")\n'
        'c = language.ngettext("%(n)s cat", "%(n)s cats", 3)\nd = language.pgettext("verb", "fort")\n',
        "utf-8",
    )
    return Domain("words", tmp_path, tmp_path / "locale")


def test_messages_of_all_kinds_are_found(domain: Domain) -> None:
    found = {(message.context, message.id) for message in extract(domain) if message.id}
    assert found == {(None, "one %(x)s"), (None, "two"), (None, ("%(n)s cat", "%(n)s cats")), ("verb", "fort")}


def test_a_message_that_would_be_missed_is_an_error(domain: Domain) -> None:
    (domain.source / "more.py").write_text("""a = f"{language.gettext('three')} of them"\n""", "utf-8")
    with pytest.raises(ValueError, match="line 1: a message within an f-string"):
        extract(domain)


def test_untranslated_messages_are_listed(domain: Domain) -> None:
    assert list(problems(domain, "ru")) == [f"{domain.path('ru')}: missing"]
    write(domain, "ru")
    assert len([text for text in problems(domain, "ru") if "not translated" in text]) == 4


@pytest.mark.parametrize(("translation", "fault"), [("раз", "lost"), ("раз %(y)s", "x"), ("раз %(x)s", "")])
def test_lost_and_unknown_placeholders_are_faults(domain: Domain, translation: str, fault: str) -> None:
    write(domain, "ru")
    path = domain.path("ru")
    text = path.read_text("utf-8").replace('msgid "one %(x)s"\nmsgstr ""', f'msgid "one %(x)s"\nmsgstr "{translation}"')
    path.write_text(text, "utf-8")
    faults = [text for text in problems(domain, "ru") if "one %(x)s" in text]
    assert bool(faults) == bool(fault)
    assert all(fault in text for text in faults)


def test_a_changed_source_makes_the_catalogue_stale(domain: Domain) -> None:
    write(domain, "ru")
    (domain.source / "more.py").write_text('e = language.gettext("three")\n', "utf-8")
    assert f"{domain.path('ru')}: not up to date" in list(problems(domain, "ru"))


def test_a_catalogue_that_was_not_compiled_is_a_fault(domain: Domain) -> None:
    write(domain, "ru")
    domain.path("ru").with_suffix(".mo").write_bytes(b"")
    assert any("not compiled" in text for text in problems(domain, "ru"))


def test_writing_a_year_later_changes_nothing(domain: Domain) -> None:
    paths = (domain.path("ru"), domain.path("ru").with_suffix(".mo"))
    written = []
    for day in (datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)):
        with time_machine.travel(day):
            write(domain, "ru")
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1]


@pytest.mark.slow
def test_check_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in DIRECTORY.rglob("*.?o")}
    update.main(["--check"])
    assert {path: path.read_bytes() for path in DIRECTORY.rglob("*.?o")} == before
    assert capsys.readouterr().out
