"""Keep what is on file for a seat and not carried out: a draft, waiting lines, mails that came in a pause, a plan."""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from typing import Final, NamedTuple

import msgspec

from adjudicator.language import Language, msgid
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.text import Doubts
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play.standing_lines import Limited
from adjudicator.store.campaigns import SeatAtTable

MOST_STEPS: Final = 200
"""What is on file may set each other free without end: no more of it is done in one go."""
MOST_MAILS: Final = 20
"""Messages of one seat that are kept until the campaign goes on; of more, the oldest go."""


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a round as it is carried out, in the words of the seat's language where it was understood.

    `price`: what it cost where it was tried. `condition` must hold for it, or must not (`otherwise`).
    """

    text: str
    price: str = ""
    condition: str = ""
    otherwise: bool = False


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lines for one turn, or one question outside of turns; without any, its player is asked in the turn.

    `instead`: other ways, each tried where those before it are not legal; one without lines is the next round.
    """

    lines: tuple[Planned, ...] = ()
    instead: tuple[tuple[Planned, ...], ...] = ()


class Unfit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why nothing of a plan could be done at a question: its first line with a reason.

    `question`: the number of the question in the match, as `Held` has it.
    """

    question: int
    line: str
    problem: Problem


class Plan(Limited, frozen=True, omit_defaults=True):
    """The rounds for the next turns of a seat. `after`: the turn behind which the first of them is carried out.

    `unfit`: the newest question at which it was tried and none of its rounds was for it.
    """

    rounds: tuple[Round, ...]
    after: str = ""
    unfit: Unfit | None = None


class OrderMail(msgspec.Struct, frozen=True):
    """The order lines of a mail and where they came from. `mail_id` is None for a moderator's command."""

    lines: tuple[str, ...]
    received_at: datetime
    originals: tuple[str, ...] = ()
    """The lines before they were normalised, where they are known."""
    mail_id: int | None = None
    person_id: int | None = None
    subject: str = ""
    in_reply_to: str | None = None
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    doubts: Doubts = {}
    """Words of it whose bytes may mean other letters."""
    question: int | None = None
    """The question that it answers, where its lines have codes without a number."""
    by: str = ""
    """The person at the desk who answers what a moderator is asked; empty for the writer of a mail."""
    followed: bool = False
    """Another mail for the seat waits behind it."""
    replies: int | None = None
    """The number of the question in the mail that it replies to, where its seat is asked nothing."""


class KeptMail(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message that is kept whole and taken when the campaign goes on, or `until` a moment comes.

    With a moment its orders are legal answers to `question` and may be changed until then; `draft` is the one that they
    go on from. `again`: the position has been corrected; then they are taken as if they came now.
    """

    mail: OrderMail
    until: datetime | None = None
    question: int = 0
    draft: tuple[KeptLine, ...] = ()
    again: bool = False


class Due(Enum):
    """What a line on file waits for, in the order of lists, which say it so."""

    ANSWER = msgid("waits for somebody else's answer")
    WORD = msgid("draft, not done")
    TURN = msgid("planned for a turn of yours that is to come")
    MOMENT = msgid("legal, carried out at %(moment)s; can be changed until then")
    RESUMPTION = msgid("tried when the campaign goes on")

    def taken_back(self, count: int, words: Language) -> str:
        """Return what is said of so many lines that are taken off the file."""
        if self is Due.ANSWER:
            return words.ngettext("%(n)s waiting line is taken back.", "%(n)s waiting lines are taken back.", count)
        told = {
            Due.WORD: msgid("The draft is thrown away."),
            Due.TURN: msgid("Your plan is thrown away."),
            Due.MOMENT: msgid("Your orders are taken back before they were carried out; the question is open."),
            Due.RESUMPTION: msgid("What was kept until the campaign goes on is thrown away."),
        }
        return words.gettext(told[self])


class Filed(NamedTuple):
    """A line on file as it is in lists. `wrong`: it must be corrected; `until`: when it is carried out."""

    due: Due
    text: str
    wrong: bool = False
    until: datetime | None = None

    def waits(self, language: Language, zone: str, now: datetime) -> str:
        """Return what it waits for."""
        if self.wrong:
            return language.gettext("draft, to be corrected")
        moment = "" if self.until is None else language.time(self.until, zone, now)
        return language.gettext(self.due.value, moment=moment)


class Held(msgspec.Struct, frozen=True):
    """The lines and messages on file for a seat.

    These are lines of a set with a mistake, lines that wait for an answer, messages that are kept whole, and a plan.
    `question`: number of what the seat was asked when the draft was made (0: nothing); the draft ends with it. None:
    from before this was kept.
    """

    draft: tuple[KeptLine, ...] = ()
    waiting: tuple[KeptLine, ...] = ()
    question: int | None = None
    plan: Plan | None = None
    mails: tuple[KeptMail, ...] = ()
    """In the order in which they came, behind the one that may be changed."""

    def __bool__(self) -> bool:
        """Return whether there is anything."""
        return bool(self.draft or self.waiting or self.mails or self.plan)

    @property
    def changeable(self) -> KeptMail | None:
        """The message whose orders may be changed."""
        return next((kept for kept in self.mails if kept.until is not None), None)

    def filed(self, language: Language) -> Iterator[Filed]:
        """Yield all lines on file, in the order of lists."""
        yield from (Filed(Due.ANSWER, line.in_words) for line in self.waiting)
        yield from (Filed(Due.WORD, line.in_words, wrong=line.wrong) for line in self.draft)
        yield from (Filed(Due.TURN, line) for line in plan_lines(self.plan, language))
        for kept in self.mails:
            due = Due.RESUMPTION if kept.until is None else Due.MOMENT
            yield from (Filed(due, line, until=kept.until) for line in kept.mail.lines)


class _Stored(Held, frozen=True):
    """What is stored for a seat. Rows of older versions have messages apart, by what they wait for."""

    later: tuple[OrderMail, ...] = ()
    changeable_mail: KeptMail | None = msgspec.field(default=None, name="changeable")


def decoded(stored: bytes) -> Held:
    """Return what was stored for a seat."""
    if not stored:
        return Held()
    found = msgspec.json.decode(stored, type=_Stored)
    older = (*filter(None, (found.changeable_mail,)), *map(KeptMail, found.later))
    return Held(found.draft, found.waiting, found.question, found.plan, (*older, *found.mails))


def held_by(table: CampaignContext, seat: SeatAtTable) -> Held:
    """Return what is on file for a seat, without a draft, or orders that may be changed, of a question that is over."""
    kept = table.on_file.get(seat.id)
    if not kept:
        return Held()
    held, number = decoded(kept), table.match.number(seat.asked_as)
    if held.mails:
        alive = tuple(each for each in held.mails if each.until is None or each.question == number)
        held = msgspec.structs.replace(held, mails=alive)
    ended = held.question not in (None, number)
    return msgspec.structs.replace(held, draft=()) if ended else held


def keep(table: CampaignContext, seat: SeatAtTable, held: Held) -> None:
    """Put this on file for the seat, instead of what is there; an empty one throws everything away."""
    held = msgspec.structs.replace(held, question=table.match.number(seat.asked_as) if held.draft else None)
    until = None if held.changeable is None else held.changeable.until
    table.keep_on_file(seat.id, msgspec.json.encode(held) if held else b"", until)


def keep_plan(table: CampaignContext, seat: SeatAtTable, plan: Plan | None) -> None:
    """Put a plan on file in the place of the one that is there; None takes it off."""
    keep(table, seat, msgspec.structs.replace(held_by(table, seat), plan=plan))


def stop_waiting(table: CampaignContext, seat: SeatAtTable) -> None:
    """Turn lines that waited for an answer which the deadline gave into a draft: nothing comes of itself."""
    held = held_by(table, seat)
    if held.waiting:
        keep(table, seat, msgspec.structs.replace(held, draft=(*held.draft, *held.waiting), waiting=()))


def keep_mail(table: CampaignContext, seat: SeatAtTable, kept: KeptMail) -> None:
    """Put a message on file: one that may be changed in the place of another, with the draft that it goes on from."""
    held = held_by(table, seat)
    later = tuple(each for each in held.mails if each.until is None)
    if kept.until is not None:
        held = msgspec.structs.replace(held, draft=(), mails=(kept, *later))
    else:
        changeable = held.mails[: len(held.mails) - len(later)]
        held = msgspec.structs.replace(held, mails=(*changeable, *(*later, kept)[-MOST_MAILS:]))
    keep(table, seat, held)


def take_again(before: CampaignContext, table: CampaignContext, seat: SeatAtTable) -> None:
    """Have orders that may be changed taken once more where a corrected position asks the same of their seat."""
    held, chair = decoded(table.on_file.get(seat.id, b"")), before.by_id[seat.id].asked_as
    was, now = before.match.question(chair), table.match.question(seat.asked_as)
    kept = held.changeable
    if kept is None or was is None or now is None or was.kind != now.kind:
        return
    if kept.question == before.match.number(chair):
        number = table.match.number(seat.asked_as)
        again = msgspec.structs.replace(kept, until=table.now, question=number, again=True)
        keep(table, seat, msgspec.structs.replace(held, mails=(again, *held.mails[1:])))


def lead(condition: str, language: Language, *, otherwise: bool) -> str:
    """Return what stands before a line that depends on a condition, such as `if debt > 4: `; `else: ` follows it."""
    if not condition:
        return ""
    if otherwise:
        return way_lead(language)
    return f"{language.typed(en='if', ru='если')} {condition}: "


def way_lead(language: Language) -> str:
    """Return what stands before what is done where something does not hold, or is not legal: `else: `."""
    return f"{language.typed(en='else', ru='иначе')}: "


def written(made: Round, language: Language) -> str:
    """Return a round in one line, as it could be typed again."""
    if not made.lines:
        return language.typed(en="ask me", ru="спросить")
    otherwise = f" | {way_lead(language)}"
    return otherwise.join(
        " | ".join(f"{lead(line.condition, language, otherwise=line.otherwise)}{line.text}" for line in way)
        or language.typed(en="next round", ru="следующий ход")
        for way in (made.lines, *made.instead)
    )


def plan_lines(plan: Plan | None, language: Language) -> tuple[str, ...]:
    """Return the rounds of a plan as they are in lists: `1. flag Savoy | end`."""
    made = () if plan is None else plan.rounds
    return tuple(f"{n}. {written(each, language)}" for n, each in enumerate(made, 1))


def without(plan: Plan, number: int) -> Plan | None:
    """Return a plan that asks in the turn of a round's number, counted from 1; None if nothing is left."""
    left = [Round() if n == number else each for n, each in enumerate(plan.rounds, 1)]
    return msgspec.structs.replace(plan, rounds=tuple(left)) if any(each.lines for each in left) else None
