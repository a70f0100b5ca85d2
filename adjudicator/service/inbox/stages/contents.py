"""Stages that ask what a mail of the seat's own people holds, and do it."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

import msgspec

from adjudicator.language import msgid
from adjudicator.mail.model import NoteCode, ReadMail, TextBlock
from adjudicator.mail.routing import HoldReason
from adjudicator.orders.sets import is_check
from adjudicator.orders.text import normalize_word, tokenize
from adjudicator.service.campaign.act import CommandContext, CommandReply, together
from adjudicator.service.commands import diary, registry, splitting
from adjudicator.service.inbox import duplicates, late_orders, one_line, other_campaigns, own_lines, questions, replies
from adjudicator.service.inbox.held_mails import ONLY_LOOKS, hold
from adjudicator.service.inbox.identity import seats_behind
from adjudicator.service.inbox.passing import MessageContext
from adjudicator.service.outbox import answers
from adjudicator.service.outbox.payloads import Reason
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.play import attribution, changes, early_decisions, headings, ordering, rulings
from adjudicator.service.play.attribution import Claims
from adjudicator.service.play.kept import whole_mails
from adjudicator.service.play.kept.held_orders import OrderMail
from adjudicator.service.play.ordering import execute_order_sets, orders_in, settle
from adjudicator.service.play.readings import as_written
from adjudicator.service.press import taking
from adjudicator.store import alarms, holdings
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundStatus, Role, SeatKind

SECRET = ("together", "orders", "agree")
"""Forms of decisions whose answers nobody else may read, whoever is asked."""


def taken_apart(at: MessageContext) -> None:
    """Split a mail into commands, orders and letters.

    What is for other campaigns goes there as mails of their own. This comes before anything is held: what holds a mail
    in one campaign is nothing to the others.
    """
    own = [holder.name for holder in at.seat.holders if holder.person_id == at.found.person_id]
    at.mail = own_lines.signed_off(at.mail, own)
    only_looks = at.found.outcome.why == ONLY_LOOKS  # nobody has proven that it may order something
    claiming = at.gives_orders and at.table.runs and not only_looks
    claims = Claims(at.table.head.game, partial(_orders_in, at)) if claiming else None
    author = other_campaigns.author_of(at.work.session, at.found.person_id, at.work.now, claims)
    theirs = played_by(at.table.seats, at.found.person_id)
    if theirs:
        names = headings.names_of(at.table.players, at.table.match.game)
        author = msgspec.structs.replace(author, names=names, seats={seat.name for seat in theirs})
    at.given = splitting.split(at.mail, desk=at.seat.moderates, author=author)
    if claiming and any(at.given.here.quotes):
        here, seat = at.given.here, next(iter(at.author_seats), at.seat)
        lines = tuple(ordering.without_quotes(at.table, seat, here.lines, here.quotes))
        at.given = msgspec.structs.replace(at.given, here=msgspec.structs.replace(here, lines=lines))
    if not at.letter:
        at.given = msgspec.structs.replace(at.given, here=one_line.completed(at, orders=claiming))
        at.understood = other_campaigns.pass_on(
            at.work.session, at.row, at.given.elsewhere, at.found.person_id, at.work.now
        )


def _orders_in(at: MessageContext, lines: Sequence[str]) -> frozenset[int]:
    """Return the places of lines that one of the seats may give as orders."""
    return frozenset[int]().union(*(orders_in(at.table, seat, lines) for seat in at.author_seats))


def of_a_program(at: MessageContext) -> Settlement | None:
    """Ignore a message that bears the sign of a program, unless it holds something that can be done.

    Its author is told once a day: an automatic reply may answer what it is told.
    """
    if not at.mail.sign or at.row.released_at is not None:
        return None
    here = at.given.here
    if not at.letter and (here.commands or here.letters or _orders_in(at, here.lines)):
        return None
    if alarms.tells(at.work.session, f"a program writes for seat {at.seat.id}", at.work.now, timedelta(days=1)):
        answers.help_to(at.table, at.seat, "program", at.mail.message_id)
    return at.settled(InboundStatus.IGNORED, at.mail.sign)


def our_copy(at: MessageContext) -> Settlement | None:
    """Stop a copy of one of our messages without quote marks: the answer says so, and nothing of it is carried out."""
    copied = None if at.letter else duplicates.copy_in(at)
    if copied is None:
        return None
    answers.help_to(at.table, at.seat, "copy", at.mail.message_id, copied=copied)
    return at.settled(InboundStatus.HANDLED, "a copy of our mail")


def overheard(at: MessageContext) -> Settlement | None:
    """Hold a message that discloses a secret answer or offer to an opponent among its recipients.

    It waits for its author's confirmation.
    """
    heard = at.found.outcome.overheard
    if not heard or not at.given.here.lines or at.row.released_at is not None:
        return None
    names = seats_behind(heard, at.found.at_table)
    if _answers_in_secret(at) or _betrays_offers(at, names):
        return hold(at, HoldReason.OVERHEARD)
    return None


def _answers_in_secret(at: MessageContext) -> bool:
    """Return whether what one of the seats is asked now is nobody else's affair."""
    if at.table.form in SECRET or at.table.delayed:
        return True
    asked = () if at.table.other_rules else map(at.table.match.question, [seat.asked_as for seat in at.author_seats])
    return any(each is not None and (each.secret or bool(each.beside)) for each in asked)


def _betrays_offers(at: MessageContext, names: Sequence[str]) -> bool:
    """Return whether one of the seats speaks of an offer of which somebody with one of these names may not know."""
    playing = () if at.table.other_rules else at.author_seats
    seats = [seat for seat in playing if seat.kind is SeatKind.PLAYER]
    return any(ordering.betrays_offers(at.table, seat, at.given.here.lines, names) for seat in seats)


def shared_mailbox(at: MessageContext) -> Settlement | None:
    """Let orders wait where somebody else of the campaign reads the same mailbox.

    They wait until the author has agreed.
    """
    for seat in at.author_seats if at.given.here.lines else ():
        others = shared_mailboxes.others_behind(seat, at.found.person_id, at.table)
        holder = seat.of(at.found.person_id)
        if not others or holder is None or holdings.has_agreed(at.work.session, seat.id, at.found.person_id):
            continue
        if answers.may_answer(at.work, holder.emails[0], at.table.campaign):
            shared_mailboxes.ask(at.table, seat, holder, others)
        return at.settled(InboundStatus.HELD, "a shared mailbox", hold=HoldReason.SHARED.value)
    return None


def reader(at: MessageContext) -> Settlement | None:
    """Settle a message of who reads along, who gives no orders.

    What they may say is about their own address, and answered there.
    """
    if at.gives_orders or not (at.letter or at.given.here or not at.given.elsewhere):
        return None
    given = at.given.here
    own = tuple(
        msgspec.structs.replace(holder, essentials=False) for holder in at.seat.holders if at.sender in holder.emails
    )
    his = [command for command in given.commands if registry.BY_ID[command.id].for_readers]
    if at.letter or not own or not his or len(his) < len(given.commands) or given.lines or given.letters:
        replies.gives_no_orders(at.table, at.seat, at.sender, at.mail.message_id)
        return _handled(at)
    act = at.act(msgspec.structs.replace(at.seat, holders=own))
    said = registry.obey(act, his, before=True)
    if own[0].role is Role.STANDBY:
        replies.tell_standby(at.table, at.seat, at.sender, said)
    else:
        answers.tell(act, said)
    return _handled(at)


def letter(at: MessageContext) -> Settlement | None:
    """Take a message that came to the address of a press message: an answer to its author."""
    if not at.letter:
        return None
    act, key = at.act(), at.mail.tokens.letters[0]
    answers.tell(act, taking.take_answer(act, key, at.mail.prose, lambda line: registry.command_of(line) is not None))
    return _handled(at)


def orders(at: MessageContext) -> Settlement:
    """Carry out commands and orders, with one answer for all of them.

    No mail goes further.
    """
    if at.given.here or not at.given.elsewhere:
        _carry_out(at)
    return _handled(at)


def _handled(at: MessageContext) -> Settlement:
    """Settle the message as handled; ask about a campaign that it names and its author does not play in."""
    if not at.understood:
        own = other_campaigns.titles_of(at.work.session, at.found.person_id, at.work.now)
        answers.help_to(at.table, at.seat, "which_campaign", at.mail.message_id, own)
    return at.settled(InboundStatus.HANDLED)


def _carry_out(at: MessageContext) -> None:
    mail, given, act = at.mail, at.given.here, at.act()
    act.with_orders, act.checking = bool(given.lines), is_check(given.lines)
    blocks = (_block(act, each, seat) for each, seat in zip(given.letters, given.letter_seats, strict=True))
    said = together((registry.obey(act, given.commands, before=True), *blocks))
    if said.gone:
        return

    if given.commands:
        act.table.has_asked(None)  # they may have given more time
    over = late_orders.deadline_before(act) if act.with_orders and not act.checking else None

    def besides() -> CommandReply:
        graced = late_orders.in_grace(act, over)
        left = own_lines.not_read(mail, act.language, said.carried)
        doubtful = own_lines.doubtful(given.doubtful, act.language)
        beyond = own_lines.beyond(given.beyond, act.language)
        waited = late_orders.told(act, at.row.released_at)
        twin = own_lines.of_one_id(act.language) if at.differs else CommandReply()
        rest = registry.obey(act, given.commands, before=False)
        return together((waited, graced, twin, said, rest, left, doubtful, beyond))

    if given.lines and at.seat.moderates and _not_shown(at):
        answers.help_to(act.table, at.seat, "no_question", mail.message_id)
        return
    if given.lines and _too_late(at):
        answers.help_to(act.table, at.seat, "late", mail.message_id)
        return
    tried = act.table.stands_still and is_check(given.lines)
    astray = at.seat.kind is SeatKind.PLAYER and _is_astray(at)
    if given.lines and (act.table.runs or tried or (act.table.stands_still and astray)):
        _order(at, act, besides)
    elif given.lines and act.table.stands_still and at.seat.kind is SeatKind.PLAYER:
        _keep(at, act, besides())
    elif given.commands or given.letters:
        _go_on_if_ready(act)
        answers.tell(act, besides())
    elif given.lines:
        answers.help_to(act.table, at.seat, "no_question", mail.message_id)
    elif code := own_lines.code_in_subject(mail):
        answers.help_to(at.table, at.seat, "subject", mail.message_id, (code,))
    else:
        parts = own_lines.unread_parts(mail, act.language)
        answers.help_to(at.table, at.seat, _why_nothing(mail), mail.message_id, (", ".join(parts),))


def _is_astray(at: MessageContext) -> bool:
    """Return whether some of the lines are for a seat that is not the author's."""
    own = {seat.name for seat in played_by(at.table.seats, at.found.person_id)}
    return any(name and name not in own for name in at.given.here.seats)


def _not_shown(at: MessageContext) -> bool:
    """Return whether the author may not see a question to moderators.

    That is so for a moderator who plays.
    """
    table = at.table
    return rulings.veiled(at.work.session, table.seats, table.by_id[at.seat.id], table.match)


def _too_late(at: MessageContext) -> bool:
    """Return whether the time of its author was over: what holds up the decision gives nobody more of it."""
    late = at.row.released_at is None and all(seat.id in at.table.late for seat in at.author_seats)
    return late and not at.only_tries


def _order(at: MessageContext, act: CommandContext, besides: Callable[[], CommandReply]) -> None:
    """Carry out the lines as orders of the seats that they are for."""
    given, hand = at.given.here, _hand(at, act)
    mail = msgspec.structs.replace(_orders(at), followed=at.followed)
    if (asked := one_line.which_offer(at)) is not None:
        nothing = [(act.seat, msgspec.structs.replace(mail, lines=()))]
        execute_order_sets(act.table, nothing, besides, as_written([asked], mail))
        return
    shared = attribution.attribute(act.table, hand, given.lines, given.seats)
    sets = [
        (seat, _of_seat(mail, () if seat.id in shared.waiting else lines))
        for seat in hand
        if (lines := shared.lines.get(seat.id)) is not None
    ]
    kept = {seat.id: whole_mails.tried(act.table, seat, each) for seat, each in sets}
    said = None
    for seat, each in sets:
        if rows := kept.get(seat.id):
            said = besides() if said is None else CommandReply()
            whole_mails.keep_changeable(act.table, seat, each, rows, said)
    now = [(seat, each) for seat, each in sets if not kept.get(seat.id)]
    if sets and not now and not shared.unclear:
        return
    empty = [(act.seat, msgspec.structs.replace(mail, lines=()))]
    unclear = as_written(shared.unclear, mail)
    rest = besides if said is None else CommandReply
    execute_order_sets(act.table, now or empty, rest, unclear, partial(other_campaigns.asked_there, act))


def _keep(at: MessageContext, act: CommandContext, said: CommandReply) -> None:
    """Keep the lines for the seats that they are for.

    If that is not clear now, it is asked when they are tried for the first of them.
    """
    given, hand = at.given.here, _hand(at, act)
    mail, shared = _orders(at), attribution.attribute(act.table, hand, given.lines, given.seats)
    lines = shared.lines or {act.seat.id: given.lines}
    for seat in hand:
        if seat.id in lines:
            whole_mails.keep_for_later(act.table, seat, _of_seat(mail, lines[seat.id]), said)
            said = CommandReply()


def _of_seat(mail: OrderMail, lines: tuple[str, ...]) -> OrderMail:
    """Return what of a message is for one seat; of a line that was split up, only the seat's part."""
    whole = zip(lines, mail.lines, mail.originals, strict=False)
    originals = tuple(original if line == given else line for line, given, original in whole)
    return msgspec.structs.replace(mail, lines=lines, originals=originals)


def _hand(at: MessageContext, act: CommandContext) -> tuple[SeatAtTable, ...]:
    """Return the seats that lines may be for: those of the address, and those that they name."""
    named = {seat.name: seat for seat in played_by(act.table.seats, at.found.person_id)}
    more = (named[name] for name in at.given.here.seats if name in named)
    return tuple({seat.id: seat for seat in (*act.meant(), *more)}.values())


def _block(act: CommandContext, block: TextBlock, name: str) -> CommandReply:
    """Handle a block of text for people, and return the answer.

    It is a note for the diary, or a letter.
    """
    first = tokenize(block.opening)
    seats = act.meant(name)
    if bool(first) and normalize_word(first[0].typed) in diary.WORDS:
        return diary.take_block(act.for_seat(seats[0]), block)
    if len(seats) > 1 and not act.mail.tokens.letters:
        return act.says(msgid("Letters"), registry.which_seat(act, block.opening), title="")
    return taking.take_block(act.for_seat(seats[0]), block)


def _go_on_if_ready(act: CommandContext) -> None:
    """Go on with the match if this `ready` without orders was the last one that was missing, or a standing order can.

    A standing order that was set with this message answers what its seat has been asked.
    """
    if act.table.other_rules:
        return
    told = early_decisions.carry_out_if_ready(act.table)
    if told or act.table.match.log or act.table.awaits_another or (act.table.runs and act.table.newly_standing):
        settle(act.table, told, changes.Cause(author=act.seat.name))
    else:
        early_decisions.set_window(act.table)


def _orders(at: MessageContext) -> OrderMail:
    mail, given = at.mail, at.given.here
    notes = [note.code.value for note in mail.notes]
    if at.found.outcome.overheard:
        notes.append("overheard")
    return OrderMail(
        lines=given.lines,
        originals=given.originals,
        received_at=at.row.received_at,
        mail_id=at.row.id,
        person_id=at.found.person_id,
        subject=mail.subject,
        in_reply_to=mail.message_id,
        ignored=tuple(why.value for why in dict.fromkeys(line.why for line in mail.ignored)),
        notes=tuple(notes),
        doubts=mail.doubtful_words,
        question=questions.answered(at.work.session, mail, at.seat, given.lines),
        replies=None if _is_asked(at) else questions.replied_to(at.work.session, mail, at.seat),
    )


def _is_asked(at: MessageContext) -> bool:
    """Return whether the match asks the seat something now."""
    return at.table.match.question(at.seat.asked_as) is not None


def _why_nothing(mail: ReadMail) -> Reason:
    codes = {note.code for note in mail.notes}
    if NoteCode.SIGNED_WHOLE in codes:
        return "signed_whole"
    if NoteCode.ENCRYPTED in codes:
        return "encrypted"
    if codes & {NoteCode.ATTACHMENT_NOT_OPENED, NoteCode.WINMAIL}:
        return "attachment"
    if NoteCode.STRUCK_OUT in codes:
        return "struck_out"
    if NoteCode.ONLY_QUOTED in codes:
        return "only_quoted"
    return "nothing_read" if mail.ignored else "lost_text"
