"""When the people of seats usually answer: looked up, and said to those who may know it."""

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy.orm import Session

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.timing.habits import Habit, habit_of
from adjudicator.service.timing.policy import EVERY_DAY
from adjudicator.store import habits
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind

_WEEKDAYS, _WEEKEND = EVERY_DAY[:5], EVERY_DAY[5:]


def of_seat(session: Session, seat: SeatAtTable, zone: str = "") -> Habit | None:
    """Return when the player of a seat usually answers, in their own zone or another.

    None if that is not known or not wanted, and where several people give the orders of the seat.
    """
    if seat.kind is not SeatKind.PLAYER or len(seat.in_charge) != 1:
        return None
    (holder,) = seat.in_charge
    return habit_of(habits.answered_at(session, holder.person_id), zone or holder.time_zone)


def told_of(
    session: Session, seats: Sequence[SeatAtTable], words: Language, zone: str, called: Called, of: Collection[str] = ()
) -> Iterator[str]:
    """Yield for a moderator when the players usually answer, in this zone; of some seats, or of all.

    Nothing where a moderator plays, or where there is none and a player may look.
    """
    if playing_moderators(tuple(seats)) or not any(seat.moderates and seat.holders for seat in seats):
        return
    told = msgid("%(seat)s usually answers %(times)s (%(zone)s).")
    for seat in seats:
        if (not of or seat.name in of) and (habit := of_seat(session, seat, zone)):
            yield words.gettext(told, seat=called(seat.name), times=in_words(habit, words), zone=zone)


def in_words(habit: Habit, words: Language) -> str:
    """Return the usual hours and days as half a sentence."""
    hours = {"first": str(habit.begins), "last": str(habit.ends or 24)}
    if habit.days == EVERY_DAY:
        return words.gettext("between %(first)s and %(last)s h", **hours)
    if habit.days == _WEEKDAYS:
        return words.gettext("between %(first)s and %(last)s h, on weekdays", **hours)
    if habit.days == _WEEKEND:
        return words.gettext("between %(first)s and %(last)s h, at weekends", **hours)
    days = ", ".join(words.weekday(day - 1) for day in habit.days)
    return words.gettext("between %(first)s and %(last)s h, on these days: %(days)s", days=days, **hours)
