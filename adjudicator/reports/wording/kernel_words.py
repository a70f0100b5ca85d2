"""Explain why an action is refused, in words, whether the kernel refuses it or the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.kernel import refusals
from adjudicator.kernel.errors import Refusal
from adjudicator.language import Language, language, msgid
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import Speech

KERNEL: Final[Refusals[Speech]] = Refusals()
"""The sentences of the kernel's codes, the same in every game."""
_refuse = KERNEL.refuse
_IMPOSSIBLE: Final = msgid("this is not possible in this position")

_refuse(refusals.unknown_op, _IMPOSSIBLE)
_refuse(refusals.malformed, _IMPOSSIBLE)
_refuse(refusals.no_such_option, _IMPOSSIBLE)
_refuse(refusals.not_an_option, _IMPOSSIBLE)
_refuse(refusals.unknown_seat, msgid("nobody sits at %(seat)s; the seats are %(seats)s"))
_refuse(refusals.match_over, msgid("the match is over"))
_refuse(refusals.not_your_turn, msgid("it is not your turn to act"))
_refuse(refusals.not_now, msgid("this is not what is asked now"))
_refuse(refusals.needs_signatures, msgid("this needs the agreement of others"))
_refuse(refusals.not_secret, msgid("an answer to this question is carried out at once and cannot be kept back"))
_refuse(refusals.nothing_sealed, msgid("nothing is on file that could be taken back"))
_refuse(refusals.no_default, msgid("the rules do not say what a silent seat does here"))
_refuse(
    refusals.draw_awaited,
    msgid("play stands still until the moderator has entered a draw that is made at the table; send it again then"),
)
_refuse(refusals.no_draw_awaited, msgid("no draw is waited for"))
_refuse(refusals.draw_not_made, msgid("this draw is not made here"))
_refuse(
    refusals.impossible_draw,
    {
        True: msgid("%(value)s cannot have come up for the draw %(draw)s; possible: %(possible)s"),
        False: msgid("%(value)s cannot have come up for the draw %(draw)s"),
    },
    by="possible",
)
_refuse(refusals.too_few_to_draw, msgid("for the draw %(draw)s %(count)s are wanted, and %(there)s are there"))
_refuse(refusals.not_a_correction, msgid("the moderator cannot do this in this game: %(op)s"))
_refuse(refusals.bad_correction, "%(problems)s")
_refuse(refusals.other_content, msgid("the pack that comes of it is %(found)s, and not %(said)s as it says"))
_refuse(refusals.no_content, msgid("nothing of %(game)s can be edited: it takes no pack"))
_refuse(refusals.nothing_there, msgid("nothing was put in at log entry %(n)s"))
_refuse(refusals.draw_not_there, msgid("this draw is not made at log entry %(n)s"))
_refuse(refusals.no_such_question, msgid("its question is not asked there any more"))
_refuse(refusals.of_another_time, msgid("it was the answer another time; now that of log entry %(n)s is missing"))
_refuse(refusals.not_in_these_rules, msgid("the rules that count now know no such order"))
_refuse(refusals.unknown_option, msgid("the game has no option %(option)s; it has %(known)s"))
_refuse(refusals.unknown_option_value, msgid("option %(option)s has no value %(value)s; it has %(known)s"))
_refuse(refusals.too_few_seats, msgid("too few seats are taken: at least %(least)s play"))
_refuse(refusals.wrong_number, msgid("%(players)s cannot play this game; possible are %(numbers)s"))
_refuse(refusals.no_choice_of_seats, msgid("in this game the seats of the next match, and their number, are given"))
_refuse(refusals.not_in_the_match, msgid("nobody played %(seat)s; the seats were %(seats)s"))
_refuse(refusals.no_such_seat, msgid("there is no seat %(seat)s; the game has %(seats)s"))
_refuse(refusals.no_seating, msgid("%(seats)s do not play together; possible are %(seatings)s"))
_refuse(refusals.seat_twice, msgid("%(seat)s is named twice"))
_refuse(refusals.empty_bid, msgid("a bid names seats; or say that you bid nothing"))
_refuse(
    refusals.nothing_to_bid,
    msgid("%(amount)s: nothing is given up for a seat in this game; name the seats, your favourite first"),
)
_refuse(refusals.wrong_bid, msgid("%(amount)s cannot be bid for a seat, but from 0 to %(most)s"))


def why(report: GameReport, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
    """Return why an action is refused, in one sentence.

    Raises LookupError for a code that nobody has given words to.
    """
    if code in KERNEL:
        return KERNEL.said(code, facts, Speech(language))
    return report.refusal(code, rule, facts, language)


def english_sentence(error: Exception) -> str:
    """Return an error that is an answer as an English sentence: for consoles, where no game speaks."""
    if isinstance(error, Refusal) and error.code in KERNEL:
        cited = f" (rule {error.rule})" if error.rule else ""
        return KERNEL.said(error.code, error.facts, Speech(language("en"))) + cited
    return str(error)
