"""Explain a log entry: the mail and line it came from, the rules that were at work, the price, the draws."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.checking import seats_of
from adjudicator.kernel.correction_branch import moves_after
from adjudicator.kernel.decisions import CostTerm
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import replay
from adjudicator.language import stamp
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.admin.access import CampaignView, played_again
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation.troubles import CommandError, command_errors
from adjudicator.service.play.corrections.lines import Played, checkpoint_at, line_entries, stand, stay_behind_bridge
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.proof.thoughts import decoded, in_words, plain
from adjudicator.store import prompts, stewards
from adjudicator.store.tables import InboundMail


class Source(msgspec.Struct, frozen=True):
    """The mail and its line: `text` as it was written, `from_` the address it came from."""

    mail: str
    line: int
    text: str
    received_at: datetime
    from_: str


class RuleUsed(msgspec.Struct, frozen=True):
    """A rule that was carried out: its number, the module and function that do it, what it was called with."""

    rule: str
    module: str
    step: str
    arguments: tuple[Any, ...] = ()


class DrawMade(msgspec.Struct, frozen=True):
    """A draw: its number from 1, its label, the key it is recomputed with (revision and counter), the result."""

    no: int
    label: str
    revision: int
    counter: int
    result: dict[str, Any] | None
    source: str = "seed"


class Compared(msgspec.Struct, frozen=True):
    """An option that a steward has compared: as an order, and its worth as a share of one."""

    order: str
    worth: float


class Explained(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log, explained as far as these eyes may see it."""

    n: int
    at: datetime
    by: str
    asked: str
    asked_rule: str
    revision: int
    news: tuple[str, ...]
    order: str = ""
    action: dict[str, Any] | None = None
    how: str = ""
    source: Source | None = None
    rules: tuple[RuleUsed, ...] = ()
    cost: tuple[CostTerm, ...] = ()
    draws: tuple[DrawMade, ...] = ()
    compared: tuple[Compared, ...] = ()
    """What a steward weighed, where one has answered; the best comes first."""

    def text(self, zone: str) -> str:
        """Return it as text for people, with its moments in a time zone."""
        lines = [f"log {self.n}, {stamp(self.at, zone)}, by {self.by}, revision {self.revision}"]
        if self.asked:
            lines.append(f"  asked      {self.asked} (rule {self.asked_rule or '-'})")
        lines += [f"  happened   {each}" for each in self.news]
        if self.order or self.action:
            lines.append(f"  order      {self.order or msgspec.json.encode(self.action).decode()}")
        if self.how:
            ways = {"only": "by itself: there was one answer", "default": "by the deadline"}
            by_itself = ways.get(self.how, "by a correction: it had followed by itself before")
            lines.append(f"  given      {by_itself}")
        if self.source is not None:
            came = f"{self.source.mail}, line {self.source.line}, from {self.source.from_}"
            lines.append(f"  came from  {came}, {stamp(self.source.received_at, zone)}: {self.source.text}")
        if self.cost:
            terms = ", ".join(f"{term.what} {term.amount:+d} (rule {term.rule})" for term in self.cost)
            lines.append(f"  cost       {sum(term.amount for term in self.cost)}: {terms}")
        for rule in self.rules:
            lines.append(f"  rule       {rule.rule or '-'}: {rule.module}, {rule.step}{tuple(rule.arguments) or ''}")
        lines += [f"  compared   {each.order}: {each.worth:.1%}" for each in self.compared]
        for draw in self.draws:
            result = "" if draw.result is None else f": {msgspec.json.encode(draw.result).decode()}"
            key = f"revision {draw.revision}, counter {draw.counter}, {draw.source}"
            lines.append(f"  draw       no. {draw.no}, {draw.label}{result} ({key})")
        return "\n".join(lines)


def explain(view: CampaignView, n: int) -> Explained:
    """Return the explanation of log entry `n` of the line that is played.

    Raises:
        CommandError: There is no such entry.
    """
    table, words, eyes = view.table, view.words, view.eyes
    if not 1 <= n <= table.head.sequence:
        raise CommandError(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
    with played_again(table):
        rows, before, after = _around(view, n)
    row = next(each for each in rows if each.n == n)
    speaks: GameReport = table.match.game.part("report")
    decisions = before.decisions()
    entry = row.entry
    seen = [told for told in row.told if eyes.everything or told.visible_to(view.seats) is not None]
    news = [line.told for group in speaks.news(seen, eyes.own, words) for line in group.lines]
    told = Explained(
        n=n,
        at=row.at,
        by=", ".join(seats_of(entry.by)),
        asked=speaks.title(decisions[0], before.view(), words) if decisions else "",
        asked_rule=decisions[0].rule if decisions else "",
        revision=row.revision,
        news=tuple(news),
        how=entry.how,
        draws=tuple(_draws(rows, row, before, everything=eyes.everything)),
    )
    if not eyes.everything and eyes.seat not in seats_of(entry.by):
        return told
    action = entry.action if isinstance(entry.action, Action) else None
    line = entry.line(table.match.game)
    return msgspec.structs.replace(
        told,
        order="" if action is None else _words(table, action, words.code),
        action={key: value for key, value in line.items() if key not in ("n", "chance")},
        source=_source(view, row),
        rules=tuple(_rules(after)),
        cost=() if action is None else tuple(before.terms(str(entry.by), action)),
        compared=_compared(view, before, row),
    )


def _compared(view: CampaignView, before: Match, row: Played) -> tuple[Compared, ...]:
    """Return what a steward has compared for the answer that an entry is."""
    table = view.table
    for seat in (each for each in table.players if each.name in seats_of(row.entry.by)):
        where = table.head.match_id, row.revision
        stored = stewards.of_decision(view.session, seat.id, where, before.number(seat.name))
        if stored is not None and plain(row.entry.action) in (thought := decoded(stored)).actions:
            return tuple(Compared(words, worth) for words, worth in in_words(before, thought, view.words.code))
    return ()


def _around(view: CampaignView, n: int) -> tuple[list[Played], Match, Match]:
    """Return the entries of the move that `n` belongs to, and the match before and after it.

    The match after it has its trace.
    """
    with command_errors():
        stay_behind_bridge(view.table, n - 1)
    sequence, state = checkpoint_at(view.table, n - 1)
    rows = line_entries(view.table, after=sequence)
    start = view.table.resume(state)
    if n <= start.position.n:
        # The set-up comes before the first position that is stored.
        return rows, start, start
    move = next(each for each in moves_after(start, [row.entry for row in rows]) if each.last >= n)
    first = move.entries[0].n
    before, after = stand(view.table, first - 1), stand(view.table, first - 1)
    after.trace = []
    after.chance.follow(move.draws)
    replay(after, move.entries)
    return [row for row in rows if first <= row.n <= move.last], before, after


def _rules(after: Match) -> list[RuleUsed]:
    found = []
    for frame in after.trace or ():
        step = after.game.steps[frame[0]]
        module = step.function.__module__.rpartition(".games.")[2]
        found.append(RuleUsed(step.rule, module, step.name, tuple(frame[1:])))
    return found


def _source(view: CampaignView, row: Played) -> Source | None:
    if row.mail_id is None:
        return None
    mail = view.session.get_one(InboundMail, row.mail_id)
    lines = {each.line: each.text.decode() for each in prompts.orders_of_mail(view.session, mail.id)}
    text = lines.get(row.line or 0, "")
    return Source(f"in-{mail.id}", row.line or 0, text, mail.received_at, mail.sender)


def _draws(rows: Sequence[Played], row: Played, before: Match, *, everything: bool) -> list[DrawMade]:
    """Return the draws of the entry; with results only for a viewer who may see everything.

    The news tell what is public.
    """
    first = before.position.counter + sum(len(each.entry.chance) for each in rows if each.n < row.n)
    return [
        DrawMade(n + 1, draw.name, row.revision, n, draw.told if everything else None, draw.source or "seed")
        for n, draw in enumerate(row.entry.chance, first)
    ]


def _words(table: CampaignContext, action: Action, code: str) -> str:
    """Return it as a player would write it; nothing for what no player writes."""
    book: Phrasebook = phrasebook(table.match.game)
    sayable = any(pattern.phrase.action is type(action) for pattern in book.patterns)
    return book.say(action, code) if sayable else ""
