"""`adjudicator game check`: the common battery on a package of anybody, and what it says of one that is broken."""

from __future__ import annotations

import importlib.metadata
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from adjudicator_trials.battery import BY_MAIL, CHECKS, Check
from adjudicator_trials.game_command import LOADS, defect_in

from adjudicator.kernel import registry

PACKAGES = Path(__file__).parents[1] / "packages"
BY_NAME = {each.name: each for each in (LOADS, *CHECKS, BY_MAIL)}
NUMBERS = count(1)
"""Of altered packages: a process loads each under a name of its own."""
Altered = Callable[[str, str, str], str]


@pytest.fixture
def altered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Altered]:
    """Salt Roads outside of the repository, under a name of its own, with something in a file put otherwise."""

    def alter(file: str, old: str, new: str) -> str:
        name = f"roads_{next(NUMBERS)}"
        folder = tmp_path / name
        shutil.copytree(PACKAGES / "salt_roads/salt_roads", folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.glob("*.py"):
            text = path.read_text("utf-8").replace("salt_roads", name).replace("salt-roads", name)
            path.write_text(text, "utf-8")
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        point = importlib.metadata.EntryPoint(name, f"{name}.game:GAME", registry.GROUP)
        monkeypatch.setitem(registry._installed(), name, point)
        return name

    yield alter
    registry.game_named.cache_clear()


DEFECTS: dict[str, tuple[str, str, str, str, tuple[str, ...]]] = {
    "a view read as a state": (
        "words.py", "shown.view.posts.items()", "shown.view.posts.city.items()", "mails",
        ("“.city” is read of a dict: a view has plain dicts", "read as ['city']", "words.py, line 47, marks"),
    ),
    "a key that a view lacks": (
        "words.py", "there = tuple(", "_, there = shown.view.hands['nobody'], tuple(", "mails",
        ("there is no key 'nobody': a view lacks what is hidden", "words.py, line 48, marks"),
    ),
    "a field that is not there": (
        "rules.py", "TOWN.thing(state.at[seat]), state.posts", "TOWN.thing(state.at[seat]), state.shops", "options",
        ("'State' object has no attribute 'shops'", "rules.py, line 95, illegality", "match of seed battery options/0"),
    ),
    "an event of no chapter": (
        "game.py", "chapters = (rules,)", "chapters = (__import__('json'),)", "chapters",
        ("Drew of ", ".rules is told, and none of the chapters of the game defines it",),
    ),
    "a secret that shows": (
        "rules.py", "if action.to not in here.roads:",
        "if action.to not in here.roads or 'iron' in state.hands['onyx']:",
        "disguise", ("options betray something to", "nothing hidden makes a difference", "found by the check"),
    ),
    "secrets whose parts hang together": (
        "state.py", "class State(msgspec.Struct, array_like=True):\n",
        "class Plan(msgspec.Struct):\n    here: TownId\n    to: TownId\n\n\n"
        "class State(msgspec.Struct, array_like=True):\n"
        "    plans: Annotated[dict[str, list[Plan]], By(SEAT), Hidden.FROM_OTHERS]\n", "hidden structs",
        ("hidden fields of the state hold structs (plans)", "the game must say `resample_hidden`"),
    ),
    "a name that is missing": (
        "data/names.ru.yaml", "iron: железо", "lead: железо", "names",
        ("no name for 'iron'; names.ru.yaml", "everything has a name in every language", "words.py, line 23"),
    ),
    "a package that does not load": (
        "game.py", "chapters = (rules,)", "chapters = (rule,)", "package",
        ("the game loads", "name 'rule' is not defined", "game.py, line 19"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "check", "told"), DEFECTS.values(), ids=DEFECTS)
def test_a_defect_is_told_with_its_promise_and_its_place(
    altered: Altered, file: str, old: str, new: str, check: str, told: tuple[str, ...]
) -> None:
    name = altered(file, old, new)
    found = defect_in(BY_NAME[check], name)
    assert found is not None
    sentence = found.told(name)
    assert sentence.startswith(f"{name} breaks “{BY_NAME[check].promise}”: ")
    assert "\n" not in sentence
    assert [part for part in told if part not in sentence] == [], sentence


def test_the_modules_of_its_steps_are_the_chapters_of_a_game_that_names_none(altered: Altered) -> None:
    name = altered("game.py", "    chapters = (rules,)\n", "")
    assert defect_in(BY_NAME["chapters"], name) is None
    assert registry.game_named(name).events[0].__name__ == "Drew"


DRAWLESS = ("replay", "observer", "seed")


@pytest.mark.parametrize("check", [each for each in CHECKS if each.name in DRAWLESS], ids=DRAWLESS)
def test_a_game_may_draw_nothing(altered: Altered, check: Check) -> None:
    """Here everybody takes the first cards of the deck."""
    drawn = 'play.pick_many("goods", "goods", state.deck, min(count, len(state.deck)), seat=seat)'
    name = altered("rules.py", drawn, "state.deck[: min(count, len(state.deck))]")
    assert defect_in(check, name) is None


def test_play_at_random_looks_for_what_betrays_a_secret(altered: Altered, desk: Any, tmp_path: Path) -> None:
    """The file of the failure plays it again."""
    name = altered(*DEFECTS["a secret that shows"][:3])
    desk("simulate", name, "--games", "5")
    told = desk("simulate", name, "--games", "5", "--disguise", "--cases", str(tmp_path), code=1).err
    assert "AssertionError: options betray something to" in told
    (case,) = tmp_path.glob("case-*.json")
    assert "it happens again" in desk("simulate", "--case", str(case), code=1).err


def test_play_at_random_refuses_secrets_that_only_the_rules_can_imagine(altered: Altered, desk: Any) -> None:
    name = altered(*DEFECTS["secrets whose parts hang together"][:3])
    assert "hold structs (plans)" in desk("simulate", name, "--disguise", code=1).err


@pytest.mark.slow
@pytest.mark.parametrize("package", ["sealed-bids", str(PACKAGES / "sealed_bids")])
def test_every_promise_of_a_sound_game_is_listed(desk: Any, package: str) -> None:
    done = desk("game", "check", package)
    promises = [line.removeprefix("sealed-bids: ") for line in done.out.splitlines()]
    assert promises == [f"{each.name}: {each.promise}" for each in (LOADS, *CHECKS, BY_MAIL)]
    assert done.err == ""


def test_a_package_that_cannot_be_checked_is_told_so(desk: Any, tmp_path: Path) -> None:
    assert "no game, package or folder named 'nothing'; games: " in desk("game", "check", "nothing", code=1).err
    assert "pytest has no game: it has no entry point" in desk("game", "check", "pytest", code=1).err
    project = '[project]\nname = "mine"\n[project.entry-points."adjudicator.games"]\nmine = "mine:GAME"\n'
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    told = desk("game", "check", str(tmp_path), code=1).err
    assert f"the game mine of {tmp_path} is not installed: pip install -e {tmp_path}" in told


def test_one_defect_is_told_once(altered: Altered, desk: Any) -> None:
    """With the first promise that it breaks, however many it breaks."""
    name = altered("rules.py", "TOWN.thing(state.at[seat]), state.posts", "TOWN.thing(state.at[seat]), state.shops")
    (line,) = desk("game", "check", name, code=1).err.splitlines()
    assert line.startswith(f"adjudicator: {name} breaks “every position of random play is possible”: ")
