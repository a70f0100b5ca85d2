"""Draws that were made at a table: entered, and which of them are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Told
from adjudicator.language import Language, language
from adjudicator.service.campaign import audit
from adjudicator.service.campaign.settings import TableDraws, keep_settings, settings_of
from adjudicator.service.campaign.table_draws import NoResult, entered_by_hand, is_open, result_of, words_of
from adjudicator.service.desk.deed import At, Called, CannotBe, Change, Deed, require_running
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.forms import Argument, AtLog, command
from adjudicator.service.desk.wording import BadWording, Wording
from adjudicator.service.play import ordering
from adjudicator.service.play.disclosures import own_seats, playing_moderators
from adjudicator.store.tables import SeatKind, Telling


class Draw(Deed, frozen=True, tag="draw"):
    """Results of draws that were made at the table, in the order in which they are needed."""

    final: ClassVar = True
    telling: ClassVar = Telling.REPORT
    names: ClassVar = {"en": ("draw",), "ru": ("жребий",)}
    anywhere: ClassVar = False
    results: tuple[str, ...]
    log: int | None = None

    def carry_out(self, at: At) -> None:
        require_running(at.table)
        if at.table.match.awaited is None:
            raise _no_draw()
        told, words = self._entered(at)
        details = {"results": self.results, "draws": words, "log": self.log}
        audit.record(
            at.session, at.table.campaign.id,
            by=at.by, command="draw", details=details, now=at.now, telling=self.telling,
        )  # fmt: skip
        ordering.go_on(at.table, told)

    def _entered(self, at: At) -> tuple[list[Told[Any]], list[str]]:
        """What happened, and each draw as everybody may read it."""
        match, told, words = at.table.match, list[Told[Any]](), list[str]()
        report = match.game.part("report")
        for text in self.results:
            wanted = match.wanted
            if wanted is None:
                raise _no_more_draws(text)
            open_ = is_open(match.game, wanted)
            if not open_ and own_seats(at.table.seats, at.author.name) is not None:
                raise _hidden_draw(wanted.called)
            try:
                result = result_of(wanted, text, report, language(_language_of(at)))
                told += match.draw([result])
            except NoResult as no:
                raise _bad_draw(wanted.called, text, "; ".join(no.near)) from None
            except Refusal as refusal:
                raise _bad_draw(wanted.called, text, str(refusal)) from None
            words.append(words_of(result) if open_ else wanted.called)
        return told, words

    def done(self, words: Language) -> str:
        return words.gettext("The draws are entered, and play goes on.")

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "These results will be entered, and play goes on with them: %(results)s. What they bring is seen by all "
            "who may see it.",
            results="; ".join(self.results),
        )

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return tuple(Change("draw", "", result) for result in self.results)

    @classmethod
    def argument(cls, language: Language) -> str:
        return language.gettext("LOG RESULT[; RESULT]")

    @classmethod
    def help(cls, language: Language) -> str:
        return language.gettext("the result of a draw that was made at the table; of several, with semicolons")

    @classmethod
    def read(cls, wording: Wording) -> Draw:
        if wording.table.match.awaited is None:
            raise _no_draw()
        found = re.match(r"#?(\d{1,9})(?:\s+|$)", wording.left)
        if found is None:
            return cls(results=("",), log=None)
        results = tuple(part.strip() for part in wording.left[found.end() :].split(";") if part.strip())
        if not results:
            raise BadWording
        return cls(results=results, log=int(found[1]))


def _language_of(at: At) -> str:
    """In what language somebody at the desk knows the names of things."""
    called = at.author.name
    own = [seat.language for seat in at.table.seats if any(holder.name == called for holder in seat.holders)]
    return own[0] if own else at.table.campaign.language


def _no_draw() -> CannotBe:
    return CannotBe("no_draw", lambda words, _: words.gettext("No draw is waited for now."))


def _no_more_draws(result: str) -> CannotBe:
    return CannotBe(
        "no_more_draws",
        lambda words, _: words.gettext(
            "No draw is waited for any more when “%(result)s” comes; nothing was entered.", result=result
        ),
    )


def _hidden_draw(draw: str) -> CannotBe:
    return CannotBe(
        "hidden_draw",
        lambda words, _: words.gettext(
            "You play yourself, and the draw %(draw)s is hidden from the players: another moderator has to enter it, "
            "or the adjudicator draws it.",
            draw=draw,
        ),
    )


def _bad_draw(draw: str, result: str, near: str) -> CannotBe:
    return CannotBe(
        "bad_draw",
        lambda words, _: words.gettext(
            "“%(result)s” is no result of the draw %(draw)s. Possible: %(near)s. Nothing was entered.",
            result=result, draw=draw, near=near,
        ),
    )  # fmt: skip


class DrawsBy(Deed, frozen=True, tag="draws"):
    """Which draws are made at a table and entered from now on. What waits for one of the others goes on at once."""

    telling: ClassVar = Telling.REPORT
    which: TableDraws

    def carry_out(self, at: At) -> None:
        self._check(at)
        session, table = at.session, at.table
        keep_settings(table.campaign, msgspec.structs.replace(settings_of(table.campaign), table_draws=self.which))
        session.add(table.campaign)
        audit.record(
            session, table.campaign.id,
            by=at.by, command="campaign draws", details={"which": self.which}, now=at.now, telling=self.telling,
        )  # fmt: skip
        match = table.match
        match.chance.asks = entered_by_hand(match.game, self.which)
        if match.awaited is not None:
            ordering.go_on(table, match.draw(()))

    def _check(self, at: At) -> None:
        seats = at.table.seats
        playing = playing_moderators(seats)
        moderators = [each.name for seat in seats if seat.kind is SeatKind.MODERATOR for each in seat.holders]
        if self.which == "all" and moderators and all(name in playing for name in moderators):
            raise CannotBe(
                "hidden_draws",
                lambda words, _: words.gettext(
                    "%(person)s plays and would learn what is hidden: only draws that lie open can be entered here.",
                    person=", ".join(moderators),
                ),
            )

    def done(self, words: Language) -> str:
        match self.which:
            case "none":
                return words.gettext("From now on the adjudicator makes all draws; the next reports tell it.")
            case "open":
                return words.gettext(
                    "From now on dice and what else is drawn openly are entered by a moderator; the next reports tell "
                    "it."
                )
            case "all":
                return words.gettext("From now on all draws are entered by a moderator; the next reports tell it.")

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        return (Change("table_draws", facts["table_draws"], self.which),)


@command(
    "turn draw",
    "adjudicator turn draw lights",
    "adjudicator turn draw lights 5,4 --dry-run",
    "adjudicator turn draw lights 5,4 --log 27",
    "adjudicator turn draw lights 'lot=5,4' 'lot=1,1'",
    "adjudicator turn draw lights 'Furs, Fish, Sugar'",
)
def draw(
    results: Annotated[
        list[str] | None, Argument("RESULT", "Of one draw each, in the order needed: 5,4 or names, with commas.")
    ] = None,
    log: AtLog = None,
) -> Draw | None:
    """Enter the result of a draw that was made at the table; without a result: which one is needed.

    Play stands still at such a draw where the campaign has agreed on it (campaign draws). What is drawn from shows
    only where it lies open to everybody, and to a moderator who does not play.
    """
    return Draw(results=tuple(results), log=log) if results else None


@command(
    "campaign draws",
    "adjudicator campaign draws lights",
    "adjudicator campaign draws lights open --dry-run",
    "adjudicator campaign draws lights none",
)
def draws(
    which: Annotated[str | None, Argument("none|open|all", "Which draws a moderator enters from now on.")] = None,
) -> DrawsBy | None:
    """Show or change who draws: none are entered, those that lie open (dice, open tiles), or all of them.

    Where a draw must be entered, play stands still until turn draw has it. With none, the adjudicator draws from the
    secret seed, also what is waited for now. all is nothing for a moderator who plays: he would learn hidden things.
    """
    match which:
        case None:
            return None
        case "none" | "open" | "all":
            return DrawsBy(which=which)
        case _:
            raise NotPossible(f"{which!r} is none of: none, open, all")
