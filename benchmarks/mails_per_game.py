"""Count the mails and days of a game: `python benchmarks/mails_per_game.py [GAME] [--games N] [--turns N]`.

Whole games by mail between correspondents of one kind. Who is *asking* writes one order a mail, when asked. Who answers
*ahead* writes a mail for all that can be decided in a turn, and has a standing order for each question that interrupts
the turn of another. Who *plans* also writes down the next turns (`--ahead`, two unless said otherwise), on boards to
which the whims of the others may lead: orders that are legal on all of them, and behind `else` other ways to have the
turn, each of which would be legal on one.

Everybody writes at most one mail a day, in answer to what they were asked when the day began. Counted are the mails of
the players, the mails to them, and the days; and why mails had to be written. `--turns`: a match is left after so many
of its turns. Games have numbers, by which they are played again the same: the first is 0, or `--first`. The number
says how many play; in odd ones they have the wills of the game's trials.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mails_per_turn import ENDS, LINES, LONGEST, Post, Thoughts, begun, boards_of, is_asked, set_up
from order_mail import install
from sqlalchemy import func, select
from sqlmodel import col
from timing import Sheet, median

from adjudicator import Action, Match
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.foresight import own_turn
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.trials import Will, trials_of
from adjudicator.orders.sets import try_out
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.agreements.signing import Signatory
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.play.moves import desk_of
from adjudicator.service.play.offers import words_at
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail

WAYS = ("asking", "ahead", "planning")
TURNS_AHEAD = 2
QUESTIONS = 2
"""For each turn that is planned, so many turns and questions outside of turns are looked at at the most."""
BOARDS_AHEAD = 4
"""The boards on which turns to come are thought through."""
WAYS_OF_TURN = 3
"""How many ways to have a turn are written down ahead."""
THOUGHTS = 4
"""How many ways a turn to come is thought through in, besides the first."""
FAR = 400
"""Answers of others on a board after which a turn is too far away to be planned."""
MOST_CAUSES = 20
SHARE = 1 / 3
"""The share of the mails of who is asking that planning should need at the most."""
PLAN = {"en": "plan:", "ru": "план:"}
ANEW = {"en": "start over", "ru": "заново"}
NEXT = {"en": "next round", "ru": "следующий ход"}
WAY = {"en": "else:", "ru": "иначе:"}


class Played(NamedTuple):
    """What a game took: the mails of its players and to them, the days, its turns, and whether it came to its end.

    `causes`: how often somebody had to write, by what was asked and why.
    """

    mails: int
    to_players: int
    days: int
    turns: int
    ended: bool
    causes: Counter[str]


class TurnAhead(Thoughts):
    """A seat thinks a turn through that is still to come, on the boards to which play may lead."""

    def __init__(self, boards: Sequence[Match], seat: str, code: str, rng: Random, will: Will[Any] | None) -> None:
        super().__init__(boards, seat, code, rng, own=True, will=will)
        self._kinds = set[str]()
        self._rounds = {id(board): board.game.own_round(board.position) for board in boards}

    def _lasts(self, board: Match) -> bool:
        return board.result is None and board.game.own_round(board.position) == self._rounds[id(board)]

    def _choice(self, legal: list[Action]) -> Action:
        """Return one of the legal orders, of a kind that was not chosen before where there is one."""
        action = super()._choice([each for each in legal if each.op not in self._kinds] or legal)
        self._kinds.add(action.op)
        return action


def led_on(board: Match, seat: str, after: str, rng: Random) -> bool:
    """Lead a board to the next turn of a seat after one, by whims of all; return whether it comes."""
    for _ in range(FAR):
        if board.result is not None or not board.pending_seats:
            return False
        if (turn := own_turn(board, seat)) and turn != after:
            return True
        other = board.pending_seats[0]
        try:
            acts = other != seat and rng.random() > ENDS and board.game.own_round(board.position) is not None
            board.apply(other, (None if acts else board.default(other)) or board.sample(other, rng))
        except Refusal:
            return False
    return False


def plan_of(match: Match, seat: str, code: str, rng: Random, will: Will[Any] | None, ahead: int) -> list[str]:
    """Return the lines of a plan for the next turns of a seat; what is asked on few boards has a round of its own."""
    lines: list[str] = []
    boards, turns = boards_of(match, seat, BOARDS_AHEAD), 0
    after = {id(board): own_turn(board, seat) for board in boards}
    for _ in range(QUESTIONS * ahead):
        asked = defaultdict[str, list[Match]](list)
        for board in boards:
            if led_on(board, seat, after[id(board)], rng):
                asked[board.question(seat).kind].append(board)  # type: ignore[union-attr]
        for alike in (each := sorted(asked.values(), key=len, reverse=True)):
            after |= {id(board): own_turn(board, seat) for board in alike}
            first, *others = ways_of(alike, seat, code, rng, will)
            if first:
                lines += [NEXT[code] if lines else PLAN[code], *first]
                lines += [line for way in others for line in (f"{WAY[code]} {way[0]}", *way[1:])]
                lines.append(f"{WAY[code]} {NEXT[code]}")
        boards = each[0] if each else []
        turns += any(board.game.own_round(board.position) is not None for board in boards)
        if turns >= ahead or not boards:
            break
    return lines


def ways_of(boards: list[Match], seat: str, code: str, rng: Random, will: Will[Any] | None) -> list[list[str]]:
    """Return ways to answer what is asked on some boards, the first legal on all of them, which go on by it.

    The others are for turns: each is legal on one board, and of several the shortest, since less of it can fail.
    """
    aside = boards[0].game.own_round(boards[0].position) is None
    twins = () if aside else [[board.copy()] for board, _ in zip(cycle(boards), range(THOUGHTS))]
    first, *others = [TurnAhead(each, seat, code, rng, will).think(LINES["planning"]) for each in (boards, *twins)]
    different = {way[0]: way for way in sorted(others, key=len, reverse=True) if way and way != first}
    return [first, *[*different.values()][::-1][: WAYS_OF_TURN - 1]]


def written(match: Match, seat: str, code: str, most: int, rng: Random, will: Will[Any] | None) -> list[str]:
    """Return the lines of a mail of a seat that is asked, `most` of them at the most; a plan may stand behind them."""
    own = bool(own_turn(match, seat)) and match.game.own_round(match.position) is not None
    lines = Thoughts(boards_of(match, seat), seat, code, rng, own=own, will=will).think(most)
    return lines or words_at(match).say(match.sample(seat, rng), code).splitlines()


def cause_of(post: Post, seat: str, wrote_in: str) -> tuple[str, bool]:
    """Return what a seat is asked and why nothing that it wrote ahead answers it, and whether that is a draft now."""
    with reading(post.service.engine) as session:
        table = table_of_campaign(post.service.work(session), post.campaign)
        match, chair = table.match, table.by_name[seat]
        question, draft = match.question(seat), held_by(table, chair).draft
        assert question is not None
        if question.interrupts:
            why = "interrupts a turn"
        elif draft:
            first, *others = (line.text for line in draft)
            rows = try_out(desk_of(table, chair, Signatory(table, chair, table.now)), [f"check {first}", *others]).rows
            why = next((f"what was written fails: {row.problem.why}" for row in rows if row.problem), "it is dearer")
        elif own_turn(match, seat) == wrote_in:
            why = "again in a turn"
        elif match.game.own_round(match.position) is None:
            why = "outside of turns"
        else:
            why = "a turn begins"
        return f"{why} ({question.kind})", bool(draft)


def play(service: Service, game: str, number: int, how: str, turns: int, ahead: int = TURNS_AHEAD) -> Played:
    """Play a match by mail, and return what it took."""
    owner, rng = game_named(game), Random(number)
    wills = trials_of(owner).wills
    post, languages = begun(service, game, number, f"game-{number}-{how}")
    seats = tuple(languages)
    days, causes, wrote_in = 0, Counter[str](), dict[str, str]()
    if how != "asking":
        set_up(post, game, seats)
        causes["standing orders are set up"] = post.sent
    while (table := post.table()).match.result is None and post.sent < LONGEST:
        if turns and owner.turns_done(table.match.state) >= turns:
            break
        days += 1
        for seat in table.match.pending_seats:
            now = post.table()
            if not is_asked(now.match, seat):  # what it was asked is over
                continue
            cause, draft = cause_of(post, seat, wrote_in.get(seat, ""))
            causes[cause] += 1
            wrote_in[seat] = own_turn(now.match, seat)
            will = wills[(number + seats.index(seat)) % len(wills)] if wills and number % 2 else None
            code = languages[seat]
            lines = written(now.match, seat, code, 1 if how == "asking" else LINES["planning"], rng, will)
            lines += plan_of(now.match, seat, code, rng, will, ahead) if how == "planning" else []
            post.write(now, seat, "\n".join([ANEW[code], *lines] if draft else lines))
    match = table.match
    with reading(service.engine) as session:
        told = session.scalar(select(func.count()).where(col(OutboundMail.campaign_id) == post.campaign)) or 0
    return Played(post.sent, told, days, owner.turns_done(match.state), match.result is not None, causes)


def main(game: str, numbers: range, ways: list[str], turns: int, ahead: int) -> None:
    """Play the games of these numbers in each of the ways, and print what they took."""
    sheet = Sheet(f"mails of a game: {game}")
    asked = 0.0
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for how in ways:
            played = [play(service, game, number, how, turns, ahead) for number in numbers]
            mails = median([one.mails for one in played])
            asked = mails if how == "asking" else asked
            wanted = SHARE * asked if how == "planning" and asked else None
            sheet.factor(f"{how}: mails of players", mails, wanted)
            sheet.factor(f"{how}: mails to players", median([one.to_players for one in played]))
            sheet.factor(f"{how}: days", median([one.days for one in played]))
            ended, all_turns = sum(one.ended for one in played), sum(one.turns for one in played)
            a_turn = sum(one.mails for one in played) / max(all_turns, 1)
            games = f"{len(played)} games, {ended} to their end"
            print(f"{how}: {games}, {all_turns} turns, {a_turn:.1f} mails of players a turn")
            for cause, count in sum((one.causes for one in played), Counter[str]()).most_common(MOST_CAUSES):
                print(f"{count:9} × {cause}")
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="pax-renaissance")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--turns", type=int, default=0, help="leave a match after so many turns; 0: play to its end")
    parser.add_argument("--how", choices=WAYS, action="append", help="one kind of correspondents, or several; else all")
    parser.add_argument("--ahead", type=int, default=TURNS_AHEAD, help="the turns that who plans writes down")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.games)
    main(arguments.game, numbers, arguments.how or [*WAYS], arguments.turns, arguments.ahead)
