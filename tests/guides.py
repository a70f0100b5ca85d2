"""Read the pages of the documentation: by their headings, wherever a section stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

_APART = {"architecture", "examples", "gallery", "rules"}
"""Folders whose pages are tables and pictures made from something else."""


def pages(folder: str = "") -> list[Path]:
    """Return the pages that are written by hand, or those of a folder."""
    found = sorted((DOCS / folder).rglob("*.md"))
    return [page for page in found if page.relative_to(DOCS).parts[0] not in _APART]


def text(folder: str) -> str:
    """Return the text of all pages of a folder."""
    return "\n".join(page.read_text(encoding="utf-8") for page in pages(folder))


def section(heading: str) -> str:
    """Return what stands below a heading, up to the next heading of any level. LookupError: it is not there once."""
    found = [below for page in pages() for name, below in sections(page) if name == heading]
    if len(found) != 1:
        raise LookupError(f"{len(found)} sections are called {heading!r}")
    return found[0]


def sections(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each heading of a page with the text below it. What looks like a heading in a code block is none."""
    heading, below, fenced = "", list[str](), False
    for line in page.read_text(encoding="utf-8").splitlines(keepends=True):
        fenced ^= line.startswith("```")
        found = None if fenced else re.match(r"#+ (.+)$", line)
        if found:
            yield heading, "".join(below)
            heading, below = found[1], []
        else:
            below.append(line)
    yield heading, "".join(below)


def campaign_file() -> str:
    """Return the campaign file that the tutorial for moderators writes."""
    (block,) = re.findall(r"```toml\n(.*?)```", section("Create a campaign"), re.DOTALL)
    return str(block)
