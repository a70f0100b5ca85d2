"""Mails of Imperial Struggle, put together from a match as the service does it, without a database.

`UPDATE_GOLDEN=1 pytest tests/games/imperial_struggle/report/test_golden.py` writes the golden files anew; read the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.replay import begin, replay_events
from adjudicator.language import language
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderResult
from adjudicator.reports.model import Form, Kind, News, OrderOutcome, Question, Reading, ReadLine, Report
from adjudicator.reports.wording.game import Asked
from adjudicator.service.play import offers
from tests.carried import carried_out, desk_at

WRITTEN = datetime(2026, 11, 20, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 22, 17, tzinfo=UTC)
NUMBER = 12
MARKERS = {"en": ("ORDERS 12", "END"), "ru": ("ПРИКАЗЫ 12", "КОНЕЦ")}

Moment = tuple[Match, list[ObservedEvent[Any]]]


def asked_of(match: Match, seat: str, code: str) -> Asked:
    """What is asked of a seat, with the codes that the service would give."""
    coded = offers.coded_options(offers.offer_for(match, seat, NUMBER, code), match, seat, code)
    default = offers.default_of(match, seat, code)
    return Asked(NUMBER, match.decisions()[0], coded, DEADLINE, *default, tuple(match.options(seat)))


def asked(match: Match, seat: str, code: str) -> Question:
    """The open question of a seat."""
    return REPORT.question(asked_of(match, seat, code), match.view(seat), seat, language(code))


def form_for(match: Match, seat: str, question: Question, code: str) -> Form:
    """The order form below the question."""
    opening, closing = MARKERS[code]
    told = asked_of(match, seat, code)
    return Form(opening=opening, closing=closing, choices=offers.choices(told, question, match.game.id))


def is_asked(match: Match, seat: str | None) -> bool:
    return seat is not None and any(seat in decision.waiting for decision in match.decisions())


def view_before(match: Match, seat: str | None, told: Sequence[ObservedEvent[Any]]) -> msgspec.Struct:
    """What the seat saw before these events happened: at the last stop of play before them, or at the first one."""
    first, seats = told[0].n if told else 0, () if seat is None else (seat,)
    earlier = begin(match.header, match.log)
    found = earlier.view(seats)
    for _ in replay_events(earlier, match.log):
        if earlier.position.n >= first:
            break
        found = earlier.view(seats)
    return found


def mail(
    match: Match,
    seat: str | None,
    told: Sequence[ObservedEvent[Any]],
    code: str,
    kind: Kind = Kind.PROMPT,
    before: msgspec.Struct | None = None,
) -> Report:
    """What a seat (None: an observer) is sent now; `told` happened since its last mail, when it saw `before`. No
    picture.
    """
    words = language(code)
    view = match.view(() if seat is None else (seat,))
    questions = (asked(match, seat, code),) if seat is not None and is_asked(match, seat) else ()
    title = REPORT.title(match.decisions()[0], match.view(), words) if seat and questions else ""
    return Report(
        kind=kind,
        campaign="Sun King" if code == "en" else "Король-Солнце",
        title=title or "news",
        written=WRITTEN,
        seat=REPORT.party(seat, words).name if seat else "",
        language=code,
        number=NUMBER if questions else None,
        deadline=DEADLINE if questions else None,
        news=News(groups=REPORT.news(told, seat or (), words)),
        standing=REPORT.standing(view, seat or (), before, words),
        holdings=REPORT.holdings(view, seat, words) if seat else (),
        outlook=REPORT.outlook(view, seat, words) if seat else (),
        questions=questions,
        form=form_for(match, seat, questions[0], code) if seat and questions else None,
    )


def ordered(match: Match, seat: str, lines: Sequence[str], code: str) -> tuple[Reading, list[ObservedEvent[Any]]]:
    """Carry out the lines of a mail; how they were read, and what they led to."""
    offer = offers.decode(offers.offer_for(match, seat, NUMBER, code))
    outcome = carried_out(match, desk_at(match, seat, code, PHRASES, Offers(open=(offer,))), lines)
    read = [
        ReadLine(
            number=row.line,
            original=row.text,
            outcome=OrderOutcome.DONE if row.status == "done" else OrderOutcome.REFUSED,
            reading=row.said,
            detail=_why_not(row, code) if row.problem else REPORT.effect(row.told, seat, language(code)).text,
        )
        for row in outcome.rows
    ]
    told = [each for action in outcome.actions for each in match.apply(seat, action)]
    return Reading(lines=tuple(read)), told


def _why_not(row: OrderResult, code: str) -> str:
    assert row.problem is not None
    facts = {fact.name: fact.value for fact in row.problem.facts}
    return REPORT.refusal(row.problem.code or "", row.problem.rule or "", facts, language(code))


def played(seed: bytes, rng_seed: int) -> Iterator[Moment]:
    """A match at random: the match before every answer, and everything that has happened. The last one is over."""
    match, rng = new_match("imperial-struggle", seed=seed), Random(rng_seed)
    told = list(match.opening)
    while match.result is None:
        yield match, told
        seat = match.decisions()[0].waiting[0]
        told += match.apply(seat, match.sample(seat, rng))
    yield match, told


def moment(kind: str, skip: int = 0, seed: bytes = b"sun king", rng_seed: int = 7) -> Moment:
    """The match where a kind of question is open for the `skip`-th time."""
    for match, told in played(seed, rng_seed):
        if any(decision.kind == kind for decision in match.decisions()):
            if not skip:
                return match, told
            skip -= 1
    raise LookupError(kind)


FOREIGN = {"en": re.compile(r"[а-яё]", re.I), "ru": re.compile(r"(?![AEHKMPT]\d\d\b)[a-z]", re.I)}
"""Short names are the same in every language."""


def is_finished(text: str, code: str) -> bool:
    """Neither empty nor with ids, holes, words of the other language, or a number that looks like a question's."""
    return bool(text.strip()) and not re.search(r"%|\w_\w|\bNone\b|[#№]\d", text) and not FOREIGN[code].search(text)


class Office:
    """What the tests of this folder use, see the functions of the same names."""

    asked = staticmethod(asked)
    is_asked = staticmethod(is_asked)
    mail = staticmethod(mail)
    view_before = staticmethod(view_before)
    ordered = staticmethod(ordered)
    played = staticmethod(played)
    moment = staticmethod(moment)
    is_finished = staticmethod(is_finished)


@pytest.fixture
def office() -> Office:
    return Office()


@pytest.fixture
def golden() -> Path:
    return Path(__file__).parents[1] / "golden"
