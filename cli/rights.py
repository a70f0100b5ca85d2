"""Tell who gives a command, by their login, and whether they may; asked before a command does anything."""

import os
import pwd
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.errors import Failed

if TYPE_CHECKING:
    from adjudicator.service.admin.operators import Call, Sitter
    from adjudicator.service.moderation.rights import Needs
    from adjudicator.settings import Settings

_sitter: ContextVar["Sitter | None"] = ContextVar("sitter", default=None)
_needs: ContextVar["Needs"] = ContextVar("needs")


def sitter() -> "Sitter | None":
    """Return the moderator who gives the command. None: somebody who may do everything."""
    return _sitter.get()


def needs() -> "Needs":
    """Return what the command needs that is given."""
    return _needs.get()


def admit(words: str, needed: "Needs", context: Any) -> None:
    """Find out who gives a command of these words. Raises Failed or CommandError with what is missing.

    Whoever may not give one that changes something is written down.
    """
    from adjudicator.service.moderation.rights import LOOKS, Access  # the program itself starts without the service

    _sitter.set(None)
    _needs.set(needed)
    if needed is Access.FILES and not _by_sudo():
        return
    from adjudicator.service.admin.operators import sitter_of  # commands that touch no installation are quick
    from adjudicator.service.moderation.troubles import CommandError
    from adjudicator.settings import ConfigurationError, Settings

    try:
        settings = Settings.load()
    except ConfigurationError:
        if _by_sudo():
            raise
        return  # the command itself tells it, if it needs them
    name = login(settings)
    try:
        found = sitter_of(settings, name)
        if found is not None:
            name = found.name
            _require_own_name(name, context.find_root().params.get("by"))
            found.require(_call(words, needed, context))
    except (Failed, CommandError) as why:
        if needed not in LOOKS and not context.params.get("dry_run"):
            _write_down(settings, name, words, str(why))
        raise
    _sitter.set(found)


def _require_own_name(name: str, by: str | None) -> None:
    if by and by.casefold() != name.casefold():
        raise Failed(f"--by {by}: you are {name} here (access.moderators in the settings)")


def _call(words: str, needed: "Needs", context: Any) -> "Call":
    """Return the command with the campaigns that its arguments and options name."""
    from adjudicator.service.admin.operators import Call

    given, named, could = context.params, list[str](), False
    for parameter in context.command.params:
        value = given.get(parameter.name)
        campaign = parameter.metavar == "CAMPAIGN"
        could = could or campaign
        if value and (campaign or (parameter.name == "campaign" and isinstance(value, str))):
            named += [value] if isinstance(value, str) else value
    return Call(
        words=words,
        needs=needed,
        campaigns=tuple(named),
        nameless=could and not named and not given.get("everywhere"),
        files=any(isinstance(each, Path) for each in given.values()),
    )


def _write_down(settings: "Settings", name: str, words: str, why: str) -> None:
    """Write it down where there is a database to write into: without one nothing can be changed either."""
    from adjudicator.service.admin.installation import open_installation
    from adjudicator.service.moderation.admission import note_outsider
    from adjudicator.service.moderation.troubles import CommandError

    with suppress(CommandError):
        service = open_installation(settings)
        try:
            note_outsider(service, name, words, why)
        finally:
            service.engine.dispose()


def may_choose_settings(file: Path) -> None:
    """Check whether the file of `--config` may replace the one that the environment names. Raises Failed.

    Otherwise whoever comes by `sudo` would choose the file that says who they are.
    """
    ours = os.environ.get("ADJ_CONFIG")
    if not _by_sudo() or not ours or Path(ours).resolve() == file.resolve():
        return
    from adjudicator.settings import Settings

    settings = Settings.load()
    if settings.access.operators and login(settings) not in settings.access.operators:
        raise Failed("--config is for operators (access.operators in the settings)")


def login(settings: "Settings") -> str:
    """Return the login of whoever gives the command.

    If they used `sudo` to an account of the operators, it is the login that they had before.
    """
    own = _name_of(os.getuid())
    if _by_sudo() and (own in settings.access.operators):
        return _name_of(int(os.environ["SUDO_UID"]))
    return own


def _by_sudo() -> bool:
    return os.environ.get("SUDO_UID", "").isdecimal()


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"
