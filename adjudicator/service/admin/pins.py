"""Campaigns that go on by their own rules: these are kept beside the installed ones, and tried before they count."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel import kept_rules
from adjudicator.kernel.content import same_rules
from adjudicator.kernel.errors import BrokenGame, UnknownGame
from adjudicator.kernel.kept_rules import is_kept, plain_name
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import entry_of_game, forget_rules, game_named
from adjudicator.service.admin.access import CampaignView, campaign_named, locked_campaign
from adjudicator.service.admin.campaigns import position_text
from adjudicator.service.admin.upgrades import difference_in, try_kept
from adjudicator.service.campaign.course import new_course
from adjudicator.service.campaign.matches import CampaignContext, header_of, table_of_campaign
from adjudicator.service.campaign.settings import note_rules
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.play.corrections.migrations import write_rules
from adjudicator.service.play.offers import offered_to, question_in
from adjudicator.service.service import RULES, Service
from adjudicator.store import campaigns, matches
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, Telling


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
