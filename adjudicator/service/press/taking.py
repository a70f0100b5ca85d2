"""The letters of a mail: each is sent or refused, and the answer says which, with a copy."""

import re
from collections.abc import Callable, Sequence

import msgspec

from adjudicator.mail.model import NoteCode, PictureFile, ReplyLine, TextBlock
from adjudicator.orders.text import tokenize
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.play import ordering
from adjudicator.service.press.addressing import OPENING, Address, BadAddress, directory, read_opening
from adjudicator.service.press.content import Audience, Group
from adjudicator.service.press.refusals import bad_address, bad_time, not_sent, why_not
from adjudicator.service.press.sending import (
    Draft,
    NotSent,
    answer_to,
    arrival_of,
    asked_for,
    carried,
    judge,
    policy_of,
    send,
)
from adjudicator.service.press.showing import Names, Sending, copy_of
from adjudicator.service.press.stray_orders import is_open_code, orders_behind
from adjudicator.service.press.times import divided
from adjudicator.service.timing.dates import BadDates
from adjudicator.store.tables import SeatKind

_BARE = re.compile(rf"\s*{OPENING}\s*:(.*)", re.IGNORECASE)
MOST_TRIED = 12
"""Lines of an answer to a letter that are looked at, whether they would be orders."""


def take_answer(
    act: CommandContext, key: str, lines: Sequence[ReplyLine], is_command: Callable[[str], bool]
) -> CommandReply:
    """Take a whole message that answers a press message as a press message, unless it seems to be meant for us."""
    suspicious = _would_be_orders(act, lines, is_command)
    if suspicious:
        return _refused(act, _meant_for_us(act, suspicious), _text("", lines))
    return _send(act, lambda: answer_to(act.table, act.seat, key, _text("", lines)), _text("", lines))


def take_block(act: CommandContext, block: TextBlock) -> CommandReply:
    """Send a letter that stands in a mail as a block of its own (`press to …`)."""
    bare = _BARE.fullmatch(block.opening)
    answered = act.mail.tokens.letters
    if bare is not None and answered:
        lines = _text(bare[2].strip(), block.lines)
        return _send(act, lambda: answer_to(act.table, act.seat, answered[0], lines), lines)
    known = directory(act.table.seats, act.table.match.game.part("report"))
    try:
        address = read_opening(block.opening, known, act.seat.language)
    except BadAddress as bad:
        return _refused(act, bad_address(_names(act), bad, _within_reach(act)), _whole(block))
    lines = _text(address.text, block.lines)
    forgotten = "" if block.closed else orders_behind(act, block.lines)
    if forgotten:
        return _refused(act, (_not_closed(act, forgotten),), lines)
    return _send(act, lambda: _draft(act, address, lines), lines)


def _within_reach(act: CommandContext) -> tuple[Audience, ...]:
    """Return whom the seat could write to."""
    kinds = {seat.kind for seat in act.table.seats}
    groups = [Group.ALL]
    groups += [Group.OBSERVERS] if SeatKind.OBSERVER in kinds else []
    groups += [Group.MODERATOR] if SeatKind.MODERATOR in kinds else []
    seats = [Audience(seats=(player.id,)) for player in act.table.players if player.id != act.seat.id]
    return (*seats, *(Audience(groups=(group,)) for group in groups))


def _draft(act: CommandContext, address: Address, lines: tuple[str, ...]) -> Draft:
    return Draft(
        to=address.to,
        sign=address.sign,
        knowing=address.knowing,
        lines=lines,
        guise=address.guise,
        arrival=asked_for(act.table, address.when, act.zone) if address.when else None,
    )


def _send(act: CommandContext, make: Callable[[], Draft], lines: tuple[str, ...]) -> CommandReply:
    try:
        draft = make()
        letter = judge(act.table, act.seat, draft)
    except NotSent as trouble:
        return _refused(act, why_not(act.language, trouble, policy_of(act.table.campaign)), lines)
    except BadDates as bad:
        return _refused(act, (bad_time(act.language, bad),), lines)
    arrival = arrival_of(act.table, letter, draft.arrival)
    shown = carried(act.table, act.seat, act.mail)
    sending = Sending(
        arrival=arrival,
        moment=act.language.time(arrival.at, act.zone, act.now),
        pictures=len(shown),
        attached=_attached(act, shown),
    )
    if act.checking:
        told = copy_of(_names(act), letter, sending)
        return CommandReply(sections=(told,), title=act.language.gettext("letter not sent"))
    sent = send(act.table, letter, arrival, [each.png for each in shown]).due_at <= act.now
    return CommandReply(
        sections=(copy_of(_names(act), letter, msgspec.structs.replace(sending, sent=sent)),),
        title=act.language.gettext("letter sent") if sent else act.language.gettext("letter accepted"),
        changed=True,
        carried=tuple(each.name for each in shown if each.name not in sending.attached),
    )


def _attached(act: CommandContext, shown: Sequence[PictureFile]) -> tuple[str, ...]:
    """Return the names of files that came with a press message and do not go with it."""
    codes = (NoteCode.ATTACHMENT_NOT_OPENED, NoteCode.WINMAIL)
    pictures = {picture.name for picture in act.mail.pictures}
    others = [note.detail for note in act.mail.notes if note.code in codes and note.detail not in pictures]
    return (*others, *(picture.name for picture in act.mail.pictures if picture not in shown))


def _refused(act: CommandContext, sentences: tuple[str, ...], lines: tuple[str, ...]) -> CommandReply:
    section = not_sent(act.language, *sentences, lines=lines[:40])
    return CommandReply(sections=(section,), title=act.language.gettext("letter not sent"))


def _names(act: CommandContext) -> Names:
    return Names(act.table.seats, act.table.match.game.part("report"), act.language)


def _text(first: str, lines: Sequence[ReplyLine]) -> tuple[str, ...]:
    """Return the lines as they were written, with the empty lines between them."""
    text = [first] if first else []
    for line in lines:
        if line.gap and text:
            text.append("")
        text.append(line.original)
    return tuple(text)


def _whole(block: TextBlock) -> tuple[str, ...]:
    """Return the text of a block whose first line was not understood."""
    return _text(divided(block.opening)[2].strip(), block.lines)


def _would_be_orders(act: CommandContext, lines: Sequence[ReplyLine], is_command: Callable[[str], bool]) -> str:
    """Return the line of an answer to a press message that reads as an order or a command; empty if none does."""
    if lines and all(is_command(line.text) for line in lines):
        return lines[0].original
    if act.seat.kind is not SeatKind.PLAYER:
        return ""
    for line in lines[:MOST_TRIED]:
        if is_open_code(act, line.text) or _reads_as_order(act, line.text):
            return line.original
    return ""


def _reads_as_order(act: CommandContext, line: str) -> bool:
    if len(tokenize(line)) > 12:
        return False
    (row, *_) = ordering.foresee(act.table, act.seat, [line]).rows or (None,)
    return row is not None and row.outcome in (OrderOutcome.LEGAL, OrderOutcome.DONE, OrderOutcome.REFUSED)


def _meant_for_us(act: CommandContext, line: str) -> tuple[str, ...]:
    language = act.language
    address = act.service.reply_address(act.seat.token, act.seat.mailbox)
    return (
        language.gettext(
            "Your email answers a letter, but the line “%(line)s” reads as if it were meant for the adjudicator.",
            line=line,
        ),
        language.gettext(
            "If it is an order or a command, answer the email that asks you, or write to %(address)s.", address=address
        ),
        language.gettext("If it is a letter, send it again with the line “press:” above it."),
    )


def _not_closed(act: CommandContext, line: str) -> str:
    return act.language.gettext(
        "Its last line “%(line)s” is one of your answers, and a letter goes on to the end of the email. "
        "Put “end press” below your letter and the orders behind it, or the orders first.",
        line=line,
    )
