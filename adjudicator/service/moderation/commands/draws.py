"""Draws that were made at a table: entered, and which of them are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import Language, language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import TableDraws, keep_settings, settings_of
from adjudicator.service.campaign.table_draws import NoResult, entered_by_hand, result_of, words_of
from adjudicator.service.campaign.troubles import Called, RejectionReason, as_it_is
from adjudicator.service.moderation.command import Author, Change, ModeratorCommand, require_running
from adjudicator.service.moderation.forms import AtLog, command
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.play import ordering
from adjudicator.service.play.disclosures import own_seats, playing_moderators
from adjudicator.store.tables import Telling

no_draw = RejectionReason("no_draw", msgid("No draw is waited for now."))
no_more_draws = RejectionReason(
    "no_more_draws", msgid("No draw is waited for any more when “%(result)s” comes; nothing was entered.")
)
hidden_draw = RejectionReason(
    "hidden_draw",
    msgid(
        "You play yourself, and the draw %(draw)s is hidden from the players: another moderator has to "
        "enter it, or the adjudicator draws it."
    ),
)
bad_draw = RejectionReason(
    "bad_draw", msgid("“%(result)s” is no result of the draw %(draw)s. Possible: %(near)s. Nothing was entered.")
)
hidden_draws = RejectionReason(
    "hidden_draws",
    msgid("%(person)s plays and would learn what is hidden: only draws that lie open can be entered here."),
)


class Draw(ModeratorCommand, frozen=True, tag="draw"):
    """Results of draws that were made at the table, in the order in which they are needed."""

    final: ClassVar = True
    telling: ClassVar = Telling.REPORT
    names: ClassVar = {"en": ("draw",), "ru": ("жребий",)}
    anywhere: ClassVar = False
    did: ClassVar = msgid("The draws are entered, and play goes on.")
    others_told: ClassVar = msgid("entered draws that were made at the table: %(draws)s")
    usage: ClassVar = msgid("LOG RESULT[; RESULT]")
    purpose: ClassVar = msgid("the result of a draw that was made at the table; of several, with semicolons")
    results: tuple[str, ...]
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        require_running(table)
        if table.match.awaited is None:
            raise no_draw()
        told, words = self._entered(table, author)
        details = {"results": self.results, "draws": words, "log": self.log}
        table.record(author.signed, "draw", details, self.telling)
        ordering.go_on(table, told)

    def _entered(self, table: CampaignContext, author: Author) -> tuple[list[ObservedEvent[Any]], list[str]]:
        """Enter the draws. Return what happened, and each draw as everybody may read it."""
        match, told, words = table.match, list[ObservedEvent[Any]](), list[str]()
        report = match.game.part("report")
        for text in self.results:
            wanted = match.wanted
            if wanted is None:
                raise no_more_draws(result=text)
            open_ = is_open(match.game, wanted)
            if not open_ and own_seats(table.seats, author.name) is not None:
                raise hidden_draw(draw=wanted.called)
            try:
                result = result_of(wanted, text, report, language(_language_of(table, author)))
                told += match.draw([result])
            except (NoResult, Refusal) as no:
                near = "; ".join(no.near) if isinstance(no, NoResult) else str(no)
                raise bad_draw(result=text, draw=wanted.called, near=near) from None
            words.append(words_of(result) if open_ else wanted.called)
        return told, words

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "These results will be entered, and play goes on with them: %(results)s. What they bring is seen by all "
            "who may see it.",
            results="; ".join(self.results),
        )

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return tuple(Change("draw", "", result) for result in self.results)

    @classmethod
    def read(cls, wording: Wording) -> Draw:
        if wording.table.match.awaited is None:
            raise no_draw()
        found = re.match(r"#?(\d{1,9})(?:\s+|$)", wording.left)
        if found is None:
            return cls(results=("",), log=None)
        results = tuple(part.strip() for part in wording.left[found.end() :].split(";") if part.strip())
        if not results:
            raise BadWording
        return cls(results=results, log=int(found[1]))


def _language_of(table: CampaignContext, author: Author) -> str:
    """Return in what language somebody at the desk knows the names of things."""
    called = author.name
    own = [seat.language for seat in table.seats if any(holder.name == called for holder in seat.holders)]
    return own[0] if own else table.campaign.language


class DrawsBy(ModeratorCommand, frozen=True, tag="draws"):
    """The draws that are made at a table and entered from now on. What waits for one of the others goes on at once."""

    telling: ClassVar = Telling.REPORT
    recorded_as: ClassVar = "campaign draws"
    shown: ClassVar = ("which",)
    others_told: ClassVar = msgid("changed which draws are entered by hand: %(which)s")
    which: TableDraws

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if self.which == settings_of(table.campaign).table_draws:
            raise as_it_is()
        moderators = [name for seat in table.moderators for name in seat.people]
        if self.which == "all" and moderators and set(moderators) <= set(playing_moderators(table.seats)):
            raise hidden_draws(person=", ".join(moderators))
        keep_settings(table.campaign, msgspec.structs.replace(settings_of(table.campaign), table_draws=self.which))
        table.record(author.signed, self.recorded_as, {"which": self.which}, self.telling)
        match = table.match
        match.chance.asks = entered_by_hand(match.game, self.which)
        if match.awaited is not None:
            ordering.go_on(table, match.draw(()))

    def done(self, words: Language) -> str:
        return words.gettext(_FROM_NOW_ON[self.which])

    def preview_changes(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change("table_draws", facts["table_draws"], self.which),)


_FROM_NOW_ON = {
    "none": msgid("From now on the adjudicator makes all draws; the next reports tell it."),
    "open": msgid(
        "From now on dice and what else is drawn openly are entered by a moderator; the next reports tell it."
    ),
    "all": msgid("From now on all draws are entered by a moderator; the next reports tell it."),
}


@command(
    "turn draw",
    "lights",
    "lights 5,4 --dry-run",
    "lights 5,4 --log 27",
    "lights 'lot=5,4' 'lot=1,1'",
    "lights 'Furs, Fish, Sugar'",
    needs=Draw.right,
)
def draw(
    results: Annotated[
        list[str] | None, "RESULT", "Of one draw each, in the order needed: 5,4 or names, with commas."
    ] = None,
    log: AtLog = None,
) -> Draw | None:
    """Enter the result of a draw made at the table. Without a result: show which one is needed.

    Play stands still at such a draw where the campaign has agreed on it (campaign draws). What is drawn from shows
    only where it lies open to everybody, and to a moderator who does not play.
    """
    return Draw(results=tuple(results), log=log) if results else None


@command("campaign draws", "lights", "lights open --dry-run", "lights none", needs=DrawsBy.right)
def draws(
    which: Annotated[str | None, "none|open|all", "Which draws a moderator enters from now on."] = None,
) -> DrawsBy | None:
    """Show or set which draws a moderator enters by hand.

    None; open: those in plain sight (dice, face-up tiles); or all.

    Where a draw must be entered, play stands still until turn draw has it. With none, the adjudicator draws from the
    secret seed, also what is waited for now. all is nothing for a moderator who plays: they would learn hidden things.
    """
    match which:
        case None:
            return None
        case "none" | "open" | "all":
            return DrawsBy(which=which)
        case _:
            raise CommandError(f"unknown value {which!r}; choose none, open or all")
