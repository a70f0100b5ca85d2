"""More time, and other rules about it."""

from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import FORMER_TIMING_NAMES, keep_settings, settings_of
from adjudicator.service.campaign.troubles import Rejected, RejectionReason, as_it_is, not_running
from adjudicator.service.clocks import extensions
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import FormOption, Made, Pairs, Reason, WrongOptions, command, moment
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.troubles import CommandError, past
from adjudicator.service.moderation.wrong_values import sentence
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import due_dates
from adjudicator.service.timing.policy import ANY_KIND, ASK, TimingPolicy, problems_of, reaction_hours
from adjudicator.store.tables import CampaignState

bad_policy = RejectionReason("bad_policy", msgid("These rules about time cannot be kept: %(problems)s."))
reaction_open = RejectionReason(
    "reaction_open",
    msgid("Such a question is open now: how it is answered can only change when it is over."),
)
BY_KIND = ("wait_for_reactions", "hours")
"""Rules with a value for each kind of question; null takes one away."""
Seats = Annotated[list[str] | None, "--seat", "Only of this seat; repeatable."]
Hours = Annotated[int, FormOption("Hours more.", least=0, most=2160)]
Days = Annotated[int, FormOption("Days more.", least=0, most=90)]


class Extend(ModeratorCommand, frozen=True, tag="extend"):
    """More time, by hours or up to a moment, for all who are asked or for these seats."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("extend",), "ru": ("продлить срок", "добавить время")}
    shown: ClassVar = ("seats", "hours", "until")
    for_seats: ClassVar = True
    did: ClassVar = msgid("The deadline is later; everybody whom it concerns is told.")
    usage: ClassVar = msgid("24 h | 2 d [SEAT] [because …]")
    purpose: ClassVar = msgid("more time for all who are asked, or for one seat")
    hours: int = 0
    until: datetime | None = None
    seats: tuple[str, ...] = ()
    reason: str = ""

    def skip_reason(self, table: CampaignContext) -> Rejected | None:
        return None if table.campaign.state is CampaignState.RUNNING else not_running()

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if self.until is not None and self.until <= table.now:
            raise past()
        seats = tuple(seat_named(table, name).name for name in self.seats)
        extensions.extend(table, by=author.signed, hours=self.hours, until=self.until, seats=seats, reason=self.reason)

    def lines_told(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        """Return when the seats that it concerns usually answer."""
        from adjudicator.service.play import habits  # only who sets a deadline pays for them

        report, zone = table.match.game.part("report"), table.campaign.time_zone
        of = [seat_named(table, name).name for name in self.seats] or table.match.asked_seats
        told = habits.told_of(table.session, table.seats, words, zone, lambda name: report.party(name, words).name, of)
        return tuple(told)

    def came_of(self, table: CampaignContext, words: Language) -> tuple[str, ...]:
        return self.lines_told(table, words)


class Bank(ModeratorCommand, frozen=True, tag="bank"):
    """More hours in the banks of these seats, or of all."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("bank hours",), "ru": ("часы в банк",)}
    shown: ClassVar = ("seats", "hours")
    did: ClassVar = msgid("The bank has more hours; everybody is told.")
    usage: ClassVar = msgid("24 h | 2 d [SEAT] [because …]")
    purpose: ClassVar = msgid("more hours in the bank of a seat, or of all, where the campaign has banks")
    hours: int
    seats: tuple[str, ...] = ()
    reason: str = ""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        seats = tuple(seat_named(table, name).name for name in self.seats)
        extensions.add_to_banks(table, by=author.signed, hours=self.hours, seats=seats, reason=self.reason)


class Policy(ModeratorCommand, frozen=True, tag="policy"):
    """Other rules about time from now on. Deadlines already announced do not come nearer."""

    did: ClassVar = msgid("The rules about time are changed; everybody is told.")
    timing: TimingPolicy
    deadline_hours: int

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        self._check(table)
        before, after = flat_policy(table), _flat(table, self.timing, self.deadline_hours)
        names = dict.fromkeys((*before, *after))
        told = {name: (before.get(name, ""), after.get(name, "")) for name in names}
        was, now = ({name: both[n] for name, both in told.items() if both[0] != both[1]} for n in (0, 1))
        if not was:
            raise as_it_is()
        agreed = settings_of(table.campaign)
        keep_settings(table.campaign, msgspec.structs.replace(agreed, timing=self.timing))
        table.campaign.deadline_hours = self.deadline_hours
        table.session.flush()
        due_dates.recalculate(table)
        to_table("policy", was=was, now=now).send(table, table.seats)
        self.note(table, author)

    def _check(self, table: CampaignContext) -> None:
        problems = problems_of(self.timing, due_dates.kinds_of(table.match.game))
        if not 1 <= self.deadline_hours <= 24 * 90:
            problems.append(f"deadline_hours = {self.deadline_hours}: that must be from 1 to 2160")
        if problems:
            raise bad_policy(problems="; ".join(problems))
        for asked in table.match.decisions():
            was, will = (
                reaction_hours(each, asked.kind) for each in (due_dates.policy_of(table.campaign), self.timing)
            )
            if asked.interrupts and was != will:
                raise reaction_open()


def _interrupting(table: CampaignContext) -> tuple[str, ...]:
    """Return the kinds of questions that interrupt in the game."""
    return tuple(decision.kind for decision in table.match.game.interrupting_decisions)


def flat_policy(table: CampaignContext) -> dict[str, str]:
    """Return the time rules by the names used in a campaign's file, each value as it is written there."""
    return _flat(table, due_dates.policy_of(table.campaign), table.campaign.deadline_hours)


def _flat(table: CampaignContext, timing: TimingPolicy, deadline_hours: int) -> dict[str, str]:
    told = msgspec.to_builtins(timing)
    flat: dict[str, str] = {"deadline_hours": str(deadline_hours)}
    told["wait_for_reactions"] = {kind: _reaction(told["wait_for_reactions"], kind) for kind in _interrupting(table)}
    for name, value in told.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": _written(each) for inner, each in value.items()}
        else:
            flat[name] = _written(value)
    return flat


def _reaction(agreed: dict[str, str], kind: str) -> str:
    return agreed.get(kind) or agreed.get(ANY_KIND) or ASK


def _written(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def changed_policy(table: CampaignContext, changes: dict[str, Any]) -> Policy:
    """Return the campaign's rules with some of them changed.

    Raises:
        CommandError: A name or a value is not valid.
    """
    told: dict[str, Any] = msgspec.to_builtins(due_dates.policy_of(table.campaign))
    hours = table.campaign.deadline_hours
    for name, value in changes.items():
        if name == "deadline_hours":
            hours = value
            continue
        outer, _, inner = name.partition(".")
        outer = FORMER_TIMING_NAMES.get(outer, outer)
        place = told.get(outer) if inner else told
        key = inner or outer
        if outer in BY_KIND and inner:
            told[outer][inner] = value
            if value is None:
                del told[outer][inner]
            continue
        if not isinstance(place, dict) or key not in place or isinstance(place[key], dict):
            shown = f"adjudicator deadline policy {table.campaign.name} shows them all"
            raise CommandError(f"there is no rule {name!r}; {shown}")
        place[key] = value
    if not isinstance(hours, int) or isinstance(hours, bool):
        raise CommandError(f"deadline_hours = {hours!r}: that must be a whole number")
    try:
        return Policy(timing=msgspec.convert(told, TimingPolicy), deadline_hours=hours)
    except msgspec.ValidationError as error:
        raise CommandError(sentence(error, told, TimingPolicy)) from None


@command("deadline set", "lights '2026-12-01 20:00'", "lights 1.12. --seat france", needs=Extend.right)
def set_to(
    until: Annotated[str, "MOMENT", "Day, or day and hour, in the campaign's zone."],
    seat: Seats = None,
    reason: Reason = "",
) -> Made:
    """Set the deadline of the open question. If the moment is outside the playing time, the deadline is later.

    A deadline that was told never comes nearer; process now carries the decision out before it.
    """

    def extend(table: CampaignContext) -> Extend:
        when = moment(until, table.campaign.time_zone, table.now, end=True)
        return Extend(until=when, seats=tuple(seat or ()), reason=reason)

    return extend


def _in_hours(hours: int, days: int) -> int:
    if not hours and not days:
        raise WrongOptions("how much? --hours or --days")
    return hours + 24 * days


@command(
    "deadline extend",
    "lights --hours 24 --reason 'the server was down'",
    "lights --days 2 --seat france --dry-run",
    needs=Extend.right,
    many=True,
)
def extend(
    hours: Hours = 0,
    days: Days = 0,
    seat: Seats = None,
    reason: Reason = "",
) -> Extend:
    """Give more time to everyone who is asked, or to seats. Those concerned are told."""
    return Extend(hours=_in_hours(hours, days), seats=tuple(seat or ()), reason=reason)


@command(
    "deadline bank",
    "lights --hours 24 --seat france --reason 'a week in hospital'",
    "lights --days 2 --dry-run",
    needs=Bank.right,
)
def bank(
    hours: Hours = 0,
    days: Days = 0,
    seat: Seats = None,
    reason: Reason = "",
) -> Bank:
    """Add hours to the time banks of all or some seats. Only where the campaign has banks. Everyone is told."""
    return Bank(hours=_in_hours(hours, days), seats=tuple(seat or ()), reason=reason)


@command(
    "deadline policy",
    "lights",
    "lights --set deadline_hours=48 --set missed_deadline=standing --set wait.hours=12",
    needs=Policy.right,
)
def policy(
    new: Annotated[
        dict[str, Any] | None, Pairs("name=value as in the [timing] of a campaign's file; repeatable.", ("--set",))
    ] = None,
) -> Made:
    """Show or change the time rules. docs/explanation/deadlines.md explains them. Everyone is told.

    null takes a rule of a kind of question away: --set hours.bid=null.
    """
    return (lambda table: changed_policy(table, new)) if new else None
