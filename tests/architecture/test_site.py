"""The documentation as a site: it is built without a warning, and what is made from the code is that of the code."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adjudicator.service.commands.registry import ALL
from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.service.timing.policy import TimingPolicy
from tests.guides import DOCS, pages

ROOT = DOCS.parent


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pages", DOCS / "site" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["make_pages"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_about_deadlines_has_the_defaults_of_the_code(make: ModuleType) -> None:
    assert make.DEADLINES.read_text(encoding="utf-8") == make.deadlines(), "run `make docs`"
    assert f"| `min_hours_after_absence` | `{TimingPolicy().min_hours_after_absence}` |" in make.timing_defaults()


def test_every_setting_about_time_has_a_meaning(make: ModuleType) -> None:
    rows = make.timing_defaults().splitlines()[2:]
    assert len(rows) > len(TimingPolicy.__struct_fields__)
    assert [row for row in rows if row.endswith("|  |")] == []


def test_the_page_about_the_campaign_file_has_every_setting_with_a_meaning(make: ModuleType) -> None:
    page = make.campaign_file()
    named = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert set(NewCampaign.__struct_fields__) - {"timing", "press", "stewards"} <= named
    assert "| `imperial-struggle` | `tougher_forts_12_3` | `false`, `true` | 12.3 |" in page
    assert not re.search(r"^\|.*\|  \|$", page, re.MULTILINE)


def test_the_page_about_emails_has_every_command(make: ModuleType) -> None:
    page = make.mail_commands()
    assert [each.id for each in ALL if not re.search(rf"^\| `{re.escape(each.names['en'][0])}\b", page, re.M)] == []


def test_the_page_about_the_command_line_has_every_command(make: ModuleType) -> None:
    from cli.commands import NEEDS

    page = make.command_line()
    assert len(NEEDS) > 80
    assert [words for words in NEEDS if f"Usage: adjudicator {words} " not in page] == []


def test_the_menu_has_every_page(make: ModuleType) -> None:
    def inside(entry: Any) -> list[str]:
        return [entry] if isinstance(entry, str) else [uri for each in _values(entry) for uri in inside(each)]

    found = inside(make.nav())
    assert len(set(found)) == len(found)
    assert {str(page.relative_to(DOCS)) for page in pages()} <= set(found)


def _values(entry: Any) -> list[Any]:
    return list(entry.values()) if isinstance(entry, dict) else entry


@pytest.mark.parametrize(
    ("link", "becomes"),
    [
        ("[a](trust.md#b)", "[a](trust.md#b)"),
        ("[a](../reference/orders.md)", "[a](../reference/orders.md)"),
        ("[a](../../README.md)", "[a](../about.md)"),
        ("[`a`](../../adjudicator/kernel)", "`a`"),
        ("[a](https://example.org)", "[a](https://example.org)"),
        ("```\n[a](../../cli)\n```", "```\n[a](../../cli)\n```"),
        ("```python a.py\nb\n```", '```python title="a.py"\nb\n```'),
    ],
)
def test_the_site_shows_what_only_the_repository_understands(make: ModuleType, link: str, becomes: str) -> None:
    assert make.for_the_site(link, "docs/explanation/scale.md") == becomes


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """A dead link, an anchor that is not there and a page that no menu has are warnings."""
    call = [Path(sys.executable).with_name("mkdocs"), "build", "--quiet", "--strict", "--site-dir", tmp_path / "site"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(call, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "site"
    built = {str(page.relative_to(site).with_suffix(".md")) for page in site.rglob("*.html")}
    assert {str(page.relative_to(DOCS)) for page in pages()} <= built
    assert [page.name for page in site.rglob("*.html") if "```" in page.read_text(encoding="utf-8")] == []
    shown = (site / "reference" / "orders.html").read_text(encoding="utf-8")
    assert "<table>" in shown
    assert "<p>| " not in shown, "a table that is none"
    assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="https?:', shown), "the site asks no other server"
