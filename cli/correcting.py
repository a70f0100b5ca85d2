"""What the correcting commands share: reading what is wanted, showing what it would do, asking, doing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator import DocumentError, Match, Refusal
from adjudicator.kernel.actions import Action, SetFact
from adjudicator.kernel.chance import Draw, DrawNeeded
from adjudicator.kernel.log import Entry
from adjudicator.language import Language, language
from adjudicator.orders.pieces import Offers
from adjudicator.orders.running import Desk
from adjudicator.orders.sets import carry_out as read_orders
from adjudicator.reports.differences import Difference, differences
from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deed import Author, other_rules
from adjudicator.service.desk.moderators import author_named
from adjudicator.service.desk.rights import Right
from adjudicator.service.play import offers
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.lines import NotAPoint, played, stand
from adjudicator.service.play.corrections.proposals import NoSuchEntry, NothingToUndo, Proposal, Wish, propose
from adjudicator.service.play.ordering import line_read
from adjudicator.service.service import Service
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.revisions import MovedOn
from adjudicator.store.tables import Prompt
from cli import acting
from cli.campaign_facts import language_for, table_for
from cli.checked import checked_text
from cli.database import at_the_desk
from cli.errors import Failed
from cli.eyes import Eyes
from cli.match_acts import json_of, typed

Wanting = Callable[[Session, Table], Wish]
"""What is wanted, said when the campaign is at hand."""


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that is not part of the new line; what it was only for those who may know it."""

    seat: str
    n: int
    order: str = ""
    why: str = ""


class Shown(msgspec.Struct, frozen=True):
    """What a correction does, as these eyes may see it."""

    campaign: str
    kind: str
    reason: str
    from_revision: int
    from_log: int
    revision: int
    branches_off_after: int
    log: int
    done: bool
    differences: tuple[Difference, ...]
    lost: tuple[Lost, ...]
    undone_draws: tuple[dict[str, Any], ...]
    learned: tuple[dict[str, Any], ...]
    asked: tuple[str, ...]
    new_draws: int = 0
    """Draws that will be made afresh; what comes of them is not shown before it counts."""


def worked_out(session: Session, table: Table, wanting: Wanting) -> Proposal:
    """The proposal. Raises Failed with the reason, and what would be possible, where there is none."""
    try:
        return propose(table, wanting(session, table))
    except Refusal as refusal:
        raise Failed(*_reasons(table, refusal)) from None
    except (NotAPoint, NoSuchEntry, NothingToUndo) as error:
        raise Failed(str(error)) from None
    except DrawNeeded as needed:
        raise Failed(
            f"{needed.wanted.called} is drawn at the table, and it cannot be waited for here: let the adjudicator "
            "draw (campaign draws … none), and give the result with --draw then"
        ) from None


def _reasons(table: Table, refusal: Refusal) -> Sequence[str]:
    if refusal.code == "bad_correction":
        problems = refusal.facts["problems"]
        return [str(problem) for problem in problems] if isinstance(problems, list) else [str(problems)]
    if refusal.code == "impossible_draw":
        return [str(refusal.facts["what"])]
    if refusal.code == "draw_not_made":
        return ["this draw is not made at that entry"]
    speaks, words = table.match.game.part("report"), language("en")
    told = speaks.refusal(refusal.code, refusal.rule, refusal.facts, words) or str(refusal)
    book = offers.phrasebook(table.match.game.id)
    nearest = [book.say(action, "en") for action in refusal.nearest]
    return [told + (f"; possible: {'; '.join(nearest)}" if nearest else "")]


def shown(table: Table, proposal: Proposal, looking: Eyes, words: Language, *, done: bool) -> Shown:
    """A proposal as these eyes may see it."""
    seats = table.match.header.seats if looking.everything else looking.seats
    match = proposal.match
    fresh = sum(not draw.source for entry in match.log for draw in entry.chance)
    report = table.match.game.part("report")
    found = () if fresh else differences(report, table.match.view(seats), match.view(seats), seats, words)
    return Shown(
        campaign=table.campaign.name,
        kind=proposal.wish.kind.value,
        reason=proposal.wish.reason,
        from_revision=proposal.revision,
        from_log=proposal.sequence,
        revision=proposal.number,
        branches_off_after=proposal.branched_at,
        log=match.position.n,
        done=done,
        differences=found,
        lost=tuple(_lost(table, proposal, looking, words)),
        undone_draws=tuple({"draw": each.no + 1, "log": each.n, "name": each.draw.name} for each in proposal.undone),
        learned=tuple({"seat": each.seat, "log": each.n} for each in proposal.learned),
        asked=tuple(seat for decision in match.decisions() for seat in decision.seats),
        new_draws=fresh,
    )


def _lost(table: Table, proposal: Proposal, looking: Eyes, words: Language) -> list[Lost]:
    found = []
    book = offers.phrasebook(table.match.game.id)
    for each in proposal.dropped:
        by = each.input.by
        seats = by if isinstance(by, tuple) else (by,)
        may = looking.everything or looking.seat in seats
        order = book.say(each.input.action, words.code) if may and isinstance(each.input.action, Action) else ""
        why = each.refusal.code if may and each.refusal is not None else ""
        found.append(Lost(", ".join(seats), each.input.n, order, why))
    return found


def text(told: Shown, words: Language) -> str:
    """For people."""
    lines = [
        f"{told.campaign}: revision {told.from_revision} at log {told.from_log} → revision {told.revision}, "
        f"which branches off after log {told.branches_off_after} and stands at log {told.log}"
    ]
    lines += ["what is different:"]
    if told.new_draws:
        lines.append(f"  new draws are made ({told.new_draws}); what comes of them shows when it counts")
    else:
        lines += [f"  {each.name}: {each.text(words)}" for each in told.differences] or [
            "  nothing that these eyes see"
        ]
    if told.lost:
        lines.append("orders that are not carried out any more (mailed back to their authors):")
        lines += [_line_of(each) for each in told.lost]
    if told.undone_draws:
        lines.append("draws that do not count any more (told to everybody):")
        lines += [f"  draw {each['draw']}, log {each['log']}: {each['name']}" for each in told.undone_draws]
    if told.learned:
        lines.append("what was learned there stays known:")
        lines += [f"  {each['seat']}, log {each['log']}" for each in told.learned]
    lines.append(f"asked then: {', '.join(told.asked) or 'nobody, the match is over'}")
    return "\n".join(lines)


def _line_of(lost: Lost) -> str:
    where = f"log {lost.n}" if lost.n else "on file"
    order = f": {lost.order}" if lost.order else ""
    return f"  {lost.seat}, {where}{order}" + (f" ({lost.why})" if lost.why else "")


class How(msgspec.Struct, frozen=True, kw_only=True):
    """The options of every correcting command."""

    looking: Callable[[Table], Eyes]
    expected: int | None
    dry_run: bool
    lang: str | None
    confirm: Callable[[Shown, Language], None]


def correct(name: str, wanting: Wanting, how: How) -> Shown:
    """Work out, show, ask, carry out; with a dry run only show. Raises Failed."""
    with at_the_desk() as service:
        with reading(service.engine) as session:
            table = _table(session, service, name)
            if how.expected is not None and how.expected != table.head.sequence:
                raise Failed(f"{name} stands at log {table.head.sequence}, not {how.expected}: nothing was changed")
            _may_correct(table)
            proposal = worked_out(session, table, wanting)
            looking = how.looking(table)
            words = language(language_for(table, looking, how.lang))
            told = shown(table, proposal, looking, words, done=False)
        how.confirm(told, words)
        if how.dry_run:
            return told
        try:
            with writing(service.engine) as session:
                lock_campaign(session, table.campaign.id)
                table = _table(session, service, name)
                proposal = worked_out(session, table, wanting)
                if (proposal.revision, proposal.sequence) != (told.from_revision, told.from_log):
                    raise MovedOn
                author = _may_correct(table)
                enactment.carry_out(table, proposal, by=author.name)
        except MovedOn:
            raise Failed("play went on meanwhile: nothing was changed; look again") from None
        service.wakes.outbox()
    return msgspec.structs.replace(told, done=True)


def _may_correct(table: Table) -> Author:
    """Who is at the desk. Raises Failed where he has no right to correct, or the rules are others here."""
    if table.other_rules:
        raise Failed(other_rules().text(language("en")))
    author = author_named(table, acting.author())
    if not author.right.allows(Right.ALL):
        raise Failed(f"{author.name} moderates with the right {author.right.value!r}: a correction needs all rights")
    return author


def _table(session: Session, service: Service, name: str) -> Table:
    from adjudicator.service.people.new_campaigns import named

    try:
        campaign = named(session, name)
    except LookupError as error:
        raise Failed(f"{error.args[0]}; adjudicator campaign list tells those there are") from None
    return table_for(service.work(session), campaign)


def orders_of(session: Session, table: Table, seat: str, n: int, given: Sequence[str]) -> tuple[Action, ...]:
    """The orders that lines, codes of the question there, or JSON mean for a seat right before log entry `n`.

    Raises Failed.
    """
    if seat not in table.match.header.seats:
        raise Failed(f"there is no seat {seat or '(give it with --seat)'}; there are {_names(table)}")
    at = _before(session, table, n)
    if len(given) == 1 and given[0].lstrip().startswith(("{", "[")):
        plain = json_of(given[0])
        return tuple(typed(at.game, each) for each in (plain if isinstance(plain, list) else [plain]))
    player = table.by_name[seat]
    desk = Desk(at, seat, player.language, offers.words_at(at), _codes_of(session, table, player, at))
    outcome = read_orders(desk, given)
    if any(row.status not in ("done", "filed") for row in outcome.rows) or not outcome.actions:
        read = [line_read(row) for row in outcome.rows]
        raise Failed(f"for {seat} before log entry {n}:\n{checked_text(session, table, player, read)}")
    return outcome.actions


def _codes_of(session: Session, table: Table, seat: SeatAtTable, at: Match) -> Offers:
    """The codes of the question that the seat was asked there, as in its mails; those of others are known as such.

    A mail may go on behind the question that it answers, with the codes of that one.
    """
    wanted = (col(Prompt.match_id) == table.head.match_id, col(Prompt.seat_id) == seat.id)
    rows = session.scalars(select(Prompt).where(*wanted).order_by(col(Prompt.number))).all()
    here = max((decision.number for decision in at.decisions()), default=0)
    asked = max((row.decision for row in rows if row.decision <= here), default=0)
    return Offers(
        open=tuple(offers.decode(row.offered) for row in rows if row.decision == asked),
        closed=tuple(offers.decode(row.offered) for row in rows if row.decision != asked),
    )


def _before(session: Session, table: Table, n: int) -> Match:
    """The match at the last point before an entry."""
    try:
        return stand(table, n - 1)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest))


def draws_of(entry: Entry, given: Sequence[str]) -> tuple[Draw, ...]:
    """The draws of an entry with other results: `lot=5,4`, and `lot#2=5,4` for the second of that name."""
    found = []
    for text_ in given:
        name, equals, value = text_.partition("=")
        name, _, place = name.partition("#")
        same = [draw for draw in entry.chance if draw.name == name.strip()]
        if not equals or not same:
            there = ", ".join(dict.fromkeys(draw.name for draw in entry.chance)) or "none"
            raise Failed(f"{text_!r} is not written as name=result, or no such draw hangs on entry {entry.n}: {there}")
        if len(same) > 1 and not place:
            raise Failed(f"{len(same)} draws are called {name}: write {name}#1=… to {name}#{len(same)}=…")
        if place and not (place.isdigit() and 1 <= int(place) <= len(same)):
            raise Failed(f"{text_!r}: there are {len(same)} draws {name}")
        draw = same[int(place or "1") - 1]
        found.append(msgspec.structs.replace(draw.bare, value=_like(draw.value, value)))
    return tuple(found)


def _like(old: Any, text_: str) -> Any:
    """A value as the old one was written: a number, a text, or several of them."""
    if isinstance(old, list):
        parts = [part.strip() for part in text_.strip("[] ").split(",")]
        return [_like(old[0] if old else "", part) for part in parts]
    if isinstance(old, int) and text_.strip().lstrip("-").isdigit():
        return int(text_)
    return text_.strip()


def fact_of(session: Session, table: Table, n: int, given: Sequence[str], reason: str) -> SetFact:
    """`path=value` pairs as a correction of the position right before log entry `n`.

    A path that leads nowhere is answered with near ones. Raises Failed.
    """
    changes: dict[str, Any] = {}
    try:
        document: Any = _before(session, table, n).document()
    except (DocumentError, ValueError) as error:
        raise Failed(f"this position has no document yet: {error}") from None
    for pair in given:
        path, equals, value = pair.partition("=")
        if not equals:
            raise Failed(f"{pair!r} is not written as path=value")
        _nest(changes, _checked_path(document, path.strip().split(".")), _value(value))
    return SetFact(changes, reason)


def _checked_path(document: Any, steps: Sequence[str]) -> Sequence[str]:
    here = document
    for depth, step in enumerate(steps):
        last = depth == len(steps) - 1
        if not isinstance(here, Mapping):
            raise Failed(f"{'.'.join(steps[:depth])} has no parts: give it whole")
        # A place that nothing stands at may be new (a flag where none was); above it everything must be there.
        if step not in here and (not last or depth == 0):
            near = get_close_matches(step, list(here), 3, 0.4) or list(here)[:12]
            where = ".".join(steps[:depth]) or "the document"
            raise Failed(f"there is no {step!r} in {where}; there is {', '.join(near)}")
        here = here.get(step)
    return steps


def _nest(changes: dict[str, Any], steps: Sequence[str], value: Any) -> None:
    for step in steps[:-1]:
        changes = changes.setdefault(step, {})
    changes[steps[-1]] = value


def _value(text_: str) -> Any:
    try:
        return json.loads(text_)
    except ValueError:
        return text_.strip()


def _names(table: Table) -> str:
    return ", ".join(table.match.header.seats)


def draws_at(session: Session, table: Table, n: int, given: Sequence[str]) -> tuple[Draw, ...]:
    """The draws of log entry `n` with other results. Raises Failed."""
    found = next((row.entry for row in played(table, after=n - 1) if row.n == n), None)
    if found is None:
        raise Failed(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
    return draws_of(found, given)
