"""The end of a campaign before its end, and the archive."""

from __future__ import annotations

from typing import Annotated, ClassVar

from sqlalchemy import update
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR, EndMatch
from adjudicator.language import Language, msgid
from adjudicator.orders.text import normalize_word
from adjudicator.service.campaign import happenings
from adjudicator.service.campaign.happenings import announce
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called, RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import AtLog, Reason, command
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.troubles import other_rules, over
from adjudicator.service.moderation.wording import Wording
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import changes
from adjudicator.store import outbound, prompts
from adjudicator.store import timing as stored
from adjudicator.store.tables import CampaignState, Match, MatchState, PromptState

GOING = (CampaignState.RUNNING, CampaignState.PAUSED)
DRAW = ("draw", "ничья")
"""The word for a draw in the place of the winner, by language."""
not_over = RejectionReason("not_over", msgid("The campaign is not over; close it first."))


@command("campaign close", "lights --reason 'nobody plays any more' --log 42")
class Close(ModeratorCommand, frozen=True, tag="close"):
    """End a campaign without a result of the rules. The seed is opened to everybody; this cannot be undone."""

    final: ClassVar = True
    names: ClassVar = {"en": ("close",), "ru": ("закрыть",)}
    did: ClassVar = msgid("The campaign is closed; everybody is told.")
    will: ClassVar = msgid(
        "The campaign will end here, without a result, and the secret seed is told to everybody. This cannot be undone."
    )
    usage: ClassVar = msgid("LOG [reason]")
    purpose: ClassVar = msgid("end the campaign here, without a result")
    reason: Reason = ""
    log: AtLog = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        session, now = table.session, table.now
        if table.campaign.state not in GOING:
            raise over()
        stored.end_pause(session, table.campaign.id, now)
        numbers = [row.number for row in prompts.open_questions(session, table.campaign.id)]
        prompts.close_prompts(session, table.campaign.id, numbers, PromptState.SUPERSEDED, now)
        outbound.cancel_prompts(session, table.campaign.id, numbers)
        session.execute(
            update(Match).where(col(Match.id) == table.head.match_id).values(state=MatchState.FINISHED, finished_at=now)
        )
        table.campaign.state = CampaignState.FINISHED
        table.campaign.finished_at = now
        session.flush()
        for seat in table.seats:
            since = queue.known_to(table, seat)
            queue.send(table, seat, to_table("closed", reason=self.reason).tell(now, since=since))
        announce(table, happenings.Closed())
        self.note(table, author)


@command("campaign conclude", "lights draw --reason 'all agree' --log 42", "lights france --reason 'Britain gives up'")
class Conclude(ModeratorCommand, frozen=True, tag="conclude"):
    """End the match with a result that its players have agreed on: a draw, or the others give up."""

    final: ClassVar = True
    names: ClassVar = {"en": ("conclude",), "ru": ("завершить",)}
    did: ClassVar = msgid("The match is over, with the result that was agreed on; everybody is told.")
    usage: ClassVar = msgid("LOG draw | SEAT [reason]")
    purpose: ClassVar = msgid("end the match here, as a draw, or because the others give up")
    winner: Annotated[str, "SEAT", "The seat to which the others give up; or: draw."]
    reason: Reason = ""
    log: AtLog = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if table.campaign.state not in GOING or table.match.result is not None:
            raise over()
        if table.other_rules:
            raise other_rules()
        winners = () if normalize_word(self.winner) in DRAW else (seat_named(table, self.winner).name,)
        stored.end_pause(table.session, table.campaign.id, table.now)
        told = table.match.apply(MODERATOR, EndMatch(winners, self.reason))
        changes.settle(table, told, changes.Cause())
        self.note(table, author)

    def asked(self, words: Language, called: Called) -> str:
        if normalize_word(self.winner) in DRAW:
            return words.gettext("The match will end here, as a draw. Everybody is told.")
        told = msgid("The match will end here: the others give up, and %(seat)s wins. Everybody is told.")
        return words.gettext(told, seat=called(self.winner))

    @classmethod
    def read(cls, wording: Wording) -> Conclude:
        log = wording.number()
        first, _, rest = wording.left.partition(" ")
        if normalize_word(first) in DRAW:
            return cls(winner=DRAW[0], reason=rest.strip(" ,:"), log=log)
        return cls(winner=wording.seat(), reason=wording.sentence, log=log)


@command("campaign archive", "lights")
class Archive(ModeratorCommand, frozen=True, tag="archive"):
    """Take a campaign that is over out of the list. Nothing is deleted: show, log and export still work."""

    did: ClassVar = msgid("The campaign is archived.")

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if table.campaign.state is not CampaignState.FINISHED:
            raise not_over()
        table.campaign.state = CampaignState.ARCHIVED
        self.note(table, author)
