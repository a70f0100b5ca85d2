"""Check whether campaigns play the same by the rules that are installed now, and let them go on by these if so."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel import kept_rules
from adjudicator.kernel.content import rebased, same_rules
from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import BrokenGame, UnknownGame
from adjudicator.kernel.kept_rules import is_kept, plain_name
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import entry_of_game, forget_rules, game_named
from adjudicator.kernel.rules_code import code_hash
from adjudicator.service.admin.access import CampaignView, campaign_named, locked_campaign
from adjudicator.service.admin.campaigns import position_text
from adjudicator.service.admin.log import steps
from adjudicator.service.campaign.course import new_course
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.campaign.settings import is_other_code, note_rules, settings_of
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play.corrections.migrations import write_rules
from adjudicator.service.play.kept import whole_mails
from adjudicator.service.play.offers import offered_to, question_in
from adjudicator.service.service import RULES, Service
from adjudicator.store import campaigns, matches, revisions
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Revision, Telling

# Campaigns that go on by their own rules: these are kept beside the installed ones, and tried before they count.


class Pinned(msgspec.Struct, frozen=True):
    """A campaign that goes on by kept rules: their version, the name of the copy, and where its package came from.

    `waited`: whether the campaign stood still before.
    """

    campaign: str
    log: int
    rules: str
    kept: str
    source: str
    waited: bool
    done: bool = False

    @property
    def text(self) -> str:
        """For people."""
        return (
            f"{self.campaign}: goes on by version {self.rules} of its rules, kept as {self.kept} (from {self.source}); "
            f"all {self.log} log entries come out the same by them"
        )


def rehearse(service: Service, name: str, source: Path | None, version: str) -> Pinned:
    """Check whether a campaign can go on by these rules, without leaving anything behind.

    The rules are those of the package at `source`, of the version that is kept already, or as they are installed.

    Raises:
        CommandError: The campaign cannot be played by them.
    """
    with reading(service.engine) as session:
        campaign = campaign_named(session, name)
        head, header = _played(session, campaign)
        with _copied(service, head, source, version) as (kept, came_from):
            _try(service, session, campaign, kept)
        waited = not _plays_by_its_own(head, header)
        rules = f"{header.version} {header.content[:12]}"
        return Pinned(name, head.sequence, rules, kept, came_from, waited)


def carry_out(service: Service, shown: Pinned, by: str) -> Pinned:
    """Carry the change out as it was shown; the next reports tell of it. Raises CommandError."""
    with writing(service.engine) as session:
        campaign = locked_campaign(session, shown.campaign)
        head, header = _played(session, campaign)
        source = None if shown.source in (INSTALLED, KEPT) else Path(shown.source)
        with _copied(service, head, source, "", shown.kept, stays=True) as (kept, _):
            if kept != shown.kept:
                raise CommandError(
                    f"the package changed while you were confirming (was {shown.kept}, now {kept}); "
                    "run the command again"
                )
            _try(service, session, campaign, kept)
            write_rules(session, head, msgspec.structs.replace(header, game=kept))
            table = table_of_campaign(service.work(session), campaign.id)
            note_rules(table.campaign, kept)
            table.record(by, "upgrade pin", {"rules": kept, "version": header.version}, Telling.REPORT)
            if shown.waited:
                try_kept(table)
    return msgspec.structs.replace(shown, done=True)


INSTALLED, KEPT = "the installed package", "what was kept before"


def _played(session: Session, campaign: Campaign) -> tuple[matches.Head, Header]:
    """Return where the match of a campaign is. Raises CommandError."""
    head = matches.head(session, campaign.id)
    if head is None or campaign.id not in {each.id for each in campaigns.at_play(session)}:
        raise CommandError(f"{campaign.name} is not played: only a campaign that runs needs its rules")
    return head, header_of(head)


def _plays_by_its_own(head: matches.Head, header: Header) -> bool:
    """Return whether the rules that a match names now are those that it was begun with."""
    try:
        return same_rules(game_named(head.game), header.version, header.content)
    except BrokenGame:
        return False


@contextmanager
def _copied(
    service: Service, head: matches.Head, source: Path | None, version: str, kept: str = "", *, stays: bool = False
) -> Iterator[tuple[str, str]]:
    """Keep the rules of a match, and yield their name and where they came from.

    What is new is removed again, unless it `stays` and nothing is raised. Raises CommandError.
    """
    folder = service.settings.data_directory / RULES
    before = {name for name, _ in kept_rules.kept_in(folder)}
    made, came_from = "", KEPT
    try:
        if source is None:
            made = kept if kept in before else _kept_already(folder, head, version) or ""
        if not made:
            made, came_from = _copy(folder, head, source), INSTALLED if source is None else str(source)
        yield made, came_from
    except BaseException:
        stays = False
        raise
    finally:
        if made and made not in before and not stays:
            forget_rules(made, folder)


def _kept_already(folder: Path, head: matches.Head, version: str) -> str | None:
    """Return the kept rules by which a match can be played, of this version if one is named. Raises CommandError."""
    game, header = plain_name(head.game), header_of(head)
    own = [(name, each) for name, each in kept_rules.kept_in(folder) if each.game == game]
    wanted = [name for name, each in own if each.version == (version or header.version)]
    if version and not wanted:
        there = ", ".join(sorted({each.version for _, each in own})) or "none"
        raise CommandError(f"no version {version} of {game} is kept in {folder}; there are: {there}")
    if is_kept(head.game) and head.game in wanted:
        return head.game
    if version:
        return wanted[0]  # whether it fits is tried
    fitting = (name for name in wanted if same_rules(game_named(name), header.version, header.content))
    return next(fitting, None)


def _copy(folder: Path, head: matches.Head, source: Path | None) -> str:
    """Keep the package of a game, and return its name. Raises CommandError."""
    game, header = plain_name(head.game), header_of(head)
    try:
        point = entry_of_game(game)
        if source is None and not same_rules(game_named(game), header.version, header.content):
            raise CommandError(
                f"installed is version {game_named(game).version} of {game}, and the campaign is played by version "
                f"{header.version}: say with --package where a package of that version lies"
            )
        return kept_rules.keep(point, source, folder)
    except (BrokenGame, UnknownGame) as error:
        raise CommandError(str(error)) from None


def _try(service: Service, session: Session, campaign: Campaign, kept: str) -> None:
    """Play a campaign again by kept rules. Raises CommandError where they are others, or lead elsewhere."""
    head = matches.head(session, campaign.id)
    assert head is not None
    header = header_of(head)
    try:
        game = game_named(kept)
    except BrokenGame as broken:
        raise CommandError(str(broken)) from None
    if not same_rules(game, header.version, header.content):
        raise CommandError(
            f"that package is version {game.version} ({game.content_hash[:12]}) of {game.id}; the campaign is played "
            f"by version {header.version} ({header.content[:12]})"
        )
    options = msgspec.json.encode(msgspec.structs.replace(header, game=kept))
    by_these = msgspec.structs.replace(head, game=kept, options=options)

    def load() -> CampaignContext:
        return table_of_campaign(service.work(session), campaign.id, head=by_these)

    try:
        difference = difference_in(load)
        if not difference:
            _tell(load())
    except Exception as error:  # the rules stumble over whatever of the program has changed
        raise CommandError(
            f"{campaign.name} cannot go on by these rules on this program, which has changed since they were written "
            f"({type(error).__name__}: {error}): {kept_rules.INSTEAD}"
        ) from error
    if difference:
        raise CommandError(f"{campaign.name} does not play the same by these rules on this program: {difference}")


def _tell(table: CampaignContext) -> None:
    """Write, and throw away, what mails tell of a position by its rules, which may raise anything."""
    new_course(table, corrected=True)
    for eyes in (Viewpoint(), *map(Viewpoint, table.match.header.seats)):
        position_text(CampaignView(table, eyes), table.match)
    for seat in table.seats:
        if seat.name in table.match.header.seats:
            question_in(offered_to(table.session, seat), table.match, seat.name, seat.language, only_answers=False)


class Checked(msgspec.Struct, frozen=True):
    """A campaign played again. `rules` are those it was begun with; an empty `difference`: all is as it was."""

    campaign: str
    game: str
    log: int
    rules: str
    installed: str
    difference: str
    bridge: str = ""
    """Where it was carried over from other rules, by which alone what was played before is proven."""

    @property
    def stands_still(self) -> bool:
        """Whether it is for `upgrade adopt`, or for its own rules. Of one version with changed code it plays on."""
        return self.rules != self.installed


def check_rules(service: Service, name: str | None) -> list[Checked]:
    """Check whether campaigns at play, or one of them, play the same by the installed rules. Raises CommandError."""
    with reading(service.engine) as session:
        going = campaigns.at_play(session)
        if name is not None and name not in {each.name for each in going}:
            raise CommandError(f"no campaign named {name!r} runs; adjudicator campaign list tells those there are")
        return [_checked(session, service, each) for each in going if name in (None, each.name)]


def adopt_rules(service: Service, name: str, by: str) -> int:
    """Let a campaign go on by the installed rules, which are written into its match; the next reports tell of it.

    Returns how many of the mails that were kept meanwhile were tried. Raises CommandError.
    """
    with writing(service.engine) as session:
        campaign = locked_campaign(session, name)
        found = _checked(session, service, campaign)
        if found.difference:
            raise CommandError(f"{name} does not play the same: {found.difference}")
        table = table_of_campaign(service.work(session), campaign.id)
        header, game = table.match.header, table.match.game
        content = rebased(game, header.content)
        now = msgspec.structs.replace(header, version=game.version, content=content)
        return adopt(table, now, by)


def adopt(table: CampaignContext, now: Header, by: str) -> int:
    """Adopt the installed rules for a match that plays the same by them.

    Mails that were kept meanwhile are tried then.

    Returns how many mails that were. Raises CommandError.
    """
    was = header_of(table.head)
    write_rules(table.session, table.head, now)
    line = col(Revision.match_id) == table.head.match_id, col(Revision.number) == table.head.revision
    table.session.execute(update(Revision).where(*line).values(rules_version=now.version, content_hash=now.content))
    note_rules(table.campaign, now.game)
    details = {"from": f"{was.version} {was.content}", "to": f"{now.version} {now.content}"}
    table.record(by, "upgrade adopt", details, Telling.REPORT)
    return try_kept(table)


def try_kept(table: CampaignContext) -> int:
    """Try the mails that were kept while the campaign stood still; returns how many. Raises CommandError."""
    table.session.expire_all()
    try:
        return whole_mails.try_all(table.work, table.campaign.id)
    except NoAnswer as why:
        told = f"orders that were kept for {table.campaign.name} cannot be tried by these rules: {why}"
        raise CommandError(told) from None


def _checked(session: Session, service: Service, campaign: Campaign) -> Checked:
    """Return whether a campaign plays the same."""
    head = matches.head(session, campaign.id)
    if head is None:
        return Checked(campaign.name, "", 0, "", "", "")
    stored = f"{head.rules_version} {head.content_hash}"
    try:
        game = game_named(head.game)
    except BrokenGame as broken:
        return Checked(campaign.name, head.game, head.sequence, stored, "", str(broken))
    installed = f"{game.version} {rebased(game, head.content_hash)}"
    if is_other_code(campaign, head.game):
        stored, installed = f"{stored} {settings_of(campaign).rules_code}", f"{installed} {code_hash(head.game)}"
    difference = difference_in(lambda: table_of_campaign(service.work(session), campaign.id))
    return Checked(campaign.name, head.game, head.sequence, stored, installed, difference, _bridge(session, head))


def _bridge(session: Session, head: matches.Head) -> str:
    found = revisions.newest_bridge(session, head.match_id, head.revision)
    return "" if found is None else f"at log {found[1].bridge} from version {found[0].rules[0]}"


def difference_in(load: Callable[[], CampaignContext]) -> str:
    """Return the first difference of a replay; any error of the rules, from loading on, is one."""
    try:
        table = load()
        for _ in steps(CampaignView(table, chosen=table.campaign.language), None):
            pass
    except CommandError as error:
        return str(error)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""
