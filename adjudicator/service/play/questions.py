"""Ask whoever is waited for: they have exactly one open question, and nobody is asked what is no longer asked."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import count

import msgspec

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.game import Game
from adjudicator.service.campaign.matches import CampaignContext, turn_of
from adjudicator.service.play import banks, due_dates
from adjudicator.service.play.offers import offer_again, offer_for
from adjudicator.store import outbound, prompts, stewards
from adjudicator.store.campaigns import SeatAtTable, new_seat, played_beside, seats_at_table
from adjudicator.store.prompts import NewPrompt
from adjudicator.store.tables import PromptState, SeatKind


class Questions(msgspec.Struct, frozen=True):
    """Numbers of the open questions by chair: those that are new, and those that stand as before."""

    new: dict[str, int]
    standing: dict[str, int]
    again: dict[str, int] = {}
    """Questions that stand and are told again: those of people with several seats, whose common mail was stopped
    because another question in it was closed."""

    resumed: frozenset[str] = frozenset()
    """New questions that had been suspended; they keep their numbers."""

    def of(self, seat: str) -> int | None:
        """Return the number of the open question of a seat."""
        return self.new.get(seat) or self.standing.get(seat)


def renew(table: CampaignContext, acted: Iterable[str] = (), answered: Mapping[int, datetime] = {}) -> Questions:
    """Close questions that the match no longer asks, and open those that it asks now.

    `acted`: the seats whose answers the closed ones have. `answered`: by seat id, when the orders arrived that did it.

    A seat that has sealed its answer keeps its question open, so that the answer can be replaced. A question whose
    decision goes on keeps its number, its codes and its deadline, whatever is done meanwhile. What the match asks the
    moderator is a question to each of them.
    """
    stale: dict[tuple[PromptState, datetime | None], list[int]] = {}
    standing: dict[str, int] = {}
    acting, left = set(acted), list[SeatAtTable]()
    known, table.to_renew = table.to_renew, None
    for prompt in prompts.open_questions(table.session, table.campaign.id) if known is None else known:
        chair = table.by_id[prompt.seat_id]
        name, same = chair.name, (prompt.match_id, prompt.revision) == (table.head.match_id, table.head.revision)
        if same and prompt.decision == table.match.number(chair.asked_as):
            standing[name] = prompt.number
        else:
            state = PromptState.ANSWERED if name in acting else PromptState.SUPERSEDED
            stale.setdefault((state, answered.get(chair.id)), []).append(prompt.number)
            left.append(chair)
    held = [seat.name for seat in table.players if seat.steward and seat.name in standing]
    if held and (owing := [standing[name] for name in held if name in table.match.pending_seats]):
        stewards.think_again(table.session, table.campaign.id, owing)
    stopped = 0
    for (state, at), numbers in stale.items():
        prompts.close_prompts(table.session, table.campaign.id, numbers, state, table.now, at)
        stopped += outbound.cancel_prompts(table.session, table.campaign.id, numbers)
    banks.charge(table, [number for numbers in stale.values() for number in numbers])
    asked = _asked(table)
    if MODERATOR in asked and not table.rulers:
        _empty_chair(table)
    chairs = [chair.name for name in asked for chair in table.asked_as(name)]
    waiting = [name for name in chairs if name not in standing]
    again = _opened_again(table, waiting) if table.match.interruptions or table.suspended_decisions else {}
    if again or table.match.interruptions:
        _offer_anew(table, standing | again)
    new = again | _open(table, [name for name in waiting if name not in again])
    beside = {each.name for seat in left for each in played_beside(table.seats, seat)} if stopped else ()
    return Questions(
        new, standing, {name: number for name, number in standing.items() if name in beside}, frozenset(again)
    )


def _empty_chair(table: CampaignContext) -> None:
    """Add an empty moderator seat, for a question that only a moderator can answer.

    A future moderator finds the question there.
    """
    table.session.add(new_seat(table.campaign.id, MODERATOR, table.campaign.language, table.now, SeatKind.MODERATOR))
    table.session.flush()
    table.reseat(seats_at_table(table.session, table.campaign.id, table.now))


def _asked(table: CampaignContext) -> list[str]:
    """Return the seats that need an open question: those that owe an answer, and more in a secret decision.

    In a secret decision, also those whose standing order has answered already: nobody can tell by numbers or deadlines
    which these are, and the answer can be changed like every other one.
    """
    match = table.match
    return [
        name
        for decision in match.decisions()
        for name in decision.seats
        if name in decision.waiting or (name in match.sealed and decision.form in ("together", "orders", "window"))
    ]


def _opened_again(table: CampaignContext, waiting: list[str]) -> dict[str, int]:
    """Open questions again that something done at any time, or a question that it raised, had closed.

    What was left of their time runs on.
    """
    session, found = table.session, {}
    for name in waiting:
        chair = table.by_name[name]
        prompt = prompts.closed_before(session, chair.id, table.head, table.match.number(chair.asked_as))
        if prompt is not None:
            if prompt.closed_at is not None:
                due_dates.run_on(table, prompt, prompt.closed_at)
            prompts.open_again(session, prompt)
            found[name] = prompt.number
    return found


def _offer_anew(table: CampaignContext, numbers: Mapping[str, int]) -> None:
    """Offer codes, after those that were given, for answers that are new."""
    for name, number in numbers.items():
        prompt = prompts.prompt_by_number(table.session, table.campaign.id, number)
        assert prompt is not None
        prompt.offered = offer_again(table.match, table.by_name[name].asked_as, prompt.offered)


def _open(table: CampaignContext, waiting: list[str]) -> dict[str, int]:
    if not waiting:
        return {}
    numbers = _numbers(table, waiting)
    told = _told_before(table, waiting)
    asked = {
        number: _prompt(table, table.by_name[seat], number, told.get(table.by_name[seat].id))
        for seat, number in numbers.items()
    }
    prompts.ask(table.session, table.campaign.id, asked, table.now)
    return numbers


def _told_before(table: CampaignContext, waiting: list[str]) -> dict[int, datetime]:
    """Return until when seats were told to answer what a correction asks again, by seat id.

    Where answers come out after a delay all have the latest of these moments.
    """
    decisions = {chair.id: table.match.number(chair.asked_as) for chair in map(table.by_name.__getitem__, waiting)}
    told = prompts.told_before(table.session, table.head, decisions, table.now)
    return dict.fromkeys(decisions, max(told.values())) if told and table.delayed else told


def _numbers(table: CampaignContext, waiting: list[str]) -> dict[str, int]:
    """Return numbers for new questions.

    If seats act in parallel, each seat has every n-th number, whatever the others do: successive numbers would tell
    how far these are.
    """
    session, campaign, beside = table.session, table.campaign.id, table.match.concurrent_seats
    first = prompts.last_number(session, table.head) + 1
    if not beside or len(waiting) == len(beside):
        return {seat: number for number, seat in enumerate(waiting, first)}
    numbers: dict[str, int] = {}
    for seat in waiting:
        own = prompts.last_of_seat(session, table.by_name[seat].id)
        used = prompts.numbers_after(session, campaign, own)
        numbers[seat] = next(n for n in count(own + len(beside), len(beside)) if n not in {*used, *numbers.values()})
    return numbers


def _course(table: CampaignContext) -> str:
    """Return the turn and the round, for a game that counts them."""
    if type(table.match.game).turns_done is Game.turns_done:
        return ""
    turns, rounds = turn_of(table.match)
    return f"{table.head.number}.{turns}.{rounds}"


def _prompt(table: CampaignContext, seat: SeatAtTable, number: int, told: datetime | None) -> NewPrompt:
    minutes = 0 if seat.moderates else due_dates.minutes_for(table, seat.id)
    return NewPrompt(
        seat_id=seat.id,
        match_id=table.head.match_id,
        revision=table.head.revision,
        decision=table.match.number(seat.asked_as),
        deadline=due_dates.deadline_for(table, seat.id, table.now, minutes, told),
        allowed_minutes=minutes,
        not_before=told,
        offered=offer_for(table.match, seat.asked_as, number, seat.language),
        course=_course(table),
    )
