"""Corrections at the desk: what was typed is worked out, shown as these eyes may see it, and then carried out."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from adjudicator.given_files import BadFile, from_json
from adjudicator.kernel.actions import Action, SetContent
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.checking import seats_of
from adjudicator.kernel.content import changes_between, plain_content
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import Refusal
from adjudicator.language import Language, language
from adjudicator.reports.wording.differences import Difference, differences
from adjudicator.service.admin import packs
from adjudicator.service.admin.access import CampaignView, Visit, locked_campaign, table_for, view_of
from adjudicator.service.admin.actions import action_from_json
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation import entries
from adjudicator.service.moderation.admission import require
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.commands.correcting import (
    Correct,
    Insert,
    Rollback,
    Script,
    UndoCorrection,
    reasons,
)
from adjudicator.service.moderation.forms import FormOption, Lines, WrongOptions, command
from adjudicator.service.moderation.missing import MissingAnswer, MissingDraw, fallen_out, missing, order_told
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.moderation.troubles import CommandError, command_error, other_rules
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.points import UnknownPoint
from adjudicator.service.play.corrections.proposals import Kind, Proposal, Wish, propose
from adjudicator.service.service import Service
from adjudicator.store.engine import writing

PACK = "pack."
"""Begins the paths that lead into the pack, not into the document."""


Wished = Callable[[CampaignContext], Wish]
"""Returns what a moderator wants, as the table reads it. Raises CommandError, Rejected."""
Why = Annotated[str, "What was wrong; every player is told."]


@command(
    "turn rollback",
    "lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
    "lights --to 'question 17' --reason '…'",
    "lights --to 41 --reason '…' --yes",
    needs=Rollback.right,
)
def rollback(
    reason: Why, to: Annotated[str, "--to MOMENT", "A log number, 'question 17', or words: turn points lists them."]
) -> Wished:
    """Go back to an earlier moment of play. What came later stays in the history, and does not count."""
    return Rollback(to=to, reason=_given(reason)).wish


@command(
    "turn correct",
    "lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
    "lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
    "lights --entry 41 --seat france --remove --reason '…'",
    "lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
    "lights --step '41: lot=5,4' --step '44 france: flag savoy' --reason 'the die was misread' --dry-run",
    "lights --script steps.txt --reason 'the die was misread'",
    "lights --set debt.france=3 --reason '…'",
    "fair --set 'coins bakers 6' --reason 'miscounted'",
    "fair --set pack.contracts.bridge.reward=5 --reason 'a misprint'",
    "fair --pack corrected.yaml --reason 'a misprint'",
    needs=Correct.right,
)
def correct(  # noqa: PLR0913 - its options
    reason: Why,
    entry: Annotated[int | None, FormOption("The log entry (default: now).", least=1)] = None,
    seat: Annotated[str, "Seat of the order (default for --replace and --remove: the seat of the entry)."] = "",
    replace: Annotated[
        list[str] | None, "--replace LINE", "The right order: a line, a code of the question (3b), or JSON; repeatable."
    ] = None,
    insert: Annotated[list[str] | None, "--insert LINE", "An order before the entry, written likewise; repeatable."] = (
        None
    ),
    remove: Annotated[bool, "Take the order out."] = False,
    draw: Annotated[list[str] | None, "--draw NAME=VALUE", "name=result of a draw of that entry."] = None,
    set_: Annotated[
        list[str] | None,
        "--set PATH=VALUE",
        "A fact of the position in words, path=value of the document, or pack.path=value; repeatable.",
    ] = None,
    pack: Annotated[Path | None, "--pack FILE", "The whole pack as it should be: a file or a folder."] = None,
    step: Annotated[
        list[str] | None, "--step STEP", "One of several corrections, like '41: lot=5,4' or '44 france: flag savoy'."
    ] = None,
    script: Annotated[tuple[str, ...] | None, Lines("The steps from a file, a line each; - is standard input.")] = None,
) -> Wished:
    """Correct one thing in the history, or several by a script.

    What came later is carried out again where it still fits, with the draws it had. Steps of a script: '41: lot=5,4'
    forces a draw at log entry 41, '41: flag savoy' replaces its order, '41: nothing' takes it out, '41 france: flag
    savoy' is an order before it. Where an answer is missing for later orders, the dry run says which.
    """
    if steps := (*(step or ()), *(script or ())):
        if any((entry, seat, replace, insert, remove, draw, set_, pack)):
            raise WrongOptions("a script says everything in its steps")
        return Script(steps=entries.steps_of("\n".join(steps)), reason=_given(reason)).wish
    values = [each for each in set_ or () if each.startswith(PACK)]
    given: dict[Kind, Any] = {Kind.REPLACE: replace, Kind.INSERT: insert, Kind.REMOVE: remove, Kind.DRAW: draw}
    given |= {Kind.FACT: [each for each in set_ or () if each not in values], Kind.CONTENT: values or pack}
    kinds = [kind for kind, said in given.items() if said]
    if len(kinds) != 1:
        raise WrongOptions("give one of --replace, --insert, --remove, --draw, --set, --pack, or a script")
    (kind,), at_the_end = kinds, (Kind.INSERT, Kind.FACT, Kind.CONTENT)
    if entry is None and kind not in at_the_end:
        raise WrongOptions("--entry says which log entry is meant")
    why, lines = _given(reason), tuple(given[kind]) if isinstance(given[kind], list) else ()

    def wished(table: CampaignContext) -> Wish:
        last = table.head.sequence
        n = last + 1 if entry is None else entry
        if n > last + (kind in at_the_end):
            raise CommandError(f"there is no log entry {n}; the log goes from 1 to {last}")
        if kind is Kind.CONTENT:
            changes = _content(table, n, values, pack)
            return Wish(kind=kind, reason=why, n=n, orders=(SetContent(changes, why),))
        whose = seat or (entries.giver(table, n) if kind is Kind.REPLACE else "")
        orders = _orders(table, n, whose, lines) if kind in (Kind.REPLACE, Kind.INSERT) else ()
        if kind is Kind.INSERT:
            return Insert(reason=why, seat=whose, entry=n, lines=lines, orders=orders).wish(table)
        return Correct(reason=why, lines=lines, entry=n, seat=whose, orders=orders, what=kind).wish(table)

    return wished


@command("turn undo", "lights --reason 'the first reading was right'", needs=UndoCorrection.right)
def undo(reason: Why) -> Wished:
    """Undo the last correction. Play goes on where it stood before it. An undo can be undone."""
    return UndoCorrection(reason=_given(reason)).wish


def _given(reason: str) -> str:
    if not reason.strip():
        raise CommandError("a correction needs a reason: every player is told it")
    return reason.strip()


def _orders(table: CampaignContext, n: int, seat: str, said: Sequence[str]) -> tuple[Action, ...]:
    """Return the orders for a seat right before log entry `n`, from lines, codes of its question there, or JSON.

    Raises CommandError.
    """
    if not seat:
        raise CommandError(f"there is no seat (give it with --seat); there are {', '.join(table.match.header.seats)}")
    if actions := _actions(said):
        return tuple(action_from_json(entries.before(table, n).game, action) for action in actions)
    try:
        return entries.orders_at(table, n, seat, said)
    except BadOrders as bad:
        from adjudicator.service.admin.lines import checked_text  # slow to load: it words mails

        told = checked_text(table, bad.seat, bad.found)
        raise CommandError(f"for {bad.seat.name} before log entry {n}:\n{told}") from None


def _actions(said: Sequence[str]) -> list[Any]:
    """Return the orders if they are written as JSON: an object, or a list of them."""
    if len(said) != 1 or not said[0].lstrip().startswith(("{", "[")):
        return []
    try:
        plain = from_json(said[0])
    except BadFile as error:
        raise CommandError(f"{said[0]}: not JSON: {error}") from None
    return plain if isinstance(plain, list) else [plain]


def _content(table: CampaignContext, n: int, values: Sequence[str], pack: Path | None) -> dict[str, Any]:
    """Return the changes of the content before log entry `n`.

    They are given as `pack.path=value` pairs, or as a whole pack.

    Raises:
        CommandError: Lists everything that is wrong.
    """
    game = entries.before(table, n).game
    before = plain_content(game)
    if not before:
        raise CommandError(f"nothing of {game.id} can be edited: it takes no pack")
    if pack is not None and values:
        raise CommandError("give the pack whole (--pack), or single values of it (--set pack.…)")
    if pack is None:
        changes = changes_in(before, [pair.removeprefix(PACK) for pair in values], "the pack")
    else:
        changes = changes_between(before, packs.read(pack, game.id).content)
    try:
        fitting(game.id, merge_patch(before, changes))
    except BadPack as bad:
        raise CommandError(*(f"{PACK}{problem}" for problem in bad.problems)) from None
    return changes


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that is not part of the new line; what it was only for those who may know it."""

    seat: str
    n: int
    order: str = ""
    why: str = ""
    waits: bool = False
    """It waits for a missing answer, and is tried again when a script gives it."""


class CorrectionPreview(msgspec.Struct, frozen=True):
    """The effect of a correction, as these eyes may see it."""

    campaign: str
    kind: str
    reason: str
    from_revision: int
    from_log: int
    revision: int
    branches_off_after: int
    done: bool
    differences: tuple[Difference, ...]
    log: int | None = None
    lost: tuple[Lost, ...] = ()
    undone_draws: tuple[dict[str, Any], ...] = ()
    learned: tuple[dict[str, Any], ...] = ()
    asked: tuple[str, ...] = ()
    new_draws: bool = False
    """Draws will be made afresh: neither they nor anything that follows them is shown before it counts."""
    missing_answer: MissingAnswer | None = None
    """The question that no recorded order answers, with what waits behind it."""
    missing_draw: MissingDraw | None = None
    """The first of the draws that are made afresh, where a script may say what comes of it."""

    def text(self, words: Language) -> str:
        """Return it as text for people."""
        head = (
            f"{self.campaign}: revision {self.from_revision} at log {self.from_log} → revision {self.revision}, "
            f"which branches off after log {self.branches_off_after}"
        )
        lines = [head if self.new_draws else f"{head} and stands at log {self.log}"]
        for lacks in (self.missing_draw, self.missing_answer):
            lines += [] if lacks is None else lacks.told(words, str)
        if self.missing_draw is not None:
            return "\n".join(lines)
        lines.append("what is different:")
        lines += [f"  {difference.name}: {difference.text(words)}" for difference in self.differences]
        if self.new_draws:
            return "\n".join([*lines, "  new draws are made; what comes of them, and of later orders, shows then"])
        lines += [] if self.differences else ["  nothing that these eyes see"]
        waiting = 0 if self.missing_answer is None else self.missing_answer.waiting
        if self.lost:
            lines.append("orders that are not carried out any more (mailed back to their authors):")
            lines += [_line_of(each) for each in self.lost if not each.waits]
            lines += [f"  and the {waiting} that wait for the missing answer"] if waiting else []
        if self.undone_draws:
            lines.append("draws that do not count any more (told to everybody):")
            lines += [f"  draw {draw['draw']}, log {draw['log']}: {draw['name']}" for draw in self.undone_draws]
        if self.learned:
            lines.append("what was learned there stays known:")
            lines += [f"  {each['seat']}, log {each['log']}" for each in self.learned]
        lines.append(f"asked then: {', '.join(self.asked) or 'nobody, the match is over'}")
        return "\n".join(lines)


def _line_of(lost: Lost) -> str:
    where = f"log {lost.n}" if lost.n else "on file"
    order = f": {lost.order}" if lost.order else ""
    return f"  {lost.seat}, {where}{order}" + (f" ({lost.why})" if lost.why else "")


def rehearse(
    visit: Visit, wanted: Wished, log: int | None, eyes: Viewpoint, chosen: str | None
) -> tuple[CorrectionPreview, str]:
    """Return what a correction would do (at this log number only), as the viewer may see it, and its words.

    Nothing is changed.

    Raises:
        CommandError: The correction cannot be made.
    """
    require(visit.work.session, visit.campaign)
    table = table_for(visit.work, visit.campaign)
    if log is not None and log != table.head.sequence:
        name = table.campaign.name
        raise CommandError(f"{name} stands at log {table.head.sequence}, not {log}: nothing was changed")
    _require_same_rules(table)
    proposal = _proposed(table, wanted, preview=True)
    view = view_of(visit, eyes, chosen)
    shown = _shown(view, proposal)
    return shown, shown.text(view.words)


def carry_out(service: Service, shown: CorrectionPreview, wanted: Wished, by: str) -> CorrectionPreview:
    """Carry a correction out as it was shown. Raises CommandError, also where play went on meanwhile."""
    with writing(service.engine) as session:
        table = table_for(service.work(session), locked_campaign(session, shown.campaign))
        if (table.head.revision, table.head.sequence) != (shown.from_revision, shown.from_log):
            raise CommandError("play went on meanwhile: nothing was changed; look again")
        _require_same_rules(table)
        enactment.carry_out(table, _proposed(table, wanted), by=by)
    return msgspec.structs.replace(shown, done=True)


def _require_same_rules(table: CampaignContext) -> None:
    """Raise CommandError where the campaign is played by other rules than the installed ones."""
    if table.other_rules:
        raise command_error(other_rules())


def _proposed(table: CampaignContext, wanted: Wished, *, preview: bool = False) -> Proposal:
    """Return the proposal. Raises CommandError, with the reason and what would be possible, if there is none."""
    try:
        return propose(table, wanted(table), preview=preview)
    except Refusal as refusal:
        raise CommandError(*reasons(table, refusal, language("en"))) from None
    except UnknownPoint as unknown:
        told = unknown.text(language("en"))
        raise CommandError(f"{told} adjudicator turn points {table.campaign.name} lists all") from None
    except Rejected as no:
        raise command_error(no) from None
    except DrawNeeded as needed:
        raise CommandError(
            f"{needed.wanted.called} is drawn at the table, and it cannot be waited for here: let the adjudicator "
            "draw (campaign draws … none), and give the result with --draw then"
        ) from None


def _shown(view: CampaignView, proposal: Proposal) -> CorrectionPreview:
    """Return a proposal as the viewer may see it."""
    table, match = view.table, proposal.match
    shown = CorrectionPreview(
        campaign=table.campaign.name,
        kind=proposal.wish.kind.value,
        reason=proposal.wish.reason,
        from_revision=proposal.revision,
        from_log=proposal.sequence,
        revision=proposal.number,
        branches_off_after=proposal.branched_at,
        done=False,
        differences=packs.differences(match.game, table.match.game),
        new_draws=proposal.new_draws,
    )
    lacks = missing(table, proposal, view.words, view.sees)
    if isinstance(lacks, MissingDraw):
        shown = msgspec.structs.replace(shown, missing_draw=lacks)
    if proposal.new_draws:
        return shown
    report = table.match.game.part("report")
    found = differences(report, view.match_view(), view.match_view(match), view.seats, view.words)
    return msgspec.structs.replace(
        shown,
        log=match.position.n,
        differences=(*shown.differences, *found),
        lost=tuple(_lost(view, proposal)),
        undone_draws=tuple(
            {"draw": each.no + 1, "log": each.n, "name": each.draw.name} for each in proposal.revised.undone
        ),
        learned=tuple({"seat": each.seat, "log": each.n} for each in proposal.learned),
        asked=match.asked_seats,
        missing_answer=lacks if isinstance(lacks, MissingAnswer) else None,
    )


def _lost(view: CampaignView, proposal: Proposal) -> list[Lost]:
    fallen = [*map(id, fallen_out(proposal))]
    return [
        Lost(
            ", ".join(seats_of(each.input.by)),
            each.input.n,
            *order_told(view.table, each, view.words, view.sees),
            waits=id(each) not in fallen,
        )
        for each in proposal.dropped
    ]
