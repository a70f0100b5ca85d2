"""Who gives a command, by their login, and whether they may; asked before a command does anything."""

import os
import pwd
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.errors import Failed

if TYPE_CHECKING:
    from adjudicator.service.console.sitters import Sitter
    from adjudicator.settings import Settings

OFFLINE = frozenset({"match", "simulate", "verify", "demo"})
"""Groups of commands that touch no installation. By `sudo` they are asked about too: they read files."""
_sitter: ContextVar["Sitter | None"] = ContextVar("sitter", default=None)


def sitter() -> "Sitter | None":
    """The moderator who gives the command; None: somebody who may do everything."""
    return _sitter.get()


def admit(words: str, context: Any) -> None:
    """Find out who gives a command of these words. Raises Failed or NotPossible with what is missing."""
    _sitter.set(None)
    if words.split()[0] in OFFLINE and not _by_sudo():
        return
    from adjudicator.service.console.sitters import sitter_of  # commands that touch no installation are quick
    from adjudicator.settings import ConfigurationError, Settings

    try:
        settings = Settings.load()
    except ConfigurationError:
        if _by_sudo():
            raise
        return  # the command itself tells it, if it needs them
    found = sitter_of(settings, login(settings))
    _sitter.set(found)
    if found is None:
        return
    by = context.find_root().params.get("by")
    if by and by.casefold() != found.name.casefold():
        raise Failed(f"--by {by}: you are {found.name} here (desk.moderators in the settings)")
    named: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name)
        if value and (parameter.metavar == "CAMPAIGN" or (parameter.name == "campaign" and isinstance(value, str))):
            named += [value] if isinstance(value, str) else value
    given = context.params
    files = any(isinstance(each, Path) for each in given.values())
    found.require(words, named, everywhere=bool(given.get("everywhere")), files=files)


def may_choose_settings(file: Path) -> None:
    """Whether the file of `--config` may take the place of the one that the environment names. Raises Failed.

    Otherwise whoever comes by `sudo` would choose the file that says who they are.
    """
    ours = os.environ.get("ADJ_CONFIG")
    if not _by_sudo() or not ours or Path(ours).resolve() == file.resolve():
        return
    from adjudicator.settings import Settings

    settings = Settings.load()
    if settings.desk.operators and login(settings) not in settings.desk.operators:
        raise Failed("--config is for operators (desk.operators in the settings)")


def login(settings: "Settings") -> str:
    """The login of whoever gives the command. By `sudo` to an account of the operators it is that which they had."""
    own = _name_of(os.getuid())
    if _by_sudo() and (own in settings.desk.operators):
        return _name_of(int(os.environ["SUDO_UID"]))
    return own


def _by_sudo() -> bool:
    return os.environ.get("SUDO_UID", "").isdecimal()


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"
