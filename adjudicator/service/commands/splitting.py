"""A mail taken apart: what is for which campaign, and in each the commands, the letters and the orders."""

from collections.abc import Callable, Iterable

import msgspec

from adjudicator.mail import Extract, OwnLine, ReadMail, Source
from adjudicator.mail.model import NoteCode, TextBlock, Why
from adjudicator.orders.text import words
from adjudicator.service.commands.command import Given
from adjudicator.service.commands.registry import ENDS, command_of, is_led, without_lead
from adjudicator.service.play.claimed_lines import Claims

MOST = 12
"""Commands of one mail that are obeyed; nobody needs more."""
LONGEST_ORDER = 1000
"""Characters of a line that is quoted in the answer as the player wrote it."""
SWITCH = ("campaign", "кампания", "кампании")
"""`campaign NAME`: the lines below it are for another campaign of the same player."""


class Author(msgspec.Struct, frozen=True):
    """What is known of the author of a mail that is taken apart: which lines that read like commands are orders of
    the game all the same, and which names are those of campaigns in which they play.
    """

    claims: Claims | None = None
    plays_in: Callable[[str], bool] = lambda _: True


NOBODY = Author()


class Part(msgspec.Struct, frozen=True):
    """What of a mail is for one campaign: its commands, its other lines also as they were written, its letters."""

    commands: tuple[Given, ...] = ()
    lines: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()
    campaign: str = ""
    """What the player called it; empty: the campaign that the mail was sent to."""
    letters: tuple[TextBlock, ...] = ()
    claimed: tuple[str, ...] = ()
    """Lines that are orders of the game and read like commands of the service."""

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.commands or self.lines or self.letters)


class Split(msgspec.Struct, frozen=True):
    """What is for the campaign of the mail, and parts for other campaigns."""

    here: Part
    elsewhere: tuple[Part, ...] = ()


def split(mail: ReadMail, *, desk: bool = False, author: Author = NOBODY) -> Split:
    """Take a mail apart: campaigns, and in each the commands, the letters and the rest.

    `desk`: it came to a moderator's address.
    """
    here, *others = [_part(each, desk=desk) for each in _stretches(mail, author, desk=desk)]
    return Split(here, tuple(part for part in others if part))


def only_for(mail: ReadMail, wanted: Callable[[str], bool], author: Author) -> ReadMail:
    """The mail as if it held nothing but what stands below the lines `campaign NAME` with a wanted name."""
    kept = [each for each in _stretches(mail, author)[1:] if wanted(each.campaign)]
    before = 0
    letters: list[TextBlock] = []
    for each in kept:
        letters += [msgspec.structs.replace(letter, after=letter.after + before) for letter in each.letters]
        before += len(each.lines)
    lines = tuple(line for each in kept for line in each.lines)
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
    lines: list[OwnLine] = []
    letters: list[TextBlock] = []
    """`after` counts the lines of the stretch."""
    claimed: list[OwnLine] = []
    """Those of the lines that the game claims."""

    def orders(self, *, desk: bool) -> list[str]:
        """The lines that are no commands, as they are read."""
        return [line.text for line in self.lines if line in self.claimed or command_of(line.text, desk=desk) is None]


def _stretches(mail: ReadMail, author: Author, *, desk: bool = False) -> list[_Stretch]:
    """What stands before the first `campaign NAME`, and what behind each."""
    found = [_Stretch()]
    letters = list(mail.letters)

    def place(letter: TextBlock) -> None:
        found[-1].letters.append(msgspec.structs.replace(letter, after=len(found[-1].lines)))

    for number, line in enumerate(_own_lines(mail)):
        while letters and letters[0].after <= number:
            place(letters.pop(0))
        campaign, claims = switch_of(line.text), None if found[1:] else author.claims
        if _is_claimed(line.text, found[-1], claims, desk=desk):
            found[-1].claimed.append(line)
        elif campaign is not None and (author.plays_in(campaign) or _is_unknown(line.text, found[-1], claims)):
            found.append(_Stretch(campaign))
            continue
        found[-1].lines.append(line)
    for letter in letters:
        place(letter)
    return found


def _is_claimed(line: str, stretch: _Stretch, claims: Claims | None, *, desk: bool) -> bool:
    """Whether a line that reads like a command is an order of the game that is legal behind the lines before it."""
    if claims is None or (switch_of(line) is None and command_of(line, desk=desk) is None) or is_led(line):
        return False
    return claims.legal(line, stretch.orders(desk=desk))


def _is_unknown(line: str, stretch: _Stretch, claims: Claims | None) -> bool:
    """Whether a line names a campaign that is none of the author's, and not an order that the game has something
    against. Behind another such line it is left to that campaign.
    """
    return not stretch.campaign and (claims is None or is_led(line) or not claims.speaks(line))


def switch_of(line: str) -> str | None:
    """The campaign that a line `campaign NAME` names."""
    plain = without_lead(line)
    given = words(plain)
    if len(given) < 2 or given[0].folded not in SWITCH:
        return None
    return plain[given[0].column - 1 + len(given[0].typed) :].strip(ENDS + "\"'[]")


def _part(stretch: _Stretch, *, desk: bool) -> Part:
    read = [
        (line, None if line in stretch.claimed else command_of(line.text, line.original, desk=desk))
        for line in stretch.lines
    ]
    rest = [line for line, command in read if command is None]
    return Part(
        commands=_once(command for _, command in read if command is not None),
        lines=tuple(line.text for line in rest),
        originals=tuple(line.original[:LONGEST_ORDER] for line in rest),
        campaign=stretch.campaign,
        letters=tuple(stretch.letters[:MOST]),
        claimed=tuple(line.original[:LONGEST_ORDER] for line in stretch.claimed),
    )


def _once(given: Iterable[Given]) -> tuple[Given, ...]:
    """Each command once, in the order of the mail."""
    found: dict[tuple[str, str], Given] = {}
    for each in given:
        found.setdefault((each.id, each.rest), each)
    return tuple(found.values())[:MOST]


def _own_lines(mail: ReadMail) -> list[OwnLine]:
    """The lines of the player; those of a subject are parts of one line and stand as they are.

    `orders` alone on a line looks like the first line of an order block. If the block is empty, or nobody closed it
    and nothing but commands stands in it, it was meant as the command, and the lines above it count too.
    """
    extract = mail.extract
    if extract is None or extract.source is Source.SUBJECT:
        inside = [OwnLine(line, line) for line in mail.lines]
    else:
        inside = [*extract.lines]
    lone = [line.text for line in mail.ignored if line.why in (Why.FORM, Why.MARKER) and command_of(line.text)]
    if not lone:
        return inside
    if not any(note.code is NoteCode.NO_END for note in mail.notes):
        return [*inside, OwnLine(lone[0], lone[0])] if any(line.why is Why.FORM for line in mail.ignored) else inside
    if not all(command_of(line.text) or switch_of(line.text) for line in inside):
        return inside
    above = [line.text for line in mail.ignored if line.why is Why.OUTSIDE]
    return [*(OwnLine(line, line) for line in (*above, lone[0])), *inside]
