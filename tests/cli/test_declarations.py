"""A command of the desk is declared in one place; few functions check, show and do what is declared."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.service.moderation.acts import deed_of
from adjudicator.service.moderation.acts_told import _SAID
from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.arrangements import ARRANGEMENTS
from adjudicator.service.moderation.commands import DEEDS
from adjudicator.service.moderation.forms import FORMS
from cli.main import COMMANDS
from tests.cli.commands import commands, every_command

ROOT = Path(__file__).parents[2]


def test_every_arrangement_stands_in_the_list() -> None:
    commands()
    declared = {form.maker for form in FORMS.values() if isinstance(form.maker, type)}
    assert {each for each in declared if issubclass(each, Arrangement)} == set(ARRANGEMENTS)
    assert {each.__struct_config__.tag for each in ARRANGEMENTS} <= set(FORMS)


def test_the_list_of_acts_has_each_sentence_from_one_place() -> None:
    assert not [command for command in _SAID if deed_of(command) is not None]
    assert not [each for each in (*DEEDS, *ARRANGEMENTS) if isinstance(each.others_told, dict) and not each.shown]
    assert not [each for each in ARRANGEMENTS if not {*each.shown} <= {*each.__struct_fields__}]


def test_only_two_options_have_a_second_long_name() -> None:
    options = [each.opts for known in every_command() for each in known.command.params]
    several = {long for each in options if len(long := tuple(word for word in each if word.startswith("--"))) > 1}
    assert several == {("--as", "--seat"), ("--dry-run", "--try")}


@pytest.mark.parametrize(
    ("what", "files"),
    [
        (r"\.rehearsal\b|\brehearsing\(", {
            "admin/arranging.py", "admin/rehearsals.py", "moderation/arrangements/joining.py",
            "service.py",
        }),
        (r"(?<!def )\bmay\(", {"commands/moderation.py", "moderation/admission.py"}),
        (r"CommandError\(\w+\.text\(|CommandError\(\w+\(\)\.text\(", {"moderation/troubles.py"}),
    ],
    ids=["rehearsals", "rights", "refusals"],
)  # fmt: skip
def test_few_places_do_the_same(what: str, files: set[str]) -> None:
    folder = ROOT / "adjudicator/service"
    found = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if re.search(what, path.read_text("utf-8"))}
    assert found == files


@pytest.mark.parametrize(
    ("group", "alone"),
    [
        (group, part.partition(":")[2].split())
        for group, (_, *parts) in COMMANDS.items()
        for part in parts
        if ":" in part
    ],
)
def test_a_module_that_is_loaded_alone_has_its_commands(group: str, alone: list[str]) -> None:
    """In a process of its own: one that has loaded other modules has their commands too."""
    program = f"from cli.main import load_command; print(*load_command({group!r}, {alone[0]!r}).commands)"
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert {*alone} <= {*there.stdout.split()}
