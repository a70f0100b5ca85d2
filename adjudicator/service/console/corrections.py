"""Corrections at the desk: what was typed is worked out, shown as these eyes may see it, and then carried out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.actions import Action, SetFact
from adjudicator.kernel.chance import Draw, DrawNeeded
from adjudicator.kernel.errors import DocumentError, Refusal
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.language import CODES, Language, language
from adjudicator.orders.pieces import Offers
from adjudicator.orders.running import Desk
from adjudicator.orders.sets import carry_out as read_orders
from adjudicator.reports.differences import Difference, differences
from adjudicator.service.campaign.matches import Table
from adjudicator.service.console.actions import typed
from adjudicator.service.console.lines import checked_text
from adjudicator.service.console.looks import Look, Visit, campaign_named, locked_campaign, table_for
from adjudicator.service.console.seats import player_seat
from adjudicator.service.desk.deed import Author, other_rules
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.moderators import author_named
from adjudicator.service.desk.rights import Right
from adjudicator.service.play import offers
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.lines import NotAPoint, played, stand
from adjudicator.service.play.corrections.points import UnknownPoint, resolve
from adjudicator.service.play.corrections.proposals import Kind, NoSuchEntry, NothingToUndo, Proposal, Wish, propose
from adjudicator.service.play.ordering import line_read
from adjudicator.service.service import Service
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading, writing
from adjudicator.store.revisions import MovedOn
from adjudicator.store.tables import Prompt


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """A correction as it was typed.

    `entry`: the log entry that is meant, otherwise now. `to`: where a rollback leads. `given`: order lines or codes,
    `name=result` of draws, or `path=value` of the document; `actions`: orders as JSON instead.
    """

    kind: Kind
    reason: str
    to: str = ""
    entry: int | None = None
    seat: str = ""
    given: tuple[str, ...] = ()
    actions: tuple[Any, ...] = ()
    log: int | None = None
    """Only at this log number."""


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

    def text(self, words: Language) -> str:
        """For people."""
        lines = [
            f"{self.campaign}: revision {self.from_revision} at log {self.from_log} → revision {self.revision}, "
            f"which branches off after log {self.branches_off_after} and stands at log {self.log}"
        ]
        lines += ["what is different:"]
        if self.new_draws:
            lines.append(f"  new draws are made ({self.new_draws}); what comes of them shows when it counts")
        else:
            lines += [f"  {each.name}: {each.text(words)}" for each in self.differences] or [
                "  nothing that these eyes see"
            ]
        if self.lost:
            lines.append("orders that are not carried out any more (mailed back to their authors):")
            lines += [_line_of(each) for each in self.lost]
        if self.undone_draws:
            lines.append("draws that do not count any more (told to everybody):")
            lines += [f"  draw {each['draw']}, log {each['log']}: {each['name']}" for each in self.undone_draws]
        if self.learned:
            lines.append("what was learned there stays known:")
            lines += [f"  {each['seat']}, log {each['log']}" for each in self.learned]
        lines.append(f"asked then: {', '.join(self.asked) or 'nobody, the match is over'}")
        return "\n".join(lines)


def _line_of(lost: Lost) -> str:
    where = f"log {lost.n}" if lost.n else "on file"
    order = f": {lost.order}" if lost.order else ""
    return f"  {lost.seat}, {where}{order}" + (f" ({lost.why})" if lost.why else "")


Looking = Callable[[Visit], Look]
"""Through whose eyes it is shown, said when the campaign is at hand."""


def rehearse(service: Service, name: str, wanted: Typed, looking: Looking, by: str) -> tuple[Shown, Language]:
    """What a correction would do, and the language to tell it in; nothing is changed. Raises NotPossible."""
    with reading(service.engine) as session:
        table = table_for(service.work(session), campaign_named(session, name))
        if wanted.log is not None and wanted.log != table.head.sequence:
            raise NotPossible(f"{name} stands at log {table.head.sequence}, not {wanted.log}: nothing was changed")
        _author(table, by)
        proposal = _proposed(table, wanted)
        look = looking(Visit(table.work, table.campaign))
        return _shown(look, proposal), look.words


def carry_out(service: Service, wanted: Typed, shown: Shown, by: str) -> Shown:
    """Do it as it was shown. Raises NotPossible, also where play went on meanwhile."""
    try:
        with writing(service.engine) as session:
            table = table_for(service.work(session), locked_campaign(session, shown.campaign))
            proposal = _proposed(table, wanted)
            if (proposal.revision, proposal.sequence) != (shown.from_revision, shown.from_log):
                raise MovedOn
            name = _author(table, by).name
            enactment.carry_out(table, proposal, by=name)
    except MovedOn:
        raise NotPossible("play went on meanwhile: nothing was changed; look again") from None
    return msgspec.structs.replace(shown, done=True)


def _author(table: Table, by: str) -> Author:
    """Who is at the desk. Raises NotPossible where they have no right to correct, or the rules are others here."""
    if table.other_rules:
        raise NotPossible(other_rules().text(language("en")))
    author = author_named(table, by)
    if not author.right.allows(Right.ALL):
        raise NotPossible(
            f"{author.name} moderates with the right {author.right.value!r}: a correction needs all rights"
        )
    return author


def _proposed(table: Table, wanted: Typed) -> Proposal:
    """The proposal. Raises NotPossible with the reason, and what would be possible, where there is none."""
    try:
        return propose(table, _wish(table, wanted))
    except Refusal as refusal:
        raise NotPossible(*_reasons(table, refusal)) from None
    except UnknownPoint as unknown:
        raise NotPossible(f"{unknown}; adjudicator turn points {table.campaign.name} lists all") from None
    except (NotAPoint, NoSuchEntry, NothingToUndo) as error:
        raise NotPossible(str(error)) from None
    except DrawNeeded as needed:
        raise NotPossible(
            f"{needed.wanted.called} is drawn at the table, and it cannot be waited for here: let the adjudicator "
            "draw (campaign draws … none), and give the result with --draw then"
        ) from None


def _wish(table: Table, wanted: Typed) -> Wish:
    kind, reason = wanted.kind, wanted.reason
    n = table.head.sequence + 1 if wanted.entry is None else wanted.entry
    match kind:
        case Kind.UNDO:
            return Wish(kind=kind, reason=reason)
        case Kind.ROLLBACK:
            return Wish(kind=kind, reason=reason, n=resolve(table, wanted.to, [language(c) for c in CODES]))
        case Kind.REMOVE:
            return Wish(kind=kind, reason=reason, n=n, seat=wanted.seat)
        case Kind.DRAW:
            return Wish(kind=kind, reason=reason, n=n, draws=_draws_at(table, n, wanted.given))
        case Kind.FACT:
            return Wish(kind=kind, reason=reason, n=n, orders=(_fact(table, n, wanted),))
        case _:
            return Wish(kind=kind, reason=reason, n=n, seat=wanted.seat, orders=_orders(table, n, wanted))


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


def _shown(look: Look, proposal: Proposal) -> Shown:
    """A proposal as these eyes may see it."""
    table, match = look.table, proposal.match
    fresh = sum(not draw.source for entry in match.log for draw in entry.chance)
    report = table.match.game.part("report")
    found = () if fresh else differences(report, look.view(), look.view(match), look.seats, look.words)
    return Shown(
        campaign=table.campaign.name,
        kind=proposal.wish.kind.value,
        reason=proposal.wish.reason,
        from_revision=proposal.revision,
        from_log=proposal.sequence,
        revision=proposal.number,
        branches_off_after=proposal.branched_at,
        log=match.position.n,
        done=False,
        differences=found,
        lost=tuple(_lost(look, proposal)),
        undone_draws=tuple({"draw": each.no + 1, "log": each.n, "name": each.draw.name} for each in proposal.undone),
        learned=tuple({"seat": each.seat, "log": each.n} for each in proposal.learned),
        asked=tuple(seat for decision in match.decisions() for seat in decision.seats),
        new_draws=fresh,
    )


def _lost(look: Look, proposal: Proposal) -> list[Lost]:
    found = []
    book = offers.phrasebook(look.table.match.game.id)
    for each in proposal.dropped:
        by = each.input.by
        seats = by if isinstance(by, tuple) else (by,)
        may = any(map(look.sees, seats))
        order = book.say(each.input.action, look.words.code) if may and isinstance(each.input.action, Action) else ""
        why = each.refusal.code if may and each.refusal is not None else ""
        found.append(Lost(", ".join(seats), each.input.n, order, why))
    return found


def _orders(table: Table, n: int, wanted: Typed) -> tuple[Action, ...]:
    """The orders that lines, codes of the question there, or JSON mean for a seat right before log entry `n`.

    Raises NotPossible.
    """
    if not wanted.seat:
        raise NotPossible(f"there is no seat (give it with --seat); there are {', '.join(table.match.header.seats)}")
    player = player_seat(table, wanted.seat)
    at = _before(table, n)
    if wanted.actions:
        return tuple(typed(at.game, each) for each in wanted.actions)
    desk = Desk(at, player.name, player.language, offers.words_at(at), _codes_of(table, player, at))
    outcome = read_orders(desk, wanted.given)
    if any(row.status not in ("done", "filed") for row in outcome.rows) or not outcome.actions:
        read = [line_read(row) for row in outcome.rows]
        told = checked_text(table, player, read)
        raise NotPossible(f"for {player.name} before log entry {n}:\n{told}")
    return outcome.actions


def _codes_of(table: Table, seat: SeatAtTable, at: Match) -> Offers:
    """The codes of the question that the seat was asked there, as in its mails; those of others are known as such.

    A mail may go on behind the question that it answers, with the codes of that one.
    """
    wanted = (col(Prompt.match_id) == table.head.match_id, col(Prompt.seat_id) == seat.id)
    rows = table.session.scalars(select(Prompt).where(*wanted).order_by(col(Prompt.number))).all()
    here = max((decision.number for decision in at.decisions()), default=0)
    asked = max((row.decision for row in rows if row.decision <= here), default=0)
    return Offers(
        open=tuple(offers.decode(row.offered) for row in rows if row.decision == asked),
        closed=tuple(offers.decode(row.offered) for row in rows if row.decision != asked),
    )


def _before(table: Table, n: int) -> Match:
    """The match at the last point before an entry."""
    try:
        return stand(table, n - 1)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest))


def _draws_of(entry: Entry, given: Sequence[str]) -> tuple[Draw, ...]:
    """The draws of an entry with other results: `lot=5,4`, and `lot#2=5,4` for the second of that name."""
    found = []
    for text_ in given:
        name, equals, value = text_.partition("=")
        name, _, place = name.partition("#")
        same = [draw for draw in entry.chance if draw.name == name.strip()]
        if not equals or not same:
            there = ", ".join(dict.fromkeys(draw.name for draw in entry.chance)) or "none"
            raise NotPossible(
                f"{text_!r} is not written as name=result, or no such draw hangs on entry {entry.n}: {there}"
            )
        if len(same) > 1 and not place:
            raise NotPossible(f"{len(same)} draws are called {name}: write {name}#1=… to {name}#{len(same)}=…")
        if place and not (place.isdigit() and 1 <= int(place) <= len(same)):
            raise NotPossible(f"{text_!r}: there are {len(same)} draws {name}")
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


def _fact(table: Table, n: int, wanted: Typed) -> SetFact:
    """`path=value` pairs as a correction of the position right before log entry `n`.

    A path that leads nowhere is answered with near ones. Raises NotPossible.
    """
    changes: dict[str, Any] = {}
    try:
        document: Any = _before(table, n).document()
    except (DocumentError, ValueError) as error:
        raise NotPossible(f"this position has no document yet: {error}") from None
    for pair in wanted.given:
        path, equals, value = pair.partition("=")
        if not equals:
            raise NotPossible(f"{pair!r} is not written as path=value")
        _nest(changes, _checked_path(document, path.strip().split(".")), _value(value))
    return SetFact(changes, wanted.reason)


def _checked_path(document: Any, steps: Sequence[str]) -> Sequence[str]:
    here = document
    for depth, step in enumerate(steps):
        last = depth == len(steps) - 1
        if not isinstance(here, Mapping):
            raise NotPossible(f"{'.'.join(steps[:depth])} has no parts: give it whole")
        # A place that nothing stands at may be new (a flag where none was); above it everything must be there.
        if step not in here and (not last or depth == 0):
            near = get_close_matches(step, list(here), 3, 0.4) or list(here)[:12]
            where = ".".join(steps[:depth]) or "the document"
            raise NotPossible(f"there is no {step!r} in {where}; there is {', '.join(near)}")
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


def _draws_at(table: Table, n: int, given: Sequence[str]) -> tuple[Draw, ...]:
    """The draws of log entry `n` with other results. Raises NotPossible."""
    found = next((row.entry for row in played(table, after=n - 1) if row.n == n), None)
    if found is None:
        raise NotPossible(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
    return _draws_of(found, given)
