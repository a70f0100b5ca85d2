"""Tell what a correction still lacks: the answer behind which later orders wait, or the draw at which it was left.

A moderator writes both into a script (`adjudicator.service.moderation.entries`), and the later orders are tried again.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.checking import seats_of
from adjudicator.kernel.correction_branch import DroppedOrder
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import Language, msgid
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.table_draws import in_words, range_of
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.play import offers
from adjudicator.service.play.corrections.proposals import Proposal

MOST_ANSWERS = 40
"""Answers of a question that are listed."""
Sees = Callable[[str], bool]
"""Says whether the reader may know what only this seat may know."""


class OpenQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat is asked where the new line stands, and its answers by code, as far as the reader may know them."""

    seat: str
    asked: str
    answers: tuple[tuple[str, str], ...] = ()
    more: int = 0


class MissingAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question that no recorded order answers, the entry of the first order that waits behind it, and how many do.

    `order` is that order, `why` says why it is no answer.
    """

    before: int
    waiting: int
    questions: tuple[OpenQuestion, ...]
    whose: str
    order: str = ""
    why: str = ""

    def told(self, words: Language, called: Called) -> list[str]:
        """Return it in sentences."""
        asked = "; ".join(f"{called(each.seat)}: {each.asked}" for each in self.questions)
        waits = words.ngettext(
            "Before log entry %(before)s an answer is missing (%(asked)s): %(n)s later order waits behind it.",
            "Before log entry %(before)s an answer is missing (%(asked)s): %(n)s later orders wait behind it.",
            self.waiting,
            before=self.before,
            asked=asked,
        )
        told = [waits]
        if self.order:
            first = words.gettext(_FIRST, n=self.before, seat=called(self.whose), order=self.order, why=self.why)
            told.append(first)
        for each in self.questions:
            said = "; ".join(f"{code} {answer}" for code, answer in each.answers)
            more = words.gettext("and %(count)s more", count=each.more) if each.more else ""
            if said:
                listed = "; ".join(filter(None, (said, more)))
                told.append(words.gettext("Answers of %(seat)s: %(answers)s.", seat=called(each.seat), answers=listed))
        lines = [f"{self.before} {called(each.seat)}: …" for each in self.questions]
        told.append(words.gettext(_ADD, lines=", ".join(f"“{line}”" for line in lines)))
        return told


_FIRST = msgid("The first is that of %(seat)s at log entry %(n)s, “%(order)s”: %(why)s.")
_ADD = msgid("Put the answer into the script, and they are tried again: %(lines)s.")


class MissingDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draw that is made afresh, at the entry where it comes up; `possible` where the reader may know it."""

    at: int
    name: str
    told_as: str
    possible: str = ""

    def told(self, words: Language, called: Called) -> list[str]:
        """Return it in sentences."""
        needed = words.gettext(_NEW_DRAW, n=self.at, draw=self.told_as)
        possible = words.gettext("Possible: %(possible)s.", possible=self.possible) if self.possible else ""
        return [*filter(None, (needed, possible)), words.gettext(_FORCE, line=f"{self.at}: {self.name}=…")]


_NEW_DRAW = msgid("At log entry %(n)s something is drawn that was not drawn before: %(draw)s.")
_FORCE = msgid(
    "Say in the script what comes of it (“%(line)s”), and the preview goes on; without it the adjudicator draws when "
    "the correction counts, and what follows is seen then."
)


def fallen_out(proposal: Proposal) -> list[DroppedOrder]:
    """Return the orders that are not carried out any more, without those that only wait for an answer."""
    waiting = {id(each) for each in proposal.revised.waiting}
    return [each for each in proposal.dropped if id(each) not in waiting]


def missing(
    table: CampaignContext, proposal: Proposal, words: Language, sees: Sees
) -> MissingAnswer | MissingDraw | None:
    """Return what a proposal lacks, as a reader may know it who `sees` some seats; None if it lacks nothing."""
    revised, report = proposal.revised, proposal.match.game.part("report")
    if (needs := revised.needs) is not None:
        wanted, all_seen = needs.wanted, all(map(sees, table.match.header.seats))
        place = f"#{needs.place}" if needs.place > 1 else ""
        possible = range_of(wanted, report, words) if all_seen or is_open(proposal.match.game, wanted) else ""
        return MissingDraw(needs.n, f"{wanted.name}{place}", in_words(wanted.called, report, words), possible)
    if not revised.waiting or not proposal.match.asked_seats:
        return None
    first = revised.waiting[0]
    order, reason = order_told(table, first, words, sees)
    questions = tuple(
        _question(table, proposal, seat, first.input.n, words, sees) for seat in proposal.match.asked_seats
    )
    whose = seats_of(first.input.by)[0]
    return MissingAnswer(first.input.n, len(revised.waiting), questions, whose, order, reason)


def order_told(table: CampaignContext, each: DroppedOrder, words: Language, sees: Sees) -> tuple[str, str]:
    """Return an order that is dropped, and why, in words; empty where the reader may not know them."""
    if not any(map(sees, seats_of(each.input.by))):
        return "", ""
    action, no = each.input.action, each.refusal
    book = offers.phrasebook(table.match.game)
    order = book.say(action, words.code) if isinstance(action, Action) else ""
    return order, "" if no is None else why(table.match.game.part("report"), no.code, no.rule, no.facts, words)


def _question(
    table: CampaignContext, proposal: Proposal, seat: str, n: int, words: Language, sees: Sees
) -> OpenQuestion:
    match = proposal.match
    decision = next(each for each in match.decisions() if seat in each.seats)
    asked = match.game.part("report").title(decision, match.view(), words)
    if not sees(seat):
        return OpenQuestion(seat, asked)
    own = table.by_name.get(seat)
    offered = offers.offer_for(match, seat, n, own.language if own else table.campaign.language)
    answers = [(each.code, each.words) for each in offers.coded_options(offered, match, seat, words.code)]
    return OpenQuestion(seat, asked, tuple(answers[:MOST_ANSWERS]), max(0, len(answers) - MOST_ANSWERS))
