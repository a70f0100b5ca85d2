"""Define why a line was not carried out: everything a text about it needs, and no text.

Three reasons only. *Unreadable*: no order could be made of it. *Ambiguous*: several could. *Illegal*:
one could, and the rules or the moment forbid it. Reports turn `why` and the facts into sentences.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Reason = Literal["unreadable", "ambiguous", "illegal"]

Why = Literal[
    # unreadable
    "unknown_verb",  # the line does not begin with anything that orders something
    "unknown_word",  # one word is neither a name, a number nor a keyword here
    "wrong_kind",  # a name, but of something else (a fort where a ministry is asked)
    "absent",  # a name of something that counts at other times; the fact `places` says where it belongs
    "number_expected",  # after a keyword such as `debt`
    "missing_argument",  # read to the end, and something is not said
    "more_needed",  # some values of several: a second minister is still to be named
    "said_twice",  # the same argument twice
    "too_long",  # more words than any order has
    "too_many_wrong",  # no order as it stands; after so many others its meaning is not looked for
    "unknown_code",  # the question is open, but has no such answer
    "unknown_question",  # a number that never was a question of this seat
    "place_in_list",  # `the second one`: likely, but counting is not naming
    "number_alone",  # the number of a question without the letter of an answer
    "nothing_to_confirm",  # `yes`, and nothing waits for it
    "unclear_yes",  # a plain yes or no behind a message of which nothing was understood
    "unknown_place",  # of an operation by hand: nothing in the position is called so
    "wrong_value",  # the place exists, but something else is there than what was written
    "question",  # somebody asks something
    "no_term",  # `until` with something that is not a time
    "not_last",  # an end of the round, with orders after it in the same mail
    "no_offer",  # `until` after an order that is carried out at once
    # ambiguous
    "several_names",  # a word names several things
    "two_things",  # a short name, followed by the name of something else
    "several_orders",  # the line can mean several orders
    "two_answers",  # a secret question is answered twice in one mail
    "guessed",  # a letter of a code would have to be guessed; `codes` are what may be meant, as it would be typed
    "letter_alone",  # `a`, «и»: the letter of an answer, and a word
    "several_codes",  # a letter of the other alphabet stands for several answers
    "finished",  # `that's all`: the move, or only the mail?
    "regret",  # somebody wants something back: which word takes it back is told
    "asked_order",  # an order with a question mark
    "on_credit",  # it takes debt or the like, which neither its line says nor the price that was shown
    "several_seats",  # it fits several seats of the same player
    "other_seat",  # it names a seat that its author does not play
    "reread",  # written as to a person: what it seems to order is proposed
    "seems",  # written as to a person, beside what is not understood: what it seems to order is named
    "corrected",  # the mail takes back something of what it says itself
    "doubt",  # an order with a condition, a choice or a `not`
    # illegal
    "rules",  # the rules forbid it: `code`, `rule` and `facts` are those of the game
    "stale",  # the question is answered or over
    "too_early",  # legal after an answer to the open question
    "given_alone",  # it was the only answer, and is given already: the line is left out
    "not_needed",  # given only if needed, and something else is asked: the line is left out
    "replaced",  # the same mail orders the same thing once more: the later order counts
    "not_ready",  # a line of the mail is wrong, so that its seat is waited for
    "no_question",  # nothing is asked of this seat now, or the match is over
]


_WHOLE: tuple[Why, ...] = (
    "finished",
    "on_credit",
    "guessed",
    "place_in_list",
    "stale",
    "unknown_question",
)
"""What is proposed instead of such a line is all that it says."""


class Place(Struct, frozen=True):
    """A place in a line: the word as typed and its column, from 1. An empty word means the line's end."""

    typed: str
    column: int


class Fact(Struct, frozen=True):
    """One fact for the text of a refusal, such as `cost` 3."""

    name: str
    value: str | int | bool | tuple[str | int, ...] | None


FOLLOWS = "follows"
"""Fact of a line that leaves out what may follow from what is legal where it is carried out."""


LEAVE_OPEN: Final[tuple[Why, ...]] = ("missing_argument", "several_names", "several_orders")
"""Why a line is refused that leaves open which of several things is meant."""
LEAD = "lead"
"""Fact of a line in which something is missing: the word that leads to it, such as `from`."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """A mistake in a line.

    `rule` is the number in the rulebook, `code` and `facts` come from the game when the rules refuse.
    `kinds` says what was expected there (kinds of names, or fields), `nearest` holds what could be
    typed instead: words, codes or whole lines, nearest first; `codes` their codes, "" where one has none.
    `question` is the question it is about.
    """

    reason: Reason
    why: Why
    place: Place | None = None
    kinds: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    question: int | None = None
    rule: str | None = None
    code: str | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def names_nothing(self) -> bool:
        """Whether the line begins like no order, resembles none, and names nothing of the game."""
        return self.why == "unknown_verb" and not self.nearest and not self.facts

    def choices(self) -> list[tuple[str, str]]:
        """Return what could be typed instead, each as its code and its words; words that are the code are said once."""
        codes = self.codes or ("",) * len(self.nearest)
        return [(code, "" if words == code else words) for code, words in zip(codes, self.nearest, strict=False)]

    @property
    def follows(self) -> bool:
        """Whether what the line leaves out may follow from what is legal where it is carried out."""
        return any(fact.name == FOLLOWS for fact in self.facts)


class Misread(Exception):  # noqa: N818 - an answer to the player, nothing broke
    """A line, or a part of it, has no one meaning. `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.reason}: {problem.why} {problem.place} {problem.nearest}")
        self.problem = problem


class Unreadable(Misread):
    """Nothing can be made of it."""


class Ambiguous(Misread):
    """Several things can be made of it; a player is asked, never guessed for."""


def proposed_orders(problem: Problem) -> str:
    """Return what `yes` carries out instead of a line, an order each; empty where there is nothing."""
    if problem.why in ("not_last", "finished"):
        return problem.nearest[0]
    if problem.why == "reread":
        return "\n".join(problem.codes)
    whole = len(problem.nearest) == 1 and len(problem.codes) == 1 and problem.why in _WHOLE
    return problem.codes[0] if whole else ""
