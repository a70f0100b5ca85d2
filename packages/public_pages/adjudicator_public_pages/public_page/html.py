"""Pages and feeds for spectators, made of the reports that an observer would get.

A page is the one of a mail, without links that write mails: it is read on phones, in the dark and by screen readers
already. Nothing in it asks another server for anything.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup
from msgspec import Struct

from adjudicator.language import CODES, Language, language
from adjudicator.reports.layout.render import render
from adjudicator.reports.layout.templates import templates
from adjudicator.reports.model import Report

_HERE = Path(__file__).parent
_BODY = re.compile(r"(<body\b[^>]*>)(.*)(</body>)", re.DOTALL)
POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


class _Labels:
    """The words of the pages that no report has."""

    def __init__(self, words: Language) -> None:
        self._words = words
        self.pages, self.turns = words.gettext("Pages"), words.gettext("Turns")
        self.index, self.all = words.gettext("Campaigns to watch"), words.gettext("All campaigns")
        self.now, self.over = words.gettext("How things stand"), words.gettext("over")
        self.steps, self.none = words.gettext("step by step"), words.gettext("There is none now.")
        self.author = words.gettext("the adjudicator")

    def day(self, moment: datetime) -> str:
        """Return a day with its year."""
        return self._words.instant(moment, "UTC")


class Entry(Struct, frozen=True, kw_only=True):
    """A turn that is over, as lists and feeds tell it: its title and story by language."""

    turn: int
    last: int
    at: datetime
    title: Mapping[str, str]
    story: Mapping[str, str]


class WatchedCampaign(Struct, frozen=True, kw_only=True):
    """A campaign that can be watched, as it was last written.

    `line`: its match and the line of play; `stage`: turns and rounds that are over, and whether the match is, empty
    while turns are still to be written. `turns`: those that are written, the oldest first.
    """

    name: str
    title: str
    game: Mapping[str, str]
    line: tuple[int, int]
    stage: tuple[int, ...]
    at: datetime
    turns: tuple[Entry, ...] = ()

    @property
    def over(self) -> bool:
        """Tell whether the match is over."""
        return bool(self.stage and self.stage[-1])


def page(report: Report, shown: WatchedCampaign, place: str) -> tuple[str, dict[str, bytes]]:
    """Return the page of a report and its pictures by file name; `place`: its own file name without the language."""
    made, code = render(report), report.language
    pictures, html = dict[str, bytes](), made.html
    for picture in made.pictures:
        if picture.png:
            name = f"{hashlib.sha256(picture.png).hexdigest()[:20]}.png"
            pictures[name] = picture.png
            html = html.replace(f"cid:{picture.cid}", f"pictures/{name}")
    around = _template("around.html.j2").module
    above, below = (
        getattr(around, part)(shown, place, code, _Labels(language(code)), _names()) for part in ("above", "below")
    )
    html = _BODY.sub(lambda found: f"{found[1]}{above}<main>{found[2]}</main>{below}{found[3]}", html)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    feed_link = f'<link rel="alternate" type="application/atom+xml" href="feed.{code}.xml" />'
    return html.replace("</head>", f"{head}{feed_link}</head>", 1), pictures


def index(campaigns: Sequence[WatchedCampaign], code: str) -> str:
    """Return the list of all campaigns that can be watched, the newest first."""
    newest = sorted(campaigns, key=lambda each: each.at, reverse=True)
    style = Markup((_HERE / "index.css").read_text("utf-8"))
    labels = _Labels(language(code))
    return _template("index.html.j2").render(
        campaigns=newest, code=code, labels=labels, names=_names(), policy=POLICY, style=style
    )


def feed(shown: WatchedCampaign, code: str, url: str) -> str:
    """Return the Atom feed (RFC 4287) of a campaign, an entry a turn; `url`: its folder on the web, or empty."""
    return _template("feed.xml.j2").render(shown=shown, code=code, url=url, labels=_Labels(language(code)))


def _names() -> dict[str, str]:
    """Return what each language calls itself."""
    return {code: (language(code).tables.get_language_name() or code).capitalize() for code in CODES}


@lru_cache(maxsize=4)
def _template(name: str) -> Template:
    return templates(_HERE).get_template(name)
