"""Languages: plurals, dates with a named zone, durations, numbers, lists, catalogues of games."""

import doctest
import pickle
from datetime import UTC, datetime, timedelta
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
        ("en", "Europe/Moscow", "Sun 22 Nov 20:00 MSK (in 2 d 4 h)"),
        ("ru", "Europe/Moscow", "вс 22.11 20:00 МСК (2 д 4 ч)"),
        ("en", "Europe/London", "Sun 22 Nov 17:00 GMT (in 2 d 4 h)"),
        ("en", "America/New_York", "Sun 22 Nov 12:00 EST (in 2 d 4 h)"),
        ("ru", "Asia/Yekaterinburg", "вс 22.11 22:00 UTC+5 (2 д 4 ч)"),
        ("en", "Asia/Kathmandu", "Sun 22 Nov 22:45 UTC+5:45 (in 2 d 4 h)"),
        ("en", "America/Sao_Paulo", "Sun 22 Nov 14:00 UTC-3 (in 2 d 4 h)"),
    ],
)
def test_deadline_names_its_zone_and_its_distance(code: str, zone: str, shown: str) -> None:
    assert language(code).moment(DEADLINE, zone, NOW) == shown


def test_summer_time_is_named_and_counted() -> None:
    before, after = datetime(2026, 10, 24, 12, 0, tzinfo=UTC), datetime(2026, 10, 25, 12, 0, tzinfo=UTC)
    assert EN.moment(before, "Europe/Berlin", before).startswith("Sat 24 Oct 14:00 CEST")
    assert EN.moment(after, "Europe/Berlin", before) == "Sun 25 Oct 13:00 CET (in 1 d)"


def test_year_is_shown_when_it_is_not_this_year() -> None:
    new_year = datetime(2026, 12, 31, 22, 0, tzinfo=UTC)
    assert EN.time(new_year, "Europe/Moscow", NOW) == "Fri 1 Jan 2027 01:00 MSK"
    assert RU.time(new_year, "Europe/Moscow", NOW) == "пт 01.01.2027 01:00 МСК"
    assert EN.time(new_year, "UTC", NOW) == "Thu 31 Dec 22:00 UTC"


def test_instant_has_seconds_and_year() -> None:
    assert EN.instant(NOW.replace(second=11), "Europe/Moscow") == "Fri 20 Nov 2026 16:00:11 MSK"
    assert RU.instant(NOW.replace(second=11), "Europe/Moscow") == "пт 20.11.2026 16:00:11 МСК"


@pytest.mark.parametrize(
    ("length", "en", "ru"),
    [
        (timedelta(days=2, hours=4, minutes=59), "2 d 4 h", "2 д 4 ч"),
        (timedelta(days=3), "3 d", "3 д"),
        (timedelta(days=1, minutes=30), "1 d", "1 д"),
        (timedelta(hours=3, minutes=20), "3 h 20 min", "3 ч 20 мин"),
        (timedelta(hours=5), "5 h", "5 ч"),
        (timedelta(minutes=5, seconds=59), "5 min", "5 мин"),
        (timedelta(seconds=30), "0 min", "0 мин"),
        (timedelta(hours=-2), "2 h", "2 ч"),
    ],
)
def test_duration_has_the_two_largest_units(length: timedelta, en: str, ru: str) -> None:
    assert (EN.duration(length), RU.duration(length)) == (en, ru)


def test_past_and_now_are_said() -> None:
    assert EN.relative(NOW - timedelta(minutes=20), NOW) == "20 min ago"
    assert RU.relative(NOW - timedelta(minutes=20), NOW) == "20 мин назад"
    assert RU.relative(NOW + timedelta(hours=2), NOW) == "через 2 ч"
    assert EN.relative(NOW + timedelta(seconds=59), NOW) == "now"
    assert EN.moment(NOW - timedelta(hours=1), "UTC", NOW) == "Fri 20 Nov 12:00 UTC (1 h ago)"


@pytest.mark.parametrize(
    ("n", "shown"),
    [
        (1, "Прочитана 1 ваша строка."),
        (2, "Прочитаны 2 ваши строки."),
        (5, "Прочитано 5 ваших строк."),
        (11, "Прочитано 11 ваших строк."),
        (21, "Прочитана 21 ваша строка."),
        (104, "Прочитаны 104 ваши строки."),
        (0, "Прочитано 0 ваших строк."),
    ],
)
def test_russian_has_three_plural_forms(n: int, shown: str) -> None:
    assert RU.ngettext("Read: %(n)s line of yours.", "Read: %(n)s lines of yours.", n) == shown


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
