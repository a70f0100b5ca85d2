"""Check whether campaigns play the same by the rules that are installed now, and let them go on by these if so."""

from collections.abc import Callable

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.content import rebased
from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.rules_code import code_hash
from adjudicator.service.admin.access import CampaignView, locked_campaign
from adjudicator.service.admin.log import steps
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.campaign.settings import is_other_code, note_rules, settings_of
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.play.corrections.migrations import write_rules
from adjudicator.service.play.kept import changing, paused_orders
from adjudicator.service.service import Service
from adjudicator.store import campaigns, matches, revisions
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Revision, Telling


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
        return paused_orders.try_all(table.work, table.campaign.id, changing.take)
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
