"""A sketch → one HTML file of at most 300 kB: the board as SVG, to be moved by scrolling or a finger, and enlarged.

Nothing in it asks for anything. The script only adds: without it the page scrolls, and fingers enlarge it. The content
security policy lets nothing in but the styles of the file and the script by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup

from adjudicator.language import Language
from adjudicator.pictures.board import Sketch
from adjudicator.pictures.compact import to_compact_svg
from adjudicator.reports.layout.templates import templates

_HERE = Path(__file__).parent


def position_html(sketch: Sketch, heading: str, language: Language) -> str:
    """Return the page of a board, with a heading in the language of its words. The same sketch gives the same page."""
    script = (_HERE / "page.js").read_text("utf-8")
    return _template().render(
        heading=heading,
        language=language.code,
        smaller=language.gettext("smaller"),
        larger=language.gettext("larger"),
        whole=language.gettext("whole board"),
        sketch=sketch,
        svg=Markup(to_compact_svg(sketch.scene)),
        style=Markup((_HERE / "page.css").read_text("utf-8")),
        script=Markup(script),
        policy=_policy(script),
    )


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'"


@lru_cache
def _template() -> Template:
    return templates(_HERE).get_template("page.html.j2")
