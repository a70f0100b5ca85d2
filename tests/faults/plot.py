"""What will be played: campaigns whose mails are chosen beforehand, so that every run of them must come to one end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action, Decline
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import random_seating
from adjudicator.service.campaign.matches import fingerprint

LANGUAGES = ("en", "ru")
MOST_AT_ONCE = 3
"""A player sends at most so many mails without waiting for an answer."""
NONSENSE = "flurbl 99"
MODERATOR = "moderator"
BANK_HOURS = 3000
"""Not empty when the moderator has let a deadline pass in his campaign."""


class Letter(Struct, frozen=True):
    """A mail of somebody. In the text `{code}` is the code of their newest mail, `{log}` the log number of now."""

    seat: str
    text: str
    proven: bool = True
    """Without proof it is held, and needs the code."""
    done: int = 0
    """So many order lines of it must be carried out."""
    poison: bool = False
    """It kills whoever handles it, and must be set aside."""


class Correction(Struct, frozen=True):
    """The moderator takes play back to a log number, on the command line."""

    to: int


class Lapse(Struct, frozen=True):
    """Nobody writes until the deadline is over."""


Scene = tuple[Letter, ...] | Correction | Lapse
"""What happens at once. Mails of one scene are sent without waiting."""


class Plot(Struct, frozen=True):
    """A campaign and what happens in it, scene after scene. Without `hash` only another run tells how it must end."""

    name: str
    game: str
    seats: tuple[str, ...]
    seed: bytes
    scenes: tuple[Scene, ...]
    log: tuple[Entry, ...] = ()
    hash: str = ""
    deadline_hours: int = 2160
    """Far away, where it is not what is shown."""
    bank_hours: int = 0
    """Deadlines are when the bank of a seat is empty, and its answers are charged to it."""

    def language(self, seat: str) -> str:
        return LANGUAGES[self.seats.index(seat) % len(LANGUAGES)]

    @property
    def groups(self) -> tuple[tuple[Letter, ...], ...]:
        """The mails, of each scene together."""
        return tuple(scene for scene in self.scenes if isinstance(scene, tuple))


def plot(game: str, label: str, most: int) -> Plot:
    """A random game, played in memory for at most `most` orders, a mail for each."""
    rng = Random(label)
    owner = game_named(game)
    seats = random_seating(owner, rng)
    match = new_match(game, seats=seats, seed=label.encode())
    phrases = owner.part("phrases")
    scenes: list[tuple[Letter, ...]] = []
    answers: list[tuple[int, str]] = []
    for _ in range(most):
        if match.result is not None:
            break
        decision, seat, action = _choice(match, rng)
        order = Letter(seat, phrases.say(action, LANGUAGES[seats.index(seat) % len(LANGUAGES)]), done=1)
        match.apply(seat, action)
        if _at_once(answers, decision, seat):
            scenes[-1] = (*scenes[-1], order)
        else:
            scenes.append((order,))
            answers = []
        answers.append((decision.number, seat))
    return Plot(
        name=label,
        game=game,
        seats=seats,
        seed=label.encode(),
        scenes=tuple(scenes),
        log=tuple(match.log),
        hash=fingerprint(match.checkpoint()),
    )


def eventful(plot: Plot) -> Plot:
    """The same orders by mails of every kind: several lines in one, held until a code comes, drafts, letters,
    commands; the position and the log at the end are the same.
    """
    return replace(plot, scenes=tuple(_retold(plot)))


def _retold(plot: Plot) -> Iterator[Scene]:
    for number, group in enumerate(plot.groups):
        first, *rest = group
        other = plot.seats[(plot.seats.index(first.seat) + 1) % len(plot.seats)]
        if rest and {each.seat for each in rest} == {first.seat} and number % 2:
            yield (Letter(first.seat, "\n".join(each.text for each in group), done=len(group)),)
            continue
        match number % 5:
            case 0:
                yield (Letter(first.seat, f"press to {other}:\nHello, this is letter {number}."),)
            case 1:
                yield (Letter(first.seat, "status"),)
            case 2 if not rest:
                yield (replace(first, proven=False),)
                yield (Letter(first.seat, "confirm {code}", proven=False),)
                continue
            case 3 if not rest:
                yield (Letter(first.seat, f"{NONSENSE}\n{first.text}"),)
        yield group


def desk(label: str) -> Plot:
    """A campaign with a moderator, who puts play back, and a deadline that nobody keeps; a mail nobody can handle."""
    seats = ("red", "blue", MODERATOR)
    match = new_match("sealed-bids", seats=seats[:2], seed=label.encode())
    rng, phrases = Random(label), game_named("sealed-bids").part("phrases")

    def bids() -> list[tuple[Letter]]:
        found = []
        for seat in seats[:2]:
            action = match.sample(seat, rng)
            found.append((Letter(seat, phrases.say(action, LANGUAGES[seats.index(seat)]), done=1),))
        return found

    beginning = len(match.log)
    scenes: list[Scene] = [
        (Letter(MODERATOR, "status"),),
        *bids(),
        (Letter(MODERATOR, "extend 24 h"),),
        Correction(beginning),
        (Letter("red", "status", poison=True),),
        bids()[0],
        (Letter("blue", f"press to red:\n{NONSENSE}"),),
        (Letter(MODERATOR, "process {log}"),),
        (Letter(MODERATOR, "confirm {code}"),),
        (Letter(MODERATOR, "pause: a storm"),),
        (Letter(MODERATOR, "resume"),),
        Lapse(),
        (Letter("blue", "status"),),
    ]
    # far beyond what a slow machine puts the clock forward while nothing seems to move
    return Plot(
        name=label, game="sealed-bids", seats=seats, seed=label.encode(), scenes=tuple(scenes), deadline_hours=1000
    )


def story(label: str, most: int, games: Sequence[str]) -> tuple[Plot, ...]:
    """Campaigns that are played side by side, with everything that people send."""
    played = (eventful(plot(game, f"{label}-{k}", most)) for k, game in enumerate(games))
    return (*(replace(each, bank_hours=BANK_HOURS) for each in played), desk(f"{label}-desk"))


def _choice(match: Match, rng: Random) -> tuple[OpenDecision, str, Action]:
    decision = match.decisions()[0]
    seat = rng.choice(decision.waiting or decision.seats)
    return decision, seat, match.sample(seat, rng) if decision.waiting else Decline()


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
