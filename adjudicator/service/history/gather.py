"""Make the record from the store: replay the match, and keep step by step what its viewers were told."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from adjudicator.kernel.content import plain_content
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import replay_events
from adjudicator.service.campaign.matches import CampaignContext, secrets_of
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.history.analysis import analysis_of
from adjudicator.service.history.letters import lettered
from adjudicator.service.history.mails import Logged, ordered
from adjudicator.service.history.numbers import as_known
from adjudicator.service.history.record import Correction, DrawnFact, Record, Sitting, Step
from adjudicator.service.moderation import acts
from adjudicator.service.play.corrections.lines import (
    Played,
    beginning,
    checkpoint_at,
    line_entries,
    newest_bridge,
    stand,
)
from adjudicator.store import revisions


def gather(table: CampaignContext, eyes: Viewpoint, turn: int | None = None) -> Record:
    """Return the record of a campaign's match for the viewer.

    With a `turn`, the number of turns that were over before it, the record begins there: what was played earlier costs
    nothing. What is under way then is told from the turn `before` it on.

    Raises:
        ReplayError: The log does not replay.
    """
    match, known = table.match, secrets_of(table.head)
    proven = eyes.everything or match.result is not None
    opened = match.result is not None and settings_of(table.campaign).archive == "open"
    names = {seat.name for seat in table.players} if eyes.everything or opened else {eyes.seat}
    start = before_turn(table, turn) if turn else None
    begun = 0 if start is None else start.position.n
    bridge = newest_bridge(table)
    if bridge is not None and (start is None or begun < bridge.n):
        # What was played before it other rules alone could play again; the position there is the first step.
        start, begun = stand(table, bridge.n), bridge.n - 1
    earlier = before_turn(table, turn - 1) if start and turn else None
    logged = Logged(line_entries(table, after=0 if earlier is None else earlier.position.n))
    draws = _draws(logged.entries, 0 if earlier is None else earlier.position.counter) if proven else {}
    seats = eyes.seats(match.header.seats)
    _, *corrections = revisions.lines_of(table.session, table.head.match_id)
    record = Record(
        eyes=eyes,
        title=table.campaign.title,
        language=table.campaign.language,
        zone=table.campaign.time_zone,
        at=logged.entries[-1].at if logged.entries else table.now,
        header=match.header,
        sittings=tuple(Sitting(seat.name, seat.people, seat.language) for seat in table.players),
        steps=tuple(_steps(table, eyes, logged, start, begun, draws)),
        orders=tuple(ordered(table, names, logged)),
        letters=tuple(lettered(table, eyes, [entry.at for entry in logged.entries], logged.skipped)),
        corrections=tuple(Correction(line.created_at, line.branched_at, line.reason) for line in corrections),
        acts=acts.acts_known_to(table, eyes.own, everything=eyes.everything),
        result=match.result,
        seed=known.seed.hex() if proven else "",
        nonces=tuple(nonce.hex() for nonce in known.nonces) if proven else (),
        before=_told(logged.part(logged.skipped, begun), eyes, seats),
        pack=plain_content(match.game) if match.game.pack else None,
        analysis=analysis_of(table.session, table.head) if match.result is not None and turn is None else None,
    )
    if proven:
        return record
    aside = table.ledger.aside
    heard = {n for n in aside if n <= logged.skipped and _told(line_entries(table, after=n - 1, upto=n), eyes, seats)}
    return as_known(record, [n for n in aside if n not in heard])


def before_turn(table: CampaignContext, turn: int) -> Match | None:
    """Return the match at the newest stored position before a turn began; None if it began with the match."""
    first, _ = checkpoint_at(table, 0)
    began = turn_began(table, turn)
    return table.resume(checkpoint_at(table, began - 1)[1]) if began > first else None


def turn_began(table: CampaignContext, turn: int) -> int:
    """Return the log number with which a turn began: after it, so many turns were over."""

    def begun(n: int) -> bool:
        found = table.resume(checkpoint_at(table, n)[1])
        return found.game.turns_done(found.state) >= turn

    first, _ = checkpoint_at(table, 0)
    return first + bisect_left(range(first, table.head.sequence + 1), True, key=begun)


def _steps(
    table: CampaignContext,
    eyes: Viewpoint,
    logged: Logged,
    start: Match | None,
    done: int,
    draws: Mapping[int, tuple[DrawnFact, ...]],
) -> Iterator[Step]:
    """Yield one step for the set-up, then one for each answer that was given.

    Those after the log entry `done`, where the match is given at the `start` behind it.
    """
    entries = [each.entry for each in logged.entries]
    match = start or beginning(table.session, table.head.match_id, table.match.header, entries)
    if start is not None:
        match.chance.follow([draw for entry in entries if entry.n > start.position.n for draw in entry.chance])
    seats = eyes.seats(match.header.seats)
    for _ in chain([()], replay_events(match, entries)):  # the moment before the first step too
        upto = match.position.n
        part = logged.part(done, upto)
        if not part:
            continue
        yield Step(
            first=done + 1,
            last=upto,
            at=part[-1].at,
            turn=match.game.turns_done(match.state),
            asked=match.asked_seats,
            told=_told(part, eyes, seats),
            view=match.view(seats),
            draws=tuple(draw for each in part for draw in draws.get(each.n, ())),
        )
        done = upto


def _told(part: Sequence[Played], eyes: Viewpoint, seats: Sequence[str]) -> tuple[ObservedEvent[Any], ...]:
    return tuple(shown for each in part for told in each.told if (shown := _for(told, eyes, seats)))


def _for(told: ObservedEvent[Any], eyes: Viewpoint, seats: Sequence[str]) -> ObservedEvent[Any] | None:
    """Return an event without anything that the viewer was not told."""
    if eyes.everything:
        event = told.visible_to(seats)
        return None if event is None else ObservedEvent(told.n, event, silent=told.silent)
    private = {seat: event for seat, event in told.private.items() if seat in seats}
    return ObservedEvent(told.n, told.public, private, told.silent) if private or told.public is not None else None


def _draws(logged: Sequence[Played], counter: int) -> Mapping[int, tuple[DrawnFact, ...]]:
    """Return the draws of each log entry with their counters.

    The counters run through the whole match: `counter` draws were made before.
    """
    found = {}
    for each in logged:
        if each.entry.chance:
            found[each.n] = tuple(
                DrawnFact(each.revision, counter + place, draw) for place, draw in enumerate(each.entry.chance)
            )
            counter += len(each.entry.chance)
    return found
