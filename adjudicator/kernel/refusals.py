"""The codes with which the kernel itself refuses: what they mean and which facts come with them.

Games add their own; those of the kernel have the same meaning in every game. A refusal cites the rule of the decision
where the code is marked with `cites_rule`, else none: what it refuses is none of the rules' business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Meaning(Struct, frozen=True):
    """What a code says, the names of the facts that come with it (all, or in one of several sets), and whether it
    cites a rule.
    """

    meaning: str
    facts: tuple[str, ...] = ()
    or_facts: tuple[str, ...] | None = None
    cites_rule: bool = False


REFUSALS: Final[Mapping[str, Meaning]] = {
    # an action that is put in
    "unknown_op": Meaning("no action of the game is called so; known: all that are", ("op", "known")),
    "malformed": Meaning("a JSON object that is no such action; what: its first fault", ("op", "what")),
    "unknown_seat": Meaning("nobody sits there, or one is named twice; seats: those there are", ("seat", "seats")),
    "match_over": Meaning("the match has ended: nothing is asked any more"),
    "not_your_turn": Meaning(
        "the seat is not asked; kind: what is asked; asked: who may know that they are", ("seat", "kind", "asked"),
        cites_rule=True,
    ),
    "not_now": Meaning(
        "the action does not answer the open decision (takes: what does), or cannot be done at any time by that seat",
        ("op", "kind", "takes"), ("op", "seat"), cites_rule=True,
    ),
    "not_an_option": Meaning("the kind of action is right, but it is none of the legal ones", ("op",), cites_rule=True),
    "no_such_option": Meaning("no legal action begins with these arguments", ("given",), cites_rule=True),
    "needs_signatures": Meaning("others must sign too; seats: all who must", ("seats",), cites_rule=True),
    # answers that are sealed, deadlines
    "not_secret": Meaning("an answer to this decision is carried out at once and cannot be sealed"),
    "nothing_sealed": Meaning("the seat has sealed no answer that it could take back", ("seat",)),
    "no_default": Meaning(
        "the deadline cannot close the decision: the rules say nothing for a silent seat", ("seat",), cites_rule=True
    ),
    # draws at a table
    "draw_awaited": Meaning("a draw must be entered first; until then nothing else can be done"),
    "no_draw_awaited": Meaning("no draw is waited for"),
    "draw_not_made": Meaning(
        "a draw was entered that is not made here; n: the log entry, in a correction", (), ("n",)
    ),
    "impossible_draw": Meaning("the value cannot have been drawn; what: which, and why not", ("what",)),
    # corrections
    "not_a_correction": Meaning("the moderator cannot do that in this game", ("op",)),
    "bad_correction": Meaning("the changed position is impossible; problems: path and fault of each", ("problems",)),
    "nothing_there": Meaning("a correction names a log entry at which nothing was put in", ("n",)),
    "no_such_question": Meaning(
        "after a correction the question of the order is not asked any more; asked: who is asked now", ("seat", "asked")
    ),
    # a match that begins
    "unknown_option": Meaning("the game has no such option; known: those it has", ("option", "known")),
    "unknown_option_value": Meaning(
        "the option has no such value; known: those it has", ("option", "value", "known"), cites_rule=True
    ),
    "too_few_seats": Meaning("too few seats play; least: how few can", ("least",)),
}  # fmt: skip
