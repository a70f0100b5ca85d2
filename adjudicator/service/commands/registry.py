"""The commands: which there are, which lines are some, and obeying them.

A new command is a class (see `adjudicator.service.commands.command`) in a module of `adjudicator.service.commands`, and
stands in the `COMMANDS` of its module.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import msgspec

from adjudicator.language import CODES, Language, language
from adjudicator.orders.text import order_part, tokenize
from adjudicator.orders.text.common import without_courtesies
from adjudicator.reports.model import Item
from adjudicator.service import extensions
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.act import CommandContext, CommandReply, together
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.commands import (
    addresses,
    advice,
    confirmation,
    diary,
    gathering,
    habits,
    information,
    letters,
    moderation,
    offers,
    overviews,
    participation,
    plans,
    practices,
    preferences,
    second_thoughts,
    standing_orders,
    succession,
    time,
    votes,
)
from adjudicator.service.commands.command import ANYBODY, Command, Given, Scope, Who
from adjudicator.store import audits
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind, Telling

ALL: tuple[Command, ...] = (
    *information.COMMANDS,
    *time.COMMANDS,
    *standing_orders.COMMANDS,
    *plans.COMMANDS,
    *advice.COMMANDS,
    *offers.COMMANDS,
    *letters.COMMANDS,
    *diary.COMMANDS,
    *preferences.COMMANDS,
    *habits.COMMANDS,
    *second_thoughts.COMMANDS,
    *participation.COMMANDS,
    *practices.COMMANDS,
    *addresses.COMMANDS,
    *confirmation.COMMANDS,
    *moderation.COMMANDS,
    *overviews.COMMANDS,
    *succession.COMMANDS,
    *votes.COMMANDS,
    *chain.from_iterable(extensions.extensions_of("commands")),
)
"""Every command, in the order in which the help lists them."""

BEFORE_MATCH: tuple[Command, ...] = (*(command for command in ALL if command.before_match), *gathering.COMMANDS)
"""The commands that are understood before the match begins."""


def _by_name(commands: Sequence[Command]) -> dict[str, Command]:
    """Return commands by their folded names; where two languages differ, English goes before."""
    return {
        " ".join(word.folded for word in tokenize(name)): command
        for code in reversed(CODES)
        for command in commands
        for name in language(code).forms(command.names)
    }


BY_ID = {command.id: command for command in (*ALL, *BEFORE_MATCH)}
BY_NAME, _BY_NAME_BEFORE = _by_name(ALL), _by_name(BEFORE_MATCH)
LONGEST_NAME = max(len(name.split()) for name in BY_NAME)
ENDS = " .!:?"


LEAD = {"en": ("command",), "ru": ("команда",)}
"""`command wait`: the command of the service, also where a game has an order that reads like it."""
LEADS = frozenset(form for code in CODES for form in language(code).forms(LEAD))


def is_led(line: str) -> bool:
    """Return whether the line says that it is a command."""
    given = tokenize(order_part(line))
    return len(given) > 1 and given[0].folded in LEADS


def without_lead(line: str) -> str:
    """Return the line without remarks, and without the word that marks it as a command."""
    plain = order_part(line)
    return plain[tokenize(plain)[1].column - 1 :] if is_led(line) else plain


def command_of(line: str, original: str = "", *, desk: bool = False) -> Given | None:
    """Return the command that a line is, or None.

    `desk`: the line was sent to a moderator's address, where there are no orders.
    """
    plain = without_lead(line)
    given = tokenize(plain)
    asked = next((n for n in (3, 2, 1) if " ".join(word.folded for word in given[:n]) in _SHOW), 0)
    if 0 < asked < len(given):
        rest = plain[given[asked].column - 1 :]
        shown = _named(rest, original or line, desk=desk) or _named(f"board {rest}", original or line, desk=desk)
        if shown is not None:
            return shown if BY_ID[shown.id].harmless else None
    found = _named(plain, original or line, desk=desk)
    if found is None and (bare := without_courtesies(plain)) not in ("", plain):
        found = _named(bare, original or line, desk=desk)
        return found if found is not None and BY_ID[found.id].politely(found.rest) else None
    return found


_SHOW = frozenset(
    ("show", "show me", "please show", "please show me", "send me", "give me", "let me see",
     "покажи", "покажите", "покажи мне", "покажите мне", "пришли", "пришлите", "покажи пожалуйста")
)  # fmt: skip
"""Words that may stand before a command that only shows something."""


def before_match(line: str, seat: SeatAtTable) -> Given | None:
    """Return the command that a line of a mail for a seat is before the match begins, or None."""
    plain = without_lead(line)
    given = _named(plain, line, desk=True, known=_BY_NAME_BEFORE)
    if given is None or BY_ID[given.id].politely(given.rest):
        given = _named(without_courtesies(plain), line, desk=True, known=_BY_NAME_BEFORE) or given
    return given if given is not None and BY_ID[given.id] in offered_before_match(seat) else None


def offered_before_match(seat: SeatAtTable) -> tuple[Command, ...]:
    """Return the commands that the people of a seat may use before the match begins."""
    return tuple(command for command in BEFORE_MATCH if command.offered(_WHO[seat.kind]))


_WHO = {SeatKind.PLAYER: Who.PLAYER, SeatKind.MODERATOR: Who.MODERATOR, SeatKind.OBSERVER: ANYBODY}


def _named(plain: str, original: str, *, desk: bool, known: Mapping[str, Command] = BY_NAME) -> Given | None:
    given = tokenize(plain)
    for length in range(min(LONGEST_NAME, len(given)), 0, -1):
        command = known.get(" ".join(word.folded for word in given[:length]))
        if command is None:
            continue
        end = given[length - 1].column - 1 + len(given[length - 1].typed)
        rest = plain[end:].strip(" :") if command.verbatim else plain[end:].strip(ENDS)
        if command.takes(rest) and (desk or command.anywhere(rest)):
            return Given(command.id, rest, original)
    return None


def obey(act: CommandContext, given: Iterable[Given], *, before: bool) -> CommandReply:
    """Obey those of the commands that come before, or after, the orders of the mail. Returns what all of them say."""
    return together([obey_one(act, each) for each in given if BY_ID[each.id].before is before])


def obey_one(act: CommandContext, given: Given) -> CommandReply:
    """Obey one command. Return what it says for all seats that are meant.

    If it did something for some seats, the others are passed over. If the results differ, each seat has its own.
    """
    command, seats = BY_ID[given.id], act.meant(given.seat)
    if len(seats) == 1 or command.scope is Scope.ONCE:
        return _obeyed(act.for_seat(seats[0]), command, given)
    if command.scope is Scope.ONE:
        return act.says(command.heading or command.name(act.language), which_seat(act, given.original))
    told = [(seat, _obeyed(act.for_seat(seat), command, given)) for seat in seats]
    told = [each for each in told if each[1].changed] or told
    alike = all(said == told[0][1] for _, said in told)
    return told[0][1] if alike else together([_headed(act, seat, said) for seat, said in told])


def _headed(act: CommandContext, seat: SeatAtTable, said: CommandReply) -> CommandReply:
    """Return what is said for one of several seats, with the seat named in the headings."""
    name = act.seat_called(seat.name)
    sections = (
        msgspec.structs.replace(section, heading=f"{name}: {section.heading}" if section.heading else name)
        for section in said.sections
    )
    return msgspec.structs.replace(said, sections=tuple(sections))


def which_seat(act: CommandContext, line: str) -> str:
    """Ask which seat is meant, if only one of several can be."""
    names = act.language.listing([act.seat_called(seat.name) for seat in act.meant()], "or")
    return act.language.gettext(
        "For which of your seats: %(seats)s? Nothing was done. Write its name before the line, for example: %(line)s",
        seats=names,
        line=f"{act.seat_called(act.seat.name)}: {line}",
    )


def _obeyed(act: CommandContext, command: Command, given: Given) -> CommandReply:
    """Carry out one command and return its reply.

    What a moderator changes by email is recorded in the audit trail.
    """
    try:
        moderation.require(act, command)
        said = command.obey(act, given.rest)
    except Rejected as why:
        return command.refused(act, why)
    campaign_id = act.roster.campaign.id
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
    """Return the names of the commands that the help lists for somebody."""
    return tuple(command.name(language) for command in ALL if command.offered(who))


def listed(who: Who, language: Language) -> tuple[Item, ...]:
    """Return the commands that somebody may use now, as the help shows them."""
    return tuple(command.item(language) for command in ALL if command.offered(who))
