"""Count order mails in a turn: `python benchmarks/mails_per_turn.py [GAME] [--games N] [--how HOW]`.

Whole games by mail, every number of players in turn. A turn's own mails are those of the seat whose turn it is; answers
of others are counted apart, also for each deed that names another seat (an attack, an offer). Who is asking writes one
order a mail. Who is planning writes a mail for all that they can decide: they think their turn through on boards where
all that they cannot know is otherwise: what lies hidden, what is drawn, what others answer. They write down what is
legal on all of them. For what is asked on some, they prepare an order “if needed”: a ranking of what they would choose
there, and of numbers the most.
With standing orders everybody plans, and begins with an answer to each question that interrupts others' turns; those
mails count for a round and seat.
With `--wills` each seat has one of the wills of the game's trials, such as to march and besiege, and goes by it: more
happens than by whims.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from email.message import EmailMessage
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from order_mail import install
from timing import Sheet, median, targets_of

from adjudicator import Action, Match
from adjudicator.kernel.actions import Decline
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.trials import Will, trials_of
from adjudicator.kernel.worlds import other_world
from adjudicator.service.campaign.matches import CampaignContext, entry_decoder, table_of_campaign
from adjudicator.service.commands.splitting import MOST
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.people import new_campaigns
from adjudicator.service.play.offers import phrasebook, words_at
from adjudicator.service.service import Service
from adjudicator.store import matches
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place

LONGEST = 3_000
"""The mails of a game after which it counts as endless."""
ENDS = 0.6
"""How often a player ends a round where they may, or declines what is offered."""
BOARDS = 8
"""The boards on which a turn is thought through."""
MOST_STEPS = 200
"""Answers on the boards after which a mail is written as far as it is thought through."""
LINES = {"asking": 1, "planning": 40, "standing": 40}
"""The number of orders in one mail, by the way of playing."""
NUMBER = re.compile(r"(?<!\S)\d{1,2}(?!\S)")
UP_TO = {"en": "up to", "ru": "не больше"}
IF_NEEDED = {"en": "if needed", "ru": "если нужно"}
ELSE = {"en": ", else ", "ru": ", иначе "}


class Played(NamedTuple):
    """What a game took.

    `mails`: all that were written; `own`: mails of each turn by the seat whose turn it is; `others`: those of the other
    seats in it; `deeds`: how often something was done that names another seat; `answers`: the mails of others that
    followed it; `lost`: the questions for which a turn took one more mail of its own; `rounds`: of all seats; `seats`:
    how many; `first`: the questions with which mails began, those that set up standing orders apart.
    """

    mails: int
    own: Counter[Any]
    others: Counter[Any]
    deeds: Counter[str]
    answers: Counter[str]
    lost: Counter[str]
    rounds: int
    seats: int
    first: Counter[str]


class Post:
    """The mails of one campaign."""

    def __init__(self, service: Service, campaign: int) -> None:
        self.service, self.campaign, self.sent = service, campaign, 0

    def table(self) -> CampaignContext:
        with reading(self.service.engine) as session:
            return table_of_campaign(self.service.work(session), self.campaign)

    def log(self) -> list[dict[str, Any]]:
        """Return the lines of the match's log."""
        with reading(self.service.engine) as session:
            head = table_of_campaign(self.service.work(session), self.campaign).head
            decoder = entry_decoder(game_named(head.game))
            return [decoder.decode(row.entry).line for row in matches.log(session, head.match_id, head.revision)]

    def write(self, table: CampaignContext, seat: str, text: str) -> None:
        self.sent += 1
        mail = EmailMessage()
        mail["From"] = f"{seat}@players.test"
        mail["To"] = self.service.reply_address(table.by_name[seat].token)
        mail["Message-ID"] = f"<{self.campaign}.{self.sent}@players.test>"
        mail.set_content(text)
        place = Place("INBOX", self.campaign, self.sent)
        handle(self.service, ingest(self.service, place, self.service.clock.now(), mail.as_bytes()).id)


class Thoughts:
    """A seat thinks its turn, or its answer, through: `lines` are what it writes."""

    def __init__(
        self, boards: Sequence[Match], seat: str, code: str, rng: Random, *, own: bool, will: Will[Any] | None
    ) -> None:
        self.seat, self.code, self.rng, self.own, self.will = seat, code, rng, own, will
        self.turn = boards[0].game.own_round(boards[0].position)
        self.boards = [*boards]
        self.lines: list[str] = []
        phrases = [pattern.phrase for pattern in phrasebook(boards[0].game.id).patterns]
        self.ending = {phrase.action.__struct_config__.tag for phrase in phrases if phrase.ends}
        self.closing = {phrase.action for phrase in phrases if phrase.closes}

    def think(self, most: int) -> list[str]:
        """Return the lines of a mail with so many orders at the most."""
        for _ in range(MOST_STEPS):
            self._let_others_answer()
            asked = [board for board in self.boards if is_asked(board, self.seat)]
            if len(self.lines) >= most or not asked:
                break
            first, *legal = [board.options(self.seat) for board in asked]
            everywhere = set(first).intersection(*legal)
            known = [action for action in first if action in everywhere]
            if known and len(asked) == len(self.boards):
                if self.lines and not self.own and any(isinstance(action, Decline) for action in known):
                    break  # of what is declined behind something else nobody knows what is meant
                if type(self._order(known)) in self.closing:  # nothing may stand behind it in a mail
                    break
            elif not self.lines or most == 1 or not self._prepare(asked):
                break
        return self.lines

    def _let_others_answer(self) -> None:
        """Go on with boards on which others are asked, in the seat's own turn; forget those on which it is over."""
        for board in self.boards:
            while self.own and self._lasts(board) and not is_asked(board, self.seat):
                other = board.decisions()[0].waiting[0]
                board.apply(other, board.sample(other, self.rng))
        self.boards = [board for board in self.boards if self._lasts(board)]

    def _lasts(self, board: Match) -> bool:
        return board.result is None and board.game.own_round(board.position) == self.turn

    def _order(self, known: list[Action]) -> Action:
        action = self._choice(known)
        self.lines += words_at(self.boards[0]).say(action, self.code).splitlines()
        for board in self.boards:
            board.apply(self.seat, action)
        return action

    def _choice(self, legal: list[Action]) -> Action:
        if self.will is not None:
            state, seat, will = self.boards[0].state, self.seat, self.will
            if (dearest := max(legal, key=lambda action: will(state, seat, action))) and will(state, seat, dearest) > 0:
                return dearest
        kinds = sorted({action.op for action in legal})  # rare kinds of options are chosen as often as others
        ends = [kind for kind in kinds if kind in self.ending]
        kind = self.rng.choice(ends if ends and self.rng.random() < ENDS else kinds)
        return self.rng.choice([action for action in legal if action.op == kind])

    def _prepare(self, asked: list[Match]) -> bool:
        """Write what is done on boards where the turn cannot be ended before it. Returns whether there are some."""
        held_up = [board for board in asked if self.closing.isdisjoint(map(type, board.options(self.seat)))]
        if not held_up:
            return False
        kinds = [board.question(self.seat).kind for board in held_up]  # type: ignore[union-attr]
        boards = [board for board, kind in zip(held_up, kinds, strict=True) if kind == kinds[0]]
        options = [by_words(board, self.seat, self.code) for board in boards]
        most: dict[str, int] = {}
        for board, there in zip(boards, options, strict=True):
            if first_of(most, there) is None:
                action = self._choice(list(board.options(self.seat)))
                words, number = counted(words_at(board).say(action, self.code))
                if isinstance(action, Decline) and words in self.lines:  # of two in a mail nobody knows what is meant
                    return False
                most[words] = max(number, most.get(words, 0))
        up_to = UP_TO[self.code]
        ranked = [words.replace("#", f"{up_to} {number}") for words, number in most.items()]
        self.lines.append(f"{ELSE[self.code].join(ranked)} {IF_NEEDED[self.code]}")
        for board, there in zip(boards, options, strict=True):
            board.apply(self.seat, first_of(most, there))  # type: ignore[arg-type]
        return True


def boards_of(match: Match, seat: str, count: int = BOARDS) -> list[Match]:
    """Return boards that look to a seat as the match does."""
    return [other_world(match, (seat,), Random(number)) for number in range(count)]


def counted(line: str) -> tuple[str, int]:
    """Return an order with a sign in place of its only number, and that; 0 where it has none, or several."""
    found = NUMBER.findall(line)
    return (NUMBER.sub("#", line), int(found[0])) if len(found) == 1 else (line, 0)


def by_words(match: Match, seat: str, code: str) -> dict[str, dict[int, Action]]:
    """Return what a seat may do, by its words without their number, and by that."""
    options: dict[str, dict[int, Action]] = defaultdict(dict)
    for action in match.options(seat):
        words, number = counted(words_at(match).say(action, code))
        options[words][number] = action
    return options


def first_of(most: dict[str, int], options: dict[str, dict[int, Action]]) -> Action | None:
    """Return the first of ranked orders that is legal, with the highest number that is allowed."""
    for words, limit in most.items():
        if legal := [number for number in options.get(words, ()) if number <= limit]:
            return options[words][max(legal)]
    return None


def is_asked(match: Match, seat: str) -> bool:
    return any(seat in decision.waiting for decision in match.decisions())


def standing_orders(game: str) -> list[str]:
    """Return an answer to every question that interrupts: to decline it, or the first that is legal."""
    book, kinds = phrasebook(game), defaultdict[str, list[str]](list)
    for asked in game_named(game).interrupting_decisions:
        phrases = [each.phrase for each in book.patterns if each.phrase.action in asked.actions]
        ends = [each for each in phrases if each.ends]
        verbs = dict.fromkeys(f"{each.verbs['en'][0]} any" for each in ends or phrases)
        for verb in ("no",) if book.interruptions[asked.kind].declines else verbs:
            kinds[verb].append(book.interruptions[asked.kind].names["en"][0])
    return [f"standing {', '.join(names)}: {verb}" for verb, names in kinds.items()]


def names_another(line: dict[str, Any], seats: Sequence[str]) -> bool:
    """Return whether a line of the log is a deed of one seat that names another."""
    by = line.get("by")
    return by in seats and any(isinstance(each, str) and each in seats and each != by for each in line.values())


def followed(deeds: Sequence[tuple[int, str, str]], n: int, seat: str) -> str:
    """Return the last deed before an answer of a seat that is not its own; "" if there is none."""
    return next((op for at, by, op in reversed(deeds) if at <= n and by != seat), "")


def begun(service: Service, game: str, number: int, name: str) -> tuple[Post, dict[str, str]]:
    """Begin a campaign of a number, which says how many play; return its mails, and the language of each seat."""
    owner = game_named(game)
    seats = owner.seatings(owner.numbers[number % len(owner.numbers)])[0]
    languages = dict(zip(seats, cycle(("en", "ru")), strict=False))
    players = tuple(
        new_campaigns.Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=code)
        for seat, code in languages.items()
    )
    new = new_campaigns.NewCampaign(name=name, title="Turns", game=game, players=players, seed=b"turn %d" % number)
    return Post(service, new_campaigns.create(service, new)), languages


def set_up(post: Post, game: str, seats: Sequence[str]) -> None:
    """Let every seat send its standing orders."""
    standing = standing_orders(game)
    for seat, first in product(seats, range(0, len(standing), MOST)):
        post.write(post.table(), seat, "\n".join(standing[first : first + MOST]))


def play(service: Service, game: str, number: int, how: str, wills: Sequence[Will[Any]]) -> Played:
    owner, rng = game_named(game), Random(number)
    post, languages = begun(service, game, number, f"turns-{number}-{how}")
    seats = tuple(languages)
    whose: dict[Any, str] = {}
    own, others, lost, began = Counter[Any](), Counter[Any](), Counter[str](), Counter[str]()
    answered: list[tuple[int, str]] = []
    rounds = set[int]()
    if how == "standing":
        set_up(post, game, seats)
    while (table := post.table()).match.result is None and post.sent < LONGEST:
        match = table.match
        turn = owner.turns_done(match.position.state), owner.own_round(match.position)
        rounds.add(turn[0])
        seat = match.decisions()[0].waiting[0]
        kind, before = match.decisions()[0].kind, match.position.n
        mine = turn[1] is not None and whose.setdefault(turn, seat) == seat
        will = wills[(number + seats.index(seat)) % len(wills)] if wills else None
        lines = Thoughts(boards_of(match, seat), seat, languages[seat], rng, own=mine, will=will).think(LINES[how])
        if not lines:  # everything that may be answered was hidden until the mail with the question
            lines = [words_at(match).say(match.sample(seat, rng), languages[seat])]
        post.write(table, seat, "\n".join(lines))
        began[kind] += 1
        if mine:
            lost[kind] += bool(own[turn])
            own[turn] += 1
        elif turn[1] is not None:
            others[turn] += 1
            answered.append((before, seat))
        after = post.table().match
        if after.position.n == before and seat not in after.sealed:  # it was not understood, or has another effect
            raise SystemExit(f"nothing came of {lines} of {seat}")
    deeds = [(line["n"], line["by"], line["op"]) for line in post.log() if names_another(line, seats)]
    answers = Counter(followed(deeds, before, seat) for before, seat in answered)
    done = Counter(op for _, _, op in deeds)
    return Played(post.sent, own, others, done, answers, lost, len(rounds), len(seats), began)


def main(game: str, games: int, ways: list[str], *, willed: bool) -> None:
    wills = trials_of(game_named(game)).wills if willed else ()
    sheet, targets = Sheet(f"order mails per turn of a seat: {game}"), targets_of(game)
    with tempfile.TemporaryDirectory() as folder:
        service = install(Path(folder))
        for how in ways:
            played = [play(service, game, number, how, wills) for number in range(games)]
            each = Counter(count for one in played for count in one.own.values())
            if each:  # the game has turns that belong to a seat
                wanted = None if how == "asking" else targets.own_mails
                per_turn = [one.own.total() / len(one.own) for one in played]
                sheet.factor(f"{how}: own mails a turn, median of games", median(per_turn), wanted)
                sheet.factor(f"{how}: most of a game", max(per_turn))
                sheet.factor(f"{how}: turns of one mail", each[1] / each.total())
                sheet.factor(
                    f"{how}: answers of others a turn", sum(one.others.total() for one in played) / each.total()
                )
            deeds = sum((one.deeds for one in played), Counter[str]())
            answers = sum((one.answers for one in played), Counter[str]())
            for op, count in deeds.items():
                most = targets.answers.get(op) if how == "standing" else None
                if answers[op] or most is not None:
                    sheet.factor(f"{how}: answers for each of {count} {op}", answers[op] / count, most)
            sheet.factor(f"{how}: a round and seat", median([one.mails / one.rounds / one.seats for one in played]))
            most = targets.round_mails.get(how)
            sheet.factor(f"{how}: answers a round", median([one.first.total() / one.rounds for one in played]), most)
            print(f"{games} games, {sum(one.mails for one in played)} mails, {each.total()} turns: {dict(each)}")
            lost = sum((one.lost for one in played), Counter[str]())
            print("further mails of a turn began with: " + ", ".join(f"{kind} {n}" for kind, n in lost.most_common()))
            first, rounds = sum((one.first for one in played), Counter[str]()), sum(one.rounds for one in played)
            print(f"a round of {rounds}: " + ", ".join(f"{kind} {n / rounds:.1f}" for kind, n in first.most_common()))
        service.engine.dispose()
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="pax-renaissance")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--how", choices=LINES, action="append", help="one way of playing, or several; else every one")
    parser.add_argument("--wills", action="store_true", help="by the wills of the trials, not by whims alone")
    arguments = parser.parse_args()
    main(arguments.game, arguments.games, arguments.how or [*LINES], willed=arguments.wills)
