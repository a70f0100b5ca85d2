"""The commands of a mail: which there are, which lines are some, and obeying them.

A new command is a class (see `adjudicator.service.command`) in a module of `adjudicator.service.commanded`, and
stands in the `COMMANDS` of its module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.language import Language
from adjudicator.mail import ReadMail, Source
from adjudicator.mail.model import NoteCode, Why
from adjudicator.orders.text import order_part, words
from adjudicator.reports.model import Item
from adjudicator.service.command import Act, Command, Given, Said, Who
from adjudicator.service.commanded import looking, own, time

ALL: tuple[Command, ...] = (*looking.COMMANDS, *time.COMMANDS, *own.COMMANDS)
"""Every command, in the order in which the help lists them."""

BY_ID = {command.id: command for command in ALL}
BY_NAME: dict[str, Command] = {name: command for command in ALL for names in command.names.values() for name in names}
LONGEST_NAME = max(len(name.split()) for name in BY_NAME)
MOST = 12
"""Commands of one mail that are obeyed; nobody needs more."""
_ENDS = " .!:?"


class Split(msgspec.Struct, frozen=True):
    """The commands of a mail, and its other lines with what they looked like before they were normalised."""

    commands: tuple[Given, ...]
    lines: tuple[str, ...]
    originals: tuple[str, ...]


def split(mail: ReadMail) -> Split:
    """Take the commands out of a mail."""
    given: list[Given] = []
    rest: list[tuple[str, str]] = []
    for line, original in zip(mail.lines, _originals(mail), strict=True):
        command = command_of(line, original)
        if command is None:
            rest.append((line, original))
        else:
            given.append(command)
    given += _around_marker(mail, only_commands=not rest)
    lines, originals = [line for line, _ in rest], [original for _, original in rest]
    found = {(each.id, each.rest): each for each in reversed(given)}
    kept = tuple(sorted(found.values(), key=given.index))[:MOST]
    return Split(kept, tuple(lines), tuple(originals))


def command_of(line: str, original: str = "") -> Given | None:
    """The command that a line is, if it is one."""
    plain = order_part(line)
    given = words(plain)
    for length in range(min(LONGEST_NAME, len(given)), 0, -1):
        command = BY_NAME.get(" ".join(word.folded for word in given[:length]))
        if command is None:
            continue
        end = given[length - 1].column - 1 + len(given[length - 1].typed)
        rest = plain[end:].strip(_ENDS)
        if command.takes(rest):
            return Given(command.id, rest, original or line)
    return None


def obey(act: Act, given: Iterable[Given], *, before: bool) -> Said:
    """Obey those of the commands that come before, or after, the orders of the mail. Returns what all of them say."""
    said = [command.obey(act, each.rest) for each in given if (command := BY_ID[each.id]).before is before]
    return together(said)


def together(said: Sequence[Said]) -> Said:
    """What several commands say, as one."""
    titles = dict.fromkeys(each.title for each in said if each.title)
    return Said(
        sections=tuple(dict.fromkeys(section for each in said for section in each.sections)),
        shows=tuple(dict.fromkeys(show for each in said for show in each.shows)),
        title=", ".join(titles),
        changed=any(each.changed for each in said),
    )


def listed(who: Who, language: Language) -> tuple[Item, ...]:
    """The commands that somebody may use now, as the help shows them."""
    return tuple(
        Item(name=" ".join((command.name(language), command.argument(language))).strip(), text=command.help(language))
        for command in ALL
        if command.offered(who)
    )


def _around_marker(mail: ReadMail, *, only_commands: bool) -> list[Given]:
    """`orders` alone on a line looks like the first line of an order block, and is none if no order follows.

    Then it asks for what is on file, and the commands above it count too.
    """
    open_block = only_commands and any(note.code is NoteCode.NO_END for note in mail.notes)
    counting = {Why.FORM, Why.MARKER, Why.OUTSIDE} if open_block else {Why.FORM}
    lone = [line.text for line in mail.ignored if line.why in counting]
    return [given for text in lone if (given := command_of(text)) is not None]


def _originals(mail: ReadMail) -> Sequence[str]:
    """The lines as they were written; those of a subject are parts of one line and stand as they are."""
    if mail.extract is None or mail.extract.source is Source.SUBJECT:
        return mail.lines
    return [line.original for line in mail.extract.lines]
