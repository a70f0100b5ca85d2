"""Time zones as players name them."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from babel import Locale

from adjudicator.language import language
from adjudicator.service.people.zones import guessed_zone, no_zone, zone_called


def test_every_city_of_the_tables_is_known() -> None:
    cities = {name: zone["city"] for name, zone in Locale("ru").time_zones.items() if "city" in zone}
    found = {name: zone_called(city) for name, city in cities.items() if name in available_timezones()}
    assert len(found) > 400
    for name, zone in found.items():  # which may be called otherwise today
        assert zone is not None, cities[name]
        for moment in (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)):
            assert moment.astimezone(ZoneInfo(zone)).utcoffset() == moment.astimezone(ZoneInfo(name)).utcoffset(), name
    assert zone_called("орёл") is None
    assert zone_called("КИШИНЁВ") == "Europe/Chisinau"


def test_a_name_of_the_database_is_that_zone() -> None:
    for name in available_timezones():
        assert zone_called(name) == zone_called(name.lower()) == zone_called(name.replace("_", " ")) == name


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("Нью Йорк", "America/New_York"),
        ("нью-йорк.", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Петербург", "Europe/Moscow"),
        ("мск", "Europe/Moscow"),
        ("Киев", "Europe/Kyiv"),
        ("Калькутта", "Asia/Kolkata"),
        ("UTC+3", "Etc/GMT-3"),
        ("-5", "Etc/GMT+5"),
        ("utc", "UTC"),
        ("nowhere", None),
        ("UTC+15", None),
        ("", None),
        (" . ", None),
    ],
)
def test_zones_are_understood(typed: str, zone: str | None) -> None:
    assert zone_called(typed) == zone


@pytest.mark.parametrize(
    ("typed", "code", "meant"),
    [
        ("Новосибрск", "ru", "Может быть, Новосибирск?"),
        ("Moskow", "en", "Did you mean Moscow?"),
        ("Samora", "en", "Did you mean Samara or Asmara?"),
        ("nowhere at all", "en", None),
        ("", "ru", None),
    ],
)
def test_who_misspells_a_city_is_asked_for_those_that_are_near(typed: str, code: str, meant: str | None) -> None:
    told = no_zone(typed, language(code))
    assert typed in told
    assert told.endswith(meant or "UTC+3.")


def test_the_clock_of_a_mail_names_a_usual_zone() -> None:
    clock = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=3)))
    assert guessed_zone(clock) == "Europe/Moscow"
    assert guessed_zone(clock.astimezone(UTC)) == guessed_zone(None) == ""
