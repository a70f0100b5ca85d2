"""The commands of a mail: which there are, which lines are some, and obeying them.

A new command is a class (see `adjudicator.service.commands.command`) in a module of `adjudicator.service.commands`, and
stands in the `COMMANDS` of its module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from adjudicator.language import CODES, Language, language
from adjudicator.mail import Extract, OwnLine, ReadMail, Source
from adjudicator.mail.model import NoteCode, TextBlock, Why
from adjudicator.orders.text import order_part, words
from adjudicator.reports.model import Item
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.act import Act, Said, together
from adjudicator.service.campaign.troubles import CannotBe
from adjudicator.service.commands import (
    addresses,
    confirmation,
    diary,
    information,
    letters,
    moderation,
    participation,
    preferences,
    second_thoughts,
    standing_orders,
    succession,
    time,
)
from adjudicator.service.commands.command import Command, Given, Who
from adjudicator.store import audits
from adjudicator.store.tables import SeatKind, Telling

ALL: tuple[Command, ...] = (
    *information.COMMANDS,
    *time.COMMANDS,
    *standing_orders.COMMANDS,
    *letters.COMMANDS,
    *diary.COMMANDS,
    *preferences.COMMANDS,
    *second_thoughts.COMMANDS,
    *participation.COMMANDS,
    *addresses.COMMANDS,
    *confirmation.COMMANDS,
    *moderation.COMMANDS,
    *succession.COMMANDS,
)
"""Every command, in the order in which the help lists them."""

BY_ID = {command.id: command for command in ALL}
BY_NAME: dict[str, Command] = {
    " ".join(word.folded for word in words(name)): command
    for code in reversed(CODES)
    for command in ALL
    for name in language(code).forms(command.names)
}
"""Commands by their folded names; where two languages differ, English goes before."""
LONGEST_NAME = max(len(name.split()) for name in BY_NAME)
MOST = 12
"""Commands of one mail that are obeyed; nobody needs more."""
LONGEST_ORDER = 1000
"""Characters of a line that is quoted in the answer as the player wrote it."""
_ENDS = " .!:?"


SWITCH = ("campaign", "кампания", "кампании")
"""`campaign NAME`: the lines below it are for another campaign of the same player."""


class Part(msgspec.Struct, frozen=True):
    """What of a mail is for one campaign: its commands, its other lines also as they were written, its letters."""

    commands: tuple[Given, ...] = ()
    lines: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()
    campaign: str = ""
    """What the player called it; empty: the campaign that the mail was sent to."""
    letters: tuple[TextBlock, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.commands or self.lines or self.letters)


class Split(msgspec.Struct, frozen=True):
    """What is for the campaign of the mail, and parts for other campaigns."""

    here: Part
    elsewhere: tuple[Part, ...] = ()


def split(mail: ReadMail, *, desk: bool = False) -> Split:
    """Take a mail apart: campaigns, and in each the commands, the letters and the rest.

    `desk`: it came to a moderator's address.
    """
    here, *others = [_part(each, desk=desk) for each in _stretches(mail)]
    return Split(here, tuple(part for part in others if part))


def only_for(mail: ReadMail, wanted: Callable[[str], bool]) -> ReadMail:
    """The mail as if it held nothing but what stands below the lines `campaign NAME` with a wanted name."""
    kept = [each for each in _stretches(mail)[1:] if wanted(each.campaign)]
    before = 0
    letters: list[TextBlock] = []
    for each in kept:
        letters += [msgspec.structs.replace(letter, after=letter.after + before) for letter in each.letters]
        before += len(each.lines)
    lines = tuple(OwnLine(line, original) for each in kept for line, original in each.lines)
    return msgspec.structs.replace(
        mail,
        extract=Extract(Source.BODY, lines, marked=True),
        letters=tuple(letters),
        tokens=msgspec.structs.replace(mail.tokens, letters=()),
        prose=(),
        quoted=(),
        ignored=(),
        notes=tuple(note for note in mail.notes if note.code is NoteCode.TEXT_CUT),
    )


class _Stretch(msgspec.Struct, frozen=True):
    """The lines of a mail for one campaign, as they are read and as they were written, and the letters between."""

    campaign: str = ""
    lines: list[tuple[str, str]] = []
    letters: list[TextBlock] = []
    """`after` counts the lines of the stretch."""


def _stretches(mail: ReadMail) -> list[_Stretch]:
    """What stands before the first `campaign NAME`, and what behind each."""
    found = [_Stretch()]
    letters = list(mail.letters)

    def place(letter: TextBlock) -> None:
        found[-1].letters.append(msgspec.structs.replace(letter, after=len(found[-1].lines)))

    for number, (line, original) in enumerate(_own_lines(mail)):
        while letters and letters[0].after <= number:
            place(letters.pop(0))
        campaign = switch_of(line)
        if campaign is None:
            found[-1].lines.append((line, original))
        else:
            found.append(_Stretch(campaign))
    for letter in letters:
        place(letter)
    return found


def switch_of(line: str) -> str | None:
    """The campaign that a line `campaign NAME` names."""
    plain = order_part(line)
    given = words(plain)
    if len(given) < 2 or given[0].folded not in SWITCH:
        return None
    return plain[given[0].column - 1 + len(given[0].typed) :].strip(_ENDS + "\"'[]")


def _part(stretch: _Stretch, *, desk: bool) -> Part:
    given: list[Given] = []
    rest: list[tuple[str, str]] = []
    for line, original in stretch.lines:
        command = command_of(line, original, desk=desk)
        if command is None:
            rest.append((line, original))
        else:
            given.append(command)
    return Part(
        commands=_once(given),
        lines=tuple(line for line, _ in rest),
        originals=tuple(original[:LONGEST_ORDER] for _, original in rest),
        campaign=stretch.campaign,
        letters=tuple(stretch.letters[:MOST]),
    )


def _once(given: Sequence[Given]) -> tuple[Given, ...]:
    """Each command once, in the order of the mail."""
    found: dict[tuple[str, str], Given] = {}
    for each in given:
        found.setdefault((each.id, each.rest), each)
    return tuple(found.values())[:MOST]


def command_of(line: str, original: str = "", *, desk: bool = False) -> Given | None:
    """The command that a line is, if it is one. `desk`: a moderator's address, where there are no orders."""
    plain = order_part(line)
    given = words(plain)
    for length in range(min(LONGEST_NAME, len(given)), 0, -1):
        command = BY_NAME.get(" ".join(word.folded for word in given[:length]))
        if command is None:
            continue
        end = given[length - 1].column - 1 + len(given[length - 1].typed)
        rest = plain[end:].strip(" :") if command.verbatim else plain[end:].strip(_ENDS)
        if command.takes(rest) and (desk or command.anywhere(rest)):
            return Given(command.id, rest, original or line)
    return None


def obey(act: Act, given: Iterable[Given], *, before: bool) -> Said:
    """Obey those of the commands that come before, or after, the orders of the mail. Returns what all of them say."""
    return together([_obeyed(act, command, each) for each in given if (command := BY_ID[each.id]).before is before])


def _obeyed(act: Act, command: Command, given: Given) -> Said:
    """What one command says. What a moderator changes by mail stands in the audit trail like his other acts."""
    try:
        said = command.obey(act, given.rest)
    except CannotBe as why:
        return command.refused(act, why)
    campaign_id = act.table.campaign.id
    if command.private:
        return said
    if said.changed and act.seat.kind is SeatKind.MODERATOR and not audit.recorded(act.session, campaign_id):
        holder = act.seat.of(act.person_id)
        by = holder.name if holder else "moderator"
        details = {"mail": act.mail.message_id, "said": given.rest}
        telling = Telling.REPORT if command.touches_play else Telling.NOBODY
        audits.record(act.session, campaign_id, audits.NewAct(by, command.id, details, telling), act.now)
    return said


def words_of(who: Who, language: Language) -> tuple[str, ...]:
    """The commands that help lists for somebody, by name."""
    return tuple(command.name(language) for command in ALL if command.offered(who))


def listed(who: Who, language: Language) -> tuple[Item, ...]:
    """The commands that somebody may use now, as the help shows them."""
    return tuple(
        Item(name=" ".join((command.name(language), command.argument(language))).strip(), text=command.help(language))
        for command in ALL
        if command.offered(who)
    )


def _own_lines(mail: ReadMail) -> list[tuple[str, str]]:
    """The lines of the player, normalised and as he wrote them.

    `orders` alone on a line looks like the first line of an order block. If the block is empty, or nobody closed it
    and nothing but commands stands in it, it was meant as the command, and the lines above it count too.
    """
    inside = list(zip(mail.lines, _originals(mail), strict=True))
    lone = [line.text for line in mail.ignored if line.why in (Why.FORM, Why.MARKER) and command_of(line.text)]
    if not lone:
        return inside
    if not any(note.code is NoteCode.NO_END for note in mail.notes):
        return [*inside, (lone[0], lone[0])] if any(line.why is Why.FORM for line in mail.ignored) else inside
    if not all(command_of(line) or switch_of(line) for line, _ in inside):
        return inside
    above = [line.text for line in mail.ignored if line.why is Why.OUTSIDE]
    return [*((line, line) for line in (*above, lone[0])), *inside]


def _originals(mail: ReadMail) -> Sequence[str]:
    """The lines as they were written; those of a subject are parts of one line and stand as they are."""
    if mail.extract is None or mail.extract.source is Source.SUBJECT:
        return mail.lines
    return [line.original for line in mail.extract.lines]
