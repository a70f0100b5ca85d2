"""Tell in sentences how things stand: who is asked until when, what play waits for."""

from datetime import datetime, timedelta

from adjudicator.language import msgid
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.play import habits, reliability
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.reliability import Reliability
from adjudicator.service.words import banks
from adjudicator.service.words.reader import Reader
from adjudicator.store import rate_limits, series
from adjudicator.store.tables import CampaignState, SeatKind

LATE = timedelta(minutes=10)
"""A mail that has waited so long is worth a word to the moderator."""
OVER = (CampaignState.FINISHED, CampaignState.ARCHIVED)
"""States in which nobody is waited for, also if a campaign was closed before its match came to an end."""


def sentences(reader: Reader) -> tuple[str, ...]:
    """Return what everybody may know, and whether the reader is asked."""
    language = reader.language
    match = reader.match
    if match.result is not None:
        return (language.gettext("The match is over."), *series_goes_on(reader))
    if reader.campaign.state in OVER:
        return (language.gettext("The campaign is over: nothing is asked any more."),)
    due = {row.seat_id: row.deadline for row in reader.asked_then}
    deadlines = {seat.asked_as: due.get(seat.id) for seat in reader.seats}
    asked = language.listing([_asked(reader, seat, deadlines.get(seat)) for seat in match.asked_seats])
    waiting = language.gettext("Asked now: %(seats)s.", seats=asked)
    late = _late_mails(reader) if reader.seat.kind is SeatKind.MODERATOR else ()
    if reader.pending is not None:
        told = language.gettext(
            "Play waits for a draw that is made at the table (%(draw)s); the moderator enters it.",
            draw=in_words(reader.pending.draw, reader.report, language),
        )
        return (told, *late)
    if reader.campaign.state is CampaignState.PAUSED:
        paused = language.gettext("The campaign is paused: no deadline runs.")
        return (paused, waiting, *banks.of_all(reader), *late)
    times = _times(reader)
    if reader.seat.holders and not any(match.number(name) for name in reader.asked_as):
        return (waiting, language.gettext("Nothing is asked of you."), *times, *late)
    return (waiting, *times, *late)


def _times(reader: Reader) -> tuple[str, ...]:
    moderates = reader.seat.kind is SeatKind.MODERATOR
    usual = habits.told_of(reader.session, reader.seats, reader.language, reader.zone, reader.seat_called)
    return (*banks.of_all(reader), *_reliability(reader), *(usual if moderates else ()))


def _reliability(reader: Reader) -> tuple[str, ...]:
    """Return the reliability of the players, for moderators who do not play, or for all if the campaign shows it.

    Empty while seats play in parallel: it would tell how far each is.
    """
    moderates = reader.seat.kind is SeatKind.MODERATOR and playing_moderators(reader.seats).keys().isdisjoint(
        reader.seat.people
    )
    if reader.match.concurrent_seats or not (moderates or settings_of(reader.campaign).reliability == "all"):
        return ()
    found, words = reliability.of_seats(reader.session, (reader.campaign.id,)), reader.language
    told = [_time_of(reader, seat.name, found[seat.id]) for seat in reader.seats if seat.id in found]
    return (words.gettext("Answered in time: %(seats)s.", seats="; ".join(told)),) if told else ()


def _time_of(reader: Reader, seat: str, found: Reliability) -> str:
    words, called = reader.language, reader.seat_called(seat)
    counts = {"answered": str(found.answered), "asked": str(found.asked), "seat": called}
    if found.median_hours is None:
        return words.gettext("%(seat)s %(answered)s of %(asked)s", **counts)
    told = msgid("%(seat)s %(answered)s of %(asked)s, half of them within %(hours)s h")
    return words.gettext(told, hours=words.number(max(1, round(found.median_hours))), **counts)


def series_goes_on(reader: Reader) -> tuple[str, ...]:
    """Say of a finished match that another one follows where the series is played now."""
    if reader.match.result is None or (there := series.after(reader.session, reader.campaign)) is None:
        return ()
    told = msgid(
        "The series goes on with %(campaign)s, which has addresses of its own: please answer its emails. "
        "What you write here does nothing there."
    )
    return (reader.language.gettext(told, campaign=there.title),)


def _late_mails(reader: Reader) -> tuple[str, ...]:
    """Tell a moderator of messages of the campaign that wait for the limit per hour, or for a server."""
    backlog = rate_limits.backlog(reader.session, reader.intent.written, reader.campaign.id)
    if backlog.oldest is None or reader.intent.written - backlog.oldest < LATE:
        return ()
    told = reader.language.ngettext(
        "%(n)s email of this campaign waits to be sent, since %(moment)s.",
        "%(n)s emails of this campaign wait to be sent, the oldest since %(moment)s.",
        backlog.waiting,
        moment=reader.time(backlog.oldest),
    )
    return (told,)


def _asked(reader: Reader, seat: str, deadline: datetime | None) -> str:
    """Return who is asked, and until when; whether they have answered in secret is nobody's business."""
    called = reader.seat_called(seat)
    if reader.match.concurrent_seats and seat not in reader.asked_as:
        return called  # at which of their questions they are would be told by the moment
    if deadline is None:
        return reader.language.gettext("%(seat)s (no deadline runs)", seat=called)
    return reader.language.gettext("%(seat)s (by %(moment)s)", seat=called, moment=reader.time(deadline))
