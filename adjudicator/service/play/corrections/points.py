"""The moments that play can go back to, and how a moderator names one."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.match import Match
from adjudicator.language import Language, msgid
from adjudicator.orders.text import normalize_word
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.play.corrections.lines import newest_bridge
from adjudicator.store import revisions
from adjudicator.store.tables import Checkpoint, Prompt, table_of


class Point(msgspec.Struct, frozen=True):
    """Right after log entry `n` somebody is asked: when that was, where the game stood, who is asked what.

    `questions` are the numbers under which it was asked.
    """

    n: int
    at: datetime
    moment: str
    asked: tuple[str, ...]
    what: str
    questions: tuple[int, ...]

    @property
    def words(self) -> str:
        """All of it in words, to look for what a moderator wrote."""
        return f"{self.moment}, {self.what}"


MOST_NEAR = 5
"""Moments that are named where none is called as somebody wrote."""
_unknown_point = RejectionReason("unknown_point", msgid("There is no moment “%(told)s”; there are: %(nearest)s."))


class UnknownPoint(Rejected):
    """No moment is called so. `nearest` says some that there are, in a language."""

    def __init__(self, told: str, nearest: Callable[[Language], Sequence[str]]) -> None:
        super().__init__(_unknown_point, told=told, nearest=lambda words: "; ".join(nearest(words)) or "-")


def points(table: CampaignContext, language: Language, *, after: int = 0) -> Iterator[Point]:
    """Yield the points of the current line of play, oldest first: one for each stored position.

    What was carried over from other rules has none: play cannot go back there.
    """
    match_id, bridge = table.head.match_id, newest_bridge(table)
    after = after if bridge is None else max(after, bridge.n)
    report: GameReport = table.match.game.part("report")
    numbers = _questions(table.session, match_id)
    pieces = [*revisions.stretches(table.session, match_id, table.head.revision)]
    for revision, first, last in reversed(pieces):
        row = table_of(Checkpoint).c
        wanted = select(row.sequence, row.state, row.created_at).where(
            row.match_id == match_id,
            row.revision == revision,
            row.sequence >= max(first - 1 if revision == 0 else first, after),
        )
        if last is not None:
            wanted = wanted.where(row.sequence <= last)
        for n, state, at in table.session.execute(wanted.order_by(row.sequence)):
            match = table.resume(state)
            decisions = match.decisions()
            if not decisions or match.position.n != n:
                continue
            asked = decisions[0].seats
            yield Point(
                n,
                at,
                moment_of(report, match, language),
                asked,
                report.title(decisions[0], match.view(), language),
                numbers.get((revision, decisions[0].number), ()),
            )


def moment_of(report: GameReport, match: Match, language: Language) -> str:
    """Return where the game is, in its own words: the first figure of its public position."""
    facts = report.standing(match.view(), (), None, language).facts
    return f"{facts[0].label} {facts[0].value}" if facts else ""


def resolve(table: CampaignContext, told: str, languages: Sequence[Language]) -> int:
    """Return the log number that `told` names: `41`, `log 41`, `question 17`, or words of the game (`turn 2 round 3`).

    If the words fit several moments, the first counts.

    Raises:
        UnknownPoint: Nothing fits; the error lists some points that exist.
    """
    wanted = [normalize_word(word) for word in re.findall(r"\w+", told)]
    if wanted and wanted[-1].isdigit() and len(wanted) <= 2:
        number, kind = int(wanted[-1]), wanted[0]
        if len(wanted) == 1 or kind in _LOG:
            return number
        if kind in _QUESTION:
            return _of_question(table, told, number, languages[0])
    for language in languages:
        for point in points(table, language):
            if _fits(wanted, [normalize_word(word) for word in re.findall(r"\w+", point.words)]):
                return point.n
    raise UnknownPoint(told, partial(_near, table, wanted))


def _near(table: CampaignContext, wanted: Sequence[str], language: Language) -> list[str]:
    """Return some moments in a language, the most similar first; of those that are equally similar, the newest."""
    newest_first = [*dict.fromkeys(point.words for point in points(table, language))][::-1]
    return sorted(newest_first, key=lambda words: _unlike(wanted, words))[:MOST_NEAR]


def _unlike(wanted: Sequence[str], words: str) -> tuple[int, int]:
    """Return how many words a moment lacks, and how far its numbers differ.

    Numbers are compared after the same words.
    """
    said = [normalize_word(word) for word in re.findall(r"\w+", words)]
    missing = sum(word not in said for word in wanted if not word.isdigit())
    away = 0
    for word, number in pairwise(wanted):
        if number.isdigit() and not word.isdigit():
            theirs = [int(after) for each, after in pairwise(said) if each == word and after.isdigit()]
            away += min((abs(int(number) - each) for each in theirs), default=0)
    return missing, away


_LOG = frozenset(normalize_word(word) for word in ("log", "entry", "запись", "журнал"))
_QUESTION = frozenset(normalize_word(word) for word in ("question", "вопрос"))


def _of_question(table: CampaignContext, told: str, number: int, language: Language) -> int:
    asked: dict[int, int] = {}
    for point in points(table, language):
        for question in point.questions:
            asked.setdefault(question, point.n)
    if number not in asked:
        raise UnknownPoint(told, partial(_questions_near, list(asked.items())[-MOST_NEAR:]))
    return asked[number]


def _questions_near(newest: Sequence[tuple[int, int]], language: Language) -> list[str]:
    return [language.gettext("question %(n)s (log %(log)s)", n=number, log=n) for number, n in newest]


def _fits(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether all wanted words occur in this order.

    Others may stand between them, but a number must follow its word at once.
    """
    place = 0
    for k, word in enumerate(wanted):
        numbered = k + 1 < len(wanted) and wanted[k + 1].isdigit()
        if word.isdigit() and k:
            continue
        said = [word, wanted[k + 1]] if numbered else [word]
        at = next((n for n in range(place, len(words)) if [*words[n : n + len(said)]] == said), None)
        if at is None:
            return False
        place = at + len(said)
    return bool(wanted)


def _questions(session: Session, match_id: int) -> dict[tuple[int, int], tuple[int, ...]]:
    rows = session.execute(
        select(col(Prompt.revision), col(Prompt.decision), col(Prompt.number))
        .where(col(Prompt.match_id) == match_id)
        .order_by(col(Prompt.number))
    )
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for revision, decision, number in rows:
        found[revision, decision] = (*found.get((revision, decision), ()), number)
    return found
