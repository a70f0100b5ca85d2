"""Languages: plurals, dates with a named zone, numbers, lists, catalogues of games."""

import doctest
import pickle
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import adjudicator.language
from adjudicator.language import CODES, UnknownLanguageError, language

NOW = datetime(2026, 11, 20, 13, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 22, 17, 0, tzinfo=UTC)
EN, RU = language("en"), language("ru")


@pytest.mark.parametrize(
    ("code", "zone", "shown"),
    [
        ("en", "Europe/Moscow", "Sun 22 Nov 20:00 MSK"),
        ("ru", "Europe/Moscow", "вс 22.11 20:00 МСК"),
        ("en", "Europe/London", "Sun 22 Nov 17:00 GMT"),
        ("en", "America/New_York", "Sun 22 Nov 12:00 EST"),
        ("ru", "Asia/Yekaterinburg", "вс 22.11 22:00 UTC+5"),
        ("en", "Asia/Kathmandu", "Sun 22 Nov 22:45 UTC+5:45"),
        ("en", "America/Sao_Paulo", "Sun 22 Nov 14:00 UTC-3"),
    ],
)
def test_deadline_names_its_zone(code: str, zone: str, shown: str) -> None:
    assert language(code).time(DEADLINE, zone, NOW) == shown


def test_summer_time_is_named_and_counted() -> None:
    before, after = datetime(2026, 10, 24, 12, 0, tzinfo=UTC), datetime(2026, 10, 25, 12, 0, tzinfo=UTC)
    assert EN.time(before, "Europe/Berlin", before).startswith("Sat 24 Oct 14:00 CEST")
    assert EN.time(after, "Europe/Berlin", before) == "Sun 25 Oct 13:00 CET"


def test_year_is_shown_when_it_is_not_this_year() -> None:
    new_year = datetime(2026, 12, 31, 22, 0, tzinfo=UTC)
    assert EN.time(new_year, "Europe/Moscow", NOW) == "Fri 1 Jan 2027 01:00 MSK"
    assert RU.time(new_year, "Europe/Moscow", NOW) == "пт 01.01.2027 01:00 МСК"
    assert EN.time(new_year, "UTC", NOW) == "Thu 31 Dec 22:00 UTC"


def test_instant_has_seconds_and_year() -> None:
    assert EN.instant(NOW.replace(second=11), "Europe/Moscow") == "Fri 20 Nov 2026 16:00:11 MSK"
    assert RU.instant(NOW.replace(second=11), "Europe/Moscow") == "пт 20.11.2026 16:00:11 МСК"


def test_days_of_an_absence() -> None:
    first, last = date(2026, 11, 24), date(2026, 11, 26)
    assert EN.days(first, last, NOW) == "24–26 Nov"
    assert RU.days(first, last, NOW) == "24–26.11"
    assert RU.days(date(2026, 11, 28), date(2026, 12, 2), NOW) == "28.11–2.12"
    assert RU.days(first, first, NOW) == "24.11"
    assert RU.days(date(2026, 12, 30), date(2027, 1, 2), NOW) == "30.12–2.01.2027"


@pytest.mark.parametrize(
    ("n", "shown"),
    [
        (1, "Прочитана 1 строка"),
        (2, "Прочитаны 2 строки"),
        (5, "Прочитано 5 строк"),
        (11, "Прочитано 11 строк"),
        (21, "Прочитана 21 строка"),
        (104, "Прочитаны 104 строки"),
        (0, "Прочитано 0 строк"),
    ],
)
def test_russian_has_three_plural_forms(n: int, shown: str) -> None:
    assert RU.ngettext("Read: %(n)s line", "Read: %(n)s lines", n) == shown


def test_numbers_and_lists() -> None:
    assert (EN.number(1234567), RU.number(1234567)) == ("1,234,567", "1\u00a0234\u00a0567")
    assert [EN.signed(n) for n in (3, 0, -2)] == ["+3", "0", "-2"]
    assert [EN.listing(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert RU.listing(["Англию", "Францию"], "or") == "Англию или Францию"
    assert RU.listing(["Сену", "Бретань и Нормандию"]) == "Сену, а также Бретань и Нормандию"
    assert EN.listing(["took A and B", "passed"]) == "took A and B, and passed"


def test_empty_message_stays_empty() -> None:
    assert RU.gettext("") == ""


def test_values_with_percent_signs_are_not_formatted_again() -> None:
    assert EN.gettext("Did you mean: %(line)s", line="100% %(x)s") == "Did you mean: 100% %(x)s"
    assert EN.gettext("100 % sure") == "100 % sure"


def test_a_game_brings_its_own_words_and_keeps_the_common_ones(tmp_path: Path) -> None:
    catalog = Catalog(locale="ru")
    catalog.add("fort", "крепость")
    catalog.add("done", "взято")
    (tmp_path / "ru" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "ru" / "LC_MESSAGES" / "siege.mo").open("wb") as file:
        write_mo(file, catalog)
    siege = RU.with_catalogue("siege", tmp_path)
    assert (siege.gettext("fort"), siege.gettext("done"), siege.gettext("ignored")) == (
        "крепость",
        "взято",
        "пропущено",
    )
    assert RU.gettext("done") == "исполнено"
    assert siege is RU.with_catalogue("siege", tmp_path)
    assert EN.with_catalogue("siege", tmp_path).gettext("fort") == "fort"


def test_a_missing_catalogue_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        RU.with_catalogue("nothing", tmp_path)


def test_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(UnknownLanguageError, match=", ".join(CODES)):
        language("xx")


def test_language_is_a_value_that_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(RU)) is RU


def test_examples_in_the_docstring_are_true() -> None:
    results = doctest.testmod(adjudicator.language)
    assert results.attempted > 0
    assert results.failed == 0
