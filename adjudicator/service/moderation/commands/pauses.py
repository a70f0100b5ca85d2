"""Pause a campaign, and resume it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, ClassVar

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.clocks import extensions
from adjudicator.service.moderation.command import Author, Change, ModeratorCommand
from adjudicator.service.moderation.forms import FormOption, Made, Reason, WrongOptions, command, moment
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.troubles import past
from adjudicator.store.tables import CampaignState

PLANNED = "planned pause"
"""What a rehearsal calls it."""
still_stuck = RejectionReason(
    "still_stuck",
    msgid(
        "It cannot go on yet: orders that were kept lead to a question to which the rules allow no answer "
        "(%(decision)s, rule %(rule)s). Nothing was done, and they are still kept. Resume when the rules are mended or "
        "the position is corrected, or when whoever ordered that has written “withdraw”."
    ),
)


class Pause(ModeratorCommand, frozen=True, tag="pause"):
    """A pause until `resume`: no deadline runs, orders are kept and tried then. Everybody is told."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("pause",), "ru": ("пауза", "приостановить")}
    did: ClassVar = msgid("The campaign is paused; everybody is told.")
    usage: ClassVar = msgid("[reason]")
    purpose: ClassVar = msgid("everything stands still; the reason is told to all")
    reason: Reason = ""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        extensions.pause(table, by=author.signed, reason=self.reason)


class PlannedPause(ModeratorCommand, frozen=True, tag="planned_pause"):
    """No deadline runs between two moments; orders are taken meanwhile. Everybody is told."""

    right: ClassVar = Right.TIME
    shown: ClassVar = ("since", "until")
    did: ClassVar = msgid("The pause is planned; everybody is told.")
    since: datetime
    until: datetime
    reason: str = ""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if self.until <= max(self.since, table.now):
            raise past()
        since = max(self.since, table.now)
        extensions.plan_pause(table, by=author.signed, since=since, until=self.until, reason=self.reason)


@command(
    "campaign pause",
    "lights --reason 'the moderator is ill'",
    "--all --reason 'the server moves'",
    "lights --from 24.12. --until 2.1. --reason 'holidays' --dry-run",
    needs=Pause.right,
    many=True,
)
def pause(
    since: Annotated[
        str, FormOption("Day, or day and hour, from which no deadline runs; orders are taken.", ("--from",))
    ] = "",
    until: Annotated[str, FormOption("Until when; a day is included.")] = "",
    reason: Reason = "",
) -> Made:
    """Pause a campaign: stop all deadlines. Orders are kept and tried when it resumes. Everyone is told.

    With --until a pause is planned: no deadline runs until then (from --from on, or from now), and orders are taken.
    """
    if since and not until:
        raise WrongOptions("until when? --until")
    if not until:
        return Pause(reason=reason)

    def planned(table: CampaignContext) -> PlannedPause:
        zone = table.campaign.time_zone
        first = moment(since, zone, table.now) if since else table.now
        return PlannedPause(since=first, until=moment(until, zone, table.now, end=True), reason=reason)

    return planned


@command("campaign resume", "lights", "lights night -y", many=True)
class Resume(ModeratorCommand, frozen=True, tag="resume"):
    """Resume a campaign with the time that was left. Orders that were kept are tried. Everyone is told."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("resume",), "ru": ("продолжить", "возобновить")}
    did: ClassVar = msgid("The campaign goes on; everybody is told, and kept orders were tried.")
    usage: ClassVar = msgid("[reason]")
    purpose: ClassVar = msgid("it goes on, and orders that were kept are tried")
    reason: Reason = ""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        try:
            extensions.resume(table, by=author.signed, reason=self.reason)
        except NoAnswer as why:
            raise still_stuck(decision=why.kind, rule=why.rule) from None

    def skip_reason(self, table: CampaignContext) -> Rejected | None:
        """Return why a campaign is left out that is not paused.

        Whoever lets all campaigns go on after an outage does not mean planned holidays.
        """
        return None if table.campaign.state is CampaignState.PAUSED else extensions.not_paused()

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        if facts["campaign"] == CampaignState.RUNNING:
            return (Change(PLANNED, facts.get(PLANNED, ""), "given up"),)
        tried = Change("kept orders", "", "are tried in the order of arrival")
        return (Change("campaign", facts["campaign"], "running"), tried)
