"""Store what every change of a match brings with it: the log, the questions, the mails, all in one transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import language
from adjudicator.service.campaign.course import new_course
from adjudicator.service.campaign.happenings import MatchMoved, announce
from adjudicator.service.campaign.matches import CampaignContext, Origin, save, turn_of
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.campaign.table_draws import range_of
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import Ask, News
from adjudicator.service.play import due_dates, early_decisions, questions, standing_orders
from adjudicator.service.play.agreements.review import look_again
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.questions import Questions
from adjudicator.store import matches, stewards
from adjudicator.store.tables import CampaignState, Match, MatchState, Seat

# News for those whose question stands as it was, and for those who are not asked: of attacks, of what was done.

AT_ONCE: Final = timedelta(minutes=1)
"""How long news of what hits somebody waits for more: mails of one minute are one."""


def tell_at_once(
    table: CampaignContext, told: Sequence[ObservedEvent[Any]], asked: Questions, heard: Collection[str | None]
) -> None:
    """Tell seats at once that events hit them, unless another mail tells them.

    The mail waits for what else happens in the same minute.
    """
    for seat in table.players:
        if seat.name in heard or seat.name in (*asked.new, *asked.again):
            continue
        if any((event := each.visible_to((seat.name,))) is not None and seat.name in event.hit() for each in told):
            since, number = queue.known_to(table, seat), asked.standing.get(seat.name)
            queue.gather(table, seat, News(written=table.now, since=since, number=number), table.now + AT_ONCE)


def tell(
    table: CampaignContext, told: Sequence[ObservedEvent[Any]], asked: Questions, heard: Collection[str | None]
) -> None:
    """Gather news of what was done apart from the open question.

    It is for everybody else who may know of it.

    Those who have `heard` of it, or are asked again, get it in another mail. Who may know nothing of it gets none.
    """
    first = min(table.match.interruptions)
    due_at = table.now + timedelta(minutes=due_dates.policy_of(table.campaign).news_minutes)
    for seat in table.players:
        if seat.name in heard or seat.name in asked.new:
            continue
        if any(each.n >= first and each.visible_to((seat.name,)) is not None for each in told):
            since, number = queue.known_to(table, seat), asked.standing.get(seat.name)
            queue.gather(table, seat, News(written=table.now, since=since, number=number), due_at)


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The person and the mail that have moved a match.

    The caller itself writes to the `author`, and to the seats that it has `answered`.
    """

    author: str | None = None
    answered: Collection[str] = ()
    overdue: tuple[str, ...] = ()
    """Seats for which the deadline answered, or the moderator (`ordered`)."""
    ordered: bool = False
    acted: tuple[str, ...] = ()
    """Seats whose earlier answers were carried out."""
    arrived: Mapping[int, datetime] = {}
    """By seat id: when the orders arrived that a mail has for it."""
    mail_id: int | None = None
    origins: Mapping[int, int] = {}
    """By log number: the line of the mail that an entry came from."""
    repeated: Mapping[int, Origin] | None = None
    """Entries that a correction took over from another line of play."""


def settle(table: CampaignContext, told: Iterable[ObservedEvent[Any]], cause: Cause) -> Questions:
    """Store what the match has gained and queue the mails that follow; a draw that must be entered is asked for.

    Returns the questions that are open now.
    """
    told = list(told)
    moves = moves_of(table, told)
    cause = _reseated(table, moves, cause)
    taken_up, lost = early_decisions.take_up(table)
    told += taken_up + standing_orders.answer_interrupts(table)
    course = new_course(table, corrected=cause.repeated is not None)
    save(table, told, cause.origins, cause.mail_id, cause.repeated, course)
    asked_again = table.opened == table.decision or table.opened in table.match.suspended_decisions
    if table.match.log and table.gathered and not asked_again:
        matches.drop_sealed(table.session, table.head, table.opened)
    if cause.repeated is None and table.match.result is None:
        _tell_turn(table)
    author, overdue = cause.author, cause.overdue
    acted = (author, *cause.acted) if author else cause.acted or overdue
    asked = questions.renew(table, acted, cause.arrived)
    answered = {author, *cause.answered}
    for seat_name, number in (asked.new | asked.again).items():
        if seat_name not in answered and seat_name not in table.match.sealed:
            seat = table.by_name[seat_name]
            since = queue.known_to(table, seat)
            intent = Ask(written=table.now, since=since, number=number, overdue=overdue, ordered=cause.ordered)
            anew, resumed = seat_name in lost, seat_name in asked.resumed
            queue.send(table, seat, msgspec.structs.replace(intent, anew=anew, resumed=resumed))
    if table.match.interruptions and table.match.result is None:
        tell(table, told, asked, answered)
    if cause.repeated is None and table.match.result is None:
        tell_at_once(table, told, asked, answered)
    _ask_for_draw(table)
    if table.ledger.open and (table.match.log or cause.repeated is not None):
        look_again(table, reseated=bool(moves))
    if table.match.result is not None:
        _finish(table, answered)
    missed = () if cause.ordered else overdue
    announce(table, MatchMoved(asked=asked.new, missed=missed, corrected=cause.repeated is not None))
    return asked


def _reseated(table: CampaignContext, moves: Mapping[str, str], cause: Cause) -> Cause:
    """Rename the chairs of people who change seats; whoever is spoken of keeps being the same person."""
    if not moves:
        return cause
    reseat(table, moves)
    return msgspec.structs.replace(
        cause,
        author=moves.get(cause.author, cause.author) if cause.author else None,
        answered=[moves.get(name, name) for name in cause.answered],
        overdue=tuple(moves.get(name, name) for name in cause.overdue),
    )


def moves_of(table: CampaignContext, told: Iterable[ObservedEvent[Any]]) -> dict[str, str]:
    """Return the seats that people have changed by these events: old names to new."""
    reseated = (table.match.game.seat_changes(each.public) for each in told if each.public is not None)
    return dict(move for moves in reseated for move in moves.items())


def reseat(table: CampaignContext, moves: Mapping[str, str]) -> None:
    """Give chairs other names (old to new)."""
    rows = {name: table.session.get_one(Seat, table.by_name[name].id) for name in moves}
    for row in rows.values():
        row.name = f"{row.name}*"
    table.session.flush()
    for name, row in rows.items():
        row.name = moves[name]
    table.session.flush()
    table.rename_seats(moves)


def _tell_turn(table: CampaignContext) -> None:
    """Send everybody at the table a message where a turn or round has ended, as the campaign chooses."""
    often, (turns, rounds), now = settings_of(table.campaign).turn_mails, table.turn, turn_of(table.match)
    if often == "never" or now <= (turns, rounds):
        return
    if now[0] > turns:
        to_table("turn_over", turns=turns).send(table, table.seats)
    elif often == "round":
        to_table("turn_over", turns=turns, rounds=rounds).send(table, table.seats)


def _ask_for_draw(table: CampaignContext) -> None:
    """Tell every moderator which draw is needed, if it is another one than when the table was loaded.

    From what a hidden one is drawn is not told to those who play as well.
    """
    match, wanted = table.match, table.match.wanted
    if match.awaited is None or wanted is None or not table.awaits_another:
        return
    shown, playing = is_open(match.game, wanted), playing_moderators(table.seats)
    for seat in table.moderators:
        if seat.holders:
            known = shown or playing.keys().isdisjoint(seat.people)
            among = range_of(wanted, match.game.part("report"), language(seat.language)) if known else ""
            notice = to_table("draw_needed", draw=wanted.called, range=among, log=table.sequence)
            notice.send(table, [seat])


def _finish(table: CampaignContext, answered: Collection[str | None]) -> None:
    """Finish the match and tell the seats; those that get a message from the caller are told there."""
    result = msgspec.json.encode(table.match.result)
    table.session.execute(
        update(Match)
        .where(col(Match.id) == table.head.match_id)
        .values(state=MatchState.FINISHED, result=result, finished_at=table.now)
    )
    agreed = settings_of(table.campaign)
    if agreed.rated and not agreed.stewards.rated and stewards.have_played(table.session, table.campaign.id):
        keep_settings(table.campaign, msgspec.structs.replace(agreed, rated=False))
    table.campaign.state = CampaignState.FINISHED
    table.campaign.finished_at = table.now
    table.session.add(table.campaign)
    for seat in table.seats:
        if seat.name not in answered:
            queue.send(table, seat, to_table("over").tell(table.now, since=queue.known_to(table, seat)))
