"""Make the report that a seat reads, from what a mail was to say and the position it was decided in.

How it works. A queued mail holds an intent: facts, no words. When it is rendered, a `Reader` loads the match as it
stood at the log number of the mail, as one seat may know it. The writer of the intent (`WRITERS`) makes its `Parts`;
what nearly all mails share is added here: news since the last report, the position with its board, what the reader
holds, the open question with its answers, the end of the match, what moderators did.

What must hold:

- Everything is made from the view of the reader's seats at that log number, whatever has happened since.
- While seats act in parallel, log numbers are those that the reader may know (`_numbered`).
- A mail that asks has exactly one place for its question, and what it prints can be sent as an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import msgid
from adjudicator.reports.model import (
    Change,
    Command,
    Detail,
    Footer,
    Holding,
    Item,
    Kind,
    News,
    NewsLine,
    OrderOutcome,
    Outlook,
    Picture,
    ReadLine,
    Receipt,
    Report,
    Standing,
)
from adjudicator.reports.wording.game import Stretch
from adjudicator.service.campaign import course
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.moderation import acts as desk_acts
from adjudicator.service.moderation.acts_told import Speaker
from adjudicator.service.outbox import payloads, queue
from adjudicator.service.outbox.notices import TURN_OVER, turn_in
from adjudicator.service.outbox.payloads import ADVICE, Answer, Correction, Digest, Gather, Intent, Welcome, decode
from adjudicator.service.play import due_dates, offers, standing_orders
from adjudicator.service.play.due_dates import policy_of
from adjudicator.service.play.kept import held_orders
from adjudicator.service.timing.deadline import closing_time
from adjudicator.service.words import (
    agreements,
    answers,
    boards,
    calendar_entries,
    confirmation_requests,
    corrections,
    digests,
    endings,
    first_mails,
    help,
    letters,
    news,
    notices,
    questions,
)
from adjudicator.service.words.gathering import LobbyWording
from adjudicator.service.words.order_lines import untold
from adjudicator.service.words.parts import Parts, Writer
from adjudicator.service.words.reader import Reader
from adjudicator.service.words.status import OVER
from adjudicator.store import audits
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OutboundMail

L = TypeVar("L", NewsLine, ReadLine)


def write(session: Session, row: OutboundMail, seats: tuple[SeatAtTable, ...] | None = None) -> Report:
    """Return the report of a queued message.

    `seats` are those of its campaign when it was written, if they are at hand.

    Raises:
        LookupError: What it tells of does not exist any more.
    """
    intent = decode(row.intent)
    if isinstance(intent, Gather):
        return LobbyWording(session, row, intent).report()
    reader = Reader(session, row, intent, seats)
    report = _with_acts(reader, row)
    return msgspec.structs.replace(report, dues=tuple(calendar_entries.dues(reader, report)))


def _with_acts(reader: Reader, row: OutboundMail) -> Report:
    """Return a report with what the moderators did since the one before.

    The first report of the match goes back to when it was planned.
    """
    intent = reader.intent
    report = _report(reader, intent)
    if row.kind != queue.REPORT or not reader.head.acts:
        return report
    since = reader.campaign.created_at if isinstance(intent, Welcome) else reader.last_report
    if since is None:
        return report
    acts = audits.to_be_told(reader.session, reader.campaign.id, since, row.queued_at)
    done = [desk_acts.done(act, reader.players, reader.upto) for act in acts]
    section = Speaker(reader.language, reader.seat_called, reader.zone).section(done)
    return report if section is None else msgspec.structs.replace(report, sections=(*report.sections, section))


def _ask(reader: Reader, intent: payloads.Ask) -> Parts:
    """Return a report and a question; it says so if the deadline answered for others, or the moderator did."""
    language, seats = reader.language, [reader.seat_called(name) for name in intent.overdue]
    if intent.ordered and seats:
        told = msgid("The moderator had the decision carried out; for %(seats)s the default was done.")
        lead = [language.gettext(told, seats=language.listing(seats))]
    elif intent.ordered:
        lead = [language.gettext("The moderator had the decision carried out.")]
    else:
        told = msgid("The deadline passed without an answer from %(seat)s: the default was done.")
        lead = [language.gettext(told, seat=seat) for seat in seats]
    if intent.anew:
        told = msgid("What you had answered is not possible any more after what has happened. Please answer anew.")
        lead.append(language.gettext(told))
    if intent.resumed:
        told = msgid("The number and the codes of the question are as before; its time stood still, and runs on now.")
        lead.append(language.gettext(told))
    elif intent.anew:
        lead.append(language.gettext("The number and the deadline of the question stay."))
    return Parts(
        kind=Kind.PROMPT,
        title=language.gettext("what happened"),
        lead=tuple(lead),
        number=intent.number,
        titled_by_question=True,
    )


WRITERS: Final[Mapping[type[Intent], Writer]] = {
    payloads.Agreed: agreements.agreed,
    payloads.Answer: answers.answer,
    payloads.Ask: _ask,
    payloads.Correction: corrections.correction,
    payloads.Digest: digests.digest,
    payloads.Dossier: first_mails.dossier,
    payloads.HeldMail: confirmation_requests.held,
    payloads.Help: help.help_mail,
    payloads.LetterMail: letters.letter,
    payloads.News: news.news,
    payloads.Notices: notices.gathered,
    payloads.Offered: agreements.offered,
    payloads.TakebackAsked: confirmation_requests.takeback,
    payloads.Tell: notices.tell,
    payloads.Watch: first_mails.watch,
    payloads.Welcome: first_mails.welcome,
}
"""The writer of each kind of mail about a match."""


def _report(reader: Reader, intent: Intent) -> Report:
    parts = WRITERS[type(intent)](reader, intent)
    report = Report(
        kind=parts.kind,
        campaign=reader.campaign.title,
        title=parts.title,
        detail=_detail(reader, intent),
        written=intent.written,
        seat=reader.called if reader.own else "",
        language=reader.language.code,
        zone=reader.zone,
        constant_subject=settings_of(reader.campaign).subjects == "constant",
        lead=(*_played_meanwhile(reader), *parts.lead),
        reading=parts.reading,
        sections=parts.sections,
        situation=parts.situation,
        pictures=parts.pictures,
        changes=parts.changes,
        footer=_with_receipts(_footer(reader), parts.receipts) if parts.footer else Footer(),
    )
    if parts.position:
        report = _with_position(reader, parts, report)
    if reader.match.concurrent_seats or reader.ledger.aside:
        report = _numbered(reader, report)
    return endings.ended(reader, parts, report) if parts.ends else questions.with_question(reader, parts, report)


def _played_meanwhile(reader: Reader) -> Iterator[str]:
    """Say that a steward plays in the place of the reader, so that they need not answer, and how they are back."""
    played = [reader.seat_called(seat.name) for seat in reader.own if seat.steward]
    if played and reader.match.result is None:
        back = reader.language.typed(en="back", ru="вернулся")
        told = msgid("A steward plays %(seats)s for you; “%(back)s” gives you back what it plays.")
        yield reader.language.gettext(told, seats=reader.language.listing(played), back=back)


def _detail(reader: Reader, intent: Intent) -> Detail:
    """Return everything to a seat that wants it so, and to who asks for it; else what four screens hold."""
    if isinstance(intent, Answer) and ADVICE in intent.shows:
        return Detail.BRIEF
    asked = isinstance(intent, Answer) and ("details" in intent.shows or intent.listed is not None)
    return Detail.FULL if asked or reader.seat.wants_all else Detail.BRIEF


def _numbered(reader: Reader, report: Report) -> Report:
    """Return the report with the log numbers that the reader may know.

    While seats act in parallel, the numbers would tell how much the others have done.
    """
    last = reader.match.public_n if reader.match.concurrent_seats else reader.sequence

    def masked(line: L) -> L:
        if line.log is None:
            return line
        return msgspec.structs.replace(line, log=None if line.log > last else reader.entry(line.log))

    news, reading = report.news, report.reading
    if news is not None:
        lines = (msgspec.structs.replace(group, lines=tuple(map(masked, group.lines))) for group in news.groups)
        news = msgspec.structs.replace(news, groups=tuple(lines))
    if reading is not None:
        reading = msgspec.structs.replace(reading, lines=tuple(map(masked, reading.lines)))
    return msgspec.structs.replace(report, news=news, reading=reading)


def _with_position(reader: Reader, parts: Parts, report: Report) -> Report:
    """Return a message with news, standing, holdings and the board, as the reader may see them."""
    view, told, language = reader.view(), _told(reader), reader.language
    groups = reader.report.news(told, reader.players, language, reader.before(told) if told else ())
    # the first sentence of a digest tells the stretch of time, which need not begin with the reader's last mail
    since = reader.last_report if reader.intent.since and not isinstance(reader.intent, Digest) else None
    news = News(groups=groups, since=since) if groups else None
    story = _story(reader, view, told) if parts.told is None and report.detail is Detail.BRIEF else ()
    return msgspec.structs.replace(
        report,
        lead=(*report.lead, *_alone(reader)),
        gist=_gist(reader, told),
        sections=(*report.sections, *agreements.on_table(reader)),
        news=news if parts.told is None else untold(news, parts.told),
        story=story,
        preheader=story[-1] if story else "",
        changes=report.changes or (_changes(reader, view, told) if report.detail is Detail.BRIEF else ()),
        standing=_standing(reader, view),
        holdings=(*_headed(reader, partial(_held, reader, view)), *_watched(reader, view)),
        open=reader.match.game.open,
        outlook=_headed(reader, partial(reader.report.outlook, view, language=language)),
        pictures=(*parts.pictures, *_board(reader, parts, view, told)),
    )


def _story(reader: Reader, view: msgspec.Struct, told: list[ObservedEvent[Any]]) -> tuple[str, ...]:
    """Return what happened, in sentences, if the game has them."""
    stretch = Stretch(before=reader.view_before, view=view, told=told, seats=reader.players)
    return (*_by_default(reader, told), *reader.report.story(stretch, reader.language)) if told else ()


def _alone(reader: Reader) -> tuple[str, ...]:
    """Say which only answers were given for the reader; how an order ended their turn its own line says."""
    if isinstance(reader.intent, Correction):
        return ()
    book, answers = offers.words_at(reader.match), isinstance(reader.intent, Answer)
    said = [
        reader.headed(seat, book.say(action, reader.language.code))
        for seat, given in reader.alone.items()
        for action in given
        if not (answers and book.closes(action))
    ]
    told = msgid("Given for you, since there was no other answer: %(answers)s.")
    return (reader.language.gettext(told, answers="; ".join(said)),) if said else ()


def _by_default(reader: Reader, told: list[ObservedEvent[Any]]) -> tuple[str, ...]:
    """Say for whom the default answered in this time, where the message does not begin with it."""
    said = reader.intent.overdue if isinstance(reader.intent, payloads.Ask) else ()
    known = [each for each in told if each.silent and each.visible_to(reader.players) is not None]
    seats = dict.fromkeys(seat for each in known for seat in each.silent if seat not in said)
    called = reader.language.listing([reader.seat_called(seat) for seat in seats])
    return (reader.language.gettext("By default, for want of an answer: %(seats)s.", seats=called),) if seats else ()


def _standing(reader: Reader, view: msgspec.Struct) -> Standing:
    """Return how things stand; a brief score with a bar a round."""
    standing = reader.report.standing(view, reader.players, reader.view_before, reader.language)
    if standing.box is None or (now := reader.report.score(reader.public_view)) is None:
        return standing
    bars = reader.report.bars(course.scores_until(reader.head, now), view, reader.language)
    return msgspec.structs.replace(standing, box=msgspec.structs.replace(standing.box, bars=bars))


def _gist(reader: Reader, told: list[ObservedEvent[Any]]) -> str:
    """Return in few words what others did; in an answer what its reader did.

    It contains only what everybody knows. What others did last to the reader comes before anything else.
    """
    if not isinstance(reader.intent, Answer | payloads.Ask | payloads.News):
        return ""
    own = isinstance(reader.intent, Answer)
    if own and not reader.players:  # a moderator's mail did nothing on the board
        return ""
    seats = reader.players if own else [seat for seat in reader.match.header.seats if seat not in reader.players]
    public = [msgspec.structs.replace(each, private={}) for each in told]
    hits = () if own else [each.n for each in public if each.public is not None and _hits(reader, each.public)]
    struck = [each for each in public if each.n in hits[-1:]]
    told_of = partial(reader.report.gist, seats=seats, language=reader.language)
    return (told_of(struck) if struck else "") or told_of(public)


def _hits(reader: Reader, event: Event) -> bool:
    """Return whether an event hits the reader."""
    return not frozenset(reader.players).isdisjoint(event.hit())


CROPS: Final = {True: 1, False: 2}
"""Pictures of what changed: in an answer, and in other mails."""


def _changes(reader: Reader, view: msgspec.Struct, told: list[ObservedEvent[Any]]) -> tuple[Change, ...]:
    """Return what changed on the board, each with a picture of its place, for messages that have a page."""
    before = reader.view_before
    if before is None or not told or not reader.seat.has_page or reader.is_followed:
        return ()
    most = CROPS[isinstance(reader.intent, Answer)]
    return boards.changes(reader, Stretch(before=before, view=view, told=told, seats=reader.players, most=most))


def _board(reader: Reader, parts: Parts, view: msgspec.Struct, told: list[ObservedEvent[Any]]) -> tuple[Picture, ...]:
    """Return the board, if the message has it: drawn, or for a reader of plain text only what is said of it."""
    width = boards.width(reader, ends=parts.ends)
    drawn = width if reader.seat.has_page else 0
    pictures = reader.report.pictures(view, reader.players, told, reader.language, width=drawn) if width else ()
    if drawn != boards.WHOLE or not pictures:
        home = reader.report.region(view, reader.players, reader.language) if drawn and pictures else None
        if home is None:
            return pictures
        return (home, *(msgspec.structs.replace(each, attached=True) for each in pictures))
    return (msgspec.structs.replace(pictures[0], page=boards.page(reader, view, told)), *pictures[1:])


H = TypeVar("H", Holding, Outlook)


def _headed(reader: Reader, of: Callable[[str], tuple[H, ...]]) -> tuple[H, ...]:
    """Return what each of the reader's seats has, or has to expect."""
    return tuple(
        msgspec.structs.replace(each, heading=reader.headed(seat, each.heading))
        for seat in reader.players
        for each in of(seat)
    )


def _watched(reader: Reader, view: msgspec.Struct) -> tuple[Holding, ...]:
    """Return what every seat holds, for somebody who watches a game that hides nothing."""
    seats = reader.match.header.seats if reader.match.game.open and not reader.players else ()
    return tuple(
        msgspec.structs.replace(holding, heading=f"{reader.seat_called(seat)}: {holding.heading}")
        for seat in seats
        for holding in reader.report.holdings(view, seat, reader.language)
    )


def _held(reader: Reader, view: msgspec.Struct, name: str) -> tuple[Holding, ...]:
    """Return what a seat of the reader holds, and its standing orders by number."""
    held = (*reader.report.holdings(view, name, reader.language), *_plan(reader, name))
    seat = reader.by_name(name)
    if not seat.standing:
        return held
    today = due_dates.today(reader.campaign, reader.intent.written)
    kept = standing_orders.of_seat(reader.session, seat, reader.match, today)
    items = tuple(Item(name=each.listed(reader.match, reader.language)) for each in kept)
    return (*held, Holding(heading=reader.language.gettext("Standing orders"), items=items)) if items else held


def _plan(reader: Reader, name: str) -> tuple[Holding, ...]:
    """Return what a seat of the reader has planned, a line for each turn."""
    lines = held_orders.plan_lines(reader.plan_of(name), reader.language)
    items = tuple(Item(name=line) for line in lines)
    return (Holding(heading=reader.language.gettext("Your plan"), items=items),) if items else ()


def _told(reader: Reader) -> list[ObservedEvent[Any]]:
    """Return what is new for the reader; after a correction also what happened differently from what they were told."""
    return corrections.news(reader, reader.intent) if isinstance(reader.intent, Correction) else reader.news


def _with_receipts(footer: Footer, receipts: Sequence[Receipt]) -> Footer:
    return msgspec.structs.replace(footer, receipt=receipts[0], others=tuple(receipts[1:])) if receipts else footer


ALWAYS: Final = ("list", "details", "board", "status", "help")
"""Commands that stand at the foot of every mail, as links too; in front of them what one may offer, if anything."""
AFTERWARDS: Final = ("archive", "history", "board", "help")
"""The commands for a match that is over, where nothing can be ordered or checked."""


def _footer(reader: Reader) -> Footer:
    """Return the footer, with everybody who is asked.

    It does not reveal who has already answered a secret question.
    """
    over = reader.match.result is not None
    offers = ("offers",) if agreements.may_offer(reader) else ()
    usual = tuple(BY_ID[each].name(reader.language) for each in (AFTERWARDS if over else (*offers, *ALWAYS)))
    replays = tuple(_replays(reader))
    words = (*(line for each in replays for line in each.lines), *usual)
    check = reader.language.typed(en="check", ru="проверь")
    trying = Command(name=reader.language.gettext("check a line"), lines=(check, ""))
    offered = (*replays, *_plan_off(reader), *_second_thoughts(reader), *(() if over else (trying,)))
    first = offered[:1]  # all of them must fit in two rows
    links = (*first, *(Command(name=word, lines=(word,)) for word in usual))
    log = reader.upto(reader.match.public_n)
    played = tuple(reader.seat_called(seat.name) for seat in reader.seats if seat.steward)
    footer = Footer(log=log, commands=words, links=links, stewards=played)
    if reader.pending is not None:
        entering = reader.language.gettext("the moderator, who enters a draw that is made at the table")
        return msgspec.structs.replace(footer, waiting_for=(entering,))
    closed = reader.campaign.state in OVER
    waiting = [] if closed else sorted(seat for seat in reader.match.asked_seats if seat not in reader.asked_as)
    names = tuple(_waited_for(reader, seat) for seat in waiting)
    return msgspec.structs.replace(footer, next_sign=_next_sign(reader), waiting_for=names)


def _replays(reader: Reader) -> Iterator[Command]:
    """Yield how a turn is stepped through, in the mail that tells it: its page is drawn for who wants it."""
    intent = reader.intent
    if isinstance(intent, payloads.Tell) and intent.topic == TURN_OVER and (told := turn_in(intent)).rounds < 0:
        word = reader.language.typed(en="archive turn %s", ru="архив хода %s") % (told.turns + 1)
        yield Command(name=reader.language.gettext("the turn step by step"), lines=(word,))


def _plan_off(reader: Reader) -> Iterator[Command]:
    """Yield what withdraws a plan that waits at what the reader is asked."""
    if any(reader.unfit(seat) for seat in reader.players):
        off = BY_ID["plan off"].name(reader.language)
        yield Command(name=reader.language.gettext("withdraw your plan"), lines=(off,))


def _second_thoughts(reader: Reader) -> Iterator[Command]:
    """Yield how to take back what was done where only the reader was or is asked: as a rule nobody hears of it."""
    intent, match = reader.intent, reader.match
    if not isinstance(intent, payloads.Answer) or all(line.outcome is not OrderOutcome.DONE for line in intent.lines):
        return
    own = {seat.name for seat in reader.own}
    if match.asked_seats and {*match.asked_seats, *reader.at(intent.before).asked_seats} <= own:
        takeback = reader.language.typed(en="takeback", ru="вернуть")
        yield Command(name=reader.language.gettext("take it back"), lines=(takeback,))


def _waited_for(reader: Reader, seat: str) -> str:
    """Return whom the reader waits for."""
    if seat == MODERATOR:
        told = reader.language.gettext("the moderator, to whom the rules leave a decision")
        numbers = reader.suspended_numbers
        still = msgid("%(moderator)s; your question #%(number)s waits, and its time stands still")
        return reader.language.gettext(still, moderator=told, number=numbers[0]) if numbers else told
    party = reader.report.party(seat, reader.language)
    return party.whom or party.name


def _next_sign(reader: Reader) -> datetime | None:
    """Return when the reader hears again at the latest: when the last answer that is waited for is due.

    Of all who are asked, not of those who have not answered: who has is nobody's business. None while nobody
    knows: in a pause, or when that moment has passed and something else is waited for.
    """
    if reader.match.result is not None:
        return None
    asked = reader.asked_then
    if reader.match.concurrent_seats:
        asked = tuple(row for row in asked if row.seat_id in reader.ids)
    ends = [closing_time(policy_of(reader.campaign), row.deadline) for row in asked if row.deadline is not None]
    due = max(ends) if ends and len(ends) == len(asked) else None
    return due if due is not None and due > reader.intent.written else None
