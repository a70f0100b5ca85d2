"""The HTML rendering: one column, inline styles, readable on a phone, in Outlook and in the dark.

The templates lie in `mail_templates/`. Styles are inlined when a template is compiled, not when a mail is
rendered: `class="muted"` of a template becomes the declarations of `.muted` in `style.css`.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from adjudicator.reports.arrange import parts
from adjudicator.reports.columns import units
from adjudicator.reports.model import Option, Report
from adjudicator.reports.options import compact, cost_heading
from adjudicator.reports.words import Words

TEMPLATES = Path(__file__).resolve().parents[2] / "mail_templates"
_CLASS = re.compile(r'class="([a-z0-9 -]+)"')
_RULE = re.compile(r"^\.([a-z0-9-]+) \{(.*?)\}", re.MULTILINE | re.DOTALL)
_PAIR_ROOM = 62
"""Columns that two options side by side may take: on the narrowest phone each takes two lines at most."""


class Styles:
    """The style sheet: one class a rule, one rule a block; at-rules go into the head of the mail as they are."""

    def __init__(self, sheet: str) -> None:
        inlined, _, self.head = sheet.partition("/* head */")
        self._declarations = {name: _squeezed(body) for name, body in _RULE.findall(inlined)}

    def inline(self, template: str) -> str:
        """The template with the declarations of each class written out.

        A class stays as a class only where a rule of the head needs it. Raises KeyError for an unknown class.
        """
        return _CLASS.sub(lambda match: self._attributes(match[1].split()), template)

    def _attributes(self, names: Iterable[str]) -> str:
        names = tuple(names)
        style = ";".join(self._declarations[name] for name in names if self._declarations[name])
        kept = " ".join(name for name in names if re.search(rf"\.{name}(?![a-z0-9-])", self.head))
        return " ".join(filter(None, [kept and f'class="{kept}"', style and f'style="{style}"']))


def _squeezed(body: str) -> str:
    declarations = (re.sub(r"\s*([:,])\s*", r"\1", part.strip()) for part in body.split(";"))
    return ";".join(part for part in declarations if part)


class _InliningLoader(FileSystemLoader):
    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.styles = Styles((directory / "style.css").read_text("utf-8"))

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, fresh = super().get_source(environment, template)
        return self.styles.inline(source), name, fresh


@lru_cache(maxsize=1)
def _page() -> Template:
    loader = _InliningLoader(TEMPLATES)
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_unbroken,
    )
    environment.globals.update(
        head_styles=" ".join(loader.styles.head.split()), cost_heading=cost_heading, pairs=pairs, in_cell=in_cell
    )
    return environment.get_template("page.html.j2")


_LONGEST_UNIT = 24
"""Columns of what is kept together on a phone."""
_LONGEST_IN_CELL = 10
"""The same in a table, whose columns share the width of the phone."""
_BELOW_ZERO = re.compile(r"(?<![^\s(\[«“])-(?=\d)")


def _unbroken(value: object) -> object:
    """Text in which a number and what it counts or numbers stay on one line of a phone, with a true minus as in the
    pictures; orders are read with either.
    """
    return _kept_together(value, _LONGEST_UNIT) if type(value) is str else value


def in_cell(value: str) -> Markup:
    """The text of a cell of a table, made so that less is kept together."""
    return escape(_kept_together(value, _LONGEST_IN_CELL))


def _kept_together(text: str, longest: int) -> str:
    if not any(map(str.isdigit, text)):
        return text
    return _BELOW_ZERO.sub("−", " ".join(unit.replace(" ", "\u00a0") for unit in units(text, longest)))


def pairs(options: tuple[Option, ...]) -> list[tuple[Option, ...]]:
    """The options as rows of the page: two a row where they are many and short, else one."""
    columns = min(2, compact(options, _PAIR_ROOM))
    return [options[i : i + columns] for i in range(0, len(options), columns)]


def html(report: Report, words: Words, headline: str) -> str:
    """The HTML part of a cleaned report; `headline` is the subject."""
    hints = words.hints()
    return _page().render(
        report=report, words=words, headline=headline, hints=hints, parts=parts(report, hints), footer=words.footer()
    )
