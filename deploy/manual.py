"""The manual page of `adjudicator` and its completions for shells, made of what the program says of itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

# Typer has its own copy of click, and tells of a command and makes completions in no other way.
from typer._click.core import Context
from typer._completion_shared import get_completion_script

from cli.main import COMMANDS, app, load_command

NAME = "adjudicator"
MANUAL = f"share/man/man1/{NAME}.1"
SHELLS = {
    "bash": f"share/bash-completion/completions/{NAME}",
    "zsh": f"share/zsh/site-functions/_{NAME}",
    "fish": f"share/fish/vendor_completions.d/{NAME}.fish",
}
"""The places in which the shells look, below the one where the package is installed."""


def write(folder: Path, version: str) -> dict[str, str]:
    """Write the files; returns where each is to be installed, by where it was written."""
    found = {MANUAL: "\n".join(_manual(version))}
    for shell, place in SHELLS.items():
        found[place] = get_completion_script(prog_name=NAME, complete_var="_ADJUDICATOR_COMPLETE", shell=shell).strip()
    for place, text in found.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(f"{text}\n", encoding="utf-8")
    return {str(folder / place): place for place in found}


def _manual(version: str) -> Iterator[str]:
    yield f'.TH ADJUDICATOR 1 "" "{NAME} {version}" "User Commands"'
    root = typer.main.get_command(app)
    yield from (".SH NAME", rf"{NAME} \- {_plain(str(root.help)).rstrip('.').lower()}")
    yield from (".SH SYNOPSIS", rf"\fB{NAME}\fR [OPTIONS] COMMAND [ARGS]...", ".SH OPTIONS", *_options(root))
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = load_command(name)
        for part, each in sorted(getattr(command, "commands", {"": command}).items()):
            yield from _command(f"{name} {part}".strip(), each)
    yield from (".SH EXIT STATUS", _plain(str(root.epilog)))


def _command(words: str, command: Any) -> Iterator[str]:
    with Context(command, info_name=words) as context:
        usage = " ".join(command.collect_usage_pieces(context))
    yield rf".SS {words}"
    yield rf"\fB{NAME} {words}\fR {_plain(usage)}"
    for part in re.split(r"\n\s*\n", str(command.help or "").strip()):
        yield from (".PP", _plain(part))
    yield from _options(command)
    if examples := str(command.epilog or "").partition("Examples:")[2].strip():
        yield from (".PP", "Examples:", ".nf", *(_plain(line, fill=False) for line in examples.splitlines()), ".fi")


def _options(command: Any) -> Iterator[str]:
    for each in command.params:
        with Context(command) as context:
            record = each.get_help_record(context)
        if record is not None:
            yield from (".TP", rf"\fB{_plain(record[0])}\fR", _plain(record[1]) or "\\&")


def _plain(text: str, *, fill: bool = True) -> str:
    r"""Return text that roff shows as it is: a backslash, a dash and a line that begins with a dot mean nothing.

    >>> _plain(".x --y")
    '\\&.x \\-\\-y'
    """
    words = " ".join(text.replace("\b", "").split()) if fill else text.rstrip()
    escaped = words.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
