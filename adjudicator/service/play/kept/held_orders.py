"""Keep what is on file for a seat and not carried out: a draft, waiting lines, mails that came in a pause, a plan."""

from datetime import datetime

import msgspec

from adjudicator.language import Language
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.text import Doubts
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play.standing_lines import Limited
from adjudicator.store.campaigns import SeatAtTable


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


class Changeable(msgspec.Struct, frozen=True):
    """A message whose orders are legal and may be changed `until` a moment, at which they are carried out.

    They answer `question`; `draft` is the one that they go on from. `again`: the position has been corrected; then they
    are taken as if they came now.
    """

    mail: OrderMail
    until: datetime
    question: int
    draft: tuple[KeptLine, ...] = ()
    again: bool = False


class Held(msgspec.Struct, frozen=True):
    """The lines and messages on file for a seat.

    These are lines of a set with a mistake, lines that wait for an answer, whole messages that came while the campaign
    was paused, one that may still be changed, and a plan. `question`: number of what the seat was asked when the draft
    was made (0: nothing); the draft ends with it. None: from before this was kept.
    """

    draft: tuple[KeptLine, ...] = ()
    waiting: tuple[KeptLine, ...] = ()
    later: tuple[OrderMail, ...] = ()
    question: int | None = None
    plan: Plan | None = None
    changeable: Changeable | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything."""
        return bool(self.draft or self.waiting or self.later or self.plan or self.changeable)

    @property
    def messages(self) -> tuple[OrderMail, ...]:
        """The messages that are kept whole."""
        return (*((self.changeable.mail,) if self.changeable else ()), *self.later)


def decoded(kept: bytes) -> Held:
    """Return what was stored for a seat."""
    return msgspec.json.decode(kept, type=Held) if kept else Held()


def held_by(table: CampaignContext, seat: SeatAtTable) -> Held:
    """Return what is on file for a seat, without a draft, or orders that may be changed, of a question that is over."""
    kept = table.on_file.get(seat.id)
    if not kept:
        return Held()
    held, number = decoded(kept), table.match.number(seat.asked_as)
    if held.changeable is not None and held.changeable.question != number:
        held = msgspec.structs.replace(held, changeable=None)
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
