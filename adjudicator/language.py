"""Languages of players: catalogues, plurals, dates with a named zone, durations, numbers, lists.

A message id is the English sentence itself, so English needs no catalogue. Every other language has one
gettext catalogue for the common domain (`adjudicator/locale`) and one for each game that brings its own.
Placeholders are written `%(name)s`; Babel checks them against the translation. The catalogues are made by
`python -m adjudicator.locale.update`. Names of days and months, numbers and lists come from Babel's tables, which are
loaded when the first of these is written.

>>> language("en").ngettext("%(n)s point", "%(n)s points", 2)
'2 points'
"""

import gettext as catalogues
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from babel import Locale

DOMAIN = "adjudicator"
DIRECTORY = Path(__file__).parent / "locale"

CODES = ("en", *sorted(path.parts[-3] for path in DIRECTORY.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))
"""Codes of the languages that a player can choose (ISO 639-1): the source language, and those with a catalogue."""
WRITTEN = ("en", "ru")
"""Languages whose typed words stand in the code; the others have theirs in their catalogues."""
TYPED = "typed"
"""Context of words that players type, in the catalogues of languages that the code has no words for."""
ORDERED = "order"
"""The same for verbs and keywords of orders, and names that only orders have."""

Value: TypeAlias = str | int
Catalogue: TypeAlias = tuple[str, Path]


def msgid(text: str) -> str:
    """Return the text itself; this marks a constant for extraction that `gettext` translates later."""
    return text


def picture_context(path: Sequence[str]) -> str:
    """Return the context of a word in the `words.yaml` of a game.

    It consists of the keys that lead to the word: `picture: key.political`.
    """
    return f"picture: {'.'.join(path)}"


_TABLES = {"en": "en_CA"}
"""Languages whose tables of the Unicode project are those of a country: `en` would write `a, b, and c`, and British
English `Sept`."""
_CALLED = {
    "en": ("eng", "english", "английский", "англ"),
    "ru": ("rus", "russian", "русский", "рус"),
}
"""What players call the languages besides their codes."""


def language_called(word: str) -> str | None:
    """Return the code of the language that a player names, or None if `CODES` does not have it."""
    named = word.strip(" .").casefold()
    return next((code for code in CODES if named == code or named in _CALLED.get(code, ())), None)


class UnknownLanguageError(ValueError):
    """A language code without catalogue; the message names those that exist."""


class Language:
    """One language with its catalogues, a value: `language(code)` gives the same object every time.

    A game adds its own words with `with_catalogue`; they are looked up before the common ones.
    """

    __slots__ = ("_catalogues", "_tables", "_translations", "code")

    def __init__(self, code: str, catalogue_files: tuple[Catalogue, ...]) -> None:
        """Load the catalogues of a language.

        `code` is one of `CODES`; `catalogue_files` are (domain, directory), in the order of look-up.

        Raises:
            FileNotFoundError: A catalogue was not compiled.
            UnknownLanguageError: The code is not one of `CODES`.
        """
        if code not in CODES:
            raise UnknownLanguageError(f"{code!r} is none of the languages {', '.join(CODES)}")
        self.code = code
        self._catalogues = catalogue_files
        self._translations = _load(code, catalogue_files)
        self._tables: Locale | None = None

    def __repr__(self) -> str:
        return f"language({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str, tuple[Catalogue, ...]]]:
        return (_language, (self.code, self._catalogues))

    def with_catalogue(self, domain: str, directory: Path) -> "Language":
        """Return this language with a catalogue of its own.

        `directory/<code>/LC_MESSAGES/<domain>.mo` is asked before the common words.
        """
        return _language(self.code, ((domain, directory), *self._catalogues))

    def gettext(self, message: str, /, **values: Value) -> str:
        """Return the message in this language; `%(name)s` is filled from `values` (then a plain % is %%)."""
        return _fill(self._translations.gettext(message) if message else "", values)

    def ngettext(self, singular: str, plural: str, n: int, /, **values: Value) -> str:
        """Return the form of the message that goes with `n`; `%(n)s` is `n` unless `values` say otherwise."""
        return _fill(self._translations.ngettext(singular, plural, n), {"n": n, **values})

    def form(self, forms: Sequence[str], n: int) -> str:
        """Return the form of a noun that goes with `n`; `forms` begins with them, in the order of the catalogue.

        >>> language("en").form(("die", "dice"), 1), language("ru").form(("кубик", "кубика", "кубиков"), 3)
        ('die', 'кубика')
        """
        plural: Callable[[int], int] = getattr(self._translations, "plural", lambda n: int(n != 1))
        return forms[min(plural(n), len(forms) - 1)]

    def pgettext(self, context: str, message: str, /, **values: Value) -> str:
        """Translate a word that has different meanings in different places.

        Works like `gettext` otherwise.
        """
        return _fill(self._translations.pgettext(context, message), values)

    def npgettext(self, context: str, singular: str, plural: str, n: int, /, **values: Value) -> str:
        """Translate a count like `ngettext`, with the context of `pgettext`."""
        return _fill(self._translations.npgettext(context, singular, plural, n), {"n": n, **values})

    def typed(self, **words: str) -> str:
        """Return a word that players type, as this language has it (`typed(en="keep", ru="оставить")`).

        In a further language it is the one of its catalogue, or else English.
        """
        return self.forms({code: (word,) for code, word in words.items()})[0]

    def forms(self, words: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Return all forms of a word that players type, the printed one first.

        For example `{"en": ("help", "?"), "ru": ("помощь",)}`. A further language has them in its catalogue, under the
        English one that is printed, with bars between them.
        """
        if self.code in words:
            return tuple(words[self.code])
        return tuple(form.strip() for form in self.pgettext(TYPED, words[CODES[0]][0]).split("|"))

    def ordered(self, english: str) -> str:
        """Return the forms of an order word, separated by bars.

        It is for a language that the code has no words for (`ORDERED`).

        `english`: its English forms in the same way; they stay where the catalogue does not translate the first one.
        """
        printed = english.partition("|")[0].strip()
        found = self.pgettext(ORDERED, printed)
        return english if found == printed else found

    @property
    def tables(self) -> "Locale":
        """What the Unicode project has written down about this language."""
        if self._tables is None:
            from babel import Locale

            self._tables = Locale.parse(_TABLES.get(self.code, self.code))
        return self._tables

    def number(self, n: float) -> str:
        """Format a number: 1,234 and 1.5 in English.

        Russian groups the digits with a no-break space, and writes 1,5.
        """
        if -1000 < n < 1000 and n == int(n):
            return str(int(n))
        from babel.numbers import format_decimal

        return format_decimal(n, locale=self.tables)

    def signed(self, n: int) -> str:
        """Format a change: +3, -2 or 0.

        The minus is the hyphen that everybody can type and search for.
        """
        return ("+" if n > 0 else "") + self.number(n)

    def listing(self, items: Sequence[str], conjunction: Literal["and", "or"] = "and") -> str:
        """Return the items as `a, b and c`; an empty sequence gives an empty string.

        If an item is a list itself: `a and b, and c`.
        """
        if len(items) < 2:
            return "".join(items)
        from babel.lists import format_list

        style: Literal["standard", "or"] = "standard" if conjunction == "and" else "or"
        joint = format_list(("", ""), style, self.tables)
        if conjunction == "and" and any(joint in item for item in items):
            return self.gettext("%(items)s, and %(last)s", items=", ".join(items[:-1]), last=items[-1])
        return format_list(items, style, self.tables)

    def time(self, when: datetime, zone: str, now: datetime) -> str:
        """Format a time: `Sun 22 Nov 20:00 MSK`.

        It has the year if `now` is in another one.

        `when` and `now` are aware; `zone` is an IANA name (`Europe/Moscow`); the zone is always written out. How long
        it is until then is not said: a mail is read later than it was written.
        """
        local = when.astimezone(_zone(zone))
        same_year = local.year == now.astimezone(_zone(zone)).year
        return f"{self._day(local, year=not same_year)} {local:%H:%M} {self.zone_name(local)}"

    def day(self, day: date, now: datetime) -> str:
        """Format a day: `Thu 10 Dec`.

        It has the year if `now` is in another one.
        """
        return self._day(day, year=day.year != now.year)

    def days(self, first: date, last: date, now: datetime) -> str:
        """Format a span of days: `24–26 Nov`, `28 Nov–2 Dec`.

        It has the year if `now` is in another one than the last day.
        """
        from babel.dates import format_date

        short = self.pgettext("date", "d MMM")
        pattern = short if last.year == now.year else self.pgettext("date", "d MMM y")
        end = format_date(last, pattern, self.tables)
        if first == last:
            return end
        together = (first.year, first.month) == (last.year, last.month)
        return f"{first.day if together else format_date(first, short, self.tables)}–{end}"

    def instant(self, when: datetime, zone: str) -> str:
        """Format a time to the second: `Wed 25 Nov 2026 18:02:11 MSK`.

        It is for showing who came first.
        """
        local = when.astimezone(_zone(zone))
        return f"{self._day(local, year=True)} {local:%H:%M:%S} {self.zone_name(local)}"

    def zone_name(self, local: datetime) -> str:
        """Return the letters of a zone (`MSK`), else its offset (`UTC+5:30`).

        Babel has letters only for zones of the reader's own country: Moscow would be `GMT+3`.
        """
        name = local.tzname() or "UTC"
        if name.isalpha():
            return self.pgettext("time zone", "MSK") if name == "MSK" else name
        minutes = int((local.utcoffset() or timedelta(0)).total_seconds()) // 60
        sign, hours, rest = "+" if minutes >= 0 else "-", abs(minutes) // 60, abs(minutes) % 60
        return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")

    def weekday(self, number: int) -> str:
        """Return the short name of a weekday, such as `Mon` for 0."""
        return str(self.tables.days["format"]["abbreviated"][number])

    def _day(self, day: date, *, year: bool) -> str:
        from babel.dates import format_date

        # Translators: a date: weekday, day, month, year, as in https://cldr.unicode.org/translation/date-time
        pattern = self.pgettext("date", "EEE d MMM y") if year else self.pgettext("date", "EEE d MMM")
        return format_date(day, pattern, self.tables)


def language(code: str) -> Language:
    """Return the language with its common catalogue.

    Raises:
        UnknownLanguageError: The code is not in `CODES`.
    """
    return _language(code, ((DOMAIN, DIRECTORY),))


@lru_cache(maxsize=64)
def _language(code: str, catalogue_files: tuple[Catalogue, ...]) -> Language:
    return Language(code, catalogue_files)


def _load(code: str, catalogue_files: tuple[Catalogue, ...]) -> catalogues.NullTranslations:
    if code == CODES[0]:
        return catalogues.NullTranslations()
    # gettext.translation keeps one parsed file for all callers; a chain must not be written into that copy.
    parsed = [_Chained(directory / code / "LC_MESSAGES" / f"{domain}.mo") for domain, directory in catalogue_files]
    for before, after in pairwise(parsed):
        before.add_fallback(after)
    return parsed[0]


class _Chained(catalogues.GNUTranslations):
    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            super().__init__(file)


_HARD = "[бвгджзклмнпрстфхцчшщ]"
_SAID = r"\w*[аеёиоуыэюя]"
_ASKING = re.compile(
    rf"(?<!\w)(?:[вВ](?= [вфВФ]{_HARD}{_SAID})|[сС](?= (?:[зсшжЗСШЖ]{_HARD}{_SAID}|[щЩ]))|[вксВКС](?= [лЛ]ьв)"
    r"|[оО](?= [аиоуэАИОУЭ]))"
)
"""Prepositions that are hard to say before what stands behind them; abbreviations are spelt (`с США`) or stand for
words of other sounds (`с сб`)."""


def fluent(text: str) -> str:
    """Return a Russian text in which prepositions have the vowel that the words after them require.

    >>> fluent("в Франции, с Швецией, о Англии, к Львову; в Вене, с Савойей, с сб")
    'во Франции, со Швецией, об Англии, ко Львову; в Вене, с Савойей, с сб'
    """
    return _ASKING.sub(lambda found: found[0] + ("б" if found[0] in "оО" else "о"), text)


_OPEN = re.compile(r"(?<!\w)[вкос] %\(", re.IGNORECASE)


@cache
def _takes_a_name(text: str) -> bool:
    """Return whether a value stands behind a preposition of a sentence."""
    return _OPEN.search(text) is not None


def _fill(text: str, values: dict[str, Value]) -> str:
    if not values:
        return text
    return fluent(text % values) if _takes_a_name(text) else text % values


@lru_cache(maxsize=256)
def stamp(when: datetime, zone: str = "UTC") -> str:
    """Return a moment for the command line: `2026-11-25 18:02 MSK`."""
    local = when.astimezone(_zone(zone))
    return f"{local:%Y-%m-%d %H:%M} {language('en').zone_name(local)}"


def _zone(name: str) -> tzinfo:
    return ZoneInfo(name)
