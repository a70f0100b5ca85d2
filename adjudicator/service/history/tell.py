"""A record in a language: the chronicle, with the sentences of the reports, its chapters and its boards."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.pictures.board import Sketch, Sketching
from adjudicator.reports.model import Fact, NewsGroup, Option, Picture, ReadLine, Section
from adjudicator.reports.wording.chronicle import (
    Chapter,
    Chronicle,
    Drawn,
    Frame,
    LetterShown,
    OrderMail,
    Passage,
    Proof,
)
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.history import analysis
from adjudicator.service.history.letters import heading
from adjudicator.service.history.record import DrawnFact, Lettered, Ordered, Record, Step
from adjudicator.service.moderation.acts_told import Speaker
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.steward.analysis import Moment


def tell(record: Record, code: str, *, light: bool = False) -> Chronicle:
    """Return the chronicle of a record; a `light` one has only the boards of its frames, one for each step.

    Raises:
        UnknownLanguageError: There is no such language.
    """
    return _Teller(record, language(code), light=light).chronicle()


class _Stretch(msgspec.Struct):
    """Groups of news that belong to the same steps."""

    groups: list[NewsGroup]
    steps: list[Step]


class _Content:
    """The words and boards of the content that was played from a log entry on. It is a `Speaker`."""

    def __init__(self, first: int, game: Game[Any], words: Language) -> None:
        self.first, self.language = first, words
        self.report: GameReport = game.part("report")
        self.sketches: Sketching | None = game.part("board") if "board" in game.parts else None


class _Teller:
    """The data that are looked up once for one telling."""

    def __init__(self, record: Record, words: Language, *, light: bool) -> None:
        self.record, self.light = record, light
        self.language = words
        game = record.played[0][1]
        self._contents = [_Content(first, each, words) for first, each in record.played]
        self.title = game.titles.get(words.code, game.id) if hasattr(game, "titles") else game.id
        self.report = self._contents[0].report
        self.seats = record.eyes.seats(record.header.seats)
        self._foreign = {sitting.seat for sitting in record.sittings if sitting.language != words.code}
        self._told_up_to = record.steps[0].first - 1 if record.steps else 0
        self._times = {log: step.at for step in record.steps for log in range(step.first, step.last + 1)}
        self._draws = [(step.last, draw) for step in record.steps for draw in step.draws]

    def _content(self, log: int) -> _Content:
        """Return what content was played at a log entry."""
        return next(content for content in self._contents if content.first <= log)

    def chronicle(self) -> Chronicle:
        record, eyes = self.record, self.record.eyes
        result = record.result
        return Chronicle(
            campaign=record.title,
            game=self.title,
            seat=self.report.party(eyes.seat, self.language).name if eyes.seat else "",
            language=self.language.code,
            zone=record.zone,
            written=record.at,
            facts=tuple(self._facts()),
            corrections=tuple(self._corrections()),
            acts=tuple(Speaker(self.language, self._called, record.zone).lines(record.acts)),
            outcome=self.report.over(result, eyes.own, self.language) if result else "",
            proof=Proof(commitment=record.header.commitment or "", seed=record.seed, nonces=record.nonces),
            chapters=tuple(self._chapters()),
            everything=eyes.everything,
            chart=self._chart(),
            history=(*self._history(), *self._analysis()),
            prospects=self._prospects(),
        )

    def _chart(self) -> Picture | None:
        """Chart the score after each step."""
        seen = ((self._content(step.last), step.view) for step in self.record.steps if step.view is not None)
        scores = [score for content, view in seen if (score := content.report.score(view)) is not None]
        return self.report.chart(scores, self.language) if scores else None

    def _history(self) -> tuple[Section, ...]:
        """Tell what the matches of the series have brought, as the view of the last step knows it."""
        views = (step.view for step in reversed(self.record.steps) if step.view is not None)
        return next((self.report.history(view, self.language) for view in views), ())

    def _analysis(self) -> tuple[Section, ...]:
        """Tell how the prospects went, and what decided the match, as these eyes were told its moments."""
        found = self.record.analysis

        def happened(moment: Moment) -> list[ObservedEvent[Any]]:
            among = range(moment.first, moment.last + 1)
            return [told for step in self.record.steps for told in step.told if told.n in among]

        return () if found is None else analysis.sections(found, self.report, self.language, happened, self.seats)

    def _prospects(self) -> Picture | None:
        found = self.record.analysis
        return None if found is None else analysis.picture(found, self.report, self.language)

    def _facts(self) -> Iterator[Fact]:
        for sitting in self.record.sittings:
            yield Fact(
                label=self.report.party(sitting.seat, self.language).name, value=self.language.listing(sitting.people)
            )
        header, usual = self.record.header, game_named(self.record.header.game).options
        yield Fact(label=self.language.gettext("Rules"), value=f"{header.published.game} {header.version}")
        for name, value in header.options.items():
            if name not in usual or value != usual[name].default:
                yield Fact(label=name.replace("_", " "), value=_plain(value))

    def _called(self, seat: str) -> str:
        return self.report.party(seat, self.language).name

    def _corrections(self) -> Iterator[str]:
        for correction in self.record.corrections:
            yield self.language.gettext(
                "%(moment)s: play was corrected from log %(log)s on. %(reason)s",
                moment=self.language.instant(correction.at, self.record.zone),
                log=correction.after + 1,
                reason=correction.reason,
            )

    # passages --------------------------------------------------------------------------------------

    def _chapters(self) -> Iterator[Chapter]:
        # The set-up belongs to the first turn; what a strip begins with belongs to the turn or war that is under way.
        title = next((group.chapter for group in reversed(self._news(self.record.before)) if group.chapter), "")
        passages: list[Passage] = []
        for stretch in self._stretches():
            opened = next((group.chapter for group in stretch.groups if group.chapter), "")
            if opened and title and passages:
                yield Chapter(title or self.title, tuple(passages))
                passages = []
            title = opened or title
            passages.append(self._passage(stretch))
        if passages:
            yield Chapter(title or self.title, tuple(passages))

    def _stretches(self) -> Iterator[_Stretch]:
        """Yield the groups of the news with their steps.

        One answer may end a round, score a turn and begin a war: the board after it goes with the last group that it
        made. A group without a board of its own joins the one before, unless a chapter begins with it.
        """
        told = [each for step in self.record.steps for each in step.told]
        groups = self._news(told, self.record.before)
        waiting, current = list(self.record.steps), _Stretch([], [])
        for place, group in enumerate(groups):
            ahead = min((line.log or 0 for other in groups[place + 1 :] for line in other.lines), default=None)
            steps: list[Step] = []
            while waiting and (ahead is None or waiting[0].last < ahead):
                steps.append(waiting.pop(0))
            if current.groups and (group.chapter or (steps and current.steps)):
                yield current
                current = _Stretch([], [])
            current.groups.append(group)
            current.steps += steps
        current.steps += waiting
        if current.groups or current.steps:
            yield current

    def _news(self, told: Sequence[Any], before: Sequence[Any] = ()) -> Sequence[NewsGroup]:
        """Return the news in the words of the content that was played at each entry."""
        eyes, found, past = self.record.eyes, list[NewsGroup](), list(before)
        for content, group in groupby(told, key=lambda each: self._content(each.n)):
            here = list(group)
            found += content.report.news(here, () if eyes.everything else eyes.own, self.language, past)
            past += here
        return found

    def _passage(self, stretch: _Stretch) -> Passage:
        steps = stretch.steps
        logs = [line.log for group in stretch.groups for line in group.lines if line.log]
        logs += [number for step in steps for number in (step.first, step.last)]
        last = max(logs, default=self._told_up_to)
        first, self._told_up_to = self._told_up_to + 1, max(last, self._told_up_to)
        frames = tuple(frame for step in steps if (frame := self._frame(step)))
        return Passage(
            first=first,
            last=max(last, first),
            groups=tuple(stretch.groups),
            at=self._times.get(last) or self.record.at,
            board=self._board(steps[-1], [told for step in steps for told in step.told])
            if steps and not self.light
            else None,
            frames=frames,
            orders=tuple(self._mail(order) for order in self.record.orders if first <= self._met(order) <= last),
            letters=tuple(self._letter(letter) for letter in self.record.letters if first <= self._met(letter) <= last),
            draws=tuple(_drawn(log, draw) for log, draw in self._draws if first <= log <= last),
        )

    def _frame(self, step: Step) -> Frame | None:
        board = self._board(step, step.told)
        return None if board is None else Frame(step.last, step.at, board)

    def _board(self, step: Step, told: Sequence[Any]) -> Sketch | None:
        sketches = self._content(step.last).sketches
        if sketches is None or step.view is None:
            return None
        events = [event for each in told if (event := each.visible_to(self.seats)) is not None]
        return sketches(step.view, self.language.code, to_move=step.asked, events=events)

    def _met(self, sent: Ordered | Lettered) -> int:
        """Return the log number at which a message is shown: that of what came first after it, or of the last event."""
        return min(sent.after + 1, self.record.steps[-1].last)

    # orders, letters and draws ---------------------------------------------------------------------

    def _mail(self, ordered: Ordered) -> OrderMail:
        who = self.report.party(ordered.seat, self.language)
        content = self._content(self._met(ordered))
        foreign = ordered.seat in self._foreign
        return OrderMail(
            who, ordered.at, tuple(self._line(ordered.seat, line, content, foreign) for line in ordered.lines)
        )

    def _letter(self, letter: Lettered) -> LetterShown:
        return LetterShown(letter.at, heading(letter, self.report, self.language), letter.lines)

    def _line(self, seat: str, line: LineRead, content: _Content, foreign: bool) -> ReadLine:
        """Return an order line; one that was written in another language is described by what it did."""
        said = (self._did(seat, line, content) if foreign else "") or line.said
        problem = line.problem
        nearest = problem.choices() if problem else ()
        return ReadLine(
            number=line.number,
            original=line.original,
            outcome=line.outcome,
            reading="" if said == line.original else said,
            detail=self._detail(problem, content) if problem else "",
            rule=(problem.rule or "") if problem else "",
            nearest=tuple(Option(code=code, words=words) for code, words in nearest),
        )

    def _did(self, seat: str, line: LineRead, content: _Content) -> str:
        """Describe what a line did, in the words of its entries."""
        if line.first is None:
            return ""
        last = line.last or line.first
        told = [each for step in self.record.steps for each in step.told if line.first <= each.n <= last]
        return content.report.effect(told, seat, self.language).text

    def _detail(self, problem: Problem, content: _Content) -> str:
        try:
            return problem_text(content, problem)
        except LookupError:  # judged by another version of the rules, with a code that these do not have
            code = (problem.code or "").replace("_", " ")
            return self.language.gettext("the rules of that time did not allow it (%(code)s)", code=code)


def _drawn(log: int, fact: DrawnFact) -> Drawn:
    """Return a draw as the page shows it: name, terms, value, and where it came from."""
    draw = fact.draw
    return Drawn(
        log=log,
        revision=fact.revision,
        counter=fact.counter,
        label=draw.name,
        terms=", ".join(f"{key} {_plain(term)}" for key, term in draw.keys.items()),
        value=_plain(draw.value),
        source=draw.source,
    )


def _plain(value: Any) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)
