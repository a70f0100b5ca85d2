"""Orders and draws of the log as they should be: what a moderator says of an entry, in the words of a mail.

A step of a script is a line: `41: lot=5,4` forces a draw at that entry, `41: flag Savoy` is the order of its seat as
it should be, `41: nothing` takes it out, `41 France: flag Savoy` is an order of a seat before the entry. Orders of a
script are read where the new line stands when their turn has come, with the codes that the question has there: the
number of the entry and a letter.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR, Action, SetFact
from adjudicator.kernel.chance import Draw, DrawRequest, ImpossibleDraw
from adjudicator.kernel.correction_branch import ForcedDraw
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import CODES, Language, language, msgid
from adjudicator.orders.moderation.by_hand import ground_of
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import try_out
from adjudicator.orders.text import normalize_word
from adjudicator.orders.vocabulary.document_places import put
from adjudicator.orders.vocabulary.refusals import Misread, Problem
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.table_draws import NoResult, result_of
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.bad_orders import BadOrders, Speaker
from adjudicator.service.moderation.moderators import chair_of
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.play import offers
from adjudicator.service.play.corrections.lines import NotAPoint, line_entries, stand, stay_behind_bridge
from adjudicator.service.play.corrections.proposals import Kind, Wish, no_entry
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.play.ordering import Foreseen
from adjudicator.service.play.readings import line_read
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Prompt

no_document = RejectionReason("no_document", msgid("Nothing can be set here: this position has no document yet."))
no_such_draw = RejectionReason(
    "no_such_draw",
    msgid("“%(given)s” names no draw of log entry %(n)s. Its draws: %(draws)s. Write it as name=result."),
)
several_draws = RejectionReason(
    "several_draws",
    msgid("%(count)s draws of that entry are called %(name)s: write %(name)s#1=… to %(name)s#%(count)s=…."),
)
no_step = RejectionReason(
    "no_step",
    msgid(
        "“%(given)s” is no step of a script. Write “41: draw=result”, “41: order”, “41: nothing”, or “41 seat: order” "
        "for an order before log entry 41."
    ),
)
not_read = RejectionReason("not_read", msgid("“%(given)s”: %(why)s."))
NOTHING = ("nothing", "ничего", "-")
"""The words for an order that should not be there."""
PAIR = re.compile(r"[\w.#-]+\s*=.*")
_ENTRY = r"\s*(?:(?:log|entry|№|журнал|запись)\s*)?#?(?P<n>\d{1,9})\b"
_BEGINS_STEP = re.compile(_ENTRY, re.IGNORECASE)
_STEP = re.compile(rf"{_ENTRY}(?P<seat>[^:]*):\s*(?P<said>\S.*)", re.IGNORECASE)
_NEXT_STEP = re.compile(rf"\n|;(?={_ENTRY}[^:;]*:)", re.IGNORECASE)


def giver(table: CampaignContext, n: int) -> str:
    """Return the seat that submitted a log entry; empty if no seat did, or several did together."""
    entry = _entry(table, n)
    by = "" if entry is None else entry.by
    return by if isinstance(by, str) and by in table.match.header.seats else ""


def _entry(table: CampaignContext, n: int) -> Entry | None:
    """Return an entry of the line that is played, if it has it. Raises Rejected where it lies before the bridge."""
    stay_behind_bridge(table, n - 1)
    return next((row.entry for row in line_entries(table, after=n - 1, upto=n)), None)


def before(table: CampaignContext, n: int) -> Match:
    """Return the match at the last point before an entry."""
    try:
        return stand(table, n - 1)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest))


def orders_at(table: CampaignContext, n: int, seat: str, said: Sequence[str]) -> tuple[Action, ...]:
    """Return the orders that lines, or codes of its question there, mean for a seat right before log entry `n`.

    Raises:
        Rejected: It is refused; BadOrders if a line is not an order there.
    """
    at, player = before(table, n), _player(table, seat)
    return _read(table, at, player, said, _codes_of(table, player, at))


def _player(table: CampaignContext, seat: str) -> SeatAtTable:
    return chair_of(table, "") if seat == MODERATOR and table.rulers else seat_named(table, seat)


def _read(
    table: CampaignContext, at: Match, player: SeatAtTable, said: Sequence[str], codes: Offers
) -> tuple[Action, ...]:
    """Return the orders that lines mean for a seat where the match stands. Raises BadOrders."""
    tried = Sandbox.of(at, (player.asked_as,))
    words, fields = offers.words_at(at), at.game.part("report").fields()
    desk = OrderContext(tried, player.asked_as, player.language, words, codes, fields=fields)
    outcome = try_out(desk, list(said))
    if any(row.status not in ("done", "filed") for row in outcome.rows) or not outcome.actions:
        raise BadOrders(table, player, Foreseen(tuple(map(line_read, outcome.rows))))
    return outcome.actions


def _codes_of(table: CampaignContext, seat: SeatAtTable, at: Match) -> Offers:
    """Return the codes of the question that the seat was asked there, as in its emails; those of others are known too.

    A message may go on after the question that it answers, with the codes of that question.
    """
    wanted = (col(Prompt.match_id) == table.head.match_id, col(Prompt.seat_id) == seat.id)
    rows = table.session.scalars(select(Prompt).where(*wanted).order_by(col(Prompt.number))).all()
    here = max((decision.number for decision in at.decisions()), default=0)
    asked = max((row.decision for row in rows if row.decision <= here), default=0)
    return Offers(
        open=tuple(offers.decode(row.offered) for row in rows if row.decision == asked),
        closed=tuple(offers.decode(row.offered) for row in rows if row.decision != asked),
    )


def fact_at(table: CampaignContext, n: int, said: Sequence[str], reason: str) -> SetFact:
    """Return a correction of the position right before log entry `n`.

    It is given as `path=value` pairs, or in the words that mails print, `Belgrade Ottomans regulars 7`. What leads
    nowhere is answered with what is near.

    Raises:
        Rejected: A path or a value is wrong.
    """
    at, report = before(table, n), table.match.game.part("report")
    try:
        document: Any = table.match.game.shown(at.document())
    except (DocumentError, ValueError):
        raise no_document() from None
    in_words = [line for line in said if not PAIR.fullmatch(line)] if report.fields() else []
    pairs = [line for line in said if line not in in_words]
    changes = changes_in(document, pairs, lambda words: words.gettext("the document"))
    return SetFact(_changed_in_words(table, at, in_words, changes) if in_words else changes, reason)


def _changed_in_words(
    table: CampaignContext, at: Match, said: Sequence[str], changes: dict[str, Any]
) -> dict[str, Any]:
    """Return changes of a position with those that lines in words make. Raises Rejected."""
    report = table.match.game.part("report")
    ground = ground_of(at, report.fields(), public=bool(playing_moderators(table.seats)))
    ground.document = put(ground.document, changes)

    def why(problem: Problem, words: Language) -> str:
        near = words.gettext("possible: %(list)s", list="; ".join(problem.nearest)) if problem.nearest else ""
        return "; ".join(filter(None, (problem_text(Speaker(report, words), problem), near)))

    for line in said:
        try:
            operation = ground.read(line, table.campaign.language)
        except Misread as misread:
            raise not_read(given=line, why=partial(why, misread.problem)) from None
        ground.change(operation)
        changes = put(changes, operation.changes)
    return changes


def draws_at(table: CampaignContext, n: int, given: Sequence[str], *, new: bool = False) -> tuple[ForcedDraw, ...]:
    """Return the draws of an entry with other results.

    Write `lot=5,4`, or `lot#2=5,4` for the second draw of that name. Things and faces of dice may be written by their
    names. With `new` also draws that the entry has not had, and may have now.

    Raises:
        Rejected: There is no such entry, it has no such draw, or it lies before the bridge.
    """
    entry = _entry(table, n)
    if entry is None and not new:
        raise no_entry(n=n, least=1, most=table.head.sequence)
    made, found = () if entry is None else entry.chance, []
    for text in given:
        called, equals, value = text.partition("=")
        called, _, place = called.strip().partition("#")
        name = _named(table, called, made)
        count = sum(draw.name == name for draw in made)
        if not equals or (place and not place.isdigit()) or not (new or 1 <= int(place or 1) <= count):
            there = ", ".join(dict.fromkeys(draw.name for draw in made)) or "-"
            raise no_such_draw(given=text, n=n, draws=there)
        if count > 1 and not place:
            raise several_draws(count=count, name=name)
        found.append(ForcedDraw(name, _result(table, value.strip("[] ")), int(place or 1)))
    return tuple(found)


def _named(table: CampaignContext, called: str, made: Sequence[Draw]) -> str:
    """Return the name of a draw in the log, by what readers of any language call it."""
    report = table.match.game.part("report")
    for name in dict.fromkeys(draw.name for draw in made):
        known = (name, *(report.draw(name, language(code)) for code in CODES))
        if normalize_word(called) in map(normalize_word, known):
            return name
    return called


def _result(table: CampaignContext, text: str) -> Callable[[DrawRequest], Draw]:
    """Return what reads a result when it is known what is drawn."""
    report, words = table.match.game.part("report"), language(table.campaign.language)

    def read(wanted: DrawRequest) -> Draw:
        try:
            return result_of(wanted, text, report, words)
        except NoResult:
            raise ImpossibleDraw(wanted, [part.strip() for part in text.split(",")]) from None

    return read


def steps_of(text: str) -> tuple[str, ...]:
    """Return the steps of a script: a line each, or separated by semicolons.

    >>> steps_of("41: lot=5,4; 44 France: flag Savoy; end; 47: nothing")
    ('41: lot=5,4', '44 France: flag Savoy; end', '47: nothing')
    """
    starts = [0, *(found.end() for found in _NEXT_STEP.finditer(text)), len(text)]
    return tuple(step for begin, end in pairwise(starts) if (step := text[begin:end].strip(" \n;,:")))


def begins_step(text: str) -> bool:
    """Return whether a line begins like a step of a script: with the number of a log entry."""
    return _BEGINS_STEP.match(text) is not None


def script_of(table: CampaignContext, steps: Sequence[str], reason: str) -> Wish:
    """Return the correction that the steps of a script mean together.

    Raises:
        Rejected: A step is none, or names what does not exist.
    """
    found = tuple(_step(table, each, reason) for each in steps)
    return Wish(kind=Kind.SCRIPT, reason=reason, n=min(step.n for step in found), steps=found)


def seats_of(table: CampaignContext, steps: Sequence[str]) -> Iterator[str]:
    """Yield the seats for which a script tries orders. Raises Rejected."""
    for step in script_of(table, steps, "").steps:
        if step.seat and step.kind is not Kind.REMOVE:
            yield step.seat


def _step(table: CampaignContext, text: str, reason: str) -> Wish:
    read = _STEP.fullmatch(text.strip())
    if read is None:
        raise no_step(given=text)
    n, whose, said = int(read["n"]), read["seat"].strip(" ,"), read["said"]
    if n > table.head.sequence + 1:
        raise no_entry(n=n, least=1, most=table.head.sequence)
    if not whose and PAIR.fullmatch(said):
        return Wish(kind=Kind.DRAW, reason=reason, n=n, draws=draws_at(table, n, [said], new=True))
    lines = [line for part in said.split(";") if (line := part.strip(" ,"))]
    player = _player(table, whose or giver(table, n)) if whose or giver(table, n) else None
    kind = Kind.INSERT if whose else Kind.REMOVE if said.lower() in NOTHING else Kind.REPLACE
    if player is None or kind is Kind.REMOVE:
        return Wish(kind=kind, reason=reason, n=n, seat=player.name if player else "")

    def orders(at: Match) -> tuple[Action, ...]:
        return _read(table, at, player, lines, _codes_there(table, player, at, n))

    return Wish(kind=kind, reason=reason, n=n, seat=player.asked_as, orders=orders)


def _codes_there(table: CampaignContext, player: SeatAtTable, at: Match, n: int) -> Offers:
    """Return the codes of the question that a seat has where a new line stands before entry `n`: `41a`, `41b`.

    Those that its emails printed are known too, but for one of the same number.
    """
    mailed = _codes_of(table, player, at)
    own = (
        offers.decode(offers.offer_for(at, player.asked_as, n, player.language))
        if at.options(player.asked_as)
        else None
    )
    return Offers(
        open=(*(each for each in mailed.open if each.number != n), *([own] if own is not None else ())),
        closed=tuple(each for each in mailed.closed if each.number != n),
    )
