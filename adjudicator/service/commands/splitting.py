"""A mail taken apart: what is for which campaign, and in each the commands, the letters and the orders."""

from collections.abc import Callable, Collection, Container, Iterable, Sequence

import msgspec

from adjudicator.mail.model import Extract, NoteCode, Quote, ReadMail, ReplyLine, SkipReason, Source, TextBlock
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.closings import closing
from adjudicator.service.commands import votes
from adjudicator.service.commands.command import Given
from adjudicator.service.commands.registry import BY_ID, ENDS, command_of, is_led, without_lead
from adjudicator.service.play.attribution import Claims
from adjudicator.service.play.headings import SeatNames, headed, split_seat_name
from adjudicator.service.play.plans.reading import begins_plan

MOST = 12
"""Commands of one mail that are obeyed, and letters that are sent on; nobody needs more."""
LONGEST_ORDER = 1000
"""Characters of a line that is quoted in the answer as the player wrote it."""
SWITCH = ("campaign", "кампания", "кампании")
"""`campaign NAME`: the lines below it are for another campaign of the same player."""


class Author(msgspec.Struct, frozen=True):
    """The facts known about the author of a message that is split up.

    They tell which lines that read like commands are orders of the game all the same, and which names are those of
    campaigns in which the author plays.
    """

    claims: Claims | None = None
    plays_in: Callable[[str], bool] = lambda _: True
    names: SeatNames = SeatNames()
    """Seats by folded names, which may stand above lines (`[amber]`) or before one (`amber: work mill`)."""
    seats: Container[str] = ()
    """The seats of them that are the author's."""


NOBODY = Author()


class Part(msgspec.Struct, frozen=True):
    """The part of a mail for one campaign: its commands, its other lines also as they were written, its letters."""

    commands: tuple[Given, ...] = ()
    lines: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()
    quotes: tuple[Quote | None, ...] = ()
    """The quote below which each line is written, if it is."""
    seats: tuple[str, ...] = ()
    """The author's seat that each line is for, by the name above or before it ("": none is named)."""
    campaign: str = ""
    """What the player called it; empty: the campaign that the mail was sent to."""
    letters: tuple[TextBlock, ...] = ()
    letter_seats: tuple[str, ...] = ()
    """The same, for each letter."""
    doubtful: tuple[str, ...] = ()
    """Lines that are orders of the game, and would do something as commands of the service."""
    beyond: tuple[str, ...] = ()
    """Commands, and the first lines of letters, that are more than one mail may hold."""

    def __bool__(self) -> bool:
        """Return whether there is anything in it."""
        return bool(self.commands or self.lines or self.letters)


class Split(msgspec.Struct, frozen=True):
    """A mail that was split: the part for its own campaign, and parts for other campaigns."""

    here: Part
    elsewhere: tuple[Part, ...] = ()


def split(mail: ReadMail, *, desk: bool = False, author: Author = NOBODY) -> Split:
    """Take a mail apart: campaigns, and in each the commands, the letters and the rest.

    `desk`: it came to a moderator's address.
    """
    first, *behind = _stretches(mail, author, desk=desk)
    here, others = _part(first, desk=desk, author=author), [_part(each, desk=desk) for each in behind]
    return Split(here, tuple(part for part in others if part))


def only_for(mail: ReadMail, wanted: Callable[[str], bool], author: Author) -> ReadMail:
    """Return the message reduced to what follows the lines `campaign NAME` with a wanted name."""
    kept = [stretch for stretch in _stretches(mail, author)[1:] if wanted(stretch.campaign)]
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
        notes=tuple(note for note in mail.notes if note.code is not NoteCode.NO_END),
    )


class _Stretch(msgspec.Struct, frozen=True):
    """The lines of a mail for one campaign, as they are read and as they were written, and the letters between."""

    campaign: str = ""
    lines: list[ReplyLine] = []
    letters: list[TextBlock] = []
    """`after` counts the lines of the stretch."""
    claimed: list[ReplyLine] = []
    """The lines that the game claims."""
    doubtful: list[ReplyLine] = []
    """The lines that would do something as a command."""


def _stretches(mail: ReadMail, author: Author, *, desk: bool = False) -> list[_Stretch]:
    """Split a message into what precedes the first `campaign NAME` and what follows each of them."""
    found = [_Stretch()]
    letters = list(mail.letters)
    lines = _own_lines(mail)
    claimed, plans = _claimed([line.text for line in lines], author, desk=desk), False

    def place(letter: TextBlock) -> None:
        found[-1].letters.append(msgspec.structs.replace(letter, after=len(found[-1].lines)))

    for number, line in enumerate(lines):
        while letters and letters[0].after <= number:
            place(letters.pop(0))
        campaign, claims = switch_of(line.text), None if found[1:] else author.claims
        if not desk and campaign is None and (plans or begins_plan(line.text)):
            plans = True  # it goes on to the end: no line of it is a command
            found[-1].claimed.append(line)
        elif number in claimed:
            found[-1].claimed.append(line)
            if author.plays_in(campaign) if campaign is not None else not _means_the_same(line.text):
                found[-1].doubtful.append(line)
        elif campaign is not None and (author.plays_in(campaign) or _is_unknown(line.text, found[-1], claims)):
            found.append(_Stretch(campaign))
            plans = False
            continue
        found[-1].lines.append(line)
    for letter in letters:
        place(letter)
    return found


def _means_the_same(line: str) -> bool:
    """Return whether the command that the line reads like is what the game understands by it."""
    given = command_of(line)
    return given is not None and BY_ID[given.id].for_game


def _claimed(lines: Sequence[str], author: Author, *, desk: bool) -> frozenset[int]:
    """Return the places of lines that read like commands and are legal orders of the game after the lines before.

    They are tried with the lines that may be orders, all at once; again only behind a line that names a campaign of the
    author, and is an order all the same.
    """
    claims = author.claims
    if claims is None:
        return frozenset()
    may_be: list[int] = []
    asked: set[int] = set()
    found: frozenset[int] = frozenset()
    plans = False
    for place, line in enumerate(lines):
        campaign = switch_of(line)
        plans = plans or (campaign is None and not desk and begins_plan(line))
        if campaign is not None or not (plans or command_of(line, desk=desk) is None):
            if is_led(line) or not claims.speaks(line):
                if campaign is not None:
                    break
                continue
            asked.add(place)
        elif author.names and not split_seat_name(line, author.names)[1]:
            continue
        may_be.append(place)
        if place in asked and campaign is not None and author.plays_in(campaign):
            found |= _tried(lines, may_be, asked, claims)
            if place not in found:
                return found
            may_be = [each for each in may_be if each in found or each not in asked]
            asked = set()
    return found | _tried(lines, may_be, asked, claims)


def _tried(lines: Sequence[str], may_be: Sequence[int], asked: Collection[int], claims: Claims) -> frozenset[int]:
    """Return those of the places asked for that hold legal orders, tried after those before that may be orders."""
    if not asked:
        return frozenset()
    tried = may_be[: may_be.index(max(asked)) + 1]
    orders = claims.orders_in([lines[place] for place in tried])
    return frozenset(place for number, place in enumerate(tried) if place in asked and number in orders)


def _is_unknown(line: str, stretch: _Stretch, claims: Claims | None) -> bool:
    """Return whether a line names a campaign the author does not play in, and is not an order that the game rejects.

    After another such line it is left to that campaign.
    """
    return not stretch.campaign and (claims is None or is_led(line) or not claims.speaks(line))


def voted(line: str) -> Given | None:
    """Return the command that a yes or no to a vote is; None for any other line."""
    said = votes.read(line)
    alone = said is not None and said.yes is not None and (said.kind, said.names, said.number) == (None, (), 0)
    return Given(votes.Vote.id, line, line) if alone else None


def switch_of(line: str) -> str | None:
    """Return the campaign that a line `campaign NAME` names."""
    plain = without_lead(line)
    given = tokenize(plain)
    if len(given) < 2 or given[0].folded not in SWITCH:
        return None
    return plain[given[0].column - 1 + len(given[0].typed) :].strip(ENDS + "\"'[]")


def _part(stretch: _Stretch, *, desk: bool, author: Author = NOBODY) -> Part:
    lines, letter_seats = _headed(stretch, author)
    commands: list[Given] = []
    rest: list[tuple[str, ReplyLine]] = []
    goes_on = False
    for seat, line in lines:
        if goes_on and BY_ID[commands[-1].id].goes_on(line.text):
            commands[-1] = _with_line(commands[-1], line)
            continue
        command = None if line in stretch.claimed else command_of(line.text, line.original, desk=desk)
        if command is None or (seat and seat not in author.seats):
            rest.append((seat, line))
            goes_on = False
        else:
            goes_on = True
            commands.append(msgspec.structs.replace(command, seat=seat))
    if commands and (end := closing([line.text for _, line in rest], alone=True)) is not None and not end.start:
        rest = rest[: end.line]
    once = _once(commands)
    return Part(
        commands=once[:MOST],
        lines=tuple(line.text for _, line in rest),
        originals=tuple(line.original[:LONGEST_ORDER] for _, line in rest),
        quotes=tuple(line.below for _, line in rest),
        seats=tuple(seat for seat, _ in rest),
        campaign=stretch.campaign,
        letters=tuple(stretch.letters[:MOST]),
        letter_seats=letter_seats,
        doubtful=tuple(line.original[:LONGEST_ORDER] for line in stretch.doubtful),
        beyond=(*(each.original for each in once[MOST:]), *(letter.opening for letter in stretch.letters[MOST:])),
    )


def _with_line(command: Given, line: ReplyLine) -> Given:
    """Return a command with one more line that belongs to it."""
    return msgspec.structs.replace(
        command, rest=f"{command.rest}\n{line.text}", original=f"{command.original}; {line.original}"
    )


def _headed(stretch: _Stretch, author: Author) -> tuple[Sequence[tuple[str, ReplyLine]], tuple[str, ...]]:
    """Return the lines without their headings, each with the seat it is for, and the seat of each press message."""
    letters = stretch.letters[:MOST]
    if not author.names:
        return [("", line) for line in stretch.lines], ("",) * len(letters)
    read = headed([line.text for line in stretch.lines], author.names)
    of_letters = [
        next((seat for seat, text in reversed(read[: letter.after]) if seat and not text), "") for letter in letters
    ]
    found = [
        (seat, msgspec.structs.replace(line, text=text) if seat else line)
        for line, (seat, text) in zip(stretch.lines, read, strict=True)
        if text or not seat
    ]
    return found, tuple(seat if seat in author.seats else "" for seat in of_letters)


def _once(given: Iterable[Given]) -> tuple[Given, ...]:
    """Return each command once, in the order of the mail."""
    found: dict[tuple[str, str, str], Given] = {}
    for each in given:
        found.setdefault((each.id, each.rest, each.seat), each)
    return tuple(found.values())


def _own_lines(mail: ReadMail) -> list[ReplyLine]:
    """Return the lines of the player; those of a subject are parts of one line and stay as they are.

    `orders` alone on a line looks like the first line of an order block. If the block is empty, or it was not closed
    and contains only commands, it was meant as the command, and the lines above it count too.
    """
    extract = mail.extract
    if extract is None or extract.source is Source.SUBJECT:
        inside = [ReplyLine(line, line) for line in mail.lines]
    else:
        inside = [*extract.lines]
    lone = [
        line.text for line in mail.ignored if line.why in (SkipReason.FORM, SkipReason.MARKER) and command_of(line.text)
    ]
    if not lone:
        return inside
    if not any(note.code is NoteCode.NO_END for note in mail.notes):
        return (
            [*inside, ReplyLine(lone[0], lone[0])]
            if any(line.why is SkipReason.FORM for line in mail.ignored)
            else inside
        )
    if not all(command_of(line.text) or switch_of(line.text) for line in inside):
        return inside
    above = [line.text for line in mail.ignored if line.why is SkipReason.OUTSIDE]
    return [*(ReplyLine(line, line) for line in (*above, lone[0])), *inside]
