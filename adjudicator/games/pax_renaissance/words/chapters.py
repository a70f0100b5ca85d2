"""The chapters of the words, all of them loaded: what they declare in :mod:`.book` is complete.

A chapter of the rules has its words in the module of the same name.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from adjudicator.kernel.chapters import chapters

from .. import rules
from ..facts import DATA
from .book import ASKINGS, REFUSALS, REGISTERS, STORIES, TELLINGS

__all__ = ["ASKINGS", "CHAPTERS", "REFUSALS", "REGISTERS", "STORIES", "TELLINGS"]

_OF_RULES: Final = {each.name for each in iter_modules(rules.__path__)}
CHAPTERS: Final = tuple(
    each.name for each in iter_modules(import_module(__package__).__path__) if each.name in _OF_RULES - {"book"}
)

for _chapter in CHAPTERS:
    import_module(f"{__package__}.{_chapter}")
REGISTERS.read(DATA / "said.yaml", chapters(rules))
