"""Who sits at the desk, and what he has typed: for the audit trail."""

from __future__ import annotations

import getpass
from typing import Any

# Typer has its own copy of click, and tells the current command in no other way.
from typer._click.globals import get_current_context

HIDDEN = frozenset({"seed"})
"""Parameters that are secrets of the campaign: the trail says that they were given."""


def author() -> str:
    """The name given with `--by`, otherwise the login name."""
    given = _of_root("by")
    return str(given) if given else getpass.getuser()


def openly() -> bool:
    """Whether `--open-eyes` was given."""
    return bool(_of_root("open_eyes"))


def command() -> str:
    """The words of the command: `campaign pause`."""
    here = get_current_context(silent=True)
    # The program's own name can be several words: `python -m cli.main`.
    return "" if here is None else here.command_path.removeprefix(here.find_root().command_path).strip()


def details() -> dict[str, Any]:
    """The arguments and options that were given."""
    here = get_current_context(silent=True)
    if here is None:
        return {}
    given = {name: value for name, value in here.params.items() if value not in (None, False, (), [])}
    return {name: "(given)" if name in HIDDEN else _plain(value) for name, value in given.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, bool | int | float | str) else str(value)


def _of_root(name: str) -> Any:
    here = get_current_context(silent=True)
    return None if here is None else here.find_root().params.get(name)
