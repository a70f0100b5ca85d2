"""The answer to a mail: how it was read, what became of it, what its commands say."""

from collections.abc import Iterator

import msgspec

from adjudicator.language import Language
from adjudicator.reports.model import Kind, OrderOutcome, Receipt
from adjudicator.reports.wording.game import Mention
from adjudicator.service.outbox.payloads import STATE, Answer
from adjudicator.service.play import readings
from adjudicator.service.words import agreements, boards, help, previews, status
from adjudicator.service.words.order_lines import incomplete, reading_of
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.questions import situation_of
from adjudicator.service.words.reader import Reader


def answer(reader: Reader, intent: Answer) -> Parts:
    """Return what a message has led to; its commands may ask for the position, for help, or for the state of things."""
    ordered = bool(intent.lines or intent.draft or intent.checked)
    reading, told = reading_of(reader, intent) if ordered else (None, frozenset[Mention]())
    found = previews.foreseen_of(reader, intent) if intent.checked else None
    planned = None if found is None else found.stretch
    foreseen = () if planned is None else previews.sections(reader, planned)
    helped = help.with_examples(reader, intent.number) if "help" in intent.shows else ()
    return Parts(
        kind=_kind(intent),
        title=title(reader.language, intent) if ordered or not intent.title else intent.title,
        lead=status.sentences(reader) if "status" in intent.shows else (),
        reading=reading,
        told=told,
        changes=() if planned is None else previews.changes(reader, planned),
        pictures=boards.parts(reader, intent),
        sections=(*foreseen, *intent.said, *(agreements.listed(reader) if "offers" in intent.shows else ()), *helped),
        situation=_state(reader) if STATE in intent.shows else (),
        receipts=tuple(_receipts(reader, intent)),
        position=reader.sequence > intent.before or "position" in intent.shows,
        number=intent.number,
        ends=reader.match.result is not None,
    )


def _state(reader: Reader) -> tuple[str, ...]:
    """Return what the game says of its position in words: what its board shows, and what the reader must know."""
    board = reader.report.pictures(reader.view(), reader.players, (), reader.language, width=0)
    return (*(each.alt for each in board), *situation_of(reader, reader.players))


def _receipts(reader: Reader, intent: Answer) -> Iterator[Receipt]:
    """Yield them with the name of the seat, where there are several."""
    for each in (intent.receipt, *intent.receipts):
        if each is not None:
            yield msgspec.structs.replace(each, seat=reader.seat_called(each.seat) if each.seat else "")


def _kind(intent: Answer) -> Kind:
    """Return what the message mainly is, which decides the order of its parts."""
    if intent.checked:
        return Kind.CHECK
    if readings.all_questions(intent.lines) and intent.shows:
        return Kind.STATUS
    if intent.lines or not intent.shows:
        return Kind.ANSWER
    return Kind.HELP if "help" in intent.shows else Kind.STATUS


def title(language: Language, intent: Answer) -> str:
    """Return what became of a message, in a few words for its subject."""
    if intent.checked:
        return language.gettext("checked, nothing done")
    if intent.later:
        return language.gettext("kept until the campaign goes on")
    if intent.kept:
        return language.gettext("accepted, can still be changed")
    if readings.all_questions(intent.lines):
        return language.gettext("your question")
    outcomes = {line.outcome for line in intent.lines} - {OrderOutcome.IGNORED}
    done = outcomes & {OrderOutcome.DONE, OrderOutcome.OFFERED, OrderOutcome.NOTED}
    if outcomes & readings.WRONG and (done or intent.changed):
        return language.gettext("done in part, one line to correct")
    if outcomes & readings.WRONG and OrderOutcome.ON_FILE in outcomes:
        return language.gettext("on file in part, one line to correct")
    if outcomes == {OrderOutcome.PLANNED}:
        return language.gettext("kept for your turns to come")
    if outcomes == {OrderOutcome.ON_FILE}:
        return language.gettext("on file")
    if OrderOutcome.WAITING in outcomes and not outcomes & readings.WRONG:
        return language.gettext("done in part, the rest waits")
    if OrderOutcome.DONE in outcomes:
        return language.gettext("done")
    if OrderOutcome.OFFERED in outcomes:
        return language.gettext("your offer is made")
    if OrderOutcome.NOTED in outcomes:
        return language.gettext("noted")
    if intent.draft and intent.lines and all(map(incomplete, intent.lines)):
        return language.gettext("kept, the rest is missing")
    return language.gettext("no orders carried out")
