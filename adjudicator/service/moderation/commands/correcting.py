"""Correct what was played: play goes back, or one order, draw or fact is another one. Every seat gets a report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.checking import seats_of
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.refusals import bad_correction
from adjudicator.language import CODES, Language, language, msgid
from adjudicator.reports.wording.differences import differences
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called, RejectionReason
from adjudicator.service.moderation import entries
from adjudicator.service.moderation.bad_orders import no_trial_of
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.missing import Sees, fallen_out, missing, order_told
from adjudicator.service.moderation.troubles import other_rules
from adjudicator.service.moderation.wording import BadWording, Wording, begins_with_reason
from adjudicator.service.play import offers
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.points import moment_of, resolve
from adjudicator.service.play.corrections.proposals import Kind, Proposal, Wish, no_entry, propose
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.store.tables import Telling

MOST_SHOWN = 15
"""Differences that the question for a code shows."""
refused = RejectionReason("correction_refused", msgid("That cannot be: %(told)s. Nothing was changed."))
at_the_table = RejectionReason(
    "drawn_at_the_table",
    msgid(
        "%(draw)s is drawn at the table, and it cannot be waited for here. Whoever sits at the server can do it: let "
        "the adjudicator draw (adjudicator campaign draws … none), and give the result then."
    ),
)


class Correcting(ModeratorCommand, frozen=True, kw_only=True):
    """A correction, by mail or at the desk (`adjudicator.service.admin.corrections`). Subclasses say what is wished."""

    final: ClassVar = True
    telling: ClassVar = Telling.NOBODY
    listed: ClassVar = False
    reason: str
    log: int | None = None

    def wish(self, table: CampaignContext) -> Wish:
        """Return what is wished, as the table reads it.

        Raises:
            Rejected: It is refused.
        """
        raise NotImplementedError  # abstract

    def whose(self, table: CampaignContext) -> Iterable[str]:
        """Return the seats for which orders are tried: what comes of that only they may know."""
        return ()

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        for seat in filter(None, self.whose(table)):
            no_trial_of(table, seat, author)
        proposal = self._proposal(table, preview=False)
        self.note(table, author)
        carry_out(table, proposal, by=author.signed)

    def preview(self, table: CampaignContext, words: Language, called: Called) -> tuple[str, ...]:
        """Tell where play would be, what would not count any more, and what everybody would see differ."""
        proposal = self._proposal(table, preview=True)
        plays = bool(playing_moderators(table.seats))
        lacks = missing(table, proposal, words, lambda seat: not plays)
        lacking = lacks.told(words, called) if lacks is not None else []
        if proposal.new_draws:
            return (
                (*lacking,)
                if lacking
                else (words.gettext("New draws would be made; what they bring is seen when they count."),)
            )
        match, report = proposal.match, table.match.game.part("report")
        asked = [called(name) for name in match.asked_seats if name in table.by_name]
        told = [
            words.gettext(
                "Play would go on from log number %(n)s: %(moment)s. Asked then: %(seats)s.",
                n=match.position.n,
                moment=moment_of(report, match, words) or "-",
                seats=words.listing(asked) or "-",
            )
        ]
        told += lacking
        public = {row.n for row in proposal.former if any(each.visible_to(()) is not None for each in row.told)}
        lost = [each for each in proposal.dropped if each.input.n in public]
        orders = Counter(each.input.by for each in lost if isinstance(each.input.by, str))
        back = [f"{called(seat)} {count}" for seat, count in orders.items() if seat in table.by_name]
        if back:
            told.append(words.gettext("Orders that would go back to who gave them: %(list)s.", list=", ".join(back)))
        told += _lost_in_words(table, proposal, words, called, lambda seat: not plays)
        if undone := len(proposal.revised.undone):
            told.append(words.ngettext("%(n)s draw would count no more.", "%(n)s draws would count no more.", undone))
        found = differences(report, table.match.view(), match.view(), (), words)
        shown = [f"{each.name}: {each.text(words)}" for each in found[:MOST_SHOWN]]
        more = [words.gettext("and more")] if len(found) > MOST_SHOWN else []
        if shown:
            told.append(words.gettext("All would see this differ: %(list)s.", list="; ".join([*shown, *more])))
        return tuple(told)

    def _proposal(self, table: CampaignContext, *, preview: bool) -> Proposal:
        if table.other_rules:
            raise other_rules()
        try:
            return propose(table, self.wish(table), preview=preview)
        except Refusal as no:
            why_not = partial(reasons, table, no)
            raise refused(told=lambda words: "; ".join(why_not(words))) from None
        except DrawNeeded as needed:
            raise at_the_table(draw=needed.wanted.called) from None


def _lost_in_words(
    table: CampaignContext, proposal: Proposal, words: Language, called: Called, sees: Sees
) -> list[str]:
    """Return each order that fits no more, with the reason, but for those that only wait for an answer."""
    found = []
    for each in fallen_out(proposal):
        order, reason = order_told(table, each, words, sees)
        if order and reason:
            seat = called(seats_of(each.input.by)[0])
            found.append(words.gettext(_FALLEN, n=each.input.n, seat=seat, order=order, why=reason))
    return [*found[:MOST_SHOWN], *([words.gettext("and more")] if len(found) > MOST_SHOWN else [])]


_FALLEN = msgid("Log entry %(n)s, %(seat)s, “%(order)s”: %(why)s.")


def reasons(table: CampaignContext, no: Refusal, words: Language) -> list[str]:
    """Return why a correction is refused, a sentence a reason, and what would be possible."""
    if no.code == bad_correction.name:
        problems: Any = no.facts["problems"]
        return list(map(str, problems)) if isinstance(problems, list) else [str(problems)]
    told = why(table.match.game.part("report"), no.code, no.rule, no.facts, words)
    book = offers.phrasebook(table.match.game)
    nearest = [book.say(action, words.code) for action in no.nearest]
    possible = words.gettext("possible: %(list)s", list="; ".join(nearest)) if nearest else ""
    return ["; ".join(filter(None, (told, possible)))]


class Rollback(Correcting, frozen=True, tag="rollback"):
    """Play is taken up again at an earlier moment."""

    names: ClassVar = {"en": ("rollback", "roll back"), "ru": ("откат",)}
    did: ClassVar = msgid("Play stands at that moment again; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG to MOMENT because REASON")
    purpose: ClassVar = msgid("take play up again at an earlier log number, question or moment; everybody is told")
    to: str

    def wish(self, table: CampaignContext) -> Wish:
        n = resolve(table, self.to, [language(code) for code in CODES])
        return Wish(kind=Kind.ROLLBACK, reason=self.reason, n=n)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "Play will go back to “%(to)s”. What came later stays in the history and does not count. Everybody is "
            "told, with your reason: %(reason)s.",
            to=self.to,
            reason=self.reason,
        )

    @classmethod
    def read(cls, wording: Wording) -> Rollback:
        reason, log = wording.because(), wording.leading()
        to = re.sub(r"^(?:to|до|к)\s+", "", wording.sentence)
        if not reason or not to:
            raise BadWording
        return cls(to=to, reason=reason, log=log)


class UndoCorrection(Correcting, frozen=True, tag="undo correction"):
    """The last correction is taken back. Taking back can be taken back."""

    names: ClassVar = {"en": ("undo correction",), "ru": ("отменить исправление",)}
    did: ClassVar = msgid("The last correction is taken back; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG because REASON")
    purpose: ClassVar = msgid("take the last correction back: play goes on where it stood before it")

    def wish(self, table: CampaignContext) -> Wish:
        return Wish(kind=Kind.UNDO, reason=self.reason)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "The last correction will be taken back: play goes on where it stood before it. Everybody is told, with "
            "your reason: %(reason)s.",
            reason=self.reason,
        )

    @classmethod
    def read(cls, wording: Wording) -> UndoCorrection:
        reason, log = wording.because(), wording.leading()
        if not reason or wording.left:
            raise BadWording
        return cls(reason=reason, log=log)


class Correct(Correcting, frozen=True, tag="correct"):
    """One order, or draw, of an entry is another one; or, without an entry, facts of the position are others now."""

    names: ClassVar = {"en": ("correct",), "ru": ("исправить",)}
    did: ClassVar = msgid("It is corrected; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG ENTRY: ORDER[; ORDER] because REASON")
    purpose: ClassVar = msgid(
        "the order of a log entry as it should be, “nothing” if there should be none, “name=result” for a draw of it; "
        "without ENTRY what is to stand in the position now, in words or as “path=value”"
    )
    lines: tuple[str, ...]
    entry: int | None = None
    seat: str = ""
    """Whose order it is, if not of the seat that gave it."""
    orders: tuple[Action, ...] = ()
    """The orders, if they are no lines."""
    what: Kind | None = None
    """What is corrected, if the lines do not say it."""

    def wish(self, table: CampaignContext) -> Wish:
        kind, n = self.kind, table.head.sequence + 1 if self.entry is None else self.entry
        wish = Wish(kind=kind, reason=self.reason, n=n)
        if kind is Kind.FACT:
            return replace(wish, orders=(entries.fact_at(table, n, self.lines, self.reason),))
        if n > table.head.sequence:
            raise no_entry(n=n, least=1, most=table.head.sequence)
        if kind is Kind.DRAW:
            return replace(wish, draws=entries.draws_at(table, n, self.lines))
        seat, orders = self.seat or entries.giver(table, n), self.orders
        if seat and kind is Kind.REPLACE and not orders:
            orders = entries.orders_at(table, n, seat, self.lines)
        return replace(wish, seat=seat, orders=orders)

    def whose(self, table: CampaignContext) -> Iterable[str]:
        return (entries.giver(table, self.entry),) if self.entry is not None and self.kind is Kind.REPLACE else ()

    @property
    def kind(self) -> Kind:
        """The kind of correction that is meant."""
        if self.what is not None:
            return self.what
        if self.entry is None:
            return Kind.FACT
        if all(map(entries.PAIR.fullmatch, self.lines)):
            return Kind.DRAW
        return Kind.REMOVE if self.lines[0].lower() in entries.NOTHING else Kind.REPLACE

    def asked(self, words: Language, called: Called) -> str:
        lines, reason = "; ".join(self.lines), self.reason
        if self.entry is None:
            return words.gettext(
                "The position will be corrected: %(lines)s. Everybody is told, with your reason: %(reason)s.",
                lines=lines,
                reason=reason,
            )
        return words.gettext(
            "Log entry %(n)s will be corrected: %(lines)s. What came later is carried out again where it still fits. "
            "Everybody is told, with your reason: %(reason)s.",
            n=self.entry,
            lines=lines,
            reason=reason,
        )

    @classmethod
    def read(cls, wording: Wording) -> Correct:
        reason, log, entry = wording.because(), wording.leading(), wording.leading()
        lines = wording.lines()
        if not reason:
            raise BadWording
        return cls(lines=lines, entry=entry, reason=reason, log=log)


class Insert(Correcting, frozen=True, tag="insert"):
    """An order is put in before a log entry."""

    names: ClassVar = {"en": ("insert",), "ru": ("вставить",)}
    anywhere: ClassVar = False
    did: ClassVar = msgid("It is put in; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG ENTRY SEAT: ORDER[; ORDER] because REASON")
    purpose: ClassVar = msgid("an order of a seat before a log entry; what came later is carried out again")
    seat: str
    entry: int
    lines: tuple[str, ...]
    orders: tuple[Action, ...] = ()
    """The orders, if they are no lines."""

    def whose(self, table: CampaignContext) -> Iterable[str]:
        return (self.seat,)

    def wish(self, table: CampaignContext) -> Wish:
        if self.entry > table.head.sequence + 1:
            raise no_entry(n=self.entry, least=1, most=table.head.sequence)
        orders = self.orders or entries.orders_at(table, self.entry, self.seat, self.lines)
        return Wish(kind=Kind.INSERT, reason=self.reason, n=self.entry, seat=self.seat, orders=orders)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "Before log entry %(n)s this will be put in for %(seat)s: %(lines)s. What came later is carried out again "
            "where it still fits. Everybody is told, with your reason: %(reason)s.",
            n=self.entry,
            seat=called(self.seat),
            lines="; ".join(self.lines),
            reason=self.reason,
        )

    @classmethod
    def read(cls, wording: Wording) -> Insert:
        reason, log, entry = wording.because(), wording.leading(), wording.leading()
        if entry is None or not reason:
            raise BadWording
        return cls(seat=wording.seat(), entry=entry, lines=wording.lines(), reason=reason, log=log)


class Script(Correcting, frozen=True, tag="script"):
    """Several corrections at once: draws are forced, missing answers given, orders replaced; the rest follows."""

    names: ClassVar = {"en": ("script",), "ru": ("сценарий",)}
    anywhere: ClassVar = False
    did: ClassVar = msgid("It is corrected as the script says; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG because REASON, and the steps in lines below")
    purpose: ClassVar = msgid(
        "several corrections at once, one a line: “41: draw=result”, “41: order”, “41: nothing”, “41 seat: order” "
        "before log entry 41"
    )
    steps: tuple[str, ...]

    def wish(self, table: CampaignContext) -> Wish:
        return entries.script_of(table, self.steps, self.reason)

    def whose(self, table: CampaignContext) -> Iterable[str]:
        return dict.fromkeys(entries.seats_of(table, self.steps))

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "This will be corrected, in this order: %(steps)s. What came later is carried out again where it still "
            "fits. Everybody is told, with your reason: %(reason)s.",
            steps="; ".join(self.steps),
            reason=self.reason,
        )

    @classmethod
    def goes_on(cls, line: str) -> bool:
        return entries.begins_step(line) or begins_with_reason(line)

    @classmethod
    def read(cls, wording: Wording) -> Script:
        reason = wording.because_anywhere()
        log, steps = wording.leading(), entries.steps_of(wording.left)
        if not reason or not steps:
            raise BadWording
        return cls(steps=steps, reason=reason, log=log)
