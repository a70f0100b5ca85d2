"""What is kept of a steward's choice, and how anybody repeats it when the seed of the match is told."""

import hashlib
from typing import Any

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match
from adjudicator.steward import NEVER, Choice, choose
from adjudicator.store.tables import Prompt

METHOD = 1
"""The number of the way in which stewards choose: one of another number cannot be repeated by this program."""
KEPT = 5
"""Options that are kept with an answer, the best first."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option that a steward has compared: the action, and its worth to the seat as a share of one."""

    action: dict[str, Any]
    worth: float
    plays: int = 0


class Proposal(msgspec.Struct, frozen=True):
    """An agreement that lay on the table, and who had signed it: the log does not tell it before the end."""

    action: dict[str, Any]
    by: tuple[str, ...]


class Thought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a choice: enough to repeat it, and its reasons.

    `n`: the log number at which it was made; `actions`: the answer; `here`, `had`: digests of what the seat saw;
    `signs`: which agreements stewards of the campaign sign; `proposal`: the one that was to be signed.
    """

    method: int
    n: int
    budget: int
    tries: int
    here: str
    actions: tuple[dict[str, Any], ...]
    options: tuple[Option, ...]
    had: tuple[str, ...] = ()
    cut: bool = False
    signs: str = NEVER
    proposal: Proposal | None = None


_decoder: msgspec.json.Decoder[Thought] = msgspec.json.Decoder(Thought)


def plain(action: Any) -> dict[str, Any]:
    """Return an action as it is stored: what is read back is equal to it, lists of names too."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return made


def decoded(stored: bytes) -> Thought:
    """Return a thought as it was stored."""
    return _decoder.decode(stored)


def thought_of(prompt: Prompt) -> Thought | None:
    """Return what a steward has thought about a question; None where none has answered it."""
    return None if prompt.thought is None else decoded(prompt.thought)


def in_words(match: Match, thought: Thought, code: str) -> tuple[tuple[str, float], ...]:
    """Return the options that a steward has compared where a match stands, as orders, with their worth; best first."""
    book = match.game.part("phrases").at(match.state)
    said = (
        (book.say(msgspec.convert(each.action, match.game.action_type), code), each.worth) for each in thought.options
    )
    return tuple(said)


def seed_of(match: Match, number: int, seat: str) -> str:
    """Return the seed of a choice: nobody knows it before the seed of the match is told, everybody afterwards."""
    key = match.chance.key or b""
    return hashlib.sha256(b"steward " + key + f" {number} {seat}".encode()).hexdigest()


def on_table(match: Match, seat: str) -> Proposal | None:
    """Return the agreement that lies before a seat; None if none does."""
    question = match.question(seat)
    if question is None or question.on_table is None:
        return None
    by = tuple(each for each in question.seats if match.sealed.get(each) == question.on_table)
    return Proposal(plain(question.on_table), by)


def kept(
    n: int, budget: int, choice: Choice, had: tuple[str, ...], signs: str = NEVER, proposal: Proposal | None = None
) -> Thought:
    """Return what is kept of a choice."""
    options = tuple(Option(plain(each.action), round(each.worth, 4), each.plays) for each in choice.compared[:KEPT])
    actions = tuple(map(plain, choice.actions))
    return Thought(METHOD, n, budget, choice.tries, choice.here, actions, options, had, choice.cut, signs, proposal)


def _with_proposal(match: Match, proposal: Proposal | None) -> Match:
    """Return a match with an agreement on its table, as those had signed it whose word counts at the end."""
    if proposal is None:
        return match
    stood = match.copy()
    for seat in proposal.by:
        stood.think_of(seat, msgspec.convert(proposal.action, match.game.action_type))
    return stood


def repeated(match: Match, seat: str, thought: Thought) -> str:
    """Choose again where a match stands; return what is different, empty if nothing is or if it cannot be told."""
    if thought.cut or thought.method != METHOD or match.chance.key is None:
        return ""
    try:
        seed, stood = seed_of(match, match.number(seat), seat), _with_proposal(match, thought.proposal)
        choice = choose(stood, seat, thought.budget, seed, had=thought.had, signs=thought.signs)
        again = kept(thought.n, thought.budget, choice, thought.had, thought.signs, thought.proposal)
    except Refusal as refusal:
        return f"the steward of {seat} was not asked there: {refusal}"
    return "" if again == thought else f"the steward of {seat} would have chosen {again.actions}, not {thought.actions}"
