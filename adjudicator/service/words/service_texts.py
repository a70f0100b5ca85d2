"""What the service itself says in mails; everything about a game comes from the game."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.outbox.answers import which_seat
from adjudicator.service.outbox.intents import Answer, Dossier, Help
from adjudicator.service.play import prose_questions
from adjudicator.service.press import showing
from adjudicator.service.words import fair_draws
from adjudicator.service.words.help import help_sections, words_in_short
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.reader import Reader
from adjudicator.store import pace
from adjudicator.store.tables import CampaignState, SeatKind
from adjudicator.store.timing import asked_at

DOSSIER_LETTERS = 15
"""Letters of the seat that its dossier holds; the rest comes with `letters 1`."""


def welcome_lead(language: Language, campaign: str, seat: str) -> tuple[str, ...]:
    return (
        language.gettext("The campaign %(campaign)s begins. You are %(seat)s.", campaign=campaign, seat=seat),
        language.gettext(
            "You play by answering mails like this one: everything you need stands in the mail that asks you."
        ),
    )


def watch_lead(reader: Reader) -> tuple[str, ...]:
    """The first sentences to somebody who watches, or who moderates."""
    language, campaign = reader.language, reader.campaign.title
    if reader.seat.kind is SeatKind.MODERATOR:
        return (
            language.gettext("You moderate %(campaign)s.", campaign=campaign),
            language.gettext(
                "This mail shows what everybody may know. Answer it with one of the words below; players reach you "
                "with letters to the moderator."
            ),
        )
    often = _OFTEN[reader.seat.digest or "weekly"]
    return (
        language.gettext("You watch %(campaign)s. You see what everybody may know.", campaign=campaign),
        language.gettext(often),
        language.gettext(
            "Answer with “digest each”, “digest daily”, “digest weekly” or “digest off” to change that, with “status” "
            "or “board” to see how things stand, with “leave” to stop."
        ),
    )


_OFTEN = {
    "each": msgid("You hear of what happens as it happens, once an hour at most."),
    "daily": msgid("You get a digest every day."),
    "weekly": msgid("You get a digest every week."),
    "off": msgid("You get no digests."),
}
"""By how often the reader gets a digest."""


def dossier_title(language: Language, intent: Dossier) -> str:
    if intent.joins:
        return language.gettext("a seat that you hold too")
    return language.gettext("you take over a seat")


def dossier_lead(reader: Reader, intent: Dossier) -> tuple[str, ...]:
    language = reader.language
    if intent.joins:
        return (
            language.gettext(
                "You hold %(seat)s in %(campaign)s together with others. This mail holds what the seat knows: what "
                'happened, where things stand, what is asked. With "history 1" you get everything from the beginning.',
                seat=reader.name_of(reader.seat),
                campaign=reader.campaign.title,
            ),
        )
    return (
        language.gettext(
            "You play %(seat)s in %(campaign)s from now on. This mail holds what the seat knows: what happened, where "
            "things stand, what is asked of you. Your deadline begins anew.",
            seat=reader.name_of(reader.seat),
            campaign=reader.campaign.title,
        ),
        language.gettext(
            "Your reply address is new and yours alone; the one of your predecessor does not count any more. With "
            '"history 1" you get everything from the beginning, page by page.'
        ),
    )


def dossier_sections(reader: Reader, intent: Dossier) -> tuple[Section, ...]:
    """What the predecessor left, who plays, how to write."""
    language = reader.language
    left = Section(
        heading=language.gettext("What your predecessor left"),
        paragraphs=(
            language.gettext("Lines that were on file. They do nothing by themselves; send those that you want.")
            if intent.left
            else language.gettext("Nothing was on file."),
        ),
        items=tuple(Item(name=line) for line in intent.left),
    )
    letters = showing.of_seat(
        reader.session, names_for(reader), reader.seat, reader.zone, intent.written, DOSSIER_LETTERS
    )
    return (*letters, *welcome_sections(reader)) if intent.joins else (left, *letters, *welcome_sections(reader))


def welcome_sections(reader: Reader) -> tuple[Section, ...]:
    """Who plays, how it works, what makes the draws trustworthy."""
    language = reader.language
    players = tuple(
        Item(name=reader.seat_called(seat.name), text=", ".join(seat.people))
        for seat in reader.seats
        if seat.kind is SeatKind.PLAYER
    )
    return (
        Section(heading=language.gettext("Who plays"), items=players),
        help_sections(reader)[0],
        words_in_short(reader),
        *fair_draws.promises(reader),
    )


def always(language: Language) -> tuple[str, ...]:
    """The words that stand in the last line of every mail."""
    return (
        language.typed(en="help", ru="помощь"),
        language.typed(en="status", ru="статус"),
        language.typed(en="resend", ru="повтор"),
    )


def moderator_answered(language: Language, seats: str) -> str:
    if not seats:
        return language.gettext("The moderator had the decision carried out.")
    return language.gettext(
        "The moderator had the decision carried out; for %(seats)s the default was done.", seats=seats
    )


def deadline_answered(language: Language, seat: str) -> str:
    return language.gettext("The deadline passed without an answer from %(seat)s: the default was done.", seat=seat)


def answer_title(language: Language, intent: Answer) -> str:
    """What became of a mail, in a few words for its subject."""
    if intent.checked:
        return language.gettext("checked, nothing done")
    if intent.later:
        return language.gettext("kept until the campaign goes on")
    if prose_questions.all_questions(intent.lines):
        return language.gettext("your question")
    outcomes = {str(line.outcome) for line in intent.lines} - {"ignored"}
    if outcomes & {"refused", "unreadable", "ambiguous", "late"}:
        if "done" in outcomes:
            return language.gettext("done in part, one line to correct")
        return language.gettext("nothing is changed")
    if outcomes == {"on file"}:
        return language.gettext("on file")
    if "waiting" in outcomes:
        return language.gettext("done in part, the rest waits")
    if "done" in outcomes:
        return language.gettext("done")
    return language.gettext("nothing is changed")


LATE = timedelta(minutes=10)
"""A mail that has waited so long is worth a word to the moderator."""


OVER = (CampaignState.FINISHED, CampaignState.ARCHIVED)
"""In these states nobody is waited for, also where a campaign was closed before its match came to an end."""


def status_lead(reader: Reader) -> tuple[str, ...]:
    language = reader.language
    decisions = reader.match.decisions()
    if not decisions:
        return (language.gettext("The match is over."),)
    if reader.campaign.state in OVER:
        return (language.gettext("The campaign is over: nothing is asked any more."),)
    due = {row.seat_id: row.deadline for row in asked_at(reader.session, reader.campaign.id, reader.intent.written)}
    deadlines = {seat.name: due.get(seat.id) for seat in reader.seats}
    asked = [_asked(reader, seat, deadlines.get(seat)) for decision in decisions for seat in decision.seats]
    waiting = language.gettext("Asked now: %(seats)s.", seats=language.listing(asked))
    late = _late_mails(reader) if reader.seat.kind is SeatKind.MODERATOR else ()
    if reader.pending is not None:
        return (
            language.gettext(
                "Play waits for a draw that is made at the table (%(draw)s); the moderator enters it.",
                draw=in_words(reader.pending.draw, reader.report, language),
            ),
            *late,
        )
    if reader.campaign.state is CampaignState.PAUSED:
        return (language.gettext("The campaign is paused: no deadline runs."), waiting, *late)
    if reader.player is None or reader.player not in {seat for decision in decisions for seat in decision.seats}:
        return (waiting, language.gettext("Nothing is asked of you."), *late)
    return (waiting, *late)


def _late_mails(reader: Reader) -> tuple[str, ...]:
    """For a moderator: mails of the campaign that wait for the limit per hour, or for a server."""
    backlog = pace.backlog(reader.session, reader.intent.written, reader.campaign.id)
    if backlog.oldest is None or reader.intent.written - backlog.oldest < LATE:
        return ()
    since = reader.language.time(backlog.oldest, reader.zone, reader.intent.written)
    return (
        reader.language.ngettext(
            "%(n)s mail of this campaign waits to be sent, since %(moment)s.",
            "%(n)s mails of this campaign wait to be sent, the oldest since %(moment)s.",
            backlog.waiting,
            moment=since,
        ),
    )


def _asked(reader: Reader, seat: str, deadline: datetime | None) -> str:
    """Who is asked, and until when; whether he has answered in secret is nobody's business."""
    if deadline is None:
        return reader.language.gettext("%(seat)s (no deadline runs)", seat=reader.seat_called(seat))
    until = reader.language.time(deadline, reader.zone, reader.intent.written)
    return reader.language.gettext("%(seat)s (by %(moment)s)", seat=reader.seat_called(seat), moment=until)


def help_title(language: Language, intent: Help) -> str:
    if intent.why == "appointed":
        return language.gettext("you moderate")
    return language.gettext("no orders found") if intent.why else language.gettext("how to play by mail")


NOTHING_READ = ("nothing_read", "only_quoted", "attachment", "encrypted", "too_large")
"""Why a mail held no orders although its writer may have meant some: he needs an example, not a list of words."""


def help_lead(language: Language, intent: Help) -> tuple[str, ...]:
    """Why this help comes unasked."""
    if not intent.why:
        return ()
    reasons = {
        "appointed": language.gettext(
            "You moderate this campaign from now on. Write commands to this address only: it is your own, and secret."
        ),
        "nothing_read": language.gettext("Your mail held no line that could be an order. Nothing is changed."),
        "only_quoted": language.gettext(
            "Your mail held only quoted lines (beginning with >). Quoted lines never count: write above the quote."
        ),
        "attachment": language.gettext(
            "Your mail had an attachment that is not opened, and no orders in its text. Please write them as text."
        ),
        "encrypted": language.gettext("Your mail is encrypted; please write without encryption."),
        "no_question": language.gettext("Nothing is asked of you now. Nothing is changed."),
        "kept_failed": language.gettext(
            "The campaign goes on, but the orders that you sent meanwhile could not be tried. They are a draft now; "
            "please send them again."
        ),
        "reads_along": language.gettext(
            "You read along for this seat; its orders are given by somebody else. Nothing is changed."
        ),
        "which_campaign": language.gettext(
            "You play in no campaign of the name that you wrote. Its name stands in square brackets in the subject of "
            "its mails. The lines below it did nothing."
        ),
        "which_seat": which_seat(language, intent.choices),
        "wrong_code": language.gettext(
            "A mail in your name came with a code that does not count (any more). It did nothing. If it was yours, "
            "copy the code from the mail that asks you to confirm."
        ),
        "foreign": language.gettext(
            "Your mail went to an address of ours that is not your own. It was set aside and did nothing. Please "
            "answer the mails that we send to you."
        ),
        "too_large": language.gettext("Your mail was too large to be read. Please send the orders as short text."),
    }
    return (reasons.get(intent.why, reasons["nothing_read"]),)
