"""Options that several commands share, and how their values are read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator import given_files
from adjudicator.given_files import BadFile
from adjudicator.language import CODES
from adjudicator.settings import mailbox_of
from cli.errors import Failed


def spoken(code: str | None) -> str | None:
    """Return the code of a language if there is such a language."""
    if code is None:
        return code
    if code not in CODES:
        raise typer.BadParameter(f"unknown language {code!r}; choose {' or '.join(CODES)}")
    return code


AsJson = Annotated[bool, "--json", "Print JSON instead of text."]
Lang = Annotated[str, typer.Option("--language", callback=spoken, help="Language of the words, e.g. en.")]
OwnLang = Annotated[
    str | None,
    typer.Option("--language", callback=spoken, help="Language, e.g. en (default: that of the seat or campaign)."),
]
AsSeat = Annotated[str | None, "--as SEAT", "Show what this seat may know."]
All = Annotated[bool, "Show everything, including the secrets of every seat."]
Name = Annotated[str, "CAMPAIGN", "Name of the campaign."]
Seat = Annotated[str, "SEAT", "Name of the seat."]
Out = Annotated[bool, "Show outbound instead of inbound emails."]
Limit = Annotated[int, typer.Option("--limit", min=1, help="How many, the newest first.")]
AtLog = Annotated[
    int | None, typer.Option("--log", min=0, help="Only at this log number (see campaign list); refuse otherwise.")
]


def _mailbox(name: str | None) -> str | None:
    return None if name is None else mailbox_of(name)


NewMailbox = Annotated[
    str | None,
    typer.Option("--mailbox", callback=_mailbox, help="Mailbox that sends its emails (mail.mailboxes; or main)."),
]
Width = Annotated[int, typer.Option("--width", min=200, max=6000, help="Width of a picture in pixels.")]


def choices(pairs: Sequence[str]) -> dict[str, Any]:
    """Return the options given as `name=value` pairs.

    A value is JSON where it can be read as JSON (true, 3), otherwise the text itself.

    >>> choices(["rerolls=2", "draw_event_action=off", "tougher_forts_12_3=true"])
    {'rerolls': 2, 'draw_event_action': 'off', 'tougher_forts_12_3': True}
    """
    found = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"{pair!r} is not an option; write name=value")
        try:
            found[name] = given_files.from_json(text)
        except BadFile:
            found[name] = text
    return found


def seed_of(text: str | None) -> bytes | None:
    """Return a seed from hexadecimal digits."""
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise typer.BadParameter("a seed is written in hexadecimal digits (openssl rand -hex 32)") from None
    if not seed:
        raise typer.BadParameter("the seed is empty")
    return seed


def json_of(given: str) -> Any:
    """Return JSON from the argument itself, a file, or standard input (`-`).

    Raises:
        Failed: It is no JSON.
    """
    text = given
    if given == "-":
        text = given_files.read_input()
    elif not given.lstrip().startswith(("{", "[")):
        text = given_files.read_text(Path(given))
    return _read(text, given)


def json_in(file: Path, kind: type) -> Any:
    """Return the JSON value of a kind (dict or list) that a file holds.

    Raises:
        Failed: The file holds something else.
    """
    found = _read(given_files.read_text(file), str(file))
    if not isinstance(found, kind):
        raise Failed(f"{file}: not {'an object' if kind is dict else 'a list'}")
    return found


def _read(text: str, given: str) -> Any:
    try:
        return given_files.from_json(text)
    except BadFile as error:
        raise Failed(f"{given}: not JSON: {error}") from None
