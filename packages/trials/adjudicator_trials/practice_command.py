"""`adjudicator practice`: one person at a terminal, stewards in all other seats, no deadline, no mail."""

import secrets
import sys
from datetime import UTC, datetime
from functools import partial
from textwrap import fill
from typing import Annotated, Any

import msgspec
import typer

from adjudicator import Match, ObservedEvent, game_named, new_match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import Language, language, msgid
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.reports.layout.render import rendered_text
from adjudicator.reports.model import News, Option, OrderOutcome, Question, Reading, ReadLine, Report
from adjudicator.reports.model.mail import Kind
from adjudicator.reports.wording.game import Asked, GameReport
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play import offers
from adjudicator.service.play.legs import legs
from adjudicator.steward import Steward
from adjudicator.steward.players import Player, Uniform
from cli.commands import command
from cli.errors import Failed
from cli.options import Lang, choices, seed_of
from cli.visible import put

TRIES, WIDTH = 1500, 72
WELCOME = msgid(
    "You play %(seat)s. Stewards play all other seats, and know no more than these do. Write orders as in an email, a "
    "line at a time: “%(list)s” shows the question once more, “%(board)s” the position, “%(stop)s” ends the practice."
)
STOPPED = msgid("The practice is over; nothing of it is kept.")


@command(
    "practice",
    "imperial-struggle",
    "oath --seat red --language ru --tries 4000",
    "sealed-bids --seed 00ff --option rerolls=0",
    needs=Access.FILES,
)
def practice(
    game: Annotated[str, "GAME", "An installed game, e.g. imperial-struggle."],
    seat: Annotated[str, "The seat that you play; without it the first one."] = "",
    lang: Lang = "en",
    players: Annotated[int, typer.Option("--players", min=0, help="How many seats play; without it the fewest.")] = 0,
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None,
    seed: Annotated[str | None, "Seed in hexadecimal: the same one gives the same match."] = None,
    tries: Annotated[
        int, typer.Option("--tries", min=0, help="How many actions a steward tries for a choice.")
    ] = TRIES,
) -> None:
    """Play a game at the terminal against stewards. Nothing is stored, and there is no deadline."""
    owner = game_named(game)
    if not {"phrases", "report"} <= {*owner.parts}:
        raise Failed(f"{game} has no words: no person can play it")
    numbers = [players] if players else sorted(owner.numbers)
    seatings = (seats for number in numbers for seats in owner.seatings(number))
    seats = next((each for each in seatings if not seat or seat in each), None)
    if seats is None:
        raise Failed(f"nobody plays {seat or 'anything'} among so many in {game}; seats: {', '.join(owner.seats)}")
    key = seed_of(seed) or secrets.token_bytes(16)
    match = new_match(game, seats=list(seats), options=choices(option or []), seed=key)
    Practice(match, seat or seats[0], language(lang), tries, key.hex()).play()


class Practice:
    """A match of one person against stewards, in the words that mails have."""

    def __init__(self, match: Match, seat: str, speech: Language, tries: int, seed: str) -> None:
        self.match, self.seat, self.language = match, seat, speech
        self.report: GameReport = match.game.part("report")
        others = (each for each in match.header.seats if each != seat)
        self._stewards: dict[str, Player] = {each: Steward(f"{seed} {each}", tries) for each in others}
        self._by_hand = Uniform(seed)  # what a person would have to rule in place of a moderator is drawn
        self._told: list[ObservedEvent[Any]] = [*match.opening]
        self._draft: tuple[KeptLine, ...] = ()
        self._asked = 0
        self._stop, self._list, self._board = (
            speech.forms(words)
            for words in (
                {"en": ("quit", "stop"), "ru": ("конец практики", "выход")},
                {"en": ("list", "?"), "ru": ("список", "?")},
                {"en": ("board", "status"), "ru": ("доска", "статус")},
            )
        )

    def play(self) -> None:
        """Play to the end, or until nothing more is written."""
        words = {"seat": self._name(self.seat), "list": self._list[0], "board": self._board[0], "stop": self._stop[0]}
        put(fill(self.language.gettext(WELCOME, **words), WIDTH))
        while self.match.result is None:
            if self.seat not in self.match.pending_seats:
                self._others_act()
            elif not self._answer():
                put(self.language.gettext(STOPPED))
                return
        self._show(news=self._news())
        put(self.report.over(self.match.result, (self.seat,), self.language))

    def _others_act(self) -> None:
        seat = self.match.pending_seats[0]
        action = self._stewards.get(seat, self._by_hand).answer(self.match, seat)
        self._told += self.match.apply(seat, action)

    def _answer(self) -> bool:
        """Ask the person, and carry out what is written; return False at the end of what they write."""
        if self._told or self._asked != self.match.number(self.seat):
            self._asked = self.match.number(self.seat)
            self._show(news=self._news(), questions=(self._question(),), situation=self._situation())
        put("> ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip().casefold()
        if not line or word in self._stop:
            return False
        if word in self._list:
            self._show(questions=(self._question(),), situation=self._situation())
        elif word in self._board:
            self._show_position()
        elif word:
            self._order(line.strip())
        return True

    # what is written ---------------------------------------------------------------------------------

    def _order(self, line: str) -> None:
        """Read a line as the lines of mails are read, carry out what it says, and tell what became of it."""
        match, seat, code = self.match, self.seat, self.language.code
        known = Offers((offers.decode(self._offer()),), decision=match.number(seat))
        shown = partial(offers.answer_words, known, match, seat, code)
        desk = OrderContext(Sandbox.of(match, (seat,)), seat, code, offers.words_at(match), known, shown)
        lines = list[ReadLine]()
        for leg in legs(match, desk, [line], draft=self._draft):
            told = [event for action in leg.actions for event in match.apply(seat, action)]
            self._told += told
            self._draft = leg.draft
            lines += [self._read(row) for row in leg.rows if row.status != "ignored"]
        self._show(Kind.ANSWER, reading=Reading(lines=tuple(lines)))

    def _read(self, row: OrderResult) -> ReadLine:
        problem, typed = row.problem, {}
        if problem is not None and self.match.question(self.seat) is not None:
            typed = offers.typed_by_code(offers.decode(self._offer()), offers.words_at(self.match))
        return ReadLine(
            number=row.line,
            original=row.text,
            outcome=_OUTCOMES.get(row.status, OrderOutcome.DONE),
            reading="" if row.said == row.text else row.said,
            detail="" if problem is None else problem_text(self, problem),
            rule=(problem.rule or "") if problem else "",
            nearest=tuple(
                Option(code=typed.get(code, code), words=words)
                for code, words in (problem.choices() if problem else ())
            ),
        )

    def _offer(self) -> bytes:
        return offers.offer_for(self.match, self.seat, self.match.number(self.seat), self.language.code)

    # what is shown -----------------------------------------------------------------------------------

    def _question(self) -> Question:
        match, seat, code = self.match, self.seat, self.language.code
        decision = match.question(seat)
        assert decision is not None
        coded = offers.coded_options(self._offer(), match, seat, code)
        say = partial(offers.words_at(match).say, language=code)
        asked = Asked(decision.number, decision, coded, legal=tuple(match.options(seat)), say=say)
        return self.report.question(asked, match.view(seat), seat, self.language)

    def _news(self) -> News | None:
        groups = self.report.news(self._told, (self.seat,), self.language)
        self._told.clear()
        return News(groups=groups) if groups else None

    def _situation(self) -> tuple[str, ...]:
        return self.report.situation(self.match.view(self.seat), self.seat, self.language)

    def _show_position(self) -> None:
        view, seat = self.match.view(self.seat), self.seat
        standing = self.report.standing(view, (seat,), None, self.language)
        pictures = self.report.pictures(view, (seat,), (), self.language, width=0)
        self._show(standing=standing, holdings=self.report.holdings(view, seat, self.language), pictures=pictures)

    def _show(self, kind: Kind = Kind.STATUS, **parts: Any) -> None:
        """Print parts of a report as the text of a mail has them."""
        report = Report(
            kind=kind,
            campaign="",
            title="",
            written=datetime.now(UTC),
            language=self.language.code,
            hints=(),
        )
        put(rendered_text(msgspec.structs.replace(report, **parts)).strip("\n"))

    def _name(self, seat: str) -> str:
        return self.report.party(seat, self.language).name


_OUTCOMES = {
    "filed": OrderOutcome.ON_FILE,
    "offered": OrderOutcome.OFFERED,
    "legal": OrderOutcome.LEGAL,
    "ready": OrderOutcome.DRAFT,
    "unjudged": OrderOutcome.UNTRIED,
    "refused": OrderOutcome.REFUSED,
    "waiting": OrderOutcome.WAITING,
}
