"""Decide what the rules of a game let a moderator do at any time, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, ClassVar

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.errors import Refusal
from adjudicator.language import CODES, Language, msgid
from adjudicator.orders import Misread
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called, RejectionReason
from adjudicator.service.moderation.command import Author, Change, ModeratorCommand, require_running
from adjudicator.service.moderation.forms import AtLog, Reason, command
from adjudicator.service.moderation.wording import Wording
from adjudicator.service.play import changes, offers
from adjudicator.store.tables import Telling

nothing_to_decide = RejectionReason(
    "nothing_to_decide",
    msgid("The rules of this game leave a moderator nothing to decide; “correct” changes a position."),
)
no_decision = RejectionReason(
    "no_decision", msgid("“%(line)s” is nothing that a moderator may decide; possible: %(possible)s.")
)
not_decided = RejectionReason("not_decided", msgid("That cannot be: %(told)s. Nothing was changed."))


class Decide(ModeratorCommand, frozen=True, tag="decide"):
    """A ruling that the rules allow besides answers: that a player has left, or what a table has found out."""

    final: ClassVar = True
    telling: ClassVar = Telling.REPORT
    names: ClassVar = {"en": ("decide",), "ru": ("постановить",)}
    anywhere: ClassVar = False
    shown: ClassVar = ("lines",)
    did: ClassVar = msgid("It is decided; the reports tell everybody.")
    usage: ClassVar = msgid("LOG ORDER[; ORDER] because REASON")
    purpose: ClassVar = msgid("what the rules of the game let a moderator do at any time, as they word it")
    lines: tuple[str, ...]
    reason: str = ""
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        told = []
        for line in self.lines:
            action = action_meant(table, line)
            try:
                told += table.match.apply(MODERATOR, action)
            except Refusal as no:
                raise not_decided(told=partial(_why, table, no)) from None
        changes.settle(table, told, changes.Cause())
        self.note(table, author)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext("This will be decided: %(lines)s.", lines="; ".join(self.lines))

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change("decided by the moderator", "", "; ".join(self.lines)),)

    @classmethod
    def read(cls, wording: Wording) -> Decide:
        reason, log = wording.because(), wording.leading()
        return cls(lines=wording.lines(), reason=reason, log=log)


def action_meant(table: CampaignContext, line: str) -> Action:
    """Return what a line means, in any language.

    Raises:
        Rejected: It means none of the decisions there are; the error lists them.
    """
    match = table.match
    answers, book = match.game.referee(match.state), offers.words_at(match)
    if answers is None:
        raise nothing_to_decide()
    for code in CODES:
        try:
            action = book.parse(line, code)
        except Misread:
            continue
        if isinstance(action, answers.actions):
            return action
    options = [*answers.options(match.state, MODERATOR)]
    raise no_decision(
        line=line, possible=lambda words: "; ".join(book.say(option, words.code) for option in options) or "-"
    )


def _why(table: CampaignContext, no: Refusal, words: Language) -> str:
    return why(table.match.game.part("report"), no.code, no.rule, no.facts, words)


@command(
    "turn decide",
    "lights 'player leaves England' --reason 'no time any more'",
    "lights 'player leaves England' --dry-run",
    needs=Decide.right,
)
def decide(lines: Annotated[list[str], "LINE", "As in a mail."], reason: Reason = "", log: AtLog = None) -> Decide:
    """Enter what the rules leave to a moderator at any time.

    For example that a player has left, or what a table has found out.
    """
    return Decide(lines=tuple(lines), reason=reason, log=log)
