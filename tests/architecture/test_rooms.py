"""The rooms of the program: the folders say what is there, their pictures are fresh, and no import climbs."""

import importlib.util
import sys
import xml.etree.ElementTree as ET
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
MAKE = ROOT / "docs" / "architecture" / "make.py"
TOP = {"adjudicator", "benchmarks", "cli", "demo", "deploy", "docs", "mail_templates", "packages", "tests", "worker"}
BESIDE = {
    ".ci", ".dockerignore", ".gitignore", "CONTRIBUTING.md", "Makefile", "README.md", "mkdocs.yml",
    "pyproject.toml", "requirements.lock",
}  # fmt: skip


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_rooms", MAKE)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["make_rooms"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_top_of_the_repository_holds_nothing_else() -> None:
    """What git ignores aside: somebody's trials do not get in."""
    ignored = {line.rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines()} | {".git", ".*_cache"}
    found = {path.name for path in ROOT.iterdir() if not any(path.match(each) for each in ignored)}
    assert found == TOP | BESIDE


def test_pictures_and_tables_are_those_of_the_code(make: ModuleType) -> None:
    stale = [file.name for file, text in make.files().items() if file.read_text(encoding="utf-8") != text]
    assert stale == [], "run `make rooms`"


def test_no_modules_import_each_other_in_a_circle(make: ModuleType) -> None:
    """Imports for types, and those inside functions, count like all others."""
    graph = make.imports()
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()


def test_no_import_climbs(make: ModuleType) -> None:
    for house in make.HOUSES:
        assert make.climbing(house.rooms(), house.arrows()) == set(), house.name


def test_every_room_says_what_it_is(make: ModuleType) -> None:
    for house in make.HOUSES:
        rows = [line for line in house.told().splitlines() if line.startswith("| [")]
        assert len(rows) == len(house.rooms())
        assert not [row for row in rows if row.endswith("|  |")]


def test_a_circle_is_shown_by_one_red_arrow(make: ModuleType) -> None:
    shown = make.svg({"a", "b", "c"}, {("a", "b"), ("b", "c"), ("a", "c"), ("c", "a")})
    root = ET.fromstring(shown)
    paths = [one for one in root.iter("{http://www.w3.org/2000/svg}path") if one.get("marker-end")]
    assert sorted(one.get("class") or "" for one in paths) == ["", "", "climbs"], "what follows is not drawn"


def test_rooms_do_not_lie_over_each_other(make: ModuleType) -> None:
    for house in make.HOUSES:
        root = ET.fromstring(make.svg(house.rooms(), house.arrows()))
        boxes = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("class") == "room"]
        spots = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in boxes]
        assert len(spots) == len(house.rooms())
        for x, y in spots:
            assert [1 for other, row in spots if row == y and abs(other - x) < make.BOX] == [1]
