"""Corrections at the desk: what was typed is worked out, shown as these eyes may see it, and then carried out."""

from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.errors import Refusal
from adjudicator.language import Language, language
from adjudicator.reports.differences import Difference, differences
from adjudicator.service.admin import packs
from adjudicator.service.admin.access import Look, Visit, locked_campaign, look_of, table_for
from adjudicator.service.admin.typed_corrections import Wished
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.admission import require
from adjudicator.service.moderation.commands.correcting import reasons
from adjudicator.service.moderation.errors import CommandError, command_error
from adjudicator.service.moderation.troubles import other_rules
from adjudicator.service.play import offers
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.points import UnknownPoint
from adjudicator.service.play.corrections.proposals import Proposal, propose
from adjudicator.service.service import Service
from adjudicator.store.engine import writing


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that is not part of the new line; what it was only for those who may know it."""

    seat: str
    n: int
    order: str = ""
    why: str = ""


class Shown(msgspec.Struct, frozen=True):
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

    def text(self, words: Language) -> str:
        """Return it as text for people."""
        head = (
            f"{self.campaign}: revision {self.from_revision} at log {self.from_log} → revision {self.revision}, "
            f"which branches off after log {self.branches_off_after}"
        )
        lines = [head if self.new_draws else f"{head} and stands at log {self.log}", "what is different:"]
        lines += [f"  {each.name}: {each.text(words)}" for each in self.differences]
        if self.new_draws:
            return "\n".join([*lines, "  new draws are made; what comes of them, and of later orders, shows then"])
        lines += [] if self.differences else ["  nothing that these eyes see"]
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


def rehearse(visit: Visit, wanted: Wished, log: int | None, eyes: Viewpoint, chosen: str | None) -> tuple[Shown, str]:
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
    look = look_of(visit, eyes, chosen)
    shown = _shown(look, proposal)
    return shown, shown.text(look.words)


def carry_out(service: Service, shown: Shown, wanted: Wished, by: str) -> Shown:
    """Do it as it was shown. Raises CommandError, also where play went on meanwhile."""
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


def _shown(look: Look, proposal: Proposal) -> Shown:
    """Return a proposal as the viewer may see it."""
    table, match = look.table, proposal.match
    shown = Shown(
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
    if proposal.new_draws:
        return shown
    report = table.match.game.part("report")
    found = differences(report, look.view(), look.view(match), look.seats, look.words)
    return msgspec.structs.replace(
        shown,
        log=match.position.n,
        differences=(*shown.differences, *found),
        lost=tuple(_lost(look, proposal)),
        undone_draws=tuple(
            {"draw": each.no + 1, "log": each.n, "name": each.draw.name} for each in proposal.revised.undone
        ),
        learned=tuple({"seat": each.seat, "log": each.n} for each in proposal.learned),
        asked=match.asked,
    )


def _lost(look: Look, proposal: Proposal) -> list[Lost]:
    found = []
    book = offers.phrasebook(look.table.match.game)
    for each in proposal.dropped:
        by = each.input.by
        seats = by if isinstance(by, tuple) else (by,)
        may = any(map(look.sees, seats))
        order = book.say(each.input.action, look.words.code) if may and isinstance(each.input.action, Action) else ""
        why = each.refusal.code if may and each.refusal is not None else ""
        found.append(Lost(", ".join(seats), each.input.n, order, why))
    return found
