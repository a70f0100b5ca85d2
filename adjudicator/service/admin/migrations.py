"""Carrying a campaign over to other rules: shown entry by entry, as these eyes may see it, and then done."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from adjudicator.kernel.actions import SYSTEM, Action, WindowAnswers
from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.rule_migration import MigratedStep
from adjudicator.language import Language
from adjudicator.reports.wording.differences import Difference, differences
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.admin.access import CampaignView, Visit, locked_campaign, opened
from adjudicator.service.admin.upgrades import adopt, try_kept
from adjudicator.service.campaign.matches import CampaignContext, secrets_of
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.troubles import CommandError, command_error
from adjudicator.service.play import offers
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.migrations import BY_OTHER_RULES, Migration
from adjudicator.service.play.corrections.points import moment_of
from adjudicator.service.play.corrections.proposals import Kind
from adjudicator.service.proof.archive import Archive, members
from adjudicator.service.proof.history import Replay
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import campaigns, revisions
from adjudicator.store.engine import writing
from adjudicator.store.tables import Campaign


class Differs(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log entry that has another result.

    It tells whose entry it is and what was ordered, for those who may know it; what was reported before and what now,
    and what else differs after it; or why it is refused.
    """

    n: int
    moment: str
    seat: str = ""
    order: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    refused: str = ""

    def text(self, words: Language) -> str:
        """For people."""
        head = ", ".join(part for part in (f"log {self.n}", self.moment, self.seat) if part)
        lines = [f"  {head}" + (f": {self.order}" if self.order else "")]
        if self.refused:
            lines.append(f"    refused: {self.refused}")
        if self.was != self.now:
            lines += [f"    was: {'; '.join(self.was) or '-'}", f"    now: {'; '.join(self.now) or '-'}"]
        lines += [f"    {difference.name}: {difference.text(words)}" for difference in self.differences]
        return "\n".join(lines)


class Migrated(msgspec.Struct, frozen=True):
    """The effect of carrying a campaign over, as these eyes may see it.

    `same_until`: the last log entry up to which all comes out the same; `stops_at`: the first order that is refused,
    where play is taken up again. With nothing that `differs` the campaign is adopted as it is.
    """

    campaign: str
    reason: str
    from_revision: int
    from_log: int
    rules: str
    installed: str
    same: bool
    same_until: int
    revision: int
    log: int
    differs: tuple[Differs, ...] = ()
    stops_at: int | None = None
    not_carried: tuple[int, ...] = ()
    undone_draws: int = 0
    new_draws: int = 0
    comparable: bool = True
    why: str = ""
    asked: tuple[str, ...] = ()
    as_it_stands: bool = False
    """Whether the position is carried over, and no order is given again."""
    done: bool = False

    def text(self, words: Language) -> str:
        """For people."""
        lines = [f"{self.campaign}: from the rules {self.rules} to {self.installed}"]
        if self.same:
            return "\n".join([*lines, "all comes out the same: it is adopted, nothing else changes"])
        if self.as_it_stands:
            lines.append(
                f"the position is carried over as it stands at log {self.log}, as revision {self.revision}: nothing is "
                "given again, and what was played before is not proven by the installed rules"
            )
            return "\n".join([*lines, self._asked_then])
        told = f" ({self.why})" if self.why else ""
        lines.append(
            f"the same up to log {self.same_until}, then not{told}: revision {self.revision} stands at log {self.log}, "
            f"where revision {self.from_revision} stood at {self.from_log}"
        )
        if not self.comparable:
            lines.append("the installed rules cannot read all that is stored: what was told before shows in part")
        lines += (
            ["what comes out otherwise:", *(each.text(words) for each in self.differs)]
            if self.differs
            else ["nothing that these eyes see comes out otherwise"]
        )
        if self.stops_at is not None:
            lines.append(
                f"play is taken up again before log {self.stops_at}; these entries are not carried out any more "
                f"(mailed back to their authors): {', '.join(map(str, self.not_carried))}"
            )
            lines.append("to keep them, and go on from the position as it stands: --as-it-stands")
        lines.append(f"draws that do not count any more: {self.undone_draws}; made afresh: {self.new_draws}")
        return "\n".join([*lines, self._asked_then])

    @property
    def _asked_then(self) -> str:
        return f"asked then: {', '.join(self.asked) or 'nobody, the match is over'}"


def rehearse(
    visit: Visit, reason: str, eyes: Viewpoint, chosen: str | None, *, as_it_stands: bool = False
) -> tuple[Migrated, str]:
    """Return what migrating a campaign would do, as the viewer may see it, and its words. Nothing is changed.

    `as_it_stands`: its position is carried over, and no order is given again.

    Raises:
        CommandError: The campaign cannot be migrated.
    """
    migration = _migration(visit.work, visit.campaign, reason, preview=True, as_it_stands=as_it_stands)
    table = migration.table()
    view = CampaignView(table, opened(visit, eyes, table.match.header.seats), chosen)
    shown = _shown(view, migration)
    return shown, shown.text(view.words)


def carry_out(service: Service, shown: Migrated, by: str) -> Migrated:
    """Carry a migration out as it was shown, and tell every seat.

    Raises CommandError, also where play went on meanwhile.
    """
    with writing(service.engine) as session:
        campaign = locked_campaign(session, shown.campaign)
        work = service.work(session)
        migration = _migration(work, campaign, shown.reason, as_it_stands=shown.as_it_stands)
        head = migration.head
        if (head.revision, head.sequence) != (shown.from_revision, shown.from_log):
            raise CommandError("play went on meanwhile: nothing was changed; look again")
        if migration.proposal is None:
            adopt(migration.table(), migration.header, by)
        else:
            for _ in _steps(migration):
                pass
            table = migration.table(migration.write_rules())
            try:
                new = enactment.carry_out(table, migration.proposal, by=by)
            except NoAnswer as no:
                raise CommandError(f"{campaign.name} would come to a question without an answer: {no}") from None
            if migration.proposal.wish.kind is Kind.MIGRATE and not _follows(new):
                revisions.build_bridge(session, new.head.match_id, new.head.revision, new.match.position.n)
            try_kept(table)
    return msgspec.structs.replace(shown, done=True)


def _follows(table: CampaignContext) -> bool:
    """Return whether the line that has just begun comes out the same when it is played again."""
    session = table.session
    session.flush()
    known = secrets_of(table.head)
    history = Replay(Archive(members(table)), table.match.header, known.seed, known.nonces)
    for _ in history.run():
        pass
    return not any(each.revision == table.head.revision for each in history.differences)


def _migration(
    work: UnitOfWork, campaign: Campaign, reason: str, *, preview: bool = False, as_it_stands: bool = False
) -> Migration:
    """Return the migration of a campaign. Raises CommandError if it cannot or need not be migrated."""
    if campaign.id not in {each.id for each in campaigns.at_play(work.session)}:
        raise CommandError(f"{campaign.name} is not played: only what runs is carried over")
    try:
        found = Migration(work, campaign, reason, preview=preview, as_it_stands=as_it_stands)
    except Rejected as no:
        raise command_error(no) from None
    except BrokenGame as broken:
        raise CommandError(str(broken)) from None
    except LookupError:
        raise CommandError(f"{campaign.name} has no match yet: it begins by the rules that are installed") from None
    if not found.other_rules:
        raise CommandError(f"{campaign.name} is played by the installed rules already")
    return found


def _steps(migration: Migration) -> Iterator[tuple[MigratedStep, Match]]:
    """Yield the steps of the new line, with the match as it is after each. Raises CommandError."""
    try:
        yield from migration.steps()
    except BY_OTHER_RULES as error:
        told = f"the installed rules break on the way ({type(error).__name__}: {error})"
        raise CommandError(f"{migration.campaign.name} cannot be carried over: {told}") from None


def _shown(view: CampaignView, migration: Migration) -> Migrated:
    """Return a migration as the viewer may see it. Raises CommandError."""
    proposal, head = migration.proposal, migration.head
    rows = _Rows(view, migration)
    differs = tuple(rows.all())
    shown = Migrated(
        campaign=migration.campaign.name,
        reason=proposal.wish.reason if proposal else "",
        from_revision=head.revision,
        from_log=head.sequence,
        rules=f"{migration.was.version} {migration.was.content[:12]}",
        installed=f"{migration.header.version} {migration.header.content[:12]}",
        same=proposal is None,
        same_until=migration.same or 0,
        revision=head.revision if proposal is None else proposal.number,
        log=view.table.match.position.n,
        why=migration.why if view.eyes.everything else "",
        asked=view.table.match.asked_seats,
        as_it_stands=proposal is not None and proposal.wish.kind is Kind.CARRY,
    )
    if proposal is None:
        return shown
    return msgspec.structs.replace(
        shown,
        differs=differs,
        stops_at=rows.stops_at,
        not_carried=tuple(sorted({each.input.n for each in proposal.dropped if each.input.n})),
        undone_draws=len(proposal.revised.undone),
        new_draws=migration.new_draws,
        comparable=migration.comparable,
    )


class _Rows:
    """The differences, entry by entry, through one pair of eyes."""

    def __init__(self, view: CampaignView, migration: Migration) -> None:
        self._look, self._migration, self._former = view, migration, migration.former
        game = view.table.match.game
        self._report: Any = game.part("report")
        self._book = offers.phrasebook(game)
        self._written = self._former.as_written(self._former.rows)
        self._before: frozenset[Difference] = frozenset()
        self._afresh = migration.new_draws > 0
        """Whether draws have been made afresh: what comes of them must not show before it counts."""
        self.stops_at: int | None = None

    def all(self) -> Iterator[Differs]:
        """Play the new line. Raises CommandError."""
        for carried, match in _steps(self._migration):
            afresh, self._afresh = self._afresh, self._migration.new_draws > 0
            if carried.refusal is not None:
                self.stops_at = carried.group.given.n
            elif afresh:
                continue
            found = self._row(carried, match)
            if found.refused or found.was != found.now or found.differences:
                yield found

    def _row(self, carried: MigratedStep, match: Match) -> Differs:
        group, given = carried.group, carried.group.given
        sees = self._sees(given)
        row = Differs(
            given.n,
            moment_of(self._report, match, self._look.words),
            seat=", ".join(_names(given)) if sees and given.by != SYSTEM else "",
            order=self._order(given) if sees else "",
        )
        if carried.refusal is not None:
            no = carried.refusal
            told = why(self._report, no.code, no.rule, no.facts, self._look.words) if sees else "-"
            return msgspec.structs.replace(row, refused=told)
        former = [told for entry in group.entries for told in self._former.rows[entry.n - 1].told]
        was, now = self._news(former), self._news(carried.told)
        if self._afresh:
            return msgspec.structs.replace(row, was=was, now=("new draws are made; what comes of them shows then",))
        return msgspec.structs.replace(row, was=was, now=now, differences=self._differences(group.last, match))

    def _sees(self, entry: Entry) -> bool:
        return self._look.eyes.everything or all(map(self._look.sees, _names(entry)))

    def _order(self, entry: Entry) -> str:
        action, code = entry.action, self._look.words.code
        if isinstance(action, WindowAnswers):
            kind = self._look.table.match.game.action_type
            given = {seat: msgspec.convert(each, kind) for seat, each in action.answers.items()}
            return "; ".join(f"{seat}: {self._book.say(each, code)}" for seat, each in given.items())
        return self._written.get(entry.n) or (self._book.say(action, code) if isinstance(action, Action) else "")

    def _news(self, told: Iterable[ObservedEvent[Any]]) -> tuple[str, ...]:
        groups = self._report.news(list(told), self._look.seats, self._look.words)
        return tuple(line.noted for group in groups for line in group.lines)

    def _differences(self, n: int, match: Match) -> tuple[Difference, ...]:
        """Return the new differences after a log entry at which a position is stored."""
        stored = self._former.positions.get(n)
        if stored is None or not self._migration.comparable:
            return ()
        view = self._look
        old = Match.resume(self._migration.header, stored, contents=self._migration.packs)
        found = differences(self._report, old.view(view.seats), match.view(view.seats), view.seats, view.words)
        fresh = tuple(each for each in found if each not in self._before)
        self._before = frozenset(found)
        return fresh


def _names(entry: Entry) -> tuple[str, ...]:
    return entry.by if isinstance(entry.by, tuple) else (entry.by,)
