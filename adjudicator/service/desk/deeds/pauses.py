"""Everything stands still, and goes on."""

from collections.abc import Mapping
from typing import ClassVar

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.troubles import Trouble
from adjudicator.service.clocks import more_time
from adjudicator.service.desk.deed import Author, Change, Deed
from adjudicator.service.desk.forms import Reason, command
from adjudicator.service.desk.rights import Right

still_stuck = Trouble(
    "still_stuck",
    msgid(
        "It cannot go on yet: orders that were kept lead to a question to which the rules allow no answer "
        "(%(decision)s, rule %(rule)s). Nothing was done, and they are still kept. Resume when the rules are mended or "
        "the position is corrected, or when whoever ordered that has written “withdraw”."
    ),
)


@command(
    "campaign pause",
    "adjudicator campaign pause lights --reason 'the moderator is ill'",
    "adjudicator campaign pause --all --reason 'the server moves'",
)
class Pause(Deed, frozen=True, tag="pause"):
    """Everything stands still until resume: no deadline runs, orders are kept and tried then. Everybody is told."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("pause",), "ru": ("пауза", "приостановить")}
    did: ClassVar = msgid("The campaign is paused; everybody is told.")
    usage: ClassVar = msgid("[reason]")
    purpose: ClassVar = msgid("everything stands still; the reason is told to all")
    reason: Reason = ""

    def carry_out(self, table: Table, author: Author) -> None:
        more_time.pause(table, by=author.signed, reason=self.reason)


@command("campaign resume", "adjudicator campaign resume lights", "adjudicator campaign resume lights night -y")
class Resume(Deed, frozen=True, tag="resume"):
    """The campaign goes on with the time that was left, and orders that were kept are tried. Everybody is told."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("resume",), "ru": ("продолжить", "возобновить")}
    did: ClassVar = msgid("The campaign goes on; everybody is told, and kept orders were tried.")
    usage: ClassVar = msgid("[reason]")
    purpose: ClassVar = msgid("it goes on, and orders that were kept are tried")
    reason: Reason = ""

    def carry_out(self, table: Table, author: Author) -> None:
        try:
            more_time.resume(table, by=author.signed, reason=self.reason)
        except NoAnswer as why:
            raise still_stuck(decision=why.kind, rule=why.rule) from None

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        tried = Change("kept orders", "", "are tried in the order of arrival")
        return (Change("campaign", facts["campaign"], "running"), tried)
