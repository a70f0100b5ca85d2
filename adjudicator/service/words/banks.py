"""Banks of hours in words: what is left to who is asked, and what every seat has."""

from adjudicator.language import msgid
from adjudicator.service.play import due_dates
from adjudicator.service.words.reader import Reader
from adjudicator.store.tables import SeatKind

IN_FORCE = msgid(
    "Left in your bank: %(left)s h, with the %(more)s h that the question adds. The deadline is when it is empty."
)
EXTENDED = msgid(
    "Left in your bank: %(left)s h, with the %(more)s h that the question adds. "
    "You have been given more time than that."
)


def of_question(reader: Reader, number: int) -> str:
    """Return what was left in the bank for a question of the reader when the message was written.

    Empty without banks.
    """
    policy, prompt = due_dates.policy_of(reader.campaign).bank, reader.prompt(number)
    if not policy.hours or prompt is None:
        return ""
    seat = next(each for each in reader.seats if each.id == prompt.seat_id)
    taken = due_dates.minutes_taken(reader.session, reader.campaign, seat, prompt.opened_at, reader.intent.written)
    granted = prompt.deadline is not None and prompt.not_before is not None and prompt.deadline <= prompt.not_before
    told = reader.language.gettext(
        EXTENDED if granted else IN_FORCE,
        left=max(0, prompt.allowed_minutes - taken) // 60,
        more=policy.increment,
    )
    nights = due_dates.nights_of(reader.campaign, seat)
    if nights is None:
        return told
    free = reader.language.gettext(
        "Nights cost nothing: from %(begins)s to %(ends)s, time of %(zone)s.",
        begins=f"{nights.begins:%H:%M}",
        ends=f"{nights.ends:%H:%M}",
        zone=nights.zone,
    )
    return f"{told} {free}"


def of_all(reader: Reader) -> tuple[str, ...]:
    """Return what every seat had in its bank when its last question was over.

    While seats play in parallel that would tell how far each of them is: then only the reader's own.
    """
    if not due_dates.policy_of(reader.campaign).bank.hours:
        return ()
    shown = (
        reader.own if reader.match.concurrent_seats else [seat for seat in reader.seats if seat.kind is SeatKind.PLAYER]
    )
    hours = [(each, due_dates.bank_of(reader.session, reader.campaign, each.id) // 60) for each in shown]
    told = [
        reader.language.gettext("%(seat)s %(hours)s h", seat=reader.seat_called(each.name), hours=left)
        for each, left in hours
    ]
    return (reader.language.gettext("Banks of hours, open questions aside: %(seats)s.", seats="; ".join(told)),)
