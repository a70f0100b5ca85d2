"""The service without its optional packages."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_LOADED = """
import pkgutil
from importlib import import_module

import tests.without_packages
import adjudicator.service
import cli
import worker.tasks

for package in (adjudicator.service, cli):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        import_module(module.name)
from adjudicator.service.commands.registry import BY_NAME
from adjudicator.service.moderation.commands import DEEDS
from cli.main import COMMANDS

deeds = {each.__struct_config__.tag for each in DEEDS}
print("ratings" in BY_NAME, "help" in BY_NAME, "tournament next" in deeds, "notices" in COMMANDS, "turn" in COMMANDS)
"""
PLAYED = ("tests/service/test_gathering.py", "tests/cli/test_person.py", "tests/cli/test_corrections.py")
"""Tests that play by mail and at the desk, and forget a person."""


def test_everything_else_loads_without_the_optional_packages() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "True", "False", "False", "True"], "")


@pytest.mark.slow
@pytest.mark.parametrize("played", PLAYED)
def test_campaigns_are_played_without_the_optional_packages(played: str, tmp_path: Path) -> None:
    options = ("-q", "-p", "tests.without_packages", "-p", "no:cacheprovider", "-m", "not long")
    command = [sys.executable, "-m", "pytest", *options, f"--basetemp={tmp_path / 'run'}", played]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
