"""Define what a game says about itself in mails: its part `report`.

Everything a seat reads comes through here, built from what that seat may know: from its view, from the
events as they were told to it, and from the options it is offered. Texts are finished, in the language given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event, ObservedEvent, as_seats
from adjudicator.kernel.result import Result
from adjudicator.language import Language
from adjudicator.reports.model import (
    Bar,
    Holding,
    Item,
    NewsGroup,
    Outlook,
    Party,
    Picture,
    Question,
    Score,
    Section,
    Standing,
)


class Coded(msgspec.Struct, frozen=True):
    """An option with its code as it is shown (`12a`, `s1`), and its words as a player would write them.

    `ahead` marks what is not an answer yet but may follow in the same mail.
    """

    code: str
    action: Action
    words: str
    ahead: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A question to be put into words. `legal`: every legal answer, also those that several codes make up.

    `only_answers`: nobody reads more of it than its answers; links, examples and advice may be left out. `say`: how any
    action is written as an order; None: nobody needs it.
    """

    number: int
    decision: OpenDecision
    options: tuple[Coded, ...]
    deadline: datetime | None = None
    default: Action | None = None
    default_words: str = ""
    legal: tuple[Action, ...] = ()
    only_answers: bool = False
    say: Callable[[Action], str] | None = None


class Mention(msgspec.Struct, frozen=True):
    """A line of the news, by its log number and words: what is said elsewhere is not told twice in one mail."""

    log: int
    text: str
    note: str = ""


class Effect(msgspec.Struct, frozen=True):
    """The effect of a line, in words; `private`: some of it only the seat is told.

    `covers`: the lines of the news that say nothing which these words do not say.
    """

    text: str = ""
    private: bool = False
    covers: tuple[Mention, ...] = ()


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """The events between two views of the same `seats` (none: an observer).

    If it is only `planned`, what would happen.
    """

    before: msgspec.Struct | None
    """The earlier view; None if nothing was seen before: then nothing changed."""
    view: msgspec.Struct
    told: Sequence[ObservedEvent[Any]]
    seats: tuple[str, ...]
    planned: bool = False
    most: int = 4
    """Small pictures of it at the most."""

    def events(self) -> tuple[Event, ...]:
        """Return what the seats together learn of it, in the order of play."""
        return tuple(event for each in self.told for event in each.all_visible_to(as_seats(self.seats)))


class Moment(msgspec.Struct, frozen=True):
    """The position of a match after a step of play, as its reader may see it: after this log entry."""

    log: int
    view: msgspec.Struct


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A turn, or a round, step by step, for some `seats` (none: an observer).

    Where it began, where it was after each step, what was told in it. The last step may have begun the next turn too.
    """

    seats: tuple[str, ...]
    moments: tuple[Moment, ...]
    told: tuple[ObservedEvent[Any], ...]
    whole: bool = True
    """It is a turn, not only a round."""


class TurnSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a mail about the end of a turn: a few words for its subject, the story in sentences, tables."""

    title: str
    story: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


class GameReport(Protocol):
    """The speech of a game.

    A reader may play several seats: what is told to `seats` is what they together may know (none: an observer), and
    `view` is theirs together also where one `seat` is spoken of. A seat is often played alone: a name stands for it.
    """

    def party(self, seat: str, language: Language) -> Party:
        """Return a seat as an actor of events; also its name."""
        ...

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        """Return what is asked, in a few words for a subject: `your action round 1`. `view` is an observer's."""
        ...

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        """Return the question with its options grouped, with costs, and the payment modifiers."""
        ...

    def news(
        self,
        told: Sequence[ObservedEvent[Any]],
        seats: Iterable[str],
        language: Language,
        before: Sequence[ObservedEvent[Any]] = (),
    ) -> tuple[NewsGroup, ...]:
        """Return what happened, in the order of play, as these seats learn of it.

        `before` is the end of what they were told earlier; nothing of it is told again, it says what is under way.
        """
        ...

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        """Return what happened in a few sentences, the important ones last; empty if the news take its place."""
        ...

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        """Return what these seats did last of what everybody was told, in few words for a subject.

        For example `France placed a flag on Savoy E42`; or what came of it that is more important. Empty if nothing is
        worth it.
        """
        ...

    def effect(self, told: Sequence[ObservedEvent[Any]], seat: str, language: Language) -> Effect:
        """Return what one order line of the seat did, in one sentence: `Savoy: French flag, 2 of 3 diplomatic`."""
        ...

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        """Return the public position.

        `before` is the view of their last message, to mark what moved (None: nothing is marked).
        """
        ...

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        """Return what only this seat has."""
        ...

    def situation(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[str, ...]:
        """Return what a seat must know to answer its question now, in eight lines at the most.

        Who is at war with whom, what stands near, and last who plays before the seat plays again
        (`adjudicator.reports.wording.upcoming`); it stands beside the choice.
        """
        ...

    def outlook(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Outlook, ...]:
        """Return what other seats can do to this one next, from what this one may know."""
        ...

    def pictures(
        self,
        view: msgspec.Struct,
        seats: Iterable[str],
        told: Sequence[ObservedEvent[Any]],
        language: Language,
        *,
        width: int,
    ) -> tuple[Picture, ...]:
        """Draw the board as these seats see it, `width` pixels wide, with what changed since the last message marked.

        `width` 0: only the words about it, for plain-text messages show no picture.
        """
        ...

    def region(self, view: msgspec.Struct, seats: Iterable[str], language: Language) -> Picture | None:
        """Draw the part of the board where these seats are at home; None if the whole can be read on a phone."""
        ...

    def crops(self, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
        """Return small pictures of what changed on the board, in order.

        Empty if nothing did.
        """
        ...

    def turned(self, course: Course, language: Language) -> TurnSummary:
        """Return what a turn that is over has brought, for everybody: its story, what scored and what decided it."""
        ...

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        """Return what a seat would have left to spend after what it plans: points, money, credit.

        It is cheap, and made from its view.
        """
        ...

    def price(self, action: Action, view: msgspec.Struct, seat: str, language: Language) -> str:
        """Return what an action would cost the seat now: `2 military points`. Empty if it is free or unknown."""
        ...

    def printed(self, kind: str, id: Any, view: msgspec.Struct, seat: str, language: Language) -> str:
        """Return what is printed on a thing, such as a card, in words; "" for things on which nothing is printed."""
        ...

    def preview(self, stretch: Stretch, seat: str, language: Language) -> tuple[Section, ...]:
        """Return what a friend would warn of after what a seat plans; cheap, from its view."""
        ...

    def maps(self, stretch: Stretch, language: Language) -> tuple[Picture, ...]:
        """Draw the map on which most changed, before and after; empty if nothing did, or if it is most of the board."""
        ...

    def score(self, view: msgspec.Struct) -> Score | None:
        """Return how the match stands in a view; None in a game that has no score to draw."""
        ...

    def moment(self, view: msgspec.Struct) -> float | None:
        """Return when a score of this view would be (`Score.at`), without counting the score."""
        ...

    def bars(self, scores: Sequence[Score], view: msgspec.Struct, language: Language) -> tuple[Bar, ...]:
        """Return what each round of the turn under way would have been scored at, the present one last.

        Rounds to come are empty places; `scores` as far as they are known.
        """
        ...

    def chart(self, scores: Sequence[Score], language: Language) -> Picture | None:
        """Return how the score went: at least one, in the order of play, the last is the present one."""
        ...

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        """Return why the rules forbid an action, in one sentence.

        Raises LookupError for a code that is not the game's.
        """
        ...

    def fields(self) -> Mapping[str, Mapping[str, str]]:
        """Return the names of fields of the position, by language.

        They are for lines with which a moderator changes it by hand.
        """
        ...

    def draw(self, name: str, language: Language) -> str:
        """Return what was drawn by chance, in words: the name of a draw in the log is for programs."""
        ...

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        """Return the names of a thing that a draw may bring: the printed one first, then other ways to write it.

        Empty if it has no other name than its value (dice).
        """
        ...

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        """Say for whom or what something is drawn, by a key of the draw: `Britain`, `Seine`."""
        ...

    def faces(self, name: str, keys: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """Return what is printed on the faces of the dice of a draw, from the first on; empty for figures."""
        ...

    def won(self, result: Result, language: Language) -> str:
        """Return who has won, in few words for a subject: `France wins`, `a draw`."""
        ...

    def history(self, view: msgspec.Struct, language: Language) -> tuple[Section, ...]:
        """Return what the matches of a series have brought so far, those that are over; most games have none.

        `view` is an observer's, or that of a seat.
        """
        ...

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        """Return how the match ended, in one or two sentences."""
        ...
