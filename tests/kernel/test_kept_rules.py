"""Rules kept beside the installed ones: whatever a package says of itself is said of its copy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from adjudicator import choice, derive
from adjudicator.kernel import kept_rules
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.registry import GROUP
from adjudicator.kernel.steps import stored_frames
from adjudicator.orders.vocabulary.phrases import Argument
from adjudicator.rules_api.adapters import Deed

GAME = """
import importlib
import importlib.resources

import small
import small.facts
from small import facts as same
from small.facts import NUMBER
from . import facts as relative

assert small.facts is same is relative


class Game:
    version = "1"
    content_hash = "abc"
    id = "small"
    form = "small.position"
    parts = {"facts": "small.facts:NUMBER"}
    number = NUMBER
    lazy = staticmethod(lambda: importlib.import_module("small.facts").NUMBER)
    read = staticmethod(lambda: (importlib.resources.files("small") / "words.txt").read_text())

    @property
    def unbound(self):
        return self

    def part(self, name):
        module, _, attribute = self.parts[name].partition(":")
        return getattr(importlib.import_module(module), attribute)


GAME = Game()
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package, installed."""
    folder = tmp_path / "site" / "small"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("from small.game import GAME\n")
    (folder / "game.py").write_text(GAME)
    (folder / "facts.py").write_text("NUMBER = 1\n")
    (folder / "words.txt").write_text("one")
    monkeypatch.syspath_prepend(str(folder.parent))
    yield folder
    for name in [each for each in sys.modules if each.partition(".")[0] == "small"]:
        del sys.modules[name]


POINT = EntryPoint("small", "small:GAME", GROUP)


def test_the_copy_goes_on_as_it_was_whatever_is_installed_later(small: Path, tmp_path: Path) -> None:
    name = kept_rules.keep(POINT, None, tmp_path / "rules")
    (small / "facts.py").write_text("NUMBER = 2\n")
    (small / "words.txt").write_text("two")
    new, old = POINT.load(), kept_rules.load(name, [tmp_path / "rules"])
    assert (new.number, new.lazy(), new.read(), new.part("facts")) == (2, 2, "two", 2)
    assert (old.number, old.lazy(), old.read(), old.part("facts")) == (1, 1, "one", 1)
    assert (old.id, old.form) == ("small", "small.position"), "only names of modules are others"
    assert kept_rules.keep(POINT, None, tmp_path / "rules") != name
    assert [each.version for _, each in kept_rules.kept_in(tmp_path / "rules")] == ["1", "1"]


def test_the_same_files_are_the_same_rules(small: Path, tmp_path: Path) -> None:
    name = kept_rules.keep(POINT, None, tmp_path / "rules")
    assert kept_rules.keep(POINT, small, tmp_path / "rules") == name
    assert kept_rules.keep(POINT, small.parent, tmp_path / "rules") == name
    kept_rules.forget(name, tmp_path / "rules")
    with pytest.raises(BrokenGame, match="are not here"):
        kept_rules.load(name, [tmp_path / "rules"])


FORMER = """
import adjudicator.kernel.steps
from adjudicator import Deed, alike, choice
from adjudicator.kernel import steps
from adjudicator.kernel.steps import stored
from adjudicator.orders.phrases import Argument as Given
import adjudicator.kernel.chapters as chapters

assert steps is adjudicator.kernel.steps
NUMBER = {"Deed": Deed, "alike": alike, "choice": choice, "stored": stored, "Given": Given}
"""


def test_what_is_imported_by_a_former_name_is_what_it_is_today(small: Path, tmp_path: Path) -> None:
    (small / "facts.py").write_text(FORMER)
    kept = kept_rules.load(kept_rules.keep(POINT, small, tmp_path / "rules"), [tmp_path / "rules"])
    assert kept.number == {"Deed": Deed, "alike": derive, "choice": choice, "stored": stored_frames, "Given": Argument}


def test_all_names_that_the_program_has_no_more_are_named(small: Path, tmp_path: Path) -> None:
    (small / "facts.py").write_text("from adjudicator import gone\nNUMBER = 1\n")
    (small / "more.py").write_text(
        "from adjudicator.kernel.lost import thing\nfrom adjudicator import choice, kernel\n"
    )
    lacking = r"this one has no adjudicator\.gone, adjudicator\.kernel\.lost\.thing: let an installation of the version"
    with pytest.raises(BrokenGame, match=lacking):
        kept_rules.keep(POINT, small, tmp_path / "rules")
    assert [*(tmp_path / "rules").glob("*")] == []


def test_catalogues_that_are_not_compiled_are_named(small: Path, tmp_path: Path) -> None:
    (small / "facts.py").write_text(
        "from pathlib import Path\nNUMBER = Path(__file__).with_name('small.mo').read_text()\n"
    )
    with pytest.raises(BrokenGame, match=r"have no small\.mo: compile their catalogues first"):
        kept_rules.keep(POINT, small, tmp_path / "rules")


def test_a_package_that_does_not_load_is_not_kept(small: Path, tmp_path: Path) -> None:
    (small / "game.py").write_text(GAME.replace("small.facts:NUMBER", "small.facts:LETTER"))
    with pytest.raises(BrokenGame, match=r"do not load: AttributeError: .* has no attribute 'LETTER'"):
        kept_rules.keep(POINT, None, tmp_path / "rules")
    assert [*(tmp_path / "rules").glob("*")] == []


def test_a_single_module_and_a_missing_package_are_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenGame, match="is a single module, this"):
        kept_rules.keep(EntryPoint("zen", "this:s", GROUP), None, tmp_path)
    with pytest.raises(BrokenGame, match="the package no_such_package is not here"):
        kept_rules.keep(EntryPoint("small", "no_such_package:GAME", GROUP), None, tmp_path)


WITHIN = """
class Game:
    version, content_hash, parts = "1", "abc", {}
    me = small.__name__

    @property
    def unbound(self):
        return self


GAME = Game()
"""


@pytest.mark.parametrize("said", ["import outer.small as small", "from outer import small"])
def test_a_package_within_another_is_renamed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    folder = tmp_path / "site" / "outer" / "small"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text(f"{said}\n{WITHIN}")
    monkeypatch.syspath_prepend(str(folder.parents[1]))
    name = kept_rules.keep(EntryPoint("small", "outer.small:GAME", GROUP), None, tmp_path / "rules")
    assert kept_rules.load(name, [tmp_path / "rules"]).me == f"rules_{name.partition('@')[2]}"
    del sys.modules["outer"]
