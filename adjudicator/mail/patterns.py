"""Recognise what mail programs write around a person's words: patterns as data (`patterns.yaml`)."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.language import CODES, language

OPENING = {"en": ("ORDERS",), "ru": ("ПРИКАЗЫ",)}
CLOSING = {"en": ("FINISH",), "ru": ("ФИНИШ",)}
"""The lines around an order form as we print them; END alone may be an order of the game."""

_DAY = (
    r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}\.? (?:de )?[^\W\d]{3,12}\.?,?(?: de)? \d{4}|[^\W\d]{3,12}\.? \d{1,2},? \d{4})"
)
_TIME_FIRST = r"(?:\d{1,2}:\d{2}(?::\d{2})?,? )?"
_REST_OF_DATE = r"[^<>\"]{0,40}?"
_WHO = r".{1,100}?"


class PatternData(Struct, frozen=True, forbid_unknown_fields=True):
    """The file's contents; every list may be missing in an operator's file."""

    attributions: tuple[str, ...] = ()
    attribution_lines: tuple[str, ...] = ()
    attribution_starts: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()
    header_labels: tuple[tuple[str, ...], ...] = ()
    copies: tuple[str, ...] = ()
    advertisements: tuple[str, ...] = ()
    disclaimers: tuple[str, ...] = ()
    banners: tuple[str, ...] = ()
    footers: tuple[str, ...] = ()
    delimiters: tuple[str, ...] = ()
    greetings: tuple[str, ...] = ()
    farewells: tuple[str, ...] = ()
    subject_tags: tuple[str, ...] = ()
    auto_subjects: tuple[str, ...] = ()
    bounce_subjects: tuple[str, ...] = ()
    bounce_senders: tuple[str, ...] = ()
    bounce_delays: tuple[str, ...] = ()
    cover_notes: tuple[str, ...] = ()
    order_files: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    closes_surely: tuple[str, ...] = ()
    letter_opens: tuple[str, ...] = ()
    letter_closes: tuple[str, ...] = ()


class Patterns:
    """The lists, compiled: one expression per list, matched against whole lines."""

    def __init__(self, data: PatternData) -> None:
        weekday = rf"(?:(?:{'|'.join(map(re.escape, data.weekdays)) or '(?!)'})\.?,? )?"
        date = rf"{_TIME_FIRST}{weekday}{_DAY}{_REST_OF_DATE}"
        self.attribution = _compile(_fill(data.attributions, date))
        self.attribution_line = _compile(_fill((*data.attributions, *data.attribution_lines), date))
        self.attribution_start = _compile(f"{e} .*" for e in _fill(data.attribution_starts, date))
        self.header_labels = tuple(
            re.compile(rf"\*?({'|'.join(map(re.escape, labels))})\s*:\*?(?:\s.*)?", re.IGNORECASE)
            for labels in data.header_labels
        )
        self.copy = _compile(data.copies)
        self.advertisement = _compile(data.advertisements)
        self.disclaimer = _compile(data.disclaimers)
        self.banner = _compile(data.banners)
        self.footer = _compile(data.footers)
        self.delimiter = _compile(data.delimiters)
        self.greeting = _compile(data.greetings)
        self.farewell = _compile(data.farewells)
        self.subject_tags = re.compile(rf"(?:(?:{_compile(data.subject_tags).pattern})\s*)*", re.IGNORECASE)
        self.auto_subject = _compile(data.auto_subjects)
        self.bounce_subject = _compile(data.bounce_subjects)
        self.bounce_sender = _compile(data.bounce_senders)
        self.bounce_delay = _compile(data.bounce_delays)
        self.cover_note = _compile(data.cover_notes)
        self.order_file = _compile(data.order_files)
        self.opens = _marker(data.opens)
        self.closes = _marker(data.closes)
        self.closes_surely = _marker(data.closes_surely, numbered=data.closes)
        self.letter_opens = _compile(data.letter_opens)
        self.letter_closes = _marker(data.letter_closes)
        words = "|".join(map(re.escape, data.opens))
        self.subject_orders = re.compile(rf"(?:[^\W\d]{{1,8}}:\s*)*(?:{words})\s*\d*\s*:\s*(.+)", re.IGNORECASE)
        self.inline_opens = re.compile(rf"(?:{words})\s*\d*\s*:\s*(\S.*)", re.IGNORECASE)


def _fill(expressions: tuple[str, ...], date: str) -> Iterable[str]:
    return (e.replace("{date}", date).replace("{who}", _WHO) for e in expressions)


def _compile(expressions: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{e})" for e in expressions) or r"(?!)", re.IGNORECASE)


def _marker(words: tuple[str, ...], numbered: tuple[str, ...] = ()) -> re.Pattern[str]:
    """Return the pattern of a line that is one of the words.

    A number after it, a colon and decoration are allowed; one of `numbered` only counts with the number.
    """
    number = r"\s*(?:no\.?|№|#)?\s*\d+"
    plain = "|".join(map(re.escape, words)) or "(?!)"
    with_number = "|".join(map(re.escape, numbered)) or "(?!)"
    return re.compile(rf"[\W_]*(?:(?:{plain})(?:{number})?|(?:{with_number}){number})\s*[\W_]*", re.IGNORECASE)


class BadPatterns(Exception):  # noqa: N818 - a state of affairs
    """An operator's file is missing or wrong; the text says why."""


_operators: list[Path] = []


def use_patterns_of(file: Path | None) -> None:
    """Let this process read all mails with the patterns of an operator's file, too.

    Raises:
        BadPatterns: It is missing or wrong.
    """
    if file is not None:
        try:
            _loaded(file)
        except (OSError, ValueError, yaml.YAMLError, re.error) as error:
            raise BadPatterns(f"{file}: {error}") from error
    _operators[:] = [file] if file is not None else []


def operators_file() -> Path | None:
    """Return the operator's file that this process uses, if there is one."""
    return next(iter(_operators), None)


def load_patterns() -> Patterns:
    """Return the shipped patterns and the marker lines of all languages; those of the operator's file come first."""
    return _loaded(operators_file())


@cache
def _loaded(extra: Path | None) -> Patterns:
    data = _read(Path(__file__).with_name("patterns.yaml"))
    if extra is not None:
        added = _read(extra)
        data = PatternData(*(getattr(added, name) + getattr(data, name) for name in PatternData.__struct_fields__))
    opens = (form for code in CODES for form in language(code).forms(OPENING))
    closes = (form for code in CODES for form in language(code).forms(CLOSING))
    marked = replace(
        data,
        opens=tuple(dict.fromkeys((*data.opens, *opens))),
        closes_surely=tuple(dict.fromkeys((*data.closes_surely, *closes))),
    )
    return Patterns(marked)


def _read(path: Path) -> PatternData:
    loaded: object = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return msgspec.convert(loaded or {}, PatternData)
