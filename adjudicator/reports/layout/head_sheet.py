"""A style sheet of which each page has only what it has use for: whole, it would be a fifth of an answer."""

import re
from functools import lru_cache
from typing import NamedTuple

_SPARE = re.compile(r"/\*.*?\*/|\s*([{};:,])\s*", re.DOTALL)
"""Parts that a style sheet does not need: comments, and spaces around its signs."""
_PART = re.compile(r"(?P<media>@[^{}]+)\{(?P<inside>(?:[^{}]+\{[^{}]*\})+)\}|(?P<rule>[^{}]+\{[^{}]*\})")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r"\.([a-z][\w-]*)")
_CLASSES = re.compile(r'class="([^"]*)"')


class _Rule(NamedTuple):
    """Some selectors, each with the classes that it wants, and what is declared for them."""

    selectors: tuple[tuple[str, frozenset[str]], ...]
    declared: str

    def for_(self, classes: frozenset[str]) -> str:
        """Return the rule for a page with these classes; "" if nothing in it applies."""
        meant = [selector for selector, wanted in self.selectors if wanted <= classes]
        return f"{','.join(meant)}{{{self.declared}}}" if meant else ""


class _Part(NamedTuple):
    """Rules that hold always, or in a medium."""

    medium: str
    rules: tuple[_Rule, ...]

    def for_(self, classes: frozenset[str]) -> str:
        """Return the rules of the part for a page with these classes; "" if none applies."""
        rules = "".join(rule.for_(classes) for rule in self.rules)
        return f"{self.medium}{{{rules}}}" if self.medium and rules else rules


class Sheet:
    """A sheet whose rules go by classes; they may stand in media, which hold no others."""

    def __init__(self, text: str) -> None:
        self._parts = tuple(_part(found) for found in _PART.finditer(_SPARE.sub(r"\1", text).strip()))
        self._fitting = lru_cache(maxsize=256)(self._fitting_for)

    def of_page(self, page: str) -> str:
        """Return the part of the sheet that applies to something on a page."""
        return self._fitting(frozenset(name for names in _CLASSES.findall(page) for name in names.split()))

    def _fitting_for(self, classes: frozenset[str]) -> str:
        return "".join(part.for_(classes) for part in self._parts)


def _part(found: re.Match[str]) -> _Part:
    rules = (
        _Rule(tuple((each, frozenset(_CLASS.findall(each))) for each in selectors.split(",")), declared)
        for selectors, declared in _RULE.findall(found["inside"] or found["rule"])
    )
    return _Part(found["media"] or "", tuple(rules))
