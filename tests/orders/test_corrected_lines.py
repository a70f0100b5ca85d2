"""Who sends only the corrected line of a mail gets what the right mail would have been: every game, both languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.sets import MailOutcome, OrderContext
from tests.carried import carried_out, desk_asked, given
from tests.orders.test_games import TWELFTHS, WITH_WORDS, book_at, played

MOST_ORDERS = 4
NOTHING = {"en": "Zanzibar", "ru": "Занзибар"}


class Case(NamedTuple):
    """A legal mail of several lines, each of one or two orders, the place of one, and how that was first written."""

    match: Match
    desk: OrderContext
    orders: list[tuple[str, ...]]
    actions: tuple[Action, ...]
    place: int
    wrong: str

    @property
    def right(self) -> str:
        return ", ".join(self.orders[self.place])

    @property
    def spoilt(self) -> list[str]:
        lines = [", ".join(line) for line in self.orders]
        return [*lines[: self.place], self.wrong, *lines[self.place + 1 :]]

    @property
    def says_what_others_say(self) -> bool:
        """Whether the line holds two orders, one of which stands in another line too: which is meant is not known."""
        here = self.orders[self.place]
        others = {order for at, line in enumerate(self.orders) if at != self.place for order in line}
        return len(here) > 1 and not others.isdisjoint(here)

    def sent(self, lines: Sequence[str], draft: Sequence[KeptLine] = ()) -> MailOutcome:
        return carried_out(self.match, self.desk, lines, draft=draft)

    def is_told_wrong(self, first: MailOutcome) -> bool:
        """Whether nothing is done of the mail, and its wrong line is said to be wrong: it was not taken for talk."""
        return not first.actions and any(row.line == self.place + 1 for row in first.refused)


def orders(match: Match, seat: str, language: str, rng: Random) -> list[str]:
    """Orders that the seat may give one after the other, ends of its round seldom among them."""
    match, said = match.copy(), list[str]()
    while len(said) < MOST_ORDERS and seat in match.pending_seats and seat not in match.sealed:
        book, options = book_at(match), match.options(seat)
        going_on = [each for each in options if not book.may_close(type(each))]
        action = rng.choice(going_on if going_on and rng.random() < 0.8 else options)
        said.append(book.say(action, language))
        given(match, seat, action)
    return said


def spoilt(line: str, language: str, rng: Random) -> str:
    """A line that cannot be carried out: a short name that nothing has, a name of nothing, or a slip of the pen."""
    *before, last = line.split()
    ways = ["K99", " ".join([*before, NOTHING[language]])]
    if len(last) > 3:
        ways.append(" ".join([*before, last[:1] + last[2:3] + last[1:2] + last[3:]]))
    if ", " in line:
        ways.append(f"{line.rpartition(', ')[0]}, K99")
    return rng.choice(ways)


def cases(game: str, part: int, parts: int) -> Iterator[Case]:
    for number, (match, seat, rng) in enumerate(played(game, part, parts)):
        language = ("en", "ru")[number % 2]
        desk = desk_asked(match, seat, language, book_at(match))
        lines = [(order,) for order in orders(match, seat, language, rng)]
        if len(lines) > 2 and rng.random() < 0.3:
            lines = [lines[0] + lines[1], *lines[2:]]
        while len(lines) > 1:
            right = carried_out(match, desk, [", ".join(line) for line in lines])
            if right.actions and not (right.refused or right.draft or right.waiting):
                place = rng.randrange(len(lines))
                yield Case(match, desk, lines, right.actions, place, spoilt(", ".join(lines[place]), language, rng))
                break
            lines.pop()


@pytest.mark.slow
@TWELFTHS
@pytest.mark.parametrize("game", WITH_WORDS)
def test_the_corrected_line_alone_makes_the_right_mail(game: str, twelfth: int) -> None:
    for case in cases(game, twelfth, 12):
        first = case.sent(case.spoilt)
        if not case.is_told_wrong(first) or case.says_what_others_say:
            continue
        whys = {row.problem.why for row in first.refused if row.problem is not None}
        assert first.draft or whys & {"too_early", "two_answers"}, case.spoilt
        if not first.draft:
            continue
        again = case.sent([case.right], first.draft)
        assert (again.actions, again.draft, again.refused) == (case.actions, (), ()), (case.spoilt, again)
        checked = case.sent([f"check {case.right}"], first.draft)
        assert [row.text for row in checked.rows] == [row.text for row in again.rows], case.spoilt
        assert not checked.refused, case.spoilt


def test_an_offer_leaves_the_draft_as_it_is() -> None:
    seen = 0
    for case in cases("guild-fair", 0, 1):
        first = case.sent(case.spoilt)
        other = next(seat for seat in case.match.header.seats if seat != case.desk.seat)
        offered = case.sent([f"pact {case.desk.seat}, {other}"], first.draft)
        if not first.draft or [row.status for row in offered.rows] != ["offered"]:
            continue
        seen += 1
        assert offered.draft == first.draft
        assert case.sent([case.right], offered.draft).actions == case.actions
    assert seen
