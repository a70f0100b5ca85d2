"""What will be played: whole games chosen beforehand, so that every run of them must come to the same end."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from adjudicator.kernel.actions import Decline
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.log import Entry
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import random_seating
from adjudicator.service.campaign.matches import fingerprint

LANGUAGES = ("en", "ru")
MOST_AT_ONCE = 3
"""A player sends at most so many mails without waiting for an answer."""


class Order(Struct, frozen=True):
    """One order mail: who writes it, and its only line."""

    seat: str
    line: str


class Plot(Struct, frozen=True):
    """A campaign and the mails of its players. The mails of one group are sent together, without waiting."""

    name: str
    game: str
    seats: tuple[str, ...]
    seed: bytes
    groups: tuple[tuple[Order, ...], ...]
    log: tuple[Entry, ...]
    hash: str

    def language(self, seat: str) -> str:
        return LANGUAGES[self.seats.index(seat) % len(LANGUAGES)]

    @property
    def mails(self) -> int:
        return sum(len(group) for group in self.groups)


def plot(game: str, label: str, most: int) -> Plot:
    """A random game, played in memory for at most `most` orders."""
    rng = Random(label)
    owner = game_named(game)
    seats = random_seating(owner, rng)
    match = new_match(game, seats=seats, seed=label.encode())
    phrases = owner.part("phrases")
    groups: list[list[Order]] = []
    answers: list[tuple[int, str]] = []
    for _ in range(most):
        if match.result is not None:
            break
        decision = match.decisions()[0]
        seat = rng.choice(decision.waiting or decision.seats)
        action = match.sample(seat, rng) if decision.waiting else Decline()
        order = Order(seat, phrases.say(action, LANGUAGES[seats.index(seat) % len(LANGUAGES)]))
        match.apply(seat, action)
        if _at_once(answers, decision, seat):
            groups[-1].append(order)
        else:
            groups.append([order])
            answers = []
        answers.append((decision.number, seat))
    return Plot(
        name=label,
        game=game,
        seats=seats,
        seed=label.encode(),
        groups=tuple(tuple(group) for group in groups),
        log=tuple(match.log),
        hash=fingerprint(match.checkpoint()),
    )


def _at_once(before: list[tuple[int, str]], decision: OpenDecision, seat: str) -> bool:
    """Whether a mail may be sent without waiting: all by one author whom alone the question asks, or secret answers
    to one question.

    Whoever writes before he was asked changes which questions are still sent, so that runs could differ: a question
    to others that is closed before its mail went is not sent at all.
    """
    if not before or len(before) >= MOST_AT_ONCE:
        return False
    same_author = {each for _, each in before} == {seat} and set(decision.seats) == {seat}
    same_question = {number for number, _ in before} == {decision.number}
    return same_author or (same_question and decision.form == "together")
