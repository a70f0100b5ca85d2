"""The last mail of a match: who has won and why, what the last turn has brought, the secrets that are opened."""

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.result import Result
from adjudicator.language import msgid
from adjudicator.reports.model import Detail, News, Picture, Report, Section, Standing
from adjudicator.reports.wording.game import TurnSummary
from adjudicator.service.history import analysis
from adjudicator.service.moderation.commands.series import Next
from adjudicator.service.words import diaries, fair_draws, turns
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.service.words.turns import LastTurn
from adjudicator.steward.analysis import Moment
from adjudicator.store import series


def ended(reader: Reader, parts: Parts, report: Report) -> Report:
    """Open what was secret, after the match has come to its result or its campaign is closed."""
    if reader.match.result is not None:
        report = _decided(reader, parts, reader.match.result, report)
    opened = (*report.sections, *diaries.opened_sections(reader), fair_draws.opening(reader))
    return msgspec.structs.replace(report, sections=opened)


def _decided(reader: Reader, parts: Parts, result: Result, report: Report) -> Report:
    """Say who has won and why; with the position also the results of the last turn, and the score over the match.

    What could have scored or been done next, and what somebody held for it, does not matter any more. If sections tell
    the turn, a compact message has neither its news nor all figures again. The subject tells nothing else.
    """
    ended = reader.report.over(result, reader.players, reader.language)
    won = reader.report.won(result, reader.language)
    last = turns.last_turn(reader) if parts.position else LastTurn(TurnSummary(title=""), (), 0)
    turn, pictures = last.told, last.pictures
    told = bool(turn.sections) and report.detail is Detail.BRIEF
    standing = _decisive(report.standing, told=told)
    looked, curve = _analysed(reader)
    return msgspec.structs.replace(
        report,
        title=reader.language.gettext("the match is over"),
        gist=won[:1].upper() + won[1:],
        lead=(*dict.fromkeys((ended, *turn.story)), *report.lead, *(_next_match(reader) if parts.position else ())),
        story=() if turn.story or turn.sections else tuple(each for each in report.story if each != ended),
        news=None if told else _untold(report.news, last),
        sections=(*turn.sections, *reader.report.history(reader.view(), reader.language), *looked, *report.sections),
        standing=standing,
        holdings=(),
        outlook=(),
        pictures=(*pictures, *report.pictures, *curve),
    )


def _analysed(reader: Reader) -> tuple[tuple[Section, ...], tuple[Picture, ...]]:
    """Tell how near each seat was to winning in the course of a match that is over, and what decided it."""

    def happened(moment: Moment) -> list[ObservedEvent[Any]]:
        return reader.told_between(moment.first, moment.last)

    found = analysis.analysis_of(reader.session, reader.head)
    return analysis.in_a_report(found, reader.report, reader.language, happened, reader.players)


def _decisive(standing: Standing | None, *, told: bool) -> Standing | None:
    """Return how things stand without what could have scored.

    `told`: the figures of all stand elsewhere in the mail.
    """
    if standing is None:
        return None
    scoring = None if told else standing.scoring
    return msgspec.structs.replace(standing, stakes=(), stakes_note="", scoring=scoring)


def _untold(news: News | None, last: LastTurn) -> News | None:
    """Return the news that the story of the last turn does not tell."""
    told = frozenset(last.told.story)
    groups = []
    for group in news.groups if news is not None else ():
        lines = tuple(
            line for line in group.lines if line.note or (line.log or 0) <= last.began or line.sentence not in told
        )
        if lines:
            groups.append(msgspec.structs.replace(group, lines=lines))
    return msgspec.structs.replace(news, groups=tuple(groups)) if news is not None and groups else None


def _next_match(reader: Reader) -> Iterator[str]:
    """Yield for moderators how the next match of a series begins, where the game has one and it is not there yet."""
    follows = MODERATOR in reader.asked_as and reader.match.game.sequel(reader.match) is not None
    if follows and series.after(reader.session, reader.campaign) is None:
        told = msgid(
            "Matches of this game may follow each other. “%(command)s %(log)s” begins the next one of the series "
            "with the same people; you will be asked to confirm it."
        )
        yield reader.language.gettext(told, command=reader.language.forms(Next.names)[0], log=reader.sequence)
