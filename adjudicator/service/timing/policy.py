"""Define what a campaign has agreed about time. Stored with its settings; every value has a default."""

import re
from collections.abc import Iterable
from datetime import time
from enum import StrEnum

import msgspec

from adjudicator.service.timing.holidays import unknown

EVERY_DAY = (1, 2, 3, 4, 5, 6, 7)
ASK, STANDING_ONLY, ANY_KIND = "ask", "standing only", "any"
LONGEST_DELAY, LONGEST, MOST_CALENDARS = 24 * 14, 24 * 90, 8
_FIXED = {ASK: None, STANDING_ONLY: 0}
_DELAY = re.compile(r"delay (\d{1,3})h")
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_NIGHT = re.compile(r"(?:([01]?\d|2[0-3])(?::([0-5]\d))?)\s*[-–]\s*(?:([01]?\d|2[0-3])(?::([0-5]\d))?)")
LONGEST_NIGHT = 16


class Adjudication(StrEnum):
    """The moment when a decision of several seats is carried out although its deadline has not come."""

    AT_ONCE = "at_once"
    """As soon as all answers are in."""
    WINDOW = "window"
    """`window_minutes` after the last answer, so that whoever came last can change their mind too."""
    DEADLINE = "deadline"
    """Not before the deadline, unless everybody who is asked has said `ready`."""


class MissedDeadline(StrEnum):
    """The consequence when a deadline and its grace are over and a seat has not answered."""

    DEFAULT = "default"
    """What the rules name as the default; where they name none, the moderator decides."""
    STANDING = "standing"
    """The seat's standing orders; where they say nothing, the default."""
    MODERATOR = "moderator"
    """The moderator decides; nothing happens until they do."""
    REPLACEMENT = "replacement"
    """The standby player takes the seat over; where there is none, the moderator decides."""
    STEWARD = "steward"
    """A steward, the program, plays on for the seat, until its player is back."""


class DraftsAtDeadline(StrEnum):
    """What a draft on file for a silent seat counts when its deadline is over."""

    NOTHING = "nothing"
    """Nothing of it is done."""
    RIGHT_LINES = "right_lines"
    """Its lines that were not wrong are carried out, in their order, as far as they are legal, up to the first stop."""


class WaitPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The extension that a seat may ask for with `wait`. `hours` 0: there is none.

    `per_question` counts over all seats that are asked the same thing, `per_campaign` for each seat (None: no limit).
    """

    hours: int = 24
    per_question: int = 1
    per_campaign: int | None = None


class ShortFuse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """After `after` missed deadlines in a row a seat has only `hours`, until it answers in time. 0: never."""

    after: int = 0
    hours: int = 24


class Chain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The consequences of missed deadlines in a row.

    After `replace_after` of them a seat is to have another player; after `vote_after` the others are asked whether it
    should. 0: never.
    """

    replace_after: int = 0
    vote_after: int = 0


class Bank(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bank of hours for each seat.

    The time that its answers take is charged to it, and the deadline of a question is when the bank is empty. Every
    question adds `increment` hours; what is left of them stays, up to `hours`; with 0 hours there is no bank.
    `nights`: hours of the day, in the zone of each player, that cost nothing, like `23:00-8:00`; empty: there are
    none.
    """

    hours: int = 0
    increment: int = 12
    nights: str = ""

    def night(self) -> tuple[time, time] | None:
        """Return when a night begins and ends; None: all hours cost. Raises ValueError."""
        return night_of(self.nights) if self.hours and self.nights else None


class TimingPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All rules about time of a campaign but its zone and its hours for an answer, which are columns of their own.

    `weekdays`: ISO numbers (Monday 1) of the days on which a deadline may fall. `earliest` and `latest`
    ("HH:MM", both or neither): the hours of the day in which it may fall; both equal: exactly then.
    `count_days_off`: whether time runs on the other days. `grace_minutes`: how long after the deadline
    answers still count. `reminder_hours`: how long before the deadline a seat that has not answered is
    reminded, one mail each. `absence_days`: how many days of absence a seat may take in a calendar year
    without asking. `min_hours_after_absence`: what it has at least left after an absence or a long pause.
    `adjudication`: when a decision of several seats is carried out once all answers are in. `change_minutes`: how long
    legal orders of one's own turn can be changed before they are carried out; 0: not at all. `news_minutes`: how long
    news of what somebody does at any time are gathered into one mail for those whose question stands as it was.
    `missed_deadline`: who answers for a seat that has not. `drafts_at_deadline`: what its draft counts then.
    `wait_for_reactions`: by the kind of a question that interrupts somebody else's turn (`any`: of all others) how its
    answers are waited for: `ask`, `standing only`, or `delay 24h`. `hours`: by the kind of a question the hours for its
    answer, where they are others than the campaign's. `holidays`: national calendars (`DE`, `RU`, `DE-BY`) on whose
    holidays no deadline falls; they are days off like those of the week. `habit_hours`: by how much at most a deadline
    is moved to the end of the hours in which the seat's player usually answers; 0: not at all.
    """

    weekdays: tuple[int, ...] = EVERY_DAY
    earliest: str = ""
    latest: str = ""
    count_days_off: bool = True
    grace_minutes: int = 0
    reminder_hours: tuple[int, ...] = (24,)
    absence_days: int = 30
    min_hours_after_absence: int = 24
    adjudication: Adjudication = Adjudication.AT_ONCE
    window_minutes: int = 60
    missed_deadline: MissedDeadline = MissedDeadline.DEFAULT
    drafts_at_deadline: DraftsAtDeadline = DraftsAtDeadline.NOTHING
    wait: WaitPolicy = WaitPolicy()
    short_fuse: ShortFuse = ShortFuse()
    chain: Chain = Chain()
    bank: Bank = Bank()
    change_minutes: int = 0
    news_minutes: int = 10
    wait_for_reactions: dict[str, str] = {}
    hours: dict[str, int] = {}
    holidays: tuple[str, ...] = ()
    habit_hours: int = 0


class Kinds(msgspec.Struct, frozen=True):
    """The kinds of questions that a game asks, and those of them that interrupt the turn of somebody else."""

    all: tuple[str, ...]
    interrupting: tuple[str, ...]


def reaction_hours(policy: TimingPolicy, kind: str) -> int | None:
    """Return the hours for which answers to an interrupting question of this kind are awaited, whoever answers.

    0: not at all, only standing orders answer. None: until all are in, as for every other question.
    """
    text = policy.wait_for_reactions.get(kind) or policy.wait_for_reactions.get(ANY_KIND) or ASK
    found = _DELAY.fullmatch(text)
    return int(found[1]) if found else _FIXED[text]


def held_kinds(policy: TimingPolicy, kinds: Iterable[str]) -> frozenset[str]:
    """Return the kinds of questions whose answers come out after a fixed delay."""
    return frozenset(kind for kind in kinds if policy.wait_for_reactions and reaction_hours(policy, kind))


def unasked_kinds(policy: TimingPolicy, kinds: Iterable[str]) -> frozenset[str]:
    """Return the kinds of questions that only standing orders answer."""
    return frozenset(kind for kind in kinds if policy.wait_for_reactions and reaction_hours(policy, kind) == 0)


def problems_of(policy: TimingPolicy, game: Kinds | None = None) -> list[str]:
    """Return what is wrong with a policy, one sentence each; empty if it can be stored.

    `game`: the kinds of its questions, if they are known.
    """
    kinds = None if game is None else game.interrupting
    found = [
        f"wait_for_reactions.{kind} = {text}: that must be {ASK}, {STANDING_ONLY}, "
        f"or delay 1h to delay {LONGEST_DELAY}h"
        for kind, text in policy.wait_for_reactions.items()
        if text not in _FIXED and not ((delay := _DELAY.fullmatch(text)) and 1 <= int(delay[1]) <= LONGEST_DELAY)
    ]
    if policy.wait_for_reactions and kinds is not None and not kinds:
        found.append("wait_for_reactions: in this game no question interrupts the turn of somebody else")
    found += [
        f"wait_for_reactions.{kind}: there is no such question in this game, but: {', '.join((*kinds, ANY_KIND))}"
        for kind in policy.wait_for_reactions
        if kinds and kind not in (*kinds, ANY_KIND)
    ]
    found += [
        f"hours.{kind} = {hours}: that must be from 1 to {LONGEST}"
        for kind, hours in policy.hours.items()
        if not 1 <= hours <= LONGEST
    ]
    found += [
        f"hours.{kind}: there is no such question in this game, but: {', '.join(game.all)}"
        for kind in policy.hours
        if game is not None and kind not in game.all
    ]
    found += [
        f"holidays: there is no calendar {name}; calendars are countries like DE, or parts of them like DE-BY"
        for name in policy.holidays
        if unknown(name)
    ]
    if policy.bank.hours and (policy.hours or policy.short_fuse.after or policy.habit_hours):
        found.append(
            "bank: where the bank sets the deadlines, neither hours of kinds of questions nor short_fuse nor "
            "habit_hours do"
        )
    if policy.bank.nights and not _is_night(policy.bank.nights):
        found.append(
            f"bank.nights: hours of the day like 23:00-8:00, at most {LONGEST_NIGHT} of them; the others have to count"
        )
    if len(policy.holidays) > MOST_CALENDARS:
        found.append(f"holidays: at most {MOST_CALENDARS} calendars")
    if not policy.weekdays or not set(policy.weekdays) <= set(EVERY_DAY):
        found.append("weekdays: at least one of 1 (Monday) to 7 (Sunday)")
    if bool(policy.earliest) != bool(policy.latest):
        found.append("earliest and latest: both or neither")
    elif policy.earliest and not (_TIME.fullmatch(policy.earliest) and _TIME.fullmatch(policy.latest)):
        found.append("earliest and latest: a time of the day like 20:00")
    elif policy.earliest and time_of(policy.earliest) > time_of(policy.latest):
        found.append("earliest and latest: the hours must not run over midnight")
    bounds = {
        "grace_minutes": (policy.grace_minutes, 0, 14 * 24 * 60),
        "absence_days": (policy.absence_days, 0, 366),
        "min_hours_after_absence": (policy.min_hours_after_absence, 0, 24 * 90),
        "window_minutes": (policy.window_minutes, 1, 14 * 24 * 60),
        "change_minutes": (policy.change_minutes, 0, 14 * 24 * 60),
        "news_minutes": (policy.news_minutes, 0, 24 * 60),
        "habit_hours": (policy.habit_hours, 0, 24),
        "wait.hours": (policy.wait.hours, 0, 24 * 90),
        "wait.per_question": (policy.wait.per_question, 0, 100),
        "short_fuse.after": (policy.short_fuse.after, 0, 1000),
        "chain.replace_after": (policy.chain.replace_after, 0, 1000),
        "chain.vote_after": (policy.chain.vote_after, 0, 1000),
        "bank.hours": (policy.bank.hours, 0, 24 * 366),
        "bank.increment": (policy.bank.increment, 1, LONGEST),
        "short_fuse.hours": (policy.short_fuse.hours, 1, 24 * 90),
    }
    found += [
        f"{name} = {value}: that must be from {low} to {high}"
        for name, (value, low, high) in bounds.items()
        if not low <= value <= high
    ]
    if len(policy.reminder_hours) > 5 or any(not 1 <= hours <= 24 * 30 for hours in policy.reminder_hours):
        found.append("reminder_hours: at most five, from 1 to 720 each")
    return found


def time_of(text: str) -> time:
    """Return `20:00` as a time of the day.

    Raises:
        ValueError: It is no time of the day.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no time of the day")
    return time(int(match[1]), int(match[2]))


def night_of(text: str) -> tuple[time, time]:
    """Return `23:00-8:00`, or `23-8`, as two times of the day.

    If the second is not later, it is one of the next day.

    Raises:
        ValueError: They are no hours of the day.
    """
    match = _NIGHT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} are no hours of the day")
    begin, end = time(int(match[1]), int(match[2] or 0)), time(int(match[3]), int(match[4] or 0))
    minutes = (60 * (end.hour - begin.hour) + end.minute - begin.minute) % (24 * 60)
    if not 0 < minutes <= 60 * LONGEST_NIGHT:
        raise ValueError(f"{text!r} are more than {LONGEST_NIGHT} hours, or none")
    return begin, end


def _is_night(text: str) -> bool:
    try:
        night_of(text)
    except ValueError:
        return False
    return True
